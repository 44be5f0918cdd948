/* Sensing in a tree, part of step.cl: the leaves near the boids of work items that run together. OpenCL C. */
#ifndef VOLERY_BACKENDS_OPENCL_SENSE_TREE_H
#define VOLERY_BACKENDS_OPENCL_SENSE_TREE_H

/* Work items that run together search together, for all that is near the box around their boids: then they all take
 * the same way through the tree. */
enum { VOL_TOGETHER = 32 };

typedef struct vol_search_box {
    real low[3], high[3];
} vol_search_box;

VOL_INLINE real box_side(real4 v, int c) {
    return c == 0 ? v.x : c == 1 ? v.y : c == 2 ? v.z : v.w;
}

/* The sides of box number `box`. */
VOL_INLINE void box_sides(const vol_context *c, uint box, int axis, real *low, real *high) {
    const real4 a = c->own.boxes[box], b = VOL_D == 3 ? c->own.boxes[c->own.index->box_count + box] : a;
    *low = box_side(a, axis);
    *high = VOL_D == 3 ? box_side(b, axis) : box_side(a, axis + 2);
}

VOL_INLINE vol_search_box box_of_together(const vol_context *c, uint i) {
    __constant const vol_device_flock *f = c->own.index;
    const uint first = i / VOL_TOGETHER * (VOL_TOGETHER / VOL_DEVICE_LEAF);
    const uint end = min(first + VOL_TOGETHER / VOL_DEVICE_LEAF, f->nodes[0]);
    vol_search_box box;
    for (int axis = 0; axis < VOL_D; axis++) {
        box.low[axis] = VOL_INFINITY;
        box.high[axis] = -VOL_INFINITY;
        for (uint leaf = first; leaf < end; leaf++) {
            real low, high;
            box_sides(c, leaf, axis, &low, &high);
            box.low[axis] = fmin(box.low[axis], low);
            box.high[axis] = fmax(box.high[axis], high);
        }
    }
    return box;
}

VOL_INLINE int boxes_near(const vol_context *c, const vol_search_box *from, uint box, real reach2) {
    real d2 = REAL(0);
    for (int axis = 0; axis < VOL_D; axis++) {
        real low, high;
        box_sides(c, box, axis, &low, &high);
        const real away = fmax(fmax(from->low[axis] - high, low - from->high[axis]), REAL(0));
        d2 += away * away;
    }
    return d2 < reach2;
}

/* Four leaves in a row of a box of level 1, up to 32 boids. */
VOL_INLINE void look_in_leaves(const vol_manner how, const int shifted, const vol_context *c, const vself *me, uint i,
                               const vol_search_box *from, uint first, real reach2, const vol_run *run,
                               vol_gathered *to) {
    __constant const vol_device_flock *f = c->own.index;
    const uint last = min(first + VOL_TESTED / VOL_DEVICE_LEAF, f->nodes[0]);
    uint hits = 0, end = first * VOL_DEVICE_LEAF;
    for (uint leaf = first; leaf < last; leaf++) {
        const uint begin = leaf * VOL_DEVICE_LEAF;
        end = min(begin + VOL_DEVICE_LEAF, c->own.count);
        hits <<= end - begin;
        if (boxes_near(c, from, leaf, reach2)) {
            hits |= hits_of(c, me, run, shifted, begin, end);
        }
    }
    look_at_hits(how, c, me, i, run, hits, end, to);
}

/* What is near through one shift. */
VOL_INLINE void sense_leaves(const vol_manner how, const int shifted, const vol_context *c, const vself *me, uint i,
                             const vol_search_box *box, const vol_run *run, vol_gathered *to) {
    __constant const vol_device_flock *f = c->own.index;
    const real reach2 = box_reach2(VOL_D, f, f->reach);
    vol_search_box from = *box;
    for (int axis = 0; shifted && axis < VOL_D; axis++) {
        from.low[axis] = (real)(box->low[axis] - run->shift[axis]);
        from.high[axis] = (real)(box->high[axis] - run->shift[axis]);
    }
    uint level = f->levels - 1, node = 0;
    while (level < f->levels) {
        if (!boxes_near(c, &from, f->first[level] + node, reach2)) {
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

/* Each axis without a shift, then from below, then from above; x changes first. */
VOL_INLINE void sense_tree(const vol_context *c, const vself *me, uint i, vol_gathered *to) {
    __constant const vol_device_flock *f = c->own.index;
    const vol_search_box box = box_of_together(c, i);
    const vol_manner how = manner_of(0);
    vol_manner plain = how;
    plain.plain = VOL_PLAIN;
    vol_run run;
    run.shift[0] = run.shift[1] = run.shift[2] = 0;
    sense_leaves(plain, 0, c, me, i, &box, &run, to);
    for (int way = 1; VOL_IMAGES && way < (VOL_D == 3 ? 27 : 9); way++) {
        const int side[3] = {way % 3, way / 3 % 3, way / 9};
        for (int axis = 0; axis < VOL_D; axis++) {
            run.shift[axis] = side[axis] == 0 ? 0 : side[axis] == 1 ? -f->period[axis] : f->period[axis];
        }
        sense_leaves(how, 1, c, me, i, &box, &run, to);
    }
}

#endif
