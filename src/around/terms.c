/* Terms and leaders: made, changed, taken away, asked about. A change makes all that a step needs, which only reads. */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "world.h"

#include "core/error.h"
#include "core/memory.h"
#include "models/polar.h"
#include "params/params.h"

#include <string.h>

#define VOL_TERM_COOKIE 0x766F6C54u
vol_result vol_term_def_init(vol_term_def *def, vol_term_kind kind, size_t bytes) {
    vol_result result = vol_def_begin(def, bytes, sizeof *def, VOL_TERM_COOKIE);
    if (result == VOL_OK) {
        vol_surrounding_fill(VOL_SURROUNDING_TERM, kind, def);
    }
    return result;
}

static bool has_path(const vol_term_def *def) {
    return def->kind == VOL_TERM_FOLLOW_PATH;
}

static bool has_flow(const vol_term_def *def) {
    return def->kind == VOL_TERM_FOLLOW_FLOW || def->kind == VOL_TERM_WIND;
}

static size_t flow_points(const vol_term_def *def, int dimensions) {
    return (size_t)def->flow_count[0] * def->flow_count[1] * (dimensions == 3 ? def->flow_count[2] : 1);
}

static vol_result check_list(const char *name, const double *numbers, size_t count, vol_error *error) {
    return vol_surrounding_check_numbers(VOL_SURROUNDING_TERM, name, numbers, count, error);
}

static void lengths(const char *name, const vol_term_def *def, size_t *fewest, size_t *most) {
    vol_surrounding_lengths(vol_surrounding_find(VOL_SURROUNDING_TERM, name), def->kind, fewest, most);
}

static vol_result check_path(const vol_term_def *def, int dimensions, vol_error *error) {
    size_t fewest, most;
    lengths("points", def, &fewest, &most);
    if (!def->points || def->point_count < fewest || def->point_count > most) {
        return vol_fail(error, VOL_ERROR_VALUE, "points", "the path has %zu points; allowed are %zu to %zu",
                        def->points ? def->point_count : 0, fewest, most);
    }
    size_t D = (size_t)dimensions;
    vol_result result = check_list("points", def->points, def->point_count * D, error);
    for (size_t i = D; result == VOL_OK && i < def->point_count * D; i++) {
        if (def->points[i] != def->points[i % D]) {
            return VOL_OK;
        }
    }
    return result == VOL_OK ? vol_fail(error, VOL_ERROR_VALUE, "points", "all points of the path are the same")
                            : result;
}

static vol_result check_flow(const vol_term_def *def, int dimensions, vol_error *error) {
    if (!def->flow) {
        return vol_fail(error, VOL_ERROR_VALUE, "flow", "a term of the kind %s needs a flow",
                        vol_term_kind_name(def->kind));
    }
    size_t fewest, most;
    lengths("flow", def, &fewest, &most);
    for (int c = 0; c < dimensions; c++) {
        if (def->flow_count[c] < fewest || def->flow_count[c] > most) {
            return vol_fail(error, VOL_ERROR_VALUE, "flow_count",
                            "flow_count is %u; allowed is a number from %zu to %zu", (unsigned)def->flow_count[c],
                            fewest, most);
        }
    }
    if (flow_points(def, dimensions) > VOL_FLOW_POINTS_MOST) {
        return vol_fail(error, VOL_ERROR_VALUE, "flow_count", "the flow has %zu points; allowed are at most %d",
                        flow_points(def, dimensions), VOL_FLOW_POINTS_MOST);
    }
    return check_list("flow", def->flow, flow_points(def, dimensions) * (size_t)dimensions, error);
}

static vol_result check_target(const vol_world *world, const vol_term_def *def, vol_error *error) {
    bool quarry = def->kind == VOL_TERM_PURSUE || def->kind == VOL_TERM_EVADE;
    if ((quarry || def->kind == VOL_TERM_FOLLOW_LEADER) && def->target >= world->flock_count) {
        return vol_fail(error, VOL_ERROR_NAME, "target", "there is no flock number %u", (unsigned)def->target);
    }
    if (quarry && def->target == def->flock) {
        return vol_fail(error, VOL_ERROR_VALUE, "target", "a flock cannot %s itself; allowed is another flock",
                        vol_term_kind_name(def->kind));
    }
    return VOL_OK;
}

static vol_result check_def(const vol_world *world, const vol_term_def *def, vol_error *error) {
    vol_result result = vol_def_check(def, sizeof *def, VOL_TERM_COOKIE, "term", error);
    if (result != VOL_OK) {
        return result;
    }
    if ((unsigned)def->kind >= VOL_TERM_KIND_COUNT) {
        return vol_fail(error, VOL_ERROR_NAME, "kind", "there is no kind of term number %d", (int)def->kind);
    }
    if (def->flock >= world->flock_count) {
        return vol_fail(error, VOL_ERROR_NAME, "flock", "there is no flock number %u", (unsigned)def->flock);
    }
    int dimensions = world->def.dimensions;
    result = vol_surrounding_check(VOL_SURROUNDING_TERM, def, dimensions, error);
    if (result == VOL_OK && has_path(def)) {
        result = check_path(def, dimensions, error);
    }
    if (result == VOL_OK && has_flow(def)) {
        result = check_flow(def, dimensions, error);
    }
    return result == VOL_OK ? check_target(world, def, error) : result;
}

static size_t path_numbers(const vol_term_data *term) {
    return 4 * (size_t)term->path_count;
}

/* How many numbers of its own, given by the host, a term keeps. */
static size_t given_numbers(const vol_term_def *def, int dimensions) {
    return (has_path(def) ? def->point_count : has_flow(def) ? flow_points(def, dimensions) : 0) * (size_t)dimensions;
}

/* How many numbers of a term are flattened: its path, or its flow. */
static size_t flat_numbers(const vol_world *world, const vol_term_data *term) {
    return has_path(&term->def) ? path_numbers(term) : given_numbers(&term->def, world->def.dimensions);
}

static void release_term(const vol_world *world, vol_term_data *term) {
    const vol_allocator *allocator = &world->def.allocator;
    size_t given = given_numbers(&term->def, world->def.dimensions);
    vol_release(allocator, (void *)(has_path(&term->def) ? term->def.points : term->def.flow), given, sizeof(double));
    vol_release(allocator, term->path, path_numbers(term), sizeof(double));
    memset(term, 0, sizeof *term);
}

/* Corners with their distance along the path. */
static void lay_path(vol_term_data *term, int dimensions) {
    const vol_term_def *def = &term->def;
    size_t D = (size_t)dimensions;
    double along = 0;
    for (uint32_t i = 0; i < term->path_count; i++) {
        double *corner = term->path + 4 * (size_t)i, square = 0;
        for (size_t c = 0; c < D; c++) {
            corner[c] = def->points[i % def->point_count * D + c];
            double step = i > 0 ? corner[c] - corner[(ptrdiff_t)c - 4] : 0;
            square += step * step;
        }
        along += v_sqrt(square);
        corner[3] = along;
    }
}

/* A term of its own made of a def: false if there is no memory for it. */
static bool make_term(const vol_world *world, const vol_term_def *def, vol_term_data *term) {
    const vol_allocator *allocator = &world->def.allocator;
    size_t given = given_numbers(def, world->def.dimensions);
    memset(term, 0, sizeof *term);
    term->def = *def;
    term->def.points = term->def.flow = NULL;
    term->exists = true;
    if (given == 0) {
        return true;
    }
    double *numbers = vol_allocate(allocator, given, sizeof *numbers);
    if (!numbers) {
        return false;
    }
    memcpy(numbers, has_path(def) ? def->points : def->flow, given * sizeof *numbers);
    if (!has_path(def)) {
        term->def.flow = numbers;
        return true;
    }
    term->def.points = numbers;
    term->path_count = (uint32_t)def->point_count + (def->closed ? 1 : 0);
    term->path = vol_allocate(allocator, path_numbers(term), sizeof *term->path);
    if (!term->path) {
        release_term(world, term);
        return false;
    }
    lay_path(term, world->def.dimensions);
    return true;
}

static vol_result no_memory(vol_error *error) {
    return vol_fail(error, VOL_ERROR_MEMORY, "term", "no memory for the term");
}

static bool make_room(vol_world *world) {
    vol_terms *terms = &world->around.terms;
    const vol_allocator *allocator = &world->def.allocator;
    if (terms->count < terms->room) {
        return true;
    }
    uint32_t room = terms->room * 2 + 4;
    vol_term_data *list = vol_allocate(allocator, room, sizeof *list);
    uint32_t *order = vol_allocate(allocator, room, sizeof *order);
    vol_term_core *core = vol_allocate(allocator, room, sizeof *core);
    if (!list || !order || !core) {
        vol_release(allocator, list, room, sizeof *list);
        vol_release(allocator, order, room, sizeof *order);
        vol_release(allocator, core, room, sizeof *core);
        return false;
    }
    if (terms->count > 0) {
        memcpy(list, terms->term, terms->count * sizeof *list);
    }
    terms->sorted = false;
    vol_release(allocator, terms->term, terms->room, sizeof *list);
    vol_release(allocator, terms->order, terms->room, sizeof *order);
    vol_release(allocator, terms->core, terms->room, sizeof *core);
    terms->term = list;
    terms->order = order;
    terms->core = core;
    terms->room = room;
    return true;
}

/* Room for the numbers of all terms once they are flattened: of those there are, less `before`, and of a new one. */
static bool make_number_room(vol_world *world, const vol_term_data *before, const vol_term_data *made) {
    vol_terms *terms = &world->around.terms;
    const vol_allocator *allocator = &world->def.allocator;
    size_t gone = before ? flat_numbers(world, before) : 0,
           needed = terms->number_count - gone + flat_numbers(world, made);
    if (needed > terms->number_room) {
        size_t room = needed + needed / 2;
        double *number = room <= UINT32_MAX ? vol_allocate(allocator, room, sizeof *number) : NULL;
        if (!number) {
            return false;
        }
        vol_release(allocator, terms->number, terms->number_room, sizeof *number);
        terms->number = number;
        terms->number_room = room;
    }
    terms->number_count = needed;
    terms->sorted = false;
    return true;
}

vol_result vol_term_create(vol_world *world, const vol_term_def *def, vol_term *term, vol_error *error) {
    VOL_ASSERT(world && term);
    *term = VOL_NONE;
    vol_result result = check_def(world, def, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_terms *terms = &world->around.terms;
    if (!make_room(world) || !make_term(world, def, &terms->term[terms->count])) {
        return no_memory(error);
    }
    if (!make_number_room(world, NULL, &terms->term[terms->count])) {
        release_term(world, &terms->term[terms->count]);
        return no_memory(error);
    }
    *term = terms->count++;
    return VOL_OK;
}

bool vol_term_exists(const vol_world *world, vol_term term) {
    VOL_ASSERT(world);
    return term < world->around.terms.count && world->around.terms.term[term].exists;
}

uint32_t vol_term_count(const vol_world *world) {
    VOL_ASSERT(world);
    return world->around.terms.count;
}

vol_result vol_term_set_def(vol_world *world, vol_term term, const vol_term_def *def, vol_error *error) {
    VOL_ASSERT(vol_term_exists(world, term));
    vol_result result = check_def(world, def, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_term_data *mine = &world->around.terms.term[term], changed;
    if (def->flock != mine->def.flock || def->kind != mine->def.kind) {
        return vol_fail(error, VOL_ERROR_FIXED, def->kind != mine->def.kind ? "kind" : "flock",
                        "a term keeps its flock and its kind");
    }
    if (!make_term(world, def, &changed)) {
        return no_memory(error);
    }
    if (!make_number_room(world, mine, &changed)) {
        release_term(world, &changed);
        return no_memory(error);
    }
    release_term(world, mine);
    *mine = changed;
    return VOL_OK;
}

vol_result vol_term_read_def(const vol_world *world, vol_term term, vol_term_def *def, size_t bytes) {
    VOL_ASSERT(vol_term_exists(world, term));
    return vol_def_copy(def, bytes, &world->around.terms.term[term].def, sizeof *def);
}

vol_result vol_term_remove(vol_world *world, vol_term term, vol_error *error) {
    if (!vol_term_exists(world, term)) {
        return vol_fail(error, VOL_ERROR_NAME, "term", "there is no term number %u", (unsigned)term);
    }
    world->around.terms.number_count -= flat_numbers(world, &world->around.terms.term[term]);
    release_term(world, &world->around.terms.term[term]);
    world->around.terms.sorted = false;
    return VOL_OK;
}

void vol_world_release_terms(vol_world *world) {
    vol_terms *terms = &world->around.terms;
    for (uint32_t i = 0; i < terms->count; i++) {
        release_term(world, &terms->term[i]);
    }
    vol_release(&world->def.allocator, terms->term, terms->room, sizeof *terms->term);
    vol_release(&world->def.allocator, terms->order, terms->room, sizeof *terms->order);
    vol_release(&world->def.allocator, terms->core, terms->room, sizeof *terms->core);
    vol_release(&world->def.allocator, terms->number, terms->number_room, sizeof *terms->number);
    memset(terms, 0, sizeof *terms);
}
