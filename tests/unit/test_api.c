/* Worlds and flocks through the public API: what is refused and how it is said, what may change and what may not. */
#include "support.h"

#include <math.h>
#include <string.h>

static vol_world *small_world(void) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_DOUBLE);
    return vol_test_model_world(&def, VOL_MODEL_STEERING, 30);
}

static void expect_world_refused(const vol_world_def *def, vol_result expected, const char *field) {
    vol_error error = {0};
    vol_world *world = (vol_world *)&error; /* must be overwritten */
    vol_result result = vol_world_create(def, &world, &error);
    if (result != expected) {
        fail_msg("a wrong %s gave '%s': %s", field, vol_result_name(result), error.text);
    }
    assert_null(world);
    assert_int_equal(error.result, expected);
    assert_string_equal(error.field, field);
    assert_true(strlen(error.text) > 10);
    assert_int_equal(vol_world_create(def, &world, NULL), expected);
}

static void versions_and_results_have_names(void **state) {
    (void)state;
    assert_string_equal(vol_version(), "0.1.0");
    for (int k = 0; k < VOL_RESULT_COUNT; k++) {
        assert_true(strlen(vol_result_name((vol_result)k)) > 1);
    }
    assert_string_equal(vol_result_name(VOL_ERROR_VALUE), "value");
    assert_string_equal(vol_result_name(VOL_RESULT_COUNT), "unknown");
}

static void a_missing_or_homemade_world_def_is_refused(void **state) {
    (void)state;
    vol_world_def homemade = vol_default_world_def();
    homemade.cookie = 0;
    expect_world_refused(NULL, VOL_ERROR_VALUE, "world");
    expect_world_refused(&homemade, VOL_ERROR_VALUE, "world");
}

static void a_world_def_with_wrong_fields_is_refused(void **state) {
    (void)state;
    static const int dimensions[] = {-1, 0, 1, 4};
    for (size_t k = 0; k < 4; k++) {
        vol_world_def def = vol_default_world_def();
        def.dimensions = dimensions[k];
        expect_world_refused(&def, VOL_ERROR_VALUE, "world.dimensions");
    }
    for (int k = 0; k < 2; k++) {
        vol_world_def def = vol_default_world_def();
        int wrong = k ? 99 : -1;
        memcpy(&def.boundary, &wrong, sizeof wrong);
        expect_world_refused(&def, VOL_ERROR_VALUE, "world.boundary");
        def = vol_default_world_def();
        memcpy(&def.precision, &wrong, sizeof wrong);
        expect_world_refused(&def, VOL_ERROR_VALUE, "world.precision");
        def = vol_default_world_def();
        memcpy(&def.update, &wrong, sizeof wrong);
        expect_world_refused(&def, VOL_ERROR_VALUE, "world.update");
        def = vol_default_world_def();
        memcpy(&def.index, &wrong, sizeof wrong);
        expect_world_refused(&def, VOL_ERROR_VALUE, "world.index");
    }
}

static void fields_of_a_world_that_contradict_each_other_are_refused(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    def.images = true;
    for (int boundary = VOL_BOUNDARY_JUMP; boundary < VOL_BOUNDARY_COUNT; boundary++) {
        def.boundary = (vol_boundary)boundary;
        expect_world_refused(&def, VOL_ERROR_VALUE, "world.images");
    }
    def = vol_default_world_def();
    def.index = VOL_INDEX_GRID;
    def.update = VOL_UPDATE_IN_TURN;
    expect_world_refused(&def, VOL_ERROR_VALUE, "world.index");
}

static void an_unknown_instruction_set_is_refused_by_name(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    vol_error error = {0};
    vol_world *world = NULL;
    def.isa = "abacus";
    assert_int_not_equal(vol_world_create(&def, &world, &error), VOL_OK);
    assert_null(world);
    assert_non_null(strstr(error.text, "abacus"));
}

static void *no_memory(void *user, size_t bytes, size_t alignment) {
    (void)user;
    (void)bytes;
    (void)alignment;
    return NULL;
}

static void no_tasks(void *user, uint32_t count, vol_task task, void *context) {
    (void)user;
    (void)count;
    (void)task;
    (void)context;
}

static void hooks_that_are_incomplete_are_refused(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    def.threads = 100000;
    expect_world_refused(&def, VOL_ERROR_VALUE, "world.threads");
    def = vol_default_world_def();
    def.allocator.allocate = no_memory;
    expect_world_refused(&def, VOL_ERROR_VALUE, "world.allocator");
    def = vol_default_world_def();
    def.tasks.run = no_tasks;
    expect_world_refused(&def, VOL_ERROR_VALUE, "world.tasks");
}

static void expect_flock_refused(vol_world *world, const vol_flock_def *def, vol_result expected, const char *field) {
    uint64_t before = vol_world_hash(world);
    uint32_t flocks = vol_flock_count(world);
    vol_error error = {0};
    vol_flock flock = 0;
    vol_result result = vol_flock_create(world, def, &flock, &error);
    if (result != expected) {
        fail_msg("a wrong %s gave '%s': %s", field, vol_result_name(result), error.text);
    }
    assert_int_equal(flock, VOL_NONE);
    assert_string_equal(error.field, field);
    assert_true(strlen(error.text) > 10);
    assert_int_equal(vol_flock_count(world), flocks);
    assert_hash_equal(vol_world_hash(world), before);
    assert_int_equal(vol_flock_create(world, def, &flock, NULL), expected);
}

static void a_missing_or_homemade_flock_def_is_refused(void **state) {
    (void)state;
    vol_world *world = small_world();
    vol_flock_def homemade = vol_default_flock_def(VOL_MODEL_BLEND);
    homemade.cookie = 1;
    expect_flock_refused(world, NULL, VOL_ERROR_VALUE, "flock");
    expect_flock_refused(world, &homemade, VOL_ERROR_VALUE, "flock");
    vol_world_destroy(world);
}

static void wrong_names_of_flocks_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {NULL,
                                        "",
                                        "boids",
                                        "world",
                                        "two words",
                                        "dot.dot",
                                        "slash/",
                                        "\xC3\xA4",
                                        "a\n",
                                        "[a]",
                                        "a123456789b123456789c123456789d123456789e123456789f123456789g123"};
    vol_world *world = small_world();
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        vol_flock_def def = vol_default_flock_def(VOL_MODEL_BLEND);
        def.name = wrong[k];
        vol_error error = {0};
        vol_flock flock = 0;
        vol_result result = vol_flock_create(world, &def, &flock, &error);
        if (result != VOL_ERROR_VALUE) {
            fail_msg("the name '%s' gave '%s'", wrong[k] ? wrong[k] : "(null)", vol_result_name(result));
        }
        assert_string_equal(error.field, "name");
        assert_non_null(strstr(error.text, wrong[k] ? wrong[k] : ""));
        assert_int_equal(flock, VOL_NONE);
    }
    assert_int_equal(vol_flock_count(world), 1);
    vol_world_destroy(world);
}

static void the_longest_name_works_and_is_a_copy(void **state) {
    (void)state;
    char name[] = "a123456789b123456789c123456789d123456789e123456789f123456789_-g";
    vol_world *world = small_world();
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_BLEND);
    assert_int_equal(strlen(name), 63);
    def.name = name;
    vol_flock flock = vol_test_flock(world, &def);
    assert_int_equal(flock, 1);
    assert_int_equal(vol_flock_find(world, name), flock);
    name[0] = 'z';
    assert_int_equal(vol_flock_find(world, name), VOL_NONE);
    assert_string_equal(vol_flock_get_def(world, flock).name + 1, name + 1);
    assert_int_equal(vol_flock_find(world, "boids"), 0);
    assert_int_equal(vol_flock_find(world, "nobody"), VOL_NONE);
    vol_world_destroy(world);
}

static void a_flock_def_with_wrong_fields_is_refused(void **state) {
    (void)state;
    vol_world *world = small_world();
    int wrong = 77;
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_BLEND);
    def.name = "others";
    memcpy(&def.model, &wrong, sizeof wrong);
    expect_flock_refused(world, &def, VOL_ERROR_NAME, "model");
    def = vol_default_flock_def(VOL_MODEL_SIGHTED);
    def.name = "others";
    memcpy(&def.variant, &wrong, sizeof wrong);
    expect_flock_refused(world, &def, VOL_ERROR_VALUE, "variant");
    def.variant = VOL_VARIANT_AS_WRITTEN;
    memcpy(&def.start.shape, &wrong, sizeof wrong);
    expect_flock_refused(world, &def, VOL_ERROR_VALUE, "start.shape");
    def.start.shape = VOL_SHAPE_UNIFORM;
    memcpy(&def.view.shape, &wrong, sizeof wrong);
    expect_flock_refused(world, &def, VOL_ERROR_VALUE, "view.shape");
    def.view.shape = VOL_SIGHT_CONE;
    def.count = (size_t)1 << 31;
    expect_flock_refused(world, &def, VOL_ERROR_VALUE, "count");
    vol_world_destroy(world);
    vol_world_def deep = vol_test_lively_def(VOL_MODEL_SIGHTED, 3, VOL_PRECISION_SINGLE);
    world = vol_test_world(&deep);
    def.count = 10;
    expect_flock_refused(world, &def, VOL_ERROR_VALUE, "model");
    vol_world_destroy(world);
}

static void live_parameters_change_by_name_and_show_in_the_defs(void **state) {
    (void)state;
    vol_world *world = small_world();
    char text[64];
    assert_int_equal(vol_world_set(world, "world.dt", "0.5", NULL), VOL_OK);
    assert_int_equal(vol_world_set(world, "world.size", "[500, 400]", NULL), VOL_OK);
    assert_int_equal(vol_world_set(world, "world.boundary", "bounce", NULL), VOL_OK);
    assert_int_equal(vol_world_set(world, "boids.cohesion.weight", "2.5", NULL), VOL_OK);
    assert_int_equal(vol_world_set_number(world, "boids.max_speed", 7, NULL), VOL_OK);
    vol_world_def w = vol_world_get_def(world);
    vol_flock_def f = vol_flock_get_def(world, 0);
    assert_number_equal(w.dt, 0.5);
    assert_number_equal(w.size[0], 500);
    assert_number_equal(w.size[1], 400);
    assert_int_equal(w.boundary, VOL_BOUNDARY_BOUNCE);
    assert_number_equal(f.cohesion.weight, 2.5);
    assert_number_equal(f.max_speed, 7);
    assert_int_equal(vol_world_get(world, "boids.cohesion.weight", text, sizeof text, NULL), VOL_OK);
    assert_string_equal(text, "2.5");
    assert_int_equal(vol_world_get(world, "world.size", text, sizeof text, NULL), VOL_OK);
    assert_string_equal(text, "[500, 400]");
    vol_world_destroy(world);
}

static void live_parameters_act_in_the_next_step(void **state) {
    (void)state;
    vol_world *world = small_world(), *other = small_world();
    assert_int_equal(vol_world_set(world, "boids.separation.weight", "9", NULL), VOL_OK);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    assert_int_equal(vol_world_step(other, 1), VOL_OK);
    assert_true(vol_world_hash(world) != vol_world_hash(other));
    vol_world_destroy(world);
    vol_world_destroy(other);
}

static void expect_set_refused(vol_world *world, const char *name, const char *value, vol_result expected) {
    uint64_t before = vol_world_hash(world);
    vol_error error = {0};
    vol_result result = vol_world_set(world, name, value, &error);
    if (result != expected) {
        fail_msg("%s = '%s' gave '%s': %s", name, value, vol_result_name(result), error.text);
    }
    assert_true(strlen(error.text) > 10);
    assert_hash_equal(vol_world_hash(world), before);
}

static void fixed_parameters_cannot_be_set(void **state) {
    (void)state;
    static const char *const values[][2] = {
        {"world.seed", "99"},          {"world.precision", "single"},    {"boids.count", "7"},
        {"boids.start.shape", "disc"}, {"boids.start.center", "[1, 2]"}, {"boids.start.size", "[1, 2]"},
        {"boids.start.radius", "3"},   {"boids.start.spacing", "3"},     {"boids.start.speed", "3"},
        {"boids.start.heading", "3"},  {"boids.start.whole", "true"}};
    vol_world *world = small_world();
    size_t fixed = 0;
    for (size_t k = 0; vol_param_at(k); k++) {
        fixed += !vol_param_at(k)->live;
    }
    assert_int_equal(fixed, sizeof values / sizeof *values);
    for (size_t k = 0; k < fixed; k++) {
        expect_set_refused(world, values[k][0], values[k][1], VOL_ERROR_FIXED);
    }
    vol_world_destroy(world);
}

static void wrong_names_and_values_cannot_be_set(void **state) {
    (void)state;
    static const char *const names[] = {"",
                                        ".",
                                        "boids",
                                        "boids.",
                                        "world",
                                        "world.",
                                        "world.nothing",
                                        "dt",
                                        "nobody.max_speed",
                                        "boids.max_sped",
                                        "boids.world.dt",
                                        "boids.wall.weight",
                                        "boids..max_speed"};
    vol_world *world = small_world();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        expect_set_refused(world, names[k], "1", VOL_ERROR_NAME);
    }
    expect_set_refused(world, NULL, "1", VOL_ERROR_VALUE);
    expect_set_refused(world, "boids.max_speed", NULL, VOL_ERROR_VALUE);
    expect_set_refused(world, "boids.max_speed", "fast", VOL_ERROR_VALUE);
    expect_set_refused(world, "world.images", "yes", VOL_ERROR_VALUE);
    expect_set_refused(world, "world.boundary", "Wrap", VOL_ERROR_VALUE);
    assert_int_equal(vol_world_set(world, "world.images", "true", NULL), VOL_OK);
    expect_set_refused(world, "world.boundary", "jump", VOL_ERROR_VALUE); /* images need a wrapping world */
    assert_int_equal(vol_world_get_def(world).boundary, VOL_BOUNDARY_WRAP);
    vol_world_destroy(world);
}

static void numbers_that_are_none_cannot_be_set(void **state) {
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY, -1, 1e300};
    vol_world *world = small_world();
    for (size_t k = 0; k < 5; k++) {
        vol_error error = {0};
        assert_int_equal(vol_world_set_number(world, "boids.separation.radius", bad[k], &error), VOL_ERROR_VALUE);
        assert_non_null(strstr(error.text, "separation.radius"));
        assert_int_equal(vol_world_set_number(world, "world.dt", bad[k], NULL), VOL_ERROR_VALUE);
    }
    assert_int_not_equal(vol_world_set_number(world, "world.boundary", 1, NULL), VOL_OK);
    assert_int_not_equal(vol_world_set_number(world, "world.size", 100, NULL), VOL_OK);
    assert_number_equal(vol_world_get_def(world).dt, 1);
    assert_number_equal(vol_flock_get_def(world, 0).separation.radius, 50);
    vol_world_destroy(world);
}

static void a_world_keeps_its_dimensions(void **state) {
    (void)state;
    vol_world *world = small_world();
    assert_int_not_equal(vol_world_set(world, "world.size", "[10, 20, 30]", NULL), VOL_OK);
    vol_world_def def = vol_world_get_def(world);
    assert_int_equal(def.dimensions, 2);
    assert_number_equal(def.size[0], 400);
    assert_number_equal(def.size[1], 300);
    vol_world_destroy(world);
}

static void expect_world_def_fixed(vol_world *world, const vol_world_def *def) {
    vol_error error = {0};
    assert_int_equal(vol_world_set_def(world, def, &error), VOL_ERROR_FIXED);
    assert_true(strlen(error.text) > 10);
}

static void set_def_changes_what_is_live_and_refuses_what_is_fixed(void **state) {
    (void)state;
    vol_world *world = small_world();
    const vol_world_def now = vol_world_get_def(world);
    vol_world_def def = now;
    def.dt = 0.25;
    def.index = VOL_INDEX_GRID;
    assert_int_equal(vol_world_set_def(world, &def, NULL), VOL_OK);
    assert_number_equal(vol_world_get_def(world).dt, 0.25);
    def = now;
    def.seed++;
    expect_world_def_fixed(world, &def);
    def = now;
    def.precision = VOL_PRECISION_SINGLE;
    expect_world_def_fixed(world, &def);
    def = now;
    def.dimensions = 3;
    expect_world_def_fixed(world, &def);
    def = now;
    def.threads++;
    expect_world_def_fixed(world, &def);
    def = now;
    def.dt = NAN;
    assert_int_equal(vol_world_set_def(world, &def, NULL), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_set_def(world, NULL, NULL), VOL_ERROR_VALUE);
    assert_number_equal(vol_world_get_def(world).dt, 0.25);
    vol_world_destroy(world);
}

static void set_def_of_a_flock_changes_what_is_live_and_refuses_what_is_fixed(void **state) {
    (void)state;
    vol_world *world = small_world();
    const vol_flock_def now = vol_flock_get_def(world, 0);
    vol_flock_def def = now;
    assert_int_equal(now.count, 30);
    def.alignment.radius = 77;
    def.variant = VOL_VARIANT_AS_INTENDED;
    assert_int_equal(vol_flock_set_def(world, 0, &def, NULL), VOL_OK);
    assert_number_equal(vol_flock_get_def(world, 0).alignment.radius, 77);
    assert_int_equal(vol_flock_get_def(world, 0).variant, VOL_VARIANT_AS_INTENDED);
    def = now;
    def.name = "renamed";
    assert_int_equal(vol_flock_set_def(world, 0, &def, NULL), VOL_ERROR_FIXED);
    def = now;
    def.model = VOL_MODEL_BLEND;
    assert_int_equal(vol_flock_set_def(world, 0, &def, NULL), VOL_ERROR_FIXED);
    def = now;
    def.count = 31;
    assert_int_equal(vol_flock_set_def(world, 0, &def, NULL), VOL_ERROR_FIXED);
    def = now;
    def.start.radius = 1;
    assert_int_equal(vol_flock_set_def(world, 0, &def, NULL), VOL_ERROR_FIXED);
    def = now;
    def.max_force = -1;
    assert_int_equal(vol_flock_set_def(world, 0, &def, NULL), VOL_ERROR_VALUE);
    assert_int_equal(vol_flock_set_def(world, 0, NULL, NULL), VOL_ERROR_VALUE);
    assert_number_equal(vol_flock_get_def(world, 0).alignment.radius, 77);
    vol_world_destroy(world);
}

static void the_def_that_a_flock_was_made_with_can_be_set_again_when_boids_are_gone(void **state) {
    (void)state;
    vol_world *world = small_world();
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_VICSEK);
    const uint32_t gone[2] = {3, 7};
    def.name = "own";
    def.count = 20;
    def.speed = 2.5; /* start.speed and max_speed follow from it when the flock is made */
    vol_flock own = vol_test_flock(world, &def);
    assert_int_equal(vol_flock_remove(world, own, 2, gone, NULL), VOL_OK);
    def.alignment.radius = 33;
    assert_int_equal(vol_flock_set_def(world, own, &def, NULL), VOL_OK);
    assert_number_equal(vol_flock_get_def(world, own).alignment.radius, 33);
    assert_number_equal(vol_flock_get_def(world, own).start.speed, 2.5);
    assert_int_equal(vol_flock_get_def(world, own).count, 18);
    def.count = 18;
    assert_int_equal(vol_flock_set_def(world, own, &def, NULL), VOL_OK);
    def.count = 19; /* neither then nor now */
    assert_int_equal(vol_flock_set_def(world, own, &def, NULL), VOL_ERROR_FIXED);
    vol_world_destroy(world);
}

static void the_profile_counts_steps_boids_and_candidates(void **state) {
    (void)state;
    vol_world *world = small_world();
    assert_int_equal(vol_world_step(world, 4), VOL_OK);
    vol_profile profile = vol_world_profile(world);
    assert_int_equal(profile.steps, 4);
    assert_int_equal(profile.boids, 120);
    assert_true(profile.candidates >= 120);
    assert_true(profile.total >= 0 && profile.index >= 0 && profile.sense >= 0 && profile.decide >= 0 &&
                profile.move >= 0);
    vol_world_reset_profile(world);
    profile = vol_world_profile(world);
    assert_int_equal(profile.steps, 0);
    assert_int_equal(profile.boids, 0);
    assert_number_equal(profile.total, 0);
    assert_int_equal(vol_world_steps(world), 4);
    vol_world_destroy(world);
}

static void an_empty_world_steps(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    vol_world *world = vol_test_world(&def);
    assert_int_equal(vol_world_step(world, 0), VOL_OK);
    assert_int_equal(vol_world_steps(world), 0);
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    assert_int_equal(vol_world_steps(world), 3);
    assert_int_equal(vol_flock_count(world), 0);
    vol_world_destroy(world);
    vol_world_destroy(NULL);
}

static void pointers_of_the_host_stay_what_they_are(void **state) {
    (void)state;
    int mine[5];
    vol_world_def def = vol_default_world_def();
    vol_world *world = vol_test_world(&def);
    vol_flock_def birds = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_flock flock = vol_test_flock(world, &birds);
    vol_obstacle_def ball = vol_default_obstacle_def();
    vol_term_def seek = vol_default_term_def(VOL_TERM_SEEK);
    vol_obstacle obstacle[20];
    vol_term term;
    assert_int_equal(vol_term_create(world, &seek, &term, NULL), VOL_OK);
    for (int i = 0; i < 20; i++) { /* more than there is room for at first */
        assert_int_equal(vol_obstacle_create(world, &ball, &obstacle[i], NULL), VOL_OK);
        assert_null(vol_obstacle_user_pointer(world, obstacle[i]));
        vol_obstacle_set_user_pointer(world, obstacle[i], &mine[i % 5]);
    }
    assert_null(vol_world_user_pointer(world));
    assert_null(vol_flock_user_pointer(world, flock));
    assert_null(vol_term_user_pointer(world, term));
    vol_world_set_user_pointer(world, &mine[0]);
    vol_flock_set_user_pointer(world, flock, &mine[1]);
    vol_term_set_user_pointer(world, term, &mine[2]);
    seek.weight = ball.radius = 3;
    assert_int_equal(vol_term_set_def(world, term, &seek, NULL), VOL_OK);
    assert_int_equal(vol_obstacle_set_def(world, obstacle[7], &ball, NULL), VOL_OK);
    birds = vol_flock_get_def(world, flock);
    birds.max_speed = 3;
    assert_int_equal(vol_flock_set_def(world, flock, &birds, NULL), VOL_OK);
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    assert_ptr_equal(vol_world_user_pointer(world), &mine[0]);
    assert_ptr_equal(vol_flock_user_pointer(world, flock), &mine[1]);
    assert_ptr_equal(vol_term_user_pointer(world, term), &mine[2]);
    for (int i = 0; i < 20; i++) {
        assert_ptr_equal(vol_obstacle_user_pointer(world, obstacle[i]), &mine[i % 5]);
    }
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pointers_of_the_host_stay_what_they_are),
        cmocka_unit_test(versions_and_results_have_names),
        cmocka_unit_test(a_missing_or_homemade_world_def_is_refused),
        cmocka_unit_test(a_world_def_with_wrong_fields_is_refused),
        cmocka_unit_test(fields_of_a_world_that_contradict_each_other_are_refused),
        cmocka_unit_test(an_unknown_instruction_set_is_refused_by_name),
        cmocka_unit_test(hooks_that_are_incomplete_are_refused),
        cmocka_unit_test(a_missing_or_homemade_flock_def_is_refused),
        cmocka_unit_test(wrong_names_of_flocks_are_refused),
        cmocka_unit_test(the_longest_name_works_and_is_a_copy),
        cmocka_unit_test(a_flock_def_with_wrong_fields_is_refused),
        cmocka_unit_test(live_parameters_change_by_name_and_show_in_the_defs),
        cmocka_unit_test(live_parameters_act_in_the_next_step),
        cmocka_unit_test(fixed_parameters_cannot_be_set),
        cmocka_unit_test(wrong_names_and_values_cannot_be_set),
        cmocka_unit_test(numbers_that_are_none_cannot_be_set),
        cmocka_unit_test(a_world_keeps_its_dimensions),
        cmocka_unit_test(set_def_changes_what_is_live_and_refuses_what_is_fixed),
        cmocka_unit_test(set_def_of_a_flock_changes_what_is_live_and_refuses_what_is_fixed),
        cmocka_unit_test(the_def_that_a_flock_was_made_with_can_be_set_again_when_boids_are_gone),
        cmocka_unit_test(the_profile_counts_steps_boids_and_candidates),
        cmocka_unit_test(an_empty_world_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
