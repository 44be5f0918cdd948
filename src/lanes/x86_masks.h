/* What AVX-512 does with masks, in vectors of 256 and of 512 bits: they are bits in a mask register, and a masked
 * addition leaves the other lanes alone. A back end includes this after x86.h. */
#ifndef VOLERY_LANES_X86_MASKS_H
#define VOLERY_LANES_X86_MASKS_H

#include "lanes/number.h"

#include <immintrin.h>

VOL_INLINE vmask v_lt(vreal a, vreal b) {
    return P_MASK(cmp)(a, b, _CMP_LT_OQ);
}
VOL_INLINE vmask v_le(vreal a, vreal b) {
    return P_MASK(cmp)(a, b, _CMP_LE_OQ);
}
VOL_INLINE vmask v_eq(vreal a, vreal b) {
    return P_MASK(cmp)(a, b, _CMP_EQ_OQ);
}
/* Where one is known to be true in all lanes there is nothing to do; the compiler cannot know that a mask of 4 lanes
 * has no other bits, and would go to a general register and back. */
VOL_INLINE vmask m_and(vmask a, vmask b) {
    if (VOL_KNOWN(a) && a == (1U << VOL_WIDTH) - 1U) {
        return b;
    }
    if (VOL_KNOWN(b) && b == (1U << VOL_WIDTH) - 1U) {
        return a;
    }
    return (vmask)(a & b);
}
VOL_INLINE vmask m_or(vmask a, vmask b) {
    return (vmask)(a | b);
}
VOL_INLINE vmask m_not(vmask a) {
    return (vmask)(a ^ ((1U << VOL_WIDTH) - 1U));
}
VOL_INLINE vmask m_first(vol_u32 n) {
    return (vmask)((1U << n) - 1U);
}
VOL_INLINE int m_any(vmask a) {
    return a != 0;
}
VOL_INLINE void v_store_n(real *p, vreal a, vol_u32 n) {
    P(mask_storeu)(p, m_first(n), a);
}
VOL_INLINE vreal v_if(vmask m, vreal a, vreal b) {
    return P(mask_blend)(m, b, a);
}
VOL_INLINE vreal v_only(vmask m, vreal a) {
    return P(maskz_mov)(m, a);
}
VOL_INLINE vreal v_addif(vreal sum, vmask m, vreal a) {
    return P(mask_add)(sum, m, sum, a);
}

#endif
