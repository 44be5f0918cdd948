/* What sound does, block by block: made from a track and the maps of a scene. */
#ifndef VOLERY_SCENE_SCORE_H
#define VOLERY_SCENE_SCORE_H

#include "part.h"
#include "sound/track.h"

/* A parameter that sound changes. */
typedef struct vol_scene_target {
    vol_scene_event event; /* that sets it, without a value */
    double *value;         /* a number a block, and one behind for all that comes after; NULL: from a device */
} vol_scene_target;

typedef struct vol_scene_score {
    vol_sound_track *track; /* NULL: from a device */
    const void *bytes;      /* of a built-in tune */
    size_t size;
    vol_scene_target *target;
    size_t target_count;
    size_t *leads;  /* of each map: to which target */
    size_t blocks;  /* that have values: the track's, and those in which smoothed values settle behind its end */
    double *values; /* of all targets */
} vol_scene_score;

#endif
