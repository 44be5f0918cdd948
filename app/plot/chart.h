/* A chart: what a plot shows, not how it is drawn. Made from tables and boids (chart_*.c), drawn by figure.c. */
#ifndef VOLERY_APP_PLOT_CHART_H
#define VOLERY_APP_PLOT_CHART_H

#include "common/arena.h"
#include "common/words.h"
#include "draw/ruler.h"
#include "util/fault.h"

typedef enum app_mark_kind {
    APP_MARK_LINE,   /* through the points; a gap where one is not a number */
    APP_MARK_BAND,   /* the same with all that is within `error` of it shaded */
    APP_MARK_ERRORS, /* dots with bars, joined by a line */
    APP_MARK_DOTS,   /* dots with bars, not joined */
    APP_MARK_BARS,   /* x are count + 1 edges */
    APP_MARK_TRACK,  /* a line from a dull to a strong colour, with its ends marked; `value` is the time */
    APP_MARK_VALUES  /* dots coloured by `value` */
} app_mark_kind;

typedef struct app_mark {
    app_mark_kind kind;
    const char *name; /* in the legend, set by app_chart_name; NULL: not there */
    unsigned color;   /* number of the colour */
    size_t count;
    double *x, *y;
    double *error; /* half the length of a bar; NULL: none */
    double *value;
} app_mark;

/* Cells with a colour each. */
typedef struct app_raster {
    size_t columns, rows;
    double *values; /* row after row, from the least y; not a number: empty */
    double *x, *y;  /* columns + 1 and rows + 1 edges */
} app_raster;

typedef struct app_chart {
    app_ruler x, y;
    const char *x_label, *y_label; /* with their units */
    bool same_scale;               /* x and y are lengths in one space */
    bool y_down;
    app_mark *marks;
    size_t mark_count;
    app_raster raster; /* values NULL: there is none */
    app_ruler scale;   /* of the colours, where there is a raster or a track */
    const char *scale_label;
    const char *note; /* a line below, about what is shown; NULL: none */
} app_chart;

/* Several charts one above the other that share x; and where all of their memory comes from. They outlive the table or
 * the boids that they were made of: every text and number that they point to is the arena's, or as lasting as the
 * program. */
typedef struct app_charts {
    vol_arena arena;
    app_chart *chart;
    size_t count;
    const char *title; /* NULL: none */
    double band[2];    /* a part of x that is shaded; equal: none */
} app_charts;

/* Makes room for so many charts, all empty. */
void app_charts_make(app_charts *charts, size_t count);
void app_charts_release(app_charts *charts);

/* Cuts a list at its commas (NULL: nothing); the words live as long as the charts. */
void app_charts_split(app_charts *charts, vol_words *words, const char *list);

/* Adds a mark with room for `count` points (and one more x). */
app_mark *app_chart_add(app_charts *charts, app_chart *chart, app_mark_kind kind, size_t count, size_t most_marks);

/* Names a mark in the legend; the name is copied: its source may be gone when the charts are drawn. */
void app_chart_name(app_charts *charts, app_mark *mark, const char *name);

/* The least and the greatest of all that the marks show along x or y (error bars too), widened by a part of it. */
void app_chart_range_x(const app_chart *chart, double part, double *least, double *most);
void app_chart_range_y(const app_chart *chart, double part, double *least, double *most);

/* How a column is called on an axis: "radius of gyration (px)", "birds.max_speed (px/time)". In tables of sweeps
 * measures end with _mean. */
const char *app_chart_label(app_charts *charts, const char *column, bool of_sweep);
/* Its unit alone; "" where there is none. */
const char *app_chart_unit(const char *column, bool of_sweep);

#endif
