/* Between steps: how far the nearest other is, for the boids of a group side by side. Comes after the index, which made
 * groups and runs; measure/cells.c says what becomes of it. */
#ifndef VOLERY_KERNELS_NEAR_H
#define VOLERY_KERNELS_NEAR_H

#include "kernels/abi.h"
#include "lanes/lanes.h"

/* The boids of a group, and where they search. */
typedef struct near_view {
    const real *at[3];
    vreal own[3], period[3];
} near_view;

/* The squares of the distances of the boid in slot j; `straight`: no boid is nearer round the world. */
VOL_INLINE vreal near_square(const int D, const bool straight, const near_view *view, uint32_t j) {
    vreal square = v_set(REAL(0));
    for (int c = 0; c < D; c++) {
        vreal d = v_sub(v_set(view->at[c][j]), view->own[c]);
        if (!straight) {
            d = v_abs(d);
            d = v_min(v_sub(view->period[c], d), d);
        }
        square = v_add(square, v_mul(d, d));
    }
    return square;
}

VOL_INLINE vreal near_others(const int D, const bool straight, const near_view *view, uint32_t begin, uint32_t end,
                             vreal least) {
    for (uint32_t j = begin; j < end; j++) {
        least = v_min(near_square(D, straight, view, j), least);
    }
    return least;
}

/* Those of the group itself: a boid is not its own neighbour. */
VOL_INLINE vreal near_own(const int D, const bool straight, const near_view *view, const vol_group *group,
                          vreal least) {
    for (uint32_t i = 0; i < group->count; i++) {
        vmask self = v_eq(v_iota(), v_set((real)(int)i));
        least = v_if(self, least, v_min(near_square(D, straight, view, group->first + i), least));
    }
    return least;
}

VOL_INLINE void near_body(const int D, const bool straight, const vol_state *state, const double *period,
                          const vol_group *group, const vol_run *run, real *to) {
    near_view view;
    for (int c = 0; c < D; c++) {
        view.at[c] = state->position[c];
        view.own[c] = v_load(view.at[c] + group->first);
        view.period[c] = v_set(straight ? VOL_INFINITY : (real)period[c]);
    }
    const uint32_t first = group->first, last = group->first + group->count;
    vreal least = near_own(D, straight, &view, group, v_set(VOL_INFINITY));
    for (uint32_t r = group->runs_begin; r < group->runs_end; r++) {
        uint32_t begin = run[r].begin, end = run[r].end;
        least = near_others(D, straight, &view, begin, end < first ? end : first, least);
        least = near_others(D, straight, &view, begin > last ? begin : last, end, least);
    }
    v_store_n(to + first, v_sqrt(least), group->count);
}

static void group_nearest(const vol_state *state, int dimensions, const double *period, const vol_group *group,
                          const vol_run *run, void *least) {
    if (dimensions == 3) {
        if (period) {
            near_body(3, false, state, period, group, run, least);
        } else {
            near_body(3, true, state, period, group, run, least);
        }
    } else if (period) {
        near_body(2, false, state, period, group, run, least);
    } else {
        near_body(2, true, state, period, group, run, least);
    }
}

#endif
