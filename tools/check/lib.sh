# shellcheck shell=bash
# Shared by the checks: where we are, and which files are ours. Source it; the checks then run in the repository's root.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1

# Files of the project that match the given patterns (all without one): tracked, or new and not ignored.
# In an unpacked archive without git, everything outside build/.
project_files() {
    local file
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files --cached --others --exclude-standard -- "$@"
    else
        find . -path ./build -prune -o -type f -printf '%P\n' | while read -r file; do
            if [ $# -eq 0 ] || matches "$file" "$@"; then
                echo "$file"
            fi
        done
    fi | sort -u | while read -r file; do
        if [ -f "$file" ]; then
            echo "$file"
        fi
    done
}

matches() {
    local file=$1 pattern
    shift
    for pattern in "$@"; do
        # The right side is a pattern.
        # shellcheck disable=SC2053
        if [[ $file == $pattern ]]; then
            return 0
        fi
    done
    return 1
}

c_files() {
    project_files '*.c' '*.h' '*.cpp'
}
