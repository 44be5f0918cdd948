#!/bin/bash
# Where a driver ends the process that looks for devices, volery info says so, and tests of devices are skipped.
# usage: ending.sh HAS_DEVICE VOLERY LIBRARY (the OpenCL that ends)
set -euo pipefail
export VOLERY_OPENCL=$3
status=0
"$1" 2>/dev/null || status=$?
if [ $status -ne 77 ]; then
    echo "has_device ended with $status, not with 77"
    exit 1
fi
"$2" info | grep -q "no others: a driver of OpenCL ends every process that looks for devices"
"$2" info --json | grep -q "a driver of OpenCL ends every process that looks for devices"
