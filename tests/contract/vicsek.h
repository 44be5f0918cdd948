/* Vicsek: a boid takes the mean heading of its neighbours and itself, plus noise. */
#include "models/polar.h"

typedef struct vicsek_sums {
    vvec match;
} vicsek_sums;

enum { vicsek_traits = 0 };

VOL_INLINE vicsek_sums vicsek_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    return (vicsek_sums){vec_zero()};
}

VOL_INLINE void vicsek_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                           const vother *o, vicsek_sums *s) {
    (void)variant, (void)me;
    vmask near = m_and(o->seen, v_lt(o->d2, v_set(k->alignment_radius * k->alignment_radius)));
    s->match = vec_addif(D, s->match, near, vec_unit(D, o->v));
}

VOL_INLINE vwish vicsek_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                               const vicsek_sums *s) {
    (void)D, (void)variant;
    vreal turn = v_mul(v_sub(v_noise(k, me), v_set(REAL(0.5))), v_set(k->alignment_weight));
    vwish w;
    w.v = polar_vector(v_add(polar_degrees(s->match), turn), v_set(k->max_speed));
    w.a = vec_zero();
    return w;
}
