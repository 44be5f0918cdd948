/* Sums that do not depend on the order of their terms, and so not on threads or on how boids lie in memory.
 *
 * A term is rounded to a multiple of 2^-62 of a scale that is known beforehand, and added as two whole
 * numbers. The scale is a power of two that no term exceeds; 2^31 terms have room. C and OpenCL C. */
#ifndef VOLERY_CORE_SUM_H
#define VOLERY_CORE_SUM_H

#include "core/platform.h"

typedef struct vol_sum {
    vol_i64 high, low;
} vol_sum;

/* 2^30 over the scale for terms up to `most`; for most = 0 (or what is no number) any scale does. */
VOL_INLINE double vol_sum_unit(double most) {
    double scale = 1;
    while (scale < most && scale < 0x1p1000) {
        scale *= 2;
    }
    while (scale > 2 * most && scale > 0x1p-900) {
        scale /= 2;
    }
    return 0x1p30 / scale;
}

/* The nearest whole number, for numbers far below 2^51. With this added it stands in the lowest bits. */
#define VOL_SUM_SHIFT 0x1.8p52
VOL_INLINE double vol_sum_round(double number) {
    return (number + VOL_SUM_SHIFT) - VOL_SUM_SHIFT;
}

/* The sum of whole numbers, from the sum of the bits of `terms` numbers that have VOL_SUM_SHIFT added. */
VOL_INLINE vol_i64 vol_sum_shifted(vol_u64 bits, vol_u64 terms) {
    return (vol_i64)(bits - terms * 0x4338000000000000u);
}

/* Adds up to VOL_SUM_MANY terms: as doubles, but still exactly, and four at a time side by side. */
enum { VOL_SUM_MANY = 1 << 20 };

VOL_INLINE void vol_sum_add_many(vol_sum *sum, const double *terms, size_t count, double unit) {
    double high[4] = {0, 0, 0, 0}, low[4] = {0, 0, 0, 0};
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        for (size_t k = 0; k < 4; k++) {
            double scaled = terms[i + k] * unit, whole = vol_sum_round(scaled);
            high[k] += whole;
            low[k] += vol_sum_round((scaled - whole) * 0x1p32);
        }
    }
    for (; i < count; i++) {
        double scaled = terms[i] * unit, whole = vol_sum_round(scaled);
        high[0] += whole;
        low[0] += vol_sum_round((scaled - whole) * 0x1p32);
    }
    for (size_t k = 0; k < 4; k++) {
        sum->high += (vol_i64)high[k];
        sum->low += (vol_i64)low[k];
    }
}

VOL_INLINE void vol_sum_add(vol_sum *sum, double term, double unit) {
    double scaled = term * unit, whole = vol_sum_round(scaled);
    sum->high += (vol_i64)whole;
    sum->low += (vol_i64)vol_sum_round((scaled - whole) * 0x1p32);
}

VOL_INLINE void vol_sum_join(vol_sum *sum, const vol_sum *other) {
    sum->high += other->high;
    sum->low += other->low;
}

VOL_INLINE double vol_sum_value(const vol_sum *sum, double unit) {
    return ((double)sum->high + (double)sum->low * 0x1p-32) / unit;
}

#endif
