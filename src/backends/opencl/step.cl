/* The step of a flock on a device, one boid a work item: sense, decide, what surrounds it, and move; from the sorted
 * boids back to the state, where the boids stay in the slots they were sorted to. Then the boid is counted in the cell
 * that it is in now, for the next step.
 *
 * One program for each way to step, as constants: VOL_MODEL_NAME, VOL_D, VOL_VARIANT, VOL_FULL (view cones, or images
 * pair by pair), VOL_SAME_ZONES (alignment and cohesion have the same radius), VOL_KINDS (bits 1 << enum
 * vol_device_kind), VOL_IMAGES (boids are seen through shifts), VOL_TORUS (cells go round without a period),
 * VOL_SURROUNDED (something does), VOL_JOINS (it flocks with others), VOL_PENDS, VOL_COUNTS (boids are counted in cells
 * here), VOL_FLOCKS (how many there are), VOL_BOUNDARY. */
#include "kernels/advance.h"
#include "kernels/surround.h"
#include "models/MODEL.h"

#include "kernels/look.h"

#define VOL_OF(what) VOL_CAT(VOL_MODEL_NAME, what)
#define VOL_HAS_HEADING ((VOL_OF(traits) & VOL_TRAIT_HEADING) != 0)
#define VOL_HAS_ZONES ((VOL_OF(traits) & VOL_TRAIT_ZONES) == VOL_TRAIT_ZONES)
/* Sums of alignment and cohesion need one count. */
#define VOL_PLAIN (VOL_HAS_ZONES & !VOL_FULL & VOL_SAME_ZONES)
#define VOL_HAS(kind) ((VOL_KINDS >> kind & 1) != 0)

#define ARGUMENTS                                                                                                      \
    __constant const vol_device_flock *flocks, __global const vol_device_found *founds,                                \
        __global const vol_device_progress *progress, vol_device_step now, __constant const vol_constants *k,          \
        __global real4 *state, __global real4 *sorted, __global const uint *id, __global const uint *order,            \
        __global const uint *ends, __global const real4 *boxes, __global real *pending, __global uint *cell,           \
        __global uint *counts, __global const vol_term_core *term, __global const double *number,                      \
        __global const vol_relation_core *relation, __global const uint *target,                                       \
        __global const vol_obstacle_grid *grid, __global const vol_barrier *barrier, __global const double *points,    \
        __global const uint *start, __global const uint *list, __global const double *player
#define PASSED                                                                                                         \
    flocks, founds, progress, now, k, state, sorted, id, order, ends, boxes, pending, cell, counts, term, number,      \
        relation, target, grid, barrier, points, start, list, player

/* What a context points to. */
typedef struct surrounding {
    vol_boids flock[VOL_FLOCKS];
    vol_around around;
    vol_runs runs;
} surrounding;

VOL_INLINE vol_boids boids_of(ARGUMENTS, uint flock) {
    __constant const vol_device_flock *f = &flocks[flock];
    vol_boids b;
    b.now = device_state(sorted, f);
    b.id = id + f->slot;
    b.order = order + f->slot;
    b.count = f->count;
    b.leader = founds[flock].leader;
    b.kind = founds[flock].kind;
    b.index = f;
    b.ends = ends + f->ends;
    b.boxes = boxes + f->boxes;
    return b;
}

VOL_INLINE vol_context context_of(ARGUMENTS, surrounding *s) {
    __constant const vol_device_flock *f = &flocks[now.flock];
    vol_around *a = &s->around;
    vol_context c;
    if (VOL_SURROUNDED || VOL_JOINS) {
        for (uint i = 0; i < VOL_FLOCKS; i++) {
            s->flock[i] = boids_of(PASSED, i);
        }
    }
    a->flock = s->flock;
    a->term = term, a->number = number, a->relation = relation, a->target = target;
    a->obstacles.grid = grid, a->obstacles.barrier = barrier, a->obstacles.points = points;
    a->obstacles.start = start, a->obstacles.list = list;
    a->obstacle_count = now.obstacle_count, a->soft_count = now.soft_count;
    a->hard_count = now.hard_count;
    a->player = player, a->player_count = now.player_count;
    a->flee_radius = now.flee_radius, a->flee_weight = now.flee_weight;
    a->blows = (int)now.blows;
    for (uint i = 0; i < 3; i++) {
        a->blow[i] = now.blow[i];
        c.relation[i] = now.relation[i];
        c.pending[i] = pending + 3 * f->slot + i * (ulong)f->capacity;
    }
    c.constants = k;
    c.own = boids_of(PASSED, now.flock);
    c.next = device_state(state, f);
    c.around = a;
    c.flock = now.flock, c.terms_begin = now.terms_begin, c.terms_end = now.terms_end;
    c.force = (int)now.force, c.time = now.time, c.budget = now.budget, c.reach = now.reach;
    return c;
}

/* --- Sense: the flock's own boids, in the order in which a processor takes them ---------------------------------------- */

VOL_INLINE vol_manner manner_of(int images) {
    const vol_manner how = {VOL_D, VOL_VARIANT, VOL_FULL, images, 0, 1, 1, 1, 0};
    return how;
}

/* Boids begin to end - 1, seen through a shift or through none. */
VOL_INLINE void look_at_run(const vol_context *c, const vself *me, uint i, const vol_run *run, VOL_OF(sums) * sums) {
    __constant const vol_constants *k = c->constants;
    const vol_manner how = manner_of(VOL_KINDS == 1 << VOL_DEVICE_BRUTE ? k->images : 0);
    vol_manner plain = how;
    plain.plain = VOL_PLAIN;
    if (!VOL_IMAGES || (run->shift[0] == 0 && run->shift[1] == 0 && run->shift[2] == 0)) {
        VOL_OF(look)(plain, k, me, &c->own.now, i, run, sums);
    } else {
        VOL_OF(look)(how, k, me, &c->own.now, i, run, sums);
    }
}

/* A row of cells around cell x: what is round the world below it, itself, what is above. */
VOL_INLINE void look_along(const vol_context *c, const vself *me, uint i, uint row, uint x, vol_run *run,
                           VOL_OF(sums) * sums) {
    __constant const vol_cells *cells = &c->own.index->cells;
    __global const uint *ends = c->own.ends + row;
    const uint across = cells->number[0];
    const int wraps = VOL_IMAGES || VOL_TORUS;
    if (wraps && x == 0) {
        run->begin = ends[across - 1];
        run->end = ends[across];
        run->shift[0] = -cells->period[0];
        look_at_run(c, me, i, run, sums);
    }
    run->begin = ends[x > 0 ? x - 1 : 0];
    run->end = ends[min(x + 2, across)];
    run->shift[0] = 0;
    look_at_run(c, me, i, run, sums);
    if (wraps && x == across - 1) {
        run->begin = ends[0];
        run->end = ends[1];
        run->shift[0] = cells->period[0];
        look_at_run(c, me, i, run, sums);
    }
}

VOL_INLINE void sense_grid(const vol_context *c, const vself *me, uint i, VOL_OF(sums) * sums) {
    __constant const vol_cells *cells = &c->own.index->cells;
    uint at[3] = {0, 0, 0};
    const double p[3] = {me->p.x, me->p.y, VOL_D == 3 ? me->p.z : 0};
    for (int axis = 0; axis < VOL_D; axis++) {
        at[axis] = cell_along(p[axis], cells->low[axis], cells->per_length[axis], cells->number[axis], VOL_TORUS);
    }
    vol_run run;
    run.of = &c->own;
    for (int dz = VOL_D == 3 ? -1 : 0; dz <= (VOL_D == 3 ? 1 : 0); dz++) {
        uint y, z = 0;
        run.shift[2] = 0;
        if (VOL_D == 3 && !neighbour_row(cells, 2, at[2], dz, &z, &run.shift[2])) {
            continue;
        }
        for (int dy = -1; dy <= 1; dy++) {
            if (neighbour_row(cells, 1, at[1], dy, &y, &run.shift[1])) {
                look_along(c, me, i, (z * cells->number[1] + y) * cells->number[0], at[0], &run, sums);
            }
        }
    }
}

/* The leaves that are near through one shift. */
VOL_INLINE void sense_leaves(const vol_context *c, const vself *me, uint i, vol_run *run, VOL_OF(sums) * sums) {
    __constant const vol_device_flock *f = c->own.index;
    const vvec p = vec_set((real)(me->p.x - run->shift[0]), (real)(me->p.y - run->shift[1]),
                           VOL_D == 3 ? (real)(me->p.z - run->shift[2]) : REAL(0));
    const real reach2 = box_reach2(VOL_D, f, f->reach);
    uint level = f->levels - 1, node = 0;
    while (level < f->levels) {
        if (!box_near(VOL_D, c->own.boxes, f, f->first[level] + node, p, reach2, vec_zero())) {
            box_pass(f, &level, &node);
        } else if (level > 0) {
            level--;
            node *= VOL_DEVICE_FAN;
        } else {
            run->begin = node * f->leaf;
            run->end = min(run->begin + f->leaf, c->own.count);
            look_at_run(c, me, i, run, sums);
            box_pass(f, &level, &node);
        }
    }
}

/* Each axis without a shift, then from below, then from above; x changes first. */
VOL_INLINE void sense_tree(const vol_context *c, const vself *me, uint i, VOL_OF(sums) * sums) {
    __constant const vol_device_flock *f = c->own.index;
    const int ways = VOL_IMAGES ? 3 : 1;
    vol_run run;
    run.of = &c->own;
    for (int z = 0; z < (VOL_D == 3 ? ways : 1); z++) {
        for (int y = 0; y < ways; y++) {
            for (int x = 0; x < ways; x++) {
                run.shift[0] = x == 0 ? 0 : x == 1 ? -f->period[0] : f->period[0];
                run.shift[1] = y == 0 ? 0 : y == 1 ? -f->period[1] : f->period[1];
                run.shift[2] = z == 0 ? 0 : z == 1 ? -f->period[2] : f->period[2];
                sense_leaves(c, me, i, &run, sums);
            }
        }
    }
}

VOL_INLINE void sense_own(const vol_context *c, const vself *me, uint i, VOL_OF(sums) * sums) {
    if (VOL_HAS(VOL_DEVICE_GRID) && (VOL_KINDS == 1 << VOL_DEVICE_GRID || c->own.kind == VOL_DEVICE_GRID)) {
        sense_grid(c, me, i, sums);
    } else if (VOL_HAS(VOL_DEVICE_TREE)) {
        sense_tree(c, me, i, sums);
    } else {
        vol_run run;
        run.of = &c->own;
        run.begin = 0;
        run.end = c->own.count;
        run.shift[0] = run.shift[1] = run.shift[2] = 0;
        look_at_run(c, me, i, &run, sums);
    }
    if (VOL_PLAIN) {
        vzones_same((void *)sums);
    }
}

/* Boids of the flocks that this one flocks with: none of them is the boid itself. */
VOL_INLINE void sense_joined(const vol_context *c, const vself *me, vol_runs *runs, VOL_OF(sums) * sums) {
    __constant const vol_constants *k = c->constants;
    const vol_manner how = manner_of(k->world_images);
    vol_run run;
    joined_runs(VOL_D, c, me->p, 1, runs);
    while (next_run(VOL_D, c, runs, &run)) {
        VOL_OF(look)(how, k, me, &run.of->now, run.end + 1, &run, sums);
    }
}

__kernel void step_flock(ARGUMENTS) {
    const uint i = get_global_id(0);
    __constant const vol_device_flock *f = &flocks[now.flock];
    if (i >= f->count || progress->stopped) {
        return;
    }
    surrounding around;
    const vol_context c = context_of(PASSED, &around);
    vself me = self_load(VOL_D, VOL_HAS_HEADING, VOL_PENDS, &c, i);
    VOL_OF(sums) sums = VOL_OF(begin)(VOL_D, VOL_VARIANT, k, &me);
    sense_own(&c, &me, i, &sums);
    if (VOL_JOINS) {
        sense_joined(&c, &me, &around.runs, &sums);
    }
    vwish wish = VOL_OF(decide)(VOL_D, VOL_VARIANT, k, &me, &sums);
    if (VOL_SURROUNDED) {
        boid_surround(VOL_D, &c, &me, i, 1, &around.runs, &wish);
    }
    advance(VOL_D, vol_limit_of(VOL_OF(traits)), VOL_HAS_HEADING, k, &wish, &me);
    self_store(VOL_D, VOL_HAS_HEADING, &c.next, i, &me, 1);
    if (VOL_COUNTS) {
        const uint at = cell_of(VOL_D, VOL_TORUS, &f->cells, me.p.x, me.p.y, VOL_D == 3 ? me.p.z : 0);
        cell[f->slot + i] = at;
        atomic_inc(&counts[f->ends + at]);
    }
}

/* What delayed relations do to a boid. */
__kernel void delayed(ARGUMENTS) {
    const uint i = get_global_id(0);
    if (i >= flocks[now.flock].count || progress->stopped) {
        return;
    }
    surrounding around;
    const vol_context c = context_of(PASSED, &around);
    const vself me = self_load(VOL_D, 0, 0, &c, i);
    vec_store(VOL_D, c.pending, i, boid_delayed(VOL_D, &c, &me, 1, &around.runs), 1);
}

#if VOL_D == 2
/* After hard obstacles: headings and speeds follow the velocities. */
__kernel void face(ARGUMENTS) {
    const uint i = get_global_id(0);
    __constant const vol_device_flock *f = &flocks[now.flock];
    if (i >= f->count || progress->stopped) {
        return;
    }
    const vol_state s = device_state(state, f);
    vreal heading = heading_at(&s, i), speed;
    polar_face(velocity_at(2, &s, i), &heading, &speed);
    s.b[i] = (real4)(heading, speed, REAL(0), REAL(0));
}
#endif
