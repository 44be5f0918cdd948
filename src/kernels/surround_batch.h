/* What surrounds the flocks acts on a batch, group by group: the loops around kernels/surround.h. */
#ifndef VOLERY_KERNELS_SURROUND_BATCH_H
#define VOLERY_KERNELS_SURROUND_BATCH_H

#include "kernels/batch.h"
#include "kernels/surround.h"

/* Lists are worth making for so many groups, and what of them is close is found for as many at a time. */
enum { VOL_LIST_GROUPS = 4, VOL_LIST_BLOCKS = (VOL_BATCH_GROUPS + VOL_LIST_GROUPS - 1) / VOL_LIST_GROUPS };

/* What is near a batch: for each of the first relations a list, and which of it is close to the block of groups in
 * hand. */
typedef struct vol_listing {
    vol_listed list[VOL_LISTS_MOST];
    vol_close close[VOL_LISTS_MOST];
    vol_u32 close_count;          /* of all relations together */
    vol_box box[VOL_LIST_BLOCKS]; /* around the boids of each block */
    int some;                     /* something is listed */
    int all;                      /* nothing acts on the boids but relations, all of them listed */
} vol_listing;

/* The box around the boids in some slots; a NaN is in no box, as v_min(NaN, b) is b. */
VOL_INLINE vol_box box_of_slots(const int D, const vol_context *c, vol_u32 first, vol_u32 count) {
    vol_box box = {{0, 0, 0}, {0, 0, 0}};
    for (int axis = 0; axis < D; axis++) {
        const real *at = (const real *)c->own.now.position[axis] + first;
        vreal low = v_set(VOL_INFINITY), high = v_set(-VOL_INFINITY);
        vol_u32 i = 0;
        for (; i + VOL_WIDTH <= count; i += VOL_WIDTH) {
            low = v_min(v_load(at + i), low);
            high = v_max(v_load(at + i), high);
        }
        if (i < count) {
            const vmask live = m_first(count - i);
            low = v_min(v_if(live, v_load(at + i), low), low);
            high = v_max(v_if(live, v_load(at + i), high), high);
        }
        box.low[axis] = (double)v_least(low);
        box.high[axis] = (double)v_most(high);
    }
    return box;
}

/* The boxes around the blocks of a batch, and around all. */
VOL_INLINE vol_box boxes_of_batch(const int D, const vol_context *c, const vol_batch *batch, vol_box *box) {
    vol_box all = {{0, 0, 0}, {0, 0, 0}};
    for (vol_u32 g = 0, b = 0; g < batch->groups; g += VOL_LIST_GROUPS, b++) {
        const vol_u32 end = batch->groups - g < VOL_LIST_GROUPS ? batch->groups : g + VOL_LIST_GROUPS;
        const vol_group *last = &batch->group[end - 1];
        const vol_u32 first = batch->group[g].first;
        box[b] = box_of_slots(D, c, first, last->first + last->count - first);
        for (int axis = 0; axis < D; axis++) {
            all.low[axis] = b == 0 || box[b].low[axis] < all.low[axis] ? box[b].low[axis] : all.low[axis];
            all.high[axis] = b == 0 || box[b].high[axis] > all.high[axis] ? box[b].high[axis] : all.high[axis];
        }
    }
    return all;
}

/* Lists what is near a batch for the first of the relations that act now. */
VOL_INLINE void list_batch(const int D, const vol_context *c, vol_batch *batch, vol_listing *listing) {
    const vol_around *around = c->around;
    vol_u32 i = c->relation[VOL_RELATION_NOW];
    listing->some = listing->all = 0;
    if (batch->groups < VOL_LIST_GROUPS || i == VOL_NO_RELATION) {
        return;
    }
    const vol_box box = boxes_of_batch(D, c, batch, listing->box);
    listing->all =
        c->terms_begin >= c->terms_end && around->soft_count == 0 && around->player_count == 0 && !around->blows;
    for (vol_u32 n = 0; i != VOL_NO_RELATION; n++, i = around->relation[i].next) {
        const vol_relation_core *relation = &around->relation[i];
        const int listed =
            n < VOL_LISTS_MOST && !relation->random && list_for(D, c, &box, relation, &batch->near, &listing->list[n]);
        if (listed) {
            batch->near.listed[n] = &listing->list[n];
        }
        listing->some = listing->some || listed;
        listing->all = listing->all && listed;
    }
}

/* What of the lists is close to the groups from number `first` on: a block of them. Where nothing is, nothing is near
 * them either. */
VOL_INLINE void close_to_block(const int D, const vol_context *c, vol_u32 first, vol_runs *runs, vol_listing *listing) {
    listing->close_count = 0;
    for (vol_u32 n = 0; n < VOL_LISTS_MOST; n++) {
        runs->near[n] = 0;
        if (runs->listed[n]) {
            list_close(D, c->constants, &listing->box[first / VOL_LIST_GROUPS], runs->listed[n], &listing->close[n]);
            listing->close_count += listing->close[n].count;
        }
    }
}

/* Could a group meet anything of the lists? What, is runs->near. */
VOL_INLINE int meets_listed(const int D, const vol_context *c, const vol_group *group, const vol_listing *listing,
                            vol_runs *runs) {
    const vol_constants *k = c->constants;
    const vvec p = vec_load(D, c->own.now.position, group->first);
    vol_u64 any = 0;
    for (vol_u32 n = 0; n < VOL_LISTS_MOST; n++) {
        if (runs->listed[n]) {
            runs->near[n] = k->world_images ? near_group(D, k, 1, p, group->count, runs->listed[n], &listing->close[n])
                                            : near_group(D, k, 0, p, group->count, runs->listed[n], &listing->close[n]);
            any |= runs->near[n];
        }
    }
    return any != 0;
}

VOL_INLINE void surround_group(const int D, const vol_context *c, const vol_group *group, vol_batch *batch) {
    const vol_u32 at = group->first - batch->first;
    vself me = self_load(D, 0, c->pending[0] != NULL, c, group->first);
    vwish wish = wish_load(D, batch, at);
    boid_surround(D, c, &me, group->first, group->count, &batch->near, &wish);
    vec_store(D, batch->wish, at, wish.v, group->count);
    vec_store(D, batch->wish + 3, at, wish.a, group->count);
}

VOL_INLINE void surround_batch(const int D, const vol_context *c, vol_batch *batch) {
    vol_listing listing;
    list_batch(D, c, batch, &listing);
    for (vol_u32 g = 0; g < batch->groups; g++) {
        const vol_group *group = &batch->group[g];
        if (listing.some && g % VOL_LIST_GROUPS == 0) {
            close_to_block(D, c, g, &batch->near, &listing);
        }
        const int meets = listing.some && listing.close_count > 0 && meets_listed(D, c, group, &listing, &batch->near);
        if (meets || !listing.all) { /* else nothing acts on it */
            surround_group(D, c, group, batch);
        }
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
