/* Lanes of AVX-512 (F, DQ, VL, BW) in vectors of 256 bits: 8 numbers in single precision, 4 in double. No fused
 * multiply-add: it rounds once where the other back ends round twice.
 *
 * Why not 512 bits: the boids of a group share their candidates, so with twice the lanes each boid tests half as many
 * again, and roots and quotients of 512 bits take twice as long or more (docs/performance.md has the figures). */
#ifndef VOLERY_LANES_AVX512_H
#define VOLERY_LANES_AVX512_H

#include "lanes/number.h"

#include <immintrin.h>

/* P(op) is the instruction for packed numbers of the precision in use, I(op) the one for whole numbers of that size. */
#if VOL_DOUBLE
#define VOL_WIDTH 4
typedef __m256d vreal;
#define P(op) _mm256_##op##_pd
#define P_MASK(op) _mm256_##op##_pd_mask
#define I(op) _mm256_##op##_epi64
#define TO_BITS _mm256_castpd_si256
#define FROM_BITS _mm256_castsi256_pd
#else
#define VOL_WIDTH 8
typedef __m256 vreal;
#define P(op) _mm256_##op##_ps
#define P_MASK(op) _mm256_##op##_ps_mask
#define I(op) _mm256_##op##_epi32
#define TO_BITS _mm256_castps_si256
#define FROM_BITS _mm256_castsi256_ps
#endif
typedef __mmask8 vmask;
#include "lanes/x86.h"

#include "lanes/x86_256.h"

#include "lanes/x86_masks.h"

#define VOL_COMPRESSES /* a list in one instruction */
VOL_INLINE vol_u32 m_list(vol_u32 *list, vmask m, vol_u32 first) {
#if VOL_DOUBLE
    const __m128i slots = _mm_add_epi32(_mm_set1_epi32((int)first), _mm_setr_epi32(0, 1, 2, 3));
    _mm_storeu_si128((__m128i *)(void *)list, _mm_maskz_compress_epi32(m, slots));
#else
    const __m256i slots = _mm256_add_epi32(_mm256_set1_epi32((int)first), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    _mm256_storeu_si256((__m256i *)(void *)list, _mm256_maskz_compress_epi32(m, slots));
#endif
    return (vol_u32)_mm_popcnt_u32(m);
}

#if !VOL_DOUBLE
VOL_INLINE vmask v_unlike(const vol_u32 *a, const vol_u32 *b) {
    return _mm256_cmpneq_epi32_mask(_mm256_loadu_si256((const __m256i *)(const void *)a),
                                    _mm256_loadu_si256((const __m256i *)(const void *)b));
}
#define VOL_UNLIKE
#endif

#include "lanes/exponent.h"

#undef P
#undef P_MASK
#undef I
#undef TO_BITS
#undef FROM_BITS

#endif
