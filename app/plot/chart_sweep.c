/* Plots of a sweep's table: a measure against one parameter with error bars, or over two of them as a heat map. Rows of
 * runs that failed are left out. */
#include "plot/builders.h"

#include "common/words.h"
#include "measure/statistics.h"
#include "plot/levels.h"

#include <math.h>
#include <string.h>

enum { MOST_LINES = 10 };

bool app_table_is_sweep(const app_table *table) {
    static const char *const first[APP_SWEEP_FIRST] = {"run", "combination", "repetition", "seed", "status"};
    bool same = table->columns >= APP_SWEEP_FIRST;
    for (size_t i = 0; i < APP_SWEEP_FIRST && same; i++) {
        same = strcmp(table->titles[i], first[i]) == 0;
    }
    return same;
}

/* Does this title end like a column of measures? */
static bool is_measured(const char *title) {
    size_t length = 0;
    return app_statistic_of(title, &length) < APP_STATISTIC_COUNT;
}

size_t app_sweep_parameters(const app_table *table) {
    size_t count = 0;
    while (APP_SWEEP_FIRST + count < table->columns && !is_measured(table->titles[APP_SWEEP_FIRST + count])) {
        count++;
    }
    return count;
}

typedef struct sweep {
    const app_table *table;
    app_charts *charts;
    app_fault *fault;
    size_t parameters;
    size_t measure; /* column */
    double *value;  /* of each row; not a number where the run failed */
    double *window; /* its deviation within the window; not a number where there is none */
    double *error;  /* the standard error of its mean; the same */
    bool errors;    /* are what bars show */
} sweep;

/* What is told of the measure beside its mean; of other columns nothing. */
static bool find_spread(sweep *s, app_statistic statistic, double *numbers) {
    const app_table *t = s->table;
    const char *title = t->titles[s->measure];
    size_t length = 0;
    bool is_mean = app_statistic_of(title, &length) == APP_STATISTIC_MEAN;
    const char *wanted =
        vol_arena_print(&s->charts->arena, "%.*s_%s", (int)length, title, app_statistic_name(statistic));
    size_t column = is_mean ? app_table_find(t, wanted) : t->columns;
    for (size_t i = 0; i < t->rows; i++) {
        numbers[i] = NAN;
    }
    return column == t->columns || app_table_numbers(t, column, numbers, s->fault);
}

/* A measure by its column's title or without _mean. */
static bool find_measure(sweep *s, const char *name) {
    const app_table *t = s->table;
    const char *wanted = name != NULL ? name : "polarisation";
    const char *with_mean = vol_arena_print(&s->charts->arena, "%s_mean", wanted);
    s->measure = app_table_find(t, with_mean);
    if (s->measure == t->columns && name == NULL) {
        s->measure = APP_SWEEP_FIRST + s->parameters;
    }
    if (s->measure == t->columns && !app_table_need(t, wanted, &s->measure, s->fault)) {
        return false;
    }
    return app_table_numbers(t, s->measure, s->value, s->fault) && find_spread(s, APP_STATISTIC_SD, s->window) &&
           find_spread(s, APP_STATISTIC_ERROR, s->error);
}

static bool begin(sweep *s, const char *measure, size_t least_parameters) {
    const app_table *t = s->table;
    s->parameters = app_sweep_parameters(t);
    s->value = vol_arena_take(&s->charts->arena, (t->rows + 1) * sizeof *s->value);
    s->window = vol_arena_take(&s->charts->arena, (t->rows + 1) * sizeof *s->window);
    s->error = vol_arena_take(&s->charts->arena, (t->rows + 1) * sizeof *s->error);
    if (!app_table_is_sweep(t) || APP_SWEEP_FIRST + s->parameters >= t->columns) {
        return app_fault_set(s->fault, APP_EXIT_WRONG, "%s:1: this is not the table of a sweep", t->name);
    }
    if (s->parameters < least_parameters) {
        return app_fault_set(s->fault, APP_EXIT_WRONG,
                             "%s:1: this plot needs %zu parameters that were swept; there are %zu", t->name,
                             least_parameters, s->parameters);
    }
    if (!find_measure(s, measure)) {
        return false;
    }
    size_t good = 0;
    for (size_t i = 0; i < t->rows; i++) {
        good += isfinite(s->value[i]) ? 1 : 0;
    }
    return good > 0 || app_fault_set(s->fault, APP_EXIT_WRONG, "%s: column %zu (%s): there is no number in it", t->name,
                                     s->measure + 1, t->titles[s->measure]);
}

static bool find_parameter(const sweep *s, const char *name, size_t standard, size_t *column) {
    *column = APP_SWEEP_FIRST + standard;
    return name == NULL || app_table_need(s->table, name, column, s->fault);
}

/* The rows that are at one level of x, and at one of the lines. */
typedef struct gathered {
    app_runs runs;
    double window; /* of the last one */
} gathered;

static void gather(gathered *g, const sweep *s, size_t row) {
    app_runs_add(&g->runs, s->value[row], s->error[row]);
    g->window = isfinite(s->value[row]) ? s->window[row] : g->window;
}

/* Between runs with different seeds; of a single run, within its window. */
static double deviation(const gathered *g) {
    return g->runs.count > 1 ? app_runs_deviation(&g->runs) : g->window;
}

/* One line: the points of one level of the other parameter. Returns how many runs a point has at most. */
static double add_points(const sweep *s, app_mark *mark, const app_levels *x, const app_levels *line, size_t level) {
    gathered *all = vol_arena_take(&s->charts->arena, (x->count + 1) * sizeof *all);
    double most = 0;
    for (size_t i = 0; i < s->table->rows; i++) {
        if (line == NULL || line->of_row[i] == level) {
            gather(&all[x->of_row[i]], s, i);
        }
    }
    mark->count = 0;
    for (size_t i = 0; i < x->count; i++) {
        if (all[i].runs.count > 0) {
            mark->x[mark->count] = x->value[i];
            mark->y[mark->count] = all[i].runs.mean;
            mark->error[mark->count++] = s->errors ? app_runs_error(&all[i].runs) : deviation(&all[i]);
            most = fmax(most, all[i].runs.count);
        }
    }
    return most;
}

/* Has the parameter one value for each value of x, so that x alone tells it? */
static bool follows(const app_levels *x, const app_levels *other, size_t rows, vol_arena *arena) {
    size_t *level = vol_arena_take(arena, (x->count + 1) * sizeof *level);
    bool single = true;
    for (size_t i = 0; i < rows && single; i++) {
        size_t *seen = &level[x->of_row[i]];
        single = *seen == 0 || *seen == other->of_row[i] + 1;
        *seen = other->of_row[i] + 1;
    }
    return single;
}

/* What is drawn of the other parameters: a line for each value of one, or, where there are more, dots that are not
 * joined. */
typedef struct others {
    app_levels line; /* count 0: none */
    bool scattered;
} others;

static void find_others(const sweep *s, const app_levels *x, size_t x_column, others *found) {
    size_t free = 0;
    *found = (others){.scattered = false};
    for (size_t k = 0; k < s->parameters; k++) {
        app_levels levels;
        app_levels_find(&levels, &s->charts->arena, s->table, APP_SWEEP_FIRST + k);
        if (APP_SWEEP_FIRST + k == x_column || follows(x, &levels, s->table->rows, &s->charts->arena)) {
            continue;
        }
        if (free == 0 || !follows(&found->line, &levels, s->table->rows, &s->charts->arena)) {
            found->line = levels;
            free++;
        }
    }
    found->scattered = free > 1 || found->line.count > MOST_LINES;
    if (found->scattered) {
        found->line.count = 0;
    }
}

/* What bars are, of so many runs. */
static const char *bars_note(const sweep *s, double runs) {
    const char *what = s->errors ? "standard error of the mean" : "standard deviation";
    if (runs > 1) {
        return vol_arena_print(&s->charts->arena, "Mean and %s of %.0f runs", what, runs);
    }
    return s->errors ? "One run each; bars: standard error of its mean over time"
                     : "One run each; bars: standard deviation within it";
}

/* One chart: one measure. */
static void fill_errorbars(const sweep *s, app_chart *chart, const app_levels *x, const others *other, int ticks) {
    app_charts *charts = s->charts;
    size_t count = other->line.count > 0 ? other->line.count : 1;
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        bool single = other->line.count == 0;
        app_mark_kind kind = other->scattered ? APP_MARK_DOTS : APP_MARK_ERRORS;
        app_mark *mark = app_chart_add(charts, chart, kind, x->count, count);
        mark->color = (unsigned)i;
        if (!single) {
            const char *name = vol_arena_print(&charts->arena, "%s = %s", other->line.title, other->line.name[i]);
            app_chart_name(charts, mark, name);
        }
        most = fmax(most, add_points(s, mark, x, single ? NULL : &other->line, i));
    }
    double low = 0;
    double high = 0;
    app_levels_ruler(x, &chart->x, 0.04);
    app_chart_range_y(chart, 0.06, &low, &high);
    app_ruler_fit(&chart->y, low, high, ticks);
    chart->x_label = app_chart_label(charts, x->title, true);
    chart->y_label = app_chart_label(charts, s->table->titles[s->measure], true);
    chart->note = bars_note(s, most);
}

bool app_chart_errorbars(app_charts *charts, const app_table *table, const app_plot_options *options,
                         app_fault *fault) {
    sweep s = {.table = table, .charts = charts, .fault = fault};
    s.errors = options->bars != NULL && strcmp(options->bars, "error") == 0;
    size_t x_column = 0;
    vol_words measures = {0};
    app_charts_split(charts, &measures, options->y);
    bool right =
        begin(&s, measures.count > 0 ? measures.word[0] : NULL, 1) && find_parameter(&s, options->x, 0, &x_column);
    if (right) {
        app_levels x;
        others other;
        app_levels_find(&x, &charts->arena, table, x_column);
        find_others(&s, &x, x_column, &other);
        app_charts_make(charts, measures.count > 0 ? measures.count : 1);
        for (size_t i = 0; i < charts->count && right; i++) {
            right = i == 0 || begin(&s, measures.word[i], 1);
            if (right) {
                fill_errorbars(&s, &charts->chart[i], &x, &other, charts->count > 1 ? 4 : 6);
            }
        }
    }
    vol_words_release(&measures);
    return right;
}

/* The whole grid as cells, or, where less than half of the cells have a run, the runs as dots. */
static void fill_cells(const sweep *s, app_chart *chart, const app_levels *x, const app_levels *y) {
    app_charts *charts = s->charts;
    app_raster *r = &chart->raster;
    gathered *all = vol_arena_take(&charts->arena, (x->count * y->count + 1) * sizeof *all);
    r->columns = x->count;
    r->rows = y->count;
    r->values = vol_arena_take(&charts->arena, (x->count * y->count + 1) * sizeof *r->values);
    r->x = vol_arena_take(&charts->arena, (x->count + 1) * sizeof *r->x);
    r->y = vol_arena_take(&charts->arena, (y->count + 1) * sizeof *r->y);
    for (size_t i = 0; i < s->table->rows; i++) {
        gather(&all[y->of_row[i] * x->count + x->of_row[i]], s, i);
    }
    for (size_t i = 0; i < x->count * y->count; i++) {
        r->values[i] = all[i].runs.count > 0 ? all[i].runs.mean : NAN;
    }
    app_levels_edges(x, r->x);
    app_levels_edges(y, r->y);
}

static void fill_dots(const sweep *s, app_chart *chart, const app_levels *x, const app_levels *y) {
    app_mark *mark = app_chart_add(s->charts, chart, APP_MARK_VALUES, s->table->rows, 1);
    mark->count = 0;
    for (size_t i = 0; i < s->table->rows; i++) {
        if (isfinite(s->value[i])) {
            mark->x[mark->count] = x->value[x->of_row[i]];
            mark->y[mark->count] = y->value[y->of_row[i]];
            mark->value[mark->count++] = s->value[i];
        }
    }
}

/* An axis of cells: up to the outer edges, with the levels themselves as ticks where they are few. */
static void fit_cells(const app_levels *levels, app_ruler *axis, const double *edges) {
    if (!levels->numeric) {
        app_ruler_fit_names(axis, levels->name, levels->count);
    } else if (app_levels_are_ticks(levels)) {
        app_ruler_fit_values(axis, edges[0], edges[levels->count], levels->value, levels->count);
        axis->logarithmic = app_levels_are_ratios(levels);
    } else if (app_levels_are_ratios(levels)) {
        app_ruler_fit_log(axis, edges[0], edges[levels->count], 6);
    } else {
        app_ruler_fit(axis, edges[0], edges[levels->count], 6);
    }
}

/* --y is PARAMETER,MEASURE here, or the measure alone. */
static const char *split_y(const sweep *s, const char *y, const char **parameter) {
    const char *comma = y != NULL ? strchr(y, ',') : NULL;
    if (comma != NULL) {
        *parameter = vol_arena_copy(&s->charts->arena, y, (size_t)(comma - y));
        return comma + 1;
    }
    return y;
}

bool app_chart_heat(app_charts *charts, const app_table *table, const app_plot_options *options, app_fault *fault) {
    sweep s = {.table = table, .charts = charts, .fault = fault};
    const char *second = NULL;
    const char *measure = split_y(&s, options->y, &second);
    size_t x_column = 0;
    size_t y_column = 0;
    if (!begin(&s, measure, 2) || !find_parameter(&s, options->x, 0, &x_column)) {
        return false;
    }
    size_t other = x_column == APP_SWEEP_FIRST ? 1 : 0;
    if (!find_parameter(&s, second, other, &y_column)) {
        return false;
    }
    app_levels x, y;
    app_levels_find(&x, &charts->arena, table, x_column);
    app_levels_find(&y, &charts->arena, table, y_column);
    app_charts_make(charts, 1);
    app_chart *chart = charts->chart;
    if (x.count * y.count <= 2 * table->rows) {
        fill_cells(&s, chart, &x, &y);
        fit_cells(&x, &chart->x, chart->raster.x);
        fit_cells(&y, &chart->y, chart->raster.y);
    } else {
        fill_dots(&s, chart, &x, &y);
        app_levels_ruler(&x, &chart->x, 0.04);
        app_levels_ruler(&y, &chart->y, 0.04);
    }
    double low = INFINITY;
    double high = -INFINITY;
    size_t cells = chart->raster.values != NULL ? x.count * y.count : chart->marks[0].count;
    for (size_t i = 0; i < cells; i++) {
        double value = chart->raster.values != NULL ? chart->raster.values[i] : chart->marks[0].value[i];
        low = isfinite(value) ? fmin(low, value) : low;
        high = isfinite(value) ? fmax(high, value) : high;
    }
    app_ruler_fit(&chart->scale, low, high, 5);
    chart->x_label = app_chart_label(charts, table->titles[x_column], true);
    chart->y_label = app_chart_label(charts, table->titles[y_column], true);
    chart->scale_label = app_chart_label(charts, table->titles[s.measure], true);
    return true;
}
