/* Measures of worlds on a device: the bits of the processor, and boids stay where they are. And what a step there has
 * to do. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "failing.h"
#include "unit/measuring.h"
#include "unit/pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static failing_orders *orders;
static bool all; /* every boundary, dimension and precision; else one of each */

/* The world of most tests: programs for it are compiled once. */
static vol_world_def usual_def(void) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
    def.images = true;
    return def;
}

static vol_meter_def meter_def(uint64_t measures, bool maps) {
    vol_meter_def def = vol_default_meter_def();
    def.measures = measures;
    def.correlation.boids = 300;
    for (int c = 0; c < 3 && maps; c++) {
        def.density.cells[c] = 5 + (size_t)c;
    }
    return def;
}

/* Reads a flock of both worlds, and compares all that the meters can tell: curves and maps too. `stays`: no boid leaves
 * the device for it; those of the first flock would be read at once. */
static void same_readings(vol_test_pair *pair, const vol_meter_def *def, vol_flock flock, bool stays) {
    const size_t boids = vol_flock_get_def(pair->world[0], 0).count;
    vol_meter *here = vol_test_meter(pair->world[0], def, flock);
    orders->largest_read = 0;
    vol_meter *there = vol_test_meter(pair->world[1], def, flock);
    if (stays) {
        assert_in_range(orders->largest_read, 0, boids * 16 - 1);
    } else {
        assert_in_range(orders->largest_read, boids * 16, boids * 32);
    }
    for (size_t i = 0; i < VOL_MEASURE_COUNT; i++) {
        const double expected = vol_meter_value(here, (vol_measure)i), value = vol_meter_value(there, (vol_measure)i);
        if (memcmp(&expected, &value, sizeof value) != 0 && !(isnan(expected) && isnan(value))) {
            fail_msg("%s is %.17g on the device, %.17g on the processor", vol_measure_name(i), value, expected);
        }
    }
    assert_hash_equal(vol_test_digest(there), vol_test_digest(here));
    vol_meter_destroy(here);
    vol_meter_destroy(there);
}

/* Steps both worlds; the boids of one are then on the device alone. */
static void step(vol_test_pair *pair) {
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_world_step(pair->world[k], 2), VOL_OK);
    }
}

/* Two flocks of boids all over the world, one without any, and one that stands. */
static vol_test_pair make_pair(const vol_world_def *def, size_t count) {
    vol_test_pair pair = vol_test_pair_create(def);
    const char *names[] = {"many", "none", "few", "standing"};
    for (size_t i = 0; i < 4; i++) {
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        flock.name = names[i];
        flock.count = i == 0 ? count : i == 2 ? 7 : 0;
        flock.start.speed = 1;
        flock.start.shape = flock.count == 0 ? VOL_SHAPE_GIVEN : flock.start.shape;
        vol_test_pair_flock(&pair, &flock);
    }
    const double at[6] = {10, 20, 30, 11, 20, 30}, still[6] = {0};
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_flock_add(pair.world[k], 3, 2, at, still, NULL, NULL), VOL_OK);
    }
    return pair;
}

static void every_measure_has_the_bits_of_the_processor(void **state) {
    (void)state;
    for (int round = 0; round < 4 * VOL_BOUNDARY_COUNT; round++) {
        const int boundary = round % VOL_BOUNDARY_COUNT, way = round / VOL_BOUNDARY_COUNT;
        if (!all && !(way == 0 && boundary == VOL_BOUNDARY_WRAP)) { /* compiling takes longest */
            continue;
        }
        vol_world_def def =
            vol_test_lively_def(VOL_MODEL_STEERING, 2 + way % 2, way < 2 ? VOL_PRECISION_SINGLE : VOL_PRECISION_DOUBLE);
        def.boundary = (vol_boundary)boundary;
        def.margin = boundary == VOL_BOUNDARY_TILE ? 12 : def.margin;
        def.images = boundary == VOL_BOUNDARY_WRAP;
        vol_test_pair pair = make_pair(&def, 1500);
        const vol_meter_def every = meter_def(VOL_MEASURE_ALL, true);
        step(&pair);
        for (vol_flock flock = 0; flock <= vol_flock_count(pair.world[0]); flock++) {
            same_readings(&pair, &every, flock < vol_flock_count(pair.world[0]) ? flock : VOL_NONE, true);
        }
        vol_test_same(pair.world[0], pair.world[1]);
        vol_test_pair_destroy(&pair);
    }
}

static void a_measure_read_alone_is_that_of_the_processor(void **state) {
    (void)state;
    const vol_world_def def = usual_def();
    vol_test_pair pair = make_pair(&def, 1500);
    step(&pair);
    for (size_t i = 0; i < VOL_MEASURE_COUNT; i++) {
        const vol_meter_def alone = meter_def(VOL_MEASURE_BIT(i), false);
        same_readings(&pair, &alone, VOL_NONE, true);
    }
    vol_test_pair_destroy(&pair);
}

/* Numbers that are none, or beyond all measure. */
static void boids_that_cannot_be_measured_are_left_out_there_too(void **state) {
    (void)state;
    const vol_world_def def = usual_def();
    vol_test_pair pair = make_pair(&def, 1500);
    const vol_meter_def far = meter_def(VOL_MEASURE_ALL, true);
    for (int k = 0; k < 2; k++) {
        const vol_view view = vol_flock_view(pair.world[k], 0);
        float *y = (float *)(uintptr_t)view.position[1], *v = (float *)(uintptr_t)view.velocity[0];
        y[2] = NAN;
        v[7] = NAN;
    }
    step(&pair);
    same_readings(&pair, &far, VOL_NONE, true);
    vol_meter *meter = vol_test_meter(pair.world[1], &far, 0);
    assert_true(vol_meter_value(meter, VOL_MEASURE_BOIDS) < 1500);
    vol_meter_destroy(meter);
    vol_test_pair_destroy(&pair);
}

/* Boids that fly on side by side as they are put: where cells are few, empty or crowded, and where many are equally
 * near. The last are so many in one place that the host is asked. */
enum { LATTICE, TRIPLES, CLUSTERS, FAR_AWAY, LINE, ONE_PLACE, CROWD, PLACES };

static void put_boid(int where, size_t i, double at[2]) {
    switch (where) {
    case LATTICE: at[0] = 5 + 10 * (double)(i % 40), at[1] = 5 + 10 * (double)(i / 40); break;
    case TRIPLES: /* the first has two at the same distance */
        at[0] = 2 + 20 * (double)(i / 3 % 20) + (i % 3 == 1 ? 3 : 0);
        at[1] = 2 + 15 * (double)(i / 60) + (i % 3 == 1 ? 4 : i % 3 == 2 ? 5 : 0);
        break;
    case CLUSTERS: at[0] = 40 + 300 * (double)(i % 2) + (double)(i % 37), at[1] = 10 + (double)(i % 53); break;
    case FAR_AWAY: at[0] = i == 7 ? 390 : 2 + 0.125 * (double)(i % 40), at[1] = i == 7 ? 290 : (double)(i / 40); break;
    case LINE: at[0] = 0.25 * (double)i, at[1] = 150; break;
    default: at[0] = 399, at[1] = 0;
    }
}

static vol_test_pair put_boids(const vol_world_def *def, int where) {
    const size_t count = where == CROWD ? 5000 : 1200;
    double *at = calloc(count * 2, sizeof *at), *velocity = calloc(count * 2, sizeof *velocity);
    vol_test_pair pair = vol_test_pair_create(def);
    vol_flock_def flock = vol_test_given_flock(VOL_MODEL_STEERING);
    flock.separation.weight = flock.alignment.weight = flock.cohesion.weight = 0;
    vol_test_pair_flock(&pair, &flock);
    assert_true(at && velocity);
    for (size_t i = 0; i < count; i++) {
        put_boid(where, i, &at[2 * i]);
        velocity[2 * i] = 1;
    }
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_flock_add(pair.world[k], 0, count, at, velocity, NULL, NULL), VOL_OK);
    }
    free(at);
    free(velocity);
    return pair;
}

static void near_boids_are_the_same_however_they_lie(void **state) {
    (void)state;
    for (int round = 0; round < (all ? 2 : 1) * PLACES; round++) {
        const int where = round % PLACES;
        vol_world_def def = usual_def();
        if (round >= PLACES) {
            def.boundary = VOL_BOUNDARY_OPEN;
            def.images = false;
        }
        vol_test_pair pair = put_boids(&def, where);
        step(&pair);
        for (int k = 0; k < (where == CROWD ? 1 : 5); k++) {
            vol_meter_def every = meter_def(VOL_MEASURE_ALL, false);
            every.radius = k == 0 ? 0 : k == 1 ? 0.5 : k == 2 ? 10 : k == 3 ? 130 : 5000;
            every.nearest.range = k == 1 ? 7 : 0;
            every.nearest.bins = k == 1 ? 1000 : 50;
            same_readings(&pair, &every, VOL_NONE, where != CROWD);
        }
        vol_test_pair_destroy(&pair);
    }
}

/* Reaches of all kinds: a number of nearest ones, a view, none at all. */
static void neighbours_are_the_same_whatever_boids_see(void **state) {
    (void)state;
    for (int kind = 0; all && kind < 5; kind++) {
        vol_world_def def = usual_def();
        def.images = kind != 3;
        vol_test_pair pair = vol_test_pair_create(&def);
        vol_flock_def flock = vol_default_flock_def(kind == 4 ? VOL_MODEL_CUCKER_SMALE : VOL_MODEL_STEERING);
        flock.count = 1500;
        flock.neighbours.count = kind == 1 ? 4 : 0;
        flock.view.distance = kind == 2 ? 9 : 0;
        vol_test_pair_flock(&pair, &flock);
        step(&pair);
        const vol_meter_def every = meter_def(VOL_MEASURE_ALL, false);
        same_readings(&pair, &every, VOL_NONE, true);
        vol_test_pair_destroy(&pair);
    }
}

/* A flock so large that what comes back is little beside it. */
static void no_boid_leaves_the_device_for_what_is_measured_there(void **state) {
    (void)state;
    enum { BOIDS = 100000, BYTES = 16 * BOIDS };
    vol_world_def def = usual_def();
    def.device = "gpu";
    def.size[0] = def.size[1] = 6000;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    flock.count = BOIDS;
    vol_test_flock(world, &flock); /* spawned there */
    const vol_meter_def far = meter_def(VOL_MEASURE_ALL, true);
    const uint64_t taken = vol_world_device_bytes(world);
    const unsigned long long before = orders->bytes_read;
    vol_meter_destroy(vol_test_meter(world, &far, VOL_NONE));
    assert_in_range(orders->bytes_read - before, 1, BYTES / 8);
    assert_int_equal(vol_world_device_bytes(world), taken); /* what that took is given back */
    vol_world_destroy(world);
}

/* A little memory is enough for sums, but not for sorting. */
static void what_a_device_has_no_memory_for_the_host_measures(void **state) {
    (void)state;
    vol_world_def def = usual_def();
    vol_test_pair pair = make_pair(&def, 1500);
    step(&pair);
    const uint64_t taken = vol_world_device_bytes(pair.world[1]);
    vol_test_pair_destroy(&pair);
    def.device_memory = taken + 60000;
    pair = make_pair(&def, 1500);
    step(&pair);
    const vol_meter_def speed = meter_def(VOL_MEASURE_BIT(VOL_MEASURE_SPEED), false),
                        every = meter_def(VOL_MEASURE_ALL, false);
    same_readings(&pair, &speed, VOL_NONE, true);
    same_readings(&pair, &every, VOL_NONE, false);
    assert_int_equal(vol_world_device_bytes(pair.world[1]), taken);
    vol_test_pair_destroy(&pair);
}

/* Where the device cannot, and the host must not either. */
static void what_is_too_large_for_the_host_is_told_and_not_tried(void **state) {
    (void)state;
    vol_world_def def = usual_def();
    def.device = "gpu";
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    flock.count = 100000;
    flock.start.radius = 1; /* all in a few cells */
    flock.start.shape = VOL_SHAPE_DISC;
    vol_test_flock(world, &flock);
    vol_meter_def measure = meter_def(VOL_MEASURE_BIT(VOL_MEASURE_NEIGHBOURS), false);
    vol_meter *meter;
    vol_error error = {0};
    measure.memory = 1000000;
    measure.measures |= VOL_MEASURE_BIT(VOL_MEASURE_SPEED);
    assert_int_equal(vol_meter_create(world, &measure, &meter, &error), VOL_OK);
    orders->largest_read = 0;
    assert_int_equal(vol_meter_read(meter, VOL_NONE, &error), VOL_ERROR_MEMORY);
    assert_in_range(orders->largest_read, 1, 100000 * 4);
    assert_string_equal(error.field, "memory");
    assert_non_null(strstr(error.text, "100000 boids"));
    assert_non_null(strstr(error.text, "allowed are 1.0 MB"));
    assert_true(isnan(vol_meter_value(meter, VOL_MEASURE_SPEED)));
    vol_meter_destroy(meter);
    measure.measures = VOL_MEASURE_BIT(VOL_MEASURE_SPEED); /* this the device can */
    assert_int_equal(vol_meter_create(world, &measure, &meter, &error), VOL_OK);
    assert_int_equal(vol_meter_read(meter, VOL_NONE, &error), VOL_OK);
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

/* At whichever call the device is lost, what is read is of the state that the world then has. */
static void a_device_that_is_lost_leaves_measures_of_the_state_that_was_read_last(void **state) {
    (void)state;
    const vol_meter_def far = meter_def(VOL_MEASURE_ALL, true);
    const vol_world_def def = usual_def();
    for (long after = 0; after < 36; after += all ? 1 : 9) {
        vol_test_pair pair = make_pair(&def, 500);
        assert_int_equal(vol_world_step(pair.world[1], 2), VOL_OK);
        *orders = (failing_orders){.function = FAILING_ENQUEUE_KERNEL, .after = after, .result = -5, .lost = 1};
        vol_meter *there = vol_test_meter(pair.world[1], &far, VOL_NONE);
        assert_int_equal(orders->begun, 1);
        *orders = (failing_orders){0};
        assert_int_equal(vol_world_steps(pair.world[1]), 0);
        vol_meter *here = vol_test_meter(pair.world[0], &far, VOL_NONE);
        assert_hash_equal(vol_test_digest(there), vol_test_digest(here));
        vol_meter_destroy(here);
        vol_meter_destroy(there);
        vol_test_pair_destroy(&pair);
    }
}

/* A world of one flock, whose index is the one asked for; with one boid at a time on the processor. */
static vol_test_pair work_pair(vol_index index, int dimensions) {
    vol_world_def def = usual_def();
    def.dimensions = dimensions;
    def.boundary = dimensions == 2 ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_OPEN;
    def.images = dimensions == 2;
    def.index = index;
    def.isa = "scalar";
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    flock.count = 1500;
    flock.separation.radius = flock.alignment.radius = flock.cohesion.radius = 20;
    vol_test_pair_flock(&pair, &flock);
    assert_int_equal(vol_world_work(pair.world[1]).candidates, 0);
    step(&pair);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_flock_index(pair.world[k], 0), index);
    }
    return pair;
}

static void candidates_of_a_grid_are_those_of_one_boid_at_a_time(void **state) {
    (void)state;
    for (int dimensions = 2; dimensions < (all ? 4 : 3); dimensions++) {
        vol_test_pair pair = work_pair(VOL_INDEX_GRID, dimensions);
        const vol_work here = vol_world_work(pair.world[0]), there = vol_world_work(pair.world[1]);
        assert_int_equal(there.candidates, here.candidates);
        assert_in_range(there.candidates, 1500, 1500 * 1500);
        assert_int_equal(here.bytes, 0);
        assert_true(there.bytes >= 1500 * 4 * 16); /* boids are read and written, twice */
        assert_int_equal(vol_world_work(pair.world[1]).candidates, there.candidates);
        const double one[3] = {1, 1, 1};
        assert_int_equal(vol_flock_add(pair.world[1], 0, 1, one, one, NULL, NULL), VOL_OK);
        assert_int_equal(vol_world_work(pair.world[1]).candidates, 0); /* these boids have made no step */
        vol_test_pair_destroy(&pair);
    }
}

/* Those of a tree lie between all that are neighbours and all that there are; brute force has all. */
static void candidates_of_a_tree_have_all_neighbours_among_them(void **state) {
    (void)state;
    const vol_meter_def neighbours = meter_def(VOL_MEASURE_BIT(VOL_MEASURE_NEIGHBOURS), false);
    for (int dimensions = all ? 2 : 4; dimensions < 4; dimensions++) {
        vol_test_pair pair = work_pair(VOL_INDEX_TREE, dimensions);
        const uint64_t candidates = vol_world_work(pair.world[1]).candidates;
        vol_meter *meter = vol_test_meter(pair.world[0], &neighbours, VOL_NONE);
        const double each = vol_meter_value(meter, VOL_MEASURE_NEIGHBOURS);
        assert_true((double)candidates > 1500 * (each + 1) && candidates < 1500 * 1500);
        assert_true(vol_world_work(pair.world[1]).bytes > 1500 * 4 * 16);
        vol_meter_destroy(meter);
        vol_test_pair_destroy(&pair);
        pair = work_pair(VOL_INDEX_BRUTE, dimensions);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(vol_world_work(pair.world[k]).candidates, 1500 * 1500);
        }
        vol_test_pair_destroy(&pair);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_measure_has_the_bits_of_the_processor),
        cmocka_unit_test(a_measure_read_alone_is_that_of_the_processor),
        cmocka_unit_test(boids_that_cannot_be_measured_are_left_out_there_too),
        cmocka_unit_test(near_boids_are_the_same_however_they_lie),
        cmocka_unit_test(neighbours_are_the_same_whatever_boids_see),
        cmocka_unit_test(no_boid_leaves_the_device_for_what_is_measured_there),
        cmocka_unit_test(what_a_device_has_no_memory_for_the_host_measures),
        cmocka_unit_test(what_is_too_large_for_the_host_is_told_and_not_tried),
        cmocka_unit_test(a_device_that_is_lost_leaves_measures_of_the_state_that_was_read_last),
        cmocka_unit_test(candidates_of_a_grid_are_those_of_one_boid_at_a_time),
        cmocka_unit_test(candidates_of_a_tree_have_all_neighbours_among_them),
    };
    if (setenv("VOLERY_OPENCL", VOL_FAILING_OPENCL, 1) != 0 || !vol_test_has_device()) {
        return 77;
    }
    orders = failing_find_orders();
    if (!orders) {
        return 1;
    }
    all = argc > 1 && strcmp(argv[1], "all") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
