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

#include "lanes/x86_256.h"

/* The numbers of the true lanes of a mask of 8 bits, a byte each, the lowest first: one entry for each mask. */
#define VOL_LANE(m, l, below) ((uint64_t)((m) >> (l)&1) * (uint64_t)(l) << 8 * (below))
#define VOL_ONES(m) \
    (((m)&1) + ((m) >> 1 & 1) + ((m) >> 2 & 1) + ((m) >> 3 & 1) + ((m) >> 4 & 1) + ((m) >> 5 & 1) + ((m) >> 6 & 1))
#define VOL_LANES_OF(m)                                                                                       \
    (VOL_LANE(m, 1, VOL_ONES((m)&1)) | VOL_LANE(m, 2, VOL_ONES((m)&3)) | VOL_LANE(m, 3, VOL_ONES((m)&7)) |    \
     VOL_LANE(m, 4, VOL_ONES((m)&15)) | VOL_LANE(m, 5, VOL_ONES((m)&31)) | VOL_LANE(m, 6, VOL_ONES((m)&63)) | \
     VOL_LANE(m, 7, VOL_ONES((m)&127)))
#define VOL_4(m) VOL_LANES_OF(m), VOL_LANES_OF((m) + 1), VOL_LANES_OF((m) + 2), VOL_LANES_OF((m) + 3)
#define VOL_16(m) VOL_4(m), VOL_4((m) + 4), VOL_4((m) + 8), VOL_4((m) + 12)
#define VOL_64(m) VOL_16(m), VOL_16((m) + 16), VOL_16((m) + 32), VOL_16((m) + 48)
static const uint64_t vol_true_lanes[] = {
    VOL_64(0),
#if !VOL_DOUBLE
    VOL_64(64),
    VOL_64(128),
    VOL_64(192),
#endif
};
#undef VOL_LANE
#undef VOL_ONES
#undef VOL_LANES_OF
#undef VOL_4
#undef VOL_16
#undef VOL_64

VOL_INLINE vmask v_lt(vreal a, vreal b) {
    return P(cmp)(a, b, _CMP_LT_OQ);
}
VOL_INLINE vmask v_le(vreal a, vreal b) {
    return P(cmp)(a, b, _CMP_LE_OQ);
}
VOL_INLINE vmask v_eq(vreal a, vreal b) {
    return P(cmp)(a, b, _CMP_EQ_OQ);
}
/* Written so that compilers see what is true in all lanes, and leave it out. */
VOL_INLINE vmask m_and(vmask a, vmask b) {
#if defined(__GNUC__)
    return (vmask)((__v4di)a & (__v4di)b);
#else
    return P(and)(a, b);
#endif
}
VOL_INLINE vmask m_or(vmask a, vmask b) {
    return P(or)(a, b);
}
VOL_INLINE vmask m_not(vmask a) {
    return P(xor)(a, FROM_BITS(_mm256_set1_epi32(-1)));
}
VOL_INLINE vmask m_first(vol_u32 n) {
    if (VOL_KNOWN(n) && n == VOL_WIDTH) {
        return FROM_BITS(_mm256_set1_epi32(-1));
    }
    return v_lt(v_iota(), v_set((real)n));
}
VOL_INLINE int m_any(vmask a) {
    return P(movemask)(a) != 0;
}
VOL_INLINE void v_store_n(real *p, vreal a, vol_u32 n) {
    P(maskstore)(p, TO_BITS(m_first(n)), a);
}
VOL_INLINE vol_u32 m_list(vol_u32 *list, vmask m, vol_u32 first) {
    const vol_u32 bits = (vol_u32)P(movemask)(m);
    const __m128i lanes = _mm_loadl_epi64((const __m128i *)(const void *)&vol_true_lanes[bits]);
    const __m256i slots = _mm256_add_epi32(_mm256_set1_epi32((int)first), _mm256_cvtepu8_epi32(lanes));
#if VOL_DOUBLE
    _mm_storeu_si128((__m128i *)(void *)list, _mm256_castsi256_si128(slots));
#else
    _mm256_storeu_si256((__m256i *)(void *)list, slots);
#endif
    return (vol_u32)_mm_popcnt_u32(bits);
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
/* Times 1 or 0 is exact, so this fused multiply-add rounds once as the addition does, and is one instruction where the
 * other is two; what `m` is as a number is found once for all sums of a neighbour. */
VOL_INLINE vreal v_addif_finite(vreal sum, vmask m, vreal a) {
    return P(fmadd)(v_only(m, v_set(REAL(1))), a, sum);
}
#define VOL_ADDIF_FINITE
#if !VOL_DOUBLE
/* Numbers that are not below 0 compare as their bits do; turned by one, 0 is the greatest of all, and a limit of 0 is
 * taken for the next number, which nothing is below either. */
VOL_INLINE vmask v_between(vreal a, vreal limit) {
    const __m256i turn = _mm256_set1_epi32(0x7FFFFFFF);
    const __m256i most = _mm256_max_epi32(TO_BITS(limit), _mm256_set1_epi32(1));
    return FROM_BITS(_mm256_cmpgt_epi32(_mm256_add_epi32(most, turn), _mm256_add_epi32(TO_BITS(a), turn)));
}
#define VOL_BETWEEN

VOL_INLINE vmask v_unlike(const vol_u32 *a, const vol_u32 *b) {
    const __m256i *one = (const __m256i *)(const void *)a, *other = (const __m256i *)(const void *)b;
    return m_not(FROM_BITS(_mm256_cmpeq_epi32(_mm256_loadu_si256(one), _mm256_loadu_si256(other))));
}
#define VOL_UNLIKE
#endif

#include "lanes/exponent.h"

#undef P
#undef I
#undef TO_BITS
#undef FROM_BITS

#endif
