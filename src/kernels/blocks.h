/* Some boids as measures want them, in doubles, and what sums over all boids are made of: see measure/. C and OpenCL C,
 * where a block is one boid. */
#ifndef VOLERY_KERNELS_BLOCKS_H
#define VOLERY_KERNELS_BLOCKS_H

#include "core/platform.h"
#include "core/sum.h"

/* How distances are taken. In a periodic world every position has its like from `low` to low + period. */
typedef struct vol_space {
    int dimensions;
    int periodic;
    double low[3], period[3];
} vol_space;

/* Folded into a periodic world; those that are no numbers are left out. In doubles, whatever the precision. */
#ifdef VOL_OPENCL
#define VOL_WIDE_FLOOR floor
#define VOL_WIDE_ABS fabs
enum { VOL_BLOCK = 1, VOL_BLOCK_ROOM = VOL_BLOCK };
#else
#if defined(__GNUC__)
#define VOL_WIDE_FLOOR __builtin_floor
#define VOL_WIDE_ABS __builtin_fabs
#else
#include <math.h>
#define VOL_WIDE_FLOOR floor
#define VOL_WIDE_ABS fabs
#endif
enum { VOL_BLOCK = 256, VOL_BLOCK_ROOM = VOL_BLOCK + 16 }; /* the last lanes reach over the end */
#endif
typedef struct vol_block {
    vol_u32 count;
    vol_u32 first;          /* how many boids are before these, those left out counted */
    double low[3], high[3]; /* the box around them */
    double position[3][VOL_BLOCK_ROOM], velocity[3][VOL_BLOCK_ROOM];
} vol_block;

/* What must be known of all boids before sums over them are taken. */
typedef struct vol_look {
    vol_u64 boids;
    vol_u64 uneven;         /* 1: a boid was left out, or folded */
    double speed2_most;     /* largest square of a speed */
    double low[3], high[3]; /* the box around the boids */
} vol_look;

/* Boids along each axis of a periodic world are counted in so many bins. */
enum { VOL_CIRCLE_BITS = 10, VOL_CIRCLE_BINS = 1 << VOL_CIRCLE_BITS };

/* What sums over blocks are about, and their units (core/sum.h). */
typedef struct vol_frame {
    double center[3];
    double period[3], half_way[3]; /* half of it; 0 and INFINITY where nothing comes again */
    double one_unit, speed_unit, side_unit[3], square_unit, spin_unit;
    double wave_low[3], wave_per_length[3]; /* where the longest waves begin, and one over their length */
} vol_frame;

typedef struct vol_moments {
    vol_sum direction[3]; /* of unit vectors along the velocities */
    vol_sum velocity[3], speed;
    vol_sum offset[3];         /* of positions from the centre */
    vol_sum gyration, turn[3]; /* of squares of these, and of the turning about it */
    vol_sum spin[3], spin_abs; /* of r x v, and of its length */
    vol_sum spin_most;         /* of |r| |v| */
} vol_moments;

/* Sums of e^(i k x) over boids, real and imaginary part, for waves of up to three periods along each axis; of k and -k
 * one. In units of 2^-VOL_WAVE_BITS, of which 2^31 boids have room. */
enum { VOL_WAVE_PERIODS = 3, VOL_WAVES_FLAT = (7 * 7 - 1) / 2, VOL_WAVES = (7 * 7 * 7 - 1) / 2, VOL_WAVE_BITS = 44 };
enum { VOL_WAVE_LANES = 8, VOL_WAVE_TERMS = 1 << 15 };
typedef struct vol_waves {
    vol_sum part[VOL_WAVES][2];
    /* What is not in `part` yet, in lanes side by side: sums of the bits of `terms` numbers, VOL_WAVE_TERMS and a block
     * at most, that have VOL_WAVE_SHIFT added. */
    vol_u64 terms, lane[VOL_WAVES][2][VOL_WAVE_LANES];
} vol_waves;

/* Beside it only multiples of 2^-VOL_WAVE_BITS have bits; and its own. */
#define VOL_WAVE_SHIFT 384.0
#define VOL_WAVE_SHIFT_BITS 0x4078000000000000u

VOL_INLINE void wave_put(vol_i64 whole, vol_sum *to) {
    to->high += whole / ((vol_i64)1 << 32);
    to->low += whole % ((vol_i64)1 << 32);
}

/* Takes the lanes into the sums. */
VOL_INLINE void waves_settle(vol_waves *waves) {
    for (int n = 0; n < VOL_WAVES && waves->terms > 0; n++) {
        for (int i = 0; i < 2; i++) {
            vol_u64 bits = 0 - waves->terms * VOL_WAVE_SHIFT_BITS;
            for (int k = 0; k < VOL_WAVE_LANES; k++) {
                bits += waves->lane[n][i][k];
                waves->lane[n][i][k] = 0;
            }
            wave_put((vol_i64)bits, &waves->part[n][i]);
        }
    }
    waves->terms = 0;
}

/* Sums of `vol_moments` that a pass over the boids adds up. */
enum vol_survey_sums { VOL_SURVEY_MEANS = 1, VOL_SURVEY_TURNS = 2, VOL_SURVEY_SPINS = 4 };

/* Work items of a group that passes over boids on a device, and of one that adds up waves, of which each has its own
 * (in 2D eight have it together); and numbers of sums. */
enum {
    VOL_SURVEY_GROUP = 128,
    VOL_WAVE_GROUP = 192,
    VOL_SURVEY_NUMBERS = sizeof(vol_moments) / sizeof(vol_i64),
    VOL_WAVE_NUMBERS = 2 * sizeof(vol_sum) / sizeof(vol_i64)
};

/* What a pass over boids that lie on a device is told. */
typedef struct vol_survey {
    vol_space space;
    vol_frame frame;
    double per_bin[3];          /* bins of circles in a unit of length */
    double low[3], high[3];     /* the box that is divided, */
    vol_u32 boxes[3], cells[3]; /* by so many along each axis, twice: 0: not at all */
    vol_u32 box_count, cell_count;
    vol_u32 sums;        /* enum vol_survey_sums */
    vol_u32 limit, room; /* ids that are drawn (block_draws), and for how many of them there is room */
    vol_u32 unused;
} vol_survey;

#define VOL_PROPER_MOST 1e100 /* numbers beyond have no squares worth adding */

/* The like of a number along an axis that lies in the space. */
VOL_INLINE double space_fold(const vol_space *space, int axis, double number) {
    const double period = space->period[axis], low = space->low[axis];
    if (!space->periodic || (number >= low && number < low + period)) {
        return number;
    }
    const double folded = number - period * VOL_WIDE_FLOOR((number - low) / period);
    return folded >= low && folded < low + period ? folded : low; /* rounding may reach the end, which is the begin */
}

/* Is boid `i` of the block one that can be measured? */
VOL_INLINE int block_is_proper(const vol_block *block, int dimensions, vol_u32 i) {
    int proper = 1;
    for (int c = 0; c < dimensions; c++) {
        const double x = block->position[c][i], v = block->velocity[c][i];
        proper =
            proper && x >= -VOL_PROPER_MOST && x <= VOL_PROPER_MOST && v >= -VOL_PROPER_MOST && v <= VOL_PROPER_MOST;
    }
    return proper;
}

/* Adds a block whose largest square of a speed is known. */
VOL_INLINE void look_add(vol_look *look, const vol_block *block, int dimensions, double speed2) {
    look->speed2_most = speed2 > look->speed2_most ? speed2 : look->speed2_most;
    look->boids += block->count;
    for (int c = 0; c < dimensions && block->count > 0; c++) {
        look->low[c] = block->low[c] < look->low[c] ? block->low[c] : look->low[c];
        look->high[c] = block->high[c] > look->high[c] ? block->high[c] : look->high[c];
    }
}

/* The same of what was added up elsewhere. */
VOL_INLINE void look_join(vol_look *look, const vol_look *other) {
    look->boids += other->boids;
    look->uneven |= other->uneven;
    look->speed2_most = other->speed2_most > look->speed2_most ? other->speed2_most : look->speed2_most;
    for (int c = 0; c < 3; c++) {
        look->low[c] = other->low[c] < look->low[c] ? other->low[c] : look->low[c];
        look->high[c] = other->high[c] > look->high[c] ? other->high[c] : look->high[c];
    }
}

/* Of `number` boxes from low to high, the one that a place is in; -1: in none. */
VOL_INLINE double box_place(double at, double low, double high, double number) {
    double box = (at - low) / (high - low) * number;
    box = box < number - 1 ? box : number - 1;
    box = at >= low ? box : -1;
    return at <= high ? box : -1;
}

/* Multiples of the golden ratio lie evenly between whole numbers, however many are taken. */
VOL_INLINE int block_draws(vol_u32 id, vol_u32 limit) {
    return (vol_u32)(id * 2654435769u) <= limit;
}

#endif
