#!/bin/bash
# The tests that take long (label `long`), optimised, the table of hashes where it takes long, and the fuzzers for a
# while.
set -uo pipefail
source "$(dirname "$0")/lib.sh"
jobs=${1:-$jobs}

tools/deps.sh long || exit 1
begin "long tests"
if build long gcc; then
    run_tests long
fi

begin "the whole table of hashes on 64-bit ARM, by qemu"
if build neon aarch64-linux-gnu-gcc; then
    run_tests neon-long
fi

# whole_table PRESET COMPILER EMULATOR PROGRAM: of another processor or system.
whole_table() {
    begin "the whole table of hashes: $1"
    if build "$1" "$2"; then
        if WINEDEBUG=-all WINEPREFIX="$PWD/build/wine" tests/same_bits/table.sh 1 "$3" "build/$1/$4"; then
            passed=$((passed + 1))
        else
            fail "the table of hashes: $1"
        fi
    fi
}
whole_table armhf arm-linux-gnueabihf-gcc qemu-arm same_bits
whole_table s390x s390x-linux-gnu-gcc qemu-s390x same_bits
whole_table windows x86_64-w64-mingw32-gcc-posix wine bin/same_bits.exe

begin "the same bits from clang's -O3"
if tools/same_bits.sh clang-O3; then
    passed=$((passed + 1))
else
    fail "same bits of clang-O3"
fi

begin "fuzzers, a minute each"
mapfile -t targets <tests/fuzz/targets.txt
for target in "${targets[@]}"; do
    if tools/fuzz.sh 60 "$target"; then
        passed=$((passed + 1))
    else
        fail "fuzzer $target"
    fi
done
finish
