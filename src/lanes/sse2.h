/* Lanes of SSE2, what every 64-bit x86 has: 4 numbers in single precision, 2 in double. Masks are all ones or all
 * zeros.
 *
 * SSE2 can neither round nor blend; both are put together from what it has.
 */
#ifndef VOLERY_LANES_SSE2_H
#define VOLERY_LANES_SSE2_H

#include "lanes/number.h"

#include <emmintrin.h>

/* P(op) is the instruction for packed numbers of the precision in use, I(op) the one for whole numbers of that size. */
#if VOL_DOUBLE
#define VOL_WIDTH 2
typedef __m128d vreal;
typedef __m128d vmask;
#define P(op) _mm_##op##_pd
#define I(op) _mm_##op##_epi64
#define TO_BITS _mm_castpd_si128
#define FROM_BITS _mm_castsi128_pd
#else
#define VOL_WIDTH 4
typedef __m128 vreal;
typedef __m128 vmask;
#define P(op) _mm_##op##_ps
#define I(op) _mm_##op##_epi32
#define TO_BITS _mm_castps_si128
#define FROM_BITS _mm_castsi128_ps
#endif
#include "lanes/x86.h"

VOL_INLINE vreal v_iota(void) {
#if VOL_DOUBLE
    return _mm_setr_pd(0, 1);
#else
    return _mm_setr_ps(0, 1, 2, 3);
#endif
}
#if VOL_DOUBLE
#define VOL_ACROSS(op, a) _mm_cvtsd_f64(_mm_##op##_sd(_mm_unpackhi_pd(a, a), a))
#else
#define VOL_ACROSS(op, a) across_##op(a)
#define VOL_DEFINE_ACROSS(op)                                                  \
    VOL_INLINE real across_##op(vreal a) {                                     \
        __m128 two = _mm_##op##_ps(_mm_movehl_ps(a, a), a);                    \
        return _mm_cvtss_f32(_mm_##op##_ss(_mm_shuffle_ps(two, two, 1), two)); \
    }
VOL_DEFINE_ACROSS(min)
VOL_DEFINE_ACROSS(max)
#undef VOL_DEFINE_ACROSS
#endif
VOL_INLINE real v_least(vreal a) {
    return VOL_ACROSS(min, a);
}
VOL_INLINE real v_most(vreal a) {
    return VOL_ACROSS(max, a);
}
#undef VOL_ACROSS
VOL_INLINE void v_store_n(real *p, vreal a, vol_u32 n) {
    real lane[VOL_WIDTH];
    v_store(lane, a);
    for (vol_u32 i = 0; i < n; i++) {
        p[i] = lane[i];
    }
}
VOL_INLINE vmask v_lt(vreal a, vreal b) {
    return P(cmplt)(a, b);
}
VOL_INLINE vmask v_le(vreal a, vreal b) {
    return P(cmple)(a, b);
}
VOL_INLINE vmask v_eq(vreal a, vreal b) {
    return P(cmpeq)(a, b);
}
VOL_INLINE vmask m_and(vmask a, vmask b) {
    return P(and)(a, b);
}
VOL_INLINE vmask m_or(vmask a, vmask b) {
    return P(or)(a, b);
}
VOL_INLINE vmask m_not(vmask a) {
    return P(xor)(a, FROM_BITS(_mm_set1_epi32(-1)));
}
VOL_INLINE vmask m_first(vol_u32 n) {
    return v_lt(v_iota(), v_set((real)n));
}
VOL_INLINE int m_any(vmask a) {
    return P(movemask)(a) != 0;
}
VOL_INLINE vol_u32 m_list(vol_u32 *list, vmask m, vol_u32 first) {
    const vol_u32 bits = (vol_u32)P(movemask)(m);
    vol_u32 n = 0;
    for (vol_u32 i = 0; i < VOL_WIDTH; i++) {
        list[n] = first + i;
        n += bits >> i & 1;
    }
    return n;
}
VOL_INLINE vreal v_if(vmask m, vreal a, vreal b) {
    return P(or)(P(and)(m, a), P(andnot)(m, b));
}
VOL_INLINE vreal v_only(vmask m, vreal a) {
    return P(and)(m, a);
}
VOL_INLINE vreal v_addif(vreal sum, vmask m, vreal a) {
    return v_add(sum, v_only(m, a));
}

VOL_INLINE vreal b_left(vreal a, const int n) {
    return FROM_BITS(I(slli)(TO_BITS(a), n));
}
VOL_INLINE vreal b_right(vreal a, const int n) {
    return FROM_BITS(I(srli)(TO_BITS(a), n));
}
#include "lanes/exponent.h"
#include "lanes/lookup.h"

/* Adding and subtracting VOL_ROUND_OFF rounds |a| to a whole number; the sign goes back on at once, so that -0 stays
 * -0. Numbers from VOL_ROUND_OFF on are whole already; they and NaN stay as they are. */
VOL_INLINE vreal v_floor(vreal a) {
    vreal magnitude = v_abs(a);
    vreal nearest = v_copysign(v_sub(v_add(magnitude, v_set(VOL_ROUND_OFF)), v_set(VOL_ROUND_OFF)), a);
    vreal below = v_sub(nearest, v_only(v_lt(a, nearest), v_set(REAL(1))));
    return v_if(v_lt(magnitude, v_set(VOL_ROUND_OFF)), below, a);
}

#undef P
#undef I
#undef TO_BITS
#undef FROM_BITS

#endif
