/* Checkpoints of `volery run`: from time to time all that a run needs to go on exactly, in two files in turn, so that
 * there is a whole one at any time. Each has the state of the world, and how far the outputs had come. */
#ifndef VOLERY_APP_RECORD_CHECKPOINT_H
#define VOLERY_APP_RECORD_CHECKPOINT_H

#include "record/place.h"
#include "util/fault.h"

#include <stdint.h>

/* Files that grow with a run: as many as `run` has. */
enum { APP_CHECKPOINT_FILES = 4 };

typedef struct app_checkpoint {
    uint64_t first, step;                  /* of the run, and of this state */
    uint64_t frames, measured;             /* so far */
    app_place place[APP_CHECKPOINT_FILES]; /* all zeros where there is no such file */
    void *state; /* a snapshot; of one that is read to be freed, of one that is written the caller's */
    size_t state_size;
} app_checkpoint;

void app_checkpoint_release(app_checkpoint *checkpoint);

/* The two files of a run. */
typedef struct app_checkpoints {
    char *path[2];
    char *identity; /* lines `name value`, which tell this run from all others */
    int next;       /* which one is written next */
} app_checkpoints;

/* Names them NAME.0 and NAME.1. */
void app_checkpoints_name(app_checkpoints *files, const char *name);
void app_checkpoints_release(app_checkpoints *files);

/* Writes the next one, and waits until it is on the disk. The older one of before is gone then, the newer one is not.
 * In a world that is spread over processes one of them calls this, with the state of all. */
bool app_checkpoint_write(app_checkpoints *files, const app_checkpoint *checkpoint, app_fault *fault);

/* Finds the last whole one that the outputs fit (`outputs[i]` NULL: there is none). What is wrong with a newer one is
 * told on standard error. False with a fault: there is none, or it is of another run, and then the fault says what
 * differs. *path: which it is. */
bool app_checkpoint_find(app_checkpoints *files, const app_output *const *outputs, app_checkpoint *found,
                         const char **path, app_fault *fault);

/* Removes both: the run is done, or another one begins. */
void app_checkpoints_remove(const app_checkpoints *files);

#endif
