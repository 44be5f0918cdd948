/* Ways to meet other flocks that give the same bits with less work, on the processor: the few boids near a whole batch
 * are listed once for each relation, and hunters that are far from each other look for prey one by one, each testing
 * as many candidates at once as there are lanes. Comes between decide and move, within surround.h. */
#ifndef VOLERY_KERNELS_MEET_H
#define VOLERY_KERNELS_MEET_H

#include "kernels/relate.h"
#include "kernels/self.h"

/* A hunter alone is worth while where the box around a group is so many times as large as that of one of them. */
enum { VOL_APART_FROM = 2 };

/* As many boids as there are lanes, from slot j on. */
VOL_INLINE vvec place_from(const int D, const vol_arrays *a, vol_u32 j) {
    return vec_set(load_at(a->x, j), load_at(a->y, j), D == 3 ? load_at(a->z, j) : v_set(REAL(0)));
}

/* --- Listed for a batch ------------------------------------------------------------------------------------------- */

/* Those of the listed boids that are close to some groups of a batch. */
typedef struct vol_close {
    vol_u32 count;
    vol_u32 which[VOL_LISTED_MOST + VOL_WIDTH];
} vol_close;

/* How far p and q are apart along an axis at least, but for rounding; round a world with images (size > 0) the shorter
 * way. */
VOL_INLINE vreal apart_along(vreal p, vreal q, vreal size, const int images) {
    const vreal apart = v_abs(v_sub(p, q));
    return images ? v_min(apart, v_abs(v_sub(size, apart))) : apart;
}

/* Of the listed boids that are close, which a group could meet, by bits: each that is near one of the group's boids, or
 * nearly. */
VOL_INLINE vol_u64 near_group(const int D, const vol_constants *k, const int images, vvec p, vol_u32 count,
                              const vol_listed *list, const vol_close *close) {
    const vreal reach2 = v_set((real)list->reach2);
    const vreal size_x = v_set(k->size_x), size_y = v_set(k->size_y), size_z = v_set(k->size_z);
    const real *x = (const real *)list->at[0], *y = (const real *)list->at[1], *z = (const real *)list->at[2];
    const vmask live = m_first(count);
    vol_u64 near = 0;
    for (vol_u32 i = 0; i < close->count; i++) {
        const vol_u32 n = close->which[i];
        vvec away = vec_zero();
        away.x = apart_along(p.x, v_set(x[n]), size_x, images);
        away.y = apart_along(p.y, v_set(y[n]), size_y, images);
        away.z = D == 3 ? apart_along(p.z, v_set(z[n]), size_z, images) : away.z;
        near |= (vol_u64)m_any(m_and(live, v_lt(vec_dot(D, away, away), reach2))) << n;
    }
    return near;
}

/* What the group meets of the listed boids, in their order: those that it could meet, by bits. What is left out adds
 * exactly nothing. */
VOL_INLINE void meet_listed(const int D, const int kind, const vol_context *c, const vself *me, const vol_listed *list,
                            vol_u64 near, real radius, vmet *met) {
    const vol_boids *of = NULL;
    for (; near != 0; near &= near - 1) {
        const vol_u32 n = vol_lowest_bit(near);
        const vol_boids *from = list->of[n];
        const vol_arrays arrays = arrays_of(from);
        const vol_u32 slot = list->slot[n];
        if (from != of) {
            meet_next_flock(met);
        }
        of = from;
        meet_one(D, kind, c->constants, me, place_at(D, &arrays, slot), m_first(VOL_WIDTH), from->id[slot], radius,
                 met);
    }
}

/* The square from which on two boids are too far from each other to meet, whatever rounding adds. */
VOL_INLINE double square_beyond(const int D, const vol_constants *k, double radius) {
    const real sizes[3] = {k->size_x, k->size_y, k->size_z};
    double reach = radius * (1 + 0x1p-10);
    for (int axis = 0; k->world_images && axis < D; axis++) {
        const double begin = (double)k->world_begin[axis];
        reach += ((double)sizes[axis] + (begin < 0 ? -begin : begin)) * 0x1p-18;
    }
    return reach * reach + 1e-37;
}

/* Which of the places p are near a box, or nearly? From its middle on, for one way round the world to tell of both. */
VOL_INLINE vmask near_box(const int D, const vol_constants *k, const vol_box *box, vvec p, double reach2) {
    const real sizes[3] = {k->size_x, k->size_y, k->size_z};
    const vreal along[3] = {p.x, p.y, p.z};
    vreal d2 = v_set(REAL(0));
    for (int axis = 0; axis < D; axis++) {
        const double low = box->low[axis], high = box->high[axis], middle = (low + high) / 2;
        const double more = ((low < 0 ? -low : low) + (high < 0 ? -high : high)) * 0x1p-20; /* than rounding */
        const vreal half = v_set((real)((high - low) / 2 + more));
        const vreal away = apart_along(along[axis], v_set((real)middle), v_set(sizes[axis]), k->world_images);
        const vreal beyond = v_max(v_sub(away, half), v_set(REAL(0)));
        d2 = v_add(d2, v_mul(beyond, beyond));
    }
    return v_lt(d2, v_set((real)reach2));
}

/* Of the listed boids those that are close to a box. */
VOL_INLINE void list_close(const int D, const vol_constants *k, const vol_box *box, const vol_listed *list,
                           vol_close *close) {
    close->count = 0;
    for (vol_u32 i = 0; i < list->count; i += VOL_WIDTH) {
        const vvec p = vec_set(load_at(list->at[0], i), load_at(list->at[1], i),
                               D == 3 ? load_at(list->at[2], i) : v_set(REAL(0)));
        const vol_u32 live = list->count - i < VOL_WIDTH ? list->count - i : VOL_WIDTH;
        const vmask near = m_and(m_first(live), near_box(D, k, box, p, list->reach2));
        close->count += m_list(close->which + close->count, near, i);
    }
}

/* Appends those boids of a run to the list that are near a box; false if that is too much. */
VOL_INLINE int list_run(const int D, const vol_constants *k, const vol_box *box, const vol_run *run, vol_listed *list) {
    const vol_arrays arrays = arrays_of(run->of);
    for (vol_u32 j = run->begin; j < run->end; j += VOL_WIDTH) {
        const vmask near = near_box(D, k, box, place_from(D, &arrays, j), list->reach2);
        const vol_u32 live = run->end - j < VOL_WIDTH ? run->end - j : VOL_WIDTH;
        vol_u32 slot[2 * VOL_WIDTH] = {0};
        const vol_u32 found = m_list(slot, m_and(m_first(live), near), j);
        if (found > VOL_LISTED_MOST - list->count) {
            return 0;
        }
        for (vol_u32 i = 0; i < found; i++, list->count++) {
            list->of[list->count] = run->of;
            list->slot[list->count] = slot[i];
            for (int axis = 0; axis < D; axis++) {
                ((real *)list->at[axis])[list->count] = number_at(&arrays, axis, slot[i]);
            }
        }
    }
    return 1;
}

/* Lists what is within a relation's radius of a box; false if that is too much. */
VOL_INLINE int list_for(const int D, const vol_context *c, const vol_box *box, const vol_relation_core *relation,
                        vol_runs *runs, vol_listed *list) {
    list->count = 0;
    list->reach2 = square_beyond(D, c->constants, relation->radius);
    no_runs(runs);
    add_target_runs(c, relation, box, relation->radius, runs);
    for (vol_u32 r = 0; r < runs->count; r++) {
        if (!list_run(D, c->constants, box, &runs->run[r], list)) {
            return 0;
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

/* To a hunter at `me`, in every lane, from as many prey as there are lanes, slot j first, as meet_one has it. */
VOL_INLINE vvec way_to_prey(const int D, const vol_constants *k, vvec me, const vol_arrays *a, vol_u32 j, vvec *p) {
    *p = place_from(D, a, j);
    *p = k->world_images ? nearest_image_of(D, k, me, *p) : *p;
    return vec_sub(D, me, *p);
}

/* The square of the distance to the nearest prey. */
VOL_INLINE real nearest_square(const int D, const vol_constants *k, vvec me, const vol_runs *runs) {
    const vreal none = v_set(VOL_INFINITY);
    vreal least = none;
    for (vol_u32 r = 0; r < runs->count; r++) {
        const vol_run *run = &runs->run[r];
        const vol_arrays a = arrays_of(run->of);
        for (vol_u32 j = run->begin; j < run->end; j += VOL_WIDTH) {
            vvec p;
            const vvec way = way_to_prey(D, k, me, &a, j, &p);
            const vol_u32 live = run->end - j < VOL_WIDTH ? run->end - j : VOL_WIDTH;
            least = v_min(v_if(m_first(live), vec_dot(D, way, way), none), least);
        }
    }
    return v_least(least);
}

/* As meet_one and meet_prey for a hunter at `me`, in every lane, of those prey whose distance may have the root of
 * `square`, rounded: the others are not the nearest. */
VOL_INLINE void look_for_prey(const int D, const vol_constants *k, vvec me, const vol_run *run, real radius,
                              vreal square, vol_quarry *quarry) {
    const vol_arrays a = arrays_of(run->of);
    for (vol_u32 j = run->begin; j < run->end; j += VOL_WIDTH) {
        vvec p;
        const vvec way = way_to_prey(D, k, me, &a, j, &p);
        const vreal d2 = vec_dot(D, way, way);
        const vol_u32 live = run->end - j < VOL_WIDTH ? run->end - j : VOL_WIDTH;
        const vmask near = m_and(m_first(live), v_le(d2, square));
        if (!m_any(near)) {
            continue;
        }
        real far[VOL_WIDTH], x[VOL_WIDTH], y[VOL_WIDTH], z[VOL_WIDTH];
        vol_u32 lane[2 * VOL_WIDTH];
        v_store(far, v_sqrt(d2));
        v_store(x, p.x);
        v_store(y, p.y);
        v_store(z, p.z);
        const vol_u32 found = m_list(lane, near, 0);
        for (vol_u32 n = 0; n < found; n++) {
            const vol_u32 i = lane[n], id = run->of->id[j + i];
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

/* The prey of one hunter: first how near the nearest is, without a root or a choice, then which it is. */
VOL_INLINE void find_quarry(const int D, const vol_context *c, vvec me, const vol_runs *runs, real radius,
                            vol_quarry *quarry) {
    /* Of two squares with the same root, rounded, neither is larger by more. */
    const vreal square = v_set(nearest_square(D, c->constants, me, runs) * REAL(0x1.00001p0) + REAL(1e-37));
    for (vol_u32 r = 0; r < runs->count; r++) {
        const vol_run *run = &runs->run[r];
        quarry->found_here = quarry->found_here && run->of == quarry->of;
        quarry->of = run->of;
        look_for_prey(D, c->constants, me, run, radius, square, quarry);
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
        target_runs(D, c, relation, p, 1, relation->radius, runs);
        find_quarry(D, c, p, runs, (real)relation->radius, &quarry);
        best[i] = quarry.best;
        for (int axis = 0; axis < 3; axis++) {
            target[axis][i] = quarry.at[axis];
        }
    }
    met->best = v_from(best);
    met->target = vec_set(v_from(target[0]), v_from(target[1]), v_from(target[2]));
}

#endif
