/* Chooses who draws. */
#include "film/easel.h"

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
static bool open_gl(vol_easel *easel, int finer, vol_fault *fault) {
    easel->gl = vol_offscreen_make(easel->width, easel->height, finer, fault);
    if (easel->gl != NULL) {
        snprintf(easel->driver, sizeof easel->driver, "OpenGL, %s", vol_offscreen_driver(easel->gl));
    }
    return easel->gl != NULL;
}
static void draw_gl(vol_easel *easel, const vol_draw_frame *frame, const vol_camera *camera,
                    const vol_draw_style *style, unsigned char *bytes) {
    vol_offscreen_draw(easel->gl, frame, camera, style);
    vol_offscreen_read(easel->gl, bytes);
}
#else
/* Never called: what cannot be opened does not draw. */
static void draw_gl(vol_easel *easel, const vol_draw_frame *frame, const vol_camera *camera,
                    const vol_draw_style *style, unsigned char *bytes) {
    (void)easel;
    (void)frame;
    (void)camera;
    (void)style;
    (void)bytes;
}

static bool open_gl(vol_easel *easel, int finer, vol_fault *fault) {
    (void)easel;
    (void)finer;
    return vol_fault_set(fault, VOL_EXIT_FAILED, "volery was built without OpenGL (libepoxy)");
}
#endif

#ifdef VOLERY_WITH_CAIRO
static bool open_cairo(vol_easel *easel, vol_fault *fault) {
    if (easel->width > 32767 || easel->height > 32767) {
        return vol_fault_set(fault, VOL_EXIT_FAILED, "cairo draws at most 32767 pixels a side");
    }
    easel->pixels = vol_take((size_t)easel->width * (size_t)easel->height * 4);
    snprintf(easel->driver, sizeof easel->driver, "cairo %s", cairo_version_string());
    return true;
}

static void draw_cairo(vol_easel *easel, const vol_draw_frame *frame, const vol_camera *camera,
                       const vol_draw_style *style, unsigned char *bytes) {
    cairo_surface_t *surface = cairo_image_surface_create_for_data(easel->pixels, CAIRO_FORMAT_RGB24, easel->width,
                                                                   easel->height, easel->width * 4);
    cairo_t *cairo = cairo_create(surface);
    vol_vector_draw(cairo, frame, camera, style);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    vol_cairo_pixels((const uint32_t *)(const void *)easel->pixels, (size_t)easel->width * (size_t)easel->height,
                     bytes);
    cairo_surface_destroy(surface);
}
#else
static void draw_cairo(vol_easel *easel, const vol_draw_frame *frame, const vol_camera *camera,
                       const vol_draw_style *style, unsigned char *bytes) {
    (void)easel;
    (void)frame;
    (void)camera;
    (void)style;
    (void)bytes;
}

static bool open_cairo(vol_easel *easel, vol_fault *fault) {
    (void)easel;
    return vol_fault_set(fault, VOL_EXIT_FAILED, "volery was built without cairo");
}
#endif

bool vol_easel_open(vol_easel *easel, vol_renderer renderer, int width, int height, int finer, vol_fault *note,
                    vol_fault *fault) {
    *easel = (vol_easel){.width = width, .height = height};
    vol_fault reason = {0};
    if (renderer != VOL_RENDERER_CAIRO && open_gl(easel, finer, &reason)) {
        return true;
    }
    if (renderer == VOL_RENDERER_GL) {
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
        vol_fault_more(fault, "; %s", reason.text);
    }
    return false;
}

void vol_easel_draw(vol_easel *easel, const vol_draw_frame *frame, const vol_camera *camera,
                    const vol_draw_style *style, unsigned char *bytes) {
    if (easel->gl != NULL) {
        draw_gl(easel, frame, camera, style, bytes);
    } else {
        draw_cairo(easel, frame, camera, style, bytes);
    }
}

void vol_easel_close(vol_easel *easel) {
#ifdef VOLERY_WITH_GL
    vol_offscreen_release(easel->gl);
#endif
    free(easel->pixels);
    *easel = (vol_easel){0};
}
