#!/bin/bash
# Every public header compiles alone, and twice in a row, as C17 and as C++17, with every compiler that is here.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

failed=0
try() {
    local compiler=$1 language=$2 standard=$3 header=$4
    if ! command -v "$compiler" >/dev/null; then
        return
    fi
    if ! printf '#include <%s>\n#include <%s>\n' "$header" "$header" |
        "$compiler" -x "$language" -std="$standard" -Wall -Wextra -Wpedantic -Werror -Iinclude "${flags[@]}" \
            -fsyntax-only -; then
        echo "$file:1: does not compile alone as $standard with $compiler: include what it uses"
        failed=1
    fi
}

for file in include/volery/*.h; do
    if [ ! -f "$file" ]; then
        continue
    fi
    header=${file#include/}
    flags=()
    if [ "$header" = volery/mpi.h ]; then # the one that needs more than libc
        if ! pkg-config --exists mpi-c; then
            continue
        fi
        read -ra flags <<<"$(pkg-config --cflags mpi-c | sed 's/-I/-isystem /g') -DOMPI_SKIP_MPICXX"
    fi
    for compiler in gcc clang; do
        try $compiler c c17 "$header"
    done
    for compiler in g++ clang++; do
        try $compiler c++ c++17 "$header"
    done
done
exit $failed
