/* The nearest others of the boids of a group, for flocks with neighbours.count. Comes between the index, which made the
 * group and its runs, and the models' `see`, which is shown the boid itself and then its nearest, one after the other:
 * so the order of the sums is that of (squared distance, flock, id), the same whatever the index.
 *
 * First each boid lists the candidates near enough, a lane a candidate (`hits`). Then these are put into the lists of
 * the nearest, a lane a boid, as in the hot loop: each list is sorted all the time, and what falls off its end is
 * forgotten. */
#ifndef VOLERY_KERNELS_NEAREST_H
#define VOLERY_KERNELS_NEAREST_H

#include "kernels/batch.h"
#include "kernels/near_runs.h"

/* A row of lanes in the kernel's precision. */
VOL_INLINE real *row_of(vol_row_of_lanes *rows, uint32_t row) {
    return (real *)(void *)rows + (size_t)row * VOL_WIDTH_MOST;
}

/* The flock of a boid by its number, and its slot there. */
VOL_INLINE const vol_nearest_of *flock_of(const vol_nearest *nearest, uint32_t number, uint32_t *slot) {
    uint32_t f = 0;
    while (f + 1 < nearest->flocks && number >= nearest->flock[f + 1].offset) {
        f++;
    }
    *slot = number - nearest->flock[f].offset;
    return &nearest->flock[f];
}

VOL_INLINE void add_flock(vol_nearest *nearest, const vol_boids *of, uint32_t number) {
    uint32_t offset = 0;
    for (uint32_t f = 0; f < nearest->flocks; f++) {
        if (nearest->flock[f].of == of) {
            return;
        }
        offset += nearest->flock[f].of->count;
    }
    nearest->flock[nearest->flocks++] = (vol_nearest_of){of, number, offset};
}

/* The group's own flock, and those that it flocks with, each once. */
VOL_INLINE void add_flocks(const vol_context *c, vol_nearest *nearest) {
    add_flock(nearest, &c->own, c->flock);
    for (uint32_t i = c->relation[VOL_RELATION_JOINS]; i != VOL_NO_RELATION; i = c->around->relation[i].next) {
        const vol_relation_core *relation = &c->around->relation[i];
        for (uint32_t t = 0; t < relation->target_count; t++) {
            const uint32_t flock = c->around->target[relation->target_first + t];
            add_flock(nearest, &c->around->flock[flock], flock);
        }
    }
}

/* Where the boids of a run lie among the flocks: one of these, or one that only runs are of. */
VOL_INLINE uint32_t flock_of_run(const vol_context *c, const vol_run *run, vol_nearest *nearest) {
    uint32_t f = 0;
    while (f < nearest->flocks && nearest->flock[f].of != run->of) {
        f++;
    }
    if (f == nearest->flocks) {
        add_flock(nearest, run->of, (uint32_t)(run->of - c->around->flock));
    }
    return f;
}

/* --- Hits --------------------------------------------------------------------------------------------------------- */

/* One boid of the group that looks for candidates. */
typedef struct vol_seeker {
    vvec p; /* the same in every lane */
    vreal limit;
    uint32_t slot; /* its own, which is not listed; VOL_NONE in runs of other flocks */
} vol_seeker;

VOL_INLINE vvec image_of(const int D, const vol_constants *k, vvec me, vvec p) {
    p.x = nearest_image_within(me.x, p.x, k->size_x, k->image_low[0], k->image_high[0]);
    p.y = nearest_image_within(me.y, p.y, k->size_y, k->image_low[1], k->image_high[1]);
    if (D == 3) {
        p.z = nearest_image_within(me.z, p.z, k->size_z, k->image_low[2], k->image_high[2]);
    }
    return p;
}

/* Boids begin to end - 1 of a run; `images`: the nearest ones are found pair by pair, else the run is shifted. */
VOL_INLINE uint32_t list_hits(const int D, const int images, const vol_constants *k, const vol_arrays *arrays,
                              const vol_seeker *seeker, const vvec shift, uint32_t begin, uint32_t end, uint32_t offset,
                              uint32_t *hit) {
    uint32_t count = 0;
    for (uint32_t j = begin; j < end; j += VOL_WIDTH) {
        vvec p = vec_set(v_load(arrays->x + j), v_load(arrays->y + j), D == 3 ? v_load(arrays->z + j) : shift.z);
        p = images ? image_of(D, k, seeker->p, p) : vec_add(D, p, shift);
        const vvec away = vec_sub(D, seeker->p, p);
        vmask near = v_lt(vec_dot(D, away, away), seeker->limit);
        if (end - j < VOL_WIDTH) {
            near = m_and(near, m_first(end - j));
        }
        if (seeker->slot - j < VOL_WIDTH) {
            near = m_and(near, m_not(lane_of(seeker->slot, j)));
        }
        count += m_list(hit + count, near, offset + j);
    }
    return count;
}

/* --- Lists -------------------------------------------------------------------------------------------------------- */

VOL_INLINE uint32_t number_in(const real *row, uint32_t lane) {
    vol_number u;
    u.number = row[lane];
    return (uint32_t)u.bits;
}

/* In which lanes does the boid of the one number come before that of the other, by flock and id? */
VOL_INLINE vmask comes_before(const vol_nearest *nearest, vreal numbers, const real *row) {
    real number[VOL_WIDTH], before[VOL_WIDTH];
    v_store(number, numbers);
    for (uint32_t i = 0; i < VOL_WIDTH; i++) {
        uint32_t a, b;
        const vol_nearest_of *of_a = flock_of(nearest, number_in(number, i), &a),
                             *of_b = flock_of(nearest, number_in(row, i), &b);
        const int less = of_a == of_b ? of_a->of->id[a] < of_b->of->id[b] : of_a->flock < of_b->flock;
        before[i] = less ? REAL(1) : REAL(0);
    }
    return v_lt(v_set(REAL(0)), v_load(before));
}

/* Puts a boid into each lane's list of at most `most`, where its distance is not infinite. */
VOL_INLINE void insert(vol_nearest *nearest, uint32_t most, vreal d2, vreal number) {
    const vmask live = v_lt(d2, v_set(VOL_INFINITY));
    const uint32_t rows = nearest->rows;
    if (!m_any(rows < most ? live : m_and(live, v_le(d2, v_load(row_of(nearest->d2, most - 1)))))) {
        return;
    }
    vreal left = d2, left_number = number; /* what moves on to the next row */
    for (uint32_t r = 0; r < rows; r++) {
        real *to = row_of(nearest->d2, r), *to_number = row_of(nearest->number, r);
        const vreal its = v_load(to), its_number = v_load(to_number);
        const vmask tie = m_and(live, v_eq(d2, its));
        vmask before = v_lt(d2, its);
        if (m_any(tie)) {
            before = m_or(before, m_and(tie, comes_before(nearest, number, to_number)));
        }
        v_store(to, v_if(before, left, its));
        v_store(to_number, v_if(before, left_number, its_number));
        left = v_if(before, its, left);
        left_number = v_if(before, its_number, left_number);
    }
    if (rows < most) {
        v_store(row_of(nearest->d2, rows), left);
        v_store(row_of(nearest->number, rows), left_number);
        nearest->rows = rows + 1;
    }
}

/* One of the eight numbers of a boid for each lane, by the boids' numbers. */
VOL_INLINE vreal fetch(const vol_nearest *nearest, int what, const uint32_t *numbers) {
    real lane[VOL_WIDTH];
    if (nearest->flocks == 1) {
        const vol_state *s = &nearest->flock[0].of->now;
        return v_gather(what < 3   ? s->position[what]
                        : what < 6 ? s->velocity[what - 3]
                        : what < 7 ? s->heading
                                   : s->speed,
                        numbers);
    }
    for (uint32_t i = 0; i < VOL_WIDTH; i++) {
        uint32_t slot;
        const vol_state *s = &flock_of(nearest, numbers[i], &slot)->of->now;
        const real *from = what < 3   ? s->position[what]
                           : what < 6 ? s->velocity[what - 3]
                           : what < 7 ? s->heading
                                      : s->speed;
        lane[i] = from[slot];
    }
    return v_load(lane);
}

/* The bits of whole numbers as lanes. */
VOL_INLINE vreal lanes_of(const uint32_t *numbers) {
    real bits[VOL_WIDTH];
#if VOL_DOUBLE
    for (uint32_t i = 0; i < VOL_WIDTH; i++) {
        vol_number u;
        u.bits = numbers[i];
        bits[i] = u.number;
    }
#else
    memcpy(bits, numbers, sizeof bits);
#endif
    return v_load(bits);
}

/* How many hits the lane with the most has; those that others lack are the first boid of the group. */
VOL_INLINE uint32_t fill_up_hits(vol_nearest *nearest, uint32_t first, uint32_t lanes, real *counts) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < VOL_WIDTH; i++) {
        nearest->hits[i] = i < lanes ? nearest->hits[i] : 0;
        counts[i] = (real)(int)nearest->hits[i];
        most = nearest->hits[i] > most ? nearest->hits[i] : most;
    }
    for (uint32_t i = 0; i < VOL_WIDTH; i++) {
        for (uint32_t n = nearest->hits[i]; n < most; n++) {
            nearest->hit[i][n] = first;
        }
    }
    return most;
}

/* From hits to lists: exact distances, view cones, order. */
VOL_INLINE void insert_hits_in(const int D, const vol_constants *k, const vself *me, uint32_t first, uint32_t lanes,
                               vol_nearest *nearest) {
    real counts[VOL_WIDTH];
    const uint32_t most = fill_up_hits(nearest, first, lanes, counts);
    for (uint32_t n = 0; n < most; n++) {
        uint32_t numbers[VOL_WIDTH];
        for (uint32_t i = 0; i < VOL_WIDTH; i++) {
            numbers[i] = nearest->hit[i][n];
        }
        vother o;
        o.p = vec_set(fetch(nearest, 0, numbers), fetch(nearest, 1, numbers),
                      D == 3 ? fetch(nearest, 2, numbers) : v_set(REAL(0)));
        o.p = k->world_images ? image_of(D, k, me->p, o.p) : o.p;
        o.away = vec_sub(D, me->p, o.p);
        o.d2 = vec_dot(D, o.away, o.away);
        vmask live = v_lt(v_set((real)(int)n), v_load(counts));
        if (k->view_limited) {
            live = m_and(live, in_view(D, k, me, &o));
        }
        insert(nearest, k->nearest, v_if(live, o.d2, v_set(VOL_INFINITY)), lanes_of(numbers));
    }
    for (uint32_t i = 0; i < lanes; i++) {
        real *limit = row_of(&nearest->limit, 0) + i;
        const real last = nearest->rows == k->nearest ? row_of(nearest->d2, k->nearest - 1)[i] : VOL_INFINITY;
        *limit = last < *limit ? next_number(last, 1) : *limit; /* equally near ones may have lower ids */
        nearest->hits[i] = 0;
    }
}

VOL_OUTLINE void insert_hits(const int D, const vol_constants *k, const vself *me, uint32_t first, uint32_t lanes,
                             vol_nearest *nearest) {
    if (D == 3) {
        insert_hits_in(3, k, me, first, lanes, nearest);
    } else {
        insert_hits_in(2, k, me, first, lanes, nearest);
    }
}

/* --- Groups ------------------------------------------------------------------------------------------------------- */

/* Lists what is near in a run, for all boids of the group. */
VOL_OUTLINE void search_run(const int D, const int images, const vol_context *c, const vol_group *group,
                            const vself *me, const vol_run *run, vol_nearest *nearest) {
    const vol_constants *k = c->constants;
    const vol_arrays arrays = arrays_of(run->of);
    const vvec shift = vec_set(v_set((real)run->shift[0]), v_set((real)run->shift[1]), v_set((real)run->shift[2]));
    real at[3][VOL_WIDTH];
    const uint32_t f = flock_of_run(c, run, nearest), offset = nearest->flock[f].offset;
    v_store(at[0], me->p.x);
    v_store(at[1], me->p.y);
    v_store(at[2], me->p.z);
    for (uint32_t begin = run->begin; begin < run->end; begin += VOL_HITS_AT_ONCE) {
        const uint32_t end = run->end - begin < VOL_HITS_AT_ONCE ? run->end : begin + VOL_HITS_AT_ONCE;
        uint32_t most = 0;
        for (uint32_t i = 0; i < group->count; i++) {
            const vol_seeker seeker = {vec_set(v_set(at[0][i]), v_set(at[1][i]), v_set(at[2][i])),
                                       v_set(row_of(&nearest->limit, 0)[i]), f == 0 ? group->first + i : VOL_NONE};
            uint32_t *hit = nearest->hit[i] + nearest->hits[i];
            if (D == 3) {
                nearest->hits[i] += images ? list_hits(3, 1, k, &arrays, &seeker, shift, begin, end, offset, hit)
                                           : list_hits(3, 0, k, &arrays, &seeker, shift, begin, end, offset, hit);
            } else {
                nearest->hits[i] += images ? list_hits(2, 1, k, &arrays, &seeker, shift, begin, end, offset, hit)
                                           : list_hits(2, 0, k, &arrays, &seeker, shift, begin, end, offset, hit);
            }
            most = nearest->hits[i] > most ? nearest->hits[i] : most;
        }
        if (most > VOL_HITS_MOST - VOL_HITS_AT_ONCE) {
            insert_hits(D, k, me, group->first, group->count, nearest);
        }
    }
}

VOL_INLINE void begin_lists(vol_nearest *nearest, real limit) {
    nearest->rows = 0;
    for (uint32_t i = 0; i < VOL_WIDTH; i++) {
        row_of(&nearest->limit, 0)[i] = limit;
        nearest->hits[i] = 0;
    }
}

/* All of the flocks `from` to `to` - 1 within `reach` of the group. */
VOL_INLINE void search_flocks(const int D, const vol_context *c, const vol_group *group, const vself *me, uint32_t from,
                              uint32_t to, double reach, vol_batch *batch) {
    const vol_constants *k = c->constants;
    vol_nearest *nearest = batch->nearest;
    const vol_box box = box_around(D, me->p, group->count);
    for (uint32_t f = from; f < to; f++) {
        const vol_boids *of = nearest->flock[f].of;
        no_runs(&batch->near);
        if (reach < VOL_INFINITY) {
            c->find(of, box.low, box.high, reach, &batch->near);
        } else {
            batch->near.run[batch->near.count++] = (vol_run){of, 0, of->count, {0, 0, 0}};
        }
        for (uint32_t r = 0; r < batch->near.count; r++) {
            batch->near.run[r].of = of;
            search_run(D, k->world_images, c, group, me, &batch->near.run[r], nearest);
        }
    }
}

/* Has every boid whose place is known as many as it may have? */
VOL_INLINE int lists_are_full(const vol_constants *k, const vol_group *group, const vself *me, vol_nearest *nearest) {
    if (nearest->rows < k->nearest) {
        return 0;
    }
    const vmask live = m_and(m_first(group->count), m_and(v_eq(me->p.x, me->p.x), v_eq(me->p.y, me->p.y)));
    const vmask full = v_lt(v_load(row_of(nearest->d2, k->nearest - 1)), v_set(VOL_INFINITY));
    return !m_any(m_and(live, m_not(full)));
}

/* The nearest at any distance: a search within a radius that is most likely enough, by the runs of the index, then
 * within wider ones, until each list is full of what is surely nearer than all else, or all boids were looked at. */
enum { VOL_NEAREST_WIDER = 8 };
VOL_INLINE real surely_within(double reach) {
    return reach < VOL_INFINITY ? (real)(reach * reach * (1 - 0x1p-10)) : VOL_INFINITY;
}

VOL_INLINE uint32_t others(const vol_nearest *nearest) {
    const vol_nearest_of *last = &nearest->flock[nearest->flocks - 1];
    return last->offset + last->of->count - 1;
}

VOL_INLINE void search_wider(const int D, const vol_context *c, const vol_group *group, const vself *me,
                             vol_batch *batch) {
    const vol_constants *k = c->constants;
    vol_nearest *nearest = batch->nearest;
    double reach = group->reach;
    for (int i = 0; reach < VOL_INFINITY && !lists_are_full(k, group, me, nearest); i++) {
        reach = i < VOL_NEAREST_WIDER && others(nearest) > k->nearest ? reach * 2 : VOL_INFINITY;
        begin_lists(nearest, surely_within(reach));
        search_flocks(D, c, group, me, 0, nearest->flocks, reach, batch);
        insert_hits(D, k, me, group->first, group->count, nearest);
    }
}

/* What `see` reads of the nearest. */
VOL_INLINE void fetch_rows(const int D, const int heading, vol_nearest *nearest) {
    for (uint32_t r = 0; r < nearest->rows; r++) {
        uint32_t numbers[VOL_WIDTH];
        for (uint32_t i = 0; i < VOL_WIDTH; i++) {
            numbers[i] = number_in(row_of(nearest->number, r), i);
        }
        for (int c = 0; c < D; c++) {
            v_store(row_of(nearest->boid[c], r), fetch(nearest, c, numbers));
            v_store(row_of(nearest->boid[3 + c], r), fetch(nearest, 3 + c, numbers));
        }
        if (heading) {
            v_store(row_of(nearest->boid[6], r), fetch(nearest, 6, numbers));
            v_store(row_of(nearest->boid[7], r), fetch(nearest, 7, numbers));
        }
    }
}

VOL_INLINE void nearest_body(const int D, const vol_context *c, const vol_group *group, vol_batch *batch) {
    const vol_constants *k = c->constants;
    vol_nearest *nearest = batch->nearest;
    const vself me = self_load(D, 0, 0, c, group->first);
    const int anywhere = c->reach == VOL_INFINITY;
    nearest->flocks = 0;
    add_flocks(c, nearest);
    const uint32_t flocks = nearest->flocks;
    begin_lists(nearest, anywhere ? surely_within(group->reach) : k->reach_d2);
    for (uint32_t r = group->runs_begin; r < group->runs_end; r++) {
        search_run(D, k->images, c, group, &me, &batch->run[r], nearest);
    }
    search_flocks(D, c, group, &me, 1, flocks, anywhere ? group->reach : c->reach, batch);
    insert_hits(D, k, &me, group->first, group->count, nearest);
    if (anywhere) {
        search_wider(D, c, group, &me, batch);
    }
    fetch_rows(D, c->own.now.heading != NULL, nearest);
}

VOL_OUTLINE void group_nearest_k(const vol_context *c, int dimensions, const vol_group *group, vol_batch *batch) {
    if (dimensions == 3) {
        nearest_body(3, c, group, batch);
    } else {
        nearest_body(2, c, group, batch);
    }
}

#endif
