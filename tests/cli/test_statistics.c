/* Statistics over time, of series whose statistics are known: noise, series with a memory, constants. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../asserts.h"
#include "measure/statistics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Numbers with the normal distribution, as sums of twelve that look random (their fourth moment is 2.9, not 3). */
static double noise(uint64_t *state) {
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        sum += (double)(*state >> 11) * 0x1p-53;
    }
    return sum;
}

/* x' = memory x + noise, from the stationary distribution on, about a mean. Its autocorrelation is memory^t, so that
 * tau = (1 + memory) / (1 - memory) / 2; its deviation is 1. */
static app_series with_memory(double memory, double mean, size_t count, uint64_t seed) {
    app_series series = {0};
    double x = noise(&seed);
    for (size_t i = 0; i < count; i++) {
        app_series_add(&series, mean + x);
        x = memory * x + sqrt(1 - memory * memory) * noise(&seed);
    }
    return series;
}

static void is_near(double value, double expected, double within) {
    if (!(fabs(value - expected) <= within)) {
        fail_msg("%.17g is not %.17g within %g", value, expected, within);
    }
}

static void the_error_of_noise_is_its_deviation_over_the_root_of_the_number(void **state) {
    (void)state;
    app_series series = with_memory(0, 5, 10000, 1);
    double value[APP_STATISTIC_COUNT];
    app_series_read(&series, 10, 100, value);
    is_near(value[APP_STATISTIC_MEAN], 5, 0.04);
    is_near(value[APP_STATISTIC_SD], 1, 0.03);
    is_near(value[APP_STATISTIC_ERROR], 0.01, 0.0008);
    is_near(value[APP_STATISTIC_TAU], 5, 0.8); /* half a value, ten steps apart */
    is_near(value[APP_STATISTIC_SUSCEPTIBILITY], 100, 6);
    app_series_release(&series);
}

/* Also of so many values that they are put together in blocks. */
static void a_series_with_a_memory_has_its_autocorrelation_time_and_a_larger_error(void **state) {
    (void)state;
    const size_t counts[] = {15000, 200000};
    for (size_t i = 0; i < 2; i++) {
        for (int m = 0; m < 3; m++) {
            const double memory = m == 0 ? 0.5 : m == 1 ? 0.9 : 0.98, tau = (1 + memory) / (1 - memory) / 2;
            app_series series = with_memory(memory, 0, counts[i], 7 + (uint64_t)m);
            double value[APP_STATISTIC_COUNT], error = sqrt(2 * tau / (double)counts[i]);
            app_series_read(&series, 1, 1, value);
            /* relative standard error of tau: sqrt((4 W + 2) / n), W = 5 tau */
            double within = 4 * sqrt((20 * tau + 2) / (double)counts[i]) + 0.02;
            is_near(value[APP_STATISTIC_TAU] / tau, 1, within);
            is_near(value[APP_STATISTIC_ERROR] / error, 1, within);
            assert_true(series.blocks <= APP_SERIES_BLOCKS);
            app_series_release(&series);
        }
    }
}

/* Of many runs two of three are within one error of the truth, and 19 of 20 within two. */
static void the_truth_is_within_the_error_as_often_as_it_should_be(void **state) {
    (void)state;
    int one = 0, two = 0;
    for (uint64_t run = 0; run < 1000; run++) {
        app_series series = with_memory(0.8, 0, 1000, 1000 + 77 * run);
        double value[APP_STATISTIC_COUNT];
        app_series_read(&series, 1, 1, value);
        one += fabs(value[APP_STATISTIC_MEAN]) < value[APP_STATISTIC_ERROR];
        two += fabs(value[APP_STATISTIC_MEAN]) < 2 * value[APP_STATISTIC_ERROR];
        app_series_release(&series);
    }
    is_near(one, 683, 60);
    is_near(two, 954, 30);
}

static void the_cumulant_is_0_of_noise_about_0_and_two_thirds_far_from_it(void **state) {
    (void)state;
    app_series series = with_memory(0, 0, 100000, 3);
    double value[APP_STATISTIC_COUNT];
    app_series_read(&series, 1, 1, value);
    is_near(value[APP_STATISTIC_BINDER], 1 - 2.9 / 3, 0.02);
    app_series_release(&series);
    series = with_memory(0, 1000, 1000, 3);
    app_series_read(&series, 1, 1, value);
    is_near(value[APP_STATISTIC_BINDER], 2. / 3, 1e-5);
    app_series_release(&series);
    for (int i = 0; i < 1000; i++) { /* two states: -1 and 1 */
        app_series_add(&series, i / 100 % 2 == 0 ? -1 : 1);
    }
    app_series_read(&series, 1, 10, value);
    is_near(value[APP_STATISTIC_BINDER], 2. / 3, 1e-12);
    is_near(value[APP_STATISTIC_SUSCEPTIBILITY], 10, 1e-12);
    app_series_release(&series);
}

/* The length of the mean of N random unit vectors has 1/3 + 1/(3 N). */
static void the_cumulant_of_random_directions_is_what_is_computed_by_hand(void **state) {
    (void)state;
    enum { BOIDS = 5 };
    app_series series = {0};
    uint64_t seed = 9;
    double value[APP_STATISTIC_COUNT];
    for (int i = 0; i < 200000; i++) {
        double x = 0, y = 0;
        for (int b = 0; b < BOIDS; b++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            double angle = (double)(seed >> 11) * 0x1p-53 * 6.283185307179586;
            x += cos(angle) / BOIDS;
            y += sin(angle) / BOIDS;
        }
        app_series_add(&series, hypot(x, y));
    }
    app_series_read(&series, 1, BOIDS, value);
    is_near(value[APP_STATISTIC_BINDER], (1 + 1. / BOIDS) / 3, 0.004);
    app_series_release(&series);
}

static void a_constant_has_no_error_and_no_autocorrelation_time(void **state) {
    (void)state;
    for (size_t count = 1; count < 60000; count = count * 3 + 1) {
        app_series series = {0};
        double value[APP_STATISTIC_COUNT];
        for (size_t i = 0; i < count; i++) {
            app_series_add(&series, 0.75);
        }
        app_series_read(&series, 1, 50, value);
        assert_number_equal(value[APP_STATISTIC_MEAN], 0.75);
        assert_number_equal(value[APP_STATISTIC_SD], 0);
        assert_number_equal(value[APP_STATISTIC_ERROR], count > 1 ? 0 : NAN);
        assert_number_equal(value[APP_STATISTIC_TAU], NAN);
        is_near(value[APP_STATISTIC_BINDER], 2. / 3, 1e-12);
        assert_number_equal(value[APP_STATISTIC_SUSCEPTIBILITY], 0);
        app_series_release(&series);
    }
}

static void what_is_not_defined_is_left_out_and_of_nothing_all_is_undefined(void **state) {
    (void)state;
    app_series series = {0}, plain = {0};
    double value[APP_STATISTIC_COUNT], expected[APP_STATISTIC_COUNT];
    app_series_add(&series, NAN);
    app_series_add(&series, INFINITY);
    app_series_read(&series, 1, 1, value);
    for (size_t i = 0; i < APP_STATISTIC_COUNT; i++) {
        assert_number_equal(value[i], NAN);
    }
    for (int i = 0; i < 50; i++) {
        app_series_add(&series, i % 7);
        app_series_add(&series, NAN);
        app_series_add(&plain, i % 7);
    }
    app_series_read(&series, 1, 1, value);
    app_series_read(&plain, 1, 1, expected);
    for (size_t i = 0; i < APP_STATISTIC_COUNT; i++) {
        assert_number_equal(value[i], expected[i]);
    }
    app_series_release(&series);
    app_series_release(&plain);
}

static void values_that_go_up_and_down_in_turn_are_taken_as_independent(void **state) {
    (void)state;
    app_series series = {0};
    double value[APP_STATISTIC_COUNT];
    for (int i = 0; i < 1000; i++) {
        app_series_add(&series, i % 2);
    }
    app_series_read(&series, 1, 1, value);
    is_near(value[APP_STATISTIC_ERROR], 0.5 / sqrt(1000), 1e-12);
    is_near(value[APP_STATISTIC_TAU], 0.5, 1e-12);
    app_series_release(&series);
}

static void titles_of_columns_tell_their_statistic(void **state) {
    (void)state;
    size_t length = 0;
    for (size_t i = 0; i < APP_STATISTIC_COUNT; i++) {
        char title[64];
        snprintf(title, sizeof title, "birds.nearest_mean_%s", app_statistic_name(i));
        assert_int_equal(app_statistic_of(title, &length), i);
        assert_int_equal(length, strlen("birds.nearest_mean"));
    }
    assert_null(app_statistic_name(APP_STATISTIC_COUNT));
    assert_int_equal(app_statistic_of("birds.max_speed", &length), APP_STATISTIC_COUNT);
    assert_int_equal(length, strlen("birds.max_speed"));
    assert_int_equal(app_statistic_of("speed", &length), APP_STATISTIC_COUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_error_of_noise_is_its_deviation_over_the_root_of_the_number),
        cmocka_unit_test(a_series_with_a_memory_has_its_autocorrelation_time_and_a_larger_error),
        cmocka_unit_test(the_truth_is_within_the_error_as_often_as_it_should_be),
        cmocka_unit_test(the_cumulant_is_0_of_noise_about_0_and_two_thirds_far_from_it),
        cmocka_unit_test(the_cumulant_of_random_directions_is_what_is_computed_by_hand),
        cmocka_unit_test(a_constant_has_no_error_and_no_autocorrelation_time),
        cmocka_unit_test(what_is_not_defined_is_left_out_and_of_nothing_all_is_undefined),
        cmocka_unit_test(values_that_go_up_and_down_in_turn_are_taken_as_independent),
        cmocka_unit_test(titles_of_columns_tell_their_statistic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
