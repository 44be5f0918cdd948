/* Short numbers for the state of each boid, so that a replay which differs can be told the boid. Computed from the
 * world for each recorded step, and again in the replay. */
#ifndef VOLERY_APP_RECORD_BOID_CHECK_H
#define VOLERY_APP_RECORD_BOID_CHECK_H

#include <volery/volery.h>

/* The state of a world at a step, in short. */
typedef struct app_moment {
    uint64_t hash;     /* vol_world_hash */
    uint64_t sum;      /* of the numbers of all boids, modulo 2^64 */
    uint64_t weighted; /* of each boid's number times its weight: with `sum`, this tells one boid that differs */
    uint32_t boids;
    bool each;       /* are there `checks`? */
    uint16_t *check; /* the low 16 bits of each boid's number, in flock and id order */
    uint32_t room;
} app_moment;

/* A boid by its flock and id. */
typedef struct app_boid_name {
    vol_flock flock;
    uint32_t id;
} app_boid_name;

/* Fills in all but `check`, or with `each` that too; its memory is used again. Start with {0}. */
void app_moment_take(app_moment *state, vol_world *world, bool each);
/* Makes room for the checks of `boids` boids. */
void app_moment_room(app_moment *state, uint32_t boids);
void app_moment_release(app_moment *state);

/* The first boid of the world whose state is not the recorded one. `now` is that of the world. False: it cannot be told
 * from what was recorded. */
bool app_moment_find(const app_moment *recorded, const app_moment *now, vol_world *world, app_boid_name *boid);

#endif
