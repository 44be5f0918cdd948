/* What a step reads: boids, runs of candidates, what surrounds the flocks as plain numbers, and one context that holds
 * it all for a flock. Built once a flock and step. C and OpenCL C: arrays lie in global memory, structs in private
 * memory. */
#ifndef VOLERY_KERNELS_CONTEXT_H
#define VOLERY_KERNELS_CONTEXT_H

#include "kernels/obstacle_cells.h"

#ifdef VOL_OPENCL
#include "kernels/device_boids.h"
#else
/* The arrays of a flock's boids, slot by slot. `z` arrays exist in 3D, heading and speed where the model has them. */
typedef struct vol_state {
    void *position[3];
    void *velocity[3];
    void *heading;
    void *speed;
} vol_state;

/* The boids of a flock as every stage reads them. */
typedef struct vol_boids {
    vol_state now;
    const vol_u32 *id;    /* of each slot */
    const vol_u32 *order; /* slots in id order; only where a relation chooses at random */
    vol_u32 count;
    vol_u32 leader;    /* its slot, or VOL_NO_LEADER */
    const void *index; /* what the backend finds neighbours by */
} vol_boids;
#endif

/* Boids begin to end - 1 of a flock, all seen through the same periodic shift. */
typedef struct vol_run {
    const vol_boids *of;
    vol_u32 begin, end;
    double shift[3];
} vol_run;

/* A relation has so many target flocks at most. */
enum { VOL_TARGETS_MOST = 16 };

#ifdef VOL_OPENCL
#include "kernels/device_runs.h"
#else
/* Boids of other flocks that may be near the boids of a batch, in the order of their runs. */
enum { VOL_LISTED_MOST = 64, VOL_LISTS_MOST = 4 };
typedef struct vol_listed {
    vol_u32 count;
    double reach2; /* the square from which on nothing is met */
    const vol_boids *of[VOL_LISTED_MOST];
    vol_u32 slot[VOL_LISTED_MOST];
    double at[3][VOL_LISTED_MOST + 16]; /* where they are, in the kernel's precision; and room for the last lanes */
} vol_listed;

/* Runs that were found near a group, and which one is next; there is always room for one of each target. And what was
 * listed for the batch: for each of the first relations that act now a list, or NULL, and what of it is near the group.
 */
enum { VOL_RUNS_MOST = 256 };
typedef struct vol_runs {
    vol_u32 count, at;
    vol_run run[VOL_RUNS_MOST];
    const vol_listed *listed[VOL_LISTS_MOST];
    vol_u64 near[VOL_LISTS_MOST]; /* which of them the group could meet, by bits */
} vol_runs;
#endif

/* The numbers of vol_term_kind, which OpenCL C cannot include. */
enum vol_steer_kind {
    VOL_STEER_SEEK,
    VOL_STEER_FLEE,
    VOL_STEER_ARRIVE,
    VOL_STEER_PURSUE,
    VOL_STEER_EVADE,
    VOL_STEER_WANDER,
    VOL_STEER_CONTAIN,
    VOL_STEER_FOLLOW_PATH,
    VOL_STEER_FOLLOW_FLOW,
    VOL_STEER_AVOID_OBSTACLES,
    VOL_STEER_AVOID_COLLISION,
    VOL_STEER_FOLLOW_LEADER,
    VOL_STEER_WIND
};

/* A steering term. Its numbers, from `first` on among all: of a path x, y, z and how far along it the corner is, four
 * for each of `count` corners, a closed one has its first corner again at its end; of a flow the velocities at its
 * points. */
typedef struct vol_term_core {
    double point[3];
    double weight, force, radius, distance, width, time, angle;
    vol_u32 kind; /* enum vol_steer_kind */
    vol_u32 target, period, closed;
    vol_u32 first, count;
    vol_u32 flow[3]; /* points along each axis */
    vol_u32 unused;
} vol_term_core;

/* The numbers of vol_relation_kind; relations to flock with are of another use. */
enum vol_meet_kind { VOL_MEET_FLEE, VOL_MEET_AVOID, VOL_MEET_FOLLOW, VOL_MEET_HUNT };

/* A relation, and which one of the same flock and use comes next, or VOL_NO_RELATION. */
typedef struct vol_relation_core {
    double radius, weight, force;
    vol_u32 kind;                       /* enum vol_meet_kind */
    vol_u32 random;                     /* one of all targets is chosen, else what is within the radius */
    vol_u32 target_first, target_count; /* flocks, in the array of targets */
    vol_u32 next;
    vol_u32 unused;
} vol_relation_core;

#define VOL_NO_RELATION 0xFFFFFFFFu
#define VOL_NO_LEADER 0xFFFFFFFFu

/* What a relation of a flock is for: sensing (flock_with), deciding, deciding in the next step. */
enum vol_relation_use { VOL_RELATION_JOINS, VOL_RELATION_NOW, VOL_RELATION_DELAYED, VOL_RELATION_USES };

/* All that surrounds a flock of a world in a step, as plain arrays of numbers. What differs between flocks is which of
 * the obstacles and players act on it, and whether it feels the wind. */
typedef struct vol_around {
    vol_world_numbers world;
    const vol_boids *flock; /* by number */
    VOL_GLOBAL const vol_term_core *term;
    VOL_GLOBAL const double *number; /* of paths and flows */
    VOL_GLOBAL const vol_relation_core *relation;
    VOL_GLOBAL const vol_u32 *target;
    vol_obstacle_cells obstacles;
    vol_u32 obstacle_count, soft_count, hard_count; /* numbers given; those that push; those that stop */
    VOL_GLOBAL const vol_player_core *player;
    vol_u32 player_count;
    double blow[3]; /* wind and gust */
    int blows;
} vol_around;

#ifndef VOL_OPENCL
struct vol_context;
struct vol_group;
struct vol_pick_place;
struct vol_batch;

/* Fills batch->picked from `place` on; false when no candidate was left. */
typedef _Bool (*vol_pick)(const struct vol_context *context, int dimensions, const struct vol_group *group,
                          struct vol_pick_place *place, struct vol_batch *batch);

/* Fills batch->nearest. */
typedef void (*vol_nearest_find)(const struct vol_context *context, int dimensions, const struct vol_group *group,
                                 struct vol_batch *batch);

/* Appends the runs of a flock's boids that may be within `reach` of the box, in the order of the slots: so that a boid
 * in the box senses them in an order that does not depend on the box. */
typedef void (*vol_find)(const vol_boids *of, const double low[3], const double high[3], double reach, vol_runs *runs);
#endif

#ifndef VOL_OPENCL
/* A stage of a step that is made in four (kernels/stage.h). Of each boid: where it was, with what velocity, when the
 * step began; and the sums of what the stages so far would move and accelerate it by. */
enum { VOL_STAGES = 4 };
typedef struct vol_stage {
    int number; /* 1 to VOL_STAGES; 0: steps are made at once */
    int traits; /* of the model */
    vol_state start, sum;
} vol_stage;
#endif

/* All that the step of a flock reads besides the boids of the batch. `now` and `next` may be the same (in_turn). */
typedef struct vol_context {
    VOL_SHARED const void *constants; /* vol_constants of the kernel's precision */
    vol_boids own;
    vol_state next;              /* where the moved boids go */
    VOL_GLOBAL void *pending[3]; /* what acts on each boid already; NULL where nothing does */
    const vol_around *around;
    vol_u32 flock;                       /* the flock's number */
    vol_u32 terms_begin, terms_end;      /* of the flock, in order */
    vol_u32 relation[VOL_RELATION_USES]; /* the first of the flock's of each use, or VOL_NO_RELATION */
    int force;                           /* surroundings add to the acceleration, else to the velocity */
    double time;                         /* for which they act: dt where velocities are changed, else 1 */
    double budget;                       /* of the terms; below 0: there is none */
    double reach;                        /* of the rules */
    double farthest;                     /* that a boid goes in a step */
#ifndef VOL_OPENCL
    vol_find find;
    vol_pick pick;            /* NULL: all candidates are tested */
    const vol_stage *stage;   /* NULL: the step is made at once */
    vol_nearest_find nearest; /* where the flock has neighbours.count */
    vol_pick alone;           /* for one boid that moves in turn: picks exactly its neighbours; NULL: use the above */
#endif
} vol_context;

#endif
