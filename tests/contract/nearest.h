/* The mean velocity of the three nearest others, however far they are. */
#include "models/model.h"

enum { NEAREST = 3 };

typedef struct nearest_sums {
    vreal d2[NEAREST];
    vvec v[NEAREST];
} nearest_sums;

enum { nearest_traits = 0 };

VOL_INLINE nearest_sums nearest_begin(const int D, const int variant, VOL_SHARED const vol_constants *k, vself *me) {
    (void)D, (void)variant, (void)k, (void)me;
    nearest_sums s;
    for (int n = 0; n < NEAREST; n++) {
        s.d2[n] = v_set(REAL(1e30));
        s.v[n] = vec_zero();
    }
    return s;
}

/* Each place keeps the nearer of two and hands the other on to the next. */
VOL_INLINE void nearest_see(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                            const vother *o, nearest_sums *s) {
    (void)variant, (void)k, (void)me;
    vreal d2 = v_if(o->other, o->d2, v_set(REAL(1e30)));
    vvec v = o->v;
    for (int n = 0; n < NEAREST; n++) {
        vmask nearer = v_lt(d2, s->d2[n]);
        vreal old_d2 = s->d2[n];
        vvec old_v = s->v[n];
        s->d2[n] = v_if(nearer, d2, old_d2);
        s->v[n] = vec_if(D, nearer, v, old_v);
        d2 = v_if(nearer, old_d2, d2);
        v = vec_if(D, nearer, old_v, v);
    }
}

VOL_INLINE vwish nearest_decide(const int D, const int variant, VOL_SHARED const vol_constants *k, const vself *me,
                                const nearest_sums *s) {
    (void)variant, (void)k, (void)me;
    vwish w;
    w.v = vec_zero();
    for (int n = 0; n < NEAREST; n++) {
        w.v = vec_add(D, w.v, s->v[n]);
    }
    w.v = vec_div(D, w.v, v_set(REAL(NEAREST)));
    w.a = vec_zero();
    return w;
}
