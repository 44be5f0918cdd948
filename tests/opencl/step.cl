/* A step as OpenCL C, one boid a work item, without an index: sense and decide of every model, what surrounds the
 * flocks, and move. What a GPU back end will run; test_opencl.c runs it and compares with the CPU. */
#include "kernels/advance.h"
#include "kernels/surround.h"
#include "opencl/step_data.h"

#define VOL_EACH_MODEL "models/header.h"
#include <volery/models.def>
#define VOL_EACH_MODEL "kernels/look.h"
#include <volery/models.def>

#define ARGUMENTS                                                                                                      \
    __constant vol_constants *k, __global const step_numbers *numbers, __global real *now, __global real *next,       \
        __global real *wishes, __global real *pending, __global const uint *id, __global const vol_term_core *term,    \
        __global const double *number, __global const vol_relation_core *relation, __global const uint *target,        \
        __global const vol_obstacle_grid *grid, __global const vol_barrier *barrier, __global const double *points,    \
        __global const uint *start, __global const uint *list, __global const double *player, uint count
#define PASSED                                                                                                         \
    k, numbers, now, next, wishes, pending, id, term, number, relation, target, grid, barrier, points, start, list,    \
        player, count

/* What a context points to. */
typedef struct surrounding {
    vol_boids flock[FLOCKS_MOST];
    vol_around around;
    vol_runs runs;
} surrounding;

/* A flock's arrays, one after the other: x, y, z of positions, of velocities, headings, speeds. */
VOL_INLINE vol_state state_at(__global real *state, __global const step_flock *f) {
    vol_state s;
    for (uint c = 0; c < 3; c++) {
        s.position[c] = state + f->at + c * f->count;
        s.velocity[c] = state + f->at + (3 + c) * f->count;
    }
    s.heading = state + f->at + 6 * f->count;
    s.speed = state + f->at + 7 * f->count;
    return s;
}

VOL_INLINE vol_context context_of(ARGUMENTS, surrounding *s) {
    vol_around *a = &s->around;
    vol_context c;
    for (uint i = 0; i < numbers->flock_count; i++) {
        s->flock[i].now = state_at(now, &numbers->of[i]);
        s->flock[i].id = s->flock[i].order = id; /* without an index slots are in id order */
        s->flock[i].count = numbers->of[i].count;
        s->flock[i].leader = numbers->of[i].leader;
        s->flock[i].index = 0;
    }
    a->flock = s->flock;
    a->term = term, a->number = number, a->relation = relation, a->target = target;
    a->obstacles.grid = grid, a->obstacles.barrier = barrier, a->obstacles.points = points;
    a->obstacles.start = start, a->obstacles.list = list;
    a->obstacle_count = numbers->obstacle_count, a->soft_count = numbers->soft_count;
    a->hard_count = numbers->hard_count;
    a->player = player, a->player_count = numbers->player_count;
    a->flee_radius = numbers->flee_radius, a->flee_weight = numbers->flee_weight;
    a->blows = numbers->blows;
    for (uint i = 0; i < 3; i++) {
        a->blow[i] = numbers->blow[i];
        c.relation[i] = numbers->relation[i];
        c.pending[i] = numbers->pends ? pending + numbers->of[numbers->flock].at + i * count : 0;
    }
    c.constants = k;
    c.own = s->flock[numbers->flock];
    c.next = state_at(next, &numbers->of[numbers->flock]);
    c.around = a;
    c.flock = numbers->flock, c.terms_begin = numbers->terms_begin, c.terms_end = numbers->terms_end;
    c.force = numbers->force, c.time = numbers->time, c.budget = numbers->budget, c.reach = numbers->reach;
    return c;
}

VOL_INLINE vwish wish_at(__global const real *wishes, uint count, uint i) {
    vwish wish;
    wish.v = vec_set(wishes[i], wishes[count + i], wishes[2 * count + i]);
    wish.a = vec_set(wishes[3 * count + i], wishes[4 * count + i], wishes[5 * count + i]);
    return wish;
}

VOL_INLINE void wish_put(__global real *wishes, uint count, uint i, const vwish *wish) {
    wishes[i] = wish->v.x;
    wishes[count + i] = wish->v.y;
    wishes[2 * count + i] = wish->v.z;
    wishes[3 * count + i] = wish->a.x;
    wishes[4 * count + i] = wish->a.y;
    wishes[5 * count + i] = wish->a.z;
}

/* sense and decide */
#define DECIDE(name, D, variant)                                                                               \
    __kernel void name##_##D##variant(ARGUMENTS) {                                                             \
        const uint i = get_global_id(0);                                                                       \
        surrounding around;                                                                                    \
        const vol_context c = context_of(PASSED, &around);                                                     \
        const vol_manner own = {D, variant, 1, k->images, 0, 1, 1, 1, 0};                                      \
        const vol_manner joined = {D, variant, 1, k->world_images, 0, 1, 1, 1, 0};                             \
        const vol_run all = {&c.own, 0, count, {0, 0, 0}};                                                     \
        const vol_arrays arrays = arrays_of(&c.own);                                                           \
        vself me = self_load(D, (name##_traits & VOL_TRAIT_HEADING) != 0, &c, i);                              \
        name##_sums sums = name##_begin(D, variant, k, &me);                                                   \
        name##_look(own, k, &me, &arrays, i, &all, &sums);                                                     \
        joined_runs(D, &c, me.p, 1, &around.runs);                                                             \
        for (uint r = 0; r < around.runs.count; r++) {                                                         \
            const vol_run *run = &around.runs.run[r];                                                          \
            const vol_arrays theirs = arrays_of(run->of);                                                      \
            name##_look(joined, k, &me, &theirs, run->end + 1, run, &sums);                                    \
        }                                                                                                      \
        const vwish wish = name##_decide(D, variant, k, &me, &sums);                                           \
        wish_put(wishes, count, i, &wish);                                                                     \
    }

#define MOVE(name, D)                                                                                                  \
    __kernel void name##_move_##D(ARGUMENTS) {                                                                         \
        const uint i = get_global_id(0);                                                                               \
        const int heading = (name##_traits & VOL_TRAIT_HEADING) != 0;                                                  \
        surrounding around;                                                                                            \
        const vol_context c = context_of(PASSED, &around);                                                             \
        const vwish wish = wish_at(wishes, count, i);                                                                  \
        vself me = self_load(D, heading, &c, i);                                                                       \
        advance(D, vol_limit_of(name##_traits), heading, k, &wish, &me);                                               \
        self_store(D, heading, &c.next, i, &me, 1);                                                                    \
    }

#define SURROUND(D)                                                                                                    \
    __kernel void surround_##D(ARGUMENTS) {                                                                            \
        const uint i = get_global_id(0);                                                                               \
        surrounding around;                                                                                            \
        const vol_context c = context_of(PASSED, &around);                                                             \
        const vself me = self_load(D, 0, &c, i);                                                                       \
        vwish wish = wish_at(wishes, count, i);                                                                        \
        boid_surround(D, &c, &me, i, 1, &around.runs, &wish);                                                          \
        wish_put(wishes, count, i, &wish);                                                                             \
    }                                                                                                                  \
    __kernel void delayed_##D(ARGUMENTS) {                                                                             \
        const uint i = get_global_id(0);                                                                               \
        surrounding around;                                                                                            \
        const vol_context c = context_of(PASSED, &around);                                                             \
        const vself me = self_load(D, 0, &c, i);                                                                       \
        vec_store(D, c.pending, i, boid_delayed(D, &c, &me, 1, &around.runs), 1);                                      \
    }

#define MODEL_2(name) DECIDE(name, 2, 0) DECIDE(name, 2, 1) MOVE(name, 2)
#define MODEL_3(name) DECIDE(name, 3, 0) DECIDE(name, 3, 1) MOVE(name, 3)
#define MODEL_23(name) MODEL_2(name) MODEL_3(name)
#define VOL_MODEL(name, NAME, dimensions, about, uses) MODEL_##dimensions(name)
#include <volery/models.def>

SURROUND(2)
SURROUND(3)

/* After hard obstacles: headings and speeds follow the velocities. */
__kernel void face(ARGUMENTS) {
    const uint i = get_global_id(0);
    const vol_state s = state_at(next, &numbers->of[numbers->flock]);
    const vvec v = vec_set(load_at(s.velocity[0], i), load_at(s.velocity[1], i), REAL(0));
    vreal heading = load_at(s.heading, i), speed;
    polar_face(v, &heading, &speed);
    store_at(s.heading, i, heading, 1);
    store_at(s.speed, i, speed, 1);
}
