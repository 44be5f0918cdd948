/* couzin: away from whoever is too near; else along with neighbours at middle distance and towards those farther away
 * (Couzin, Krause, James, Ruxton and Franks 2002).
 *
 * The sums of unit vectors are not normalised before they are added. The new direction is turned by chance and then
 * limited by turn.rate (kernels/advance.h). Only the zone of repulsion is all round; the others are within view. A zone
 * that does not reach beyond the one inside it is empty.
 */
#ifndef VOLERY_MODELS_COUZIN_H
#define VOLERY_MODELS_COUZIN_H

#include "models/noise.h"

typedef vzones couzin_sums;
enum { couzin_traits = VOL_TRAIT_KEEPS_SPEED | VOL_TRAIT_SIGHT | VOL_TRAIT_RULES | VOL_TRAIT_ONE_VARIANT };

VOL_INLINE couzin_sums couzin_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    return vzones_zero();
}

/* Within half of view.angle of the heading and within view.distance, if there are limits. */
VOL_INLINE vmask couzin_view(const int D, VOL_SHARED const vol_constants *k, const vself *me, const vother *o,
                             vreal d) {
    vmask seen = o->other;
    if (k->view_angle < REAL(360)) {
        vreal ahead = v_neg(vec_dot(D, me->v, o->away));
        seen = m_and(seen, v_le(v_mul(v_mul(v_set(k->view_cosine), vec_length(D, me->v)), d), ahead));
    }
    return k->view_distance > REAL(0) ? m_and(seen, v_le(d, v_set(k->view_distance))) : seen;
}

VOL_INLINE void couzin_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                           const vother *o, couzin_sums *s) {
    (void)variant;
    vreal d = v_sqrt(o->d2);
    vmask too_near = v_lt(d, v_set(k->separation_radius)), near = v_lt(d, v_set(k->alignment_radius));
    vmask within = m_or(m_or(too_near, near), v_le(d, v_set(k->cohesion_radius)));
    if (!m_worth(m_and(o->other, within))) {
        return;
    }
    vmask view = m_and(couzin_view(D, k, me, o, d), m_not(too_near));
    vmask match = m_and(view, near), pull = m_and(m_and(view, within), m_not(near));
    too_near = m_and(o->other, too_near);
    vvec away = vec_only(D, v_lt(v_set(REAL(0)), d), vec_div(D, o->away, d)); /* at one place there is no direction */
    if (o->push) {
        s->push = vec_addif(D, s->push, too_near, away);
        s->push_n = v_count(s->push_n, too_near);
    }
    if (o->match) {
        s->match = vec_addif(D, s->match, match, o->v);
    }
    if (o->pull) {
        s->pull = vec_addif(D, s->pull, pull, away);
    }
}

VOL_INLINE vwish couzin_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                               const couzin_sums *s) {
    (void)variant;
    vvec rest = vec_sub(D, vec_div(D, s->match, v_set(k->speed)), s->pull);
    vvec wanted = vec_if(D, v_lt(v_set(REAL(0)), s->push_n), s->push, rest);
    vwish w;
    w.v = chance_heading(D, k, me, wanted);
    w.a = me->a;
    return w;
}

#endif
