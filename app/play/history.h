/* The states that a session can go back to: one every so many steps, fewer the more memory they take. */
#ifndef VOLERY_APP_PLAY_HISTORY_H
#define VOLERY_APP_PLAY_HISTORY_H

#include <volery/volery.h>

typedef struct vol_keepsake {
    uint64_t step;
    unsigned char *bytes;
    size_t size;
} vol_keepsake;

typedef struct vol_history {
    vol_keepsake *kept; /* by step; the first one stays for good */
    size_t count, room;
    uint64_t interval; /* steps between two */
    size_t bytes;
} vol_history;

/* Keeps the state of the world, if it is its turn. */
void vol_history_keep(vol_history *history, vol_world *world);
/* Keeps a state that is given; its bytes are copied. */
void vol_history_keep_bytes(vol_history *history, uint64_t step, const unsigned char *bytes, size_t size);
/* The last one that is not later than the step; NULL if there is none. */
const vol_keepsake *vol_history_find(const vol_history *history, uint64_t step);
/* Forgets what is later than the step. */
void vol_history_cut(vol_history *history, uint64_t step);
void vol_history_release(vol_history *history);

#endif
