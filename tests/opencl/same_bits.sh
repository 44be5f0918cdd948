#!/bin/bash
# The cases of the table of hashes on a device: the bits of the processor, or a refusal that is on the list.
# usage: same_bits.sh HAS_DEVICE SAME_BITS [OPTION...] (those of same_bits)
set -euo pipefail
has_device=$1
same_bits=$2
shift 2
"$has_device" || exit 77
"$same_bits" --device gpu "$@" >/dev/null
