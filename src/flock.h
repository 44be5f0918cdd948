/* A flock as the library itself sees it. */
#ifndef VOLERY_FLOCK_INTERNAL_H
#define VOLERY_FLOCK_INTERNAL_H

#include "index/index.h"
#include "index/query_tree.h"
#include "kernels/abi.h"

typedef struct vol_flock_data {
    vol_flock_def def; /* name points to `name`, count is unused: see below */
    char name[64];
    uint32_t number; /* position among the world's flocks */

    uint32_t count, capacity;
    uint32_t next_id;
    vol_state now, next;      /* where the boids are; where a step puts them, or sorts them to */
    uint32_t *id, *id_sorted; /* id of each slot; room to sort them to */
    bool in_id_order;         /* slots are in id order */

    uint32_t *order;  /* slots in id order, made when asked for */
    bool order_known; /* `order` is right for the slots now */

    /* A number a slot, for one use at a time, after which it holds nothing: in the index the slots that sorted ones come from;
     * half of the work of making `order`; the marks of boids that are about to be removed. */
    uint32_t *scratch;

    uint64_t changes; /* grows whenever boids come, go or are moved between steps, so that queries look anew */
    vol_tree tree;    /* of queries, made when asked for */

    void *pending[3]; /* what relations decided at the end of a step do in the next; NULL without such */
    uint32_t pending_room;

    uint32_t joined;                      /* how many flocks it flocks with */
    uint32_t relation[VOL_RELATION_USES]; /* the first of its relations for each use, since the last step began */

    uint32_t leader; /* its id, or VOL_NONE; it may be gone */

    unsigned char *user, *user_sorted; /* of each slot, def.user_bytes each; room to sort them to. NULL without */
    uint64_t undecided;                /* boids for whom a rule of the host's did not decide, step by step */

    vol_index used;      /* how neighbours were found in the last step */
    double reach;        /* beyond which nobody matters, since the last step began */
    uint64_t candidates; /* at whom the boids looked in the last step, all together; 0 before the first */
    void *constants;     /* vol_constants in the world's precision */
    vol_search search;
} vol_flock_data;

/* Makes room for `capacity` boids; on failure nothing has changed. */
vol_result vol_flock_make_room(vol_world *world, vol_flock_data *flock, size_t capacity);

/* Makes room for the delayed relations of `capacity` boids, if the flock has any; on failure nothing has changed. */
bool vol_flock_make_pending(vol_world *world, vol_flock_data *flock, size_t capacity);

/* Marks for the slots, all 0: those that are set are of boids that vol_flock_remove_marked removes. Until then nothing may
 * change the flock. */
uint32_t *vol_flock_marks(vol_world *world, vol_flock_data *flock);
void vol_flock_remove_marked(vol_world *world, vol_flock_data *flock);

/* Bytes of each of `now` and `next`, which are one piece of memory each. */
size_t vol_flock_state_bytes(const vol_world *world, const vol_flock_data *flock);

/* Gives back all of a flock's memory, and the flock. */
void vol_flock_destroy(vol_world *world, vol_flock_data *flock);

/* Appends `count` boids, for which there is room; `values` holds 8 numbers each, as vol_kernels.put takes them. */
void vol_flock_append(vol_world *world, vol_flock_data *flock, uint32_t count, const double *values);

/* Computes headings and speeds from velocities, in flocks that have them. */
void vol_flock_face(vol_world *world, vol_flock_data *flock, uint32_t begin, uint32_t end);

/* Brings boids outside a world with images to the same place inside, where the grid finds them. */
void vol_flock_fold(vol_world *world, vol_flock_data *flock, uint32_t begin, uint32_t end);

/* Puts the slots in id order, if they are not. */
void vol_flock_sort_by_id(vol_world *world, vol_flock_data *flock);

/* Do the flock's boids carry a heading and a speed? */
bool vol_flock_has_heading(const vol_world *world, const vol_flock_data *flock);

/* The boids as every stage reads them, `order` left out. */
vol_boids vol_flock_boids(const vol_flock_data *flock);

/* The slot of the leader, or VOL_NONE. */
uint32_t vol_flock_leader_slot(const vol_flock_data *flock);

/* Sorts what boids carry for the host: user[i] = user[order[i]] for i below `count`. */
void vol_flock_sort_user(vol_world *world, vol_flock_data *flock, const uint32_t *order, uint32_t count);

/* Exchanges `now` and `next`. */
void vol_flock_swap(vol_flock_data *flock);

#endif
