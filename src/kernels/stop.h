/* Moving among hard obstacles: after move, the boids of a batch that came near one are walked around it, one by one.
 * Most batches are nowhere near, which their box tells. */
#ifndef VOLERY_KERNELS_STOP_H
#define VOLERY_KERNELS_STOP_H

#include "kernels/arrays.h"
#include "kernels/one_boid.h"
#include "kernels/self.h"

/* Adds slots first to first + count - 1 of a state to the box. */
VOL_INLINE void widen_box(const int D, const vol_state *state, uint32_t first, uint32_t count, vol_box *box) {
    for (int c = 0; c < D; c++) {
        const real *p = (const real *)state->position[c] + first;
        real least = (real)box->low[c], most = (real)box->high[c];
        for (uint32_t i = 0; i < count; i++) { /* a NaN widens nothing */
            least = p[i] < least ? p[i] : least;
            most = p[i] > most ? p[i] : most;
        }
        box->low[c] = (double)least;
        box->high[c] = (double)most;
    }
}

/* Where the boids were before this step. */
VOL_INLINE const vol_state *state_before(const vol_context *c) {
    return c->stage ? &c->stage->start : &c->own.now;
}

/* Is where boids go to the same memory as where they are? */
VOL_INLINE bool is_in_turn(const vol_context *c) {
    return c->next.position[0] == c->own.now.position[0];
}

/* Is anything hard near the ways of these boids? What, is `found`. */
VOL_INLINE bool meets_hard(const int D, const vol_context *c, const double start[8], uint32_t first, uint32_t count,
                           vol_near_box *found) {
    const vol_world_numbers *world = &c->around->world;
    vol_box box;
    double size = 0;
    for (int axis = 0; axis < 3; axis++) {
        box.low[axis] = axis >= D ? 0 : is_in_turn(c) ? start[axis] : (double)VOL_INFINITY;
        box.high[axis] = axis >= D ? 0 : is_in_turn(c) ? start[axis] : -(double)VOL_INFINITY;
    }
    widen_box(D, state_before(c), first, count, &box);
    widen_box(D, &c->next, first, count, &box);
    for (int axis = 0; axis < D; axis++) {
        double low = box.low[axis], high = box.high[axis], side = world->size[axis];
        double far = (-low > high ? -low : high) + c->farthest + world_extent(world, axis) + world->margin;
        size = far > size ? far : size;
        if (high - low > side / 2 || c->farthest > side / 2) {
            found->low[0] = (double)VOL_INFINITY;
            return true; /* perhaps a boid has gone over an edge: what is between is unknown */
        }
    }
    for (int axis = 0; axis < 3; axis++) { /* as far as a boid may slide, and more than it keeps from a surface */
        double more = axis < D ? c->farthest + size * 0x1p-16 : 0;
        found->low[axis] = box.low[axis] - more;
        found->high[axis] = box.high[axis] + more;
    }
    find_near(&c->around->obstacles, found->low, found->high, 1, &found->near);
    return found->near.count > 0;
}

VOL_INLINE void stop_group(const int D, const vol_context *c, const double start[8], uint32_t first, uint32_t count,
                           const vol_near_box *found) {
    const bool in_turn = is_in_turn(c);
    for (uint32_t i = first; i < first + count; i++) {
        double from[8], to[8];
        array_get(state_before(c), D, i, from);
        array_get(&c->next, D, i, to);
        vol_hard_stop(&c->around->world, &c->around->obstacles, found, in_turn ? start : from, to, to + 3);
        array_put(&c->next, D, i, to);
    }
    if (c->next.heading) {
        array_face(&c->next, first, first + count);
    }
}

VOL_INLINE void stop_batch(const int D, const vol_context *c, vol_batch *batch, vol_kernel move) {
    double start[8]; /* of the one boid that moves in turn; else all are still where they were in `now` */
    array_get(&c->own.now, D, batch->first, start);
    move(c, batch);
    vol_near_box found;
    if (!meets_hard(D, c, start, batch->first, batch->count, &found)) {
        return;
    }
    for (uint32_t g = 0; g < batch->groups; g++) {
        const vol_group *group = &batch->group[g];
        if (meets_hard(D, c, start, group->first, group->count, &found)) {
            stop_group(D, c, start, group->first, group->count, &found);
        }
    }
}

static void stop_2(const vol_context *c, vol_batch *batch, vol_kernel move) {
    stop_batch(2, c, batch, move);
}

static void stop_3(const vol_context *c, vol_batch *batch, vol_kernel move) {
    stop_batch(3, c, batch, move);
}

#endif
