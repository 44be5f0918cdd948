/* The nearest place of a point, segment, box or polygon: for soft obstacles and paths in the world's precision, for
 * hard obstacles in doubles. C and OpenCL C. */
#ifndef VOLERY_KERNELS_GEOMETRY_H
#define VOLERY_KERNELS_GEOMETRY_H

#include "kernels/around.h"
#include "lanes/vec.h"

/* How the way from the nearest place to p is rounded; a constant at every call. */
enum vol_foot {
    VOL_FOOT_PLACE,  /* p minus the place */
    VOL_FOOT_OFFSET, /* from where the shape begins to p, minus from there to the place */
    VOL_FOOT_TWICE   /* the same, and across segments once more: near a long one, what rounding left would turn it */
};

VOL_INLINE vvec constant_vec(VOL_GLOBAL const double *numbers) {
    return vec_set(v_set((real)numbers[0]), v_set((real)numbers[1]), v_set((real)numbers[2]));
}

/* The place of a segment nearest to p: how much of the segment is before it (0 to 1), and the way from there to p. */
typedef struct vnearest {
    vreal part;
    vvec away;
} vnearest;

VOL_INLINE vnearest nearest_on_segment(const int D, const int foot, VOL_GLOBAL const double *a,
                                       VOL_GLOBAL const double *b, vvec p) {
    const vreal zero = v_set(REAL(0)), one = v_set(REAL(1));
    vvec start = constant_vec(a), along = vec_sub(D, constant_vec(b), start), offset = vec_sub(D, p, start);
    vreal square = vec_dot(D, along, along);
    vnearest n;
    n.part = v_only(v_lt(zero, square), v_div(vec_dot(D, offset, along), square));
    n.part = v_min(v_max(n.part, zero), one);
    if (foot == VOL_FOOT_PLACE) {
        n.away = vec_sub(D, p, vec_add(D, start, vec_mul(D, along, n.part)));
        return n;
    }
    n.away = vec_sub(D, offset, vec_mul(D, along, n.part));
    if (foot == VOL_FOOT_TWICE) {
        vmask within = m_and(v_lt(zero, n.part), v_lt(n.part, one));
        vvec again = vec_sub(D, n.away, vec_mul(D, along, v_div(vec_dot(D, n.away, along), square)));
        n.away = vec_if(D, within, again, n.away);
    }
    return n;
}

/* One axis of a box: the way from its nearest place, 0 within it; *deep is how far inside p is, below 0 outside. */
VOL_INLINE vreal from_span(const int foot, real middle, real half_size, vreal p, vreal *deep) {
    const vreal center = v_set(middle), reach = v_set(half_size);
    vreal offset = v_sub(p, center);
    *deep = v_sub(reach, v_abs(offset));
    if (foot == VOL_FOOT_PLACE) {
        return v_sub(p, v_min(v_max(p, v_sub(center, reach)), v_add(center, reach)));
    }
    return v_only(v_lt(*deep, v_set(REAL(0))), v_copysign(*deep, offset));
}

/* From the nearest place of the box to p, 0 inside it; *out points through the nearest face, and *depth is how far p is
 * from that. */
VOL_INLINE vvec from_box(const int D, const int foot, VOL_GLOBAL const vol_barrier *b, vvec p, vvec *out,
                         vreal *depth) {
    const vreal zero = v_set(REAL(0)), one = v_set(REAL(1));
    vreal x, y, z = zero;
    vvec away = vec_zero();
    away.x = from_span(foot, (real)b->center[0], (real)b->half_size[0], p.x, &x);
    away.y = from_span(foot, (real)b->center[1], (real)b->half_size[1], p.y, &y);
    if (D == 3) {
        away.z = from_span(foot, (real)b->center[2], (real)b->half_size[2], p.z, &z);
    }
    vmask by_z = D == 3 ? m_and(v_lt(z, x), v_lt(z, y)) : v_lt(one, zero);
    vmask by_y = m_and(v_lt(y, x), m_not(by_z));
    vmask by_x = m_not(m_or(by_y, by_z));
    out->x = v_only(by_x, v_copysign(one, v_sub(p.x, v_set((real)b->center[0]))));
    out->y = v_only(by_y, v_copysign(one, v_sub(p.y, v_set((real)b->center[1]))));
    out->z = v_only(by_z, v_copysign(one, v_sub(p.z, v_set((real)b->center[2]))));
    *depth = v_if(by_x, x, v_if(by_y, y, z));
    return away;
}

/* Does a ray from p towards larger x cross the side a to b? Its ends must be above and below, and p left of it. */
VOL_INLINE vmask crosses_side(VOL_GLOBAL const double *a, VOL_GLOBAL const double *b, vvec p) {
    const vreal x0 = v_set((real)a[0]), y0 = v_set((real)a[1]), x1 = v_set((real)b[0]), y1 = v_set((real)b[1]);
    vmask up = v_le(y0, p.y), up1 = v_le(y1, p.y);
    vmask across = m_or(m_and(up, m_not(up1)), m_and(up1, m_not(up)));
    vreal x = v_add(x0, v_mul(v_div(v_sub(p.y, y0), v_sub(y1, y0)), v_sub(x1, x0)));
    return m_and(across, v_lt(p.x, x));
}

/* Where side i of a polygon, or the segment, begins; it ends where the next one begins. */
VOL_INLINE VOL_GLOBAL const double *side_begin(VOL_GLOBAL const vol_barrier *b, VOL_GLOBAL const double *points,
                                               vol_u32 i) {
    return points + 3 * (size_t)(b->point_first + (i < b->point_count ? i : 0));
}

/* Adds a crossing to whether there were an odd number of them so far. */
VOL_INLINE vmask count_crossing(vmask odd, vmask crosses) {
    return m_or(m_and(odd, m_not(crosses)), m_and(crosses, m_not(odd)));
}

/* Is p inside the polygon? */
VOL_INLINE vmask in_polygon(VOL_GLOBAL const vol_barrier *b, VOL_GLOBAL const double *points, vvec p) {
    vmask odd = v_lt(p.x, p.x);
    for (vol_u32 i = 0; i < b->point_count; i++) {
        odd = count_crossing(odd, crosses_side(side_begin(b, points, i), side_begin(b, points, i + 1), p));
    }
    return odd;
}

/* From the nearest place of the polygon to p, 0 inside; there *out points through the nearest side. */
VOL_INLINE vvec from_polygon(const int foot, VOL_GLOBAL const vol_barrier *b, VOL_GLOBAL const double *points, vvec p,
                             vvec *out) {
    const vreal zero = v_set(REAL(0));
    vvec best = vec_zero();
    vreal least = v_set(REAL(1e30));
    vmask odd = v_lt(zero, zero);
    for (vol_u32 i = 0; i < b->point_count; i++) {
        VOL_GLOBAL const double *from = side_begin(b, points, i), *to = side_begin(b, points, i + 1);
        vvec away = nearest_on_segment(2, foot, from, to, p).away;
        vreal d2 = vec_dot(2, away, away);
        vmask nearer = v_lt(d2, least);
        least = v_if(nearer, d2, least);
        best = vec_if(2, nearer, away, best);
        odd = count_crossing(odd, crosses_side(from, to, p));
    }
    *out = vec_unit(2, vec_sub(2, vec_zero(), best));
    return vec_if(2, odd, vec_zero(), best);
}

/* From the nearest place of an obstacle's core to p; where that is 0, *out is the way out. */
VOL_APART vvec from_barrier(const int D, VOL_GLOBAL const vol_barrier *b, VOL_GLOBAL const double *points, vvec p,
                            vvec *out) {
    vreal depth;
    *out = vec_zero();
    switch (b->shape) {
    case VOL_CORE_BOX: return from_box(D, VOL_FOOT_PLACE, b, p, out, &depth);
    case VOL_CORE_SEGMENT:
        return nearest_on_segment(D, VOL_FOOT_PLACE, side_begin(b, points, 0), side_begin(b, points, 1), p).away;
    case VOL_CORE_POLYGON: return from_polygon(VOL_FOOT_PLACE, b, points, p, out);
    default: return vec_sub(D, p, constant_vec(b->center));
    }
}

#endif
