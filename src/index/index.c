/* Choosing an index, and brute force: one run with everybody in it, in id order. */
#include "index/index.h"

/* Below this many boids, sorting costs more than looking at everyone. */
enum { VOL_BRUTE_MOST = 40 };

void vol_search_choose(vol_search *search, const vol_search_need *need) {
    vol_index wanted = need->world->index;
    if (need->world->update == VOL_UPDATE_IN_TURN || (wanted == VOL_INDEX_AUTO && need->count <= VOL_BRUTE_MOST)) {
        wanted = VOL_INDEX_BRUTE;
    }
    search->kind = wanted != VOL_INDEX_BRUTE && vol_grid_choose(&search->grid, need) ? VOL_INDEX_GRID : VOL_INDEX_BRUTE;
    search->full = need->view_limited || (need->world->images && search->kind == VOL_INDEX_BRUTE);
}

static void brute_groups(uint32_t boids, uint32_t first, uint32_t end, uint32_t width, vol_batch *batch) {
    batch->run[0] = (vol_run){0, boids, {0, 0, 0}};
    for (uint32_t i = first; i < end && batch->groups < VOL_BATCH_GROUPS; i += width) {
        uint32_t count = end - i < width ? end - i : width;
        batch->group[batch->groups++] = (vol_group){i, count, 0, 1};
        batch->count += count;
    }
}

void vol_search_groups(const vol_search *search, uint32_t boids, uint32_t first, uint32_t end, uint32_t width,
                       vol_batch *batch) {
    batch->first = first;
    batch->count = 0;
    batch->groups = 0;
    if (search->kind == VOL_INDEX_GRID) {
        vol_grid_groups(&search->grid, first, end, width, batch);
    } else {
        brute_groups(boids, first, end, width, batch);
    }
}

void vol_search_box(const vol_search *search, const vol_guest_run *boids, const double low[3], const double high[3],
                    double reach, vol_guests *guests) {
    uint32_t before = guests->count;
    bool any = boids->end > boids->begin;
    if (any && search->kind == VOL_INDEX_GRID && vol_grid_box(&search->grid, boids, low, high, reach, guests)) {
        return;
    }
    guests->count = before;
    if (any) {
        guests->run[guests->count++] = *boids;
    }
}

uint64_t vol_batch_candidates(const vol_batch *batch) {
    uint64_t candidates = 0;
    for (uint32_t g = 0; g < batch->groups; g++) {
        const vol_group *group = &batch->group[g];
        for (uint32_t r = group->runs_begin; r < group->runs_end; r++) {
            candidates += (uint64_t)group->count * (batch->run[r].end - batch->run[r].begin);
        }
    }
    return candidates;
}
