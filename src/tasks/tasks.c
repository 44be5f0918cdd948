/* Workers: a small pool of threads, or the host's own tasks. The only file that knows about threads and clocks.
 *
 * Every worker takes the next piece from a shared counter until none is left, so an uneven flock is shared out evenly;
 * which worker does which piece cannot change a result.
 */
#define _POSIX_C_SOURCE 200809L
#include "tasks/tasks.h"

#include "core/memory.h"
#include "core/platform.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

/* A worker that has nothing to do, and a caller whose workers are not done, test so many times whether that has changed
 * before they go to sleep: some ten microseconds. The rounds of a step follow each other at once, and waking up takes
 * longer. */
enum { VOL_LOOKS = 400 };

/* The gate counts rounds and those inside. A worker goes in where there is a round that it has not seen and that is not
 * closed; the caller closes it when nothing is left to do, and waits for the workers inside alone, not for late
 * ones. */
#define VOL_GATE_ROUND ((uint64_t)1 << 32)
#define VOL_GATE_CLOSED ((uint64_t)1 << 31)
#define VOL_GATE_INSIDE (VOL_GATE_CLOSED - 1)

struct vol_pool {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    _Atomic(uint64_t) gate;
    atomic_bool stop;
    vol_task task; /* of the round: read by those inside, written when there are none */
    void *context;
    uint32_t tasks;   /* how many workers this round needs */
    uint32_t threads; /* started, the caller not included */
    pthread_t thread[1024];
};

/* What one call of vol_crew_run shares between the workers. */
typedef struct share {
    atomic_uint next;
    uint32_t pieces;
    vol_piece piece;
    void *context;
} share;

double vol_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint64_t round_of(uint64_t gate) {
    return gate / VOL_GATE_ROUND;
}

/* Goes through the gate of a round after `seen`; false if the pool is to end. */
static bool enter(vol_pool *pool, uint64_t *seen) {
    for (int look = 0; !atomic_load(&pool->stop); look++) {
        uint64_t gate = atomic_load(&pool->gate);
        if (round_of(gate) != *seen) {
            *seen = round_of(gate);
            while (!(gate & VOL_GATE_CLOSED) && round_of(gate) == *seen) {
                if (atomic_compare_exchange_weak(&pool->gate, &gate, gate + 1)) {
                    return true;
                }
            }
            look = 0;
        } else if (look < VOL_LOOKS) {
            VOL_PAUSE();
        } else {
            pthread_mutex_lock(&pool->lock);
            while (!atomic_load(&pool->stop) && round_of(atomic_load(&pool->gate)) == *seen) {
                pthread_cond_wait(&pool->work, &pool->lock);
            }
            pthread_mutex_unlock(&pool->lock);
        }
    }
    return false;
}

static void leave(vol_pool *pool) {
    uint64_t before = atomic_fetch_sub(&pool->gate, 1);
    if ((before & VOL_GATE_CLOSED) && (before & VOL_GATE_INSIDE) == 1) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_signal(&pool->done);
        pthread_mutex_unlock(&pool->lock);
    }
}

static void *worker_main(void *argument) {
    vol_pool *pool = argument;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    uint32_t number = ++pool->threads;
    pthread_cond_signal(&pool->done);
    pthread_mutex_unlock(&pool->lock);
    while (enter(pool, &seen)) {
        if (number < pool->tasks) {
            pool->task(pool->context, number);
        }
        leave(pool);
    }
    return NULL;
}

static bool is_empty(vol_pool *pool) {
    return (atomic_load(&pool->gate) & VOL_GATE_INSIDE) == 0;
}

static void pool_run(vol_pool *pool, uint32_t count, vol_task task, void *context) {
    pool->task = task;
    pool->context = context;
    pool->tasks = count;
    pthread_mutex_lock(&pool->lock);
    atomic_store(&pool->gate, (round_of(atomic_load(&pool->gate)) + 1) * VOL_GATE_ROUND);
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    task(context, 0);
    atomic_fetch_or(&pool->gate, VOL_GATE_CLOSED);
    for (int look = 0; look < VOL_LOOKS && !is_empty(pool); look++) {
        VOL_PAUSE();
    }
    if (!is_empty(pool)) {
        pthread_mutex_lock(&pool->lock);
        while (!is_empty(pool)) {
            pthread_cond_wait(&pool->done, &pool->lock);
        }
        pthread_mutex_unlock(&pool->lock);
    }
}

static void pool_destroy(vol_pool *pool, const vol_allocator *allocator) {
    pthread_mutex_lock(&pool->lock);
    atomic_store(&pool->stop, true);
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < pool->threads; i++) {
        pthread_join(pool->thread[i], NULL);
    }
    pthread_cond_destroy(&pool->work);
    pthread_cond_destroy(&pool->done);
    pthread_mutex_destroy(&pool->lock);
    vol_release(allocator, pool, 1, sizeof *pool);
}

/* A pool of `threads` threads besides the caller's; fewer if the system gives fewer. */
static vol_pool *pool_create(uint32_t threads, const vol_allocator *allocator) {
    vol_pool *pool = vol_allocate(allocator, 1, sizeof *pool);
    if (!pool) {
        return NULL;
    }
    atomic_init(&pool->gate, VOL_GATE_CLOSED);
    atomic_init(&pool->stop, false);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->done, NULL);
    uint32_t started = 0;
    while (started < threads && pthread_create(&pool->thread[started], NULL, worker_main, pool) == 0) {
        started++;
    }
    pthread_mutex_lock(&pool->lock);
    while (pool->threads < started) { /* each takes its number before the first round */
        pthread_cond_wait(&pool->done, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return pool;
}

uint64_t vol_machine_memory(void) {
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && bytes > 0 ? (uint64_t)pages * (uint64_t)bytes : UINT64_MAX;
}

vol_result vol_crew_create(vol_crew *crew, const vol_tasks *host, uint32_t threads, const vol_allocator *allocator) {
    crew->host = *host;
    crew->pool = NULL;
    if (host->run) {
        crew->workers = host->workers;
        return VOL_OK;
    }
    if (threads == 0) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        threads = processors < 1 ? 1 : processors > 1024 ? 1024 : (uint32_t)processors;
    }
    crew->workers = 1;
    if (threads > 1) {
        crew->pool = pool_create(threads - 1, allocator);
        if (!crew->pool) {
            return VOL_ERROR_MEMORY;
        }
        crew->workers = crew->pool->threads + 1;
    }
    return VOL_OK;
}

void vol_crew_destroy(vol_crew *crew, const vol_allocator *allocator) {
    if (crew->pool) {
        pool_destroy(crew->pool, allocator);
        crew->pool = NULL;
    }
}

static void run_share(void *context, uint32_t worker) {
    share *s = context;
    uint32_t piece;
    while ((piece = atomic_fetch_add_explicit(&s->next, 1, memory_order_relaxed)) < s->pieces) {
        s->piece(s->context, piece, worker);
    }
}

void vol_crew_run(vol_crew *crew, uint32_t pieces, vol_piece piece, void *context) {
    uint32_t workers = pieces < crew->workers ? pieces : crew->workers;
    share s = {.pieces = pieces, .piece = piece, .context = context};
    atomic_init(&s.next, 0);
    if (workers <= 1) {
        run_share(&s, 0);
    } else if (crew->host.run) {
        crew->host.run(crew->host.user, workers, run_share, &s);
    } else {
        pool_run(crew->pool, workers, run_share, &s);
    }
}
