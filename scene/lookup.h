/* Words to numbers, quick for thousands of them: which flock, which term has a name. */
#ifndef VOLERY_SCENE_LOOKUP_H
#define VOLERY_SCENE_LOOKUP_H

#include "common/arena.h"

#include <stdbool.h>

/* Open addressing; memory is of an arena. Start with {0}. */
typedef struct vol_scene_lookup {
    struct vol_scene_lookup_place *place;
    size_t count, room;
} vol_scene_lookup;

/* Remembers the number of a name, which stays where it is; false if the name is there already, or if the
 * arena has failed. */
bool vol_scene_lookup_put(vol_arena *arena, vol_scene_lookup *lookup, const char *name, size_t number);

/* The number of a name; false if it is not there. */
bool vol_scene_lookup_find(const vol_scene_lookup *lookup, const char *name, size_t *number);

#endif
