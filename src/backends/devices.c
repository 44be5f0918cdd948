/* Which backend computes a world, and what devices refuse. */
#include "backends/devices.h"

#include "core/error.h"

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
    VOL_ASSERT(name && sentence);
    if (index >= REFUSALS) {
        return false;
    }
    *name = refusals[index].name;
    *sentence = refusals[index].sentence;
    return true;
}

/* The first refusal of a world that has this def, and a flock that has that one (NULL: none), or REFUSALS. */
static enum refusal refusal_of(const vol_world_def *world, const vol_flock_def *flock) {
    if (world->update == VOL_UPDATE_IN_TURN) {
        return REFUSES_in_turn;
    }
    if (flock && flock->rule.decide) {
        return REFUSES_rule;
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

vol_result vol_devices_check(const vol_world_def *world, const vol_flock_def *flock, vol_error *error) {
    enum refusal refusal = refusal_of(world, flock);
    if (!wants_device(world) || is_auto(world) || refusal == REFUSALS) {
        return VOL_OK;
    }
    return vol_fail(error, VOL_ERROR_UNSUPPORTED, "device", "device %.40s: %s", world->device,
                    refusals[refusal].sentence);
}

/* On to a device: all flocks, or none. */
static vol_result move_to(vol_world *world, const vol_backend *backend, vol_error *error) {
    vol_result result = backend->open(world, error);
    uint32_t moved = 0;
    while (result == VOL_OK && moved < world->flock_count && backend->adopt(world, world->flocks[moved])) {
        moved++;
    }
    if (result == VOL_OK && moved == world->flock_count) {
        world->backend = backend;
        return VOL_OK;
    }
    for (uint32_t i = 0; i < moved; i++) {
        backend->hand_over(world, world->flocks[i]);
    }
    backend->close(world);
    return result == VOL_OK ? vol_fail(error, VOL_ERROR_MEMORY, "device", "no memory on the device") : result;
}

/* Back to the processor; where the host has no memory for that, it stays where it is. */
static void move_back(vol_world *world) {
    const vol_backend *backend = world->backend;
    uint32_t moved = 0;
    while (moved < world->flock_count && backend->hand_over(world, world->flocks[moved])) {
        moved++;
    }
    if (moved == world->flock_count) {
        backend->close(world);
        world->backend = &vol_cpu_backend;
        return;
    }
    for (uint32_t i = 0; i < moved; i++) {
        backend->adopt(world, world->flocks[i]);
    }
}

vol_result vol_devices_open(vol_world *world, vol_error *error) {
    world->backend = &vol_cpu_backend;
    world->unsettled = is_auto(&world->def);
    if (!wants_device(&world->def) || world->unsettled) {
        return VOL_OK;
    }
    const vol_backend *opencl = vol_opencl_backend();
    vol_device_info info;
    vol_result result = opencl ? vol_devices_check(&world->def, NULL, error)
                               : vol_device_read(0, &info, sizeof info, error); /* says why there is none */
    return result == VOL_OK ? move_to(world, opencl, error) : result;
}

void vol_devices_close(vol_world *world) {
    if (world->backend && world->backend->close) {
        world->backend->close(world);
    }
}

static bool is_refused(const vol_world *world) {
    bool refused = refusal_of(&world->def, NULL) != REFUSALS;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        refused = refused || refusal_of(&world->def, &world->flocks[i]->def) != REFUSALS;
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

void vol_devices_settle(vol_world *world) {
    if (!is_auto(&world->def)) {
        return;
    }
    const bool on_device = world->backend != &vol_cpu_backend;
    const bool fits = !is_refused(world) && boids_of(world) >= VOL_DEVICE_LEAST;
    if (on_device && is_refused(world)) {
        move_back(world);
    } else if (!on_device && fits && world->unsettled) {
        const vol_backend *opencl = vol_opencl_backend();
        world->unsettled = opencl && move_to(world, opencl, NULL) == VOL_OK; /* else it is not tried again */
    }
}

const char *vol_world_device(const vol_world *world) {
    VOL_ASSERT(world);
    return world->backend->device ? world->backend->device(world) : "cpu";
}

uint64_t vol_world_device_bytes(const vol_world *world) {
    VOL_ASSERT(world);
    return world->backend->device_bytes ? world->backend->device_bytes(world) : 0;
}
