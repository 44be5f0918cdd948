/* The devices of this machine: they are listed, chosen, and compile what the library has for them. */
#include "unit/support.h"

#include "device.h"

#include "backends/opencl/program.h"
#include "unit/counting.h"

#include <stdio.h>
#include <string.h>

static device any; /* shows that a driver starts here */

static void devices_are_listed_and_chosen_by_what_the_list_says(void **state) {
    (void)state;
    vol_cl cl;
    vol_error error = {0};
    vol_device_info info;
    uint32_t count = 0;
    assert_true(vol_cl_open(&cl, &error));
    for (; vol_device_read(count, &info, sizeof info, &error) == VOL_OK; count++) {
        char number[12];
        vol_cl_device chosen;
        assert_true(strlen(info.name) > 0 && strlen(info.platform) > 0 && strlen(info.version) > 0);
        assert_true(info.memory > 0 && info.piece_most > 0 && info.units > 0);
        snprintf(number, sizeof number, "%u", (unsigned)count);
        vol_result result = vol_cl_choose(&cl, number, false, &chosen, &error);
        assert_int_equal(result, *info.lacks ? VOL_ERROR_UNSUPPORTED : VOL_OK);
        assert_string_equal(chosen.info.name, info.name);
        if (strcmp(info.platform, "Portable Computing Language") == 0) {
            assert_string_equal(info.lacks, "");
        }
    }
    assert_true(count > 0);
    assert_int_equal(error.result, VOL_ERROR_NAME);
}

/* A device that lacks nothing, with a context. */
typedef struct opened {
    vol_cl cl;
    vol_cl_device of;
    cl_context context;
} opened;

static opened *open_device(void) {
    static opened on;
    vol_error error;
    cl_int result;
    assert_true(vol_cl_open(&on.cl, &error));
    if (vol_cl_choose(&on.cl, "gpu", false, &on.of, &error) != VOL_OK) {
        print_message("%s\n", error.text);
        skip();
    }
    on.context = on.cl.CreateContext(NULL, 1, &on.of.id, NULL, NULL, &result);
    assert_int_equal(result, CL_SUCCESS);
    return &on;
}

static void embedded_texts_compile_exact_and_fast(void **state) {
    (void)state;
    static const char *const paths[] = {"kernels/surround.h", "kernels/advance.h", "models/custom.h"};
    opened *on = open_device();
    vol_allocator allocator = {0};
    for (size_t k = 0; k < 12; k++) {
        vol_error error = {0};
        cl_program program = NULL;
        const char *precision = k % 2 ? "-DVOL_DOUBLE=1" : "-DVOL_DOUBLE=0";
        if (vol_cl_build(&on->cl, on->context, &on->of, &allocator, paths[k / 4], "custom", precision, k / 2 % 2,
                         &program, &error) != VOL_OK) {
            fail_msg("%s", error.text);
        }
        assert_non_null(program);
        assert_int_equal(on->cl.ReleaseProgram(program), CL_SUCCESS);
    }
    on->cl.ReleaseContext(on->context);
}

static vol_result build_wrong(opened *on, const vol_allocator *allocator, vol_error *error) {
    cl_program program = NULL; /* hard obstacles are in doubles alone */
    vol_result result = vol_cl_build(&on->cl, on->context, &on->of, allocator, "kernels/hard.h", NULL, "-DVOL_DOUBLE=0",
                                     false, &program, error);
    assert_null(program);
    return result;
}

static void what_does_not_compile_is_told_and_gives_its_memory_back(void **state) {
    (void)state;
    opened *on = open_device();
    vol_error error = {0};
    vol_test_counter counter;
    vol_world_def def = vol_default_world_def();
    vol_test_count(&def, &counter);
    assert_int_equal(build_wrong(on, &def.allocator, &error), VOL_ERROR_DEVICE);
    assert_non_null(strstr(error.text, "does not compile kernels/hard.h: "));
    assert_non_null(strstr(error.text, "edges are for one boid in doubles")); /* as edges.h says */
    assert_null(strchr(error.text, '\n'));
    assert_int_equal(counter.living, 0);
    for (size_t refuse = 1; refuse <= 2; refuse++) {
        vol_test_count(&def, &counter);
        counter.refuse = refuse;
        assert_int_equal(build_wrong(on, &def.allocator, &error), VOL_ERROR_MEMORY);
        assert_int_equal(counter.living, 0);
    }
    on->cl.ReleaseContext(on->context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_are_listed_and_chosen_by_what_the_list_says),
        cmocka_unit_test(embedded_texts_compile_exact_and_fast),
        cmocka_unit_test(what_does_not_compile_is_told_and_gives_its_memory_back),
    };
    if (!device_open(&any)) {
        fprintf(stderr, "there is no OpenCL device with double precision here\n");
        return 77;
    }
    device_close(&any);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
