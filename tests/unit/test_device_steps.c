/* Many steps at once on a device, while flocks change how neighbours are found; rasters; starts; moving there. */
#include "pair.h"

#include "backends/backend.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

/* Boids that see each other and do not care, in a disc. Pulled to its middle they come close to each other and fly
 * apart again. */
static vol_flock_def drifting(size_t count, double radius, double reach) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    def.count = count;
    def.start.shape = VOL_SHAPE_DISC;
    def.start.radius = radius;
    def.start.speed = 1.5;
    def.max_speed = 1000;
    vol_rule *const rules[] = {&def.separation, &def.alignment, &def.cohesion};
    for (int i = 0; i < 3; i++) {
        rules[i]->radius = reach;
        rules[i]->weight = i == 0 ? 0.001 : 0;
    }
    return def;
}

static vol_world_def wide_world(void) {
    vol_world_def def = vol_default_world_def();
    def.size[0] = def.size[1] = 800;
    def.boundary = VOL_BOUNDARY_OPEN;
    def.threads = 1;
    return def;
}

static void pull(vol_world *world, double strength) {
    assert_int_equal(vol_world_scatter(world, (double[2]){400, 400}, strength, NULL), VOL_OK);
}

/* Steps `steps` in one go on the device, and one by one on the processor: the indexes that it had in turn, as bits. */
static unsigned step_apart(vol_test_pair *pair, uint64_t steps, unsigned *changes) {
    unsigned had = 0;
    vol_index last = VOL_INDEX_AUTO;
    *changes = 0;
    for (uint64_t i = 0; i < steps; i++) {
        assert_int_equal(vol_world_step(pair->world[0], 1), VOL_OK);
        const vol_index index = vol_flock_index(pair->world[0], 0);
        had |= 1u << index;
        *changes += i > 0 && index != last;
        last = index;
    }
    assert_int_equal(vol_world_step(pair->world[1], steps), VOL_OK);
    vol_test_same(pair->world[0], pair->world[1]);
    return had;
}

static void three_hundred_steps_at_once_are_three_hundred_steps(void **state) {
    (void)state;
    vol_world_def def = wide_world();
    vol_flock_def flock = drifting(1500, 200, 20);
    flock.start.speed = 0.4;
    vol_test_pair pair = vol_test_pair_create(&def);
    unsigned changes;
    vol_test_pair_flock(&pair, &flock);
    pull(pair.world[0], -0.01);
    pull(pair.world[1], -0.01);
    const unsigned had = step_apart(&pair, 300, &changes);
    assert_int_equal(had, 1u << VOL_INDEX_GRID | 1u << VOL_INDEX_TREE);
    assert_true(changes >= 2);
    vol_test_pair_destroy(&pair);
}

/* The queue stops behind each step in which there is something to eat, and is not asked for boids in the others. */
static void hunters_eat_in_the_middle_of_many_steps(void **state) {
    (void)state;
    vol_world_def def = wide_world();
    vol_flock_def prey = drifting(400, 300, 20), hawks = drifting(5, 200, 20);
    vol_test_pair pair = vol_test_pair_create(&def);
    prey.name = "prey";
    hawks.name = "hawks";
    vol_relation_def hunt = vol_default_relation_def();
    hunt.to[hunt.to_count++] = vol_test_pair_flock(&pair, &prey);
    hunt.from = vol_test_pair_flock(&pair, &hawks);
    hunt.kind = VOL_RELATION_HUNT;
    hunt.eat = 3;
    for (int k = 0; k < 2; k++) {
        uint32_t number;
        assert_int_equal(vol_relation_create(pair.world[k], &hunt, &number, NULL), VOL_OK);
    }
    unsigned changes, meals = 0;
    for (int i = 0; i < 100; i++) { /* how often hunters of the processor eat, and when they do not */
        const uint64_t before = vol_world_eaten(pair.world[0]);
        assert_int_equal(vol_world_step(pair.world[0], 1), VOL_OK);
        meals += vol_world_eaten(pair.world[0]) > before;
    }
    assert_in_range(meals, 3, 60);
    assert_int_equal(vol_world_step(pair.world[1], 100), VOL_OK);
    vol_test_same(pair.world[0], pair.world[1]);
    step_apart(&pair, 100, &changes);
    assert_int_equal(vol_world_eaten(pair.world[0]), vol_world_eaten(pair.world[1]));
    vol_test_pair_destroy(&pair);
}

/* Of so many boids, steps are put into the queue for the grid alone: the device stops where it needs a tree. */
static void a_large_flock_that_needs_another_index_stops_and_goes_on(void **state) {
    (void)state;
    vol_world_def def = wide_world();
    vol_flock_def flock = drifting(8400, 380, 11);
    def.wind.velocity[0] = 0.1; /* gusts are of the step, also of one that is put into the queue again */
    def.wind.chance = 0.2;
    vol_test_pair pair = vol_test_pair_create(&def);
    unsigned changes, had;
    vol_test_pair_flock(&pair, &flock);
    pull(pair.world[0], -0.05);
    pull(pair.world[1], -0.05);
    had = step_apart(&pair, 12, &changes); /* to there it is the grid */
    had |= step_apart(&pair, 17, &changes);
    assert_int_equal(changes, 2);
    had |= step_apart(&pair, 70, &changes); /* more than it waits with both in the queue */
    pull(pair.world[0], -0.1);
    pull(pair.world[1], -0.1);
    had |= step_apart(&pair, 20, &changes);
    assert_int_equal(had, 1u << VOL_INDEX_GRID | 1u << VOL_INDEX_TREE);
    vol_test_pair_destroy(&pair);
}

/* So many that the device makes them itself. */
static void a_large_flock_starts_on_the_device(void **state) {
    (void)state;
    vol_world_def def = wide_world();
    vol_flock_def flock = drifting(70000, 300, 2);
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_test_pair_flock(&pair, &flock);
    vol_test_same(pair.world[0], pair.world[1]);
    vol_test_pair_destroy(&pair);
}

/* --- Rasters ------------------------------------------------------------------------------------------------------ */

enum { WIDTH = 40, HEIGHT = 30 };

static vol_raster *raster_of(vol_world *world) {
    static const vol_raster_flock flocks[] = {
        {.flock = 0, .kind = VOL_RASTER_HEADING}, {.flock = 1, .kind = VOL_RASTER_SPEED}, {.flock = 0}};
    vol_raster_def def = vol_default_raster_def();
    vol_raster *raster;
    def.width = WIDTH;
    def.height = HEIGHT;
    def.flocks = flocks;
    def.flock_count = 3;
    assert_int_equal(vol_raster_create(world, &def, &raster, NULL), VOL_OK);
    return raster;
}

static void same_pixels(vol_raster *const raster[2], uint64_t expected) {
    static const uint32_t planes[] = {3, 2, 1};
    uint64_t step[2], boids = 0;
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_raster_take(raster[k], &step[k], NULL), VOL_OK);
        assert_int_equal(step[k], expected);
    }
    for (uint32_t flock = 0; flock < 3; flock++) {
        for (uint32_t plane = 0; plane < planes[flock]; plane++) {
            const uint32_t *a = vol_raster_plane(raster[0], flock, plane),
                           *b = vol_raster_plane(raster[1], flock, plane);
            assert_memory_equal(a, b, (size_t)WIDTH * HEIGHT * sizeof *a);
            for (size_t i = 0; plane == 0 && i < (size_t)WIDTH * HEIGHT; i++) {
                boids += a[i];
            }
        }
    }
    assert_true(boids > 100);
}

static void begin(vol_raster *const raster[2], const vol_raster_view *view) {
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_raster_begin(raster[k], view, NULL), VOL_OK);
    }
}

static void rasters_count(int dimensions, vol_precision precision, uint64_t steps) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, dimensions, precision);
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_flock_def birds = vol_default_flock_def(VOL_MODEL_STEERING), fish = birds;
    birds.count = 500;
    fish.count = 200;
    fish.name = "fish";
    fish.start.speed = birds.start.speed = birds.max_speed / 2;
    vol_test_pair_flock(&pair, &birds);
    vol_test_pair_flock(&pair, &fish);
    vol_raster *raster[2] = {raster_of(pair.world[0]), raster_of(pair.world[1])};
    vol_raster_view flat = vol_raster_view_of((double[2]){0, 0}, (double[2]){400, 300}, WIDTH, HEIGHT);
    const vol_raster_view deep = {.row = {{30, 0, 20, -1000}, {0, 30, 15, -900}, {0, 0, 1, 100}}, .near = 120};
    const vol_raster_view *view = dimensions == 3 ? &deep : &flat;
    begin(raster, view);
    same_pixels(raster, 0);
    for (uint64_t i = 0; i < 3; i++) {
        begin(raster, view);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(vol_world_step(pair.world[k], steps), VOL_OK);
            assert_int_equal(vol_world_scatter(pair.world[k], (double[3]){90, 90, 90}, 0.01, NULL), VOL_OK);
        }
        begin(raster, view); /* two are under way */
        same_pixels(raster, i * steps);
        same_pixels(raster, (i + 1) * steps);
    }
    begin(raster, view); /* never taken */
    for (int k = 0; k < 2; k++) {
        vol_raster_destroy(raster[k]);
    }
    vol_test_pair_destroy(&pair);
}

static void rasters_count_on_the_device_what_they_count_on_the_processor(void **state) {
    (void)state;
    rasters_count(2, VOL_PRECISION_SINGLE, 2);
    rasters_count(2, VOL_PRECISION_DOUBLE, 0);
    rasters_count(3, VOL_PRECISION_SINGLE, 0);
    rasters_count(3, VOL_PRECISION_DOUBLE, 0);
}

/* --- Moving there and back ---------------------------------------------------------------------------------------- */

/* What device "auto" does with a graphics card, here with any device. */
static void move(vol_world *world, bool to_device) {
    const vol_backend *opencl = vol_opencl_backend();
    const uint32_t flocks = world->flock_count;
    if (to_device) {
        world->def.device = "gpu";
        assert_int_equal(opencl->open(world, NULL), VOL_OK);
        for (world->flock_count = 0; world->flock_count < flocks; world->flock_count++) {
            assert_true(opencl->adopt(world, world->flocks[world->flock_count]));
        }
        world->backend = opencl;
        return;
    }
    for (; world->flock_count > 0; world->flock_count--) {
        assert_true(opencl->hand_over(world, world->flocks[world->flock_count - 1]));
    }
    world->flock_count = flocks;
    opencl->close(world);
    world->backend = &vol_cpu_backend;
    world->def.device = NULL;
}

static void worlds_move_to_a_device_and_back_between_steps(void **state) {
    (void)state;
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
    vol_world *stays = vol_test_world(&def), *moves = vol_test_world(&def);
    static const char *const names[] = {"a", "b", "c"};
    for (size_t i = 0; i < 3; i++) {
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        flock.name = names[i];
        flock.count = 200 * i; /* the first has none */
        flock.user_bytes = 4 * i;
        vol_test_flock(stays, &flock);
        vol_test_flock(moves, &flock);
    }
    for (int round = 0; round < 3; round++) {
        move(moves, true);
        assert_string_not_equal(vol_world_device(moves), "cpu");
        for (int i = 0; i < round; i++) { /* in the first round it does nothing there */
            assert_int_equal(vol_world_step(moves, 3), VOL_OK);
            assert_int_equal(vol_world_step(stays, 3), VOL_OK);
        }
        move(moves, false);
        vol_test_same(stays, moves);
        assert_int_equal(vol_world_step(moves, 2), VOL_OK);
        assert_int_equal(vol_world_step(stays, 2), VOL_OK);
        vol_test_same(stays, moves);
    }
    vol_world_destroy(stays);
    vol_world_destroy(moves);
}

/* The nearest of two flocks, of which the first flocks with the second, named twice: within reach, and at any
 * distance. */
static void a_device_finds_the_nearest_of_all_flocks(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        vol_world_def def = vol_default_world_def();
        def.size[0] = def.size[1] = 300;
        def.images = k % 3 == 0;
        def.index = k % 2 ? VOL_INDEX_TREE : VOL_INDEX_GRID;
        def.threads = 1;
        vol_test_pair pair = vol_test_pair_create(&def);
        for (int i = 0; i < 2; i++) {
            vol_flock_def flock = vol_default_flock_def(k < 2 ? VOL_MODEL_BLEND : VOL_MODEL_VICSEK);
            flock.name = i == 0 ? "own" : "other";
            flock.count = 200;
            flock.start.speed = 1;
            flock.neighbours.count = 5;
            vol_test_pair_flock(&pair, &flock);
        }
        for (int i = 0; i < 4; i++) {
            vol_relation_def with = vol_default_relation_def();
            uint32_t number;
            with.kind = VOL_RELATION_FLOCK_WITH;
            with.from = 0;
            with.to[with.to_count++] = 1;
            assert_int_equal(vol_relation_create(pair.world[i % 2], &with, &number, NULL), VOL_OK);
        }
        vol_test_pair_step(&pair, 4);
        vol_test_pair_destroy(&pair);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_hundred_steps_at_once_are_three_hundred_steps),
        cmocka_unit_test(a_device_finds_the_nearest_of_all_flocks),
        cmocka_unit_test(hunters_eat_in_the_middle_of_many_steps),
        cmocka_unit_test(a_large_flock_that_needs_another_index_stops_and_goes_on),
        cmocka_unit_test(a_large_flock_starts_on_the_device),
        cmocka_unit_test(rasters_count_on_the_device_what_they_count_on_the_processor),
        cmocka_unit_test(worlds_move_to_a_device_and_back_between_steps),
    };
    return vol_test_has_device() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
