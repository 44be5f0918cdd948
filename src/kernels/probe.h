/* Obstacles as queries see them: how far a point is from the surface, and where a ray first meets it. One obstacle at a
 * time, where it is; images are query_obstacles.c's. */
#ifndef VOLERY_KERNELS_PROBE_H
#define VOLERY_KERNELS_PROBE_H

#include "kernels/around.h"

/* An obstacle of a world, and the points of all of them. */
typedef struct vol_probed {
    const vol_barrier *barrier;
    const double *points;
    int dimensions;
} vol_probed;

typedef struct vol_probe {
    double distance;
    double normal[3]; /* of the surface there */
} vol_probe;

/* How far p is from the surface, below 0 inside, and the normal of the surface that is nearest to it. */
vol_probe vol_probe_point(const vol_probed *probed, const double p[3]);

/* How far along the ray, whose direction has length 1, it first meets the surface; INFINITY: nowhere up to `length`. */
vol_probe vol_probe_ray(const vol_probed *probed, const double origin[3], const double along[3], double length);

#endif
