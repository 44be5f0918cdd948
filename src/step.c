/* Steps: the backend moves the boids, then hunters eat. */
#include "world.h"

#include "core/error.h"

vol_result vol_world_step(vol_world *world, uint64_t steps) {
    VOL_ASSERT(world);
    for (uint64_t i = 0; i < steps; i++) {
        double start = vol_clock();
        vol_result result = world->backend->step(world);
        if (result != VOL_OK) {
            return result;
        }
        for (uint32_t f = 0; f < world->flock_count; f++) {
            world->profile.boids += world->backend->size(world, world->flocks[f]).count;
        }
        vol_world_eat(world);
        world->steps++;
        world->profile.steps++;
        world->profile.total += vol_clock() - start;
    }
    return VOL_OK;
}
