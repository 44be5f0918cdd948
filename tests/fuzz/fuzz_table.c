/* Any bytes as a table of CSV: refused with a message, or a table of which every kind of plot can be laid out, or is refused
 * with a message. What is written back cell by cell reads the same. */
#include "fuzz.h"
#include "plot/builders.h"
#include "plot/table.h"

#include <math.h>
#include <string.h>

typedef bool (*builder)(vol_charts *charts, const vol_table *table, const vol_plot_options *options, vol_fault *fault);
typedef bool (*boids_builder)(vol_charts *charts, const vol_boids *boids, const vol_plot_options *options,
                              vol_fault *fault);

/* Rulers of a chart are such that everything has a place. */
static void check_chart(const vol_chart *chart) {
    MUST(chart->x.to > chart->x.from && chart->y.to > chart->y.from);
    MUST(isfinite(chart->x.from) && isfinite(chart->x.to));
    MUST(chart->x.count <= VOL_TICKS && chart->y.count <= VOL_TICKS);
    MUST(chart->x_label != NULL && chart->y_label != NULL);
}

static void check_charts(vol_charts *charts, bool right, const vol_fault *fault) {
    MUST(right || fault->text[0] != '\0');
    for (size_t i = 0; right && i < charts->count; i++) {
        check_chart(&charts->chart[i]);
    }
    vol_charts_release(charts);
}

static void check_plots(const vol_table *table) {
    static const builder builders[] = {vol_chart_series, vol_chart_errorbars, vol_chart_heat, vol_chart_column};
    static const boids_builder of_boids[] = {vol_chart_histogram, vol_chart_map, vol_chart_track};
    vol_plot_options options = {.to = UINT64_MAX, .boid = UINT64_MAX, .every = 1, .bins = 7};
    for (size_t i = 0; i < sizeof builders / sizeof *builders; i++) {
        vol_charts charts = {0};
        vol_fault fault = {0};
        options.x = i == 3 ? table->titles[table->columns - 1] : NULL;
        bool right = builders[i](&charts, table, &options, &fault);
        check_charts(&charts, right, &fault);
    }
    vol_boids boids;
    vol_fault fault = {0};
    options.x = NULL;
    if (vol_boids_from_table(&boids, table, &options, &fault)) {
        for (size_t i = 0; i < sizeof of_boids / sizeof *of_boids; i++) {
            vol_charts charts = {0};
            bool right = of_boids[i](&charts, &boids, &options, &fault);
            check_charts(&charts, right, &fault);
        }
    }
    vol_boids_release(&boids);
}

static void check_same(const vol_table *table) {
    vol_text text = {0};
    vol_table again;
    vol_fault fault = {0};
    for (size_t i = 0; i < table->columns * (table->rows + 1); i++) {
        vol_table_put(&text, table->titles[i]); /* the rows are behind the titles */
        vol_text_put(&text, i % table->columns + 1 < table->columns ? "," : "\n");
    }
    MUST(vol_table_read_text(&again, text.data, text.length, "again", &fault));
    MUST(again.columns == table->columns && again.rows == table->rows);
    for (size_t i = 0; i < table->columns * (table->rows + 1); i++) {
        MUST(strcmp(table->titles[i], again.titles[i]) == 0);
    }
    vol_table_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = vol_take(size + 1);
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    vol_table table;
    vol_fault fault = {0};
    if (vol_table_read_text(&table, text, size, "fuzz", &fault)) {
        check_same(&table);
        check_plots(&table);
        vol_table_release(&table);
    } else {
        MUST(fault.text[0] != '\0' && table.text == NULL);
    }
    return 0;
}
