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

/* Is the boid so far from all that are known to be near that nothing can be in its way? Quicker than hard_is_clear, for
 * obstacles without images; may say no where it is. */
static bool hard_passes(const vol_obstacle_cells *obstacles, const vol_near_box *known, const vol_world_numbers *world,
                        const double from[3], const double to[3], const double velocity[3]) {
    double size = 0, square = 0, p[3] = {0, 0, 0};
    for (int c = 0; c < (int)world->dimensions; c++) {
        double step = to[c] - from[c], went = velocity[c] * world->dt, most = v_max(v_abs(step), v_abs(went));
        if (!(v_max(most, v_abs(step - went)) <= world->size[c] / 2)) {
            return false;
        }
        size = v_max(v_max(v_abs(from[c]), v_abs(to[c])) + v_abs(went) + world_extent(world, c) + world->margin, size);
        square += step * step;
        p[c] = from[c];
    }
    double length = VOL_SQRT(square) + size * 0x1p-16; /* more than boids keep from a surface */
    for (int c = 0; c < (int)world->dimensions; c++) {
        if (!(p[c] - length >= known->low[c] && p[c] + length <= known->high[c])) {
            return false;
        }
    }
    for (vol_u32 i = 0; i < known->near.count; i++) {
        const vol_barrier *b = &obstacles->barrier[known->near.which[i]];
        const double *points = b->point_count > 0 ? obstacles->points + 3 * (size_t)b->point_first : b->center;
        double far = length + b->radius + b->radius * 0x1p-40;
        for (int c = 0; c < 3; c++) {
            far += (v_abs(b->center[c]) + b->half_size[c]) * 0x1p-40;
        }
        int clear = b->shape == VOL_CORE_BOX
                        ? is_far_from_box(b, p, far)
                        : b->shape != VOL_CORE_POLYGON &&
                              is_far_from_line(points, points + (b->point_count > 0 ? 3 : 0), p, far);
        if (!clear) {
            return false;
        }
    }
    return true;
}

void vol_hard_stop(const vol_world_numbers *world, const vol_obstacle_cells *obstacles, const vol_near_box *known,
                   const double from[3], double to[3], double velocity[3]) {
    if (world->images || known->near.all || !hard_passes(obstacles, known, world, from, to, velocity)) {
        hard_stop(obstacles, known, world, from, to, velocity);
    }
}
