/* The table of a sweep with one row for each combination: runs that differ in their seeds alone are put together. Made
 * from the whole table, whose digits read back to the same bits. */
#include "common/format_number.h"
#include "plot/table.h"
#include "sweep/sweep.h"

#include <math.h>
#include <string.h>

/* What is told of a measure at a point, in this order; of the mean, the cumulant and the susceptibility with an error.
 * */
static const struct {
    app_statistic statistic;
    bool with_error;
} told[] = {{APP_STATISTIC_MEAN, true},
            {APP_STATISTIC_BINDER, true},
            {APP_STATISTIC_SUSCEPTIBILITY, true},
            {APP_STATISTIC_TAU, false}};

enum { TOLD = sizeof told / sizeof *told };

static void put_title(const app_sweep *sweep, app_sweep_column column, bool error, vol_text *text) {
    vol_text title = {0};
    const bool of_mean = column.statistic == APP_STATISTIC_MEAN;
    if (error && of_mean) {
        column.statistic = APP_STATISTIC_ERROR;
    }
    app_sweep_column_name(sweep, column, &title);
    vol_text_put(&title, error && !of_mean ? "_error" : "");
    vol_text_put(text, ",");
    app_table_put(text, title.data);
    vol_text_release(&title);
}

static void put_header(const app_sweep *sweep, vol_text *text) {
    vol_text_put(text, "combination,runs");
    for (size_t k = 0; k < sweep->plan.key_count; k++) {
        vol_text_put(text, ",");
        app_table_put(text, sweep->plan.keys[k]);
    }
    for (size_t i = 0; i < sweep->parts * sweep->measures.count * TOLD; i++) {
        app_sweep_column column = {i / TOLD / sweep->measures.count, i / TOLD % sweep->measures.count,
                                   told[i % TOLD].statistic};
        put_title(sweep, column, false, text);
        if (told[i % TOLD].with_error) {
            put_title(sweep, column, true, text);
        }
    }
    vol_text_put(text, "\n");
}

static void put_number(vol_text *text, double number) {
    char digits[VOL_NUMBER_SIZE];
    vol_text_put(text, ",");
    vol_text_add(text, digits, vol_format_double(digits, number));
}

static size_t column_of(const app_sweep *sweep, const app_table *table, app_sweep_column column) {
    vol_text title = {0};
    app_sweep_column_name(sweep, column, &title);
    size_t found = app_table_find(table, title.data);
    vol_text_release(&title);
    return found;
}

/* The number in a row of the table; of a run that failed, and of no column, not a number. */
static double number_at(const app_table *table, uint64_t run, size_t column) {
    double number = NAN;
    bool there = column < table->columns && vol_number_read(app_table_cell(table, (size_t)run, column), &number);
    return there ? number : NAN;
}

/* One of the statistics at a point, and how sure it is: a run knows that of its mean alone. */
static void put_told(const app_sweep *sweep, const app_table *table, uint64_t combination, app_sweep_column column,
                     bool with_error, vol_text *text) {
    const uint64_t first = combination * sweep->plan.repeat;
    const size_t value = column_of(sweep, table, column);
    const bool of_mean = column.statistic == APP_STATISTIC_MEAN;
    app_runs runs = {0};
    column.statistic = APP_STATISTIC_ERROR;
    const size_t error = of_mean ? column_of(sweep, table, column) : table->columns;
    for (uint64_t run = first; run < first + sweep->plan.repeat; run++) {
        app_runs_add(&runs, number_at(table, run, value), number_at(table, run, error));
    }
    put_number(text, runs.count > 0 ? runs.mean : NAN);
    if (with_error) {
        put_number(text, runs.count > (of_mean ? 0 : 1) ? app_runs_error(&runs) : NAN);
    }
}

static void put_point(const app_sweep *sweep, const app_table *table, uint64_t combination, vol_text *text) {
    for (size_t i = 0; i < sweep->parts * sweep->measures.count * TOLD; i++) {
        const app_sweep_column column = {i / TOLD / sweep->measures.count, i / TOLD % sweep->measures.count,
                                         told[i % TOLD].statistic};
        put_told(sweep, table, combination, column, told[i % TOLD].with_error, text);
    }
    vol_text_put(text, "\n");
}

bool app_sweep_points(const app_sweep *sweep, const vol_text *csv, vol_text *text, app_fault *fault) {
    app_table table;
    char *copy = memcpy(vol_take(csv->length + 1), csv->data, csv->length + 1);
    if (!app_table_read_text(&table, copy, csv->length, "the sweep", APP_TABLE_WHOLE, fault)) {
        return false;
    }
    put_header(sweep, text);
    for (uint64_t c = 0; c < sweep->plan.combinations; c++) {
        size_t right = 0;
        for (uint64_t run = c * sweep->plan.repeat; run < (c + 1) * sweep->plan.repeat; run++) {
            right += strcmp(app_table_cell(&table, (size_t)run, 4), "ok") == 0;
        }
        vol_text_print(text, "%llu,%zu", (unsigned long long)c, right);
        for (size_t k = 0; k < sweep->plan.key_count; k++) {
            vol_text_put(text, ",");
            app_table_put(text, app_plan_value(&sweep->plan, c, k));
        }
        put_point(sweep, &table, c, text);
    }
    app_table_release(&table);
    return true;
}
