/* What stands in the world, as marks: obstacles with their reach, goals and paths, players. Between the world and the
 * renderers, which know nothing of obstacles. */
#include "common/arena.h"
#include "draw/draw.h"

#include <math.h>
#include <string.h>

app_mark *app_draw_mark_add(app_draw_frame *frame, app_mark mark) {
    if (frame->mark_count == frame->mark_room) {
        frame->mark_room = frame->mark_room * 2 + 8;
        frame->marks = vol_retake(frame->marks, frame->mark_room * sizeof *frame->marks);
    }
    frame->marks[frame->mark_count] = mark;
    return &frame->marks[frame->mark_count++];
}

static void add_points(app_draw_frame *frame, app_mark *mark, const vol_obstacle_def *def) {
    mark->first = frame->point_count;
    mark->count = def->point_count;
    if (frame->point_count + def->point_count > frame->point_room) {
        frame->point_room = 2 * (frame->point_count + def->point_count);
        frame->points = vol_retake(frame->points, frame->point_room * 2 * sizeof *frame->points);
    }
    for (size_t i = 0; i < def->point_count; i++) {
        frame->points[2 * frame->point_count] = (float)def->points[3 * i];
        frame->points[2 * frame->point_count + 1] = (float)def->points[3 * i + 1];
        frame->point_count++;
    }
}

static void put(float to[3], const double from[3]) {
    for (int axis = 0; axis < 3; axis++) {
        to[axis] = (float)from[axis];
    }
}

/* Soft obstacles are of the colour of mist, attracting ones of leaves, hard ones of stone. */
static void color_obstacle(app_draw_frame *frame, app_mark *mark, const vol_obstacle_def *def) {
    app_rgba background = app_palette_plain(&frame->look.background);
    app_rgba mist = app_palette_ramp(def->strength < 0 ? 0.62 : 0.3, frame->ground);
    bool hard = def->law == VOL_LAW_HARD;
    app_rgba stone = app_palette_mix(background, app_palette_ink(frame->ground), 0.42F);
    app_rgba body = hard ? stone : app_palette_mix(background, mist, 0.5F);
    mark->fill = body;
    mark->edge = app_palette_mix(body, app_palette_ink(frame->ground), hard ? 0.5F : 0.3F);
    mark->edge_width = hard ? 1.5F : 1;
    mark->halo = app_palette_fade(mist, 0.3F);
}

static void add_obstacle(app_draw_frame *frame, const vol_obstacle_def *def) {
    static const app_mark_kind kinds[VOL_OBSTACLE_SHAPE_COUNT] = {APP_MARK_DISC, APP_MARK_BOX, APP_MARK_LINE,
                                                                  APP_MARK_POLYGON};
    app_mark mark = {.kind = kinds[def->shape],
                     .radius = (float)def->radius,
                     .reach = def->law == VOL_LAW_HARD ? 0 : (float)def->reach};
    color_obstacle(frame, &mark, def);
    put(mark.a, def->center);
    if (def->shape == VOL_OBSTACLE_BOX) {
        double half[3] = {def->size[0] / 2, def->size[1] / 2, def->size[2] / 2};
        put(mark.b, half);
    } else if (def->shape == VOL_OBSTACLE_SEGMENT) {
        put(mark.a, def->points);
        put(mark.b, def->points + 3);
        mark.pixels = def->radius > 0 ? 0 : 1;
    } else if (def->shape == VOL_OBSTACLE_POLYGON) {
        add_points(frame, &mark, def);
    }
    app_draw_mark_add(frame, mark);
}

/* How far it reaches along an axis. */
static void find_extent(const vol_obstacle_def *def, int axis, double extent[2]) {
    const bool box = def->shape == VOL_OBSTACLE_BOX;
    const double half = def->radius + (def->law == VOL_LAW_HARD ? 0 : def->reach) + (box ? def->size[axis] / 2 : 0);
    extent[0] = extent[1] = def->center[axis];
    for (size_t i = 0; i < def->point_count; i++) {
        const double at = def->points[3 * i + (size_t)axis];
        extent[0] = i == 0 ? at : fmin(extent[0], at);
        extent[1] = i == 0 ? at : fmax(extent[1], at);
    }
    extent[0] -= half;
    extent[1] += half;
}

static void add_moved(app_draw_frame *frame, const vol_obstacle_def *def, const double by[3]) {
    const size_t first = frame->point_count;
    add_obstacle(frame, def);
    app_mark *mark = &frame->marks[frame->mark_count - 1];
    mark->image = true;
    for (int axis = 0; axis < 3; axis++) {
        mark->a[axis] += (float)by[axis];
        mark->b[axis] += mark->kind == APP_MARK_LINE ? (float)by[axis] : 0;
    }
    for (size_t i = first; i < frame->point_count; i++) {
        frame->points[2 * i] += (float)by[0];
        frame->points[2 * i + 1] += (float)by[1];
    }
}

/* Where boids see across the edges they meet at the other side too what lies over an edge. */
static void add_images(app_draw_frame *frame, const vol_obstacle_def *def) {
    const vol_world_def *world = &frame->world;
    double by[3][3] = {{0}};
    int count[3] = {1, 1, 1};
    for (int axis = 0; axis < world->dimensions; axis++) {
        double extent[2];
        find_extent(def, axis, extent);
        for (int side = -1; side <= 1; side += 2) {
            const double shift = side * world->size[axis];
            if (extent[1] + shift > world->origin[axis] &&
                extent[0] + shift < world->origin[axis] + world->size[axis]) {
                by[axis][count[axis]++] = shift;
            }
        }
    }
    for (int i = 1; i < count[0] * count[1] * count[2]; i++) {
        const int x = i % count[0], y = i / count[0] % count[1], z = i / count[0] / count[1];
        add_moved(frame, def, (const double[3]){by[0][x], by[1][y], by[2][z]});
    }
}

/* A goal is a ring, around which boids slow down within a faint disc; a path is a line. */
static void add_goal(app_draw_frame *frame, const vol_term_def *def) {
    app_rgba ink = app_palette_fade(app_palette_ramp(0.85, frame->ground), 0.9F);
    bool flees = def->kind == VOL_TERM_FLEE;
    app_mark mark = {.kind = APP_MARK_DISC,
                     .pixels = 5,
                     .edge_width = 2,
                     .edge = flees ? (app_rgba){0.95F, 0.35F, 0.3F, 0.9F} : ink,
                     .reach = (float)def->radius,
                     .halo = app_palette_fade(ink, 0.12F)};
    put(mark.a, def->point);
    app_draw_mark_add(frame, mark);
}

static void add_path(app_draw_frame *frame, const vol_term_def *def) {
    size_t dimensions = (size_t)frame->world.dimensions;
    size_t lines = def->closed ? def->point_count : def->point_count - 1;
    for (size_t i = 0; i < lines; i++) {
        const double *a = def->points + i * dimensions;
        const double *b = def->points + (i + 1) % def->point_count * dimensions;
        app_mark mark = {.kind = APP_MARK_LINE,
                         .pixels = 0.75F,
                         .fill = app_palette_faint(frame->ground),
                         .reach = (float)def->radius,
                         .halo = app_palette_fade(app_palette_faint(frame->ground), 0.12F)};
        for (size_t axis = 0; axis < dimensions; axis++) {
            mark.a[axis] = (float)a[axis];
            mark.b[axis] = (float)b[axis];
        }
        app_draw_mark_add(frame, mark);
    }
}

void app_draw_marks_take(app_draw_frame *frame, vol_world *world) {
    for (uint32_t i = 0; i < vol_obstacle_count(world); i++) {
        if (vol_obstacle_exists(world, i)) {
            vol_obstacle_def def = vol_obstacle_get_def(world, i);
            add_obstacle(frame, &def);
            if (frame->world.images) {
                add_images(frame, &def);
            }
        }
    }
    for (uint32_t i = 0; i < vol_term_count(world); i++) {
        if (!vol_term_exists(world, i)) {
            continue;
        }
        vol_term_def def = vol_term_get_def(world, i);
        if (def.weight == 0) { /* a goal that was there and is no more: it has no place */
            continue;
        }
        if (def.kind == VOL_TERM_SEEK || def.kind == VOL_TERM_ARRIVE || def.kind == VOL_TERM_FLEE) {
            add_goal(frame, &def);
        } else if (def.kind == VOL_TERM_FOLLOW_PATH) {
            add_path(frame, &def);
        }
    }
}

void app_draw_player_mark(app_draw_frame *frame, const double *position, double radius) {
    app_rgba red =
        frame->ground == APP_GROUND_DARK ? (app_rgba){1, 0.42F, 0.36F, 1} : (app_rgba){0.85F, 0.2F, 0.16F, 1};
    app_mark mark = {.kind = APP_MARK_DISC,
                     .pixels = 7,
                     .fill = red,
                     .edge = app_palette_mix(red, app_palette_ink(frame->ground), 0.4F),
                     .edge_width = 1.5F,
                     .reach = (float)radius,
                     .halo = app_palette_fade(red, 0.22F)};
    put(mark.a, position);
    app_draw_mark_add(frame, mark);
}

app_draw_style app_default_draw_style(void) {
    return (app_draw_style){.part = 1, .pixel = 1};
}

bool app_draw_border(const app_draw_frame *frame, const app_camera *camera, app_mark *border) {
    double scale = app_camera_scale(camera);
    double off[2] = {fabs(camera->size[0] * scale - camera->width), fabs(camera->size[1] * scale - camera->height)};
    *border = (app_mark){
        .kind = APP_MARK_BOX, .edge = app_palette_fade(app_palette_faint(frame->ground), 0.7F), .edge_width = 1};
    for (int axis = 0; axis < 2; axis++) {
        border->b[axis] = (float)camera->size[axis] / 2;
        border->a[axis] = (float)camera->low[axis] + border->b[axis];
    }
    return frame->world.boundary != VOL_BOUNDARY_OPEN && !frame->look.axes && (off[0] > 1.5 || off[1] > 1.5);
}
