/* Files that cairo makes: vectors, and the quiver plot, which may be pixels too. */
#include "draw/vector_file.h"

#include "common/arena.h"
#include "draw/axes.h"
#include "draw/png.h"
#include "draw/quiver.h"
#include "draw/vector.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <stdlib.h>
#include <string.h>

static cairo_status_t put_bytes(void *text, const unsigned char *bytes, unsigned length) {
    vol_text_add(text, (const char *)bytes, length);
    return CAIRO_STATUS_SUCCESS;
}

static void draw(cairo_surface_t *surface, const app_draw_frame *frame, const app_camera *camera,
                 const app_draw_style *style, bool quiver) {
    cairo_t *cairo = cairo_create(surface);
    if (quiver) {
        app_quiver_draw(cairo, frame, camera->width, camera->height, (double)style->pixel);
    } else {
        app_vector_draw(cairo, frame, camera, style);
    }
    cairo_destroy(cairo);
}

static bool write_vectors(app_output *output, bool pdf, const app_draw_frame *frame, const app_camera *camera,
                          const app_draw_style *style, bool quiver, app_fault *fault) {
    vol_text file = {0};
    double width = camera->width;
    double height = camera->height;
    cairo_surface_t *surface = pdf ? cairo_pdf_surface_create_for_stream(put_bytes, &file, width, height)
                                   : cairo_svg_surface_create_for_stream(put_bytes, &file, width, height);
    draw(surface, frame, camera, style, quiver);
    cairo_surface_finish(surface);
    cairo_status_t status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    bool right = status == CAIRO_STATUS_SUCCESS || app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be drawn: %s",
                                                                 output->name, cairo_status_to_string(status));
    right = right && app_output_fill(output, file.data, file.length, fault);
    vol_text_release(&file);
    return right;
}

static bool write_pixels(app_output *output, const app_draw_frame *frame, const app_camera *camera,
                         const app_draw_style *style, bool quiver, app_fault *fault) {
    int width = (int)camera->width;
    int height = (int)camera->height;
    size_t pixels = (size_t)width * (size_t)height;
    uint32_t *picture = vol_take(pixels * sizeof *picture);
    unsigned char *bytes = vol_take(pixels * 4);
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data((unsigned char *)picture, CAIRO_FORMAT_RGB24, width, height, width * 4);
    draw(surface, frame, camera, style, quiver);
    cairo_surface_flush(surface);
    cairo_surface_destroy(surface);
    app_cairo_pixels(picture, pixels, bytes);
    bool right = app_png_write(output, bytes, (uint32_t)width, (uint32_t)height, fault);
    free(picture);
    free(bytes);
    return right;
}

bool app_vector_file(app_output *output, const char *ending, const app_draw_frame *frame, const app_camera *camera,
                     const app_draw_style *style, bool quiver, app_fault *fault) {
    if (strcmp(ending, ".png") == 0) {
        return write_pixels(output, frame, camera, style, quiver, fault);
    }
    return write_vectors(output, strcmp(ending, ".pdf") == 0, frame, camera, style, quiver, fault);
}
