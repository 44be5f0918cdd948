/* The uniform grid: boids sorted by cell and, within a cell, by id; neighbours are in the adjoining cells.
 *
 * Cells are at least as wide as the farthest-reaching rule. Three kinds of world, one code: in a bounded world whoever
 * is outside belongs to the border cells; in a wrapping world with images, rows go on at the other end with a shift; an
 * unbounded world is folded onto a torus of cells, where far-away boids share a cell and are told apart by distance.
 */
#include "index/index.h"

#include "core/memory.h"

#include <string.h>

bool vol_grid_allocate(vol_grid *grid, uint32_t capacity, uint32_t workers, const vol_allocator *allocator) {
    uint32_t cells = capacity < 64 ? 64 : capacity;
    memset(grid, 0, sizeof *grid);
    grid->cells_most = cells;
    grid->start = vol_allocate(allocator, (size_t)cells + 1, sizeof *grid->start);
    grid->cell = vol_allocate(allocator, capacity, sizeof *grid->cell);
    grid->slot_cell = vol_allocate(allocator, capacity, sizeof *grid->slot_cell);
    grid->from = vol_allocate(allocator, capacity, sizeof *grid->from);
    grid->count = vol_allocate(allocator, (size_t)cells * workers, sizeof *grid->count);
    if (grid->start && grid->cell && grid->slot_cell && grid->from && grid->count) {
        return true;
    }
    vol_grid_release(grid, capacity, workers, allocator);
    return false;
}

void vol_grid_release(vol_grid *grid, uint32_t capacity, uint32_t workers, const vol_allocator *allocator) {
    size_t cells = grid->cells_most;
    vol_release(allocator, grid->start, cells + 1, sizeof *grid->start);
    vol_release(allocator, grid->cell, capacity, sizeof *grid->cell);
    vol_release(allocator, grid->slot_cell, capacity, sizeof *grid->slot_cell);
    vol_release(allocator, grid->from, capacity, sizeof *grid->from);
    vol_release(allocator, grid->count, cells * workers, sizeof *grid->count);
    memset(grid, 0, sizeof *grid);
}

/* A torus of about as many cells as boids, a power of two along each axis, for worlds without end. */
static void choose_unbounded(vol_grid *grid, const vol_search_need *need, double width) {
    vol_cells *cells = &grid->cells;
    cells->torus = true;
    for (int c = 0; c < 3; c++) {
        cells->number[c] = c < cells->dimensions ? 4 : 1;
        cells->per_length[c] = 1 / width;
        grid->period[c] = 0;
    }
    uint32_t total = cells->dimensions == 3 ? 64 : 16;
    for (int c = 0; total * 2 <= grid->cells_most && total < need->count; c = (c + 1) % cells->dimensions) {
        cells->number[c] *= 2;
        total *= 2;
    }
}

/* Cells that fill the world exactly; widened until there is room for them all. */
static void choose_bounded(vol_grid *grid, const vol_search_need *need, double width) {
    vol_cells *cells = &grid->cells;
    double total;
    do {
        total = 1;
        for (int c = 0; c < 3; c++) {
            double number = c < cells->dimensions ? need->world->size[c] / width : 1;
            number = number < 1 ? 1 : number > 1e6 ? 1e6 : number;
            cells->number[c] = (uint32_t)number;
            cells->per_length[c] = cells->number[c] / need->world->size[c];
            total *= cells->number[c];
        }
        width *= 1.25;
    } while (total > grid->cells_most);
    cells->torus = false;
}

bool vol_grid_choose(vol_grid *grid, const vol_search_need *need) {
    /* A little wider than the reach, so that rounding cannot put two boids in reach two cells apart. */
    double width = need->reach * (1 + 0x1p-10);
    double longest = 0;
    grid->cells.dimensions = need->world->dimensions;
    for (int c = 0; c < need->world->dimensions; c++) {
        longest = need->world->size[c] > longest ? need->world->size[c] : longest;
        grid->period[c] = need->world->images ? need->world->size[c] : 0;
    }
    width = width > longest * 1e-6 ? width : longest * 1e-6;
    if (need->world->boundary == VOL_BOUNDARY_OPEN) {
        choose_unbounded(grid, need, width);
        return true;
    }
    choose_bounded(grid, need, width);
    for (int c = 0; c < need->world->dimensions; c++) {
        if (need->world->images && grid->cells.number[c] < 3) {
            return false; /* the same boid would be seen twice */
        }
    }
    return true;
}

uint32_t vol_grid_cells(const vol_grid *grid) {
    return grid->cells.number[0] * grid->cells.number[1] * (grid->cells.dimensions == 3 ? grid->cells.number[2] : 1);
}

typedef struct sorting {
    vol_grid_job *job;
    uint32_t shares; /* the boids are counted in this many shares, one array of counts each */
    uint32_t cells;
    uint32_t ranges; /* and the cells are summed and finished in this many ranges */
} sorting;

static void count_share(void *context, uint32_t share, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    vol_grid *grid = s->job->grid;
    uint32_t begin = vol_part(s->job->count, share, s->shares), end = vol_part(s->job->count, share + 1, s->shares);
    uint32_t *count = grid->count + (size_t)share * grid->cells_most;
    memset(count, 0, s->cells * sizeof *count);
    s->job->kernels->bin(&grid->cells, s->job->from, begin, end, grid->cell);
    for (uint32_t i = begin; i < end; i++) {
        count[grid->cell[i]]++;
    }
}

static void total_range(void *context, uint32_t range, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    vol_grid *grid = s->job->grid;
    uint32_t sum = 0, end = vol_part(s->cells, range + 1, s->ranges);
    for (uint32_t share = 0; share < s->shares; share++) {
        const uint32_t *count = grid->count + (size_t)share * grid->cells_most;
        for (uint32_t c = vol_part(s->cells, range, s->ranges); c < end; c++) {
            sum += count[c];
        }
    }
    grid->total[range] = sum;
}

/* From counts to places: where each cell starts, and where each share's boids of that cell go. */
static void place_range(void *context, uint32_t range, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    vol_grid *grid = s->job->grid;
    uint32_t at = grid->total[range], end = vol_part(s->cells, range + 1, s->ranges);
    uint64_t squares = 0; /* pairs within cells */
    for (uint32_t c = vol_part(s->cells, range, s->ranges); c < end; c++) {
        uint32_t begin = at;
        grid->start[c] = at;
        for (uint32_t share = 0; share < s->shares; share++) {
            uint32_t *count = grid->count + (size_t)share * grid->cells_most + c;
            uint32_t here = *count;
            *count = at;
            at += here;
        }
        squares += (uint64_t)(at - begin) * (at - begin);
    }
    grid->pairs[range] = squares;
}

static void scatter_share(void *context, uint32_t share, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    vol_grid *grid = s->job->grid;
    uint32_t begin = vol_part(s->job->count, share, s->shares), end = vol_part(s->job->count, share + 1, s->shares);
    uint32_t *next = grid->count + (size_t)share * grid->cells_most;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t cell = grid->cell[i], slot = next[cell]++;
        grid->from[slot] = i;
        grid->slot_cell[slot] = cell;
    }
}

/* Orders slots by id, ascending, by steps of `gap`. */
static void sort_by_gap(uint32_t *slot, uint32_t count, const uint32_t *id, uint32_t gap) {
    for (uint32_t i = gap; i < count; i++) {
        uint32_t taken = slot[i], key = id[taken], j = i;
        for (; j >= gap && id[slot[j - gap]] > key; j -= gap) {
            slot[j] = slot[j - gap];
        }
        slot[j] = taken;
    }
}

/* A usual cell has a few boids, which were in this order in the last step or nearly so; a crowded one takes Shell's way. */
void vol_sort_by_id(uint32_t *slot, uint32_t count, const uint32_t *id) {
    static const uint32_t gaps[] = {427396, 170958, 68383, 27353, 10941, 4376, 1750, 701, 301, 132, 57, 23, 10, 4};
    for (size_t g = 0; count > 12 && g < sizeof gaps / sizeof *gaps; g++) {
        if (gaps[g] < count) {
            sort_by_gap(slot, count, id, gaps[g]);
        }
    }
    sort_by_gap(slot, count, id, 1);
}

/* Within a cell boids are in order of their ids already, unless somebody has come from another cell. */
static void sort_ids(const vol_grid_job *job, uint32_t begin, uint32_t end) {
    const vol_grid *grid = job->grid;
    const uint32_t *cell = grid->slot_cell;
    for (uint32_t i = begin; i < end; i++) {
        job->id_sorted[i] = job->id[grid->from[i]];
    }
    for (uint32_t i = begin + 1; i < end; i++) {
        /* one question, not two: the answer to each alone is anybody's guess, and guessing wrong costs time */
        if ((job->id_sorted[i - 1] > job->id_sorted[i]) & (cell[i - 1] == cell[i])) {
            uint32_t first = grid->start[cell[i]], last = grid->start[cell[i] + 1];
            vol_sort_by_id(grid->from + first, last - first, job->id);
            for (uint32_t slot = first; slot < last; slot++) {
                job->id_sorted[slot] = job->id[grid->from[slot]];
            }
            i = last;
        }
    }
}

static void finish_range(void *context, uint32_t range, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    const vol_grid *grid = s->job->grid;
    uint32_t begin = grid->start[vol_part(s->cells, range, s->ranges)];
    uint32_t end = grid->start[vol_part(s->cells, range + 1, s->ranges)];
    if (s->job->id) {
        sort_ids(s->job, begin, end);
    }
    if (s->job->wide) {
        s->job->kernels->gather_wide(s->job->from, s->job->wide, grid->from, begin, end);
    } else {
        s->job->kernels->gather(s->job->from, s->job->to, grid->from, begin, end);
    }
}

static sorting sorting_of(vol_grid_job *job, const vol_crew *crew) {
    bool small = job->count < VOL_SORT_ALONE;
    return (sorting){job, small ? 1 : crew->workers, vol_grid_cells(job->grid), small ? 1 : VOL_RANGES};
}

static double pairs_a_boid(const vol_grid *grid, uint32_t ranges, uint32_t boids) {
    uint64_t pairs = 0;
    for (uint32_t range = 0; range < ranges; range++) {
        pairs += grid->pairs[range];
    }
    return boids > 0 ? (double)pairs / boids : 0;
}

double vol_grid_count(vol_grid_job *job, vol_crew *crew) {
    vol_grid *grid = job->grid;
    sorting s = sorting_of(job, crew);
    vol_crew_run(crew, s.shares, count_share, &s);
    vol_crew_run(crew, s.ranges, total_range, &s);
    uint32_t sum = 0;
    for (uint32_t range = 0; range < s.ranges; range++) {
        uint32_t here = grid->total[range];
        grid->total[range] = sum;
        sum += here;
    }
    grid->start[s.cells] = sum;
    vol_crew_run(crew, s.ranges, place_range, &s);
    return pairs_a_boid(grid, s.ranges, job->count);
}

void vol_grid_finish(vol_grid_job *job, vol_crew *crew) {
    sorting s = sorting_of(job, crew);
    vol_crew_run(crew, s.shares, scatter_share, &s);
    vol_crew_run(crew, s.ranges, finish_range, &s);
}

void vol_grid_sort(vol_grid_job *job, vol_crew *crew) {
    vol_grid_count(job, crew);
    vol_grid_finish(job, crew);
}

static void add_run(const vol_grid *grid, vol_batch *batch, vol_group *group, uint32_t first_cell, uint32_t last_cell,
                    const double shift[3]) {
    uint32_t begin = grid->start[first_cell], end = grid->start[last_cell + 1];
    if (begin < end) {
        batch->run[group->runs_end++] = (vol_run){begin, end, {shift[0], shift[1], shift[2]}};
    }
}

/* The cells x0 - 1 to x1 + 1 of one row, which starts with cell `row`. */
static void add_row(const vol_grid *grid, vol_batch *batch, vol_group *group, uint32_t row, uint32_t x0, uint32_t x1,
                    double shift[3]) {
    uint32_t last = grid->cells.number[0] - 1;
    bool wraps = grid->cells.torus || grid->period[0] > 0;
    if (wraps && x0 == 0) {
        shift[0] = -grid->period[0];
        add_run(grid, batch, group, row + last, row + last, shift);
    }
    shift[0] = 0;
    add_run(grid, batch, group, row + (x0 > 0 ? x0 - 1 : 0), row + (x1 < last ? x1 + 1 : last), shift);
    if (wraps && x1 == last) {
        shift[0] = grid->period[0];
        add_run(grid, batch, group, row, row, shift);
    }
}

/* Row or layer number `at + step`, going round where the world does; false if there is none. */
static bool neighbour_row(const vol_grid *grid, int axis, uint32_t at, int step, uint32_t *row, double *shift) {
    uint32_t number = grid->cells.number[axis];
    bool wraps = grid->cells.torus || grid->period[axis] > 0;
    bool below = step < 0 && at == 0, above = step > 0 && at == number - 1;
    if ((below || above) && !wraps) {
        return false;
    }
    *shift = below ? -grid->period[axis] : above ? grid->period[axis] : 0;
    *row = below ? number - 1 : above ? 0 : (uint32_t)((int64_t)at + step);
    return true;
}

static void add_rows(const vol_grid *grid, vol_batch *batch, vol_group *group, uint32_t row, uint32_t x0, uint32_t x1) {
    const uint32_t *number = grid->cells.number;
    bool flat = grid->cells.dimensions == 2;
    for (int dz = flat ? 0 : -1; dz <= (flat ? 0 : 1); dz++) {
        double shift[3] = {0, 0, 0};
        uint32_t y, z = 0;
        if (!flat && !neighbour_row(grid, 2, row / number[1], dz, &z, &shift[2])) {
            continue;
        }
        for (int dy = -1; dy <= 1; dy++) {
            if (neighbour_row(grid, 1, row % number[1], dy, &y, &shift[1])) {
                add_row(grid, batch, group, (z * number[1] + y) * number[0], x0, x1, shift);
            }
        }
    }
}

/* Pairs of boids in a cell and in those around it, for a range of rows; what is round the world along a row is left out. */
static void pairs_range(void *context, uint32_t range, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    vol_grid *grid = s->job->grid;
    const uint32_t *number = grid->cells.number, across = number[0], rows = s->cells / across;
    const bool flat = grid->cells.dimensions == 2;
    uint64_t pairs = 0;
    for (uint32_t row = vol_part(rows, range, s->ranges); row < vol_part(rows, range + 1, s->ranges); row++) {
        const uint32_t *here = grid->start + (size_t)row * across;
        for (int way = flat ? 3 : 0; way < (flat ? 6 : 9); way++) {
            double shift;
            uint32_t y, z = 0;
            if ((!flat && !neighbour_row(grid, 2, row / number[1], way / 3 - 1, &z, &shift)) ||
                !neighbour_row(grid, 1, row % number[1], way % 3 - 1, &y, &shift)) {
                continue;
            }
            const uint32_t *there = grid->start + ((size_t)z * number[1] + y) * across;
            for (uint32_t x = 0; x < across; x++) {
                uint32_t near = there[x + 2 < across ? x + 2 : across] - there[x > 0 ? x - 1 : 0];
                pairs += (uint64_t)(here[x + 1] - here[x]) * near;
            }
        }
    }
    grid->pairs[range] = pairs;
}

double vol_grid_candidates(vol_grid_job *job, vol_crew *crew) {
    sorting s = sorting_of(job, crew);
    vol_crew_run(crew, s.ranges, pairs_range, &s);
    return pairs_a_boid(job->grid, s.ranges, job->count);
}

void vol_grid_groups(const vol_grid *grid, uint32_t first, uint32_t end, uint32_t width, vol_batch *batch) {
    const uint32_t across = grid->cells.number[0];
    uint32_t runs = 0;
    for (uint32_t i = first; i < end && batch->groups < VOL_BATCH_GROUPS;) {
        uint32_t row = grid->slot_cell[i] / across, row_start = row * across;
        uint32_t stop = grid->start[row_start + across];
        stop = stop < end ? stop : end;
        stop = stop - i < width ? stop : i + width;
        uint32_t x0 = grid->slot_cell[i] - row_start, x1 = grid->slot_cell[stop - 1] - row_start;
        while (grid->cells.torus && x1 - x0 + 3 > across) { /* else a cell would be looked at twice */
            x1 = grid->slot_cell[--stop - 1] - row_start;
        }
        vol_group *group = &batch->group[batch->groups++];
        *group = (vol_group){i, stop - i, runs, runs};
        add_rows(grid, batch, group, row, x0, x1);
        runs = group->runs_end;
        batch->count += group->count;
        i = stop;
    }
}
