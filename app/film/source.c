/* Opens a scene or a recording. */
#include "film/source.h"

#include "record/replay.h"
#include "util/file.h"

#include <stdio.h>

/* A file that begins as a recording does; NULL if it is none. */
static FILE *open_recording(const char *name) {
    return vol_file_begins(name, VOL_RECORDING_MARK) ? fopen(name, "rb") : NULL;
}

static bool read_recording(vol_source *source, FILE *file, const char *name, uint32_t threads, vol_fault *fault) {
    vol_recording recording;
    if (!vol_recording_open(&recording, file, name, fault)) {
        return false;
    }
    bool right = vol_replay_begin(&recording, threads, &source->scene, &source->world, fault);
    if (right && recording.states == 0) {
        right = vol_fault_set(fault, VOL_EXIT_FAILED, "%s: the recording has no states", name);
    }
    source->recorded = true;
    source->last = recording.first + recording.states - 1;
    vol_recording_release(&recording);
    return right;
}

bool vol_source_open(vol_source *source, const char *name, const vol_override *overrides, size_t override_count,
                     uint32_t threads, vol_fault *fault) {
    *source = (vol_source){.last = UINT64_MAX};
    FILE *file = open_recording(name);
    bool right = true;
    if (file != NULL && override_count > 0) {
        right = vol_fault_set(fault, VOL_EXIT_WRONG, "%s is a recording: %s would make it another run", name,
                              overrides[0].option);
    } else if (file != NULL) {
        right = read_recording(source, file, name, threads, fault);
    } else {
        right = vol_scene_load(&source->scene, name, overrides, override_count, fault) &&
                vol_scene_make_world(&source->scene, threads, &source->world, fault);
    }
    if (file != NULL) {
        fclose(file);
    }
    if (!right) {
        vol_source_close(source);
    }
    return right;
}

bool vol_source_step(vol_source *source, vol_fault *fault) {
    if (!vol_scene_apply_events(&source->scene, source->world, fault)) {
        return false;
    }
    vol_world_step(source->world, 1);
    return true;
}

void vol_source_close(vol_source *source) {
    vol_world_destroy(source->world);
    vol_scene_release(&source->scene);
    *source = (vol_source){0};
}
