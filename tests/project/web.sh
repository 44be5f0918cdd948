#!/bin/bash
# The module for browsers and node, as `make web` puts it together.
#   web.sh build             build/web, and the table of hashes as a program for node
#   web.sh bits              that table is the committed one, with vectors and without; a fifth of it with three threads
#   web.sh module [PROGRAM]  the tests in web/test; with the program, what both must agree on
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
for needed in emcc node; do
    if ! command -v "$needed" >/dev/null; then
        echo "web: $needed is not there (tools/deps.sh web)"
        exit 77
    fi
done
case $1 in
build)
    tools/web.sh
    if [ -z "${NODE_PATH:-}" ] && [ -d /usr/share/nodejs ]; then
        export NODE_PATH=/usr/share/nodejs
    fi
    cmake --build build/wasm --target same_bits --target web_bits >build/web_bits.log 2>&1 || {
        tail -n 20 build/web_bits.log
        exit 1
    }
    ;;
bits)
    tests/same_bits/table.sh 1 node build/wasm/same_bits.js --alone
    tests/same_bits/table.sh 5 node web/test/bits.js build/wasm/web/web_bits.wasm
    ;;
module)
    if [ -n "${2:-}" ]; then
        export VOLERY_PROGRAM=$2
    fi
    node --test web/test/*.test.js
    ;;
esac
