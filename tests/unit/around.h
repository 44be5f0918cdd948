/* Obstacles and relations as tests write them down. */
#ifndef VOL_TESTS_AROUND_H
#define VOL_TESTS_AROUND_H

#include "support.h"

/* Put them into the world; the test fails, with the library's words, if that is refused. */
uint32_t vol_test_relate(vol_world *world, const vol_relation_def *def);
vol_obstacle vol_test_put(vol_world *world, const vol_obstacle_def *def);

vol_relation_def vol_test_relation(vol_flock from, vol_flock to, vol_relation_kind kind);

/* A segment between two points. */
vol_obstacle_def vol_test_wall(const double *points, double radius, vol_law law);

/* A flock that starts at half its speed. */
vol_flock vol_test_slow_flock(vol_world *world, const char *name, vol_model model, size_t count);

#endif
