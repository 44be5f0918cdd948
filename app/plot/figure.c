/* The layout of a figure: frames, rulers, labels, legends and scales of colours around the marks that pen.c draws. Last
 * station of a plot before the file. */
#include "plot/figure.h"

#include "common/words.h"
#include "plot/pen.h"
#include "plot/surface.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* In points. */
static const double MARGIN = 6;
static const double TICK = 3;
static const double GAP = 4; /* between a tick and its text, and between a text and the next thing */
static const double SAMPLE = 16;
static const double SCALE_WIDTH = 9;
static const double LEGEND_LINE = 13; /* of a legend above a chart */

static bool read_length(const char *text, size_t length, double *points, double unit) {
    char word[32];
    if (length >= sizeof word) {
        return false;
    }
    memcpy(word, text, length);
    word[length] = '\0';
    if (!vol_number_read(word, points)) {
        return false;
    }
    *points *= unit;
    return *points >= 72 && *points <= 7200;
}

bool app_figure_size_read(app_figure_size *size, const char *text, app_fault *fault) {
    const char *asked = text != NULL ? text : "160x100mm";
    size_t length = strlen(asked);
    bool metric = length > 2 && strcmp(asked + length - 2, "mm") == 0;
    bool pixels = length > 2 && strcmp(asked + length - 2, "px") == 0;
    double unit = metric ? 72 / 25.4 : 0.75; /* a pixel is 1/96 inch */
    length -= metric || pixels ? 2 : 0;
    size_t width = strcspn(asked, "x");
    *size = (app_figure_size){.pixels = metric ? 200.0 / 72 : 96.0 / 72};
    if (width >= length || !read_length(asked, width, &size->width, unit) ||
        !read_length(asked + width + 1, length - width - 1, &size->height, unit)) {
        return app_fault_set(
            fault, APP_EXIT_WRONG,
            "volery plot: --size %s: allowed is WIDTHxHEIGHT in mm or px, as in 160x100mm or 800x500px, "
            "each from 26 mm (96 px) to 2540 mm (9600 px)",
            asked);
    }
    return true;
}

/* The label of a ruler with what its numbers are to be multiplied by. */
static void put_label(char *text, size_t size, const char *label, int power) {
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    if (power == 0) {
        snprintf(text, size, "%s", label);
    } else {
        int p = power < 0 ? -power : power;
        snprintf(text, size, "%s / 10%s%s%s", label, power < 0 ? "⁻" : "", p > 9 ? digits[p / 10 % 10] : "",
                 digits[p % 10]);
    }
}

static double widest(const app_pen *pen, const app_ruler *ruler) {
    double most = 0;
    for (size_t i = 0; i < ruler->count; i++) {
        most = fmax(most, app_pen_width(pen, ruler->text[i], APP_PEN_SMALL));
    }
    return most;
}

/* How many ticks go by for each that has a text, so that texts stand apart. */
static size_t thinned(const app_ruler *ruler, double room_for_each) {
    double nearest = INFINITY;
    for (size_t i = 1; i < ruler->count; i++) {
        nearest =
            fmin(nearest, fabs(app_ruler_place(ruler, ruler->tick[i]) - app_ruler_place(ruler, ruler->tick[i - 1])));
    }
    return nearest < room_for_each ? (size_t)ceil(room_for_each / nearest) : 1;
}

static void draw_grid(const app_pen *pen, const app_chart *chart, const app_box *box) {
    app_pen_color(pen, pen->faint);
    for (size_t i = 0; i < chart->y.count; i++) {
        double y = app_ruler_place(&chart->y, chart->y.tick[i]);
        app_pen_line(pen, box->left, y, box->right, y, 0.4);
    }
    for (size_t i = 0; i < chart->x.count; i++) {
        double x = app_ruler_place(&chart->x, chart->x.tick[i]);
        app_pen_line(pen, x, box->top, x, box->bottom, 0.4);
    }
}

/* Shades a part of x. */
static void draw_band(const app_pen *pen, const app_chart *chart, const app_box *box, const double band[2]) {
    double left = app_ruler_place(&chart->x, band[0]);
    double right = app_ruler_place(&chart->x, band[1]);
    app_pen_color(pen, app_palette_fade(pen->ink, 0.09F));
    cairo_rectangle(pen->cairo, left, box->top, right - left, box->bottom - box->top);
    cairo_fill(pen->cairo);
}

static void draw_frame(const app_pen *pen, const app_box *box) {
    app_pen_color(pen, pen->ink);
    cairo_set_line_width(pen->cairo, 0.7);
    cairo_rectangle(pen->cairo, box->left, box->top, box->right - box->left, box->bottom - box->top);
    cairo_stroke(pen->cairo);
}

static void draw_x(const app_pen *pen, const app_chart *chart, const app_box *box, bool with_text) {
    const app_ruler *ruler = &chart->x;
    size_t each = thinned(ruler, widest(pen, ruler) + 2 * GAP);
    for (size_t i = 0; i < ruler->count; i++) {
        double x = app_ruler_place(ruler, ruler->tick[i]);
        app_pen_color(pen, pen->ink);
        app_pen_line(pen, x, box->bottom, x, box->bottom + TICK, 0.7);
        if (with_text && i % each == 0) {
            app_pen_text(pen, ruler->text[i], x, box->bottom + TICK + GAP + APP_PEN_SMALL / 2, 0.5, APP_PEN_SMALL);
        }
    }
    if (with_text) {
        char label[200];
        put_label(label, sizeof label, chart->x_label, ruler->power);
        app_pen_text(pen, label, (box->left + box->right) / 2, box->bottom + TICK + 2 * GAP + 1.5 * APP_PEN_NORMAL + 1,
                     0.5, APP_PEN_NORMAL);
    }
}

static void draw_y(const app_pen *pen, const app_chart *chart, const app_box *box, double texts) {
    const app_ruler *ruler = &chart->y;
    char label[200];
    size_t each = thinned(ruler, APP_PEN_SMALL * 1.2);
    for (size_t i = 0; i < ruler->count; i++) {
        double y = app_ruler_place(ruler, ruler->tick[i]);
        app_pen_color(pen, pen->ink);
        app_pen_line(pen, box->left - TICK, y, box->left, y, 0.7);
        if (i % each == 0) {
            app_pen_text(pen, ruler->text[i], box->left - TICK - GAP / 2, y, 1, APP_PEN_SMALL);
        }
    }
    put_label(label, sizeof label, chart->y_label, ruler->power);
    app_pen_text_up(pen, label, box->left - TICK - GAP - texts - APP_PEN_NORMAL / 2 - 1, (box->top + box->bottom) / 2,
                    box->bottom - box->top + GAP, APP_PEN_NORMAL);
}

static double legend_width(const app_pen *pen, const app_chart *chart) {
    double most = 0;
    for (size_t i = 0; i < chart->mark_count; i++) {
        if (chart->marks[i].name != NULL) {
            most = fmax(most, 2 * GAP + SAMPLE + GAP + app_pen_width(pen, chart->marks[i].name, APP_PEN_SMALL));
        }
    }
    return most;
}

/* How wide the legend is in one line. */
static double legend_line(const app_pen *pen, const app_chart *chart) {
    double width = 0;
    for (size_t i = 0; i < chart->mark_count; i++) {
        if (chart->marks[i].name != NULL) {
            width += SAMPLE + 3 * GAP + app_pen_width(pen, chart->marks[i].name, APP_PEN_SMALL);
        }
    }
    return width;
}

/* Of several charts legends stand above, where there is room in one line, so that they take no width of the others. */
static bool legend_above(const app_pen *pen, const app_charts *charts, size_t i, double width) {
    const double line = legend_line(pen, &charts->chart[i]);
    return charts->count > 1 && line > 0 && line <= width;
}

static void draw_legend_above(const app_pen *pen, const app_chart *chart, const app_box *box) {
    double x = box->left;
    const double y = box->top - APP_PEN_SMALL * 0.8;
    for (size_t i = 0; i < chart->mark_count; i++) {
        if (chart->marks[i].name != NULL) {
            app_pen_sample(pen, &chart->marks[i], x, y, SAMPLE);
            app_pen_text(pen, chart->marks[i].name, x + SAMPLE + GAP, y, 0, APP_PEN_SMALL);
            x += SAMPLE + 3 * GAP + app_pen_width(pen, chart->marks[i].name, APP_PEN_SMALL);
        }
    }
}

static void draw_legend(const app_pen *pen, const app_chart *chart, const app_box *box) {
    double y = box->top + APP_PEN_SMALL;
    for (size_t i = 0; i < chart->mark_count; i++) {
        if (chart->marks[i].name != NULL) {
            double x = box->right + 2 * GAP;
            app_pen_sample(pen, &chart->marks[i], x, y, SAMPLE);
            app_pen_text(pen, chart->marks[i].name, x + SAMPLE + GAP, y, 0, APP_PEN_SMALL);
            y += 1.6 * APP_PEN_SMALL;
        }
    }
}

static bool has_scale(const app_chart *chart) {
    return chart->scale_label != NULL;
}

static double scale_width(const app_pen *pen, const app_chart *chart) {
    return has_scale(chart) ? 3 * GAP + SCALE_WIDTH + TICK + widest(pen, &chart->scale) + GAP + APP_PEN_NORMAL + 2 : 0;
}

/* The colours, as high as the frame, with a ruler at their right. */
static void draw_scale(const app_pen *pen, app_chart *chart, const app_box *box) {
    enum { STRIPS = 128 };
    app_ruler *ruler = &chart->scale;
    double left = box->right + 3 * GAP;
    double right = left + SCALE_WIDTH;
    bool is_time = chart->mark_count > 0 && chart->marks[0].kind == APP_MARK_TRACK;
    double strip = (box->bottom - box->top) / STRIPS;
    cairo_set_antialias(pen->cairo, CAIRO_ANTIALIAS_NONE);
    for (int i = 0; i < STRIPS; i++) {
        double part = (i + 0.5) / STRIPS;
        app_pen_color(pen, app_palette_ramp(is_time ? 0.25 + 0.75 * part : part, pen->ground));
        cairo_rectangle(pen->cairo, left, box->bottom - (i + 1) * strip, SCALE_WIDTH, strip + (i > 0 ? 0.3 : 0));
        cairo_fill(pen->cairo);
    }
    cairo_set_antialias(pen->cairo, CAIRO_ANTIALIAS_DEFAULT);
    draw_frame(pen, &(app_box){left, box->top, right, box->bottom});
    ruler->begin = box->bottom;
    ruler->end = box->top;
    for (size_t i = 0; i < ruler->count; i++) {
        double y = app_ruler_place(ruler, ruler->tick[i]);
        app_pen_color(pen, pen->ink);
        app_pen_line(pen, right, y, right + TICK, y, 0.7);
        app_pen_text(pen, ruler->text[i], right + TICK + GAP / 2, y, 0, APP_PEN_SMALL);
    }
    char label[200];
    put_label(label, sizeof label, chart->scale_label, ruler->power);
    app_pen_text_up(pen, label, right + TICK + GAP + widest(pen, ruler) + APP_PEN_NORMAL / 2 + 2,
                    (box->top + box->bottom) / 2, box->bottom - box->top + GAP, APP_PEN_NORMAL);
}

/* The largest box of the chart's own proportions within `box`. */
static void keep_proportions(const app_chart *chart, app_box *box) {
    double unit_x = (box->right - box->left) / (chart->x.to - chart->x.from);
    double unit_y = (box->bottom - box->top) / (chart->y.to - chart->y.from);
    double unit = fmin(unit_x, unit_y);
    double spare = (box->right - box->left) - unit * (chart->x.to - chart->x.from);
    box->left += spare / 2;
    box->right -= spare / 2;
    box->bottom = box->top + unit * (chart->y.to - chart->y.from);
}

static void draw_chart(const app_pen *pen, app_chart *chart, app_box box, const double band[2], double texts, bool last,
                       bool above) {
    if (chart->same_scale) {
        keep_proportions(chart, &box);
    }
    chart->x.begin = box.left;
    chart->x.end = box.right;
    chart->y.begin = chart->y_down ? box.top : box.bottom;
    chart->y.end = chart->y_down ? box.bottom : box.top;
    cairo_save(pen->cairo);
    cairo_rectangle(pen->cairo, box.left, box.top, box.right - box.left, box.bottom - box.top);
    cairo_clip(pen->cairo);
    if (chart->raster.values != NULL) {
        app_pen_raster(pen, chart);
    } else {
        draw_grid(pen, chart, &box);
    }
    if (band[0] != band[1]) {
        draw_band(pen, chart, &box, band);
    }
    app_pen_marks(pen, chart);
    cairo_restore(pen->cairo);
    draw_frame(pen, &box);
    draw_x(pen, chart, &box, last);
    draw_y(pen, chart, &box, texts);
    if (above) {
        draw_legend_above(pen, chart, &box);
    } else {
        draw_legend(pen, chart, &box);
    }
    if (has_scale(chart)) {
        draw_scale(pen, chart, &box);
    }
}

static void draw_all(const app_pen *pen, app_charts *charts, double width, double height) {
    double texts = 0;
    double aside = MARGIN + 6;
    const char *note = charts->chart[charts->count - 1].note;
    double legends = 0; /* the lines above charts */
    double scales = 0;
    for (size_t i = 0; i < charts->count; i++) {
        texts = fmax(texts, widest(pen, &charts->chart[i].y));
        scales = fmax(scales, scale_width(pen, &charts->chart[i]));
    }
    const double left = MARGIN + APP_PEN_NORMAL + 2 + texts + GAP + TICK, across = width - left - aside - scales;
    for (size_t i = 0; i < charts->count; i++) {
        const bool above = legend_above(pen, charts, i, across);
        const double beside = above ? 0 : legend_width(pen, &charts->chart[i]);
        aside = fmax(aside, MARGIN + beside + scale_width(pen, &charts->chart[i]));
        legends += above ? LEGEND_LINE : 0;
    }
    app_box all = {.left = left,
                   .top = MARGIN + 4 + (charts->title != NULL ? 1.6 * APP_PEN_LARGE : 0),
                   .right = width - aside,
                   .bottom = height - MARGIN - TICK - 2 * GAP - 2 * APP_PEN_NORMAL - 3};
    all.bottom -= note != NULL ? 1.5 * APP_PEN_SMALL : 0;
    if (charts->title != NULL) {
        app_pen_text(pen, charts->title, (all.left + all.right) / 2, MARGIN + APP_PEN_LARGE / 2 + 2, 0.5,
                     APP_PEN_LARGE);
    }
    if (note != NULL) {
        const double normal = APP_PEN_SMALL * 0.9, needed = app_pen_width(pen, note, normal) / (width - 2 * MARGIN);
        app_pen_text(pen, note, width - MARGIN, height - MARGIN - APP_PEN_SMALL / 2 + 1, 1, normal / fmax(needed, 1));
    }
    const double between = 9;
    const double room = all.bottom - all.top - legends - between * (double)(charts->count - 1);
    const double each = room / (double)charts->count;
    double top = all.top;
    for (size_t i = 0; i < charts->count; i++) {
        const bool above = legend_above(pen, charts, i, across);
        top += above ? LEGEND_LINE : 0;
        draw_chart(pen, &charts->chart[i], (app_box){all.left, top, all.right, top + each}, charts->band, texts,
                   i + 1 == charts->count, above);
        top += each + between;
    }
}

static void ruler_words(const app_ruler *ruler, const char *label, const char *which, vol_text *text) {
    char words[200];
    put_label(words, sizeof words, label, ruler->power);
    vol_text_print(text, "%s: %s, with ticks at", which, words);
    for (size_t i = 0; i < ruler->count; i++) {
        vol_text_print(text, "%s %s", i > 0 ? "," : "", ruler->text[i]);
    }
    vol_text_put(text, ".\n");
}

void app_figure_words(const app_charts *charts, vol_text *text) {
    for (size_t i = 0; i < charts->count; i++) {
        const app_chart *chart = &charts->chart[i];
        ruler_words(&chart->x, chart->x_label, "To the right", text);
        ruler_words(&chart->y, chart->y_label, chart->y_down ? "Downwards" : "Upwards", text);
        if (has_scale(chart)) {
            ruler_words(&chart->scale, chart->scale_label, "As colours", text);
        }
        for (size_t m = 0; m < chart->mark_count; m++) {
            if (chart->marks[m].name != NULL) {
                vol_text_print(text, "Shown: %s.\n", chart->marks[m].name);
            }
        }
        if (chart->note != NULL) {
            vol_text_print(text, "%s.\n", chart->note);
        }
    }
}

bool app_figure_draw(app_charts *charts, const app_figure_size *size, bool dark, app_output *output, app_fault *fault) {
    app_surface surface;
    vol_text words = {0};
    app_figure_words(charts, &words);
    if (!app_surface_open(&surface, size, output, fault)) {
        vol_text_release(&words);
        return false;
    }
    app_ground ground = dark ? APP_GROUND_DARK : APP_GROUND_LIGHT;
    app_pen pen = {.cairo = surface.cairo,
                   .ground = ground,
                   .ink = app_palette_ink(ground),
                   .faint = app_palette_fade(app_palette_ink(ground), 0.13F),
                   .paper = dark ? (app_rgba){0.09F, 0.09F, 0.11F, 1} : (app_rgba){1, 1, 1, 1}};
    app_pen_color(&pen, pen.paper);
    cairo_paint(pen.cairo);
    cairo_select_font_face(pen.cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    draw_all(&pen, charts, size->width, size->height);
    bool right = app_surface_close(&surface, charts->title, words.data, fault);
    vol_text_release(&words);
    return right;
}
