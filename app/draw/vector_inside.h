/* What the files of the cairo renderer share. */
#ifndef VOLERY_APP_DRAW_VECTOR_INSIDE_H
#define VOLERY_APP_DRAW_VECTOR_INSIDE_H

#include "draw/vector.h"

typedef struct app_vector {
    cairo_t *cairo;
    const app_draw_frame *frame;
    const app_camera *camera;
    const app_draw_style *style;
    double scale; /* pixels per unit of length, in 3D at the middle */
} app_vector;

/* 3D: what is left of a colour at a distance from the eye. */
app_rgba app_vector_fog(const app_vector *v, app_rgba color, double depth);

/* 3D: the ground, the shadows on it, and the edges of the world. */
void app_vector_ground(const app_vector *v);

/* What stands in the world. */
void app_vector_marks(const app_vector *v);

#endif
