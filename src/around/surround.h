/* What surrounds the flocks of a world: as the host makes it, and flattened into plain numbers for the step. */
#ifndef VOLERY_AROUND_SURROUND_H
#define VOLERY_AROUND_SURROUND_H

#include "around/barriers.h"

/* A steering term, and what was made of its path: x, y, z of each corner and how far along the path it is. */
typedef struct vol_term_data {
    vol_term_def def; /* points and flow are the term's own */
    double *path;
    uint32_t path_count; /* a closed path has its first corner again at its end */
    uint32_t number;     /* by which the host knows it: none is ever given twice */
    bool exists;
    void *user; /* the host's */
} vol_term_data;

/* Steering terms, by ascending number; and flattened, those that exist by flock and priority. Flocks in their defs are
 * places. */
typedef struct vol_terms {
    vol_term_data *term, *spare; /* what is there, and memory to load others into: room for as many */
    uint32_t *order;
    vol_term_core *core;
    uint32_t count, room, living;
    uint32_t given; /* numbers given so far */
    uint32_t gone;  /* how many were taken away, and still have a place */
    double *number; /* of the paths and flows of all of them */
    size_t number_count, number_room;
    bool sorted;  /* what is flattened is right for the terms now, */
    double share; /* and for a world of which a step has this share of what is given by the unit of time */
} vol_terms;

/* What save.c writes as it is, but for lists and what is flattened, which it clears. */
typedef struct vol_surroundings {
    vol_terms terms;
    vol_barriers barriers, spare_barriers; /* what is there, and memory to load others into */
    vol_player_core players[VOL_PLAYERS_MOST];
    size_t player_count;
    bool players_own;                              /* they have numbers of their own, else those of the world count */
    vol_player_core player_core[VOL_PLAYERS_MOST]; /* of this step */
    double gust[3];                                /* to come in the next step */
    /* The gust that blows, or the last one: it blows in the steps before `gust_end`, if until `gust_step` (not
     * included) each step was drawn with this chance and duration. */
    uint64_t gust_step, gust_end;
    double gust_chance;
    uint64_t gust_duration;
    vol_relation_def *relations;      /* in the order in which they were made; flocks in them are places */
    uint32_t *relation_number;        /* of each, by which the host knows it: ascending, none is ever given twice */
    uint32_t relation_given;          /* numbers given so far */
    vol_relation_core *relation_core; /* of each */
    uint32_t *targets;                /* VOL_TARGETS_MOST for each */
    uint32_t relation_count, relation_room;
    vol_around flat; /* but for what differs between flocks: vol_flock_data.around */
} vol_surroundings;

/* Once all flocks are sorted: flattens everything for this step, which lasts until the next one. */
void vol_surround_flatten(vol_world *world);

/* The same for wind and gusts alone, of a later step. */
void vol_surround_wind(vol_world *world, uint64_t step);

/* Does a flock feel the wind, and does it blow in this step? */
bool vol_surround_blows(const vol_world *world, uint32_t flock);

struct vol_flock_data;

/* What the step of a flock reads of its surroundings; the boids are for the backend to fill in. */
vol_context vol_surround_context(const vol_world *world, const struct vol_flock_data *flock);

/* Does anything act on the boids between decide and move? */
bool vol_is_surrounded(const vol_context *context);

/* Has the flock relations that are decided at the end of a step? */
bool vol_relations_delayed(const vol_surroundings *around, uint32_t flock);

/* How many numbers, of its path or flow, the host gave a term. */
size_t vol_term_given(const vol_term_data *term, int dimensions);

/* Loading (load.c). Prepare makes all memory, and *spare* lists of what is read, in `bytes`, checked before; without
 * memory false, and nothing has changed. Then take puts them in place, or drop gives them back. */
bool vol_terms_prepare(vol_world *world, const unsigned char *bytes, uint32_t count, int dimensions);
void vol_terms_take(vol_world *world, const unsigned char *bytes, const vol_terms *counts);
void vol_terms_drop(vol_world *world, uint32_t count);
bool vol_barriers_prepare(vol_barriers *spare, const vol_barriers *counts, const unsigned char *bytes,
                          const vol_world_def *world);
bool vol_relations_make_room(vol_world *world, uint32_t count);

/* Which terms of the flattened ones are a flock's: *begin to *end - 1. */
void vol_terms_of(const vol_terms *terms, uint32_t flock, uint32_t *begin, uint32_t *end);

/* A flock is destroyed: takes away its terms and relations, and what others have that refer to it. */
void vol_world_forget_flock(vol_world *world, uint32_t flock);

/* Sorts the terms by flock, priority and number and flattens them, if one was made, changed or taken away since. */
void vol_terms_flatten(vol_terms *terms, const vol_world_def *world);

#endif
