/* The operations that SSE2, AVX2 and AVX-512 have in common, but for the name of the instruction.
 *
 * A back end includes this after it has defined P(op), I(op), TO_BITS and FROM_BITS.
 */
#ifndef VOLERY_LANES_X86_H
#define VOLERY_LANES_X86_H

#include "lanes/number.h"

VOL_INLINE vreal v_set(real a) {
    return P(set1)(a);
}
VOL_INLINE vreal v_load(const real *p) {
    return P(loadu)(p);
}
VOL_INLINE void v_store(real *p, vreal a) {
    P(storeu)(p, a);
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
    return P(xor)(a, v_set(REAL(-0.0)));
}
VOL_INLINE vreal v_abs(vreal a) {
    return P(andnot)(v_set(REAL(-0.0)), a);
}
VOL_INLINE vreal v_copysign(vreal a, vreal b) {
    return P(or)(v_abs(a), P(and)(b, v_set(REAL(-0.0))));
}
VOL_INLINE vreal v_min(vreal a, vreal b) {
    return P(min)(a, b);
}
VOL_INLINE vreal v_max(vreal a, vreal b) {
    return P(max)(a, b);
}
VOL_INLINE vreal b_and(vreal a, vreal b) {
    return P(and)(a, b);
}
VOL_INLINE vreal b_or(vreal a, vreal b) {
    return P(or)(a, b);
}
VOL_INLINE vreal v_addbits(vreal a, vreal b) {
    return FROM_BITS(I(add)(TO_BITS(a), TO_BITS(b)));
}

#endif
