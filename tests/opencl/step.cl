/* The models, the hot loop, the move and the exact maths as OpenCL C, one boid a work item: what a GPU back end will
 * run. Compiled in CI for both precisions; a brute-force step of every model stands for the real thing. */
#include "kernels/advance.h"
#include "kernels/crowd.h"
#include "kernels/terms.h"

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

/* p and v hold x, y, z arrays of n numbers one after the other, turn the headings and then the speeds. */
#define STEP(name, D, variant)                                                                                      \
    __kernel void name##_##D##variant(__global const real *p, __global const real *v, __global const real *turn,   \
                                      __global real *p2, __global real *v2, __global real *turn2, uint n,          \
                                      __constant const vol_constants *given) {                                     \
        uint i = get_global_id(0);                                                                                  \
        vol_constants k = *given;                                                                                   \
        vol_crowd crowd = {p, p + n, p + 2 * n, v, v + n, v + 2 * n, turn, turn + n};                              \
        vself me;                                                                                                   \
        me.p = vec_set(p[i], p[n + i], D == 3 ? p[2 * n + i] : REAL(0));                                            \
        me.v = vec_set(v[i], v[n + i], D == 3 ? v[2 * n + i] : REAL(0));                                            \
        me.heading = turn[i];                                                                                       \
        me.speed = turn[n + i];                                                                                     \
        me.id[0] = i;                                                                                               \
        name##_sums sums = name##_begin(D, variant, &k, &me);                                                       \
        name##_look(D, variant, 1, k.images, &k, &me, &crowd, i, 0, n, REAL(0), REAL(0), REAL(0), &sums);                     \
        vwish wish = name##_decide(D, variant, &k, &me, &sums);                                                     \
        advance(D, name##_limit, name##_heading, &k, &wish, &me);                                                   \
        p2[i] = me.p.x, p2[n + i] = me.p.y, p2[2 * n + i] = me.p.z;                                                 \
        v2[i] = me.v.x, v2[n + i] = me.v.y, v2[2 * n + i] = me.v.z;                                                 \
        turn2[i] = me.heading, turn2[n + i] = me.speed;                                                             \
    }

STEP(nudge, 2, 0)
STEP(nudge, 3, 1)
STEP(capped, 2, 0)
STEP(capped, 3, 1)
STEP(blend, 2, 0)
STEP(blend, 3, 1)
STEP(sighted, 2, 0)
STEP(sighted, 2, 1)
STEP(steering, 2, 0)
STEP(steering, 3, 1)
STEP(custom, 2, 0)
STEP(custom, 3, 1)

/* Random numbers as a model's noise draws them. */
__kernel void noise(__global float *out, ulong seed, ulong step) {
    uint i = get_global_id(0);
    out[i] = vol_uniform24(vol_random_at(seed, 0, i, step, VOL_RANDOM_NOISE), 0);
}
