#!/bin/bash
# Functions fit on a screen, files and lines are short (lengths.py has the limits, lengths.allow the exceptions).
set -euo pipefail
source "$(dirname "$0")/lib.sh"

project_files '*.c' '*.h' '*.cpp' '*.cl' '*.def' '*.py' '*.sh' '*.md' |
    python3 tools/check/lengths.py tools/check/lengths.allow
