/* Spawn: where the boids of a new flock are, and how they fly, at the start. Comes before the first step.
 *
 * Every number is a function of the seed, the flock and the boid's id, computed in double precision, so a start does
 * not depend on threads, and is the same for single and double but for rounding.
 */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "spawn.h"

#include "core/random.h"
#include "kernels/edges.h"
#include "kernels/one_boid.h"
#include "lanes/maths.h"

#include <math.h>

#define VOL_PI 3.141592653589793

/* What is the same for all boids of a flock. */
typedef struct spawning {
    const vol_spawn_job *job;
    double center[3];
    uint32_t side; /* boids along each axis of a grid */
} spawning;

/* Two numbers from 0 to below 1 for one boid and purpose, and the third, which is not always needed. */
static void draw(const vol_spawn_job *job, uint32_t id, uint32_t purpose, double u[2]) {
    vol_random_bits r = vol_random_at(job->world->seed, job->number, id, 0, purpose);
    u[0] = vol_uniform(r, 0);
    u[1] = vol_uniform(r, 1);
}

static double draw_third(const vol_spawn_job *job, uint32_t id, uint32_t purpose) {
    return vol_uniform(vol_random_at(job->world->seed, job->number, id, 1, purpose), 0);
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

/* How many boids of `count` a square (cubic) grid has along each axis. */
static uint32_t grid_side(int dimensions, uint32_t count) {
    uint32_t side = 1;
    while ((dimensions == 3 ? (uint64_t)side * side * side : (uint64_t)side * side) < count) {
        side++;
    }
    return side;
}

/* Boid number `id` on the grid, first along the last axis. */
static void on_grid(int dimensions, uint32_t side, uint32_t id, double spacing, double offset[3]) {
    for (int c = dimensions - 1; c >= 0; c--) {
        offset[c] = spacing * (double)(id % side) - (double)(side - 1) * spacing / 2;
        id /= side;
    }
}

static void place(const spawning *s, uint32_t id, double position[3]) {
    const vol_spawn_job *job = s->job;
    const vol_flock_def *def = job->flock;
    const int dimensions = job->world->dimensions;
    double u[3] = {0, 0, 0}, offset[3] = {0, 0, 0};
    if (def->start.shape != VOL_SHAPE_GRID && def->start.shape != VOL_SHAPE_RING) {
        draw(job, id, VOL_RANDOM_POSITION, u);
    }
    if (dimensions == 3 || def->start.shape == VOL_SHAPE_DISC) {
        u[2] = draw_third(job, id, VOL_RANDOM_POSITION);
    }
    switch (def->start.shape) {
    case VOL_SHAPE_BOX:
        in_box(def->start.size, u, offset);
        for (int c = 0; c < 3; c++) {
            offset[c] -= def->start.size[c] / 2;
        }
        break;
    case VOL_SHAPE_DISC: in_disc(dimensions, def->start.radius, u, offset); break;
    case VOL_SHAPE_GRID: on_grid(dimensions, s->side, id, def->start.spacing, offset); break;
    case VOL_SHAPE_RING:
        any_direction(2, (double)id / (double)def->count, 0, offset);
        offset[0] *= def->start.radius;
        offset[1] *= def->start.radius;
        break;
    default: in_box(job->world->size, u, position); return;
    }
    for (int c = 0; c < 3; c++) {
        position[c] = s->center[c] + offset[c];
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
    const bool ring = def->start.shape == VOL_SHAPE_RING;
    double u[2] = {0, 0};
    if (isnan(heading) && !ring) {
        draw(job, id, VOL_RANDOM_VELOCITY, u);
        if (job->world->dimensions == 3) {
            any_direction(3, u[0], u[1], values);
            for (int c = 0; c < 3; c++) {
                values[c] *= speed;
            }
            values[3] = values[4] = 0;
            return;
        }
    }
    if (isnan(heading)) {
        heading = ring ? 90 + 360 * (double)id / (double)def->count : 360 * u[0];
    }
    vol_spawn_polar(heading, speed, values);
}

static void write_number(void *array, uint32_t slot, double number, bool wide) {
    if (wide) {
        ((double *)array)[slot] = number;
    } else {
        ((float *)array)[slot] = (float)number;
    }
}

static double read_number(const void *array, uint32_t slot, bool wide) {
    return wide ? ((const double *)array)[slot] : (double)((const float *)array)[slot];
}

/* After the numbers were rounded to the world's precision: what is inside stays as it is. */
static void fold_range(const vol_world_def *world, const vol_state *state, uint32_t begin, uint32_t end) {
    const bool wide = world->precision == VOL_PRECISION_DOUBLE;
    const vol_world_numbers numbers = vol_world_numbers_of(world);
    double low[3], high[3], p[3] = {0, 0, 0};
    for (int c = 0; c < world->dimensions; c++) {
        edges_of(&numbers, c, &low[c], &high[c]);
    }
    for (uint32_t slot = begin; slot < end; slot++) {
        bool inside = true;
        for (int c = 0; c < world->dimensions; c++) {
            p[c] = read_number(state->position[c], slot, wide);
            inside = inside && p[c] >= low[c] && p[c] <= high[c];
        }
        if (!inside) {
            into_world(&numbers, p);
            for (int c = 0; c < world->dimensions; c++) {
                write_number(state->position[c], slot, p[c], wide);
            }
        }
    }
}

static void spawn_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const spawning *s = context;
    const vol_spawn_job *job = s->job;
    const bool wide = job->world->precision == VOL_PRECISION_DOUBLE;
    const uint32_t begin = job->domain.begin + piece * VOL_SPAWN_PIECE, last = job->domain.end;
    const uint32_t end = last - begin < VOL_SPAWN_PIECE ? last : begin + VOL_SPAWN_PIECE;
    for (uint32_t id = begin; id < end; id++) {
        double values[8];
        place(s, id, values);
        for (int c = 0; job->flock->start.whole && c < 3; c++) {
            values[c] = v_floor(values[c] + 0.5);
        }
        launch(job, id, values + 3);
        for (int c = 0; c < job->world->dimensions; c++) {
            write_number(job->state->position[c], id, values[c], wide);
            write_number(job->state->velocity[c], id, values[3 + c], wide);
        }
        if (job->state->heading) {
            write_number(job->state->heading, id, values[6], wide);
            write_number(job->state->speed, id, values[7], wide);
        }
        job->id[id] = id;
    }
    if (job->world->images) {
        fold_range(job->world, job->state, begin, end);
    }
}

static uint32_t pieces_of(uint32_t count) {
    return (uint32_t)(((uint64_t)count + VOL_SPAWN_PIECE - 1) / VOL_SPAWN_PIECE);
}

void vol_spawn(const vol_spawn_job *job, vol_crew *crew) {
    spawning s = {.job = job};
    for (int c = 0; c < 3; c++) {
        double given = job->flock->start.center[c];
        s.center[c] = isnan(given) ? job->world->size[c] / 2 : given;
    }
    s.side =
        job->flock->start.shape == VOL_SHAPE_GRID ? grid_side(job->world->dimensions, (uint32_t)job->flock->count) : 0;
    vol_crew_run(crew, pieces_of(job->domain.end - job->domain.begin), spawn_piece, &s);
}

typedef struct folding {
    const vol_world_def *world;
    const vol_state *state;
    uint32_t begin, end;
} folding;

static void fold_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const folding *f = context;
    const uint32_t begin = f->begin + piece * VOL_SPAWN_PIECE;
    fold_range(f->world, f->state, begin, f->end - begin < VOL_SPAWN_PIECE ? f->end : begin + VOL_SPAWN_PIECE);
}

void vol_fold(const vol_world_def *world, const vol_state *state, uint32_t begin, uint32_t end, vol_crew *crew) {
    if (world->images) {
        folding f = {world, state, begin, end};
        vol_crew_run(crew, pieces_of(end - begin), fold_piece, &f);
    }
}
