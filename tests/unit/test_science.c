/* Exact results of the models of collective motion: what follows from their formulas without a reference run. */
#include "support.h"

#include <math.h>
#include <string.h>

typedef vol_oracle_boid boid;
typedef vol_oracle_vec vec;

enum { COUNT = 400 };
static const double pi = 3.14159265358979323846;

static double length(vec a) {
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

static vec minus(vec a, vec b) {
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* What worlds are stepped by. */
static vol_integrator integrator = VOL_INTEGRATOR_EULER;

static vol_world_def flat_world(double size, vol_boundary boundary) {
    vol_world_def def = vol_default_world_def();
    def.size[0] = def.size[1] = def.size[2] = size;
    def.boundary = boundary;
    def.images = boundary == VOL_BOUNDARY_WRAP;
    def.precision = VOL_PRECISION_DOUBLE;
    def.integrator = integrator;
    def.threads = 1;
    def.seed = 11;
    return def;
}

static vol_world *make(const vol_world_def *def, const vol_flock_def *flock, const boid *boids, size_t count) {
    vol_world *world = vol_test_world(def);
    vol_test_flock(world, flock);
    vol_test_add(world, 0, boids, count);
    return world;
}

static void step(vol_world *world, uint64_t steps) {
    assert_int_equal(vol_world_step(world, steps), VOL_OK);
}

static void run(const vol_world_def *def, const vol_flock_def *flock, boid *boids, size_t count, uint64_t steps) {
    vol_world *world = make(def, flock, boids, count);
    step(world, steps);
    assert_int_equal(vol_test_state(world, 0, boids, count), count);
    vol_world_destroy(world);
}

/* --- Scale, symmetry, neighbours: vicsek and couzin --------------------------------------------------------------- */

static void scatter(boid *boids, size_t count, int dimensions, double size, uint64_t seed) {
    vol_test_random r = {seed};
    for (size_t i = 0; i < count; i++) {
        double turn = vol_test_uniform(&r, 0, 2 * pi), up = dimensions == 3 ? vol_test_uniform(&r, -1, 1) : 0;
        boids[i] = (boid){{vol_test_uniform(&r, 0, size), vol_test_uniform(&r, 0, size),
                           dimensions == 3 ? vol_test_uniform(&r, 0, size) : 0},
                          {sqrt(1 - up * up) * cos(turn), sqrt(1 - up * up) * sin(turn), up},
                          0,
                          {0}};
    }
}

/* (size, radii, speed) times 2 is a change of units: all numbers double, and no bit of a heading changes. */
static void twice_the_scale_gives_the_same_headings_to_the_bit(void **state) {
    (void)state;
    static boid small[COUNT], large[COUNT];
    for (int k = 0; k < 24; k++) {
        vol_flock_def flock = vol_test_given_flock(k % 2 ? VOL_MODEL_COUZIN : VOL_MODEL_VICSEK);
        vol_world_def def = flat_world(20, k / 2 % 2 ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_OPEN);
        def.dimensions = 2 + k / 4 % 2;
        def.index = k / 8 % 3 == 0 ? VOL_INDEX_BRUTE : k / 8 % 3 == 1 ? VOL_INDEX_GRID : VOL_INDEX_TREE;
        flock.speed = 0.5;
        flock.cohesion.radius = 6;
        scatter(small, COUNT, def.dimensions, 20, 3);
        for (size_t i = 0; i < COUNT; i++) {
            large[i] = small[i];
            small[i].v = (vec){small[i].v.x / 2, small[i].v.y / 2, small[i].v.z / 2};
            large[i].p = (vec){2 * small[i].p.x, 2 * small[i].p.y, 2 * small[i].p.z};
        }
        run(&def, &flock, small, COUNT, 20);
        def.size[0] = def.size[1] = def.size[2] = 40;
        flock.speed = 1;
        flock.separation.radius *= 2;
        flock.alignment.radius *= 2;
        flock.cohesion.radius *= 2;
        run(&def, &flock, large, COUNT, 20);
        for (size_t i = 0; i < COUNT; i++) {
            assert_number_equal(large[i].v.x, 2 * small[i].v.x);
            assert_number_equal(large[i].v.y, 2 * small[i].v.y);
            assert_number_equal(large[i].v.z, 2 * small[i].v.z);
        }
    }
}

/* A quarter turn of all headings in a square world, with noise: angles are added, so the noise is the same. */
static void a_quarter_turn_turns_the_result_with_noise_too(void **state) {
    (void)state;
    static boid plain[COUNT], turned[COUNT];
    for (int kind = 0; kind < 2; kind++) {
        vol_flock_def flock = vol_test_given_flock(VOL_MODEL_VICSEK);
        vol_world_def def = flat_world(10, VOL_BOUNDARY_WRAP);
        flock.noise.kind = kind ? VOL_NOISE_WRAPPED : VOL_NOISE_ANGULAR;
        flock.noise.strength = 0.7;
        flock.speed = 0.3;
        scatter(plain, COUNT, 2, 10, 8);
        for (size_t i = 0; i < COUNT; i++) {
            turned[i] = (boid){{10 - plain[i].p.y, plain[i].p.x, 0}, {-plain[i].v.y, plain[i].v.x, 0}, 0, {0}};
        }
        run(&def, &flock, plain, COUNT, 4);
        run(&def, &flock, turned, COUNT, 4);
        for (size_t i = 0; i < COUNT; i++) {
            assert_true(fabs(turned[i].v.x + plain[i].v.y) + fabs(turned[i].v.y - plain[i].v.x) < 1e-9);
        }
    }
}

/* The heading of each boid after one step without noise is that of the sum over the neighbours that were counted here,
 * pair by pair: with every index, also where there are less than three cells along an axis, and where the radius is
 * more than half of the world: there each boid is counted once, at its nearest image. */
static void every_index_finds_the_same_neighbours_in_small_worlds(void **state) {
    (void)state;
    static boid before[COUNT], after[COUNT];
    static const double sizes[] = {1, 1.5, 1.9, 2, 2.1, 2.9, 3, 3.1, 4, 7};
    static const vol_index indexes[] = {VOL_INDEX_BRUTE, VOL_INDEX_GRID, VOL_INDEX_TREE, VOL_INDEX_KDTREE,
                                        VOL_INDEX_AUTO};
    for (size_t k = 0; k < 2 * 10 * 5; k++) {
        double size = sizes[k / 2 % 10];
        int dimensions = 2 + (int)(k % 2);
        vol_world_def def = flat_world(size, VOL_BOUNDARY_WRAP);
        vol_flock_def flock = vol_test_given_flock(VOL_MODEL_VICSEK);
        def.dimensions = dimensions;
        def.index = indexes[k / 20];
        flock.noise.strength = 0;
        flock.speed = 1;
        scatter(before, COUNT, dimensions, size, k);
        memcpy(after, before, sizeof after);
        run(&def, &flock, after, COUNT, 1);
        for (size_t i = 0; i < COUNT; i++) {
            vec sum = {0, 0, 0};
            for (size_t j = 0; j < COUNT; j++) {
                vec d = minus(before[j].p, before[i].p);
                d = (vec){remainder(d.x, size), remainder(d.y, size), remainder(d.z, size)};
                vec v = length(d) <= 1 ? before[j].v : (vec){0, 0, 0};
                sum = (vec){sum.x + v.x, sum.y + v.y, sum.z + v.z};
            }
            vec v = after[i].v, off = {v.x - sum.x / length(sum), v.y - sum.y / length(sum), v.z - sum.z / length(sum)};
            assert_true(length(off) * length(sum) < 1e-9);
        }
    }
}

static void a_sum_of_exactly_zero_keeps_the_heading(void **state) {
    (void)state;
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        vol_world_def def = flat_world(100, VOL_BOUNDARY_OPEN);
        vol_flock_def vicsek = vol_test_given_flock(VOL_MODEL_VICSEK), couzin = vol_test_given_flock(VOL_MODEL_COUZIN);
        def.dimensions = dimensions;
        vicsek.noise.strength = couzin.noise.strength = 0;
        vicsek.speed = couzin.speed = 1;
        boid head_on[2] = {{{50, 50, 0}, {0.6, -0.8, 0}, 0, {0}}, {{50.5, 50, 0}, {-0.6, 0.8, 0}, 0, {0}}};
        run(&def, &vicsek, head_on, 2, 1);
        assert_number_equal(head_on[0].v.x, 0.6);
        assert_number_equal(head_on[1].v.y, 0.8);
        for (int zone = 0; zone < 2; zone++) { /* pulled to both sides, pushed from both sides */
            double d = zone ? 0.5 : 5;
            boid between[3] = {{{50, 50, 0}, {0, 1, 0}, 0, {0}},
                               {{50 - d, 50, 0}, {0, 1, 0}, 0, {0}},
                               {{50 + d, 50, 0}, {0, 1, 0}, 0, {0}}};
            run(&def, &couzin, between, 3, 1);
            assert_number_equal(between[0].v.x, 0);
            assert_number_equal(between[0].v.y, 1);
        }
    }
}

/* --- couzin: the circle ------------------------------------------------------------------------------------------- */

/* A boid that is pushed from its right turns by its limit in each step, on a circle of which a step is a chord: of the
 * radius s tau / (2 sin(theta tau / 2)). */
static void couzin_at_the_turn_limit_goes_round_a_circle(void **state) {
    (void)state;
    vol_world_def def = flat_world(100, VOL_BOUNDARY_OPEN);
    vol_flock_def flock = vol_test_given_flock(VOL_MODEL_COUZIN);
    def.dt = 0.1;
    flock.noise.strength = 0;
    flock.separation.radius = 2;
    const double turn = 4 * pi / 180, radius = 3 * 0.1 / (2 * sin(turn / 2)), across = radius * cos(turn / 2);
    assert_true(fabs(radius - 4.298) < 5e-4);
    const vec start = {50, 50, 0};
    const vec middle = {50 + 0.15 * cos(turn) - across * sin(turn), 50 + 0.15 * sin(turn) + across * cos(turn), 0};
    boid b[2] = {{start, {3, 0, 0}, 0, {0}}, {start, {3, 0, 0}, 0, {0}}};
    for (int i = 0; i < 180; i++) {
        b[1].p = (vec){b[0].p.x + b[0].v.y / 3, b[0].p.y - b[0].v.x / 3, 0};
        run(&def, &flock, b, 2, 1);
        assert_true(fabs(length(minus(b[0].p, middle)) - radius) < 1e-9);
    }
    assert_true(length(minus(b[0].p, start)) < 1e-9); /* 180 steps of 4 degrees: twice round */
}

/* --- Forces: euler is of first order, so half the step has half the error; rk4 is exact to many digits ------------ */

/* What a number comes to with a step, and with the half of it, against the exact one: their errors, and that of the
 * number which both together point to. */
static void expect_first_order(double exact, double whole, double half, double band) {
    if (!(fabs(whole - exact) < band && fabs(half - exact) < 0.6 * band &&
          fabs(2 * half - whole - exact) < band / 50)) {
        fail_msg("exact %.12g, with a step %.12g, with half of it %.12g", exact, whole, half);
    }
}

/* With rk4 and a step that is not short. */
static void expect_exact(double exact, double found) {
    if (!(fabs(found - exact) < 1e-7)) {
        fail_msg("exact %.12g, found %.12g", exact, found);
    }
}

typedef struct duel {
    double distance, speed;
} duel;

/* Two boids that start at one place, one of them at rest, the other with that speed. */
static duel two_in_a_line(double power, double speed, double dt, double time) {
    vol_world_def def = flat_world(1000, VOL_BOUNDARY_OPEN);
    vol_flock_def flock = vol_test_given_flock(VOL_MODEL_CUCKER_SMALE);
    boid b[2] = {{{500, 500, 0}, {0, 0, 0}, 0, {0}}, {{500, 500, 0}, {speed, 0, 0}, 0, {0}}};
    def.dt = dt;
    flock.coupling.power = power;
    run(&def, &flock, b, 2, (uint64_t)round(time / dt));
    assert_number_equal(b[0].v.y, 0);
    return (duel){b[1].p.x - b[0].p.x, b[1].v.x - b[0].v.x};
}

static void two_of_cucker_smale_come_together_or_part_as_the_integral_says(void **state) {
    (void)state;
    const double dt = 0.002;
    duel root = two_in_a_line(0.5, 1.2, dt, 60), root_half = two_in_a_line(0.5, 1.2, dt / 2, 60);
    expect_first_order(sinh(1.2), root.distance, root_half.distance, 0.01);
    assert_true(fabs(root.speed) < 1e-9);
    duel slow = two_in_a_line(1, 1, dt, 60), slow_half = two_in_a_line(1, 1, dt / 2, 60);
    expect_first_order(tan(1), slow.distance, slow_half.distance, 0.01);
    assert_true(fabs(slow.speed) < 1e-6);
    /* above pi / 2 they part; at the distance x the difference of speeds is what the integral has left of it */
    duel fast = two_in_a_line(1, 2, dt, 50), fast_half = two_in_a_line(1, 2, dt / 2, 50);
    double off = fast.speed - (2 - atan(fast.distance)), half_off = fast_half.speed - (2 - atan(fast_half.distance));
    assert_true(fabs(off) < 0.005 && fabs(half_off / off - 0.5) < 0.01);
    assert_true(fast.speed > 2 - pi / 2);
    integrator = VOL_INTEGRATOR_RK4;
    root = two_in_a_line(0.5, 1.2, 0.02, 60);
    slow = two_in_a_line(1, 1, 0.02, 80);
    fast = two_in_a_line(1, 2, 0.02, 50);
    integrator = VOL_INTEGRATOR_EULER;
    expect_exact(sinh(1.2), root.distance);
    expect_exact(tan(1), slow.distance);
    expect_exact(2 - atan(fast.distance), fast.speed);
}

/* With power 0 each boid sees the mean: the difference from it shrinks by 1 - strength dt in each step. */
static void velocities_of_cucker_smale_decay_to_a_mean_that_stays(void **state) {
    (void)state;
    static boid b[COUNT], first[COUNT];
    vol_world_def def = flat_world(100, VOL_BOUNDARY_OPEN);
    vol_flock_def flock = vol_test_given_flock(VOL_MODEL_CUCKER_SMALE);
    def.dt = 0.01;
    flock.coupling.power = 0;
    flock.coupling.strength = 0.7;
    scatter(b, COUNT, 2, 100, 4);
    memcpy(first, b, sizeof first);
    vec mean = {0, 0, 0}, later = {0, 0, 0};
    run(&def, &flock, b, COUNT, 300);
    for (size_t i = 0; i < COUNT; i++) {
        mean = (vec){mean.x + first[i].v.x / COUNT, mean.y + first[i].v.y / COUNT, 0};
        later = (vec){later.x + b[i].v.x / COUNT, later.y + b[i].v.y / COUNT, 0};
    }
    assert_true(length(minus(mean, later)) < 1e-13);
    for (size_t i = 0; i < COUNT; i++) {
        double left = length(minus(b[i].v, mean)) / length(minus(first[i].v, mean));
        assert_true(fabs(left - pow(1 - 0.7 * 0.01, 300)) < 1e-11);
        assert_true(fabs(left - exp(-0.7 * 3)) < 0.5 * 0.7 * 0.7 * 0.01 * 3 * 0.13); /* T strength^2 dt / 2 of it */
    }
}

static double lone_speed(double start, double dt, double time) {
    vol_world_def def = flat_world(100, VOL_BOUNDARY_OPEN);
    vol_flock_def flock = vol_test_given_flock(VOL_MODEL_DORSOGNA);
    boid b = {{50, 50, 0}, {0.6 * start, 0.8 * start, 0}, 0, {0}};
    def.dt = dt;
    run(&def, &flock, &b, 1, (uint64_t)round(time / dt));
    assert_true(fabs(b.v.x * 0.8 - b.v.y * 0.6) < 1e-12);
    return length(b.v);
}

static void a_lone_boid_of_dorsogna_comes_to_its_speed_as_the_formula_says(void **state) {
    (void)state;
    static const double starts[] = {0.1, 1, 3};
    const double a = 1.6, b = 0.5, time = 1;
    for (int k = 0; k < 3; k++) {
        double v0 = starts[k], exact = sqrt((a / b) / (1 + ((a / b) / (v0 * v0) - 1) * exp(-2 * a * time)));
        expect_first_order(exact, lone_speed(v0, 0.001, time), lone_speed(v0, 0.0005, time), 0.002);
        integrator = VOL_INTEGRATOR_RK4;
        double found = lone_speed(v0, 0.01, time);
        integrator = VOL_INTEGRATOR_EULER;
        expect_exact(exact, found);
    }
    assert_true(fabs(lone_speed(0.1, 0.01, 20) - sqrt(a / b)) < 1e-12);
}

enum { RING = 100 };

/* The force to the middle times the radius, less v^2: 0 where a ring stays. */
static double ring_excess(double radius) {
    double sum = 0;
    for (int j = 1; j < RING; j++) {
        double s = sin(pi * j / RING), d = 2 * radius * s;
        sum += s * (0.5 / 2 * exp(-d / 2) - 1 / 0.5 * exp(-d / 0.5));
    }
    return radius * sum - 1.6 / 0.5;
}

static double ring_after(double radius, double dt, double time) {
    static boid b[RING];
    vol_world_def def = flat_world(40, VOL_BOUNDARY_OPEN);
    vol_flock_def flock = vol_test_given_flock(VOL_MODEL_DORSOGNA);
    double speed = sqrt(1.6 / 0.5), least = 1e9, most = 0;
    for (int i = 0; i < RING; i++) {
        double at = 2 * pi * i / RING;
        b[i] =
            (boid){{20 + radius * cos(at), 20 + radius * sin(at), 0}, {-speed * sin(at), speed * cos(at), 0}, 0, {0}};
    }
    def.dt = dt;
    run(&def, &flock, b, RING, (uint64_t)round(time / dt));
    for (int i = 0; i < RING; i++) {
        double r = length(minus(b[i].p, (vec){20, 20, 0}));
        least = fmin(least, r);
        most = fmax(most, r);
    }
    assert_true(most - least < 1e-9); /* still a ring */
    return (least + most) / 2;
}

static void a_ring_of_dorsogna_stays_at_its_radius(void **state) {
    (void)state;
    double low = 0.1, high = 0.1;
    while (ring_excess(high) < 0) {
        high += 0.01;
    }
    for (low = high - 0.01; high - low > 1e-12;) {
        double middle = (low + high) / 2;
        *(ring_excess(middle) < 0 ? &low : &high) = middle;
    }
    expect_first_order(low, ring_after(low, 0.001, 1), ring_after(low, 0.0005, 1), 0.005);
    integrator = VOL_INTEGRATOR_RK4;
    double stays = ring_after(low, 0.01, 1);
    integrator = VOL_INTEGRATOR_EULER;
    expect_exact(low, stays);
    double wide = ring_after(1.2 * low, 0.001, 1); /* any other ring does not stay */
    assert_true(fabs(wide - 1.2 * low) > 0.02 * low);
}

/* --- olfati_saber: the centre of mass, and the energy ------------------------------------------------------------- */

enum { SWARM = 50 };

static vol_flock_def swarm(boid *boids, int dimensions) {
    vol_flock_def flock = vol_test_given_flock(VOL_MODEL_OLFATI_SABER);
    scatter(boids, SWARM, dimensions, 40, 21);
    return flock;
}

static boid mean_of(const boid *boids) {
    boid mean = {{0, 0, 0}, {0, 0, 0}, 0, {0}};
    for (int i = 0; i < SWARM; i++) {
        const vec p = boids[i].p, v = boids[i].v;
        mean.p = (vec){mean.p.x + p.x / SWARM, mean.p.y + p.y / SWARM, mean.p.z + p.z / SWARM};
        mean.v = (vec){mean.v.x + v.x / SWARM, mean.v.y + v.y / SWARM, mean.v.z + v.z / SWARM};
    }
    return mean;
}

/* Forces between neighbours are equal and opposite, so the middle moves as one boid that has only the goal. */
static void the_middle_of_olfati_saber_moves_as_if_it_were_alone(void **state) {
    (void)state;
    static boid b[SWARM];
    for (int k = 0; k < 4; k++) {
        vol_world_def def = flat_world(40, VOL_BOUNDARY_OPEN);
        def.dimensions = 2 + k % 2;
        def.dt = 0.02;
        vol_flock_def flock = swarm(b, def.dimensions);
        flock.lattice.a = k / 2 ? 2 : 5;
        flock.goal.position[0] = 30;
        flock.goal.position[1] = flock.goal.position[2] = 10;
        flock.goal.velocity[0] = 0.5;
        vec q = mean_of(b).p, p = mean_of(b).v;
        for (int i = 0; i < 500; i++) {
            p.x += 0.02 * (-0.1 * (q.x - 30) - 0.6 * (p.x - 0.5));
            p.y += 0.02 * (-0.1 * (q.y - 10) - 0.6 * p.y);
            q.x += 0.02 * p.x;
            q.y += 0.02 * p.y;
        }
        run(&def, &flock, b, SWARM, 500);
        boid mean = mean_of(b);
        assert_true(fabs(mean.p.x - q.x) + fabs(mean.p.y - q.y) < 1e-10);
        assert_true(fabs(mean.v.x - p.x) + fabs(mean.v.y - p.y) < 1e-10);
    }
}

static double norm(double z) {
    return (sqrt(1 + 0.1 * z * z) - 1) / 0.1;
}

static double pair_force(double z) {
    const double far = norm(8.4), share = z / far, y = z - norm(7);
    double fading = share < 0.2 ? 1 : share < 1 ? (1 + cos(pi * (share - 0.2) / 0.8)) / 2 : 0;
    return fading * 5 * y / sqrt(1 + y * y);
}

/* The potential of two boids: the integral of the force over the norm, from the distance at rest (Simpson). */
static double potential(double d) {
    enum { PARTS = 200 };
    const double from = norm(7), to = fmin(norm(d), norm(8.4)), h = (to - from) / PARTS;
    double sum = 0;
    for (int i = 0; i <= PARTS; i++) {
        sum += (i == 0 || i == PARTS ? 1 : i % 2 ? 4 : 2) * pair_force(from + i * h);
    }
    return sum * h / 3;
}

/* Of motion, of the pairs and of the goal. */
static double energy(const boid *b) {
    double sum = 0;
    for (int i = 0; i < SWARM; i++) {
        double v = length(b[i].v), away = length(minus(b[i].p, (vec){20, 20, 0}));
        sum += v * v / 2 + 0.1 * away * away / 2;
        for (int j = 0; j < i; j++) {
            sum += potential(length(minus(b[i].p, b[j].p)));
        }
    }
    return sum;
}

/* What neighbours take from each other's motion and the goal's damping only take energy; so it never rises, but for
 * what the step of euler adds. */
static void the_energy_of_olfati_saber_never_rises(void **state) {
    (void)state;
    static boid b[SWARM];
    vol_world_def def = flat_world(40, VOL_BOUNDARY_OPEN);
    vol_flock_def flock = swarm(b, 2);
    def.dt = 0.001;
    vol_world *world = make(&def, &flock, b, SWARM);
    double before = energy(b), first = before;
    for (int i = 0; i < 150; i++) {
        step(world, 40);
        vol_test_state(world, 0, b, SWARM);
        double now = energy(b);
        if (!(now < before)) {
            fail_msg("after %d steps the energy is %.12g, before it was %.12g", 40 * (i + 1), now, before);
        }
        before = now;
    }
    assert_true(before < 0.7 * first);
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twice_the_scale_gives_the_same_headings_to_the_bit),
        cmocka_unit_test(a_quarter_turn_turns_the_result_with_noise_too),
        cmocka_unit_test(every_index_finds_the_same_neighbours_in_small_worlds),
        cmocka_unit_test(a_sum_of_exactly_zero_keeps_the_heading),
        cmocka_unit_test(couzin_at_the_turn_limit_goes_round_a_circle),
        cmocka_unit_test(two_of_cucker_smale_come_together_or_part_as_the_integral_says),
        cmocka_unit_test(velocities_of_cucker_smale_decay_to_a_mean_that_stays),
        cmocka_unit_test(a_lone_boid_of_dorsogna_comes_to_its_speed_as_the_formula_says),
        cmocka_unit_test(a_ring_of_dorsogna_stays_at_its_radius),
        cmocka_unit_test(the_middle_of_olfati_saber_moves_as_if_it_were_alone),
        cmocka_unit_test(the_energy_of_olfati_saber_never_rises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
