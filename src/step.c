/* Steps: the backend moves the boids, then hunters eat. */
#include "world.h"

#include "backends/devices.h"
#include "core/error.h"

static vol_result step(vol_world *world, uint64_t steps) {
    vol_result settled = vol_devices_settle(world);
    if (settled != VOL_OK) {
        return settled;
    }
    double start = vol_clock();
    while (steps > 0) {
        uint64_t made = 0;
        /* who crosses the edge of a region does so in a step, and may have come back in the next one */
        vol_result result = world->backend->step(world, vol_events_cross(world) ? 1 : steps, &made);
        if (result != VOL_OK) {
            return result;
        }
        for (uint32_t f = 0; f < world->flock_count; f++) {
            world->profile.boids += made * world->backend->size(world, world->flocks[f]).count;
        }
        if (made > 0) {
            vol_events_begin(world, world->steps + made);
            vol_world_eat(world);
            vol_events_look(world, false);
            vol_events_end(world);
        }
        world->steps += made;
        world->profile.steps += made;
        const double end = vol_clock();
        world->profile.total += end - start;
        start = end;
        steps -= made;
    }
    return VOL_OK;
}

vol_result vol_world_step(vol_world *world, uint64_t steps) {
    VOL_ENTER(world, NULL);
    world->busy++;
    const vol_result result = step(world, steps);
    world->busy--;
    return result;
}
