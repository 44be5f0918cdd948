/* Where boids were before the last step: whatever comes and goes and is sorted, each is followed by its own; keeping it
 * changes no bit; drawing in between knows of edges. */
#include "around.h"
#include "counting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };

typedef struct life {
    vol_test_random random;
    vol_world *world, *plain;    /* the other one does not keep anything */
    double expected[2][MOST][3]; /* by flock and id */
} life;

static vol_world *make_world(const vol_world_def *def, vol_model model, bool keep) {
    vol_world *world = vol_test_world(def);
    for (int i = 0; i < 2; i++) {
        vol_flock_def flock = vol_default_flock_def(model);
        flock.name = i == 0 ? "birds" : "hawks";
        flock.count = i == 0 ? 250 : 20;
        flock.previous = keep;
        flock.user_bytes = i == 0 ? 3 : 0;
        vol_test_flock(world, &flock);
    }
    vol_relation_def hunt = vol_test_relation(1, 0, VOL_RELATION_HUNT);
    hunt.eat = 4;
    vol_test_relate(world, &hunt);
    return world;
}

/* From now on they are expected to have been where they are: all, or those from an id on. */
static void expect_here(life *l, vol_flock flock, uint32_t first) {
    const vol_view view = vol_flock_view(l->world, flock);
    for (size_t i = 0; i < view.count; i++) {
        for (int c = 0; c < view.dimensions && view.id[i] >= first; c++) {
            l->expected[flock][view.id[i]][c] = vol_view_position(&view, c, i);
        }
    }
}

static void check(life *l) {
    for (vol_flock flock = 0; flock < 2; flock++) {
        const vol_view view = vol_flock_view(l->world, flock);
        assert_null(vol_flock_view(l->plain, flock).previous[0]);
        assert_int_equal(view.count, vol_flock_view(l->plain, flock).count);
        for (size_t i = 0; i < view.count; i++) {
            for (int c = 0; c < view.dimensions; c++) {
                assert_number_equal(vol_view_previous(&view, c, i), l->expected[flock][view.id[i]][c]);
            }
        }
    }
}

static void step(life *l, uint64_t steps) {
    assert_int_equal(vol_world_step(l->world, steps - 1), VOL_OK);
    expect_here(l, 0, 0);
    expect_here(l, 1, 0);
    assert_int_equal(vol_world_step(l->world, 1), VOL_OK);
    assert_int_equal(vol_world_step(l->plain, steps), VOL_OK);
    check(l);
    assert_hash_equal(vol_world_hash(l->world), vol_world_hash(l->plain));
}

static void add(life *l) {
    double positions[3 * 90], velocities[3 * 90] = {0};
    const vol_flock flock = (vol_flock)vol_test_pick(&l->random, 2);
    const size_t count = 1 + vol_test_pick(&l->random, 80);
    uint32_t first;
    for (size_t i = 0; i < 3 * count; i++) {
        positions[i] = vol_test_uniform(&l->random, -30, 200); /* some outside, from where images bring them in */
    }
    assert_int_equal(vol_flock_add(l->plain, flock, count, positions, velocities, NULL, NULL), VOL_OK);
    assert_int_equal(vol_flock_add(l->world, flock, count, positions, velocities, &first, NULL), VOL_OK);
    expect_here(l, flock, first);
}

static void take_away(life *l, double share) {
    uint32_t ids[MOST];
    size_t count = 0;
    const vol_view view = vol_flock_view(l->world, 0);
    for (size_t i = 0; i < view.count; i++) {
        if (vol_test_chance(&l->random, share)) {
            ids[count++] = view.id[i];
        }
    }
    assert_int_equal(vol_flock_remove(l->plain, 0, count, ids, NULL), VOL_OK);
    assert_int_equal(vol_flock_remove(l->world, 0, count, ids, NULL), VOL_OK);
}

static void save(life *l, bool read) {
    const size_t size = vol_snapshot_size(l->world);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    vol_snapshot_write(l->world, bytes);
    check(l);
    if (read) {
        assert_int_equal(vol_snapshot_read(l->world, bytes, size, NULL), VOL_OK);
        expect_here(l, 0, 0);
        expect_here(l, 1, 0);
    }
    free(bytes);
}

static void turn_off_and_on(life *l) {
    vol_flock_def def = vol_flock_get_def(l->world, 0);
    def.previous = false;
    assert_int_equal(vol_flock_set_def(l->world, 0, &def, NULL), VOL_OK);
    assert_null(vol_flock_view(l->world, 0).previous[0]);
    def.previous = true;
    assert_int_equal(vol_flock_set_def(l->world, 0, &def, NULL), VOL_OK);
    expect_here(l, 0, 0);
}

/* For which boids are put in the order of ids. */
static void ask_leader(life *l) {
    vol_force forces[4];
    const vol_view view = vol_flock_view(l->world, 0);
    if (view.count > 0) {
        const uint32_t leader = view.id[vol_test_pick(&l->random, view.count)];
        assert_int_equal(vol_flock_set_leader(l->world, 0, leader, NULL), VOL_OK);
        assert_int_equal(vol_flock_set_leader(l->plain, 0, leader, NULL), VOL_OK);
        vol_flock_leader_forces(l->world, 0, forces);
    }
}

/* One that is put elsewhere is as if it had been there. */
static void put_elsewhere(life *l) {
    const vol_view view = vol_flock_view(l->world, 0);
    if (view.count > 0) {
        const uint32_t id = view.id[vol_test_pick(&l->random, view.count)];
        double place[3] = {vol_test_uniform(&l->random, -20, 150), vol_test_uniform(&l->random, 0, 150), 20};
        assert_int_equal(vol_flock_set_positions(l->world, 0, 1, &id, place, NULL), VOL_OK);
        assert_int_equal(vol_flock_set_positions(l->plain, 0, 1, &id, place, NULL), VOL_OK);
        const vol_view after = vol_flock_view(l->world, 0);
        const size_t slot = vol_flock_slot(l->world, 0, id);
        for (int c = 0; c < after.dimensions; c++) {
            l->expected[0][id][c] = vol_view_position(&after, c, slot);
        }
    }
}

static void live(life *l) {
    check(l); /* before the first step they were where they are */
    for (int i = 0; i < 12; i++) {
        step(l, 1 + vol_test_pick(&l->random, 2));
        for (size_t k = vol_test_pick(&l->random, 4); k > 0; k--) {
            switch (vol_test_pick(&l->random, 8)) {
            case 0: add(l); break;
            case 1: take_away(l, 0.01); break;
            case 2: take_away(l, 0.3); break;
            case 3: save(l, false); break;
            case 4: save(l, vol_test_chance(&l->random, 0.2)); break;
            case 5: ask_leader(l); break;
            case 6: put_elsewhere(l); break;
            default:
                if (vol_test_chance(&l->random, 0.2)) {
                    turn_off_and_on(l);
                }
                break;
            }
            check(l);
        }
    }
}

static void every_boid_is_followed_by_where_it_was(void **state) {
    (void)state;
    life *l = calloc(1, sizeof *l);
    const vol_index indexes[] = {VOL_INDEX_AUTO, VOL_INDEX_BRUTE, VOL_INDEX_GRID, VOL_INDEX_TREE, VOL_INDEX_KDTREE};
    assert_non_null(l);
    for (unsigned k = 0; k < 48; k++) {
        vol_world_def def =
            vol_test_lively_def(VOL_MODEL_DORSOGNA, 2 + (int)(k % 2), (vol_precision)(k / 2 % VOL_PRECISION_COUNT));
        memset(l, 0, sizeof *l);
        l->random.state = 1000 + k;
        def.threads = 1 + k % 3;
        def.dt = 0.5;
        def.images = k % 4 == 0;
        def.boundary = def.images ? VOL_BOUNDARY_WRAP : (vol_boundary)(k % VOL_BOUNDARY_COUNT);
        def.update = k % 12 < 8 ? VOL_UPDATE_TOGETHER : k % 2 ? VOL_UPDATE_IN_TURN : VOL_UPDATE_IN_RANDOM_TURN;
        def.index = def.update == VOL_UPDATE_TOGETHER ? indexes[k % 5] : VOL_INDEX_AUTO;
        def.integrator = k % 12 < 4 ? VOL_INTEGRATOR_RK4 : VOL_INTEGRATOR_EULER;
        const vol_model model = k % 12 < 4 ? VOL_MODEL_DORSOGNA : VOL_MODEL_STEERING;
        l->world = make_world(&def, model, true);
        l->plain = make_world(&def, model, false);
        expect_here(l, 0, 0);
        expect_here(l, 1, 0);
        live(l);
        vol_world_destroy(l->world);
        vol_world_destroy(l->plain);
    }
    free(l);
}

static void one_that_goes_over_an_edge_is_drawn_straight_on(void **state) {
    (void)state;
    const double at[4] = {99, 30, 50, 30}, going[4] = {2, 0, 2, 0};
    for (int b = 0; b < 4; b++) {
        vol_world_def def = vol_default_world_def();
        def.size[0] = def.size[1] = 100;
        def.boundary = b == 0   ? VOL_BOUNDARY_WRAP
                       : b == 1 ? VOL_BOUNDARY_JUMP
                       : b == 2 ? VOL_BOUNDARY_TILE
                                : VOL_BOUNDARY_BOUNCE;
        vol_world *world = vol_test_world(&def);
        vol_flock_def birds = vol_test_given_flock(VOL_MODEL_STEERING);
        birds.previous = true;
        birds.separation.weight = birds.alignment.weight = birds.cohesion.weight = 0;
        vol_test_flock(world, &birds);
        assert_int_equal(vol_flock_add(world, 0, 2, at, going, NULL, NULL), VOL_OK);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        const vol_view view = vol_flock_view(world, 0);
        assert_number_equal(view.period[0], b < 3 ? 100 : 0);
        assert_number_equal(view.period[2], 0);
        for (int i = 0; i < 2; i++) {
            const size_t slot = vol_flock_slot(world, 0, (uint32_t)i);
            const double now = vol_view_position(&view, 0, slot), middle = vol_view_between(&view, 0, slot, 0.5);
            assert_number_equal(vol_view_between(&view, 0, slot, 1), now);
            assert_true(fabs(now - middle) <= 1);
            if (i == 1 || b == 3) {
                assert_number_equal(vol_view_between(&view, 0, slot, 0), at[2 * i]);
            } else {
                assert_true(now < 2 && middle < now); /* it comes from below 0 */
            }
        }
        vol_world_destroy(world);
    }
}

static void keeping_asks_for_memory_between_steps_alone_and_may_lack_it(void **state) {
    (void)state;
    bool refused = true;
    for (size_t refuse = 1; refused; refuse++) {
        vol_test_counter counter = {0};
        vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
        vol_test_count(&def, &counter);
        vol_world *world = make_world(&def, VOL_MODEL_STEERING, false);
        vol_flock_def birds = vol_flock_get_def(world, 0);
        counter.refuse = counter.requests + refuse;
        birds.previous = true;
        vol_result result = vol_flock_set_def(world, 0, &birds, NULL);
        assert_int_equal(vol_flock_view(world, 0).previous[0] != NULL, result == VOL_OK);
        result = result == VOL_OK ? vol_flock_reserve(world, 0, 5000, NULL) : result;
        assert_true(result == VOL_OK || result == VOL_ERROR_MEMORY);
        refused = result != VOL_OK;
        counter.refuse = 0;
        counter.closed = true;
        assert_int_equal(vol_world_step(world, 3), VOL_OK);
        counter.closed = false;
        vol_world_destroy(world);
        assert_int_equal(counter.living, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_boid_is_followed_by_where_it_was),
        cmocka_unit_test(one_that_goes_over_an_edge_is_drawn_straight_on),
        cmocka_unit_test(keeping_asks_for_memory_between_steps_alone_and_may_lack_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
