/* capped: each rule is a plain sum over the neighbours, the boid itself included, cut to max_rule.
 *
 * As written, cohesion is the sum of the neighbours' positions instead of their mean, so flocks drift away from the
 * origin, and alignment is the sum of their velocities, so a lone boid speeds up. As intended, both are means.
 */
#ifndef VOLERY_MODELS_CAPPED_H
#define VOLERY_MODELS_CAPPED_H

#include "models/model.h"

typedef vzones capped_sums;
enum { capped_traits = VOL_TRAIT_ZONES | VOL_TRAIT_MULTIPLY_DIVIDE };

VOL_INLINE capped_sums capped_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    return vzones_zero();
}

VOL_INLINE void capped_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                           const vother *o, capped_sums *s) {
    (void)variant, (void)me;
    vmask push = m_and(o->seen, v_lt(o->d2, v_set(k->separation_d2)));
    vmask match = m_and(o->seen, v_lt(o->d2, v_set(k->alignment_d2)));
    vmask pull = m_and(o->seen, v_lt(o->d2, v_set(k->cohesion_d2)));
    if (o->push) {
        s->push = vec_addif(D, s->push, push, o->p);
        s->push_n = v_count(s->push_n, push);
    }
    vzones_rest(D, s, o, match, pull);
}

VOL_INLINE vwish capped_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                               const capped_sums *s) {
    const int intended = variant;
    const vreal most = v_set(k->max_rule), none = v_set(REAL(0));
    vvec push = vec_sub(D, vec_mul(D, me->p, s->push_n), s->push);
    vvec match = s->match, pull = s->pull;
    if (intended) {
        match = vec_only(D, v_lt(none, s->match_n), vec_div(D, match, s->match_n));
        pull = vec_div(D, pull, s->pull_n);
    }
    pull = vec_only(D, v_lt(none, s->pull_n), vec_sub(D, pull, me->p)); /* at radius 0 not even the boid is */
    push = vec_limit(D, VOL_LIMIT_MULTIPLY_DIVIDE, push, most);
    match = vec_limit(D, VOL_LIMIT_MULTIPLY_DIVIDE, match, most);
    pull = vec_limit(D, VOL_LIMIT_MULTIPLY_DIVIDE, pull, most);
    vwish w;
    w.v = vec_add(D, me->v, vec_mul(D, vec_add(D, vec_add(D, push, match), pull), v_set(k->dt)));
    w.a = me->a;
    return w;
}

#endif
