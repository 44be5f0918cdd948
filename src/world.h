/* A world as the library itself sees it. */
#ifndef VOLERY_WORLD_INTERNAL_H
#define VOLERY_WORLD_INTERNAL_H

#include "around/surround.h"
#include "backends/backend.h"
#include "flock.h"
#include "names.h"
#include "tasks/tasks.h"

/* What a worker keeps to itself. */
typedef struct vol_worker {
    uint32_t number;
    vol_batch batch;
    double sense, decide, move; /* seconds */
    uint64_t candidates;
    double *rule;       /* memory of what rules of the host's read and write; NULL if there never was such */
    uint64_t undecided; /* boids of the flock at hand that the rule did not decide for */
} vol_worker;

struct vol_world {
    vol_world_def def;
    const vol_backend *backend; /* what the boids belong to */
    char device_name[64];       /* def.device points here, or is NULL */
    void *device;               /* what the backend needs besides; NULL on the processor */
    bool unsettled;             /* def.device is auto, and no device was found unfit yet */
    const vol_kernels *kernels; /* of the best lanes */
    const vol_kernels *one;     /* one boid at a time, for worlds in which they move in turn */
    vol_crew crew;
    vol_worker **workers;
    vol_flock_data **flocks;
    uint32_t flock_count, flock_room;
    vol_names names; /* of the flocks */
    vol_surroundings around;
    vol_boids *boids; /* of each flock, since the last step began; as many as there is room for flocks */
    vol_meal *meals;
    size_t meal_count, meal_room;
    size_t meal_most; /* that the relations there are may need, or more */
    uint64_t eaten;
    bool no_meal; /* the backend knows that in the last step no hunter has reached a prey */
    uint64_t steps;
    vol_profile profile;
};

/* Bytes of a number in the world's precision. */
size_t vol_number_size(const vol_world *world);

/* Does a hunter of this relation eat? */
bool vol_relation_eats(const vol_relation_def *relation);

/* After a step: hunters eat the prey they have reached. */
void vol_world_eat(vol_world *world);

/* Makes room for lists of the nearest, unless there is already. */
bool vol_world_make_nearest_room(vol_world *world);

/* Makes room for rules of the host's, unless there is already. */
bool vol_world_make_rule_room(vol_world *world);

/* The boids of a batch decide by the rule of the host's. */
void vol_rule_batch(vol_world *world, const vol_flock_data *flock, const vol_kernels *kernels,
                    const vol_context *context, vol_worker *worker);

/* After the flock has moved: for how many did its rule not decide? */
void vol_rule_count(vol_world *world, vol_flock_data *flock);

/* Gives back the memory of all terms, and of all relations. */
void vol_world_release_terms(vol_world *world);
void vol_world_release_relations(vol_world *world);

/* Makes room for one meal a relation of every hunter there is room for; `growing` (or NULL) will have room for
 * `capacity`. */
bool vol_world_make_meal_room(vol_world *world, const vol_flock_data *growing, size_t capacity);

/* The flock of that number; a number that was never given is a programmer error. */
vol_flock_data *vol_flock_at(const vol_world *world, vol_flock flock);

#endif
