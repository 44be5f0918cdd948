#!/bin/bash
# The tests that take long (label `long`), optimised.
set -uo pipefail
source "$(dirname "$0")/lib.sh"
jobs=${1:-$jobs}

tools/deps.sh test || exit 1
begin "long tests"
if build long gcc; then
    run_tests long
fi
finish
