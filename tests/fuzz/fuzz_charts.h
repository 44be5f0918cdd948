/* What must hold of charts, whatever they were made of. */
#ifndef VOLERY_TESTS_FUZZ_CHARTS_H
#define VOLERY_TESTS_FUZZ_CHARTS_H

#include "fuzz.h"
#include "plot/builders.h"
#include "plot/table.h"

#include <math.h>
#include <string.h>

/* Adds up what a chart points to, so that a sanitizer sees what is not its own. */
static inline double fuzz_touch_chart(const app_chart *chart) {
    double sum = (double)(strlen(chart->x_label) + strlen(chart->y_label));
    for (size_t m = 0; m < chart->mark_count; m++) {
        const app_mark *mark = &chart->marks[m];
        sum += mark->name != NULL ? (double)strlen(mark->name) : 0;
        for (size_t i = 0; i < mark->count; i++) {
            sum += mark->x[i] + mark->y[i] + (mark->error != NULL ? mark->error[i] : 0);
            sum += mark->value != NULL ? mark->value[i] : 0;
        }
    }
    sum += chart->note != NULL ? (double)strlen(chart->note) : 0;
    return sum + (chart->scale_label != NULL ? (double)strlen(chart->scale_label) : 0);
}

/* Rulers of a chart are such that everything has a place. Releases the charts. */
static inline void fuzz_check_charts(app_charts *charts, bool right, const vol_scene_fault *fault) {
    volatile double kept = 0;
    MUST(right || fault->text[0] != '\0');
    for (size_t i = 0; right && i < charts->count; i++) {
        const app_chart *chart = &charts->chart[i];
        MUST(chart->x.to > chart->x.from && chart->y.to > chart->y.from);
        MUST(isfinite(chart->x.from) && isfinite(chart->x.to));
        MUST(chart->x.count <= APP_TICKS && chart->y.count <= APP_TICKS);
        MUST(chart->x_label != NULL && chart->y_label != NULL);
        kept = fuzz_touch_chart(chart);
    }
    (void)kept;
    app_charts_release(charts);
}

#endif
