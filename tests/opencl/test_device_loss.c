/* A device that fails, at every call that can: the world says so, is what it was when it was last read, complete, and
 * stays that. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "failing.h"
#include "unit/around.h"
#include "unit/counting.h"
#include "unit/pair.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 12, OUT_OF_RESOURCES = -5, ALLOCATION_FAILURE = -4, NOT_AVAILABLE = -2 };

static failing_orders *orders;
static long share = 8; /* one of so many is enough; 1: all */

/* The state of the processor's world after each step. */
typedef struct history {
    void *snapshot[STEPS + 1];
    size_t size[STEPS + 1];
    uint64_t hash[STEPS + 1];
} history;

/* What a run has come to. */
typedef struct run {
    vol_world *world;
    vol_result result;
    uint64_t read;    /* the step of the last time that the test read boids */
    uint64_t reached; /* how far the world has come: with hunters it reads boids itself, in steps with a meal */
} run;

/* Makes the world of these tests; stops where it fails. */
static vol_result make(vol_world_def *def, bool hunters, vol_world **world) {
    vol_result result = vol_world_create(def, world, NULL);
    for (int i = 0; result == VOL_OK && i < 2; i++) {
        vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
        vol_flock flock;
        flock_def.name = i == 0 ? "birds" : "hawks";
        flock_def.count = i == 0 ? 150 : 50;
        flock_def.user_bytes = i == 0 ? 4 : 0;
        flock_def.start.speed = 1;
        result = vol_flock_create(*world, &flock_def, &flock, NULL);
    }
    if (result == VOL_OK && hunters) {
        vol_relation_def hunt = vol_test_relation(1, 0, VOL_RELATION_HUNT);
        hunt.eat = 6;
        result = vol_relation_create(*world, &hunt, NULL, NULL);
    }
    return result;
}

static vol_world_def world_def(void) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
    def.wind.velocity[0] = 0.1;
    return def;
}

/* A push comes before these steps. */
static void push(vol_world *world) {
    if (vol_world_steps(world) == 7) {
        assert_int_equal(vol_world_gust(world, (double[2]){1, 2}, NULL), VOL_OK);
    }
}

static history history_of(bool hunters) {
    vol_world_def def = world_def();
    vol_world *world;
    history h;
    assert_int_equal(make(&def, hunters, &world), VOL_OK);
    for (size_t i = 0; i <= STEPS; i++) {
        push(world);
        h.size[i] = vol_snapshot_size(world);
        h.snapshot[i] = malloc(h.size[i]);
        assert_non_null(h.snapshot[i]);
        vol_snapshot_write(world, h.snapshot[i]);
        h.hash[i] = vol_world_hash(world);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
    }
    vol_world_destroy(world);
    return h;
}

static void forget(history *h) {
    for (size_t i = 0; i <= STEPS; i++) {
        free(h->snapshot[i]);
    }
}

/* Steps that were asked for are all made, or it says why not. */
static bool step(run *r, uint64_t steps) {
    const uint64_t before = vol_world_steps(r->world);
    push(r->world);
    r->result = vol_world_step(r->world, steps);
    if (r->result == VOL_OK) {
        assert_int_equal(vol_world_steps(r->world), before + steps);
    }
    r->reached = before + steps;
    return r->result == VOL_OK;
}

/* Reads all boids; if the device is lost over that, the world is in the past. */
static bool look(run *r) {
    const uint64_t before = vol_world_steps(r->world);
    vol_flock_view(r->world, 0);
    if (vol_world_steps(r->world) != before) {
        r->result = vol_world_step(r->world, 1);
        assert_int_not_equal(r->result, VOL_OK);
        return false;
    }
    r->read = before;
    return true;
}

/* The whole story, as far as it goes. */
static run live(bool hunters, vol_test_counter *counter) {
    run r = {.result = VOL_OK};
    vol_world_def def = world_def();
    def.device = "gpu";
    vol_test_count(&def, counter);
    r.result = make(&def, hunters, &r.world);
    if (r.result != VOL_OK) {
        return r;
    }
    if (step(&r, 4) && look(&r) && step(&r, 3)) {
        vol_world_hash(r.world);
        if (step(&r, 2) && look(&r)) {
            step(&r, 3);
        }
    }
    return r;
}

/* The world is that of the processor at its step, and stays so, whatever is asked of it. */
static void check_world(run *r, bool hunters, const history *h) {
    const uint64_t before = vol_world_steps(r->world), hash = vol_world_hash(r->world);
    assert_hash_equal(hash, h->hash[vol_world_steps(r->world)]); /* also if it fails over this */
    for (int round = 0; round < 2; round++) {
        const size_t size = vol_snapshot_size(r->world);
        void *bytes = malloc(size);
        assert_non_null(bytes);
        vol_snapshot_write(r->world, bytes);
        const uint64_t at = vol_world_steps(r->world); /* and over this */
        assert_in_range(at, 0, STEPS);
        if (at != before && r->result == VOL_OK) {
            r->result = vol_world_step(r->world, 1);
            assert_int_not_equal(r->result, VOL_OK);
        }
        if (r->result == VOL_ERROR_DEVICE) {
            assert_in_range(at, r->read, hunters ? r->reached : r->read);
        }
        assert_int_equal(size, h->size[at]);
        assert_memory_equal(bytes, h->snapshot[at], h->size[at]);
        free(bytes);
        assert_hash_equal(vol_world_hash(r->world), h->hash[at]);
        if (r->result != VOL_OK) {
            assert_int_equal(vol_world_step(r->world, 3), r->result);
        }
    }
}

static void fail_at(failing_function function, long after, int result, bool lost, bool hunters, const history *h) {
    *orders = (failing_orders){.function = function, .after = after, .result = result, .lost = lost};
    vol_test_counter counter;
    run r = live(hunters, &counter);
    if (!r.world || vol_flock_count(r.world) < 2 || (hunters && vol_relation_count(r.world) == 0)) {
        assert_true(r.result == VOL_ERROR_MEMORY || r.result == VOL_ERROR_DEVICE);
    } else {
        assert_true(r.result == VOL_OK || r.result == VOL_ERROR_MEMORY || r.result == VOL_ERROR_DEVICE);
        if (r.result != VOL_OK && result == OUT_OF_RESOURCES && function != FAILING_CREATE_BUFFER) {
            assert_int_equal(r.result, VOL_ERROR_DEVICE);
        }
        check_world(&r, hunters, h);
    }
    vol_world_destroy(r.world);
    assert_int_equal(counter.living, 0);
}

/* Every function at each of its calls, or at `most` of them, or at a share of these. */
static void sweep(int result, bool lost, bool hunters, long most) {
    history h = history_of(hunters);
    vol_test_counter counter;
    *orders = (failing_orders){.result = 0};
    run r = live(hunters, &counter);
    assert_int_equal(r.result, VOL_OK);
    check_world(&r, hunters, &h);
    vol_world_destroy(r.world);
    long calls[FAILING_FUNCTIONS];
    memcpy(calls, orders->calls, sizeof calls);
    for (int function = 0; function < FAILING_FUNCTIONS; function++) {
        const long stride = share * calls[function] / most + 1;
        for (long after = 0; after < calls[function]; after += stride) {
            fail_at((failing_function)function, after, result, lost, hunters, &h);
        }
    }
    *orders = (failing_orders){.result = 0};
    forget(&h);
}

static void a_device_that_is_lost_at_any_call_leaves_the_world_that_was_read_last(void **state) {
    (void)state;
    sweep(OUT_OF_RESOURCES, true, false, 40);
}

static void a_device_that_is_lost_among_hunters_leaves_the_world_that_was_read_last(void **state) {
    (void)state;
    sweep(NOT_AVAILABLE, true, true, 25);
}

static void one_function_that_fails_is_enough(void **state) {
    (void)state;
    sweep(OUT_OF_RESOURCES, false, false, 10);
}

static void memory_that_is_not_there_is_told_and_nothing_is_lost(void **state) {
    (void)state;
    sweep(ALLOCATION_FAILURE, false, false, 10);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_that_is_lost_at_any_call_leaves_the_world_that_was_read_last),
        cmocka_unit_test(a_device_that_is_lost_among_hunters_leaves_the_world_that_was_read_last),
        cmocka_unit_test(one_function_that_fails_is_enough),
        cmocka_unit_test(memory_that_is_not_there_is_told_and_nothing_is_lost),
    };
    if (setenv("VOLERY_OPENCL", VOL_FAILING_OPENCL, 1) != 0 || !vol_test_has_device()) {
        return 77;
    }
    orders = failing_find_orders();
    if (!orders) {
        return 1;
    }
    share = argc > 1 && strcmp(argv[1], "all") == 0 ? 1 : share;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
