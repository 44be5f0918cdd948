/* Every operation of a lanes back end against plain C, bit for bit, on edge values and on random patterns of bits.
 *
 * One source, compiled for each back end and precision: VOL_LANES_... and VOL_DOUBLE say which.
 */
#include "lanes_values.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { RANDOM = LANES_WHOLE(20000), COUNT = LANES_WHOLE(LANES_EDGES * LANES_EDGES + 47) + RANDOM };

/* Three operands; `normal` is a positive normal number, `power` a whole number in the range of v_scale2. */
typedef struct operands {
    real a[COUNT], b[COUNT], c[COUNT], normal[COUNT], power[COUNT];
} operands;

typedef struct operation {
    const char *name;
    void (*lanes)(const operands *in, size_t i, real *result);
    real (*plain)(real a, real b, real c, real normal, real power);
} operation;

/* The same operation once over lanes and once in plain C. */
#define OPERATION(name, over_lanes, in_plain_c)                                          \
    static void lanes_##name(const operands *in, size_t i, real *result) {               \
        const vreal a = v_load(in->a + i), b = v_load(in->b + i), c = v_load(in->c + i); \
        const vreal normal = v_load(in->normal + i), power = v_load(in->power + i);      \
        (void)a, (void)b, (void)c, (void)normal, (void)power;                            \
        v_store(result, over_lanes);                                                     \
    }                                                                                    \
    static real plain_##name(real a, real b, real c, real normal, real power) {          \
        (void)a, (void)b, (void)c, (void)normal, (void)power;                            \
        return in_plain_c;                                                               \
    }

static int negative(real a) {
    return (int)(lanes_bits(a) >> (8 * sizeof(real) - 1));
}

static real mantissa(real a) {
    int exponent;
    return (real)frexp((double)a, &exponent);
}

static real exponent(real a) {
    int e;
    (void)frexp((double)a, &e);
    return (real)e;
}

#if VOL_DOUBLE
#define PLAIN(name) name
#else
#define PLAIN(name) name##f
#endif
#define SIGN (~(~(vol_bits)0 >> 1))
#define ONE v_set(REAL(1))

/* What v_lookup looks up. */
enum { LAST = 90 };
static real table[LAST + 1];

OPERATION(v_add, v_add(a, b), a + b)
OPERATION(v_sub, v_sub(a, b), a - b)
OPERATION(v_mul, v_mul(a, b), a *b)
OPERATION(v_div, v_div(a, b), a / b)
OPERATION(v_sqrt, v_sqrt(a), PLAIN(sqrt)(a))
OPERATION(v_neg, v_neg(a), lanes_number(lanes_bits(a) ^ SIGN))
OPERATION(v_abs, v_abs(a), lanes_number(lanes_bits(a) & ~SIGN))
OPERATION(v_copysign, v_copysign(a, b), lanes_number((lanes_bits(a) & ~SIGN) | (lanes_bits(b) & SIGN)))
OPERATION(v_floor, v_floor(a), PLAIN(floor)(a))
OPERATION(v_min, v_min(a, b), a < b ? a : b)
OPERATION(v_max, v_max(a, b), a > b ? a : b)
OPERATION(v_lt, v_if(v_lt(a, b), ONE, v_neg(ONE)), REAL(a < b ? 1 : -1))
OPERATION(v_le, v_if(v_le(a, b), ONE, v_neg(ONE)), REAL(a <= b ? 1 : -1))
OPERATION(v_eq, v_if(v_eq(a, b), ONE, v_neg(ONE)), REAL(a == b ? 1 : -1))
OPERATION(m_and, v_only(m_and(v_lt(a, b), v_lt(b, c)), ONE), REAL(a < b && b < c ? 1 : 0))
OPERATION(m_or, v_only(m_or(v_lt(a, b), v_lt(b, c)), ONE), REAL(a < b || b < c ? 1 : 0))
OPERATION(m_not, v_only(m_not(v_lt(a, b)), ONE), REAL(!(a < b) ? 1 : 0))
OPERATION(v_if, v_if(v_lt(b, c), a, b), b < c ? a : b)
OPERATION(v_only, v_only(v_lt(b, c), a), b < c ? a : REAL(0))
OPERATION(v_addif_finite, v_addif_finite(v_add(c, v_set(REAL(0))), v_lt(a, b), normal),
          a < b ? c + REAL(0) + normal : c + REAL(0))
OPERATION(v_addif_negative, v_addif_finite(v_add(c, v_set(REAL(0))), v_lt(a, b), v_neg(normal)),
          a < b ? c + REAL(0) - normal : c + REAL(0))
OPERATION(v_addif, v_addif(v_add(c, v_set(REAL(0))), v_lt(a, b), a), a < b ? c + REAL(0) + a : c + REAL(0))
OPERATION(v_addbits, v_addbits(a, b), lanes_number((vol_bits)(lanes_bits(a) + lanes_bits(b))))
OPERATION(v_between, v_only(v_between(v_abs(a), v_if(v_eq(b, b), v_abs(b), ONE)), ONE),
          REAL(PLAIN(fabs)(a) > REAL(0) && PLAIN(fabs)(a) < (b == b ? PLAIN(fabs)(b) : REAL(1)) ? 1 : 0))
OPERATION(v_scale2, v_scale2(a, power), PLAIN(ldexp)(a, (int)power))
OPERATION(v_exponent, v_exponent(normal), exponent(normal))
OPERATION(v_mantissa, v_mantissa(normal), mantissa(normal))
OPERATION(v_lookup, v_lookup(table, v_min(v_abs(power), v_set(REAL(LAST)))),
          table[PLAIN(fabs)(power) < REAL(LAST) ? (int)PLAIN(fabs)(power) : LAST])

#define ROW(name) \
    { #name, lanes_##name, plain_##name }
static const operation operations[] = {
    ROW(v_add),          ROW(v_sub),
    ROW(v_mul),          ROW(v_div),
    ROW(v_sqrt),         ROW(v_neg),
    ROW(v_abs),          ROW(v_copysign),
    ROW(v_floor),        ROW(v_min),
    ROW(v_max),          ROW(v_lt),
    ROW(v_le),           ROW(v_eq),
    ROW(m_and),          ROW(m_or),
    ROW(m_not),          ROW(v_if),
    ROW(v_only),         ROW(v_addif),
    ROW(v_addif_finite), ROW(v_addif_negative),
    ROW(v_between),      ROW(v_addbits),
    ROW(v_scale2),       ROW(v_exponent),
    ROW(v_mantissa),     ROW(v_lookup),
};

static void fill(operands *o) {
    real edge[LANES_EDGES];
    lanes_edges(edge);
    uint64_t state = 1;
    for (size_t i = 0; i <= LAST; i++) {
        table[i] = lanes_random_any(&state);
    }
    for (size_t i = 0; i < COUNT; i++) {
        size_t pair = i % (LANES_EDGES * LANES_EDGES);
        int random = i >= COUNT - RANDOM;
        o->a[i] = random ? lanes_random_any(&state) : edge[pair / LANES_EDGES];
        o->b[i] = random ? lanes_random_any(&state) : edge[pair % LANES_EDGES];
        o->c[i] = i % 3 ? lanes_random_any(&state) : edge[lanes_random(&state) % LANES_EDGES];
        if (random && i % 2) {
            /* near each other and near whole numbers: what random patterns hardly ever are */
            o->a[i] = lanes_random_between(&state, REAL(-100), REAL(100));
            o->b[i] = lanes_random_between(&state, REAL(-100), REAL(100));
        }
        vol_bits fraction = lanes_bits(o->c[i]) & (((vol_bits)1 << VOL_MANTISSA_BITS) - 1);
        vol_bits biased = (vol_bits)(1 + lanes_random(&state) % (2 * VOL_EXPONENT_BIAS));
        o->normal[i] = lanes_number((biased << VOL_MANTISSA_BITS) | fraction);
        o->power[i] = (real)((int)(lanes_random(&state) % (2 * VOL_EXPONENT_BIAS)) - VOL_EXPONENT_BIAS + 1);
    }
}

static int same(real a, real b) {
    return lanes_bits(a) == lanes_bits(b) || (a != a && b != b);
}

static void test_operations_equal_plain_c(void **unused) {
    (void)unused;
    static operands in;
    fill(&in);
    for (size_t k = 0; k < sizeof(operations) / sizeof(operations[0]); k++) {
        const operation *op = &operations[k];
        for (size_t i = 0; i < COUNT; i += VOL_WIDTH) {
            real result[VOL_WIDTH];
            op->lanes(&in, i, result);
            for (size_t j = 0; j < VOL_WIDTH; j++) {
                size_t n = i + j;
                real expected = op->plain(in.a[n], in.b[n], in.c[n], in.normal[n], in.power[n]);
                if (!same(result[j], expected)) {
                    fail_msg("%s: lane %zu gives %a, not %a (a %a, b %a, c %a, normal %a, power %a)", op->name, j,
                             (double)result[j], (double)expected, (double)in.a[n], (double)in.b[n], (double)in.c[n],
                             (double)in.normal[n], (double)in.power[n]);
                }
            }
        }
    }
}

static void test_set_and_iota_fill_every_lane(void **unused) {
    (void)unused;
    real set[VOL_WIDTH], iota[VOL_WIDTH];
    v_store(set, v_set(REAL(-0.0)));
    v_store(iota, v_iota());
    for (vol_u32 i = 0; i < VOL_WIDTH; i++) {
        assert_true(same(set[i], REAL(-0.0)) && negative(set[i]));
        assert_true(same(iota[i], (real)i));
    }
}

static void test_load_and_store_at_any_alignment(void **unused) {
    (void)unused;
    real from[2 * VOL_WIDTH], to[2 * VOL_WIDTH + 1];
    for (vol_u32 i = 0; i < 2 * VOL_WIDTH; i++) {
        from[i] = (real)(i + 1);
    }
    for (vol_u32 offset = 0; offset < VOL_WIDTH; offset++) {
        memset(to, 0, sizeof(to));
        v_store(to + VOL_WIDTH - offset, v_load(from + offset));
        for (vol_u32 i = 0; i <= 2 * VOL_WIDTH; i++) {
            int inside = i >= VOL_WIDTH - offset && i < 2 * VOL_WIDTH - offset;
            assert_true(same(to[i], inside ? from[i - (VOL_WIDTH - offset) + offset] : REAL(0)));
        }
    }
}

static void test_first_lanes_and_nothing_behind_them(void **unused) {
    (void)unused;
    for (vol_u32 n = 0; n <= VOL_WIDTH; n++) {
        real stored[VOL_WIDTH + 1], first[VOL_WIDTH];
        for (vol_u32 i = 0; i <= VOL_WIDTH; i++) {
            stored[i] = REAL(-1);
        }
        v_store_n(stored, v_iota(), n);
        v_store(first, v_only(m_first(n), ONE));
        assert_int_equal(m_any(m_first(n)) != 0, n > 0);
        assert_int_equal(m_any(m_not(m_first(n))) != 0, n < VOL_WIDTH);
        for (vol_u32 i = 0; i <= VOL_WIDTH; i++) {
            assert_true(same(stored[i], i < n ? (real)i : REAL(-1)));
            if (i < VOL_WIDTH) {
                assert_true(same(first[i], REAL(i < n ? 1 : 0)));
            }
        }
    }
}

static void test_any_sees_each_lane(void **unused) {
    (void)unused;
    for (vol_u32 i = 0; i < VOL_WIDTH; i++) {
        assert_true(m_any(v_eq(v_iota(), v_set((real)i))));
    }
    assert_false(m_any(v_eq(v_iota(), v_set((real)VOL_WIDTH))));
}

/* Every mask there is, for up to 16 lanes. */
static void test_list_names_the_true_lanes_in_order(void **unused) {
    (void)unused;
    for (unsigned bits = 0; bits < 1U << VOL_WIDTH; bits++) {
        real wanted[VOL_WIDTH];
        vol_u32 list[VOL_WIDTH + 1], n = 0;
        for (vol_u32 i = 0; i < VOL_WIDTH; i++) {
            wanted[i] = REAL(bits >> i & 1);
        }
        list[VOL_WIDTH] = 77;
        vol_u32 count = m_list(list, v_eq(v_load(wanted), ONE), 1000);
        for (vol_u32 i = 0; i < VOL_WIDTH; i++) {
            if (bits >> i & 1) {
                assert_int_equal(list[n++], 1000 + i);
            }
        }
        assert_int_equal(count, n);
        assert_int_equal(list[VOL_WIDTH], 77);
    }
}

#ifdef VOL_UNLIKE
/* Numbers that differ in one bit, whichever. */
static void test_unlike_numbers_are_told_apart(void **unused) {
    (void)unused;
    for (vol_u32 i = 0; i < VOL_WIDTH; i++) {
        for (int bit = 0; bit < 32; bit++) {
            vol_u32 a[VOL_WIDTH] = {0}, b[VOL_WIDTH] = {0}, list[VOL_WIDTH];
            a[i] ^= (vol_u32)1 << bit;
            assert_int_equal(m_list(list, v_unlike(a, b), 0), 1);
            assert_int_equal(list[0], i);
            b[i] = a[i];
            assert_int_equal(m_list(list, v_unlike(a, b), 0), 0);
        }
    }
}
#endif

static void test_gather_reads_each_place_of_the_list(void **unused) {
    (void)unused;
    real numbers[100], lanes[VOL_WIDTH];
    vol_u32 list[VOL_WIDTH];
    for (vol_u32 i = 0; i < 100; i++) {
        numbers[i] = (real)i;
    }
    for (vol_u32 i = 0; i < VOL_WIDTH; i++) {
        list[i] = (97 + 13 * i) % 100;
    }
    v_store(lanes, v_gather(numbers, list));
    for (vol_u32 i = 0; i < VOL_WIDTH; i++) {
        assert_true(same(lanes[i], (real)list[i]));
    }
}

static void test_least_and_most_look_at_each_lane(void **unused) {
    (void)unused;
    for (vol_u32 i = 0; i < VOL_WIDTH; i++) {
        vreal one = v_if(v_eq(v_iota(), v_set((real)i)), v_set(REAL(-5)), v_iota());
        assert_true(same(v_least(one), REAL(-5)));
        assert_true(same(v_most(v_neg(one)), REAL(5)));
    }
    assert_true(same(v_least(v_set(VOL_INFINITY)), VOL_INFINITY));
}

int main(void) {
    if (!lanes_supported()) {
        return LANES_SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations_equal_plain_c),
        cmocka_unit_test(test_set_and_iota_fill_every_lane),
        cmocka_unit_test(test_load_and_store_at_any_alignment),
        cmocka_unit_test(test_first_lanes_and_nothing_behind_them),
        cmocka_unit_test(test_any_sees_each_lane),
        cmocka_unit_test(test_list_names_the_true_lanes_in_order),
#ifdef VOL_UNLIKE
        cmocka_unit_test(test_unlike_numbers_are_told_apart),
#endif
        cmocka_unit_test(test_gather_reads_each_place_of_the_list),
        cmocka_unit_test(test_least_and_most_look_at_each_lane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
