/* Which obstacles may reach into a box, by a coarse grid of their own: thousands of them stay cheap. C and OpenCL C.
 *
 * around/barriers.c makes the grid. What is found goes to soft obstacles, avoid_obstacles and hard obstacles, which
 * test each of them exactly. */
#ifndef VOLERY_KERNELS_OBSTACLE_CELLS_H
#define VOLERY_KERNELS_OBSTACLE_CELLS_H

#include "kernels/around.h"

/* The obstacles of a world. */
typedef struct vol_obstacle_cells {
    VOL_GLOBAL const vol_obstacle_grid *grid;
    VOL_GLOBAL const vol_barrier *barrier;
    VOL_GLOBAL const double *points;
    VOL_GLOBAL const vol_u32 *start,
        *list;   /* those that reach into cell c: start[c] to start[c + 1] of list, ascending */
    vol_u64 bit; /* of the flock for which they are looked for; all bits: of any */
} vol_obstacle_cells;

/* Most obstacles that are listed one by one; where more are near, all of them are tested. */
enum { VOL_NEAR_MOST = 128 };

typedef struct vol_near {
    vol_u32 count;
    vol_u32 which[VOL_NEAR_MOST]; /* ascending */
    int all;                      /* more than fit: take every obstacle */
} vol_near;

/* The obstacles that may reach into a box; nothing is known where that is empty. */
typedef struct vol_near_box {
    vol_near near;
    double low[3], high[3];
} vol_near_box;

/* The cells that a box covers, one by one. In a world with images an axis may begin below 0 or end beyond the last
 * cell: it goes on at the other end. */
typedef struct vol_cell_walk {
    vol_i64 first[3], last[3], at[3];
} vol_cell_walk;

VOL_INLINE void cells_cover(VOL_GLOBAL const vol_obstacle_grid *g, int axis, double low, double high,
                            vol_cell_walk *walk) {
    const double far = 0x1p30;
    const vol_i64 number = g->number[axis];
    const int images = g->period[axis] > 0;
    double a = (low - g->low[axis]) * g->per_length[axis], z = (high - g->low[axis]) * g->per_length[axis];
    int counted = a > -far && z < far; /* else it is too many worlds away to tell in which cells it is seen */
    a = a > -far ? a < far ? a : far : -far;
    z = z > -far ? z < far ? z : far : -far;
    vol_i64 first = (vol_i64)a, last = (vol_i64)z;
    first -= a < (double)first;
    last -= z < (double)last;
    if (!(images && counted && last - first + 1 < number)) {
        first = images || first < 0 ? 0 : first < number ? first : number - 1;
        last = images || last >= number ? number - 1 : last < 0 ? 0 : last;
    }
    walk->first[axis] = walk->at[axis] = first;
    walk->last[axis] = last;
}

/* The cells that low to high covers. */
VOL_INLINE vol_cell_walk cells_of_box(VOL_GLOBAL const vol_obstacle_grid *g, const double low[3],
                                      const double high[3]) {
    vol_cell_walk walk;
    for (int c = 0; c < 3; c++) {
        walk.first[c] = walk.last[c] = walk.at[c] = 0;
        if (c < (int)g->dimensions) {
            cells_cover(g, c, low[c], high[c], &walk);
        }
    }
    return walk;
}

VOL_INLINE vol_u32 cells_wrap(vol_i64 cell, vol_u32 number) {
    if (cell >= 0 && cell < (vol_i64)number) {
        return (vol_u32)cell; /* nearly always; a division takes as long as all else here */
    }
    vol_i64 rest = number > 0 ? cell % (vol_i64)number : 0;
    return (vol_u32)(rest < 0 ? rest + (vol_i64)number : rest);
}

/* Is there another cell? Then it is *cell, and the walk goes on, along x first. */
VOL_INLINE int cells_next(VOL_GLOBAL const vol_obstacle_grid *g, vol_cell_walk *walk, vol_u32 *cell) {
    if (walk->at[2] > walk->last[2] || walk->at[1] > walk->last[1] || walk->at[0] > walk->last[0]) {
        return 0;
    }
    vol_u32 row = cells_wrap(walk->at[2], g->number[2]) * g->number[1] + cells_wrap(walk->at[1], g->number[1]);
    *cell = row * g->number[0] + cells_wrap(walk->at[0], g->number[0]);
    if (++walk->at[0] > walk->last[0]) {
        walk->at[0] = walk->first[0];
        if (++walk->at[1] > walk->last[1]) {
            walk->at[1] = walk->first[1];
            walk->at[2]++;
        }
    }
    return 1;
}

/* The box in which an obstacle is felt, and a little more: whether it is must be left to the kernels, which round. */
VOL_INLINE void cells_box_of(VOL_GLOBAL const vol_obstacle_grid *g, VOL_GLOBAL const vol_barrier *b, double low[3],
                             double high[3]) {
    for (int c = 0; c < 3; c++) {
        double center = b->center[c], reach = b->half_size[c] + b->range;
        reach += ((center < 0 ? -center : center) + reach + g->period[c]) * 0x1p-18;
        low[c] = center - reach;
        high[c] = center + reach;
    }
}

VOL_INLINE int cells_reach(VOL_GLOBAL const vol_obstacle_grid *g, VOL_GLOBAL const vol_barrier *b, const double from[3],
                           const double to[3]) {
    double low[3], high[3];
    cells_box_of(g, b, low, high);
    for (int c = 0; c < 3; c++) {
        if (high[c] < from[c] || low[c] > to[c]) {
            return 0;
        }
    }
    return 1;
}

/* Inserts in order, each number once: sums must not depend on which cells a group happens to touch. */
VOL_INLINE void cells_insert(vol_near *near, vol_u32 number) {
    vol_u32 at = near->count;
    while (at > 0 && near->which[at - 1] > number) {
        at--;
    }
    if (at > 0 && near->which[at - 1] == number) {
        return;
    }
    if (near->count == VOL_NEAR_MOST) {
        near->all = 1;
        return;
    }
    for (vol_u32 i = near->count++; i > at; i--) {
        near->which[i] = near->which[i - 1];
    }
    near->which[at] = number;
}

/* Is the obstacle there, hard or not as asked for, and does it act on the flock? */
VOL_INLINE int obstacle_acts(const vol_obstacle_cells *o, VOL_GLOBAL const vol_barrier *b, int hard) {
    return b->range >= 0 && (b->law == VOL_CORE_HARD) == hard && (b->flocks & o->bit) != 0;
}

/* The obstacles that may reach into the box, the hard ones or the others; there are obstacles at all. In 2D low[2] and
 * high[2] are 0. */
VOL_OUTLINE void find_near(const vol_obstacle_cells *o, const double low[3], const double high[3], int hard,
                           vol_near *near) {
    VOL_GLOBAL const vol_obstacle_grid *g = o->grid;
    vol_cell_walk walk = cells_of_box(g, low, high);
    near->count = 0;
    near->all = 0;
    for (vol_u32 cell; cells_next(g, &walk, &cell);) {
        for (vol_u32 i = o->start[cell]; i < o->start[cell + 1]; i++) {
            VOL_GLOBAL const vol_barrier *b = &o->barrier[o->list[i]];
            /* with images the box may go round the world */
            if (obstacle_acts(o, b, hard) && (g->period[0] > 0 || cells_reach(g, b, low, high))) {
                cells_insert(near, o->list[i]);
            }
        }
    }
}

#endif
