/* From a scene to a world, and the scene's events while that runs. */
#include "common/words.h"
#include "fields.h"
#include "part.h"
#include "slots.h"
#include "value.h"
#include <volery/scene.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool failed(const vol_scene *scene, const vol_error *error, vol_scene_fault *fault) {
    bool machine = error->result == VOL_ERROR_MEMORY || error->result == VOL_ERROR_DEVICE;
    int code = machine ? VOL_SCENE_FAILED : VOL_SCENE_WRONG;
    return vol_scene_fault_set(fault, code, "scene '%s': %s", scene->name, error->text);
}

static bool make_flock(const vol_scene *scene, const vol_scene_flock *flock, vol_world *world, vol_scene_fault *fault) {
    vol_flock_def def = flock->def;
    const vol_scene_start *start = &flock->start;
    vol_flock made = VOL_NONE;
    vol_error error;
    if (flock->start_path != NULL) {
        def.count = 0;
    }
    if (vol_flock_create(world, &def, &made, &error) != VOL_OK) {
        return failed(scene, &error, fault);
    }
    vol_result result = VOL_OK;
    if (start->count > 0 && start->headings != NULL) {
        result = vol_flock_add_heading(world, made, start->count, start->positions, start->headings, start->speeds,
                                       NULL, &error);
    } else if (start->count > 0) {
        result = vol_flock_add(world, made, start->count, start->positions, start->velocities, NULL, &error);
    }
    if (result != VOL_OK) {
        int code = result == VOL_ERROR_MEMORY ? VOL_SCENE_FAILED : VOL_SCENE_WRONG;
        return vol_scene_fault_set(fault, code, "%s: %s", flock->start_path, error.text);
    }
    return vol_flock_set_leader(world, made, flock->leader, &error) == VOL_OK || failed(scene, &error, fault);
}

bool vol_scene_make_world(const vol_scene *scene, uint32_t threads, vol_world **world, vol_scene_fault *fault) {
    return vol_scene_make_world_on(scene, &(vol_scene_where){.threads = threads}, world, fault);
}

bool vol_scene_make_world_on(const vol_scene *scene, const vol_scene_where *where, vol_world **world,
                             vol_scene_fault *fault) {
    vol_world_def def = scene->world;
    vol_error error;
    def.threads = where->threads;
    def.device = where->device;
    def.device_memory = where->device_memory;
    def.fast = where->fast;
    if (vol_world_create(&def, world, &error) != VOL_OK) {
        return failed(scene, &error, fault);
    }
    bool right = true;
    for (size_t i = 0; i < scene->flock_count && right; i++) {
        right = make_flock(scene, &scene->flocks[i], *world, fault);
    }
    right = right && vol_scene_surround(scene, *world, fault);
    if (right && vol_world_check_cluster(*world, &error) != VOL_OK) {
        right = failed(scene, &error, fault);
    }
    if (!right) {
        vol_world_destroy(*world);
        *world = NULL;
    }
    return right;
}

/* The library refused an obstacle, a relation or a term: says so at the key it names, or at the entry. */
static bool refused(const vol_scene_node *node, const char *key, const vol_error *error, vol_scene_fault *fault) {
    const char *dot = strrchr(error->field, '.');
    const vol_scene_node *value = vol_scene_tree_find(node, dot != NULL ? dot + 1 : error->field);
    vol_scene_fault_at(fault, value != NULL ? value : node, key, "%s", error->text);
    if (error->result == VOL_ERROR_MEMORY) {
        fault->code = VOL_SCENE_FAILED;
    }
    return false;
}

bool vol_scene_surround(const vol_scene *scene, vol_world *world, vol_scene_fault *fault) {
    vol_error error;
    uint32_t made = 0;
    for (size_t i = 0; i < scene->obstacle_count; i++) {
        const vol_scene_obstacle *obstacle = &scene->obstacles[i];
        if (vol_obstacle_create(world, &obstacle->def, &made, &error) != VOL_OK) {
            return refused(obstacle->node, obstacle->key, &error, fault);
        }
    }
    for (size_t i = 0; i < scene->relation_count; i++) {
        const vol_scene_relation *relation = &scene->relations[i];
        if (vol_relation_create(world, &relation->def, &made, &error) != VOL_OK) {
            return refused(relation->node, relation->key, &error, fault);
        }
    }
    for (size_t i = 0; i < scene->term_count; i++) {
        const vol_scene_term *term = &scene->terms[i];
        if (vol_term_create(world, &term->def, &made, &error) != VOL_OK) {
            return refused(term->node, term->key, &error, fault);
        }
    }
    return true;
}

/* The first event at or after a step. */
static size_t first_event(const vol_scene *scene, uint64_t step) {
    size_t low = 0;
    size_t high = scene->event_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (scene->events[middle].at < step) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The time at a step, by the last of the events before it. */
static double time_after(const vol_scene *scene, size_t past, uint64_t step) {
    size_t last = past > 0 ? scene->events[past - 1].last_dt : 0;
    const vol_scene_event *set = last > 0 ? &scene->events[last - 1] : NULL;
    return set != NULL ? set->time + (double)(step - set->at) * set->dt : (double)step * scene->world.dt;
}

void vol_scene_link_events(vol_scene *scene, size_t first) {
    for (size_t i = first; i < scene->event_count; i++) {
        vol_scene_event *event = &scene->events[i];
        bool sets_dt = event->kind == VOL_SCENE_EVENT_SET && strcmp(event->key, "world.dt") == 0;
        if (sets_dt) {
            event->time = time_after(scene, i, event->at);
            vol_number_read(event->value, &event->dt);
        }
        event->last_dt = sets_dt ? i + 1 : i > 0 ? event[-1].last_dt : 0;
        vol_scene_slots_link(scene, i);
        event->last_player = event->kind == VOL_SCENE_EVENT_PLAYER ? i + 1 : i > 0 ? event[-1].last_player : 0;
    }
}

const vol_scene_event *vol_scene_last_player(const vol_scene *scene, uint64_t step) {
    size_t past = first_event(scene, step + 1);
    size_t last = past > 0 ? scene->events[past - 1].last_player : 0;
    return last > 0 ? &scene->events[last - 1] : NULL;
}

vol_player_def vol_scene_player_at(const vol_scene *scene, size_t player, const vol_world_def *world, uint64_t step) {
    const vol_scene_player *own = &scene->player_own[player];
    vol_player_def def = vol_default_player_def();
    vol_scene_path_at(&scene->players[player], step, scene->world.dimensions, def.position);
    def.radius = (own->own & VOL_SCENE_OWN_RADIUS) != 0 ? own->flee_radius : world->player.flee_radius;
    def.weight = (own->own & VOL_SCENE_OWN_WEIGHT) != 0 ? own->flee_weight : world->player.flee_weight;
    def.flocks = (own->own & VOL_SCENE_OWN_FLOCKS) != 0 ? own->flocks : world->player.flocks;
    return def;
}

/* Some player has something of its own. */
static bool have_own(const vol_scene *scene) {
    bool own = false;
    for (size_t i = 0; i < scene->player_count; i++) {
        own = own || scene->player_own[i].own != 0;
    }
    return own;
}

static bool place_own_players(const vol_scene *scene, vol_world *world, vol_scene_fault *fault) {
    const vol_world_def def = vol_world_get_def(world);
    vol_player_def players[VOL_PLAYERS_MOST];
    vol_error error;
    for (size_t i = 0; i < scene->player_count; i++) {
        players[i] = vol_scene_player_at(scene, i, &def, vol_world_steps(world));
    }
    return vol_world_set_player_defs(world, scene->player_count, players, &error) == VOL_OK ||
           failed(scene, &error, fault);
}

/* The players: where the last event put one, or on the scene's paths. */
static bool place_players(const vol_scene *scene, vol_world *world, vol_scene_fault *fault) {
    int dimensions = scene->world.dimensions;
    uint64_t step = vol_world_steps(world);
    double positions[3 * VOL_PLAYERS_MOST];
    vol_error error;
    const vol_scene_event *event = vol_scene_last_player(scene, step);
    bool by_hand = event != NULL && !event->none;
    if (!by_hand && have_own(scene)) {
        return place_own_players(scene, world, fault);
    }
    size_t count = by_hand ? 1 : scene->player_count;
    for (size_t i = 0; i < scene->player_count && !by_hand; i++) {
        vol_scene_path_at(&scene->players[i], step, dimensions, positions + i * (size_t)dimensions);
    }
    if (count == 0 && event == NULL) {
        return true;
    }
    return vol_world_set_players(world, count, by_hand ? event->position : positions, &error) == VOL_OK ||
           failed(scene, &error, fault);
}

bool vol_scene_place(const vol_scene *scene, vol_world *world, vol_scene_fault *fault) {
    vol_error error;
    if (!place_players(scene, world, fault)) {
        return false;
    }
    for (size_t i = 0; i < scene->term_count; i++) {
        if (scene->terms[i].path.count > 0 && vol_term_exists(world, (vol_term)i)) {
            vol_term_def def = vol_term_get_def(world, (vol_term)i);
            vol_scene_path_at(&scene->terms[i].path, vol_world_steps(world), scene->world.dimensions, def.point);
            if (vol_term_set_def(world, (vol_term)i, &def, &error) != VOL_OK) {
                return failed(scene, &error, fault);
            }
        }
    }
    return true;
}

/* Towards a goal a boid gains this part of its greatest speed in a unit of time: less than what keeps boids apart, or a
 * flock would end in a point. */
enum { GOAL_FORCE_PARTS = 80 };

/* The number of the first flock's term for an event that is not in the list. */
static uint32_t goals_at(const vol_scene *scene, const vol_world *world) {
    const size_t past = first_event(scene, vol_world_steps(world) + 1);
    const uint32_t goals = past > 0 ? scene->events[past - 1].goals : 0;
    const uint32_t made = past > 0 ? scene->events[past - 1].made[VOL_SURROUNDING_TERM] : 0;
    return goals > 0 ? goals - 1 : (uint32_t)scene->term_count + made;
}

/* Every flock has a term for the goal from the first goal on; without a goal it has no weight. */
static vol_result set_goal(const vol_scene *scene, const vol_scene_event *event, vol_world *world, vol_error *error) {
    vol_result result = VOL_OK;
    uint32_t flocks = vol_flock_count(world);
    uint32_t first = event->linked ? event->goals - 1 : goals_at(scene, world);
    for (uint32_t flock = 0; flock < flocks && result == VOL_OK; flock++) {
        vol_term term = first + flock;
        bool made = vol_term_exists(world, term);
        vol_term_def def = made ? vol_term_get_def(world, term) : vol_default_term_def(VOL_TERM_ARRIVE);
        def.flock = flock;
        def.force = vol_flock_get_def(world, flock).max_speed / GOAL_FORCE_PARTS;
        def.weight = event->none ? 0 : 1;
        memcpy(def.point, event->position, sizeof def.point);
        result = made ? vol_term_set_def(world, term, &def, error) : vol_term_create(world, &def, &term, error);
    }
    return result;
}

/* The new value of an event: in a def of its own, or a number. */
static void copy_value(const vol_scene_event *event, void *def) {
    if (event->def != NULL) {
        vol_scene_field_copy(event->field, def, event->def);
        return;
    }
    void *to = (char *)def + vol_surrounding_offset(event->field);
    int whole = event->field->type == VOL_PARAM_WHOLE ? (int)event->value_number : 0;
    if (event->field->type == VOL_PARAM_WHOLE) {
        memcpy(to, &whole, sizeof whole);
    } else {
        memcpy(to, &event->value_number, sizeof event->value_number);
    }
}

/* The library's number of what an event is about. */
static uint32_t number_of(const vol_scene *scene, const vol_scene_event *event, vol_surrounding of,
                          const vol_world *world) {
    return event->linked ? event->number
                         : vol_scene_around_number(scene, first_event(scene, vol_world_steps(world) + 1), of,
                                                   event->flock, event->index);
}

static vol_result gone(const vol_scene_event *event, vol_error *error) {
    *error = (vol_error){.result = VOL_ERROR_NAME};
    snprintf(error->text, sizeof error->text, "'%.100s' cannot be set: there is no such entry any more",
             event->key != NULL ? event->key : "");
    return VOL_ERROR_NAME;
}

static vol_result set_obstacle(const vol_scene *scene, const vol_scene_event *event, vol_world *world,
                               vol_error *error) {
    const uint32_t number = number_of(scene, event, VOL_SURROUNDING_OBSTACLE, world);
    if (!vol_obstacle_exists(world, number)) {
        return gone(event, error);
    }
    vol_obstacle_def def = vol_obstacle_get_def(world, number);
    copy_value(event, &def);
    return vol_obstacle_set_def(world, number, &def, error);
}

static vol_result set_relation(const vol_scene *scene, const vol_scene_event *event, vol_world *world,
                               vol_error *error) {
    const uint32_t number = number_of(scene, event, VOL_SURROUNDING_RELATION, world);
    if (!vol_relation_exists(world, number)) {
        return gone(event, error);
    }
    vol_relation_def def = vol_relation_get_def(world, number);
    copy_value(event, &def);
    return vol_relation_set_def(world, number, &def, error);
}

static vol_result set_term(const vol_scene *scene, const vol_scene_event *event, vol_world *world, vol_error *error) {
    const uint32_t number = number_of(scene, event, VOL_SURROUNDING_TERM, world);
    if (!vol_term_exists(world, number)) {
        return gone(event, error);
    }
    vol_term_def def = vol_term_get_def(world, number);
    copy_value(event, &def);
    return vol_term_set_def(world, number, &def, error);
}

static vol_result put(const vol_scene *scene, const vol_scene_event *event, vol_world *world, vol_error *error) {
    const uint32_t replaces = event->linked ? event->replaces : number_of(scene, event, event->of, world);
    return vol_scene_slots_happen(event, replaces, world, error);
}

bool vol_scene_event_sets(const vol_scene_event *event) {
    return event->kind == VOL_SCENE_EVENT_SET || event->kind == VOL_SCENE_EVENT_SET_OBSTACLE ||
           event->kind == VOL_SCENE_EVENT_SET_RELATION || event->kind == VOL_SCENE_EVENT_SET_TERM ||
           event->kind == VOL_SCENE_EVENT_LEADER || event->kind == VOL_SCENE_EVENT_PLAYER ||
           event->kind == VOL_SCENE_EVENT_GOAL || event->kind == VOL_SCENE_EVENT_PUT;
}

vol_result vol_scene_event_try(const vol_scene *scene, const vol_scene_event *event, vol_world *world,
                               vol_error *error) {
    switch (event->kind) {
    case VOL_SCENE_EVENT_ADD:
        return vol_flock_add(world, event->flock, 1, event->position, event->velocity, NULL, error);
    case VOL_SCENE_EVENT_REMOVE: return vol_flock_remove(world, event->flock, 1, &event->id, error);
    case VOL_SCENE_EVENT_GUST: return vol_world_gust(world, event->velocity, error);
    case VOL_SCENE_EVENT_PLAYER: break;
    case VOL_SCENE_EVENT_GOAL: return set_goal(scene, event, world, error);
    case VOL_SCENE_EVENT_SCATTER: return vol_world_scatter(world, event->position, event->strength, error);
    case VOL_SCENE_EVENT_BLOW: return vol_world_blow(world, event->position, event->strength, event->velocity, error);
    case VOL_SCENE_EVENT_SET: return vol_world_set(world, event->key, event->value, error);
    case VOL_SCENE_EVENT_SET_OBSTACLE: return set_obstacle(scene, event, world, error);
    case VOL_SCENE_EVENT_SET_RELATION: return set_relation(scene, event, world, error);
    case VOL_SCENE_EVENT_SET_TERM: return set_term(scene, event, world, error);
    case VOL_SCENE_EVENT_LEADER: return vol_flock_set_leader(world, event->flock, event->id, error);
    case VOL_SCENE_EVENT_PUT: return put(scene, event, world, error);
    }
    return VOL_OK;
}

bool vol_scene_event_happen(const vol_scene *scene, const vol_scene_event *event, vol_world *world,
                            vol_scene_fault *fault) {
    vol_error error;
    vol_result result = vol_scene_event_try(scene, event, world, &error);
    if (result != VOL_OK) {
        vol_scene_fault_at(fault, event->node != NULL ? event->node : scene->inside->tree, "events", "at step %llu: %s",
                           (unsigned long long)event->at, error.text);
        fault->code = VOL_SCENE_FAILED;
    }
    return result == VOL_OK;
}

const vol_scene_event *vol_scene_events_at(const vol_scene *scene, uint64_t step, size_t *count) {
    size_t first = first_event(scene, step);
    size_t end = first;
    while (end < scene->event_count && scene->events[end].at == step) {
        end++;
    }
    *count = end - first;
    return end > first ? &scene->events[first] : NULL;
}

/* Removes the boids of all events up to the first that is something else, or of another flock, at once: one by one each
 * would go through the whole flock. Sets *alike to how many events that are. False where they cannot be taken together,
 * and nothing has changed. */
static bool remove_together(const vol_scene_event *events, size_t count, vol_world *world, size_t *alike) {
    *alike = 0;
    while (*alike < count && events[*alike].kind == VOL_SCENE_EVENT_REMOVE && events[*alike].flock == events->flock) {
        ++*alike;
    }
    if (*alike < 2) {
        return false;
    }
    uint32_t *ids = malloc(*alike * sizeof *ids);
    for (size_t i = 0; i < *alike && ids != NULL; i++) {
        ids[i] = events[i].id;
    }
    bool right = ids != NULL && vol_flock_remove(world, events->flock, *alike, ids, NULL) == VOL_OK;
    free(ids);
    return right;
}

bool vol_scene_apply_events(const vol_scene *scene, vol_world *world, vol_scene_fault *fault) {
    size_t count = 0;
    const vol_scene_event *events = vol_scene_events_at(scene, vol_world_steps(world), &count);
    size_t alone = 0; /* events before this one were tried together, in vain */
    for (size_t i = 0; i < count;) {
        size_t alike = 0;
        if (i >= alone && remove_together(events + i, count - i, world, &alike)) {
            i += alike;
            continue;
        }
        alone = i + alike > alone ? i + alike : alone;
        if (!vol_scene_event_happen(scene, &events[i++], world, fault)) {
            return false;
        }
    }
    return vol_scene_apply_sound(scene, world, fault) && vol_scene_place(scene, world, fault);
}

static bool path_goes_on(const vol_scene_path *path, uint64_t step) {
    return path->count > 1 && step < path->point[path->count - 1].step;
}

uint64_t vol_scene_steps_alike(const vol_scene *scene, uint64_t step, uint64_t most) {
    size_t next = first_event(scene, step + 1);
    uint64_t steps = next < scene->event_count ? scene->events[next].at - step : most;
    for (size_t i = 0; i < scene->player_count; i++) {
        steps = path_goes_on(&scene->players[i], step) ? 1 : steps;
    }
    for (size_t i = 0; i < scene->term_count; i++) {
        steps = path_goes_on(&scene->terms[i].path, step) ? 1 : steps;
    }
    return vol_scene_sound_alike(scene, step, steps < most ? steps : most);
}

bool vol_scene_step_world(vol_world *world, uint64_t steps, vol_scene_fault *fault) {
    unsigned long long next = (unsigned long long)vol_world_steps(world) + 1;
    vol_result result = vol_world_step(world, steps);
    if (result == VOL_OK) {
        return true;
    }
    const char *reason = result == VOL_ERROR_DEVICE   ? "the device failed or was lost"
                         : result == VOL_ERROR_MEMORY ? "the device has no memory left for it"
                                                      : vol_result_name(result);
    return vol_scene_fault_set(fault, VOL_SCENE_FAILED,
                               "step %llu failed: %s; the last state that is known is of step "
                               "%llu",
                               next, reason, (unsigned long long)vol_world_steps(world));
}

bool vol_scene_step(const vol_scene *scene, vol_world *world, vol_scene_fault *fault) {
    return vol_scene_apply_events(scene, world, fault) && vol_scene_step_world(world, 1, fault);
}

bool vol_scene_run(const vol_scene *scene, vol_world *world, uint64_t steps, vol_scene_fault *fault) {
    while (steps > 0) {
        if (!vol_scene_apply_events(scene, world, fault)) {
            return false;
        }
        uint64_t alike = vol_scene_steps_alike(scene, vol_world_steps(world), steps);
        if (!vol_scene_step_world(world, alike, fault)) {
            return false;
        }
        steps -= alike;
    }
    return true;
}

/* A world that was made without boids, for a state that brings them, has no leaders yet. */
static bool set_leaders(const vol_scene *scene, vol_world *world, vol_scene_fault *fault) {
    vol_error error;
    for (size_t i = 0; i < scene->flock_count; i++) {
        const uint32_t leader = scene->flocks[i].leader;
        if (leader != VOL_NONE && vol_flock_slot(world, (vol_flock)i, leader) != VOL_NONE &&
            vol_flock_set_leader(world, (vol_flock)i, leader, &error) != VOL_OK) {
            return failed(scene, &error, fault);
        }
    }
    return true;
}

/* Brings the parameters and leaders of a world that was restored at a later step to what the events before it had made
 * of them. */
static bool catch_up(const vol_scene *scene, vol_world *world, vol_scene_fault *fault) {
    size_t past = first_event(scene, vol_world_steps(world));
    uint64_t heard = 0; /* up to this step */
    if (!set_leaders(scene, world, fault)) {
        return false;
    }
    for (size_t i = 0; i < past; i++) {
        vol_scene_event event = scene->events[i];
        if (!vol_scene_catch_up_sound(scene, world, heard, event.at, fault)) {
            return false;
        }
        heard = event.at;
        if (event.kind == VOL_SCENE_EVENT_LEADER && vol_flock_slot(world, event.flock, event.id) == VOL_NONE) {
            event.id = VOL_NONE; /* it led until it was gone */
        }
        if (vol_scene_event_sets(&event) && !vol_scene_event_happen(scene, &event, world, fault)) {
            return false;
        }
    }
    return vol_scene_catch_up_sound(scene, world, heard, vol_world_steps(world), fault);
}

static bool read_state(vol_world *world, const char *name, const void *bytes, size_t size, vol_scene_fault *fault) {
    vol_error error;
    vol_result result = vol_snapshot_read(world, bytes, size, &error);
    int code = result == VOL_ERROR_MEMORY ? VOL_SCENE_FAILED : VOL_SCENE_WRONG;
    return result == VOL_OK ||
           vol_scene_fault_set(fault, code, "%s%s%s", name != NULL ? name : "", name != NULL ? ": " : "", error.text);
}

/* The state is read twice where there are events: boids are brought into a world with images as they are read, and its
 * size is known only when the events before it have happened. */
bool vol_scene_resume(const vol_scene *scene, vol_world *world, const char *name, const void *bytes, size_t size,
                      vol_scene_fault *fault) {
    return read_state(world, name, bytes, size, fault) && catch_up(scene, world, fault) &&
           ((scene->event_count == 0 && scene->inside->score == NULL) || read_state(world, name, bytes, size, fault));
}

double vol_scene_time(const vol_scene *scene, uint64_t step) {
    return time_after(scene, first_event(scene, step), step);
}

/* Flocks have names in a scene: the value is read as one of its text. */
static bool set_mask(vol_scene *scene, const vol_param *param, const char *value, vol_error *error) {
    vol_scene_fault fault = {0};
    vol_arena *arena = &scene->inside->arena;
    const char *text = vol_arena_copy(arena, value, strlen(value));
    vol_scene_origin *origin = vol_arena_take(arena, sizeof *origin);
    const vol_scene_node *node = NULL;
    if (text != NULL && origin != NULL) {
        *origin = (vol_scene_origin){.name = param->name, .option = true};
        node = vol_scene_tree_read(arena, origin, text, strlen(text), &fault);
    }
    if (node != NULL && vol_scene_mask_param(scene, node, param->name, param, &scene->world, &fault) != NULL) {
        return true;
    }
    if (error != NULL) {
        *error = (vol_error){.result = VOL_ERROR_VALUE};
        snprintf(error->text, sizeof error->text, "%.200s", fault.text);
    }
    return false;
}

bool vol_scene_set(vol_scene *scene, const char *key, const char *value, vol_error *error) {
    const vol_param *param = vol_param_find(key);
    if (param != NULL && param->type == VOL_PARAM_MASK) {
        return set_mask(scene, param, value, error);
    }
    if (param != NULL && param->of_world) {
        return vol_world_def_set(&scene->world, key, value, error) == VOL_OK;
    }
    for (size_t i = 0; i < scene->flock_count; i++) {
        size_t length = strlen(scene->flocks[i].name);
        if (strncmp(key, scene->flocks[i].name, length) == 0 && key[length] == '.') {
            return vol_flock_def_set(&scene->flocks[i].def, key + length + 1, value, error) == VOL_OK;
        }
    }
    if (error != NULL) {
        *error = (vol_error){.result = VOL_ERROR_NAME};
        snprintf(error->text, sizeof error->text, "the scene has no '%.100s'", key);
    }
    return false;
}
