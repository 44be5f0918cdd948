/* Boids on their way between ranks: an id, the numbers of the state, and what they carry for the host, boid by boid. */
#include "backends/cluster/cluster.h"

#include "core/memory.h"

#include <string.h>

/* The arrays of a state that a store has. */
static int arrays_of(const vol_store *store, void *array[8]) {
    int count = 0;
    for (int c = 0; c < store->plan.dimensions; c++) {
        array[count++] = store->now.position[c];
        array[count++] = store->now.velocity[c];
    }
    if (store->plan.heading) {
        array[count++] = store->now.heading;
        array[count++] = store->now.speed;
    }
    return count;
}

size_t vol_record_bytes(const vol_store *store) {
    void *array[8];
    return sizeof *store->id + (size_t)arrays_of(store, array) * store->plan.number_size + store->plan.user_bytes;
}

size_t vol_record_most(const vol_world *world) {
    size_t most = 0;
    for (uint32_t f = 0; f < world->flock_count; f++) {
        const size_t bytes = vol_record_bytes(world->flocks[f]->store);
        most = bytes > most ? bytes : most;
    }
    return most;
}

unsigned char *vol_record_put(const vol_store *store, uint32_t slot, unsigned char *to) {
    const size_t size = store->plan.number_size, user = store->plan.user_bytes;
    void *array[8];
    const int arrays = arrays_of(store, array);
    memcpy(to, &store->id[slot], sizeof *store->id);
    to += sizeof *store->id;
    for (int a = 0; a < arrays; a++, to += size) {
        memcpy(to, (const unsigned char *)array[a] + slot * size, size);
    }
    if (user > 0) {
        memcpy(to, store->user + slot * user, user);
    }
    return to + user;
}

const unsigned char *vol_record_take(vol_store *store, uint32_t slot, const unsigned char *from) {
    const size_t size = store->plan.number_size, user = store->plan.user_bytes;
    void *array[8];
    const int arrays = arrays_of(store, array);
    memcpy(&store->id[slot], from, sizeof *store->id);
    from += sizeof *store->id;
    for (int a = 0; a < arrays; a++, from += size) {
        memcpy((unsigned char *)array[a] + slot * size, from, size);
    }
    if (user > 0) {
        memcpy(store->user + slot * user, from, user);
    }
    return from + user;
}

bool vol_bytes_room(vol_world *world, vol_bytes *bytes, size_t needed) {
    if (needed <= bytes->room) {
        return true;
    }
    const vol_allocator *allocator = &world->def.allocator;
    const size_t room = needed + needed / 4 + 4096;
    unsigned char *more = vol_allocate(allocator, room, 1);
    if (!more) {
        return false;
    }
    if (bytes->room > 0) {
        memcpy(more, bytes->at, bytes->room);
    }
    vol_release(allocator, bytes->at, bytes->room, 1);
    *bytes = (vol_bytes){more, room};
    return true;
}

bool vol_list_room(vol_world *world, size_t needed) {
    vol_cluster_world *w = vol_cluster_of(world);
    const bool made = vol_bytes_room(world, &w->list_bytes, needed * sizeof *w->list);
    w->list = (uint32_t *)(void *)w->list_bytes.at;
    return made;
}

bool vol_records_collect(vol_world *world, const vol_flock_data *flock) {
    vol_cluster_world *w = vol_cluster_of(world);
    const vol_store *store = flock->store;
    const size_t record = vol_record_bytes(store);
    const vol_cluster_flock *part = vol_part_of(world, flock);
    const bool room =
        vol_bytes_room(world, &w->out, store->count * record) && vol_bytes_room(world, &w->in, part->total * record);
    if (!vol_on_all_ranks(world, room)) {
        return false;
    }
    unsigned char *to = w->out.at;
    for (uint32_t slot = 0; slot < store->count; slot++) {
        to = store->ghost[slot] ? to : vol_record_put(store, slot, to);
    }
    uint64_t own = (uint64_t)(to - w->out.at);
    for (uint32_t r = 0; r < w->size; r++) {
        w->bytes_of[r] = sizeof own;
    }
    if (!vol_ranks_collect(&world->ranks, &own, w->numbers, w->bytes_of)) {
        return false;
    }
    for (uint32_t r = 0; r < w->size; r++) {
        w->bytes_of[r] = (size_t)w->numbers[r];
    }
    return vol_ranks_collect(&world->ranks, w->out.at, w->in.at, w->bytes_of);
}
