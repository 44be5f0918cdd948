/* Chooses the renderer. */
#include "film/easel.h"

#include "common/arena.h"

#ifdef VOLERY_WITH_GL
#include "draw/offscreen.h"
#endif
#ifdef VOLERY_WITH_CAIRO
#include "draw/axes.h"
#include "draw/vector.h"
#endif

#include <stdio.h>
#include <stdlib.h>

#ifdef VOLERY_WITH_GL
static bool open_gl(app_easel *easel, int finer, app_fault *fault) {
    easel->gl = app_offscreen_make(easel->width, easel->height, finer, fault);
    if (easel->gl != NULL) {
        snprintf(easel->driver, sizeof easel->driver, "OpenGL, %s", app_offscreen_driver(easel->gl));
    }
    return easel->gl != NULL;
}
static void draw_gl(app_easel *easel, const app_draw_frame *frame, const app_camera *camera,
                    const app_draw_style *style, unsigned char *bytes) {
    app_offscreen_draw(easel->gl, frame, camera, style);
    app_offscreen_read(easel->gl, bytes);
}
#else
/* Never called: what cannot be opened does not draw. */
static void draw_gl(app_easel *easel, const app_draw_frame *frame, const app_camera *camera,
                    const app_draw_style *style, unsigned char *bytes) {
    (void)easel;
    (void)frame;
    (void)camera;
    (void)style;
    (void)bytes;
}

static bool open_gl(app_easel *easel, int finer, app_fault *fault) {
    (void)easel;
    (void)finer;
    return app_fault_set(fault, APP_EXIT_FAILED, "volery was built without OpenGL (libepoxy)");
}
#endif

#ifdef VOLERY_WITH_CAIRO
static bool open_cairo(app_easel *easel, app_fault *fault) {
    if (easel->width > 32767 || easel->height > 32767) {
        return app_fault_set(fault, APP_EXIT_FAILED, "cairo draws at most 32767 pixels a side");
    }
    easel->pixels = vol_take((size_t)easel->width * (size_t)easel->height * 4);
    snprintf(easel->driver, sizeof easel->driver, "cairo %s", cairo_version_string());
    return true;
}

static void draw_cairo(app_easel *easel, const app_draw_frame *frame, const app_camera *camera,
                       const app_draw_style *style, unsigned char *bytes) {
    cairo_surface_t *surface = cairo_image_surface_create_for_data(easel->pixels, CAIRO_FORMAT_RGB24, easel->width,
                                                                   easel->height, easel->width * 4);
    cairo_t *cairo = cairo_create(surface);
    app_vector_draw(cairo, frame, camera, style);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    app_cairo_pixels((const uint32_t *)(const void *)easel->pixels, (size_t)easel->width * (size_t)easel->height,
                     bytes);
    cairo_surface_destroy(surface);
}
#else
static void draw_cairo(app_easel *easel, const app_draw_frame *frame, const app_camera *camera,
                       const app_draw_style *style, unsigned char *bytes) {
    (void)easel;
    (void)frame;
    (void)camera;
    (void)style;
    (void)bytes;
}

static bool open_cairo(app_easel *easel, app_fault *fault) {
    (void)easel;
    return app_fault_set(fault, APP_EXIT_FAILED, "volery was built without cairo");
}
#endif

bool app_easel_open(app_easel *easel, app_renderer renderer, int width, int height, int finer, app_fault *note,
                    app_fault *fault) {
    *easel = (app_easel){.width = width, .height = height};
    app_fault reason = {0};
    if (renderer != APP_RENDERER_CAIRO && open_gl(easel, finer, &reason)) {
        return true;
    }
    if (renderer == APP_RENDERER_GL) {
        *fault = reason;
        return false;
    }
    if (note != NULL) {
        *note = reason;
    }
    if (open_cairo(easel, fault)) {
        return true;
    }
    if (reason.text[0] != '\0') {
        app_fault_more(fault, "; %s", reason.text);
    }
    return false;
}

void app_easel_draw(app_easel *easel, const app_draw_frame *frame, const app_camera *camera,
                    const app_draw_style *style, unsigned char *bytes) {
    if (easel->gl != NULL) {
        draw_gl(easel, frame, camera, style, bytes);
    } else {
        draw_cairo(easel, frame, camera, style, bytes);
    }
}

void app_easel_close(app_easel *easel) {
#ifdef VOLERY_WITH_GL
    app_offscreen_release(easel->gl);
#endif
    free(easel->pixels);
    *easel = (app_easel){0};
}
