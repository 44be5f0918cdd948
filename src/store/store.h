/* The boids of a flock in memory: their arrays, the order of ids, coming and going, what they carry for the host, and
 * the index over them. Only backends see this header; the rest of the library asks them (backends/backend.h). */
#ifndef VOLERY_STORE_STORE_H
#define VOLERY_STORE_STORE_H

#include "index/index.h"
#include "store/domain.h"

/* What a store is made for, and with. */
typedef struct vol_store_plan {
    const vol_kernels *kernels;
    vol_crew *crew;
    const vol_allocator *allocator;
    int dimensions;
    size_t number_size;
    bool heading;      /* boids carry a heading and a speed */
    size_t user_bytes; /* that a boid carries for the host */
    bool stages;       /* there is room for steps that are made in stages */
    bool previous;     /* where boids were before the last step is wanted */
    vol_ranks *ranks;  /* of a process that computes a part of the boids; NULL: it computes all */
} vol_store_plan;

/* How boids are shared out among the ranks. */
enum vol_sharing {
    VOL_SHARING_NONE,   /* this process has all boids and computes them */
    VOL_SHARING_STRIPS, /* it has those of its strip and near it, and computes those in the strip */
    VOL_SHARING_PLACES, /* it has all boids, and computes those in its strip */
    VOL_SHARING_SLOTS   /* it has all boids, and computes as many as the others */
};

/* Where the places of boids before the last step are. */
enum vol_previous {
    VOL_PREVIOUS_NONE,  /* they were where they are */
    VOL_PREVIOUS_NEXT,  /* in `next`, where a step has left them, until something else needs that memory */
    VOL_PREVIOUS_START, /* in `stage.start`, the same after a step in stages */
    VOL_PREVIOUS_KEPT   /* in `kept` */
};

typedef struct vol_store {
    vol_store_plan plan;
    uint32_t count, capacity;
    uint32_t next_id;
    vol_state now, next;    /* where the boids are; where a step puts them, or sorts them to */
    uint32_t *id, *id_next; /* id of each slot; room to sort them to */
    bool in_id_order;       /* slots are in id order */

    uint32_t *order;  /* slots in id order, made when asked for */
    bool order_known; /* `order` is right for the slots now */

    /* A number a slot, for one use at a time, after which it holds nothing: in the index the slots that sorted ones
     * come from; half of the work of making `order`; the marks or the slots of boids that are about to be removed. */
    uint32_t *scratch;

    unsigned char *user, *user_next; /* of each slot, for the host; room to sort them to. NULL without */

    uint32_t turns; /* boids that are still to move in this step, where they move in a random order (cpu/turns.c) */

    void *pending[3]; /* what relations decided at the end of a step do in the next; NULL without such */
    uint32_t pending_room;

    vol_stage stage; /* while a step is made in stages: sorted along from the second on */
    vol_state spare; /* room to sort them to; without stages NULL, as those of `stage` */

    /* With plan.previous: */
    enum vol_previous previous;
    vol_state kept, kept_next; /* positions alone; room to sort them to */

    /* With plan.ranks: */
    enum vol_sharing sharing;
    vol_strip strip;
    uint32_t total;       /* boids of the flock in all processes */
    unsigned char *ghost; /* of each slot: another rank computes it */

    uint64_t changes; /* grows whenever boids come, go or are moved */
    uint64_t stepped; /* what it was after a step which left in `next` where the boids were; 0: before the first */
    vol_search search;
} vol_store;

/* Makes a store for `capacity` boids; false, and there is none, without memory for it. */
vol_store *vol_store_create(const vol_store_plan *plan, size_t capacity);
void vol_store_destroy(vol_store *store);

/* Makes room for `capacity` boids, or for what relations have decided of as many; on failure nothing has changed. */
bool vol_store_make_room(vol_store *store, size_t capacity);
bool vol_store_make_pending(vol_store *store, size_t capacity);

/* Makes room for steps that are made in stages; on failure nothing has changed. */
bool vol_store_make_stages(vol_store *store);

/* Begins to keep where boids were before the last step, or ends it; without memory false, and nothing has changed. */
bool vol_store_keep_previous(vol_store *store, bool keep);

/* What plan.previous needs. Before a step: nothing is known. Behind it: where it has left the places before. Boids from
 * slot `first` on are new: they were where they are. And the arrays of all. */
void vol_store_forget_previous(vol_store *store);
void vol_store_know_previous(vol_store *store, enum vol_previous previous);
void vol_store_new_previous(vol_store *store, uint32_t first);
const vol_state *vol_store_previous(const vol_store *store);

/* Before `next` is filled but by a step: the places in there are copied to where they can stay. And one by one, from
 * slot to slot. */
void vol_store_save_previous(vol_store *store);

/* Bytes of each of `now` and `next`, which are one piece of memory each. */
size_t vol_store_state_bytes(const vol_store *store);

/* The boids that are computed here. */
vol_domain vol_store_domain(const vol_store *store);

/* Where a boid is along the axis of a strip. */
double vol_store_place(const vol_store *store, const vol_strip *strip, uint32_t slot);

/* Finds out which slots are ghosts, by where boids are now. */
void vol_store_share(vol_store *store);

/* Appends `count` boids, for which there is room; `values` holds 8 numbers each, as vol_kernels.put takes them. */
void vol_store_append(vol_store *store, uint32_t count, const double *values);

/* Removing boids (remove.c) touches those that go and as many that take their slots; the others stay where they are.
 *
 * Marks for the slots, all 0; those that are set are of boids that vol_store_remove_marked removes. Until then nothing
 * may change the store, nor may vol_store_order be asked for if it was not before. */
uint32_t *vol_store_marks(vol_store *store);
void vol_store_remove_marked(vol_store *store);

/* Removes the boids with these ids, and returns how many; or, if one is of no boid or is there twice, which of the list
 * that is: then nothing has changed. */
size_t vol_store_remove(vol_store *store, size_t count, const uint32_t *ids);

/* The arrays of a state in one list, for code that treats all alike; NULL where the flock has no such array. */
void vol_state_arrays(vol_state *state, void **arrays[8]);

/* The slots in id order. */
const uint32_t *vol_store_order(vol_store *store);

/* Puts the slots in id order, if they are not. */
void vol_store_sort_by_id(vol_store *store);

/* Sorts the boids by the index, and what they carry along; the index is chosen by then, and is not brute force. */
void vol_store_sort(vol_store *store);

/* Sorts what boids carry besides their state: x[i] = x[order[i]] for i below `count`. */
void vol_store_sort_carried(vol_store *store, const uint32_t *order, uint32_t count);

/* Exchanges `now` and `next`. */
void vol_store_swap(vol_store *store);

#endif
