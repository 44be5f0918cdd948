/* Random numbers without state: a function of (seed, flock, boid, step, purpose).
 *
 * Philox 4x32 with ten rounds (Salmon, Moraes, Dror, Shaw 2011): a bijection of a 128-bit counter under a 64-bit key,
 * so two different counters never give the same bits by construction, and any worker can draw in any order. Compiled as
 * C and as OpenCL C.
 */
#ifndef VOLERY_CORE_RANDOM_H
#define VOLERY_CORE_RANDOM_H

#include "core/platform.h"

/* What a number is for: two purposes never see the same numbers. Those from VOL_RANDOM_HOST to 255 are the host's. */
enum vol_purpose {
    VOL_RANDOM_POSITION = 1,
    VOL_RANDOM_VELOCITY = 2,
    VOL_RANDOM_NOISE = 3,
    VOL_RANDOM_TURN = 4,
    VOL_RANDOM_HOST = 128
};

typedef struct vol_random_bits {
    vol_u32 word[4];
} vol_random_bits;

VOL_INLINE vol_random_bits vol_philox(vol_random_bits counter, vol_u64 key) {
    vol_u32 k0 = (vol_u32)key, k1 = (vol_u32)(key >> 32);
    for (int round = 0; round < 10; round++) {
        vol_u64 a = (vol_u64)0xD2511F53u * counter.word[0];
        vol_u64 b = (vol_u64)0xCD9E8D57u * counter.word[2];
        vol_u32 c1 = counter.word[1], c3 = counter.word[3];
        counter.word[0] = (vol_u32)(b >> 32) ^ c1 ^ k0;
        counter.word[1] = (vol_u32)b;
        counter.word[2] = (vol_u32)(a >> 32) ^ c3 ^ k1;
        counter.word[3] = (vol_u32)a;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return counter;
}

/* 128 random bits for one boid, step and purpose; flocks up to 2^24, steps up to 2^56 are kept apart. */
VOL_INLINE vol_random_bits vol_random_at(vol_u64 seed, vol_u32 flock, vol_u32 id, vol_u64 step, vol_u32 purpose) {
    vol_random_bits counter;
    counter.word[0] = id;
    counter.word[1] = (vol_u32)step;
    counter.word[2] = (vol_u32)(step >> 32) ^ (flock << 24 | flock >> 8);
    counter.word[3] = purpose ^ flock << 8;
    return vol_philox(counter, seed);
}

/* Uniform in [0, 1): 53 bits, so exact as a double. Two of them fit in one answer. */
VOL_INLINE double vol_uniform(vol_random_bits r, int which) {
    vol_u64 bits = (vol_u64)r.word[2 * which] << 32 | r.word[2 * which + 1];
    return (double)(bits >> 11) * 0x1p-53;
}

/* The same with 24 bits, exact in single precision: four of them fit in one answer. */
VOL_INLINE float vol_uniform24(vol_random_bits r, int which) {
    return (float)(r.word[which] >> 8) * 0x1p-24f;
}

#endif
