/* A zone of neighbours weighted by distance: what the model `custom` has three of. */
#ifndef VOLERY_MODELS_ZONE_H
#define VOLERY_MODELS_ZONE_H

#include "models/model.h"

/* How many there are, and the sums of their weights, of weight times the way to them, of weight times their
 * velocities. */
typedef struct vzone {
    vreal n, w;
    vvec offset, velocity;
} vzone;

VOL_INLINE vzone vzone_zero(void) {
    vzone z;
    z.n = z.w = v_set(REAL(0));
    z.offset = z.velocity = vec_zero();
    return z;
}

/* Linear between the values of the table. */
VOL_INLINE vreal zone_table(VOL_SHARED const vol_weights *weights, vreal d) {
    const vreal one = v_set(REAL(1)), last = v_set((real)(weights->count - 1));
    vreal at = v_min(v_max(v_mul(d, v_set(weights->per_length)), v_set(REAL(0))), last);
    vreal below = v_min(v_floor(at), v_sub(last, one));
    vreal a = v_lookup(weights->value, below), b = v_lookup(weights->value, v_add(below, one));
    return v_add(a, v_mul(v_sub(b, a), v_sub(at, below)));
}

/* d^-power, but no more than 1e12, and 0 at distance 0. */
VOL_INLINE vreal zone_power(real power, vreal d, vreal d2) {
    const vreal one = v_set(REAL(1));
    if (power == REAL(0)) {
        return one;
    }
    vreal w = power == REAL(1) ? v_div(one, d) : power == REAL(2) ? v_div(one, d2) : v_pow(d, v_set(-power));
    return v_only(v_lt(v_set(REAL(0)), d), v_min(w, v_set(REAL(1e12))));
}

/* One more neighbour, if its squared distance is below `reach`. */
VOL_INLINE void zone_see(const int D, VOL_SHARED const vol_weights *weights, real power, real reach, const vother *o,
                         vzone *z) {
    vmask near = m_and(o->other, v_lt(o->d2, v_set(reach)));
    if (!m_any(near)) {
        return;
    }
    vreal d = v_sqrt(o->d2), w = weights->count > 0 ? zone_table(weights, d) : zone_power(power, d, o->d2);
    z->n = v_count(z->n, near);
    z->w = v_addif(z->w, near, w);
    z->offset = vec_addif(D, z->offset, near, vec_mul(D, o->away, v_neg(w)));
    z->velocity = vec_addif(D, z->velocity, near, vec_mul(D, o->v, w));
}

#endif
