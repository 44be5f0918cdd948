/* Numbers of flocks, obstacles, terms and relations: which are given, what is said of those that are not there, and
 * what is read of them. That every function refuses them is in test_wrong_calls.c. */
#include "counting.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

/* Where a def names a flock in several places, each is looked at; and what cannot be read is no def. */
static void expect_no_flock(vol_world *world, vol_flock flock) {
    vol_error error = {0};
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_term_def term = vol_default_term_def(VOL_TERM_PURSUE);
    vol_relation_def relation = vol_default_relation_def();
    uint32_t number;
    char text[60];
    term.target = flock;
    assert_int_equal(vol_term_create(world, &term, &number, &error), VOL_ERROR_NAME);
    relation.to[0] = flock;
    relation.to_count = 1;
    assert_int_equal(vol_relation_create(world, &relation, &number, &error), VOL_ERROR_NAME);
    snprintf(text, sizeof text, "flock number %u is not there", (unsigned)flock);
    assert_string_equal(error.text, text);
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

static void run_one_by_one(void *user, uint32_t count, vol_task task, void *context) {
    (void)user;
    for (uint32_t i = 0; i < count; i++) {
        task(context, i);
    }
}

static void the_hosts_hooks_come_back_as_they_were_given(void **state) {
    (void)state;
    vol_test_counter counter;
    vol_world_def def = vol_default_world_def();
    vol_test_count(&def, &counter);
    def.tasks = (vol_tasks){&def, 2, run_one_by_one};
    vol_world *world = vol_test_world(&def);
    const vol_world_def now = vol_world_get_def(world);
    assert_ptr_equal(now.allocator.user, def.allocator.user);
    assert_true(now.allocator.allocate == def.allocator.allocate && now.allocator.release == def.allocator.release);
    assert_true(now.tasks.run == run_one_by_one && now.tasks.user == &def);
    assert_int_equal(vol_world_set_def(world, &now, NULL), VOL_OK);
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_flocks_that_are_not_there_are_refused),
        cmocka_unit_test(numbers_of_obstacles_terms_and_relations_that_are_gone_are_refused),
        cmocka_unit_test(arguments_that_are_missing_are_refused),
        cmocka_unit_test(the_hosts_hooks_come_back_as_they_were_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
