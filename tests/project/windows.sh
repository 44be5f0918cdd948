#!/bin/bash
# The library and the program on Windows, by wine: the table of hashes, hosts that use the DLL and the archive, and what
# `volery run`, `verify` and `bench` do there, beside the same on this system.
# usage: windows.sh BUILD EVERY [VOLERY]
# BUILD is the folder of the preset `windows`; of EVERY lines of the table one is compared; VOLERY is this system's.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
every=$2
volery=${3:+$(realpath "$3")}
bin=$build/bin
export WINEPREFIX=$build/wine WINEDEBUG=-all
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$source/tests/same_bits/table.sh" "$every" wine "$bin/same_bits.exe"

fail() {
    echo "on Windows $*"
    exit 1
}

# A host that links with the DLL; and one that has the same objects in itself.
compiler=x86_64-w64-mingw32-gcc-posix
host=(-std=c17 -Wall -Werror -I"$source/include" "$source/tests/project/host.c")
"$compiler" "${host[@]}" -DVOL_IMPORTS -L"$build" -lvolery -o "$bin/host.exe"
mapfile -t objects < <(find "$build/CMakeFiles" -path '*volery_*' -name '*.obj')
"$compiler" "${host[@]}" "${objects[@]}" -static -o host_alone.exe
said=$(wine "$bin/host.exe" | tr -d '\r')
alone=$(wine host_alone.exe | tr -d '\r')
if [[ $said != *[0-9a-f]* || $said != "$alone" ]]; then
    fail "a host of the DLL prints '$said', one of the archive '$alone'"
fi

run() {
    wine "$bin/volery.exe" "$@"
}
hash_of() {
    "$@" --steps 20 --json | sed 's/.*"hash": "\([0-9a-f]*\)".*/\1/'
}
for scene in default ecosystem goals murmuration obstacles; do
    here=$(hash_of run run $scene)
    [[ $here =~ ^[0-9a-f]{16}$ ]] || fail "volery run $scene gives no hash: '$here'"
    if [ -n "$volery" ] && [ "$here" != "$(hash_of "$volery" run $scene)" ]; then
        fail "volery run $scene gives the hash '$here', and another one on this system"
    fi
done

# The same bytes in every file, also where one is replaced.
for _ in 1 2; do
    run run default --steps 10 -o a.csv --record a.vol --save state --measure m.csv --threads 2 --quiet
done
run verify a.vol --quiet
[ ! -e state.volery-tmp ] || fail "a file that was replaced leaves state.volery-tmp"
if [ -n "$volery" ]; then
    "$volery" run default --steps 10 -o b.csv --record b.vol --save other --measure n.csv --threads 2 --quiet
    cmp a.csv b.csv
    cmp m.csv n.csv
    cmp state other
    "$volery" verify a.vol --quiet
fi
said=$(run run default --steps 1 -o a.csv --record ./a.csv 2>&1 || echo "code $?")
[[ $said == *"are the same file"*"code 2" ]] || fail "two outputs to one file: '$said'"
printf 'flocks:\n  - model: nudge\n    count: 10\n' >own.yaml
run run own.yaml --steps 1 --quiet
for command in play "render default -o a.png" "sweep default" "plot m.csv" "run default --osc-in 9000"; do
    read -ra words <<<"$command"
    said=$(run "${words[@]}" 2>&1 || echo "code $?")
    [[ $said == *"is not for Windows"*"code 2" ]] || fail "volery $command says '$said'"
done
run bench uniform --boids 1000 --repeat 1 --steps 5 --json | grep -q '"workload": "uniform"'
run info | grep -q '^instructions .*scalar'
