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

/* All defs begin like this. */
typedef struct vol_def_head {
    uint32_t bytes, cookie;
} vol_def_head;

/* Clears a def that has `bytes` bytes in the caller's headers, and begins it if it has as many here: then VOL_OK. */
vol_result vol_def_begin(void *def, size_t bytes, size_t here, uint32_t cookie);

/* Was the def of a `what` ("flock") begun like that, by a caller in whose headers it has `here` bytes? */
vol_result vol_def_check(const void *def, size_t here, uint32_t cookie, const char *what, vol_error *error);

/* Copies a def that has `bytes` bytes in the caller's headers. */
vol_result vol_def_copy(void *to, size_t bytes, const void *from, size_t here);

#endif
