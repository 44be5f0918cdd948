/* The boids of a batch and what they want, and when picking their candidates pays. */
#ifndef VOLERY_KERNELS_BATCH_H
#define VOLERY_KERNELS_BATCH_H

#include "kernels/abi.h"
#include "kernels/self.h"

#include <string.h>

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

/* Picking candidates pays where runs are long, as measured: below this length it costs what it saves. So it does longer
 * where the push is taken apart of what is listed anyway, and lists are not made by one instruction. And it pays where
 * it saves work: not if more than three quarters are listed, and then it is not tried for the next VOL_UNPICKED
 * batches, which are near. */
enum { VOL_PICK_FROM = 18, VOL_PICK_LATE = 60, VOL_UNPICKED = 31 };

VOL_INLINE uint32_t batch_candidates(const vol_batch *batch, uint32_t *runs) {
    uint32_t candidates = 0;
    *runs = 0;
    for (uint32_t g = 0; g < batch->groups; g++) {
        const vol_group *group = &batch->group[g];
        *runs += group->runs_end - group->runs_begin;
        candidates += group->candidates;
    }
    return candidates;
}

/* Where size counts more than the time of crowds, all candidates are tested. */
#if VOL_WITHOUT_picking
#define VOL_PICKS_NOTHING 1
#else
#define VOL_PICKS_NOTHING 0
#endif

/* Where do the candidates of this batch come from: from `least` on lists that are picked from the runs, or else the
 * runs themselves? */
VOL_INLINE int batch_picks(const vol_context *c, vol_batch *batch, uint32_t candidates, uint32_t least) {
    if (VOL_PICKS_NOTHING || !c->pick || batch->unpicked > 0) {
        batch->unpicked -= batch->unpicked > 0;
        return 0;
    }
    return candidates >= least;
}

/* After a batch whose candidates were picked. */
VOL_INLINE void batch_picked(vol_batch *batch, uint32_t listed, uint32_t candidates) {
    batch->unpicked = listed < candidates - candidates / 4 ? 0 : VOL_UNPICKED;
}

/* Is it no shift at all? */
VOL_INLINE int unshifted(const double *shift) {
    return (shift[0] == 0) & (shift[1] == 0) & (shift[2] == 0);
}

/* Is any run of a group seen through a shift? */
VOL_INLINE int group_shifted(const vol_batch *batch, const vol_group *group) {
    int shifted = 0;
    for (uint32_t r = group->runs_begin; r < group->runs_end && !group->straight; r++) {
        shifted |= !unshifted(batch->run[r].shift);
    }
    return shifted;
}

/* The next number above (or below) a positive one. */
VOL_INLINE real next_number(real a, int step) {
    vol_number u;
    u.number = a;
    u.bits += (vol_bits)step;
    return u.number;
}

/* The least number whose rounded square root is not below the radius. A radius that the flock's model has no use for
 * may be below 0: none is nearer. */
VOL_INLINE real square_below(real radius) {
    real square = radius > REAL(0) ? radius * radius : REAL(0);
    while (square > REAL(0) && VOL_SQRT(square) >= radius) {
        square = next_number(square, -1);
    }
    while (VOL_SQRT(square) < radius) {
        square = next_number(square, 1);
    }
    return square;
}

_Static_assert(sizeof((vol_weights *)0)->value / sizeof(real) == VOL_TABLE_MOST, "room for every table");
_Static_assert(sizeof((vol_constants *)0)->own / sizeof(real) == VOL_OWN_NUMBERS, "room for all own numbers");

/* What neighbours weigh within a rule's radius. */
VOL_INLINE void fill_weights(vol_weights *weights, const vol_rule *rule) {
    weights->count = (int)rule->table.count;
    weights->per_length = (real)(weights->count - 1) / (real)rule->radius;
    for (int i = 0; i < weights->count; i++) {
        weights->value[i] = (real)rule->table.value[i];
    }
}

/* How many worlds away nearest_image searches for a boid at that distance: from 0 to a little above 1. */
VOL_INLINE int image_turns(real distance, real size) {
    real turns[VOL_WIDTH];
    v_store(turns, v_floor(v_add(v_div(v_set(distance), v_set(size)), v_set(REAL(0.5)))));
    return (int)turns[0];
}

/* The exact differences at which the result of nearest_image changes: half the world, or the next numbers to it. */
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

/* The norm of olfati_saber. */
VOL_INLINE real lattice_norm(const vol_constants *k, real z) {
    return z * z / (VOL_SQRT(REAL(1) + k->lattice_epsilon * z * z) + REAL(1));
}

VOL_INLINE void fill_lattice(vol_constants *k) {
    const real a = k->lattice_a, b = k->lattice_b;
    k->lattice_range_d2 = square_below(k->lattice_range);
    k->lattice_range_norm = lattice_norm(k, k->lattice_range);
    k->lattice_distance_norm = lattice_norm(k, k->lattice_distance);
    k->lattice_c = a > REAL(0) && b > REAL(0) ? (a < b ? b - a : a - b) / VOL_SQRT(REAL(4) * a * b) : REAL(0);
}

VOL_INLINE void fill_numbers(vol_constants *k, const vol_world_def *world, const vol_flock_def *flock) {
#define VOL_FLOCK_REAL(field, member, least, most, unit, flags, help) k->field = (real)flock->member;
#include "params/params.def"
    k->separation_d2 = square_below(k->separation_radius);
    k->alignment_d2 = square_below(k->alignment_radius);
    k->cohesion_d2 = square_below(k->cohesion_radius);
    k->alignment_most_d2 = square_below(next_number(k->alignment_radius, 1));
    fill_lattice(k);
    fill_weights(&k->weights[0], &flock->separation);
    fill_weights(&k->weights[1], &flock->alignment);
    fill_weights(&k->weights[2], &flock->cohesion);
    for (int i = 0; i < VOL_OWN_NUMBERS; i++) {
        k->own[i] = (real)flock->own.number[i];
    }
    k->same_zones = k->alignment_radius == k->cohesion_radius;
    k->size_x = (real)world->size[0];
    k->size_y = (real)world->size[1];
    k->size_z = (real)world->size[2];
    const real size[3] = {k->size_x, k->size_y, k->size_z};
    for (int c = 0; c < 3; c++) {
        k->world_size[c] = world->size[c];
        k->world_begin[c] = (real)world->origin[c];
        k->world_end[c] = k->world_begin[c] + size[c];
        const double goal = flock->goal.position[c];
        k->goal[c] = (real)(goal == goal ? goal : world->origin[c] + world->size[c] / 2);
        k->goal_going[c] = (real)flock->goal.velocity[c];
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
    k->noise_kind = (int)flock->noise.kind;
    k->moves_old = flock->advance == VOL_ADVANCE_OLD;
    k->view_cone = flock->view.shape == VOL_SIGHT_CONE;
    k->world_images = world->images;
    k->boundary = (int)world->boundary;
}

#endif
