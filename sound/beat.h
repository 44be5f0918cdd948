/* The beat: from how much new there is in each block to a period and to when the next beat is. */
#ifndef VOLERY_SOUND_BEAT_H
#define VOLERY_SOUND_BEAT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct vol_sound_beat {
    double blocks; /* a second */
    double *news;  /* of the last blocks, the newest at (count - 1) % room */
    double *past;  /* the same, the newest first, while they are looked at */
    double *match; /* how alike the past is to itself, by lag */
    size_t room, count;
    size_t shortest, longest; /* period that is looked for, blocks */
    double period;            /* blocks; 0: there is no beat */
    double since;             /* blocks since the last beat */
} vol_sound_beat;

bool vol_sound_beat_create(vol_sound_beat *beat, double blocks);
void vol_sound_beat_release(vol_sound_beat *beat);

/* The next block, with how much is new in it. Is there a beat in it? */
bool vol_sound_beat_step(vol_sound_beat *beat, double news);

/* 1 on a beat, falling evenly to 0 at the next; 0 where there is no beat. */
double vol_sound_beat_value(const vol_sound_beat *beat);

#endif
