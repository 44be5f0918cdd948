/* Surroundings of a flock: obstacles, players to flee from, wind, and other flocks.
 *
 * They act after a flock's own rules have decided and before it moves, in this order: relations, obstacles, players,
 * wind. Everything here may change between two steps. */
#ifndef VOLERY_SURROUND_H
#define VOLERY_SURROUND_H

#include <volery/flock.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Obstacles ---------------------------------------------------------------------------------------------------- */

/* An obstacle of a world: 0 for the first one made; numbers of removed ones are not reused. */
typedef uint32_t vol_obstacle;

/* The core of an obstacle; its surface is `radius` around the core. In worlds with images it pushes the image of a boid
 * that is nearest to its middle. */
typedef enum vol_obstacle_shape {
    VOL_OBSTACLE_CIRCLE,  /* the point `center`: a circle, in 3D a ball */
    VOL_OBSTACLE_BOX,     /* the box of `size` around `center`, sides along the axes */
    VOL_OBSTACLE_SEGMENT, /* the line from points[0] to points[1]: a wall */
    VOL_OBSTACLE_POLYGON, /* the area inside `points`, closed; 2D only */
    VOL_OBSTACLE_SHAPE_COUNT
} vol_obstacle_shape;

/* How an obstacle pushes a boid whose distance d from the core is less than radius + reach. */
typedef enum vol_law {
    VOL_LAW_FADE, /* away, by strength * (1 - d / (radius + reach)); towards it if strength is below 0 */
    VOL_LAW_FLAT, /* away, by d but at most strength; towards it if strength is below 0. Inside a box or polygon d is 0:
                     there both laws push out through the nearest side, by strength */
    VOL_LAW_HARD, /* no push; a boid that touches the surface stops there and slides along it, and none gets inside */
    VOL_LAW_COUNT
} vol_law;

/* Since 0.1. */
typedef struct vol_obstacle_def {
    uint32_t bytes;  /* of this struct, as the caller knows it; set by vol_default_obstacle_def() */
    uint32_t cookie; /* the same; catches a def that was not made by it */

    vol_obstacle_shape shape; /* default circle */
    double center[3];         /* of circle and box; default 0; from -1e12 to 1e12 */
    double size[3];           /* of the box; default 0; from 0 to 1e12 */
    const double *points;     /* of segment and polygon: `dimensions` numbers each; copied. From
                                 vol_obstacle_get_def they come back with three numbers each, the third 0 in 2D; given
                                 back to the same world as they came, they are taken so */
    size_t point_count;       /* 2 for a segment, 3 to 4096 for a polygon */
    double radius;            /* default 0; from 0 to 1e12 */
    double reach;             /* how far beyond the surface it acts; default 0; from 0 to 1e12 */
    double strength;          /* default 1; from -1e9 to 1e9 */
    vol_law law;              /* default fade */
    vol_flocks flocks;        /* it acts on; others fly as if it were not there, and do not avoid it; default all */
} vol_obstacle_def;

/* The defaults named above. Since 0.1. */
VOL_API vol_result vol_obstacle_def_init(vol_obstacle_def *def, size_t bytes);
static inline vol_obstacle_def vol_default_obstacle_def(void) {
    vol_obstacle_def def;
    vol_obstacle_def_init(&def, sizeof def);
    return def;
}

/* Puts an obstacle into the world. On failure *obstacle is VOL_NONE. Since 0.1. */
VOL_API vol_result vol_obstacle_create(vol_world *world, const vol_obstacle_def *def, vol_obstacle *obstacle,
                                       vol_error *error);

/* Moves or changes it; it keeps its shape and number of points. Since 0.1. */
VOL_API vol_result vol_obstacle_set_def(vol_world *world, vol_obstacle obstacle, const vol_obstacle_def *def,
                                        vol_error *error);

/* What it is now; `points` is valid until the world changes. VOL_ERROR_NAME if it does not exist. Since 0.1. */
VOL_API vol_result vol_obstacle_read_def(const vol_world *world, vol_obstacle obstacle, vol_obstacle_def *def,
                                         size_t bytes);
static inline vol_obstacle_def vol_obstacle_get_def(const vol_world *world, vol_obstacle obstacle) {
    vol_obstacle_def def;
    vol_obstacle_read_def(world, obstacle, &def, sizeof def);
    return def;
}

/* Removes it; an obstacle that does not exist is an error. Since 0.1. */
VOL_API vol_result vol_obstacle_remove(vol_world *world, vol_obstacle obstacle, vol_error *error);

/* Whether there is an obstacle of that number. Since 0.1. */
VOL_API bool vol_obstacle_exists(const vol_world *world, vol_obstacle obstacle);

/* One more than the highest number given so far. Since 0.1. */
VOL_API uint32_t vol_obstacle_count(const vol_world *world);

/* A pointer of the host's own, as vol_world_set_user_pointer; the obstacle must exist. Since 0.1. */
VOL_API void vol_obstacle_set_user_pointer(vol_world *world, vol_obstacle obstacle, void *user);
VOL_API void *vol_obstacle_user_pointer(const vol_world *world, vol_obstacle obstacle);

/* --- Players and wind --------------------------------------------------------------------------------------------- */

/* So many players at most. */
enum { VOL_PLAYERS_MOST = 64 };

/* Boids of player.flocks nearer to a player than player.flee_radius flee by player.flee_weight: parameters of the
 * world, as they are when a step is made.
 *
 * Says where the players are from now on: `dimensions` numbers each, at most VOL_PLAYERS_MOST players, 0 for none.
 * Since 0.1. */
VOL_API vol_result vol_world_set_players(vol_world *world, size_t count, const double *positions, vol_error *error);

/* A player with numbers of its own. Since 0.1. */
typedef struct vol_player_def {
    uint32_t bytes;  /* of this struct, as the caller knows it; set by vol_default_player_def() */
    uint32_t cookie; /* the same; catches a def that was not made by it */

    double position[3]; /* default 0; from -1e12 to 1e12 */
    double radius;      /* boids nearer than this flee; default 100; from 0 to 1e12 */
    double weight;      /* how strongly; default 0.5; from -1e6 to 1e6; below 0 they come */
    vol_flocks flocks;  /* that do so; default all */
} vol_player_def;

/* The defaults named above. Since 0.1. */
VOL_API vol_result vol_player_def_init(vol_player_def *def, size_t bytes);
static inline vol_player_def vol_default_player_def(void) {
    vol_player_def def;
    vol_player_def_init(&def, sizeof def);
    return def;
}

/* Says what the players are from now on, each with its own radius, weight and flocks, in place of those there were;
 * player.flee_radius and its kin do not matter to them. At most VOL_PLAYERS_MOST; all or none. Since 0.1. */
VOL_API vol_result vol_world_set_player_defs(vol_world *world, size_t count, const vol_player_def *players,
                                             vol_error *error);

/* A gust: added to the velocity of every boid of wind.flocks in the next step, before the speed limit. Several add up.
 * Since 0.1. */
VOL_API vol_result vol_world_gust(vol_world *world, const double *velocity, vol_error *error);

/* --- Relations ---------------------------------------------------------------------------------------------------- */

/* How the boids of one flock react to those of another. */
typedef enum vol_relation_kind {
    VOL_RELATION_FLEE,       /* away from each boid nearer than radius, by weight */
    VOL_RELATION_AVOID,      /* away from each boid nearer than radius, by weight * (1 - d / radius) */
    VOL_RELATION_FOLLOW,     /* towards the mean position of the boids nearer than radius, by weight */
    VOL_RELATION_HUNT,       /* steers at full speed to one of the boids nearer than radius, by at most force */
    VOL_RELATION_FLOCK_WITH, /* they are neighbours as those of the own flock; `sighted` needs others with a heading */
    VOL_RELATION_KIND_COUNT
} vol_relation_kind;

/* The target of a hunt. */
typedef enum vol_choose {
    VOL_CHOOSE_NEAREST, /* the nearest; the earlier flock and lower id of two equally near */
    VOL_CHOOSE_RANDOM,  /* one drawn at random in each step; only if it is nearer than radius */
    VOL_CHOOSE_COUNT
} vol_choose;

/* Since 0.1. */
typedef struct vol_relation_def {
    uint32_t bytes;  /* of this struct, as the caller knows it; set by vol_default_relation_def() */
    uint32_t cookie; /* the same; catches a def that was not made by it */

    vol_flock from;         /* the flock that reacts */
    vol_flock to[16];       /* the flocks it reacts to: `to_count`, each once, in this order; not `from` itself */
    size_t to_count;        /* 1 to 16; of the kind flock_with at most 16 in all relations of a flock */
    vol_relation_kind kind; /* default flee */
    double radius;          /* default 100; from 0 to 1e12 */
    double weight;          /* of flee, avoid, follow; default 1; from -1e6 to 1e6 */
    double force;           /* most force of hunt; default 0.1; from 0 to 1e9 */
    vol_choose choose;      /* of hunt; default nearest */
    double eat;             /* prey nearer than this after a step is eaten; default 0: none; from 0 to 1e12 */
    int delay;              /* 1: decided at the end of a step, acts in the next; default 0 */
} vol_relation_def;

/* The defaults named above. Since 0.1. */
VOL_API vol_result vol_relation_def_init(vol_relation_def *def, size_t bytes);
static inline vol_relation_def vol_default_relation_def(void) {
    vol_relation_def def;
    vol_relation_def_init(&def, sizeof def);
    return def;
}

/* Adds a relation; numbers count from 0, and those of removed ones are not given again. On failure *relation is
 * VOL_NONE; NULL if it is not wanted. Since 0.1. */
VOL_API vol_result vol_relation_create(vol_world *world, const vol_relation_def *def, uint32_t *relation,
                                       vol_error *error);

/* Changes it; from and to stay. Since 0.1. */
VOL_API vol_result vol_relation_set_def(vol_world *world, uint32_t relation, const vol_relation_def *def,
                                        vol_error *error);

/* What it is now; VOL_ERROR_NAME if it does not exist. Since 0.1. */
VOL_API vol_result vol_relation_read_def(const vol_world *world, uint32_t relation, vol_relation_def *def,
                                         size_t bytes);
static inline vol_relation_def vol_relation_get_def(const vol_world *world, uint32_t relation) {
    vol_relation_def def;
    vol_relation_read_def(world, relation, &def, sizeof def);
    return def;
}

/* Removes it; a relation that does not exist is an error. Since 0.1. */
VOL_API vol_result vol_relation_remove(vol_world *world, uint32_t relation, vol_error *error);

/* Whether there is a relation of that number. Since 0.1. */
VOL_API bool vol_relation_exists(const vol_world *world, uint32_t relation);

/* One more than the highest number given so far: as many as there are, unless some were removed. Since 0.1. */
VOL_API uint32_t vol_relation_count(const vol_world *world);

/* The boids eaten in the last step, by hunter in flock and id order, then by relation. An eaten boid is removed, and
 * eats no more in that step; its id is not reused. Valid until the world steps: where several are made at once, it has
 * those of the last; <volery/events.h> has all of them, with places and what boids carried. Since 0.1. */
typedef struct vol_meal {
    vol_flock hunter_flock;
    uint32_t hunter;
    vol_flock prey_flock;
    uint32_t prey;
} vol_meal;

VOL_API const vol_meal *vol_world_meals(const vol_world *world, size_t *count);

/* How many were eaten since the world was made. Since 0.1. */
VOL_API uint64_t vol_world_eaten(const vol_world *world);

#ifdef __cplusplus
}
#endif

#endif
