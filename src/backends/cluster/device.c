/* A device for each rank. The rank's part of the world is stepped as a world of its own there: it has the same flocks
 * and surroundings, and the boids that this rank computes and ghosts. The processor sorts first, so that all ranks
 * agree on the index; boids go to the device before each step and come back after it. */
#include "backends/cluster/cluster.h"

#include "core/error.h"
#include "core/memory.h"

#include <math.h>
#include <string.h>

/* A step that a device could not make because it had too few kernels in its queue is made the next time. */
enum { TRIES = 3 };

vol_result vol_cluster_device_open(vol_world *world, vol_error *error) {
    vol_cluster_world *w = vol_cluster_of(world);
    const vol_backend *opencl = vol_opencl_backend();
    vol_device_info info;
    if (!opencl) {
        return vol_device_read(0, &info, sizeof info, error); /* says why there is none */
    }
    vol_world *there = vol_allocate(&world->def.allocator, 1, sizeof *there);
    if (!there) {
        return vol_fail(error, VOL_ERROR_MEMORY, "device", "no memory for a world on the device");
    }
    *there = *world;
    there->def.cluster = NULL;
    there->ranks = (vol_ranks){.cluster = NULL};
    there->device = NULL;
    there->backend = opencl;
    there->flocks = NULL;
    there->flock_count = there->flock_room = 0;
    const vol_result result = opencl->open(there, error);
    if (result != VOL_OK) {
        vol_release(&world->def.allocator, there, 1, sizeof *there);
        return result;
    }
    w->there = there;
    return VOL_OK;
}

void vol_cluster_device_close(vol_world *world) {
    vol_cluster_world *w = vol_cluster_of(world);
    vol_world *there = w->there;
    if (!there) {
        return;
    }
    const vol_allocator *allocator = &world->def.allocator;
    for (uint32_t f = 0; f < there->flock_count; f++) {
        there->backend->destroy(there, there->flocks[f]);
        vol_release(allocator, there->flocks[f], 1, sizeof *there->flocks[f]);
    }
    vol_release(allocator, (void *)there->flocks, there->flock_room, sizeof *there->flocks);
    there->backend->close(there);
    vol_release(allocator, there, 1, sizeof *there);
    w->there = NULL;
}

/* As many flocks there as here. */
static bool make_flocks(vol_world *world) {
    vol_world *there = vol_cluster_of(world)->there;
    const vol_allocator *allocator = &world->def.allocator;
    if (there->flock_room < world->flock_count) {
        vol_flock_data **list = vol_allocate(allocator, world->flock_room, sizeof *list);
        if (!list) {
            return false;
        }
        if (there->flock_count > 0) {
            memcpy((void *)list, (const void *)there->flocks, there->flock_count * sizeof *list);
        }
        vol_release(allocator, (void *)there->flocks, there->flock_room, sizeof *list);
        there->flocks = list;
        there->flock_room = world->flock_room;
    }
    while (there->flock_count < world->flock_count) {
        const vol_flock_data *flock = world->flocks[there->flock_count];
        vol_flock_data *copy = vol_allocate(allocator, 1, sizeof *copy);
        if (!copy) {
            return false;
        }
        *copy = *flock;
        copy->store = NULL;
        if (!there->backend->create(there, copy, vol_cpu_store(flock)->capacity)) {
            vol_release(allocator, copy, 1, sizeof *copy);
            return false;
        }
        there->flocks[there->flock_count++] = copy;
    }
    return true;
}

/* What there is of the world and its surroundings, as it is now. */
static void take_world(vol_world *there, const vol_world *world) {
    const char *device = there->def.device;
    there->def = world->def;
    there->def.cluster = NULL;
    there->def.device = device;
    there->around = world->around;
    there->steps = world->steps;
    there->profile = world->profile;
    for (uint32_t f = 0; f < there->flock_count; f++) {
        void *store = there->flocks[f]->store;
        *there->flocks[f] = *world->flocks[f];
        there->flocks[f]->store = store;
    }
}

static vol_flock_part part_of(const vol_world *world, const vol_flock_data *flock) {
    const vol_search *search = &vol_cpu_store(flock)->search;
    vol_flock_part part = {.total = vol_part_of(world, flock)->total, .index = search->kind};
    if (search->kind == VOL_INDEX_TREE) {
        memcpy(part.low, search->leaves.lattice.low, sizeof part.low);
        part.per_length = search->leaves.lattice.per_length;
    }
    return part;
}

/* All boids of this rank to the device, in the order of their ids. */
static bool send(vol_world *there, vol_flock_data *copy, const vol_world *world, const vol_flock_data *flock) {
    const vol_backend *device = there->backend;
    vol_store *store = flock->store;
    const vol_flock_part part = part_of(world, flock);
    if (!device->make_room(there, copy, store->count) ||
        (vol_part_of(world, flock)->pends && !device->make_pending(there, copy, store->capacity))) {
        return false;
    }
    const vol_host_boids to = device->restore(there, copy, store->count, vol_part_of(world, flock)->next_id);
    const uint32_t *order = vol_store_order(store);
    if (to.count != store->count) {
        return false;
    }
    device->part(there, copy, &part);
    world->kernels->gather(&store->now, &to.now, order, 0, store->count);
    for (uint32_t i = 0; i < store->count; i++) {
        to.id[i] = store->id[order[i]];
    }
    return true;
}

/* And back, to where they came from: the slots of both are gone through in the order of the ids. */
static bool bring_back(vol_world *there, vol_flock_data *copy, const vol_world *world, const vol_flock_data *flock) {
    vol_store *store = flock->store;
    const vol_host_boids from = there->backend->view(there, copy);
    const uint32_t *order = vol_store_order(store), *theirs = there->backend->order(there, copy);
    if (from.count != store->count) {
        return false;
    }
    for (uint32_t i = 0; i < store->count; i++) {
        double values[8];
        if (!store->ghost[order[i]]) {
            world->kernels->get(&from.now, world->def.dimensions, theirs[i], values);
            world->kernels->put(&store->next, world->def.dimensions, order[i], values);
        }
    }
    vol_store_swap(store);
    return true;
}

vol_result vol_cluster_device_step(vol_world *world) {
    vol_world *there = vol_cluster_of(world)->there;
    bool well = make_flocks(world);
    uint64_t made = 0;
    for (uint32_t f = 0; f < world->flock_count; f++) {
        vol_cpu_index(world, world->flocks[f]);
    }
    if (well) {
        take_world(there, world);
    }
    for (uint32_t f = 0; well && f < world->flock_count; f++) {
        well = send(there, there->flocks[f], world, world->flocks[f]);
    }
    vol_result result = well ? VOL_OK : VOL_ERROR_MEMORY;
    for (int tries = 0; result == VOL_OK && made == 0 && tries < TRIES; tries++) {
        result = there->backend->step(there, 1, &made);
    }
    if (result == VOL_OK) {
        world->around = there->around; /* a gust has blown */
        world->profile = there->profile;
    }
    for (uint32_t f = 0; result == VOL_OK && f < world->flock_count; f++) {
        world->flocks[f]->used = vol_cpu_store(world->flocks[f])->search.kind;
        result = bring_back(there, there->flocks[f], world, world->flocks[f]) ? VOL_OK : VOL_ERROR_DEVICE;
    }
    return vol_on_all_ranks(world, result == VOL_OK && made == 1) ? VOL_OK
           : result == VOL_OK                                     ? VOL_ERROR_DEVICE
                                                                  : result;
}

const char *vol_cluster_device_name(const vol_world *world) {
    const vol_world *there = vol_cluster_of(world)->there;
    return there ? there->backend->device(there) : "cpu";
}

uint64_t vol_cluster_device_bytes(const vol_world *world) {
    const vol_world *there = vol_cluster_of(world)->there;
    return there ? there->backend->device_bytes(there) : 0;
}
