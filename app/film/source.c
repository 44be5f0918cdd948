/* Opens a scene or a recording. */
#include "film/source.h"

#include "record/replay.h"
#include "util/file.h"

#include <stdio.h>

/* A file that begins as a recording does; NULL if it is none. */
static FILE *open_recording(const char *name) {
    return app_file_begins(name, APP_RECORDING_MARK) ? fopen(name, "rb") : NULL;
}

static bool read_recording(app_source *source, FILE *file, const char *name, const vol_scene_where *where,
                           app_fault *fault) {
    app_recording recording;
    if (!app_recording_open(&recording, file, name, fault)) {
        return false;
    }
    bool right = app_replay_begin(&recording, where, &source->scene, &source->world, fault);
    if (right && recording.states == 0) {
        right = app_fault_set(fault, APP_EXIT_FAILED, "%s: the recording has no states", name);
    }
    source->recorded = true;
    source->last = recording.first + recording.states - 1;
    app_recording_release(&recording);
    return right;
}

bool app_source_open(app_source *source, const char *name, const vol_scene_override *overrides, size_t override_count,
                     const vol_scene_where *where, app_fault *fault) {
    *source = (app_source){.last = UINT64_MAX};
    FILE *file = open_recording(name);
    bool right = true;
    if (file != NULL && override_count > 0) {
        right = app_fault_set(fault, APP_EXIT_WRONG, "%s is a recording: %s would make it another run", name,
                              overrides[0].option);
    } else if (file != NULL) {
        right = read_recording(source, file, name, where, fault);
    } else {
        right = vol_scene_load(&source->scene, name, overrides, override_count, fault) &&
                vol_scene_make_world_on(&source->scene, where, &source->world, fault);
    }
    if (file != NULL) {
        fclose(file);
    }
    if (!right) {
        app_source_close(source);
    }
    return right;
}

bool app_source_step(app_source *source, app_fault *fault) {
    return vol_scene_step(&source->scene, source->world, fault);
}

void app_source_close(app_source *source) {
    vol_world_destroy(source->world);
    vol_scene_release(&source->scene);
    *source = (app_source){0};
}
