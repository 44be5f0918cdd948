/* olfati_saber: neighbours keep one distance and take on one velocity (Olfati-Saber 2006, algorithm 1); a goal that all
 * know holds the flock together (algorithm 2).
 *
 * Distances are measured by a norm that is smooth at 0, |z| = (sqrt(1 + epsilon z^2) - 1) / epsilon, and neighbours
 * fade towards the range, so that forces are smooth.
 */
#ifndef VOLERY_MODELS_OLFATI_SABER_H
#define VOLERY_MODELS_OLFATI_SABER_H

#include "models/model.h"

typedef struct olfati_saber_sums {
    vvec push, match; /* of the distances, of the velocities */
} olfati_saber_sums;
enum { olfati_saber_traits = VOL_TRAIT_FORCE | VOL_TRAIT_RULES | VOL_TRAIT_ONE_VARIANT };

VOL_INLINE olfati_saber_sums olfati_saber_begin(const int D, const int variant, VOL_SHARED const vol_constants *k,
                                                vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    return (olfati_saber_sums){vec_zero(), vec_zero()};
}

/* How much a neighbour counts: 1 up to the share `bump` of the range, then less, at the range nothing. */
VOL_INLINE vreal olfati_saber_bump(real bump, vreal z) {
    const vreal one = v_set(REAL(1));
    vreal way = v_mul(v_sub(z, v_set(bump)), v_set(REAL(3.141592653589793) / (REAL(1) - bump)));
    vreal fading = v_mul(v_add(one, v_cos(way)), v_set(REAL(0.5)));
    return v_if(v_lt(z, v_set(bump)), one, v_only(v_lt(z, one), fading));
}

/* The force between two boids at the norm z from their distance at rest: a push below 0, a pull above. */
VOL_INLINE vreal olfati_saber_force(VOL_SHARED const vol_constants *k, vreal z) {
    vreal y = v_add(z, v_set(k->lattice_c));
    vreal sigmoid = v_div(y, v_sqrt(v_add(v_set(REAL(1)), v_mul(y, y))));
    vreal both = v_add(v_mul(v_set(k->lattice_a + k->lattice_b), sigmoid), v_set(k->lattice_a - k->lattice_b));
    return v_mul(both, v_set(REAL(0.5)));
}

VOL_INLINE void olfati_saber_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                                 const vother *o, olfati_saber_sums *s) {
    (void)variant;
    vmask near = m_and(o->other, v_lt(o->d2, v_set(k->lattice_range_d2)));
    if (!m_worth(near)) {
        return;
    }
    const vreal one = v_set(REAL(1));
    vreal root = v_sqrt(v_add(one, v_mul(v_set(k->lattice_epsilon), o->d2)));
    vreal norm = v_div(o->d2, v_add(root, one)); /* (root - 1) / epsilon, without losing digits */
    vreal weight = olfati_saber_bump(k->lattice_bump, v_div(norm, v_set(k->lattice_range_norm)));
    if (o->push) {
        vreal force = v_mul(weight, olfati_saber_force(k, v_sub(norm, v_set(k->lattice_distance_norm))));
        s->push = vec_addif(D, s->push, near, vec_mul(D, o->away, v_neg(v_div(force, root))));
    }
    if (o->match) {
        s->match = vec_addif(D, s->match, near, vec_mul(D, vec_sub(D, o->v, me->v), weight));
    }
}

/* From the goal to the boid along an axis; where the world has images, from the nearest one. */
VOL_INLINE vreal olfati_saber_from(VOL_SHARED const vol_constants *k, vreal p, real goal, real size) {
    vreal d = v_sub(p, v_set(goal));
    return k->world_images ? v_sub(d, v_mul(v_set(size), v_floor(v_add(v_div(d, v_set(size)), v_set(REAL(0.5)))))) : d;
}

VOL_INLINE vwish olfati_saber_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                                     const olfati_saber_sums *s) {
    (void)variant;
    const vvec at = vec_set(olfati_saber_from(k, me->p.x, k->goal[0], k->size_x),
                            olfati_saber_from(k, me->p.y, k->goal[1], k->size_y),
                            D == 3 ? olfati_saber_from(k, me->p.z, k->goal[2], k->size_z) : v_set(REAL(0)));
    const vvec going = vec_set(v_set(k->goal_going[0]), v_set(k->goal_going[1]), v_set(k->goal_going[2]));
    vvec to_goal =
        vec_add(D, vec_mul(D, at, v_set(k->goal_pull)), vec_mul(D, vec_sub(D, me->v, going), v_set(k->goal_damp)));
    vwish w;
    w.v = me->v;
    w.a = vec_sub(D, vec_add(D, vec_add(D, me->a, s->push), s->match), to_goal);
    return w;
}

#endif
