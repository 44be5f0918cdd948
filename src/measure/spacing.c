/* What becomes of nearest distances and groups: means, histograms, sizes. search.c finds them where a grid serves, or
 * joins.c, elsewhere neighbours.c; both give the same answers. */
#include "measure/cells.h"
#include "measure/forest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_NUMBERS = 16384, LARGE = 4096 };

/* What the pieces of the work over nearest distances share. */
typedef struct near_job {
    vol_meter *meter;
    vol_near_bins bins;
} near_job;

static uint32_t numbers_end(const vol_meter *meter, uint32_t begin) {
    return meter->tree.count - begin < PIECE_NUMBERS ? meter->tree.count : begin + PIECE_NUMBERS;
}

static void bounds_piece(void *context, uint32_t piece, uint32_t worker) {
    const near_job *job = context;
    vol_nearness *near = &job->meter->nearness[worker];
    uint32_t begin = piece * PIECE_NUMBERS, end = numbers_end(job->meter, begin);
    double least = 0, most = 0;
    job->meter->kernels->range(job->meter->nearest, begin, end, INFINITY, &least, &most);
    near->least = least < near->least ? least : near->least;
    near->most = most > near->most ? most : near->most;
}

static void count_piece(void *context, uint32_t piece, uint32_t worker) {
    const near_job *job = context;
    const vol_meter *meter = job->meter;
    uint64_t *count = &meter->near_count[worker * meter->def.nearest.bins];
    uint32_t begin = piece * PIECE_NUMBERS, end = numbers_end(meter, begin);
    meter->own->bins(meter->nearest + begin, end - begin, &job->bins, count, &meter->nearness[worker].sum);
}

static void finish_nearest(vol_meter *meter, const near_job *job) {
    vol_curve_room *room = &meter->room[VOL_CURVE_NEAREST];
    const size_t bins = meter->def.nearest.bins;
    for (size_t b = 0; b < bins; b++) {
        uint64_t number = 0;
        for (uint32_t w = 0; w < meter->workers; w++) {
            number += meter->near_count[w * bins + b];
        }
        room->x[b] = ((double)b + 0.5) * job->bins.width;
        room->y[b] = (double)number / ((double)meter->tree.count * job->bins.width);
        room->number[b] = (double)number;
    }
    meter->points[VOL_CURVE_NEAREST] = bins;
}

/* By a tree, which leaves the least and the most to be found. */
static void find_by_tree(vol_meter *meter) {
    near_job job = {.meter = meter};
    for (uint32_t w = 0; w < meter->workers; w++) {
        meter->nearness[w] = (vol_nearness){.least = INFINITY};
    }
    vol_meter_nearest_by_tree(meter);
    vol_crew_run(&meter->world->crew, (meter->tree.count + PIECE_NUMBERS - 1) / PIECE_NUMBERS, bounds_piece, &job);
}

static void measure_nearest(vol_meter *meter) {
    near_job job = {.meter = meter};
    vol_nearness all = {.least = INFINITY};
    const uint32_t pieces = (meter->tree.count + PIECE_NUMBERS - 1) / PIECE_NUMBERS;
    memset(meter->near_count, 0, meter->workers * meter->def.nearest.bins * sizeof *meter->near_count);
    for (uint32_t w = 0; w < meter->workers; w++) {
        const vol_nearness *near = &meter->nearness[w];
        all.least = near->least < all.least ? near->least : all.least;
        all.most = near->most > all.most ? near->most : all.most;
    }
    job.bins.range = meter->def.nearest.range > 0 ? meter->def.nearest.range : all.most;
    job.bins.width = (job.bins.range > 0 ? job.bins.range : 1) / (double)meter->def.nearest.bins;
    job.bins.unit = vol_sum_unit(all.most);
    job.bins.number = meter->def.nearest.bins;
    if (meter->far) {
        vol_meter_bins_there(meter, job.bins.range, job.bins.width, job.bins.unit);
    } else {
        vol_crew_run(&meter->world->crew, pieces, count_piece, &job);
    }
    for (uint32_t w = 0; w < meter->workers; w++) {
        vol_sum_join(&all.sum, &meter->nearness[w].sum);
    }
    meter->value[VOL_MEASURE_NEAREST_MEAN] = vol_sum_value(&all.sum, job.bins.unit) / (double)meter->tree.count;
    meter->value[VOL_MEASURE_NEAREST_MIN] = all.least;
    finish_nearest(meter, &job);
}

void vol_meter_nearest(vol_meter *meter) {
    if (meter->tree.count < 2) {
        return;
    }
    const vol_near_task task = {.what = VOL_NEAR_PARTNER, .width = vol_cells_nearest_width(meter)};
    bool faced = true;
    if (meter->far) {
        for (uint32_t w = 0; w < meter->workers; w++) {
            meter->nearness[w] = (vol_nearness){.least = INFINITY};
        }
        vol_meter_nearest_there(meter);
    } else if (!(meter->known & VOL_NEAR_PARTNER) && !vol_meter_search(meter, &task)) {
        find_by_tree(meter);
        faced = false;
    }
    measure_nearest(meter);
    if (meter->def.measures & VOL_MEASURE_BIT(VOL_MEASURE_ANISOTROPY)) {
        vol_meter_anisotropy(meter, faced);
    }
}

static uint32_t node_count(const vol_meter *meter) {
    return meter->by_cell ? vol_grid_cells(&meter->search.grid) : meter->tree.count;
}

static void add_size(vol_meter *meter, uint32_t root, uint32_t boids) {
    atomic_uint *size = &meter->size[root];
    if (meter->workers == 1) { /* quicker */
        atomic_store_explicit(size, atomic_load_explicit(size, memory_order_relaxed) + boids, memory_order_relaxed);
    } else {
        atomic_fetch_add_explicit(size, boids, memory_order_relaxed);
    }
}

/* Adds every boid, or every cell's boids, to the size at the root. Mostly one belongs where the one before belongs:
 * these are put down together. */
static void size_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    vol_meter *meter = context;
    const uint32_t *start = meter->search.grid.start;
    uint32_t nodes = node_count(meter), begin = piece * PIECE_NUMBERS, last = VOL_NONE, boids = 0;
    for (uint32_t i = begin; i < nodes && i < begin + PIECE_NUMBERS; i++) {
        uint32_t root = vol_forest_parent(meter->parent, i);
        if (root == VOL_NONE) {
            continue;
        }
        root = vol_forest_root(meter->parent, root);
        if (root != last && last != VOL_NONE) {
            add_size(meter, last, boids);
            boids = 0;
        }
        last = root;
        boids += meter->by_cell ? start[i + 1] - start[i] : 1;
    }
    if (last != VOL_NONE) {
        add_size(meter, last, boids);
    }
}

/* The size of each group, at its root; and how many groups have a size below LARGE, behind which the other sizes are
 * listed, which are few. Returns how many. */
static uint32_t count_groups(vol_meter *meter) {
    const uint32_t nodes = node_count(meter), boids = meter->tree.count;
    uint32_t large = 0;
    memset(meter->size, 0, nodes * sizeof *meter->size);
    memset(meter->of_size, 0, (boids < LARGE ? boids + 1 : LARGE) * sizeof *meter->of_size);
    vol_crew_run(&meter->world->crew, (nodes + PIECE_NUMBERS - 1) / PIECE_NUMBERS, size_piece, meter);
    for (uint32_t i = 0; i < nodes; i++) {
        if (vol_forest_parent(meter->parent, i) == i) {
            const uint32_t size = atomic_load_explicit(&meter->size[i], memory_order_relaxed);
            if (size < LARGE) {
                meter->of_size[size]++;
            } else {
                meter->of_size[LARGE + large++] = size;
            }
        }
    }
    return large;
}

/* Groups of one size more. */
static void add_point(vol_meter *meter, uint32_t size, uint32_t number) {
    vol_curve_room *room = &meter->room[VOL_CURVE_GROUPS];
    const size_t at = meter->points[VOL_CURVE_GROUPS];
    if (number > 0 && at < room->room) {
        room->x[at] = size;
        room->y[at] = room->number[at] = number;
        meter->points[VOL_CURVE_GROUPS]++;
    }
}

static void measure_groups(vol_meter *meter) {
    const vol_curve_room *room = &meter->room[VOL_CURVE_GROUPS];
    const uint32_t boids = meter->tree.count;
    double groups = 0, largest = 0;
    for (size_t i = 0; i < meter->points[VOL_CURVE_GROUPS]; i++) {
        groups += room->number[i];
        largest = room->x[i];
    }
    meter->value[VOL_MEASURE_GROUPS] = groups;
    meter->value[VOL_MEASURE_GROUP_LARGEST] = largest;
    meter->value[VOL_MEASURE_GROUP_MEAN] = (double)boids / groups;
}

/* Of sizes, or of pairs that begin with one. */
static int compare_sizes(const void *a, const void *b) {
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static void list_groups(vol_meter *meter) {
    const uint32_t large = count_groups(meter), boids = meter->tree.count;
    for (uint32_t size = 1; size <= boids && size < LARGE; size++) {
        add_point(meter, size, meter->of_size[size]);
    }
    if (large == 0) {
        return;
    }
    uint32_t *sizes = meter->of_size + LARGE;
    qsort(sizes, large, sizeof *sizes, compare_sizes);
    for (uint32_t i = 0, end; i < large; i = end) {
        for (end = i + 1; end < large && sizes[end] == sizes[i]; end++) {
        }
        add_point(meter, sizes[i], end - i);
    }
}

static void list_groups_there(vol_meter *meter, double radius) {
    vol_meter_groups_there(meter, radius);
    uint32_t(*sizes)[2] = meter->found.sizes;
    if (!meter->lost) {
        qsort(sizes, meter->found.size_count, sizeof *sizes, compare_sizes);
        for (size_t i = 0; i < meter->found.size_count; i++) {
            add_point(meter, sizes[i][0], sizes[i][1]);
        }
    }
}

void vol_meter_groups(vol_meter *meter, double radius) {
    if (meter->tree.count == 0) {
        meter->value[VOL_MEASURE_GROUPS] = meter->value[VOL_MEASURE_GROUP_LARGEST] = 0;
        return;
    }
    if (meter->far) {
        list_groups_there(meter, radius);
    } else {
        const vol_near_task task = {.what = VOL_NEAR_LINK, .width = radius, .radius = radius};
        const bool deep = meter->space.dimensions == 3; /* in 2D cells are as good for groups alone */
        bool joined = (meter->known & VOL_NEAR_LINK) || (deep && vol_meter_search(meter, &task));
        joined = joined || vol_meter_join_by_cells(meter, radius);
        if (!joined) {
            vol_meter_join_by_tree(meter, radius);
        }
        list_groups(meter);
    }
    measure_groups(meter);
}
