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

/* What is asked about the others. */
enum { NEAR_LEAST, NEAR_PARTNER, NEAR_NUMBER };

/* What was found out about them: of the nearest the square of its distance and its slot, and whether another is as
 * near; how many are no farther than `within`. */
typedef struct near_found {
    vreal least, slot, number, within;
    vmask tied;
} near_found;

VOL_INLINE void near_meet(const int what, near_found *found, vreal square, uint32_t j) {
    if (what == NEAR_NUMBER) {
        found->number = v_addif(found->number, v_le(square, found->within), v_set(REAL(1)));
        return;
    }
    if (what == NEAR_PARTNER) {
        vmask nearer = v_lt(square, found->least);
        found->slot = v_if(nearer, v_set((real)(int)j), found->slot);
        found->tied = m_or(m_and(found->tied, m_not(nearer)), v_eq(square, found->least));
    }
    found->least = v_min(square, found->least);
}

VOL_INLINE void near_others(const int D, const int what, const bool straight, const near_view *view, uint32_t begin,
                            uint32_t end, near_found *found) {
    for (uint32_t j = begin; j < end; j++) {
        near_meet(what, found, near_square(D, straight, view, j), j);
    }
}

/* Those of the group itself: a boid is not its own neighbour. */
VOL_INLINE void near_own(const int D, const int what, const bool straight, const near_view *view,
                         const vol_group *group, near_found *found) {
    for (uint32_t i = 0; i < group->count; i++) {
        vmask self = v_eq(v_iota(), v_set((real)(int)i));
        vreal square = near_square(D, straight, view, group->first + i);
        near_meet(what, found, v_if(self, v_set(VOL_INFINITY), square), group->first + i);
    }
}

VOL_INLINE near_found near_body(const int D, const int what, const bool straight, const vol_state *state,
                                const double *period, const vol_group *group, const vol_run *run, real within) {
    near_view view;
    near_found found = {v_set(VOL_INFINITY), v_set(REAL(0)), v_set(REAL(0)), v_set(within), m_first(0)};
    for (int c = 0; c < D; c++) {
        view.at[c] = state->position[c];
        view.own[c] = v_load(view.at[c] + group->first);
        view.period[c] = v_set(straight ? VOL_INFINITY : (real)period[c]);
    }
    const uint32_t first = group->first, last = group->first + group->count;
    near_own(D, what, straight, &view, group, &found);
    for (uint32_t r = group->runs_begin; r < group->runs_end; r++) {
        uint32_t begin = run[r].begin, end = run[r].end;
        const bool ahead = what == NEAR_NUMBER || straight; /* a boid that two runs hold is to count in one of them */
        for (int c = 0; c < D && what == NEAR_NUMBER && !straight; c++) {
            view.own[c] = v_sub(v_load(view.at[c] + first), v_set((real)run[r].shift[c]));
        }
        near_others(D, what, ahead, &view, begin, end < first ? end : first, &found);
        near_others(D, what, ahead, &view, begin > last ? begin : last, end, &found);
    }
    return found;
}

VOL_INLINE near_found near_all(const int what, const vol_state *state, int dimensions, const double *period,
                               const vol_group *group, const vol_run *run, real within) {
    if (dimensions == 3) {
        return period ? near_body(3, what, false, state, period, group, run, within)
                      : near_body(3, what, true, state, period, group, run, within);
    }
    return period ? near_body(2, what, false, state, period, group, run, within)
                  : near_body(2, what, true, state, period, group, run, within);
}

static void group_nearest(const vol_state *state, int dimensions, const double *period, const vol_group *group,
                          const vol_run *run, void *least) {
    near_found found = near_all(NEAR_LEAST, state, dimensions, period, group, run, 0);
    v_store_n((real *)least + group->first, v_sqrt(found.least), group->count);
}

#if VOL_DOUBLE
static void group_partner(const vol_state *state, int dimensions, const double *period, const vol_group *group,
                          const vol_run *run, double *least, uint32_t *partner) {
    near_found found = near_all(NEAR_PARTNER, state, dimensions, period, group, run, 0);
    double slot[VOL_WIDTH];
    v_store_n(least + group->first, v_sqrt(found.least), group->count);
    v_store(slot, v_if(found.tied, v_set(-1), found.slot));
    for (uint32_t i = 0; i < group->count; i++) {
        partner[group->first + i] = slot[i] < 0 ? VOL_NONE : (uint32_t)slot[i];
    }
}

static void group_number(const vol_state *state, int dimensions, const double *period, const vol_group *group,
                         const vol_run *run, double square, double *number) {
    near_found found = near_all(NEAR_NUMBER, state, dimensions, period, group, run, square);
    v_store_n(number, found.number, group->count);
}
#endif

#endif
