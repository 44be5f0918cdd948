/* What a call of the host's must pass before it does anything: its world is there and not at work, and the number of a
 * flock is that of one that exists; in debug builds the thread must compute as all do. And the hooks of a world, which
 * know that it is at work while the host's run. */
#include "world.h"

#include "core/arithmetic.h"
#include "core/error.h"
#include "core/memory.h"

vol_result vol_enter(const vol_world *world, const char *function, vol_error *error) {
    VOL_ASSERT(vol_rounds_to_nearest() && vol_keeps_small_numbers()); /* or what is computed now has other bits */
    if (!world) {
        return vol_fail(error, VOL_ERROR_VALUE, "world", "%s: the world is NULL", function);
    }
    return world->busy == 0 ? VOL_OK
                            : vol_fail(error, VOL_ERROR_BUSY, "world",
                                       "%s was called from a rule, an allocator, tasks or a cluster's function of the "
                                       "same world; allowed is a call when the one that is under way has returned",
                                       function);
}

bool vol_may_enter(const vol_world *world, const char *function) {
    vol_error error;
    if (vol_enter(world, function, &error) == VOL_OK) {
        return true;
    }
    if (world) {
        VOL_STOP(error.text);
    } else {
        vol_stop(function, "the world is NULL");
    }
    return false;
}

vol_flock_data *vol_flock_of(const vol_world *world, vol_flock flock) {
    const uint32_t place = flock & VOL_PLACE_MOST;
    vol_flock_data *data = place < world->flock_count ? world->flocks[place] : NULL;
    return data && data->exists && vol_flock_handle(data) == flock ? data : NULL;
}

vol_result vol_no_flock(vol_flock flock, const char *field, vol_error *error) {
    return vol_fail(error, VOL_ERROR_NAME, field, "there is no flock number %u", (unsigned)flock);
}

vol_result vol_enter_flock(const vol_world *world, vol_flock flock, const char *function, vol_flock_data **data,
                           vol_error *error) {
    *data = NULL;
    vol_result result = vol_enter(world, function, error);
    if (result == VOL_OK) {
        *data = vol_flock_of(world, flock);
        result = *data ? VOL_OK : vol_no_flock(flock, "flock", error);
    }
    return result;
}

vol_flock_data *vol_flock_or_stop(const vol_world *world, vol_flock flock, const char *function) {
    vol_flock_data *data = vol_may_enter(world, function) ? vol_flock_of(world, flock) : NULL;
    if (!data && world && world->busy == 0) {
        vol_stop(function, "there is no flock number %u", (unsigned)flock);
    }
    return data;
}

/* --- Hooks -------------------------------------------------------------------------------------------------------- */

static void *allocate(void *user, size_t bytes, size_t alignment) {
    vol_world *world = user;
    const vol_allocator *host = &world->hooks.allocator;
    world->busy++;
    void *memory = host->allocate(host->user, bytes, alignment);
    world->busy--;
    return memory;
}

static void release(void *user, void *memory, size_t bytes) {
    vol_world *world = user;
    const vol_allocator *host = &world->hooks.allocator;
    world->busy++;
    host->release(host->user, memory, bytes);
    world->busy--;
}

static void run(void *user, uint32_t count, vol_task task, void *context) {
    vol_world *world = user;
    const vol_tasks *host = &world->hooks.tasks;
    world->busy++;
    host->run(host->user, count, task, context);
    world->busy--;
}

void vol_hooks_take(vol_world *world) {
    world->hooks.allocator = world->def.allocator;
    world->hooks.tasks = world->def.tasks;
    if (world->def.allocator.allocate) {
        world->def.allocator = (vol_allocator){world, allocate, release};
    }
    if (world->def.tasks.run) {
        world->def.tasks = (vol_tasks){world, world->def.tasks.workers, run};
    }
}
