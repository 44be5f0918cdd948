#!/bin/bash
# debug.sh SOURCE COMPILER: a host that adds the library as a folder has it compiled with optimisation in every build
# type; flags of its own that optimise stand; its own files are compiled as it says. With Microsoft's compiler too,
# whose words clang-cl knows. By the commands alone: nothing is built.
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

# What Microsoft's compiler refuses beside -O2 (/RTC1) stays with the host's files, and models of the host's own have
# the words that it knows.
cl=$(command -v clang-cl clang-cl-14 | head -n 1 || true)
if [ -z "$cl" ]; then
    echo "clang-cl is not there: commands for Microsoft's compiler are not looked at"
    exit 0
fi
echo "volery_add_model(swirl HEADER $source/examples/own_model/swirl.h)" >>"$work/host/CMakeLists.txt"
rm -rf "$work/build"
cmake -S "$work/host" -B "$work/build" -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_SYSTEM_PROCESSOR=AMD64 \
    -DCMAKE_C_COMPILER="$cl" -DCMAKE_C_COMPILER_WORKS=1 -DCMAKE_C_ABI_COMPILED=1 -DCMAKE_SIZEOF_VOID_P=8 \
    -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY -DCMAKE_BUILD_TYPE=Debug -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DVOLERY_OPENCL=OFF >/dev/null
python3 - "$work/build/compile_commands.json" <<'PYTHON'
import json, sys
kinds = {"host.c": "host", "kernels.c": "model", "model.c": "model"}
seen = set()
for entry in json.load(open(sys.argv[1])):
    words = entry["command"].split()
    kind = kinds.get(entry["file"].rsplit("/", 1)[-1], "library")
    seen.add(kind)
    checks, optimised = "/RTC1" in words, "-O2" in words
    wrong = (checks and optimised or optimised != (kind == "library") or checks != (kind != "library")
             or kind != "host" and not {"/fp:precise", "/Zc:preprocessor", "/experimental:c11atomics"} <= set(words)
             or any(word.startswith("-f") for word in words))
    if wrong:
        sys.exit(f"for Microsoft's compiler: {entry['command']}")
assert seen == {"host", "model", "library"}, seen
PYTHON
