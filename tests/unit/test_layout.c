/* A caller that was compiled or bound against other headers knows other sizes of defs: it is told so by every function
 * that takes or gives a def, and nothing of its memory is overwritten. */
#include "support.h"

#include <stdio.h>
#include <string.h>

/* What the functions below act on. */
static vol_world *world;
static vol_flock flock;
static vol_obstacle obstacle;
static uint32_t relation;
static vol_term term;

enum { WORLD, FLOCK, OBSTACLE, RELATION, TERM, PLAYER, METER, RASTER, DEFS };

static const char *const names[DEFS] = {"world", "flock", "obstacle", "relation", "term", "player", "meter", "raster"};
static const size_t sizes[DEFS] = {sizeof(vol_world_def),    sizeof(vol_flock_def), sizeof(vol_obstacle_def),
                                   sizeof(vol_relation_def), sizeof(vol_term_def),  sizeof(vol_player_def),
                                   sizeof(vol_meter_def),    sizeof(vol_raster_def)};

/* Room for any def, and for what a wrong size could write behind it. */
typedef union room {
    vol_world_def world;
    vol_flock_def flock;
    vol_obstacle_def obstacle;
    vol_relation_def relation;
    vol_term_def term;
    vol_player_def player;
    vol_meter_def meter;
    vol_raster_def raster;
    uint32_t head[2];
    unsigned char byte[8192];
} room;

static vol_result init(int def, room *to, size_t bytes) {
    switch (def) {
    case WORLD: return vol_world_def_init(&to->world, bytes);
    case FLOCK: return vol_flock_def_init(&to->flock, VOL_MODEL_STEERING, bytes);
    case OBSTACLE: return vol_obstacle_def_init(&to->obstacle, bytes);
    case RELATION: return vol_relation_def_init(&to->relation, bytes);
    case TERM: return vol_term_def_init(&to->term, VOL_TERM_WANDER, bytes);
    case PLAYER: return vol_player_def_init(&to->player, bytes);
    case METER: return vol_meter_def_init(&to->meter, bytes);
    default: return vol_raster_def_init(&to->raster, bytes);
    }
}

/* Players, meters and rasters have none that gives their def back: as init. */
static vol_result read_def(int def, room *to, size_t bytes) {
    switch (def) {
    case WORLD: return vol_world_read_def(world, &to->world, bytes);
    case FLOCK: return vol_flock_read_def(world, flock, &to->flock, bytes);
    case OBSTACLE: return vol_obstacle_read_def(world, obstacle, &to->obstacle, bytes);
    case RELATION: return vol_relation_read_def(world, relation, &to->relation, bytes);
    case TERM: return vol_term_read_def(world, term, &to->term, bytes);
    case PLAYER: return vol_player_def_init(&to->player, bytes);
    case METER: return vol_meter_def_init(&to->meter, bytes);
    default: return vol_raster_def_init(&to->raster, bytes);
    }
}

/* The functions that take a def: number `way` of them; VOL_RESULT_COUNT behind the last. */
static vol_result give(int def, const room *from, int way, vol_error *error) {
    room copy = *from;
    vol_world *made = NULL;
    vol_meter *meter = NULL;
    vol_raster *raster = NULL;
    uint32_t number = 0;
    char text[64];
    switch (4 * def + way) {
    case 4 * WORLD: return vol_world_create(&copy.world, &made, error);
    case 4 * WORLD + 1: return vol_world_set_def(world, &copy.world, error);
    case 4 * WORLD + 2: return vol_world_def_set(&copy.world, "world.dt", "2", error);
    case 4 * WORLD + 3: return vol_world_def_get(&copy.world, "world.dt", text, sizeof text, error);
    case 4 * FLOCK: return vol_flock_create(world, &copy.flock, &number, error);
    case 4 * FLOCK + 1: return vol_flock_set_def(world, flock, &copy.flock, error);
    case 4 * FLOCK + 2: return vol_flock_def_set(&copy.flock, "max_speed", "2", error);
    case 4 * FLOCK + 3: return vol_flock_def_get(&copy.flock, "max_speed", text, sizeof text, error);
    case 4 * OBSTACLE: return vol_obstacle_create(world, &copy.obstacle, &number, error);
    case 4 * OBSTACLE + 1: return vol_obstacle_set_def(world, obstacle, &copy.obstacle, error);
    case 4 * RELATION: return vol_relation_create(world, &copy.relation, &number, error);
    case 4 * RELATION + 1: return vol_relation_set_def(world, relation, &copy.relation, error);
    case 4 * TERM: return vol_term_create(world, &copy.term, &number, error);
    case 4 * TERM + 1: return vol_term_set_def(world, term, &copy.term, error);
    case 4 * PLAYER: return vol_world_set_player_defs(world, 1, &copy.player, error);
    case 4 * METER: return vol_meter_create(world, &copy.meter, &meter, error);
    case 4 * RASTER: return vol_raster_create(world, &copy.raster, &raster, error);
    default: return VOL_RESULT_COUNT;
    }
}

static int setup(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    def.threads = 1;
    world = vol_test_world(&def);
    vol_flock_def birds = vol_default_flock_def(VOL_MODEL_STEERING);
    birds.count = 5;
    birds.name = "birds";
    flock = vol_test_flock(world, &birds);
    birds.name = "hawks";
    vol_flock hawks = vol_test_flock(world, &birds);
    vol_obstacle_def rock = vol_default_obstacle_def();
    vol_relation_def fear = vol_default_relation_def();
    fear.to[fear.to_count++] = hawks;
    vol_term_def idle = vol_default_term_def(VOL_TERM_WANDER);
    assert_int_equal(vol_obstacle_create(world, &rock, &obstacle, NULL), VOL_OK);
    assert_int_equal(vol_relation_create(world, &fear, &relation, NULL), VOL_OK);
    assert_int_equal(vol_term_create(world, &idle, &term, NULL), VOL_OK);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    vol_world_destroy(world);
    return 0;
}

static void expect_refused_everywhere(int def, const room *wrong) {
    char here[64], theirs[64];
    snprintf(here, sizeof here, "vol_%s_def has %zu bytes here", names[def], sizes[def]);
    snprintf(theirs, sizeof theirs, "the caller's has %u", (unsigned)wrong->head[0]);
    for (int way = 0; way < 4; way++) {
        vol_error error = {0};
        vol_result result = give(def, wrong, way, &error);
        if (result == VOL_RESULT_COUNT) {
            assert_true(way > 0);
            break;
        }
        assert_string_equal(vol_result_name(result), "layout");
        assert_int_equal(error.result, VOL_ERROR_LAYOUT);
        assert_string_equal(error.field, names[def]);
        assert_non_null(strstr(error.text, here));
        assert_non_null(strstr(error.text, theirs));
    }
}

/* Both functions that fill a def of a caller with other sizes. */
static void expect_filled_with_nothing(int def, vol_result (*fill)(int, room *, size_t), size_t bytes) {
    room to;
    memset(&to, 0xA5, sizeof to);
    assert_int_equal(fill(def, &to, bytes), VOL_ERROR_LAYOUT);
    assert_int_equal(to.head[0], bytes);
    for (size_t i = sizeof to.head[0]; i < sizeof to; i++) {
        assert_int_equal(to.byte[i], i < bytes ? 0 : 0xA5);
    }
    expect_refused_everywhere(def, &to);
}

static void a_caller_with_other_sizes_is_refused_and_not_overwritten(void **state) {
    (void)state;
    for (int def = 0; def < DEFS; def++) {
        const size_t others[] = {8, sizes[def] - 8, sizes[def] + 8, 2 * sizes[def]};
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            expect_filled_with_nothing(def, init, others[i]);
            expect_filled_with_nothing(def, read_def, others[i]);
        }
    }
}

/* As of a binding that fills in defs by itself. */
static void a_def_that_says_another_size_is_refused_everywhere(void **state) {
    (void)state;
    uint64_t before = vol_world_hash(world);
    for (int def = 0; def < DEFS; def++) {
        room wrong;
        memset(&wrong, 0, sizeof wrong);
        assert_int_equal(read_def(def, &wrong, sizes[def]), VOL_OK);
        assert_int_equal(wrong.head[0], sizes[def]);
        for (int change = -8; change <= 8; change += 16) {
            wrong.head[0] = (uint32_t)((int)sizes[def] + change);
            expect_refused_everywhere(def, &wrong);
        }
    }
    assert_hash_equal(vol_world_hash(world), before);
    assert_int_equal(vol_flock_count(world), 2);
    assert_int_equal(vol_obstacle_count(world), 1);
    assert_int_equal(vol_relation_count(world), 1);
    assert_int_equal(vol_term_count(world), 1);
}

static void a_def_of_zeros_was_not_made_by_its_default_function(void **state) {
    (void)state;
    for (int def = 0; def < DEFS; def++) {
        room zeros;
        vol_error error = {0};
        memset(&zeros, 0, sizeof zeros);
        assert_int_equal(give(def, &zeros, 0, &error), VOL_ERROR_VALUE);
        assert_non_null(strstr(error.text, "was not made by vol_default_"));
    }
}

static void a_caller_with_the_same_sizes_is_served(void **state) {
    (void)state;
    for (int def = 0; def < DEFS; def++) {
        room mine;
        memset(&mine, 0xA5, sizeof mine);
        assert_int_equal(init(def, &mine, sizes[def]), VOL_OK);
        assert_int_equal(mine.head[0], sizes[def]);
        assert_int_equal(mine.byte[sizes[def]], 0xA5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_caller_with_other_sizes_is_refused_and_not_overwritten),
        cmocka_unit_test(a_def_that_says_another_size_is_refused_everywhere),
        cmocka_unit_test(a_def_of_zeros_was_not_made_by_its_default_function),
        cmocka_unit_test(a_caller_with_the_same_sizes_is_served),
    };
    return cmocka_run_group_tests_name("layout", tests, setup, teardown);
}
