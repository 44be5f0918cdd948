/* Saved states: what --save writes and --load goes on from. */
#ifndef VOLERY_APP_STATE_FILE_H
#define VOLERY_APP_STATE_FILE_H

#include "fault.h"

#include <volery/volery.h>

/* Writes the world's state to a temporary file beside `path` and then gives it that name: `path` always holds a whole
 * state, the old or the new one. */
bool vol_state_save(vol_world *world, const char *path, vol_fault *fault);

/* Could a state be saved there? To be asked before a long run. */
bool vol_state_check(const char *path, vol_fault *fault);

/* Restores a state into a world of the same scene. */
bool vol_state_load(vol_world *world, const char *path, vol_fault *fault);

#endif
