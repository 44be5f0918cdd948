/* The three operations on the exponent, for every back end made of vectors.
 *
 * Before including this a back end defines, on the bits of its lanes, b_and, b_or, b_left(a, n) and b_right(a, n).
 * Whole numbers pass between bits and value by the number VOL_ROUND_OFF, 2^52 or 2^23: above it the last bit is worth
 * one, so adding it puts a small whole number into the low bits, and subtracting it takes it out again, exactly.
 */
#ifndef VOLERY_LANES_EXPONENT_H
#define VOLERY_LANES_EXPONENT_H

#include "lanes/number.h"

#define VOL_ROUND_OFF ((real)((vol_bits)1 << VOL_MANTISSA_BITS))

/* The sum's low bits are n + bias; the shift drops what stands above them. */
VOL_INLINE vreal v_scale2(vreal a, vreal n) {
    vreal biased = v_add(n, v_set(VOL_ROUND_OFF + REAL(VOL_EXPONENT_BIAS)));
    return v_mul(a, b_left(biased, VOL_MANTISSA_BITS));
}

VOL_INLINE vreal v_exponent(vreal a) {
    vreal biased = b_or(b_right(a, VOL_MANTISSA_BITS), v_set(VOL_ROUND_OFF));
    return v_sub(biased, v_set(VOL_ROUND_OFF + REAL(VOL_EXPONENT_BIAS - 1)));
}

/* The fraction's bits under the exponent of 0.5, whose own fraction is zero. */
VOL_INLINE vreal v_mantissa(vreal a) {
    vol_number keep;
    keep.bits = ((vol_bits)1 << VOL_MANTISSA_BITS) - 1;
    return b_or(b_and(a, v_set(keep.number)), v_set(REAL(0.5)));
}

#endif
