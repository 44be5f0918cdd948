/* Flocks: their parameters, adding and removing boids, looking at them. The boids are the backend's. */
#include "world.h"

#include "backends/devices.h"
#include "core/error.h"
#include "core/memory.h"
#include "kernels/registry.h"
#include "params/params.h"
#include "spawn.h"

#include <math.h>
#include <string.h>

#define VOL_FLOCK_MOST 2147483647u

uint32_t vol_flock_count(const vol_world *world) {
    return vol_may_enter(world, __func__) ? world->flock_count : 0;
}

bool vol_flock_exists(const vol_world *world, vol_flock flock) {
    return vol_may_enter(world, __func__) && vol_flock_of(world, flock);
}

vol_flock vol_flock_at_place(const vol_world *world, uint32_t place) {
    const bool there = vol_may_enter(world, __func__) && place < world->flock_count && world->flocks[place]->exists;
    return there ? vol_flock_handle(world->flocks[place]) : VOL_NONE;
}

bool vol_flock_has_heading(const vol_world *world, const vol_flock_data *flock) {
    return vol_find_model(world->kernels, &flock->def)->traits & VOL_TRAIT_HEADING;
}

vol_variant vol_flock_variant(const vol_world *world, const vol_flock_data *flock) {
    bool one = vol_find_model(world->kernels, &flock->def)->traits & VOL_TRAIT_ONE_VARIANT;
    return one ? VOL_VARIANT_AS_WRITTEN : flock->def.variant;
}

double vol_flock_reach(const vol_world *world, const vol_flock_data *flock) {
    const int traits = vol_find_model(world->kernels, &flock->def)->traits;
    const bool anywhere = (traits & VOL_TRAIT_TOPOLOGICAL) && flock->def.neighbours.count > 0;
    return (traits & VOL_TRAIT_ENDLESS) || anywhere ? INFINITY : vol_zones_reach(&flock->def);
}

static bool keeps_speed(const vol_world *world, const vol_flock_def *def) {
    return vol_find_model(world->kernels, def)->traits & VOL_TRAIT_KEEPS_SPEED;
}

/* What follows from other numbers of the def: where all boids have one speed, they start with it; none is faster. */
static void derive(const vol_world *world, vol_flock_def *def) {
    if (keeps_speed(world, def)) {
        def->start.speed = def->max_speed = def->speed;
    }
}

/* A velocity as long as the speed; none stays none. One that is so already, but for rounding, keeps its bits: boids
 * that were read and are added again are the same. */
static void at_speed(const vol_world *world, double *velocity, double speed) {
    const double rounding = world->def.precision == VOL_PRECISION_SINGLE ? 0x1p-21 : 0x1p-50;
    const int D = world->def.dimensions;
    double square = 0;
    for (int c = 0; c < D; c++) {
        square += velocity[c] * velocity[c];
    }
    const double length = sqrt(square);
    for (int c = 0; c < D && length > 0 && fabs(length - speed) > rounding * speed; c++) {
        velocity[c] = velocity[c] / length * speed;
    }
}

void vol_flock_at_speed(const vol_world *world, const vol_flock_data *flock, double *velocity) {
    if (keeps_speed(world, &flock->def)) {
        at_speed(world, velocity, flock->def.speed);
    }
}

void vol_flock_keep_speed(vol_world *world, vol_flock_data *flock) {
    if (!keeps_speed(world, &flock->def)) {
        return;
    }
    const vol_host_boids boids = world->backend->edit(world, flock);
    for (uint32_t i = 0; i < boids.count; i++) {
        double values[8];
        world->kernels->get(&boids.now, world->def.dimensions, i, values);
        at_speed(world, values + 3, flock->def.speed);
        world->kernels->put(&boids.now, world->def.dimensions, i, values);
    }
}

vol_search_need vol_flock_need(const vol_world *world, const vol_flock_data *flock, uint32_t count) {
    const vol_flock_def *def = &flock->def;
    const uint32_t nearest = flock->reach == INFINITY ? (uint32_t)def->neighbours.count : 0;
    return (vol_search_need){.world = &world->def,
                             .index = def->index != VOL_INDEX_AUTO ? def->index : world->def.index,
                             .reach = nearest > 0 ? vol_nearest_reach(&world->def, count, nearest) : flock->reach,
                             .nearest = nearest,
                             .count = count,
                             .here = count,
                             .view_limited = def->view.angle < 360 || def->view.distance > 0};
}

size_t vol_number_size(const vol_world *world) {
    return world->def.precision == VOL_PRECISION_DOUBLE ? sizeof(double) : sizeof(float);
}

vol_result vol_flock_make_room(vol_world *world, vol_flock_data *flock, size_t capacity) {
    if (capacity <= world->backend->size(world, flock).capacity) {
        return VOL_OK;
    }
    bool room = vol_world_make_meal_room(world, flock, capacity) && vol_flock_make_pending(world, flock, capacity) &&
                vol_events_make_room(world, flock, capacity) && world->backend->make_room(world, flock, capacity);
    return room ? VOL_OK : VOL_ERROR_MEMORY;
}

bool vol_flock_make_pending(vol_world *world, vol_flock_data *flock, size_t capacity) {
    return !vol_relations_delayed(&world->around, flock->number) ||
           world->backend->make_pending(world, flock, capacity);
}

void vol_flock_release(vol_world *world, vol_flock_data *flock) {
    if (flock) {
        world->backend->destroy(world, flock);
        vol_tree_release(&flock->tree, &world->def.allocator);
        vol_events_release_flock(world, flock);
        vol_release(&world->def.allocator, flock->constants, 1, world->kernels->constants_size);
        vol_release(&world->def.allocator, flock, 1, sizeof *flock);
    }
}

vol_flocks vol_flock_bit(vol_flock flock) {
    return flock_bit(flock & VOL_PLACE_MOST);
}

void vol_flock_set_user_pointer(vol_world *world, vol_flock flock, void *user) {
    vol_flock_data *f = vol_flock_or_stop(world, flock, __func__);
    if (f) {
        f->user = user;
    }
}

void *vol_flock_user_pointer(const vol_world *world, vol_flock flock) {
    const vol_flock_data *f = vol_flock_or_stop(world, flock, __func__);
    return f ? f->user : NULL;
}

const uint32_t *vol_flock_order(vol_world *world, vol_flock flock) {
    vol_flock_data *f = vol_flock_or_stop(world, flock, __func__);
    return f ? world->backend->order(world, f) : NULL;
}

uint32_t vol_flock_slot(vol_world *world, vol_flock flock, uint32_t id) {
    vol_flock_data *f = vol_flock_or_stop(world, flock, __func__);
    return f ? vol_flock_find_boid(world, f, id) : VOL_NONE;
}

uint32_t vol_flock_find_boid(vol_world *world, vol_flock_data *flock, uint32_t id) {
    const uint32_t *order = world->backend->order(world, flock);
    const vol_host_boids boids = world->backend->view(world, flock);
    uint32_t low = 0, high = boids.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (boids.id[order[middle]] < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < boids.count && boids.id[order[low]] == id ? order[low] : VOL_NONE;
}

bool vol_flock_make_places(vol_world *world, uint32_t needed) {
    if (needed <= world->flock_room) {
        return true;
    }
    uint32_t room = world->flock_room * 2 + 4 > needed ? world->flock_room * 2 + 4 : needed;
    vol_flock_data **list = vol_allocate(&world->def.allocator, room, sizeof(vol_flock_data *));
    vol_boids *boids = vol_allocate(&world->def.allocator, room, sizeof *boids);
    if (!list || !boids || !vol_names_make_room(world, room)) {
        vol_release(&world->def.allocator, list, room, sizeof(vol_flock_data *));
        vol_release(&world->def.allocator, boids, room, sizeof *boids);
        return false;
    }
    vol_release(&world->def.allocator, world->boids, world->flock_room, sizeof *boids);
    world->boids = boids;
    if (world->flock_count > 0) {
        memcpy(list, world->flocks, world->flock_count * sizeof *list);
    }
    vol_release(&world->def.allocator, world->flocks, world->flock_room, sizeof(vol_flock_data *));
    world->flocks = list;
    world->flock_room = room;
    return true;
}

static vol_result no_memory(vol_error *error, const char *name, size_t count) {
    return count == 0 ? vol_fail(error, VOL_ERROR_MEMORY, "count", "no memory for flock %s", name)
                      : vol_fail(error, VOL_ERROR_MEMORY, "count", "no memory for %zu boids in flock %s", count, name);
}

/* The place of a new flock: the first one that is free and has numbers left to give, else behind the last. */
static uint32_t free_place(const vol_world *world) {
    uint32_t place = world->taken_below;
    while (place < world->flock_count &&
           (world->flocks[place]->exists || world->flocks[place]->generation == VOL_GENERATION_MOST)) {
        place++;
    }
    return place;
}

/* Can there be such a flock in the world? */
static vol_result check_new(vol_world *world, const vol_flock_def *def, vol_error *error) {
    vol_result result = vol_check_flock_def(def, world->def.dimensions, error);
    if (result == VOL_OK) {
        result = vol_check_integrator(&world->def, def, error);
    }
    if (result == VOL_OK) {
        result = vol_devices_check(&world->def, def, world->flock_count + 1, error);
    }
    if (result == VOL_OK) {
        result = vol_check_own_model(world->kernels, def, error);
    }
    if (result == VOL_OK) {
        result = vol_check_own_model(world->one, def, error); /* for boids in turn, and for the forces on a leader */
    }
    if (result == VOL_OK && vol_names_find(world, def->name)) {
        result = vol_fail(error, VOL_ERROR_VALUE, "name", "there is already a flock named '%s'", def->name);
    }
    if (result == VOL_OK && free_place(world) >= VOL_PLACE_MOST) {
        result = vol_fail(error, VOL_ERROR_VALUE, "flock", "the world has %u flocks; allowed are no more",
                          (unsigned)world->flock_count);
    }
    return result;
}

vol_flock_data *vol_flock_make(vol_world *world, const vol_flock_def *def, const char *name, uint32_t number,
                               size_t capacity) {
    vol_flock_data *f = vol_allocate(&world->def.allocator, 1, sizeof *f);
    if (!f) {
        return NULL;
    }
    f->def = *def;
    memcpy(f->name, name, strlen(name) + 1);
    f->def.name = f->name;
    derive(world, &f->def);
    f->number = number;
    f->leader = VOL_NONE;
    f->constants = vol_allocate(&world->def.allocator, 1, world->kernels->constants_size);
    if (!f->constants || !vol_events_make_room(world, f, capacity) || !world->backend->create(world, f, capacity)) {
        vol_flock_release(world, f);
        return NULL;
    }
    return f;
}

vol_result vol_flock_create(vol_world *world, const vol_flock_def *def, vol_flock *flock, vol_error *error) {
    VOL_GIVEN(flock, error);
    *flock = VOL_NONE;
    VOL_ENTER(world, error);
    vol_result result = check_new(world, def, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_flock_data *f = NULL;
    if (vol_flock_make_places(world, world->flock_count + 1) && vol_world_make_sums_room(world, def) &&
        vol_world_make_rule_room(world, def) && (def->neighbours.count == 0 || vol_world_make_nearest_room(world))) {
        f = vol_flock_make(world, def, def->name, free_place(world), def->count);
    }
    if (!f) {
        return no_memory(error, def->name, def->count);
    }
    f->exists = true;
    if (f->number < world->flock_count) { /* takes the place of one that was destroyed */
        f->generation = world->flocks[f->number]->generation + 1;
        vol_flock_release(world, world->flocks[f->number]);
    } else {
        world->flock_count++;
    }
    world->flocks[f->number] = f;
    world->taken_below = f->number + 1;
    vol_names_add(world, f->number);
    world->backend->spawn(world, f, def->start.shape == VOL_SHAPE_GIVEN ? 0 : (uint32_t)def->count);
    *flock = vol_flock_handle(f);
    return VOL_OK;
}

/* Gives memory back where there is some for an empty store; else the old one serves, without boids. */
static void empty_store(vol_world *world, vol_flock_data *f) {
    vol_flock_data empty = *f;
    if (world->backend->create(world, &empty, 0)) {
        world->backend->destroy(world, f);
        f->store = empty.store;
    } else {
        world->backend->restore(world, f, 0, 0);
    }
    vol_tree_release(&f->tree, &world->def.allocator);
    memset(&f->tree, 0, sizeof f->tree);
    vol_events_release_flock(world, f);
    f->regions = 0;
}

vol_result vol_flock_destroy(vol_world *world, vol_flock flock, vol_error *error) {
    vol_flock_data *f;
    VOL_ENTER_FLOCK(world, flock, f, error);
    vol_result result = vol_devices_stay(world, VOL_STAYS_TO_DESTROY, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_world_forget_flock(world, f->number);
    f->exists = false;
    world->taken_below = f->number < world->taken_below ? f->number : world->taken_below;
    f->name[0] = '\0';
    vol_flock_def_init(&f->def, f->def.model, sizeof f->def);
    f->def.name = f->name;
    f->def.count = 0;
    f->leader = VOL_NONE;
    f->user = NULL;
    f->undecided = f->candidates = 0;
    f->used = VOL_INDEX_AUTO;
    empty_store(world, f);
    vol_names_enter(world);
    return VOL_OK;
}

vol_result vol_flock_read_def(const vol_world *world, vol_flock flock, vol_flock_def *def, size_t bytes) {
    vol_flock_data *f;
    vol_result result = vol_enter_flock(world, flock, __func__, &f, NULL);
    if (result != VOL_OK) {
        return vol_def_none(def, bytes, result);
    }
    result = vol_def_copy(def, bytes, &f->def, sizeof *def);
    if (result == VOL_OK) {
        def->count = world->backend->size(world, f).count;
    }
    return result;
}

vol_result vol_flock_set_def(vol_world *world, vol_flock flock, const vol_flock_def *def, vol_error *error) {
    vol_flock_data *f;
    VOL_ENTER_FLOCK(world, flock, f, error);
    vol_result result = vol_check_flock_def(def, world->def.dimensions, error);
    if (result != VOL_OK) {
        return result;
    }
    /* What the host made the flock with is taken as it was then: its own def, changed a little. */
    vol_flock_def before = vol_flock_get_def(world, flock), wanted = *def;
    before.count = def->count == f->def.count ? def->count : before.count;
    if (keeps_speed(world, &f->def)) { /* it follows from the speed */
        wanted.start.speed = before.start.speed;
    }
    def = &wanted;
    if (strcmp(def->name, f->name) != 0 || def->model != f->def.model || def->own.model != f->def.own.model) {
        return vol_fail(error, VOL_ERROR_FIXED, strcmp(def->name, f->name) != 0 ? "name" : "model",
                        "the name and the model of flock %s are fixed once it is made", f->name);
    }
    if (def->user_bytes != before.user_bytes) {
        return vol_fail(error, VOL_ERROR_FIXED, "user_bytes",
                        "user_bytes is %zu and cannot become %zu: it is fixed once it is made", before.user_bytes,
                        def->user_bytes);
    }
    result = vol_check_fixed(false, &before, def, error);
    if (result == VOL_OK) {
        result = vol_check_integrator(&world->def, def, error);
    }
    if (result == VOL_OK) {
        result = vol_devices_check(&world->def, def, world->flock_count, error);
    }
    if (result == VOL_OK && !vol_world_make_rule_room(world, def)) {
        return vol_fail(error, VOL_ERROR_MEMORY, "rule.decide", "no memory for the rule of flock %s", f->name);
    }
    if (result == VOL_OK && def->neighbours.count > 0 && !vol_world_make_nearest_room(world)) {
        return vol_fail(error, VOL_ERROR_MEMORY, "neighbours.count", "no memory for the nearest neighbours of flock %s",
                        f->name);
    }
    if (result == VOL_OK && def->previous != before.previous && world->backend->keep_previous &&
        !world->backend->keep_previous(world, f, def->previous)) {
        return vol_fail(error, VOL_ERROR_MEMORY, "previous", "no memory for where the boids of flock %s were", f->name);
    }
    if (result == VOL_OK) {
        size_t made_with = f->def.count;
        f->def = *def;
        f->def.name = f->name;
        f->def.count = made_with;
        derive(world, &f->def);
        if (def->speed != before.speed) {
            vol_flock_keep_speed(world, f);
        }
    }
    return result;
}

vol_index vol_flock_index(const vol_world *world, vol_flock flock) {
    const vol_flock_data *f = vol_flock_or_stop(world, flock, __func__);
    return f ? f->used : VOL_INDEX_AUTO;
}

/* From where a boid leaves the world to where it comes in again. */
static double period_of(const vol_world_def *def, int axis) {
    switch (def->boundary) {
    case VOL_BOUNDARY_WRAP:
    case VOL_BOUNDARY_JUMP: return def->size[axis];
    case VOL_BOUNDARY_TILE: return def->size[axis] + 2 * def->margin;
    default: return 0;
    }
}

vol_view vol_flock_view(const vol_world *world, vol_flock flock) {
    const vol_flock_data *f = vol_flock_or_stop(world, flock, __func__);
    return f ? vol_flock_look(world, f) : (vol_view){.count = 0};
}

vol_view vol_flock_look(const vol_world *world, const vol_flock_data *f) {
    const vol_host_boids boids = world->backend->view(world, f);
    vol_view view = {.count = boids.count,
                     .dimensions = world->def.dimensions,
                     .precision = world->def.precision,
                     .id = boids.id,
                     .user = boids.user,
                     .user_bytes = f->def.user_bytes};
    for (int c = 0; c < 3; c++) {
        view.position[c] = boids.now.position[c];
        view.velocity[c] = boids.now.velocity[c];
        view.previous[c] = !f->def.previous ? NULL : boids.previous[c] ? boids.previous[c] : boids.now.position[c];
        view.period[c] = c < world->def.dimensions ? period_of(&world->def, c) : 0;
    }
    return view;
}

static vol_result check_room_for(const vol_flock_data *f, uint32_t next_id, size_t count, vol_error *error) {
    if (count > VOL_FLOCK_MOST - next_id) {
        return vol_fail(error, VOL_ERROR_VALUE, "count",
                        "flock %s has given %u ids and cannot give %zu more; allowed are %u", f->name,
                        (unsigned)next_id, count, VOL_FLOCK_MOST);
    }
    return VOL_OK;
}

vol_result vol_flock_reserve(vol_world *world, vol_flock flock, size_t count, vol_error *error) {
    vol_flock_data *f;
    VOL_ENTER_FLOCK(world, flock, f, error);
    if (count > VOL_FLOCK_MOST) {
        return vol_fail(error, VOL_ERROR_VALUE, "count", "flock %s cannot hold %zu boids; allowed are %u", f->name,
                        count, VOL_FLOCK_MOST);
    }
    return vol_flock_make_room(world, f, count) == VOL_OK ? VOL_OK : no_memory(error, f->name, count);
}

vol_result vol_check_numbers(const double *numbers, size_t count, const char *what, double least, double most,
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
    const vol_flock_size size = world->backend->size(world, f);
    size_t needed = (size_t)size.count + count;
    size_t roomy = size.capacity + size.capacity / 2 + 16;
    roomy = roomy > VOL_FLOCK_MOST ? VOL_FLOCK_MOST : roomy;
    if (needed > size.capacity && vol_flock_make_room(world, f, needed > roomy ? needed : roomy) != VOL_OK) {
        return no_memory(error, f->name, needed);
    }
    return VOL_OK;
}

enum { ADD_AT_ONCE = 64 };

/* New boids are the ones with the highest ids, and the last in the order. */
static void tell_born(vol_world *world, vol_flock_data *f, size_t count) {
    if (!(world->events.kinds & VOL_EVENT_BORN)) {
        return;
    }
    const uint32_t *order = world->backend->order(world, f);
    const uint32_t end = world->backend->size(world, f).count;
    vol_events_begin(world, world->steps);
    for (uint32_t i = end - (uint32_t)count; i < end; i++) {
        vol_events_born(world, f, order[i]);
    }
}

/* Adds boids whose second half of numbers is a velocity (speeds NULL), or a heading and a speed. */
static vol_result add_boids(vol_world *world, vol_flock_data *f, size_t count, const double *positions,
                            const double *velocities, const double *speeds, uint32_t *first_id, vol_error *error) {
    size_t D = (size_t)world->def.dimensions;
    if (count > 0 && (!positions || !velocities)) {
        return vol_check_given(NULL, !positions ? "positions" : speeds ? "headings" : "velocities", error);
    }
    const uint32_t next_id = world->backend->size(world, f).next_id;
    vol_result result = check_room_for(f, next_id, count, error);
    if (result == VOL_OK) {
        result = vol_check_numbers(positions, count * D, "position", -VOL_FARTHEST, VOL_FARTHEST, error);
    }
    if (result == VOL_OK) {
        result = vol_check_numbers(velocities, speeds ? count : count * D, speeds ? "heading" : "velocity",
                                   -VOL_FASTEST, VOL_FASTEST, error);
    }
    if (result == VOL_OK) {
        result = speeds ? vol_check_numbers(speeds, count, "speed", 0, VOL_FASTEST, error) : VOL_OK;
    }
    if (result == VOL_OK) {
        result = grow(world, f, count, error);
    }
    if (result != VOL_OK) {
        return result;
    }
    if (first_id) {
        *first_id = next_id;
    }
    for (size_t first = 0; first < count; first += ADD_AT_ONCE) {
        double values[ADD_AT_ONCE][8] = {{0}};
        const size_t some = count - first < ADD_AT_ONCE ? count - first : ADD_AT_ONCE;
        for (size_t i = 0; i < some; i++) {
            memcpy(values[i], positions + (first + i) * D, D * sizeof **values);
            if (speeds) {
                vol_spawn_polar(velocities[first + i], speeds[first + i], values[i] + 3);
            } else {
                memcpy(values[i] + 3, velocities + (first + i) * D, D * sizeof **values);
            }
            vol_flock_at_speed(world, f, values[i] + 3);
        }
        world->backend->append(world, f, (uint32_t)some, values[0], !speeds);
    }
    tell_born(world, f, count);
    return VOL_OK;
}

vol_result vol_flock_add(vol_world *world, vol_flock flock, size_t count, const double *positions,
                         const double *velocities, uint32_t *first_id, vol_error *error) {
    vol_flock_data *f;
    VOL_ENTER_FLOCK(world, flock, f, error);
    return add_boids(world, f, count, positions, velocities, NULL, first_id, error);
}

vol_result vol_flock_add_heading(vol_world *world, vol_flock flock, size_t count, const double *positions,
                                 const double *headings, const double *speeds, uint32_t *first_id, vol_error *error) {
    vol_flock_data *f;
    VOL_ENTER_FLOCK(world, flock, f, error);
    if (count > 0) {
        VOL_GIVEN(speeds, error);
    }
    if (world->def.dimensions != 2) {
        return vol_fail(error, VOL_ERROR_VALUE, "heading", "a heading needs a world of 2 dimensions; this one has %d",
                        world->def.dimensions);
    }
    return add_boids(world, f, count, positions, headings, speeds, first_id, error);
}

/* As vol_backend.remove does, and tells of each. */
static size_t remove_watched(vol_world *world, vol_flock_data *f, size_t count, const uint32_t *ids) {
    world->backend->order(world, f); /* now: making it later would need the marks' memory */
    uint32_t *marks = world->backend->marks(world, f);
    for (size_t i = 0; i < count; i++) {
        const uint32_t slot = vol_flock_find_boid(world, f, ids[i]);
        if (slot == VOL_NONE || marks[slot]) {
            return i;
        }
        marks[slot] = 1;
    }
    vol_events_begin(world, world->steps);
    for (size_t i = 0; i < count; i++) {
        vol_events_died(world, f, vol_flock_find_boid(world, f, ids[i]), VOL_NONE, VOL_NONE);
    }
    vol_events_end(world);
    world->backend->remove_marked(world, f);
    return count;
}

vol_result vol_flock_remove(vol_world *world, vol_flock flock, size_t count, const uint32_t *ids, vol_error *error) {
    vol_flock_data *f;
    VOL_ENTER_FLOCK(world, flock, f, error);
    if (count > 0) {
        VOL_GIVEN(ids, error);
    }
    const bool watched = (world->events.kinds & VOL_EVENT_DIED) || vol_events_cross(world);
    const size_t removed = count == 0 ? 0
                           : watched  ? remove_watched(world, f, count, ids)
                                      : world->backend->remove(world, f, count, ids);
    if (removed == count) {
        return VOL_OK;
    }
    const unsigned id = ids[removed];
    return vol_flock_find_boid(world, f, id) == VOL_NONE
               ? vol_fail(error, VOL_ERROR_NAME, "id", "flock %s has no boid with the id %u", f->name, id)
               : vol_fail(error, VOL_ERROR_NAME, "id", "the id %u is given twice", id);
}
