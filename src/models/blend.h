/* blend: mean offset, mean velocity difference and unit pushes are added to the velocity by weight.
 *
 * A boid at exactly the same position is not a neighbour; that is also how a boid leaves itself out.
 */
#ifndef VOLERY_MODELS_BLEND_H
#define VOLERY_MODELS_BLEND_H

#include "models/model.h"

typedef vzones blend_sums;
enum { blend_traits = VOL_TRAIT_ZONES | VOL_TRAIT_ROOTS | VOL_TRAIT_APART };

VOL_INLINE blend_sums blend_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    return vzones_zero();
}

VOL_INLINE void blend_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                          const vother *o, blend_sums *s) {
    (void)variant, (void)me;
    vmask push = vother_apart(o, v_set(k->separation_d2));
    vmask match = vother_apart(o, v_set(k->alignment_d2));
    vmask pull = vother_apart(o, v_set(k->cohesion_d2));
    if (o->push && m_worth(push)) {
        vreal inverse = v_inverse_root(o->d2);
        s->push = vec_addif(D, s->push, push, vec_mul(D, o->away, inverse));
    }
    vzones_rest(D, s, o, match, pull);
}

VOL_INLINE vwish blend_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                              const blend_sums *s) {
    (void)variant;
    const vreal zero = v_set(REAL(0)), one = v_set(REAL(1)), dt = v_set(k->dt);
    vvec pull = vec_sub(D, vec_mul(D, s->pull, v_div(one, s->pull_n)), me->p);
    vvec match = vec_sub(D, vec_mul(D, s->match, v_div(one, s->match_n)), me->v);
    pull = vec_only(D, v_lt(zero, s->pull_n), pull);
    match = vec_only(D, v_lt(zero, s->match_n), match);
    vwish w;
    w.v = vec_add(D, me->v, vec_mul(D, vec_mul(D, pull, v_set(k->cohesion_weight)), dt));
    w.v = vec_add(D, w.v, vec_mul(D, vec_mul(D, s->push, v_set(k->separation_weight)), dt));
    w.v = vec_add(D, w.v, vec_mul(D, vec_mul(D, match, v_set(k->alignment_weight)), dt));
    w.a = me->a;
    return w;
}

#endif
