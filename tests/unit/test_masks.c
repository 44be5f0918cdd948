/* Which flocks an obstacle, a player or the wind acts on: the others fly as if it were not there, bit for bit. And
 * players with numbers of their own. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 120, STEPS = 12 };

enum { NAMED, SPARED }; /* the flocks of a world: that of the mask, and the other */

/* What acts, and on which flocks. */
typedef enum acting { SOFT, FLAT, HARD, AVOIDED, CROWDED, PLAYER, PLAYER_DEF, WIND, GUST, ACTING_COUNT } acting;

typedef struct way {
    int dimensions;
    vol_precision precision;
    vol_update update;
    bool images;
} way;

static way way_of(unsigned k) {
    return (way){2 + (int)(k % 2), (vol_precision)(k / 2 % 2), k % 3 == 2 ? VOL_UPDATE_IN_TURN : VOL_UPDATE_TOGETHER,
                 k % 5 == 0};
}

static vol_world *world_of(way w) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, w.dimensions, w.precision);
    def.boundary = VOL_BOUNDARY_WRAP;
    def.images = w.images;
    def.update = w.update;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    flock.count = COUNT;
    flock.name = "named";
    vol_test_flock(world, &flock);
    flock.name = "spared";
    vol_test_flock(world, &flock);
    return world;
}

/* In the way of many boids, and several of them over each other. */
static void add_obstacles(vol_world *world, vol_law law, vol_flocks flocks, int count, double aside) {
    const vol_world_def world_def = vol_world_get_def(world);
    for (int i = 0; i < count; i++) {
        vol_obstacle_def def = vol_default_obstacle_def();
        vol_obstacle number;
        for (int c = 0; c < 3; c++) {
            def.center[c] = world_def.size[c] / 2 + aside + (double)(i % 7);
        }
        def.shape = i % 2 ? VOL_OBSTACLE_BOX : VOL_OBSTACLE_CIRCLE;
        def.size[0] = def.size[1] = def.size[2] = 30;
        def.radius = 20;
        def.reach = law == VOL_LAW_HARD ? 0 : 80;
        def.strength = 0.5 / count;
        def.law = law;
        def.flocks = flocks;
        assert_int_equal(vol_obstacle_create(world, &def, &number, NULL), VOL_OK);
        assert_int_equal(vol_obstacle_get_def(world, number).flocks, flocks);
    }
}

static void act(vol_world *world, acting what, vol_flocks flocks) {
    vol_world_def def = vol_world_get_def(world);
    vol_player_def player = vol_default_player_def();
    vol_term_def term = vol_default_term_def(VOL_TERM_AVOID_OBSTACLES);
    uint32_t number;
    const double middle[3] = {def.size[0] / 2, def.size[1] / 2, def.size[2] / 2}, gust[3] = {0.3, -0.2, 0.1};
    def.player.flocks = what == PLAYER ? flocks : VOL_ALL_FLOCKS;
    def.wind.flocks = what == WIND || what == GUST ? flocks : VOL_ALL_FLOCKS;
    def.wind.velocity[0] = what == WIND ? 0.2 : 0;
    assert_int_equal(vol_world_set_def(world, &def, NULL), VOL_OK);
    memcpy(player.position, middle, sizeof player.position);
    player.flocks = flocks;
    switch (what) {
    case SOFT: add_obstacles(world, VOL_LAW_FADE, flocks, 3, 0); break;
    case FLAT: add_obstacles(world, VOL_LAW_FLAT, flocks, 3, 0); break;
    case HARD: add_obstacles(world, VOL_LAW_HARD, flocks, 2, 0); break;
    case CROWDED: add_obstacles(world, VOL_LAW_FADE, flocks, 150, 0); break; /* more than are listed one by one */
    case AVOIDED:
        for (term.flock = 0; term.flock < 2; term.flock++) {
            assert_int_equal(vol_term_create(world, &term, &number, NULL), VOL_OK);
        }
        add_obstacles(world, VOL_LAW_FADE, flocks, 2, 0);
        break;
    case PLAYER: assert_int_equal(vol_world_set_players(world, 1, middle, NULL), VOL_OK); break;
    case PLAYER_DEF: assert_int_equal(vol_world_set_player_defs(world, 1, &player, NULL), VOL_OK); break;
    case GUST: assert_int_equal(vol_world_gust(world, gust, NULL), VOL_OK); break;
    default: break;
    }
}

/* Obstacles of both flocks among each other, or those of one of them. */
static void add_both(vol_world *world, acting what, int only) {
    const vol_law law = what == HARD ? VOL_LAW_HARD : VOL_LAW_FADE;
    vol_player_def player[2] = {vol_default_player_def(), vol_default_player_def()};
    uint32_t number;
    for (vol_flock f = 0; f < 2; f++) {
        vol_term_def term = vol_default_term_def(VOL_TERM_AVOID_OBSTACLES);
        const bool there = only < 0 || only == (int)f;
        const vol_flocks flocks = only < 0 ? vol_flock_bit(f) : VOL_ALL_FLOCKS;
        term.flock = f;
        if (what == AVOIDED) {
            assert_int_equal(vol_term_create(world, &term, &number, NULL), VOL_OK);
        }
        player[f].flocks = flocks;
        player[f].position[0] = player[f].position[1] = f == NAMED ? 40 : 60;
        if (there && what != PLAYER_DEF) {
            add_obstacles(world, law, flocks, what == CROWDED ? 140 : 2, f == NAMED ? -9 : 9);
        }
    }
    if (what == PLAYER_DEF) {
        const size_t first = only == SPARED ? SPARED : NAMED, count = only < 0 ? 2 : 1;
        assert_int_equal(vol_world_set_player_defs(world, count, player + first, NULL), VOL_OK);
    }
}

static bool same_flock(vol_world *a, vol_world *b, vol_flock flock) {
    vol_oracle_boid one[COUNT], other[COUNT];
    size_t count = vol_test_state(a, flock, one, COUNT);
    assert_int_equal(vol_test_state(b, flock, other, COUNT), count);
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&one[i].p, &other[i].p, sizeof one[i].p) != 0 ||
            memcmp(&one[i].v, &other[i].v, sizeof one[i].v) != 0) {
            return false;
        }
    }
    return true;
}

/* Beside each other: nothing, something for one flock, and the same for all. */
static void one_flock_feels_it_and_the_other_flies_as_if_it_were_not_there(void **state) {
    (void)state;
    for (unsigned k = 0; k < 6 * ACTING_COUNT; k++) {
        const acting what = (acting)(k % ACTING_COUNT);
        const way w = way_of(k / ACTING_COUNT);
        vol_world *without = world_of(w), *masked = world_of(w), *all = world_of(w);
        act(without, what == AVOIDED ? AVOIDED : ACTING_COUNT, 0);
        act(masked, what, vol_flock_bit(NAMED));
        act(all, what, VOL_ALL_FLOCKS);
        assert_int_equal(vol_world_step(without, STEPS), VOL_OK);
        assert_int_equal(vol_world_step(masked, STEPS), VOL_OK);
        assert_int_equal(vol_world_step(all, STEPS), VOL_OK);
        if (!same_flock(masked, without, SPARED) || !same_flock(masked, all, NAMED)) {
            fail_msg("way %u: a flock feels what it must not, or not what it must", k);
        }
        if (same_flock(all, without, NAMED) || same_flock(all, without, SPARED)) {
            fail_msg("way %u: nothing was felt, which shows nothing", k);
        }
        vol_world_destroy(without);
        vol_world_destroy(masked);
        vol_world_destroy(all);
    }
}

/* Both have something of their own in the same places: none feels the other's. */
static void each_flock_feels_its_own_and_nothing_of_the_others(void **state) {
    (void)state;
    static const acting kinds[] = {SOFT, HARD, AVOIDED, CROWDED, PLAYER_DEF};
    for (unsigned k = 0; k < 6 * 5; k++) {
        vol_world *world[3];
        for (int i = 0; i < 3; i++) {
            world[i] = world_of(way_of(k / 5));
            add_both(world[i], kinds[k % 5], i - 1);
            assert_int_equal(vol_world_step(world[i], STEPS), VOL_OK);
        }
        if (!same_flock(world[0], world[1], NAMED) || !same_flock(world[0], world[2], SPARED)) {
            fail_msg("way %u: a flock feels what is not its own", k);
        }
        if (same_flock(world[1], world[2], NAMED)) {
            fail_msg("way %u: there is no difference, which shows nothing", k);
        }
        for (int i = 0; i < 3; i++) {
            vol_world_destroy(world[i]);
        }
    }
}

static void an_obstacle_may_change_sides(void **state) {
    (void)state;
    vol_world *changed = world_of(way_of(0)), *same = world_of(way_of(0));
    act(changed, SOFT, vol_flock_bit(NAMED));
    act(same, SOFT, vol_flock_bit(SPARED));
    for (vol_obstacle i = 0; i < vol_obstacle_count(changed); i++) {
        vol_obstacle_def def = vol_obstacle_get_def(changed, i);
        def.flocks = vol_flock_bit(SPARED);
        assert_int_equal(vol_obstacle_set_def(changed, i, &def, NULL), VOL_OK);
    }
    assert_int_equal(vol_world_step(changed, STEPS), VOL_OK);
    assert_int_equal(vol_world_step(same, STEPS), VOL_OK);
    assert_hash_equal(vol_world_hash(changed), vol_world_hash(same));
    vol_world_destroy(changed);
    vol_world_destroy(same);
}

/* --- More flocks than there are bits ------------------------------------------------------------------------------ */

enum { MANY = 70 };

/* One boid each, which flies straight on. */
static vol_world *many_flocks(vol_flocks wind) {
    vol_world_def def = vol_default_world_def();
    def.wind.velocity[0] = 1;
    def.wind.flocks = wind;
    vol_world *world = vol_test_world(&def);
    for (int i = 0; i < MANY; i++) {
        vol_flock_def flock = vol_test_given_flock(VOL_MODEL_STEERING);
        char name[16];
        snprintf(name, sizeof name, "flock%d", i);
        flock.name = name;
        const vol_flock number = vol_test_flock(world, &flock);
        assert_int_equal(vol_flock_add(world, number, 1, (double[]){100, 100}, (double[]){0, 1}, NULL, NULL), VOL_OK);
    }
    return world;
}

static bool blown(vol_world *world, vol_flock flock) {
    const vol_view view = vol_flock_view(world, flock);
    return vol_view_velocity(&view, 0, 0) > 0;
}

static void the_last_bit_is_of_all_flocks_that_come_after_it(void **state) {
    (void)state;
    vol_world *world = many_flocks(vol_flock_bit(2) | vol_flock_bit(63));
    assert_int_equal(vol_flock_bit(69), vol_flock_bit(63));
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    for (vol_flock i = 0; i < MANY; i++) {
        assert_int_equal(blown(world, i), i == 2 || i >= 63);
    }
    vol_world_destroy(world);
    world = many_flocks(VOL_ALL_FLOCKS);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    for (vol_flock i = 0; i < MANY; i++) {
        assert_true(blown(world, i));
    }
    vol_world_destroy(world);
}

/* --- As text ------------------------------------------------------------------------------------------------------ */

static void expect_text(vol_world *world, const char *name, const char *given, vol_flocks flocks, const char *read) {
    char text[2000];
    vol_error error = {0};
    if (vol_world_set(world, name, given, &error) != VOL_OK) {
        fail_msg("%s", error.text);
    }
    const vol_world_def def = vol_world_get_def(world);
    assert_int_equal(strcmp(name, "wind.flocks") == 0 ? def.wind.flocks : def.player.flocks, flocks);
    assert_int_equal(vol_world_get(world, name, text, sizeof text, NULL), VOL_OK);
    assert_string_equal(text, read);
    assert_int_equal(vol_world_set(world, name, text, NULL), VOL_OK);
}

static void expect_no_text(vol_world *world, const char *given, const char *word) {
    vol_error error = {0};
    const vol_flocks before = vol_world_get_def(world).wind.flocks;
    const vol_result result = vol_world_set(world, "wind.flocks", given, &error);
    assert_true(result == VOL_ERROR_VALUE || result == VOL_ERROR_NAME);
    if (!strstr(error.text, "wind.flocks") || !strstr(error.text, word)) {
        fail_msg("'%s': %s", given, error.text);
    }
    assert_int_equal(vol_world_get_def(world).wind.flocks, before);
}

static void masks_are_set_and_read_by_the_names_of_flocks(void **state) {
    (void)state;
    vol_world *world = world_of(way_of(0));
    char text[8];
    expect_text(world, "wind.flocks", "[spared]", 2, "[\"spared\"]");
    expect_text(world, "player.flocks", "[ named,\"spared\" ]", 3, "[\"named\", \"spared\"]");
    expect_text(world, "wind.flocks", "[]", 0, "[]");
    expect_text(world, "wind.flocks", "all", VOL_ALL_FLOCKS, "all");
    expect_no_text(world, "[cows]", "cows");
    expect_no_text(world, "[\"named]", "all, or a list");
    expect_no_text(world, "named", "all, or a list");
    expect_no_text(world, "[named", "all, or a list");
    expect_no_text(world, "[named,]", "all, or a list");
    expect_no_text(world, "[,named]", "all, or a list");
    expect_no_text(world, "[named] ", "all, or a list");
    expect_no_text(world, "", "all, or a list");
    assert_int_equal(vol_world_set_number(world, "wind.flocks", 1, NULL), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_set(world, "wind.flocks", "[named, spared]", NULL), VOL_OK);
    assert_int_equal(vol_world_get(world, "wind.flocks", text, sizeof text, NULL), VOL_ERROR_VALUE);
    vol_world_destroy(world);
}

/* Bits are of places: names of those that are gone are not written, and who comes there next has the bit. */
static void a_flock_has_the_bit_of_its_place(void **state) {
    (void)state;
    vol_world *world = world_of(way_of(0));
    char text[64];
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    assert_int_equal(vol_world_set(world, "wind.flocks", "[named, spared]", NULL), VOL_OK);
    assert_int_equal(vol_flock_destroy(world, vol_flock_find(world, "named"), NULL), VOL_OK);
    assert_int_equal(vol_world_get(world, "wind.flocks", text, sizeof text, NULL), VOL_OK);
    assert_string_equal(text, "[\"spared\"]");
    flock.name = "next";
    assert_int_equal(vol_flock_bit(vol_test_flock(world, &flock)), 1);
    assert_int_equal(vol_world_get(world, "wind.flocks", text, sizeof text, NULL), VOL_OK);
    assert_string_equal(text, "[\"next\", \"spared\"]");
    expect_text(world, "wind.flocks", "[next]", 1, "[\"next\"]");
    vol_world_destroy(world);
}

static void flocks_that_share_a_bit_are_named_together(void **state) {
    (void)state;
    vol_world *world = many_flocks(VOL_ALL_FLOCKS);
    const char *last = "[\"flock1\", \"flock63\", \"flock64\", \"flock65\", \"flock66\", \"flock67\", "
                       "\"flock68\", \"flock69\"]";
    expect_text(world, "wind.flocks", last, 2 | vol_flock_bit(63), last);
    expect_text(world, "wind.flocks", "[flock62]", vol_flock_bit(62), "[\"flock62\"]");
    expect_no_text(world, "[flock63, flock64]", "flock63");
    expect_no_text(world, "[flock63, flock64, flock65, flock66, flock67, flock68, flock68]", "6 of the 7");
    expect_text(world, "wind.flocks", "[flock69, flock68, flock67, flock66, flock65, flock64, flock63, flock1]",
                2 | vol_flock_bit(63), last);
    vol_world_destroy(world);
}

/* Without a world there are no names. */
static void defs_have_numbers_for_names(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    char text[400];
    assert_int_equal(vol_world_def_set(&def, "wind.flocks", "[0, 2, 63]", NULL), VOL_OK);
    assert_int_equal(def.wind.flocks, 5 | vol_flock_bit(63));
    assert_int_equal(vol_world_def_get(&def, "wind.flocks", text, sizeof text, NULL), VOL_OK);
    assert_string_equal(text, "[0, 2, 63]");
    assert_int_equal(vol_world_def_set(&def, "wind.flocks", "[64]", NULL), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_def_set(&def, "wind.flocks", "[0.5]", NULL), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_def_set(&def, "wind.flocks", "1", NULL), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_def_set(&def, "wind.flocks", "all", NULL), VOL_OK);
    assert_int_equal(def.wind.flocks, VOL_ALL_FLOCKS);
    def.wind.flocks = VOL_ALL_FLOCKS - 1;
    assert_int_equal(vol_world_def_get(&def, "wind.flocks", text, sizeof text, NULL), VOL_OK);
    assert_int_equal(vol_world_def_set(&def, "player.flocks", text, NULL), VOL_OK);
    assert_int_equal(def.player.flocks, VOL_ALL_FLOCKS - 1);
}

/* --- Players ------------------------------------------------------------------------------------------------------ */

static void a_player_with_the_worlds_numbers_is_one_of_the_world(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        vol_world *plain = world_of(way_of(k)), *own = world_of(way_of(k));
        vol_world_def def = vol_world_get_def(plain);
        vol_player_def players[3] = {vol_default_player_def(), vol_default_player_def(), vol_default_player_def()};
        const double at[3] = {60, 50, 40};
        def.player.flee_radius = 70;
        def.player.flee_weight = 0.9;
        assert_int_equal(vol_world_set_def(plain, &def, NULL), VOL_OK);
        assert_int_equal(vol_world_set_players(plain, 1, at, NULL), VOL_OK);
        for (int i = 0; i < 3; i++) {
            memcpy(players[i].position, at, sizeof at);
            players[i].radius = i == 1 ? 0 : 70; /* the second and the third do nothing, each in its way */
            players[i].weight = i == 2 ? 0 : 0.9;
        }
        assert_int_equal(vol_world_set_player_defs(own, 3, players, NULL), VOL_OK);
        assert_int_equal(vol_world_step(plain, STEPS), VOL_OK);
        assert_int_equal(vol_world_step(own, STEPS), VOL_OK);
        assert_hash_equal(vol_world_hash(own), vol_world_hash(plain));
        assert_int_equal(vol_world_set_players(own, 0, NULL, NULL), VOL_OK); /* and none of them is left */
        assert_int_equal(vol_world_set_players(plain, 0, NULL, NULL), VOL_OK);
        assert_int_equal(vol_world_step(own, 2), VOL_OK);
        assert_int_equal(vol_world_step(plain, 2), VOL_OK);
        assert_hash_equal(vol_world_hash(own), vol_world_hash(plain));
        vol_world_destroy(plain);
        vol_world_destroy(own);
    }
}

static void expect_no_players(vol_world *world, size_t count, const vol_player_def *players, vol_result wanted,
                              const char *word) {
    vol_error error = {0};
    assert_int_equal(vol_world_set_player_defs(world, count, players, &error), wanted);
    assert_non_null(strstr(error.text, word));
}

static void wrong_players_are_refused_and_the_old_ones_stay(void **state) {
    (void)state;
    vol_world *world = world_of(way_of(0)), *same = world_of(way_of(0));
    static vol_player_def many[VOL_PLAYERS_MOST + 1];
    vol_player_def two[2] = {vol_default_player_def(), vol_default_player_def()};
    act(world, PLAYER_DEF, VOL_ALL_FLOCKS);
    act(same, PLAYER_DEF, VOL_ALL_FLOCKS);
    for (int i = 0; i <= VOL_PLAYERS_MOST; i++) {
        many[i] = two[0];
    }
    expect_no_players(world, VOL_PLAYERS_MOST + 1, many, VOL_ERROR_VALUE, "65");
    two[1].radius = -1;
    expect_no_players(world, 2, two, VOL_ERROR_VALUE, "radius");
    two[1] = two[0];
    two[1].weight = NAN;
    expect_no_players(world, 2, two, VOL_ERROR_VALUE, "weight");
    two[1] = two[0];
    two[1].position[1] = INFINITY;
    expect_no_players(world, 2, two, VOL_ERROR_VALUE, "player");
    two[1] = two[0];
    two[1].bytes--;
    expect_no_players(world, 2, two, VOL_ERROR_LAYOUT, "bytes");
    assert_int_equal(vol_world_step(world, STEPS), VOL_OK);
    assert_int_equal(vol_world_step(same, STEPS), VOL_OK);
    assert_hash_equal(vol_world_hash(world), vol_world_hash(same));
    vol_world_destroy(world);
    vol_world_destroy(same);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_flock_feels_it_and_the_other_flies_as_if_it_were_not_there),
                                       cmocka_unit_test(each_flock_feels_its_own_and_nothing_of_the_others),
                                       cmocka_unit_test(an_obstacle_may_change_sides),
                                       cmocka_unit_test(the_last_bit_is_of_all_flocks_that_come_after_it),
                                       cmocka_unit_test(masks_are_set_and_read_by_the_names_of_flocks),
                                       cmocka_unit_test(a_flock_has_the_bit_of_its_place),
                                       cmocka_unit_test(flocks_that_share_a_bit_are_named_together),
                                       cmocka_unit_test(defs_have_numbers_for_names),
                                       cmocka_unit_test(a_player_with_the_worlds_numbers_is_one_of_the_world),
                                       cmocka_unit_test(wrong_players_are_refused_and_the_old_ones_stay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
