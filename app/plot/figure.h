/* Draws charts with cairo into a PNG, SVG or PDF. */
#ifndef VOLERY_APP_PLOT_FIGURE_H
#define VOLERY_APP_PLOT_FIGURE_H

#include "plot/chart.h"
#include "util/output.h"

/* The picture. Lengths in it are points, 72 to an inch. */
typedef struct app_figure_size {
    double width, height;
    double pixels; /* of a PNG, to a point */
} app_figure_size;

/* Reads "160x100mm", "800x500px" or "800x500"; NULL is the first. */
bool app_figure_size_read(app_figure_size *size, const char *text, app_fault *fault);

/* Fits the rulers into the picture and draws everything into an output that is open; its name says the format. */
bool app_figure_draw(app_charts *charts, const app_figure_size *size, bool dark, app_output *output, app_fault *fault);

/* What the picture shows, in words: for SVG's title and description, and for tests. */
void app_figure_words(const app_charts *charts, vol_text *text);

#endif
