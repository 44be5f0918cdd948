/* Sensing in a tree, part of step.cl: the leaves near the boids of work items that run together. OpenCL C. */
#ifndef VOLERY_BACKENDS_OPENCL_SENSE_TREE_H
#define VOLERY_BACKENDS_OPENCL_SENSE_TREE_H

#include "backends/opencl/around.h"

/* Four leaves in a row of a box of level 1, up to 32 boids. */
VOL_INLINE void look_in_leaves(const vol_manner how, const int shifted, const vol_context *c, const vself *me, uint i,
                               const vol_search_box *from, uint first, real reach2, const vol_run *run,
                               vol_gathered *to) {
    VOL_SHARED const vol_device_flock *f = c->own.index;
    const uint last = min(first + VOL_TESTED / VOL_DEVICE_LEAF, f->nodes[0]);
    uint hits = 0, end = first * VOL_DEVICE_LEAF;
    for (uint leaf = first; leaf < last; leaf++) {
        const uint begin = leaf * VOL_DEVICE_LEAF;
        end = min(begin + VOL_DEVICE_LEAF, c->own.count);
        hits <<= end - begin;
        if (boxes_near(f, c->own.boxes, from, leaf, reach2)) {
            hits |= hits_of(c, me, run, shifted, begin, end);
        }
    }
    look_at_hits(how, c, me, i, run, hits, end, to);
}

/* What is near through one shift. */
VOL_INLINE void sense_leaves(const vol_manner how, const int shifted, const vol_context *c, const vself *me, uint i,
                             const vol_search_box *box, const vol_run *run, vol_gathered *to) {
    VOL_SHARED const vol_device_flock *f = c->own.index;
    const real reach2 = box_reach2(VOL_D, f, f->reach);
    const vol_search_box from = shifted ? box_shifted(box, run->shift) : *box;
    uint level = f->levels - 1, node = 0;
    while (level < f->levels) {
        if (!boxes_near(f, c->own.boxes, &from, f->first[level] + node, reach2)) {
            box_pass(f, &level, &node);
        } else if (level > 1) {
            level--;
            node *= VOL_DEVICE_FAN;
        } else {
            const uint first = node * VOL_DEVICE_FAN;
            look_in_leaves(how, shifted, c, me, i, &from, first, reach2, run, to);
            look_in_leaves(how, shifted, c, me, i, &from, first + VOL_DEVICE_FAN / 2, reach2, run, to);
            box_pass(f, &level, &node);
        }
    }
}

VOL_INLINE void sense_tree(const vol_context *c, const vself *me, uint i, vol_gathered *to) {
    VOL_SHARED const vol_device_flock *f = c->own.index;
    const vol_search_box box = box_of_together(f, c->own.boxes, i);
    const vol_manner how = manner_of(0);
    vol_manner plain = how;
    plain.plain = plain.same = VOL_PLAIN;
    vol_run run;
    run.shift[0] = run.shift[1] = run.shift[2] = 0;
    sense_leaves(plain, 0, c, me, i, &box, &run, to);
    for (int way = 1; VOL_IMAGES && way < VOL_SHIFTS; way++) {
        image_shift(f, way, run.shift);
        sense_leaves(how, 1, c, me, i, &box, &run, to);
    }
}

#endif
