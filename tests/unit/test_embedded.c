/* The texts in the library: each can be made into one that needs no other file. */
#include "support.h"

#include "backends/opencl/texts.h"
#include "core/memory.h"

#include <stdio.h>
#include <string.h>

static size_t occurrences(const char *text, const char *of) {
    size_t count = 0;
    for (; (text = strstr(text, of)) != NULL; text++) {
        count++;
    }
    return count;
}

/* Every header with a guard defines its name once. */
static void expect_guards_once(const char *path, const char *text) {
    const char *define = "#define VOLERY_";
    for (const char *at = text; (at = strstr(at, define)) != NULL; at++) {
        char line[128];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n") + 1, at);
        if (occurrences(text, line) != 1) {
            fail_msg("%s has '%s' %zu times", path, line, occurrences(text, line));
        }
    }
}

static void every_text_is_complete_and_has_its_headers_once(void **state) {
    (void)state;
    vol_allocator allocator = {0};
    assert_true(vol_cl_text_count > 30);
    for (size_t i = 0; i < vol_cl_text_count; i++) {
        for (int model = 0; model < VOL_MODEL_COUNT; model++) {
            const char *path = vol_cl_texts[i].path;
            size_t bytes = 0, again_bytes = 0;
            char *text = vol_cl_assemble(&allocator, path, vol_model_name((vol_model)model), &bytes);
            char *again = vol_cl_assemble(&allocator, path, vol_model_name((vol_model)model), &again_bytes);
            if (!text || strlen(text) + 1 != bytes || occurrences(text, "#include") > 0) {
                fail_msg("%s is not complete", path);
            }
            expect_guards_once(path, text);
            assert_string_equal(text, again);
            vol_release(&allocator, text, bytes, 1);
            vol_release(&allocator, again, again_bytes, 1);
        }
    }
}

static void texts_are_those_of_the_files(void **state) {
    (void)state;
    static const char *const names[] = {"core/random.h", "models/blend.h", "params/params.def", "kernels/look.h"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char path[512], bytes[1 << 16];
        size_t i = 0;
        while (i < vol_cl_text_count && strcmp(vol_cl_texts[i].path, names[k]) != 0) {
            i++;
        }
        assert_true(i < vol_cl_text_count);
        snprintf(path, sizeof path, "%s/../src/%s", VOL_TESTS_DIR, names[k]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t length = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        assert_int_equal(vol_cl_texts[i].length, length);
        assert_memory_equal(vol_cl_texts[i].bytes, bytes, length);
    }
}

static void a_model_that_is_not_there_gives_no_text(void **state) {
    (void)state;
    vol_allocator allocator = {0};
    size_t bytes;
    assert_null(vol_cl_assemble(&allocator, "kernels/surround.h", "nonesuch", &bytes));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_text_is_complete_and_has_its_headers_once),
        cmocka_unit_test(texts_are_those_of_the_files),
        cmocka_unit_test(a_model_that_is_not_there_gives_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
