/* `events` of a scene: read and checked before anything runs, so that a run does not end at step 90,000 because of a
 * mistyped name. */
#include "event_entry.h"
#include "part.h"
#include "slots.h"
#include "value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The defs as the events up to now would have left them, to check the next ones against. */
typedef struct state {
    vol_scene *scene;
    vol_world_def world;
    vol_flock_def *flocks;
    vol_scene_fault *fault;
    vol_scene_event *events; /* that were read */
    size_t count, room;
    bool target;     /* only what is set is read, not to what */
    bool reaction;   /* to sound: it has no step */
    uint64_t put_at; /* the step of the last event that put an entry */
    vol_scene_slots slots;
} state;

static bool new_event(state *s, const vol_scene_event *event) {
    if (s->count == s->room) {
        size_t room = s->room * 2 + 16;
        vol_scene_event *larger = vol_arena_take(&s->scene->inside->arena, room * sizeof *larger);
        if (larger == NULL) {
            return vol_scene_no_memory(s->fault);
        }
        if (s->count > 0) {
            memcpy(larger, s->events, s->count * sizeof *larger);
        }
        s->events = larger;
        s->room = room;
    }
    s->events[s->count++] = *event;
    return true;
}

static bool begin(state *s, vol_scene *scene, uint64_t step, vol_scene_fault *fault) {
    *s = (state){.scene = scene, .world = scene->world, .fault = fault};
    s->flocks = vol_arena_take(&scene->inside->arena, scene->flock_count * sizeof *s->flocks);
    for (size_t i = 0; i < scene->flock_count && s->flocks != NULL; i++) {
        s->flocks[i] = scene->flocks[i].def;
    }
    return s->flocks != NULL && vol_scene_slots_begin(&s->slots, scene, step, &scene->inside->arena);
}

/* The value of a key that must be there. */
static const vol_scene_node *needed(const vol_scene_node *map, const char *word, const char *key,
                                    vol_scene_fault *fault) {
    const vol_scene_node *node = vol_scene_tree_find(map, word);
    if (node == NULL) {
        vol_scene_fault_at(fault, map, key, "has no '%s'", word);
    }
    return node;
}

/* The `flock` of an event. */
static bool read_flock(state *s, const vol_scene_node *map, const char *key, uint32_t *flock) {
    const vol_scene_node *node = needed(map, "flock", key, s->fault);
    return node != NULL &&
           vol_scene_read_flock_name(s->scene, node, vol_arena_print(&s->scene->inside->arena, "%s.flock", key), flock,
                                     s->fault);
}

static bool read_add(state *s, const vol_scene_node *map, const char *key, vol_scene_event event) {
    static const char *const known[] = {"flock", "position", "velocity", NULL};
    vol_arena *arena = &s->scene->inside->arena;
    int dimensions = s->scene->world.dimensions;
    if (!vol_scene_value_map(map, key, s->fault) || !vol_scene_value_known_keys(map, key, known, s->fault)) {
        return false;
    }
    bool whole = needed(map, "flock", key, s->fault) != NULL;
    const vol_scene_node *position = whole ? needed(map, "position", key, s->fault) : NULL;
    const vol_scene_node *velocity = position != NULL ? needed(map, "velocity", key, s->fault) : NULL;
    if (velocity == NULL || !read_flock(s, map, key, &event.flock) ||
        !vol_scene_value_vector(position, vol_arena_print(arena, "%s.position", key), dimensions, event.position,
                                s->fault) ||
        !vol_scene_value_vector(velocity, vol_arena_print(arena, "%s.velocity", key), dimensions, event.velocity,
                                s->fault)) {
        return false;
    }
    event.kind = VOL_SCENE_EVENT_ADD;
    return new_event(s, &event);
}

/* {flock: birds, id: 7}; `or_none`: the id may be none. */
static bool read_boid(state *s, const vol_scene_node *map, const char *key, bool or_none, vol_scene_event *event) {
    static const char *const known[] = {"flock", "id", NULL};
    if (!vol_scene_value_map(map, key, s->fault) || !vol_scene_value_known_keys(map, key, known, s->fault)) {
        return false;
    }
    const vol_scene_node *id = needed(map, "id", key, s->fault);
    if (id == NULL || !read_flock(s, map, key, &event->flock)) {
        return false;
    }
    if (or_none && id->kind == VOL_SCENE_NODE_WORD && strcmp(id->word, "none") == 0) {
        event->id = VOL_NONE;
        return true;
    }
    uint64_t number = 0;
    if (!vol_scene_value_whole(id, vol_arena_print(&s->scene->inside->arena, "%s.id", key), 0, VOL_NONE - 1, &number,
                               s->fault)) {
        vol_scene_fault_more(s->fault, "%s", or_none ? ", or none" : "");
        return false;
    }
    event->id = (uint32_t)number;
    return true;
}

static bool read_remove(state *s, const vol_scene_node *map, const char *key, vol_scene_event event) {
    event.kind = VOL_SCENE_EVENT_REMOVE;
    if (!read_boid(s, map, key, false, &event)) {
        return false;
    }
    return new_event(s, &event);
}

static bool read_leader(state *s, const vol_scene_node *map, const char *key, vol_scene_event event) {
    event.kind = VOL_SCENE_EVENT_LEADER;
    if (!read_boid(s, map, key, true, &event)) {
        return false;
    }
    return new_event(s, &event);
}

static bool read_gust(state *s, const vol_scene_node *node, const char *key, vol_scene_event event) {
    if (!vol_scene_value_vector(node, key, s->scene->world.dimensions, event.velocity, s->fault)) {
        return false;
    }
    event.kind = VOL_SCENE_EVENT_GUST;
    return new_event(s, &event);
}

/* Of a player or a goal: a place, or the word none. */
static bool read_place(state *s, const vol_scene_node *node, const char *key, vol_scene_event event) {
    event.none = node->kind == VOL_SCENE_NODE_WORD && strcmp(node->word, "none") == 0;
    if (!event.none && !vol_scene_value_vector(node, key, s->scene->world.dimensions, event.position, s->fault)) {
        vol_scene_fault_more(s->fault, "; or none");
        return false;
    }
    return new_event(s, &event);
}

static bool read_player(state *s, const vol_scene_node *node, const char *key, vol_scene_event event) {
    event.kind = VOL_SCENE_EVENT_PLAYER;
    return read_place(s, node, key, event);
}

static bool read_goal(state *s, const vol_scene_node *node, const char *key, vol_scene_event event) {
    event.kind = VOL_SCENE_EVENT_GOAL;
    return read_place(s, node, key, event);
}

static bool read_scatter(state *s, const vol_scene_node *map, const char *key, vol_scene_event event) {
    static const char *const known[] = {"position", "strength", NULL};
    vol_arena *arena = &s->scene->inside->arena;
    if (!vol_scene_value_map(map, key, s->fault) || !vol_scene_value_known_keys(map, key, known, s->fault)) {
        return false;
    }
    const vol_scene_node *position = needed(map, "position", key, s->fault);
    const vol_scene_node *strength = vol_scene_tree_find(map, "strength");
    event.kind = VOL_SCENE_EVENT_SCATTER;
    event.strength = 0.1;
    if (position == NULL ||
        !vol_scene_value_vector(position, vol_arena_print(arena, "%s.position", key), s->scene->world.dimensions,
                                event.position, s->fault) ||
        (strength != NULL && !vol_scene_value_real(strength, vol_arena_print(arena, "%s.strength", key),
                                                   -VOL_SCATTER_MOST, VOL_SCATTER_MOST, &event.strength, s->fault))) {
        return false;
    }
    return new_event(s, &event);
}

static bool read_blow(state *s, const vol_scene_node *map, const char *key, vol_scene_event event) {
    static const char *const known[] = {"position", "radius", "velocity", NULL};
    vol_arena *arena = &s->scene->inside->arena;
    const int dimensions = s->scene->world.dimensions;
    if (!vol_scene_value_map(map, key, s->fault) || !vol_scene_value_known_keys(map, key, known, s->fault)) {
        return false;
    }
    const vol_scene_node *position = needed(map, "position", key, s->fault);
    const vol_scene_node *radius = position != NULL ? needed(map, "radius", key, s->fault) : NULL;
    const vol_scene_node *velocity = radius != NULL ? needed(map, "velocity", key, s->fault) : NULL;
    event.kind = VOL_SCENE_EVENT_BLOW;
    if (velocity == NULL ||
        !vol_scene_value_vector(position, vol_arena_print(arena, "%s.position", key), dimensions, event.position,
                                s->fault) ||
        !vol_scene_value_real(radius, vol_arena_print(arena, "%s.radius", key), 1e-9, VOL_FARTHEST, &event.strength,
                              s->fault) ||
        !vol_scene_value_vector(velocity, vol_arena_print(arena, "%s.velocity", key), dimensions, event.velocity,
                                s->fault)) {
        return false;
    }
    return new_event(s, &event);
}

/* Sets the parameter in the copy of the def, which checks it. */
static bool try_set(state *s, const vol_scene_node *node, const char *key, const vol_param *param, vol_flock_def *flock,
                    const char **value) {
    if (param->type == VOL_PARAM_MASK) {
        *value = vol_scene_mask_param(s->scene, node, key, param, &s->world, s->fault);
        return *value != NULL;
    }
    *value = vol_scene_value_param(&s->scene->inside->arena, node, key, param, s->scene->world.dimensions, s->fault);
    if (*value == NULL) {
        return false;
    }
    vol_error error;
    vol_result result = flock == NULL ? vol_world_def_set(&s->world, param->name, *value, &error)
                                      : vol_flock_def_set(flock, param->name, *value, &error);
    if (result != VOL_OK) {
        return vol_scene_fault_at(s->fault, node, key, "%s", error.text);
    }
    for (size_t i = 0; flock == NULL && i < s->scene->flock_count; i++) {
        if (!vol_scene_check_integrator(&s->world, s->flocks[i].model, node, key, s->fault)) {
            return false;
        }
    }
    return true;
}

/* What sound changes must be a number, which the model has a use for. */
static bool check_target(state *s, const vol_scene_node *node, const char *key, const vol_param *param,
                         vol_flock_def *flock) {
    if (param->type != VOL_PARAM_REAL && param->type != VOL_PARAM_COUNT && param->type != VOL_PARAM_WHOLE) {
        return vol_scene_fault_at(s->fault, node->key, key, "'%s' is not one number, as what follows sound must be",
                                  node->key->word);
    }
    if (flock != NULL && !vol_param_used(param, flock->model)) {
        return vol_scene_fault_at(s->fault, node->key, key, "the model %s has no use for '%s'",
                                  vol_model_name(flock->model), param->name);
    }
    return true;
}

/* `rest` is what stands behind the list: 0.radius, or 0 for all of the entry. */
static bool read_set_entry(state *s, const vol_scene_flock *flock, const char *rest, const vol_scene_node *node,
                           const char *key, vol_scene_event event) {
    if (event.at < s->put_at) {
        return vol_scene_fault_at(s->fault, node->key, key,
                                  "stands behind step %llu, where an entry comes or goes: such events are in the order "
                                  "of their steps",
                                  (unsigned long long)s->put_at);
    }
    if (!vol_scene_event_entry(s->scene, &s->slots, s->target, flock, rest, node, key, &event, s->fault)) {
        return false;
    }
    if (event.kind == VOL_SCENE_EVENT_PUT && s->reaction) {
        return vol_scene_fault_at(s->fault, node->key, key, "an entry does not come or go by sound");
    }
    s->put_at = event.kind == VOL_SCENE_EVENT_PUT ? event.at : s->put_at;
    return (!s->target || check_target(s, node, key, event.field, NULL)) && new_event(s, &event);
}

static bool read_set_one(state *s, const vol_scene_node *node, const char *key, vol_scene_event event) {
    const char *word = node->key->word;
    const char *dot = strchr(word, '.');
    char owner[64];
    snprintf(owner, sizeof owner, "%.*s", (int)(dot != NULL ? dot - word : (long)strlen(word)), word);
    bool of_world = vol_scene_owns_params(owner);
    const vol_scene_flock *flock = of_world ? NULL : vol_scene_find_flock(s->scene, owner);
    if (flock == NULL && (strcmp(owner, "obstacles") == 0 || strcmp(owner, "relations") == 0)) {
        return read_set_entry(s, NULL, dot != NULL ? dot + 1 : "", node, key, event);
    }
    if (!of_world && flock == NULL) {
        return vol_scene_no_such_flock(s->scene, node->key, key, owner, s->fault);
    }
    if (!of_world && dot != NULL && strncmp(dot + 1, "terms.", 6) == 0) {
        return read_set_entry(s, flock, dot + 7, node, key, event);
    }
    const vol_param *param = dot == NULL ? NULL : vol_param_find(of_world ? word : dot + 1);
    if (param == NULL || param->of_world != of_world) {
        const char *nearest = dot == NULL ? NULL : vol_param_nearest(of_world ? word : dot + 1, of_world);
        vol_scene_fault_at(s->fault, node->key, key, "there is no such parameter");
        if (nearest != NULL) {
            vol_scene_fault_more(s->fault, "; did you mean '%s%s%s'?", of_world ? "" : owner, of_world ? "" : ".",
                                 nearest);
        }
        return false;
    }
    if (!param->live) {
        return vol_scene_fault_at(s->fault, node->key, key, "cannot change once the world runs");
    }
    event.kind = VOL_SCENE_EVENT_SET;
    event.key = word;
    vol_flock_def *def = of_world ? NULL : &s->flocks[flock - s->scene->flocks];
    if (s->target) {
        event.field = param;
        return check_target(s, node, key, param, def) && new_event(s, &event);
    }
    return try_set(s, node, key, param, def, &event.value) && new_event(s, &event);
}

static bool read_set(state *s, const vol_scene_node *map, const char *key, vol_scene_event event) {
    if (!vol_scene_value_map(map, key, s->fault)) {
        return false;
    }
    if (map->count == 0) {
        return vol_scene_fault_at(s->fault, map, key,
                                  "sets nothing; allowed are parameters such as birds.cohesion.weight: 2");
    }
    for (const vol_scene_node *node = map->first; node != NULL; node = node->next) {
        if (!read_set_one(s, node, vol_arena_print(&s->scene->inside->arena, "%s.%.120s", key, node->key->word),
                          event)) {
            return false;
        }
    }
    return true;
}

static const char *const happenings[] = {"at",   "add", "remove", "scatter", "gust", "player",
                                         "goal", "set", "leader", "blow",    NULL};

/* What happens, beside `at`, which a reaction to sound has not. */
static bool read_what(state *s, const vol_scene_node *map, const vol_scene_node *at, const char *key,
                      vol_scene_event event) {
    typedef bool (*reader)(state * s, const vol_scene_node *node, const char *key, vol_scene_event event);
    static const reader readers[] = {NULL,        read_add,  read_remove, read_scatter, read_gust,
                                     read_player, read_goal, read_set,    read_leader,  read_blow};
    if (map->count != (at != NULL ? 2 : 1)) {
        return vol_scene_fault_at(
            s->fault, map, key,
            "must have one of 'add', 'remove', 'scatter', 'gust', 'player', 'goal', 'set', 'leader' "
            "and 'blow'%s",
            at != NULL ? " beside 'at'" : "");
    }
    const vol_scene_node *what = at != NULL && map->first == at ? at->next : map->first;
    const char *name = vol_arena_print(&s->scene->inside->arena, "%s.%s", key, what->key->word);
    size_t which = 1;
    while (strcmp(what->key->word, happenings[which]) != 0) {
        which++;
    }
    return readers[which](s, what, name, event);
}

static bool read_event(state *s, const vol_scene_node *map, const char *key) {
    if (!vol_scene_value_map(map, key, s->fault) || !vol_scene_value_known_keys(map, key, happenings, s->fault)) {
        return false;
    }
    const vol_scene_node *at = needed(map, "at", key, s->fault);
    vol_scene_event event = {.node = map};
    return at != NULL &&
           vol_scene_value_whole(at, vol_arena_print(&s->scene->inside->arena, "%s.at", key), 0, INT64_MAX, &event.at,
                                 s->fault) &&
           read_what(s, map, at, key, event);
}

bool vol_scene_read_reactions(vol_scene *scene, const vol_scene_node *list, const char *key, vol_scene_event **events,
                              size_t *count, vol_scene_fault *fault) {
    state s;
    if (!begin(&s, scene, 0, fault) || !vol_scene_value_list(list, key, fault) ||
        !vol_scene_check_count(list, key, VOL_SCENE_MOST_REACTIONS, fault)) {
        return false;
    }
    size_t index = 0;
    s.reaction = true;
    for (const vol_scene_node *node = list->first; node != NULL; node = node->next) {
        const char *name = vol_arena_print(&scene->inside->arena, "%s[%zu]", key, index++);
        if (!vol_scene_value_map(node, name, fault) || !vol_scene_value_known_keys(node, name, happenings + 1, fault) ||
            !read_what(&s, node, NULL, name, (vol_scene_event){.node = node})) {
            return false;
        }
    }
    *events = s.events;
    *count = s.count;
    return true;
}

bool vol_scene_read_target(vol_scene *scene, const vol_scene_node *to, const char *key, vol_scene_event *event,
                           vol_scene_fault *fault) {
    state s;
    vol_scene_node word = *to;
    vol_scene_node value = {.kind = VOL_SCENE_NODE_WORD, .origin = to->origin, .key = &word, .word = ""};
    if (!begin(&s, scene, 0, fault)) {
        return false;
    }
    s.target = true;
    if (!read_set_one(&s, &value, key, (vol_scene_event){.node = to})) {
        return false;
    }
    *event = s.events[0];
    return true;
}

/* By step, keeping the order of the file within a step: a merge sort, which also keeps a long list quick. */
static void sort_events(vol_scene_event *events, vol_scene_event *spare, size_t count) {
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

bool vol_scene_read_events(vol_scene *scene, const vol_scene_node *list, vol_scene_fault *fault) {
    state s;
    if (list == NULL) {
        return true;
    }
    if (!begin(&s, scene, 0, fault) || !vol_scene_value_list(list, "events", fault) ||
        !vol_scene_check_count(list, "events", VOL_SCENE_MOST_EVENTS, fault)) {
        return false;
    }
    size_t index = 0;
    for (const vol_scene_node *node = list->first; node != NULL; node = node->next) {
        if (!read_event(&s, node, vol_arena_print(&scene->inside->arena, "events[%zu]", index++))) {
            return false;
        }
    }
    vol_scene_event *spare = vol_arena_take(&scene->inside->arena, s.count * sizeof *spare);
    if (spare == NULL) {
        return vol_scene_no_memory(fault);
    }
    scene->events = s.events;
    scene->event_count = s.count;
    sort_events(scene->events, spare, scene->event_count);
    vol_scene_link_events(scene, 0);
    return true;
}

/* Reads the event into the memory of s->scene, and copies what became of it. */
static bool read_host_event(state *s, const vol_scene_origin *origin, const char *text, vol_scene_event *events,
                            size_t room) {
    vol_scene_node *map = vol_scene_tree_read(&s->scene->inside->arena, origin, text, strlen(text), s->fault);
    if (map == NULL || !vol_scene_value_map(map, "event", s->fault) ||
        !vol_scene_value_known_keys(map, "event", happenings, s->fault)) {
        return false;
    }
    const vol_scene_node *at = vol_scene_tree_find(map, "at");
    vol_scene_event event = {.at = events->at, .added = true};
    if ((at != NULL && !vol_scene_value_whole(at, "event.at", 0, INT64_MAX, &event.at, s->fault)) ||
        !read_what(s, map, at, "event", event)) {
        return false;
    }
    if (s->count > room) {
        return vol_scene_fault_at(s->fault, map, "event", "sets %zu parameters at once; %zu are allowed", s->count,
                                  room);
    }
    if (s->count > 0) {
        memcpy(events, s->events, s->count * sizeof *events);
    }
    return true;
}

bool vol_scene_event_read(vol_scene *scene, const char *text, vol_scene_event *events, size_t room, size_t *count,
                          vol_scene_fault *fault) {
    static const vol_scene_origin origin = {.name = "event"};
    state s;
    /* All but `set` have no words of their own: what reading takes is given back, however many there are. */
    const uint64_t at = events->at;
    vol_scene_inside inside = *scene->inside;
    vol_scene copy = *scene;
    inside.arena = (vol_arena){.may_fail = true};
    copy.inside = &inside;
    *fault = (vol_scene_fault){0};
    bool right = begin(&s, &copy, at, fault) && read_host_event(&s, &origin, text, events, room);
    if (right && events->key != NULL) {
        right = begin(&s, scene, at, fault) && read_host_event(&s, &origin, text, events, room);
    }
    vol_arena_release(&inside.arena);
    *count = right ? s.count : 0;
    if (!right && fault->text[0] == '\0') {
        vol_scene_no_memory(fault);
    }
    return right;
}
