/* Near boids where they lie, on a device: what it is asked, pass by pass. It sorts them by cells, as cells.c does here,
 * and finds what cells.c, joins.c and neighbours.c would. Where boids are too crowded for cells, or too far apart, the
 * reading is `lost`, and begins anew on the host, with its tree. */
#include "measure/cells.h"

#include <math.h>
#include <string.h>

/* So many boids a cell, on the mean over boids, are few enough to look at each of their pairs. */
enum { CROWD_MOST = 4096 };

static bool pass_there(vol_meter *meter, enum vol_nearby_pass pass) {
    vol_world *world = meter->world;
    meter->lost = meter->lost || !world->backend->nearby(world, meter->flock_begin, meter->flock_end, pass,
                                                         &meter->asked, &meter->found);
    return !meter->lost;
}

/* Sorts the boids by cells at least so wide. */
static bool sort_there(vol_meter *meter, double width, bool *torn) {
    vol_nearby *asked = &meter->asked;
    *asked = (vol_nearby){.space = meter->space, .least = INFINITY, .cell_count = 1};
    if (meter->lost || !vol_cells_lay(meter, width, &asked->cells, torn)) {
        meter->lost = true;
        return false;
    }
    for (int c = 0; c < meter->space.dimensions; c++) {
        const double wide = 1 / asked->cells.per_length[c];
        asked->period[c] = meter->space.periodic ? meter->space.period[c] : INFINITY;
        asked->least = wide < asked->least ? wide : asked->least;
        asked->cell_count *= asked->cells.number[c];
    }
    meter->found.near = (vol_nearness){.least = INFINITY};
    if (pass_there(meter, VOL_NEARBY_SORT)) {
        meter->lost = meter->found.boids != meter->tree.count || meter->found.squares > CROWD_MOST * meter->found.boids;
    }
    return !meter->lost;
}

void vol_meter_nearest_there(vol_meter *meter) {
    bool torn;
    if (!sort_there(meter, vol_cells_nearest_width(meter), &torn)) {
        return;
    }
    meter->asked.faces = (meter->def.measures & VOL_MEASURE_BIT(VOL_MEASURE_ANISOTROPY)) != 0;
    if (pass_there(meter, VOL_NEARBY_NEAREST)) {
        meter->lost = meter->found.near.far > 0;
        meter->nearness[0] = meter->found.near;
    }
}

void vol_meter_bins_there(vol_meter *meter, double range, double bin, double unit) {
    const size_t bins = meter->def.nearest.bins;
    uint32_t *counted = (uint32_t *)(void *)meter->near_count; /* each has room for two */
    meter->asked.range = range;
    meter->asked.bin = bin;
    meter->asked.unit = unit;
    meter->asked.bins = (uint32_t)bins;
    meter->found.near.sum = (vol_sum){0, 0};
    meter->found.bins = counted;
    if (!meter->lost && pass_there(meter, VOL_NEARBY_BINS)) {
        meter->nearness[0].sum = meter->found.near.sum;
        for (size_t b = bins; b-- > 0;) {
            uint32_t number;
            memcpy(&number, (const char *)meter->near_count + b * sizeof number, sizeof number);
            meter->near_count[b] = number;
        }
    }
}

/* All are in one group where the radius is longer than any distance. */
void vol_meter_groups_there(vol_meter *meter, double radius) {
    double longest = 0;
    bool torn;
    for (int c = 0; c < meter->space.dimensions; c++) {
        longest += meter->space.periodic ? meter->space.period[c] : meter->high[c] - meter->low[c];
    }
    if (radius > 2 * longest) {
        meter->found.size_count = 1;
        meter->found.sizes[0][0] = meter->tree.count;
        meter->found.sizes[0][1] = 1;
        return;
    }
    if (sort_there(meter, radius, &torn)) {
        meter->asked.radius2 = radius * radius;
        pass_there(meter, VOL_NEARBY_GROUPS);
    }
}

/* Across the edges cells.c and the tree of the host may round otherwise: only what cells.c would do is done there. */
uint64_t vol_meter_number_there(vol_meter *meter, double radius, uint64_t most) {
    bool torn;
    if (!sort_there(meter, radius, &torn)) {
        return 0;
    }
    const bool crowded = meter->asked.least > 2 * radius && meter->found.squares > 64 * meter->found.boids;
    if (meter->space.periodic && (torn || crowded)) {
        meter->lost = true;
        return 0;
    }
    meter->asked.radius2 = radius * radius;
    meter->asked.most = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
    pass_there(meter, VOL_NEARBY_NUMBER);
    return meter->found.near.number;
}

void vol_meter_end_there(vol_meter *meter) {
    vol_world *world = meter->world;
    world->backend->nearby(world, meter->flock_begin, meter->flock_end, VOL_NEARBY_END, &meter->asked, &meter->found);
}
