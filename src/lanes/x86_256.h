/* What AVX2 and AVX-512 have in common, both in vectors of 256 bits. A back end includes this after x86.h. */
#ifndef VOLERY_LANES_X86_256_H
#define VOLERY_LANES_X86_256_H

#include "lanes/number.h"

#include <immintrin.h>

VOL_INLINE vreal v_iota(void) {
#if VOL_DOUBLE
    return _mm256_setr_pd(0, 1, 2, 3);
#else
    return _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7);
#endif
}
VOL_INLINE vreal v_floor(vreal a) {
    return P(floor)(a);
}
VOL_INLINE vreal v_lookup(VOL_SHARED const real *table, vreal index) {
#if VOL_DOUBLE
    return _mm256_i32gather_pd(table, _mm256_cvttpd_epi32(index), 8);
#else
    return _mm256_i32gather_ps(table, _mm256_cvttps_epi32(index), 4);
#endif
}
/* One by one: the gather instructions of AMD take twice as long (Zen 4: 10 cycles against 5). */
VOL_INLINE vreal v_gather(const real *p, const vol_u32 *l) {
#if VOL_DOUBLE
    return _mm256_setr_pd(p[l[0]], p[l[1]], p[l[2]], p[l[3]]);
#else
    return _mm256_setr_ps(p[l[0]], p[l[1]], p[l[2]], p[l[3]], p[l[4]], p[l[5]], p[l[6]], p[l[7]]);
#endif
}
VOL_INLINE vreal b_left(vreal a, const int n) {
    return FROM_BITS(I(slli)(TO_BITS(a), n));
}
VOL_INLINE vreal b_right(vreal a, const int n) {
    return FROM_BITS(I(srli)(TO_BITS(a), n));
}

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
