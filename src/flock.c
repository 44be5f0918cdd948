/* Flocks: their memory, their parameters, adding and removing boids, looking at them. */
#include "world.h"

#include "core/error.h"
#include "core/memory.h"
#include "params/params.h"
#include "spawn.h"

#include <string.h>

#define VOL_FLOCK_MOST 2147483647u

vol_flock_data *vol_flock_at(const vol_world *world, vol_flock flock) {
    VOL_ASSERT(world && flock < world->flock_count);
    return world->flocks[flock];
}

uint32_t vol_flock_count(const vol_world *world) {
    VOL_ASSERT(world);
    return world->flock_count;
}

bool vol_flock_has_heading(const vol_world *world, const vol_flock_data *flock) {
    return world->kernels->traits[flock->def.model] & VOL_TRAIT_HEADING;
}

vol_boids vol_flock_boids(const vol_flock_data *flock) {
    return (vol_boids){.now = flock->now,
                       .id = flock->id,
                       .count = flock->count,
                       .leader = vol_flock_leader_slot(flock),
                       .index = &flock->search};
}

size_t vol_number_size(const vol_world *world) {
    return world->def.precision == VOL_PRECISION_DOUBLE ? sizeof(double) : sizeof(float);
}

/* The arrays of a state in one list, for code that treats all alike. */
static void state_arrays(vol_state *state, void **arrays[8]) {
    for (int c = 0; c < 3; c++) {
        arrays[c] = &state->position[c];
        arrays[3 + c] = &state->velocity[c];
    }
    arrays[6] = &state->heading;
    arrays[7] = &state->speed;
}

static bool array_wanted(const vol_world *world, const vol_flock_data *flock, int array) {
    return array < 6 ? array % 3 < world->def.dimensions : vol_flock_has_heading(world, flock);
}

/* From one array of a state to the next, in numbers: each starts on a cache line and has padding behind its end. */
static size_t array_numbers(const vol_flock_data *flock) {
    const size_t line = VOL_ALIGNMENT / sizeof(float), padding = VOL_PADDING / sizeof(float);
    return (flock->capacity + padding + line - 1) / line * line;
}

/* Bytes of one boid in a state. */
static size_t boid_bytes(const vol_world *world, const vol_flock_data *flock) {
    size_t arrays = 2 * (size_t)world->def.dimensions + (vol_flock_has_heading(world, flock) ? 2 : 0);
    return arrays * vol_number_size(world);
}

size_t vol_flock_state_bytes(const vol_world *world, const vol_flock_data *flock) {
    return array_numbers(flock) * boid_bytes(world, flock);
}

/* The arrays of a state are one piece of memory, which begins with the first. */
static bool allocate_state(vol_world *world, const vol_flock_data *flock, vol_state *state) {
    void **arrays[8];
    unsigned char *memory = vol_allocate(&world->def.allocator, array_numbers(flock), boid_bytes(world, flock));
    memset(state, 0, sizeof *state);
    state_arrays(state, arrays);
    for (int a = 0; memory && a < 8; a++) {
        if (array_wanted(world, flock, a)) {
            *arrays[a] = memory;
            memory += array_numbers(flock) * vol_number_size(world);
        }
    }
    return memory != NULL;
}

static void release_state(vol_world *world, const vol_flock_data *flock, vol_state *state) {
    vol_release(&world->def.allocator, state->position[0], array_numbers(flock), boid_bytes(world, flock));
    memset(state, 0, sizeof *state);
}

static void copy_state(const vol_world *world, vol_state *from, vol_state *to, uint32_t count) {
    void **source[8], **target[8];
    state_arrays(from, source);
    state_arrays(to, target);
    for (int a = 0; a < 8; a++) {
        if (*source[a] && count > 0) {
            memcpy(*target[a], *source[a], count * vol_number_size(world));
        }
    }
}

/* Everything of a flock whose size is its capacity. */
static void release_arrays(vol_world *world, vol_flock_data *flock) {
    const vol_allocator *allocator = &world->def.allocator;
    uint32_t capacity = flock->capacity;
    release_state(world, flock, &flock->now);
    release_state(world, flock, &flock->next);
    vol_release(allocator, flock->id, capacity, sizeof *flock->id);
    vol_release(allocator, flock->id_sorted, capacity, sizeof *flock->id_sorted);
    vol_release(allocator, flock->order, capacity, sizeof *flock->order);
    vol_release(allocator, flock->scratch, capacity, sizeof *flock->scratch);
    vol_release(allocator, flock->user, capacity, flock->def.user_bytes);
    vol_release(allocator, flock->user_sorted, capacity, flock->def.user_bytes);
    vol_search_release(&flock->search, capacity, world->crew.workers, allocator);
    flock->id = flock->id_sorted = flock->order = flock->scratch = NULL;
    flock->user = flock->user_sorted = NULL;
}

static bool allocate_arrays(vol_world *world, vol_flock_data *flock, uint32_t capacity) {
    const vol_allocator *allocator = &world->def.allocator;
    flock->capacity = capacity;
    flock->id = vol_allocate(allocator, capacity, sizeof *flock->id);
    flock->id_sorted = vol_allocate(allocator, capacity, sizeof *flock->id_sorted);
    flock->order = vol_allocate(allocator, capacity, sizeof *flock->order);
    flock->scratch = vol_allocate(allocator, capacity, sizeof *flock->scratch);
    if (flock->def.user_bytes > 0) {
        flock->user = vol_allocate(allocator, capacity, flock->def.user_bytes);
        flock->user_sorted = vol_allocate(allocator, capacity, flock->def.user_bytes);
        if (!flock->user || !flock->user_sorted) {
            return false;
        }
    }
    const vol_search_size size = {capacity, world->def.dimensions, vol_number_size(world), world->crew.workers};
    return flock->id && flock->id_sorted && flock->order && flock->scratch &&
           vol_search_allocate(&flock->search, &size, allocator) && allocate_state(world, flock, &flock->now) &&
           allocate_state(world, flock, &flock->next);
}

vol_result vol_flock_make_room(vol_world *world, vol_flock_data *flock, size_t capacity) {
    if (capacity <= flock->capacity) {
        return VOL_OK;
    }
    vol_flock_data grown = *flock;
    grown.id = grown.id_sorted = grown.order = grown.scratch = NULL;
    grown.user = grown.user_sorted = NULL;
    memset(&grown.now, 0, sizeof grown.now);
    memset(&grown.next, 0, sizeof grown.next);
    memset(&grown.search, 0, sizeof grown.search);
    if (!vol_world_make_meal_room(world, flock, capacity) || !vol_flock_make_pending(world, flock, capacity)) {
        return VOL_ERROR_MEMORY;
    }
    memcpy(grown.pending, flock->pending, sizeof grown.pending);
    grown.pending_room = flock->pending_room;
    if (!allocate_arrays(world, &grown, (uint32_t)capacity)) {
        release_arrays(world, &grown);
        return VOL_ERROR_MEMORY;
    }
    copy_state(world, &flock->now, &grown.now, flock->count);
    if (flock->count > 0) {
        memcpy(grown.id, flock->id, flock->count * sizeof *grown.id);
    }
    if (flock->user) {
        memcpy(grown.user, flock->user, flock->count * flock->def.user_bytes);
    }
    grown.order_known = false;
    release_arrays(world, flock);
    *flock = grown;
    flock->def.name = flock->name;
    return VOL_OK;
}

static void release_pending(vol_world *world, void *pending[3], uint32_t room) {
    for (int c = 0; c < 3; c++) {
        vol_release(&world->def.allocator, pending[c], room, vol_number_size(world));
    }
}

bool vol_flock_make_pending(vol_world *world, vol_flock_data *flock, size_t capacity) {
    bool enough = flock->pending[0] && flock->pending_room >= capacity;
    if (enough || !vol_relations_delayed(&world->around, flock->number)) {
        return true;
    }
    void *made[3] = {NULL, NULL, NULL};
    for (int c = 0; c < 3; c++) {
        made[c] = vol_allocate(&world->def.allocator, capacity, vol_number_size(world));
    }
    if (!made[0] || !made[1] || !made[2]) {
        release_pending(world, made, (uint32_t)capacity);
        return false;
    }
    release_pending(world, flock->pending, flock->pending_room);
    memcpy(flock->pending, made, sizeof made);
    flock->pending_room = (uint32_t)capacity;
    return true;
}

void vol_flock_destroy(vol_world *world, vol_flock_data *flock) {
    if (flock) {
        release_arrays(world, flock);
        release_pending(world, flock->pending, flock->pending_room);
        vol_tree_release(&flock->tree, &world->def.allocator);
        vol_release(&world->def.allocator, flock->constants, 1, world->kernels->constants_size);
        vol_release(&world->def.allocator, flock, 1, sizeof *flock);
    }
}

void vol_flock_face(vol_world *world, vol_flock_data *flock, uint32_t begin, uint32_t end) {
    if (vol_flock_has_heading(world, flock)) {
        world->kernels->face(&flock->now, begin, end);
    }
}

void vol_flock_fold(vol_world *world, vol_flock_data *flock, uint32_t begin, uint32_t end) {
    flock->changes++;
    vol_fold(&world->def, &flock->now, begin, end, &world->crew);
}

void vol_flock_append(vol_world *world, vol_flock_data *flock, uint32_t count, const double *values) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = flock->count++;
        world->kernels->put(&flock->now, world->def.dimensions, slot, values + 8 * (size_t)i);
        flock->id[slot] = flock->next_id++;
        if (flock->user) {
            memset(flock->user + slot * flock->def.user_bytes, 0, flock->def.user_bytes);
        }
    }
    flock->order_known = false;
    flock->changes++;
}

void vol_flock_swap(vol_flock_data *flock) {
    vol_state now = flock->now;
    flock->now = flock->next;
    flock->next = now;
    flock->changes++;
}

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
static void make_order(vol_flock_data *flock) {
    uint32_t *to = flock->order, *from = flock->scratch;
    for (uint32_t i = 0; i < flock->count; i++) {
        to[i] = i;
    }
    for (int shift = 0; !flock->in_id_order && shift < 32 && flock->next_id >> shift > 0; shift += 8) {
        uint32_t *swap = to;
        to = from;
        from = swap;
        sort_by_byte(from, to, flock->id, flock->count, shift);
    }
    if (to != flock->order) {
        memcpy(flock->order, to, flock->count * sizeof *to);
    }
    flock->order_known = true;
}

const uint32_t *vol_flock_order(vol_world *world, vol_flock flock) {
    vol_flock_data *f = vol_flock_at(world, flock);
    if (!f->order_known) {
        make_order(f);
    }
    return f->order;
}

uint32_t vol_flock_slot(vol_world *world, vol_flock flock, uint32_t id) {
    vol_flock_data *f = vol_flock_at(world, flock);
    const uint32_t *order = vol_flock_order(world, flock);
    uint32_t low = 0, high = f->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (f->id[order[middle]] < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < f->count && f->id[order[low]] == id ? order[low] : VOL_NONE;
}

void vol_flock_sort_by_id(vol_world *world, vol_flock_data *flock) {
    if (flock->in_id_order) {
        return;
    }
    const uint32_t *order = vol_flock_order(world, flock->number);
    world->kernels->gather(&flock->now, &flock->next, order, 0, flock->count);
    vol_flock_sort_user(world, flock, order, flock->count);
    for (uint32_t i = 0; i < flock->count; i++) {
        flock->id_sorted[i] = flock->id[order[i]];
    }
    uint32_t *id = flock->id;
    flock->id = flock->id_sorted;
    flock->id_sorted = id;
    vol_flock_swap(flock);
    flock->in_id_order = true;
    flock->order_known = false;
}

static vol_result make_list_room(vol_world *world) {
    if (world->flock_count < world->flock_room) {
        return VOL_OK;
    }
    uint32_t room = world->flock_room * 2 + 4;
    vol_flock_data **list = vol_allocate(&world->def.allocator, room, sizeof(vol_flock_data *));
    vol_boids *boids = vol_allocate(&world->def.allocator, room, sizeof *boids);
    if (!list || !boids || !vol_names_make_room(world, room)) {
        vol_release(&world->def.allocator, list, room, sizeof(vol_flock_data *));
        vol_release(&world->def.allocator, boids, room, sizeof *boids);
        return VOL_ERROR_MEMORY;
    }
    vol_release(&world->def.allocator, world->boids, world->flock_room, sizeof *boids);
    world->boids = boids;
    if (world->flock_count > 0) {
        memcpy(list, world->flocks, world->flock_count * sizeof *list);
    }
    vol_release(&world->def.allocator, world->flocks, world->flock_room, sizeof(vol_flock_data *));
    world->flocks = list;
    world->flock_room = room;
    return VOL_OK;
}

static vol_result no_memory(vol_error *error, const char *name, size_t count) {
    return count == 0 ? vol_fail(error, VOL_ERROR_MEMORY, "count", "no memory for flock %s", name)
                      : vol_fail(error, VOL_ERROR_MEMORY, "count", "no memory for %zu boids in flock %s", count, name);
}

vol_result vol_flock_create(vol_world *world, const vol_flock_def *def, vol_flock *flock, vol_error *error) {
    VOL_ASSERT(world && flock);
    *flock = VOL_NONE;
    vol_result result = vol_check_flock_def(def, world->def.dimensions, error);
    if (result != VOL_OK) {
        return result;
    }
    if (vol_flock_find(world, def->name) != VOL_NONE) {
        return vol_fail(error, VOL_ERROR_VALUE, "name", "there is already a flock named '%s'", def->name);
    }
    vol_flock_data *f = NULL;
    if (make_list_room(world) == VOL_OK && (!def->rule.decide || vol_world_make_rule_room(world))) {
        f = vol_allocate(&world->def.allocator, 1, sizeof *f);
    }
    if (!f) {
        return no_memory(error, def->name, def->count);
    }
    f->def = *def;
    memcpy(f->name, def->name, strlen(def->name) + 1);
    f->def.name = f->name;
    f->number = world->flock_count;
    f->in_id_order = true;
    f->leader = VOL_NONE;
    f->constants = vol_allocate(&world->def.allocator, 1, world->kernels->constants_size);
    if (!f->constants || !allocate_arrays(world, f, (uint32_t)def->count)) {
        vol_flock_destroy(world, f);
        return no_memory(error, def->name, def->count);
    }
    world->flocks[world->flock_count] = f;
    vol_names_add(world, world->flock_count++);
    f->count = f->next_id = def->start.shape == VOL_SHAPE_GIVEN ? 0 : (uint32_t)def->count;
    vol_spawn(&(vol_spawn_job){&world->def, &f->def, f->number, &f->now, f->id, f->count}, &world->crew);
    *flock = f->number;
    return VOL_OK;
}

vol_result vol_flock_read_def(const vol_world *world, vol_flock flock, vol_flock_def *def, size_t bytes) {
    vol_flock_data *f = vol_flock_at(world, flock);
    vol_result result = vol_def_copy(def, bytes, &f->def, sizeof *def);
    if (result == VOL_OK) {
        def->count = f->count;
    }
    return result;
}

vol_result vol_flock_set_def(vol_world *world, vol_flock flock, const vol_flock_def *def, vol_error *error) {
    vol_flock_data *f = vol_flock_at(world, flock);
    vol_result result = vol_check_flock_def(def, world->def.dimensions, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_flock_def before = vol_flock_get_def(world, flock);
    if (strcmp(def->name, f->name) != 0 || def->model != f->def.model) {
        return vol_fail(error, VOL_ERROR_FIXED, strcmp(def->name, f->name) != 0 ? "name" : "model",
                        "the name and the model of flock %s are fixed once it is made", f->name);
    }
    if (def->user_bytes != before.user_bytes) {
        return vol_fail(error, VOL_ERROR_FIXED, "user_bytes",
                        "user_bytes is %zu and cannot become %zu: it is fixed once it is made", before.user_bytes,
                        def->user_bytes);
    }
    result = vol_check_fixed(false, &before, def, error);
    if (result == VOL_OK && def->rule.decide && !vol_world_make_rule_room(world)) {
        return vol_fail(error, VOL_ERROR_MEMORY, "rule.decide", "no memory for the rule of flock %s", f->name);
    }
    if (result == VOL_OK) {
        size_t made_with = f->def.count;
        f->def = *def;
        f->def.name = f->name;
        f->def.count = made_with;
    }
    return result;
}

vol_index vol_flock_index(const vol_world *world, vol_flock flock) {
    return vol_flock_at(world, flock)->used;
}

vol_view vol_flock_view(const vol_world *world, vol_flock flock) {
    const vol_flock_data *f = vol_flock_at(world, flock);
    vol_view view = {.count = f->count,
                     .dimensions = world->def.dimensions,
                     .precision = world->def.precision,
                     .id = f->id,
                     .user = f->user,
                     .user_bytes = f->def.user_bytes};
    for (int c = 0; c < 3; c++) {
        view.position[c] = f->now.position[c];
        view.velocity[c] = f->now.velocity[c];
    }
    return view;
}

static vol_result check_room_for(const vol_flock_data *f, size_t count, vol_error *error) {
    if (count > VOL_FLOCK_MOST - f->next_id) {
        return vol_fail(error, VOL_ERROR_VALUE, "count",
                        "flock %s has given %u ids and cannot give %zu more; allowed are %u", f->name,
                        (unsigned)f->next_id, count, VOL_FLOCK_MOST);
    }
    return VOL_OK;
}

vol_result vol_flock_reserve(vol_world *world, vol_flock flock, size_t count, vol_error *error) {
    vol_flock_data *f = vol_flock_at(world, flock);
    if (count > VOL_FLOCK_MOST) {
        return vol_fail(error, VOL_ERROR_VALUE, "count", "flock %s cannot hold %zu boids; allowed are %u", f->name,
                        count, VOL_FLOCK_MOST);
    }
    return vol_flock_make_room(world, f, count) == VOL_OK ? VOL_OK : no_memory(error, f->name, count);
}

static vol_result check_numbers(const double *numbers, size_t count, const char *what, double least, double most,
                                vol_error *error) {
    for (size_t i = 0; i < count; i++) {
        if (!(numbers[i] >= least && numbers[i] <= most)) {
            return vol_fail(error, VOL_ERROR_VALUE, what, "%s is %g; allowed is a number from %g to %g", what,
                            numbers[i], least, most);
        }
    }
    return VOL_OK;
}

/* Room for `count` more boids, growing by half at least so that adding one by one stays cheap. */
static vol_result grow(vol_world *world, vol_flock_data *f, size_t count, vol_error *error) {
    size_t needed = (size_t)f->count + count;
    size_t roomy = f->capacity + f->capacity / 2 + 16;
    roomy = roomy > VOL_FLOCK_MOST ? VOL_FLOCK_MOST : roomy;
    if (needed > f->capacity && vol_flock_make_room(world, f, needed > roomy ? needed : roomy) != VOL_OK) {
        return no_memory(error, f->name, needed);
    }
    return VOL_OK;
}

/* Adds boids whose second half of numbers is a velocity (speeds NULL), or a heading and a speed. */
static vol_result add_boids(vol_world *world, vol_flock flock, size_t count, const double *positions,
                            const double *velocities, const double *speeds, uint32_t *first_id, vol_error *error) {
    vol_flock_data *f = vol_flock_at(world, flock);
    size_t D = (size_t)world->def.dimensions;
    VOL_ASSERT(count == 0 || (positions && velocities));
    vol_result result = check_room_for(f, count, error);
    if (result == VOL_OK) {
        result = check_numbers(positions, count * D, "position", -1e12, 1e12, error);
    }
    if (result == VOL_OK) {
        result =
            check_numbers(velocities, speeds ? count : count * D, speeds ? "heading" : "velocity", -1e9, 1e9, error);
    }
    if (result == VOL_OK) {
        result = speeds ? check_numbers(speeds, count, "speed", 0, 1e9, error) : VOL_OK;
    }
    if (result == VOL_OK) {
        result = grow(world, f, count, error);
    }
    if (result != VOL_OK) {
        return result;
    }
    if (first_id) {
        *first_id = f->next_id;
    }
    uint32_t first_slot = f->count;
    for (size_t i = 0; i < count; i++) {
        double values[8] = {0};
        memcpy(values, positions + i * D, D * sizeof *values);
        if (speeds) {
            vol_spawn_polar(velocities[i], speeds[i], values + 3);
        } else {
            memcpy(values + 3, velocities + i * D, D * sizeof *values);
        }
        vol_flock_append(world, f, 1, values);
    }
    if (!speeds) {
        vol_flock_face(world, f, first_slot, f->count);
    }
    vol_flock_fold(world, f, first_slot, f->count);
    return VOL_OK;
}

vol_result vol_flock_add(vol_world *world, vol_flock flock, size_t count, const double *positions,
                         const double *velocities, uint32_t *first_id, vol_error *error) {
    return add_boids(world, flock, count, positions, velocities, NULL, first_id, error);
}

vol_result vol_flock_add_heading(vol_world *world, vol_flock flock, size_t count, const double *positions,
                                 const double *headings, const double *speeds, uint32_t *first_id, vol_error *error) {
    VOL_ASSERT(world && (count == 0 || speeds));
    if (world->def.dimensions != 2) {
        return vol_fail(error, VOL_ERROR_VALUE, "heading", "a heading needs a world of 2 dimensions; this one has %d",
                        world->def.dimensions);
    }
    return add_boids(world, flock, count, positions, headings, speeds, first_id, error);
}

uint32_t *vol_flock_marks(vol_world *world, vol_flock_data *f) {
    vol_flock_order(world, f->number); /* now: making it later would need the scratch */
    memset(f->scratch, 0, f->count * sizeof *f->scratch);
    return f->scratch;
}

void vol_flock_remove_marked(vol_world *world, vol_flock_data *f) {
    uint32_t kept = 0;
    for (uint32_t slot = 0; slot < f->count; slot++) {
        if (!f->scratch[slot]) {
            f->order[kept++] = slot;
        }
    }
    world->kernels->gather(&f->now, &f->next, f->order, 0, kept);
    vol_flock_sort_user(world, f, f->order, kept);
    for (uint32_t i = 0; i < kept; i++) {
        f->id[i] = f->id[f->order[i]];
    }
    vol_flock_swap(f);
    f->count = kept;
    f->order_known = false;
}

vol_result vol_flock_remove(vol_world *world, vol_flock flock, size_t count, const uint32_t *ids, vol_error *error) {
    vol_flock_data *f = vol_flock_at(world, flock);
    VOL_ASSERT(count == 0 || ids);
    for (size_t i = 0; i < count; i++) {
        if (vol_flock_slot(world, flock, ids[i]) == VOL_NONE) {
            return vol_fail(error, VOL_ERROR_NAME, "id", "flock %s has no boid with the id %u", f->name,
                            (unsigned)ids[i]);
        }
    }
    uint32_t *marks = vol_flock_marks(world, f);
    for (size_t i = 0; i < count; i++) {
        uint32_t *mark = &marks[vol_flock_slot(world, flock, ids[i])];
        if (*mark) {
            return vol_fail(error, VOL_ERROR_NAME, "id", "the id %u is given twice", (unsigned)ids[i]);
        }
        *mark = 1;
    }
    vol_flock_remove_marked(world, f);
    return VOL_OK;
}
