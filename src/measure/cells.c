/* Measures of who is near, over a uniform grid: the fast way, for boids that are spread about evenly. Sorted by the code
 * that sorts for a step, into memory of the meter, over the box that the boids lie in now.
 *
 * Distances are those that neighbours.c computes, bit for bit, and cells only leave out what provably does not matter, so
 * both ways give the same answers. Where cells would be crowded, or are too few, neighbours.c takes over with its tree. */
#include "measure/forest.h"
#include "measure/meter.h"

#include <math.h>
#include <string.h>

#define ROUNDING 0x1p-20 /* more than the share of a cell's width by which rounding may move a boid */
enum { PIECE_BOIDS = 4096, PIECE_CELLS = 4096, FEW = 16, WAYS_MOST = (5 * 5 * 5 - 1) / 2 };

/* From a cell to another around it. */
typedef struct way {
    int step[3];
    int64_t back;     /* how many cells that is, where the world has no edge between */
    double distance2; /* in cells, squared */
} way;

/* What the pieces of a search share. */
typedef struct cell_search {
    vol_meter *meter;
    const vol_grid *grid;
    vol_state sorted;
    int dimensions;
    double period[3];       /* INFINITY where nothing comes again */
    double width[3], least; /* of cells, and of their widths */
    double diagonal;        /* no boid is farther from another */
    uint32_t cells;

    double radius2;
    int around; /* so many cells along each axis may have somebody within the radius */
    bool tight; /* all in a cell are within the radius of each other */
    int ways;
    way way[WAYS_MOST];
} cell_search;

static double square_between(const cell_search *s, uint32_t i, uint32_t j) {
    double square = 0;
    for (int c = 0; c < s->dimensions; c++) {
        const double *at = s->meter->sorted[c];
        double d = fabs(at[j] - at[i]), round = s->period[c] - d;
        d = round < d ? round : d;
        square += d * d;
    }
    return square;
}

/* The box that is divided into cells, as a world, and where it begins. */
static vol_world_def box_around(const vol_meter *meter, double low[3]) {
    vol_world_def box = meter->world->def;
    bool periodic = meter->space.periodic;
    box.boundary = periodic ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_CLAMP;
    box.images = periodic;
    for (int c = 0; c < box.dimensions; c++) {
        double side = periodic ? meter->space.period[c] : meter->high[c] - meter->low[c];
        low[c] = periodic ? meter->space.low[c] : meter->low[c];
        box.size[c] = side > 0 ? side : 1;
    }
    return box;
}

/* Chooses cells at least `width` wide; false if there can be none. */
static bool choose_cells(vol_meter *meter, double width, cell_search *s) {
    vol_grid *grid = &meter->search.grid;
    double low[3] = {0, 0, 0};
    const vol_world_def box = box_around(meter, low);
    const vol_search_need need = {.world = &box, .reach = width, .count = meter->tree.count};
    meter->search.kind = VOL_INDEX_GRID;
    memcpy(grid->cells.low, low, sizeof low);
    if (!vol_grid_choose(grid, &need)) {
        return false;
    }
    *s = (cell_search){.meter = meter, .grid = grid, .dimensions = box.dimensions, .least = INFINITY, .cells = 1};
    for (int c = 0; c < s->dimensions; c++) {
        s->sorted.position[c] = meter->sorted[c];
        s->period[c] = meter->space.periodic ? meter->space.period[c] : INFINITY;
        s->width[c] = 1 / grid->cells.per_length[c];
        s->least = s->width[c] < s->least ? s->width[c] : s->least;
        s->diagonal += box.size[c];
        s->cells *= grid->cells.number[c];
    }
    return true;
}

static void sort_boids(const cell_search *s) {
    vol_meter *meter = s->meter;
    const vol_state from = {.position = {meter->position[0], meter->position[1], meter->position[2]}};
    vol_grid_job job = {.grid = &meter->search.grid,
                        .kernels = meter->kernels,
                        .from = &from,
                        .to = &s->sorted,
                        .id = meter->number,
                        .id_sorted = meter->number_sorted,
                        .count = meter->tree.count};
    vol_grid_sort(&job, &meter->world->crew);
}

/* Does a boid share its cell with more than `most`, itself counted, on average? */
static bool are_crowded(const cell_search *s, double most) {
    double squares = 0;
    for (uint32_t cell = 0; cell < s->cells; cell++) {
        double here = s->grid->start[cell + 1] - s->grid->start[cell];
        squares += here * here;
    }
    return squares > most * s->meter->tree.count;
}

/* The square of the distance from boid `i` to the nearest of those from begin to end - 1, or `least`. */
static double least_of(const cell_search *s, uint32_t i, uint32_t begin, uint32_t end, double least) {
    for (uint32_t j = begin; j < end; j++) {
        double square = square_between(s, i, j);
        least = square < least && j != i ? square : least;
    }
    return least;
}

/* Looks farther and farther; INFINITY if that comes to too many rows of cells. */
static double look_farther(const cell_search *s, uint32_t i) {
    const vol_guest_run all = {&s->sorted, NULL, 0, s->meter->tree.count};
    double at[3] = {0, 0, 0};
    for (int c = 0; c < s->dimensions; c++) {
        at[c] = s->meter->sorted[c][i] - s->grid->cells.low[c];
    }
    double reach = 0.75 * s->least;
    while (reach < s->diagonal) {
        reach *= 2;
        vol_guests guests;
        double least = INFINITY;
        guests.count = 0;
        if (!vol_grid_box(s->grid, &all, at, at, reach, &guests)) {
            break;
        }
        for (uint32_t r = 0; r < guests.count; r++) {
            least = least_of(s, i, guests.run[r].begin, guests.run[r].end, least);
        }
        if (least <= reach * reach) {
            return least;
        }
    }
    return INFINITY;
}

/* Whoever is not in the cells around is farther than a cell is wide. */
static void nearest_piece(void *context, uint32_t piece, uint32_t worker) {
    const cell_search *s = context;
    vol_meter *meter = s->meter;
    vol_batch *batch = &meter->world->workers[worker]->batch;
    uint32_t count = meter->tree.count, begin = piece * PIECE_BOIDS;
    uint32_t end = count - begin < PIECE_BOIDS ? count : begin + PIECE_BOIDS;
    for (uint32_t at = begin; at < end; at += batch->count) {
        vol_search_groups(&meter->search, count, at, end, meter->kernels->width, batch);
        for (uint32_t g = 0; g < batch->groups; g++) {
            meter->kernels->nearest_of(&s->sorted, s->dimensions, s->period, &batch->group[g], batch->run,
                                       meter->nearest);
        }
    }
    const double proven = s->least * (1 - ROUNDING), proven2 = proven * proven;
    for (uint32_t i = begin; i < end; i++) {
        if (!(meter->nearest[i] <= proven2)) {
            meter->nearest[i] = look_farther(s, i);
        }
    }
    for (uint32_t i = begin; i < end; i++) {
        meter->nearest[i] = sqrt(meter->nearest[i]);
    }
}

/* A few who are far from all others look at everybody; false if they are more. */
static bool finish_far(const cell_search *s) {
    vol_meter *meter = s->meter;
    uint32_t far[FEW], found = 0, count = meter->tree.count;
    for (uint32_t i = 0; i < count; i++) {
        if (meter->nearest[i] == INFINITY) {
            if (found == FEW) {
                return false;
            }
            far[found++] = i;
        }
    }
    for (uint32_t f = 0; f < found; f++) {
        meter->nearest[far[f]] = sqrt(least_of(s, far[f], 0, count, INFINITY));
    }
    return true;
}

/* As wide as a boid would have room if all had the same, or a little more: the nearest is mostly in the cells around. */
static double nearest_width(const vol_meter *meter) {
    double low[3], volume = 1, longest = 0;
    const vol_world_def box = box_around(meter, low);
    for (int c = 0; c < box.dimensions; c++) {
        volume *= box.size[c];
        longest = box.size[c] > longest ? box.size[c] : longest;
    }
    double room = volume / meter->tree.count, root, next = longest;
    do { /* from above down to the cube root */
        root = next;
        next = (2 * root + room / (root * root)) / 3;
    } while (box.dimensions == 3 && next < root);
    return 1.25 * (box.dimensions == 3 ? root : sqrt(room));
}

bool vol_meter_nearest_by_cells(vol_meter *meter) {
    cell_search s;
    if (!choose_cells(meter, nearest_width(meter), &s)) {
        return false;
    }
    sort_boids(&s);
    if (are_crowded(&s, 12)) {
        return false;
    }
    vol_crew_run(&meter->world->crew, (meter->tree.count + PIECE_BOIDS - 1) / PIECE_BOIDS, nearest_piece, &s);
    return finish_far(&s);
}

static uint32_t piece_end(const cell_search *s, uint32_t piece) {
    uint32_t begin = piece * PIECE_CELLS;
    return s->cells - begin < PIECE_CELLS ? s->cells : begin + PIECE_CELLS;
}

/* Everybody is a group, or every cell where that is one. */
static void plant_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const cell_search *s = context;
    for (uint32_t cell = piece * PIECE_CELLS, end = piece_end(s, piece); cell < end; cell++) {
        uint32_t first = s->grid->start[cell];
        for (uint32_t i = first; i < s->grid->start[cell + 1]; i++) {
            atomic_init(&s->meter->parent[i], s->tight ? first : i);
        }
    }
}

/* Joins whoever is near from two cells; of tight ones one pair is enough. */
static void join_cells(const cell_search *s, uint32_t a, uint32_t b) {
    const uint32_t *start = s->grid->start;
    atomic_uint *parent = s->meter->parent;
    uint32_t a_begin = start[a], a_end = start[a + 1], b_begin = start[b], b_end = start[b + 1];
    if (b_begin == b_end || (s->tight && vol_forest_joined(parent, a_begin, b_begin))) {
        return;
    }
    for (uint32_t i = a_begin; i < a_end; i++) {
        for (uint32_t j = a == b ? i + 1 : b_begin; j < b_end; j++) {
            if (!vol_forest_beside(parent, i, j) && square_between(s, i, j) < s->radius2) {
                vol_forest_unite(parent, i, j);
                if (s->tight) {
                    return;
                }
            }
        }
    }
}

/* The cell that lies so far from `at`, going round where the world does; false if there is none. */
static bool cell_from(const cell_search *s, const int64_t at[3], const way *w, uint32_t *cell) {
    int64_t sum = 0;
    for (int c = s->dimensions - 1; c >= 0; c--) {
        int64_t number = s->grid->cells.number[c], there = at[c] + w->step[c];
        if ((there < 0 || there >= number) && !(s->grid->period[c] > 0)) {
            return false;
        }
        sum = sum * number + (there + number) % number;
    }
    *cell = (uint32_t)sum;
    return true;
}

/* A cell with those around that come before it, the nearest first: with one of these it mostly joins at once, and with the
 * others it is in one group already. */
static void join_around(const cell_search *s, uint32_t cell) {
    const uint32_t *number = s->grid->cells.number, *start = s->grid->start;
    const int64_t row = cell / number[0], at[3] = {cell % number[0], row % number[1], row / number[1]};
    bool inside = true;
    for (int c = 0; c < (s->dimensions == 3 ? 3 : 2); c++) {
        inside = inside && at[c] >= s->around && at[c] < (int64_t)number[c] - s->around;
    }
    for (int w = 0; w < s->ways; w++) {
        uint32_t other = (uint32_t)(cell - s->way[w].back);
        if (inside ? !s->tight || !vol_forest_beside(s->meter->parent, start[cell], start[other])
                   : cell_from(s, at, &s->way[w], &other)) {
            join_cells(s, cell, other);
        }
    }
}

static void join_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const cell_search *s = context;
    for (uint32_t cell = piece * PIECE_CELLS, end = piece_end(s, piece); cell < end; cell++) {
        if (s->grid->start[cell] == s->grid->start[cell + 1]) {
            continue;
        }
        if (!s->tight) {
            join_cells(s, cell, cell);
        }
        join_around(s, cell);
    }
}

/* Adds a way to cells before, in its place by distance, unless nobody there can be within the radius. */
static void add_way(cell_search *s, int x, int y, int z) {
    const uint32_t *number = s->grid->cells.number;
    way w = {.step = {x, y, z}, .back = -(x + (int64_t)number[0] * (y + (int64_t)number[1] * z))};
    double gap2 = 0;
    for (int c = 0; c < 3; c++) {
        double steps = fabs((double)w.step[c]), gap = steps > 1 ? (steps - 1) * s->width[c] : 0;
        gap2 += gap * gap;
        w.distance2 += steps * steps;
    }
    if (gap2 * (1 - ROUNDING) > s->radius2) {
        return;
    }
    int at = s->ways++;
    for (; at > 0 && s->way[at - 1].distance2 > w.distance2; at--) {
        s->way[at] = s->way[at - 1];
    }
    s->way[at] = w;
}

/* All ways to cells around that come before, or would if the world did not end. */
static void find_ways(cell_search *s) {
    const int k = s->around, deep = s->dimensions == 3 ? k : 0;
    for (int z = -deep; z <= 0; z++) {
        for (int y = -k; y <= (z < 0 ? k : 0); y++) {
            for (int x = -k; x <= (z < 0 || y < 0 ? k : -1); x++) {
                add_way(s, x, y, z);
            }
        }
    }
}

/* Cells so small that all in one are near each other, if there is room for so many; else as wide as the radius. */
static bool choose_for_groups(vol_meter *meter, double radius, cell_search *s) {
    for (int tight = 1; tight >= 0; tight--) {
        double across2 = 0;
        if (!choose_cells(meter, tight ? radius * (meter->space.dimensions == 3 ? 0.52 : 0.64) : radius, s)) {
            return false;
        }
        for (int c = 0; c < s->dimensions; c++) {
            across2 += s->width[c] * s->width[c];
        }
        s->radius2 = radius * radius;
        s->tight = across2 * (1 + ROUNDING) < s->radius2;
        s->around = s->least * (1 - ROUNDING) >= radius ? 1 : 2;
        if (2 * s->least * (1 - ROUNDING) >= radius && (s->tight || s->around == 1)) {
            return true;
        }
    }
    return false;
}

bool vol_meter_join_by_cells(vol_meter *meter, double radius) {
    cell_search s;
    if (!choose_for_groups(meter, radius, &s)) {
        return false;
    }
    sort_boids(&s);
    if (are_crowded(&s, s.tight ? 64 : 12)) {
        return false;
    }
    find_ways(&s);
    uint32_t pieces = (s.cells + PIECE_CELLS - 1) / PIECE_CELLS;
    vol_crew_run(&meter->world->crew, pieces, plant_piece, &s);
    vol_crew_run(&meter->world->crew, pieces, join_piece, &s);
    return true;
}
