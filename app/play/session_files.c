/* What a session reads and writes: scenes and recordings opened, recordings made, scenes saved. */
#include "play/session.h"

#include "util/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_hashes(vol_session *session, vol_recording *recording, vol_fault *fault) {
    vol_replayed *r = &session->replayed;
    vol_moment state = {0};
    *r = (vol_replayed){.first = recording->first, .until = recording->first};
    r->hashes = vol_take(recording->states * sizeof *r->hashes);
    while (r->count < recording->states && vol_recording_next(recording, &state, fault)) {
        r->hashes[r->count++] = state.hash;
    }
    vol_moment_release(&state);
    return fault->text[0] == '\0';
}

bool vol_session_open_recording(vol_session *session, const char *path, vol_fault *fault) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return vol_fault_set(fault, VOL_EXIT_FAILED, "%s: cannot be opened: %s", path, strerror(errno));
    }
    vol_recording recording;
    bool right = vol_recording_open(&recording, file, path, fault);
    if (right) {
        right =
            vol_scene_read(&session->scene, path, ".", recording.scene.data, recording.scene.length, NULL, 0, fault) &&
            read_hashes(session, &recording, fault);
        if (right && recording.start != NULL) {
            vol_history_keep_bytes(&session->history, recording.first, recording.start, recording.start_size);
        }
        session->furthest = recording.first;
        vol_recording_release(&recording);
    }
    fclose(file);
    return right;
}

/* The events of the file are kept apart from those that a person adds. */
static void own_events(vol_session *session) {
    vol_scene *scene = &session->scene;
    size_t bytes = scene->event_count * sizeof *scene->events;
    session->file_events = scene->events;
    session->file_event_count = scene->event_count;
    session->room = scene->event_count;
    scene->events = bytes > 0 ? memcpy(vol_take(bytes), scene->events, bytes) : NULL;
}

/* From a scene that was read, or was not. */
static bool begin(vol_session *session, bool right, vol_fault *fault) {
    if (right) {
        own_events(session);
        right = vol_session_begin(session, fault);
    }
    if (!right) {
        vol_session_close(session);
    }
    return right;
}

bool vol_session_open(vol_session *session, const char *name, const vol_override *overrides, size_t override_count,
                      uint32_t threads, vol_fault *fault) {
    *session = (vol_session){.threads = threads, .followed = VOL_NONE};
    bool right = vol_file_begins(name, VOL_RECORDING_MARK)
                     ? vol_session_open_recording(session, name, fault)
                     : vol_scene_load(&session->scene, name, overrides, override_count, fault);
    return begin(session, right, fault);
}

void vol_session_close(vol_session *session) {
    vol_session_stop_record(session);
    vol_history_release(&session->history);
    vol_gauges_leave(&session->gauges, true);
    vol_world_destroy(session->world);
    free(session->scene.events);
    free(session->changes);
    free(session->replayed.hashes);
    vol_scene_release(&session->scene);
    *session = (vol_session){.followed = VOL_NONE};
}

void vol_session_begin_record(vol_session *session) {
    vol_fault fault = {0};
    if (session->recording.name == NULL && !vol_output_open(&session->recording, session->recording_path, &fault)) {
        vol_session_stop_record(session);
        vol_session_tell(session, true, "%s", fault.text);
        return;
    }
    session->recorder = vol_recorder_open(&session->recording, &session->scene, session->world, &fault);
    if (session->recorder == NULL || !vol_recorder_step(session->recorder, session->world, &fault)) {
        vol_session_stop_record(session);
        vol_session_tell(session, true, "%s", fault.text);
    } else {
        vol_session_tell(session, false, "recording to %s", session->recording_path);
    }
}

void vol_session_record(vol_session *session, const char *path) {
    vol_session_stop_record(session);
    session->recording_path = memcpy(vol_take(strlen(path) + 1), path, strlen(path) + 1);
    if (vol_session_is_clean(session)) {
        vol_session_begin_record(session);
    }
}

void vol_session_stop_record(vol_session *session) {
    vol_fault fault = {0};
    if (session->recorder != NULL && vol_recorder_close(session->recorder, &fault)) {
        vol_session_tell(session, false, "recorded to %s; volery verify checks it", session->recording_path);
    } else if (session->recorder != NULL) {
        vol_session_tell(session, true, "%s", fault.text);
    }
    vol_output_close(&session->recording, NULL);
    free(session->recording_path);
    session->recording_path = NULL;
    session->recorder = NULL;
}

/* The scene with all parameters as they are, and without what happened by hand. */
static void print_now(const vol_session *session, vol_text *text) {
    vol_scene now = session->scene;
    size_t bytes = now.flock_count * sizeof *now.flocks;
    now.flocks = memcpy(vol_take(bytes), session->scene.flocks, bytes);
    now.events = session->file_events;
    now.event_count = session->file_event_count;
    vol_session_bake(session, &now);
    vol_scene_print(&now, text);
    free(now.flocks);
}

bool vol_session_copy(vol_session *session, const vol_session *from, vol_fault *fault) {
    *session = (vol_session){.threads = from->threads, .followed = VOL_NONE};
    vol_text text = {0};
    print_now(from, &text);
    bool right = vol_scene_read(&session->scene, from->scene.name, from->scene.directory, text.data, text.length, NULL,
                                0, fault);
    vol_text_release(&text);
    return begin(session, right, fault);
}

void vol_session_save(vol_session *session, const char *path) {
    vol_text text = {0};
    print_now(session, &text);
    vol_fault fault = {0};
    if (vol_output_put(path, text.data, text.length, &fault)) {
        vol_session_tell(session, false, "saved as %s", path);
    } else {
        vol_session_tell(session, true, "%s", fault.text);
    }
    vol_text_release(&text);
}
