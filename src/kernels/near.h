/* Between steps: who is nearest, and how many are near, for the boids of a group side by side. Comes after the index,
 * which made groups and runs; measure/search.c says what becomes of it.
 *
 * In the precision of the world, whose rounding is allowed for: a boid about which that leaves a doubt is looked at
 * again in doubles. So answers are those of doubles, whatever the lanes. */
#ifndef VOLERY_KERNELS_NEAR_H
#define VOLERY_KERNELS_NEAR_H

#include "kernels/meter_abi.h"
#include "lanes/lanes.h"

/* What is known of the others so far: of the nearest the square of its distance and its slot, as bits; the square of
 * the next; how many are within the radius for sure, or perhaps; and the slots of two that are. */
typedef struct near_seen {
    vreal least, slot, second, sure, perhaps, link[2];
} near_seen;

/* The boids of a group, and where they search. */
typedef struct near_view {
    const real *at[3];
    vreal own[3], sure, perhaps;
} near_view;

VOL_INLINE void near_meet(const int what, const int behind, const near_view *view, near_seen *seen, vreal square,
                          vreal slot) {
    const vmask inside = v_le(square, view->sure);
    if (what & VOL_NEAR_PARTNER) {
        seen->slot = v_if(v_lt(square, seen->least), slot, seen->slot);
        seen->second = v_min(v_max(square, seen->least), seen->second);
        seen->least = v_min(square, seen->least);
    }
    if (what & VOL_NEAR_NUMBER) {
        seen->sure = v_addif(seen->sure, inside, v_set(REAL(1)));
        seen->perhaps = v_addif(seen->perhaps, v_le(square, view->perhaps), v_set(REAL(1)));
    }
    if (what & VOL_NEAR_LINK) {
        seen->link[behind] = v_if(inside, slot, seen->link[behind]);
    }
}

/* The boid in slot j; `own`: it is one of the group's, whose first is in slot `first`, and not its own neighbour. */
VOL_INLINE void near_one(const int D, const int what, const int behind, const int own, const near_view *view,
                         uint32_t j, uint32_t first, near_seen *seen) {
    vol_number slot;
    slot.bits = j;
    vreal x = v_sub(v_set(view->at[0][j]), view->own[0]), y = v_sub(v_set(view->at[1][j]), view->own[1]);
    vreal square = v_add(v_mul(x, x), v_mul(y, y));
    if (D == 3) {
        vreal z = v_sub(v_set(view->at[2][j]), view->own[2]);
        square = v_add(square, v_mul(z, z));
    }
    if (own) {
        square = v_if(lane_of(j, first), v_set(VOL_INFINITY), square);
    }
    near_meet(what, behind, view, seen, square, v_set(slot.number));
}

/* Those before the group, or `behind` it: from the last to the first, so that the links are to early ones. */
VOL_INLINE void near_others(const int D, const int what, const int behind, const near_view *view, uint32_t begin,
                            uint32_t end, near_seen *seen) {
    for (uint32_t j = end; j > begin; j--) {
        near_one(D, what, behind, 0, view, j - 1, 0, seen);
    }
}

VOL_INLINE bool is_shifted(const double shift[3]) {
    return (shift[0] != 0) | (shift[1] != 0) | (shift[2] != 0);
}

/* Writes what was found down; true if one of `count` boids is in doubt. */
VOL_INLINE bool near_end(const int what, const vol_near_ask *ask, const vol_near_limits *limits, const near_seen *seen,
                         uint32_t count, vol_near_found *found) {
    vol_number slot[VOL_WIDTH], link[2][VOL_WIDTH];
    real sure[VOL_WIDTH], doubt[VOL_WIDTH], uncounted[VOL_WIDTH];
    const vreal most = v_add(v_mul(seen->least, v_set((real)(1 + limits->share))), v_set((real)limits->slip)),
                next = v_sub(v_mul(seen->second, v_set((real)(1 - limits->share))), v_set((real)limits->slip));
    const vmask known = m_and(v_lt(most, next), v_lt(most, v_set((real)ask->proven)));
    const vmask counted = v_eq(seen->sure, seen->perhaps);
    v_store(&slot->number, seen->slot);
    v_store(&link[0]->number, seen->link[0]);
    v_store(&link[1]->number, seen->link[1]);
    v_store(sure, seen->sure);
    v_store(doubt, v_if(known, v_set(REAL(0)), v_set(REAL(1))));
    v_store(uncounted, v_if(counted, v_set(REAL(0)), v_set(REAL(1))));
    int doubts = 0;
    for (uint32_t i = 0; i < VOL_WIDTH; i++) {
        const int asked =
            (what & VOL_NEAR_PARTNER ? doubt[i] > 0 : 0) | (what & VOL_NEAR_NUMBER ? uncounted[i] > 0 : 0);
        found->partner[i] = doubt[i] > 0 ? VOL_NONE : (uint32_t)slot[i].bits;
        found->number[i] = uncounted[i] > 0 ? VOL_NONE : (uint32_t)(int32_t)sure[i];
        found->link[0][i] = (uint32_t)link[0][i].bits;
        found->link[1][i] = (uint32_t)link[1][i].bits;
        doubts |= asked & (i < count);
    }
    return doubts != 0;
}

/* Where the group's boids are, seen through a shift. */
VOL_INLINE void near_stand(const int D, near_view *view, uint32_t first, const double *shift) {
    for (int c = 0; c < D; c++) {
        const vreal at = v_load(view->at[c] + first);
        view->own[c] = shift ? v_sub(at, v_set((real)shift[c])) : at;
    }
}

VOL_INLINE bool near_body(const int D, const int what, const vol_near_ask *ask, const vol_group *group,
                          const vol_run *run, vol_near_found *found) {
    const uint32_t first = group->first, last = group->first + group->count;
    const vol_near_limits *limits = &ask->plain;
    const vreal zero = v_set(REAL(0)), far = v_set(VOL_INFINITY);
    vol_number none;
    none.bits = VOL_NONE;
    const vreal nobody = v_set(none.number);
    near_seen seen = {far, nobody, far, zero, zero, {nobody, nobody}};
    near_view view;
    for (uint32_t r = group->runs_begin; r < group->runs_end; r++) {
        limits = is_shifted(run[r].shift) ? &ask->shifted : limits;
    }
    view.sure = v_set((real)limits->sure);
    view.perhaps = v_set((real)limits->perhaps);
    for (int c = 0; c < D; c++) {
        view.at[c] = ask->at.position[c];
    }
    near_stand(D, &view, first, NULL);
    for (uint32_t j = last; j > first; j--) {
        near_one(D, what, 0, 1, &view, j - 1, first, &seen);
    }
    for (uint32_t r = group->runs_end; r-- > group->runs_begin;) {
        const uint32_t begin = run[r].begin, end = run[r].end;
        if (limits != &ask->plain && is_shifted(run[r].shift)) { /* the group's own may be seen over an edge, too */
            near_stand(D, &view, first, run[r].shift);
            near_others(D, what, 1, &view, begin, end, &seen);
            near_stand(D, &view, first, NULL);
            continue;
        }
        near_others(D, what, 1, &view, begin > last ? begin : last, end, &seen);
        near_others(D, what, 0, &view, begin, end < first ? end : first, &seen);
    }
    return near_end(what, ask, limits, &seen, group->count, found);
}

VOL_INLINE bool near_any(const int D, const vol_near_ask *ask, const vol_group *group, const vol_run *run,
                         vol_near_found *found) {
    switch (ask->what) {
    case VOL_NEAR_PARTNER: return near_body(D, VOL_NEAR_PARTNER, ask, group, run, found);
    case VOL_NEAR_NUMBER: return near_body(D, VOL_NEAR_NUMBER, ask, group, run, found);
    case VOL_NEAR_PARTNER | VOL_NEAR_NUMBER:
        return near_body(D, VOL_NEAR_PARTNER | VOL_NEAR_NUMBER, ask, group, run, found);
    case VOL_NEAR_LINK: return near_body(D, VOL_NEAR_LINK, ask, group, run, found);
    case VOL_NEAR_NUMBER | VOL_NEAR_LINK: return near_body(D, VOL_NEAR_NUMBER | VOL_NEAR_LINK, ask, group, run, found);
    case VOL_NEAR_PARTNER | VOL_NEAR_LINK:
        return near_body(D, VOL_NEAR_PARTNER | VOL_NEAR_LINK, ask, group, run, found);
    default: return near_body(D, VOL_NEAR_PARTNER | VOL_NEAR_NUMBER | VOL_NEAR_LINK, ask, group, run, found);
    }
}

static bool group_near(const vol_near_ask *ask, const vol_group *group, const vol_run *run, vol_near_found *found) {
    return ask->dimensions == 3 ? near_any(3, ask, group, run, found) : near_any(2, ask, group, run, found);
}

static void boid_ways(const vol_state *at, int dimensions, uint32_t first, uint32_t count, const uint32_t *partner,
                      double way[3][VOL_BLOCK_ROOM]) {
    for (int c = 0; c < dimensions; c++) {
        const real *place = at->position[c], *own = place + first;
        double *to = way[c];
        for (uint32_t k = 0; k < count; k++) {
            to[k] = (double)place[partner[k]] - (double)own[k];
        }
    }
}

#endif
