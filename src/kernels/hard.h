/* Hard obstacles: a boid that would get in stops at the surface, and slides.
 *
 * A boid's way is walked in straight pieces. Each ends where it first comes too near to an obstacle; what is left of it
 * goes on along the surface. The place it comes to is taken only if it is free after rounding to the world's precision,
 * else the boid stays where it was: so no boid gets in, nor through a wall without thickness, whatever the speed.
 *
 * One boid at a time, in doubles whatever the precision; so few boids touch anything that lanes would not pay. C and
 * OpenCL C: no calls through pointers, no recursion.
 */
#ifndef VOLERY_KERNELS_HARD_H
#define VOLERY_KERNELS_HARD_H

#include "kernels/edges.h"
#include "kernels/geometry.h"
#include "kernels/obstacle_cells.h"

enum {
    HARD_PASSES = 6,      /* pieces of a way that are deflected */
    HARD_ESCAPES = 24,    /* corrections of a boid that is inside */
    HARD_HALVINGS = 60,   /* of an interval, at most: then it is as narrow as numbers allow */
    HARD_TURNS_MOST = 16, /* edges that a boid may cross in a step */
    HARD_IMAGES_MOST = 4, /* worlds to each side over which an obstacle may reach */
};

VOL_INLINE double hard_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* a = a + b * share */
VOL_INLINE void hard_add(double a[3], const double b[3], double share) {
    for (int c = 0; c < 3; c++) {
        a[c] += b[c] * share;
    }
}

VOL_INLINE void hard_copy(double to[3], const double from[3]) {
    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
}

VOL_INLINE void hard_numbers(vvec a, double numbers[3]) {
    numbers[0] = a.x;
    numbers[1] = a.y;
    numbers[2] = a.z;
}

/* Distance of p from the line a to b; `normal` points from the line to p, and aside where p is on it. */
VOL_INLINE double hard_from_line(VOL_GLOBAL const double *a, VOL_GLOBAL const double *b, vvec p, double normal[3]) {
    vvec away = nearest_on_segment(3, VOL_FOOT_TWICE, a, b, p).away;
    double d = vec_length(3, away);
    if (d == 0) {
        vvec along = vec_sub(3, constant_vec(b), constant_vec(a));
        int point = along.x == 0 && along.y == 0;
        away = point ? vec_set(1, 0, 0) : vec_set(-along.y, along.x, 0);
    }
    hard_numbers(vec_div(3, away, vec_length(3, away)), normal);
    return d;
}

/* Distance of p from the box, below 0 inside it; `normal` points to p, and out through the nearest face inside. */
VOL_INLINE double hard_from_box(VOL_GLOBAL const vol_barrier *b, int dimensions, vvec p, double normal[3]) {
    vreal depth;
    vvec out, away = from_box(dimensions, VOL_FOOT_OFFSET, b, p, &out, &depth);
    double d = vec_length(3, away);
    hard_numbers(d > 0 ? vec_div(3, away, d) : out, normal);
    return d > 0 ? d : -depth;
}

/* One image of an obstacle, or of one side of a polygon: then it is convex, and the height above it along a straight
 * way first falls, then rises. */
typedef struct hard_part {
    VOL_GLOBAL const vol_barrier *barrier;
    VOL_GLOBAL const double *from, *to; /* ends of a segment or of a side */
    double shift[3];                    /* of the image */
    double margin;                      /* boids keep this far from the surface; rounding is far smaller */
    int first;                          /* of the sides of a polygon */
} hard_part;

/* A boid on its way. */
typedef struct hard_walk {
    const vol_obstacle_cells *obstacles;
    VOL_GLOBAL const vol_world_numbers *world;
    vol_near near;
    double p[3], velocity[3];
    double rounding;               /* of positions in the world's precision */
    double normal[HARD_PASSES][3]; /* of the surfaces that it has touched */
    int touches;
} hard_walk;

/* A straight piece of the way, and where it first comes too near to something. */
typedef struct hard_piece {
    double step[3], length;
    double free; /* the part of it that is, from 0 to 1 */
    double normal[3];
} hard_piece;

/* The nearest surface of what the boid is inside, in the world if there is one. */
typedef struct hard_escape {
    VOL_GLOBAL const vol_barrier *barrier; /* 0: none was found */
    double height, normal[3], margin;
    int in_polygon; /* of which the sides are tested */
    int leaves;     /* the world: the surface is beyond a wall of it */
} hard_escape;

/* What the parts near the boid are asked for, and what was found. */
enum hard_what { HARD_TOUCH, HARD_INSIDE, HARD_ESCAPE, HARD_LIFT };

typedef struct hard_search {
    int what;
    hard_piece piece;   /* HARD_TOUCH */
    int inside, near;   /* HARD_INSIDE: is the boid in something, or nearly? */
    hard_escape escape; /* HARD_ESCAPE, HARD_LIFT */
} hard_search;

/* How high p is above the surface of the part, and the direction away from it. */
VOL_OUTLINE double hard_height(const hard_walk *w, const hard_part *q, const double p[3], double normal[3]) {
    vvec seen = vec_set(p[0] - q->shift[0], p[1] - q->shift[1], p[2] - q->shift[2]);
    VOL_GLOBAL const vol_barrier *b = q->barrier;
    double d = b->shape == VOL_CORE_BOX ? hard_from_box(b, (int)w->world->dimensions, seen, normal)
                                        : hard_from_line(q->from, q->to, seen, normal);
    return d - b->radius;
}

/* Is the boid inside the polygon of which the part is a side? */
VOL_INLINE int hard_in_polygon(const hard_walk *w, const hard_part *q) {
    vvec seen = vec_set(w->p[0] - q->shift[0], w->p[1] - q->shift[1], 0);
    return q->barrier->shape == VOL_CORE_POLYGON && in_polygon(q->barrier, w->obstacles->points, seen);
}

VOL_INLINE double hard_height_at(const hard_walk *w, const hard_part *q, const hard_piece *s, double along,
                                 double normal[3]) {
    double p[3] = {w->p[0], w->p[1], w->p[2]};
    hard_add(p, s->step, along);
    return hard_height(w, q, p, normal);
}

/* A place on the piece that is lower than `least`, or -1. */
VOL_OUTLINE double hard_find_low(const hard_walk *w, const hard_part *q, const hard_piece *s, double least) {
    double normal[3], falls = 0, rises = 1;
    if (hard_height_at(w, q, s, 1, normal) < least) {
        return 1;
    }
    if (hard_dot(s->step, normal) <= 0) {
        return -1; /* falling to the end */
    }
    for (int i = 0; i < HARD_HALVINGS; i++) {
        double middle = (falls + rises) / 2, h = hard_height_at(w, q, s, middle, normal);
        if (h < least) {
            return middle;
        }
        if (h - (rises - falls) / 2 * s->length >= least - q->margin / 16) {
            return -1; /* nowhere between them it can be lower by more than there is to go */
        }
        if (hard_dot(s->step, normal) < 0) {
            falls = middle;
        } else {
            rises = middle;
        }
    }
    return -1;
}

VOL_OUTLINE void hard_find_touch(const hard_walk *w, const hard_part *q, hard_piece *s) {
    double normal[3], start = hard_height(w, q, w->p, normal);
    if (start - s->length >= q->margin) {
        return;
    }
    int near = start < q->margin;
    if (near && hard_dot(s->step, normal) >= 0) {
        return; /* away from it, or along it: it will not come nearer */
    }
    /* A boid that is near already may come a little nearer, or rounding would stop it when it slides along a wall. */
    double least = near ? v_max(start - q->margin / 4, q->margin / 4) : q->margin;
    double free = 0, low = start < least ? 0 : hard_find_low(w, q, s, least);
    if (low < 0) {
        return;
    }
    for (int i = 0; i < HARD_HALVINGS && (low - free) * s->length > q->margin / 16; i++) {
        double middle = (free + low) / 2;
        if (hard_height_at(w, q, s, middle, normal) >= least) {
            free = middle;
        } else {
            low = middle;
        }
    }
    if (free < s->free) {
        s->free = free;
        hard_height_at(w, q, s, free, s->normal);
    }
}

VOL_OUTLINE void hard_find_inside(const hard_walk *w, const hard_part *q, hard_search *s) {
    double normal[3], h = hard_height(w, q, w->p, normal);
    s->inside = s->inside || h < 0 || (q->first && hard_in_polygon(w, q));
    s->near = s->near || h < q->margin / 16;
}

/* A way out along the normal, for a boid that is at height h, which is below 0. The first obstacle found is the one to
 * leave. */
VOL_OUTLINE void hard_offer_escape(const hard_walk *w, const hard_part *q, double h, const double normal[3],
                                   hard_escape *e) {
    double there[3] = {w->p[0], w->p[1], w->p[2]};
    hard_add(there, normal, q->margin - h);
    int leaves = is_beyond(w->world, there);
    int better = leaves == e->leaves ? h > e->height : e->leaves;
    if (h < 0 && (!e->barrier || (e->barrier == q->barrier && better))) {
        e->barrier = q->barrier;
        e->height = h;
        e->margin = q->margin;
        e->leaves = leaves;
        hard_copy(e->normal, normal);
    }
}

/* Out of a box through each of its faces. */
VOL_OUTLINE void hard_offer_faces(const hard_walk *w, const hard_part *q, hard_escape *e) {
    VOL_GLOBAL const vol_barrier *b = q->barrier;
    for (int face = 0; face < 2 * (int)w->world->dimensions; face++) {
        int axis = face / 2;
        double normal[3] = {0, 0, 0}, offset = w->p[axis] - q->shift[axis] - b->center[axis];
        normal[axis] = face % 2 == (offset >= 0) ? 1 : -1; /* the nearer face of the two first */
        hard_offer_escape(w, q, normal[axis] * offset - b->half_size[axis] - b->radius, normal, e);
    }
}

VOL_OUTLINE void hard_find_escape(const hard_walk *w, const hard_part *q, hard_escape *e) {
    double normal[3], h = hard_height(w, q, w->p, normal);
    e->in_polygon = q->first ? hard_in_polygon(w, q) : e->in_polygon;
    if (q->barrier->shape == VOL_CORE_BOX && h <= -q->barrier->radius) {
        hard_offer_faces(w, q, e);
        return;
    }
    if (e->in_polygon) {
        h = -(h + 2 * q->barrier->radius); /* the distance from the side, not from its surface */
        for (int c = 0; c < 3; c++) {
            normal[c] = -normal[c];
        }
    }
    hard_offer_escape(w, q, h, normal, e);
}

VOL_OUTLINE void hard_find_lift(const hard_walk *w, const hard_part *q, hard_escape *e) {
    double normal[3], h = hard_height(w, q, w->p, normal);
    if (h < q->margin / 2 && (!e->barrier || h < e->height)) {
        e->barrier = q->barrier;
        e->height = h;
        e->margin = q->margin;
        hard_copy(e->normal, normal);
    }
}

VOL_INLINE void hard_visit(const hard_walk *w, const hard_part *q, hard_search *s) {
    switch (s->what) {
    case HARD_TOUCH: hard_find_touch(w, q, &s->piece); break;
    case HARD_INSIDE: hard_find_inside(w, q, s); break;
    case HARD_ESCAPE: hard_find_escape(w, q, &s->escape); break;
    default: hard_find_lift(w, q, &s->escape); break;
    }
}

/* The sides of a polygon one by one, other obstacles as they are. */
VOL_OUTLINE void hard_visit_sides(const hard_walk *w, hard_part *q, hard_search *s) {
    VOL_GLOBAL const vol_barrier *b = q->barrier;
    if (b->point_count == 0) { /* there may be no array of points at all */
        q->first = 1;
        q->from = q->to = b->center;
        hard_visit(w, q, s);
        return;
    }
    vol_u32 sides = b->shape == VOL_CORE_POLYGON ? b->point_count : 1;
    for (vol_u32 i = 0; i < sides; i++) {
        q->first = i == 0;
        q->from = side_begin(b, w->obstacles->points, i);
        q->to = side_begin(b, w->obstacles->points, i + 1);
        hard_visit(w, q, s);
    }
}

/* The images of an obstacle that reach into the ball of that size around the boid. */
VOL_OUTLINE void hard_visit_images(const hard_walk *w, VOL_GLOBAL const vol_barrier *b, double size, hard_search *s) {
    int first[3] = {0, 0, 0}, last[3] = {0, 0, 0};
    double extent = 0;
    for (int c = 0; c < (int)w->world->dimensions; c++) {
        extent = v_max(extent, v_abs(b->center[c]) + b->half_size[c] + b->radius);
    }
    hard_part q = {.barrier = b, .margin = 64 * w->rounding + extent * 0x1p-42};
    for (int c = 0; w->world->images && c < (int)w->world->dimensions; c++) {
        double reach = b->half_size[c] + b->radius + q.margin + size, around = w->world->size[c];
        double low = (w->p[c] - b->center[c] - reach) / around, high = (w->p[c] - b->center[c] + reach) / around;
        double middle = v_floor((low + high) / 2 + 0.5);
        first[c] = (int)v_max(-v_floor(-low) - middle, -HARD_IMAGES_MOST);
        last[c] = (int)v_min(v_floor(high) - middle, HARD_IMAGES_MOST);
        q.shift[c] = middle * around;
    }
    const double middle[3] = {q.shift[0], q.shift[1], q.shift[2]};
    for (int z = first[2]; z <= last[2]; z++) {
        for (int y = first[1]; y <= last[1]; y++) {
            for (int x = first[0]; x <= last[0]; x++) {
                const int turn[3] = {x, y, z};
                for (int c = 0; c < (int)w->world->dimensions; c++) {
                    q.shift[c] = middle[c] + turn[c] * w->world->size[c];
                }
                hard_visit_sides(w, &q, s);
            }
        }
    }
}

/* Everything hard that may be within `size` of the boid. */
VOL_OUTLINE void hard_visit_near(const hard_walk *w, double size, hard_search *s) {
    vol_u32 count = w->near.all ? w->obstacles->grid->count : w->near.count;
    for (vol_u32 i = 0; i < count; i++) {
        VOL_GLOBAL const vol_barrier *b = &w->obstacles->barrier[w->near.all ? i : w->near.which[i]];
        if (b->range >= 0 && b->law == VOL_CORE_HARD) {
            hard_visit_images(w, b, size, s);
        }
    }
}

VOL_OUTLINE int hard_look_around(hard_walk *w, double size) {
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, reach = size + 128 * w->rounding;
    for (int c = 0; c < (int)w->world->dimensions; c++) {
        low[c] = w->p[c] - reach;
        high[c] = w->p[c] + reach;
    }
    find_near(w->obstacles, low, high, 1, &w->near);
    return w->near.count > 0;
}

/* Takes from u what points against the surfaces touched so far, the last one first. */
VOL_OUTLINE void hard_yield_to(const hard_walk *w, double u[3]) {
    const double *last = w->normal[w->touches - 1];
    double against = hard_dot(u, last);
    hard_add(u, last, against < 0 ? -against : 0);
    for (int i = w->touches - 2; i >= 0; i--) {
        const double *other = w->normal[i];
        if (hard_dot(u, other) >= -1e-12 * VOL_SQRT(hard_dot(u, u))) {
            continue;
        }
        double edge[3] = {last[1] * other[2] - last[2] * other[1], last[2] * other[0] - last[0] * other[2],
                          last[0] * other[1] - last[1] * other[0]};
        double square = w->world->dimensions == 3 ? hard_dot(edge, edge) : 0;
        double along = square > 1e-12 ? hard_dot(u, edge) / square : 0;
        for (int c = 0; c < 3; c++) {
            u[c] = edge[c] * along; /* in a corner: along the edge between two surfaces, if there is one */
        }
    }
}

VOL_OUTLINE double hard_inside_world(const hard_walk *w, const double step[3]) {
    double free = 1;
    for (int c = 0; c < (int)w->world->dimensions; c++) {
        double low, high;
        edges_of(w->world, c, &low, &high);
        double room = step[c] > 0 ? high - w->p[c] : w->p[c] - low;
        if (room < v_abs(step[c])) {
            free = v_min(v_max(room, 0) / v_abs(step[c]), free); /* also where that is 0 / 0 */
        }
    }
    return free;
}

/* Walks along the step, sliding where something is in the way; false if something was. */
VOL_OUTLINE int hard_slide(hard_walk *w, const double step[3]) {
    hard_search search = {.what = HARD_TOUCH};
    hard_piece *s = &search.piece;
    hard_copy(s->step, step);
    s->length = VOL_SQRT(hard_dot(step, step));
    hard_look_around(w, s->length);
    w->touches = 0;
    for (int pass = 0; pass < HARD_PASSES && s->length > 0; pass++) {
        s->free = pass == 0 ? 1 : hard_inside_world(w, s->step);
        double limit = s->free;
        hard_visit_near(w, s->length, &search);
        hard_add(w->p, s->step, s->free);
        if (s->free >= limit) {
            return pass == 0;
        }
        hard_copy(w->normal[w->touches++], s->normal);
        for (int c = 0; c < 3; c++) {
            s->step[c] *= 1 - s->free;
        }
        hard_yield_to(w, s->step);
        hard_yield_to(w, w->velocity);
        s->length = VOL_SQRT(hard_dot(s->step, s->step));
    }
    return s->length == 0 && w->touches == 0;
}

/* Puts a boid that is inside something onto the surface. Between obstacles that overlap it is pushed to and fro, each
 * time farther; one that is still wedged then moves on unhindered. */
VOL_OUTLINE int hard_get_out(hard_walk *w) {
    double p[3], velocity[3]; /* before */
    hard_copy(p, w->p);
    hard_copy(velocity, w->velocity);
    for (int pass = 0; pass < HARD_ESCAPES; pass++) {
        hard_search search = {.what = HARD_ESCAPE};
        const hard_escape *e = &search.escape;
        hard_look_around(w, 0);
        hard_visit_near(w, 0, &search);
        if (!e->barrier) {
            return 1;
        }
        hard_add(w->p, e->normal, (e->margin - e->height) * (pass < 3 ? 1 : pass / 2.0));
        if (has_walls(w->world)) {
            into_world(w->world, w->p);
        }
        double inward = hard_dot(w->velocity, e->normal);
        hard_add(w->velocity, e->normal, inward < 0 ? -inward : 0);
    }
    hard_copy(w->p, p);
    hard_copy(w->velocity, velocity);
    return 0;
}

/* Rounding may have brought the boid down towards a surface: lifts it as far as others allow. */
VOL_OUTLINE int hard_lift(hard_walk *w) {
    hard_search search = {.what = HARD_LIFT};
    const hard_escape *e = &search.escape;
    hard_visit_near(w, 0, &search);
    if (!e->barrier) {
        return 0;
    }
    hard_piece *s = &search.piece;
    search.what = HARD_TOUCH;
    s->length = e->margin - e->height;
    s->free = 1;
    hard_add(s->step, e->normal, s->length);
    hard_visit_near(w, s->length, &search);
    hard_add(w->p, s->step, s->free);
    return 1;
}

VOL_OUTLINE int hard_is_free(hard_walk *w, const double p[3], int strictly) {
    hard_search search = {.what = HARD_INSIDE};
    double before[3];
    hard_copy(before, w->p);
    hard_copy(w->p, p);
    if (hard_look_around(w, 0)) {
        hard_visit_near(w, 0, &search);
    }
    hard_copy(w->p, before);
    return !search.inside && !(strictly && search.near);
}

/* Over the edge that the step leads to first, to where the boundary puts the boid; false if it does not get there. */
VOL_OUTLINE int hard_cross_edge(hard_walk *w, double step[3], const double to[3], int *crossed) {
    int axis = -1;
    double share = 1, edge = 0;
    for (int c = 0; c < (int)w->world->dimensions; c++) {
        double low, high;
        edges_of(w->world, c, &low, &high);
        double beyond = step[c] > 0 ? w->p[c] + step[c] - high : low - w->p[c] - step[c];
        double here = 1 - v_min(beyond / v_abs(step[c]), 1);
        if (step[c] != 0 && beyond > 0 && here <= share) {
            share = here;
            axis = c;
            edge = step[c] > 0 ? high : low;
        }
    }
    *crossed = axis >= 0;
    double first[3] = {step[0] * share, step[1] * share, step[2] * share};
    if (!hard_slide(w, first) || axis < 0) {
        return axis < 0 && w->touches == 0;
    }
    double there[3] = {w->p[0], w->p[1], w->p[2]}, size = world_side(w->world, axis);
    if (w->world->boundary == VOL_EDGE_WRAP) {
        double outside = step[axis] > 0 ? w->p[axis] / size : 1 - w->p[axis] / size;
        there[axis] = share > 0 ? size - edge : w->p[axis] - v_copysign(size * v_max(v_floor(outside), 1), step[axis]);
    } else {
        there[axis] = to[axis];
    }
    if (!hard_is_free(w, there, 1)) { /* the other side is taken */
        w->velocity[axis] = 0;
        return 0;
    }
    hard_copy(w->p, there);
    for (int c = 0; c < 3; c++) {
        step[c] = c == axis && w->world->boundary != VOL_EDGE_WRAP ? 0 : step[c] * (1 - share);
    }
    return 1;
}

/* Walks the way piece by piece; true if nothing was in it. */
VOL_OUTLINE int hard_walk_way(hard_walk *w, const double from[3], const double to[3]) {
    VOL_GLOBAL const vol_world_numbers *world = w->world;
    int turns =
        world->boundary == VOL_EDGE_WRAP || world->boundary == VOL_EDGE_JUMP || world->boundary == VOL_EDGE_TILE;
    double step[3] = {0, 0, 0};
    int turned = 0;
    for (int c = 0; c < (int)world->dimensions; c++) {
        double went = w->velocity[c] * world->dt;
        step[c] = to[c] - from[c];
        if (turns && v_abs(step[c] - went) > world->size[c] / 2) { /* over an edge */
            step[c] = went;
            turned = 1;
        }
    }
    if (!turned) {
        return hard_slide(w, step);
    }
    int crossed = 1;
    for (int i = 0; i < HARD_TURNS_MOST && crossed; i++) {
        if (!hard_cross_edge(w, step, to, &crossed)) {
            return 0;
        }
    }
    return !crossed;
}

/* Is there nothing hard nearby? This holds for nearly all boids. */
VOL_OUTLINE int hard_is_alone(hard_walk *w, const double from[3], const double to[3]) {
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    for (int c = 0; c < (int)w->world->dimensions; c++) {
        double went = w->velocity[c] * w->world->dt;
        if (v_max(v_abs(to[c] - from[c]), v_abs(went)) > w->world->size[c] / 2) {
            return 0; /* perhaps over an edge: what is between is unknown */
        }
        low[c] = v_min(from[c], to[c]) - 128 * w->rounding;
        high[c] = v_max(from[c], to[c]) + 128 * w->rounding;
    }
    find_near(w->obstacles, low, high, 1, &w->near);
    return w->near.count == 0;
}

/* Where the boid comes to; false if it stays where it was. */
VOL_OUTLINE int hard_find_place(hard_walk *w, const double from[3], const double to[3], double place[3]) {
    int single = w->world->single_precision != 0, free = hard_is_free(w, from, 0), moved = !free;
    hard_copy(place, to);
    if (!free && !hard_get_out(w)) {
        return 1;
    }
    moved = hard_lift(w) || moved;
    moved = !hard_walk_way(w, from, to) || moved;
    into_world(w->world, w->p);
    for (int c = 0; moved && c < (int)w->world->dimensions; c++) {
        place[c] = single ? (double)(float)w->p[c] : w->p[c];
    }
    return !free || hard_is_free(w, place, 1);
}

/* Keeps a boid that goes from `from` to `to` out of all hard obstacles: corrects `to`, takes from its velocity what
 * points into them. There are obstacles. */
VOL_OUTLINE void hard_stop(const vol_obstacle_cells *obstacles, VOL_GLOBAL const vol_world_numbers *world,
                           const double from[3], double to[3], double velocity[3]) {
    hard_walk w;
    double start[3] = {0, 0, 0}, end[3] = {0, 0, 0}, place[3], size = 0;
    w.obstacles = obstacles;
    w.world = world;
    w.touches = 0;
    for (int c = 0; c < 3; c++) {
        w.p[c] = w.velocity[c] = 0;
    }
    for (int c = 0; c < (int)world->dimensions; c++) {
        w.p[c] = start[c] = from[c];
        end[c] = to[c];
        w.velocity[c] = velocity[c];
        double edge = world->boundary == VOL_EDGE_OPEN ? 0 : world->size[c] + world->margin;
        double farthest = v_max(v_abs(from[c]), v_abs(to[c])) + v_abs(velocity[c] * world->dt);
        size = v_max(v_max(farthest, edge), size); /* wherever the way may lead */
    }
    w.rounding = size * (world->single_precision ? 0x1p-24 : 0x1p-48) + 1e-30;
    if (hard_is_alone(&w, start, end)) {
        return;
    }
    int goes = hard_find_place(&w, start, end, place);
    into_world(world, start); /* one that stays and was added outside of the world comes in all the same */
    for (int c = 0; c < (int)world->dimensions; c++) {
        to[c] = goes ? place[c] : start[c];
        velocity[c] = w.velocity[c];
    }
}

#endif
