/* Filling in a vol_error, and stopping at programmer errors. */
#ifndef VOLERY_CORE_ERROR_H
#define VOLERY_CORE_ERROR_H

#include "core/platform.h"

#include <volery/base.h>

#ifndef VOL_ASSERT
#include <assert.h>
#define VOL_ASSERT(condition) assert(condition)
#endif

/* A program that must not go on: see <volery/base.h>. The text names the function and what is wrong. By default, a line
 * to stderr, then abort. */
#ifndef VOL_STOP
#define VOL_STOP vol_stop_here
#endif
void VOL_STOP(const char *text);

/* Makes the text "function: ..." and stops; where the host's VOL_STOP returns, so does this. */
VOL_PRINTF(2, 3)
void vol_stop(const char *function, const char *format, ...);

/* Is an argument there that must not be NULL? */
vol_result vol_check_given(const void *argument, const char *name, vol_error *error);

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

/* Clears a def that cannot be read, so that no function takes it, and returns `result`. */
vol_result vol_def_none(void *to, size_t bytes, vol_result result);

#endif
