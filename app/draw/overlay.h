/* Axes with letters around a picture, where a scene's look asks for them: painted with cairo, put over the picture by
 * whichever renderer. Without cairo there are none. */
#ifndef VOLERY_APP_DRAW_OVERLAY_H
#define VOLERY_APP_DRAW_OVERLAY_H

#include "draw/draw.h"

/* Has the picture axes? */
static inline bool app_overlay_wanted(const app_draw_frame *frame, const app_draw_style *style) {
    return frame->look.axes && frame->world.dimensions == 2 && !style->plain;
}

/* A number that changes when the overlay must be painted again; never 0. */
uint64_t app_overlay_key(const app_draw_frame *frame, const app_camera *camera, const app_draw_style *style);

/* Fills `bytes` (blue, green, red, opacity a pixel, colours multiplied by opacity, top row first) as large as the
 * camera's picture. False: there is no cairo. */
bool app_overlay_paint(unsigned char *bytes, const app_draw_frame *frame, const app_camera *camera,
                       const app_draw_style *style);

#endif
