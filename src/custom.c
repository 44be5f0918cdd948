/* Rules of the host's own: between sense and move, the host decides for a batch of boids at a time. And what boids
 * carry for the host. */
#include "world.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/random.h"

#include <volery/custom.h>

#include <math.h>
#include <string.h>

/* What a rule may write lies between minus this and this. */
#define VOL_DECIDED_MOST 1e9

double vol_random(uint64_t seed, vol_flock flock, uint32_t id, uint64_t step, uint32_t purpose) {
    if (purpose >= 128) {
        vol_stop(__func__, "the purpose is %u; allowed is a number from 0 to 127", (unsigned)purpose);
        return 0;
    }
    return vol_uniform(vol_random_at(seed, flock, id, step, VOL_RANDOM_HOST + purpose), 0);
}

/* --- What boids carry --------------------------------------------------------------------------------------------- */

void *vol_flock_user(vol_world *world, vol_flock flock, uint32_t id) {
    vol_flock_data *f = vol_flock_or_stop(world, flock, __func__);
    uint32_t slot = f && f->def.user_bytes > 0 ? vol_flock_find_boid(world, f, id) : VOL_NONE;
    return slot == VOL_NONE ? NULL : world->backend->view(world, f).user + slot * f->def.user_bytes;
}

/* --- Rules -------------------------------------------------------------------------------------------------------- */

static void release_neighbours(vol_worker *worker, const vol_allocator *allocator) {
    vol_release(allocator, worker->neighbours, worker->neighbours_most * VOL_BATCH_WISHES, sizeof *worker->neighbours);
    vol_release(allocator, worker->neighbour_count, worker->neighbours_most > 0 ? VOL_BATCH_WISHES : 0,
                sizeof *worker->neighbour_count);
    worker->neighbours = NULL;
    worker->neighbour_count = NULL;
    worker->neighbours_most = 0;
}

void vol_worker_release_rule(vol_worker *worker, const vol_allocator *allocator) {
    vol_release(allocator, worker->rule, VOL_RULE_ARRAYS * VOL_BATCH_WISHES, sizeof *worker->rule);
    release_neighbours(worker, allocator);
}

/* Room for so many neighbours of each boid; without memory false, and there is what there was. */
static bool make_neighbours(vol_worker *worker, size_t most, const vol_allocator *allocator) {
    if (most <= worker->neighbours_most) {
        return true;
    }
    vol_custom_neighbour *neighbours = vol_allocate(allocator, most * VOL_BATCH_WISHES, sizeof *neighbours);
    uint32_t *count = vol_allocate(allocator, VOL_BATCH_WISHES, sizeof *count);
    if (!neighbours || !count) {
        vol_release(allocator, neighbours, most * VOL_BATCH_WISHES, sizeof *neighbours);
        vol_release(allocator, count, VOL_BATCH_WISHES, sizeof *count);
        return false;
    }
    release_neighbours(worker, allocator);
    worker->neighbours = neighbours;
    worker->neighbour_count = count;
    worker->neighbours_most = most;
    return true;
}

bool vol_world_make_rule_room(vol_world *world, const vol_flock_def *def) {
    const vol_allocator *allocator = &world->def.allocator;
    bool made = true;
    for (uint32_t i = 0; made && def->rule.decide && i < world->crew.workers; i++) {
        vol_worker *worker = world->workers[i];
        if (!worker->rule) {
            worker->rule = vol_allocate(allocator, VOL_RULE_ARRAYS * VOL_BATCH_WISHES, sizeof *worker->rule);
        }
        made = worker->rule && make_neighbours(worker, def->rule.neighbours, allocator);
    }
    return made && (!def->rule.decide || def->rule.neighbours == 0 || vol_world_make_nearest_room(world));
}

/* Three arrays from *at on, in 2D none for z. */
static void lay(double *room[3], int dimensions, double **at) {
    for (int c = 0; c < 3; c++, *at += VOL_BATCH_WISHES) {
        room[c] = c < dimensions ? *at : NULL;
    }
}

static vol_rule_room lay_room(double *at, int dimensions) {
    vol_rule_room room;
    double **three[] = {room.position, room.velocity, room.around, room.wind, room.acceleration, room.wanted};
    for (size_t i = 0; i < sizeof three / sizeof *three; i++) {
        lay(three[i], dimensions, &at);
    }
    for (int z = 0; z < 3; z++) {
        room.zone[z].number = at;
        room.zone[z].weight = at + VOL_BATCH_WISHES;
        at += 2 * (ptrdiff_t)VOL_BATCH_WISHES;
        lay(room.zone[z].offset, dimensions, &at);
        lay(room.zone[z].velocity, dimensions, &at);
    }
    return room;
}

static vol_custom_zone show_zone(const vol_rule_zone *zone) {
    return (vol_custom_zone){zone->number,
                             zone->weight,
                             {zone->offset[0], zone->offset[1], zone->offset[2]},
                             {zone->velocity[0], zone->velocity[1], zone->velocity[2]}};
}

static vol_custom_batch show_batch(const vol_world *world, const vol_flock_data *flock, const vol_rule_boids *boids,
                                   const vol_batch *in, const vol_rule_room *room, uint32_t worker) {
    size_t bytes = flock->def.user_bytes;
    vol_custom_batch batch = {.count = in->count,
                              .dimensions = world->def.dimensions,
                              .flock = vol_flock_handle(flock),
                              .worker = worker,
                              .seed = world->def.seed,
                              .step = world->steps,
                              .dt = world->def.dt,
                              .size = {world->def.size[0], world->def.size[1], world->def.size[2]},
                              .origin = {world->def.origin[0], world->def.origin[1], world->def.origin[2]},
                              .def = &flock->def,
                              .id = boids->id + in->first,
                              .first_slot = in->first,
                              .separation = show_zone(&room->zone[0]),
                              .alignment = show_zone(&room->zone[1]),
                              .cohesion = show_zone(&room->zone[2]),
                              .user = boids->user ? boids->user + in->first * bytes : NULL,
                              .user_bytes = bytes};
    if (room->neighbours_most > 0) {
        batch.neighbours = room->neighbours;
        batch.neighbour_count = room->neighbour_count;
        batch.neighbours_most = room->neighbours_most;
    }
    for (int c = 0; c < world->def.dimensions; c++) {
        batch.position[c] = room->position[c];
        batch.velocity[c] = room->velocity[c];
        batch.around[c] = room->around[c];
        batch.wind[c] = room->wind[c];
        batch.acceleration[c] = room->acceleration[c];
        batch.wanted[c] = room->wanted[c];
    }
    return batch;
}

static bool is_decided(const vol_rule_room *room, int dimensions, uint32_t i) {
    bool right = true;
    for (int c = 0; c < dimensions; c++) {
        right = right && fabs(room->acceleration[c][i]) <= VOL_DECIDED_MOST &&
                fabs(room->wanted[c][i]) <= VOL_DECIDED_MOST; /* false for what is not a number */
    }
    return right;
}

/* Kernels know flocks by their places, hosts by their handles. */
static void name_flocks(const vol_world *world, const vol_rule_room *room, uint32_t count) {
    for (uint32_t i = 0; i < count && room->neighbours_most > 0; i++) {
        for (uint32_t n = 0; n < room->neighbour_count[i]; n++) {
            vol_custom_neighbour *neighbour = &room->neighbours[(size_t)i * room->neighbours_most + n];
            neighbour->flock = vol_flock_handle(world->flocks[neighbour->flock]);
        }
    }
}

void vol_rule_batch(vol_world *world, const vol_flock_data *flock, const vol_rule_boids *boids,
                    const vol_kernels *kernels, const vol_context *context, vol_worker *worker) {
    int dimensions = world->def.dimensions;
    vol_rule_room room = lay_room(worker->rule, dimensions);
    room.neighbours_most = (uint32_t)flock->def.rule.neighbours;
    room.neighbours = worker->neighbours;
    room.neighbour_count = worker->neighbour_count;
    kernels->rule_read(context, &worker->batch, dimensions, &room);
    name_flocks(world, &room, worker->batch.count);
    vol_custom_batch batch = show_batch(world, flock, boids, &worker->batch, &room, worker->number);
    bool decided = flock->def.rule.decide(flock->def.rule.user, &batch);
    for (uint32_t i = 0; i < worker->batch.count; i++) {
        if (!decided || !is_decided(&room, dimensions, i)) {
            worker->undecided++;
            for (int c = 0; c < dimensions; c++) {
                room.acceleration[c][i] = 0;
                room.wanted[c][i] = room.velocity[c][i];
            }
        }
    }
    kernels->rule_end(context, &worker->batch, dimensions, &room);
}

void vol_rule_count(vol_world *world, vol_flock_data *flock) {
    for (uint32_t i = 0; i < world->crew.workers; i++) {
        flock->undecided += world->workers[i]->undecided;
        world->workers[i]->undecided = 0;
    }
}

uint64_t vol_flock_undecided(const vol_world *world, vol_flock flock) {
    const vol_flock_data *f = vol_flock_or_stop(world, flock, __func__);
    if (!f) {
        return 0;
    }
    uint64_t undecided = f->undecided;
    vol_ranks_add(&((vol_world *)world)->ranks, &undecided, 1); /* each counts those that it computes */
    return undecided;
}
