/* Rasters: every boid that is seen is in one pixel, whatever counts it; two buffers; views; wrong use; no memory. */
#include "counting.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 90, HEIGHT = 60, PIXELS = WIDTH * HEIGHT };

static vol_raster *make(vol_world *world, const vol_raster_flock *flocks, uint32_t count) {
    vol_raster_def def = vol_default_raster_def();
    vol_raster *raster;
    vol_error error;
    def.width = WIDTH;
    def.height = HEIGHT;
    def.flocks = flocks;
    def.flock_count = count;
    if (vol_raster_create(world, &def, &raster, &error) != VOL_OK) {
        fail_msg("%s", error.text);
    }
    return raster;
}

/* A world of 900 times 600 whose boids stand where they are put, and its flock. */
static vol_world *empty_world(int dimensions, vol_precision precision, vol_flock *flock) {
    vol_world_def def = vol_default_world_def();
    def.dimensions = dimensions;
    def.precision = precision;
    def.size[0] = 900;
    def.size[1] = 600;
    def.size[2] = 400;
    def.boundary = VOL_BOUNDARY_OPEN;
    def.threads = 1;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    flock_def.count = 0;
    flock_def.max_speed = 4;
    *flock = vol_test_flock(world, &flock_def);
    return world;
}

static vol_raster_view whole(void) {
    return vol_raster_view_of((double[2]){0, 0}, (double[2]){900, 600}, WIDTH, HEIGHT);
}

static void begin(vol_raster *raster, vol_raster_view view) {
    vol_error error;
    if (vol_raster_begin(raster, &view, &error) != VOL_OK) {
        fail_msg("%s", error.text);
    }
}

static const uint32_t *take(vol_raster *raster) {
    vol_error error;
    if (vol_raster_take(raster, NULL, &error) != VOL_OK) {
        fail_msg("%s", error.text);
    }
    return vol_raster_plane(raster, 0, 0);
}

static const uint32_t *count_now(vol_raster *raster, vol_raster_view view) {
    begin(raster, view);
    return take(raster);
}

static uint64_t total(const uint32_t *plane) {
    uint64_t sum = 0;
    for (size_t i = 0; i < PIXELS; i++) {
        sum += plane[i];
    }
    return sum;
}

static void put(vol_world *world, vol_flock flock, double x, double y, double z, double vx, double vy, double vz) {
    vol_error error;
    if (vol_flock_add(world, flock, 1, (double[3]){x, y, z}, (double[3]){vx, vy, vz}, NULL, &error) != VOL_OK) {
        fail_msg("%s", error.text);
    }
}

static void a_boid_is_in_the_pixel_under_it(void **state) {
    (void)state;
    for (int precision = 0; precision < 2; precision++) {
        vol_flock flock;
        vol_world *world = empty_world(2, (vol_precision)precision, &flock);
        vol_raster *raster = make(world, NULL, 0);
        put(world, flock, 5, 5, 0, 0, 0, 0);
        put(world, flock, 9.99, 9.99, 0, 0, 0, 0);
        put(world, flock, 455, 305, 0, 0, 0, 0);
        const uint32_t *plane = count_now(raster, whole());
        assert_int_equal(plane[0], 2);
        assert_int_equal(plane[30 * WIDTH + 45], 1);
        assert_int_equal(total(plane), 3);
        /* y upwards: the other way round */
        vol_raster_view up = vol_raster_view_of((double[2]){0, 600}, (double[2]){900, 0}, WIDTH, HEIGHT);
        plane = count_now(raster, up);
        assert_int_equal(plane[59 * WIDTH], 2);
        assert_int_equal(plane[29 * WIDTH + 45], 1);
        vol_raster_destroy(raster);
        vol_world_destroy(world);
    }
}

static void a_boid_on_the_edge_is_in_the_last_pixel_and_one_beyond_in_none(void **state) {
    (void)state;
    vol_flock flock;
    vol_world *world = empty_world(2, VOL_PRECISION_DOUBLE, &flock);
    vol_raster *raster = make(world, NULL, 0);
    put(world, flock, 0, 0, 0, 0, 0, 0);
    put(world, flock, 900, 600, 0, 0, 0, 0);
    put(world, flock, 900, 0, 0, 0, 0, 0);
    put(world, flock, 900.001, 300, 0, 0, 0, 0);
    put(world, flock, -0.001, 300, 0, 0, 0, 0);
    put(world, flock, 450, -1e11, 0, 0, 0, 0);
    put(world, flock, 450, 1e11, 0, 0, 0, 0);
    const uint32_t *plane = count_now(raster, whole());
    assert_int_equal(plane[0], 1);
    assert_int_equal(plane[PIXELS - 1], 1);
    assert_int_equal(plane[WIDTH - 1], 1);
    assert_int_equal(total(plane), 3);
    vol_raster_destroy(raster);
    vol_world_destroy(world);
}

/* No caller can put such a boid; a view may: zero times infinity, and quotients of zeros. */
static void what_is_not_a_number_is_in_no_pixel(void **state) {
    (void)state;
    vol_flock flock;
    vol_world *world = empty_world(2, VOL_PRECISION_DOUBLE, &flock);
    vol_raster *raster = make(world, NULL, 0);
    put(world, flock, 0, 0, 0, 0, 0, 0);
    put(world, flock, 1e12, 1e12, 0, 0, 0, 0);
    vol_raster_view view = {.row = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0}}}; /* 0 / 0 */
    assert_int_equal(total(count_now(raster, view)), 0);
    view = (vol_raster_view){.row = {{1e308, -1e308, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}}}; /* infinity less infinity */
    assert_int_equal(total(count_now(raster, view)), 1);
    vol_raster_destroy(raster);
    vol_world_destroy(world);
}

static vol_world *scattered(int dimensions, vol_precision precision, uint32_t threads) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, dimensions, precision);
    def.size[0] = 900;
    def.size[1] = 600;
    def.size[2] = 400;
    def.threads = threads;
    return vol_test_model_world(&def, VOL_MODEL_STEERING, 20000);
}

/* An eye in front of the world, which looks along z. */
static vol_raster_view deep(void) {
    return (vol_raster_view){
        .row = {{80, 0, 45, -80 * 450 + 45 * 500}, {0, 80, 30, -80 * 300 + 30 * 500}, {0, 0, 1, 500}}, .near = 600};
}

static void all_boids_in_view_are_counted_for_any_number_of_threads(void **state) {
    (void)state;
    for (int round = 0; round < 4; round++) {
        const int dimensions = 2 + round % 2;
        uint32_t *first = malloc(3 * PIXELS * sizeof *first);
        assert_non_null(first);
        for (uint32_t threads = 1; threads <= 4; threads += 3) {
            vol_world *world = scattered(dimensions, (vol_precision)(round / 2), threads);
            assert_int_equal(vol_world_step(world, 3), VOL_OK);
            vol_raster *raster = make(world, &(vol_raster_flock){.kind = VOL_RASTER_HEADING}, 1);
            const uint32_t *plane = count_now(raster, dimensions == 3 ? deep() : whole());
            if (dimensions == 2) {
                assert_int_equal(total(plane), 20000);
            }
            if (threads == 1) {
                memcpy(first, plane, 3 * PIXELS * sizeof *first);
            } else {
                assert_memory_equal(plane, first, 3 * PIXELS * sizeof *first);
            }
            vol_raster_destroy(raster);
            vol_world_destroy(world);
        }
        free(first);
    }
}

/* One by one, as the header says it. */
static void in_three_dimensions_what_is_behind_the_eye_is_not_seen(void **state) {
    (void)state;
    const vol_raster_view view = deep();
    uint32_t expected[PIXELS] = {0};
    vol_world *world = scattered(3, VOL_PRECISION_SINGLE, 2);
    vol_view boids = vol_flock_view(world, 0);
    for (size_t i = 0; i < boids.count; i++) {
        double p[4] = {vol_view_position(&boids, 0, i), vol_view_position(&boids, 1, i),
                       vol_view_position(&boids, 2, i), 1};
        double seen[3] = {0};
        for (int k = 0; k < 12; k++) {
            seen[k / 4] += view.row[k / 4][k % 4] * p[k % 4];
        }
        double column = seen[0] / seen[2], row = seen[1] / seen[2];
        if (seen[2] > view.near && column >= 0 && column < WIDTH && row >= 0 && row < HEIGHT) {
            expected[(size_t)row * WIDTH + (size_t)column]++;
        }
    }
    vol_raster *raster = make(world, NULL, 0);
    const uint32_t *plane = count_now(raster, view);
    assert_true(total(plane) > 1000 && total(plane) < 20000);
    assert_memory_equal(plane, expected, sizeof expected);
    vol_raster_destroy(raster);
    vol_world_destroy(world);
}

static void flocks_have_planes_of_their_own_and_an_empty_one_is_empty(void **state) {
    (void)state;
    vol_flock flock;
    vol_world *world = empty_world(2, VOL_PRECISION_SINGLE, &flock);
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    def.count = 0;
    def.name = "others";
    vol_flock others = vol_test_flock(world, &def);
    def.name = "none";
    vol_flock none = vol_test_flock(world, &def);
    put(world, flock, 5, 5, 0, 1, 0, 0);
    put(world, others, 5, 5, 0, 1, 0, 0);
    put(world, others, 15, 5, 0, 1, 0, 0);
    const vol_raster_flock list[3] = {{.flock = others, .kind = VOL_RASTER_SPEED}, {.flock = none}, {.flock = flock}};
    vol_raster *raster = make(world, list, 3);
    assert_null(vol_raster_plane(raster, 0, 0));
    assert_int_equal(total(count_now(raster, whole())), 2);
    assert_int_equal(total(vol_raster_plane(raster, 1, 0)), 0);
    assert_int_equal(total(vol_raster_plane(raster, 2, 0)), 1);
    vol_raster_destroy(raster);
    raster = make(world, list, 0); /* none at all */
    begin(raster, whole());
    assert_int_equal(vol_raster_take(raster, NULL, NULL), VOL_OK);
    vol_raster_destroy(raster);
    vol_world_destroy(world);
}

static void velocities_are_summed_in_parts_of_the_full_speed(void **state) {
    (void)state;
    vol_flock flock;
    vol_world *world = empty_world(2, VOL_PRECISION_SINGLE, &flock);
    put(world, flock, 5, 5, 0, 2, 0, 0);
    put(world, flock, 6, 6, 0, 0, -4, 0);
    put(world, flock, 7, 7, 0, 0, -40, 0); /* faster than full */
    put(world, flock, 15, 5, 0, -4, 1, 0);
    const vol_raster_flock list[3] = {{.flock = flock, .kind = VOL_RASTER_HEADING},
                                      {.flock = flock, .kind = VOL_RASTER_SPEED},
                                      {.flock = flock, .kind = VOL_RASTER_SPEED, .full_speed = 8}};
    vol_raster *raster = make(world, list, 3);
    const uint32_t *plane = count_now(raster, whole());
    assert_int_equal(plane[0], 3);
    assert_int_equal((int32_t)vol_raster_plane(raster, 0, 1)[0], 127);
    assert_int_equal((int32_t)vol_raster_plane(raster, 0, 2)[0], -2 * VOL_RASTER_PARTS);
    assert_int_equal((int32_t)vol_raster_plane(raster, 0, 1)[1], -VOL_RASTER_PARTS);
    assert_int_equal((int32_t)vol_raster_plane(raster, 0, 2)[1], 63);
    assert_int_equal(vol_raster_plane(raster, 1, 1)[0], 63 + 2 * VOL_RASTER_PARTS);
    assert_int_equal(vol_raster_plane(raster, 2, 1)[0], 15 + 63 + VOL_RASTER_PARTS);
    vol_raster_destroy(raster);
    vol_world_destroy(world);
}

static void two_are_under_way_and_the_oldest_is_taken_first(void **state) {
    (void)state;
    vol_flock flock;
    uint64_t step = 99;
    vol_world *world = empty_world(2, VOL_PRECISION_SINGLE, &flock);
    put(world, flock, 105, 105, 0, 2, 0, 0);
    vol_raster *raster = make(world, NULL, 0);
    assert_int_equal(vol_raster_waiting(raster), 0);
    begin(raster, whole());
    vol_world_step(world, 10);
    put(world, flock, 105, 105, 0, 2, 0, 0);
    begin(raster, whole());
    assert_int_equal(vol_raster_waiting(raster), 2);
    assert_int_equal(vol_raster_take(raster, &step, NULL), VOL_OK);
    const uint32_t *older = vol_raster_plane(raster, 0, 0);
    assert_int_equal(step, 0);
    assert_int_equal(total(older), 1);
    assert_int_equal(older[10 * WIDTH + 10], 1);
    assert_int_equal(vol_raster_take(raster, &step, NULL), VOL_OK);
    assert_int_equal(step, 10);
    assert_int_equal(total(vol_raster_plane(raster, 0, 0)), 2);
    assert_int_equal(total(older), 1); /* until the second begin after its own */
    assert_int_equal(vol_raster_waiting(raster), 0);
    vol_raster_destroy(raster);
    vol_world_destroy(world);
}

static void of_three_that_were_begun_the_first_is_given_up(void **state) {
    (void)state;
    vol_flock flock;
    uint64_t step = 99;
    vol_world *world = empty_world(2, VOL_PRECISION_SINGLE, &flock);
    vol_raster *raster = make(world, NULL, 0);
    for (int i = 0; i < 3; i++) {
        vol_world_step(world, 1);
        begin(raster, whole());
    }
    assert_int_equal(vol_raster_waiting(raster), 2);
    assert_int_equal(vol_raster_take(raster, &step, NULL), VOL_OK);
    assert_int_equal(step, 2);
    begin(raster, whole());
    assert_null(vol_raster_plane(raster, 0, 0)); /* its buffer is in use again */
    assert_int_equal(vol_raster_take(raster, &step, NULL), VOL_OK);
    assert_int_equal(step, 3);
    begin(raster, whole());
    vol_raster_destroy(raster); /* while two are under way */
    vol_world_destroy(world);
}

static void counting_changes_nothing(void **state) {
    (void)state;
    vol_world *world = scattered(2, VOL_PRECISION_SINGLE, 2), *plain = scattered(2, VOL_PRECISION_SINGLE, 2);
    vol_raster *raster = make(world, NULL, 0);
    for (int i = 0; i < 5; i++) {
        count_now(raster, whole());
        vol_world_step(world, 1);
        vol_world_step(plain, 1);
    }
    assert_hash_equal(vol_world_hash(world), vol_world_hash(plain));
    vol_raster_destroy(raster);
    vol_world_destroy(world);
    vol_world_destroy(plain);
}

static void wrong_values_are_refused(void **state) {
    (void)state;
    vol_flock flock;
    vol_world *world = empty_world(2, VOL_PRECISION_SINGLE, &flock);
    vol_raster_flock list = {.flock = flock};
    vol_raster *raster;
    vol_error error;
    for (int i = 0; i < 6; i++) {
        static const char *const fields[] = {
            "width", "height", "height", "flocks.kind", "flocks.full_speed", "flocks.full_speed"};
        vol_raster_def def = vol_default_raster_def();
        def.flocks = &list;
        def.flock_count = 1;
        def.width = i == 0 ? 0 : 10;
        def.height = i == 1 ? 16385 : i == 2 ? 0 : 10;
        list.kind = i == 3 ? VOL_RASTER_KINDS : VOL_RASTER_COUNT;
        list.full_speed = i == 4 ? -1 : i == 5 ? NAN : 0;
        assert_int_equal(vol_raster_create(world, &def, &raster, &error), VOL_ERROR_VALUE);
        assert_string_equal(error.field, fields[i]);
        assert_null(raster);
    }
    raster = make(world, NULL, 0);
    vol_raster_view view = whole();
    view.row[1][2] = NAN;
    assert_int_equal(vol_raster_begin(raster, &view, &error), VOL_ERROR_VALUE);
    view = whole();
    view.near = -1;
    assert_int_equal(vol_raster_begin(raster, &view, &error), VOL_ERROR_VALUE);
    assert_int_equal(vol_raster_waiting(raster), 0);
    vol_raster_destroy(raster);
    vol_world_destroy(world);
}

static void without_memory_there_is_no_raster_and_counting_asks_for_none(void **state) {
    (void)state;
    vol_test_counter counter = {0};
    vol_world_def world_def = vol_default_world_def();
    world_def.threads = 1;
    vol_test_count(&world_def, &counter);
    vol_world *world = vol_test_model_world(&world_def, VOL_MODEL_STEERING, 50);
    const size_t living = counter.living;
    vol_raster_def def = vol_default_raster_def();
    vol_raster *raster;
    vol_error error;
    for (size_t refused = 1;; refused++) {
        counter.refuse = counter.requests + refused;
        vol_result result = vol_raster_create(world, &def, &raster, &error);
        if (result == VOL_OK) {
            assert_true(refused > 4);
            break;
        }
        assert_int_equal(result, VOL_ERROR_MEMORY);
        assert_null(raster);
        assert_int_equal(counter.living, living);
    }
    counter.refuse = 0;
    counter.closed = true;
    vol_raster_view view = vol_raster_view_of((double[2]){0, 0}, (double[2]){800, 600}, 640, 480);
    assert_int_equal(vol_raster_begin(raster, &view, NULL), VOL_OK);
    assert_int_equal(vol_raster_take(raster, NULL, NULL), VOL_OK);
    counter.closed = false;
    vol_raster_destroy(raster);
    assert_int_equal(counter.living, living);
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_boid_is_in_the_pixel_under_it),
        cmocka_unit_test(a_boid_on_the_edge_is_in_the_last_pixel_and_one_beyond_in_none),
        cmocka_unit_test(what_is_not_a_number_is_in_no_pixel),
        cmocka_unit_test(all_boids_in_view_are_counted_for_any_number_of_threads),
        cmocka_unit_test(in_three_dimensions_what_is_behind_the_eye_is_not_seen),
        cmocka_unit_test(flocks_have_planes_of_their_own_and_an_empty_one_is_empty),
        cmocka_unit_test(velocities_are_summed_in_parts_of_the_full_speed),
        cmocka_unit_test(two_are_under_way_and_the_oldest_is_taken_first),
        cmocka_unit_test(of_three_that_were_begun_the_first_is_given_up),
        cmocka_unit_test(counting_changes_nothing),
        cmocka_unit_test(wrong_values_are_refused),
        cmocka_unit_test(without_memory_there_is_no_raster_and_counting_asks_for_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
