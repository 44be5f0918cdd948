#!/bin/bash
# Includes obey the order of the layers (layers.py has the table).
set -euo pipefail
source "$(dirname "$0")/lib.sh"

c_files | python3 tools/check/layers.py
