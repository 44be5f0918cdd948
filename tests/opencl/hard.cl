/* Hard obstacles as OpenCL C: in doubles whatever the precision of the state, so a program of its own. STORED is the type
 * of the state, which step.cl describes. */
#include "kernels/hard.h"

__kernel void stop(__global const vol_world_numbers *world, __global const vol_obstacle_grid *grid,
                   __global const vol_barrier *barrier, __global const double *points, __global const uint *start,
                   __global const uint *list, __global const STORED *now, __global STORED *next, uint n) {
    const uint i = get_global_id(0);
    const vol_obstacle_cells obstacles = {grid, barrier, points, start, list};
    double from[3], to[3], velocity[3];
    for (uint c = 0; c < 3; c++) {
        from[c] = now[c * n + i];
        to[c] = next[c * n + i];
        velocity[c] = next[(3 + c) * n + i];
    }
    hard_stop(&obstacles, world, from, to, velocity);
    for (uint c = 0; c < 3; c++) {
        next[c * n + i] = (STORED)to[c];
        next[(3 + c) * n + i] = (STORED)velocity[c];
    }
}
