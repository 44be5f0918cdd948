/* A picture that is drawn on with cairo and then written: PNG, SVG or PDF, by the file's name. */
#ifndef VOLERY_APP_PLOT_SURFACE_H
#define VOLERY_APP_PLOT_SURFACE_H

#include "common/arena.h"
#include "plot/figure.h"
#include "util/output.h"

#include <cairo.h>

typedef struct app_surface {
    app_output *output;
    cairo_surface_t *surface;
    cairo_t *cairo;
    vol_text bytes;
} app_surface;

bool app_surface_open(app_surface *surface, const app_figure_size *size, app_output *output, app_fault *fault);
/* Writes the file and releases everything. The title (NULL: none) and the words go into SVG and PDF. */
bool app_surface_close(app_surface *surface, const char *title, const char *words, app_fault *fault);

#endif
