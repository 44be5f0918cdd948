#!/bin/bash
# Runs the benchmark of the program.
set -euo pipefail
volery=${1:?path of the program}

if [ ! -x "$volery" ] || ! "$volery" --help | grep -Eq '^ +bench\b'; then
    echo "bench: the program has no command 'bench' yet, so nothing was measured" >&2
    exit 1
fi
exec "$volery" bench
