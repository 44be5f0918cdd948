/* Marks on paper: lines, dots, bars, cells and letters. */
#include "plot/pen.h"

#include <math.h>

#define TURN 6.283185307179586

static const double LINE = 1.3;
static const double DOT = 2.2;

void vol_pen_color(const vol_pen *pen, vol_rgba c) {
    cairo_set_source_rgba(pen->cairo, (double)c.r, (double)c.g, (double)c.b, (double)c.a);
}

void vol_pen_line(const vol_pen *pen, double x0, double y0, double x1, double y1, double width) {
    cairo_set_line_width(pen->cairo, width);
    cairo_move_to(pen->cairo, x0, y0);
    cairo_line_to(pen->cairo, x1, y1);
    cairo_stroke(pen->cairo);
}

double vol_pen_width(const vol_pen *pen, const char *text, double size) {
    cairo_text_extents_t extents;
    cairo_set_font_size(pen->cairo, size);
    cairo_text_extents(pen->cairo, text, &extents);
    return extents.x_advance;
}

void vol_pen_text(const vol_pen *pen, const char *text, double x, double y, double at, double size) {
    double width = vol_pen_width(pen, text, size);
    vol_pen_color(pen, pen->ink);
    cairo_move_to(pen->cairo, x - at * width, y + 0.36 * size);
    cairo_show_text(pen->cairo, text);
}

void vol_pen_text_up(const vol_pen *pen, const char *text, double x, double y, double room, double size) {
    double width = vol_pen_width(pen, text, size);
    cairo_save(pen->cairo);
    cairo_translate(pen->cairo, x, y);
    cairo_rotate(pen->cairo, -TURN / 4);
    vol_pen_text(pen, text, 0, 0, 0.5, width > room ? size * room / width : size);
    cairo_restore(pen->cairo);
}

static void dot(const vol_pen *pen, double x, double y, double radius) {
    cairo_arc(pen->cairo, x, y, radius, 0, TURN);
    cairo_fill(pen->cairo);
}

/* A path through the points, in pieces where one is missing. */
static void trace(const vol_pen *pen, const vol_chart *chart, const vol_mark *mark) {
    bool down = false;
    for (size_t i = 0; i < mark->count; i++) {
        bool there = isfinite(mark->x[i]) && isfinite(mark->y[i]);
        double x = vol_ruler_place(&chart->x, mark->x[i]);
        double y = vol_ruler_place(&chart->y, mark->y[i]);
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

static void draw_errors(const vol_pen *pen, const vol_chart *chart, const vol_mark *mark) {
    const double cap = 2.2;
    for (size_t i = 0; i < mark->count; i++) {
        double x = vol_ruler_place(&chart->x, mark->x[i]);
        double y = vol_ruler_place(&chart->y, mark->y[i]);
        if (mark->error != NULL && mark->error[i] > 0) {
            double low = vol_ruler_place(&chart->y, mark->y[i] - mark->error[i]);
            double high = vol_ruler_place(&chart->y, mark->y[i] + mark->error[i]);
            vol_pen_line(pen, x, low, x, high, 0.8);
            vol_pen_line(pen, x - cap, low, x + cap, low, 0.8);
            vol_pen_line(pen, x - cap, high, x + cap, high, 0.8);
        }
        dot(pen, x, y, DOT);
    }
}

/* Filled for one list, outlines for several, so that none hides another. */
static void draw_bars(const vol_pen *pen, const vol_chart *chart, const vol_mark *mark, vol_rgba color) {
    double ground = vol_ruler_place(&chart->y, 0);
    cairo_move_to(pen->cairo, vol_ruler_place(&chart->x, mark->x[0]), ground);
    for (size_t i = 0; i < mark->count; i++) {
        double y = vol_ruler_place(&chart->y, mark->y[i]);
        cairo_line_to(pen->cairo, vol_ruler_place(&chart->x, mark->x[i]), y);
        cairo_line_to(pen->cairo, vol_ruler_place(&chart->x, mark->x[i + 1]), y);
    }
    cairo_line_to(pen->cairo, vol_ruler_place(&chart->x, mark->x[mark->count]), ground);
    vol_pen_color(pen, vol_palette_fade(color, chart->mark_count > 1 ? 0.15F : 0.45F));
    cairo_fill_preserve(pen->cairo);
    vol_pen_color(pen, color);
    cairo_set_line_width(pen->cairo, 1);
    cairo_stroke(pen->cairo);
}

/* Where a value lies on the scale of colours. */
static vol_rgba colored(const vol_pen *pen, const vol_chart *chart, double value) {
    double part = (value - chart->scale.from) / (chart->scale.to - chart->scale.from);
    return vol_palette_ramp(fmin(fmax(part, 0), 1), pen->ground);
}

/* Times go from half of the scale on: its beginning would vanish in the paper. */
static vol_rgba colored_time(const vol_pen *pen, const vol_chart *chart, double value) {
    double part = (value - chart->scale.from) / (chart->scale.to - chart->scale.from);
    return vol_palette_ramp(0.25 + 0.75 * fmin(fmax(part, 0), 1), pen->ground);
}

static void draw_track(const vol_pen *pen, const vol_chart *chart, const vol_mark *mark) {
    cairo_set_line_width(pen->cairo, LINE);
    cairo_set_line_cap(pen->cairo, CAIRO_LINE_CAP_ROUND);
    for (size_t i = 1; i < mark->count; i++) {
        if (isfinite(mark->x[i]) && isfinite(mark->x[i - 1])) {
            vol_pen_color(pen, colored_time(pen, chart, mark->value[i]));
            cairo_move_to(pen->cairo, vol_ruler_place(&chart->x, mark->x[i - 1]),
                          vol_ruler_place(&chart->y, mark->y[i - 1]));
            cairo_line_to(pen->cairo, vol_ruler_place(&chart->x, mark->x[i]), vol_ruler_place(&chart->y, mark->y[i]));
            cairo_stroke(pen->cairo);
        }
    }
    size_t last = mark->count - 1;
    vol_pen_color(pen, pen->ink);
    dot(pen, vol_ruler_place(&chart->x, mark->x[last]), vol_ruler_place(&chart->y, mark->y[last]), 2.8);
    cairo_new_path(pen->cairo);
    cairo_arc(pen->cairo, vol_ruler_place(&chart->x, mark->x[0]), vol_ruler_place(&chart->y, mark->y[0]), 2.8, 0, TURN);
    vol_pen_color(pen, pen->paper);
    cairo_fill_preserve(pen->cairo);
    vol_pen_color(pen, pen->ink);
    cairo_set_line_width(pen->cairo, 1);
    cairo_stroke(pen->cairo);
}

static void draw_values(const vol_pen *pen, const vol_chart *chart, const vol_mark *mark) {
    for (size_t i = 0; i < mark->count; i++) {
        vol_pen_color(pen, colored(pen, chart, mark->value[i]));
        dot(pen, vol_ruler_place(&chart->x, mark->x[i]), vol_ruler_place(&chart->y, mark->y[i]), 3.2);
    }
}

void vol_pen_marks(const vol_pen *pen, const vol_chart *chart) {
    cairo_set_line_join(pen->cairo, CAIRO_LINE_JOIN_ROUND);
    for (size_t i = 0; i < chart->mark_count; i++) {
        const vol_mark *mark = &chart->marks[i];
        vol_rgba color = vol_palette_distinct(mark->color, pen->ground);
        vol_pen_color(pen, color);
        switch (mark->kind) {
        case VOL_MARK_LINE: trace(pen, chart, mark); break;
        case VOL_MARK_ERRORS:
            trace(pen, chart, mark);
            draw_errors(pen, chart, mark);
            break;
        case VOL_MARK_DOTS: draw_errors(pen, chart, mark); break;
        case VOL_MARK_BARS: draw_bars(pen, chart, mark, color); break;
        case VOL_MARK_TRACK: draw_track(pen, chart, mark); break;
        case VOL_MARK_VALUES: draw_values(pen, chart, mark); break;
        }
    }
}

void vol_pen_sample(const vol_pen *pen, const vol_mark *mark, double x, double y, double width) {
    vol_rgba color = vol_palette_distinct(mark->color, pen->ground);
    vol_pen_color(pen, color);
    vol_pen_line(pen, x, y, x + width, y, LINE);
    if (mark->kind == VOL_MARK_ERRORS || mark->kind == VOL_MARK_DOTS) {
        dot(pen, x + width / 2, y, DOT);
    }
}

/* Cells side by side, each grown a little over the next one's edge and of whole pixels, so that no paper shines through
 * between them. */
void vol_pen_raster(const vol_pen *pen, const vol_chart *chart) {
    const vol_raster *r = &chart->raster;
    cairo_set_antialias(pen->cairo, CAIRO_ANTIALIAS_NONE);
    const double over = 0.25;
    for (size_t row = 0; row < r->rows; row++) {
        for (size_t column = 0; column < r->columns; column++) {
            double value = r->values[row * r->columns + column];
            if (isfinite(value)) {
                double left = vol_ruler_place(&chart->x, r->x[column]);
                double right = vol_ruler_place(&chart->x, r->x[column + 1]);
                double low = vol_ruler_place(&chart->y, r->y[row]);
                double high = vol_ruler_place(&chart->y, r->y[row + 1]);
                vol_pen_color(pen, colored(pen, chart, value));
                cairo_rectangle(pen->cairo, left, fmin(low, high), right - left + over, fabs(low - high) + over);
                cairo_fill(pen->cairo);
            }
        }
    }
    cairo_set_antialias(pen->cairo, CAIRO_ANTIALIAS_DEFAULT);
}
