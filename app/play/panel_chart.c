/* Draws the panel's charts with lines and letters: measures over steps, one or two worlds in the same axes. */
#include "play/panel_chart.h"

#include "draw/ruler.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEIGHT 124.0F
#define TITLE 26.0F  /* the line above */
#define BOTTOM 18.0F /* the numbers below */
#define SIDE 40.0F   /* the numbers at the side */

typedef struct chart {
    const app_chart_def *def;
    app_ui_box box, area; /* all of it, and where the lines are */
    app_ruler x, y, other;
    float scale;
} chart;

static double highest(const app_chart_def *def, bool right) {
    double most = 0;
    for (size_t k = 0; k < def->line_count; k++) {
        const app_chart_line *line = &def->lines[k];
        for (size_t i = 0; i < line->count && line->right == right; i++) {
            most = (double)line->values[i] > most ? (double)line->values[i] : most;
        }
    }
    return most > 0 ? most : 1;
}

static double step_of(const app_chart_line *line, size_t i) {
    return line->steps != NULL ? (double)line->steps[i] : (double)i;
}

static void fit(chart *c) {
    const app_chart_def *def = c->def;
    double first = INFINITY;
    double last = -INFINITY;
    bool other = false;
    for (size_t k = 0; k < def->line_count; k++) {
        const app_chart_line *line = &def->lines[k];
        if (line->count > 0) {
            first = fmin(first, step_of(line, 0));
            last = fmax(last, step_of(line, line->count - 1));
        }
        other = other || line->right;
    }
    first = isfinite(first) ? first : 0;
    last = last > first ? last : first + 1;
    float side = SIDE * c->scale;
    c->area =
        (app_ui_box){c->box.x + side, c->box.y + TITLE * c->scale, c->box.width - side - (other ? side : 10 * c->scale),
                     c->box.height - (TITLE + BOTTOM) * c->scale};
    app_ruler_fit_plain(&c->x, first, last, c->area.width > 260 * c->scale ? 5 : 4);
    app_ruler_fit_plain(&c->y, 0, def->most > 0 ? (double)def->most : highest(def, false), 4);
    app_ruler_fit_plain(&c->other, 0, highest(def, true), 4);
    c->x.from = first;
    c->x.to = last;
    c->x.begin = (double)c->area.x;
    c->x.end = (double)(c->area.x + c->area.width);
    c->y.begin = c->other.begin = (double)(c->area.y + c->area.height);
    c->y.end = c->other.end = (double)c->area.y;
}

static void put_ticks(const chart *c) {
    app_ui_color faint = app_ui_tone(APP_TONE_FAINT);
    app_ui_color grid = app_ui_tone(APP_TONE_GRID);
    float bottom = c->area.y + c->area.height;
    float right = c->area.x + c->area.width;
    float letters = app_ui_text_height();
    for (size_t i = 0; i < c->y.count; i++) {
        float y = (float)app_ruler_place(&c->y, c->y.tick[i]);
        bool between = c->def->whole && c->y.tick[i] > floor(c->y.tick[i]);
        if (y < c->area.y - 1 || y > bottom + 1 || between) {
            continue;
        }
        app_ui_draw_line(c->area.x, y, right, y, grid, 1);
        app_ui_draw_text(c->area.x - app_ui_text_width(c->y.text[i]) - 5 * c->scale, y - letters / 2, faint,
                         c->y.text[i]);
    }
    for (size_t i = 0; i < c->other.count && right < c->box.x + c->box.width - SIDE * c->scale / 2; i++) {
        float y = (float)app_ruler_place(&c->other, c->other.tick[i]);
        if (y >= c->area.y - 1 && y <= bottom + 1) {
            app_ui_draw_text(right + 5 * c->scale, y - letters / 2, faint, c->other.text[i]);
        }
    }
    float free = c->box.x + app_ui_text_width("step") + 8 * c->scale;
    for (size_t i = 0; i < c->x.count; i++) {
        float x = (float)app_ruler_place(&c->x, c->x.tick[i]);
        float width = app_ui_text_width(c->x.text[i]);
        if (x < c->area.x - 1 || x > right + 1) {
            continue;
        }
        app_ui_draw_line(x, bottom, x, bottom + 3 * c->scale, faint, 1);
        float left = fminf(x - width / 2, c->box.x + c->box.width - width);
        if (left >= free) {
            app_ui_draw_text(left, bottom + 3 * c->scale, faint, c->x.text[i]);
            free = left + width + 8 * c->scale;
        }
    }
    app_ui_draw_text(c->box.x, bottom + 3 * c->scale, faint, "step");
    app_ui_draw_line(c->area.x, bottom, right, bottom, faint, 1);
    app_ui_draw_line(c->area.x, c->area.y, c->area.x, bottom, faint, 1);
}

static void put_line(const chart *c, const app_chart_line *line, float width) {
    const app_ruler *y = line->right ? &c->other : &c->y;
    float points[APP_MOST_POINTS][2];
    size_t count = line->count < APP_MOST_POINTS ? line->count : APP_MOST_POINTS;
    for (size_t i = 0; i < count; i++) {
        size_t at = line->count - count + i;
        points[i][0] = (float)app_ruler_place(&c->x, step_of(line, at));
        points[i][1] = fmaxf((float)app_ruler_place(y, (double)line->values[at]), c->area.y);
    }
    app_ui_draw_path(&points[0][0], count, line->color, width * c->scale);
}

/* The title with its unit at the left; at the right what each line has now, or where the mouse points. */
static void put_title(const chart *c, const size_t *at) {
    const app_chart_def *def = c->def;
    char text[160];
    float x = c->box.x + c->box.width;
    snprintf(text, sizeof text, "%s%s%s", def->title, def->unit[0] != '\0' ? ", " : "", def->unit);
    app_ui_draw_text(c->box.x, c->box.y, app_ui_tone(APP_TONE_LABEL), text);
    for (size_t k = def->line_count; k-- > 0;) {
        const app_chart_line *line = &def->lines[k];
        if (line->count == 0) {
            continue;
        }
        snprintf(text, sizeof text, "%s%s%.3g", line->label, line->label[0] != '\0' ? " " : "",
                 (double)line->values[at[k]]);
        x -= app_ui_text_width(text);
        app_ui_draw_text(x, c->box.y, line->color, text);
        x -= 12 * c->scale;
    }
}

/* The point of a line that is nearest to the mouse. */
static size_t nearest(const chart *c, const app_chart_line *line, float x) {
    size_t best = 0;
    for (size_t i = 0; i < line->count; i++) {
        double a = fabs(app_ruler_place(&c->x, step_of(line, i)) - (double)x);
        double b = fabs(app_ruler_place(&c->x, step_of(line, best)) - (double)x);
        best = a < b ? i : best;
    }
    return best;
}

void app_panel_chart(const app_desk *desk, const app_chart_def *def) {
    chart c = {.def = def, .scale = desk->window.scale};
    size_t at[APP_MOST_LINES] = {0};
    float x = 0;
    float y = 0;
    c.box = app_ui_canvas(def->id, HEIGHT * c.scale);
    bool pointed = app_ui_pointed(&x, &y) && x >= c.area.x;
    fit(&c);
    put_ticks(&c);
    for (size_t k = 0; k < def->line_count; k++) {
        const app_chart_line *line = &def->lines[k];
        put_line(&c, line, k == 0 && def->line_count > 1 ? 3 : 1.6F); /* two that are alike are both seen */
        at[k] = pointed ? nearest(&c, line, x) : line->count > 0 ? line->count - 1 : 0;
        if (pointed && line->count > 0) {
            float px = (float)app_ruler_place(&c.x, step_of(line, at[k]));
            float py = (float)app_ruler_place(line->right ? &c.other : &c.y, (double)line->values[at[k]]);
            app_ui_draw_line(px, c.area.y, px, c.area.y + c.area.height, app_ui_tone(APP_TONE_FAINT), 1);
            app_ui_draw_disc(px, fmaxf(py, c.area.y), 3 * c.scale, line->color);
        }
    }
    put_title(&c, at);
}
