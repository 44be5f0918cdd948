#!/bin/bash
# Everything that must hold before a change goes in, the quick parts first. Each part prints its own results; a part
# that fails does not keep the others from running. The last line sums them all up.
set -uo pipefail
source "$(dirname "$0")/lib.sh"
jobs=${1:-$jobs}

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

same_bits() {
    if tools/same_bits.sh; then
        passed=$((passed + 1))
    else
        fail "same bits"
    fi
}

if ! tools/deps.sh test; then
    fail "dependencies"
    finish
fi
static_checks

begin "tests"
if build dev gcc; then
    run_tests dev
fi

begin "tests with the address and undefined behaviour sanitizers"
if build asan "$sanitizing_compiler"; then
    run_tests asan
fi

begin "tests of threads with the thread sanitizer"
if build tsan "$sanitizing_compiler" "${without_scatter[@]}"; then
    run_tests tsan "${without_scatter[@]}"
fi

begin "make play"
if make play; then
    passed=$((passed + 1))
else
    fail "make play"
fi

if [ -x tools/same_bits.sh ]; then
    begin "the same bits for every instruction set, number of threads, compiler and optimisation"
    same_bits
fi
finish
