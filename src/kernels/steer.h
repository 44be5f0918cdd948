/* Groups steer: the loops around kernels/terms.h over paths, flows, flocks and obstacles, and how terms are combined. */
#ifndef VOLERY_KERNELS_STEER_H
#define VOLERY_KERNELS_STEER_H

#include "kernels/meetings.h"
#include "kernels/terms.h"

enum { VOL_RANDOM_WANDER = 18 };

/* --- wander -------------------------------------------------------------------------------------------------------- */

/* Two numbers from -1 to 1 for a boid, going smoothly from one draw to the next within `period` steps. */
VOL_INLINE void wander_noise(const vol_constants *k, uint32_t id, uint32_t period, real noise[2]) {
    vol_u64 draw = k->step / period;
    real t = (real)(uint32_t)(k->step % period) / (real)period;
    real smooth = t * t * (REAL(3) - REAL(2) * t);
    vol_random_bits from = vol_random_at(k->seed, k->flock, id, draw, VOL_RANDOM_WANDER);
    vol_random_bits to = vol_random_at(k->seed, k->flock, id, draw + 1, VOL_RANDOM_WANDER);
    for (int i = 0; i < 2; i++) {
        real a = (real)vol_uniform24(from, i) * REAL(2) - REAL(1), b = (real)vol_uniform24(to, i) * REAL(2) - REAL(1);
        noise[i] = a + (b - a) * smooth;
    }
}

VOL_INLINE vvec steer_wander(const int D, const vol_constants *k, const vself *me, const vol_term_def *def) {
    real angle[VOL_WIDTH], roll[VOL_WIDTH];
    const real most = (real)(def->angle * 0.017453292519943295);
    for (int i = 0; i < VOL_WIDTH; i++) {
        real noise[2];
        wander_noise(k, me->id[i], def->period, noise);
        angle[i] = noise[0] * most;
        roll[i] = noise[1] * REAL(3.141592653589793);
    }
    return term_wander(D, k, me, v_load(angle), v_load(roll), (real)def->force);
}

/* --- follow_path --------------------------------------------------------------------------------------------------- */

/* The nearest place on a path: how far off, and how far along the path it is. */
typedef struct vfoot {
    vreal off, along;
} vfoot;

VOL_INLINE vfoot path_foot(const int D, const vol_term_data *term, vvec p) {
    const vreal zero = v_set(REAL(0)), one = v_set(REAL(1));
    vfoot foot = {v_set(VOL_NEVER), zero};
    for (uint32_t i = 0; i + 1 < term->path_count; i++) {
        const double *from = term->path + 4 * (size_t)i, *to = from + 4;
        vvec a = constant_vec(from), n = vec_sub(D, constant_vec(to), a), m = vec_sub(D, p, a);
        vreal square = vec_dot(D, n, n), part = v_only(v_lt(zero, square), v_div(vec_dot(D, m, n), square));
        part = v_min(v_max(part, zero), one);
        vreal off = vec_length(D, vec_sub(D, m, vec_mul(D, n, part)));
        vmask nearer = v_lt(off, foot.off);
        foot.off = v_if(nearer, off, foot.off);
        foot.along = v_if(nearer, v_add(v_set((real)from[3]), v_mul(part, v_set((real)(to[3] - from[3])))), foot.along);
    }
    return foot;
}

/* The place so far along the path; beyond the end it is the end. */
VOL_INLINE vvec path_place(const int D, const vol_term_data *term, vreal along) {
    vvec place = constant_vec(term->path);
    for (uint32_t i = 0; i + 1 < term->path_count; i++) {
        const double *from = term->path + 4 * (size_t)i, *to = from + 4;
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

VOL_INLINE vvec steer_path(const int D, const vol_constants *k, const vself *me, const vol_term_data *term) {
    const vol_term_def *def = &term->def;
    const vreal length = v_set((real)term->path[4 * (size_t)term->path_count - 1]);
    vfoot now = path_foot(D, term, me->p), then = path_foot(D, term, term_future(D, me, (real)def->time));
    vreal progress = v_sub(then.along, now.along), goal = v_add(now.along, v_set(k->max_speed * (real)def->time));
    if (def->closed) {
        progress = path_round(progress, length);
        progress = v_only(v_lt(progress, v_div(length, v_set(REAL(2)))), progress);
        goal = path_round(goal, length);
    }
    vreal least = v_mul(length, v_set(REAL(0x1p-16))); /* whoever is at a corner twice must not get on by rounding */
    vmask right = m_and(v_le(then.off, v_set((real)def->radius)), v_lt(least, progress));
    vvec force = term_along(D, k, me, vec_sub(D, path_place(D, term, goal), me->p), (real)def->force);
    return vec_only(D, m_not(right), force);
}

/* --- follow_flow, wind --------------------------------------------------------------------------------------------- */

/* Where a coordinate lies on an axis of the flow: between points *at and *at + 1, *part of the way. */
VOL_INLINE void flow_axis(real p, real size, uint32_t count, uint32_t *at, real *part) {
    real last = (real)(count - 1), x = p / size * last;
    x = x > REAL(0) ? x : REAL(0); /* also what a NaN becomes */
    x = x < last ? x : last;
    *at = x < last ? (uint32_t)x : count - 2;
    *part = x - (real)*at;
}

VOL_INLINE void flow_here(const int D, const vol_constants *k, const vol_term_def *def, const real p[3], real v[3]) {
    const real size[3] = {k->size_x, k->size_y, k->size_z};
    uint32_t at[3] = {0, 0, 0};
    real part[3] = {REAL(0), REAL(0), REAL(0)};
    for (int c = 0; c < D; c++) {
        flow_axis(p[c], size[c], def->flow_count[c], &at[c], &part[c]);
    }
    for (int c = 0; c < D; c++) {
        real corner[8] = {REAL(0)};
        for (uint32_t i = 0; i < (1u << D); i++) {
            size_t y = at[1] + (i >> 1 & 1), z = at[2] + (i >> 2 & 1);
            size_t point = (z * def->flow_count[1] + y) * def->flow_count[0] + at[0] + (i & 1);
            corner[i] = (real)def->flow[point * (size_t)D + (size_t)c];
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

VOL_INLINE vvec flow_at(const int D, const vol_constants *k, const vol_term_def *def, vvec p) {
    real place[3][VOL_WIDTH], found[3][VOL_WIDTH];
    v_store(place[0], p.x);
    v_store(place[1], p.y);
    v_store(place[2], p.z);
    for (int i = 0; i < VOL_WIDTH; i++) {
        real here[3] = {place[0][i], place[1][i], place[2][i]}, v[3] = {REAL(0), REAL(0), REAL(0)};
        flow_here(D, k, def, here, v);
        found[0][i] = v[0];
        found[1][i] = v[1];
        found[2][i] = v[2];
    }
    return vec_set(v_load(found[0]), v_load(found[1]), v_load(found[2]));
}

/* --- avoid_obstacles ----------------------------------------------------------------------------------------------- */

/* Faces moved out by `around`, and the edges between them round. */
VOL_INLINE vreal ray_round_box(const int D, const vol_barrier *b, vvec p, vvec h, real around) {
    vvec center = constant_vec(b->center);
    vreal s = v_set(VOL_NEVER);
    for (int axis = 0; axis < D; axis++) {
        vvec half = constant_vec(b->half);
        half.x = axis == 0 ? v_add(half.x, v_set(around)) : half.x;
        half.y = axis == 1 ? v_add(half.y, v_set(around)) : half.y;
        half.z = axis == 2 ? v_add(half.z, v_set(around)) : half.z;
        s = v_min(s, ray_box(D, p, h, center, half));
        for (int edge = 0; edge < (1 << (D - 1)); edge++) { /* those along this axis */
            double from[3] = {b->center[0], b->center[1], b->center[2]}, to[3];
            int one = (axis + 1) % D, two = (axis + 2) % D;
            from[one] += edge & 1 ? b->half[one] : -b->half[one];
            if (D == 3) {
                from[two] += edge & 2 ? b->half[two] : -b->half[two];
            }
            memcpy(to, from, sizeof to);
            from[axis] -= b->half[axis];
            to[axis] += b->half[axis];
            s = v_min(s, ray_line(D, p, h, constant_vec(from), constant_vec(to), around));
        }
    }
    return s;
}

VOL_INLINE vreal ray_polygon(const vol_barrier *b, const double *points, vvec p, vvec h, real around) {
    vreal s = v_set(VOL_NEVER);
    for (uint32_t i = 0; i < b->point_count; i++) {
        const double *from = points + 3 * (size_t)(b->point_first + i);
        const double *to = points + 3 * (size_t)(b->point_first + (i + 1) % b->point_count);
        s = v_min(s, ray_line(2, p, h, constant_vec(from), constant_vec(to), around));
    }
    return s;
}

VOL_INLINE vreal ray_barrier(const int D, const vol_barrier *b, const double *points, vvec p, vvec h, real around) {
    switch (b->shape) {
    case VOL_OBSTACLE_BOX: return ray_round_box(D, b, p, h, around);
    case VOL_OBSTACLE_SEGMENT: {
        const double *first = points + 3 * (size_t)b->point_first;
        return ray_line(D, p, h, constant_vec(first), constant_vec(first + 3), around);
    }
    case VOL_OBSTACLE_POLYGON: return ray_polygon(b, points, p, h, around);
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

/* Can the obstacle be hit at all? Each boid asks for itself: which obstacles are offered depends on the group, and far from an
 * obstacle rounding makes rays hit what they pass by. */
VOL_INLINE vmask may_hit(const int D, const vol_barrier *b, vvec p, vvec way, real around) {
    vmask may = m_and(way_touches(p.x, way.x, (real)b->center[0], (real)b->half[0] + around),
                      way_touches(p.y, way.y, (real)b->center[1], (real)b->half[1] + around));
    return D == 3 ? m_and(may, way_touches(p.z, way.z, (real)b->center[2], (real)b->half[2] + around)) : may;
}

/* One obstacle: if it is hit before *best, that and the way out of it become the best. */
VOL_OUTLINE void steer_barrier(const int D, const vol_constants *k, const vol_barrier *b, const double *points, vvec at,
                               vvec h, vreal way, real width, vreal *best, vvec *apart) {
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

VOL_INLINE vvec steer_obstacles(const int D, const vol_constants *k, const vself *me, const vol_term_def *def,
                                const vol_term_aid *aid) {
    vvec h = vec_unit(D, me->v), apart = vec_zero();
    vreal speed = vec_length(D, me->v), way = v_mul(speed, v_set((real)def->time)), best = v_set(VOL_NEVER);
    for (int hard = 0; hard < 2; hard++) {
        for (uint32_t i = 0; i < aid->near[hard].count; i++) {
            const uint32_t *which = aid->near[hard].which;
            const vol_barrier *b = &aid->barriers[which ? which[i] : i];
            if (b->range >= 0 && (b->law == VOL_LAW_HARD) == hard) {
                steer_barrier(D, k, b, aid->points, me->p, h, way, (real)def->width, &best, &apart);
            }
        }
    }
    vmask hit = m_and(v_lt(best, v_set(VOL_NEVER)), v_lt(v_set(REAL(0)), speed));
    return vec_only(D, hit, term_sideways(D, k, term_aside(D, h, apart), (real)def->force));
}

/* --- Others -------------------------------------------------------------------------------------------------------- */

VOL_INLINE vvec steer_quarry(const int D, const vol_constants *k, const vself *me, const vol_term_def *def,
                             const vol_guests *guests) {
    vquarry best = quarry_none();
    for (uint32_t r = 0; r < guests->count; r++) {
        const vol_crowd crowd = crowd_of(guests->run[r].state);
        quarry_run(D, k, me, &crowd, guests->run[r].begin, guests->run[r].end, (real)def->radius, &best);
    }
    return term_quarry(D, k, me, &best, def->kind == VOL_TERM_PURSUE ? REAL(1) : REAL(-1), (real)def->force);
}

VOL_INLINE vvec steer_passing(const int D, const vol_constants *k, const vself *me, const vol_term_def *def,
                              uint32_t first, const vol_guests *guests) {
    vpassing best = {v_set(VOL_NEVER), vec_zero()};
    for (uint32_t r = 0; r < guests->count; r++) {
        const vol_crowd crowd = crowd_of(guests->run[r].state);
        passing_run(D, k, me, &crowd, first, guests->run[r].begin, guests->run[r].end, (real)def->radius,
                    (real)def->width, (real)def->time, &best);
    }
    return term_passing(D, k, me, &best, (real)def->force);
}

VOL_INLINE vvec steer_leader(const int D, const vol_constants *k, const vself *me, const vol_term_def *def,
                             uint32_t first, const vol_term_aid *aid) {
    if (!aid->leader) {
        return vec_zero();
    }
    vvec force = term_leader(D, k, me, constant_vec(aid->leader), constant_vec(aid->leader + 3), (real)def->distance,
                             (real)def->radius, (real)def->width, (real)def->time, (real)def->force);
    if (aid->leader_slot == VOL_NONE) {
        return force;
    }
    vmask myself = v_eq(v_iota(), v_set((real)(int)(aid->leader_slot - first)));
    return vec_only(D, m_not(myself), force);
}

/* --- All of them --------------------------------------------------------------------------------------------------- */

VOL_INLINE vvec steer_force(const int D, const vol_meeting *m, const vself *me, const vol_term_data *term,
                            const vol_term_aid *aid) {
    const vol_constants *k = m->constants;
    const vol_term_def *def = &term->def;
    const real most = (real)def->force, radius = (real)def->radius;
    vvec point = constant_vec(def->point);
    switch (def->kind) {
    case VOL_TERM_SEEK: return term_goal(D, k, me, point, radius, REAL(1), most);
    case VOL_TERM_FLEE: return term_goal(D, k, me, point, radius, REAL(-1), most);
    case VOL_TERM_ARRIVE: return term_arrive(D, k, me, term_place(D, k, me->p, point), radius, most);
    case VOL_TERM_PURSUE:
    case VOL_TERM_EVADE: return steer_quarry(D, k, me, def, aid->guests);
    case VOL_TERM_WANDER: return steer_wander(D, k, me, def);
    case VOL_TERM_CONTAIN: return term_contain(D, k, me, (real)def->distance, (real)def->time, most);
    case VOL_TERM_FOLLOW_PATH: return steer_path(D, k, me, term);
    case VOL_TERM_FOLLOW_FLOW: return term_steer(D, me, flow_at(D, k, def, term_future(D, me, (real)def->time)), most);
    case VOL_TERM_AVOID_OBSTACLES: return steer_obstacles(D, k, me, def, aid);
    case VOL_TERM_AVOID_COLLISION: return steer_passing(D, k, me, def, m->first, aid->guests);
    case VOL_TERM_FOLLOW_LEADER: return steer_leader(D, k, me, def, m->first, aid);
    default: return vec_zero(); /* wind is no force */
    }
}

/* Adds a force to the sums: all of it, or what is left of the budget. */
VOL_INLINE void steer_add(const int D, vvec force, real budget, vol_term_sums *sums) {
    void *number[4] = {sums->number[0], sums->number[1], sums->number[2], sums->number[3]};
    if (budget >= REAL(0)) {
        vreal used = load_at(number[3], 0), length = vec_length(D, force);
        vreal left = v_max(v_sub(v_set(budget), used), v_set(REAL(0))); /* rounding may have used a little too much */
        vmask fits = v_le(length, left);
        force = vec_if(D, fits, force, vec_mul(D, vec_div(D, force, length), left));
        store_at(number[3], 0, v_if(fits, v_add(used, length), v_set(budget)), VOL_WIDTH);
    }
    store_at(number[0], 0, v_add(load_at(number[0], 0), force.x), VOL_WIDTH);
    store_at(number[1], 0, v_add(load_at(number[1], 0), force.y), VOL_WIDTH);
    if (D == 3) {
        store_at(number[2], 0, v_add(load_at(number[2], 0), force.z), VOL_WIDTH);
    }
}

VOL_INLINE void steer_body(const int D, const vol_meeting *m, const vol_term_data *term, const vol_term_aid *aid,
                           vol_term_sums *sums) {
    const vreal weight = v_set((real)term->def.weight);
    vself me = meeting_self(D, m);
    memcpy(me.id, aid->id + m->first, sizeof me.id);
    if (term->def.kind == VOL_TERM_WIND) {
        const vol_meeting onto = {m->constants, m->now, m->first, m->count, aid->velocity, m->at, 1};
        meeting_add(D, &onto, vec_mul(D, flow_at(D, m->constants, &term->def, me.p), weight));
        return;
    }
    steer_add(D, vec_mul(D, steer_force(D, m, &me, term, aid), weight), (real)aid->budget, sums);
}

static void group_steer(const vol_meeting *m, int dimensions, const vol_term_data *term, const vol_term_aid *aid,
                        vol_term_sums *sums) {
    if (dimensions == 3) {
        steer_body(3, m, term, aid, sums);
    } else {
        steer_body(2, m, term, aid, sums);
    }
}

static void group_steer_end(const vol_meeting *m, int dimensions, const vol_term_sums *sums) {
    vvec force = vec_set(load_at(sums->number[0], 0), load_at(sums->number[1], 0), load_at(sums->number[2], 0));
    if (dimensions == 3) {
        meeting_add(3, m, force);
    } else {
        meeting_add(2, m, force);
    }
}

#endif
