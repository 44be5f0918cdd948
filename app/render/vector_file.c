/* Files that cairo makes: vectors, and the quiver plot, which may be pixels too. */
#include "render/vector_file.h"

#include "draw/axes.h"
#include "draw/vector.h"
#include "render/png.h"
#include "render/quiver.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cairo_status_t put_bytes(void *file, const unsigned char *bytes, unsigned length) {
    return fwrite(bytes, 1, length, file) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static void draw(cairo_surface_t *surface, const vol_draw_frame *frame, const vol_camera *camera,
                 const vol_draw_style *style, bool quiver) {
    cairo_t *cairo = cairo_create(surface);
    if (quiver) {
        vol_quiver_draw(cairo, frame, camera->width, camera->height, (double)style->pixel);
    } else {
        vol_vector_draw(cairo, frame, camera, style);
    }
    cairo_destroy(cairo);
}

static bool write_vectors(const char *path, bool pdf, const vol_draw_frame *frame, const vol_camera *camera,
                          const vol_draw_style *style, bool quiver, vol_fault *fault) {
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return vol_fault_set(fault, VOL_EXIT_FAILED, "%s: cannot be written: %s", path, strerror(errno));
    }
    double width = camera->width;
    double height = camera->height;
    cairo_surface_t *surface = pdf ? cairo_pdf_surface_create_for_stream(put_bytes, file, width, height)
                                   : cairo_svg_surface_create_for_stream(put_bytes, file, width, height);
    errno = 0;
    draw(surface, frame, camera, style, quiver);
    cairo_surface_finish(surface);
    cairo_status_t status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    bool right = fclose(file) == 0 && status == CAIRO_STATUS_SUCCESS;
    if (!right) {
        vol_fault_set(fault, VOL_EXIT_FAILED, "%s: cannot be written: %s", path,
                      errno != 0 ? strerror(errno) : cairo_status_to_string(status));
        remove(path);
    }
    return right;
}

static bool write_pixels(const char *path, const vol_draw_frame *frame, const vol_camera *camera,
                         const vol_draw_style *style, bool quiver, vol_fault *fault) {
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
    vol_cairo_pixels(picture, pixels, bytes);
    bool right = vol_png_write(path, bytes, (uint32_t)width, (uint32_t)height, fault);
    free(picture);
    free(bytes);
    return right;
}

bool vol_vector_file(const char *path, const char *ending, const vol_draw_frame *frame, const vol_camera *camera,
                     const vol_draw_style *style, bool quiver, vol_fault *fault) {
    if (strcmp(ending, ".png") == 0) {
        return write_pixels(path, frame, camera, style, quiver, fault);
    }
    return write_vectors(path, strcmp(ending, ".pdf") == 0, frame, camera, style, quiver, fault);
}
