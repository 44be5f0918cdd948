/* The step on a device: all of it is put into the queue, many steps at a time, and nothing is read back but how far the
 * device has come. */
#include "backends/opencl/opencl.h"

#include "around/timing.h"
#include "kernels/registry.h"
#include "params/params.h"

#include <stdio.h>
#include <string.h>

/* Steps that are put into the queue before the host waits for them. */
enum { VOL_CL_AHEAD = 256 };

/* Where so many are wanted, one of them may be timed. */
enum { VOL_CL_TIMED = 4 };

/* --- Before steps ------------------------------------------------------------------------------------------------- */

/* What surrounds the flocks, as the device reads it. */
static bool write_surroundings(vol_world *world) {
    vol_cl_world *w = vol_cl_of(world);
    const vol_surroundings *a = &world->around;
    const vol_around *flat = &a->flat;
    const vol_barriers *b = &a->barriers;
    const uint32_t cells = b->grid.number[0] * b->grid.number[1] * b->grid.number[2];
    const bool obstacles = b->count > 0;
    const struct {
        const void *bytes;
        size_t size;
    } input[VOL_CL_INPUTS] = {
        [VOL_CL_WORLD] = {&flat->world, sizeof flat->world},
        [VOL_CL_TERM] = {a->terms.core, a->terms.living * sizeof *a->terms.core},
        [VOL_CL_NUMBER] = {a->terms.number, a->terms.number_count * sizeof *a->terms.number},
        [VOL_CL_RELATION] = {a->relation_core, a->relation_count * sizeof *a->relation_core},
        [VOL_CL_TARGET] = {a->targets, (size_t)a->relation_count * VOL_TARGETS_MOST * sizeof *a->targets},
        [VOL_CL_GRID] = {&b->grid, sizeof b->grid},
        [VOL_CL_BARRIER] = {b->barrier, b->count * sizeof *b->barrier},
        [VOL_CL_POINTS] = {b->points, (size_t)b->point_count * 3 * sizeof *b->points},
        [VOL_CL_START] = {b->start, obstacles ? ((size_t)cells + 1) * sizeof *b->start : 0},
        [VOL_CL_LIST] = {b->list, obstacles ? b->start[cells] * sizeof *b->list : 0},
        [VOL_CL_PLAYER] = {a->player_core, a->player_count * sizeof *a->player_core}};
    for (int i = 0; i < VOL_CL_INPUTS; i++) {
        if (i != VOL_CL_FLOCKS && !vol_cl_write(world, &w->input[i], input[i].bytes, input[i].size)) {
            return false;
        }
    }
    return true;
}

/* What the flocks are, and nothing found of them yet where that has changed. */
static bool write_flocks(vol_world *world) {
    vol_cl_world *w = vol_cl_of(world);
    vol_device_flock record[VOL_CL_FLOCKS_MOST];
    vol_device_found found[VOL_CL_FLOCKS_MOST];
    vol_cl_copy *copy = &w->input[VOL_CL_FLOCKS];
    const size_t size = world->flock_count * sizeof *record;
    memset(found, 0, sizeof found);
    for (uint32_t i = 0; i < world->flock_count; i++) {
        record[i] = vol_cl_flock_of(world->flocks[i])->record;
        found[i].leader = VOL_NO_LEADER;
    }
    if (copy->memory.buffer && copy->bytes == size && (size == 0 || memcmp(copy->last, record, size) == 0)) {
        return true;
    }
    if (size == 0) { /* drivers refuse to write nothing */
        return vol_cl_write(world, copy, record, size);
    }
    return vol_cl_write(world, copy, record, size) &&
           vol_cl_ok(w, w->cl.EnqueueWriteBuffer(w->queue, w->array[VOL_CL_FOUND].buffer, CL_TRUE, 0,
                                                 world->flock_count * sizeof *found, found, 0, NULL, NULL));
}

static bool same_zones(const vol_world *world, const vol_flock_def *def) {
    return world->def.precision == VOL_PRECISION_DOUBLE ? def->alignment.radius == def->cohesion.radius
                                                        : (float)def->alignment.radius == (float)def->cohesion.radius;
}

/* NVIDIA's compiler takes so many registers that too few work items run at a time to wait for memory together; with
 * fewer a step takes four fifths of the time (docs/performance.md). What surrounds a flock needs them. */
static const char *more_options(const vol_world *world, const vol_cl_flock *own, bool wide) {
    const bool nvidia = strstr(vol_cl_of(world)->device.info.platform, "NVIDIA") != NULL;
    if (!nvidia || wide || own->lists || own->surrounded || own->joins || own->pends) {
        return "";
    }
    return world->def.dimensions == 3 ? " -cl-nv-maxrregcount=64" : " -cl-nv-maxrregcount=40";
}

/* Buffers that such a step has besides: see ARGUMENTS of step.cl. */
enum { VOL_CL_BUFFERS_BY_VALUE = 10 };

/* Is the flock stepped by a kernel that has its record and its numbers by value? Compilers then read them as if they
 * were constants: a twelfth fewer instructions. It must be one that reads nothing else: no tables of weights, no other
 * flocks. */
static bool is_by_value(const vol_world *world, const vol_flock_data *flock, bool grid_alone) {
    const vol_cl_flock *own = vol_cl_flock_of(flock);
    const size_t bytes = sizeof own->record + world->kernels->numbers_size + VOL_CL_BUFFERS_BY_VALUE * sizeof(cl_mem);
    return grid_alone && !own->lists && !own->surrounded && !own->joins && !own->pends &&
           world->around.flat.hard_count == 0 && flock->def.model != VOL_MODEL_CUSTOM &&
           bytes <= vol_cl_of(world)->device.parameter_most;
}

/* The program that steps a flock: all that is the same for all its boids is a constant in it. */
static vol_cl_program *step_program(vol_world *world, vol_flock_data *flock) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    const vol_device_flock *r = &own->record;
    const vol_flock_def *def = &flock->def;
    const bool wide = world->def.precision == VOL_PRECISION_DOUBLE;
    const bool brute = r->kind == VOL_DEVICE_BRUTE, images = world->def.images;
    const bool full = def->view.angle < 360 || def->view.distance > 0 || (images && (brute || own->joins));
    const bool counts =
        (r->kind == VOL_DEVICE_GRID || r->kind == VOL_DEVICE_EITHER) && world->around.flat.hard_count == 0;
    const uint32_t grid = 1u << VOL_DEVICE_GRID, tree = 1u << VOL_DEVICE_TREE;
    const uint32_t kinds = r->kind != VOL_DEVICE_EITHER ? 1u << r->kind
                           : own->able & VOL_ABLE_TREE  ? grid | tree
                                                        : grid;
    own->by_value = is_by_value(world, flock, kinds == grid);
    char options[VOL_CL_OPTIONS - 40];
    snprintf(options, sizeof options,
             "-DVOL_DOUBLE=%d -DVOL_D=%d -DVOL_MODEL_NAME=%s -DVOL_VARIANT=%d -DVOL_FULL=%d -DVOL_SAME_ZONES=%d "
             "-DVOL_KINDS=%u -DVOL_IMAGES=%d -DVOL_TORUS=%d -DVOL_SURROUNDED=%d -DVOL_JOINS=%d -DVOL_PENDS=%d "
             "-DVOL_COUNTS=%d -DVOL_FLOCKS=%u -DVOL_BOUNDARY=%d -DVOL_NEAREST=%u -DVOL_ANYWHERE=%d "
             "-DVOL_BY_VALUE=%d -DVOL_TOGETHER_NOW=%d",
             wide, world->def.dimensions, vol_model_name(def->model), (int)vol_flock_variant(world, flock), full,
             same_zones(world, def), (unsigned)kinds, images && !brute, world->def.boundary == VOL_BOUNDARY_OPEN,
             own->surrounded, own->joins, own->pends, counts,
             own->surrounded || own->joins || own->pends ? (unsigned)world->flock_count : 1u, (int)world->def.boundary,
             (unsigned)def->neighbours.count, own->anywhere && !brute, own->by_value, own->together);
    const size_t used = strlen(options);
    snprintf(options + used, sizeof options - used, "%s%s",
             vol_cl_of(world)->quick_root && !wide ? " -DVOL_QUICK_ROOT=1" : "", more_options(world, own, wide));
    return vol_cl_program_of(world, "backends/opencl/step.cl", vol_model_name(def->model), options);
}

/* The constants and numbers of a flock, and its program. */
static bool plan_step(vol_world *world, vol_flock_data *flock) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    const vol_context context = vol_surround_context(world, flock);
    const vol_around *around = context.around;
    own->pends = world->steps > 0 && flock->relation[VOL_RELATION_DELAYED] != VOL_NO_RELATION;
    own->joins = flock->relation[VOL_RELATION_JOINS] != VOL_NO_RELATION;
    /* a gust may come in a later step */
    const double *wind = world->def.wind.velocity;
    own->surrounded = vol_is_surrounded(&context) || wind[0] != 0 || wind[1] != 0 || wind[2] != 0;
    own->now = (vol_device_step){.time = context.time,
                                 .budget = context.budget,
                                 .reach = context.reach,
                                 .flock = flock->number,
                                 .terms_begin = context.terms_begin,
                                 .terms_end = context.terms_end,
                                 .relation = {context.relation[0], context.relation[1], context.relation[2]},
                                 .force = context.force != 0,
                                 .obstacle_count = around->obstacle_count,
                                 .soft_count = around->soft_count,
                                 .hard_count = around->hard_count,
                                 .player_count = around->player_count};
    const int traits = vol_find_model(world->kernels, &flock->def)->traits;
    vol_flock_def timed;
    const vol_flock_def *def = vol_time_flock(&world->def, &flock->def, &timed);
    world->kernels->fill_constants(flock->constants, &world->def, def, traits, flock->number, 0,
                                   own->record.kind != VOL_DEVICE_BRUTE, own->record.reach);
    own->steps = step_program(world, flock);
    return own->steps && own->sorts &&
           vol_cl_write(world, &own->constants, flock->constants, world->kernels->constants_size);
}

static bool plan(vol_world *world) {
    bool ready = true;
    for (uint32_t i = 0; ready && i < world->flock_count; i++) {
        ready = vol_cl_send(world, world->flocks[i]);
        if (ready) {
            vol_cl_plan_sort(world, world->flocks[i]);
        }
    }
    ready = ready && vol_cl_make_sort_room(world);
    vol_surround_flatten(world);
    ready = ready && write_surroundings(world);
    for (uint32_t i = 0; ready && i < world->flock_count; i++) {
        ready = plan_step(world, world->flocks[i]);
    }
    return ready && write_flocks(world);
}

/* --- One step ----------------------------------------------------------------------------------------------------- */

/* Work items of a group that steps a flock. */
static size_t step_group(const vol_cl_world *w, const vol_cl_flock *own) {
    return own->together ? VOL_TOGETHER : vol_cl_group(w, own->count);
}

static void run_by_value(vol_world *world, vol_flock_data *flock) {
    vol_cl_world *w = vol_cl_of(world);
    vol_cl_flock *own = vol_cl_flock_of(flock);
    const vol_kernels *kernels = world->kernels;
    cl_mem ranks = vol_cl_ranks(w, own, true);
    memcpy((unsigned char *)flock->constants + kernels->step_offset, &own->now.step, sizeof own->now.step);
    const vol_cl_argument argument[] = {VOL_CL_VALUE(own->record),
                                        {kernels->numbers_size, flock->constants},
                                        VOL_CL_ARRAY(w, VOL_CL_PROGRESS),
                                        VOL_CL_ARRAY(w, VOL_CL_STATE),
                                        VOL_CL_ARRAY(w, VOL_CL_SORTED),
                                        VOL_CL_ARRAY(w, VOL_CL_ID_2 - w->current),
                                        VOL_CL_ARRAY(w, VOL_CL_ENDS),
                                        VOL_CL_ARRAY(w, VOL_CL_CELL),
                                        VOL_CL_VALUE(ranks),
                                        VOL_CL_ARRAY(w, VOL_CL_COUNTS),
                                        VOL_CL_VALUE(own->now.counts),
                                        VOL_CL_ARRAY(w, VOL_CL_TURNS)};
    const uint32_t arguments = sizeof argument / sizeof *argument;
    vol_cl_run(w, own->steps, "step_flock", own->count, step_group(w, own), argument, arguments - !own->together);
}

static void run_step(vol_world *world, vol_flock_data *flock, const char *kernel) {
    vol_cl_world *w = vol_cl_of(world);
    vol_cl_flock *own = vol_cl_flock_of(flock);
    if (own->by_value) {
        run_by_value(world, flock);
        return;
    }
    cl_mem ranks = vol_cl_ranks(w, own, true);
    const bool together = own->together && strcmp(kernel, "step_flock") == 0;
    const vol_cl_argument argument[] = {VOL_CL_INPUT(w, VOL_CL_FLOCKS),
                                        VOL_CL_ARRAY(w, VOL_CL_FOUND),
                                        VOL_CL_ARRAY(w, VOL_CL_PROGRESS),
                                        VOL_CL_VALUE(own->now),
                                        VOL_CL_VALUE(own->constants.memory.buffer),
                                        VOL_CL_ARRAY(w, VOL_CL_STATE),
                                        VOL_CL_ARRAY(w, VOL_CL_SORTED),
                                        VOL_CL_ARRAY(w, VOL_CL_ID_2 - w->current),
                                        VOL_CL_ARRAY(w, VOL_CL_ORDER),
                                        VOL_CL_ARRAY(w, VOL_CL_ENDS),
                                        VOL_CL_ARRAY(w, VOL_CL_BOXES),
                                        VOL_CL_ARRAY(w, VOL_CL_PENDING),
                                        VOL_CL_ARRAY(w, VOL_CL_CELL),
                                        VOL_CL_VALUE(ranks),
                                        VOL_CL_ARRAY(w, VOL_CL_COUNTS),
                                        VOL_CL_INPUT(w, VOL_CL_TERM),
                                        VOL_CL_INPUT(w, VOL_CL_NUMBER),
                                        VOL_CL_INPUT(w, VOL_CL_RELATION),
                                        VOL_CL_INPUT(w, VOL_CL_TARGET),
                                        VOL_CL_INPUT(w, VOL_CL_GRID),
                                        VOL_CL_INPUT(w, VOL_CL_BARRIER),
                                        VOL_CL_INPUT(w, VOL_CL_POINTS),
                                        VOL_CL_INPUT(w, VOL_CL_START),
                                        VOL_CL_INPUT(w, VOL_CL_LIST),
                                        VOL_CL_INPUT(w, VOL_CL_PLAYER),
                                        VOL_CL_ARRAY(w, VOL_CL_TURNS)};
    const uint32_t arguments = sizeof argument / sizeof *argument;
    vol_cl_run(w, own->steps, kernel, own->count, together ? step_group(w, own) : vol_cl_group(w, own->count), argument,
               arguments - !together);
}

/* A program that computes in doubles whatever the precision of the state. */
static vol_cl_program *double_program(vol_world *world, const char *path) {
    char options[80];
    snprintf(options, sizeof options, "-DVOL_DOUBLE=1 -DVOL_D=%d -DVOL_STORED=%s", world->def.dimensions,
             world->def.precision == VOL_PRECISION_DOUBLE ? "double4" : "float4");
    return vol_cl_program_of(world, path, NULL, options);
}

/* After all flocks have moved: no boid into a hard obstacle. */
static void stop_flock(vol_world *world, vol_flock_data *flock) {
    vol_cl_world *w = vol_cl_of(world);
    vol_cl_flock *own = vol_cl_flock_of(flock);
    const cl_uint number = flock->number;
    vol_cl_program *program = double_program(world, "backends/opencl/stop.cl");
    VOL_CL_EACH(w, program, "stop", own->count, VOL_CL_INPUT(w, VOL_CL_FLOCKS), VOL_CL_VALUE(number),
                VOL_CL_ARRAY(w, VOL_CL_PROGRESS), VOL_CL_INPUT(w, VOL_CL_WORLD), VOL_CL_ARRAY(w, VOL_CL_STATE),
                VOL_CL_ARRAY(w, VOL_CL_SORTED), VOL_CL_INPUT(w, VOL_CL_GRID), VOL_CL_INPUT(w, VOL_CL_BARRIER),
                VOL_CL_INPUT(w, VOL_CL_POINTS), VOL_CL_INPUT(w, VOL_CL_START), VOL_CL_INPUT(w, VOL_CL_LIST));
    if (own->heading) {
        run_step(world, flock, "face");
    }
}

/* Stops the queue behind the step if there is something to eat. */
static void find_meals(vol_world *world, cl_uint at) {
    vol_cl_world *w = vol_cl_of(world);
    for (uint32_t i = 0; i < world->around.relation_count; i++) {
        const vol_relation_def *relation = &world->around.relations[i];
        const cl_double eat2 = relation->eat * relation->eat;
        const cl_uint hunters = relation->from;
        for (size_t t = 0; vol_relation_eats(relation) && t < relation->to_count; t++) {
            const cl_uint prey = relation->to[t];
            VOL_CL_EACH(w, double_program(world, "backends/opencl/meals.cl"), "find_meals",
                        vol_cl_flock_of(world->flocks[prey])->count, VOL_CL_INPUT(w, VOL_CL_FLOCKS),
                        VOL_CL_VALUE(hunters), VOL_CL_VALUE(prey), VOL_CL_ARRAY(w, VOL_CL_PROGRESS),
                        VOL_CL_INPUT(w, VOL_CL_WORLD), VOL_CL_ARRAY(w, VOL_CL_STATE), VOL_CL_VALUE(eat2),
                        VOL_CL_VALUE(at));
        }
    }
}

/* Puts one step into the queue, number `at` there. */
static void queue_step(vol_world *world, uint32_t at) {
    vol_cl_world *w = vol_cl_of(world);
    const vol_around *around = &world->around.flat;
    if (at > 0) {
        vol_surround_wind(world, world->steps + at);
    }
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_device_step *now = &vol_cl_flock_of(world->flocks[i])->now;
        now->step = world->steps + at;
        now->at = at;
        now->counts = 1 - w->current;
        now->blows = vol_surround_blows(world, i);
        memcpy(now->blow, around->blow, sizeof now->blow);
        w->stage = VOL_CL_INDEX;
        vol_cl_sort(world, world->flocks[i], at);
        w->stage = VOL_CL_MOVE;
    }
    for (uint32_t i = 0; i < world->flock_count; i++) {
        if (vol_cl_flock_of(world->flocks[i])->pends) {
            run_step(world, world->flocks[i], "delayed");
        }
    }
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_cl_flock *own = vol_cl_flock_of(world->flocks[i]);
        run_step(world, world->flocks[i], "step_flock");
        own->counted = around->hard_count == 0;
        own->in = own->record.cells;
    }
    for (uint32_t i = 0; around->hard_count > 0 && i < world->flock_count; i++) {
        stop_flock(world, world->flocks[i]);
    }
    find_meals(world, at);
    w->current = 1 - w->current;
}

/* --- Time --------------------------------------------------------------------------------------------------------- */

/* How a step's time is shared between sorting and the rest is measured in one of many, by the device's own clock. */
static void share_time(vol_world *world, double seconds) {
    vol_cl_world *w = vol_cl_of(world);
    world->profile.index += seconds * w->index_share;
    world->workers[0]->sense += seconds * (1 - w->index_share);
}

/* --- Many --------------------------------------------------------------------------------------------------------- */

static vol_index index_of(uint32_t kind) {
    return kind == VOL_DEVICE_GRID ? VOL_INDEX_GRID : kind == VOL_DEVICE_TREE ? VOL_INDEX_TREE : VOL_INDEX_BRUTE;
}

/* Waits until the queue is empty: how far the device has come, and how the flocks were sorted last. */
static bool wait_for(vol_world *world, vol_device_progress *progress) {
    vol_cl_world *w = vol_cl_of(world);
    vol_device_found *found = w->found;
    const size_t size = world->flock_count * sizeof *found;
    const bool read = (size == 0 || vol_cl_ok(w, w->cl.EnqueueReadBuffer(w->queue, w->array[VOL_CL_FOUND].buffer,
                                                                         CL_FALSE, 0, size, found, 0, NULL, NULL))) &&
                      vol_cl_ok(w, w->cl.EnqueueReadBuffer(w->queue, w->array[VOL_CL_PROGRESS].buffer, CL_TRUE, 0,
                                                           sizeof *progress, progress, 0, NULL, NULL)) &&
                      vol_cl_ok(w, w->cl.Finish(w->queue));
    for (uint32_t i = 0; read && (!progress->stopped || progress->meal) && i < world->flock_count; i++) {
        vol_cl_flock *own = vol_cl_flock_of(world->flocks[i]);
        world->flocks[i]->used = index_of(own->count > 0 ? found[i].kind : VOL_DEVICE_BRUTE);
        own->patience = found[i].kind == VOL_DEVICE_TREE ? VOL_CL_PATIENCE : own->patience;
    }
    return read;
}

/* The device has stopped before step number `at` in the queue: for a meal, or because a flock needs another index than
 * it had kernels for; then the next steps have them all. */
static bool go_on(vol_world *world, uint32_t queued, uint32_t at, bool meal) {
    vol_cl_world *w = vol_cl_of(world);
    const vol_device_progress none = {0};
    if ((queued - at) % 2 == 1) {
        w->current = 1 - w->current;
    }
    for (uint32_t i = 0; !meal && i < world->flock_count; i++) {
        vol_cl_flock *own = vol_cl_flock_of(world->flocks[i]);
        own->counted = false;
        own->patience = VOL_CL_PATIENCE;
    }
    return vol_cl_ok(w, w->cl.EnqueueWriteBuffer(w->queue, w->array[VOL_CL_PROGRESS].buffer, CL_TRUE, 0, sizeof none,
                                                 &none, 0, NULL, NULL));
}

/* After steps the host's copies are of an earlier time. */
static void boids_moved(vol_world *world, uint64_t made) {
    for (uint32_t i = 0; made > 0 && i < world->flock_count; i++) {
        vol_cl_flock *own = vol_cl_flock_of(world->flocks[i]);
        own->on_host = false;
        own->changes += made;
    }
}

static vol_result failed(vol_world *world, vol_result result) {
    vol_cl_world *w = vol_cl_of(world);
    if (w->failed != CL_SUCCESS) {
        result = w->result;
        vol_cl_fall_back(world);
    }
    return result;
}

/* If the host has all boids before a step, that is what the world falls back to should the device fail later. */
static void remember(vol_world *world) {
    vol_cl_world *w = vol_cl_of(world);
    for (uint32_t i = 0; i < world->flock_count; i++) {
        if (!vol_cl_flock_of(world->flocks[i])->on_host) {
            return;
        }
    }
    w->read_step = world->steps;
    memcpy(w->read_gust, world->around.gust, sizeof w->read_gust);
}

/* What hunters need to eat: boids that are lost now must not be missed while they do. */
static bool bring_prey(vol_world *world) {
    return vol_cl_fetch(world) || vol_cl_ok(vol_cl_of(world), CL_OUT_OF_HOST_MEMORY);
}

vol_result vol_cl_step(vol_world *world, uint64_t most, uint64_t *made) {
    vol_cl_world *w = vol_cl_of(world);
    const double start = vol_clock();
    double gust[3];
    memcpy(gust, world->around.gust, sizeof gust);
    *made = 0;
    if (w->failed != CL_SUCCESS) {
        return w->result;
    }
    remember(world);
    if (!plan(world)) {
        memcpy(world->around.gust, gust, sizeof gust);
        return failed(world, VOL_ERROR_MEMORY);
    }
    bool delayed = false;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        delayed = delayed || world->flocks[i]->relation[VOL_RELATION_DELAYED] != VOL_NO_RELATION;
    }
    const bool one = world->steps == 0 && delayed;
    /* one step is timed, if many are wanted: not the first one, in which boids are farther from where they belong */
    const bool first = most >= VOL_CL_TIMED && w->in_order == 0;
    const bool timed = most >= VOL_CL_TIMED && !first && vol_cl_time(world);
    const bool alone = one || first || timed || most == 1;
    const uint32_t queued = alone ? 1 : most < VOL_CL_AHEAD ? (uint32_t)most : VOL_CL_AHEAD;
    for (uint32_t at = 0; at < queued; at++) {
        queue_step(world, at);
    }
    if (timed) {
        vol_cl_time_end(world);
    }
    vol_device_progress progress = {0};
    if (!wait_for(world, &progress)) {
        return failed(world, VOL_ERROR_DEVICE);
    }
    *made = progress.stopped ? progress.at : queued;
    if (progress.stopped && !go_on(world, queued, progress.at, progress.meal)) {
        return failed(world, VOL_ERROR_DEVICE);
    }
    if (*made == 0) {
        memcpy(world->around.gust, gust, sizeof gust);
    }
    boids_moved(world, *made);
    w->in_order += *made;
    share_time(world, vol_clock() - start);
    world->no_meal = !progress.meal;
    return world->no_meal || bring_prey(world) ? VOL_OK : failed(world, VOL_ERROR_DEVICE);
}
