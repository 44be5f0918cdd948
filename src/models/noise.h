/* Noise: headings turned by chance. C and OpenCL C. */
#ifndef VOLERY_MODELS_NOISE_H
#define VOLERY_MODELS_NOISE_H

#include "models/chance.h"

/* As vol_noise in volery/flock.h, which OpenCL C does not include. */
enum vol_noise_kind { VOL_CHANCE_ANGULAR, VOL_CHANCE_VECTORIAL, VOL_CHANCE_WRAPPED };

/* The angle by which noise turns a heading, radians: evenly distributed, or normally (Box and Muller). */
VOL_INLINE vreal chance_angle(VOL_SHARED const vol_constants *k, const vchance *chance) {
    const vreal one = v_set(REAL(1));
    if (k->noise_kind == VOL_CHANCE_WRAPPED) {
        vreal length = v_sqrt(v_mul(v_set(REAL(-2)), v_log(v_sub(one, chance->a))));
        vreal normal = v_mul(length, v_cos(v_mul(chance->b, v_set(REAL(6.283185307179586)))));
        return v_mul(normal, v_set(k->noise_strength));
    }
    return v_mul(v_sub(chance->a, v_set(REAL(0.5))), v_set(k->noise_strength));
}

/* The unit vector h turned by an angle: to the left in 2D, in 3D about any axis across it. */
VOL_INLINE vvec chance_turn(const int D, vvec h, vreal angle, const vchance *chance) {
    vreal sine, cosine;
    v_sincos(angle, &sine, &cosine);
    vvec aside = vec_left(D, h);
    if (D == 3) {
        vvec up =
            vec_set(v_sub(v_mul(h.y, aside.z), v_mul(h.z, aside.y)), v_sub(v_mul(h.z, aside.x), v_mul(h.x, aside.z)),
                    v_sub(v_mul(h.x, aside.y), v_mul(h.y, aside.x)));
        vreal s, c;
        v_sincos(v_mul(chance->c, v_set(REAL(6.283185307179586))), &s, &c);
        aside = vec_add(D, vec_mul(D, aside, c), vec_mul(D, up, s));
    }
    return vec_add(D, vec_mul(D, h, cosine), vec_mul(D, aside, sine));
}

/* The unit vector along `wanted`; where that has no direction, along what the boid has. */
VOL_INLINE vvec heading_along(const int D, const vself *me, vvec wanted) {
    vmask lost = v_eq(vec_dot(D, wanted, wanted), v_set(REAL(0)));
    return vec_unit(D, vec_if(D, lost, me->v, wanted));
}

/* The velocity of a boid that wants to go along `wanted`: turned by an angle of chance, at its speed. */
VOL_INLINE vvec chance_heading(const int D, VOL_SHARED const vol_constants *k, const vself *me, vvec wanted) {
    vvec h = heading_along(D, me, wanted);
    if (k->noise_strength > REAL(0)) {
        const vchance chance = chance_of(k, me);
        h = chance_turn(D, h, chance_angle(k, &chance), &chance);
    }
    return vec_mul(D, h, v_set(k->speed));
}

#endif
