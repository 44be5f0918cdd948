/* gather: towards the seven nearest, at any distance. For tests: in the table of models (project.new_model), where its
 * number is 0 and means 1, and as a model of the host's own (test_own_model). */
#ifndef VOLERY_MODELS_GATHER_H
#define VOLERY_MODELS_GATHER_H
#include "models/model.h"

typedef struct gather_sums {
    vreal d2[7];
    vvec p[7];
} gather_sums;
enum { gather_traits = VOL_TRAIT_ENDLESS };

VOL_INLINE gather_sums gather_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant, (void)k;
    gather_sums s;
    for (int n = 0; n < 7; n++) {
        s.d2[n] = v_set(REAL(1e30));
        s.p[n] = me->p;
    }
    return s;
}

VOL_INLINE void gather_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                           const vother *o, gather_sums *s) {
    (void)variant, (void)k, (void)me;
    vreal d2 = v_if(o->other, o->d2, v_set(REAL(1e30)));
    vvec p = o->p;
    for (int n = 0; n < 7; n++) {
        vmask nearer = v_lt(d2, s->d2[n]);
        vreal old = s->d2[n];
        vvec place = s->p[n];
        s->d2[n] = v_if(nearer, d2, old);
        s->p[n] = vec_if(D, nearer, p, place);
        d2 = v_if(nearer, old, d2);
        p = vec_if(D, nearer, place, p);
    }
}

VOL_INLINE vwish gather_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                               const gather_sums *s) {
    (void)variant;
    vwish w;
    w.v = vec_zero();
    for (int n = 0; n < 7; n++) {
        w.v = vec_add(D, w.v, vec_sub(D, s->p[n], me->p));
    }
    w.v = vec_div(D, w.v, v_set(REAL(7)));
    if (k->own[0] != REAL(0)) {
        w.v = vec_mul(D, w.v, v_set(k->own[0]));
    }
    w.a = me->a;
    return w;
}
#endif
