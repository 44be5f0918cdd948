/* Removing boids: found by their ids without sorting, and only as many are moved as go. What a host removes between two
 * steps is a few of many, so the time of both counts. The index sorts by places and ids, so where boids lie before it
 * changes no bit of a step. */
#include "store/store.h"

#include <string.h>

enum {
    REMOVE_FEW = 4,    /* up to so many are looked for one by one */
    REMOVE_EIGHTH = 8, /* from that part of all boids on, all are copied: one by one would take longer */
    SCAN_BLOCK = 64    /* ids compared in a row without a branch */
};

/* `count` boids from one slot on to another, with all they carry. */
static void move_boids(vol_store *store, uint32_t to, uint32_t from, uint32_t count) {
    void **arrays[8];
    const size_t size = store->plan.number_size, user = store->plan.user_bytes;
    vol_state_arrays(&store->now, arrays);
    for (int a = 0; a < 8; a++) {
        unsigned char *numbers = *arrays[a];
        if (numbers) {
            memmove(numbers + to * size, numbers + from * size, count * size);
        }
    }
    for (int c = 0; store->previous != VOL_PREVIOUS_NONE && c < store->plan.dimensions; c++) {
        unsigned char *numbers = vol_store_previous(store)->position[c];
        memmove(numbers + to * size, numbers + from * size, count * size);
    }
    memmove(store->id + to, store->id + from, count * sizeof *store->id);
    if (store->user) {
        memmove(store->user + to * user, store->user + from * user, count * user);
    }
}

/* Where in `order`, which is known, an id is or would be. */
static uint32_t rank_of(const vol_store *store, uint32_t id) {
    uint32_t low = 0, high = store->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (store->id[store->order[middle]] < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The last boid takes the slot of the one that goes. */
static void fill_slot(vol_store *store, uint32_t slot) {
    const uint32_t last = store->count - 1;
    if (store->order_known) {
        const uint32_t rank = rank_of(store, store->id[slot]);
        store->order[rank_of(store, store->id[last])] = slot;
        memmove(store->order + rank, store->order + rank + 1, (last - rank) * sizeof *store->order);
    }
    if (slot != last) {
        move_boids(store, slot, last, 1);
    }
    store->count = last;
}

/* Slots in id order stay so: those behind a boid that goes move up. */
static void close_gaps(vol_store *store, const uint32_t *slots, uint32_t count) {
    uint32_t to = slots[0];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t from = slots[i] + 1, end = i + 1 < count ? slots[i + 1] : store->count;
        move_boids(store, to, from, end - from);
        to += end - from;
    }
    store->count = to;
}

/* All that stay are copied, in their order. */
static void copy_kept(vol_store *store, const uint32_t *slots, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t slot = 0, next = 0; slot < store->count; slot++) {
        if (next < count && slots[next] == slot) {
            next++;
        } else {
            store->order[kept++] = slot;
        }
    }
    vol_store_save_previous(store);
    store->plan.kernels->gather(&store->now, &store->next, store->order, 0, kept);
    vol_store_sort_carried(store, store->order, kept);
    for (uint32_t i = 0; i < kept; i++) {
        store->id[i] = store->id[store->order[i]];
    }
    vol_store_swap(store);
    store->count = kept;
    store->order_known = false;
}

/* Removes what is in these slots, which are in ascending order. */
static void remove_slots(vol_store *store, const uint32_t *slots, uint32_t count) {
    if (count == 0) {
        return;
    }
    if (count > REMOVE_FEW && count >= store->count / REMOVE_EIGHTH) {
        copy_kept(store, slots, count);
    } else if (store->in_id_order) {
        close_gaps(store, slots, count); /* `order`, if it is known, counts up: so it does for fewer */
    } else {
        store->order_known = store->order_known && count <= REMOVE_FEW;
        for (uint32_t i = count; i-- > 0;) { /* from the last on: what is behind a slot then stays */
            fill_slot(store, slots[i]);
        }
    }
    store->changes++;
}

/* --- Found by marks ----------------------------------------------------------------------------------------------- */

uint32_t *vol_store_marks(vol_store *store) {
    memset(store->scratch, 0, store->count * sizeof *store->scratch);
    return store->scratch;
}

/* Makes of marks a list of slots, which may lie at the same place; returns how many. */
static uint32_t list_marked(const uint32_t *marks, uint32_t *slots, uint32_t count) {
    uint32_t listed = 0;
    for (uint32_t begin = 0; begin < count; begin += SCAN_BLOCK) {
        const uint32_t end = count - begin < SCAN_BLOCK ? count : begin + SCAN_BLOCK;
        uint32_t any = 0;
        for (uint32_t slot = begin; slot < end; slot++) {
            any |= marks[slot];
        }
        for (uint32_t slot = begin; any && slot < end; slot++) {
            if (marks[slot]) {
                slots[listed++] = slot;
            }
        }
    }
    return listed;
}

void vol_store_remove_marked(vol_store *store) {
    remove_slots(store, store->scratch, list_marked(store->scratch, store->scratch, store->count));
}

/* --- Found by ids ------------------------------------------------------------------------------------------------- */

/* The slot of an id among all, or VOL_NONE. */
static uint32_t scan_for(const uint32_t *id, uint32_t count, uint32_t wanted) {
    uint32_t at = 0;
    for (; count - at >= SCAN_BLOCK; at += SCAN_BLOCK) {
        uint32_t found = 0;
        for (uint32_t i = 0; i < SCAN_BLOCK; i++) {
            found |= id[at + i] == wanted;
        }
        if (found) {
            break;
        }
    }
    while (at < count && id[at] != wanted) {
        at++;
    }
    return at < count ? at : VOL_NONE;
}

static uint32_t slot_of(const vol_store *store, uint32_t id) {
    if (!store->order_known) {
        return scan_for(store->id, store->count, id);
    }
    const uint32_t rank = rank_of(store, id);
    return rank < store->count && store->id[store->order[rank]] == id ? store->order[rank] : VOL_NONE;
}

/* One by one, into a list that stays sorted. */
static size_t remove_few(vol_store *store, size_t count, const uint32_t *ids) {
    uint32_t slots[REMOVE_FEW];
    for (size_t i = 0; i < count; i++) {
        const uint32_t slot = slot_of(store, ids[i]);
        size_t at = i;
        for (; at > 0 && slots[at - 1] > slot; at--) {
            slots[at] = slots[at - 1];
        }
        if (slot == VOL_NONE || (at > 0 && slots[at - 1] == slot)) {
            return i;
        }
        slots[at] = slot;
    }
    remove_slots(store, slots, (uint32_t)count);
    return count;
}

/* A bit for every id that was ever given; then one pass over the slots. */
static size_t remove_by_bits(vol_store *store, size_t count, const uint32_t *ids) {
    uint32_t *bits = store->id_next, listed = 0;
    memset(bits, 0, ((size_t)store->next_id + 31) / 32 * sizeof *bits);
    for (size_t i = 0; i < count; i++) {
        const uint32_t bit = (uint32_t)1 << (ids[i] & 31);
        if (ids[i] >= store->next_id || (bits[ids[i] >> 5] & bit)) {
            return i;
        }
        bits[ids[i] >> 5] |= bit;
    }
    for (uint32_t slot = 0; slot < store->count; slot++) {
        const uint32_t id = store->id[slot];
        store->scratch[listed] = slot;
        listed += bits[id >> 5] >> (id & 31) & 1;
    }
    if (listed == count) {
        remove_slots(store, store->scratch, listed);
        return count;
    }
    for (uint32_t i = 0; i < listed; i++) {
        const uint32_t id = store->id[store->scratch[i]];
        bits[id >> 5] &= ~((uint32_t)1 << (id & 31));
    }
    size_t unknown = 0;
    while (!(bits[ids[unknown] >> 5] >> (ids[unknown] & 31) & 1)) {
        unknown++;
    }
    return unknown;
}

/* By the order of ids, where far more were given than boids are left. */
static size_t remove_by_order(vol_store *store, size_t count, const uint32_t *ids) {
    uint32_t *marks = store->id_next;
    vol_store_order(store);
    memset(marks, 0, store->count * sizeof *marks);
    for (size_t i = 0; i < count; i++) {
        const uint32_t slot = slot_of(store, ids[i]);
        if (slot == VOL_NONE || marks[slot]) {
            return i;
        }
        marks[slot] = 1;
    }
    remove_slots(store, store->scratch, list_marked(marks, store->scratch, store->count));
    return count;
}

size_t vol_store_remove(vol_store *store, size_t count, const uint32_t *ids) {
    if (count <= REMOVE_FEW) {
        return remove_few(store, count, ids);
    }
    const bool fits = store->next_id / 32 < store->capacity;
    return fits ? remove_by_bits(store, count, ids) : remove_by_order(store, count, ids);
}
