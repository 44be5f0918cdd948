/* Time series: columns of a table of measures against the step, one chart for each unit, one line for each column and
 * flock. */
#include "plot/builders.h"

#include "common/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct series {
    const app_table *table;
    const app_plot_options *options;
    size_t x;
    size_t flock;      /* column with names of flocks; `columns`: there is none */
    vol_words columns; /* that are shown */
    vol_words flocks;
    vol_words units; /* a chart each */
    app_fault *fault;
} series;

/* What is shown unless options say it: polarisation, or the first column that is neither time nor flock. */
static const char *default_column(const series *s) {
    const app_table *t = s->table;
    size_t column = app_table_find(t, "polarisation");
    for (size_t i = 0; column == t->columns && i < t->columns; i++) {
        bool is_time = i == s->x || strcmp(t->titles[i], "step") == 0 || strcmp(t->titles[i], "time") == 0;
        bool shown = vol_measure_find(t->titles[i]) < VOL_MEASURE_COUNT || app_table_is_numeric(t, i);
        column = !is_time && i != s->flock && shown ? i : column;
    }
    return column < t->columns ? t->titles[column] : NULL;
}

static bool choose_columns(app_charts *charts, series *s) {
    const char *wanted = s->options->y != NULL ? s->options->y : default_column(s);
    if (wanted == NULL) {
        return app_fault_set(s->fault, APP_EXIT_WRONG, "%s:1: there is no column of numbers to show", s->table->name);
    }
    app_charts_split(charts, &s->columns, wanted);
    for (size_t i = 0; i < s->columns.count; i++) {
        size_t column = 0;
        if (!app_table_need(s->table, s->columns.word[i], &column, s->fault)) {
            return false;
        }
        const char *unit = app_chart_unit(s->columns.word[i], false);
        if (!vol_words_have(&s->units, unit)) {
            vol_words_add(&s->units, unit);
        }
    }
    return true;
}

static void find_flocks(series *s) {
    for (size_t i = 0; s->flock < s->table->columns && i < s->table->rows; i++) {
        const char *name = app_table_cell(s->table, i, s->flock);
        bool wanted = s->options->flock == NULL || strcmp(name, s->options->flock) == 0;
        if (wanted && !vol_words_have(&s->flocks, name)) {
            vol_words_add(&s->flocks, name);
        }
    }
    if (s->flock == s->table->columns) {
        vol_words_add(&s->flocks, NULL);
    }
}

/* One line: the rows of a flock. */
static void add_line(app_charts *charts, app_chart *chart, const series *s, const char *column, const char *flock,
                     const double *x, const double *y) {
    size_t most = s->columns.count * s->flocks.count;
    app_mark *mark = app_chart_add(charts, chart, APP_MARK_LINE, s->table->rows, most);
    mark->count = 0;
    for (size_t i = 0; i < s->table->rows; i++) {
        bool wanted = flock == NULL || strcmp(flock, app_table_cell(s->table, i, s->flock)) == 0;
        bool in_time = x[i] >= (double)s->options->from && x[i] <= (double)s->options->to;
        if (wanted && in_time) {
            mark->x[mark->count] = x[i];
            mark->y[mark->count++] = y[i];
        }
    }
    const char *words = app_chart_label(charts, column, false);
    const char *plain = vol_arena_copy(&charts->arena, words, strcspn(words, "("));
    if (s->flocks.count > 1 && s->columns.count > 1) {
        plain = vol_arena_print(&charts->arena, "%s, %s", flock, plain);
    } else if (s->flocks.count > 1) {
        plain = flock;
    }
    app_chart_name(charts, mark, plain);
    mark->color = (unsigned)chart->mark_count - 1;
}

/* What stands at the upright axis of a chart: its one measure with the unit, or of several the unit alone. */
static const char *upright_label(app_charts *charts, const series *s, const char *unit) {
    const char *label = unit;
    size_t same = 0;
    for (size_t c = 0; c < s->columns.count; c++) {
        if (strcmp(app_chart_unit(s->columns.word[c], false), unit) == 0) {
            label = app_chart_label(charts, s->columns.word[c], false);
            same++;
        }
    }
    return same == 1 ? label : unit;
}

/* The charts' axes: x the same for all, y with a little room. */
static void fit_axes(app_charts *charts, const series *s) {
    double least = INFINITY;
    double most = -INFINITY;
    for (size_t i = 0; i < charts->count; i++) {
        double low = 0;
        double high = 0;
        app_chart_range_x(&charts->chart[i], 0, &low, &high);
        least = fmin(least, low);
        most = fmax(most, high);
    }
    for (size_t i = 0; i < charts->count && i < s->units.count; i++) {
        app_chart *chart = &charts->chart[i];
        double low = 0;
        double high = 0;
        app_ruler_fit(&chart->x, least, most, 7);
        app_chart_range_y(chart, 0.05, &low, &high);
        app_ruler_fit(&chart->y, low, high, charts->count > 2 ? 3 : 5);
        chart->x_label = app_chart_label(charts, s->table->titles[s->x], false);
        chart->y_label = upright_label(charts, s, s->units.word[i]);
        if (chart->mark_count == 1) {
            chart->marks[0].name = NULL;
        }
    }
}

static bool fill(app_charts *charts, series *s) {
    size_t rows = s->table->rows;
    double *x = vol_arena_take(&charts->arena, (rows + 1) * sizeof *x);
    double *y = vol_arena_take(&charts->arena, (rows + 1) * sizeof *y);
    if (!app_table_numbers(s->table, s->x, x, s->fault)) {
        return false;
    }
    app_charts_make(charts, s->units.count);
    for (size_t c = 0; c < s->columns.count; c++) {
        size_t chart = 0;
        while (strcmp(s->units.word[chart], app_chart_unit(s->columns.word[c], false)) != 0) {
            chart++;
        }
        if (!app_table_numbers(s->table, app_table_find(s->table, s->columns.word[c]), y, s->fault)) {
            return false;
        }
        for (size_t f = 0; f < s->flocks.count; f++) {
            add_line(charts, &charts->chart[chart], s, s->columns.word[c], s->flocks.word[f], x, y);
        }
    }
    fit_axes(charts, s);
    return true;
}

bool app_chart_series(app_charts *charts, const app_table *table, const app_plot_options *options, app_fault *fault) {
    series s = {.table = table, .options = options, .fault = fault, .flock = app_table_find(table, "flock")};
    bool right = true;
    if (options->x != NULL) {
        right = app_table_need(table, options->x, &s.x, fault);
    } else {
        s.x = app_table_find(table, "step");
        s.x = s.x < table->columns ? s.x : 0;
    }
    right = right && choose_columns(charts, &s);
    find_flocks(&s);
    if (right && (table->rows == 0 || s.flocks.count == 0)) {
        right = app_fault_set(fault, APP_EXIT_WRONG, "%s: there are no rows%s%s%s to show", table->name,
                              options->flock != NULL ? " of a flock '" : "",
                              options->flock != NULL ? options->flock : "", options->flock != NULL ? "'" : "");
    }
    right = right && fill(charts, &s);
    vol_words_release(&s.columns);
    vol_words_release(&s.flocks);
    vol_words_release(&s.units);
    return right;
}
