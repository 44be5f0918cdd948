/* Measures a case. Every way to compute (threads, instruction set) has a world of its own; they make the same first
 * steps, which must lead all of them to the same bits. Then each repeat goes through the ways in turn, and times the
 * same steps from the same state again: what is measured does not depend on how fast the machine is.
 *
 * On a device with more boids than this machine should have to hold, and over several ranks, no state is kept: each
 * repeat makes the world anew, and the boids are never read back. */
#include "bench/bench.h"
#include "cluster/cluster.h"
#include "util/computed.h"
#include "util/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* WARM_UP: steps before the hash is taken. RESUME: after a state was restored, until the boids lie in memory as they do
 * in a run that goes on. */
enum { WARM_UP = 10, RESUME = 2 };

/* Boids of a device whose state is kept here, at most; steps that a device makes without being asked for its result;
 * and boids that are added at a time. */
enum { MOST_KEPT = 1 << 24, DEVICE_STEPS = 50, ADDED = 1 << 20 };

/* How long the timed steps of a repeat take at least, by doing them again and again. */
static const double LEAST_SECONDS = 0.2;

typedef struct way {
    const app_bench_way *how;
    vol_world *world;
    double seconds; /* a step, in the best repeat; 0: none yet */
    vol_profile profile;
    vol_work before, after; /* of a step on a device, where the timed ones begin and end */
    vol_cluster_report shares;
} way;

typedef struct bench {
    const app_bench_case *c;
    uint64_t steps;
    bool fixed; /* the number of steps was asked for: they are done once a repeat */
    way *ways;
    size_t way_count;
    void *snapshot; /* the state before the timed steps */
    size_t snapshot_size;
    uint64_t hash;
    double neighbours;
    bool refused; /* by the device: such worlds are not computed there */
} bench;

static bool failed(bench *b, const vol_error *error, app_fault *fault) {
    b->refused = error->result == VOL_ERROR_UNSUPPORTED && strcmp(error->field, "device") == 0;
    bool machine = error->result == VOL_ERROR_MEMORY || error->result == VOL_ERROR_DEVICE;
    int code = machine ? APP_EXIT_FAILED : APP_EXIT_WRONG;
    return app_fault_set(fault, code, "volery bench: %s: %s", b->c->workload, error->text);
}

/* A coordinate of a boid: that of its cluster, and a random one within the cluster, a ball. */
static void place_boid(const app_bench_case *c, uint32_t id, double *position, double *velocity) {
    const uint32_t crowd = (uint32_t)(id / c->crowd);
    double offset[3] = {0, 0, 0}, length2 = 2;
    for (uint64_t attempt = 1; length2 > 1; attempt++) {
        length2 = 0;
        for (int axis = 0; axis < 3 && axis < c->world.dimensions; axis++) {
            offset[axis] = 2 * vol_random(c->world.seed, 0, id, attempt, (uint32_t)axis) - 1;
            length2 += offset[axis] * offset[axis];
        }
    }
    for (int axis = 0; axis < 3 && axis < c->world.dimensions; axis++) {
        double center = vol_random(c->world.seed, 1, crowd, 0, (uint32_t)axis) * c->world.size[axis];
        position[axis] = center + offset[axis] * c->crowd_radius;
        velocity[axis] = c->flock.start.speed * offset[axis];
    }
}

static bool add_crowds(const bench *b, vol_world *world, vol_flock flock, vol_error *error) {
    const size_t count = b->c->flock.count, dimensions = (size_t)b->c->world.dimensions;
    double *position = vol_take(ADDED * dimensions * sizeof *position);
    double *velocity = vol_take(ADDED * dimensions * sizeof *velocity);
    vol_result result = vol_flock_reserve(world, flock, count, error);
    for (size_t first = 0; first < count && result == VOL_OK; first += ADDED) {
        size_t some = count - first < ADDED ? count - first : ADDED;
        for (size_t i = 0; i < some; i++) {
            place_boid(b->c, (uint32_t)(first + i), position + i * dimensions, velocity + i * dimensions);
        }
        result = vol_flock_add(world, flock, some, position, velocity, NULL, error);
    }
    free(position);
    free(velocity);
    return result == VOL_OK;
}

static bool make_world(bench *b, const app_bench_way *how, vol_world **world, app_fault *fault) {
    vol_world_def def = b->c->world;
    vol_flock flock;
    vol_error error;
    def.threads = app_cluster_threads(how->where.threads);
    def.cluster = app_cluster();
    def.device = how->where.device;
    def.device_memory = how->where.device_memory;
    def.fast = how->where.fast;
    def.isa = how->isa;
    vol_flock_def flock_def = b->c->flock;
    if (b->c->crowd > 0) {
        flock_def.start.shape = VOL_SHAPE_GIVEN;
        flock_def.count = 0;
    }
    return (vol_world_create(&def, world, &error) == VOL_OK &&
            vol_flock_create(*world, &flock_def, &flock, &error) == VOL_OK &&
            (b->c->crowd == 0 || add_crowds(b, *world, flock, &error))) ||
           failed(b, &error, fault);
}

static bool restore(bench *b, vol_world *world, app_fault *fault) {
    vol_error error;
    return vol_snapshot_read(world, b->snapshot, b->snapshot_size, &error) == VOL_OK || failed(b, &error, fault);
}

static void keep(bench *b, vol_world *world) {
    b->snapshot_size = vol_snapshot_size(world);
    b->snapshot = vol_retake(b->snapshot, b->snapshot_size);
    vol_snapshot_write(world, b->snapshot);
}

/* Several ranks are ended by who has started them. */
static bool interrupted(void) {
    return app_cluster_size() == 1 && app_interrupt_came();
}

/* Many steps, but an interrupt ends them. */
static bool go(vol_world *world, uint64_t steps, app_fault *fault) {
    const uint64_t most = app_computed_on_device(world) ? DEVICE_STEPS : 1;
    bool right = true;
    while (right && steps > 0 && !interrupted()) {
        uint64_t some = steps < most ? steps : most;
        right = vol_scene_step_world(world, some, fault);
        steps -= some;
    }
    return right && !interrupted();
}

/* Must the world be made anew for every repeat, and its boids stay where they are? */
static bool is_unkept(const bench *b, const vol_world *world) {
    return app_cluster_size() > 1 || (b->c->flock.count > MOST_KEPT && app_computed_on_device(world));
}

/* One world settles for all. */
static bool settle(bench *b, app_fault *fault) {
    if (b->c->settle == 0) {
        return true;
    }
    if (!go(b->ways[0].world, b->c->settle, fault)) {
        return false;
    }
    if (is_unkept(b, b->ways[0].world)) {
        return true; /* the only one: see measure */
    }
    keep(b, b->ways[0].world);
    for (size_t i = 1; i < b->way_count; i++) {
        if (!restore(b, b->ways[i].world, fault)) {
            return false;
        }
    }
    return true;
}

static bool warm_up(bench *b, app_fault *fault) {
    for (size_t i = 0; i < b->way_count; i++) {
        vol_world *world = b->ways[i].world;
        if (!go(world, WARM_UP, fault)) {
            return false;
        }
        b->ways[i].before = vol_world_work(world);
        uint64_t hash = vol_world_hash(world);
        if (i > 0 && hash != b->hash && !app_computed_fast(world)) {
            return app_fault_set(fault, APP_EXIT_FAILED,
                                 "volery bench: %s: %s with %u threads gives other bits than %s with %u threads",
                                 b->c->workload, vol_world_isa(world), (unsigned)vol_world_workers(world),
                                 vol_world_isa(b->ways[0].world), (unsigned)vol_world_workers(b->ways[0].world));
        }
        b->hash = hash;
    }
    b->neighbours = NAN;
    if (!is_unkept(b, b->ways[0].world)) {
        keep(b, b->ways[0].world);
        b->neighbours = app_bench_neighbours(b->ways[0].world, app_bench_reach(&b->c->flock));
    }
    return true;
}

/* Brings a world to where the timed steps begin. */
static bool return_to_start(bench *b, way *w, app_fault *fault) {
    if (!is_unkept(b, w->world)) {
        return restore(b, w->world, fault) && vol_scene_step_world(w->world, RESUME, fault);
    }
    if (vol_world_steps(w->world) > b->c->settle + WARM_UP) { /* not the first time */
        vol_world_destroy(w->world);                          /* before the next one: there may be no room for two */
        w->world = NULL;
        if (!make_world(b, w->how, &w->world, fault) || !go(w->world, b->c->settle + WARM_UP, fault)) {
            return false;
        }
    }
    return go(w->world, RESUME, fault);
}

/* The timed steps, until they have taken long enough. */
static bool repeat(bench *b, way *w, app_fault *fault) {
    double seconds = 0;
    uint64_t steps = 0;
    bool once = b->fixed || is_unkept(b, w->world);
    vol_profile profile = {0};
    do {
        if (!return_to_start(b, w, fault)) {
            return false;
        }
        vol_world_reset_profile(w->world);
        double begun = app_clock();
        bool right = vol_scene_step_world(w->world, b->steps, fault);
        seconds += app_clock() - begun;
        if (!right) {
            return false;
        }
        steps += b->steps;
        vol_profile part = vol_world_profile(w->world);
        profile.steps += part.steps;
        profile.index += part.index;
        profile.sense += part.sense;
        profile.decide += part.decide;
        profile.move += part.move;
        profile.boids += part.boids;
        profile.candidates += part.candidates;
    } while (!once && seconds < LEAST_SECONDS && !interrupted());
    double a_step = seconds / (double)steps;
    if (w->seconds == 0 || a_step < w->seconds) {
        w->seconds = a_step;
        w->profile = profile;
        vol_world_cluster(w->world, &w->shares, sizeof w->shares);
    }
    return !interrupted();
}

static const char *word_of(const char *parameter, int choice) {
    return vol_param_find(parameter)->choices[choice];
}

/* What a step of this way has to do. Processors count candidates in each step, devices when they are asked to: at both
 * ends. */
static void fill_work(const bench *b, const way *w, app_bench_line *line) {
    const vol_profile *p = &w->profile;
    const double boids = (double)b->c->flock.count;
    uint64_t candidates = p->candidates;
    if (app_cluster() != NULL) { /* each rank counts its own */
        app_cluster()->add(app_cluster()->user, &candidates, 1);
        line->ranks = app_cluster_size();
        line->exchange = w->shares.communicating / (w->seconds * (double)p->steps);
    }
    line->candidates = p->boids > 0 ? (double)candidates / (double)p->boids : 0;
    line->bytes_per_step = line->candidates_per_second = NAN;
    if (app_computed_on_device(w->world)) {
        line->candidates = ((double)w->before.candidates + (double)w->after.candidates) / 2 / boids;
        line->candidates_per_second = line->candidates * boids / w->seconds;
        line->bytes_per_step = ((double)w->before.bytes + (double)w->after.bytes) / 2;
    }
}

static void fill_line(const bench *b, const way *w, app_bench_line *line) {
    const vol_profile *p = &w->profile;
    double boids = (double)b->c->flock.count;
    *line = (app_bench_line){.dimension = (uint64_t)b->c->world.dimensions,
                             .boids = b->c->flock.count,
                             .steps = b->steps,
                             .threads = vol_world_workers(w->world),
                             .settled = b->c->settle,
                             .seconds_per_step = w->seconds,
                             .ns_per_boid = 1e9 * w->seconds / boids,
                             .neighbours = b->neighbours,
                             .speedup = NAN,
                             .exchange = NAN,
                             .fast = app_computed_fast(w->world) ? 1 : 0,
                             .device_bytes = vol_world_device_bytes(w->world)};
    fill_work(b, w, line);
    const double stages[] = {p->index, p->sense, p->decide, p->move};
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        line->stage[i] = stages[i] / (double)p->steps;
    }
    if (b->c->article_ns > 0 && line->ns_per_boid > 0) {
        line->speedup = b->c->article_ns / line->ns_per_boid;
    }
    snprintf(line->workload, sizeof line->workload, "%s", b->c->workload);
    snprintf(line->isa, sizeof line->isa, "%s", vol_world_isa(w->world));
    snprintf(line->device, sizeof line->device, "%s", vol_world_device(w->world));
    for (char *at = line->device; *at != '\0'; at++) {
        *at = strchr(",\"\\", *at) != NULL || (unsigned char)*at < ' ' ? '_' : *at; /* a cell of CSV as it is */
    }
    snprintf(line->precision, sizeof line->precision, "%s",
             b->c->world.precision == VOL_PRECISION_DOUBLE ? "double" : "single");
    snprintf(line->index, sizeof line->index, "%s", word_of("world.index", (int)b->c->world.index));
    if (b->c->world.update != VOL_UPDATE_TOGETHER) {
        snprintf(line->update, sizeof line->update, "%s", word_of("world.update", (int)b->c->world.update));
    }
    snprintf(line->hash, sizeof line->hash, "%016llx", (unsigned long long)b->hash);
}

static bool measure(bench *b, const app_bench_way *ways, uint64_t repeats, app_fault *fault) {
    for (size_t i = 0; i < b->way_count; i++) {
        b->ways[i].how = &ways[i];
        if (!make_world(b, &ways[i], &b->ways[i].world, fault)) {
            return false;
        }
        if (b->way_count > 1 && is_unkept(b, b->ways[i].world)) {
            return app_fault_set(fault, APP_EXIT_WRONG,
                                 "volery bench: %s: over ranks, and on a device with more than %d boids, one number of "
                                 "threads and one instruction set alone are allowed",
                                 b->c->workload, MOST_KEPT);
        }
    }
    if (!settle(b, fault) || !warm_up(b, fault)) {
        return false;
    }
    for (uint64_t r = 0; r < repeats; r++) {
        for (size_t i = 0; i < b->way_count; i++) {
            if (!repeat(b, &b->ways[i], fault)) {
                return false;
            }
        }
    }
    for (size_t i = 0; i < b->way_count; i++) {
        b->ways[i].after = vol_world_work(b->ways[i].world);
    }
    /* The mean of both ends of the timed steps: boids gather meanwhile. */
    if (!is_unkept(b, b->ways[0].world)) {
        b->neighbours = (b->neighbours + app_bench_neighbours(b->ways[0].world, app_bench_reach(&b->c->flock))) / 2;
    }
    return true;
}

bool app_bench_measure(const app_bench_case *c, const app_bench_way *ways, size_t way_count, uint64_t repeats,
                       uint64_t steps, app_bench_line *lines, bool *refused, app_fault *fault) {
    bench b = {.c = c, .steps = steps > 0 ? steps : c->steps, .fixed = steps > 0, .way_count = way_count};
    b.ways = vol_take(way_count * sizeof *b.ways);
    memset(b.ways, 0, way_count * sizeof *b.ways);
    bool right = measure(&b, ways, repeats, fault);
    for (size_t i = 0; i < way_count; i++) {
        if (right) {
            fill_line(&b, &b.ways[i], &lines[i]);
        }
        vol_world_destroy(b.ways[i].world);
    }
    free(b.ways);
    free(b.snapshot);
    *refused = b.refused;
    return right;
}
