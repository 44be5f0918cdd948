/* Has a hunter reached a prey, after the step of all flocks? Who eats whom, and in which order, is the host's to say:
 * here the queue stops behind the step in which there is something to eat. One work item a prey; in doubles whatever
 * the precision of the state: VOL_D dimensions, VOL_STORED a real4 of the state. */
#include "kernels/device_data.h"
#include "kernels/meal.h"

__kernel void find_meals(__constant const vol_device_flock *flocks, uint hunters, uint prey,
                         __global vol_device_progress *progress, __global const vol_world_numbers *world,
                         __global const VOL_STORED *state, double eat2, uint at) {
    const uint i = get_global_id(0);
    __constant const vol_device_flock *h = &flocks[hunters];
    if (i >= flocks[prey].count || progress->stopped) {
        return;
    }
    const VOL_STORED p = state[flocks[prey].state + i];
    const int images = world->images != 0;
    int reached = 0;
    for (uint j = 0; j < h->count; j++) {
        const VOL_STORED q = state[h->state + j];
        double d2 = meal_along((double)p.x - (double)q.x, world->size[0], images);
        d2 += meal_along((double)p.y - (double)q.y, world->size[1], images);
#if VOL_D == 3
        d2 += meal_along((double)p.z - (double)q.z, world->size[2], images);
#endif
        reached |= d2 < eat2;
    }
    if (reached) {
        progress->at = at + 1;
        progress->meal = 1;
        progress->stopped = 1;
    }
}
