/* Pairs: a number and what rounding took from it, hi + lo, twice the digits. The exact maths carries them where one
 * number's digits would not do; without a fused multiply-add the error of a product comes from halves of the factors.
 */
#ifndef VOLERY_LANES_PAIR_H
#define VOLERY_LANES_PAIR_H

#include "lanes/lanes.h"

typedef struct vpair {
    vreal hi, lo;
} vpair;

/* a + b, exactly. */
VOL_INLINE vpair pair_sum(vreal a, vreal b) {
    vpair r;
    r.hi = v_add(a, b);
    vreal from_b = v_sub(r.hi, a);
    vreal from_a = v_sub(r.hi, from_b);
    r.lo = v_add(v_sub(a, from_a), v_sub(b, from_b));
    return r;
}

/* a + b, exactly, when |a| >= |b| or a is 0: half the work. */
VOL_INLINE vpair pair_sum_ordered(vreal a, vreal b) {
    vpair r;
    r.hi = v_add(a, b);
    r.lo = v_sub(b, v_sub(r.hi, a));
    return r;
}

/* a into two numbers of half the digits. */
VOL_INLINE vpair pair_halves(vreal a) {
    vpair r;
#if VOL_DOUBLE
    vreal shifted = v_mul(a, v_set(REAL(134217729.0)));
#else
    vreal shifted = v_mul(a, v_set(REAL(4097.0)));
#endif
    r.hi = v_sub(shifted, v_sub(shifted, a));
    r.lo = v_sub(a, r.hi);
    return r;
}

/* a * b, exactly, unless a factor is beyond 2^990 (2^110) or the error falls among the denormals. */
VOL_INLINE vpair pair_product(vreal a, vreal b) {
    vpair x = pair_halves(a);
    vpair y = pair_halves(b);
    vpair r;
    r.hi = v_mul(a, b);
    vreal rest = v_sub(v_mul(x.hi, y.hi), r.hi);
    rest = v_add(rest, v_mul(x.hi, y.lo));
    rest = v_add(rest, v_mul(x.lo, y.hi));
    r.lo = v_add(rest, v_mul(x.lo, y.lo));
    return r;
}

#endif
