/* Do all ranks work on the same? */
#ifndef VOLERY_APP_CLUSTER_SAME_H
#define VOLERY_APP_CLUSTER_SAME_H

#include "util/fault.h"
#include "util/output.h"

/* Every rank has read a scene, each from the files of its own machine: false if one of them is another one than that of
 * the first rank, whether by its keys or by the boids of its start files. Called by all. */
bool app_same_scene(const vol_scene *scene, app_fault *fault);

/* The same for a number that tells what `what` is, the name of a file. */
bool app_same_number(uint64_t own, const char *what, app_fault *fault);

/* Is the file that the first rank has opened the one that all see under its name, and can they write it together by
 * HDF5? Then it is marked as shared; else the first one writes it, which is no fault. Its old bytes are lost. */
bool app_same_file(app_output *output, app_fault *fault);

#endif
