/* From a column of a sweep's table to the places on an axis. */
#include "plot/levels.h"

#include "common/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int app_by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void find_numbers(app_levels *levels, vol_arena *arena, const double *all, const app_table *table,
                         size_t column) {
    double *sorted = vol_take((table->rows + 1) * sizeof *sorted);
    memcpy(sorted, all, table->rows * sizeof *sorted);
    qsort(sorted, table->rows, sizeof *sorted, app_by_value);
    for (size_t i = 0; i < table->rows; i++) {
        if (levels->count == 0 || sorted[i] > levels->value[levels->count - 1]) {
            levels->value[levels->count++] = sorted[i];
        }
    }
    free(sorted);
    levels->name = vol_arena_take(arena, (levels->count + 1) * sizeof *levels->name);
    for (size_t i = 0; i < table->rows; i++) {
        const double *found = bsearch(&all[i], levels->value, levels->count, sizeof *levels->value, app_by_value);
        levels->of_row[i] = found != NULL ? (size_t)(found - levels->value) : 0;
        levels->name[levels->of_row[i]] = app_table_cell(table, i, column);
    }
}

static void find_names(app_levels *levels, vol_arena *arena, const app_table *table, size_t column) {
    vol_words names = {0};
    for (size_t i = 0; i < table->rows; i++) {
        const char *cell = app_table_cell(table, i, column);
        size_t level = 0;
        while (level < names.count && strcmp(names.word[level], cell) != 0) {
            level++;
        }
        if (level == names.count) {
            vol_words_add(&names, cell);
        }
        levels->of_row[i] = level;
        levels->value[level] = (double)level;
    }
    levels->count = names.count;
    levels->name = vol_arena_take(arena, (names.count + 1) * sizeof *levels->name);
    if (names.count > 0) {
        memcpy(levels->name, names.word, names.count * sizeof *names.word);
    }
    vol_words_release(&names);
}

void app_levels_find(app_levels *levels, vol_arena *arena, const app_table *table, size_t column) {
    app_fault ignored;
    *levels = (app_levels){.title = table->titles[column]};
    levels->value = vol_arena_take(arena, (table->rows + 1) * sizeof *levels->value);
    levels->of_row = vol_arena_take(arena, (table->rows + 1) * sizeof *levels->of_row);
    double *all = vol_arena_take(arena, (table->rows + 1) * sizeof *all);
    double sum = 0;
    levels->numeric = app_table_numbers(table, column, all, &ignored);
    for (size_t i = 0; levels->numeric && i < table->rows; i++) {
        sum += all[i];
    }
    levels->numeric = levels->numeric && isfinite(sum); /* an empty cell is a name */
    if (levels->numeric) {
        find_numbers(levels, arena, all, table, column);
    } else {
        find_names(levels, arena, table, column);
    }
}

bool app_levels_are_ratios(const app_levels *levels) {
    const double *v = levels->value;
    size_t n = levels->count;
    if (!levels->numeric || n < 3 || !(v[0] > 0) || v[n - 1] / v[0] < 7) {
        return false;
    }
    double ratio = log(v[n - 1] / v[0]) / (double)(n - 1);
    bool equal = true;
    for (size_t i = 1; i < n; i++) {
        equal = equal && fabs(log(v[i] / v[i - 1]) - ratio) < 0.35 * ratio;
    }
    return equal;
}

/* Can all levels stand at an axis as they are, in three digits? */
static bool are_short(const app_levels *levels) {
    bool all = true;
    for (size_t i = 0; i < levels->count; i++) {
        char text[32];
        snprintf(text, sizeof text, "%.3g", levels->value[i]);
        all = all && strtod(text, NULL) == levels->value[i];
    }
    return all;
}

bool app_levels_are_ticks(const app_levels *levels) {
    return levels->numeric && levels->count <= 9 && are_short(levels);
}

void app_levels_ruler(const app_levels *levels, app_ruler *axis, double room) {
    const double *v = levels->value;
    size_t n = levels->count;
    if (!levels->numeric) {
        app_ruler_fit_names(axis, levels->name, n);
    } else if (app_levels_are_ratios(levels)) {
        double factor = pow(v[n - 1] / v[0], room);
        app_ruler_fit_log(axis, v[0] / factor, v[n - 1] * factor, 6);
        if (app_levels_are_ticks(levels)) {
            app_ruler_fit_values(axis, axis->from, axis->to, v, n);
            axis->logarithmic = true;
        }
    } else {
        double air = n > 1 ? room * (v[n - 1] - v[0]) : 0;
        app_ruler_fit(axis, v[0] - air, v[n - 1] + air, 7);
    }
}

void app_levels_edges(const app_levels *levels, double *edges) {
    const double *v = levels->value;
    size_t n = levels->count;
    bool ratios = app_levels_are_ratios(levels);
    for (size_t i = 1; i < n; i++) {
        edges[i] = ratios ? sqrt(v[i - 1] * v[i]) : (v[i - 1] + v[i]) / 2;
    }
    double single = levels->numeric && v[0] != 0 ? 0.1 * fabs(v[0]) : 0.5;
    if (n == 1) {
        edges[0] = v[0] - single;
        edges[1] = v[0] + single;
    } else {
        edges[0] = ratios ? v[0] * v[0] / edges[1] : 2 * v[0] - edges[1];
        edges[n] = ratios ? v[n - 1] * v[n - 1] / edges[n - 1] : 2 * v[n - 1] - edges[n - 1];
    }
}
