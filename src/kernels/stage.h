/* Moving by the classic method of Runge and Kutta, of fourth order: a step is four stages, and each of them senses and
 * decides anew where the boids are then. The state is the positions and velocities of all boids of all flocks; its
 * slope is what they want. Comes in the place of `move` (kernels/advance.h), in worlds whose integrator is rk4.
 *
 * With k and l the ways and changes of velocity of a whole step by the slopes of each stage:
 *   stage 2 at x + k1/2, v + l1/2; stage 3 at x + k2/2, v + l2/2; stage 4 at x + k3, v + l3
 *   step to x + (k1 + 2 k2 + 2 k3 + k4)/6, v + (l1 + 2 l2 + 2 l3 + l4)/6
 *
 * Limits of the speed, pace and boundary are applied to the whole step. In between only the torus is: where boids are
 * seen must be in the world for the index. No boid is ever farther from its start than max_speed goes in a step. */
#ifndef VOLERY_KERNELS_STAGE_H
#define VOLERY_KERNELS_STAGE_H

#include "kernels/advance.h"
#include "kernels/batch.h"

/* u, where it is finite: one boid with a NaN would be a NaN for all others. */
VOL_INLINE vvec finite_only(const int D, vvec u) {
    return vec_only(D, v_eq(vec_dot(D, u, vec_zero()), v_set(REAL(0))), u);
}

/* A way, not longer than a boid can go in a step. */
VOL_INLINE vvec stage_way(const int D, const int limit, const vol_constants *k, vvec way) {
    return finite_only(D, vec_limit(D, limit, way, v_set(k->max_speed * k->dt)));
}

/* On to where the next stage looks. */
VOL_INLINE void stage_on(const int D, const vol_stage *stage, const vol_constants *k, vvec way, vvec faster,
                         vself *me) {
    const vreal share = v_set(stage->number < VOL_STAGES - 1 ? REAL(0.5) : REAL(1));
    me->p = vec_add(D, me->p, stage_way(D, vol_limit_of(stage->traits), k, vec_mul(D, way, share)));
    me->v = vec_add(D, me->v, vec_mul(D, faster, share));
    if (k->boundary == VOL_EDGE_WRAP) {
        me->p.x = edge_wrap(me->p.x, edges_along(k, 0));
        me->p.y = edge_wrap(me->p.y, edges_along(k, 1));
        me->p.z = D == 3 ? edge_wrap(me->p.z, edges_along(k, 2)) : me->p.z;
    }
}

/* The whole step, from the weighted sums over all stages. */
VOL_INLINE void stage_end(const int D, const vol_stage *stage, const vol_constants *k, vvec way, vvec faster,
                          vself *me) {
    const vreal six = v_set(REAL(6));
    const int limit = vol_limit_of(stage->traits);
    vvec v = vec_limit(D, limit, vec_add(D, me->v, vec_div(D, faster, six)), v_set(k->max_speed));
    v = finite_or(D, v, me->v, limit, k->max_speed);
    v = vec_within(D, pace(D, k, me->v, v), VOL_MOST_SPEED);
    edge_arrive(D, k, vec_add(D, me->p, stage_way(D, limit, k, vec_div(D, way, six))), v, me);
}

VOL_INLINE void stage_batch(const int D, const vol_context *c, vol_batch *batch) {
    const vol_constants *k = c->constants;
    const vol_stage *stage = c->stage;
    const bool first = stage->number == 1, last = stage->number == VOL_STAGES;
    const vreal dt = v_set(k->dt), weight = v_set(first || last ? REAL(1) : REAL(2));
    for (uint32_t i = 0; i < batch->count; i += VOL_WIDTH) {
        const uint32_t slot = batch->first + i, left = batch->count - i, n = left < VOL_WIDTH ? left : VOL_WIDTH;
        vself me = self_load(D, 0, 0, c, slot);
        const vwish wish = wish_load(D, batch, i);
        const vvec way = finite_only(D, vec_mul(D, me.v, dt));
        /* wind changes the velocity itself, and is spread over the step as forces are */
        const vvec faster = finite_only(D, vec_add(D, vec_sub(D, wish.v, me.v), vec_mul(D, wish.a, dt)));
        vvec ways = vec_mul(D, way, weight), fasters = vec_mul(D, faster, weight);
        if (first) {
            vec_store(D, stage->start.position, slot, me.p, n);
            vec_store(D, stage->start.velocity, slot, me.v, n);
        } else {
            me.p = vec_load(D, stage->start.position, slot);
            me.v = vec_load(D, stage->start.velocity, slot);
            ways = vec_add(D, vec_load(D, stage->sum.position, slot), ways);
            fasters = vec_add(D, vec_load(D, stage->sum.velocity, slot), fasters);
        }
        if (last) {
            stage_end(D, stage, k, ways, fasters, &me);
        } else {
            vec_store(D, stage->sum.position, slot, ways, n);
            vec_store(D, stage->sum.velocity, slot, fasters, n);
            stage_on(D, stage, k, way, faster, &me);
        }
        self_store(D, 0, &c->next, slot, &me, n);
    }
}

static void stage_2(const vol_context *c, vol_batch *batch) {
    stage_batch(2, c, batch);
}

static void stage_3(const vol_context *c, vol_batch *batch) {
    stage_batch(3, c, batch);
}

#endif
