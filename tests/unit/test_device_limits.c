/* What a device is not given or does not do: too little memory, worlds that are refused, device "auto". */
#include "counting.h"
#include "pair.h"

#include <stdio.h>
#include <string.h>

static vol_world_def small_world(void) {
    return vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
}

static vol_flock_def flock_of(const char *name, size_t count) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    def.name = name;
    def.count = count;
    def.start.speed = def.max_speed / 2;
    return def;
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

static void a_flock_that_does_not_fit_is_refused_and_the_world_goes_on(void **state) {
    (void)state;
    vol_world_def def = small_world();
    vol_test_counter counter;
    vol_test_count(&def, &counter);
    def.device_memory = 100000;
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_flock_def birds = flock_of("birds", 300), many = flock_of("many", 100000);
    vol_error error = {0};
    vol_flock none;
    vol_test_pair_flock(&pair, &birds);
    const uint64_t small = vol_world_device_bytes(pair.world[1]);
    assert_in_range(small, 300 * 16, 100000);
    assert_int_equal(vol_world_device_bytes(pair.world[0]), 0);
    for (int round = 0; round < 2; round++) {
        const size_t living = counter.living;
        assert_int_equal(vol_flock_create(pair.world[1], &many, &none, &error), VOL_ERROR_MEMORY);
        assert_int_equal(none, VOL_NONE);
        assert_non_null(strstr(error.text, "no memory for 100000 boids in flock many"));
        assert_int_equal(vol_flock_count(pair.world[1]), 1);
        assert_int_equal(vol_flock_reserve(pair.world[1], 0, 100000, &error), VOL_ERROR_MEMORY);
        assert_in_range(counter.living, living, living + 2); /* lists of flocks may have grown */
        vol_test_pair_step(&pair, 3);
        assert_in_range(vol_world_device_bytes(pair.world[1]), small + 1, 100000);
    }
    vol_test_pair_destroy(&pair);
    assert_int_equal(counter.living, 0);
}

/* Room for the boids, but none for the cells of a step: it says so, and the boids are still there. */
static void a_step_that_does_not_fit_is_refused_and_nothing_has_moved(void **state) {
    (void)state;
    vol_world_def def = small_world();
    vol_flock_def birds = flock_of("birds", 300);
    def.device = "gpu";
    vol_world *world = vol_test_world(&def);
    vol_test_flock(world, &birds);
    const uint64_t most = vol_world_device_bytes(world) + 1000;
    vol_world_destroy(world);
    def.device = NULL;
    def.device_memory = most;
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_test_pair_flock(&pair, &birds);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(vol_world_step(pair.world[1], 5), VOL_ERROR_MEMORY);
        vol_test_same(pair.world[0], pair.world[1]);
        assert_in_range(vol_world_device_bytes(pair.world[1]), 1, most);
    }
    vol_test_pair_destroy(&pair);
}

/* --- What devices refuse ------------------------------------------------------------------------------------------ */

static bool decide(void *user, vol_custom_batch *batch) {
    (void)user;
    for (size_t i = 0; i < batch->count; i++) {
        batch->wanted[0][i] = 1;
    }
    return true;
}

VOL_DECLARE_MODEL(gather);

/* A world that a device refuses for one reason. */
typedef struct refused {
    const char *name;
    vol_update update;
    vol_index world_index, flock_index;
    bool rule;
    uint32_t flocks; /* the last one is one too many */
    vol_integrator integrator;
    bool previous;
    const vol_own_model *own;
} refused;

static const refused cases[] = {
    {"in_turn", VOL_UPDATE_IN_TURN, VOL_INDEX_AUTO, VOL_INDEX_AUTO, false, 1, VOL_INTEGRATOR_EULER, false, NULL},
    {"in_turn", VOL_UPDATE_IN_RANDOM_TURN, VOL_INDEX_AUTO, VOL_INDEX_AUTO, false, 1, VOL_INTEGRATOR_EULER, false, NULL},
    {"rk4", VOL_UPDATE_TOGETHER, VOL_INDEX_AUTO, VOL_INDEX_AUTO, false, 1, VOL_INTEGRATOR_RK4, false, NULL},
    {"rule", VOL_UPDATE_TOGETHER, VOL_INDEX_AUTO, VOL_INDEX_AUTO, true, 1, VOL_INTEGRATOR_EULER, false, NULL},
    {"previous", VOL_UPDATE_TOGETHER, VOL_INDEX_AUTO, VOL_INDEX_AUTO, false, 1, VOL_INTEGRATOR_EULER, true, NULL},
    {"own", VOL_UPDATE_TOGETHER, VOL_INDEX_AUTO, VOL_INDEX_AUTO, false, 1, VOL_INTEGRATOR_EULER, false, &gather_model},
    {"kdtree", VOL_UPDATE_TOGETHER, VOL_INDEX_KDTREE, VOL_INDEX_AUTO, false, 1, VOL_INTEGRATOR_EULER, false, NULL},
    {"kdtree", VOL_UPDATE_TOGETHER, VOL_INDEX_AUTO, VOL_INDEX_KDTREE, false, 1, VOL_INTEGRATOR_EULER, false, NULL},
    {"flocks", VOL_UPDATE_TOGETHER, VOL_INDEX_AUTO, VOL_INDEX_AUTO, false, 65, VOL_INTEGRATOR_EULER, false, NULL}};

static void change_world(vol_world_def *def, const refused *c) {
    def->update = c->update;
    def->index = c->world_index;
    def->integrator = c->integrator;
}

static vol_flock_def custom_flock(uint32_t number, char name[16]) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_CUSTOM);
    snprintf(name, 16, "flock%u", (unsigned)number);
    def.name = name;
    def.count = 3;
    return def;
}

static void change_flock(vol_flock_def *def, const refused *c) {
    def->index = c->flock_index;
    def->rule.decide = c->rule ? decide : NULL;
    def->previous = c->previous;
}

/* Makes it on that device, up to the first error. */
static vol_result make(const refused *c, const char *device, vol_world **world, vol_error *error) {
    vol_world_def def = small_world();
    change_world(&def, c);
    def.device = device;
    vol_result result = vol_world_create(&def, world, error);
    for (uint32_t i = 0; result == VOL_OK && i < c->flocks; i++) {
        char name[16];
        vol_flock flock;
        vol_flock_def flock_def = custom_flock(i, name);
        change_flock(&flock_def, c);
        flock_def.own.model = c->own; /* fixed once it is made */
        result = vol_flock_create(*world, &flock_def, &flock, error);
    }
    return result;
}

static void assert_refused(vol_result result, const vol_error *error, const char *sentence) {
    assert_int_equal(result, VOL_ERROR_UNSUPPORTED);
    assert_int_equal(error->result, VOL_ERROR_UNSUPPORTED);
    if (!strstr(error->text, sentence)) {
        fail_msg("'%s' does not say '%s'", error->text, sentence);
    }
}

static const char *sentence_of(const char *wanted) {
    const char *name, *sentence;
    for (size_t i = 0; vol_device_refusal(i, &name, &sentence); i++) {
        if (strcmp(name, wanted) == 0) {
            return sentence;
        }
    }
    fail_msg("no refusal is called %s", wanted);
    return NULL;
}

static void every_refusal_has_a_world_that_is_refused(void **state) {
    (void)state;
    const char *name, *sentence;
    for (size_t i = 0; vol_device_refusal(i, &name, &sentence); i++) {
        bool found = strcmp(name, "destroy") == 0 || strcmp(name, "save_full") == 0; /* below */
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            found = found || strcmp(cases[k].name, name) == 0;
        }
        if (!found) {
            fail_msg("no world here is refused because of %s", name);
        }
    }
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        vol_error error = {0};
        vol_world *world;
        assert_refused(make(&cases[k], "gpu", &world, &error), &error, sentence_of(cases[k].name));
        vol_world_destroy(world);
    }
}

static void refused_changes_leave_a_world_as_it_is(void **state) {
    (void)state;
    vol_world_def def = small_world();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const refused *c = &cases[k];
        const bool of_world = c->update != def.update || c->world_index != def.index || c->integrator != def.integrator;
        vol_test_pair pair = vol_test_pair_create(&def);
        char name[16];
        vol_flock_def flock_def = custom_flock(0, name);
        vol_error error = {0};
        vol_world_def world_def = vol_world_get_def(pair.world[1]);
        change_world(&world_def, c);
        for (int with_flock = 0; of_world && with_flock < 2; with_flock++) {
            assert_refused(vol_world_set_def(pair.world[1], &world_def, &error), &error, sentence_of(c->name));
            if (with_flock == 0) {
                vol_test_pair_flock(&pair, &flock_def);
            }
        }
        if (!of_world) {
            vol_test_pair_flock(&pair, &flock_def);
        }
        flock_def = vol_flock_get_def(pair.world[1], 0);
        change_flock(&flock_def, c);
        if (c->rule || c->flock_index != VOL_INDEX_AUTO) {
            assert_refused(vol_flock_set_def(pair.world[1], 0, &flock_def, &error), &error, sentence_of(c->name));
        }
        vol_test_pair_step(&pair, 1);
        vol_test_pair_destroy(&pair);
    }
}

static void refused_worlds_with_device_auto_are_computed_on_the_processor(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        vol_error error = {0};
        vol_world *alone, *automatic;
        assert_int_equal(make(&cases[k], NULL, &alone, &error), VOL_OK);
        if (make(&cases[k], "auto", &automatic, &error) != VOL_OK) {
            fail_msg("%s", error.text);
        }
        assert_int_equal(vol_world_step(alone, 3), VOL_OK);
        assert_int_equal(vol_world_step(automatic, 3), VOL_OK);
        assert_string_equal(vol_world_device(automatic), "cpu");
        vol_test_same(alone, automatic);
        vol_world_destroy(alone);
        vol_world_destroy(automatic);
    }
}

static void flocks_are_not_destroyed_nor_worlds_saved_in_full_on_a_device(void **state) {
    (void)state;
    vol_world_def def = small_world();
    vol_test_pair pair = vol_test_pair_create(&def);
    char name[16];
    vol_flock_def flock = custom_flock(0, name);
    vol_error error = {0};
    vol_test_pair_flock(&pair, &flock);
    size_t size;
    assert_refused(vol_flock_destroy(pair.world[1], 0, &error), &error, sentence_of("destroy"));
    assert_refused(vol_world_save_full(pair.world[1], NULL, 0, &size, &error), &error, sentence_of("save_full"));
    assert_refused(vol_world_load_full(pair.world[1], "", 1, &error), &error, sentence_of("save_full"));
    vol_test_pair_step(&pair, 2);
    vol_test_pair_destroy(&pair);
}

static void a_world_with_device_auto_leaves_the_device_to_destroy_a_flock(void **state) {
    (void)state;
    vol_world_def def = small_world();
    def.device = "auto";
    vol_world *world = vol_test_world(&def), *alone;
    def.device = NULL;
    alone = vol_test_world(&def);
    vol_flock_def birds = flock_of("birds", 9000), others = flock_of("others", 10);
    for (int i = 0; i < 2; i++) {
        vol_world *one = i ? alone : world;
        vol_test_flock(one, &birds);
        const vol_flock gone = vol_test_flock(one, &others);
        assert_int_equal(vol_world_step(one, 2), VOL_OK);
        assert_int_equal(vol_flock_destroy(one, gone, NULL), VOL_OK);
        assert_int_equal(vol_world_step(one, 2), VOL_OK);
        assert_string_equal(vol_world_device(one), "cpu");
    }
    assert_hash_equal(vol_world_hash(world), vol_world_hash(alone));
    vol_world_destroy(world);
    vol_world_destroy(alone);
}

static void a_world_of_few_boids_stays_on_the_processor_with_device_auto(void **state) {
    (void)state;
    vol_world_def def = small_world();
    def.device = "auto";
    vol_world *world = vol_test_world(&def);
    vol_flock_def birds = flock_of("birds", 1000);
    vol_test_flock(world, &birds);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    assert_string_equal(vol_world_device(world), "cpu");
    assert_int_equal(vol_world_device_bytes(world), 0);
    vol_world_destroy(world);
}

static void as_many_flocks_as_are_allowed_are_computed(void **state) {
    (void)state;
    vol_world_def def = small_world();
    vol_test_pair pair = vol_test_pair_create(&def);
    for (uint32_t i = 0; i < 64; i++) {
        char name[16];
        vol_flock_def flock = custom_flock(i, name);
        vol_test_pair_flock(&pair, &flock);
    }
    vol_test_pair_step(&pair, 2);
    vol_test_pair_destroy(&pair);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flock_that_does_not_fit_is_refused_and_the_world_goes_on),
        cmocka_unit_test(a_step_that_does_not_fit_is_refused_and_nothing_has_moved),
        cmocka_unit_test(every_refusal_has_a_world_that_is_refused),
        cmocka_unit_test(refused_changes_leave_a_world_as_it_is),
        cmocka_unit_test(refused_worlds_with_device_auto_are_computed_on_the_processor),
        cmocka_unit_test(flocks_are_not_destroyed_nor_worlds_saved_in_full_on_a_device),
        cmocka_unit_test(a_world_with_device_auto_leaves_the_device_to_destroy_a_flock),
        cmocka_unit_test(a_world_of_few_boids_stays_on_the_processor_with_device_auto),
        cmocka_unit_test(as_many_flocks_as_are_allowed_are_computed),
    };
    return vol_test_has_device() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
