/* swirl: a model of one's own. Boids are drawn to the middle of their neighbours and round it, and fly along with them.
 *
 * Of the parameters of `custom` it uses cohesion.radius, cohesion.weight and alignment.weight; own.number[0] is how
 * strongly they go round: to the left if it is positive. docs/own_models.md explains every line. */
#ifndef SWIRL_H
#define SWIRL_H

#include "models/model.h"

typedef struct swirl_sums {
    vreal n;
    vvec place, velocity;
} swirl_sums;
enum { swirl_traits = VOL_TRAIT_FORCE | VOL_TRAIT_ONE_VARIANT };

VOL_INLINE swirl_sums swirl_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    swirl_sums s;
    s.n = v_set(REAL(0));
    s.place = s.velocity = vec_zero();
    return s;
}

/* The hot loop: as many boids at once as there are lanes look at one other. What is too far must add nothing. */
VOL_INLINE void swirl_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                          const vother *o, swirl_sums *s) {
    (void)variant, (void)me;
    vmask near = m_and(o->other, v_lt(o->d2, v_set(k->cohesion_d2)));
    if (m_worth(near)) {
        s->n = v_count(s->n, near);
        s->place = vec_addif(D, s->place, near, o->p);
        s->velocity = vec_addif(D, s->velocity, near, o->v);
    }
}

VOL_INLINE vwish swirl_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                              const swirl_sums *s) {
    (void)variant;
    vvec to = vec_sub(D, vec_div(D, s->place, s->n), me->p);
    vvec along = vec_sub(D, vec_div(D, s->velocity, s->n), me->v);
    vvec round = vec_set(to.y, v_neg(to.x), v_set(REAL(0))); /* with the middle on the left */
    vvec force = vec_add(D, vec_mul(D, to, v_set(k->cohesion_weight)), vec_mul(D, round, v_set(k->own[0])));
    force = vec_add(D, force, vec_mul(D, along, v_set(k->alignment_weight)));
    vwish w;
    w.v = me->v;
    w.a = vec_add(D, me->a, vec_only(D, v_lt(v_set(REAL(0)), s->n), force));
    return w;
}

#endif
