/* Pictures as PNG files. */
#ifndef VOLERY_APP_DRAW_PNG_H
#define VOLERY_APP_DRAW_PNG_H

#include "util/output.h"

#include <stdint.h>

/* Writes red, green, blue and a fourth byte that does not count a pixel, top row first; the picture replaces what was
 * there. On failure that stays. */
bool app_png_write(app_output *output, const unsigned char *bytes, uint32_t width, uint32_t height, app_fault *fault);

/* The same with a path, which is opened and closed. */
bool app_png_put(const char *path, const unsigned char *bytes, uint32_t width, uint32_t height, app_fault *fault);

#endif
