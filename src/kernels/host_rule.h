/* Between a batch and the arrays of doubles that a rule of the host's reads and writes: before terms and surroundings
 * (begin), after them (read), and after the rule (end). */
#ifndef VOLERY_KERNELS_HOST_RULE_H
#define VOLERY_KERNELS_HOST_RULE_H

#include "kernels/batch.h"
#include "models/custom.h"

/* Terms and surroundings start from nothing but what is pending, so that the rule sees them by themselves. */
static void rule_begin(const vol_context *c, vol_batch *batch, int dimensions) {
    for (int axis = 0; axis < dimensions; axis++) {
        real *v = batch->wish[axis], *a = batch->wish[3 + axis];
        const real *pending = c->pending[0] ? (const real *)c->pending[axis] + batch->first : NULL;
        for (uint32_t i = 0; i < batch->count; i++) {
            v[i] = REAL(0);
            a[i] = pending ? pending[i] : REAL(0);
        }
    }
}

static void widen(const void *from, uint32_t first, uint32_t count, double *to) {
    const real *number = (const real *)from + first;
    for (uint32_t i = 0; i < count; i++) {
        to[i] = (double)number[i];
    }
}

/* The first lanes of a sum. */
static void widen_lanes(vreal sum, uint32_t count, double *to) {
    real lane[VOL_WIDTH];
    v_store(lane, sum);
    widen(lane, 0, count, to);
}

static void widen_zone(int dimensions, const vzone *zone, uint32_t count, const vol_rule_zone *room, uint32_t at) {
    const vreal offset[3] = {zone->offset.x, zone->offset.y, zone->offset.z};
    const vreal velocity[3] = {zone->velocity.x, zone->velocity.y, zone->velocity.z};
    widen_lanes(zone->n, count, room->number + at);
    widen_lanes(zone->w, count, room->weight + at);
    for (int c = 0; c < dimensions; c++) {
        widen_lanes(offset[c], count, room->offset[c] + at);
        widen_lanes(velocity[c], count, room->velocity[c] + at);
    }
}

static void rule_read(const vol_context *c, vol_batch *batch, int dimensions, const vol_rule_room *room) {
    for (int axis = 0; axis < dimensions; axis++) {
        widen(c->own.now.position[axis], batch->first, batch->count, room->position[axis]);
        widen(c->own.now.velocity[axis], batch->first, batch->count, room->velocity[axis]);
        widen(batch->wish[axis], 0, batch->count, room->wind[axis]);
        widen(batch->wish[3 + axis], 0, batch->count, room->around[axis]);
        memcpy(room->wanted[axis], room->velocity[axis], batch->count * sizeof(double));
        memset(room->acceleration[axis], 0, batch->count * sizeof(double));
    }
    for (uint32_t g = 0; g < batch->groups; g++) {
        uint32_t at = batch->group[g].first - batch->first, count = batch->group[g].count;
        custom_sums sums;
        memcpy(&sums, batch->sums + g * batch->sums_size, sizeof sums);
        widen_zone(dimensions, &sums.push, count, &room->zone[0], at);
        widen_zone(dimensions, &sums.match, count, &room->zone[1], at);
        widen_zone(dimensions, &sums.pull, count, &room->zone[2], at);
    }
}

static void rule_end(const vol_context *c, vol_batch *batch, int dimensions, const vol_rule_room *room) {
    (void)c;
    for (int axis = 0; axis < dimensions; axis++) {
        real *v = batch->wish[axis], *a = batch->wish[3 + axis];
        for (uint32_t i = 0; i < batch->count; i++) {
            v[i] = (real)room->wanted[axis][i] + v[i];
            a[i] = (real)room->acceleration[axis][i] + a[i];
        }
    }
}

#endif
