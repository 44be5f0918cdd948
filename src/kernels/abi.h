/* What stages hand to kernels and back. The stages are compiled once; the kernels once for each instruction set and
 * precision, so arrays of numbers go through here as void pointers. */
#ifndef VOLERY_KERNELS_ABI_H
#define VOLERY_KERNELS_ABI_H

#include "kernels/blocks.h"
#include "kernels/cells.h"
#include "kernels/context.h"
#include "models/traits.h"

#include <volery/steer.h>
#include <volery/surround.h>

/* Boids that sense together: at most as many as there are lanes, contiguous, with the same runs. */
typedef struct vol_group {
    uint32_t first, count;
    uint32_t runs_begin, runs_end;
    double reach;        /* no boid within this of one of them is missing in the runs */
    uint32_t candidates; /* boids in the runs */
    bool straight;       /* none of the runs is seen through a shift; false: some may be */
} vol_group;

/* What a worker senses, decides and moves at a time: small enough to stay in its cache. */
enum {
    VOL_BATCH_GROUPS = 32,
    VOL_GROUP_RUNS = 27, /* most runs an index may give a group: 9 rows in 3D, each cut in three by the edges */
    VOL_WIDTH_MOST = 16, /* kernels/blocks.h has room for it */
    /* one group more than a batch has, because the last lanes of a short group reach over its end */
    VOL_BATCH_WISHES = (VOL_BATCH_GROUPS + 1) * VOL_WIDTH_MOST
};

/* Candidates that were picked for a group, in the order of the runs: those near enough to any of its boids to matter,
 * and among them those near enough for separation. What is not listed adds nothing to any sum. */
enum { VOL_PICKED_MOST = 512 };
typedef struct vol_picked {
    uint32_t count, near_count;
    uint32_t slot[VOL_PICKED_MOST + VOL_WIDTH_MOST];
    uint32_t near[VOL_PICKED_MOST + VOL_WIDTH_MOST];
    /* Of a boid that moves in turn: what each of the near ones adds to its push, in the kernel's precision: x, y, z,
     * number. */
    _Alignas(64) double push[4][VOL_PICKED_MOST + VOL_WIDTH_MOST];
} vol_picked;

/* Candidates of a group that some shift is on: copies in the order of the runs, where they are seen, in the kernel's
 * precision: position, velocity, heading, speed. */
typedef struct vol_copied {
    uint32_t count;
    uint32_t first; /* the place of the group's first boid among them, or one far behind them */
    _Alignas(64) double number[8][VOL_PICKED_MOST + VOL_WIDTH_MOST];
} vol_copied;

/* The nearest others of the boids of a group, for flocks with neighbours.count: kernels/nearest.h. Arrays are in the
 * kernel's precision. Row n has the number of each lane's n-th nearest, one beside the other. */
enum { VOL_NEAREST_MOST = 256, VOL_HITS_AT_ONCE = 256, VOL_HITS_MOST = 2 * VOL_HITS_AT_ONCE };
typedef double vol_row_of_lanes[VOL_WIDTH_MOST];

/* A flock whose boids are looked at. Among the boids of all of them those of this one are numbered from `offset` on. */
typedef struct vol_nearest_of {
    const vol_boids *of;
    uint32_t flock, offset;
} vol_nearest_of;

typedef struct vol_nearest {
    uint32_t rows;   /* as many as the lane with the most others has */
    uint32_t flocks; /* the group's own, and those that it flocks with */
    vol_nearest_of flock[VOL_TARGETS_MOST + 1];
    uint32_t hits[VOL_WIDTH_MOST]; /* of each lane: how many candidates are near enough to be among the nearest */
    uint32_t hit[VOL_WIDTH_MOST][VOL_HITS_MOST + VOL_WIDTH_MOST];
    _Alignas(64) vol_row_of_lanes limit;        /* of each lane: candidates from this squared distance on are too far */
    vol_row_of_lanes d2[VOL_NEAREST_MOST];      /* infinite behind the last of a lane */
    vol_row_of_lanes number[VOL_NEAREST_MOST];  /* the bits are the boid's number */
    vol_row_of_lanes boid[8][VOL_NEAREST_MOST]; /* position, velocity, heading, speed; what the flock has */
} vol_nearest;

/* What a worker is working on: some boids, and room for what is computed of them. */
typedef struct vol_batch {
    uint32_t first, count; /* slots */
    uint32_t groups;
    vol_group group[VOL_BATCH_GROUPS];
    vol_run run[VOL_BATCH_GROUPS * VOL_GROUP_RUNS];
    unsigned char *sums; /* of each group, sums_size bytes each, as large as any model's; aligned for lanes */
    size_t sums_size;
    /* What each boid wants (vwish), component by component: v in 0 to 2, a in 3 to 5; VOL_BATCH_WISHES numbers each. */
    void *wish[6];
    vol_picked picked;
    vol_copied copied;
    uint32_t unpicked;    /* so many batches more test all candidates: picking saved too little */
    vol_runs near;        /* of other flocks, of one group at a time */
    vol_nearest *nearest; /* NULL if no flock of the world ever had neighbours.count */
} vol_batch;

/* How far the candidates of a group have been picked: the next run, and where in it. */
typedef struct vol_pick_place {
    uint32_t run, slot;
} vol_pick_place;

typedef void (*vol_kernel)(const vol_context *context, vol_batch *batch);

/* What a rule of the host's reads and writes: arrays of VOL_BATCH_WISHES numbers each. */
typedef struct vol_rule_zone {
    double *number, *weight, *offset[3], *velocity[3];
} vol_rule_zone;

enum { VOL_RULE_ARRAYS = 18 + 3 * 8 };

struct vol_custom_neighbour;

typedef struct vol_rule_room {
    double *position[3], *velocity[3], *around[3], *wind[3];
    vol_rule_zone zone[3]; /* separation, alignment, cohesion */
    double *acceleration[3], *wanted[3];
    uint32_t neighbours_most; /* of each boid; 0: none are shown */
    uint32_t *neighbour_count;
    struct vol_custom_neighbour *neighbours; /* neighbours_most for each boid */
} vol_rule_room;

/* Whole numbers of 32 bits for positions: squares (cubes) that fill the box around all boids. */
typedef struct vol_lattice {
    int dimensions;
    double low[3];
    double per_length;
} vol_lattice;

/* Boxes over the slots in their order: around the boids of each leaf, then around VOL_BOX_FAN boxes each, level by
 * level up to the box around all. There are two levels at least. */
enum { VOL_BOX_FAN = 8, VOL_BOX_LEVELS = 12 };
typedef struct vol_boxes {
    uint32_t count; /* of boids */
    uint32_t leaf;  /* boids in each leaf but the last */
    uint32_t levels;
    uint32_t first[VOL_BOX_LEVELS], nodes[VOL_BOX_LEVELS]; /* of each level: its first box, and how many it has */
    void *low[3], *high[3];                                /* of each box, in the kernel's precision */
} vol_boxes;

/* From a slot, and those behind it, to another. */
enum { VOL_COPIED = 8 };
typedef struct vol_copy {
    uint32_t from, to;
} vol_copy;

/* Boxes begin to end - 1 of a level. */
typedef struct vol_stretch {
    uint32_t begin, end;
} vol_stretch;

/* What is searched for among boxes: those that may be within `reach` of a box, seen through a shift. */
typedef struct vol_outlook {
    double low[3], high[3], reach;
    double shift[3];
} vol_outlook;

/* What a k-d tree sorts, side by side: places along the axes, and in the last array the slots. */
typedef struct vol_halving {
    int dimensions;
    uint32_t *array[4];
} vol_halving;

/* Places along the widest axis of a node from low to high, both included, and how many of its boids are at lower places
 * than low, and not above high. */
typedef struct vol_band {
    int axis;
    uint32_t low, high, below, through;
} vol_band;

/* The kernels of one model, for one instruction set and precision. All zero: the model was left out of this build. */
typedef struct vol_model_kernels {
    int traits;            /* of models/model.h */
    size_t sums_size;      /* bytes that the model's sums take for one group */
    size_t constants_size; /* of vol_constants: kernels that were compiled elsewhere must agree on it */
    /* The hot loop; `full` also tests view cones and finds images pair by pair. */
    vol_kernel sense[2][VOL_VARIANT_COUNT][2]; /* 2D or 3D, variant, full */
    /* Models with zones, boids that move in turn: picks exactly the neighbours of one boid, and what each adds to its
     * push. */
    vol_pick alone[VOL_VARIANT_COUNT];
    /* The same in lanes one wide: the hot loop for one boid, by what another instruction set's `alone` has picked. */
    vol_kernel sense_in_turn[2][VOL_VARIANT_COUNT];
    vol_kernel sense_nearest[2][VOL_VARIANT_COUNT]; /* the loop over batch->nearest */
    vol_kernel decide[2][VOL_VARIANT_COUNT];
    vol_kernel move[2];
    /* What each rule does to the first boid of a batch, three numbers each: cohesion, separation, alignment, wall; in
     * lanes one wide alone. */
    void (*forces[2][VOL_VARIANT_COUNT])(const vol_context *context, vol_batch *batch, double *numbers);
} vol_model_kernels;

/* The kernels of one instruction set and precision. What only worlds of that precision need is NULL where the build
 * leaves it out, and `model` too: then the rest is there for measures. */
typedef struct vol_kernels {
    const char *isa;
    vol_precision precision;
    uint32_t width;
    const vol_model_kernels *model[VOL_MODEL_COUNT];
    size_t constants_size;
    size_t numbers_size, step_offset; /* of it, what comes before the tables of weights; and where its `step` is */
    /* `shifted`: the runs of the index are shifted already where the world has images; no boid beyond `reach`
     * matters; `traits` are the model's */
    void (*fill_constants)(void *constants, const vol_world_def *world, const vol_flock_def *flock, int traits,
                           uint32_t number, uint64_t step, bool shifted, double reach);
    vol_pick pick;
    vol_nearest_find nearest_k; /* the nearest others of a group, to batch->nearest */
    vol_kernel surround[2];     /* terms, relations, soft obstacles, players and wind add to what the boids want */
    vol_kernel delayed[2];      /* what delayed relations do to the boids, to `pending` */
    /* Moves the batch by the model's `move`, and keeps it out of hard obstacles. */
    void (*stop[2])(const vol_context *context, vol_batch *batch, vol_kernel move);
    vol_kernel stage[2]; /* in the place of move: one stage of a step that is made in four */
    /* cell[i] for slots begin to end - 1 */
    /* Of slots begin to end - 1, which are outside `low` (included) to `high` along one axis, by their array of
     * positions; `below` and `above`: outside on that side counts as inside, below also what is no number. And whether
     * any is marked, or not between `low` and `high`, neither included. */
    void (*outside)(const void *along, double low, double high, bool below, bool above, uint32_t begin, uint32_t end,
                    unsigned char *mark);
    bool (*some_outside)(const void *along, double low, double high, const unsigned char *mark, uint32_t begin,
                         uint32_t end);
    void (*bin)(const vol_cells *cells, const vol_state *state, uint32_t begin, uint32_t end, uint32_t *cell);
    /* Numbers begin to end - 1: *least and *most become less and more where they are. */
    void (*span)(const uint32_t *number, uint32_t begin, uint32_t end, uint32_t *least, uint32_t *most);
    /* cell[c][i] on the lattice, and key[i] along the Hilbert curve through the lattice's first `bits` bits */
    void (*lattice)(const vol_lattice *lattice, const vol_state *state, uint32_t begin, uint32_t end,
                    uint32_t *const cell[3]);
    void (*curve)(int dimensions, uint32_t *const cell[3], int bits, uint32_t begin, uint32_t end, uint64_t *key);
    /* Splits a node of a k-d tree where nothing but places decides; false if ids do, or if it is small and its number
     * of boids rare. Then the band says which boids are still in question. */
    bool (*halve)(const vol_halving *halving, uint32_t begin, uint32_t middle, uint32_t end, vol_band *band);
    /* Makes boxes begin to end - 1 of a level: of level 0 from the state, else from the level below. */
    void (*enclose)(const vol_boxes *boxes, const vol_state *state, int dimensions, uint32_t level, uint32_t begin,
                    uint32_t end);
    /* Lists the boxes of level 1 that are near, in their order; returns how many stretches. If there is no room for
     * more than `room`, the last one takes in all that is left. */
    uint32_t (*near_boxes)(const vol_boxes *boxes, int dimensions, const vol_outlook *from, vol_stretch *list,
                           uint32_t room);
    /* Lists the leaves below these boxes that are near, as runs of boids, in the same manner. */
    uint32_t (*near_leaves)(const vol_boxes *boxes, int dimensions, const vol_outlook *from, const vol_stretch *list,
                            uint32_t count, vol_run *run, uint32_t room);
    /* Lists those of slots begin to end - 1 where cell[i] is not was[i], and returns how many; VOL_NONE if the slots
     * are not in the order of `was` and id. The list has room for all of them. */
    uint32_t (*moved)(const uint32_t *cell, const uint32_t *was, const uint32_t *id, uint32_t begin, uint32_t end,
                      uint32_t *list);
    /* Copies all arrays and ids from slots to others, which ascend: each VOL_COPIED slots, of which the next copy may
     * overwrite what is too much; nothing from `end` on. Most come from and go to where the copy before did; `ahead`
     * slots from there is what later ones will need. */
    void (*copy)(const vol_state *from, const vol_state *to, const uint32_t *id, uint32_t *id_to, const vol_copy *copy,
                 uint32_t count, uint32_t end, uint32_t ahead);
    /* to[i] = from[order[i]] for all arrays and i from begin to end - 1 */
    void (*gather)(const vol_state *from, const vol_state *to, const uint32_t *order, uint32_t begin, uint32_t end);
    void (*scatter)(const vol_state *state, int dimensions, uint32_t count, const double *center, double strength);
    void (*brush)(const vol_state *state, const vol_world_def *world, uint32_t count, const double *center,
                  double radius, const double *velocity);
    /* Between doubles and the arrays: one boid's position, velocity, heading and speed, 8 numbers. */
    void (*put)(const vol_state *state, int dimensions, uint32_t slot, const double *values);
    void (*get)(const vol_state *state, int dimensions, uint32_t slot, double *values);
    /* heading and speed of slots begin to end - 1 from their velocities, where that is not zero */
    void (*face)(const vol_state *state, uint32_t begin, uint32_t end);
    /* Around a rule of the host's: before terms and surroundings, after them, and after the rule. */
    void (*rule_begin)(const vol_context *context, vol_batch *batch, int dimensions);
    void (*rule_read)(const vol_context *context, vol_batch *batch, int dimensions, const vol_rule_room *room);
    void (*rule_end)(const vol_context *context, vol_batch *batch, int dimensions, const vol_rule_room *room);
    /* Of slots begin to end - 1 and slot `best` (or VOL_NONE) the nearest to the point: one of the former has to be
     * nearer than the root of *least, or as near as `best` with a lower id, and not marked. *least becomes its squared
     * distance. */
    uint32_t (*nearest)(const vol_state *state, const vol_world_def *world, uint32_t begin, uint32_t end,
                        const uint32_t *id, const double *point, const uint32_t *mark, uint32_t best, double *least);
    /* How far slots begin to end - 1 have come from where they were before, at most, along the axis where that is
     * farthest; round a world with images the shorter way. INFINITY: who knows. */
    double (*strayed)(const vol_state *now, const vol_state *before, const vol_world_def *world, uint32_t begin,
                      uint32_t end);
    /* As gather, of positions alone, as doubles. */
    void (*gather_wide)(const vol_state *from, double *const to[3], const uint32_t *order, uint32_t begin,
                        uint32_t end);
    /* Numbers begin to end - 1 of an array as doubles. */
    void (*widen)(const void *from, uint32_t begin, uint32_t end, double *to);
    /* The least and the greatest of them; false if one is no number or beyond `most`. */
    bool (*range)(const void *from, uint32_t begin, uint32_t end, double most, double *low, double *high);
    uint64_t (*hash)(const vol_state *state, int dimensions, uint32_t flock, const uint32_t *id, uint32_t begin,
                     uint32_t end);
} vol_kernels;

#endif
