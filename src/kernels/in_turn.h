/* One boid that moves in turn: a lane for each candidate, unlike the hot loop, which has a lane for each focal boid.
 * For models with VOL_TRAIT_ZONES, where alignment and cohesion have one radius and nothing is out of view. `images`, a
 * constant: each candidate is taken where its nearest image is.
 *
 * The lanes find the neighbours and what each of the near ones adds to the push, roots and quotients side by side:
 * neither depends on the order. Lanes one wide then add it all up, one after the other: NAME_sense_in_turn.
 *
 * Included by sense.h, once for each model. For models of other sums it is never run, but must compile: hence the
 * unions. */

#if !VOL_WITHOUT_turn_lists /* left out where size counts more than the time of boids in turn */
/* Lists the neighbours within the radius of alignment among VOL_WIDTH candidates from slot j on, and the candidates
 * within that of separation. */
VOL_INLINE void VOL_OF(pick_few)(const int D, const int images, const vol_constants *k, const vself *me,
                                 const vol_arrays *arrays, uint32_t slot, uint32_t j, vmask live, vol_picked *picked,
                                 uint32_t *count, uint32_t *near) {
    const vol_manner how = {.D = D, .full = images, .images = images, .plain = 1, .list = 1};
    vother o;
    union {
        vzones zones;
        VOL_OF(sums) sums;
    } s = {.zones = vzones_zero()};
    o.p = vec_set(v_load(arrays->x + j), v_load(arrays->y + j), D == 3 ? v_load(arrays->z + j) : v_set(REAL(0)));
    o.v = vec_zero();
    o.heading = o.speed = v_set(REAL(0));
    VOL_OF(consider)(how, k, me, v_eq(v_iota(), v_set((real)(int)(slot - j))), &o, &s.sums);
    vmask match = m_and(live, s.zones.matched);
    *count += m_list(picked->slot + *count, match, j);
    *near += m_list(picked->near + *near, m_and(live, v_lt(o.d2, v_set(k->separation_d2))), j);
}

/* What each of the near ones adds to the push. */
VOL_INLINE void VOL_OF(push_each)(const int D, const int variant, const int images, const vol_constants *k,
                                  const vself *me, const vol_arrays *arrays, uint32_t slot, vol_picked *picked) {
    const vol_manner how = {.D = D, .variant = variant, .full = images, .images = images, .plain = 1, .push = 1};
    for (uint32_t i = 0; i < VOL_WIDTH; i++) {
        picked->near[picked->near_count + i] = slot; /* lanes behind the last read a boid that exists */
    }
    for (uint32_t n = 0; n < picked->near_count; n += VOL_WIDTH) {
        const uint32_t *near = picked->near + n;
        vother o;
        o.p = vec_set(v_gather(arrays->x, near), v_gather(arrays->y, near),
                      D == 3 ? v_gather(arrays->z, near) : v_set(REAL(0)));
        o.v = vec_zero();
        o.heading = o.speed = v_set(REAL(0));
        union {
            vzones zones;
            VOL_OF(sums) sums;
        } s = {.zones = vzones_zero()};
        VOL_OF(consider)(how, k, me, among(near, slot), &o, &s.sums);
        v_store((real *)(void *)picked->push[0] + n, s.zones.push.x);
        v_store((real *)(void *)picked->push[1] + n, s.zones.push.y);
        v_store((real *)(void *)picked->push[2] + n, s.zones.push.z);
        v_store((real *)(void *)picked->push[3] + n, s.zones.push_n);
    }
}

/* Goes on from `place`, until all are tested or the lists are full. */
VOL_INLINE bool VOL_OF(alone_body)(const int D, const int variant, const int images, const vol_context *c,
                                   const vol_group *group, vol_pick_place *place, vol_batch *batch) {
    enum { AT_ONCE = 4 * VOL_WIDTH };
    const vol_constants *k = c->constants;
    const vol_arrays arrays = arrays_of(&c->own);
    const uint32_t slot = group->first, end = batch->run[group->runs_begin].end;
    vol_picked *picked = &batch->picked;
    uint32_t count = 0, near = 0, j = place->slot;
    if (j >= end) {
        return false;
    }
    vself me;
    me.v = me.a = me.left = me.right = vec_zero();
    me.heading = me.speed = v_set(REAL(0));
    me.p = vec_set(v_set(arrays.x[slot]), v_set(arrays.y[slot]), v_set(D == 3 ? arrays.z[slot] : REAL(0)));
    for (; j + AT_ONCE <= end && count <= VOL_PICKED_MOST - AT_ONCE; j += AT_ONCE) {
        for (uint32_t i = 0; i < AT_ONCE; i += VOL_WIDTH) {
            VOL_OF(pick_few)(D, images, k, &me, &arrays, slot, j + i, m_first(VOL_WIDTH), picked, &count, &near);
        }
    }
    for (; j < end && count <= VOL_PICKED_MOST - VOL_WIDTH; j += VOL_WIDTH) {
        vmask live = m_first(end - j < VOL_WIDTH ? end - j : VOL_WIDTH);
        VOL_OF(pick_few)(D, images, k, &me, &arrays, slot, j, live, picked, &count, &near);
    }
    place->slot = j;
    picked->count = count;
    picked->near_count = near;
    VOL_OF(push_each)(D, variant, images, k, &me, &arrays, slot, picked);
    return true;
}

VOL_INLINE bool VOL_OF(alone_in)(const int D, const int variant, const vol_context *c, const vol_group *group,
                                 vol_pick_place *place, vol_batch *batch) {
    const vol_constants *k = c->constants;
    return k->images ? VOL_OF(alone_body)(D, variant, 1, c, group, place, batch)
                     : VOL_OF(alone_body)(D, variant, 0, c, group, place, batch);
}

#define VOL_DEFINE_ALONE(variant)                                                                     \
    static bool VOL_OF(alone_##variant)(const vol_context *c, int dimensions, const vol_group *group, \
                                        vol_pick_place *place, vol_batch *batch) {                    \
        if (!VOL_HAS_ZONES) {                                                                         \
            return false;                                                                             \
        }                                                                                             \
        return dimensions == 3 ? VOL_OF(alone_in)(3, variant, c, group, place, batch)                 \
                               : VOL_OF(alone_in)(2, variant, c, group, place, batch);                \
    }
VOL_DEFINE_ALONE(0)
VOL_DEFINE_ALONE(1)
#undef VOL_DEFINE_ALONE
#endif

#if VOL_WIDTH == 1
/* Are there lists for one boid, whose candidates are one run? */
VOL_INLINE int VOL_OF(lists_in_turn)(const vol_context *c, const vol_batch *batch) {
    const vol_constants *k = c->constants;
    const vol_run *run = &batch->run[batch->group[0].runs_begin];
    return c->alone && k->same_zones && run->end - run->begin >= VOL_PICK_FROM;
}

/* Senses for one boid by lists. */
VOL_INLINE void VOL_OF(sense_in_turn)(const int D, const int variant, const int images, const vol_context *c,
                                      vol_batch *batch) {
    const vol_constants *k = c->constants;
    const vol_group *group = &batch->group[0];
    const vol_arrays arrays = arrays_of(&c->own);
    vself me = self_load(D, VOL_OF(traits) & VOL_TRAIT_HEADING, c->pending[0] != NULL, c, group->first);
    union {
        vzones zones;
        VOL_OF(sums) sums;
    } s = {.sums = VOL_OF(begin)(D, variant, k, &me)};
    vol_pick_place place = {group->runs_begin, 0};
    while (c->alone(c, D, group, &place, batch)) {
        add_picked(D, images, k, &me, &arrays, &batch->picked, &s.zones);
    }
    vzones_same(&s.zones);
    VOL_OF(sense_joined)(D, variant, images, c, group, &me, &batch->near, &s.sums);
    memcpy(batch->sums, &s.sums, sizeof s.sums);
}

#define VOL_DEFINE_IN_TURN(D, variant)                                                       \
    static void VOL_OF(sense_in_turn_##D##variant)(const vol_context *c, vol_batch *batch) { \
        const vol_constants *k = c->constants;                                               \
        if (!VOL_HAS_ZONES || !VOL_HAS_KIND(D, variant)) {                                   \
            return;                                                                          \
        }                                                                                    \
        if (!VOL_OF(lists_in_turn)(c, batch)) {                                              \
            VOL_OF(sense_##D##variant##1)(c, batch);                                         \
        } else if (k->images) {                                                              \
            VOL_OF(sense_in_turn)(D, variant, 1, c, batch);                                  \
        } else {                                                                             \
            VOL_OF(sense_in_turn)(D, variant, 0, c, batch);                                  \
        }                                                                                    \
    }
VOL_DEFINE_IN_TURN(2, 0)
VOL_DEFINE_IN_TURN(2, 1)
VOL_DEFINE_IN_TURN(3, 0)
VOL_DEFINE_IN_TURN(3, 1)
#undef VOL_DEFINE_IN_TURN
#endif
