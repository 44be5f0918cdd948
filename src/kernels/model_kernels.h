/* The kernels of one model: sense, decide and move over a batch.
 *
 * Included once for each model with VOL_MODEL_NAME defined. The bodies take dimension, variant and `full` as constants and
 * are folded into the small functions at the end.
 */
#include "kernels/look.h"

#define VOL_OF(what) VOL_CAT(VOL_MODEL_NAME, what)

_Static_assert(sizeof(VOL_OF(sums)) <= VOL_SUMS_BYTES, "the sums of a model fit in a batch");

/* The candidates that were picked. Where a model's sums can be had apart, those of separation are taken of the near ones
 * alone, in the same loop: while the one waits for its roots, the other goes on. */
VOL_INLINE void VOL_OF(look_picked)(const vol_manner how, const vol_constants *k, const vself *me,
                                    const vol_crowd *crowd, uint32_t first, const vol_picked *picked,
                                    VOL_OF(sums) * sums) {
    const real sx = (real)picked->shift[0], sy = (real)picked->shift[1], sz = (real)picked->shift[2];
    const int splits = (int)VOL_OF(split) != (int)VOL_SPLIT_NOT;
    vol_manner push = how, rest = how;
    push.rest = 0;
    rest.push = !splits;
    uint32_t n = 0;
    for (; splits && n < picked->near_count; n++) {
        VOL_OF(look_at)(rest, k, me, crowd, first, picked->slot[n], sx, sy, sz, sums);
        VOL_OF(look_at)(push, k, me, crowd, first, picked->near[n], sx, sy, sz, sums);
    }
    for (; n < picked->count; n++) {
        VOL_OF(look_at)(rest, k, me, crowd, first, picked->slot[n], sx, sy, sz, sums);
    }
}

VOL_INLINE void VOL_OF(look_run)(const vol_manner how, const vol_constants *k, const vself *me, const vol_crowd *crowd,
                                 uint32_t first, const vol_run *run, VOL_OF(sums) * sums) {
    const real sx = (real)run->shift[0], sy = (real)run->shift[1], sz = (real)run->shift[2];
    for (uint32_t j = run->begin; j < run->end; j++) {
        VOL_OF(look_at)(how, k, me, crowd, first, j, sx, sy, sz, sums);
    }
}

/* Boids of the own flock. *pays: is picking known to spare work? */
VOL_INLINE void VOL_OF(look_around)(const vol_manner how, const vol_job *job, const vol_group *group, const vself *me,
                                    const vol_crowd *crowd, int *pays, VOL_OF(sums) * sums) {
    const vol_constants *k = job->constants;
    const int splits = (int)VOL_OF(split) != (int)VOL_SPLIT_NOT;
    const int same = splits && !how.full && k->same_zones;
    vol_manner plain = how;
    plain.plain = splits && !how.full;
    const int picks = job->pick && *pays && worth_picking(job->batch->run, group);
    const int alone = VOL_WIDTH == 1 && same && job->alone;
    uint32_t listed = 0; /* of those for whom being listed makes a difference */
    vol_pick_place place = {group->runs_begin, 0};
    while (splits && picks && alone && job->alone(job, how.D, group, &place, job->picked)) {
        add_picked(how.D, crowd, job->picked, (void *)sums);
    }
    while (picks && !alone && job->pick(job, how.D, group, &place, job->picked)) {
        listed += (int)VOL_OF(split) == (int)VOL_SPLIT_ROOTS ? job->picked->near_count : job->picked->count;
        if (same && unshifted(job->picked->shift)) {
            VOL_OF(look_picked)(plain, k, me, crowd, group->first, job->picked, sums);
        } else {
            VOL_OF(look_picked)(how, k, me, crowd, group->first, job->picked, sums);
        }
    }
    if (picks && !spared_work(listed, candidates_of(job->batch->run, group))) {
        *pays = 0; /* nor will it for the next groups, which are near */
    }
    for (uint32_t r = group->runs_begin; !picks && r < group->runs_end; r++) {
        const vol_run *run = &job->batch->run[r];
        if (same && unshifted(run->shift)) {
            VOL_OF(look_run)(plain, k, me, crowd, group->first, run, sums);
        } else {
            VOL_OF(look_run)(how, k, me, crowd, group->first, run, sums);
        }
    }
    if (same) {
        vzones_same((void *)sums);
    }
}

VOL_INLINE void VOL_OF(sense_batch)(const int D, const int variant, const int full, const vol_job *job) {
    const vol_constants *k = job->constants;
    const vol_crowd crowd = crowd_of(job->now);
    const vol_manner how = {D, variant, full, k->images, 0, 1, 1};
    int pays = 1;
    for (uint32_t g = 0; g < job->batch->groups; g++) {
        const vol_group *group = &job->batch->group[g];
        vself me = self_load(D, VOL_OF(heading), job, group->first);
        VOL_OF(sums) sums = VOL_OF(begin)(D, variant, k, &me);
        VOL_OF(look_around)(how, job, group, &me, &crowd, &pays, &sums);
        for (uint32_t r = 0; job->guests && r < job->guests[g].count; r++) {
            const vol_guest_run *run = &job->guests[g].run[r];
            const vol_crowd guests = crowd_of(run->state);
            /* a guest is nobody of the group: `first` behind the run keeps the lanes from taking one for themselves */
            VOL_OF(look)
            (D, variant, full, k->world_images, k, &me, &guests, run->end + VOL_WIDTH, run->begin, run->end, REAL(0),
             REAL(0), REAL(0), &sums);
        }
        memcpy(job->batch->sums[g], &sums, sizeof sums);
    }
}

VOL_INLINE void VOL_OF(decide_batch)(const int D, const int variant, const vol_job *job) {
    for (uint32_t g = 0; g < job->batch->groups; g++) {
        const vol_group *group = &job->batch->group[g];
        vself me = self_load(D, VOL_OF(heading), job, group->first);
        VOL_OF(sums) sums;
        memcpy(&sums, job->batch->sums[g], sizeof sums);
        vwish wish = VOL_OF(decide)(D, variant, job->constants, &me, &sums);
        wish_store(D, job->batch, group->first - job->batch->first, &wish);
    }
}

/* What each rule does to the first boid of the batch: what it wants with that rule's sums alone, less what it wants without
 * any. */
VOL_INLINE void VOL_OF(forces_batch)(const int D, const int variant, const vol_job *job, double *numbers) {
    vol_constants k = *(const vol_constants *)job->constants;
    const real wall = k.wall_weight;
    vself me = self_load(D, VOL_OF(heading), job, job->batch->first);
    me.a = vec_zero();
    VOL_OF(sums) sums, none = VOL_OF(begin)(D, variant, &k, &me);
    memcpy(&sums, job->batch->sums[0], sizeof sums);
    k.wall_weight = REAL(0);
    vwish still = VOL_OF(decide)(D, variant, &k, &me, &none);
    for (int rule = VOL_RULE_PULL; rule <= VOL_RULE_WALL; rule++) {
        VOL_OF(sums) only = VOL_OF(only)(sums, rule);
        k.wall_weight = rule == VOL_RULE_WALL ? wall : REAL(0);
        vwish wish = VOL_OF(decide)(D, variant, &k, &me, &only);
        vvec force = VOL_OF(force) ? vec_sub(D, wish.a, still.a) : vec_sub(D, wish.v, still.v);
        real lanes[3][VOL_WIDTH];
        v_store(lanes[0], force.x);
        v_store(lanes[1], force.y);
        v_store(lanes[2], D == 3 ? force.z : v_set(REAL(0)));
        for (int c = 0; c < 3; c++) {
            numbers[3 * rule + c] = (double)lanes[c][0];
        }
    }
}

VOL_INLINE void VOL_OF(move_batch)(const int D, const vol_job *job) {
    for (uint32_t i = 0; i < job->batch->count; i += VOL_WIDTH) {
        uint32_t left = job->batch->count - i, n = left < VOL_WIDTH ? left : VOL_WIDTH;
        vself me = self_load(D, 0, job, job->batch->first + i);
        vwish wish = wish_load(D, job->batch, i);
        advance(D, VOL_OF(limit), VOL_OF(heading), job->constants, &wish, &me);
        self_store(D, VOL_OF(heading), job->next, job->batch->first + i, &me, n);
    }
}

/* Nothing is compiled for a space that the model does not know. */
#define VOL_HAS_SPACE(D) ((D) <= VOL_OF(most_dimensions))
#define VOL_DEFINE_SENSE(D, variant, full)                             \
    static void VOL_OF(sense_##D##variant##full)(const vol_job *job) { \
        if (VOL_HAS_SPACE(D)) {                                        \
            VOL_OF(sense_batch)(D, variant, full, job);                \
        }                                                              \
    }
#define VOL_DEFINE_DECIDE(D, variant)                             \
    static void VOL_OF(decide_##D##variant)(const vol_job *job) { \
        if (VOL_HAS_SPACE(D)) {                                   \
            VOL_OF(decide_batch)(D, variant, job);                \
        }                                                         \
    }
#define VOL_DEFINE_FORCES(D, variant)                                              \
    static void VOL_OF(forces_##D##variant)(const vol_job *job, double *numbers) { \
        if (VOL_HAS_SPACE(D)) {                                                    \
            VOL_OF(forces_batch)(D, variant, job, numbers);                        \
        }                                                                          \
    }
#define VOL_DEFINE_MOVE(D)                             \
    static void VOL_OF(move_##D)(const vol_job *job) { \
        if (VOL_HAS_SPACE(D)) {                        \
            VOL_OF(move_batch)(D, job);                \
        }                                              \
    }
VOL_DEFINE_SENSE(2, 0, 0)
VOL_DEFINE_SENSE(2, 0, 1)
VOL_DEFINE_SENSE(2, 1, 0)
VOL_DEFINE_SENSE(2, 1, 1)
VOL_DEFINE_SENSE(3, 0, 0)
VOL_DEFINE_SENSE(3, 0, 1)
VOL_DEFINE_SENSE(3, 1, 0)
VOL_DEFINE_SENSE(3, 1, 1)
VOL_DEFINE_DECIDE(2, 0)
VOL_DEFINE_DECIDE(2, 1)
VOL_DEFINE_DECIDE(3, 0)
VOL_DEFINE_DECIDE(3, 1)
VOL_DEFINE_FORCES(2, 0)
VOL_DEFINE_FORCES(2, 1)
VOL_DEFINE_FORCES(3, 0)
VOL_DEFINE_FORCES(3, 1)
VOL_DEFINE_MOVE(2)
VOL_DEFINE_MOVE(3)
#undef VOL_DEFINE_SENSE
#undef VOL_DEFINE_DECIDE
#undef VOL_DEFINE_FORCES
#undef VOL_DEFINE_MOVE
#undef VOL_HAS_SPACE
#undef VOL_OF
#undef VOL_MODEL_NAME
