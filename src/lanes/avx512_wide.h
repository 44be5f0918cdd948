/* Lanes of AVX-512 in vectors of 512 bits: 16 numbers in single precision, 8 in double. For measures (VOL_FOR_METERS),
 * whose loops are long and divide little; what steps, and why that takes half as many, is in avx512.h. */
#ifndef VOLERY_LANES_AVX512_WIDE_H
#define VOLERY_LANES_AVX512_WIDE_H

#include "lanes/number.h"

#include <immintrin.h>

/* P(op) is the instruction for packed numbers of the precision in use, I(op) the one for whole numbers of that size. */
#if VOL_DOUBLE
#define VOL_WIDTH 8
typedef __m512d vreal;
typedef __mmask8 vmask;
#define P(op) _mm512_##op##_pd
#define P_MASK(op) _mm512_##op##_pd_mask
#define I(op) _mm512_##op##_epi64
#define TO_BITS _mm512_castpd_si512
#define FROM_BITS _mm512_castsi512_pd
#else
#define VOL_WIDTH 16
typedef __m512 vreal;
typedef __mmask16 vmask;
#define P(op) _mm512_##op##_ps
#define P_MASK(op) _mm512_##op##_ps_mask
#define I(op) _mm512_##op##_epi32
#define TO_BITS _mm512_castps_si512
#define FROM_BITS _mm512_castsi512_ps
#endif
#include "lanes/x86.h"

#include "lanes/x86_masks.h"

VOL_INLINE vreal v_iota(void) {
#if VOL_DOUBLE
    return _mm512_setr_pd(0, 1, 2, 3, 4, 5, 6, 7);
#else
    return _mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
}
VOL_INLINE vreal v_floor(vreal a) {
    return P(roundscale)(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
VOL_INLINE vreal v_lookup(const real *table, vreal index) {
#if VOL_DOUBLE
    return _mm512_i32gather_pd(_mm512_cvttpd_epi32(index), table, 8);
#else
    return _mm512_i32gather_ps(_mm512_cvttps_epi32(index), table, 4);
#endif
}
/* One by one: see x86_256.h. */
VOL_INLINE vreal v_gather(const real *p, const vol_u32 *l) {
#if VOL_DOUBLE
    return _mm512_setr_pd(p[l[0]], p[l[1]], p[l[2]], p[l[3]], p[l[4]], p[l[5]], p[l[6]], p[l[7]]);
#else
    return _mm512_setr_ps(p[l[0]], p[l[1]], p[l[2]], p[l[3]], p[l[4]], p[l[5]], p[l[6]], p[l[7]], p[l[8]], p[l[9]],
                          p[l[10]], p[l[11]], p[l[12]], p[l[13]], p[l[14]], p[l[15]]);
#endif
}
VOL_INLINE vreal b_left(vreal a, const int n) {
    return FROM_BITS(I(slli)(TO_BITS(a), (unsigned)n));
}
VOL_INLINE vreal b_right(vreal a, const int n) {
    return FROM_BITS(I(srli)(TO_BITS(a), (unsigned)n));
}
VOL_INLINE real v_least(vreal a) {
    return P(reduce_min)(a);
}
VOL_INLINE real v_most(vreal a) {
    return P(reduce_max)(a);
}
VOL_INLINE vol_u32 m_list(vol_u32 *list, vmask m, vol_u32 first) {
#if VOL_DOUBLE
    const __m256i slots = _mm256_add_epi32(_mm256_set1_epi32((int)first), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    _mm256_storeu_si256((__m256i *)(void *)list, _mm256_maskz_compress_epi32(m, slots));
#else
    const __m512i slots = _mm512_add_epi32(_mm512_set1_epi32((int)first),
                                           _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    _mm512_storeu_si512((void *)list, _mm512_maskz_compress_epi32(m, slots));
#endif
    return (vol_u32)_mm_popcnt_u32(m);
}

#include "lanes/exponent.h"

#undef P
#undef P_MASK
#undef I
#undef TO_BITS
#undef FROM_BITS

#endif
