/* From data to charts: one function for each kind of plot. Each fills `charts`, or fails with a fault that names the
 * file and what it lacks. */
#ifndef VOLERY_APP_PLOT_BUILDERS_H
#define VOLERY_APP_PLOT_BUILDERS_H

#include "cli/options.h"
#include "plot/boids.h"
#include "plot/chart.h"
#include "plot/table.h"

/* Is this the table of a sweep? By its header. */
bool app_table_is_sweep(const app_table *table);

/* How many columns of a sweep are parameters; they stand behind the first five. */
size_t app_sweep_parameters(const app_table *table);
enum { APP_SWEEP_FIRST = 5 };

/* Columns against step or time, one chart for each unit. */
bool app_chart_series(app_charts *charts, const app_table *table, const app_plot_options *options, app_fault *fault);
/* A measure against a parameter, with a line for each value of another one. */
bool app_chart_errorbars(app_charts *charts, const app_table *table, const app_plot_options *options, app_fault *fault);
/* A measure over two parameters, as colours. */
bool app_chart_heat(app_charts *charts, const app_table *table, const app_plot_options *options, app_fault *fault);
/* How often values of a column occur. */
bool app_chart_column(app_charts *charts, const app_table *table, const app_plot_options *options, app_fault *fault);

/* How often speeds, headings or distances to the nearest occur, for each flock. */
bool app_chart_histogram(app_charts *charts, const app_boids *boids, const app_plot_options *options, app_fault *fault);
/* How dense boids were where. */
bool app_chart_map(app_charts *charts, const app_boids *boids, const app_plot_options *options, app_fault *fault);
/* Where one boid went. */
bool app_chart_track(app_charts *charts, const app_boids *boids, const app_plot_options *options, app_fault *fault);

/* Fills a chart with histograms of `count` lists of numbers, as lines or bars; `unit` degrees is a circle. */
typedef struct app_numbers {
    const char *name;
    double *value;
    size_t count;
} app_numbers;
bool app_chart_bins(app_charts *charts, const app_numbers *lists, size_t count, const char *unit, uint64_t bins,
                    const char *source, app_fault *fault);

#endif
