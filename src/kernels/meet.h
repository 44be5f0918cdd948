/* Ways to meet other flocks that give the same bits with less work, on the processor: the few boids near a whole batch
 * are listed once for each relation, and hunters that are far from each other look for prey one by one, each testing
 * as many candidates at once as there are lanes. Comes between decide and move, within surround.h. */
#ifndef VOLERY_KERNELS_MEET_H
#define VOLERY_KERNELS_MEET_H

#include "kernels/relate.h"
#include "kernels/self.h"

/* A hunter alone is worth while where the box around a group is so many times as large as that of one of them. */
enum { VOL_APART_FROM = 2 };

/* --- Listed for a batch ------------------------------------------------------------------------------------------- */

/* The distance along an axis from p to low..high; round a world with images (size > 0) the shorter way. */
VOL_INLINE vreal away_from(vreal p, vreal low, vreal high, const int images, vreal size) {
    const vreal zero = v_set(REAL(0));
    vreal away = v_max(v_max(v_sub(low, p), v_sub(p, high)), zero);
    if (images) {
        vreal below = v_sub(p, size), above = v_add(p, size);
        away = v_min(away, v_max(v_max(v_sub(low, below), v_sub(below, high)), zero));
        away = v_min(away, v_max(v_max(v_sub(low, above), v_sub(above, high)), zero));
    }
    return away;
}

/* What the group meets of the listed boids: those near the box around it, in their order. What is left out adds exactly
 * nothing. */
VOL_INLINE void meet_listed(const int D, const int kind, const vol_context *c, const vself *me, vol_u32 count,
                            const vol_listed *list, real radius, vmet *met) {
    const vol_constants *k = c->constants;
    const int images = k->world_images;
    const vol_box box = box_around(D, me->p, count);
    const real sizes[3] = {k->size_x, k->size_y, k->size_z};
    double reach = (double)radius * (1 + 0x1p-10);
    vreal low[3], high[3], size[3];
    vol_u32 near[VOL_LISTED_MOST + VOL_WIDTH], found = 0;
    for (int axis = 0; axis < D; axis++) {
        low[axis] = v_set((real)box.low[axis]);
        high[axis] = v_set((real)box.high[axis]);
        size[axis] = v_set(sizes[axis]);
        reach += images ? (double)sizes[axis] * 0x1p-18 : 0;
    }
    const vreal reach2 = v_set((real)(reach * reach) + REAL(1e-37));
    for (vol_u32 i = 0; i < list->count; i += VOL_WIDTH) {
        vreal d2 = v_set(REAL(0));
        for (int axis = 0; axis < D; axis++) {
            vreal away = away_from(load_at(list->at[axis], i), low[axis], high[axis], images, size[axis]);
            d2 = v_add(d2, v_mul(away, away));
        }
        const vol_u32 live = list->count - i < VOL_WIDTH ? list->count - i : VOL_WIDTH;
        found += m_list(near + found, m_and(m_first(live), v_lt(d2, reach2)), i);
    }
    const vol_boids *of = NULL;
    for (vol_u32 n = 0; n < found; n++) {
        const vol_boids *from = list->of[near[n]];
        const vol_arrays arrays = arrays_of(from);
        const vol_u32 slot = list->slot[near[n]];
        if (from != of) {
            meet_next_flock(met);
        }
        of = from;
        meet_one(D, kind, k, me, place_at(D, &arrays, slot), m_first(VOL_WIDTH), from->id[slot], radius, met);
    }
}

/* Lists what is within a relation's radius of a box; false if that is too much. */
VOL_INLINE int list_for(const int D, const vol_context *c, const vol_box *box, const vol_relation_core *relation,
                        vol_runs *runs, vol_listed *list) {
    list->count = 0;
    no_runs(runs);
    add_target_runs(c, relation, box, relation->radius, runs);
    for (vol_u32 r = 0; r < runs->count; r++) {
        const vol_run *run = &runs->run[r];
        const vol_arrays arrays = arrays_of(run->of);
        if (run->end - run->begin > VOL_LISTED_MOST - list->count) {
            return 0;
        }
        for (vol_u32 j = run->begin; j < run->end; j++, list->count++) {
            list->of[list->count] = run->of;
            list->slot[list->count] = j;
            for (int axis = 0; axis < D; axis++) {
                ((real *)list->at[axis])[list->count] = number_at(&arrays, axis, j);
            }
        }
    }
    return 1;
}

/* --- One by one --------------------------------------------------------------------------------------------------- */

/* Are the boids so far from each other that the box around them holds much that none of them reaches? */
VOL_INLINE int are_apart(const int D, vvec p, vol_u32 count, double radius) {
    const vol_box box = box_around(D, p, count);
    double larger = 1;
    for (int axis = 0; axis < D; axis++) {
        larger *= (box.high[axis] - box.low[axis]) / (2 * radius) + 1;
    }
    return larger > VOL_APART_FROM;
}

/* What one hunter has found so far. */
typedef struct vol_quarry {
    real best, at[3];
    const vol_boids *of; /* whose boids are being looked at */
    vol_u32 id;
    int found_here; /* the best is one of them */
} vol_quarry;

/* As meet_one and meet_prey for a hunter at `me`, in every lane, and as many candidates as there are lanes. */
VOL_INLINE void look_for_prey(const int D, const vol_constants *k, vvec me, const vol_run *run, real radius,
                              vol_quarry *quarry) {
    const vol_arrays a = arrays_of(run->of);
    for (vol_u32 j = run->begin; j < run->end; j += VOL_WIDTH) {
        vvec p = vec_set(load_at(a.x, j), load_at(a.y, j), D == 3 ? load_at(a.z, j) : v_set(REAL(0)));
        if (k->world_images) {
            p.x = nearest_image(me.x, p.x, k->size_x);
            p.y = nearest_image(me.y, p.y, k->size_y);
            p.z = D == 3 ? nearest_image(me.z, p.z, k->size_z) : p.z;
        }
        const vreal d = vec_length(D, vec_sub(D, me, p));
        const vol_u32 live = run->end - j < VOL_WIDTH ? run->end - j : VOL_WIDTH;
        const vmask near = m_and(v_lt(d, v_set(radius)), v_le(d, v_set(quarry->best)));
        if (!m_any(m_and(m_first(live), near))) {
            continue;
        }
        real far[VOL_WIDTH], x[VOL_WIDTH], y[VOL_WIDTH], z[VOL_WIDTH];
        v_store(far, d);
        v_store(x, p.x);
        v_store(y, p.y);
        v_store(z, p.z);
        for (vol_u32 i = 0; i < live; i++) {
            const vol_u32 id = run->of->id[j + i];
            const int as_good = far[i] >= quarry->best && far[i] <= quarry->best && quarry->found_here;
            if (far[i] < radius && (far[i] < quarry->best || (as_good && id < quarry->id))) {
                quarry->best = far[i];
                quarry->at[0] = x[i];
                quarry->at[1] = y[i];
                quarry->at[2] = z[i];
                quarry->id = id;
                quarry->found_here = 1;
            }
        }
    }
}

/* Every hunter looks for its own prey. */
VOL_APART void meet_apart(const int D, const vol_context *c, const vself *me, vol_u32 count,
                          const vol_relation_core *relation, vol_runs *runs, vmet *met) {
    real at[3][VOL_WIDTH], best[VOL_WIDTH], target[3][VOL_WIDTH];
    v_store(at[0], me->p.x);
    v_store(at[1], me->p.y);
    v_store(at[2], me->p.z);
    v_store(best, met->best);
    v_store(target[0], met->target.x);
    v_store(target[1], met->target.y);
    v_store(target[2], met->target.z);
    for (vol_u32 i = 0; i < count; i++) {
        const vvec p = vec_set(v_set(at[0][i]), v_set(at[1][i]), v_set(at[2][i]));
        vol_quarry quarry = {.best = best[i]};
        vol_run run;
        target_runs(D, c, relation, p, 1, relation->radius, runs);
        while (next_run(D, c, runs, &run)) {
            quarry.found_here = quarry.found_here && run.of == quarry.of;
            quarry.of = run.of;
            look_for_prey(D, c->constants, p, &run, (real)relation->radius, &quarry);
        }
        best[i] = quarry.best;
        for (int axis = 0; axis < 3; axis++) {
            target[axis][i] = quarry.at[axis];
        }
    }
    met->best = v_from(best);
    met->target = vec_set(v_from(target[0]), v_from(target[1]), v_from(target[2]));
}

#endif
