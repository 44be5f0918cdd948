/* A small chart in the panel: a title, axes with ticks, numbers and units, one line or several, and what they are where
 * the mouse points. */
#ifndef VOLERY_APP_PLAY_PANEL_CHART_H
#define VOLERY_APP_PLAY_PANEL_CHART_H

#include "play/desk.h"

enum { APP_MOST_LINES = 2, APP_MOST_POINTS = 1024 };

typedef struct app_chart_line {
    const char *label; /* "": the chart has one line, and its title says what it is */
    const float *values;
    const uint64_t *steps; /* at which they were; NULL: they are numbered */
    size_t count;
    app_ui_color color;
    bool right; /* measured by an axis of its own, at the right side */
} app_chart_line;

typedef struct app_chart_def {
    const char *id, *title, *unit;
    float most; /* of the axis; 0: as high as the values */
    const app_chart_line *lines;
    size_t line_count;
    bool whole; /* what is counted: no ticks between whole numbers */
} app_chart_def;

/* The chart is the last widget afterwards. */
void app_panel_chart(const app_desk *desk, const app_chart_def *def);

#endif
