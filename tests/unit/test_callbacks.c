/* Calls into a world from its own callbacks - rules, allocators, tasks, functions of a cluster - are refused by every
 * public function: by VOL_ERROR_BUSY, or by a stop where there is no result. calls.def has the functions. */
#define _POSIX_C_SOURCE 200809L
#include "calls.h"

#include "cluster/threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Does its first argument mean a world, or what belongs to one, that may be at work? */
static bool enters(const function *f) {
    return f->kind != ANY && f->kind != FREE && f->kind != FREE_RESULT;
}

typedef enum callback { NO_CALLBACK, RULE, RUN, ALLOCATE, RELEASE, CLUSTER } callback;

/* What a callback does to its own world: one function, or all that give a result. */
typedef struct intruder {
    call c;
    callback armed;
    const function *only;
    unsigned calls;
    const vol_cluster *ranks;
    bool inside; /* a callback calls in once, not from within what it called */
} intruder;

static void intrude(intruder *in, callback from) {
    if (in->armed != from || in->inside) {
        return;
    }
    in->inside = true;
    for (size_t i = 0; i < function_count; i++) {
        const function *f = &functions[i];
        call c = in->c;
        const bool there = f->kind != OWN_RESULT || c.meter; /* destroyed before the world */
        if (in->only ? f == in->only : gives_result(f) && enters(f) && there) {
            char what[40];
            snprintf(what, sizeof what, "callback number %d", from);
            in->calls++;
            if (in->only) {
                f->act(&c); /* must stop */
            } else {
                expect_refused(f, &c, VOL_ERROR_BUSY, what);
            }
        } else if (f->kind == ANY) {
            f->act(&c);
        }
    }
    in->inside = false;
}

static bool intruding_rule(void *user, vol_custom_batch *batch) {
    (void)batch;
    intrude(user, RULE);
    return true;
}

static void intruding_run(void *user, uint32_t count, vol_task task, void *context) {
    intrude(user, RUN);
    for (uint32_t i = 0; i < count; i++) {
        task(context, i);
    }
}

static void *intruding_allocate(void *user, size_t bytes, size_t alignment) {
    intrude(user, ALLOCATE);
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void intruding_release(void *user, void *memory, size_t bytes) {
    (void)bytes;
    intrude(user, RELEASE);
    free(memory);
}

static void make_intruder(intruder *in) {
    vol_world_def def = plain_def();
    memset(in, 0, sizeof *in);
    def.allocator = (vol_allocator){in, intruding_allocate, intruding_release};
    def.tasks = (vol_tasks){in, 2, intruding_run};
    make(&in->c, &def);
    vol_flock_def flock = vol_flock_get_def(in->c.world, in->c.flock);
    flock.rule.decide = intruding_rule;
    flock.rule.user = in;
    NEED(vol_flock_set_def(in->c.world, in->c.flock, &flock, NULL));
}

static void step_once(intruder *in) {
    vol_world_step(in->c.world, 1);
}
static void read_meter(intruder *in) {
    vol_meter_read(in->c.meter, VOL_NONE, NULL);
}
static void count_pixels(intruder *in) {
    enum { MANY = 40000 }; /* fewer are counted by the caller alone */
    static double places[2 * MANY];
    const callback armed = in->armed;
    in->armed = NO_CALLBACK;
    NEED(vol_flock_add(in->c.world, in->c.flock, MANY, places, places, NULL, NULL));
    in->armed = armed;
    vol_raster_begin(in->c.raster, &in->c.raster_view, NULL);
}
static void reserve(intruder *in) {
    vol_flock_reserve(in->c.world, in->c.flock, 5000, NULL);
}
static void query(intruder *in) {
    vol_flock_reserve(in->c.world, in->c.flock, 300, NULL);
    vol_query_near(in->c.world, in->c.flock, in->c.point, 5, NULL, 0, &in->c.found, NULL);
}
static void destroy_meter(intruder *in) {
    vol_meter_destroy(in->c.meter);
    in->c.meter = NULL;
}

/* Where callbacks come from. */
static const struct {
    callback from;
    void (*act)(intruder *in);
} occasions[] = {{RULE, step_once},   {RUN, step_once},       {RUN, read_meter},
                 {RUN, count_pixels}, {ALLOCATE, reserve},    {RELEASE, reserve},
                 {ALLOCATE, query},   {ALLOCATE, read_meter}, {RELEASE, destroy_meter}};

enum { OCCASIONS = sizeof occasions / sizeof *occasions };

static void functions_with_a_result_are_busy_in_callbacks(void **state) {
    (void)state;
    for (size_t k = 0; k < OCCASIONS; k++) {
        intruder in;
        make_intruder(&in);
        in.armed = occasions[k].from;
        occasions[k].act(&in);
        if (in.calls < 50) {
            fail_msg("occasion %zu made %u calls\n", k, in.calls);
        }
        in.armed = NO_CALLBACK;
        unmake(&in.c);
    }
}

typedef struct occasion {
    intruder *in;
    size_t number;
} occasion;

static void act_at(void *context) {
    const occasion *o = context;
    occasions[o->number].act(o->in);
}

static void functions_without_a_result_stop_in_callbacks(void **state) {
    (void)state;
    for (size_t k = 0; k < OCCASIONS; k++) {
        intruder in = {0};
        for (size_t i = 0; i < function_count; i++) {
            if (!enters(&functions[i]) || gives_result(&functions[i])) {
                continue;
            }
            if (!in.c.world) {
                make_intruder(&in);
            }
            char text[120];
            in.armed = occasions[k].from;
            in.only = &functions[i];
            snprintf(text, sizeof text, "volery: %s was called from a rule", functions[i].name);
            expect_stop(act_at, &(occasion){&in, k}, text);
            in.armed = NO_CALLBACK;
            if (STOPS_RETURN) { /* the rest was done in this very world */
                unmake(&in.c);
                in.c.world = NULL;
            }
        }
        if (in.c.world) {
            unmake(&in.c);
        }
    }
}

static bool rule_of_another_world(void *user, vol_custom_batch *batch) {
    const intruder *in = user;
    (void)batch;
    NEED(vol_world_step(in->c.world, 1));
    return vol_flock_view(in->c.world, in->c.flock).count > 0;
}

static void another_world_is_not_at_work(void **state) {
    (void)state;
    intruder in, other;
    make_intruder(&in);
    make_intruder(&other);
    vol_flock_def flock = vol_flock_get_def(in.c.world, in.c.flock);
    flock.rule.decide = rule_of_another_world;
    flock.rule.user = &other;
    NEED(vol_flock_set_def(in.c.world, in.c.flock, &flock, NULL));
    const uint64_t before = vol_world_steps(other.c.world);
    NEED(vol_world_step(in.c.world, 1));
    assert_true(vol_world_steps(other.c.world) > before);
    assert_true(vol_flock_undecided(in.c.world, in.c.flock) == 0);
    unmake(&in.c);
    unmake(&other.c);
}

/* The memory of a world that is being destroyed is given back while it is at work. */
static void a_world_that_ends_lets_nothing_in(void **state) {
    (void)state;
    intruder in;
    make_intruder(&in);
    leave(&in.c);
    in.armed = RELEASE;
    vol_world_destroy(in.c.world);
    in.armed = NO_CALLBACK;
    in.c.world = NULL;
    assert_true(in.calls > 50);
    unmake(&in.c);
}

/* --- Clusters ----------------------------------------------------------------------------------------------------- */

/* The functions of a rank, each of which calls into the world first. */
static bool intruding_add(void *user, uint64_t *numbers, size_t count) {
    intruder *in = user;
    intrude(in, CLUSTER);
    return in->ranks->add(in->ranks->user, numbers, count);
}

static bool intruding_highest(void *user, double *numbers, size_t count) {
    intruder *in = user;
    intrude(in, CLUSTER);
    return in->ranks->highest(in->ranks->user, numbers, count);
}

static bool intruding_tell(void *user, const uint64_t *to, uint64_t *from) {
    intruder *in = user;
    intrude(in, CLUSTER);
    return in->ranks->tell(in->ranks->user, to, from);
}

static bool intruding_exchange(void *user, const vol_parcel *out, size_t outs, const vol_parcel *into, size_t ins) {
    intruder *in = user;
    intrude(in, CLUSTER);
    return in->ranks->exchange(in->ranks->user, out, outs, into, ins);
}

static bool intruding_collect(void *user, const void *own, void *all, const size_t *bytes_of) {
    intruder *in = user;
    intrude(in, CLUSTER);
    return in->ranks->collect(in->ranks->user, own, all, bytes_of);
}

static void as_a_rank(const vol_cluster *ranks, void *context) {
    intruder in = {.ranks = ranks};
    unsigned *calls = context;
    const vol_cluster cluster = {ranks->rank,        ranks->size,       &in,
                                 intruding_add,      intruding_highest, intruding_tell,
                                 intruding_exchange, intruding_collect};
    vol_world_def def = plain_def();
    def.cluster = &cluster;
    def.size[0] = def.size[1] = 4000; /* so that each rank has boids of its own: some rows of cells */
    def.index = VOL_INDEX_GRID;
    make(&in.c, &def);
    NEED(vol_world_unwatch(in.c.world, in.c.region, NULL)); /* which brings boids together in every step */
    in.armed = CLUSTER;
    NEED(vol_world_step(in.c.world, 2));
    calls[2 * ranks->rank] = in.calls;
    vol_flock_view(in.c.world, in.c.flock);
    calls[2 * ranks->rank + 1] = in.calls;
    in.armed = NO_CALLBACK;
    unmake(&in.c);
}

static void functions_of_a_cluster_cannot_call_into_their_world(void **state) {
    (void)state;
    unsigned calls[4] = {0};
    vol_test_ranks(2, as_a_rank, calls);
    for (int rank = 0; rank < 2; rank++) {
        assert_true(calls[2 * rank] > 50);                  /* in steps, and */
        assert_true(calls[2 * rank + 1] > calls[2 * rank]); /* where boids are brought together to be looked at */
    }
}

int main(void) {
    const struct CMUnitTest all[] = {
        cmocka_unit_test(functions_with_a_result_are_busy_in_callbacks),
        cmocka_unit_test(functions_without_a_result_stop_in_callbacks),
        cmocka_unit_test(another_world_is_not_at_work),
        cmocka_unit_test(a_world_that_ends_lets_nothing_in),
        cmocka_unit_test(functions_of_a_cluster_cannot_call_into_their_world),
    };
    return cmocka_run_group_tests(all, NULL, NULL);
}
