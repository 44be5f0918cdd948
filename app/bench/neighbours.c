/* Counts neighbours, independently of the engine's own index: the benchmark tells how much of the work was useful. */
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SAMPLES = 20000, MOST_CELLS = 1 << 22 };

/* Boids in square cells at least as wide as the reach, each cell's boids in a row of `slot`. */
typedef struct cells {
    vol_view view;
    int dimensions;
    double reach;
    double low[3], size[3], wide[3];
    bool wraps;
    size_t across[3];
    size_t *start;
    size_t *slot;
} cells;

static double place(const cells *g, int axis, size_t i) {
    double x = vol_view_position(&g->view, axis, i) - g->low[axis];
    if (g->wraps) {
        x -= floor(x / g->size[axis]) * g->size[axis];
    }
    return x;
}

static size_t cell_along(const cells *g, int axis, size_t i) {
    double at = place(g, axis, i) / g->wide[axis];
    size_t cell = at > 0 ? (size_t)at : 0;
    return cell < g->across[axis] ? cell : g->across[axis] - 1;
}

static size_t cell_of(const cells *g, size_t i) {
    size_t cell = 0;
    for (int axis = 0; axis < g->dimensions; axis++) {
        cell = cell * g->across[axis] + cell_along(g, axis, i);
    }
    return cell;
}

/* The space: the world's torus, or the box that holds all boids. */
static void choose_box(cells *g, const vol_world_def *world) {
    g->wraps = world->images && world->boundary == VOL_BOUNDARY_WRAP;
    for (int axis = 0; axis < g->dimensions; axis++) {
        double low = INFINITY;
        double high = -INFINITY;
        for (size_t i = 0; i < g->view.count; i++) {
            low = fmin(low, vol_view_position(&g->view, axis, i));
            high = fmax(high, vol_view_position(&g->view, axis, i));
        }
        g->low[axis] = g->wraps ? 0 : low;
        g->size[axis] = g->wraps ? world->size[axis] : fmax(high - low, g->reach);
    }
}

/* As many cells as there are boids, or fewer: the wider of that and the reach. */
static size_t choose_cells(cells *g) {
    double most = pow(fmin((double)g->view.count + 1, MOST_CELLS), 1.0 / g->dimensions);
    size_t count = 1;
    for (int axis = 0; axis < g->dimensions; axis++) {
        double across = g->reach > 0 ? fmin(floor(g->size[axis] / g->reach), most) : most;
        g->across[axis] = across >= 1 ? (size_t)across : 1;
        g->wide[axis] = g->size[axis] / (double)g->across[axis];
        count *= g->across[axis];
    }
    return count;
}

/* A counting sort by cell. Counts stand two places further, and while boids are put into their places, `start` moves
 * along: in the end start[cell] is where the cell begins. */
static void sort_boids(cells *g, size_t count) {
    g->start = vol_take((count + 2) * sizeof *g->start);
    g->slot = vol_take(g->view.count * sizeof *g->slot);
    memset(g->start, 0, (count + 2) * sizeof *g->start);
    for (size_t i = 0; i < g->view.count; i++) {
        g->start[cell_of(g, i) + 2]++;
    }
    for (size_t i = 1; i <= count; i++) {
        g->start[i + 1] += g->start[i];
    }
    for (size_t i = 0; i < g->view.count; i++) {
        g->slot[g->start[cell_of(g, i) + 1]++] = i;
    }
}

static size_t near_in_cell(const cells *g, size_t i, size_t cell) {
    size_t near = 0;
    for (size_t k = g->start[cell]; k < g->start[cell + 1]; k++) {
        double d2 = 0;
        for (int axis = 0; axis < g->dimensions; axis++) {
            double d = place(g, axis, g->slot[k]) - place(g, axis, i);
            d -= g->wraps ? round(d / g->size[axis]) * g->size[axis] : 0;
            d2 += d * d;
        }
        near += g->slot[k] != i && d2 < g->reach * g->reach;
    }
    return near;
}

/* The cells around one along an axis, none of them twice. */
static size_t around(const cells *g, int axis, size_t cell, size_t *list) {
    size_t across = g->across[axis];
    size_t count = 0;
    for (size_t k = 0; k < 3 && k < across; k++) {
        size_t at = cell + k + across - 1;
        if (across < 3) {
            list[count++] = k;
        } else if (g->wraps || (at >= across && at < 2 * across)) {
            list[count++] = at % across;
        }
    }
    return count;
}

static size_t near(const cells *g, size_t i) {
    size_t list[3][3] = {{0}, {0}, {0}};
    size_t count[3] = {1, 1, 1};
    for (int axis = 0; axis < g->dimensions; axis++) {
        count[axis] = around(g, axis, cell_along(g, axis, i), list[axis]);
    }
    size_t sum = 0;
    for (size_t a = 0; a < count[0]; a++) {
        for (size_t b = 0; b < count[1]; b++) {
            for (size_t c = 0; c < count[2]; c++) {
                size_t cell = list[0][a] * g->across[1] + list[1][b];
                sum += near_in_cell(g, i, g->dimensions == 3 ? cell * g->across[2] + list[2][c] : cell);
            }
        }
    }
    return sum;
}

double app_bench_neighbours(const vol_world *world, double reach) {
    vol_world_def def = vol_world_get_def(world);
    cells g = {.view = vol_flock_view(world, 0), .dimensions = def.dimensions, .reach = reach};
    if (g.view.count == 0) {
        return 0;
    }
    choose_box(&g, &def);
    sort_boids(&g, choose_cells(&g));
    /* By id, which does not depend on how boids lie in memory. */
    size_t every = (g.view.count + MOST_SAMPLES - 1) / MOST_SAMPLES;
    double sum = 0;
    size_t samples = 0;
    for (size_t i = 0; i < g.view.count; i++) {
        if (g.view.id[i] % every == 0) {
            sum += (double)near(&g, i);
            samples++;
        }
    }
    free(g.start);
    free(g.slot);
    return sum / (double)samples;
}
