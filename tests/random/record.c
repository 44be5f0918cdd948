/* A run that is recorded in one way and replayed in another, through the program's own files. */
#include "ways.h"

#include "record/replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Steps the world and records as `volery run --record` does; from the split on in every other scene. */
static bool record(const question *asked, const vol_scene *scene, const char *path, vol_scene_fault *fault) {
    vol_world *world = NULL;
    app_recorder *recorder = NULL;
    app_output output = {0};
    uint64_t from = asked->number % 2 == 0 ? 0 : asked->split;
    bool right = vol_scene_make_world(scene, 2, &world, fault);
    while (right && vol_world_steps(world) < from) {
        right = vol_scene_step(scene, world, fault);
    }
    if (right) {
        recorder = app_output_open(&output, path, fault) ? app_recorder_open(&output, scene, world, NULL, fault) : NULL;
        right = recorder != NULL && app_recorder_step(recorder, world, fault);
    }
    while (right && vol_world_steps(world) < asked->steps) {
        size_t count = 0;
        const vol_scene_event *events = vol_scene_events_at(scene, vol_world_steps(world), &count);
        right = vol_scene_apply_events(scene, world, fault);
        for (size_t i = 0; right && i < count; i++) {
            right = app_recorder_event(recorder, scene, &events[i], fault);
        }
        if (right) {
            right = vol_scene_step_world(world, 1, fault) && app_recorder_step(recorder, world, fault);
        }
    }
    vol_scene_fault closing;
    if (recorder != NULL && !app_recorder_close(recorder, &closing) && right) {
        *fault = closing;
        right = false;
    }
    app_output_close(&output, NULL);
    vol_world_destroy(world);
    return right;
}

static bool replay(const question *asked, const char *path, const outcome *reference, vol_text *text) {
    app_recording recording;
    app_verdict verdict;
    vol_scene_fault fault = {0};
    FILE *file = fopen(path, "rb");
    if (file == NULL || !app_recording_open(&recording, file, path, &fault)) {
        vol_text_print(text, "the recording cannot be read: %s", fault.text);
        if (file != NULL) {
            fclose(file);
        }
        return false;
    }
    bool right = app_replay(&recording, &(vol_scene_where){.threads = 3}, &verdict, &fault);
    if (!right) {
        vol_text_print(text, "the recording cannot be replayed: %s", fault.text);
    } else if (!verdict.identical) {
        vol_text_print(text, "step %" PRIu64 " differs when replayed; boid %u of flock %s", verdict.last,
                       (unsigned)verdict.boid, verdict.boid_known ? verdict.flock : "?");
        right = false;
    } else if (verdict.last != asked->steps || verdict.hash != reference->hash[verdict.last]) {
        vol_text_print(text, "step %" PRIu64 " is replayed as it was recorded, but not as the reference", verdict.last);
        right = false;
    }
    app_recording_release(&recording);
    fclose(file);
    return right;
}

bool record_and_replay(const question *asked, vol_scene *scene, const outcome *reference, const char *isa,
                       const char *isa_after, vol_text *text) {
    char path[1024];
    vol_scene_fault fault = {0};
    snprintf(path, sizeof path, "%s/recording-%ld.vol", asked->folder, (long)getpid());
    scene->world.isa = isa;
    bool right = record(asked, scene, path, &fault);
    if (!right) {
        vol_text_print(text, "cannot be recorded: %s", fault.text);
    } else {
        setenv("VOLERY_ISA", isa_after, 1);
        right = replay(asked, path, reference, text);
        unsetenv("VOLERY_ISA");
    }
    remove(path);
    return right;
}
