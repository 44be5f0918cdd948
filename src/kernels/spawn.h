/* Spawn: where one boid of a new flock is, and how it flies, at the start; and how a boid comes to be inside a world
 * with images. Comes before the first step.
 *
 * Every number is a function of the seed, the flock and the boid's id, computed in doubles, so a start does not depend
 * on threads or devices, and is the same for single and double but for rounding. C and OpenCL C.
 */
#ifndef VOLERY_KERNELS_SPAWN_H
#define VOLERY_KERNELS_SPAWN_H

#include "core/random.h"
#include "kernels/edges.h"
#include "kernels/spawn_numbers.h"
#include "lanes/maths.h"

#define VOL_PI 3.141592653589793

/* A boid at the start: where its numbers are among SPAWN_VALUES. */
enum { SPAWN_POSITION = 0, SPAWN_VELOCITY = 3, SPAWN_HEADING = 6, SPAWN_SPEED = 7, SPAWN_VALUES = 8 };

/* Two numbers from 0 to below 1 for one boid and purpose, and the third, which is not always needed. */
VOL_INLINE void spawn_draw(VOL_GLOBAL const vol_spawn_numbers *n, vol_u32 id, vol_u32 purpose, double u[2]) {
    vol_random_bits r = vol_random_at(n->seed, n->flock, id, 0, purpose);
    u[0] = vol_uniform(r, 0);
    u[1] = vol_uniform(r, 1);
}

VOL_INLINE double spawn_draw_third(VOL_GLOBAL const vol_spawn_numbers *n, vol_u32 id, vol_u32 purpose) {
    return vol_uniform(vol_random_at(n->seed, n->flock, id, 1, purpose), 0);
}

/* A direction, every one equally likely. */
VOL_OUTLINE void spawn_any_direction(int dimensions, double u1, double u2, double direction[3]) {
    double sine, cosine;
    v_sincos(2 * VOL_PI * u1, &sine, &cosine);
    double z = dimensions == 3 ? 2 * u2 - 1 : 0;
    double flat = v_sqrt(1 - z * z);
    direction[0] = flat * cosine;
    direction[1] = flat * sine;
    direction[2] = z;
}

VOL_INLINE void spawn_in_box(VOL_GLOBAL const double *size, const double u[3], double position[3]) {
    for (int c = 0; c < 3; c++) {
        position[c] = size[c] * u[c];
    }
}

VOL_INLINE void spawn_in_disc(int dimensions, double radius, const double u[3], double offset[3]) {
    spawn_any_direction(dimensions, u[0], u[1], offset);
    double distance = radius * (dimensions == 3 ? v_pow(u[2], 1.0 / 3) : v_sqrt(u[2]));
    for (int c = 0; c < 3; c++) {
        offset[c] *= distance;
    }
}

/* Boid number `id` on the grid, first along the last axis. */
VOL_INLINE void spawn_on_grid(int dimensions, vol_u32 side, vol_u32 id, double spacing, double offset[3]) {
    for (int c = dimensions - 1; c >= 0; c--) {
        offset[c] = spacing * (double)(id % side) - (double)(side - 1) * spacing / 2;
        id /= side;
    }
}

VOL_INLINE void spawn_place(VOL_GLOBAL const vol_spawn_numbers *n, vol_u32 id, double position[3]) {
    const int dimensions = (int)n->world.dimensions;
    double u[3] = {0, 0, 0}, offset[3] = {0, 0, 0};
    if (n->shape != VOL_START_GRID && n->shape != VOL_START_RING) {
        spawn_draw(n, id, VOL_RANDOM_POSITION, u);
    }
    if (dimensions == 3 || n->shape == VOL_START_DISC) {
        u[2] = spawn_draw_third(n, id, VOL_RANDOM_POSITION);
    }
    switch (n->shape) {
    case VOL_START_BOX:
        spawn_in_box(n->size, u, offset);
        for (int c = 0; c < 3; c++) {
            offset[c] -= n->size[c] / 2;
        }
        break;
    case VOL_START_DISC: spawn_in_disc(dimensions, n->radius, u, offset); break;
    case VOL_START_GRID: spawn_on_grid(dimensions, n->side, id, n->spacing, offset); break;
    case VOL_START_RING:
        spawn_any_direction(2, (double)id / (double)n->count, 0, offset);
        offset[0] *= n->radius;
        offset[1] *= n->radius;
        break;
    default: spawn_in_box(n->world.size, u, offset); break;
    }
    for (int c = 0; c < 3; c++) {
        position[c] = n->center[c] + offset[c];
    }
}

/* A velocity from a heading in degrees and a speed; writes velocity (3 numbers), heading from 0 to 360, and speed. */
VOL_INLINE void spawn_polar(double heading, double speed, double values[5]) {
    double turns = v_floor(heading / 360);
    double degrees = heading - turns * 360;
    double sine, cosine;
    v_sincos(degrees * (VOL_PI / 180), &sine, &cosine);
    values[0] = speed * cosine;
    values[1] = speed * sine;
    values[2] = 0;
    values[3] = degrees;
    values[4] = speed;
}

/* Fills in velocity, heading and speed. */
VOL_INLINE void spawn_launch(VOL_GLOBAL const vol_spawn_numbers *n, vol_u32 id, double values[5]) {
    double heading = n->heading, u[2] = {0, 0};
    const int ring = n->shape == VOL_START_RING, any = heading != heading;
    if (any && !ring) {
        spawn_draw(n, id, VOL_RANDOM_VELOCITY, u);
        if (n->world.dimensions == 3) {
            spawn_any_direction(3, u[0], u[1], values);
            for (int c = 0; c < 3; c++) {
                values[c] *= n->speed;
            }
            values[3] = values[4] = 0;
            return;
        }
    }
    if (any) {
        heading = ring ? 90 + 360 * (double)id / (double)n->count : 360 * u[0];
    }
    spawn_polar(heading, n->speed, values);
}

/* Brings a boid at p, a place in the world's precision, inside a world with images, to the same place there; false if
 * it is inside already. What p becomes is rounded by who writes it. */
VOL_INLINE int fold_boid(VOL_GLOBAL const vol_world_numbers *world, double p[3]) {
    int inside = 1;
    for (int c = 0; c < (int)world->dimensions; c++) {
        double low, high;
        edges_of(world, c, &low, &high);
        inside = inside && p[c] >= low && p[c] <= high;
    }
    if (!inside) {
        into_world(world, p);
    }
    return !inside;
}

/* Boid number `id`: all its numbers, which who writes them rounds to the world's precision. */
VOL_INLINE void spawn_boid(VOL_GLOBAL const vol_spawn_numbers *n, vol_u32 id, double values[SPAWN_VALUES]) {
    double *position = values + SPAWN_POSITION;
    spawn_place(n, id, position);
    for (int c = 0; c < 3; c++) {
        position[c] = n->whole ? v_floor(position[c] + 0.5) : position[c];
        position[c] = v_min(v_max(position[c], -VOL_MOST_PLACE), VOL_MOST_PLACE); /* as for boids that are added */
    }
    spawn_launch(n, id, values + SPAWN_VELOCITY);
    if (n->world.images) {
        for (int c = 0; n->world.single_precision && c < 3; c++) {
            position[c] = (double)(float)position[c];
        }
        fold_boid(&n->world, position);
    }
}

#endif
