/* Inside of figure.c: cairo with a theme, and the small things that are drawn over and over. */
#ifndef VOLERY_APP_PLOT_PEN_H
#define VOLERY_APP_PLOT_PEN_H

#include "draw/palette.h"
#include "plot/chart.h"

#include <cairo.h>

typedef struct app_pen {
    cairo_t *cairo;
    app_ground ground;
    app_rgba ink, faint, paper;
} app_pen;

/* Sizes of letters, in points. */
#define APP_PEN_SMALL 8.0
#define APP_PEN_NORMAL 9.0
#define APP_PEN_LARGE 10.5

typedef struct app_box {
    double left, top, right, bottom;
} app_box;

void app_pen_color(const app_pen *pen, app_rgba color);
void app_pen_line(const app_pen *pen, double x0, double y0, double x1, double y1, double width);
double app_pen_width(const app_pen *pen, const char *text, double size);
/* Text with its left end (at 0), middle (0.5) or right end (1) at x, and its middle, as capitals have it, at y. */
void app_pen_text(const app_pen *pen, const char *text, double x, double y, double at, double size);
/* The same, turned to read upwards; centred, and made smaller where it would be longer than `room`. */
void app_pen_text_up(const app_pen *pen, const char *text, double x, double y, double room, double size);

/* The marks of a chart within its frame, and a sample of one for the legend. */
void app_pen_marks(const app_pen *pen, const app_chart *chart);
void app_pen_raster(const app_pen *pen, const app_chart *chart);
void app_pen_sample(const app_pen *pen, const app_mark *mark, double x, double y, double width);

#endif
