/* custom: three zones of neighbours weighted by distance, for rules of the host's own (<volery/custom.h>).
 *
 * Where the host does not decide, the acceleration is the mean weighted way away from those in the separation zone, the
 * mean weighted difference of velocities in the alignment zone and the mean weighted way to those in the cohesion zone,
 * each cut to max_force and multiplied by the rule's weight. Both variants are the same.
 */
#ifndef VOLERY_MODELS_CUSTOM_H
#define VOLERY_MODELS_CUSTOM_H

#include "models/zone.h"

typedef struct custom_sums {
    vzone push, match, pull;
} custom_sums;
enum { custom_traits = VOL_TRAIT_FORCE | VOL_TRAIT_RULES | VOL_TRAIT_DIVIDE_MULTIPLY | VOL_TRAIT_ONE_VARIANT };

VOL_INLINE custom_sums custom_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    custom_sums s;
    s.push = s.match = s.pull = vzone_zero();
    return s;
}

VOL_INLINE void custom_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                           const vother *o, custom_sums *s) {
    (void)variant, (void)me;
    if (o->push) {
        zone_see(D, &k->weights[0], k->separation_power, k->separation_d2, o, &s->push);
    }
    if (o->match) {
        zone_see(D, &k->weights[1], k->alignment_power, k->alignment_d2, o, &s->match);
    }
    if (o->pull) {
        zone_see(D, &k->weights[2], k->cohesion_power, k->cohesion_d2, o, &s->pull);
    }
}

/* The mean of a sum over n neighbours, cut and weighted; 0 without neighbours. */
VOL_INLINE vvec custom_rule(const int D, VOL_SHARED const vol_constants *k, vvec sum, vreal n, real weight) {
    vvec force = vec_limit(D, VOL_LIMIT_DIVIDE_MULTIPLY, vec_div(D, sum, n), v_set(k->max_force));
    return vec_only(D, v_lt(v_set(REAL(0)), n), vec_mul(D, force, v_set(weight)));
}

VOL_INLINE vwish custom_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                               const custom_sums *s) {
    (void)variant;
    vvec faster = vec_sub(D, s->match.velocity, vec_mul(D, me->v, s->match.w));
    vwish w;
    w.v = me->v;
    w.a = vec_add(D, me->a, custom_rule(D, k, faster, s->match.n, k->alignment_weight));
    w.a = vec_add(D, w.a, custom_rule(D, k, s->pull.offset, s->pull.n, k->cohesion_weight));
    w.a = vec_add(D, w.a, custom_rule(D, k, s->push.offset, s->push.n, -k->separation_weight));
    return w;
}

#endif
