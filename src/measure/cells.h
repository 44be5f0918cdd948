/* A uniform grid over the boids that are measured, as cells.c makes it and looks for near boids in it, and joins.c
 * joins them to groups. */
#ifndef VOLERY_MEASURE_CELLS_H
#define VOLERY_MEASURE_CELLS_H

#include "measure/meter.h"

#include <math.h>

enum { VOL_CELL_WAYS = (5 * 5 * 5 - 1) / 2 };

/* From a cell to another around it. */
typedef struct vol_cell_way {
    int step[3];
    int64_t back;     /* how many cells that is, where the world has no edge between */
    double distance2; /* in cells, squared */
} vol_cell_way;

/* What the pieces of a search share. */
typedef struct vol_cell_search {
    vol_meter *meter;
    const vol_grid *grid;
    vol_state sorted;
    bool single; /* these are in single precision */
    int dimensions;
    double period[3];       /* INFINITY where nothing comes again */
    double width[3], least; /* of cells, and of their widths */
    double diagonal;        /* no boid is farther from another */
    double mates;           /* once sorted: boids in the cell of a boid, itself counted, on average */
    uint32_t cells, rows;
    uint32_t strip; /* rows of cells that a worker joins at a time */

    double radius2;
    int around; /* so many cells along each axis may have boids within the radius */
    bool tight; /* all in a cell are within the radius of each other */
    int ways;
    int64_t back_most;
    vol_cell_way way[VOL_CELL_WAYS];
    int fronts; /* ways to cells that are not around the cell to the left, too */
    uint32_t front[VOL_CELL_WAYS];
} vol_cell_search;

static inline double vol_cells_at(const vol_cell_search *s, int axis, uint32_t i) {
    const void *at = s->sorted.position[axis];
    return s->single ? (double)((const float *)at)[i] : ((const double *)at)[i];
}

/* Along an axis; the shorter way round where the world comes again. */
static inline double vol_cells_apart(const vol_cell_search *s, int axis, uint32_t i, uint32_t j) {
    return space_apart(vol_cells_at(s, axis, i), vol_cells_at(s, axis, j), s->period[axis]);
}

static inline double vol_cells_square(const vol_cell_search *s, uint32_t i, uint32_t j) {
    double x = vol_cells_apart(s, 0, i, j), y = vol_cells_apart(s, 1, i, j), square = x * x + y * y;
    if (s->dimensions == 3) {
        double z = vol_cells_apart(s, 2, i, j);
        square += z * z;
    }
    return square;
}

/* Lays cells at least `width` wide over the boids; false if there can be none. `torn`: the world is periodic, but has
 * fewer than three of them along an axis. */
bool vol_cells_lay(const vol_meter *meter, double width, vol_cells *cells, bool *torn);

/* The width of cells in most of which, or around them, a boid has its nearest. */
double vol_cells_nearest_width(const vol_meter *meter);

/* Chooses cells at least `width` wide for a search here; false if they will not do. */
bool vol_cells_choose(vol_meter *meter, double width, vol_cell_search *s);

/* Sorts boids by cells: from the flock itself, or from where vol_meter_locate has put them; in doubles if `wide`, else
 * as they are. False, and nothing is sorted, if a boid shares its cell with more than `most`, itself counted, on
 * average. */
bool vol_cells_sort(vol_cell_search *s, bool wide, uint64_t most);

/* Chooses cells for groups of a radius; false if none will do. */
bool vol_cells_for_groups(vol_meter *meter, double radius, vol_cell_search *s);

/* What the pieces of a search for near boids share: search.c. */
typedef struct vol_near_job {
    vol_cell_search s;
    const vol_near_task *task;
    const vol_meter_kernels *kernels;
    vol_near_ask ask;
    uint32_t piece;    /* so many boids are a piece of work */
    uint32_t group;    /* that most boids are in, by its root: links.c */
    atomic_uint alone; /* boids that were compared with all */
} vol_near_job;

/* Joins boids to groups by the links that a search has put into `size` and `of_size`: those of a piece with each other;
 * and once all are, the rest; false, and they are not joined, if no group has most boids. */
void vol_links_join(const vol_near_job *job, uint32_t begin, uint32_t end);
bool vol_links_finish(vol_near_job *job);

#endif
