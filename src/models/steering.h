/* steering: each rule is a steering force, the velocity it wants minus the velocity it has, cut to max_force.
 *
 * Wanted are full speed along the neighbours' mean velocity, towards their mean position, and along the mean of the
 * unit vectors away from them. As intended, the latter are weighted by 1/distance.
 */
#ifndef VOLERY_MODELS_STEERING_H
#define VOLERY_MODELS_STEERING_H

#include "models/model.h"

typedef vzones steering_sums;
enum { steering_traits = VOL_TRAIT_FORCE | VOL_TRAIT_ZONES | VOL_TRAIT_ROOTS | VOL_TRAIT_DIVIDE_MULTIPLY };

VOL_INLINE steering_sums steering_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    return vzones_zero();
}

VOL_INLINE void steering_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                             const vother *o, steering_sums *s) {
    (void)me;
    const int intended = variant;
    vmask push = m_and(o->other, v_lt(o->d2, v_set(k->separation_d2)));
    vmask match = m_and(o->other, v_lt(o->d2, v_set(k->alignment_d2)));
    vmask pull = m_and(o->other, v_lt(o->d2, v_set(k->cohesion_d2)));
    if (o->push) {
        /* at the same position there is no direction, but it counts */
        vmask apart = m_and(push, v_lt(v_set(REAL(0)), o->d2));
        if (m_worth(apart)) {
            vreal d = v_sqrt(o->d2);
            vvec unit = vec_div(D, o->away, d);
            if (intended) {
                unit = vec_div(D, unit, d);
            }
            s->push = vec_addif(D, s->push, apart, unit);
        }
        s->push_n = v_count(s->push_n, push);
    }
    vzones_rest(D, s, o, match, pull);
}

/* The force that turns the velocity into full speed along u; none without neighbours. */
VOL_INLINE vvec steering_towards(const int D, VOL_SHARED const vol_constants *k, const vself *me, vvec u, vreal n) {
    vvec wanted = vec_mul(D, vec_unit(D, u), v_set(k->max_speed));
    vvec force = vec_limit(D, VOL_LIMIT_DIVIDE_MULTIPLY, vec_sub(D, wanted, me->v), v_set(k->max_force));
    return vec_only(D, v_lt(v_set(REAL(0)), n), force);
}

VOL_INLINE vwish steering_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                                 const steering_sums *s) {
    (void)variant;
    vvec match = vec_div(D, s->match, s->match_n);
    vvec pull = vec_sub(D, vec_div(D, s->pull, s->pull_n), me->p);
    vvec push = vec_div(D, s->push, s->push_n);
    match = vec_mul(D, steering_towards(D, k, me, match, s->match_n), v_set(k->alignment_weight));
    pull = vec_mul(D, steering_towards(D, k, me, pull, s->pull_n), v_set(k->cohesion_weight));
    push = vec_mul(D, steering_towards(D, k, me, push, s->push_n), v_set(k->separation_weight));
    vwish w;
    w.v = me->v;
    w.a = vec_add(D, vec_add(D, vec_add(D, me->a, match), pull), push);
    return w;
}

#endif
