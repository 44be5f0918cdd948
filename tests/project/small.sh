#!/bin/bash
# small.sh SOURCE COMPILER: a library that leaves out what a small game does not need: single precision, SSE2 and AVX2,
# five models, no measures. It is at most 700 kB, has the bits of the whole one, and says what it has not.
set -euo pipefail
source=$1 cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S "$source" -B "$work/build" -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \
    -DVOLERY_APP=OFF -DVOLERY_EXAMPLES=OFF -DVOLERY_OPENCL=OFF -DVOLERY_SMALL=ON -DVOLERY_PRECISIONS=single \
    "-DVOLERY_ISAS=sse2;avx2" "-DVOLERY_MODELS=nudge;capped;blend;sighted;steering" -DVOLERY_MEASURES=OFF >/dev/null
cmake --build "$work/build" -j 2 --target volery >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
library=$(readlink -f "$work/build/libvolery.so")
strip -o "$work/stripped.so" "$library"
size=$(stat -c %s "$work/stripped.so")
echo "the shared library has $size bytes"
if [ "$size" -gt 700000 ]; then
    echo "allowed are 700000"
    exit 1
fi
"$cc" -std=c17 -I"$source/include" "$source/tests/project/small.c" "$library" -Wl,-rpath,"$work/build" -lm \
    -o "$work/host"
"$work/host" >"$work/here"
# The same host with the whole library, as its build made it.
"$3" >"$work/whole"
diff "$work/whole" "$work/here"
"$work/host" refused
