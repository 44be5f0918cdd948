/* Sorting on a device in one kernel or in more, as the number of boids and cells decides, and how crowded these are. */
#include "pair.h"

#include "backends/opencl/opencl.h"

#include <stdlib.h>

static vol_world_def world_of(vol_index index, vol_boundary boundary) {
    vol_world_def def = vol_default_world_def();
    def.size[0] = def.size[1] = 800;
    def.boundary = boundary;
    def.index = index;
    def.threads = 1;
    return def;
}

/* Boids that see each other and hardly care, in a disc around the middle. */
static vol_flock_def disc(const char *name, size_t count, double radius, double reach) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    def.name = name;
    def.count = count;
    def.start.shape = VOL_SHAPE_DISC;
    def.start.radius = radius;
    def.start.speed = 0.5;
    def.max_speed = 1000;
    def.separation.radius = def.alignment.radius = def.cohesion.radius = reach;
    def.separation.weight = 0.001;
    def.alignment.weight = def.cohesion.weight = 0;
    return def;
}

static bool is_linked(const vol_test_pair *pair, vol_flock flock) {
    return vol_cl_flock_of(pair->world[1]->flocks[flock])->record.heads > 0;
}

static void step_linked(vol_test_pair *pair, uint64_t steps, bool linked) {
    vol_test_pair_step(pair, steps);
    assert_int_equal(is_linked(pair, 0), linked);
}

static void add(vol_test_pair *pair, vol_flock flock, size_t count) {
    double *numbers = malloc(4 * count * sizeof *numbers);
    vol_test_random random = {count};
    assert_non_null(numbers);
    for (size_t i = 0; i < 4 * count; i++) {
        numbers[i] = i < 2 * count ? vol_test_uniform(&random, 200, 600) : vol_test_uniform(&random, -1, 1);
    }
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_flock_add(pair->world[k], flock, count, numbers, numbers + 2 * count, NULL, NULL), VOL_OK);
    }
    free(numbers);
}

/* Every third boid from `first` on, so that ids have gaps. */
static void thin_out(vol_test_pair *pair, vol_flock flock, uint32_t first, uint32_t count) {
    uint32_t *ids = malloc(count * sizeof *ids);
    assert_non_null(ids);
    for (uint32_t i = 0; i < count; i++) {
        ids[i] = first + 3 * i;
    }
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_flock_remove(pair->world[k], flock, count, ids, NULL), VOL_OK);
    }
    free(ids);
}

static void flocks_grow_beyond_what_is_linked_and_shrink_again(void **state) {
    (void)state;
    const vol_world_def def = world_of(VOL_INDEX_GRID, VOL_BOUNDARY_WRAP);
    const vol_flock_def flock = disc("all", VOL_LINKED - 1, 390, 8.88);
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_test_pair_flock(&pair, &flock);
    step_linked(&pair, 2, true);
    add(&pair, 0, 1);
    step_linked(&pair, 1, true);
    add(&pair, 0, 1);
    step_linked(&pair, 2, false);
    thin_out(&pair, 0, 7, 20);
    step_linked(&pair, 2, true);
    vol_test_pair_destroy(&pair);
}

/* 90 * 90 and 91 * 91 cells, on either side of VOL_SMALL; and few enough for one boid to be alone. */
static void cells_become_more_and_fewer(void **state) {
    (void)state;
    static const char *const radius[] = {"8.77", "8.88", "40", "8.77", "250", "8.88"};
    const vol_world_def def = world_of(VOL_INDEX_GRID, VOL_BOUNDARY_WRAP);
    const vol_flock_def flock = disc("all", 8290, 390, 8.88);
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_test_pair_flock(&pair, &flock);
    step_linked(&pair, 3, true);
    for (size_t i = 0; i < sizeof radius / sizeof *radius; i++) {
        for (int k = 0; k < 2; k++) {
            assert_int_equal(vol_world_set(pair.world[k], "all.separation.radius", radius[i], NULL), VOL_OK);
            assert_int_equal(vol_world_set(pair.world[k], "all.alignment.radius", radius[i], NULL), VOL_OK);
            assert_int_equal(vol_world_set(pair.world[k], "all.cohesion.radius", radius[i], NULL), VOL_OK);
        }
        vol_test_pair_step(&pair, 1);
        vol_test_pair_step(&pair, 2);
        const uint32_t cells = vol_cl_flock_of(pair.world[1]->flocks[0])->record.cell_count;
        assert_int_equal(cells > VOL_SMALL, i % 3 == 0);
        assert_true(cells <= VOL_SMALL || is_linked(&pair, 0));
    }
    vol_test_pair_destroy(&pair);
}

/* They fly to the middle, are in a few cells there, and fly apart again. */
static void crowds_are_sorted_without_lists(void **state) {
    (void)state;
    const vol_world_def def = world_of(VOL_INDEX_GRID, VOL_BOUNDARY_OPEN);
    const vol_flock_def flock = disc("all", 1500, 200, 20);
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_test_pair_flock(&pair, &flock);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_world_scatter(pair.world[k], (double[2]){400, 400}, -0.05, NULL), VOL_OK);
    }
    step_linked(&pair, 4, true);
    unsigned changes = 0;
    for (bool linked = true; changes < 2 && vol_world_steps(pair.world[0]) < 100;
         changes += is_linked(&pair, 0) != linked) {
        linked = is_linked(&pair, 0);
        vol_test_pair_step(&pair, 3);
    }
    assert_int_equal(changes, 2);
    assert_true(is_linked(&pair, 0));
    vol_test_pair_destroy(&pair);
}

/* Flocks that are linked lie between others that use the same memory otherwise. */
static void flocks_of_all_kinds_lie_side_by_side(void **state) {
    (void)state;
    const vol_world_def def = world_of(VOL_INDEX_AUTO, VOL_BOUNDARY_OPEN);
    const vol_flock_def flock[] = {disc("dense", 2000, 15, 20),    disc("linked", 900, 350, 20),
                                   disc("few", 20, 100, 20),       disc("many", 17000, 350, 5),
                                   disc("dense-too", 700, 10, 20), disc("last", 800, 350, 20)};
    vol_test_pair pair = vol_test_pair_create(&def);
    for (size_t i = 0; i < sizeof flock / sizeof *flock; i++) {
        vol_test_pair_flock(&pair, &flock[i]);
    }
    for (int round = 0; round < 3; round++) {
        vol_test_pair_step(&pair, 1);
        vol_test_pair_step(&pair, 9);
        assert_int_equal(vol_flock_index(pair.world[1], 0), VOL_INDEX_TREE);
        assert_int_equal(vol_flock_index(pair.world[1], 1), VOL_INDEX_GRID);
        assert_true(is_linked(&pair, 1) && !is_linked(&pair, 2) && is_linked(&pair, 3) && is_linked(&pair, 5));
        thin_out(&pair, 1, (uint32_t)round, 50);
        if (round == 1) {
            add(&pair, 1, 2000); /* more than there is room for: those behind it move */
        }
    }
    vol_test_pair_destroy(&pair);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flocks_grow_beyond_what_is_linked_and_shrink_again),
        cmocka_unit_test(cells_become_more_and_fewer),
        cmocka_unit_test(crowds_are_sorted_without_lists),
        cmocka_unit_test(flocks_of_all_kinds_lie_side_by_side),
    };
    return vol_test_has_device() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
