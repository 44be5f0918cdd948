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
    vreal sx, sy, sz; /* shift of the candidates */
    vreal reach, push;
} vol_yardstick;

/* Lists the near ones of VOL_WIDTH candidates from slot j on; those from `end` on are left out. */
VOL_INLINE void pick_few(const int D, const vol_state *now, const vol_yardstick *by, uint32_t j, uint32_t end,
                         vol_picked *picked, uint32_t *count, uint32_t *near) {
    uint32_t left = end > j ? end - j : 0;
    vmask live = m_first(left < VOL_WIDTH ? left : VOL_WIDTH);
    j = left > 0 ? j : end; /* nothing behind the arrays is read */
    vreal d2 = span_away(&by->x, v_add(load_at(now->position[0], j), by->sx));
    d2 = v_add(d2, span_away(&by->y, v_add(load_at(now->position[1], j), by->sy)));
    d2 = D == 3 ? v_add(d2, span_away(&by->z, v_add(load_at(now->position[2], j), by->sz))) : d2;
    *count += m_list(picked->slot + *count, m_and(live, v_lt(d2, by->reach)), j);
    *near += m_list(picked->near + *near, m_and(live, v_lt(d2, by->push)), j);
}

/* Three times VOL_WIDTH candidates at once: most runs have no more, and a loop of one round is predicted well. */
enum { VOL_PICK_AT_ONCE = 3 * VOL_WIDTH };

VOL_INLINE bool pick_body(const int D, const vol_context *c, const vol_group *group, vol_pick_place *place,
                          vol_batch *batch) {
    const vol_constants *k = c->constants;
    const vol_run *runs = batch->run;
    const vol_state now = c->own.now;
    vol_picked *picked = &batch->picked;
    if (place->run == group->runs_end) {
        return false;
    }
    const double *shift = runs[place->run].shift;
    const vol_yardstick by = {span_of(now.position[0], group),
                              span_of(now.position[1], group),
                              span_of(now.position[D - 1], group),
                              v_set((real)shift[0]),
                              v_set((real)shift[1]),
                              v_set((real)shift[2]),
                              v_set(k->reach_d2),
                              v_set(k->separation_d2)};
    uint32_t count = 0, near = 0; /* not in *picked, where every number of a list might overwrite them */
    memcpy(picked->shift, shift, sizeof picked->shift);
    for (; place->run < group->runs_end; place->run++, place->slot = 0) {
        const vol_run *run = &runs[place->run];
        if ((run->shift[0] != shift[0]) | (run->shift[1] != shift[1]) | (run->shift[2] != shift[2])) {
            break;
        }
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

static bool group_pick(const vol_context *c, int dimensions, const vol_group *group, vol_pick_place *place,
                       vol_batch *batch) {
    return dimensions == 3 ? pick_body(3, c, group, place, batch) : pick_body(2, c, group, place, batch);
}

#endif
