/* Draws pictures into memory: with OpenGL where it is there, else with cairo. */
#ifndef VOLERY_APP_FILM_EASEL_H
#define VOLERY_APP_FILM_EASEL_H

#include "draw/draw.h"
#include "util/fault.h"

typedef enum app_renderer { APP_RENDERER_AUTO, APP_RENDERER_GL, APP_RENDERER_CAIRO } app_renderer;

typedef struct app_easel {
    int width, height;
    struct app_offscreen *gl; /* NULL: cairo draws */
    unsigned char *pixels;    /* of cairo */
    char driver[160];         /* "OpenGL, llvmpipe (...)", "cairo 1.16.0" */
} app_easel;

/* `finer` counts for OpenGL. With APP_RENDERER_AUTO cairo steps in, and `note` (unless NULL) says why. */
bool app_easel_open(app_easel *easel, app_renderer renderer, int width, int height, int finer, app_fault *note,
                    app_fault *fault);

/* Draws a frame into `bytes`: red, green, blue and 255 a pixel, top row first. */
void app_easel_draw(app_easel *easel, const app_draw_frame *frame, const app_camera *camera,
                    const app_draw_style *style, unsigned char *bytes);

void app_easel_close(app_easel *easel);

#endif
