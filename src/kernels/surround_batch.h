/* What surrounds the flocks acts on a batch, group by group: the loops around kernels/surround.h. */
#ifndef VOLERY_KERNELS_SURROUND_BATCH_H
#define VOLERY_KERNELS_SURROUND_BATCH_H

#include "kernels/batch.h"
#include "kernels/surround.h"

VOL_INLINE void surround_batch(const int D, const vol_context *c, vol_batch *batch) {
    for (uint32_t g = 0; g < batch->groups; g++) {
        const vol_group *group = &batch->group[g];
        const uint32_t at = group->first - batch->first;
        vself me = self_load(D, 0, c->pending[0] != NULL, c, group->first);
        vwish wish = wish_load(D, batch, at);
        boid_surround(D, c, &me, group->first, group->count, &batch->near, &wish);
        vec_store(D, batch->wish, at, wish.v, group->count);
        vec_store(D, batch->wish + 3, at, wish.a, group->count);
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
