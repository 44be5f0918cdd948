/* How many candidates the index of the last step offered to the boids of a flock: in the cells around each boid's, or
 * in the leaves near the box around those that search together. Counted from the index alone, cell by cell or leaf by
 * leaf, so that it costs little; a step may pass over some of them. Compiled with VOL_DOUBLE and VOL_D as index.cl is.
 */
#include "kernels/context.h"
#include "models/model.h"

#include "kernels/device_near.h"

/* As many boids search a tree together as in step.cl. */
enum { VOL_TOGETHER = 32 };

/* Boids in the cells around cell c. */
VOL_INLINE ulong boids_around(__constant const vol_device_flock *f, __global const uint *ends, uint c) {
    __constant const vol_cells *cells = &f->cells;
    const uint across = cells->number[0], x = c % across, row = c / across;
    const int wraps = cells->torus || cells->period[0] > 0;
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

VOL_INLINE real side_of(real4 v, int c) {
    return c == 0 ? v.x : c == 1 ? v.y : c == 2 ? v.z : v.w;
}

typedef struct work_box {
    real low[3], high[3];
} work_box;

VOL_INLINE work_box work_box_at(__constant const vol_device_flock *f, __global const real4 *boxes, uint box) {
    const real4 a = boxes[box], b = VOL_D == 3 ? boxes[f->box_count + box] : a;
    work_box sides;
    for (int c = 0; c < VOL_D; c++) {
        sides.low[c] = side_of(a, c);
        sides.high[c] = VOL_D == 3 ? side_of(b, c) : side_of(a, c + 2);
    }
    return sides;
}

VOL_INLINE int work_boxes_near(const work_box *from, const work_box *to, real reach2) {
    real d2 = REAL(0);
    for (int c = 0; c < VOL_D; c++) {
        const real away = fmax(fmax(from->low[c] - to->high[c], to->low[c] - from->high[c]), REAL(0));
        d2 += away * away;
    }
    return d2 < reach2;
}

/* Boids in leaves near a box. */
VOL_INLINE ulong boids_near(__constant const vol_device_flock *f, __global const real4 *boxes, const work_box *from) {
    const real reach2 = box_reach2(VOL_D, f, f->reach);
    ulong boids = 0;
    uint level = f->levels - 1, node = 0;
    while (level < f->levels) {
        const work_box box = work_box_at(f, boxes, f->first[level] + node);
        if (!work_boxes_near(from, &box, reach2)) {
            box_pass(f, &level, &node);
        } else if (level > 0) {
            level--;
            node *= VOL_DEVICE_FAN;
        } else {
            boids += min((node + 1) * f->leaf, f->count) - node * f->leaf;
            box_pass(f, &level, &node);
        }
    }
    return boids;
}

/* Pairs of those that search together as number `together`, by all shifts. */
VOL_INLINE ulong pairs_together(__constant const vol_device_flock *f, __global const real4 *boxes, uint together) {
    const uint first = together * VOL_TOGETHER, end = min(first + VOL_TOGETHER, f->count);
    work_box all = work_box_at(f, boxes, first / VOL_DEVICE_LEAF);
    ulong boids = 0;
    for (uint leaf = first / VOL_DEVICE_LEAF + 1; leaf * VOL_DEVICE_LEAF < end; leaf++) {
        const work_box box = work_box_at(f, boxes, leaf);
        for (int c = 0; c < VOL_D; c++) {
            all.low[c] = fmin(all.low[c], box.low[c]);
            all.high[c] = fmax(all.high[c], box.high[c]);
        }
    }
    for (int way = 0; way < (!(f->period[0] > 0) ? 1 : VOL_D == 3 ? 27 : 9); way++) {
        const int side[3] = {way % 3, way / 3 % 3, way / 9};
        work_box from = all;
        for (int c = 0; c < VOL_D; c++) {
            const double shift = side[c] == 0 ? 0 : side[c] == 1 ? -f->period[c] : f->period[c];
            from.low[c] = (real)(all.low[c] - shift);
            from.high[c] = (real)(all.high[c] - shift);
        }
        boids += boids_near(f, boxes, &from);
    }
    return boids * (end - first);
}

/* Each group writes its part of the sum. */
__kernel __attribute__((reqd_work_group_size(VOL_GROUP, 1, 1))) void
count_pairs(__constant const vol_device_flock *flocks, uint number, __global const vol_device_found *founds,
            __global const uint *ends, __global const real4 *boxes, __global ulong *parts) {
    __local ulong part[VOL_GROUP];
    __constant const vol_device_flock *f = &flocks[number];
    const uint kind = founds[number].kind, me = (uint)get_local_id(0);
    const uint items = kind == VOL_DEVICE_GRID   ? f->cell_count
                       : kind == VOL_DEVICE_TREE ? (f->count + VOL_TOGETHER - 1) / VOL_TOGETHER
                                                 : 0;
    ulong pairs = 0;
    ends += f->ends;
    boxes += f->boxes;
    for (ulong i = get_global_id(0); i < items; i += get_global_size(0)) {
        const uint here = kind == VOL_DEVICE_GRID ? ends[i + 1] - ends[i] : 0;
        if (kind == VOL_DEVICE_TREE) {
            pairs += pairs_together(f, boxes, (uint)i);
        } else if (here > 0) {
            pairs += here * boids_around(f, ends, (uint)i);
        }
    }
    part[me] = pairs;
    for (uint apart = VOL_GROUP / 2; apart > 0; apart /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < apart) {
            part[me] += part[me + apart];
        }
    }
    if (me == 0) {
        parts[get_group_id(0)] = part[0];
    }
}
