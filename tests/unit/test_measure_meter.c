/* Meters: the same bits always, flocks and worlds, few boids, wrong use, no memory. */
#include "counting.h"
#include "measuring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* With groups of a radius, 0 for that of the rules. */
static uint64_t digest_of(vol_world *world, double radius) {
    vol_meter_def def = vol_default_meter_def();
    def.radius = radius;
    def.correlation.boids = 500;
    def.density.cells[0] = def.density.cells[1] = def.density.cells[2] = 7;
    vol_meter *meter = vol_test_meter(world, &def, VOL_NONE);
    uint64_t hash = vol_test_digest(meter);
    vol_meter_destroy(meter);
    return hash;
}

/* Radii for which cells are as wide as the radius, and for which all boids of a cell are in one group; the last is also
 * right for nearest distances. */
static void readings_are_the_same_bits_for_any_threads_and_instruction_set(void **state) {
    (void)state;
    for (int round = 0; round < 6; round++) {
        const int dimensions = 2 + round % 2;
        const double room = dimensions == 3 ? 1000 / cbrt(4000) : 1000 / sqrt(4000);
        const double radius = round < 2 ? 0 : round < 4 ? 4 * room : 1.9 * room;
        vol_world *world = vol_test_scattered(dimensions, 4000, 1, "scalar");
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        uint64_t expected = digest_of(world, radius);
        vol_world_destroy(world);
        for (size_t i = 0; vol_isa_name(i); i++) {
            world = vol_test_scattered(dimensions, 4000, 1 + (uint32_t)(i + 1) % 4, vol_isa_name(i));
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            assert_hash_equal(digest_of(world, radius), expected);
            vol_world_destroy(world);
        }
    }
}

static void readings_do_not_depend_on_how_boids_lie_in_memory(void **state) {
    (void)state;
    vol_world *world = vol_test_scattered(2, 3000, 2, NULL), *again = vol_test_scattered(2, 3000, 1, NULL);
    assert_int_equal(vol_world_step(world, 5), VOL_OK); /* the grid has sorted them */
    size_t size = vol_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    vol_snapshot_write(world, bytes);
    assert_int_equal(vol_snapshot_read(again, bytes, size, NULL), VOL_OK);
    vol_view one = vol_flock_view(world, 0), other = vol_flock_view(again, 0);
    assert_memory_not_equal(one.id, other.id, one.count * sizeof *one.id);
    assert_hash_equal(digest_of(world, 0), digest_of(again, 0));
    assert_hash_equal(digest_of(world, 35), digest_of(again, 35));
    free(bytes);
    vol_world_destroy(again);
    vol_world_destroy(world);
}

static void a_flock_is_read_alone_and_the_world_as_a_whole(void **state) {
    (void)state;
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_CLAMP, 2, 100);
    vol_world *world = vol_test_world(&def);
    vol_flock a = vol_test_empty_flock(world, "a"), b = vol_test_empty_flock(world, "b");
    const double at_a[] = {10, 10, 14, 10}, at_b[] = {11, 10, 80, 80}, right[] = {1, 0, 1, 0}, left[] = {-2, 0, -2, 0};
    assert_int_equal(vol_flock_add(world, a, 2, at_a, right, NULL, NULL), VOL_OK);
    assert_int_equal(vol_flock_add(world, b, 2, at_b, left, NULL, NULL), VOL_OK);
    vol_meter *meter = vol_test_meter(world, NULL, a);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_POLARISATION), 1, 0);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEAREST_MEAN), 4, 0);
    assert_int_equal(vol_meter_read(meter, b, NULL), VOL_OK);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_SPEED), 2, 0);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_GROUPS), 2, 0);
    assert_int_equal(vol_meter_read(meter, VOL_NONE, NULL), VOL_OK);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_BOIDS), 4, 0);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_SPEED), 1.5, 0);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_POLARISATION), 0, 0);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEAREST_MIN), 1, 0);
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

static void a_measure_read_alone_is_as_among_all(void **state) {
    (void)state;
    vol_world *world = vol_test_scattered(2, 500, 2, NULL);
    assert_int_equal(vol_world_step(world, 20), VOL_OK);
    vol_meter *all = vol_test_meter(world, NULL, VOL_NONE);
    for (size_t i = 0; i < VOL_MEASURE_COUNT; i++) {
        vol_meter_def def = vol_default_meter_def();
        def.measures = VOL_MEASURE_BIT(i);
        vol_meter *one = vol_test_meter(world, &def, VOL_NONE);
        for (size_t k = 0; k < VOL_MEASURE_COUNT; k++) {
            double value = vol_meter_value(one, (vol_measure)k);
            assert_number_equal(value, k == i ? vol_meter_value(all, (vol_measure)k) : NAN);
        }
        vol_meter_destroy(one);
    }
    vol_meter_destroy(all);
    vol_world_destroy(world);
}

static void boids_without_a_proper_number_are_left_out(void **state) {
    (void)state;
    const double at[] = {10, 10, 14, 10, 50, 50}, velocity[] = {1, 0, 1, 0, 0, 1};
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_OPEN, 2, 100);
    vol_world *world = vol_test_world_of(&def, 3, at, velocity);
    vol_view view = vol_flock_view(world, 0);
    for (int kind = 0; kind < 3; kind++) { /* a world that was driven out of its numbers */
        ((double *)(uintptr_t)view.position[1])[2] = kind == 0 ? NAN : kind == 1 ? -INFINITY : 1e200;
        vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
        vol_test_near(vol_meter_value(meter, VOL_MEASURE_BOIDS), 2, 0);
        vol_test_near(vol_meter_value(meter, VOL_MEASURE_POLARISATION), 1, 0);
        vol_test_near(vol_meter_value(meter, VOL_MEASURE_CENTER_X), 12, 0);
        vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEAREST_MEAN), 4, 0);
        vol_test_near(vol_meter_value(meter, VOL_MEASURE_GROUPS), 1, 0);
        vol_meter_destroy(meter);
    }
    vol_world_destroy(world);
}

static void without_boids_only_counts_are_numbers(void **state) {
    (void)state;
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_WRAP, 2, 100);
    vol_world *world = vol_test_world(&def);
    for (int flocks = 0; flocks < 2; flocks++) {
        vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
        for (size_t i = 0; i < VOL_MEASURE_COUNT; i++) {
            bool count = i == VOL_MEASURE_BOIDS || i == VOL_MEASURE_GROUPS || i == VOL_MEASURE_GROUP_LARGEST;
            double value = vol_meter_value(meter, (vol_measure)i);
            assert_number_equal(value, count ? 0 : NAN);
        }
        for (size_t i = 0; i < VOL_CURVE_COUNT; i++) {
            assert_int_equal(vol_meter_curve(meter, (vol_curve_kind)i).count, 0);
        }
        vol_meter_destroy(meter);
        vol_test_empty_flock(world, flocks == 0 ? "nobody" : "none");
    }
    vol_world_destroy(world);
}

static void a_single_boid_has_all_that_does_not_need_two(void **state) {
    (void)state;
    for (int b = 0; b < VOL_BOUNDARY_COUNT; b++) {
        const double at[] = {30, 60}, velocity[] = {3, 4};
        vol_world_def def = vol_test_bare_def((vol_boundary)b, 2, 100);
        vol_world *world = vol_test_world_of(&def, 1, at, velocity);
        vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
        const double expected[] = {1, 5, 1, 0, 30, 60, 0, 0, NAN, NAN, 1, 1, 1, NAN, NAN, 0, NAN, NAN, 1, NAN};
        for (size_t i = 0; i < VOL_MEASURE_COUNT; i++) {
            double value = vol_meter_value(meter, (vol_measure)i);
            assert_true(isnan(expected[i]) ? isnan(value) : fabs(value - expected[i]) < 1e-12);
        }
        vol_meter_destroy(meter);
        vol_world_destroy(world);
    }
}

static void boids_that_are_in_one_place_have_measures_all_the_same(void **state) {
    (void)state;
    double at[100], velocity[100];
    for (size_t i = 0; i < 100; i++) {
        at[i] = 99.99;
        velocity[i] = 0;
    }
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_WRAP, 2, 100);
    vol_world *world = vol_test_world_of(&def, 50, at, velocity);
    vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
    const double expected[] = {50, 0, 0, 0, 99.99, 99.99, 0, 0, 0, 0, 1, 50, 50, NAN, NAN, 49, NAN, NAN, 50, NAN};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        if (i == VOL_MEASURE_FLUCTUATION) { /* boxes of every size have them all in one */
            continue;
        }
        double value = vol_meter_value(meter, (vol_measure)i);
        assert_true(isnan(expected[i]) ? isnan(value) : fabs(value - expected[i]) < 1e-11);
    }
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

static void the_table_names_every_measure_once(void **state) {
    (void)state;
    for (size_t i = 0; i < VOL_MEASURE_COUNT; i++) {
        const vol_measure_row *row = vol_measure_at(i);
        assert_non_null(row);
        assert_non_null(row->name);
        assert_string_equal(row->name, vol_measure_name(i));
        assert_int_equal(vol_measure_find(row->name), i);
        assert_int_equal(row->least_dimensions, i == VOL_MEASURE_CENTER_Z ? 3 : 2);
        assert_true(strlen(row->help) > 5);
        assert_int_equal(row->help[strlen(row->help) - 1], '.');
    }
    assert_null(vol_measure_at(VOL_MEASURE_COUNT));
    assert_null(vol_measure_name(VOL_MEASURE_COUNT));
    assert_int_equal(vol_measure_find("polarization"), VOL_MEASURE_COUNT);
}

static void a_wrong_def_is_refused_with_the_field_and_what_is_allowed(void **state) {
    (void)state;
    vol_world_def world_def = vol_test_bare_def(VOL_BOUNDARY_WRAP, 2, 100);
    vol_world *world = vol_test_world(&world_def);
    for (int i = 0; i < 9; i++) {
        vol_meter_def def = vol_default_meter_def();
        const char *fields[] = {"meter",
                                "measures",
                                "radius",
                                "nearest.bins",
                                "nearest.range",
                                "correlation.bins",
                                "correlation.boids",
                                "fluctuation.levels",
                                "density.cells"};
        switch (i) {
        case 0: def.cookie = 0; break;
        case 1: def.measures = UINT64_MAX; break;
        case 2: def.radius = -1; break;
        case 3: def.nearest.bins = 0; break;
        case 4: def.nearest.range = NAN; break;
        case 5: def.correlation.bins = 2000000; break;
        case 6: def.correlation.boids = 1; break;
        case 7: def.fluctuation.levels = 11; break;
        default: def.density.cells[0] = 10; break; /* and none along y */
        }
        vol_meter *meter = (vol_meter *)&def;
        vol_error error = {0};
        assert_int_equal(vol_meter_create(world, &def, &meter, &error), VOL_ERROR_VALUE);
        assert_null(meter);
        assert_string_equal(error.field, fields[i]);
        if (i > 0) {
            assert_non_null(strstr(error.text, "allowed"));
        }
    }
    vol_world_destroy(world);
}

static void a_reading_takes_no_more_memory_than_it_may(void **state) {
    (void)state;
    vol_world *world = vol_test_scattered(2, 10000, 1, NULL);
    vol_meter_def def = vol_default_meter_def();
    vol_meter *meter;
    vol_error error = {0};
    def.memory = 100000;
    assert_int_equal(vol_meter_create(world, &def, &meter, &error), VOL_OK);
    assert_int_equal(vol_meter_read(meter, VOL_NONE, &error), VOL_ERROR_MEMORY);
    assert_string_equal(error.field, "memory");
    assert_non_null(strstr(error.text, "10000 boids"));
    assert_non_null(strstr(error.text, "allowed are 0.1 MB"));
    assert_true(isnan(vol_meter_value(meter, VOL_MEASURE_SPEED)));
    vol_meter_destroy(meter);
    def.measures = VOL_MEASURE_BIT(VOL_MEASURE_SPEED); /* which needs none */
    assert_int_equal(vol_meter_create(world, &def, &meter, &error), VOL_OK);
    assert_int_equal(vol_meter_read(meter, VOL_NONE, &error), VOL_OK);
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

static void a_meter_without_memory_says_so_and_gives_back_all_it_has(void **state) {
    (void)state;
    for (size_t refuse = 1;; refuse++) {
        vol_test_counter counter = {0};
        vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_WRAP, 2, 100);
        vol_test_count(&def, &counter);
        vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 300);
        vol_meter_def meter_def = vol_default_meter_def();
        meter_def.density.cells[0] = meter_def.density.cells[1] = 3;
        vol_meter *meter = NULL;
        size_t living = counter.living;
        counter.refuse = counter.requests + refuse;
        vol_result result = vol_meter_create(world, &meter_def, &meter, NULL);
        assert_int_equal(result == VOL_OK, meter != NULL);
        if (result == VOL_OK) {
            result = vol_meter_read(meter, VOL_NONE, NULL);
            assert_int_equal(isnan(vol_meter_value(meter, VOL_MEASURE_BOIDS)), result != VOL_OK);
        }
        if (result != VOL_OK) {
            assert_int_equal(result, VOL_ERROR_MEMORY);
            counter.refuse = 0;
            assert_int_equal(meter ? vol_meter_read(meter, VOL_NONE, NULL) : VOL_OK, VOL_OK);
        }
        vol_meter_destroy(meter);
        assert_int_equal(counter.living, living);
        vol_world_destroy(world);
        assert_int_equal(counter.living, 0);
        if (result == VOL_OK) {
            assert_true(refuse > 20);
            return;
        }
    }
}

static void a_second_reading_asks_for_no_memory(void **state) {
    (void)state;
    vol_test_counter counter = {0};
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_WRAP, 3, 100);
    vol_test_count(&def, &counter);
    vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 300);
    vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
    counter.closed = true;
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    assert_int_equal(vol_meter_read(meter, VOL_NONE, NULL), VOL_OK);
    assert_int_equal(vol_meter_read(meter, 0, NULL), VOL_OK);
    counter.closed = false;
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readings_are_the_same_bits_for_any_threads_and_instruction_set),
        cmocka_unit_test(readings_do_not_depend_on_how_boids_lie_in_memory),
        cmocka_unit_test(a_flock_is_read_alone_and_the_world_as_a_whole),
        cmocka_unit_test(a_measure_read_alone_is_as_among_all),
        cmocka_unit_test(boids_without_a_proper_number_are_left_out),
        cmocka_unit_test(without_boids_only_counts_are_numbers),
        cmocka_unit_test(a_single_boid_has_all_that_does_not_need_two),
        cmocka_unit_test(boids_that_are_in_one_place_have_measures_all_the_same),
        cmocka_unit_test(the_table_names_every_measure_once),
        cmocka_unit_test(a_wrong_def_is_refused_with_the_field_and_what_is_allowed),
        cmocka_unit_test(a_reading_takes_no_more_memory_than_it_may),
        cmocka_unit_test(a_meter_without_memory_says_so_and_gives_back_all_it_has),
        cmocka_unit_test(a_second_reading_asks_for_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
