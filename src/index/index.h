/* Finds candidates. An index sorts a flock and cuts it into groups of boids that sense together, each with the runs of
 * their candidates. Every index gives runs, so sensing is written once.
 *
 * The order of the runs is part of the result: it must not depend on how boids were grouped. */
#ifndef VOLERY_INDEX_INDEX_H
#define VOLERY_INDEX_INDEX_H

#include "index/window.h"
#include "kernels/abi.h"
#include "tasks/ranks.h"
#include "tasks/tasks.h"

/* Cells are counted and sorted in so many ranges, shared out among the workers; fewer boids than VOL_SORT_ALONE are
 * sorted by one worker: waking the others several times would cost more than it saves. */
enum { VOL_RANGES = 64, VOL_SORT_ALONE = 4096 };

/* A share of the boids, which one worker counts: its slots, the cells from the first to the last that it is in, few
 * because boids lie as they were sorted in the last step, and where the count of the first one is. */
typedef struct vol_share {
    uint32_t begin, end;
    uint32_t first, last; /* without boids 1 and 0 */
    size_t at;
} vol_share;

/* The memory of the grid: all of it is made when the flock grows, none during a step. */
typedef struct vol_grid {
    vol_cells cells;
    vol_window window;   /* those of them that are here */
    double reach;        /* that it was made for */
    uint32_t cells_most; /* how many cells there is room for */
    uint32_t *start;     /* first slot of each cell, one more than there are cells */
    uint32_t *cell;      /* cell of each slot */
    vol_share *share;    /* room for one a worker */
    uint32_t shares;
    uint32_t sorted; /* so many slots were sorted by `cell` and id when the grid was last made; 0: none */
    bool resorted;   /* and that by sorting those alone that had changed their cell */
    uint32_t later;  /* in so many steps it is tried again to sort those alone that have changed their cell */
    uint32_t *count; /* small flocks: numbers for every cell and worker; else NULL, and they lie in the job's room */
    uint32_t total[VOL_RANGES]; /* boids in each range of cells; then those in the ranges before it */
    uint64_t pairs[VOL_RANGES]; /* of boids that share a cell, or are in cells around, in each range */
} vol_grid;

/* Scratch of trees while they sort: where it comes from says vol_search_sort. */
typedef struct vol_tree_room {
    uint32_t *place[3];        /* of each slot: where it is on the lattice */
    uint64_t *key, *key_spare; /* of each slot: what it is sorted by */
    uint32_t *slot_spare;
} vol_tree_room;

/* The memory of the trees, made when the flock grows. */
typedef struct vol_leaves {
    vol_boxes boxes;
    const vol_kernels *kernels; /* that made the boxes */
    int dimensions;             /* of the world: there are as many arrays of boxes */
    double period[3];           /* > 0: boids are seen again at this distance */
    double slack[3];            /* more than what rounding adds to distances where they are */
    double reach;               /* of the farthest-reaching rule, or where the search for the nearest begins */
    uint32_t nearest;           /* > 0: as vol_search_need has it; then each leaf begins with a reach of its own */
    uint32_t most;              /* boids there is room for */
    size_t number_size;
    vol_lattice lattice; /* over the box around all boids */
    uint32_t *digits;    /* numbers for each digit and share, see vol_leaves_digit_bits */
} vol_leaves;

enum { VOL_LEAF_LEAST = 4 };

/* More than what rounding adds to distances across the edges: a share of the numbers, which are as large as the world
 * is long and far from 0. Double precision is finer. */
static inline double vol_edge_rounding(const vol_world_def *world, int axis, double share) {
    const double away = world->origin[axis] < 0 ? -world->origin[axis] : world->origin[axis];
    return world->size[axis] * share + away * (world->precision == VOL_PRECISION_SINGLE ? share : share * 0x1p-28);
}

/* What a flock's search must find. */
typedef struct vol_search_need {
    const vol_world_def *world;
    vol_index index;  /* that is wanted */
    double reach;     /* farthest distance that matters */
    uint32_t nearest; /* > 0: so many nearest at any distance, and the reach is where the search for them begins */
    uint32_t count;   /* boids of the flock in all processes */
    uint32_t here;    /* of them in this one, ghosts included */
    const vol_strip *strip; /* that this process computes, if it does not have all boids; else NULL */
    bool view_limited;
} vol_search_need;

/* A distance within which a boid of that many has most likely `nearest` others, if they are all over the world. */
double vol_nearest_reach(const vol_world_def *world, uint32_t count, uint32_t nearest);

/* How many boids a ball has on average, in which the `nearest` nearest most likely are. */
double vol_nearest_many(uint32_t nearest);

/* The radius of the ball (disc) that has a share of the volume of a cube (square) of that side. */
double vol_ball_radius(int dimensions, double side, double share);

/* Sums of whole numbers over the cells of the grid for all boids. Shares of the boids, devices and ranks add up their
 * own cells, and all of them together are the total, in any order. */
#define VOL_NOT_COUNTED UINT64_MAX
typedef struct vol_index_totals {
    uint64_t in_cells; /* of each cell, the square of how many boids are in it */
    /* Of each cell, how many boids are in it times how many are in it and in the cells around it, those round the world
     * along a row left out. */
    uint64_t around;
} vol_index_totals;

/* The index that all parts of a step use; VOL_INDEX_AUTO as long as a total is needed that is not counted yet,
 * `in_cells` before `around`. A pure function. */
vol_index vol_index_agree(const vol_search_need *need, const vol_index_totals *totals);

/* The most candidates a boid may have in the cells around, on average, for the grid to be the faster one. */
double vol_index_most(const vol_search_need *need, const vol_cells *cells);

typedef struct vol_search {
    vol_index kind; /* brute, grid, tree or kdtree: what this step uses; auto until it is sorted */
    bool full;      /* the kernel must find images pair by pair, or test view cones */
    vol_search_need need;
    vol_grid grid;
    vol_leaves leaves;
} vol_search;

/* How much memory a search is made for. */
typedef struct vol_search_size {
    uint32_t capacity; /* boids */
    int dimensions;
    size_t number_size;
    uint32_t workers;
} vol_search_size;

/* The memory of a search; on failure there is none. */
bool vol_search_allocate(vol_search *search, const vol_search_size *size, const vol_allocator *allocator);
void vol_search_release(vol_search *search, uint32_t capacity, uint32_t workers, const vol_allocator *allocator);

/* Chooses an index and, for the grid, its cells. */
void vol_search_choose(vol_search *search, const vol_search_need *need);

/* Fills the batch with groups of at most `width` boids of a flock from slot `first` on, ending before `end` at the
 * latest. */
void vol_search_groups(const vol_search *search, const vol_boids *own, uint32_t first, uint32_t end, uint32_t width,
                       vol_batch *batch);

/* The vol_find of every index: of->index is the flock's vol_search. */
void vol_search_box(const vol_boids *of, const double low[3], const double high[3], double reach, vol_runs *runs);

/* The grid's part of it; false if there is not enough room for the runs. */
bool vol_grid_box(const vol_grid *grid, const vol_boids *of, const double low[3], const double high[3], double reach,
                  vol_runs *runs);

/* How many candidates the boids of a batch have, all together. */
uint64_t vol_batch_candidates(const vol_batch *batch);

/* What sorting needs to know of a flock. */
typedef struct vol_sort_job {
    vol_grid *grid;
    const vol_kernels *kernels;
    const vol_state *from, *to; /* `to` is not used with `wide` */
    double *const *wide;        /* three arrays that take the positions instead, as doubles; or NULL */
    vol_ranks *ranks;           /* where the boids are a part of the flock: those that have the others; or NULL */
    const uint32_t *id;         /* NULL: boids that share a cell stay in the order of the slots */
    uint32_t *id_sorted;
    uint32_t count;
    uint32_t *order; /* comes out: which slot each sorted slot comes from, */
    bool order_free; /* unless nobody wants to know: then it is scratch */
    /* Scratch until the boids are gathered, which is the last thing that sorting does: the memory that they are
     * gathered to. At least 4 bytes for each boid and each cell and, for trees, 16 bytes a boid (20 in 3D). */
    void *room;
    size_t room_bytes;
} vol_sort_job;

bool vol_grid_allocate(vol_grid *grid, uint32_t capacity, uint32_t workers, const vol_allocator *allocator);
void vol_grid_release(vol_grid *grid, uint32_t capacity, uint32_t workers, const vol_allocator *allocator);

/* How many cells are here. */
uint32_t vol_grid_cells(const vol_grid *grid);

/* The cells for a world, but for where the first begins: a function of the size of the world, the reach and the number
 * of boids. False if a grid cannot serve it (a wrapping world of fewer than three cells). */
bool vol_grid_lattice(const vol_search_need *need, vol_cells *cells);

/* Gets ready for a world; false as above. */
bool vol_grid_choose(vol_grid *grid, const vol_search_need *need);

/* Sorts the boids by cell and, within a cell, by id. */
void vol_grid_sort(vol_sort_job *job, vol_crew *crew);

/* The same in two parts: the first returns vol_index_totals.in_cells. */
uint64_t vol_grid_count(vol_sort_job *job, vol_crew *crew);
void vol_grid_finish(vol_sort_job *job, vol_crew *crew);

/* Puts boids that are nearly in order in order, where that is faster: the second of the two parts. Else false, and
 * nothing but scratch has changed. */
bool vol_grid_resort(vol_sort_job *job, uint32_t cells, uint32_t ranges, vol_crew *crew);

/* Between them: vol_index_totals.around. */
uint64_t vol_grid_count_around(vol_sort_job *job, vol_crew *crew);

/* Sorts boids for any index but brute force, once `auto` has come to one. */
void vol_search_sort(vol_search *search, vol_sort_job *job, vol_crew *crew);

/* Orders slots by id, ascending. */
void vol_sort_by_id(uint32_t *slot, uint32_t count, const uint32_t *id);

/* Part number `piece` of `pieces` nearly equal parts of 0 to total: where it begins. */
static inline uint32_t vol_part(uint32_t total, uint32_t piece, uint32_t pieces) {
    return (uint32_t)((uint64_t)total * piece / pieces);
}

/* Boids are counted and sorted in so many shares: none is worth a worker's while with fewer than VOL_SORT_ALONE. */
static inline uint32_t vol_shares(uint32_t boids, uint32_t workers) {
    uint32_t most = boids / VOL_SORT_ALONE;
    return most < 1 ? 1 : most < workers ? most : workers;
}

bool vol_leaves_allocate(vol_leaves *leaves, const vol_search_size *size, const vol_allocator *allocator);
void vol_leaves_release(vol_leaves *leaves, uint32_t workers, const vol_allocator *allocator);

/* Keys are sorted by digits of at most so many bits: of few boids by short ones, which need little memory. The order
 * that comes out is the same. */
int vol_leaves_digit_bits(const vol_leaves *leaves);

/* Can a tree serve a world? Not one in which a boid could see another twice. */
bool vol_tree_serves(const vol_search_need *need);

/* Gets ready for a world that a tree serves. */
void vol_leaves_choose(vol_leaves *leaves, const vol_search_need *need);

/* Sorts the boids as a tree does, by the curve or by halving again and again, and makes the boxes. */
void vol_leaves_sort(vol_leaves *leaves, vol_index kind, vol_sort_job *job, const vol_tree_room *room, vol_crew *crew);

/* From where the boids are on the lattice to their order, in job->order, which has the slots as they are: along the
 * Hilbert curve, then by id; or by splitting at the middle boid along the widest axis again and again. */
void vol_curve_order(const vol_leaves *leaves, const vol_sort_job *job, const vol_tree_room *room, vol_crew *crew);
void vol_kd_order(const vol_leaves *leaves, const vol_sort_job *job, const vol_tree_room *room, vol_crew *crew);

/* Between two steps: boxes around boids where they are now, in whatever order they lie, for vol_leaves_box alone. */
void vol_leaves_enclose(vol_leaves *leaves, const vol_kernels *kernels, const vol_search_need *need,
                        const vol_state *state, vol_crew *crew);

/* The trees' parts of vol_search_groups and vol_search_box. */
void vol_leaves_groups(const vol_leaves *leaves, const vol_boids *own, uint32_t first, uint32_t end, uint32_t width,
                       vol_batch *batch);
void vol_leaves_box(const vol_leaves *leaves, const vol_boids *of, const double low[3], const double high[3],
                    double reach, vol_runs *runs);

/* Sets the levels of boxes up for a number of boids and returns how many boxes there are. */
size_t vol_boxes_divide(vol_boxes *boxes, uint32_t count, uint32_t leaf);

/* The grid's part of vol_search_groups. */
void vol_grid_groups(const vol_grid *grid, const vol_boids *own, uint32_t first, uint32_t end, uint32_t width,
                     vol_batch *batch);

#endif
