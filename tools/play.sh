#!/bin/bash
# Opens the window. Where there is no display, or no window in this build, a film and a picture of the default scene take
# its place, in build/play.
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
if "$volery" --help | grep -Eq '^ +play\b'; then
    "$volery" play
else
    echo "There is no window in this build: rendering ten seconds of film and a picture instead."
    "$volery" render default -o default.mp4 || echo "There will be no film."
    "$volery" render default -o default.png --steps 600
fi
for file in default.mp4 default.png; do
    if [ -f "$file" ]; then
        echo "see $PWD/$file"
    fi
done
