/* Vectors of lanes in two or three dimensions.
 *
 * `D` is the number of dimensions, a constant at every call: in 2D nothing is computed for z.
 */
#ifndef VOLERY_LANES_VEC_H
#define VOLERY_LANES_VEC_H

#include "lanes/lanes.h"

typedef struct vvec {
    vreal x, y, z;
} vvec;

VOL_INLINE vvec vec_set(vreal x, vreal y, vreal z) {
    vvec r;
    r.x = x;
    r.y = y;
    r.z = z;
    return r;
}

VOL_INLINE vvec vec_zero(void) {
    return vec_set(v_set(REAL(0)), v_set(REAL(0)), v_set(REAL(0)));
}

/* Each of these applies one operation to every component. */
#define VOL_VEC_BINARY(name, op)                                                 \
    VOL_INLINE vvec name(const int D, vvec a, vvec b) {                          \
        return vec_set(op(a.x, b.x), op(a.y, b.y), D == 3 ? op(a.z, b.z) : a.z); \
    }
VOL_VEC_BINARY(vec_add, v_add)
VOL_VEC_BINARY(vec_sub, v_sub)
#undef VOL_VEC_BINARY

#define VOL_VEC_SCALED(name, op)                                           \
    VOL_INLINE vvec name(const int D, vvec a, vreal s) {                   \
        return vec_set(op(a.x, s), op(a.y, s), D == 3 ? op(a.z, s) : a.z); \
    }
VOL_VEC_SCALED(vec_mul, v_mul)
VOL_VEC_SCALED(vec_div, v_div)
#undef VOL_VEC_SCALED

VOL_INLINE vreal vec_dot(const int D, vvec a, vvec b) {
    vreal s = v_add(v_mul(a.x, b.x), v_mul(a.y, b.y));
    return D == 3 ? v_add(s, v_mul(a.z, b.z)) : s;
}

/* Products first, then the additions, then the root: never hypot. */
VOL_INLINE vreal vec_length(const int D, vvec a) {
    return v_sqrt(vec_dot(D, a, a));
}

VOL_INLINE vvec vec_if(const int D, vmask m, vvec a, vvec b) {
    return vec_set(v_if(m, a.x, b.x), v_if(m, a.y, b.y), D == 3 ? v_if(m, a.z, b.z) : a.z);
}

VOL_INLINE vvec vec_only(const int D, vmask m, vvec a) {
    return vec_set(v_only(m, a.x), v_only(m, a.y), D == 3 ? v_only(m, a.z) : a.z);
}

VOL_INLINE vvec vec_addif(const int D, vvec sum, vmask m, vvec a) {
    return vec_set(v_addif(sum.x, m, a.x), v_addif(sum.y, m, a.y), D == 3 ? v_addif(sum.z, m, a.z) : sum.z);
}

VOL_INLINE vvec vec_addif_finite(const int D, vvec sum, vmask m, vvec a) {
    return vec_set(v_addif_finite(sum.x, m, a.x), v_addif_finite(sum.y, m, a.y),
                   D == 3 ? v_addif_finite(sum.z, m, a.z) : sum.z);
}

/* a / |a|, a zero vector unchanged. */
VOL_INLINE vvec vec_unit(const int D, vvec a) {
    vreal length = vec_length(D, a);
    return vec_if(D, v_lt(v_set(REAL(0)), length), vec_div(D, a, length), a);
}

/* A unit vector across the unit vector h: to the left, in 3D in the plane of x and y unless h is nearly along z. */
VOL_INLINE vvec vec_left(const int D, vvec h) {
    const vreal zero = v_set(REAL(0));
    vvec left = vec_set(v_neg(h.y), h.x, zero);
    if (D == 3) {
        vmask steep = v_lt(v_set(REAL(0.9)), v_abs(h.z));
        left = vec_unit(D, vec_if(D, steep, vec_set(zero, v_neg(h.z), h.y), left));
    }
    return left;
}

/* The unit vector along `aside`, which is across the unit vector h; to the left where it has next to no length. */
VOL_INLINE vvec vec_aside(const int D, vvec h, vvec aside) {
    vreal length = vec_length(D, aside);
    return vec_if(D, v_lt(v_set(REAL(1e-4)), length), vec_div(D, aside, length), vec_left(D, h));
}

#endif
