/* Hard obstacles on a device, after the step of a flock: boids that came into one are walked around it. In doubles
 * whatever the precision of the state, so a program of its own; VOL_D: dimensions, VOL_STORED: a real4 of the state. */
#include "kernels/device_data.h"
#include "kernels/hard.h"

__kernel void stop(__constant const vol_device_flock *flocks, uint number,
                   __global const vol_device_progress *progress, __global const vol_world_numbers *world,
                   __global VOL_STORED *state, __global const VOL_STORED *sorted,
                   __global const vol_obstacle_grid *grid, __global const vol_barrier *barrier,
                   __global const double *points, __global const uint *start, __global const uint *list) {
    const uint i = get_global_id(0);
    __constant const vol_device_flock *f = &flocks[number];
    if (i >= f->count || progress->stopped) {
        return;
    }
    const vol_obstacle_cells obstacles = {grid, barrier, points, start, list, flock_bit(number)};
    const VOL_STORED was = sorted[f->state + i], is = state[f->state + i];
    const double from[3] = {was.x, was.y, VOL_D == 3 ? was.z : 0};
    double to[3] = {is.x, is.y, VOL_D == 3 ? is.z : 0}, velocity[3];
#if VOL_D == 3
    const VOL_STORED flies = state[f->state + f->capacity + i];
    velocity[0] = flies.x, velocity[1] = flies.y, velocity[2] = flies.z;
#else
    velocity[0] = is.z, velocity[1] = is.w, velocity[2] = 0;
#endif
    hard_stop(&obstacles, 0, 0, world, from, to, velocity);
    VOL_STORED stays = is;
    stays.x = to[0], stays.y = to[1];
#if VOL_D == 3
    stays.z = to[2];
    VOL_STORED goes = flies;
    goes.x = velocity[0], goes.y = velocity[1], goes.z = velocity[2];
    state[f->state + f->capacity + i] = goes;
#else
    stays.z = velocity[0], stays.w = velocity[1];
#endif
    state[f->state + i] = stays;
}
