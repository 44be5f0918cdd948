/* From data to charts: one function for each kind of plot. Each fills `charts`, or fails with a fault that names the file and
 * what it lacks. */
#ifndef VOLERY_APP_PLOT_BUILDERS_H
#define VOLERY_APP_PLOT_BUILDERS_H

#include "cli/options.h"
#include "plot/boids.h"
#include "plot/chart.h"
#include "plot/table.h"

/* Is this the table of a sweep? By its header. */
bool vol_table_is_sweep(const vol_table *table);

/* How many columns of a sweep are parameters; they stand behind the first five. */
size_t vol_sweep_parameters(const vol_table *table);
enum { VOL_SWEEP_FIRST = 5 };

/* Columns against step or time, one chart for each unit. */
bool vol_chart_series(vol_charts *charts, const vol_table *table, const vol_plot_options *options, vol_fault *fault);
/* A measure against a parameter, with a line for each value of another one. */
bool vol_chart_errorbars(vol_charts *charts, const vol_table *table, const vol_plot_options *options, vol_fault *fault);
/* A measure over two parameters, as colours. */
bool vol_chart_heat(vol_charts *charts, const vol_table *table, const vol_plot_options *options, vol_fault *fault);
/* How often values of a column occur. */
bool vol_chart_column(vol_charts *charts, const vol_table *table, const vol_plot_options *options, vol_fault *fault);

/* How often speeds, headings or distances to the nearest occur, for each flock. */
bool vol_chart_histogram(vol_charts *charts, const vol_boids *boids, const vol_plot_options *options, vol_fault *fault);
/* How dense boids were where. */
bool vol_chart_map(vol_charts *charts, const vol_boids *boids, const vol_plot_options *options, vol_fault *fault);
/* Where one boid went. */
bool vol_chart_track(vol_charts *charts, const vol_boids *boids, const vol_plot_options *options, vol_fault *fault);

/* Fills a chart with histograms of `count` lists of numbers, as lines or bars; `unit` degrees is a circle. */
typedef struct vol_numbers {
    const char *name;
    double *value;
    size_t count;
} vol_numbers;
bool vol_chart_bins(vol_charts *charts, const vol_numbers *lists, size_t count, const char *unit, uint64_t bins,
                    const char *source, vol_fault *fault);

#endif
