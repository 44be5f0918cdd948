/* The surfaces of hard obstacles near a boid, part by part: how high it is above them, and what a way along them meets.
 * kernels/hard.h walks by it. C and OpenCL C. */
#ifndef VOLERY_KERNELS_HARD_PARTS_H
#define VOLERY_KERNELS_HARD_PARTS_H

#include "kernels/edges.h"
#include "kernels/geometry.h"
#include "kernels/hard_far.h"
#include "kernels/hard_line.h"
#include "kernels/obstacle_cells.h"

enum {
    HARD_PASSES = 6,      /* pieces of a way that are deflected */
    HARD_ESCAPES = 24,    /* corrections of a boid that is inside */
    HARD_TURNS_MOST = 16, /* edges that a boid may cross in a step */
    HARD_IMAGES_MOST = 4, /* worlds to each side over which an obstacle may reach */
};

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
    double d = vec_length(3, away), length = d;
    if (d == 0) {
        vvec along = vec_sub(3, constant_vec(b), constant_vec(a));
        int point = along.x == 0 && along.y == 0;
        away = point ? vec_set(1, 0, 0) : vec_set(-along.y, along.x, 0);
        length = vec_length(3, away);
    }
    hard_numbers(vec_div(3, away, length), normal);
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
    double unsure;                      /* rounding of heights is smaller than this */
    double spare;                       /* and than this, which is closer to it */
    int first;                          /* of the sides of a polygon */
} hard_part;

/* A height above a part, and where: the next to ask is mostly there too. */
typedef struct hard_known {
    VOL_GLOBAL const double *from; /* of the part; 0: nothing is known */
    double seen[3], height, normal[3];
} hard_known;

/* A boid on its way. */
typedef struct hard_walk {
    const vol_obstacle_cells *obstacles;
    VOL_GLOBAL const vol_world_numbers *world;
    const vol_near_box *around; /* what is known to be near: of many boids, or `own` */
    vol_near_box own;
    double p[3], velocity[3];
    double rounding;               /* of positions in the world's precision */
    double normal[HARD_PASSES][3]; /* of the surfaces that it has touched */
    int touches;
    hard_known known; /* the height that was taken last */
    hard_part lone;   /* of an obstacle that has one part and no images; .barrier 0: none */
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
enum hard_what { HARD_TOUCH, HARD_INSIDE, HARD_ESCAPE, HARD_LIFT, HARD_REACH };

typedef struct hard_search {
    int what;
    hard_piece piece;   /* HARD_TOUCH; of HARD_REACH the length */
    int inside, near;   /* HARD_INSIDE: is the boid in something, or nearly? HARD_REACH: can it come there? */
    int low;            /* HARD_INSIDE: would HARD_LIFT find something? */
    hard_escape escape; /* HARD_ESCAPE, HARD_LIFT */
} hard_search;

/* Nothing is found yet. */
VOL_INLINE void hard_ask(hard_search *s, int what) {
    s->what = what;
    s->piece.step[0] = s->piece.step[1] = s->piece.step[2] = 0;
    s->inside = s->near = s->low = 0;
    s->escape.barrier = 0;
    s->escape.height = s->escape.margin = 0;
    s->escape.in_polygon = s->escape.leaves = 0;
}

/* How high p is above the surface of the part, and the direction away from it. */
VOL_OUTLINE double hard_height(const hard_walk *w, const hard_part *q, const double p[3], double normal[3]) {
    vvec seen = vec_set(p[0] - q->shift[0], p[1] - q->shift[1], p[2] - q->shift[2]);
    VOL_GLOBAL const vol_barrier *b = q->barrier;
    double d = b->shape == VOL_CORE_BOX ? hard_from_box(b, (int)w->world->dimensions, seen, normal)
                                        : hard_from_line(q->from, q->to, seen, normal);
    return d - b->radius;
}

/* The same where the boid is, which is asked again and again. */
VOL_INLINE double hard_height_here(hard_walk *w, const hard_part *q, double normal[3]) {
    hard_known *k = &w->known;
    const double seen[3] = {w->p[0] - q->shift[0], w->p[1] - q->shift[1], w->p[2] - q->shift[2]};
    int known = k->from == q->from;
    for (int c = 0; c < (int)w->world->dimensions; c++) {
        known = known && k->seen[c] == seen[c] && seen[c] != 0; /* -0 is not 0 */
    }
    if (!known) {
        k->height = hard_height(w, q, w->p, k->normal);
        k->from = q->from;
        hard_copy(k->seen, seen);
    }
    hard_copy(normal, k->normal);
    return k->height;
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

/* The square of the distance of p from the core of the part, times *scale. Without roots; rounding may differ from that
 * of heights. */
VOL_INLINE double hard_square(const hard_part *q, const double p[3], double *scale) {
    const double seen[3] = {p[0] - q->shift[0], p[1] - q->shift[1], p[2] - q->shift[2]};
    const double a[3] = {q->from[0], q->from[1], q->from[2]}, b[3] = {q->to[0], q->to[1], q->to[2]};
    *scale = 1;
    return q->barrier->shape == VOL_CORE_BOX ? box_square(q->barrier, seen) : line_square(a, b, seen, scale);
}

/* Is p at least `far` from the core of the part? */
VOL_INLINE int hard_is_far(const hard_part *q, const double p[3], double far) {
    double scale, square = hard_square(q, p, &scale);
    return square >= far * far * scale;
}

/* The line that the height above a part follows along a piece, if it is one. */
VOL_OUTLINE hard_line hard_line_of(const hard_walk *w, const hard_part *q, const hard_piece *s) {
    VOL_GLOBAL const vol_barrier *b = q->barrier;
    hard_line line = {.known = 0, .thick = b->radius, .spare = q->spare};
    const double *step = s->step;
    const double x = w->p[0] - q->shift[0], y = w->p[1] - q->shift[1];
    if (w->world->dimensions != 2) {
        return line;
    }
    if (b->shape == VOL_CORE_BOX) {
        const double offset[2] = {x - b->center[0], y - b->center[1]};
        for (int c = 0; c < 2 && !line.known; c++) {
            const double beside = b->half_size[1 - c] - line.spare, start = offset[1 - c];
            line.known = v_abs(start) < beside && v_abs(start + step[1 - c]) < beside;
            line.start = offset[c];
            line.slope = step[c];
            line.thick = b->half_size[c] + b->radius;
        }
    } else if (q->from != q->to) {
        const double along[2] = {q->to[0] - q->from[0], q->to[1] - q->from[1]};
        const double offset[2] = {x - q->from[0], y - q->from[1]}, whole = along[0] * along[0] + along[1] * along[1];
        const double part = offset[0] * along[0] + offset[1] * along[1];
        const double end = part + step[0] * along[0] + step[1] * along[1];
        if (v_min(part, end) > whole * 0x1p-30 && v_max(part, end) < whole * (1 - 0x1p-30)) {
            const double share = 1 / VOL_SQRT(whole);
            line.known = 1;
            line.start = (along[0] * offset[1] - along[1] * offset[0]) * share;
            line.slope = (along[0] * step[1] - along[1] * step[0]) * share;
        }
    }
    return line;
}

/* Is hard_height_at at least `least`, which is above a quarter of the margin? The height itself is only taken where
 * rounding could matter. */
VOL_OUTLINE int hard_is_above(const hard_walk *w, const hard_part *q, const hard_piece *s, double along, double least) {
    double p[3] = {w->p[0], w->p[1], w->p[2]}, normal[3], far = least + q->barrier->radius, scale;
    hard_add(p, s->step, along);
    const double square = hard_square(q, p, &scale), more = far + q->unsure, less = far - q->unsure;
    if (square >= more * more * scale) {
        return 1;
    }
    return square >= less * less * scale && hard_height(w, q, p, normal) >= least;
}

/* Is all of the piece above `least`, by more than rounding? May say no where it is. */
VOL_OUTLINE int hard_stays_above(const hard_walk *w, const hard_part *q, const hard_piece *s, double least) {
    const double a[3] = {q->from[0], q->from[1], q->from[2]}, b[3] = {q->to[0], q->to[1], q->to[2]};
    const double p[3] = {w->p[0] - q->shift[0], w->p[1] - q->shift[1], w->p[2] - q->shift[2]};
    const double end[3] = {p[0] + s->step[0], p[1] + s->step[1], p[2] + s->step[2]};
    return q->barrier->shape != VOL_CORE_BOX && (w->world->dimensions == 2 || q->from == q->to) &&
           lines_are_far(a, b, p, end, least + q->barrier->radius + q->unsure);
}

/* A place on the piece that is lower than `least`, or -1. */
VOL_OUTLINE double hard_find_low(const hard_walk *w, const hard_part *q, const hard_piece *s, double least) {
    double normal[3], falls = 0, rises = 1;
    if (!hard_is_above(w, q, s, 1, least)) {
        return 1;
    }
    hard_height_at(w, q, s, 1, normal);
    if (hard_dot(s->step, normal) <= 0 || hard_stays_above(w, q, s, least)) {
        return -1;
    }
    for (int i = 0; i < HARD_HALVINGS; i++) {
        const double middle = (falls + rises) / 2, h = hard_height_at(w, q, s, middle, normal);
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

/* Does the piece come too near to the part, and where? */
VOL_OUTLINE int hard_meets(hard_walk *w, const hard_part *q, const hard_piece *s, double *share) {
    double normal[3], start = hard_height_here(w, q, normal);
    if (start - s->length >= q->margin) {
        return 0;
    }
    int near = start < q->margin, clear = start >= q->margin + q->margin / 16; /* more than rounding */
    if ((near || clear) && hard_dot(s->step, normal) >= 0) {
        return 0; /* away from it, or along it: it will not come nearer */
    }
    /* A boid that is near already may come a little nearer, or rounding would stop it when it slides along a wall. */
    double least = near ? v_max(start - q->margin / 4, q->margin / 4) : q->margin;
    double free = 0, low = start < least ? 0 : hard_find_low(w, q, s, least);
    for (int i = 0; i < HARD_HALVINGS && (low - free) * s->length > q->margin / 16; i++) {
        double middle = (free + low) / 2;
        if (hard_is_above(w, q, s, middle, least)) {
            free = middle;
        } else {
            low = middle;
        }
    }
    *share = free;
    return low >= 0;
}

VOL_OUTLINE void hard_find_touch(hard_walk *w, const hard_part *q, hard_piece *s) {
    if (hard_is_far(q, w->p, q->barrier->radius + s->length + q->margin + q->unsure)) {
        return;
    }
    const hard_line line = hard_line_of(w, q, s);
    double free = 0, normal[3];
    int near = hard_line_near(&line, q->margin), met;
    if (line.known && near == HARD_UNSURE) {
        near = hard_height_here(w, q, normal) < q->margin ? HARD_MEETS : HARD_MISSES;
    }
    met = hard_line_meets(&line, s->length, q->margin, near == HARD_MEETS, &free);
    if (met == HARD_UNSURE) {
        met = hard_meets(w, q, s, &free) ? HARD_MEETS : HARD_MISSES;
    }
    if (met == HARD_MEETS && free < s->free) {
        s->free = free;
        double p[3] = {w->p[0], w->p[1], w->p[2]}; /* where the next piece begins */
        hard_add(p, s->step, free);
        w->known.height = hard_height(w, q, p, w->known.normal);
        w->known.from = q->from;
        for (int c = 0; c < 3; c++) {
            w->known.seen[c] = p[c] - q->shift[c];
        }
        hard_copy(s->normal, w->known.normal);
    }
}

VOL_OUTLINE void hard_find_inside(hard_walk *w, const hard_part *q, hard_search *s) {
    double normal[3], sure = q->margin / 2 + q->unsure;
    s->inside = s->inside || (q->first && hard_in_polygon(w, q));
    if (hard_is_far(q, w->p, q->barrier->radius + sure)) {
        return;
    }
    double h = hard_height_here(w, q, normal);
    s->inside = s->inside || h < 0;
    s->near = s->near || h < q->margin / 16;
    s->low = s->low || h < q->margin / 2;
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

VOL_OUTLINE void hard_find_escape(hard_walk *w, const hard_part *q, hard_escape *e) {
    double normal[3], h = hard_height_here(w, q, normal);
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

VOL_OUTLINE void hard_find_lift(hard_walk *w, const hard_part *q, hard_escape *e) {
    double normal[3], h = hard_height_here(w, q, normal);
    if (h < q->margin / 2 && (!e->barrier || h < e->height)) {
        e->barrier = q->barrier;
        e->height = h;
        e->margin = q->margin;
        hard_copy(e->normal, normal);
    }
}

/* Can a way of that length come near the part? If not, nothing else would find it: height falls no faster than a boid
 * flies, and what rounding adds to either is far smaller than the margin. */
VOL_OUTLINE void hard_find_reach(const hard_walk *w, const hard_part *q, hard_search *s) {
    const double far = q->barrier->radius + s->piece.length + 2 * q->margin;
    s->near = s->near || !hard_is_far(q, w->p, far) || (q->first && hard_in_polygon(w, q));
}

VOL_INLINE void hard_visit(hard_walk *w, const hard_part *q, hard_search *s) {
    switch (s->what) {
    case HARD_TOUCH: hard_find_touch(w, q, &s->piece); break;
    case HARD_INSIDE: hard_find_inside(w, q, s); break;
    case HARD_ESCAPE: hard_find_escape(w, q, &s->escape); break;
    case HARD_REACH: hard_find_reach(w, q, s); break;
    default: hard_find_lift(w, q, &s->escape); break;
    }
}

/* Where side i of the polygon begins and ends; any other obstacle has one side. */
VOL_INLINE void hard_set_side(const hard_walk *w, hard_part *q, vol_u32 i) {
    VOL_GLOBAL const vol_barrier *b = q->barrier;
    const int point = b->point_count == 0; /* there may be no array of points at all */
    q->first = i == 0;
    q->from = point ? b->center : side_begin(b, w->obstacles->points, i);
    q->to = point ? b->center : side_begin(b, w->obstacles->points, i + 1);
}

VOL_INLINE hard_part hard_part_of(const hard_walk *w, VOL_GLOBAL const vol_barrier *b) {
    hard_part q = {.barrier = b};
    double extent = 0;
    for (int c = 0; c < (int)w->world->dimensions; c++) {
        extent = v_max(extent, v_abs(b->center[c]) + b->half_size[c] + b->radius);
    }
    q.margin = 64 * w->rounding + extent * 0x1p-42;
    q.unsure = w->rounding * (w->world->single_precision ? 0x1p-6 : 2) + extent * 0x1p-47;
    q.spare = w->rounding * (w->world->single_precision ? 0x1p-22 : 4) + extent * 0x1p-46; /* all is in doubles */
    return q;
}

VOL_OUTLINE void hard_visit_sides(hard_walk *w, hard_part *q, hard_search *s) {
    const vol_u32 sides = q->barrier->shape == VOL_CORE_POLYGON ? q->barrier->point_count : 1;
    for (vol_u32 i = 0; i < sides; i++) {
        hard_set_side(w, q, i);
        hard_visit(w, q, s);
    }
}

/* The images of an obstacle that reach into the ball of that size around the boid. */
VOL_OUTLINE void hard_visit_images(hard_walk *w, VOL_GLOBAL const vol_barrier *b, double size, hard_search *s) {
    int first[3] = {0, 0, 0}, last[3] = {0, 0, 0};
    hard_part q = hard_part_of(w, b);
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
VOL_OUTLINE void hard_visit_near(hard_walk *w, double size, hard_search *s) {
    const vol_near *near = &w->around->near;
    vol_u32 count = near->all ? w->obstacles->grid->count : near->count;
    for (vol_u32 i = 0; i < count; i++) {
        VOL_GLOBAL const vol_barrier *b = &w->obstacles->barrier[near->all ? i : near->which[i]];
        if (b == w->lone.barrier) {
            hard_visit(w, &w->lone, s);
        } else if (obstacle_acts(w->obstacles, b, 1)) {
            hard_visit_images(w, b, size, s);
        }
    }
}

#endif
