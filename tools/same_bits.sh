#!/bin/bash
# The same bits from both compilers and from little and much optimisation: each build must print the committed table of
# hashes, and the program itself makes sure that instruction set and threads change nothing.
#   tools/same_bits.sh [BUILD...] compare (default: all builds below)
#   tools/same_bits.sh --accept   take gcc's -O3 table as the new one
set -euo pipefail
source "$(dirname "$0")/lib.sh"

table=tests/same_bits/hashes.txt
accept=${1:-}
builds=(gcc-O1 gcc-O3 clang-O1 clang-O3)
if [ $# -gt 0 ] && [ "$accept" != --accept ]; then
    builds=("$@")
fi

# preset_of BUILD: gcc's builds are those of the tests and of what people use, most of which are there already.
preset_of() {
    case $1 in
    gcc-O1) echo dev ;;
    gcc-O3) echo release ;;
    esac
}

folder_of() {
    local preset
    preset=$(preset_of "$1")
    echo "build/${preset:-same_bits/$1}"
}

# make_program BUILD: builds the library and the program that prints the table. Little optimisation goes with little
# inlining, as in the tests; emulated lanes are in clang's build of that kind alone.
make_program() {
    local folder preset options
    folder=$(folder_of "$1")
    preset=$(preset_of "$1")
    if [ -n "$preset" ]; then
        options=(--preset "$preset")
    else
        options=(-S . -B "$folder" -DCMAKE_C_COMPILER="${1%-*}" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="-${1#*-}"
            -DVOLERY_APP=OFF -DVOLERY_EXAMPLES=OFF -DVOLERY_TESTS=OFF)
        if [ "$1" = clang-O1 ]; then
            options+=(-DVOLERY_LITTLE_INLINING=ON -DVOLERY_EMULATED=ON)
        fi
    fi
    options+=(-DVOLERY_SAME_BITS=ON)
    if ! { CC=${1%-*} cmake "${options[@]}" && cmake --build "$folder" -j "$jobs" --target same_bits; } \
        >"build/same_bits/$1.log" 2>&1; then
        cat "build/same_bits/$1.log" >&2
        return 1
    fi
}

mkdir -p build/same_bits
if [ "$accept" = --accept ]; then
    make_program gcc-O3
    "$(folder_of gcc-O3)/same_bits" >"$table"
    exit
fi

failed=0
running=()
for build in "${builds[@]}"; do
    if make_program "$build"; then
        "$(folder_of "$build")/same_bits" >"build/same_bits/$build.txt" & # while the next one is compiled
        running+=("$build=$!")
    else
        echo "no program: $build"
        failed=1
    fi
done
for one in "${running[@]}"; do
    build=${one%=*}
    if wait "${one#*=}" && diff "$table" "build/same_bits/$build.txt" >build/same_bits/difference; then
        echo "same bits: $build"
    else
        echo "other bits: $build (left: $table, right: this build)"
        head -n 20 build/same_bits/difference
        failed=1
    fi
done
exit $failed
