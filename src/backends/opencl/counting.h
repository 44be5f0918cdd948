/* Counting boids in cells, for the step that comes: by index.cl, or by step.cl where they have just moved. OpenCL C. */
#ifndef VOLERY_BACKENDS_OPENCL_COUNTING_H
#define VOLERY_BACKENDS_OPENCL_COUNTING_H

#include "kernels/context.h"

/* Where the link of a linked flock's first boid is: not where the places of other flocks are, which are sorted before
 * it. */
VOL_INLINE ulong links_at(VOL_SHARED const vol_device_flock *f) {
    return 2 * f->slot;
}

/* The boid in slot i is in cell c. Its rank is how many were counted there before it, its link which one was the last
 * of these. */
VOL_INLINE void count_boid(VOL_SHARED const vol_device_flock *f, uint i, uint c, uint which, __global uint *cell,
                           __global uint *ranks_or_links, __global uint *counts) {
    __global uint *count = counts + f->counts[which] + c;
    const uint rank = atomic_inc(count);
    if (f->cells_kept) {
        cell[f->slot + i] = c;
    }
    if (f->heads > 0) {
        ranks_or_links[links_at(f) + i] = atomic_xchg(count + f->heads, i + 1);
    } else {
        ranks_or_links[f->slot + i] = rank;
    }
}

#endif
