/* The panel's plots: measures of the last steps, of both worlds where there are two, and what is saved of them. */
#include "play/panel_plots.h"

#include "draw/unit.h"
#include "play/panel_chart.h"
#include "plot/plot.h"
#include "util/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct plot_row {
    app_gauge gauge;
    const char *name, *column, *unit, *help; /* `column` in a table that is saved */
    float most;                              /* of the axis; 0: as high as the values */
    bool whole;                              /* it is counted */
} plot_row;

static const plot_row rows[] = {
    {APP_GAUGE_POLARISATION, "polarisation", "polarisation", "",
     "1: all fly in one direction; 0: in all directions alike.", 1, false},
    {APP_GAUGE_SPEED, "mean speed", "speed", "px/time", "How fast boids are, on the mean.", 0, false},
    {APP_GAUGE_NEIGHBOURS, "neighbours", "neighbours", "", "Neighbours within reach of a boid's rules, on the mean.", 0,
     false},
    {APP_GAUGE_GROUPS, "groups", "groups", "",
     "Groups of boids within reach of each other, directly or through others.", 0, true},
    {APP_GAUGE_STEP, "time of a step", "step_ms", "ms", "How long a step takes.", 0, false},
};

enum { ROWS = sizeof rows / sizeof *rows };

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

static void put_plot(app_desk *desk, const plot_row *row) {
    static const char *const labels[APP_MOST_SIDES] = {"left", "right"};
    const app_tone tones[APP_MOST_SIDES] = {APP_TONE_ACCENT, APP_TONE_WARM};
    app_chart_line lines[APP_MOST_SIDES];
    char id[64];
    bool two = desk->stage->side_count > 1;
    for (uint32_t i = 0; i < desk->stage->side_count && i < APP_MOST_SIDES; i++) {
        const app_readings *r = &desk->stage->sides[i].readings;
        lines[i] = (app_chart_line){
            two ? labels[i] : "", r->values[row->gauge], r->steps, r->count, app_ui_tone(tones[i]), false};
    }
    snprintf(id, sizeof id, "##plot%s", row->column);
    char unit[40];
    app_unit_text(&desk->stage->sides[0].frame.look, row->unit, unit, sizeof unit);
    app_panel_chart(desk, &(app_chart_def){id, row->name, unit, row->most, lines, desk->stage->side_count, row->whole});
    snprintf(id, sizeof id, "plot.%s", row->column);
    app_desk_name(desk, id);
    app_ui_tip(row->help);
}

/* A table as `run --measure` has it, with a column that says which world where there are two. */
static vol_text make_table(const app_desk *desk) {
    vol_text text = {0};
    bool two = desk->stage->side_count > 1;
    vol_text_put(&text, two ? "step,world" : "step");
    for (size_t k = 0; k < ROWS; k++) {
        vol_text_print(&text, ",%s", rows[k].column);
    }
    vol_text_put(&text, "\n");
    for (uint32_t side = 0; side < desk->stage->side_count; side++) {
        const app_readings *r = &desk->stage->sides[side].readings;
        for (size_t i = 0; i < r->count; i++) {
            vol_text_print(&text, two ? "%llu,%s" : "%llu", (unsigned long long)r->steps[i],
                           side == 0 ? "left" : "right");
            for (size_t k = 0; k < ROWS; k++) {
                vol_text_print(&text, ",%.9g", (double)r->values[rows[k].gauge][i]);
            }
            vol_text_put(&text, "\n");
        }
    }
    return text;
}

static bool save_table(const app_desk *desk, const char *path, app_fault *fault) {
    vol_text text = make_table(desk);
    bool right = app_output_put(path, text.data, text.length, fault);
    vol_text_release(&text);
    return right;
}

/* All of the plots as `volery plot` draws them, in the colours of the panel. */
static bool save_figure(const app_desk *desk, const char *path, app_fault *fault) {
    app_plot_options options = {.boid = UINT64_MAX, .to = UINT64_MAX, .every = 1};
    vol_text columns = {0};
    vol_text text = make_table(desk);
    app_table table;
    app_output output = {0};
    for (size_t k = 0; k < ROWS; k++) {
        vol_text_print(&columns, "%s%s", k > 0 ? "," : "", rows[k].column);
    }
    options.y = columns.data;
    options.dark = desk->config.theme == APP_THEME_DARK;
    bool right = app_table_read_text(&table, text.data, text.length, path, APP_TABLE_WHOLE, fault);
    if (right) {
        right = app_output_replace(&output, path, fault) && app_plot_table(&table, &options, &output, fault);
        right = app_output_close(&output, right ? fault : NULL) && right;
        app_table_release(&table);
    }
    vol_text_release(&columns);
    return right;
}

static void save(app_desk *desk, bool picture) {
    char path[256];
    app_fault fault = {0};
    app_desk_free_name(desk, picture ? "png" : "csv", path, sizeof path);
    if (picture && !app_plot_check(path, "", &(app_plot_options){0}, &fault)) {
        desk->plots_wanted = true; /* without cairo: what the panel shows of them, when this frame is drawn */
    } else if (picture && save_figure(desk, path, &fault)) {
        app_desk_notice(desk, false, "saved as %s", path);
    } else if (!picture && save_table(desk, path, &fault)) {
        app_desk_notice(desk, false, "saved as %s; volery plot draws it", path);
    } else {
        app_desk_notice(desk, true, "%s", fault.text);
    }
}

void app_desk_plots(app_desk *desk) {
    const app_show *show = &desk->stage->sides[desk->panel_side];
    float width = (app_ui_room() - 6) / 2;
    if (app_ui_button("save the data", width, false)) {
        save(desk, false);
    }
    app_desk_name(desk, "button.save_the_data");
    app_ui_tip(
        "All that is plotted here as a table (CSV), beside pictures and scenes. volery plot makes figures of it.");
    app_ui_same_line_gap(6);
    if (app_ui_button("save the plots", width, false)) {
        save(desk, true);
    }
    app_desk_name(desk, "button.save_the_plots");
    app_ui_tip("A picture of all of these plots (PNG).");
    desk->plots_box = app_ui_place();
    app_ui_gap(2);
    for (size_t i = 0; i < ROWS; i++) {
        put_plot(desk, &rows[i]);
    }
    app_ui_gap(2);
    put_stages(desk, &show->readings);
}
