/* Spawn: where the boids of a new flock are, and how they fly, at the start, by all workers. Comes before the first
 * step. What one boid starts with is in kernels/spawn.h.
 */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "spawn.h"

#include "kernels/one_boid.h"
#include "kernels/spawn.h"

#include <math.h>

VOL_SAME(VOL_START_UNIFORM, VOL_SHAPE_UNIFORM);
VOL_SAME(VOL_START_BOX, VOL_SHAPE_BOX);
VOL_SAME(VOL_START_DISC, VOL_SHAPE_DISC);
VOL_SAME(VOL_START_GRID, VOL_SHAPE_GRID);
VOL_SAME(VOL_START_RING, VOL_SHAPE_RING);

/* A new flock that is spawned, and from what. */
typedef struct spawning {
    const vol_spawn_job *job;
    vol_spawn_numbers numbers;
} spawning;

/* How many boids of `count` a square (cubic) grid has along each axis. */
static uint32_t grid_side(int dimensions, uint32_t count) {
    uint32_t side = 1;
    while ((dimensions == 3 ? (uint64_t)side * side * side : (uint64_t)side * side) < count) {
        side++;
    }
    return side;
}

vol_spawn_numbers vol_spawn_numbers_of(const vol_world_def *world, const vol_flock_def *flock, uint32_t number) {
    vol_spawn_numbers n = {.world = vol_world_numbers_of(world),
                           .seed = world->seed,
                           .radius = flock->start.radius,
                           .spacing = flock->start.spacing,
                           .speed = flock->start.speed,
                           .heading = flock->start.heading,
                           .flock = number,
                           .shape = (uint32_t)flock->start.shape,
                           .count = (uint32_t)flock->count,
                           .whole = flock->start.whole};
    for (int c = 0; c < 3; c++) {
        double given = flock->start.center[c];
        n.center[c] = n.shape == VOL_START_UNIFORM ? world->origin[c]
                      : isnan(given)               ? world->origin[c] + world->size[c] / 2
                                                   : given;
        n.size[c] = flock->start.size[c];
    }
    n.side = n.shape == VOL_START_GRID ? grid_side(world->dimensions, n.count) : 0;
    return n;
}

void vol_spawn_polar(double heading, double speed, double values[5]) {
    spawn_polar(heading, speed, values);
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

static void spawn_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const spawning *s = context;
    const vol_spawn_job *job = s->job;
    const bool wide = job->world->precision == VOL_PRECISION_DOUBLE;
    const uint32_t begin = job->domain.begin + piece * VOL_SPAWN_PIECE, last = job->domain.end;
    const uint32_t end = last - begin < VOL_SPAWN_PIECE ? last : begin + VOL_SPAWN_PIECE;
    for (uint32_t id = begin; id < end; id++) {
        const uint32_t slot = id - job->domain.begin;
        double values[SPAWN_VALUES];
        spawn_boid(&s->numbers, id, values);
        for (int c = 0; c < job->world->dimensions; c++) {
            write_number(job->state->position[c], slot, values[SPAWN_POSITION + c], wide);
            write_number(job->state->velocity[c], slot, values[SPAWN_VELOCITY + c], wide);
        }
        if (job->state->heading) {
            write_number(job->state->heading, slot, values[SPAWN_HEADING], wide);
            write_number(job->state->speed, slot, values[SPAWN_SPEED], wide);
        }
        job->id[slot] = id;
    }
}

static uint32_t pieces_of(uint32_t count) {
    return (uint32_t)(((uint64_t)count + VOL_SPAWN_PIECE - 1) / VOL_SPAWN_PIECE);
}

void vol_spawn(const vol_spawn_job *job, vol_crew *crew) {
    spawning s = {job, vol_spawn_numbers_of(job->world, job->flock, job->number)};
    vol_crew_run(crew, pieces_of(job->domain.end - job->domain.begin), spawn_piece, &s);
}

typedef struct folding {
    vol_world_numbers world;
    const vol_state *state;
    uint32_t begin, end;
} folding;

static void fold_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const folding *f = context;
    const int dimensions = (int)f->world.dimensions;
    const bool wide = !f->world.single_precision;
    const uint32_t begin = f->begin + piece * VOL_SPAWN_PIECE;
    const uint32_t end = f->end - begin < VOL_SPAWN_PIECE ? f->end : begin + VOL_SPAWN_PIECE;
    for (uint32_t slot = begin; slot < end; slot++) {
        double p[3] = {0, 0, 0};
        for (int c = 0; c < dimensions; c++) {
            p[c] = read_number(f->state->position[c], slot, wide);
        }
        if (fold_boid(&f->world, p)) {
            for (int c = 0; c < dimensions; c++) {
                write_number(f->state->position[c], slot, p[c], wide);
            }
        }
    }
}

void vol_fold(const vol_world_def *world, const vol_state *state, uint32_t begin, uint32_t end, vol_crew *crew) {
    if (world->images) {
        folding f = {vol_world_numbers_of(world), state, begin, end};
        vol_crew_run(crew, pieces_of(end - begin), fold_piece, &f);
    }
}
