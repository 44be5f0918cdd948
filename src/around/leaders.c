/* Leaders: a boid of a flock that others may follow, and the forces that its flock's rules are about to do to it. */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "world.h"

#include "core/error.h"
#include "kernels/registry.h"
#include "models/polar.h"
#include "params/params.h"

#include <math.h>
#include <string.h>

vol_result vol_flock_set_leader(vol_world *world, vol_flock flock, uint32_t id, vol_error *error) {
    vol_flock_data *f;
    VOL_ENTER_FLOCK(world, flock, f, error);
    if (id != VOL_NONE && vol_flock_find_boid(world, f, id) == VOL_NONE) {
        return vol_fail(error, VOL_ERROR_NAME, "id", "flock %s has no boid with the id %u", f->name, (unsigned)id);
    }
    f->leader = id;
    return VOL_OK;
}

uint32_t vol_flock_leader_slot(const vol_flock_data *f, const uint32_t *id, uint32_t count) {
    for (uint32_t i = 0; f->leader != VOL_NONE && i < count; i++) {
        if (id[i] == f->leader) {
            return i;
        }
    }
    return VOL_NONE;
}

/* The boids as the kernels read them, without an index. */
static vol_boids boids_of(const vol_world *world, const vol_flock_data *f) {
    const vol_host_boids boids = world->backend->view(world, f);
    return (vol_boids){.now = boids.now,
                       .id = boids.id,
                       .count = boids.count,
                       .leader = vol_flock_leader_slot(f, boids.id, boids.count)};
}

uint32_t vol_flock_leader(const vol_world *world, vol_flock flock) {
    const vol_flock_data *f = vol_flock_or_stop(world, flock, __func__);
    return !f || boids_of(world, f).leader == VOL_NONE ? VOL_NONE : f->leader;
}

/* The boids of a flock in the order of their ids, so that what is added up does not depend on where they lay. */
static vol_boids in_order(vol_world *world, vol_flock_data *f) {
    const vol_host_boids boids = world->backend->in_order(world, f);
    return (vol_boids){.now = boids.now,
                       .id = boids.id,
                       .count = boids.count,
                       .leader = vol_flock_leader_slot(f, boids.id, boids.count)};
}

/* All boids of the flock and of those that it flocks with are candidates: the index knows where boids were before the
 * last step. All of this memory is filled anew by the next step. */
static void offer_all(vol_world *world, const vol_context *context, uint32_t flock, vol_batch *batch) {
    uint32_t runs = 0;
    batch->run[runs++] = (vol_run){&context->own, 0, context->own.count, {0, 0, 0}};
    for (uint32_t i = 0; i < world->around.relation_count; i++) {
        const vol_relation_def *relation = &world->around.relations[i];
        bool with = relation->from == flock && relation->kind == VOL_RELATION_FLOCK_WITH;
        for (size_t t = 0; with && t < relation->to_count; t++) {
            vol_boids *other = &world->boids[relation->to[t]];
            *other = in_order(world, world->flocks[relation->to[t]]);
            batch->run[runs++] = (vol_run){other, 0, other->count, {0, 0, 0}};
        }
    }
    batch->first = batch->group[0].first = context->own.leader;
    batch->count = batch->groups = batch->group[0].count = 1;
    batch->group[0].runs_begin = 0;
    batch->group[0].runs_end = runs;
    batch->group[0].reach = INFINITY;
}

size_t vol_flock_leader_forces(vol_world *world, vol_flock flock, vol_force forces[4]) {
    static const char *const names[4] = {"cohesion", "separation", "alignment", "wall"};
    vol_flock_data *f = vol_flock_or_stop(world, flock, __func__);
    if (f && !forces) {
        vol_stop(__func__, "forces is NULL");
    }
    if (!f || !forces) {
        return 0;
    }
    const vol_model_kernels *model = vol_find_model(world->one, &f->def);
    bool by_rule = model->traits & VOL_TRAIT_RULES;
    const vol_around around = {.flock = world->boids};
    vol_context context = {.constants = f->constants,
                           .own = in_order(world, f),
                           .around = &around,
                           .flock = f->number,
                           .relation = {VOL_NO_RELATION, VOL_NO_RELATION, VOL_NO_RELATION},
                           .reach = vol_flock_reach(world, f),
                           .nearest = world->kernels->nearest_k};
    if (context.own.leader == VOL_NONE || f->def.rule.decide || !by_rule) {
        return 0;
    }
    vol_batch *batch = &world->workers[0]->batch;
    double numbers[12];
    offer_all(world, &context, f->number, batch);
    world->one->fill_constants(f->constants, &world->def, &f->def, model->traits, f->number, world->steps, false,
                               vol_flock_reach(world, f));
    model->forces[world->def.dimensions - 2][vol_flock_variant(world, f)](&context, batch, numbers);
    for (int i = 0; i < 4; i++) {
        memcpy(forces[i].force, numbers + 3 * (size_t)i, sizeof forces[i].force);
        vvec force = vec_set(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
        forces[i].name = names[i];
        forces[i].direction = polar_degrees(force);
        forces[i].length = vec_length(3, force);
    }
    return 4;
}
