/* Picks the candidates of a group: one lane a candidate, unlike the hot loop, which has one lane a focal boid. Comes
 * between the index, whose runs are generous, and sense.
 *
 * Candidates too far from the box around the group are left out. Rounding cannot leave out a neighbour: subtracting,
 * squaring and adding never change order when they round, so the distance from the box is, as computed, at most that
 * from any boid in it. */
#ifndef VOLERY_KERNELS_PICK_H
#define VOLERY_KERNELS_PICK_H

#include "kernels/batch.h"

/* The box around a group along one axis. A NaN is in no box. */
typedef struct vol_span {
    vreal low, high;
} vol_span;

VOL_INLINE vol_span span_of(const void *array, const vol_group *group) {
    vreal at = load_at(array, group->first);
    vmask live = m_and(m_first(group->count), v_eq(at, at));
    real low = v_least(v_if(live, at, v_set(VOL_INFINITY)));
    real high = v_most(v_if(live, at, v_set(-VOL_INFINITY)));
    return (vol_span){v_set(low), v_set(high)};
}

/* The square of the distance from the span. */
VOL_INLINE vreal span_away(const vol_span *span, vreal at) {
    vreal away = v_max(v_sub(span->low, at), v_max(v_sub(at, span->high), v_set(REAL(0))));
    return v_mul(away, away);
}

/* What the candidates are measured by. */
typedef struct vol_yardstick {
    vol_span x, y, z;
    vreal reach, push;
} vol_yardstick;

VOL_INLINE vol_yardstick yardstick_of(const int D, const vol_context *c, const vol_group *group) {
    const vol_constants *k = c->constants;
    void *const *position = c->own.now.position;
    return (vol_yardstick){span_of(position[0], group), span_of(position[1], group), span_of(position[D - 1], group),
                           v_set(k->reach_d2), v_set(k->separation_d2)};
}

/* Lists the near ones of VOL_WIDTH candidates from slot j on; those from `end` on are left out. */
VOL_INLINE void pick_few(const int D, const vol_state *now, const vol_yardstick *by, uint32_t j, uint32_t end,
                         vol_picked *picked, uint32_t *count, uint32_t *near) {
    uint32_t left = end > j ? end - j : 0;
    vmask live = m_first(left < VOL_WIDTH ? left : VOL_WIDTH);
    j = left > 0 ? j : end; /* nothing behind the arrays is read */
    vreal d2 = span_away(&by->x, load_at(now->position[0], j));
    d2 = v_add(d2, span_away(&by->y, load_at(now->position[1], j)));
    d2 = D == 3 ? v_add(d2, span_away(&by->z, load_at(now->position[2], j))) : d2;
    *count += m_list(picked->slot + *count, m_and(live, v_lt(d2, by->reach)), j);
    *near += m_list(picked->near + *near, m_and(live, v_lt(d2, by->push)), j);
}

/* Three times VOL_WIDTH candidates at once: most runs have no more, and a loop of one round is predicted well. */
enum { VOL_PICK_AT_ONCE = 3 * VOL_WIDTH };

VOL_INLINE bool pick_body(const int D, const vol_context *c, const vol_group *group, vol_pick_place *place,
                          vol_batch *batch) {
    const vol_run *runs = batch->run;
    const vol_state now = c->own.now;
    vol_picked *picked = &batch->picked;
    if (place->run == group->runs_end) {
        return false;
    }
    const vol_yardstick by = yardstick_of(D, c, group);
    uint32_t count = 0, near = 0; /* not in *picked, where every number of a list might overwrite them */
    for (; place->run < group->runs_end; place->run++, place->slot = 0) {
        const vol_run *run = &runs[place->run];
        for (uint32_t j = run->begin + place->slot; j < run->end; j += VOL_PICK_AT_ONCE) {
            if (count > VOL_PICKED_MOST - VOL_PICK_AT_ONCE) {
                place->slot = j - run->begin;
                goto full;
            }
            pick_few(D, &now, &by, j, run->end, picked, &count, &near);
            pick_few(D, &now, &by, j + VOL_WIDTH, run->end, picked, &count, &near);
            pick_few(D, &now, &by, j + 2 * VOL_WIDTH, run->end, picked, &count, &near);
        }
    }
full:
    picked->count = count;
    picked->near_count = near;
    return true;
}

VOL_INLINE vol_arrays copied_arrays(const vol_copied *copied) {
    const real *number[8];
    for (int a = 0; a < 8; a++) {
        number[a] = (const void *)copied->number[a];
    }
    return (vol_arrays){number[0], number[1], number[2], number[3], number[4], number[5], number[6], number[7]};
}

/* The same for copies of candidates: all of them, for which there is room. */
VOL_INLINE void pick_copied_body(const int D, const vol_context *c, const vol_group *group, vol_batch *batch) {
    const vol_copied *copied = &batch->copied;
    const vol_yardstick by = yardstick_of(D, c, group);
    const vol_arrays at = copied_arrays(copied);
    const vol_state there = {.position = {(void *)(uintptr_t)at.x, (void *)(uintptr_t)at.y, (void *)(uintptr_t)at.z}};
    uint32_t count = 0, near = 0;
    for (uint32_t j = 0; j < copied->count; j += VOL_WIDTH) {
        pick_few(D, &there, &by, j, copied->count, &batch->picked, &count, &near);
    }
    batch->picked.count = count;
    batch->picked.near_count = near;
}

static void pick_copied(const vol_context *c, int dimensions, const vol_group *group, vol_batch *batch) {
    if (dimensions == 3) {
        pick_copied_body(3, c, group, batch);
    } else {
        pick_copied_body(2, c, group, batch);
    }
}

#endif
