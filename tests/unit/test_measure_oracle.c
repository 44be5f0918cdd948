/* Neighbours, rotation, structure and anisotropy: against sums over all pairs that are written down plainly here, and
 * where the value is known. */
#include "measuring.h"

#include <math.h>
#include <stdlib.h>

static const double turn = 6.283185307179586;

/* Numbers from 0 to 1 that look random. */
static double chance(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

/* How boids of a trial lie. */
typedef enum spread { EVEN, CLUSTERS, LOST, SPREADS } spread;

typedef struct trial {
    vol_boundary boundary;
    bool images;
    int dimensions;
    size_t count;
    double size, radius;
    spread how;
    uint32_t nearest; /* that count at most; 0: all */
} trial;

/* Boids all over the world; in clusters across its edges; or in one small cluster with a few far out. */
static vol_world *make_trial(const trial *t, uint64_t seed) {
    vol_world_def def = vol_test_bare_def(t->boundary, t->dimensions, t->size);
    def.images = t->images;
    def.threads = 2;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    flock.count = 0;
    flock.start.shape = VOL_SHAPE_GIVEN;
    flock.separation.radius = flock.alignment.radius = t->radius / 2;
    flock.cohesion.radius = t->radius;
    flock.neighbours.count = t->nearest;
    vol_flock number = vol_test_flock(world, &flock);
    const size_t numbers = t->count * (size_t)t->dimensions;
    double *at = calloc(numbers, sizeof *at), *velocity = calloc(numbers, sizeof *velocity);
    assert_true(at && velocity);
    for (size_t i = 0; i < numbers; i++) {
        double x = chance(&seed);
        if (t->how == CLUSTERS) {
            x = floor(4 * x) / 4 + 0.02 * chance(&seed);
        } else if (t->how == LOST) {
            x = i < 8 ? x : 0.5 + 0.001 * x;
        }
        at[i] = x * t->size * 0.999;
        velocity[i] = 2 * chance(&seed) - 0.7;
    }
    assert_int_equal(vol_flock_add(world, number, t->count, at, velocity, NULL, NULL), VOL_OK);
    free(at);
    free(velocity);
    return world;
}

static double part(const vol_view *view, bool velocity, size_t i, int axis) {
    return ((const double *)(velocity ? view->velocity : view->position)[axis])[i];
}

/* From boid i to boid j; the short way round where `period` is more than 0. */
static double way(const vol_view *view, double period, size_t i, size_t j, int axis) {
    double d = part(view, false, j, axis) - part(view, false, i, axis);
    return period > 0 ? d - period * round(d / period) : d;
}

static double square_between(const vol_view *view, double period, size_t i, size_t j) {
    double sum = 0;
    for (int c = 0; c < view->dimensions; c++) {
        sum += pow(way(view, period, i, j, c), 2);
    }
    return sum;
}

static double plain_neighbours(const vol_view *view, double period, double radius, uint32_t nearest) {
    double sum = 0;
    for (size_t i = 0; i < view->count; i++) {
        double others = 0;
        for (size_t j = 0; j < view->count; j++) {
            others += i != j && square_between(view, period, i, j) <= radius * radius;
        }
        sum += nearest > 0 && others > nearest ? nearest : others;
    }
    return sum / (double)view->count;
}

/* About the centre that the meter names. */
static void plain_rotation(const vol_view *view, double period, const double *center, double *one_way, double *both) {
    double spin[3] = {0, 0, 0}, lengths = 0, most = 0;
    for (size_t i = 0; i < view->count; i++) {
        double r[3] = {0, 0, 0}, v[3] = {0, 0, 0}, own[3];
        for (int c = 0; c < view->dimensions; c++) {
            r[c] = part(view, false, i, c) - center[c];
            r[c] -= period > 0 ? period * round(r[c] / period) : 0;
            v[c] = part(view, true, i, c);
        }
        for (int c = 0; c < 3; c++) {
            own[c] = r[(c + 1) % 3] * v[(c + 2) % 3] - r[(c + 2) % 3] * v[(c + 1) % 3];
            spin[c] += own[c];
        }
        lengths += hypot(hypot(own[0], own[1]), own[2]);
        most += hypot(hypot(r[0], r[1]), r[2]) * hypot(hypot(v[0], v[1]), v[2]);
    }
    *one_way = hypot(hypot(spin[0], spin[1]), spin[2]) / most;
    *both = lengths / most;
}

static double plain_structure(const vol_view *view, const double *low, const double *length) {
    double most = 0;
    const int deep = view->dimensions == 3 ? 3 : 0;
    for (int n = 0; n < 7 * 7 * (2 * deep + 1); n++) {
        const int wave[3] = {n % 7 - 3, n / 7 % 7 - 3, n / 49 - deep};
        double x = 0, y = 0;
        if (wave[0] == 0 && wave[1] == 0 && wave[2] == 0) {
            continue;
        }
        for (size_t i = 0; i < view->count; i++) {
            double phase = 0;
            for (int c = 0; c < view->dimensions; c++) {
                phase += turn * wave[c] * (part(view, false, i, c) - low[c]) / length[c];
            }
            x += cos(phase);
            y += sin(phase);
        }
        most = fmax(most, (x * x + y * y) / (double)view->count);
    }
    return most;
}

/* The axis of the smallest eigenvalue by another way than the meter's: the smallest of all quadratic forms, sought on
 * finer and finer grids of directions around the best so far. */
static double plain_anisotropy(const vol_view *view, double period) {
    double m[3][3] = {{0}}, velocity[3] = {0}, best[2] = {0, 0}, least = INFINITY, gamma = 0;
    for (size_t i = 0; i < view->count; i++) {
        size_t near = i == 0 ? 1 : 0;
        for (size_t j = 0; j < view->count; j++) {
            near = j != i && square_between(view, period, i, j) < square_between(view, period, i, near) ? j : near;
        }
        for (int a = 0; a < view->dimensions; a++) {
            velocity[a] += part(view, true, i, a);
            for (int b = 0; b < view->dimensions; b++) {
                m[a][b] += way(view, period, i, near, a) * way(view, period, i, near, b) /
                           square_between(view, period, i, near);
            }
        }
    }
    double speed = hypot(hypot(velocity[0], velocity[1]), velocity[2]);
    double center[2] = {0, 0}, width = turn / 2;
    for (int round = 0; round < 24; round++, width /= 3) {
        for (int k = 0; k < 21 * 21; k++) {
            double a = center[0] + width * (k % 21 - 10) / 10, b = center[1] + width * (k / 21 - 10) / 10;
            b = view->dimensions == 3 ? b : 0;
            const double axis[3] = {cos(a) * cos(b), sin(a) * cos(b), sin(b)};
            double form = 0, along = 0;
            for (int c = 0; c < 9; c++) {
                form += axis[c / 3] * m[c / 3][c % 3] * axis[c % 3];
                along += c < 3 ? axis[c] * velocity[c] / speed : 0;
            }
            if (form < least) {
                least = form;
                best[0] = a;
                best[1] = b;
                gamma = along * along;
            }
        }
        center[0] = best[0];
        center[1] = best[1];
    }
    return gamma;
}

static void check_trial(const trial *t, uint64_t seed) {
    vol_world *world = make_trial(t, seed);
    vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
    vol_view view = vol_flock_view(world, 0);
    const double period = t->boundary == VOL_BOUNDARY_WRAP ? t->size : 0;
    double center[3], low[3] = {0, 0, 0}, length[3] = {t->size, t->size, t->size}, one_way, both;
    for (int c = 0; c < 3; c++) {
        center[c] = vol_meter_value(meter, (vol_measure)(VOL_MEASURE_CENTER_X + c));
        for (size_t i = 0; i < view.count && t->boundary == VOL_BOUNDARY_OPEN && c < t->dimensions; i++) {
            double x = part(&view, false, i, c);
            low[c] = i == 0 || x < low[c] ? x : low[c];
            length[c] = i == 0 || x > length[c] ? x : length[c];
        }
        length[c] -= low[c];
    }
    plain_rotation(&view, period, center, &one_way, &both);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_ROTATION), one_way, 1e-12);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_ROTATION_ABS), both, 1e-12);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEIGHBOURS),
                  plain_neighbours(&view, t->images ? t->size : 0, t->radius, t->nearest), 0);
    double structure = plain_structure(&view, low, length);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_STRUCTURE), structure, 1e-10 * structure);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_ANISOTROPY), plain_anisotropy(&view, period), 1e-6);
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

static void measures_are_those_of_plain_sums_over_all_pairs(void **state) {
    (void)state;
    const double radii[] = {3, 12, 45, 300}; /* the last is more than the world */
    for (int i = 0; i < 2 * 3 * 4 * (int)SPREADS; i++) {
        const vol_boundary boundaries[] = {VOL_BOUNDARY_WRAP, VOL_BOUNDARY_WRAP, VOL_BOUNDARY_OPEN};
        const trial t = {.boundary = boundaries[i / 2 % 3],
                         .images = i / 2 % 3 == 0,
                         .dimensions = 2 + i % 2,
                         .count = 100 + 5 * (size_t)i,
                         .size = 100,
                         .radius = radii[i / 6 % 4],
                         .how = (spread)(i / 24),
                         .nearest = i % 5 == 0 ? 4 : 0};
        check_trial(&t, (uint64_t)i);
    }
}

/* A crowd with boids lost far away: cells as wide as the radius would be too many, and a tree is asked. */
static void neighbours_are_counted_where_a_grid_is_no_help(void **state) {
    (void)state;
    const trial t = {VOL_BOUNDARY_OPEN, false, 2, 2000, 1e6, 60, LOST, 0};
    check_trial(&t, 7);
}

static void neighbours_at_exactly_the_radius_count_and_those_of_other_flocks_do_not(void **state) {
    (void)state;
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_WRAP, 2, 100);
    def.images = true;
    vol_world *world = vol_test_world(&def);
    const double at[] = {1, 50, 11, 50, 91, 50, 50, 50.5}, velocity[8] = {0}; /* 10, 10, and 20 apart; one is alone */
    vol_flock flocks[2];
    for (int f = 0; f < 2; f++) {
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        flock.name = f == 0 ? "a" : "b";
        flock.count = 0;
        flock.start.shape = VOL_SHAPE_GIVEN;
        flock.separation.radius = flock.alignment.radius = 1;
        flock.cohesion.radius = f == 0 ? 10 : 20;
        flocks[f] = vol_test_flock(world, &flock);
        assert_int_equal(vol_flock_add(world, flocks[f], 4, at, velocity, NULL, NULL), VOL_OK);
    }
    vol_meter *meter = vol_test_meter(world, NULL, flocks[0]);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEIGHBOURS), 1, 0); /* 2 + 1 + 1 + 0 of 4 */
    assert_int_equal(vol_meter_read(meter, flocks[1], NULL), VOL_OK);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEIGHBOURS), 1.5, 0);
    assert_int_equal(vol_meter_read(meter, VOL_NONE, NULL), VOL_OK);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEIGHBOURS), 1.25, 0);
    def = vol_world_get_def(world);
    def.images = false;
    assert_int_equal(vol_world_set_def(world, &def, NULL), VOL_OK);
    assert_int_equal(vol_meter_read(meter, flocks[0], NULL), VOL_OK);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEIGHBOURS), 0.5, 0); /* none sees across the edge */
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

/* Topological neighbours are k others, however far they are; where all see all, there are N - 1. */
static void flocks_that_see_at_any_distance_have_all_others_or_as_many_as_count(void **state) {
    (void)state;
    const vol_model models[] = {VOL_MODEL_VICSEK, VOL_MODEL_CUCKER_SMALE};
    for (int m = 0; m < 2; m++) {
        vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_OPEN, 2, 100);
        vol_world *world = vol_test_world(&def);
        vol_flock_def flock = vol_default_flock_def(models[m]);
        flock.count = 50;
        flock.alignment.radius = 1;
        flock.neighbours.count = m == 0 ? 7 : 0;
        vol_test_flock(world, &flock);
        vol_test_near(vol_test_value(world, VOL_MEASURE_NEIGHBOURS), m == 0 ? 7 : 49, 0);
        if (m == 1) {
            vol_test_near(vol_test_value(world, VOL_MEASURE_GROUPS), 1, 0);
        }
        vol_world_destroy(world);
    }
}

static void boids_spread_at_random_have_neighbours_and_waves_as_poisson_has_them(void **state) {
    (void)state;
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        const trial t = {VOL_BOUNDARY_WRAP, true, dimensions, 20000, 100, dimensions == 3 ? 8 : 3, EVEN, 0};
        vol_world *world = make_trial(&t, 3);
        const double volume = dimensions == 3 ? turn * 2 / 3 * pow(t.radius, 3) : turn / 2 * t.radius * t.radius;
        const double expected = 19999 * volume / pow(t.size * 0.999, dimensions);
        vol_test_near(vol_test_value(world, VOL_MEASURE_NEIGHBOURS), expected, 0.02 * expected);
        /* of waves that are independent each is above s with the chance e^-s: of 24 (171) one is likely above 3 (5) */
        double structure = vol_test_value(world, VOL_MEASURE_STRUCTURE);
        assert_true(structure > 1 && structure < 14);
        vol_test_near(vol_test_value(world, VOL_MEASURE_ROTATION), 0, 0.05);
        vol_world_destroy(world);
    }
}

enum { RING = 40 };

/* Two rings round one centre across the corner, `back` of the boids flying the other way. */
static vol_world *double_mill(int dimensions, size_t back) {
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_WRAP, dimensions, 100);
    double at[3 * RING], velocity[3 * RING], *p = at, *v = velocity;
    for (size_t i = 0; i < RING; i++) {
        double angle = turn * (double)(i / 2) / (RING / 2), sign = i % 2 < back ? -1 : 1;
        const double x[3] = {99 + 20 * cos(angle), 3 + 20 * sin(angle), 50};
        const double y[3] = {-sin(angle) * sign, cos(angle) * sign, 0};
        for (int c = 0; c < dimensions; c++) {
            *p++ = x[c] - 100 * floor(x[c] / 100);
            *v++ = y[c];
        }
    }
    return vol_test_world_of(&def, RING, at, velocity);
}

static void a_double_mill_rotates_by_0_one_way_and_by_1_both_ways(void **state) {
    (void)state;
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        vol_world *world = double_mill(dimensions, 1);
        vol_test_near(vol_test_value(world, VOL_MEASURE_ROTATION), 0, 1e-12);
        vol_test_near(vol_test_value(world, VOL_MEASURE_ROTATION_ABS), 1, 1e-12);
        vol_world_destroy(world);
        world = double_mill(dimensions, 0);
        vol_test_near(vol_test_value(world, VOL_MEASURE_ROTATION), 1, 1e-12);
        vol_test_near(vol_test_value(world, VOL_MEASURE_ROTATION_ABS), 1, 1e-12);
        vol_world_destroy(world);
    }
}

/* Rotation weighs a boid by |r| |v|, milling all alike. */
static void rotation_weighs_boids_by_distance_and_speed_and_milling_does_not(void **state) {
    (void)state;
    const double at[] = {40, 50, 60, 50, 50, 45, 50, 55}, velocity[] = {0, -3, 0, 3, -1, 0, 1, 0};
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_CLAMP, 2, 100);
    vol_world *world = vol_test_world_of(&def, 4, at, velocity);
    vol_test_near(vol_test_value(world, VOL_MEASURE_MILLING), 0, 1e-15); /* two each way */
    vol_test_near(vol_test_value(world, VOL_MEASURE_ROTATION), (60. - 10) / 70, 1e-15);
    vol_test_near(vol_test_value(world, VOL_MEASURE_ROTATION_ABS), 1, 1e-15);
    vol_world_destroy(world);
}

static void structure_is_the_number_of_boids_where_all_are_in_one_place_or_on_a_wave(void **state) {
    (void)state;
    double at[3 * 30], velocity[3 * 30] = {0};
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_WRAP, dimensions, 90);
        for (size_t i = 0; i < 30 * (size_t)dimensions; i++) {
            at[i] = i % (size_t)dimensions == 0 ? 7 + 30 * (double)(i / (size_t)dimensions % 3) : 3.7 * (double)i;
            at[i] -= 90 * floor(at[i] / 90);
        }
        vol_world *world = vol_test_world_of(&def, 30, at, velocity); /* planes 30 apart: three waves along x */
        vol_test_near(vol_test_value(world, VOL_MEASURE_STRUCTURE), 30, 1e-10);
        vol_world_destroy(world);
    }
    vol_world *world = vol_test_lattice(VOL_BOUNDARY_WRAP, 2, 20, 1); /* its waves are too short */
    vol_test_near(vol_test_value(world, VOL_MEASURE_STRUCTURE), 0, 1e-20);
    vol_world_destroy(world);
}

static void boids_as_near_or_as_far_as_numbers_go_have_measures(void **state) {
    (void)state;
    const double scales[] = {1e-320, 1e-160, 1e-100, 1e-10, 1e11};
    for (int i = 0; i < 5; i++) {
        const double d = scales[i], at[] = {0, 0, d, 0, 0, d, d, d}, velocity[] = {1, -1, 1, 1, -1, -1, -1, 1};
        vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_OPEN, 2, 100);
        vol_world *world = vol_test_world_of(&def, 4, at, velocity); /* a square that turns */
        vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
        for (int m = VOL_MEASURE_NEIGHBOURS; m < VOL_MEASURE_COUNT; m++) {
            double value = vol_meter_value(meter, (vol_measure)m);
            assert_true(isnan(value) || (value >= 0 && value <= 4.0000001));
        }
        if (d > 1e-50) {
            vol_test_near(vol_meter_value(meter, VOL_MEASURE_ROTATION_ABS), 1, 1e-12);
        }
        vol_meter_destroy(meter);
        vol_world_destroy(world);
    }
}

/* Pairs of boids: one of a pair lies `side` (x, y, z) from the other, all fly along x. */
static double anisotropy_of_pairs(int dimensions, const double (*side)[3], size_t sides) {
    double at[3 * 200], velocity[3 * 200], *p = at, *v = velocity;
    uint64_t seed = 5;
    for (size_t i = 0; i < 100; i++) {
        const double *apart = side[i % sides],
                     x[3] = {20 * (double)(i % 10), 20 * (double)(i / 10), 100 * chance(&seed)};
        for (int k = 0; k < 2; k++) {
            for (int c = 0; c < dimensions; c++) {
                *p++ = x[c] + k * apart[c];
                *v++ = c == 0 ? 2 : 0;
            }
        }
    }
    vol_world_def def = vol_test_bare_def(VOL_BOUNDARY_OPEN, dimensions, 1000);
    vol_world *world = vol_test_world_of(&def, 200, at, velocity);
    double value = vol_test_value(world, VOL_MEASURE_ANISOTROPY);
    vol_world_destroy(world);
    return value;
}

static void anisotropy_is_1_where_neighbours_are_sideways_and_0_where_they_are_ahead(void **state) {
    (void)state;
    const double ahead[1][3] = {{1, 0, 0}}, sideways[2][3] = {{0, 1, 0}, {0, 0, 1}};
    const double all[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, slanting[1][3] = {{3, 4, 0}};
    vol_test_near(anisotropy_of_pairs(2, ahead, 1), 0, 1e-12);
    vol_test_near(anisotropy_of_pairs(2, sideways, 1), 1, 1e-12);
    vol_test_near(anisotropy_of_pairs(2, all, 2), 0.5, 1e-12); /* no axis is special: the mean over all */
    vol_test_near(anisotropy_of_pairs(2, slanting, 1), 0.64, 1e-12);
    vol_test_near(anisotropy_of_pairs(3, ahead, 1), 0, 1e-12);
    vol_test_near(anisotropy_of_pairs(3, sideways, 2), 1, 1e-12);
    vol_test_near(anisotropy_of_pairs(3, slanting, 1), 0.32, 1e-12); /* the mean over a plane of axes */
}

/* In many worlds that are spread at random, all flying one way, the mean is what chance has. */
static void anisotropy_of_boids_spread_at_random_is_one_over_the_dimensions_on_the_mean(void **state) {
    (void)state;
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        double sum = 0;
        for (uint64_t seed = 0; seed < 400; seed++) {
            const trial t = {VOL_BOUNDARY_WRAP, true, dimensions, 60, 100, 5, EVEN, 0};
            vol_world *world = make_trial(&t, 1000 + seed);
            sum += vol_test_value(world, VOL_MEASURE_ANISOTROPY);
            vol_world_destroy(world);
        }
        vol_test_near(sum / 400, 1. / dimensions, 0.07); /* standard error 0.018 and 0.015 */
    }
}

/* The nearest of four that are equally near is the same one however boids lie in memory, and by cells and by a tree. */
static void ties_of_nearest_neighbours_are_broken_by_where_they_are(void **state) {
    (void)state;
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        vol_world *world = vol_test_lattice(VOL_BOUNDARY_WRAP, dimensions, 8, 1);
        vol_test_near(vol_test_value(world, VOL_MEASURE_ANISOTROPY), 0, 0); /* all take the one ahead */
        vol_world_destroy(world);
        world = vol_test_lattice(VOL_BOUNDARY_WRAP, dimensions, 3, 1); /* too few cells: a tree */
        vol_test_near(vol_test_value(world, VOL_MEASURE_ANISOTROPY), 0, 0);
        vol_world_destroy(world);
    }
}

/* Twice as large and fast: lengths in neighbours, rotation, structure and anisotropy cancel, to the last bit. */
static void measures_without_a_unit_do_not_change_with_the_scale(void **state) {
    (void)state;
    static const vol_measure same[] = {VOL_MEASURE_NEIGHBOURS, VOL_MEASURE_ROTATION,   VOL_MEASURE_ROTATION_ABS,
                                       VOL_MEASURE_STRUCTURE,  VOL_MEASURE_ANISOTROPY, VOL_MEASURE_POLARISATION};
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        double value[2][6];
        for (int large = 0; large < 2; large++) {
            const double scale = large ? 4 : 1;
            const trial t = {VOL_BOUNDARY_WRAP, true, dimensions, 700, 100 * scale, 9 * scale, EVEN, 0};
            vol_world *world = make_trial(&t, 11);
            for (size_t m = 0; m < 6; m++) {
                value[large][m] = vol_test_value(world, same[m]);
            }
            vol_world_destroy(world);
        }
        for (size_t m = 0; m < 6; m++) {
            assert_number_equal(value[1][m], value[0][m]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_are_those_of_plain_sums_over_all_pairs),
        cmocka_unit_test(neighbours_are_counted_where_a_grid_is_no_help),
        cmocka_unit_test(neighbours_at_exactly_the_radius_count_and_those_of_other_flocks_do_not),
        cmocka_unit_test(flocks_that_see_at_any_distance_have_all_others_or_as_many_as_count),
        cmocka_unit_test(boids_spread_at_random_have_neighbours_and_waves_as_poisson_has_them),
        cmocka_unit_test(a_double_mill_rotates_by_0_one_way_and_by_1_both_ways),
        cmocka_unit_test(rotation_weighs_boids_by_distance_and_speed_and_milling_does_not),
        cmocka_unit_test(structure_is_the_number_of_boids_where_all_are_in_one_place_or_on_a_wave),
        cmocka_unit_test(boids_as_near_or_as_far_as_numbers_go_have_measures),
        cmocka_unit_test(anisotropy_is_1_where_neighbours_are_sideways_and_0_where_they_are_ahead),
        cmocka_unit_test(anisotropy_of_boids_spread_at_random_is_one_over_the_dimensions_on_the_mean),
        cmocka_unit_test(ties_of_nearest_neighbours_are_broken_by_where_they_are),
        cmocka_unit_test(measures_without_a_unit_do_not_change_with_the_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
