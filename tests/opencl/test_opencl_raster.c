/* OpenCL: boids of a world on a device are counted into pixels there, with the numbers of the processor, and no boid is
 * copied for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device.h"

#include <volery/volery.h>

enum { BOIDS = 5000, WIDTH = 61, HEIGHT = 43, PIXELS = WIDTH * HEIGHT, PLANES = 6 };

static char chosen[16];

/* Three flocks, each counted in another way. */
static vol_world *make_world(int dimensions, vol_precision precision, const char *where) {
    vol_world_def def = vol_default_world_def();
    vol_world *world;
    vol_error error;
    def.dimensions = dimensions;
    def.precision = precision;
    def.size[2] = 400;
    def.threads = 1;
    def.device = where;
    if (vol_world_create(&def, &world, &error) != VOL_OK) {
        fail_msg("%s", error.text);
    }
    for (int i = 0; i < VOL_RASTER_KINDS; i++) {
        static const char *const names[] = {"counted", "headings", "speeds"};
        vol_flock flock;
        vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
        flock_def.name = names[i];
        flock_def.count = BOIDS - 7 * (size_t)i;
        flock_def.separation.radius = flock_def.alignment.radius = flock_def.cohesion.radius = 15;
        if (vol_flock_create(world, &flock_def, &flock, &error) != VOL_OK) {
            fail_msg("%s", error.text);
        }
    }
    return world;
}

static vol_raster *make_raster(vol_world *world) {
    vol_raster_flock list[VOL_RASTER_KINDS];
    vol_raster_def def = vol_default_raster_def();
    vol_raster *raster;
    for (uint32_t i = 0; i < VOL_RASTER_KINDS; i++) {
        list[i] = (vol_raster_flock){i, (vol_raster_kind)i, 2.7};
    }
    def.width = WIDTH;
    def.height = HEIGHT;
    def.flocks = list;
    def.flock_count = VOL_RASTER_KINDS;
    assert_int_equal(vol_raster_create(world, &def, &raster, NULL), VOL_OK);
    return raster;
}

static void begin(vol_raster *raster, int dimensions) {
    const vol_raster_view flat = vol_raster_view_of((double[2]){100.1, 550.3}, (double[2]){777.7, 33.3}, WIDTH, HEIGHT);
    const vol_raster_view deep = {.row = {{51.3, 11.1, 30.5, -7000}, {3.3, 49.7, 21.5, -4000}, {0.1, 0.2, 0.9, 150}},
                                  .near = 300};
    vol_error error;
    if (vol_raster_begin(raster, dimensions == 3 ? &deep : &flat, &error) != VOL_OK) {
        fail_msg("%s", error.text);
    }
}

/* Takes one; the planes are one behind the other. */
static uint64_t take(vol_raster *raster, uint32_t *numbers) {
    uint64_t step = 0;
    assert_int_equal(vol_raster_take(raster, &step, NULL), VOL_OK);
    memcpy(numbers, vol_raster_plane(raster, 0, 0), PLANES * PIXELS * sizeof *numbers);
    return step;
}

static void expect_same(vol_raster *a, vol_raster *b, uint64_t step) {
    static uint32_t numbers[2][PLANES * PIXELS];
    uint64_t seen = 0;
    assert_int_equal(take(a, numbers[0]), step);
    assert_int_equal(take(b, numbers[1]), step);
    for (int i = 0; i < PIXELS; i++) {
        seen += numbers[0][i];
    }
    assert_in_range(seen, BOIDS / 4, BOIDS - 1);
    assert_memory_equal(numbers[0], numbers[1], sizeof numbers[0]);
}

/* One is counted and read while the next steps are computed. */
static void compare(int dimensions, vol_precision precision) {
    vol_world *world[2];
    vol_raster *raster[2];
    for (int i = 0; i < 2; i++) {
        world[i] = make_world(dimensions, precision, i == 0 ? "cpu" : chosen);
        raster[i] = make_raster(world[i]);
        begin(raster[i], dimensions);
        assert_int_equal(vol_world_step(world[i], 2), VOL_OK);
        begin(raster[i], dimensions);
        assert_int_equal(vol_world_step(world[i], 1), VOL_OK);
    }
    assert_true(vol_world_device_bytes(world[1]) > 0);
    expect_same(raster[0], raster[1], 0);
    expect_same(raster[0], raster[1], 2);
    for (int i = 0; i < 2; i++) {
        begin(raster[i], dimensions);
    }
    expect_same(raster[0], raster[1], 3);
    for (int i = 0; i < 2; i++) { /* what the host has changed is counted too */
        const double positions[6] = {300, 300, 200, 310, 310, 190};
        const double velocities[6] = {1, 0, 0, 0, 1, 0};
        assert_int_equal(vol_flock_add(world[i], 1, 2, positions, velocities, NULL, NULL), VOL_OK);
        begin(raster[i], dimensions);
    }
    expect_same(raster[0], raster[1], 3);
    for (int i = 0; i < 2; i++) {
        begin(raster[i], dimensions); /* and destroyed while it is under way */
        vol_raster_destroy(raster[i]);
        vol_world_destroy(world[i]);
    }
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

static void memory_of_the_device_is_given_back(void **state) {
    (void)state;
    vol_world *world = make_world(2, VOL_PRECISION_SINGLE, chosen);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    const uint64_t before = vol_world_device_bytes(world);
    for (int i = 0; i < 20; i++) {
        vol_raster *raster = make_raster(world);
        begin(raster, 2);
        begin(raster, 2);
        assert_int_equal(vol_world_device_bytes(world), before + 2 * PLANES * PIXELS * sizeof(uint32_t));
        vol_raster_destroy(raster);
    }
    assert_int_equal(vol_world_device_bytes(world), before);
    vol_world_destroy(world);
}

static void a_device_without_memory_for_it_says_so_and_goes_on(void **state) {
    (void)state;
    vol_world *world = make_world(2, VOL_PRECISION_SINGLE, chosen);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    const uint64_t taken = vol_world_device_bytes(world);
    vol_world_destroy(world);
    vol_world_def def = vol_default_world_def();
    def.threads = 1;
    def.device = chosen;
    def.device_memory = taken + 1000;
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_flock flock;
    vol_raster *raster;
    vol_error error;
    vol_raster_view view = vol_raster_view_of((double[2]){0, 0}, (double[2]){800, 600}, 4000, 4000);
    vol_raster_def large = vol_default_raster_def();
    large.width = large.height = 4000;
    assert_int_equal(vol_world_create(&def, &world, NULL), VOL_OK);
    assert_int_equal(vol_flock_create(world, &flock_def, &flock, NULL), VOL_OK);
    assert_int_equal(vol_raster_create(world, &large, &raster, NULL), VOL_OK);
    assert_int_equal(vol_raster_begin(raster, &view, &error), VOL_ERROR_MEMORY);
    assert_int_equal(vol_raster_waiting(raster), 0);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    assert_int_equal(vol_world_steps(world), 2);
    vol_raster_destroy(raster);
    vol_world_destroy(world);
}

/* A world that may be anywhere goes back to the processor when its index is one that devices refuse. */
static void a_raster_outlives_the_device(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    vol_world *world;
    vol_flock flock;
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    def.threads = 1;
    def.device = "auto";
    flock_def.count = 25000;
    flock_def.separation.radius = flock_def.alignment.radius = flock_def.cohesion.radius = 5;
    assert_int_equal(vol_world_create(&def, &world, NULL), VOL_OK);
    assert_int_equal(vol_flock_create(world, &flock_def, &flock, NULL), VOL_OK);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    const bool moved = vol_world_device_bytes(world) > 0;
    vol_raster_def raster_def = vol_default_raster_def();
    vol_raster *raster;
    assert_int_equal(vol_raster_create(world, &raster_def, &raster, NULL), VOL_OK);
    const vol_raster_view view = vol_raster_view_of((double[2]){0, 0}, (double[2]){800, 600}, 640, 480);
    assert_int_equal(vol_raster_begin(raster, &view, NULL), VOL_OK);
    assert_int_equal(vol_world_set(world, "world.index", "kdtree", NULL), VOL_OK);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    assert_string_equal(vol_world_device(world), "cpu");
    for (int i = 0; i < 2; i++) {
        uint64_t step = 0, seen = 0;
        assert_int_equal(vol_raster_begin(raster, &view, NULL), VOL_OK);
        assert_int_equal(vol_raster_take(raster, &step, NULL), VOL_OK);
        assert_int_equal(step, 1 + i);
        for (int pixel = 0; pixel < 640 * 480; pixel++) {
            seen += vol_raster_plane(raster, 0, 0)[pixel];
        }
        assert_int_equal(seen, 25000);
    }
    vol_raster_destroy(raster);
    vol_world_destroy(world);
    if (!moved) {
        skip(); /* no device is as fast as the processor here */
    }
}

/* The first device that computes the bits of the processor. */
static bool choose_device(void) {
    vol_device_info info;
    for (uint32_t i = 0; vol_device_read(i, &info, sizeof info, NULL) == VOL_OK; i++) {
        if (info.lacks[0] == '\0') {
            snprintf(chosen, sizeof chosen, "%u", (unsigned)i);
            return true;
        }
    }
    return false;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(flat_worlds_are_counted_as_on_the_processor),
                                       cmocka_unit_test(deep_worlds_are_counted_as_on_the_processor),
                                       cmocka_unit_test(memory_of_the_device_is_given_back),
                                       cmocka_unit_test(a_device_without_memory_for_it_says_so_and_goes_on),
                                       cmocka_unit_test(a_raster_outlives_the_device)};
    device any;
    if (!device_open(&any)) {
        fprintf(stderr, "there is no OpenCL device with double precision here\n");
        return 77;
    }
    device_close(&any);
    if (!choose_device()) {
        fprintf(stderr, "there is no OpenCL device for worlds here\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
