/* Obstacles, players, goals and the ground as cairo's paths. A halo is a stack of widened outlines. */
#include "draw/axes.h"
#include "draw/vector_inside.h"

#include <math.h>

static const double TURN = 6.283185307179586;

static bool project(const app_vector *v, const float at[3], double screen[2], double *near) {
    double world[3] = {(double)at[0], (double)at[1], (double)at[2]};
    double depth;
    bool seen = app_camera_to_screen(v->camera, world, screen, &depth);
    *near = v->scale * app_camera_distance(v->camera) / depth;
    return seen;
}

/* The core of a mark as a path: a point, a line, a box, a polygon. What is around it is a thick line of round joins. */
static bool trace(const app_vector *v, const app_mark *mark, double *near) {
    double at[2];
    bool seen = project(v, mark->a, at, near);
    cairo_new_path(v->cairo);
    if (mark->kind == APP_MARK_DISC) {
        cairo_move_to(v->cairo, at[0], at[1]);
        cairo_line_to(v->cairo, at[0], at[1]);
    } else if (mark->kind == APP_MARK_LINE) {
        cairo_move_to(v->cairo, at[0], at[1]);
        seen = project(v, mark->b, at, near) && seen;
        cairo_line_to(v->cairo, at[0], at[1]);
    } else if (mark->kind == APP_MARK_BOX) {
        double x = (double)mark->b[0] * *near;
        double y = (double)(v->camera->dimensions == 3 ? mark->b[2] : mark->b[1]) * *near;
        cairo_rectangle(v->cairo, at[0] - x, at[1] - y, 2 * x, 2 * y);
    } else {
        for (size_t i = mark->first; i < mark->first + mark->count; i++) {
            const float corner[3] = {v->frame->points[2 * i], v->frame->points[2 * i + 1], 0};
            project(v, corner, at, near);
            cairo_line_to(v->cairo, at[0], at[1]);
        }
        cairo_close_path(v->cairo);
    }
    return seen;
}

/* The core widened by `around` pixels. */
static void fill_around(const app_vector *v, const app_mark *mark, double around, app_rgba color) {
    app_cairo_color(v->cairo, color);
    cairo_set_line_width(v->cairo, 2 * around);
    if (mark->kind == APP_MARK_BOX || mark->kind == APP_MARK_POLYGON) {
        cairo_fill_preserve(v->cairo);
    }
    cairo_stroke_preserve(v->cairo);
}

/* Each ring adds a little, so that opacity falls off as the square of the nearness. */
static void draw_halo(const app_vector *v, const app_mark *mark, double radius, double reach) {
    enum { RINGS = 24 };
    double before = 0;
    for (int i = 1; i <= RINGS; i++) {
        double near = (double)i / RINGS;
        double wanted = (double)mark->halo.a * near * near;
        double more = (wanted - before) / (1 - before);
        fill_around(v, mark, radius + reach * (1 - near) + reach / RINGS, app_palette_fade(mark->halo, (float)more));
        before = wanted;
    }
}

/* A ring without anything in it: the inside is taken away again, within a picture of its own. */
static void draw_ring(const app_vector *v, const app_mark *mark, double radius, double line) {
    double near;
    cairo_push_group(v->cairo);
    trace(v, mark, &near);
    fill_around(v, mark, radius + line / 2, mark->edge);
    cairo_set_operator(v->cairo, CAIRO_OPERATOR_CLEAR);
    fill_around(v, mark, fmax(radius - line / 2, 0), mark->fill);
    cairo_set_operator(v->cairo, CAIRO_OPERATOR_OVER);
    cairo_pop_group_to_source(v->cairo);
    cairo_paint(v->cairo);
}

static void draw_mark(const app_vector *v, const app_mark *mark) {
    double near;
    if (!trace(v, mark, &near)) {
        return;
    }
    double pixel = (double)v->style->pixel;
    double radius = (double)mark->radius * near + (double)mark->pixels * pixel;
    double line = (double)mark->edge_width * pixel;
    bool edge = mark->edge.a > 0 && line > 0;
    cairo_set_line_cap(v->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(v->cairo, CAIRO_LINE_JOIN_ROUND);
    if (mark->reach > 0 && v->camera->dimensions == 2) {
        draw_halo(v, mark, radius, (double)mark->reach * near);
    }
    if (mark->fill.a > 0 && edge) {
        fill_around(v, mark, radius + line / 2, mark->edge);
    }
    if (mark->fill.a > 0) {
        fill_around(v, mark, fmax(radius - (edge ? line / 2 : 0), 0), mark->fill);
    } else if (edge) {
        draw_ring(v, mark, radius, line);
    }
    cairo_new_path(v->cairo);
}

/* The world's edge is a line alone. */
static void draw_border(const app_vector *v, const app_mark *border) {
    double near;
    trace(v, border, &near);
    app_cairo_color(v->cairo, border->edge);
    cairo_set_line_width(v->cairo, (double)(border->edge_width * v->style->pixel));
    cairo_stroke(v->cairo);
}

void app_vector_marks(const app_vector *v) {
    app_mark border;
    if (v->camera->dimensions == 2 && app_draw_border(v->frame, v->camera, &border)) {
        draw_border(v, &border);
    }
    for (size_t i = 0; i < v->frame->mark_count; i++) {
        const app_mark *mark = &v->frame->marks[i];
        cairo_save(v->cairo);
        if (mark->image && v->camera->dimensions == 2) { /* it is seen in the world alone */
            double box[4];
            app_camera_world_box(v->camera, box);
            cairo_rectangle(v->cairo, box[0], box[1], box[2] - box[0], box[3] - box[1]);
            cairo_clip(v->cairo);
        }
        draw_mark(v, mark);
        cairo_restore(v->cairo);
    }
}

static void line_to(const app_vector *v, double x, double y, double z, bool first) {
    double screen[2];
    app_camera_to_screen(v->camera, (double[3]){x, y, z}, screen, NULL);
    if (first) {
        cairo_move_to(v->cairo, screen[0], screen[1]);
    } else {
        cairo_line_to(v->cairo, screen[0], screen[1]);
    }
}

static void draw_edges(const app_vector *v) {
    const double *low = v->camera->low, *size = v->camera->size;
    app_cairo_color(v->cairo, app_palette_fade(app_palette_faint(v->frame->ground), 0.6F));
    cairo_set_line_width(v->cairo, (double)v->style->pixel);
    for (int axis = 0; axis < 3; axis++) {
        for (int k = 0; k < 4; k++) {
            double at[3] = {low[0], low[1], low[2]};
            at[(axis + 1) % 3] += (k & 1) != 0 ? size[(axis + 1) % 3] : 0;
            at[(axis + 2) % 3] += (k & 2) != 0 ? size[(axis + 2) % 3] : 0;
            line_to(v, at[0], at[1], at[2], true);
            at[axis] += size[axis];
            line_to(v, at[0], at[1], at[2], false);
        }
    }
    cairo_stroke(v->cairo);
}

static void draw_shadows(const app_vector *v, const app_draw_flock *flock) {
    double strength = v->frame->ground == APP_GROUND_DARK ? 0.5 : 0.3;
    for (size_t i = 0; i < flock->count; i++) {
        float at[3];
        double screen[2];
        double depth;
        app_draw_position(v->frame, flock, i, v->style->part, at);
        double high = fmin(fmax(((double)at[2] - v->camera->low[2]) / v->camera->size[2], 0), 1);
        double on_ground[3] = {(double)at[0], (double)at[1], v->camera->low[2]};
        if (!app_camera_to_screen(v->camera, on_ground, screen, &depth)) {
            continue;
        }
        double size = flock->look.size * 0.6 * (0.7 + 1.1 * high) * 0.7 * v->scale;
        cairo_save(v->cairo);
        cairo_translate(v->cairo, screen[0], screen[1]);
        cairo_scale(v->cairo, size, size * fmax(sin(v->camera->pitch), 0.05));
        cairo_arc(v->cairo, 0, 0, 1, 0, TURN);
        cairo_restore(v->cairo);
        cairo_set_source_rgba(v->cairo, 0, 0, 0, strength * (1 - 0.75 * high) * 0.6);
        cairo_fill(v->cairo);
    }
}

static void tile_corners(const app_vector *v, double x, double y, double step) {
    const double z = v->camera->low[2];
    line_to(v, x, y, z, true);
    line_to(v, x + step, y, z, false);
    line_to(v, x + step, y + step, z, false);
    line_to(v, x, y + step, z, false);
    cairo_close_path(v->cairo);
}

/* One tile of the ground; it fades out beyond the world's edges and with distance. */
static void draw_tile(const app_vector *v, double x, double y, double step, app_rgba tone) {
    const double *low = v->camera->low, *size = v->camera->size;
    double middle[3] = {x + step / 2, y + step / 2, low[2]};
    double screen[2];
    double depth;
    double off = 2 * hypot((middle[0] - low[0]) / size[0] - 0.5, (middle[1] - low[1]) / size[1] - 0.5);
    double t = fmin(fmax((off - 0.9) / 0.8, 0), 1);
    float opacity = (float)(1 - t * t * (3 - 2 * t));
    if (!app_camera_to_screen(v->camera, middle, screen, &depth) || opacity <= 0) {
        return;
    }
    app_rgba color = app_vector_fog(v, tone, screen, depth);
    cairo_set_antialias(v->cairo, CAIRO_ANTIALIAS_NONE); /* so that no seams are seen */
    app_cairo_color(v->cairo, app_palette_fade(color, opacity));
    tile_corners(v, x, y, step);
    cairo_fill(v->cairo);
    cairo_set_antialias(v->cairo, CAIRO_ANTIALIAS_DEFAULT);
}

void app_vector_ground(const app_vector *v) {
    if (!app_camera_over_ground(v->camera)) {
        return;
    }
    const double *low = v->camera->low, *size = v->camera->size;
    app_rgba background = app_palette_plain(&v->frame->look.background);
    app_rgba tone = app_palette_mix(background, app_palette_ink(v->frame->ground), 0.14F);
    double step = fmax(size[0], size[1]) / 8;
    double tile = step / 2;
    for (int i = 0; i * tile < 2 * size[0]; i++) {
        for (int j = 0; j * tile < 2 * size[1]; j++) {
            draw_tile(v, low[0] + i * tile - size[0] / 2, low[1] + j * tile - size[1] / 2, tile, tone);
        }
    }
    app_cairo_color(v->cairo, app_palette_fade(app_palette_ink(v->frame->ground), 0.05F));
    for (int i = 0; i * step <= size[0]; i++) {
        line_to(v, low[0] + i * step, low[1], low[2], true);
        line_to(v, low[0] + i * step, low[1] + size[1], low[2], false);
    }
    for (int i = 0; i * step <= size[1]; i++) {
        line_to(v, low[0], low[1] + i * step, low[2], true);
        line_to(v, low[0] + size[0], low[1] + i * step, low[2], false);
    }
    cairo_set_line_width(v->cairo, (double)v->style->pixel);
    cairo_stroke(v->cairo);
    for (size_t i = 0; i < v->frame->flock_count; i++) {
        draw_shadows(v, &v->frame->flocks[i]);
    }
}

void app_vector_edges(const app_vector *v) {
    if (v->frame->look.backdrop == VOL_SCENE_BACKDROP_NONE) {
        draw_edges(v);
    }
}
