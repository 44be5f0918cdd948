#!/bin/bash
# What must hold before a change goes in, as far as it can be seen in five minutes on two cores, building included: one
# build, with every instruction set of this machine. What it leaves out is in `make check` (tools/check.sh).
set -uo pipefail
source "$(dirname "$0")/lib.sh"
jobs=${1:-$jobs}

if ! tools/deps.sh test; then
    fail "dependencies"
    finish
fi

begin "tests"
if build dev gcc; then
    run_tests dev
fi
left_out="left out, see 'make check': static checks, sanitizers, clang, much optimisation, emulated lanes, NEON,
embedding, fuzz corpora, random scenes, most of what is compared on a device; see 'make check-long': long runs, fuzzers"
finish
