/* What the library asks of the operating system: threads, processors, a clock, memory. One file for each kind of system
 * answers, system_posix.c or system_windows.c; no other file of the library includes headers of a system. */
#ifndef VOLERY_CORE_SYSTEM_H
#define VOLERY_CORE_SYSTEM_H

#include "core/platform.h"

#include <volery/base.h>

/* Threads that do the same work, with one lock between them and their maker, and two bells to sleep by. */
typedef struct vol_threads vol_threads;

typedef enum vol_bell { VOL_BELL_WORK, VOL_BELL_DONE, VOL_BELL_COUNT } vol_bell;

enum { VOL_THREADS_MOST = 1024 };

/* Threads that will call work(argument) once each. No thread runs yet; NULL: there is no memory. */
vol_threads *vol_threads_create(const vol_allocator *allocator, void (*work)(void *argument), void *argument);

/* Starts one more. False: the system gives no more. */
bool vol_threads_start(vol_threads *threads);

/* Waits until all have returned from their work. */
void vol_threads_destroy(vol_threads *threads, const vol_allocator *allocator);

void vol_threads_lock(vol_threads *threads);
void vol_threads_unlock(vol_threads *threads);

/* Unlocks, sleeps until the bell rings or for no reason, and locks again. */
void vol_threads_sleep(vol_threads *threads, vol_bell bell);

/* Wakes one of those that sleep by the bell, or all. */
void vol_threads_ring(vol_threads *threads, vol_bell bell, bool all);

/* Seconds on a clock that never goes back. */
double vol_clock(void);

/* Processors that are on; at least 1. */
uint32_t vol_machine_processors(void);

/* Bytes of memory that this machine has; UINT64_MAX where it does not tell. */
uint64_t vol_machine_memory(void);

/* Memory that begins at a multiple of `alignment`, a power of two, which `bytes` is a multiple of; NULL: there is none.
 * Only vol_aligned_release takes it back. */
void *vol_aligned_allocate(size_t alignment, size_t bytes);
void vol_aligned_release(void *memory);

#endif
