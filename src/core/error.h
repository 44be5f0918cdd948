/* Filling in a vol_error, and stopping at programmer errors. */
#ifndef VOLERY_CORE_ERROR_H
#define VOLERY_CORE_ERROR_H

#include "core/platform.h"

#include <volery/base.h>

#ifndef VOL_ASSERT
#include <assert.h>
#define VOL_ASSERT(condition) assert(condition)
#endif

/* Fills *error (unless it is NULL) and returns `result`, so that a caller can return it on. */
VOL_PRINTF(4, 5)
vol_result vol_fail(vol_error *error, vol_result result, const char *field, const char *format, ...);

#endif
