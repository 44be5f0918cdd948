/* Near boids, in worlds of every kind: distances to the nearest, groups and neighbours against all pairs, which are
 * looked at plainly here; and all that a meter tells is the same for any instruction set and number of threads. */
#include "measuring.h"

#include <volery/params.h>

#include <math.h>
#include <stdlib.h>

/* How boids of a trial lie: anywhere; in clusters, some across the edges; on a lattice, where many are equally near and
 * at just the radius; in pairs of which both are in one place. */
typedef enum spread { EVEN, CLUSTERS, LATTICE, PAIRS, SPREADS } spread;

typedef struct trial {
    vol_boundary boundary;
    bool images;
    vol_precision precision;
    int dimensions, flocks;
    size_t count;
    double radius, origin;
    spread how;
    uint32_t nearest; /* that count at most; 0: all */
} trial;

enum { SIZE = 64, BOIDS_MOST = 6000 };

static double chance(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

static double place(const trial *t, size_t i, int axis, uint64_t *seed) {
    double x = chance(seed);
    if (t->how == CLUSTERS) {
        x = floor(4 * x) / 4 + 0.06 * chance(seed);
    } else if (t->how == LATTICE) {
        const size_t side = t->dimensions == 3 ? 16 : 32, at = axis == 0 ? i : axis == 1 ? i / side : i / side / side;
        x = (double)(at % side) / (double)side;
    }
    return t->origin + x * SIZE;
}

static vol_world *make(const trial *t, uint64_t seed, uint32_t threads, const char *isa) {
    static double at[3 * BOIDS_MOST], velocity[3 * BOIDS_MOST];
    vol_world_def def = vol_test_bare_def(t->boundary, t->dimensions, SIZE);
    const size_t D = (size_t)t->dimensions;
    def.images = t->images;
    def.precision = t->precision;
    def.threads = threads;
    def.isa = isa;
    def.margin = 4;
    def.origin[0] = def.origin[1] = def.origin[2] = t->origin;
    vol_world *world = vol_test_world(&def);
    for (size_t i = 0; i < t->count * D; i++) {
        const bool again = t->how == PAIRS && i / D % 2 == 1;
        at[i] = again ? at[i - D] : place(t, i / D, (int)(i % D), &seed);
        velocity[i] = 2 * chance(&seed) - 0.7;
    }
    for (int f = 0; f < t->flocks; f++) {
        const size_t begin = t->count * (size_t)f / (size_t)t->flocks,
                     end = t->count * ((size_t)f + 1) / (size_t)t->flocks;
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        flock.name = f == 0 ? "a" : "b";
        flock.count = 0;
        flock.start.shape = VOL_SHAPE_GIVEN;
        flock.separation.radius = flock.alignment.radius = t->radius / 2;
        flock.cohesion.radius = t->radius;
        flock.neighbours.count = t->nearest;
        const vol_flock number = vol_test_flock(world, &flock);
        assert_int_equal(vol_flock_add(world, number, end - begin, at + begin * D, velocity + begin * D, NULL, NULL),
                         VOL_OK);
    }
    return world;
}

/* The boids of all flocks as plain numbers. */
typedef struct boids {
    size_t count;
    double at[3][BOIDS_MOST];
    int flock[BOIDS_MOST];
    size_t group[BOIDS_MOST];
} boids;

static double number_of(const vol_view *view, const void *numbers, size_t i) {
    return view->precision == VOL_PRECISION_SINGLE ? (double)((const float *)numbers)[i] : ((const double *)numbers)[i];
}

static void gather(const trial *t, vol_world *world, boids *b) {
    b->count = 0;
    for (int f = 0; f < t->flocks; f++) {
        const vol_view view = vol_flock_view(world, (vol_flock)f);
        for (size_t i = 0; i < view.count; i++, b->count++) {
            b->flock[b->count] = f;
            b->group[b->count] = b->count;
            for (int c = 0; c < 3; c++) {
                b->at[c][b->count] = c < t->dimensions ? number_of(&view, view.position[c], i) : 0;
            }
        }
    }
}

/* With the operations that the meter says it has. */
static double square_between(const trial *t, const boids *b, double period, size_t i, size_t j) {
    double square = 0;
    for (int c = 0; c < t->dimensions; c++) {
        double d = fabs(b->at[c][j] - b->at[c][i]);
        d = period > 0 && period - d < d ? period - d : d;
        square += d * d;
    }
    return square;
}

static size_t root_of(boids *b, size_t i) {
    while (b->group[i] != i) {
        i = b->group[i] = b->group[b->group[i]];
    }
    return i;
}

static void check_pairs(const trial *t, vol_world *world, vol_meter *meter) {
    static boids b;
    const double margin = t->boundary == VOL_BOUNDARY_TILE ? 4 : 0;
    const bool periodic = t->boundary != VOL_BOUNDARY_OPEN && t->boundary != VOL_BOUNDARY_CLAMP;
    const double period = periodic ? SIZE + 2 * margin : 0, seen = t->images ? SIZE : 0;
    double mean = 0, least = INFINITY, groups = 0, largest = 0, neighbours = 0;
    gather(t, world, &b);
    for (size_t i = 0; i < b.count; i++) {
        double nearest = INFINITY, others = 0;
        for (size_t j = 0; j < b.count; j++) {
            if (j == i) {
                continue;
            }
            const double square = square_between(t, &b, period, i, j);
            nearest = square < nearest ? square : nearest;
            if (square < t->radius * t->radius) {
                b.group[root_of(&b, i)] = root_of(&b, j);
            }
            others += b.flock[i] == b.flock[j] && square_between(t, &b, seen, i, j) <= t->radius * t->radius;
        }
        neighbours += t->nearest > 0 && others > t->nearest ? t->nearest : others;
        mean += sqrt(nearest);
        least = sqrt(nearest) < least ? sqrt(nearest) : least;
    }
    static double size[BOIDS_MOST];
    for (size_t i = 0; i < b.count; i++) {
        size[i] = 0;
    }
    for (size_t i = 0; i < b.count; i++) {
        const size_t root = root_of(&b, i);
        groups += size[root] == 0;
        size[root] += 1;
        largest = size[root] > largest ? size[root] : largest;
    }
    const double count = (double)b.count;
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEAREST_MIN), least, 0);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEAREST_MEAN), mean / count, 1e-12 * mean / count);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_GROUPS), groups, 0);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_GROUP_LARGEST), largest, 0);
    vol_test_near(vol_meter_value(meter, VOL_MEASURE_NEIGHBOURS), neighbours / count, 0);
}

/* What one search looks for goes by what is asked for: each must be as among all. */
static void check_parts(vol_world *world, vol_meter *all) {
    static const uint64_t parts[][3] = {
        {VOL_MEASURE_GROUPS, VOL_MEASURE_NEIGHBOURS, VOL_MEASURE_GROUPS},
        {VOL_MEASURE_NEAREST_MEAN, VOL_MEASURE_NEIGHBOURS, VOL_MEASURE_ANISOTROPY},
        {VOL_MEASURE_NEAREST_MEAN, VOL_MEASURE_GROUPS, VOL_MEASURE_ANISOTROPY},
        {VOL_MEASURE_GROUPS, VOL_MEASURE_GROUPS, VOL_MEASURE_GROUPS},
        {VOL_MEASURE_NEIGHBOURS, VOL_MEASURE_NEIGHBOURS, VOL_MEASURE_NEIGHBOURS},
        {VOL_MEASURE_NEAREST_MEAN, VOL_MEASURE_NEAREST_MIN, VOL_MEASURE_ANISOTROPY},
    };
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        vol_meter_def def = vol_default_meter_def();
        def.measures = VOL_MEASURE_BIT(parts[p][0]) | VOL_MEASURE_BIT(parts[p][1]) | VOL_MEASURE_BIT(parts[p][2]);
        vol_meter *meter = vol_test_meter(world, &def, VOL_NONE);
        for (int k = 0; k < 3; k++) {
            const vol_measure m = (vol_measure)parts[p][k];
            const double value = vol_meter_value(meter, m), among_all = vol_meter_value(all, m);
            if (!isnan(among_all) || !isnan(value)) {
                vol_test_near(value, among_all, 0);
            }
        }
        vol_meter_destroy(meter);
    }
}

static void check_same(const trial *t, uint64_t seed, uint64_t expected) {
    for (size_t i = 0; vol_isa_name(i); i++) {
        vol_world *world = make(t, seed, 1 + (uint32_t)(i % 3), vol_isa_name(i));
        vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
        assert_int_equal(vol_test_digest(meter), expected);
        vol_meter_destroy(meter);
        vol_world_destroy(world);
    }
}

static void check_trial(const trial *t, uint64_t seed) {
    vol_world *world = make(t, seed, 1, NULL);
    vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
    check_pairs(t, world, meter);
    check_parts(world, meter);
    check_same(t, seed, vol_test_digest(meter));
    vol_meter_destroy(meter);
    vol_world_destroy(world);
}

/* Radii: in 2D of 900 boids a few have a neighbour; each has about ten; a quarter of the world. */
static void all_that_is_near_is_found_in_any_world(void **state) {
    (void)state;
    static const double radii[] = {1, 4, 16};
    static const vol_boundary boundaries[] = {VOL_BOUNDARY_WRAP, VOL_BOUNDARY_WRAP, VOL_BOUNDARY_OPEN,
                                              VOL_BOUNDARY_CLAMP, VOL_BOUNDARY_TILE};
    uint64_t seed = 1;
    for (int how = 0; how < SPREADS; how++) {
        for (int i = 0; i < 3 * 5 * 2; i++) {
            const trial t = {.boundary = boundaries[i % 5],
                             .images = i % 5 == 0,
                             .precision = i / 5 % 2 == 0 ? VOL_PRECISION_SINGLE : VOL_PRECISION_DOUBLE,
                             .dimensions = 2 + (i + how) % 2,
                             .flocks = 1 + (i % 4 == 3),
                             .count = 500 + 16 * (size_t)i,
                             .radius = radii[i / 10],
                             .how = (spread)how,
                             .nearest = i % 7 == 0 ? 3 : 0};
            check_trial(&t, seed++);
        }
    }
}

/* In single precision places are 1/64 apart there: many boids are equally near, and at just the radius. */
static void rounding_of_places_far_from_the_origin_changes_no_answer(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        const trial t = {.boundary = i % 2 == 0 ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_OPEN,
                         .images = i % 2 == 0,
                         .precision = i < 6 ? VOL_PRECISION_SINGLE : VOL_PRECISION_DOUBLE,
                         .dimensions = 2 + i / 2 % 2,
                         .flocks = 1,
                         .count = 700,
                         .radius = 4,
                         .origin = i < 4 ? 2e5 : -2.6e5};
        check_trial(&t, 100 + (uint64_t)i);
    }
}

/* So many that threads have pieces of their own, which are joined afterwards. */
static void many_boids_form_the_same_groups_for_any_threads(void **state) {
    (void)state;
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        for (int r = 0; r < 2; r++) {
            const double ten = dimensions == 3 ? 4.7 : 1.5, radius = r == 0 ? 0.7 * ten : ten; /* with ten others */
            const trial t = {VOL_BOUNDARY_WRAP, true, VOL_PRECISION_SINGLE, dimensions, 1, 6000, radius, 0, EVEN, 0};
            vol_world *world = make(&t, 7, 1, NULL);
            vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
            check_pairs(&t, world, meter);
            check_same(&t, 7, vol_test_digest(meter));
            vol_meter_destroy(meter);
            vol_world_destroy(world);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_is_near_is_found_in_any_world),
        cmocka_unit_test(rounding_of_places_far_from_the_origin_changes_no_answer),
        cmocka_unit_test(many_boids_form_the_same_groups_for_any_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
