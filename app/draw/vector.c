/* A frame as cairo's paths: background, ground, marks, trails, boids, axes, in the order of the OpenGL renderer. */
#include "draw/vector.h"

#include "common/arena.h"
#include "draw/axes.h"
#include "draw/color.h"
#include "draw/overlay.h"
#include "draw/shapes.h"
#include "draw/vector_inside.h"

#include <math.h>
#include <stdlib.h>

static const double TURN = 6.283185307179586;

app_rgba app_vector_fog(const app_vector *v, app_rgba color, const double at[2], double depth) {
    if (v->camera->dimensions == 2) {
        return color;
    }
    double deep = 0.5 * (v->camera->size[0] + v->camera->size[1]);
    double eye = app_camera_distance(v->camera);
    double t = fmin(fmax((depth - (eye - deep * 0.55)) / (deep * 1.35), 0), 1);
    app_rgba behind = app_backdrop_at(&v->backdrop, v->camera, at[0], at[1]);
    app_rgba mixed = app_palette_mix(color, behind, (float)(0.78 * t * t * (3 - 2 * t)));
    return app_palette_fade(mixed, color.a);
}

static void velocity_of(const app_draw_frame *frame, const app_draw_flock *flock, size_t slot, double velocity[3]) {
    for (int axis = 0; axis < 3; axis++) {
        velocity[axis] = 0;
    }
    for (int axis = 0; axis < 3 && axis < frame->world.dimensions; axis++) {
        velocity[axis] = (double)app_draw_row(frame, flock, APP_ROW_VELOCITY, axis)[slot];
    }
}

/* A boid on the screen. */
typedef struct sprite {
    size_t slot;
    double at[2], depth;
    double way[2];  /* unit vector on the screen */
    double shorter; /* 3D: how much of its length is seen */
    double near;    /* pixels per unit of length there */
    double lamp[3]; /* 3D: how far its length, its left on the screen and its face look towards the lamp */
    bool seen;
} sprite;

static void cross(const double a[3], const double b[3], double c[3]) {
    for (int i = 0; i < 3; i++) {
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* As the shaders do. */
static void find_lamp(const app_vector *v, const double heading[3], double lamp[3]) {
    static const double toward[3] = {0.348, -0.497, 0.795};
    double across[3], face[3];
    cross(v->back, heading, across);
    double length = sqrt(dot(across, across));
    for (int axis = 0; axis < 3; axis++) {
        across[axis] = length > 1e-3 ? across[axis] / length : v->right[axis];
    }
    cross(heading, across, face);
    lamp[0] = dot(heading, toward);
    lamp[1] = dot(across, toward);
    lamp[2] = dot(face, toward);
}

static app_rgba lit(app_rgba color, double toward_lamp) {
    float light = 0.68F + 0.36F * (float)toward_lamp;
    return (app_rgba){fminf(color.r * light, 1), fminf(color.g * light, 1), fminf(color.b * light, 1), color.a};
}

static sprite find_sprite(const app_vector *v, const app_draw_flock *flock, size_t slot, double ahead, bool turns) {
    sprite s = {.slot = slot, .way = {1, 0}, .shorter = 1};
    float place[3];
    double velocity[3];
    double at[3];
    double next[3];
    app_draw_position(v->frame, flock, slot, v->style->part, place);
    velocity_of(v->frame, flock, slot, velocity);
    double speed = sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
    double step = 0.01 / v->scale;
    for (int axis = 0; axis < 3; axis++) {
        at[axis] = (double)place[axis] + velocity[axis] * ahead;
        next[axis] = at[axis] + (speed > 0 ? velocity[axis] / speed * step : 0);
    }
    double tip[2];
    s.seen = app_camera_to_screen(v->camera, at, s.at, &s.depth);
    app_camera_to_screen(v->camera, next, tip, NULL);
    s.near = v->scale * app_camera_distance(v->camera) / s.depth;
    double shown = hypot(tip[0] - s.at[0], tip[1] - s.at[1]);
    if (speed > 0 && shown > 0) {
        s.way[0] = (tip[0] - s.at[0]) / shown;
        s.way[1] = (tip[1] - s.at[1]) / shown;
    }
    if (v->camera->dimensions == 3 && speed > 0) {
        s.shorter = fmin(fmax(shown / (step * s.near), 0.4), 1);
    }
    if (v->camera->dimensions == 3) {
        double heading[3];
        for (int axis = 0; axis < 3; axis++) {
            heading[axis] = turns && speed > 0 ? velocity[axis] / speed : turns ? (axis == 0) : v->right[axis];
        }
        find_lamp(v, heading, s.lamp);
    }
    return s;
}

/* A ball: light where it looks to the lamp, dark at the other side. */
static void fill_ball(const app_vector *v, const sprite *s, app_rgba fill) {
    double x = 0.25 * s->lamp[0], y = -0.25 * s->lamp[1];
    cairo_pattern_t *shades = cairo_pattern_create_radial(x, y, 0, x, y, 0.75);
    for (int i = 0; i <= 4; i++) {
        double part = i / 4.0;
        app_rgba c = app_vector_fog(v, lit(fill, 1 - 1.4 * part * part), s->at, s->depth);
        cairo_pattern_add_color_stop_rgb(shades, part, (double)c.r, (double)c.g, (double)c.b);
    }
    cairo_set_source(v->cairo, shades);
    cairo_fill_preserve(v->cairo);
    cairo_pattern_destroy(shades);
}

/* The part of an outline that is to the left on the screen, whose y axis points down: cut off along the axis. */
static void trace_left(cairo_t *cairo, const app_shape_outline *o) {
    cairo_new_path(cairo);
    for (size_t i = 0; i < o->count; i++) {
        const float *a = o->point[i];
        const float *b = o->point[(i + 1) % o->count];
        if (a[1] <= 0) {
            cairo_line_to(cairo, (double)a[0], (double)a[1]);
        }
        if ((a[1] < 0 && b[1] > 0) || (a[1] > 0 && b[1] < 0)) {
            cairo_line_to(cairo, (double)(a[0] + (b[0] - a[0]) * a[1] / (a[1] - b[1])), 0);
        }
    }
    if (o->count == 0) {
        cairo_arc(cairo, 0, 0, 0.5, TURN / 2, TURN);
    }
    cairo_close_path(cairo);
}

/* Fills the path; in 3D as a body: a ball, or two sides with a ridge between them. */
static void fill_shape(const app_vector *v, const sprite *s, const app_shape_outline *o, double pixels, app_rgba fill) {
    cairo_t *cairo = v->cairo;
    if (v->camera->dimensions == 2) {
        app_cairo_color(cairo, fill);
        cairo_fill_preserve(cairo);
        return;
    }
    if (o->count == 0 && pixels >= 3) {
        fill_ball(v, s, fill);
        return;
    }
    double side = pixels < 3 ? 0 : 0.75; /* of little ones the mean is seen */
    app_cairo_color(cairo, app_vector_fog(v, lit(fill, (s->lamp[2] - side * s->lamp[1]) / 1.25), s->at, s->depth));
    cairo_fill_preserve(cairo);
    if (side > 0) {
        cairo_path_t *path = cairo_copy_path(cairo);
        trace_left(cairo, o);
        app_cairo_color(cairo, app_vector_fog(v, lit(fill, (s->lamp[2] + side * s->lamp[1]) / 1.25), s->at, s->depth));
        cairo_fill(cairo);
        cairo_append_path(cairo, path);
        cairo_path_destroy(path);
    }
}

/* How a shape is drawn: fill, outline of `line` pixels inside its edge, size in pixels. */
static void draw_shape(const app_vector *v, const sprite *s, const app_shape_outline *o, double pixels, app_rgba fill,
                       const app_rgba *outline) {
    cairo_t *cairo = v->cairo;
    double x = o->turns ? s->way[0] : 1;
    double y = o->turns ? s->way[1] : 0;
    double shorter = o->turns ? s->shorter : 1;
    cairo_matrix_t turn;
    cairo_save(cairo);
    cairo_matrix_init(&turn, x * shorter * pixels, y * shorter * pixels, -y * pixels, x * pixels, s->at[0], s->at[1]);
    cairo_transform(cairo, &turn);
    cairo_new_path(cairo);
    for (size_t i = 0; i < o->count; i++) {
        cairo_line_to(cairo, (double)o->point[i][0], (double)o->point[i][1]);
    }
    if (o->count == 0) {
        cairo_arc(cairo, 0, 0, 0.5, 0, TURN);
    }
    cairo_close_path(cairo);
    fill_shape(v, s, o, pixels, fill);
    if (outline != NULL) {
        cairo_set_line_width(cairo, 2 * (double)v->style->pixel / pixels);
        cairo_clip_preserve(cairo); /* the inner half of the line is left */
        app_cairo_color(cairo, *outline);
        cairo_stroke(cairo);
    }
    cairo_new_path(cairo);
    for (int side = -1; side <= 1 && o->eye[2] > 0; side += 2) {
        cairo_set_source_rgb(cairo, 0.08, 0.08, 0.08);
        cairo_arc(cairo, (double)o->eye[0], side * (double)o->eye[1], (double)o->eye[2], 0, TURN);
        cairo_fill(cairo);
    }
    cairo_restore(cairo);
}

static int by_depth(const void *a, const void *b) {
    const sprite *p = a;
    const sprite *q = b;
    return (p->depth < q->depth) - (p->depth > q->depth);
}

static void draw_boid(const app_vector *v, const app_draw_flock *flock, const app_shape_outline *o, const sprite *s) {
    const vol_scene_flock_look *look = &flock->look;
    bool dot = look->shape == VOL_SCENE_SHAPE_DOT;
    double pixel = (double)v->style->pixel;
    double pixels = dot ? look->size * pixel : fmax(look->size * s->near, 2.5 * pixel);
    double velocity[3];
    velocity_of(v->frame, flock, s->slot, velocity);
    uint32_t id = app_draw_ids(v->frame, flock)[s->slot];
    double density = (double)app_draw_row(v->frame, flock, APP_ROW_DENSITY, 0)[s->slot];
    app_rgba fill = app_draw_color_of(v->frame, flock, velocity, id, density);
    app_rgba line = app_palette_plain(&look->outline);
    draw_shape(v, s, o, pixels, fill, look->outline.rule != VOL_SCENE_COLOR_NONE ? &line : NULL);
}

static void draw_heads(const app_vector *v, const app_draw_flock *flock) {
    app_shape_outline disc;
    app_shape_outline_of(VOL_SCENE_SHAPE_DISC, &disc);
    double fastest = flock->max_speed > 0 ? (double)flock->max_speed : 1;
    for (size_t i = 0; i < flock->count; i++) {
        sprite s = find_sprite(v, flock, i, (double)APP_HEAD_AHEAD * flock->look.size / fastest, false);
        double pixels = fmax((double)APP_HEAD_SIZE * flock->look.size * s.near, 1.5 * (double)v->style->pixel);
        if (s.seen) {
            draw_shape(v, &s, &disc, pixels, app_palette_plain(&flock->look.head), NULL);
        }
    }
}

static void draw_leader(const app_vector *v, const app_draw_flock *flock) {
    app_shape_outline square;
    app_shape_outline_of(VOL_SCENE_SHAPE_SQUARE, &square);
    sprite s = find_sprite(v, flock, flock->leader_slot, 0, false);
    double pixels = fmax((double)APP_LEADER_SIDE * flock->look.size * s.near, 3 * (double)v->style->pixel);
    draw_shape(v, &s, &square, pixels, app_palette_plain(&flock->look.leader), NULL);
}

static void draw_flock(const app_vector *v, const app_draw_flock *flock) {
    app_shape_outline outline;
    app_shape_outline_of(flock->look.shape, &outline);
    bool led = flock->look.leader.rule != VOL_SCENE_COLOR_NONE && flock->leader_slot != VOL_NONE;
    sprite *sprites = vol_take((flock->count + 1) * sizeof *sprites);
    for (size_t i = 0; i < flock->count; i++) {
        sprites[i] = find_sprite(v, flock, i, 0, outline.turns);
    }
    if (v->camera->dimensions == 3) {
        qsort(sprites, flock->count, sizeof *sprites, by_depth);
    }
    for (size_t i = 0; i < flock->count; i++) {
        if (sprites[i].seen && !(led && sprites[i].slot == flock->leader_slot)) {
            draw_boid(v, flock, &outline, &sprites[i]);
        }
    }
    free(sprites);
    if (flock->look.head.rule != VOL_SCENE_COLOR_NONE) {
        draw_heads(v, flock);
    }
    if (led) {
        draw_leader(v, flock);
    }
}

/* One piece of a trail; `age` 1 is the newest. */
static void draw_piece(const app_vector *v, const app_draw_flock *flock, size_t id, size_t row, double age) {
    size_t numbers = v->frame->world.dimensions == 2 ? 2 : 4;
    const float *a = flock->trail + (row * flock->trail_ids + id) * numbers;
    const float *b = a + flock->trail_ids * numbers;
    float period[3];
    double from[3] = {0};
    double to[3] = {0};
    double way[3] = {0};
    app_draw_periods(v->frame, period);
    for (int axis = 0; axis < v->frame->world.dimensions; axis++) {
        float step = b[axis] - a[axis];
        if (isnan(step) || (period[axis] > 0 && fabsf(step) > period[axis] / 2)) {
            return;
        }
        from[axis] = (double)a[axis];
        to[axis] = (double)b[axis];
        way[axis] = (double)step / (v->frame->world.dt > 0 ? v->frame->world.dt : 1);
    }
    double screen[2][2];
    double depth;
    if (!app_camera_to_screen(v->camera, from, screen[0], NULL) ||
        !app_camera_to_screen(v->camera, to, screen[1], &depth)) {
        return;
    }
    double pixel = (double)v->style->pixel;
    app_rgba color = app_vector_fog(v, app_draw_color_of(v->frame, flock, way, (uint32_t)id, 0.6), screen[1], depth);
    app_cairo_color(v->cairo, app_palette_fade(color, (float)(0.55 * age * age)));
    cairo_set_line_width(v->cairo, fmax(fmax(flock->look.size * v->scale * 0.2, pixel) * (0.35 + 0.65 * age), pixel));
    cairo_move_to(v->cairo, screen[0][0], screen[0][1]);
    cairo_line_to(v->cairo, screen[1][0], screen[1][1]);
    cairo_stroke(v->cairo);
}

static void draw_trails(const app_vector *v, const app_draw_flock *flock) {
    cairo_set_line_cap(v->cairo, CAIRO_LINE_CAP_BUTT);
    for (size_t row = 0; row + 1 < flock->trail_rows; row++) {
        for (size_t id = 0; id < flock->trail_ids; id++) {
            draw_piece(v, flock, id, row, (double)(row + 1) / (double)(flock->trail_rows - 1));
        }
    }
}

/* Flocks that are drawn by their density: one picture, for this camera. */
static void draw_density(const app_vector *v) {
    const app_draw_dense *dense = &v->frame->dense;
    int width = (int)dense->width;
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data((unsigned char *)dense->pixels, CAIRO_FORMAT_ARGB32, width,
                                            (int)dense->height, width * (int)sizeof *dense->pixels);
    cairo_set_source_surface(v->cairo, surface, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(v->cairo), CAIRO_FILTER_NEAREST);
    cairo_paint(v->cairo);
    cairo_surface_destroy(surface);
}

static void draw_backdrop(const app_vector *v) {
    const app_backdrop *b = &v->backdrop;
    app_cairo_color(v->cairo, app_palette_plain(&v->frame->look.background));
    cairo_paint(v->cairo);
    if (v->frame->look.backdrop == VOL_SCENE_BACKDROP_NONE) {
        return;
    }
    int width = (int)b->width, height = (int)b->height;
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data((unsigned char *)b->pixels, CAIRO_FORMAT_RGB24, width, height, 4 * width);
    cairo_save(v->cairo);
    cairo_scale(v->cairo, v->camera->width / width, v->camera->height / height);
    cairo_set_source_surface(v->cairo, surface, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(v->cairo), CAIRO_FILTER_BILINEAR);
    cairo_pattern_set_extend(cairo_get_source(v->cairo), CAIRO_EXTEND_PAD);
    cairo_paint(v->cairo);
    cairo_restore(v->cairo);
    cairo_surface_destroy(surface);
}

void app_vector_draw(cairo_t *cairo, const app_draw_frame *frame, const app_camera *camera,
                     const app_draw_style *style) {
    app_vector v = {cairo, frame, camera, style, app_camera_scale(camera), {0}, {0}, {0}};
    double up[3];
    app_camera_axes(camera, v.right, up, v.back);
    app_backdrop_paint(&v.backdrop, &frame->look, camera);
    cairo_save(cairo);
    cairo_rectangle(cairo, 0, 0, camera->width, camera->height);
    cairo_clip(cairo);
    draw_backdrop(&v);
    if (camera->dimensions == 3) {
        app_vector_ground(&v);
        app_vector_edges(&v);
    }
    app_vector_marks(&v);
    for (size_t i = 0; i < frame->flock_count; i++) {
        draw_trails(&v, &frame->flocks[i]);
    }
    if (frame->dense.there) {
        draw_density(&v);
    }
    for (size_t i = 0; i < frame->flock_count; i++) {
        draw_flock(&v, &frame->flocks[i]);
    }
    if (app_overlay_wanted(frame, style)) {
        app_axes_around(cairo, frame, camera, (double)style->pixel);
    }
    cairo_restore(cairo);
    app_backdrop_release(&v.backdrop);
}
