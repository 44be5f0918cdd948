/* How many candidates the index of the last step offered to the boids of a flock: in the cells around each boid's, or
 * in the leaves near the box around those that search together. Counted from the index alone, cell by cell or leaf by
 * leaf, so that it costs little; a step may pass over some of them. Compiled with VOL_DOUBLE and VOL_D as index.cl is.
 */
#include "backends/opencl/around.h"

#include "kernels/device_near.h"

/* Boids in leaves near a box. */
VOL_INLINE ulong boids_near(__constant const vol_device_flock *f, __global const real4 *boxes,
                            const vol_search_box *from) {
    const real reach2 = box_reach2(VOL_D, f, f->reach);
    ulong boids = 0;
    uint level = f->levels - 1, node = 0;
    while (level < f->levels) {
        if (!boxes_near(f, boxes, from, f->first[level] + node, reach2)) {
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
    const vol_search_box all = box_of_together(f, boxes, first);
    ulong boids = 0;
    for (int way = 0; way < (f->period[0] > 0 ? VOL_SHIFTS : 1); way++) {
        double shift[3];
        image_shift(f, way, shift);
        const vol_search_box from = box_shifted(&all, shift);
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
    const int wraps = f->cells.torus || f->cells.period[0] > 0;
    ulong pairs = 0;
    ends += f->ends;
    boxes += f->boxes;
    for (ulong i = get_global_id(0); i < items; i += get_global_size(0)) {
        const uint here = kind == VOL_DEVICE_GRID ? ends[i + 1] - ends[i] : 0;
        if (kind == VOL_DEVICE_TREE) {
            pairs += pairs_together(f, boxes, (uint)i);
        } else if (here > 0) {
            pairs += here * boids_around(f, ends, (uint)i, wraps);
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
