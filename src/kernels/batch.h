/* Between the arrays of a flock and the lanes of a group; and the constants of a flock in the kernel's precision. */
#ifndef VOLERY_KERNELS_BATCH_H
#define VOLERY_KERNELS_BATCH_H

#include "kernels/abi.h"
#include "kernels/crowd.h"

#include <string.h>

VOL_INLINE vol_crowd crowd_of(const vol_state *state) {
    return (vol_crowd){state->position[0], state->position[1], state->position[2], state->velocity[0],
                       state->velocity[1], state->velocity[2], state->heading,     state->speed};
}

VOL_INLINE vreal load_at(const void *array, uint32_t i) {
    return v_load((const real *)array + i);
}

/* VOL_WIDTH boids from slot `first` on. Lanes from `count` on hold whatever lies there: the next boids, or padding. */
VOL_INLINE vself self_load(const int D, const int heading, const vol_job *job, uint32_t first) {
    const vol_state *s = job->now;
    const vreal zero = v_set(REAL(0));
    vself me;
    me.p = vec_set(load_at(s->position[0], first), load_at(s->position[1], first),
                   D == 3 ? load_at(s->position[2], first) : zero);
    me.v = vec_set(load_at(s->velocity[0], first), load_at(s->velocity[1], first),
                   D == 3 ? load_at(s->velocity[2], first) : zero);
    me.heading = heading ? load_at(s->heading, first) : zero;
    me.speed = heading ? load_at(s->speed, first) : zero;
    me.a = me.left = me.right = vec_zero();
    if (job->pending) {
        me.a = vec_set(load_at(job->pending[0], first), load_at(job->pending[1], first),
                       D == 3 ? load_at(job->pending[2], first) : zero);
    }
    memcpy(me.id, job->id + first, sizeof me.id);
    return me;
}

VOL_INLINE void store_at(void *array, uint32_t i, vreal a, uint32_t n) {
    v_store_n((real *)array + i, a, n);
}

VOL_INLINE void self_store(const int D, const int heading, const vol_state *s, uint32_t first, const vself *me,
                           uint32_t n) {
    store_at(s->position[0], first, me->p.x, n);
    store_at(s->position[1], first, me->p.y, n);
    store_at(s->velocity[0], first, me->v.x, n);
    store_at(s->velocity[1], first, me->v.y, n);
    if (D == 3) {
        store_at(s->position[2], first, me->p.z, n);
        store_at(s->velocity[2], first, me->v.z, n);
    }
    if (heading) {
        store_at(s->heading, first, me->heading, n);
        store_at(s->speed, first, me->speed, n);
    }
}

/* All lanes are stored, so groups must be stored in order: each one's idle lanes are overwritten by the next group. */
VOL_INLINE void wish_store(const int D, const vol_batch *batch, uint32_t i, const vwish *wish) {
    v_store((real *)batch->wish[0] + i, wish->v.x);
    v_store((real *)batch->wish[1] + i, wish->v.y);
    v_store((real *)batch->wish[3] + i, wish->a.x);
    v_store((real *)batch->wish[4] + i, wish->a.y);
    if (D == 3) {
        v_store((real *)batch->wish[2] + i, wish->v.z);
        v_store((real *)batch->wish[5] + i, wish->a.z);
    }
}

VOL_INLINE vwish wish_load(const int D, const vol_batch *batch, uint32_t i) {
    const vreal zero = v_set(REAL(0));
    vwish wish;
    wish.v =
        vec_set(load_at(batch->wish[0], i), load_at(batch->wish[1], i), D == 3 ? load_at(batch->wish[2], i) : zero);
    wish.a =
        vec_set(load_at(batch->wish[3], i), load_at(batch->wish[4], i), D == 3 ? load_at(batch->wish[5], i) : zero);
    return wish;
}

VOL_INLINE uint32_t candidates_of(const vol_run *run, const vol_group *group) {
    uint32_t candidates = 0;
    for (uint32_t r = group->runs_begin; r < group->runs_end; r++) {
        candidates += run[r].end - run[r].begin;
    }
    return candidates;
}

/* Picking candidates pays where runs are long: below this length, as measured, it costs what it saves. */
enum { VOL_PICK_FROM = 24 };

VOL_INLINE int worth_picking(const vol_run *run, const vol_group *group) {
    return candidates_of(run, group) >= VOL_PICK_FROM * (group->runs_end - group->runs_begin);
}

/* And it pays where it spares work: not if so many of the candidates were listed. */
VOL_INLINE int spared_work(uint32_t listed, uint32_t candidates) {
    return listed < candidates - candidates / 4;
}

/* In which lanes of a list is that slot? */
VOL_INLINE vmask among(const uint32_t *list, uint32_t slot) {
    real is[VOL_WIDTH];
    for (uint32_t i = 0; i < VOL_WIDTH; i++) {
        is[i] = list[i] == slot ? REAL(1) : REAL(0);
    }
    return v_eq(v_load(is), v_set(REAL(1)));
}

VOL_INLINE void add_rest(const int D, const vol_crowd *crowd, uint32_t j, vzones *sums) {
    sums->match.x = v_add(sums->match.x, v_set(crowd->vx[j]));
    sums->match.y = v_add(sums->match.y, v_set(crowd->vy[j]));
    sums->match.z = D == 3 ? v_add(sums->match.z, v_set(crowd->vz[j])) : sums->match.z;
    sums->pull.x = v_add(sums->pull.x, v_set(crowd->x[j]));
    sums->pull.y = v_add(sums->pull.y, v_set(crowd->y[j]));
    sums->pull.z = D == 3 ? v_add(sums->pull.z, v_set(crowd->z[j])) : sums->pull.z;
}

VOL_INLINE void add_push(const int D, const real *const push[4], uint32_t n, vzones *sums) {
    sums->push.x = v_add(sums->push.x, v_set(push[0][n]));
    sums->push.y = v_add(sums->push.y, v_set(push[1][n]));
    sums->push.z = D == 3 ? v_add(sums->push.z, v_set(push[2][n])) : sums->push.z;
    sums->push_n = v_add(sums->push_n, v_set(push[3][n]));
}

/* Adds up whom the lanes of alone.h have picked, in order. */
VOL_INLINE void add_picked(const int D, const vol_crowd *crowd, const vol_picked *picked, vzones *sums) {
    const real *push[4];
    for (int c = 0; c < 4; c++) {
        push[c] = (const void *)picked->push[c];
    }
    uint32_t n = 0, both = picked->count < picked->near_count ? picked->count : picked->near_count;
    for (; n < both; n++) {
        add_rest(D, crowd, picked->slot[n], sums);
        add_push(D, push, n, sums);
    }
    for (uint32_t m = n; m < picked->count; m++) {
        add_rest(D, crowd, picked->slot[m], sums);
    }
    for (; n < picked->near_count; n++) {
        add_push(D, push, n, sums);
    }
    sums->match_n = v_add(sums->match_n, v_set((real)(int)picked->count)); /* whole numbers, so at once is the same */
}

/* Is it no shift at all? */
VOL_INLINE int unshifted(const double *shift) {
    return (shift[0] == 0) & (shift[1] == 0) & (shift[2] == 0);
}

/* The next number above (or below) a positive one. */
VOL_INLINE real next_number(real a, int step) {
    vol_number u;
    u.number = a;
    u.bits += (vol_bits)step;
    return u.number;
}

/* The least number whose rounded square root is not below the radius. */
VOL_INLINE real square_below(real radius) {
    real square = radius * radius;
    while (square > REAL(0) && VOL_SQRT(square) >= radius) {
        square = next_number(square, -1);
    }
    while (VOL_SQRT(square) < radius) {
        square = next_number(square, 1);
    }
    return square;
}

_Static_assert(sizeof((vol_weights *)0)->value / sizeof(real) == VOL_TABLE_MOST, "room for every table");

/* What neighbours weigh within a rule's radius. */
VOL_INLINE void fill_weights(vol_weights *weights, const vol_rule *rule) {
    weights->count = (int)rule->table.count;
    weights->per_length = (real)(weights->count - 1) / (real)rule->radius;
    for (int i = 0; i < weights->count; i++) {
        weights->value[i] = (real)rule->table.value[i];
    }
}

/* How many worlds away nearest_image looks for somebody at that distance: from 0 to a little above 1. */
VOL_INLINE int image_turns(real distance, real size) {
    real turns[VOL_WIDTH];
    v_store(turns, v_floor(v_add(v_div(v_set(distance), v_set(size)), v_set(REAL(0.5)))));
    return (int)turns[0];
}

/* The very numbers at which rounding lets nearest_image change its mind: half the world, or the next ones to it. */
VOL_INLINE void fill_images(real size, real *low, real *high) {
    real most = size / REAL(2), least = most;
    while (image_turns(-most, size) < 0) {
        most = next_number(most, -1);
    }
    while (image_turns(-next_number(most, 1), size) >= 0) {
        most = next_number(most, 1);
    }
    while (image_turns(least, size) < 1) {
        least = next_number(least, 1);
    }
    while (image_turns(next_number(least, -1), size) >= 1) {
        least = next_number(least, -1);
    }
    *low = -most;
    *high = least;
}

VOL_INLINE void fill_numbers(vol_constants *k, const vol_world_def *world, const vol_flock_def *flock) {
#define VOL_FLOCK_REAL(field, member, least, most, unit, flags, help) k->field = (real)flock->member;
#include "params/params.def"
    k->separation_d2 = square_below(k->separation_radius);
    k->alignment_d2 = square_below(k->alignment_radius);
    k->cohesion_d2 = square_below(k->cohesion_radius);
    fill_weights(&k->weights[0], &flock->separation);
    fill_weights(&k->weights[1], &flock->alignment);
    fill_weights(&k->weights[2], &flock->cohesion);
    k->same_zones = k->alignment_radius == k->cohesion_radius;
    k->size_x = (real)world->size[0];
    k->size_y = (real)world->size[1];
    k->size_z = (real)world->size[2];
    const real size[3] = {k->size_x, k->size_y, k->size_z};
    for (int c = 0; c < 3; c++) {
        k->image_low[c] = k->image_high[c] = REAL(0);
        if (world->images && c < world->dimensions) {
            fill_images(size[c], &k->image_low[c], &k->image_high[c]);
        }
    }
    k->margin = (real)world->margin;
    k->dt = (real)world->dt;
    vreal half = v_set((real)(flock->view.angle * (0.5 * 0.017453292519943295)));
    real cosine[VOL_WIDTH];
    v_store(cosine, v_cos(half));
    k->view_cosine = cosine[0];
    real sine[VOL_WIDTH];
    vreal turn_sine, turn_cosine;
    v_sincos(v_set((real)(flock->turn.rate * 0.017453292519943295)), &turn_sine, &turn_cosine);
    v_store(sine, turn_sine);
    v_store(cosine, turn_cosine);
    k->turn_sine = sine[0];
    k->turn_cosine = cosine[0];
    k->view_cone = flock->view.shape == VOL_SIGHT_CONE;
    k->world_images = world->images;
    k->boundary = (int)world->boundary;
}

#endif
