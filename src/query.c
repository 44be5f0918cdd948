/* Queries: the shapes that are looked for, and what they make of a boid and of a box of the tree. After a step; reads
 * positions only.
 *
 * Answers must be those of looking at every boid, to the last bit. A ball's bound of a box is computed by the same
 * operations as the measure of a boid, each of which rounds monotonically; a block only compares; a beam, whose sums
 * are not monotonic, takes boxes for a little wider than they are. */
#include "query.h"

#include "core/error.h"

#include <math.h>

#define VOL_RAY_SIDES 16 /* how many shortest sides a ray may be long where the world has images */

double vol_ball_measure(const void *shape, const double position[3]) {
    const vol_ball *b = shape;
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
    const vol_ball *b = shape;
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

static double measure_beam(const void *shape, const double position[3]) {
    const vol_beam *b = shape;
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
double vol_beam_bound(const void *shape, const vol_tree_node *node) {
    const vol_beam *b = shape;
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

/* Does the stretch from low to high touch one of the block's along an axis? */
static bool touches(const vol_boxed *b, int axis, double low, double high) {
    for (int i = 0; i < b->stretches; i++) {
        if (b->low[axis][i] <= high && low <= b->high[axis][i]) {
            return true;
        }
    }
    return false;
}

double vol_boxed_measure(const void *shape, const double position[3]) {
    const vol_boxed *b = shape;
    for (int c = 0; c < b->dimensions; c++) {
        if (!touches(b, c, position[c], position[c])) {
            return INFINITY;
        }
    }
    return 0;
}

static double bound_block(const void *shape, const vol_tree_node *node) {
    const vol_boxed *b = shape;
    for (int c = 0; c < b->dimensions; c++) {
        if (!touches(b, c, node->low[c], node->high[c])) {
            return INFINITY;
        }
    }
    return 0;
}

vol_result vol_query_check_number(const char *field, double value, double lowest, double highest, vol_error *error) {
    if (value >= lowest && value <= highest) {
        return VOL_OK;
    }
    return vol_fail(error, VOL_ERROR_VALUE, field, "%s is %g; allowed is a number from %g to %g", field, value, lowest,
                    highest);
}

vol_result vol_query_check_point(const vol_world *world, const char *field, const double *point, vol_error *error) {
    vol_result result = point ? VOL_OK : vol_fail(error, VOL_ERROR_VALUE, field, "%s is NULL", field);
    for (int c = 0; point && result == VOL_OK && c < world->def.dimensions; c++) {
        result = vol_query_check_number(field, point[c], -VOL_FARTHEST, VOL_FARTHEST, error);
    }
    return result;
}

/* The number that is the same place in a world with images, within it. */
static double fold(const vol_world *world, int axis, double number) {
    double size = world->def.size[axis];
    return world->def.images ? number - size * floor((number - world->def.origin[axis]) / size) : number;
}

vol_ball vol_ball_of(const vol_world *world, const double *point, double radius) {
    vol_ball ball = {.dimensions = world->def.dimensions, .radius = radius};
    for (int c = 0; c < ball.dimensions; c++) {
        ball.point[c] = fold(world, c, point[c]);
        ball.period[c] = world->def.images ? world->def.size[c] : 0;
    }
    return ball;
}

vol_boxed vol_boxed_of(const vol_world *world, const double *low, const double *high) {
    vol_boxed b = {.dimensions = world->def.dimensions, .stretches = world->def.images ? 3 : 1};
    for (int c = 0; c < b.dimensions; c++) {
        double from = fold(world, c, low[c]), to = from + (high[c] - low[c]), size = world->def.size[c];
        for (int i = 0; i < b.stretches; i++) { /* as it is, one world lower, one world higher */
            double shift = i == 0 ? 0 : i == 1 ? -size : size;
            b.low[c][i] = (world->def.images ? from : low[c]) + shift;
            b.high[c][i] = (world->def.images ? to : high[c]) + shift;
        }
    }
    return b;
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
static vol_result begin_search(vol_world *world, vol_flock_data *f, vol_view *view, vol_tree_search *search,
                               vol_error *error) {
    if (!search->hits && search->room > 0) {
        return vol_check_given(NULL, "hits", error);
    }
    *view = vol_flock_look(world, f);
    search->tree = &f->tree;
    search->view = view;
    search->flock = vol_flock_handle(f);
    return prepare(world, f, view, error);
}

/* Flocks to search, one after the other, for the first hits of all of them. */
typedef struct flock_list {
    const vol_flock *flock; /* NULL: all there are */
    size_t count;
} flock_list;

static flock_list only(const vol_flock *flock) {
    return (flock_list){flock, 1};
}

static vol_result check_list(const vol_world *world, flock_list list, vol_error *error) {
    if (!list.flock && list.count > 0) {
        return vol_check_given(NULL, "flocks", error);
    }
    if (list.count > 1 && list.count > world->flock_count) { /* before anything behind the array is read */
        return vol_fail(error, VOL_ERROR_VALUE, "flock_count",
                        "flock_count is %zu; allowed is 0 to %u, each flock once", list.count,
                        (unsigned)world->flock_count);
    }
    for (size_t i = 0; i < list.count; i++) {
        if (!vol_flock_of(world, list.flock[i])) {
            return vol_no_flock(list.flock[i], "flocks", error);
        }
        for (size_t j = 0; j < i; j++) {
            if (list.flock[j] == list.flock[i]) {
                return vol_fail(error, VOL_ERROR_VALUE, "flocks", "flock number %u is given twice",
                                (unsigned)list.flock[i]);
            }
        }
    }
    return VOL_OK;
}

static size_t list_length(const vol_world *world, flock_list list) {
    return list.flock ? list.count : world->flock_count;
}

/* One that was destroyed is searched, too, where all are: it has no boids. */
static vol_flock_data *list_at(const vol_world *world, flock_list list, size_t i) {
    return list.flock ? vol_flock_of(world, list.flock[i]) : world->flocks[i];
}

/* `search` says where hits go, and which, and what is searched for. */
static vol_result search_flocks(vol_world *world, flock_list list, vol_tree_search search, size_t *found,
                                vol_error *error) {
    vol_result result = VOL_OK;
    for (size_t i = 0; result == VOL_OK && i < list_length(world, list); i++) {
        vol_view view;
        result = begin_search(world, list_at(world, list, i), &view, &search, error);
        if (result == VOL_OK) {
            vol_tree_visit(&search);
        }
    }
    if (result == VOL_OK) {
        vol_tree_finish(&search);
        *found = search.only_first ? search.kept : search.found;
    }
    return result;
}

static vol_result search_ball(vol_world *world, flock_list list, const double *point, double radius,
                              vol_tree_search search, size_t *found, vol_error *error) {
    const vol_ball ball = vol_ball_of(world, point, radius);
    search.shape = &ball;
    search.measure = vol_ball_measure;
    search.bound = bound_ball;
    return search_flocks(world, list, search, found, error);
}

static vol_result find_in_ball(vol_world *world, flock_list list, const double *point, double radius, vol_hit *hits,
                               size_t room, size_t *found, vol_error *error) {
    VOL_GIVEN(found, error);
    *found = 0;
    VOL_ENTER(world, error);
    vol_tree_search search = {.without = VOL_NONE, .hits = hits, .room = room};
    vol_result result = check_list(world, list, error);
    if (result == VOL_OK) {
        result = vol_query_check_point(world, "point", point, error);
    }
    if (result == VOL_OK) {
        result = vol_query_check_number("radius", radius, 0, VOL_FARTHEST, error);
    }
    if (result == VOL_OK) {
        result = search_ball(world, list, point, radius, search, found, error);
    }
    return result;
}

vol_result vol_query_near(vol_world *world, vol_flock flock, const double *point, double radius, vol_hit *hits,
                          size_t room, size_t *found, vol_error *error) {
    return find_in_ball(world, only(&flock), point, radius, hits, room, found, error);
}

vol_result vol_query_near_any(vol_world *world, const vol_flock *flocks, size_t flock_count, const double *point,
                              double radius, vol_hit *hits, size_t room, size_t *found, vol_error *error) {
    return find_in_ball(world, (flock_list){flocks, flock_count}, point, radius, hits, room, found, error);
}

vol_result vol_query_neighbours(vol_world *world, vol_flock flock, uint32_t id, double radius, vol_hit *hits,
                                size_t room, size_t *found, vol_error *error) {
    VOL_GIVEN(found, error);
    *found = 0;
    VOL_ENTER(world, error);
    vol_flock_data *f = vol_flock_of(world, flock);
    if (!f) {
        return vol_no_flock(flock, "flock", error);
    }
    uint32_t slot = vol_flock_find_boid(world, f, id);
    if (slot == VOL_NONE) {
        return vol_fail(error, VOL_ERROR_NAME, "id", "flock %s has no boid with the id %u", f->name, (unsigned)id);
    }
    vol_result result = vol_query_check_number("radius", radius, 0, VOL_FARTHEST, error);
    if (result == VOL_OK) {
        vol_view view = vol_flock_look(world, f);
        double point[3] = {0, 0, 0};
        for (int c = 0; c < view.dimensions; c++) {
            point[c] = vol_view_position(&view, c, slot);
        }
        vol_tree_search search = {.without = id, .hits = hits, .room = room};
        result = search_ball(world, only(&flock), point, radius, search, found, error);
    }
    return result;
}

static vol_result find_nearest(vol_world *world, flock_list list, const double *point, size_t count, vol_hit *hits,
                               size_t *found, vol_error *error) {
    VOL_GIVEN(found, error);
    *found = 0;
    VOL_ENTER(world, error);
    vol_tree_search search = {.without = VOL_NONE, .only_first = true, .hits = hits, .room = count};
    vol_result result = check_list(world, list, error);
    if (result == VOL_OK) {
        result = vol_query_check_point(world, "point", point, error);
    }
    if (result == VOL_OK && count > 0) {
        result = search_ball(world, list, point, INFINITY, search, found, error);
    }
    return result;
}

vol_result vol_query_nearest(vol_world *world, vol_flock flock, const double *point, size_t count, vol_hit *hits,
                             size_t *found, vol_error *error) {
    return find_nearest(world, only(&flock), point, count, hits, found, error);
}

vol_result vol_query_nearest_any(vol_world *world, const vol_flock *flocks, size_t flock_count, const double *point,
                                 size_t count, vol_hit *hits, size_t *found, vol_error *error) {
    return find_nearest(world, (flock_list){flocks, flock_count}, point, count, hits, found, error);
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
    vol_result result = vol_query_check_number("length", length, 0, VOL_FARTHEST, error);
    if (result == VOL_OK) {
        result = vol_query_check_number("radius", radius, 0, VOL_FARTHEST, error);
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

vol_result vol_beam_of(const vol_world *world, const double *origin, const double *direction, double length,
                       double radius, vol_beam *beam, vol_error *error) {
    *beam = (vol_beam){.dimensions = world->def.dimensions, .length = length, .radius = radius};
    vol_result result = vol_query_check_point(world, "origin", origin, error);
    if (result == VOL_OK) {
        result = vol_query_check_point(world, "direction", direction, error);
    }
    if (result == VOL_OK) {
        result = make_unit(world, direction, beam->along, error);
    }
    if (result == VOL_OK) {
        result = check_ray(world, length, radius, error);
    }
    for (int c = 0; result == VOL_OK && c < beam->dimensions; c++) {
        beam->origin[c] = fold(world, c, origin[c]);
    }
    beam->slack = (length + radius) * 0x1p-40;
    return result;
}

vol_image_range vol_beam_images(const vol_world *world, const vol_beam *b, const vol_tree_node *all, int axis) {
    if (!world->def.images || axis >= b->dimensions || !(all->low[axis] <= all->high[axis])) {
        return (vol_image_range){0, 0};
    }
    double size = world->def.size[axis], end = b->origin[axis] + b->length * b->along[axis];
    double low = (b->along[axis] < 0 ? end : b->origin[axis]) - b->radius;
    double high = (b->along[axis] < 0 ? b->origin[axis] : end) + b->radius;
    const double slack = 0x1p-40;
    return (vol_image_range){(int)ceil((low - all->high[axis]) / size - slack),
                             (int)floor((high - all->low[axis]) / size + slack)};
}

/* Boids are within a world with images, but for rounding. */
static vol_tree_node within(const vol_world *world, const vol_tree_node *all) {
    vol_tree_node box = *all;
    for (int c = 0; c < world->def.dimensions; c++) {
        const double size = world->def.size[c], low = world->def.origin[c] - size;
        const double high = world->def.origin[c] + 2 * size;
        box.low[c] = box.low[c] > low ? box.low[c] : low;
        box.high[c] = box.high[c] < high ? box.high[c] : high;
    }
    return box;
}

/* Looks along the ray in every image. */
static void search_beam(const vol_world *world, const vol_beam *b, vol_tree_search *search) {
    const vol_tree *tree = search->tree;
    const vol_tree_node all = within(world, &tree->node[tree->first[tree->levels - 1]]);
    vol_image_range range[3];
    for (int c = 0; c < 3; c++) {
        range[c] = vol_beam_images(world, b, &all, c);
    }
    vol_beam moved = *b;
    search->shape = &moved;
    search->measure = measure_beam;
    search->bound = vol_beam_bound;
    for (int z = range[2].first; z <= range[2].last; z++) {
        for (int y = range[1].first; y <= range[1].last; y++) {
            for (int x = range[0].first; x <= range[0].last; x++) {
                const int image[3] = {x, y, z};
                for (int c = 0; c < b->dimensions; c++) { /* instead of moving the image to the ray */
                    moved.origin[c] = b->origin[c] - image[c] * world->def.size[c];
                }
                vol_tree_visit(search);
            }
        }
    }
    search->shape = NULL;
}

vol_result vol_query_beam(vol_world *world, const vol_flock *flocks, size_t flock_count, const vol_beam *beam,
                          vol_hit *hit, vol_error *error) {
    const flock_list list = {flocks, flock_count};
    vol_tree_search search = {.without = VOL_NONE, .only_first = true, .hits = hit, .room = 1};
    *hit = (vol_hit){.slot = VOL_NONE, .id = VOL_NONE, .flock = VOL_NONE};
    vol_result result = check_list(world, list, error);
    for (size_t i = 0; result == VOL_OK && i < list_length(world, list); i++) {
        vol_view view;
        result = begin_search(world, list_at(world, list, i), &view, &search, error);
        if (result == VOL_OK && view.count > 0) {
            search_beam(world, beam, &search);
        }
    }
    if (result != VOL_OK) {
        *hit = (vol_hit){.slot = VOL_NONE, .id = VOL_NONE, .flock = VOL_NONE};
    }
    return result;
}

vol_result vol_query_ray(vol_world *world, vol_flock flock, const double *origin, const double *direction,
                         double length, double radius, vol_hit *hit, vol_error *error) {
    VOL_GIVEN(hit, error);
    vol_beam beam;
    *hit = (vol_hit){.slot = VOL_NONE, .id = VOL_NONE, .flock = VOL_NONE};
    VOL_ENTER(world, error);
    vol_result result = vol_beam_of(world, origin, direction, length, radius, &beam, error);
    return result == VOL_OK ? vol_query_beam(world, &flock, 1, &beam, hit, error) : result;
}

vol_result vol_query_check_box(const vol_world *world, const double *low, const double *high, vol_error *error) {
    vol_result result = vol_query_check_point(world, "low", low, error);
    if (result == VOL_OK) {
        result = vol_query_check_point(world, "high", high, error);
    }
    for (int c = 0; result == VOL_OK && c < world->def.dimensions; c++) {
        if (low[c] > high[c]) {
            result = vol_fail(error, VOL_ERROR_VALUE, "low",
                              "low is %g where high is %g; allowed is a low of at most high", low[c], high[c]);
        }
    }
    return result;
}

static vol_result find_in_box(vol_world *world, flock_list list, const double *low, const double *high, vol_hit *hits,
                              size_t room, size_t *found, vol_error *error) {
    VOL_GIVEN(found, error);
    *found = 0;
    VOL_ENTER(world, error);
    vol_result result = check_list(world, list, error);
    if (result == VOL_OK) {
        result = vol_query_check_box(world, low, high, error);
    }
    if (result != VOL_OK) {
        return result;
    }
    const vol_boxed block = vol_boxed_of(world, low, high);
    vol_tree_search search = {.without = VOL_NONE, .shape = &block, .hits = hits, .room = room};
    search.measure = vol_boxed_measure;
    search.bound = bound_block;
    return search_flocks(world, list, search, found, error);
}

vol_result vol_query_box(vol_world *world, vol_flock flock, const double *low, const double *high, vol_hit *hits,
                         size_t room, size_t *found, vol_error *error) {
    return find_in_box(world, only(&flock), low, high, hits, room, found, error);
}

vol_result vol_query_box_any(vol_world *world, const vol_flock *flocks, size_t flock_count, const double *low,
                             const double *high, vol_hit *hits, size_t room, size_t *found, vol_error *error) {
    return find_in_box(world, (flock_list){flocks, flock_count}, low, high, hits, room, found, error);
}
