/* The backend of the processor: boids are in the host's memory, so looking at them and changing them costs nothing. */
#include "backends/cpu/cpu.h"

#include "spawn.h"

vol_store_plan vol_cpu_store_plan(vol_world *world, const vol_flock_data *flock) {
    return (vol_store_plan){.kernels = world->kernels,
                            .crew = &world->crew,
                            .allocator = &world->def.allocator,
                            .dimensions = world->def.dimensions,
                            .number_size = vol_number_size(world),
                            .heading = vol_flock_has_heading(world, flock),
                            .user_bytes = flock->def.user_bytes,
                            .stages = world->def.integrator != VOL_INTEGRATOR_EULER,
                            .previous = flock->def.previous};
}

vol_store *vol_cpu_store_create(vol_world *world, const vol_flock_data *flock, size_t capacity) {
    const vol_store_plan plan = vol_cpu_store_plan(world, flock);
    return vol_store_create(&plan, capacity);
}

static bool create(vol_world *world, vol_flock_data *flock, size_t capacity) {
    flock->store = vol_cpu_store_create(world, flock, capacity);
    return flock->store != NULL;
}

static void destroy(vol_world *world, vol_flock_data *flock) {
    (void)world;
    vol_store_destroy(flock->store);
    flock->store = NULL;
}

static bool make_room(vol_world *world, vol_flock_data *flock, size_t capacity) {
    (void)world;
    return vol_store_make_room(flock->store, capacity);
}

static bool make_pending(vol_world *world, vol_flock_data *flock, size_t capacity) {
    (void)world;
    return vol_store_make_pending(flock->store, capacity);
}

static bool make_stages(vol_world *world, vol_flock_data *flock) {
    (void)world;
    return vol_store_make_stages(flock->store);
}

static bool keep_previous(vol_world *world, vol_flock_data *flock, bool keep) {
    (void)world;
    return vol_store_keep_previous(flock->store, keep);
}

static void spawn(vol_world *world, vol_flock_data *flock, uint32_t count) {
    vol_store *store = flock->store;
    store->count = store->next_id = count;
    vol_spawn(
        &(vol_spawn_job){&world->def, &flock->def, flock->number, &store->now, store->id, vol_domain_whole(count)},
        &world->crew);
}

static void append(vol_world *world, vol_flock_data *flock, uint32_t count, const double *values, bool face) {
    vol_store *store = flock->store;
    const uint32_t first = store->count;
    vol_store_append(store, count, values);
    if (face && store->plan.heading) {
        world->kernels->face(&store->now, first, store->count);
    }
    vol_fold(&world->def, &store->now, first, store->count, &world->crew);
    vol_store_new_previous(store, first);
}

static vol_host_boids view(const vol_world *world, const vol_flock_data *flock) {
    (void)world;
    vol_store *store = flock->store;
    const vol_state *previous = vol_store_previous(store);
    return (vol_host_boids){.now = store->now,
                            .id = store->id,
                            .user = store->user,
                            .previous = {previous->position[0], previous->position[1], previous->position[2]},
                            .leaves = &store->search.leaves,
                            .index = &store->search,
                            .indexed = store->stepped > 0 && store->stepped == store->changes ? &store->next : NULL,
                            .count = store->count};
}

static vol_host_boids in_order(vol_world *world, vol_flock_data *flock) {
    vol_store_sort_by_id(flock->store);
    return view(world, flock);
}

static vol_flock_size size(const vol_world *world, const vol_flock_data *flock) {
    (void)world;
    const vol_store *store = flock->store;
    return (vol_flock_size){store->count, store->capacity, store->next_id, store->changes};
}

static vol_host_boids edit(vol_world *world, vol_flock_data *flock) {
    vol_cpu_store(flock)->changes++;
    return view(world, flock);
}

static vol_host_boids restore(vol_world *world, vol_flock_data *flock, uint32_t count, uint32_t next_id) {
    vol_store *store = flock->store;
    store->count = count;
    store->next_id = next_id;
    store->in_id_order = true;
    store->order_known = false;
    vol_store_forget_previous(store);
    return edit(world, flock);
}

static void fold(vol_world *world, vol_flock_data *flock) {
    vol_store *store = flock->store;
    store->changes++;
    vol_fold(&world->def, &store->now, 0, store->count, &world->crew);
}

static uint32_t *marks(vol_world *world, vol_flock_data *flock) {
    (void)world;
    return vol_store_marks(flock->store);
}

static void remove_marked(vol_world *world, vol_flock_data *flock) {
    (void)world;
    vol_store_remove_marked(flock->store);
}

static size_t remove_ids(vol_world *world, vol_flock_data *flock, size_t count, const uint32_t *ids) {
    (void)world;
    return vol_store_remove(flock->store, count, ids);
}

static const uint32_t *order(vol_world *world, vol_flock_data *flock) {
    (void)world;
    return vol_store_order(flock->store);
}

static uint64_t hash(const vol_world *world, const vol_flock_data *flock, uint32_t *count) {
    const vol_store *store = flock->store;
    const vol_domain domain = vol_store_domain(store);
    uint64_t sum = 0;
    *count = domain.total;
    for (uint32_t at = domain.begin; at < domain.end;) {
        const uint32_t stop = vol_domain_next(&domain, &at, domain.end, 0);
        sum += world->kernels->hash(&store->now, world->def.dimensions, flock->number, store->id, at, stop);
        at = stop;
    }
    return sum;
}

const vol_backend vol_cpu_backend = {.create = create,
                                     .destroy = destroy,
                                     .make_room = make_room,
                                     .make_pending = make_pending,
                                     .make_stages = make_stages,
                                     .keep_previous = keep_previous,
                                     .spawn = spawn,
                                     .append = append,
                                     .restore = restore,
                                     .remove = remove_ids,
                                     .marks = marks,
                                     .remove_marked = remove_marked,
                                     .size = size,
                                     .view = view,
                                     .edit = edit,
                                     .fold = fold,
                                     .in_order = in_order,
                                     .order = order,
                                     .hash = hash,
                                     .raster_begin = vol_cpu_raster_begin,
                                     .raster_take = vol_cpu_raster_take,
                                     .step = vol_cpu_step};
