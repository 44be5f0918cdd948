/* Obstacles: made, moved, taken away. Each change makes room to sort them into their cells before the next step. */
#include "world.h"

#include "core/error.h"
#include "core/memory.h"
#include "params/params.h"

#include <math.h>
#include <string.h>

#define VOL_OBSTACLE_COOKIE 0x766F6C4Fu

vol_result vol_obstacle_def_init(vol_obstacle_def *def, size_t bytes) {
    vol_result result = vol_def_begin(def, bytes, sizeof *def, VOL_OBSTACLE_COOKIE);
    if (result == VOL_OK) {
        vol_surrounding_fill(VOL_SURROUNDING_OBSTACLE, VOL_OBSTACLE_CIRCLE, def);
    }
    return result;
}

/* The points of a def: the host's, or those of an obstacle of this world, which lie three numbers apart. */
typedef struct corners {
    const double *points;
    size_t stride;
    bool own;
    size_t first; /* own points: where they are among them */
} corners;

static corners points_of(const vol_world *world, const vol_obstacle_def *def) {
    const vol_barriers *b = &world->around.barriers;
    uintptr_t at = (uintptr_t)def->points, begin = (uintptr_t)b->points;
    bool among = at >= begin && at < begin + 3 * (size_t)b->point_count * sizeof *b->points;
    for (uint32_t i = 0; def->points && among && i < b->count; i++) {
        size_t first = 3 * (size_t)b->barrier[i].point_first;
        if (b->barrier[i].point_count > 0 && def->points == b->points + first) {
            return (corners){def->points, 3, true, first};
        }
    }
    return (corners){def->points, (size_t)world->def.dimensions, false, 0};
}

static vol_result check_points(const vol_obstacle_def *def, const corners *given, int dimensions, vol_error *error) {
    size_t least, most;
    vol_surrounding_lengths(vol_surrounding_find(VOL_SURROUNDING_OBSTACLE, "points"), def->shape, &least, &most);
    if (most == 0 && def->point_count != 0) {
        return vol_fail(error, VOL_ERROR_VALUE, "points", "only segments and polygons have points");
    }
    if (most > 0 && (!def->points || def->point_count < least || def->point_count > most)) {
        return vol_fail(error, VOL_ERROR_VALUE, "points", "the obstacle has %zu points; allowed are %zu to %zu",
                        def->points ? def->point_count : 0, least, most);
    }
    vol_result result = VOL_OK;
    for (size_t i = 0; result == VOL_OK && i < def->point_count; i++) {
        result = vol_surrounding_check_numbers(VOL_SURROUNDING_OBSTACLE, "points", given->points + i * given->stride,
                                               (size_t)dimensions, error);
    }
    return result;
}

static vol_result check_def(const vol_world *world, const vol_obstacle_def *def, vol_error *error) {
    int dimensions = world->def.dimensions;
    vol_result result = vol_def_check(def, sizeof *def, VOL_OBSTACLE_COOKIE, "obstacle", error);
    if (result != VOL_OK) {
        return result;
    }
    result = vol_surrounding_check(VOL_SURROUNDING_OBSTACLE, def, dimensions, error);
    if (result != VOL_OK) {
        return result;
    }
    if (def->shape == VOL_OBSTACLE_POLYGON && dimensions != 2) {
        return vol_fail(error, VOL_ERROR_VALUE, "shape", "a polygon needs a world of 2 dimensions; this one has %d",
                        dimensions);
    }
    corners given = points_of(world, def);
    return check_points(def, &given, dimensions, error);
}

/* The points of an obstacle, for which there is room, and the box around them. */
static void fill_points(vol_barriers *barriers, vol_barrier *b, const corners *given, int dimensions) {
    if (b->point_count == 0) {
        return; /* there may be no array of points at all */
    }
    const double *from = given->own ? barriers->points + given->first : given->points;
    VOL_ASSERT(from); /* check_points has refused a list without points */
    double *to = barriers->points + 3 * (size_t)b->point_first;
    for (uint32_t i = 0; i < b->point_count; i++) {
        for (int c = 0; c < 3; c++) {
            to[3 * (size_t)i + (size_t)c] = c < dimensions ? from[i * given->stride + (size_t)c] : 0;
        }
    }
    for (int c = 0; c < dimensions; c++) {
        double low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < b->point_count; i++) {
            double at = to[3 * (size_t)i + (size_t)c];
            low = fmin(low, at);
            high = fmax(high, at);
        }
        b->center[c] = (low + high) / 2;
        b->half_size[c] = (high - low) / 2;
    }
}

static void fill_barrier(vol_barrier *b, const vol_obstacle_def *def, int dimensions) {
    b->shape = def->shape;
    b->law = def->law;
    b->radius = def->radius;
    b->reach = def->reach;
    b->range = def->radius + def->reach;
    b->strength = def->strength;
    b->flocks = def->flocks;
    for (int c = 0; c < 3; c++) {
        b->center[c] = c < dimensions ? def->center[c] : 0;
        b->half_size[c] = c < dimensions && def->shape == VOL_OBSTACLE_BOX ? def->size[c] / 2 : 0;
    }
}

static vol_result no_memory(vol_error *error) {
    return vol_fail(error, VOL_ERROR_MEMORY, "obstacle", "no memory for the obstacle");
}

/* Makes room for so many points behind those there are. */
static bool make_point_room(vol_world *world, uint32_t points) {
    vol_barriers *b = &world->around.barriers;
    const size_t needed = (size_t)b->point_count + points;
    b->points =
        vol_grown(b->points, b->point_count, &b->point_room, needed, 3 * sizeof *b->points, &world->def.allocator);
    return b->point_room >= needed;
}

vol_result vol_obstacle_create(vol_world *world, const vol_obstacle_def *def, vol_obstacle *obstacle,
                               vol_error *error) {
    VOL_GIVEN(obstacle, error);
    *obstacle = VOL_NONE;
    VOL_ENTER(world, error);
    vol_result result = check_def(world, def, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_barriers *b = &world->around.barriers;
    const vol_allocator *allocator = &world->def.allocator;
    corners given = points_of(world, def);
    uint32_t points = (uint32_t)def->point_count;
    b->barrier = vol_grown(b->barrier, b->count, &b->room, (size_t)b->count + 1, sizeof *b->barrier, allocator);
    b->number = vol_grown(b->number, b->count, &b->number_room, (size_t)b->count + 1, sizeof *b->number, allocator);
    b->user = vol_grown((void *)b->user, b->count, &b->user_room, (size_t)b->count + 1, sizeof *b->user, allocator);
    if (b->room <= b->count || b->number_room <= b->count || b->user_room <= b->count ||
        !make_point_room(world, points) || b->given == VOL_NONE) {
        return no_memory(error);
    }
    b->user[b->count] = NULL;
    vol_barrier *barrier = &b->barrier[b->count];
    barrier->point_first = b->point_count;
    barrier->point_count = points;
    fill_barrier(barrier, def, world->def.dimensions);
    fill_points(b, barrier, &given, world->def.dimensions);
    b->count++;
    if (!vol_barriers_index_one(b, &world->def, b->count - 1, 0)) {
        b->count--;
        return no_memory(error);
    }
    b->point_count += points;
    *obstacle = b->number[b->count - 1] = b->given++;
    return VOL_OK;
}

bool vol_obstacle_exists(const vol_world *world, vol_obstacle obstacle) {
    return vol_may_enter(world, __func__) && vol_barriers_find(&world->around.barriers, obstacle) != VOL_NONE;
}

/* Where the pointer of an obstacle is; one that does not exist stops the program. */
static void **user_of(const vol_world *world, vol_obstacle obstacle, const char *function) {
    if (!vol_may_enter(world, function)) {
        return NULL;
    }
    const uint32_t place = vol_barriers_find(&world->around.barriers, obstacle);
    if (place == VOL_NONE) {
        vol_stop(function, "there is no obstacle number %u", (unsigned)obstacle);
    }
    return place == VOL_NONE ? NULL : &world->around.barriers.user[place];
}

void vol_obstacle_set_user_pointer(vol_world *world, vol_obstacle obstacle, void *user) {
    void **kept = user_of(world, obstacle, __func__);
    if (kept) {
        *kept = user;
    }
}

void *vol_obstacle_user_pointer(const vol_world *world, vol_obstacle obstacle) {
    void **kept = user_of(world, obstacle, __func__);
    return kept ? *kept : NULL;
}

uint32_t vol_obstacle_count(const vol_world *world) {
    return vol_may_enter(world, __func__) ? world->around.barriers.given : 0;
}

static vol_result no_obstacle(vol_obstacle obstacle, vol_error *error) {
    return vol_fail(error, VOL_ERROR_NAME, "obstacle", "there is no obstacle number %u", (unsigned)obstacle);
}

vol_result vol_obstacle_set_def(vol_world *world, vol_obstacle obstacle, const vol_obstacle_def *def,
                                vol_error *error) {
    VOL_ENTER(world, error);
    const uint32_t place = vol_barriers_find(&world->around.barriers, obstacle);
    if (place == VOL_NONE) {
        return no_obstacle(obstacle, error);
    }
    vol_result result = check_def(world, def, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_barriers *b = &world->around.barriers;
    vol_barrier before = b->barrier[place], changed = before;
    if (def->shape != before.shape || def->point_count != before.point_count) {
        return vol_fail(error, VOL_ERROR_FIXED, "shape", "an obstacle keeps its shape and the number of its points");
    }
    corners given = points_of(world, def);
    /* the changed ones are made behind all others, and only then moved to their place */
    if (!make_point_room(world, before.point_count)) {
        return no_memory(error);
    }
    changed.point_first = b->point_count;
    fill_barrier(&changed, def, world->def.dimensions);
    fill_points(b, &changed, &given, world->def.dimensions);
    size_t reached = vol_barriers_reached(b, place);
    b->barrier[place] = changed;
    if (!vol_barriers_index_one(b, &world->def, place, reached)) {
        b->barrier[place] = before;
        return no_memory(error);
    }
    b->barrier[place].point_first = before.point_first;
    if (before.point_count > 0) {
        memcpy(b->points + 3 * (size_t)before.point_first, b->points + 3 * (size_t)b->point_count,
               before.point_count * 3 * sizeof *b->points);
    }
    return VOL_OK;
}

vol_result vol_obstacle_read_def(const vol_world *world, vol_obstacle obstacle, vol_obstacle_def *to, size_t bytes) {
    vol_result result = vol_enter(world, __func__, NULL);
    const uint32_t place = result == VOL_OK ? vol_barriers_find(&world->around.barriers, obstacle) : VOL_NONE;
    if (place == VOL_NONE) {
        return vol_def_none(to, bytes, result == VOL_OK ? VOL_ERROR_NAME : result);
    }
    const vol_barriers *barriers = &world->around.barriers;
    const vol_barrier *b = &barriers->barrier[place];
    vol_obstacle_def def = vol_default_obstacle_def();
    def.shape = (vol_obstacle_shape)b->shape;
    def.law = (vol_law)b->law;
    def.radius = b->radius;
    def.reach = b->reach;
    def.strength = b->strength;
    def.flocks = b->flocks;
    def.points = b->point_count ? barriers->points + 3 * (size_t)b->point_first : NULL;
    def.point_count = b->point_count;
    for (int c = 0; c < 3; c++) {
        def.center[c] = b->center[c];
        def.size[c] = b->shape == VOL_OBSTACLE_BOX ? 2 * b->half_size[c] : 0;
    }
    return vol_def_copy(to, bytes, &def, sizeof def);
}

vol_result vol_obstacle_remove(vol_world *world, vol_obstacle obstacle, vol_error *error) {
    VOL_ENTER(world, error);
    vol_barriers *b = &world->around.barriers;
    const uint32_t place = vol_barriers_find(b, obstacle);
    if (place == VOL_NONE) {
        return no_obstacle(obstacle, error);
    }
    size_t reached = vol_barriers_reached(b, place);
    b->barrier[place].range = -1;
    b->gone++;
    vol_barriers_index_one(b, &world->def, place, reached); /* needs less memory than before */
    vol_barriers_close_up(b, &world->def);
    return VOL_OK;
}
