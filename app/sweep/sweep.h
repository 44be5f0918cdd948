/* A sweep in memory: what is run, how it is measured, and the rows of the table so far. */
#ifndef VOLERY_APP_SWEEP_SWEEP_H
#define VOLERY_APP_SWEEP_SWEEP_H

#include "cli/options.h"
#include "measure/measures.h"
#include "measure/statistics.h"
#include "sweep/journal.h"
#include "sweep/plan.h"
#include "util/output.h"
#include "util/terminal.h"

/* Part `number`, counted from 1, of `count`; zeros: all of it. */
typedef struct app_part {
    uint64_t number, count;
} app_part;

typedef struct app_sweep {
    const app_options *options;
    vol_scene_where where;
    vol_scene scene; /* as it is without the sweep */
    app_plan plan;
    uint64_t steps;
    uint64_t window, every; /* measured are the last step and every so many before it, this many steps back */
    app_measures measures;
    size_t parts; /* what is measured: all boids together, and in scenes of several flocks each flock too */
    char **rows;  /* of the runs that are done, as lines of CSV without an end; NULL: not done */
    uint64_t done, failed;
    app_part part; /* what is computed here */
    app_journal journal;
    bool journalled;
    app_output table, points, picture; /* locked from before the first run on */
    app_progress progress;
} app_sweep;

/* Reads the scene, the measures and the plan, and tries the values: what is wrong with them is found here. To be
 * released in any case. */
bool app_sweep_prepare(app_sweep *sweep, const app_options *options, app_fault *fault);
void app_sweep_release(app_sweep *sweep);

/* What tells this sweep from all others, line by line. */
void app_sweep_identity(const app_sweep *sweep, vol_text *text);

/* Is this step measured? */
bool app_sweep_is_measured(const app_sweep *sweep, uint64_t step);

/* A column of measures: of all boids (part 0) or flock part - 1, which of the sweep's measures, and what of it. */
typedef struct app_sweep_column {
    size_t part, measure;
    app_statistic statistic;
} app_sweep_column;

/* How many there are, and which one column i is: mean and deviation of all, then of all what else is known of them. */
size_t app_sweep_columns(const app_sweep *sweep);
app_sweep_column app_sweep_column_at(const app_sweep *sweep, size_t i);

/* Its name: "polarisation_mean", "birds.polarisation_sd". */
void app_sweep_column_name(const app_sweep *sweep, app_sweep_column column, vol_text *text);

/* Reads the scene with the values of a combination; with the seed of a run, unless `run` is UINT64_MAX. */
bool app_sweep_scene(const app_sweep *sweep, uint64_t combination, uint64_t run, vol_scene *scene, app_fault *fault);

/* Computes a run, and appends its measures as cells, each with a comma before it. Called in a process of its own. */
bool app_sweep_run(const app_sweep *sweep, uint64_t run, vol_text *cells, app_fault *fault);

/* The row of a run, from what was measured (`right`) or the reason why nothing was. */
void app_sweep_row(const app_sweep *sweep, uint64_t run, bool right, const char *answer, vol_text *row);

/* Is this a row of that run, with all columns, and a number where a measure is? Says whether the run failed. Else a
 * fault says what is wrong with it. */
bool app_sweep_check_row(const app_sweep *sweep, uint64_t run, const char *row, bool *failed, app_fault *fault);

/* Keeps a row of a journal, see app_journal_found; `user` is the sweep. */
bool app_sweep_found_row(void *user, uint64_t run, const char *row, app_fault *why);

/* The whole table as CSV, when all rows are there. */
void app_sweep_csv(const app_sweep *sweep, vol_text *text);

/* A table of combinations, from that one: runs that differ in their seeds alone are one row. */
bool app_sweep_points(const app_sweep *sweep, const vol_text *csv, vol_text *text, app_fault *fault);

/* Writes that table, which `csv` holds, as HDF5. False: volery was built without it, or it cannot be written. */
bool app_sweep_write_h5(const app_sweep *sweep, app_output *output, const vol_text *csv, app_fault *fault);
bool app_sweep_has_h5(void);

#endif
