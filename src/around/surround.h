/* What surrounds the flocks of a world, as the step sees it. */
#ifndef VOLERY_SURROUND_SURROUND_H
#define VOLERY_SURROUND_SURROUND_H

#include "around/barriers.h"
#include "index/index.h"

enum { VOL_PLAYERS_MOST = 64 };

/* Steering terms by number, and the numbers of those that exist by flock and priority. */
typedef struct vol_terms {
    vol_term_data *term;
    uint32_t *order;
    uint32_t count, room, living;
    bool sorted; /* `order` and `living` are right for the terms now */
} vol_terms;

typedef struct vol_surroundings {
    vol_terms terms;
    vol_barriers barriers;
    double players[3 * VOL_PLAYERS_MOST];
    size_t player_count;
    double gust[3]; /* to come in the next step */
    double blow[3]; /* wind and gust of this step */
    bool blows;
    /* The gust at hand, or the last one: it blows in the steps before `gust_end`, if until `gust_step` (not included) the
     * wind was looked at step by step with this chance and duration. */
    uint64_t gust_step, gust_end;
    double gust_chance;
    uint64_t gust_duration;
    vol_relation_def *relations;
    uint32_t relation_count, relation_room;
} vol_surroundings;

/* A flock as others meet it. */
typedef struct vol_party {
    const vol_state *now;
    const vol_search *search;
    const uint32_t *id;
    const uint32_t *order; /* slots in id order; only where somebody chooses at random */
    uint32_t count;
    uint32_t leader; /* its slot, or VOL_NONE */
} vol_party;

/* A batch of boids of flock `flock` meets the surroundings. */
typedef struct vol_encounter {
    const vol_surroundings *around;
    const vol_world_def *world;
    const vol_kernels *kernels;
    const vol_party *parties;
    const vol_job *job;
    uint32_t flock;
    uint64_t step;
    bool force;         /* the model decides by force */
    double time;        /* for which velocities are changed at once, where it does not */
    vol_guests *guests; /* room for the runs of one group */
} vol_encounter;

/* Wind and gusts of this step: a function of the seed and the step. Also sorts the obstacles, if they have changed. */
void vol_surround_begin_step(vol_surroundings *around, const vol_world_def *world, uint64_t step);

/* Has the flock relations of this kind of delay (0, 1)? */
bool vol_surround_minds(const vol_surroundings *around, uint32_t flock, int delay);

/* Relations, obstacles, players and wind add to what the boids of the batch want. */
void vol_surround_batch(const vol_encounter *encounter);

/* Delayed relations alone, added to wish[0] to wish[2] of the batch whatever the model decides by. */
void vol_surround_delayed(const vol_encounter *encounter);

/* The boids of other flocks that each group takes for its own; false if there are none. */
bool vol_surround_guests(const vol_encounter *encounter, double reach, vol_guests *guests);

/* After a batch has moved, by `most` at most: keeps it out of hard obstacles. `start` is where its first boid was;
 * `heading`: they carry one, which must follow. */
void vol_surround_stop(const vol_encounter *encounter, const double start[8], double most, bool heading);

#endif
