/* The index of a step, whichever it is; and brute force: one run with all boids in it, in id order. */
#include "index/index.h"

#include <math.h>

bool vol_search_allocate(vol_search *search, const vol_search_size *size, const vol_allocator *allocator) {
    if (!vol_grid_allocate(&search->grid, size->capacity, size->workers, allocator)) {
        return false;
    }
    if (!vol_leaves_allocate(&search->leaves, size, allocator)) {
        vol_grid_release(&search->grid, size->capacity, size->workers, allocator);
        return false;
    }
    return true;
}

void vol_search_release(vol_search *search, uint32_t capacity, uint32_t workers, const vol_allocator *allocator) {
    vol_grid_release(&search->grid, capacity, workers, allocator);
    vol_leaves_release(&search->leaves, workers, allocator);
}

void vol_search_choose(vol_search *search, const vol_search_need *need) {
    static const vol_index_totals none = {VOL_NOT_COUNTED, VOL_NOT_COUNTED};
    search->need = *need;
    search->kind = vol_index_agree(need, &none);
    if (search->kind == VOL_INDEX_AUTO || search->kind == VOL_INDEX_GRID) {
        vol_grid_choose(&search->grid, need);
    }
    if (search->kind != VOL_INDEX_BRUTE && search->kind != VOL_INDEX_GRID) {
        vol_leaves_choose(&search->leaves, need);
    }
    search->full = need->view_limited || (need->world->images && search->kind == VOL_INDEX_BRUTE);
}

/* A step has a grid or a tree, never both: while a tree sorts, the grid's arrays are its scratch. Keys and, in 3D, the
 * third coordinate lie where the boids will be gathered to, and slots are sorted to and fro where the ids will be. */
static vol_tree_room room_for_tree(const vol_grid *grid, const vol_sort_job *job) {
    uint64_t *key = job->room;
    uint32_t *third = (uint32_t *)(key + 2 * (size_t)job->count);
    return (vol_tree_room){{grid->start, grid->cell, third}, key, key + job->count, job->id_sorted};
}

void vol_search_sort(vol_search *search, vol_sort_job *job, vol_crew *crew) {
    vol_index_totals totals = {VOL_NOT_COUNTED, VOL_NOT_COUNTED};
    if (search->kind == VOL_INDEX_AUTO || search->kind == VOL_INDEX_GRID) {
        totals.in_cells = vol_grid_count(job, crew);
    }
    if (search->kind == VOL_INDEX_AUTO) {
        vol_ranks_add(job->ranks, &totals.in_cells, 1);
        search->kind = vol_index_agree(&search->need, &totals);
    }
    if (search->kind == VOL_INDEX_AUTO) {
        totals.around = vol_grid_count_around(job, crew);
        vol_ranks_add(job->ranks, &totals.around, 1);
        search->kind = vol_index_agree(&search->need, &totals);
    }
    if (search->kind == VOL_INDEX_GRID) {
        vol_grid_finish(job, crew);
    } else {
        const vol_tree_room room = room_for_tree(&search->grid, job);
        search->grid.sorted = 0;
        vol_leaves_sort(&search->leaves, search->kind, job, &room, crew);
    }
}

static void brute_groups(const vol_boids *own, uint32_t first, uint32_t end, uint32_t width, vol_batch *batch) {
    batch->run[0] = (vol_run){own, 0, own->count, {0, 0, 0}};
    for (uint32_t i = first; i < end && batch->groups < VOL_BATCH_GROUPS; i += width) {
        uint32_t count = end - i < width ? end - i : width;
        batch->group[batch->groups++] = (vol_group){i, count, 0, 1, INFINITY, own->count, true};
        batch->count += count;
    }
}

void vol_search_groups(const vol_search *search, const vol_boids *own, uint32_t first, uint32_t end, uint32_t width,
                       vol_batch *batch) {
    batch->first = first;
    batch->count = 0;
    batch->groups = 0;
    switch (search->kind) {
    case VOL_INDEX_GRID: vol_grid_groups(&search->grid, own, first, end, width, batch); break;
    case VOL_INDEX_TREE:
    case VOL_INDEX_KDTREE: vol_leaves_groups(&search->leaves, own, first, end, width, batch); break;
    default: brute_groups(own, first, end, width, batch);
    }
}

void vol_search_box(const vol_boids *of, const double low[3], const double high[3], double reach, vol_runs *runs) {
    const vol_search *search = of->index;
    uint32_t before = runs->count;
    if (of->count == 0 || (search->kind == VOL_INDEX_GRID && vol_grid_box(&search->grid, of, low, high, reach, runs))) {
        return;
    }
    runs->count = before;
    if (search->kind == VOL_INDEX_TREE || search->kind == VOL_INDEX_KDTREE) {
        vol_leaves_box(&search->leaves, of, low, high, reach, runs);
    } else {
        runs->run[runs->count++] = (vol_run){of, 0, of->count, {0, 0, 0}};
    }
}

uint64_t vol_batch_candidates(const vol_batch *batch) {
    uint64_t candidates = 0;
    for (uint32_t g = 0; g < batch->groups; g++) {
        candidates += (uint64_t)batch->group[g].count * batch->group[g].candidates;
    }
    return candidates;
}
