/* Saved states: what --save writes and --load goes on from. */
#ifndef VOLERY_APP_RECORD_STATE_FILE_H
#define VOLERY_APP_RECORD_STATE_FILE_H

#include "util/fault.h"
#include "util/output.h"
#include <volery/scene.h>

#include <volery/volery.h>

/* Writes the world's state to an output that replaces what was there: there is always a whole state, the old or the new
 * one. */
bool app_state_save(vol_world *world, app_output *output, app_fault *fault);

/* The world's state as bytes, to be freed. */
void *app_state_bytes(vol_world *world, size_t *size);

/* Restores a state into a world of the same scene and catches up with its events; - is standard input. */
bool app_state_load(const vol_scene *scene, vol_world *world, const char *path, app_fault *fault);

#endif
