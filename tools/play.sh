#!/bin/bash
# Opens the window; until the program has one, runs the default scene without it and says so.
set -euo pipefail
volery=${1:?path of the program}

if [ ! -x "$volery" ]; then
    echo "play: $volery was not built" >&2
    exit 1
fi
if "$volery" --help | grep -Eq '^ +play\b'; then
    exec "$volery" play
fi
echo "There is no window yet: running 600 steps of the default scene without one."
exec "$volery" run default --steps 600
