/* The oracle of steering: every term again, one boid at a time, in double precision, by other ways where there are any.
 * It shares no code with the library. */
#ifndef VOL_TESTS_ORACLE_TERMS_H
#define VOL_TESTS_ORACLE_TERMS_H

#include "oracle/oracle.h"

/* A flock (number 0) without rules of its own, its terms, and what they are about. */
typedef struct vol_oracle_around {
    const vol_world_def *world; /* boundary wrap or open */
    const vol_flock_def *flock;
    const vol_term_def *terms;
    size_t term_count;
    const vol_oracle_boid *others; /* the boids of flock 1 */
    size_t other_count;
    const vol_obstacle_def *obstacles;
    size_t obstacle_count;
    size_t leader[2]; /* positions in their flocks */
    uint64_t step;
} vol_oracle_around;

/* The force of one term on boid i of n, its weight left out. *doubt as in oracle.h. */
vol_oracle_vec vol_oracle_term(const vol_oracle_around *around, const vol_term_def *term, const vol_oracle_boid *boids,
                               size_t n, size_t i, double *doubt);

/* Boid i one step later. */
vol_oracle_boid vol_oracle_steered(const vol_oracle_around *around, const vol_oracle_boid *boids, size_t n, size_t i,
                                   double *doubt);

/* A velocity after the limits of turning, cruising and the least speed. */
vol_oracle_vec vol_oracle_pace(const vol_oracle_around *around, vol_oracle_vec old, vol_oracle_vec v, double *doubt);

#endif
