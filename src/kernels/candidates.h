/* Candidates in the kernel's precision: their arrays, their nearest images, and whether they are in view. C and OpenCL
 * C. */
#ifndef VOLERY_KERNELS_CANDIDATES_H
#define VOLERY_KERNELS_CANDIDATES_H

#include "kernels/context.h"
#include "models/model.h"

/* The arrays of a run's boids; the place and the velocity of the boid in slot j, in every lane; one number of its
 * place; its heading and speed. */
#ifdef VOL_OPENCL
typedef vol_state vol_arrays;

VOL_INLINE vol_arrays arrays_of(const vol_boids *boids) {
    return boids->now;
}

VOL_INLINE vvec place_at(const int D, const vol_arrays *a, vol_u32 j) {
    const real4 boid = a->a[j];
    return vec_set(boid.x, boid.y, D == 3 ? boid.z : REAL(0));
}

VOL_INLINE vvec velocity_at(const int D, const vol_arrays *a, vol_u32 j) {
    const real4 boid = D == 3 ? a->b[j] : a->a[j];
    return D == 3 ? vec_set(boid.x, boid.y, boid.z) : vec_set(boid.z, boid.w, REAL(0));
}

VOL_INLINE real number_at(const vol_arrays *a, int axis, vol_u32 j) {
    const real4 boid = a->a[j];
    return axis == 0 ? boid.x : axis == 1 ? boid.y : boid.z;
}

VOL_INLINE real heading_at(const vol_arrays *a, vol_u32 j) {
    return a->b[j].x;
}

VOL_INLINE real speed_at(const vol_arrays *a, vol_u32 j) {
    return a->b[j].y;
}
#else
typedef struct vol_arrays {
    VOL_GLOBAL const real *x, *y, *z, *vx, *vy, *vz, *heading, *speed;
} vol_arrays;

VOL_INLINE vol_arrays arrays_of(const vol_boids *boids) {
    vol_arrays a;
    a.x = boids->now.position[0], a.y = boids->now.position[1], a.z = boids->now.position[2];
    a.vx = boids->now.velocity[0], a.vy = boids->now.velocity[1], a.vz = boids->now.velocity[2];
    a.heading = boids->now.heading, a.speed = boids->now.speed;
    return a;
}

VOL_INLINE vvec place_at(const int D, const vol_arrays *a, vol_u32 j) {
    return vec_set(v_set(a->x[j]), v_set(a->y[j]), v_set(D == 3 ? a->z[j] : REAL(0)));
}

VOL_INLINE vvec velocity_at(const int D, const vol_arrays *a, vol_u32 j) {
    return vec_set(v_set(a->vx[j]), v_set(a->vy[j]), v_set(D == 3 ? a->vz[j] : REAL(0)));
}

VOL_INLINE real number_at(const vol_arrays *a, int axis, vol_u32 j) {
    return (axis == 0 ? a->x : axis == 1 ? a->y : a->z)[j];
}

VOL_INLINE real heading_at(const vol_arrays *a, vol_u32 j) {
    return a->heading[j];
}

VOL_INLINE real speed_at(const vol_arrays *a, vol_u32 j) {
    return a->speed[j];
}
#endif

/* How a group senses: constants at every call. */
typedef struct vol_manner {
    int D, variant;
    int full;              /* tests view cones, and images if there are any */
    int images;            /* finds them pair by pair */
    int plain;             /* without a shift */
    int same;              /* as in vother */
    int push, match, pull; /* as in vother */
    int list;              /* as in vother */
#ifdef VOL_OPENCL
    int apart; /* as in vother */
#endif
} vol_manner;

/* The nearest image of coordinate b as seen from a, in a world that repeats after `size`. */
VOL_INLINE vreal nearest_image(vreal a, vreal b, real size) {
    vreal turns = v_floor(v_add(v_div(v_sub(a, b), v_set(size)), v_set(REAL(0.5))));
    return v_add(b, v_mul(turns, v_set(size)));
}

/* The same for two places in the world, without a division: k says at which differences a - b the answer changes. */
VOL_INLINE vreal nearest_image_within(vreal a, vreal b, real size, real low, real high) {
    vreal d = v_sub(a, b), side = v_set(size);
    return v_if(v_lt(d, v_set(low)), v_sub(b, side), v_if(v_le(v_set(high), d), v_add(b, side), b));
}

/* The image of p nearest to a, both in the world; as nearest_image, which adds 0 where there is no turn: that makes 0
 * of -0. */
VOL_INLINE vvec nearest_image_of(const int D, VOL_SHARED const vol_constants *k, vvec a, vvec p) {
    const vreal zero = v_set(REAL(0));
    p.x = v_add(nearest_image_within(a.x, p.x, k->size_x, k->image_low[0], k->image_high[0]), zero);
    p.y = v_add(nearest_image_within(a.y, p.y, k->size_y, k->image_low[1], k->image_high[1]), zero);
    if (D == 3) {
        p.z = v_add(nearest_image_within(a.z, p.z, k->size_z, k->image_low[2], k->image_high[2]), zero);
    }
    return p;
}

/* Is the candidate within view.distance and within half of view.angle to either side of the velocity? A boid at rest
 * sees all round, and every boid sees itself. */
VOL_INLINE vmask in_view(const int D, VOL_SHARED const vol_constants *k, const vself *me, const vother *o) {
    vreal d = v_sqrt(o->d2);
    vreal ahead = v_neg(vec_dot(D, me->v, o->away));
    vmask seen = v_le(v_mul(v_mul(v_set(k->view_cosine), vec_length(D, me->v)), d), ahead);
    if (k->view_angle >= REAL(360)) {
        seen = m_first(VOL_WIDTH); /* rounding must not hide what is straight behind */
    }
    return k->view_distance > REAL(0) ? m_and(seen, v_le(d, v_set(k->view_distance))) : seen;
}

#endif
