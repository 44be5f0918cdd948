/* What surrounds the flocks of a world: as the host makes it, and flattened into plain numbers for the step. */
#ifndef VOLERY_AROUND_SURROUND_H
#define VOLERY_AROUND_SURROUND_H

#include "around/barriers.h"

/* A steering term, and what was made of its path: x, y, z of each corner and how far along the path it is. */
typedef struct vol_term_data {
    vol_term_def def; /* points and flow are the term's own */
    double *path;
    uint32_t path_count; /* a closed path has its first corner again at its end */
    bool exists;
} vol_term_data;

/* Steering terms by number; and flattened, those that exist by flock and priority. */
typedef struct vol_terms {
    vol_term_data *term;
    uint32_t *order;
    vol_term_core *core;
    uint32_t count, room, living;
    double *number; /* of the paths and flows of all of them */
    size_t number_count, number_room;
    bool sorted; /* what is flattened is right for the terms now */
} vol_terms;

typedef struct vol_surroundings {
    vol_terms terms;
    vol_barriers barriers;
    double players[3 * VOL_PLAYERS_MOST];
    size_t player_count;
    double gust[3]; /* to come in the next step */
    /* The gust that blows, or the last one: it blows in the steps before `gust_end`, if until `gust_step` (not
     * included) each step was drawn with this chance and duration. */
    uint64_t gust_step, gust_end;
    double gust_chance;
    uint64_t gust_duration;
    vol_relation_def *relations;
    vol_relation_core *relation_core; /* of each */
    uint32_t *targets;                /* VOL_TARGETS_MOST for each */
    uint32_t relation_count, relation_room;
    vol_around flat;
} vol_surroundings;

/* Once all flocks are sorted: flattens everything for this step, which lasts until the next one. */
void vol_surround_flatten(vol_world *world);

/* The same for wind and gusts alone, of a later step. */
void vol_surround_wind(vol_world *world, uint64_t step);

struct vol_flock_data;

/* What the step of a flock reads of its surroundings; the boids are for the backend to fill in. */
vol_context vol_surround_context(const vol_world *world, const struct vol_flock_data *flock);

/* Does anything act on the boids between decide and move? */
bool vol_is_surrounded(const vol_context *context);

/* Has the flock relations that are decided at the end of a step? */
bool vol_relations_delayed(const vol_surroundings *around, uint32_t flock);

/* Which terms of the flattened ones are a flock's: *begin to *end - 1. */
void vol_terms_of(const vol_terms *terms, uint32_t flock, uint32_t *begin, uint32_t *end);

/* Sorts the terms by flock, priority and number and flattens them, if one was made, changed or taken away since. */
void vol_terms_flatten(vol_terms *terms, int dimensions);

#endif
