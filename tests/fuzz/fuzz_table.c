/* Any bytes as a table of CSV, whole and cut: refused with a message, or a table of which every kind of plot can be
 * laid out, or is refused with a message. What is written back cell by cell reads the same. */
#include "fuzz.h"
#include "fuzz_charts.h"

#include <string.h>

typedef bool (*builder)(app_charts *charts, const app_table *table, const app_plot_options *options,
                        vol_scene_fault *fault);

/* Lays out every kind of plot, and reads them when the table is gone. */
static void check_plots(app_table *table) {
    static const builder builders[] = {app_chart_series, app_chart_errorbars, app_chart_heat, app_chart_column};
    enum { BUILDERS = sizeof builders / sizeof *builders };
    app_charts charts[BUILDERS];
    app_plot_options options = {.to = UINT64_MAX, .boid = UINT64_MAX, .every = 1, .bins = 7};
    vol_scene_fault fault[BUILDERS];
    bool right[BUILDERS];
    memset(charts, 0, sizeof charts);
    memset(fault, 0, sizeof fault);
    for (size_t i = 0; i < BUILDERS; i++) {
        options.x = i == 3 ? table->titles[table->columns - 1] : NULL;
        right[i] = builders[i](&charts[i], table, &options, &fault[i]);
    }
    app_table_release(table);
    for (size_t i = 0; i < BUILDERS; i++) {
        fuzz_check_charts(&charts[i], right[i], &fault[i]);
    }
}

static void check_same(const app_table *table) {
    vol_text text = {0};
    app_table again;
    vol_scene_fault fault = {0};
    for (size_t i = 0; i < table->columns * (table->rows + 1); i++) {
        app_table_put(&text, table->titles[i]); /* the rows are behind the titles */
        vol_text_put(&text, i % table->columns + 1 < table->columns ? "," : "\n");
    }
    MUST(app_table_read_text(&again, text.data, text.length, "again", APP_TABLE_CUT, &fault));
    MUST(again.columns == table->columns && again.rows == table->rows && again.cut_line == 0);
    for (size_t i = 0; i < table->columns * (table->rows + 1); i++) {
        MUST(strcmp(table->titles[i], again.titles[i]) == 0);
    }
    app_table_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t rows = 0;
    for (app_table_end end = APP_TABLE_WHOLE; end <= APP_TABLE_CUT; end++) {
        app_table table;
        vol_scene_fault fault = {0};
        if (app_table_read_text(&table, fuzz_text(data, size), size, "fuzz", end, &fault)) {
            MUST(table.cut_line == 0 || (end == APP_TABLE_CUT && table.cut_line > table.rows));
            MUST(table.rows + (table.cut_line > 0) >= rows); /* what is read whole is read cut as well */
            rows = table.rows;
            check_same(&table);
            check_plots(&table);
        } else {
            MUST(fault.text[0] != '\0' && table.text == NULL && rows == 0);
        }
    }
    return 0;
}
