/* docs/devices.md lists what devices refuse: all of it, in order, with the library's own words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <volery/volery.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 65536 };

static void the_table_of_refusals_is_that_of_the_library(void **state) {
    (void)state;
    static char page[MOST];
    FILE *file = fopen(VOL_TESTS_DIR "/../docs/devices.md", "rb");
    assert_non_null(file);
    size_t length = fread(page, 1, sizeof page - 1, file);
    fclose(file);
    assert_in_range(length, 1, MOST - 2);
    const char *at = strstr(page, "| name | sentence |\n|---|---|\n");
    assert_non_null(at);
    at = strchr(strchr(at, '\n') + 1, '\n') + 1;
    const char *name, *sentence;
    for (size_t i = 0; vol_device_refusal(i, &name, &sentence); i++) {
        char row[512];
        snprintf(row, sizeof row, "| `%s` | %s |\n", name, sentence);
        if (strncmp(at, row, strlen(row)) != 0) {
            fail_msg("docs/devices.md: expected this row: %sthere is: %.*s", row, (int)strcspn(at, "\n"), at);
        }
        at += strlen(row);
    }
    assert_int_equal(*at, '\n'); /* the table ends here */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_table_of_refusals_is_that_of_the_library)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
