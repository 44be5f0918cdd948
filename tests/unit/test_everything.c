/* A world with everything in it: one result for all instruction sets and threads, snapshots, changes while it runs, no
 * memory in a step, and the eaten are gone for good. */
#include "around.h"
#include "counting.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { BIRDS = 300 }; /* more than workers take at a time */

static vol_error error;

typedef struct place {
    int dimensions;
    vol_precision precision;
    vol_index index;
    vol_update update;
    bool images;
    uint32_t threads;
    const char *isa;
} place;

static void add_obstacles(vol_world *world, int dimensions) {
    vol_test_random r = {7};
    for (int i = 0; i < 60; i++) {
        double points[9];
        vol_obstacle number;
        vol_obstacle_def o = vol_default_obstacle_def();
        o.shape = (vol_obstacle_shape)(i % (dimensions == 3 ? 3 : 4));
        o.law = (vol_law)(i / 4 % 3);
        for (int c = 0; c < dimensions; c++) {
            o.center[c] = vol_test_uniform(&r, 0, 300);
            o.size[c] = 10;
        }
        for (int k = 0; k < 9; k++) {
            points[k] = o.center[k % dimensions] + vol_test_uniform(&r, -15, 15);
        }
        o.point_count = o.shape == VOL_OBSTACLE_SEGMENT ? 2 : o.shape == VOL_OBSTACLE_POLYGON ? 3 : 0;
        o.points = o.point_count ? points : NULL;
        o.radius = 5;
        o.reach = o.law == VOL_LAW_HARD ? 0 : 10;
        o.strength = 0.4;
        assert_int_equal(vol_obstacle_create(world, &o, &number, &error), VOL_OK);
    }
}

/* Birds that flock with starlings, flee from hawks and follow geese; hawks that hunt and eat; wind, players,
 * obstacles. */
static vol_world *full_world(const place *p, const vol_allocator *allocator) {
    vol_world_def def = vol_default_world_def();
    def.dimensions = p->dimensions;
    def.size[0] = 400;
    def.size[1] = 300;
    def.size[2] = 200;
    def.precision = p->precision;
    def.index = p->index;
    def.update = p->update;
    def.images = p->images;
    def.threads = p->threads;
    def.isa = p->isa;
    def.wind.velocity[0] = 0.3;
    def.wind.velocity[1] = -0.2;
    def.wind.chance = 0.3;
    def.wind.duration = 2;
    def.seed = 5;
    def.allocator = *allocator;
    vol_world *world = vol_test_world(&def);
    vol_flock birds = vol_test_slow_flock(world, "birds", VOL_MODEL_STEERING, BIRDS);
    vol_flock starlings = vol_test_slow_flock(world, "starlings", VOL_MODEL_CAPPED, 150);
    vol_flock geese = vol_test_slow_flock(world, "geese", VOL_MODEL_BLEND, 40);
    vol_flock hawks = vol_test_slow_flock(world, "hawks", VOL_MODEL_NUDGE, 12);
    vol_relation_def with = vol_test_relation(birds, starlings, VOL_RELATION_FLOCK_WITH);
    vol_relation_def flee = vol_test_relation(birds, hawks, VOL_RELATION_FLEE);
    vol_relation_def follow = vol_test_relation(birds, geese, VOL_RELATION_FOLLOW);
    vol_relation_def avoid = vol_test_relation(starlings, geese, VOL_RELATION_AVOID);
    vol_relation_def hunt = vol_test_relation(hawks, starlings, VOL_RELATION_HUNT);
    vol_relation_def chase = vol_test_relation(geese, birds, VOL_RELATION_HUNT);
    with.to[with.to_count++] = geese;
    follow.delay = 1;
    hunt.to[hunt.to_count++] = birds;
    hunt.eat = p->dimensions == 3 ? 25 : 12;
    chase.choose = VOL_CHOOSE_RANDOM;
    chase.radius = 200;
    chase.delay = 1;
    const vol_relation_def *all[] = {&with, &flee, &follow, &avoid, &hunt, &chase};
    for (size_t i = 0; i < 6; i++) {
        vol_test_relate(world, all[i]);
    }
    add_obstacles(world, p->dimensions);
    double players[6] = {100, 100, 50, 300, 200, 100};
    assert_int_equal(vol_world_set_players(world, 2, players, NULL), VOL_OK);
    return world;
}

static const vol_allocator ordinary = {0};

static uint64_t hash_after(const place *p, uint64_t steps) {
    vol_world *world = full_world(p, &ordinary);
    assert_int_equal(vol_world_step(world, steps), VOL_OK);
    assert_true(vol_world_eaten(world) > 0);
    uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    return hash;
}

static place place_number(unsigned k) {
    place p = {2 + (int)(k % 2), (vol_precision)(k / 2 % 2), VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, k / 4 % 2, 1, NULL};
    static const vol_index indexes[] = {VOL_INDEX_GRID, VOL_INDEX_TREE, VOL_INDEX_KDTREE};
    p.index = k / 8 % 3 == 1 ? VOL_INDEX_BRUTE : indexes[k % 3];
    p.update = k / 8 % 3 == 2 ? (k % 2 ? VOL_UPDATE_IN_RANDOM_TURN : VOL_UPDATE_IN_TURN) : VOL_UPDATE_TOGETHER;
    p.index = p.update != VOL_UPDATE_TOGETHER ? VOL_INDEX_BRUTE : p.index;
    return p;
}

static void threads_and_instruction_sets_do_not_matter(void **state) {
    (void)state;
    static const uint32_t threads[] = {2, 3, 8};
    for (unsigned k = 0; k < 24; k++) {
        place p = place_number(k);
        p.isa = "scalar";
        uint64_t hash = hash_after(&p, 6);
        for (size_t i = 0; vol_isa_name(i); i++) {
            p.isa = vol_isa_name(i);
            p.threads = threads[i % 3];
            if (hash_after(&p, 6) != hash) {
                fail_msg("place %u: other bits with %s and %u threads", k, p.isa, (unsigned)p.threads);
            }
        }
    }
}

static void a_restored_snapshot_goes_on_alike(void **state) {
    (void)state;
    for (unsigned k = 0; k < 24; k++) {
        place p = place_number(k);
        vol_world *world = full_world(&p, &ordinary), *other = full_world(&p, &ordinary);
        assert_int_equal(vol_world_step(world, 4), VOL_OK);
        size_t size = vol_snapshot_size(world);
        unsigned char *bytes = malloc(size);
        assert_non_null(bytes);
        vol_snapshot_write(world, bytes);
        assert_int_equal(vol_world_step(other, k % 3), VOL_OK); /* from whatever state */
        assert_int_equal(vol_snapshot_read(other, bytes, size, &error), VOL_OK);
        free(bytes);
        for (int i = 0; i < 4; i++) {
            assert_hash_equal(vol_world_hash(world), vol_world_hash(other));
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            assert_int_equal(vol_world_step(other, 1), VOL_OK);
        }
        vol_world_destroy(world);
        vol_world_destroy(other);
    }
}

static void a_step_with_everything_asks_for_no_memory(void **state) {
    (void)state;
    for (unsigned k = 0; k < 24; k += 5) {
        vol_test_counter c;
        vol_world_def def;
        place p = place_number(k);
        p.threads = 1 + k % 3;
        vol_test_count(&def, &c);
        vol_world *world = full_world(&p, &def.allocator);
        c.closed = true;
        assert_int_equal(vol_world_step(world, 10), VOL_OK);
        c.closed = false;
        vol_world_destroy(world);
        assert_int_equal(c.living, 0);
        assert_int_equal(c.bytes, 0);
    }
}

static size_t ids_of(const vol_world *world, vol_flock flock, bool *there, size_t most) {
    vol_view view = vol_flock_view(world, flock);
    memset(there, 0, most * sizeof *there);
    for (size_t i = 0; i < view.count; i++) {
        assert_true(view.id[i] < most && !there[view.id[i]]);
        there[view.id[i]] = true;
    }
    return view.count;
}

/* Over a long hunt: each meal is one boid less, which was there and never comes back; counts agree. */
static void the_eaten_are_gone_for_good(void **state) {
    (void)state;
    for (unsigned k = 0; k < 24; k += 3) {
        place p = place_number(k);
        vol_world *world = full_world(&p, &ordinary);
        static bool before[4][1000], now[4][1000];
        uint64_t eaten = 0;
        for (vol_flock f = 0; f < 4; f++) {
            ids_of(world, f, before[f], 1000);
        }
        for (int step = 0; step < 60; step++) {
            size_t gone[4] = {0}, meals;
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            const vol_meal *meal = vol_world_meals(world, &meals);
            eaten += meals;
            assert_int_equal(vol_world_eaten(world), eaten);
            for (vol_flock f = 0; f < 4; f++) {
                ids_of(world, f, now[f], 1000);
                for (size_t id = 0; id < 1000; id++) {
                    assert_false(now[f][id] && !before[f][id]);
                    gone[f] += before[f][id] && !now[f][id];
                }
            }
            assert_int_equal(gone[0] + gone[1], meals);
            assert_int_equal(gone[2] + gone[3], 0);
            for (size_t i = 0; i < meals; i++) {
                assert_int_equal(meal[i].hunter_flock, 3);
                assert_true(now[3][meal[i].hunter]);
                assert_true(meal[i].prey_flock < 2);
                assert_true(before[meal[i].prey_flock][meal[i].prey] && !now[meal[i].prey_flock][meal[i].prey]);
                before[meal[i].prey_flock][meal[i].prey] = false; /* a second time would be seen here */
                if (i > 0) {
                    assert_in_range(meal[i].hunter, meal[i - 1].hunter + 1, UINT32_MAX);
                }
            }
        }
        assert_true(eaten > 20);
        uint32_t first = 0;
        double at[3] = {1, 1, 1}, v[3] = {0};
        assert_int_equal(vol_flock_add(world, 0, 1, at, v, &first, NULL), VOL_OK);
        assert_int_equal(first, BIRDS);
        vol_world_destroy(world);
    }
}

/* What is changed between two steps acts from the next on; empty flocks have no effect. */
static void relations_change_while_the_world_runs(void **state) {
    (void)state;
    place p = place_number(0);
    vol_world *changed = full_world(&p, &ordinary), *control = full_world(&p, &ordinary);
    vol_relation_def quiet = vol_relation_get_def(changed, 1);
    quiet.weight = 0;
    assert_int_equal(vol_relation_set_def(changed, 1, &quiet, &error), VOL_OK);
    assert_int_equal(vol_world_step(changed, 1), VOL_OK);
    assert_int_equal(vol_world_step(control, 1), VOL_OK);
    assert_true(vol_world_hash(changed) != vol_world_hash(control));
    vol_flock_def none = vol_default_flock_def(VOL_MODEL_STEERING);
    none.name = "none";
    none.count = 0;
    vol_flock empty = vol_test_flock(changed, &none);
    for (int kind = 0; kind < VOL_RELATION_KIND_COUNT; kind++) {
        for (int delay = 0; delay < (kind == VOL_RELATION_FLOCK_WITH ? 1 : 2); delay++) {
            vol_relation_def def = vol_test_relation(empty, 0, (vol_relation_kind)kind);
            def.delay = delay;
            def.eat = 3;
            def.choose = VOL_CHOOSE_RANDOM;
            vol_test_relate(changed, &def);
            def = vol_test_relation(0, empty, (vol_relation_kind)kind);
            def.delay = delay;
            def.eat = 3;
            def.choose = VOL_CHOOSE_RANDOM;
            vol_test_relate(changed, &def);
        }
    }
    assert_int_equal(vol_world_step(changed, 3), VOL_OK);
    double at[2] = {10, 10}, v[2] = {1, 0};
    assert_int_equal(vol_flock_add(changed, empty, 1, at, v, NULL, NULL), VOL_OK);
    assert_int_equal(vol_world_step(changed, 3), VOL_OK);
    vol_world_destroy(changed);
    vol_world_destroy(control);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_and_instruction_sets_do_not_matter),
        cmocka_unit_test(a_restored_snapshot_goes_on_alike),
        cmocka_unit_test(a_step_with_everything_asks_for_no_memory),
        cmocka_unit_test(the_eaten_are_gone_for_good),
        cmocka_unit_test(relations_change_while_the_world_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
