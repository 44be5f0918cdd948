/* From cairo to a file: the picture is made in memory and then put into place whole. */
#include "plot/surface.h"

#include "common/words.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <string.h>

static cairo_status_t keep_bytes(void *closure, const unsigned char *data, unsigned int length) {
    vol_text_add(closure, (const char *)data, length);
    return CAIRO_STATUS_SUCCESS;
}

bool app_surface_open(app_surface *s, const app_figure_size *size, app_output *output, app_fault *fault) {
    const char *path = output->name;
    *s = (app_surface){.output = output};
    if (vol_ends_with(path, ".svg")) {
        s->surface = cairo_svg_surface_create_for_stream(keep_bytes, &s->bytes, size->width, size->height);
    } else if (vol_ends_with(path, ".pdf")) {
        s->surface = cairo_pdf_surface_create_for_stream(keep_bytes, &s->bytes, size->width, size->height);
    } else {
        s->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)lround(size->width * size->pixels),
                                                (int)lround(size->height * size->pixels));
        cairo_surface_set_device_scale(s->surface, size->pixels, size->pixels);
    }
    s->cairo = cairo_create(s->surface);
    if (cairo_status(s->cairo) == CAIRO_STATUS_SUCCESS) {
        return true;
    }
    app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be drawn: %s", path,
                  cairo_status_to_string(cairo_status(s->cairo)));
    cairo_destroy(s->cairo);
    cairo_surface_destroy(s->surface);
    vol_text_release(&s->bytes);
    return false;
}

static void put_escaped(vol_text *text, const char *words) {
    for (; *words != '\0'; words++) {
        switch (*words) {
        case '&': vol_text_put(text, "&amp;"); break;
        case '<': vol_text_put(text, "&lt;"); break;
        case '>': vol_text_put(text, "&gt;"); break;
        default: vol_text_add(text, words, 1); break;
        }
    }
}

/* Letters are outlines in cairo's SVG: for readers who cannot see them there is the description. */
static void add_words(vol_text *bytes, const char *title, const char *words) {
    char *root = bytes->data != NULL ? strstr(bytes->data, "<svg") : NULL;
    char *end = root != NULL ? strchr(root, '>') : NULL;
    if (end == NULL) {
        return;
    }
    vol_text all = {0};
    vol_text_add(&all, bytes->data, (size_t)(end + 1 - bytes->data));
    if (title != NULL) {
        vol_text_put(&all, "\n<title>");
        put_escaped(&all, title);
        vol_text_put(&all, "</title>");
    }
    vol_text_put(&all, "\n<desc>");
    put_escaped(&all, words);
    vol_text_put(&all, "</desc>");
    vol_text_put(&all, end + 1);
    vol_text_release(bytes);
    *bytes = all;
}

bool app_surface_close(app_surface *s, const char *title, const char *words, app_fault *fault) {
    bool is_svg = vol_ends_with(s->output->name, ".svg");
    bool is_pdf = vol_ends_with(s->output->name, ".pdf");
    if (is_pdf) {
        cairo_pdf_surface_set_metadata(s->surface, CAIRO_PDF_METADATA_SUBJECT, words);
        cairo_pdf_surface_set_metadata(s->surface, CAIRO_PDF_METADATA_TITLE, title != NULL ? title : "");
    }
    cairo_status_t status = cairo_status(s->cairo);
    cairo_destroy(s->cairo);
    if (status == CAIRO_STATUS_SUCCESS && !is_svg && !is_pdf) {
        status = cairo_surface_write_to_png_stream(s->surface, keep_bytes, &s->bytes);
    }
    cairo_surface_finish(s->surface);
    status = status != CAIRO_STATUS_SUCCESS ? status : cairo_surface_status(s->surface);
    cairo_surface_destroy(s->surface);
    bool right = status == CAIRO_STATUS_SUCCESS;
    if (!right) {
        app_fault_set(fault, APP_EXIT_FAILED, "%s: cannot be drawn: %s", s->output->name,
                      cairo_status_to_string(status));
    } else {
        if (is_svg) {
            add_words(&s->bytes, title, words);
        }
        right = app_output_fill(s->output, s->bytes.data, s->bytes.length, fault);
    }
    vol_text_release(&s->bytes);
    return right;
}
