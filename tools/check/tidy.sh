#!/bin/bash
# clang-tidy (.clang-tidy says which checks) finds nothing in the library, the program and the examples.
# The kernels and lanes are left out: they are generated many times over from intrinsics that it does not understand.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

database=build/dev
if ! built=$(cmake --preset dev 2>&1 && cmake --build --preset dev --target volery_parts -j "$(nproc)" 2>&1); then
    echo "$built"
    echo "tidy: the program must build first, because the build writes a part of it"
    exit 1
fi
mapfile -t files < <(python3 - "$database/compile_commands.json" <<'PYTHON'
import json, os, sys
names = {os.path.relpath(entry["file"]) for entry in json.load(open(sys.argv[1]))}
wanted = ("src/", "mpi/", "sound/", "app/", "scene/", "common/", "examples/", "bench/")
print("\n".join(sorted(n for n in names if n.startswith(wanted) and not n.startswith("src/kernels/"))))
PYTHON
)
tidy() {
    printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy -p "$database" --quiet 2>&1
}

if ! output=$(tidy); then
    grep -Ev '^[0-9]+ warnings? ' <<<"$output"
    echo "tidy: each name in brackets is explained at https://clang.llvm.org/extra/clang-tidy/checks/list.html"
    exit 1
fi
