#!/bin/bash
# No tabs, no white space at the end of a line, a newline at the end of a file, and no marks of unfinished work.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

failed=0
complain() {
    local what=$1 pattern=$2
    shift 2
    if grep -nIHP "$pattern" "$@" | cut -c1-160; then
        echo "words: $what"
        failed=1
    fi
}

# Recorded data is kept as it was recorded.
mapfile -t files < <(project_files | grep -Ev '^tests/(golden|fuzz/corpus)/')
mapfile -t no_makefiles < <(printf '%s\n' "${files[@]}" | grep -Ev '(^|/)Makefile$')

complain "remove the white space at the end of these lines" '[ \t]+$' "${files[@]}"
complain "indent with spaces: there are tabs in these lines" '\t' "${no_makefiles[@]}"
# Written with brackets so that this file does not find itself.
complain "finish these, or open an issue and remove the mark" '\b(TO[D]O|FIX[M]E|X[X]X)\b' "${files[@]}"
for file in "${files[@]}"; do
    if [ -s "$file" ] && [ -n "$(tail -c 1 "$file" | tr -d '\n\0')" ] && grep -qI . "$file"; then
        echo "$file:$(wc -l <"$file"): end the last line with a newline"
        failed=1
    fi
done
exit $failed
