/* The oracle: every model again, one boid at a time, over all others, in double precision, written to be read as
 * mathematics and for nothing else. It shares no code with the library; tests compare the library with it. */
#ifndef VOL_TESTS_ORACLE_H
#define VOL_TESTS_ORACLE_H

#include <volery/volery.h>

typedef struct vol_oracle_vec {
    double x, y, z; /* z is 0 in two dimensions */
} vol_oracle_vec;

typedef struct vol_oracle_boid {
    vol_oracle_vec p, v;
    double heading;   /* degrees, of `sighted` alone, which keeps it at rest */
    double chance[3]; /* the random numbers of its next step, from 0 to 1, of models with noise */
} vol_oracle_boid;

/* The random numbers of a boid in a step, which counts from 0. */
void vol_oracle_chance(uint64_t seed, uint32_t flock, uint32_t id, uint64_t step, double chance[3]);

/* Boid i one step later, seeing the n boids as they are given.
 *
 * *doubt (NULL: not wanted) is how near, relative to the sizes compared, any yes-or-no question was to the other
 * answer, apart from exact ties: where it is below rounding, a program may rightly answer otherwise. */
vol_oracle_boid vol_oracle_next(const vol_world_def *world, const vol_flock_def *flock, const vol_oracle_boid *boids,
                                size_t n, size_t i, double *doubt);

/* The two halves of that: the velocity that boid i wants, and where it gets to with it. Both lower *doubt, if they
 * must. */
vol_oracle_vec vol_oracle_wish(const vol_world_def *world, const vol_flock_def *flock, const vol_oracle_boid *boids,
                               size_t n, size_t i, double *doubt);
vol_oracle_boid vol_oracle_move(const vol_world_def *world, const vol_flock_def *flock, const vol_oracle_boid *from,
                                vol_oracle_vec wanted, double *doubt);

/* One boid of one flock, and its number among those of its flock. */
typedef struct vol_oracle_turn {
    uint64_t number; /* the random one that it is sorted by */
    uint32_t flock, id;
    size_t i;
} vol_oracle_turn;

/* Sorts boids, of which flock and id are given, into the order in which they move in that step of a world in which they
 * move in turn: by flock and id, or shuffled. */
void vol_oracle_turns(const vol_world_def *world, uint64_t step, vol_oracle_turn *turns, size_t n);

#endif
