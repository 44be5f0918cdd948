/* A chart: what a plot shows, without a word on how it is drawn. Made from tables and boids (chart_*.c), drawn by figure.c. */
#ifndef VOLERY_APP_PLOT_CHART_H
#define VOLERY_APP_PLOT_CHART_H

#include "common/arena.h"
#include "common/words.h"
#include "plot/axes.h"
#include "scene/fault.h"

typedef enum vol_mark_kind {
    VOL_MARK_LINE,   /* through the points; a gap where one is not a number */
    VOL_MARK_ERRORS, /* dots with bars, joined by a line */
    VOL_MARK_DOTS,   /* dots with bars, not joined */
    VOL_MARK_BARS,   /* x are count + 1 edges */
    VOL_MARK_TRACK,  /* a line from a dull to a strong colour, with its ends marked; `value` is the time */
    VOL_MARK_VALUES  /* dots coloured by `value` */
} vol_mark_kind;

typedef struct vol_mark {
    vol_mark_kind kind;
    const char *name; /* in the legend, set by vol_chart_name; NULL: not there */
    unsigned color;   /* number of the colour */
    size_t count;
    double *x, *y;
    double *error; /* half the length of a bar; NULL: none */
    double *value;
} vol_mark;

/* Cells with a colour each. */
typedef struct vol_raster {
    size_t columns, rows;
    double *values; /* row after row, from the least y; not a number: empty */
    double *x, *y;  /* columns + 1 and rows + 1 edges */
} vol_raster;

typedef struct vol_chart {
    vol_ruler x, y;
    const char *x_label, *y_label; /* with their units */
    bool same_scale;               /* x and y are lengths in one space */
    bool y_down;
    vol_mark *marks;
    size_t mark_count;
    vol_raster raster; /* values NULL: there is none */
    vol_ruler scale;   /* of the colours, where there is a raster or a track */
    const char *scale_label;
    const char *note; /* a line below, about what is shown; NULL: none */
} vol_chart;

/* Several charts one above the other that share x; and where all of their memory comes from. They outlive the table or the
 * boids that they were made of: every text and number that they point to is the arena's, or as lasting as the program. */
typedef struct vol_charts {
    vol_arena arena;
    vol_chart *chart;
    size_t count;
    const char *title; /* NULL: none */
    double band[2];    /* a part of x that is shaded; equal: none */
} vol_charts;

/* Makes room for so many charts, all empty. */
void vol_charts_make(vol_charts *charts, size_t count);
void vol_charts_release(vol_charts *charts);

/* Cuts a list at its commas (NULL: nothing); the words live as long as the charts. */
void vol_charts_split(vol_charts *charts, vol_words *words, const char *list);

/* Adds a mark with room for `count` points (and one more x). */
vol_mark *vol_chart_add(vol_charts *charts, vol_chart *chart, vol_mark_kind kind, size_t count, size_t most_marks);

/* Names a mark in the legend; the name is copied, as who gave it may be gone when the charts are drawn. */
void vol_chart_name(vol_charts *charts, vol_mark *mark, const char *name);

/* The least and the greatest of all that the marks show along x or y (error bars too), widened by a part of it. */
void vol_chart_range_x(const vol_chart *chart, double part, double *least, double *most);
void vol_chart_range_y(const vol_chart *chart, double part, double *least, double *most);

/* How a column is called on an axis: "radius of gyration (px)", "birds.max_speed (px/time)". In tables of sweeps measures
 * end with _mean. */
const char *vol_chart_label(vol_charts *charts, const char *column, bool of_sweep);
/* Its unit alone; "" where there is none. */
const char *vol_chart_unit(const char *column, bool of_sweep);

#endif
