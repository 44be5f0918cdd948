/* Boids are put elsewhere, or made to fly another way, between two steps and by id. They are the backend's: what is
 * changed is what `edit` gives, and checks are those of boids that are added (src/flock.c). */
#include "world.h"

#include "core/error.h"
#include "spawn.h"

#include <math.h>
#include <string.h>

/* What is given for each of some boids; NULL: that stays. */
typedef struct changes {
    size_t count;
    const uint32_t *ids;
    const double *positions, *velocities;
    const double *headings, *speeds; /* headings alone: speeds stay */
} changes;

/* Up to so many ids are looked for one by one: the order of all ids, which finds the others, is not known after a step,
 * and takes as long as looking for some dozens. */
enum { FEW_IDS = 8 };

/* The slot of boid i of those, or VOL_NONE. */
static uint32_t slot_of(vol_world *world, vol_flock_data *f, const changes *to, size_t i) {
    if (to->count > FEW_IDS) {
        return vol_flock_find_boid(world, f, to->ids[i]);
    }
    const vol_host_boids boids = world->backend->view(world, f);
    for (uint32_t slot = 0; slot < boids.count; slot++) {
        if (boids.id[slot] == to->ids[i]) {
            return slot;
        }
    }
    return VOL_NONE;
}

static vol_result check_changes(vol_world *world, vol_flock_data *f, const changes *to, vol_error *error) {
    const size_t numbers = to->count * (size_t)world->def.dimensions;
    vol_result result = VOL_OK;
    if (to->count > 0 && !(to->ids && (to->positions || to->velocities || to->headings))) {
        return vol_check_given(NULL, to->ids ? "what shall change" : "ids", error);
    }
    if (to->positions) {
        result = vol_check_numbers(to->positions, numbers, "position", -VOL_FARTHEST, VOL_FARTHEST, error);
    }
    if (result == VOL_OK && to->velocities) {
        result = vol_check_numbers(to->velocities, numbers, "velocity", -VOL_FASTEST, VOL_FASTEST, error);
    }
    if (result == VOL_OK && to->headings) {
        result = vol_check_numbers(to->headings, to->count, "heading", -VOL_FASTEST, VOL_FASTEST, error);
    }
    if (result == VOL_OK && to->speeds) {
        result = vol_check_numbers(to->speeds, to->count, "speed", 0, VOL_FASTEST, error);
    }
    for (size_t i = 0; result == VOL_OK && i < to->count; i++) {
        if (slot_of(world, f, to, i) == VOL_NONE) {
            result = vol_fail(error, VOL_ERROR_NAME, "id", "flock %s has no boid with the id %u", f->name,
                              (unsigned)to->ids[i]);
        }
    }
    return result;
}

static double speed_of(const double values[8], bool heading) {
    return heading ? values[7] : sqrt(values[3] * values[3] + values[4] * values[4]); /* two dimensions alone */
}

/* The numbers of boid i of those, as they shall be. */
static void change_values(const vol_world *world, const vol_flock_data *f, const changes *to, size_t i,
                          double values[8]) {
    const size_t D = (size_t)world->def.dimensions;
    if (to->positions) {
        memcpy(values, to->positions + i * D, D * sizeof *values);
    }
    if (to->velocities) {
        memcpy(values + 3, to->velocities + i * D, D * sizeof *values);
    }
    if (to->headings) {
        const double speed = to->speeds ? to->speeds[i] : speed_of(values, vol_flock_has_heading(world, f));
        vol_spawn_polar(to->headings[i], speed, values + 3);
    }
    if (to->velocities || to->headings) {
        vol_flock_at_speed(world, f, values + 3);
    }
}

/* It is as if the boid had been there before the last step, too. */
static void was_there(const vol_world *world, const vol_host_boids *boids, uint32_t slot) {
    const size_t size = vol_number_size(world);
    for (int c = 0; c < world->def.dimensions; c++) {
        if (boids->previous[c] && boids->previous[c] != boids->now.position[c]) {
            memcpy((unsigned char *)boids->previous[c] + slot * size,
                   (const unsigned char *)boids->now.position[c] + slot * size, size);
        }
    }
}

static vol_result change(vol_world *world, vol_flock flock, const changes *to, vol_error *error) {
    vol_flock_data *f;
    VOL_ENTER_FLOCK(world, flock, f, error);
    const int D = world->def.dimensions;
    vol_result result = check_changes(world, f, to, error);
    if (result != VOL_OK || to->count == 0) {
        return result;
    }
    const vol_host_boids boids = world->backend->edit(world, f);
    for (size_t i = 0; i < to->count; i++) {
        const uint32_t slot = slot_of(world, f, to, i);
        double values[8] = {0};
        world->kernels->get(&boids.now, D, slot, values);
        change_values(world, f, to, i, values);
        world->kernels->put(&boids.now, D, slot, values);
        if (to->velocities && boids.now.heading) {
            world->kernels->face(&boids.now, slot, slot + 1);
        }
        if (to->positions) {
            vol_fold(&world->def, &boids.now, slot, slot + 1, &world->crew);
            was_there(world, &boids, slot);
        }
    }
    return VOL_OK;
}

vol_result vol_flock_set_positions(vol_world *world, vol_flock flock, size_t count, const uint32_t *ids,
                                   const double *positions, vol_error *error) {
    return change(world, flock, &(changes){.count = count, .ids = ids, .positions = positions}, error);
}

vol_result vol_flock_set_velocities(vol_world *world, vol_flock flock, size_t count, const uint32_t *ids,
                                    const double *velocities, vol_error *error) {
    return change(world, flock, &(changes){.count = count, .ids = ids, .velocities = velocities}, error);
}

vol_result vol_flock_set_headings(vol_world *world, vol_flock flock, size_t count, const uint32_t *ids,
                                  const double *headings, const double *speeds, vol_error *error) {
    VOL_ENTER(world, error);
    if (world->def.dimensions != 2) {
        return vol_fail(error, VOL_ERROR_VALUE, "heading", "a heading needs a world of 2 dimensions; this one has %d",
                        world->def.dimensions);
    }
    return change(world, flock, &(changes){.count = count, .ids = ids, .headings = headings, .speeds = speeds}, error);
}
