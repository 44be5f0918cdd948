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
} vol_store_plan;

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
     * come from; half of the work of making `order`; the marks of boids that are about to be removed. */
    uint32_t *scratch;

    unsigned char *user, *user_next; /* of each slot, for the host; room to sort them to. NULL without */

    uint32_t turns; /* boids that are still to move in this step, where they move in a random order (cpu/turns.c) */

    void *pending[3]; /* what relations decided at the end of a step do in the next; NULL without such */
    uint32_t pending_room;

    vol_stage stage; /* while a step is made in stages: sorted along from the second on */
    vol_state spare; /* room to sort them to; without stages NULL, as those of `stage` */

    uint64_t changes; /* grows whenever boids come, go or are moved */
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

/* Bytes of each of `now` and `next`, which are one piece of memory each. */
size_t vol_store_state_bytes(const vol_store *store);

/* The boids that are computed here. */
vol_domain vol_store_domain(const vol_store *store);

/* Appends `count` boids, for which there is room; `values` holds 8 numbers each, as vol_kernels.put takes them. */
void vol_store_append(vol_store *store, uint32_t count, const double *values);

/* Marks for the slots, all 0; those that are set are of boids that vol_store_remove_marked removes. Until then nothing
 * may change the store. */
uint32_t *vol_store_marks(vol_store *store);
void vol_store_remove_marked(vol_store *store);

/* The slots in id order. */
const uint32_t *vol_store_order(vol_store *store);

/* Puts the slots in id order, if they are not. */
void vol_store_sort_by_id(vol_store *store);

/* Sorts the boids by the index, and what they carry along; the index is chosen by then, and is not brute force. */
void vol_store_sort(vol_store *store);

/* Exchanges `now` and `next`. */
void vol_store_swap(vol_store *store);

#endif
