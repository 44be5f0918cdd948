/* A quiver plot: positions and velocities as a plot with axes, for reading rather than for watching. */
#ifndef VOLERY_APP_DRAW_QUIVER_H
#define VOLERY_APP_DRAW_QUIVER_H

#include "draw/draw.h"

#include <cairo.h>

/* Fills an area of width x height; `unit` is how wide a thin line is. In 3D the plot shows x and y. */
void app_quiver_draw(cairo_t *cairo, const app_draw_frame *frame, double width, double height, double unit);

#endif
