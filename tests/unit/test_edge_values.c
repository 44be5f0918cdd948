/* Worlds at the edge of what the scene language allows: the bits of a boid follow from distances and the index's order
 * alone, never from the instruction set, from which boids share its group of lanes, from memory set aside, from saving
 * and loading, or from what its model does not use. */
#include "around.h"

#include "core/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Makes a world for an instruction set; NULL is the best one here. */
typedef vol_world *(*world_maker)(const char *isa);

/* One hash for every instruction set, after each of `steps` steps. */
static void expect_one_hash(world_maker make, uint64_t steps) {
    const char *isa;
    for (size_t i = 1; (isa = vol_isa_name(i)) != NULL; i++) {
        vol_world *one = make(vol_isa_name(0)), *other = make(isa);
        for (uint64_t step = 1; step <= steps; step++) {
            assert_int_equal(vol_world_step(one, 1), VOL_OK);
            assert_int_equal(vol_world_step(other, 1), VOL_OK);
            if (vol_world_hash(one) != vol_world_hash(other)) {
                fail_msg("step %u: %s and %s have other bits", (unsigned)step, vol_isa_name(0), isa);
            }
        }
        vol_world_destroy(one);
        vol_world_destroy(other);
    }
}

static vol_world *world_of(const char *isa, double width, double height, vol_boundary boundary) {
    vol_world_def def = vol_default_world_def();
    def.size[0] = width;
    def.size[1] = height;
    def.boundary = boundary;
    def.isa = isa;
    def.threads = 1;
    return vol_test_world(&def);
}

static vol_flock_def sighted_def(void) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_SIGHTED);
    def.count = 200;
    def.start.speed = 2;
    def.view.shape = VOL_SIGHT_TRIANGLE;
    return def;
}

static vol_world *blind_sighted(const char *isa) {
    vol_world *world = world_of(isa, 800, 600, VOL_BOUNDARY_WRAP);
    vol_flock_def def = sighted_def();
    def.view.distance = 0;
    vol_test_flock(world, &def);
    return world;
}

static void a_sight_triangle_without_area_shows_nothing_beyond_the_reach(void **state) {
    (void)state;
    expect_one_hash(blind_sighted, 50);
}

static vol_world *sighted_all_round(const char *isa) {
    vol_world *world = world_of(isa, 800, 600, VOL_BOUNDARY_JUMP);
    vol_flock_def def = sighted_def();
    def.view.angle = 360;
    def.wall.weight = 1.3619594;
    vol_test_flock(world, &def);
    return world;
}

static void a_sight_triangle_folded_to_a_line_shows_nothing_beyond_the_reach(void **state) {
    (void)state;
    expect_one_hash(sighted_all_round, 60);
}

static vol_world *sighted_far_away(const char *isa) {
    vol_world *world = world_of(isa, 800, 600, VOL_BOUNDARY_OPEN);
    vol_flock_def def = sighted_def();
    def.start.shape = VOL_SHAPE_DISC;
    def.start.center[0] = 3e11;
    def.start.center[1] = -2e11;
    def.start.radius = 1e6;
    vol_test_flock(world, &def);
    return world;
}

static void boids_far_from_the_origin_see_by_distance_alone(void **state) {
    (void)state;
    expect_one_hash(sighted_far_away, 20);
}

/* Obstacles in a world so wide that rays are rounded by more than the obstacles are large. */
static vol_world *rays_in_a_wide_world(const char *isa) {
    vol_world *world = world_of(isa, 4e11, 600, VOL_BOUNDARY_BOUNCE);
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    def.count = 300;
    def.max_speed = 1e9;
    def.start.speed = 1e9;
    def.start.heading = 0;
    vol_flock birds = vol_test_flock(world, &def);
    vol_obstacle_def rock = vol_default_obstacle_def();
    for (int i = 0; i < 40; i++) {
        rock.center[0] = 1e10 * i;
        rock.center[1] = 15 * i;
        rock.radius = 30;
        vol_test_put(world, &rock);
    }
    vol_term_def term = vol_default_term_def(VOL_TERM_AVOID_OBSTACLES);
    term.flock = birds;
    term.time = 30;
    term.force = 1e8;
    vol_term made;
    assert_int_equal(vol_term_create(world, &term, &made, NULL), VOL_OK);
    return world;
}

static void obstacles_are_avoided_by_each_boid_for_itself(void **state) {
    (void)state;
    expect_one_hash(rays_in_a_wide_world, 20);
}

/* An obstacle so many worlds away that its place is rounded by more than a world. */
static vol_world *obstacle_worlds_away(const char *isa) {
    vol_world_def def = vol_default_world_def();
    def.size[0] = def.size[1] = 1;
    def.images = true;
    def.isa = isa;
    def.threads = 1;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = sighted_def();
    flock.start.speed = 0;
    vol_test_flock(world, &flock);
    vol_obstacle_def rock = vol_default_obstacle_def();
    rock.center[0] = 0;
    rock.center[1] = -1e12;
    rock.radius = 1;
    vol_test_put(world, &rock);
    rock.center[1] = 0;
    rock.radius = 0;
    vol_test_put(world, &rock);
    return world;
}

static void an_obstacle_many_worlds_away_is_met_by_all_or_none(void **state) {
    (void)state;
    expect_one_hash(obstacle_worlds_away, 3);
}

/* In a torus much longer than the rules reach, a place across the edge is rounded by more than the reach's own slack:
 * cells must be wider by that. Here the two are 0.9922 apart as the rules compute it, and 0.9960 by the cells. */
static void rounding_across_the_edge_of_a_long_torus_loses_no_neighbour(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    def.size[0] = 100000.3007; /* in single precision 100000.296875 */
    def.size[1] = 3.1;
    def.images = true;
    def.index = VOL_INDEX_GRID;
    def.threads = 1;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_BLEND);
    flock.count = 310000; /* as many as there are cells, all far from the edge */
    flock.start.shape = VOL_SHAPE_BOX;
    flock.start.size[0] = 90000;
    flock.start.size[1] = 3;
    flock.separation.radius = flock.alignment.radius = flock.cohesion.radius = 0.9925;
    vol_test_flock(world, &flock);
    const double at[4] = {0, 1.5, 99999.3046875, 1.5}, still[4] = {0, 0, 0, 0};
    uint32_t id;
    assert_int_equal(vol_flock_add(world, 0, 2, at, still, &id, NULL), VOL_OK);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    vol_view view = vol_flock_view(world, 0);
    for (uint32_t i = 0; i < 2; i++) {
        double speed = vol_view_velocity(&view, 0, vol_flock_slot(world, 0, id + i));
        if (speed == 0) {
            fail_msg("boid %u has not seen the other one", (unsigned)i);
        }
    }
    vol_world_destroy(world);
}

static vol_world *crowd(size_t count) {
    vol_world_def def = vol_default_world_def();
    def.size[0] = def.size[1] = 1000;
    def.index = VOL_INDEX_GRID;
    def.threads = 1;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_BLEND);
    flock.count = count;
    flock.separation.radius = 5;
    flock.alignment.radius = flock.cohesion.radius = 10;
    flock.start.speed = 3;
    vol_test_flock(world, &flock);
    return world;
}

static void memory_set_aside_does_not_change_a_bit(void **state) {
    (void)state;
    vol_world *plain = crowd(1000), *roomy = crowd(1000);
    assert_int_equal(vol_flock_reserve(roomy, 0, 50000, NULL), VOL_OK);
    for (int step = 0; step < 10; step++) {
        assert_int_equal(vol_world_step(plain, 1), VOL_OK);
        assert_int_equal(vol_world_step(roomy, 1), VOL_OK);
        assert_int_equal(vol_world_hash(plain), vol_world_hash(roomy));
    }
    vol_world_destroy(plain);
    vol_world_destroy(roomy);
}

/* Saves `from` and loads it into `to`. */
static void carry_over(vol_world *from, vol_world *to) {
    size_t size = vol_snapshot_size(from);
    void *bytes = malloc(size);
    vol_error error;
    assert_non_null(bytes);
    vol_snapshot_write(from, bytes);
    if (vol_snapshot_read(to, bytes, size, &error) != VOL_OK) {
        fail_msg("%s", error.text);
    }
    free(bytes);
}

static void a_flock_that_has_grown_goes_on_alike_when_saved_and_loaded(void **state) {
    (void)state;
    const double at[2] = {500, 500}, velocity[2] = {1, 0};
    vol_world *whole = crowd(1000), *again = crowd(1000);
    assert_int_equal(vol_world_step(whole, 3), VOL_OK);
    assert_int_equal(vol_flock_add(whole, 0, 1, at, velocity, NULL, NULL), VOL_OK);
    assert_int_equal(vol_world_step(whole, 1), VOL_OK);
    carry_over(whole, again);
    for (int step = 0; step < 10; step++) {
        assert_int_equal(vol_world_step(whole, 1), VOL_OK);
        assert_int_equal(vol_world_step(again, 1), VOL_OK);
        assert_int_equal(vol_world_hash(whole), vol_world_hash(again));
    }
    vol_world_destroy(whole);
    vol_world_destroy(again);
}

static void a_boid_on_the_far_edge_stays_there_when_saved_and_loaded(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    def.size[0] = def.size[1] = 100.3; /* in single precision 100.30000305 */
    def.images = true;
    def.threads = 1;
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_BLEND);
    flock.count = 0;
    const double at[2] = {50, 0}, velocity[2] = {0, -1e-9};
    vol_world *whole = vol_test_world(&def), *again = vol_test_world(&def);
    vol_test_flock(whole, &flock);
    vol_test_flock(again, &flock);
    assert_int_equal(vol_flock_add(whole, 0, 1, at, velocity, NULL, NULL), VOL_OK);
    assert_int_equal(vol_world_step(whole, 1), VOL_OK);
    uint64_t hash = vol_world_hash(whole);
    carry_over(whole, again);
    assert_int_equal(vol_world_hash(again), hash);
    vol_world_destroy(whole);
    vol_world_destroy(again);
}

/* So many worlds away that doubles cannot tell how many: the boid is put somewhere, once and for all. */
static void a_boid_from_far_away_is_inside_at_once_and_stays_there_when_saved_and_loaded(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    def.size[0] = def.size[1] = 2e-5;
    def.images = true;
    def.threads = 1;
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_BLEND);
    flock.count = 0;
    const double at[6] = {-1e12, 1e12, 7e11, -3e11, -1e-40, 1e-5}, velocity[6] = {0, 0, 0, 0, 0, 0};
    for (int precision = 0; precision < VOL_PRECISION_COUNT; precision++) {
        def.precision = (vol_precision)precision;
        vol_world *whole = vol_test_world(&def), *again = vol_test_world(&def);
        vol_test_flock(whole, &flock);
        vol_test_flock(again, &flock);
        assert_int_equal(vol_flock_add(whole, 0, 3, at, velocity, NULL, NULL), VOL_OK);
        vol_view view = vol_flock_view(whole, 0);
        for (size_t i = 0; i < 6; i++) {
            double x = vol_view_position(&view, (int)(i % 2), i / 2);
            assert_true(x >= 0 && x <= (precision == VOL_PRECISION_SINGLE ? (double)2e-5f : 2e-5));
        }
        uint64_t hash = vol_world_hash(whole);
        carry_over(whole, again);
        assert_int_equal(vol_world_hash(again), hash);
        vol_world_destroy(whole);
        vol_world_destroy(again);
    }
}

/* Obstacles that lie across the edges of the world, with boids inside them. */
static void hard_obstacles_across_an_edge_push_nobody_out_of_the_world(void **state) {
    (void)state;
    for (unsigned k = 0; k < 60; k++) {
        vol_world_def def = vol_default_world_def();
        def.boundary = (vol_boundary)(k % 5);
        def.precision = (vol_precision)(k / 5 % 2);
        def.dimensions = 2 + (int)(k / 10 % 2);
        def.size[0] = def.size[1] = def.size[2] = 100.3;
        def.margin = def.boundary == VOL_BOUNDARY_TILE ? 7.7 : 0;
        def.threads = 1;
        vol_world *world = vol_test_world(&def);
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        flock.count = 300;
        flock.start.speed = 3;
        vol_test_flock(world, &flock);
        vol_obstacle_def rock = vol_default_obstacle_def();
        rock.law = VOL_LAW_HARD;
        rock.shape = k / 20 % 3 == 0 ? VOL_OBSTACLE_CIRCLE : VOL_OBSTACLE_BOX;
        rock.radius = k / 20 % 3 == 1 ? 0 : 25;
        for (int i = 0; i < 3; i++) {
            rock.center[0] = i == 0 ? 0 : i == 1 ? 100.3 : 40;
            rock.center[1] = i == 2 ? 100 : 30;
            rock.center[2] = i == 0 ? 0 : 50;
            rock.size[0] = rock.size[1] = rock.size[2] = rock.shape == VOL_OBSTACLE_BOX ? 30 : 0;
            vol_test_put(world, &rock);
        }
        for (int step = 0; step < 20; step++) {
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            vol_view view = vol_flock_view(world, 0);
            double least = def.precision == VOL_PRECISION_SINGLE ? -(double)(float)def.margin : -def.margin;
            double most =
                def.precision == VOL_PRECISION_SINGLE ? (double)((float)100.3 + (float)def.margin) : 100.3 + def.margin;
            for (size_t i = 0; i < view.count * (size_t)def.dimensions; i++) {
                double at = vol_view_position(&view, (int)(i / view.count), i % view.count);
                if (!(at >= least && at <= most)) {
                    fail_msg("world %u, step %d: a boid is at %.9g; the world ends at %.9g", k, step, at, most);
                }
            }
        }
        vol_world_destroy(world);
    }
}

static void a_state_with_a_number_that_is_none_is_refused(void **state) {
    (void)state;
    for (int precision = 0; precision < 2; precision++) {
        vol_world_def def = vol_default_world_def();
        def.precision = (vol_precision)precision;
        def.threads = 1;
        vol_world *world = vol_test_model_world(&def, VOL_MODEL_BLEND, 3);
        size_t size = vol_snapshot_size(world), last = size - 8 - (precision ? 8 : 4); /* before the checksum */
        unsigned char *bytes = malloc(size);
        vol_error error;
        assert_non_null(bytes);
        vol_snapshot_write(world, bytes);
        memset(bytes + last, 0xFF, precision ? 8 : 4);
        uint64_t sum = vol_checksum(bytes, size - 8);
        for (int i = 0; i < 8; i++) {
            bytes[size - 8 + (size_t)i] = (unsigned char)(sum >> (8 * i));
        }
        assert_int_equal(vol_snapshot_read(world, bytes, size, &error), VOL_ERROR_DATA);
        assert_non_null(strstr(error.text, "boid 2 in flock boids with the velocity "));
        free(bytes);
        vol_world_destroy(world);
    }
}

static void boids_scattered_as_far_as_numbers_go_can_be_saved_and_loaded(void **state) {
    (void)state;
    for (int precision = 0; precision < 2; precision++) {
        vol_world_def def = vol_default_world_def();
        def.precision = (vol_precision)precision;
        def.boundary = VOL_BOUNDARY_OPEN;
        def.dt = 1e6;
        vol_world *world = vol_test_model_world(&def, VOL_MODEL_BLEND, 3);
        vol_error error;
        for (int step = 0; step < 3; step++) {
            assert_int_equal(vol_world_scatter(world, (const double[3]){-1e12, 0, 0}, VOL_SCATTER_MOST, &error),
                             VOL_OK);
            assert_int_equal(vol_world_step(world, (uint64_t)step), VOL_OK);
            const size_t size = vol_snapshot_size(world);
            void *bytes = malloc(size);
            assert_non_null(bytes);
            vol_snapshot_write(world, bytes);
            if (vol_snapshot_read(world, bytes, size, &error) != VOL_OK) {
                fail_msg("step %d: %s", step, error.text);
            }
            free(bytes);
        }
        vol_world_destroy(world);
    }
}

static void rules_beyond_what_numbers_hold_leave_every_boid_a_number(void **state) {
    (void)state;
    vol_world *world = world_of(NULL, 1e12, 1e12, VOL_BOUNDARY_CLAMP);
    vol_flock_def def = sighted_def();
    def.cohesion.radius = 1e12;
    def.cohesion.power = 4;
    def.cohesion.weight = 1e6;
    vol_test_flock(world, &def);
    assert_int_equal(vol_world_step(world, 5), VOL_OK);
    vol_view view = vol_flock_view(world, 0);
    for (size_t i = 0; i < view.count; i++) {
        for (int c = 0; c < 2; c++) {
            assert_true(isfinite(vol_view_position(&view, c, i)));
        }
    }
    vol_world_destroy(world);
}

/* The hash after some steps of a flock with that number in a field that its model does not use; `row` NULL: in none. */
static uint64_t hash_with(vol_model model, vol_precision precision, const vol_param *row, double number) {
    vol_world_def def = vol_default_world_def();
    def.precision = precision;
    def.threads = 1;
    def.dimensions = vol_model_has_dimensions(model, 2) ? 2 : 3;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_lively_flock_def(model);
    flock.count = 30;
    if (row) {
        memcpy((char *)&flock + vol_param_offset(row), &number, sizeof number);
    }
    vol_test_flock(world, &flock);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    const uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    return hash;
}

static void numbers_that_a_model_does_not_use_do_nothing_whatever_they_are(void **state) {
    (void)state;
    static const double odd[] = {-1, -1e300, 1e300, -INFINITY, INFINITY, NAN};
    for (vol_model model = 0; model < VOL_MODEL_COUNT; model++) {
        const vol_precision precision = (vol_precision)(model % VOL_PRECISION_COUNT);
        const uint64_t hash = hash_with(model, precision, NULL, 0);
        const vol_param *row;
        for (size_t r = 0; (row = vol_param_at(r)) != NULL; r++) {
            for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
                if (!row->of_world && row->type == VOL_PARAM_REAL && !vol_param_used(row, model) &&
                    hash_with(model, precision, row, odd[i]) != hash) {
                    fail_msg("%s of %s changes something: %g", row->name, vol_model_name(model), odd[i]);
                }
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sight_triangle_without_area_shows_nothing_beyond_the_reach),
        cmocka_unit_test(a_sight_triangle_folded_to_a_line_shows_nothing_beyond_the_reach),
        cmocka_unit_test(boids_far_from_the_origin_see_by_distance_alone),
        cmocka_unit_test(obstacles_are_avoided_by_each_boid_for_itself),
        cmocka_unit_test(an_obstacle_many_worlds_away_is_met_by_all_or_none),
        cmocka_unit_test(rounding_across_the_edge_of_a_long_torus_loses_no_neighbour),
        cmocka_unit_test(memory_set_aside_does_not_change_a_bit),
        cmocka_unit_test(a_flock_that_has_grown_goes_on_alike_when_saved_and_loaded),
        cmocka_unit_test(a_boid_on_the_far_edge_stays_there_when_saved_and_loaded),
        cmocka_unit_test(a_boid_from_far_away_is_inside_at_once_and_stays_there_when_saved_and_loaded),
        cmocka_unit_test(hard_obstacles_across_an_edge_push_nobody_out_of_the_world),
        cmocka_unit_test(a_state_with_a_number_that_is_none_is_refused),
        cmocka_unit_test(boids_scattered_as_far_as_numbers_go_can_be_saved_and_loaded),
        cmocka_unit_test(rules_beyond_what_numbers_hold_leave_every_boid_a_number),
        cmocka_unit_test(numbers_that_a_model_does_not_use_do_nothing_whatever_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
