#!/bin/bash
# scene_host.sh HOST VOLERY: a host of volery/scene.h alone gets what the program gets, and the same messages.
set -euo pipefail
host=$1
volery=$2

same() {
    local scene=$1 key=$2 value=$3
    local there
    there=$("$volery" run "$scene" --set "$key=$value" --steps 10 --threads 1 --json |
        sed 's/.*"hash": "\([0-9a-f]*\)".*/\1/')
    local here
    here=$("$host" "$scene" "$key" "$value")
    if [ "$here" != "$there" ]; then
        echo "$scene with $key=$value: the host has '$here', volery has '$there'"
        exit 1
    fi
}

same default birds.count 50
same ecosystem world.seed 7
same goals world.seed 3

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf 'flocks:\n  - name: birds\n    model: steering\n    cont: 3\n' >"$folder/wrong.yaml"
said=$("$host" "$folder/wrong.yaml" world.seed 1 || true)
if [[ $said != "$folder/wrong.yaml:4:5: "*"did you mean 'count'"* ]]; then
    echo "the host says of a mistyped key: $said"
    exit 1
fi
