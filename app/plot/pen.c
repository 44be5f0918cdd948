/* Marks on paper: lines, dots, bars, cells and letters. */
#include "plot/pen.h"

#include <math.h>

#define TURN 6.283185307179586

static const double LINE = 1.3;
static const double DOT = 2.2;

void app_pen_color(const app_pen *pen, app_rgba c) {
    cairo_set_source_rgba(pen->cairo, (double)c.r, (double)c.g, (double)c.b, (double)c.a);
}

void app_pen_line(const app_pen *pen, double x0, double y0, double x1, double y1, double width) {
    cairo_set_line_width(pen->cairo, width);
    cairo_move_to(pen->cairo, x0, y0);
    cairo_line_to(pen->cairo, x1, y1);
    cairo_stroke(pen->cairo);
}

double app_pen_width(const app_pen *pen, const char *text, double size) {
    cairo_text_extents_t extents;
    cairo_set_font_size(pen->cairo, size);
    cairo_text_extents(pen->cairo, text, &extents);
    return extents.x_advance;
}

void app_pen_text(const app_pen *pen, const char *text, double x, double y, double at, double size) {
    double width = app_pen_width(pen, text, size);
    app_pen_color(pen, pen->ink);
    cairo_move_to(pen->cairo, x - at * width, y + 0.36 * size);
    cairo_show_text(pen->cairo, text);
}

void app_pen_text_up(const app_pen *pen, const char *text, double x, double y, double room, double size) {
    double width = app_pen_width(pen, text, size);
    cairo_save(pen->cairo);
    cairo_translate(pen->cairo, x, y);
    cairo_rotate(pen->cairo, -TURN / 4);
    app_pen_text(pen, text, 0, 0, 0.5, width > room ? size * room / width : size);
    cairo_restore(pen->cairo);
}

static void dot(const app_pen *pen, double x, double y, double radius) {
    cairo_arc(pen->cairo, x, y, radius, 0, TURN);
    cairo_fill(pen->cairo);
}

/* A path through the points, in pieces where one is missing. */
static void trace(const app_pen *pen, const app_chart *chart, const app_mark *mark) {
    bool down = false;
    for (size_t i = 0; i < mark->count; i++) {
        bool there = isfinite(mark->x[i]) && isfinite(mark->y[i]);
        double x = app_ruler_place(&chart->x, mark->x[i]);
        double y = app_ruler_place(&chart->y, mark->y[i]);
        if (there && down) {
            cairo_line_to(pen->cairo, x, y);
        } else if (there) {
            cairo_move_to(pen->cairo, x, y);
        }
        down = there;
    }
    cairo_set_line_width(pen->cairo, LINE);
    cairo_stroke(pen->cairo);
}

static void draw_errors(const app_pen *pen, const app_chart *chart, const app_mark *mark) {
    const double cap = 2.2;
    for (size_t i = 0; i < mark->count; i++) {
        double x = app_ruler_place(&chart->x, mark->x[i]);
        double y = app_ruler_place(&chart->y, mark->y[i]);
        if (mark->error != NULL && mark->error[i] > 0) {
            double low = app_ruler_place(&chart->y, mark->y[i] - mark->error[i]);
            double high = app_ruler_place(&chart->y, mark->y[i] + mark->error[i]);
            app_pen_line(pen, x, low, x, high, 0.8);
            app_pen_line(pen, x - cap, low, x + cap, low, 0.8);
            app_pen_line(pen, x - cap, high, x + cap, high, 0.8);
        }
        dot(pen, x, y, DOT);
    }
}

static void draw_band(const app_pen *pen, const app_chart *chart, const app_mark *mark, app_rgba color) {
    for (size_t i = 0; i < 2 * mark->count; i++) { /* there below, and back above */
        const bool back = i >= mark->count;
        const size_t at = back ? 2 * mark->count - 1 - i : i;
        const double y = mark->y[at] + (back ? mark->error[at] : -mark->error[at]);
        cairo_line_to(pen->cairo, app_ruler_place(&chart->x, mark->x[at]), app_ruler_place(&chart->y, y));
    }
    app_pen_color(pen, app_palette_fade(color, 0.18F));
    cairo_fill(pen->cairo);
    app_pen_color(pen, chart->mark_count > 2 ? color : pen->ink); /* its line may be in the colour all over it */
    trace(pen, chart, mark);
}

/* Filled for one list, outlines for several, so that none hides another. */
static void draw_bars(const app_pen *pen, const app_chart *chart, const app_mark *mark, app_rgba color) {
    double ground = app_ruler_place(&chart->y, 0);
    cairo_move_to(pen->cairo, app_ruler_place(&chart->x, mark->x[0]), ground);
    for (size_t i = 0; i < mark->count; i++) {
        double y = app_ruler_place(&chart->y, mark->y[i]);
        cairo_line_to(pen->cairo, app_ruler_place(&chart->x, mark->x[i]), y);
        cairo_line_to(pen->cairo, app_ruler_place(&chart->x, mark->x[i + 1]), y);
    }
    cairo_line_to(pen->cairo, app_ruler_place(&chart->x, mark->x[mark->count]), ground);
    app_pen_color(pen, app_palette_fade(color, chart->mark_count > 1 ? 0.15F : 0.45F));
    cairo_fill_preserve(pen->cairo);
    app_pen_color(pen, color);
    cairo_set_line_width(pen->cairo, 1);
    cairo_stroke(pen->cairo);
}

/* Where a value lies on the scale of colours. */
static app_rgba colored(const app_pen *pen, const app_chart *chart, double value) {
    double part = (value - chart->scale.from) / (chart->scale.to - chart->scale.from);
    return app_palette_ramp(fmin(fmax(part, 0), 1), pen->ground);
}

/* Times go from half of the scale on: its beginning is too close to the paper's colour. */
static app_rgba colored_time(const app_pen *pen, const app_chart *chart, double value) {
    double part = (value - chart->scale.from) / (chart->scale.to - chart->scale.from);
    return app_palette_ramp(0.25 + 0.75 * fmin(fmax(part, 0), 1), pen->ground);
}

static void draw_track(const app_pen *pen, const app_chart *chart, const app_mark *mark) {
    cairo_set_line_width(pen->cairo, LINE);
    cairo_set_line_cap(pen->cairo, CAIRO_LINE_CAP_ROUND);
    for (size_t i = 1; i < mark->count; i++) {
        if (isfinite(mark->x[i]) && isfinite(mark->x[i - 1])) {
            app_pen_color(pen, colored_time(pen, chart, mark->value[i]));
            cairo_move_to(pen->cairo, app_ruler_place(&chart->x, mark->x[i - 1]),
                          app_ruler_place(&chart->y, mark->y[i - 1]));
            cairo_line_to(pen->cairo, app_ruler_place(&chart->x, mark->x[i]), app_ruler_place(&chart->y, mark->y[i]));
            cairo_stroke(pen->cairo);
        }
    }
    size_t last = mark->count - 1;
    app_pen_color(pen, pen->ink);
    dot(pen, app_ruler_place(&chart->x, mark->x[last]), app_ruler_place(&chart->y, mark->y[last]), 2.8);
    cairo_new_path(pen->cairo);
    cairo_arc(pen->cairo, app_ruler_place(&chart->x, mark->x[0]), app_ruler_place(&chart->y, mark->y[0]), 2.8, 0, TURN);
    app_pen_color(pen, pen->paper);
    cairo_fill_preserve(pen->cairo);
    app_pen_color(pen, pen->ink);
    cairo_set_line_width(pen->cairo, 1);
    cairo_stroke(pen->cairo);
}

static void draw_values(const app_pen *pen, const app_chart *chart, const app_mark *mark) {
    for (size_t i = 0; i < mark->count; i++) {
        app_pen_color(pen, colored(pen, chart, mark->value[i]));
        dot(pen, app_ruler_place(&chart->x, mark->x[i]), app_ruler_place(&chart->y, mark->y[i]), 3.2);
    }
}

void app_pen_marks(const app_pen *pen, const app_chart *chart) {
    cairo_set_line_join(pen->cairo, CAIRO_LINE_JOIN_ROUND);
    for (size_t i = 0; i < chart->mark_count; i++) {
        const app_mark *mark = &chart->marks[i];
        app_rgba color = app_palette_distinct(mark->color, pen->ground);
        app_pen_color(pen, color);
        switch (mark->kind) {
        case APP_MARK_LINE: trace(pen, chart, mark); break;
        case APP_MARK_ERRORS:
            trace(pen, chart, mark);
            draw_errors(pen, chart, mark);
            break;
        case APP_MARK_BAND: draw_band(pen, chart, mark, color); break;
        case APP_MARK_DOTS: draw_errors(pen, chart, mark); break;
        case APP_MARK_BARS: draw_bars(pen, chart, mark, color); break;
        case APP_MARK_TRACK: draw_track(pen, chart, mark); break;
        case APP_MARK_VALUES: draw_values(pen, chart, mark); break;
        }
    }
}

void app_pen_sample(const app_pen *pen, const app_mark *mark, double x, double y, double width) {
    app_rgba color = app_palette_distinct(mark->color, pen->ground);
    app_pen_color(pen, color);
    app_pen_line(pen, x, y, x + width, y, LINE);
    if (mark->kind == APP_MARK_ERRORS || mark->kind == APP_MARK_DOTS) {
        dot(pen, x + width / 2, y, DOT);
    }
}

/* Cells side by side, each grown a little over the next one's edge and of whole pixels, so that no paper is seen
 * between them. */
void app_pen_raster(const app_pen *pen, const app_chart *chart) {
    const app_raster *r = &chart->raster;
    cairo_set_antialias(pen->cairo, CAIRO_ANTIALIAS_NONE);
    const double over = 0.25;
    for (size_t row = 0; row < r->rows; row++) {
        for (size_t column = 0; column < r->columns; column++) {
            double value = r->values[row * r->columns + column];
            if (isfinite(value)) {
                double left = app_ruler_place(&chart->x, r->x[column]);
                double right = app_ruler_place(&chart->x, r->x[column + 1]);
                double low = app_ruler_place(&chart->y, r->y[row]);
                double high = app_ruler_place(&chart->y, r->y[row + 1]);
                app_pen_color(pen, colored(pen, chart, value));
                cairo_rectangle(pen->cairo, left, fmin(low, high), right - left + over, fabs(low - high) + over);
                cairo_fill(pen->cairo);
            }
        }
    }
    cairo_set_antialias(pen->cairo, CAIRO_ANTIALIAS_DEFAULT);
}
