/* Axes: where their lines and letters stand; ruler.c has the numbers. */
#include "draw/axes.h"

#include "draw/ruler.h"

#include <math.h>

static const double LETTERS = 10; /* height in thin lines */

void app_cairo_color(cairo_t *cairo, app_rgba c) {
    cairo_set_source_rgba(cairo, (double)c.r, (double)c.g, (double)c.b, (double)c.a);
}

void app_cairo_pixels(const uint32_t *from, size_t count, unsigned char *to) {
    for (size_t i = 0; i < count; i++) {
        to[4 * i] = (unsigned char)(from[i] >> 16 & 255);
        to[4 * i + 1] = (unsigned char)(from[i] >> 8 & 255);
        to[4 * i + 2] = (unsigned char)(from[i] & 255);
        to[4 * i + 3] = 255;
    }
}

/* Text with its middle at (x, y), or its right end there. */
static void put_text(cairo_t *cairo, const char *text, double x, double y, bool at_right) {
    cairo_text_extents_t size;
    cairo_text_extents(cairo, text, &size);
    cairo_move_to(cairo, x - size.x_bearing - (at_right ? size.width : size.width / 2),
                  y - size.y_bearing - size.height / 2);
    cairo_show_text(cairo, text);
}

static void line(cairo_t *cairo, double x0, double y0, double x1, double y1) {
    cairo_move_to(cairo, x0, y0);
    cairo_line_to(cairo, x1, y1);
    cairo_stroke(cairo);
}

static void draw_x(cairo_t *cairo, const app_axes *a) {
    app_ruler ruler;
    double unit = a->unit;
    double most = fmax((a->right - a->left) / (unit * LETTERS * 6), 2);
    app_ruler_fit_plain(&ruler, a->x.low, a->x.high, (int)fmin(most, 10));
    for (size_t i = 0; i < ruler.count; i++) {
        double at = a->left + (ruler.tick[i] - a->x.low) / (a->x.high - a->x.low) * (a->right - a->left);
        if (a->grid) {
            app_cairo_color(cairo, app_palette_fade(a->ink, 0.12F));
            line(cairo, at, a->top, at, a->bottom);
        }
        app_cairo_color(cairo, a->ink);
        line(cairo, at, a->bottom, at, a->bottom + 4 * unit);
        put_text(cairo, ruler.text[i], at, a->bottom + (8 + LETTERS / 2) * unit, false);
    }
    if (a->x.label != NULL) {
        put_text(cairo, a->x.label, (a->left + a->right) / 2, a->bottom + (14 + 1.6 * LETTERS) * unit, false);
    }
}

static void draw_y(cairo_t *cairo, const app_axes *a) {
    app_ruler ruler;
    double unit = a->unit;
    double most = fmax((a->bottom - a->top) / (unit * LETTERS * 4), 2);
    app_ruler_fit_plain(&ruler, a->y.low, a->y.high, (int)fmin(most, 10));
    for (size_t i = 0; i < ruler.count; i++) {
        double at = a->bottom - (ruler.tick[i] - a->y.low) / (a->y.high - a->y.low) * (a->bottom - a->top);
        if (a->grid) {
            app_cairo_color(cairo, app_palette_fade(a->ink, 0.12F));
            line(cairo, a->left, at, a->right, at);
        }
        app_cairo_color(cairo, a->ink);
        line(cairo, a->left - 4 * unit, at, a->left, at);
        put_text(cairo, ruler.text[i], a->left - 7 * unit, at, true);
    }
    if (a->y.label != NULL) {
        cairo_save(cairo);
        cairo_translate(cairo, a->left - (16 + 3.2 * LETTERS) * unit, (a->top + a->bottom) / 2);
        cairo_rotate(cairo, -1.5707963267948966);
        put_text(cairo, a->y.label, 0, 0, false);
        cairo_restore(cairo);
    }
}

void app_axes_draw(cairo_t *cairo, const app_axes *a) {
    cairo_save(cairo);
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, LETTERS * 1.25 * a->unit);
    cairo_set_line_width(cairo, a->unit);
    draw_x(cairo, a);
    draw_y(cairo, a);
    app_cairo_color(cairo, a->ink);
    cairo_rectangle(cairo, a->left, a->top, a->right - a->left, a->bottom - a->top);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

void app_axes_around(cairo_t *cairo, const app_draw_frame *frame, const app_camera *camera, double unit) {
    double low[2];
    double high[2];
    const double end[2] = {camera->low[0] + camera->size[0], camera->low[1] + camera->size[1]};
    app_camera_to_screen(camera, camera->low, low, NULL);
    app_camera_to_screen(camera, (double[3]){end[0], end[1], 0}, high, NULL);
    app_axes axes = {.left = low[0],
                     .right = high[0],
                     .top = fmin(low[1], high[1]),
                     .bottom = fmax(low[1], high[1]),
                     .x = {camera->low[0], end[0], NULL},
                     .y = {camera->y_up ? camera->low[1] : end[1], camera->y_up ? end[1] : camera->low[1], NULL},
                     .ink = app_palette_ink(frame->ground),
                     .unit = fmin(unit, camera->width / 480)}; /* small pictures have small letters */
    app_axes_draw(cairo, &axes);
}
