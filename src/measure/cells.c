/* Measures of near boids, over a uniform grid: the fast way, for boids that are spread about evenly. Sorted by the
 * code that sorts for a step, into memory of the meter, over the box that the boids lie in now.
 *
 * Distances are those that neighbours.c computes, bit for bit, and cells only leave out what provably does not matter,
 * so both ways give the same answers. Where cells would be crowded, or are too few, neighbours.c takes over with its
 * tree. */
#include "measure/cells.h"
#include "measure/forest.h"

#include <string.h>

#define LEAST_LENGTH 0x1p-900 /* one over less, or its square, may be no number */
enum { PIECE_BOIDS = 4096, FEW = 16 };

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

bool vol_cells_lay(const vol_meter *meter, double width, vol_cells *cells, bool *torn) {
    double low[3] = {0, 0, 0};
    const vol_world_def box = box_around(meter, low);
    const vol_search_need need = {.world = &box, .reach = width, .count = meter->tree.count};
    for (int c = 0; c < box.dimensions; c++) {
        if (!(width > LEAST_LENGTH && box.size[c] > LEAST_LENGTH)) {
            return false;
        }
    }
    memcpy(cells->low, low, sizeof low);
    *torn = !vol_grid_lattice(&need, cells);
    return true;
}

/* Chooses cells at least `width` wide; false if there can be none. */
bool vol_cells_choose(vol_meter *meter, double width, vol_cell_search *s) {
    vol_grid *grid = &meter->search.grid;
    double low[3];
    const vol_world_def box = box_around(meter, low);
    bool torn;
    meter->search.kind = VOL_INDEX_GRID;
    grid->reach = width;
    if (!vol_cells_lay(meter, width, &grid->cells, &torn) || torn) {
        return false;
    }
    *s = (vol_cell_search){.meter = meter, .grid = grid, .dimensions = box.dimensions, .least = INFINITY};
    for (int c = 0; c < s->dimensions; c++) {
        s->sorted.position[c] = meter->sorted[c];
        s->period[c] = meter->space.periodic ? meter->space.period[c] : INFINITY;
        s->width[c] = 1 / grid->cells.per_length[c];
        s->least = s->width[c] < s->least ? s->width[c] : s->least;
        s->diagonal += box.size[c];
    }
    s->cells = vol_grid_cells(grid);
    s->rows = s->cells / grid->cells.number[0];
    return true;
}

/* From the flock itself, or from where vol_meter_locate has put them. */
void vol_cells_sort(const vol_cell_search *s) {
    vol_meter *meter = s->meter;
    const vol_world *world = meter->world;
    vol_state from = {.position = {meter->position[0], meter->position[1], meter->position[2]}};
    if (!meter->located) {
        from = world->backend->view(world, world->flocks[meter->flock_begin]).now;
    }
    vol_sort_job job = {.grid = &meter->search.grid,
                        .kernels = meter->located ? meter->kernels : world->kernels,
                        .from = &from,
                        .wide = meter->sorted,
                        .count = meter->tree.count,
                        .order = meter->order,
                        .room = meter->sorted[0],
                        .room_bytes = meter->sorted_bytes};
    vol_grid_sort(&job, &meter->world->crew);
}

/* Does a boid share its cell with more than `most`, itself counted, on average? */
bool vol_cells_crowded(const vol_cell_search *s, uint64_t most) {
    const uint32_t *start = s->grid->start;
    uint64_t squares = 0;
    for (uint32_t cell = 0; cell < s->cells; cell++) {
        uint64_t here = start[cell + 1] - start[cell];
        squares += here * here;
    }
    return squares > most * s->meter->tree.count;
}

/* The nearest of those that were looked at: the square of its distance, and who it is. */
typedef struct nearest {
    double square;
    uint32_t slot;
} nearest;

/* The nearest to boid `i` of those from begin to end - 1, or what was found before. */
static nearest nearest_of(const vol_cell_search *s, uint32_t i, uint32_t begin, uint32_t end, nearest found) {
    for (uint32_t j = begin; j < end; j++) {
        double square = vol_cells_square(s, i, j);
        if (j != i && (square < found.square || (square == found.square && square < INFINITY &&
                                                 vol_meter_prefers(s->meter, i, j, found.slot)))) {
            found = (nearest){square, j};
        }
    }
    return found;
}

static void put_nearest(const vol_meter *meter, uint32_t i, nearest found) {
    meter->nearest[i] = sqrt(found.square);
    if (meter->partner) {
        meter->partner[i] = found.slot;
    }
}

/* Looks farther and farther; INFINITY if that comes to too many rows of cells. */
static nearest look_farther(const vol_cell_search *s, uint32_t i) {
    const vol_boids all = {.now = s->sorted, .count = s->meter->tree.count};
    const nearest none = {INFINITY, VOL_NONE};
    double at[3] = {0, 0, 0};
    for (int c = 0; c < s->dimensions; c++) {
        at[c] = s->meter->sorted[c][i];
    }
    double reach = 0.75 * s->least;
    while (reach < s->diagonal) {
        reach *= 2;
        vol_runs runs;
        nearest found = none;
        runs.count = 0;
        if (!vol_grid_box(s->grid, &all, at, at, reach, &runs)) {
            break;
        }
        for (uint32_t r = 0; r < runs.count; r++) {
            found = nearest_of(s, i, runs.run[r].begin, runs.run[r].end, found);
        }
        if (found.square <= reach * reach) {
            return found;
        }
    }
    return none;
}

/* Do the boids of a group have all boids of their runs less than half the world away, so that none is nearer round
 * it? */
static bool is_straight(const vol_cell_search *s, const vol_group *group, const vol_run *run) {
    const uint32_t *cell = s->grid->cell + group->first, *number = s->grid->cells.number;
    bool straight = 2 * (cell[group->count - 1] - cell[0] + 2) < number[0] && number[1] > 4;
    straight = straight && (s->dimensions == 2 || number[2] > 4);
    for (uint32_t r = group->runs_begin; r < group->runs_end && straight; r++) {
        straight = run[r].shift[0] == 0 && run[r].shift[1] == 0 && run[r].shift[2] == 0;
    }
    return straight;
}

/* Boids that are not in the cells around are farther than a cell is wide. */
static void nearest_piece(void *context, uint32_t piece, uint32_t worker) {
    const vol_cell_search *s = context;
    vol_meter *meter = s->meter;
    vol_batch *batch = &meter->world->workers[worker]->batch;
    const vol_boids all = {.now = s->sorted, .count = meter->tree.count};
    uint32_t count = meter->tree.count, begin = piece * PIECE_BOIDS;
    uint32_t end = count - begin < PIECE_BOIDS ? count : begin + PIECE_BOIDS;
    for (uint32_t at = begin; at < end; at += batch->count) {
        vol_search_groups(&meter->search, &all, at, end, meter->kernels->width, batch);
        for (uint32_t g = 0; g < batch->groups; g++) {
            const vol_group *group = &batch->group[g];
            const double *period = is_straight(s, group, batch->run) ? NULL : s->period;
            if (meter->partner) {
                meter->kernels->partner_of(&s->sorted, s->dimensions, period, group, batch->run, meter->nearest,
                                           meter->partner);
            } else {
                meter->kernels->nearest_of(&s->sorted, s->dimensions, period, group, batch->run, meter->nearest);
            }
        }
    }
    const double proven = s->least * (1 - VOL_CELL_ROUNDING);
    for (uint32_t i = begin; i < end; i++) {
        if (!(meter->nearest[i] <= proven) || (meter->partner && meter->partner[i] == VOL_NONE)) {
            put_nearest(meter, i, look_farther(s, i));
        }
    }
}

/* A few boids that are far from all others are compared with all; false if they are more. */
static bool finish_far(const vol_cell_search *s) {
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
        put_nearest(meter, far[f], nearest_of(s, far[f], 0, count, (nearest){INFINITY, VOL_NONE}));
    }
    return true;
}

/* As wide as a boid would have room if all had the same, or a little more: the nearest is mostly in the cells
 * around. */
double vol_cells_nearest_width(const vol_meter *meter) {
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

/* One sort for nearest distances and groups, if cells for these are about as wide as they should be for those. */
static bool choose_for_nearest(vol_meter *meter, double groups_radius, vol_cell_search *s) {
    const double width = vol_cells_nearest_width(meter);
    meter->sorted_radius = 0;
    if (groups_radius > 0 && vol_cells_for_groups(meter, groups_radius, s) && s->tight && s->least > 0.75 * width &&
        s->least < 1.25 * width) {
        meter->sorted_radius = groups_radius;
        return true;
    }
    return vol_cells_choose(meter, width, s);
}

bool vol_meter_nearest_by_cells(vol_meter *meter, double groups_radius) {
    vol_cell_search s;
    if (!choose_for_nearest(meter, groups_radius, &s)) {
        return false;
    }
    vol_cells_sort(&s);
    if (vol_cells_crowded(&s, 12)) {
        return false;
    }
    vol_crew_run(&meter->world->crew, (meter->tree.count + PIECE_BOIDS - 1) / PIECE_BOIDS, nearest_piece, &s);
    return finish_far(&s);
}

/* How many others boids have within a radius, of which each counts `most` at most. */
typedef struct number_job {
    vol_cell_search s;
    uint64_t most;
} number_job;

static void number_piece(void *context, uint32_t piece, uint32_t worker) {
    const number_job *job = context;
    const vol_cell_search *s = &job->s;
    vol_meter *meter = s->meter;
    vol_batch *batch = &meter->world->workers[worker]->batch;
    const vol_boids all = {.now = s->sorted, .count = meter->tree.count};
    uint32_t count = meter->tree.count, begin = piece * PIECE_BOIDS;
    uint32_t end = count - begin < PIECE_BOIDS ? count : begin + PIECE_BOIDS;
    uint64_t sum = 0;
    for (uint32_t at = begin; at < end; at += batch->count) {
        vol_search_groups(&meter->search, &all, at, end, meter->kernels->width, batch);
        for (uint32_t g = 0; g < batch->groups; g++) {
            const vol_group *group = &batch->group[g];
            double number[VOL_WIDTH_MOST];
            meter->kernels->number_of(&s->sorted, s->dimensions, is_straight(s, group, batch->run) ? NULL : s->period,
                                      group, batch->run, s->radius2, number);
            for (uint32_t i = 0; i < group->count; i++) {
                uint64_t here = (uint64_t)number[i];
                sum += here < job->most ? here : job->most;
            }
        }
    }
    meter->motion[worker].neighbours += sum;
}

/* Cells much wider than the radius, because there would be too many, are no help where boids crowd in them. */
bool vol_meter_number_by_cells(vol_meter *meter, double radius, uint64_t most) {
    number_job job = {.most = most};
    meter->sorted_radius = 0;
    if (!vol_cells_choose(meter, radius, &job.s)) {
        return false;
    }
    job.s.radius2 = radius * radius;
    vol_cells_sort(&job.s);
    if (job.s.least > 2 * radius && vol_cells_crowded(&job.s, 64)) {
        return false;
    }
    vol_crew_run(&meter->world->crew, (meter->tree.count + PIECE_BOIDS - 1) / PIECE_BOIDS, number_piece, &job);
    return true;
}
