/* Flocks that are destroyed, and obstacles and terms that come and go: what refers to them goes with them, and the rest
 * is as it was. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

static void what_refers_to_a_flock_goes_with_it(void **state) {
    (void)state;
    vol_flock flock[2];
    vol_world *world = vol_test_two_flocks(flock);
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    def.name = "third";
    def.count = 10;
    const vol_flock third = vol_test_flock(world, &def);
    vol_relation_def relation = vol_default_relation_def();
    vol_term_def term = vol_default_term_def(VOL_TERM_PURSUE), own = vol_default_term_def(VOL_TERM_WANDER);
    uint32_t both, only, from, pursue, other, mine;
    relation.from = flock[0];
    relation.to[0] = flock[1];
    relation.to[1] = third;
    relation.to_count = 2;
    assert_int_equal(vol_relation_create(world, &relation, &both, NULL), VOL_OK);
    relation.to_count = 1;
    assert_int_equal(vol_relation_create(world, &relation, &only, NULL), VOL_OK);
    relation.from = flock[1];
    relation.to[0] = third;
    assert_int_equal(vol_relation_create(world, &relation, &from, NULL), VOL_OK);
    term.flock = flock[0];
    term.target = flock[1];
    assert_int_equal(vol_term_create(world, &term, &pursue, NULL), VOL_OK);
    term.target = third;
    assert_int_equal(vol_term_create(world, &term, &other, NULL), VOL_OK);
    own.flock = flock[1];
    assert_int_equal(vol_term_create(world, &own, &mine, NULL), VOL_OK);
    assert_int_equal(vol_world_step(world, 5), VOL_OK);
    assert_int_equal(vol_flock_destroy(world, flock[1], NULL), VOL_OK);
    assert_true(vol_relation_exists(world, both) && vol_term_exists(world, other));
    assert_false(vol_relation_exists(world, only) || vol_relation_exists(world, from));
    assert_false(vol_term_exists(world, pursue) || vol_term_exists(world, mine));
    assert_int_equal(vol_relation_get_def(world, both).to_count, 1);
    assert_int_equal(vol_relation_get_def(world, both).to[0], third);
    assert_int_equal(vol_flock_find(world, "others"), VOL_NONE);
    assert_int_equal(vol_flock_count(world), 3);
    assert_int_equal(vol_flock_at_place(world, 1), VOL_NONE);
    assert_int_equal(vol_world_step(world, 5), VOL_OK);
    def.name = "others";
    const vol_flock again = vol_test_flock(world, &def);
    assert_int_equal(vol_flock_at_place(world, 1), again);
    assert_int_equal(vol_flock_find(world, "others"), again);
    relation.from = again;
    assert_int_equal(vol_relation_create(world, &relation, &only, NULL), VOL_OK);
    assert_int_equal(vol_relation_get_def(world, only).from, again);
    assert_int_equal(vol_world_step(world, 5), VOL_OK);
    vol_world_destroy(world);
}

/* The others go on as in a world in which it never was, in all that is asked about them. */
static void a_destroyed_flock_is_as_if_it_had_never_been(void **state) {
    (void)state;
    vol_flock flock[2], one[2];
    vol_world *with = vol_test_two_flocks(flock), *without = vol_test_two_flocks(one);
    const double p[2] = {10, 10};
    size_t size[2];
    unsigned char *bytes[2];
    assert_int_equal(vol_flock_destroy(with, flock[1], NULL), VOL_OK);
    assert_int_equal(vol_flock_destroy(without, one[1], NULL), VOL_OK);
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_CUSTOM);
    def.name = "passing";
    for (int i = 0; i < 20; i++) {
        const vol_flock passing = vol_test_flock(with, &def);
        assert_int_equal(passing, 1u | (uint32_t)(i + 1) << 20);
        assert_int_equal(vol_flock_destroy(with, passing, NULL), VOL_OK);
        assert_int_equal(vol_world_scatter(with, p, 0.01, NULL), VOL_OK);
        assert_int_equal(vol_world_scatter(without, p, 0.01, NULL), VOL_OK);
        assert_int_equal(vol_world_step(with, 3), VOL_OK);
        assert_int_equal(vol_world_step(without, 3), VOL_OK);
        assert_hash_equal(vol_world_hash(with), vol_world_hash(without));
    }
    for (int i = 0; i < 2; i++) {
        vol_world *world = i ? without : with;
        size[i] = vol_snapshot_size(world);
        bytes[i] = malloc(size[i]);
        vol_snapshot_write(world, bytes[i]);
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    assert_int_equal(vol_snapshot_read(with, bytes[1], size[1], NULL), VOL_OK);
    free(bytes[0]);
    free(bytes[1]);
    vol_world_destroy(with);
    vol_world_destroy(without);
}

static void numbers_of_a_place_run_out_and_another_is_taken(void **state) {
    (void)state;
    vol_world_def world_def = vol_default_world_def();
    world_def.threads = 1;
    vol_world *world = vol_test_world(&world_def);
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    def.count = 1;
    for (uint32_t i = 0; i < 4096; i++) {
        const vol_flock flock = vol_test_flock(world, &def);
        assert_int_equal(flock, i << 20);
        assert_int_equal(vol_flock_destroy(world, flock, NULL), VOL_OK);
    }
    assert_int_equal(vol_test_flock(world, &def), 1);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    vol_world_destroy(world);
}

/* Obstacles and terms that come and go leave nothing behind, and the others act in the order of their numbers. */
static void many_that_come_and_go_leave_the_others_in_their_order(void **state) {
    (void)state;
    vol_flock flock[2], one[2];
    vol_world *world = vol_test_two_flocks(flock), *plain = vol_test_two_flocks(one);
    vol_test_random random = {11};
    uint32_t number;
    for (uint32_t i = 0; i < 2000; i++) {
        vol_obstacle_def obstacle = vol_default_obstacle_def();
        vol_term_def term = vol_default_term_def(i % 2 ? VOL_TERM_SEEK : VOL_TERM_FOLLOW_PATH);
        double path[6];
        for (int c = 0; c < 6; c++) {
            path[c] = vol_test_uniform(&random, 0, 300);
        }
        obstacle.shape = i % 3 ? VOL_OBSTACLE_CIRCLE : VOL_OBSTACLE_POLYGON;
        obstacle.points = i % 3 ? NULL : path;
        obstacle.point_count = i % 3 ? 0 : 3;
        obstacle.radius = 10;
        obstacle.reach = 30;
        memcpy(obstacle.center, path, 2 * sizeof *path);
        memcpy(term.point, path, 2 * sizeof *path);
        term.points = path;
        term.point_count = 3;
        term.weight = 0.01;
        assert_int_equal(vol_obstacle_create(world, &obstacle, &number, NULL), VOL_OK);
        assert_int_equal(number, i);
        assert_int_equal(vol_term_create(world, &term, &number, NULL), VOL_OK);
        assert_int_equal(number, i);
        if (i % 100 == 7) { /* stays */
            assert_int_equal(vol_obstacle_create(plain, &obstacle, &number, NULL), VOL_OK);
            assert_int_equal(vol_term_create(plain, &term, &number, NULL), VOL_OK);
        } else {
            assert_int_equal(vol_obstacle_remove(world, i, NULL), VOL_OK);
            assert_int_equal(vol_term_remove(world, i, NULL), VOL_OK);
        }
    }
    assert_int_equal(vol_obstacle_count(world), 2000);
    assert_true(vol_obstacle_exists(world, 107) && vol_term_exists(world, 1907));
    assert_false(vol_obstacle_exists(world, 106) || vol_term_exists(world, 1906));
    assert_number_equal(vol_obstacle_get_def(world, 1907).center[0], vol_obstacle_get_def(plain, 19).center[0]);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(vol_world_step(world, 5), VOL_OK);
        assert_int_equal(vol_world_step(plain, 5), VOL_OK);
        assert_hash_equal(vol_world_hash(world), vol_world_hash(plain));
    }
    vol_world_destroy(world);
    vol_world_destroy(plain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_refers_to_a_flock_goes_with_it),
        cmocka_unit_test(a_destroyed_flock_is_as_if_it_had_never_been),
        cmocka_unit_test(numbers_of_a_place_run_out_and_another_is_taken),
        cmocka_unit_test(many_that_come_and_go_leave_the_others_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
