/* What stands in the world, as marks: obstacles with their reach, goals and paths, players. Between the world and the
 * renderers, which know nothing of obstacles. */
#include "draw/draw.h"

#include <math.h>
#include <string.h>

vol_mark *vol_draw_mark_add(vol_draw_frame *frame, vol_mark mark) {
    if (frame->mark_count == frame->mark_room) {
        frame->mark_room = frame->mark_room * 2 + 8;
        frame->marks = vol_retake(frame->marks, frame->mark_room * sizeof *frame->marks);
    }
    frame->marks[frame->mark_count] = mark;
    return &frame->marks[frame->mark_count++];
}

static void add_points(vol_draw_frame *frame, vol_mark *mark, const vol_obstacle_def *def) {
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
static void color_obstacle(vol_draw_frame *frame, vol_mark *mark, const vol_obstacle_def *def) {
    vol_rgba background = vol_palette_plain(&frame->look.background);
    vol_rgba mist = vol_palette_ramp(def->strength < 0 ? 0.62 : 0.3, frame->ground);
    bool hard = def->law == VOL_LAW_HARD;
    vol_rgba stone = vol_palette_mix(background, vol_palette_ink(frame->ground), 0.42F);
    vol_rgba body = hard ? stone : vol_palette_mix(background, mist, 0.5F);
    mark->fill = body;
    mark->edge = vol_palette_mix(body, vol_palette_ink(frame->ground), hard ? 0.5F : 0.3F);
    mark->edge_width = hard ? 1.5F : 1;
    mark->halo = vol_palette_fade(mist, 0.3F);
}

static void add_obstacle(vol_draw_frame *frame, const vol_obstacle_def *def) {
    static const vol_mark_kind kinds[VOL_OBSTACLE_SHAPE_COUNT] = {VOL_MARK_DISC, VOL_MARK_BOX, VOL_MARK_LINE,
                                                                  VOL_MARK_POLYGON};
    vol_mark mark = {.kind = kinds[def->shape],
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
    vol_draw_mark_add(frame, mark);
}

/* A goal is a ring, around which boids slow down within a faint disc; a path is a line. */
static void add_goal(vol_draw_frame *frame, const vol_term_def *def) {
    vol_rgba ink = vol_palette_fade(vol_palette_ramp(0.85, frame->ground), 0.9F);
    bool flees = def->kind == VOL_TERM_FLEE;
    vol_mark mark = {.kind = VOL_MARK_DISC,
                     .pixels = 5,
                     .edge_width = 2,
                     .edge = flees ? (vol_rgba){0.95F, 0.35F, 0.3F, 0.9F} : ink,
                     .reach = (float)def->radius,
                     .halo = vol_palette_fade(ink, 0.12F)};
    put(mark.a, def->point);
    vol_draw_mark_add(frame, mark);
}

static void add_path(vol_draw_frame *frame, const vol_term_def *def) {
    size_t dimensions = (size_t)frame->world.dimensions;
    size_t lines = def->closed ? def->point_count : def->point_count - 1;
    for (size_t i = 0; i < lines; i++) {
        const double *a = def->points + i * dimensions;
        const double *b = def->points + (i + 1) % def->point_count * dimensions;
        vol_mark mark = {.kind = VOL_MARK_LINE,
                         .pixels = 0.75F,
                         .fill = vol_palette_faint(frame->ground),
                         .reach = (float)def->radius,
                         .halo = vol_palette_fade(vol_palette_faint(frame->ground), 0.12F)};
        for (size_t axis = 0; axis < dimensions; axis++) {
            mark.a[axis] = (float)a[axis];
            mark.b[axis] = (float)b[axis];
        }
        vol_draw_mark_add(frame, mark);
    }
}

void vol_draw_marks_take(vol_draw_frame *frame, vol_world *world) {
    for (uint32_t i = 0; i < vol_obstacle_count(world); i++) {
        if (vol_obstacle_exists(world, i)) {
            vol_obstacle_def def = vol_obstacle_get_def(world, i);
            add_obstacle(frame, &def);
        }
    }
    for (uint32_t i = 0; i < vol_term_count(world); i++) {
        if (!vol_term_exists(world, i)) {
            continue;
        }
        vol_term_def def = vol_term_get_def(world, i);
        if (def.kind == VOL_TERM_SEEK || def.kind == VOL_TERM_ARRIVE || def.kind == VOL_TERM_FLEE) {
            add_goal(frame, &def);
        } else if (def.kind == VOL_TERM_FOLLOW_PATH) {
            add_path(frame, &def);
        }
    }
}

void vol_draw_player_mark(vol_draw_frame *frame, const double *position) {
    vol_rgba red =
        frame->ground == VOL_GROUND_DARK ? (vol_rgba){1, 0.42F, 0.36F, 1} : (vol_rgba){0.85F, 0.2F, 0.16F, 1};
    vol_mark mark = {.kind = VOL_MARK_DISC,
                     .pixels = 7,
                     .fill = red,
                     .edge = vol_palette_mix(red, vol_palette_ink(frame->ground), 0.4F),
                     .edge_width = 1.5F,
                     .reach = (float)frame->world.player.flee_radius,
                     .halo = vol_palette_fade(red, 0.22F)};
    put(mark.a, position);
    vol_draw_mark_add(frame, mark);
}

vol_draw_style vol_default_draw_style(void) {
    return (vol_draw_style){.part = 1, .pixel = 1};
}

bool vol_draw_border(const vol_draw_frame *frame, const vol_camera *camera, vol_mark *border) {
    double scale = vol_camera_scale(camera);
    double off[2] = {fabs(camera->size[0] * scale - camera->width), fabs(camera->size[1] * scale - camera->height)};
    *border = (vol_mark){
        .kind = VOL_MARK_BOX, .edge = vol_palette_fade(vol_palette_faint(frame->ground), 0.7F), .edge_width = 1};
    for (int axis = 0; axis < 2; axis++) {
        border->a[axis] = border->b[axis] = (float)camera->size[axis] / 2;
    }
    return frame->world.boundary != VOL_BOUNDARY_OPEN && !frame->look.axes && (off[0] > 1.5 || off[1] > 1.5);
}
