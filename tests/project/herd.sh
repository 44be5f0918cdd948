#!/bin/bash
# The game, played through SDL without a screen by what a shepherd did in the bare rules: won, with the same score.
# usage: herd.sh SHEPHERD GAME
set -euo pipefail
shepherd=$1 game=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export SDL_VIDEODRIVER=dummy
if ! "$shepherd" >herd.script 2>expected; then
    echo "the shepherd never wins: $(<expected)"
    exit 1
fi
"$game" --script herd.script --frames 6000 --screenshot end.bmp >said
diff expected said
# 1280 by 720 points of four bytes, and a header
if [ "$(stat -c %s end.bmp)" -lt 3686400 ]; then
    echo "the screenshot is too small: $(stat -c %s end.bmp) bytes"
    exit 1
fi
