/* Hard obstacles: whoever would get in is put onto the surface, and slides.
 *
 * One boid at a time, in doubles whatever the precision; so few boids touch anything that lanes would not pay.
 */
#include "surround/barriers.h"

#include <math.h>

enum { PASSES = 6 }; /* corners between obstacles need several corrections */

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* From the nearest point of the line a to b to p; returns where on the line that is, 0 to 1. */
static double from_line(const double *a, const double *b, const double p[3], double away[3]) {
    double along[3], offset[3];
    for (int c = 0; c < 3; c++) {
        along[c] = b[c] - a[c];
        offset[c] = p[c] - a[c];
    }
    double square = dot(along, along), part = square > 0 ? dot(offset, along) / square : 0;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    for (int c = 0; c < 3; c++) {
        away[c] = offset[c] - along[c] * part;
    }
    return part;
}

static bool from_polygon(const vol_barrier *b, const double *points, const double p[3], double away[3]) {
    bool inside = false;
    double least = INFINITY;
    for (uint32_t i = 0; i < b->point_count; i++) {
        const double *from = points + 3 * (size_t)(b->point_first + i);
        const double *to = points + 3 * (size_t)(b->point_first + (i + 1) % b->point_count);
        double side[3];
        from_line(from, to, p, side);
        if (dot(side, side) < least) {
            least = dot(side, side);
            for (int c = 0; c < 3; c++) {
                away[c] = side[c];
            }
        }
        if ((from[1] <= p[1]) != (to[1] <= p[1]) &&
            p[0] < from[0] + (p[1] - from[1]) / (to[1] - from[1]) * (to[0] - from[0])) {
            inside = !inside;
        }
    }
    return inside;
}

static bool from_box(const vol_barrier *b, int dimensions, const double p[3], double away[3]) {
    int shallow = 0;
    bool inside = true;
    double depth = INFINITY;
    for (int c = 0; c < 3; c++) {
        double offset = p[c] - b->center[c];
        away[c] = 0;
        if (c >= dimensions) {
            continue;
        }
        away[c] = offset > b->half[c] ? offset - b->half[c] : offset < -b->half[c] ? offset + b->half[c] : 0;
        inside = inside && away[c] == 0;
        if (b->half[c] - fabs(offset) < depth) {
            depth = b->half[c] - fabs(offset);
            shallow = c;
        }
    }
    if (inside) { /* as a point on the face would see it */
        away[shallow] = p[shallow] < b->center[shallow] ? depth : -depth;
    }
    return inside;
}

/* The vector from the nearest point of the core to p (inside a core: of its border), and whether p is inside it. */
static bool from_core(const vol_barrier *b, int dimensions, const double *points, const double p[3], double away[3]) {
    const double *first = points + 3 * (size_t)b->point_first;
    switch (b->shape) {
    case VOL_OBSTACLE_BOX: return from_box(b, dimensions, p, away);
    case VOL_OBSTACLE_SEGMENT: from_line(first, first + 3, p, away); return false;
    case VOL_OBSTACLE_POLYGON: return from_polygon(b, points, p, away);
    default:
        for (int c = 0; c < 3; c++) {
            away[c] = c < dimensions ? p[c] - b->center[c] : 0;
        }
        return false;
    }
}

/* Puts `to` onto the surface if it is inside, and lets the velocity slide; true if it was. */
static bool push_out(const vol_barrier *b, int dimensions, const double *points, const double from[3], double to[3],
                     double velocity[3], double margin) {
    double away[3] = {0, 0, 0};
    bool inside = from_core(b, dimensions, points, to, away);
    double d = sqrt(dot(away, away));
    if (!inside && d >= b->radius) {
        return false;
    }
    double normal[3] = {0, 0, 0};
    for (int c = 0; c < dimensions; c++) {
        normal[c] = d > 0 ? away[c] / d * (inside ? -1 : 1) : from[c] - to[c];
    }
    double length = sqrt(dot(normal, normal));
    if (length == 0) { /* exactly in the middle, and not moving: any way out will do */
        normal[0] = length = 1;
    }
    double shift = (inside ? d : -d) + b->radius + margin;
    double inward = dot(velocity, normal) / length;
    for (int c = 0; c < dimensions; c++) {
        to[c] += normal[c] / length * shift;
        velocity[c] -= inward < 0 ? inward * normal[c] / length : 0;
    }
    return true;
}

/* The first point on the way at which the boid touches the obstacle, by walking as far as is surely free; the way's
 * length if it does not. */
static double free_way(const vol_barrier *b, int dimensions, const double *points, const double from[3],
                       const double step[3], double length, double margin) {
    double way = 0;
    for (int i = 0; i < 64 && way < length; i++) {
        double p[3] = {0, 0, 0}, away[3] = {0, 0, 0};
        for (int c = 0; c < 3; c++) {
            p[c] = from[c] + step[c] * (way / length);
        }
        bool inside = from_core(b, dimensions, points, p, away);
        double clear = sqrt(dot(away, away)) - b->radius;
        if (inside || clear < margin) {
            /* going away from the surface, or along it, is no collision */
            return dot(step, away) >= 0 && !inside ? length : way;
        }
        way += clear;
    }
    return way < length ? way : length;
}

/* The way of one boid, and what is in it. */
typedef struct way {
    const vol_barriers *barriers;
    const vol_world_def *world;
    const vol_near *near;
    double from[3], to[3], velocity[3];
    double margin; /* enough for the rounding of positions in the world's precision */
} way;

/* The hard obstacle number i of those to look at, or NULL. */
static const vol_barrier *barrier_at(const way *w, uint32_t i) {
    const vol_barrier *b = &w->barriers->barrier[w->near->all ? i : w->near->which[i]];
    return b->range >= 0 && b->law == VOL_LAW_HARD ? b : NULL;
}

/* By how many worlds the boid must be moved to where the obstacle sees it. */
static void image_shift(const way *w, const vol_barrier *b, double shift[3]) {
    for (int c = 0; c < 3; c++) {
        double size = w->world->size[c];
        bool images = w->world->images && c < w->world->dimensions;
        shift[c] = images ? -size * floor((w->to[c] - b->center[c]) / size + 0.5) : 0;
    }
}

static void move_way(way *w, const double shift[3], double sign) {
    for (int c = 0; c < 3; c++) {
        w->from[c] += sign * shift[c];
        w->to[c] += sign * shift[c];
    }
}

/* Cuts the way where it first touches the obstacle. */
static void cut_way(way *w, const vol_barrier *b) {
    int dimensions = w->world->dimensions;
    double step[3] = {0, 0, 0}, away[3] = {0, 0, 0};
    for (int c = 0; c < dimensions; c++) {
        step[c] = w->to[c] - w->from[c];
    }
    double length = sqrt(dot(step, step));
    double clear = length > 0 ? free_way(b, dimensions, w->barriers->points, w->from, step, length, w->margin / 2) : 0;
    if (!(clear < length)) {
        return;
    }
    for (int c = 0; c < dimensions; c++) {
        w->to[c] = w->from[c] + step[c] * (clear / length);
    }
    push_out(b, dimensions, w->barriers->points, w->from, w->to, w->velocity, w->margin);
    from_core(b, dimensions, w->barriers->points, w->to, away);
    double d = sqrt(dot(away, away)), inward = d > 0 ? dot(w->velocity, away) / d : 0;
    for (int c = 0; c < dimensions && inward < 0; c++) {
        w->velocity[c] -= inward * away[c] / d;
    }
}

static void stop_way(way *w) {
    uint32_t count = w->near->all ? w->barriers->count : w->near->count;
    double shift[3] = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const vol_barrier *b = barrier_at(w, i);
        if (b) {
            image_shift(w, b, shift);
            move_way(w, shift, 1);
            cut_way(w, b);
            move_way(w, shift, -1);
        }
    }
    bool touched = true;
    for (int pass = 0; pass < PASSES && touched; pass++) {
        touched = false;
        for (uint32_t i = 0; i < count; i++) {
            const vol_barrier *b = barrier_at(w, i);
            if (b) {
                image_shift(w, b, shift);
                move_way(w, shift, 1);
                touched |=
                    push_out(b, w->world->dimensions, w->barriers->points, w->from, w->to, w->velocity, w->margin);
                move_way(w, shift, -1);
            }
        }
    }
    for (int c = 0; c < w->world->dimensions && touched; c++) { /* wedged between obstacles: it stays where it was */
        w->to[c] = w->from[c];
        w->velocity[c] = 0;
    }
}

void vol_barriers_stop(const vol_barriers *barriers, const vol_world_def *world, const double from[3], double to[3],
                       double velocity[3]) {
    vol_near near;
    way w = {.barriers = barriers, .world = world, .near = &near};
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, size = 0;
    bool jumped = false;
    for (int c = 0; c < world->dimensions; c++) {
        jumped = jumped || (fabs(to[c] - from[c]) > world->size[c] / 2 && world->boundary != VOL_BOUNDARY_OPEN);
        size = fmax(size, fmax(fabs(to[c]), fabs(from[c])));
    }
    for (int c = 0; c < world->dimensions; c++) {
        w.from[c] = jumped ? to[c] : from[c]; /* over an edge there is no way between to walk along */
        w.to[c] = to[c];
        w.velocity[c] = velocity[c];
        low[c] = fmin(w.from[c], to[c]);
        high[c] = fmax(w.from[c], to[c]);
    }
    w.margin = size * (world->precision == VOL_PRECISION_DOUBLE ? 0x1p-46 : 0x1p-18) + 1e-12;
    vol_barriers_near(barriers, world, low, high, true, &near);
    if (near.count == 0) {
        return;
    }
    stop_way(&w);
    for (int c = 0; c < world->dimensions; c++) {
        to[c] = w.to[c];
        velocity[c] = w.velocity[c];
    }
}
