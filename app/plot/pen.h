/* Inside of figure.c: cairo with a theme, and the small things that are drawn over and over. */
#ifndef VOLERY_APP_PLOT_PEN_H
#define VOLERY_APP_PLOT_PEN_H

#include "draw/palette.h"
#include "plot/chart.h"

#include <cairo.h>

typedef struct vol_pen {
    cairo_t *cairo;
    vol_ground ground;
    vol_rgba ink, faint, paper;
} vol_pen;

/* Sizes of letters, in points. */
#define VOL_PEN_SMALL 8.0
#define VOL_PEN_NORMAL 9.0
#define VOL_PEN_LARGE 10.5

typedef struct vol_box {
    double left, top, right, bottom;
} vol_box;

void vol_pen_color(const vol_pen *pen, vol_rgba color);
void vol_pen_line(const vol_pen *pen, double x0, double y0, double x1, double y1, double width);
double vol_pen_width(const vol_pen *pen, const char *text, double size);
/* Text with its left end (at 0), middle (0.5) or right end (1) at x, and its middle, as capitals have it, at y. */
void vol_pen_text(const vol_pen *pen, const char *text, double x, double y, double at, double size);
/* The same, turned to read upwards; centred, and made smaller where it would be longer than `room`. */
void vol_pen_text_up(const vol_pen *pen, const char *text, double x, double y, double room, double size);

/* The marks of a chart within its frame, and a sample of one for the legend. */
void vol_pen_marks(const vol_pen *pen, const vol_chart *chart);
void vol_pen_raster(const vol_pen *pen, const vol_chart *chart);
void vol_pen_sample(const vol_pen *pen, const vol_mark *mark, double x, double y, double width);

#endif
