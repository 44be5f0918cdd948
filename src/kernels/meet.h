/* Meeting what surrounds a group: other flocks, obstacles, players. Each adds to what the boids want, between decide and
 * move; whoever is out of reach adds exactly nothing. C and OpenCL C. */
#ifndef VOLERY_KERNELS_MEET_H
#define VOLERY_KERNELS_MEET_H

#include "kernels/crowd.h"

/* The numbers of vol_relation_kind, which OpenCL C cannot include. */
enum vol_meet_kind { VOL_MEET_FLEE, VOL_MEET_AVOID, VOL_MEET_FOLLOW, VOL_MEET_HUNT };

/* What a boid gathers from those it minds. */
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

/* From now on boids of another flock are met: of two equally near, the one met before is chosen. */
VOL_INLINE void meet_next_flock(vmet *met) {
    met->id_high = v_set(REAL(-1));
}

/* A group minds the boids begin to end - 1 of another flock. */
VOL_INLINE void meet_run(const int D, const int kind, const vol_constants *k, const vself *me, const vol_crowd *crowd,
                         VOL_GLOBAL const vol_u32 *id, vol_u32 begin, vol_u32 end, real radius, vmet *met) {
    const vreal reach = v_set(radius), zero = v_set(REAL(0));
    for (vol_u32 j = begin; j < end; j++) {
        vvec p = vec_set(v_set(crowd->x[j]), v_set(crowd->y[j]), v_set(D == 3 ? crowd->z[j] : REAL(0)));
        if (k->world_images) {
            p.x = nearest_image(me->p.x, p.x, k->size_x);
            p.y = nearest_image(me->p.y, p.y, k->size_y);
            p.z = D == 3 ? nearest_image(me->p.z, p.z, k->size_z) : p.z;
        }
        vvec away = vec_sub(D, me->p, p);
        vreal d = vec_length(D, away);
        vmask near = v_lt(d, reach);
        if (kind == VOL_MEET_HUNT) {
            meet_prey(D, p, d, near, id[j], met);
        } else if (kind == VOL_MEET_FOLLOW) {
            met->sum = vec_addif(D, met->sum, near, p);
            met->n = v_count(met->n, near);
        } else {
            near = m_and(near, v_lt(zero, d));
            met->sum = vec_addif(D, met->sum, near, meet_push(D, away, d, reach, kind == VOL_MEET_AVOID));
        }
    }
}

/* What comes of it: a force. */
VOL_INLINE vvec meet_force(const int D, const int kind, const vol_constants *k, const vself *me, const vmet *met,
                           real weight, real force) {
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

/* A player: as the article has it, away by `weight` within `radius`. */
VOL_INLINE vvec meet_player(const int D, vvec p, vvec player, real radius, real weight) {
    vvec away = vec_sub(D, p, player);
    vreal d = vec_length(D, away);
    vmask near = m_and(v_lt(d, v_set(radius)), v_lt(v_set(REAL(0)), d));
    return vec_only(D, near, vec_mul(D, vec_div(D, away, d), v_set(weight)));
}

/* An obstacle whose core is nearest at `away` behind the boid; `out` is the way out for those inside the core (d = 0). */
VOL_INLINE vvec meet_obstacle(const int D, const int flat, vvec away, vvec out, real range, real strength) {
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
