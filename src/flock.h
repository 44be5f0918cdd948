/* A flock as the library itself sees it. */
#ifndef VOLERY_FLOCK_INTERNAL_H
#define VOLERY_FLOCK_INTERNAL_H

#include "events.h"
#include "index/index.h"
#include "index/query_tree.h"
#include "kernels/abi.h"

typedef struct vol_flock_data {
    vol_flock_def def; /* name points to `name`, count is unused: see below */
    char name[64];
    uint32_t number;     /* place among the world's flocks */
    uint32_t generation; /* how many flocks had the place before */
    bool exists;         /* false: it was destroyed. Its place is kept, as a flock without boids, until it is taken */

    void *store;             /* the backend's: the boids (backends/backend.h) */
    uint32_t *marks;         /* while hunters eat: of the slots, those that are eaten; */
    const vol_leaves *boxed; /* and boxes around where they are now, or NULL; or */
    const vol_search *index; /* the step's index, and how far they have come since; or NULL */
    double strayed;
    vol_tree tree; /* of queries, made when asked for */

    uint32_t joined;                      /* how many flocks it flocks with */
    uint32_t relation[VOL_RELATION_USES]; /* the first of its relations for each use, since the last step began */

    vol_around around; /* what surrounds it, since the last step began */

    uint32_t leader; /* its id, or VOL_NONE; it may be gone */
    void *user;      /* the host's */

    uint32_t regions;                 /* bits of those that watch it by name (events.c) */
    vol_inside *inside, *inside_next; /* boids that are in regions, by id; room for the next list */
    uint32_t inside_count;
    size_t inside_room;

    uint64_t undecided; /* boids that a rule of the host did not decide for, step by step */

    vol_index used;      /* how neighbours were found in the last step */
    double reach;        /* beyond which no boid matters, since the last step began */
    uint64_t candidates; /* that the boids tested in the last step, all together; 0 before the first */
    double busy;         /* seconds of all workers that it took then, where that was measured; else 0 */
    void *constants;     /* vol_constants in the world's precision */
} vol_flock_data;

/* A host knows a flock by its place and, in the upper bits, its generation. A place whose generations are used up is
 * not taken again. */
enum { VOL_PLACE_BITS = 20, VOL_PLACE_MOST = (1 << VOL_PLACE_BITS) - 1, VOL_GENERATION_MOST = (1 << 12) - 1 };
static inline vol_flock vol_flock_handle(const vol_flock_data *flock) {
    return flock->number | flock->generation << VOL_PLACE_BITS;
}

/* Makes room for `capacity` boids; on failure nothing has changed. */
vol_result vol_flock_make_room(vol_world *world, vol_flock_data *flock, size_t capacity);

/* Makes room for the delayed relations of `capacity` boids, if the flock has any; on failure nothing has changed. */
bool vol_flock_make_pending(vol_world *world, vol_flock_data *flock, size_t capacity);

/* A flock of its own for a place, which is not in the world's list yet, with room for so many boids; NULL without
 * memory. */
vol_flock_data *vol_flock_make(vol_world *world, const vol_flock_def *def, const char *name, uint32_t number,
                               size_t capacity);

/* Room for so many places of flocks in the world's list. */
bool vol_flock_make_places(vol_world *world, uint32_t needed);

/* Gives back all of a flock's memory, and the flock. */
void vol_flock_release(vol_world *world, vol_flock_data *flock);

/* Its boids as the host sees them; the slot of one of them, or VOL_NONE. */
vol_view vol_flock_look(const vol_world *world, const vol_flock_data *flock);
uint32_t vol_flock_find_boid(vol_world *world, vol_flock_data *flock, uint32_t id);

/* Do the flock's boids carry a heading and a speed? */
bool vol_flock_has_heading(const vol_world *world, const vol_flock_data *flock);

/* The variant of the model whose kernels compute the flock. */
vol_variant vol_flock_variant(const vol_world *world, const vol_flock_data *flock);

/* Makes a velocity that the host gives as long as the flock's speed; where the model has no such speed, nothing. */
void vol_flock_at_speed(const vol_world *world, const vol_flock_data *flock, double *velocity);

/* Numbers of boids that the host gives: `what` they are, and between which they must be. */
vol_result vol_check_numbers(const double *numbers, size_t count, const char *what, double least, double most,
                             vol_error *error);

/* Brings all boids to the flock's speed, after velocities were changed; where the model has no such speed, nothing. */
void vol_flock_keep_speed(vol_world *world, vol_flock_data *flock);

/* Beyond which no boid matters to the flock's rules; INFINITY where there is no such distance. */
double vol_flock_reach(const vol_world *world, const vol_flock_data *flock);

/* What the search for neighbours among `count` boids of the flock must find. */
vol_search_need vol_flock_need(const vol_world *world, const vol_flock_data *flock, uint32_t count);

/* The slot of the leader among these ids, or VOL_NONE. */
uint32_t vol_flock_leader_slot(const vol_flock_data *flock, const uint32_t *id, uint32_t count);

#endif
