/* Custom rules: a flock of the model `custom` gathers sums over the neighbours of each boid in three zones, and a
 * callback of the host decides by them. Also what such rules need: bytes of the host's that each boid carries, and
 * random numbers that are the same in every run. docs/custom-rules.md is the guide. */
#ifndef VOLERY_CUSTOM_H
#define VOLERY_CUSTOM_H

#include <volery/flock.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What each boid of a batch sees in one zone: sums over the neighbours that are in view and nearer than the zone's
 * radius. Arrays of `count` numbers, one a boid; those for z are NULL in 2D. */
typedef struct vol_custom_zone {
    const double *number;      /* of neighbours */
    const double *weight;      /* the sum of their weights */
    const double *offset[3];   /* the sum of weight times (their position minus the boid's) */
    const double *velocity[3]; /* the sum of weight times their velocities */
} vol_custom_zone;

/* A single neighbour of a boid. Since 0.1. */
typedef struct vol_custom_neighbour {
    vol_flock flock; /* its own: the boid's, or one that that flocks with */
    uint32_t id;
    uint32_t slot; /* of the view of its flock after this step; in a cluster, of the rank's own boids */
    double distance;
    double offset[3]; /* its position minus the boid's; in worlds with images, of the nearest one */
    double velocity[3];
} vol_custom_neighbour;

/* A batch of boids that decide. What a boid decides may depend on its own numbers alone, not on the other boids of the
 * batch, their number, or the worker: batches differ with the instruction set and the number of threads.
 *
 * Numbers are doubles in worlds of either precision. In single precision they are floats widened, and what is written
 * is rounded to float. Since 0.1. */
struct vol_custom_batch {
    size_t count; /* of boids; 1 in worlds in which they move in turn */
    int dimensions;
    vol_flock flock;
    uint32_t worker; /* from 0 to vol_world_workers - 1; calls at the same time have different ones: to index memory */
    uint64_t seed;   /* of the world */
    uint64_t step;   /* how many steps the world has made before this one */
    double dt;
    double size[3];           /* of the world */
    const vol_flock_def *def; /* the flock's parameters */

    const uint32_t *id;  /* of each boid */
    uint32_t first_slot; /* boid i is in slot first_slot + i of the flock's view */
    const double *position[3];
    const double *velocity[3];
    vol_custom_zone separation, alignment, cohesion;
    /* With rule.neighbours, the nearest of those that are in view and nearer than the largest radius of a zone (and of
     * neighbours.count, where that is set): neighbour_count[i] of boid i, the first at neighbours + i *
     * neighbours_most. Nearest first, of two equally near the one of the lower flock, then of the lower id. NULL
     * without. */
    const uint32_t *neighbour_count;
    const vol_custom_neighbour *neighbours;
    size_t neighbours_most;
    const double *around[3]; /* acceleration that terms, relations, obstacles and players will add */
    const double *wind[3];   /* velocity that wind and gusts will add */
    void *user;              /* user_bytes of boid i are at (char *)user + i * user_bytes: yours to read and write */
    size_t user_bytes;

    /* What is decided: the next velocity is wanted + wind + (acceleration + around) * dt, then limited. */
    double *acceleration[3]; /* 0 before the call */
    double *wanted[3];       /* the velocity before the call: leave it, to decide by acceleration alone */
    double origin[3];        /* where the world begins. Since 0.1 */
};

/* vol_flock_def.rule.decide is called in every step for every batch of the flock, after sensing and after terms and
 * surroundings have been asked, before the boids move.
 *
 * It is called by the world's workers, several at a time with different batches: it must not change anything shared
 * without a lock, nor call any function of this world: such calls are VOL_ERROR_BUSY, or stop the program (base.h).
 * vol_random, vol_world_steps, vol_world_isa and vol_world_workers are fine. The world is the same for any number of
 * threads and any instruction set if what it writes for a boid is the same; use + - * / and sqrt, and vol_random.
 *
 * It returns true when it has decided. When it returns false, only surroundings change the velocities of the batch; the
 * same holds for a boid for which it writes anything but numbers from -1e9 to 1e9. Both are counted:
 * vol_flock_undecided.
 *
 * The rule may be changed or removed (NULL: the model's own) between two steps with vol_flock_set_def. A snapshot
 * does not hold it. */

/* The number of decisions, over all boids and steps since the flock was made, that its rule did not make. Since 0.1. */
VOL_API uint64_t vol_flock_undecided(const vol_world *world, vol_flock flock);

/* The user_bytes that the boid with that id carries; NULL if there is no such boid, or user_bytes is 0. They are zeros
 * in a new boid and stay with it until it is removed or eaten. Snapshots hold them, hashes do not. Valid as long as a
 * view; all boids at once are in vol_view.user. Aligned only as user_bytes is a multiple of it: for doubles, take a
 * multiple of 8. Since 0.1. */
VOL_API void *vol_flock_user(vol_world *world, vol_flock flock, uint32_t id);

/* A random number from 0 to below 1 that depends on its arguments alone: the same on every machine and thread, another
 * one if anything differs. `purpose` (0 to 127) is yours, to draw several for one boid and step; the library's own
 * draws are independent of it. Since 0.1. */
VOL_API double vol_random(uint64_t seed, vol_flock flock, uint32_t id, uint64_t step, uint32_t purpose);

#ifdef __cplusplus
}
#endif

#endif
