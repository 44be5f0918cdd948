/* Loads a world in full: see full.h. Everything is checked, then all memory is made that is lacking, and only then
 * anything changes. */
#include "full.h"

#include "backends/devices.h"
#include "core/error.h"
#include "core/memory.h"
#include "params/params.h"

#include <string.h>

/* The bytes, and where its parts begin in them. */
typedef struct loading {
    vol_world *world;
    const unsigned char *at, *end; /* what is to be read next */
    vol_full_head head;
    vol_world_def def; /* that the world will have */
    const unsigned char *flocks, *relations, *relation_numbers, *barriers, *terms, *meals;
    vol_flock_data **made; /* new flocks for places, or NULL where that there serves; NULL: all serve */
    size_t meal_most;
} loading;

/* The next `count` elements, or NULL if there are fewer. */
static const unsigned char *take(loading *l, uint64_t count, size_t element) {
    const unsigned char *at = l->at;
    if ((uint64_t)(l->end - at) / element < count) {
        return NULL;
    }
    l->at += count * element;
    return at;
}

static vol_result damaged(const char *what, vol_error *error) {
    return vol_fail(error, VOL_ERROR_DATA, "bytes", "the saved world %s", what);
}

/* --- Checks ------------------------------------------------------------------------------------------------------- */

static vol_result check_head(loading *l, const unsigned char *bytes, size_t size, vol_error *error) {
    const vol_world_def *old = &l->world->def;
    vol_full_head *head = &l->head;
    if (size < sizeof *head || memcmp(bytes, vol_full_magic, sizeof vol_full_magic) != 0) {
        return damaged("is none: it does not begin like one", error);
    }
    memcpy(head, bytes, sizeof *head);
    if (head->layout != vol_full_layout()) {
        return damaged("is of another build of the library", error);
    }
    if (head->size != size || head->sum != vol_full_sum(bytes, size, offsetof(vol_full_head, def))) {
        return damaged("is damaged: its size or its sum is wrong", error);
    }
    if (head->def.dimensions != old->dimensions || head->def.precision != old->precision) {
        return damaged("has other dimensions, or another precision, than this one", error);
    }
    l->def = head->def;
    l->def.threads = old->threads;
    l->def.isa = old->isa;
    l->def.device = old->device;
    l->def.device_memory = old->device_memory;
    l->def.fast = old->fast;
    l->def.allocator = old->allocator;
    l->def.tasks = old->tasks;
    l->def.cluster = old->cluster;
    l->at = bytes + sizeof *head;
    l->end = bytes + size;
    return vol_check_world_def(&l->def, error);
}

static vol_full_flock flock_at(const unsigned char *bytes) {
    vol_full_flock record;
    memcpy(&record, bytes, sizeof record);
    record.data.def.name = NULL;
    return record;
}

/* The bytes of a flock behind its record, without who is in regions. */
static size_t boids_bytes(const vol_world *world, const vol_full_flock *record) {
    const size_t numbers = 2 * (size_t)world->def.dimensions + (vol_flock_has_heading(world, &record->data) ? 2 : 0);
    return record->count * (sizeof(uint32_t) + numbers * vol_number_size(world) + (size_t)record->data.def.user_bytes);
}

static vol_result check_flock(loading *l, uint32_t place, vol_error *error) {
    const unsigned char *at = take(l, 1, sizeof(vol_full_flock));
    if (!at) {
        return damaged("is damaged: it ends too early", error);
    }
    vol_full_flock record = flock_at(at);
    vol_flock_def *def = &record.data.def;
    const bool named = memchr(record.data.name, 0, sizeof record.data.name) != NULL;
    if (!named || record.data.number != place || (unsigned)def->model >= VOL_MODEL_COUNT || def->user_bytes > 4096 ||
        record.data.generation > VOL_GENERATION_MOST || record.count > record.next_id || record.next_id > INT32_MAX ||
        record.data.inside_count > record.count) {
        return damaged("is damaged: a flock is wrong", error);
    }
    def->name = record.data.name;
    const vol_result result = record.data.exists ? vol_check_flock_def(def, l->def.dimensions, error) : VOL_OK;
    if (result != VOL_OK) {
        return result;
    }
    const unsigned char *ids = take(l, boids_bytes(l->world, &record), 1);
    if (!ids || !take(l, record.data.inside_count, sizeof(vol_inside))) {
        return damaged("is damaged: it ends too early", error);
    }
    for (uint32_t i = 0, least = 0; i < record.count; i++) {
        uint32_t id;
        memcpy(&id, ids + i * sizeof id, sizeof id);
        if (id < least || id >= record.next_id) {
            return damaged("is damaged: ids are wrong", error);
        }
        least = id + 1;
    }
    return VOL_OK;
}

/* Is there a flock at that place? Flocks lie one behind the other, so they are gone through. */
static bool has_place(const loading *l, uint32_t place) {
    return place < l->head.flock_count;
}

static vol_result check_relations(loading *l, vol_error *error) {
    const uint32_t count = l->head.around.relation_count;
    l->relations = take(l, count, sizeof(vol_relation_def));
    l->relation_numbers = take(l, count, sizeof(uint32_t));
    vol_result result = l->relations && l->relation_numbers ? VOL_OK : damaged("is damaged: it ends too early", error);
    for (uint32_t i = 0; result == VOL_OK && i < count; i++) {
        vol_relation_def def;
        memcpy(&def, l->relations + i * sizeof def, sizeof def);
        bool right = has_place(l, def.from) && def.to_count <= sizeof def.to / sizeof *def.to;
        for (size_t t = 0; right && t < def.to_count; t++) {
            right = has_place(l, def.to[t]) && def.to[t] != def.from;
        }
        result = right ? vol_surrounding_check(VOL_SURROUNDING_RELATION, &def, l->def.dimensions, error)
                       : damaged("is damaged: a relation is wrong", error);
    }
    return result;
}

static vol_result check_barriers(loading *l, vol_error *error) {
    const vol_barriers *counts = &l->head.around.barriers;
    l->barriers = take(l, counts->count, sizeof(vol_barrier));
    if (!l->barriers || !take(l, counts->count, sizeof(uint32_t)) || !take(l, counts->count, sizeof(void *)) ||
        !take(l, counts->point_count, 3 * sizeof(double))) {
        return damaged("is damaged: it ends too early", error);
    }
    for (uint32_t i = 0; i < counts->count; i++) {
        vol_barrier b;
        memcpy(&b, l->barriers + i * sizeof b, sizeof b);
        if ((unsigned)b.shape >= VOL_OBSTACLE_SHAPE_COUNT || (unsigned)b.law >= VOL_LAW_COUNT ||
            b.point_first > counts->point_count || b.point_count > counts->point_count - b.point_first) {
            return damaged("is damaged: an obstacle is wrong", error);
        }
    }
    return VOL_OK;
}

static vol_result check_terms(loading *l, vol_error *error) {
    l->terms = l->at;
    for (uint32_t i = 0; i < l->head.around.terms.count; i++) {
        const unsigned char *at = take(l, 1, sizeof(vol_term_data));
        vol_term_data term;
        if (!at) {
            return damaged("is damaged: it ends too early", error);
        }
        memcpy(&term, at, sizeof term);
        const vol_term_def *def = &term.def;
        const bool right = (unsigned)def->kind < VOL_TERM_KIND_COUNT && has_place(l, def->flock) &&
                           def->point_count <= 4096 && def->flow_count[0] <= 4096 && def->flow_count[1] <= 4096 &&
                           def->flow_count[2] <= 4096 && term.path_count <= def->point_count + 1;
        if (term.exists && (!right || !take(l, vol_term_given(&term, l->def.dimensions), sizeof(double)))) {
            return damaged("is damaged: a term is wrong", error);
        }
    }
    return VOL_OK;
}

static vol_result check(loading *l, const unsigned char *bytes, size_t size, vol_error *error) {
    vol_result result = check_head(l, bytes, size, error);
    if (result == VOL_OK && (l->head.flock_count > VOL_PLACE_MOST || l->head.around.player_count > VOL_PLAYERS_MOST)) {
        result = damaged("is damaged: its counts are wrong", error);
    }
    l->flocks = l->at;
    for (uint32_t i = 0; result == VOL_OK && i < l->head.flock_count; i++) {
        result = check_flock(l, i, error);
    }
    result = result == VOL_OK ? check_relations(l, error) : result;
    result = result == VOL_OK ? check_barriers(l, error) : result;
    result = result == VOL_OK ? check_terms(l, error) : result;
    if (result == VOL_OK) {
        l->meals = take(l, l->head.meal_count, sizeof(vol_meal));
        result = l->meals && l->at == l->end ? VOL_OK : damaged("is damaged: it has another end", error);
    }
    return result;
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

/* Whether what the flock at a place has serves for the one that is loaded: it is the same one. */
static bool serves(const vol_flock_data *here, const vol_full_flock *record) {
    return here->exists == record->data.exists && here->generation == record->data.generation &&
           here->def.model == record->data.def.model && here->def.own.model == record->data.def.own.model &&
           here->def.user_bytes == record->data.def.user_bytes && here->def.previous == record->data.def.previous;
}

static vol_flock_data *flock_for(const loading *l, uint32_t place) {
    return l->made && l->made[place] ? l->made[place] : l->world->flocks[place];
}

static bool make_flock(loading *l, uint32_t place, vol_full_flock *record) {
    vol_world *world = l->world;
    const vol_flock_data *here = place < world->flock_count ? world->flocks[place] : NULL;
    record->data.def.name = record->data.name;
    if (!here || !serves(here, record)) {
        if (!l->made) {
            l->made = vol_allocate(&world->def.allocator, l->head.flock_count, sizeof(vol_flock_data *));
        }
        if (l->made) {
            l->made[place] = vol_flock_make(world, &record->data.def, record->data.name, place, record->count);
        }
        if (!l->made || !l->made[place]) {
            return false;
        }
    }
    vol_flock_data *flock = flock_for(l, place);
    const bool rk4 = l->def.integrator != VOL_INTEGRATOR_EULER;
    return world->backend->make_room(world, flock, record->count) &&
           (!rk4 || !world->backend->make_stages || world->backend->make_stages(world, flock)) &&
           (l->head.region_bits == 0 ||
            vol_events_make_lists(world, flock, world->backend->size(world, flock).capacity)) &&
           vol_world_make_sums_room(world, &record->data.def) && vol_world_make_rule_room(world, &record->data.def) &&
           (record->data.def.neighbours.count == 0 || vol_world_make_nearest_room(world));
}

static bool make_flocks(loading *l) {
    l->at = l->flocks;
    for (uint32_t i = 0; i < l->head.flock_count; i++) {
        vol_full_flock record = flock_at(l->at);
        l->at += sizeof record + boids_bytes(l->world, &record) + record.data.inside_count * sizeof(vol_inside);
        if (!make_flock(l, i, &record)) {
            return false;
        }
    }
    return true;
}

/* What relations need of the flocks: room for meals, and for what is decided at the end of a step. */
static bool make_for_relations(loading *l) {
    vol_world *world = l->world;
    for (uint32_t i = 0; i < l->head.around.relation_count; i++) {
        vol_relation_def def;
        memcpy(&def, l->relations + i * sizeof def, sizeof def);
        vol_flock_data *from = flock_for(l, def.from);
        const size_t capacity = world->backend->size(world, from).capacity;
        l->meal_most += def.kind == VOL_RELATION_HUNT ? capacity : 0;
        if (def.delay != 0 && !world->backend->make_pending(world, from, capacity)) {
            return false;
        }
    }
    const uint64_t meals = l->head.meal_count > l->meal_most ? l->head.meal_count : l->meal_most;
    return vol_relations_make_room(world, l->head.around.relation_count) &&
           vol_world_take_meal_room(world, (size_t)meals);
}

static bool same_vector(const double a[3], const double b[3]) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* Obstacles that are the same as those there are stay, with their cells. */
static bool same_barriers(const loading *l) {
    const vol_barriers *b = &l->world->around.barriers, *counts = &l->head.around.barriers;
    const vol_world_def *def = &l->world->def;
    const size_t barriers = b->count * sizeof *b->barrier, numbers = b->count * sizeof *b->number;
    const size_t points = 3 * (size_t)b->point_count * sizeof *b->points, users = b->count * sizeof *b->user;
    return b->count == counts->count && b->point_count == counts->point_count && b->given == counts->given &&
           b->gone == counts->gone && def->images == l->def.images && same_vector(def->size, l->def.size) &&
           same_vector(def->origin, l->def.origin) &&
           (b->count == 0 || (memcmp(b->barrier, l->barriers, barriers) == 0 &&
                              memcmp(b->number, l->barriers + barriers, numbers) == 0 &&
                              memcmp((const void *)b->user, l->barriers + barriers + numbers, users) == 0)) &&
           (points == 0 || memcmp(b->points, l->barriers + barriers + numbers + users, points) == 0);
}

static bool make_all(loading *l) {
    vol_world *world = l->world;
    return vol_flock_make_places(world, l->head.flock_count) && make_flocks(l) && make_for_relations(l) &&
           (same_barriers(l) ||
            vol_barriers_prepare(&world->around.spare_barriers, &l->head.around.barriers, l->barriers, &l->def)) &&
           vol_terms_prepare(world, l->terms, l->head.around.terms.count, l->def.dimensions);
}

static void release_made(loading *l) {
    for (uint32_t i = 0; l->made && i < l->head.flock_count; i++) {
        vol_flock_release(l->world, l->made[i]);
    }
    vol_release(&l->world->def.allocator, l->made, l->made ? l->head.flock_count : 0, sizeof(vol_flock_data *));
}

/* --- Changes ------------------------------------------------------------------------------------------------------ */

/* What the flock has stays; what it is becomes what was saved. */
static void fill_flock(loading *l, vol_flock_data *flock) {
    vol_world *world = l->world;
    const vol_full_flock record = flock_at(l->at);
    const vol_flock_data had = *flock;
    l->at += sizeof record;
    *flock = record.data;
    flock->def.name = flock->name;
    flock->store = had.store;
    flock->tree = had.tree;
    flock->inside = had.inside;
    flock->inside_next = had.inside_next;
    flock->inside_room = had.inside_room;
    flock->constants = had.constants;
    flock->around = had.around;
    const vol_host_boids boids = world->backend->restore(world, flock, record.count, record.next_id);
    void *arrays[8];
    const int numbers = vol_full_arrays(world, flock, &boids.now, arrays);
    const size_t ids = record.count * sizeof *boids.id, array = record.count * vol_number_size(world);
    const size_t user = record.count * flock->def.user_bytes, inside = flock->inside_count * sizeof *flock->inside;
    if (record.count > 0) {
        memcpy(boids.id, l->at, ids);
        for (int a = 0; a < numbers; a++) {
            memcpy(arrays[a], l->at + ids + (size_t)a * array, array);
        }
    }
    l->at += ids + (size_t)numbers * array;
    if (user > 0) {
        memcpy(boids.user, l->at, user);
    }
    l->at += user;
    if (inside > 0) {
        memcpy(flock->inside, l->at, inside);
    }
    l->at += inside;
}

static void take_flocks(loading *l) {
    vol_world *world = l->world;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        if (i >= l->head.flock_count || (l->made && l->made[i])) {
            vol_flock_release(world, world->flocks[i]);
        }
    }
    world->flock_count = l->head.flock_count;
    world->taken_below = 0;
    l->at = l->flocks;
    for (uint32_t i = 0; i < l->head.flock_count; i++) {
        if (l->made && l->made[i]) {
            world->flocks[i] = l->made[i];
            l->made[i] = NULL;
        }
        fill_flock(l, world->flocks[i]);
    }
    if (world->names.room > 0) {
        vol_names_enter(world);
    }
}

static void take_around(loading *l) {
    vol_surroundings *around = &l->world->around, had;
    if (!same_barriers(l)) {
        const vol_barriers before = around->barriers;
        around->barriers = around->spare_barriers;
        around->spare_barriers = before;
    }
    vol_terms_take(l->world, l->terms, &l->head.around.terms);
    had = *around;
    *around = l->head.around;
    around->terms = had.terms;
    around->barriers = had.barriers;
    around->spare_barriers = had.spare_barriers;
    around->relations = had.relations;
    around->relation_number = had.relation_number;
    around->relation_core = had.relation_core;
    around->targets = had.targets;
    around->relation_room = had.relation_room;
    around->flat = had.flat;
    if (around->relation_count > 0) {
        memcpy(around->relations, l->relations, around->relation_count * sizeof *around->relations);
        memcpy(around->relation_number, l->relation_numbers, around->relation_count * sizeof *around->relation_number);
    }
}

static void take_rest(loading *l) {
    vol_world *world = l->world;
    world->def = l->def;
    memcpy(world->events.region, l->head.region, sizeof world->events.region);
    world->events.region_bits = l->head.region_bits;
    world->steps = l->head.steps;
    world->eaten = l->head.eaten;
    world->meal_count = (size_t)l->head.meal_count;
    world->meal_most = l->meal_most;
    if (world->meal_count > 0) {
        memcpy(world->meals, l->meals, world->meal_count * sizeof *world->meals);
    }
}

vol_result vol_world_load_full(vol_world *world, const void *bytes, size_t size, vol_error *error) {
    VOL_ENTER(world, error);
    VOL_GIVEN(bytes, error);
    loading l = {.world = world};
    vol_result result = vol_devices_stay(world, VOL_STAYS_TO_SAVE, error);
    if (result == VOL_OK) {
        result = check(&l, bytes, size, error);
    }
    if (result != VOL_OK) {
        return result;
    }
    if (!make_all(&l)) {
        release_made(&l);
        return vol_fail(error, VOL_ERROR_MEMORY, "bytes", "no memory for the saved world");
    }
    take_around(&l);
    take_flocks(&l);
    take_rest(&l);
    release_made(&l);
    return VOL_OK;
}
