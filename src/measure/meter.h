/* A meter as its parts see it: meter.c makes it and asks motion.c (with structure.c), spacing.c (with anisotropy.c),
 * correlation.c, counts.c and reach.c in turn, which get the boids from blocks.c. cells.c, joins.c and neighbours.c
 * find near boids. */
#ifndef VOLERY_MEASURE_METER_H
#define VOLERY_MEASURE_METER_H

#include "index/index.h"
#include "index/query_tree.h"
#include "kernels/nearby.h"
#include "world.h"

#include <volery/measure.h>

#include <stdatomic.h>

/* What one worker adds up in the passes of motion.c. */
typedef struct vol_motion {
    vol_look look;
    vol_moments sums;
    uint64_t neighbours;                 /* that boids have in reach, all together */
    uint32_t circle[3][VOL_CIRCLE_BINS]; /* boids along each axis of a periodic world */
} vol_motion;

/* The arrays of a curve, and how many points there is room for. */
typedef struct vol_curve_room {
    size_t room;
    double *x, *y, *number;
} vol_curve_room;

struct vol_meter {
    vol_world *world;
    vol_meter_def def;
    uint32_t workers;

    uint32_t flock_begin, flock_end; /* what is being read */
    const vol_kernels *kernels;      /* in doubles */
    vol_space space;
    bool far;  /* boids are measured where they lie, on a device; */
    bool lost; /* but that failed, and what was read is nothing */
    bool even; /* known since the first pass: no boid is left out, and all lie in the space as it is */
    vol_frame frame;
    uint64_t boids;
    double low[3], high[3], velocity[3], speed_most;

    vol_motion *motion; /* one a worker */
    vol_waves *waves;   /* the same */
    double value[VOL_MEASURE_COUNT];
    vol_curve_room room[VOL_CURVE_COUNT];
    size_t points[VOL_CURVE_COUNT];

    size_t boid_room;     /* of the arrays below */
    vol_tree tree;        /* over `position`, all flocks in a row; its count is right before it is built */
    vol_search search;    /* the grid over the same */
    double sorted_radius; /* boids are sorted by cells for groups of this radius; 0: they are not */
    bool located;         /* `position` is filled; else the only flock's own arrays serve for it */
    double *position[3];  /* folded */
    double *sorted[3];    /* the same in the order of cells, or of the tree's leaves, the last of which is filled up */
    size_t sorted_bytes;  /* of all of `sorted`, which is one piece of memory */
    uint32_t *order;      /* scratch: while they are sorted by cells, which boid comes where */
    double *nearest;      /* distance to the nearest other, in that order */
    uint32_t *partner;    /* who that is; NULL: is not asked for */
    vol_nearby asked;     /* of near boids on a device */
    vol_nearby_found found; /* and what it has found of them */
    vol_nearness *nearness; /* one a worker */
    uint64_t *near_count;   /* of bins of the histogram, for each worker */
    atomic_uint
        *parent; /* in the forest of groups: of boids in that order, or of cells; of a cell without boids VOL_NONE */
    bool by_cell;
    atomic_uint *size;    /* of the group of each root */
    uint32_t *of_size;    /* how many groups have a size */
    unsigned char *tight; /* of each node: all below it are within the radius of each other */
    size_t tight_room;

    double *sample[6];   /* positions and velocity fluctuations of the boids whose pairs are looked at */
    vol_pair_bin *pairs; /* bins for each worker, and VOL_WIDTH_MOST for what is out of range */
    struct {
        uint32_t limit; /* of what is drawn */
        size_t boids;   /* in the sample */
    } drawn;

    size_t boxes, cells; /* finest boxes of number fluctuations; cells of the map */
    uint32_t *count;     /* of both, for each worker */
    double *density;
    vol_density map;
};

/* Is one of the family's measures asked for? */
enum vol_family {
#define VOL_MEASURE_FAMILY(family) VOL_FAMILY_##family,
#include "params/measures.def"
    VOL_FAMILY_COUNT
};
bool vol_meter_wants(const vol_meter *meter, enum vol_family family);

/* Loads boids begin to end - 1 of a view, VOL_BLOCK at most; false if that is not just what the view has. */
bool vol_block_load(const vol_meter *meter, const vol_view *view, size_t begin, size_t end, vol_block *block);

/* Hands all boids that are read to `visit`, block by block: on all workers, or in the order of memory on one. */
typedef void (*vol_block_visit)(vol_meter *meter, const vol_block *block, uint32_t worker);
void vol_meter_each(vol_meter *meter, vol_block_visit visit);
void vol_meter_each_in_order(vol_meter *meter, vol_block_visit visit);

/* The same where they lie (survey.c): whatever of `to` is asked for, with these sums (enum vol_survey_sums); or
 * `lost`. */
void vol_meter_survey(vol_meter *meter, uint32_t sums, const vol_surveyed *to);

/* What needs near boids, where they lie (nearby.c): filling the first worker's `nearness` with the least and the most
 * of nearest distances and with directions; then with their sum, and the bins of their histogram, whose end and width,
 * and the unit of the sum, are given; listing sizes of groups and how many have them, in found.sizes; and how many
 * boids have in reach, all together. Or `lost`. */
void vol_meter_nearest_there(vol_meter *meter);
void vol_meter_bins_there(vol_meter *meter, double range, double bin, double unit);
void vol_meter_groups_there(vol_meter *meter, double radius);
uint64_t vol_meter_number_there(vol_meter *meter, double radius, uint64_t most);
void vol_meter_end_there(vol_meter *meter);

/* Speeds, directions, centre, and what is about the centre; also fills in what the other parts need. */
void vol_meter_motion(vol_meter *meter);

/* Distances to the nearest; groups. Before, vol_meter_locate, which is told of how many `slots`, fills `position`,
 * unless what a flock has will do. */
void vol_meter_locate(vol_meter *meter, size_t slots);
void vol_meter_nearest(vol_meter *meter, double groups_radius);
void vol_meter_groups(vol_meter *meter, double radius);

/* The parts of these that a grid can do: fills `nearest`, and `partner` if there is one; or `parent`; or `neighbours`
 * of each worker, with boids that have up to `most` within the radius. False: it cannot. A caller that asks for groups
 * next says their radius (else 0): if one grid serves for both, boids are sorted once. */
bool vol_meter_nearest_by_cells(vol_meter *meter, double groups_radius);
bool vol_meter_join_by_cells(vol_meter *meter, double radius);
bool vol_meter_number_by_cells(vol_meter *meter, double radius, uint64_t most);

/* The same over a tree, which always can. */
void vol_meter_nearest_by_tree(vol_meter *meter);
void vol_meter_join_by_tree(vol_meter *meter, double radius);
void vol_meter_number_by_tree(vol_meter *meter, double radius, uint64_t most);

/* Of two others that are equally near to boid `i`, all three by their number in `sorted`: is `j` taken and not `k`? By
 * where they lie, so that it does not depend on how they lie in memory. */
bool vol_meter_prefers(const vol_meter *meter, uint32_t i, uint32_t j, uint32_t k);

/* After `nearest` and `partner` are filled: the directions in which partners lie. */
void vol_meter_anisotropy(vol_meter *meter);

/* Boids of the same flock in reach; to be asked for last. */
void vol_meter_neighbours(vol_meter *meter);

/* Waves: before all blocks, and after they were added up. */
void vol_meter_clear_waves(vol_meter *meter);
void vol_meter_structure(vol_meter *meter);

void vol_meter_correlation(vol_meter *meter);

/* Density map and number fluctuations: before all blocks, of each block, and after all of them. */
void vol_meter_region(const vol_meter *meter, double low[3], double high[3]); /* the box that is divided */
void vol_meter_clear_counts(vol_meter *meter);
void vol_meter_count(vol_meter *meter, const vol_block *block, uint32_t worker);
void vol_meter_counts(vol_meter *meter);

#endif
