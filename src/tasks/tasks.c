/* Workers: a small pool of threads, or the host's own tasks.
 *
 * Every worker takes the next piece from a shared counter until none is left, so an uneven flock is shared out evenly;
 * which worker does which piece cannot change a result.
 */
#include "tasks/tasks.h"

#include "core/arithmetic.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/platform.h"

#include <stdatomic.h>

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
    vol_threads *threads; /* the caller's is none of them */
    _Atomic(uint64_t) gate;
    atomic_bool stop;
    vol_task task; /* of the round: read by those inside, written when there are none */
    void *context;
    uint32_t tasks; /* how many workers this round needs */
    uint32_t ready; /* threads that have taken their number */
    atomic_uint asleep;
};

/* Pieces that lie side by side, and which is next. A line of memory for each, which workers would else take from each
 * other. */
typedef struct block {
    atomic_uint next;
    uint32_t end;
    char rest[64 - 2 * sizeof(uint32_t)];
} block;

/* What one call of vol_crew_run shares between the workers: a block for each, which helps with those of others when its
 * own is done. So a worker mostly has the same part of the boids in every round, and finds them in its caches. */
enum { VOL_BLOCKS_MOST = 64 };
typedef struct share {
    block block[VOL_BLOCKS_MOST];
    uint32_t blocks;
    vol_piece piece;
    void *context;
} share;

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
            vol_threads_lock(pool->threads);
            atomic_fetch_add(&pool->asleep, 1);
            while (!atomic_load(&pool->stop) && round_of(atomic_load(&pool->gate)) == *seen) {
                vol_threads_sleep(pool->threads, VOL_BELL_WORK);
            }
            atomic_fetch_sub(&pool->asleep, 1);
            vol_threads_unlock(pool->threads);
        }
    }
    return false;
}

static void leave(vol_pool *pool) {
    uint64_t before = atomic_fetch_sub(&pool->gate, 1);
    if ((before & VOL_GATE_CLOSED) && (before & VOL_GATE_INSIDE) == 1) {
        vol_threads_lock(pool->threads);
        vol_threads_ring(pool->threads, VOL_BELL_DONE, false);
        vol_threads_unlock(pool->threads);
    }
}

static void worker_main(void *argument) {
    vol_pool *pool = argument;
    uint64_t seen = 0;
    vol_threads_lock(pool->threads);
    uint32_t number = ++pool->ready;
    vol_threads_ring(pool->threads, VOL_BELL_DONE, false);
    vol_threads_unlock(pool->threads);
    while (enter(pool, &seen)) {
        if (number < pool->tasks) {
            pool->task(pool->context, number);
        }
        leave(pool);
    }
}

static bool is_empty(vol_pool *pool) {
    return (atomic_load(&pool->gate) & VOL_GATE_INSIDE) == 0;
}

static void pool_run(vol_pool *pool, uint32_t count, vol_task task, void *context) {
    pool->task = task;
    pool->context = context;
    pool->tasks = count;
    vol_threads_lock(pool->threads);
    atomic_store(&pool->gate, (round_of(atomic_load(&pool->gate)) + 1) * VOL_GATE_ROUND);
    vol_threads_ring(pool->threads, VOL_BELL_WORK, true);
    vol_threads_unlock(pool->threads);
    task(context, 0);
    atomic_fetch_or(&pool->gate, VOL_GATE_CLOSED);
    for (int look = 0; look < VOL_LOOKS && !is_empty(pool); look++) {
        VOL_PAUSE();
    }
    if (!is_empty(pool)) {
        vol_threads_lock(pool->threads);
        while (!is_empty(pool)) {
            vol_threads_sleep(pool->threads, VOL_BELL_DONE);
        }
        vol_threads_unlock(pool->threads);
    }
}

static void pool_destroy(vol_pool *pool, const vol_allocator *allocator) {
    vol_threads_lock(pool->threads);
    atomic_store(&pool->stop, true);
    vol_threads_ring(pool->threads, VOL_BELL_WORK, true);
    vol_threads_unlock(pool->threads);
    vol_threads_destroy(pool->threads, allocator);
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
    atomic_init(&pool->asleep, 0);
    pool->threads = vol_threads_create(allocator, worker_main, pool);
    if (!pool->threads) {
        vol_release(allocator, pool, 1, sizeof *pool);
        return NULL;
    }
    uint32_t started = 0;
    while (started < threads && vol_threads_start(pool->threads)) {
        started++;
    }
    vol_threads_lock(pool->threads);
    while (pool->ready < started) { /* each takes its number before the first round */
        vol_threads_sleep(pool->threads, VOL_BELL_DONE);
    }
    vol_threads_unlock(pool->threads);
    return pool;
}

vol_result vol_crew_create(vol_crew *crew, const vol_tasks *host, uint32_t threads, const vol_allocator *allocator) {
    crew->host = *host;
    crew->pool = NULL;
    if (host->run) {
        crew->workers = host->workers;
        return VOL_OK;
    }
    if (threads == 0) {
        threads = vol_machine_processors();
        threads = threads < VOL_THREADS_MOST ? threads : VOL_THREADS_MOST;
    }
    crew->workers = 1;
    if (threads > 1) {
        crew->pool = pool_create(threads - 1, allocator);
        if (!crew->pool) {
            return VOL_ERROR_MEMORY;
        }
        crew->workers = crew->pool->ready + 1;
    }
    return VOL_OK;
}

void vol_crew_destroy(vol_crew *crew, const vol_allocator *allocator) {
    if (crew->pool) {
        pool_destroy(crew->pool, allocator);
        crew->pool = NULL;
    }
}

bool vol_crew_is_awake(const vol_crew *crew) {
    return crew->pool && atomic_load(&crew->pool->asleep) == 0;
}

static void run_share(void *context, uint32_t worker) {
    share *s = context;
    VOL_ASSERT(vol_rounds_to_nearest() && vol_keeps_small_numbers()); /* a thread of the host's may do otherwise */
    for (uint32_t i = 0; i < s->blocks; i++) {
        block *b = &s->block[(worker + i) % s->blocks];
        uint32_t piece;
        while ((piece = atomic_fetch_add_explicit(&b->next, 1, memory_order_relaxed)) < b->end) {
            s->piece(s->context, piece, worker);
        }
    }
}

void vol_crew_run(vol_crew *crew, uint32_t pieces, vol_piece piece, void *context) {
    const uint32_t workers = pieces < crew->workers ? pieces : crew->workers;
    share s;
    s.blocks = workers < 1 ? 1 : workers < VOL_BLOCKS_MOST ? workers : VOL_BLOCKS_MOST;
    s.piece = piece;
    s.context = context;
    for (uint32_t i = 0; i < s.blocks; i++) {
        atomic_init(&s.block[i].next, (uint32_t)((uint64_t)pieces * i / s.blocks));
        s.block[i].end = (uint32_t)((uint64_t)pieces * (i + 1) / s.blocks);
    }
    if (workers <= 1) {
        run_share(&s, 0);
    } else if (crew->host.run) {
        crew->host.run(crew->host.user, workers, run_share, &s);
    } else {
        pool_run(crew->pool, workers, run_share, &s);
    }
}
