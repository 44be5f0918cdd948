/* A short queue of pictures before the one thread that writes them. Drawing waits only when it is full; its memory
 * is used again. */
#ifndef VOLERY_APP_FILM_PIPE_H
#define VOLERY_APP_FILM_PIPE_H

#include "util/fault.h"

#include <stddef.h>
#include <stdint.h>

typedef struct app_pipe app_pipe;

/* Writes picture number `number`, from 0; runs on the writing thread. */
typedef bool (*app_pipe_write)(void *context, const unsigned char *bytes, uint64_t number, app_fault *fault);

/* A queue of pictures of `size` bytes. NULL: no thread can be started. */
app_pipe *app_pipe_open(size_t size, app_pipe_write write, void *context, app_fault *fault);

/* Memory for the next picture. NULL: writing has failed, and the fault says why. */
unsigned char *app_pipe_next(app_pipe *pipe, app_fault *fault);
/* Hands it over. */
void app_pipe_send(app_pipe *pipe);

/* Waits until all is written, ends the thread and releases; `seconds`, unless NULL: how long writing took in all. NULL
 * is fine. */
bool app_pipe_close(app_pipe *pipe, double *seconds, app_fault *fault);

#endif
