/* A meter as its parts see it: meter.c makes it and asks motion.c (with structure.c), spacing.c (with anisotropy.c),
 * correlation.c, counts.c and reach.c in turn, which get the boids from blocks.c. search.c, joins.c and
 * neighbours.c find near boids. */
#ifndef VOLERY_MEASURE_METER_H
#define VOLERY_MEASURE_METER_H

#include "index/index.h"
#include "index/query_tree.h"
#include "kernels/meter_abi.h"
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

    uint32_t flock_begin, flock_end;                      /* what is being read */
    const vol_kernels *kernels;                           /* in doubles */
    const vol_meter_kernels *own;                         /* the same that measures have of their own, */
    const vol_meter_kernels *own_of[VOL_PRECISION_COUNT]; /* and in each precision */
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

    size_t boid_room;    /* of the arrays below */
    vol_tree tree;       /* over `position`, all flocks in a row; its count is right before it is built */
    vol_search search;   /* the grid over the same */
    bool located;        /* `position` is filled; else the only flock's own arrays serve for it */
    double *position[3]; /* folded */
    double *sorted[3];   /* the same in the order of cells, or of the tree's leaves, the last of which is filled up; of
                           * cells.h, numbers may have the world's precision */
    size_t sorted_bytes; /* of all of `sorted`, which is one piece of memory */
    uint32_t *order;     /* scratch: while they are sorted by cells, which boid comes where */
    double *nearest;     /* distance to the nearest other, in that order */
    uint32_t *partner;   /* who that is; NULL: is not asked for */
    vol_nearby asked;    /* of near boids on a device */
    vol_nearby_found found; /* and what it has found of them */
    vol_nearness *nearness; /* one a worker */
    uint64_t *near_count;   /* of bins of the histogram, for each worker */
    atomic_uint
        *parent; /* in the forest of groups: of boids in that order, or of cells; of a cell without boids VOL_NONE */
    bool by_cell;
    atomic_uint *size; /* of the group of each root; while boids are joined, a link of each to one that is near */
    uint32_t
        *of_size; /* how many groups have a size, and sizes (spacing.c); while boids are joined, the nearest of each */
    int known;    /* what was looked for together (vol_near_what), */
    uint64_t number;      /* and how many boids have in reach, all together, if that was */
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

/* Distances to the nearest; groups; after vol_meter_near has found what it can. Before, vol_meter_locate, which is told
 * of how many `slots`, fills `position`, unless what a flock has will do. */
void vol_meter_locate(vol_meter *meter, size_t slots);
void vol_meter_nearest(vol_meter *meter);
void vol_meter_groups(vol_meter *meter, double radius);

/* What is looked for over a grid, at once: vol_near_what. */
typedef struct vol_near_task {
    int what;
    double width;  /* of cells, at least */
    double radius; /* of groups, and of who is counted */
    uint64_t most; /* so many count at most */
} vol_near_task;

/* Fills `nearest`, and the nearness of each worker, but for the sum; `parent`; and `neighbours` of each worker. The
 * result is what it could: nothing where a grid is no help, and no groups where none is large. */
int vol_meter_search(vol_meter *meter, const vol_near_task *task);

/* As much of what is asked for as one search does, whose parts are then `known`; `radius`: of groups. */
void vol_meter_near(vol_meter *meter, double radius);

/* Joins cells, or boids, where each has many others within the radius; else as above. */
bool vol_meter_join_by_cells(vol_meter *meter, double radius);

/* The same over a tree, which always can. */
void vol_meter_nearest_by_tree(vol_meter *meter);
void vol_meter_join_by_tree(vol_meter *meter, double radius);
void vol_meter_number_by_tree(vol_meter *meter, double radius, uint64_t most);

/* Of two others that are equally near to a boid, all three by where they are: is the first one taken? By that alone, so
 * that it does not depend on how they lie in memory. */
bool vol_meter_prefers(const vol_meter *meter, const double at[3], const double one[3], const double other[3]);

/* After `nearest` is filled: the directions in which partners lie, which are `known` or to be found by `partner`. */
void vol_meter_anisotropy(vol_meter *meter, bool known);

/* Boids of the same flock in reach; to be asked for last. And how far that is for a flock. */
void vol_meter_neighbours(vol_meter *meter);
double vol_meter_reach(const vol_meter *meter, uint32_t flock);

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
