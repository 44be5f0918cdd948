/* Names to numbers: what was put in is found, whatever else is there, and nothing more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/lookup.h"

enum { MANY = 20000 };

static void nothing_is_found_where_nothing_is(void **state) {
    (void)state;
    vol_scene_lookup lookup = {0};
    size_t number = 7;
    assert_false(vol_scene_lookup_find(&lookup, "", &number));
    assert_false(vol_scene_lookup_find(&lookup, "a", &number));
    assert_int_equal(number, 7);
}

static void many_names_are_found_by_their_numbers(void **state) {
    (void)state;
    vol_arena arena = {0};
    vol_scene_lookup lookup = {0};
    size_t number = 0;
    for (size_t i = 0; i < MANY; i++) {
        assert_true(vol_scene_lookup_put(&arena, &lookup, vol_arena_print(&arena, "f%zu", 3 * i), i));
    }
    for (size_t i = 0; i < MANY; i++) {
        assert_true(vol_scene_lookup_find(&lookup, vol_arena_print(&arena, "f%zu", 3 * i), &number));
        assert_int_equal(number, i);
        assert_false(vol_scene_lookup_find(&lookup, vol_arena_print(&arena, "f%zu", 3 * i + 1), &number));
    }
    assert_int_equal(lookup.count, MANY);
    assert_in_range(lookup.room, 2 * MANY, 20 * MANY);
    vol_arena_release(&arena);
}

static void a_name_is_there_once(void **state) {
    (void)state;
    vol_arena arena = {0};
    vol_scene_lookup lookup = {0};
    size_t number = 0;
    assert_true(vol_scene_lookup_put(&arena, &lookup, "birds", 4));
    assert_false(vol_scene_lookup_put(&arena, &lookup, "birds", 5));
    assert_true(vol_scene_lookup_find(&lookup, "birds", &number));
    assert_int_equal(number, 4);
    vol_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_found_where_nothing_is),
        cmocka_unit_test(many_names_are_found_by_their_numbers),
        cmocka_unit_test(a_name_is_there_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
