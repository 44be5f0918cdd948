/* The table of a sweep as text: run, combination, repetition, seed, status, each parameter, each measure. */
#include "plot/table.h"
#include "sweep/sweep.h"

#include <string.h>

void vol_sweep_column(const vol_sweep *sweep, size_t part, vol_measure measure, bool mean, vol_text *text) {
    vol_text_print(text, "%s%s%s_%s", part > 0 ? sweep->scene.flocks[part - 1].name : "", part > 0 ? "." : "",
                   vol_measure_name(measure), mean ? "mean" : "sd");
}

void vol_sweep_row(const vol_sweep *sweep, uint64_t run, bool right, const char *answer, vol_text *row) {
    const vol_plan *plan = &sweep->plan;
    uint64_t combination = run / plan->repeat;
    vol_text status = {0};
    vol_text_print(&status, "%s%s", right ? "ok" : "failed: ", right ? "" : answer);
    for (char *at = status.data; *at != '\0'; at++) {
        *at = (unsigned char)*at < 32 || *at == 127 ? '?' : *at; /* a row is one line, whatever a message holds */
    }
    vol_text_print(row, "%llu,%llu,%llu,%llu,", (unsigned long long)run, (unsigned long long)combination,
                   (unsigned long long)(run % plan->repeat), (unsigned long long)vol_plan_seed(plan, run));
    vol_table_put(row, status.data);
    vol_text_release(&status);
    for (size_t k = 0; k < plan->key_count; k++) {
        vol_text_put(row, ",");
        vol_table_put(row, vol_plan_value(plan, combination, k));
    }
    if (right) {
        vol_text_put(row, answer);
    }
    for (size_t i = 0; !right && i < 2 * sweep->parts * sweep->measures.count; i++) {
        vol_text_put(row, ",");
    }
}

void vol_sweep_csv(const vol_sweep *sweep, vol_text *text) {
    vol_text_put(text, "run,combination,repetition,seed,status");
    for (size_t k = 0; k < sweep->plan.key_count; k++) {
        vol_text_put(text, ",");
        vol_table_put(text, sweep->plan.keys[k]);
    }
    for (size_t part = 0; part < sweep->parts; part++) {
        for (size_t m = 0; m < 2 * sweep->measures.count; m++) {
            vol_text title = {0};
            vol_sweep_column(sweep, part, sweep->measures.measure[m / 2], m % 2 == 0, &title);
            vol_text_put(text, ",");
            vol_table_put(text, title.data);
            vol_text_release(&title);
        }
    }
    vol_text_put(text, "\n");
    for (uint64_t run = 0; run < vol_plan_runs(&sweep->plan); run++) {
        vol_text_put(text, sweep->rows[run]);
        vol_text_put(text, "\n");
    }
}
