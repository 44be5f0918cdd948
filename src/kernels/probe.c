/* Obstacles as queries see them. See probe.h.
 *
 * Along a ray, the height above a convex obstacle is a convex function: the tangent at any place lies below it. So
 * Newton's method comes nearer to where the ray meets the surface from one side and never passes it, or finds that the
 * height rises, which it then does for good. A polygon is its sides, each of them convex. */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "kernels/one_boid.h"

#include "kernels/hard.h"
#include "kernels/probe.h"

#include <math.h>

enum { PROBE_STEPS = 100 }; /* of Newton's method, at most: a ray that grazes a surface needs some 20 */

/* A convex obstacle, or one side of a polygon. */
typedef struct convex {
    const vol_barrier *barrier;
    const double *from, *to; /* ends of the core, but of a box */
    int dimensions;
} convex;

static double height(const convex *q, const double p[3], double normal[3]) {
    const vvec at = vec_set(p[0], p[1], q->dimensions == 3 ? p[2] : 0);
    const double d = q->barrier->shape == VOL_CORE_BOX ? hard_from_box(q->barrier, q->dimensions, at, normal)
                                                       : hard_from_line(q->from, q->to, at, normal);
    return d - q->barrier->radius;
}

static vol_u32 sides_of(const vol_barrier *b) {
    return b->shape == VOL_CORE_POLYGON ? b->point_count : 1;
}

static convex side_of(const vol_probed *probed, vol_u32 side) {
    const vol_barrier *b = probed->barrier;
    convex q = {.barrier = b, .from = b->center, .to = b->center, .dimensions = probed->dimensions};
    if (b->point_count > 0) {
        q.from = side_begin(b, probed->points, side);
        q.to = side_begin(b, probed->points, side + 1);
    }
    return q;
}

static void go_along(const double origin[3], const double along[3], double distance, double p[3]) {
    hard_copy(p, origin);
    hard_add(p, along, distance);
}

static bool is_in_polygon(const vol_probed *probed, const double p[3]) {
    return probed->barrier->shape == VOL_CORE_POLYGON &&
           in_polygon(probed->barrier, probed->points, vec_set(p[0], p[1], 0));
}

/* What rounding may do to a height: far more than it does. */
static double tolerance(const vol_probed *probed, const double p[3]) {
    const vol_barrier *b = probed->barrier;
    double most = 0;
    for (int c = 0; c < probed->dimensions; c++) {
        most = fmax(most, fmax(fabs(p[c]), fabs(b->center[c]) + b->half_size[c] + b->radius));
    }
    return most * 0x1p-40;
}

/* On a side of a polygon the way from it says nothing about which way is out. */
static void turn_out(const vol_probed *probed, const double p[3], double least, double normal[3]) {
    double aside[3];
    go_along(p, normal, 4 * least, aside);
    if (is_in_polygon(probed, aside)) {
        for (int c = 0; c < 3; c++) {
            normal[c] = -normal[c];
        }
    }
}

vol_probe vol_probe_point(const vol_probed *probed, const double p[3]) {
    const double radius = probed->barrier->radius, least = tolerance(probed, p);
    vol_probe best = {.distance = INFINITY};
    for (vol_u32 i = 0; i < sides_of(probed->barrier); i++) {
        const convex q = side_of(probed, i);
        vol_probe probe;
        probe.distance = height(&q, p, probe.normal);
        best = probe.distance < best.distance ? probe : best;
    }
    if (probed->barrier->shape == VOL_CORE_POLYGON && best.distance + radius <= least) {
        turn_out(probed, p, least, best.normal);
    } else if (is_in_polygon(probed, p)) {
        for (int c = 0; c < 3; c++) {
            best.normal[c] = -best.normal[c];
        }
        best.distance = -(best.distance + radius) - radius;
    }
    return best;
}

/* Where the ray first comes to a surface that it is above. */
static vol_probe fall(const convex *q, const double origin[3], const double along[3], double length, double least) {
    double at = 0, p[3], normal[3], before[3], h = height(q, origin, normal);
    for (int i = 0; i < PROBE_STEPS; i++) {
        const double next = at - h / hard_dot(along, normal);
        if (hard_dot(along, normal) >= 0 || !(next <= length)) {
            break;
        }
        hard_copy(before, normal);
        go_along(origin, along, next, p);
        h = height(q, p, normal);
        if (h <= least || next <= at) {
            const bool thin = q->barrier->radius <= least && q->barrier->shape != VOL_CORE_BOX;
            vol_probe met = {.distance = next};
            hard_copy(met.normal, thin ? before : normal); /* on a line, the way from it is rounding alone */
            return met;
        }
        at = next;
    }
    return (vol_probe){.distance = INFINITY};
}

/* A convex obstacle, or a side: a ray that starts in it meets it at once, one that starts on it if it leads in. */
static vol_probe meet(const convex *q, const double origin[3], const double along[3], double length, double least) {
    vol_probe at_once = {.distance = 0}, never = {.distance = INFINITY};
    const double h = height(q, origin, at_once.normal);
    if (h > least) {
        return fall(q, origin, along, length, least);
    }
    const bool solid = q->barrier->radius > least || q->barrier->shape == VOL_CORE_BOX;
    return h < -least || (solid && hard_dot(along, at_once.normal) < 0) ? at_once : never;
}

vol_probe vol_probe_ray(const vol_probed *probed, const double origin[3], const double along[3], double length) {
    const double least = tolerance(probed, origin);
    double ahead[3];
    go_along(origin, along, 4 * least, ahead);
    vol_probe best = {.distance = INFINITY}, here = vol_probe_point(probed, origin);
    const bool leads_in = fabs(here.distance) <= least && is_in_polygon(probed, ahead);
    if (here.distance < -least || leads_in) {
        here.distance = 0;
        return here;
    }
    for (vol_u32 i = 0; i < sides_of(probed->barrier); i++) {
        const convex q = side_of(probed, i);
        const vol_probe met = meet(&q, origin, along, length, least);
        best = met.distance < best.distance ? met : best;
    }
    return best;
}
