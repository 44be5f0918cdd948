/* Worlds whose measures are known, and meters that must come into being. */
#ifndef VOL_TESTS_MEASURING_H
#define VOL_TESTS_MEASURING_H

#include "support.h"

/* A world with sides of `size`, in double precision, with one thread. */
vol_world_def vol_test_bare_def(vol_boundary boundary, int dimensions, double size);

vol_flock vol_test_empty_flock(vol_world *world, const char *name);

/* A world of one flock of the boids given: position and velocity, `dimensions` numbers each. */
vol_world *vol_test_world_of(const vol_world_def *def, size_t count, const double *positions, const double *velocities);

/* `side` boids along each axis, `spacing` apart, in a world that they fill. */
vol_world *vol_test_lattice(vol_boundary boundary, int dimensions, size_t side, double spacing);

/* Boids anywhere in a world with sides of 1000, flying anywhere. */
vol_world *vol_test_scattered(int dimensions, size_t count, uint32_t threads, const char *isa);

/* A meter (def NULL: the default) that has read the flock; one measure of all boids. */
vol_meter *vol_test_meter(vol_world *world, const vol_meter_def *def, vol_flock flock);
double vol_test_value(vol_world *world, vol_measure measure);

/* All that a meter can tell, as one number. */
uint64_t vol_test_digest(vol_meter *meter);

/* The test fails unless the two differ by `within` at most. */
void vol_test_near(double value, double expected, double within);

#endif
