/* Hard obstacles: whoever would get in stops at the surface, and slides.
 *
 * A boid's way is walked in straight pieces. Each ends where it first comes too near to an obstacle; what is left of it
 * goes on along the surface. The place it comes to is taken only if it is free after rounding to the world's precision,
 * else the boid stays where it was: so nobody gets in, nor through a wall without thickness, whatever the speed.
 *
 * One boid at a time, in doubles whatever the precision; so few boids touch anything that lanes would not pay.
 */
#include "around/barriers.h"
#include "around/edges.h"

#include <math.h>
#include <string.h>

enum {
    PASSES = 6,      /* pieces of a way that are deflected */
    ESCAPES = 24,    /* corrections of a boid that is inside */
    HALVINGS = 60,   /* of an interval, at most: then it is as narrow as numbers allow */
    TURNS_MOST = 16, /* edges that a boid may cross in a step */
    IMAGES_MOST = 4, /* worlds to each side over which an obstacle may reach */
};

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* a = a + b * share */
static void add(double a[3], const double b[3], double share) {
    for (int c = 0; c < 3; c++) {
        a[c] += b[c] * share;
    }
}

/* Distance of p from the line a to b; `normal` points from the line to p, and aside where p is on it. */
static double from_line(const double *a, const double *b, const double p[3], double normal[3]) {
    double along[3], away[3];
    for (int c = 0; c < 3; c++) {
        along[c] = b[c] - a[c];
        away[c] = p[c] - a[c];
    }
    double square = dot(along, along), where = square > 0 ? dot(away, along) / square : 0;
    add(away, along, where < 0 ? 0 : where > 1 ? -1 : -where);
    if (where > 0 && where < 1) { /* once more: near a long line, what rounding left would turn the normal */
        add(away, along, -dot(away, along) / square);
    }
    double d = sqrt(dot(away, away));
    if (d == 0) {
        bool point = along[0] == 0 && along[1] == 0;
        away[0] = point ? 1 : -along[1];
        away[1] = point ? 0 : along[0];
        away[2] = 0;
    }
    double length = sqrt(dot(away, away));
    for (int c = 0; c < 3; c++) {
        normal[c] = away[c] / length;
    }
    return d;
}

/* Distance of p from the box, below 0 inside it; `normal` points to p, and out through the nearest face inside. */
static double from_box(const vol_barrier *b, int dimensions, const double p[3], double normal[3]) {
    int shallow = 0;
    double out[3] = {0, 0, 0}, offset[3] = {0, 0, 0}, depth = INFINITY;
    for (int c = 0; c < 3 && c < dimensions; c++) {
        offset[c] = p[c] - b->center[c];
        double deep = b->half[c] - fabs(offset[c]);
        out[c] = deep < 0 ? copysign(-deep, offset[c]) : 0;
        shallow = deep < depth ? c : shallow;
        depth = deep < depth ? deep : depth;
    }
    double d = sqrt(dot(out, out));
    for (int c = 0; c < 3; c++) {
        normal[c] = d > 0 ? out[c] / d : c == shallow ? copysign(1, offset[c]) : 0;
    }
    return d > 0 ? d : -depth;
}

/* Does a ray from p towards larger x cross this side? */
static bool crosses(const double *from, const double *to, const double p[3]) {
    return (from[1] <= p[1]) != (to[1] <= p[1]) &&
           p[0] < from[0] + (p[1] - from[1]) / (to[1] - from[1]) * (to[0] - from[0]);
}

/* One image of an obstacle, or of one side of a polygon: then it is convex, and the height above it along a straight way
 * first falls, then rises. */
typedef struct part {
    const vol_barrier *barrier;
    const double *from, *to; /* ends of a segment or of a side */
    double shift[3];         /* of the image */
    double margin;           /* boids keep this far from the surface; rounding is far smaller */
    bool first;              /* of the sides of a polygon */
} part;

/* A boid on its way. */
typedef struct walk {
    const vol_barriers *barriers;
    const vol_world_def *world;
    vol_near near;
    double p[3], velocity[3];
    double rounding;          /* of positions in the world's precision */
    double normal[PASSES][3]; /* of the surfaces that it has touched */
    int touches;
} walk;

/* How high p is above the surface of the part, and the direction away from it. */
static double height(const walk *w, const part *q, const double p[3], double normal[3]) {
    double seen[3] = {p[0] - q->shift[0], p[1] - q->shift[1], p[2] - q->shift[2]};
    const vol_barrier *b = q->barrier;
    double d;
    if (b->shape == VOL_OBSTACLE_BOX) {
        d = from_box(b, w->world->dimensions, seen, normal);
    } else if (b->shape == VOL_OBSTACLE_CIRCLE) {
        d = from_line(b->center, b->center, seen, normal);
    } else {
        d = from_line(q->from, q->to, seen, normal);
    }
    return d - b->radius;
}

/* Is p inside the polygon of which the part is a side? */
static bool in_polygon(const walk *w, const part *q, const double p[3]) {
    double seen[3] = {p[0] - q->shift[0], p[1] - q->shift[1], 0};
    const vol_barrier *b = q->barrier;
    bool inside = false;
    for (uint32_t i = 0; b->shape == VOL_OBSTACLE_POLYGON && i < b->point_count; i++) {
        const double *points = w->barriers->points + 3 * (size_t)b->point_first;
        inside ^= crosses(points + 3 * (size_t)i, points + 3 * (size_t)((i + 1) % b->point_count), seen);
    }
    return inside;
}

typedef void (*part_visit)(const walk *w, const part *q, void *context);

/* The sides of a polygon one by one, other obstacles as they are. */
static void visit_sides(const walk *w, part *q, part_visit visit, void *context) {
    const vol_barrier *b = q->barrier;
    if (b->point_count == 0) { /* there may be no array of points at all */
        q->first = true;
        q->from = q->to = b->center;
        visit(w, q, context);
        return;
    }
    const double *points = w->barriers->points + 3 * (size_t)b->point_first;
    uint32_t sides = b->shape == VOL_OBSTACLE_POLYGON ? b->point_count : 1;
    for (uint32_t i = 0; i < sides; i++) {
        q->first = i == 0;
        q->from = points + 3 * (size_t)i;
        q->to = points + 3 * (size_t)((i + 1) % b->point_count);
        visit(w, q, context);
    }
}

/* The images of an obstacle that reach into the ball of that size around the boid. */
static void visit_images(const walk *w, const vol_barrier *b, double size, part_visit visit, void *context) {
    int first[3] = {0, 0, 0}, last[3] = {0, 0, 0};
    double extent = 0;
    for (int c = 0; c < w->world->dimensions; c++) {
        extent = fmax(extent, fabs(b->center[c]) + b->half[c] + b->radius);
    }
    part q = {.barrier = b, .margin = 64 * w->rounding + extent * 0x1p-42};
    for (int c = 0; w->world->images && c < w->world->dimensions; c++) {
        double reach = b->half[c] + b->radius + q.margin + size, around = w->world->size[c];
        double low = (w->p[c] - b->center[c] - reach) / around, high = (w->p[c] - b->center[c] + reach) / around;
        double middle = floor((low + high) / 2 + 0.5);
        first[c] = (int)fmax(ceil(low) - middle, -IMAGES_MOST);
        last[c] = (int)fmin(floor(high) - middle, IMAGES_MOST);
        q.shift[c] = middle * around;
    }
    const double middle[3] = {q.shift[0], q.shift[1], q.shift[2]};
    for (int z = first[2]; z <= last[2]; z++) {
        for (int y = first[1]; y <= last[1]; y++) {
            for (int x = first[0]; x <= last[0]; x++) {
                const int turn[3] = {x, y, z};
                for (int c = 0; c < w->world->dimensions; c++) {
                    q.shift[c] = middle[c] + turn[c] * w->world->size[c];
                }
                visit_sides(w, &q, visit, context);
            }
        }
    }
}

/* Everything hard that may be within `size` of the boid. */
static void visit_near(const walk *w, double size, part_visit visit, void *context) {
    uint32_t count = w->near.all ? w->barriers->count : w->near.count;
    for (uint32_t i = 0; i < count; i++) {
        const vol_barrier *b = &w->barriers->barrier[w->near.all ? i : w->near.which[i]];
        if (b->range >= 0 && b->law == VOL_LAW_HARD) {
            visit_images(w, b, size, visit, context);
        }
    }
}

static bool look_around(walk *w, double size) {
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, reach = size + 128 * w->rounding;
    for (int c = 0; c < w->world->dimensions; c++) {
        low[c] = w->p[c] - reach;
        high[c] = w->p[c] + reach;
    }
    vol_barriers_near(w->barriers, low, high, true, &w->near);
    return w->near.count > 0;
}

/* A straight piece of the way, and where it first comes too near to something. */
typedef struct piece {
    double step[3], length;
    double free; /* the part of it that is, from 0 to 1 */
    double normal[3];
} piece;

static double height_at(const walk *w, const part *q, const piece *s, double along, double normal[3]) {
    double p[3] = {w->p[0], w->p[1], w->p[2]};
    add(p, s->step, along);
    return height(w, q, p, normal);
}

/* A place on the piece that is lower than `least`, or -1. */
static double find_low(const walk *w, const part *q, const piece *s, double least) {
    double normal[3], falls = 0, rises = 1;
    if (height_at(w, q, s, 1, normal) < least) {
        return 1;
    }
    if (dot(s->step, normal) <= 0) {
        return -1; /* falling to the end */
    }
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (falls + rises) / 2, h = height_at(w, q, s, middle, normal);
        if (h < least) {
            return middle;
        }
        if (h - (rises - falls) / 2 * s->length >= least - q->margin / 16) {
            return -1; /* nowhere between them it can be lower by more than there is to go */
        }
        if (dot(s->step, normal) < 0) {
            falls = middle;
        } else {
            rises = middle;
        }
    }
    return -1;
}

static void find_touch(const walk *w, const part *q, void *context) {
    piece *s = context;
    double normal[3], start = height(w, q, w->p, normal);
    if (start - s->length >= q->margin) {
        return;
    }
    bool near = start < q->margin;
    if (near && dot(s->step, normal) >= 0) {
        return; /* away from it, or along it: it will not come nearer */
    }
    /* Whoever is near already may come a little nearer, or rounding would stop who slides along a wall. */
    double least = near ? fmax(start - q->margin / 4, q->margin / 4) : q->margin;
    double free = 0, low = start < least ? 0 : find_low(w, q, s, least);
    if (low < 0) {
        return;
    }
    for (int i = 0; i < HALVINGS && (low - free) * s->length > q->margin / 16; i++) {
        double middle = (free + low) / 2;
        if (height_at(w, q, s, middle, normal) >= least) {
            free = middle;
        } else {
            low = middle;
        }
    }
    if (free < s->free) {
        s->free = free;
        height_at(w, q, s, free, s->normal);
    }
}

/* Takes from u what points against the surfaces touched so far, the last one first. */
static void yield_to(const walk *w, double u[3]) {
    const double *last = w->normal[w->touches - 1];
    double against = dot(u, last);
    add(u, last, against < 0 ? -against : 0);
    for (int i = w->touches - 2; i >= 0; i--) {
        const double *other = w->normal[i];
        if (dot(u, other) >= -1e-12 * sqrt(dot(u, u))) {
            continue;
        }
        double edge[3] = {last[1] * other[2] - last[2] * other[1], last[2] * other[0] - last[0] * other[2],
                          last[0] * other[1] - last[1] * other[0]};
        double square = w->world->dimensions == 3 ? dot(edge, edge) : 0;
        double along = square > 1e-12 ? dot(u, edge) / square : 0;
        for (int c = 0; c < 3; c++) {
            u[c] = edge[c] * along; /* in a corner: along the edge between two surfaces, if there is one */
        }
    }
}

static double inside_world(const walk *w, const double step[3]) {
    double free = 1;
    for (int c = 0; c < 3 && c < w->world->dimensions; c++) {
        double low, high;
        vol_edges_of(w->world, c, &low, &high);
        double room = step[c] > 0 ? high - w->p[c] : w->p[c] - low;
        if (room < fabs(step[c])) {
            free = fmin(free, fmax(room, 0) / fabs(step[c]));
        }
    }
    return free;
}

/* Walks along the step, sliding where something is in the way; false if something was. */
static bool slide(walk *w, const double step[3]) {
    piece s = {.length = sqrt(dot(step, step))};
    memcpy(s.step, step, sizeof s.step);
    look_around(w, s.length);
    w->touches = 0;
    for (int pass = 0; pass < PASSES && s.length > 0; pass++) {
        s.free = pass == 0 ? 1 : inside_world(w, s.step);
        double limit = s.free;
        visit_near(w, s.length, find_touch, &s);
        add(w->p, s.step, s.free);
        if (s.free >= limit) {
            return pass == 0;
        }
        memcpy(w->normal[w->touches++], s.normal, sizeof s.normal);
        for (int c = 0; c < 3; c++) {
            s.step[c] *= 1 - s.free;
        }
        yield_to(w, s.step);
        yield_to(w, w->velocity);
        s.length = sqrt(dot(s.step, s.step));
    }
    return s.length == 0 && w->touches == 0;
}

typedef struct finding {
    const double *p;
    bool inside, near;
} finding;

static void find_inside(const walk *w, const part *q, void *context) {
    finding *f = context;
    double normal[3], h = height(w, q, f->p, normal);
    f->inside = f->inside || h < 0 || (q->first && in_polygon(w, q, f->p));
    f->near = f->near || h < q->margin / 16;
}

/* The nearest surface of what the boid is inside, in the world if there is one. */
typedef struct escape {
    const vol_barrier *barrier;
    double height, normal[3], margin;
    bool in_polygon; /* of which the sides are looked at */
    bool leaves;     /* the world: the surface is beyond a wall of it */
} escape;

/* A way out along the normal, for a boid that is at height h, which is below 0. The first obstacle found is the one to leave. */
static void offer_escape(const walk *w, const part *q, double h, const double normal[3], escape *e) {
    double there[3] = {w->p[0], w->p[1], w->p[2]};
    add(there, normal, q->margin - h);
    bool leaves = vol_is_beyond(w->world, there);
    bool better = leaves == e->leaves ? h > e->height : e->leaves;
    if (h < 0 && (!e->barrier || (e->barrier == q->barrier && better))) {
        e->barrier = q->barrier;
        e->height = h;
        e->margin = q->margin;
        e->leaves = leaves;
        memcpy(e->normal, normal, sizeof e->normal);
    }
}

/* Out of a box through each of its faces. */
static void offer_faces(const walk *w, const part *q, escape *e) {
    const vol_barrier *b = q->barrier;
    for (int face = 0; face < 2 * w->world->dimensions; face++) {
        int axis = face / 2;
        double normal[3] = {0, 0, 0}, offset = w->p[axis] - q->shift[axis] - b->center[axis];
        normal[axis] = face % 2 == (offset >= 0) ? 1 : -1; /* the nearer face of the two first */
        offer_escape(w, q, normal[axis] * offset - b->half[axis] - b->radius, normal, e);
    }
}

static void find_escape(const walk *w, const part *q, void *context) {
    escape *e = context;
    double normal[3], h = height(w, q, w->p, normal);
    e->in_polygon = q->first ? in_polygon(w, q, w->p) : e->in_polygon;
    if (q->barrier->shape == VOL_OBSTACLE_BOX && h <= -q->barrier->radius) {
        offer_faces(w, q, e);
        return;
    }
    if (e->in_polygon) {
        h = -(h + 2 * q->barrier->radius); /* the distance from the side, not from its surface */
        for (int c = 0; c < 3; c++) {
            normal[c] = -normal[c];
        }
    }
    offer_escape(w, q, h, normal, e);
}

/* Puts a boid that is inside something onto the surface. Between obstacles that overlap it is pushed to and fro, each time
 * farther; whoever is wedged all the same goes on as it likes. */
static bool get_out(walk *w) {
    walk before = *w;
    for (int pass = 0; pass < ESCAPES; pass++) {
        escape e = {.barrier = NULL};
        look_around(w, 0);
        visit_near(w, 0, find_escape, &e);
        if (!e.barrier) {
            return true;
        }
        add(w->p, e.normal, (e.margin - e.height) * (pass < 3 ? 1 : pass / 2.0));
        if (vol_has_walls(w->world)) {
            vol_into_world(w->world, w->p);
        }
        double inward = dot(w->velocity, e.normal);
        add(w->velocity, e.normal, inward < 0 ? -inward : 0);
    }
    *w = before;
    return false;
}

static void find_lift(const walk *w, const part *q, void *context) {
    escape *e = context;
    double normal[3], h = height(w, q, w->p, normal);
    if (h < q->margin / 2 && (!e->barrier || h < e->height)) {
        e->barrier = q->barrier;
        e->height = h;
        e->margin = q->margin;
        memcpy(e->normal, normal, sizeof normal);
    }
}

/* Rounding may have brought the boid down towards a surface: lifts it as far as others allow. */
static bool lift(walk *w) {
    escape e = {.barrier = NULL};
    visit_near(w, 0, find_lift, &e);
    if (e.barrier) {
        piece s = {.length = e.margin - e.height, .free = 1};
        add(s.step, e.normal, s.length);
        visit_near(w, s.length, find_touch, &s);
        add(w->p, s.step, s.free);
    }
    return e.barrier != NULL;
}

static bool is_free(walk *w, const double p[3], bool strictly) {
    finding f = {.p = p};
    double before[3];
    memcpy(before, w->p, sizeof before);
    memcpy(w->p, p, sizeof before);
    if (look_around(w, 0)) {
        visit_near(w, 0, find_inside, &f);
    }
    memcpy(w->p, before, sizeof before);
    return !f.inside && !(strictly && f.near);
}

/* Over the edge that the step leads to first, to where the boundary puts the boid; false if it does not get there. */
static bool cross_edge(walk *w, double step[3], const double to[3], bool *crossed) {
    int axis = -1;
    double share = 1, edge = 0;
    for (int c = 0; c < 3 && c < w->world->dimensions; c++) {
        double low, high;
        vol_edges_of(w->world, c, &low, &high);
        double beyond = step[c] > 0 ? w->p[c] + step[c] - high : low - w->p[c] - step[c];
        double here = 1 - fmin(beyond / fabs(step[c]), 1);
        if (step[c] != 0 && beyond > 0 && here <= share) {
            share = here;
            axis = c;
            edge = step[c] > 0 ? high : low;
        }
    }
    *crossed = axis >= 0;
    double first[3] = {step[0] * share, step[1] * share, step[2] * share};
    if (!slide(w, first) || axis < 0) {
        return axis < 0 && w->touches == 0;
    }
    double there[3] = {w->p[0], w->p[1], w->p[2]}, size = vol_world_side(w->world, axis);
    if (w->world->boundary == VOL_BOUNDARY_WRAP) {
        double outside = step[axis] > 0 ? w->p[axis] / size : 1 - w->p[axis] / size;
        there[axis] = share > 0 ? size - edge : w->p[axis] - copysign(size * fmax(floor(outside), 1), step[axis]);
    } else {
        there[axis] = to[axis];
    }
    if (!is_free(w, there, true)) { /* the other side is taken */
        w->velocity[axis] = 0;
        return false;
    }
    memcpy(w->p, there, sizeof there);
    for (int c = 0; c < 3; c++) {
        step[c] = c == axis && w->world->boundary != VOL_BOUNDARY_WRAP ? 0 : step[c] * (1 - share);
    }
    return true;
}

/* Walks the way piece by piece; true if nothing was in it. */
static bool walk_way(walk *w, const double from[3], const double to[3]) {
    const vol_world_def *world = w->world;
    bool turns = world->boundary == VOL_BOUNDARY_WRAP || world->boundary == VOL_BOUNDARY_JUMP ||
                 world->boundary == VOL_BOUNDARY_TILE;
    double step[3] = {0, 0, 0};
    bool turned = false;
    for (int c = 0; c < 3 && c < world->dimensions; c++) {
        double went = w->velocity[c] * world->dt;
        step[c] = to[c] - from[c];
        if (turns && fabs(step[c] - went) > world->size[c] / 2) { /* over an edge */
            step[c] = went;
            turned = true;
        }
    }
    if (!turned) {
        return slide(w, step);
    }
    bool crossed = true;
    for (int i = 0; i < TURNS_MOST && crossed; i++) {
        if (!cross_edge(w, step, to, &crossed)) {
            return false;
        }
    }
    return !crossed;
}

/* Is there nothing hard about? So it is for nearly everybody. */
static bool is_alone(walk *w, const double from[3], const double to[3]) {
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    for (int c = 0; c < w->world->dimensions; c++) {
        double went = w->velocity[c] * w->world->dt;
        if (fmax(fabs(to[c] - from[c]), fabs(went)) > w->world->size[c] / 2) {
            return false; /* perhaps over an edge: there is no knowing what is between */
        }
        low[c] = fmin(from[c], to[c]) - 128 * w->rounding;
        high[c] = fmax(from[c], to[c]) + 128 * w->rounding;
    }
    vol_barriers_near(w->barriers, low, high, true, &w->near);
    return w->near.count == 0;
}

/* Where the boid comes to; false if it stays where it was. */
static bool find_place(walk *w, const double from[3], const double to[3], double place[3]) {
    bool single = w->world->precision == VOL_PRECISION_SINGLE, free = is_free(w, from, false), moved = !free;
    memcpy(place, to, 3 * sizeof *place);
    if (!free && !get_out(w)) {
        return true;
    }
    moved = lift(w) || moved;
    moved = !walk_way(w, from, to) || moved;
    vol_into_world(w->world, w->p);
    for (int c = 0; moved && c < w->world->dimensions; c++) {
        place[c] = single ? (double)(float)w->p[c] : w->p[c];
    }
    return !free || is_free(w, place, true);
}

void vol_barriers_stop(const vol_barriers *barriers, const vol_world_def *world, const double from[3], double to[3],
                       double velocity[3]) {
    walk w = {.barriers = barriers, .world = world};
    double start[3] = {0, 0, 0}, end[3] = {0, 0, 0}, place[3], size = 0;
    for (int c = 0; c < world->dimensions; c++) {
        w.p[c] = start[c] = from[c];
        end[c] = to[c];
        w.velocity[c] = velocity[c];
        double edge = world->boundary == VOL_BOUNDARY_OPEN ? 0 : world->size[c] + world->margin;
        double farthest = fmax(fabs(from[c]), fabs(to[c])) + fabs(velocity[c] * world->dt);
        size = fmax(size, fmax(farthest, edge)); /* wherever the way may lead */
    }
    w.rounding = size * (world->precision == VOL_PRECISION_SINGLE ? 0x1p-24 : 0x1p-48) + 1e-30;
    if (is_alone(&w, start, end)) {
        return;
    }
    bool goes = find_place(&w, start, end, place);
    vol_into_world(world, start); /* whoever stays and was added outside of the world comes in all the same */
    for (int c = 0; c < world->dimensions; c++) {
        to[c] = goes ? place[c] : start[c];
        velocity[c] = w.velocity[c];
    }
}
