#!/bin/bash
# No way of building the library lets arithmetic through that rounds otherwise: x87, excess precision, fast-math. None
# of it is compiled: every source that computes stops at core/platform.h, and so does the library in one file.
# usage: refused_arithmetic.sh SOURCE C_COMPILER
set -euo pipefail
source=$1 compiler=$2
if [ "$(uname -m)" != x86_64 ]; then
    echo "skipped: another processor's compiler does not know these options"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$source/tools/amalgamate.py" "$work"

look() {
    "$compiler" -std=c17 -fsyntax-only -I"$source/src" -I"$source/include" "$@" 2>&1
}

printf '#define VOL_DOUBLE 0\n#include "kernels/isa_scalar.c"\n' >"$work/kernels.c"
files=("$source/src/core/error.c" "$source/src/core/random.h" "$work/kernels.c" "$work/volery.c")
for file in "${files[@]}"; do
    # What a 32-bit processor without SSE tells; and one with it.
    if said=$(look -x c -D__i386__ -U__SSE2_MATH__ "$file") || [[ $said != *"x87 rounds twice"* ]]; then
        echo "$file: is compiled for x87: $said"
        exit 1
    fi
    if said=$(look -x c -ffast-math "$file") || [[ $said != *"which -ffast-math"*"does not"* ]]; then
        echo "$file: is compiled with -ffast-math: $said"
        exit 1
    fi
    if ! said=$(look -x c -D__i386__ "$file"); then
        echo "$file: is not compiled for 32 bits with SSE: $said"
        exit 1
    fi
done

# The compiler itself, where it makes 32-bit code: it needs no libc for this.
for flags in "-mfpmath=387 -mno-sse2" "-msse2 -mfpmath=sse"; do
    read -ra words <<<"$flags"
    said=$(look -x c -m32 -ffreestanding -march=i686 "${words[@]}" "$source/src/core/platform.h" || true)
    if [[ $said == *"x87 rounds twice"* ]]; then
        refused=yes
    else
        refused=no
    fi
    if [[ ($flags == *387* && $refused == no && $said != *unknown* && $said != *unsupported*) ||
        ($flags == *sse && $refused == yes) ]]; then
        echo "-m32 $flags: refused is $refused: $said"
        exit 1
    fi
done
