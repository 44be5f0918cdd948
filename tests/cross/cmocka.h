/* The part of cmocka that the tests of lanes use, for processors whose cmocka is not installed. A failed assertion says
 * what it was and ends the program. */
#ifndef VOL_TESTS_CROSS_CMOCKA_H
#define VOL_TESTS_CROSS_CMOCKA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
};

#define print_message(...) printf(__VA_ARGS__)
#define print_error(...) fprintf(stderr, __VA_ARGS__)
#define fail_msg(...) (print_error(__VA_ARGS__), _fail(__FILE__, __LINE__))
#define assert_true(a) ((a) ? (void)0 : fail_msg("not so: %s\n", #a))
#define assert_false(a) assert_true(!(a))
#define assert_int_equal(a, b)        \
    ((uintmax_t)(a) == (uintmax_t)(b) \
         ? (void)0                    \
         : fail_msg("%s is 0x%jx\n%s is 0x%jx\n", #a, (uintmax_t)(a), #b, (uintmax_t)(b)))
#define cmocka_unit_test(name) \
    { #name, name }
#define cmocka_run_group_tests(tests, setup, teardown) vol_test_run(tests, sizeof(tests) / sizeof *(tests))

static inline void _fail(const char *file, int line) {
    print_error("%s:%d: failed\n", file, line);
    exit(1);
}

static inline int vol_test_run(const struct CMUnitTest *tests, size_t count) {
    for (size_t i = 0; i < count; i++) {
        void *state = NULL;
        tests[i].test(&state);
        print_message("ok      %s\n", tests[i].name);
    }
    return 0;
}

#endif
