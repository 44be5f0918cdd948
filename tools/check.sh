#!/bin/bash
# The static checks alone: see tools/check/ for what each looks at.
set -uo pipefail
source "$(dirname "$0")/lib.sh"

static_checks
finish
