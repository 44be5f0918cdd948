/* Obstacles: thousands of them act as few do, come and go without a trace, and what is wrong is refused. */
#include "around.h"
#include "counting.h"
#include "support.h"

#include "oracle/surround.h"

#include <math.h>
#include <string.h>

enum { MOST = 400 };

static vol_error error;

static vol_obstacle_def circle(double x, double y, double radius, vol_law law) {
    vol_obstacle_def def = vol_default_obstacle_def();
    def.center[0] = x;
    def.center[1] = y;
    def.radius = radius;
    def.law = law;
    return def;
}

/* Obstacles that are far away change nothing, to the bit. */
static void a_distant_obstacle_changes_nothing(void **state) {
    (void)state;
    for (unsigned k = 0; k < 12; k++) {
        uint64_t hash[2];
        for (int with = 0; with < 2; with++) {
            vol_world_def def = vol_default_world_def();
            def.boundary = k % 2 ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_JUMP;
            def.precision = (vol_precision)(k / 2 % 2);
            def.threads = 1;
            vol_world *world = vol_test_model_world(&def, (vol_model)(k % VOL_MODEL_COUNT), 200);
            if (with) {
                vol_obstacle_def far = circle(1e5, 1e5, 10, k / 4 ? VOL_LAW_HARD : VOL_LAW_FLAT);
                vol_test_put(world, &far);
            }
            assert_int_equal(vol_world_step(world, 20), VOL_OK);
            hash[with] = vol_world_hash(world);
            vol_world_destroy(world);
        }
        assert_hash_equal(hash[0], hash[1]);
    }
}

/* --- Many --------------------------------------------------------------------------------------------------------- */

/* Thousands of obstacles, more than a group is handed one by one near one spot, against the oracle. */
static void check_many(vol_world_def *def, size_t count, bool heap) {
    static vol_obstacle_def obstacles[1200];
    static vol_oracle_boid old[MOST], now[MOST];
    vol_test_random r = {count + (size_t)def->precision};
    vol_world *world = vol_test_world(def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    flock.count = 150;
    flock.start.shape = heap ? VOL_SHAPE_DISC : VOL_SHAPE_UNIFORM;
    flock.start.radius = 60;
    flock.separation.weight = flock.alignment.weight = flock.cohesion.weight = 0;
    flock.max_speed = 1e6;
    vol_test_flock(world, &flock);
    for (size_t k = 0; k < count; k++) {
        obstacles[k] = circle(vol_test_uniform(&r, heap ? 390 : 0, heap ? 410 : 800),
                              vol_test_uniform(&r, heap ? 290 : 0, heap ? 310 : 600), 10, VOL_LAW_FADE);
        obstacles[k].center[2] = 300;
        obstacles[k].reach = heap ? 30 : 20;
        obstacles[k].strength = 0.01;
        vol_test_put(world, &obstacles[k]);
    }
    vol_test_state(world, 0, old, MOST);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    vol_test_state(world, 0, now, MOST);
    vol_oracle_world w = {.def = *def, .obstacles = obstacles, .obstacle_count = count};
    size_t pushed = 0;
    for (size_t i = 0; i < 150; i++) {
        double doubt = 1, fine = def->precision == VOL_PRECISION_SINGLE ? 1e-4 : 1e-9;
        vol_oracle_vec push = vol_oracle_obstacles(&w, old[i].p, &doubt);
        pushed += push.x != 0;
        assert_true(doubt < 1e-7 || fabs(now[i].v.x - old[i].v.x - push.x) < fine);
        assert_true(doubt < 1e-7 || fabs(now[i].v.y - old[i].v.y - push.y) < fine);
    }
    assert_true(pushed > 0);
    vol_world_destroy(world);
}

static void many_obstacles_act_as_few_do(void **state) {
    (void)state;
    for (unsigned k = 0; k < 16; k++) {
        vol_world_def def = vol_default_world_def();
        def.precision = (vol_precision)(k % 2);
        def.images = k / 2 % 2;
        def.dimensions = k / 4 % 2 ? 3 : 2;
        def.threads = 1;
        check_many(&def, k / 8 ? 300 : 1200, k / 8);
    }
}

/* The group a boid is in must not matter, also for boids within rounding of a reach. */
static void the_edge_of_a_reach_is_one_for_all_instruction_sets(void **state) {
    (void)state;
    for (unsigned k = 0; k < 8; k++) {
        uint64_t hash = 0;
        for (size_t isa = 0; vol_isa_name(isa); isa++) {
            vol_test_random r = {k};
            vol_world_def def = vol_default_world_def();
            def.isa = vol_isa_name(isa);
            def.images = k % 2;
            def.threads = 1;
            vol_world *world = vol_test_world(&def);
            vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
            flock.count = 0;
            flock.start.shape = VOL_SHAPE_GIVEN;
            vol_test_flock(world, &flock);
            double x = vol_test_uniform(&r, 100, 700), y = vol_test_uniform(&r, 100, 500), reach = 60.1;
            vol_obstacle_def round = circle(x, y, reach, VOL_LAW_FLAT);
            vol_test_put(world, &round);
            for (int i = 0; i < 300; i++) {
                double angle = vol_test_uniform(&r, 0, 6.28) * (i % 3 == 0), far = reach + (double)(i % 7) * 1e-6;
                double p[2] = {x + far * cos(angle) + k / 2 % 2 * 800, y + far * sin(angle)};
                double v[2] = {i % 5 ? 1 : -0.0, -0.0};
                assert_int_equal(vol_flock_add(world, 0, 1, p, v, NULL, NULL), VOL_OK);
            }
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            hash = isa == 0 ? vol_world_hash(world) : hash;
            assert_hash_equal(hash, vol_world_hash(world));
            vol_world_destroy(world);
        }
    }
}

/* --- The API ------------------------------------------------------------------------------------------------------ */

static void expect_refusal(const vol_obstacle_def *def, int dimensions, vol_result kind, const char *field) {
    vol_world_def world_def = vol_default_world_def();
    world_def.dimensions = dimensions;
    world_def.threads = 1;
    vol_world *world = vol_test_world(&world_def);
    vol_obstacle number = 7;
    memset(&error, 0, sizeof error);
    vol_result result = vol_obstacle_create(world, def, &number, &error);
    if (result != kind || number != VOL_NONE || strcmp(error.field, field) != 0 || strlen(error.text) < 5) {
        fail_msg("expected a refusal of %s; got %d, field %s: %s", field, (int)result, error.field, error.text);
    }
    assert_int_equal(vol_obstacle_count(world), 0);
    vol_world_destroy(world);
}

static void wrong_numbers_are_refused(void **state) {
    (void)state;
    double wrong[] = {NAN, INFINITY, -INFINITY, 2e12, -2e12};
    for (size_t k = 0; k < 5; k++) {
        static const char *const fields[] = {"radius", "reach", "strength", "center", "center", "size", "size"};
        for (int field = 0; field < 7; field++) {
            vol_obstacle_def def = circle(0, 0, 1, VOL_LAW_FADE);
            double *place[] = {&def.radius,    &def.reach,   &def.strength, &def.center[0],
                               &def.center[1], &def.size[0], &def.size[1]};
            *place[field] = wrong[k];
            expect_refusal(&def, 2, VOL_ERROR_VALUE, fields[field]);
        }
        vol_obstacle_def deep = circle(0, 0, 1, VOL_LAW_FADE);
        deep.center[2] = wrong[k];
        expect_refusal(&deep, 3, VOL_ERROR_VALUE, "center");
        for (size_t i = 0; i < 6; i++) {
            double points[6] = {1, 2, 3, 4, 5, 6};
            points[i] = wrong[k];
            vol_obstacle_def def = vol_test_wall(points, 1, VOL_LAW_FADE);
            expect_refusal(&def, 3, VOL_ERROR_VALUE, "points");
        }
    }
    vol_obstacle_def def = circle(0, 0, -1e-9, VOL_LAW_FADE);
    expect_refusal(&def, 2, VOL_ERROR_VALUE, "radius");
    def = circle(0, 0, 1, VOL_LAW_FADE);
    def.reach = -1;
    expect_refusal(&def, 2, VOL_ERROR_VALUE, "reach");
    def = circle(0, 0, 1, VOL_LAW_FADE);
    def.size[1] = -1;
    expect_refusal(&def, 2, VOL_ERROR_VALUE, "size");
}

static void wrong_shapes_are_refused(void **state) {
    (void)state;
    static double points[2 * 4097];
    vol_obstacle_def def = circle(0, 0, 1, VOL_LAW_FADE);
    expect_refusal(NULL, 2, VOL_ERROR_VALUE, "obstacle");
    def.cookie = 0;
    expect_refusal(&def, 2, VOL_ERROR_VALUE, "obstacle");
    def = circle(0, 0, 1, (vol_law)VOL_LAW_COUNT);
    expect_refusal(&def, 2, VOL_ERROR_VALUE, "law");
    def = circle(0, 0, 1, VOL_LAW_FADE);
    def.shape = (vol_obstacle_shape)99;
    expect_refusal(&def, 2, VOL_ERROR_VALUE, "shape");
    def = circle(0, 0, 1, VOL_LAW_FADE);
    def.point_count = 2;
    expect_refusal(&def, 2, VOL_ERROR_VALUE, "points");
    def = vol_test_wall(NULL, 1, VOL_LAW_FADE);
    expect_refusal(&def, 2, VOL_ERROR_VALUE, "points");
    static const size_t counts[] = {0, 1, 3, SIZE_MAX, 0, 2, 4097, SIZE_MAX / 8};
    for (size_t k = 0; k < 8; k++) {
        def = vol_test_wall(points, 1, VOL_LAW_FADE);
        def.shape = k < 4 ? VOL_OBSTACLE_SEGMENT : VOL_OBSTACLE_POLYGON;
        def.point_count = counts[k];
        expect_refusal(&def, 2, VOL_ERROR_VALUE, "points");
    }
    def.point_count = 3;
    expect_refusal(&def, 3, VOL_ERROR_VALUE, "shape");
}

static void wrong_players_and_gusts_are_refused(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    def.threads = 1;
    vol_world *world = vol_test_world(&def), *control = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_NUDGE);
    vol_test_flock(world, &flock);
    vol_test_flock(control, &flock);
    static double many[2 * 65];
    double wrong[] = {NAN, INFINITY, -2e12};
    assert_int_equal(vol_world_set_players(world, 65, many, &error), VOL_ERROR_VALUE);
    for (size_t k = 0; k < 3; k++) {
        double position[4] = {1, 1, 1, wrong[k]}, gust[2] = {1, wrong[k]};
        assert_int_equal(vol_world_set_players(world, 2, position, &error), VOL_ERROR_VALUE);
        assert_int_equal(vol_world_gust(world, gust, &error), VOL_ERROR_VALUE);
    }
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    assert_int_equal(vol_world_step(control, 3), VOL_OK);
    assert_hash_equal(vol_world_hash(world), vol_world_hash(control));
    vol_world_destroy(world);
    vol_world_destroy(control);
}

static void an_obstacle_can_be_read_changed_and_taken_away(void **state) {
    (void)state;
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        vol_world_def def = vol_default_world_def();
        def.dimensions = dimensions;
        def.threads = 1;
        vol_world *world = vol_test_world(&def);
        double points[6] = {1, 2, 3, 4, 5, 6};
        vol_obstacle_def line = vol_test_wall(points, 0.3, VOL_LAW_FLAT);
        line.reach = 0.1;
        vol_obstacle first = vol_test_put(world, &line);
        vol_obstacle_def same = vol_obstacle_get_def(world, first);
        assert_number_equal(same.radius, 0.3);
        assert_number_equal(same.reach, 0.1);
        assert_int_equal(same.law, VOL_LAW_FLAT);
        assert_int_equal(same.point_count, 2);
        for (int turn = 0; turn < 40; turn++) { /* handed back, and to new ones, as it came */
            assert_int_equal(vol_obstacle_set_def(world, first, &same, &error), VOL_OK);
            same = vol_obstacle_get_def(world, first);
            vol_obstacle_def copy = vol_obstacle_get_def(world, vol_test_put(world, &same));
            for (int i = 0; i < 2; i++) {
                for (int c = 0; c < 3; c++) {
                    double expected = c < dimensions ? points[i * dimensions + c] : 0;
                    assert_number_equal(copy.points[3 * i + c], expected);
                    same = vol_obstacle_get_def(world, first);
                    assert_number_equal(same.points[3 * i + c], expected);
                }
            }
        }
        vol_obstacle_def other = circle(0, 0, 1, VOL_LAW_FADE);
        assert_int_equal(vol_obstacle_set_def(world, first, &other, &error), VOL_ERROR_FIXED);
        uint32_t count = vol_obstacle_count(world);
        assert_int_equal(vol_obstacle_remove(world, first, &error), VOL_OK);
        assert_false(vol_obstacle_exists(world, first));
        assert_int_equal(vol_obstacle_remove(world, first, &error), VOL_ERROR_NAME);
        assert_int_equal(vol_obstacle_remove(world, count, &error), VOL_ERROR_NAME);
        assert_int_equal(vol_test_put(world, &other), count);
        vol_world_destroy(world);
    }
}

/* A world in which obstacles came, moved and went is like one that has had only the last ones. */
static void the_past_of_obstacles_leaves_no_trace(void **state) {
    (void)state;
    for (unsigned k = 0; k < 8; k++) {
        vol_test_random r = {k};
        vol_world_def def = vol_default_world_def();
        def.images = k % 2;
        def.precision = (vol_precision)(k / 2 % 2);
        def.threads = 1;
        vol_world *visited = vol_test_model_world(&def, VOL_MODEL_STEERING, 150);
        vol_world *plain = vol_test_model_world(&def, VOL_MODEL_STEERING, 150);
        vol_law law = k / 4 ? VOL_LAW_HARD : VOL_LAW_FADE;
        for (int i = 0; i < 300; i++) {
            vol_obstacle_def o = circle(vol_test_uniform(&r, 0, 800), vol_test_uniform(&r, 0, 600), 9, law);
            vol_obstacle number = vol_test_put(visited, &o);
            if (i % 3) {
                assert_int_equal(vol_obstacle_remove(visited, number, &error), VOL_OK);
            } else {
                o.center[0] = vol_test_uniform(&r, 0, 800);
                assert_int_equal(vol_obstacle_set_def(visited, number, &o, &error), VOL_OK);
                vol_test_put(plain, &o);
            }
        }
        for (int i = 0; i < 10; i++) {
            assert_int_equal(vol_world_step(visited, 2), VOL_OK);
            assert_int_equal(vol_world_step(plain, 2), VOL_OK);
            assert_hash_equal(vol_world_hash(visited), vol_world_hash(plain));
            vol_world_def larger = vol_world_get_def(visited);
            larger.size[0] += 10;
            assert_int_equal(vol_world_set_def(visited, &larger, &error), VOL_OK);
            larger = vol_world_get_def(plain);
            larger.size[0] += 10;
            assert_int_equal(vol_world_set_def(plain, &larger, &error), VOL_OK);
        }
        vol_world_destroy(visited);
        vol_world_destroy(plain);
    }
}

/* Extremes that must not end in nonsense: huge and tiny worlds, far obstacles. */
static void extreme_places_are_survived(void **state) {
    (void)state;
    static const double sizes[] = {1e-6, 1, 1e12}, places[] = {-1e12, 0, 1e12};
    for (unsigned k = 0; k < 3 * 3 * 3 * 2; k++) {
        vol_world_def def = vol_default_world_def();
        def.size[0] = def.size[1] = sizes[k % 3];
        def.images = k / 27;
        def.threads = 1;
        vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 20);
        for (int i = 0; i < 6; i++) {
            vol_obstacle_def o = circle(places[k / 3 % 3], i, i % 2 ? 1e12 : 1, (vol_law)(k / 9 % 3));
            o.reach = i % 3 ? 1e12 : 0;
            vol_test_put(world, &o);
        }
        assert_int_equal(vol_world_step(world, 3), VOL_OK);
        vol_oracle_boid boids[MOST];
        for (size_t i = 0; i < vol_test_state(world, 0, boids, MOST); i++) {
            assert_true(isfinite(boids[i].p.x) && isfinite(boids[i].p.y) && isfinite(boids[i].v.x));
        }
        vol_world_destroy(world);
    }
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

typedef vol_result (*deed)(vol_world *world);

static vol_result put_one(vol_world *world) {
    double points[80];
    for (int i = 0; i < 40; i++) {
        points[2 * i] = 200 + 190 * cos(i / 40.0 * 6.28);
        points[2 * i + 1] = 150 + 140 * sin(i / 40.0 * 6.28);
    }
    vol_obstacle number = 0;
    vol_obstacle_def def = vol_test_wall(points, 50, VOL_LAW_FADE);
    def.shape = VOL_OBSTACLE_POLYGON;
    def.point_count = 40;
    vol_result result = vol_obstacle_create(world, &def, &number, NULL);
    assert_int_equal(number == VOL_NONE, result != VOL_OK);
    return result;
}

static vol_result change_one(vol_world *world) {
    double points[4] = {10, 10, 350, 290};
    vol_obstacle_def def = vol_test_wall(points, 100, VOL_LAW_FLAT);
    return vol_obstacle_set_def(world, 0, &def, NULL);
}

static vol_result change_size(vol_world *world) {
    vol_world_def def = vol_world_get_def(world);
    def.size[0] = 90;
    def.size[1] = 70;
    return vol_world_set_def(world, &def, NULL);
}

static vol_world *counted_world(vol_test_counter *c) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
    vol_test_count(&def, c);
    vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 100);
    double points[4] = {100, 100, 110, 110};
    vol_obstacle_def line = vol_test_wall(points, 3, VOL_LAW_FADE);
    vol_test_put(world, &line);
    for (int i = 0; i < 29; i++) { /* as many as there is room for: the next one asks for memory everywhere */
        vol_obstacle_def o = circle(i * 10, 150, 12, i % 2 ? VOL_LAW_FADE : VOL_LAW_HARD);
        vol_test_put(world, &o);
    }
    return world;
}

static bool survives(deed what, size_t n) {
    vol_test_counter c, control_c;
    vol_world *world = counted_world(&c), *control = counted_world(&control_c);
    c.requests = 0;
    c.refuse = n;
    vol_result result = what(world);
    bool refused = c.requests >= n;
    c.refuse = 0;
    if (result != VOL_OK) {
        assert_int_equal(result, VOL_ERROR_MEMORY);
        assert_int_equal(vol_world_step(world, 5), VOL_OK);
        assert_int_equal(vol_world_step(control, 5), VOL_OK);
        assert_hash_equal(vol_world_hash(world), vol_world_hash(control));
        assert_int_equal(what(world), VOL_OK);
    }
    assert_int_equal(what(control), VOL_OK);
    assert_int_equal(vol_world_step(world, 5), VOL_OK);
    assert_int_equal(vol_world_step(control, 5), VOL_OK);
    assert_hash_equal(vol_world_hash(world), vol_world_hash(control));
    vol_world_destroy(world);
    vol_world_destroy(control);
    assert_int_equal(c.living, 0);
    assert_int_equal(c.bytes, 0);
    return !refused;
}

static void every_deed_survives_every_refusal(void **state) {
    (void)state;
    static const deed deeds[] = {put_one, change_one, change_size};
    size_t refusals = 0;
    for (size_t k = 0; k < 3; k++) {
        size_t n = 1;
        while (!survives(deeds[k], n)) {
            n++;
            refusals++;
            assert_true(n < 100);
        }
    }
    print_message("%zu refusals\n", refusals);
    assert_true(refusals >= 3);
}

static void a_step_among_obstacles_asks_for_no_memory(void **state) {
    (void)state;
    for (uint32_t threads = 1; threads <= 3; threads++) {
        vol_test_counter c;
        vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
        def.threads = threads;
        vol_test_count(&def, &c);
        vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 300);
        for (int i = 0; i < 200; i++) {
            vol_obstacle_def o = circle(i % 20 * 20, i, 12, (vol_law)(i % 3));
            vol_test_put(world, &o);
        }
        double player[2] = {100, 100}, gust[2] = {1, 1};
        c.closed = true;
        for (int step = 0; step < 20; step++) {
            player[0] += 5;
            assert_int_equal(vol_world_set_players(world, 1, player, NULL), VOL_OK);
            assert_int_equal(vol_world_gust(world, gust, NULL), VOL_OK);
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
        }
        assert_int_equal(vol_obstacle_remove(world, 3, NULL), VOL_OK);
        c.closed = false;
        vol_world_destroy(world);
        assert_int_equal(c.living, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_distant_obstacle_changes_nothing),
        cmocka_unit_test(many_obstacles_act_as_few_do),
        cmocka_unit_test(the_edge_of_a_reach_is_one_for_all_instruction_sets),
        cmocka_unit_test(wrong_numbers_are_refused),
        cmocka_unit_test(wrong_shapes_are_refused),
        cmocka_unit_test(wrong_players_and_gusts_are_refused),
        cmocka_unit_test(an_obstacle_can_be_read_changed_and_taken_away),
        cmocka_unit_test(the_past_of_obstacles_leaves_no_trace),
        cmocka_unit_test(extreme_places_are_survived),
        cmocka_unit_test(every_deed_survives_every_refusal),
        cmocka_unit_test(a_step_among_obstacles_asks_for_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
