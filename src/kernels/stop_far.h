/* Which boids of a group are nowhere near anything hard? All of them against one obstacle at a time, in lanes: products
 * and sums, in the world's precision, with more to spare than that rounds. Comes after move; who is near is left to
 * kernels/hard.h. */
#ifndef VOLERY_KERNELS_STOP_FAR_H
#define VOLERY_KERNELS_STOP_FAR_H

#include "kernels/self.h"

/* More obstacles than this near a batch are looked up group by group. */
enum { VOL_FAR_MOST = 24 };

/* The core of an obstacle: a box, or the box around a polygon; a point; or a line. */
typedef struct vol_far_core {
    real center[3], half[3]; /* of a line its beginning, and 0 */
    real along[3];           /* from there to its end */
    real per_square;         /* 1 / the square of its length; 0: it is no line */
    real reach;              /* the radius, and more than rounding and what boids keep from a surface */
} vol_far_core;

typedef struct vol_far {
    vol_u32 count;
    real longest; /* way within which nothing but these can be met */
    real half_side[3];
    vol_far_core core[VOL_FAR_MOST];
} vol_far;

/* Nothing is known; filling it with zeros would take longer than most boids do. */
VOL_INLINE void empty_far(vol_far *far) {
    far->count = 0;
    far->longest = far->half_side[0] = far->half_side[1] = far->half_side[2] = REAL(0);
}

/* The numbers from `at` on, `count` of them; 0 in the other lanes, which may be another worker's by now. */
VOL_INLINE vreal load_some(const real *at, vol_u32 count) {
    real some[VOL_WIDTH] = {REAL(0)};
    if (count >= VOL_WIDTH) {
        return v_load(at);
    }
    for (vol_u32 i = 0; i < count; i++) {
        some[i] = at[i];
    }
    return v_load(some);
}

VOL_INLINE void fill_far_core(const vol_barrier *b, const double *points, double spare, vol_far_core *core) {
    const double *from = b->shape == VOL_CORE_SEGMENT ? points + 3 * (size_t)b->point_first : b->center;
    double square = 0, extent = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double along = b->shape == VOL_CORE_SEGMENT ? from[axis + 3] - from[axis] : 0;
        const double center = b->center[axis];
        core->center[axis] = (real)from[axis];
        core->half[axis] = b->shape == VOL_CORE_SEGMENT ? REAL(0) : (real)b->half_size[axis];
        core->along[axis] = (real)along;
        square += along * along;
        extent += (center < 0 ? -center : center) + b->half_size[axis];
    }
    core->per_square = square > 0 ? (real)(1 / square) : REAL(0);
    core->reach = (real)(b->radius + spare + (b->radius + extent) * 0x1p-16);
}

/* Gets ready for what is near the ways of some boids; `size`: as far from 0 as they or the world reach. False if it is
 * too much, or if there are images. */
VOL_INLINE int fill_far(const vol_context *c, const vol_near_box *found, double size, vol_far *far) {
    const vol_obstacle_cells *obstacles = &c->around->obstacles;
    const vol_world_numbers *world = &c->around->world;
    far->count = 0;
    far->longest = (real)(c->farthest + size * 0x1p-19);
    for (int axis = 0; axis < 3; axis++) {
        far->half_side[axis] = (real)(world->size[axis] / 2 * (1 - 0x1p-10));
    }
    if (world->images || found->near.all || found->near.count > VOL_FAR_MOST) {
        return 0;
    }
    far->count = found->near.count;
    for (vol_u32 i = 0; i < far->count; i++) {
        fill_far_core(&obstacles->barrier[found->near.which[i]], obstacles->points, size * 0x1p-15, &far->core[i]);
    }
    return 1;
}

/* The square of the distance from the core, or less. */
VOL_INLINE vreal far_square(const int D, const vol_far_core *core, vvec p) {
    const vreal zero = v_set(REAL(0)), one = v_set(REAL(1));
    vvec away = vec_sub(D, p, vec_set(v_set(core->center[0]), v_set(core->center[1]), v_set(core->center[2])));
    if (core->per_square > REAL(0)) {
        const vvec along = vec_set(v_set(core->along[0]), v_set(core->along[1]), v_set(core->along[2]));
        const vreal part = v_mul(vec_dot(D, away, along), v_set(core->per_square));
        away = vec_sub(D, away, vec_mul(D, along, v_min(v_max(part, zero), one)));
    } else {
        away.x = v_max(v_sub(v_abs(away.x), v_set(core->half[0])), zero);
        away.y = v_max(v_sub(v_abs(away.y), v_set(core->half[1])), zero);
        away.z = D == 3 ? v_max(v_sub(v_abs(away.z), v_set(core->half[2])), zero) : away.z;
    }
    return vec_dot(D, away, away);
}

/* Those who can meet nothing hard on their way; never one with a NaN, or who may have gone over an edge of the world:
 * the way and what the velocity comes to differ there. */
VOL_INLINE vmask are_clear(const int D, const vol_far *far, vvec from, vvec to, vvec v, real dt) {
    const vvec step = vec_sub(D, to, from), went = vec_mul(D, v, v_set(dt)), off = vec_sub(D, step, went);
    const vreal steps[3] = {step.x, step.y, step.z}, ways[3] = {went.x, went.y, went.z},
                offs[3] = {off.x, off.y, off.z};
    const vreal length = vec_length(D, step);
    vmask clear = v_le(length, v_set(far->longest));
    for (int axis = 0; axis < D; axis++) {
        const vreal most = v_max(v_max(v_abs(steps[axis]), v_abs(ways[axis])), v_abs(offs[axis]));
        clear = m_and(clear, v_le(most, v_set(far->half_side[axis])));
    }
    for (vol_u32 i = 0; i < far->count; i++) {
        const vreal reach = v_add(length, v_set(far->core[i].reach));
        clear = m_and(clear, v_le(v_mul(reach, reach), far_square(D, &far->core[i], from)));
    }
    return clear;
}

#endif
