/* Rulers on known numbers: ticks at round numbers, their texts, and where numbers are in the picture. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "asserts.h"
#include "draw/ruler.h"

#include <math.h>
#include <string.h>

/* The texts of all ticks, with blanks between them. */
static void assert_texts(const app_ruler *ruler, const char *expected) {
    char all[400] = "";
    for (size_t i = 0; i < ruler->count; i++) {
        strncat(all, i > 0 ? " " : "", 2);
        strncat(all, ruler->text[i], APP_TICK_TEXT);
    }
    assert_string_equal(all, expected);
}

static void assert_near(double a, double b) {
    assert_true(fabs(a - b) < 1e-9);
}

static void ticks_are_round_numbers_within_the_range(void **state) {
    (void)state;
    app_ruler ruler = {0};
    app_ruler_fit(&ruler, 0, 1, 5);
    assert_texts(&ruler, "0.0 0.2 0.4 0.6 0.8 1.0");
    app_ruler_fit(&ruler, 0.13, 0.87, 5);
    assert_texts(&ruler, "0.2 0.4 0.6 0.8");
    app_ruler_fit(&ruler, 0, 400, 7);
    assert_texts(&ruler, "0 50 100 150 200 250 300 350 400");
    app_ruler_fit(&ruler, -3, 3, 6);
    assert_texts(&ruler, "\xE2\x88\x92"
                         "3 \xE2\x88\x92"
                         "2 \xE2\x88\x92"
                         "1 0 1 2 3");
    app_ruler_fit(&ruler, 0.097, 0.1031, 5);
    assert_texts(&ruler, "0.097 0.098 0.099 0.100 0.101 0.102 0.103");
}

static void without_a_label_there_are_at_most_so_many_ticks(void **state) {
    (void)state;
    app_ruler ruler = {0};
    app_ruler_fit_plain(&ruler, 0, 640, 7);
    assert_texts(&ruler, "0 100 200 300 400 500 600");
    app_ruler_fit_plain(&ruler, 0, 1000, 10);
    assert_texts(&ruler, "0 100 200 300 400 500 600 700 800 900 1000");
    app_ruler_fit_plain(&ruler, 0.4, -0.33, 5);
    assert_texts(&ruler, "\xE2\x88\x92"
                         "0.2 0.0 0.2 0.4");
    app_ruler_fit_plain(&ruler, 1003, 1009, 6);
    assert_texts(&ruler, "1003 1004 1005 1006 1007 1008 1009");
    app_ruler_fit_plain(&ruler, 0, 2e6, 4);
    assert_int_equal(ruler.power, 0);
    assert_texts(&ruler, "0 5e+05 1e+06 1.5e+06 2e+06");
}

static void a_tick_is_the_double_nearest_to_its_text(void **state) {
    (void)state;
    app_ruler ruler = {0};
    app_ruler_fit(&ruler, 0, 1, 10);
    assert_int_equal(ruler.count, 11);
    assert_number_equal(ruler.tick[3], 0.3); /* not 0.30000000000000004 */
    assert_number_equal(ruler.tick[7], 0.7);
}

static void the_same_number_everywhere_gets_room_around(void **state) {
    (void)state;
    app_ruler ruler = {0};
    app_ruler_fit(&ruler, 5, 5, 5);
    assert_true(ruler.from < 5 && ruler.to > 5 && ruler.count >= 2);
    app_ruler_fit(&ruler, 0, 0, 5);
    assert_true(ruler.from < 0 && ruler.to > 0);
    app_ruler_fit(&ruler, INFINITY, -INFINITY, 5); /* no number at all */
    assert_texts(&ruler, "0.0 0.2 0.4 0.6 0.8 1.0");
}

static void large_and_small_numbers_share_a_power_of_ten(void **state) {
    (void)state;
    app_ruler ruler = {0};
    app_ruler_fit(&ruler, 0, 2000000, 4);
    assert_int_equal(ruler.power, 6);
    assert_texts(&ruler, "0.0 0.5 1.0 1.5 2.0");
    assert_number_equal(ruler.tick[1], 500000);
    app_ruler_fit(&ruler, 0, 0.004, 4);
    assert_int_equal(ruler.power, -3);
    assert_texts(&ruler, "0 1 2 3 4");
}

static void equal_ratios_have_ticks_at_powers_of_ten(void **state) {
    (void)state;
    app_ruler ruler = {0};
    app_ruler_fit_log(&ruler, 1, 1000, 6);
    assert_texts(&ruler, "1 2 5 10 20 50 100 200 500 1000");
    app_ruler_fit_log(&ruler, 1e-4, 1e4, 6);
    assert_texts(&ruler, "0.0001 0.01 1 100 1e+04");
    ruler.begin = 0;
    ruler.end = 80;
    assert_near(app_ruler_place(&ruler, 1), 40);
    assert_near(app_ruler_place(&ruler, 10), 50);
}

static void degrees_have_ticks_at_parts_of_a_right_angle(void **state) {
    (void)state;
    app_ruler ruler = {0};
    app_ruler_fit_degrees(&ruler, 0, 360, 8);
    assert_texts(&ruler, "0 45 90 135 180 225 270 315 360");
    app_ruler_fit_degrees(&ruler, 0, 360, 4);
    assert_texts(&ruler, "0 90 180 270 360");
}

static void names_stand_at_whole_numbers(void **state) {
    (void)state;
    static const char *const names[] = {"single", "double"};
    app_ruler ruler = {0};
    app_ruler_fit_names(&ruler, names, 2);
    ruler.begin = 10;
    ruler.end = 110;
    assert_texts(&ruler, "single double");
    assert_near(app_ruler_place(&ruler, 0), 35);
    assert_near(app_ruler_place(&ruler, 1), 85);
}

static void numbers_are_placed_in_proportion_in_both_directions(void **state) {
    (void)state;
    app_ruler ruler = {0};
    app_ruler_fit(&ruler, 0, 200, 4);
    ruler.begin = 300; /* upwards in a picture is towards 0 */
    ruler.end = 100;
    assert_near(app_ruler_place(&ruler, 0), 300);
    assert_near(app_ruler_place(&ruler, 50), 250);
    assert_near(app_ruler_place(&ruler, 200), 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_round_numbers_within_the_range),
        cmocka_unit_test(without_a_label_there_are_at_most_so_many_ticks),
        cmocka_unit_test(a_tick_is_the_double_nearest_to_its_text),
        cmocka_unit_test(the_same_number_everywhere_gets_room_around),
        cmocka_unit_test(large_and_small_numbers_share_a_power_of_ten),
        cmocka_unit_test(equal_ratios_have_ticks_at_powers_of_ten),
        cmocka_unit_test(degrees_have_ticks_at_parts_of_a_right_angle),
        cmocka_unit_test(names_stand_at_whole_numbers),
        cmocka_unit_test(numbers_are_placed_in_proportion_in_both_directions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
