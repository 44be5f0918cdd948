/* Moving: limit the velocity, integrate, apply the boundary. C and OpenCL C. Comes after decide and the
 * surroundings. */
#ifndef VOLERY_KERNELS_ADVANCE_H
#define VOLERY_KERNELS_ADVANCE_H

#include "kernels/around.h"
#include "models/polar.h"

/* The boundary of the world: a constant where a program is made for one. */
#ifdef VOL_BOUNDARY
#define VOL_BOUNDARY_OF(k) (VOL_BOUNDARY)
#else
#define VOL_BOUNDARY_OF(k) ((k)->boundary)
#endif

/* An axis of the world, from `begin` to `end`. */
typedef struct vedges {
    vreal size, begin, end;
} vedges;

VOL_INLINE vedges edges_along(VOL_SHARED const vol_constants *k, const int axis) {
    vedges e;
    e.size = v_set(axis == 0 ? k->size_x : axis == 1 ? k->size_y : k->size_z);
    e.begin = v_set(k->world_begin[axis]);
    e.end = v_set(k->world_end[axis]);
    return e;
}

/* Floored modulo. One world away the two cases are exact as fmod is, in a world that begins at 0; farther away the
 * division does. */
VOL_INLINE vreal edge_wrap(vreal p, vedges e) {
    vreal r = v_if(v_le(e.end, p), v_sub(p, e.size), p);
    r = v_if(v_lt(p, e.begin), v_add(p, e.size), r);
    vmask far = m_or(v_lt(r, e.begin), v_lt(e.end, r));
    if (!m_any(far)) { /* as nearly always, so that the division is not waited for */
        return r;
    }
    vreal rest = v_sub(p, v_mul(v_floor(v_div(v_sub(p, e.begin), e.size)), e.size));
    rest = v_min(v_max(rest, e.begin), e.end); /* what the division left over or short */
    return v_if(far, rest, r);
}

/* Beyond `margin` outside an edge, on to `margin` outside the opposite one. */
VOL_INLINE vreal edge_jump(vreal p, vedges e, vreal margin) {
    vreal high = v_add(e.end, margin), low = v_neg(v_sub(margin, e.begin));
    vreal r = v_if(v_lt(high, p), low, p);
    return v_if(v_lt(r, low), high, r);
}

/* Reflected once; a boid that is still outside stops at the edge. */
VOL_INLINE vreal edge_bounce(vreal p, vedges e, vreal *v) {
    vmask low = v_lt(p, e.begin), high = v_lt(e.end, p);
    *v = v_if(m_or(low, high), v_neg(*v), *v);
    vreal r = v_if(low, v_add(v_sub(e.begin, p), e.begin), p);
    r = v_if(high, v_add(v_sub(e.end, p), e.end), r);
    return v_min(v_max(r, e.begin), e.end);
}

/* What callers may not give (VOL_FARTHEST, VOL_FASTEST), steps do not make either: a state that was saved can be
 * loaded. */
VOL_INLINE vreal within(vreal a, real most) {
    return v_min(v_max(a, v_set(-most)), v_set(most));
}

VOL_INLINE vvec vec_within(const int D, vvec a, real most) {
    return vec_set(within(a.x, most), within(a.y, most), D == 3 ? within(a.z, most) : a.z);
}

VOL_INLINE vreal edge_apply(VOL_SHARED const vol_constants *k, vreal p, const int axis, vreal *v) {
    const vedges e = edges_along(k, axis);
    switch (VOL_BOUNDARY_OF(k)) {
    case VOL_EDGE_WRAP: return edge_wrap(p, e);
    case VOL_EDGE_JUMP: return edge_jump(p, e, v_set(REAL(0)));
    case VOL_EDGE_TILE: return edge_jump(p, e, v_set(k->margin));
    case VOL_EDGE_CLAMP: return v_if(v_lt(e.end, p), e.end, v_if(v_lt(p, e.begin), e.begin, p));
    case VOL_EDGE_BOUNCE: return edge_bounce(p, e, v);
    default: return within(p, VOL_MOST_PLACE);
    }
}

/* The boid has come to p with the velocity v, or where and with what the boundary has it. */
VOL_INLINE void edge_arrive(const int D, VOL_SHARED const vol_constants *k, vvec p, vvec v, vself *me) {
    me->p.x = edge_apply(k, p.x, 0, &v.x);
    me->p.y = edge_apply(k, p.y, 1, &v.y);
    if (D == 3) {
        me->p.z = edge_apply(k, p.z, 2, &v.z);
    }
    me->v = v;
}

/* v turned back so far that it is not more than turn.rate away from the old velocity; straight back turns left. */
VOL_INLINE vvec pace_turn(const int D, VOL_SHARED const vol_constants *k, vvec old, vvec v) {
    const vreal zero = v_set(REAL(0));
    vreal speed = vec_length(D, v);
    vvec ahead = vec_unit(D, old), unit = vec_unit(D, v);
    vreal cosine = vec_dot(D, ahead, unit);
    vvec across = vec_sub(D, unit, vec_mul(D, ahead, cosine));
    vvec aside = vec_if(D, v_lt(cosine, zero), vec_aside(D, ahead, across), vec_unit(D, across));
    vvec turned = vec_add(D, vec_mul(D, ahead, v_set(k->turn_cosine)), vec_mul(D, aside, v_set(k->turn_sine)));
    vmask far = m_and(v_lt(cosine, v_set(k->turn_cosine)), v_lt(zero, v_mul(speed, vec_length(D, old))));
    return vec_if(D, far, vec_mul(D, turned, speed), v);
}

/* v, turned as far as it may be, at the speed that all boids have; without a direction the old velocity. */
VOL_INLINE vvec pace_keep(const int D, VOL_SHARED const vol_constants *k, vvec old, vvec v) {
    v = k->turn_rate > REAL(0) ? pace_turn(D, k, old, v) : v;
    vreal speed = vec_length(D, v);
    return vec_if(D, v_lt(v_set(REAL(0)), speed), vec_mul(D, vec_div(D, v, speed), v_set(k->speed)), old);
}

/* Turning, cruising and the least speed: what is not asked for does not touch a bit. */
VOL_INLINE vvec pace(const int D, VOL_SHARED const vol_constants *k, vvec old, vvec v) {
    const vreal most = v_set(k->max_speed), zero = v_set(REAL(0));
    if (k->turn_rate > REAL(0)) {
        v = pace_turn(D, k, old, v);
    }
    if (k->cruise_rate > REAL(0)) {
        vreal speed = vec_length(D, v), wanted = v_min(v_set(k->cruise_speed), most);
        vreal share = v_min(v_set(k->cruise_rate * k->dt), v_set(REAL(1)));
        vreal next = v_add(speed, v_mul(v_sub(wanted, speed), share));
        v = vec_if(D, v_lt(zero, speed), vec_mul(D, vec_div(D, v, speed), next), v);
    }
    if (k->min_speed > REAL(0)) {
        vreal speed = vec_length(D, v), least = v_min(v_set(k->min_speed), most);
        vvec way = vec_if(D, v_lt(zero, speed), v, old); /* a boid that would stop keeps its direction */
        v = vec_if(D, v_lt(speed, least), vec_mul(D, vec_unit(D, way), least), v);
    }
    return v;
}

/* v; where it is beyond what numbers can hold (a rule to the fourth power across a wide world, say) the old velocity,
 * cut: one boid with a NaN would be a NaN for ever, and for all its neighbours. */
VOL_INLINE vvec finite_or(const int D, vvec v, vvec old, const int limit, real most) {
    vmask finite = v_eq(vec_dot(D, v, vec_zero()), v_set(REAL(0)));
    return m_any(m_not(finite)) ? vec_if(D, finite, v, vec_limit(D, limit, old, v_set(most))) : v;
}

/* From what a boid wants to where it is next; `limit` and `heading` are the model's. */
VOL_INLINE void advance(const int D, const int limit, const int heading, VOL_SHARED const vol_constants *k,
                        const vwish *wish, vself *me) {
    const vreal dt = v_set(k->dt);
    vvec v = vec_add(D, wish->v, vec_mul(D, wish->a, dt));
    v = limit == VOL_LIMIT_KEEP ? pace_keep(D, k, me->v, v) : vec_limit(D, limit, v, v_set(k->max_speed));
    v = finite_or(D, v, me->v, limit, k->max_speed);
    v = vec_within(D, limit == VOL_LIMIT_KEEP ? v : pace(D, k, me->v, v), VOL_MOST_SPEED);
    const vvec along = limit == VOL_LIMIT_KEEP && k->moves_old ? me->v : v;
    edge_arrive(D, k, vec_add(D, me->p, vec_mul(D, along, dt)), v, me);
    if (heading) {
        me->heading = polar_degrees(me->v);
        me->speed = v_min(vec_length(D, me->v), v_set(VOL_MOST_SPEED));
    }
}

#endif
