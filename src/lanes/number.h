/* One number: what C has no operator for, under one name in C and OpenCL C, in both precisions.
 *
 * The scalar and the emulated lanes are built from these; the exact maths takes infinity and NaN from here.
 */
#ifndef VOLERY_LANES_NUMBER_H
#define VOLERY_LANES_NUMBER_H

#include "core/platform.h"

#ifdef VOL_OPENCL
#define VOL_INFINITY ((real)INFINITY)
#define VOL_NAN ((real)NAN)
#define VOL_SQRT sqrt
#define VOL_FLOOR floor
#define VOL_ABS fabs
#define VOL_COPYSIGN copysign
#elif !defined(__GNUC__)
#include <math.h>
#define VOL_INFINITY ((real)INFINITY)
#define VOL_NAN ((real)NAN)
#if VOL_DOUBLE
#define VOL_SQRT sqrt
#define VOL_FLOOR floor
#define VOL_ABS fabs
#define VOL_COPYSIGN copysign
#else
#define VOL_SQRT sqrtf
#define VOL_FLOOR floorf
#define VOL_ABS fabsf
#define VOL_COPYSIGN copysignf
#endif
#elif VOL_DOUBLE
#define VOL_INFINITY __builtin_inf()
#define VOL_NAN __builtin_nan("")
#define VOL_SQRT __builtin_sqrt
#define VOL_FLOOR __builtin_floor
#define VOL_ABS __builtin_fabs
#define VOL_COPYSIGN __builtin_copysign
#else
#define VOL_INFINITY __builtin_inff()
#define VOL_NAN __builtin_nanf("")
#define VOL_SQRT __builtin_sqrtf
#define VOL_FLOOR __builtin_floorf
#define VOL_ABS __builtin_fabsf
#define VOL_COPYSIGN __builtin_copysignf
#endif

#if VOL_DOUBLE
typedef vol_u64 vol_bits;
#define VOL_MANTISSA_BITS 52
#define VOL_EXPONENT_BIAS 1023
#else
typedef vol_u32 vol_bits;
#define VOL_MANTISSA_BITS 23
#define VOL_EXPONENT_BIAS 127
#endif

/* The exponent lives in the bits: the one place where a number is read as them. */
typedef union vol_number {
    real number;
    vol_bits bits;
} vol_number;

VOL_INLINE real vol_addbits(real a, real b) {
    vol_number u, v;
    u.number = a;
    v.number = b;
    u.bits += v.bits;
    return u.number;
}

VOL_INLINE real vol_scale2(real a, real n) {
    vol_number power;
    power.bits = (vol_bits)((int)n + VOL_EXPONENT_BIAS) << VOL_MANTISSA_BITS;
    return a * power.number;
}

VOL_INLINE real vol_exponent(real a) {
    vol_number u;
    u.number = a;
    return (real)((int)(u.bits >> VOL_MANTISSA_BITS) - (VOL_EXPONENT_BIAS - 1));
}

VOL_INLINE real vol_mantissa(real a) {
    vol_number u;
    u.number = a;
    u.bits &= ((vol_bits)1 << VOL_MANTISSA_BITS) - 1;
    u.bits |= (vol_bits)(VOL_EXPONENT_BIAS - 1) << VOL_MANTISSA_BITS;
    return u.number;
}

/* VOL_FARTHEST and VOL_FASTEST, in C and OpenCL C. */
#define VOL_MOST_PLACE REAL(1e12)
#define VOL_MOST_SPEED REAL(1e9)

#endif
