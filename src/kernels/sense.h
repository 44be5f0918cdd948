/* The kernels of one model: sense, decide and move over a batch.
 *
 * Included once for each model with VOL_MODEL_NAME defined. The bodies take dimension, variant and `full` as constants
 * and are folded into the small functions at the end.
 */
#include "kernels/look.h"
#include "kernels/source.h"

#define VOL_OF(what) VOL_CAT(VOL_MODEL_NAME, what)
#define VOL_HAS_HEADING ((VOL_OF(traits) & VOL_TRAIT_HEADING) != 0)
#define VOL_NEAR_LAST (VOL_HAS_ZONES && (VOL_OF(traits) & VOL_TRAIT_ROOTS) != 0 && VOL_WIDTH > 1)
/* With fewer lanes the test of 0 costs what it saves. */
#define VOL_NEAR_APART ((VOL_OF(traits) & VOL_TRAIT_APART) != 0 && VOL_WIDTH >= 8)
#ifdef VOL_COMPRESSES
#define VOL_PICKS_FROM(full) VOL_PICK_FROM
#else
#define VOL_PICKS_FROM(full) (VOL_NEAR_LAST && !(full) ? VOL_PICK_LATE : VOL_PICK_FROM)
#endif
#define VOL_HAS_ZONES ((VOL_OF(traits) & VOL_TRAIT_ZONES) == VOL_TRAIT_ZONES)

/* Candidates from a list. Where the push is apart, it is taken of the near ones alone, in the same loop: the roots of
 * the one and the additions of the other overlap. */
VOL_INLINE void VOL_OF(look_picked)(const vol_manner how, const vol_constants *k, const vself *me,
                                    const vol_source *from, const vol_picked *picked, VOL_OF(sums) * sums) {
    const real zero = REAL(0);
    vol_manner push = how, rest = how;
    push.match = push.pull = 0;
    rest.push = !VOL_HAS_ZONES;
    uint32_t n = 0;
    for (; VOL_HAS_ZONES && n < picked->near_count; n++) {
        VOL_OF(look_at)(rest, k, me, &from->arrays, from->first, picked->slot[n], zero, zero, zero, sums);
        VOL_OF(look_at)(push, k, me, &from->arrays, from->first, picked->near[n], zero, zero, zero, sums);
    }
    for (; n < picked->count; n++) {
        VOL_OF(look_at)(rest, k, me, &from->arrays, from->first, picked->slot[n], zero, zero, zero, sums);
    }
}

/* A push takes roots and quotients, for which the lanes wait, and few candidates are near enough for it. So the slots
 * of those that are so for any lane are listed while the rest is added up, and then the push is taken of them alone,
 * in the same order. Each boid of the group is a candidate too, at the distance 0: where nothing there pushes, it is
 * listed for the sake of others only. Nothing is out of view here. */
VOL_INLINE uint32_t VOL_OF(look_listing)(const vol_manner how, const vol_constants *k, const vself *me,
                                         const vol_source *from, uint32_t begin, uint32_t end, uint32_t *near,
                                         uint32_t count, VOL_OF(sums) * sums) {
    const real zero = REAL(0);
    vol_manner rest = how;
    rest.push = 0;
    for (uint32_t j = begin; j < end; j++) {
        const vreal d2 = VOL_OF(look_at)(rest, k, me, &from->arrays, from->first, j, zero, zero, zero, sums);
        const vreal most = v_set(k->separation_d2);
        near[count] = j;
        count += (uint32_t)m_any(VOL_NEAR_APART ? v_between(d2, most) : v_lt(d2, most));
    }
    return count;
}

VOL_INLINE void VOL_OF(look_listed)(const vol_manner how, const vol_constants *k, const vself *me,
                                    const vol_source *from, const uint32_t *near, uint32_t count, VOL_OF(sums) * sums) {
    const real zero = REAL(0);
    vol_manner push = how;
    push.match = push.pull = 0;
    for (uint32_t n = 0; n < count; n++) {
        VOL_OF(look_at)(push, k, me, &from->arrays, from->first, near[n], zero, zero, zero, sums);
    }
}

VOL_INLINE void VOL_OF(look_near_last)(const vol_manner how, const vol_constants *k, const vself *me,
                                       const vol_source *from, uint32_t *near, VOL_OF(sums) * sums) {
    uint32_t count = 0;
    for (const vol_run *run = from->begin; run < from->end; run++) {
        for (uint32_t j = run->begin, end = run->end; j < end;) {
            const uint32_t room = VOL_PICKED_MOST - count, stop = end - j < room ? end : j + room;
            count = VOL_OF(look_listing)(how, k, me, from, j, stop, near, count, sums);
            j = stop;
            if (count > VOL_PICKED_MOST / 2) {
                VOL_OF(look_listed)(how, k, me, from, near, count, sums);
                count = 0;
            }
        }
    }
    VOL_OF(look_listed)(how, k, me, from, near, count, sums);
}

/* A group, all of whose candidates are where they are seen. `same`: alignment and cohesion have the same radius. If
 * lists are picked, returns how many were listed that cost more than being passed over. */
VOL_INLINE uint32_t VOL_OF(sense_group)(vol_manner how, const int same, const int picks, const vol_context *c,
                                        const vol_group *group, const vself *me, vol_batch *batch,
                                        VOL_OF(sums) * sums) {
    const vol_constants *k = c->constants;
    vol_source from;
    uint32_t listed = 0;
    source_begin(c, group, batch, &from);
    how.plain = 1;
    how.same = same;
    while (next_candidates(how.D, picks, c, group, batch, &from)) {
        if (picks) {
            const vol_picked *picked = &batch->picked;
            listed += VOL_OF(traits) & VOL_TRAIT_ROOTS ? picked->near_count : picked->count;
            VOL_OF(look_picked)(how, k, me, &from, picked, sums);
        } else if (VOL_NEAR_LAST && !how.full) {
            VOL_OF(look_near_last)(how, k, me, &from, batch->picked.near, sums);
        } else {
            for (const vol_run *run = from.begin; run < from.end; run++) {
                VOL_OF(look)(how, k, me, &from.arrays, from.first, run, sums);
            }
        }
    }
    return listed;
}

/* Boids of the flocks that this one flocks with. None of them is a boid of the group: `first` behind the run keeps a
 * lane from taking one for its own boid. */
VOL_INLINE void VOL_OF(sense_joined)(const int D, const int variant, const int full, const vol_context *c,
                                     const vol_group *group, const vself *me, vol_runs *runs, VOL_OF(sums) * sums) {
    const vol_constants *k = c->constants;
    const vol_manner how = {D, variant, full, k->world_images, 0, 0, 1, 1, 1, 0};
    if (c->relation[VOL_RELATION_JOINS] == VOL_NO_RELATION) {
        return;
    }
    joined_runs(D, c, me->p, group->count, runs);
    vol_run run;
    while (next_run(D, c, runs, &run)) {
        const vol_arrays arrays = arrays_of(run.of);
        VOL_OF(look)(how, k, me, &arrays, run.end + VOL_WIDTH, &run, sums);
    }
}

/* The sums of a group, which lie in memory that has the type of what was last stored there. */
VOL_INLINE VOL_OF(sums) * VOL_OF(sums_of)(const vol_batch *batch, uint32_t group) {
    return (VOL_OF(sums) *)(void *)(batch->sums + group * batch->sums_size);
}

VOL_INLINE void VOL_OF(sense_batch)(const int D, const int variant, const int full, const vol_context *c,
                                    vol_batch *batch) {
    const vol_constants *k = c->constants;
    const vol_manner how = {D, variant, full, k->images, 0, 0, 1, 1, 1, 0};
    const int same = VOL_HAS_ZONES && !full && k->same_zones;
    uint32_t runs, listed = 0, candidates = batch_candidates(batch, &runs);
    const int picks = batch_picks(c, batch, candidates, VOL_PICKS_FROM(full) * runs);
    for (uint32_t g = 0; g < batch->groups; g++) {
        const vol_group *group = &batch->group[g];
        vself me = self_load(D, VOL_HAS_HEADING, c->pending[0] != NULL, c, group->first);
        VOL_OF(sums) sums = VOL_OF(begin)(D, variant, k, &me);
        if (same) {
            listed += VOL_OF(sense_group)(how, 1, picks, c, group, &me, batch, &sums);
            vzones_same((void *)&sums);
        } else {
            listed += VOL_OF(sense_group)(how, 0, picks, c, group, &me, batch, &sums);
        }
        VOL_OF(sense_joined)(D, variant, full, c, group, &me, &batch->near, &sums);
        *VOL_OF(sums_of)(batch, g) = sums;
    }
    if (picks) {
        batch_picked(batch, listed, candidates);
    }
}

/* The boid itself and its nearest, which batch->nearest has. */
VOL_INLINE void VOL_OF(look_nearest)(const vol_manner how, const vol_constants *k, const vself *me,
                                     vol_nearest *nearest, VOL_OF(sums) * sums) {
    const vreal zero = v_set(REAL(0));
    vother o = {.p = me->p, .v = me->v, .heading = me->heading, .speed = me->speed};
    VOL_OF(consider_nearest)(how, k, me, 1, m_first(VOL_WIDTH), &o, sums);
    for (uint32_t r = 0; r < nearest->rows; r++) {
        const vmask live = v_lt(v_load(row_of(nearest->d2, r)), v_set(VOL_INFINITY));
        o.p = vec_set(v_load(row_of(nearest->boid[0], r)), v_load(row_of(nearest->boid[1], r)),
                      how.D == 3 ? v_load(row_of(nearest->boid[2], r)) : zero);
        o.v = vec_set(v_load(row_of(nearest->boid[3], r)), v_load(row_of(nearest->boid[4], r)),
                      how.D == 3 ? v_load(row_of(nearest->boid[5], r)) : zero);
        o.heading = VOL_HAS_HEADING ? v_load(row_of(nearest->boid[6], r)) : zero;
        o.speed = VOL_HAS_HEADING ? v_load(row_of(nearest->boid[7], r)) : zero;
        VOL_OF(consider_nearest)(how, k, me, 0, live, &o, sums);
    }
}

VOL_INLINE void VOL_OF(nearest_batch)(const int D, const int variant, const vol_context *c, vol_batch *batch) {
    const vol_constants *k = c->constants;
    const vol_manner how = {D, variant, 1, k->world_images, 0, 0, 1, 1, 1, 0};
    for (uint32_t g = 0; g < batch->groups; g++) {
        const vol_group *group = &batch->group[g];
        vself me = self_load(D, VOL_HAS_HEADING, c->pending[0] != NULL, c, group->first);
        VOL_OF(sums) sums = VOL_OF(begin)(D, variant, k, &me);
        c->nearest(c, D, group, batch);
        VOL_OF(look_nearest)(how, k, &me, batch->nearest, &sums);
        *VOL_OF(sums_of)(batch, g) = sums;
    }
}

VOL_INLINE void VOL_OF(decide_batch)(const int D, const int variant, const vol_context *c, vol_batch *batch) {
    for (uint32_t g = 0; g < batch->groups; g++) {
        const vol_group *group = &batch->group[g];
        vself me = self_load(D, VOL_HAS_HEADING, c->pending[0] != NULL, c, group->first);
        vwish wish = VOL_OF(decide)(D, variant, c->constants, &me, VOL_OF(sums_of)(batch, g));
        wish_store(D, batch, group->first - batch->first, &wish);
    }
}

VOL_INLINE void VOL_OF(move_batch)(const int D, const vol_context *c, vol_batch *batch) {
    for (uint32_t i = 0; i < batch->count; i += VOL_WIDTH) {
        uint32_t left = batch->count - i, n = left < VOL_WIDTH ? left : VOL_WIDTH;
        vself me = self_load(D, 0, c->pending[0] != NULL, c, batch->first + i);
        vwish wish = wish_load(D, batch, i);
        advance(D, vol_limit_of(VOL_OF(traits)), VOL_HAS_HEADING, c->constants, &wish, &me);
        self_store(D, VOL_HAS_HEADING, &c->next, batch->first + i, &me, n);
    }
}

#if VOL_WIDTH == 1
/* What each rule does to the first boid of the batch: what it wants with that rule's sums alone, less what it wants
 * without any. Walls come last: they have no sums. */
VOL_INLINE void VOL_OF(forces_batch)(const int D, const int variant, const vol_context *c, vol_batch *batch,
                                     double *numbers) {
    vol_constants k = *(const vol_constants *)c->constants;
    const real wall = k.wall_weight;
    const vol_group *group = &batch->group[0];
    vself me = self_load(D, VOL_HAS_HEADING, c->pending[0] != NULL, c, batch->first);
    me.a = vec_zero();
    VOL_OF(sums) none = VOL_OF(begin)(D, variant, &k, &me);
    k.wall_weight = REAL(0);
    vwish still = VOL_OF(decide)(D, variant, &k, &me, &none);
    if (k.nearest > 0) {
        c->nearest(c, D, group, batch);
    }
    for (int rule = VOL_RULE_PULL; rule <= VOL_RULE_WALL; rule++) {
        const vol_manner how = {.D = D,
                                .variant = variant,
                                .full = 1,
                                .images = k.images,
                                .push = rule == VOL_RULE_PUSH,
                                .match = rule == VOL_RULE_MATCH,
                                .pull = rule == VOL_RULE_PULL};
        VOL_OF(sums) sums = none;
        if (k.nearest > 0 && rule != VOL_RULE_WALL) {
            const vol_manner nearest = {.D = D,
                                        .variant = variant,
                                        .full = 1,
                                        .images = k.world_images,
                                        .push = how.push,
                                        .match = how.match,
                                        .pull = how.pull};
            VOL_OF(look_nearest)(nearest, &k, &me, batch->nearest, &sums);
        }
        for (uint32_t r = group->runs_begin; k.nearest == 0 && rule != VOL_RULE_WALL && r < group->runs_end; r++) {
            const vol_run *run = &batch->run[r];
            const vol_arrays arrays = arrays_of(run->of);
            VOL_OF(look)(how, &k, &me, &arrays, run->of == &c->own ? group->first : run->end + 1, run, &sums);
        }
        k.wall_weight = rule == VOL_RULE_WALL ? wall : REAL(0);
        vwish wish = VOL_OF(decide)(D, variant, &k, &me, &sums);
        vvec force = VOL_OF(traits) & VOL_TRAIT_FORCE ? vec_sub(D, wish.a, still.a) : vec_sub(D, wish.v, still.v);
        numbers[3 * rule] = (double)force.x;
        numbers[3 * rule + 1] = (double)force.y;
        numbers[3 * rule + 2] = D == 3 ? (double)force.z : 0;
    }
}
#endif

/* Nothing is compiled for a space or a variant that the model does not know. */
#define VOL_HAS_SPACE(D) (VOL_OF(dimensions) == 23 || VOL_OF(dimensions) == (D))
#define VOL_HAS_KIND(D, variant) (VOL_HAS_SPACE(D) && ((variant) == 0 || !(VOL_OF(traits) & VOL_TRAIT_ONE_VARIANT)))
#define VOL_DEFINE_SENSE(D, variant, full)                                                                   \
    static VOL_SELDOM_##full void VOL_OF(sense_##D##variant##full)(const vol_context *c, vol_batch *batch) { \
        if (VOL_HAS_KIND(D, variant)) {                                                                      \
            VOL_OF(sense_batch)(D, variant, full, c, batch);                                                 \
        }                                                                                                    \
    }
#define VOL_DEFINE_NEAREST(D, variant)                                                              \
    static VOL_SELDOM_1 void VOL_OF(nearest_##D##variant)(const vol_context *c, vol_batch *batch) { \
        if (VOL_HAS_KIND(D, variant)) {                                                             \
            VOL_OF(nearest_batch)(D, variant, c, batch);                                            \
        }                                                                                           \
    }
#define VOL_DEFINE_DECIDE(D, variant)                                                 \
    static void VOL_OF(decide_##D##variant)(const vol_context *c, vol_batch *batch) { \
        if (VOL_HAS_KIND(D, variant)) {                                               \
            VOL_OF(decide_batch)(D, variant, c, batch);                               \
        }                                                                             \
    }
#define VOL_DEFINE_MOVE(D)                                                 \
    static void VOL_OF(move_##D)(const vol_context *c, vol_batch *batch) { \
        if (VOL_HAS_SPACE(D)) {                                            \
            VOL_OF(move_batch)(D, c, batch);                               \
        }                                                                  \
    }
#define VOL_DEFINE_FORCES(D, variant)                                                                               \
    static VOL_SELDOM_1 void VOL_OF(forces_##D##variant)(const vol_context *c, vol_batch *batch, double *numbers) { \
        if (VOL_HAS_KIND(D, variant)) {                                                                             \
            VOL_OF(forces_batch)(D, variant, c, batch, numbers);                                                    \
        }                                                                                                           \
    }
VOL_DEFINE_SENSE(2, 0, 0)
VOL_DEFINE_SENSE(2, 0, 1)
VOL_DEFINE_SENSE(2, 1, 0)
VOL_DEFINE_SENSE(2, 1, 1)
VOL_DEFINE_SENSE(3, 0, 0)
VOL_DEFINE_SENSE(3, 0, 1)
VOL_DEFINE_SENSE(3, 1, 0)
VOL_DEFINE_SENSE(3, 1, 1)
VOL_DEFINE_NEAREST(2, 0)
VOL_DEFINE_NEAREST(2, 1)
VOL_DEFINE_NEAREST(3, 0)
VOL_DEFINE_NEAREST(3, 1)
VOL_DEFINE_DECIDE(2, 0)
VOL_DEFINE_DECIDE(2, 1)
VOL_DEFINE_DECIDE(3, 0)
VOL_DEFINE_DECIDE(3, 1)
VOL_DEFINE_MOVE(2)
VOL_DEFINE_MOVE(3)
#if VOL_WIDTH == 1
VOL_DEFINE_FORCES(2, 0)
VOL_DEFINE_FORCES(2, 1)
VOL_DEFINE_FORCES(3, 0)
VOL_DEFINE_FORCES(3, 1)
#endif
#undef VOL_DEFINE_SENSE
#undef VOL_DEFINE_NEAREST
#undef VOL_DEFINE_DECIDE
#undef VOL_DEFINE_MOVE
#undef VOL_DEFINE_FORCES

#include "kernels/in_turn.h"

#undef VOL_HAS_KIND
#undef VOL_HAS_SPACE
#undef VOL_NEAR_LAST
#undef VOL_NEAR_APART
#undef VOL_PICKS_FROM
#undef VOL_HAS_ZONES
#undef VOL_HAS_HEADING
#undef VOL_OF
