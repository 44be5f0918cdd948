/* Histograms: how often numbers occur, for one list or several in one chart. */
#include "plot/builders.h"
#include "plot/levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How many bins suit so many numbers: by their middle half (Freedman and Diaconis), from 10 to 60. */
static uint64_t choose_bins(const app_numbers *lists, size_t count, double range) {
    double most = 10;
    for (size_t l = 0; l < count; l++) {
        size_t n = lists[l].count;
        if (n < 4) {
            continue;
        }
        double *sorted = memcpy(vol_take(n * sizeof *sorted), lists[l].value, n * sizeof *sorted);
        qsort(sorted, n, sizeof *sorted, app_by_value);
        double width = 2 * (sorted[n - n / 4 - 1] - sorted[n / 4]) / cbrt((double)n);
        free(sorted);
        most = width > 0 ? fmax(most, range / width) : most;
    }
    return most < 60 ? (uint64_t)most : 60;
}

static void find_range(const app_numbers *lists, size_t count, double *least, double *most) {
    *least = INFINITY;
    *most = -INFINITY;
    for (size_t l = 0; l < count; l++) {
        for (size_t i = 0; i < lists[l].count; i++) {
            *least = fmin(*least, lists[l].value[i]);
            *most = fmax(*most, lists[l].value[i]);
        }
    }
    if (*least > 0 && *least < 0.4 * *most) { /* zero is near: show it */
        *least = 0;
    }
    if (*most - *least <= 1e-9 * fmax(fabs(*least), fabs(*most))) { /* all the same: one bar with room around */
        double room = *least != 0 ? 0.1 * fabs(*least) : 0.5;
        *least -= room;
        *most += room;
    }
}

static void count_list(app_mark *mark, const app_numbers *list, double least, double most) {
    for (size_t i = 0; i <= mark->count; i++) {
        mark->x[i] = least + (most - least) * (double)i / (double)mark->count;
    }
    for (size_t i = 0; i < list->count; i++) {
        double place = (list->value[i] - least) / (most - least) * (double)mark->count;
        size_t bin = place < (double)mark->count ? (size_t)place : mark->count - 1;
        mark->y[bin] += 100.0 / (double)list->count;
    }
}

bool app_chart_bins(app_charts *charts, const app_numbers *lists, size_t count, const char *unit, uint64_t bins,
                    const char *source, app_fault *fault) {
    double least = -180;
    double most = 180;
    size_t numbers = 0;
    bool circle = strcmp(unit, "degrees") == 0;
    for (size_t l = 0; l < count; l++) {
        numbers += lists[l].count;
    }
    if (numbers == 0) {
        return app_fault_set(fault, APP_EXIT_WRONG, "%s: there is no number to count", source);
    }
    if (!circle) {
        find_range(lists, count, &least, &most);
    }
    uint64_t wanted = bins > 0 ? bins : circle ? 36 : choose_bins(lists, count, most - least);
    app_charts_make(charts, 1);
    app_chart *chart = charts->chart;
    for (size_t l = 0; l < count; l++) {
        app_mark *mark = app_chart_add(charts, chart, APP_MARK_BARS, (size_t)wanted, count);
        mark->color = (unsigned)l;
        if (count > 1) {
            app_chart_name(charts, mark, lists[l].name);
        }
        if (lists[l].count > 0) {
            count_list(mark, &lists[l], least, most);
        }
    }
    double low = 0;
    double high = 0;
    app_chart_range_y(chart, 0.05, &low, &high);
    app_ruler_fit(&chart->y, 0, high, 6);
    if (circle) {
        app_ruler_fit_degrees(&chart->x, least, most, 8);
    } else {
        app_ruler_fit(&chart->x, least, most, 8);
    }
    return true;
}

bool app_chart_column(app_charts *charts, const app_table *table, const app_plot_options *options, app_fault *fault) {
    size_t column = 0;
    if (options->x == NULL) {
        return app_fault_set(fault, APP_EXIT_WRONG, "%s: a histogram of a table needs --x COLUMN", table->name);
    }
    if (!app_table_need(table, options->x, &column, fault)) {
        return false;
    }
    app_numbers list = {.value = vol_arena_take(&charts->arena, (table->rows + 1) * sizeof(double))};
    if (!app_table_numbers(table, column, list.value, fault)) {
        return false;
    }
    for (size_t i = 0; i < table->rows; i++) {
        list.value[list.count] = list.value[i];
        list.count += isfinite(list.value[i]) ? 1 : 0;
    }
    bool of_sweep = app_table_is_sweep(table);
    if (!app_chart_bins(charts, &list, 1, app_chart_unit(options->x, of_sweep), options->bins, table->name, fault)) {
        return false;
    }
    charts->chart->x_label = app_chart_label(charts, options->x, of_sweep);
    charts->chart->y_label = "share of rows (%)";
    return true;
}
