#!/bin/bash
# The kernels for ARM's NEON compile, also on a machine that cannot run them. Freestanding, so that no ARM libc is
# needed: kernels use none.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

failed=0
for double in 0 1; do
    if ! clang --target=aarch64-linux-gnu -ffreestanding -std=c17 -O1 -ffp-contract=off -Iinclude -Isrc \
        -DVOL_DOUBLE=$double -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -c -o /dev/null \
        src/kernels/isa_neon.c; then
        echo "src/kernels/isa_neon.c:1: does not compile for aarch64 with VOL_DOUBLE=$double"
        failed=1
    fi
done
exit $failed
