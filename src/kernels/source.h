/* Where the candidates of a group come from: its runs; copies of them, where some are seen through a shift, round the
 * edges of the world; lists that are picked from either. Comes between the index and sense, which knows nothing of
 * shifts. */
#ifndef VOLERY_KERNELS_SOURCE_H
#define VOLERY_KERNELS_SOURCE_H

#include "kernels/pick.h"

/* Runs of boids in these arrays; lane 0 of the group would be number `first` there. */
typedef struct vol_source {
    vol_arrays arrays;
    uint32_t first;
    const vol_run *begin, *end;
    vol_pick_place place; /* how far the group's runs have come here */
    int shifted;
    vol_run all; /* of the copies */
} vol_source;

VOL_OUTLINE void source_begin(const vol_context *c, const vol_group *group, const vol_batch *batch, vol_source *from) {
    from->arrays = arrays_of(&c->own);
    from->first = group->first;
    from->begin = &batch->run[group->runs_begin];
    from->end = &batch->run[group->runs_end];
    from->place = (vol_pick_place){group->runs_begin, 0};
    from->shifted = group_shifted(batch, group);
}

/* VOL_WIDTH numbers, seen through a shift or as they are. */
VOL_INLINE void copy_shifted(const void *from, uint32_t i, vreal shift, double *to, uint32_t at) {
    v_store((real *)(void *)to + at, v_add(load_at(from, i), shift));
}

VOL_INLINE void copy_numbers(const void *from, uint32_t i, double *to, uint32_t at) {
    v_store((real *)(void *)to + at, load_at(from, i));
}

/* Candidates of one run to where they are seen. Whole vectors are written: what is too much, the next run overwrites,
 * or it lies behind the last. */
VOL_INLINE void copy_run(const int D, const int heading, const vol_state *now, uint32_t begin, uint32_t count,
                         const double *shift, vol_copied *copied, uint32_t at) {
    const vreal x = v_set((real)shift[0]), y = v_set((real)shift[1]), z = v_set((real)shift[2]);
    for (uint32_t end = begin + count; begin < end; begin += VOL_WIDTH, at += VOL_WIDTH) {
        copy_shifted(now->position[0], begin, x, copied->number[0], at);
        copy_shifted(now->position[1], begin, y, copied->number[1], at);
        copy_numbers(now->velocity[0], begin, copied->number[3], at);
        copy_numbers(now->velocity[1], begin, copied->number[4], at);
        if (D == 3) {
            copy_shifted(now->position[2], begin, z, copied->number[2], at);
            copy_numbers(now->velocity[2], begin, copied->number[5], at);
        }
        if (heading) {
            copy_numbers(now->heading, begin, copied->number[6], at);
            copy_numbers(now->speed, begin, copied->number[7], at);
        }
    }
}

/* As many as there is room for. */
VOL_INLINE void copy_body(const int D, const int heading, const vol_context *c, const vol_group *group,
                          const vol_run *runs, vol_pick_place *place, vol_copied *copied) {
    const vol_state now = c->own.now;
    const uint32_t first = group->first, end = group->runs_end;
    uint32_t count = 0, r = place->run, slot = place->slot, lane = 2 * VOL_PICKED_MOST;
    while (r < end && count < VOL_PICKED_MOST) {
        const vol_run *run = &runs[r];
        const uint32_t begin = run->begin + slot, left = run->end - begin, room = VOL_PICKED_MOST - count;
        const uint32_t few = left < room ? left : room;
        copy_run(D, heading, &now, begin, few, run->shift, copied, count);
        if (first - run->begin < run->end - run->begin && unshifted(run->shift)) {
            lane = count + (first - begin); /* may be below 0: then it was among those before */
        }
        count += few;
        slot = few < left ? slot + few : 0;
        r += few == left;
    }
    place->run = r;
    place->slot = slot;
    copied->first = lane;
    copied->count = count;
}

static void copy_candidates(const vol_context *c, const vol_group *group, const vol_run *runs, vol_pick_place *place,
                            vol_copied *copied) {
    if (c->own.now.heading) {
        copy_body(2, 1, c, group, runs, place, copied);
    } else if (c->own.now.position[2]) {
        copy_body(3, 0, c, group, runs, place, copied);
    } else {
        copy_body(2, 0, c, group, runs, place, copied);
    }
}

/* Copies are the next candidates. */
VOL_OUTLINE void next_copies(const vol_context *c, const vol_group *group, vol_batch *batch, vol_source *from) {
    vol_copied *copied = &batch->copied;
    copy_candidates(c, group, batch->run, &from->place, copied);
    from->arrays = copied_arrays(copied);
    from->first = copied->first;
    from->all = (vol_run){.begin = 0, .end = copied->count};
    from->begin = &from->all;
    from->end = from->begin + 1;
}

/* The next candidates of the group; false when none was left. */
VOL_INLINE bool next_candidates(const int D, const int picks, const vol_context *c, const vol_group *group,
                                vol_batch *batch, vol_source *from) {
    if (from->place.run == group->runs_end) {
        return false;
    }
    if (from->shifted) {
        next_copies(c, group, batch, from);
        if (picks) {
            pick_copied(c, D, group, batch);
        }
        return true;
    }
    if (picks) {
        return c->pick(c, D, group, &from->place, batch);
    }
    from->place.run = group->runs_end;
    return true;
}

#endif
