/* The panel's plots: measures of the last steps as lines, each with its name and latest value. */
#include "play/panel_plots.h"

#include <stdio.h>

typedef struct plot_row {
    app_gauge gauge;
    const char *name, *unit, *help;
    float high; /* of the axis; 0: as high as the values */
} plot_row;

static const plot_row rows[] = {
    {APP_GAUGE_POLARISATION, "polarisation", "", "1: all fly in one direction; 0: in all directions alike.", 1.6F},
    {APP_GAUGE_SPEED, "mean speed", " px/time", "How fast boids are, on the mean.", 0},
    {APP_GAUGE_NEIGHBOURS, "neighbours", "", "Neighbours within reach of a boid's rules, on the mean.", 0},
    {APP_GAUGE_GROUPS, "groups", "", "Groups of boids within reach of each other, directly or through others.", 0},
    {APP_GAUGE_STEP, "step", " ms", "How long a step takes.", 0},
};

static float highest(const float *values, size_t count) {
    float most = 1e-6F;
    for (size_t i = 0; i < count; i++) {
        most = values[i] > most ? values[i] : most;
    }
    return most * 1.6F; /* room for the caption */
}

/* Where the time of a step goes, as bars beside each other. */
static void put_stages(const app_desk *desk, const app_readings *r) {
    static const char *const names[] = {"index", "sense", "decide", "move"};
    static const app_ui_color colors[] = {0x6aa8f0ffU, 0x7fd18affU, 0xe8b45affU, 0xd07ab8ffU};
    float all = 0;
    float mean[4] = {0};
    size_t last = r->count < 30 ? r->count : 30;
    for (int stage = 0; stage < 4; stage++) {
        for (size_t i = r->count - last; i < r->count; i++) {
            mean[stage] += r->values[APP_GAUGE_INDEX + stage][i] / (float)last;
        }
        all += mean[stage];
    }
    for (int stage = 0; stage < 4; stage++) {
        char line[64];
        float start = app_ui_cursor();
        float room = app_ui_room();
        app_ui_text_colored(names[stage], colors[stage]);
        app_ui_same_line(start + 62 * desk->window.scale);
        app_ui_bar(all > 0 ? mean[stage] / all : 0, room - 156 * desk->window.scale, colors[stage]);
        app_ui_same_line(start + room - 84 * desk->window.scale);
        snprintf(line, sizeof line, "%.3g ms", (double)mean[stage]);
        app_ui_text_faint(line);
    }
}

void app_desk_plots(app_desk *desk) {
    const app_show *show = &desk->stage->sides[desk->panel_side];
    const app_readings *r = &show->readings;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const plot_row *row = &rows[i];
        const float *values = r->values[row->gauge];
        char caption[96];
        char id[32];
        snprintf(caption, sizeof caption, "%s  %.3g%s", row->name, r->count > 0 ? (double)values[r->count - 1] : 0,
                 row->unit);
        snprintf(id, sizeof id, "##plot%zu", i);
        app_ui_plot(id, values, r->count, 0, row->high > 0 ? row->high : highest(values, r->count),
                    64 * desk->window.scale, caption);
        app_ui_tip(row->help);
    }
    put_stages(desk, r);
}
