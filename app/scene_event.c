/* `events` of a scene: read and checked before anything runs, so that a run does not end at step 90,000 because of a
 * mistyped name. */
#include "scene_fields.h"
#include "scene_part.h"
#include "scene_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The defs as the events up to now would have left them, to check the next ones against. */
typedef struct state {
    vol_scene *scene;
    vol_world_def world;
    vol_flock_def *flocks;
    vol_fault *fault;
    size_t room;
} state;

static vol_event *new_event(state *s, const vol_event *like) {
    vol_scene *scene = s->scene;
    if (scene->event_count == s->room) {
        s->room = s->room * 2 + 16;
        vol_event *larger = vol_arena_take(&scene->arena, s->room * sizeof *larger);
        if (scene->event_count > 0) {
            memcpy(larger, scene->events, scene->event_count * sizeof *larger);
        }
        scene->events = larger;
    }
    vol_event *event = &scene->events[scene->event_count++];
    *event = *like;
    return event;
}

/* The value of a key that must be there. */
static const vol_node *needed(const vol_node *map, const char *word, const char *key, vol_fault *fault) {
    const vol_node *node = vol_tree_find(map, word);
    if (node == NULL) {
        vol_fault_at(fault, map, key, "has no '%s'", word);
    }
    return node;
}

/* The `flock` of an event. */
static bool read_flock(state *s, const vol_node *map, const char *key, uint32_t *flock) {
    const vol_node *node = needed(map, "flock", key, s->fault);
    const char *path = vol_arena_print(&s->scene->arena, "%s.flock", key);
    const char *name = NULL;
    if (node == NULL || !vol_value_text(node, path, &name, s->fault)) {
        return false;
    }
    const vol_scene_flock *found = vol_scene_find_flock(s->scene, name);
    if (found == NULL) {
        return vol_scene_no_such_flock(s->scene, node, path, name, s->fault);
    }
    *flock = (uint32_t)(found - s->scene->flocks);
    return true;
}

static bool read_add(state *s, const vol_node *map, const char *key, vol_event event) {
    static const char *const known[] = {"flock", "position", "velocity", NULL};
    vol_arena *arena = &s->scene->arena;
    int dimensions = s->scene->world.dimensions;
    if (!vol_value_map(map, key, s->fault) || !vol_value_known_keys(map, key, known, s->fault)) {
        return false;
    }
    bool whole = needed(map, "flock", key, s->fault) != NULL;
    const vol_node *position = whole ? needed(map, "position", key, s->fault) : NULL;
    const vol_node *velocity = position != NULL ? needed(map, "velocity", key, s->fault) : NULL;
    if (velocity == NULL || !read_flock(s, map, key, &event.flock) ||
        !vol_value_vector(position, vol_arena_print(arena, "%s.position", key), dimensions, event.position, s->fault) ||
        !vol_value_vector(velocity, vol_arena_print(arena, "%s.velocity", key), dimensions, event.velocity, s->fault)) {
        return false;
    }
    event.kind = VOL_EVENT_ADD;
    new_event(s, &event);
    return true;
}

static bool read_remove(state *s, const vol_node *map, const char *key, vol_event event) {
    static const char *const known[] = {"flock", "id", NULL};
    if (!vol_value_map(map, key, s->fault) || !vol_value_known_keys(map, key, known, s->fault)) {
        return false;
    }
    const vol_node *id = needed(map, "id", key, s->fault);
    uint64_t number = 0;
    if (id == NULL || !read_flock(s, map, key, &event.flock) ||
        !vol_value_whole(id, vol_arena_print(&s->scene->arena, "%s.id", key), 0, VOL_NONE - 1, &number, s->fault)) {
        return false;
    }
    event.kind = VOL_EVENT_REMOVE;
    event.id = (uint32_t)number;
    new_event(s, &event);
    return true;
}

static bool read_gust(state *s, const vol_node *node, const char *key, vol_event event) {
    if (!vol_value_vector(node, key, s->scene->world.dimensions, event.velocity, s->fault)) {
        return false;
    }
    event.kind = VOL_EVENT_GUST;
    new_event(s, &event);
    return true;
}

static bool read_scatter(state *s, const vol_node *map, const char *key, vol_event event) {
    static const char *const known[] = {"position", "strength", NULL};
    vol_arena *arena = &s->scene->arena;
    if (!vol_value_map(map, key, s->fault) || !vol_value_known_keys(map, key, known, s->fault)) {
        return false;
    }
    const vol_node *position = needed(map, "position", key, s->fault);
    const vol_node *strength = vol_tree_find(map, "strength");
    event.kind = VOL_EVENT_SCATTER;
    event.strength = 0.1;
    if (position == NULL ||
        !vol_value_vector(position, vol_arena_print(arena, "%s.position", key), s->scene->world.dimensions,
                          event.position, s->fault) ||
        (strength != NULL &&
         !vol_value_real(strength, vol_arena_print(arena, "%s.strength", key), -1e6, 1e6, &event.strength, s->fault))) {
        return false;
    }
    new_event(s, &event);
    return true;
}

/* Sets the parameter in the copy of the def, which checks it. */
static bool try_set(state *s, const vol_node *node, const char *key, const vol_param *param, vol_flock_def *flock,
                    const char **value) {
    *value = vol_value_param(&s->scene->arena, node, key, param, s->scene->world.dimensions, s->fault);
    if (*value == NULL) {
        return false;
    }
    vol_error error;
    vol_result result = flock == NULL ? vol_world_def_set(&s->world, param->name, *value, &error)
                                      : vol_flock_def_set(flock, param->name, *value, &error);
    return result == VOL_OK || vol_fault_at(s->fault, node, key, "%s", error.text);
}

/* obstacles.0.radius and relations.0.radius: the value is kept in a copy of the def of the scene. */
static bool read_set_entry(state *s, const vol_node *node, const char *key, vol_event event) {
    vol_scene *scene = s->scene;
    const char *word = node->key->word;
    const char *number = strchr(word, '.');
    const char *name = number != NULL ? strchr(number + 1, '.') : NULL;
    bool obstacle = word[0] == 'o';
    size_t count = obstacle ? scene->obstacle_count : scene->relation_count;
    const vol_field *fields = obstacle ? vol_obstacle_fields : vol_relation_fields;
    uint64_t index = 0;
    if (name == NULL ||
        !vol_read_whole(vol_arena_copy(&scene->arena, number + 1, (size_t)(name - number - 1)), &index) ||
        index >= count) {
        return vol_fault_at(s->fault, node->key, key, "there is no such entry; the scene has %zu, as in %.9s.0.radius",
                            count, word);
    }
    const void *now = obstacle ? (const void *)&scene->obstacles[index].def : &scene->relations[index].def;
    size_t size = obstacle ? sizeof(vol_obstacle_def) : sizeof(vol_relation_def);
    const vol_field *field = vol_field_find(fields, name + 1);
    if (field == NULL || !vol_field_used(fields, field, now)) {
        return vol_fault_at(s->fault, node->key, key, "there is no such parameter");
    }
    if (!field->live) {
        return vol_fault_at(s->fault, node->key, key, "cannot change once the world runs");
    }
    void *def = memcpy(vol_arena_take(&scene->arena, size), now, size);
    if (!vol_field_read(field, def, node, key, scene->world.dimensions, s->fault)) {
        return false;
    }
    vol_text text = {0};
    vol_field_print(field, def, scene->world.dimensions, &text);
    size_t skip = strlen(field->name) + 2;
    event.kind = obstacle ? VOL_EVENT_SET_OBSTACLE : VOL_EVENT_SET_RELATION;
    event.key = word;
    event.value = vol_arena_copy(&scene->arena, text.data + skip, text.length - skip);
    event.index = (uint32_t)index;
    event.def = def;
    event.field = field;
    vol_text_release(&text);
    new_event(s, &event);
    return true;
}

static bool read_set_one(state *s, const vol_node *node, const char *key, vol_event event) {
    const char *word = node->key->word;
    const char *dot = strchr(word, '.');
    char owner[64];
    snprintf(owner, sizeof owner, "%.*s", (int)(dot != NULL ? dot - word : (long)strlen(word)), word);
    bool of_world = vol_scene_owns_params(owner);
    const vol_scene_flock *flock = of_world ? NULL : vol_scene_find_flock(s->scene, owner);
    if (flock == NULL && (strcmp(owner, "obstacles") == 0 || strcmp(owner, "relations") == 0)) {
        return read_set_entry(s, node, key, event);
    }
    if (!of_world && flock == NULL) {
        return vol_scene_no_such_flock(s->scene, node->key, key, owner, s->fault);
    }
    const vol_param *param = dot == NULL ? NULL : vol_param_find(of_world ? word : dot + 1);
    if (param == NULL || param->of_world != of_world) {
        const char *nearest = dot == NULL ? NULL : vol_param_nearest(of_world ? word : dot + 1, of_world);
        vol_fault_at(s->fault, node->key, key, "there is no such parameter");
        if (nearest != NULL) {
            vol_fault_more(s->fault, "; did you mean '%s%s%s'?", of_world ? "" : owner, of_world ? "" : ".", nearest);
        }
        return false;
    }
    if (!param->live) {
        return vol_fault_at(s->fault, node->key, key, "cannot change once the world runs");
    }
    event.kind = VOL_EVENT_SET;
    event.key = word;
    vol_flock_def *def = of_world ? NULL : &s->flocks[flock - s->scene->flocks];
    if (!try_set(s, node, key, param, def, &event.value)) {
        return false;
    }
    new_event(s, &event);
    return true;
}

static bool read_set(state *s, const vol_node *map, const char *key, vol_event event) {
    if (!vol_value_map(map, key, s->fault)) {
        return false;
    }
    if (map->count == 0) {
        return vol_fault_at(s->fault, map, key,
                            "sets nothing; allowed are parameters such as birds.cohesion.weight: 2");
    }
    for (const vol_node *node = map->first; node != NULL; node = node->next) {
        if (!read_set_one(s, node, vol_arena_print(&s->scene->arena, "%s.%.120s", key, node->key->word), event)) {
            return false;
        }
    }
    return true;
}

static bool read_event(state *s, const vol_node *map, const char *key) {
    typedef bool (*reader)(state * s, const vol_node *node, const char *key, vol_event event);
    static const char *const known[] = {"at", "add", "remove", "scatter", "gust", "set", NULL};
    static const reader readers[] = {NULL, read_add, read_remove, read_scatter, read_gust, read_set};
    if (!vol_value_map(map, key, s->fault) || !vol_value_known_keys(map, key, known, s->fault)) {
        return false;
    }
    const vol_node *at = needed(map, "at", key, s->fault);
    vol_event event = {.node = map};
    if (at == NULL ||
        !vol_value_whole(at, vol_arena_print(&s->scene->arena, "%s.at", key), 0, INT64_MAX, &event.at, s->fault)) {
        return false;
    }
    if (map->count != 2) {
        return vol_fault_at(s->fault, map, key,
                            "must have one of 'add', 'remove', 'scatter', 'gust' and 'set' beside 'at'");
    }
    const vol_node *what = map->first == at ? at->next : map->first;
    const char *name = vol_arena_print(&s->scene->arena, "%s.%s", key, what->key->word);
    size_t which = 1;
    while (strcmp(what->key->word, known[which]) != 0) {
        which++;
    }
    return readers[which](s, what, name, event);
}

/* By step, keeping the order of the file within a step: a merge sort, which also keeps a long list quick. */
static void sort_events(vol_event *events, vol_event *spare, size_t count) {
    if (count < 2) {
        return;
    }
    size_t half = count / 2;
    sort_events(events, spare, half);
    sort_events(events + half, spare, count - half);
    size_t left = 0;
    size_t right = half;
    for (size_t i = 0; i < count; i++) {
        bool take_left = right == count || (left < half && events[left].at <= events[right].at);
        spare[i] = events[take_left ? left++ : right++];
    }
    memcpy(events, spare, count * sizeof *events);
}

bool vol_scene_read_events(vol_scene *scene, const vol_node *list, vol_fault *fault) {
    if (list == NULL) {
        return true;
    }
    state s = {.scene = scene, .world = scene->world, .fault = fault};
    s.flocks = vol_arena_take(&scene->arena, scene->flock_count * sizeof *s.flocks);
    for (size_t i = 0; i < scene->flock_count; i++) {
        s.flocks[i] = scene->flocks[i].def;
    }
    if (!vol_value_list(list, "events", fault)) {
        return false;
    }
    size_t index = 0;
    for (const vol_node *node = list->first; node != NULL; node = node->next) {
        if (!read_event(&s, node, vol_arena_print(&scene->arena, "events[%zu]", index++))) {
            return false;
        }
    }
    vol_event *spare = vol_arena_take(&scene->arena, scene->event_count * sizeof *spare);
    sort_events(scene->events, spare, scene->event_count);
    return true;
}
