/* Where boids are, and how they fly, at the start; and how they come to be inside a world with images. */
#ifndef VOLERY_SPAWN_H
#define VOLERY_SPAWN_H

#include "kernels/abi.h"
#include "kernels/spawn_numbers.h"
#include "store/domain.h"
#include "tasks/tasks.h"

/* Boids of a new flock that are spawned, or folded, at a time: fewer are not worth waking another worker. */
enum { VOL_SPAWN_PIECE = 4096 };

typedef struct vol_spawn_job {
    const vol_world_def *world;
    const vol_flock_def *flock;
    uint32_t number; /* of the flock */
    const vol_state *state;
    uint32_t *id;
    vol_domain domain; /* of ids */
} vol_spawn_job;

/* What kernels/spawn.h reads of a flock that is to be made. */
vol_spawn_numbers vol_spawn_numbers_of(const vol_world_def *world, const vol_flock_def *flock, uint32_t number);

/* The boids of a new flock with the ids of a domain, in the order of their ids from the first slot on, by all
 * workers. */
void vol_spawn(const vol_spawn_job *job, vol_crew *crew);

/* Brings boids in slots begin to end - 1 that are outside a world with images to the same place inside, by all
 * workers. */
void vol_fold(const vol_world_def *world, const vol_state *state, uint32_t begin, uint32_t end, vol_crew *crew);

/* A velocity from a heading in degrees and a speed; writes velocity (3 numbers), heading from 0 to 360, and speed. */
void vol_spawn_polar(double heading, double speed, double values[5]);

#endif
