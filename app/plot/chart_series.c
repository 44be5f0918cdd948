/* Time series: columns of a table of measures against the step, one chart for each unit, one line for each column and
 * flock. */
#include "plot/builders.h"

#include "common/words.h"
#include "measure/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct series {
    const app_table *table;
    const app_plot_options *options;
    size_t x;
    size_t flock;      /* column with names of flocks, or of worlds that are compared; `columns`: there is none */
    vol_words columns; /* that are shown */
    vol_words flocks;
    vol_words units;  /* a chart each */
    const char *note; /* NULL: there is none */
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

/* The mean number of boids that a column is about, where the table tells it. */
static double boids_of(app_charts *charts, const series *s, const char *column) {
    const char *dot = strrchr(column, '.');
    const char *title = vol_arena_print(&charts->arena, "%.*sboids", dot != NULL ? (int)(dot + 1 - column) : 0, column);
    size_t found = app_table_find(s->table, title);
    double *boids = vol_arena_take(&charts->arena, (s->table->rows + 1) * sizeof *boids), sum = 0;
    if (found == s->table->columns || !app_table_numbers(s->table, found, boids, s->fault)) {
        return NAN;
    }
    for (size_t i = 0; i < s->table->rows; i++) {
        sum += boids[i];
    }
    return sum / (double)s->table->rows;
}

/* A number with as many digits as its error leaves. */
static const char *with_error(app_charts *charts, double value, double error) {
    int digits = error > 0 && error < 1 ? 1 - (int)floor(log10(error)) : 1;
    digits = digits < 12 ? digits : 12;
    return vol_arena_print(&charts->arena, "%.*f ± %.*f", digits, value, digits, error);
}

/* The mean of a line, in a band of the deviation; what is known of it stands below: all of one line, of several their
 * means. */
static void add_mean(app_charts *charts, series *s, const char *column, const app_mark *line, app_mark *mean) {
    app_series values = {0};
    double value[APP_STATISTIC_COUNT];
    for (size_t i = 0; i < line->count; i++) {
        app_series_add(&values, line->y[i]);
    }
    const double every = line->count > 1 ? (line->x[line->count - 1] - line->x[0]) / (double)(line->count - 1) : 1;
    app_series_read(&values, every, boids_of(charts, s, column), value);
    app_series_release(&values);
    mean->count = line->count > 0 ? 2 : 0;
    mean->color = line->color;
    for (size_t i = 0; i < mean->count; i++) {
        mean->x[i] = line->x[i > 0 ? line->count - 1 : 0];
        mean->y[i] = value[APP_STATISTIC_MEAN];
        mean->error[i] = value[APP_STATISTIC_SD];
    }
    const char *told = with_error(charts, value[APP_STATISTIC_MEAN], value[APP_STATISTIC_ERROR]);
    if (s->columns.count * s->flocks.count > 1) {
        const size_t words = strlen(line->name); /* a blank is behind it where a unit was */
        const int length = (int)(words > 0 && line->name[words - 1] == ' ' ? words - 1 : words);
        s->note = s->note == NULL ? vol_arena_print(&charts->arena, "Means: %.*s %s", length, line->name, told)
                                  : vol_arena_print(&charts->arena, "%s, %.*s %s", s->note, length, line->name, told);
        return;
    }
    s->note = vol_arena_print(
        &charts->arena, "Mean %s; deviation %.3g, autocorrelation time %.3g, Binder cumulant %.4g%s", told,
        value[APP_STATISTIC_SD], value[APP_STATISTIC_TAU], value[APP_STATISTIC_BINDER],
        isfinite(value[APP_STATISTIC_SUSCEPTIBILITY])
            ? vol_arena_print(&charts->arena, ", susceptibility %.4g", value[APP_STATISTIC_SUSCEPTIBILITY])
            : "");
}

/* One line: the rows of a flock. */
static void add_line(app_charts *charts, app_chart *chart, series *s, const char *column, const char *flock,
                     const double *x, const double *y) {
    size_t most = 2 * s->columns.count * s->flocks.count;
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
    mark->color = (unsigned)(chart->mark_count - 1) / (s->options->mean ? 2 : 1);
    if (s->options->mean) {
        app_mark *mean = app_chart_add(charts, chart, APP_MARK_BAND, 2, most);
        add_mean(charts, s, column, mark, mean);
    }
}

enum { MOST_LABEL = 26 }; /* letters of what stands at an axis */

/* A column without the flock that it is of. */
static const char *measure_of(const char *column) {
    const char *dot = strrchr(column, '.');
    return dot != NULL && vol_measure_find(dot + 1) < VOL_MEASURE_COUNT ? dot + 1 : column;
}

/* What stands at the upright axis of a chart: its one measure with the unit, of whichever flocks; of several their
 * names, or the unit that they share, or nothing where the names are too long. */
static const char *upright_label(app_charts *charts, const series *s, const char *unit) {
    const char *label = unit, *measure = NULL;
    bool alike = true;
    size_t same = 0;
    for (size_t c = 0; c < s->columns.count; c++) {
        if (strcmp(app_chart_unit(s->columns.word[c], false), unit) == 0) {
            alike = alike && (measure == NULL || strcmp(measure, measure_of(s->columns.word[c])) == 0);
            measure = measure_of(s->columns.word[c]);
            const char *name = app_chart_label(charts, s->columns.word[c], false);
            label = same == 0 ? name : vol_arena_print(&charts->arena, "%s, %s", label, name);
            same++;
        }
    }
    if (same > 1 && alike) {
        return app_chart_label(charts, measure, false);
    }
    return same == 1 || (unit[0] == '\0' && strlen(label) <= MOST_LABEL) ? label : unit;
}

/* What is counted has no parts: whole numbers alone are at its ticks, where there are few. */
static bool fit_counts(app_chart *chart, double low, double high) {
    bool whole = high - low < 2;
    for (size_t k = 0; k < chart->mark_count; k++) {
        const app_mark *mark = &chart->marks[k];
        for (size_t i = 0; i < mark->count && whole; i++) {
            whole = !isfinite(mark->y[i]) || (mark->y[i] == floor(mark->y[i]) && mark->error == NULL);
        }
    }
    double ticks[4];
    size_t count = 0;
    double from = ceil(low - 1);
    double to = floor(high + 1);
    for (; count < 4 && from + (double)count <= to; count++) {
        ticks[count] = from + (double)count;
    }
    if (whole) {
        app_ruler_fit_values(&chart->y, from, to, ticks, count);
    }
    return whole;
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
        if (!fit_counts(chart, low, high)) {
            app_ruler_fit(&chart->y, low, high, charts->count > 2 ? 3 : 5);
        }
        chart->x_label = app_chart_label(charts, s->table->titles[s->x], false);
        chart->y_label = upright_label(charts, s, s->units.word[i]);
        if (chart->mark_count == (s->options->mean ? 2 : 1)) {
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
    charts->chart[charts->count - 1].note = s->note;
    return true;
}

bool app_chart_series(app_charts *charts, const app_table *table, const app_plot_options *options, app_fault *fault) {
    series s = {.table = table, .options = options, .fault = fault, .flock = app_table_find(table, "flock")};
    bool right = true;
    s.flock = s.flock < table->columns ? s.flock : app_table_find(table, "world");
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
