/* Lanes of NEON on 64-bit ARM: 4 numbers in single precision, 2 in double. Masks are all ones or all zeros.
 *
 * The minimum and maximum of NEON treat zeros and NaN otherwise than the contract, so both are a comparison and a
 * choice.
 */
#ifndef VOLERY_LANES_NEON_H
#define VOLERY_LANES_NEON_H

#include "lanes/number.h"

#include <arm_neon.h>

/* P(op) is the instruction for packed numbers of the precision in use, I(op) the one for unsigned ones of that size. */
#if VOL_DOUBLE
#define VOL_WIDTH 2
typedef float64x2_t vreal;
typedef uint64x2_t vmask;
#define P(op) v##op##q_f64
#define I(op) v##op##q_u64
#define TO_BITS vreinterpretq_u64_f64
#define FROM_BITS vreinterpretq_f64_u64
#else
#define VOL_WIDTH 4
typedef float32x4_t vreal;
typedef uint32x4_t vmask;
#define P(op) v##op##q_f32
#define I(op) v##op##q_u32
#define TO_BITS vreinterpretq_u32_f32
#define FROM_BITS vreinterpretq_f32_u32
#endif
#define SIGN_BITS TO_BITS(v_set(REAL(-0.0)))

VOL_INLINE vreal v_set(real a) {
#if VOL_DOUBLE
    return vdupq_n_f64(a);
#else
    return vdupq_n_f32(a);
#endif
}
VOL_INLINE vreal v_load(const real *p) {
    return P(ld1)(p);
}
VOL_INLINE void v_store(real *p, vreal a) {
    P(st1)(p, a);
}
VOL_INLINE void v_store_n(real *p, vreal a, vol_u32 n) {
    real lane[VOL_WIDTH];
    v_store(lane, a);
    for (vol_u32 i = 0; i < n; i++) {
        p[i] = lane[i];
    }
}
VOL_INLINE vreal v_iota(void) {
    static const real lane[4] = {0, 1, 2, 3};
    return v_load(lane);
}
VOL_INLINE vreal v_add(vreal a, vreal b) {
    return P(add)(a, b);
}
VOL_INLINE vreal v_sub(vreal a, vreal b) {
    return P(sub)(a, b);
}
VOL_INLINE vreal v_mul(vreal a, vreal b) {
    return P(mul)(a, b);
}
VOL_INLINE vreal v_div(vreal a, vreal b) {
    return P(div)(a, b);
}
VOL_INLINE vreal v_sqrt(vreal a) {
    return P(sqrt)(a);
}
VOL_INLINE vreal v_neg(vreal a) {
    return P(neg)(a);
}
VOL_INLINE vreal v_abs(vreal a) {
    return P(abs)(a);
}
VOL_INLINE vreal v_copysign(vreal a, vreal b) {
    return P(bsl)(SIGN_BITS, b, a);
}
VOL_INLINE vreal v_floor(vreal a) {
    return P(rndm)(a);
}
VOL_INLINE real v_least(vreal a) {
#if VOL_DOUBLE
    return vminvq_f64(a);
#else
    return vminvq_f32(a);
#endif
}
VOL_INLINE real v_most(vreal a) {
#if VOL_DOUBLE
    return vmaxvq_f64(a);
#else
    return vmaxvq_f32(a);
#endif
}
VOL_INLINE vmask v_lt(vreal a, vreal b) {
    return P(clt)(a, b);
}
VOL_INLINE vmask v_le(vreal a, vreal b) {
    return P(cle)(a, b);
}
VOL_INLINE vmask v_eq(vreal a, vreal b) {
    return P(ceq)(a, b);
}
VOL_INLINE vmask m_and(vmask a, vmask b) {
    return I(and)(a, b);
}
VOL_INLINE vmask m_or(vmask a, vmask b) {
    return I(orr)(a, b);
}
VOL_INLINE vmask m_not(vmask a) {
    return I(ceq)(a, TO_BITS(v_set(REAL(0))));
}
VOL_INLINE vmask m_first(vol_u32 n) {
    return v_lt(v_iota(), v_set((real)n));
}
/* A true lane has ones everywhere, so the largest 32 bits tell. */
VOL_INLINE int m_any(vmask a) {
#if VOL_DOUBLE
    return vmaxvq_u32(vreinterpretq_u32_u64(a)) != 0;
#else
    return vmaxvq_u32(a) != 0;
#endif
}
VOL_INLINE vol_u32 m_list(vol_u32 *list, vmask m, vol_u32 first) {
    vol_bits lane[VOL_WIDTH];
#if VOL_DOUBLE
    vst1q_u64(lane, m);
#else
    vst1q_u32(lane, m);
#endif
    vol_u32 n = 0;
    for (vol_u32 i = 0; i < VOL_WIDTH; i++) {
        list[n] = first + i;
        n += (vol_u32)(lane[i] & 1);
    }
    return n;
}
VOL_INLINE vreal v_if(vmask m, vreal a, vreal b) {
    return P(bsl)(m, a, b);
}
VOL_INLINE vreal v_only(vmask m, vreal a) {
    return FROM_BITS(I(and)(m, TO_BITS(a)));
}
VOL_INLINE vreal v_addif(vreal sum, vmask m, vreal a) {
    return v_add(sum, v_only(m, a));
}
VOL_INLINE vreal v_min(vreal a, vreal b) {
    return v_if(v_lt(a, b), a, b);
}
VOL_INLINE vreal v_max(vreal a, vreal b) {
    return v_if(v_lt(b, a), a, b);
}

VOL_INLINE vreal b_and(vreal a, vreal b) {
    return FROM_BITS(I(and)(TO_BITS(a), TO_BITS(b)));
}
VOL_INLINE vreal b_or(vreal a, vreal b) {
    return FROM_BITS(I(orr)(TO_BITS(a), TO_BITS(b)));
}
VOL_INLINE vreal v_addbits(vreal a, vreal b) {
    return FROM_BITS(I(add)(TO_BITS(a), TO_BITS(b)));
}
/* Shifts by an immediate would have to be macros; by a vector they may be functions, and its constant folds. */
#if VOL_DOUBLE
VOL_INLINE vreal b_left(vreal a, const int n) {
    return FROM_BITS(vshlq_u64(TO_BITS(a), vdupq_n_s64(n)));
}
VOL_INLINE vreal b_right(vreal a, const int n) {
    return FROM_BITS(vshlq_u64(TO_BITS(a), vdupq_n_s64(-n)));
}
#else
VOL_INLINE vreal b_left(vreal a, const int n) {
    return FROM_BITS(vshlq_u32(TO_BITS(a), vdupq_n_s32(n)));
}
VOL_INLINE vreal b_right(vreal a, const int n) {
    return FROM_BITS(vshlq_u32(TO_BITS(a), vdupq_n_s32(-n)));
}
#endif
#include "lanes/exponent.h"
#include "lanes/lookup.h"

#undef P
#undef I
#undef TO_BITS
#undef FROM_BITS
#undef SIGN_BITS

#endif
