/* Does this thread compute as all do? A host, or a library of its, may have changed how numbers are rounded, or have
 * the smallest ones (subnormal) taken for 0, as sound and graphics code does for speed: other bits come then. */
#ifndef VOLERY_CORE_ARITHMETIC_H
#define VOLERY_CORE_ARITHMETIC_H

#include <stdbool.h>

/* To nearest: neither up, nor down, nor towards 0. */
static inline bool vol_rounds_to_nearest(void) {
    volatile double one = 1, little = 1e-30; /* far less than half of what a double of 1 can tell apart */
    volatile double more = one + little, less = one - little;
    return more == one && less == one;
}

/* Neither read nor written as 0. */
static inline bool vol_keeps_small_numbers(void) {
    volatile double least = 4.9406564584124654e-324;
    volatile double twice = least + least;
    return twice > 0;
}

#endif
