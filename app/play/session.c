/* A scene being played. Whatever a person does becomes an event of the scene at the step where the world is: it happens
 * at once, and again whenever that step is computed again, here or by `volery verify`. */
#include "play/session.h"

#include "play/deeds.h"
#include "play/settings.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void app_session_tell(app_session *session, bool trouble, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(session->message, sizeof session->message, format, arguments);
    va_end(arguments);
    session->trouble = trouble;
    session->messages++;
}

size_t app_session_boids(const app_session *session) {
    size_t boids = 0;
    for (vol_flock flock = 0; flock < vol_flock_count(session->world); flock++) {
        boids += vol_flock_get_def(session->world, flock).count;
    }
    return boids;
}

uint64_t app_session_first(const app_session *session) {
    return session->replayed.first;
}

uint64_t app_session_last(const app_session *session) {
    const app_replayed *r = &session->replayed;
    uint64_t last = r->hashes != NULL ? r->first + r->count - 1 : 0;
    return session->furthest > last ? session->furthest : last;
}

/* --- Worlds ------------------------------------------------------------------------------------------------------- */

/* The scene's world without boids, for a state that brings them. */
static bool make_empty_world(const app_session *session, vol_world **world, app_fault *fault) {
    vol_scene empty = session->scene;
    size_t bytes = empty.flock_count * sizeof *empty.flocks;
    empty.flocks = memcpy(vol_take(bytes), session->scene.flocks, bytes);
    for (size_t i = 0; i < empty.flock_count; i++) {
        empty.flocks[i].start_path = NULL;
        empty.flocks[i].start = (vol_scene_start){0};
        empty.flocks[i].def.start.shape = VOL_SHAPE_UNIFORM;
        empty.flocks[i].def.count = 0;
    }
    bool right = vol_scene_make_world_on(&empty, &session->where, world, fault);
    free(empty.flocks);
    return right;
}

vol_scene app_session_without_sound(const app_session *session) {
    vol_scene plain = session->scene;
    plain.sound.source = VOL_SCENE_SOUND_NONE;
    return plain;
}

/* Gives the session another world, which is at its step before the events there. */
static void take_world(app_session *session, vol_world *world) {
    uint64_t step = vol_world_steps(world);
    app_gauges_leave(&session->gauges, step == 0);
    app_density_leave(&session->density);
    vol_world_destroy(session->world);
    session->world = world;
    session->jumps++;
    session->applied = 0;
    while (session->applied < session->scene.event_count && session->scene.events[session->applied].at < step) {
        session->applied++;
    }
}

bool app_session_restore(app_session *session, const app_keepsake *kept, app_fault *fault) {
    vol_world *world = NULL;
    if (!make_empty_world(session, &world, fault)) {
        return false;
    }
    vol_scene plain = app_session_without_sound(session);
    if (!vol_scene_resume(&plain, world, NULL, kept->bytes, kept->size, fault)) {
        vol_world_destroy(world);
        return false;
    }
    take_world(session, world);
    return true;
}

bool app_session_begin(app_session *session, app_fault *fault) {
    const app_keepsake *start = app_history_find(&session->history, session->replayed.first);
    if (start != NULL) {
        return app_session_restore(session, start, fault);
    }
    vol_world *world = NULL;
    if (!vol_scene_make_world_on(&session->scene, &session->where, &world, fault)) {
        return false;
    }
    take_world(session, world);
    app_history_keep(&session->history, world);
    return true;
}

/* --- Events ------------------------------------------------------------------------------------------------------- */

static void drop_event(app_session *session, size_t index) {
    vol_scene *scene = &session->scene;
    memmove(&scene->events[index], &scene->events[index + 1], (scene->event_count - index - 1) * sizeof *scene->events);
    scene->event_count--;
    vol_scene_link_events(scene, index);
}

/* Lets happen what is due at the step where the world is. What cannot happen is told and left out. */
static void happen(app_session *session) {
    vol_scene *scene = &session->scene;
    app_fault fault = {0};
    while (session->applied < scene->event_count &&
           scene->events[session->applied].at == vol_world_steps(session->world)) {
        const vol_scene_event *event = &scene->events[session->applied];
        if (!vol_scene_event_happen(scene, event, session->world, &fault)) {
            app_session_tell(session, true, "%s", fault.text);
            drop_event(session, session->applied);
            continue;
        }
        if (session->recorder != NULL && !app_recorder_event(session->recorder, scene, event, &fault)) {
            app_session_tell(session, true, "%s", fault.text);
            app_session_stop_record(session);
        }
        session->applied++;
    }
    if (!vol_scene_place(scene, session->world, &fault)) {
        app_session_tell(session, true, "%s", fault.text);
    }
}

/* What was to come is given up: from here on it goes another way. */
void app_session_leave_future(app_session *session) {
    vol_scene *scene = &session->scene;
    uint64_t step = vol_world_steps(session->world);
    if (session->replayed.hashes != NULL) {
        free(session->replayed.hashes);
        session->replayed.hashes = NULL;
        app_session_tell(session, false, "no replay any more: from step %llu on this is yours",
                         (unsigned long long)step);
    }
    if (step < session->furthest) {
        size_t left = session->applied;
        for (size_t i = session->applied; i < scene->event_count; i++) {
            if (!scene->events[i].added) {
                scene->events[left++] = scene->events[i];
            }
        }
        scene->event_count = left;
        vol_scene_link_events(scene, session->applied);
        const char *sound = NULL; /* as it was at that step, if it has changed since */
        while (session->change_count > 0 && session->changes[session->change_count - 1].at > step) {
            const app_change *change = &session->changes[--session->change_count];
            sound = strcmp(change->key, "sound") == 0 ? change->before : sound;
        }
        if (sound != NULL) {
            app_session_put_back_sound(session, sound);
        }
    }
    session->hearing.heard = session->hearing.heard < step ? session->hearing.heard : step;
    app_history_cut(&session->history, step);
    session->furthest = step;
}

/* Lets an event happen at once, behind all others of this step. False: it cannot, and is forgotten. */
static bool insert_event(app_session *session, vol_scene_event event) {
    vol_scene *scene = &session->scene;
    happen(session);
    event.at = vol_world_steps(session->world);
    event.added = true;
    if (scene->event_count == session->room) {
        session->room = session->room * 2 + 64;
        scene->events = vol_retake(scene->events, session->room * sizeof *scene->events);
    }
    memmove(&scene->events[session->applied + 1], &scene->events[session->applied],
            (scene->event_count - session->applied) * sizeof *scene->events);
    scene->events[session->applied] = event;
    scene->event_count++;
    vol_scene_link_events(scene, session->applied);
    size_t before = session->applied;
    happen(session);
    return session->applied > before;
}

/* Makes what a person does an event, and lets it happen at once. False: it cannot, and is forgotten. */
static bool add_event(app_session *session, vol_scene_event event) {
    app_session_leave_future(session);
    return insert_event(session, event);
}

/* The word in memory that stays; the same as one of the last events, where it is. */
static const char *keep_key(app_session *session, const char *key) {
    enum { LOOK_BACK = 32 };
    const vol_scene *scene = &session->scene;
    for (size_t i = 1; i <= LOOK_BACK && i < session->applied; i++) {
        const vol_scene_event *event = &scene->events[session->applied - 1 - i];
        if (event->added && event->key != NULL && strcmp(event->key, key) == 0) {
            return event->key;
        }
    }
    return vol_arena_copy(&session->arena, key, strlen(key));
}

bool app_session_put_event(app_session *session, vol_scene_event event) {
    if (!insert_event(session, event)) {
        return false;
    }
    vol_scene_event *kept = &session->scene.events[session->applied - 1];
    if (kept->key != NULL) { /* only now: of what is refused nothing is kept */
        kept->key = keep_key(session, event.key);
        kept->value = vol_arena_copy(&session->arena, event.value, strlen(event.value));
    }
    return true;
}

static bool do_event(void *session, vol_scene_event event) {
    return add_event(session, event);
}

/* --- Time --------------------------------------------------------------------------------------------------------- */

static void verify(app_session *session) {
    app_replayed *r = &session->replayed;
    uint64_t step = vol_world_steps(session->world);
    if (r->hashes == NULL || r->differs || step != r->until || step >= r->first + r->count) {
        return;
    }
    r->differs = vol_world_hash(session->world) != r->hashes[step - r->first];
    if (r->differs) {
        app_session_tell(session, true, "step %llu differs from the recording", (unsigned long long)step);
    } else {
        r->until++;
    }
}

bool app_session_is_clean(const app_session *session) {
    size_t applied = session->applied;
    return applied == 0 || session->scene.events[applied - 1].at < vol_world_steps(session->world);
}

bool app_session_step(app_session *session) {
    app_fault fault = {0};
    const app_replayed *r = &session->replayed;
    if (r->hashes != NULL && vol_world_steps(session->world) + 1 >= r->first + r->count) {
        return false;
    }
    verify(session);
    happen(session);
    app_session_follow_sound(session);
    if (!vol_scene_step_world(session->world, 1, &fault)) {
        app_session_tell(session, true, "%s", fault.text);
        return false;
    }
    uint64_t step = vol_world_steps(session->world);
    session->furthest = step > session->furthest ? step : session->furthest;
    app_history_keep(&session->history, session->world);
    verify(session);
    if (session->recorder == NULL && session->recording_path != NULL) {
        app_session_begin_record(session);
    } else if (session->recorder != NULL && !app_recorder_step(session->recorder, session->world, &fault)) {
        app_session_tell(session, true, "%s", fault.text);
        app_session_stop_record(session);
    }
    return true;
}

bool app_session_seek(app_session *session, uint64_t step) {
    app_fault fault = {0};
    uint64_t last = app_session_last(session);
    step = step > last ? last : step;
    uint64_t now = vol_world_steps(session->world);
    const app_keepsake *kept = app_history_find(&session->history, step);
    if (session->recorder != NULL && step < now) {
        app_session_stop_record(session);
    }
    if (kept != NULL && (step < now || kept->step > now) && !app_session_restore(session, kept, &fault)) {
        app_session_tell(session, true, "%s", fault.text);
        return false;
    }
    while (vol_world_steps(session->world) < step && app_session_step(session)) {
        if (session->hurried != NULL && session->hurried(session->hurry)) {
            break;
        }
    }
    return true;
}

/* --- Parameters --------------------------------------------------------------------------------------------------- */

void app_session_bake(const app_session *session, vol_scene *scene) {
    for (size_t i = 0; i < session->change_count; i++) {
        const app_change *change = &session->changes[i];
        app_setting setting;
        if (app_setting_find(scene, change->key, &setting)) {
            app_setting_put(setting.of, setting.param, app_setting_in(scene, &setting), scene->world.dimensions,
                            change->value);
        } else {
            vol_scene_set(scene, change->key, change->value, NULL);
        }
    }
}

/* All that was changed up to now becomes part of the scene; only the events of the file are left. */
static void bake_changes(app_session *session) {
    vol_scene *scene = &session->scene;
    app_session_bake(session, scene);
    session->change_count = 0;
    if (session->file_event_count > 0) {
        memcpy(scene->events, session->file_events, session->file_event_count * sizeof *scene->events);
    }
    scene->event_count = session->file_event_count;
    vol_scene_link_events(scene, 0);
}

bool app_session_restart(app_session *session, uint64_t seed) {
    app_fault fault = {0};
    bool replays = session->replayed.hashes != NULL;
    app_session_stop_record(session);
    if (replays && seed == session->scene.world.seed) {
        return app_session_seek(session, session->replayed.first);
    }
    bake_changes(session);
    app_history_release(&session->history);
    free(session->replayed.hashes);
    session->replayed = (app_replayed){0};
    session->scene.world.seed = seed;
    session->furthest = 0;
    session->hearing.heard = 0;
    session->followed = VOL_NONE;
    if (!app_session_begin(session, &fault)) {
        app_session_tell(session, true, "%s", fault.text);
        return false;
    }
    return true;
}

void app_session_note(app_session *session, const char *key, const char *value, const char *before, bool goes_on) {
    vol_arena *arena = &session->arena;
    const app_change *last = session->change_count > 0 ? &session->changes[session->change_count - 1] : NULL;
    bool same = session->dragging && last != NULL && strcmp(last->key, key) == 0;
    session->dragging = goes_on;
    if (same) {
        app_change *change = &session->changes[session->change_count - 1];
        change->value = vol_arena_copy(arena, value, strlen(value));
        change->at = vol_world_steps(session->world);
        return;
    }
    if (session->change_count == session->change_room) {
        session->change_room = session->change_room * 2 + 16;
        session->changes = vol_retake(session->changes, session->change_room * sizeof *session->changes);
    }
    session->changes[session->change_count++] =
        (app_change){vol_arena_copy(arena, key, strlen(key)), vol_arena_copy(arena, value, strlen(value)),
                     vol_arena_copy(arena, before, strlen(before)), vol_world_steps(session->world), false};
}

/* Sets a field of an obstacle, a relation or a term, as an event of the scene would. */
static bool set_around(app_session *session, const char *key, const char *value) {
    app_fault fault = {0};
    vol_scene_event event = {0};
    size_t count = 0;
    vol_text text = {0};
    vol_text_print(&text, "{set: {%s: %s}}", key, value);
    bool right = vol_scene_event_read(&session->scene, text.data, &event, 1, &count, &fault);
    vol_text_release(&text);
    if (!right) {
        app_session_tell(session, true, "%s", fault.text);
        return false;
    }
    return app_session_put_event(session, event);
}

/* Looks change nothing that is computed: they need no event. */
static bool set_look(app_session *session, const app_setting *setting, const char *value) {
    const vol_scene *scene = &session->scene;
    return app_setting_put(setting->of, setting->param, app_setting_in(scene, setting), scene->world.dimensions, value);
}

static bool set_parameter(app_session *session, const char *key, const char *value) {
    app_setting setting;
    bool other = app_setting_find(&session->scene, key, &setting);
    if (other && app_setting_is_look(&setting)) {
        return set_look(session, &setting, value);
    }
    app_session_leave_future(session);
    return other ? set_around(session, key, value)
                 : app_session_put_event(session,
                                         (vol_scene_event){.kind = VOL_SCENE_EVENT_SET, .key = key, .value = value});
}

static void do_set(app_session *session, const app_wish *wish) {
    char before[160] = "";
    app_setting setting;
    if (app_setting_find(&session->scene, wish->key, &setting)) {
        app_setting_now(&session->scene, session->world, &setting, before, sizeof before);
    } else {
        vol_world_get(session->world, wish->key, before, sizeof before, NULL);
    }
    bool changed = strcmp(before, wish->value) != 0;
    if ((changed && set_parameter(session, wish->key, wish->value)) || (!changed && session->dragging)) {
        app_session_note(session, wish->key, wish->value, before, wish->goes_on);
    }
}

static void do_undo(app_session *session) {
    session->dragging = false;
    if (session->change_count == 0) {
        app_session_tell(session, false, "nothing to undo");
        return;
    }
    app_change last = session->changes[session->change_count - 1];
    if (strcmp(last.key, "sound") == 0) {
        if (app_session_set_sound(session, last.before)) {
            session->change_count--;
            app_session_tell(session, false, "sound is as before");
        }
        return;
    }
    if (set_parameter(session, last.key, last.before)) {
        session->change_count--;
        app_session_tell(session, false, "%s is %s again", last.key, last.before);
        if (session->change_count < session->preset_changes) {
            memcpy(session->preset, session->preset_before, sizeof session->preset);
            session->preset_changes = 0;
        }
        if (last.joined) {
            do_undo(session);
        }
    }
}

static void do_change(app_session *session, const app_wish *wish) {
    vol_error error = {0};
    if (vol_scene_set(&session->scene, wish->key, wish->value, &error)) {
        app_session_restart(session, session->scene.world.seed);
    } else {
        app_session_tell(session, true, "%s", error.text);
    }
}

/* --- Boids -------------------------------------------------------------------------------------------------------- */

/* Follows the boid nearest to the wish's position, of any flock, if one is near enough. */
static void do_follow(app_session *session, const app_wish *wish) {
    double nearest = wish->number > 0 ? wish->number : INFINITY;
    session->followed = VOL_NONE;
    for (uint32_t flock = 0; flock < vol_flock_count(session->world); flock++) {
        vol_hit hit;
        size_t found = 0;
        if (vol_query_nearest(session->world, flock, wish->position, 1, &hit, &found, NULL) == VOL_OK && found == 1 &&
            hit.distance < nearest) {
            nearest = hit.distance;
            session->followed_flock = flock;
            session->followed = hit.id;
        }
    }
    if (session->followed == VOL_NONE) {
        app_session_tell(session, false, "there is no boid at the mouse: point at one and press F");
    }
}

void app_session_do(app_session *session, const app_wish *wish) {
    switch (wish->kind) {
    case APP_WISH_SET: do_set(session, wish); break;
    case APP_WISH_UNDO: do_undo(session); break;
    case APP_WISH_SOURCE: app_session_do_source(session, wish); break;
    case APP_WISH_MAP: app_session_do_map(session, wish); break;
    case APP_WISH_CHANGE: do_change(session, wish); break;
    case APP_WISH_RESTART: app_session_restart(session, session->scene.world.seed); break;
    case APP_WISH_NEW_SEED: app_session_restart(session, session->scene.world.seed + 1); break;
    case APP_WISH_SEEK: app_session_seek(session, wish->count); break;
    case APP_WISH_FOLLOW: do_follow(session, wish); break;
    case APP_WISH_UNFOLLOW: session->followed = VOL_NONE; break;
    case APP_WISH_TINT:
        session->tint = (vol_scene_color){0};
        vol_scene_color_read(&session->tint, wish->value);
        break;
    case APP_WISH_RECORD: app_session_record(session, wish->value); break;
    case APP_WISH_STOP_RECORD: app_session_stop_record(session); break;
    case APP_WISH_SAVE: app_session_save(session, wish->value); break;
    default: app_deeds_do(&session->scene, session->world, wish, do_event, session); break;
    }
}
