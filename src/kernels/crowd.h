/* Whom a boid looks at, and what of it can be seen. C and OpenCL C. */
#ifndef VOLERY_KERNELS_CROWD_H
#define VOLERY_KERNELS_CROWD_H

#include "models/model.h"

/* The candidates: plain arrays, one number a boid. */
typedef struct vol_crowd {
    VOL_GLOBAL const real *x, *y, *z, *vx, *vy, *vz, *heading, *speed;
} vol_crowd;

/* How a group looks: constants at every call. */
typedef struct vol_manner {
    int D, variant;
    int full;       /* minds view cones, and images if there are any */
    int images;     /* finds them pair by pair */
    int plain;      /* without a shift; and vother's `same` holds */
    int push, rest; /* as in vother */
} vol_manner;

/* The nearest image of coordinate b as seen from a, in a world that repeats after `size`. */
VOL_INLINE vreal nearest_image(vreal a, vreal b, real size) {
    vreal turns = v_floor(v_add(v_div(v_sub(a, b), v_set(size)), v_set(REAL(0.5))));
    return v_add(b, v_mul(turns, v_set(size)));
}

/* The same for two who are both in the world, without a division: k says at which differences a - b the answer changes. */
VOL_INLINE vreal nearest_image_within(vreal a, vreal b, real size, real low, real high) {
    vreal d = v_sub(a, b), side = v_set(size);
    return v_if(v_lt(d, v_set(low)), v_sub(b, side), v_if(v_le(v_set(high), d), v_add(b, side), b));
}

/* Who is within view.distance and within half of view.angle to either side of the velocity; a boid at rest sees all
 * round, and everyone sees himself. */
VOL_INLINE vmask in_view(const int D, const vol_constants *k, const vself *me, const vother *o) {
    vreal d = v_sqrt(o->d2);
    vreal ahead = v_neg(vec_dot(D, me->v, o->away));
    vmask seen = v_le(v_mul(v_mul(v_set(k->view_cosine), vec_length(D, me->v)), d), ahead);
    if (k->view_angle >= REAL(360)) {
        seen = m_first(VOL_WIDTH); /* rounding must not blind anybody straight behind */
    }
    return k->view_distance > REAL(0) ? m_and(seen, v_le(d, v_set(k->view_distance))) : seen;
}

#endif
