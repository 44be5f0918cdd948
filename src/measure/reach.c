/* How many others of its flock a boid has in reach, as its rules would find them: flock by flock, by search.c or
 * neighbours.c. After all else that is measured, because these sort the boids anew. */
#include "flock.h"
#include "measure/meter.h"

#include <math.h>

/* As far as any rule of the flock looks. */
double vol_meter_reach(const vol_meter *meter, uint32_t flock) {
    const vol_flock_data *data = meter->world->flocks[flock];
    const double reach = vol_flock_reach(meter->world, data), view = data->def.view.distance;
    return view > 0 && view < reach ? view : reach;
}

/* Fills in where the boids of one flock are; those that are no numbers are left out one by one. */
static void locate_flock(vol_meter *meter, uint32_t flock) {
    const vol_world *world = meter->world;
    const size_t slots = world->backend->size(world, world->flocks[flock]).count;
    meter->flock_begin = flock;
    meter->flock_end = flock + 1;
    meter->boids = meter->even ? slots : 0;
    if (!meter->far) {
        vol_meter_locate(meter, slots);
        return;
    }
    vol_look look = {.boids = slots};
    if (!meter->even) {
        look.boids = 0;
        vol_meter_survey(meter, 0, &(vol_surveyed){.look = &look, .circle = meter->motion->circle});
    }
    meter->tree.count = (uint32_t)look.boids;
}

static uint64_t number_in_reach(vol_meter *meter, uint32_t flock) {
    const double reach = vol_meter_reach(meter, flock);
    const uint64_t nearest = meter->world->flocks[flock]->def.neighbours.count;
    const uint64_t most = nearest > 0 ? nearest : UINT64_MAX;
    locate_flock(meter, flock);
    const uint64_t boids = meter->tree.count;
    uint64_t number = 0;
    if (boids < 2 || !(reach > 0)) {
        return 0;
    }
    if (!(reach < INFINITY)) {
        return boids * (most < boids - 1 ? most : boids - 1);
    }
    if (meter->far) {
        return vol_meter_number_there(meter, reach, most);
    }
    const vol_near_task task = {VOL_NEAR_NUMBER, reach, reach, most};
    if (!vol_meter_search(meter, &task)) {
        vol_meter_number_by_tree(meter, reach, most);
    }
    for (uint32_t w = 0; w < meter->workers; w++) {
        number += meter->motion[w].neighbours;
    }
    return number;
}

/* Boids look across edges only where the world has images, whatever its boundary is. */
void vol_meter_neighbours(vol_meter *meter) {
    const uint32_t begin = meter->flock_begin, end = meter->flock_end;
    const uint64_t boids = meter->boids;
    const bool periodic = meter->space.periodic;
    uint64_t number = 0;
    if (boids == 0) {
        return;
    }
    meter->space.periodic = meter->world->def.images;
    if (meter->known & VOL_NEAR_NUMBER) {
        number = meter->number;
    }
    for (uint32_t flock = begin; flock < end && !(meter->known & VOL_NEAR_NUMBER); flock++) {
        number += number_in_reach(meter, flock);
    }
    meter->value[VOL_MEASURE_NEIGHBOURS] = (double)number / (double)boids;
    meter->space.periodic = periodic;
    meter->flock_begin = begin;
    meter->flock_end = end;
    meter->boids = boids;
}
