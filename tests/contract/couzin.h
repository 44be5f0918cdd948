/* Couzin: repulsion, orientation and attraction zones, repulsion first, a blind angle (the kernel's view), and a limit
 * to how far a boid turns in one step. Two dimensions. */
#include "models/polar.h"

typedef vzones couzin_sums;

enum { couzin_traits = 0 };

VOL_INLINE couzin_sums couzin_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    return vzones_zero();
}

VOL_INLINE void couzin_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                           const vother *o, couzin_sums *s) {
    (void)variant, (void)me;
    vreal d = v_sqrt(o->d2);
    vmask apart = m_and(o->other, v_lt(v_set(REAL(0)), d));
    vmask push = m_and(apart, v_lt(d, v_set(k->separation_radius)));
    vmask inner = v_lt(d, v_set(k->alignment_radius));
    vmask match = m_and(m_and(apart, m_not(push)), inner);
    vmask pull = m_and(m_and(apart, m_not(inner)), v_lt(d, v_set(k->cohesion_radius)));
    vvec unit = vec_div(D, o->away, d);
    s->push = vec_addif(D, s->push, push, unit);
    s->push_n = v_count(s->push_n, push);
    s->match = vec_addif(D, s->match, match, vec_unit(D, o->v));
    s->pull = vec_addif(D, s->pull, pull, vec_sub(D, vec_zero(), unit));
}

VOL_INLINE vwish couzin_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                               const couzin_sums *s) {
    (void)variant;
    const vreal zero = v_set(REAL(0)), full = v_set(REAL(360)), most = v_set(k->max_force);
    vvec wanted = vec_if(D, v_lt(zero, s->push_n), s->push, vec_add(D, s->match, s->pull));
    vreal now = polar_degrees(me->v);
    vreal turn = v_sub(polar_degrees(wanted), now);
    turn = v_sub(turn, v_mul(full, v_floor(v_add(v_div(turn, full), v_set(REAL(0.5))))));
    turn = v_min(v_max(turn, v_neg(most)), most);
    turn = v_only(v_lt(zero, vec_length(D, wanted)), turn);
    vwish w;
    w.v = polar_vector(v_add(now, turn), v_set(k->max_speed));
    w.a = vec_zero();
    return w;
}
