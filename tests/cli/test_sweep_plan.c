/* Plans of sweeps: grids, ranges, Latin hypercubes and seeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sweep/plan.h"

#include <stdlib.h>
#include <string.h>

static bool make(app_plan *plan, const char *const *over, app_plan_source source, vol_scene_fault *fault) {
    for (size_t i = 0; over[i] != NULL; i++) {
        vol_words_add(&source.over, over[i]);
    }
    source.repeat = source.repeat > 0 ? source.repeat : 1;
    bool right = app_plan_make(plan, &source, fault);
    vol_words_release(&source.over);
    return right;
}

static void assert_values(const char *over, const char *expected) {
    app_plan plan;
    vol_scene_fault fault = {0};
    vol_text all = {0};
    assert_true(make(&plan, (const char *const[]){over, NULL}, (app_plan_source){0}, &fault));
    for (uint64_t c = 0; c < plan.combinations; c++) {
        vol_text_print(&all, "%s%s", c > 0 ? " " : "", app_plan_value(&plan, c, 0));
    }
    assert_string_equal(all.data, expected);
    vol_text_release(&all);
    app_plan_release(&plan);
}

static void lists_and_ranges_give_their_values(void **state) {
    (void)state;
    assert_values("birds.max_speed=1,2.5,4", "1 2.5 4");
    assert_values("world.size=[800,600],[400,300]", "[800,600] [400,300]");
    assert_values("birds.max_speed=0.1:0.5:5", "0.1 0.2 0.3 0.4 0.5");
    assert_values("birds.max_speed=3:1:3", "3 2 1");
    assert_values("birds.max_speed=2:9:1", "2");
    assert_values("birds.max_speed=0.01:100:5:log", "0.01 0.1 1 10 100");
    assert_values("birds.count=10:20:4", "10 13 17 20"); /* a whole number stays one */
    assert_values("birds.terms.home.period=10:20:4", "10 13 17 20");
    assert_values("obstacles.0.radius=1:2:3", "1 1.5 2");
}

static void a_grid_has_all_combinations_and_the_last_key_changes_fastest(void **state) {
    (void)state;
    app_plan plan;
    vol_scene_fault fault = {0};
    const char *const over[] = {"a.b=1,2,3", "c.d=x,y", NULL};
    assert_true(make(&plan, over, (app_plan_source){.repeat = 4}, &fault));
    assert_int_equal(plan.combinations, 6);
    assert_int_equal(app_plan_runs(&plan), 24);
    for (uint64_t c = 0; c < 6; c++) {
        assert_int_equal(app_plan_value(&plan, c, 0)[0], '1' + (int)(c / 2));
        assert_int_equal(app_plan_value(&plan, c, 1)[0], 'x' + (int)(c % 2));
    }
    app_plan_release(&plan);
}

static void a_latin_hypercube_uses_each_stratum_once(void **state) {
    (void)state;
    enum { COUNT = 97 };
    app_plan plan, again, other;
    vol_scene_fault fault = {0};
    const char *const over[] = {"a.x=10:20", "a.y=-1:1", "a.z=1:1000:log", NULL};
    assert_true(make(&plan, over, (app_plan_source){.latin = COUNT, .seed = 7}, &fault));
    assert_true(make(&again, over, (app_plan_source){.latin = COUNT, .seed = 7}, &fault));
    assert_true(make(&other, over, (app_plan_source){.latin = COUNT, .seed = 8}, &fault));
    assert_int_equal(plan.combinations, COUNT);
    size_t same = 0;
    for (size_t k = 0; k < 2; k++) {
        bool used[COUNT] = {false};
        double low = k == 0 ? 10 : -1, high = k == 0 ? 20 : 1;
        for (uint64_t c = 0; c < COUNT; c++) {
            double value = strtod(app_plan_value(&plan, c, k), NULL);
            assert_true(value >= low && value < high);
            size_t stratum = (size_t)((value - low) / (high - low) * COUNT);
            assert_false(used[stratum]);
            used[stratum] = true;
            assert_string_equal(app_plan_value(&plan, c, k), app_plan_value(&again, c, k));
            same += strcmp(app_plan_value(&plan, c, k), app_plan_value(&other, c, k)) == 0;
        }
    }
    assert_true(same < 10);
    size_t below_ten = 0;
    for (uint64_t c = 0; c < COUNT; c++) {
        below_ten += strtod(app_plan_value(&plan, c, 2), NULL) < 10;
    }
    assert_in_range(below_ten, COUNT / 3, COUNT / 3 + 1); /* a third of equal ratios */
    app_plan_release(&plan);
    app_plan_release(&again);
    app_plan_release(&other);
}

static int by_number(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void no_two_runs_have_the_same_seed(void **state) {
    (void)state;
    app_plan plan;
    vol_scene_fault fault = {0};
    const char *const over[] = {"a.b=1:2:100", NULL};
    assert_true(make(&plan, over, (app_plan_source){.repeat = 100, .seed = 42}, &fault));
    uint64_t count = app_plan_runs(&plan);
    uint64_t *seeds = malloc(count * sizeof *seeds);
    for (uint64_t run = 0; run < count; run++) {
        seeds[run] = app_plan_seed(&plan, run);
    }
    assert_int_equal(seeds[101], app_sweep_seed(42, 1, 1)); /* whatever the number of repetitions */
    qsort(seeds, count, sizeof *seeds, by_number);
    for (uint64_t run = 1; run < count; run++) {
        assert_true(seeds[run] != seeds[run - 1]);
    }
    free(seeds);
    app_plan_release(&plan);
}

static void seeds_are_as_documented(void **state) {
    (void)state;
    uint64_t s = 5 + (((uint64_t)3 << 32 | 2) + 1) * UINT64_C(0x9E3779B97F4A7C15);
    s = (s ^ s >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    s = (s ^ s >> 27) * UINT64_C(0x94D049BB133111EB);
    assert_int_equal(app_sweep_seed(5, 3, 2), s ^ s >> 31);
}

static void swept_seeds_are_used_as_they_are(void **state) {
    (void)state;
    app_plan plan;
    vol_scene_fault fault = {0};
    const char *const over[] = {"world.seed=11,18446744073709551615", NULL};
    assert_true(make(&plan, over, (app_plan_source){0}, &fault));
    assert_int_equal(app_plan_seed(&plan, 0), 11);
    assert_int_equal(app_plan_seed(&plan, 1), UINT64_MAX);
    app_plan_release(&plan);
    assert_false(make(&plan, over, (app_plan_source){.repeat = 2}, &fault));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_and_ranges_give_their_values),
        cmocka_unit_test(a_grid_has_all_combinations_and_the_last_key_changes_fastest),
        cmocka_unit_test(a_latin_hypercube_uses_each_stratum_once),
        cmocka_unit_test(no_two_runs_have_the_same_seed),
        cmocka_unit_test(seeds_are_as_documented),
        cmocka_unit_test(swept_seeds_are_used_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
