/* The forces of other flocks, obstacles and players on a boid: the formulas. What is out of reach gives exactly
 * nothing. C and OpenCL C. */
#ifndef VOLERY_KERNELS_RELATE_H
#define VOLERY_KERNELS_RELATE_H

#include "kernels/geometry.h"
#include "kernels/near_runs.h"

/* What a boid gathers from the boids of the target flocks. */
typedef struct vmet {
    vvec sum;   /* of pushes, or of positions */
    vreal n;    /* how many */
    vreal best; /* distance of the nearest so far; hunt */
    vvec target;
    vreal id_high, id_low; /* its id, 16 bits each: what every precision can hold */
} vmet;

VOL_INLINE vmet vmet_none(void) {
    vmet met;
    met.sum = met.target = vec_zero();
    met.n = v_set(REAL(0));
    met.best = v_set(REAL(1e30));
    met.id_high = met.id_low = v_set(REAL(-1));
    return met;
}

/* A push along `away`, 1 long and with `fade` fading to nothing at `radius`. */
VOL_INLINE vvec meet_push(const int D, vvec away, vreal d, vreal radius, const int fade) {
    vvec push = vec_div(D, away, d);
    return fade ? vec_mul(D, push, v_sub(v_set(REAL(1)), v_div(d, radius))) : push;
}

/* A candidate for the hunters: the nearest, and of two equally near in one flock the one with the lower id. */
VOL_INLINE void meet_prey(const int D, vvec p, vreal d, vmask near, vol_u32 id, vmet *met) {
    vmask better = m_and(near, v_lt(d, met->best)), as_good = m_and(near, v_eq(d, met->best));
    if (!m_any(m_or(better, as_good))) {
        return;
    }
    const vreal high = v_set((real)(int)(id >> 16)), low = v_set((real)(int)(id & 0xFFFFu));
    vmask lower = m_and(v_eq(high, met->id_high), v_lt(low, met->id_low));
    better = m_or(better, m_and(as_good, m_or(v_lt(high, met->id_high), lower)));
    met->best = v_if(better, d, met->best);
    met->target = vec_if(D, better, p, met->target);
    met->id_high = v_if(better, high, met->id_high);
    met->id_low = v_if(better, low, met->id_low);
}

/* The candidates that follow are of another flock: of two equally near, the earlier one is chosen. */
VOL_INLINE void meet_next_flock(vmet *met) {
    met->id_high = v_set(REAL(-1));
}

/* The boid of another flock at p. */
VOL_INLINE void meet_one(const int D, const int kind, VOL_SHARED const vol_constants *k, const vself *me, vvec p,
                         vmask there, vol_u32 id, real radius, vmet *met) {
    const vreal reach = v_set(radius);
    p = k->world_images ? nearest_image_of(D, k, me->p, p) : p;
    vvec away = vec_sub(D, me->p, p);
    vreal d = vec_length(D, away);
    vmask near = m_and(there, v_lt(d, reach));
    if (kind == VOL_MEET_HUNT) {
        meet_prey(D, p, d, near, id, met);
    } else if (kind == VOL_MEET_FOLLOW) {
        met->sum = vec_addif(D, met->sum, near, p);
        met->n = v_count(met->n, near);
    } else {
        near = m_and(near, v_lt(v_set(REAL(0)), d));
        met->sum = vec_addif(D, met->sum, near, meet_push(D, away, d, reach, kind == VOL_MEET_AVOID));
    }
}

/* All boids of a run. */
VOL_INLINE void meet_run(const int D, const int kind, VOL_SHARED const vol_constants *k, const vself *me,
                         const vol_run *run, real radius, vmet *met) {
    const vol_arrays arrays = arrays_of(run->of);
    for (vol_u32 j = run->begin; j < run->end; j++) {
        meet_one(D, kind, k, me, place_at(D, &arrays, j), m_first(VOL_WIDTH), run->of->id[j], radius, met);
    }
}

enum { VOL_RANDOM_PREY = 17 };

/* Where the random prey of a boid is, one of all targets: the same whatever the order in memory. No target: returns
 * 0. */
VOL_INLINE int random_prey(const int D, const vol_context *c, VOL_GLOBAL const vol_relation_core *relation, vol_u32 id,
                           real place[3]) {
    VOL_SHARED const vol_constants *k = c->constants;
    vol_u64 total = 0;
    for (vol_u32 t = 0; t < relation->target_count; t++) {
        total += c->around->flock[c->around->target[relation->target_first + t]].count;
    }
    vol_random_bits r = vol_random_at(k->seed, k->flock, id, k->step, VOL_RANDOM_PREY);
    vol_u64 pick = (vol_u64)(vol_uniform(r, 0) * (double)total);
    for (vol_u32 t = 0; t < relation->target_count; t++) {
        const vol_boids *boids = &c->around->flock[c->around->target[relation->target_first + t]];
        if (pick < boids->count) {
            const vol_arrays arrays = arrays_of(boids);
            vol_u32 slot = boids->order[pick];
            for (int axis = 0; axis < D; axis++) {
                place[axis] = number_at(&arrays, axis, slot);
            }
            return 1;
        }
        pick -= boids->count;
    }
    return 0;
}

/* Every boid hunts a prey of its own. */
VOL_APART void meet_random(const int D, const vol_context *c, const vself *me, vol_u32 count,
                           VOL_GLOBAL const vol_relation_core *relation, vmet *met) {
    real place[3][VOL_WIDTH], there[VOL_WIDTH];
    for (vol_u32 i = 0; i < VOL_WIDTH; i++) {
        real at[3] = {REAL(0), REAL(0), REAL(0)};
        there[i] = i < count && random_prey(D, c, relation, me->id[i], at) ? REAL(1) : REAL(0);
        place[0][i] = at[0];
        place[1][i] = at[1];
        place[2][i] = at[2];
    }
    vvec p = vec_set(v_from(place[0]), v_from(place[1]), v_from(place[2]));
    vmask is = v_eq(v_from(there), v_set(REAL(1)));
    meet_one(D, VOL_MEET_HUNT, c->constants, me, p, is, 0, (real)relation->radius, met);
}

/* What comes of it: a force. */
VOL_INLINE vvec meet_force(const int D, const int kind, VOL_SHARED const vol_constants *k, const vself *me,
                           const vmet *met, real weight, real force) {
    if (kind == VOL_MEET_HUNT) {
        vvec wanted = vec_mul(D, vec_unit(D, vec_sub(D, met->target, me->p)), v_set(k->max_speed));
        vvec steer = vec_limit(D, VOL_LIMIT_DIVIDE_MULTIPLY, vec_sub(D, wanted, me->v), v_set(force));
        return vec_only(D, v_lt(met->best, v_set(REAL(1e30))), steer);
    }
    vvec along = met->sum;
    if (kind == VOL_MEET_FOLLOW) {
        along = vec_unit(D, vec_sub(D, vec_div(D, met->sum, met->n), me->p));
        along = vec_only(D, v_lt(v_set(REAL(0)), met->n), along);
    }
    return vec_mul(D, along, v_set(weight));
}

/* Where p is seen from a place, in worlds with images. */
VOL_INLINE vvec seen_from(const int D, VOL_SHARED const vol_constants *k, VOL_GLOBAL const double *place, vvec p) {
    if (k->world_images) {
        vvec c = constant_vec(place);
        p.x = nearest_image(c.x, p.x, k->size_x);
        p.y = nearest_image(c.y, p.y, k->size_y);
        p.z = D == 3 ? nearest_image(c.z, p.z, k->size_z) : p.z;
    }
    return p;
}

/* A player: as the article has it, away by `weight` within `radius`. */
VOL_INLINE vvec flee_player(const int D, vvec p, vvec player, real radius, real weight) {
    vvec away = vec_sub(D, p, player);
    vreal d = vec_length(D, away);
    vmask near = m_and(v_lt(d, v_set(radius)), v_lt(v_set(REAL(0)), d));
    return vec_only(D, near, vec_mul(D, vec_div(D, away, d), v_set(weight)));
}

/* An obstacle whose core is nearest at `away` behind the boid; `out` is the way out for boids inside the core (d =
 * 0). */
VOL_INLINE vvec push_of(const int D, const int flat, vvec away, vvec out, real range, real strength) {
    vreal d = vec_length(D, away);
    vmask near = v_lt(d, v_set(range)), inside = v_eq(d, v_set(REAL(0)));
    if (flat) {
        const int pulls = strength < REAL(0);
        vvec push = vec_limit(D, VOL_LIMIT_MULTIPLY_DIVIDE, away, v_set(pulls ? -strength : strength));
        push = pulls ? vec_sub(D, vec_zero(), push) : push;
        return vec_only(D, near, vec_if(D, inside, vec_mul(D, out, v_set(strength)), push));
    }
    vvec unit = vec_if(D, inside, out, vec_div(D, away, d));
    vvec push = vec_mul(D, vec_mul(D, unit, v_sub(v_set(REAL(1)), v_div(d, v_set(range)))), v_set(strength));
    return vec_only(D, near, push);
}

#endif
