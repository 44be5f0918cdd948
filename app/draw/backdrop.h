/* What is behind a world: a sky with land below it, or a gradient. Painted here once for all renderers, as a small
 * picture that is stretched: it is smooth, and changes with the camera alone. Far boids fade into it. */
#ifndef VOLERY_APP_DRAW_BACKDROP_H
#define VOLERY_APP_DRAW_BACKDROP_H

#include "draw/camera.h"
#include "draw/palette.h"

/* A painted backdrop. Start with {0}. */
typedef struct app_backdrop {
    uint32_t width, height;
    uint32_t *pixels; /* blue, green, red and 255 in memory, the upper row first */
    size_t room;
    uint64_t key; /* what it was painted for; 0: nothing yet */
} app_backdrop;

/* Paints it for a camera's picture, unless it is there. True: it has changed. */
bool app_backdrop_paint(app_backdrop *backdrop, const vol_scene_look *look, const app_camera *camera);

/* Its colour at a place of the camera's picture. */
app_rgba app_backdrop_at(const app_backdrop *backdrop, const app_camera *camera, double x, double y);

void app_backdrop_release(app_backdrop *backdrop);

#endif
