/* Numbers for the states of boids: made here for recordings, compared here in replays. */
#include "record/boid_check.h"

#include "common/arena.h"

#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return sum ^ sum >> 32;
}

static uint64_t bits_of(const void *array, vol_precision precision, size_t i) {
    if (precision == VOL_PRECISION_DOUBLE) {
        uint64_t bits;
        memcpy(&bits, (const double *)array + i, sizeof bits);
        return bits;
    }
    uint32_t bits;
    memcpy(&bits, (const float *)array + i, sizeof bits);
    return bits;
}

/* Which boid, as a number from 1. */
static uint64_t weight_of(vol_flock flock, uint32_t id) {
    return ((uint64_t)flock << 32 | id) + 1;
}

static uint64_t boid_number(const vol_view *view, vol_flock flock, size_t slot) {
    uint64_t number = mix(0, weight_of(flock, view->id[slot]));
    for (int axis = 0; axis < view->dimensions; axis++) {
        number = mix(number, bits_of(view->position[axis], view->precision, slot));
        number = mix(number, bits_of(view->velocity[axis], view->precision, slot));
    }
    return mix(number, 0);
}

void app_moment_room(app_moment *state, uint32_t boids) {
    if (boids > state->room) {
        state->check = vol_retake(state->check, (size_t)boids * sizeof *state->check);
        state->room = boids;
    }
}

/* The checks of one flock, whose first boid is number `first`. */
static void check_each(app_moment *state, vol_world *world, vol_flock flock, uint32_t first) {
    vol_view view = vol_flock_view(world, flock);
    const uint32_t *order = vol_flock_order(world, flock);
    for (uint32_t i = 0; i < view.count; i++) {
        state->check[first + i] = (uint16_t)boid_number(&view, flock, order[i]);
    }
}

void app_moment_take(app_moment *state, vol_world *world, bool each) {
    state->hash = vol_world_hash(world);
    state->sum = 0;
    state->weighted = 0;
    state->boids = 0;
    state->each = each;
    for (vol_flock flock = 0; flock < vol_flock_count(world); flock++) {
        vol_view view = vol_flock_view(world, flock);
        for (size_t slot = 0; slot < view.count; slot++) {
            uint64_t number = boid_number(&view, flock, slot);
            state->sum += number;
            state->weighted += number * weight_of(flock, view.id[slot]);
        }
        if (each) {
            app_moment_room(state, state->boids + (uint32_t)view.count);
            check_each(state, world, flock, state->boids);
        }
        state->boids += (uint32_t)view.count;
    }
}

void app_moment_release(app_moment *state) {
    free(state->check);
    *state = (app_moment){0};
}

/* The boid that is number `index` of the world in flock and id order. */
static app_boid_name boid_at(vol_world *world, uint32_t index) {
    app_boid_name boid = {0, 0};
    for (vol_flock flock = 0; flock < vol_flock_count(world); flock++) {
        vol_view view = vol_flock_view(world, flock);
        if (index < view.count) {
            boid = (app_boid_name){flock, view.id[vol_flock_order(world, flock)[index]]};
            break;
        }
        index -= (uint32_t)view.count;
    }
    return boid;
}

/* If one boid alone differs, by d, the sums differ by d and by d times its weight. Of several boids that would fit
 * (which takes a d with many zero bits), none is named. */
static bool find_by_sums(uint64_t d, uint64_t weighted, vol_world *world, app_boid_name *boid) {
    unsigned fitting = 0;
    for (vol_flock flock = 0; flock < vol_flock_count(world) && d != 0; flock++) {
        vol_view view = vol_flock_view(world, flock);
        for (size_t slot = 0; slot < view.count; slot++) {
            if (d * weight_of(flock, view.id[slot]) == weighted) {
                *boid = (app_boid_name){flock, view.id[slot]};
                fitting++;
            }
        }
    }
    return fitting == 1;
}

bool app_moment_find(const app_moment *recorded, const app_moment *now, vol_world *world, app_boid_name *boid) {
    if (recorded->boids != now->boids) {
        return false;
    }
    for (uint32_t i = 0; recorded->each && now->each && i < now->boids; i++) {
        if (recorded->check[i] != now->check[i]) {
            *boid = boid_at(world, i);
            return true;
        }
    }
    return find_by_sums(now->sum - recorded->sum, now->weighted - recorded->weighted, world, boid);
}
