/* Flattens what surrounds the flocks once a step: wind, players, obstacles, relations, terms and where the boids are
 * become plain arrays of numbers, which the kernels read. Comes after index, before sense. */
#include "world.h"

#include "around/timing.h"
#include "core/random.h"
#include "kernels/one_boid.h"
#include "kernels/registry.h"

#include <string.h>

VOL_SAME(VOL_MEET_FLEE, VOL_RELATION_FLEE);
VOL_SAME(VOL_MEET_AVOID, VOL_RELATION_AVOID);
VOL_SAME(VOL_MEET_FOLLOW, VOL_RELATION_FOLLOW);
VOL_SAME(VOL_MEET_HUNT, VOL_RELATION_HUNT);
VOL_SAME(VOL_NO_LEADER, VOL_NONE);

enum { VOL_RANDOM_GUST = 16 };

static bool gust_begins(const vol_world_def *world, double chance, uint64_t step) {
    return vol_uniform(vol_random_at(world->seed, 0, 0, step, VOL_RANDOM_GUST), 0) < chance;
}

/* Does a gust of the wind blow in this step? It does if one has begun in this step or in one of the `duration` - 1
 * before, whatever the wind was then. From one step to the next only the new one has to be drawn. */
static bool gust_blows(vol_surroundings *around, const vol_world_def *world, uint64_t step) {
    const uint64_t duration = vol_time_steps(world, world->wind.duration);
    const double chance = vol_time_chance(world, world->wind.chance);
    bool goes_on = step == around->gust_step && chance == around->gust_chance && duration == around->gust_duration;
    uint64_t most = goes_on ? 1 : duration;
    if (!goes_on) {
        around->gust_end = 0;
    }
    for (uint64_t back = 0; back < most && back <= step; back++) {
        if (gust_begins(world, chance, step - back)) {
            around->gust_end = step - back + duration;
            break;
        }
    }
    around->gust_step = step + 1;
    around->gust_chance = chance;
    around->gust_duration = duration;
    return step < around->gust_end;
}

/* Wind and gusts of this step: a function of the seed and the step. */
static void flatten_wind(vol_surroundings *around, const vol_world_def *world, uint64_t step) {
    const double *velocity = world->wind.velocity;
    bool calm = velocity[0] == 0 && velocity[1] == 0 && velocity[2] == 0;
    bool gust = !calm && gust_blows(around, world, step);
    const double share = vol_time_share(world);
    around->flat.blows = false;
    for (int c = 0; c < 3; c++) {
        around->flat.blow[c] = around->gust[c] + (gust ? velocity[c] * share : 0);
        around->gust[c] = 0;
        around->flat.blows = around->flat.blows || around->flat.blow[c] != 0;
    }
}

static void flatten_obstacles(vol_surroundings *around) {
    vol_barriers *barriers = &around->barriers;
    vol_barriers_sort(barriers);
    around->flat.obstacles = vol_barriers_cells(barriers);
    around->flat.obstacle_count = barriers->count;
    around->flat.soft_count = barriers->count > 0 ? barriers->soft : 0;
    around->flat.hard_count = barriers->count > 0 ? barriers->hard : 0;
}

static void flatten_players(vol_surroundings *around, const vol_world_def *world) {
    for (size_t i = 0; i < around->player_count; i++) {
        vol_player_core *player = &around->player_core[i];
        *player = around->players[i];
        if (!around->players_own) {
            player->radius = world->player.flee_radius;
            player->weight = world->player.flee_weight;
            player->flocks = world->player.flocks;
        }
    }
    around->flat.player = around->player_core;
    around->flat.player_count = (uint32_t)around->player_count;
}

bool vol_surround_blows(const vol_world *world, uint32_t flock) {
    return world->around.flat.blows && (world->def.wind.flocks & flock_bit(flock)) != 0;
}

/* What a flock has of all that: nothing is looked for where nothing acts on it. */
static void flatten_flock(const vol_world *world, vol_flock_data *flock) {
    const vol_surroundings *around = &world->around;
    vol_around *own = &flock->around;
    const uint64_t bit = flock_bit(flock->number);
    uint64_t feared = 0;
    for (uint32_t i = 0; i < around->flat.player_count; i++) {
        feared |= around->player_core[i].flocks;
    }
    *own = around->flat;
    own->obstacles.bit = bit;
    own->soft_count = around->barriers.soft_flocks & bit ? own->soft_count : 0;
    own->hard_count = around->barriers.hard_flocks & bit ? own->hard_count : 0;
    own->player_count = feared & bit ? own->player_count : 0;
    own->blows = vol_surround_blows(world, flock->number);
}

static int use_of(const vol_relation_def *relation) {
    return relation->kind == VOL_RELATION_FLOCK_WITH ? VOL_RELATION_JOINS
           : relation->delay == 0                    ? VOL_RELATION_NOW
                                                     : VOL_RELATION_DELAYED;
}

bool vol_relations_delayed(const vol_surroundings *around, uint32_t flock) {
    for (uint32_t i = 0; i < around->relation_count; i++) {
        if (around->relations[i].from == flock && use_of(&around->relations[i]) == VOL_RELATION_DELAYED) {
            return true;
        }
    }
    return false;
}

/* From the last to the first, so that each flock's lists are in the order of the relations. */
static void flatten_relations(vol_world *world) {
    vol_surroundings *around = &world->around;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        for (int use = 0; use < VOL_RELATION_USES; use++) {
            world->flocks[i]->relation[use] = VOL_NO_RELATION;
        }
    }
    for (uint32_t i = around->relation_count; i-- > 0;) {
        const vol_relation_def *relation = &around->relations[i];
        uint32_t *first = &world->flocks[relation->from]->relation[use_of(relation)];
        around->relation_core[i] = (vol_relation_core){.radius = relation->radius,
                                                       .weight = relation->weight,
                                                       .force = relation->force,
                                                       .kind = (uint32_t)relation->kind,
                                                       .random = relation->choose == VOL_CHOOSE_RANDOM,
                                                       .target_first = i * VOL_TARGETS_MOST,
                                                       .target_count = (uint32_t)relation->to_count,
                                                       .next = *first};
        memcpy(around->targets + (size_t)i * VOL_TARGETS_MOST, relation->to, relation->to_count * sizeof *relation->to);
        *first = i;
    }
    around->flat.relation = around->relation_core;
    around->flat.target = around->targets;
}

void vol_surround_wind(vol_world *world, uint64_t step) {
    flatten_wind(&world->around, &world->def, step);
}

vol_context vol_surround_context(const vol_world *world, const vol_flock_data *flock) {
    const vol_flock_def *def = &flock->def;
    int traits = vol_find_model(world->kernels, def)->traits;
    bool whole =
        traits & (VOL_TRAIT_FORCE | VOL_TRAIT_HEADING); /* a velocity that is a sum of forces takes them whole */
    vol_context context = {.constants = flock->constants,
                           .around = &flock->around,
                           .flock = flock->number,
                           .force = traits & VOL_TRAIT_FORCE,
                           .time = whole ? 1 : world->def.dt,
                           .budget = def->steer.combine == VOL_COMBINE_PRIORITY ? def->steer.budget : -1,
                           .reach = flock->reach,
                           .farthest = def->max_speed * world->def.dt};
    vol_terms_of(&world->around.terms, flock->number, &context.terms_begin, &context.terms_end);
    for (int use = 0; use < VOL_RELATION_USES; use++) {
        context.relation[use] = flock->relation[use];
    }
    return context;
}

bool vol_is_surrounded(const vol_context *context) {
    const vol_around *around = context->around;
    return context->terms_begin < context->terms_end || context->relation[VOL_RELATION_NOW] != VOL_NO_RELATION ||
           around->soft_count > 0 || around->player_count > 0 || around->blows;
}

void vol_surround_flatten(vol_world *world) {
    vol_surroundings *around = &world->around;
    around->flat.world = vol_world_numbers_of(&world->def);
    flatten_wind(around, &world->def, world->steps);
    flatten_obstacles(around);
    flatten_players(around, &world->def);
    flatten_relations(world);
    vol_terms_flatten(&around->terms, &world->def);
    around->flat.term = around->terms.core;
    around->flat.number = around->terms.number;
    around->flat.flock = world->boids;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        flatten_flock(world, world->flocks[i]);
    }
}
