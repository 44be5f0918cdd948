/* Lanes of AVX-512 (F, DQ, VL, BW): 16 numbers in single precision, 8 in double. Masks are bits in a mask register, and a
 * masked addition leaves the other lanes alone. No fused multiply-add: it rounds once where the other back ends round
 * twice. */
#ifndef VOLERY_LANES_AVX512_H
#define VOLERY_LANES_AVX512_H

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

VOL_INLINE vreal v_iota(void) {
#if VOL_DOUBLE
    return _mm512_setr_pd(0, 1, 2, 3, 4, 5, 6, 7);
#else
    return _mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
}
VOL_INLINE vreal v_floor(vreal a) {
    return P(floor)(a);
}
VOL_INLINE vmask v_lt(vreal a, vreal b) {
    return P_MASK(cmp)(a, b, _CMP_LT_OQ);
}
VOL_INLINE vmask v_le(vreal a, vreal b) {
    return P_MASK(cmp)(a, b, _CMP_LE_OQ);
}
VOL_INLINE vmask v_eq(vreal a, vreal b) {
    return P_MASK(cmp)(a, b, _CMP_EQ_OQ);
}
VOL_INLINE vmask m_and(vmask a, vmask b) {
    return (vmask)(a & b);
}
VOL_INLINE vmask m_or(vmask a, vmask b) {
    return (vmask)(a | b);
}
VOL_INLINE vmask m_not(vmask a) {
    return (vmask)~a;
}
VOL_INLINE vmask m_first(vol_u32 n) {
    return (vmask)((1U << n) - 1U);
}
VOL_INLINE int m_any(vmask a) {
    return a != 0;
}
VOL_INLINE void v_store_n(real *p, vreal a, vol_u32 n) {
    P(mask_storeu)(p, m_first(n), a);
}
VOL_INLINE vreal v_if(vmask m, vreal a, vreal b) {
    return P(mask_blend)(m, b, a);
}
VOL_INLINE vreal v_only(vmask m, vreal a) {
    return P(maskz_mov)(m, a);
}
VOL_INLINE vreal v_addif(vreal sum, vmask m, vreal a) {
    return P(mask_add)(sum, m, sum, a);
}
VOL_INLINE vreal v_lookup(const real *table, vreal index) {
#if VOL_DOUBLE
    return _mm512_i32gather_pd(_mm512_cvttpd_epi32(index), table, 8);
#else
    return _mm512_i32gather_ps(_mm512_cvttps_epi32(index), table, 4);
#endif
}

VOL_INLINE vreal b_left(vreal a, const int n) {
    return FROM_BITS(I(slli)(TO_BITS(a), (unsigned)n));
}
VOL_INLINE vreal b_right(vreal a, const int n) {
    return FROM_BITS(I(srli)(TO_BITS(a), (unsigned)n));
}
#include "lanes/exponent.h"

#undef P
#undef P_MASK
#undef I
#undef TO_BITS
#undef FROM_BITS

#endif
