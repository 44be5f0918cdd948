/* The step: index, sense, decide, move. This file is its table of contents. */
#include "world.h"

#include "core/error.h"
#include "params.h"

/* Boids a worker takes at a time: enough to be worth taking, few enough to share out evenly. */
enum { VOL_PIECE_BOIDS = 256 };

typedef struct flock_step {
    vol_world *world;
    vol_flock_data *flock;
    const vol_kernels *kernels;
    vol_job job; /* but for the batch, which is the worker's */
} flock_step;

static flock_step begin_flock(vol_world *world, vol_flock_data *flock) {
    bool in_turn = world->def.update == VOL_UPDATE_IN_TURN;
    const vol_kernels *kernels = in_turn ? world->one : world->kernels;
    vol_world_def def = world->def;
    def.images = def.images && flock->search.kind == VOL_INDEX_BRUTE; /* the runs of a grid are shifted already */
    kernels->fill_constants(flock->constants, &def, &flock->def, flock->number, world->steps);
    return (flock_step){world, flock, kernels, {flock->constants, &flock->now, &flock->next, flock->id, NULL}};
}

/* index: who could be near whom; sorts the boids. */
static void index_flock(vol_world *world, vol_flock_data *flock) {
    vol_search *search = &flock->search;
    double angle = flock->def.view.angle, distance = flock->def.view.distance;
    vol_search_choose(search, &(vol_search_need){&world->def, vol_flock_reach(&flock->def), flock->count,
                                                 angle < 360 || distance > 0});
    if (search->kind == VOL_INDEX_BRUTE) {
        vol_flock_sort_by_id(world, flock);
        return;
    }
    vol_grid_job job = {&search->grid, world->kernels,   &flock->now, &flock->next,
                        flock->id,     flock->id_sorted, flock->count};
    vol_grid_sort(&job, &world->crew);
    uint32_t *id = flock->id;
    flock->id = flock->id_sorted;
    flock->id_sorted = id;
    vol_flock_swap(flock);
    flock->in_id_order = false;
    flock->order_known = false;
}

/* sense, decide, move: a batch looks at its candidates, makes up its mind, and goes. Only the shares of the stages in the
 * measured batches matter, so single boids need not all be timed. */
static void step_batch(const flock_step *step, vol_worker *worker, bool timed) {
    const vol_kernels *kernels = step->kernels;
    vol_model model = step->flock->def.model;
    int variant = (int)step->flock->def.variant, space = step->world->def.dimensions - 2;
    vol_job job = step->job;
    job.batch = &worker->batch;
    double start = timed ? vol_clock() : 0;
    kernels->sense[model][space][variant][step->flock->search.full](&job);
    double sensed = timed ? vol_clock() : 0;
    kernels->decide[model][space][variant](&job);
    double decided = timed ? vol_clock() : 0;
    kernels->move[model][space](&job);
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
        step_batch(step, worker, true);
        at += worker->batch.count;
    }
}

/* All boids of a flock from the same moment: read from `now`, written to `next`. */
static void step_together(vol_world *world, vol_flock_data *flock) {
    flock_step step = begin_flock(world, flock);
    vol_crew_run(&world->crew, (flock->count + VOL_PIECE_BOIDS - 1) / VOL_PIECE_BOIDS, step_piece, &step);
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

static void step_world(vol_world *world) {
    bool in_turn = world->def.update == VOL_UPDATE_IN_TURN;
    double start = vol_clock();
    for (uint32_t i = 0; i < world->flock_count; i++) {
        index_flock(world, world->flocks[i]);
    }
    world->profile.index += vol_clock() - start;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_flock_data *flock = world->flocks[i];
        if (in_turn) {
            step_in_turn(world, flock);
        } else {
            step_together(world, flock);
        }
        world->profile.boids += flock->count;
    }
    for (uint32_t i = 0; i < world->flock_count && !in_turn; i++) {
        vol_flock_swap(world->flocks[i]);
    }
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
