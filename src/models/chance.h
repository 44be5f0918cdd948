/* Random numbers of a boid in a step. C and OpenCL C. */
#ifndef VOLERY_MODELS_CHANCE_H
#define VOLERY_MODELS_CHANCE_H

#include "models/model.h"

/* Numbers from 0 to below 1, independent of each other, others for each boid and step. */
typedef struct vchance {
    vreal a, b, c;
} vchance;

VOL_INLINE vchance chance_of(VOL_SHARED const vol_constants *k, const vself *me) {
    vchance chance;
#ifdef VOL_OPENCL
    const vol_random_bits bits = vol_random_at(k->seed, k->flock, me->id[0], k->step, VOL_RANDOM_NOISE);
    chance.a = (real)vol_uniform24(bits, 0);
    chance.b = (real)vol_uniform24(bits, 1);
    chance.c = (real)vol_uniform24(bits, 2);
#else
    real number[3][VOL_WIDTH];
    for (int i = 0; i < VOL_WIDTH; i++) {
        const vol_random_bits bits = vol_random_at(k->seed, k->flock, me->id[i], k->step, VOL_RANDOM_NOISE);
        for (int n = 0; n < 3; n++) {
            number[n][i] = (real)vol_uniform24(bits, n);
        }
    }
    chance.a = v_load(number[0]);
    chance.b = v_load(number[1]);
    chance.c = v_load(number[2]);
#endif
    return chance;
}

/* Any direction: a unit vector. */
VOL_INLINE vvec chance_direction(const int D, const vchance *chance) {
    const vreal one = v_set(REAL(1));
    vreal sine, cosine, up = v_set(REAL(0));
    v_sincos(v_mul(chance->a, v_set(REAL(6.283185307179586))), &sine, &cosine);
    if (D == 3) {
        up = v_sub(v_mul(v_set(REAL(2)), chance->b), one);
        vreal level = v_sqrt(v_sub(one, v_mul(up, up)));
        sine = v_mul(sine, level);
        cosine = v_mul(cosine, level);
    }
    return vec_set(cosine, sine, up);
}

#endif
