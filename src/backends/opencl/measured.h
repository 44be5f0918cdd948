/* Boids as the programs that measure them load them: see measure.cl. OpenCL C. */
#ifndef VOLERY_BACKENDS_OPENCL_MEASURED_H
#define VOLERY_BACKENDS_OPENCL_MEASURED_H

#include "kernels/blocks.h"

#if VOL_STATE_DOUBLE
typedef double4 state4;
#else
typedef float4 state4;
#endif

/* Boid `at` as a block of its own, or of none; returns 0 if it was left out or folded. `a` and `b` are where the first
 * and the second numbers of the flock's boids begin. */
VOL_INLINE int load_boid(__global const state4 *state, ulong a, ulong b, ulong at, const vol_space *space,
                         vol_block *block) {
    int even = 1;
    const state4 p = state[a + at];
    block->position[0][0] = p.x;
    block->position[1][0] = p.y;
#if VOL_D == 3
    const state4 v = state[b + at];
    block->position[2][0] = p.z;
    block->velocity[0][0] = v.x;
    block->velocity[1][0] = v.y;
    block->velocity[2][0] = v.z;
#else
    block->velocity[0][0] = p.z;
    block->velocity[1][0] = p.w;
#endif
    block->count = (uint)block_is_proper(block, VOL_D, 0);
    block->first = 0;
    for (int c = 0; c < VOL_D; c++) {
        const double number = block->position[c][0], folded = space_fold(space, c, number);
        even = even && folded == number;
        block->position[c][0] = block->low[c] = block->high[c] = folded;
    }
    return even && block->count > 0;
}

#endif
