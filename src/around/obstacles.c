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
    for (int c = 0; c < 3; c++) {
        b->center[c] = c < dimensions ? def->center[c] : 0;
        b->half_size[c] = c < dimensions && def->shape == VOL_OBSTACLE_BOX ? def->size[c] / 2 : 0;
    }
}

/* An array that holds at least `needed` elements, the first `used` kept; NULL if there is no memory. */
static void *grown(void *array, size_t used, uint32_t *room, size_t needed, size_t element,
                   const vol_allocator *allocator) {
    if (needed <= *room) {
        return array;
    }
    void *larger = needed < UINT32_MAX / 2 ? vol_allocate(allocator, needed * 2, element) : NULL;
    if (larger) {
        if (used > 0) {
            memcpy(larger, array, used * element);
        }
        vol_release(allocator, array, *room, element);
        *room = (uint32_t)needed * 2;
    }
    return larger;
}

static vol_result no_memory(vol_error *error) {
    return vol_fail(error, VOL_ERROR_MEMORY, "obstacle", "no memory for the obstacle");
}

vol_result vol_obstacle_create(vol_world *world, const vol_obstacle_def *def, vol_obstacle *obstacle,
                               vol_error *error) {
    VOL_ASSERT(world && obstacle);
    *obstacle = VOL_NONE;
    vol_result result = check_def(world, def, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_barriers *b = &world->around.barriers;
    const vol_allocator *allocator = &world->def.allocator;
    corners given = points_of(world, def);
    uint32_t points = (uint32_t)def->point_count;
    void *barriers = grown(b->barrier, b->count, &b->room, (size_t)b->count + 1, sizeof *b->barrier, allocator);
    b->barrier = barriers ? barriers : b->barrier;
    void *list = grown(b->points, b->point_count, &b->point_room, (size_t)b->point_count + points,
                       3 * sizeof *b->points, allocator);
    b->points = list ? list : b->points;
    if (!barriers || (points > 0 && !list)) {
        return no_memory(error);
    }
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
    *obstacle = b->count - 1;
    return VOL_OK;
}

bool vol_obstacle_exists(const vol_world *world, vol_obstacle obstacle) {
    VOL_ASSERT(world);
    const vol_barriers *b = &world->around.barriers;
    return obstacle < b->count && b->barrier[obstacle].range >= 0;
}

uint32_t vol_obstacle_count(const vol_world *world) {
    VOL_ASSERT(world);
    return world->around.barriers.count;
}

/* Makes room for as many points again: the changed ones are made there, and only then moved to their place. */
static bool make_point_room(vol_world *world, uint32_t points) {
    vol_barriers *b = &world->around.barriers;
    void *list = grown(b->points, b->point_count, &b->point_room, (size_t)b->point_count + points,
                       3 * sizeof *b->points, &world->def.allocator);
    b->points = list ? list : b->points;
    return points == 0 || list;
}

vol_result vol_obstacle_set_def(vol_world *world, vol_obstacle obstacle, const vol_obstacle_def *def,
                                vol_error *error) {
    VOL_ASSERT(vol_obstacle_exists(world, obstacle));
    vol_result result = check_def(world, def, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_barriers *b = &world->around.barriers;
    vol_barrier before = b->barrier[obstacle], changed = before;
    if (def->shape != before.shape || def->point_count != before.point_count) {
        return vol_fail(error, VOL_ERROR_FIXED, "shape", "an obstacle keeps its shape and the number of its points");
    }
    corners given = points_of(world, def);
    if (!make_point_room(world, before.point_count)) {
        return no_memory(error);
    }
    changed.point_first = b->point_count;
    fill_barrier(&changed, def, world->def.dimensions);
    fill_points(b, &changed, &given, world->def.dimensions);
    size_t reached = vol_barriers_reached(b, obstacle);
    b->barrier[obstacle] = changed;
    if (!vol_barriers_index_one(b, &world->def, obstacle, reached)) {
        b->barrier[obstacle] = before;
        return no_memory(error);
    }
    b->barrier[obstacle].point_first = before.point_first;
    if (before.point_count > 0) {
        memcpy(b->points + 3 * (size_t)before.point_first, b->points + 3 * (size_t)b->point_count,
               before.point_count * 3 * sizeof *b->points);
    }
    return VOL_OK;
}

vol_result vol_obstacle_read_def(const vol_world *world, vol_obstacle obstacle, vol_obstacle_def *to, size_t bytes) {
    VOL_ASSERT(vol_obstacle_exists(world, obstacle));
    const vol_barriers *barriers = &world->around.barriers;
    const vol_barrier *b = &barriers->barrier[obstacle];
    vol_obstacle_def def = vol_default_obstacle_def();
    def.shape = (vol_obstacle_shape)b->shape;
    def.law = (vol_law)b->law;
    def.radius = b->radius;
    def.reach = b->reach;
    def.strength = b->strength;
    def.points = b->point_count ? barriers->points + 3 * (size_t)b->point_first : NULL;
    def.point_count = b->point_count;
    for (int c = 0; c < 3; c++) {
        def.center[c] = b->center[c];
        def.size[c] = b->shape == VOL_OBSTACLE_BOX ? 2 * b->half_size[c] : 0;
    }
    return vol_def_copy(to, bytes, &def, sizeof def);
}

vol_result vol_obstacle_remove(vol_world *world, vol_obstacle obstacle, vol_error *error) {
    if (!vol_obstacle_exists(world, obstacle)) {
        return vol_fail(error, VOL_ERROR_NAME, "obstacle", "there is no obstacle number %u", (unsigned)obstacle);
    }
    vol_barriers *b = &world->around.barriers;
    size_t reached = vol_barriers_reached(b, obstacle);
    b->barrier[obstacle].range = -1;
    vol_barriers_index_one(b, &world->def, obstacle, reached); /* needs less memory than before */
    return VOL_OK;
}

vol_result vol_world_set_players(vol_world *world, size_t count, const double *positions, vol_error *error) {
    VOL_ASSERT(world && (count == 0 || positions));
    size_t dimensions = (size_t)world->def.dimensions;
    if (count > VOL_PLAYERS_MOST) {
        return vol_fail(error, VOL_ERROR_VALUE, "players", "there are %zu players; allowed are 0 to %d", count,
                        VOL_PLAYERS_MOST);
    }
    for (size_t i = 0; i < count * dimensions; i++) {
        if (!(fabs(positions[i]) <= VOL_FARTHEST)) {
            return vol_fail(error, VOL_ERROR_VALUE, "player", "player is %g; allowed is a number from %g to %g",
                            positions[i], -VOL_FARTHEST, VOL_FARTHEST);
        }
    }
    memset(world->around.players, 0, sizeof world->around.players);
    for (size_t i = 0; i < count; i++) {
        memcpy(world->around.players + 3 * i, positions + i * dimensions, dimensions * sizeof *positions);
    }
    world->around.player_count = count;
    return VOL_OK;
}

vol_result vol_world_gust(vol_world *world, const double *velocity, vol_error *error) {
    VOL_ASSERT(world && velocity);
    const vol_param *wind = vol_param_find("wind.velocity");
    for (int c = 0; c < world->def.dimensions; c++) {
        if (!(velocity[c] >= wind->least && velocity[c] <= wind->most)) {
            return vol_fail(error, VOL_ERROR_VALUE, "gust", "gust is %g; allowed is a number from %g to %g",
                            velocity[c], wind->least, wind->most);
        }
    }
    for (int c = 0; c < world->def.dimensions; c++) {
        world->around.gust[c] += velocity[c];
    }
    return VOL_OK;
}
