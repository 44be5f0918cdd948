#!/bin/bash
# Runs the benchmark of the program:  tools/bench.sh PROGRAM [NAME [OPTION...]]
# With a NAME, the lines are kept in bench/results/NAME.json behind one that tells the machine and the command; OPTIONs
# go to `volery bench`.
set -euo pipefail
volery=${1:?path of the program}
name=${2:-}

if [ -z "$name" ]; then
    exec "$volery" bench
fi
if [[ ! $name =~ ^[A-Za-z0-9._-]+$ || $name == .* ]]; then
    echo "bench: the name '$name' of the results may have letters, digits, '.', '_' and '-' alone" >&2
    exit 2
fi
shift 2
results=$(dirname "$0")/../bench/results
mkdir -p "$results"
lines=$(mktemp)
trap 'rm -f "$lines"' EXIT

# machine: what lscpu says of a processor; quotes and backslashes would need care in JSON.
machine() {
    { lscpu 2>/dev/null || true; } | sed -n "s/^$1: *//p" | head -n 1 | tr -d '\\"'
}
{
    printf '{"machine": "%s", "cores": %d, "system": "%s", "version": "%s", "date": "%s", "command": "%s"}\n' \
        "$(machine 'Model name')" "$(nproc)" "$(uname -srm)" "$("$volery" --version)" "$(date -u +%Y-%m-%d)" \
        "$(printf '%s' "volery bench --json${*:+ $*}" | tr -d '\\"')"
    "$volery" bench --json "$@" | tee >(cat >&2)
} >"$lines"
mv "$lines" "$results/$name.json"
chmod 644 "$results/$name.json"
trap - EXIT
echo "bench: written to bench/results/$name.json" >&2
