/* Pictures without a window: a context of OpenGL through EGL, which needs no display, a framebuffer that may be larger
 * than the picture, and the pixels back in memory. */
#ifndef VOLERY_APP_DRAW_OFFSCREEN_H
#define VOLERY_APP_DRAW_OFFSCREEN_H

#include "draw/draw.h"

typedef struct vol_offscreen vol_offscreen;

/* A picture of that size in pixels, drawn `finer` (1, 2 or 4) times as large and shrunk. NULL: the fault tells why
 * there is none here. */
vol_offscreen *vol_offscreen_make(int width, int height, int finer, vol_fault *fault);

/* Draws a frame. The camera is for the picture's size; style.pixel, top_first, left and bottom are seen to here. */
void vol_offscreen_draw(vol_offscreen *offscreen, const vol_draw_frame *frame, const vol_camera *camera,
                        const vol_draw_style *style);

/* The picture that was drawn last, into `bytes`: red, green, blue and 255 a pixel, top row first, no gaps. */
void vol_offscreen_read(vol_offscreen *offscreen, unsigned char *bytes);

/* "llvmpipe (LLVM 15.0.6, 256 bits)": who draws. */
const char *vol_offscreen_driver(const vol_offscreen *offscreen);

void vol_offscreen_release(vol_offscreen *offscreen);

#endif
