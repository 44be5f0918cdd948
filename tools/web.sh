#!/bin/bash
# Puts build/web together: the WebAssembly module, the scripts, the page. Static files, which
# any web server serves.
#   tools/web.sh [JOBS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=${1:-$(nproc 2>/dev/null || echo 2)}
out=build/web

# Debian's emscripten searches for what its own scripts need here.
if [ -z "${NODE_PATH:-}" ] && [ -d /usr/share/nodejs ]; then
    export NODE_PATH=/usr/share/nodejs
fi
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache
fi

mkdir -p build
log=build/web.log
if ! { cmake --preset web && cmake --build build/wasm -j "$jobs" --target volery_web; } >"$log" 2>&1; then
    grep -E -A 6 'error|Error' "$log" | head -n 40 >&2
    echo "web: the build failed: all of its output is in $log" >&2
    exit 1
fi
rm -rf "$out" # what has another name now is not to stay
mkdir -p "$out"
cp build/wasm/web/volery.wasm web/volery*.js web/volery.d.ts web/package.json LICENSE "$out/"
cp -R web/site/. "$out/"
python3 tools/strip.py "$out"
python3 tools/site.py docs "$out"

# zipped FOLDER: bytes of all files but pictures, each gzipped
zipped() {
    find "$1" -type f ! -name '*.png' ! -name '*.webp' ! -name '*.jpg' -exec sh -c 'gzip -9 -c "$1" | wc -c' sh {} \; |
        awk '{sum += $1} END {print sum}'
}
docs=$(zipped "$out/docs")
echo "$out: $((($(zipped "$out") - docs) / 1000)) kB gzipped without pictures, and $((docs / 1000)) kB of documentation"
