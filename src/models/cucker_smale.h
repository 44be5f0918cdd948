/* cucker_smale: every boid takes on the velocities of all others, the more the nearer they are (Cucker and Smale 2007):
 * dv/dt = strength / N times the sum of (their velocity - mine) / (scale^2 + distance^2)^power.
 */
#ifndef VOLERY_MODELS_CUCKER_SMALE_H
#define VOLERY_MODELS_CUCKER_SMALE_H

#include "models/model.h"

typedef struct cucker_smale_sums {
    vreal n; /* the boid itself included */
    vvec match;
} cucker_smale_sums;
enum { cucker_smale_traits = VOL_TRAIT_FORCE | VOL_TRAIT_ENDLESS | VOL_TRAIT_RULES | VOL_TRAIT_ONE_VARIANT };

VOL_INLINE cucker_smale_sums cucker_smale_begin(const int D, const int variant, VOL_SHARED const vol_constants *k,
                                                vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    cucker_smale_sums s;
    s.n = v_set(REAL(0));
    s.match = vec_zero();
    return s;
}

/* x^-power; the powers of the literature by roots, which are quicker. */
VOL_INLINE vreal cucker_smale_weight(real power, vreal x) {
    const vreal one = v_set(REAL(1));
    if (power == REAL(0.25)) {
        return v_div(one, v_sqrt(v_sqrt(x)));
    }
    if (power == REAL(0.5)) {
        return v_div(one, v_sqrt(x));
    }
    return power == REAL(0)   ? one
           : power == REAL(1) ? v_div(one, x)
                              : v_exp2_quick(v_mul(v_set(-power), v_log2_quick(x)));
}

VOL_INLINE void cucker_smale_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                                 const vother *o, cucker_smale_sums *s) {
    (void)variant;
    if (o->match) {
        vreal x = v_add(v_set(k->coupling_scale * k->coupling_scale), o->d2);
        vvec difference = vec_sub(D, o->v, me->v);
        s->match = vec_addif(D, s->match, o->other, vec_mul(D, difference, cucker_smale_weight(k->coupling_power, x)));
        s->n = v_count(s->n, o->seen);
    }
}

VOL_INLINE vwish cucker_smale_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                                     const cucker_smale_sums *s) {
    (void)variant;
    vreal share = v_div(v_set(k->coupling_strength), v_max(s->n, v_set(REAL(1))));
    vwish w;
    w.v = me->v;
    w.a = vec_add(D, me->a, vec_mul(D, s->match, share));
    return w;
}

#endif
