#!/bin/bash
# Everything that must hold before a change goes in and is not in `make test`, the quick parts first. A part that fails
# does not keep the others from running. The last line sums them all up.
#   check.sh lint         the static checks alone (tools/check/)
#   check.sh all [JOBS]
set -uo pipefail
source "$(dirname "$0")/lib.sh"
what=${1:-all}
jobs=${2:-$jobs}

# clang's sanitizers where there is a clang, so that both compilers see all of the code.
sanitizing_compiler=gcc
if command -v clang >/dev/null; then
    sanitizing_compiler=clang
fi

# The thread sanitizer's map of memory does not fit a kernel that scatters addresses widely: turn that off for it.
without_scatter=()
if setarch "$(uname -m)" -R true 2>/dev/null; then
    without_scatter=(setarch "$(uname -m)" -R)
fi

# part NAME COMMAND...: a part that counts as one test.
part() {
    local name=$1
    shift
    begin "$name"
    if "$@"; then
        passed=$((passed + 1))
    else
        fail "$name"
    fi
}

if ! tools/deps.sh check; then
    fail "dependencies"
    finish
fi
static_checks
if [ "$what" = lint ]; then
    finish
fi

begin "tests that are in no hurry: embedding, the checks themselves, fuzz corpora"
if build dev gcc; then
    run_tests check
fi

begin "tests with emulated lanes of width 3 and 8"
if build emulated gcc; then
    run_tests emulated
fi

begin "tests with the address and undefined behaviour sanitizers"
if build asan "$sanitizing_compiler"; then
    run_tests asan
fi

begin "tests of threads with the thread sanitizer"
if build tsan "$sanitizing_compiler" "${without_scatter[@]}"; then
    run_tests tsan "${without_scatter[@]}"
fi

begin "NEON on 64-bit ARM, by qemu: its lanes, and a third of the table of hashes (make check-long: all of it)"
if build neon aarch64-linux-gnu-gcc; then
    run_tests neon
fi

begin "Windows, by wine: the DLL, volery run and bench, a seventh of the table of hashes (make check-long: all of it)"
if build windows x86_64-w64-mingw32-gcc-posix; then
    part "on Windows" tests/project/windows.sh build/windows 7 build/dev/app/volery
fi

# compile_tests PRESET: the objects of the tests alone. Kernels are left out, which take long and are in other builds.
# shellcheck disable=SC2317 # build_by calls it
compile_tests() {
    make -C "build/$1/tests" help | sed -n 's/^\.\.\. \(.*\.o\)$/\1/p' | grep -v /src/ |
        xargs make -C "build/$1/tests" -j "$jobs"
}

begin "the tests compile with much optimisation, which sees more to warn of: make check-long runs them"
if build_by long gcc compile_tests long; then
    passed=$((passed + 1))
fi

part "make play" make play
# clang's -O3 takes minutes to compile: make check-long
part "the same bits for every instruction set, number of threads, compiler and optimisation" \
    tools/same_bits.sh gcc-O1 gcc-O3 clang-O1
finish
