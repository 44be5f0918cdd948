/* Names of flocks to their numbers. */
#include "world.h"

#include "core/memory.h"

#include <string.h>

/* FNV-1a. */
static uint32_t letters_sum(const char *name) {
    uint32_t sum = 2166136261u;
    for (; *name; name++) {
        sum = (sum ^ (unsigned char)*name) * 16777619u;
    }
    return sum;
}

/* Where a name is, or the free place where it would be. */
static uint32_t *find_place(const vol_world *world, const vol_names *names, const char *name) {
    uint32_t at = letters_sum(name) % names->room;
    while (names->place[at] != 0 && strcmp(world->flocks[names->place[at] - 1]->name, name) != 0) {
        at = at + 1 < names->room ? at + 1 : 0;
    }
    return &names->place[at];
}

bool vol_names_make_room(vol_world *world, uint32_t flocks) {
    vol_names larger = {NULL, 2 * flocks + 1};
    larger.place = vol_allocate(&world->def.allocator, larger.room, sizeof *larger.place);
    if (!larger.place) {
        return false;
    }
    vol_names_release(world);
    world->names = larger;
    vol_names_enter(world);
    return true;
}

void vol_names_enter(vol_world *world) {
    memset(world->names.place, 0, world->names.room * sizeof *world->names.place);
    for (uint32_t i = 0; i < world->flock_count; i++) {
        if (world->flocks[i]->exists) {
            vol_names_add(world, i);
        }
    }
}

void vol_names_add(vol_world *world, uint32_t flock) {
    *find_place(world, &world->names, world->flocks[flock]->name) = flock + 1;
}

void vol_names_release(vol_world *world) {
    vol_release(&world->def.allocator, world->names.place, world->names.room, sizeof *world->names.place);
    memset(&world->names, 0, sizeof world->names);
}

vol_flock_data *vol_names_find(const vol_world *world, const char *name) {
    uint32_t place = name && world->names.room > 0 ? *find_place(world, &world->names, name) : 0;
    return place > 0 ? world->flocks[place - 1] : NULL;
}

vol_flock vol_flock_find(const vol_world *world, const char *name) {
    const vol_flock_data *flock = vol_may_enter(world, __func__) ? vol_names_find(world, name) : NULL;
    return flock ? vol_flock_handle(flock) : VOL_NONE;
}
