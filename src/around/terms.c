/* Terms and leaders: made, changed, taken away, asked about. A change makes all that a step needs, which only reads. */
#define VOL_DOUBLE 1
#define VOL_LANES_SCALAR
#include "world.h"

#include "core/error.h"
#include "core/find.h"
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

static bool has_target(const vol_term_def *def) {
    return def->kind == VOL_TERM_PURSUE || def->kind == VOL_TERM_EVADE || def->kind == VOL_TERM_FOLLOW_LEADER;
}

static vol_result check_target(const vol_world *world, const vol_term_def *def, vol_error *error) {
    bool quarry = def->kind == VOL_TERM_PURSUE || def->kind == VOL_TERM_EVADE;
    if (has_target(def) && !vol_flock_of(world, def->target)) {
        return vol_no_flock(def->target, "target", error);
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
    if (!vol_flock_of(world, def->flock)) {
        return vol_no_flock(def->flock, "flock", error);
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

/* A def of the host's, once it is checked, with places for its flocks; and back. */
static vol_term_def with_places(const vol_term_def *def) {
    vol_term_def own = *def;
    own.flock &= VOL_PLACE_MOST;
    own.target &= has_target(def) ? VOL_PLACE_MOST : VOL_NONE;
    return own;
}

static vol_term_def with_handles(const vol_world *world, const vol_term_def *own) {
    vol_term_def def = *own;
    def.flock = vol_flock_handle(world->flocks[own->flock]);
    def.target = has_target(own) ? vol_flock_handle(world->flocks[own->target]) : own->target;
    return def;
}

/* The place of a term that exists, or VOL_NONE. */
static uint32_t find_term(const vol_terms *terms, vol_term number) {
    const void *numbers = terms->count > 0 ? &terms->term->number : NULL;
    const uint32_t place = vol_find_number(numbers, sizeof *terms->term, terms->count, number);
    return place != VOL_NONE && terms->term[place].exists ? place : VOL_NONE;
}

static vol_result no_term(vol_term term, vol_error *error) {
    return vol_fail(error, VOL_ERROR_NAME, "term", "there is no term number %u", (unsigned)term);
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
    *term = (vol_term_data){.number = term->number};
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
    term->def = with_places(def);
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

/* Room for `needed` terms. */
static bool make_room(vol_world *world, uint32_t needed) {
    vol_terms *terms = &world->around.terms;
    const vol_allocator *allocator = &world->def.allocator;
    if (needed <= terms->room) {
        return true;
    }
    uint32_t room = terms->room * 2 + 4 > needed ? terms->room * 2 + 4 : needed;
    vol_term_data *list = vol_allocate(allocator, room, sizeof *list);
    vol_term_data *spare = vol_allocate(allocator, room, sizeof *spare);
    uint32_t *order = vol_allocate(allocator, room, sizeof *order);
    vol_term_core *core = vol_allocate(allocator, room, sizeof *core);
    if (!list || !spare || !order || !core) {
        vol_release(allocator, list, room, sizeof *list);
        vol_release(allocator, spare, room, sizeof *spare);
        vol_release(allocator, order, room, sizeof *order);
        vol_release(allocator, core, room, sizeof *core);
        return false;
    }
    if (terms->count > 0) {
        memcpy(list, terms->term, terms->count * sizeof *list);
    }
    terms->sorted = false;
    vol_release(allocator, terms->term, terms->room, sizeof *list);
    vol_release(allocator, terms->spare, terms->room, sizeof *spare);
    vol_release(allocator, terms->order, terms->room, sizeof *order);
    vol_release(allocator, terms->core, terms->room, sizeof *core);
    terms->term = list;
    terms->spare = spare;
    terms->order = order;
    terms->core = core;
    terms->room = room;
    return true;
}

/* What is flattened is lost where there was less room. */
static bool make_numbers(vol_terms *terms, size_t needed, const vol_allocator *allocator) {
    if (needed <= terms->number_room) {
        return true;
    }
    size_t room = needed + needed / 2;
    double *number = room <= UINT32_MAX ? vol_allocate(allocator, room, sizeof *number) : NULL;
    if (!number) {
        return false;
    }
    vol_release(allocator, terms->number, terms->number_room, sizeof *number);
    terms->number = number;
    terms->number_room = room;
    terms->sorted = false;
    return true;
}

/* Room for the numbers of all terms once they are flattened: of those there are, less `before`, and of a new one. */
static bool make_number_room(vol_world *world, const vol_term_data *before, const vol_term_data *made) {
    vol_terms *terms = &world->around.terms;
    const vol_allocator *allocator = &world->def.allocator;
    size_t gone = before ? flat_numbers(world, before) : 0,
           needed = terms->number_count - gone + flat_numbers(world, made);
    if (!make_numbers(terms, needed, allocator)) {
        return false;
    }
    terms->number_count = needed;
    terms->sorted = false;
    return true;
}

vol_result vol_term_create(vol_world *world, const vol_term_def *def, vol_term *term, vol_error *error) {
    VOL_GIVEN(term, error);
    *term = VOL_NONE;
    VOL_ENTER(world, error);
    vol_result result = check_def(world, def, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_terms *terms = &world->around.terms;
    if (terms->given == VOL_NONE || !make_room(world, terms->count + 1) ||
        !make_term(world, def, &terms->term[terms->count])) {
        return no_memory(error);
    }
    if (!make_number_room(world, NULL, &terms->term[terms->count])) {
        release_term(world, &terms->term[terms->count]);
        return no_memory(error);
    }
    *term = terms->term[terms->count++].number = terms->given++;
    return VOL_OK;
}

bool vol_term_exists(const vol_world *world, vol_term term) {
    return vol_may_enter(world, __func__) && find_term(&world->around.terms, term) != VOL_NONE;
}

/* Where the pointer of a term is; one that does not exist stops the program. */
static void **user_of(const vol_world *world, vol_term term, const char *function) {
    if (!vol_may_enter(world, function)) {
        return NULL;
    }
    const uint32_t place = find_term(&world->around.terms, term);
    if (place == VOL_NONE) {
        vol_stop(function, "there is no term number %u", (unsigned)term);
    }
    return place == VOL_NONE ? NULL : &world->around.terms.term[place].user;
}

void vol_term_set_user_pointer(vol_world *world, vol_term term, void *user) {
    void **kept = user_of(world, term, __func__);
    if (kept) {
        *kept = user;
    }
}

void *vol_term_user_pointer(const vol_world *world, vol_term term) {
    void **kept = user_of(world, term, __func__);
    return kept ? *kept : NULL;
}

uint32_t vol_term_count(const vol_world *world) {
    return vol_may_enter(world, __func__) ? world->around.terms.given : 0;
}

vol_result vol_term_set_def(vol_world *world, vol_term term, const vol_term_def *def, vol_error *error) {
    VOL_ENTER(world, error);
    const uint32_t place = find_term(&world->around.terms, term);
    if (place == VOL_NONE) {
        return no_term(term, error);
    }
    vol_result result = check_def(world, def, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_term_data *mine = &world->around.terms.term[place], changed;
    if (with_places(def).flock != mine->def.flock || def->kind != mine->def.kind) {
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
    changed.number = mine->number;
    changed.user = mine->user;
    release_term(world, mine);
    *mine = changed;
    return VOL_OK;
}

vol_result vol_term_read_def(const vol_world *world, vol_term term, vol_term_def *def, size_t bytes) {
    const vol_result result = vol_enter(world, __func__, NULL);
    const uint32_t place = result == VOL_OK ? find_term(&world->around.terms, term) : VOL_NONE;
    if (place == VOL_NONE) {
        return vol_def_none(def, bytes, result == VOL_OK ? VOL_ERROR_NAME : result);
    }
    const vol_term_def shown = with_handles(world, &world->around.terms.term[place].def);
    return vol_def_copy(def, bytes, &shown, sizeof *def);
}

static void take_away(vol_world *world, uint32_t place) {
    vol_terms *terms = &world->around.terms;
    terms->number_count -= flat_numbers(world, &terms->term[place]);
    release_term(world, &terms->term[place]);
    terms->sorted = false;
    terms->gone++;
}

/* Where most are gone, the others close up, in their order. */
static void close_up(vol_terms *terms) {
    enum { CLOSE_UP_FROM = 32 };
    uint32_t kept = 0;
    if (terms->gone < CLOSE_UP_FROM || terms->gone <= terms->count / 2) {
        return;
    }
    for (uint32_t i = 0; i < terms->count; i++) {
        if (terms->term[i].exists) {
            terms->term[kept++] = terms->term[i];
        }
    }
    terms->count = kept;
    terms->gone = 0;
}

vol_result vol_term_remove(vol_world *world, vol_term term, vol_error *error) {
    VOL_ENTER(world, error);
    const uint32_t place = find_term(&world->around.terms, term);
    if (place == VOL_NONE) {
        return no_term(term, error);
    }
    take_away(world, place);
    close_up(&world->around.terms);
    return VOL_OK;
}

void vol_terms_forget_flock(vol_world *world, uint32_t flock) {
    vol_terms *terms = &world->around.terms;
    for (uint32_t i = 0; i < terms->count; i++) {
        const vol_term_data *term = &terms->term[i];
        if (term->exists && (term->def.flock == flock || (has_target(&term->def) && term->def.target == flock))) {
            take_away(world, i);
        }
    }
    close_up(terms);
}

void vol_world_release_terms(vol_world *world) {
    vol_terms *terms = &world->around.terms;
    for (uint32_t i = 0; i < terms->count; i++) {
        release_term(world, &terms->term[i]);
    }
    vol_release(&world->def.allocator, terms->term, terms->room, sizeof *terms->term);
    vol_release(&world->def.allocator, terms->spare, terms->room, sizeof *terms->spare);
    vol_release(&world->def.allocator, terms->order, terms->room, sizeof *terms->order);
    vol_release(&world->def.allocator, terms->core, terms->room, sizeof *terms->core);
    vol_release(&world->def.allocator, terms->number, terms->number_room, sizeof *terms->number);
    memset(terms, 0, sizeof *terms);
}

/* --- Loading ------------------------------------------------------------------------------------------------------ */

size_t vol_term_given(const vol_term_data *term, int dimensions) {
    return term->exists ? given_numbers(&term->def, dimensions) : 0;
}

/* The term there is whose memory serves for one that is loaded: it has the same number, and as much. */
static vol_term_data *mate_of(const vol_world *world, const vol_term_data *loaded) {
    const uint32_t place = find_term(&world->around.terms, loaded->number);
    vol_term_data *mate = place == VOL_NONE ? NULL : &world->around.terms.term[place];
    const int dimensions = world->def.dimensions;
    const bool serves = mate && mate->def.kind == loaded->def.kind && mate->path_count == loaded->path_count &&
                        vol_term_given(mate, dimensions) == vol_term_given(loaded, dimensions);
    return serves ? mate : NULL;
}

static const double **numbers_of(vol_term_data *term) {
    return has_path(&term->def) ? &term->def.points : &term->def.flow;
}

void vol_terms_drop(vol_world *world, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        vol_term_data *term = &world->around.terms.spare[i];
        if (term->exists && !mate_of(world, term)) {
            release_term(world, term);
        }
    }
}

bool vol_terms_prepare(vol_world *world, const unsigned char *bytes, uint32_t count, int dimensions) {
    const vol_allocator *allocator = &world->def.allocator;
    vol_terms *terms = &world->around.terms;
    size_t flat = 0;
    if (!make_room(world, count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        vol_term_data *term = &terms->spare[i];
        memcpy(term, bytes, sizeof *term);
        bytes += sizeof *term;
        const size_t given = vol_term_given(term, dimensions);
        flat += term->exists ? flat_numbers(world, term) : 0;
        if (given > 0 && !mate_of(world, term)) {
            double *numbers = vol_allocate(allocator, given, sizeof *numbers);
            *numbers_of(term) = numbers;
            term->path = term->path_count ? vol_allocate(allocator, path_numbers(term), sizeof *term->path) : NULL;
            if (!numbers || (term->path_count && !term->path)) {
                vol_terms_drop(world, i + 1);
                return false;
            }
        }
        bytes += given * sizeof(double);
    }
    if (!make_numbers(terms, flat, allocator)) {
        vol_terms_drop(world, count);
        return false;
    }
    return true;
}

void vol_terms_take(vol_world *world, const unsigned char *bytes, const vol_terms *counts) {
    vol_terms *terms = &world->around.terms;
    size_t flat = 0;
    for (uint32_t i = 0; i < counts->count; i++) {
        vol_term_data *term = &terms->spare[i], *mate = term->exists ? mate_of(world, term) : NULL;
        const size_t given = vol_term_given(term, world->def.dimensions);
        if (mate) {
            *numbers_of(term) = *numbers_of(mate);
            term->path = mate->path;
            mate->exists = false; /* its memory has another owner */
        }
        bytes += sizeof *term;
        if (given > 0) {
            memcpy((double *)*numbers_of(term), bytes, given * sizeof(double));
        }
        bytes += given * sizeof(double);
        if (term->path) {
            lay_path(term, world->def.dimensions);
        }
        flat += term->exists ? flat_numbers(world, term) : 0;
    }
    for (uint32_t i = 0; i < terms->count; i++) {
        if (terms->term[i].exists) {
            release_term(world, &terms->term[i]);
        }
    }
    vol_term_data *before = terms->term;
    terms->term = terms->spare;
    terms->spare = before;
    terms->count = counts->count;
    terms->given = counts->given;
    terms->gone = counts->gone;
    terms->number_count = flat;
    terms->sorted = false;
}
