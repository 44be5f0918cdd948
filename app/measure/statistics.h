/* Statistics of a measure over time: its mean with a standard error that takes into account that states of one run are
 * not independent, and the moments that tell phases apart. Used by sweeps, a run each, and by plots of series. */
#ifndef VOLERY_APP_MEASURE_STATISTICS_H
#define VOLERY_APP_MEASURE_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

typedef enum app_statistic {
    APP_STATISTIC_MEAN,
    APP_STATISTIC_SD,             /* standard deviation, divided by n */
    APP_STATISTIC_ERROR,          /* standard error of the mean, from the autocorrelation time */
    APP_STATISTIC_TAU,            /* integrated autocorrelation time, in steps; 1/2 value apart: no correlation */
    APP_STATISTIC_BINDER,         /* 1 - <m^4> / (3 <m^2>^2) */
    APP_STATISTIC_SUSCEPTIBILITY, /* N (<m^2> - <m>^2) */
    APP_STATISTIC_COUNT
} app_statistic;

/* What columns of tables end with, behind an underscore: "mean", "sd", "error", "tau", "binder", "susceptibility". */
const char *app_statistic_name(size_t statistic);

/* The statistic that a column's title ends with, APP_STATISTIC_COUNT if with none. *length: of what comes before the
 * underscore. */
app_statistic app_statistic_of(const char *title, size_t *length);

/* Values that come one after the other. Of very many, neighbours are averaged in blocks: memory has a limit. Begins
 * with zeros; to be released. */
typedef struct app_series {
    double count, sum, mean, squares; /* of differences from the mean */
    double seconds, fourths;          /* sums of powers */
    double *block;                    /* means of `per_block` values each */
    size_t blocks;
    uint64_t per_block, pending;
    double pending_sum; /* of the `pending` values of the block that is not full yet */
} app_series;

enum { APP_SERIES_BLOCKS = 16384 };

/* Adds a value; what is not finite is left out. */
void app_series_add(app_series *series, double value);
void app_series_release(app_series *series);

/* All statistics, of values `every` steps apart of `boids` boids. Those that are not defined are not a number: all of
 * no value; error and tau of a single one; tau of values that are all the same (their error is 0); the cumulant of
 * zeros. */
void app_series_read(const app_series *series, double every, double boids, double value[APP_STATISTIC_COUNT]);

/* A number of several runs that differ in their seeds alone, each with the error that the run knows of; that may be not
 * a number. Begins with zeros. */
typedef struct app_runs {
    double count, mean, squares, errors2;
} app_runs;

/* Adds a run; one whose number is not finite is left out. */
void app_runs_add(app_runs *runs, double value, double error);
/* How runs differ, divided by one less than their number; of a single run not a number. */
double app_runs_deviation(const app_runs *runs);
/* The standard error of the mean of all: as the runs know it, or as they differ, if that is more. */
double app_runs_error(const app_runs *runs);

#endif
