/* A sweep in memory: what is run, how it is measured, and the rows of the table so far. */
#ifndef VOLERY_APP_SWEEP_SWEEP_H
#define VOLERY_APP_SWEEP_SWEEP_H

#include "cli/options.h"
#include "measure/measures.h"
#include "sweep/journal.h"
#include "sweep/plan.h"
#include "util/output.h"
#include "util/terminal.h"

typedef struct vol_sweep {
    const vol_options *options;
    vol_scene_source source;
    vol_scene scene; /* as it is without the sweep */
    vol_plan plan;
    uint64_t steps;
    uint64_t window, every; /* measured are the last step and every so many before it, this many steps back */
    vol_measures measures;
    size_t parts; /* what is measured: all boids together, and in scenes of several flocks each flock too */
    char **rows;  /* of the runs that are done, as lines of CSV without an end; NULL: not done */
    uint64_t done, failed;
    vol_journal journal;
    bool journalled;
    vol_output table, picture; /* locked from before the first run on */
    vol_progress progress;
} vol_sweep;

/* Reads the scene, the measures and the plan, and tries the values: what is wrong with them is found here. To be released in
 * any case. */
bool vol_sweep_prepare(vol_sweep *sweep, const vol_options *options, vol_fault *fault);
void vol_sweep_release(vol_sweep *sweep);

/* What tells this sweep from all others, line by line. */
void vol_sweep_identity(const vol_sweep *sweep, vol_text *text);

/* Is this step measured? */
bool vol_sweep_is_measured(const vol_sweep *sweep, uint64_t step);

/* The name of a column of measures: "polarisation_mean", "birds.polarisation_sd". */
void vol_sweep_column(const vol_sweep *sweep, size_t part, vol_measure measure, bool mean, vol_text *text);

/* Reads the scene with the values of a combination; with the seed of a run, unless `run` is UINT64_MAX. */
bool vol_sweep_scene(const vol_sweep *sweep, uint64_t combination, uint64_t run, vol_scene *scene, vol_fault *fault);

/* Computes a run, and appends its measures as cells, each with a comma before it. Called in a process of its own. */
bool vol_sweep_run(const vol_sweep *sweep, uint64_t run, vol_text *cells, vol_fault *fault);

/* The row of a run, from what was measured (`right`) or the reason why nothing was. */
void vol_sweep_row(const vol_sweep *sweep, uint64_t run, bool right, const char *answer, vol_text *row);

/* Is this a row of that run, with all columns, and a number where a measure is? Says whether the run failed. Else a fault says
 * what is wrong with it. */
bool vol_sweep_check_row(const vol_sweep *sweep, uint64_t run, const char *row, bool *failed, vol_fault *fault);

/* Keeps a row of a journal, see vol_journal_found; `user` is the sweep. */
bool vol_sweep_found_row(void *user, uint64_t run, const char *row, vol_fault *why);

/* The whole table as CSV, when all rows are there. */
void vol_sweep_csv(const vol_sweep *sweep, vol_text *text);

/* Writes that table, which `csv` holds, as HDF5. False: volery was built without it, or it cannot be written. */
bool vol_sweep_write_h5(const vol_sweep *sweep, vol_output *output, const vol_text *csv, vol_fault *fault);
bool vol_sweep_has_h5(void);

#endif
