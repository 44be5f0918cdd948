/* The contract of models/model.h carries a model that the engine does not have, on the same hot loop, with sums that
 * are no sums: a small header in tests/contract, compared with the plain formula here. Compiled for every instruction
 * set and precision. */
#include "contract/nearest.h"

#define VOL_MODEL_NAME nearest
#include "kernels/look.h"
#undef VOL_MODEL_NAME

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
/* cmocka wants the headers above first */
#include <cmocka.h>

enum { BOIDS = 48, ROOM = BOIDS + 16 };

typedef struct herd {
    real x[ROOM], y[ROOM], vx[ROOM], vy[ROOM];
    vol_u32 id[ROOM];
    vol_boids boids;
    vol_constants k;
} herd;

typedef struct pair2 {
    double x, y;
} pair2;

static void make_herd(herd *h) {
    memset(h, 0, sizeof *h);
    for (vol_u32 i = 0; i < BOIDS; i++) {
        vol_random_bits r = vol_random_at(5, 0, i, 0, VOL_RANDOM_POSITION),
                        s = vol_random_at(5, 0, i, 0, VOL_RANDOM_VELOCITY);
        h->x[i] = (real)(100 * vol_uniform(r, 0));
        h->y[i] = (real)(100 * vol_uniform(r, 1));
        h->vx[i] = (real)(2 * vol_uniform(s, 0) - 1);
        h->vy[i] = (real)(2 * vol_uniform(s, 1) - 1);
        h->id[i] = i;
    }
    h->boids = (vol_boids){.now = {.position = {h->x, h->y}, .velocity = {h->vx, h->vy}}, .id = h->id, .count = BOIDS};
    h->k = (vol_constants){.max_speed = REAL(2), .seed = 9, .step = 3};
}

static vself self_at(const herd *h, vol_u32 first) {
    vself me;
    memset(&me, 0, sizeof me);
    me.p = vec_set(v_load(h->x + first), v_load(h->y + first), v_set(REAL(0)));
    me.v = vec_set(v_load(h->vx + first), v_load(h->vy + first), v_set(REAL(0)));
    memcpy(me.id, h->id + first, sizeof me.id);
    return me;
}

/* What every boid wants: velocity plus acceleration. */
#define WISHES(name, h, full, out)                                                               \
    for (vol_u32 first = 0; first < BOIDS; first += VOL_WIDTH) {                                 \
        vself me = self_at(h, first);                                                            \
        name##_sums sums = name##_begin(2, 0, &(h)->k, &me);                                     \
        const vol_arrays arrays = arrays_of(&(h)->boids);                                        \
        name##_look((vol_manner){2, 0, full, 0, 0, 0, 1, 1, 1, 0}, &(h)->k, &me, &arrays, first, \
                    &(vol_run){&(h)->boids, 0, BOIDS, {0, 0, 0}}, &sums);                        \
        vwish wish = name##_decide(2, 0, &(h)->k, &me, &sums);                                   \
        vvec v = vec_add(2, wish.v, wish.a);                                                     \
        real x[VOL_WIDTH], y[VOL_WIDTH];                                                         \
        v_store(x, v.x);                                                                         \
        v_store(y, v.y);                                                                         \
        for (vol_u32 lane = 0; lane < VOL_WIDTH && first + lane < BOIDS; lane++) {               \
            (out)[first + lane] = (pair2){(double)x[lane], (double)y[lane]};                     \
        }                                                                                        \
    }

static void expect_near(pair2 wanted, pair2 found, unsigned boid) {
    double tolerance = sizeof(real) == 8 ? 1e-11 : 2e-4;
    if (!(fabs(wanted.x - found.x) < tolerance && fabs(wanted.y - found.y) < tolerance)) {
        fail_msg("boid %u: wanted (%.9g, %.9g), found (%.9g, %.9g)", boid, wanted.x, wanted.y, found.x, found.y);
    }
}

static double distance(const herd *h, unsigned i, unsigned j) {
    return hypot((double)h->x[i] - (double)h->x[j], (double)h->y[i] - (double)h->y[j]);
}

static void nearest_takes_the_three_nearest_whatever_the_distance(void **state) {
    (void)state;
    herd h;
    pair2 found[BOIDS];
    make_herd(&h);
    WISHES(nearest, &h, 0, found)
    for (unsigned i = 0; i < BOIDS; i++) {
        pair2 v = {0, 0};
        for (unsigned j = 0; j < BOIDS; j++) {
            unsigned nearer = 0;
            for (unsigned m = 0; m < BOIDS; m++) {
                nearer += m != i && distance(&h, i, m) < distance(&h, i, j);
            }
            v.x += j != i && nearer < 3 ? (double)h.vx[j] / 3 : 0;
            v.y += j != i && nearer < 3 ? (double)h.vy[j] / 3 : 0;
        }
        expect_near(v, found[i], i);
    }
}

int main(void) {
#if defined(VOL_LANES_AVX2)
    if (!VOL_CPU_RUNS("avx2")) {
        return 77;
    }
#elif defined(VOL_LANES_AVX512)
    if (!VOL_CPU_RUNS("avx512")) {
        return 77;
    }
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_takes_the_three_nearest_whatever_the_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
