#!/bin/bash
# Every C file is as clang-format leaves it; with --fix, makes it so.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

mapfile -t files < <(c_files)
if [ "${1:-}" = --fix ]; then
    clang-format -i "${files[@]}"
elif ! clang-format --dry-run --Werror "${files[@]}" 2>&1 |
    awk -F: '/ error: / && !seen[$1 $2]++ { print $1 ":" $2 ": not as clang-format leaves it"; bad = 1 }
             END { exit bad }'
then
    echo "format: run 'make format'"
    exit 1
fi
