/* Choosing an index, and brute force: one run with everybody in it, in id order. */
#include "index/index.h"

/* Below this many boids, sorting costs more than looking at everyone. */
enum { VOL_BRUTE_MOST = 40 };

/* Where a boid would look at more than so many in the cells around, a tree is faster than the grid, as measured; in space, where
 * boxes are not as good, if it is more than VOL_CROWD_3D and cells are as narrow as the rules reach. */
enum { VOL_CROWD = 200, VOL_CROWD_3D = 800 };

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

/* An index that serves the world: the one that is wanted, or brute force, which always does. */
static vol_index choose_kind(vol_search *search, const vol_search_need *need) {
    vol_index wanted = need->index;
    if (need->world->update == VOL_UPDATE_IN_TURN || wanted == VOL_INDEX_BRUTE ||
        (search->open && need->count <= VOL_BRUTE_MOST)) {
        return VOL_INDEX_BRUTE;
    }
    bool tree = vol_leaves_choose(&search->leaves, need);
    if (!search->open && wanted != VOL_INDEX_GRID) {
        return tree ? wanted : VOL_INDEX_BRUTE;
    }
    if (vol_grid_choose(&search->grid, need)) {
        return VOL_INDEX_GRID;
    }
    return search->open && tree ? VOL_INDEX_TREE : VOL_INDEX_BRUTE;
}

void vol_search_choose(vol_search *search, const vol_search_need *need) {
    search->open = need->index == VOL_INDEX_AUTO;
    search->kind = choose_kind(search, need);
    search->full = need->view_limited || (need->world->images && search->kind == VOL_INDEX_BRUTE);
}

/* Would the grid look at too many? Nine cells, or 27, have at most so many times the pairs of the cells themselves, which have
 * been counted already. */
static bool is_crowded(const vol_search *search, double own_cell, vol_sort_job *job, vol_crew *crew) {
    const vol_cells *cells = &search->grid.cells;
    bool flat = cells->dimensions == 2;
    double most = VOL_CROWD;
    if (!flat) {
        double narrow = VOL_CROWD_3D;
        for (int c = 0; c < 3; c++) {
            narrow *= search->leaves.reach * cells->per_length[c];
        }
        most = narrow > most ? narrow : most;
    }
    return own_cell * (flat ? 9 : 27) > most && vol_grid_candidates(job, crew) > most;
}

/* A step has a grid or a tree, never both: while a tree sorts, the grid's arrays are its scratch. Keys and, in 3D, the third
 * coordinate lie where the boids will be gathered to, and slots are sorted to and fro where the ids will be. */
static vol_tree_room room_for_tree(const vol_grid *grid, const vol_sort_job *job) {
    uint64_t *key = job->room;
    uint32_t *third = (uint32_t *)(key + 2 * (size_t)job->count);
    return (vol_tree_room){{grid->start, grid->cell, third}, key, key + job->count, job->id_sorted};
}

/* The choice goes by where the boids are now, never by what was before: so a world that goes on from a saved state makes the
 * same one. */
void vol_search_sort(vol_search *search, vol_sort_job *job, vol_crew *crew) {
    if (search->kind == VOL_INDEX_GRID) {
        double own_cell = vol_grid_count(job, crew);
        search->kind = search->open && is_crowded(search, own_cell, job, crew) ? VOL_INDEX_TREE : VOL_INDEX_GRID;
    }
    if (search->kind == VOL_INDEX_GRID) {
        vol_grid_finish(job, crew);
    } else {
        const vol_tree_room room = room_for_tree(&search->grid, job);
        vol_leaves_sort(&search->leaves, search->kind, job, &room, crew);
    }
}

static void brute_groups(const vol_boids *own, uint32_t first, uint32_t end, uint32_t width, vol_batch *batch) {
    batch->run[0] = (vol_run){own, 0, own->count, {0, 0, 0}};
    for (uint32_t i = first; i < end && batch->groups < VOL_BATCH_GROUPS; i += width) {
        uint32_t count = end - i < width ? end - i : width;
        batch->group[batch->groups++] = (vol_group){i, count, 0, 1};
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
        const vol_group *group = &batch->group[g];
        for (uint32_t r = group->runs_begin; r < group->runs_end; r++) {
            candidates += (uint64_t)group->count * (batch->run[r].end - batch->run[r].begin);
        }
    }
    return candidates;
}
