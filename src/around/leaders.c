/* Leaders: a boid of a flock that others may follow, and the forces that its flock's rules are about to do to it. */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "world.h"

#include "core/error.h"
#include "models/polar.h"
#include "params/params.h"

#include <string.h>

vol_result vol_flock_set_leader(vol_world *world, vol_flock flock, uint32_t id, vol_error *error) {
    vol_flock_data *f = vol_flock_at(world, flock);
    if (id != VOL_NONE && vol_flock_slot(world, flock, id) == VOL_NONE) {
        return vol_fail(error, VOL_ERROR_NAME, "id", "flock %s has no boid with the id %u", f->name, (unsigned)id);
    }
    f->leader = id;
    return VOL_OK;
}

uint32_t vol_flock_leader_slot(const vol_flock_data *f) {
    for (uint32_t i = 0; f->leader != VOL_NONE && i < f->count; i++) {
        if (f->id[i] == f->leader) {
            return i;
        }
    }
    return VOL_NONE;
}

uint32_t vol_flock_leader(const vol_world *world, vol_flock flock) {
    const vol_flock_data *f = vol_flock_at(world, flock);
    return vol_flock_leader_slot(f) == VOL_NONE ? VOL_NONE : f->leader;
}

/* Everybody of the flocks that this one takes for its own. */
static void invite(const vol_world *world, uint32_t flock, vol_guests *guests) {
    guests->count = 0;
    for (uint32_t i = 0; i < world->around.relation_count; i++) {
        const vol_relation_def *relation = &world->around.relations[i];
        bool with = relation->from == flock && relation->kind == VOL_RELATION_FLOCK_WITH;
        for (size_t t = 0; with && t < relation->to_count && guests->count < VOL_GUEST_RUNS; t++) {
            const vol_flock_data *other = world->flocks[relation->to[t]];
            guests->run[guests->count++] = (vol_guest_run){&other->now, other->id, 0, other->count};
        }
    }
}

size_t vol_flock_leader_forces(vol_world *world, vol_flock flock, vol_force forces[4]) {
    static const char *const names[4] = {"cohesion", "separation", "alignment", "wall"};
    vol_flock_data *f = vol_flock_at(world, flock);
    VOL_ASSERT(forces);
    uint32_t slot = vol_flock_leader_slot(f);
    if (slot == VOL_NONE || f->def.rule.decide) {
        return 0;
    }
    /* the index knows where boids were before the last step, so everybody is looked at; all of this is room that a step
     * fills anew */
    vol_worker *worker = world->workers[0];
    vol_batch *batch = &worker->batch;
    batch->first = slot;
    batch->count = batch->groups = 1;
    batch->run[0] = (vol_run){0, f->count, {0, 0, 0}};
    batch->group[0] = (vol_group){slot, 1, 0, 1};
    vol_job job = {.constants = f->constants, .now = &f->now, .next = &f->next, .id = f->id, .batch = batch};
    invite(world, flock, &worker->guests[0]);
    job.guests = worker->guests[0].count > 0 ? worker->guests : NULL;
    const vol_kernels *one = world->one;
    int space = world->def.dimensions - 2;
    double numbers[12];
    one->fill_constants(f->constants, &world->def, &f->def, f->number, world->steps, false, vol_flock_reach(&f->def));
    one->sense[f->def.model][space][f->def.variant][1](&job);
    one->forces[f->def.model][space][f->def.variant](&job, numbers);
    for (int i = 0; i < 4; i++) {
        memcpy(forces[i].force, numbers + 3 * (size_t)i, sizeof forces[i].force);
        vvec force = vec_set(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
        forces[i].name = names[i];
        forces[i].direction = polar_degrees(force);
        forces[i].length = vec_length(3, force);
    }
    return 4;
}
