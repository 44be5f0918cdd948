/* A world on a device goes through what worlds go through, and has the bits of the processor's all the while. */
#include "around.h"
#include "pair.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static vol_world_def small_world(void) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
    def.wind.velocity[0] = 0.1;
    def.wind.velocity[1] = -0.05;
    def.wind.chance = 0.3;
    def.wind.duration = 3;
    return def;
}

static vol_flock_def flock_of(const char *name, vol_model model, size_t count) {
    vol_flock_def def = vol_lively_flock_def(model);
    def.name = name;
    def.count = count;
    def.start.speed = def.max_speed / 2;
    return def;
}

static void add(vol_test_pair *pair, vol_flock flock, size_t count, uint64_t seed) {
    vol_test_random random = {seed};
    double *numbers = malloc(4 * count * sizeof *numbers);
    vol_error error = {0};
    assert_non_null(numbers);
    for (size_t i = 0; i < 2 * count; i++) {
        numbers[i] = vol_test_uniform(&random, 10, 290);
        numbers[2 * count + i] = vol_test_uniform(&random, -1, 1);
    }
    for (int k = 0; k < 2; k++) {
        if (vol_flock_add(pair->world[k], flock, count, numbers, numbers + 2 * count, NULL, &error) != VOL_OK) {
            fail_msg("%s", error.text);
        }
    }
    free(numbers);
}

static void remove_some(vol_test_pair *pair, vol_flock flock, const uint32_t *ids, size_t count) {
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_flock_remove(pair->world[k], flock, count, ids, NULL), VOL_OK);
    }
}

static void set(vol_test_pair *pair, const char *name, const char *value) {
    vol_error error = {0};
    for (int k = 0; k < 2; k++) {
        if (vol_world_set(pair->world[k], name, value, &error) != VOL_OK) {
            fail_msg("%s", error.text);
        }
    }
}

/* --- What happens to a world between steps ------------------------------------------------------------------------ */

/* Three flocks, one of them without boids. */
static vol_test_pair three_flocks(void) {
    vol_world_def def = small_world();
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_flock_def birds = flock_of("birds", VOL_MODEL_STEERING, 300);
    birds.user_bytes = 12;
    vol_test_pair_flock(&pair, &birds);
    vol_flock_def few = flock_of("few", VOL_MODEL_STEERING, 30);
    vol_test_pair_flock(&pair, &few);
    vol_flock_def none = flock_of("none", VOL_MODEL_STEERING, 0);
    vol_test_pair_flock(&pair, &none);
    return pair;
}

static void boids_come_and_go_and_are_pushed(void **state) {
    (void)state;
    vol_test_pair pair = three_flocks();
    vol_test_same(pair.world[0], pair.world[1]);
    vol_test_pair_step(&pair, 3);
    add(&pair, 0, 5, 1); /* within the room there is, or a little more */
    vol_test_pair_step(&pair, 2);
    remove_some(&pair, 0, (const uint32_t[]){0, 17, 302, 299}, 4);
    vol_test_pair_step(&pair, 2);
    add(&pair, 2, 60, 2); /* the one that had none */
    vol_test_pair_step(&pair, 2);
    add(&pair, 0, 700, 3); /* the first one grows beyond its room, past the others */
    vol_test_pair_step(&pair, 2);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_world_scatter(pair.world[k], (double[2]){200, 150}, 0.02, NULL), VOL_OK);
    }
    vol_test_pair_step(&pair, 2);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_world_blow(pair.world[k], (double[2]){100, 50}, 90, (double[2]){2, 1}, NULL), VOL_OK);
    }
    vol_test_pair_step(&pair, 2);
    for (int k = 0; k < 2; k++) {
        const uint32_t ids[3] = {900, 5, 300};
        const double places[6] = {10, 20, 250, 40, -30, 500}, headings[3] = {10, 200, 300};
        assert_int_equal(vol_flock_set_positions(pair.world[k], 0, 3, ids, places, NULL), VOL_OK);
        assert_int_equal(vol_flock_set_headings(pair.world[k], 0, 3, ids, headings, NULL, NULL), VOL_OK);
    }
    vol_test_pair_step(&pair, 2);
    uint32_t all[60];
    for (uint32_t i = 0; i < 60; i++) {
        all[i] = i;
    }
    remove_some(&pair, 2, all, 60); /* and has none again */
    vol_test_pair_step(&pair, 2);
    vol_test_pair_destroy(&pair);
}

static void parameters_leaders_players_and_gusts_change(void **state) {
    (void)state;
    vol_test_pair pair = three_flocks();
    vol_test_pair_step(&pair, 2);
    static const char *const changes[][2] = {{"birds.cohesion.radius", "90"},
                                             {"birds.separation.weight", "3"},
                                             {"world.dt", "0.5"},
                                             {"world.size", "[500, 350]"},
                                             {"wind.chance", "1"},
                                             {"world.size", "[380, 300]"},
                                             {"birds.max_speed", "1.5"},
                                             {"wind.velocity", "[0.3, 0]"},
                                             {"wind.flocks", "[few]"},
                                             {"player.flocks", "[birds]"},
                                             {"birds.turn.rate", "20"},
                                             {"wind.chance", "0.3"},
                                             {"world.time", "per_time"},
                                             {"world.dt", "0.25"}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        set(&pair, changes[i][0], changes[i][1]);
        vol_test_pair_step(&pair, 2);
    }
    vol_term_def follow = vol_default_term_def(VOL_TERM_FOLLOW_LEADER);
    follow.flock = 1;
    follow.target = 0;
    for (int k = 0; k < 2; k++) {
        vol_term number;
        assert_int_equal(vol_term_create(pair.world[k], &follow, &number, NULL), VOL_OK);
        assert_int_equal(vol_flock_set_leader(pair.world[k], 0, 7, NULL), VOL_OK);
        assert_int_equal(vol_world_set_players(pair.world[k], 2, (double[4]){100, 100, 250, 80}, NULL), VOL_OK);
        assert_int_equal(vol_world_gust(pair.world[k], (double[2]){1, -2}, NULL), VOL_OK);
    }
    vol_test_pair_step(&pair, 3);
    vol_player_def players[2] = {vol_default_player_def(), vol_default_player_def()};
    players[0].radius = 250;
    players[0].flocks = vol_flock_bit(1);
    players[1].position[0] = players[1].position[1] = 150;
    players[1].weight = -0.3;
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_flock_set_leader(pair.world[k], 0, 250, NULL), VOL_OK);
        assert_int_equal(vol_world_set_player_defs(pair.world[k], 2, players, NULL), VOL_OK);
        assert_int_equal(vol_world_gust(pair.world[k], (double[2]){-1, 0.5}, NULL), VOL_OK);
    }
    vol_test_pair_step(&pair, 3);
    vol_test_pair_destroy(&pair);
}

/* Each boid has its id written into what it carries, and how often it was seen. */
static void write_user(vol_world *world) {
    const vol_view view = vol_flock_view(world, 0);
    for (size_t i = 0; i < view.count; i++) {
        uint32_t carried[3];
        memcpy(carried, (char *)view.user + 12 * i, 12);
        assert_true(carried[0] == 0 || carried[0] == view.id[i] + 1);
        carried[0] = view.id[i] + 1;
        carried[1]++;
        memcpy((char *)view.user + 12 * i, carried, 12);
    }
}

static void what_boids_carry_follows_them(void **state) {
    (void)state;
    vol_test_pair pair = three_flocks();
    for (uint32_t round = 0; round < 4; round++) {
        write_user(pair.world[0]);
        write_user(pair.world[1]);
        vol_test_pair_step(&pair, 4);
        remove_some(&pair, 0, (const uint32_t[]){3 * round, 250 - round}, 2);
        vol_test_same(pair.world[0], pair.world[1]);
        add(&pair, 0, 3 + 200 * round, round);
        vol_test_pair_step(&pair, 3);
    }
    vol_test_pair_destroy(&pair);
}

static void *snapshot_of(vol_world *world, size_t *size) {
    *size = vol_snapshot_size(world);
    void *bytes = malloc(*size);
    assert_non_null(bytes);
    vol_snapshot_write(world, bytes);
    return bytes;
}

static void snapshots_go_from_the_processor_to_the_device_and_back(void **state) {
    (void)state;
    vol_test_pair pair = three_flocks();
    vol_test_pair_step(&pair, 5);
    for (int from = 0; from < 2; from++) {
        size_t size, size_other;
        add(&pair, 1, 20, 9);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(vol_world_gust(pair.world[k], (double[2]){1, -2}, NULL), VOL_OK);
        }
        void *bytes = snapshot_of(pair.world[from], &size), *other = snapshot_of(pair.world[1 - from], &size_other);
        assert_int_equal(size, size_other);
        assert_memory_equal(bytes, other, size);
        vol_test_pair_step(&pair, 3);
        const uint64_t later = vol_world_hash(pair.world[0]);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(vol_snapshot_read(pair.world[k], bytes, size, NULL), VOL_OK);
        }
        vol_test_same(pair.world[0], pair.world[1]);
        vol_test_pair_step(&pair, 3);
        assert_hash_equal(vol_world_hash(pair.world[1]), later);
        free(bytes);
        free(other);
    }
    vol_test_pair_destroy(&pair);
}

/* The first flock was moved behind the others; then all get room for something else. */
static void flocks_that_changed_places_stay_what_they_are(void **state) {
    (void)state;
    vol_test_pair pair = three_flocks();
    add(&pair, 0, 200, 5);
    vol_test_pair_step(&pair, 2);
    vol_relation_def flee = vol_test_relation(0, 1, VOL_RELATION_FLEE);
    flee.delay = 1;
    for (int k = 0; k < 2; k++) {
        vol_test_relate(pair.world[k], &flee);
    }
    vol_test_pair_step(&pair, 3);
    vol_test_pair_destroy(&pair);
}

static void worlds_without_boids_are_stepped(void **state) {
    (void)state;
    vol_world_def def = small_world();
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_test_pair_step(&pair, 300); /* nor flocks */
    vol_flock_def none = flock_of("none", VOL_MODEL_STEERING, 0);
    vol_test_pair_flock(&pair, &none);
    vol_test_pair_step(&pair, 300);
    add(&pair, 0, 50, 4);
    vol_test_pair_step(&pair, 5);
    vol_test_pair_destroy(&pair);
}

/* Few enough that the least piece of memory has room for more. */
static void flocks_of_a_few_boids_are_joined_by_others(void **state) {
    (void)state;
    vol_world_def def = small_world();
    vol_test_pair pair = vol_test_pair_create(&def);
    static const char *const names[] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++) {
        vol_flock_def flock = flock_of(names[i], VOL_MODEL_STEERING, 2);
        vol_test_pair_flock(&pair, &flock);
        for (int k = 0; k < 2; k++) { /* not read in between */
            assert_int_equal(vol_world_step(pair.world[k], 2), VOL_OK);
        }
    }
    vol_test_same(pair.world[0], pair.world[1]);
    vol_test_pair_destroy(&pair);
}

/* --- What is asked of a world ------------------------------------------------------------------------------------- */

static void queries_and_measures_are_the_same(void **state) {
    (void)state;
    vol_test_pair pair = three_flocks();
    vol_meter_def def = vol_default_meter_def();
    vol_meter *meter[2];
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_world_step(pair.world[k], 6), VOL_OK); /* nothing was read before the queries */
        assert_int_equal(vol_meter_create(pair.world[k], &def, &meter[k], NULL), VOL_OK);
    }
    vol_hit hits[2][4][300];
    memset(hits, 0, sizeof hits);
    size_t found[2][4] = {{0}};
    const double at[2] = {180, 140}, low[2] = {50, 60}, high[2] = {200, 220}, along[2] = {1, 0.4};
    for (int k = 0; k < 2; k++) {
        vol_world *world = pair.world[k];
        assert_int_equal(vol_query_near(world, 0, at, 60, hits[k][0], 300, &found[k][0], NULL), VOL_OK);
        assert_int_equal(vol_query_nearest(world, 0, at, 20, hits[k][1], &found[k][1], NULL), VOL_OK);
        assert_int_equal(vol_query_box(world, 0, low, high, hits[k][2], 300, &found[k][2], NULL), VOL_OK);
        assert_int_equal(vol_query_ray(world, 0, low, along, 300, 15, hits[k][3], NULL), VOL_OK);
    }
    for (int q = 0; q < 4; q++) {
        assert_int_equal(found[0][q], found[1][q]);
        for (size_t i = 0; i < 300; i++) { /* slots are where they happen to be */
            assert_int_equal(hits[0][q][i].id, hits[1][q][i].id);
            assert_number_equal(hits[0][q][i].distance, hits[1][q][i].distance);
        }
    }
    assert_true(found[0][0] > 0 && found[0][2] > 0);
    for (unsigned flock = 0; flock < 4; flock++) {
        for (int k = 0; k < 2; k++) {
            assert_int_equal(vol_meter_read(meter[k], flock < 3 ? flock : VOL_NONE, NULL), VOL_OK);
        }
        for (int m = 0; m < VOL_MEASURE_COUNT; m++) {
            assert_number_equal(vol_meter_value(meter[0], (vol_measure)m), vol_meter_value(meter[1], (vol_measure)m));
        }
    }
    vol_meter_destroy(meter[0]);
    vol_meter_destroy(meter[1]);
    vol_test_pair_destroy(&pair);
}

/* --- Hunters, obstacles ------------------------------------------------------------------------------------------- */

static void hunters_choose_at_random_among_ids_with_gaps_and_eat_the_same(void **state) {
    (void)state;
    vol_world_def def = small_world();
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_flock_def birds = flock_of("birds", VOL_MODEL_STEERING, 300), hawks = flock_of("hawks", VOL_MODEL_STEERING, 12);
    vol_test_pair_flock(&pair, &birds);
    vol_test_pair_flock(&pair, &hawks);
    vol_relation_def hunt = vol_test_relation(1, 0, VOL_RELATION_HUNT),
                     flee = vol_test_relation(0, 1, VOL_RELATION_FLEE);
    hunt.radius = 1000;
    hunt.choose = VOL_CHOOSE_RANDOM;
    flee.delay = 1;
    for (int k = 0; k < 2; k++) {
        vol_test_relate(pair.world[k], &hunt);
        vol_test_relate(pair.world[k], &flee);
    }
    vol_test_pair_step(&pair, 4); /* all ids are there */
    remove_some(&pair, 0, (const uint32_t[]){5, 6, 7, 100, 299}, 5);
    vol_test_pair_step(&pair, 4);
    hunt.eat = 20;
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_relation_set_def(pair.world[k], 0, &hunt, NULL), VOL_OK);
    }
    uint64_t cursors[2] = {0, 0};
    for (int k = 0; k < 2; k++) { /* meals alone, then also who goes where, for which all boids are looked at */
        assert_int_equal(vol_world_watch(pair.world[k], VOL_EVENT_ALL, 10000, 0, NULL), VOL_OK);
    }
    for (int i = 0; i < 12; i++) {
        vol_test_pair_step(&pair, 1); /* each with its meals */
    }
    vol_test_pair_step(&pair, 5);
    assert_true(vol_world_eaten(pair.world[1]) > 5);
    assert_true(vol_world_event_count(pair.world[1]) > 5);
    assert_hash_equal(vol_test_events(pair.world[0], &cursors[0]), vol_test_events(pair.world[1], &cursors[1]));
    for (int k = 0; k < 2; k++) {
        vol_test_watch(pair.world[k], 60);
    }
    vol_test_pair_step(&pair, 10);
    assert_true(vol_world_event_count(pair.world[1]) > cursors[1] + 30);
    assert_hash_equal(vol_test_events(pair.world[0], &cursors[0]), vol_test_events(pair.world[1], &cursors[1]));
    vol_test_pair_destroy(&pair);
}

static void boids_with_headings_stop_at_hard_obstacles(void **state) {
    (void)state;
    vol_world_def def = vol_test_lively_def(VOL_MODEL_SIGHTED, 2, VOL_PRECISION_SINGLE);
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_flock_def birds = flock_of("birds", VOL_MODEL_SIGHTED, 200);
    vol_test_pair_flock(&pair, &birds);
    birds.name = "others";
    vol_test_pair_flock(&pair, &birds);
    static const double points[] = {100, 20, 120, 280};
    vol_obstacle_def wall = vol_test_wall(points, 3, VOL_LAW_HARD), ball = vol_default_obstacle_def();
    ball.law = VOL_LAW_HARD;
    ball.center[0] = 250;
    ball.center[1] = 150;
    ball.radius = 40;
    vol_obstacle_def push = ball; /* of these each acts on one flock alone */
    push.law = VOL_LAW_FADE;
    push.reach = 90;
    push.flocks = wall.flocks = vol_flock_bit(1);
    for (int k = 0; k < 2; k++) {
        vol_test_put(pair.world[k], &push);
        vol_test_put(pair.world[k], &wall);
        vol_test_put(pair.world[k], &ball);
    }
    vol_test_pair_step(&pair, 1);
    vol_test_pair_step(&pair, 12);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_obstacle_remove(pair.world[k], 1, NULL), VOL_OK);
    }
    vol_test_pair_step(&pair, 3);
    vol_test_pair_destroy(&pair);
}

/* --- Fast --------------------------------------------------------------------------------------------------------- */

/* So many boids start on the device, and the same there as here; a fast step is one but for rounding. */
static void a_fast_world_of_many_starts_the_same_and_steps_nearly_so(void **state) {
    (void)state;
    enum { MANY = 70000 };
    vol_world_def def = vol_test_lively_def(VOL_MODEL_BLEND, 2, VOL_PRECISION_SINGLE);
    vol_flock_def birds = flock_of("birds", VOL_MODEL_BLEND, MANY);
    def.size[0] = def.size[1] = 10000;
    def.boundary = VOL_BOUNDARY_WRAP;
    def.images = true;
    birds.separation.radius = 20;
    birds.alignment.radius = birds.cohesion.radius = 50;
    birds.start.speed = 2; /* and in any direction, which a start knows by a number that is none */
    def.fast = true;
    vol_test_pair pair = vol_test_pair_create(&def);
    vol_test_pair_flock(&pair, &birds);
    vol_test_same(pair.world[0], pair.world[1]);
    size_t other = 0;
    for (int k = 0; k < 2; k++) {
        assert_int_equal(vol_world_step(pair.world[k], 1), VOL_OK);
    }
    const vol_view view[2] = {vol_flock_view(pair.world[0], 0), vol_flock_view(pair.world[1], 0)};
    const uint32_t *order[2] = {vol_flock_order(pair.world[0], 0), vol_flock_order(pair.world[1], 0)};
    assert_int_equal(view[1].count, MANY);
    for (size_t i = 0; i < MANY; i++) {
        for (int axis = 0; axis < 2; axis++) {
            const double away =
                vol_view_velocity(&view[0], axis, order[0][i]) - vol_view_velocity(&view[1], axis, order[1][i]);
            assert_true(fabs(away) <= 20);
            other += fabs(away) > 1e-3;
        }
    }
    assert_in_range(other, 0, MANY / 1000); /* where rounding decides who is within a radius */
    vol_test_pair_destroy(&pair);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boids_come_and_go_and_are_pushed),
        cmocka_unit_test(parameters_leaders_players_and_gusts_change),
        cmocka_unit_test(what_boids_carry_follows_them),
        cmocka_unit_test(snapshots_go_from_the_processor_to_the_device_and_back),
        cmocka_unit_test(flocks_that_changed_places_stay_what_they_are),
        cmocka_unit_test(flocks_of_a_few_boids_are_joined_by_others),
        cmocka_unit_test(worlds_without_boids_are_stepped),
        cmocka_unit_test(queries_and_measures_are_the_same),
        cmocka_unit_test(hunters_choose_at_random_among_ids_with_gaps_and_eat_the_same),
        cmocka_unit_test(boids_with_headings_stop_at_hard_obstacles),
        cmocka_unit_test(a_fast_world_of_many_starts_the_same_and_steps_nearly_so),
    };
    return vol_test_has_device() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
