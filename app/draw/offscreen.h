/* Pictures without a window: a context of OpenGL through EGL, which needs no display, a framebuffer that may be larger
 * than the picture, and the pixels back in memory. */
#ifndef VOLERY_APP_DRAW_OFFSCREEN_H
#define VOLERY_APP_DRAW_OFFSCREEN_H

#include "draw/draw.h"
#include "util/fault.h"

typedef struct app_offscreen app_offscreen;

/* A picture of that size in pixels, drawn `finer` (1, 2 or 4) times as large and shrunk. NULL: the fault tells why
 * there is none here. */
app_offscreen *app_offscreen_make(int width, int height, int finer, app_fault *fault);

/* Draws a frame. The camera is for the picture's size; style.pixel, top_first, left and bottom are seen to here. */
void app_offscreen_draw(app_offscreen *offscreen, const app_draw_frame *frame, const app_camera *camera,
                        const app_draw_style *style);

/* The picture that was drawn last, into `bytes`: red, green, blue and 255 a pixel, top row first, no gaps. */
void app_offscreen_read(app_offscreen *offscreen, unsigned char *bytes);

/* "llvmpipe (LLVM 15.0.6, 256 bits)": the driver. */
const char *app_offscreen_driver(const app_offscreen *offscreen);

void app_offscreen_release(app_offscreen *offscreen);

#endif
