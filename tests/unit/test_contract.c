/* The contract of models/model.h carries models that the engine does not have yet, on the same hot loop: each is one
 * small header in tests/contract, and is compared with the plain formula here. Compiled for every instruction set and
 * precision. */
#include "contract/couzin.h"
#include "contract/cucker_smale.h"
#include "contract/nearest.h"
#include "contract/vicsek.h"

#define VOL_MODEL_NAME couzin
#include "kernels/look.h"
#undef VOL_MODEL_NAME
#define VOL_MODEL_NAME cucker_smale
#include "kernels/look.h"
#undef VOL_MODEL_NAME
#define VOL_MODEL_NAME nearest
#include "kernels/look.h"
#undef VOL_MODEL_NAME
#define VOL_MODEL_NAME vicsek
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
#define PI 3.14159265358979323846
#define DEGREES (PI / 180)

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
    h->k = (vol_constants){.max_speed = REAL(2),
                           .max_force = REAL(30),
                           .separation_radius = REAL(12),
                           .alignment_radius = REAL(25),
                           .alignment_weight = REAL(40),
                           .alignment_power = REAL(0.4),
                           .cohesion_radius = REAL(45),
                           .view_angle = REAL(270),
                           .view_cosine = REAL(-0.70710678118654752440),
                           .seed = 9,
                           .step = 3};
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
#define WISHES(name, h, full, out)                                                            \
    for (vol_u32 first = 0; first < BOIDS; first += VOL_WIDTH) {                              \
        vself me = self_at(h, first);                                                         \
        name##_sums sums = name##_begin(2, 0, &(h)->k, &me);                                  \
        const vol_arrays arrays = arrays_of(&(h)->boids);                                     \
        name##_look((vol_manner){2, 0, full, 0, 0, 1, 1, 1, 0}, &(h)->k, &me, &arrays, first, \
                    &(vol_run){&(h)->boids, 0, BOIDS, {0, 0, 0}}, &sums);                     \
        vwish wish = name##_decide(2, 0, &(h)->k, &me, &sums);                                \
        vvec v = vec_add(2, wish.v, wish.a);                                                  \
        real x[VOL_WIDTH], y[VOL_WIDTH];                                                      \
        v_store(x, v.x);                                                                      \
        v_store(y, v.y);                                                                      \
        for (vol_u32 lane = 0; lane < VOL_WIDTH && first + lane < BOIDS; lane++) {            \
            (out)[first + lane] = (pair2){(double)x[lane], (double)y[lane]};                  \
        }                                                                                     \
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

static void vicsek_takes_the_mean_heading_with_itself_and_noise(void **state) {
    (void)state;
    herd h;
    pair2 found[BOIDS];
    make_herd(&h);
    WISHES(vicsek, &h, 0, found)
    for (unsigned i = 0; i < BOIDS; i++) {
        double sx = 0, sy = 0;
        for (unsigned j = 0; j < BOIDS; j++) {
            double speed = hypot((double)h.vx[j], (double)h.vy[j]);
            if (distance(&h, i, j) < 25) {
                sx += (double)h.vx[j] / speed;
                sy += (double)h.vy[j] / speed;
            }
        }
        double noise = (double)vol_uniform24(vol_random_at(9, 0, i, 3, VOL_RANDOM_NOISE), 0) - 0.5;
        double heading = atan2(sy, sx) + 40 * noise * DEGREES;
        expect_near((pair2){2 * cos(heading), 2 * sin(heading)}, found[i], i);
    }
}

static bool couzin_sees(const herd *h, unsigned i, unsigned j) {
    double ahead = atan2((double)h->y[j] - (double)h->y[i], (double)h->x[j] - (double)h->x[i]) -
                   atan2((double)h->vy[i], (double)h->vx[i]);
    return i != j && cos(ahead) >= cos(135 * DEGREES);
}

static void couzin_has_three_zones_a_blind_angle_and_turns_slowly(void **state) {
    (void)state;
    herd h;
    pair2 found[BOIDS];
    make_herd(&h);
    h.k.view_limited = 1;
    WISHES(couzin, &h, 1, found)
    for (unsigned i = 0; i < BOIDS; i++) {
        double push[2] = {0, 0}, rest[2] = {0, 0};
        int too_near = 0;
        for (unsigned j = 0; j < BOIDS; j++) {
            double d = distance(&h, i, j), speed = hypot((double)h.vx[j], (double)h.vy[j]);
            double ux = ((double)h.x[j] - (double)h.x[i]) / d, uy = ((double)h.y[j] - (double)h.y[i]) / d;
            if (!couzin_sees(&h, i, j) || d >= 45) {
                continue;
            }
            too_near += d < 12;
            push[0] -= d < 12 ? ux : 0;
            push[1] -= d < 12 ? uy : 0;
            rest[0] += d < 12 ? 0 : d < 25 ? (double)h.vx[j] / speed : ux;
            rest[1] += d < 12 ? 0 : d < 25 ? (double)h.vy[j] / speed : uy;
        }
        const double *wanted = too_near ? push : rest;
        double now = atan2((double)h.vy[i], (double)h.vx[i]);
        double turn = wanted[0] == 0 && wanted[1] == 0 ? 0 : remainder(atan2(wanted[1], wanted[0]) - now, 2 * PI);
        turn = fmax(-30 * DEGREES, fmin(30 * DEGREES, turn));
        expect_near((pair2){2 * cos(now + turn), 2 * sin(now + turn)}, found[i], i);
    }
}

static void cucker_smale_weighs_velocity_differences_by_distance(void **state) {
    (void)state;
    herd h;
    pair2 found[BOIDS];
    make_herd(&h);
    h.k.alignment_weight = REAL(0.01);
    WISHES(cucker_smale, &h, 0, found)
    for (unsigned i = 0; i < BOIDS; i++) {
        pair2 v = {(double)h.vx[i], (double)h.vy[i]};
        for (unsigned j = 0; j < BOIDS; j++) {
            double weight = (double)h.k.alignment_weight *
                            pow(1 + distance(&h, i, j) * distance(&h, i, j), -(double)h.k.alignment_power);
            v.x += weight * ((double)h.vx[j] - (double)h.vx[i]);
            v.y += weight * ((double)h.vy[j] - (double)h.vy[i]);
        }
        expect_near(v, found[i], i);
    }
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
        cmocka_unit_test(vicsek_takes_the_mean_heading_with_itself_and_noise),
        cmocka_unit_test(couzin_has_three_zones_a_blind_angle_and_turns_slowly),
        cmocka_unit_test(cucker_smale_weighs_velocity_differences_by_distance),
        cmocka_unit_test(nearest_takes_the_three_nearest_whatever_the_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
