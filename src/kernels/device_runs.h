/* Runs near a boid as OpenCL C finds them, one after the other: there is no room for lists. kernels/device_near.h does
 * it. */
#ifndef VOLERY_KERNELS_DEVICE_RUNS_H
#define VOLERY_KERNELS_DEVICE_RUNS_H

typedef struct vol_runs {
    double at[3], reach;
    vol_u32 relation; /* to whose targets the search goes on, or VOL_NO_RELATION */
    vol_u32 target;   /* the next one of them */
    int chained;      /* and then to those of the flock's next relation of the same use */
    const vol_boids *of;
    /* in a grid: the cells along each axis, and which are next */
    vol_stretches along[3];
    int stretch[3];
    vol_u32 y, z;
    vol_u32 level, node; /* in a tree: the next box; in neither, node 0 is all boids */
} vol_runs;

#endif
