/* Who could be near? An index sorts a flock and cuts it into groups of boids that look together, each with the runs of
 * candidates they must look at. Every index speaks runs, so sensing is written once.
 *
 * The order of the runs is part of the result: it must not depend on how boids were grouped. */
#ifndef VOLERY_INDEX_INDEX_H
#define VOLERY_INDEX_INDEX_H

#include "kernels/abi.h"
#include "tasks/tasks.h"

/* The memory of the grid: all of it is made when the flock grows, none during a step. */
typedef struct vol_grid {
    vol_cells cells;
    double period[3];    /* > 0: rows go on at the other end, shifted by this */
    uint32_t cells_most; /* how many cells there is room for */
    uint32_t *start;     /* first slot of each cell, one more than there are cells */
    uint32_t *cell;      /* cell of each slot before sorting */
    uint32_t *slot_cell; /* cell of each slot after sorting */
    uint32_t *from;      /* which slot a sorted slot comes from */
    uint32_t *count;     /* cells_most numbers for each worker: counts, then where its next boid of a cell goes */
    uint32_t *total;     /* boids in each range of cells */
} vol_grid;

typedef struct vol_search {
    vol_index kind; /* brute or grid: what this step uses */
    bool full;      /* the kernel must find images pair by pair, or look at view cones */
    vol_grid grid;
} vol_search;

struct vol_flock_data;

/* What a flock's search must find. */
typedef struct vol_search_need {
    const vol_world_def *world;
    double reach; /* farthest distance that matters */
    uint32_t count;
    bool view_limited;
} vol_search_need;

/* Chooses brute force or grid and, for the grid, its cells. */
void vol_search_choose(vol_search *search, const vol_search_need *need);

/* Fills the batch with groups of at most `width` boids from slot `first` on, ending before `end` at the latest. */
void vol_search_groups(const vol_search *search, uint32_t boids, uint32_t first, uint32_t end, uint32_t width,
                       vol_batch *batch);

/* Appends the runs of a flock's boids (`boids`: all of them) that may be within `reach` of the box to the guests, in the order of the slots: so
 * whoever looks from inside the box sees them in an order that does not depend on the box. */
void vol_search_box(const vol_search *search, const vol_guest_run *boids, const double low[3], const double high[3],
                    double reach, vol_guests *guests);

/* The grid's part of it; false if there is not enough room for the runs. */
bool vol_grid_box(const vol_grid *grid, const vol_guest_run *boids, const double low[3], const double high[3],
                  double reach, vol_guests *guests);

/* How many candidates the boids of a batch look at, all together. */
uint64_t vol_batch_candidates(const vol_batch *batch);

/* What vol_grid_sort needs to know of a flock. */
typedef struct vol_grid_job {
    vol_grid *grid;
    const vol_kernels *kernels;
    const vol_state *from, *to; /* `to` is not used with `wide` */
    double *const *wide;        /* three arrays that take the positions instead, as doubles; or NULL */
    const uint32_t *id;         /* NULL: whoever shares a cell stays in the order of the slots */
    uint32_t *id_sorted;
    uint32_t count;
} vol_grid_job;

bool vol_grid_allocate(vol_grid *grid, uint32_t capacity, uint32_t workers, const vol_allocator *allocator);
void vol_grid_release(vol_grid *grid, uint32_t capacity, uint32_t workers, const vol_allocator *allocator);

uint32_t vol_grid_cells(const vol_grid *grid);

/* Chooses the cells for a world; false if a grid cannot serve it (a wrapping world of fewer than three cells). */
bool vol_grid_choose(vol_grid *grid, const vol_search_need *need);

/* Sorts the boids by cell and, within a cell, by id. */
void vol_grid_sort(vol_grid_job *job, vol_crew *crew);

/* The grid's part of vol_search_groups. */
void vol_grid_groups(const vol_grid *grid, uint32_t first, uint32_t end, uint32_t width, vol_batch *batch);

#endif
