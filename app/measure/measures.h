/* Measures as the program writes them: which ones were asked for, their columns, and the file of `run --measure`, a
 * line a step that is measured. */
#ifndef VOLERY_APP_MEASURE_MEASURES_H
#define VOLERY_APP_MEASURE_MEASURES_H

#include "record/place.h"
#include "util/fault.h"
#include "util/output.h"
#include <volery/scene.h>

/* Measures in the order in which they were asked for. */
typedef struct app_measures {
    vol_measure measure[VOL_MEASURE_COUNT];
    size_t count;
} app_measures;

/* Reads names with commas between them; NULL: all that a world of so many dimensions has. `title` is what messages
 * begin with: "volery run: --measures". */
bool app_measures_read(app_measures *measures, const char *names, int dimensions, const char *title, app_fault *fault);

/* The same as bits of vol_meter_def.measures. */
uint64_t app_measures_bits(const app_measures *measures);

typedef struct app_measure_file app_measure_file;

/* Is this a name for it? It must end in .csv, or be - for standard output, or have no ending. */
bool app_measure_file_check(const char *path, app_fault *fault);

/* Makes the file, with its header: step, time, each measure of all boids, then, if there are several flocks, of each,
 * with its name ahead: birds.polarisation; or goes on behind a place. Scene, world and output must stay until it is
 * closed. NULL on failure. */
app_measure_file *app_measure_file_open(app_output *output, const app_measures *measures, const vol_scene *scene,
                                        vol_world *world, const app_place *from, app_fault *fault);

/* Measures the world and writes a line. What is written is in the file, readable by others, with the first line that is
 * written a second later. */
bool app_measure_file_line(app_measure_file *file, app_fault *fault);

bool app_measure_file_place(app_measure_file *file, app_place *place, app_fault *fault);

/* Closes and releases; NULL is fine. */
bool app_measure_file_close(app_measure_file *file, app_fault *fault);

#endif
