/* Measures of how boids are spread: what chance must give, maps, and correlations. */
#include "measuring.h"

#include <math.h>

static const double turn = 6.283185307179586;

static void boids_spread_at_random_are_as_far_apart_as_poisson_has_it(void **state) {
    (void)state;
    const size_t count = 20000;
    vol_world *world = vol_test_scattered(2, count, 1, NULL);
    double density = (double)count / 1e6;
    /* standard error: sqrt((4 / pi - 1) / N) of the mean, somewhat more as neighbours share distances */
    vol_test_near(vol_test_value(world, VOL_MEASURE_NEAREST_MEAN), 0.5 / sqrt(density), 0.5 / sqrt(density) * 0.017);
    vol_world_destroy(world);
    world = vol_test_scattered(3, count, 1, NULL);
    density = (double)count / 1e9;
    vol_test_near(vol_test_value(world, VOL_MEASURE_NEAREST_MEAN), 0.55396 / cbrt(density),
                  0.55396 / cbrt(density) * 0.017);
    vol_world_destroy(world);
}

static void numbers_of_boids_spread_at_random_fluctuate_as_poisson_has_it(void **state) {
    (void)state;
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        vol_world *world = vol_test_scattered(dimensions, 40000, 1, NULL);
        vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
        vol_curve curve = vol_meter_curve(meter, VOL_CURVE_FLUCTUATION);
        assert_int_equal(curve.count, dimensions == 3 ? 4 : 6);
        for (size_t i = 0; i < curve.count; i++) {
            double boxes = pow(dimensions == 3 ? 8 : 4, (double)i + 1);
            vol_test_near(curve.number[i], boxes, 0);
            vol_test_near(curve.x[i], 40000 / boxes, 1e-9);
            vol_test_near(curve.y[i] / curve.x[i], 1, 4.5 * sqrt(2 / (boxes - 1))); /* 4.5 standard errors */
        }
        vol_test_near(vol_meter_value(meter, VOL_MEASURE_FLUCTUATION), 0.5, 0.08); /* 4.5, too */
        vol_meter_destroy(meter);
        vol_world_destroy(world);
    }
}

static void a_lattice_has_no_number_fluctuations_and_a_crowd_in_a_corner_the_largest(void **state) {
    (void)state;
    vol_world *world = vol_test_lattice(VOL_BOUNDARY_WRAP, 2, 64, 1);
    vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
    vol_curve curve = vol_meter_curve(meter, VOL_CURVE_FLUCTUATION);
    for (size_t i = 0; i < curve.count; i++) {
        vol_test_near(curve.y[i], 0, 0);
    }
    assert_true(isnan(vol_meter_value(meter, VOL_MEASURE_FLUCTUATION)));
    vol_meter_destroy(meter);
    vol_world_destroy(world);
    double at[200], velocity[200] = {0};
    for (size_t i = 0; i < 200; i++) {
        at[i] = 0.5;
    }
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_CLAMP, 2, 100);
    world = vol_test_world_of(&def, 100, at, velocity);
    meter = vol_test_meter(world, NULL, VOL_NONE);
    curve = vol_meter_curve(meter, VOL_CURVE_FLUCTUATION);
    for (size_t i = 0; i < curve.count; i++) { /* all in one of B boxes: variance 100^2 / B */
        vol_test_near(curve.y[i], 10000 / curve.number[i], 1e-9);
    }
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

static void the_density_map_holds_every_boid_where_it_is(void **state) {
    (void)state;
    const double at[] = {10, 10, 10, 12, 95, 45, 100, 100, 49.9, 50.1}, velocity[10] = {0};
    vol_world_def world_def = vol_test_bare_def(VOL_BOUNDARY_CLAMP, 2, 100);
    vol_world *world = vol_test_world_of(&world_def, 5, at, velocity);
    vol_meter_def def = vol_default_meter_def();
    def.measures = 0;
    def.density.cells[0] = 4;
    def.density.cells[1] = 2;
    vol_meter *meter = vol_test_meter(world, &def, VOL_NONE);
    vol_density map = vol_meter_density(meter);
    const double expected[] = {2, 0, 0, 1, 0, 1, 0, 1}; /* boids in cells of 25 by 50 */
    assert_int_equal(map.cells[0] * map.cells[1] * map.cells[2], 8);
    vol_test_near(map.low[0], 0, 0);
    vol_test_near(map.high[1], 100, 0);
    for (size_t i = 0; i < 8; i++) {
        vol_test_near(map.value[i], expected[i] / 1250, 1e-15);
    }
    assert_true(isnan(vol_meter_value(meter, VOL_MEASURE_BOIDS))); /* was not asked for */
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

static void the_density_map_of_an_open_world_is_around_the_boids(void **state) {
    (void)state;
    const double at[] = {-50, 7, 150, 7}, velocity[4] = {0};
    vol_world_def world_def = vol_test_bare_def(VOL_BOUNDARY_OPEN, 2, 100);
    vol_world *world = vol_test_world_of(&world_def, 2, at, velocity);
    vol_meter_def def = vol_default_meter_def();
    def.density.cells[0] = def.density.cells[1] = 2;
    vol_meter *meter = vol_test_meter(world, &def, VOL_NONE);
    vol_density map = vol_meter_density(meter);
    vol_test_near(map.low[0], -50, 0);
    vol_test_near(map.high[0], 150, 0);
    vol_test_near(map.low[1], 6.5, 0); /* flat: taken as one long */
    vol_test_near(map.high[1], 7.5, 0);
    vol_test_near(map.value[0] + map.value[2], 0.02, 1e-15);
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

/* A row of boids along x in a periodic world, whose velocity along y is a cosine with that many waves. */
static vol_world *wave(double waves, vol_boundary boundary) {
    enum { BOIDS = 400 };
    double at[2 * BOIDS], velocity[2 * BOIDS];
    for (int i = 0; i < BOIDS; i++) {
        at[2 * i] = i + 0.5;
        at[2 * i + 1] = 200;
        velocity[2 * i] = 3;
        velocity[2 * i + 1] = cos(turn * waves * i / BOIDS);
    }
    vol_world_def def = vol_test_bare_def(boundary, 2, BOIDS);
    return vol_test_world_of(&def, BOIDS, at, velocity);
}

static void fluctuations_in_waves_are_correlated_over_a_quarter_of_the_wave(void **state) {
    (void)state;
    vol_world *world = wave(2, VOL_BOUNDARY_WRAP); /* 200 long: cos(2 pi r / 200), zero at 50 */
    vol_meter_def def = vol_default_meter_def();
    def.correlation.bins = 200; /* of 1: each holds one distance, its beginning */
    vol_meter *meter = vol_test_meter(world, &def, VOL_NONE);
    vol_curve curve = vol_meter_curve(meter, VOL_CURVE_CORRELATION);
    assert_int_equal(curve.count, 200);
    assert_true(isnan(curve.y[0]));
    vol_test_near(curve.number[0], 0, 0);
    for (size_t b = 1; b < 200; b++) {
        vol_test_near(curve.number[b], 400, 0);
        vol_test_near(curve.x[b], (double)b + 0.5, 1e-12);
        vol_test_near(curve.y[b], cos(turn * (double)b / 200), 1e-9);
    }
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_CORRELATION_LENGTH), 50.5, 1e-6);
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

static void velocities_that_are_all_the_same_have_no_correlation_length(void **state) {
    (void)state;
    const double at[] = {1, 1, 5, 5, 20, 30}, velocity[] = {0.1, 0.3, 0.1, 0.3, 0.1, 0.3};
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_CLAMP, 2, 100);
    vol_world *world = vol_test_world_of(&def, 3, at, velocity);
    assert_true(isnan(vol_test_value(world, VOL_MEASURE_CORRELATION_LENGTH)));
    vol_world_destroy(world);
}

static void a_sample_of_the_pairs_tells_the_same_correlation(void **state) {
    (void)state;
    vol_world *world = vol_test_scattered(2, 3000, 1, NULL);
    assert_int_equal(vol_world_step(world, 60), VOL_OK);
    vol_meter_def def = vol_default_meter_def();
    def.correlation.range = 100;
    def.correlation.bins = 5;
    vol_meter *whole = vol_test_meter(world, &def, VOL_NONE);
    def.correlation.boids = 1000;
    vol_meter *part = vol_test_meter(world, &def, VOL_NONE);
    vol_curve all = vol_meter_curve(whole, VOL_CURVE_CORRELATION), some = vol_meter_curve(part, VOL_CURVE_CORRELATION);
    double pairs_all = 0, pairs_some = 0;
    for (size_t b = 0; b < 5; b++) {
        vol_test_near(some.y[b], all.y[b], 0.15);
        pairs_all += all.number[b];
        pairs_some += some.number[b];
    }
    vol_test_near(pairs_some / pairs_all, 1. / 9, 0.02);
    vol_meter_destroy(part);
    vol_meter_destroy(whole);
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boids_spread_at_random_are_as_far_apart_as_poisson_has_it),
        cmocka_unit_test(numbers_of_boids_spread_at_random_fluctuate_as_poisson_has_it),
        cmocka_unit_test(a_lattice_has_no_number_fluctuations_and_a_crowd_in_a_corner_the_largest),
        cmocka_unit_test(the_density_map_holds_every_boid_where_it_is),
        cmocka_unit_test(the_density_map_of_an_open_world_is_around_the_boids),
        cmocka_unit_test(fluctuations_in_waves_are_correlated_over_a_quarter_of_the_wave),
        cmocka_unit_test(velocities_that_are_all_the_same_have_no_correlation_length),
        cmocka_unit_test(a_sample_of_the_pairs_tells_the_same_correlation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
