/* What surrounds the flocks of a session. While it is played, obstacles, relations and terms keep the numbers that
 * events call them by; a scene that is made of the session counts them anew. */
#include "play/session_around.h"

#include "common/words.h"
#include "play/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Keys --------------------------------------------------------------------------------------------------------- */

/* Behind the list: a number, and perhaps a field. */
static bool find_rest(const char *rest, app_around_key *found) {
    char number[16];
    uint64_t index = 0;
    size_t length = strcspn(rest, ".");
    snprintf(number, sizeof number, "%.*s", (int)(length < sizeof number ? length : 0), rest);
    if (!vol_whole_read(number, &index) || index >= VOL_NONE) {
        return false;
    }
    found->index = (uint32_t)index;
    found->field = rest[length] == '.' ? vol_surrounding_find(found->of, rest + length + 1) : NULL;
    return rest[length] == '\0' || found->field != NULL;
}

/* Where the list of a key ends: behind "obstacles." or "birds.terms."; NULL: it has none. */
static const char *find_list(const vol_scene *scene, const char *key, app_around_key *found) {
    *found = (app_around_key){.of = VOL_SURROUNDING_OBSTACLE};
    if (strncmp(key, "obstacles.", 10) == 0) {
        return key + 10;
    }
    if (strncmp(key, "relations.", 10) == 0) {
        found->of = VOL_SURROUNDING_RELATION;
        return key + 10;
    }
    found->of = VOL_SURROUNDING_TERM;
    for (size_t i = 0; i < scene->flock_count; i++) {
        size_t length = strlen(scene->flocks[i].name);
        if (strncmp(key, scene->flocks[i].name, length) == 0 && strncmp(key + length, ".terms.", 7) == 0) {
            found->flock = (vol_flock)i;
            return key + length + 7;
        }
    }
    return NULL;
}

bool app_around_find(const vol_scene *scene, const char *key, app_around_key *found) {
    const char *rest = find_list(scene, key, found);
    return rest != NULL && find_rest(rest, found);
}

static size_t own_count(const vol_scene *scene, const app_around_key *key) {
    return key->of == VOL_SURROUNDING_OBSTACLE   ? scene->obstacle_count
           : key->of == VOL_SURROUNDING_RELATION ? scene->relation_count
                                                 : scene->flocks[key->flock].term_count;
}

uint32_t app_around_next(const vol_scene *scene, size_t applied, vol_surrounding of, vol_flock flock) {
    const app_around_key list = {.of = of, .flock = flock};
    const uint32_t count = vol_scene_around_count(scene, applied, of, flock);
    for (uint32_t i = (uint32_t)own_count(scene, &list); i < count; i++) {
        if (vol_scene_around_number(scene, applied, of, flock, i) == VOL_NONE) {
            return i;
        }
    }
    return count;
}

void app_around_name_new(const app_session *session, const char *key, char *named, size_t size) {
    app_around_key list;
    const char *rest = find_list(&session->scene, key, &list);
    if (rest != NULL && strcmp(rest, "new") == 0) {
        uint32_t next = app_around_next(&session->scene, session->applied, list.of, list.flock);
        snprintf(named, size, "%.*s%u", (int)(rest - key), key, (unsigned)next);
    } else {
        snprintf(named, size, "%s", key);
    }
}

/* --- Values ------------------------------------------------------------------------------------------------------- */

static char *print_obstacle(const app_session *session, uint32_t number, const vol_param *field) {
    size_t dimensions = (size_t)session->scene.world.dimensions;
    vol_obstacle_def def = vol_obstacle_get_def(session->world, number);
    double *points = vol_take((def.point_count * dimensions + 1) * sizeof *points);
    for (size_t i = 0; i < def.point_count; i++) {
        memcpy(points + i * dimensions, def.points + 3 * i, dimensions * sizeof *points);
    }
    def.points = points;
    char *text = vol_checked(vol_scene_around_print(&session->scene, VOL_SURROUNDING_OBSTACLE, field, &def));
    free(points);
    return text;
}

char *app_session_around_text(const app_session *session, const app_around_key *key) {
    const vol_scene *scene = &session->scene;
    uint32_t number = vol_scene_around_number(scene, session->applied, key->of, key->flock, key->index);
    if (number == VOL_NONE) {
        return vol_checked(vol_scene_around_print(scene, key->of, NULL, NULL));
    }
    if (key->of == VOL_SURROUNDING_OBSTACLE) {
        return print_obstacle(session, number, key->field);
    }
    vol_relation_def relation;
    vol_term_def term;
    const void *def = &relation;
    if (key->of == VOL_SURROUNDING_RELATION) {
        relation = vol_relation_get_def(session->world, number);
    } else {
        term = vol_term_get_def(session->world, number);
        def = &term;
    }
    return vol_checked(vol_scene_around_print(scene, key->of, key->field, def));
}

/* Reads the event that sets a key; false: the fault says why it cannot be. */
static bool read_set(app_session *session, const char *key, const char *value, vol_scene_event *event,
                     app_fault *fault) {
    size_t count = 0;
    vol_text text = {0};
    vol_text_print(&text, "{set: {%s: %s}}", key, value);
    bool right = vol_scene_event_read(&session->scene, text.data, event, 1, &count, fault);
    vol_text_release(&text);
    return right;
}

bool app_session_set_around(app_session *session, const char *key, const char *value) {
    app_fault fault = {0};
    vol_scene_event event = {.at = vol_world_steps(session->world)};
    if (!read_set(session, key, value, &event, &fault)) {
        app_session_tell(session, true, "%s", fault.text);
        return false;
    }
    return app_session_put_event(session, event);
}

void app_session_begin_around(app_session *session) {
    app_around_key found;
    for (size_t i = 0; i < session->change_count; i++) {
        const app_change *change = &session->changes[i];
        if (app_around_find(&session->scene, change->key, &found)) {
            app_session_set_around(session, change->key, change->value);
        }
    }
}

void app_session_reread(app_session *session) {
    vol_scene *scene = &session->scene;
    app_fault fault = {0};
    for (size_t i = 0; i < scene->event_count; i++) {
        vol_scene_event *event = &scene->events[i];
        bool set = event->kind == VOL_SCENE_EVENT_SET_OBSTACLE || event->kind == VOL_SCENE_EVENT_SET_RELATION ||
                   event->kind == VOL_SCENE_EVENT_SET_TERM || event->kind == VOL_SCENE_EVENT_PUT;
        vol_scene_event read = {.at = event->at};
        if (event->added && set && read_set(session, event->key, event->value, &read, &fault)) {
            event->def = read.def;
        }
    }
}

/* --- Scenes ------------------------------------------------------------------------------------------------------- */

/* Changes of parameters and looks, into a scene. */
static void put_plain(const app_session *session, vol_scene *scene) {
    for (size_t i = 0; i < session->change_count; i++) {
        const app_change *change = &session->changes[i];
        app_setting setting;
        app_around_key around;
        if (app_around_find(scene, change->key, &around) || strcmp(change->key, "sound") == 0) {
            continue;
        }
        if (app_setting_find(scene, change->key, &setting)) {
            app_setting_put(setting.of, setting.param, app_setting_in(scene, &setting), scene->world.dimensions,
                            change->value);
        } else {
            vol_scene_set(scene, change->key, change->value, NULL);
        }
    }
}

void app_session_bake(app_session *session) {
    put_plain(session, &session->scene);
    size_t left = 0;
    for (size_t i = 0; i < session->change_count; i++) {
        app_around_key around;
        if (app_around_find(&session->scene, session->changes[i].key, &around)) {
            session->changes[left] = session->changes[i];
            session->changes[left++].at = 0;
        }
    }
    session->change_count = left;
}

/* An obstacle, a relation or a term that changes are about. */
typedef struct touched {
    app_around_key key;
    bool there;
    uint32_t number; /* in the scene that is made, while nothing has been taken out of it */
} touched;

typedef struct making {
    const app_session *session;
    vol_arena arena;
    touched *list;
    size_t count;
    vol_scene_override *made;
    size_t made_count;
} making;

static bool same_list(const app_around_key *a, const app_around_key *b) {
    return a->of == b->of && a->flock == b->flock;
}

static touched *find_touched(making *m, const app_around_key *key) {
    for (size_t i = 0; i < m->count; i++) {
        if (same_list(&m->list[i].key, key) && m->list[i].key.index == key->index) {
            return &m->list[i];
        }
    }
    m->list[m->count] = (touched){.key = *key, .there = true, .number = key->index};
    return &m->list[m->count++];
}

static const char *name_entry(making *m, const app_around_key *key, uint32_t number) {
    static const char *const lists[VOL_SURROUNDING_COUNT] = {"obstacles", "relations", "terms"};
    const char *flock = key->of == VOL_SURROUNDING_TERM ? m->session->scene.flocks[key->flock].name : "";
    return vol_arena_print(&m->arena, "%s%s%s.%u", flock, flock[0] != '\0' ? "." : "", lists[key->of],
                           (unsigned)number);
}

/* Which of them are there in the end, and what number each has. */
static void number_touched(making *m) {
    const app_session *session = m->session;
    app_around_key key;
    for (size_t i = 0; i < session->change_count; i++) {
        const app_change *change = &session->changes[i];
        if (app_around_find(&session->scene, change->key, &key)) {
            touched *t = find_touched(m, &key);
            t->there = key.field == NULL ? strcmp(change->value, "none") != 0 : t->there;
        }
    }
    for (size_t i = 0; i < m->count; i++) {
        touched *t = &m->list[i];
        size_t own = own_count(&session->scene, &t->key);
        for (size_t k = 0; k < m->count && t->key.index >= own; k++) { /* those between that are not there any more */
            const touched *other = &m->list[k];
            t->number -= same_list(&other->key, &t->key) && !other->there && other->key.index >= own &&
                         other->key.index < t->key.index;
        }
    }
}

/* Do events of the scene's file call entries of the same list by numbers that would be others? */
static bool events_disagree(const making *m, const touched *t, app_fault *fault) {
    const app_session *session = m->session;
    bool own = t->key.index < own_count(&session->scene, &t->key);
    for (size_t i = 0; i < session->file_event_count; i++) {
        const vol_scene_event *event = &session->file_events[i];
        app_around_key key;
        bool around =
            event->key != NULL && app_around_find(&session->scene, event->key, &key) && same_list(&key, &t->key);
        bool put = around && event->kind == VOL_SCENE_EVENT_PUT && (!own || !t->there);
        if (put || (around && own && !t->there && key.index >= t->key.index)) {
            app_fault_set(fault, APP_EXIT_FAILED,
                          "the scene cannot be made: its own event at step %llu sets '%s', which would be another one",
                          (unsigned long long)event->at, event->key);
            return true;
        }
    }
    return false;
}

/* A term of the scene's that has become another one keeps its name: presets and events call it by that. */
static const char *named_value(making *m, const app_around_key *key, const char *value) {
    const vol_scene *scene = &m->session->scene;
    const char *name = key->of == VOL_SURROUNDING_TERM && key->field == NULL && key->index < own_count(scene, key)
                           ? scene->terms[scene->flocks[key->flock].first_term + key->index].name
                           : NULL;
    return name != NULL && value[0] == '{' ? vol_arena_print(&m->arena, "{name: \"%s\", %s", name, value + 1) : value;
}

/* All changes of what is there in the end, then what is taken out, the last ones first. */
static bool list_around(making *m, app_fault *fault) {
    const app_session *session = m->session;
    app_around_key key;
    number_touched(m);
    for (size_t i = 0; i < session->change_count; i++) {
        const app_change *change = &session->changes[i];
        if (!app_around_find(&session->scene, change->key, &key)) {
            continue;
        }
        const touched *t = find_touched(m, &key);
        if (t->there && strcmp(change->value, "none") != 0) {
            const char *name = name_entry(m, &key, t->number);
            name = key.field != NULL ? vol_arena_print(&m->arena, "%s.%s", name, key.field->name) : name;
            m->made[m->made_count++] = (vol_scene_override){name, named_value(m, &key, change->value), NULL};
        }
    }
    for (uint32_t index = VOL_NONE; index > 0;) {
        uint32_t next = 0; /* one more than the highest below that goes */
        for (size_t i = 0; i < m->count; i++) {
            const touched *t = &m->list[i];
            bool goes = !t->there && t->key.index < own_count(&session->scene, &t->key);
            if (goes && t->key.index + 1 == index) {
                m->made[m->made_count++] = (vol_scene_override){name_entry(m, &t->key, t->key.index), "none", NULL};
            }
            next = goes && t->key.index + 1 < index && t->key.index + 1 > next ? t->key.index + 1 : next;
        }
        index = next;
    }
    for (size_t i = 0; i < m->count; i++) {
        if (events_disagree(m, &m->list[i], fault)) {
            return false;
        }
    }
    return true;
}

bool app_session_make(const app_session *session, vol_scene *made, const vol_scene_override *more, size_t more_count,
                      app_fault *fault) {
    making m = {.session = session};
    vol_scene now = session->scene;
    size_t bytes = now.flock_count * sizeof *now.flocks;
    now.flocks = memcpy(vol_take(bytes), now.flocks, bytes);
    now.events = session->file_events;
    now.event_count = session->file_event_count;
    put_plain(session, &now);
    m.list = vol_arena_take(&m.arena, (session->change_count + 1) * sizeof *m.list);
    m.made = vol_arena_take(&m.arena, (2 * session->change_count + more_count + 1) * sizeof *m.made);
    bool right = list_around(&m, fault);
    for (size_t i = 0; i < more_count; i++) {
        m.made[m.made_count++] = more[i];
    }
    right = right && vol_scene_remake(made, &now, m.made, m.made_count, fault);
    free(now.flocks);
    vol_arena_release(&m.arena);
    return right;
}

/* The scene as it is, with parameters too that have no effect now: the middle of a start that is everywhere. A text has
 * none of these. */
static bool make_same(const app_session *session, vol_scene *made, app_fault *fault) {
    if (!app_session_make(session, made, NULL, 0, fault)) {
        return false;
    }
    for (size_t i = 0; i < made->flock_count; i++) {
        const char *name = made->flocks[i].def.name;
        made->flocks[i].def = session->scene.flocks[i].def;
        made->flocks[i].def.name = name;
    }
    made->world = session->scene.world;
    put_plain(session, made);
    return true;
}

/* The number that an entry of a scene's own list has in the scene that is made: those before it may be gone. */
static void name_made(const app_session *session, const char *key, char *named, size_t size) {
    app_around_key list;
    const char *rest = find_list(&session->scene, key, &list);
    char *end = NULL;
    unsigned long index = rest != NULL ? strtoul(rest, &end, 10) : 0;
    uint32_t gone = 0;
    for (uint32_t i = 0; rest != NULL && i < index; i++) {
        gone += vol_scene_around_number(&session->scene, session->applied, list.of, list.flock, i) == VOL_NONE;
    }
    if (rest != NULL) {
        snprintf(named, size, "%.*s%lu%s", (int)(rest - key), key, index - gone, end);
    } else {
        snprintf(named, size, "%s", key);
    }
}

bool app_session_make_other(const app_session *session, const char *key, const char *value, vol_scene *made,
                            app_fault *fault) {
    vol_scene base;
    char named[200];
    if (strcmp(key, "player.paths") == 0 || strcmp(key, "player.path") == 0) {
        return app_session_make(session, made, &(vol_scene_override){key, value, NULL}, 1, fault);
    }
    name_made(session, key, named, sizeof named);
    key = named;
    if (strcmp(key, "flocks.new") == 0) {
        snprintf(named, sizeof named, "flocks.%zu", session->scene.flock_count);
    }
    for (size_t i = 0; i < session->scene.flock_count; i++) {
        if (strcmp(session->scene.flocks[i].name, key) != 0) {
            continue;
        }
        if (session->scene.flock_count == 1) {
            return app_fault_set(fault, APP_EXIT_FAILED, "the last flock of a scene stays");
        }
        bool right =
            app_session_make(session, &base, NULL, 0, fault) && app_session_make_without(&base, i, made, fault);
        vol_scene_release(&base);
        return right;
    }
    vol_error error = {0};
    if (!make_same(session, made, fault)) {
        return false;
    }
    if (vol_scene_set(made, key, value, &error)) {
        return true;
    }
    vol_scene_release(made);
    return error.result == VOL_ERROR_NAME
               ? app_session_make(session, made, &(vol_scene_override){key, value, NULL}, 1, fault)
               : app_fault_set(fault, APP_EXIT_FAILED, "%s", error.text);
}
