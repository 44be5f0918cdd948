/* Worlds on a device that are made, stepped and destroyed leave nothing behind: neither in the host's allocator nor in
 * the memory of the process, where drivers keep theirs.
 *   test_device_leaks [WORLDS] */
#include "counting.h"
#include "pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned long worlds = 40;

/* Mebibytes of this process in memory; 0 where the system does not tell. */
static double resident(void) {
    unsigned long all, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file) {
        pages = fscanf(file, "%lu %lu", &all, &pages) == 2 ? pages : 0;
        fclose(file);
    }
    return (double)pages * 4096 / (1 << 20);
}

static void live_and_die(void) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
    vol_test_counter counter;
    vol_test_count(&def, &counter);
    def.device = "gpu";
    vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 200);
    vol_raster_def raster_def = vol_default_raster_def();
    const vol_raster_view view = vol_raster_view_of((double[2]){0, 0}, (double[2]){400, 300}, 20, 20);
    vol_raster *raster;
    raster_def.width = raster_def.height = 20;
    assert_int_equal(vol_raster_create(world, &raster_def, &raster, NULL), VOL_OK);
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    assert_int_equal(vol_raster_begin(raster, &view, NULL), VOL_OK);
    assert_int_equal(vol_flock_view(world, 0).count, 200);
    assert_int_equal(vol_flock_reserve(world, 0, 400, NULL), VOL_OK);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    assert_int_equal(vol_raster_take(raster, NULL, NULL), VOL_OK);
    vol_raster_destroy(raster);
    vol_world_destroy(world);
    assert_int_equal(counter.living, 0);
}

static void many_worlds_take_no_more_memory_than_a_few(void **state) {
    (void)state;
    double before = 0;
    for (unsigned long i = 0; i < worlds; i++) {
        live_and_die();
        before = i == worlds / 10 ? resident() : before;
    }
    const double after = resident();
    print_message("%.1f MiB after %lu worlds, %.1f MiB after %lu\n", before, worlds / 10, after, worlds);
    assert_true(after <= before + 4);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_worlds_take_no_more_memory_than_a_few)};
    worlds = argc > 1 ? strtoul(argv[1], NULL, 10) : worlds;
    return vol_test_has_device() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
