/* Measures as the program writes them: which ones were asked for, their columns, and the file of `run --measure`, a line a
 * step that is measured. */
#ifndef VOLERY_APP_MEASURE_MEASURES_H
#define VOLERY_APP_MEASURE_MEASURES_H

#include "scene/fault.h"
#include "scene/scene.h"
#include "util/output.h"

/* Measures in the order in which they were asked for. */
typedef struct vol_measures {
    vol_measure measure[VOL_MEASURE_COUNT];
    size_t count;
} vol_measures;

/* Reads names with commas between them; NULL: all that a world of so many dimensions has. `title` is what messages begin
 * with: "volery run: --measures". */
bool vol_measures_read(vol_measures *measures, const char *names, int dimensions, const char *title, vol_fault *fault);

/* The same as bits of vol_meter_def.measures. */
uint64_t vol_measures_bits(const vol_measures *measures);

typedef struct vol_measure_file vol_measure_file;

/* Is this a name for it? It must end in .csv, or be - for standard output, or have no ending. */
bool vol_measure_file_check(const char *path, vol_fault *fault);

/* Makes the file, with its header: step, time, each measure of all boids, then, if there are several flocks, of each,
 * with its name ahead: birds.polarisation. Scene, world and output must stay until it is closed. NULL on
 * failure. */
vol_measure_file *vol_measure_file_open(vol_output *output, const vol_measures *measures, const vol_scene *scene,
                                        vol_world *world, vol_fault *fault);

/* Measures the world and writes a line. What is written is in the file, readable by others, with the first line that is
 * written a second later. */
bool vol_measure_file_line(vol_measure_file *file, vol_fault *fault);

/* Closes and releases; NULL is fine. */
bool vol_measure_file_close(vol_measure_file *file, vol_fault *fault);

#endif
