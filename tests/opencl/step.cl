/* A step of every model as OpenCL C, one boid a work item and brute force: what a GPU back end will run. test_opencl.c
 * runs it and compares with the CPU. */
#include "kernels/advance.h"
#include "kernels/crowd.h"

#include "models/blend.h"
#include "models/capped.h"
#include "models/custom.h"
#include "models/nudge.h"
#include "models/sighted.h"
#include "models/steering.h"

#define VOL_MODEL_NAME nudge
#include "kernels/look.h"
#undef VOL_MODEL_NAME
#define VOL_MODEL_NAME capped
#include "kernels/look.h"
#undef VOL_MODEL_NAME
#define VOL_MODEL_NAME blend
#include "kernels/look.h"
#undef VOL_MODEL_NAME
#define VOL_MODEL_NAME sighted
#include "kernels/look.h"
#undef VOL_MODEL_NAME
#define VOL_MODEL_NAME steering
#include "kernels/look.h"
#undef VOL_MODEL_NAME
#define VOL_MODEL_NAME custom
#include "kernels/look.h"
#undef VOL_MODEL_NAME

/* State: arrays of n numbers each, one after the other: x, y, z of positions, of velocities, headings, speeds. */
VOL_INLINE vol_crowd crowd_at(__global const real *state, uint n) {
    vol_crowd crowd = {state,         state + n,     state + 2 * n, state + 3 * n,
                       state + 4 * n, state + 5 * n, state + 6 * n, state + 7 * n};
    return crowd;
}

VOL_INLINE vself self_at(const vol_crowd *crowd, uint i) {
    vself me;
    me.p = vec_set(crowd->x[i], crowd->y[i], crowd->z[i]);
    me.v = vec_set(crowd->vx[i], crowd->vy[i], crowd->vz[i]);
    me.heading = crowd->heading[i];
    me.speed = crowd->speed[i];
    me.a = me.left = me.right = vec_zero();
    me.id[0] = i;
    return me;
}

VOL_INLINE void self_put(__global real *state, uint n, uint i, const vself *me) {
    state[i] = me->p.x;
    state[n + i] = me->p.y;
    state[2 * n + i] = me->p.z;
    state[3 * n + i] = me->v.x;
    state[4 * n + i] = me->v.y;
    state[5 * n + i] = me->v.z;
    state[6 * n + i] = me->heading;
    state[7 * n + i] = me->speed;
}

#define STEP(name, D, variant)                                                                                    \
    __kernel void name##_##D##variant(__global const vol_constants *given, __global const real *now,             \
                                      __global real *next, uint n) {                                             \
        const uint i = get_global_id(0);                                                                          \
        const vol_constants k = *given;                                                                           \
        const vol_crowd crowd = crowd_at(now, n);                                                                 \
        vself me = self_at(&crowd, i);                                                                            \
        name##_sums sums = name##_begin(D, variant, &k, &me);                                                     \
        name##_look(D, variant, 1, k.images, &k, &me, &crowd, i, 0, n, REAL(0), REAL(0), REAL(0), &sums);        \
        vwish wish = name##_decide(D, variant, &k, &me, &sums);                                                   \
        advance(D, name##_limit, name##_heading, &k, &wish, &me);                                                 \
        self_put(next, n, i, &me);                                                                                \
    }

STEP(nudge, 2, 0)
STEP(nudge, 2, 1)
STEP(nudge, 3, 0)
STEP(nudge, 3, 1)
STEP(capped, 2, 0)
STEP(capped, 2, 1)
STEP(capped, 3, 0)
STEP(capped, 3, 1)
STEP(blend, 2, 0)
STEP(blend, 2, 1)
STEP(blend, 3, 0)
STEP(blend, 3, 1)
STEP(sighted, 2, 0)
STEP(sighted, 2, 1)
STEP(steering, 2, 0)
STEP(steering, 2, 1)
STEP(steering, 3, 0)
STEP(steering, 3, 1)
STEP(custom, 2, 0)
STEP(custom, 2, 1)
STEP(custom, 3, 0)
STEP(custom, 3, 1)

/* After hard obstacles: headings and speeds follow the velocities. */
__kernel void face(__global real *state, uint n) {
    const uint i = get_global_id(0);
    vvec v = vec_set(state[3 * n + i], state[4 * n + i], REAL(0));
    state[7 * n + i] = vec_length(2, v);
    if (v.x != REAL(0) || v.y != REAL(0)) {
        state[6 * n + i] = polar_degrees(v);
    }
}
