/* Which runs of other boids are near a group? A backend's index answers; without one, all of a flock are near. C and
 * OpenCL C. */
#ifndef VOLERY_KERNELS_NEAR_RUNS_H
#define VOLERY_KERNELS_NEAR_RUNS_H

#include "kernels/candidates.h"

/* The box around the first `count` lanes; a NaN is in no box. */
typedef struct vol_box {
    double low[3], high[3];
} vol_box;

VOL_INLINE void box_along(vreal p, vol_u32 count, double *low, double *high) {
    vmask live = m_and(m_first(count), v_eq(p, p));
    *low = (double)v_least(v_if(live, p, v_set(VOL_INFINITY)));
    *high = (double)v_most(v_if(live, p, v_set(-VOL_INFINITY)));
}

VOL_INLINE vol_box box_around(const int D, vvec p, vol_u32 count) {
    vol_box box;
    box_along(p.x, count, &box.low[0], &box.high[0]);
    box_along(p.y, count, &box.low[1], &box.high[1]);
    box.low[2] = box.high[2] = 0;
    if (D == 3) {
        box_along(p.z, count, &box.low[2], &box.high[2]);
    }
    return box;
}

/* Appends the runs of a flock within `reach` of the box. */
VOL_INLINE void add_runs(const vol_context *c, vol_u32 flock, const vol_box *box, double reach, vol_runs *runs) {
    const vol_boids *boids = &c->around->flock[flock];
#ifdef VOL_OPENCL
    (void)box, (void)reach;
    if (boids->count > 0) {
        vol_run *run = &runs->run[runs->count++];
        run->of = boids;
        run->begin = 0;
        run->end = boids->count;
        run->shift[0] = run->shift[1] = run->shift[2] = 0;
    }
#else
    c->find(boids, box->low, box->high, reach, runs);
#endif
}

/* The runs of a relation's targets within `reach` of the boids at p. */
VOL_INLINE void add_target_runs(const vol_context *c, VOL_GLOBAL const vol_relation_core *relation, const vol_box *box,
                                double reach, vol_runs *runs) {
    for (vol_u32 t = 0; t < relation->target_count; t++) {
        add_runs(c, c->around->target[relation->target_first + t], box, reach, runs);
    }
}

VOL_INLINE void target_runs(const int D, const vol_context *c, VOL_GLOBAL const vol_relation_core *relation, vvec p,
                            vol_u32 count, double reach, vol_runs *runs) {
    const vol_box box = box_around(D, p, count);
    runs->count = 0;
    add_target_runs(c, relation, &box, reach, runs);
}

/* The runs of the flocks that this one flocks with. */
VOL_INLINE void joined_runs(const int D, const vol_context *c, vvec p, vol_u32 count, vol_runs *runs) {
    const vol_box box = box_around(D, p, count);
    runs->count = 0;
    for (vol_u32 i = c->relation[VOL_RELATION_JOINS]; i != VOL_NO_RELATION; i = c->around->relation[i].next) {
        add_target_runs(c, &c->around->relation[i], &box, c->reach, runs);
    }
}

#endif
