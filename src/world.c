/* Worlds: made, changed between steps, asked about, destroyed. */
#include "world.h"

#include "backends/devices.h"
#include "core/error.h"
#include "core/hash.h"
#include "core/memory.h"
#include "kernels/registry.h"
#include "params/params.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void destroy_workers(vol_world *world) {
    const vol_allocator *allocator = &world->def.allocator;
    for (uint32_t i = 0; world->workers && i < world->crew.workers; i++) {
        if (world->workers[i]) {
            vol_batch *batch = &world->workers[i]->batch;
            vol_release(allocator, batch->wish[0], 6 * VOL_BATCH_WISHES, sizeof(double));
            vol_release(allocator, batch->sums, VOL_BATCH_GROUPS, batch->sums_size);
            vol_release(allocator, batch->nearest, 1, sizeof *batch->nearest);
            vol_worker_release_rule(world->workers[i], allocator);
            vol_release(allocator, world->workers[i], 1, sizeof **world->workers);
        }
    }
    vol_release(allocator, world->workers, world->crew.workers, sizeof *world->workers);
}

bool vol_world_make_nearest_room(vol_world *world) {
    for (uint32_t i = 0; i < world->crew.workers; i++) {
        vol_nearest **room = &world->workers[i]->batch.nearest;
        *room = *room ? *room : vol_allocate(&world->def.allocator, 1, sizeof **room);
        if (!*room) {
            return false;
        }
    }
    return true;
}

/* Bytes that the sums of any model take for one group, in whole cache lines. */
static size_t sums_room(const vol_kernels *kernels) {
    size_t most = 0;
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        const size_t size = kernels->model[model]->sums_size;
        most = size > most ? size : most;
    }
    return (most + 63) / 64 * 64;
}

bool vol_world_make_sums_room(vol_world *world, const vol_flock_def *def) {
    const size_t needed = vol_find_model(world->kernels, def)->sums_size, size = (needed + 63) / 64 * 64;
    for (uint32_t i = 0; i < world->crew.workers; i++) {
        vol_batch *batch = &world->workers[i]->batch;
        if (size > batch->sums_size) { /* of a model of the host's own */
            unsigned char *sums = vol_allocate(&world->def.allocator, VOL_BATCH_GROUPS, size);
            if (!sums) {
                return false;
            }
            vol_release(&world->def.allocator, batch->sums, VOL_BATCH_GROUPS, batch->sums_size);
            batch->sums = sums;
            batch->sums_size = size;
        }
    }
    return true;
}

static vol_result create_workers(vol_world *world) {
    const vol_allocator *allocator = &world->def.allocator;
    world->workers = vol_allocate(allocator, world->crew.workers, sizeof *world->workers);
    for (uint32_t i = 0; world->workers && i < world->crew.workers; i++) {
        vol_worker *worker = world->workers[i] = vol_allocate(allocator, 1, sizeof *worker);
        if (!worker) {
            return VOL_ERROR_MEMORY; /* vol_world_destroy gives back what there is */
        }
        vol_batch *batch = &worker->batch;
        double *wish = vol_allocate(allocator, 6 * VOL_BATCH_WISHES, sizeof(double));
        worker->number = i;
        for (int c = 0; wish && c < 6; c++) {
            batch->wish[c] = wish + (size_t)c * VOL_BATCH_WISHES;
        }
        batch->sums_size = sums_room(world->kernels);
        batch->sums = vol_allocate(allocator, VOL_BATCH_GROUPS, batch->sums_size);
        if (!wish || !batch->sums) {
            return VOL_ERROR_MEMORY;
        }
    }
    return world->workers ? VOL_OK : VOL_ERROR_MEMORY;
}

static vol_result choose_kernels(const vol_world_def *def, const vol_kernels **kernels, vol_error *error) {
    if (!vol_precision_built(def->precision)) {
        const bool wide = def->precision == VOL_PRECISION_DOUBLE;
        return vol_fail(error, VOL_ERROR_UNSUPPORTED, "world.precision",
                        "world.precision is %s, which this library was built without (VOLERY_PRECISIONS, "
                        "VOL_WITHOUT_%s); allowed is %s",
                        wide ? "double" : "single", wide ? "double" : "single", wide ? "single" : "double");
    }
    const char *isa = def->isa ? def->isa : getenv("VOLERY_ISA");
    *kernels = vol_find_kernels(isa && *isa ? isa : NULL, def->precision);
    if (*kernels) {
        return VOL_OK;
    }
    char names[128] = "";
    const char *name;
    for (size_t i = 0; (name = vol_isa_name(i)) != NULL; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", name);
    }
    return vol_fail(error, VOL_ERROR_UNSUPPORTED, "isa",
                    "instruction set '%.40s' (%s) cannot be used here, or was left out of this library (VOLERY_ISAS, "
                    "VOL_WITHOUT_...); allowed are %s",
                    isa, def->isa ? "world.isa" : "VOLERY_ISA", names);
}

/* Without a sign at 0, which would be that of places at the edge, nor numbers for axes that are not there. */
static void plain_origin(vol_world_def *def) {
    for (int c = 0; c < 3; c++) {
        def->origin[c] = c < def->dimensions && def->origin[c] != 0 ? def->origin[c] : 0;
    }
}

vol_result vol_world_create(const vol_world_def *def, vol_world **world, vol_error *error) {
    VOL_GIVEN(world, error);
    *world = NULL;
    const vol_kernels *kernels = NULL;
    vol_result result = vol_check_world_def(def, error);
    if (result == VOL_OK) {
        result = choose_kernels(def, &kernels, error);
    }
    if (result != VOL_OK || !kernels) {
        return result;
    }
    vol_world *w = vol_allocate(&def->allocator, 1, sizeof *w);
    if (!w) {
        return vol_fail(error, VOL_ERROR_MEMORY, "world", "no memory for a world");
    }
    w->def = *def;
    plain_origin(&w->def);
    vol_hooks_take(w);
    w->kernels = kernels;
    w->def.isa = kernels->isa;
    w->one = vol_find_kernels("scalar", def->precision);
    if (def->device) {
        snprintf(w->device_name, sizeof w->device_name, "%s", def->device);
        w->def.device = w->device_name;
    }
    result = vol_crew_create(&w->crew, &w->def.tasks, def->threads, &w->def.allocator);
    if (result == VOL_OK) {
        w->def.threads = w->crew.workers;
        result = create_workers(w);
    }
    if (result != VOL_OK) {
        vol_world_destroy(w);
        return vol_fail(error, result, "world", "no memory for the workers of a world");
    }
    result = vol_devices_open(w, error);
    if (result != VOL_OK) {
        vol_world_destroy(w);
        return result;
    }
    *world = w;
    return VOL_OK;
}

void vol_world_destroy(vol_world *world) {
    if (!world) {
        return;
    }
    if (!vol_may_enter(world, __func__)) {
        return;
    }
    const vol_allocator allocator = world->def.allocator, host = world->hooks.allocator;
    world->busy = 1;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_flock_release(world, world->flocks[i]);
    }
    vol_release(&allocator, world->flocks, world->flock_room, sizeof *world->flocks);
    vol_names_release(world);
    vol_release(&allocator, world->boids, world->flock_room, sizeof *world->boids);
    vol_release(&allocator, world->meals, world->meal_room, sizeof *world->meals);
    vol_world_release_relations(world);
    vol_world_release_terms(world);
    vol_events_release(world);
    vol_barriers_release(&world->around.barriers, &allocator);
    vol_barriers_release(&world->around.spare_barriers, &allocator);
    vol_devices_close(world);
    destroy_workers(world);
    vol_crew_destroy(&world->crew, &allocator);
    vol_release(&host, world, 1, sizeof *world);
}

/* A question that may be asked at any time: nothing of what it reads is at work. */
static bool is_given(const vol_world *world, const char *function) {
    if (!world) {
        vol_stop(function, "the world is NULL");
    }
    return world != NULL;
}

void vol_world_set_user_pointer(vol_world *world, void *user) {
    if (is_given(world, __func__)) {
        world->user = user;
    }
}

void *vol_world_user_pointer(const vol_world *world) {
    return is_given(world, __func__) ? world->user : NULL;
}

uint64_t vol_world_steps(const vol_world *world) {
    return is_given(world, __func__) ? world->steps : 0;
}

/* The def as the host knows it: with its own hooks. */
static vol_world_def shown_def(const vol_world *world) {
    vol_world_def def = world->def;
    def.allocator = world->hooks.allocator;
    def.tasks = world->hooks.tasks;
    return def;
}

vol_result vol_world_read_def(const vol_world *world, vol_world_def *def, size_t bytes) {
    const vol_result result = vol_enter(world, __func__, NULL);
    if (result != VOL_OK) {
        return vol_def_none(def, bytes, result);
    }
    const vol_world_def shown = shown_def(world);
    return vol_def_copy(def, bytes, &shown, sizeof *def);
}

/* Can the flocks there are live in a world of that def, where it is computed? */
static vol_result check_flocks(const vol_world *world, const vol_world_def *def, vol_error *error) {
    vol_result result = vol_devices_check(def, NULL, world->flock_count, error);
    for (uint32_t i = 0; result == VOL_OK && i < world->flock_count; i++) {
        const vol_flock_def *flock = &world->flocks[i]->def;
        if (!world->flocks[i]->exists) {
            continue;
        }
        result = vol_check_integrator(def, flock, error);
        if (result == VOL_OK) {
            result = vol_devices_check(def, flock, world->flock_count, error);
        }
    }
    return result;
}

/* Room for the stages of steps, where that def has any and the backend makes them. */
static bool make_stages(vol_world *world, const vol_world_def *def) {
    bool made = true;
    if (def->integrator != VOL_INTEGRATOR_EULER && world->backend->make_stages) {
        for (uint32_t i = 0; made && i < world->flock_count; i++) {
            made = world->backend->make_stages(world, world->flocks[i]);
        }
    }
    return made;
}

vol_result vol_world_set_def(vol_world *world, const vol_world_def *def, vol_error *error) {
    VOL_ENTER(world, error);
    vol_result result = vol_check_world_def(def, error);
    if (result != VOL_OK) {
        return result;
    }
    const vol_world_def shown = shown_def(world), *old = &shown;
    result = check_flocks(world, def, error);
    if (result != VOL_OK) {
        return result;
    }
    if (def->dimensions != old->dimensions) {
        return vol_fail(error, VOL_ERROR_FIXED, "world.size", "world.size has %d numbers; this world has %d dimensions",
                        def->dimensions, old->dimensions);
    }
    if (def->threads != old->threads || def->isa != old->isa || def->device != old->device ||
        def->device_memory != old->device_memory || def->fast != old->fast ||
        def->allocator.allocate != old->allocator.allocate || def->allocator.release != old->allocator.release ||
        def->allocator.user != old->allocator.user || def->tasks.run != old->tasks.run ||
        def->tasks.user != old->tasks.user || def->tasks.workers != old->tasks.workers ||
        def->cluster != old->cluster) {
        return vol_fail(error, VOL_ERROR_FIXED, "world",
                        "threads, isa, device, hooks and cluster are fixed once the world is made");
    }
    result = vol_check_fixed(true, old, def, error);
    if (result != VOL_OK) {
        return result;
    }
    if (!make_stages(world, def)) {
        return vol_fail(error, VOL_ERROR_MEMORY, "world.integrator", "no memory for the stages of a step");
    }
    bool resized = false;
    for (int c = 0; c < def->dimensions; c++) {
        resized = resized || def->size[c] != old->size[c] || def->origin[c] != old->origin[c];
    }
    vol_world_def own = *def;
    own.allocator = world->def.allocator;
    own.tasks = world->def.tasks;
    plain_origin(&own);
    if (resized || def->images != old->images) {
        if (!vol_barriers_index(&world->around.barriers, &own)) { /* their cells are of the world's size */
            return vol_fail(error, VOL_ERROR_MEMORY, "world.size", "no memory for the cells of the obstacles");
        }
    }
    bool fold = def->images && (!old->images || resized);
    world->def = own;
    for (uint32_t i = 0; fold && i < world->flock_count; i++) {
        world->backend->fold(world, world->flocks[i]);
    }
    return VOL_OK;
}

/* Splits "birds.cohesion.weight" into the flock and the parameter; "world.dt" into VOL_NONE and the whole name. */
static vol_result split_name(const vol_world *world, const char *name, vol_flock *flock, const char **parameter,
                             vol_error *error) {
    *flock = VOL_NONE;
    *parameter = name;
    const vol_param *param = vol_param_find(*parameter);
    if (strncmp(*parameter, "world.", 6) == 0 || (param && param->of_world)) {
        return VOL_OK;
    }
    const char *dot = strchr(*parameter, '.');
    char first[64] = "";
    if (dot && (size_t)(dot - *parameter) < sizeof first) {
        memcpy(first, *parameter, (size_t)(dot - *parameter));
        *flock = vol_flock_find(world, first);
    }
    if (*flock == VOL_NONE) {
        return vol_fail(error, VOL_ERROR_NAME, *parameter,
                        "'%.70s' names no parameter: it must start with 'world.' or the name of a flock and a dot",
                        *parameter);
    }
    *parameter = dot + 1;
    return VOL_OK;
}

vol_result vol_world_set(vol_world *world, const char *name, const char *value, vol_error *error) {
    VOL_ENTER(world, error);
    VOL_GIVEN(name, error);
    VOL_GIVEN(value, error);
    vol_flock flock;
    const char *parameter;
    vol_result result = split_name(world, name, &flock, &parameter, error);
    if (result != VOL_OK) {
        return result;
    }
    if (flock == VOL_NONE) {
        vol_world_def def = shown_def(world);
        const vol_param *param = vol_param_find(parameter);
        if (param && param->type == VOL_PARAM_MASK) {
            vol_flocks *flocks = (vol_flocks *)(void *)((char *)&def + vol_param_offset(param));
            result = vol_flocks_read(world, parameter, value, flocks, error);
        } else {
            result = vol_world_def_set(&def, parameter, value, error);
        }
        return result == VOL_OK ? vol_world_set_def(world, &def, error) : result;
    }
    vol_flock_def def = vol_flock_get_def(world, flock);
    result = vol_flock_def_set(&def, parameter, value, error);
    return result == VOL_OK ? vol_flock_set_def(world, flock, &def, error) : result;
}

vol_result vol_world_set_number(vol_world *world, const char *name, double value, vol_error *error) {
    VOL_GIVEN(name, error);
    if (!isfinite(value)) {
        return vol_fail(error, VOL_ERROR_VALUE, name, "%.70s is %g; allowed is a finite number", name, value);
    }
    char text[40];
    vol_write_number(value, text, sizeof text);
    return vol_world_set(world, name, text, error);
}

vol_result vol_world_get(const vol_world *world, const char *name, char *text, size_t size, vol_error *error) {
    VOL_ENTER(world, error);
    VOL_GIVEN(name, error);
    VOL_GIVEN(text, error);
    vol_flock flock;
    const char *parameter;
    vol_result result = split_name(world, name, &flock, &parameter, error);
    if (result != VOL_OK) {
        return result;
    }
    const vol_param *param = vol_param_find(parameter);
    if (flock == VOL_NONE && param && param->type == VOL_PARAM_MASK) {
        const char *at = (const char *)&world->def + vol_param_offset(param);
        return vol_flocks_write(world, parameter, *(const vol_flocks *)(const void *)at, text, size, error);
    }
    if (flock == VOL_NONE) {
        return vol_world_def_get(&world->def, parameter, text, size, error);
    }
    vol_flock_def def = vol_flock_get_def(world, flock);
    return vol_flock_def_get(&def, parameter, text, size, error);
}

uint64_t vol_world_hash(const vol_world *world) {
    if (!vol_may_enter(world, __func__)) {
        return 0;
    }
    uint64_t hash, steps;
    do { /* a device that fails over this takes the world back to an earlier step */
        steps = world->steps;
        hash = vol_mix(0, (uint64_t)world->def.dimensions);
        for (uint32_t i = 0; i < world->flock_count; i++) {
            uint32_t count;
            if (!world->flocks[i]->exists) {
                continue;
            }
            uint64_t sum = world->backend->hash(world, world->flocks[i], &count);
            hash = vol_mix(vol_mix(hash, count), sum);
        }
    } while (world->steps != steps);
    return hash;
}

/* Numbers that the host gives, one for each dimension. */
static vol_result check_vector(const vol_world *world, const char *name, const double *vector, double most,
                               vol_error *error) {
    for (int c = 0; c < world->def.dimensions; c++) {
        if (!(fabs(vector[c]) <= most)) {
            return vol_fail(error, VOL_ERROR_VALUE, name, "%s is %g; allowed is a number from -%.0e to %.0e", name,
                            vector[c], most, most);
        }
    }
    return VOL_OK;
}

/* After velocities were changed: headings and speeds follow them where boids have any, and where all have one speed it
 * stays. */
static void settle(vol_world *world, vol_flock_data *flock, const vol_host_boids *boids) {
    if (boids->now.heading) {
        world->kernels->face(&boids->now, 0, boids->count);
    }
    vol_flock_keep_speed(world, flock);
}

vol_result vol_world_scatter(vol_world *world, const double *center, double strength, vol_error *error) {
    VOL_ENTER(world, error);
    VOL_GIVEN(center, error);
    if (!(fabs(strength) <= VOL_SCATTER_MOST)) {
        return vol_fail(error, VOL_ERROR_VALUE, "strength", "strength is %g; allowed is a number from %g to %g",
                        strength, -VOL_SCATTER_MOST, VOL_SCATTER_MOST);
    }
    vol_result result = check_vector(world, "position", center, VOL_FARTHEST, error);
    for (uint32_t i = 0; result == VOL_OK && i < world->flock_count; i++) {
        const vol_host_boids boids = world->backend->edit(world, world->flocks[i]);
        world->kernels->scatter(&boids.now, world->def.dimensions, boids.count, center, strength);
        settle(world, world->flocks[i], &boids);
    }
    return result;
}

vol_result vol_world_blow(vol_world *world, const double *center, double radius, const double *velocity,
                          vol_error *error) {
    VOL_ENTER(world, error);
    VOL_GIVEN(center, error);
    VOL_GIVEN(velocity, error);
    if (!(radius > 0 && radius <= VOL_FARTHEST)) {
        return vol_fail(error, VOL_ERROR_VALUE, "radius", "radius is %g; allowed is a number above 0, up to %g", radius,
                        VOL_FARTHEST);
    }
    vol_result result = check_vector(world, "position", center, VOL_FARTHEST, error);
    result = result == VOL_OK ? check_vector(world, "velocity", velocity, VOL_FASTEST, error) : result;
    for (uint32_t i = 0; result == VOL_OK && i < world->flock_count; i++) {
        const vol_host_boids boids = world->backend->edit(world, world->flocks[i]);
        world->kernels->brush(&boids.now, &world->def, boids.count, center, radius, velocity);
        settle(world, world->flocks[i], &boids);
    }
    return result;
}

vol_profile vol_world_profile(const vol_world *world) {
    if (!vol_may_enter(world, __func__)) {
        return (vol_profile){0};
    }
    vol_profile profile = world->profile;
    for (uint32_t i = 0; i < world->crew.workers; i++) {
        const vol_worker *worker = world->workers[i];
        profile.sense += worker->sense;
        profile.decide += worker->decide;
        profile.move += worker->move;
        profile.candidates += worker->candidates;
    }
    double busy = profile.sense + profile.decide + profile.move, rest = profile.total - profile.index;
    double share = busy > 0 && rest > 0 ? rest / busy : 0; /* from the workers' time to the wall clock */
    profile.sense *= share;
    profile.decide *= share;
    profile.move *= share;
    return profile;
}

void vol_world_reset_profile(vol_world *world) {
    if (!vol_may_enter(world, __func__)) {
        return;
    }
    memset(&world->profile, 0, sizeof world->profile);
    memset(&world->ranks.report, 0, sizeof world->ranks.report);
    for (uint32_t i = 0; i < world->crew.workers; i++) {
        vol_worker *worker = world->workers[i];
        worker->sense = worker->decide = worker->move = 0;
        worker->candidates = 0;
    }
}

const char *vol_world_isa(const vol_world *world) {
    return is_given(world, __func__) ? world->kernels->isa : NULL;
}

uint32_t vol_world_workers(const vol_world *world) {
    return is_given(world, __func__) ? world->crew.workers : 0;
}
