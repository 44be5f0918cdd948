/* Running the pieces of a stage on several workers: the host's tasks or the built-in pool. */
#ifndef VOLERY_TASKS_TASKS_H
#define VOLERY_TASKS_TASKS_H

#include "core/system.h"

#include <volery/base.h>

typedef struct vol_pool vol_pool;

typedef struct vol_crew {
    uint32_t workers;
    vol_tasks host; /* run is NULL: use the pool */
    vol_pool *pool; /* NULL with one worker */
} vol_crew;

/* One piece of work; `worker` is from 0 to workers - 1, and no two pieces run as the same worker at the same time. */
typedef void (*vol_piece)(void *context, uint32_t piece, uint32_t worker);

vol_result vol_crew_create(vol_crew *crew, const vol_tasks *host, uint32_t threads, const vol_allocator *allocator);
void vol_crew_destroy(vol_crew *crew, const vol_allocator *allocator);

/* Do the workers still look for the next round? Then none has to be woken for it, which takes as long as a small flock.
 * Of the host's tasks nothing is known. */
bool vol_crew_is_awake(const vol_crew *crew);

/* Runs pieces 0 to pieces - 1, in any order, and returns when all are done. No worker is woken for a single piece. */
void vol_crew_run(vol_crew *crew, uint32_t pieces, vol_piece piece, void *context);

#endif
