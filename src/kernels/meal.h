/* How far a hunter is from its prey: in doubles whatever the precision. C and OpenCL C. Comes after move. */
#ifndef VOLERY_KERNELS_MEAL_H
#define VOLERY_KERNELS_MEAL_H

#include "kernels/around.h"

/* The square of one coordinate's share of the distance, round a world with images the shorter way. */
VOL_INLINE double meal_along(double d, double size, int images) {
    if (images) {
        double turned = d < 0 ? d + size : d - size;
        d = turned * turned < d * d ? turned : d;
    }
    return d * d;
}

#endif
