/* The hash of one boid's state, begun with who it is and continued axis by axis; that of a flock is the sum over its
 * boids. C and OpenCL C. */
#ifndef VOLERY_KERNELS_STATE_HASH_H
#define VOLERY_KERNELS_STATE_HASH_H

#include "core/hash.h"
#include "lanes/number.h"

VOL_INLINE vol_u64 state_hash_begin(vol_u32 flock, vol_u32 id) {
    return vol_mix(flock, id);
}

VOL_INLINE vol_u64 state_hash_axis(vol_u64 hash, real position, real velocity) {
    vol_number p, v;
    p.number = position;
    v.number = velocity;
    return vol_mix(vol_mix(hash, p.bits), v.bits);
}

#endif
