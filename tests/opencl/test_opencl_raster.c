/* OpenCL: boids counted into pixels by the kernels of a device give the numbers of the CPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device.h"

#include "raster.h"

enum { BOIDS = 5000, WIDTH = 61, HEIGHT = 43 };

static device gpu;

static void must(cl_int result, const char *what) {
    if (result != CL_SUCCESS) {
        fail_msg("%s: OpenCL says %d", what, (int)result);
    }
}

/* Four numbers a boid, as a device has them: in 2D all of it, in 3D one of its two arrays. */
static cl_mem upload(const vol_world *world, const void *const array[4], uint32_t count) {
    const size_t number = vol_number_size(world);
    unsigned char *numbers = calloc(count, 4 * number);
    assert_non_null(numbers);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < 4 && array[k]; k++) {
            memcpy(numbers + (4 * i + k) * number, (const unsigned char *)array[k] + i * number, number);
        }
    }
    cl_mem buffer = device_buffer(&gpu, count * 4 * number, numbers);
    free(numbers);
    return buffer;
}

static void count_on_device(cl_program program, const vol_raster *raster, cl_mem planes, uint32_t flock) {
    const vol_world *world = raster->world;
    const bool deep = world->def.dimensions == 3;
    const vol_host_boids boids = world->backend->view(world, vol_flock_at(world, raster->flocks[flock].flock));
    const vol_state *now = &boids.now;
    const void *first[4] = {now->position[0], now->position[1], deep ? now->position[2] : now->velocity[0],
                            deep ? NULL : now->velocity[1]};
    const void *second[4] = {now->velocity[0], now->velocity[1], now->velocity[2], NULL};
    const cl_mem state[2] = {upload(world, first, boids.count), deep ? upload(world, second, boids.count) : NULL};
    const size_t global = (boids.count + 63) / 64 * 64, local = 64;
    cl_uint count = boids.count, argument = 0;
    cl_int result;
    cl_kernel kernel = clCreateKernel(program, deep ? "raster_3" : "raster_2", &result);
    must(result, "the kernel");
    must(clSetKernelArg(kernel, argument++, sizeof state[0], &state[0]), "boids");
    if (deep) {
        must(clSetKernelArg(kernel, argument++, sizeof state[1], &state[1]), "velocities");
    }
    must(clSetKernelArg(kernel, argument++, sizeof planes, &planes), "planes");
    must(clSetKernelArg(kernel, argument++, sizeof(vol_lens), &raster->lenses[flock]), "the lens");
    must(clSetKernelArg(kernel, argument++, sizeof count, &count), "the count");
    must(clEnqueueNDRangeKernel(gpu.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "running");
    must(clFinish(gpu.queue), "finishing");
    clReleaseKernel(kernel);
    clReleaseMemObject(state[0]);
    if (deep) {
        clReleaseMemObject(state[1]);
    }
}

static vol_world *make_world(int dimensions, vol_precision precision) {
    vol_world_def def = vol_default_world_def();
    vol_world *world;
    def.dimensions = dimensions;
    def.precision = precision;
    def.size[2] = 400;
    def.threads = 1;
    assert_int_equal(vol_world_create(&def, &world, NULL), VOL_OK);
    for (int i = 0; i < VOL_RASTER_KINDS; i++) {
        static const char *const names[] = {"counted", "headings", "speeds"};
        vol_flock flock;
        vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
        flock_def.name = names[i];
        flock_def.count = BOIDS - 7 * (size_t)i;
        assert_int_equal(vol_flock_create(world, &flock_def, &flock, NULL), VOL_OK);
    }
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    return world;
}

static void compare(int dimensions, vol_precision precision) {
    vol_raster_view flat = vol_raster_view_of((double[2]){100.1, 550.3}, (double[2]){777.7, 33.3}, WIDTH, HEIGHT);
    vol_raster_view deep = {.row = {{51.3, 11.1, 30.5, -7000}, {3.3, 49.7, 21.5, -4000}, {0.1, 0.2, 0.9, 150}},
                            .near = 300};
    vol_world *world = make_world(dimensions, precision);
    vol_raster_flock list[VOL_RASTER_KINDS];
    for (uint32_t i = 0; i < VOL_RASTER_KINDS; i++) {
        list[i] = (vol_raster_flock){i, (vol_raster_kind)i, 2.7};
    }
    vol_raster_def def = vol_default_raster_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.flocks = list;
    def.flock_count = VOL_RASTER_KINDS;
    vol_raster *raster;
    assert_int_equal(vol_raster_create(world, &def, &raster, NULL), VOL_OK);
    assert_int_equal(vol_raster_begin(raster, dimensions == 3 ? &deep : &flat, NULL), VOL_OK);
    assert_int_equal(vol_raster_take(raster, NULL, NULL), VOL_OK);
    const size_t bytes = vol_raster_numbers(raster) * sizeof(uint32_t);
    uint32_t *numbers = calloc(1, bytes);
    assert_non_null(numbers);
    cl_program program = device_compile(&gpu, "../../src/backends/opencl/raster.cl",
                                        precision == VOL_PRECISION_DOUBLE ? "-DVOL_DOUBLE=1" : "-DVOL_DOUBLE=0");
    cl_mem planes = device_buffer(&gpu, bytes, numbers);
    for (uint32_t i = 0; i < VOL_RASTER_KINDS; i++) {
        count_on_device(program, raster, planes, i);
    }
    device_read(&gpu, planes, bytes, numbers);
    uint64_t seen = 0;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++) {
        seen += numbers[i];
    }
    assert_in_range(seen, BOIDS / 4, BOIDS - 1);
    assert_memory_equal(numbers, vol_raster_plane(raster, 0, 0), bytes);
    free(numbers);
    clReleaseMemObject(planes);
    clReleaseProgram(program);
    vol_raster_destroy(raster);
    vol_world_destroy(world);
}

static void flat_worlds_are_counted_as_on_the_processor(void **state) {
    (void)state;
    compare(2, VOL_PRECISION_SINGLE);
    compare(2, VOL_PRECISION_DOUBLE);
}

static void deep_worlds_are_counted_as_on_the_processor(void **state) {
    (void)state;
    compare(3, VOL_PRECISION_SINGLE);
    compare(3, VOL_PRECISION_DOUBLE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(flat_worlds_are_counted_as_on_the_processor),
                                       cmocka_unit_test(deep_worlds_are_counted_as_on_the_processor)};
    if (!device_open(&gpu)) {
        fprintf(stderr, "there is no OpenCL device with double precision here\n");
        return 77;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    device_close(&gpu);
    return failed;
}
