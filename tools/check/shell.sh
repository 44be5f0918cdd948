#!/bin/bash
# Our scripts pass shellcheck.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

mapfile -t files < <(project_files '*.sh' '.ci/run')
shellcheck --external-sources --source-path=SCRIPTDIR "${files[@]}"
