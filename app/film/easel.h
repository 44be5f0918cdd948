/* Whoever draws pictures into memory: OpenGL where it is there, else cairo. */
#ifndef VOLERY_APP_FILM_EASEL_H
#define VOLERY_APP_FILM_EASEL_H

#include "draw/draw.h"

typedef enum vol_renderer { VOL_RENDERER_AUTO, VOL_RENDERER_GL, VOL_RENDERER_CAIRO } vol_renderer;

typedef struct vol_easel {
    int width, height;
    struct vol_offscreen *gl; /* NULL: cairo draws */
    unsigned char *pixels;    /* of cairo */
    char driver[160];         /* "OpenGL, llvmpipe (...)", "cairo 1.16.0" */
} vol_easel;

/* `finer` counts for OpenGL. With VOL_RENDERER_AUTO cairo steps in, and `note` (unless NULL) says why. */
bool vol_easel_open(vol_easel *easel, vol_renderer renderer, int width, int height, int finer, vol_fault *note,
                    vol_fault *fault);

/* Draws a frame into `bytes`: red, green, blue and 255 a pixel, top row first. */
void vol_easel_draw(vol_easel *easel, const vol_draw_frame *frame, const vol_camera *camera,
                    const vol_draw_style *style, unsigned char *bytes);

void vol_easel_close(vol_easel *easel);

#endif
