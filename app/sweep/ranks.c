/* Runs of a sweep, dealt out to ranks. Messages are a letter and what belongs to it:
 *
 *   to the first rank     h WORKERS           here is a rank with so many workers, each of which wants a run
 *                         d JOB RIGHT ANSWER  a run is done, and a worker wants the next one
 *                         b HOW, b HOW WHY    the last message: all is done, a signal came, or it failed
 *   from the first rank   j JOB               a run
 *                         e                   there are no more; what is under way is to be finished
 *                         s                   stop
 *                         f                   the last message, after b
 *
 * Between any two ranks messages arrive in their order, so nothing is left behind when the last ones are there. A rank
 * that dies takes all with it, as MPI does it; the journal has what was done. */
#include "sweep/ranks.h"

#include "cluster/cluster.h"
#include "record/block.h"
#include "util/interrupt.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* What a rank knows; it is the user of its pool. */
typedef struct dealing {
    const app_pool *pool; /* the caller's */
    /* The first rank: */
    uint64_t next;    /* the first job that was not considered yet */
    bool *told;       /* of each rank: that there are no more */
    uint32_t present; /* other ranks that have not said their last word */
    uint32_t workers; /* of all ranks */
    /* The others: */
    uint64_t *queue; /* jobs that wait for a worker, at most one for each */
    uint32_t queued;
    bool over, stopped, released;
} dealing;

static void say(uint32_t to, char letter, uint64_t number, bool right, const char *answer) {
    vol_text message = {0};
    vol_text_add(&message, &letter, 1);
    app_put_number(&message, number, 8);
    app_put_number(&message, right ? 1 : 0, 1);
    vol_text_put(&message, answer);
    app_cluster_send(to, message.data, message.length);
    vol_text_release(&message);
}

enum { NUMBER = 1, RIGHT = 9, ANSWER = 10 };  /* where these are in a message */
enum { DONE = 0, SIGNALLED = 1, FAILED = 2 }; /* how a rank ended */

/* --- The first rank --------------------------------------------------------------------------------------------- */

static bool next_job(dealing *d, uint64_t *job) {
    while (d->next < d->pool->jobs && !d->pool->wanted(d->pool->user, d->next)) {
        d->next++;
    }
    *job = d->next;
    return d->next < d->pool->jobs ? (d->next++, true) : false;
}

static void deal(dealing *d, uint32_t to) {
    uint64_t job = 0;
    if (d->told[to]) {
        return;
    }
    if (next_job(d, &job)) {
        say(to, 'j', job, true, "");
    } else {
        d->told[to] = true;
        say(to, 'e', 0, true, "");
    }
}

static bool hear(dealing *d, uint32_t from, const vol_text *message, bool dealing_out, app_fault *fault) {
    const unsigned char *bytes = (const unsigned char *)message->data;
    uint64_t number = app_get_number(bytes + NUMBER, 8);
    bool right = true;
    if (bytes[0] == 'h') {
        d->workers += (uint32_t)number;
        for (uint64_t i = 0; dealing_out && i < number; i++) {
            deal(d, from);
        }
    } else if (bytes[0] == 'd') {
        right = d->pool->done(d->pool->user, number, bytes[RIGHT] != 0, message->data + ANSWER, fault);
        if (dealing_out && right) {
            deal(d, from);
        }
    } else if (bytes[0] == 'b') {
        d->present--;
        say(from, 'f', 0, true, "");
        if (number == SIGNALLED) {
            raise(SIGINT); /* what came to one rank came to all */
        }
        right = number != FAILED || app_fault_set(fault, APP_EXIT_FAILED, "%s", message->data + ANSWER);
    }
    return right;
}

static bool tend_others(void *user, app_fault *fault) {
    dealing *d = user;
    vol_text message = {0};
    uint32_t from = 0;
    bool right = true;
    while (right && app_cluster_receive(false, &from, &message)) {
        right = hear(d, from, &message, true, fault);
    }
    vol_text_release(&message);
    return right;
}

static app_pool_turn take_own(void *user, uint64_t *job) {
    dealing *d = user;
    return next_job(d, job) ? APP_POOL_JOB : d->present > 0 ? APP_POOL_LATER : APP_POOL_OVER;
}

/* Ends what the others still do, and hears them out. The first fault counts. */
static bool dismiss(dealing *d, bool right, app_fault *fault) {
    vol_text message = {0};
    for (uint32_t rank = 1; d->present > 0 && rank < app_cluster_size(); rank++) {
        say(rank, 's', 0, true, "");
    }
    while (d->present > 0) {
        uint32_t from = 0;
        app_fault ignored = {0};
        app_cluster_receive(true, &from, &message);
        bool heard = hear(d, from, &message, false, right ? fault : &ignored);
        right = right && heard;
    }
    vol_text_release(&message);
    return right;
}

static bool own_work(void *user, uint64_t job, vol_text *answer, app_fault *fault) {
    const dealing *d = user;
    return d->pool->work(d->pool->user, job, answer, fault);
}

static bool own_done(void *user, uint64_t job, bool right, const char *answer, app_fault *fault) {
    const dealing *d = user;
    return d->pool->done(d->pool->user, job, right, answer, fault);
}

static bool deal_out(dealing *d, app_fault *fault) {
    const app_pool own = {d, 0, d->pool->workers, NULL, own_work, own_done, take_own, tend_others};
    d->present = app_cluster_size() - 1;
    d->workers = d->pool->workers;
    d->told = memset(vol_take(app_cluster_size()), 0, app_cluster_size());
    bool right = dismiss(d, app_pool_run(&own, fault), fault);
    free(d->told);
    return right;
}

/* --- The others ------------------------------------------------------------------------------------------------- */

static void obey(dealing *d, const vol_text *message) {
    char letter = message->data[0];
    if (letter == 'j') {
        d->queue[d->queued++] = app_get_number((const unsigned char *)message->data + NUMBER, 8);
    }
    d->over = d->over || letter == 'e';
    d->stopped = d->stopped || letter == 's';
    d->released = letter == 'f';
}

static bool tend_first(void *user, app_fault *fault) {
    dealing *d = user;
    vol_text message = {0};
    uint32_t from = 0;
    (void)fault;
    while (app_cluster_receive(false, &from, &message)) {
        obey(d, &message);
    }
    vol_text_release(&message);
    return !d->stopped;
}

static app_pool_turn take_dealt(void *user, uint64_t *job) {
    dealing *d = user;
    if (d->queued == 0) {
        return d->over ? APP_POOL_OVER : APP_POOL_LATER;
    }
    *job = d->queue[--d->queued];
    return APP_POOL_JOB;
}

static bool tell_done(void *user, uint64_t job, bool right, const char *answer, app_fault *fault) {
    (void)user, (void)fault;
    say(0, 'd', job, right, answer);
    return true;
}

static bool work_along(dealing *d, app_fault *fault) {
    const app_pool own = {d, 0, d->pool->workers, NULL, own_work, tell_done, take_dealt, tend_first};
    vol_text message = {0};
    uint32_t from = 0;
    d->queue = vol_take(d->pool->workers * sizeof *d->queue);
    say(0, 'h', d->pool->workers, true, "");
    bool right = app_pool_run(&own, fault) || d->stopped;
    say(0, 'b',
        !right                                ? FAILED
        : app_interrupt_came() && !d->stopped ? SIGNALLED
                                              : DONE,
        true, right ? "" : fault->text);
    while (!d->released) {
        app_cluster_receive(true, &from, &message);
        d->queued = 0;
        obey(d, &message);
    }
    vol_text_release(&message);
    free(d->queue);
    return right;
}

bool app_sweep_share(const app_pool *pool, uint32_t *workers, app_fault *fault) {
    dealing d = {.pool = pool};
    bool right = app_cluster_first() ? deal_out(&d, fault) : work_along(&d, fault);
    *workers = d.workers;
    return right;
}
