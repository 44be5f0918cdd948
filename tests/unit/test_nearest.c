/* neighbours.count: who the nearest are, in ties too, at any distance, with every index, across flocks and edges. That
 * models make the right thing of them is for test_oracle.c. */
#include "counting.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 700 };

static void assert_near(double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance)) {
        fail_msg("%.17g is not %.17g", a, b);
    }
}

/* A model that turns every boid into the mean direction of itself and its nearest: what it does tells who they were. */
static vol_flock_def turning(size_t nearest, size_t count) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_VICSEK);
    def.neighbours.count = nearest;
    def.count = count;
    def.noise.strength = 0;
    def.speed = 1;
    def.advance = VOL_ADVANCE_NEW;
    return def;
}

static vol_world_def world_of(int dimensions, double side, vol_boundary boundary, bool images) {
    vol_world_def def = vol_default_world_def();
    def.dimensions = dimensions;
    def.precision = VOL_PRECISION_DOUBLE;
    def.boundary = boundary;
    def.images = images;
    def.threads = 1;
    for (int c = 0; c < 3; c++) {
        def.size[c] = side;
    }
    return def;
}

static const vol_index indexes[] = {VOL_INDEX_BRUTE, VOL_INDEX_GRID, VOL_INDEX_TREE, VOL_INDEX_KDTREE, VOL_INDEX_AUTO};
enum { INDEXES = sizeof indexes / sizeof *indexes };

/* --- The same bits with every index ------------------------------------------------------------------------------- */

static uint64_t hash_with(const vol_world_def *world, const vol_flock_def *flock, vol_index index, const char *isa,
                          uint32_t threads) {
    vol_world_def def = *world;
    def.index = index;
    def.isa = isa;
    def.threads = threads;
    vol_world *made = vol_test_world(&def);
    vol_test_flock(made, flock);
    assert_int_equal(vol_world_step(made, 3), VOL_OK);
    const uint64_t hash = vol_world_hash(made);
    vol_world_destroy(made);
    return hash;
}

/* Each index and instruction set, and several threads. */
static void same_with_every_index(const vol_world_def *world, const vol_flock_def *flock) {
    const uint64_t expected = hash_with(world, flock, VOL_INDEX_BRUTE, "scalar", 1);
    const char *isa;
    for (size_t i = 0; i < INDEXES; i++) {
        assert_hash_equal(hash_with(world, flock, indexes[i], NULL, 3), expected);
    }
    for (size_t i = 0; (isa = vol_isa_name(i)) != NULL; i++) {
        assert_hash_equal(hash_with(world, flock, VOL_INDEX_TREE, isa, 1), expected);
    }
}

static void every_model_has_the_same_bits_with_every_index(void **state) {
    (void)state;
    static const size_t nearest[] = {1, 7, 256};
    for (unsigned model = 0; model < VOL_MODEL_COUNT; model++) {
        for (unsigned k = 0; k < 12; k++) {
            const int dimensions = 2 + (int)(k % 2);
            if (!vol_model_has_dimensions((vol_model)model, dimensions)) {
                continue;
            }
            vol_world_def world = world_of(dimensions, 300, VOL_BOUNDARY_WRAP, k / 2 % 2);
            vol_flock_def flock = vol_default_flock_def((vol_model)model);
            world.precision = k / 4 % 2 ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE;
            flock.neighbours.count = nearest[k % 3];
            flock.count = 200;
            flock.start.speed = flock.max_speed / 2;
            flock.view.distance = model == VOL_MODEL_SIGHTED ? 70 : 0;
            flock.view.angle = k % 5 == 0 && model != VOL_MODEL_SIGHTED ? 200 : flock.view.angle;
            same_with_every_index(&world, &flock);
        }
    }
}

/* Boids in a heap in a corner, one by one, and on a grid, where distances are equal; near and far from each other. */
static void how_boids_lie_does_not_matter(void **state) {
    (void)state;
    static const vol_shape shapes[] = {VOL_SHAPE_UNIFORM, VOL_SHAPE_DISC, VOL_SHAPE_GRID};
    static const double sides[] = {20, 3000};
    for (unsigned k = 0; k < 36; k++) {
        const vol_boundary boundary = k / 3 % 3 == 0 ? VOL_BOUNDARY_OPEN : VOL_BOUNDARY_WRAP;
        vol_world_def world = world_of(2 + (int)(k % 2), sides[k / 9 % 2], boundary, k / 3 % 3 == 1);
        vol_flock_def flock = turning(k % 4 == 0 ? 40 : 5, k % 7 == 0 ? 30 : 400);
        flock.start.shape = shapes[k % 3];
        flock.start.radius = 10;
        flock.start.center[0] = flock.start.center[1] = flock.start.center[2] = k % 2 ? 9 : 0;
        flock.start.spacing = 2;
        same_with_every_index(&world, &flock);
    }
}

/* Few boids and rules that reach almost round the world: cells are few, and boids near the middle of their images. */
static void rules_that_reach_far_in_a_small_world_have_the_same_bits(void **state) {
    (void)state;
    for (unsigned k = 0; k < 8; k++) {
        vol_world_def world = world_of(2 + (int)(k % 2), 100, VOL_BOUNDARY_WRAP, true);
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_BLEND);
        flock.neighbours.count = 4;
        flock.count = 50 + 20 * k;
        flock.start.speed = 2;
        flock.alignment.radius = flock.cohesion.radius = 20 + 6 * k; /* up to 62 of 100 */
        same_with_every_index(&world, &flock);
    }
}

/* --- Who they are ------------------------------------------------------------------------------------------------- */

/* The shorter way round the world. */
static double along(const vol_world_def *world, int axis, double d) {
    return world->images ? d - world->size[axis] * floor(d / world->size[axis] + 0.5) : d;
}

/* The direction that boid i is to turn to: of itself and its nearest, by whole search in doubles. */
static vol_oracle_vec expected_turn(const vol_world_def *world, const vol_oracle_boid *b, size_t n, size_t i,
                                    size_t nearest) {
    vol_oracle_vec sum = b[i].v;
    bool taken[MOST] = {false};
    for (size_t round = 0; round < nearest && round + 1 < n; round++) {
        size_t best = n;
        double least = INFINITY;
        for (size_t j = 0; j < n; j++) {
            const double x = along(world, 0, b[j].p.x - b[i].p.x), y = along(world, 1, b[j].p.y - b[i].p.y),
                         z = along(world, 2, b[j].p.z - b[i].p.z), d2 = x * x + y * y + z * z;
            if (j != i && !taken[j] && d2 < least) { /* of equal ones the first stays */
                least = d2;
                best = j;
            }
        }
        taken[best] = true;
        sum.x += b[best].v.x;
        sum.y += b[best].v.y;
        sum.z += b[best].v.z;
    }
    const double length = sqrt(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z);
    return (vol_oracle_vec){sum.x / length, sum.y / length, sum.z / length};
}

static void check_turns(const vol_world_def *world, const vol_flock_def *flock) {
    static vol_oracle_boid before[MOST], after[MOST];
    vol_world *made = vol_test_world(world);
    vol_test_flock(made, flock);
    const size_t n = vol_test_state(made, 0, before, MOST);
    assert_int_equal(vol_world_step(made, 1), VOL_OK);
    assert_int_equal(vol_test_state(made, 0, after, MOST), n);
    for (size_t i = 0; i < n; i++) {
        const vol_oracle_vec right = expected_turn(world, before, n, i, flock->neighbours.count);
        assert_near(after[i].v.x, right.x, 1e-9);
        assert_near(after[i].v.y, right.y, 1e-9);
        assert_near(after[i].v.z, right.z, 1e-9);
    }
    vol_world_destroy(made);
}

static void the_nearest_are_found_at_any_distance(void **state) {
    (void)state;
    static const size_t nearest[] = {1, 3, 7, 30, 256};
    for (unsigned k = 0; k < 60; k++) {
        vol_world_def world =
            world_of(2 + (int)(k % 2), 50, k % 3 == 0 ? VOL_BOUNDARY_OPEN : VOL_BOUNDARY_WRAP, k % 3 == 1);
        vol_flock_def flock = turning(nearest[k % 5], k % 4 == 0 ? 20 : 250);
        world.index = indexes[k / 5 % INDEXES];
        world.seed = k;
        flock.start.shape = k % 4 == 1 ? VOL_SHAPE_DISC : VOL_SHAPE_UNIFORM; /* dense here and nobody there */
        flock.start.radius = 3;
        check_turns(&world, &flock);
    }
}

/* Boids on a square lattice have four equally near neighbours, four at the next distance, and so on. */
static void of_equally_near_ones_the_lower_ids_count(void **state) {
    (void)state;
    for (unsigned k = 0; k < 3 * INDEXES * 2; k++) {
        vol_world_def world = world_of(2 + (int)(k % 2), 16, VOL_BOUNDARY_WRAP, k / 2 % 2);
        vol_flock_def flock = turning(1 + k % 11, k % 2 ? 512 : 256);
        world.index = indexes[k % INDEXES];
        flock.start.shape = VOL_SHAPE_GRID;
        flock.start.spacing = k % 2 ? 2 : 1;
        check_turns(&world, &flock);
    }
}

static void more_than_there_are_is_all_of_them(void **state) {
    (void)state;
    static vol_oracle_boid few[MOST], all[MOST];
    vol_world_def def = world_of(3, 100, VOL_BOUNDARY_WRAP, true);
    for (unsigned k = 0; k < 2; k++) {
        vol_world *world[2];
        for (int i = 0; i < 2; i++) {
            vol_flock_def flock = vol_default_flock_def(k == 0 ? VOL_MODEL_CAPPED : VOL_MODEL_STEERING);
            flock.count = 60;
            flock.neighbours.count = i == 0 ? 60 : 0;
            world[i] = vol_test_world(&def);
            vol_test_flock(world[i], &flock);
            assert_int_equal(vol_world_step(world[i], 1), VOL_OK);
        }
        assert_int_equal(vol_test_state(world[0], 0, few, MOST), vol_test_state(world[1], 0, all, MOST));
        for (size_t i = 0; i < 60; i++) {
            assert_near(few[i].v.x, all[i].v.x, 1e-12);
            assert_near(few[i].p.z, all[i].p.z, 1e-9);
        }
        vol_world_destroy(world[0]);
        vol_world_destroy(world[1]);
    }
}

/* A world twice as large, in which boids go twice as fast, has the same headings. */
static void twice_the_world_and_the_speed_are_the_same_headings(void **state) {
    (void)state;
    static vol_oracle_boid once[MOST], twice[MOST];
    vol_world *world[2];
    for (int i = 0; i < 2; i++) {
        vol_world_def def = world_of(2, i == 0 ? 20 : 40, VOL_BOUNDARY_WRAP, true);
        def.precision = VOL_PRECISION_SINGLE;
        vol_flock_def flock = turning(6, 300);
        flock.speed = i == 0 ? 0.5 : 1;
        flock.noise.strength = 1;
        world[i] = vol_test_world(&def);
        vol_test_flock(world[i], &flock);
    }
    for (int step = 0; step < 20; step++) {
        vol_test_state(world[0], 0, once, MOST);
        vol_test_state(world[1], 0, twice, MOST);
        for (size_t i = 0; i < 300; i++) {
            assert_number_equal(twice[i].v.x, 2 * once[i].v.x);
            assert_number_equal(twice[i].v.y, 2 * once[i].v.y);
            assert_number_equal(twice[i].p.x, 2 * once[i].p.x);
        }
        assert_int_equal(vol_world_step(world[0], 1), VOL_OK);
        assert_int_equal(vol_world_step(world[1], 1), VOL_OK);
    }
    vol_world_destroy(world[0]);
    vol_world_destroy(world[1]);
}

/* --- Several flocks ----------------------------------------------------------------------------------------------- */

static void join(vol_world *world, vol_flock from, vol_flock to) {
    vol_relation_def r = vol_default_relation_def();
    uint32_t number;
    vol_error error;
    r.kind = VOL_RELATION_FLOCK_WITH;
    r.from = from;
    r.to[r.to_count++] = to;
    assert_int_equal(vol_relation_create(world, &r, &number, &error), VOL_OK);
}

/* Two flocks: boid 0 of the one at (50, 50), two others of each around it, east, west, north and south. */
static vol_world *cross(size_t nearest, vol_index index, double east, double west) {
    static const double own[3][4] = {{50, 50, 1, 0}, {50, 53, 0, 1}, {50, 40, 0, 1}};
    const double other[2][4] = {{50 + east, 50, 0, -1}, {50 - west, 50, -1, 0}};
    vol_world_def def = world_of(2, 100, VOL_BOUNDARY_WRAP, true);
    def.index = index;
    vol_world *world = vol_test_world(&def);
    for (int f = 0; f < 2; f++) {
        vol_flock_def flock = turning(nearest, 0);
        flock.name = f == 0 ? "own" : "other";
        flock.start.shape = VOL_SHAPE_GIVEN;
        vol_flock made = vol_test_flock(world, &flock);
        for (int i = 0; i < (f == 0 ? 3 : 2); i++) {
            const double *b = f == 0 ? own[i] : other[i];
            assert_int_equal(vol_flock_add(world, made, 1, b, b + 2, NULL, NULL), VOL_OK);
        }
    }
    join(world, 0, 1);
    join(world, 0, 1); /* once more, which makes no boid two */
    return world;
}

static void assert_heading(vol_world *world, double x, double y) {
    vol_oracle_boid boids[3];
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    assert_int_equal(vol_test_state(world, 0, boids, 3), 3);
    const double length = sqrt(x * x + y * y);
    assert_near(boids[0].v.x, x / length, 1e-12);
    assert_near(boids[0].v.y, y / length, 1e-12);
    vol_world_destroy(world);
}

static void the_nearest_may_be_of_another_flock(void **state) {
    (void)state;
    for (size_t i = 0; i < INDEXES; i++) {
        assert_heading(cross(1, indexes[i], 2, 5), 1, -1);   /* the eastern one */
        assert_heading(cross(1, indexes[i], 4, 5), 1, 1);    /* the northern one, of its own */
        assert_heading(cross(2, indexes[i], 2, 2.5), 0, -1); /* both others */
        assert_heading(cross(3, indexes[i], 2, 2.5), 1, 0);  /* all but the southern: the sum is 0, it goes on */
    }
}

static void of_equally_near_ones_the_lower_flock_counts(void **state) {
    (void)state;
    for (size_t i = 0; i < INDEXES; i++) {
        assert_heading(cross(1, indexes[i], 3, 3), 1, 1); /* north is of its own flock, number 0 */
        assert_heading(cross(2, indexes[i], 3, 3), 1, 0); /* then the eastern one, which has the lower id */
    }
}

/* --- The parameter ------------------------------------------------------------------------------------------------ */

static void bad_values_are_refused_by_name(void **state) {
    (void)state;
    static const char *const bad[] = {"-1", "1.5", "257", "many", ""};
    vol_world_def def = world_of(2, 100, VOL_BOUNDARY_WRAP, false);
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = turning(3, 10);
    vol_error error;
    vol_flock none;
    vol_test_flock(world, &flock);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(vol_world_set(world, "boids.neighbours.count", bad[i], &error), VOL_ERROR_VALUE);
        assert_non_null(strstr(error.text, "neighbours.count"));
        assert_non_null(strstr(error.text, "from 0 to 256"));
    }
    flock.name = "more";
    flock.neighbours.count = 257;
    assert_int_equal(vol_flock_create(world, &flock, &none, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.field, "neighbours.count");
    assert_int_equal(vol_world_set(world, "boids.neighbours.count", "256", &error), VOL_OK);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    vol_world_destroy(world);
}

/* Turned on and off again between steps it is as if it had never been there. */
static void it_may_change_between_steps(void **state) {
    (void)state;
    vol_world_def def = world_of(2, 100, VOL_BOUNDARY_WRAP, true);
    vol_world *world[2] = {vol_test_model_world(&def, VOL_MODEL_BLEND, 100),
                           vol_test_model_world(&def, VOL_MODEL_BLEND, 100)};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(vol_world_step(world[i], 2), VOL_OK);
    }
    assert_int_equal(vol_world_set(world[0], "boids.neighbours.count", "2", NULL), VOL_OK);
    assert_int_equal(vol_world_set(world[0], "boids.neighbours.count", "0", NULL), VOL_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(vol_world_step(world[i], 2), VOL_OK);
    }
    assert_hash_equal(vol_world_hash(world[0]), vol_world_hash(world[1]));
    assert_int_equal(vol_world_set(world[0], "boids.neighbours.count", "2", NULL), VOL_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(vol_world_step(world[i], 2), VOL_OK);
    }
    assert_true(vol_world_hash(world[0]) != vol_world_hash(world[1]));
    vol_world_destroy(world[0]);
    vol_world_destroy(world[1]);
}

/* What a leader's rules do to it is what they do to it in the next step. */
static void forces_on_a_leader_are_those_of_its_nearest(void **state) {
    (void)state;
    static vol_oracle_boid before[MOST], after[MOST];
    vol_world_def def = world_of(2, 60, VOL_BOUNDARY_WRAP, true);
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_BLEND);
    vol_force force[4];
    flock.count = 60;
    flock.start.speed = 1;
    flock.max_speed = 1e6;
    flock.neighbours.count = 2;
    vol_test_flock(world, &flock);
    assert_int_equal(vol_flock_set_leader(world, 0, 5, NULL), VOL_OK);
    for (int step = 0; step < 3; step++) {
        assert_int_equal(vol_flock_leader_forces(world, 0, force), 4);
        vol_test_state(world, 0, before, MOST);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        vol_test_state(world, 0, after, MOST);
        double sum = 0;
        for (int i = 0; i < 4; i++) {
            sum += force[i].force[0];
        }
        assert_near(after[5].v.x, before[5].v.x + sum, 1e-9);
    }
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_has_the_same_bits_with_every_index),
        cmocka_unit_test(how_boids_lie_does_not_matter),
        cmocka_unit_test(rules_that_reach_far_in_a_small_world_have_the_same_bits),
        cmocka_unit_test(the_nearest_are_found_at_any_distance),
        cmocka_unit_test(of_equally_near_ones_the_lower_ids_count),
        cmocka_unit_test(more_than_there_are_is_all_of_them),
        cmocka_unit_test(twice_the_world_and_the_speed_are_the_same_headings),
        cmocka_unit_test(the_nearest_may_be_of_another_flock),
        cmocka_unit_test(of_equally_near_ones_the_lower_flock_counts),
        cmocka_unit_test(bad_values_are_refused_by_name),
        cmocka_unit_test(it_may_change_between_steps),
        cmocka_unit_test(forces_on_a_leader_are_those_of_its_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
