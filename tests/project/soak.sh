#!/bin/bash
# Every built-in scene for long, recorded with one thread, and replayed with three threads and with the plainest
# instruction set: soak.sh VOLERY [STEPS]
set -euo pipefail
volery=$1
steps=${2:-4000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$volery" scenes | while read -r scene _; do
    "$volery" run "$scene" --steps "$steps" --threads 1 --record "$folder/one.vol" --quiet
    "$volery" verify "$folder/one.vol" --threads 3 --quiet || {
        echo "$scene differs with three threads"
        exit 1
    }
    VOLERY_ISA=scalar "$volery" verify "$folder/one.vol" --quiet || {
        echo "$scene differs with scalar lanes"
        exit 1
    }
    echo "ok      $scene, $steps steps"
done
