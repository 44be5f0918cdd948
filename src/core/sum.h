/* Sums that do not depend on the order of their terms, and so not on threads or on how boids lie in memory.
 *
 * A term is rounded towards zero to a multiple of 2^-62 of a scale that is known beforehand, and added as two whole
 * numbers. The scale is a power of two that no term exceeds; 2^31 terms have room. */
#ifndef VOLERY_CORE_SUM_H
#define VOLERY_CORE_SUM_H

#include <stdint.h>

typedef struct vol_sum {
    int64_t high, low;
} vol_sum;

/* 2^30 over the scale for terms up to `most`; for most = 0 (or what is no number) any scale does. */
static inline double vol_sum_unit(double most) {
    double scale = 1;
    while (scale < most && scale < 0x1p1000) {
        scale *= 2;
    }
    while (scale > 2 * most && scale > 0x1p-900) {
        scale /= 2;
    }
    return 0x1p30 / scale;
}

static inline void vol_sum_add(vol_sum *sum, double term, double unit) {
    double scaled = term * unit;
    int64_t whole = (int64_t)scaled;
    sum->high += whole;
    sum->low += (int64_t)((scaled - (double)whole) * 0x1p32);
}

static inline void vol_sum_join(vol_sum *sum, const vol_sum *other) {
    sum->high += other->high;
    sum->low += other->low;
}

static inline double vol_sum_value(const vol_sum *sum, double unit) {
    return ((double)sum->high + (double)sum->low * 0x1p-32) / unit;
}

#endif
