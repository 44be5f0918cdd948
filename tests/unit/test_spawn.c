/* Starts: where the boids of a new flock are put, and how they fly. */
#include "support.h"

#include <math.h>

enum { COUNT = 500 };

typedef vol_oracle_boid boid;

static const double middle[3] = {210, 130, 90};

static void spawn(vol_shape shape, int dimensions, vol_flock_def def, uint64_t seed, boid *boids) {
    vol_world_def world_def = vol_test_lively_def(def.model, dimensions, VOL_PRECISION_DOUBLE);
    world_def.seed = seed;
    vol_world *world = vol_test_world(&world_def);
    def.start.shape = shape;
    vol_test_flock(world, &def);
    assert_int_equal(vol_test_state(world, 0, boids, COUNT), def.count);
    vol_world_destroy(world);
}

static vol_flock_def start_def(size_t count) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    def.count = count;
    for (int k = 0; k < 3; k++) {
        def.start.center[k] = middle[k];
        def.start.size[k] = 20 + 10 * k;
    }
    def.start.radius = 30;
    def.start.speed = 2;
    return def;
}

static double off_middle(const boid *b, int dimensions) {
    double x = b->p.x - middle[0], y = b->p.y - middle[1], z = dimensions == 3 ? b->p.z - middle[2] : 0;
    return sqrt(x * x + y * y + z * z);
}

static double speed_of(const boid *b) {
    return sqrt(b->v.x * b->v.x + b->v.y * b->v.y + b->v.z * b->v.z);
}

static void uniform_fills_the_world_evenly(void **state) {
    (void)state;
    static boid boids[COUNT];
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        vol_world_def world = vol_test_lively_def(VOL_MODEL_STEERING, dimensions, VOL_PRECISION_DOUBLE);
        size_t left = 0, low = 0, right_up = 0;
        spawn(VOL_SHAPE_UNIFORM, dimensions, start_def(COUNT), 1, boids);
        for (size_t i = 0; i < COUNT; i++) {
            const boid *b = &boids[i];
            assert_true(b->p.x >= 0 && b->p.x < world.size[0] && b->p.y >= 0 && b->p.y < world.size[1]);
            if (dimensions == 2) {
                assert_number_equal(b->p.z, 0);
            }
            assert_true(b->p.z >= 0 && b->p.z < world.size[2]);
            left += b->p.x < world.size[0] / 2;
            low += b->p.y < world.size[1] / 2;
            right_up += b->v.x > 0 && b->v.y > 0;
            assert_true(fabs(speed_of(b) - 2) < 1e-12);
        }
        assert_true(left > COUNT * 2 / 5 && left < COUNT * 3 / 5 && low > COUNT * 2 / 5 && low < COUNT * 3 / 5);
        assert_true(right_up > COUNT / 6 && right_up < COUNT / 3);
    }
}

/* Where a boid is says nothing about where it flies, nor one coordinate about the other. */
static void positions_and_headings_are_independent(void **state) {
    (void)state;
    static boid boids[COUNT];
    vol_world_def world = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_DOUBLE);
    double x_y = 0, x_heading = 0, y_heading = 0;
    spawn(VOL_SHAPE_UNIFORM, 2, start_def(COUNT), 1, boids);
    for (size_t i = 0; i < COUNT; i++) {
        double x = boids[i].p.x / world.size[0] - 0.5, y = boids[i].p.y / world.size[1] - 0.5;
        double heading = boids[i].heading / 360 - 0.5;
        x_y += x * y * 12 / COUNT;
        x_heading += x * heading * 12 / COUNT;
        y_heading += y * heading * 12 / COUNT;
    }
    assert_true(fabs(x_y) < 0.15 && fabs(x_heading) < 0.15 && fabs(y_heading) < 0.15); /* of 1 for the same numbers */
}

static void box_and_disc_keep_to_their_size(void **state) {
    (void)state;
    static boid boids[COUNT];
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        double farthest = 0, reach[3] = {0, 0, 0};
        spawn(VOL_SHAPE_BOX, dimensions, start_def(COUNT), 1, boids);
        for (size_t i = 0; i < COUNT; i++) {
            reach[0] = fmax(reach[0], fabs(boids[i].p.x - middle[0]));
            reach[1] = fmax(reach[1], fabs(boids[i].p.y - middle[1]));
            reach[2] = fmax(reach[2], dimensions == 3 ? fabs(boids[i].p.z - middle[2]) : 20);
        }
        assert_true(reach[0] <= 10 && reach[1] <= 15 && reach[2] <= 20 && reach[0] > 9 && reach[1] > 14 &&
                    reach[2] > 18);
        spawn(VOL_SHAPE_DISC, dimensions, start_def(COUNT), 1, boids);
        size_t inner = 0;
        for (size_t i = 0; i < COUNT; i++) {
            double d = off_middle(&boids[i], dimensions);
            farthest = fmax(farthest, d);
            inner += d < 15;
        }
        assert_true(farthest <= 30 && farthest > 28);
        double expected = COUNT * (dimensions == 2 ? 0.25 : 0.125); /* evenly in area or volume */
        assert_true(fabs((double)inner - expected) < 0.06 * COUNT);
    }
}

static void grid_puts_boids_in_rows(void **state) {
    (void)state;
    static boid boids[COUNT];
    vol_flock_def def = start_def(49);
    def.start.spacing = 10;
    spawn(VOL_SHAPE_GRID, 2, def, 1, boids);
    for (size_t i = 0; i < 49; i++) { /* first along the last axis */
        assert_number_equal(boids[i].p.x, middle[0] - 30 + 10 * (double)(i / 7));
        assert_number_equal(boids[i].p.y, middle[1] - 30 + 10 * (double)(i % 7));
    }
    def = start_def(27);
    spawn(VOL_SHAPE_GRID, 3, def, 1, boids);
    for (size_t i = 0; i < 27; i++) {
        assert_number_equal(boids[i].p.x, middle[0] - 10 + 10 * (double)(i / 9));
        assert_number_equal(boids[i].p.y, middle[1] - 10 + 10 * (double)(i / 3 % 3));
        assert_number_equal(boids[i].p.z, middle[2] - 10 + 10 * (double)(i % 3));
    }
}

static void ring_is_round_and_flies_along_itself(void **state) {
    (void)state;
    static boid boids[COUNT];
    vol_flock_def def = start_def(12);
    spawn(VOL_SHAPE_RING, 2, def, 1, boids);
    for (size_t i = 0; i < 12; i++) {
        const boid *b = &boids[i], *next = &boids[(i + 1) % 12];
        double x = b->p.x - middle[0], y = b->p.y - middle[1];
        assert_true(fabs(off_middle(b, 2) - 30) < 1e-9);
        assert_true(fabs(x * b->v.x + y * b->v.y) < 1e-9 && fabs(speed_of(b) - 2) < 1e-9);
        double apart = sqrt((next->p.x - b->p.x) * (next->p.x - b->p.x) + (next->p.y - b->p.y) * (next->p.y - b->p.y));
        assert_true(fabs(apart - 60 * sin(3.14159265358979 / 12)) < 1e-9);
    }
    def.start.heading = 90;
    spawn(VOL_SHAPE_RING, 2, def, 1, boids);
    for (size_t i = 0; i < 12; i++) {
        assert_true(fabs(boids[i].v.x) < 1e-12 && fabs(boids[i].v.y - 2) < 1e-12);
    }
}

static void given_puts_nobody_anywhere(void **state) {
    (void)state;
    vol_world_def world_def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_DOUBLE);
    vol_world *world = vol_test_world(&world_def);
    vol_flock_def def = start_def(0);
    def.start.shape = VOL_SHAPE_GIVEN;
    vol_flock flock = vol_test_flock(world, &def);
    assert_int_equal(vol_flock_view(world, flock).count, 0);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    vol_world_destroy(world);
}

static void starts_can_be_rounded_to_whole_numbers(void **state) {
    (void)state;
    static boid boids[COUNT];
    vol_flock_def def = start_def(COUNT);
    def.start.whole = true;
    spawn(VOL_SHAPE_UNIFORM, 3, def, 1, boids);
    for (size_t i = 0; i < COUNT; i++) {
        assert_number_equal(boids[i].p.x, floor(boids[i].p.x));
        assert_number_equal(boids[i].p.y, floor(boids[i].p.y));
        assert_number_equal(boids[i].p.z, floor(boids[i].p.z));
    }
}

/* A boid's start depends on its id and the seed, not on how many others there are. */
static void more_boids_do_not_move_the_first_ones(void **state) {
    (void)state;
    static boid many[COUNT], few[COUNT], other[COUNT];
    spawn(VOL_SHAPE_UNIFORM, 2, start_def(COUNT), 4, many);
    spawn(VOL_SHAPE_UNIFORM, 2, start_def(20), 4, few);
    spawn(VOL_SHAPE_UNIFORM, 2, start_def(20), 5, other);
    assert_memory_equal(many, few, 20 * sizeof *few);
    for (size_t i = 0; i < 20; i++) {
        assert_true(few[i].p.x != other[i].p.x && few[i].v.x != other[i].v.x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uniform_fills_the_world_evenly),
        cmocka_unit_test(positions_and_headings_are_independent),
        cmocka_unit_test(box_and_disc_keep_to_their_size),
        cmocka_unit_test(grid_puts_boids_in_rows),
        cmocka_unit_test(ring_is_round_and_flies_along_itself),
        cmocka_unit_test(given_puts_nobody_anywhere),
        cmocka_unit_test(starts_can_be_rounded_to_whole_numbers),
        cmocka_unit_test(more_boids_do_not_move_the_first_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
