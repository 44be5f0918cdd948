/* Measures of configurations whose values are known by hand or by symmetry. */
#include "measuring.h"

#include <math.h>

static const double turn = 6.283185307179586;

static void boids_that_fly_alike_are_polarised_by_1_and_opposite_ones_by_0(void **state) {
    (void)state;
    const double at[] = {10, 10, 50, 20, 30, 80, 90, 70}, alike[] = {3, 4, 6, 8, 0.3, 0.4, 30, 40};
    const double opposite[] = {1, 2, -1, -2, 5, -7, -5, 7};
    const double right[] = {1, 0, 0, 1, 2, 0, 0, 3}, still[] = {0, 0, 0, 0, 5, 0, 0, 0};
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_CLAMP, 2, 100);
    const struct {
        const double *velocity;
        double expected;
    } cases[] = {{alike, 1}, {opposite, 0}, {right, sqrt(0.5)}, {still, 0.25}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vol_world *world = vol_test_world_of(&def, 4, at, cases[i].velocity);
        vol_test_near(vol_test_value(world, VOL_MEASURE_POLARISATION), cases[i].expected, 1e-15);
        vol_world_destroy(world);
    }
}

static void mean_speed_is_the_mean_of_the_speeds_not_of_the_velocities(void **state) {
    (void)state;
    const double at[] = {1, 1, 2, 2, 3, 3}, velocity[] = {3, 4, -3, -4, 0, 20};
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_OPEN, 2, 100);
    vol_world *world = vol_test_world_of(&def, 3, at, velocity);
    vol_test_near(vol_test_value(world, VOL_MEASURE_SPEED), 10, 1e-14);
    vol_world_destroy(world);
}

enum { RING = 24 };

/* Boids on a circle across the corner of the world, flying along it; every `back`-th the other way round. */
static vol_world *ring(vol_boundary boundary, int dimensions, size_t back) {
    vol_world_def def = vol_test_bare_def(boundary, dimensions, 100);
    double at[3 * RING], velocity[3 * RING], *p = at, *v = velocity;
    bool wraps = boundary == VOL_BOUNDARY_WRAP || boundary == VOL_BOUNDARY_JUMP;
    for (size_t i = 0; i < RING; i++) {
        double angle = turn * (double)i / RING, way = back > 0 && i % back == 0 ? -1 : 1;
        const double x[3] = {97 + 20 * cos(angle), 2 + 20 * sin(angle), 50};
        const double y[3] = {-sin(angle) * way, cos(angle) * way, 0};
        for (int c = 0; c < dimensions; c++) {
            *p++ = wraps ? x[c] - 100 * floor(x[c] / 100) : x[c];
            *v++ = y[c] * (1 + (double)i);
        }
    }
    return vol_test_world_of(&def, RING, at, velocity);
}

static void a_ring_that_turns_mills_by_1_also_across_the_edges(void **state) {
    (void)state;
    const vol_boundary boundaries[] = {VOL_BOUNDARY_OPEN, VOL_BOUNDARY_WRAP, VOL_BOUNDARY_JUMP};
    for (size_t b = 0; b < 3; b++) {
        for (int dimensions = 2; dimensions <= 3; dimensions++) {
            vol_world *world = ring(boundaries[b], dimensions, 0);
            vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
            vol_test_near(vol_meter_value(meter, VOL_MEASURE_MILLING), 1, 1e-12);
            vol_test_near(vol_meter_value(meter, VOL_MEASURE_POLARISATION), 0, 1e-12);
            vol_test_near(vol_meter_value(meter, VOL_MEASURE_GYRATION), 20, 1e-11);
            vol_test_near(vol_meter_value(meter, VOL_MEASURE_CENTER_X), 97, 1e-11);
            vol_test_near(vol_meter_value(meter, VOL_MEASURE_CENTER_Y), 2, 1e-11);
            vol_test_near(vol_meter_value(meter, VOL_MEASURE_CENTER_Z), dimensions == 3 ? 50 : 0, 1e-11);
            vol_meter_destroy(meter);
            vol_world_destroy(world);
            world = ring(boundaries[b], dimensions, 2);
            vol_test_near(vol_test_value(world, VOL_MEASURE_MILLING), 0, 1e-12);
            vol_world_destroy(world);
            world = ring(boundaries[b], dimensions, 4); /* 6 of 24 against the others */
            vol_test_near(vol_test_value(world, VOL_MEASURE_MILLING), 0.5, 1e-12);
            vol_world_destroy(world);
        }
    }
}

static void the_centre_of_a_flock_across_the_margin_of_a_tiled_world_is_within_it(void **state) {
    (void)state;
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_TILE, 2, 100);
    def.margin = 10; /* from -10 to 110: 120 long */
    const double at[] = {-8, 50, 106, 50, 108, 50, -6, 50}, velocity[8] = {0};
    vol_world *world = vol_test_world_of(&def, 4, at, velocity);
    vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
    double x = vol_meter_value(meter, VOL_MEASURE_CENTER_X); /* 106, 108, 112, 114 */
    vol_test_near(x, 110 - 120, 1e-12);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_GYRATION), sqrt(10), 1e-12);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEAREST_MEAN), 2, 1e-12);
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

static void boids_of_a_lattice_are_its_spacing_apart(void **state) {
    (void)state;
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        vol_world *world = vol_test_lattice(VOL_BOUNDARY_WRAP, dimensions, dimensions == 3 ? 9 : 30, 2.5);
        vol_meter_def def = vol_default_meter_def();
        def.nearest.bins = 10;
        def.nearest.range = 5;
        vol_meter *meter = vol_test_meter(world, &def, VOL_NONE);
        vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEAREST_MEAN), 2.5, 0);
        vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEAREST_MIN), 2.5, 0);
        vol_curve curve = vol_meter_curve(meter, VOL_CURVE_NEAREST);
        assert_int_equal(curve.count, 10);
        for (size_t b = 0; b < 10; b++) {
            vol_test_near(curve.x[b], 0.25 + 0.5 * (double)b, 1e-15);
            vol_test_near(curve.number[b], b == 5 ? vol_meter_value(meter, VOL_MEASURE_BOIDS) : 0, 0);
            vol_test_near(curve.y[b], b == 5 ? 2 : 0, 0); /* all of them in half a unit */
        }
        vol_meter_destroy(meter);
        vol_world_destroy(world);
    }
}

/* Two lattices of 5 by 5 with spacing 1, `gap` apart along x; the first one across the edge of the world. */
static vol_world *two_lattices(vol_boundary boundary, double gap) {
    vol_world_def def = vol_test_bare_def(boundary, 2, 100);
    double at[100], velocity[100] = {0}, *p = at;
    for (int i = 0; i < 50; i++) {
        double x = i % 5 + (i < 25 ? 0 : 4 + gap) - 2, y = i / 5 % 5 - 2;
        *p++ = x < 0 && boundary == VOL_BOUNDARY_WRAP ? x + 100 : x;
        *p++ = y < 0 && boundary == VOL_BOUNDARY_WRAP ? y + 100 : y;
    }
    return vol_test_world_of(&def, 50, at, velocity);
}

static void groups_are_counted_across_the_edge_of_a_periodic_world(void **state) {
    (void)state;
    const struct {
        vol_boundary boundary;
        double radius, gap;
        double groups, largest;
    } cases[] = {
        {VOL_BOUNDARY_WRAP, 1.01, 3, 2, 25},   {VOL_BOUNDARY_WRAP, 3.01, 3, 1, 50},
        {VOL_BOUNDARY_WRAP, 3, 3, 2, 25},      {VOL_BOUNDARY_WRAP, 0.99, 3, 50, 1},
        {VOL_BOUNDARY_WRAP, 1000, 3, 1, 50},   {VOL_BOUNDARY_OPEN, 1.01, 3, 2, 25},
        {VOL_BOUNDARY_CLAMP, 1.01, 91, 2, 25}, {VOL_BOUNDARY_WRAP, 1.01, 91, 1, 50}, /* the other way round it is 1 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vol_world *world = two_lattices(cases[i].boundary, cases[i].gap);
        vol_meter_def def = vol_default_meter_def();
        def.radius = cases[i].radius;
        vol_meter *meter = vol_test_meter(world, &def, VOL_NONE);
        vol_test_near(vol_meter_value(meter, VOL_MEASURE_GROUPS), cases[i].groups, 0);
        vol_test_near(vol_meter_value(meter, VOL_MEASURE_GROUP_LARGEST), cases[i].largest, 0);
        vol_test_near(vol_meter_value(meter, VOL_MEASURE_GROUP_MEAN), 50 / cases[i].groups, 0);
        vol_meter_destroy(meter);
        vol_world_destroy(world);
    }
}

static void sizes_of_groups_are_listed_with_how_many_there_are(void **state) {
    (void)state;
    const double at[] = {1, 10, 20, 21, 30, 31, 50, 51, 52, 70};
    double p[20], v[20] = {0};
    for (size_t i = 0; i < 10; i++) {
        p[2 * i] = at[i];
        p[2 * i + 1] = 5;
    }
    vol_world_def world_def = vol_test_bare_def(VOL_BOUNDARY_OPEN, 2, 100);
    vol_world *world = vol_test_world_of(&world_def, 10, p, v);
    vol_meter_def def = vol_default_meter_def();
    def.radius = 2;
    vol_meter *meter = vol_test_meter(world, &def, VOL_NONE);
    vol_curve curve = vol_meter_curve(meter, VOL_CURVE_GROUPS);
    const double sizes[] = {1, 2, 3}, numbers[] = {3, 2, 1};
    assert_int_equal(curve.count, 3);
    for (size_t i = 0; i < 3; i++) {
        vol_test_near(curve.x[i], sizes[i], 0);
        vol_test_near(curve.y[i], numbers[i], 0);
        vol_test_near(curve.number[i], numbers[i], 0);
    }
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

/* Rows of boids; those of one and of some thousands, about where sizes begin to be listed one by one. */
static void sizes_of_large_groups_are_listed_too(void **state) {
    (void)state;
    enum { ROWS = 7, BOIDS = 3 * 5000 + 4097 + 4096 + 4095 + 1 };
    static const int rows[ROWS] = {5000, 4096, 1, 5000, 4097, 4095, 5000};
    static double p[2 * BOIDS], v[2 * BOIDS];
    size_t at = 0;
    for (int r = 0; r < ROWS; r++) {
        for (int i = 0; i < rows[r]; i++, at++) {
            p[2 * at] = 1 + i;
            p[2 * at + 1] = 10 + 100 * r;
        }
    }
    vol_world_def world_def = vol_test_bare_def(VOL_BOUNDARY_OPEN, 2, 6000);
    vol_world *world = vol_test_world_of(&world_def, BOIDS, p, v);
    vol_meter_def def = vol_default_meter_def();
    def.radius = 2;
    vol_meter *meter = vol_test_meter(world, &def, VOL_NONE);
    vol_curve curve = vol_meter_curve(meter, VOL_CURVE_GROUPS);
    const double sizes[] = {1, 4095, 4096, 4097, 5000}, numbers[] = {1, 1, 1, 1, 3};
    assert_int_equal(curve.count, 5);
    for (size_t i = 0; i < 5; i++) {
        vol_test_near(curve.x[i], sizes[i], 0);
        vol_test_near(curve.number[i], numbers[i], 0);
    }
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_GROUP_LARGEST), 5000, 0);
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

static void the_radius_of_groups_is_the_farthest_reach_of_the_rules_unless_given(void **state) {
    (void)state;
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_OPEN, 2, 1000); /* the steering model reaches 50 far */
    const double at[] = {0, 0, 49, 0, 200, 0, 251, 0}, velocity[8] = {0};
    vol_world *world = vol_test_world_of(&def, 4, at, velocity);
    vol_test_near(vol_test_value(world, VOL_MEASURE_GROUPS), 3, 0);
    vol_world_destroy(world);
}

/* Tests every pair; distances as the world has it. */
static void look_at_all(vol_world *world, double radius, double *nearest_mean, size_t *groups) {
    enum { MOST = 1200 };
    static double at[MOST][3];
    static size_t group[MOST];
    size_t count = 0;
    vol_world_def def = vol_world_get_def(world);
    bool tiled = def.boundary == VOL_BOUNDARY_TILE, periodic = tiled || def.boundary == VOL_BOUNDARY_WRAP;
    for (vol_flock f = 0; f < vol_flock_count(world); f++) {
        vol_view view = vol_flock_view(world, f);
        for (size_t i = 0; i < view.count; i++, count++) {
            assert_true(count < MOST);
            for (int c = 0; c < 3; c++) {
                at[count][c] = c < def.dimensions ? vol_view_position(&view, c, i) : 0;
            }
            group[count] = count;
        }
    }
    *nearest_mean = 0;
    for (size_t i = 0; i < count; i++) {
        double least = INFINITY;
        for (size_t j = 0; j < count; j++) {
            double square = 0;
            for (int c = 0; c < def.dimensions; c++) {
                double d = fabs(at[i][c] - at[j][c]);
                double round = def.size[c] + (tiled ? 2 * def.margin : 0) - d;
                d = periodic && round < d ? round : d;
                square += d * d;
            }
            double distance = sqrt(square);
            least = i != j && distance < least ? distance : least;
            size_t from = group[i], to = group[j];
            for (size_t k = 0; distance < radius && from != to && k < count; k++) {
                group[k] = group[k] == from ? to : group[k];
            }
        }
        *nearest_mean += least / (double)count;
    }
    *groups = 0;
    for (size_t i = 0; i < count; i++) {
        size_t j = 0;
        while (group[j] != group[i]) {
            j++;
        }
        *groups += j == i;
    }
}

/* Compares a reading with what testing every pair gives. */
static void check_neighbours(vol_world *world, double radius) {
    vol_meter_def def = vol_default_meter_def();
    def.radius = radius;
    vol_meter *meter = vol_test_meter(world, &def, VOL_NONE);
    double nearest;
    size_t groups;
    look_at_all(world, radius, &nearest, &groups);
    if (vol_meter_value(meter, VOL_MEASURE_BOIDS) > 1) {
        vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEAREST_MEAN), nearest, 1e-12 * (1 + nearest));
    }
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_GROUPS), (double)groups, 0);
    vol_meter_destroy(meter);
}

/* Lone ones and threes: so even that a grid serves, and so uneven that the nearest is often beyond the next cell. */
static void nearest_and_groups_of_lone_boids_and_threes_are_those_of_every_pair(void **state) {
    (void)state;
    const vol_boundary boundaries[] = {VOL_BOUNDARY_OPEN, VOL_BOUNDARY_WRAP, VOL_BOUNDARY_TILE, VOL_BOUNDARY_CLAMP};
    vol_test_random random = {11};
    for (int round = 0; round < 48; round++) {
        int dimensions = 2 + round % 2;
        vol_world_def def = vol_test_bare_def(boundaries[round / 2 % 4], dimensions, 100);
        def.threads = 1 + (uint32_t)round % 3;
        def.margin = 7;
        double margin = def.boundary == VOL_BOUNDARY_TILE ? 7 : 0;
        vol_world *world = vol_test_world(&def);
        vol_flock flock = vol_test_empty_flock(world, "boids");
        double at[3], hub[3] = {0, 0, 0}, velocity[3] = {1, 0, 0}, count = 1000;
        for (int i = 0; i < (int)count; i++) {
            for (int c = 0; c < dimensions; c++) {
                hub[c] = i % 4 < 2 ? vol_test_uniform(&random, -margin, 99 + margin) : hub[c];
                at[c] = hub[c] + vol_test_uniform(&random, 0, 0.3);
            }
            assert_int_equal(vol_flock_add(world, flock, 1, at, velocity, NULL, NULL), VOL_OK);
        }
        double room = dimensions == 3 ? 100 / cbrt(count) : 100 / sqrt(count);
        check_neighbours(world, room * vol_test_uniform(&random, 0.3, 3));
        vol_world_destroy(world);
    }
}

static void nearest_and_groups_are_those_of_looking_at_every_pair(void **state) {
    (void)state;
    vol_test_random random = {7};
    const vol_boundary boundaries[] = {VOL_BOUNDARY_OPEN, VOL_BOUNDARY_WRAP, VOL_BOUNDARY_TILE, VOL_BOUNDARY_CLAMP};
    for (int round = 0; round < 80; round++) {
        int dimensions = 2 + round % 2;
        vol_world_def def = vol_test_bare_def(boundaries[round / 2 % 4], dimensions, 100);
        def.threads = 1 + (uint32_t)round % 3;
        def.margin = 7;
        def.precision = round % 5 < 2 ? VOL_PRECISION_SINGLE : VOL_PRECISION_DOUBLE;
        vol_world *world = vol_test_world(&def);
        for (int f = 0; f < 2; f++) {
            vol_flock flock = vol_test_empty_flock(world, f == 0 ? "a" : "b");
            size_t count = vol_test_pick(&random, round < 20 ? 60 : 600);
            double at[3], velocity[3] = {1, 0, 0}, wide = vol_test_spread(&random, 0.5, 100);
            for (size_t i = 0; i < count; i++) {
                for (int c = 0; c < dimensions; c++) {
                    double place = vol_test_uniform(&random, 0, wide) + (i % 3 == 0 ? 50 : 0);
                    at[c] = place < 100 ? place : place - 100;
                }
                assert_int_equal(vol_flock_add(world, flock, 1, at, velocity, NULL, NULL), VOL_OK);
            }
        }
        check_neighbours(world, vol_test_spread(&random, 0.05, 30));
        vol_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boids_that_fly_alike_are_polarised_by_1_and_opposite_ones_by_0),
        cmocka_unit_test(mean_speed_is_the_mean_of_the_speeds_not_of_the_velocities),
        cmocka_unit_test(a_ring_that_turns_mills_by_1_also_across_the_edges),
        cmocka_unit_test(the_centre_of_a_flock_across_the_margin_of_a_tiled_world_is_within_it),
        cmocka_unit_test(boids_of_a_lattice_are_its_spacing_apart),
        cmocka_unit_test(groups_are_counted_across_the_edge_of_a_periodic_world),
        cmocka_unit_test(sizes_of_groups_are_listed_with_how_many_there_are),
        cmocka_unit_test(sizes_of_large_groups_are_listed_too),
        cmocka_unit_test(the_radius_of_groups_is_the_farthest_reach_of_the_rules_unless_given),
        cmocka_unit_test(nearest_and_groups_are_those_of_looking_at_every_pair),
        cmocka_unit_test(nearest_and_groups_of_lone_boids_and_threes_are_those_of_every_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
