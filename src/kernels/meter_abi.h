/* What measures hand to kernels of their own, and back. These are compiled once for each instruction set and precision,
 * apart from those of the steps: with wider lanes where there are any (lanes/lanes.h). */
#ifndef VOLERY_KERNELS_METER_ABI_H
#define VOLERY_KERNELS_METER_ABI_H

#include "kernels/abi.h"
#include "kernels/nearby.h"

#include <volery/measure.h>

/* What is asked about the boids around: who is the nearest; how many are within the radius; links to two of these, one
 * before in the order of slots, and one that mostly is behind. */
enum vol_near_what { VOL_NEAR_PARTNER = 1, VOL_NEAR_NUMBER = 2, VOL_NEAR_LINK = 4 };

/* Squares of distances as lanes compute them, which round: up to `sure` one is within the radius for certain, beyond
 * `perhaps` none is; and each is off by `share` of itself and `slip` at most. */
typedef struct vol_near_limits {
    double sure, perhaps;
    double share, slip;
} vol_near_limits;

typedef struct vol_near_ask {
    vol_state at; /* positions alone, in the kernel's precision */
    int dimensions;
    int what;                       /* enum vol_near_what */
    double proven;                  /* no boid that is missing in the runs has a smaller square of its distance */
    vol_near_limits plain, shifted; /* of groups without shifts of their runs, and with */
} vol_near_ask;

/* Of each boid of a group; VOL_NONE: it must be looked at exactly, or it has no link. */
typedef struct vol_near_found {
    uint32_t partner[VOL_WIDTH_MOST], number[VOL_WIDTH_MOST], link[2][VOL_WIDTH_MOST];
} vol_near_found;

/* The nearest of some boids: what way it is to them, in and out (out: unit vectors); and the distance. */
typedef struct vol_facing {
    double way[3][VOL_BLOCK_ROOM];
    double nearest[VOL_BLOCK_ROOM];
} vol_facing;

/* Boids whose pairs are summed: where they are, and their velocities minus the mean. */
typedef struct vol_pairing {
    const double *at[3], *swing[3];
    double period[3];        /* INFINITY where nothing comes again */
    double range, per_width; /* pairs up to this distance; bins in a unit of length */
    double unit;             /* of sums (core/sum.h) */
    uint32_t bins;
} vol_pairing;

/* Sums of products of `swing`, as the bits of shifted numbers (vol_sum_shifted), and of how many pairs. */
typedef struct vol_pair_bin {
    uint64_t high, low, pairs;
} vol_pair_bin;

/* Of the histogram of nearest distances: where it ends, and how wide each bin is; and the unit of their sum
 * (core/sum.h). */
typedef struct vol_near_bins {
    double range, width, unit;
    size_t number;
} vol_near_bins;

/* The kernels of one instruction set and precision. */
typedef struct vol_meter_kernels {
    uint32_t width; /* of groups */
    /* For the boids of a group what is asked; true if one must be looked at exactly. */
    bool (*near)(const vol_near_ask *ask, const vol_group *group, const vol_run *run, vol_near_found *found);
    /* From `count` boids, `first` on, to their partners: as doubles. */
    void (*ways)(const vol_state *at, int dimensions, uint32_t first, uint32_t count, const uint32_t *partner,
                 double way[3][VOL_BLOCK_ROOM]);
    /* What follows is there in double precision alone, else NULL. From ways to distances, the shorter way round; their
     * least and most; and if `faces`, the directions. */
    void (*facing)(vol_facing *facing, int dimensions, uint32_t count, const double *period, bool faces,
                   vol_nearness *near);
    /* Adds a block to the boxes of a map, and distances to the bins, and to their sum. */
    void (*counts)(const vol_block *block, const vol_density *map, int dimensions, const size_t number[3],
                   uint32_t *count);
    void (*bins)(const double *nearest, uint32_t number, const vol_near_bins *bins, uint64_t *count, vol_sum *sum);
    /* The largest square of a speed in a block; adding up `direction`, `velocity`, `speed` and `offset` of a block;
     * if `turns`, `gyration` and `turn`, and if `spins`, `spin` and what follows it; and waves. */
    double (*speed2)(const vol_block *block, int dimensions);
    void (*means)(const vol_block *block, int dimensions, const vol_frame *frame, vol_moments *sums);
    void (*turns)(const vol_block *block, int dimensions, const vol_frame *frame, bool turns, bool spins,
                  vol_moments *sums);
    void (*waves)(const vol_block *block, int dimensions, const vol_frame *frame, vol_waves *sums);
    /* Adds the pairs of number i with numbers begin to end - 1 to the bins; VOL_WIDTH_MOST bins behind the last take
     * what is out of range, which would else depend on the addition before, each time. */
    void (*pairs)(const vol_pairing *pairing, int dimensions, uint32_t i, uint32_t begin, uint32_t end,
                  vol_pair_bin *bins);
} vol_meter_kernels;

#endif
