/* What the edit tool does as texts of a scene: values of fields, whole obstacles, terms and flocks. */
#include "play/edit.h"

#include "common/format_number.h"
#include "play/writer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRID_POINTS = 17 }; /* of a new flow, along the longer side */
#define FLOW_SPEED 0.02    /* of a flow by the length of the drag that made it */
#define CLICK_PIXELS 6.0   /* a drag that is shorter is a click */

static void put_size(app_writer *w, const double *size, int dimensions) {
    for (int axis = 0; axis < dimensions && axis < 3; axis++) {
        app_write(w, "%s%.5g", axis == 0 ? "[" : ", ", size[axis]);
    }
    app_write(w, "]");
}

/* To a tenth of a pixel, or 0: exactly. Worlds may begin far from 0, so that it is not the digits that count. */
static void put_numbers(app_writer *w, const double *place, int dimensions, double pixel) {
    for (int axis = 0; axis < dimensions; axis++) {
        const int decimals = pixel > 0 ? (int)fmin(fmax(1 - floor(log10(pixel)), 0), 17) : 17;
        char rounded[400], digits[VOL_NUMBER_SIZE]; /* the largest number has 309 digits before its point */
        double number = place[axis];
        if (pixel > 0) {
            snprintf(rounded, sizeof rounded, "%.*f", decimals, number);
            number = strtod(rounded, NULL) + 0.0;
        }
        vol_format_double(digits, number);
        app_write(w, "%s%s", axis == 0 ? "" : ", ", digits);
    }
}

static void put_place(app_writer *w, const double *place, int dimensions, double pixel) {
    app_write(w, "[");
    put_numbers(w, place, dimensions, pixel);
    app_write(w, "]");
}

/* A point of a thing, with its step where that is a path in time. */
static void put_point(app_writer *w, const app_thing *thing, size_t i, const double *place, int dimensions,
                      double pixel) {
    app_write(w, i > 0 ? ", [" : "[");
    if (thing->steps != NULL) {
        app_write(w, "%llu, ", (unsigned long long)thing->steps[i]);
    }
    put_numbers(w, place, dimensions, pixel);
    app_write(w, "]");
}

static void put_points(app_writer *w, const double (*points)[3], size_t count, int dimensions, double pixel) {
    app_write(w, "[");
    for (size_t i = 0; i < count; i++) {
        app_write(w, i > 0 ? ", " : "");
        put_place(w, points[i], dimensions, pixel);
    }
    app_write(w, "]");
}

/* A place that goes with the thing. */
static void move_place(const app_moving *m, const double *middle, const double *place, double to[3]) {
    double x = (place[0] - middle[0]) * m->grown[0], y = (place[1] - middle[1]) * m->grown[1];
    double c = cos(m->turned), s = sin(m->turned);
    to[0] = middle[0] + c * x - s * y + m->by[0];
    to[1] = middle[1] + s * x + c * y + m->by[1];
    to[2] = place[2] + m->by[2];
}

/* --- Changes ------------------------------------------------------------------------------------------------------ */

/* The same currents, faster or the other way. */
static void put_turned_flow(app_writer *w, const app_thing *thing, const app_show *show, const app_moving *m) {
    const int dimensions = show->world.dimensions;
    const double c = cos(m->heading) * m->faster, s = sin(m->heading) * m->faster;
    app_write(w, "{count: [%u, %u", (unsigned)thing->grid[0], (unsigned)thing->grid[1]);
    app_write(w, dimensions == 3 ? ", %u], velocities: [" : "], velocities: [", (unsigned)thing->grid[2]);
    for (size_t i = 0; i < thing->count; i++) {
        const double *v = thing->points[i];
        app_write(w, "%s[%.3g, %.3g", i > 0 ? ", " : "", c * v[0] - s * v[1] + 0.0, s * v[0] + c * v[1] + 0.0);
        app_write(w, dimensions == 3 ? ", %.3g]" : "]", v[2] * m->faster);
    }
    app_write(w, "]}");
}

static void put_flow(app_writer *w, const app_thing *thing, const app_show *show, const app_moving *m) {
    double middle[3];
    if (m->faster > 0) {
        put_turned_flow(w, thing, show, m);
        return;
    }
    app_thing_middle(thing, show, middle);
    app_write(w, "{count: [%u, %u], velocities: [", (unsigned)thing->grid[0], (unsigned)thing->grid[1]);
    for (size_t i = 0; i < thing->count; i++) {
        double c = cos(m->turned), s = sin(m->turned), place[2], velocity[2];
        app_thing_grid_place(thing, show, i, place);
        const double x = place[0] - middle[0] - m->by[0], y = place[1] - middle[1] - m->by[1];
        double from[2] = {middle[0] + (c * x + s * y) / m->grown[0], middle[1] + (c * y - s * x) / m->grown[1]};
        app_thing_flow(thing, show, from, velocity);
        app_write(w, "%s[%.3g, %.3g]", i > 0 ? ", " : "", c * velocity[0] - s * velocity[1] + 0.0,
                  s * velocity[0] + c * velocity[1] + 0.0);
    }
    app_write(w, "]}");
}

const char *app_thing_moved(const app_thing *thing, const app_show *show, const app_moving *moving, char *value,
                            size_t size) {
    app_writer w = app_writer_begin(value, size);
    int dimensions = show->world.dimensions;
    double middle[3], to[3];
    app_thing_middle(thing, show, middle);
    if (thing->shape == APP_THING_FLOW) {
        put_flow(&w, thing, show, moving);
        return app_writer_fits(&w) ? "flow" : NULL;
    }
    if (thing->shape != APP_THING_POINTS) {
        move_place(moving, middle, thing->center, to);
        put_place(&w, to, dimensions, moving->pixel);
        return thing->shape == APP_THING_GOAL ? "point" : "center";
    }
    app_write(&w, "[");
    for (size_t i = 0; i < thing->count; i++) {
        move_place(moving, middle, thing->points[i], to);
        put_point(&w, thing, i, to, dimensions, moving->pixel);
    }
    app_write(&w, "]");
    return !app_writer_fits(&w) ? NULL : thing->steps != NULL ? "path" : "points";
}

const char *app_thing_grown(const app_thing *thing, const app_show *show, const app_moving *moving, char *value,
                            size_t size) {
    const double *grown = moving->grown;
    app_writer w = app_writer_begin(value, size);
    if (thing->shape == APP_THING_BOX) {
        double sides[3] = {thing->size[0] * grown[0], thing->size[1] * grown[1],
                           thing->size[2] * sqrt(grown[0] * grown[1])};
        put_size(&w, sides, show->world.dimensions);
        return "size";
    }
    if (thing->shape == APP_THING_CIRCLE || thing->shape == APP_THING_GOAL) {
        app_write(&w, "%.5g", thing->radius * grown[0]);
        return "radius";
    }
    return app_thing_moved(thing, show, moving, value, size);
}

bool app_thing_point(const app_thing *thing, const app_show *show, size_t point, const double *place, double pixel,
                     char *value, size_t size) {
    app_writer w = app_writer_begin(value, size);
    app_write(&w, "[");
    for (size_t i = 0; i < thing->count; i++) {
        put_point(&w, thing, i, i == point ? place : thing->points[i], show->world.dimensions, i == point ? pixel : 0);
    }
    app_write(&w, "]");
    return app_writer_fits(&w);
}

bool app_thing_turned_box(const app_thing *thing, const vol_obstacle_def *def, const app_moving *moving, char *value,
                          size_t size) {
    static const double sides[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    app_writer w = app_writer_begin(value, size);
    double corners[4][3] = {{0}};
    for (int i = 0; i < 4; i++) {
        double corner[3] = {thing->center[0] + sides[i][0] * thing->size[0] / 2,
                            thing->center[1] + sides[i][1] * thing->size[1] / 2, 0};
        move_place(moving, thing->center, corner, corners[i]);
    }
    app_write(&w, "{shape: polygon, points: ");
    put_points(&w, (const double(*)[3])corners, 4, 2, moving->pixel);
    app_write(&w, ", radius: %.9g, reach: %.9g, strength: %.9g, law: %s}", def->radius, def->reach, def->strength,
              vol_surrounding_find(VOL_SURROUNDING_OBSTACLE, "law")->choices[def->law]);
    return app_writer_fits(&w);
}

/* --- Back from texts ---------------------------------------------------------------------------------------------- */

void app_thing_read_place(const char *value, double numbers[3]) {
    const char *at = value + strspn(value, "[");
    char *next = NULL;
    for (int axis = 0; axis < 3 && *at != '\0' && *at != ']'; axis++) {
        numbers[axis] = strtod(at, &next);
        at = next + strspn(next, ", ");
    }
}

void app_thing_read_path(const char *value, int dimensions, double (*places)[3], size_t count) {
    const char *at = value;
    for (size_t i = 0; i < count; i++) {
        at += strcspn(at, "0123456789");
        char *next = NULL;
        strtoull(at, &next, 10);
        for (int axis = 0; axis < dimensions; axis++) {
            at = next + strspn(next, ", ");
            places[i][axis] = strtod(at, &next);
        }
        at = next;
    }
}

/* --- What is new -------------------------------------------------------------------------------------------------- */

static double distance(const double *a, const double *b) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* A current around the place where the drag began, along it and as fast as it is long. */
static void put_new_flow(app_writer *w, const app_show *show, const double *from, const double *to, double pixel) {
    const double *size = show->world.size, *low = show->world.origin;
    double longer = fmax(size[0], size[1]);
    double along[2] = {to[0] - from[0], to[1] - from[1]};
    bool click = hypot(along[0], along[1]) < CLICK_PIXELS * pixel;
    double radius = longer / 5;
    unsigned count[2];
    along[0] = click ? radius : along[0];
    along[1] = click ? 0 : along[1];
    for (int axis = 0; axis < 2; axis++) {
        count[axis] = (unsigned)fmax(3, rint(size[axis] / longer * (GRID_POINTS - 1)) + 1);
    }
    app_write(w, "{kind: wind, flow: {count: [%u, %u], velocities: [", count[0], count[1]);
    for (unsigned i = 0; i < count[0] * count[1]; i++) {
        double x = low[0] + size[0] * (double)(i % count[0]) / (double)(count[0] - 1) - from[0];
        unsigned row = i / count[0];
        double y = low[1] + size[1] * (double)row / (double)(count[1] - 1) - from[1];
        double part = fmax(0, 1 - (x * x + y * y) / (radius * radius));
        app_write(w, "%s[%.3g, %.3g]", i > 0 ? ", " : "", part * part * along[0] * FLOW_SPEED + 0.0,
                  part * part * along[1] * FLOW_SPEED + 0.0);
    }
    app_write(w, "]}}");
}

bool app_new_text(app_new what, const app_show *show, const double (*points)[3], size_t count, double pixel,
                  char *value, size_t size) {
    app_writer w = app_writer_begin(value, size);
    int dimensions = show->world.dimensions;
    const double *from = points[0], *to = points[count - 1];
    bool click = distance(from, to) < CLICK_PIXELS * pixel;
    double reach = 24 * pixel;
    double middle[3], sides[3] = {80 * pixel, 50 * pixel, 50 * pixel};
    switch (what) {
    case APP_NEW_CIRCLE:
        app_write(&w, "{center: ");
        put_place(&w, from, dimensions, pixel);
        app_write(&w, ", radius: %.4g, reach: %.3g}", click ? 30 * pixel : distance(from, to), reach);
        break;
    case APP_NEW_BOX:
        for (int axis = 0; axis < 3; axis++) {
            middle[axis] = click ? from[axis] : (from[axis] + to[axis]) / 2;
            sides[axis] =
                click || (axis == 2 && fabs(from[2] - to[2]) < pixel) ? sides[axis] : fabs(from[axis] - to[axis]);
        }
        app_write(&w, "{shape: box, center: ");
        put_place(&w, middle, dimensions, pixel);
        app_write(&w, ", size: ");
        put_size(&w, sides, dimensions);
        app_write(&w, ", reach: %.3g}", reach);
        break;
    case APP_NEW_SEGMENT: {
        double ends[2][3];
        memcpy(ends[0], from, sizeof ends[0]);
        memcpy(ends[1], to, sizeof ends[1]);
        ends[0][0] -= click ? 40 * pixel : 0;
        ends[1][0] += click ? 40 * pixel : 0;
        app_write(&w, "{shape: segment, points: ");
        put_points(&w, (const double(*)[3])ends, 2, dimensions, pixel);
        app_write(&w, ", reach: %.3g}", reach);
        break;
    }
    case APP_NEW_POLYGON:
        app_write(&w, "{shape: polygon, points: ");
        put_points(&w, points, count, 2, pixel);
        app_write(&w, ", reach: %.3g}", reach);
        break;
    case APP_NEW_GOAL:
        app_write(&w, "{kind: arrive, point: ");
        put_place(&w, from, dimensions, pixel);
        app_write(&w, ", radius: %.4g}", click ? 60 * pixel : distance(from, to));
        break;
    case APP_NEW_PATH:
        app_write(&w, "{kind: follow_path, points: ");
        put_points(&w, points, count, dimensions, pixel);
        app_write(&w, ", radius: %.3g}", 12 * pixel);
        break;
    default: put_new_flow(&w, show, from, to, pixel); break;
    }
    return app_writer_fits(&w);
}

bool app_new_flock_text(const app_edit *edit, const app_show *show, const double *center, double radius, double pixel,
                        char *value, size_t size) {
    app_writer w = app_writer_begin(value, size);
    const vol_scene_flock_look *look = &show->around.looks[0];
    app_write(&w, "{name: \"%s\", model: %s, count: %.0f", edit->flock_name,
              vol_model_name((vol_model)edit->flock_model), edit->flock_count);
    if (center != NULL) {
        app_write(&w, ", start: {shape: disc, center: ");
        put_place(&w, center, show->world.dimensions, pixel);
        app_write(&w, ", radius: %.4g}", radius);
    }
    app_write(&w, ", look: {shape: %s, size: %.4g, color: %s}}", vol_scene_shape_name(look->shape), look->size,
              edit->flock_paint);
    return app_writer_fits(&w);
}
