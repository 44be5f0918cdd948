#!/bin/bash
# tuning.sh [VOLERY]: makes the pictures of docs/tuning.md, docs/pictures/tuning/*.png, with the commands
# that stand there.
set -euo pipefail
cd "$(dirname "$0")/../.."
volery=$(realpath "${1:-build/release/app/volery}")
page=$PWD/docs/tuning.md
pictures=$PWD/docs/pictures/tuning

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir bin
ln -s "$volery" bin/volery
export PATH=$work/bin:$PATH

# Everything in the page's sh blocks, in order: files that are made with `cat`, and sweeps.
# shellcheck disable=SC2016 # the back quotes are those of the page
sed -n '/^```sh$/,/^```$/p' "$page" | grep -v '^```' >commands.sh
bash -euo pipefail commands.sh
mkdir -p "$pictures"
mv ./*.png "$pictures"
du -ch "$pictures"/*.png
