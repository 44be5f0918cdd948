/* The table of a sweep as text: run, combination, repetition, seed, status, each parameter, each measure; and behind
 * them, in a sweep with --fast alone, `fast`. */
#include "plot/table.h"
#include "sweep/sweep.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_COLUMNS = 5 }; /* run, combination, repetition, seed, status */

enum { FIRST_STATISTICS = 2, MORE_STATISTICS = APP_STATISTIC_COUNT - FIRST_STATISTICS };

size_t app_sweep_columns(const app_sweep *sweep) {
    return APP_STATISTIC_COUNT * sweep->parts * sweep->measures.count;
}

app_sweep_column app_sweep_column_at(const app_sweep *sweep, size_t i) {
    const size_t measures = sweep->measures.count, first = FIRST_STATISTICS * sweep->parts * measures;
    const size_t each = i < first ? FIRST_STATISTICS : MORE_STATISTICS, at = i < first ? i : i - first;
    return (app_sweep_column){at / each / measures, at / each % measures,
                              (app_statistic)(at % each + (i < first ? 0 : FIRST_STATISTICS))};
}

void app_sweep_column_name(const app_sweep *sweep, app_sweep_column column, vol_text *text) {
    const bool of_flock = column.part > 0;
    vol_text_print(text, "%s%s%s_%s", of_flock ? sweep->scene.flocks[column.part - 1].name : "", of_flock ? "." : "",
                   vol_measure_name(sweep->measures.measure[column.measure]), app_statistic_name(column.statistic));
}

void app_sweep_row(const app_sweep *sweep, uint64_t run, bool right, const char *answer, vol_text *row) {
    const app_plan *plan = &sweep->plan;
    uint64_t combination = run / plan->repeat;
    vol_text status = {0};
    vol_text_print(&status, "%s%s", right ? "ok" : "failed: ", right ? "" : answer);
    for (char *at = status.data; *at != '\0'; at++) {
        *at = (unsigned char)*at < 32 || *at == 127 ? '?' : *at; /* a row is one line, whatever a message holds */
    }
    vol_text_print(row, "%llu,%llu,%llu,%llu,", (unsigned long long)run, (unsigned long long)combination,
                   (unsigned long long)(run % plan->repeat), (unsigned long long)app_plan_seed(plan, run));
    app_table_put(row, status.data);
    vol_text_release(&status);
    for (size_t k = 0; k < plan->key_count; k++) {
        vol_text_put(row, ",");
        app_table_put(row, app_plan_value(plan, combination, k));
    }
    if (right) {
        vol_text_put(row, answer);
    }
    for (size_t i = 0; !right && i < app_sweep_columns(sweep); i++) {
        vol_text_put(row, ",");
    }
    vol_text_put(row, sweep->where.fast ? ",true" : "");
}

/* Says which run a row is of, and with which values: columns that the plan knows. */
static bool check_known(const app_sweep *sweep, uint64_t run, const char *const *cells, app_fault *fault) {
    static const char *const names[4] = {"run", "combination", "repetition", "seed"};
    const app_plan *plan = &sweep->plan;
    const uint64_t numbers[4] = {run, run / plan->repeat, run % plan->repeat, app_plan_seed(plan, run)};
    for (size_t i = 0; i < 4; i++) {
        uint64_t number = 0;
        if (!vol_whole_read(cells[i], &number) || number != numbers[i]) {
            return app_fault_set(fault, APP_EXIT_WRONG, "run %llu: its %s is '%.60s', and in this sweep %llu",
                                 (unsigned long long)run, names[i], cells[i], (unsigned long long)numbers[i]);
        }
    }
    for (size_t k = 0; k < plan->key_count; k++) {
        const char *value = app_plan_value(plan, numbers[1], k);
        if (strcmp(value, cells[FIRST_COLUMNS + k]) != 0) {
            return app_fault_set(fault, APP_EXIT_WRONG, "run %llu: its %.60s is '%.60s', and in this sweep '%.60s'",
                                 (unsigned long long)run, plan->keys[k], cells[FIRST_COLUMNS + k], value);
        }
    }
    return true;
}

static bool is_number(const char *cell) {
    double number = 0;
    return strcmp(cell, "nan") == 0 || strcmp(cell, "inf") == 0 || strcmp(cell, "-inf") == 0 ||
           vol_number_read(cell, &number);
}

/* What was measured: numbers where the run ended well, nothing where it failed. */
static bool check_measured(uint64_t run, const char *status, const char *const *cells, size_t count, bool *failed,
                           app_fault *fault) {
    *failed = strncmp(status, "failed: ", 8) == 0;
    if (!*failed && strcmp(status, "ok") != 0) {
        return app_fault_set(fault, APP_EXIT_WRONG,
                             "run %llu: its status is '%.60s'; allowed are 'ok' and 'failed: ' with a reason",
                             (unsigned long long)run, status);
    }
    for (size_t i = 0; i < count; i++) {
        bool right = *failed ? cells[i][0] == '\0' : is_number(cells[i]);
        if (!right) {
            return app_fault_set(fault, APP_EXIT_WRONG, "run %llu: measure %zu is '%.60s'; allowed is %s",
                                 (unsigned long long)run, i + 1, cells[i], *failed ? "nothing" : "a number or nan");
        }
    }
    return true;
}

bool app_sweep_check_row(const app_sweep *sweep, uint64_t run, const char *row, bool *failed, app_fault *fault) {
    size_t keys = sweep->plan.key_count;
    size_t measured = app_sweep_columns(sweep);
    size_t columns = FIRST_COLUMNS + keys + measured + (sweep->where.fast ? 1 : 0);
    size_t size = strlen(row) + 1;
    char *copy = memcpy(vol_take(size), row, size);
    vol_words cells = {0};
    bool right = app_table_split(copy, &cells, fault);
    if (right && cells.count != columns) {
        right = app_fault_set(fault, APP_EXIT_WRONG, "run %llu: %zu columns; the table has %zu",
                              (unsigned long long)run, cells.count, columns);
    }
    right = right && check_known(sweep, run, cells.word, fault) &&
            check_measured(run, cells.word[4], cells.word + FIRST_COLUMNS + keys, measured, failed, fault);
    vol_words_release(&cells);
    free(copy);
    return right;
}

void app_sweep_csv(const app_sweep *sweep, vol_text *text) {
    vol_text_put(text, "run,combination,repetition,seed,status");
    for (size_t k = 0; k < sweep->plan.key_count; k++) {
        vol_text_put(text, ",");
        app_table_put(text, sweep->plan.keys[k]);
    }
    for (size_t i = 0; i < app_sweep_columns(sweep); i++) {
        vol_text title = {0};
        app_sweep_column_name(sweep, app_sweep_column_at(sweep, i), &title);
        vol_text_put(text, ",");
        app_table_put(text, title.data);
        vol_text_release(&title);
    }
    vol_text_put(text, sweep->where.fast ? ",fast\n" : "\n");
    for (uint64_t run = 0; run < app_plan_runs(&sweep->plan); run++) {
        vol_text_put(text, sweep->rows[run]);
        vol_text_put(text, "\n");
    }
}
