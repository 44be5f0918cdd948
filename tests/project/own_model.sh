#!/bin/bash
# own_model.sh SOURCE BUILD COMPILER: the example of a model of one's own builds beside what is installed, and turns its
# boids, by every instruction set alike.
set -euo pipefail
source=$1 build=$2 cc=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/moved"
cp -r "$source/examples/own_model" "$work/host"
cd "$work"
if ! { cmake -S host -B host/build -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_PREFIX_PATH="$work/moved" \
    -DCMAKE_C_FLAGS="-Wall -Wextra -Werror" && cmake --build host/build -j 2; } >log 2>&1; then
    cat log
    exit 1
fi
expected="at the start 150 of 300 turn left, after 300 steps 300"
for isa in "" scalar; do
    said=$(VOLERY_ISA=$isa host/build/own_model)
    if [ "$said" != "$expected" ]; then
        echo "the example says '$said' with '$isa', not '$expected'"
        exit 1
    fi
done
# A misspelt call says what is wrong.
sed -i 's/DIMENSIONS 23/DIMENSIONS 4/' host/CMakeLists.txt
if cmake -S host -B host/build >log 2>&1 || ! grep -q "DIMENSIONS is '4'" log; then
    echo "volery_add_model takes four dimensions"
    exit 1
fi
