#!/bin/bash
# debug.sh SOURCE COMPILER: a host that adds the library as a folder has it compiled with optimisation in every build
# type; flags of its own that optimise stand; its own files are compiled as it says. By the commands alone: nothing is
# built.
set -euo pipefail
source=$1 cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/host"
echo "int main(void) { return 0; }" >"$work/host/host.c"
cat >"$work/host/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(host LANGUAGES C)
add_subdirectory($source volery)
add_executable(host host.c)
target_link_libraries(host PRIVATE volery::volery)
CMAKE

# last_level FILE: the optimisation that the last flag of its command says, or none.
last_level() {
    python3 - "$work/build/compile_commands.json" "$1" <<'PYTHON'
import json, re, sys
for command in json.load(open(sys.argv[1])):
    if command["file"].endswith(sys.argv[2]):
        levels = re.findall(r" (-O\S*)", command["command"])
        print(levels[-1] if levels else "none")
        break
PYTHON
}

# expect TYPE FILE LEVEL [OPTION]...
expect() {
    local type=$1 file=$2 level=$3 found
    shift 3
    rm -rf "$work/build"
    cmake -S "$work/host" -B "$work/build" -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE="$type" \
        -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DVOLERY_OPENCL=OFF "$@" >/dev/null
    found=$(last_level "$file")
    if [ "$found" != "$level" ]; then
        echo "$file in a host of build type '$type' ($*) is compiled with $found, not with $level"
        exit 1
    fi
}

for file in src/kernels/isa_scalar.c src/index/grid.c; do
    expect Debug "$file" -O2
    expect "" "$file" -O2
    expect None "$file" -O2
done
expect Release src/kernels/isa_scalar.c -O3
expect Debug src/kernels/isa_scalar.c -O1 -DCMAKE_C_FLAGS_DEBUG=-O1
expect Debug src/kernels/isa_scalar.c none -DVOLERY_OPTIMIZE=
expect Debug host/host.c none
