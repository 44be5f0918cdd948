/* sighted: the weighted sum of the forces is the new velocity; there is no inertia. Two dimensions.
 *
 * Cohesion is with all neighbours, separation from those too near, alignment with those in a triangle ahead or very
 * near; walls may push. As written, cohesion is measured from the velocity instead of the position, headings are
 * averaged in degrees (350 and 10 make 180), and walls push along themselves. As intended, none of this.
 */
#ifndef VOLERY_MODELS_SIGHTED_H
#define VOLERY_MODELS_SIGHTED_H

#include "models/polar.h"

typedef vzones sighted_sums; /* match: as written x sums headings, as intended x, y unit vectors; z sums speeds */
enum { sighted_traits = VOL_TRAIT_HEADING | VOL_TRAIT_SIGHT | VOL_TRAIT_RULES };

VOL_INLINE sighted_sums sighted_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant;
    vreal aside = v_set(k->view_angle / REAL(2)), length = v_set(k->view_distance);
    me->left = vec_add(2, me->p, polar_vector(v_add(me->heading, aside), length));
    me->right = vec_add(2, me->p, polar_vector(v_sub(me->heading, aside), length));
    return vzones_zero();
}

/* Is the neighbour in the sight triangle, its edges included? */
VOL_INLINE vmask sighted_triangle(const vself *me, const vother *o) {
    const vreal zero = v_set(REAL(0));
    vreal a = polar_side(o->p, me->p, me->left);
    vreal b = polar_side(o->p, me->left, me->right);
    vreal c = polar_side(o->p, me->right, me->p);
    vmask below = m_or(m_or(v_lt(a, zero), v_lt(b, zero)), v_lt(c, zero));
    vmask above = m_or(m_or(v_lt(zero, a), v_lt(zero, b)), v_lt(zero, c));
    return m_not(m_and(below, above));
}

VOL_INLINE void sighted_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                            const vother *o, sighted_sums *s) {
    (void)D;
    const int intended = variant;
    const vreal one = v_set(REAL(1));
    vreal d = v_sqrt(o->d2);
    vmask sight = k->view_cone ? polar_cone(k, me, o, d) : sighted_triangle(me, o);
    vmask match = m_and(o->other, m_or(sight, v_le(d, v_set(k->alignment_radius))));
    vmask pull = m_and(o->other, v_le(d, v_set(k->cohesion_radius)));
    vmask push = m_and(m_and(o->other, v_le(d, v_set(k->separation_radius))), v_lt(v_set(REAL(0)), d));
    if (o->push) {
        s->push = vec_addif(2, s->push, push, vec_mul(2, o->away, v_div(one, d)));
    }
    if (o->match) {
        vvec heading = intended ? polar_vector(o->heading, one) : vec_set(o->heading, one, one);
        s->match = vec_addif(2, s->match, match, heading);
        s->match.z = v_addif(s->match.z, match, o->speed);
        s->match_n = v_count(s->match_n, match);
    }
    if (o->pull) {
        s->pull = vec_addif(2, s->pull, pull, o->p);
        s->pull_n = v_count(s->pull_n, pull);
    }
}

VOL_INLINE vwish sighted_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                                const sighted_sums *s) {
    (void)D;
    const int intended = variant;
    vreal heading = intended ? polar_degrees(s->match) : v_div(s->match.x, s->match_n);
    vvec match = vec_sub(2, polar_vector(heading, v_div(s->match.z, s->match_n)), me->v);
    vvec pull = vec_sub(2, vec_div(2, s->pull, s->pull_n), intended ? me->p : me->v);
    match = polar_power(vec_only(2, v_lt(v_set(REAL(0)), s->match_n), match), v_set(k->alignment_power));
    pull = polar_power(vec_only(2, v_lt(v_set(REAL(0)), s->pull_n), pull), v_set(k->cohesion_power));
    vwish w;
    w.v = vec_mul(2, pull, v_set(k->cohesion_weight));
    w.v = vec_add(2, w.v, vec_mul(2, s->push, v_set(k->separation_weight)));
    w.v = vec_add(2, w.v, vec_mul(2, match, v_set(k->alignment_weight)));
    if (k->wall_weight != REAL(0)) { /* left out at 0: the force is infinite on a wall */
        w.v = vec_add(2, w.v, vec_mul(2, polar_walls(k, me->p, intended), v_set(k->wall_weight)));
    }
    w.a = me->a;
    return w;
}

#endif
