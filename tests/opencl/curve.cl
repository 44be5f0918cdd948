/* The Hilbert curve as OpenCL C: where on it cells are, one work item each. */
#define VOL_HILBERT_BLOCK 1
#include "core/hilbert.h"

/* `cell` has the cells along the first axis, then along the others; `bits` how many bits each has. */
#define CURVE(D)                                                                                                       \
    __kernel void curve_##D(__global const uint *cell, __global const int *bits, __global ulong *key, uint count) {    \
        const uint i = get_global_id(0);                                                                               \
        uint at[3][1] = {{cell[i]}, {cell[count + i]}, {cell[2 * count + i]}};                                         \
        ulong keys[1];                                                                                                 \
        vol_hilbert_keys(D, at, *bits, keys);                                                                          \
        key[i] = keys[0];                                                                                              \
    }
CURVE(2)
CURVE(3)
