/* What a person changes of a session, and can undo: parameters, what surrounds the flocks, boids, and all of the scene.
 * Undo of a change sets what was before, now; of what happened to boids it goes back in time to before that; of what
 * made the world begin anew it begins anew with the scene from before. */
#include "play/deeds.h"
#include "play/session_around.h"
#include "play/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DONE = 1000, MOST_SCENES = 16 }; /* that can be undone */

/* --- The list of what was done ------------------------------------------------------------------------------------ */

static void release_one(app_done *done) {
    free(done->events);
    if (done->kind == APP_DONE_SCENE) {
        free(done->other.scene.events);
        free(done->other.changes);
        vol_scene_release(&done->other.scene);
    }
}

static void remove_done(app_session *session, size_t index) {
    release_one(&session->done[index]);
    session->done_all--;
    session->done_count -= index < session->done_count;
    memmove(&session->done[index], &session->done[index + 1], (session->done_all - index) * sizeof *session->done);
}

void app_session_release_done(app_session *session) {
    while (session->done_all > 0) {
        remove_done(session, session->done_all - 1);
    }
    free(session->done);
    session->done = NULL;
    session->done_room = 0;
}

static size_t count_scenes(const app_session *session) {
    size_t count = 0;
    for (size_t i = 0; i < session->done_all; i++) {
        count += session->done[i].kind == APP_DONE_SCENE;
    }
    return count;
}

/* Something new was done: what was undone before cannot be done again. */
static app_done *push_done(app_session *session, app_done done) {
    while (session->done_all > session->done_count) {
        remove_done(session, session->done_all - 1);
    }
    while (session->done_all == MOST_DONE || (done.kind == APP_DONE_SCENE && count_scenes(session) == MOST_SCENES)) {
        remove_done(session, 0);
    }
    if (session->done_all == session->done_room) {
        session->done_room = session->done_room * 2 + 16;
        session->done = vol_retake(session->done, session->done_room * sizeof *session->done);
    }
    session->done[session->done_all] = done;
    session->done[session->done_all++].stamp = session->stamp;
    session->done_count = session->done_all;
    return &session->done[session->done_count - 1];
}

void app_session_forget_done(app_session *session, uint64_t step, bool all) {
    for (size_t i = session->done_all; i > 0; i--) {
        app_done *done = &session->done[i - 1];
        if (all && done->kind != APP_DONE_HAPPENED) {
            done->at = 0; /* all begins anew with it */
        } else if (all || (i <= session->done_count && done->kind != APP_DONE_SCENE && done->at > step)) {
            remove_done(session, i - 1);
        }
    }
}

/* --- Parameters --------------------------------------------------------------------------------------------------- */

/* Notes a change for the scene that is saved. */
static void log_change(app_session *session, const char *key, const char *value, const char *before) {
    vol_arena *arena = &session->arena;
    if (session->change_count == session->change_room) {
        session->change_room = session->change_room * 2 + 16;
        session->changes = vol_retake(session->changes, session->change_room * sizeof *session->changes);
    }
    session->changes[session->change_count++] =
        (app_change){vol_arena_copy(arena, key, strlen(key)), vol_arena_copy(arena, value, strlen(value)),
                     vol_arena_copy(arena, before, strlen(before)), vol_world_steps(session->world)};
}

static app_change *last_change(const app_session *session, const char *key) {
    app_change *last = session->change_count > 0 ? &session->changes[session->change_count - 1] : NULL;
    return last != NULL && strcmp(last->key, key) == 0 ? last : NULL;
}

void app_session_note(app_session *session, const char *key, const char *value, const char *before, bool goes_on) {
    app_done *done = session->done_count > 0 ? &session->done[session->done_count - 1] : NULL;
    app_change *change = last_change(session, key);
    bool same = session->dragging && done != NULL && done->kind == APP_DONE_SET && change != NULL &&
                strcmp(done->key, key) == 0;
    session->dragging = goes_on;
    if (!same) {
        log_change(session, key, value, before);
        change = last_change(session, key);
        done = push_done(session, (app_done){.kind = APP_DONE_SET, .key = change->key, .before = change->before});
    } else {
        change->value = vol_arena_copy(&session->arena, value, strlen(value));
        change->at = vol_world_steps(session->world);
    }
    done->after = change->value;
    done->at = change->at;
    done->stamp = session->stamp;
}

/* Looks change nothing that is computed: they need no event. */
static bool set_look(app_session *session, const app_setting *setting, const char *value) {
    const vol_scene *scene = &session->scene;
    return app_setting_put(setting->of, setting->param, app_setting_in(scene, setting), scene->world.dimensions, value);
}

static bool is_look(const app_session *session, const char *key, app_setting *setting) {
    return app_setting_find(&session->scene, key, setting) && app_setting_is_look(setting);
}

static bool set_parameter(app_session *session, const char *key, const char *value) {
    app_setting setting;
    app_around_key around;
    if (is_look(session, key, &setting)) {
        return set_look(session, &setting, value);
    }
    if (strcmp(key, "sound") == 0) {
        return app_session_set_sound(session, value);
    }
    app_session_leave_future(session);
    return app_around_find(&session->scene, key, &around)
               ? app_session_set_around(session, key, value)
               : app_session_put_event(session,
                                       (vol_scene_event){.kind = VOL_SCENE_EVENT_SET, .key = key, .value = value});
}

/* The value of a key as it is now. */
static char *value_of(const app_session *session, const char *key) {
    char text[2048] = ""; /* a table has up to 64 numbers */
    app_setting setting;
    app_around_key around;
    if (app_around_find(&session->scene, key, &around)) {
        return app_session_around_text(session, &around);
    }
    if (is_look(session, key, &setting)) {
        app_setting_now(&session->scene, session->world, &setting, text, sizeof text);
    } else {
        vol_world_get(session->world, key, text, sizeof text, NULL);
    }
    return memcpy(vol_take(strlen(text) + 1), text, strlen(text) + 1);
}

void app_session_do_set(app_session *session, const app_wish *wish) {
    char key[sizeof wish->key + 16];
    app_around_name_new(session, wish->key, key, sizeof key);
    app_around_key around;
    app_fault fault = {0};
    char *whole = app_around_find(&session->scene, key, &around)
                      ? app_session_whole(session, &around, wish->value, &fault)
                      : NULL;
    if (whole != NULL) {
        *strrchr(key, '.') = '\0'; /* the entry instead of its field */
    } else if (fault.text[0] != '\0') {
        app_session_tell(session, true, "%s", fault.text);
        return;
    }
    const char *value = whole != NULL ? whole : wish->value;
    char *before = value_of(session, key);
    bool changed = strcmp(before, value) != 0;
    if ((changed && set_parameter(session, key, value)) || (!changed && session->dragging)) {
        app_session_note(session, key, value, before, wish->goes_on);
    }
    free(before);
    free(whole);
}

/* --- All of the scene --------------------------------------------------------------------------------------------- */

static void swap_scene(app_session *session, app_scene_now *other) {
    app_scene_now mine = {session->scene,   session->file_events,  session->file_event_count, session->room,
                          session->changes, session->change_count, session->change_room};
    session->scene = other->scene;
    session->file_events = other->file_events;
    session->file_event_count = other->file_event_count;
    session->room = other->room;
    session->changes = other->changes;
    session->change_count = other->change_count;
    session->change_room = other->change_room;
    *other = mine;
}

/* Begins anew with the scene that is now the session's; only the events of its file happen. */
static bool begin_with_scene(app_session *session) {
    vol_scene *scene = &session->scene;
    if (session->file_event_count > 0) {
        memcpy(scene->events, session->file_events, session->file_event_count * sizeof *scene->events);
    }
    scene->event_count = session->file_event_count;
    vol_scene_link_events(scene, 0);
    app_hearing_begin(session);
    return app_session_begin_anew(session);
}

void app_session_do_change(app_session *session, const app_wish *wish) {
    app_fault fault = {0};
    app_scene_now other = {0};
    if (!app_session_make_other(session, wish->key, wish->value, &other.scene, &fault)) {
        app_session_tell(session, true, "%s", fault.text);
        return;
    }
    swap_scene(session, &other);
    app_session_own_events(session);
    if (!begin_with_scene(session)) {
        swap_scene(session, &other);
        begin_with_scene(session);
        free(other.scene.events);
        vol_scene_release(&other.scene);
        return;
    }
    app_done *done = push_done(session, (app_done){.kind = APP_DONE_SCENE});
    done->other = other;
    done->key = vol_arena_copy(&session->arena, wish->key, strlen(wish->key));
}

/* --- Boids -------------------------------------------------------------------------------------------------------- */

typedef struct doing {
    app_session *session;
    const app_wish *wish;
    app_done *done; /* NULL: undo does not know of it */
    bool begun;
} doing;

static bool can_be_undone(app_wish_kind kind) {
    return kind == APP_WISH_ADD || kind == APP_WISH_ERASE || kind == APP_WISH_SCATTER || kind == APP_WISH_BLOW ||
           kind == APP_WISH_GUST || kind == APP_WISH_GOAL;
}

/* The same drag goes on. */
static app_done *same_stroke(app_session *session, const app_wish *wish) {
    app_done *last = session->done_count > 0 ? &session->done[session->done_count - 1] : NULL;
    bool same = last != NULL && wish->stroke != 0 && last->kind == APP_DONE_HAPPENED && last->stroke == wish->stroke &&
                last->wish == wish->kind && session->done_count == session->done_all;
    return same ? last : NULL;
}

/* How many events of its step come before the last one that has happened. */
static size_t order_of_last(const app_session *session) {
    const vol_scene_event *events = session->scene.events;
    size_t order = 0;
    while (order + 1 < session->applied && events[session->applied - 2 - order].at == events[session->applied - 1].at) {
        order++;
    }
    return order;
}

static bool do_event(void *context, vol_scene_event event) {
    doing *d = context;
    app_session *session = d->session;
    app_session_leave_future(session);
    if (!d->begun) {
        d->done = can_be_undone(d->wish->kind) ? same_stroke(session, d->wish) : NULL;
        if (d->done == NULL && can_be_undone(d->wish->kind) && app_session_is_clean(session)) {
            app_history_keep_now(&session->history, session->world);
        }
    }
    if (!app_session_insert_event(session, event)) {
        return false;
    }
    if (!d->begun && d->done == NULL && can_be_undone(d->wish->kind)) {
        d->done = push_done(session, (app_done){.kind = APP_DONE_HAPPENED,
                                                .at = vol_world_steps(session->world),
                                                .order = order_of_last(session),
                                                .wish = d->wish->kind,
                                                .stroke = d->wish->stroke});
    }
    d->begun = true;
    app_done *done = d->done;
    if (done != NULL) {
        if (done->count == done->room) {
            done->room = done->room * 2 + 16;
            done->events = vol_retake(done->events, done->room * sizeof *done->events);
        }
        done->events[done->count++] = session->scene.events[session->applied - 1];
    }
    return true;
}

void app_session_do_deed(app_session *session, const app_wish *wish) {
    session->dragging = false;
    app_deeds_do(&session->scene, session->world, wish, do_event, &(doing){.session = session, .wish = wish});
}

/* The same events once more, as far apart as they were. */
static void happen_again(app_session *session, app_done *done) {
    uint64_t now = vol_world_steps(session->world);
    app_session_leave_future(session);
    for (size_t i = 0; i < done->count; i++) {
        done->events[i].at += now - done->at;
        app_session_schedule(session, done->events[i]);
        if (i == 0) {
            done->order = order_of_last(session);
        }
    }
    done->at = now;
}

/* --- Undo and redo ------------------------------------------------------------------------------------------------ */

static const char *what_happened(app_wish_kind kind) {
    switch (kind) {
    case APP_WISH_ADD: return "boids were added";
    case APP_WISH_ERASE: return "boids were taken away";
    case APP_WISH_SCATTER: return "boids were scattered";
    case APP_WISH_GOAL: return "there was a goal";
    default: return "the wind blew";
    }
}

/* Is one key the other, or a field of it? */
static bool overlap(const char *a, const char *b) {
    const size_t length = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
    return strncmp(a, b, length) == 0 && (a[length] == '\0' || a[length] == '.') &&
           (b[length] == '\0' || b[length] == '.');
}

/* The last change of a key, where nothing behind it is about the same. Others may stand there: a world that begins anew
 * forgets some changes, and then undo of these is a change itself. */
static app_change *latest_change(const app_session *session, const char *key) {
    for (size_t i = session->change_count; i > 0; i--) {
        if (overlap(session->changes[i - 1].key, key)) {
            return strcmp(session->changes[i - 1].key, key) == 0 ? &session->changes[i - 1] : NULL;
        }
    }
    return NULL;
}

/* Sets a change back, or once more. What was noted for the scene to be saved goes with the change. */
static bool set_again(app_session *session, const app_done *done, bool back) {
    const char *value = back ? done->before : done->after;
    if (done->at > vol_world_steps(session->world)) {
        app_session_seek(session, done->at);
    }
    if (!set_parameter(session, done->key, value)) {
        return false;
    }
    app_change *change = back ? latest_change(session, done->key) : NULL;
    if (change != NULL && strcmp(change->value, done->after) == 0 && strcmp(change->before, value) == 0) {
        const size_t behind = (size_t)(session->changes + session->change_count - change) - 1;
        memmove(change, change + 1, behind * sizeof *change);
        session->change_count--;
    } else {
        log_change(session, done->key, value, back ? done->after : done->before);
    }
    return true;
}

static void tell_set(app_session *session, const app_done *done, bool back) {
    const char *value = back ? done->before : done->after;
    bool whole = value[0] == '{' || strcmp(value, "none") == 0;
    if (strcmp(done->key, "sound") == 0) {
        app_session_tell(session, false, "sound is %s", back ? "as before" : "changed again");
    } else if (whole && done->before[0] == '{' && done->after[0] == '{') {
        app_session_tell(session, false, "%s is %s", done->key, back ? "as before" : "changed again");
    } else if (whole) {
        app_session_tell(session, false, "%s is %s", done->key, value[0] == '{' ? "there again" : "gone again");
    } else {
        app_session_tell(session, false, "%s is %.200s again", done->key, value);
    }
}

/* The preset that the panel shows follows undo. */
static void follow_preset(app_session *session) {
    bool undone = session->done_count < session->preset_done;
    if (undone != session->preset_undone) {
        char name[sizeof session->preset];
        memcpy(name, session->preset, sizeof name);
        memcpy(session->preset, session->preset_other, sizeof name);
        memcpy(session->preset_other, name, sizeof name);
        session->preset_undone = undone;
    }
}

static void undo_one(app_session *session) {
    app_done done = session->done[session->done_count - 1];
    if (done.kind == APP_DONE_SET) {
        if (set_again(session, &done, true)) {
            session->done_count--;
            tell_set(session, &done, true);
        }
        return;
    }
    session->done_count--;
    if (done.kind == APP_DONE_SCENE) {
        swap_scene(session, &session->done[session->done_count].other);
        begin_with_scene(session);
        app_session_tell(session, false, "the scene is as before, and begins anew");
    } else if (app_session_go_before(session, done.at, done.order)) {
        app_session_tell(session, false, "step %llu, before %s", (unsigned long long)done.at, what_happened(done.wish));
    }
}

void app_session_undo(app_session *session) {
    session->dragging = false;
    if (session->done_count == 0) {
        app_session_tell(session, false, "nothing to undo");
        return;
    }
    bool more = true;
    while (more) {
        size_t before = session->done_count;
        more = session->done[before - 1].joined;
        undo_one(session);
        more = more && session->done_count > 0 && session->done_count < before;
    }
    follow_preset(session);
}

static void redo_one(app_session *session) {
    app_done *done = &session->done[session->done_count];
    if (done->kind == APP_DONE_SET) {
        done->at = vol_world_steps(session->world);
        if (set_again(session, done, false)) {
            session->done_count++;
            tell_set(session, done, false);
        }
        return;
    }
    session->done_count++;
    if (done->kind == APP_DONE_SCENE) {
        swap_scene(session, &done->other);
        begin_with_scene(session);
        app_session_tell(session, false, "the scene is changed again, and begins anew");
    } else {
        happen_again(session, done);
        app_session_tell(session, false, "once more: %s", what_happened(done->wish));
    }
}

uint32_t app_sessions_of_undo(const app_session *sessions, uint32_t count, bool redo) {
    uint64_t best = 0;
    uint32_t sides = 0;
    for (uint32_t i = 0; i < count; i++) {
        const app_session *s = &sessions[i];
        const size_t next = redo ? s->done_count : s->done_count - 1;
        if (redo ? s->done_count == s->done_all : s->done_count == 0) {
            continue;
        }
        const uint64_t stamp = s->done[next].stamp;
        const bool better = sides == 0 || (redo ? stamp < best : stamp > best);
        sides = better ? 1U << i : stamp == best ? sides | 1U << i : sides;
        best = better ? stamp : best;
    }
    return sides;
}

void app_session_redo(app_session *session) {
    session->dragging = false;
    if (session->done_count == session->done_all) {
        app_session_tell(session, false, "nothing to do again");
        return;
    }
    bool more = true;
    while (more) {
        size_t before = session->done_count;
        redo_one(session);
        more = session->done_count > before && session->done_count < session->done_all &&
               session->done[session->done_count].joined;
    }
    follow_preset(session);
}
