/* Random histories: see histories.h. */
#include "histories.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double side = 200;

static bool drift(void *user, vol_custom_batch *batch) {
    for (size_t i = 0; i < batch->count; i++) {
        unsigned char *carried = batch->user_bytes > 0 ? (unsigned char *)batch->user + i * batch->user_bytes : NULL;
        batch->acceleration[0][i] = 0.01 * batch->cohesion.offset[0][i] + (user ? 0.05 : 0);
        if (carried) {
            carried[0]++;
        }
    }
    return true;
}

vol_world *vol_test_history_world(uint64_t number) {
    vol_test_random random = {number * 2 + 1};
    vol_world_def def = vol_default_world_def();
    def.dimensions = 2 + (int)vol_test_pick(&random, 2);
    def.precision = (vol_precision)vol_test_pick(&random, 2);
    def.boundary = (vol_boundary)vol_test_pick(&random, VOL_BOUNDARY_COUNT);
    def.images = def.boundary == VOL_BOUNDARY_WRAP && vol_test_chance(&random, 0.5);
    def.update = vol_test_chance(&random, 0.7) ? VOL_UPDATE_TOGETHER : (vol_update)vol_test_pick(&random, 3);
    def.seed = number;
    def.threads = 1;
    for (int c = 0; c < 3; c++) {
        def.size[c] = side;
    }
    return vol_test_world(&def);
}

/* One of the flocks there are, or VOL_NONE. */
static vol_flock any_flock(vol_world *world, vol_test_random *random) {
    const uint32_t count = vol_flock_count(world);
    return count > 0 ? vol_flock_at_place(world, (uint32_t)vol_test_pick(random, count)) : VOL_NONE;
}

static uint32_t any_id(vol_world *world, vol_flock flock, vol_test_random *random) {
    const vol_view view = vol_flock_view(world, flock);
    return view.count == 0 ? VOL_NONE : view.id[vol_flock_order(world, flock)[vol_test_pick(random, view.count)]];
}

static void fill(vol_test_random *random, double *numbers, size_t count, double from, double to) {
    for (size_t i = 0; i < count; i++) {
        numbers[i] = vol_test_uniform(random, from, to);
    }
}

static void act_on_flocks(vol_world *world, vol_test_random *random) {
    vol_flock_def def = vol_lively_flock_def((vol_model)vol_test_pick(random, VOL_MODEL_COUNT));
    char name[20];
    vol_flock flock = any_flock(world, random);
    snprintf(name, sizeof name, "flock%zu", vol_test_pick(random, 5));
    def.name = name;
    def.count = vol_test_pick(random, 40);
    def.user_bytes = vol_test_chance(random, 0.3) ? 12 : 0;
    def.previous = vol_test_chance(random, 0.3);
    def.neighbours.count = vol_test_chance(random, 0.2) ? 4 : 0;
    if (def.model == VOL_MODEL_CUSTOM) {
        def.rule.decide = drift;
        def.cohesion.radius = 30;
    }
    if (vol_test_chance(random, 0.6)) {
        vol_flock_create(world, &def, &flock, NULL);
    } else if (flock != VOL_NONE) {
        vol_flock_destroy(world, flock, NULL);
    }
}

static void act_on_boids(vol_world *world, vol_test_random *random) {
    const vol_flock flock = any_flock(world, random);
    double p[15], v[15];
    uint32_t ids[3];
    if (flock == VOL_NONE) {
        return;
    }
    fill(random, p, 15, 0, side);
    fill(random, v, 15, -2, 2);
    ids[0] = any_id(world, flock, random);
    ids[1] = any_id(world, flock, random);
    unsigned char *user = vol_flock_user(world, flock, ids[0]);
    switch (vol_test_pick(random, 10)) {
    case 0: vol_flock_add(world, flock, 1 + vol_test_pick(random, 5), p, v, NULL, NULL); break;
    case 1: vol_flock_remove(world, flock, 1 + vol_test_pick(random, 2), ids, NULL); break;
    case 2: vol_flock_set_leader(world, flock, ids[0], NULL); break;
    case 3: vol_flock_reserve(world, flock, vol_test_pick(random, 200), NULL); break;
    case 4: vol_flock_set_positions(world, flock, 1, ids, p, NULL); break;
    case 5: vol_flock_set_velocities(world, flock, 1, ids, v, NULL); break;
    case 6: vol_flock_set_headings(world, flock, 1, ids, p, NULL, NULL); break;
    case 7: vol_flock_add_heading(world, flock, 2, p, p, p, NULL, NULL); break;
    case 8: vol_flock_set_user_pointer(world, flock, vol_test_chance(random, 0.5) ? (void *)&side : NULL); break;
    default:
        if (user) {
            user[3] = (unsigned char)vol_test_pick(random, 256);
        }
    }
}

static void act_on_parameters(vol_world *world, vol_test_random *random) {
    static const char *const names[] = {"world.dt",      "world.wind.chance",   "world.player.flee_radius",
                                        "world.margin",  "world.size",          "world.integrator",
                                        "world.index",   "world.wind.velocity", "world.origin",
                                        "world.time",    "world.update",        "world.images",
                                        "world.boundary"};
    static const char *const values[] = {"0.5",  "0.3",           "40",         "3",        "[210, 190, 180]", "rk4",
                                         "tree", "[0.2, 0.1, 0]", "[-9, 5, 7]", "per_time", "in_turn",         "true",
                                         "wrap"};
    static const char *const flat[] = {"1",        "1",      "80",       "0",        "[200, 200]", "euler", "auto",
                                       "[0.1, 0]", "[3, 0]", "per_step", "together", "false",      "bounce"};
    const size_t which = vol_test_pick(random, sizeof names / sizeof *names);
    const vol_flock flock = any_flock(world, random);
    if (vol_test_chance(random, 0.5) || flock == VOL_NONE) {
        vol_world_set(world, names[which], vol_test_chance(random, 0.5) ? values[which] : flat[which], NULL);
        return;
    }
    vol_flock_def def = vol_flock_get_def(world, flock);
    def.cohesion.weight = vol_test_uniform(random, 0, 2);
    def.max_speed = vol_test_uniform(random, 1, 5);
    def.neighbours.count = vol_test_pick(random, 4) * 2;
    def.rule.user = vol_test_chance(random, 0.5) ? (void *)names : NULL;
    def.index = vol_test_chance(random, 0.2) ? VOL_INDEX_GRID : VOL_INDEX_AUTO;
    vol_flock_set_def(world, flock, &def, NULL);
}

static void act_on_obstacles(vol_world *world, vol_test_random *random) {
    vol_obstacle_def def = vol_default_obstacle_def();
    double points[30];
    const uint32_t count = vol_obstacle_count(world);
    const vol_obstacle one = count > 0 ? (vol_obstacle)vol_test_pick(random, count) : 0;
    vol_obstacle made;
    fill(random, points, 30, 0, side);
    fill(random, def.center, 3, 0, side);
    fill(random, def.size, 3, 0, 40);
    def.shape = (vol_obstacle_shape)vol_test_pick(random, VOL_OBSTACLE_SHAPE_COUNT);
    def.law = (vol_law)vol_test_pick(random, VOL_LAW_COUNT);
    def.points = points;
    def.point_count = def.shape == VOL_OBSTACLE_POLYGON   ? 3 + vol_test_pick(random, 6)
                      : def.shape == VOL_OBSTACLE_SEGMENT ? 2
                                                          : 0;
    def.radius = vol_test_uniform(random, 0, 20);
    def.flocks = vol_test_chance(random, 0.3) ? vol_test_bits(random) : def.flocks;
    def.reach = vol_test_uniform(random, 0, 30);
    switch (vol_test_pick(random, 4)) {
    case 0: vol_obstacle_remove(world, one, NULL); break;
    case 1: vol_obstacle_set_def(world, one, &def, NULL); break;
    default:
        if (vol_obstacle_create(world, &def, &made, NULL) == VOL_OK) {
            vol_obstacle_set_user_pointer(world, made, (void *)&side);
        }
    }
}

static void act_on_terms(vol_world *world, vol_test_random *random) {
    vol_term_def def = vol_default_term_def((vol_term_kind)vol_test_pick(random, VOL_TERM_KIND_COUNT));
    double points[30], flow[3 * 27];
    const uint32_t count = vol_term_count(world);
    const vol_term one = count > 0 ? (vol_term)vol_test_pick(random, count) : 0;
    vol_term made;
    fill(random, points, 30, 0, side);
    fill(random, flow, 3 * 27, -1, 1);
    fill(random, def.point, 3, 0, side);
    def.flock = any_flock(world, random);
    def.target = any_flock(world, random);
    def.points = points;
    def.point_count = 2 + vol_test_pick(random, 8);
    def.closed = vol_test_chance(random, 0.5);
    def.flow = flow;
    def.flow_count[0] = def.flow_count[1] = def.flow_count[2] = 2 + (uint32_t)vol_test_pick(random, 2);
    if (vol_term_exists(world, one) && vol_test_chance(random, 0.3)) {
        const vol_term_def now = vol_term_get_def(world, one);
        def.kind = now.kind;
        def.flock = now.flock;
        vol_term_set_def(world, one, &def, NULL);
    } else if (vol_test_chance(random, 0.3)) {
        vol_term_remove(world, one, NULL);
    } else {
        vol_term_create(world, &def, &made, NULL);
    }
}

static void act_on_relations(vol_world *world, vol_test_random *random) {
    vol_relation_def def = vol_default_relation_def();
    const uint32_t count = vol_relation_count(world);
    const uint32_t one = count > 0 ? (uint32_t)vol_test_pick(random, count) : 0;
    def.from = any_flock(world, random);
    def.to_count = 1 + vol_test_pick(random, 2);
    def.to[0] = any_flock(world, random);
    def.to[1] = any_flock(world, random);
    if (vol_relation_exists(world, one) && vol_test_chance(random, 0.4)) {
        def = vol_relation_get_def(world, one);
    }
    def.kind = (vol_relation_kind)vol_test_pick(random, VOL_RELATION_KIND_COUNT);
    def.radius = vol_test_uniform(random, 10, 80);
    def.eat = vol_test_chance(random, 0.5) ? 4 : 0;
    def.delay = (int)vol_test_pick(random, 2);
    def.choose = (vol_choose)vol_test_pick(random, VOL_CHOOSE_COUNT);
    switch (vol_test_pick(random, 4)) {
    case 0: vol_relation_remove(world, one, NULL); break;
    case 1: vol_relation_set_def(world, one, &def, NULL); break;
    default: vol_relation_create(world, &def, NULL, NULL);
    }
}

static void act_on_weather(vol_world *world, vol_test_random *random) {
    double p[9], v[3];
    vol_player_def players[2] = {vol_default_player_def(), vol_default_player_def()};
    fill(random, p, 9, 0, side);
    fill(random, players[0].position, 2, 0, side);
    players[1].flocks = vol_test_bits(random);
    fill(random, v, 3, -1, 1);
    switch (vol_test_pick(random, 6)) {
    case 5: vol_world_set_player_defs(world, 1 + vol_test_pick(random, 2), players, NULL); break;
    case 0: vol_world_set_players(world, vol_test_pick(random, 4), p, NULL); break;
    case 1: vol_world_gust(world, v, NULL); break;
    case 2: vol_world_scatter(world, p, 0.01, NULL); break;
    case 3: vol_world_blow(world, p, 50, v, NULL); break;
    default: vol_world_watch_ball(world, (uint32_t)vol_test_pick(random, 3), NULL, 0, p, 60, NULL);
    }
}

void vol_test_history_act(vol_world *world, uint64_t number) {
    static void (*const acts[])(vol_world *, vol_test_random *) = {act_on_flocks,    act_on_boids, act_on_parameters,
                                                                   act_on_obstacles, act_on_terms, act_on_relations,
                                                                   act_on_weather};
    vol_test_random random = {number * 2 + 1};
    for (size_t calls = vol_test_pick(&random, 5); calls > 0; calls--) {
        acts[vol_test_pick(&random, sizeof acts / sizeof *acts)](world, &random);
    }
}
