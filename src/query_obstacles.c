/* Queries of obstacles, and rays that meet boids or obstacles: goes through the images of each obstacle that could be
 * the first, by the box around it; kernels/probe.c does the rest. Comes after a step; changes nothing. */
#include "query.h"

#include "core/error.h"
#include "kernels/probe.h"

#include <math.h>

enum { IMAGES_MOST = 16 }; /* worlds to each side over which an obstacle may reach */

static const vol_obstacle_hit no_obstacle = {.obstacle = VOL_NONE};

static vol_probed probed_at(const vol_world *world, uint32_t number) {
    const vol_barriers *b = &world->around.barriers;
    return (vol_probed){&b->barrier[number], b->points, world->def.dimensions};
}

/* What a probe found, from a point that was moved by -shift to meet an image of the obstacle. */
static void take(const vol_world *world, const vol_probe *probe, uint32_t number, const double place[3],
                 const double shift[3], vol_obstacle_hit *hit) {
    *hit = (vol_obstacle_hit){.obstacle = world->around.barriers.number[number], .distance = probe->distance};
    for (int c = 0; c < world->def.dimensions; c++) {
        hit->point[c] = place[c] + shift[c];
        hit->normal[c] = probe->normal[c];
    }
}

/* --- Around a point ----------------------------------------------------------------------------------------------- */

/* How far p is from the box around the core at least, less the radius. */
static double box_distance(const vol_barrier *b, int dimensions, const double p[3]) {
    double sum = 0;
    for (int c = 0; c < dimensions; c++) {
        const double outside = fabs(p[c] - b->center[c]) - b->half_size[c];
        sum += outside > 0 ? outside * outside : 0;
    }
    return sqrt(sum) * (1 - 0x1p-40) - b->radius; /* a little less: rounding must leave nothing out */
}

static void probe_image(const vol_world *world, uint32_t number, const double point[3], const int image[3],
                        vol_obstacle_hit *hit) {
    const vol_probed probed = probed_at(world, number);
    double p[3] = {0, 0, 0}, shift[3] = {0, 0, 0}, place[3];
    for (int c = 0; c < 3 && c < probed.dimensions; c++) {
        shift[c] = image[c] * world->def.size[c];
        p[c] = point[c] - shift[c];
    }
    const double bound = box_distance(probed.barrier, probed.dimensions, p);
    if (hit->obstacle != VOL_NONE && bound > hit->distance && bound > 0) {
        return;
    }
    const vol_probe probe = vol_probe_point(&probed, p);
    if (hit->obstacle == VOL_NONE || probe.distance < hit->distance) {
        for (int c = 0; c < 3; c++) {
            place[c] = p[c] - probe.normal[c] * probe.distance;
        }
        take(world, &probe, number, place, shift, hit);
    }
}

/* Along an axis, the images whose boxes have the point within them, and one more to each side: all others are farther
 * away than these. */
static vol_image_range images_around(const vol_world *world, const vol_barrier *b, const double *point, int axis) {
    if (!world->def.images || axis >= world->def.dimensions) {
        return (vol_image_range){0, 0};
    }
    const double size = world->def.size[axis], worlds = fmin(b->half_size[axis] / size, IMAGES_MOST);
    const double middle = floor((point[axis] - b->center[axis]) / size + 0.5);
    const double to_side = ceil(worlds + 0.5);
    return (vol_image_range){(int)(middle - to_side), (int)(middle + to_side)};
}

static void probe_around(const vol_world *world, uint32_t number, const double point[3], vol_obstacle_hit *hit) {
    vol_image_range range[3];
    for (int c = 0; c < 3; c++) {
        range[c] = images_around(world, &world->around.barriers.barrier[number], point, c);
    }
    for (int z = range[2].first; z <= range[2].last; z++) {
        for (int y = range[1].first; y <= range[1].last; y++) {
            for (int x = range[0].first; x <= range[0].last; x++) {
                probe_image(world, number, point, (const int[3]){x, y, z}, hit);
            }
        }
    }
}

vol_result vol_query_obstacle(const vol_world *world, const double *point, vol_obstacle_hit *hit, vol_error *error) {
    VOL_GIVEN(hit, error);
    *hit = no_obstacle;
    VOL_ENTER(world, error);
    vol_result result = vol_query_check_point(world, "point", point, error);
    double p[3] = {0, 0, 0};
    for (int c = 0; result == VOL_OK && c < world->def.dimensions; c++) {
        p[c] = point[c];
    }
    for (uint32_t i = 0; result == VOL_OK && i < world->around.barriers.count; i++) {
        if (world->around.barriers.barrier[i].range >= 0) { /* else it was taken away */
            probe_around(world, i, p, hit);
        }
    }
    return result;
}

/* --- Along a ray -------------------------------------------------------------------------------------------------- */

static vol_tree_node box_around(const vol_barrier *b) {
    vol_tree_node box;
    for (int c = 0; c < 3; c++) {
        box.low[c] = b->center[c] - b->half_size[c] - b->radius;
        box.high[c] = b->center[c] + b->half_size[c] + b->radius;
    }
    return box;
}

/* The ray as the image of an obstacle sees it. */
static void cast_image(const vol_world *world, uint32_t number, const vol_beam *beam, const int image[3],
                       vol_obstacle_hit *hit) {
    const vol_probed probed = probed_at(world, number);
    const vol_tree_node box = box_around(probed.barrier);
    vol_beam moved = *beam;
    double shift[3] = {0, 0, 0}, place[3] = {0, 0, 0};
    for (int c = 0; c < 3 && c < probed.dimensions; c++) {
        shift[c] = image[c] * world->def.size[c];
        moved.origin[c] = beam->origin[c] - shift[c];
        moved.slack = fmax(moved.slack, (fabs(moved.origin[c]) + fabs(box.low[c]) + fabs(box.high[c])) * 0x1p-38);
    }
    if (!(vol_beam_bound(&moved, &box) <= moved.length)) {
        return;
    }
    const vol_probe probe = vol_probe_ray(&probed, moved.origin, moved.along, moved.length);
    if (probe.distance < INFINITY && (hit->obstacle == VOL_NONE || probe.distance < hit->distance)) {
        for (int c = 0; c < probed.dimensions; c++) {
            place[c] = moved.origin[c] + moved.along[c] * probe.distance;
        }
        take(world, &probe, number, place, shift, hit);
    }
}

static void cast_all(const vol_world *world, uint32_t number, const vol_beam *beam, vol_obstacle_hit *hit) {
    const vol_barrier *b = &world->around.barriers.barrier[number];
    vol_beam near = *beam;
    vol_tree_node box = box_around(b);
    vol_image_range range[3];
    for (int c = 0; c < 3; c++) {
        const double most = (IMAGES_MOST + 1) * world->def.size[c];
        if (world->def.images && box.high[c] - box.low[c] > 2 * most) {
            box.low[c] = b->center[c] - most;
            box.high[c] = b->center[c] + most;
        }
        range[c] = vol_beam_images(world, beam, &box, c);
    }
    for (int z = range[2].first; z <= range[2].last; z++) {
        for (int y = range[1].first; y <= range[1].last; y++) {
            for (int x = range[0].first; x <= range[0].last; x++) {
                near.length = hit->obstacle != VOL_NONE ? hit->distance : beam->length;
                cast_image(world, number, &near, (const int[3]){x, y, z}, hit);
            }
        }
    }
}

static void cast(const vol_world *world, const vol_beam *beam, vol_obstacle_hit *hit) {
    vol_beam line = *beam;
    line.radius = 0;
    *hit = no_obstacle;
    for (uint32_t i = 0; i < world->around.barriers.count; i++) {
        if (world->around.barriers.barrier[i].range >= 0) { /* else it was taken away */
            cast_all(world, i, &line, hit);
        }
    }
}

vol_result vol_query_obstacle_ray(const vol_world *world, const double *origin, const double *direction, double length,
                                  vol_obstacle_hit *hit, vol_error *error) {
    VOL_GIVEN(hit, error);
    vol_beam beam;
    *hit = no_obstacle;
    VOL_ENTER(world, error);
    vol_result result = vol_beam_of(world, origin, direction, length, 0, &beam, error);
    if (result == VOL_OK) {
        cast(world, &beam, hit);
    }
    return result;
}

vol_result vol_query_ray_any(vol_world *world, const vol_flock *flocks, size_t flock_count, const double *origin,
                             const double *direction, double length, double radius, vol_hit *boid,
                             vol_obstacle_hit *obstacle, vol_error *error) {
    VOL_GIVEN(boid, error);
    VOL_GIVEN(obstacle, error);
    vol_beam beam;
    *boid = (vol_hit){.slot = VOL_NONE, .id = VOL_NONE, .flock = VOL_NONE};
    *obstacle = no_obstacle;
    VOL_ENTER(world, error);
    vol_result result = vol_beam_of(world, origin, direction, length, radius, &beam, error);
    if (result == VOL_OK) {
        cast(world, &beam, obstacle);
        beam.length = obstacle->obstacle != VOL_NONE ? obstacle->distance : beam.length;
        result = vol_query_beam(world, flocks, flock_count, &beam, boid, error);
    }
    if (result != VOL_OK) {
        *obstacle = no_obstacle;
    } else if (boid->id != VOL_NONE && obstacle->obstacle != VOL_NONE) {
        if (boid->distance < obstacle->distance) {
            *obstacle = no_obstacle;
        } else {
            *boid = (vol_hit){.slot = VOL_NONE, .id = VOL_NONE, .flock = VOL_NONE};
        }
    }
    return result;
}
