/* The states that a session can go back to: one every so many steps, fewer the more memory they take. */
#ifndef VOLERY_APP_PLAY_HISTORY_H
#define VOLERY_APP_PLAY_HISTORY_H

#include <volery/volery.h>

typedef struct app_keepsake {
    uint64_t step;
    unsigned char *bytes;
    size_t size;
} app_keepsake;

typedef struct app_history {
    app_keepsake *kept; /* by step; the first one stays for good */
    size_t count, room;
    uint64_t interval; /* steps between two */
    size_t bytes;
} app_history;

/* Keeps the state of the world, if it is its turn. */
void app_history_keep(app_history *history, vol_world *world);
/* Keeps it in any case. */
void app_history_keep_now(app_history *history, vol_world *world);
/* Keeps a state that is given; its bytes are copied. */
void app_history_keep_bytes(app_history *history, uint64_t step, const unsigned char *bytes, size_t size);
/* The last one that is not later than the step; NULL if there is none. */
const app_keepsake *app_history_find(const app_history *history, uint64_t step);
/* Forgets what is later than the step. */
void app_history_cut(app_history *history, uint64_t step);
void app_history_release(app_history *history);

#endif
