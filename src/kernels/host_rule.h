/* Between a batch and the arrays of doubles that a rule of the host's reads and writes: before terms and surroundings
 * (begin), after them (read), and after the rule (end). */
#ifndef VOLERY_KERNELS_HOST_RULE_H
#define VOLERY_KERNELS_HOST_RULE_H

#include "kernels/batch.h"
#include "kernels/nearest.h"
#include "models/custom.h"

#include <volery/custom.h>

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

/* Of one row of the lists of a group, what is within a zone, to the neighbours of its boids, from boid `at` on. */
static void list_row(const vol_context *c, int dimensions, const vol_group *group, vol_nearest *nearest, uint32_t row,
                     uint32_t at, const vol_rule_room *room) {
    const vol_constants *k = c->constants;
    const vself me = self_load(dimensions, 0, 0, c, group->first);
    const real *d2 = row_of(nearest->d2, row);
    real limit = k->separation_d2 > k->alignment_d2 ? k->separation_d2 : k->alignment_d2;
    limit = k->cohesion_d2 > limit ? k->cohesion_d2 : limit;
    vvec p = vec_set(v_load(row_of(nearest->boid[0], row)), v_load(row_of(nearest->boid[1], row)),
                     dimensions == 3 ? v_load(row_of(nearest->boid[2], row)) : v_set(REAL(0)));
    p = k->world_images ? image_of(dimensions, k, me.p, p) : p;
    const vvec way = vec_sub(dimensions, p, me.p);
    const vreal axes[3] = {way.x, way.y, way.z};
    real offset[3][VOL_WIDTH];
    for (int axis = 0; axis < dimensions; axis++) {
        v_store(offset[axis], axes[axis]);
    }
    for (uint32_t i = 0; i < group->count; i++) {
        if (!(d2[i] < limit)) {
            continue;
        }
        uint32_t *count = &room->neighbour_count[at + i], slot;
        vol_custom_neighbour *to = &room->neighbours[(size_t)(at + i) * room->neighbours_most + (*count)++];
        const vol_nearest_of *of = flock_of(nearest, number_in(row_of(nearest->number, row), i), &slot);
        *to = (vol_custom_neighbour){
            .flock = of->flock, .id = of->of->id[slot], .slot = slot, .distance = (double)VOL_SQRT(d2[i])};
        for (int axis = 0; axis < dimensions; axis++) {
            to->offset[axis] = (double)offset[axis][i];
            to->velocity[axis] = (double)row_of(nearest->boid[3 + axis], row)[i];
        }
    }
}

/* Single neighbours: the lists of the nearest (kernels/nearest.h), from which the zones leave out what is beyond. */
static void list_neighbours(const vol_context *c, vol_batch *batch, int dimensions, const vol_rule_room *room) {
    memset(room->neighbour_count, 0, batch->count * sizeof *room->neighbour_count);
    for (uint32_t g = 0; g < batch->groups; g++) {
        const vol_group *group = &batch->group[g];
        c->nearest(c, dimensions, group, batch);
        for (uint32_t row = 0; row < batch->nearest->rows && row < room->neighbours_most; row++) {
            list_row(c, dimensions, group, batch->nearest, row, group->first - batch->first, room);
        }
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
    if (room->neighbours_most > 0) {
        list_neighbours(c, batch, dimensions, room);
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
