/* Steering terms: the formulas of Reynolds' behaviours, one boid a lane. Each gives a force, exactly nothing to boids
 * that it does not concern; kernels/surround.h weighs and combines them. C and OpenCL C. */
#ifndef VOLERY_KERNELS_TERMS_H
#define VOLERY_KERNELS_TERMS_H

#include "kernels/candidates.h"

/* No distance or time is as far as this. */
#define VOL_NEVER REAL(1e30)

/* The place that a boid at p takes for the point c, in a world with images. */
VOL_INLINE vvec term_place(const int D, VOL_SHARED const vol_constants *k, vvec p, vvec c) {
    if (k->world_images) {
        c.x = nearest_image(p.x, c.x, k->size_x);
        c.y = nearest_image(p.y, c.y, k->size_y);
        c.z = D == 3 ? nearest_image(p.z, c.z, k->size_z) : c.z;
    }
    return c;
}

/* What turns the velocity into `wanted`, cut. */
VOL_INLINE vvec term_steer(const int D, const vself *me, vvec wanted, real most) {
    return vec_limit(D, VOL_LIMIT_DIVIDE_MULTIPLY, vec_sub(D, wanted, me->v), v_set(most));
}

/* At full speed along u; nothing where u has no direction. */
VOL_INLINE vvec term_along(const int D, VOL_SHARED const vol_constants *k, const vself *me, vvec u, real most) {
    vvec force = term_steer(D, me, vec_mul(D, vec_unit(D, u), v_set(k->max_speed)), most);
    return vec_only(D, v_lt(v_set(REAL(0)), vec_length(D, u)), force);
}

/* Sideways along the unit vector `aside`. */
VOL_INLINE vvec term_sideways(const int D, VOL_SHARED const vol_constants *k, vvec aside, real most) {
    real strength = k->max_speed < most ? k->max_speed : most;
    return vec_mul(D, aside, v_set(strength));
}

/* The way a boid would go in `time`. */
VOL_INLINE vvec term_future(const int D, const vself *me, real time) {
    return vec_add(D, me->p, vec_mul(D, me->v, v_set(time)));
}

/* seek (sign 1) and flee (sign -1); a radius of 0 is anywhere. */
VOL_INLINE vvec term_goal(const int D, VOL_SHARED const vol_constants *k, const vself *me, vvec point, real radius,
                          real sign, real most) {
    vvec offset = vec_sub(D, term_place(D, k, me->p, point), me->p);
    vvec force = term_along(D, k, me, vec_mul(D, offset, v_set(sign)), most);
    return radius > REAL(0) ? vec_only(D, v_lt(vec_length(D, offset), v_set(radius)), force) : force;
}

/* Towards a place, in proportion to the distance within `radius`. */
VOL_INLINE vvec term_arrive(const int D, VOL_SHARED const vol_constants *k, const vself *me, vvec place, real radius,
                            real most) {
    const vreal one = v_set(REAL(1));
    vvec offset = vec_sub(D, place, me->p);
    vreal share = radius > REAL(0) ? v_min(v_div(vec_length(D, offset), v_set(radius)), one) : one;
    return term_steer(D, me, vec_mul(D, vec_mul(D, vec_unit(D, offset), v_set(k->max_speed)), share), most);
}

/* The nearest boid of another flock so far. */
typedef struct vquarry {
    vreal d;
    vvec p, v;
} vquarry;

VOL_INLINE vquarry quarry_none(void) {
    vquarry q;
    q.d = v_set(VOL_NEVER);
    q.p = q.v = vec_zero();
    return q;
}

VOL_INLINE void quarry_run(const int D, VOL_SHARED const vol_constants *k, const vself *me, const vol_run *run,
                           real radius, vquarry *best) {
    const vol_arrays arrays = arrays_of(run->of);
    for (vol_u32 j = run->begin; j < run->end; j++) {
        vvec p = place_at(D, &arrays, j), v = velocity_at(D, &arrays, j);
        p = term_place(D, k, me->p, p);
        vreal d = vec_length(D, vec_sub(D, p, me->p));
        vmask better = m_and(v_lt(d, v_set(radius)), v_lt(d, best->d));
        best->d = v_if(better, d, best->d);
        best->p = vec_if(D, better, p, best->p);
        best->v = vec_if(D, better, v, best->v);
    }
}

/* pursue (sign 1) and evade (sign -1): it goes on as it does for as long as it takes to get there at full speed. */
VOL_INLINE vvec term_quarry(const int D, VOL_SHARED const vol_constants *k, const vself *me, const vquarry *q,
                            real sign, real most) {
    vreal time = k->max_speed > REAL(0) ? v_div(q->d, v_set(k->max_speed)) : v_set(REAL(0));
    vvec ahead = vec_sub(D, vec_add(D, q->p, vec_mul(D, q->v, time)), me->p);
    vvec force = term_along(D, k, me, vec_mul(D, ahead, v_set(sign)), most);
    return vec_only(D, v_lt(q->d, v_set(VOL_NEVER)), force);
}

/* Turned by `angle` (radians, a number in each lane) from the way, in 3D towards the side `roll`. At rest the way is
 * along x. */
VOL_INLINE vvec term_wander(const int D, VOL_SHARED const vol_constants *k, const vself *me, vreal angle, vreal roll,
                            real most) {
    const vreal zero = v_set(REAL(0)), one = v_set(REAL(1));
    vmask moves = v_lt(zero, vec_length(D, me->v));
    vvec h = vec_if(D, moves, vec_unit(D, me->v), vec_set(one, zero, zero));
    h.z = D == 3 ? h.z : zero;
    vvec side = vec_left(D, h);
    vreal sine, cosine;
    if (D == 3) {
        vvec over =
            vec_set(v_sub(v_mul(h.y, side.z), v_mul(h.z, side.y)), v_sub(v_mul(h.z, side.x), v_mul(h.x, side.z)),
                    v_sub(v_mul(h.x, side.y), v_mul(h.y, side.x)));
        v_sincos(roll, &sine, &cosine);
        side = vec_add(D, vec_mul(D, side, cosine), vec_mul(D, over, sine));
    }
    v_sincos(angle, &sine, &cosine);
    return term_along(D, k, me, vec_add(D, vec_mul(D, h, cosine), vec_mul(D, side, sine)), most);
}

VOL_INLINE vreal term_inside(VOL_SHARED const vol_constants *k, vreal p, const int axis, real size, real distance) {
    real edge = distance < size / REAL(2) ? distance : size / REAL(2);
    return v_min(v_max(p, v_set(k->world_begin[axis] + edge)), v_set(k->world_end[axis] - edge));
}

VOL_INLINE vvec term_contain(const int D, VOL_SHARED const vol_constants *k, const vself *me, real distance, real time,
                             real most) {
    vvec future = term_future(D, me, time), inside = future;
    inside.x = term_inside(k, future.x, 0, k->size_x, distance);
    inside.y = term_inside(k, future.y, 1, k->size_y, distance);
    inside.z = D == 3 ? term_inside(k, future.z, 2, k->size_z, distance) : future.z;
    return term_along(D, k, me, vec_sub(D, inside, future), most);
}

/* When two pass each other, and how far apart then. */
typedef struct vpassing {
    vreal time;
    vvec apart; /* from the other to me, at that time */
} vpassing;

/* avoid_collision with a run of the own flock; `first` is the slot of lane 0. */
VOL_INLINE void passing_run(const int D, VOL_SHARED const vol_constants *k, const vself *me, vol_u32 first,
                            const vol_run *run, real radius, real width, real time, vpassing *best) {
    const vreal zero = v_set(REAL(0));
    const vol_arrays arrays = arrays_of(run->of);
    for (vol_u32 j = run->begin; j < run->end; j++) {
        vvec p = place_at(D, &arrays, j), v = velocity_at(D, &arrays, j);
        vvec away = vec_sub(D, me->p, term_place(D, k, me->p, p)), drift = vec_sub(D, me->v, v);
        vreal square = vec_dot(D, drift, drift);
        vreal when = v_div(v_neg(vec_dot(D, away, drift)), square);
        vvec apart = vec_add(D, away, vec_mul(D, drift, when));
        vmask near = m_and(v_lt(vec_length(D, away), v_set(radius)), m_not(lane_of(j, first)));
        near = m_and(near, m_and(v_lt(zero, square), v_lt(zero, when)));
        near = m_and(near, m_and(v_lt(when, v_set(time)), v_lt(vec_length(D, apart), v_set(width))));
        vmask sooner = m_and(near, v_lt(when, best->time));
        best->time = v_if(sooner, when, best->time);
        best->apart = vec_if(D, sooner, apart, best->apart);
    }
}

/* The way out of something at `apart`, across the unit vector h. */
VOL_INLINE vvec term_aside(const int D, vvec h, vvec apart) {
    vvec unit = vec_unit(D, apart);
    return vec_aside(D, h, vec_sub(D, unit, vec_mul(D, h, vec_dot(D, unit, h))));
}

VOL_INLINE vvec term_passing(const int D, VOL_SHARED const vol_constants *k, const vself *me, const vpassing *best,
                             real most) {
    vvec aside = term_aside(D, vec_unit(D, me->v), best->apart);
    return vec_only(D, v_lt(best->time, v_set(VOL_NEVER)), term_sideways(D, k, aside, most));
}

/* Behind the leader, or aside of its way. */
VOL_INLINE vvec term_leader(const int D, VOL_SHARED const vol_constants *k, const vself *me, vvec leader, vvec velocity,
                            real distance, real radius, real width, real time, real most) {
    const vreal zero = v_set(REAL(0));
    vvec place = term_place(D, k, me->p, leader), h = vec_unit(D, velocity), offset = vec_sub(D, me->p, place);
    vreal ahead = vec_dot(D, offset, h);
    vvec across = vec_sub(D, offset, vec_mul(D, h, ahead));
    vmask in_way = m_and(v_lt(zero, ahead), v_lt(ahead, v_mul(vec_length(D, velocity), v_set(time))));
    in_way = m_and(in_way, v_lt(vec_length(D, across), v_set(width / REAL(2))));
    vvec behind = vec_sub(D, place, vec_mul(D, h, v_set(distance)));
    vvec force = term_arrive(D, k, me, behind, radius, most);
    return vec_if(D, in_way, term_sideways(D, k, term_aside(D, h, across), most), force);
}

/* --- Rays: how far along the unit vector h from p is the surface at `around` a core? VOL_NEVER if nowhere. -------- */

VOL_INLINE vreal ray_ball(const int D, vvec p, vvec h, vvec center, real around) {
    const vreal zero = v_set(REAL(0));
    vvec m = vec_sub(D, p, center);
    vreal b = vec_dot(D, m, h), c = v_sub(vec_dot(D, m, m), v_set(around * around));
    vreal square = v_sub(v_mul(b, b), c), s = v_sub(v_neg(b), v_sqrt(v_max(square, zero)));
    return v_if(m_and(v_le(zero, square), v_le(zero, s)), s, v_set(VOL_NEVER));
}

/* The line from a to b: its round side, and a ball at each end. */
VOL_INLINE vreal ray_line(const int D, vvec p, vvec h, vvec a, vvec b, real around) {
    const vreal zero = v_set(REAL(0)), one = v_set(REAL(1));
    vvec n = vec_sub(D, b, a), m = vec_sub(D, p, a);
    vreal n2 = vec_dot(D, n, n), hn = v_div(vec_dot(D, h, n), n2), mn = v_div(vec_dot(D, m, n), n2);
    vvec hp = vec_sub(D, h, vec_mul(D, n, hn)), mp = vec_sub(D, m, vec_mul(D, n, mn));
    vreal A = vec_dot(D, hp, hp), B = vec_dot(D, mp, hp), C = v_sub(vec_dot(D, mp, mp), v_set(around * around));
    vreal square = v_sub(v_mul(B, B), v_mul(A, C));
    vreal s = v_div(v_sub(v_neg(B), v_sqrt(v_max(square, zero))), A), part = v_add(mn, v_mul(s, hn));
    vmask hit = m_and(m_and(v_lt(zero, n2), v_lt(zero, A)), m_and(v_le(zero, square), v_le(zero, s)));
    hit = m_and(hit, m_and(v_le(zero, part), v_le(part, one)));
    s = v_if(hit, s, v_set(VOL_NEVER));
    return v_min(s, v_min(ray_ball(D, p, h, a, around), ray_ball(D, p, h, b, around)));
}

/* One axis of a box: where the ray is inside, from *enter to *leave. */
VOL_INLINE void ray_slab(vreal p, vreal h, vreal low, vreal high, vreal *enter, vreal *leave) {
    const vreal zero = v_set(REAL(0)), never = v_set(VOL_NEVER);
    vreal a = v_div(v_sub(low, p), h), b = v_div(v_sub(high, p), h);
    vmask along = v_eq(h, zero), inside = m_and(v_le(low, p), v_le(p, high));
    vreal first = v_if(along, v_if(inside, v_neg(never), never), v_min(a, b));
    vreal last = v_if(along, v_if(inside, never, v_neg(never)), v_max(a, b));
    *enter = v_max(*enter, first);
    *leave = v_min(*leave, last);
}

VOL_INLINE vreal ray_box(const int D, vvec p, vvec h, vvec center, vvec sides) {
    vvec low = vec_sub(D, center, sides), high = vec_add(D, center, sides);
    vreal enter = v_set(-VOL_NEVER), leave = v_set(VOL_NEVER);
    ray_slab(p.x, h.x, low.x, high.x, &enter, &leave);
    ray_slab(p.y, h.y, low.y, high.y, &enter, &leave);
    if (D == 3) {
        ray_slab(p.z, h.z, low.z, high.z, &enter, &leave);
    }
    return v_if(m_and(v_le(enter, leave), v_le(v_set(REAL(0)), enter)), enter, v_set(VOL_NEVER));
}

#endif
