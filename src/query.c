/* Queries: the shapes that are looked for, and what they make of a boid and of a box of the tree. After a step; reads
 * positions only.
 *
 * Answers must be those of looking at every boid, to the last bit. A ball's bound of a box is computed by the same
 * operations as the measure of a boid, each of which rounds monotonically; a block only compares; a beam, whose sums
 * are not monotonic, takes boxes for a little wider than they are. */
#include "world.h"

#include "core/error.h"

#include <math.h>

#define VOL_RAY_SIDES 16 /* how many shortest sides a ray may be long where the world has images */

/* Around a point. */
typedef struct ball {
    int dimensions;
    double period[3]; /* of the images; 0: none */
    double point[3];
    double radius;
} ball;

static double measure_ball(const void *shape, const double position[3]) {
    const ball *b = shape;
    double sum = 0;
    for (int c = 0; c < b->dimensions; c++) {
        double d = position[c] - b->point[c];
        if (b->period[c] > 0) {
            double turned = d < 0 ? d + b->period[c] : d - b->period[c];
            d = turned * turned < d * d ? turned : d;
        }
        sum += d * d;
    }
    double distance = sqrt(sum);
    return distance < b->radius ? distance : INFINITY;
}

/* How far 0 is from the numbers low to high. */
static double gap(double low, double high) {
    return low > 0 ? low : high < 0 ? -high : 0;
}

static double bound_ball(const void *shape, const vol_tree_node *node) {
    const ball *b = shape;
    double sum = 0;
    for (int c = 0; c < b->dimensions; c++) {
        double low = node->low[c] - b->point[c], high = node->high[c] - b->point[c];
        double d = gap(low, high);
        if (b->period[c] > 0) {
            double before = gap(low - b->period[c], high - b->period[c]);
            double behind = gap(low + b->period[c], high + b->period[c]);
            d = before < d ? before : d;
            d = behind < d ? behind : d;
        }
        sum += d * d;
    }
    double distance = sqrt(sum);
    return distance < b->radius ? distance : INFINITY;
}

/* Along a ray. */
typedef struct beam {
    int dimensions;
    double origin[3], along[3]; /* along: of length 1 */
    double length, radius;
    double slack; /* more than what rounding can do to what is that near */
} beam;

static double measure_beam(const void *shape, const double position[3]) {
    const beam *b = shape;
    double at = 0, sum = 0;
    for (int c = 0; c < b->dimensions; c++) {
        at += (position[c] - b->origin[c]) * b->along[c];
    }
    for (int c = 0; c < b->dimensions; c++) {
        double d = position[c] - b->origin[c] - at * b->along[c];
        sum += d * d;
    }
    return at > 0 && at <= b->length && sqrt(sum) < b->radius ? at : INFINITY;
}

/* Where the ray enters the box, made wider by the ray's radius on all sides. */
static double bound_beam(const void *shape, const vol_tree_node *node) {
    const beam *b = shape;
    double in = 0, out = b->length + b->slack, wide = b->radius + b->slack;
    for (int c = 0; c < b->dimensions; c++) {
        double low = node->low[c] - b->origin[c] - wide, high = node->high[c] - b->origin[c] + wide;
        if (b->along[c] == 0) {
            if (low > 0 || high < 0) {
                return INFINITY;
            }
            continue;
        }
        double first = low / b->along[c], last = high / b->along[c];
        double enters = first < last ? first : last, leaves = first < last ? last : first;
        in = enters > in ? enters : in;
        out = leaves < out ? leaves : out;
    }
    return in <= out ? in : INFINITY;
}

/* In a box: for each axis one stretch, or three, one period apart, of which it is enough to be in one. */
typedef struct block {
    int dimensions;
    int stretches;
    double low[3][3], high[3][3]; /* by axis, then stretch */
} block;

/* Does the stretch from low to high touch one of the block's along an axis? */
static bool touches(const block *b, int axis, double low, double high) {
    for (int i = 0; i < b->stretches; i++) {
        if (b->low[axis][i] <= high && low <= b->high[axis][i]) {
            return true;
        }
    }
    return false;
}

static double measure_block(const void *shape, const double position[3]) {
    const block *b = shape;
    for (int c = 0; c < b->dimensions; c++) {
        if (!touches(b, c, position[c], position[c])) {
            return INFINITY;
        }
    }
    return 0;
}

static double bound_block(const void *shape, const vol_tree_node *node) {
    const block *b = shape;
    for (int c = 0; c < b->dimensions; c++) {
        if (!touches(b, c, node->low[c], node->high[c])) {
            return INFINITY;
        }
    }
    return 0;
}

static vol_result check_number(const char *field, double value, double lowest, double highest, vol_error *error) {
    if (value >= lowest && value <= highest) {
        return VOL_OK;
    }
    return vol_fail(error, VOL_ERROR_VALUE, field, "%s is %g; allowed is a number from %g to %g", field, value, lowest,
                    highest);
}

static vol_result check_point(const vol_world *world, const char *field, const double *point, vol_error *error) {
    VOL_ASSERT(point);
    vol_result result = VOL_OK;
    for (int c = 0; result == VOL_OK && c < world->def.dimensions; c++) {
        result = check_number(field, point[c], -VOL_FARTHEST, VOL_FARTHEST, error);
    }
    return result;
}

/* The number that is the same place in a world with images, within it. */
static double fold(const vol_world *world, int axis, double number) {
    double size = world->def.size[axis];
    return world->def.images ? number - size * floor(number / size) : number;
}

/* Brings the flock's tree up to date. */
static vol_result prepare(vol_world *world, vol_flock_data *flock, const vol_view *view, vol_error *error) {
    vol_tree *tree = &flock->tree;
    const vol_flock_size size = world->backend->size(world, flock);
    if (tree->built && tree->steps == world->steps && tree->changes == size.changes) {
        return VOL_OK;
    }
    if (!vol_tree_make_room(tree, size.capacity, &world->def.allocator)) {
        return vol_fail(error, VOL_ERROR_MEMORY, "query", "no memory to look for boids in flock %s", flock->name);
    }
    vol_tree_build(tree, view);
    tree->built = true;
    tree->steps = world->steps;
    tree->changes = size.changes;
    return VOL_OK;
}

/* A search in one flock for everything that counts, into the caller's array. */
static vol_result begin_search(vol_world *world, vol_flock flock, vol_view *view, vol_tree_search *search,
                               vol_error *error) {
    vol_flock_data *f = vol_flock_at(world, flock);
    VOL_ASSERT(search->hits || search->room == 0);
    *view = vol_flock_view(world, flock);
    search->tree = &f->tree;
    search->view = view;
    return prepare(world, f, view, error);
}

/* `search` says where hits go, and which. */
static vol_result search_ball(vol_world *world, vol_flock flock, const double *point, double radius,
                              vol_tree_search search, size_t *found, vol_error *error) {
    vol_view view;
    ball b = {.dimensions = world->def.dimensions, .radius = radius};
    for (int c = 0; c < b.dimensions; c++) {
        b.point[c] = fold(world, c, point[c]);
        b.period[c] = world->def.images ? world->def.size[c] : 0;
    }
    search.shape = &b;
    search.measure = measure_ball;
    search.bound = bound_ball;
    vol_result result = begin_search(world, flock, &view, &search, error);
    if (result == VOL_OK) {
        vol_tree_visit(&search);
        vol_tree_finish(&search);
        *found = search.only_first ? search.kept : search.found;
    }
    return result;
}

vol_result vol_query_near(vol_world *world, vol_flock flock, const double *point, double radius, vol_hit *hits,
                          size_t room, size_t *found, vol_error *error) {
    VOL_ASSERT(world && found);
    *found = 0;
    vol_tree_search search = {.without = VOL_NONE, .hits = hits, .room = room};
    vol_result result = check_point(world, "point", point, error);
    if (result == VOL_OK) {
        result = check_number("radius", radius, 0, VOL_FARTHEST, error);
    }
    if (result == VOL_OK) {
        result = search_ball(world, flock, point, radius, search, found, error);
    }
    return result;
}

vol_result vol_query_neighbours(vol_world *world, vol_flock flock, uint32_t id, double radius, vol_hit *hits,
                                size_t room, size_t *found, vol_error *error) {
    VOL_ASSERT(world && found);
    *found = 0;
    uint32_t slot = vol_flock_slot(world, flock, id);
    if (slot == VOL_NONE) {
        return vol_fail(error, VOL_ERROR_NAME, "id", "flock %s has no boid with the id %u",
                        vol_flock_at(world, flock)->name, (unsigned)id);
    }
    vol_result result = check_number("radius", radius, 0, VOL_FARTHEST, error);
    if (result == VOL_OK) {
        vol_view view = vol_flock_view(world, flock);
        double point[3] = {0, 0, 0};
        for (int c = 0; c < view.dimensions; c++) {
            point[c] = vol_view_position(&view, c, slot);
        }
        vol_tree_search search = {.without = id, .hits = hits, .room = room};
        result = search_ball(world, flock, point, radius, search, found, error);
    }
    return result;
}

vol_result vol_query_nearest(vol_world *world, vol_flock flock, const double *point, size_t count, vol_hit *hits,
                             size_t *found, vol_error *error) {
    VOL_ASSERT(world && found);
    *found = 0;
    vol_tree_search search = {.without = VOL_NONE, .only_first = true, .hits = hits, .room = count};
    vol_result result = check_point(world, "point", point, error);
    if (result == VOL_OK && count > 0) {
        result = search_ball(world, flock, point, INFINITY, search, found, error);
    }
    return result;
}

/* A vector of length 1, also from numbers so small or large that their squares are lost. */
static vol_result make_unit(const vol_world *world, const double *direction, double *unit, vol_error *error) {
    double most = 0, sum = 0;
    for (int c = 0; c < world->def.dimensions; c++) {
        most = fabs(direction[c]) > most ? fabs(direction[c]) : most;
    }
    if (most == 0) {
        return vol_fail(error, VOL_ERROR_VALUE, "direction",
                        "direction is 0; allowed is any other direction, of any length");
    }
    for (int c = 0; c < world->def.dimensions; c++) {
        unit[c] = direction[c] / most;
        sum += unit[c] * unit[c];
    }
    for (int c = 0; c < world->def.dimensions; c++) {
        unit[c] /= sqrt(sum);
    }
    return VOL_OK;
}

static vol_result check_ray(const vol_world *world, double length, double radius, vol_error *error) {
    vol_result result = check_number("length", length, 0, VOL_FARTHEST, error);
    if (result == VOL_OK) {
        result = check_number("radius", radius, 0, VOL_FARTHEST, error);
    }
    double shortest = world->def.size[0];
    for (int c = 1; c < world->def.dimensions; c++) {
        shortest = world->def.size[c] < shortest ? world->def.size[c] : shortest;
    }
    if (result == VOL_OK && world->def.images && !(length + radius <= VOL_RAY_SIDES * shortest)) {
        return vol_fail(
            error, VOL_ERROR_VALUE, "length",
            "length is %g and radius %g; allowed in this world with images is a sum of at most %g, %d times "
            "its shortest side",
            length, radius, VOL_RAY_SIDES * shortest, VOL_RAY_SIDES);
    }
    return result;
}

/* The images of the world, counted along an axis, in which a ray could meet a boid. */
typedef struct image_range {
    int first, last;
} image_range;

static image_range images_along(const vol_world *world, const beam *b, const vol_tree_node *all, int axis) {
    if (!world->def.images || axis >= b->dimensions) {
        return (image_range){0, 0};
    }
    double size = world->def.size[axis], end = b->origin[axis] + b->length * b->along[axis];
    double low = (b->along[axis] < 0 ? end : b->origin[axis]) - b->radius;
    double high = (b->along[axis] < 0 ? b->origin[axis] : end) + b->radius;
    /* boids are within the world, but for rounding */
    double from = all->low[axis] > -size ? all->low[axis] : -size;
    double to = all->high[axis] < 2 * size ? all->high[axis] : 2 * size;
    if (!(from <= to)) {
        return (image_range){0, 0};
    }
    const double slack = 0x1p-40;
    return (image_range){(int)ceil((low - to) / size - slack), (int)floor((high - from) / size + slack)};
}

/* Looks along the ray in every image. */
static void search_beam(const vol_world *world, const beam *b, vol_tree_search search) {
    const vol_tree *tree = search.tree;
    const vol_tree_node *all = &tree->node[tree->first[tree->levels - 1]];
    image_range range[3];
    for (int c = 0; c < 3; c++) {
        range[c] = images_along(world, b, all, c);
    }
    beam moved = *b;
    search.shape = &moved;
    search.measure = measure_beam;
    search.bound = bound_beam;
    for (int z = range[2].first; z <= range[2].last; z++) {
        for (int y = range[1].first; y <= range[1].last; y++) {
            for (int x = range[0].first; x <= range[0].last; x++) {
                const int image[3] = {x, y, z};
                for (int c = 0; c < b->dimensions; c++) { /* instead of moving the image to the ray */
                    moved.origin[c] = b->origin[c] - image[c] * world->def.size[c];
                }
                vol_tree_visit(&search);
            }
        }
    }
}

vol_result vol_query_ray(vol_world *world, vol_flock flock, const double *origin, const double *direction,
                         double length, double radius, vol_hit *hit, vol_error *error) {
    VOL_ASSERT(world && hit);
    *hit = (vol_hit){VOL_NONE, VOL_NONE, 0};
    beam b = {.dimensions = world->def.dimensions, .length = length, .radius = radius};
    vol_result result = check_point(world, "origin", origin, error);
    if (result == VOL_OK) {
        result = check_point(world, "direction", direction, error);
    }
    if (result == VOL_OK) {
        result = make_unit(world, direction, b.along, error);
    }
    if (result == VOL_OK) {
        result = check_ray(world, length, radius, error);
    }
    if (result != VOL_OK) {
        return result;
    }
    for (int c = 0; c < b.dimensions; c++) {
        b.origin[c] = fold(world, c, origin[c]);
    }
    b.slack = (length + radius) * 0x1p-40;
    vol_view view;
    vol_tree_search search = {.without = VOL_NONE, .only_first = true, .hits = hit, .room = 1};
    result = begin_search(world, flock, &view, &search, error);
    if (result == VOL_OK && view.count > 0) {
        search_beam(world, &b, search);
    }
    return result;
}

static vol_result check_box(const vol_world *world, const double *low, const double *high, vol_error *error) {
    vol_result result = check_point(world, "low", low, error);
    if (result == VOL_OK) {
        result = check_point(world, "high", high, error);
    }
    for (int c = 0; result == VOL_OK && c < world->def.dimensions; c++) {
        if (low[c] > high[c]) {
            result = vol_fail(error, VOL_ERROR_VALUE, "low",
                              "low is %g where high is %g; allowed is a low of at most high", low[c], high[c]);
        }
    }
    return result;
}

vol_result vol_query_box(vol_world *world, vol_flock flock, const double *low, const double *high, vol_hit *hits,
                         size_t room, size_t *found, vol_error *error) {
    VOL_ASSERT(world && found);
    *found = 0;
    vol_result result = check_box(world, low, high, error);
    if (result != VOL_OK) {
        return result;
    }
    block b = {.dimensions = world->def.dimensions, .stretches = world->def.images ? 3 : 1};
    for (int c = 0; c < b.dimensions; c++) {
        double from = fold(world, c, low[c]), to = from + (high[c] - low[c]), size = world->def.size[c];
        for (int i = 0; i < b.stretches; i++) { /* as it is, one world lower, one world higher */
            double shift = i == 0 ? 0 : i == 1 ? -size : size;
            b.low[c][i] = (world->def.images ? from : low[c]) + shift;
            b.high[c][i] = (world->def.images ? to : high[c]) + shift;
        }
    }
    vol_view view;
    vol_tree_search search = {.without = VOL_NONE, .shape = &b, .hits = hits, .room = room};
    search.measure = measure_block;
    search.bound = bound_block;
    result = begin_search(world, flock, &view, &search, error);
    if (result == VOL_OK) {
        vol_tree_visit(&search);
        vol_tree_finish(&search);
        *found = search.found;
    }
    return result;
}
