/* Replaying a recording: the run is computed again, on whatever machine this is, and each state compared. */
#ifndef VOLERY_APP_RECORD_REPLAY_H
#define VOLERY_APP_RECORD_REPLAY_H

#include "record/recording.h"

typedef struct app_verdict {
    bool identical;
    uint64_t first, last;                     /* the steps that were compared */
    uint32_t boids;                           /* at the last one */
    uint64_t hash;                            /* of the replayed state there */
    char isa[32], device[128], computed[192]; /* the last: by what, in words */
    uint32_t threads;
    bool interrupted;
    /* Where they are not identical: `last` is the first step that differs. */
    uint64_t recorded_hash;
    uint32_t recorded_boids;
    bool boid_known;    /* is it known which boid is the first to differ? */
    uint64_t boid_step; /* in which step: `last`, or the next one with a check of each boid */
    char flock[64];
    uint32_t boid;
} app_verdict;

/* Makes the scene and the world that the recording began with; its events are in the scene. Both are the caller's to
 * release, also on failure. */
bool app_replay_begin(const app_recording *recording, const vol_scene_where *where, vol_scene *scene, vol_world **world,
                      app_fault *fault);

/* False: the recording cannot be replayed; or it was made with `fast`, and there is nothing to compare. */
bool app_replay(app_recording *recording, const vol_scene_where *where, app_verdict *verdict, app_fault *fault);

#endif
