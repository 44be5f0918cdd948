#!/bin/bash
# Recordings of the processor, replayed on a device: every state is the same. Scenes whose boids move in turn are
# refused, and it says why.
# usage: verify_scenes.sh HAS_DEVICE VOLERY STEPS [SCENE...] (without: every built-in scene)
set -euo pipefail
has_device=$1
volery=$2
steps=$3
shift 3
"$has_device" || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
scenes=("$@")
if [ ${#scenes[@]} -eq 0 ]; then
    mapfile -t scenes < <("$volery" scenes | cut -d ' ' -f 1)
fi

# refused SCENE: a device does not compute it, and the sentence says what must change.
refused() {
    local status=0
    "$volery" verify "$folder/$1.vol" --device gpu --quiet 2>"$folder/error" || status=$?
    if [ $status -eq 0 ] || ! grep -q "boids that move in turn.* world.update must be together" "$folder/error"; then
        echo "$1: its boids move in turn, and a device ended with $status:"
        cat "$folder/error"
        return 1
    fi
    echo "ok      $1 is refused"
}

# same SCENE: the device gives the states of the recording.
same() {
    if ! "$volery" verify "$folder/$1.vol" --device gpu >"$folder/answer" 2>&1; then
        echo "$1: other bits on the device:"
        cat "$folder/answer"
        return 1
    fi
    echo "ok      $1, $steps steps"
}

failed=0
for scene in "${scenes[@]}"; do
    "$volery" run "$scene" --steps "$steps" --threads 1 --record "$folder/$scene.vol" --quiet
    if "$volery" scenes "$scene" | grep -q -E '^ *update: in_(random_)?turn'; then
        refused "$scene" || failed=1
    else
        same "$scene" || failed=1
    fi
    rm -f "$folder/$scene.vol"
done
exit $failed
