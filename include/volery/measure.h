/* Measures of collective motion: alignment, rotation, density, distances, groups.
 *
 *     vol_meter_def def = vol_default_meter_def();
 *     vol_meter *meter;
 *     vol_meter_create(world, &def, &meter, NULL);
 *     vol_world_step(world, 100);
 *     vol_meter_read(meter, VOL_NONE, NULL);
 *     printf("polarisation %g\n", vol_meter_value(meter, VOL_MEASURE_POLARISATION));
 *     vol_meter_destroy(meter);
 *
 * docs/measures.md has the formulas. Rules:
 * - A meter reads one flock, or all flocks of the world taken together, as they are now; it changes nothing. What it
 *   reads is a function of the state alone: the same bits for any number of threads, any instruction set, and whatever
 *   order the boids have in memory.
 * - Use it from the thread that steps the world, between two steps, never from within one. It runs on the world's
 *   workers.
 * - Distances are taken as the boundary has it: across the edges in worlds whose boundary is wrap, jump or tile (there
 *   the world is as long as its size; with tile, its size and both margins), plainly in all others.
 * - A meter asks the world's allocator for memory when it is made, and when it reads more boids than ever before; for a
 *   little also while it reads boids that are on a device.
 * - A measure that is not defined is NaN: all but counts of a flock without boids; of a single boid, those that need
 *   two. Boids with a position or velocity that is not a finite number are left out. */
#ifndef VOLERY_MEASURE_H
#define VOLERY_MEASURE_H

#include <volery/flock.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The numbers that a meter reads. Since 0.1. */
typedef enum vol_measure {
    VOL_MEASURE_BOIDS,         /* how many there are */
    VOL_MEASURE_SPEED,         /* their mean speed */
    VOL_MEASURE_POLARISATION,  /* 1: all fly in one direction; 0: in all directions alike */
    VOL_MEASURE_MILLING,       /* 1: all circle round their centre the same way; 0: none does, or as many each way */
    VOL_MEASURE_CENTER_X,      /* position of the centre */
    VOL_MEASURE_CENTER_Y,      /* the same */
    VOL_MEASURE_CENTER_Z,      /* 0 in 2D */
    VOL_MEASURE_GYRATION,      /* radius of gyration: root mean square distance from the centre */
    VOL_MEASURE_NEAREST_MEAN,  /* distance to the nearest other, on the mean */
    VOL_MEASURE_NEAREST_MIN,   /* the least of these distances */
    VOL_MEASURE_GROUPS,        /* how many groups; boids nearer to each other than `radius` are in one group */
    VOL_MEASURE_GROUP_MEAN,    /* boids in a group, on the mean; a boid alone is a group of one */
    VOL_MEASURE_GROUP_LARGEST, /* boids in the largest group */
    VOL_MEASURE_CORRELATION_LENGTH, /* where the correlation of velocity fluctuations first comes to zero */
    VOL_MEASURE_FLUCTUATION,        /* exponent of number fluctuations: 0.5 where boids are spread at random, up to 1 */
    VOL_MEASURE_NEIGHBOURS, /* boids of the same flock within its reach, on the mean, a boid itself not counted */
    VOL_MEASURE_ROTATION, /* angular momentum over its largest possible sum: 1: all circle round their centre one way */
    VOL_MEASURE_ROTATION_ABS, /* the same where both ways count alike: 1 for two mills that turn against each other */
    VOL_MEASURE_STRUCTURE,    /* the largest static structure factor at long waves: about 1 at random, N in one place */
    VOL_MEASURE_ANISOTROPY, /* of directions to nearest neighbours: 1/3 (in 2D 1/2) where they have none, 1: sideways */
    VOL_MEASURE_COUNT
} vol_measure;

/* One row of the table of measures. Since 0.1. */
typedef struct vol_measure_row {
    const char *name;     /* "polarisation" */
    const char *unit;     /* "px", "px/time", "boids", "" */
    int least_dimensions; /* 3: worth a column in worlds of three dimensions only */
    const char *since;
    const char *help; /* one sentence */
} vol_measure_row;

/* The rows in order, by vol_measure; NULL behind the last. Since 0.1. */
VOL_API const vol_measure_row *vol_measure_at(size_t index);

/* "polarisation"; NULL behind the last. Since 0.1. */
VOL_API const char *vol_measure_name(size_t index);

/* The measure of that name, or VOL_MEASURE_COUNT. Since 0.1. */
VOL_API vol_measure vol_measure_find(const char *name);

/* A measure as a bit of vol_meter_def.measures; all of them. */
#define VOL_MEASURE_BIT(measure) ((uint64_t)1 << (measure))
#define VOL_MEASURE_ALL (VOL_MEASURE_BIT(VOL_MEASURE_COUNT) - 1)

/* What a meter reads. Get one from vol_default_meter_def() and change what you like. Since 0.1. */
typedef struct vol_meter_def {
    uint32_t bytes;  /* of this struct, as the caller knows it; set by vol_default_meter_def() */
    uint32_t cookie; /* the same; catches a def that was not made by it */

    uint64_t measures; /* which, as bits; default all. Others are NaN and cost nothing */
    double radius;     /* of groups, in units of length; from 0 to 1e12; default 0: as far as the rules of the measured
                          flocks reach, the farthest of them all */
    struct {
        size_t bins;  /* of the histogram of nearest distances; default 50; from 1 to 1e6 */
        double range; /* its end, in units of length; from 0 to 1e12; default 0: the largest distance found */
    } nearest;
    struct {
        size_t bins; /* of the correlation function; default 50; from 1 to 1e6 */
        double
            range; /* its end, in units of length; from 0 to 1e12; default 0: half the shortest side in worlds that are
                         periodic, else the diagonal of the box around the boids */
        size_t boids; /* pairs among that many are used; of more boids, at most that many are drawn by their ids, the
                         same at every step; default 4096; from 2 to 65536 */
    } correlation;
    struct {
        size_t levels; /* how often boxes are halved along each axis; from 0 to 10, in 3D to 6; default 0: 6, in 3D 4 */
    } fluctuation;
    struct {
        size_t cells[3]; /* of the density map along each axis; default 0: no map; from 1 to 4096 each, in all to 2^24;
                            cells[2] is ignored in 2D */
    } density;
    uint64_t
        memory; /* bytes of this machine's memory that a reading may take for boids, those that it must fetch from a
                        device counted; default 0: as much as the machine has */
} vol_meter_def;

/* The defaults named above. Since 0.1. */
VOL_API vol_result vol_meter_def_init(vol_meter_def *def, size_t bytes);
static inline vol_meter_def vol_default_meter_def(void) {
    vol_meter_def def;
    vol_meter_def_init(&def, sizeof def);
    return def;
}

/* Measures a world. Since 0.1. */
typedef struct vol_meter vol_meter;

/* Makes a meter for a world, which must outlive it. On failure *meter is NULL. Since 0.1. */
VOL_API vol_result vol_meter_create(vol_world *world, const vol_meter_def *def, vol_meter **meter, vol_error *error);

/* Destroys a meter; NULL is fine. Since 0.1. */
VOL_API void vol_meter_destroy(vol_meter *meter);

/* Measures a flock, or with VOL_NONE all boids of the world. The functions below return values of the last reading.
 * Boids on a device are measured there; only where they are too crowded there for cells, or too far apart, all boids
 * are fetched. Without memory the result is VOL_ERROR_MEMORY, and every measure is NaN. Since 0.1. */
VOL_API vol_result vol_meter_read(vol_meter *meter, vol_flock flock, vol_error *error);

/* A measure of the last reading; NaN if it was not requested, or is not defined. Since 0.1. */
VOL_API double vol_meter_value(const vol_meter *meter, vol_measure measure);

/* Measures that are functions. Each is there when one of the measures named was requested. Since 0.1. */
typedef enum vol_curve_kind {
    VOL_CURVE_NEAREST,     /* (nearest_*) x: distance, middle of a bin; y: probability density; number: boids */
    VOL_CURVE_GROUPS,      /* (group*) x: size of a group, ascending; y and number: how many groups of that size */
    VOL_CURVE_CORRELATION, /* (correlation_length) x: distance, middle of a bin; y: correlation, 1 at distance 0, NaN
                              without pairs; number: pairs */
    VOL_CURVE_FLUCTUATION, /* (fluctuation) x: mean number of boids in a box, descending; y: variance; number: boxes */
    VOL_CURVE_COUNT
} vol_curve_kind;

/* `count` points; the arrays are valid until the next reading. Since 0.1. */
typedef struct vol_curve {
    size_t count;
    const double *x, *y, *number;
} vol_curve;

/* A function of the last reading; of no points if it was not requested or there are no boids. Since 0.1. */
VOL_API vol_curve vol_meter_curve(const vol_meter *meter, vol_curve_kind kind);

/* How dense boids are, in boids per unit of area or volume, cell by cell, along x first. The map covers the world; in a
 * world without edges, the box around the boids. Valid until the next reading. Since 0.1. */
typedef struct vol_density {
    size_t cells[3];
    double low[3], high[3];
    const double *value; /* NULL: there is no map */
} vol_density;

/* The density map of the last reading. Since 0.1. */
VOL_API vol_density vol_meter_density(const vol_meter *meter);

#ifdef __cplusplus
}
#endif

#endif
