/* The memory of a flock's boids. See store.h. */
#include "store/store.h"

#include "core/memory.h"

#include <string.h>

/* Boids that a worker takes at a time. */
enum { SORT_PIECE = 4096 };

/* --- Memory ------------------------------------------------------------------------------------------------------- */

void vol_state_arrays(vol_state *state, void **arrays[8]) {
    for (int c = 0; c < 3; c++) {
        arrays[c] = &state->position[c];
        arrays[3 + c] = &state->velocity[c];
    }
    arrays[6] = &state->heading;
    arrays[7] = &state->speed;
}

static bool array_wanted(const vol_store_plan *plan, int array) {
    return array < 6 ? array % 3 < plan->dimensions : plan->heading;
}

/* From one array of a state to the next, in numbers: each starts on a cache line and has padding behind its end. */
static size_t array_numbers(const vol_store *store) {
    const size_t line = VOL_ALIGNMENT / sizeof(float), padding = VOL_PADDING / sizeof(float);
    return (store->capacity + padding + line - 1) / line * line;
}

/* Bytes of one boid in a state. */
static size_t boid_bytes(const vol_store_plan *plan) {
    return (2 * (size_t)plan->dimensions + (plan->heading ? 2 : 0)) * plan->number_size;
}

size_t vol_store_state_bytes(const vol_store *store) {
    return array_numbers(store) * boid_bytes(&store->plan);
}

/* The arrays of a state are one piece of memory, which begins with the first. */
static bool allocate_state(const vol_store *store, vol_state *state) {
    void **arrays[8];
    const vol_store_plan *plan = &store->plan;
    unsigned char *memory = vol_allocate(plan->allocator, array_numbers(store), boid_bytes(plan));
    memset(state, 0, sizeof *state);
    vol_state_arrays(state, arrays);
    for (int a = 0; memory && a < 8; a++) {
        if (array_wanted(plan, a)) {
            *arrays[a] = memory;
            memory += array_numbers(store) * plan->number_size;
        }
    }
    return memory != NULL;
}

static void release_state(const vol_store *store, vol_state *state) {
    vol_release(store->plan.allocator, state->position[0], array_numbers(store), boid_bytes(&store->plan));
    memset(state, 0, sizeof *state);
}

static void copy_state(const vol_store *store, vol_state *from, vol_state *to) {
    void **source[8], **target[8];
    vol_state_arrays(from, source);
    vol_state_arrays(to, target);
    for (int a = 0; a < 8; a++) {
        if (*source[a] && store->count > 0) {
            memcpy(*target[a], *source[a], store->count * store->plan.number_size);
        }
    }
}

static void release_stages(vol_store *store) {
    release_state(store, &store->stage.start);
    release_state(store, &store->stage.sum);
    release_state(store, &store->spare);
}

static bool allocate_stages(vol_store *store) {
    return allocate_state(store, &store->stage.start) && allocate_state(store, &store->stage.sum) &&
           allocate_state(store, &store->spare);
}

static size_t places_bytes(const vol_store *store) {
    return (size_t)store->plan.dimensions * store->plan.number_size;
}

/* A state of positions alone. */
static bool allocate_places(const vol_store *store, vol_state *state) {
    unsigned char *memory = vol_allocate(store->plan.allocator, array_numbers(store), places_bytes(store));
    memset(state, 0, sizeof *state);
    for (int c = 0; memory && c < store->plan.dimensions; c++) {
        state->position[c] = memory + (size_t)c * array_numbers(store) * store->plan.number_size;
    }
    return memory != NULL;
}

static void release_places(const vol_store *store, vol_state *state) {
    vol_release(store->plan.allocator, state->position[0], array_numbers(store), places_bytes(store));
    memset(state, 0, sizeof *state);
}

/* Everything whose size is the capacity. */
static void release_arrays(vol_store *store) {
    const vol_allocator *allocator = store->plan.allocator;
    const uint32_t capacity = store->capacity;
    release_state(store, &store->now);
    release_state(store, &store->next);
    release_stages(store);
    release_places(store, &store->kept);
    release_places(store, &store->kept_next);
    vol_release(allocator, store->id, capacity, sizeof *store->id);
    vol_release(allocator, store->id_next, capacity, sizeof *store->id_next);
    vol_release(allocator, store->order, capacity, sizeof *store->order);
    vol_release(allocator, store->scratch, capacity, sizeof *store->scratch);
    vol_release(allocator, store->ghost, store->ghost ? capacity : 0, sizeof *store->ghost);
    vol_release(allocator, store->user, capacity, store->plan.user_bytes);
    vol_release(allocator, store->user_next, capacity, store->plan.user_bytes);
    vol_search_release(&store->search, capacity, store->plan.crew->workers, allocator);
}

static bool allocate_arrays(vol_store *store, uint32_t capacity) {
    const vol_store_plan *plan = &store->plan;
    const vol_allocator *allocator = plan->allocator;
    store->capacity = capacity;
    store->id = vol_allocate(allocator, capacity, sizeof *store->id);
    store->id_next = vol_allocate(allocator, capacity, sizeof *store->id_next);
    store->order = vol_allocate(allocator, capacity, sizeof *store->order);
    store->scratch = vol_allocate(allocator, capacity, sizeof *store->scratch);
    if (plan->ranks) {
        store->ghost = vol_allocate(allocator, capacity, sizeof *store->ghost);
        if (!store->ghost) {
            return false;
        }
    }
    if (plan->user_bytes > 0) {
        store->user = vol_allocate(allocator, capacity, plan->user_bytes);
        store->user_next = vol_allocate(allocator, capacity, plan->user_bytes);
        if (!store->user || !store->user_next) {
            return false;
        }
    }
    const vol_search_size size = {capacity, plan->dimensions, plan->number_size, plan->crew->workers};
    return store->id && store->id_next && store->order && store->scratch &&
           vol_search_allocate(&store->search, &size, allocator) && allocate_state(store, &store->now) &&
           allocate_state(store, &store->next) && (!plan->stages || allocate_stages(store)) &&
           (!plan->previous || (allocate_places(store, &store->kept) && allocate_places(store, &store->kept_next)));
}

static void release_pending(const vol_store *store, void *const pending[3], uint32_t room) {
    for (int c = 0; c < 3; c++) {
        vol_release(store->plan.allocator, pending[c], room, store->plan.number_size);
    }
}

vol_store *vol_store_create(const vol_store_plan *plan, size_t capacity) {
    vol_store *store = vol_allocate(plan->allocator, 1, sizeof *store);
    if (store) {
        store->plan = *plan;
        store->in_id_order = true;
        if (!allocate_arrays(store, (uint32_t)capacity)) {
            vol_store_destroy(store);
            return NULL;
        }
    }
    return store;
}

void vol_store_destroy(vol_store *store) {
    if (store) {
        release_arrays(store);
        release_pending(store, store->pending, store->pending_room);
        vol_release(store->plan.allocator, store, 1, sizeof *store);
    }
}

static void copy_places(const vol_store *store, const vol_state *from, const vol_state *to) {
    for (int c = 0; c < store->plan.dimensions && store->count > 0; c++) {
        memcpy(to->position[c], from->position[c], store->count * store->plan.number_size);
    }
}

bool vol_store_make_room(vol_store *store, size_t capacity) {
    if (capacity <= store->capacity) {
        return true;
    }
    vol_store grown = {.plan = store->plan, .count = store->count, .next_id = store->next_id};
    grown.in_id_order = store->in_id_order;
    grown.pending_room = store->pending_room;
    grown.changes = store->changes;
    grown.sharing = store->sharing;
    grown.strip = store->strip;
    grown.total = store->total;
    memcpy(grown.pending, store->pending, sizeof grown.pending);
    if (!allocate_arrays(&grown, (uint32_t)capacity)) {
        release_arrays(&grown);
        return false;
    }
    copy_state(store, &store->now, &grown.now);
    if (store->previous != VOL_PREVIOUS_NONE) {
        copy_places(store, vol_store_previous(store), &grown.kept);
        grown.previous = VOL_PREVIOUS_KEPT;
    }
    if (store->count > 0) {
        memcpy(grown.id, store->id, store->count * sizeof *grown.id);
    }
    if (store->user) {
        memcpy(grown.user, store->user, store->count * store->plan.user_bytes);
    }
    if (store->ghost && store->count > 0) {
        memcpy(grown.ghost, store->ghost, store->count);
    }
    release_arrays(store);
    *store = grown;
    return true;
}

bool vol_store_make_pending(vol_store *store, size_t capacity) {
    if (store->pending[0] && store->pending_room >= capacity) {
        return true;
    }
    void *made[3] = {NULL, NULL, NULL};
    for (int c = 0; c < 3; c++) {
        made[c] = vol_allocate(store->plan.allocator, capacity, store->plan.number_size);
    }
    if (!made[0] || !made[1] || !made[2]) {
        release_pending(store, made, (uint32_t)capacity);
        return false;
    }
    release_pending(store, store->pending, store->pending_room);
    memcpy(store->pending, made, sizeof made);
    store->pending_room = (uint32_t)capacity;
    return true;
}

bool vol_store_make_stages(vol_store *store) {
    if (!store->plan.stages && !allocate_stages(store)) {
        release_stages(store);
        return false;
    }
    store->plan.stages = true;
    return true;
}

/* --- Before the last step ----------------------------------------------------------------------------------------- */

bool vol_store_keep_previous(vol_store *store, bool keep) {
    if (keep == store->plan.previous) {
        return true;
    }
    const bool made = !keep || (allocate_places(store, &store->kept) && allocate_places(store, &store->kept_next));
    if (!keep || !made) {
        release_places(store, &store->kept);
        release_places(store, &store->kept_next);
    }
    store->plan.previous = keep && made;
    store->previous = VOL_PREVIOUS_NONE;
    return made;
}

void vol_store_forget_previous(vol_store *store) {
    store->previous = VOL_PREVIOUS_NONE;
}

void vol_store_know_previous(vol_store *store, enum vol_previous previous) {
    if (!store->plan.previous) {
        return;
    }
    if (previous == VOL_PREVIOUS_KEPT) {
        copy_places(store, &store->now, &store->kept);
    }
    store->previous = previous;
}

const vol_state *vol_store_previous(const vol_store *store) {
    switch (store->previous) {
    case VOL_PREVIOUS_NEXT: return &store->next;
    case VOL_PREVIOUS_START: return &store->stage.start;
    case VOL_PREVIOUS_KEPT: return &store->kept;
    default: return &store->now;
    }
}

void vol_store_new_previous(vol_store *store, uint32_t first) {
    const size_t size = store->plan.number_size;
    for (int c = 0; store->previous != VOL_PREVIOUS_NONE && c < store->plan.dimensions; c++) {
        memcpy((unsigned char *)vol_store_previous(store)->position[c] + first * size,
               (const unsigned char *)store->now.position[c] + first * size, (store->count - first) * size);
    }
}

void vol_store_save_previous(vol_store *store) {
    if (store->previous != VOL_PREVIOUS_NONE && store->previous != VOL_PREVIOUS_KEPT) {
        copy_places(store, vol_store_previous(store), &store->kept);
        store->previous = VOL_PREVIOUS_KEPT;
    }
}

/* Slots of a rank that has all boids and computes a part of them. */
static vol_domain part_of_slots(const vol_store *store) {
    const vol_cluster *cluster = store->plan.ranks->cluster;
    return (vol_domain){.begin = vol_part(store->count, cluster->rank, cluster->size),
                        .end = vol_part(store->count, cluster->rank + 1, cluster->size),
                        .total = store->total,
                        .ghost = store->ghost};
}

vol_domain vol_store_domain(const vol_store *store) {
    switch (store->sharing) {
    case VOL_SHARING_STRIPS:
    case VOL_SHARING_PLACES: return (vol_domain){0, store->count, store->total, store->ghost};
    case VOL_SHARING_SLOTS: return part_of_slots(store);
    default: return vol_domain_whole(store->count);
    }
}

/* Outside the world, and what is no number, belongs to the strips at its edges. */
static void share_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const vol_store *store = context;
    const vol_strip *strip = &store->strip;
    const uint32_t begin = piece * SORT_PIECE;
    const uint32_t end = store->count - begin < SORT_PIECE ? store->count : begin + SORT_PIECE;
    const bool first = strip->low <= strip->begin && (strip->high > strip->begin || strip->last);
    store->plan.kernels->outside(store->now.position[strip->axis], strip->low, strip->high, first, strip->last, begin,
                                 end, store->ghost);
}

double vol_store_place(const vol_store *store, const vol_strip *strip, uint32_t slot) {
    const void *along = store->now.position[strip->axis];
    return vol_strip_place(strip, store->plan.number_size == sizeof(double) ? ((const double *)along)[slot]
                                                                            : (double)((const float *)along)[slot]);
}

void vol_store_share(vol_store *store) {
    if (!store->ghost) {
        return;
    }
    if (store->sharing == VOL_SHARING_SLOTS) {
        const vol_domain domain = vol_store_domain(store);
        memset(store->ghost, 1, store->count);
        memset(store->ghost + domain.begin, 0, domain.end - domain.begin);
        return;
    }
    vol_crew_run(store->plan.crew, (store->count + SORT_PIECE - 1) / SORT_PIECE, share_piece, store);
}

/* --- Order -------------------------------------------------------------------------------------------------------- */

/* Sorts slots by eight bits of their ids, keeping the order of those alike. */
static void sort_by_byte(const uint32_t *slots, uint32_t *sorted, const uint32_t *id, uint32_t count, int shift) {
    uint32_t start[257] = {0};
    for (uint32_t i = 0; i < count; i++) {
        start[(id[slots[i]] >> shift & 255) + 1]++;
    }
    for (int byte = 0; byte < 256; byte++) {
        start[byte + 1] += start[byte];
    }
    for (uint32_t i = 0; i < count; i++) {
        sorted[start[id[slots[i]] >> shift & 255]++] = slots[i];
    }
}

/* Byte by byte from the lowest, to and fro between the order and the scratch. */
static void make_order(vol_store *store) {
    uint32_t *to = store->order, *from = store->scratch;
    for (uint32_t i = 0; i < store->count; i++) {
        to[i] = i;
    }
    for (int shift = 0; !store->in_id_order && shift < 32 && store->next_id >> shift > 0; shift += 8) {
        uint32_t *swap = to;
        to = from;
        from = swap;
        sort_by_byte(from, to, store->id, store->count, shift);
    }
    if (to != store->order) {
        memcpy(store->order, to, store->count * sizeof *to);
    }
    store->order_known = true;
}

const uint32_t *vol_store_order(vol_store *store) {
    if (!store->order_known) {
        make_order(store);
    }
    return store->order;
}

void vol_store_swap(vol_store *store) {
    vol_state now = store->now;
    store->now = store->next;
    store->next = now;
    store->changes++;
}

/* Numbers or bytes that boids carry, on their way to a new order. */
typedef struct carriage {
    const vol_store *store;
    const uint32_t *order;
    uint32_t count;
    const vol_state *from, *to; /* NULL: what they carry for the host */
} carriage;

static void carry_piece(void *context, uint32_t piece, uint32_t worker) {
    const carriage *c = context;
    const size_t bytes = c->store->plan.user_bytes;
    uint32_t begin = piece * SORT_PIECE, end = c->count - begin < SORT_PIECE ? c->count : begin + SORT_PIECE;
    (void)worker;
    if (c->from) {
        c->store->plan.kernels->gather(c->from, c->to, c->order, begin, end);
        return;
    }
    for (uint32_t i = begin; i < end; i++) {
        memcpy(c->store->user_next + i * bytes, c->store->user + c->order[i] * bytes, bytes);
    }
}

static void carry(const vol_store *store, const uint32_t *order, uint32_t count, const vol_state *from,
                  const vol_state *to) {
    carriage c = {store, order, count, from, to};
    vol_crew_run(store->plan.crew, (count + SORT_PIECE - 1) / SORT_PIECE, carry_piece, &c);
}

/* Sorts a state by way of the spare one. */
static void carry_state(vol_store *store, const uint32_t *order, uint32_t count, vol_state *state) {
    const vol_state sorted = store->spare;
    carry(store, order, count, state, &sorted);
    store->spare = *state;
    *state = sorted;
}

/* From the second stage of a step on: where boids were when it began, what they have come by, and what was pending. */
static void carry_stages(vol_store *store, const uint32_t *order, uint32_t count) {
    vol_state pending = {.position = {NULL}};
    carry_state(store, order, count, &store->stage.start);
    carry_state(store, order, count, &store->stage.sum);
    if (!store->pending[0]) {
        return;
    }
    for (int c = 0; c < store->plan.dimensions; c++) {
        pending.position[c] = store->pending[c];
    }
    carry(store, order, count, &pending, &store->spare);
    for (int c = 0; c < store->plan.dimensions; c++) {
        memcpy(store->pending[c], store->spare.position[c], count * store->plan.number_size);
    }
}

static bool carries(const vol_store *store) {
    return store->user || store->stage.number > 1 || store->previous == VOL_PREVIOUS_KEPT;
}

void vol_store_sort_carried(vol_store *store, const uint32_t *order, uint32_t count) {
    if (store->user) {
        carry(store, order, count, NULL, NULL);
        unsigned char *sorted = store->user_next;
        store->user_next = store->user;
        store->user = sorted;
    }
    if (store->stage.number > 1) {
        carry_stages(store, order, count);
    }
    if (store->previous == VOL_PREVIOUS_KEPT) {
        const vol_state sorted = store->kept_next;
        carry(store, order, count, &store->kept, &sorted);
        store->kept_next = store->kept;
        store->kept = sorted;
    }
}

/* `next` and `id_next` have been filled: they are what there is now. */
static void take_sorted(vol_store *store, bool in_id_order) {
    uint32_t *id = store->id;
    store->id = store->id_next;
    store->id_next = id;
    vol_store_swap(store);
    store->in_id_order = in_id_order;
    store->order_known = false;
}

void vol_store_sort_by_id(vol_store *store) {
    if (store->in_id_order) {
        return;
    }
    const uint32_t *order = vol_store_order(store);
    vol_store_save_previous(store);
    store->plan.kernels->gather(&store->now, &store->next, order, 0, store->count);
    vol_store_sort_carried(store, order, store->count);
    for (uint32_t i = 0; i < store->count; i++) {
        store->id_next[i] = store->id[order[i]];
    }
    take_sorted(store, true);
}

void vol_store_sort(vol_store *store) {
    vol_sort_job job = {.grid = &store->search.grid,
                        .kernels = store->plan.kernels,
                        .from = &store->now,
                        .to = &store->next,
                        .ranks = store->sharing == VOL_SHARING_STRIPS ? store->plan.ranks : NULL,
                        .id = store->id,
                        .id_sorted = store->id_next,
                        .count = store->count,
                        .order = store->scratch,
                        .order_free = !carries(store),
                        .room = store->next.position[0],
                        .room_bytes = vol_store_state_bytes(store)};
    vol_search_sort(&store->search, &job, store->plan.crew);
    if (!job.order_free) {
        vol_store_sort_carried(store, store->scratch, store->count);
    }
    take_sorted(store, false);
}

/* --- Coming and going --------------------------------------------------------------------------------------------- */

void vol_store_append(vol_store *store, uint32_t count, const double *values) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = store->count++;
        store->plan.kernels->put(&store->now, store->plan.dimensions, slot, values + 8 * (size_t)i);
        store->id[slot] = store->next_id++;
        if (store->user) {
            memset(store->user + slot * store->plan.user_bytes, 0, store->plan.user_bytes);
        }
    }
    store->order_known = false;
    store->changes++;
}
