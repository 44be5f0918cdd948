/* The parameter table: every row can be set, read back and refused, by name as text, as a number, and by field. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NUMBER(of_world, def, member) \
    { of_world, #member, offsetof(def, member) }

/* Every number of the two defs, and where it lies: written out here, so that a wrong offset in the table shows. */
static const struct number {
    bool of_world;
    const char *name;
    size_t offset;
} numbers[] = {
    NUMBER(true, vol_world_def, margin),
    NUMBER(true, vol_world_def, dt),
    NUMBER(true, vol_world_def, wind.chance),
    NUMBER(true, vol_world_def, player.flee_radius),
    NUMBER(true, vol_world_def, player.flee_weight),
    NUMBER(false, vol_flock_def, start.radius),
    NUMBER(false, vol_flock_def, start.spacing),
    NUMBER(false, vol_flock_def, start.speed),
    NUMBER(false, vol_flock_def, start.heading),
    NUMBER(false, vol_flock_def, max_speed),
    NUMBER(false, vol_flock_def, min_speed),
    NUMBER(false, vol_flock_def, cruise.speed),
    NUMBER(false, vol_flock_def, cruise.rate),
    NUMBER(false, vol_flock_def, turn.rate),
    NUMBER(false, vol_flock_def, max_force),
    NUMBER(false, vol_flock_def, max_rule),
    NUMBER(false, vol_flock_def, separation.radius),
    NUMBER(false, vol_flock_def, separation.weight),
    NUMBER(false, vol_flock_def, alignment.radius),
    NUMBER(false, vol_flock_def, alignment.weight),
    NUMBER(false, vol_flock_def, alignment.power),
    NUMBER(false, vol_flock_def, cohesion.radius),
    NUMBER(false, vol_flock_def, cohesion.weight),
    NUMBER(false, vol_flock_def, separation.power),
    NUMBER(false, vol_flock_def, cohesion.power),
    NUMBER(false, vol_flock_def, view.angle),
    NUMBER(false, vol_flock_def, view.distance),
    NUMBER(false, vol_flock_def, wall.weight),
    NUMBER(false, vol_flock_def, wall.strength),
    NUMBER(false, vol_flock_def, steer.budget),
    NUMBER(false, vol_flock_def, speed),
    NUMBER(false, vol_flock_def, noise.strength),
    NUMBER(false, vol_flock_def, coupling.strength),
    NUMBER(false, vol_flock_def, coupling.power),
    NUMBER(false, vol_flock_def, coupling.scale),
    NUMBER(false, vol_flock_def, propulsion.gain),
    NUMBER(false, vol_flock_def, propulsion.drag),
    NUMBER(false, vol_flock_def, attraction.strength),
    NUMBER(false, vol_flock_def, attraction.length),
    NUMBER(false, vol_flock_def, repulsion.strength),
    NUMBER(false, vol_flock_def, repulsion.length),
    NUMBER(false, vol_flock_def, lattice.distance),
    NUMBER(false, vol_flock_def, lattice.range),
    NUMBER(false, vol_flock_def, lattice.epsilon),
    NUMBER(false, vol_flock_def, lattice.a),
    NUMBER(false, vol_flock_def, lattice.b),
    NUMBER(false, vol_flock_def, lattice.bump),
    NUMBER(false, vol_flock_def, goal.pull),
    NUMBER(false, vol_flock_def, goal.damp),
};

enum { NUMBERS = sizeof numbers / sizeof *numbers };

static const vol_param *row_of(const struct number *n) {
    char name[80];
    bool around = strchr(n->name, '.') != NULL; /* wind.chance is so called, dt is world.dt */
    snprintf(name, sizeof name, "%s%s", n->of_world && !around ? "world." : "", n->name);
    const vol_param *p = vol_param_find(name);
    if (!p) {
        fail_msg("the table has no row '%s'", name);
    }
    return p;
}

static vol_result set_in_def(const vol_param *p, vol_world_def *w, vol_flock_def *f, const char *text,
                             vol_error *error) {
    return p->of_world ? vol_world_def_set(w, p->name, text, error) : vol_flock_def_set(f, p->name, text, error);
}

static vol_result get_from_def(const vol_param *p, const vol_world_def *w, const vol_flock_def *f, char *text,
                               size_t size) {
    return p->of_world ? vol_world_def_get(w, p->name, text, size, NULL)
                       : vol_flock_def_get(f, p->name, text, size, NULL);
}

static bool is_number(const vol_param *p) {
    return p->type == VOL_PARAM_REAL || p->type == VOL_PARAM_COUNT;
}

static void every_row_is_complete_and_found_by_its_name(void **state) {
    (void)state;
    size_t rows = 0, reals = 0;
    for (const vol_param *p; (p = vol_param_at(rows)) != NULL; rows++) {
        assert_ptr_equal(vol_param_find(p->name), p);
        assert_true(p->help && strlen(p->help) > 10 && p->unit && p->since);
        assert_int_equal(p->of_world, strncmp(p->name, "world.", 6) == 0 || strncmp(p->name, "wind.", 5) == 0 ||
                                          strncmp(p->name, "player.", 7) == 0);
        assert_int_equal(p->type == VOL_PARAM_CHOICE, p->choices != NULL);
        reals += p->type == VOL_PARAM_REAL;
        for (int model = 0; is_number(p) && model < VOL_MODEL_COUNT; model++) {
            if (!vol_param_used(p, (vol_model)model)) {
                continue;
            }
            double standard = vol_param_default(p, (vol_model)model);
            assert_true(p->least < p->most);
            assert_true((standard >= p->least && standard <= p->most) || (p->random && isnan(standard)));
        }
    }
    assert_null(vol_param_at(rows + 1));
    assert_int_equal(reals, NUMBERS);
}

static void defaults_of_the_defs_are_those_of_the_table(void **state) {
    (void)state;
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        vol_world_def w = vol_default_world_def();
        vol_flock_def f = vol_default_flock_def((vol_model)model);
        for (size_t k = 0; k < NUMBERS; k++) {
            const vol_param *p = row_of(&numbers[k]);
            double value, standard = vol_param_default(p, (vol_model)model);
            memcpy(&value, (const char *)(p->of_world ? (void *)&w : (void *)&f) + numbers[k].offset, sizeof value);
            assert_number_equal(value, standard);
        }
    }
}

static void models_have_names_and_sentences(void **state) {
    (void)state;
    static const char *const names[VOL_MODEL_COUNT] = {"nudge",        "capped",   "blend",       "sighted",
                                                       "steering",     "custom",   "vicsek",      "couzin",
                                                       "cucker_smale", "dorsogna", "olfati_saber"};
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        assert_string_equal(vol_model_name((vol_model)model), names[model]);
        assert_true(strlen(vol_model_about((vol_model)model)) > 10);
        assert_true(vol_model_has_dimensions((vol_model)model, 2));
        assert_int_equal(vol_model_has_dimensions((vol_model)model, 3), model != VOL_MODEL_SIGHTED);
        assert_false(vol_model_has_dimensions((vol_model)model, 4));
    }
    assert_null(vol_model_name(VOL_MODEL_COUNT));
    assert_null(vol_model_about(VOL_MODEL_COUNT));
}

static void expect_refused_text(const vol_param *p, vol_model model, const char *text) {
    vol_world_def w = vol_default_world_def(), w_before;
    vol_flock_def f = vol_default_flock_def(model), f_before;
    vol_error error = {0};
    memcpy(&w_before, &w, sizeof w);
    memcpy(&f_before, &f, sizeof f);
    vol_result result = set_in_def(p, &w, &f, text, &error);
    if (result != VOL_ERROR_VALUE || error.result != result) {
        fail_msg("%s = '%s' gave '%s'", p->name, text, vol_result_name(result));
    }
    assert_string_equal(error.field, p->name);
    if (!strstr(error.text, p->name) || !strstr(error.text, text)) {
        fail_msg("the error of %s = '%s' does not name both: %s", p->name, text, error.text);
    }
    assert_memory_equal(&w, &w_before, sizeof w);
    assert_memory_equal(&f, &f_before, sizeof f);
}

/* The model that has a use for the row. */
static vol_model user_of(const vol_param *p) {
    int model = 0;
    while (model < VOL_MODEL_COUNT && !vol_param_used(p, (vol_model)model)) {
        model++;
    }
    if (model == VOL_MODEL_COUNT) {
        fail_msg("no model has a use for %s", p->name);
    }
    return (vol_model)model;
}

static void junk_is_refused_for_every_row(void **state) {
    (void)state;
    static const char *const junk[] = {"",      "12x",    "x",     "nan",     "NaN", "inf",  "-inf", "infinity",
                                       "1e999", "-1e999", "0x10",  "1 2 3 4", "1e",  "1e+",  "--1",  "1..2",
                                       ".",     "-",      "+",     "1 x",     "tru", "TRUE", "none", "as-written",
                                       "wrapp", "[1",     "[1, 2", "1]",      "[,]", "[1;2]"};
    for (size_t row = 0; vol_param_at(row); row++) {
        const vol_param *p = vol_param_at(row);
        for (size_t k = 0; k < sizeof junk / sizeof *junk; k++) {
            if (p->type != VOL_PARAM_LIST || strcmp(junk[k], "1 2 3 4") != 0) { /* which a list may be */
                expect_refused_text(p, user_of(p), junk[k]);
            }
        }
    }
}

static void numbers_out_of_range_are_refused_as_text(void **state) {
    (void)state;
    char text[64];
    for (size_t row = 0; vol_param_at(row); row++) {
        const vol_param *p = vol_param_at(row);
        double beyond[4] = {p->least - 1, nextafter(p->least, -INFINITY), nextafter(p->most, INFINITY), p->most * 10};
        for (size_t k = 0; is_number(p) && k < 4; k++) {
            snprintf(text, sizeof text, "%.17g", beyond[k]);
            expect_refused_text(p, user_of(p), text);
        }
        if (p->type == VOL_PARAM_COUNT) {
            expect_refused_text(p, user_of(p), "1.5");
        }
        if (p->type == VOL_PARAM_SEED) {
            expect_refused_text(p, user_of(p), "-1");
            expect_refused_text(p, user_of(p), "18446744073709551616");
        }
    }
}

static void expect_def_refused(const vol_param *p, const vol_world_def *w, const vol_flock_def *f, double value) {
    vol_error error = {0};
    vol_world_def good = vol_default_world_def();
    vol_world *world = NULL;
    vol_flock flock = 0;
    good.threads = 1;
    vol_result result = vol_world_create(p->of_world ? w : &good, &world, &error);
    if (!p->of_world) {
        assert_int_equal(result, VOL_OK);
        uint64_t before = vol_world_hash(world);
        result = vol_flock_create(world, f, &flock, &error);
        assert_int_equal(flock, VOL_NONE);
        assert_int_equal(vol_flock_count(world), 0);
        assert_hash_equal(before, vol_world_hash(world));
        vol_world_destroy(world);
    } else {
        assert_null(world);
    }
    if (result != VOL_ERROR_VALUE) {
        fail_msg("a def with %s %g gave '%s'", p->name, value, vol_result_name(result));
    }
    assert_string_equal(error.field, p->name);
    assert_non_null(strstr(error.text, p->name));
}

static void numbers_out_of_range_are_refused_in_defs(void **state) {
    (void)state;
    for (size_t k = 0; k < NUMBERS; k++) {
        const vol_param *p = row_of(&numbers[k]);
        double bad[7] = {NAN, INFINITY, -INFINITY, p->least - 1, nextafter(p->most, INFINITY), 1e300, -1e300};
        for (size_t i = 0; i < 7; i++) {
            vol_world_def w = vol_default_world_def();
            vol_flock_def f = vol_default_flock_def(user_of(p));
            if (isnan(bad[i]) && p->random) {
                continue;
            }
            memcpy((char *)(p->of_world ? (void *)&w : (void *)&f) + numbers[k].offset, &bad[i], sizeof bad[i]);
            expect_def_refused(p, &w, &f, bad[i]);
        }
    }
}

static void lists_out_of_range_are_refused_in_defs(void **state) {
    (void)state;
    static const double bad_sizes[] = {NAN, INFINITY, -1, 0, 1e-7, 1e13};
    for (size_t k = 0; k < sizeof bad_sizes / sizeof *bad_sizes; k++) {
        vol_world_def w = vol_default_world_def();
        w.size[k % 2] = bad_sizes[k];
        expect_def_refused(vol_param_find("world.size"), &w, NULL, bad_sizes[k]);
        vol_flock_def f = vol_default_flock_def(VOL_MODEL_NUDGE);
        f.start.size[k % 2] = k == 3 || k == 4 ? -0.5 : bad_sizes[k]; /* a box may be flat */
        expect_def_refused(vol_param_find("start.size"), &w, &f, f.start.size[k % 2]);
    }
}

static void numbers_at_the_ends_of_their_range_are_accepted(void **state) {
    (void)state;
    for (size_t k = 0; k < NUMBERS; k++) {
        const vol_param *p = row_of(&numbers[k]);
        for (int end = 0; end < 2; end++) {
            char text[64];
            vol_world_def w = vol_default_world_def();
            vol_flock_def f = vol_default_flock_def(user_of(p));
            double value = 0, wanted = end ? p->most : p->least;
            snprintf(text, sizeof text, "%.17g", wanted);
            assert_int_equal(set_in_def(p, &w, &f, text, NULL), VOL_OK);
            memcpy(&value, (char *)(p->of_world ? (void *)&w : (void *)&f) + numbers[k].offset, sizeof value);
            assert_number_equal(value, wanted);
        }
    }
}

/* What is written is read back to the same text, and so to the same value. */
static void expect_round_trip(const vol_param *p, vol_world_def *w, vol_flock_def *f, const char *text) {
    char written[128] = "", again[128] = "";
    vol_error error = {0};
    if (set_in_def(p, w, f, text, &error) != VOL_OK) {
        fail_msg("%s = '%s' was refused: %s", p->name, text, error.text);
    }
    assert_int_equal(get_from_def(p, w, f, written, sizeof written), VOL_OK);
    if (set_in_def(p, w, f, written, &error) != VOL_OK) {
        fail_msg("%s was written as '%s', which is not read back: %s", p->name, written, error.text);
    }
    assert_int_equal(get_from_def(p, w, f, again, sizeof again), VOL_OK);
    assert_string_equal(written, again);
}

static void any_value_of_every_row_reads_back_as_it_was_written(void **state) {
    (void)state;
    vol_test_random r = {42};
    vol_world_def w = vol_default_world_def();
    for (size_t row = 0; vol_param_at(row); row++) {
        const vol_param *p = vol_param_at(row);
        vol_flock_def f = vol_default_flock_def(user_of(p));
        char text[128] = "";
        for (int k = 0; k < 200; k++) {
            double least = fmax(p->least, -1e6), most = fmin(p->most, 1e6);
            switch (p->type) {
            case VOL_PARAM_REAL: snprintf(text, sizeof text, "%.17g", vol_test_uniform(&r, least, most)); break;
            case VOL_PARAM_COUNT: snprintf(text, sizeof text, "%.0f", vol_test_uniform(&r, least, most)); break;
            case VOL_PARAM_SEED: snprintf(text, sizeof text, "%llu", (unsigned long long)vol_test_bits(&r)); break;
            case VOL_PARAM_CHOICE: snprintf(text, sizeof text, "%s", p->choices[k % 2]); break;
            case VOL_PARAM_FLAG: snprintf(text, sizeof text, "%s", k % 2 ? "true" : "false"); break;
            default:
                snprintf(text, sizeof text, "[%.17g, %.17g]", vol_test_uniform(&r, least, most),
                         vol_test_uniform(&r, least, most));
            }
            expect_round_trip(p, &w, &f, text);
        }
        if (p->random) {
            expect_round_trip(p, &w, &f, "random");
        }
    }
}

static void the_defaults_of_every_row_read_back_as_they_were_written(void **state) {
    (void)state;
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        vol_world_def w = vol_default_world_def();
        vol_flock_def f = vol_default_flock_def((vol_model)model);
        for (size_t row = 0; vol_param_at(row); row++) {
            const vol_param *p = vol_param_at(row);
            char written[128] = "";
            if (vol_param_used(p, (vol_model)model)) {
                assert_int_equal(get_from_def(p, &w, &f, written, sizeof written), VOL_OK);
                expect_round_trip(p, &w, &f, written);
            }
        }
    }
}

static void a_parameter_the_model_has_no_use_for_is_refused(void **state) {
    (void)state;
    size_t unused = 0;
    for (size_t row = 0; vol_param_at(row); row++) {
        const vol_param *p = vol_param_at(row);
        for (int model = 0; model < VOL_MODEL_COUNT; model++) {
            if (vol_param_used(p, (vol_model)model)) {
                continue;
            }
            vol_flock_def f = vol_default_flock_def((vol_model)model);
            vol_error error = {0};
            assert_int_equal(vol_flock_def_set(&f, p->name, "1", &error), VOL_ERROR_NAME);
            assert_non_null(strstr(error.text, p->name));
            assert_non_null(strstr(error.text, vol_model_name((vol_model)model)));
            unused++;
        }
    }
    assert_true(unused > 10);
}

static void a_mistyped_name_is_refused_and_the_nearest_is_named(void **state) {
    (void)state;
    static const char *const typed[][2] = {{"cohesion.wieght", "cohesion.weight"},
                                           {"max_sped", "max_speed"},
                                           {"separation.radios", "separation.radius"},
                                           {"veiw.angle", "view.angle"}};
    for (size_t k = 0; k < sizeof typed / sizeof *typed; k++) {
        vol_flock_def f = vol_default_flock_def(VOL_MODEL_STEERING);
        vol_error error = {0};
        assert_int_equal(vol_flock_def_set(&f, typed[k][0], "1", &error), VOL_ERROR_NAME);
        assert_non_null(strstr(error.text, typed[k][0]));
        assert_non_null(strstr(error.text, typed[k][1]));
        assert_string_equal(vol_param_nearest(typed[k][0], false), typed[k][1]);
    }
    assert_string_equal(vol_param_nearest("world.boundry", true), "world.boundary");
    assert_null(vol_param_nearest("qqqqqqqqqqqqqq", false));
    assert_null(vol_param_find("cohesion"));
    assert_null(vol_param_find(""));
    assert_null(vol_param_find(NULL));
}

static void names_of_world_and_flock_are_not_mixed_up(void **state) {
    (void)state;
    vol_world_def w = vol_default_world_def();
    vol_flock_def f = vol_default_flock_def(VOL_MODEL_STEERING);
    char text[64];
    assert_int_equal(vol_world_def_set(&w, "max_speed", "1", NULL), VOL_ERROR_NAME);
    assert_int_equal(vol_flock_def_set(&f, "world.dt", "1", NULL), VOL_ERROR_NAME);
    assert_int_equal(vol_world_def_get(&w, "max_speed", text, sizeof text, NULL), VOL_ERROR_NAME);
    assert_int_equal(vol_flock_def_get(&f, "world.dt", text, sizeof text, NULL), VOL_ERROR_NAME);
    assert_int_equal(vol_world_def_set(&w, NULL, "1", NULL), VOL_ERROR_NAME);
    assert_int_equal(vol_world_def_set(&w, "world.dt", NULL, NULL), VOL_ERROR_VALUE);
}

static void a_text_that_does_not_fit_is_refused_and_nothing_is_overrun(void **state) {
    (void)state;
    vol_world_def w = vol_default_world_def();
    char text[8] = "#######";
    assert_int_equal(vol_world_def_get(&w, "world.precision", text, 6, NULL), VOL_ERROR_VALUE);
    assert_int_equal(text[6], '#');
    assert_int_equal(vol_world_def_get(&w, "world.precision", text, 7, NULL), VOL_OK);
    assert_string_equal(text, "single");
}

static void numbers_are_read_strictly(void **state) {
    (void)state;
    static const char *const wrong[] = {"",   " 1", "1 ", "1,5", "0x10", "nan",   "inf", "1e",
                                        "e1", ".",  "-",  "1..", "1-2",  "1e999", "--1", "1e+"};
    double value = 7;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (vol_number_read(wrong[i], &value)) {
            fail_msg("'%s' was read as %g", wrong[i], value);
        }
    }
    assert_number_equal(value, 7);
    assert_true(vol_number_read("-12.5e-1", &value));
    assert_number_equal(value, -1.25);
    assert_true(vol_number_read("+.5", &value));
    assert_number_equal(value, 0.5);
    char digits[402];
    memset(digits, '0', sizeof digits);
    digits[401] = '\0';
    assert_false(vol_number_read(digits, &value));
    assert_true(vol_number_read(digits + 1, &value));
    assert_number_equal(value, 0);
}

static void whole_numbers_are_digits_alone(void **state) {
    (void)state;
    uint64_t value = 7;
    assert_false(vol_whole_read("", &value));
    assert_false(vol_whole_read("-1", &value));
    assert_false(vol_whole_read("+1", &value));
    assert_false(vol_whole_read("1.0", &value));
    assert_false(vol_whole_read("18446744073709551616", &value));
    assert_int_equal(value, 7);
    assert_true(vol_whole_read("18446744073709551615", &value));
    assert_true(value == UINT64_MAX);
}

static void the_nearest_name_is_found_by_letters_changed_swapped_and_missing(void **state) {
    (void)state;
    static const char *const known[] = {"cohesion", "count", "ab", "alignment"};
    assert_string_equal(vol_name_nearest("alig", known, 4), "alignment"); /* cut short */
    static const char *const options[] = {"set", "output"};
    assert_string_equal(vol_name_nearest("out", options, 2), "output");
    assert_string_equal(vol_name_nearest("cuont", known, 4), "count");
    assert_string_equal(vol_name_nearest("chesion", known, 4), "cohesion");
    assert_string_equal(vol_name_nearest("allignmemt", known, 4), "alignment");
    assert_null(vol_name_nearest("xy", known, 4)); /* every letter would have to change */
    assert_null(vol_name_nearest("predator", known, 4));
    assert_null(vol_name_nearest("count", known, 0));
}

static void what_is_in_no_list_is_not_read_beyond_it(void **state) {
    (void)state;
    vol_flock_def f = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_world_def w = vol_default_world_def();
    vol_error error;
    char text[200];
    f.separation.table.count = 900; /* steering has no use for these two */
    f.noise.kind = (vol_noise)77;
    w.boundary = (vol_boundary)-1;
    assert_int_equal(vol_flock_def_get(&f, "separation.table", text, sizeof text, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.text, "separation.table has 900 values; allowed are 2 to 64, or none");
    assert_int_equal(vol_flock_def_get(&f, "noise.kind", text, sizeof text, &error), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_def_get(&w, "world.boundary", text, sizeof text, &error), VOL_ERROR_VALUE);
    vol_world_def lively = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
    vol_world *world = vol_test_world(&lively);
    vol_flock flock;
    assert_int_equal(vol_flock_create(world, &f, &flock, &error), VOL_ERROR_VALUE);
    f.separation.table.count = 0;
    assert_int_equal(vol_flock_create(world, &f, &flock, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.field, "noise.kind");
    f.noise.kind = VOL_NOISE_ANGULAR;
    assert_int_equal(vol_flock_create(world, &f, &flock, &error), VOL_OK);
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_strictly),
        cmocka_unit_test(whole_numbers_are_digits_alone),
        cmocka_unit_test(the_nearest_name_is_found_by_letters_changed_swapped_and_missing),
        cmocka_unit_test(every_row_is_complete_and_found_by_its_name),
        cmocka_unit_test(defaults_of_the_defs_are_those_of_the_table),
        cmocka_unit_test(models_have_names_and_sentences),
        cmocka_unit_test(junk_is_refused_for_every_row),
        cmocka_unit_test(numbers_out_of_range_are_refused_as_text),
        cmocka_unit_test(numbers_out_of_range_are_refused_in_defs),
        cmocka_unit_test(lists_out_of_range_are_refused_in_defs),
        cmocka_unit_test(numbers_at_the_ends_of_their_range_are_accepted),
        cmocka_unit_test(any_value_of_every_row_reads_back_as_it_was_written),
        cmocka_unit_test(the_defaults_of_every_row_read_back_as_they_were_written),
        cmocka_unit_test(a_parameter_the_model_has_no_use_for_is_refused),
        cmocka_unit_test(a_mistyped_name_is_refused_and_the_nearest_is_named),
        cmocka_unit_test(names_of_world_and_flock_are_not_mixed_up),
        cmocka_unit_test(a_text_that_does_not_fit_is_refused_and_nothing_is_overrun),
        cmocka_unit_test(what_is_in_no_list_is_not_read_beyond_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
