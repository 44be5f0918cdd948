#!/bin/bash
# The same bits from both compilers and from little and much optimisation: each build must print the committed table of
# hashes, and the program itself makes sure that instruction set and threads change nothing.
#   tools/same_bits.sh            compare
#   tools/same_bits.sh --accept   take gcc's -O3 table as the new one
set -euo pipefail
source "$(dirname "$0")/lib.sh"

table=tests/same_bits/hashes.txt
accept=${1:-}

# table_of COMPILER LEVEL: builds the library and the program, and prints its table.
table_of() {
    local folder=build/same_bits/$1-O$2
    local options=(-DCMAKE_C_COMPILER="$1" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="-O$2" -DVOLERY_EMULATED=ON
        -DVOLERY_APP=OFF -DVOLERY_EXAMPLES=OFF -DVOLERY_TESTS=OFF -DVOLERY_SAME_BITS=ON)
    if ! { cmake -S . -B "$folder" "${options[@]}" && cmake --build "$folder" -j "$jobs" --target same_bits; } \
        >"$folder.log" 2>&1; then
        cat "$folder.log" >&2
        return 1
    fi
    "$folder/same_bits"
}

mkdir -p build/same_bits
if [ "$accept" = --accept ]; then
    table_of gcc 3 >"$table"
    exit
fi
failed=0
for compiler in gcc clang; do
    for level in 1 3; do
        if table_of "$compiler" "$level" | diff "$table" - >build/same_bits/difference; then
            echo "same bits: $compiler -O$level"
        else
            echo "other bits: $compiler -O$level (left: $table, right: this build)"
            head -n 20 build/same_bits/difference
            failed=1
        fi
    done
done
exit $failed
