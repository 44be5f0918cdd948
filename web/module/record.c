/* Recordings of worlds of the module, by the program's recorder: the run is computed once more from its beginning and
 * recorded on the way, so that worlds need no memory for it while they run. And recordings that are read. */
#include "module.h"

#include "app/record/replay.h"
#include "app/util/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool record_run(web_world *again, uint64_t last, app_recorder *recorder) {
    bool right = app_recorder_step(recorder, again->world, &web_fault);
    while (right && vol_world_steps(again->world) < last) {
        right = web_world_happen(again, recorder) &&
                app_recorder_sound(recorder, &again->scene, again->world, &web_fault) && web_world_hear(again) &&
                vol_scene_step_world(again->world, 1, &web_fault);
        again->placed = false;
        right = right && app_recorder_step(recorder, again->world, &web_fault);
    }
    return right;
}

WEB_EXPORT(web_recording) bool web_recording(web_world *w) {
    web_world again = {.scene = w->scene};
    app_output output = {.name = "recording"};
    if (!web_world_begin(&again)) {
        return false;
    }
    app_recorder *recorder = app_recorder_open(&output, &again.scene, again.world, NULL, &web_fault);
    bool right = recorder != NULL && record_run(&again, vol_world_steps(w->world), recorder);
    vol_scene_fault ignored;
    right = app_recorder_close(recorder, right ? &web_fault : &ignored) && right;
    /* What happened at this very step is not in the last state yet. */
    bool clean = w->applied == 0 || w->scene.events[w->applied - 1].at < vol_world_steps(w->world);
    if (right && clean && vol_world_hash(again.world) != vol_world_hash(w->world)) {
        right = vol_scene_fault_set(&web_fault, VOL_SCENE_FAILED,
                                    "the world is not what its scene and events make: it was restored from a state of "
                                    "another run");
    }
    vol_world_destroy(again.world);
    return right;
}

/* A recording in memory as a file. */
static FILE *open_bytes(void *bytes, size_t size) {
    FILE *file = size > 0 ? fmemopen(bytes, size, "rb") : NULL;
    if (file == NULL) {
        vol_scene_fault_set(&web_fault, VOL_SCENE_WRONG, "recording: there is nothing to read");
    }
    return file;
}

static void put_hash(vol_text *text, const char *key, uint64_t hash) {
    char digits[24];
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
    app_json_text(text, key, digits);
}

static void put_recording(vol_text *text, const app_recording *recording) {
    text->length = 0;
    app_json_open(text, NULL, '{');
    app_json_text(text, "recordedBy", vol_text_read(&recording->about));
    app_json_text(text, "scene", vol_text_read(&recording->scene));
    app_json_whole(text, "first", recording->first);
    app_json_whole(text, "last", recording->first + recording->states - 1);
    app_json_flag(text, "ended", recording->ended);
    app_json_flag(text, "state", recording->start != NULL);
}

static void put_verdict(vol_text *text, const app_verdict *verdict) {
    app_json_flag(text, "identical", verdict->identical);
    app_json_whole(text, "step", verdict->last);
    app_json_whole(text, "boids", verdict->boids);
    put_hash(text, "hash", verdict->hash);
    put_hash(text, "recordedHash", verdict->recorded_hash);
    if (verdict->boid_known) {
        app_json_text(text, "flock", verdict->flock);
        app_json_whole(text, "boid", verdict->boid);
        app_json_whole(text, "boidStep", verdict->boid_step);
    }
}

/* Reads a recording: the scene with all that happened, as JSON. With `verify` it is computed again and compared. */
WEB_EXPORT(web_read_recording) bool web_read_recording(void *bytes, size_t size, uint32_t verify) {
    app_recording recording;
    FILE *file = open_bytes(bytes, size);
    web_fault = (vol_scene_fault){0};
    if (file == NULL || !app_recording_open(&recording, file, "recording", &web_fault)) {
        if (file != NULL) {
            fclose(file);
        }
        return false;
    }
    app_verdict verdict;
    const vol_scene_where here = {.threads = 1};
    bool right = !verify || app_replay(&recording, &here, &verdict, &web_fault);
    if (right) {
        put_recording(web_answer(), &recording);
        if (verify) {
            put_verdict(web_answer(), &verdict);
        }
        app_json_close(web_answer(), '}');
    }
    app_recording_release(&recording);
    fclose(file);
    return right;
}

/* The state that a recording begins with; empty where its scene says it. */
WEB_EXPORT(web_recording_start) bool web_recording_start(void *bytes, size_t size) {
    app_recording recording;
    FILE *file = open_bytes(bytes, size);
    if (file == NULL || !app_recording_open(&recording, file, "recording", &web_fault)) {
        if (file != NULL) {
            fclose(file);
        }
        return false;
    }
    web_answer()->length = 0;
    vol_text_add(web_answer(), (const char *)recording.start, recording.start != NULL ? recording.start_size : 0);
    app_recording_release(&recording);
    fclose(file);
    return true;
}

/* --- Memory that JavaScript fills and reads ----------------------------------------------------------------------- */

WEB_EXPORT(web_take) void *web_take(size_t bytes) {
    return malloc(bytes);
}

WEB_EXPORT(web_free) void web_free(void *memory) {
    free(memory);
}

WEB_EXPORT(web_answer_bytes) const char *web_answer_bytes(void) {
    return vol_text_read(web_answer());
}

WEB_EXPORT(web_answer_length) size_t web_answer_length(void) {
    return web_answer()->length;
}

/* Gives back what a long answer has taken. */
WEB_EXPORT(web_answer_release) void web_answer_release(void) {
    vol_text_release(web_answer());
}

/* Which is: code, line, column, then three texts of fixed room; see vol_scene_fault. */
WEB_EXPORT(web_fault_place) const vol_scene_fault *web_fault_place(void) {
    return &web_fault;
}
