/* How far a file that grows had come at a checkpoint: what a run that goes on from there keeps of it. */
#ifndef VOLERY_APP_RECORD_PLACE_H
#define VOLERY_APP_RECORD_PLACE_H

#include "common/arena.h"
#include "util/output.h"

#include <stdint.h>

/* All zeros: the file is not begun yet. Writers that are opened with such a place, not with NULL, will be asked for
 * places, and write nothing that depends on when it is written. */
typedef struct app_place {
    uint64_t bytes; /* of the file */
    uint64_t sum;   /* of the last of these bytes; 0: they may change */
    vol_text own;   /* what else the writer must know to go on */
} app_place;

void app_place_release(app_place *place);

/* Notes how far the output has come; all of that is on the disk then. `own` stays as it is. */
bool app_place_take(app_place *place, const app_output *output, app_fault *fault);

/* Waits until all that was written is on the disk. */
bool app_place_sync(const app_output *output, app_fault *fault);

/* Does the file still begin with what it had then? It may have more. A fault says what it has instead. */
bool app_place_fits(const app_place *place, const app_output *output, app_fault *fault);

/* As app_output_begin, but the bytes of the place stay, and what is written comes behind them. */
bool app_place_go_on(const app_place *place, app_output *output, app_fault *fault);

/* Is this a place to go on from? NULL is none. */
static inline bool app_place_is_set(const app_place *place) {
    return place != NULL && place->bytes > 0;
}

#endif
