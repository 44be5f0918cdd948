/* Groups meet other flocks, obstacles and players: the loops around kernels/meet.h. */
#ifndef VOLERY_KERNELS_MEETINGS_H
#define VOLERY_KERNELS_MEETINGS_H

#include "kernels/batch.h"
#include "kernels/meet.h"

VOL_INLINE vself meeting_self(const int D, const vol_meeting *m) {
    const vreal zero = v_set(REAL(0));
    const vol_state *s = m->now;
    vself me;
    memset(&me, 0, sizeof me);
    me.p = vec_set(load_at(s->position[0], m->first), load_at(s->position[1], m->first),
                   D == 3 ? load_at(s->position[2], m->first) : zero);
    me.v = vec_set(load_at(s->velocity[0], m->first), load_at(s->velocity[1], m->first),
                   D == 3 ? load_at(s->velocity[2], m->first) : zero);
    return me;
}

/* Nothing is added where there is no force: 0 would turn -0 into 0, and whether a group meets what is out of its reach
 * depends on its size. */
VOL_INLINE void meeting_add_along(const vol_meeting *m, int axis, vreal force) {
    vreal before = load_at(m->add[axis], m->at);
    vreal after = v_if(v_eq(force, v_set(REAL(0))), before, v_add(before, force));
    store_at(m->add[axis], m->at, after, m->count);
}

/* Adds to the boids of the group alone: the lanes behind them belong to the next one. */
VOL_INLINE void meeting_add(const int D, const vol_meeting *m, vvec force) {
    force = vec_mul(D, force, v_set((real)m->time));
    meeting_add_along(m, 0, force.x);
    meeting_add_along(m, 1, force.y);
    if (D == 3) {
        meeting_add_along(m, 2, force.z);
    }
}

VOL_INLINE void meet_flock_body(const int D, const int kind, const vol_meeting *m, const vol_relation_def *relation,
                                const vol_guests *guests) {
    const vol_constants *k = m->constants;
    vself me = meeting_self(D, m);
    vmet met = vmet_none();
    for (uint32_t r = 0; r < guests->count; r++) {
        const vol_crowd crowd = crowd_of(guests->run[r].state);
        if (r > 0 && guests->run[r].id != guests->run[r - 1].id) {
            meet_next_flock(&met);
        }
        meet_run(D, kind, k, &me, &crowd, guests->run[r].id, guests->run[r].begin, guests->run[r].end,
                 (real)relation->radius, &met);
    }
    meeting_add(D, m, meet_force(D, kind, k, &me, &met, (real)relation->weight, (real)relation->force));
}

VOL_INLINE void meet_flock_kinds(const int D, const vol_meeting *m, const vol_relation_def *relation,
                                 const vol_guests *guests) {
    switch (relation->kind) {
    case VOL_RELATION_FLEE: meet_flock_body(D, VOL_MEET_FLEE, m, relation, guests); break;
    case VOL_RELATION_AVOID: meet_flock_body(D, VOL_MEET_AVOID, m, relation, guests); break;
    case VOL_RELATION_FOLLOW: meet_flock_body(D, VOL_MEET_FOLLOW, m, relation, guests); break;
    case VOL_RELATION_HUNT: meet_flock_body(D, VOL_MEET_HUNT, m, relation, guests); break;
    default: /* flock_with is part of sensing */ break;
    }
}

static void group_meet_flock(const vol_meeting *m, int dimensions, const vol_relation_def *relation,
                             const vol_guests *guests) {
    if (dimensions == 3) {
        meet_flock_kinds(3, m, relation, guests);
    } else {
        meet_flock_kinds(2, m, relation, guests);
    }
}

VOL_INLINE vvec constant_vec(const double *numbers) {
    return vec_set(v_set((real)numbers[0]), v_set((real)numbers[1]), v_set((real)numbers[2]));
}

/* From the nearest point of the line a to b to p. */
VOL_INLINE vvec from_segment(const int D, const double *a, const double *b, vvec p) {
    const vreal zero = v_set(REAL(0)), one = v_set(REAL(1));
    vvec start = constant_vec(a), along = vec_sub(D, constant_vec(b), start), offset = vec_sub(D, p, start);
    vreal square = vec_dot(D, along, along);
    vreal part = v_only(v_lt(zero, square), v_div(vec_dot(D, offset, along), square));
    part = v_min(v_max(part, zero), one);
    return vec_sub(D, p, vec_add(D, start, vec_mul(D, along, part)));
}

/* From the nearest point of the box to p; inside it, `out` points through the nearest face. */
VOL_INLINE vvec from_box(const int D, const vol_barrier *b, vvec p, vvec *out) {
    const vreal zero = v_set(REAL(0)), one = v_set(REAL(1));
    vvec middle = constant_vec(b->center), reach = constant_vec(b->half), offset = vec_sub(D, p, middle);
    vreal deep[3] = {v_sub(reach.x, v_abs(offset.x)), v_sub(reach.y, v_abs(offset.y)), v_sub(reach.z, v_abs(offset.z))};
    vvec low = vec_sub(D, middle, reach), high = vec_add(D, middle, reach), near;
    near.x = v_min(v_max(p.x, low.x), high.x);
    near.y = v_min(v_max(p.y, low.y), high.y);
    near.z = D == 3 ? v_min(v_max(p.z, low.z), high.z) : zero;
    vmask by_z = D == 3 ? m_and(v_lt(deep[2], deep[0]), v_lt(deep[2], deep[1])) : v_lt(one, zero);
    vmask by_y = m_and(v_lt(deep[1], deep[0]), m_not(by_z));
    vmask by_x = m_not(m_or(by_y, by_z));
    out->x = v_only(by_x, v_copysign(one, offset.x));
    out->y = v_only(by_y, v_copysign(one, offset.y));
    out->z = v_only(by_z, v_copysign(one, offset.z));
    return vec_sub(D, p, near);
}

/* From the nearest point of the polygon to p, 0 inside; there `out` points through the nearest side. */
VOL_INLINE vvec from_polygon(const vol_barrier *b, const double *points, vvec p, vvec *out) {
    const vreal zero = v_set(REAL(0));
    vvec best = vec_zero();
    vreal least = v_set(REAL(1e30));
    vmask odd = v_lt(zero, zero);
    for (uint32_t i = 0; i < b->point_count; i++) {
        const double *from = points + 3 * (size_t)(b->point_first + i);
        const double *to = points + 3 * (size_t)(b->point_first + (i + 1) % b->point_count);
        vvec away = from_segment(2, from, to, p);
        vreal d2 = vec_dot(2, away, away);
        vmask nearer = v_lt(d2, least);
        least = v_if(nearer, d2, least);
        best = vec_if(2, nearer, away, best);
        /* a ray towards larger x crosses the side if its ends are above and below, and p is left of it */
        vreal y0 = v_set((real)from[1]), y1 = v_set((real)to[1]), x0 = v_set((real)from[0]), x1 = v_set((real)to[0]);
        vmask up = v_le(y0, p.y), up1 = v_le(y1, p.y);
        vmask across = m_or(m_and(up, m_not(up1)), m_and(up1, m_not(up)));
        vreal x = v_add(x0, v_mul(v_div(v_sub(p.y, y0), v_sub(y1, y0)), v_sub(x1, x0)));
        vmask crosses = m_and(across, v_lt(p.x, x));
        odd = m_or(m_and(odd, m_not(crosses)), m_and(crosses, m_not(odd)));
    }
    *out = vec_unit(2, vec_sub(2, vec_zero(), best));
    return vec_if(2, odd, vec_zero(), best);
}

VOL_INLINE vvec from_barrier(const int D, const vol_barrier *b, const double *points, vvec p, vvec *out) {
    *out = vec_zero();
    switch (b->shape) {
    case VOL_OBSTACLE_BOX: return from_box(D, b, p, out);
    case VOL_OBSTACLE_SEGMENT:
        return from_segment(D, points + 3 * (size_t)b->point_first, points + 3 * (size_t)(b->point_first + 1), p);
    case VOL_OBSTACLE_POLYGON: return from_polygon(b, points, p, out);
    default: return vec_sub(D, p, constant_vec(b->center));
    }
}

/* Where somebody at `center` sees p, in worlds with images. */
VOL_INLINE vvec seen_from(const int D, const vol_constants *k, const double *center, vvec p) {
    if (k->world_images) {
        vvec c = constant_vec(center);
        p.x = nearest_image(c.x, p.x, k->size_x);
        p.y = nearest_image(c.y, p.y, k->size_y);
        p.z = D == 3 ? nearest_image(c.z, p.z, k->size_z) : p.z;
    }
    return p;
}

VOL_INLINE void meet_obstacles_body(const int D, const vol_meeting *m, const vol_barrier *barriers,
                                    const double *points, const uint32_t *near, uint32_t near_count) {
    vself me = meeting_self(D, m);
    for (uint32_t i = 0; i < near_count; i++) {
        const vol_barrier *b = &barriers[near ? near[i] : i];
        if (b->range < 0 || b->law == VOL_LAW_HARD) {
            continue; /* taken away, or no business of this stage */
        }
        vvec p = seen_from(D, m->constants, b->center, me.p);
        vvec out, away = from_barrier(D, b, points, p, &out);
        meeting_add(D, m, meet_obstacle(D, b->law == VOL_LAW_FLAT, away, out, (real)b->range, (real)b->strength));
    }
}

static void group_meet_obstacles(const vol_meeting *m, int dimensions, const vol_barrier *barriers,
                                 const double *points, const uint32_t *near, uint32_t near_count) {
    if (dimensions == 3) {
        meet_obstacles_body(3, m, barriers, points, near, near_count);
    } else {
        meet_obstacles_body(2, m, barriers, points, near, near_count);
    }
}

static void group_meet_players(const vol_meeting *m, int dimensions, size_t count, const double *positions,
                               double radius, double weight) {
    vself me = dimensions == 3 ? meeting_self(3, m) : meeting_self(2, m);
    for (size_t i = 0; i < count; i++) {
        const double *at = positions + 3 * i;
        vvec player = constant_vec(at);
        if (dimensions == 3) {
            vvec p = seen_from(3, m->constants, at, me.p);
            meeting_add(3, m, meet_player(3, p, player, (real)radius, (real)weight));
        } else {
            vvec p = seen_from(2, m->constants, at, me.p);
            meeting_add(2, m, meet_player(2, p, player, (real)radius, (real)weight));
        }
    }
}

static void batch_blow(void *const *add, int dimensions, uint32_t count, const double *velocity) {
    for (int c = 0; c < dimensions; c++) {
        real *v = add[c], gust = (real)velocity[c];
        for (uint32_t i = 0; i < count; i++) {
            v[i] += gust;
        }
    }
}

#endif
