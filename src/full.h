/* A world in full as bytes, for going back a few frames: save.c writes them, load.c reads them.
 *
 * They are the structs of this build as they lie in memory, without what points somewhere: a head, each flock with its
 * boids in the order of ids, relations, obstacles, terms, meals. Only the process that wrote them can read them. */
#ifndef VOLERY_FULL_H
#define VOLERY_FULL_H

#include "world.h"

typedef struct vol_full_head {
    char magic[8];
    uint64_t layout;         /* of all structs: another build has another */
    uint64_t size;           /* of all bytes, this head included */
    uint64_t sum;            /* of all bytes behind it */
    vol_world_def def;       /* without what is fixed: threads, instruction set, device, hooks, cluster */
    vol_surroundings around; /* how many there are of everything, players, gusts; lists follow */
    vol_region region[VOL_REGIONS_MOST];
    uint32_t region_bits;
    uint32_t flock_count;
    uint64_t steps, eaten, meal_count;
} vol_full_head;

/* Behind it: the ids, the arrays of the state, what boids carry for the host, and who is in regions. */
typedef struct vol_full_flock {
    vol_flock_data data;
    uint32_t count, next_id;
} vol_full_flock;

extern const char vol_full_magic[8];

/* A number that tells the layout of this build from others. */
uint64_t vol_full_layout(void);

/* Of the bytes from `from` on, quickly: for damage, not against intent. */
uint64_t vol_full_sum(const unsigned char *bytes, size_t size, size_t from);

/* The arrays of a state that a flock of that def has; returns how many. */
int vol_full_arrays(const vol_world *world, const vol_flock_data *flock, const vol_state *state, void *arrays[8]);

#endif
