/* The numbers by which obstacles, relations and terms are called while a world runs: those of the scene's lists, and
 * those that events put there. A number stays what it was when others are taken away. */
#ifndef VOLERY_SCENE_SLOTS_H
#define VOLERY_SCENE_SLOTS_H

#include "part.h"

/* What events have put in the place of a number, or (def NULL) taken away. */
typedef struct vol_scene_slot {
    vol_surrounding of;
    vol_flock flock; /* of terms, which are counted flock by flock; else 0 */
    uint32_t index;
    const void *def; /* vol_obstacle_def, vol_relation_def, vol_term_def */
} vol_scene_slot;

/* The numbers as the events up to now leave them, to check the next ones against. Start with {0}. */
typedef struct vol_scene_slots {
    vol_scene_slot *slot;
    size_t count, room;
    vol_scene_lookup places;
} vol_scene_slots;

/* Takes over what the scene's own events up to a step have made of the numbers. False: there is no memory left. */
bool vol_scene_slots_begin(vol_scene_slots *slots, const vol_scene *scene, uint64_t step, vol_arena *arena);

/* Remembers what is put. */
bool vol_scene_slots_put(vol_scene_slots *slots, const vol_scene_slot *slot, vol_arena *arena);

/* Was there ever something of that number? Then *def is what is there now, NULL: nothing any more. */
bool vol_scene_slots_find(const vol_scene_slots *slots, const vol_scene *scene, vol_surrounding of, vol_flock flock,
                          uint32_t index, const void **def);

/* "obstacles", "relations"; of terms "terms", behind the name of the flock. */
const char *vol_scene_list_name(vol_surrounding of);

/* Says of an event of the list which numbers of the library's it is about; the event before it has been linked. */
void vol_scene_slots_link(const vol_scene *scene, size_t index);

/* What an event of the kind `put` does, given what it replaces. */
vol_result vol_scene_slots_happen(const vol_scene_event *event, uint32_t replaces, vol_world *world, vol_error *error);

/* Reads an entry of these lists from its map into a def of the kind, which lasts as long as the scene. NULL: a fault
 * says why not. */
const void *vol_scene_slot_read(vol_scene *scene, vol_surrounding of, vol_flock flock, const vol_scene_node *map,
                                const char *key, vol_scene_fault *fault);

/* The entry as its map, in brackets. */
void vol_scene_slot_print(vol_text *text, const vol_scene *scene, vol_surrounding of, const void *def);

#endif
