/* Grid or tree, where both serve: by sums of whole numbers over the cells, which threads, devices and ranks can each
 * add up for their own cells. C and OpenCL C. Comes after boids are counted in cells, before they are sorted. */
#ifndef VOLERY_KERNELS_CROWD_H
#define VOLERY_KERNELS_CROWD_H

#include "core/platform.h"

/* UNKNOWN: `around` must be counted too. */
enum vol_crowd { VOL_CROWD_SPARSE, VOL_CROWD_DENSE, VOL_CROWD_UNKNOWN };

/* Has a boid more than `most` candidates in its cell and those around it, on average? A cell and those around it have
 * at most 9 (27) times the pairs of the cells themselves, so the pairs that share a cell often decide it alone. */
VOL_INLINE enum vol_crowd crowd_in_cells(int dimensions, vol_u64 in_cells, double boids, double most) {
    return (double)in_cells / boids * (dimensions == 3 ? 27 : 9) > most ? VOL_CROWD_UNKNOWN : VOL_CROWD_SPARSE;
}

VOL_INLINE enum vol_crowd crowd_around(vol_u64 around, double boids, double most) {
    return (double)around / boids > most ? VOL_CROWD_DENSE : VOL_CROWD_SPARSE;
}

#endif
