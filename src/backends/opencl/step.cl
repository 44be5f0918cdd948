/* The step of a flock on a device, one boid a work item: sense, decide, what surrounds it, and move; from the sorted
 * boids back to the state, where the boids stay in the slots they were sorted to. Then the boid is counted in the cell
 * that it is in now, for the next step.
 *
 * One program for each way to step, as constants: VOL_MODEL_NAME, VOL_D, VOL_VARIANT, VOL_FULL (view cones, or images
 * pair by pair), VOL_SAME_ZONES (alignment and cohesion have the same radius), VOL_KINDS (bits 1 << enum
 * vol_device_kind), VOL_IMAGES (boids are seen through shifts), VOL_TORUS (cells go round without a period),
 * VOL_SURROUNDED (something does), VOL_JOINS (it flocks with others), VOL_PENDS, VOL_COUNTS (boids are counted in cells
 * here), VOL_FLOCKS (how many there are), VOL_BOUNDARY, VOL_NEAREST (neighbours.count), VOL_ANYWHERE (the nearest at
 * any distance; the index has those within a reach that is most likely enough), VOL_BY_VALUE (see ARGUMENTS),
 * VOL_TOGETHER_NOW (see sense_crowd.h). */
#include "backends/opencl/counting.h"
#include "kernels/advance.h"
#include "kernels/device_nearest.h"
#include "kernels/surround.h"
#include "models/MODEL.h"

#include "kernels/look.h"

#define VOL_OF(what) VOL_CAT(VOL_MODEL_NAME, what)
#define VOL_HAS_HEADING ((VOL_OF(traits) & VOL_TRAIT_HEADING) != 0)
#define VOL_HAS_ZONES ((VOL_OF(traits) & VOL_TRAIT_ZONES) == VOL_TRAIT_ZONES)
/* Is the push left for later than the rest of what is summed, because it needs a root? In the plane a root that need
 * not be exact (fast) takes less than what is needed to come back to it. */
#define VOL_QUICK_PUSH ((VOL_D == 2) & VOL_FAST & ((VOL_OF(traits) & VOL_TRAIT_APART) != 0))
#define VOL_PUSH_LATER (VOL_HAS_ZONES & ((VOL_OF(traits) & VOL_TRAIT_ROOTS) != 0) & !VOL_QUICK_PUSH)
/* Sums of alignment and cohesion need one count. */
#define VOL_PLAIN (VOL_HAS_ZONES & !VOL_FULL & VOL_SAME_ZONES)
#define VOL_HAS(kind) ((VOL_KINDS >> kind & 1) != 0)

#define VOL_UNROLL _Pragma("unroll")
#define VOL_UNROLL_TWICE _Pragma("unroll 2")

/* A coordinate where there is nobody near; one who shall see nobody is at -VOL_NOWHERE, so that nothing is taken from
 * the same. Compilers may take it that nothing is infinite where all need not be exact (fast): there its square is a
 * number too. */
#if VOL_FAST
#define VOL_NOWHERE REAL(1e18)
#else
#define VOL_NOWHERE VOL_INFINITY
#endif

/* 1 for numbers below 0. */
#if VOL_DOUBLE
#define SIGN_OF(number) ((uint)(as_ulong(number) >> 63))
#else
#define SIGN_OF(number) (as_uint(number) >> 31)
#endif

/* A pointer that stays one number: compilers would else add its parts anew for every boid. */
#ifdef __NV_CL_C_VERSION
#define VOL_ONE_POINTER(p) asm("mov.b64 %0, %0;" : "+l"(p))
#else
#define VOL_ONE_POINTER(p) (void)0
#endif

/* A number that is read here, though it may not be used. */
#if defined(__NV_CL_C_VERSION) && !VOL_DOUBLE
#define VOL_FETCHED(number) asm volatile("" ::"f"(number))
#else
#define VOL_FETCHED(number) (void)0
#endif

/* What the kernels are given. A flock that nothing surrounds and that is sorted by a grid (VOL_BY_VALUE) has its record
 * and its numbers by value, and nothing that it does not read: each buffer takes the host time at every start. */
typedef struct vol_given {
    VOL_SHARED const vol_device_flock *flocks;
    VOL_SHARED const vol_constants *constants;
    vol_device_step now;
    __global const vol_device_found *founds;
    __global real4 *state, *sorted;
    __global const uint *id, *order, *ends;
    __global const real4 *boxes;
    __global real *pending;
    __global const vol_term_core *term;
    __global const double *number;
    __global const vol_relation_core *relation;
    __global const uint *target;
    vol_obstacle_cells obstacles;
    __global const vol_player_core *player;
} vol_given;

#if VOL_BY_VALUE
#define ARGUMENTS                                                                                             \
    const vol_device_flock record, const vol_constants numbers, __global const vol_device_progress *progress, \
        __global real4 *state, __global real4 *sorted, __global const uint *id, __global const uint *ends,    \
        __global uint *cell, __global uint *rank, __global uint *counts, uint which
#define FLOCK (&record)
#define CONSTANTS (&numbers)
#define COUNTS which
#define GIVEN \
    { .flocks = &record, .constants = &numbers, .state = state, .sorted = sorted, .id = id, .ends = ends }
#else
#define ARGUMENTS                                                                                                      \
    __constant const vol_device_flock *flocks, __global const vol_device_found *founds,                                \
        __global const vol_device_progress *progress, vol_device_step now, __constant const vol_constants *constants,  \
        __global real4 *state, __global real4 *sorted, __global const uint *id, __global const uint *order,            \
        __global const uint *ends, __global const real4 *boxes, __global real *pending, __global uint *cell,           \
        __global uint *rank, __global uint *counts, __global const vol_term_core *term, __global const double *number, \
        __global const vol_relation_core *relation, __global const uint *target,                                       \
        __global const vol_obstacle_grid *grid, __global const vol_barrier *barrier, __global const double *points,    \
        __global const uint *start, __global const uint *list, __global const vol_player_core *player
#define FLOCK (&flocks[now.flock])
#define CONSTANTS constants
#define COUNTS now.counts
#define GIVEN                                                                                                       \
    {                                                                                                               \
        .flocks = flocks, .constants = constants, .now = now, .founds = founds, .state = state, .sorted = sorted,   \
        .id = id, .order = order, .ends = ends, .boxes = boxes, .pending = pending, .term = term, .number = number, \
        .relation = relation, .target = target,                                                                     \
        .obstacles = {.grid = grid, .barrier = barrier, .points = points, .start = start, .list = list},            \
        .player = player                                                                                            \
    }
#endif

/* What a context points to. */
typedef struct surrounding {
    vol_boids flock[VOL_FLOCKS];
    vol_around around;
    vol_runs runs;
} surrounding;

/* Where a flock's boids and its index are. A flock by value is the only one there is. */
VOL_INLINE vol_boids boids_of(const vol_given *g, uint flock) {
    VOL_SHARED const vol_device_flock *f = &g->flocks[VOL_BY_VALUE ? 0 : flock];
    vol_boids b;
    b.now = device_state(g->sorted, f);
    b.id = g->id + f->slot;
    b.count = f->count;
    b.index = f;
    b.ends = g->ends + f->ends;
    if (!VOL_BY_VALUE) {
        b.order = g->order + f->slot;
        b.leader = g->founds[flock].leader;
        b.kind = g->founds[flock].kind;
        b.boxes = g->boxes + f->boxes;
    }
    return b;
}

/* What surrounds the flock. */
VOL_INLINE void look_around(const vol_given *g, surrounding *s) {
    const vol_device_step now = g->now;
    vol_around *a = &s->around;
    for (uint i = 0; i < VOL_FLOCKS; i++) {
        s->flock[i] = boids_of(g, i);
    }
    a->flock = s->flock;
    a->term = g->term, a->number = g->number, a->relation = g->relation, a->target = g->target;
    a->obstacles = g->obstacles;
    a->obstacles.bit = flock_bit(now.flock);
    a->obstacle_count = now.obstacle_count, a->soft_count = now.soft_count, a->hard_count = now.hard_count;
    a->player = g->player, a->player_count = now.player_count;
    a->blows = (int)now.blows;
    for (uint i = 0; i < 3; i++) {
        a->blow[i] = now.blow[i];
    }
}

/* Nothing is filled in that is not read: what is all constants and pointers then stays in registers. */
VOL_INLINE vol_context context_of(const vol_given *g, VOL_SHARED const vol_device_flock *f, surrounding *s) {
    const vol_device_step now = g->now;
    vol_context c;
    if (VOL_SURROUNDED || VOL_JOINS || VOL_PENDS) {
        look_around(g, s);
        c.around = &s->around;
    }
    for (uint i = 0; i < 3; i++) {
        c.relation[i] = now.relation[i];
        c.pending[i] = VOL_PENDS ? g->pending + 3 * f->slot + i * (ulong)f->capacity : 0;
    }
    c.constants = g->constants;
    c.own = boids_of(g, now.flock);
    VOL_ONE_POINTER(c.own.now.a);
    VOL_ONE_POINTER(c.own.now.b);
    VOL_ONE_POINTER(c.own.ends);
    c.next = device_state(g->state, f);
    c.flock = now.flock, c.terms_begin = now.terms_begin, c.terms_end = now.terms_end;
    c.force = (int)now.force, c.time = now.time, c.budget = now.budget, c.reach = now.reach;
    return c;
}

/* --- Sense: the flock's own boids, in the order in which a processor takes them ----------------------------------- */

VOL_INLINE vol_manner manner_of(int images) {
    const vol_manner how = {VOL_D, VOL_VARIANT, VOL_FULL, images, 0, 0, 1, 1, 1, 0, 0};
    return how;
}

#if VOL_NEAREST > 0
typedef vol_device_nearest vol_gathered;
#else
typedef VOL_OF(sums) vol_gathered;
#endif

/* Shows the boid in slot j of a flock to the model, or puts it into the list of the nearest. `first` is the slot of
 * the boid that looks, in its own flock. */
VOL_INLINE void gather(const vol_manner how, const vol_context *c, const vself *me, uint flock, const vol_boids *of,
                       uint first, uint j, real x, real y, real z, vol_gathered *to) {
#if VOL_NEAREST > 0
    VOL_SHARED const vol_constants *k = c->constants;
    vother o;
    o.p = place_at(VOL_D, &of->now, j);
    if (!how.plain) {
        o.p = vec_add(VOL_D, o.p, vec_set(x, y, z));
    }
    VOL_OF(measure)(how, k, me, &o);
    if (o.d2 < to->limit && j != first && (!k->view_limited || in_view(VOL_D, k, me, &o))) {
        nearest_put(c, o.d2, flock, j, to);
    }
#else
    VOL_OF(look_at)(how, c->constants, me, &of->now, first, j, x, y, z, to);
#endif
}

VOL_INLINE void gather_run(const vol_manner how, const vol_context *c, const vself *me, uint flock, const vol_boids *of,
                           uint first, const vol_run *run, vol_gathered *to) {
    const real x = (real)run->shift[0], y = (real)run->shift[1], z = (real)run->shift[2];
    for (uint j = run->begin; j < run->end; j++) {
        gather(how, c, me, flock, of, first, j, x, y, z, to);
    }
}

/* Boids in the order of a run, of which only those within the reach are looked at: others would add exactly nothing.
 * First up to 32 are tested, then those that passed are taken one by one. Work items that run together take as long as
 * the one with the most neighbours, not as the one with the most candidates at each turn.
 *
 * So many are fetched together; what lies behind a run is tested with it and left out. */
enum { VOL_AT_ONCE = 8, VOL_TESTED = 32 };

/* A bit for each of boids begin to end - 1 that is within the reach: the first one has the highest of end - begin bits.
 * Whether it is may be rounded otherwise than when it is looked at: the reach has room for that. */
VOL_INLINE uint hits_of(const vol_context *c, const vself *me, const vol_run *run, const int shifted, uint begin,
                        uint end) {
    VOL_SHARED const vol_constants *k = c->constants;
    const real beyond = -k->reach_d2;
    const real sx = shifted ? (real)run->shift[0] : REAL(0), sy = shifted ? (real)run->shift[1] : REAL(0),
               sz = VOL_D == 3 && shifted ? (real)run->shift[2] : REAL(0);
    __global const real4 *at = c->own.now.a + begin;
    uint hits = 0, rest = 0;
    for (uint n = begin; n < end; n += VOL_AT_ONCE, at += VOL_AT_ONCE) {
        VOL_UNROLL
        for (uint j = 0; j < VOL_AT_ONCE; j++) {
            const real4 o = at[j];
            const real x = me->p.x - (shifted ? o.x + sx : o.x), y = me->p.y - (shifted ? o.y + sy : o.y),
                       z = VOL_D == 3 ? me->p.z - (shifted ? o.z + sz : o.z) : REAL(0);
            real d2 = fma(x, x, beyond);
            d2 = fma(y, y, d2);
            d2 = VOL_D == 3 ? fma(z, z, d2) : d2;
            hits = hits << 1 | SIGN_OF(d2);
        }
        rest = n + VOL_AT_ONCE - end;
    }
    return hits >> rest;
}

/* In the plane most boids take their rows otherwise (sense_rows): those that come here have many neighbours, and all
 * others of the flock wait for the last of them. So they take some at a time, of which one is waited for while another
 * is computed. */
#define VOL_SEVERAL_HITS ((VOL_D == 2) & VOL_HAS_ZONES & (VOL_NEAREST == 0))
enum { VOL_HITS_AT_ONCE = 2 };

#if VOL_SEVERAL_HITS
VOL_INLINE void look_at_several(const vol_manner how, const vol_context *c, const vself *me, uint i, real x, real y,
                                uint hits, uint end, vol_gathered *to) {
    while (hits) {
        vother o[VOL_HITS_AT_ONCE];
        uint slot[VOL_HITS_AT_ONCE];
        VOL_UNROLL
        for (uint n = 0; n < VOL_HITS_AT_ONCE; n++) {
            const uint left = hits, bit = 31 - clz(hits | 1);
            hits &= ~(1u << bit);
            slot[n] = end - 1 - bit;
            o[n].p = place_at(VOL_D, &c->own.now, slot[n]);
            o[n].v = velocity_at(VOL_D, &c->own.now, slot[n]);
            o[n].heading = VOL_HAS_HEADING ? heading_at(&c->own.now, slot[n]) : REAL(0);
            o[n].speed = VOL_HAS_HEADING ? speed_at(&c->own.now, slot[n]) : REAL(0);
            if (!how.plain) {
                o[n].p = vec_add(VOL_D, o[n].p, vec_set(x, y, REAL(0)));
            }
            o[n].p.x = left ? o[n].p.x : VOL_NOWHERE; /* there are no more */
        }
        VOL_UNROLL
        for (uint n = 0; n < VOL_HITS_AT_ONCE; n++) {
            VOL_OF(consider)(how, c->constants, me, slot[n] == i, &o[n], to);
        }
    }
}
#endif

VOL_INLINE void look_at_hits(const vol_manner how, const vol_context *c, const vself *me, uint i, const vol_run *run,
                             uint hits, uint end, vol_gathered *to) {
    const real x = (real)run->shift[0], y = (real)run->shift[1], z = VOL_D == 3 ? (real)run->shift[2] : REAL(0);
#if VOL_SEVERAL_HITS
    look_at_several(how, c, me, i, x, y, hits, end, to);
#else
    while (hits) {
        const uint bit = 31 - clz(hits);
        hits ^= 1u << bit;
        gather(how, c, me, c->flock, &c->own, i, end - 1 - bit, x, y, z, to);
    }
#endif
}

VOL_INLINE void look_along(const vol_manner how, const int shifted, const vol_context *c, const vself *me, uint i,
                           const vol_run *run, vol_gathered *to) {
    for (uint begin = run->begin; begin < run->end; begin += VOL_TESTED) {
        const uint end = min(begin + VOL_TESTED, run->end);
        look_at_hits(how, c, me, i, run, hits_of(c, me, run, shifted, begin, end), end, to);
    }
}

/* Boids begin to end - 1, seen through a shift or through none. */
VOL_INLINE void look_at_run(const vol_context *c, const vself *me, uint i, const vol_run *run, vol_gathered *to) {
    const vol_manner how = manner_of(0);
    vol_manner plain = how;
    plain.plain = plain.same = VOL_PLAIN;
    if (!VOL_IMAGES || (run->shift[0] == 0 && run->shift[1] == 0 && run->shift[2] == 0)) {
        look_along(plain, 0, c, me, i, run, to);
    } else {
        look_along(how, 1, c, me, i, run, to);
    }
}

#include "backends/opencl/sense_grid.h"
#include "backends/opencl/sense_tree.h"
#if VOL_TOGETHER_NOW
#include "backends/opencl/sense_crowd.h"
#endif

/* The work items that run together: has this one a boid? Others go on only where all of them must come, which is where
 * they have a list. */
typedef struct vol_group {
    int live;
#if VOL_TOGETHER_NOW
    __local vol_crowd_list *list;
#endif
} vol_group;

/* All boids, each by its nearest image. */
VOL_INLINE void sense_all(const vol_context *c, const vself *me, uint i, int images, vol_gathered *to) {
    vol_run run;
    run.begin = 0;
    run.end = c->own.count;
    run.shift[0] = run.shift[1] = run.shift[2] = 0;
    vol_manner how = manner_of(images);
    how.full |= VOL_ANYWHERE;
    how.plain = how.same = VOL_PLAIN;
    gather_run(how, c, me, c->flock, &c->own, i, &run, to);
}

VOL_INLINE void sense_own(const vol_context *c, const vself *me, uint i, const vol_group *group, vol_gathered *to) {
    const int grid = VOL_KINDS == 1 << VOL_DEVICE_GRID ? 1 : c->own.kind == VOL_DEVICE_GRID;
#if VOL_TOGETHER_NOW
    sense_crowd(c, me, i, group->live, group->list, to);
#else
    if (grid & VOL_HAS(VOL_DEVICE_GRID)) {
        sense_grid(c, me, i, to);
    } else if (VOL_HAS(VOL_DEVICE_TREE)) {
        sense_tree(c, me, i, to);
    } else {
        VOL_SHARED const vol_constants *k = c->constants;
        sense_all(c, me, i, k->images, to);
    }
#endif
    if (VOL_PLAIN == 1 && VOL_NEAREST == 0) {
        vzones_same((void *)to);
    }
}

/* Boids of the flocks that this one flocks with: none of them is the boid itself. */
VOL_INLINE void sense_joined(const vol_context *c, const vself *me, vol_runs *runs, vol_gathered *to) {
    VOL_SHARED const vol_constants *k = c->constants;
    const vol_manner how = manner_of(k->world_images);
    vol_run run;
    joined_runs(VOL_D, c, me->p, 1, runs);
    while (next_run(VOL_D, c, runs, &run)) {
        gather_run(how, c, me, (uint)(run.of - c->around->flock), run.of, run.end + 1, &run, to);
    }
}

/* Sums over all neighbours, or over the nearest. */
VOL_INLINE void sense(const vol_context *c, const vself *me, uint i, const vol_group *group, vol_runs *runs,
                      VOL_OF(sums) * sums) {
#if VOL_NEAREST > 0
    VOL_SHARED const vol_constants *k = c->constants;
    vol_device_nearest nearest;
    nearest_begin(k->reach_d2, &nearest);
    sense_own(c, me, i, group, &nearest);
    if (VOL_JOINS) {
        sense_joined(c, me, runs, &nearest);
    }
    if (VOL_ANYWHERE && !nearest_is_full(c, &nearest)) {
        nearest_begin(VOL_INFINITY, &nearest);
        sense_all(c, me, i, k->world_images, &nearest);
        if (VOL_JOINS) {
            sense_joined(c, me, runs, &nearest);
        }
    }
    vol_manner how = manner_of(k->world_images);
    how.full = 1;
    vother o;
    o.p = me->p, o.v = me->v, o.heading = me->heading, o.speed = me->speed;
    VOL_OF(consider_nearest)(how, k, me, 1, 1, &o, sums);
    for (uint r = 0; r < nearest.count; r++) {
        const vol_boids *of = nearest_flock(c, nearest.flock[r]);
        const uint j = nearest.slot[r];
        o.p = place_at(VOL_D, &of->now, j);
        o.v = velocity_at(VOL_D, &of->now, j);
        o.heading = VOL_HAS_HEADING ? heading_at(&of->now, j) : REAL(0);
        o.speed = VOL_HAS_HEADING ? speed_at(&of->now, j) : REAL(0);
        VOL_OF(consider_nearest)(how, k, me, 0, 1, &o, sums);
    }
#else
    sense_own(c, me, i, group, sums);
    if (VOL_JOINS && group->live) {
        sense_joined(c, me, runs, sums);
    }
#endif
}

#if VOL_TOGETHER_NOW
#define TURNS , __global const uint *turns
#define ATTRIBUTES __attribute__((reqd_work_group_size(VOL_TOGETHER, 1, 1)))
#else
#define TURNS
#define ATTRIBUTES
#endif

__kernel ATTRIBUTES void step_flock(ARGUMENTS TURNS) {
    uint i = (uint)get_group_id(0) * (uint)get_local_size(0) + (uint)get_local_id(0); /* shorter than 64 bits */
    VOL_SHARED const vol_device_flock *f = FLOCK;
    vol_group group;
    group.live = i < f->count;
#if VOL_TOGETHER_NOW
    __local vol_crowd_list crowd;
    group.list = &crowd;
    i = turns[f->slot + min(i, f->count - 1)];
#else
    if (!group.live) {
        return;
    }
#endif
    const vol_given given = GIVEN;
    VOL_SHARED const vol_constants *k = CONSTANTS;
    surrounding around;
    const vol_context c = context_of(&given, f, &around);
    vself me = self_load(VOL_D, VOL_HAS_HEADING, VOL_PENDS, &c, i);
    VOL_FETCHED(me.p.x); /* before it is known whether the queue has stopped: to wait once is shorter */
    if (progress->stopped) {
        return;
    }
    VOL_OF(sums) sums = VOL_OF(begin)(VOL_D, VOL_VARIANT, k, &me);
    sense(&c, &me, i, &group, &around.runs, &sums);
    if (!group.live) {
        return;
    }
    vwish wish = VOL_OF(decide)(VOL_D, VOL_VARIANT, k, &me, &sums);
    if (VOL_SURROUNDED) {
        boid_surround(VOL_D, &c, &me, i, 1, &around.runs, &wish);
    }
    advance(VOL_D, vol_limit_of(VOL_OF(traits)), VOL_HAS_HEADING, k, &wish, &me);
    self_store(VOL_D, VOL_HAS_HEADING, &c.next, i, &me, 1);
    if (VOL_COUNTS) {
        const uint at = cell_of(VOL_D, VOL_TORUS, &f->cells, me.p.x, me.p.y, VOL_D == 3 ? me.p.z : 0);
        count_boid(f, i, at, COUNTS, cell, rank, counts);
    }
}

#if !VOL_BY_VALUE
/* What delayed relations do to a boid. */
__kernel void delayed(ARGUMENTS) {
    const uint i = get_global_id(0);
    VOL_SHARED const vol_device_flock *f = FLOCK;
    if (i >= f->count || progress->stopped) {
        return;
    }
    const vol_given given = GIVEN;
    surrounding around;
    const vol_context c = context_of(&given, f, &around);
    const vself me = self_load(VOL_D, 0, 0, &c, i);
    vec_store(VOL_D, c.pending, i, boid_delayed(VOL_D, &c, &me, 1, &around.runs), 1);
}

#if VOL_D == 2
/* After hard obstacles: headings and speeds follow the velocities. */
__kernel void face(ARGUMENTS) {
    const uint i = get_global_id(0);
    VOL_SHARED const vol_device_flock *f = FLOCK;
    if (i >= f->count || progress->stopped) {
        return;
    }
    const vol_state s = device_state(state, f);
    vreal heading = heading_at(&s, i), speed;
    polar_face(velocity_at(2, &s, i), &heading, &speed);
    s.b[i] = (real4)(heading, speed, REAL(0), REAL(0));
}
#endif
#endif
