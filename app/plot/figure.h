/* Draws charts with cairo into a PNG, SVG or PDF. */
#ifndef VOLERY_APP_PLOT_FIGURE_H
#define VOLERY_APP_PLOT_FIGURE_H

#include "plot/chart.h"
#include "util/output.h"

/* The picture. Lengths in it are points, 72 to an inch. */
typedef struct vol_figure_size {
    double width, height;
    double pixels; /* of a PNG, to a point */
} vol_figure_size;

/* Reads "160x100mm", "800x500px" or "800x500"; NULL is the first. */
bool vol_figure_size_read(vol_figure_size *size, const char *text, vol_fault *fault);

/* Fits the rulers into the picture and draws everything into an output that is open; its name says the format. */
bool vol_figure_draw(vol_charts *charts, const vol_figure_size *size, bool dark, vol_output *output, vol_fault *fault);

/* What the picture shows, in words: for SVG's title and description, and for who tests. */
void vol_figure_words(const vol_charts *charts, vol_text *text);

#endif
