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

vol_result vol_devices_open(vol_world *world, vol_error *error) {
    world->backend = &vol_cpu_backend;
    if (!wants_device(&world->def)) {
        return VOL_OK;
    }
    const vol_backend *opencl = vol_opencl_backend();
    vol_device_info info;
    vol_result result = opencl ? vol_devices_check(&world->def, NULL, error)
                               : vol_device_read(0, &info, sizeof info, error); /* says why there is none */
    return is_auto(&world->def) ? VOL_OK : result;
}

void vol_devices_close(vol_world *world) {
    (void)world;
}

const char *vol_world_device(const vol_world *world) {
    VOL_ASSERT(world);
    return "cpu";
}

uint64_t vol_world_device_bytes(const vol_world *world) {
    VOL_ASSERT(world);
    return 0;
}
