/* A world as the library itself sees it. */
#ifndef VOLERY_WORLD_INTERNAL_H
#define VOLERY_WORLD_INTERNAL_H

#include "flock.h"
#include "tasks/tasks.h"

/* What a worker keeps to itself. */
typedef struct vol_worker {
    vol_batch batch;
    double sense, decide, move; /* seconds */
    uint64_t candidates;
} vol_worker;

struct vol_world {
    vol_world_def def;
    const vol_kernels *kernels; /* of the best lanes */
    const vol_kernels *one;     /* one boid at a time, for worlds in which they move in turn */
    vol_crew crew;
    vol_worker **workers;
    vol_flock_data **flocks;
    uint32_t flock_count, flock_room;
    uint64_t steps;
    vol_profile profile;
};

/* The flock of that number; a number that was never given is a programmer error. */
vol_flock_data *vol_flock_at(const vol_world *world, vol_flock flock);

#endif
