/* Pictures as PNG files. */
#ifndef VOLERY_APP_RENDER_PNG_H
#define VOLERY_APP_RENDER_PNG_H

#include "fault.h"

#include <stdint.h>

/* Writes red, green, blue and a fourth byte that does not count a pixel, top row first. On failure no file is left. */
bool vol_png_write(const char *path, const unsigned char *bytes, uint32_t width, uint32_t height, vol_fault *fault);

#endif
