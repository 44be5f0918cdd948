#!/bin/bash
# The models, kernels and exact maths compile as OpenCL C 1.2 with lanes of width one, in both precisions.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

if [ ! -d tests/opencl ]; then
    exit 0
fi
mapfile -t files < <(project_files 'tests/opencl/*.cl')
# A device compiler defines __OPENCL_VERSION__; clang alone does not.
failed=0
for file in "${files[@]}"; do
    for double in 0 1; do
        if ! clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -target spir64 -D__OPENCL_VERSION__=120 -Isrc \
            -DVOL_DOUBLE=$double -Wall -Wextra -Werror -emit-llvm -c -o /dev/null "$file"; then
            echo "$file:1: does not compile as OpenCL C 1.2 with VOL_DOUBLE=$double"
            failed=1
        fi
    done
done
exit $failed
