/* Which runs of other boids are near a group? In C the backend's index lists them; in OpenCL C, where there is no room
 * for lists, they are found one by one (kernels/device_near.h). */
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

#ifdef VOL_OPENCL
#include "kernels/device_near.h"
#else
/* Appends the runs of a flock within `reach` of the box. */
VOL_INLINE void add_runs(const vol_context *c, vol_u32 flock, const vol_box *box, double reach, vol_runs *runs) {
    c->find(&c->around->flock[flock], box->low, box->high, reach, runs);
}

/* The next of the runs that were found; 0 behind the last. */
VOL_INLINE int next_run(const int D, const vol_context *c, vol_runs *runs, vol_run *run) {
    (void)D, (void)c;
    if (runs->at == runs->count) {
        return 0;
    }
    *run = runs->run[runs->at++];
    return 1;
}

VOL_INLINE void no_runs(vol_runs *runs) {
    runs->count = runs->at = 0;
}

/* The runs of a flock within `reach` of the boids at p. */
VOL_INLINE void flock_runs(const int D, const vol_context *c, vol_u32 flock, vvec p, vol_u32 count, double reach,
                           vol_runs *runs) {
    const vol_box box = box_around(D, p, count);
    no_runs(runs);
    add_runs(c, flock, &box, reach, runs);
}

VOL_INLINE void add_target_runs(const vol_context *c, const vol_relation_core *relation, const vol_box *box,
                                double reach, vol_runs *runs) {
    for (vol_u32 t = 0; t < relation->target_count; t++) {
        add_runs(c, c->around->target[relation->target_first + t], box, reach, runs);
    }
}

/* The runs of a relation's targets within `reach` of the boids at p. */
VOL_INLINE void target_runs(const int D, const vol_context *c, const vol_relation_core *relation, vvec p, vol_u32 count,
                            double reach, vol_runs *runs) {
    const vol_box box = box_around(D, p, count);
    no_runs(runs);
    add_target_runs(c, relation, &box, reach, runs);
}

/* The runs of the flocks that this one flocks with. */
VOL_INLINE void joined_runs(const int D, const vol_context *c, vvec p, vol_u32 count, vol_runs *runs) {
    const vol_box box = box_around(D, p, count);
    no_runs(runs);
    for (vol_u32 i = c->relation[VOL_RELATION_JOINS]; i != VOL_NO_RELATION; i = c->around->relation[i].next) {
        add_target_runs(c, &c->around->relation[i], &box, c->reach, runs);
    }
}
#endif

#endif
