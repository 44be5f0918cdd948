/* The nearest others of one boid, in OpenCL C: the list is as long as VOL_NEAREST says, and always sorted. What it
 * holds in the end is what kernels/nearest.h finds in C. */
#ifndef VOLERY_KERNELS_DEVICE_NEAREST_H
#define VOLERY_KERNELS_DEVICE_NEAREST_H

#include "kernels/candidates.h"

#if VOL_NEAREST > 0
typedef struct vol_device_nearest {
    real limit; /* boids from this squared distance on do not matter */
    vol_u32 count;
    real d2[VOL_NEAREST];
    vol_u32 flock[VOL_NEAREST], slot[VOL_NEAREST];
} vol_device_nearest;

VOL_INLINE void nearest_begin(real limit, vol_device_nearest *nearest) {
    nearest->limit = limit;
    nearest->count = 0;
}

VOL_INLINE const vol_boids *nearest_flock(const vol_context *c, vol_u32 flock) {
    return !VOL_JOINS || flock == c->flock ? &c->own : &c->around->flock[flock];
}

/* Of two equally near: has the one the lower flock, or in the same flock the lower id? */
VOL_INLINE int nearest_before(const vol_context *c, vol_u32 flock, vol_u32 slot, vol_u32 its_flock, vol_u32 its_slot) {
    const vol_boids *of = nearest_flock(c, flock);
    return flock != its_flock ? flock < its_flock : of->id[slot] < of->id[its_slot];
}

/* A boid that is there already, because its flock was named twice, is left out. */
VOL_INLINE void nearest_put(const vol_context *c, real d2, vol_u32 flock, vol_u32 slot, vol_device_nearest *nearest) {
    vol_u32 at = nearest->count;
    while (at > 0 && (d2 < nearest->d2[at - 1] ||
                      (d2 == nearest->d2[at - 1] &&
                       nearest_before(c, flock, slot, nearest->flock[at - 1], nearest->slot[at - 1])))) {
        at--;
    }
    const int twice = VOL_JOINS && at > 0 && nearest->flock[at - 1] == flock && nearest->slot[at - 1] == slot;
    if (at == VOL_NEAREST || twice) {
        return;
    }
    nearest->count += nearest->count < VOL_NEAREST;
    for (vol_u32 r = nearest->count - 1; r > at; r--) {
        nearest->d2[r] = nearest->d2[r - 1];
        nearest->flock[r] = nearest->flock[r - 1];
        nearest->slot[r] = nearest->slot[r - 1];
    }
    nearest->d2[at] = d2;
    nearest->flock[at] = flock;
    nearest->slot[at] = slot;
}

/* Is it full of what is surely nearer than all that the index left out? */
VOL_INLINE int nearest_is_full(const vol_context *c, const vol_device_nearest *nearest) {
    const double reach = c->own.index->reach;
    return nearest->count == VOL_NEAREST && nearest->d2[VOL_NEAREST - 1] < (real)(reach * reach * (1 - 0x1p-10));
}
#endif

#endif
