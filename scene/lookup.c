/* Words to numbers; used by the scene reader for the names of flocks and terms. */
#include "lookup.h"

#include <stdint.h>
#include <string.h>

typedef struct vol_scene_lookup_place {
    const char *word; /* NULL: the place is free */
    size_t number;
} vol_scene_lookup_place;

/* FNV-1a. */
static uint64_t letters_sum(const char *name) {
    uint64_t sum = UINT64_C(14695981039346656037);
    for (; *name != '\0'; name++) {
        sum = (sum ^ (unsigned char)*name) * UINT64_C(1099511628211);
    }
    return sum;
}

/* Where a name is, or the free place where it would be; there is always one. */
static vol_scene_lookup_place *find_place(const vol_scene_lookup *lookup, const char *name) {
    size_t at = (size_t)(letters_sum(name) % lookup->room);
    while (lookup->place[at].word != NULL && strcmp(lookup->place[at].word, name) != 0) {
        at = at + 1 < lookup->room ? at + 1 : 0;
    }
    return &lookup->place[at];
}

bool vol_scene_lookup_put(vol_arena *arena, vol_scene_lookup *lookup, const char *name, size_t number) {
    if (2 * lookup->count >= lookup->room) {
        vol_scene_lookup larger = {.count = lookup->count, .room = 4 * lookup->room + 15};
        larger.place = vol_arena_take(arena, larger.room * sizeof *larger.place);
        if (larger.place == NULL) {
            return false;
        }
        for (size_t i = 0; i < lookup->room; i++) {
            if (lookup->place[i].word != NULL) {
                *find_place(&larger, lookup->place[i].word) = lookup->place[i];
            }
        }
        *lookup = larger;
    }
    vol_scene_lookup_place *place = find_place(lookup, name);
    if (place->word != NULL) {
        return false;
    }
    *place = (vol_scene_lookup_place){name, number};
    lookup->count++;
    return true;
}

bool vol_scene_lookup_find(const vol_scene_lookup *lookup, const char *name, size_t *number) {
    const vol_scene_lookup_place *place = lookup->room > 0 ? find_place(lookup, name) : NULL;
    if (place == NULL || place->word == NULL) {
        return false;
    }
    *number = place->number;
    return true;
}
