/* Lanes of any width in plain C: shows, without the hardware, that the width changes nothing, and runs anywhere.
 *
 * The includer defines VOL_WIDTH; a width that no processor has (3) finds what a power of two would hide.
 */
#ifndef VOLERY_LANES_EMULATED_H
#define VOLERY_LANES_EMULATED_H

#include "lanes/number.h"

#ifndef VOL_WIDTH
#error "emulated lanes need VOL_WIDTH"
#endif

typedef struct vreal {
    real lane[VOL_WIDTH];
} vreal;
typedef struct vmask {
    int lane[VOL_WIDTH];
} vmask;

/* One expression for every lane i of the result r. */
#define VOL_EACH(type, expression)            \
    type r;                                   \
    for (vol_u32 i = 0; i < VOL_WIDTH; i++) { \
        r.lane[i] = (expression);             \
    }                                         \
    return r

VOL_INLINE vreal v_set(real a) {
    VOL_EACH(vreal, a);
}
VOL_INLINE vreal v_iota(void) {
    VOL_EACH(vreal, (real)i);
}
VOL_INLINE vreal v_load(const real *p) {
    VOL_EACH(vreal, p[i]);
}
VOL_INLINE void v_store_n(real *p, vreal a, vol_u32 n) {
    for (vol_u32 i = 0; i < n; i++) {
        p[i] = a.lane[i];
    }
}
VOL_INLINE void v_store(real *p, vreal a) {
    v_store_n(p, a, VOL_WIDTH);
}
VOL_INLINE vreal v_add(vreal a, vreal b) {
    VOL_EACH(vreal, a.lane[i] + b.lane[i]);
}
VOL_INLINE vreal v_sub(vreal a, vreal b) {
    VOL_EACH(vreal, a.lane[i] - b.lane[i]);
}
VOL_INLINE vreal v_mul(vreal a, vreal b) {
    VOL_EACH(vreal, a.lane[i] * b.lane[i]);
}
VOL_INLINE vreal v_div(vreal a, vreal b) {
    VOL_EACH(vreal, a.lane[i] / b.lane[i]);
}
VOL_INLINE vreal v_sqrt(vreal a) {
    VOL_EACH(vreal, VOL_SQRT(a.lane[i]));
}
VOL_INLINE vreal v_neg(vreal a) {
    VOL_EACH(vreal, -a.lane[i]);
}
VOL_INLINE vreal v_abs(vreal a) {
    VOL_EACH(vreal, VOL_ABS(a.lane[i]));
}
VOL_INLINE vreal v_copysign(vreal a, vreal b) {
    VOL_EACH(vreal, VOL_COPYSIGN(a.lane[i], b.lane[i]));
}
VOL_INLINE vreal v_floor(vreal a) {
    VOL_EACH(vreal, VOL_FLOOR(a.lane[i]));
}
VOL_INLINE vreal v_min(vreal a, vreal b) {
    VOL_EACH(vreal, a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i]);
}
VOL_INLINE vreal v_max(vreal a, vreal b) {
    VOL_EACH(vreal, a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i]);
}
VOL_INLINE real v_least(vreal a) {
    real least = a.lane[0];
    for (vol_u32 i = 1; i < VOL_WIDTH; i++) {
        least = a.lane[i] < least ? a.lane[i] : least;
    }
    return least;
}
VOL_INLINE real v_most(vreal a) {
    real most = a.lane[0];
    for (vol_u32 i = 1; i < VOL_WIDTH; i++) {
        most = a.lane[i] > most ? a.lane[i] : most;
    }
    return most;
}
VOL_INLINE vmask v_lt(vreal a, vreal b) {
    VOL_EACH(vmask, a.lane[i] < b.lane[i]);
}
VOL_INLINE vmask v_le(vreal a, vreal b) {
    VOL_EACH(vmask, a.lane[i] <= b.lane[i]);
}
VOL_INLINE vmask v_eq(vreal a, vreal b) {
    VOL_EACH(vmask, a.lane[i] == b.lane[i]);
}
VOL_INLINE vmask m_and(vmask a, vmask b) {
    VOL_EACH(vmask, a.lane[i] & b.lane[i]);
}
VOL_INLINE vmask m_or(vmask a, vmask b) {
    VOL_EACH(vmask, a.lane[i] | b.lane[i]);
}
VOL_INLINE vmask m_not(vmask a) {
    VOL_EACH(vmask, !a.lane[i]);
}
VOL_INLINE vmask m_first(vol_u32 n) {
    VOL_EACH(vmask, i < n);
}
VOL_INLINE int m_any(vmask a) {
    int any = 0;
    for (vol_u32 i = 0; i < VOL_WIDTH; i++) {
        any |= a.lane[i];
    }
    return any;
}
VOL_INLINE vol_u32 m_list(vol_u32 *list, vmask m, vol_u32 first) {
    vol_u32 n = 0;
    for (vol_u32 i = 0; i < VOL_WIDTH; i++) {
        list[n] = first + i;
        n += m.lane[i] != 0;
    }
    return n;
}
VOL_INLINE vreal v_if(vmask m, vreal a, vreal b) {
    VOL_EACH(vreal, m.lane[i] ? a.lane[i] : b.lane[i]);
}
VOL_INLINE vreal v_only(vmask m, vreal a) {
    VOL_EACH(vreal, m.lane[i] ? a.lane[i] : REAL(0));
}
VOL_INLINE vreal v_addif(vreal sum, vmask m, vreal a) {
    VOL_EACH(vreal, m.lane[i] ? sum.lane[i] + a.lane[i] : sum.lane[i]);
}
VOL_INLINE vreal v_addbits(vreal a, vreal b) {
    VOL_EACH(vreal, vol_addbits(a.lane[i], b.lane[i]));
}
VOL_INLINE vreal v_scale2(vreal a, vreal n) {
    VOL_EACH(vreal, vol_scale2(a.lane[i], n.lane[i]));
}
VOL_INLINE vreal v_exponent(vreal a) {
    VOL_EACH(vreal, vol_exponent(a.lane[i]));
}
VOL_INLINE vreal v_mantissa(vreal a) {
    VOL_EACH(vreal, vol_mantissa(a.lane[i]));
}
VOL_INLINE vreal v_lookup(VOL_SHARED const real *table, vreal index) {
    VOL_EACH(vreal, table[(int)index.lane[i]]);
}
VOL_INLINE vreal v_gather(const real *p, const vol_u32 *list) {
    VOL_EACH(vreal, p[list[i]]);
}

#undef VOL_EACH

#endif
