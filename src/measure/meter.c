/* Meters: the table of measures, making and asking. After a step; motion.c, spacing.c, correlation.c and counts.c do
 * the measuring over boids that blocks.c hands out. */
#include "measure/meter.h"

#include "core/error.h"
#include "core/memory.h"
#include "kernels/registry.h"
#include "params/params.h"

#include <math.h>
#include <string.h>

#define VOL_METER_COOKIE 0x766F6C4Du
enum { CELLS_MOST = 1 << 24 };

static const vol_measure_row rows[] = {
#define VOL_MEASURE(constant, name, family, dimensions, unit, help) \
    [VOL_MEASURE_##constant] = {name, unit, dimensions, "0.1", help},
#include "params/measures.def"
};

static const enum vol_family families[] = {
#define VOL_MEASURE(constant, name, family, dimensions, unit, help) [VOL_MEASURE_##constant] = VOL_FAMILY_##family,
#include "params/measures.def"
};

const vol_measure_row *vol_measure_at(size_t index) {
    return index < VOL_MEASURE_COUNT ? &rows[index] : NULL;
}

const char *vol_measure_name(size_t index) {
    return index < VOL_MEASURE_COUNT ? rows[index].name : NULL;
}

bool vol_measures_built(void) {
    return true;
}

vol_measure vol_measure_find(const char *name) {
    if (!name) {
        return VOL_MEASURE_COUNT;
    }
    size_t i = 0;
    while (i < VOL_MEASURE_COUNT && strcmp(rows[i].name, name) != 0) {
        i++;
    }
    return (vol_measure)i;
}

bool vol_meter_wants(const vol_meter *meter, enum vol_family family) {
    for (size_t i = 0; i < VOL_MEASURE_COUNT; i++) {
        if (families[i] == family && (meter->def.measures & VOL_MEASURE_BIT(i))) {
            return true;
        }
    }
    return false;
}

vol_result vol_meter_def_init(vol_meter_def *def, size_t bytes) {
    vol_result result = vol_def_begin(def, bytes, sizeof *def, VOL_METER_COOKIE);
    if (result != VOL_OK) {
        return result;
    }
    def->measures = VOL_MEASURE_ALL;
    def->nearest.bins = 50;
    def->correlation.bins = 50;
    def->correlation.boids = 4096;
    return VOL_OK;
}

static vol_result check_length(const char *field, double value, vol_error *error) {
    return value >= 0 && value <= VOL_FARTHEST
               ? VOL_OK
               : vol_fail(error, VOL_ERROR_VALUE, field, "%s is %g; allowed is a number from 0 to %g", field, value,
                          VOL_FARTHEST);
}

static vol_result check_count(const char *field, size_t value, size_t least, size_t most, vol_error *error) {
    return value >= least && value <= most
               ? VOL_OK
               : vol_fail(error, VOL_ERROR_VALUE, field, "%s is %zu; allowed is a whole number from %zu to %zu", field,
                          value, least, most);
}

static vol_result check_cells(const vol_meter_def *def, int dimensions, vol_error *error) {
    const size_t *cells = def->density.cells;
    if (cells[0] == 0 && cells[1] == 0 && (dimensions == 2 || cells[2] == 0)) {
        return VOL_OK;
    }
    size_t total = 1;
    for (int c = 0; c < dimensions; c++) {
        vol_result result = check_count("density.cells", cells[c], 1, 4096, error);
        if (result != VOL_OK) {
            return result;
        }
        total *= cells[c];
    }
    return total <= CELLS_MOST ? VOL_OK
                               : vol_fail(error, VOL_ERROR_VALUE, "density.cells",
                                          "density.cells make %zu cells; allowed are %d in all", total, CELLS_MOST);
}

static vol_result check_def(const vol_meter_def *def, int dimensions, vol_error *error) {
    vol_result made = vol_def_check(def, sizeof *def, VOL_METER_COOKIE, "meter", error);
    if (made != VOL_OK) {
        return made;
    }
    if (def->measures & ~VOL_MEASURE_ALL) {
        return vol_fail(error, VOL_ERROR_VALUE, "measures", "measures has bits that are of no measure; allowed are %d",
                        (int)VOL_MEASURE_COUNT);
    }
    const vol_result results[] = {
        check_length("radius", def->radius, error),
        check_count("nearest.bins", def->nearest.bins, 1, 1000000, error),
        check_length("nearest.range", def->nearest.range, error),
        check_count("correlation.bins", def->correlation.bins, 1, 1000000, error),
        check_length("correlation.range", def->correlation.range, error),
        check_count("correlation.boids", def->correlation.boids, 2, 65536, error),
        check_count("fluctuation.levels", def->fluctuation.levels, 0, dimensions == 3 ? 6 : 10, error),
        check_cells(def, dimensions, error),
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (results[i] != VOL_OK) {
            return results[i];
        }
    }
    return VOL_OK;
}

static bool make_curve(vol_meter *meter, vol_curve_kind kind, size_t points) {
    const vol_allocator *allocator = &meter->world->def.allocator;
    vol_curve_room *room = &meter->room[kind];
    room->room = points;
    room->x = vol_allocate(allocator, points, sizeof *room->x);
    room->y = vol_allocate(allocator, points, sizeof *room->y);
    room->number = vol_allocate(allocator, points, sizeof *room->number);
    return room->x && room->y && room->number;
}

static void release_curve(vol_meter *meter, vol_curve_kind kind) {
    const vol_allocator *allocator = &meter->world->def.allocator;
    vol_curve_room *room = &meter->room[kind];
    vol_release(allocator, room->x, room->room, sizeof *room->x);
    vol_release(allocator, room->y, room->room, sizeof *room->y);
    vol_release(allocator, room->number, room->room, sizeof *room->number);
    *room = (vol_curve_room){0};
    meter->points[kind] = 0;
}

/* What does not depend on the number of boids. */
static bool make_fixed(vol_meter *meter) {
    const vol_allocator *allocator = &meter->world->def.allocator;
    const vol_meter_def *def = &meter->def;
    meter->motion = vol_allocate(allocator, meter->workers, sizeof *meter->motion);
    bool made = meter->motion != NULL;
    if (vol_meter_wants(meter, VOL_FAMILY_NEAREST)) {
        made = make_curve(meter, VOL_CURVE_NEAREST, def->nearest.bins) && made;
        meter->nearness = vol_allocate(allocator, meter->workers, sizeof *meter->nearness);
        meter->near_count = vol_allocate(allocator, meter->workers * def->nearest.bins, sizeof *meter->near_count);
        made = meter->nearness && meter->near_count && made;
    }
    if (vol_meter_wants(meter, VOL_FAMILY_STRUCTURE)) {
        meter->waves = vol_allocate(allocator, meter->workers, sizeof *meter->waves);
        made = meter->waves && made;
    }
    if (vol_meter_wants(meter, VOL_FAMILY_CORRELATION)) {
        made = make_curve(meter, VOL_CURVE_CORRELATION, def->correlation.bins) && made;
        meter->pairs =
            vol_allocate(allocator, meter->workers * (def->correlation.bins + VOL_WIDTH_MOST), sizeof *meter->pairs);
        made = meter->pairs && made;
        for (int i = 0; i < 6; i++) {
            meter->sample[i] = vol_allocate(allocator, def->correlation.boids, sizeof *meter->sample[i]);
            made = meter->sample[i] && made;
        }
    }
    if (vol_meter_wants(meter, VOL_FAMILY_COUNTS)) {
        meter->boxes = (size_t)1 << (def->fluctuation.levels * (size_t)meter->world->def.dimensions);
        made = make_curve(meter, VOL_CURVE_FLUCTUATION, def->fluctuation.levels) && made;
    }
    if (def->density.cells[0] > 0) {
        meter->cells = def->density.cells[0] * def->density.cells[1] * def->density.cells[2];
        meter->density = vol_allocate(allocator, meter->cells, sizeof *meter->density);
        made = meter->density && made;
    }
    if (meter->boxes + meter->cells > 0) {
        meter->count = vol_allocate(allocator, meter->workers * (meter->boxes + meter->cells), sizeof *meter->count);
        made = meter->count && made;
    }
    return made;
}

/* The forest of groups is one of boids or of cells, of which a grid has as many, or 64. */
static size_t node_room(size_t boids) {
    return boids < 64 ? 64 : boids;
}

static void release_boids(vol_meter *meter) {
    const vol_allocator *allocator = &meter->world->def.allocator;
    size_t room = meter->boid_room, nodes = node_room(room);
    vol_tree_release(&meter->tree, allocator);
    vol_grid_release(&meter->search.grid, (uint32_t)room, meter->workers, allocator);
    vol_release(allocator, meter->sorted[0], meter->sorted_bytes, 1);
    for (int c = 0; c < 3; c++) {
        vol_release(allocator, meter->position[c], room, sizeof *meter->position[c]);
        meter->position[c] = meter->sorted[c] = NULL;
    }
    vol_release(allocator, meter->order, room, sizeof *meter->order);
    meter->order = NULL;
    vol_release(allocator, meter->nearest, room, sizeof *meter->nearest);
    vol_release(allocator, meter->parent, nodes, sizeof *meter->parent);
    vol_release(allocator, meter->size, nodes, sizeof *meter->size);
    vol_release(allocator, meter->of_size, room + 1, sizeof *meter->of_size);
    vol_release(allocator, meter->tight, meter->tight_room, sizeof *meter->tight);
    vol_release(allocator, meter->partner, room, sizeof *meter->partner);
    meter->nearest = NULL;
    meter->partner = NULL;
    meter->parent = NULL;
    meter->size = NULL;
    meter->of_size = NULL;
    meter->tight = NULL;
    meter->boid_room = 0;
    release_curve(meter, VOL_CURVE_GROUPS);
}

/* There are at most so many different sizes of groups: 1 + 2 + 3 + ... boids. */
static size_t different_sizes(size_t boids) {
    size_t sizes = 1;
    while (sizes * (sizes + 1) / 2 < boids) {
        sizes++;
    }
    return sizes;
}

/* All that a reading of so many boids on a device needs here. */
static bool make_far(vol_meter *meter, size_t boids) {
    const vol_allocator *allocator = &meter->world->def.allocator;
    const size_t sizes = different_sizes(boids);
    if (!vol_meter_wants(meter, VOL_FAMILY_GROUPS) || sizes <= meter->found.size_room) {
        return true;
    }
    vol_release(allocator, meter->found.sizes, meter->found.size_room, sizeof *meter->found.sizes);
    meter->found.sizes = vol_allocate(allocator, sizes, sizeof *meter->found.sizes);
    meter->found.size_room = meter->found.sizes ? sizes : 0;
    if (meter->room[VOL_CURVE_GROUPS].room < sizes) {
        release_curve(meter, VOL_CURVE_GROUPS);
        return make_curve(meter, VOL_CURVE_GROUPS, sizes) && meter->found.sizes;
    }
    return meter->found.sizes != NULL;
}

static bool make_boids(vol_meter *meter, size_t room) {
    const vol_allocator *allocator = &meter->world->def.allocator;
    bool nearest = vol_meter_wants(meter, VOL_FAMILY_NEAREST), groups = vol_meter_wants(meter, VOL_FAMILY_GROUPS);
    if ((!nearest && !groups && !vol_meter_wants(meter, VOL_FAMILY_NEIGHBOURS)) || room <= meter->boid_room) {
        return true;
    }
    release_boids(meter);
    meter->boid_room = room;
    bool made = vol_tree_make_room(&meter->tree, (uint32_t)room, allocator);
    made = vol_grid_allocate(&meter->search.grid, (uint32_t)room, meter->workers, allocator) && made;
    meter->order = vol_allocate(allocator, room, sizeof *meter->order);
    made = meter->order && made;
    /* side by side, so that together they are room to sort in; a leaf longer, and enough for the counts of the smallest
     * grid */
    const size_t each = (room + 2 * VOL_TREE_LEAF + 7) / 8 * 8, dimensions = (size_t)meter->space.dimensions;
    meter->sorted_bytes = dimensions * each * sizeof(double);
    double *sorted = vol_allocate(allocator, meter->sorted_bytes, 1);
    for (size_t c = 0; c < dimensions; c++) {
        meter->position[c] = vol_allocate(allocator, room, sizeof *meter->position[c]);
        meter->sorted[c] = sorted ? sorted + c * each : NULL;
        made = meter->position[c] && sorted && made;
    }
    if (nearest) {
        meter->nearest = vol_allocate(allocator, room, sizeof *meter->nearest);
        made = meter->nearest && made;
    }
    if (meter->def.measures & VOL_MEASURE_BIT(VOL_MEASURE_ANISOTROPY)) {
        meter->partner = vol_allocate(allocator, room, sizeof *meter->partner);
        made = meter->partner && made;
    }
    if (groups) {
        meter->tight_room = meter->tree.node_room;
        meter->parent = vol_allocate(allocator, node_room(room), sizeof *meter->parent);
        meter->size = vol_allocate(allocator, node_room(room), sizeof *meter->size);
        meter->of_size = vol_allocate(allocator, room + 1, sizeof *meter->of_size);
        meter->tight = vol_allocate(allocator, meter->tight_room, sizeof *meter->tight);
        made = make_curve(meter, VOL_CURVE_GROUPS, different_sizes(room)) && made;
        made = meter->parent && meter->size && meter->of_size && meter->tight && made;
    }
    if (!made) {
        release_boids(meter);
    }
    return made;
}

/* Gives back what there is of a meter. */
static void release_meter(vol_meter *meter) {
    const vol_allocator *allocator = &meter->world->def.allocator;
    release_boids(meter);
    for (size_t kind = 0; kind < VOL_CURVE_COUNT; kind++) {
        release_curve(meter, (vol_curve_kind)kind);
    }
    for (int i = 0; i < 6; i++) {
        vol_release(allocator, meter->sample[i], meter->def.correlation.boids, sizeof *meter->sample[i]);
    }
    vol_release(allocator, meter->pairs, meter->workers * (meter->def.correlation.bins + VOL_WIDTH_MOST),
                sizeof *meter->pairs);
    vol_release(allocator, meter->count, meter->workers * (meter->boxes + meter->cells), sizeof *meter->count);
    vol_release(allocator, meter->density, meter->cells, sizeof *meter->density);
    vol_release(allocator, meter->motion, meter->workers, sizeof *meter->motion);
    vol_release(allocator, meter->waves, meter->workers, sizeof *meter->waves);
    vol_release(allocator, meter->nearness, meter->workers, sizeof *meter->nearness);
    vol_release(allocator, meter->found.sizes, meter->found.size_room, sizeof *meter->found.sizes);
    vol_release(allocator, meter->near_count, meter->workers * meter->def.nearest.bins, sizeof *meter->near_count);
    vol_release(allocator, meter, 1, sizeof *meter);
}

vol_result vol_meter_create(vol_world *world, const vol_meter_def *def, vol_meter **meter, vol_error *error) {
    VOL_GIVEN(meter, error);
    *meter = NULL;
    VOL_ENTER(world, error);
    vol_result result = check_def(def, world->def.dimensions, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_meter *m = vol_allocate(&world->def.allocator, 1, sizeof *m);
    if (m) {
        m->world = world;
        m->def = *def;
        m->workers = world->crew.workers;
        m->kernels = vol_find_meters(world->kernels->isa);
        for (vol_precision precision = 0; precision < VOL_PRECISION_COUNT; precision++) {
            m->own_of[precision] = vol_find_meter_kernels(world->kernels->isa, precision);
        }
        m->own = m->own_of[VOL_PRECISION_DOUBLE];
        if (def->fluctuation.levels == 0) {
            m->def.fluctuation.levels = world->def.dimensions == 3 ? 4 : 6;
        }
        if (world->def.dimensions == 2 && def->density.cells[0] > 0) {
            m->def.density.cells[2] = 1;
        }
        if (!make_fixed(m)) {
            release_meter(m);
            m = NULL;
        }
    }
    if (!m) {
        return vol_fail(error, VOL_ERROR_MEMORY, "meter", "no memory for a meter");
    }
    for (size_t i = 0; i < VOL_MEASURE_COUNT; i++) {
        m->value[i] = NAN;
    }
    *meter = m;
    return VOL_OK;
}

void vol_meter_destroy(vol_meter *meter) {
    if (meter && vol_may_enter(meter->world, __func__)) {
        release_meter(meter);
    }
}

/* Boundaries that bring boids in again at the other side make a world periodic. */
static vol_space space_of(const vol_world_def *def) {
    double margin = def->boundary == VOL_BOUNDARY_TILE ? def->margin : 0;
    vol_space space = {.dimensions = def->dimensions};
    space.periodic =
        def->boundary == VOL_BOUNDARY_WRAP || def->boundary == VOL_BOUNDARY_JUMP || def->boundary == VOL_BOUNDARY_TILE;
    for (int c = 0; c < def->dimensions && space.periodic; c++) {
        space.low[c] = -(margin - def->origin[c]);
        space.period[c] = def->size[c] + 2 * margin;
    }
    return space;
}

/* Flocks without a reach are one group: no boids are farther apart than this. */
#define ENDLESS_RADIUS 1e12

/* As far as the rules of the flocks that are read reach. */
static double group_radius(const vol_meter *meter) {
    double radius = meter->def.radius;
    for (uint32_t i = meter->flock_begin; i < meter->flock_end && meter->def.radius == 0; i++) {
        const vol_flock_def *def = &meter->world->flocks[i]->def;
        bool endless = vol_find_model(meter->world->kernels, def)->traits & VOL_TRAIT_ENDLESS;
        double reach = !meter->world->flocks[i]->exists ? 0 : endless ? ENDLESS_RADIUS : vol_zones_reach(def);
        radius = reach > radius ? reach : radius;
    }
    return radius;
}

static size_t begin_reading(vol_meter *meter, vol_flock flock) {
    meter->flock_begin = flock == VOL_NONE ? 0 : flock;
    meter->flock_end = flock == VOL_NONE ? meter->world->flock_count : flock + 1;
    meter->space = space_of(&meter->world->def);
    meter->even = false;
    meter->map = (vol_density){0};
    for (size_t i = 0; i < VOL_MEASURE_COUNT; i++) {
        meter->value[i] = NAN;
    }
    for (size_t i = 0; i < VOL_CURVE_COUNT; i++) {
        meter->points[i] = 0;
    }
    size_t boids = 0;
    for (uint32_t i = meter->flock_begin; i < meter->flock_end; i++) {
        boids += meter->world->backend->size(meter->world, meter->world->flocks[i]).count;
    }
    return boids;
}

/* Bytes that a reading on the host takes for each boid: see make_boids. */
static uint64_t boid_bytes(const vol_meter *meter) {
    const uint64_t dimensions = (uint64_t)meter->space.dimensions, tree = 2 * 4 + 2 * 8 + sizeof(vol_tree_node) / 4;
    const bool nearest = vol_meter_wants(meter, VOL_FAMILY_NEAREST), groups = vol_meter_wants(meter, VOL_FAMILY_GROUPS);
    if (!nearest && !groups && !vol_meter_wants(meter, VOL_FAMILY_NEIGHBOURS)) {
        return 0;
    }
    return 2 * dimensions * 8 + 4 + 2 * 4 + tree + (nearest ? 8 + 4 : 0) + (groups ? 3 * 4 : 0);
}

/* Whoever asks for more memory than there is may be given it, and ended once it is used. */
static vol_result check_memory(const vol_meter *meter, size_t boids, vol_error *error) {
    vol_world *world = meter->world;
    const uint64_t most = meter->def.memory > 0 ? meter->def.memory : vol_machine_memory();
    const uint64_t fetched = world->backend->host_bytes ? world->backend->host_bytes(world) : 0;
    const uint64_t needed = fetched + (boids > meter->boid_room ? boids * boid_bytes(meter) : 0);
    return needed <= most ? VOL_OK
                          : vol_fail(error, VOL_ERROR_MEMORY, "memory",
                                     "to measure %zu boids here takes about %.1f MB of memory%s; allowed are %.1f MB",
                                     boids, 1e-6 * (double)needed,
                                     fetched > 0 ? ", because their device cannot (too crowded for cells, too far "
                                                   "apart, or no memory there)"
                                                 : "",
                                     1e-6 * (double)most);
}

/* What is to be read on the host: the boids, which may have to be fetched, and memory for what is made of them. A
 * device that is lost over that leaves an earlier state, of as many boids as that had. */
static vol_result make_near(vol_meter *meter, size_t *boids, vol_error *error) {
    vol_result result = check_memory(meter, *boids, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_world *world = meter->world;
    bool here = true;
    *boids = 0;
    for (uint32_t i = meter->flock_begin; i < meter->flock_end; i++) {
        const size_t some = vol_flock_look(world, world->flocks[i]).count;
        here = here && some == world->backend->size(world, world->flocks[i]).count;
        *boids += some;
    }
    return here && make_boids(meter, *boids)
               ? VOL_OK
               : vol_fail(error, VOL_ERROR_MEMORY, "meter", "no memory to measure %zu boids", *boids);
}

static void measure_near(vol_meter *meter, size_t boids) {
    const bool nearest = vol_meter_wants(meter, VOL_FAMILY_NEAREST), groups = vol_meter_wants(meter, VOL_FAMILY_GROUPS);
    const double radius = groups ? group_radius(meter) : 0;
    if (meter->far) {
        meter->tree.count = (uint32_t)meter->boids;
    } else if (nearest || groups) {
        vol_meter_locate(meter, boids);
    }
    meter->known = 0;
    if (!meter->far && (nearest || groups)) {
        vol_meter_near(meter, radius);
    }
    if (nearest) {
        vol_meter_nearest(meter);
    }
    if (groups) {
        vol_meter_groups(meter, radius);
    }
}

static vol_result read_boids(vol_meter *meter, vol_flock flock, vol_error *error) {
    size_t boids = begin_reading(meter, flock);
    if (boids > UINT32_MAX / 2) { /* all of them are numbered */
        return vol_fail(error, VOL_ERROR_MEMORY, "meter", "%zu boids are too many to be measured; allowed are %u",
                        boids, (unsigned)(UINT32_MAX / 2));
    }
    if (meter->far && !make_far(meter, boids)) {
        meter->lost = true;
        return VOL_OK;
    }
    const vol_result result = meter->far ? VOL_OK : make_near(meter, &boids, error);
    if (result != VOL_OK) {
        return result;
    }
    vol_meter_motion(meter);
    if (meter->waves) {
        vol_meter_structure(meter);
    }
    measure_near(meter, boids);
    if (vol_meter_wants(meter, VOL_FAMILY_CORRELATION)) {
        vol_meter_correlation(meter);
    }
    if (meter->boxes + meter->cells > 0 && meter->boids > 0) {
        vol_meter_counts(meter);
    }
    if (vol_meter_wants(meter, VOL_FAMILY_NEIGHBOURS)) {
        vol_meter_neighbours(meter);
    }
    return VOL_OK;
}

vol_result vol_meter_read(vol_meter *meter, vol_flock flock, vol_error *error) {
    VOL_GIVEN(meter, error);
    VOL_ENTER(meter->world, error);
    if (flock != VOL_NONE && !vol_flock_of(meter->world, flock)) {
        return vol_no_flock(flock, "flock", error);
    }
    flock = flock == VOL_NONE ? flock : flock & VOL_PLACE_MOST;
    meter->far = meter->world->backend->survey != NULL;
    meter->lost = false;
    vol_result result = read_boids(meter, flock, error);
    if (meter->far) {
        vol_meter_end_there(meter);
    }
    if (meter->lost) {
        meter->far = meter->lost = false;
        result = read_boids(meter, flock, error);
    }
    return result;
}

/* A question about the last reading: not while the next one is made. */
static bool may_ask(const vol_meter *meter, const char *function) {
    if (!meter) {
        vol_stop(function, "the meter is NULL");
        return false;
    }
    return vol_may_enter(meter->world, function);
}

double vol_meter_value(const vol_meter *meter, vol_measure measure) {
    if (!may_ask(meter, __func__)) {
        return NAN;
    }
    if (measure >= VOL_MEASURE_COUNT) {
        vol_stop(__func__, "there is no measure number %d", (int)measure);
        return NAN;
    }
    return meter->def.measures & VOL_MEASURE_BIT(measure) ? meter->value[measure] : NAN;
}

vol_curve vol_meter_curve(const vol_meter *meter, vol_curve_kind kind) {
    if (!may_ask(meter, __func__)) {
        return (vol_curve){0};
    }
    if (kind >= VOL_CURVE_COUNT) {
        vol_stop(__func__, "there is no curve number %d", (int)kind);
        return (vol_curve){0};
    }
    const vol_curve_room *room = &meter->room[kind];
    return (vol_curve){meter->points[kind], room->x, room->y, room->number};
}

vol_density vol_meter_density(const vol_meter *meter) {
    return may_ask(meter, __func__) ? meter->map : (vol_density){0};
}
