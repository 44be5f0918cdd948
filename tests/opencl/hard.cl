/* Hard obstacles as OpenCL C: in doubles whatever the precision of the state, so a program of its own. STORED is the
 * type of the state, which step.cl describes. */
#include "kernels/hard.h"
#include "opencl/step_data.h"

__kernel void stop(__global const vol_world_numbers *world, __global const step_numbers *numbers,
                   __global const STORED *now, __global STORED *next, __global const vol_obstacle_grid *grid,
                   __global const vol_barrier *barrier, __global const double *points, __global const uint *start,
                   __global const uint *list, uint count) {
    const uint at = numbers->of[numbers->flock].at + get_global_id(0);
    const vol_obstacle_cells obstacles = {grid, barrier, points, start, list};
    double from[3], to[3], velocity[3];
    for (uint c = 0; c < 3; c++) {
        from[c] = now[at + c * count];
        to[c] = next[at + c * count];
        velocity[c] = next[at + (3 + c) * count];
    }
    hard_stop(&obstacles, world, from, to, velocity);
    for (uint c = 0; c < 3; c++) {
        next[at + c * count] = (STORED)to[c];
        next[at + (3 + c) * count] = (STORED)velocity[c];
    }
}
