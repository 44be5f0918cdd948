/* vicsek: the heading of a boid becomes the mean heading of its neighbours and itself, turned by chance (Vicsek and
 * others 1995); or that of their sum and a random vector (Gregoire and Chate 2004).
 *
 * With neighbours.count these are the nearest, at any distance. All boids have the same speed, so velocities are summed
 * for headings. Whether a boid moves along the old heading or the new one is `advance`'s (kernels/advance.h).
 */
#ifndef VOLERY_MODELS_VICSEK_H
#define VOLERY_MODELS_VICSEK_H

#include "models/noise.h"

typedef struct vicsek_sums {
    vreal n;
    vvec match;
} vicsek_sums;
enum { vicsek_traits = VOL_TRAIT_KEEPS_SPEED | VOL_TRAIT_RULES | VOL_TRAIT_ONE_VARIANT | VOL_TRAIT_TOPOLOGICAL };

VOL_INLINE vicsek_sums vicsek_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    vicsek_sums s;
    s.n = v_set(REAL(0));
    s.match = vec_zero();
    return s;
}

VOL_INLINE void vicsek_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                           const vother *o, vicsek_sums *s) {
    (void)variant, (void)me;
    vmask near = m_and(o->seen, v_lt(o->d2, v_set(k->alignment_most_d2)));
    if (o->match && m_worth(near)) {
        s->match = vec_addif(D, s->match, near, o->v);
        s->n = v_count(s->n, near);
    }
}

VOL_INLINE vwish vicsek_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                               const vicsek_sums *s) {
    (void)variant;
    vwish w;
    w.a = me->a;
    if (k->noise_kind == VOL_CHANCE_VECTORIAL) {
        const vchance chance = chance_of(k, me);
        vreal length = v_mul(s->n, v_set(k->noise_strength * k->speed));
        vvec sum = vec_add(D, s->match, vec_mul(D, chance_direction(D, &chance), length));
        w.v = vec_mul(D, heading_along(D, me, sum), v_set(k->speed));
    } else {
        w.v = chance_heading(D, k, me, s->match);
    }
    return w;
}

#endif
