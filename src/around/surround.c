/* Surroundings: between decide and move, groups meet other flocks, obstacles, players and the wind, in this order. */
#include "around/surround.h"

#include "around/step_terms.h"
#include "core/random.h"

#include <string.h>

enum { VOL_RANDOM_GUST = 16, VOL_RANDOM_PREY = 17 };

static bool gust_begins(const vol_world_def *world, uint64_t step) {
    return vol_uniform(vol_random_at(world->seed, 0, 0, step, VOL_RANDOM_GUST), 0) < world->wind.chance;
}

/* Does a gust of the wind blow in this step? It does if one has begun in this step or in one of the `duration` - 1 before,
 * whatever the wind was then. From one step to the next only the new one needs to be looked at. */
static bool gust_blows(vol_surroundings *around, const vol_world_def *world, uint64_t step) {
    uint64_t duration = world->wind.duration;
    bool goes_on =
        step == around->gust_step && world->wind.chance == around->gust_chance && duration == around->gust_duration;
    uint64_t most = goes_on ? 1 : duration;
    if (!goes_on) {
        around->gust_end = 0;
    }
    for (uint64_t back = 0; back < most && back <= step; back++) {
        if (gust_begins(world, step - back)) {
            around->gust_end = step - back + duration;
            break;
        }
    }
    around->gust_step = step + 1;
    around->gust_chance = world->wind.chance;
    around->gust_duration = duration;
    return step < around->gust_end;
}

void vol_surround_begin_step(vol_surroundings *around, const vol_world_def *world, uint64_t step) {
    bool calm = world->wind.velocity[0] == 0 && world->wind.velocity[1] == 0 && world->wind.velocity[2] == 0;
    bool gust = !calm && gust_blows(around, world, step);
    vol_barriers_sort(&around->barriers, world);
    vol_terms_sort(&around->terms);
    around->blows = false;
    for (int c = 0; c < 3; c++) {
        around->blow[c] = around->gust[c] + (gust ? world->wind.velocity[c] : 0);
        around->gust[c] = 0;
        around->blows = around->blows || around->blow[c] != 0;
    }
}

static bool applies(const vol_relation_def *relation, uint32_t flock, int delay) {
    return relation->from == flock && relation->delay == delay && relation->kind != VOL_RELATION_FLOCK_WITH;
}

bool vol_surround_minds(const vol_surroundings *around, uint32_t flock, int delay) {
    for (uint32_t i = 0; i < around->relation_count; i++) {
        if (applies(&around->relations[i], flock, delay)) {
            return true;
        }
    }
    return false;
}

static void find_guests(const vol_encounter *e, const vol_relation_def *relation, const vol_group *group, double reach,
                        vol_guests *guests) {
    double low[3], high[3];
    e->kernels->bounds(e->job->now, e->world->dimensions, group->first, group->count, low, high);
    for (size_t t = 0; t < relation->to_count; t++) {
        const vol_party *party = &e->parties[relation->to[t]];
        vol_guest_run all = {party->now, party->id, 0, party->count};
        vol_search_box(party->search, &all, low, high, reach, guests);
    }
}

/* A random one of all targets, the same whatever the order in memory. */
static void pick_guest(const vol_encounter *e, const vol_relation_def *relation, uint32_t id, vol_guests *guests) {
    uint64_t total = 0;
    for (size_t t = 0; t < relation->to_count; t++) {
        total += e->parties[relation->to[t]].count;
    }
    vol_random_bits r = vol_random_at(e->world->seed, e->flock, id, e->step, VOL_RANDOM_PREY);
    uint64_t pick = (uint64_t)(vol_uniform(r, 0) * (double)total);
    for (size_t t = 0; t < relation->to_count; t++) {
        const vol_party *party = &e->parties[relation->to[t]];
        if (pick < party->count) {
            uint32_t slot = party->order[pick];
            guests->run[guests->count++] = (vol_guest_run){party->now, party->id, slot, slot + 1};
            return;
        }
        pick -= party->count;
    }
}

/* One group meets all flocks that it minds. */
static void meet_flocks(const vol_encounter *e, const vol_group *group, int delay, void *const add[3], uint32_t at) {
    double time = delay ? 1 : e->time; /* what is pending is a force in every model */
    vol_meeting meeting = {e->job->constants, e->job->now, group->first, group->count, add, at, time};
    for (uint32_t i = 0; i < e->around->relation_count; i++) {
        const vol_relation_def *relation = &e->around->relations[i];
        if (!applies(relation, e->flock, delay)) {
            continue;
        }
        if (relation->kind != VOL_RELATION_HUNT || relation->choose == VOL_CHOOSE_NEAREST) {
            e->guests->count = 0;
            find_guests(e, relation, group, relation->radius, e->guests);
            e->kernels->meet_flock(&meeting, e->world->dimensions, relation, e->guests);
            continue;
        }
        for (uint32_t b = 0; b < group->count; b++) { /* everyone has a prey of his own */
            vol_meeting own = {e->job->constants, e->job->now, group->first + b, 1, add, at + b, time};
            e->guests->count = 0;
            pick_guest(e, relation, e->job->id[group->first + b], e->guests);
            e->kernels->meet_flock(&own, e->world->dimensions, relation, e->guests);
        }
    }
}

static void meet_obstacles(const vol_encounter *e, const vol_group *group, const vol_meeting *meeting) {
    vol_near near;
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    const vol_barriers *barriers = &e->around->barriers;
    e->kernels->bounds(e->job->now, e->world->dimensions, group->first, group->count, low, high);
    vol_barriers_near(barriers, e->world, low, high, false, &near);
    if (near.count > 0) {
        e->kernels->meet_obstacles(meeting, e->world->dimensions, barriers->barrier, barriers->points,
                                   near.all ? NULL : near.which, near.all ? barriers->count : near.count);
    }
}

void vol_surround_batch(const vol_encounter *e) {
    const vol_batch *batch = e->job->batch;
    const vol_surroundings *around = e->around;
    void *const *add = batch->wish + (e->force ? 3 : 0);
    bool minds = vol_surround_minds(around, e->flock, 0);
    for (uint32_t g = 0; (minds || around->barriers.soft > 0 || around->player_count > 0) && g < batch->groups; g++) {
        const vol_group *group = &batch->group[g];
        uint32_t at = group->first - batch->first;
        vol_meeting meeting = {e->job->constants, e->job->now, group->first, group->count, add, at, e->time};
        if (minds) {
            meet_flocks(e, group, 0, add, at);
        }
        if (around->barriers.soft > 0) {
            meet_obstacles(e, group, &meeting);
        }
        if (around->player_count > 0) {
            e->kernels->meet_players(&meeting, e->world->dimensions, around->player_count, around->players,
                                     e->world->player.flee_radius, e->world->player.flee_weight);
        }
    }
    if (around->blows) {
        e->kernels->blow(batch->wish, e->world->dimensions, batch->count, around->blow);
    }
}

void vol_surround_delayed(const vol_encounter *e) {
    const vol_batch *batch = e->job->batch;
    for (uint32_t g = 0; g < batch->groups; g++) {
        meet_flocks(e, &batch->group[g], 1, batch->wish, batch->group[g].first - batch->first);
    }
}

bool vol_surround_guests(const vol_encounter *e, double reach, vol_guests *guests) {
    bool any = false;
    for (uint32_t g = 0; g < e->job->batch->groups; g++) {
        guests[g].count = 0;
        for (uint32_t i = 0; i < e->around->relation_count; i++) {
            const vol_relation_def *relation = &e->around->relations[i];
            if (relation->from == e->flock && relation->kind == VOL_RELATION_FLOCK_WITH) {
                any = true;
                find_guests(e, relation, &e->job->batch->group[g], reach, &guests[g]);
            }
        }
    }
    return any;
}

/* Is anything hard near the ways of these boids? Nearly always not, and then nobody needs to be looked at. */
static bool meets_hard(const vol_encounter *e, const double start[8], double most, uint32_t first, uint32_t count) {
    vol_near near;
    const vol_job *job = e->job;
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, size = 0;
    double from_low[3] = {start[0], start[1], start[2]}, from_high[3] = {start[0], start[1], start[2]};
    e->kernels->bounds(job->next, e->world->dimensions, first, count, low, high);
    if (job->now != job->next) {
        e->kernels->bounds(job->now, e->world->dimensions, first, count, from_low, from_high);
    }
    for (int c = 0; c < 3 && c < e->world->dimensions; c++) {
        low[c] = from_low[c] < low[c] ? from_low[c] : low[c];
        high[c] = from_high[c] > high[c] ? from_high[c] : high[c];
        double far = (-low[c] > high[c] ? -low[c] : high[c]) + most + e->world->size[c] + e->world->margin;
        size = far > size ? far : size;
        if (high[c] - low[c] > e->world->size[c] / 2 || most > e->world->size[c] / 2) {
            return true; /* perhaps somebody has gone over an edge: there is no knowing what is between */
        }
    }
    for (int c = 0; c < 3 && c < e->world->dimensions; c++) { /* more than boids keep from a surface */
        low[c] -= size * 0x1p-16;
        high[c] += size * 0x1p-16;
    }
    vol_barriers_near(&e->around->barriers, e->world, low, high, true, &near);
    return near.count > 0;
}

void vol_surround_stop(const vol_encounter *e, const double start[8], double most, bool heading) {
    const vol_batch *batch = e->job->batch;
    const vol_state *now = e->job->now, *next = e->job->next;
    int dimensions = e->world->dimensions;
    if (!meets_hard(e, start, most, batch->first, batch->count)) {
        return;
    }
    for (uint32_t g = 0; g < batch->groups; g++) {
        uint32_t first = batch->group[g].first, count = batch->group[g].count;
        bool meets = meets_hard(e, start, most, first, count);
        for (uint32_t i = first; meets && i < first + count; i++) {
            double from[8], to[8];
            e->kernels->get(now, dimensions, i, from);
            e->kernels->get(next, dimensions, i, to);
            vol_barriers_stop(&e->around->barriers, e->world, now == next ? start : from, to, to + 3);
            e->kernels->put(next, dimensions, i, to);
        }
        if (meets && heading) {
            e->kernels->face(next, first, first + count);
        }
    }
}
