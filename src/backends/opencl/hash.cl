/* The hash of a flock as OpenCL C. Compiled in the state's precision with
 *   VOL_DOUBLE      1: the state is in doubles; 0: it is single
 *   VOL_D           2 or 3 dimensions
 *   VOL_HASH_GROUP  work items in a work group, a power of two; 64 unless given
 */
#include "kernels/state_hash.h"

#ifndef VOL_HASH_GROUP
#define VOL_HASH_GROUP 64
#endif

#if VOL_DOUBLE
typedef double4 state4;
#else
typedef float4 state4;
#endif

/* The sum over boids in slots begin to end - 1, which any number of work groups share: each writes its part to `sums`.
 * Where the flock's boids and ids begin in `state` and `ids` is said by `a`, `b` and `slot`, as in spawn.cl. */
__kernel __attribute__((reqd_work_group_size(VOL_HASH_GROUP, 1, 1))) void
hash(uint flock, __global const state4 *state, ulong a, ulong b, __global const uint *ids, ulong slot, uint begin,
     uint end, __global ulong *sums) {
    __local ulong part[VOL_HASH_GROUP];
    const uint me = (uint)get_local_id(0);
    ulong sum = 0;
    for (ulong at = begin + get_global_id(0); at < end; at += get_global_size(0)) {
        const state4 p = state[a + at];
        ulong boid = state_hash_begin(flock, ids[slot + at]);
        if (VOL_D == 3) {
            const state4 v = state[b + at];
            boid = state_hash_axis(boid, p.x, v.x);
            boid = state_hash_axis(boid, p.y, v.y);
            boid = state_hash_axis(boid, p.z, v.z);
        } else {
            boid = state_hash_axis(boid, p.x, p.z);
            boid = state_hash_axis(boid, p.y, p.w);
        }
        sum += boid;
    }
    part[me] = sum;
    for (uint apart = VOL_HASH_GROUP / 2; apart > 0; apart /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < apart) {
            part[me] += part[me + apart];
        }
    }
    if (me == 0) {
        sums[get_group_id(0)] = part[0];
    }
}
