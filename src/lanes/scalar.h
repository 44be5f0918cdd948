/* Lanes of width one, in plain C and in OpenCL C: the reference that every other back end must equal bit for bit. */
#ifndef VOLERY_LANES_SCALAR_H
#define VOLERY_LANES_SCALAR_H

#include "lanes/number.h"

#define VOL_WIDTH 1
typedef real vreal;
typedef int vmask;

VOL_INLINE vreal v_set(real a) {
    return a;
}
VOL_INLINE vreal v_iota(void) {
    return REAL(0);
}
VOL_INLINE vreal v_load(VOL_GLOBAL const real *p) {
    return *p;
}
VOL_INLINE void v_store(VOL_GLOBAL real *p, vreal a) {
    *p = a;
}
VOL_INLINE void v_store_n(VOL_GLOBAL real *p, vreal a, vol_u32 n) {
    if (n) {
        *p = a;
    }
}
VOL_INLINE vreal v_add(vreal a, vreal b) {
    return a + b;
}
VOL_INLINE vreal v_sub(vreal a, vreal b) {
    return a - b;
}
VOL_INLINE vreal v_mul(vreal a, vreal b) {
    return a * b;
}
VOL_INLINE vreal v_div(vreal a, vreal b) {
    return a / b;
}
VOL_INLINE vreal v_sqrt(vreal a) {
    return VOL_SQRT(a);
}
VOL_INLINE vreal v_neg(vreal a) {
    return -a;
}
VOL_INLINE vreal v_abs(vreal a) {
    return VOL_ABS(a);
}
VOL_INLINE vreal v_copysign(vreal a, vreal b) {
    return VOL_COPYSIGN(a, b);
}
VOL_INLINE vreal v_floor(vreal a) {
    return VOL_FLOOR(a);
}
VOL_INLINE vreal v_min(vreal a, vreal b) {
    return a < b ? a : b;
}
VOL_INLINE vreal v_max(vreal a, vreal b) {
    return a > b ? a : b;
}
VOL_INLINE real v_least(vreal a) {
    return a;
}
VOL_INLINE real v_most(vreal a) {
    return a;
}
VOL_INLINE vmask v_lt(vreal a, vreal b) {
    return a < b;
}
VOL_INLINE vmask v_le(vreal a, vreal b) {
    return a <= b;
}
VOL_INLINE vmask v_eq(vreal a, vreal b) {
    return a == b;
}
VOL_INLINE vmask m_and(vmask a, vmask b) {
    return a & b;
}
VOL_INLINE vmask m_or(vmask a, vmask b) {
    return a | b;
}
VOL_INLINE vmask m_not(vmask a) {
    return !a;
}
VOL_INLINE vmask m_first(vol_u32 n) {
    return n > 0;
}
VOL_INLINE int m_any(vmask a) {
    return a;
}
VOL_INLINE vol_u32 m_list(vol_u32 *list, vmask m, vol_u32 first) {
    *list = first;
    return (vol_u32)m;
}
VOL_INLINE vreal v_if(vmask m, vreal a, vreal b) {
    return m ? a : b;
}
VOL_INLINE vreal v_only(vmask m, vreal a) {
    return m ? a : REAL(0);
}
VOL_INLINE vreal v_addif(vreal sum, vmask m, vreal a) {
    return m ? sum + a : sum;
}
VOL_INLINE vreal v_addbits(vreal a, vreal b) {
    return vol_addbits(a, b);
}
VOL_INLINE vreal v_scale2(vreal a, vreal n) {
    return vol_scale2(a, n);
}
VOL_INLINE vreal v_exponent(vreal a) {
    return vol_exponent(a);
}
VOL_INLINE vreal v_mantissa(vreal a) {
    return vol_mantissa(a);
}
VOL_INLINE vreal v_lookup(VOL_SHARED const real *table, vreal index) {
    return table[(int)index];
}
VOL_INLINE vreal v_gather(VOL_GLOBAL const real *p, const vol_u32 *list) {
    return p[*list];
}

#endif
