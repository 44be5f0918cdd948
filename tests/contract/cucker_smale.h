/* Cucker and Smale: velocity differences weighted by (1 + d^2)^-b. */
#include "models/model.h"

typedef struct cucker_smale_sums {
    vvec match;
} cucker_smale_sums;

enum { cucker_smale_traits = 0 };

VOL_INLINE cucker_smale_sums cucker_smale_begin(const int D, const int variant, VOL_SHARED const vol_constants *k,
                                                vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    return (cucker_smale_sums){vec_zero()};
}

VOL_INLINE void cucker_smale_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                                 const vother *o, cucker_smale_sums *s) {
    (void)variant;
    vreal weight = v_pow(v_add(v_set(REAL(1)), o->d2), v_set(-k->alignment_power));
    s->match = vec_addif(D, s->match, o->other, vec_mul(D, vec_sub(D, o->v, me->v), weight));
}

VOL_INLINE vwish cucker_smale_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                                     const cucker_smale_sums *s) {
    (void)variant;
    vwish w;
    w.v = me->v;
    w.a = vec_mul(D, s->match, v_set(k->alignment_weight));
    return w;
}
