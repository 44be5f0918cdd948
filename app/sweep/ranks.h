/* A sweep over ranks (cluster/cluster.h): the first one hands out runs as the others ask for them, and has the journal
 * and the table; every rank computes runs in processes of its own, as a sweep of one process does. */
#ifndef VOLERY_APP_SWEEP_RANKS_H
#define VOLERY_APP_SWEEP_RANKS_H

#include "sweep/pool.h"

/* Does all jobs of the first rank's pool together with the other ranks. To be called by all of them with the same
 * `work`; `wanted` and `done` are called on the first alone. Ends early on all ranks, with true, when an interrupt came
 * to one of them. *workers becomes the number of processes at a time, of all ranks. False on the rank that failed. */
bool app_sweep_share(const app_pool *pool, uint32_t *workers, app_fault *fault);

#endif
