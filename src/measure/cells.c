/* A uniform grid over the boids that are measured. Sorted by the code that sorts for a step, into memory of the meter,
 * over the box that the boids lie in now. search.c and joins.c look for near boids in it. */
#include "measure/cells.h"

#include <string.h>

#define LEAST_LENGTH 0x1p-900 /* one over less, or its square, may be no number */

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

bool vol_cells_sort(vol_cell_search *s, bool wide, uint64_t most) {
    vol_meter *meter = s->meter;
    const vol_world *world = meter->world;
    vol_state from = {.position = {meter->position[0], meter->position[1], meter->position[2]}};
    s->single = !wide && !meter->located && world->def.precision == VOL_PRECISION_SINGLE;
    if (!meter->located) {
        const vol_state now = world->backend->view(world, world->flocks[meter->flock_begin]).now;
        memcpy(from.position, now.position, sizeof from.position);
    }
    vol_sort_job job = {.grid = &meter->search.grid,
                        .kernels = meter->located ? meter->kernels : world->kernels,
                        .from = &from,
                        .to = &s->sorted,
                        .wide = s->single ? NULL : meter->sorted,
                        .count = meter->tree.count,
                        .order = meter->order,
                        .room = meter->sorted[0],
                        .room_bytes = meter->sorted_bytes};
    const uint64_t squares = vol_grid_count(&job, &meter->world->crew);
    if (squares > most * meter->tree.count) {
        return false;
    }
    s->mates = (double)squares / (double)meter->tree.count;
    vol_grid_finish(&job, &meter->world->crew);
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
