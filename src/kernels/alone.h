/* One boid that looks alone, in worlds where boids move in turn: a lane for each candidate, unlike the hot loop, which has a
 * lane for each boid that looks. For models whose sums are vzones that can be had apart (NAME_split), where alignment and
 * cohesion have one radius and nothing is shifted or out of view.
 *
 * The lanes find out who counts and what each of the near ones adds to the push, roots and quotients side by side: neither
 * depends on the order. `add_picked` (batch.h), of lanes one wide, adds it all up, one after the other.
 *
 * Included once for each model with VOL_MODEL_NAME defined, after model_kernels.h. */
#define VOL_OF(what) VOL_CAT(VOL_MODEL_NAME, what)

/* Lists those who count among VOL_WIDTH candidates from slot j on, and those who are near. */
VOL_INLINE void VOL_OF(pick_few)(const int D, const vol_constants *k, const vself *me, const vol_crowd *crowd,
                                 uint32_t slot, uint32_t j, vmask live, vol_picked *picked, uint32_t *count,
                                 uint32_t *near) {
    vother o;
    o.p = vec_set(v_load(crowd->x + j), v_load(crowd->y + j), D == 3 ? v_load(crowd->z + j) : v_set(REAL(0)));
    o.away = vec_sub(D, me->p, o.p);
    o.d2 = vec_dot(D, o.away, o.away);
    o.seen = live;
    o.other = m_and(live, m_not(v_eq(v_iota(), v_set((real)(int)(slot - j)))));
    *count += m_list(picked->slot + *count, VOL_OF(match)(k, &o), j);
    *near += m_list(picked->near + *near, m_and(live, v_lt(o.d2, v_set(k->separation_d2))), j);
}

/* What each of the near ones adds to the push. */
VOL_INLINE void VOL_OF(push_each)(const int D, const int variant, const vol_constants *k, const vself *me,
                                  const vol_crowd *crowd, uint32_t slot, vol_picked *picked) {
    const vol_manner how = {D, variant, 0, 0, 1, 1, 0};
    for (uint32_t i = 0; i < VOL_WIDTH; i++) {
        picked->near[picked->near_count + i] = slot; /* lanes behind the last look at somebody who is there */
    }
    for (uint32_t n = 0; n < picked->near_count; n += VOL_WIDTH) {
        const uint32_t *near = picked->near + n;
        vother o;
        o.p = vec_set(v_gather(crowd->x, near), v_gather(crowd->y, near),
                      D == 3 ? v_gather(crowd->z, near) : v_set(REAL(0)));
        o.v = vec_zero();
        o.heading = o.speed = v_set(REAL(0));
        vzones sums = vzones_zero();
        VOL_OF(consider)(how, k, me, among(near, slot), &o, &sums);
        v_store((real *)(void *)picked->push[0] + n, sums.push.x);
        v_store((real *)(void *)picked->push[1] + n, sums.push.y);
        v_store((real *)(void *)picked->push[2] + n, sums.push.z);
        v_store((real *)(void *)picked->push[3] + n, sums.push_n);
    }
}

/* Goes on from `place`, until all are looked at or the lists are full. */
VOL_INLINE bool VOL_OF(alone_body)(const int D, const int variant, const vol_job *job, const vol_group *group,
                                   vol_pick_place *place, vol_picked *picked) {
    enum { AT_ONCE = 4 * VOL_WIDTH };
    const vol_constants *k = job->constants;
    const vol_crowd crowd = crowd_of(job->now);
    const uint32_t slot = group->first, end = job->batch->run[group->runs_begin].end;
    uint32_t count = 0, near = 0, j = place->slot;
    if (j >= end) {
        return false;
    }
    vself me;
    me.v = me.a = me.left = me.right = vec_zero();
    me.heading = me.speed = v_set(REAL(0));
    me.p = vec_set(v_set(crowd.x[slot]), v_set(crowd.y[slot]), v_set(D == 3 ? crowd.z[slot] : REAL(0)));
    for (; j + AT_ONCE <= end && count <= VOL_PICKED_MOST - AT_ONCE; j += AT_ONCE) {
        for (uint32_t i = 0; i < AT_ONCE; i += VOL_WIDTH) {
            VOL_OF(pick_few)(D, k, &me, &crowd, slot, j + i, m_first(VOL_WIDTH), picked, &count, &near);
        }
    }
    for (; j < end && count <= VOL_PICKED_MOST - VOL_WIDTH; j += VOL_WIDTH) {
        vmask live = m_first(end - j < VOL_WIDTH ? end - j : VOL_WIDTH);
        VOL_OF(pick_few)(D, k, &me, &crowd, slot, j, live, picked, &count, &near);
    }
    place->slot = j;
    picked->count = count;
    picked->near_count = near;
    VOL_OF(push_each)(D, variant, k, &me, &crowd, slot, picked);
    return true;
}

static bool VOL_OF(alone_0)(const vol_job *job, int dimensions, const vol_group *group, vol_pick_place *place,
                            vol_picked *picked) {
    return dimensions == 3 ? VOL_OF(alone_body)(3, 0, job, group, place, picked)
                           : VOL_OF(alone_body)(2, 0, job, group, place, picked);
}

static bool VOL_OF(alone_1)(const vol_job *job, int dimensions, const vol_group *group, vol_pick_place *place,
                            vol_picked *picked) {
    return dimensions == 3 ? VOL_OF(alone_body)(3, 1, job, group, place, picked)
                           : VOL_OF(alone_body)(2, 1, job, group, place, picked);
}

#undef VOL_OF
#undef VOL_MODEL_NAME
