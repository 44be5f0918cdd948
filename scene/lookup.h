/* Words to numbers, quick for thousands of them: which flock, which term has a name. */
#ifndef VOLERY_SCENE_LOOKUP_H
#define VOLERY_SCENE_LOOKUP_H

#include "common/arena.h"

#include <stdbool.h>

/* Open addressing; memory is of an arena. Start with {0}. */
typedef struct vol_lookup {
    struct vol_name *place;
    size_t count, room;
} vol_lookup;

/* Remembers the number of a name, which stays where it is; false if the name is there already. */
bool vol_lookup_put(vol_arena *arena, vol_lookup *lookup, const char *name, size_t number);

/* The number of a name; false if it is not there. */
bool vol_lookup_find(const vol_lookup *lookup, const char *name, size_t *number);

#endif
