#!/bin/bash
# No way of building the library lets arithmetic through that rounds otherwise: x87, excess precision, fast-math. None
# of it is compiled: every source stops at core/platform.h, compiled by whatever means, and so do models of the host's
# own and the library in one file.
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
# All of it, and parts. What clang's macros do not tell is undone instead, for x86.
fast=(-ffast-math -ffinite-math-only)
if [[ $("$compiler" --version) == *clang* ]]; then
    printf '#include "core/random.h"\ndouble f(double a, double b) { return (a + b) - a + b / a; }\n' >"$work/undone.c"
    for how in "-ffast-math -fno-finite-math-only" -funsafe-math-optimizations; do
        read -ra words <<<"$how"
        "$compiler" -std=c17 -O2 -I"$source/src" -I"$source/include" "${words[@]}" -S -emit-llvm "$work/undone.c" \
            -o "$work/undone.ll" 2>/dev/null
        if grep -E ' f(add|sub|mul|div) [a-z]' "$work/undone.ll" | grep -vE ' f[a-z]+ (double|float)'; then
            echo "clang is not kept from $how"
            exit 1
        fi
    done
else
    fast+=("-ffast-math -fno-finite-math-only" -funsafe-math-optimizations -freciprocal-math
        "-fassociative-math -fno-signed-zeros -fno-trapping-math" -fno-signed-zeros)
    if said=$(look -fsingle-precision-constant "$source/src/core/error.c") || [[ $said != *single-precision* ]]; then
        echo "constants of single precision are not refused: $said"
        exit 1
    fi
fi
files=("$source/src/core/error.c" "$source/src/core/random.h" "$work/kernels.c" "$work/volery.c")
for file in "${files[@]}"; do
    # What a 32-bit processor without SSE tells; and one with it.
    if said=$(look -x c -D__i386__ -U__SSE2_MATH__ "$file") || [[ $said != *"x87 rounds twice"* ]]; then
        echo "$file: is compiled for x87: $said"
        exit 1
    fi
    for how in "${fast[@]}"; do
        read -ra words <<<"$how"
        if said=$(look -x c "${words[@]}" "$file") || [[ $said != *"which -ffast-math"*"do not"* ]]; then
            echo "$file: is compiled with $how: $said"
            exit 1
        fi
    done
    if ! said=$(look -x c -D__i386__ "$file"); then
        echo "$file: is not compiled for 32 bits with SSE: $said"
        exit 1
    fi
done

# Every other source by itself, as far as the preprocessor.
mapfile -t sources < <(cd "$source" && find src -name '*.c' ! -path 'src/backends/opencl/*' | sort)
kit=(-DVOL_ISA=scalar -DVOL_KIT_MODEL=swirl -DVOL_KIT_DIMENSIONS=23
    -DVOL_KIT_HEADER="\"$source/examples/own_model/swirl.h\"")
for file in "${sources[@]}"; do
    for how in "-D__i386__ -U__SSE2_MATH__" -ffast-math; do
        read -ra words <<<"$how"
        if "$compiler" -std=c17 -E -I"$source/src" -I"$source/include" -DVOL_DOUBLE=0 "${kit[@]}" "${words[@]}" \
            "$source/$file" >"$work/text" 2>"$work/said" || ! grep -q '#error "Volery' "$work/said"; then
            echo "$file: is compiled with $how: $(head -n 3 "$work/said")"
            exit 1
        fi
    done
done
echo "${#sources[@]} sources refuse other arithmetic"

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
