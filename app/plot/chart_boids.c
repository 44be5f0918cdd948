/* Plots of boids over time: how fast, where to, how near, where, and the way of one of them. */
#include "plot/builders.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_CELLS = 64 };

static double speed_of(const app_boids *b, size_t i) {
    double sum = 0;
    for (int axis = 0; axis < b->dimensions; axis++) {
        sum += b->velocity[axis][i] * b->velocity[axis][i];
    }
    return sqrt(sum);
}

static double heading_of(const app_boids *b, size_t i) {
    return atan2(b->velocity[1][i], b->velocity[0][i]) * (180 / 3.14159265358979323846);
}

/* The distance from each boid of lines `first` to `end`, which are of one step, to the nearest other of its flock.
 * Found by the library, in a world made of these boids. */
static bool nearest_of(const app_boids *b, size_t first, size_t end, double *distance, app_fault *fault) {
    vol_world_def def = vol_default_world_def();
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_world *world = NULL;
    vol_flock flock = VOL_NONE;
    vol_error error;
    size_t d = (size_t)b->dimensions;
    def.dimensions = b->dimensions;
    def.precision = VOL_PRECISION_DOUBLE;
    def.threads = 1;
    def.boundary = b->wraps ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_OPEN;
    def.images = b->wraps;
    flock_def.count = 0;
    if (b->wraps) {
        memcpy(def.origin, b->origin, sizeof def.origin);
        memcpy(def.size, b->size, sizeof def.size);
    }
    double *places = vol_take((end - first) * d * sizeof *places);
    double *zeros = memset(vol_take((end - first) * d * sizeof *zeros), 0, (end - first) * d * sizeof *zeros);
    for (size_t i = 0; i < (end - first) * d; i++) {
        places[i] = b->position[i % d][first + i / d];
    }
    bool right = vol_world_create(&def, &world, &error) == VOL_OK &&
                 vol_flock_create(world, &flock_def, &flock, &error) == VOL_OK &&
                 vol_flock_add(world, flock, end - first, places, zeros, NULL, &error) == VOL_OK;
    for (size_t i = first; i < end && right; i++) {
        vol_hit hits[2] = {{0}};
        size_t found = 0;
        right = vol_query_nearest(world, flock, &places[(i - first) * d], 2, hits, &found, &error) == VOL_OK;
        distance[i] = found == 2 ? hits[1].distance : NAN;
    }
    vol_world_destroy(world);
    free(places);
    free(zeros);
    return right || app_fault_set(fault, APP_EXIT_FAILED, "%s: %s", b->name, error.text);
}

static bool all_nearest(const app_boids *b, double *distance, app_fault *fault) {
    bool right = true;
    for (size_t first = 0, end = 0; first < b->count && right; first = end) {
        while (end < b->count && b->step[end] == b->step[first] && b->flock[end] == b->flock[first]) {
            end++;
        }
        right = nearest_of(b, first, end, distance, fault);
    }
    return right;
}

bool app_chart_histogram(app_charts *charts, const app_boids *b, const app_plot_options *options, app_fault *fault) {
    static const char *const names[] = {"speed", "heading", "nearest"};
    static const char *const labels[] = {"speed (px/time)", "heading (degrees)", "distance to the nearest (px)"};
    static const char *const units[] = {"px/time", "degrees", "px"};
    size_t kind = 0;
    while (options->x != NULL && kind < 3 && strcmp(options->x, names[kind]) != 0) {
        kind++;
    }
    if (kind == 3) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "volery plot: --x %s: of boids there are histograms of speed, heading and nearest",
                             options->x);
    }
    if (kind < 2 && !b->has_velocities) {
        return app_fault_set(fault, APP_EXIT_WRONG, "%s:1: there are no columns vx and vy, which %s is made of",
                             b->name, names[kind]);
    }
    double *all = vol_arena_take(&charts->arena, (b->count + 1) * sizeof *all);
    if (kind == 2 && !all_nearest(b, all, fault)) {
        return false;
    }
    app_numbers *lists = vol_arena_take(&charts->arena, b->flocks.count * sizeof *lists);
    for (size_t f = 0; f < b->flocks.count; f++) {
        lists[f].name = b->flocks.word[f];
        lists[f].value = vol_arena_take(&charts->arena, (b->count + 1) * sizeof(double));
    }
    for (size_t i = 0; i < b->count; i++) {
        app_numbers *list = &lists[b->flock[i]];
        double value = kind == 0 ? speed_of(b, i) : kind == 1 ? heading_of(b, i) : all[i];
        bool counts = isfinite(value) && (kind != 1 || speed_of(b, i) > 0); /* a boid at rest has no heading */
        list->value[list->count] = value;
        list->count += counts ? 1 : 0;
    }
    if (!app_chart_bins(charts, lists, b->flocks.count, units[kind], options->bins, b->name, fault)) {
        return false;
    }
    charts->chart->x_label = labels[kind];
    charts->chart->y_label = "share of boids (%)";
    return true;
}

/* The box that is shown: the world, or, where that is not known, what the boids fill. */
static void find_box(const app_boids *b, double low[2], double high[2]) {
    for (int axis = 0; axis < 2; axis++) {
        low[axis] = b->origin[axis];
        high[axis] = low[axis] + b->size[axis];
        if (!b->has_box) {
            low[axis] = INFINITY;
            high[axis] = -INFINITY;
            for (size_t i = 0; i < b->count; i++) {
                low[axis] = fmin(low[axis], b->position[axis][i]);
                high[axis] = fmax(high[axis], b->position[axis][i]);
            }
        }
        if (!(high[axis] > low[axis])) {
            low[axis] -= 0.5;
            high[axis] += 0.5;
        }
    }
}

static void fit_space(app_charts *charts, const app_boids *b, const double low[2], const double high[2]) {
    app_chart *chart = charts->chart;
    app_ruler_fit(&chart->x, low[0], high[0], 7);
    app_ruler_fit(&chart->y, low[1], high[1], 5);
    chart->x_label = "x (px)";
    chart->y_label = "y (px)";
    chart->same_scale = true;
    chart->y_down = b->y_down;
}

static size_t count_steps(const app_boids *b) {
    size_t steps = 1;
    for (size_t i = 1; i < b->count; i++) {
        steps += b->step[i] != b->step[i - 1];
    }
    return steps;
}

bool app_chart_map(app_charts *charts, const app_boids *b, const app_plot_options *options, app_fault *fault) {
    double low[2];
    double high[2];
    (void)fault;
    find_box(b, low, high);
    app_charts_make(charts, 1);
    app_chart *chart = charts->chart;
    app_raster *r = &chart->raster;
    double cells = options->bins > 0 ? (double)options->bins : MAP_CELLS;
    double side = fmax(high[0] - low[0], high[1] - low[1]) / cells;
    r->columns = (size_t)fmax(1, round((high[0] - low[0]) / side));
    r->rows = (size_t)fmax(1, round((high[1] - low[1]) / side));
    r->values = vol_arena_take(&charts->arena, r->columns * r->rows * sizeof *r->values);
    r->x = vol_arena_take(&charts->arena, (r->columns + 1) * sizeof *r->x);
    r->y = vol_arena_take(&charts->arena, (r->rows + 1) * sizeof *r->y);
    for (size_t i = 0; i <= r->columns; i++) {
        r->x[i] = low[0] + (high[0] - low[0]) * (double)i / (double)r->columns;
    }
    for (size_t i = 0; i <= r->rows; i++) {
        r->y[i] = low[1] + (high[1] - low[1]) * (double)i / (double)r->rows;
    }
    double area = (r->x[1] - r->x[0]) * (r->y[1] - r->y[0]);
    double share = 1 / (area * (double)count_steps(b));
    double most = 0;
    for (size_t i = 0; i < b->count; i++) {
        double x = (b->position[0][i] - low[0]) / (high[0] - low[0]) * (double)r->columns;
        double y = (b->position[1][i] - low[1]) / (high[1] - low[1]) * (double)r->rows;
        if (x >= 0 && y >= 0 && x <= (double)r->columns && y <= (double)r->rows) {
            size_t column = (size_t)fmin(x, (double)r->columns - 1);
            size_t row = (size_t)fmin(y, (double)r->rows - 1);
            double *cell = &r->values[row * r->columns + column];
            *cell += share;
            most = fmax(most, *cell);
        }
    }
    for (size_t i = 0; i < r->columns * r->rows; i++) {
        r->values[i] = r->values[i] > 0 ? r->values[i] : NAN; /* no boid was ever there: paper */
    }
    app_ruler_fit(&chart->scale, 0, most, 5);
    chart->scale_label = b->dimensions == 3 ? "boids above each px²" : "density (boids/px²)";
    fit_space(charts, b, low, high);
    return true;
}

/* A jump from edge to edge is not a way: the line stops there. */
static bool is_jump(const app_mark *mark, double x, double y, const double low[2], const double high[2]) {
    size_t last = mark->count - 1;
    return fabs(x - mark->x[last]) > (high[0] - low[0]) / 2 || fabs(y - mark->y[last]) > (high[1] - low[1]) / 2;
}

bool app_chart_track(app_charts *charts, const app_boids *b, const app_plot_options *options, app_fault *fault) {
    double low[2];
    double high[2];
    size_t points = 0;
    bool given = options->boid != UINT64_MAX;
    uint64_t id = given ? options->boid : b->leader;
    uint32_t flock = given ? 0 : b->leader_flock;
    for (size_t i = 0; i < b->count; i++) {
        points += b->flock[i] == flock && b->id[i] == id;
    }
    if (points == 0) {
        return app_fault_set(fault, APP_EXIT_WRONG, "%s: flock '%s' has no boid %llu in these steps", b->name,
                             b->flocks.word[flock], (unsigned long long)id);
    }
    find_box(b, low, high);
    app_charts_make(charts, 1);
    app_chart *chart = charts->chart;
    app_mark *mark = app_chart_add(charts, chart, APP_MARK_TRACK, 2 * points, 1);
    mark->count = 0;
    for (size_t i = 0; i < b->count; i++) {
        if (b->flock[i] == flock && b->id[i] == id) {
            double x = b->position[0][i];
            double y = b->position[1][i];
            if (mark->count > 0 && is_jump(mark, x, y, low, high)) {
                mark->x[mark->count] = NAN;
                mark->y[mark->count] = NAN;
                mark->value[mark->count++] = b->step[i];
            }
            mark->x[mark->count] = x;
            mark->y[mark->count] = y;
            mark->value[mark->count++] = b->step[i];
        }
    }
    app_ruler_fit(&chart->scale, mark->value[0], mark->value[mark->count - 1], 5);
    chart->scale_label = "step";
    fit_space(charts, b, low, high);
    chart->note = vol_arena_print(&charts->arena, "%s %llu of %s; from the ring to the dot",
                                  given || b->leader == 0 ? "Boid" : "The leader, boid", (unsigned long long)id,
                                  b->flocks.word[flock]);
    return true;
}
