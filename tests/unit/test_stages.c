/* Steps that are made in stages (world.integrator: rk4): what a step carries from stage to stage is not lost, what
 * surrounds the flocks acts in each, and what has no stages is refused. Their numbers: test_integrator.c. */
#include "counting.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 200 };

static vol_error error;

static double far(vol_oracle_vec a, vol_oracle_vec b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

/* --- What is carried from stage to stage -------------------------------------------------------------------------- */

/* Two flocks, of which one flees from the other with delay and carries bytes of the host's; wind, a player, an
 * obstacle, terms. */
static vol_world *full_world(vol_index index, vol_precision precision, int dimensions, const vol_allocator *allocator) {
    vol_world_def def = vol_default_world_def();
    def.dimensions = dimensions;
    def.precision = precision;
    def.integrator = VOL_INTEGRATOR_RK4;
    def.index = index;
    def.images = true;
    def.size[0] = def.size[1] = def.size[2] = 300;
    def.dt = 0.5;
    def.threads = 3;
    def.wind.velocity[0] = 0.05;
    def.wind.chance = 0.5;
    def.allocator = *allocator;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING), hawks = vol_default_flock_def(VOL_MODEL_NUDGE);
    flock.count = 150;
    flock.user_bytes = 4;
    hawks.name = "hawks";
    hawks.count = 8;
    vol_test_flock(world, &flock);
    vol_test_flock(world, &hawks);
    for (int delay = 0; delay < 2; delay++) {
        vol_relation_def flee = vol_default_relation_def();
        uint32_t number;
        flee.from = 0;
        flee.to[flee.to_count++] = 1;
        flee.radius = 100;
        flee.weight = 0.1;
        flee.delay = delay;
        assert_int_equal(vol_relation_create(world, &flee, &number, &error), VOL_OK);
    }
    vol_obstacle_def disc = vol_default_obstacle_def();
    vol_term_def wander = vol_default_term_def(VOL_TERM_WANDER);
    uint32_t number;
    for (int c = 0; c < 3; c++) {
        disc.center[c] = 150;
    }
    disc.radius = 20;
    disc.reach = 30;
    wander.force = 0.05;
    assert_int_equal(vol_obstacle_create(world, &disc, &number, &error), VOL_OK);
    assert_int_equal(vol_term_create(world, &wander, &number, &error), VOL_OK);
    assert_int_equal(vol_world_set_players(world, 1, (double[]){60, 60, 60}, &error), VOL_OK);
    return world;
}

static const vol_allocator ordinary = {0};

/* Brute force never sorts within a step; the others do between stages, and must carry along what it began with. */
static void indexes_agree_within_rounding(void **state) {
    (void)state;
    static vol_oracle_boid by_brute[MOST], by_other[MOST];
    static const vol_index indexes[] = {VOL_INDEX_GRID, VOL_INDEX_TREE, VOL_INDEX_KDTREE};
    for (unsigned k = 0; k < 6; k++) {
        vol_world *brute = full_world(VOL_INDEX_BRUTE, VOL_PRECISION_DOUBLE, 2 + (int)(k / 3), &ordinary);
        vol_world *other = full_world(indexes[k % 3], VOL_PRECISION_DOUBLE, 2 + (int)(k / 3), &ordinary);
        for (int step = 0; step < 6; step++) {
            assert_int_equal(vol_world_step(brute, 1), VOL_OK);
            assert_int_equal(vol_world_step(other, 1), VOL_OK);
            assert_int_equal(vol_test_state(brute, 0, by_brute, MOST), 150);
            assert_int_equal(vol_test_state(other, 0, by_other, MOST), 150);
            for (size_t i = 0; i < 150; i++) {
                double off = far(by_brute[i].v, by_other[i].v);
                if (!(off < 1e-9)) {
                    fail_msg("index %d, step %d, boid %zu: velocities are %g apart", (int)indexes[k % 3], step, i, off);
                }
            }
        }
        vol_world_destroy(brute);
        vol_world_destroy(other);
    }
}

/* Between two steps there is nothing but the state: a new world that gets it makes the same steps, also after boids
 * have come and gone. */
static void nothing_but_the_state_matters_between_steps(void **state) {
    (void)state;
    static const vol_index indexes[] = {VOL_INDEX_GRID, VOL_INDEX_TREE, VOL_INDEX_BRUTE};
    for (unsigned k = 0; k < 6; k++) {
        vol_world *one = full_world(indexes[k % 3], (vol_precision)(k / 3), 2, &ordinary);
        uint32_t gone[2] = {5, 70};
        for (int step = 0; step < 12; step++) {
            vol_world *other = full_world(indexes[k % 3], (vol_precision)(k / 3), 2, &ordinary);
            const size_t bytes = vol_snapshot_size(one);
            void *snapshot = malloc(bytes);
            assert_non_null(snapshot);
            vol_snapshot_write(one, snapshot);
            assert_int_equal(vol_snapshot_read(other, snapshot, bytes, &error), VOL_OK);
            free(snapshot);
            assert_int_equal(vol_world_step(one, 1), VOL_OK);
            assert_int_equal(vol_world_step(other, 1), VOL_OK);
            assert_hash_equal(vol_world_hash(one), vol_world_hash(other));
            vol_world_destroy(other);
            if (step == 3) {
                assert_int_equal(vol_flock_remove(one, 0, 2, gone, &error), VOL_OK);
            } else if (step == 6) {
                for (int i = 0; i < 300; i++) {
                    double p[2] = {i, 2 * i % 300}, v[2] = {1, 0};
                    assert_int_equal(vol_flock_add(one, 0, 1, p, v, NULL, &error), VOL_OK);
                }
            }
        }
        vol_world_destroy(one);
    }
}

static void it_may_change_between_steps(void **state) {
    (void)state;
    vol_world *one = full_world(VOL_INDEX_GRID, VOL_PRECISION_SINGLE, 2, &ordinary);
    vol_world *other = full_world(VOL_INDEX_GRID, VOL_PRECISION_SINGLE, 2, &ordinary);
    assert_int_equal(vol_world_set(one, "world.integrator", "euler", &error), VOL_OK);
    assert_int_equal(vol_world_set(one, "world.integrator", "rk4", &error), VOL_OK);
    assert_int_equal(vol_world_step(one, 3), VOL_OK);
    assert_int_equal(vol_world_step(other, 3), VOL_OK);
    assert_hash_equal(vol_world_hash(one), vol_world_hash(other));
    assert_int_equal(vol_world_set(one, "world.integrator", "euler", &error), VOL_OK);
    assert_int_equal(vol_world_step(one, 1), VOL_OK);
    assert_int_equal(vol_world_step(other, 1), VOL_OK);
    assert_true(vol_world_hash(one) != vol_world_hash(other));
    vol_world_destroy(one);
    vol_world_destroy(other);
}

static void threads_and_instruction_sets_do_not_matter(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        uint64_t hash = 0;
        for (size_t i = 0; vol_isa_name(i); i++) {
            vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2 + (int)(k % 2), (vol_precision)(k / 2));
            def.integrator = VOL_INTEGRATOR_RK4;
            def.isa = vol_isa_name(i);
            def.threads = 1 + (uint32_t)i;
            vol_world *world = vol_test_world(&def);
            vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
            flock.count = 3000;
            vol_test_flock(world, &flock);
            assert_int_equal(vol_world_step(world, 3), VOL_OK);
            hash = i == 0 ? vol_world_hash(world) : hash;
            assert_hash_equal(vol_world_hash(world), hash);
            vol_world_destroy(world);
        }
    }
}

/* --- Surroundings ------------------------------------------------------------------------------------------------- */

/* A constant force is integrated exactly: n kicks of the wind are a parabola. */
static void wind_is_a_force_that_is_spread_over_the_step(void **state) {
    (void)state;
    const double dt = 0.5, blow = 0.25;
    vol_oracle_boid boid = {.p = {3, 4, 0}, .v = {1, -2, 0}};
    vol_world_def def = vol_test_open_def(VOL_INTEGRATOR_RK4, 2, dt);
    def.wind.velocity[0] = blow;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_test_given_flock(VOL_MODEL_STEERING);
    flock.max_speed = 100;
    vol_test_flock(world, &flock);
    vol_test_add(world, 0, &boid, 1);
    assert_int_equal(vol_world_step(world, 8), VOL_OK);
    assert_int_equal(vol_test_state(world, 0, &boid, 1), 1);
    const double time = 8 * dt, force = blow / dt;
    assert_true(fabs(boid.v.x - (1 + 8 * blow)) < 1e-12);
    assert_true(fabs(boid.p.x - (3 + time + force * time * time / 2)) < 1e-12);
    assert_true(fabs(boid.p.y - (4 - 2 * time)) < 1e-12);
    vol_world_destroy(world);
}

static void no_boid_gets_into_a_hard_obstacle(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        vol_world_def def = vol_default_world_def();
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        vol_obstacle_def disc = vol_default_obstacle_def();
        uint32_t number;
        def.integrator = VOL_INTEGRATOR_RK4;
        def.precision = (vol_precision)(k % 2);
        def.images = k / 2;
        def.size[0] = def.size[1] = 200;
        flock.count = 200;
        flock.start.shape = VOL_SHAPE_RING;
        flock.start.radius = 80;
        flock.start.speed = flock.max_speed = 8;
        disc.law = VOL_LAW_HARD;
        disc.radius = 40;
        disc.center[0] = disc.center[1] = 100;
        vol_world *world = vol_test_world(&def);
        vol_test_flock(world, &flock);
        assert_int_equal(vol_obstacle_create(world, &disc, &number, &error), VOL_OK);
        for (int step = 0; step < 100; step++) {
            static vol_oracle_boid now[MOST];
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            assert_int_equal(vol_test_state(world, 0, now, MOST), 200);
            for (size_t i = 0; i < 200; i++) {
                if (!(hypot(now[i].p.x - 100, now[i].p.y - 100) > 39.99)) {
                    fail_msg("case %u, step %d: boid %zu is at %g, %g", k, step, i, now[i].p.x, now[i].p.y);
                }
            }
        }
        vol_world_destroy(world);
    }
}

static void boids_stay_finite_and_go_no_farther_than_their_speed_allows(void **state) {
    (void)state;
    for (unsigned k = 0; k < 8; k++) {
        static vol_oracle_boid before[MOST], now[MOST];
        vol_world_def def = vol_test_open_def(VOL_INTEGRATOR_RK4, 2 + (int)(k % 2), k / 4 ? 1e6 : 1);
        vol_flock_def flock = vol_default_flock_def(k / 2 % 2 ? VOL_MODEL_DORSOGNA : VOL_MODEL_CUSTOM);
        def.precision = (vol_precision)(k / 2 % 2);
        flock.count = 100;
        flock.max_speed = 10;
        flock.max_force = 1e9;
        flock.separation.weight = 1e6;
        flock.separation.power = 4;
        flock.propulsion.gain = flock.propulsion.drag = 1e6;
        flock.repulsion.strength = 1e9;
        flock.repulsion.length = 1e-6;
        vol_world *world = vol_test_world(&def);
        vol_test_flock(world, &flock);
        for (int step = 0; step < 5; step++) {
            vol_test_state(world, 0, before, MOST);
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            vol_test_state(world, 0, now, MOST);
            for (size_t i = 0; i < 100; i++) {
                double speed = sqrt(now[i].v.x * now[i].v.x + now[i].v.y * now[i].v.y + now[i].v.z * now[i].v.z);
                assert_true(speed < 10.001);
                assert_true(far(before[i].p, now[i].p) < 10.1 * def.dt);
            }
        }
        vol_world_destroy(world);
    }
}

/* --- Refusals and memory ------------------------------------------------------------------------------------------ */

static void assert_names_the_integrator(vol_result result) {
    assert_int_equal(result, VOL_ERROR_VALUE);
    assert_string_equal(error.field, "world.integrator");
    assert_non_null(strstr(error.text, "world.integrator is rk4"));
    assert_non_null(strstr(error.text, "euler"));
}

static void models_without_a_force_are_refused(void **state) {
    (void)state;
    for (unsigned model = 0; model < VOL_MODEL_COUNT; model++) {
        vol_world_def def = vol_default_world_def();
        vol_flock_def flock = vol_default_flock_def((vol_model)model);
        const bool fits = vol_model_has_integrator((vol_model)model, VOL_INTEGRATOR_RK4);
        vol_flock made;
        assert_true(vol_model_has_integrator((vol_model)model, VOL_INTEGRATOR_EULER));
        assert_int_equal(fits, model != VOL_MODEL_CAPPED && model != VOL_MODEL_BLEND && model != VOL_MODEL_SIGHTED &&
                                   model != VOL_MODEL_VICSEK && model != VOL_MODEL_COUZIN);
        flock.count = 20;
        def.images = true;
        def.threads = 1;
        vol_world *euler = vol_test_world(&def);
        vol_test_flock(euler, &flock);
        vol_result set = vol_world_set(euler, "world.integrator", "rk4", &error);
        if (fits) {
            assert_int_equal(set, VOL_OK);
        } else {
            assert_names_the_integrator(set);
        }
        assert_int_equal(vol_world_step(euler, 2), VOL_OK);
        vol_world_destroy(euler);
        def.integrator = VOL_INTEGRATOR_RK4;
        vol_world *world = vol_test_world(&def);
        vol_result result = vol_flock_create(world, &flock, &made, &error);
        if (fits) {
            assert_int_equal(result, VOL_OK);
        } else {
            assert_names_the_integrator(result);
            assert_int_equal(vol_flock_count(world), 0);
        }
        assert_int_equal(vol_world_step(world, 2), VOL_OK);
        vol_world_destroy(world);
    }
}

static bool decide(void *user, vol_custom_batch *batch) {
    (void)user, (void)batch;
    return false;
}

static void rules_of_the_host_and_turns_are_refused(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_CUSTOM);
    vol_flock made;
    vol_world *world;
    for (int update = VOL_UPDATE_IN_TURN; update <= VOL_UPDATE_IN_RANDOM_TURN; update++) {
        def.integrator = VOL_INTEGRATOR_RK4;
        def.update = (vol_update)update;
        assert_names_the_integrator(vol_world_create(&def, &world, &error));
        def.integrator = VOL_INTEGRATOR_EULER;
        world = vol_test_world(&def);
        assert_names_the_integrator(vol_world_set(world, "world.integrator", "rk4", &error));
        assert_int_equal(vol_world_set(world, "world.update", "together", &error), VOL_OK);
        assert_int_equal(vol_world_set(world, "world.integrator", "rk4", &error), VOL_OK);
        vol_world_destroy(world);
    }
    def.update = VOL_UPDATE_TOGETHER;
    def.integrator = VOL_INTEGRATOR_RK4;
    world = vol_test_world(&def);
    flock.rule.decide = decide;
    assert_names_the_integrator(vol_flock_create(world, &flock, &made, &error));
    flock.rule.decide = NULL;
    vol_test_flock(world, &flock);
    flock = vol_flock_get_def(world, 0);
    flock.rule.decide = decide;
    assert_names_the_integrator(vol_flock_set_def(world, 0, &flock, &error));
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    vol_world_destroy(world);
}

/* Adding boids and making flocks takes memory for the stages too: when the nth request is refused the world is as it
 * was, and steps take none. */
static void it_survives_every_refusal_of_memory(void **state) {
    (void)state;
    bool done = false;
    for (size_t n = 1; !done; n++) {
        vol_test_counter c;
        vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
        vol_flock_def second = vol_default_flock_def(VOL_MODEL_NUDGE);
        vol_flock made;
        def.integrator = VOL_INTEGRATOR_RK4;
        vol_test_count(&def, &c);
        vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 90);
        second.name = "second";
        const uint64_t before = vol_world_hash(world);
        c.requests = 0;
        c.refuse = n;
        vol_result reserved = vol_flock_reserve(world, 0, 700, &error);
        assert_true(reserved == VOL_OK || reserved == VOL_ERROR_MEMORY);
        assert_hash_equal(vol_world_hash(world), before);
        vol_result created = vol_flock_create(world, &second, &made, &error);
        assert_true(created == VOL_OK || created == VOL_ERROR_MEMORY);
        done = c.requests < n;
        assert_int_equal(done, reserved == VOL_OK && created == VOL_OK);
        c.refuse = 0;
        c.closed = true;
        assert_int_equal(vol_world_step(world, 3), VOL_OK);
        c.closed = false;
        vol_world_destroy(world);
        assert_int_equal(c.living, 0);
        assert_int_equal(c.bytes, 0);
        assert_true(n < 1000);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indexes_agree_within_rounding),
        cmocka_unit_test(nothing_but_the_state_matters_between_steps),
        cmocka_unit_test(it_may_change_between_steps),
        cmocka_unit_test(threads_and_instruction_sets_do_not_matter),
        cmocka_unit_test(wind_is_a_force_that_is_spread_over_the_step),
        cmocka_unit_test(no_boid_gets_into_a_hard_obstacle),
        cmocka_unit_test(boids_stay_finite_and_go_no_farther_than_their_speed_allows),
        cmocka_unit_test(models_without_a_force_are_refused),
        cmocka_unit_test(rules_of_the_host_and_turns_are_refused),
        cmocka_unit_test(it_survives_every_refusal_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
