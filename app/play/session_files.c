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

void app_session_own_events(app_session *session) {
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
        app_session_own_events(session);
        app_hearing_begin(session);
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
    for (size_t i = 0; i < override_count && right; i++) {
        if (strcmp(overrides[i].key, "preset") == 0) {
            snprintf(session->preset, sizeof session->preset, "%s", overrides[i].value);
        }
    }
    return begin(session, right, fault);
}

void app_session_close(app_session *session) {
    app_session_stop_record(session);
    app_history_release(&session->history);
    app_gauges_leave(&session->gauges, true);
    app_density_leave(&session->density);
    vol_world_destroy(session->world);
    app_hearing_release(&session->hearing);
    free(session->scene.events);
    free(session->changes);
    app_session_release_done(session);
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
    vol_scene_sound_source source = session->scene.sound.source;
    session->scene.sound.source = VOL_SCENE_SOUND_NONE; /* what it did is among the events */
    session->recorder = app_recorder_open(&session->recording, &session->scene, session->world, NULL, &fault);
    session->scene.sound.source = source;
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
    bool found = scene->sound.source == VOL_SCENE_SOUND_FILE;
    for (size_t i = 0; i < scene->flock_count; i++) {
        found = found || scene->flocks[i].start_path != NULL;
    }
    for (size_t i = 0; i < scene->term_count; i++) {
        found = found || scene->terms[i].flow_path != NULL;
    }
    return found;
}

/* Does the file lie, or would it, in the folder of the scene? Then relative paths stay what they are. */
static bool is_beside(const vol_scene *scene, const char *path) {
    const char *slash = strrchr(path, '/');
    vol_text folder = {0};
    vol_text_add(&folder, slash != NULL ? path : ".", slash != NULL ? (size_t)(slash - path) + 1 : 1);
    char *here = realpath(folder.data, NULL);
    char *there = realpath(scene->directory != NULL ? scene->directory : ".", NULL);
    bool same = here != NULL && there != NULL && strcmp(here, there) == 0;
    free(here);
    free(there);
    vol_text_release(&folder);
    return same;
}

static void *copy_of(const void *list, size_t count, size_t size) {
    return count > 0 ? memcpy(vol_take(count * size), list, count * size) : NULL;
}

/* The scene with all parameters as they are, and without what happened by hand. With `comments` it is the text of its
 * file where that can be; it is false afterwards if that could not be, and the fault says why. NULL: the scene
 * cannot be that. */
static char *print_now(const app_session *session, bool *comments, size_t *length, app_fault *fault) {
    vol_scene now;
    if (!app_session_make(session, &now, NULL, 0, fault)) {
        return NULL;
    }
    char *text = *comments ? vol_scene_write(&now, length, fault) : NULL;
    *comments = text != NULL;
    if (text == NULL) {
        text = vol_checked(vol_scene_print(&now, length));
    }
    vol_scene_release(&now);
    return text;
}

bool app_session_copy(app_session *session, const app_session *from, app_fault *fault) {
    *session = (app_session){.where = from->where, .followed = VOL_NONE};
    size_t length = 0;
    bool comments = false;
    char *text = print_now(from, &comments, &length, fault);
    bool right = text != NULL &&
                 vol_scene_read(&session->scene, from->scene.name, from->scene.directory, text, length, NULL, 0, fault);
    free(text);
    return begin(session, right, fault);
}

bool app_session_has_twin(const app_session *session) {
    return session->scene.sound.source == VOL_SCENE_SOUND_NONE && session->replayed.hashes == NULL;
}

/* The events of the twin are known by their places: which of them are of the file, and which of the person. */
static void part_events(app_session *session, const app_session *from) {
    vol_scene *scene = &session->scene;
    size_t bytes = (from->file_event_count + 1) * sizeof *scene->events;
    vol_scene_event *file = vol_arena_take(&session->arena, bytes);
    size_t count = 0;
    for (size_t i = 0; i < scene->event_count && i < from->scene.event_count; i++) {
        scene->events[i].added = from->scene.events[i].added;
        if (!scene->events[i].added && count < from->file_event_count) {
            file[count++] = scene->events[i];
        }
    }
    session->file_events = file;
    session->file_event_count = count;
}

static void copy_changes(app_session *session, const app_session *from) {
    vol_arena *arena = &session->arena;
    session->changes = copy_of(from->changes, from->change_count, sizeof *from->changes);
    session->change_count = session->change_room = from->change_count;
    for (size_t i = 0; i < session->change_count; i++) {
        app_change *change = &session->changes[i];
        change->key = vol_arena_copy(arena, change->key, strlen(change->key));
        change->value = vol_arena_copy(arena, change->value, strlen(change->value));
        change->before = vol_arena_copy(arena, change->before, strlen(change->before));
    }
}

bool app_session_twin(app_session *session, const app_session *from, app_fault *fault) {
    *session = (app_session){.where = from->where, .followed = VOL_NONE};
    size_t length = 0;
    char *text = vol_checked(vol_scene_print(&from->scene, &length));
    bool right = vol_scene_read(&session->scene, from->scene.name, from->scene.directory, text, length, NULL, 0, fault);
    vol_scene_free(text);
    app_keepsake now = {vol_world_steps(from->world), NULL, vol_snapshot_size(from->world)};
    now.bytes = vol_take(now.size);
    vol_snapshot_write(from->world, now.bytes);
    if (right) {
        app_session_own_events(session);
        part_events(session, from);
        copy_changes(session, from);
        app_hearing_begin(session);
        for (size_t i = 0; i < from->history.count; i++) {
            const app_keepsake *kept = &from->history.kept[i];
            app_history_keep_bytes(&session->history, kept->step, kept->bytes, kept->size);
        }
        session->history.interval = from->history.interval;
        session->replayed.first = from->replayed.first;
        session->furthest = from->furthest;
        right = app_session_restore(session, &now, fault);
        session->applied = from->applied; /* the state is that after these */
    }
    free(now.bytes);
    if (!right) {
        app_session_close(session);
    }
    return right;
}

void app_session_save(app_session *session, const char *path) {
    size_t length = 0;
    bool comments = !has_files(&session->scene) || is_beside(&session->scene, path);
    app_fault fault = {0};
    char *text = print_now(session, &comments, &length, &fault);
    if (text != NULL && app_output_put(path, text, length, &fault)) {
        const bool why = !comments && fault.text[0] != '\0';
        app_session_tell(session, false, "saved as %s%s%s%.300s", path,
                         comments ? "" : ", without the comments of its file", why ? ": " : "", why ? fault.text : "");
    } else {
        app_session_tell(session, true, "%s", fault.text);
    }
    free(text);
}
