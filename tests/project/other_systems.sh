#!/bin/bash
# The library's sources as the compilers of systems that are not here would read them: Apple's for both processors of
# macOS, and Microsoft's C. clang plays them, by the target, over headers that have just the calls that are used
# (tests/stubs/), and warns of what is no C17. Nothing is linked or run.
# usage: other_systems.sh SOURCE [SYSTEM...]
set -euo pipefail
source=$1
shift
systems=("$@")
if [ ${#systems[@]} -eq 0 ]; then
    systems=(macos-arm64 macos-x86_64 msvc)
fi
if ! command -v clang >/dev/null; then
    echo "skipped: clang is not there"
    exit 77
fi
cd "$source"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tools/amalgamate.py "$work"
mapfile -t sources < <(sed -n '/^set(VOLERY_SOURCES/,/^)/s/^ *\(src\/.*\.c\)$/\1/p' CMakeLists.txt)
common=(-std=c17 -fsyntax-only -ffreestanding -nostdlibinc -ffp-contract=off -pedantic-errors -Werror -Wall -Wextra
    -Wshadow -Wvla -Isrc -Iinclude)

# look FLAG...: all sources, and the kernels of the instruction sets that are named.
look() {
    local isa file
    for file in "${sources[@]}"; do
        clang "${common[@]}" "$@" -isystem tests/stubs/libc -DVOL_WITH_EMULATED=0 -DVOL_WASM_SIMD=0 "$file"
    done
    for isa in "${isas[@]}"; do
        read -ra flags <<<"${isa#*:}"
        # Little inlining: what is looked for is in the text of a function, wherever it ends up.
        flags+=(-isystem tests/stubs/libc "src/kernels/isa_${isa%%:*}.c")
        clang "${common[@]}" "$@" -DVOL_DOUBLE=0 -DVOL_LITTLE_INLINING "${flags[@]}"
        clang "${common[@]}" "$@" -DVOL_DOUBLE=1 "${flags[@]}"
    done
}

# look_in_one FLAG...: the library in one file, as platforms.md says to compile it on macOS.
look_in_one() {
    clang -std=c17 -fsyntax-only -ffreestanding -nostdlibinc -O2 -DVOL_LITTLE_INLINING -Werror "$@" \
        -isystem tests/stubs/libc "$work/volery.c"
}

x86=("scalar:" "sse2:-msse2" "avx2:-mavx2 -mfma -mpopcnt"
    "avx512:-mavx512f -mavx512dq -mavx512vl -mavx512bw -mpopcnt")
for system in "${systems[@]}"; do
    case $system in
    macos-arm64)
        isas=("scalar:" "neon:")
        look --target=arm64-apple-macos11 -isystem tests/stubs/macos
        look_in_one --target=arm64-apple-macos11 -isystem tests/stubs/macos
        ;;
    macos-x86_64)
        isas=("${x86[@]}")
        look --target=x86_64-apple-macos10.13 -isystem tests/stubs/macos
        look_in_one --target=x86_64-apple-macos10.13 -isystem tests/stubs/macos
        ;;
    msvc)
        # Neither gcc's words nor clang's.
        isas=("${x86[@]}")
        look --target=x86_64-pc-windows-msvc -fms-compatibility -fms-extensions -fms-compatibility-version=19.38 \
            -fgnuc-version=0 -U__clang__ -Wno-language-extension-token -Wno-ignored-pragmas \
            -Wno-unknown-pragmas -Wno-unused-function -Wno-sign-compare -isystem tests/stubs/windows
        ;;
    esac
    echo "$system: ${#sources[@]} sources, ${#isas[@]} instruction sets"
done
