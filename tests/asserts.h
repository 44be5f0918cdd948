/* Assertions that say what the values were, where cmocka has none: numbers with all of their digits, and hashes as the
 * program prints them. Include it after cmocka.h. */
#ifndef VOL_TESTS_ASSERTS_H
#define VOL_TESTS_ASSERTS_H

#include <inttypes.h>
#include <stdint.h>

/* The two numbers compare equal, or neither is a number. */
#define assert_number_equal(a, b) vol_test_number_equal((a), (b), #a, #b, __FILE__, __LINE__)

#define assert_hash_equal(a, b) vol_test_hash_equal((a), (b), #a, #b, __FILE__, __LINE__)

static inline void vol_test_number_equal(double a, double b, const char *name_a, const char *name_b, const char *file,
                                         int line) {
    if (!(a == b || (a != a && b != b))) {
        print_error("%s is %.17g (%a)\n%s is %.17g (%a)\n", name_a, a, a, name_b, b, b);
        _fail(file, line);
    }
}

static inline void vol_test_hash_equal(uint64_t a, uint64_t b, const char *name_a, const char *name_b, const char *file,
                                       int line) {
    if (a != b) {
        print_error("%s is %016" PRIx64 "\n%s is %016" PRIx64 "\n", name_a, a, name_b, b);
        _fail(file, line);
    }
}

#endif
