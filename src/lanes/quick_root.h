/* 1 / sqrt(a) in OpenCL C, both rounded as IEEE does, from the approximate root that graphics cards have: it is
 * improved once for the root and twice for the quotient. Whether that rounds right for every number is not proven here
 * but tested on the device itself, number by number (backends/opencl/root.cl), before a program is made with it. Single
 * precision. */
#ifndef VOLERY_LANES_QUICK_ROOT_H
#define VOLERY_LANES_QUICK_ROOT_H

/* Numbers for which it is used, and was tested. */
#define VOL_QUICK_LEAST 0x1p-60f
#define VOL_QUICK_MOST 0x1p60f

/* The card's approximate 1 / sqrt(a). NVIDIA's compiler wraps it in what serves numbers near 0, for which it is not
 * used here. */
VOL_INLINE float card_inverse_root(float a) {
#ifdef __NV_CL_C_VERSION
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(a));
    return y;
#else
    return native_rsqrt(a);
#endif
}

VOL_INLINE float quick_inverse_root(float a) {
    const float y = card_inverse_root(a), s = a * y;
    const float root = fma(fma(-s, s, a), 0.5f * y, s);
    const float near = fma(fma(-root, y, 1.0f), y, y);
    const float inverse = fma(fma(-root, near, 1.0f), near, near);
    /* where all bits of the root are ones, this ends half way between two numbers, and the upper one is right */
    return as_float(as_uint(inverse) + ((as_uint(root) & 0x7FFFFFu) == 0x7FFFFFu));
}

/* Where all need not be exact (fast) the approximate one does. */
VOL_INLINE vreal v_inverse_root(vreal a) {
#if VOL_FAST
    return card_inverse_root(a);
#else
    return a >= VOL_QUICK_LEAST && a < VOL_QUICK_MOST ? quick_inverse_root(a) : 1.0f / sqrt(a);
#endif
}

#endif
