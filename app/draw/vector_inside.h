/* What the files of the cairo renderer share. */
#ifndef VOLERY_APP_DRAW_VECTOR_INSIDE_H
#define VOLERY_APP_DRAW_VECTOR_INSIDE_H

#include "draw/vector.h"

typedef struct vol_vector {
    cairo_t *cairo;
    const vol_draw_frame *frame;
    const vol_camera *camera;
    const vol_draw_style *style;
    double scale; /* pixels per unit of length, in 3D at the middle */
} vol_vector;

/* 3D: what is left of a colour at a distance from the eye. */
vol_rgba vol_vector_fog(const vol_vector *v, vol_rgba color, double depth);

/* 3D: the ground, the shadows on it, and the edges of the world. */
void vol_vector_ground(const vol_vector *v);

/* What stands in the world. */
void vol_vector_marks(const vol_vector *v);

#endif
