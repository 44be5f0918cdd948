/* Recordings: what happened in a run, so small that it can be kept, and enough to compute all of it again: the scene, the
 * events, and for each step the hash of its state. `run --record` and `play` write them, `verify` and `play` replay them. */
#ifndef VOLERY_APP_RECORD_RECORDING_H
#define VOLERY_APP_RECORD_RECORDING_H

#include "record/block.h"
#include "record/boid_check.h"
#include "scene/scene.h"

typedef struct vol_recorder vol_recorder;

/* Begins a recording of a world as it is now, which was made from the scene (and restored to a saved state, if it has
 * made steps). The state itself is recorded by the first vol_recorder_step. The output must stay until it is closed. NULL on
 * failure. */
vol_recorder *vol_recorder_open(vol_output *output, const vol_scene *scene, vol_world *world, vol_fault *fault);
/* Records the state of the world at its step; to be called for every step. */
bool vol_recorder_step(vol_recorder *recorder, vol_world *world, vol_fault *fault);
/* Records that an event happened. */
bool vol_recorder_event(vol_recorder *recorder, const vol_scene *scene, const vol_event *event, vol_fault *fault);
/* Writes the end and releases; NULL is fine. */
bool vol_recorder_close(vol_recorder *recorder, vol_fault *fault);

/* A recording that is read. */
typedef struct vol_recording {
    const char *name; /* for messages */
    vol_text about;   /* by what it was made */
    vol_text scene;   /* YAML, with all that happened as its events */
    unsigned char *start;
    size_t start_size; /* the saved state that the run began with; 0: as the scene says */
    uint64_t first;    /* step of the first state */
    uint64_t states;   /* how many states follow, that one included */
    bool ended;        /* false: cut off behind the last of these states */
    vol_block_reader blocks;
    uint64_t left; /* steps that are still in the current block, at `at` */
    size_t at;
} vol_recording;

/* Reads all of a recording but the states, and checks its sums. The file stays open; it is closed by the caller. */
bool vol_recording_open(vol_recording *recording, FILE *file, const char *name, vol_fault *fault);
/* The next state. False without a fault's text: there is none. */
bool vol_recording_next(vol_recording *recording, vol_moment *state, vol_fault *fault);
void vol_recording_release(vol_recording *recording);

#endif
