/* The uniform grid: boids sorted by cell and, within a cell, by id; neighbours are in the adjoining cells.
 *
 * Cells are at least as wide as the farthest-reaching rule. Three kinds of world, one code: in a bounded world boids
 * outside belong to the border cells; in a wrapping world with images, rows go on at the other end with a shift; an
 * unbounded world is folded onto a torus of cells, where far-away boids share a cell and are told apart by distance.
 */
#include "index/index.h"

#include "core/memory.h"

#include <string.h>

/* The most cells a grid has for so many boids. The lattice must follow from the world, the reach and the number of
 * boids alone, never from how much memory a flock happens to have: the order of its sums depends on it. */
static uint32_t cells_for(uint32_t boids) {
    return boids < 64 ? 64 : boids;
}

/* Up to so many counts, of every cell and worker, a flock has memory of its own for: then shares need not wait for each
 * other to know where theirs lie. That is 8 MB; flocks with more have no need to spare a few microseconds. */
enum { VOL_COUNTS_MOST = 1 << 21 };

static size_t own_counts(uint32_t cells, uint32_t workers) {
    const size_t counts = (size_t)cells * workers;
    return workers > 1 && counts <= VOL_COUNTS_MOST ? counts : 0;
}

bool vol_grid_allocate(vol_grid *grid, uint32_t capacity, uint32_t workers, const vol_allocator *allocator) {
    uint32_t cells = cells_for(capacity);
    memset(grid, 0, sizeof *grid);
    grid->cells_most = cells;
    grid->start = vol_allocate(allocator, (size_t)cells + 1, sizeof *grid->start);
    grid->cell = vol_allocate(allocator, capacity, sizeof *grid->cell);
    grid->share = vol_allocate(allocator, workers, sizeof *grid->share);
    const size_t counts = own_counts(cells, workers);
    grid->count = counts > 0 ? vol_allocate(allocator, counts, sizeof *grid->count) : NULL;
    if (grid->start && grid->cell && grid->share && (counts == 0 || grid->count)) {
        return true;
    }
    vol_grid_release(grid, capacity, workers, allocator);
    return false;
}

void vol_grid_release(vol_grid *grid, uint32_t capacity, uint32_t workers, const vol_allocator *allocator) {
    vol_release(allocator, grid->start, (size_t)grid->cells_most + 1, sizeof *grid->start);
    vol_release(allocator, grid->cell, capacity, sizeof *grid->cell);
    vol_release(allocator, grid->share, workers, sizeof *grid->share);
    vol_release(allocator, grid->count, own_counts(grid->cells_most, workers), sizeof *grid->count);
    memset(grid, 0, sizeof *grid);
}

/* A torus of about as many cells as boids, a power of two along each axis, for worlds without end. */
static void choose_unbounded(vol_cells *cells, const vol_search_need *need, double width) {
    cells->torus = true;
    for (int c = 0; c < 3; c++) {
        cells->number[c] = c < cells->dimensions ? 4 : 1;
        cells->per_length[c] = 1 / width;
    }
    uint32_t total = cells->dimensions == 3 ? 64 : 16;
    for (int c = 0; total * 2 <= cells_for(need->count) && total < need->count; c = (c + 1) % cells->dimensions) {
        cells->number[c] *= 2;
        total *= 2;
    }
}

/* Cells that fill the world exactly; widened until there are no more of them than boids. */
static void choose_bounded(vol_cells *cells, const vol_search_need *need, double width) {
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
    } while (total > cells_for(need->count));
    cells->torus = false;
}

bool vol_grid_lattice(const vol_search_need *need, vol_cells *cells) {
    const bool periodic = need->world->images && need->world->boundary != VOL_BOUNDARY_OPEN;
    double longest = 0, rounding = 0;
    cells->dimensions = need->world->dimensions;
    for (int c = 0; c < 3; c++) {
        cells->period[c] = periodic && c < need->world->dimensions ? need->world->size[c] : 0;
        cells->slack[c] = cells->period[c] > 0 ? vol_edge_rounding(need->world, c, 0x1p-18) : 0;
    }
    for (int c = 0; c < need->world->dimensions; c++) {
        const double along = vol_edge_rounding(need->world, c, 0x1p-22);
        longest = need->world->size[c] > longest ? need->world->size[c] : longest;
        rounding = along > rounding ? along : rounding;
    }
    /* A little wider than the reach, so that rounding cannot put two boids in reach two cells apart: that of distances,
     * and across an edge that of the world's size and of places shifted by it, in single precision. */
    double width = need->reach * (1 + 0x1p-10), across = need->reach + rounding;
    width = need->world->images && across > width ? across : width;
    width = width > longest * 1e-6 ? width : longest * 1e-6;
    if (need->world->boundary == VOL_BOUNDARY_OPEN) {
        choose_unbounded(cells, need, width);
        return true;
    }
    choose_bounded(cells, need, width);
    for (int c = 0; c < need->world->dimensions; c++) {
        if (need->world->images && cells->number[c] < 3) {
            return false; /* the same boid would be seen twice */
        }
    }
    return true;
}

bool vol_grid_choose(vol_grid *grid, const vol_search_need *need) {
    grid->reach = need->reach;
    memcpy(grid->cells.low, need->world->origin, sizeof grid->cells.low);
    const bool serves = vol_grid_lattice(need, &grid->cells);
    grid->window = vol_window_of(&grid->cells, need->strip);
    return serves;
}

uint32_t vol_grid_cells(const vol_grid *grid) {
    if (grid->window.part) {
        return vol_window_layers(&grid->window) * grid->window.layer;
    }
    return grid->cells.number[0] * grid->cells.number[1] * (grid->cells.dimensions == 3 ? grid->cells.number[2] : 1);
}

/* Cells with more boids than VOL_CELL_FEW are sorted in a way for many; so many slots are tested before cells are
 * sorted. */
enum { VOL_CELL_FEW = 16, VOL_LISTED = 256 };

/* The room of the job begins with the cell of each slot before sorting; the rest of it are counts. */
typedef struct sorting {
    vol_sort_job *job;
    uint32_t *cell;  /* of each slot before sorting */
    uint32_t *count; /* of each share, for the cells from its first to its last: boids, then where its next one goes */
    uint32_t shares; /* the boids are counted in this many shares */
    uint32_t cells;
    uint32_t ranges; /* and the cells are summed and finished in this many ranges */
} sorting;

static void count_share(void *context, uint32_t number, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    const vol_share *share = &s->job->grid->share[number];
    const uint32_t *cell = s->cell, first = share->first, end = share->end;
    uint32_t *count = s->count + share->at;
    memset(count, 0, (share->last + 1 - first) * sizeof *count);
    for (uint32_t i = share->begin; i < end; i++) {
        count[cell[i] - first]++;
    }
}

/* The cells of a share's boids, and the first and the last of them. */
static void bin_share(void *context, uint32_t number, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    const uint32_t begin = vol_part(s->job->count, number, s->shares),
                   end = vol_part(s->job->count, number + 1, s->shares);
    uint32_t *cell = s->cell, first = begin < end ? UINT32_MAX : 1, last = 0;
    s->job->kernels->bin(&s->job->grid->cells, s->job->from, begin, end, cell);
    if (s->job->grid->window.part) {
        vol_window_cells(&s->job->grid->window, cell, begin, end);
    }
    s->job->kernels->span(cell, begin, end, &first, &last);
    s->job->grid->share[number] = (vol_share){begin, end, first, last, (size_t)number * s->cells + first};
    if (s->job->grid->count) {
        count_share(context, number, worker);
    }
}

/* Gives every share room for the counts of its cells; false if there is not enough. */
static bool lay_counts(const sorting *s) {
    size_t at = 0;
    for (uint32_t i = 0; i < s->shares; i++) {
        vol_share *share = &s->job->grid->share[i];
        share->at = at;
        at += (size_t)share->last + 1 - share->first;
    }
    return at <= s->job->room_bytes / sizeof *s->count - s->job->count;
}

/* Makes one share of every two, which need less room: cells that both are in are counted once. */
static void join_shares(sorting *s) {
    vol_share *share = s->job->grid->share;
    for (uint32_t i = 0; i < s->shares; i += 2) {
        vol_share both = share[i], other = share[i + 1 < s->shares ? i + 1 : i];
        both.end = other.end;
        both.first = other.first < both.first ? other.first : both.first;
        both.last = other.last > both.last ? other.last : both.last;
        share[i / 2] = both;
    }
    s->shares = (s->shares + 1) / 2;
}

/* Some cells. */
typedef struct stretch {
    uint32_t begin, end;
} stretch;

static stretch range_of(const sorting *s, uint32_t range) {
    return (stretch){vol_part(s->cells, range, s->ranges), vol_part(s->cells, range + 1, s->ranges)};
}

/* The cells whose pairs this process counts: every cell is of one process. */
static stretch counted_cells(const vol_grid *grid, uint32_t cells) {
    const vol_window *w = &grid->window;
    uint32_t first = 0;
    if (!w->part) {
        return (stretch){0, cells};
    }
    vol_window_layer(w, w->first, &first);
    return (stretch){first * w->layer, (first + w->beyond - w->first) * w->layer};
}

/* The cells of a range that a share is in, and its counts of them. */
static uint32_t *counts_in(const sorting *s, uint32_t number, stretch range, stretch *in) {
    const vol_share *share = &s->job->grid->share[number];
    in->begin = share->first > range.begin ? share->first : range.begin;
    in->end = share->last < range.end ? share->last + 1 : range.end;
    return in->begin < in->end ? s->count + share->at + (in->begin - share->first) : NULL;
}

static void total_range(void *context, uint32_t range, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    const stretch cells = range_of(s, range);
    uint32_t sum = 0;
    for (uint32_t share = 0; share < s->shares; share++) {
        stretch in;
        const uint32_t *count = counts_in(s, share, cells, &in);
        for (uint32_t c = in.begin; c < in.end; c++) {
            sum += *count++;
        }
    }
    s->job->grid->total[range] = sum;
}

/* From counts to places: where each cell starts, and where each share's boids of that cell go. First start[c] is how
 * many there are in cell c, share by share, and a share's count of it how many the shares before have there; cells that
 * a share is not in are skipped. */
static void place_range(void *context, uint32_t range, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    vol_grid *grid = s->job->grid;
    const stretch cells = range_of(s, range);
    stretch in;
    uint32_t *start = grid->start, at = grid->total[range];
    uint64_t squares = 0; /* pairs within cells */
    memset(start + cells.begin, 0, (cells.end - cells.begin) * sizeof *start);
    for (uint32_t share = 0; share < s->shares; share++) {
        uint32_t *count = counts_in(s, share, cells, &in);
        for (uint32_t c = in.begin; c < in.end; c++, count++) {
            uint32_t here = *count;
            *count = start[c];
            start[c] += here;
        }
    }
    const stretch counted = counted_cells(grid, s->cells);
    for (uint32_t c = cells.begin; c < cells.end; c++) {
        uint32_t here = start[c];
        squares += c >= counted.begin && c < counted.end ? (uint64_t)here * here : 0;
        start[c] = at;
        at += here;
    }
    for (uint32_t share = 0; share < s->shares; share++) {
        uint32_t *count = counts_in(s, share, cells, &in);
        for (uint32_t c = in.begin; c < in.end; c++) {
            *count++ += start[c];
        }
    }
    grid->pairs[range] = squares;
}

static void scatter_share(void *context, uint32_t number, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    const vol_sort_job *job = s->job;
    const vol_share *share = &job->grid->share[number];
    const uint32_t first = share->first, end = share->end;
    uint32_t *next = s->count + share->at;
    for (uint32_t i = share->begin; i < end; i++) {
        uint32_t cell = s->cell[i], slot = next[cell - first]++;
        job->order[slot] = i;
        job->grid->cell[slot] = cell;
        if (job->id) {
            job->id_sorted[slot] = job->id[i];
        }
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

/* A usual cell has a few boids, which were in this order in the last step or nearly so; a crowded one is sorted by
 * Shell's method. */
void vol_sort_by_id(uint32_t *slot, uint32_t count, const uint32_t *id) {
    static const uint32_t gaps[] = {427396, 170958, 68383, 27353, 10941, 4376, 1750, 701, 301, 132, 57, 23, 10, 4};
    for (size_t g = 0; count > 12 && g < sizeof gaps / sizeof *gaps; g++) {
        if (gaps[g] < count) {
            sort_by_gap(slot, count, id, gaps[g]);
        }
    }
    sort_by_gap(slot, count, id, 1);
}

/* The boids of a cell by id. There are a few, nearly in order. */
static void sort_cell(const vol_sort_job *job, uint32_t cell) {
    uint32_t *from = job->order, *id = job->id_sorted;
    const uint32_t first = job->grid->start[cell], last = job->grid->start[cell + 1];
    if (last - first > VOL_CELL_FEW) {
        vol_sort_by_id(from + first, last - first, job->id);
        for (uint32_t slot = first; slot < last; slot++) {
            id[slot] = job->id[from[slot]];
        }
        return;
    }
    for (uint32_t i = first + 1; i < last; i++) {
        uint32_t taken = from[i], key = id[i], at = i;
        for (; at > first && id[at - 1] > key; at--) {
            id[at] = id[at - 1];
            from[at] = from[at - 1];
        }
        id[at] = key;
        from[at] = taken;
    }
}

/* Within a cell boids are in order of their ids already, unless boids have come from another cell. Which cells these
 * are is unpredictable, and a mispredicted branch costs time: so they are listed without one, then sorted. */
static void sort_ids(const vol_sort_job *job, uint32_t begin, uint32_t end) {
    const uint32_t *cell = job->grid->cell, *id = job->id_sorted;
    uint32_t list[VOL_LISTED + 1] = {0}, done = VOL_NONE;
    for (uint32_t i = begin + 1; i < end;) {
        uint32_t count = 0, stop = end - i < VOL_LISTED ? end : i + VOL_LISTED;
        for (; i < stop; i++) {
            list[count] = cell[i];
            count += (id[i - 1] > id[i]) & (cell[i - 1] == cell[i]);
        }
        for (uint32_t k = 0; k < count; k++) {
            if (list[k] != done) {
                done = list[k];
                sort_cell(job, done);
            }
        }
    }
}

static void finish_range(void *context, uint32_t range, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    const vol_sort_job *job = s->job;
    const stretch cells = range_of(s, range);
    const uint32_t begin = job->grid->start[cells.begin], end = job->grid->start[cells.end];
    if (job->id) {
        sort_ids(job, begin, end);
    }
    if (job->wide) {
        job->kernels->gather_wide(job->from, job->wide, job->order, begin, end);
    } else {
        job->kernels->gather(job->from, job->to, job->order, begin, end);
    }
}

static sorting sorting_of(vol_sort_job *job, const vol_crew *crew) {
    const bool alone = job->count < VOL_SORT_ALONE;
    const uint32_t shares = !job->grid->count ? vol_shares(job->count, crew->workers) : alone ? 1 : crew->workers;
    return (sorting){.job = job,
                     .cell = job->room,
                     .count = job->grid->count ? job->grid->count : (uint32_t *)job->room + job->count,
                     .shares = shares,
                     .cells = vol_grid_cells(job->grid),
                     .ranges = alone ? 1 : VOL_RANGES};
}

static uint64_t all_pairs(const vol_grid *grid, uint32_t ranges) {
    uint64_t pairs = 0;
    for (uint32_t range = 0; range < ranges; range++) {
        pairs += grid->pairs[range];
    }
    return pairs;
}

uint64_t vol_grid_count(vol_sort_job *job, vol_crew *crew) {
    vol_grid *grid = job->grid;
    sorting s = sorting_of(job, crew);
    vol_crew_run(crew, s.shares, bin_share, &s);
    while (!grid->count && !lay_counts(&s)) {
        join_shares(&s);
    }
    grid->shares = s.shares;
    if (!grid->count) {
        vol_crew_run(crew, s.shares, count_share, &s);
    }
    vol_crew_run(crew, s.ranges, total_range, &s);
    uint32_t sum = 0;
    for (uint32_t range = 0; range < s.ranges; range++) {
        uint32_t here = grid->total[range];
        grid->total[range] = sum;
        sum += here;
    }
    grid->start[s.cells] = sum;
    vol_crew_run(crew, s.ranges, place_range, &s);
    return all_pairs(grid, s.ranges);
}

void vol_grid_finish(vol_sort_job *job, vol_crew *crew) {
    sorting s = sorting_of(job, crew);
    job->grid->resorted = vol_grid_resort(job, s.cells, s.ranges, crew);
    if (!job->grid->resorted) {
        s.shares = job->grid->shares;
        vol_crew_run(crew, s.shares, scatter_share, &s);
        vol_crew_run(crew, s.ranges, finish_range, &s);
    }
    job->grid->sorted = job->id ? job->count : 0;
}

void vol_grid_sort(vol_sort_job *job, vol_crew *crew) {
    vol_grid_count(job, crew);
    vol_grid_finish(job, crew);
}

/* A row of cells and the up to nine around it, with the shifts through which they are seen: the same for all groups of
 * the row. */
typedef struct rows_around {
    uint32_t row; /* which one, or VOL_NONE */
    int count;
    bool straight; /* none of them is seen through a shift */
    struct {
        const uint32_t *start; /* of its first cell */
        double shift[3];
    } around[9];
} rows_around;

/* The first cell of the row `y` in the layer `z` (in the plane 0), or NULL if it is not here. */
static const uint32_t *row_start(const vol_grid *grid, uint32_t y, uint32_t z) {
    const vol_cells *cells = &grid->cells;
    uint32_t here, row;
    if (cells->dimensions == 2) {
        return vol_window_layer(&grid->window, y, &row) ? grid->start + (size_t)row * cells->number[0] : NULL;
    }
    return vol_window_layer(&grid->window, z, &here)
               ? grid->start + ((size_t)here * cells->number[1] + y) * cells->number[0]
               : NULL;
}

/* Where row number `row` of those that are here is. */
static void place_of_row(const vol_grid *grid, uint32_t row, uint32_t *y, uint32_t *z) {
    const uint32_t across = grid->cells.number[1];
    const bool flat = grid->cells.dimensions == 2;
    *y = flat ? vol_window_layer_of(&grid->window, row) : row % across;
    *z = flat ? 0 : vol_window_layer_of(&grid->window, row / across);
}

static void find_rows(const vol_grid *grid, uint32_t row, rows_around *rows) {
    const bool flat = grid->cells.dimensions == 2;
    uint32_t at_y, at_z;
    place_of_row(grid, row, &at_y, &at_z);
    rows->row = row;
    rows->count = 0;
    rows->straight = true;
    for (int dz = flat ? 0 : -1; dz <= (flat ? 0 : 1); dz++) {
        double shift[3] = {0, 0, 0};
        uint32_t y, z = 0;
        if (!flat && !neighbour_row(&grid->cells, 2, at_z, dz, &z, &shift[2])) {
            continue;
        }
        for (int dy = -1; dy <= 1; dy++) {
            const uint32_t *start =
                neighbour_row(&grid->cells, 1, at_y, dy, &y, &shift[1]) ? row_start(grid, y, z) : NULL;
            if (start) {
                rows->around[rows->count].start = start;
                memcpy(rows->around[rows->count++].shift, shift, sizeof shift);
                rows->straight = rows->straight && shift[1] == 0 && shift[2] == 0;
            }
        }
    }
}

/* Where runs are put, and how many boids are in them. */
typedef struct runs_made {
    const vol_boids *own;
    vol_run *run;
    uint32_t candidates;
} runs_made;

static inline void add_run(runs_made *made, const uint32_t *start, uint32_t first, uint32_t end, const double shift[3],
                           double along) {
    const uint32_t begin = start[first], stop = start[end];
    *made->run = (vol_run){made->own, begin, stop, {along, shift[1], shift[2]}};
    made->candidates += stop - begin;
    made->run += begin < stop;
}

/* The cells x0 - 1 to x1 + 1 of the rows around. */
static void add_rows(const vol_cells *cells, const rows_around *rows, bool wraps, uint32_t x0, uint32_t x1,
                     runs_made *to) {
    const uint32_t across = cells->number[0];
    const bool below = wraps && x0 == 0, above = wraps && x1 == across - 1;
    const uint32_t first = x0 > 0 ? x0 - 1 : 0, end = x1 + 2 < across ? x1 + 2 : across;
    runs_made made = *to;
    for (int r = 0; r < rows->count; r++) {
        const uint32_t *start = rows->around[r].start;
        const double *shift = rows->around[r].shift;
        if (below) {
            add_run(&made, start, across - 1, across, shift, -cells->period[0]);
        }
        add_run(&made, start, first, end, shift, 0);
        if (above) {
            add_run(&made, start, 0, 1, shift, cells->period[0]);
        }
    }
    *to = made;
}

/* Pairs of boids in a cell and in those around it, for a range of rows; what is round the world along a row is left
 * out. */
static void pairs_range(void *context, uint32_t range, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    vol_grid *grid = s->job->grid;
    const uint32_t across = grid->cells.number[0], rows = s->cells / across;
    const bool flat = grid->cells.dimensions == 2;
    const stretch counted = counted_cells(grid, s->cells);
    uint64_t pairs = 0;
    for (uint32_t row = vol_part(rows, range, s->ranges); row < vol_part(rows, range + 1, s->ranges); row++) {
        const uint32_t *here = grid->start + (size_t)row * across;
        uint32_t at_y, at_z;
        place_of_row(grid, row, &at_y, &at_z);
        const bool is_counted = row * across >= counted.begin && row * across < counted.end;
        for (int way = flat ? 3 : 0; is_counted && way < (flat ? 6 : 9); way++) {
            double shift;
            uint32_t y, z = 0;
            if ((!flat && !neighbour_row(&grid->cells, 2, at_z, way / 3 - 1, &z, &shift)) ||
                !neighbour_row(&grid->cells, 1, at_y, way % 3 - 1, &y, &shift)) {
                continue;
            }
            const uint32_t *there = row_start(grid, y, z);
            for (uint32_t x = 0; there && x < across; x++) {
                uint32_t near = there[x + 2 < across ? x + 2 : across] - there[x > 0 ? x - 1 : 0];
                pairs += (uint64_t)(here[x + 1] - here[x]) * near;
            }
        }
    }
    grid->pairs[range] = pairs;
}

uint64_t vol_grid_count_around(vol_sort_job *job, vol_crew *crew) {
    sorting s = sorting_of(job, crew);
    vol_crew_run(crew, s.ranges, pairs_range, &s);
    return all_pairs(job->grid, s.ranges);
}

void vol_grid_groups(const vol_grid *grid, const vol_boids *own, uint32_t first, uint32_t end, uint32_t width,
                     vol_batch *batch) {
    const uint32_t across = grid->cells.number[0], *cell = grid->cell;
    const bool wraps = grid->cells.torus || grid->cells.period[0] > 0;
    runs_made made = {own, batch->run, 0};
    uint32_t row_start = 0, row_end = 0; /* cells */
    rows_around rows = {.row = VOL_NONE};
    for (uint32_t i = first; i < end && batch->groups < VOL_BATCH_GROUPS;) {
        if (rows.row == VOL_NONE || cell[i] >= row_end) {
            find_rows(grid, cell[i] / across, &rows);
            row_start = rows.row * across;
            row_end = row_start + across;
        }
        uint32_t stop = grid->start[row_end];
        stop = stop < end ? stop : end;
        stop = stop - i < width ? stop : i + width;
        uint32_t x0 = cell[i] - row_start, x1 = cell[stop - 1] - row_start;
        while (grid->cells.torus && x1 - x0 + 3 > across) { /* else a cell would be listed twice */
            x1 = cell[--stop - 1] - row_start;
        }
        const uint32_t begin = (uint32_t)(made.run - batch->run);
        made.candidates = 0;
        add_rows(&grid->cells, &rows, wraps, x0, x1, &made);
        batch->group[batch->groups++] =
            (vol_group){.first = i,
                        .count = stop - i,
                        .runs_begin = begin,
                        .runs_end = (uint32_t)(made.run - batch->run),
                        .reach = grid->reach,
                        .candidates = made.candidates,
                        .straight = rows.straight && !(wraps && (x0 == 0 || x1 == across - 1))};
        batch->count += stop - i;
        i = stop;
    }
}
