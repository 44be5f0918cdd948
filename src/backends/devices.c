/* Which backend computes a world, and what devices refuse. */
#include "backends/devices.h"

#include "backends/cluster/cluster.h"
#include "core/error.h"
#include "params/params.h"

#include <volery/device.h>

#include <string.h>

enum refusal {
#define VOL_REFUSAL(name, sentence) REFUSES_##name,
#include "backends/refusals.def"
    REFUSALS
};

static const struct {
    const char *name, *sentence;
} refusals[] = {
#define VOL_REFUSAL(name, sentence) {#name, sentence},
#include "backends/refusals.def"
};

bool vol_device_refusal(size_t index, const char **name, const char **sentence) {
    if (index >= REFUSALS || !name || !sentence) {
        return false;
    }
    *name = refusals[index].name;
    *sentence = refusals[index].sentence;
    return true;
}

/* The first refusal of a world that has this def and so many flocks, one of them with that def (NULL: none), or
 * REFUSALS. */
static enum refusal refusal_of(const vol_world_def *world, const vol_flock_def *flock, uint32_t flocks) {
    if (vol_in_turn(world)) {
        return REFUSES_in_turn;
    }
    if (world->integrator != VOL_INTEGRATOR_EULER) {
        return REFUSES_rk4;
    }
    if (flock && flock->rule.decide) {
        return REFUSES_rule;
    }
    if (flock && flock->previous) {
        return REFUSES_previous;
    }
    if (flock && flock->own.model) {
        return REFUSES_own;
    }
    if (flocks > VOL_DEVICE_FLOCKS_MOST) {
        return REFUSES_flocks;
    }
    vol_index index = flock && flock->index != VOL_INDEX_AUTO ? flock->index : world->index;
    return index == VOL_INDEX_KDTREE ? REFUSES_kdtree : REFUSALS;
}

/* "auto": a device where it is faster, else the processor. */
static bool is_auto(const vol_world_def *def) {
    return def->device && strcmp(def->device, "auto") == 0;
}

static bool wants_device(const vol_world_def *def) {
    return def->device && *def->device && strcmp(def->device, "cpu") != 0;
}

bool vol_devices_wanted(const vol_world_def *def) {
    return wants_device(def) && !is_auto(def);
}

vol_result vol_devices_check(const vol_world_def *world, const vol_flock_def *flock, uint32_t flocks,
                             vol_error *error) {
    if (world->cluster) {
        const vol_result result = vol_cluster_check_def(world, flock, error);
        if (result != VOL_OK) {
            return result;
        }
    }
    enum refusal refusal = refusal_of(world, flock, flocks);
    if (!wants_device(world) || is_auto(world) || refusal == REFUSALS) {
        return VOL_OK;
    }
    return vol_fail(error, VOL_ERROR_UNSUPPORTED, "device", "device %.40s: %s", world->device,
                    refusals[refusal].sentence);
}

/* Flocks move one after the other, and as long as they do, the world's list has those alone that the backend has: the
 * first ones. */
static bool take_over(vol_world *world, const vol_backend *backend, uint32_t count) {
    while (world->flock_count < count && backend->adopt(world, world->flocks[world->flock_count])) {
        world->flock_count++;
    }
    return world->flock_count == count;
}

static bool give_back(vol_world *world, const vol_backend *backend) {
    while (world->flock_count > 0 && backend->hand_over(world, world->flocks[world->flock_count - 1])) {
        world->flock_count--;
    }
    return world->flock_count == 0;
}

/* On to a device: all flocks, or none. */
static vol_result move_to(vol_world *world, const vol_backend *backend, vol_error *error) {
    const uint32_t count = world->flock_count;
    vol_result result = backend->open(world, error);
    if (result != VOL_OK) {
        return result;
    }
    world->flock_count = 0;
    if (take_over(world, backend, count)) {
        world->backend = backend;
        return VOL_OK;
    }
    give_back(world, backend);
    world->flock_count = count;
    backend->close(world);
    return vol_fail(error, VOL_ERROR_MEMORY, "device", "no memory on the device");
}

/* Back to the processor; where the host has no memory for that, it stays where it is. */
static vol_result move_back(vol_world *world) {
    const vol_backend *backend = world->backend;
    const uint32_t count = world->flock_count;
    if (give_back(world, backend)) {
        backend->close(world);
        world->backend = &vol_cpu_backend;
    } else {
        take_over(world, backend, count);
    }
    world->flock_count = count;
    return world->backend == backend ? VOL_ERROR_MEMORY : VOL_OK;
}

static vol_result open_cluster(vol_world *world, vol_error *error) {
    const vol_result result = vol_devices_check(&world->def, NULL, 0, error);
    return result == VOL_OK ? vol_cluster_backend.open(world, error) : result;
}

vol_result vol_devices_open(vol_world *world, vol_error *error) {
    world->backend = &vol_cpu_backend;
    if (world->def.cluster && world->def.cluster->size > 1) {
        return open_cluster(world, error);
    }
    world->unsettled = is_auto(&world->def);
    if (!wants_device(&world->def) || world->unsettled) {
        return VOL_OK;
    }
    const vol_backend *opencl = vol_opencl_backend();
    vol_device_info info;
    vol_result result = opencl ? vol_devices_check(&world->def, NULL, 0, error)
                               : vol_device_read(0, &info, sizeof info, error); /* says why there is none */
    return result == VOL_OK && opencl ? move_to(world, opencl, error) : result;
}

void vol_devices_close(vol_world *world) {
    if (world->backend && world->backend->close) {
        world->backend->close(world);
    }
}

static bool is_refused(const vol_world *world) {
    bool refused = refusal_of(&world->def, NULL, world->flock_count) != REFUSALS;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        refused = refused || !world->flocks[i]->exists ||
                  refusal_of(&world->def, &world->flocks[i]->def, world->flock_count) != REFUSALS;
    }
    return refused;
}

/* Fewer boids than this a processor steps faster than a graphics card does (docs/performance.md). */
enum { VOL_DEVICE_LEAST = 8192 };

static uint64_t boids_of(const vol_world *world) {
    uint64_t boids = 0;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        boids += world->backend->size(world, world->flocks[i]).count;
    }
    return boids;
}

vol_result vol_devices_settle(vol_world *world) {
    if (!is_auto(&world->def) || world->backend == &vol_cluster_backend) {
        return VOL_OK;
    }
    const bool on_device = world->backend != &vol_cpu_backend;
    const bool fits = !is_refused(world) && boids_of(world) >= VOL_DEVICE_LEAST;
    if (on_device && is_refused(world)) {
        return move_back(world);
    }
    if (!on_device && fits && world->unsettled) {
        const vol_backend *opencl = vol_opencl_backend();
        world->unsettled = opencl && move_to(world, opencl, NULL) == VOL_OK; /* else it is not tried again */
    }
    return VOL_OK;
}

vol_result vol_devices_stay(vol_world *world, enum vol_stays why, vol_error *error) {
    if (world->backend == &vol_cluster_backend) {
        return vol_cluster_refuse(world, why, error);
    }
    world->unsettled = false;
    if (world->backend == &vol_cpu_backend) {
        return VOL_OK;
    }
    if (is_auto(&world->def)) {
        const vol_result result = move_back(world);
        return result == VOL_OK ? VOL_OK : vol_fail(error, result, "device", "no memory to leave the device");
    }
    return vol_fail(error, VOL_ERROR_UNSUPPORTED, "device", "device %.40s: %s", world->def.device,
                    refusals[why == VOL_STAYS_TO_DESTROY ? REFUSES_destroy : REFUSES_save_full].sentence);
}

const char *vol_world_device(const vol_world *world) {
    return !vol_may_enter(world, __func__) ? "" : world->backend->device ? world->backend->device(world) : "cpu";
}

uint64_t vol_world_device_bytes(const vol_world *world) {
    return vol_may_enter(world, __func__) && world->backend->device_bytes ? world->backend->device_bytes(world) : 0;
}

vol_work vol_world_work(vol_world *world) {
    vol_work work = {0, 0};
    if (!vol_may_enter(world, __func__)) {
        return work;
    }
    for (uint32_t i = 0; i < world->flock_count; i++) {
        work.candidates += world->flocks[i]->candidates;
    }
    return world->backend->work ? world->backend->work(world) : work;
}
