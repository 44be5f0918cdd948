/* What all charts share: memory, ranges, and how columns are called on axes. */
#include "plot/chart.h"

#include "measure/statistics.h"
#include "sweep/plan.h"

#include <volery/volery.h>
#include <math.h>
#include <string.h>

void app_charts_make(app_charts *charts, size_t count) {
    charts->chart = vol_arena_take(&charts->arena, count * sizeof *charts->chart);
    charts->count = count;
}

void app_charts_release(app_charts *charts) {
    vol_arena_release(&charts->arena);
    *charts = (app_charts){0};
}

app_mark *app_chart_add(app_charts *charts, app_chart *chart, app_mark_kind kind, size_t count, size_t most_marks) {
    if (chart->marks == NULL) {
        chart->marks = vol_arena_take(&charts->arena, most_marks * sizeof *chart->marks);
    }
    app_mark *mark = &chart->marks[chart->mark_count++];
    *mark = (app_mark){.kind = kind, .count = count};
    mark->x = vol_arena_take(&charts->arena, (count + 1) * sizeof *mark->x);
    mark->y = vol_arena_take(&charts->arena, (count + 1) * sizeof *mark->y);
    if (kind == APP_MARK_ERRORS || kind == APP_MARK_DOTS || kind == APP_MARK_BAND) {
        mark->error = vol_arena_take(&charts->arena, (count + 1) * sizeof *mark->error);
    }
    if (kind == APP_MARK_TRACK || kind == APP_MARK_VALUES) {
        mark->value = vol_arena_take(&charts->arena, (count + 1) * sizeof *mark->value);
    }
    return mark;
}

void app_chart_name(app_charts *charts, app_mark *mark, const char *name) {
    mark->name = vol_arena_copy(&charts->arena, name, strlen(name));
}

void app_charts_split(app_charts *charts, vol_words *words, const char *list) {
    for (const char *at = list; at != NULL;) {
        size_t length = strcspn(at, ",");
        vol_words_add(words, vol_arena_copy(&charts->arena, at, length));
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
}

static void include(double value, double *least, double *most) {
    if (isfinite(value)) {
        *least = fmin(*least, value);
        *most = fmax(*most, value);
    }
}

/* Room at both ends; values that differ by their rounding alone are all the same. */
static void widen(double part, double *least, double *most) {
    const double alike = 1e-6 * fmax(fabs(*least), fabs(*most));
    if (*most > *least && *most - *least < alike) {
        *least -= 5e4 * alike;
        *most += 5e4 * alike;
    }
    double room = part * (*most - *least);
    if (isfinite(room)) {
        *least -= room;
        *most += room;
    }
}

void app_chart_range_x(const app_chart *chart, double part, double *least, double *most) {
    *least = INFINITY;
    *most = -INFINITY;
    for (size_t m = 0; m < chart->mark_count; m++) {
        const app_mark *mark = &chart->marks[m];
        for (size_t i = 0; i < mark->count + (mark->kind == APP_MARK_BARS); i++) {
            include(mark->x[i], least, most);
        }
    }
    widen(part, least, most);
}

void app_chart_range_y(const app_chart *chart, double part, double *least, double *most) {
    *least = INFINITY;
    *most = -INFINITY;
    for (size_t m = 0; m < chart->mark_count; m++) {
        const app_mark *mark = &chart->marks[m];
        for (size_t i = 0; i < mark->count; i++) {
            double error = mark->error != NULL && isfinite(mark->error[i]) ? mark->error[i] : 0;
            include(mark->y[i] - error, least, most);
            include(mark->y[i] + error, least, most);
        }
    }
    widen(part, least, most);
}

/* Measures by other words than their columns have. */
static const struct {
    const char *name, *words;
} spoken[] = {
    {"speed", "mean speed"},
    {"gyration", "radius of gyration"},
    {"nearest_mean", "nearest distance"},
    {"nearest_min", "least distance"},
    {"group_mean", "mean size of groups"},
    {"group_largest", "largest group"},
    {"correlation_length", "correlation length"},
    {"fluctuation", "exponent of fluctuations"},
    {"rotation_abs", "rotation both ways"},
    {"structure", "structure factor"},
};

/* Cuts a column into a flock's name, with its dot, and a measure; of sweeps without what is told of it. */
typedef struct column_parts {
    char flock[80], measure[80];
    app_statistic statistic; /* APP_STATISTIC_COUNT: the measure itself */
} column_parts;

static column_parts split(const char *column, bool of_sweep) {
    column_parts parts = {.statistic = APP_STATISTIC_COUNT};
    const char *dot = strrchr(column, '.');
    size_t head = dot != NULL ? (size_t)(dot + 1 - column) : 0, length = 0;
    if (head < sizeof parts.flock && strlen(column + head) < sizeof parts.measure) {
        memcpy(parts.flock, column, head);
        memcpy(parts.measure, column + head, strlen(column + head));
    }
    if (of_sweep) {
        parts.statistic = app_statistic_of(parts.measure, &length);
        parts.measure[length] = '\0';
    }
    return parts;
}

const char *app_chart_unit(const char *column, bool of_sweep) {
    column_parts parts = split(column, of_sweep);
    vol_measure measure = vol_measure_find(parts.measure);
    if (measure < VOL_MEASURE_COUNT) {
        switch (parts.statistic) {
        case APP_STATISTIC_TAU: return "steps";
        case APP_STATISTIC_BINDER:
        case APP_STATISTIC_SUSCEPTIBILITY: return ""; /* of squares: what is compared has no unit */
        default: return vol_measure_at(measure)->unit;
        }
    }
    if (strcmp(column, "step_ms") == 0) { /* of the window's plots */
        return "ms";
    }
    return strcmp(column, "time") == 0 ? "" : app_plan_unit(column);
}

/* "polarisation", "Binder cumulant of polarisation of birds". */
static const char *measure_words(app_charts *charts, const column_parts *parts) {
    static const char *const told[APP_STATISTIC_COUNT + 1] = {
        [APP_STATISTIC_MEAN] = "",
        [APP_STATISTIC_SD] = "deviation of ",
        [APP_STATISTIC_ERROR] = "error of ",
        [APP_STATISTIC_TAU] = "autocorrelation time of ",
        [APP_STATISTIC_BINDER] = "Binder cumulant of ",
        [APP_STATISTIC_SUSCEPTIBILITY] = "susceptibility of ",
        [APP_STATISTIC_COUNT] = "",
    };
    const char *words = parts->measure;
    for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++) {
        words = strcmp(spoken[i].name, parts->measure) == 0 ? spoken[i].words : words;
    }
    words = vol_arena_print(&charts->arena, "%s%s", told[parts->statistic], words);
    return parts->flock[0] == '\0'
               ? words
               : vol_arena_print(&charts->arena, "%s of %.*s", words, (int)strlen(parts->flock) - 1, parts->flock);
}

const char *app_chart_label(app_charts *charts, const char *column, bool of_sweep) {
    column_parts parts = split(column, of_sweep);
    const char *unit = app_chart_unit(column, of_sweep);
    bool measured = vol_measure_find(parts.measure) < VOL_MEASURE_COUNT;
    const char *words = measured                         ? measure_words(charts, &parts)
                        : strcmp(column, "step_ms") == 0 ? "time of a step"
                                                         : column;
    const char *power = strstr(unit, "^2"); /* px/time^2 as one writes it */
    if (power != NULL && power[2] == '\0') {
        unit = vol_arena_print(&charts->arena, "%.*s\xC2\xB2", (int)(power - unit), unit);
    }
    /* A count is its own unit: "groups (groups)" and "birds.count (boids)" say nothing. */
    bool counted = strcmp(unit, parts.measure) == 0 || strcmp(parts.measure, "count") == 0;
    return unit[0] != '\0' && !counted ? vol_arena_print(&charts->arena, "%s (%s)", words, unit)
                                       : vol_arena_print(&charts->arena, "%s", words);
}
