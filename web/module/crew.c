/* Threads: workers of the host's that have an instance of this module over the same memory, each with a stack of its
 * own. They wait here for work; the world's own thread never waits for one that has not come in: it does all that
 * nobody else does.
 *
 * The gate counts rounds and those inside. A helper goes in where there is a round that it has not seen and that is not
 * closed; whoever is inside takes the next task until none is left. Where memory is not shared nobody comes, and none
 * of what sleeps is ever called: it would be a trap there. */
#include "crew.h"

#include "module.h"

#include <stdatomic.h>

/* So many times one tests whether there is something to do before going to sleep: some ten microseconds. */
enum { LOOKS = 4000 };

#define ROUND ((uint64_t)1 << 32)
#define CLOSED ((uint64_t)1 << 31)
#define INSIDE (CLOSED - 1)

static struct {
    _Atomic(uint64_t) gate;
    atomic_uint round;    /* counts as the gate does: what helpers sleep on */
    atomic_uint emptied;  /* what the caller sleeps on */
    atomic_uint sleepers; /* helpers */
    atomic_bool sleeping; /* the caller */
    atomic_bool stop, failed;
    atomic_uint next;   /* task of the round that nobody has taken */
    atomic_uint here;   /* helpers that have come */
    atomic_uint helped; /* tasks that they have done */
    uint32_t count;     /* of tasks in the round: these three are written when nobody is inside */
    vol_task task;
    void *context;
    bool may_sleep; /* may the caller? Not in the thread of a page */
} crew = {.gate = CLOSED};

#if defined(__wasm_atomics__)
static void sleep_on(atomic_uint *word, unsigned seen) {
    __builtin_wasm_memory_atomic_wait32((int32_t *)word, (int32_t)seen, -1);
}

static void wake(atomic_uint *word) {
    __builtin_wasm_memory_atomic_notify((int32_t *)word, UINT32_MAX);
}
#else
#error "the module needs atomics: -matomics"
#endif

static bool is_empty(void) {
    return (atomic_load(&crew.gate) & INSIDE) == 0;
}

static uint32_t take_tasks(void) {
    uint32_t done = 0, i;
    while ((i = atomic_fetch_add(&crew.next, 1)) < crew.count) {
        crew.task(crew.context, i);
        done++;
    }
    return done;
}

static void wait_for_all(void) {
    for (int look = 0; look < LOOKS || !crew.may_sleep; look++) {
        if (is_empty()) {
            return;
        }
    }
    atomic_store(&crew.sleeping, true);
    for (unsigned seen = atomic_load(&crew.emptied); !is_empty(); seen = atomic_load(&crew.emptied)) {
        sleep_on(&crew.emptied, seen);
    }
    atomic_store(&crew.sleeping, false);
}

static void run(void *user, uint32_t count, vol_task task, void *context) {
    (void)user;
    crew.task = task;
    crew.context = context;
    crew.count = count;
    atomic_store(&crew.next, 0);
    atomic_store(&crew.gate, (atomic_load(&crew.gate) / ROUND + 1) * ROUND);
    atomic_store(&crew.round, (unsigned)(atomic_load(&crew.gate) / ROUND));
    if (atomic_load(&crew.sleepers) > 0) {
        wake(&crew.round);
    }
    take_tasks();
    atomic_fetch_or(&crew.gate, CLOSED);
    wait_for_all();
    if (atomic_load(&crew.failed)) {
        __builtin_trap();
    }
}

vol_tasks web_crew_tasks(uint32_t threads, bool may_sleep) {
    crew.may_sleep = may_sleep;
    return (vol_tasks){.workers = threads, .run = threads > 1 ? run : NULL};
}

/* --- The helpers -------------------------------------------------------------------------------------------------- */

/* Goes through the gate of a round after `seen`; false if there will be none. */
static bool enter(unsigned *seen) {
    for (int look = 0; !atomic_load(&crew.stop); look++) {
        unsigned round = atomic_load(&crew.round);
        if (round != *seen) {
            *seen = round;
            uint64_t gate = atomic_load(&crew.gate);
            while (!(gate & CLOSED) && (unsigned)(gate / ROUND) == round) {
                if (atomic_compare_exchange_weak(&crew.gate, &gate, gate + 1)) {
                    return true;
                }
            }
            look = 0;
        } else if (look >= LOOKS) {
            atomic_fetch_add(&crew.sleepers, 1);
            sleep_on(&crew.round, *seen);
            atomic_fetch_sub(&crew.sleepers, 1);
            look = 0;
        }
    }
    return false;
}

static void leave(void) {
    uint64_t before = atomic_fetch_sub(&crew.gate, 1);
    if ((before & CLOSED) && (before & INSIDE) == 1) {
        atomic_fetch_add(&crew.emptied, 1);
        if (atomic_load(&crew.sleeping)) {
            wake(&crew.emptied);
        }
    }
}

/* A helper's whole life. */
WEB_EXPORT(web_help) void web_help(void) {
    unsigned seen = 0;
    atomic_fetch_add(&crew.here, 1);
    while (enter(&seen)) {
        atomic_fetch_add(&crew.helped, take_tasks());
        leave();
    }
}

/* A task of a helper ended in a trap: the caller is told, and does not wait for it. */
WEB_EXPORT(web_help_failed) void web_help_failed(void) {
    atomic_store(&crew.failed, true);
    leave();
}

/* No more rounds: helpers go home. */
WEB_EXPORT(web_crew_end) void web_crew_end(void) {
    atomic_store(&crew.stop, true);
    atomic_fetch_add(&crew.round, 1);
    wake(&crew.round);
}

/* 0: helpers that have come; 1: tasks that they have done. */
WEB_EXPORT(web_crew_count) uint32_t web_crew_count(uint32_t which) {
    return atomic_load(which == 0 ? &crew.here : &crew.helped);
}
