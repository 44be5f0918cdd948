/* Spawn as OpenCL C, one work item a boid: the boids of a new flock, and those that were edited in a world with images.
 * The maths is in doubles whatever the precision of the state, so a program of its own: compiled with
 *   VOL_DOUBLE        1
 *   VOL_STATE_DOUBLE  1: the state is in doubles; 0: it is single
 *   VOL_D             2 or 3 dimensions
 *   VOL_HEADING       1: boids carry a heading and a speed of their own (2D)
 *
 * Arguments that all kernels share: `state` has the boids of all flocks, each one real4 in 2D, (x, y, vx, vy), and two
 * in 3D, (x, y, z, 0) and (vx, vy, vz, 0); with headings a second one too, (heading, speed, 0, 0). The first ones of
 * the flock are from number `a` on, the second ones from number `b` on. Slots begin to end - 1 are worked on. */
#include "kernels/spawn.h"

#if VOL_STATE_DOUBLE
typedef double number;
typedef double4 state4;
#else
typedef float number;
typedef float4 state4;
#endif

/* Boids in the slots of their ids; those of the flock are from number `slot` on in `ids`. */
__kernel void spawn(__global const vol_spawn_numbers *numbers, __global state4 *state, ulong a, ulong b,
                    __global uint *ids, ulong slot, uint begin, uint end) {
    const ulong at = begin + get_global_id(0);
    if (at >= end) {
        return;
    }
    double values[SPAWN_VALUES];
    number n[SPAWN_VALUES];
    spawn_boid(numbers, (uint)at, values);
    for (int i = 0; i < SPAWN_VALUES; i++) {
        n[i] = (number)values[i];
    }
    if (VOL_D == 3) {
        state[a + at] = (state4)(n[0], n[1], n[2], 0);
        state[b + at] = (state4)(n[3], n[4], n[5], 0);
    } else {
        state[a + at] = (state4)(n[0], n[1], n[3], n[4]);
    }
    if (VOL_HEADING) {
        state[b + at] = (state4)(n[SPAWN_HEADING], n[SPAWN_SPEED], 0, 0);
    }
    ids[slot + at] = (uint)at;
}

/* Boids outside of the world come to the same place inside. */
__kernel void fold(__global const vol_world_numbers *world, __global state4 *state, ulong a, uint begin, uint end) {
    const ulong at = begin + get_global_id(0);
    if (at >= end) {
        return;
    }
    state4 boid = state[a + at];
    double p[3] = {boid.x, boid.y, VOL_D == 3 ? boid.z : 0};
    if (fold_boid(world, p)) {
        boid.x = (number)p[0];
        boid.y = (number)p[1];
        if (VOL_D == 3) {
            boid.z = (number)p[2];
        }
        state[a + at] = boid;
    }
}
