/* The oracle of the surroundings: what relations, obstacles, players and wind do to one boid, over all others, in
 * double precision. Like oracle.h it shares no code with the library. */
#ifndef VOL_TESTS_ORACLE_SURROUND_H
#define VOL_TESTS_ORACLE_SURROUND_H

#include "oracle/oracle.h"

/* A flock: its boids in id order. */
typedef struct vol_oracle_flock {
    vol_flock_def def;
    size_t count;
    vol_oracle_boid *boids;
    const uint32_t *ids;
} vol_oracle_flock;

/* All that is in a world. `points` of obstacles lie `dimensions` numbers apart, as they were given. */
typedef struct vol_oracle_world {
    vol_world_def def;
    uint64_t step;
    const vol_oracle_flock *flocks;
    const vol_obstacle_def *obstacles;
    size_t obstacle_count;
    const vol_relation_def *relations;
    size_t relation_count;
    double players[64][3];
    size_t player_count;
    double gust[3]; /* of vol_world_gust, for this step */
} vol_oracle_world;

/* What the relations of that delay do to boid i of a flock. */
vol_oracle_vec vol_oracle_relations(const vol_oracle_world *w, size_t flock, size_t i, int delay, double *doubt);

/* What obstacles and players do to a boid there. */
vol_oracle_vec vol_oracle_obstacles(const vol_oracle_world *w, vol_oracle_vec p, double *doubt);
vol_oracle_vec vol_oracle_players(const vol_oracle_world *w, vol_oracle_vec p, double *doubt);

/* What wind and gust add to every velocity in this step. */
vol_oracle_vec vol_oracle_wind(const vol_oracle_world *w);

/* Boid i of a flock one step later; `delayed` is what relations of delay 1 decided at the end of the last step. `room`
 * is for all boids of the flock and of those it flocks with. */
vol_oracle_boid vol_oracle_around(const vol_oracle_world *w, size_t flock, size_t i, vol_oracle_vec delayed,
                                  vol_oracle_boid *room, double *doubt);

/* Distance of p from the core of an obstacle, 0 inside a box or polygon. */
double vol_oracle_distance(const vol_world_def *world, const vol_obstacle_def *obstacle, vol_oracle_vec p);

#endif
