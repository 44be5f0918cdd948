/* The hot loop: a group of boids senses a run of candidates, one after the other. C and OpenCL C.
 *
 * Included once for each model with VOL_MODEL_NAME defined, after the model's header; so the model's `see` is inlined.
 * Comes after the index (which made groups and runs) and before decide (which reads the sums).
 */
#include "kernels/candidates.h"

#define VOL_OF(what) VOL_CAT(VOL_MODEL_NAME, what)

/* Where a candidate whose place is known is for each boid, and what is asked of it. */
VOL_INLINE void VOL_OF(measure)(const vol_manner how, VOL_SHARED const vol_constants *k, const vself *me, vother *o) {
    const int D = how.D, full = how.full;
    o->push = how.push;
    o->match = how.match;
    o->pull = how.pull;
    o->list = how.list;
#ifdef VOL_OPENCL
    o->apart = how.apart;
#endif
    o->same = how.same;
    if (full && how.images) {
        o->p.x = nearest_image_within(me->p.x, o->p.x, k->size_x, k->image_low[0], k->image_high[0]);
        o->p.y = nearest_image_within(me->p.y, o->p.y, k->size_y, k->image_low[1], k->image_high[1]);
        if (D == 3) {
            o->p.z = nearest_image_within(me->p.z, o->p.z, k->size_z, k->image_low[2], k->image_high[2]);
        }
    }
    o->away = vec_sub(D, me->p, o->p);
    o->d2 = vec_dot(D, o->away, o->away);
}

/* A candidate whose place and velocity are known; `self`: which lanes are the same boid as it. */
VOL_INLINE void VOL_OF(consider)(const vol_manner how, VOL_SHARED const vol_constants *k, const vself *me, vmask self,
                                 vother *o, VOL_OF(sums) * sums) {
    const int D = how.D, full = how.full;
    VOL_OF(measure)(how, k, me, o);
    o->seen = full && k->view_limited ? in_view(D, k, me, o) : m_first(VOL_WIDTH);
    if (VOL_OF(traits) & VOL_TRAIT_SIGHT) {
        /* where the model tests view itself, the reach is still the limit: which candidates lie beyond depends on the
         * group */
        o->seen = m_and(o->seen, v_lt(o->d2, v_set(k->reach_d2)));
    }
    o->other = m_and(o->seen, m_not(self));
    VOL_OF(see)(D, how.variant, k, me, o, sums);
}

/* The candidate in slot j of the arrays; `first` is the slot of lane 0 there; sx, sy, sz the shift. Returns the squares
 * of the distances. */
VOL_INLINE vreal VOL_OF(look_at)(const vol_manner how, VOL_SHARED const vol_constants *k, const vself *me,
                                 const vol_arrays *arrays, vol_u32 first, vol_u32 j, real sx, real sy, real sz,
                                 VOL_OF(sums) * sums) {
    const int D = how.D;
    vother o;
    o.p = place_at(D, arrays, j);
    if (!how.plain) {
        o.p = vec_add(D, o.p, vec_set(v_set(sx), v_set(sy), v_set(sz)));
    }
    o.v = velocity_at(D, arrays, j);
    o.heading = v_set(VOL_OF(traits) & VOL_TRAIT_HEADING ? heading_at(arrays, j) : REAL(0));
    o.speed = v_set(VOL_OF(traits) & VOL_TRAIT_HEADING ? speed_at(arrays, j) : REAL(0));
    VOL_OF(consider)(how, k, me, lane_of(j, first), &o, sums);
    return o.d2;
}

/* All candidates of a run, which the arrays are of. */
VOL_INLINE void VOL_OF(look)(const vol_manner how, VOL_SHARED const vol_constants *k, const vself *me,
                             const vol_arrays *arrays, vol_u32 first, const vol_run *run, VOL_OF(sums) * sums) {
    const real sx = (real)run->shift[0], sy = (real)run->shift[1], sz = (real)run->shift[2];
    for (vol_u32 j = run->begin; j < run->end; j++) {
        VOL_OF(look_at)(how, k, me, arrays, first, j, sx, sy, sz, sums);
    }
}

/* One of the nearest, in the lanes that have it: each lane another one. `self`: it is the boid itself. */
VOL_INLINE void VOL_OF(consider_nearest)(const vol_manner how, VOL_SHARED const vol_constants *k, const vself *me,
                                         const int self, vmask live, vother *o, VOL_OF(sums) * sums) {
    VOL_OF(measure)(how, k, me, o);
    o->seen = live;
    o->other = self ? m_first(0) : live;
    VOL_OF(see)(how.D, how.variant, k, me, o, sums);
}

#undef VOL_OF
