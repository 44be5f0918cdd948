/* Worlds with thousands of flocks, obstacles, relations and terms: they are found, memory is asked for seldom, and
 * parts that were changed and taken away one by one act as those that were made so at once. */
#include "around.h"
#include "counting.h"
#include "support.h"

#include <stdio.h>

enum { MANY = 3000, FLOCKS = 12 };

static vol_error error;

static vol_world *make_world(vol_test_counter *counter, uint32_t flocks) {
    vol_world_def def = vol_default_world_def();
    vol_world *world = NULL;
    def.threads = 1;
    vol_test_count(&def, counter);
    assert_int_equal(vol_world_create(&def, &world, &error), VOL_OK);
    for (uint32_t i = 0; i < flocks; i++) {
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        vol_flock made = VOL_NONE;
        char name[32];
        snprintf(name, sizeof name, "flock%u", (unsigned)i);
        flock.name = name;
        flock.count = flocks == FLOCKS ? 20 : 0;
        assert_int_equal(vol_flock_create(world, &flock, &made, &error), VOL_OK);
        assert_int_equal(made, i);
    }
    return world;
}

static void flocks_are_found_by_their_names(void **state) {
    (void)state;
    vol_test_counter counter = {0};
    vol_world *world = make_world(&counter, MANY);
    char name[32];
    for (uint32_t i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "flock%u", (unsigned)i);
        assert_int_equal(vol_flock_find(world, name), i);
    }
    assert_int_equal(vol_flock_find(world, "flock"), VOL_NONE);
    assert_int_equal(vol_flock_find(world, ""), VOL_NONE);
    assert_int_equal(vol_flock_find(world, NULL), VOL_NONE);
    vol_flock_def again = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_flock made = VOL_NONE;
    again.name = "flock7";
    assert_int_equal(vol_flock_create(world, &again, &made, &error), VOL_ERROR_VALUE);
    assert_in_range(counter.bytes / MANY, 1, 16 * 1024); /* an empty flock is small */
    vol_world_destroy(world);
    assert_int_equal(counter.living, 0);
}

/* So many parts need so few requests for memory that each request at least doubles what there is. */
static void parts_ask_for_memory_seldom(void **state) {
    (void)state;
    vol_test_counter counter = {0};
    vol_world *world = make_world(&counter, FLOCKS);
    size_t before = counter.requests;
    uint32_t made = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        vol_obstacle_def obstacle = vol_default_obstacle_def();
        obstacle.center[0] = i % 800;
        obstacle.center[1] = i % 600;
        obstacle.radius = 3;
        assert_int_equal(vol_obstacle_create(world, &obstacle, &made, &error), VOL_OK);
        vol_relation_def relation = vol_default_relation_def();
        relation.from = i % FLOCKS;
        relation.to[0] = (i + 1) % FLOCKS;
        relation.to_count = 1;
        relation.kind = i % 2 ? VOL_RELATION_HUNT : VOL_RELATION_FLEE;
        assert_int_equal(vol_relation_create(world, &relation, &made, &error), VOL_OK);
        vol_term_def term = vol_default_term_def(VOL_TERM_SEEK);
        term.flock = i % FLOCKS;
        assert_int_equal(vol_term_create(world, &term, &made, &error), VOL_OK);
    }
    assert_in_range(counter.requests - before, 1, 150);
    vol_world_destroy(world);
    assert_int_equal(counter.living, 0);
}

/* A world with obstacles and terms that are made, moved and taken away; `direct`: only what is left in the end is
 * made. */
static uint64_t hash_of_changed(bool direct) {
    vol_test_counter counter = {0};
    vol_world *world = make_world(&counter, FLOCKS);
    uint32_t made = 0;
    for (uint32_t i = 0; i < 600; i++) {
        bool stays = i % 3 != 0;
        vol_obstacle_def obstacle = vol_default_obstacle_def();
        vol_term_def term = vol_default_term_def(VOL_TERM_SEEK);
        for (int changed = direct ? 1 : 0; changed < 2 && (stays || !direct); changed++) {
            obstacle.center[0] = changed ? i * 37 % 800 : 400;
            obstacle.center[1] = changed ? i * 53 % 600 : 300;
            obstacle.radius = changed ? 4 : 90;
            obstacle.reach = 20;
            obstacle.law = i % 2 ? VOL_LAW_FADE : VOL_LAW_HARD;
            term.flock = (599 - i) % FLOCKS;
            term.priority = changed ? (int)(i * 7 % 50) : 3;
            term.point[0] = i;
            bool first = direct || !changed;
            assert_int_equal(first ? vol_obstacle_create(world, &obstacle, &made, &error)
                                   : vol_obstacle_set_def(world, i, &obstacle, &error),
                             VOL_OK);
            assert_int_equal(first ? vol_term_create(world, &term, &made, &error)
                                   : vol_term_set_def(world, i, &term, &error),
                             VOL_OK);
        }
        if (!stays && !direct) {
            assert_int_equal(vol_obstacle_remove(world, i, &error), VOL_OK);
            assert_int_equal(vol_term_remove(world, i, &error), VOL_OK);
        }
    }
    assert_int_equal(vol_world_step(world, 20), VOL_OK);
    uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    assert_int_equal(counter.living, 0);
    return hash;
}

static void changed_one_by_one_is_as_made_at_once(void **state) {
    (void)state;
    assert_int_equal(hash_of_changed(false), hash_of_changed(true));
}

/* flock_with counts the flocks that a flock has joined, also when relations change their kind. */
static void joined_flocks_are_counted(void **state) {
    (void)state;
    vol_test_counter counter = {0};
    vol_world *world = make_world(&counter, 40);
    vol_relation_def relation = vol_default_relation_def();
    uint32_t made[20];
    relation.kind = VOL_RELATION_FLOCK_WITH;
    relation.to_count = 1;
    for (uint32_t i = 0; i < 17; i++) {
        relation.to[0] = i + 1;
        assert_int_equal(vol_relation_create(world, &relation, &made[i], &error), i < 16 ? VOL_OK : VOL_ERROR_VALUE);
    }
    relation = vol_relation_get_def(world, made[3]);
    assert_int_equal(vol_relation_set_def(world, made[3], &relation, &error), VOL_OK);
    relation.kind = VOL_RELATION_FLEE;
    assert_int_equal(vol_relation_set_def(world, made[3], &relation, &error), VOL_OK);
    relation.kind = VOL_RELATION_FLOCK_WITH;
    relation.to[0] = 30;
    assert_int_equal(vol_relation_create(world, &relation, &made[17], &error), VOL_OK);
    relation = vol_relation_get_def(world, made[3]);
    relation.kind = VOL_RELATION_FLOCK_WITH;
    assert_int_equal(vol_relation_set_def(world, made[3], &relation, &error), VOL_ERROR_VALUE);
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flocks_are_found_by_their_names),
        cmocka_unit_test(parts_ask_for_memory_seldom),
        cmocka_unit_test(changed_one_by_one_is_as_made_at_once),
        cmocka_unit_test(joined_flocks_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
