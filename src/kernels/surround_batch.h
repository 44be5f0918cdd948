/* What surrounds the flocks acts on a batch, group by group: the loops around kernels/surround.h. */
#ifndef VOLERY_KERNELS_SURROUND_BATCH_H
#define VOLERY_KERNELS_SURROUND_BATCH_H

#include "kernels/batch.h"
#include "kernels/surround.h"

/* Lists are worth making for so many groups. */
enum { VOL_LIST_GROUPS = 4 };

/* The box around all boids of a batch; a NaN is in no box. */
VOL_INLINE vol_box box_of_batch(const int D, const vol_context *c, const vol_batch *batch) {
    const vreal none = v_set(VOL_INFINITY);
    vol_box box = {{0, 0, 0}, {0, 0, 0}};
    for (int axis = 0; axis < D; axis++) {
        vreal low = none, high = v_neg(none);
        for (uint32_t i = 0; i < batch->count; i += VOL_WIDTH) {
            const vreal p = load_at(c->own.now.position[axis], batch->first + i);
            const vmask live = m_and(m_first(batch->count - i < VOL_WIDTH ? batch->count - i : VOL_WIDTH), v_eq(p, p));
            low = v_min(v_if(live, p, none), low);
            high = v_max(v_if(live, p, v_neg(none)), high);
        }
        box.low[axis] = (double)v_least(low);
        box.high[axis] = (double)v_most(high);
    }
    return box;
}

/* Lists what is near a batch for the first of the relations that act now. */
VOL_INLINE void list_batch(const int D, const vol_context *c, vol_batch *batch, vol_listed *lists) {
    vol_u32 i = c->relation[VOL_RELATION_NOW];
    if (batch->groups < VOL_LIST_GROUPS || i == VOL_NO_RELATION) {
        return;
    }
    const vol_box box = box_of_batch(D, c, batch);
    for (vol_u32 n = 0; n < VOL_LISTS_MOST && i != VOL_NO_RELATION; n++, i = c->around->relation[i].next) {
        const vol_relation_core *relation = &c->around->relation[i];
        const int listed = !relation->random && list_for(D, c, &box, relation, &batch->near, &lists[n]);
        batch->near.listed[n] = listed ? &lists[n] : NULL;
    }
}

VOL_INLINE void surround_batch(const int D, const vol_context *c, vol_batch *batch) {
    vol_listed lists[VOL_LISTS_MOST];
    list_batch(D, c, batch, lists);
    for (uint32_t g = 0; g < batch->groups; g++) {
        const vol_group *group = &batch->group[g];
        const uint32_t at = group->first - batch->first;
        vself me = self_load(D, 0, c->pending[0] != NULL, c, group->first);
        vwish wish = wish_load(D, batch, at);
        boid_surround(D, c, &me, group->first, group->count, &batch->near, &wish);
        vec_store(D, batch->wish, at, wish.v, group->count);
        vec_store(D, batch->wish + 3, at, wish.a, group->count);
    }
    for (vol_u32 n = 0; n < VOL_LISTS_MOST; n++) {
        batch->near.listed[n] = NULL;
    }
}

/* What is pending is written here; lanes behind a group's end would read what other workers write, so it is not
 * loaded. */
VOL_INLINE void delayed_batch(const int D, const vol_context *c, vol_batch *batch) {
    for (uint32_t g = 0; g < batch->groups; g++) {
        const vol_group *group = &batch->group[g];
        vself me = self_load(D, 0, 0, c, group->first);
        vec_store(D, c->pending, group->first, boid_delayed(D, c, &me, group->count, &batch->near), group->count);
    }
}

static void surround_2(const vol_context *c, vol_batch *batch) {
    surround_batch(2, c, batch);
}

static void surround_3(const vol_context *c, vol_batch *batch) {
    surround_batch(3, c, batch);
}

static void delayed_2(const vol_context *c, vol_batch *batch) {
    delayed_batch(2, c, batch);
}

static void delayed_3(const vol_context *c, vol_batch *batch) {
    delayed_batch(3, c, batch);
}

#endif
