/* What the tests of measures share. */
#include "measuring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

vol_world_def vol_test_bare_def(vol_boundary boundary, int dimensions, double size) {
    vol_world_def def = vol_default_world_def();
    def.boundary = boundary;
    def.dimensions = dimensions;
    def.precision = VOL_PRECISION_DOUBLE;
    def.threads = 1;
    for (int c = 0; c < 3; c++) {
        def.size[c] = size;
    }
    return def;
}

vol_flock vol_test_empty_flock(vol_world *world, const char *name) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    def.name = name;
    def.count = 0;
    def.start.shape = VOL_SHAPE_GIVEN;
    return vol_test_flock(world, &def);
}

/* A world of one flock of the boids given: position and velocity, `dimensions` numbers each. */
vol_world *vol_test_world_of(const vol_world_def *def, size_t count, const double *positions,
                             const double *velocities) {
    vol_world *world = vol_test_world(def);
    vol_flock flock = vol_test_empty_flock(world, "boids");
    assert_int_equal(vol_flock_add(world, flock, count, positions, velocities, NULL, NULL), VOL_OK);
    return world;
}

vol_meter *vol_test_meter(vol_world *world, const vol_meter_def *def, vol_flock flock) {
    vol_meter_def standard = vol_default_meter_def();
    vol_meter *meter = NULL;
    vol_error error = {0};
    if (vol_meter_create(world, def ? def : &standard, &meter, &error) != VOL_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(vol_meter_read(meter, flock, &error), VOL_OK);
    return meter;
}

double vol_test_value(vol_world *world, vol_measure measure) {
    vol_meter *meter = vol_test_meter(world, NULL, VOL_NONE);
    double value = vol_meter_value(meter, measure);
    vol_meter_destroy(meter);
    return value;
}

void vol_test_near(double value, double expected, double within) {
    if (!(fabs(value - expected) <= within)) {
        fail_msg("%.17g is not %.17g within %g", value, expected, within);
    }
}

/* Boids anywhere, flying anywhere. */
vol_world *vol_test_scattered(int dimensions, size_t count, uint32_t threads, const char *isa) {
    vol_world_def def = vol_default_world_def();
    def.dimensions = dimensions;
    def.size[0] = def.size[1] = def.size[2] = 1000;
    def.threads = threads;
    def.isa = isa;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    flock.count = count;
    flock.separation.radius = flock.alignment.radius = flock.cohesion.radius = 20;
    vol_test_flock(world, &flock);
    return world;
}

/* `side` boids along each axis, `spacing` apart. */
vol_world *vol_test_lattice(vol_boundary boundary, int dimensions, size_t side, double spacing) {
    vol_world_def def = vol_test_bare_def(boundary, dimensions, (double)side * spacing);
    size_t count = dimensions == 3 ? side * side * side : side * side;
    double *at = calloc(count * 3, sizeof *at), *velocity = calloc(count * 3, sizeof *velocity);
    assert_true(at && velocity);
    for (size_t i = 0; i < count; i++) {
        size_t rest = i;
        for (int c = 0; c < dimensions; c++, rest /= side) {
            at[i * (size_t)dimensions + (size_t)c] = spacing * ((double)(rest % side) + 0.5);
            velocity[i * (size_t)dimensions + (size_t)c] = c == 0;
        }
    }
    vol_world *world = vol_test_world_of(&def, count, at, velocity);
    free(at);
    free(velocity);
    return world;
}

uint64_t vol_test_digest(vol_meter *meter) {
    uint64_t hash = 1;
    vol_density map = vol_meter_density(meter);
    for (size_t i = 0; i < VOL_MEASURE_COUNT + VOL_CURVE_COUNT + 1; i++) {
        double value = i < VOL_MEASURE_COUNT ? vol_meter_value(meter, (vol_measure)i) : 0;
        const double *numbers = &value, *more = NULL;
        size_t count = 1;
        if (i == VOL_MEASURE_COUNT + VOL_CURVE_COUNT) {
            numbers = map.value;
            count = map.cells[0] * map.cells[1] * map.cells[2];
        } else if (i >= VOL_MEASURE_COUNT) {
            vol_curve curve = vol_meter_curve(meter, (vol_curve_kind)(i - VOL_MEASURE_COUNT));
            count = curve.count;
            numbers = curve.y;
            more = curve.number;
        }
        for (size_t k = 0; k < count; k++) {
            uint64_t bits[2] = {0, 0};
            if (!isnan(numbers[k])) {
                memcpy(&bits[0], &numbers[k], sizeof *bits);
            }
            if (more) {
                memcpy(&bits[1], &more[k], sizeof *bits);
            }
            hash = (hash ^ bits[0]) * 0x9E3779B97F4A7C15u + bits[1];
            hash ^= hash >> 31;
        }
    }
    return hash;
}
