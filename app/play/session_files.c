/* What a session reads and writes: scenes and recordings opened, recordings made, scenes saved. */
#include "play/session.h"

#include "util/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_hashes(app_session *session, app_recording *recording, app_fault *fault) {
    app_replayed *r = &session->replayed;
    app_moment state = {0};
    *r = (app_replayed){.first = recording->first, .until = recording->first};
    r->hashes = vol_take(recording->states * sizeof *r->hashes);
    while (r->count < recording->states && app_recording_next(recording, &state, fault)) {
        r->hashes[r->count++] = state.hash;
    }
    app_moment_release(&state);
    return fault->text[0] == '\0';
}

bool app_session_open_recording(app_session *session, const char *path, app_fault *fault) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be opened: %s", path, strerror(errno));
    }
    app_recording recording;
    bool right = app_recording_open(&recording, file, path, fault);
    if (right) {
        right =
            vol_scene_read(&session->scene, path, ".", recording.scene.data, recording.scene.length, NULL, 0, fault) &&
            read_hashes(session, &recording, fault);
        if (right && recording.start != NULL) {
            app_history_keep_bytes(&session->history, recording.first, recording.start, recording.start_size);
        }
        session->furthest = recording.first;
        app_recording_release(&recording);
    }
    fclose(file);
    return right;
}

/* The events of the file are kept apart from those that a person adds. */
static void own_events(app_session *session) {
    vol_scene *scene = &session->scene;
    size_t bytes = scene->event_count * sizeof *scene->events;
    session->file_events = scene->events;
    session->file_event_count = scene->event_count;
    session->room = scene->event_count;
    scene->events = bytes > 0 ? memcpy(vol_take(bytes), scene->events, bytes) : NULL;
}

/* From a scene that was read, or was not. */
static bool begin(app_session *session, bool right, app_fault *fault) {
    if (right) {
        own_events(session);
        right = app_session_begin(session, fault);
    }
    if (!right) {
        app_session_close(session);
    }
    return right;
}

bool app_session_open(app_session *session, const char *name, const vol_scene_override *overrides,
                      size_t override_count, const vol_scene_where *where, app_fault *fault) {
    *session = (app_session){.where = *where, .followed = VOL_NONE};
    bool right = app_file_begins(name, APP_RECORDING_MARK)
                     ? app_session_open_recording(session, name, fault)
                     : vol_scene_load(&session->scene, name, overrides, override_count, fault);
    return begin(session, right, fault);
}

void app_session_close(app_session *session) {
    app_session_stop_record(session);
    app_history_release(&session->history);
    app_gauges_leave(&session->gauges, true);
    app_density_leave(&session->density);
    vol_world_destroy(session->world);
    free(session->scene.events);
    free(session->changes);
    free(session->replayed.hashes);
    vol_scene_release(&session->scene);
    vol_arena_release(&session->arena);
    *session = (app_session){.followed = VOL_NONE};
}

void app_session_begin_record(app_session *session) {
    app_fault fault = {0};
    if (session->recording.name == NULL && !app_output_open(&session->recording, session->recording_path, &fault)) {
        app_session_stop_record(session);
        app_session_tell(session, true, "%s", fault.text);
        return;
    }
    session->recorder = app_recorder_open(&session->recording, &session->scene, session->world, &fault);
    if (session->recorder == NULL || !app_recorder_step(session->recorder, session->world, &fault)) {
        app_session_stop_record(session);
        app_session_tell(session, true, "%s", fault.text);
    } else {
        app_session_tell(session, false, "recording to %s", session->recording_path);
    }
}

void app_session_record(app_session *session, const char *path) {
    app_session_stop_record(session);
    session->recording_path = memcpy(vol_take(strlen(path) + 1), path, strlen(path) + 1);
    if (app_session_is_clean(session)) {
        app_session_begin_record(session);
    }
}

void app_session_stop_record(app_session *session) {
    app_fault fault = {0};
    if (session->recorder != NULL && app_recorder_close(session->recorder, &fault)) {
        app_session_tell(session, false, "recorded to %s; volery verify checks it", session->recording_path);
    } else if (session->recorder != NULL) {
        app_session_tell(session, true, "%s", fault.text);
    }
    app_output_close(&session->recording, NULL);
    free(session->recording_path);
    session->recording_path = NULL;
    session->recorder = NULL;
}

/* Does the scene name other files? Their paths are relative to where its text lies. */
static bool has_files(const vol_scene *scene) {
    bool found = false;
    for (size_t i = 0; i < scene->flock_count; i++) {
        found = found || scene->flocks[i].start_path != NULL;
    }
    for (size_t i = 0; i < scene->term_count; i++) {
        found = found || scene->terms[i].flow_path != NULL;
    }
    return found;
}

/* The scene with all parameters as they are, and without what happened by hand. With `comments` it is the text of its
 * file where that can be. */
static char *print_now(const app_session *session, bool comments, size_t *length) {
    vol_scene now = session->scene;
    size_t bytes = now.flock_count * sizeof *now.flocks;
    now.flocks = memcpy(vol_take(bytes), session->scene.flocks, bytes);
    now.events = session->file_events;
    now.event_count = session->file_event_count;
    app_session_bake(session, &now);
    app_fault fault;
    char *text = comments && !has_files(&now) ? vol_scene_write(&now, length, &fault) : NULL;
    if (text == NULL) {
        text = vol_checked(vol_scene_print(&now, length));
    }
    free(now.flocks);
    return text;
}

bool app_session_copy(app_session *session, const app_session *from, app_fault *fault) {
    *session = (app_session){.where = from->where, .followed = VOL_NONE};
    size_t length = 0;
    char *text = print_now(from, false, &length);
    bool right = vol_scene_read(&session->scene, from->scene.name, from->scene.directory, text, length, NULL, 0, fault);
    free(text);
    return begin(session, right, fault);
}

void app_session_save(app_session *session, const char *path) {
    size_t length = 0;
    char *text = print_now(session, true, &length);
    app_fault fault = {0};
    if (app_output_put(path, text, length, &fault)) {
        app_session_tell(session, false, "saved as %s", path);
    } else {
        app_session_tell(session, true, "%s", fault.text);
    }
    free(text);
}
