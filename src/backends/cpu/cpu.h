/* What the files of this backend know of each other. */
#ifndef VOLERY_BACKENDS_CPU_CPU_H
#define VOLERY_BACKENDS_CPU_CPU_H

#include "store/store.h"
#include "world.h"

static inline vol_store *vol_cpu_store(const vol_flock_data *flock) {
    return flock->store;
}

/* What the boids of a flock need in the host's memory; and a store for them, NULL without memory. */
vol_store_plan vol_cpu_store_plan(vol_world *world, const vol_flock_data *flock);
vol_store *vol_cpu_store_create(vol_world *world, const vol_flock_data *flock, size_t capacity);

/* index: which boids could be near each other; sorts them. */
void vol_cpu_index(vol_world *world, vol_flock_data *flock);

/* One step of all flocks: index, sense, decide, move; see backends/backend.h. */
vol_result vol_cpu_step(vol_world *world, uint64_t most, uint64_t *made);

/* The turns of a step in which boids move in a random order: drawn for a flock, whose boids are in `now` alone; then
 * the flock and slot whose turn is next, of all flocks, or NULL. */
void vol_turns_draw(vol_world *world, vol_flock_data *flock);
vol_flock_data *vol_turns_next(vol_world *world, uint32_t *slot);

/* Counting boids into pixels. They read boids by backend->view alone, and so serve any backend. */
vol_result vol_cpu_raster_begin(vol_world *world, struct vol_raster *raster, uint32_t buffer);
vol_result vol_cpu_raster_take(vol_world *world, struct vol_raster *raster, uint32_t buffer);

/* What the step of a flock reads, once it is indexed and its surroundings are flattened. */
vol_context vol_cpu_context(vol_world *world, vol_flock_data *flock);

#endif
