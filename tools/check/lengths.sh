#!/bin/bash
# Functions fit on a screen, files are short (lengths.py has the limits, lengths.allow the exceptions).
set -euo pipefail
source "$(dirname "$0")/lib.sh"

project_files '*.c' '*.h' '*.cpp' '*.cl' '*.py' '*.sh' | python3 tools/check/lengths.py tools/check/lengths.allow
