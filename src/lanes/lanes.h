/* Lanes: VOL_WIDTH boids side by side.
 *
 * A lane is a focal boid, never a neighbour: each boid adds its neighbours one after the other, so the number of lanes
 * cannot change a sum. Models and kernels are written over the operations below and nothing else; every back end gives
 * the same bits for each of them.
 *
 * A back end defines VOL_WIDTH, the types `vreal` (VOL_WIDTH numbers of type `real`) and `vmask` (VOL_WIDTH truth
 * values), and these operations, all lane by lane, all IEEE, round to nearest, denormals kept. A NaN is a NaN: which of
 * its bits are set is the one thing that may differ between back ends.
 *
 *   vreal v_set(real a)                   a in every lane
 *   vreal v_iota(void)                    0, 1, 2, ...
 *   vreal v_load(const real *p)           VOL_WIDTH numbers from p, any alignment
 *   void  v_store(real *p, vreal a)       VOL_WIDTH numbers to p, any alignment
 *   void  v_store_n(real *p, vreal a, vol_u32 n)   the first n <= VOL_WIDTH lanes to p, touching nothing behind them
 *   v_add v_sub v_mul v_div               + - * /
 *   v_sqrt v_neg v_abs v_floor            v_neg and v_abs act on the sign bit alone; v_floor is exact for every number:
 *                                         -0 and the infinities stay as they are, a NaN stays a NaN
 *   v_copysign(a, b)                      a with the sign bit of b
 *   v_min(a, b)  a < b ? a : b            so of two zeros, or with a NaN, it is b
 *   v_max(a, b)  a > b ? a : b
 *   v_lt v_le v_eq                        < <= ==, false with a NaN
 *   m_and m_or m_not                      on masks
 *   m_first(vol_u32 n)                    true in the first n lanes
 *   real v_least(vreal a), v_most         the least and the greatest of all lanes, none of which is a NaN
 *   int m_any(vmask m)                    is any lane true?
 *   vol_u32 m_list(vol_u32 *list, vmask m, vol_u32 first)   writes first + i to the list for true lanes i, in order,
 *                                         and returns how many; behind them it may write up to VOL_WIDTH numbers in all
 *   v_if(m, a, b)                         m ? a : b, bits kept
 *   v_only(m, a)                          m ? a : +0
 *   v_addif(sum, m, a)                    m ? sum + a : sum; for a sum that is not -0 (sums start at +0 and stay so)
 *   v_addif_finite(sum, m, a)             the same where all lanes of a are finite, also those that m leaves out
 *   v_addbits(a, b)                       the sum of the bits of a and of b, as whole numbers without a sign
 *   v_scale2(a, n)                        a * 2^n, n a whole number from -1022..1023 (double), -126..127 (single)
 *   v_exponent(a)                         e with a = m * 2^e, 0.5 <= |m| < 1, for normal a > 0; as a number
 *   v_mantissa(a)                         that m
 *   v_lookup(const real *table, vreal i)  table[i], i a whole number from 0 to 2^24
 *   v_unlike(const vol_u32 *a, const vol_u32 *b)   a[0] != b[0], a[1] != b[1], ...; where VOL_UNLIKE is defined
 *   v_gather(const real *p, const vol_u32 *list)   p[list[0]], p[list[1]], ...; numbers of the list are below 2^31
 *
 * Select a back end by defining one of VOL_LANES_SCALAR, _EMULATED (with VOL_WIDTH), _SSE2, _AVX2, _AVX512, _NEON;
 * OpenCL C takes lanes of width one. VOL_DOUBLE chooses the precision.
 */
#ifndef VOLERY_LANES_LANES_H
#define VOLERY_LANES_LANES_H

#include "core/platform.h"

#if defined(VOL_OPENCL) || defined(VOL_LANES_SCALAR)
#include "lanes/scalar.h"
#elif defined(VOL_LANES_EMULATED)
#include "lanes/emulated.h"
#elif defined(VOL_LANES_SSE2)
#include "lanes/sse2.h"
#elif defined(VOL_LANES_AVX2)
#include "lanes/avx2.h"
#elif defined(VOL_LANES_AVX512) && VOL_FOR_METERS
#include "lanes/avx512_wide.h"
#elif defined(VOL_LANES_AVX512)
#include "lanes/avx512.h"
#elif defined(VOL_LANES_NEON)
#include "lanes/neon.h"
#else
#error "no lanes chosen"
#endif

/* Where nothing is faster than v_addif. */
#ifndef VOL_ADDIF_FINITE
VOL_INLINE vreal v_addif_finite(vreal sum, vmask m, vreal a) {
    return v_addif(sum, m, a);
}
#endif

/* 0 < a < limit, where neither is below 0 or -0, and the limit is a number; false where a is a NaN. */
#ifndef VOL_BETWEEN
VOL_INLINE vmask v_between(vreal a, vreal limit) {
    return m_and(v_lt(v_set(REAL(0)), a), v_lt(a, limit));
}
#endif

/* Is it worth computing what only these lanes will use? One lane alone saves roots by it, and with them those of 0,
 * which take long on graphics cards unless they need not be exact (fast); of many, some mostly will. */
VOL_INLINE int m_worth(vmask m) {
#if VOL_WIDTH == 1 && !VOL_FAST
    return m;
#else
    (void)m;
    return 1;
#endif
}

/* One over the root, both rounded: 1 / sqrt(a). */
#if defined(VOL_QUICK_ROOT) || (VOL_FAST && !VOL_DOUBLE)
#include "lanes/quick_root.h"
#else
VOL_INLINE vreal v_inverse_root(vreal a) {
    return v_div(v_set(REAL(1)), v_sqrt(a));
}
#endif

/* The lane of slot j, if slot `first` is that of lane 0. */
VOL_INLINE vmask lane_of(vol_u32 j, vol_u32 first) {
#if VOL_WIDTH == 1
    return j == first;
#else
    return v_eq(v_iota(), v_set((real)(int)(j - first)));
#endif
}

/* The lanes from and to an array of one's own, which is other memory than boids' arrays in OpenCL C. */
VOL_INLINE vreal v_from(const real *lane) {
#ifdef VOL_OPENCL
    return lane[0];
#else
    return v_load(lane);
#endif
}

VOL_INLINE void v_to(real *lane, vreal a) {
#ifdef VOL_OPENCL
    lane[0] = a;
#else
    v_store(lane, a);
#endif
}

#endif
