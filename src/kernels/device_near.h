/* Which boids are near one: in OpenCL C, run by run, in the order of the slots. */
#ifndef VOLERY_KERNELS_DEVICE_NEAR_H
#define VOLERY_KERNELS_DEVICE_NEAR_H

#include "kernels/candidates.h"

/* --- Boxes -------------------------------------------------------------------------------------------------------- */

/* The distance along an axis from p to low..high, through the nearest image where there is a period. */
VOL_INLINE real box_away(real p, real low, real high, real period) {
    real away = max(max(low - p, p - high), REAL(0));
    if (period > REAL(0)) {
        away = min(away, min(max(max(low - (p - period), (p - period) - high), REAL(0)),
                             max(max(low - (p + period), (p + period) - high), REAL(0))));
    }
    return away;
}

/* Is a box within the root of reach2 of the point p? Exact but for rounding, which the reach has room for. */
VOL_INLINE int box_near(const int D, VOL_GLOBAL const real4 *boxes, VOL_SHARED const vol_device_flock *f, vol_u32 box,
                        vvec p, real reach2, vvec period) {
    const real4 a = boxes[box];
    real x, y, z = REAL(0);
    if (D == 3) {
        const real4 b = boxes[f->box_count + box];
        x = box_away(p.x, a.x, b.x, period.x);
        y = box_away(p.y, a.y, b.y, period.y);
        z = box_away(p.z, a.z, b.z, period.z);
    } else {
        x = box_away(p.x, a.x, a.z, period.x);
        y = box_away(p.y, a.y, a.w, period.y);
    }
    return x * x + y * y + z * z < reach2;
}

/* A little more than the square of the reach: what rounding adds to it, also that of images. */
VOL_INLINE real box_reach2(const int D, VOL_SHARED const vol_device_flock *f, double reach) {
    reach *= 1 + 0x1p-10;
    for (int c = 0; c < D; c++) {
        reach += f->slack[c];
    }
    return (real)(reach * reach * (1 + 0x1p-16)) + REAL(1e-37);
}

/* From a box to the next that is not below it; `level` becomes f->levels behind the last. */
VOL_INLINE void box_pass(VOL_SHARED const vol_device_flock *f, vol_u32 *level, vol_u32 *node) {
    ++*node;
    while (*node % VOL_DEVICE_FAN == 0 || *node == f->nodes[*level]) {
        *node = (*node - 1) / VOL_DEVICE_FAN + 1;
        if (++*level == f->levels) {
            return;
        }
    }
}

/* --- Runs --------------------------------------------------------------------------------------------------------- */

VOL_INLINE void enter_flock(const int D, const vol_context *c, vol_u32 flock, vol_runs *runs) {
    const vol_boids *of = &c->around->flock[flock];
    if (of->count == 0) {
        return;
    }
    runs->of = of;
    runs->node = 0;
    runs->level = of->kind == VOL_DEVICE_TREE ? of->index->levels - 1 : 0;
    if (of->kind == VOL_DEVICE_GRID) {
        for (int a = 0; a < D; a++) {
            runs->along[a] = cells_within(&of->index->cells, a, runs->at[a], runs->at[a], runs->reach);
            runs->stretch[a] = 0;
        }
        runs->y = runs->along[1].first[0];
        runs->z = D == 3 ? runs->along[2].first[0] : 0;
        runs->stretch[2] = 0;
    }
}

/* On to the next row of cells; 0 behind the last. */
VOL_INLINE int next_row(const int D, vol_runs *runs) {
    runs->stretch[0] = 0;
    if (runs->y < runs->along[1].last[runs->stretch[1]]) {
        runs->y++;
        return 1;
    }
    if (++runs->stretch[1] < runs->along[1].count) {
        runs->y = runs->along[1].first[runs->stretch[1]];
        return 1;
    }
    runs->stretch[1] = 0;
    runs->y = runs->along[1].first[0];
    if (D == 2) {
        return 0;
    }
    if (runs->z < runs->along[2].last[runs->stretch[2]]) {
        runs->z++;
        return 1;
    }
    if (++runs->stretch[2] < runs->along[2].count) {
        runs->z = runs->along[2].first[runs->stretch[2]];
        return 1;
    }
    return 0;
}

VOL_INLINE int next_in_grid(const int D, vol_runs *runs, vol_run *run) {
    VOL_SHARED const vol_cells *cells = &runs->of->index->cells;
    for (;;) {
        if (runs->stretch[0] == runs->along[0].count && !next_row(D, runs)) {
            return 0;
        }
        const vol_u32 row = ((D == 3 ? runs->z * cells->number[1] : 0) + runs->y) * cells->number[0];
        run->begin = runs->of->ends[row + runs->along[0].first[runs->stretch[0]]];
        run->end = runs->of->ends[row + runs->along[0].last[runs->stretch[0]] + 1];
        runs->stretch[0]++;
        if (run->begin < run->end) {
            return 1;
        }
    }
}

VOL_INLINE int next_in_tree(const int D, vol_runs *runs, vol_run *run) {
    VOL_SHARED const vol_device_flock *f = runs->of->index;
    const vvec p = vec_set((real)runs->at[0], (real)runs->at[1], (real)runs->at[2]);
    const vvec period = vec_set((real)f->period[0], (real)f->period[1], (real)f->period[2]);
    const real reach2 = box_reach2(D, f, runs->reach);
    while (runs->level < f->levels) {
        const vol_u32 node = runs->node, level = runs->level;
        if (!box_near(D, runs->of->boxes, f, f->first[level] + node, p, reach2, period)) {
            box_pass(f, &runs->level, &runs->node);
        } else if (level > 0) {
            runs->level--;
            runs->node *= VOL_DEVICE_FAN;
        } else {
            run->begin = node * f->leaf;
            run->end = min(run->begin + f->leaf, runs->of->count);
            box_pass(f, &runs->level, &runs->node);
            return 1;
        }
    }
    return 0;
}

VOL_INLINE int next_in_flock(const int D, vol_runs *runs, vol_run *run) {
    run->of = runs->of;
    run->shift[0] = run->shift[1] = run->shift[2] = 0;
    if (runs->of->kind == VOL_DEVICE_GRID) {
        return next_in_grid(D, runs, run);
    }
    if (runs->of->kind == VOL_DEVICE_TREE) {
        return next_in_tree(D, runs, run);
    }
    run->begin = 0;
    run->end = runs->of->count;
    return runs->node++ == 0;
}

VOL_APART int next_run(const int D, const vol_context *c, vol_runs *runs, vol_run *run) {
    for (;;) {
        if (runs->of && next_in_flock(D, runs, run)) {
            return 1;
        }
        runs->of = 0;
        if (runs->relation == VOL_NO_RELATION) {
            return 0;
        }
        VOL_GLOBAL const vol_relation_core *relation = &c->around->relation[runs->relation];
        if (runs->target < relation->target_count) {
            enter_flock(D, c, c->around->target[relation->target_first + runs->target++], runs);
        } else {
            runs->relation = runs->chained ? relation->next : VOL_NO_RELATION;
            runs->target = 0;
        }
    }
}

VOL_INLINE void begin_runs(const int D, vvec p, double reach, vol_u32 relation, int chained, vol_runs *runs) {
    runs->at[0] = p.x;
    runs->at[1] = p.y;
    runs->at[2] = D == 3 ? p.z : 0;
    runs->reach = reach;
    runs->relation = relation;
    runs->target = 0;
    runs->chained = chained;
    runs->of = 0;
}

VOL_INLINE void flock_runs(const int D, const vol_context *c, vol_u32 flock, vvec p, vol_u32 count, double reach,
                           vol_runs *runs) {
    begin_runs(D, p, reach, VOL_NO_RELATION, 0, runs);
    enter_flock(D, c, flock, runs);
}

VOL_INLINE void target_runs(const int D, const vol_context *c, VOL_GLOBAL const vol_relation_core *relation, vvec p,
                            vol_u32 count, double reach, vol_runs *runs) {
    begin_runs(D, p, reach, (vol_u32)(relation - c->around->relation), 0, runs);
}

VOL_INLINE void joined_runs(const int D, const vol_context *c, vvec p, vol_u32 count, vol_runs *runs) {
    begin_runs(D, p, c->reach, c->relation[VOL_RELATION_JOINS], 1, runs);
}

#endif
