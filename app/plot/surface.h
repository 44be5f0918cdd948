/* A picture that is drawn on with cairo and then written: PNG, SVG or PDF, by the file's name. */
#ifndef VOLERY_APP_PLOT_SURFACE_H
#define VOLERY_APP_PLOT_SURFACE_H

#include "common/arena.h"
#include "plot/figure.h"
#include "util/output.h"

#include <cairo.h>

typedef struct vol_surface {
    vol_output *output;
    cairo_surface_t *surface;
    cairo_t *cairo;
    vol_text bytes;
} vol_surface;

bool vol_surface_open(vol_surface *surface, const vol_figure_size *size, vol_output *output, vol_fault *fault);
/* Writes the file and releases everything. The title (NULL: none) and the words go into SVG and PDF. */
bool vol_surface_close(vol_surface *surface, const char *title, const char *words, vol_fault *fault);

#endif
