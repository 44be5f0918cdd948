/* nudge: each rule nudges the boid by a fixed length.
 *
 * Neighbours are the others nearer than the alignment or the cohesion radius. Away from those among them that are too
 * near, along their mean velocity, towards their mean position: three directions, each with its own fixed length.
 */
#ifndef VOLERY_MODELS_NUDGE_H
#define VOLERY_MODELS_NUDGE_H

#include "models/model.h"

typedef vzones nudge_sums;
enum { nudge_traits = VOL_TRAIT_FORCE | VOL_TRAIT_ZONES | VOL_TRAIT_ROOTS | VOL_TRAIT_APART };

VOL_INLINE nudge_sums nudge_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    return vzones_zero();
}

VOL_INLINE void nudge_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                          const vother *o, nudge_sums *s) {
    (void)variant, (void)me;
    vmask match = m_and(o->other, v_lt(o->d2, v_set(k->alignment_radius * k->alignment_radius)));
    vmask pull = m_and(o->other, v_lt(o->d2, v_set(k->cohesion_radius * k->cohesion_radius)));
    vmask push = m_and(m_or(match, pull), v_lt(o->d2, v_set(k->separation_d2)));
    push = m_and(push, v_lt(v_set(REAL(0)), o->d2)); /* at the same position there is no direction */
    if (o->push && m_worth(push)) {
        vreal inverse = v_inverse_root(o->d2);
        s->push = vec_addif(D, s->push, push, vec_mul(D, o->away, inverse));
    }
    vzones_rest(D, s, o, match, pull);
}

/* Along u, as long as the weight; nothing if u has no direction. */
VOL_INLINE vvec nudge_along(const int D, vvec u, real weight) {
    vreal length = vec_length(D, u);
    return vec_only(D, v_lt(v_set(REAL(0)), length), vec_mul(D, vec_div(D, u, length), v_set(weight)));
}

VOL_INLINE vwish nudge_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                              const nudge_sums *s) {
    (void)variant;
    const vreal zero = v_set(REAL(0)), one = v_set(REAL(1));
    vmask matches = v_lt(zero, s->match_n), pulls = v_lt(zero, s->pull_n);
    vvec mean_v = vec_mul(D, s->match, v_div(one, s->match_n));
    vvec offset = vec_sub(D, vec_mul(D, s->pull, v_div(one, s->pull_n)), me->p);
    vvec push = nudge_along(D, s->push, k->separation_weight);
    vvec match = nudge_along(D, vec_only(D, matches, mean_v), k->alignment_weight);
    vvec pull = nudge_along(D, vec_only(D, pulls, offset), k->cohesion_weight);
    vwish w;
    w.v = me->v;
    w.a = vec_add(D, me->a, vec_add(D, vec_add(D, push, match), pull));
    return w;
}

#endif
