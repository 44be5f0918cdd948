/* dorsogna: boids with a motor and a brake in the potential of all others (D'Orsogna, Chuang, Bertozzi, Chayes 2006):
 * dv/dt = (gain - drag v^2) v - grad of the sum of Cr e^(-r / lr) - Ca e^(-r / la).
 */
#ifndef VOLERY_MODELS_DORSOGNA_H
#define VOLERY_MODELS_DORSOGNA_H

#include "models/model.h"

typedef struct dorsogna_sums {
    vvec force;
} dorsogna_sums;
enum { dorsogna_traits = VOL_TRAIT_FORCE | VOL_TRAIT_ENDLESS | VOL_TRAIT_RULES | VOL_TRAIT_ONE_VARIANT };

VOL_INLINE dorsogna_sums dorsogna_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    dorsogna_sums s;
    s.force = vec_zero();
    return s;
}

/* How long the force of one other is: strength / length e^(-d / length). */
VOL_INLINE vreal dorsogna_force(real strength, real length, vreal d) {
    return v_mul(v_set(strength / length), v_exp2_quick(v_mul(d, v_set(-VOL_LOG2_E / length))));
}

VOL_INLINE void dorsogna_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                             const vother *o, dorsogna_sums *s) {
    (void)variant, (void)me;
    vreal d = v_sqrt(o->d2), away = v_set(REAL(0));
    if (o->push) {
        away = dorsogna_force(k->repulsion_strength, k->repulsion_length, d);
    }
    if (o->pull) {
        away = v_sub(away, dorsogna_force(k->attraction_strength, k->attraction_length, d));
    }
    vmask apart = m_and(o->other, v_lt(v_set(REAL(0)), d)); /* at the same place there is no direction */
    s->force = vec_addif(D, s->force, apart, vec_mul(D, o->away, v_div(away, d)));
}

VOL_INLINE vwish dorsogna_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                                 const dorsogna_sums *s) {
    (void)variant;
    vreal drive = v_sub(v_set(k->propulsion_gain), v_mul(v_set(k->propulsion_drag), vec_dot(D, me->v, me->v)));
    vwish w;
    w.v = me->v;
    w.a = vec_add(D, vec_add(D, me->a, vec_mul(D, me->v, drive)), s->force);
    return w;
}

#endif
