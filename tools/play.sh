#!/bin/bash
# Opens the window. Where there is no display the program makes a film and a picture of the default scene, in
# build/play.
set -euo pipefail
volery=${1:?path of the program}

if [ ! -x "$volery" ]; then
    echo "play: $volery was not built" >&2
    exit 1
fi
volery=$(realpath "$volery")
mkdir -p build/play
cd build/play
rm -f default.mp4 default.png
"$volery" play
for file in default.mp4 default.png; do
    if [ -f "$file" ]; then
        echo "see $PWD/$file"
    fi
done
