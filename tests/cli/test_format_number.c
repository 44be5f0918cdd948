/* Numbers as text: every number reads back to the same bits, and no shorter text does. */
#include "common/format_number.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* The digits of a number's text, without zeros at either end. */
static int count_digits(const char *text) {
    int count = 0;
    int zeros = 0;
    for (const char *at = text; *at != '\0' && *at != 'e'; at++) {
        if (*at >= '1' && *at <= '9') {
            count += zeros + 1;
            zeros = 0;
        } else if (*at == '0' && count > 0) {
            zeros++;
        }
    }
    return count;
}

static void check_double(double value) {
    char text[VOL_NUMBER_SIZE];
    size_t length = vol_format_double(text, value);
    double back = strtod(text, NULL);
    assert_int_equal(length, strlen(text));
    assert_memory_equal(&back, &value, sizeof value);
    int digits = count_digits(text);
    if (digits > 1) { /* printf rounds to the nearest of so many digits: if that does not read back, none does */
        char shorter[64];
        snprintf(shorter, sizeof shorter, "%.*e", digits - 2, value);
        assert_true(strtod(shorter, NULL) != value);
    }
}

static void check_float(float value) {
    char text[VOL_NUMBER_SIZE];
    size_t length = vol_format_float(text, value);
    float back = strtof(text, NULL);
    assert_int_equal(length, strlen(text));
    assert_memory_equal(&back, &value, sizeof value);
    int digits = count_digits(text);
    if (digits > 1) {
        char shorter[64];
        snprintf(shorter, sizeof shorter, "%.*e", digits - 2, (double)value);
        assert_true(strtof(shorter, NULL) != value);
    }
}

static void random_doubles(void **state) {
    (void)state;
    uint64_t random = UINT64_C(88172645463325252);
    for (int i = 0; i < 300000; i++) {
        uint64_t bits = next_random(&random);
        if (i % 4 == 1) {
            bits &= ~((UINT64_C(1) << 52) - 1); /* powers of two have uneven neighbours */
        }
        double value;
        memcpy(&value, &bits, sizeof value);
        if (i % 4 == 2) {
            value = (double)(next_random(&random) % 1000000) / 1000;
        }
        if (isfinite(value)) {
            check_double(value);
        }
    }
}

static void random_floats(void **state) {
    (void)state;
    uint64_t random = UINT64_C(88172645463325252);
    for (int i = 0; i < 300000; i++) {
        uint32_t bits = (uint32_t)next_random(&random);
        if (i % 4 == 1) {
            bits &= ~((UINT32_C(1) << 23) - 1);
        }
        float value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) {
            check_float(value);
        }
    }
}

static void every_power_of_two(void **state) {
    (void)state;
    for (int e = -1074; e <= 1023; e++) {
        check_double(ldexp(1, e));
        check_double(nextafter(ldexp(1, e), 0));
        check_double(-nextafter(ldexp(1, e), INFINITY));
    }
    for (int e = -149; e <= 127; e++) {
        check_float(ldexpf(1, e));
        check_float(nextafterf(ldexpf(1, e), 0));
        check_float(-nextafterf(ldexpf(1, e), INFINITY));
    }
}

static void known_texts(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } known[] = {
        {0, "0"},
        {-0.0, "-0"},
        {1, "1"},
        {-12.5, "-12.5"},
        {800, "800"},
        {0.1, "0.1"},
        {0.0001, "0.0001"},
        {1e-5, "1e-05"},
        {1e15, "1000000000000000"},
        {1e16, "1e+16"},
        {5e-324, "5e-324"},
        {1e23, "1e+23"},
        {9007199254740993.0, "9007199254740992"},
        {INFINITY, "inf"},
        {-INFINITY, "-inf"},
        {NAN, "nan"},
        {1.7976931348623157e308, "1.7976931348623157e+308"},
    };
    char text[VOL_NUMBER_SIZE];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        vol_format_double(text, known[i].value);
        assert_string_equal(text, known[i].text);
    }
    vol_format_float(text, 0.1F);
    assert_string_equal(text, "0.1");
    vol_format_float(text, 16777216.0F);
    assert_string_equal(text, "16777216");
    vol_format_whole(text, UINT64_MAX);
    assert_string_equal(text, "18446744073709551615");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_doubles),
        cmocka_unit_test(random_floats),
        cmocka_unit_test(every_power_of_two),
        cmocka_unit_test(known_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
