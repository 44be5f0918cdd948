/* Where a boid is, and how it flies, at the start. */
#ifndef VOLERY_SPAWN_H
#define VOLERY_SPAWN_H

#include <volery/flock.h>

typedef struct vol_spawn_job {
    const vol_world_def *world;
    const vol_flock_def *flock;
    uint32_t number; /* of the flock */
} vol_spawn_job;

/* The eight numbers of boid `id`: position, velocity, heading, speed. */
void vol_spawn(const vol_spawn_job *job, uint32_t id, double values[8]);

/* A velocity from a heading in degrees and a speed; writes velocity (3 numbers), heading from 0 to 360, and speed. */
void vol_spawn_polar(double heading, double speed, double values[5]);

#endif
