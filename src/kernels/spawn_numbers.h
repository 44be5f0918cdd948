/* What the start of a flock is made of, as plain numbers: the same bytes in C and in OpenCL C. */
#ifndef VOLERY_KERNELS_SPAWN_NUMBERS_H
#define VOLERY_KERNELS_SPAWN_NUMBERS_H

#include "kernels/around.h"

/* The numbers of vol_shape, which OpenCL C cannot include; in any other the boids are anywhere in the world. */
enum vol_start_shape { VOL_START_UNIFORM, VOL_START_BOX, VOL_START_DISC, VOL_START_GRID, VOL_START_RING };

/* What is the same for all boids of a flock; see vol_flock_def.start. */
typedef struct vol_spawn_numbers {
    vol_world_numbers world;
    vol_u64 seed;
    double center[3]; /* always a place; where the boids are anywhere, the world's origin */
    double size[3], radius, spacing, speed;
    double heading;      /* not a number: any, or along the ring */
    vol_u32 flock;       /* its number */
    vol_u32 shape;       /* enum vol_start_shape */
    vol_u32 count, side; /* boids in all, and along each axis of a grid */
    vol_u32 whole;       /* positions are whole numbers */
    vol_u32 unused;
} vol_spawn_numbers;

#endif
