/* What a device is told of the flocks, and what it finds out itself: plain numbers, the same bytes in C and OpenCL C.
 *
 * The boids of all flocks lie in the same arrays, one flock behind the other, each with the slots it has room for. A
 * boid is one real4 in 2D, (x, y, vx, vy), and two in 3D, (x, y, z, 0) and (vx, vy, vz, 0); where the model has
 * headings it has a second one too, (heading, speed, 0, 0). All first ones of a flock lie together, then all second
 * ones. */
#ifndef VOLERY_KERNELS_DEVICE_DATA_H
#define VOLERY_KERNELS_DEVICE_DATA_H

#include "kernels/cells.h"

/* How a flock's boids are sorted. EITHER: grid or tree, as their number in the cells decides. */
enum vol_device_kind { VOL_DEVICE_BRUTE, VOL_DEVICE_GRID, VOL_DEVICE_TREE, VOL_DEVICE_EITHER };

/* What the host has put into the queue for a flock and step, as bits of `able`: what sorts by a grid, by a tree, and
 * what counts vol_index_totals.around. Where something else is needed the device stops before that step. */
enum vol_device_able { VOL_ABLE_GRID = 1, VOL_ABLE_TREE = 2, VOL_ABLE_AROUND = 4 };

/* Levels of boxes over the slots (kernels/abi.h, vol_boxes), boxes below a box, and boids in a leaf: fewer than on the
 * processor. The order of the boids does not depend on it. */
enum { VOL_DEVICE_LEVELS = 12, VOL_DEVICE_FAN = 8, VOL_DEVICE_LEAF = 8 };

/* Work items of a group; cells, and boids, that each of them takes in a block of a scan or of a sort; and digits by
 * which keys are sorted. Flocks of up to VOL_SMALL boids are sorted by one group, in one go; the counts of up to so
 * many cells are summed by each group that needs them. Those of more cells are shared between up to VOL_SHARES
 * groups. */
enum {
    VOL_GROUP = 256,
    VOL_EACH = 4,
    VOL_BLOCK_ITEMS = VOL_GROUP * VOL_EACH,
    VOL_DIGIT_BITS = 4,
    VOL_DIGITS = 1 << VOL_DIGIT_BITS,
    VOL_SMALL = 8192,
    VOL_SHARES = 2048
};

/* Work items that run together, in steps in which all of them do the same, on most cards. */
enum { VOL_TOGETHER = 32 };

/* Boids of linked flocks are put into lists by counting them, one for each cell, so that one kernel less, or two, finds
 * where each of them goes (index.cl). Of few cells it finds out itself where these begin, in each of its groups: for up
 * to VOL_LINKED boids. Lists that are longer than VOL_LONG take longer than the kernels that do without. */
enum { VOL_LINKED = 1 << 16, VOL_LONG = 64 };

typedef struct vol_device_flock {
    vol_u64 slot;  /* where its slots begin in arrays of one number a slot */
    vol_u64 state; /* where its boids begin, in real4 */
    vol_u64 ends;  /* where the ends of its cells begin: number c is where cell c begins, and c - 1 ends. A multiple of
                      four, as the two below are */
    vol_u64 counts[2]; /* where the counts of boids in its cells begin, of every other step; the same of many cells
                          that are not linked */
    vol_u64 boxes; /* where its boxes begin, in real4: (low x, low y, high x, high y) in 2D; in 3D all (low, 0), then
                      all (high, 0) */
    vol_u64 room;  /* where its scratch of one number a block begins */
    vol_u32 count, capacity;
    vol_u32 leader; /* its id, or VOL_NO_LEADER */
    vol_u32 kind;   /* enum vol_device_kind */
    vol_u32 dense;  /* the ids are 0 to count - 1 */
    vol_u32 cell_count;
    vol_u32 heads; /* how far behind its counts the lists of cells begin: a slot + 1, or 0. A flock that is not linked
                      has 0 here */
    vol_u32 leaf, levels, box_count; /* of the tree: boids in a leaf; levels; boxes of all levels */
    vol_u32 given;                   /* the boids are a part of a flock, and the lattice of its tree is given */
    vol_u32 cells_kept;              /* which cell a boid is counted in is written down: it is asked for twice */
    vol_u32 first[VOL_DEVICE_LEVELS], nodes[VOL_DEVICE_LEVELS]; /* of each level: its first box, and how many it has */
    vol_cells cells;
    double period[3]; /* of images in trees; 0 without */
    double slack[3];  /* more than what rounding adds to distances where there are any */
    double reach;
    double most; /* candidates in the cells around, on average, up to which the grid is faster than the tree */
    double lattice_low[3], lattice_per_length;
} vol_device_flock;

/* Written by the device at the start of each step. */
typedef struct vol_device_found {
    vol_u64 in_cells, around; /* see vol_index_totals */
    double low[3];            /* of the lattice over the box around all boids; trees */
    double per_length;
    vol_u32 kind;    /* grid, tree or brute; EITHER while it is undecided */
    vol_u32 leader;  /* its slot, or VOL_NO_LEADER */
    vol_u32 bits;    /* of the curve along each axis; trees */
    vol_u32 crowded; /* the last step in which a cell had more than VOL_LONG boids, counted from 1 */
} vol_device_found;

/* How far the device has come with the steps in its queue: once it has stopped, before step number `at` of them, the
 * rest of the queue does nothing. `meal`: because hunters have reached prey in the step before. */
typedef struct vol_device_progress {
    vol_u32 stopped, at, meal, unused;
} vol_device_progress;

/* What the step of a flock is told besides: kernels/context.h has the same. */
typedef struct vol_device_step {
    vol_u64 step;
    double blow[3];
    double time, budget, reach;
    vol_u32 flock, at; /* at: which step in the queue it is */
    vol_u32 terms_begin, terms_end;
    vol_u32 relation[3];
    vol_u32 force, blows;
    vol_u32 obstacle_count, soft_count, hard_count, player_count;
    vol_u32 counts; /* which of the flock's counts this step leaves */
} vol_device_step;

#endif
