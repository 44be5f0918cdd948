/* Boids as OpenCL C reads them: see kernels/device_data.h. */
#ifndef VOLERY_KERNELS_DEVICE_BOIDS_H
#define VOLERY_KERNELS_DEVICE_BOIDS_H

#include "kernels/device_data.h"

typedef struct vol_state {
    VOL_GLOBAL real4 *a, *b; /* the first real4 of each boid, and the second where it has one */
} vol_state;

typedef struct vol_boids {
    vol_state now;
    VOL_GLOBAL const vol_u32 *id;    /* of each slot */
    VOL_GLOBAL const vol_u32 *order; /* slots in id order; only where a relation chooses at random */
    vol_u32 count;
    vol_u32 leader; /* its slot, or VOL_NO_LEADER */
    vol_u32 kind;   /* grid, tree or brute */
    VOL_SHARED const vol_device_flock *index;
    VOL_GLOBAL const vol_u32 *ends;
    VOL_GLOBAL const real4 *boxes;
} vol_boids;

VOL_INLINE vol_state device_state(VOL_GLOBAL real4 *state, VOL_SHARED const vol_device_flock *f) {
    vol_state s;
    s.a = state + f->state;
    s.b = s.a + f->capacity;
    return s;
}

#endif
