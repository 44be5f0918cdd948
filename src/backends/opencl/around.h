/* What of an index is around a cell, or near a box: for what decides which index it will be (index.cl), what senses
 * (sense_tree.h) and what counts candidates (work.cl). OpenCL C; VOL_D: dimensions. */
#ifndef VOLERY_BACKENDS_OPENCL_AROUND_H
#define VOLERY_BACKENDS_OPENCL_AROUND_H

#include "kernels/context.h"
#include "models/model.h"

/* Boids in the cells around cell c; `wraps`: also in those round the world along its row. */
VOL_INLINE ulong boids_around(VOL_SHARED const vol_device_flock *f, __global const uint *ends, uint c,
                              const int wraps) {
    VOL_SHARED const vol_cells *cells = &f->cells;
    const uint across = cells->number[0], x = c % across, row = c / across;
    ulong boids = 0;
    for (int way = VOL_D == 2 ? 3 : 0; way < (VOL_D == 2 ? 6 : 9); way++) {
        double shift;
        uint y, z = 0;
        if ((VOL_D == 3 && !neighbour_row(cells, 2, row / cells->number[1], way / 3 - 1, &z, &shift)) ||
            !neighbour_row(cells, 1, VOL_D == 3 ? row % cells->number[1] : row, way % 3 - 1, &y, &shift)) {
            continue;
        }
        __global const uint *there = ends + ((ulong)z * cells->number[1] + y) * across;
        boids += there[x + 2 < across ? x + 2 : across] - there[x > 0 ? x - 1 : 0];
        boids += wraps && x == 0 ? there[across] - there[across - 1] : 0;
        boids += wraps && x + 1 == across ? there[1] - there[0] : 0;
    }
    return boids;
}

/* --- Boxes of a tree ---------------------------------------------------------------------------------------------- */

/* The box for which VOL_TOGETHER work items search together: for all that is near their boids. Then they all take the
 * same way through the tree. */
typedef struct vol_search_box {
    real low[3], high[3];
} vol_search_box;

VOL_INLINE real box_side(real4 v, int c) {
    return c == 0 ? v.x : c == 1 ? v.y : c == 2 ? v.z : v.w;
}

/* The sides of box number `box`. */
VOL_INLINE void box_sides(VOL_SHARED const vol_device_flock *f, __global const real4 *boxes, uint box, int axis,
                          real *low, real *high) {
    const real4 a = boxes[box], b = VOL_D == 3 ? boxes[f->box_count + box] : a;
    *low = box_side(a, axis);
    *high = VOL_D == 3 ? box_side(b, axis) : box_side(a, axis + 2);
}

/* Around all boids that search together with the one in slot i. */
VOL_INLINE vol_search_box box_of_together(VOL_SHARED const vol_device_flock *f, __global const real4 *boxes, uint i) {
    const uint first = i / VOL_TOGETHER * (VOL_TOGETHER / VOL_DEVICE_LEAF);
    const uint end = min(first + VOL_TOGETHER / VOL_DEVICE_LEAF, f->nodes[0]);
    vol_search_box box;
    for (int axis = 0; axis < VOL_D; axis++) {
        box.low[axis] = VOL_INFINITY;
        box.high[axis] = -VOL_INFINITY;
        for (uint leaf = first; leaf < end; leaf++) {
            real low, high;
            box_sides(f, boxes, leaf, axis, &low, &high);
            box.low[axis] = fmin(box.low[axis], low);
            box.high[axis] = fmax(box.high[axis], high);
        }
    }
    return box;
}

VOL_INLINE int boxes_near(VOL_SHARED const vol_device_flock *f, __global const real4 *boxes, const vol_search_box *from,
                          uint box, real reach2) {
    real d2 = REAL(0);
    for (int axis = 0; axis < VOL_D; axis++) {
        real low, high;
        box_sides(f, boxes, box, axis, &low, &high);
        const real away = fmax(fmax(from->low[axis] - high, low - from->high[axis]), REAL(0));
        d2 += away * away;
    }
    return d2 < reach2;
}

/* Boids of images are seen through shifts: each axis without one, then from below, then from above; x changes
 * first. */
enum { VOL_SHIFTS = VOL_D == 3 ? 27 : 9 };

VOL_INLINE void image_shift(VOL_SHARED const vol_device_flock *f, int way, double shift[3]) {
    const int side[3] = {way % 3, way / 3 % 3, way / 9};
    for (int axis = 0; axis < VOL_D; axis++) {
        shift[axis] = side[axis] == 0 ? 0 : side[axis] == 1 ? -f->period[axis] : f->period[axis];
    }
}

/* From where a box looks that sees through a shift. */
VOL_INLINE vol_search_box box_shifted(const vol_search_box *box, const double shift[3]) {
    vol_search_box from;
    for (int axis = 0; axis < VOL_D; axis++) {
        from.low[axis] = (real)(box->low[axis] - shift[axis]);
        from.high[axis] = (real)(box->high[axis] - shift[axis]);
    }
    return from;
}

#endif
