/* Does quick_inverse_root round right? Every mantissa with every exponent that it is used for. */
#define VOL_QUICK_ROOT 1
#include "lanes/lanes.h"

enum { ROOT_EXPONENTS = 120 };

__kernel void check_roots(__global uint *wrong) {
    const uint mantissa = get_global_id(0);
    for (uint e = 0; e < ROOT_EXPONENTS; e++) {
        const float a = as_float((127 - 60 + e) << 23 | mantissa);
        if (as_uint(quick_inverse_root(a)) != as_uint(1.0f / sqrt(a))) {
            atomic_inc(wrong);
        }
    }
}
