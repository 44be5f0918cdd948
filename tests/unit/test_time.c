/* world.time: what is by the unit of time stays the same when steps are shorter, what is by the step does not, and with
 * steps of 1 both are the same. */
#include "support.h"

#include <math.h>
#include <string.h>

enum { COUNT = 12 };

/* Boids that wander in steady wind and in a flow, and may turn by a few degrees at most; they do not see each other, so
 * nothing but the step decides how far they are from where they should be. */
static vol_world *wanderers(vol_time time, vol_integrator integrator, double dt) {
    static const double flow[8] = {0.02, 0, 0.01, 0.02, 0, 0.015, -0.02, 0.01};
    vol_world_def def = vol_test_open_def(integrator, 2, dt);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_term_def wander = vol_default_term_def(VOL_TERM_WANDER), wind = vol_default_term_def(VOL_TERM_WIND);
    vol_term made;
    def.time = time;
    def.wind.velocity[0] = 0.01;
    def.wind.velocity[1] = -0.02;
    vol_world *world = vol_test_world(&def);
    flock.name = "birds";
    flock.count = COUNT;
    flock.separation.weight = flock.alignment.weight = flock.cohesion.weight = 0;
    flock.max_speed = 1000;
    flock.start.speed = 2;
    flock.turn.rate = 3;
    vol_test_flock(world, &flock);
    wander.flock = wind.flock = 0;
    wander.period = 8;
    wander.force = 0.1;
    wind.flow = flow;
    wind.flow_count[0] = wind.flow_count[1] = 2;
    assert_int_equal(vol_term_create(world, &wander, &made, NULL), VOL_OK);
    assert_int_equal(vol_term_create(world, &wind, &made, NULL), VOL_OK);
    return world;
}

static void after(vol_time time, vol_integrator integrator, double dt, vol_oracle_boid boids[COUNT]) {
    vol_world *world = wanderers(time, integrator, dt);
    assert_int_equal(vol_world_step(world, (uint64_t)(32 / dt)), VOL_OK);
    assert_int_equal(vol_test_state(world, 0, boids, COUNT), COUNT);
    vol_world_destroy(world);
}

/* How far boids are from where they would be with far smaller steps, at most. */
static double error_of(vol_time time, double dt, const vol_oracle_boid exact[COUNT]) {
    vol_oracle_boid boids[COUNT];
    double most = 0;
    after(time, VOL_INTEGRATOR_EULER, dt, boids);
    for (int i = 0; i < COUNT; i++) {
        most = fmax(most, hypot(boids[i].p.x - exact[i].p.x, boids[i].p.y - exact[i].p.y));
    }
    return most;
}

static void half_the_step_is_half_the_error_per_time(void **state) {
    (void)state;
    vol_oracle_boid exact[COUNT];
    after(VOL_TIME_PER_TIME, VOL_INTEGRATOR_EULER, 0x1p-12, exact);
    double before = error_of(VOL_TIME_PER_TIME, 1, exact);
    for (double dt = 0.5; dt >= 0x1p-5; dt /= 2) {
        double error = error_of(VOL_TIME_PER_TIME, dt, exact);
        print_message("dt %g: error %.4g, divided by %.3f\n", dt, error, before / error);
        assert_true(before / error > 1.6);
        before = error;
    }
    assert_true(error_of(VOL_TIME_PER_STEP, 0.25, exact) > 10 * error_of(VOL_TIME_PER_TIME, 0.25, exact));
}

static void steps_of_1_are_the_same_both_ways(void **state) {
    (void)state;
    for (int integrator = 0; integrator < VOL_INTEGRATOR_COUNT; integrator++) {
        vol_world *by_step = wanderers(VOL_TIME_PER_STEP, (vol_integrator)integrator, 1),
                  *by_time = wanderers(VOL_TIME_PER_TIME, (vol_integrator)integrator, 1);
        static const char *const changes[][2] = {{"wind.chance", "0.3"}, {"wind.duration", "3"}};
        for (int i = 0; i < 2; i++) {
            assert_int_equal(vol_world_set(by_step, changes[i][0], changes[i][1], NULL), VOL_OK);
            assert_int_equal(vol_world_set(by_time, changes[i][0], changes[i][1], NULL), VOL_OK);
        }
        for (int step = 0; step < 60; step++) {
            assert_int_equal(vol_world_step(by_step, 1), VOL_OK);
            assert_int_equal(vol_world_step(by_time, 1), VOL_OK);
            assert_hash_equal(vol_world_hash(by_time), vol_world_hash(by_step));
        }
        vol_world_destroy(by_step);
        vol_world_destroy(by_time);
    }
}

/* The velocity that wind has given a boid that does nothing, over `time`. */
static double blown(vol_time by, double dt, double chance, size_t duration, double time) {
    vol_world_def def = vol_test_open_def(VOL_INTEGRATOR_EULER, 2, dt);
    vol_flock_def flock = vol_test_given_flock(VOL_MODEL_STEERING);
    vol_oracle_boid boid = {.p = {0, 0, 0}};
    def.time = by;
    def.wind.velocity[0] = 0.125;
    def.wind.chance = chance;
    def.wind.duration = duration;
    vol_world *world = vol_test_world(&def);
    flock.name = "birds";
    flock.max_speed = 1e6;
    vol_test_add(world, vol_test_flock(world, &flock), &boid, 1);
    assert_int_equal(vol_world_step(world, (uint64_t)(time / dt)), VOL_OK);
    assert_int_equal(vol_test_state(world, 0, &boid, 1), 1);
    vol_world_destroy(world);
    return boid.v.x;
}

static void steady_wind_is_as_strong_whatever_the_step(void **state) {
    (void)state;
    for (double dt = 4; dt >= 0.125; dt /= 2) {
        assert_number_equal(blown(VOL_TIME_PER_TIME, dt, 1, 1, 64), 8);
        assert_number_equal(blown(VOL_TIME_PER_STEP, dt, 1, 1, 64), 8 / dt);
    }
}

static void gusts_blow_for_the_same_share_of_the_time(void **state) {
    (void)state;
    const double chance = 0.05, time = 16384, share = 1 - pow(1 - chance, 6);
    for (double dt = 1; dt >= 0.125; dt /= 2) {
        double found = blown(VOL_TIME_PER_TIME, dt, chance, 6, time) / (0.125 * time);
        print_message("dt %g: gusts blow for %.3f of the time; %.3f were expected\n", dt, found, share);
        assert_true(fabs(found - share) < 0.03);
    }
    double by_step = blown(VOL_TIME_PER_STEP, 0.125, chance, 6, time) / (0.125 * time);
    assert_true(by_step > 4 * share); /* as often by the step, so eight times as strong */
}

static void time_may_change_between_steps(void **state) {
    (void)state;
    vol_world *changed = wanderers(VOL_TIME_PER_STEP, VOL_INTEGRATOR_EULER, 0.25),
              *made = wanderers(VOL_TIME_PER_TIME, VOL_INTEGRATOR_EULER, 0.25);
    char text[32];
    assert_int_equal(vol_world_set(changed, "world.time", "per_time", NULL), VOL_OK);
    assert_int_equal(vol_world_get(changed, "world.time", text, sizeof text, NULL), VOL_OK);
    assert_string_equal(text, "per_time");
    assert_int_equal(vol_world_step(changed, 40), VOL_OK);
    assert_int_equal(vol_world_step(made, 40), VOL_OK);
    assert_hash_equal(vol_world_hash(changed), vol_world_hash(made));
    assert_int_equal(vol_world_set(changed, "world.dt", "0.5", NULL), VOL_OK); /* terms are flattened anew */
    assert_int_equal(vol_world_step(changed, 8), VOL_OK);
    assert_int_equal(vol_world_step(made, 8), VOL_OK);
    assert_true(vol_world_hash(changed) != vol_world_hash(made));
    vol_world_destroy(changed);
    vol_world_destroy(made);
}

static void a_model_without_time_is_refused(void **state) {
    (void)state;
    vol_error error = {0};
    vol_flock number;
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        assert_true(vol_model_has_time((vol_model)model, VOL_TIME_PER_STEP));
        assert_int_equal(vol_model_has_time((vol_model)model, VOL_TIME_PER_TIME), model != VOL_MODEL_SIGHTED);
    }
    vol_world_def def = vol_test_lively_def(VOL_MODEL_SIGHTED, 2, VOL_PRECISION_DOUBLE);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_SIGHTED);
    flock.name = "seers";
    def.time = VOL_TIME_PER_TIME;
    vol_world *world = vol_test_world(&def);
    assert_int_equal(vol_flock_create(world, &flock, &number, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.field, "world.time");
    assert_non_null(strstr(error.text, "per_step"));
    assert_int_equal(vol_world_set(world, "world.time", "per_step", &error), VOL_OK);
    assert_int_equal(vol_flock_create(world, &flock, &number, &error), VOL_OK);
    assert_int_equal(vol_world_set(world, "world.time", "per_time", &error), VOL_ERROR_VALUE);
    assert_non_null(strstr(error.text, "seers"));
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_the_step_is_half_the_error_per_time),
        cmocka_unit_test(steps_of_1_are_the_same_both_ways),
        cmocka_unit_test(steady_wind_is_as_strong_whatever_the_step),
        cmocka_unit_test(gusts_blow_for_the_same_share_of_the_time),
        cmocka_unit_test(time_may_change_between_steps),
        cmocka_unit_test(a_model_without_time_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
