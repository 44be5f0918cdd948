/* Obstacles, relations and terms that come and go while a world runs. Events call them by the numbers of the scene's
 * lists; the library gives each that is made a number of its own. What leads from one to the other is in the events
 * themselves, so that any number of worlds can be at any step. */
#include "slots.h"

#include "fields.h"
#include "print.h"

#include <stdio.h>
#include <string.h>

const char *vol_scene_list_name(vol_surrounding of) {
    static const char *const names[VOL_SURROUNDING_COUNT] = {"obstacles", "relations", "terms"};
    return names[of];
}

/* --- Numbers of the scene's --------------------------------------------------------------------------------------- */

static void print_place(char *text, size_t size, const vol_scene_slot *slot) {
    snprintf(text, size, "%u.%u.%u", (unsigned)slot->of, (unsigned)slot->flock, (unsigned)slot->index);
}

bool vol_scene_slots_put(vol_scene_slots *slots, const vol_scene_slot *slot, vol_arena *arena) {
    char place[64];
    size_t at = 0;
    print_place(place, sizeof place, slot);
    if (vol_scene_lookup_find(&slots->places, place, &at)) {
        slots->slot[at] = *slot;
        return true;
    }
    if (slots->count == slots->room) {
        size_t room = slots->room * 2 + 16;
        vol_scene_slot *larger = vol_arena_take(arena, room * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        if (slots->count > 0) {
            memcpy(larger, slots->slot, slots->count * sizeof *larger);
        }
        slots->slot = larger;
        slots->room = room;
    }
    const char *name = vol_arena_copy(arena, place, strlen(place));
    if (name == NULL || !vol_scene_lookup_put(arena, &slots->places, name, slots->count)) {
        return false;
    }
    slots->slot[slots->count++] = *slot;
    return true;
}

/* The events that put something, the last one first. */
bool vol_scene_slots_begin(vol_scene_slots *slots, const vol_scene *scene, uint64_t step, vol_arena *arena) {
    size_t past = scene->event_count;
    while (past > 0 && scene->events[past - 1].at > step) {
        past--;
    }
    for (size_t at = past > 0 ? scene->events[past - 1].last_put : 0; at > 0;
         at = at > 1 ? scene->events[at - 2].last_put : 0) {
        const vol_scene_event *event = &scene->events[at - 1];
        const void *def = NULL;
        if (!vol_scene_slots_find(slots, NULL, event->of, event->flock, event->index, &def) &&
            !vol_scene_slots_put(slots, &(vol_scene_slot){event->of, event->flock, event->index, event->def}, arena)) {
            return false;
        }
    }
    return true;
}

/* The entry of the scene's own list; NULL if it has not so many. */
static const void *own_def(const vol_scene *scene, vol_surrounding of, vol_flock flock, uint32_t index) {
    if (of == VOL_SURROUNDING_OBSTACLE) {
        return index < scene->obstacle_count ? &scene->obstacles[index].def : NULL;
    }
    if (of == VOL_SURROUNDING_RELATION) {
        return index < scene->relation_count ? &scene->relations[index].def : NULL;
    }
    const vol_scene_flock *owner = &scene->flocks[flock];
    return index < owner->term_count ? &scene->terms[owner->first_term + index].def : NULL;
}

bool vol_scene_slots_find(const vol_scene_slots *slots, const vol_scene *scene, vol_surrounding of, vol_flock flock,
                          uint32_t index, const void **def) {
    char place[64];
    size_t at = 0;
    print_place(place, sizeof place, &(vol_scene_slot){of, flock, index, NULL});
    if (vol_scene_lookup_find(&slots->places, place, &at)) {
        *def = slots->slot[at].def;
        return true;
    }
    *def = scene != NULL ? own_def(scene, of, flock, index) : NULL;
    return *def != NULL;
}

/* --- Numbers of the library's ------------------------------------------------------------------------------------- */

/* How many the world has before any event. */
static uint32_t begun_with(const vol_scene *scene, vol_surrounding of) {
    return (uint32_t)(of == VOL_SURROUNDING_OBSTACLE   ? scene->obstacle_count
                      : of == VOL_SURROUNDING_RELATION ? scene->relation_count
                                                       : scene->term_count);
}

uint32_t vol_scene_around_number(const vol_scene *scene, size_t past, vol_surrounding of, vol_flock flock,
                                 uint32_t index) {
    for (size_t at = past > 0 ? scene->events[past - 1].last_put : 0; at > 0;
         at = at > 1 ? scene->events[at - 2].last_put : 0) {
        const vol_scene_event *event = &scene->events[at - 1];
        if (event->of == of && event->index == index && event->flock == flock) {
            return event->number;
        }
    }
    if (own_def(scene, of, flock, index) == NULL) {
        return VOL_NONE;
    }
    return of == VOL_SURROUNDING_TERM ? (uint32_t)scene->flocks[flock].first_term + index : index;
}

/* What a `set` is about; VOL_SURROUNDING_COUNT: nothing here. */
static vol_surrounding set_of(const vol_scene_event *event) {
    switch (event->kind) {
    case VOL_SCENE_EVENT_SET_OBSTACLE: return VOL_SURROUNDING_OBSTACLE;
    case VOL_SCENE_EVENT_SET_RELATION: return VOL_SURROUNDING_RELATION;
    case VOL_SCENE_EVENT_SET_TERM: return VOL_SURROUNDING_TERM;
    case VOL_SCENE_EVENT_PUT: return event->of;
    default: return VOL_SURROUNDING_COUNT;
    }
}

uint32_t vol_scene_around_count(const vol_scene *scene, size_t past, vol_surrounding of, vol_flock flock) {
    uint32_t count = of == VOL_SURROUNDING_TERM ? (uint32_t)scene->flocks[flock].term_count : begun_with(scene, of);
    for (size_t at = past > 0 ? scene->events[past - 1].last_put : 0; at > 0;
         at = at > 1 ? scene->events[at - 2].last_put : 0) {
        const vol_scene_event *event = &scene->events[at - 1];
        if (event->of == of && event->flock == flock && event->index >= count) {
            count = event->index + 1;
        }
    }
    return count;
}

void vol_scene_slots_link(const vol_scene *scene, size_t index) {
    static const vol_scene_event none = {0};
    vol_scene_event *event = &scene->events[index];
    const vol_scene_event *before = index > 0 ? event - 1 : &none;
    const vol_surrounding of = set_of(event);
    memcpy(event->made, before->made, sizeof event->made);
    event->last_put = before->last_put;
    event->goals = before->goals;
    event->linked = true;
    if (of != VOL_SURROUNDING_COUNT) {
        event->number = vol_scene_around_number(scene, index, of, event->flock, event->index);
    }
    if (event->kind == VOL_SCENE_EVENT_PUT) {
        event->replaces = event->number;
        event->number = event->def != NULL ? begun_with(scene, of) + event->made[of]++ : VOL_NONE;
        event->last_put = index + 1;
    }
    if (event->kind == VOL_SCENE_EVENT_GOAL && event->goals == 0) { /* each flock has a term from now on */
        event->goals = begun_with(scene, VOL_SURROUNDING_TERM) + event->made[VOL_SURROUNDING_TERM] + 1;
        event->made[VOL_SURROUNDING_TERM] += (uint32_t)scene->flock_count;
    }
}

/* --- Worlds ------------------------------------------------------------------------------------------------------- */

static vol_result make(const vol_scene_event *event, vol_world *world, uint32_t *made, vol_error *error) {
    switch (event->of) {
    case VOL_SURROUNDING_OBSTACLE: return vol_obstacle_create(world, event->def, made, error);
    case VOL_SURROUNDING_RELATION: return vol_relation_create(world, event->def, made, error);
    default: return vol_term_create(world, event->def, made, error);
    }
}

static vol_result take_away(vol_surrounding of, uint32_t number, vol_world *world, vol_error *error) {
    switch (of) {
    case VOL_SURROUNDING_OBSTACLE: return vol_obstacle_remove(world, number, error);
    case VOL_SURROUNDING_RELATION: return vol_relation_remove(world, number, error);
    default: return vol_term_remove(world, number, error);
    }
}

vol_result vol_scene_slots_happen(const vol_scene_event *event, uint32_t replaces, vol_world *world, vol_error *error) {
    uint32_t made = VOL_NONE;
    vol_result result = event->def != NULL ? make(event, world, &made, error) : VOL_OK;
    if (result == VOL_OK && event->def != NULL && event->linked && made != event->number) {
        take_away(event->of, made, world, NULL);
        *error = (vol_error){.result = VOL_ERROR_NAME};
        snprintf(error->text, sizeof error->text, "the world has %s that are not the scene's",
                 vol_scene_list_name(event->of));
        return VOL_ERROR_NAME;
    }
    return result == VOL_OK && replaces != VOL_NONE ? take_away(event->of, replaces, world, error) : result;
}

/* --- Text --------------------------------------------------------------------------------------------------------- */

static const void *read_obstacle(vol_scene *scene, const vol_scene_node *map, const char *key, vol_scene_fault *fault) {
    vol_scene_obstacle *obstacle = vol_arena_take(&scene->inside->arena, sizeof *obstacle);
    if (obstacle == NULL) {
        vol_scene_no_memory(fault);
        return NULL;
    }
    *obstacle = (vol_scene_obstacle){.node = map, .key = key};
    return vol_scene_read_obstacle(scene, obstacle, key, fault) ? &obstacle->def : NULL;
}

static const void *read_relation(vol_scene *scene, const vol_scene_node *map, const char *key, vol_scene_fault *fault) {
    vol_scene_relation *relation = vol_arena_take(&scene->inside->arena, sizeof *relation);
    if (relation == NULL) {
        vol_scene_no_memory(fault);
        return NULL;
    }
    *relation = (vol_scene_relation){.node = map, .key = key};
    return vol_scene_read_relation(scene, relation, key, fault) ? &relation->def : NULL;
}

static const void *read_term(vol_scene *scene, vol_flock flock, const vol_scene_node *map, const char *key,
                             vol_scene_fault *fault) {
    static const char *const foreign[] = {"name", "path", NULL};
    vol_scene_term *term = vol_arena_take(&scene->inside->arena, sizeof *term);
    if (term == NULL) {
        vol_scene_no_memory(fault);
        return NULL;
    }
    for (size_t i = 0; foreign[i] != NULL; i++) {
        const vol_scene_node *node = vol_scene_tree_find(map, foreign[i]);
        if (node != NULL) {
            vol_scene_fault_at(fault, node, key, "'%s' is not for a term that comes while the world runs", foreign[i]);
            return NULL;
        }
    }
    *term = (vol_scene_term){.node = map, .key = key};
    return vol_scene_read_term(scene, term, flock, fault) ? &term->def : NULL;
}

const void *vol_scene_slot_read(vol_scene *scene, vol_surrounding of, vol_flock flock, const vol_scene_node *map,
                                const char *key, vol_scene_fault *fault) {
    switch (of) {
    case VOL_SURROUNDING_OBSTACLE: return read_obstacle(scene, map, key, fault);
    case VOL_SURROUNDING_RELATION: return read_relation(scene, map, key, fault);
    default: return read_term(scene, flock, map, key, fault);
    }
}

void vol_scene_slot_print(vol_text *text, const vol_scene *scene, vol_surrounding of, const void *def) {
    if (def == NULL) {
        vol_text_put(text, "none");
        return;
    }
    vol_text_put(text, "{");
    vol_scene_print_fields(text, of, def, scene);
    vol_text_put(text, "}");
}

char *vol_scene_around_print(const vol_scene *scene, vol_surrounding of, const vol_param *field, const void *def) {
    vol_text text = {.may_fail = true};
    if (field == NULL) {
        vol_scene_slot_print(&text, scene, of, def);
    } else {
        vol_scene_field_print(field, def, scene, &text);
        const size_t skip = strlen(field->name) + 2; /* "name: " */
        if (!text.failed) {
            text.length -= skip;
            memmove(text.data, text.data + skip, text.length + 1);
        }
    }
    if (text.failed) {
        vol_text_release(&text);
    }
    return text.data;
}
