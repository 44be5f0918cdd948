/* A sound from its beginning to its end as features: what a scene asks when it knows the time. */
#ifndef VOLERY_SOUND_TRACK_H
#define VOLERY_SOUND_TRACK_H

#include "decode.h"
#include "features.h"

enum { VOL_SOUND_MOST_HOURS = 2 }; /* that a sound may last */

/* What is marked in a block. */
enum { VOL_SOUND_MARK_ONSET = 1, VOL_SOUND_MARK_BEAT = 2 };

/* Does not change once it was read; any number of scenes and threads may hold one. */
typedef struct vol_sound_track {
    uint32_t rate, channels, hop;
    uint64_t length; /* frames, at least 1 */
    size_t count;    /* blocks */
    double *value;   /* VOL_SOUND_FEATURES a block */
    uint8_t *mark;
    double tempo; /* at the end; 0: none */
} vol_sound_track;

/* Reads all of a sound; NULL with the reason in `why`. */
vol_sound_track *vol_sound_track_read(const vol_sound_place *place, char *why, size_t size);

/* The same track for one more who calls release; the last release frees it. */
vol_sound_track *vol_sound_track_hold(vol_sound_track *track);
void vol_sound_track_release(vol_sound_track *track); /* NULL: does nothing */

/* Was it read from there, and is the file still what it was then? */
bool vol_sound_track_is_of(const vol_sound_track *track, const vol_sound_place *place);

/* The frame and the block that are heard at a step, by whole numbers, so that nothing drifts. `loop`: the sound begins
 * again at its end; else both go on behind the last one, where it is silent. */
uint64_t vol_sound_track_frame(const vol_sound_track *track, uint64_t step, uint32_t steps_per_second, bool loop);
uint64_t vol_sound_track_block(const vol_sound_track *track, uint64_t step, uint32_t steps_per_second, bool loop);

/* The marks of all blocks that begin with this step: those after the block of the step before, up to that of this
 * one. */
unsigned vol_sound_track_marks(const vol_sound_track *track, uint64_t step, uint32_t steps_per_second, bool loop);

#endif
