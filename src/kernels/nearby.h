/* Measures of near boids on a device: what is asked, and distances as measure/cells.c takes them. C and OpenCL C. */
#ifndef VOLERY_KERNELS_NEARBY_H
#define VOLERY_KERNELS_NEARBY_H

#include "kernels/blocks.h"
#include "kernels/cells.h"

#define VOL_CELL_ROUNDING 0x1p-20 /* more than the share of a cell's width by which rounding may move a boid */

/* In this order, each but the first and the last if it is wanted: boids are sorted by cells; the nearest of each; these
 * distances in bins, and their sum; how many each has within a radius; groups; and memory is given back. */
enum vol_nearby_pass {
    VOL_NEARBY_SORT,
    VOL_NEARBY_NEAREST,
    VOL_NEARBY_BINS,
    VOL_NEARBY_NUMBER,
    VOL_NEARBY_GROUPS,
    VOL_NEARBY_END
};

typedef struct vol_nearby {
    vol_space space;
    vol_cells cells;
    double period[3];        /* INFINITY where nothing comes again */
    double least;            /* the width of cells along the axis where it is least */
    double radius2;          /* of groups, and of who is counted */
    double range, bin, unit; /* of the bins: where they end, how wide each is; and of the sum (core/sum.h) */
    vol_u32 cell_count;
    vol_u32 bins;
    vol_u32 faces; /* the directions of the nearest are wanted */
    vol_u32 most;  /* so many within the radius count at most */
} vol_nearby;

/* What passes over boids that are sorted find. */
typedef struct vol_nearness {
    double least, most; /* of distances to the nearest */
    vol_sum sum;
    vol_sum facing[6]; /* of products of two coordinates of unit vectors to the nearest: xx, yy, zz, xy, yz, zx */
    vol_u64 faced;     /* how many have such a vector */
    vol_u64 number;    /* that boids have within the radius, all together */
    vol_u64 far;       /* boids whose nearest is too far to be looked for in cells */
} vol_nearness;

/* A boid that is left out has this in place of its number among those of its cell; and so many cells are looked into
 * for the nearest of a boid. */
#define VOL_NO_RANK 0xffffffffu
enum { VOL_NEARBY_CELLS = 1 << 16 };

VOL_INLINE void nearness_join(vol_nearness *near, const vol_nearness *other) {
    near->least = other->least < near->least ? other->least : near->least;
    near->most = other->most > near->most ? other->most : near->most;
    vol_sum_join(&near->sum, &other->sum);
    for (int t = 0; t < 6; t++) {
        vol_sum_join(&near->facing[t], &other->facing[t]);
    }
    near->faced += other->faced;
    near->number += other->number;
    near->far += other->far;
}

/* From one place on an axis to another, the shorter way round; period INFINITY: there is but one. */
VOL_INLINE double space_way(double from, double to, double period) {
    const double d = to - from, length = d < 0 ? -d : d, round = period - length;
    return round < length ? (d > 0 ? -round : round) : d;
}

/* Along an axis; the shorter way round where the world comes again. */
VOL_INLINE double space_apart(double a, double b, double period) {
    const double length = VOL_WIDE_ABS(b - a), round = period - length;
    return round < length ? round : length;
}

/* The two coordinates of each number of vol_nearness.facing. */
VOL_INLINE int facing_first(int t) {
    return t % 3;
}

VOL_INLINE int facing_second(int t) {
    return t < 3 ? t : (t + 1) % 3;
}

#endif
