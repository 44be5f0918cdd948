/* What several tests need: random numbers of their own, worlds that must come into being, and the state of a flock in
 * the order of ids. */
#ifndef VOL_TESTS_SUPPORT_H
#define VOL_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "asserts.h"
#include "lively.h"
#include "oracle/oracle.h"

#include <volery/volery.h>

/* Random numbers that depend on nothing but their start. */
typedef struct vol_test_random {
    uint64_t state;
} vol_test_random;

uint64_t vol_test_bits(vol_test_random *random);
double vol_test_uniform(vol_test_random *random, double from, double to);
double vol_test_spread(vol_test_random *random, double from, double to); /* evenly in the logarithm */
size_t vol_test_pick(vol_test_random *random, size_t choices);           /* 0 to choices - 1 */
bool vol_test_chance(vol_test_random *random, double probability);

/* Make a world, or a flock in it; the test fails, with the library's words, if that is refused. */
vol_world *vol_test_world(const vol_world_def *def);
vol_flock vol_test_flock(vol_world *world, const vol_flock_def *def);

/* A world of one flock of `count` boids of that model, in the default start, with threads 1. */
vol_world *vol_test_model_world(const vol_world_def *def, vol_model model, size_t count);

/* A small lively world: boids are dense enough to have neighbours and all rules act. */
vol_world_def vol_test_lively_def(vol_model model, int dimensions, vol_precision precision);

/* A world without end in 64 bits, with threads 1. */
vol_world_def vol_test_open_def(vol_integrator integrator, int dimensions, double dt);

/* A flock whose boids are to be added. */
vol_flock_def vol_test_given_flock(vol_model model);

/* Adds boids with their velocities. */
void vol_test_add(vol_world *world, vol_flock flock, const vol_oracle_boid *boids, size_t count);

/* The boids of a flock in id order; headings from velocities. Returns how many; `boids` has room for `most`. */
size_t vol_test_state(vol_world *world, vol_flock flock, vol_oracle_boid *boids, size_t most);

/* Watches all there is to watch, and a ball around the middle of the world. */
void vol_test_watch(vol_world *world, double radius);

/* A number for the events since the cursor, which is moved behind them. The test fails if one was lost. */
uint64_t vol_test_events(const vol_world *world, uint64_t *cursor);

/* A lively world with the flocks "birds" and "others", whose boids carry 8 bytes. */
vol_world *vol_test_two_flocks(vol_flock flock[2]);

#endif
