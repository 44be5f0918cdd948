/* What surrounds a group acts on it, between decide and move: steering terms, other flocks, soft obstacles, players,
 * wind, in this order. The formulas are in terms.h and relate.h, the numbers in the context. C and OpenCL C.
 *
 * Whatever is out of reach adds exactly nothing: what a group is offered depends on which boids share it. */
#ifndef VOLERY_KERNELS_SURROUND_H
#define VOLERY_KERNELS_SURROUND_H

#include "kernels/geometry.h"
#ifndef VOL_OPENCL
#include "kernels/meet.h"
#endif
#include "kernels/near_runs.h"
#include "kernels/relate.h"
#include "kernels/self.h"
#include "kernels/steer.h"

/* Nothing is added where there is no force: 0 would turn -0 into 0. */
VOL_INLINE vreal add_force_along(vreal before, vreal force) {
    return v_if(v_eq(force, v_set(REAL(0))), before, v_add(before, force));
}

VOL_INLINE void add_force(const int D, vvec force, real time, vvec *onto) {
    force = vec_mul(D, force, v_set(time));
    onto->x = add_force_along(onto->x, force.x);
    onto->y = add_force_along(onto->y, force.y);
    onto->z = D == 3 ? add_force_along(onto->z, force.z) : onto->z;
}

/* --- Steering terms ----------------------------------------------------------------------------------------------- */

/* What the terms come to so far, and how much of the budget is used. */
typedef struct vterms {
    vvec sum;
    vreal used;
} vterms;

/* Adds a force: all of it, or what is left of the budget. */
VOL_INLINE void add_term(const int D, vvec force, real budget, vterms *terms) {
    if (budget >= REAL(0)) {
        vreal length = vec_length(D, force);
        vreal left = v_max(v_sub(v_set(budget), terms->used), v_set(REAL(0))); /* rounding may have used too much */
        vmask fits = v_le(length, left);
        force = vec_if(D, fits, force, vec_mul(D, vec_div(D, force, length), left));
        terms->used = v_if(fits, v_add(terms->used, length), v_set(budget));
    }
    terms->sum = vec_add(D, terms->sum, force);
}

VOL_APART void act_terms(const int D, const vol_context *c, const vself *me, vol_u32 first, vol_u32 count,
                         vol_runs *runs, vwish *wish) {
    VOL_SHARED const vol_constants *k = c->constants;
    vterms terms;
    terms.sum = vec_zero();
    terms.used = v_set(REAL(0));
    for (vol_u32 i = c->terms_begin; i < c->terms_end; i++) {
        VOL_GLOBAL const vol_term_core *term = &c->around->term[i];
        const vreal weight = v_set((real)term->weight);
        if (term->kind == VOL_STEER_WIND) { /* moves the boids, and is no force */
            vvec wind = flow_at(D, k, term, c->around->number + term->first, me->p);
            add_force(D, vec_mul(D, wind, weight), REAL(1), &wish->v);
        } else {
            vvec force = steer_force(D, c, me, first, count, term, runs);
            add_term(D, vec_mul(D, force, weight), (real)c->budget, &terms);
        }
    }
    add_force(D, terms.sum, (real)c->time, c->force ? &wish->a : &wish->v);
}

/* --- Relations ---------------------------------------------------------------------------------------------------- */

/* The targets of a relation that the boids meet, run by run. */
VOL_INLINE void meet_runs(const int D, const int kind, const vol_context *c, const vself *me, vol_u32 count,
                          VOL_GLOBAL const vol_relation_core *relation, vol_runs *runs, vmet *met) {
    vol_run run;
    const vol_boids *of = 0;
    target_runs(D, c, relation, me->p, count, relation->radius, runs);
    while (next_run(D, c, runs, &run)) {
        if (run.of != of) {
            meet_next_flock(met);
        }
        of = run.of;
        meet_run(D, kind, c->constants, me, &run, (real)relation->radius, met);
    }
}

/* The force of one relation, number `n` of those of its use, on the boids. */
VOL_APART vvec relate(const int D, const int kind, const vol_context *c, const vself *me, vol_u32 count,
                      VOL_GLOBAL const vol_relation_core *relation, vol_u32 n, vol_runs *runs) {
    vmet met = vmet_none();
    (void)n;
    if (kind == VOL_MEET_HUNT && relation->random) {
        meet_random(D, c, me, count, relation, &met);
#ifndef VOL_OPENCL
    } else if (n < VOL_LISTS_MOST && runs->listed[n]) {
        meet_listed(D, kind, c, me, runs->listed[n], runs->near[n], (real)relation->radius, &met);
    } else if (kind == VOL_MEET_HUNT && are_apart(D, me->p, count, relation->radius)) {
        meet_apart(D, c, me, count, relation, runs, &met);
#endif
    } else {
        meet_runs(D, kind, c, me, count, relation, runs, &met);
    }
    return meet_force(D, kind, c->constants, me, &met, (real)relation->weight, (real)relation->force);
}

VOL_INLINE void act_relations(const int D, const vol_context *c, const vself *me, vol_u32 count, int use, real time,
                              vol_runs *runs, vvec *onto) {
    vol_u32 n = 0;
    for (vol_u32 i = c->relation[use]; i != VOL_NO_RELATION; i = c->around->relation[i].next, n++) {
        VOL_GLOBAL const vol_relation_core *relation = &c->around->relation[i];
#ifndef VOL_OPENCL
        if (n < VOL_LISTS_MOST && runs->listed[n] && runs->near[n] == 0) {
            continue; /* nothing is near the group */
        }
#endif
        vvec force = vec_zero();
        switch (relation->kind) {
        case VOL_MEET_FLEE: force = relate(D, VOL_MEET_FLEE, c, me, count, relation, n, runs); break;
        case VOL_MEET_AVOID: force = relate(D, VOL_MEET_AVOID, c, me, count, relation, n, runs); break;
        case VOL_MEET_FOLLOW: force = relate(D, VOL_MEET_FOLLOW, c, me, count, relation, n, runs); break;
        default: force = relate(D, VOL_MEET_HUNT, c, me, count, relation, n, runs); break;
        }
        add_force(D, force, time, onto);
    }
}

/* --- Obstacles, players, wind ------------------------------------------------------------------------------------- */

VOL_APART void act_obstacles(const int D, const vol_context *c, const vself *me, vol_u32 count, vvec *onto) {
    const vol_obstacle_cells *cells = &c->around->obstacles;
    vol_near near;
    const vol_box box = box_around(D, me->p, count);
    find_near(cells, box.low, box.high, 0, &near);
    const vol_u32 number = near.all ? c->around->obstacle_count : near.count;
    for (vol_u32 i = 0; i < number; i++) {
        VOL_GLOBAL const vol_barrier *b = &cells->barrier[near.all ? i : near.which[i]];
        if (!obstacle_acts(cells, b, 0)) {
            continue; /* where all are tested; hard ones are for the stage after move */
        }
        vvec p = seen_from(D, c->constants, b->center, me->p);
        vvec out, away = from_barrier(D, b, cells->points, p, &out);
        vvec push = push_of(D, b->law == VOL_CORE_FLAT, away, out, (real)b->range, (real)b->strength);
        add_force(D, push, (real)c->time, onto);
    }
}

VOL_APART void act_players(const int D, const vol_context *c, const vself *me, vvec *onto) {
    for (vol_u32 i = 0; i < c->around->player_count; i++) {
        VOL_GLOBAL const vol_player_core *player = &c->around->player[i];
        if ((player->flocks & flock_bit(c->flock)) != 0) {
            vvec p = seen_from(D, c->constants, player->at, me->p);
            vvec force = flee_player(D, p, constant_vec(player->at), (real)player->radius, (real)player->weight);
            add_force(D, force, (real)c->time, onto);
        }
    }
}

/* --- All of them -------------------------------------------------------------------------------------------------- */

/* Adds to what the boids from slot `first` on want, `count` of them. */
VOL_INLINE void boid_surround(const int D, const vol_context *c, const vself *me, vol_u32 first, vol_u32 count,
                              vol_runs *runs, vwish *wish) {
    const vol_around *around = c->around;
    vvec *onto = c->force ? &wish->a : &wish->v;
    if (c->terms_begin < c->terms_end) {
        act_terms(D, c, me, first, count, runs, wish);
    }
    act_relations(D, c, me, count, VOL_RELATION_NOW, (real)c->time, runs, onto);
    if (around->soft_count > 0) {
        act_obstacles(D, c, me, count, onto);
    }
    act_players(D, c, me, onto);
    if (around->blows) {
        wish->v =
            vec_add(D, wish->v,
                    vec_set(v_set((real)around->blow[0]), v_set((real)around->blow[1]), v_set((real)around->blow[2])));
    }
}

/* Relations that are decided at the end of a step and act in the next: a force in every model. */
VOL_INLINE vvec boid_delayed(const int D, const vol_context *c, const vself *me, vol_u32 count, vol_runs *runs) {
    vvec force = vec_zero();
    act_relations(D, c, me, count, VOL_RELATION_DELAYED, REAL(1), runs, &force);
    return force;
}

#endif
