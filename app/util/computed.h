/* By what a world is computed, for everything that says so: summaries, recordings, files. */
#ifndef VOLERY_APP_UTIL_COMPUTED_H
#define VOLERY_APP_UTIL_COMPUTED_H

#include "common/arena.h"

#include <volery/volery.h>
#include <stdbool.h>

/* On a device, not on processors. */
bool app_computed_on_device(const vol_world *world);

/* Without the same bits. Where a device was asked for with `fast` and processors compute instead, all is exact. */
bool app_computed_fast(const vol_world *world);

/* "avx2, 2 threads", "on NVIDIA H200", "on NVIDIA H200, fast". */
void app_computed_text(const vol_world *world, vol_text *text);

/* Does such a text say that it was fast? */
bool app_computed_text_is_fast(const char *text);

#endif
