/* The least and the greatest lane of a vector of 256 bits, for AVX2 and AVX-512. */
#ifndef VOLERY_LANES_ACROSS_H
#define VOLERY_LANES_ACROSS_H

#include "lanes/number.h"

#include <immintrin.h>

/* Halves against each other until one is left. */
#if VOL_DOUBLE
#define VOL_DEFINE_ACROSS(name, op)                                                          \
    VOL_INLINE real name(vreal a) {                                                          \
        __m128d two = _mm_##op##_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1)); \
        return _mm_cvtsd_f64(_mm_##op##_sd(_mm_unpackhi_pd(two, two), two));                 \
    }
#else
#define VOL_DEFINE_ACROSS(name, op)                                                          \
    VOL_INLINE real name(vreal a) {                                                          \
        __m128 four = _mm_##op##_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1)); \
        __m128 two = _mm_##op##_ps(_mm_movehl_ps(four, four), four);                         \
        return _mm_cvtss_f32(_mm_##op##_ss(_mm_movehdup_ps(two), two));                      \
    }
#endif
VOL_DEFINE_ACROSS(v_least, min)
VOL_DEFINE_ACROSS(v_most, max)
#undef VOL_DEFINE_ACROSS

#endif
