/* Filming what the window shows, while it is played. The encoder has a thread of its own: the window never waits for it
 * unless it is far behind. */
#ifndef VOLERY_APP_PLAY_REEL_H
#define VOLERY_APP_PLAY_REEL_H

#include "scene/fault.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct vol_reel vol_reel;

/* The ending of the films that this program can write, without a dot; NULL: none, and the fault says what is missing. */
const char *vol_reel_ending(vol_fault *fault);

/* Begins a film of so many pixels; they are made even. NULL on failure. */
vol_reel *vol_reel_begin(const char *path, uint32_t width, uint32_t height, uint32_t fps, vol_fault *fault);

/* How large its pictures are. */
void vol_reel_size(const vol_reel *reel, uint32_t *width, uint32_t *height);

/* Memory for the next picture: four bytes a pixel, the top row first; then for how many frames it is shown. */
unsigned char *vol_reel_picture(vol_reel *reel);
bool vol_reel_send(vol_reel *reel, unsigned times, vol_fault *fault);

/* Writes the end and closes; NULL is fine. */
bool vol_reel_end(vol_reel *reel, vol_fault *fault);

#endif
