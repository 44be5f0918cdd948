/* What the tests of the lanes share: numbers worth trying, random ones, and whether this processor can run the test.
 *
 * The tests are compiled once for each back end and precision.
 */
#ifndef VOL_TESTS_LANES_VALUES_H
#define VOL_TESTS_LANES_VALUES_H

#include "lanes/lanes.h"
#include "lanes/number.h"

enum { LANES_SKIPPED = 77 };

/* A count that every width divides: 1, 2, 3, 4, 8, 16. */
#define LANES_WHOLE(n) ((n) / 48 * 48)

static inline int lanes_supported(void) {
#if defined(VOL_LANES_AVX2)
    return __builtin_cpu_supports("avx2");
#elif defined(VOL_LANES_AVX512)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
#else
    return 1;
#endif
}

static inline vol_bits lanes_bits(real a) {
    vol_number u;
    u.number = a;
    return u.bits;
}

static inline real lanes_number(vol_bits bits) {
    vol_number u;
    u.bits = bits;
    return u.number;
}

/* A counter, well mixed: the same numbers on every machine. */
static inline uint64_t lanes_random(uint64_t *state) {
    *state += 0x9e3779b97f4a7c15U;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

/* Any pattern of bits: every exponent equally often, denormals, infinities and NaN too. */
static inline real lanes_random_any(uint64_t *state) {
    return lanes_number((vol_bits)(lanes_random(state) >> (64 - 8 * sizeof(real))));
}

static inline real lanes_random_between(uint64_t *state, real from, real to) {
    double part = (double)(lanes_random(state) >> 11) * 0x1p-53;
    return (real)((double)from + part * ((double)to - (double)from));
}

/* The powers of two around which rounding, exponents and halves change, with their neighbours; and special numbers. */
enum { LANES_EDGES = 126 };

static inline void lanes_edges(real *edge) {
    static const int power[] = {
        -3, -2, -1, 0, 1, 2, 5, 13, VOL_MANTISSA_BITS - 1, VOL_MANTISSA_BITS, VOL_MANTISSA_BITS + 1, 31, 63};
    int n = 0;
    for (int i = 0; i < 13; i++) {
        vol_bits bits = (vol_bits)(power[i] + VOL_EXPONENT_BIAS) << VOL_MANTISSA_BITS;
        edge[n++] = lanes_number(bits - 1);
        edge[n++] = lanes_number(bits);
        edge[n++] = lanes_number(bits + 1);
        edge[n++] = lanes_number(bits) * REAL(1.5);
    }
    vol_bits top = (vol_bits)(2 * VOL_EXPONENT_BIAS + 1) << VOL_MANTISSA_BITS;
    vol_bits normal = (vol_bits)1 << VOL_MANTISSA_BITS;
    const vol_bits special[] = {
        0, 1, 2, normal / 2, normal - 1, normal, normal + 1, top - 1, top, top | (normal / 2), top | (normal / 2) | 5};
    for (size_t i = 0; i < sizeof(special) / sizeof(special[0]); i++) {
        edge[n++] = lanes_number(special[i]);
    }
    for (int i = 0; i < LANES_EDGES / 2; i++) {
        edge[n++] = -edge[i];
    }
}

#endif
