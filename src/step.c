/* The step: index, sense, decide, move. This file is its table of contents. */
#include "world.h"

#include "around/step_terms.h"
#include "core/error.h"
#include "params/params.h"

#include <string.h>

/* Boids a worker takes at a time: enough to be worth taking, few enough to share out evenly. */
enum { VOL_PIECE_BOIDS = 256 };

/* A flock is shared out among the workers from so many candidates on, as measured: waking the others takes as long as half
 * of them. A boid takes as long as a few, whoever it looks at. */
enum { VOL_SHARE_FROM = 200000, VOL_BOID_WORTH = 16 };

typedef struct flock_step {
    vol_world *world;
    vol_flock_data *flock;
    const vol_kernels *kernels;
    vol_job job; /* but for the batch, which is the worker's */
} flock_step;

/* Has the flock relations that were decided at the end of the last step? */
static bool pends(const vol_world *world, const vol_flock_data *flock) {
    return world->steps > 0 && vol_surround_minds(&world->around, flock->number, 1);
}

static flock_step begin_flock(vol_world *world, vol_flock_data *flock) {
    bool in_turn = world->def.update == VOL_UPDATE_IN_TURN;
    const vol_kernels *kernels = in_turn ? world->one : world->kernels;
    kernels->fill_constants(flock->constants, &world->def, &flock->def, flock->number, world->steps,
                            flock->search.kind != VOL_INDEX_BRUTE, flock->reach);
    vol_job job = {.constants = flock->constants, .now = &flock->now, .next = &flock->next, .id = flock->id};
    /* Brute force groups boids that are anywhere, and pairs look for their nearest images: nothing can be left out. */
    bool images = world->def.images && flock->search.kind == VOL_INDEX_BRUTE;
    if ((in_turn || flock->search.kind != VOL_INDEX_BRUTE) && !images) {
        job.pick = world->kernels->pick;
        job.alone = in_turn && !flock->search.full ? world->kernels->alone[flock->def.model][flock->def.variant] : NULL;
    }
    if (pends(world, flock)) {
        job.pending = flock->pending;
    }
    return (flock_step){world, flock, kernels, job};
}

static vol_encounter encounter_of(const flock_step *step, const vol_job *job, vol_guests *guests) {
    vol_world *world = step->world;
    uint32_t number = step->flock->number;
    vol_model model = step->flock->def.model;
    bool force = step->kernels->force[model];
    bool whole = force || step->kernels->heading[model]; /* a velocity that is a sum of forces takes them whole */
    return (vol_encounter){&world->around, &world->def, step->kernels,
                           world->parties, job,         number,
                           world->steps,   force,       whole ? 1 : world->def.dt,
                           guests};
}

/* index: who could be near whom; sorts the boids. */
static void index_flock(vol_world *world, vol_flock_data *flock) {
    vol_search *search = &flock->search;
    double angle = flock->def.view.angle, distance = flock->def.view.distance;
    flock->reach = vol_flock_reach(&flock->def);
    vol_index wanted = flock->def.index != VOL_INDEX_AUTO ? flock->def.index : world->def.index;
    vol_search_choose(search, &(vol_search_need){.world = &world->def,
                                                 .index = wanted,
                                                 .reach = flock->reach,
                                                 .count = flock->count,
                                                 .view_limited = angle < 360 || distance > 0});
    if (search->kind == VOL_INDEX_BRUTE) {
        flock->used = VOL_INDEX_BRUTE;
        vol_flock_sort_by_id(world, flock);
        return;
    }
    vol_sort_job job = {.grid = &search->grid,
                        .kernels = world->kernels,
                        .from = &flock->now,
                        .to = &flock->next,
                        .id = flock->id,
                        .id_sorted = flock->id_sorted,
                        .count = flock->count};
    vol_search_sort(search, &job, &world->crew);
    flock->used = search->kind;
    vol_flock_sort_user(world, flock, search->grid.from, flock->count);
    uint32_t *id = flock->id;
    flock->id = flock->id_sorted;
    flock->id_sorted = id;
    vol_flock_swap(flock);
    flock->in_id_order = false;
    flock->order_known = false;
}

/* sense: who is seen, also of other flocks that are taken for the own. */
static void sense(const flock_step *step, vol_job *job, vol_worker *worker) {
    const vol_flock_def *def = &step->flock->def;
    vol_encounter encounter = encounter_of(step, job, worker->guests);
    if (step->world->around.relation_count > 0 && vol_surround_guests(&encounter, step->flock->reach, worker->guests)) {
        job->guests = worker->guests;
    }
    int space = step->world->def.dimensions - 2;
    bool full = step->flock->search.full || (job->guests && step->world->def.images);
    step->kernels->sense[def->model][space][def->variant][full](job);
}

/* decide: what the boids make of it, how they steer, and what surrounds them. */
static void decide(const flock_step *step, const vol_job *job, vol_worker *worker) {
    const vol_flock_def *def = &step->flock->def;
    int dimensions = step->world->def.dimensions;
    if (def->rule.decide) {
        step->kernels->rule_begin(job, dimensions);
    } else {
        step->kernels->decide[def->model][dimensions - 2][def->variant](job);
    }
    vol_encounter encounter = encounter_of(step, job, worker->guests);
    vol_terms_batch(&encounter, def);
    vol_surround_batch(&encounter);
    if (def->rule.decide) {
        vol_rule_batch(step->world, step->flock, step->kernels, job, worker);
    }
}

/* move: limits, integration, boundary; and nobody into a hard obstacle. */
static void move(const flock_step *step, const vol_job *job, vol_worker *worker) {
    vol_kernel kernel = step->kernels->move[step->flock->def.model][step->world->def.dimensions - 2];
    if (step->world->around.barriers.hard == 0) {
        kernel(job);
        return;
    }
    double start[8]; /* of the one boid that moves in turn; else all are still where they were in `now` */
    step->kernels->get(job->now, step->world->def.dimensions, job->batch->first, start);
    kernel(job);
    vol_encounter encounter = encounter_of(step, job, worker->guests);
    double most = step->flock->def.max_speed * step->world->def.dt;
    vol_surround_stop(&encounter, start, most, step->kernels->heading[step->flock->def.model]);
}

/* A batch looks at its candidates, makes up its mind, and goes. Only the shares of the stages in the measured batches
 * matter, so not all need to be timed. */
static void step_batch(const flock_step *step, vol_worker *worker, bool timed) {
    vol_job job = step->job;
    job.batch = &worker->batch;
    job.picked = &worker->picked;
    double start = timed ? vol_clock() : 0;
    sense(step, &job, worker);
    double sensed = timed ? vol_clock() : 0;
    decide(step, &job, worker);
    double decided = timed ? vol_clock() : 0;
    move(step, &job, worker);
    double moved = timed ? vol_clock() : 0;
    worker->sense += sensed - start;
    worker->decide += decided - sensed;
    worker->move += moved - decided;
    worker->candidates += vol_batch_candidates(job.batch);
}

static void step_piece(void *context, uint32_t piece, uint32_t number) {
    const flock_step *step = context;
    vol_worker *worker = step->world->workers[number];
    uint32_t at = piece * VOL_PIECE_BOIDS, end = at + VOL_PIECE_BOIDS;
    end = end < step->flock->count ? end : step->flock->count;
    while (at < end) {
        vol_search_groups(&step->flock->search, step->flock->count, at, end, step->kernels->width, &worker->batch);
        step_batch(step, worker, piece % 4 == 0);
        at += worker->batch.count;
    }
}

static uint32_t pieces_of(const vol_flock_data *flock) {
    return (flock->count + VOL_PIECE_BOIDS - 1) / VOL_PIECE_BOIDS;
}

/* Is there enough to do for all workers? What surrounds a flock and rules of the host's may be any work. */
static bool worth_sharing(const vol_world *world, const vol_flock_data *flock) {
    const vol_surroundings *around = &world->around;
    if (flock->def.rule.decide || around->relation_count > 0 || around->barriers.count > 0 || around->terms.count > 0) {
        return true;
    }
    /* as many candidates as in the last step; before the first one, some */
    uint64_t boids = flock->count, candidates = flock->candidates ? flock->candidates : 4 * VOL_BOID_WORTH * boids;
    return candidates + VOL_BOID_WORTH * boids >= VOL_SHARE_FROM;
}

/* Does the pieces of a flock, by all workers or by this one. */
static void run_pieces(const flock_step *step, vol_piece piece) {
    const vol_flock_data *flock = step->flock;
    bool shared = worth_sharing(step->world, flock);
    flock_step own = *step;
    for (uint32_t i = 0; !shared && i < pieces_of(flock); i++) {
        piece(&own, i, 0);
    }
    if (shared) {
        vol_crew_run(&step->world->crew, pieces_of(flock), piece, &own);
    }
}

static uint64_t candidates_so_far(const vol_world *world) {
    uint64_t candidates = 0;
    for (uint32_t i = 0; i < world->crew.workers; i++) {
        candidates += world->workers[i]->candidates;
    }
    return candidates;
}

/* All boids of a flock from the same moment: read from `now`, written to `next`. */
static void step_together(vol_world *world, vol_flock_data *flock) {
    flock_step step = begin_flock(world, flock);
    uint64_t before = candidates_so_far(world);
    run_pieces(&step, step_piece);
    flock->candidates = candidates_so_far(world) - before;
}

/* One boid after the other, in id order, each seeing what the earlier ones did. */
static void step_in_turn(vol_world *world, vol_flock_data *flock) {
    flock_step step = begin_flock(world, flock);
    vol_worker *worker = world->workers[0];
    step.job.next = &flock->now;
    for (uint32_t i = 0; i < flock->count; i++) {
        vol_search_groups(&flock->search, flock->count, i, i + 1, 1, &worker->batch);
        step_batch(&step, worker, i % 64 == 0);
    }
}

/* In the worker's own room first, because a group's last lanes reach over its end. */
static void delayed_piece(void *context, uint32_t piece, uint32_t number) {
    const flock_step *step = context;
    vol_worker *worker = step->world->workers[number];
    vol_flock_data *flock = step->flock;
    const size_t size = vol_number_size(step->world);
    vol_job job = step->job;
    job.batch = &worker->batch;
    uint32_t at = piece * VOL_PIECE_BOIDS, end = at + VOL_PIECE_BOIDS;
    end = end < flock->count ? end : flock->count;
    for (; at < end; at += worker->batch.count) {
        vol_search_groups(&flock->search, flock->count, at, end, step->kernels->width, &worker->batch);
        vol_encounter encounter = encounter_of(step, &job, worker->guests);
        for (int c = 0; c < 3; c++) {
            memset(worker->batch.wish[c], 0, VOL_BATCH_WISHES * size);
        }
        vol_surround_delayed(&encounter);
        for (int c = 0; c < 3; c++) {
            memcpy((char *)flock->pending[c] + at * size, worker->batch.wish[c], worker->batch.count * size);
        }
    }
}

/* What relations decided at the end of the last step: nothing has moved since, so they are asked now. */
static void decide_delayed(vol_world *world, vol_flock_data *flock) {
    if (pends(world, flock)) {
        flock_step step = begin_flock(world, flock);
        run_pieces(&step, delayed_piece);
    }
}

/* Who is where for the others, once all are sorted. */
static void begin_parties(vol_world *world) {
    vol_surround_begin_step(&world->around, &world->def, world->steps);
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_flock_data *flock = world->flocks[i];
        world->parties[i] =
            (vol_party){&flock->now, &flock->search, flock->id, NULL, flock->count, vol_flock_leader_slot(flock)};
    }
    for (uint32_t i = 0; i < world->around.relation_count; i++) {
        const vol_relation_def *relation = &world->around.relations[i];
        for (size_t t = 0; relation->choose == VOL_CHOOSE_RANDOM && t < relation->to_count; t++) {
            world->parties[relation->to[t]].order = vol_flock_order(world, relation->to[t]);
        }
    }
    for (uint32_t i = 0; i < world->flock_count; i++) {
        decide_delayed(world, world->flocks[i]);
    }
}

static void step_world(vol_world *world) {
    bool in_turn = world->def.update == VOL_UPDATE_IN_TURN;
    double start = vol_clock();
    for (uint32_t i = 0; i < world->flock_count; i++) {
        index_flock(world, world->flocks[i]);
    }
    world->profile.index += vol_clock() - start;
    begin_parties(world);
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_flock_data *flock = world->flocks[i];
        if (in_turn) {
            step_in_turn(world, flock);
        } else {
            step_together(world, flock);
        }
        vol_rule_count(world, flock);
        world->profile.boids += flock->count;
    }
    for (uint32_t i = 0; i < world->flock_count && !in_turn; i++) {
        vol_flock_swap(world->flocks[i]);
    }
    vol_world_eat(world);
    world->steps++;
    world->profile.steps++;
    world->profile.total += vol_clock() - start;
}

void vol_world_step(vol_world *world, uint64_t steps) {
    VOL_ASSERT(world);
    for (uint64_t i = 0; i < steps; i++) {
        step_world(world);
    }
}
