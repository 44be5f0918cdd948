/* A short queue of pictures before the one thread that writes them. Whoever draws waits only when it is full; its memory
 * is used again. */
#ifndef VOLERY_APP_FILM_PIPE_H
#define VOLERY_APP_FILM_PIPE_H

#include "scene/fault.h"

#include <stddef.h>
#include <stdint.h>

typedef struct vol_pipe vol_pipe;

/* Writes picture number `number`, from 0; runs on the writing thread. */
typedef bool (*vol_pipe_write)(void *context, const unsigned char *bytes, uint64_t number, vol_fault *fault);

/* A queue of pictures of `size` bytes. NULL: no thread can be started. */
vol_pipe *vol_pipe_open(size_t size, vol_pipe_write write, void *context, vol_fault *fault);

/* Memory for the next picture. NULL: writing has failed, and the fault says why. */
unsigned char *vol_pipe_next(vol_pipe *pipe, vol_fault *fault);
/* Hands it over. */
void vol_pipe_send(vol_pipe *pipe);

/* Waits until all is written, ends the thread and releases; `seconds`, unless NULL: how long writing took in all. NULL
 * is fine. */
bool vol_pipe_close(vol_pipe *pipe, double *seconds, vol_fault *fault);

#endif
