/* Choosing devices, among those of a driver made up here: by number, by part of the name, "gpu" and "auto"; and what
 * they lack. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "support.h"

#include "backends/opencl/choose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES = 4, ALL_OF_FP = CL_FP_DENORM | CL_FP_ROUND_TO_NEAREST | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT };

/* A device as its driver tells. */
typedef struct told {
    const char *name, *version;
    cl_device_type type;
    cl_device_fp_config singles, doubles;
    cl_uint available, compiler, little, bits, alignment;
    size_t group;
    cl_ulong local;
} told;

/* The processor is of the first platform, the cards of the second. */
static const told standard[DEVICES] = {
    {"  Processor 9000 ", "OpenCL 3.0 x", CL_DEVICE_TYPE_CPU, ALL_OF_FP, ALL_OF_FP, 1, 1, 1, 64, 1024, 4096, 1 << 20},
    {"Little Card", "OpenCL 1.2", CL_DEVICE_TYPE_GPU, ALL_OF_FP, 0, 1, 1, 1, 64, 2048, 256, 1 << 15},
    {"Big Card 1", "OpenCL 1.2 x", CL_DEVICE_TYPE_GPU, ALL_OF_FP, ALL_OF_FP, 1, 1, 1, 64, 4096, 1024, 1 << 15},
    {"Big Card 2", "OpenCL 2.0", CL_DEVICE_TYPE_GPU, ALL_OF_FP, ALL_OF_FP, 1, 1, 1, 64, 0, 1024, 1 << 14},
};
static told devices[DEVICES];
static char platforms[2]; /* their addresses are their names */
static cl_uint platform_count;

static cl_platform_id platform_at(size_t i) {
    return (cl_platform_id)(void *)&platforms[i];
}

static cl_int CL_API_CALL get_platforms(cl_uint most, cl_platform_id *id, cl_uint *count) {
    *count = platform_count;
    for (cl_uint i = 0; i < platform_count && i < most; i++) {
        id[i] = platform_at(i);
    }
    return platform_count > 0 ? CL_SUCCESS : -1001;
}

static cl_int CL_API_CALL get_devices(cl_platform_id of, cl_device_type type, cl_uint most, cl_device_id *id,
                                      cl_uint *count) {
    const cl_uint first = of == platform_at(0) ? 0 : 1, end = of == platform_at(0) ? 1 : DEVICES;
    assert_int_equal(type, CL_DEVICE_TYPE_ALL);
    *count = end - first;
    for (cl_uint i = first; i < end && i - first < most; i++) {
        id[i - first] = (cl_device_id)(void *)&devices[i];
    }
    return CL_SUCCESS;
}

static cl_int tell(const void *value, size_t bytes, size_t room, void *to) {
    if (bytes > room) {
        return CL_INVALID_VALUE;
    }
    memcpy(to, value, bytes);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL tell_platform(cl_platform_id of, cl_platform_info what, size_t room, void *to,
                                        size_t *bytes) {
    const char *name = of == platform_at(0) ? "Processors" : "Cards";
    (void)bytes;
    return what == CL_PLATFORM_NAME ? tell(name, strlen(name) + 1, room, to) : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL tell_device(cl_device_id id, cl_device_info what, size_t room, void *to, size_t *bytes) {
    const told *d = (const told *)(const void *)id;
    const cl_ulong memory = 1 << 30;
    const cl_uint units = 8;
    (void)bytes;
    switch (what) {
    case CL_DEVICE_NAME: return tell(d->name, strlen(d->name) + 1, room, to);
    case CL_DEVICE_VERSION: return tell(d->version, strlen(d->version) + 1, room, to);
    case CL_DRIVER_VERSION: return tell("1.0", 4, room, to);
    case CL_DEVICE_TYPE: return tell(&d->type, sizeof d->type, room, to);
    case CL_DEVICE_SINGLE_FP_CONFIG: return tell(&d->singles, sizeof d->singles, room, to);
    case CL_DEVICE_DOUBLE_FP_CONFIG: return tell(&d->doubles, sizeof d->doubles, room, to);
    case CL_DEVICE_AVAILABLE: return tell(&d->available, sizeof d->available, room, to);
    case CL_DEVICE_COMPILER_AVAILABLE: return tell(&d->compiler, sizeof d->compiler, room, to);
    case CL_DEVICE_ENDIAN_LITTLE: return tell(&d->little, sizeof d->little, room, to);
    case CL_DEVICE_ADDRESS_BITS: return tell(&d->bits, sizeof d->bits, room, to);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN: return tell(&d->alignment, sizeof d->alignment, room, to);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: return tell(&d->group, sizeof d->group, room, to);
    case CL_DEVICE_LOCAL_MEM_SIZE: return tell(&d->local, sizeof d->local, room, to);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE: return tell(&memory, sizeof memory, room, to);
    case CL_DEVICE_MAX_COMPUTE_UNITS: return tell(&units, sizeof units, room, to);
    default: return CL_INVALID_VALUE;
    }
}

static const vol_cl made_up = {.GetPlatformIDs = get_platforms,
                               .GetPlatformInfo = tell_platform,
                               .GetDeviceIDs = get_devices,
                               .GetDeviceInfo = tell_device};

static int reset(void **state) {
    (void)state;
    memcpy(devices, standard, sizeof devices);
    platform_count = 2;
    return 0;
}

static void expect_chosen(const char *wanted, uint32_t number) {
    vol_cl_device device;
    vol_error error = {0};
    if (vol_cl_choose(&made_up, wanted, false, &device, &error) != VOL_OK) {
        fail_msg("%s: %s", wanted, error.text);
    }
    assert_int_equal(device.number, number);
    assert_ptr_equal(device.id, &devices[number]);
    assert_ptr_equal(device.platform, platform_at(number > 0));
}

static void expect_refused(const char *wanted, bool fast, vol_result expected, const char *text) {
    vol_cl_device device;
    vol_error error = {0};
    assert_int_equal(vol_cl_choose(&made_up, wanted, fast, &device, &error), expected);
    assert_int_equal(error.result, expected);
    assert_string_equal(error.field, "device");
    assert_string_equal(error.text, text);
}

static void a_device_is_read_as_its_driver_tells(void **state) {
    (void)state;
    vol_cl_device device;
    assert_int_equal(vol_cl_choose(&made_up, "0", false, &device, NULL), VOL_OK);
    assert_string_equal(device.info.name, "Processor 9000");
    assert_string_equal(device.info.platform, "Processors");
    assert_string_equal(device.info.version, "1.0");
    assert_string_equal(device.info.lacks, "");
    assert_int_equal(device.info.memory, 1 << 30);
    assert_int_equal(device.info.piece_most, 1 << 30);
    assert_int_equal(device.info.units, 8);
    assert_false(device.info.gpu);
    assert_int_equal(device.group_most, 4096);
    assert_int_equal(device.local_bytes, 1 << 20);
    assert_int_equal(device.alignment, 128);
    assert_int_equal(vol_cl_choose(&made_up, "2", false, &device, NULL), VOL_OK);
    assert_true(device.info.gpu);
    assert_int_equal(device.alignment, 512);
    assert_int_equal(vol_cl_choose(&made_up, "3", false, &device, NULL), VOL_OK);
    assert_int_equal(device.alignment, 128); /* the least that any has, for one that does not tell */
}

static void a_device_is_chosen_by_number(void **state) {
    (void)state;
    expect_chosen("0", 0);
    expect_chosen("3", 3);
}

static void a_device_is_chosen_by_part_of_its_name(void **state) {
    (void)state;
    expect_chosen("r 9000", 0);
    expect_chosen("bIG CARD 2", 3);
    expect_chosen("Big Card", 2);
    expect_chosen("card", 2); /* the first that lacks nothing */
}

static void gpu_is_a_graphics_card_or_else_any_device(void **state) {
    (void)state;
    expect_chosen("gpu", 2);
    devices[2].doubles = 0;
    expect_chosen("gpu", 3);
    devices[3].doubles = 0;
    expect_chosen("gpu", 0);
    devices[0].doubles = 0;
    expect_refused("gpu", false, VOL_ERROR_UNSUPPORTED,
                   "device 1 (Little Card): it has no double precision (cl_khr_fp64)");
}

static void auto_is_a_graphics_card(void **state) {
    (void)state;
    expect_chosen("auto", 2);
    devices[2].available = devices[3].available = 0;
    expect_refused("auto", false, VOL_ERROR_UNSUPPORTED, "device auto: there is no graphics card that lacks nothing");
}

static void a_name_that_no_device_has_is_refused_and_the_names_are_told(void **state) {
    (void)state;
    const char *said = "device h300: there is none; allowed are cpu, gpu, auto, 0 (Processor 9000), 1 (Little Card), 2 "
                       "(Big Card 1), 3 (Big Card 2)";
    expect_refused("h300", false, VOL_ERROR_NAME, said);
    vol_error error;
    vol_cl_device device;
    assert_int_equal(vol_cl_choose(&made_up, "4", false, &device, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_cl_choose(&made_up, "99999999999999999999", false, &device, &error), VOL_ERROR_NAME);
}

static void without_devices_the_driver_is_missing(void **state) {
    (void)state;
    platform_count = 0;
    expect_refused("gpu", false, VOL_ERROR_UNSUPPORTED,
                   "OpenCL is there but has no device: a driver is missing; Debian: that of the graphics card, or "
                   "pocl-opencl-icd for the processor");
}

static void expect_lack(const char *lack) {
    char text[240];
    snprintf(text, sizeof text, "device 2 (Big Card 1): %s", lack);
    expect_refused("2", false, VOL_ERROR_UNSUPPORTED, text);
    reset(NULL);
}

static void what_a_device_lacks_is_told(void **state) {
    (void)state;
    told *d = &devices[2];
    d->available = 0;
    expect_lack("its driver says that it is not available");
    d->version = "OpenCL 1.1 x";
    expect_lack("it is older than OpenCL 1.2");
    d->compiler = 0;
    expect_lack("its driver has no compiler");
    d->little = 0;
    expect_lack("its numbers begin with the other end (it is not little endian)");
    d->bits = 32;
    expect_lack("its addresses have no 64 bits");
    d->doubles = 0;
    expect_lack("it has no double precision (cl_khr_fp64)");
    d->doubles &= ~(cl_device_fp_config)CL_FP_ROUND_TO_NEAREST;
    expect_lack("it does not round to nearest");
    d->group = 255;
    expect_lack("its groups have less than 256 work items");
    d->local = (1 << 14) - 1;
    expect_lack("its groups share less than 16 KiB of memory");
    d->singles &= ~(cl_device_fp_config)CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    expect_lack("it does not round quotients and roots of single precision correctly");
    d->singles &= ~(cl_device_fp_config)CL_FP_DENORM;
    expect_lack("it has no denormal numbers");
}

static void what_only_bits_need_may_be_missing_where_fast_is_asked_for(void **state) {
    (void)state;
    vol_cl_device device;
    devices[2].singles = devices[2].doubles = CL_FP_ROUND_TO_NEAREST;
    assert_int_equal(vol_cl_choose(&made_up, "2", true, &device, NULL), VOL_OK);
    assert_string_equal(device.info.lacks, "");
    devices[2].doubles = 0;
    expect_refused("2", true, VOL_ERROR_UNSUPPORTED, "device 2 (Big Card 1): it has no double precision (cl_khr_fp64)");
}

static void without_the_library_the_error_says_so(void **state) {
    (void)state;
    vol_cl cl;
    vol_error error = {0};
    vol_device_info info;
    const char *said = "there is no OpenCL on this machine: /nonexistent was not found; Debian: ocl-icd-libopencl1 and "
                       "a driver";
    assert_int_equal(setenv("VOLERY_OPENCL", "/nonexistent", 1), 0);
    assert_false(vol_cl_open(&cl, &error));
    assert_int_equal(error.result, VOL_ERROR_UNSUPPORTED);
    assert_string_equal(error.text, said);
    assert_int_equal(vol_device_read(0, &info, sizeof info, &error), VOL_ERROR_UNSUPPORTED);
    assert_string_equal(error.text, said);
    assert_int_equal(vol_device_read(0, &info, sizeof info, NULL), VOL_ERROR_UNSUPPORTED);
}

static void a_library_that_is_no_opencl_is_refused(void **state) {
    (void)state;
    vol_cl cl;
    vol_error error = {0};
    assert_int_equal(setenv("VOLERY_OPENCL", "libm.so.6", 1), 0);
    assert_false(vol_cl_open(&cl, &error));
    assert_string_equal(error.text, "libm.so.6 has no clGetPlatformIDs: OpenCL 1.2 is needed");
}

static void another_layout_of_the_callers_is_refused(void **state) {
    (void)state;
    vol_device_info info;
    assert_int_equal(vol_device_read(0, &info, sizeof info - 8, NULL), VOL_ERROR_LAYOUT);
}

static void errors_of_opencl_have_names(void **state) {
    (void)state;
    assert_string_equal(vol_cl_error_name(CL_OUT_OF_RESOURCES), "CL_OUT_OF_RESOURCES");
    assert_string_equal(vol_cl_error_name(CL_SUCCESS), "CL_SUCCESS");
    assert_string_equal(vol_cl_error_name(-9999), "an unknown error");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_device_is_read_as_its_driver_tells, reset),
        cmocka_unit_test_setup(a_device_is_chosen_by_number, reset),
        cmocka_unit_test_setup(a_device_is_chosen_by_part_of_its_name, reset),
        cmocka_unit_test_setup(gpu_is_a_graphics_card_or_else_any_device, reset),
        cmocka_unit_test_setup(auto_is_a_graphics_card, reset),
        cmocka_unit_test_setup(a_name_that_no_device_has_is_refused_and_the_names_are_told, reset),
        cmocka_unit_test_setup(without_devices_the_driver_is_missing, reset),
        cmocka_unit_test_setup(what_a_device_lacks_is_told, reset),
        cmocka_unit_test_setup(what_only_bits_need_may_be_missing_where_fast_is_asked_for, reset),
        cmocka_unit_test(without_the_library_the_error_says_so),
        cmocka_unit_test(a_library_that_is_no_opencl_is_refused),
        cmocka_unit_test(another_layout_of_the_callers_is_refused),
        cmocka_unit_test(errors_of_opencl_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
