/* What every other header of Volery needs: results, errors, and the hooks through which a host provides memory and
 * threads. */
#ifndef VOLERY_BASE_H
#define VOLERY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VOL_VERSION_MAJOR 0
#define VOL_VERSION_MINOR 1
#define VOL_VERSION_PATCH 0

/* On Windows VOL_EXPORTS is defined while the library is compiled as a DLL, VOL_IMPORTS where a host uses one; neither
 * for an archive. CMake's target and pkg-config's flags see to it. */
#if defined(_WIN32) && defined(VOL_EXPORTS)
#define VOL_API __declspec(dllexport)
#elif defined(_WIN32) && defined(VOL_IMPORTS)
#define VOL_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define VOL_API __attribute__((visibility("default")))
#else
#define VOL_API
#endif

/* Wrong calls. A number of a flock, obstacle, term or relation that is not there (never made, or gone since), a NULL
 * where something is needed, and a call into a world from a callback of its own are noticed in every build:
 * - functions that return a vol_result return VOL_ERROR_NAME, VOL_ERROR_VALUE or VOL_ERROR_BUSY, and nothing has
 *   changed. A def that was to be read is all 0 then, but for `bytes`, and no function takes it;
 * - functions that return something else stop the program: a line to stderr that names the function and the number,
 *   then abort(). Those that are asked whether something is there (vol_..._exists, vol_flock_find, vol_flock_slot,
 *   vol_flock_user) stop for a wrong world or flock alone.
 * VOL_STOP, defined while the library is compiled as the name of a function of the host's, void game_stop(const char
 * *text), replaces that; where it returns, the function that was called returns an empty view, NULL, 0, false or
 * VOL_NONE. VOL_ASSERT(condition), defined so, replaces assert in checks of the library's own work, which are left out
 * where NDEBUG is defined. */

/* "0.1.0". Since 0.1. */
VOL_API const char *vol_version(void);

/* No coordinate that a caller gives may be farther from 0. */
#define VOL_FARTHEST 1e12

/* No velocity that a caller gives may be faster along an axis. */
#define VOL_FASTEST 1e9

/* How a call ended. Since 0.1. */
typedef enum vol_result {
    VOL_OK = 0,
    VOL_ERROR_VALUE,       /* a value is not allowed: wrong type, out of range, not a number */
    VOL_ERROR_NAME,        /* no parameter, flock, model or choice of that name */
    VOL_ERROR_UNSUPPORTED, /* the value is valid but this build or machine cannot do it */
    VOL_ERROR_FIXED,       /* the parameter cannot change once the world or flock exists */
    VOL_ERROR_MEMORY,      /* the allocator returned NULL */
    VOL_ERROR_DATA,        /* a snapshot is damaged, of another version, or of another world */
    VOL_ERROR_LAYOUT,      /* a def of another size than here: the caller was compiled or bound against other headers */
    VOL_ERROR_DEVICE,      /* a device failed or was lost: what it computed since it was last read is gone */
    VOL_ERROR_BUSY,        /* the world is at work: a rule or a hook of the host's called into it */
    VOL_RESULT_COUNT
} vol_result;

/* "value", "name", ...: for messages and logs. Since 0.1. */
VOL_API const char *vol_result_name(vol_result result);

/* Defs and their size. Every def begins with how many bytes its caller knows it to have, and a cookie. Both are set by
 * its vol_..._def_init(&def, ..., sizeof def), which vol_default_..._def() calls with the size that the caller's
 * compiler sees; bindings to other languages call it themselves. If the library was compiled with another layout, init
 * leaves all but `bytes` 0 and returns VOL_ERROR_LAYOUT, and so does every function that is given such a def: nothing
 * is misread, and no more is written than the caller has room for. The same holds for vol_..._read_def, by which
 * vol_..._get_def reads a def. */

/* What went wrong, for a person to read. Since 0.1. */
typedef struct vol_error {
    vol_result result;
    char field[80]; /* dotted name of the parameter at fault, "" where there is none */
    char text[240]; /* one sentence that names the field, the value and what is allowed */
} vol_error;

/* Where memory comes from. All NULL (the default): malloc and free.
 *
 * Called when worlds and flocks are made, grow, are queried (query.h), are watched (events.h), or are
 * destroyed; never during a step. */
typedef struct vol_allocator {
    void *user;
    /* `bytes` bytes aligned to `alignment` (a power of two up to 64), or NULL. */
    void *(*allocate)(void *user, size_t bytes, size_t alignment);
    /* Frees what `allocate` returned; `bytes` is as in that call. */
    void (*release)(void *user, void *memory, size_t bytes);
} vol_allocator;

typedef void (*vol_task)(void *context, uint32_t index);

/* What runs the work of a step. `run` NULL (the default): a small pool of threads that belongs to the world.
 *
 * `run` must call task(context, i) once for every i from 0 to count - 1, on any threads, in any order, at most
 * `workers` at a time, and return when all are done. The results do not depend on how. */
typedef struct vol_tasks {
    void *user;
    uint32_t workers;
    void (*run)(void *user, uint32_t count, vol_task task, void *context);
} vol_tasks;

#ifdef __cplusplus
}
#endif

#endif
