/* Spawn: where the boids of a new flock are, and how they fly, at the start.
 *
 * Every number is a function of the seed, the flock and the boid's id, computed in double precision, so a start does
 * not depend on threads, and is the same for single and double but for rounding.
 */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "spawn.h"
#include "core/random.h"
#include "lanes/maths.h"

#include <math.h>

#define VOL_PI 3.141592653589793

/* Three numbers from 0 to below 1 for one boid and purpose. */
static void draw(const vol_spawn_job *job, uint32_t id, uint32_t purpose, double u[3]) {
    vol_random_bits r = vol_random_at(job->world->seed, job->number, id, 0, purpose);
    u[0] = vol_uniform(r, 0);
    u[1] = vol_uniform(r, 1);
    u[2] = vol_uniform(vol_random_at(job->world->seed, job->number, id, 1, purpose), 0);
}

static void center_of(const vol_spawn_job *job, double center[3]) {
    for (int c = 0; c < 3; c++) {
        double given = job->flock->start.center[c];
        center[c] = isnan(given) ? job->world->size[c] / 2 : given;
    }
}

/* A direction, every one equally likely. */
static void any_direction(int dimensions, double u1, double u2, double direction[3]) {
    double sine, cosine;
    v_sincos(2 * VOL_PI * u1, &sine, &cosine);
    double z = dimensions == 3 ? 2 * u2 - 1 : 0;
    double flat = v_sqrt(1 - z * z);
    direction[0] = flat * cosine;
    direction[1] = flat * sine;
    direction[2] = z;
}

static void in_box(const double size[3], const double u[3], double position[3]) {
    for (int c = 0; c < 3; c++) {
        position[c] = size[c] * u[c];
    }
}

static void in_disc(int dimensions, double radius, const double u[3], double offset[3]) {
    any_direction(dimensions, u[0], u[1], offset);
    double distance = radius * (dimensions == 3 ? v_pow(u[2], 1.0 / 3) : v_sqrt(u[2]));
    for (int c = 0; c < 3; c++) {
        offset[c] *= distance;
    }
}

/* Boid number `id` of `count` on a square (cubic) grid, first along the last axis. */
static void on_grid(int dimensions, uint32_t count, uint32_t id, double spacing, double offset[3]) {
    uint32_t side = 1;
    while ((dimensions == 3 ? (uint64_t)side * side * side : (uint64_t)side * side) < count) {
        side++;
    }
    for (int c = dimensions - 1; c >= 0; c--) {
        offset[c] = spacing * (double)(id % side) - (double)(side - 1) * spacing / 2;
        id /= side;
    }
}

static void place(const vol_spawn_job *job, uint32_t id, double position[3]) {
    const vol_flock_def *def = job->flock;
    double u[3], center[3], offset[3] = {0, 0, 0};
    draw(job, id, VOL_RANDOM_POSITION, u);
    center_of(job, center);
    switch (def->start.shape) {
    case VOL_SHAPE_BOX:
        in_box(def->start.size, u, offset);
        for (int c = 0; c < 3; c++) {
            offset[c] -= def->start.size[c] / 2;
        }
        break;
    case VOL_SHAPE_DISC: in_disc(job->world->dimensions, def->start.radius, u, offset); break;
    case VOL_SHAPE_GRID: on_grid(job->world->dimensions, (uint32_t)def->count, id, def->start.spacing, offset); break;
    case VOL_SHAPE_RING:
        any_direction(2, (double)id / (double)def->count, 0, offset);
        offset[0] *= def->start.radius;
        offset[1] *= def->start.radius;
        break;
    default: in_box(job->world->size, u, position); return;
    }
    for (int c = 0; c < 3; c++) {
        position[c] = center[c] + offset[c];
    }
}

void vol_spawn_polar(double heading, double speed, double values[5]) {
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
static void launch(const vol_spawn_job *job, uint32_t id, double values[5]) {
    const vol_flock_def *def = job->flock;
    double speed = def->start.speed, heading = def->start.heading;
    double u[3];
    draw(job, id, VOL_RANDOM_VELOCITY, u);
    if (isnan(heading) && job->world->dimensions == 3 && def->start.shape != VOL_SHAPE_RING) {
        any_direction(3, u[0], u[1], values);
        for (int c = 0; c < 3; c++) {
            values[c] *= speed;
        }
        values[3] = values[4] = 0;
        return;
    }
    if (isnan(heading)) {
        heading = def->start.shape == VOL_SHAPE_RING ? 90 + 360 * (double)id / (double)def->count : 360 * u[0];
    }
    vol_spawn_polar(heading, speed, values);
}

void vol_spawn(const vol_spawn_job *job, uint32_t id, double values[8]) {
    place(job, id, values);
    for (int c = 0; job->flock->start.whole && c < 3; c++) {
        values[c] = v_floor(values[c] + 0.5);
    }
    launch(job, id, values + 3);
}
