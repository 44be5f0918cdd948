/* Any bytes as the journal of a sweep, as they are and with the head and the sums of all lines made right: refused with
 * a message, or rows that make a table with all of its columns. */
#include "fuzz.h"
#include "plot/table.h"
#include "sweep/sweep.h"

/* Three values, two runs of each, in a scene of two flocks; one combination fails. */
static char *arguments[] = {"volery",  "sweep", "predators",  "--over", "world.dt=1,2,-1", "--repeat", "2",
                            "--steps", "2",     "--measures", "speed"};

/* The head of this sweep, and behind it the lines `RUN ROW` of the input with their sums. */
static void repair(const vol_text *identity, const uint8_t *data, size_t size, vol_text *text) {
    vol_text_print(text, "volery sweep journal 1\n%s\n", identity->data);
    char *lines = fuzz_text(data, size);
    for (char *line = lines, *end = NULL; line < lines + size; line = end + 1) {
        uint64_t run = 0;
        end = line + strcspn(line, "\n");
        *end = '\0';
        char *row = line + strcspn(line, " ");
        row += *row == ' ' ? 1 : 0;
        bool numbered = row > line && row[-1] == ' ';
        if (numbered) {
            row[-1] = '\0';
        }
        if (numbered && vol_whole_read(line, &run)) {
            app_journal_put_row(text, run, row);
        } else {
            vol_text_print(text, "%s\n", line);
        }
    }
    free(lines);
}

/* What was found is in the table as it was; the runs that were not are filled up as failed ones. */
static void check_table(app_sweep *sweep) {
    uint64_t runs = app_plan_runs(&sweep->plan);
    uint64_t found = 0;
    for (uint64_t run = 0; run < runs; run++) {
        vol_text row = {0};
        found += sweep->rows[run] != NULL;
        if (sweep->rows[run] == NULL) {
            app_sweep_row(sweep, run, false, "no row", &row);
            sweep->rows[run] = row.data;
        }
    }
    MUST(found == sweep->done && sweep->failed <= found);
    vol_text csv = {0}, points = {0};
    app_table table;
    vol_scene_fault fault = {0};
    app_sweep_csv(sweep, &csv);
    MUST(app_sweep_points(sweep, &csv, &points, &fault));
    vol_text_release(&points);
    MUST(app_table_read_text(&table, csv.data, csv.length, "table", APP_TABLE_WHOLE, &fault));
    MUST(table.rows == runs && table.columns == 5 + sweep->plan.key_count + app_sweep_columns(sweep));
    for (size_t column = 5 + sweep->plan.key_count; column < table.columns; column++) {
        MUST(app_table_is_numeric(&table, column));
    }
    app_table_release(&table);
}

/* As after app_sweep_prepare. */
static void forget_rows(app_sweep *sweep) {
    for (uint64_t run = 0; run < app_plan_runs(&sweep->plan); run++) {
        free(sweep->rows[run]);
        sweep->rows[run] = NULL;
    }
    sweep->done = sweep->failed = 0;
}

static void try_it(app_sweep *sweep, const vol_text *identity, char *text, size_t length) {
    vol_scene_fault warning = {0}, fault = {0};
    size_t whole = SIZE_MAX;
    if (app_journal_read("fuzz", text, length, identity->data, app_sweep_found_row, sweep, &whole, &warning, &fault)) {
        MUST(whole <= length);
        check_table(sweep);
    } else {
        MUST(fault.text[0] != '\0' && fault.code == VOL_SCENE_WRONG && sweep->done == 0);
    }
    forget_rows(sweep);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static app_options options;
    static app_sweep sweep; /* made once: reading the scene takes longer than reading a journal */
    static vol_text identity;
    if (identity.data == NULL) {
        vol_scene_fault fault = {0};
        MUST(app_options_read(&options, sizeof arguments / sizeof *arguments, arguments, &fault));
        MUST(app_sweep_prepare(&sweep, &options, &fault));
        app_sweep_identity(&sweep, &identity);
    }
    vol_text text = {0};
    char *raw = fuzz_text(data, size);
    try_it(&sweep, &identity, raw, size);
    free(raw);
    repair(&identity, data, size, &text);
    try_it(&sweep, &identity, text.data, text.length);
    vol_text_release(&text);
    return 0;
}
