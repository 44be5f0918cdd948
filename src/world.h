/* A world as the library itself sees it. */
#ifndef VOLERY_WORLD_INTERNAL_H
#define VOLERY_WORLD_INTERNAL_H

#include "around/surround.h"
#include "backends/backend.h"
#include "events.h"
#include "flock.h"
#include "names.h"
#include "tasks/tasks.h"

/* What a worker keeps to itself. */
typedef struct vol_worker {
    uint32_t number;
    vol_batch batch;
    double sense, decide, move; /* seconds */
    uint64_t candidates;
    double *rule; /* memory of what rules of the host's read and write; NULL if there never was such */
    struct vol_custom_neighbour *neighbours; /* the same of single neighbours, so many for each boid of a batch */
    uint32_t *neighbour_count;
    size_t neighbours_most;
    uint64_t undecided; /* boids of the flock at hand that the rule did not decide for */
} vol_worker;

struct vol_world {
    vol_world_def def; /* its hooks are the world's own, over those of the host's below */
    struct {
        vol_allocator allocator;
        vol_tasks tasks;
    } hooks;
    uint32_t busy;              /* above 0: it steps, or a hook of the host's runs, and no call may come in */
    const vol_backend *backend; /* what the boids belong to */
    char device_name[64];       /* def.device points here, or is NULL */
    void *device;               /* what the backend needs besides; NULL on the processor */
    bool unsettled;             /* def.device is auto, and no device was found unfit yet */
    const vol_kernels *kernels; /* of the best lanes */
    const vol_kernels *one;     /* one boid at a time, for worlds in which they move in turn */
    vol_crew crew;
    vol_ranks ranks; /* this process among others that compute the world */
    vol_worker **workers;
    vol_flock_data **flocks;
    uint32_t flock_count, flock_room;
    uint32_t taken_below; /* no place of a flock below this is free */
    vol_names names;      /* of the flocks */
    vol_surroundings around;
    vol_boids *boids; /* of each flock, since the last step began; as many as there is room for flocks */
    vol_meal *meals;
    size_t meal_count, meal_room;
    size_t meal_most; /* that the relations there are may need, or more */
    uint64_t eaten;
    bool no_meal; /* the backend knows that in the last step no hunter has reached a prey */
    vol_events events;
    uint64_t steps;
    vol_profile profile;
    void *user; /* the host's */
};

/* Bytes of a number in the world's precision. */
size_t vol_number_size(const vol_world *world);

/* Does a hunter of this relation eat? */
bool vol_relation_eats(const vol_relation_def *relation);

/* After a step: hunters eat the prey they have reached. */
void vol_world_eat(vol_world *world);

/* Makes room for the sums of that flock's model, unless there is already. */
bool vol_world_make_sums_room(vol_world *world, const vol_flock_def *def);

/* Makes room for lists of the nearest, unless there is already. */
bool vol_world_make_nearest_room(vol_world *world);

/* Makes room for the rule of the host's of that def, where it has one, unless there is already; and gives it back. */
bool vol_world_make_rule_room(vol_world *world, const vol_flock_def *def);
void vol_worker_release_rule(vol_worker *worker, const vol_allocator *allocator);

/* The boids of a flock as a rule of the host's sees them: their ids, and what they carry for the host, or NULL. */
typedef struct vol_rule_boids {
    const uint32_t *id;
    unsigned char *user;
} vol_rule_boids;

/* The boids of a batch decide by the rule of the host's. */
void vol_rule_batch(vol_world *world, const vol_flock_data *flock, const vol_rule_boids *boids,
                    const vol_kernels *kernels, const vol_context *context, vol_worker *worker);

/* After the flock has moved: for how many did its rule not decide? */
void vol_rule_count(vol_world *world, vol_flock_data *flock);

/* Takes away the terms of a flock, and those of others that are about it. */
void vol_terms_forget_flock(vol_world *world, uint32_t flock);

/* Gives back the memory of all terms, and of all relations. */
void vol_world_release_terms(vol_world *world);
void vol_world_release_relations(vol_world *world);

/* Makes room for one meal a relation of every hunter there is room for; `growing` (or NULL) will have room for
 * `capacity`. */
bool vol_world_take_meal_room(vol_world *world, size_t needed);
bool vol_world_make_meal_room(vol_world *world, const vol_flock_data *growing, size_t capacity);

/* Which flocks something acts on, as text with their names; `name` is that of the parameter, for messages. */
vol_result vol_flocks_read(const vol_world *world, const char *name, const char *value, vol_flocks *flocks,
                           vol_error *error);
vol_result vol_flocks_write(const vol_world *world, const char *name, vol_flocks flocks, char *text, size_t size,
                            vol_error *error);

/* --- Calls of the host's (guard.c) -------------------------------------------------------------------------------- */

/* May a call of that function come in? VOL_ERROR_VALUE without a world, VOL_ERROR_BUSY while it is at work. */
vol_result vol_enter(const vol_world *world, const char *function, vol_error *error);

/* The same in functions that return no result: stops, and where that returns, false. */
bool vol_may_enter(const vol_world *world, const char *function);

/* The same with a flock by the number that the host has: VOL_ERROR_NAME, or a stop and NULL, where there is none. */
vol_result vol_enter_flock(const vol_world *world, vol_flock flock, const char *function, vol_flock_data **data,
                           vol_error *error);
vol_flock_data *vol_flock_or_stop(const vol_world *world, vol_flock flock, const char *function);

/* The flock that the host knows by that number, or NULL. */
vol_flock_data *vol_flock_of(const vol_world *world, vol_flock flock);

/* VOL_ERROR_NAME with a text. */
vol_result vol_no_flock(vol_flock flock, const char *field, vol_error *error);

/* Puts the world's own hooks over those of a new world's def. */
void vol_hooks_take(vol_world *world);

/* Leave a function that returns a result unless the call may come in. */
#define VOL_ENTER(world, error)                                        \
    do {                                                               \
        const vol_result entered_ = vol_enter(world, __func__, error); \
        if (entered_ != VOL_OK) {                                      \
            return entered_;                                           \
        }                                                              \
    } while (0)

/* The same with the flock of a number as `data`. */
#define VOL_ENTER_FLOCK(world, flock, data, error)                                           \
    do {                                                                                     \
        const vol_result entered_ = vol_enter_flock(world, flock, __func__, &(data), error); \
        if (entered_ != VOL_OK) {                                                            \
            return entered_;                                                                 \
        }                                                                                    \
    } while (0)

/* The same where an argument must not be NULL. */
#define VOL_GIVEN(argument, error)                                   \
    do {                                                             \
        if (vol_check_given(argument, #argument, error) != VOL_OK) { \
            return VOL_ERROR_VALUE;                                  \
        }                                                            \
    } while (0)

#endif
