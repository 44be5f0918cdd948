/* Axes around a picture, painted with cairo. */
#include "draw/overlay.h"

#include "draw/axes.h"

#include <string.h>

static uint64_t add_number(uint64_t sum, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (sum ^ bits) * UINT64_C(0x100000001b3);
}

uint64_t app_overlay_key(const app_draw_frame *frame, const app_camera *camera, const app_draw_style *style) {
    const double numbers[] = {camera->width,   camera->height,       camera->center[0],    camera->center[1],
                              camera->zoom,    camera->low[0],       camera->low[1],       camera->size[0],
                              camera->size[1], (double)style->pixel, (double)frame->ground};
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        sum = add_number(sum, numbers[i]);
    }
    return sum | 1;
}

bool app_overlay_paint(unsigned char *bytes, const app_draw_frame *frame, const app_camera *camera,
                       const app_draw_style *style) {
    int width = (int)camera->width;
    int height = (int)camera->height;
    memset(bytes, 0, (size_t)width * (size_t)height * 4);
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data(bytes, CAIRO_FORMAT_ARGB32, width, height, width * 4);
    cairo_t *cairo = cairo_create(surface);
    app_axes_around(cairo, frame, camera, (double)style->pixel);
    cairo_surface_flush(surface);
    bool right = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return right;
}
