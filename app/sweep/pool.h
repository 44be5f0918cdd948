/* Jobs side by side, each in a process of its own: one that crashes or runs out of memory takes nothing else with
 * it. */
#ifndef VOLERY_APP_SWEEP_POOL_H
#define VOLERY_APP_SWEEP_POOL_H

#include "common/arena.h"
#include "util/fault.h"

#include <stdint.h>

/* What a pool that asks for its jobs is told: here is one; ask again soon; there are no more. */
typedef enum app_pool_turn { APP_POOL_JOB, APP_POOL_LATER, APP_POOL_OVER } app_pool_turn;

typedef struct app_pool {
    void *user;
    uint64_t jobs;
    uint32_t workers; /* processes at a time */
    /* Is the job still to be done? */
    bool (*wanted)(void *user, uint64_t job);
    /* Does the job, in a process of its own, and appends its answer: one line without an end. False: a fault says
     * why. */
    bool (*work)(void *user, uint64_t job, vol_text *answer, app_fault *fault);
    /* Takes the answer, or (`right` false) the reason why there is none; in the process that called. False ends all. */
    bool (*done)(void *user, uint64_t job, bool right, const char *answer, app_fault *fault);
    /* Where jobs come from elsewhere: which one is next? NULL: those that are wanted, by their numbers. */
    app_pool_turn (*turn)(void *user, uint64_t *job);
    /* Called again and again meanwhile. False ends all. NULL: nothing is to be done. */
    bool (*tend)(void *user, app_fault *fault);
} app_pool;

/* Does all jobs that are wanted, in the order of their numbers as far as there are workers. Ends early, with true, when
 * an interrupt came: what was under way then is lost. */
bool app_pool_run(const app_pool *pool, app_fault *fault);

#endif
