/* Steps: the backend moves the boids, then hunters eat. */
#include "world.h"

#include "backends/devices.h"
#include "core/error.h"

vol_result vol_world_step(vol_world *world, uint64_t steps) {
    VOL_ASSERT(world);
    vol_result settled = vol_devices_settle(world);
    if (settled != VOL_OK) {
        return settled;
    }
    while (steps > 0) {
        double start = vol_clock();
        uint64_t made = 0;
        vol_result result = world->backend->step(world, steps, &made);
        if (result != VOL_OK) {
            return result;
        }
        for (uint32_t f = 0; f < world->flock_count; f++) {
            world->profile.boids += made * world->backend->size(world, world->flocks[f]).count;
        }
        if (made > 0) {
            vol_world_eat(world);
        }
        world->steps += made;
        world->profile.steps += made;
        world->profile.total += vol_clock() - start;
        steps -= made;
    }
    return VOL_OK;
}
