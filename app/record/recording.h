/* Recordings: what happened in a run, so small that it can be kept, and enough to compute all of it again: the scene,
 * the events, and for each step the hash of its state. `run --record` and `play` write them, `verify` and `play` replay
 * them. */
#ifndef VOLERY_APP_RECORD_RECORDING_H
#define VOLERY_APP_RECORD_RECORDING_H

#include "record/block.h"
#include "record/boid_check.h"
#include "record/place.h"
#include <volery/scene.h>

typedef struct app_recorder app_recorder;

/* Begins a recording of a world as it is now, which was made from the scene (and restored to a saved state, if it has
 * made steps). The state itself is recorded by the first app_recorder_step. Or goes on from a place, with the world as
 * it was then. The output must stay until it is closed. NULL on failure. */
app_recorder *app_recorder_open(app_output *output, const vol_scene *scene, vol_world *world, const app_place *from,
                                app_fault *fault);
/* Records the state of the world at its step; to be called for every step. */
bool app_recorder_step(app_recorder *recorder, vol_world *world, app_fault *fault);
/* Records that an event happened. */
bool app_recorder_event(app_recorder *recorder, const vol_scene *scene, const vol_scene_event *event, app_fault *fault);
/* Records what the sound of a file does at the step where the world is, behind the events of the step: a replay needs
 * neither the file nor what reads it. */
bool app_recorder_sound(app_recorder *recorder, const vol_scene *scene, const vol_world *world, app_fault *fault);
/* Notes how to go on behind what was recorded so far. */
bool app_recorder_place(const app_recorder *recorder, app_place *place, app_fault *fault);
/* Writes the end and releases; NULL is fine. */
bool app_recorder_close(app_recorder *recorder, app_fault *fault);

/* A recording that is read. */
typedef struct app_recording {
    const char *name; /* for messages */
    vol_text about;   /* by what it was made */
    vol_text scene;   /* YAML, with all that happened as its events */
    unsigned char *start;
    size_t start_size; /* the saved state that the run began with; 0: as the scene says */
    uint64_t first;    /* step of the first state */
    uint64_t states;   /* how many states follow, that one included */
    bool ended;        /* false: cut off behind the last of these states */
    app_block_reader blocks;
    uint64_t left; /* steps that are still in the current block, at `at` */
    size_t at;
} app_recording;

/* Reads all of a recording but the states, and checks its sums. The file stays open; it is closed by the caller. */
bool app_recording_open(app_recording *recording, FILE *file, const char *name, app_fault *fault);
/* The next state. False without a fault's text: there is none. */
bool app_recording_next(app_recording *recording, app_moment *state, app_fault *fault);
void app_recording_release(app_recording *recording);

#endif
