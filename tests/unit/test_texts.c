/* Making one text of several, with texts made up here: this table takes the place of the library's own. */
#include "support.h"

#include "backends/opencl/texts.h"
#include "core/memory.h"
#include "counting.h"

#include <string.h>

#define TEXT(path, text) \
    { path, (const unsigned char *)(text), sizeof(text) - 1 }
#define GUARDED(NAME, text) "/* about */\n#ifndef VOLERY_" NAME "_H\n#define VOLERY_" NAME "_H\n" text "#endif\n"

const vol_cl_text vol_cl_texts[] = {
    TEXT("a/guarded.h", GUARDED("A", "a\n")),
    TEXT("a/bare.h", "bare\n"),
    TEXT("a/both.h", GUARDED("B", "#include \"a/guarded.h\"\nb\n")),
    TEXT("volery/rows.def", "row\n"),
    TEXT("models/one.h", "#include \"a/guarded.h\"\none\n"),
    TEXT("models/two.h", "two\n"),
    TEXT("plain.cl", "begin\n#include \"a/both.h\"\n#include \"a/guarded.h\"\n#include \"a/bare.h\"\n"
                     "#include <volery/rows.def>\n#  include \"a/bare.h\" /* again */\nend\n"),
    TEXT("model.cl", "#include \"models/MODEL.h\"\nend\n"),
    TEXT("missing.cl", "#include <stdint.h>\n#include \"a/other.h\"\n#include BY_MACRO\nend\n"),
    TEXT("branches.cl", "#ifndef VOL_OPENCL\n#include \"a/guarded.h\"\n#else\n#include \"a/bare.h\"\n#endif\n"
                        "#if defined(VOL_OPENCL) || defined(X)\n#include \"a/guarded.h\"\n#elif defined(Y)\n"
                        "#include \"a/bare.h\"\n#else\n#include \"a/bare.h\"\n#endif\n"),
    TEXT("unsure.cl",
         "#ifdef X\n#include \"a/guarded.h\"\n#endif\n#include \"a/guarded.h\"\n#include \"a/guarded.h\"\n"),
    TEXT("itself.h", GUARDED("ITSELF", "#include \"itself.h\"\nx\n")),
    TEXT("endless.h", "#include \"endless.h\"\n"),
};
const size_t vol_cl_text_count = sizeof vol_cl_texts / sizeof *vol_cl_texts;

#define A "/* about */\n#ifndef VOLERY_A_H\n#define VOLERY_A_H\na\n#endif\n"
#define B "/* about */\n#ifndef VOLERY_B_H\n#define VOLERY_B_H\n" A "b\n#endif\n"

static void expect_text(const char *path, const char *model, const char *expected) {
    vol_world_def def = vol_default_world_def();
    vol_test_counter counter = {0};
    size_t bytes = 0;
    vol_test_count(&def, &counter);
    char *text = vol_cl_assemble(&def.allocator, path, model, &bytes);
    assert_non_null(text);
    assert_string_equal(text, expected);
    assert_int_equal(bytes, strlen(expected) + 1);
    vol_release(&def.allocator, text, bytes, 1);
    assert_int_equal(counter.living, 0);
    counter = (vol_test_counter){.refuse = 1};
    assert_null(vol_cl_assemble(&def.allocator, path, model, &bytes));
}

static void expect_none(const char *path, const char *model) {
    vol_allocator allocator = {0};
    size_t bytes;
    assert_null(vol_cl_assemble(&allocator, path, model, &bytes));
}

static void includes_become_texts_and_guarded_ones_come_once(void **state) {
    (void)state;
    expect_text("plain.cl", NULL, "begin\n" B "bare\nrow\nbare\nend\n");
}

static void the_model_is_put_in_its_place(void **state) {
    (void)state;
    expect_text("model.cl", "one", A "one\nend\n");
    expect_text("model.cl", "two", "two\nend\n");
    expect_text("model.cl", NULL, "\nend\n");
}

static void a_model_or_text_that_is_not_there_gives_nothing(void **state) {
    (void)state;
    expect_none("model.cl", "three");
    expect_none("plain.cl", "three");
    expect_none("other.cl", NULL);
    expect_none("", NULL);
}

static void what_is_not_embedded_is_an_empty_line(void **state) {
    (void)state;
    expect_text("missing.cl", NULL, "\n\n\nend\n");
}

static void what_is_only_for_c_is_left_out_and_does_not_count(void **state) {
    (void)state;
    expect_text("branches.cl", NULL,
                "#ifndef VOL_OPENCL\n\n#else\nbare\n#endif\n"
                "#if defined(VOL_OPENCL) || defined(X)\n" A "#elif defined(Y)\n\n#else\n\n#endif\n");
}

static void where_it_is_not_known_guards_decide(void **state) {
    (void)state;
    expect_text("unsure.cl", NULL, "#ifdef X\n" A "#endif\n" A);
}

static void texts_that_include_themselves_come_to_an_end(void **state) {
    (void)state;
    expect_text("itself.h", NULL, "/* about */\n#ifndef VOLERY_ITSELF_H\n#define VOLERY_ITSELF_H\nx\n#endif\n");
    expect_none("endless.h", NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(includes_become_texts_and_guarded_ones_come_once),
        cmocka_unit_test(the_model_is_put_in_its_place),
        cmocka_unit_test(a_model_or_text_that_is_not_there_gives_nothing),
        cmocka_unit_test(what_is_not_embedded_is_an_empty_line),
        cmocka_unit_test(what_is_only_for_c_is_left_out_and_does_not_count),
        cmocka_unit_test(where_it_is_not_known_guards_decide),
        cmocka_unit_test(texts_that_include_themselves_come_to_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
