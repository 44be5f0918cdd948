/* What surrounds flocks as plain numbers, which C and OpenCL C read from the same bytes: no pointers inside, doubles
 * first wherever the sizes of the others would leave gaps. */
#ifndef VOLERY_KERNELS_AROUND_H
#define VOLERY_KERNELS_AROUND_H

#include "core/platform.h"

/* In C: a number of ours is that of the public enum, which OpenCL C cannot include. */
#define VOL_SAME(core, public) _Static_assert((int)(core) == (int)(public), "one number in C and in OpenCL C")

/* The numbers of vol_boundary, of vol_obstacle_shape and of vol_law, which OpenCL C cannot include. */
enum vol_edge { VOL_EDGE_WRAP, VOL_EDGE_JUMP, VOL_EDGE_TILE, VOL_EDGE_CLAMP, VOL_EDGE_BOUNCE, VOL_EDGE_OPEN };
enum vol_core_shape { VOL_CORE_POINT, VOL_CORE_BOX, VOL_CORE_SEGMENT, VOL_CORE_POLYGON };
enum vol_core_law { VOL_CORE_FADE, VOL_CORE_FLAT, VOL_CORE_HARD };

/* A world as stages see it that work in doubles whatever its precision. */
typedef struct vol_world_numbers {
    double size[3], origin[3];
    double margin, dt;
    vol_u32 dimensions;
    vol_u32 boundary;         /* enum vol_edge */
    vol_u32 single_precision; /* else it is double */
    vol_u32 images;           /* it has them */
} vol_world_numbers;

/* How far from 0 places in the world are at most along an axis: rounding goes by it. */
VOL_INLINE double world_extent(VOL_GLOBAL const vol_world_numbers *world, int axis) {
    const double origin = world->origin[axis];
    return (origin < 0 ? -origin : origin) + world->size[axis];
}

/* The bit of a flock among those that something acts on: vol_flocks. The last one is of all that come after it too. */
VOL_INLINE vol_u64 flock_bit(vol_u32 flock) {
    return (vol_u64)1 << (flock < 63 ? flock : 63);
}

/* The core of an obstacle, and how it acts around it. */
typedef struct vol_barrier {
    double center[3], half_size[3]; /* of the box around the core; of a box, of the core itself */
    double radius, reach, strength;
    double range;                     /* radius + reach; below 0 for one that was taken away */
    vol_u64 flocks;                   /* that it acts on, by bits */
    vol_u32 shape, law;               /* enum vol_core_shape, enum vol_core_law */
    vol_u32 point_first, point_count; /* in an array of points, three numbers each */
} vol_barrier;

/* A player, from whom boids flee. */
typedef struct vol_player_core {
    double at[3];
    double radius, weight;
    vol_u64 flocks; /* that do so, by bits */
} vol_player_core;

/* The cells over the obstacles of a world. */
typedef struct vol_obstacle_grid {
    double low[3];        /* where the first cell begins */
    double per_length[3]; /* cells in a unit of length */
    double period[3];     /* > 0: the world has images, and repeats after this */
    vol_u32 number[3];    /* of cells along each axis */
    vol_u32 count;        /* of obstacles, those taken away too */
    vol_u32 dimensions;
} vol_obstacle_grid;

#endif
