/* Hard obstacles and the edges of a world as C: kernels/hard.h and kernels/edges.h, compiled once, in doubles. */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "kernels/one_boid.h"

#include "kernels/hard.h"

VOL_SAME(VOL_EDGE_WRAP, VOL_BOUNDARY_WRAP);
VOL_SAME(VOL_EDGE_JUMP, VOL_BOUNDARY_JUMP);
VOL_SAME(VOL_EDGE_TILE, VOL_BOUNDARY_TILE);
VOL_SAME(VOL_EDGE_CLAMP, VOL_BOUNDARY_CLAMP);
VOL_SAME(VOL_EDGE_BOUNCE, VOL_BOUNDARY_BOUNCE);
VOL_SAME(VOL_EDGE_OPEN, VOL_BOUNDARY_OPEN);

vol_world_numbers vol_world_numbers_of(const vol_world_def *world) {
    return (vol_world_numbers){.size = {world->size[0], world->size[1], world->size[2]},
                               .origin = {world->origin[0], world->origin[1], world->origin[2]},
                               .margin = world->margin,
                               .dt = world->dt,
                               .dimensions = (uint32_t)world->dimensions,
                               .boundary = (uint32_t)world->boundary,
                               .single_precision = world->precision == VOL_PRECISION_SINGLE,
                               .images = world->images};
}

void vol_hard_stop(const vol_world_numbers *world, const vol_obstacle_cells *obstacles, const vol_near_box *known,
                   bool tested, const double from[3], double to[3], double velocity[3]) {
    hard_stop(obstacles, known, tested, world, from, to, velocity);
}
