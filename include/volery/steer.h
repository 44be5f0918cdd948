/* Steering: goals, paths, leaders, and Reynolds' steering behaviours as terms that a flock has besides its own rules.
 *
 * Terms act right after a flock's rules have decided and before its surroundings (<volery/surround.h>). Each is a
 * steering force, the desired velocity minus the velocity of the boid, cut to the term's `force`; docs/steering.md has
 * the formulas. How the terms of a flock are combined is a choice of the flock: vol_flock_def.steer. Everything here
 * may change between two steps. */
#ifndef VOLERY_STEER_H
#define VOLERY_STEER_H

#include <volery/flock.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Terms -------------------------------------------------------------------------------------------------------- */

/* A term of a world: 0 for the first one made; numbers of removed ones are not reused. */
typedef uint32_t vol_term;

/* What a boid does, and which fields of the def say how. All have weight, priority and force. */
typedef enum vol_term_kind {
    VOL_TERM_SEEK,            /* at full speed towards `point`; with a radius, only from nearer than that */
    VOL_TERM_FLEE,            /* at full speed away from `point`; with a radius, only from nearer than that */
    VOL_TERM_ARRIVE,          /* towards `point`, slower and slower within `radius`, and stays there */
    VOL_TERM_PURSUE,          /* to where the nearest boid of flock `target` within `radius` will be */
    VOL_TERM_EVADE,           /* away from where the nearest boid of flock `target` within `radius` will be */
    VOL_TERM_WANDER,          /* turns at random by up to `angle`, to another angle every `period` steps, smoothly */
    VOL_TERM_CONTAIN,         /* back inside if in `time` it would be nearer to an edge of the world than `distance` */
    VOL_TERM_FOLLOW_PATH,     /* along `points`, if in `time` it would be off by more than `radius` or not ahead */
    VOL_TERM_FOLLOW_FLOW,     /* towards the velocity of `flow` at the place where it will be in `time` */
    VOL_TERM_AVOID_OBSTACLES, /* aside of the first obstacle that a corridor of `width` hits on the way of `time` */
    VOL_TERM_AVOID_COLLISION, /* aside of the first boid of its flock within `radius` that it would pass nearer than
                                 `width` within `time` */
    VOL_TERM_FOLLOW_LEADER, /* arrives at `distance` behind the leader of flock `target`, slower within `radius`; aside
                                 if it is in the leader's path: a corridor of `width` for `time` */
    VOL_TERM_WIND,          /* `flow` itself is wind: weight times its velocity here is added to the boid's. No steering
                                 force: not cut, and not combined with the others */
    VOL_TERM_KIND_COUNT
} vol_term_kind;

/* A flow has at most so many points. */
enum { VOL_FLOW_POINTS_MOST = 1 << 24 };

/* Get one from vol_default_term_def(kind) and change what you like. Fields that a kind does not use change nothing, but
 * numbers must be in their range all the same.
 * Lengths are in units of the world, times in its units of time. Since 0.1. */
typedef struct vol_term_def {
    uint32_t bytes;  /* of this struct, as the caller knows it; set by vol_default_term_def() */
    uint32_t cookie; /* the same; catches a def that was not made by it */

    vol_flock flock;    /* the flock that has the term; default 0. Several flocks have one each, made from one def */
    vol_term_kind kind; /* set by vol_default_term_def() */
    double weight;      /* default 1; from -1e6 to 1e6 */
    int priority;       /* lower ones come first, equal ones in the order of their making; default 0; any int */
    double force;       /* no stronger before the weight; default 0.05; from 0 to 1e9 */

    double point[3];  /* default 0; from -1e12 to 1e12. In a world with images its nearest image is meant */
    double radius;    /* default 0 for seek and flee (from anywhere), 10 for follow_path, else 100; from 0 to 1e12 */
    double distance;  /* default 20; from 0 to 1e12 */
    double width;     /* default 10; from 0 to 1e12 */
    double time;      /* looking ahead; default 1 for follow_flow, else 20; from 0 to 1e6 */
    double angle;     /* degrees; default 60; from 0 to 180 */
    uint32_t period;  /* steps; default 30; from 1 to 1000000 */
    vol_flock target; /* default 0. Pursue and evade: another flock; follow_leader: any */
    const double *points; /* of a path: `dimensions` numbers each; copied */
    size_t point_count;   /* 2 to 4096 */
    bool closed;          /* the path goes on from its last point to its first; default false */
    const double
        *flow; /* velocities, `dimensions` numbers each, on a grid of points from edge to edge of the world, along
                               x first, between them linear, beyond the edges as at the edge; copied */
    uint32_t flow_count[3]; /* points of the grid along each axis: 2 to 4096, at most VOL_FLOW_POINTS_MOST in all */
} vol_term_def;

/* The defaults of a kind. Since 0.1. */
VOL_API vol_result vol_term_def_init(vol_term_def *def, vol_term_kind kind, size_t bytes);
static inline vol_term_def vol_default_term_def(vol_term_kind kind) {
    vol_term_def def;
    vol_term_def_init(&def, kind, sizeof def);
    return def;
}

/* Gives a flock a term. On failure *term is VOL_NONE. Since 0.1. */
VOL_API vol_result vol_term_create(vol_world *world, const vol_term_def *def, vol_term *term, vol_error *error);

/* Changes it; it keeps its flock and kind. Asks for memory only where it has a path or a flow. Since 0.1. */
VOL_API vol_result vol_term_set_def(vol_world *world, vol_term term, const vol_term_def *def, vol_error *error);

/* What it is now; `points` and `flow` are valid until the term changes. VOL_ERROR_NAME if it does not exist.
 * Since 0.1. */
VOL_API vol_result vol_term_read_def(const vol_world *world, vol_term term, vol_term_def *def, size_t bytes);
static inline vol_term_def vol_term_get_def(const vol_world *world, vol_term term) {
    vol_term_def def;
    vol_term_read_def(world, term, &def, sizeof def);
    return def;
}

/* Removes it; a term that does not exist is an error. Since 0.1. */
VOL_API vol_result vol_term_remove(vol_world *world, vol_term term, vol_error *error);

/* Whether there is a term of that number. Since 0.1. */
VOL_API bool vol_term_exists(const vol_world *world, vol_term term);

/* One more than the highest number given so far. Since 0.1. */
VOL_API uint32_t vol_term_count(const vol_world *world);

/* A pointer of the host's own, as vol_world_set_user_pointer; the term must exist. Since 0.1. */
VOL_API void vol_term_set_user_pointer(vol_world *world, vol_term term, void *user);
VOL_API void *vol_term_user_pointer(const vol_world *world, vol_term term);

/* "seek", "follow_path", ...; NULL beyond the last. Since 0.1. */
VOL_API const char *vol_term_kind_name(vol_term_kind kind);

/* --- Leaders ------------------------------------------------------------------------------------------------------ */

/* Makes the boid with that id the leader of its flock; VOL_NONE: there is none (the default). A leader that is removed
 * or eaten leaves the flock without. A snapshot does not hold it. Since 0.1. */
VOL_API vol_result vol_flock_set_leader(vol_world *world, vol_flock flock, uint32_t id, vol_error *error);

/* The leader's id, or VOL_NONE. Since 0.1. */
VOL_API uint32_t vol_flock_leader(const vol_world *world, vol_flock flock);

/* One of the forces that act on a boid, its weight included: an acceleration in models that decide by force, else what
 * it adds to the velocity. Since 0.1. */
typedef struct vol_force {
    const char *name; /* "cohesion", "separation", "alignment", "wall", in this order */
    double force[3];
    double
        direction; /* of x and y: degrees from the x axis towards the y axis, from 0 to below 360; 0 if there is none */
    double length;
} vol_force;

/* The forces of its flock's rules on the leader, from the current state: what the next step will compute (with a grid,
 * within rounding: neighbours are added in the order of their ids). Nothing changes. Returns how many forces were
 * written, 4, or 0 without a leader or where a rule of the host's decides (<volery/custom.h>). Since 0.1. */
VOL_API size_t vol_flock_leader_forces(vol_world *world, vol_flock flock, vol_force forces[4]);

#ifdef __cplusplus
}
#endif

#endif
