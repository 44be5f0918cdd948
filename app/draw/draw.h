/* Drawing, shared by the window, pictures and film.
 *
 *     vol_draw_history *history = vol_draw_history_make(trails);         the thread that steps
 *     vol_draw_frame frame = {0};
 *     vol_draw_frame_take(&frame, history, world, scene, NULL);          after each step
 *
 *     vol_camera camera = vol_camera_make(&frame.world, &frame.look, width, height);   the thread that draws
 *     vol_gl *gl = vol_gl_make(&fault);                                  once, with a context of OpenGL 3.3 core current
 *     vol_gl_draw(gl, &frame, &camera, &style);                          into whatever framebuffer is bound
 *
 * A frame is plain memory: hand it from thread to thread as you like. */
#ifndef VOLERY_APP_DRAW_DRAW_H
#define VOLERY_APP_DRAW_DRAW_H

#include "draw/camera.h"
#include "draw/frame.h"

/* How a frame is drawn, beside its looks. */
typedef struct vol_draw_style {
    float part;  /* 0 draws the moment before, 1 this one, between them boids are on their way */
    float pixel; /* how many pixels a thin line is wide: 1, on dense screens 2, more where a picture is shrunk later */
    int left, bottom; /* corner of the picture in the framebuffer; its size is the camera's */
    bool top_first;   /* upside down, so that the framebuffer's first row is the top one, as files want it */
    bool plain;       /* no axes, though the look wants them */
} vol_draw_style;

/* part 1, pixel 1. */
vol_draw_style vol_default_draw_style(void);

/* The edge of a flat world as a mark, where the world does not fill the picture. */
bool vol_draw_border(const vol_draw_frame *frame, const vol_camera *camera, vol_mark *border);

#endif
