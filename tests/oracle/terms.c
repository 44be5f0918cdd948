/* The oracle of steering. See terms.h. */
#include "oracle/terms.h"

#include "oracle/philox.h"
#include "oracle/vec.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef vol_oracle_boid boid;
typedef vol_oracle_around around;

static vec unit(vec a) {
    return len(a) > 0 ? mul(a, 1 / len(a)) : a;
}

static vec cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static const vec nothing = {0, 0, 0};

/* Is a less than b? Notes how near the answer was to the other one. */
static int less(double a, double b, double *doubt) {
    double gap = fabs(a - b) / (fabs(a) + fabs(b) + 1e-300);
    if (doubt && gap < *doubt && a != b) {
        *doubt = gap;
    }
    return a < b;
}

/* A vector whose direction matters: a short one, of parts as large as `scale`, is in doubt. */
static void doubt_direction(vec a, double scale, double *doubt) {
    double share = len(a) / (scale + 1e-300) * 1e-2;
    if (doubt && share < *doubt && len(a) > 0) {
        *doubt = share;
    }
}

static vec point_of(const double *numbers, int dimensions) {
    return (vec){numbers[0], numbers[1], dimensions == 3 ? numbers[2] : 0};
}

/* From p to q, by the shortest way in a world with images. */
static vec way(const around *a, vec p, vec q) {
    vec d = sub(q, p);
    if (a->world->images) {
        d.x = remainder(d.x, a->world->size[0]);
        d.y = remainder(d.y, a->world->size[1]);
        d.z = a->world->dimensions == 3 ? remainder(d.z, a->world->size[2]) : 0;
    }
    return d;
}

static vec steer(vec wanted, const boid *me, const vol_term_def *t) {
    return limit(sub(wanted, me->v), t->force);
}

static vec full_speed(const around *a, vec along, const boid *me, const vol_term_def *t) {
    return len(along) > 0 ? steer(mul(unit(along), a->flock->max_speed), me, t) : nothing;
}

/* Across h, away from something at `apart`; to the left if that is straight ahead. */
static vec sideways(const around *a, vec h, vec apart, const vol_term_def *t, double *doubt) {
    vec aside = sub(unit(apart), mul(h, dot(unit(apart), h)));
    vec left = {-h.y, h.x, 0};
    if (fabs(h.z) > 0.9) {
        left = (vec){0, -h.z, h.y};
    }
    doubt_direction(aside, 1, doubt);
    aside = len(aside) > 1e-4 ? unit(aside) : unit(left);
    return mul(aside, fmin(a->flock->max_speed, t->force));
}

static vec goal(const around *a, const vol_term_def *t, const boid *me, double *doubt) {
    vec offset = way(a, me->p, point_of(t->point, a->world->dimensions));
    double d = len(offset), speed = a->flock->max_speed;
    if (t->kind == VOL_TERM_ARRIVE) {
        return steer(mul(unit(offset), speed * fmin(1, t->radius > 0 ? d / t->radius : 1)), me, t);
    }
    if (t->radius > 0 && !less(d, t->radius, doubt)) {
        return nothing;
    }
    return full_speed(a, mul(offset, t->kind == VOL_TERM_SEEK ? 1 : -1), me, t);
}

static vec quarry(const around *a, const vol_term_def *t, const boid *me, double *doubt) {
    const boid *best = NULL;
    double least = t->radius;
    for (size_t j = 0; j < a->other_count; j++) {
        double d = len(way(a, me->p, a->others[j].p));
        if (less(d, least, doubt)) {
            least = d;
            best = &a->others[j];
        }
    }
    if (!best) {
        return nothing;
    }
    double time = a->flock->max_speed > 0 ? least / a->flock->max_speed : 0;
    vec there = add(way(a, me->p, best->p), mul(best->v, time));
    doubt_direction(there, least + len(best->v) * time, doubt);
    return full_speed(a, mul(there, t->kind == VOL_TERM_PURSUE ? 1 : -1), me, t);
}

/* Draw number `draw` of a boid of flock 0, from -1 to 1. */
static double drawn(const around *a, uint32_t id, uint64_t draw, int which) {
    uint32_t c[4] = {id, (uint32_t)draw, (uint32_t)(draw >> 32), 18};
    philox(c, a->world->seed);
    return (double)(c[which] >> 8) / 16777216 * 2 - 1;
}

static vec wander(const around *a, const vol_term_def *t, const boid *me, uint32_t id) {
    double part = fmod((double)a->step, t->period) / t->period, noise[2];
    for (int k = 0; k < 2; k++) {
        double from = drawn(a, id, a->step / t->period, k), to = drawn(a, id, a->step / t->period + 1, k);
        noise[k] = from + (to - from) * (3 * part * part - 2 * part * part * part);
    }
    vec h = len(me->v) > 0 ? unit(me->v) : (vec){1, 0, 0};
    vec left = unit(fabs(h.z) > 0.9 ? (vec){0, -h.z, h.y} : (vec){-h.y, h.x, 0});
    if (a->world->dimensions == 3) {
        left = add(mul(left, cos(noise[1] * PI)), mul(cross(h, left), sin(noise[1] * PI)));
    }
    double angle = noise[0] * t->angle / 180 * PI;
    return full_speed(a, add(mul(h, cos(angle)), mul(left, sin(angle))), me, t);
}

static double inside(double x, double low, double size, double distance, double *doubt) {
    double edge = fmin(distance, size / 2), from = low + edge, to = low + size - edge;
    return less(x, from, doubt) ? from : less(to, x, doubt) ? to : x;
}

static vec contain(const around *a, const vol_term_def *t, const boid *me, double *doubt) {
    const double *size = a->world->size, *low = a->world->origin;
    vec q = add(me->p, mul(me->v, t->time));
    vec in = {inside(q.x, low[0], size[0], t->distance, doubt), inside(q.y, low[1], size[1], t->distance, doubt),
              a->world->dimensions == 3 ? inside(q.z, low[2], size[2], t->distance, doubt) : 0};
    doubt_direction(sub(in, q), len(q), doubt);
    return full_speed(a, sub(in, q), me, t);
}

/* --- Paths -------------------------------------------------------------------------------------------------------- */

static vec corner(const around *a, const vol_term_def *t, size_t i) {
    return point_of(t->points + i % t->point_count * (size_t)a->world->dimensions, a->world->dimensions);
}

static size_t legs(const vol_term_def *t) {
    return t->point_count - (t->closed ? 0 : 1);
}

static double path_length(const around *a, const vol_term_def *t) {
    double length = 0;
    for (size_t i = 0; i < legs(t); i++) {
        length += len(sub(corner(a, t, i + 1), corner(a, t, i)));
    }
    return length;
}

static vec nearest_on(vec from, vec to, vec p) {
    vec n = sub(to, from);
    double part = dot(n, n) > 0 ? dot(sub(p, from), n) / dot(n, n) : 0;
    return add(from, mul(n, fmin(1, fmax(0, part))));
}

/* How far along the path its place nearest to p is; *off is how far off p is. */
static double foot(const around *a, const vol_term_def *t, vec p, double *off, double *doubt) {
    double along = 0, start = 0;
    *off = INFINITY;
    for (size_t i = 0; i < legs(t); i++) {
        vec from = corner(a, t, i), near = nearest_on(from, corner(a, t, i + 1), p);
        double d = len(sub(p, near));
        int joint = fabs(d - *off) < 1e-9 && fabs(start + len(sub(near, from)) - along) < 1e-9;
        if (joint ? d < *off : less(d, *off, doubt)) { /* where two legs join, both are right */
            *off = d;
            along = start + len(sub(near, from));
        }
        start += len(sub(corner(a, t, i + 1), from));
    }
    return along;
}

static vec place(const around *a, const vol_term_def *t, double along) {
    for (size_t i = 0; i < legs(t); i++) {
        vec n = sub(corner(a, t, i + 1), corner(a, t, i));
        if (along <= len(n)) {
            return add(corner(a, t, i), mul(unit(n), along));
        }
        along -= len(n);
    }
    return corner(a, t, legs(t));
}

static vec follow_path(const around *a, const vol_term_def *t, const boid *me, double *doubt) {
    double off, unused, length = path_length(a, t);
    double now = foot(a, t, me->p, &unused, doubt), then = foot(a, t, add(me->p, mul(me->v, t->time)), &off, doubt);
    double progress = then - now, target = now + a->flock->max_speed * t->time;
    if (t->closed) {
        progress = progress - length * floor(progress / length);
        progress = less(progress, length / 2, doubt) ? progress : 0;
        target = target - length * floor(target / length);
    }
    if (!less(t->radius, off, doubt) && less(length / 65536, progress, doubt)) {
        return nothing;
    }
    vec offset = sub(place(a, t, target), me->p);
    doubt_direction(offset, len(me->p), doubt);
    return full_speed(a, offset, me, t);
}

/* --- Flows -------------------------------------------------------------------------------------------------------- */

/* Every point of the grid, weighed by how near it is along each axis. */
static vec flow(const around *a, const vol_term_def *t, vec p) {
    int D = a->world->dimensions;
    const uint32_t *count = t->flow_count;
    double at[3] = {p.x, p.y, p.z}, sum[3] = {0, 0, 0};
    for (int c = 0; c < D; c++) {
        at[c] = fmin(fmax((at[c] - a->world->origin[c]) / a->world->size[c], 0), 1) * (count[c] - 1);
    }
    size_t points = (size_t)count[0] * count[1] * (D == 3 ? count[2] : 1);
    for (size_t i = 0; i < points; i++) {
        double node[3] = {(double)(i % count[0]), (double)(i / count[0] % count[1]), (double)(i / count[0] / count[1])};
        double weight = 1;
        for (int c = 0; c < D; c++) {
            weight *= fmax(0, 1 - fabs(at[c] - node[c]));
        }
        for (int c = 0; c < D; c++) {
            sum[c] += weight * t->flow[i * (size_t)D + (size_t)c];
        }
    }
    return (vec){sum[0], sum[1], sum[2]};
}

/* --- Obstacles ---------------------------------------------------------------------------------------------------- */

static vec middle(const around *a, const vol_obstacle_def *o) {
    if (o->point_count == 0) {
        return point_of(o->center, a->world->dimensions);
    }
    int D = a->world->dimensions;
    double low[3] = {INFINITY, INFINITY, 0}, high[3] = {-INFINITY, -INFINITY, 0};
    low[2] = D == 3 ? INFINITY : 0;
    high[2] = D == 3 ? -INFINITY : 0;
    for (size_t i = 0; i < o->point_count * (size_t)D; i++) {
        low[i % (size_t)D] = fmin(low[i % (size_t)D], o->points[i]);
        high[i % (size_t)D] = fmax(high[i % (size_t)D], o->points[i]);
    }
    return (vec){(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2};
}

static vec from_polygon(const vol_obstacle_def *o, vec p) {
    vec best = {INFINITY, 0, 0};
    int within = 0;
    for (size_t i = 0; i < o->point_count; i++) {
        vec from = point_of(o->points + 2 * i, 2), to = point_of(o->points + 2 * ((i + 1) % o->point_count), 2);
        vec away = sub(p, nearest_on(from, to, p));
        best = len(away) < len(best) ? away : best;
        if ((from.y <= p.y) != (to.y <= p.y) && p.x < from.x + (p.y - from.y) / (to.y - from.y) * (to.x - from.x)) {
            within = !within;
        }
    }
    return within ? nothing : best;
}

/* From the nearest point of an obstacle's core to p; nothing inside it. */
static vec from_core(const around *a, const vol_obstacle_def *o, vec p) {
    int D = a->world->dimensions;
    vec m = sub(p, point_of(o->center, D));
    switch (o->shape) {
    case VOL_OBSTACLE_BOX:
        m.x -= fmin(fmax(m.x, -o->size[0] / 2), o->size[0] / 2);
        m.y -= fmin(fmax(m.y, -o->size[1] / 2), o->size[1] / 2);
        m.z -= D == 3 ? fmin(fmax(m.z, -o->size[2] / 2), o->size[2] / 2) : 0;
        return m;
    case VOL_OBSTACLE_SEGMENT: return sub(p, nearest_on(point_of(o->points, D), point_of(o->points + D, D), p));
    case VOL_OBSTACLE_POLYGON: return from_polygon(o, p);
    default: return m;
    }
}

/* The first place on the way at which the surface is reached, walking as far as is surely free; else INFINITY. */
static double walk(const around *a, const vol_obstacle_def *o, vec p, vec h, double wide, double most, double *doubt) {
    double s = 0, closest = INFINITY;
    for (int i = 0; i < 20000 && s <= most; i++) {
        double clear = len(from_core(a, o, add(p, mul(h, s)))) - wide;
        if (clear < 1e-11 * (1 + wide)) {
            less(s, most, doubt);
            vec in = unit(from_core(a, o, add(p, mul(h, s))));
            doubt_direction(mul(h, dot(in, h)), 1, s > 0 ? doubt : NULL); /* grazing */
            return s;
        }
        closest = fmin(closest, clear);
        s += clear;
    }
    if (doubt && closest / (wide + 1e-300) * 1e-2 < *doubt) {
        *doubt = closest / (wide + 1e-300) * 1e-2;
    }
    return INFINITY;
}

static vec avoid_obstacles(const around *a, const vol_term_def *t, const boid *me, double *doubt) {
    double best = INFINITY;
    vec apart = nothing, h = unit(me->v);
    for (size_t k = 0; k < a->obstacle_count && len(me->v) > 0; k++) {
        const vol_obstacle_def *o = &a->obstacles[k];
        vec p = add(middle(a, o), way(a, middle(a, o), me->p));
        double s = walk(a, o, p, h, o->radius + t->width / 2, len(me->v) * t->time, doubt);
        if (s < INFINITY && less(s, best, doubt)) {
            best = s;
            apart = from_core(a, o, add(p, mul(h, s)));
        }
        if (s == 0 && len(apart) == 0 && doubt) {
            *doubt = 0; /* inside a core there are several ways out */
        }
    }
    return best < INFINITY ? sideways(a, h, apart, t, doubt) : nothing;
}

/* --- Others of the flock ------------------------------------------------------------------------------------------ */

static vec avoid_collision(const around *a, const vol_term_def *t, const boid *boids, size_t n, size_t i,
                           double *doubt) {
    const boid *me = &boids[i];
    double soonest = INFINITY;
    vec apart = nothing;
    for (size_t j = 0; j < n; j++) {
        vec offset = mul(way(a, me->p, boids[j].p), -1), drift = sub(me->v, boids[j].v);
        double when = -dot(offset, drift) / dot(drift, drift);
        if (j == i || len(drift) == 0 || !less(0, when, NULL) || !less(len(offset), t->radius, doubt) ||
            !less(when, t->time, doubt)) {
            continue;
        }
        vec then = add(offset, mul(drift, when));
        if (less(len(then), t->width, doubt) && less(when, soonest, doubt)) {
            soonest = when;
            apart = then;
            doubt_direction(then, len(offset), doubt);
        }
    }
    return soonest < INFINITY ? sideways(a, unit(me->v), apart, t, doubt) : nothing;
}

static vec follow_leader(const around *a, const vol_term_def *t, const boid *boids, size_t i, double *doubt) {
    const boid *me = &boids[i], *leader = t->target == 0 ? &boids[a->leader[0]] : &a->others[a->leader[1]];
    if (leader == me) {
        return nothing;
    }
    vec h = unit(leader->v), offset = mul(way(a, me->p, leader->p), -1);
    double ahead = dot(offset, h);
    vec across = sub(offset, mul(h, ahead));
    if (less(0, ahead, NULL) && less(ahead, len(leader->v) * t->time, doubt) &&
        less(len(across), t->width / 2, doubt)) {
        doubt_direction(across, len(offset), doubt);
        return sideways(a, h, across, t, doubt);
    }
    vec behind = mul(add(offset, mul(h, t->distance)), -1);
    double speed = a->flock->max_speed * fmin(1, t->radius > 0 ? len(behind) / t->radius : 1);
    return steer(mul(unit(behind), speed), me, t);
}

/* --- All together ------------------------------------------------------------------------------------------------- */

vec vol_oracle_term(const around *a, const vol_term_def *t, const boid *boids, size_t n, size_t i, double *doubt) {
    const boid *me = &boids[i];
    switch (t->kind) {
    case VOL_TERM_SEEK:
    case VOL_TERM_FLEE:
    case VOL_TERM_ARRIVE: return goal(a, t, me, doubt);
    case VOL_TERM_PURSUE:
    case VOL_TERM_EVADE: return quarry(a, t, me, doubt);
    case VOL_TERM_WANDER: return wander(a, t, me, (uint32_t)i);
    case VOL_TERM_CONTAIN: return contain(a, t, me, doubt);
    case VOL_TERM_FOLLOW_PATH: return follow_path(a, t, me, doubt);
    case VOL_TERM_FOLLOW_FLOW: return steer(flow(a, t, add(me->p, mul(me->v, t->time))), me, t);
    case VOL_TERM_AVOID_OBSTACLES: return avoid_obstacles(a, t, me, doubt);
    case VOL_TERM_AVOID_COLLISION: return avoid_collision(a, t, boids, n, i, doubt);
    case VOL_TERM_FOLLOW_LEADER: return follow_leader(a, t, boids, i, doubt);
    default: return nothing;
    }
}

/* The terms in order of priority: the lowest first, of equal ones the first made. */
static const vol_term_def *ranked(const around *a, size_t rank) {
    for (size_t k = 0; k < a->term_count; k++) {
        size_t before = 0;
        for (size_t j = 0; j < a->term_count; j++) {
            int p = a->terms[j].priority, q = a->terms[k].priority;
            before += p < q || (p == q && j < k);
        }
        if (before == rank) {
            return &a->terms[k];
        }
    }
    return NULL;
}

vec vol_oracle_pace(const around *a, vec old, vec v, double *doubt) {
    const vol_flock_def *f = a->flock;
    double turn = f->turn.rate / 180 * PI;
    if (turn > 0 && len(old) > 0 && len(v) > 0) {
        vec h = unit(old), across = sub(unit(v), mul(h, dot(unit(v), h)));
        double angle = atan2(len(across), dot(unit(v), h));
        doubt_direction(across, 1, doubt);
        if (less(turn, angle, doubt)) {
            v = mul(add(mul(h, cos(turn)), mul(unit(across), sin(turn))), len(v));
        }
    }
    if (f->cruise.rate > 0) {
        double share = fmin(1, f->cruise.rate * a->world->dt);
        v = mul(unit(v), (1 - share) * len(v) + share * fmin(f->cruise.speed, f->max_speed));
    }
    double least = fmin(f->min_speed, f->max_speed);
    return len(v) < least ? mul(unit(len(v) > 0 ? v : old), least) : v;
}

boid vol_oracle_steered(const around *a, const boid *boids, size_t n, size_t i, double *doubt) {
    const boid *me = &boids[i];
    vec sum = nothing, blown = nothing;
    double left = a->flock->steer.combine == VOL_COMBINE_PRIORITY ? a->flock->steer.budget : INFINITY;
    for (size_t rank = 0; rank < a->term_count; rank++) {
        const vol_term_def *t = ranked(a, rank);
        if (t->kind == VOL_TERM_WIND) {
            blown = add(blown, mul(flow(a, t, me->p), t->weight));
            continue;
        }
        vec force = limit(mul(vol_oracle_term(a, t, boids, n, i, doubt), t->weight), left);
        sum = add(sum, force);
        left -= len(force);
    }
    boid next = *me;
    next.v = limit(add(add(me->v, blown), mul(sum, a->world->dt)), a->flock->max_speed);
    next.v = vol_oracle_pace(a, me->v, next.v, doubt);
    next.p = add(me->p, mul(next.v, a->world->dt));
    if (a->world->boundary == VOL_BOUNDARY_WRAP) {
        const double *size = a->world->size, *low = a->world->origin;
        next.p.x -= size[0] * floor((next.p.x - low[0]) / size[0]);
        next.p.y -= size[1] * floor((next.p.y - low[1]) / size[1]);
        next.p.z -= a->world->dimensions == 3 ? size[2] * floor((next.p.z - low[2]) / size[2]) : 0;
    }
    return next;
}
