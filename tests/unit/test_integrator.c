/* world.integrator: the order of convergence of euler and rk4 by halving dt, on problems with exact solutions; and
 * every step of rk4 against four stages of the oracle. */
#include "support.h"

#include <math.h>
#include <string.h>

enum { MOST = 200 };

/* --- The order of convergence ------------------------------------------------------------------------------------- */

/* A problem: what is left of its exact solution at the time `end`, when the steps have the length dt. */
typedef double (*problem)(vol_integrator integrator, double dt, double end);

/* By how much the error falls when steps are half as long. */
static double falls_by(problem p, vol_integrator integrator, double dt, double end) {
    double coarse = p(integrator, dt, end), fine = p(integrator, dt / 2, end);
    return coarse / fine;
}

/* The first order divides it by 2, the fourth by 16. */
static void check_orders(problem p, double dt, double end) {
    double euler = falls_by(p, VOL_INTEGRATOR_EULER, dt / 16, end), rk4 = falls_by(p, VOL_INTEGRATOR_RK4, dt, end);
    print_message("euler: %.3f, rk4: %.3f\n", euler, rk4);
    if (!(euler > 1.9 && euler < 2.1 && rk4 > 14 && rk4 < 18)) {
        fail_msg("half the step divides the error by %g with euler and by %g with rk4, and not by 2 and 16", euler,
                 rk4);
    }
}

static void run(vol_world *world, double dt, double end) {
    assert_int_equal(vol_world_step(world, (uint64_t)(end / dt + 0.5)), VOL_OK);
}

static double far(vol_oracle_vec a, vol_oracle_vec b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

static void random_boids(vol_oracle_boid *boids, size_t count, int dimensions, double size, double speed) {
    vol_test_random r = {77};
    memset(boids, 0, count * sizeof *boids);
    for (size_t i = 0; i < count; i++) {
        double *p[3] = {&boids[i].p.x, &boids[i].p.y, &boids[i].p.z};
        double *v[3] = {&boids[i].v.x, &boids[i].v.y, &boids[i].v.z};
        for (int c = 0; c < dimensions; c++) {
            *p[c] = vol_test_uniform(&r, 0, size);
            *v[c] = vol_test_uniform(&r, -speed, speed);
        }
    }
}

/* Without a power all weigh the same: v - mean decays as exp(-strength t), and x follows. */
static double equal_coupling(vol_integrator integrator, double dt, double end) {
    enum { COUNT = 12 };
    const double strength = 0.8;
    vol_oracle_boid start[COUNT], now[COUNT];
    vol_oracle_vec mean = {0, 0, 0};
    vol_world_def def = vol_test_open_def(integrator, 3, dt);
    vol_flock_def flock = vol_test_given_flock(VOL_MODEL_CUCKER_SMALE);
    flock.coupling.strength = strength;
    flock.coupling.power = 0;
    vol_world *world = vol_test_world(&def);
    vol_test_flock(world, &flock);
    random_boids(start, COUNT, 3, 10, 2);
    vol_test_add(world, 0, start, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        mean = (vol_oracle_vec){mean.x + start[i].v.x / COUNT, mean.y + start[i].v.y / COUNT,
                                mean.z + start[i].v.z / COUNT};
    }
    run(world, dt, end);
    assert_int_equal(vol_test_state(world, 0, now, COUNT), COUNT);
    const double rest = exp(-strength * end), path = (1 - rest) / strength;
    double worst = 0;
    for (size_t i = 0; i < COUNT; i++) {
        const vol_oracle_boid *s = &start[i];
        vol_oracle_vec d = {s->v.x - mean.x, s->v.y - mean.y, s->v.z - mean.z};
        vol_oracle_vec v = {mean.x + d.x * rest, mean.y + d.y * rest, mean.z + d.z * rest};
        vol_oracle_vec p = {s->p.x + mean.x * end + d.x * path, s->p.y + mean.y * end + d.y * path,
                            s->p.z + mean.z * end + d.z * path};
        worst = fmax(worst, fmax(far(now[i].v, v), far(now[i].p, p)));
    }
    vol_world_destroy(world);
    return worst;
}

static void the_error_of_equal_coupling_falls_by_2_and_by_16(void **state) {
    (void)state;
    check_orders(equal_coupling, 0.125, 4);
}

/* One boid with a motor: v^2(t) = (a/b) / (1 + ((a/b)/v0^2 - 1) e^(-2at)). */
static double one_motor(vol_integrator integrator, double dt, double end) {
    const double gain = 1.6, drag = 0.5, first = 0.3;
    vol_oracle_boid boid = {.p = {1, 2, 0}, .v = {first * 0.6, first * 0.8, 0}};
    vol_world_def def = vol_test_open_def(integrator, 2, dt);
    vol_flock_def flock = vol_test_given_flock(VOL_MODEL_DORSOGNA);
    vol_world *world = vol_test_world(&def);
    flock.propulsion.gain = gain;
    flock.propulsion.drag = drag;
    vol_test_flock(world, &flock);
    vol_test_add(world, 0, &boid, 1);
    run(world, dt, end);
    assert_int_equal(vol_test_state(world, 0, &boid, 1), 1);
    vol_world_destroy(world);
    const double most = gain / drag, square = most / (1 + (most / (first * first) - 1) * exp(-2 * gain * end));
    return fabs(sqrt(boid.v.x * boid.v.x + boid.v.y * boid.v.y) - sqrt(square));
}

static void the_error_of_one_motor_falls_by_2_and_by_16(void **state) {
    (void)state;
    check_orders(one_motor, 0x1p-4, 1.5);
}

/* Two boids on a line: their difference of velocities falls by the integral of the weight over their distance. With the
 * power 1/2 it is asinh of the distance, with 1 the arc tangent. */
static double two_boids(vol_integrator integrator, double power, double dt, double end) {
    vol_oracle_boid now[2] = {{.p = {5, 5, 0}, .v = {0.2, 0, 0}}, {.p = {5.5, 5, 0}, .v = {1.4, 0, 0}}};
    const double x = now[1].p.x - now[0].p.x, faster = now[1].v.x - now[0].v.x;
    vol_world_def def = vol_test_open_def(integrator, 2, dt);
    vol_flock_def flock = vol_test_given_flock(VOL_MODEL_CUCKER_SMALE);
    vol_world *world = vol_test_world(&def);
    flock.coupling.power = power;
    vol_test_flock(world, &flock);
    vol_test_add(world, 0, now, 2);
    run(world, dt, end);
    assert_int_equal(vol_test_state(world, 0, now, 2), 2);
    vol_world_destroy(world);
    const double y = now[1].p.x - now[0].p.x;
    const double fallen = power == 1 ? atan(y) - atan(x) : asinh(y) - asinh(x);
    return fabs((now[1].v.x - now[0].v.x) - (faster - fallen));
}

static double two_boids_of_power_1(vol_integrator integrator, double dt, double end) {
    return two_boids(integrator, 1, dt, end);
}

static double two_boids_of_power_one_half(vol_integrator integrator, double dt, double end) {
    return two_boids(integrator, 0.5, dt, end);
}

static void the_error_of_two_boids_on_a_line_falls_by_2_and_by_16(void **state) {
    (void)state;
    check_orders(two_boids_of_power_1, 0x1p-4, 3);
    check_orders(two_boids_of_power_one_half, 0x1p-4, 3);
}

/* A swarm in the potential of all others, against steps that are 64 times as short. */
static void swarm_state(vol_integrator integrator, double dt, double end, vol_oracle_boid *now, size_t count) {
    vol_world_def def = vol_test_open_def(integrator, 2, dt);
    vol_flock_def flock = vol_test_given_flock(VOL_MODEL_DORSOGNA);
    vol_world *world = vol_test_world(&def);
    flock.repulsion.length = 1;
    vol_test_flock(world, &flock);
    random_boids(now, count, 2, 6, 1);
    vol_test_add(world, 0, now, count);
    run(world, dt, end);
    assert_int_equal(vol_test_state(world, 0, now, count), count);
    vol_world_destroy(world);
}

static double swarm(vol_integrator integrator, double dt, double end) {
    enum { COUNT = 25 };
    static vol_oracle_boid right[COUNT];
    static double known = 0;
    vol_oracle_boid now[COUNT];
    double worst = 0;
    if (known != end) {
        swarm_state(VOL_INTEGRATOR_RK4, 0x1p-11, end, right, COUNT);
        known = end;
    }
    swarm_state(integrator, dt, end, now, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        worst = fmax(worst, fmax(far(now[i].v, right[i].v), far(now[i].p, right[i].p)));
    }
    return worst;
}

static void the_error_of_a_swarm_falls_by_2_and_by_16(void **state) {
    (void)state;
    check_orders(swarm, 0x1p-7, 1);
}

/* --- Every step against the oracle -------------------------------------------------------------------------------- */

static double held(const vol_world_def *world, double value) {
    return world->precision == VOL_PRECISION_SINGLE ? (double)(float)value : value;
}

static vol_oracle_vec along(vol_oracle_vec a, vol_oracle_vec b, double share) {
    return (vol_oracle_vec){a.x + b.x * share, a.y + b.y * share, a.z + b.z * share};
}

static vol_oracle_vec cut(vol_oracle_vec a, double most) {
    double length = sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
    return length > most ? (vol_oracle_vec){a.x / length * most, a.y / length * most, a.z / length * most} : a;
}

static double wrapped(const vol_world_def *world, double p, int axis) {
    double size = world->size[axis];
    return world->boundary == VOL_BOUNDARY_WRAP && axis < world->dimensions ? p - size * floor(p / size) : p;
}

static vol_oracle_vec placed(const vol_world_def *world, vol_oracle_vec p) {
    return (vol_oracle_vec){wrapped(world, p.x, 0), wrapped(world, p.y, 1), wrapped(world, p.z, 2)};
}

/* All boids one step later, by four stages. */
static void oracle_step(const vol_world_def *world, const vol_flock_def *flock, vol_oracle_boid *boids, size_t n,
                        double *doubt) {
    static vol_oracle_boid stage[MOST], way[MOST], sum[MOST];
    static const double shares[4] = {0.5, 0.5, 1, 0}, weights[4] = {1, 2, 2, 1};
    const double most = flock->max_speed;
    memset(sum, 0, sizeof sum);
    memcpy(stage, boids, n * sizeof *stage);
    for (int s = 0; s < 4; s++) {
        for (size_t i = 0; i < n; i++) {
            vol_oracle_vec wish = vol_oracle_wish(world, flock, stage, n, i, doubt);
            way[i].p = (vol_oracle_vec){stage[i].v.x * world->dt, stage[i].v.y * world->dt, stage[i].v.z * world->dt};
            way[i].v = along(wish, stage[i].v, -1);
            sum[i].p = along(sum[i].p, way[i].p, weights[s] / 6);
            sum[i].v = along(sum[i].v, way[i].v, weights[s] / 6);
        }
        for (size_t i = 0; i < n; i++) {
            vol_oracle_vec p = cut(along((vol_oracle_vec){0, 0, 0}, way[i].p, shares[s]), most * world->dt);
            stage[i].p = placed(world, along(boids[i].p, p, 1));
            stage[i].v = along(boids[i].v, way[i].v, shares[s]);
        }
    }
    for (size_t i = 0; i < n; i++) {
        boids[i].v = cut(along(boids[i].v, sum[i].v, 1), most);
        boids[i].p = placed(world, along(boids[i].p, cut(sum[i].p, most * world->dt), 1));
    }
}

static vol_world_def random_world(vol_test_random *r) {
    static const vol_index indexes[] = {VOL_INDEX_AUTO, VOL_INDEX_BRUTE, VOL_INDEX_GRID, VOL_INDEX_TREE,
                                        VOL_INDEX_KDTREE};
    vol_world_def def = vol_default_world_def();
    def.precision = (vol_precision)vol_test_pick(r, 2);
    def.dimensions = 2 + (int)vol_test_pick(r, 2);
    def.integrator = VOL_INTEGRATOR_RK4;
    for (int c = 0; c < 3; c++) {
        def.size[c] = held(&def, vol_test_spread(r, 60, 400));
    }
    def.boundary = vol_test_chance(r, 0.7) ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_OPEN;
    def.images = def.boundary == VOL_BOUNDARY_WRAP && vol_test_chance(r, 0.6);
    def.index = indexes[vol_test_pick(r, 5)];
    def.dt = held(&def, vol_test_spread(r, 0.05, 2));
    def.threads = 1;
    return def;
}

static vol_flock_def random_flock(vol_test_random *r, const vol_world_def *world) {
    static const vol_model models[] = {VOL_MODEL_NUDGE, VOL_MODEL_STEERING, VOL_MODEL_CUSTOM};
    vol_flock_def def = vol_test_given_flock(models[vol_test_pick(r, 3)]);
    def.variant = (vol_variant)vol_test_pick(r, VOL_VARIANT_COUNT);
    def.separation.radius = held(world, vol_test_spread(r, 5, 40));
    def.alignment.radius = held(world, vol_test_spread(r, 10, 60));
    def.cohesion.radius = held(world, vol_test_spread(r, 10, 60));
    def.separation.power = def.model == VOL_MODEL_CUSTOM ? 1 : def.separation.power;
    def.max_speed = held(world, vol_test_chance(r, 0.2) ? 0.5 : 6);
    return def;
}

typedef struct tally {
    size_t boids, steps, skipped;
} tally;

/* Steps in which the oracle had any doubt are left out: one boid's answer is in the next stage of all others. */
static void check_case(uint64_t seed, tally *counts) {
    static vol_oracle_boid now[MOST], right[MOST];
    vol_test_random r = {seed};
    vol_world_def def = random_world(&r);
    vol_flock_def flock = random_flock(&r, &def);
    const bool exact = def.precision == VOL_PRECISION_DOUBLE;
    const size_t count = vol_test_pick(&r, 120);
    vol_world *world = vol_test_world(&def);
    vol_test_flock(world, &flock);
    random_boids(now, count, def.dimensions, 0.99 * fmin(def.size[0], fmin(def.size[1], def.size[2])), 1.5);
    vol_test_add(world, 0, now, count);
    for (int step = 0; step < 3; step++) {
        double doubt = 1;
        assert_int_equal(vol_test_state(world, 0, right, MOST), count);
        oracle_step(&def, &flock, right, count, &doubt);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        assert_int_equal(vol_test_state(world, 0, now, MOST), count);
        counts->steps++;
        if (doubt < (exact ? 1e-10 : 1e-4)) {
            counts->skipped++;
            continue;
        }
        for (size_t i = 0; i < count; i++, counts->boids++) {
            double off = far(now[i].p, right[i].p);
            off = off > 0.9 * fmin(def.size[0], def.size[1]) ? 0 : off; /* the two edges are one */
            if (!(fmax(off / 1000, far(now[i].v, right[i].v)) < (exact ? 1e-9 : 3e-4))) {
                fail_msg("case %llu, step %d, boid %zu of %zu: %g and %g apart", (unsigned long long)seed, step, i,
                         count, off, far(now[i].v, right[i].v));
            }
        }
    }
    vol_world_destroy(world);
}

static void every_step_is_four_stages_of_the_oracle(void **state) {
    (void)state;
    tally counts = {0, 0, 0};
    for (uint64_t seed = 0; seed < 300; seed++) {
        check_case(seed, &counts);
    }
    print_message("%zu boids compared; %zu of %zu steps too near to a threshold\n", counts.boids, counts.skipped,
                  counts.steps);
    assert_true(counts.skipped * 2 < counts.steps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_error_of_equal_coupling_falls_by_2_and_by_16),
        cmocka_unit_test(the_error_of_one_motor_falls_by_2_and_by_16),
        cmocka_unit_test(the_error_of_two_boids_on_a_line_falls_by_2_and_by_16),
        cmocka_unit_test(the_error_of_a_swarm_falls_by_2_and_by_16),
        cmocka_unit_test(every_step_is_four_stages_of_the_oracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
