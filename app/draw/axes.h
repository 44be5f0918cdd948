/* Axes with ticks, numbers and names, drawn with cairo: around pictures that want them, and around plots. */
#ifndef VOLERY_APP_DRAW_AXES_H
#define VOLERY_APP_DRAW_AXES_H

#include "draw/draw.h"

#include <cairo.h>

typedef struct app_axis {
    double low, high;  /* values at its ends */
    const char *label; /* NULL: none */
} app_axis;

typedef struct app_axes {
    double left, top, right, bottom; /* of the area, in units of the drawing */
    app_axis x, y;                   /* y.low is at the bottom, unless y.low > y.high */
    app_rgba ink;
    double unit; /* how many units of the drawing a thin line is wide */
    bool grid;   /* faint lines at the ticks, too */
} app_axes;

/* Draws the frame, ticks inside and numbers and labels outside. */
void app_axes_draw(cairo_t *cairo, const app_axes *axes);

/* Axes of the world around a picture. */
void app_axes_around(cairo_t *cairo, const app_draw_frame *frame, const app_camera *camera, double unit);

void app_cairo_color(cairo_t *cairo, app_rgba color);

/* From cairo's pixels to red, green, blue and 255 a pixel. */
void app_cairo_pixels(const uint32_t *from, size_t count, unsigned char *to);

#endif
