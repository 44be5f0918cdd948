/* Flocks: their parameters, adding and removing boids, looking at them. The boids are the backend's. */
#include "world.h"

#include "backends/devices.h"
#include "core/error.h"
#include "core/memory.h"
#include "params/params.h"
#include "spawn.h"

#include <math.h>
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

vol_variant vol_flock_variant(const vol_world *world, const vol_flock_data *flock) {
    bool one = world->kernels->traits[flock->def.model] & VOL_TRAIT_ONE_VARIANT;
    return one ? VOL_VARIANT_AS_WRITTEN : flock->def.variant;
}

double vol_flock_reach(const vol_world *world, const vol_flock_data *flock) {
    const int traits = world->kernels->traits[flock->def.model];
    const bool anywhere = (traits & VOL_TRAIT_TOPOLOGICAL) && flock->def.neighbours.count > 0;
    return (traits & VOL_TRAIT_ENDLESS) || anywhere ? INFINITY : vol_zones_reach(&flock->def);
}

static bool keeps_speed(const vol_world *world, vol_model model) {
    return world->kernels->traits[model] & VOL_TRAIT_KEEPS_SPEED;
}

/* What follows from other numbers of the def: where all boids have one speed, they start with it; none is faster. */
static void derive(const vol_world *world, vol_flock_def *def) {
    if (keeps_speed(world, def->model)) {
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

void vol_flock_keep_speed(vol_world *world, vol_flock_data *flock) {
    if (!keeps_speed(world, flock->def.model)) {
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
                world->backend->make_room(world, flock, capacity);
    return room ? VOL_OK : VOL_ERROR_MEMORY;
}

bool vol_flock_make_pending(vol_world *world, vol_flock_data *flock, size_t capacity) {
    return !vol_relations_delayed(&world->around, flock->number) ||
           world->backend->make_pending(world, flock, capacity);
}

void vol_flock_destroy(vol_world *world, vol_flock_data *flock) {
    if (flock) {
        world->backend->destroy(world, flock);
        vol_tree_release(&flock->tree, &world->def.allocator);
        vol_release(&world->def.allocator, flock->constants, 1, world->kernels->constants_size);
        vol_release(&world->def.allocator, flock, 1, sizeof *flock);
    }
}

const uint32_t *vol_flock_order(vol_world *world, vol_flock flock) {
    return world->backend->order(world, vol_flock_at(world, flock));
}

uint32_t vol_flock_slot(vol_world *world, vol_flock flock, uint32_t id) {
    const uint32_t *order = vol_flock_order(world, flock);
    const vol_host_boids boids = world->backend->view(world, vol_flock_at(world, flock));
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
    result = vol_check_integrator(&world->def, def, error);
    if (result == VOL_OK) {
        result = vol_devices_check(&world->def, def, world->flock_count + 1, error);
    }
    if (result != VOL_OK) {
        return result;
    }
    if (vol_flock_find(world, def->name) != VOL_NONE) {
        return vol_fail(error, VOL_ERROR_VALUE, "name", "there is already a flock named '%s'", def->name);
    }
    vol_flock_data *f = NULL;
    if (make_list_room(world) == VOL_OK && (!def->rule.decide || vol_world_make_rule_room(world)) &&
        (def->neighbours.count == 0 || vol_world_make_nearest_room(world))) {
        f = vol_allocate(&world->def.allocator, 1, sizeof *f);
    }
    if (!f) {
        return no_memory(error, def->name, def->count);
    }
    f->def = *def;
    memcpy(f->name, def->name, strlen(def->name) + 1);
    f->def.name = f->name;
    derive(world, &f->def);
    f->number = world->flock_count;
    f->leader = VOL_NONE;
    f->constants = vol_allocate(&world->def.allocator, 1, world->kernels->constants_size);
    if (!f->constants || !world->backend->create(world, f, def->count)) {
        vol_flock_destroy(world, f);
        return no_memory(error, def->name, def->count);
    }
    world->flocks[world->flock_count] = f;
    vol_names_add(world, world->flock_count++);
    world->backend->spawn(world, f, def->start.shape == VOL_SHAPE_GIVEN ? 0 : (uint32_t)def->count);
    *flock = f->number;
    return VOL_OK;
}

vol_result vol_flock_read_def(const vol_world *world, vol_flock flock, vol_flock_def *def, size_t bytes) {
    vol_flock_data *f = vol_flock_at(world, flock);
    vol_result result = vol_def_copy(def, bytes, &f->def, sizeof *def);
    if (result == VOL_OK) {
        def->count = world->backend->size(world, f).count;
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
    if (result == VOL_OK) {
        result = vol_check_integrator(&world->def, def, error);
    }
    if (result == VOL_OK) {
        result = vol_devices_check(&world->def, def, world->flock_count, error);
    }
    if (result == VOL_OK && def->rule.decide && !vol_world_make_rule_room(world)) {
        return vol_fail(error, VOL_ERROR_MEMORY, "rule.decide", "no memory for the rule of flock %s", f->name);
    }
    if (result == VOL_OK && def->neighbours.count > 0 && !vol_world_make_nearest_room(world)) {
        return vol_fail(error, VOL_ERROR_MEMORY, "neighbours.count", "no memory for the nearest neighbours of flock %s",
                        f->name);
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
    return vol_flock_at(world, flock)->used;
}

vol_view vol_flock_view(const vol_world *world, vol_flock flock) {
    const vol_flock_data *f = vol_flock_at(world, flock);
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

/* Adds boids whose second half of numbers is a velocity (speeds NULL), or a heading and a speed. */
static vol_result add_boids(vol_world *world, vol_flock flock, size_t count, const double *positions,
                            const double *velocities, const double *speeds, uint32_t *first_id, vol_error *error) {
    vol_flock_data *f = vol_flock_at(world, flock);
    size_t D = (size_t)world->def.dimensions;
    VOL_ASSERT(count == 0 || (positions && velocities));
    const uint32_t next_id = world->backend->size(world, f).next_id;
    vol_result result = check_room_for(f, next_id, count, error);
    if (result == VOL_OK) {
        result = check_numbers(positions, count * D, "position", -VOL_FARTHEST, VOL_FARTHEST, error);
    }
    if (result == VOL_OK) {
        result = check_numbers(velocities, speeds ? count : count * D, speeds ? "heading" : "velocity", -VOL_FASTEST,
                               VOL_FASTEST, error);
    }
    if (result == VOL_OK) {
        result = speeds ? check_numbers(speeds, count, "speed", 0, VOL_FASTEST, error) : VOL_OK;
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
            if (keeps_speed(world, f->def.model)) {
                at_speed(world, values[i] + 3, f->def.speed);
            }
        }
        world->backend->append(world, f, (uint32_t)some, values[0], !speeds);
    }
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

vol_result vol_flock_remove(vol_world *world, vol_flock flock, size_t count, const uint32_t *ids, vol_error *error) {
    vol_flock_data *f = vol_flock_at(world, flock);
    VOL_ASSERT(count == 0 || ids);
    for (size_t i = 0; i < count; i++) {
        if (vol_flock_slot(world, flock, ids[i]) == VOL_NONE) {
            return vol_fail(error, VOL_ERROR_NAME, "id", "flock %s has no boid with the id %u", f->name,
                            (unsigned)ids[i]);
        }
    }
    uint32_t *marks = world->backend->marks(world, f);
    for (size_t i = 0; i < count; i++) {
        uint32_t *mark = &marks[vol_flock_slot(world, flock, ids[i])];
        if (*mark) {
            return vol_fail(error, VOL_ERROR_NAME, "id", "the id %u is given twice", (unsigned)ids[i]);
        }
        *mark = 1;
    }
    world->backend->remove_marked(world, f);
    return VOL_OK;
}
