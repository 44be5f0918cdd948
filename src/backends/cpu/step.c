/* The step on the processor: index, sense, decide, move. This file is its table of contents. */
#include "backends/cpu/cpu.h"

#include "around/timing.h"
#include "kernels/registry.h"
#include "params/params.h"

/* Boids a worker takes at a time: enough to be worth taking, few enough to share out evenly. Of many boids it takes
 * more: workers side by side in memory take lines of it from each other, and read what is around their pieces twice. */
enum { VOL_PIECE_BOIDS = 256, VOL_PIECE_MOST = 8192, VOL_PIECES_EACH = 128 };

/* A flock is shared out among the workers from so many candidates on, as measured: waking the others takes as long as
 * half of them. A boid takes as long as a few, wherever it looks. */
enum { VOL_SHARE_FROM = 200000, VOL_BOID_WORTH = 16 };

/* What surrounds a flock and rules of the host may be any work: there it is the time that they took in the last step,
 * in seconds of all workers together, which is as long. */
static const double VOL_SHARE_SECONDS = 200e-6;

/* A quarter of either is enough where the workers are still awake from a round just before, as from that of a
 * larger flock. */
enum { VOL_SHARE_AWAKE = 4 };

/* The kernels that step a flock, chosen once. */
typedef struct flock_step {
    vol_world *world;
    vol_flock_data *flock;
    vol_store *store;
    vol_domain domain;
    uint32_t piece; /* boids in each piece */
    const vol_kernels *kernels;
    vol_kernel sense, decide, surround, move; /* surround: NULL where nothing surrounds the flock */
    vol_context context;
} flock_step;

/* Has the flock relations that were decided at the end of the last step? */
static bool pends(const vol_world *world, const vol_flock_data *flock) {
    return world->steps > 0 && flock->relation[VOL_RELATION_DELAYED] != VOL_NO_RELATION;
}

/* Where picking is allowed: brute force groups boids that are anywhere, and pairs look for their nearest images, so
 * nothing can be left out. */
static bool may_pick(const vol_world *world, const vol_flock_data *flock) {
    bool brute = vol_cpu_store(flock)->search.kind == VOL_INDEX_BRUTE, in_turn = vol_in_turn(&world->def);
    return !(brute && world->def.images) && (in_turn || !brute);
}

vol_context vol_cpu_context(vol_world *world, vol_flock_data *flock) {
    const vol_store *store = flock->store;
    bool in_turn = vol_in_turn(&world->def);
    vol_context context = vol_surround_context(world, flock);
    context.own = world->boids[flock->number];
    context.next = in_turn ? store->now : store->next;
    context.find = vol_search_box;
    context.nearest = world->kernels->nearest_k;
    context.stage = store->stage.number > 0 ? &store->stage : NULL;
    context.pick = may_pick(world, flock) ? world->kernels->pick : NULL;
    for (int c = 0; c < 3 && pends(world, flock); c++) {
        context.pending[c] = store->pending[c];
    }
    return context;
}

static void fill_constants(vol_world *world, vol_flock_data *flock) {
    const vol_kernels *kernels = vol_in_turn(&world->def) ? world->one : world->kernels;
    bool shifted = vol_cpu_store(flock)->search.kind != VOL_INDEX_BRUTE;
    const int traits = vol_find_model(kernels, &flock->def)->traits;
    vol_flock_def timed;
    const vol_flock_def *def = vol_time_flock(&world->def, &flock->def, &timed);
    kernels->fill_constants(flock->constants, &world->def, def, traits, flock->number, world->steps, shifted,
                            flock->reach);
}

/* A flock whose constants are filled. */
static flock_step choose_kernels(vol_world *world, vol_flock_data *flock) {
    bool in_turn = vol_in_turn(&world->def);
    const vol_kernels *kernels = in_turn ? world->one : world->kernels;
    vol_store *store = flock->store;
    const vol_model_kernels *model = vol_find_model(kernels, &flock->def);
    vol_variant variant = vol_flock_variant(world, flock);
    int space = world->def.dimensions - 2;
    flock_step step = {.world = world,
                       .flock = flock,
                       .store = store,
                       .domain = vol_store_domain(store),
                       .kernels = kernels,
                       .context = vol_cpu_context(world, flock)};
    bool joins = step.context.relation[VOL_RELATION_JOINS] != VOL_NO_RELATION;
    bool full = store->search.full || (joins && world->def.images);
    bool zones = (model->traits & VOL_TRAIT_ZONES) == VOL_TRAIT_ZONES;
    step.sense = model->sense[space][variant][full];
    if (flock->def.neighbours.count > 0) {
        step.sense = model->sense_nearest[space][variant];
    } else if (in_turn && zones && !store->search.need.view_limited) {
        step.context.alone = vol_find_model(world->kernels, &flock->def)->alone[variant];
        step.sense = model->sense_in_turn[space][variant];
    }
    step.decide = model->decide[space][variant];
    step.surround = vol_is_surrounded(&step.context) ? kernels->surround[space] : NULL;
    step.move = step.context.stage ? kernels->stage[space] : model->move[space];
    return step;
}

static flock_step begin_flock(vol_world *world, vol_flock_data *flock) {
    fill_constants(world, flock);
    return choose_kernels(world, flock);
}

void vol_cpu_index(vol_world *world, vol_flock_data *flock) {
    vol_store *store = flock->store;
    flock->reach = vol_flock_reach(world, flock);
    vol_search_need need = vol_flock_need(world, flock, vol_store_domain(store).total);
    need.here = store->count;
    need.strip = store->sharing == VOL_SHARING_STRIPS ? &store->strip : NULL;
    vol_search_choose(&store->search, &need);
    if (store->search.kind == VOL_INDEX_BRUTE) {
        vol_store_sort_by_id(store);
    } else {
        vol_store_sort(store);
    }
    vol_store_share(store);
    flock->used = store->search.kind;
}

/* Where the boids of every flock are, for all others. */
static void flatten_flocks(vol_world *world) {
    for (uint32_t i = 0; i < world->flock_count; i++) {
        const vol_flock_data *flock = world->flocks[i];
        const vol_store *store = flock->store;
        world->boids[i] = (vol_boids){.now = store->now,
                                      .id = store->id,
                                      .count = store->count,
                                      .leader = vol_flock_leader_slot(flock, store->id, store->count),
                                      .index = &store->search};
    }
    for (uint32_t i = 0; i < world->around.relation_count; i++) {
        const vol_relation_def *relation = &world->around.relations[i];
        for (size_t t = 0; relation->choose == VOL_CHOOSE_RANDOM && t < relation->to_count; t++) {
            world->boids[relation->to[t]].order = vol_store_order(world->flocks[relation->to[t]]->store);
        }
    }
}

/* decide: what the boids make of what they sensed, how they steer, and what surrounds them. */
static void decide(const flock_step *step, vol_worker *worker) {
    const vol_flock_def *def = &step->flock->def;
    if (def->rule.decide) {
        step->kernels->rule_begin(&step->context, &worker->batch, step->world->def.dimensions);
    } else {
        step->decide(&step->context, &worker->batch);
    }
    if (step->surround) {
        step->surround(&step->context, &worker->batch);
    }
    if (def->rule.decide) {
        const vol_rule_boids boids = {step->store->id, step->store->user};
        vol_rule_batch(step->world, step->flock, &boids, step->kernels, &step->context, worker);
    }
}

/* move: limits, integration, boundary; and no boid into a hard obstacle. */
static void move(const flock_step *step, vol_batch *batch) {
    const vol_stage *stage = step->context.stage;
    if (step->context.around->hard_count > 0 && (!stage || stage->number == VOL_STAGES)) {
        step->kernels->stop[step->world->def.dimensions - 2](&step->context, batch, step->move);
    } else {
        step->move(&step->context, batch);
    }
}

/* Only the shares of the stages in the measured batches matter, so not all need to be timed: reading the clock four
 * times takes as long as a few boids. */
enum { VOL_TIMED_EACH = 4 };
static void step_batch(const flock_step *step, vol_worker *worker, bool timed) {
    double start = timed ? vol_clock() : 0;
    step->sense(&step->context, &worker->batch);
    double sensed = timed ? vol_clock() : 0;
    decide(step, worker);
    double decided = timed ? vol_clock() : 0;
    move(step, &worker->batch);
    double moved = timed ? vol_clock() : 0;
    worker->sense += sensed - start;
    worker->decide += decided - sensed;
    worker->move += moved - decided;
    worker->candidates += vol_batch_candidates(&worker->batch);
}

/* Ghosts that are computed along, where lanes would be empty; not by a rule of the host's, which may remember. */
static uint32_t bridge_of(const flock_step *step) {
    return step->flock->def.rule.decide ? 0 : step->kernels->width;
}

static void step_piece(void *context, uint32_t piece, uint32_t number) {
    const flock_step *step = context;
    vol_worker *worker = step->world->workers[number];
    uint32_t at = step->domain.begin + piece * step->piece, end;
    end = step->domain.end - at < step->piece ? step->domain.end : at + step->piece;
    while (at < end) {
        const uint32_t stop = vol_domain_next(&step->domain, &at, end, bridge_of(step));
        for (; at < stop; at += worker->batch.count) {
            vol_search_groups(&step->store->search, &step->context.own, at, stop, step->kernels->width, &worker->batch);
            const bool turn = (at / VOL_PIECE_BOIDS + step->world->steps) % VOL_TIMED_EACH == 0;
            step_batch(step, worker, turn || worker->sense == 0);
        }
    }
}

static uint32_t piece_of(const vol_world *world, const vol_domain *domain) {
    const uint32_t boids = (domain->end - domain->begin) / world->crew.workers / VOL_PIECES_EACH;
    return boids < VOL_PIECE_BOIDS ? VOL_PIECE_BOIDS : boids < VOL_PIECE_MOST ? boids : VOL_PIECE_MOST;
}

/* Is the work not known by the candidates alone? */
static bool any_work(const vol_world *world, const vol_flock_data *flock) {
    const vol_surroundings *around = &world->around;
    return flock->def.rule.decide || around->relation_count > 0 || around->barriers.count > 0 ||
           around->terms.count > 0;
}

/* Is there enough to do for all workers? */
static bool worth_sharing(const vol_world *world, const vol_flock_data *flock, const vol_domain *domain) {
    const uint32_t part = vol_crew_is_awake(&world->crew) ? VOL_SHARE_AWAKE : 1;
    if (any_work(world, flock) && (flock->busy == 0 || flock->busy * part >= VOL_SHARE_SECONDS)) {
        return true;
    }
    /* as many candidates as in the last step; before the first one, some */
    uint64_t boids = domain->end - domain->begin,
             candidates = flock->candidates ? flock->candidates : 4 * VOL_BOID_WORTH * boids;
    return (candidates + VOL_BOID_WORTH * boids) * part >= VOL_SHARE_FROM;
}

/* Does the pieces of a flock, by all workers or by this one; returns by how many. */
static uint32_t run_pieces(const flock_step *step, vol_piece piece) {
    bool shared = worth_sharing(step->world, step->flock, &step->domain);
    flock_step own = *step;
    own.piece = piece_of(step->world, &step->domain);
    const uint32_t boids = step->domain.end - step->domain.begin, pieces = boids / own.piece + (boids % own.piece > 0);
    for (uint32_t i = 0; !shared && i < pieces; i++) {
        piece(&own, i, 0);
    }
    if (shared) {
        vol_crew_run(&step->world->crew, pieces, piece, &own);
    }
    const uint32_t workers = step->world->crew.workers;
    return !shared ? 1 : pieces < workers ? pieces : workers;
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
    const bool timed = world->crew.workers > 1 && any_work(world, flock);
    const uint64_t before = candidates_so_far(world);
    const double start = timed ? vol_clock() : 0;
    const uint32_t workers = run_pieces(&step, step_piece);
    flock->busy = timed ? (vol_clock() - start) * workers : 0;
    flock->candidates = candidates_so_far(world) - before;
}

/* One boid alone, which the next one sees where it has come to. */
static void step_boid(const flock_step *step, uint32_t slot, bool timed) {
    vol_worker *worker = step->world->workers[0];
    vol_search_groups(&step->store->search, &step->context.own, slot, slot + 1, 1, &worker->batch);
    step_batch(step, worker, timed);
}

/* One boid after the other, in id order, each seeing what the earlier ones did. */
static void step_in_turn(vol_world *world, vol_flock_data *flock) {
    flock_step step = begin_flock(world, flock);
    for (uint32_t i = step.domain.begin; i < step.domain.end; i++) {
        step_boid(&step, i, i % 64 == 0);
    }
}

/* The same in a random order, in which the boids of all flocks are shuffled together. */
static void step_in_random_turn(vol_world *world) {
    flock_step step = {0};
    vol_flock_data *flock;
    uint32_t slot;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        fill_constants(world, world->flocks[i]);
        vol_turns_draw(world, world->flocks[i]);
    }
    for (uint64_t turn = 0; (flock = vol_turns_next(world, &slot)) != NULL; turn++) {
        if (flock != step.flock) {
            step = choose_kernels(world, flock);
        }
        step_boid(&step, slot, turn % 64 == 0);
        if (flock->def.rule.decide) {
            vol_rule_count(world, flock);
        }
    }
}

static void delayed_piece(void *context, uint32_t piece, uint32_t number) {
    const flock_step *step = context;
    const vol_kernels *kernels = step->kernels;
    vol_batch *batch = &step->world->workers[number]->batch;
    uint32_t at = step->domain.begin + piece * step->piece, end;
    end = step->domain.end - at < step->piece ? step->domain.end : at + step->piece;
    while (at < end) {
        const uint32_t stop = vol_domain_next(&step->domain, &at, end, bridge_of(step));
        for (; at < stop; at += batch->count) {
            vol_search_groups(&step->store->search, &step->context.own, at, stop, kernels->width, batch);
            kernels->delayed[step->world->def.dimensions - 2](&step->context, batch);
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

/* sense, decide, move: all flocks, in the order that the world asks for. */
static void step_flocks(vol_world *world) {
    const vol_update update = world->def.update;
    if (update == VOL_UPDATE_IN_RANDOM_TURN) {
        step_in_random_turn(world);
        return;
    }
    for (uint32_t i = 0; i < world->flock_count; i++) {
        if (update == VOL_UPDATE_IN_TURN) {
            step_in_turn(world, world->flocks[i]);
        } else {
            step_together(world, world->flocks[i]);
        }
        vol_rule_count(world, world->flocks[i]);
    }
    for (uint32_t i = 0; i < world->flock_count && update == VOL_UPDATE_TOGETHER; i++) {
        vol_store *store = world->flocks[i]->store;
        vol_store_swap(store);
        store->stepped = store->changes;
    }
}

/* Sets the stage of all flocks; 0: none, as between steps. */
static void set_stage(vol_world *world, int number) {
    for (uint32_t i = 0; i < world->flock_count; i++) {
        const vol_flock_data *flock = world->flocks[i];
        vol_stage *stage = &vol_cpu_store(flock)->stage;
        stage->number = number;
        stage->traits = vol_find_model(world->kernels, &flock->def)->traits;
    }
}

/* A step, or one of its stages. What surrounds the flocks, and what was decided at the end of the last step, is the
 * same in all of them. */
static void step_once(vol_world *world, bool first) {
    double start = vol_clock();
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_cpu_index(world, world->flocks[i]);
        if (vol_in_turn(&world->def)) { /* they move where they lie */
            vol_store_know_previous(world->flocks[i]->store, VOL_PREVIOUS_KEPT);
        }
    }
    world->profile.index += vol_clock() - start;
    if (first) {
        vol_surround_flatten(world);
    }
    flatten_flocks(world);
    for (uint32_t i = 0; first && i < world->flock_count; i++) {
        decide_delayed(world, world->flocks[i]);
    }
    step_flocks(world);
}

/* Where boids moved together, what the step read is what was before. */
static void know_previous(vol_world *world, enum vol_previous previous) {
    for (uint32_t i = 0; i < world->flock_count && !vol_in_turn(&world->def); i++) {
        vol_store_know_previous(world->flocks[i]->store, previous);
    }
}

vol_result vol_cpu_step(vol_world *world, uint64_t most, uint64_t *made) {
    (void)most;
    *made = 1;
    world->no_meal = false;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_store_forget_previous(world->flocks[i]->store);
    }
    if (world->def.integrator == VOL_INTEGRATOR_EULER) {
        step_once(world, true);
        know_previous(world, VOL_PREVIOUS_NEXT);
        return VOL_OK;
    }
    for (int stage = 1; stage <= VOL_STAGES; stage++) {
        set_stage(world, stage);
        step_once(world, stage == 1);
    }
    set_stage(world, 0);
    know_previous(world, VOL_PREVIOUS_START);
    return VOL_OK;
}
