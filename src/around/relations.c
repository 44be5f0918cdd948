/* Relations: which flocks react to which. Hunters eat in meals.c. */
#include "world.h"

#include "core/error.h"
#include "core/find.h"
#include "core/memory.h"
#include "params/params.h"

#include <math.h>
#include <string.h>

#define VOL_RELATION_COOKIE 0x766F6C52u

vol_result vol_relation_def_init(vol_relation_def *def, size_t bytes) {
    vol_result result = vol_def_begin(def, bytes, sizeof *def, VOL_RELATION_COOKIE);
    if (result == VOL_OK) {
        vol_surrounding_fill(VOL_SURROUNDING_RELATION, VOL_RELATION_FLEE, def);
    }
    return result;
}

static vol_result check_flocks(const vol_world *world, const vol_relation_def *def, vol_error *error) {
    if (!vol_flock_of(world, def->from)) {
        return vol_no_flock(def->from, "from", error);
    }
    size_t fewest, most;
    vol_surrounding_lengths(vol_surrounding_find(VOL_SURROUNDING_RELATION, "to"), def->kind, &fewest, &most);
    if (def->to_count < fewest || def->to_count > most) {
        return vol_fail(error, VOL_ERROR_VALUE, "to", "a relation is to %zu flocks; allowed are %zu to %zu",
                        def->to_count, fewest, most);
    }
    for (size_t i = 0; i < def->to_count; i++) {
        if (!vol_flock_of(world, def->to[i]) || def->to[i] == def->from) {
            return vol_fail(error, VOL_ERROR_NAME, "to", "flock number %u %s", (unsigned)def->to[i],
                            def->to[i] == def->from ? "cannot have a relation to itself" : "is not there");
        }
        for (size_t j = 0; j < i; j++) {
            if (def->to[j] == def->to[i]) {
                return vol_fail(error, VOL_ERROR_VALUE, "to", "flock number %u is given twice", (unsigned)def->to[i]);
            }
        }
    }
    return VOL_OK;
}

/* How many flocks a relation lets its own one flock with. */
static uint32_t joins(const vol_relation_def *def) {
    return def->kind == VOL_RELATION_FLOCK_WITH ? (uint32_t)def->to_count : 0;
}

/* A def of the host's, once its flocks are checked, with places for them; and back. */
static vol_relation_def with_places(const vol_relation_def *def) {
    vol_relation_def own = *def;
    own.from &= VOL_PLACE_MOST;
    for (size_t i = 0; i < own.to_count; i++) {
        own.to[i] &= VOL_PLACE_MOST;
    }
    return own;
}

static vol_relation_def with_handles(const vol_world *world, const vol_relation_def *own) {
    vol_relation_def def = *own;
    def.from = vol_flock_handle(world->flocks[own->from]);
    for (size_t i = 0; i < own->to_count; i++) {
        def.to[i] = vol_flock_handle(world->flocks[own->to[i]]);
    }
    return def;
}

/* May `from` flock with them? `place` is that of the relation itself, if it is there already. */
static vol_result check_flock_with(const vol_world *world, const vol_relation_def *def, uint32_t place,
                                   vol_error *error) {
    size_t taken = def->to_count + world->flocks[def->from]->joined;
    if (place < world->around.relation_count && world->around.relations[place].from == def->from) {
        taken -= joins(&world->around.relations[place]);
    }
    if (taken > VOL_TARGETS_MOST) {
        return vol_fail(error, VOL_ERROR_VALUE, "to",
                        "flock number %u would flock with %zu flocks; allowed are 0 to %d", (unsigned)def->from, taken,
                        VOL_TARGETS_MOST);
    }
    for (size_t i = 0; i < def->to_count; i++) {
        if (vol_flock_has_heading(world, world->flocks[def->from]) &&
            !vol_flock_has_heading(world, world->flocks[def->to[i]])) {
            return vol_fail(error, VOL_ERROR_VALUE, "to", "the boids of flock %s have no heading, which flock %s needs",
                            world->flocks[def->to[i]]->name, world->flocks[def->from]->name);
        }
    }
    return VOL_OK;
}

/* Once it is checked, *own is the def with places for its flocks. */
static vol_result check_def(const vol_world *world, const vol_relation_def *def, uint32_t place, vol_relation_def *own,
                            vol_error *error) {
    vol_result result = vol_def_check(def, sizeof *def, VOL_RELATION_COOKIE, "relation", error);
    if (result != VOL_OK) {
        return result;
    }
    result = vol_surrounding_check(VOL_SURROUNDING_RELATION, def, world->def.dimensions, error);
    if (result != VOL_OK) {
        return result;
    }
    if (def->kind == VOL_RELATION_FLOCK_WITH && def->delay != 0) {
        return vol_fail(error, VOL_ERROR_VALUE, "delay", "delay is 1; flock_with allows 0 alone");
    }
    result = check_flocks(world, def, error);
    if (result != VOL_OK) {
        return result;
    }
    *own = with_places(def);
    return joins(own) > 0 ? check_flock_with(world, own, place, error) : VOL_OK;
}

/* A half more than is needed, so that thousands of relations that are made one by one stay cheap. */
bool vol_world_take_meal_room(vol_world *world, size_t needed) {
    if (needed <= world->meal_room) {
        return true;
    }
    size_t room = needed + needed / 2;
    vol_meal *meals = vol_allocate(&world->def.allocator, room, sizeof *meals);
    if (!meals) {
        return false;
    }
    if (world->meal_count > 0) {
        memcpy(meals, world->meals, world->meal_count * sizeof *meals);
    }
    vol_release(&world->def.allocator, world->meals, world->meal_room, sizeof *meals);
    world->meals = meals;
    world->meal_room = room;
    return true;
}

bool vol_world_make_meal_room(vol_world *world, const vol_flock_data *growing, size_t capacity) {
    size_t needed = 0;
    for (uint32_t i = 0; i < world->around.relation_count; i++) {
        const vol_relation_def *relation = &world->around.relations[i];
        const vol_flock_data *hunters = world->flocks[relation->from];
        size_t room = world->backend->size(world, hunters).capacity;
        size_t most = hunters == growing && capacity > room ? capacity : room;
        needed += relation->kind == VOL_RELATION_HUNT ? most : 0;
    }
    world->meal_most = needed;
    return vol_world_take_meal_room(world, needed);
}

static vol_result no_memory(vol_error *error) {
    return vol_fail(error, VOL_ERROR_MEMORY, "relation", "no memory for the relation");
}

/* Room for what a relation needs that was just made or changed. */
static bool make_room(vol_world *world, const vol_relation_def *def) {
    vol_flock_data *flock = world->flocks[def->from];
    const size_t capacity = world->backend->size(world, flock).capacity;
    size_t meals = def->kind == VOL_RELATION_HUNT ? capacity : 0;
    if (!vol_world_take_meal_room(world, world->meal_most + meals) ||
        (def->delay != 0 && !vol_flock_make_pending(world, flock, capacity))) {
        return false;
    }
    world->meal_most += meals;
    return true;
}

/* Room for so many relations, and for all of them flattened. */
bool vol_relations_make_room(vol_world *world, uint32_t count) {
    vol_surroundings *around = &world->around;
    const vol_allocator *allocator = &world->def.allocator;
    uint32_t room = around->relation_room * 2 + 4 > count ? around->relation_room * 2 + 4 : count;
    if (count <= around->relation_room) {
        return true;
    }
    vol_relation_def *list = vol_allocate(allocator, room, sizeof *list);
    vol_relation_core *core = vol_allocate(allocator, room, sizeof *core);
    uint32_t *targets = vol_allocate(allocator, (size_t)room * VOL_TARGETS_MOST, sizeof *targets);
    uint32_t *number = vol_allocate(allocator, room, sizeof *number);
    if (!list || !core || !targets || !number) {
        vol_release(allocator, list, room, sizeof *list);
        vol_release(allocator, number, room, sizeof *number);
        vol_release(allocator, core, room, sizeof *core);
        vol_release(allocator, targets, (size_t)room * VOL_TARGETS_MOST, sizeof *targets);
        return false;
    }
    if (around->relation_count > 0) {
        memcpy(list, around->relations, around->relation_count * sizeof *list);
        memcpy(number, around->relation_number, around->relation_count * sizeof *number);
    }
    vol_world_release_relations(world);
    around->relations = list;
    around->relation_number = number;
    around->relation_core = core;
    around->targets = targets;
    around->relation_room = room;
    return true;
}

void vol_world_release_relations(vol_world *world) {
    vol_surroundings *around = &world->around;
    const vol_allocator *allocator = &world->def.allocator;
    vol_release(allocator, around->relations, around->relation_room, sizeof *around->relations);
    vol_release(allocator, around->relation_number, around->relation_room, sizeof *around->relation_number);
    vol_release(allocator, around->relation_core, around->relation_room, sizeof *around->relation_core);
    vol_release(allocator, around->targets, (size_t)around->relation_room * VOL_TARGETS_MOST, sizeof *around->targets);
}

vol_result vol_relation_create(vol_world *world, const vol_relation_def *def, uint32_t *relation, vol_error *error) {
    uint32_t unwanted;
    vol_relation_def own = {0};
    relation = relation ? relation : &unwanted;
    *relation = VOL_NONE;
    VOL_ENTER(world, error);
    vol_result result = check_def(world, def, world->around.relation_count, &own, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_surroundings *around = &world->around;
    if (around->relation_given == VOL_NONE || !vol_relations_make_room(world, around->relation_count + 1)) {
        return no_memory(error);
    }
    around->relations[around->relation_count++] = own;
    if (!make_room(world, &own)) {
        around->relation_count--;
        return no_memory(error);
    }
    world->flocks[own.from]->joined += joins(&own);
    *relation = around->relation_number[around->relation_count - 1] = around->relation_given++;
    return VOL_OK;
}

/* The place of the relation that the host knows by that number, or VOL_NONE. */
static uint32_t find_relation(const vol_surroundings *around, uint32_t number) {
    return vol_find_number(around->relation_number, sizeof *around->relation_number, around->relation_count, number);
}

static vol_result no_relation(uint32_t relation, vol_error *error) {
    return vol_fail(error, VOL_ERROR_NAME, "relation", "there is no relation number %u", (unsigned)relation);
}

vol_result vol_relation_set_def(vol_world *world, uint32_t relation, const vol_relation_def *def, vol_error *error) {
    VOL_ENTER(world, error);
    const uint32_t place = find_relation(&world->around, relation);
    vol_relation_def own = {0};
    if (place == VOL_NONE) {
        return no_relation(relation, error);
    }
    vol_result result = check_def(world, def, place, &own, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_relation_def *mine = &world->around.relations[place], before = *mine;
    if (own.from != before.from || own.to_count != before.to_count ||
        memcmp(own.to, before.to, own.to_count * sizeof *own.to) != 0) {
        return vol_fail(error, VOL_ERROR_FIXED, "to", "a relation stays between the same flocks");
    }
    *mine = own;
    if (!make_room(world, &own)) {
        *mine = before;
        return no_memory(error);
    }
    world->meal_most -=
        before.kind == VOL_RELATION_HUNT ? world->backend->size(world, world->flocks[own.from]).capacity : 0;
    world->flocks[own.from]->joined += joins(&own);
    world->flocks[own.from]->joined -= joins(&before);
    return VOL_OK;
}

vol_result vol_relation_read_def(const vol_world *world, uint32_t relation, vol_relation_def *def, size_t bytes) {
    const vol_result result = vol_enter(world, __func__, NULL);
    const uint32_t place = result == VOL_OK ? find_relation(&world->around, relation) : VOL_NONE;
    if (place == VOL_NONE) {
        return vol_def_none(def, bytes, result == VOL_OK ? VOL_ERROR_NAME : result);
    }
    const vol_relation_def shown = with_handles(world, &world->around.relations[place]);
    return vol_def_copy(def, bytes, &shown, sizeof *def);
}

static void remove_relation(vol_world *world, uint32_t place) {
    vol_surroundings *around = &world->around;
    vol_relation_def *gone = &around->relations[place];
    const size_t behind = around->relation_count - place - 1;
    vol_flock_data *from = world->flocks[gone->from];
    from->joined -= joins(gone);
    world->meal_most -= gone->kind == VOL_RELATION_HUNT ? world->backend->size(world, from).capacity : 0;
    memmove(gone, gone + 1, behind * sizeof *gone);
    memmove(around->relation_number + place, around->relation_number + place + 1,
            behind * sizeof *around->relation_number);
    around->relation_count--;
}

vol_result vol_relation_remove(vol_world *world, uint32_t relation, vol_error *error) {
    VOL_ENTER(world, error);
    const uint32_t place = find_relation(&world->around, relation);
    if (place == VOL_NONE) {
        return no_relation(relation, error);
    }
    remove_relation(world, place);
    return VOL_OK;
}

bool vol_relation_exists(const vol_world *world, uint32_t relation) {
    return vol_may_enter(world, __func__) && find_relation(&world->around, relation) != VOL_NONE;
}

uint32_t vol_relation_count(const vol_world *world) {
    return vol_may_enter(world, __func__) ? world->around.relation_given : 0;
}

/* A flock is no longer among those that a relation is to. */
static void leave_out(vol_world *world, vol_relation_def *relation, uint32_t flock) {
    for (size_t i = 0; i < relation->to_count; i++) {
        if (relation->to[i] == flock) {
            world->flocks[relation->from]->joined -= relation->kind == VOL_RELATION_FLOCK_WITH;
            memmove(relation->to + i, relation->to + i + 1, (relation->to_count - i - 1) * sizeof *relation->to);
            relation->to[--relation->to_count] = 0;
        }
    }
}

void vol_world_forget_flock(vol_world *world, uint32_t flock) {
    vol_surroundings *around = &world->around;
    for (uint32_t i = around->relation_count; i-- > 0;) {
        leave_out(world, &around->relations[i], flock);
        if (around->relations[i].from == flock || around->relations[i].to_count == 0) {
            remove_relation(world, i);
        }
    }
    vol_terms_forget_flock(world, flock);
}
