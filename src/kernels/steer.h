/* Steering terms: the loops around kernels/terms.h over paths, flows, flocks and obstacles. C and OpenCL C. */
#ifndef VOLERY_KERNELS_STEER_H
#define VOLERY_KERNELS_STEER_H

#include "kernels/relate.h"
#include "kernels/terms.h"

enum { VOL_RANDOM_WANDER = 18 };

/* --- wander ------------------------------------------------------------------------------------------------------- */

/* Two numbers from -1 to 1 for a boid, going smoothly from one draw to the next within `period` steps. */
VOL_INLINE void wander_noise(VOL_SHARED const vol_constants *k, vol_u32 id, vol_u32 period, real noise[2]) {
    vol_u64 draw = k->step / period;
    real t = (real)(vol_u32)(k->step % period) / (real)period;
    real smooth = t * t * (REAL(3) - REAL(2) * t);
    vol_random_bits from = vol_random_at(k->seed, k->flock, id, draw, VOL_RANDOM_WANDER);
    vol_random_bits to = vol_random_at(k->seed, k->flock, id, draw + 1, VOL_RANDOM_WANDER);
    for (int i = 0; i < 2; i++) {
        real a = (real)vol_uniform24(from, i) * REAL(2) - REAL(1), b = (real)vol_uniform24(to, i) * REAL(2) - REAL(1);
        noise[i] = a + (b - a) * smooth;
    }
}

VOL_APART vvec steer_wander(const int D, VOL_SHARED const vol_constants *k, const vself *me,
                            VOL_GLOBAL const vol_term_core *term) {
    real angle[VOL_WIDTH], roll[VOL_WIDTH];
    const real most = (real)(term->angle * 0.017453292519943295);
    for (int i = 0; i < VOL_WIDTH; i++) {
        real noise[2];
        wander_noise(k, me->id[i], term->period, noise);
        angle[i] = noise[0] * most;
        roll[i] = noise[1] * REAL(3.141592653589793);
    }
    return term_wander(D, k, me, v_from(angle), v_from(roll), (real)term->force);
}

/* --- follow_path -------------------------------------------------------------------------------------------------- */

/* The nearest place on a path: how far off, and how far along the path it is. */
typedef struct vfoot {
    vreal off, along;
} vfoot;

VOL_INLINE vfoot path_foot(const int D, VOL_GLOBAL const vol_term_core *term, VOL_GLOBAL const double *path, vvec p) {
    vfoot foot = {v_set(VOL_NEVER), v_set(REAL(0))};
    for (vol_u32 i = 0; i + 1 < term->count; i++) {
        VOL_GLOBAL const double *from = path + 4 * (size_t)i, *to = from + 4;
        vnearest n = nearest_on_segment(D, VOL_FOOT_OFFSET, from, to, p);
        vreal off = vec_length(D, n.away), along = v_mul(n.part, v_set((real)(to[3] - from[3])));
        vmask nearer = v_lt(off, foot.off);
        foot.off = v_if(nearer, off, foot.off);
        foot.along = v_if(nearer, v_add(v_set((real)from[3]), along), foot.along);
    }
    return foot;
}

/* The place so far along the path; beyond the end it is the end. */
VOL_INLINE vvec path_place(const int D, VOL_GLOBAL const vol_term_core *term, VOL_GLOBAL const double *path,
                           vreal along) {
    vvec place = constant_vec(path);
    for (vol_u32 i = 0; i + 1 < term->count; i++) {
        VOL_GLOBAL const double *from = path + 4 * (size_t)i, *to = from + 4;
        vreal start = v_set((real)from[3]), length = v_set((real)(to[3] - from[3]));
        vvec a = constant_vec(from), n = vec_sub(D, constant_vec(to), a);
        vreal part = v_min(v_div(v_sub(along, start), length), v_set(REAL(1)));
        vmask reached = m_and(v_le(start, along), v_lt(v_set(REAL(0)), length));
        place = vec_if(D, reached, vec_add(D, a, vec_mul(D, n, part)), place);
    }
    return place;
}

/* A way along a closed path, brought into one round. */
VOL_INLINE vreal path_round(vreal along, vreal length) {
    return v_sub(along, v_mul(v_floor(v_div(along, length)), length));
}

VOL_APART vvec steer_path(const int D, VOL_SHARED const vol_constants *k, const vself *me,
                          VOL_GLOBAL const vol_term_core *term, VOL_GLOBAL const double *path) {
    const vreal length = v_set((real)path[4 * (size_t)term->count - 1]);
    vfoot now = path_foot(D, term, path, me->p), then = path_foot(D, term, path, term_future(D, me, (real)term->time));
    vreal progress = v_sub(then.along, now.along), goal = v_add(now.along, v_set(k->max_speed * (real)term->time));
    if (term->closed) {
        progress = path_round(progress, length);
        progress = v_only(v_lt(progress, v_div(length, v_set(REAL(2)))), progress);
        goal = path_round(goal, length);
    }
    vreal least =
        v_mul(length, v_set(REAL(0x1p-16))); /* at a corner that is there twice rounding must not be progress */
    vmask right = m_and(v_le(then.off, v_set((real)term->radius)), v_lt(least, progress));
    vvec force = term_along(D, k, me, vec_sub(D, path_place(D, term, path, goal), me->p), (real)term->force);
    return vec_only(D, m_not(right), force);
}

/* --- follow_flow, wind -------------------------------------------------------------------------------------------- */

/* Where a place, counted from the edge, lies on an axis of the flow: between points *at and *at + 1, *part of the
 * way. */
VOL_INLINE void flow_axis(real p, real size, vol_u32 count, vol_u32 *at, real *part) {
    real last = (real)(count - 1), x = p / size * last;
    x = x > REAL(0) ? x : REAL(0); /* also what a NaN becomes */
    x = x < last ? x : last;
    *at = x < last ? (vol_u32)x : count - 2;
    *part = x - (real)*at;
}

VOL_INLINE void flow_here(const int D, VOL_SHARED const vol_constants *k, VOL_GLOBAL const vol_term_core *term,
                          VOL_GLOBAL const double *flow, const real p[3], real v[3]) {
    const real size[3] = {k->size_x, k->size_y, k->size_z};
    vol_u32 at[3] = {0, 0, 0};
    real part[3] = {REAL(0), REAL(0), REAL(0)};
    for (int c = 0; c < D; c++) {
        flow_axis(p[c] - k->world_begin[c], size[c], term->flow[c], &at[c], &part[c]);
    }
    for (int c = 0; c < D; c++) {
        real corner[8] = {REAL(0)};
        for (vol_u32 i = 0; i < (1u << D); i++) {
            size_t y = at[1] + (i >> 1 & 1), z = at[2] + (i >> 2 & 1);
            size_t point = (z * term->flow[1] + y) * term->flow[0] + at[0] + (i & 1);
            corner[i] = (real)flow[point * (size_t)D + (size_t)c];
        }
        for (int axis = 0, left = 1 << D; axis < D; axis++) { /* along x, then y, then z */
            left /= 2;
            for (int i = 0; i < left; i++) {
                corner[i] = corner[2 * i] + (corner[2 * i + 1] - corner[2 * i]) * part[axis];
            }
        }
        v[c] = corner[0];
    }
}

VOL_APART vvec flow_at(const int D, VOL_SHARED const vol_constants *k, VOL_GLOBAL const vol_term_core *term,
                       VOL_GLOBAL const double *flow, vvec p) {
    real place[3][VOL_WIDTH], found[3][VOL_WIDTH];
    v_to(place[0], p.x);
    v_to(place[1], p.y);
    v_to(place[2], p.z);
    for (int i = 0; i < VOL_WIDTH; i++) {
        real here[3] = {place[0][i], place[1][i], place[2][i]}, v[3] = {REAL(0), REAL(0), REAL(0)};
        flow_here(D, k, term, flow, here, v);
        found[0][i] = v[0];
        found[1][i] = v[1];
        found[2][i] = v[2];
    }
    return vec_set(v_from(found[0]), v_from(found[1]), v_from(found[2]));
}

/* --- avoid_obstacles ---------------------------------------------------------------------------------------------- */

/* Faces moved out by `around`, and the edges between them round. */
VOL_INLINE vreal ray_round_box(const int D, VOL_GLOBAL const vol_barrier *b, vvec p, vvec h, real around) {
    vvec center = constant_vec(b->center);
    vreal s = v_set(VOL_NEVER);
    for (int axis = 0; axis < D; axis++) {
        vvec sides = constant_vec(b->half_size);
        sides.x = axis == 0 ? v_add(sides.x, v_set(around)) : sides.x;
        sides.y = axis == 1 ? v_add(sides.y, v_set(around)) : sides.y;
        sides.z = axis == 2 ? v_add(sides.z, v_set(around)) : sides.z;
        s = v_min(s, ray_box(D, p, h, center, sides));
        for (int edge = 0; edge < (1 << (D - 1)); edge++) { /* those along this axis */
            double from[3] = {b->center[0], b->center[1], b->center[2]};
            const int one = (axis + 1) % D, two = (axis + 2) % D;
            from[one] += edge & 1 ? b->half_size[one] : -b->half_size[one];
            if (D == 3) {
                from[two] += edge & 2 ? b->half_size[two] : -b->half_size[two];
            }
            double to[3] = {from[0], from[1], from[2]};
            from[axis] -= b->half_size[axis];
            to[axis] += b->half_size[axis];
            vvec a = vec_set(v_set((real)from[0]), v_set((real)from[1]), v_set((real)from[2]));
            vvec z = vec_set(v_set((real)to[0]), v_set((real)to[1]), v_set((real)to[2]));
            s = v_min(s, ray_line(D, p, h, a, z, around));
        }
    }
    return s;
}

VOL_INLINE vreal ray_polygon(VOL_GLOBAL const vol_barrier *b, VOL_GLOBAL const double *points, vvec p, vvec h,
                             real around) {
    vreal s = v_set(VOL_NEVER);
    for (vol_u32 i = 0; i < b->point_count; i++) {
        VOL_GLOBAL const double *from = points + 3 * (size_t)(b->point_first + i);
        VOL_GLOBAL const double *to = points + 3 * (size_t)(b->point_first + (i + 1) % b->point_count);
        s = v_min(s, ray_line(2, p, h, constant_vec(from), constant_vec(to), around));
    }
    return s;
}

VOL_APART vreal ray_barrier(const int D, VOL_GLOBAL const vol_barrier *b, VOL_GLOBAL const double *points, vvec p,
                            vvec h, real around) {
    switch (b->shape) {
    case VOL_CORE_BOX: return ray_round_box(D, b, p, h, around);
    case VOL_CORE_SEGMENT: {
        VOL_GLOBAL const double *first = points + 3 * (size_t)b->point_first;
        return ray_line(D, p, h, constant_vec(first), constant_vec(first + 3), around);
    }
    case VOL_CORE_POLYGON: return ray_polygon(b, points, p, h, around);
    default: return ray_ball(D, p, h, constant_vec(b->center), around);
    }
}

/* Along one axis: do a boid's way, from p on, and an obstacle touch, but for a little that rounding takes? */
VOL_INLINE vmask way_touches(vreal p, vreal way, real center, real wide) {
    const vreal zero = v_set(REAL(0)), middle = v_set(center);
    vreal spare = v_mul(v_add(v_add(v_abs(p), v_abs(middle)), v_set(wide)), v_set(REAL(0x1p-20)));
    vreal most = v_add(v_set(wide), spare), low = v_add(p, v_min(way, zero)), high = v_add(p, v_max(way, zero));
    return m_and(v_le(v_sub(low, middle), most), v_le(v_sub(middle, high), most));
}

/* Can the obstacle be hit at all? Tested for each boid: which obstacles are offered depends on the group, and far from
 * an obstacle rounding makes rays hit what they pass by. */
VOL_INLINE vmask may_hit(const int D, VOL_GLOBAL const vol_barrier *b, vvec p, vvec way, real around) {
    vmask may = m_and(way_touches(p.x, way.x, (real)b->center[0], (real)b->half_size[0] + around),
                      way_touches(p.y, way.y, (real)b->center[1], (real)b->half_size[1] + around));
    return D == 3 ? m_and(may, way_touches(p.z, way.z, (real)b->center[2], (real)b->half_size[2] + around)) : may;
}

/* One obstacle: if it is hit before *best, that and the way out of it become the best. */
VOL_OUTLINE void steer_barrier(const int D, VOL_SHARED const vol_constants *k, VOL_GLOBAL const vol_barrier *b,
                               VOL_GLOBAL const double *points, vvec at, vvec h, vreal way, real width, vreal *best,
                               vvec *apart) {
    real around = (real)b->radius + width / REAL(2);
    vvec p = seen_from(D, k, b->center, at);
    vmask may = may_hit(D, b, p, vec_mul(D, h, way), around);
    if (!m_any(may)) {
        return;
    }
    vvec out, away = from_barrier(D, b, points, p, &out);
    vmask inside = v_lt(vec_length(D, away), v_set(around));
    vreal s = v_if(inside, v_set(REAL(0)), ray_barrier(D, b, points, p, h, around));
    vmask first = m_and(may, m_and(v_le(s, way), v_lt(s, *best)));
    *best = v_if(first, s, *best);
    s = v_only(first, s);
    away = from_barrier(D, b, points, vec_add(D, p, vec_mul(D, h, s)), &out);
    away = vec_if(D, v_lt(v_set(REAL(0)), vec_length(D, away)), away, out);
    *apart = vec_if(D, first, away, *apart);
}

/* The obstacles that the ways of the boids may hit in the term's time. */
VOL_INLINE vol_box box_of_ways(const int D, VOL_SHARED const vol_constants *k, const vself *me, vol_u32 count,
                               VOL_GLOBAL const vol_term_core *term) {
    const double size[3] = {k->world_size[0], k->world_size[1], k->world_size[2]};
    const double half_width = term->width / 2, time = term->time * (1 + 0x1p-10);
    vol_box box = box_around(D, me->p, count);
    const vol_box speed = box_around(D, me->v, count);
    for (int c = 0; c < D; c++) {
        /* a little more than the way, because the kernels round: whether something is hit is left to them */
        double low = box.low[c] < 0 ? -box.low[c] : box.low[c], high = box.high[c] < 0 ? -box.high[c] : box.high[c];
        double aside = (half_width + low + high + size[c]) * 0x1p-16 + half_width;
        box.low[c] += (speed.low[c] < 0 ? speed.low[c] * time : 0) - aside;
        box.high[c] += (speed.high[c] > 0 ? speed.high[c] * time : 0) + aside;
    }
    return box;
}

VOL_APART vvec steer_obstacles(const int D, const vol_context *c, const vself *me, vol_u32 count,
                               VOL_GLOBAL const vol_term_core *term) {
    VOL_SHARED const vol_constants *k = c->constants;
    const vol_obstacle_cells *cells = &c->around->obstacles;
    const vol_box box = box_of_ways(D, k, me, count, term);
    vvec h = vec_unit(D, me->v), apart = vec_zero();
    vreal speed = vec_length(D, me->v), way = v_mul(speed, v_set((real)term->time)), best = v_set(VOL_NEVER);
    for (int hard = 0; hard < 2; hard++) {
        vol_near near;
        if ((hard ? c->around->hard_count : c->around->soft_count) == 0) {
            continue;
        }
        find_near(cells, box.low, box.high, hard, &near);
        const vol_u32 number = near.all ? c->around->obstacle_count : near.count;
        for (vol_u32 i = 0; i < number; i++) {
            VOL_GLOBAL const vol_barrier *b = &cells->barrier[near.all ? i : near.which[i]];
            if (obstacle_acts(cells, b, hard)) {
                steer_barrier(D, k, b, cells->points, me->p, h, way, (real)term->width, &best, &apart);
            }
        }
    }
    vmask hit = m_and(v_lt(best, v_set(VOL_NEVER)), v_lt(v_set(REAL(0)), speed));
    return vec_only(D, hit, term_sideways(D, k, term_aside(D, h, apart), (real)term->force));
}

/* --- Other boids -------------------------------------------------------------------------------------------------- */

VOL_APART vvec steer_quarry(const int D, const vol_context *c, const vself *me, vol_u32 count,
                            VOL_GLOBAL const vol_term_core *term, vol_runs *runs) {
    VOL_SHARED const vol_constants *k = c->constants;
    vquarry best = quarry_none();
    vol_run run;
    flock_runs(D, c, term->target, me->p, count, term->radius, runs);
    while (next_run(D, c, runs, &run)) {
        quarry_run(D, k, me, &run, (real)term->radius, &best);
    }
    return term_quarry(D, k, me, &best, term->kind == VOL_STEER_PURSUE ? REAL(1) : REAL(-1), (real)term->force);
}

VOL_APART vvec steer_passing(const int D, const vol_context *c, const vself *me, vol_u32 first, vol_u32 count,
                             VOL_GLOBAL const vol_term_core *term, vol_runs *runs) {
    VOL_SHARED const vol_constants *k = c->constants;
    vpassing best;
    best.time = v_set(VOL_NEVER);
    best.apart = vec_zero();
    vol_run run;
    flock_runs(D, c, c->flock, me->p, count, term->radius, runs);
    while (next_run(D, c, runs, &run)) {
        passing_run(D, k, me, first, &run, (real)term->radius, (real)term->width, (real)term->time, &best);
    }
    return term_passing(D, k, me, &best, (real)term->force);
}

/* The leader as it is now: where boids move in turn it may have moved already. */
VOL_APART vvec steer_leader(const int D, const vol_context *c, const vself *me, vol_u32 first,
                            VOL_GLOBAL const vol_term_core *term) {
    const vol_boids *boids = &c->around->flock[term->target];
    if (boids->leader == VOL_NO_LEADER) {
        return vec_zero();
    }
    const vol_arrays arrays = arrays_of(boids);
    vvec force =
        term_leader(D, c->constants, me, place_at(D, &arrays, boids->leader), velocity_at(D, &arrays, boids->leader),
                    (real)term->distance, (real)term->radius, (real)term->width, (real)term->time, (real)term->force);
    if (term->target != c->flock) {
        return force;
    }
    vmask myself = lane_of(boids->leader, first);
    return vec_only(D, m_not(myself), force);
}

/* --- All of them -------------------------------------------------------------------------------------------------- */

VOL_INLINE vvec steer_force(const int D, const vol_context *c, const vself *me, vol_u32 first, vol_u32 count,
                            VOL_GLOBAL const vol_term_core *term, vol_runs *runs) {
    VOL_SHARED const vol_constants *k = c->constants;
    const real most = (real)term->force, radius = (real)term->radius, time = (real)term->time;
    vvec point = constant_vec(term->point);
    switch (term->kind) {
    case VOL_STEER_SEEK: return term_goal(D, k, me, point, radius, REAL(1), most);
    case VOL_STEER_FLEE: return term_goal(D, k, me, point, radius, REAL(-1), most);
    case VOL_STEER_ARRIVE: return term_arrive(D, k, me, term_place(D, k, me->p, point), radius, most);
    case VOL_STEER_PURSUE:
    case VOL_STEER_EVADE: return steer_quarry(D, c, me, count, term, runs);
    case VOL_STEER_WANDER: return steer_wander(D, k, me, term);
    case VOL_STEER_CONTAIN: return term_contain(D, k, me, (real)term->distance, time, most);
    case VOL_STEER_FOLLOW_PATH: return steer_path(D, k, me, term, c->around->number + term->first);
    case VOL_STEER_FOLLOW_FLOW:
        return term_steer(D, me, flow_at(D, k, term, c->around->number + term->first, term_future(D, me, time)), most);
    case VOL_STEER_AVOID_OBSTACLES: return steer_obstacles(D, c, me, count, term);
    case VOL_STEER_AVOID_COLLISION: return steer_passing(D, c, me, first, count, term, runs);
    case VOL_STEER_FOLLOW_LEADER: return steer_leader(D, c, me, first, term);
    default: return vec_zero(); /* wind is no force */
    }
}

#endif
