/* Between the arrays of a flock and the lanes: VOL_WIDTH boids from a slot on. C and OpenCL C. */
#ifndef VOLERY_KERNELS_SELF_H
#define VOLERY_KERNELS_SELF_H

#include "kernels/candidates.h"

VOL_INLINE vreal load_at(VOL_GLOBAL const void *array, vol_u32 i) {
    return v_load((VOL_GLOBAL const real *)array + i);
}

VOL_INLINE void store_at(VOL_GLOBAL void *array, vol_u32 i, vreal a, vol_u32 n) {
    if (n == VOL_WIDTH) {
        v_store((VOL_GLOBAL real *)array + i, a); /* writing some lanes takes several times as long on some machines */
    } else {
        v_store_n((VOL_GLOBAL real *)array + i, a, n);
    }
}

VOL_INLINE vvec vec_load(const int D, VOL_GLOBAL void *const *arrays, vol_u32 i) {
    return vec_set(load_at(arrays[0], i), load_at(arrays[1], i), D == 3 ? load_at(arrays[2], i) : v_set(REAL(0)));
}

VOL_INLINE void vec_store(const int D, VOL_GLOBAL void *const *arrays, vol_u32 i, vvec u, vol_u32 n) {
    store_at(arrays[0], i, u.x, n);
    store_at(arrays[1], i, u.y, n);
    if (D == 3) {
        store_at(arrays[2], i, u.z, n);
    }
}

/* Lanes behind the last boid hold whatever lies there: the next boids, or padding. `pends`: something acts on them
 * already. */
VOL_INLINE vself self_load(const int D, const int heading, const int pends, const vol_context *c, vol_u32 first) {
    const vreal zero = v_set(REAL(0));
    vself me;
#ifdef VOL_OPENCL
    me.p = place_at(D, &c->own.now, first);
    me.v = velocity_at(D, &c->own.now, first);
    me.heading = heading ? heading_at(&c->own.now, first) : zero;
    me.speed = heading ? speed_at(&c->own.now, first) : zero;
#else
    me.p = vec_load(D, c->own.now.position, first);
    me.v = vec_load(D, c->own.now.velocity, first);
    me.heading = heading ? load_at(c->own.now.heading, first) : zero;
    me.speed = heading ? load_at(c->own.now.speed, first) : zero;
#endif
    me.a = me.left = me.right = vec_zero();
    if (pends) {
        me.a = vec_load(D, c->pending, first);
    }
    for (int i = 0; i < VOL_WIDTH; i++) {
        me.id[i] = c->own.id[first + (vol_u32)i];
    }
    return me;
}

VOL_INLINE void self_store(const int D, const int heading, const vol_state *s, vol_u32 first, const vself *me,
                           vol_u32 n) {
#ifdef VOL_OPENCL
    s->a[first] = D == 3 ? (real4)(me->p.x, me->p.y, me->p.z, REAL(0)) : (real4)(me->p.x, me->p.y, me->v.x, me->v.y);
    if (D == 3) {
        s->b[first] = (real4)(me->v.x, me->v.y, me->v.z, REAL(0));
    }
    if (heading) {
        s->b[first] = (real4)(me->heading, me->speed, REAL(0), REAL(0));
    }
#else
    vec_store(D, s->position, first, me->p, n);
    vec_store(D, s->velocity, first, me->v, n);
    if (heading) {
        store_at(s->heading, first, me->heading, n);
        store_at(s->speed, first, me->speed, n);
    }
#endif
}

#endif
