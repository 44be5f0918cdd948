/* Moving among hard obstacles: after move, the boids of a batch that came near one are walked around it, one by one.
 * Most batches are nowhere near, which their box tells. */
#ifndef VOLERY_KERNELS_STOP_H
#define VOLERY_KERNELS_STOP_H

#include "kernels/arrays.h"
#include "kernels/one_boid.h"
#include "kernels/stop_far.h"

/* So many groups in a row are looked at together; they share what is near them if that is no more than this. */
enum { VOL_BLOCK_GROUPS = 8, VOL_SHARED_MOST = 4 };

/* Adds slots first to first + count - 1 of a state to the box. */
VOL_INLINE void widen_box(const int D, const vol_state *state, uint32_t first, uint32_t count, vol_box *box) {
    for (int c = 0; c < D; c++) {
        const real *p = (const real *)state->position[c] + first;
        const vreal start_low = v_set((real)box->low[c]), start_high = v_set((real)box->high[c]);
        vreal least = start_low, most = start_high;
        for (uint32_t i = 0; i < count; i += VOL_WIDTH) { /* a NaN widens nothing: v_min(NaN, b) is b */
            const vmask live = m_first(count - i < VOL_WIDTH ? count - i : VOL_WIDTH);
            const vreal some = load_some(p + i, count - i);
            least = v_min(v_if(live, some, start_low), least);
            most = v_max(v_if(live, some, start_high), most);
        }
        box->low[c] = (double)v_least(least);
        box->high[c] = (double)v_most(most);
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

/* Is anything hard near the ways of these boids? What, is `found`; `reached` is more than they or the world reach from
 * 0, or 0 if one may have gone over an edge. */
VOL_INLINE bool meets_hard(const int D, const vol_context *c, const double start[8], uint32_t first, uint32_t count,
                           vol_near_box *found, double *reached) {
    const vol_world_numbers *world = &c->around->world;
    vol_box box;
    double size = 0;
    *reached = 0;
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
    *reached = size;
    find_near(&c->around->obstacles, found->low, found->high, 1, &found->near);
    return found->near.count > 0;
}

/* Those of a group who may meet something hard; returns how many. */
VOL_INLINE vol_u32 list_unclear(const int D, const vol_context *c, const double start[8], const vol_group *group,
                                const vol_far *far, vol_u32 *list) {
    const vol_state *next = &c->next, *before = state_before(c);
    const vreal zero = v_set(REAL(0));
    const uint32_t i = group->first, n = group->count;
    vreal from[3] = {zero, zero, zero}, to[3] = {zero, zero, zero}, v[3] = {zero, zero, zero};
    for (int axis = 0; axis < D; axis++) {
        from[axis] = is_in_turn(c) ? v_set((real)start[axis]) : load_some((const real *)before->position[axis] + i, n);
        to[axis] = load_some((const real *)next->position[axis] + i, n);
        v[axis] = load_some((const real *)next->velocity[axis] + i, n);
    }
    const vmask clear = are_clear(D, far, vec_set(from[0], from[1], from[2]), vec_set(to[0], to[1], to[2]),
                                  vec_set(v[0], v[1], v[2]), (real)c->around->world.dt);
    return m_list(list, m_and(m_first(n), m_not(clear)), i);
}

/* Walks boids of a group around what is near it. */
VOL_INLINE void stop_boids(const int D, const vol_context *c, const double start[8], const vol_group *group,
                           const vol_u32 *list, vol_u32 count, const vol_near_box *found, bool tested) {
    const bool in_turn = is_in_turn(c);
    for (vol_u32 n = 0; n < count; n++) {
        double from[8], to[8];
        array_get(state_before(c), D, list[n], from);
        array_get(&c->next, D, list[n], to);
        vol_hard_stop(&c->around->world, &c->around->obstacles, found, tested, in_turn ? start : from, to, to + 3);
        array_put(&c->next, D, list[n], to);
    }
    if (c->next.heading) {
        array_face(&c->next, group->first, group->first + group->count);
    }
}

/* Of a group, those who may meet what is near them. */
VOL_INLINE void stop_group(const int D, const vol_context *c, const double start[8], const vol_group *group) {
    vol_near_box found;
    vol_far far;
    vol_u32 list[2 * VOL_WIDTH], count = group->count;
    double size;
    if (!meets_hard(D, c, start, group->first, group->count, &found, &size)) {
        return;
    }
    empty_far(&far);
    const int tested = size > 0 && fill_far(c, &found, size, &far);
    if (tested) {
        count = list_unclear(D, c, start, group, &far, list);
    } else {
        for (vol_u32 i = 0; i < count; i++) {
            list[i] = group->first + i;
        }
    }
    if (count > 0) {
        stop_boids(D, c, start, group, list, count, &found, tested);
    }
}

/* The same of some groups in a row, which share what is near them if that is little. */
VOL_INLINE void stop_block(const int D, const vol_context *c, const double start[8], const vol_group *group,
                           vol_u32 groups) {
    const vol_group *last = &group[groups - 1];
    vol_near_box found;
    vol_far far;
    double size;
    if (!meets_hard(D, c, start, group->first, last->first + last->count - group->first, &found, &size)) {
        return;
    }
    empty_far(&far);
    const int tested = size > 0 && fill_far(c, &found, size, &far);
    for (vol_u32 g = 0; g < groups; g++) {
        vol_u32 list[2 * VOL_WIDTH];
        const vol_u32 count = tested ? list_unclear(D, c, start, &group[g], &far, list) : group[g].count;
        if (count > 0 && tested && found.near.count <= VOL_SHARED_MOST) {
            stop_boids(D, c, start, &group[g], list, count, &found, true);
        } else if (count > 0) {
            stop_group(D, c, start, &group[g]);
        }
    }
}

VOL_INLINE void stop_batch(const int D, const vol_context *c, vol_batch *batch, vol_kernel move) {
    double start[8], size; /* of the one boid that moves in turn; else all are still where they were in `now` */
    array_get(&c->own.now, D, batch->first, start);
    move(c, batch);
    vol_near_box found;
    if (!meets_hard(D, c, start, batch->first, batch->count, &found, &size)) {
        return;
    }
    for (uint32_t g = 0; g < batch->groups; g += VOL_BLOCK_GROUPS) {
        const vol_u32 rest = batch->groups - g;
        stop_block(D, c, start, &batch->group[g], rest < VOL_BLOCK_GROUPS ? rest : VOL_BLOCK_GROUPS);
    }
}

static void stop_2(const vol_context *c, vol_batch *batch, vol_kernel move) {
    stop_batch(2, c, batch, move);
}

static void stop_3(const vol_context *c, vol_batch *batch, vol_kernel move) {
    stop_batch(3, c, batch, move);
}

#endif
