/* Drawing with cairo: the same picture as with OpenGL, as vectors or, without any OpenGL, as pixels. */
#ifndef VOLERY_APP_DRAW_VECTOR_H
#define VOLERY_APP_DRAW_VECTOR_H

#include "draw/draw.h"

#include <cairo.h>

/* Draws a frame, background included, onto an area as large as the camera's picture. */
void app_vector_draw(cairo_t *cairo, const app_draw_frame *frame, const app_camera *camera,
                     const app_draw_style *style);

#endif
