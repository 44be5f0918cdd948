/* Filming what the window shows, while it is played. The encoder has a thread of its own: the window never waits for it
 * unless it is far behind. */
#ifndef VOLERY_APP_PLAY_REEL_H
#define VOLERY_APP_PLAY_REEL_H

#include "util/fault.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct app_reel app_reel;

/* The ending of the films that this program can write, without a dot; NULL: none, and the fault says what is
 * missing. */
const char *app_reel_ending(app_fault *fault);

/* Begins a film of so many pixels; they are made even. NULL on failure. */
app_reel *app_reel_begin(const char *path, uint32_t width, uint32_t height, uint32_t fps, app_fault *fault);

/* How large its pictures are. */
void app_reel_size(const app_reel *reel, uint32_t *width, uint32_t *height);

/* Memory for the next picture: four bytes a pixel, the top row first; then for how many frames it is shown. */
unsigned char *app_reel_picture(app_reel *reel);
bool app_reel_send(app_reel *reel, unsigned times, app_fault *fault);

/* Writes the end and closes; NULL is fine. */
bool app_reel_end(app_reel *reel, app_fault *fault);

#endif
