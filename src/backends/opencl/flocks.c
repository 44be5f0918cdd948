/* The boids of a flock on a device and on the host: making them, and everything between steps. Whatever changes boids
 * is done to the host's copy by the processor's backend. */
#include "backends/opencl/opencl.h"

#include "core/memory.h"
#include "spawn.h"

#include <stdio.h>
#include <string.h>

/* Boids that are read or written at a time, and flocks of so many or more start on the device. */
enum { VOL_CL_CHUNK = 1 << 18, VOL_CL_SPAWN_FROM = 1 << 16 };

/* The flock as the processor's backend sees it: its functions read the def and the number, and change the store. */
static vol_flock_data on_host(const vol_flock_data *flock) {
    vol_flock_data copy = *flock;
    copy.store = vol_cl_flock_of(flock)->host;
    return copy;
}

/* --- Between the device's arrays and the host's ------------------------------------------------------------------- */

/* The arrays of the host's state in the order of the device's numbers: four of each real4; NULL where there is none. */
static void columns_of(const vol_world *world, const vol_state *s, uint32_t real4s, void *column[8]) {
    const bool flat = world->def.dimensions == 2;
    memset(column, 0, 8 * sizeof *column);
    for (int c = 0; c < world->def.dimensions; c++) {
        column[c] = s->position[c];
        column[flat ? 2 + c : 4 + c] = s->velocity[c];
    }
    if (flat && real4s == 2) {
        column[4] = s->heading;
        column[5] = s->speed;
    }
}

/* Boids first to first + count - 1 of a column from (to) every fourth number. */
static void take_column(void *column, size_t size, uint32_t first, uint32_t count, void *every_fourth, bool from) {
    for (uint32_t i = 0; column && i < count; i++) {
        if (size == sizeof(float)) {
            float *theirs = (float *)every_fourth + 4 * (size_t)i, *ours = (float *)column + first + i;
            *(from ? ours : theirs) = *(from ? theirs : ours);
        } else {
            double *theirs = (double *)every_fourth + 4 * (size_t)i, *ours = (double *)column + first + i;
            *(from ? ours : theirs) = *(from ? theirs : ours);
        }
    }
}

/* Copies all boids of a flock from the device to a state of the host, or the other way. */
static bool copy_state(vol_world *world, const vol_cl_flock *own, const vol_state *s, uint32_t count, bool from) {
    vol_cl_world *w = vol_cl_of(world);
    const size_t real4 = vol_cl_real4(world), size = vol_number_size(world);
    const uint32_t most = count < VOL_CL_CHUNK ? count : VOL_CL_CHUNK;
    unsigned char *room = count > 0 ? vol_allocate(&world->def.allocator, most, real4) : NULL;
    void *column[8];
    columns_of(world, s, own->number_of_real4, column);
    for (uint32_t part = 0; room && part < own->number_of_real4; part++) {
        for (uint32_t first = 0; first < count; first += most) {
            const uint32_t some = count - first < most ? count - first : most;
            const size_t at = (own->record.state + (uint64_t)part * own->record.capacity + first) * real4;
            cl_mem state = w->array[VOL_CL_STATE].buffer;
            if (from && !vol_cl_ok(w, w->cl.EnqueueReadBuffer(w->queue, state, CL_TRUE, at, some * real4, room, 0, NULL,
                                                              NULL))) {
                break;
            }
            for (size_t c = 0; c < 4; c++) {
                take_column(column[4 * part + c], size, first, some, room + c * size, from);
            }
            if (!from && !vol_cl_ok(w, w->cl.EnqueueWriteBuffer(w->queue, state, CL_TRUE, at, some * real4, room, 0,
                                                                NULL, NULL))) {
                break;
            }
        }
    }
    vol_release(&world->def.allocator, room, most, real4);
    return (count == 0 || room) && w->failed == CL_SUCCESS;
}

static bool copy_ids(vol_cl_world *w, const vol_cl_flock *own, uint32_t *id, uint32_t count, bool from) {
    cl_mem ids = w->array[VOL_CL_ID + w->current].buffer;
    if (count == 0) {
        return true;
    }
    return vol_cl_ok(w, from ? w->cl.EnqueueReadBuffer(w->queue, ids, CL_TRUE, own->record.slot * 4, (size_t)count * 4,
                                                       id, 0, NULL, NULL)
                             : w->cl.EnqueueWriteBuffer(w->queue, ids, CL_TRUE, own->record.slot * 4, (size_t)count * 4,
                                                        id, 0, NULL, NULL));
}

/* The copy of the host, with room for as many boids as there is on the device; NULL without memory. */
static vol_store *host_room(vol_world *world, vol_flock_data *flock) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    if (!own->host) {
        own->host = vol_cpu_store_create(world, flock, own->capacity);
        if (own->host) {
            own->host->changes = own->changes;
        }
    }
    return own->host && vol_store_make_room(own->host, own->capacity) ? own->host : NULL;
}

/* What boids carry for the host follows them to other slots: `before` are the slots in id order until now. Boids that
 * are gone are passed over. */
static void follow_user(vol_store *store, const uint32_t *before, const uint32_t *id_before, uint32_t count_before) {
    const uint32_t *order = vol_store_order(store);
    const size_t bytes = store->plan.user_bytes;
    uint32_t at = 0;
    for (uint32_t i = 0; i < store->count; i++) {
        const uint32_t slot = order[i];
        while (at < count_before && id_before[before[at]] < store->id[slot]) {
            at++;
        }
        if (at < count_before && id_before[before[at]] == store->id[slot]) {
            memcpy(store->user_next + slot * bytes, store->user + before[at] * bytes, bytes);
        } else {
            memset(store->user_next + slot * bytes, 0, bytes);
        }
    }
    unsigned char *moved = store->user_next;
    store->user_next = store->user;
    store->user = moved;
}

/* Reads a flock into what a step would fill: what was there stays right until all flocks were read. */
static bool read_flock(vol_world *world, vol_flock_data *flock) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    vol_store *store = own->on_host ? own->host : host_room(world, flock);
    if (own->on_host || !store) {
        return store != NULL;
    }
    if (!copy_state(world, own, &store->next, own->count, true) ||
        !copy_ids(vol_cl_of(world), own, store->id_next, own->count, true)) {
        return false;
    }
    if (store->user) {
        own->before = vol_allocate(&world->def.allocator, 2 * (size_t)store->count, sizeof *own->before);
    }
    return !store->user || own->before;
}

static void release_before(vol_world *world, vol_cl_flock *own, uint32_t count) {
    if (own->before) {
        vol_release(&world->def.allocator, own->before, 2 * (size_t)count, sizeof *own->before);
        own->before = NULL;
    }
}

/* What was read is the flock from now on. */
static void take_flock(vol_world *world, vol_flock_data *flock) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    vol_store *store = own->host;
    const uint32_t count_before = store->count;
    if (own->before) {
        memcpy(own->before, vol_store_order(store), count_before * sizeof *own->before);
        memcpy(own->before + count_before, store->id, count_before * sizeof *own->before);
    }
    uint32_t *id = store->id;
    store->id = store->id_next;
    store->id_next = id;
    vol_store_swap(store);
    store->count = own->count;
    store->next_id = own->next_id;
    store->in_id_order = store->order_known = false;
    store->changes = own->changes;
    if (own->before) {
        follow_user(store, own->before, own->before + count_before, count_before);
    }
    release_before(world, own, count_before);
    own->on_host = true;
}

/* All flocks or none, so that they are of one step. */
bool vol_cl_fetch(vol_world *world) {
    bool all = true;
    for (uint32_t i = 0; all && i < world->flock_count; i++) {
        all = read_flock(world, world->flocks[i]);
    }
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_cl_flock *own = vol_cl_flock_of(world->flocks[i]);
        if (all && !own->on_host) {
            take_flock(world, world->flocks[i]);
        } else if (own->host) {
            release_before(world, own, own->host->count);
        }
    }
    return all;
}

bool vol_cl_send(vol_world *world, vol_flock_data *flock) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    if (own->on_device) {
        return true;
    }
    /* the host may have more room than the device, where that had none to give */
    if (own->capacity < own->host->count && !vol_cl_lay_out(world, flock, own->host->capacity)) {
        return false;
    }
    own->count = own->host->count;
    own->counted = false;
    vol_cl_of(world)->in_order = 0;
    own->on_device = copy_state(world, own, &own->host->now, own->count, false) &&
                     copy_ids(vol_cl_of(world), own, own->host->id, own->count, false);
    return own->on_device;
}

/* The host has changed its copy. */
static void changed(const vol_flock_data *flock) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    own->on_device = false;
    own->count = own->host->count;
    own->next_id = own->host->next_id;
    own->changes = own->host->changes;
}

void vol_cl_fall_back(vol_world *world) {
    vol_cl_world *w = vol_cl_of(world);
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_flock_data *flock = world->flocks[i];
        vol_cl_flock *own = vol_cl_flock_of(flock);
        if (!own->on_host && !own->host && host_room(world, flock)) { /* never read: it is as it was spawned */
            vol_flock_data host = on_host(flock);
            vol_cpu_backend.spawn(world, &host, own->next_id);
        }
        if (own->host) {
            own->on_host = true;
            own->host->changes = own->changes + 1;
            changed(flock);
        }
    }
    world->steps = w->read_step;
    memcpy(world->around.gust, w->read_gust, sizeof w->read_gust);
}

/* --- Making flocks ------------------------------------------------------------------------------------------------ */

static vol_cl_flock *new_flock(vol_world *world, const vol_flock_data *flock) {
    vol_cl_flock *own = vol_allocate(&world->def.allocator, 1, sizeof *own);
    if (own) {
        own->heading = vol_flock_has_heading(world, flock);
        own->number_of_real4 = world->def.dimensions == 3 || own->heading ? 2 : 1;
        own->on_host = own->on_device = false;
    }
    return own;
}

static bool create(vol_world *world, vol_flock_data *flock, size_t capacity) {
    vol_cl_world *w = vol_cl_of(world);
    flock->store = new_flock(world, flock);
    if (!flock->store || w->failed != CL_SUCCESS || !vol_cl_lay_out(world, flock, capacity)) {
        vol_release(&world->def.allocator, flock->store, flock->store ? 1 : 0, sizeof(vol_cl_flock));
        flock->store = NULL;
        return false;
    }
    return true;
}

static void destroy(vol_world *world, vol_flock_data *flock) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    if (own) {
        vol_store_destroy(own->host);
        vol_cl_free_copy(world, &own->constants);
        vol_release(&world->def.allocator, own, 1, sizeof *own);
        flock->store = NULL;
    }
}

static bool make_room(vol_world *world, vol_flock_data *flock, size_t capacity) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    if (capacity <= own->capacity) {
        return true;
    }
    return (!own->host || vol_store_make_room(own->host, capacity)) && vol_cl_lay_out(world, flock, capacity);
}

static bool make_pending(vol_world *world, vol_flock_data *flock, size_t capacity) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    const size_t before = own->pending;
    own->pending = capacity > before ? capacity : before;
    if (!vol_cl_lay_out(world, NULL, 0)) {
        own->pending = before;
        return false;
    }
    return true;
}

static bool spawn_on_device(vol_world *world, const vol_flock_data *flock, uint32_t count) {
    vol_cl_world *w = vol_cl_of(world);
    const vol_cl_flock *own = vol_cl_flock_of(flock);
    const bool wide = world->def.precision == VOL_PRECISION_DOUBLE;
    char options[160];
    snprintf(options, sizeof options, "-DVOL_DOUBLE=1 -DVOL_STATE_DOUBLE=%d -DVOL_D=%d -DVOL_HEADING=%d", wide,
             world->def.dimensions, own->heading);
    vol_cl_program *program = vol_cl_program_of(world, "backends/opencl/spawn.cl", NULL, options);
    const vol_spawn_numbers numbers = vol_spawn_numbers_of(&world->def, &flock->def, flock->number);
    vol_cl_copy copy = {0};
    if (program && vol_cl_write(world, &copy, &numbers, sizeof numbers)) {
        const cl_ulong a = own->record.state, b = a + own->record.capacity, slot = own->record.slot;
        const cl_uint begin = 0, end = count;
        VOL_CL_RUN(w, program, "spawn", count, VOL_CL_VALUE(copy.memory.buffer), VOL_CL_ARRAY(w, VOL_CL_STATE),
                   VOL_CL_VALUE(a), VOL_CL_VALUE(b), VOL_CL_ARRAY(w, VOL_CL_ID + w->current), VOL_CL_VALUE(slot),
                   VOL_CL_VALUE(begin), VOL_CL_VALUE(end));
        vol_cl_ok(w, w->cl.Finish(w->queue));
    }
    vol_cl_free_copy(world, &copy);
    return program && w->failed == CL_SUCCESS;
}

static void spawn(vol_world *world, vol_flock_data *flock, uint32_t count) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    own->count = own->next_id = count;
    if (count >= VOL_CL_SPAWN_FROM && spawn_on_device(world, flock, count)) {
        own->on_device = true;
        return;
    }
    if (host_room(world, flock)) {
        vol_flock_data host = on_host(flock);
        vol_cpu_backend.spawn(world, &host, count);
        own->on_host = true;
        changed(flock);
    } else {
        own->count = own->next_id = 0;
        vol_cl_ok(vol_cl_of(world), CL_OUT_OF_HOST_MEMORY);
    }
}

/* --- Between steps ------------------------------------------------------------------------------------------------ */

/* The boids on the host, as they are now; without memory for them, or without the device, as they were. */
static bool fetch(vol_world *world, vol_flock_data *flock) {
    if (!vol_cl_flock_of(flock)->on_host && !vol_cl_fetch(world) && vol_cl_of(world)->failed != CL_SUCCESS) {
        vol_cl_fall_back(world);
    }
    return vol_cl_flock_of(flock)->on_host;
}

static void append(vol_world *world, vol_flock_data *flock, uint32_t count, const double *values, bool face) {
    if (fetch(world, flock)) {
        vol_flock_data host = on_host(flock);
        vol_cpu_backend.append(world, &host, count, values, face);
        changed(flock);
    }
}

static vol_host_boids view(const vol_world *world, const vol_flock_data *flock) {
    /* what is fetched is a copy of what there is: nothing changes for the host */
    if (!fetch((vol_world *)world, (vol_flock_data *)flock)) {
        return (vol_host_boids){.count = 0};
    }
    const vol_flock_data host = on_host(flock);
    return vol_cpu_backend.view(world, &host);
}

/* A store has two states, two lists of ids, their order, marks, and room for sorting. */
static uint64_t host_bytes(const vol_world *world) {
    const uint64_t numbers = 2 * (uint64_t)world->def.dimensions, others = 6 * sizeof(uint32_t);
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        const vol_cl_flock *own = vol_cl_flock_of(world->flocks[i]);
        const uint64_t boid = (numbers + (own->heading ? 2 : 0)) * vol_number_size(world);
        bytes += own->host ? 0 : own->capacity * (2 * (boid + world->flocks[i]->def.user_bytes) + others);
    }
    return bytes;
}

static vol_flock_size size(const vol_world *world, const vol_flock_data *flock) {
    (void)world;
    const vol_cl_flock *own = vol_cl_flock_of(flock);
    return (vol_flock_size){own->count, own->capacity, own->next_id, own->changes};
}

static vol_host_boids edit(vol_world *world, vol_flock_data *flock) {
    if (!fetch(world, flock)) {
        return (vol_host_boids){.count = 0};
    }
    vol_flock_data host = on_host(flock);
    const vol_host_boids boids = vol_cpu_backend.edit(world, &host);
    changed(flock);
    return boids;
}

static vol_host_boids restore(vol_world *world, vol_flock_data *flock, uint32_t count, uint32_t next_id) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    if (!host_room(world, flock)) {
        return (vol_host_boids){.count = 0};
    }
    own->on_host = true;
    vol_flock_data host = on_host(flock);
    const vol_host_boids boids = vol_cpu_backend.restore(world, &host, count, next_id);
    changed(flock);
    return boids;
}

static void fold(vol_world *world, vol_flock_data *flock) {
    if (fetch(world, flock)) {
        vol_flock_data host = on_host(flock);
        vol_cpu_backend.fold(world, &host);
        changed(flock);
    }
}

static size_t remove_ids(vol_world *world, vol_flock_data *flock, size_t count, const uint32_t *ids) {
    if (!fetch(world, flock)) {
        return 0;
    }
    vol_flock_data host = on_host(flock);
    const size_t removed = vol_cpu_backend.remove(world, &host, count, ids);
    if (removed == count) {
        changed(flock);
    }
    return removed;
}

static uint32_t *marks(vol_world *world, vol_flock_data *flock) {
    if (!fetch(world, flock)) {
        return NULL;
    }
    vol_flock_data host = on_host(flock);
    return vol_cpu_backend.marks(world, &host);
}

static void remove_marked(vol_world *world, vol_flock_data *flock) {
    vol_flock_data host = on_host(flock);
    vol_cpu_backend.remove_marked(world, &host);
    changed(flock);
}

static vol_host_boids in_order(vol_world *world, vol_flock_data *flock) {
    if (!fetch(world, flock)) {
        return (vol_host_boids){.count = 0};
    }
    vol_flock_data host = on_host(flock);
    return vol_cpu_backend.in_order(world, &host);
}

static const uint32_t *order(vol_world *world, vol_flock_data *flock) {
    fetch(world, flock);
    vol_flock_data host = on_host(flock);
    return vol_cpu_backend.order(world, &host);
}

/* --- Hash --------------------------------------------------------------------------------------------------------- */

enum { VOL_CL_HASHES = 256 };

static bool hash_on_device(vol_world *world, const vol_flock_data *flock, uint64_t *sum) {
    vol_cl_world *w = vol_cl_of(world);
    const vol_cl_flock *own = vol_cl_flock_of(flock);
    char options[120];
    cl_ulong part[VOL_CL_HASHES] = {0};
    snprintf(options, sizeof options, "-DVOL_DOUBLE=%d -DVOL_D=%d -DVOL_HASH_GROUP=%d",
             world->def.precision == VOL_PRECISION_DOUBLE, world->def.dimensions, VOL_GROUP);
    vol_cl_program *program = vol_cl_program_of(world, "backends/opencl/hash.cl", NULL, options);
    if (!program || !vol_cl_make(w, &w->array[VOL_CL_SQUARES], sizeof part)) {
        return false;
    }
    const cl_uint number = flock->number, begin = 0, end = own->count;
    const cl_ulong a = own->record.state, b = a + own->record.capacity, slot = own->record.slot;
    VOL_CL_RUN(w, program, "hash", VOL_CL_HASHES * VOL_GROUP, VOL_CL_VALUE(number), VOL_CL_ARRAY(w, VOL_CL_STATE),
               VOL_CL_VALUE(a), VOL_CL_VALUE(b), VOL_CL_ARRAY(w, VOL_CL_ID + w->current), VOL_CL_VALUE(slot),
               VOL_CL_VALUE(begin), VOL_CL_VALUE(end), VOL_CL_ARRAY(w, VOL_CL_SQUARES));
    vol_cl_ok(w, w->cl.EnqueueReadBuffer(w->queue, w->array[VOL_CL_SQUARES].buffer, CL_TRUE, 0, sizeof part, part, 0,
                                         NULL, NULL));
    *sum = 0;
    for (int i = 0; i < VOL_CL_HASHES; i++) {
        *sum += part[i];
    }
    return w->failed == CL_SUCCESS;
}

static uint64_t hash(const vol_world *world, const vol_flock_data *flock, uint32_t *count) {
    const vol_cl_flock *own = vol_cl_flock_of(flock);
    uint64_t sum = 0;
    *count = own->count;
    if (!own->on_host && hash_on_device((vol_world *)world, flock, &sum)) {
        return sum;
    }
    if (!fetch((vol_world *)world, (vol_flock_data *)flock)) {
        return 0;
    }
    const vol_flock_data host = on_host(flock);
    return vol_cpu_backend.hash(world, &host, count);
}

/* --- From the processor and back ---------------------------------------------------------------------------------- */

static bool adopt(vol_world *world, vol_flock_data *flock) {
    vol_store *store = flock->store;
    vol_cl_flock *own = new_flock(world, flock);
    if (!own) {
        return false;
    }
    own->host = store;
    own->on_host = true;
    own->pending = store->pending_room;
    own->record.capacity = 0;
    flock->store = own;
    own->count = own->next_id = 0;
    if (!vol_cl_lay_out(world, flock, store->capacity)) {
        flock->store = store;
        vol_release(&world->def.allocator, own, 1, sizeof *own);
        return false;
    }
    changed(flock);
    return true;
}

static bool hand_over(vol_world *world, vol_flock_data *flock) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    const bool stages = world->def.integrator != VOL_INTEGRATOR_EULER;
    if (!fetch(world, flock) || (own->pending > 0 && !vol_store_make_pending(own->host, own->pending)) ||
        (stages && !vol_store_make_stages(own->host)) || !vol_store_keep_previous(own->host, flock->def.previous)) {
        return false;
    }
    vol_store *store = own->host;
    own->host = NULL;
    destroy(world, flock);
    flock->store = store;
    return true;
}

static void take_part(vol_world *world, vol_flock_data *flock, const vol_flock_part *part) {
    (void)world;
    vol_cl_flock_of(flock)->part = *part;
}

static const char *device(const vol_world *world) {
    return vol_cl_of(world)->device.info.name;
}

static uint64_t device_bytes(const vol_world *world) {
    return vol_cl_of(world)->taken;
}

const vol_backend vol_cl_backend = {.open = vol_cl_open_world,
                                    .close = vol_cl_close_world,
                                    .device = device,
                                    .device_bytes = device_bytes,
                                    .adopt = adopt,
                                    .hand_over = hand_over,
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
                                    .raster_begin = vol_cl_raster_begin,
                                    .raster_take = vol_cl_raster_take,
                                    .survey = vol_cl_survey,
                                    .nearby = vol_cl_nearby,
                                    .work = vol_cl_work,
                                    .part = take_part,
                                    .step = vol_cl_step};
