/* What the files of the cairo renderer share. */
#ifndef VOLERY_APP_DRAW_VECTOR_INSIDE_H
#define VOLERY_APP_DRAW_VECTOR_INSIDE_H

#include "draw/backdrop.h"
#include "draw/vector.h"

typedef struct app_vector {
    cairo_t *cairo;
    const app_draw_frame *frame;
    const app_camera *camera;
    const app_draw_style *style;
    double scale; /* pixels per unit of length, in 3D at the middle */
    app_backdrop backdrop;
    double right[3], back[3]; /* 3D: axes of the eye */
} app_vector;

/* 3D: what is left of a colour at a place of the picture and a distance from the eye. */
app_rgba app_vector_fog(const app_vector *v, app_rgba color, const double at[2], double depth);

/* 3D: the ground with the shadows on it, and the edges of the world, where there is no backdrop. */
void app_vector_ground(const app_vector *v);
void app_vector_edges(const app_vector *v);

/* What stands in the world. */
void app_vector_marks(const app_vector *v);

#endif
