/* A scene being played. Whatever a person does becomes an event of the scene at the step where the world is: it happens
 * at once, and again whenever that step is computed again, here or by `volery verify`. */
#include "play/session.h"

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
        empty.flocks[i].leader = VOL_NONE; /* the state brings it */
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

/* What a person did stands in no line of a file: only the reason is said. */
static void tell_refused(app_session *session, const vol_scene_event *event, const char *fault) {
    char step[48];
    snprintf(step, sizeof step, "at step %llu: ", (unsigned long long)event->at);
    const char *reason = event->node == NULL ? strstr(fault, step) : NULL;
    app_session_tell(session, true, "%s", reason != NULL ? reason + strlen(step) : fault);
}

/* Lets happen what is due at the step where the world is. What cannot happen is told and left out. */
static void happen(app_session *session) {
    vol_scene *scene = &session->scene;
    app_fault fault = {0};
    while (session->applied < scene->event_count &&
           scene->events[session->applied].at == vol_world_steps(session->world)) {
        const vol_scene_event *event = &scene->events[session->applied];
        if (!vol_scene_event_happen(scene, event, session->world, &fault)) {
            tell_refused(session, event, fault.text);
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

/* What a person did from an event on is given up; what the file says stays. */
static void give_up_events(app_session *session, size_t first) {
    vol_scene *scene = &session->scene;
    size_t left = first;
    for (size_t i = first; i < scene->event_count; i++) {
        if (!scene->events[i].added) {
            scene->events[left++] = scene->events[i];
        }
    }
    scene->event_count = left;
    vol_scene_link_events(scene, first);
}

/* Changes after a step are none any more. */
static void give_up_changes(app_session *session, uint64_t step) {
    const char *sound = NULL; /* as it was at that step, if it has changed since */
    while (session->change_count > 0 && session->changes[session->change_count - 1].at > step) {
        const app_change *change = &session->changes[--session->change_count];
        sound = strcmp(change->key, "sound") == 0 ? change->before : sound;
    }
    if (sound != NULL) {
        app_session_put_back_sound(session, sound);
    }
}

/* What was to come is given up: from here on it goes another way. */
void app_session_leave_future(app_session *session) {
    uint64_t step = vol_world_steps(session->world);
    if (session->replayed.hashes != NULL) {
        free(session->replayed.hashes);
        session->replayed.hashes = NULL;
        app_session_tell(session, false, "no replay any more: from step %llu on this is yours",
                         (unsigned long long)step);
    }
    if (step < session->furthest) {
        app_session_forget_done(session, step, false);
        give_up_events(session, session->applied);
        give_up_changes(session, step);
    }
    session->hearing.heard = session->hearing.heard < step ? session->hearing.heard : step;
    app_history_cut(&session->history, step);
    session->furthest = step;
}

/* Lets an event happen at once, behind all others of this step. False: it cannot, and is forgotten. */
/* Puts an event into the list, at `index`. */
static void list_event(app_session *session, size_t index, vol_scene_event event) {
    vol_scene *scene = &session->scene;
    event.added = true;
    if (scene->event_count == session->room) {
        session->room = session->room * 2 + 64;
        scene->events = vol_retake(scene->events, session->room * sizeof *scene->events);
    }
    memmove(&scene->events[index + 1], &scene->events[index], (scene->event_count - index) * sizeof *scene->events);
    scene->events[index] = event;
    scene->event_count++;
    vol_scene_link_events(scene, index);
}

bool app_session_insert_event(app_session *session, vol_scene_event event) {
    happen(session);
    event.at = vol_world_steps(session->world);
    list_event(session, session->applied, event);
    size_t before = session->applied;
    happen(session);
    return session->applied > before;
}

void app_session_schedule(app_session *session, vol_scene_event event) {
    const vol_scene *scene = &session->scene;
    if (event.at == vol_world_steps(session->world)) {
        app_session_insert_event(session, event);
        return;
    }
    size_t index = session->applied;
    while (index < scene->event_count && scene->events[index].at <= event.at) {
        index++;
    }
    list_event(session, index, event);
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
    if (!app_session_insert_event(session, event)) {
        return false;
    }
    vol_scene_event *kept = &session->scene.events[session->applied - 1];
    if (kept->key != NULL) { /* only now: of what is refused nothing is kept */
        kept->key = keep_key(session, event.key);
        kept->value = vol_arena_copy(&session->arena, event.value, strlen(event.value));
    }
    return true;
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

bool app_session_go_before(app_session *session, uint64_t step, size_t order) {
    const vol_scene *scene = &session->scene;
    const app_keepsake *kept = app_history_find(&session->history, step);
    app_fault fault = {0};
    if (session->recorder != NULL) {
        app_session_stop_record(session);
    }
    size_t first = 0;
    while (first < scene->event_count && scene->events[first].at < step) {
        first++;
    }
    give_up_events(session, first + order);
    give_up_changes(session, step);
    session->hearing.heard = session->hearing.heard < step ? session->hearing.heard : step;
    app_history_cut(&session->history, step);
    session->furthest = step;
    if (kept == NULL || !app_session_restore(session, kept, &fault)) {
        app_session_tell(session, true, "%s", kept != NULL ? fault.text : "what was before is not known any more");
        return false;
    }
    while (vol_world_steps(session->world) < step && app_session_step(session)) {
    }
    happen(session);
    return true;
}

/* --- Beginning anew ----------------------------------------------------------------------------------------------- */

bool app_session_begin_anew(app_session *session) {
    app_fault fault = {0};
    app_session_stop_record(session);
    app_history_release(&session->history);
    free(session->replayed.hashes);
    session->replayed = (app_replayed){0};
    session->furthest = 0;
    session->hearing.heard = 0;
    session->followed = VOL_NONE;
    app_session_forget_done(session, 0, true);
    if (!app_session_begin(session, &fault)) {
        app_session_tell(session, true, "%s", fault.text);
        return false;
    }
    app_session_begin_around(session);
    return true;
}

bool app_session_restart(app_session *session, uint64_t seed) {
    vol_scene *scene = &session->scene;
    if (session->replayed.hashes != NULL && seed == scene->world.seed) {
        app_session_stop_record(session);
        return app_session_seek(session, session->replayed.first);
    }
    app_session_bake(session);
    if (session->file_event_count > 0) {
        memcpy(scene->events, session->file_events, session->file_event_count * sizeof *scene->events);
    }
    scene->event_count = session->file_event_count;
    vol_scene_link_events(scene, 0);
    scene->world.seed = seed;
    return app_session_begin_anew(session);
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
    case APP_WISH_SET: app_session_do_set(session, wish); break;
    case APP_WISH_UNDO: app_session_undo(session); break;
    case APP_WISH_REDO: app_session_redo(session); break;
    case APP_WISH_SOURCE: app_session_do_source(session, wish); break;
    case APP_WISH_MAP: app_session_do_map(session, wish); break;
    case APP_WISH_CHANGE: app_session_do_change(session, wish); break;
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
    default: app_session_do_deed(session, wish); break;
    }
}
