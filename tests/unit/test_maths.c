/* The exact maths: accurate against a library with more digits, right on special values, and the same bits everywhere.
 *
 * One source, compiled for each back end and precision; the checksums are the same for all of them, so equal bits are
 * proven without comparing any two of them. MATHS_SAMPLES arguments are tried a range; docs/exact-maths.md states the
 * errors seen with many more.
 */
#include "lanes/maths.h"

#include "lanes_values.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "asserts.h"
#ifndef MATHS_SAMPLES
#define MATHS_SAMPLES 48000
#endif

enum { BATCH = 4800 };

/* More digits than the numbers under test: the reference's own error does not show. */
#if VOL_DOUBLE
typedef long double wide;
#define WIDE(name) name##l
#else
typedef double wide;
#define WIDE(name) name
#endif

typedef struct function {
    const char *name;
    vreal (*lanes)(vreal x, vreal y);
    wide (*wide)(wide x, wide y);
} function;

/* A function of x and y over lanes, and the same with more digits. */
#define FUNCTION(name, over_lanes, with_more_digits) \
    static vreal lanes_##name(vreal x, vreal y) {    \
        (void)y;                                     \
        return over_lanes;                           \
    }                                                \
    static wide wide_##name(wide x, wide y) {        \
        (void)y;                                     \
        return with_more_digits;                     \
    }                                                \
    static const function f_##name = {#name, lanes_##name, wide_##name}

FUNCTION(sin, v_sin(x), WIDE(sin)(x));
FUNCTION(cos, v_cos(x), WIDE(cos)(x));
FUNCTION(exp, v_exp(x), WIDE(exp)(x));
FUNCTION(log, v_log(x), WIDE(log)(x));
FUNCTION(atan2, v_atan2(x, y), WIDE(atan2)(x, y));
FUNCTION(pow, v_pow(x, y), WIDE(pow)(x, y));
FUNCTION(exp2_quick, v_exp2_quick(x), WIDE(exp2)(x));
FUNCTION(log2_quick, v_log2_quick(x), WIDE(log2)(x));

static void apply(const function *f, const real *x, const real *y, real *result, size_t count) {
    for (size_t i = 0; i < count; i += VOL_WIDTH) {
        v_store(result + i, f->lanes(v_load(x + i), v_load(y + i)));
    }
}

static real one(const function *f, real x, real y) {
    real xs[VOL_WIDTH], ys[VOL_WIDTH], result[VOL_WIDTH];
    for (size_t i = 0; i < VOL_WIDTH; i++) {
        xs[i] = x;
        ys[i] = y;
    }
    apply(f, xs, ys, result, VOL_WIDTH);
    return result[VOL_WIDTH - 1];
}

/* How far `got` is from `exact`, in units of the last place of a number of the precision under test. */
static double error_in_ulps(real got, wide exact) {
    if (got != got || exact != exact) {
        return got != got && exact != exact ? 0 : (double)INFINITY;
    }
    real nearest = (real)exact;
    if (isinf(nearest) || isinf(got)) {
        return got == nearest ? 0 : (double)INFINITY;
    }
    int exponent;
    (void)WIDE(frexp)(exact, &exponent);
    int least = 1 - VOL_EXPONENT_BIAS - VOL_MANTISSA_BITS;
    int last = exponent - 1 - VOL_MANTISSA_BITS;
    return (double)WIDE(ldexp)(WIDE(fabs)((wide)got - exact), -(last < least || exact == 0 ? least : last));
}

/* Where arguments come from: evenly between two numbers, evenly in the logarithm with both signs, any bits, or the
 * numbers next to multiples of a quarter turn, the hardest to reduce. */
typedef enum source { EVEN, SPREAD, ANY, QUARTERS } source;

typedef struct span {
    source from;
    double low, high;
} span;

static real draw(span s, uint64_t *state) {
    switch (s.from) {
    case EVEN: return lanes_random_between(state, (real)s.low, (real)s.high);
    case ANY: return lanes_random_any(state);
    case QUARTERS: {
        real n = (real)floor((double)lanes_random_between(state, (real)(s.low / 1.5), (real)(s.high / 1.6)));
        vol_bits near = lanes_bits((real)((wide)n * WIDE(acos)(0)));
        return lanes_number(near + (vol_bits)(lanes_random(state) % 5) - 2);
    }
    case SPREAD: break;
    }
    double size = exp((double)lanes_random_between(state, (real)log(s.low), (real)log(s.high)));
    return (real)(lanes_random(state) & 1 ? size : -size);
}

typedef struct range {
    const function *function;
    span x, y;
    double bound;
} range;

/* The worst error over a range, and where. */
static double worst_error(const range *r, real *worst_x, real *worst_y) {
    real x[BATCH], y[BATCH], result[BATCH];
    uint64_t state = 7;
    double worst = 0;
    for (size_t done = 0; done < MATHS_SAMPLES; done += BATCH) {
        for (size_t i = 0; i < BATCH; i++) {
            x[i] = draw(r->x, &state);
            y[i] = draw(r->y, &state);
        }
        apply(r->function, x, y, result, BATCH);
        for (size_t i = 0; i < BATCH; i++) {
            double error = error_in_ulps(result[i], r->function->wide((wide)x[i], (wide)y[i]));
            if (error > worst) {
                worst = error;
                *worst_x = x[i];
                *worst_y = y[i];
            }
        }
    }
    return worst;
}

/* Up to where the reduction of sin and cos is exact, the ends of the denormals and of the range. */
#if VOL_DOUBLE
#define TURNS_FAR 2.0e8
#define TURNS_SOME 1e5
#define EXP_LOW (-746.0)
#define EXP_NORMAL (-708.0)
#define EXP_HIGH 710.0
#define QUICK_MOST 1020.0
#define LARGE 1e300
#define POW_LOW 1e-3
#define POW_HIGH 1e3
#define POW_MOST 100.0
#else
#define TURNS_FAR 12000.0
#define TURNS_SOME 1e4
#define EXP_LOW (-104.0)
#define EXP_NORMAL (-87.0)
#define EXP_HIGH 89.0
#define QUICK_MOST 125.0
#define LARGE 1e36
#define POW_LOW 1e-3
#define POW_HIGH 1e3
#define POW_MOST 12.0
#endif

static const range ranges[] = {
    {&f_sin, {EVEN, -4, 4}, {EVEN, 0, 1}, 0.9},
    {&f_sin, {EVEN, -TURNS_SOME, TURNS_SOME}, {EVEN, 0, 1}, 0.9},
    {&f_sin, {QUARTERS, 1, TURNS_FAR}, {EVEN, 0, 1}, 0.9},
    {&f_sin, {SPREAD, 1 / LARGE, 1}, {EVEN, 0, 1}, 0.9},
    {&f_cos, {EVEN, -4, 4}, {EVEN, 0, 1}, 0.9},
    {&f_cos, {EVEN, -TURNS_SOME, TURNS_SOME}, {EVEN, 0, 1}, 0.9},
    {&f_cos, {QUARTERS, 1, TURNS_FAR}, {EVEN, 0, 1}, 0.9},
    {&f_atan2, {EVEN, -2, 2}, {EVEN, -2, 2}, 0.9},
    {&f_atan2, {SPREAD, 1e-6, 1e6}, {SPREAD, 1e-6, 1e6}, 0.9},
    {&f_atan2, {ANY, 0, 0}, {ANY, 0, 0}, 0.9},
    {&f_exp, {EVEN, -1, 1}, {EVEN, 0, 1}, 0.9},
    {&f_exp, {EVEN, EXP_NORMAL, EXP_HIGH}, {EVEN, 0, 1}, 0.9},
    {&f_exp, {EVEN, EXP_LOW, EXP_NORMAL}, {EVEN, 0, 1}, 1},
    {&f_exp, {ANY, 0, 0}, {EVEN, 0, 1}, 0.9},
    {&f_log, {EVEN, 0.5, 2}, {EVEN, 0, 1}, 0.9},
    {&f_log, {ANY, 0, 0}, {EVEN, 0, 1}, 0.9},
    {&f_exp2_quick, {EVEN, -1, 1}, {EVEN, 0, 1}, 1.5},
    {&f_exp2_quick, {EVEN, -QUICK_MOST, QUICK_MOST}, {EVEN, 0, 1}, 1.5},
    {&f_log2_quick, {EVEN, 0.75, 1.3}, {EVEN, 0, 1}, 4},
    {&f_log2_quick, {EVEN, 1e-3, 1e3}, {EVEN, 0, 1}, 4},
    {&f_pow, {EVEN, 0, 10}, {EVEN, -10, 10}, 1},
    {&f_pow, {EVEN, 0.5, 2}, {EVEN, EXP_NORMAL, EXP_HIGH}, 1},
    {&f_pow, {EVEN, 0.9, 1.1}, {EVEN, 7 * EXP_NORMAL, 7 * EXP_HIGH}, 1},
    {&f_pow, {SPREAD, POW_LOW, POW_HIGH}, {EVEN, -POW_MOST, POW_MOST}, 1},
    {&f_pow, {ANY, 0, 0}, {EVEN, -1, 1}, 1},
    {&f_pow, {ANY, 0, 0}, {ANY, 0, 0}, 1},
};

static void test_accuracy(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        const range *r = &ranges[i];
        real x = 0, y = 0;
        double worst = worst_error(r, &x, &y);
        print_message("%-6s range %2zu: %.3f ulp at most, at %a, %a\n", r->function->name, i, worst, (double)x,
                      (double)y);
        assert_true(worst <= r->bound);
    }
}

/* Wider than the stated range the digits go, but the results stay a sine and a cosine. */
static void test_sin_and_cos_stay_between_minus_one_and_one(void **unused) {
    (void)unused;
    uint64_t state = 3;
    for (int i = 0; i < 20000; i++) {
        real x = lanes_random_any(&state);
        if (isfinite(x)) {
            assert_true(fabs((double)one(&f_sin, x, x)) <= 1);
            assert_true(fabs((double)one(&f_cos, x, x)) <= 1);
        }
    }
}

/* sin and cos by themselves and as a pair. */
static void test_sincos_gives_both(void **unused) {
    (void)unused;
    uint64_t state = 5;
    for (int i = 0; i < 1000; i++) {
        real x = lanes_random_between(&state, REAL(-1000), REAL(1000));
        vreal s, c;
        real sine[VOL_WIDTH], cosine[VOL_WIDTH];
        v_sincos(v_set(x), &s, &c);
        v_store(sine, s);
        v_store(cosine, c);
        assert_hash_equal(lanes_bits(sine[0]), lanes_bits(one(&f_sin, x, x)));
        assert_hash_equal(lanes_bits(cosine[0]), lanes_bits(one(&f_cos, x, x)));
    }
}

typedef struct special {
    const function *function;
    double x, y, expected;
} special;

#define INF ((double)INFINITY)
#define NO_NUMBER ((double)NAN)
#define PI 3.14159265358979323846

static const special specials[] = {
    {&f_sin, 0.0, 0, 0.0},
    {&f_sin, -0.0, 0, -0.0},
    {&f_sin, INF, 0, NO_NUMBER},
    {&f_sin, -INF, 0, NO_NUMBER},
    {&f_sin, NO_NUMBER, 0, NO_NUMBER},
    {&f_cos, 0.0, 0, 1},
    {&f_cos, -0.0, 0, 1},
    {&f_cos, INF, 0, NO_NUMBER},
    {&f_cos, -INF, 0, NO_NUMBER},
    {&f_cos, NO_NUMBER, 0, NO_NUMBER},
    {&f_atan2, 0.0, 0.0, 0.0},
    {&f_atan2, -0.0, 0.0, -0.0},
    {&f_atan2, 0.0, -0.0, PI},
    {&f_atan2, -0.0, -0.0, -PI},
    {&f_atan2, 0.0, -1, PI},
    {&f_atan2, -0.0, -1, -PI},
    {&f_atan2, 0.0, 1, 0.0},
    {&f_atan2, -0.0, 1, -0.0},
    {&f_atan2, 1, 0.0, PI / 2},
    {&f_atan2, 1, -0.0, PI / 2},
    {&f_atan2, -1, 0.0, -PI / 2},
    {&f_atan2, -1, -0.0, -PI / 2},
    {&f_atan2, 1, -INF, PI},
    {&f_atan2, -1, -INF, -PI},
    {&f_atan2, 1, INF, 0.0},
    {&f_atan2, -1, INF, -0.0},
    {&f_atan2, INF, 1, PI / 2},
    {&f_atan2, -INF, -1, -PI / 2},
    {&f_atan2, INF, -INF, 3 * PI / 4},
    {&f_atan2, -INF, -INF, -3 * PI / 4},
    {&f_atan2, INF, INF, PI / 4},
    {&f_atan2, -INF, INF, -PI / 4},
    {&f_atan2, 1, 1, PI / 4},
    {&f_atan2, NO_NUMBER, 1, NO_NUMBER},
    {&f_atan2, 1, NO_NUMBER, NO_NUMBER},
    {&f_atan2, NO_NUMBER, INF, NO_NUMBER},
    {&f_exp, 0.0, 0, 1},
    {&f_exp, -0.0, 0, 1},
    {&f_exp, INF, 0, INF},
    {&f_exp, -INF, 0, 0.0},
    {&f_exp, 1000, 0, INF},
    {&f_exp, -1000, 0, 0.0},
    {&f_exp, NO_NUMBER, 0, NO_NUMBER},
    {&f_log, 1, 0, 0.0},
    {&f_log, 0.0, 0, -INF},
    {&f_log, -0.0, 0, -INF},
    {&f_log, -1, 0, NO_NUMBER},
    {&f_log, -INF, 0, NO_NUMBER},
    {&f_log, INF, 0, INF},
    {&f_log, NO_NUMBER, 0, NO_NUMBER},
};

static const special powers[] = {
    {&f_pow, 0.0, 3, 0.0},
    {&f_pow, -0.0, 3, -0.0},
    {&f_pow, -0.0, 2, 0.0},
    {&f_pow, -0.0, 0.5, 0.0},
    {&f_pow, 0.0, -3, INF},
    {&f_pow, -0.0, -3, -INF},
    {&f_pow, -0.0, -2, INF},
    {&f_pow, -0.0, -0.5, INF},
    {&f_pow, 0.0, -INF, INF},
    {&f_pow, 0.0, INF, 0.0},
    {&f_pow, 7, 0.0, 1},
    {&f_pow, INF, -0.0, 1},
    {&f_pow, NO_NUMBER, 0.0, 1},
    {&f_pow, 1, NO_NUMBER, 1},
    {&f_pow, 1, INF, 1},
    {&f_pow, 1, -INF, 1},
    {&f_pow, -1, INF, 1},
    {&f_pow, -1, -INF, 1},
    {&f_pow, -2, 3, -8},
    {&f_pow, -2, 2, 4},
    {&f_pow, -2, -1, -0.5},
    {&f_pow, -2, 0.5, NO_NUMBER},
    {&f_pow, -1, 1e30, 1},
    {&f_pow, 0.5, INF, 0.0},
    {&f_pow, 0.5, -INF, INF},
    {&f_pow, 2, INF, INF},
    {&f_pow, 2, -INF, 0.0},
    {&f_pow, -2, INF, INF},
    {&f_pow, 2, 1e30, INF},
    {&f_pow, 2, -1e30, 0.0},
    {&f_pow, INF, 0.5, INF},
    {&f_pow, INF, -0.5, 0.0},
    {&f_pow, -INF, 3, -INF},
    {&f_pow, -INF, 2, INF},
    {&f_pow, -INF, 0.5, INF},
    {&f_pow, -INF, -3, -0.0},
    {&f_pow, -INF, -0.5, 0.0},
    {&f_pow, NO_NUMBER, 1, NO_NUMBER},
    {&f_pow, 2, NO_NUMBER, NO_NUMBER},
    {&f_pow, 4, 0.5, 2},
    {&f_pow, 3, 1, 3},
    {&f_pow, 10, 2, 100},
};

static void check_specials(const special *s, size_t count) {
    for (size_t i = 0; i < count; i++, s++) {
        real got = one(s->function, (real)s->x, (real)s->y);
        if (lanes_bits(got) != lanes_bits((real)s->expected)) {
            fail_msg("%s(%g, %g) gives %.17g, not %.17g", s->function->name, s->x, s->y, (double)got, s->expected);
        }
    }
}

static void test_special_values(void **unused) {
    (void)unused;
    check_specials(specials, sizeof(specials) / sizeof(specials[0]));
}

static void test_special_powers(void **unused) {
    (void)unused;
    check_specials(powers, sizeof(powers) / sizeof(powers[0]));
}

/* Every result's bits into one number. The arguments come from whole-number arithmetic alone: edge values in pairs, any
 * bits, and numbers of the size that flocks have. */
static uint64_t checksum(const function *f, uint64_t sum) {
    enum { PAIRS = LANES_EDGES * LANES_EDGES };
    real edge[LANES_EDGES];
    lanes_edges(edge);
    uint64_t state = 11;
    for (size_t done = 0; done < 12 * (size_t)BATCH; done += BATCH) {
        real x[BATCH], y[BATCH], result[BATCH];
        for (size_t i = 0; i < BATCH; i++) {
            size_t n = done + i;
            int any = n % 2 == 0;
            x[i] = any ? lanes_random_any(&state) : lanes_random_between(&state, REAL(-30), REAL(30));
            y[i] = any ? lanes_random_any(&state) : lanes_random_between(&state, REAL(-30), REAL(30));
            if (n < PAIRS) {
                x[i] = edge[n / LANES_EDGES];
                y[i] = edge[n % LANES_EDGES];
            }
        }
        apply(f, x, y, result, BATCH);
        for (size_t i = 0; i < BATCH; i++) {
            sum = (sum ^ lanes_bits(result[i])) * 0x100000001b3U;
            sum ^= sum >> 29;
        }
    }
    return sum;
}

static void test_same_bits_everywhere(void **unused) {
    (void)unused;
#if VOL_DOUBLE
    const uint64_t expected[] = {0x03db57244df4bf7eU, 0x145bf74f6c18aaf6U, 0x35876cedebbbfa5bU, 0x93fef35c29c990a7U,
                                 0xab603457dc2e380aU, 0xbe699df5c624e405U, 0x326039602bd2d6aaU, 0x3ef3576e1c6dde2aU};
#else
    const uint64_t expected[] = {0x844e645056cb968eU, 0xe138a453c65d60deU, 0x0a2c2af8d80cf6faU, 0xe2d1c12339ac8d86U,
                                 0x9d174cab93f6ce2bU, 0x89a3e6bc27da7c71U, 0xb5a7bb3952c37553U, 0x0debc938d307dba4U};
#endif
    const function *all[] = {&f_sin, &f_cos, &f_atan2, &f_exp, &f_log, &f_pow, &f_exp2_quick, &f_log2_quick};
    int different = 0;
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        uint64_t sum = checksum(all[i], 1);
        if (sum != expected[i]) {
            print_error("%s: checksum 0x%016llxU, expected 0x%016llxU\n", all[i]->name, (unsigned long long)sum,
                        (unsigned long long)expected[i]);
            different = 1;
        }
    }
    assert_false(different);
}

int main(void) {
    if (!lanes_supported()) {
        return LANES_SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accuracy),          cmocka_unit_test(test_sin_and_cos_stay_between_minus_one_and_one),
        cmocka_unit_test(test_sincos_gives_both), cmocka_unit_test(test_special_values),
        cmocka_unit_test(test_special_powers),    cmocka_unit_test(test_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
