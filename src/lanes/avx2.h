/* Lanes of AVX2: 8 numbers in single precision, 4 in double. Masks are all ones or all zeros. No fused multiply-add: it
 * rounds once where the other back ends round twice. */
#ifndef VOLERY_LANES_AVX2_H
#define VOLERY_LANES_AVX2_H

#include "lanes/number.h"

#include <immintrin.h>

/* P(op) is the instruction for packed numbers of the precision in use, I(op) the one for whole numbers of that size. */
#if VOL_DOUBLE
#define VOL_WIDTH 4
typedef __m256d vreal;
typedef __m256d vmask;
#define P(op) _mm256_##op##_pd
#define I(op) _mm256_##op##_epi64
#define TO_BITS _mm256_castpd_si256
#define FROM_BITS _mm256_castsi256_pd
#else
#define VOL_WIDTH 8
typedef __m256 vreal;
typedef __m256 vmask;
#define P(op) _mm256_##op##_ps
#define I(op) _mm256_##op##_epi32
#define TO_BITS _mm256_castps_si256
#define FROM_BITS _mm256_castsi256_ps
#endif
#include "lanes/x86.h"

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
VOL_INLINE vmask v_lt(vreal a, vreal b) {
    return P(cmp)(a, b, _CMP_LT_OQ);
}
VOL_INLINE vmask v_le(vreal a, vreal b) {
    return P(cmp)(a, b, _CMP_LE_OQ);
}
VOL_INLINE vmask v_eq(vreal a, vreal b) {
    return P(cmp)(a, b, _CMP_EQ_OQ);
}
VOL_INLINE vmask m_and(vmask a, vmask b) {
    return P(and)(a, b);
}
VOL_INLINE vmask m_or(vmask a, vmask b) {
    return P(or)(a, b);
}
VOL_INLINE vmask m_not(vmask a) {
    return P(xor)(a, FROM_BITS(_mm256_set1_epi32(-1)));
}
VOL_INLINE vmask m_first(vol_u32 n) {
    return v_lt(v_iota(), v_set((real)n));
}
VOL_INLINE int m_any(vmask a) {
    return P(movemask)(a) != 0;
}
VOL_INLINE void v_store_n(real *p, vreal a, vol_u32 n) {
    P(maskstore)(p, TO_BITS(m_first(n)), a);
}
VOL_INLINE vreal v_if(vmask m, vreal a, vreal b) {
    return P(blendv)(b, a, m);
}
VOL_INLINE vreal v_only(vmask m, vreal a) {
    return P(and)(m, a);
}
VOL_INLINE vreal v_addif(vreal sum, vmask m, vreal a) {
    return v_add(sum, v_only(m, a));
}
VOL_INLINE vreal v_lookup(const real *table, vreal index) {
#if VOL_DOUBLE
    return _mm256_i32gather_pd(table, _mm256_cvttpd_epi32(index), 8);
#else
    return _mm256_i32gather_ps(table, _mm256_cvttps_epi32(index), 4);
#endif
}

VOL_INLINE vreal b_left(vreal a, const int n) {
    return FROM_BITS(I(slli)(TO_BITS(a), n));
}
VOL_INLINE vreal b_right(vreal a, const int n) {
    return FROM_BITS(I(srli)(TO_BITS(a), n));
}
#include "lanes/exponent.h"

#undef P
#undef I
#undef TO_BITS
#undef FROM_BITS

#endif
