/* Wrong calls in any build: numbers of flocks, obstacles, terms and relations that are not there are a result or a
 * stop, and calls into a world from its own callbacks are refused. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- Results ------------------------------------------------------------------------------------------------------ */

/* Every function that takes the number of a flock and returns a result. */
static void expect_no_flock(vol_world *world, vol_flock flock) {
    vol_error error = {0};
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_term_def term = vol_default_term_def(VOL_TERM_PURSUE), wander = vol_default_term_def(VOL_TERM_WANDER);
    vol_relation_def relation = vol_default_relation_def();
    vol_meter_def meter_def = vol_default_meter_def();
    vol_meter *meter;
    const double p[2] = {1, 2}, zero = 0;
    const uint32_t id = 0;
    uint32_t number;
    size_t found;
    vol_hit hit;
    term.target = wander.flock = relation.from = flock;
    relation.to_count = 1;
    assert_false(vol_flock_exists(world, flock));
    assert_int_equal(vol_meter_create(world, &meter_def, &meter, NULL), VOL_OK);
    assert_int_equal(flock == VOL_NONE ? VOL_ERROR_NAME : vol_meter_read(meter, flock, &error), VOL_ERROR_NAME);
    vol_meter_destroy(meter);
    assert_int_equal(vol_flock_set_def(world, flock, &def, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_flock_add(world, flock, 1, p, p, NULL, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_flock_add_heading(world, flock, 1, p, &zero, &zero, NULL, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_flock_reserve(world, flock, 10, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_flock_remove(world, flock, 1, &id, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_flock_destroy(world, flock, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_flock_set_leader(world, flock, 0, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_query_near(world, flock, p, 5, NULL, 0, &found, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_query_neighbours(world, flock, 0, 5, NULL, 0, &found, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_query_nearest(world, flock, p, 1, &hit, &found, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_query_ray(world, flock, p, p, 5, 1, &hit, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_query_box(world, flock, p, p, NULL, 0, &found, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_term_create(world, &wander, &number, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_term_create(world, &term, &number, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_relation_create(world, &relation, &number, &error), VOL_ERROR_NAME);
    relation.from = 0;
    relation.to[0] = flock;
    assert_int_equal(vol_relation_create(world, &relation, &number, &error), VOL_ERROR_NAME);
    if (!strstr(error.text, flock == VOL_NONE ? "4294967295" : "")) {
        fail_msg("'%s' does not name the flock", error.text);
    }
    memset(&def, 0xA5, sizeof def);
    assert_int_equal(vol_flock_read_def(world, flock, &def, sizeof def), VOL_ERROR_NAME);
    assert_int_equal(def.cookie, 0);
    assert_null(def.name);
    assert_int_equal(vol_flock_set_def(world, 0, &def, &error), VOL_ERROR_VALUE);
}

static void numbers_of_flocks_that_are_not_there_are_refused(void **state) {
    (void)state;
    vol_flock flock[2];
    vol_world *world = vol_test_two_flocks(flock);
    const uint64_t before = vol_world_hash(world);
    expect_no_flock(world, 2);
    expect_no_flock(world, VOL_NONE);
    expect_no_flock(world, 1u << 20); /* place 0, but of a flock that was never there */
    expect_no_flock(world, 0xFFFFF);
    assert_hash_equal(vol_world_hash(world), before);
    assert_int_equal(vol_flock_destroy(world, flock[1], NULL), VOL_OK);
    expect_no_flock(world, flock[1]);
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    const vol_flock later = vol_test_flock(world, &def);
    assert_int_equal(later, 1u | 1u << 20);
    expect_no_flock(world, flock[1]); /* its place is taken: it is still not there */
    vol_world_destroy(world);
}

static void numbers_of_obstacles_terms_and_relations_that_are_gone_are_refused(void **state) {
    (void)state;
    vol_flock flock[2];
    vol_world *world = vol_test_two_flocks(flock);
    vol_obstacle_def obstacle = vol_default_obstacle_def(), read;
    vol_term_def term = vol_default_term_def(VOL_TERM_WANDER);
    vol_relation_def relation = vol_default_relation_def();
    uint32_t number[3], next[3];
    relation.to[0] = flock[1];
    relation.to_count = 1;
    for (int round = 0; round < 2; round++) {
        assert_int_equal(vol_obstacle_create(world, &obstacle, &number[0], NULL), VOL_OK);
        assert_int_equal(vol_term_create(world, &term, &number[1], NULL), VOL_OK);
        assert_int_equal(vol_relation_create(world, &relation, &number[2], NULL), VOL_OK);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(number[i], round);
        }
        assert_int_equal(vol_obstacle_remove(world, number[0], NULL), VOL_OK);
        assert_int_equal(vol_term_remove(world, number[1], NULL), VOL_OK);
        assert_true(vol_relation_exists(world, number[2]));
        assert_int_equal(vol_relation_remove(world, number[2], NULL), VOL_OK);
    }
    assert_int_equal(vol_obstacle_create(world, &obstacle, &next[0], NULL), VOL_OK);
    assert_int_equal(vol_term_create(world, &term, &next[1], NULL), VOL_OK);
    assert_int_equal(vol_relation_create(world, &relation, &next[2], NULL), VOL_OK);
    const uint32_t wrong[] = {number[0], 77, VOL_NONE};
    for (size_t i = 0; i < 3; i++) {
        assert_false(vol_obstacle_exists(world, wrong[i]));
        assert_false(vol_term_exists(world, wrong[i]));
        assert_false(vol_relation_exists(world, wrong[i]));
        assert_int_equal(vol_obstacle_set_def(world, wrong[i], &obstacle, NULL), VOL_ERROR_NAME);
        assert_int_equal(vol_obstacle_remove(world, wrong[i], NULL), VOL_ERROR_NAME);
        assert_int_equal(vol_term_set_def(world, wrong[i], &term, NULL), VOL_ERROR_NAME);
        assert_int_equal(vol_term_remove(world, wrong[i], NULL), VOL_ERROR_NAME);
        assert_int_equal(vol_relation_set_def(world, wrong[i], &relation, NULL), VOL_ERROR_NAME);
        assert_int_equal(vol_relation_remove(world, wrong[i], NULL), VOL_ERROR_NAME);
        assert_int_equal(vol_obstacle_read_def(world, wrong[i], &read, sizeof read), VOL_ERROR_NAME);
        assert_int_equal(read.cookie, 0);
        assert_null(read.points);
        assert_int_equal(vol_term_get_def(world, wrong[i]).cookie, 0);
        assert_int_equal(vol_relation_get_def(world, wrong[i]).cookie, 0);
    }
    vol_world_destroy(world);
}

static void arguments_that_are_missing_are_refused(void **state) {
    (void)state;
    vol_flock flock[2];
    vol_world *world = vol_test_two_flocks(flock);
    vol_error error;
    const double p[2] = {0, 0};
    size_t found;
    assert_int_equal(vol_flock_add(world, 0, 1, NULL, p, NULL, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.text, "positions is NULL");
    assert_int_equal(vol_flock_add(world, 0, 1, p, NULL, NULL, &error), VOL_ERROR_VALUE);
    assert_int_equal(vol_flock_remove(world, 0, 1, NULL, &error), VOL_ERROR_VALUE);
    assert_int_equal(vol_query_near(world, 0, NULL, 1, NULL, 0, &found, &error), VOL_ERROR_VALUE);
    assert_int_equal(vol_query_near(world, 0, p, 1, NULL, 3, &found, &error), VOL_ERROR_VALUE);
    assert_int_equal(vol_query_near(world, 0, p, 1, NULL, 0, NULL, &error), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_scatter(world, NULL, 1, &error), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_set_players(world, 1, NULL, &error), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_gust(world, NULL, &error), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_step(NULL, 1), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_set(NULL, "world.dt", "1", &error), VOL_ERROR_VALUE);
    assert_string_equal(error.text, "vol_world_set: the world is NULL");
    vol_world_destroy(world);
}

/* --- Stops -------------------------------------------------------------------------------------------------------- */

typedef void (*wrong_call)(vol_world *world, vol_flock flock);

static void call_view(vol_world *world, vol_flock flock) {
    vol_flock_view(world, flock);
}
static void call_order(vol_world *world, vol_flock flock) {
    vol_flock_order(world, flock);
}
static void call_slot(vol_world *world, vol_flock flock) {
    vol_flock_slot(world, flock, 0);
}
static void call_user(vol_world *world, vol_flock flock) {
    vol_flock_user(world, flock, 0);
}
static void call_index(vol_world *world, vol_flock flock) {
    vol_flock_index(world, flock);
}
static void call_leader(vol_world *world, vol_flock flock) {
    vol_flock_leader(world, flock);
}
static void call_leader_forces(vol_world *world, vol_flock flock) {
    vol_force forces[4];
    vol_flock_leader_forces(world, flock, forces);
}
static void call_undecided(vol_world *world, vol_flock flock) {
    vol_flock_undecided(world, flock);
}
static void call_hash(vol_world *world, vol_flock flock) {
    (void)flock;
    vol_world_hash(world);
}
static void call_snapshot_size(vol_world *world, vol_flock flock) {
    (void)flock;
    vol_snapshot_size(world);
}
static void call_find(vol_world *world, vol_flock flock) {
    (void)flock;
    vol_flock_find(world, "birds");
}
static void call_meals(vol_world *world, vol_flock flock) {
    (void)flock;
    size_t count;
    vol_world_meals(world, &count);
}
static void call_destroy(vol_world *world, vol_flock flock) {
    (void)flock;
    vol_world_destroy(world);
}

static const struct {
    wrong_call call;
    const char *name;
    bool of_flock;
} stops[] = {{call_view, "vol_flock_view", true},
             {call_order, "vol_flock_order", true},
             {call_slot, "vol_flock_slot", true},
             {call_user, "vol_flock_user", true},
             {call_index, "vol_flock_index", true},
             {call_leader, "vol_flock_leader", true},
             {call_leader_forces, "vol_flock_leader_forces", true},
             {call_undecided, "vol_flock_undecided", true},
             {call_hash, "vol_world_hash", false},
             {call_snapshot_size, "vol_snapshot_size", false},
             {call_find, "vol_flock_find", false},
             {call_meals, "vol_world_meals", false},
             {call_destroy, "vol_world_destroy", false}};

/* In a process of its own: `act` must end by abort, and say `text` before. */
static void expect_stop(void (*act)(void *context), void *context, const char *text) {
    int pipes[2], status = 0;
    char said[300] = "";
    assert_int_equal(pipe(pipes), 0);
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(pipes[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        act(context);
        _exit(0);
    }
    close(pipes[1]);
    for (size_t used = 0; used < sizeof said - 1;) {
        const ssize_t some = read(pipes[0], said + used, sizeof said - 1 - used);
        if (some <= 0) {
            break;
        }
        used += (size_t)some;
    }
    close(pipes[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT || !strstr(said, text)) {
        fail_msg("expected a stop with '%s', status %d, said '%s'", text, status, said);
    }
}

typedef struct stopping {
    vol_world *world;
    vol_flock flock;
    size_t call;
} stopping;

static void do_wrong(void *context) {
    const stopping *s = context;
    stops[s->call].call(s->world, s->flock);
}

static void functions_without_a_result_stop_for_flocks_that_are_not_there(void **state) {
    (void)state;
    vol_flock flock[2];
    vol_world *world = vol_test_two_flocks(flock);
    assert_int_equal(vol_flock_destroy(world, flock[1], NULL), VOL_OK);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        stopping wrong = {world, i % 2 ? flock[1] : 9, i}, none = {NULL, 0, i};
        char text[100];
        snprintf(text, sizeof text, "volery: %s: there is no flock number %u\n", stops[i].name, (unsigned)wrong.flock);
        if (stops[i].of_flock) {
            expect_stop(do_wrong, &wrong, text);
        }
        if (stops[i].call != call_destroy) { /* which takes NULL */
            snprintf(text, sizeof text, "volery: %s: the world is NULL\n", stops[i].name);
            expect_stop(do_wrong, &none, text);
        }
    }
    vol_world_destroy(world);
}

/* --- Callbacks ---------------------------------------------------------------------------------------------------- */

/* What a callback does to its own world, and how often it was refused. */
typedef struct intruder {
    vol_world *world;
    unsigned calls, busy;
    bool inside; /* a hook calls in once, not from within what it called */
} intruder;

static void note(intruder *in, vol_result result) {
    in->calls++;
    in->busy += result == VOL_ERROR_BUSY;
}

/* Every kind of function that returns a result. */
static void intrude(intruder *in) {
    vol_world *world = in->world;
    const double p[2] = {5, 5};
    const uint32_t id = 0;
    vol_error error = {0};
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_obstacle_def obstacle = vol_default_obstacle_def();
    vol_term_def term = vol_default_term_def(VOL_TERM_WANDER);
    vol_relation_def relation = vol_default_relation_def();
    vol_meter_def meter = vol_default_meter_def();
    vol_raster_def raster = vol_default_raster_def();
    vol_world_def def = vol_default_world_def();
    vol_meter *made;
    vol_raster *drawn;
    uint32_t number;
    size_t found;
    vol_hit hit;
    char text[40];
    flock.name = "new";
    note(in, vol_world_step(world, 1));
    note(in, vol_world_set(world, "world.dt", "2", &error));
    note(in, vol_world_set_number(world, "world.dt", 2, &error));
    note(in, vol_world_get(world, "world.dt", text, sizeof text, &error));
    note(in, vol_world_read_def(world, &def, sizeof def));
    note(in, vol_world_set_def(world, &def, &error));
    note(in, vol_world_scatter(world, p, 1, &error));
    note(in, vol_world_blow(world, p, 1, p, &error));
    note(in, vol_world_gust(world, p, &error));
    note(in, vol_world_set_players(world, 1, p, &error));
    note(in, vol_flock_create(world, &flock, &number, &error));
    note(in, vol_flock_destroy(world, 0, &error));
    note(in, vol_flock_add(world, 0, 1, p, p, NULL, &error));
    note(in, vol_flock_remove(world, 0, 1, &id, &error));
    note(in, vol_flock_reserve(world, 0, 100000, &error));
    note(in, vol_flock_set_def(world, 0, &flock, &error));
    note(in, vol_flock_read_def(world, 0, &flock, sizeof flock));
    note(in, vol_flock_set_leader(world, 0, 1, &error));
    note(in, vol_obstacle_create(world, &obstacle, &number, &error));
    note(in, vol_obstacle_remove(world, 0, &error));
    note(in, vol_term_create(world, &term, &number, &error));
    note(in, vol_term_remove(world, 0, &error));
    note(in, vol_relation_create(world, &relation, &number, &error));
    note(in, vol_relation_remove(world, 0, &error));
    note(in, vol_query_near(world, 0, p, 5, NULL, 0, &found, &error));
    note(in, vol_query_ray(world, 0, p, p, 5, 1, &hit, &error));
    note(in, vol_snapshot_read(world, "VOLSNAP2", 8, &error));
    note(in, vol_meter_create(world, &meter, &made, &error));
    note(in, vol_raster_create(world, &raster, &drawn, &error));
    note(in, vol_world_check_cluster(world, &error));
    note(in, vol_world_save_full(world, NULL, 0, &found, &error));
    note(in, vol_world_load_full(world, "", 1, &error));
    vol_world_steps(world); /* these may be asked at any time */
    vol_world_isa(world);
    vol_world_workers(world);
}

static bool intruding_rule(void *user, vol_custom_batch *batch) {
    intruder *in = user;
    if (batch->id[0] == 0) {
        intrude(in);
    }
    return true;
}

static vol_world *ruled_world(vol_decide decide, void *user) {
    vol_world_def def = vol_default_world_def();
    def.threads = 1;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_CUSTOM);
    flock.count = 30;
    flock.rule.decide = decide;
    flock.rule.user = user;
    vol_test_flock(world, &flock);
    return world;
}

static void a_rule_cannot_call_into_its_own_world(void **state) {
    (void)state;
    intruder in = {0};
    vol_world *world = in.world = ruled_world(intruding_rule, &in), *calm = ruled_world(intruding_rule, &in);
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    assert_int_equal(in.calls, 96);
    assert_int_equal(in.busy, in.calls);
    in.world = calm; /* another world is not at work */
    const vol_flock_def flock = vol_flock_get_def(world, 0);
    assert_int_equal(flock.count, 30);
    vol_world_destroy(world);
    vol_world_destroy(calm);
}

static bool stopping_rule(void *user, vol_custom_batch *batch) {
    (void)batch;
    do_wrong(user);
    return true;
}

static void step_once(void *context) {
    vol_world_step(((stopping *)context)->world, 1);
}

static void functions_without_a_result_stop_in_a_rule_of_the_same_world(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        stopping s = {NULL, 0, i};
        char text[100];
        s.world = ruled_world(stopping_rule, &s);
        snprintf(text, sizeof text, "volery: %s was called from a rule", stops[i].name);
        expect_stop(step_once, &s, text);
        vol_world_destroy(s.world);
    }
}

static void *intruding_allocate(void *user, size_t bytes, size_t alignment) {
    intruder *in = user;
    if (in->world && !in->inside) {
        in->inside = true;
        intrude(in);
        in->inside = false;
    }
    return aligned_alloc(alignment, bytes);
}

static void intruding_release(void *user, void *memory, size_t bytes) {
    intruder *in = user;
    (void)bytes;
    if (in->world && !in->inside) {
        in->inside = true;
        intrude(in);
        in->inside = false;
    }
    free(memory);
}

static void intruding_run(void *user, uint32_t count, vol_task task, void *context) {
    intruder *in = user;
    if (in->world) {
        intrude(in);
    }
    for (uint32_t i = 0; i < count; i++) {
        task(context, i);
    }
}

static void hooks_cannot_call_into_their_own_world(void **state) {
    (void)state;
    intruder in = {0};
    vol_world_def def = vol_default_world_def();
    def.allocator = (vol_allocator){&in, intruding_allocate, intruding_release};
    def.tasks = (vol_tasks){&in, 2, intruding_run};
    vol_world *world = vol_test_world(&def);
    const vol_world_def now = vol_world_get_def(world);
    assert_ptr_equal(now.allocator.user, &in); /* the host's hooks, as it gave them */
    assert_true(now.allocator.allocate == intruding_allocate && now.tasks.run == intruding_run);
    assert_int_equal(vol_world_set_def(world, &now, NULL), VOL_OK);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    flock.count = 20000;
    in.world = world;
    vol_flock made = vol_test_flock(world, &flock);
    const unsigned after_create = in.calls;
    assert_in_range(after_create, 30, 100000);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    assert_in_range(in.calls, after_create + 30, 100000);
    assert_int_equal(vol_flock_reserve(world, made, 50000, NULL), VOL_OK);
    vol_world_destroy(world);
    assert_int_equal(in.busy, in.calls);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_flocks_that_are_not_there_are_refused),
        cmocka_unit_test(numbers_of_obstacles_terms_and_relations_that_are_gone_are_refused),
        cmocka_unit_test(arguments_that_are_missing_are_refused),
        cmocka_unit_test(functions_without_a_result_stop_for_flocks_that_are_not_there),
        cmocka_unit_test(a_rule_cannot_call_into_its_own_world),
        cmocka_unit_test(functions_without_a_result_stop_in_a_rule_of_the_same_world),
        cmocka_unit_test(hooks_cannot_call_into_their_own_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
