/* The quiver plot: white paper, axes with numbers and names, an arrow a boid with its tail at the boid, a colour a
 * flock. */
#include "draw/quiver.h"

#include "draw/axes.h"
#include "draw/unit.h"

#include <math.h>
#include <stdio.h>

typedef struct plot {
    cairo_t *cairo;
    const app_draw_frame *frame;
    app_axes axes;
    double scale;  /* of the drawing, per unit of length */
    double stride; /* length of an arrow per unit of speed, in the drawing */
    double fastest;
} plot;

static double plot_x(const plot *p, double x) {
    return p->axes.left + (x - p->axes.x.low) * p->scale;
}

static double plot_y(const plot *p, double y) {
    double from_bottom = p->axes.y.low < p->axes.y.high ? y - p->axes.y.low : p->axes.y.low - y;
    return p->axes.bottom - from_bottom * p->scale;
}

/* The box that holds the world, or all boids where they may leave it. */
static void find_range(const app_draw_frame *frame, double low[2], double high[2]) {
    for (int axis = 0; axis < 2; axis++) {
        low[axis] = frame->world.origin[axis];
        high[axis] = low[axis] + frame->world.size[axis];
        for (size_t i = 0; i < frame->flock_count && frame->world.boundary == VOL_BOUNDARY_OPEN; i++) {
            const float *place = app_draw_row(frame, &frame->flocks[i], APP_ROW_POSITION, axis);
            for (size_t j = 0; j < frame->flocks[i].count; j++) {
                low[axis] = fmin(low[axis], (double)place[j]);
                high[axis] = fmax(high[axis], (double)place[j]);
            }
        }
    }
}

static void draw_arrow(const plot *p, double x, double y, double dx, double dy) {
    double length = hypot(dx, dy);
    double unit = p->axes.unit;
    if (length < unit) {
        cairo_arc(p->cairo, x, y, unit, 0, 6.283185307179586);
        cairo_fill(p->cairo);
        return;
    }
    double head = fmin(5 * unit, length * 0.6);
    double ux = dx / length;
    double uy = dy / length;
    cairo_move_to(p->cairo, x, y);
    cairo_line_to(p->cairo, x + dx - ux * head * 0.8, y + dy - uy * head * 0.8);
    cairo_stroke(p->cairo);
    cairo_move_to(p->cairo, x + dx, y + dy);
    cairo_line_to(p->cairo, x + dx - ux * head - uy * head * 0.42, y + dy - uy * head + ux * head * 0.42);
    cairo_line_to(p->cairo, x + dx - ux * head + uy * head * 0.42, y + dy - uy * head - ux * head * 0.42);
    cairo_close_path(p->cairo);
    cairo_fill(p->cairo);
}

static void draw_flock(const plot *p, size_t index) {
    const app_draw_frame *frame = p->frame;
    const app_draw_flock *flock = &frame->flocks[index];
    double flip = p->axes.y.low < p->axes.y.high ? -1 : 1;
    app_cairo_color(p->cairo, app_palette_distinct((unsigned)index, APP_GROUND_LIGHT));
    for (size_t i = 0; i < flock->count; i++) {
        double x = (double)app_draw_row(frame, flock, APP_ROW_POSITION, 0)[i];
        double y = (double)app_draw_row(frame, flock, APP_ROW_POSITION, 1)[i];
        double vx = (double)app_draw_row(frame, flock, APP_ROW_VELOCITY, 0)[i];
        double vy = (double)app_draw_row(frame, flock, APP_ROW_VELOCITY, 1)[i];
        draw_arrow(p, plot_x(p, x), plot_y(p, y), vx * p->stride, vy * p->stride * flip);
    }
}

/* Arrows are about as long as boids are apart, the fastest ones at most a twentieth of the plot. */
static double find_stride(plot *p) {
    size_t count = 1;
    for (size_t i = 0; i < p->frame->flock_count; i++) {
        p->fastest = fmax(p->fastest, (double)p->frame->flocks[i].max_speed);
        count += p->frame->flocks[i].count;
    }
    double area = (p->axes.right - p->axes.left) * (p->axes.bottom - p->axes.top);
    double length =
        fmin(fmax(0.9 * sqrt(area / (double)count), 8 * p->axes.unit), 0.05 * (p->axes.right - p->axes.left));
    return p->fastest > 0 ? length / p->fastest : 0;
}

static void draw_title(const plot *p) {
    char text[64];
    snprintf(text, sizeof text, "step %llu", (unsigned long long)p->frame->step);
    cairo_select_font_face(p->cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(p->cairo, 12.5 * p->axes.unit);
    app_cairo_color(p->cairo, p->axes.ink);
    cairo_text_extents_t size;
    cairo_text_extents(p->cairo, text, &size);
    cairo_move_to(p->cairo, (p->axes.left + p->axes.right - size.width) / 2, p->axes.top - 7 * p->axes.unit);
    cairo_show_text(p->cairo, text);
}

/* How long an arrow of a round speed is, at the right above the plot. */
static void draw_reference(const plot *p) {
    if (p->stride <= 0) {
        return;
    }
    double power = pow(10, floor(log10(p->fastest)));
    double part = p->fastest / power;
    double speed = power * (part < 2 ? 1 : part < 5 ? 2 : 5);
    char text[64], unit[40];
    cairo_text_extents_t size;
    app_unit_text(&p->frame->look, "px/time", unit, sizeof unit);
    snprintf(text, sizeof text, "%g%s%s", speed, unit[0] != '\0' ? " " : "", unit);
    cairo_text_extents(p->cairo, text, &size);
    double y = p->axes.top - 7 * p->axes.unit;
    double x = p->axes.right - size.x_advance;
    cairo_move_to(p->cairo, x, y);
    cairo_show_text(p->cairo, text);
    x -= speed * p->stride + 6 * p->axes.unit;
    draw_arrow(p, x, y - 4 * p->axes.unit, speed * p->stride, 0);
}

void app_quiver_draw(cairo_t *cairo, const app_draw_frame *frame, double width, double height, double unit) {
    double low[2];
    double high[2];
    find_range(frame, low, high);
    double room[2] = {width - 84 * unit, height - 76 * unit};
    double scale = fmin(room[0] / (high[0] - low[0]), room[1] / (high[1] - low[1]));
    plot p = {.cairo = cairo, .frame = frame, .scale = scale};
    p.axes = (app_axes){.unit = unit, .ink = app_palette_ink(APP_GROUND_LIGHT), .grid = true};
    p.axes.left = 64 * unit + (room[0] - (high[0] - low[0]) * scale) / 2;
    p.axes.right = p.axes.left + (high[0] - low[0]) * scale;
    p.axes.top = 28 * unit + (room[1] - (high[1] - low[1]) * scale) / 2;
    p.axes.bottom = p.axes.top + (high[1] - low[1]) * scale;
    p.axes.x = (app_axis){low[0], high[0], "x"};
    p.axes.y = frame->look.y_up ? (app_axis){low[1], high[1], "y"} : (app_axis){high[1], low[1], "y"};
    p.stride = find_stride(&p);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    app_axes_draw(cairo, &p.axes);
    draw_title(&p);
    cairo_set_line_width(cairo, 1.1 * unit);
    draw_reference(&p);
    cairo_save(cairo);
    cairo_rectangle(cairo, p.axes.left, p.axes.top, p.axes.right - p.axes.left, p.axes.bottom - p.axes.top);
    cairo_clip(cairo);
    cairo_set_line_width(cairo, 1.1 * unit);
    for (size_t i = 0; i < frame->flock_count; i++) {
        draw_flock(&p, i);
    }
    cairo_restore(cairo);
}
