/* The boids of a flock in the stores of all ranks and in the copy of each: making them, everything between steps, and
 * the step. Whatever looks at all boids or changes them is done to the copy by the processor's backend, on every rank
 * alike. */
#include "backends/cluster/cluster.h"

#include "backends/devices.h"
#include "core/error.h"
#include "core/memory.h"
#include "spawn.h"

#include <math.h>
#include <string.h>

/* The flock as the processor's backend sees it, with all boids. */
static vol_flock_data on_copy(const vol_world *world, const vol_flock_data *flock) {
    vol_flock_data all = *flock;
    all.store = vol_part_of(world, flock)->copy;
    return all;
}

/* --- To the copy -------------------------------------------------------------------------------------------------- */

static bool copy_room(vol_world *world, const vol_flock_data *flock) {
    vol_cluster_flock *part = vol_part_of(world, flock);
    if (!part->copy) {
        part->copy = vol_cpu_store_create(world, flock, part->capacity);
    }
    return part->copy && vol_store_make_room(part->copy, part->capacity);
}

static bool fetch_flock(vol_world *world, vol_flock_data *flock) {
    vol_cluster_flock *part = vol_part_of(world, flock);
    if (part->on_host) {
        return true;
    }
    if (!vol_on_all_ranks(world, copy_room(world, flock)) || !vol_records_collect(world, flock)) {
        return false;
    }
    vol_store *copy = part->copy;
    const unsigned char *from = vol_cluster_of(world)->in.at;
    for (uint32_t slot = 0; slot < part->total; slot++) {
        from = vol_record_take(copy, slot, from);
    }
    copy->count = part->total;
    copy->next_id = part->next_id;
    copy->in_id_order = copy->order_known = false;
    copy->changes = part->changes;
    part->on_host = true;
    return true;
}

/* The copy was changed: it is the flock now. */
static void changed(const vol_world *world, const vol_flock_data *flock) {
    vol_cluster_flock *part = vol_part_of(world, flock);
    part->on_ranks = part->settled = false;
    part->total = part->copy->count;
    part->next_id = part->copy->next_id;
    part->changes = part->copy->changes;
}

/* --- Making flocks ------------------------------------------------------------------------------------------------ */

static vol_result open_world(vol_world *world, vol_error *error) {
    const vol_allocator *allocator = &world->def.allocator;
    const vol_cluster *cluster = world->def.cluster;
    vol_cluster_world *w = vol_allocate(allocator, 1, sizeof *w);
    world->device = w;
    if (w) {
        w->rank = cluster->rank;
        w->size = cluster->size;
        w->cut = vol_allocate(allocator, (size_t)w->size + 1, sizeof *w->cut);
        w->numbers = vol_allocate(allocator, 2 * (size_t)w->size, sizeof *w->numbers);
        w->parcels = vol_allocate(allocator, 2 * (size_t)w->size, sizeof *w->parcels);
        w->bytes_of = vol_allocate(allocator, w->size, sizeof *w->bytes_of);
        w->at = vol_allocate(allocator, w->size, sizeof *w->at);
    }
    world->ranks.cluster = cluster;
    world->ranks.busy = &world->busy;
    const bool all = w && w->cut && w->numbers && w->parcels && w->bytes_of && w->at;
    if (!vol_on_all_ranks(world, all)) {
        return vol_fail(error, VOL_ERROR_MEMORY, "world.cluster", "no memory for a world over %u ranks",
                        (unsigned)cluster->size);
    }
    world->backend = &vol_cluster_backend;
    const bool device = vol_devices_wanted(&world->def);
    const vol_result result = device ? vol_cluster_device_open(world, error) : VOL_OK;
    if (!vol_on_all_ranks(world, result == VOL_OK) && result == VOL_OK) {
        return vol_fail(error, VOL_ERROR_UNSUPPORTED, "device", "device %.40s: another rank has none",
                        world->def.device);
    }
    return result;
}

static void close_world(vol_world *world) {
    const vol_allocator *allocator = &world->def.allocator;
    vol_cluster_world *w = vol_cluster_of(world);
    if (!w) {
        return;
    }
    vol_cluster_device_close(world);
    vol_release(allocator, w->cut, (size_t)w->size + 1, sizeof *w->cut);
    vol_release(allocator, w->numbers, 2 * (size_t)w->size, sizeof *w->numbers);
    vol_release(allocator, w->parcels, 2 * (size_t)w->size, sizeof *w->parcels);
    vol_release(allocator, w->bytes_of, w->size, sizeof *w->bytes_of);
    vol_release(allocator, w->at, w->size, sizeof *w->at);
    vol_release(allocator, w->list, w->list_bytes.room, 1);
    vol_release(allocator, w->counts.at, w->counts.room, 1);
    vol_release(allocator, w->out.at, w->out.room, 1);
    vol_release(allocator, w->in.at, w->in.room, 1);
    vol_release(allocator, (void *)w->part, w->part_room, sizeof *w->part);
    vol_release(allocator, w, 1, sizeof *w);
    world->device = NULL;
}

/* Room for the records of as many flocks as the world has room for. */
static bool make_parts(vol_world *world, uint32_t needed) {
    vol_cluster_world *w = vol_cluster_of(world);
    if (needed <= w->part_room) {
        return true;
    }
    const uint32_t room = needed + needed / 2 + 4;
    vol_cluster_flock **parts = vol_allocate(&world->def.allocator, room, sizeof *parts);
    if (!parts) {
        return false;
    }
    if (w->part_room > 0) {
        memcpy((void *)parts, (const void *)w->part, w->part_room * sizeof *parts);
    }
    vol_release(&world->def.allocator, (void *)w->part, w->part_room, sizeof *parts);
    w->part = parts;
    w->part_room = room;
    return true;
}

/* Boids of a new flock that this rank begins with. */
static uint32_t share_of(const vol_world *world, size_t count) {
    const vol_cluster_world *w = vol_cluster_of(world);
    return vol_part((uint32_t)count, w->rank + 1, w->size) - vol_part((uint32_t)count, w->rank, w->size);
}

static void destroy(vol_world *world, vol_flock_data *flock) {
    vol_cluster_world *w = vol_cluster_of(world);
    vol_cluster_flock *part = flock->number < w->part_room ? w->part[flock->number] : NULL;
    vol_store_destroy(flock->store);
    flock->store = NULL;
    if (part) {
        vol_store_destroy(part->copy);
        vol_release(&world->def.allocator, part, 1, sizeof *part);
        w->part[flock->number] = NULL;
    }
}

static bool create(vol_world *world, vol_flock_data *flock, size_t capacity) {
    vol_cluster_world *w = vol_cluster_of(world);
    bool made = make_parts(world, flock->number + 1);
    vol_cluster_flock *part = made ? vol_allocate(&world->def.allocator, 1, sizeof *part) : NULL;
    vol_store_plan plan = vol_cpu_store_plan(world, flock);
    plan.ranks = &world->ranks;
    if (part) {
        w->part[flock->number] = part;
        part->capacity = (uint32_t)capacity;
        part->on_ranks = true;
        flock->store = vol_store_create(&plan, (size_t)share_of(world, capacity) + 16);
    }
    made = part && flock->store;
    if (made) {
        vol_cpu_store(flock)->sharing = VOL_SHARING_STRIPS;
    }
    return vol_on_all_ranks(world, made); /* where it is not, the host destroys the flock */
}

/* What is to come is dealt out by turns. */
static bool make_room(vol_world *world, vol_flock_data *flock, size_t capacity) {
    vol_cluster_flock *part = vol_part_of(world, flock);
    if (capacity <= part->capacity) {
        return true;
    }
    const size_t more = (capacity - part->total) / vol_cluster_of(world)->size + 1;
    vol_store *store = flock->store;
    const bool made =
        vol_store_make_room(store, store->count + more) && (!part->copy || vol_store_make_room(part->copy, capacity));
    if (!vol_on_all_ranks(world, made)) {
        return false;
    }
    part->capacity = (uint32_t)capacity;
    return true;
}

static bool make_pending(vol_world *world, vol_flock_data *flock, size_t capacity) {
    (void)capacity;
    vol_store *store = flock->store;
    vol_part_of(world, flock)->pends = true;
    return vol_on_all_ranks(world, vol_store_make_pending(store, store->capacity));
}

/* Every rank has a part of the ids; the first step brings boids to where they belong. */
static void spawn(vol_world *world, vol_flock_data *flock, uint32_t count) {
    const vol_cluster_world *w = vol_cluster_of(world);
    vol_cluster_flock *part = vol_part_of(world, flock);
    vol_store *store = flock->store;
    const vol_domain ids = {.begin = vol_part(count, w->rank, w->size), .end = vol_part(count, w->rank + 1, w->size)};
    store->count = ids.end - ids.begin;
    store->next_id = part->next_id = count;
    store->total = part->total = count;
    store->in_id_order = false;
    vol_spawn(&(vol_spawn_job){&world->def, &flock->def, flock->number, &store->now, store->id, ids}, &world->crew);
    memset(store->ghost, 0, store->count);
}

/* --- Between steps ------------------------------------------------------------------------------------------------ */

static bool fetch(const vol_world *world, const vol_flock_data *flock) {
    /* what is fetched is a copy of what there is: nothing changes for the host */
    return fetch_flock((vol_world *)world, (vol_flock_data *)flock);
}

/* To the copy where it is the flock, else to the rank whose turn it is. */
static void append(vol_world *world, vol_flock_data *flock, uint32_t count, const double *values, bool face) {
    const vol_cluster_world *w = vol_cluster_of(world);
    vol_cluster_flock *part = vol_part_of(world, flock);
    vol_store *store = flock->store;
    if (!part->on_ranks) {
        vol_flock_data all = on_copy(world, flock);
        vol_cpu_backend.append(world, &all, count, values, face);
        changed(world, flock);
        return;
    }
    for (uint32_t i = 0; i < count; i++, part->next_id++) {
        if (part->next_id % w->size == w->rank) {
            store->next_id = part->next_id;
            vol_cpu_backend.append(world, flock, 1, values + 8 * (size_t)i, face);
            store->ghost[store->count - 1] = 0;
        }
    }
    store->in_id_order = store->order_known = false;
    store->next_id = part->next_id;
    store->total = part->total += count;
    part->settled = part->on_host = false;
    part->changes++;
}

static vol_host_boids view(const vol_world *world, const vol_flock_data *flock) {
    if (!fetch(world, flock)) {
        return (vol_host_boids){.count = 0};
    }
    const vol_flock_data all = on_copy(world, flock);
    if (flock->def.user_bytes > 0) { /* the host may write what boids carry for it */
        changed(world, flock);
    }
    return vol_cpu_backend.view(world, &all);
}

/* A store has two states, two lists of ids, their order, marks, and room for sorting. */
static uint64_t host_bytes(const vol_world *world) {
    uint64_t bytes = 0;
    for (uint32_t f = 0; f < world->flock_count; f++) {
        const vol_cluster_flock *part = vol_part_of(world, world->flocks[f]);
        const size_t record = vol_record_bytes(world->flocks[f]->store);
        bytes += part->copy ? 0 : (uint64_t)part->capacity * (4 * record + 6 * sizeof(uint32_t));
    }
    return bytes;
}

static vol_flock_size size(const vol_world *world, const vol_flock_data *flock) {
    const vol_cluster_flock *part = vol_part_of(world, flock);
    return (vol_flock_size){part->total, part->capacity, part->next_id, part->changes};
}

static vol_host_boids edit(vol_world *world, vol_flock_data *flock) {
    if (!fetch(world, flock)) {
        return (vol_host_boids){.count = 0};
    }
    vol_flock_data all = on_copy(world, flock);
    const vol_host_boids boids = vol_cpu_backend.edit(world, &all);
    changed(world, flock);
    return boids;
}

static vol_host_boids restore(vol_world *world, vol_flock_data *flock, uint32_t count, uint32_t next_id) {
    if (!vol_on_all_ranks(world, copy_room(world, flock))) {
        return (vol_host_boids){.count = 0};
    }
    vol_part_of(world, flock)->on_host = true;
    vol_flock_data all = on_copy(world, flock);
    const vol_host_boids boids = vol_cpu_backend.restore(world, &all, count, next_id);
    changed(world, flock);
    return boids;
}

static void fold(vol_world *world, vol_flock_data *flock) {
    if (fetch(world, flock)) {
        vol_flock_data all = on_copy(world, flock);
        vol_cpu_backend.fold(world, &all);
        changed(world, flock);
    }
}

static size_t remove_ids(vol_world *world, vol_flock_data *flock, size_t count, const uint32_t *ids) {
    if (!fetch(world, flock)) {
        return 0;
    }
    vol_flock_data all = on_copy(world, flock);
    const size_t removed = vol_cpu_backend.remove(world, &all, count, ids);
    if (removed == count) {
        changed(world, flock);
    }
    return removed;
}

static uint32_t *marks(vol_world *world, vol_flock_data *flock) {
    if (!fetch(world, flock)) {
        return NULL;
    }
    vol_flock_data all = on_copy(world, flock);
    return vol_cpu_backend.marks(world, &all);
}

static void remove_marked(vol_world *world, vol_flock_data *flock) {
    vol_flock_data all = on_copy(world, flock);
    vol_cpu_backend.remove_marked(world, &all);
    changed(world, flock);
}

static vol_host_boids in_order(vol_world *world, vol_flock_data *flock) {
    if (!fetch(world, flock)) {
        return (vol_host_boids){.count = 0};
    }
    vol_flock_data all = on_copy(world, flock);
    return vol_cpu_backend.in_order(world, &all);
}

static const uint32_t *order(vol_world *world, vol_flock_data *flock) {
    fetch(world, flock);
    vol_flock_data all = on_copy(world, flock);
    return vol_cpu_backend.order(world, &all);
}

static uint64_t hash(const vol_world *world, const vol_flock_data *flock, uint32_t *count) {
    const vol_cluster_flock *part = vol_part_of(world, flock);
    if (!part->on_ranks) {
        const vol_flock_data all = on_copy(world, flock);
        return vol_cpu_backend.hash(world, &all, count);
    }
    uint64_t sum = vol_cpu_backend.hash(world, flock, count);
    vol_ranks_add(&((vol_world *)world)->ranks, &sum, 1);
    *count = part->total;
    return sum;
}

/* --- The step ----------------------------------------------------------------------------------------------------- */

/* Has a hunter of this rank reached a prey, wherever that is computed? */
static bool reached_prey(const vol_world *world, const vol_relation_def *relation) {
    const vol_store *hunters = vol_cpu_store(world->flocks[relation->from]);
    for (size_t t = 0; t < relation->to_count; t++) {
        vol_store *prey = world->flocks[relation->to[t]]->store;
        memset(prey->scratch, 0, prey->count * sizeof *prey->scratch);
        for (uint32_t i = 0; i < hunters->count; i++) {
            double hunter[8], least = relation->eat * relation->eat;
            if (hunters->ghost[i]) {
                continue;
            }
            world->kernels->get(&hunters->now, world->def.dimensions, i, hunter);
            if (world->kernels->nearest(&prey->now, &world->def, 0, prey->count, prey->id, hunter, prey->scratch,
                                        VOL_NONE, &least) != VOL_NONE) {
                return true;
            }
        }
    }
    return false;
}

/* Who is eaten is decided by the copies, and only where there is something to decide. */
static vol_result look_for_meals(vol_world *world) {
    bool hungry = false, meal = false;
    for (uint32_t i = 0; i < world->around.relation_count; i++) {
        hungry = hungry || vol_relation_eats(&world->around.relations[i]);
    }
    world->no_meal = true;
    vol_result result = hungry ? vol_cluster_settle(world) : VOL_OK;
    for (uint32_t i = 0; hungry && result == VOL_OK && i < world->around.relation_count; i++) {
        meal = meal ||
               (vol_relation_eats(&world->around.relations[i]) && reached_prey(world, &world->around.relations[i]));
    }
    if (hungry && result == VOL_OK) {
        world->no_meal = vol_on_all_ranks(world, !meal);
        result = world->ranks.failed ? VOL_ERROR_DEVICE : VOL_OK;
    }
    return result;
}

static vol_result step(vol_world *world, uint64_t most, uint64_t *made) {
    *made = 0;
    vol_result result = vol_cluster_settle(world);
    if (result != VOL_OK || !vol_cluster_take_stock(world)) {
        return result != VOL_OK ? result : VOL_ERROR_DEVICE;
    }
    vol_cluster_world *w = vol_cluster_of(world);
    const double start = vol_clock() - world->ranks.report.communicating;
    if (w->there) {
        result = vol_cluster_device_step(world);
        *made = result == VOL_OK;
    } else {
        result = vol_cpu_step(world, most, made);
    }
    w->busy += vol_clock() - world->ranks.report.communicating - start;
    world->ranks.report.steps++;
    for (uint32_t f = 0; f < world->flock_count; f++) {
        vol_cluster_flock *part = vol_part_of(world, world->flocks[f]);
        part->settled = part->on_host = false;
        part->changes++;
        w->work += world->flocks[f]->candidates;
    }
    if (world->ranks.failed) {
        return VOL_ERROR_DEVICE;
    }
    return result == VOL_OK ? look_for_meals(world) : result;
}

const vol_backend vol_cluster_backend = {.open = open_world,
                                         .close = close_world,
                                         .device = vol_cluster_device_name,
                                         .device_bytes = vol_cluster_device_bytes,
                                         .create = create,
                                         .destroy = destroy,
                                         .make_room = make_room,
                                         .make_pending = make_pending,
                                         .spawn = spawn,
                                         .append = append,
                                         .restore = restore,
                                         .remove = remove_ids,
                                         .marks = marks,
                                         .remove_marked = remove_marked,
                                         .size = size,
                                         .host_bytes = host_bytes,
                                         .view = view,
                                         .edit = edit,
                                         .fold = fold,
                                         .in_order = in_order,
                                         .order = order,
                                         .hash = hash,
                                         .raster_begin = vol_cpu_raster_begin,
                                         .raster_take = vol_cpu_raster_take,
                                         .step = step};
