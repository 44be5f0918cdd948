/* Journals of sweeps: a row is taken only where it is a row of that sweep, with all columns and a number for each
 * measure; all others are named by their line, and good rows behind them are kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sweep/sweep.h"

#include <stdlib.h>
#include <string.h>

/* Two values, two runs of each: rows of 5 + 1 + 2 columns. */
static char *arguments[] = {"volery",  "sweep", "nudge",      "--over", "boids.count=3,4", "--repeat", "2",
                            "--steps", "4",     "--measures", "speed"};

typedef struct fixture {
    app_options options;
    app_sweep sweep;
    vol_text identity, text;
    size_t head_lines;
} fixture;

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    vol_scene_fault fault = {0};
    assert_non_null(f);
    assert_true(app_options_read(&f->options, sizeof arguments / sizeof *arguments, arguments, &fault));
    assert_true(app_sweep_prepare(&f->sweep, &f->options, &fault));
    app_sweep_identity(&f->sweep, &f->identity);
    vol_text_print(&f->text, "volery sweep journal 1\n%s\n", f->identity.data);
    for (size_t i = 0; i < f->text.length; i++) {
        f->head_lines += f->text.data[i] == '\n';
    }
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    vol_text_release(&f->identity);
    vol_text_release(&f->text);
    app_sweep_release(&f->sweep);
    app_options_release(&f->options);
    free(f);
    return 0;
}

/* The row of a run as the sweep writes it, with other words behind the parameter. */
static void add_run(fixture *f, uint64_t run, bool right, const char *answer) {
    vol_text row = {0};
    app_sweep_row(&f->sweep, run, right, answer, &row);
    app_journal_put_row(&f->text, run, row.data);
    vol_text_release(&row);
}

/* Reads the journal; the warning must begin with the line that it names, counted from the first row, and hold
 * `words`. */
static void assert_read(fixture *f, size_t line, const char *words, uint64_t done) {
    vol_scene_fault warning = {0}, fault = {0};
    size_t whole = 0;
    assert_true(app_journal_read("j", f->text.data, f->text.length, f->identity.data, app_sweep_found_row, &f->sweep,
                                 &whole, &warning, &fault));
    if (line == 0) {
        assert_string_equal(warning.text, "");
    } else {
        vol_text begin = {0};
        vol_text_print(&begin, "j:%zu: ", f->head_lines + line);
        assert_int_equal(strncmp(warning.text, begin.data, begin.length), 0);
        assert_non_null(strstr(warning.text, words));
        vol_text_release(&begin);
    }
    assert_int_equal(whole, f->text.length);
    assert_int_equal(f->sweep.done, done);
}

static void rows_of_the_sweep_are_taken(void **state) {
    fixture *f = *state;
    add_run(f, 2, true, ",1.5,0.25,0.1,2,0.5,3");
    add_run(f, 0, true, ",nan,nan,nan,nan,nan,nan");
    add_run(f, 3, false, "a reason, with a comma");
    assert_read(f, 0, "", 3);
    assert_int_equal(f->sweep.failed, 1);
    assert_null(f->sweep.rows[1]);
}

static void too_few_columns_are_refused_and_later_rows_kept(void **state) {
    fixture *f = *state;
    add_run(f, 0, true, ",1.5");
    add_run(f, 1, true, ",1.5,0.25,0.1,2,0.5,3");
    assert_read(f, 1, "run 0: 7 columns; the table has 12; what it stood for is computed again", 1);
    assert_non_null(f->sweep.rows[1]);
}

static void a_row_without_commas_is_refused(void **state) {
    fixture *f = *state;
    app_journal_put_row(&f->text, 0, "0");
    app_journal_put_row(&f->text, 1, "");
    app_journal_put_row(&f->text, 2, "\"");
    assert_read(f, 1, "run 0: 1 columns; the table has 12, and there are 3 such lines", 0);
}

static void words_instead_of_numbers_are_refused(void **state) {
    fixture *f = *state;
    add_run(f, 0, true, ",1.5,fast,0.1,2,0.5,3");
    assert_read(f, 1, "run 0: measure 2 is 'fast'; allowed is a number or nan", 0);
}

static void rows_of_other_runs_are_refused(void **state) {
    fixture *f = *state;
    vol_text row = {0};
    app_sweep_row(&f->sweep, 1, true, ",1,0,0,nan,0.6,0", &row);
    app_journal_put_row(&f->text, 0, row.data);
    assert_read(f, 1, "run 0: its run is '1', and in this sweep 0", 0);
    vol_text_release(&row);
}

static void runs_beyond_the_last_and_twice_are_refused(void **state) {
    fixture *f = *state;
    add_run(f, 0, true, ",1,0,0,nan,0.6,0");
    app_journal_put_row(&f->text, 4, "4,2,0,1,ok,4,1,0,0,nan,0.6,0");
    add_run(f, 0, true, ",2,0,0,nan,0.6,0");
    assert_read(f, 2, "there is no run 4; this sweep has 4, counted from 0, and there are 2 such lines", 1);
}

static void a_damaged_line_is_named(void **state) {
    fixture *f = *state;
    size_t at = f->text.length;
    add_run(f, 0, true, ",1,0,0,nan,0.6,0");
    add_run(f, 1, true, ",1,0,0,nan,0.6,0");
    f->text.data[at + 4] ^= 1;
    assert_read(f, 1, "the line is damaged", 1);
    f->text.data[at] = '\0';
}

static void what_a_killed_process_left_is_cut_off(void **state) {
    fixture *f = *state;
    vol_scene_fault warning = {0}, fault = {0};
    size_t whole = 0;
    add_run(f, 0, true, ",1,0,0,nan,0.6,0");
    size_t good = f->text.length;
    add_run(f, 1, true, ",1,0,0,nan,0.6,0");
    assert_true(app_journal_read("j", f->text.data, f->text.length - 3, f->identity.data, app_sweep_found_row,
                                 &f->sweep, &whole, &warning, &fault));
    assert_int_equal(whole, good);
    assert_string_equal(warning.text, "");
    assert_int_equal(f->sweep.done, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rows_of_the_sweep_are_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(too_few_columns_are_refused_and_later_rows_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_row_without_commas_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_instead_of_numbers_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rows_of_other_runs_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(runs_beyond_the_last_and_twice_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_line_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_a_killed_process_left_is_cut_off, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
