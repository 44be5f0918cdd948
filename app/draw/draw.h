/* Drawing, shared by the window, pictures and film.
 *
 *     app_draw_history *history = app_draw_history_make(trails);         the thread that steps
 *     app_draw_frame frame = {0};
 *     app_draw_frame_take(&frame, history, world, scene, NULL, NULL);    after each step
 *
 *     app_camera camera = app_camera_make(&frame.world, &frame.look, width, height);   the thread that draws
 *     app_gl *gl = app_gl_make(&fault);                                  once, with an OpenGL 3.3 core context current
 *     app_gl_draw(gl, &frame, &camera, &style);                          into whatever framebuffer is bound
 *
 * A frame is plain memory: hand it from thread to thread as you like. */
#ifndef VOLERY_APP_DRAW_DRAW_H
#define VOLERY_APP_DRAW_DRAW_H

#include "draw/camera.h"
#include "draw/frame.h"

/* How a frame is drawn, beside its looks. */
typedef struct app_draw_style {
    float part;  /* 0 draws the moment before, 1 this one, between them boids are on their way */
    float pixel; /* how many pixels a thin line is wide: 1, on dense screens 2, more where a picture is shrunk later */
    int left, bottom; /* corner of the picture in the framebuffer; its size is the camera's */
    bool top_first;   /* upside down, so that the framebuffer's first row is the top one, as files want it */
    bool plain;       /* no axes, though the look wants them */
    bool copies; /* past the edges of a flat world whose boids come in at the other side, it is seen again, fainter */
} app_draw_style;

/* part 1, pixel 1. */
app_draw_style app_default_draw_style(void);

/* The edge of a flat world as a mark, where the world does not fill the picture. */
bool app_draw_border(const app_draw_frame *frame, const app_camera *camera, app_mark *border);

#endif
