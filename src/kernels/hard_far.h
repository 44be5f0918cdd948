/* Is a point farther than a distance from a box or a segment? By products and sums alone, where hard obstacles would
 * otherwise take roots and divisions to find out that most boids are nowhere near. C and OpenCL C, in doubles.
 *
 * Rounding is as that of distances: relative to how far the point and the shape are from 0. */
#ifndef VOLERY_KERNELS_HARD_FAR_H
#define VOLERY_KERNELS_HARD_FAR_H

#include "kernels/around.h"

VOL_INLINE double hard_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The square of the distance from the segment a to b, which may be a point, times *scale. */
VOL_INLINE double line_square(const double a[3], const double b[3], const double p[3], double *scale) {
    const double along[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double offset[3] = {p[0] - a[0], p[1] - a[1], p[2] - a[2]};
    const double part = hard_dot(offset, along), whole = hard_dot(along, along);
    *scale = 1;
    if (part <= 0) {
        return hard_dot(offset, offset);
    }
    if (part >= whole) {
        const double rest[3] = {p[0] - b[0], p[1] - b[1], p[2] - b[2]};
        return hard_dot(rest, rest);
    }
    const double across[3] = {along[1] * offset[2] - along[2] * offset[1], along[2] * offset[0] - along[0] * offset[2],
                              along[0] * offset[1] - along[1] * offset[0]};
    *scale = whole;
    return hard_dot(across, across);
}

VOL_INLINE int is_far_from_line(const double a[3], const double b[3], const double p[3], double far) {
    double scale;
    const double square = line_square(a, b, p, &scale);
    return square >= far * far * scale;
}

/* Do the lines from a to b and from p to q stay that far apart? Both lie in a plane, or a and b are one point; may say
 * no where they do. */
VOL_INLINE int lines_are_far(const double a[3], const double b[3], const double p[3], const double q[3], double far) {
    if (!is_far_from_line(p, q, a, far)) {
        return 0;
    }
    const double along[2] = {b[0] - a[0], b[1] - a[1]}, way[2] = {q[0] - p[0], q[1] - p[1]};
    if (along[0] == 0 && along[1] == 0) {
        return b[2] == a[2];
    }
    const double of_p = along[0] * (p[1] - a[1]) - along[1] * (p[0] - a[0]),
                 of_q = along[0] * (q[1] - a[1]) - along[1] * (q[0] - a[0]),
                 of_a = way[0] * (a[1] - p[1]) - way[1] * (a[0] - p[0]),
                 of_b = way[0] * (b[1] - p[1]) - way[1] * (b[0] - p[0]);
    const int apart = of_p * of_q > 0 || of_a * of_b > 0; /* both ends of one on the same side of the other */
    return apart && is_far_from_line(p, q, b, far) && is_far_from_line(a, b, p, far) && is_far_from_line(a, b, q, far);
}

VOL_INLINE double box_square(VOL_GLOBAL const vol_barrier *b, const double p[3]) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const double offset = p[c] - b->center[c], outside = (offset < 0 ? -offset : offset) - b->half_size[c];
        square += outside > 0 ? outside * outside : 0;
    }
    return square;
}

#endif
