/* The engine against the oracle: thousands of random worlds, each boid of each step.
 *
 * Every step starts from what the engine itself made of the step before, so an error cannot hide in chaos and a case
 * where two answers are right (a neighbour within rounding of a radius) cannot spread: such boids are told by the
 * oracle (its doubt, and whether a disturbance of the size of rounding matters) and left out, counted, and must be few.
 */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CASES = 4400, MOST = 2000, BATCHES = 4 };

static uint64_t cases = CASES / 2; /* all of them in make check */

typedef struct trial {
    uint64_t seed;
    vol_world_def world;
    vol_flock_def flock;
    size_t count;
    uint64_t steps;
    bool ties; /* whole numbers everywhere: distances are exactly at the radii (30, 40, 50), boids on the edges */
    vol_world *engine;
    vol_oracle_boid old[MOST], now[MOST], seen[MOST], disturbed[MOST];
    vol_oracle_turn turns[MOST];
} trial;

typedef struct tally {
    size_t boids, skipped, moved;
} tally;

/* A number that the trial's precision can hold, so that engine and oracle start from the same. */
static double held(const trial *t, double value) {
    return t->world.precision == VOL_PRECISION_SINGLE ? (double)(float)value : value;
}

static void choose_world(trial *t, vol_test_random *r) {
    vol_world_def *w = &t->world;
    *w = vol_default_world_def();
    w->precision = (vol_precision)vol_test_pick(r, 2);
    w->dimensions = t->flock.model == VOL_MODEL_SIGHTED ? 2 : 2 + (int)vol_test_pick(r, 2);
    double scale = vol_test_chance(r, 0.1) ? vol_test_spread(r, 1e-3, 1e5) : vol_test_spread(r, 10, 1000);
    scale = t->ties ? 160 : scale;
    for (int k = 0; k < 3; k++) {
        w->size[k] = t->ties ? scale : held(t, scale * vol_test_spread(r, 0.3, 1));
    }
    w->boundary = (vol_boundary)vol_test_pick(r, VOL_BOUNDARY_COUNT);
    w->margin = w->boundary == VOL_BOUNDARY_TILE ? held(t, scale * vol_test_uniform(r, 0, 0.1)) : 0;
    w->images = w->boundary == VOL_BOUNDARY_WRAP && vol_test_chance(r, 0.6);
    w->update = vol_test_chance(r, 0.3) ? VOL_UPDATE_IN_TURN : VOL_UPDATE_TOGETHER;
    if (w->update == VOL_UPDATE_IN_TURN && t->seed / BATCHES % 2) {
        w->update = VOL_UPDATE_IN_RANDOM_TURN;
        w->seed = t->seed << 30;
    }
    w->index = (vol_index)vol_test_pick(r, w->update == VOL_UPDATE_TOGETHER ? VOL_INDEX_COUNT : VOL_INDEX_GRID);
    w->dt = vol_test_chance(r, 0.5) ? 1 : held(t, vol_test_chance(r, 0.05) ? 0 : vol_test_spread(r, 0.01, 10));
    w->threads = 1;
}

/* Most worlds begin at 0; numbers of their own, so that all else of a case stays what it is. */
static void choose_origin(trial *t) {
    vol_test_random r = {t->seed ^ 0x0F16173AC0FFEE11u};
    const double worlds = t->world.precision == VOL_PRECISION_SINGLE ? 1.5 : 100;
    const bool elsewhere = vol_test_chance(&r, 0.4);
    for (int k = 0; elsewhere && k < t->world.dimensions; k++) {
        const double part = vol_test_uniform(&r, -worlds, worlds);
        int power; /* both edges are places that single precision holds, or the oracle would have other ones */
        frexp(4 * t->world.size[k], &power);
        const double unit = ldexp(1, power - 24);
        t->world.size[k] = unit * floor(t->world.size[k] / unit);
        t->world.origin[k] = t->ties ? 160 * floor(part) + 40 : unit * floor(t->world.size[k] * part / unit);
    }
}

static double choose_radius(const trial *t, vol_test_random *r) {
    double size = t->world.size[0];
    if (t->ties) {
        return 10 * (double)(1 + vol_test_pick(r, 5));
    }
    switch (vol_test_pick(r, 10)) {
    case 0: return 0;
    case 1: return held(t, size * vol_test_spread(r, 1e-3, 1e-1));
    case 2: return held(t, size * vol_test_spread(r, 1, 1e3));
    case 3: return size / 4; /* cells that just fit */
    default: return held(t, size * vol_test_spread(r, 0.05, 0.8));
    }
}

/* A whole power, any, or a table. */
static void choose_weights(const trial *t, vol_test_random *r, vol_rule *rule) {
    rule->power = vol_test_chance(r, 0.6) ? (double)vol_test_pick(r, 4) : held(t, vol_test_uniform(r, 0, 4));
    rule->table.count = vol_test_chance(r, 0.5) ? 2 + vol_test_pick(r, VOL_TABLE_MOST - 1) : 0;
    for (size_t i = 0; i < rule->table.count; i++) {
        rule->table.value[i] = held(t, vol_test_uniform(r, -0.5, 1.5));
    }
}

static double choose_length(const trial *t, vol_test_random *r) {
    return t->ties ? 10 * (double)(1 + vol_test_pick(r, 5)) : held(t, t->world.size[0] * vol_test_spread(r, 0.01, 1));
}

/* Models that keep a speed: all kinds of noise, or none, and with a limit of turning or without. */
static void choose_noise(trial *t, vol_test_random *r) {
    vol_flock_def *f = &t->flock;
    f->noise.kind = (vol_noise)vol_test_pick(r, VOL_NOISE_COUNT);
    if (f->model == VOL_MODEL_COUZIN && f->noise.kind == VOL_NOISE_VECTORIAL) {
        f->noise.kind = VOL_NOISE_WRAPPED;
    }
    f->noise.strength = vol_test_chance(r, 0.3)                ? 0
                        : f->noise.kind == VOL_NOISE_VECTORIAL ? held(t, vol_test_uniform(r, 0, 1))
                                                               : held(t, vol_test_spread(r, 0.01, 7));
    f->advance = f->model == VOL_MODEL_VICSEK ? (vol_advance)vol_test_pick(r, VOL_ADVANCE_COUNT) : f->advance;
    f->turn.rate = vol_test_chance(r, f->model == VOL_MODEL_COUZIN ? 0.8 : 0.3) ? vol_test_uniform(r, 0, 180) : 0;
}

/* Models of forces, of a size that tells within a step. */
static void choose_forces(trial *t, vol_test_random *r) {
    static const double powers[] = {0, 0.25, 0.5, 1};
    vol_flock_def *f = &t->flock;
    double dt = fmax(t->world.dt, 0.01), speed = fmax(f->max_speed, 1e-6), force = speed / dt;
    f->coupling.strength = held(t, vol_test_uniform(r, -0.2, 2) / dt);
    f->coupling.power = vol_test_chance(r, 0.5) ? powers[vol_test_pick(r, 4)] : held(t, vol_test_uniform(r, 0, 2));
    f->coupling.scale = choose_length(t, r);
    f->propulsion.gain = held(t, vol_test_uniform(r, 0, 2) / dt);
    f->propulsion.drag = held(t, fmin(vol_test_uniform(r, 0, 2) / dt / (speed * speed), 1e6));
    f->attraction.length = choose_length(t, r);
    f->attraction.strength = held(t, force * f->attraction.length * vol_test_spread(r, 1e-3, 1));
    f->repulsion.length = choose_length(t, r);
    f->repulsion.strength = held(t, force * f->repulsion.length * vol_test_spread(r, 1e-3, 1));
    f->lattice.distance = choose_length(t, r);
    f->lattice.range = t->ties ? choose_length(t, r) : held(t, f->lattice.distance * vol_test_uniform(r, 0.9, 2));
    f->lattice.epsilon = held(t, vol_test_spread(r, 1e-3, 1));
    f->lattice.a = held(t, fmin(fmax(force * vol_test_spread(r, 1e-2, 1), 1e-5), 1e5));
    f->lattice.b = vol_test_chance(r, 0.3) ? f->lattice.a : held(t, f->lattice.a * vol_test_spread(r, 0.2, 5));
    f->lattice.bump = vol_test_chance(r, 0.2) ? 0 : held(t, vol_test_uniform(r, 0, 0.9));
    f->goal.pull = vol_test_chance(r, 0.3) ? 0 : held(t, vol_test_uniform(r, 0, 0.1) / dt);
    f->goal.damp = vol_test_chance(r, 0.3) ? 0 : held(t, vol_test_uniform(r, 0, 1) / dt);
    for (int k = 0; k < 3; k++) {
        bool given = vol_test_chance(r, 0.5);
        f->goal.position[k] =
            given ? held(t, t->world.origin[k] + t->world.size[k] * vol_test_uniform(r, -0.2, 1.2)) : NAN;
        f->goal.velocity[k] = held(t, speed * vol_test_uniform(r, -1, 1));
    }
}

static void choose_flock(trial *t, vol_test_random *r) {
    vol_flock_def *f = &t->flock;
    double speed = t->world.size[0] * vol_test_spread(r, 1e-4, 0.3);
    vol_rule *rules[3] = {&f->separation, &f->alignment, &f->cohesion};
    *f = vol_default_flock_def(f->model);
    f->variant = (vol_variant)vol_test_pick(r, VOL_VARIANT_COUNT);
    f->count = 0;
    f->start.shape = VOL_SHAPE_GIVEN;
    f->max_speed = vol_test_chance(r, 0.02) ? 0 : held(t, speed);
    f->max_force = held(t, speed * vol_test_spread(r, 1e-3, 3));
    f->max_rule = held(t, speed * vol_test_spread(r, 1e-3, 3));
    for (int k = 0; k < 3; k++) {
        rules[k]->radius = choose_radius(t, r);
        rules[k]->weight = vol_test_chance(r, 0.1) ? 0 : held(t, vol_test_uniform(r, -0.5, 2));
        rules[k]->power = held(t, vol_test_uniform(r, 0.25, 1.5));
    }
    if (f->model == VOL_MODEL_NUDGE) { /* there the weight is the length of the nudge */
        for (int k = 0; k < 3; k++) {
            rules[k]->weight = held(t, rules[k]->weight * speed);
        }
    }
    for (int k = 0; f->model == VOL_MODEL_CUSTOM && k < 3; k++) {
        choose_weights(t, r, rules[k]);
    }
    f->speed = held(t, fmax(speed, 2e-6));
    if (f->model == VOL_MODEL_VICSEK || f->model == VOL_MODEL_COUZIN) {
        choose_noise(t, r);
    } else if (f->model > VOL_MODEL_COUZIN) {
        choose_forces(t, r);
    }
    if (f->model == VOL_MODEL_SIGHTED) {
        f->view.shape = (vol_sight)vol_test_pick(r, VOL_SIGHT_COUNT);
        f->view.angle = held(t, vol_test_uniform(r, 10, 170));
        f->view.distance = held(t, t->world.size[0] * vol_test_spread(r, 0.01, 2));
        f->wall.weight = vol_test_chance(r, 0.5) ? 0 : held(t, vol_test_uniform(r, -1, 2));
        f->wall.strength = held(t, vol_test_uniform(r, 0, 300));
    } else if (vol_test_chance(r, 0.4)) {
        f->view.angle = vol_test_chance(r, 0.2) ? 360 : held(t, vol_test_uniform(r, 0, 360));
        f->view.distance = vol_test_chance(r, 0.5) ? 0 : choose_radius(t, r);
    }
    if (vol_test_chance(r, 0.3)) {
        f->neighbours.count = vol_test_chance(r, 0.1) ? 256 : 1 + vol_test_pick(r, 12);
    }
}

/* A coordinate: anywhere, on an edge, on a lattice, in a knot, or somewhat outside. */
static double choose_coordinate(const trial *t, vol_test_random *r, double size, size_t manner) {
    switch (manner) {
    case 0:
        return vol_test_chance(r, 0.1) ? (vol_test_chance(r, 0.5) ? 0 : size) : held(t, vol_test_uniform(r, 0, size));
    case 1: return held(t, size / 16 * (double)vol_test_pick(r, 17));
    case 2: return held(t, size * vol_test_uniform(r, 0.45, 0.55));
    case 3: return held(t, vol_test_uniform(r, -0.3 * size, 1.3 * size));
    default: return held(t, vol_test_uniform(r, 0, size));
    }
}

static size_t choose_count(vol_test_random *r) {
    switch (vol_test_pick(r, 200)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    case 3: return vol_test_pick(r, MOST);
    default: return vol_test_chance(r, 0.2) ? vol_test_pick(r, 200) : vol_test_pick(r, 60);
    }
}

static void choose_boids(trial *t, vol_test_random *r) {
    size_t manner = t->ties ? 1 : vol_test_pick(r, 10);
    t->count = choose_count(r);
    for (size_t i = 0; i < t->count; i++) {
        vol_oracle_boid *b = &t->old[i];
        b->p.x = held(t, t->world.origin[0] + choose_coordinate(t, r, t->world.size[0], manner));
        b->p.y = held(t, t->world.origin[1] + choose_coordinate(t, r, t->world.size[1], manner));
        b->p.z = t->world.dimensions == 3
                     ? held(t, t->world.origin[2] + choose_coordinate(t, r, t->world.size[2], manner))
                     : 0;
        double speed = t->flock.max_speed * vol_test_uniform(r, 0, 1.1);
        double turn = vol_test_uniform(r, 0, 6.28), rise = vol_test_uniform(r, -1, 1);
        bool rests = vol_test_chance(r, 0.05), axis = vol_test_chance(r, 0.05);
        b->v.x = rests ? 0 : held(t, speed * (axis ? 1 : cos(turn)));
        b->v.y = rests || axis ? 0 : held(t, speed * sin(turn));
        b->v.z = rests || axis || t->world.dimensions == 2 ? 0 : held(t, speed * rise);
        b->heading = held(t, vol_test_uniform(r, 0, 360));
        if (i > 0 && vol_test_chance(r, 0.05)) { /* two on one point */
            b->p = t->old[vol_test_pick(r, i)].p;
        }
    }
}

static void add_boids(trial *t, bool by_heading) {
    static double positions[3 * MOST], velocities[3 * MOST], headings[MOST], speeds[MOST];
    size_t dimensions = (size_t)t->world.dimensions;
    for (size_t i = 0; i < t->count; i++) {
        const vol_oracle_boid *b = &t->old[i];
        double p[3] = {b->p.x, b->p.y, b->p.z}, v[3] = {b->v.x, b->v.y, b->v.z};
        memcpy(positions + dimensions * i, p, dimensions * sizeof *p);
        memcpy(velocities + dimensions * i, v, dimensions * sizeof *v);
        headings[i] = b->heading;
        speeds[i] = held(t, sqrt(v[0] * v[0] + v[1] * v[1]));
    }
    vol_error error = {0};
    vol_result result = by_heading
                            ? vol_flock_add_heading(t->engine, 0, t->count, positions, headings, speeds, NULL, &error)
                            : vol_flock_add(t->engine, 0, t->count, positions, velocities, NULL, &error);
    if (result != VOL_OK) {
        fail_msg("adding was refused: %s", error.text);
    }
}

/* A disturbance of the size of rounding, the same for equal numbers so that coincident boids stay so, none for numbers
 * on an edge. */
static double disturb(const trial *t, double value, double low, double size, uint64_t round) {
    uint64_t bits;
    double eps = t->world.precision == VOL_PRECISION_SINGLE ? 0x1p-23 : 0x1p-50;
    if (value == 0 || value == low || value == held(t, low + size)) {
        return value;
    }
    memcpy(&bits, &value, sizeof bits);
    vol_test_random r = {bits ^ (round / 2) * 0x632BE59BD9B4E019u};
    double by = (2 + (double)t->count / 64) * eps * vol_test_uniform(&r, 0.5, 1) * (vol_test_chance(&r, 0.5) ? 1 : -1);
    return value * (1 + (round % 2 ? by : -by));
}

static void disturb_all(trial *t, uint64_t round) {
    const double *size = t->world.size, *low = t->world.origin;
    for (size_t i = 0; i < t->count; i++) {
        const vol_oracle_boid *b = &t->seen[i];
        vol_oracle_boid *d = &t->disturbed[i];
        *d = *b;
        d->p = (vol_oracle_vec){disturb(t, b->p.x, low[0], size[0], round), disturb(t, b->p.y, low[1], size[1], round),
                                disturb(t, b->p.z, low[2], size[2], round)};
        d->v = (vol_oracle_vec){disturb(t, b->v.x, 0, 0, round), disturb(t, b->v.y, 0, 0, round),
                                disturb(t, b->v.z, 0, 0, round)};
        d->heading = disturb(t, b->heading, 0, 0, round);
    }
}

/* How far apart, as a part of the sizes at hand. In a wrapping world the edges are one. */
static double apart(const trial *t, const vol_oracle_boid *a, const vol_oracle_boid *b, const vol_oracle_boid *old) {
    const double x[3] = {a->p.x - b->p.x, a->p.y - b->p.y, a->p.z - b->p.z};
    const double v[3] = {a->v.x - b->v.x, a->v.y - b->v.y, a->v.z - b->v.z};
    double speed =
        fmax(fmax(fabs(old->v.x) + fabs(old->v.y) + fabs(old->v.z), fabs(b->v.x) + fabs(b->v.y) + fabs(b->v.z)), 1e-30);
    double length = fabs(b->p.x) + fabs(b->p.y) + fabs(b->p.z) + t->world.size[0] + speed * t->world.dt;
    double worst = 0;
    for (int k = 0; k < t->world.dimensions; k++) {
        double off = fabs(x[k]);
        if (t->world.boundary == VOL_BOUNDARY_WRAP) {
            off = fmin(off, fabs(t->world.size[k] - off));
        }
        double part = fmax(off / length, fabs(v[k]) / speed);
        worst = part <= worst ? worst : part; /* not a number is worst of all */
    }
    return worst;
}

static void describe(const trial *t) {
    const vol_world_def *w = &t->world;
    const vol_flock_def *f = &t->flock;
    print_error("case %llu: %s variant %d, %d dimensions, precision %d, %zu boids\n", (unsigned long long)t->seed,
                vol_model_name(f->model), (int)f->variant, w->dimensions, (int)w->precision, t->count);
    print_error("  world %.17g %.17g %.17g boundary %d margin %.17g images %d update %d index %d dt %.17g\n",
                w->size[0], w->size[1], w->size[2], (int)w->boundary, w->margin, (int)w->images, (int)w->update,
                (int)w->index, w->dt);
    print_error("  origin %.17g %.17g %.17g\n", w->origin[0], w->origin[1], w->origin[2]);
    print_error("  the %zu nearest\n", f->neighbours.count);
    print_error("  max speed %.17g force %.17g rule %.17g, view %.17g %.17g %d, wall %.17g %.17g\n", f->max_speed,
                f->max_force, f->max_rule, f->view.angle, f->view.distance, (int)f->view.shape, f->wall.weight,
                f->wall.strength);
    print_error("  speed %.17g turn %.17g noise %d %.17g advance %d\n", f->speed, f->turn.rate, (int)f->noise.kind,
                f->noise.strength, (int)f->advance);
    const vol_rule *rules[3] = {&f->separation, &f->alignment, &f->cohesion};
    for (int k = 0; k < 3; k++) {
        print_error("  rule %d: radius %.17g weight %.17g power %.17g\n", k, rules[k]->radius, rules[k]->weight,
                    rules[k]->power);
    }
}

static void complain(const trial *t, uint64_t step, size_t i, const vol_oracle_boid *right, double off) {
    const vol_oracle_boid *b[3] = {&t->old[i], &t->now[i], right};
    static const char *const names[3] = {"before", "engine", "oracle"};
    describe(t);
    for (int k = 0; k < 3; k++) {
        print_error("  %s: p %.17g %.17g %.17g v %.17g %.17g %.17g\n", names[k], b[k]->p.x, b[k]->p.y, b[k]->p.z,
                    b[k]->v.x, b[k]->v.y, b[k]->v.z);
    }
    fail_msg("case %llu, step %llu, boid %zu: engine and oracle are %g apart", (unsigned long long)t->seed,
             (unsigned long long)step, i, off);
}

/* May two right programs differ about boid i? */
static bool fragile(trial *t, size_t i, const vol_oracle_boid *right, double doubt, double tolerance) {
    double rounding = t->world.precision == VOL_PRECISION_SINGLE ? 1e-4 : 1e-13;
    if (doubt < rounding) {
        return true;
    }
    for (uint64_t round = 0; round < 4; round++) {
        disturb_all(t, round);
        vol_oracle_boid other = vol_oracle_next(&t->world, &t->flock, t->disturbed, t->count, i, NULL);
        if (!(apart(t, &other, right, &t->old[i]) < tolerance / 4)) {
            return true;
        }
    }
    return false;
}

/* One step of the engine, each boid compared with the oracle's answer to what that boid saw. */
static void check_step(trial *t, uint64_t step, tally *counts) {
    double tolerance = t->world.precision == VOL_PRECISION_SINGLE ? 1e-4 * (1 + (double)t->count / 1000) : 1e-9;
    double away = 0; /* sizes: places far from 0 are rounded more, and so is all that is computed from them */
    for (int k = 0; k < t->world.dimensions; k++) {
        away = fmax(away, fabs(t->world.origin[k]) / t->world.size[k]);
    }
    tolerance *= 1 + 2 * away;
    assert_int_equal(vol_world_step(t->engine, 1), VOL_OK);
    assert_int_equal(vol_test_state(t->engine, 0, t->now, MOST), t->count);
    memcpy(t->seen, t->old, sizeof t->seen);
    for (size_t i = 0; i < t->count; i++) {
        t->turns[i] = (vol_oracle_turn){.id = (uint32_t)i, .i = i};
    }
    vol_oracle_turns(&t->world, step - 1, t->turns, t->count);
    for (size_t turn = 0; turn < t->count; turn++) {
        const size_t i = t->turns[turn].i;
        double doubt = 1;
        vol_oracle_boid right = vol_oracle_next(&t->world, &t->flock, t->seen, t->count, i, &doubt);
        double off = apart(t, &t->now[i], &right, &t->old[i]);
        if (!(off < tolerance)) {
            if (!fragile(t, i, &right, doubt, tolerance)) {
                complain(t, step, i, &right, off);
            }
            counts->skipped++;
        }
        counts->boids++;
        counts->moved += apart(t, &right, &t->old[i], &t->old[i]) > tolerance;
        bool rests = t->now[i].v.x == 0 && t->now[i].v.y == 0;
        t->now[i].heading = rests ? right.heading : t->now[i].heading;
        if (t->world.update != VOL_UPDATE_TOGETHER) {
            t->seen[i] = t->now[i];
        }
    }
    memcpy(t->old, t->now, sizeof t->old);
}

static void run_trial(uint64_t seed, tally *counts) {
    static trial t;
    vol_test_random r = {seed};
    t.seed = seed;
    t.flock.model = (vol_model)vol_test_pick(&r, VOL_MODEL_COUNT);
    t.ties = vol_test_chance(&r, 0.1);
    choose_world(&t, &r);
    choose_origin(&t);
    choose_flock(&t, &r);
    choose_boids(&t, &r);
    t.steps = 1 + vol_test_pick(&r, 3);
    bool by_heading = t.flock.model == VOL_MODEL_SIGHTED && vol_test_chance(&r, 0.5);
    t.engine = vol_test_world(&t.world);
    vol_test_flock(t.engine, &t.flock);
    add_boids(&t, by_heading);
    vol_test_state(t.engine, 0, t.now, MOST);
    for (size_t i = 0; i < t.count; i++) {
        double heading = by_heading ? t.old[i].heading : t.now[i].heading;
        t.old[i] = t.now[i];
        t.old[i].heading = heading;
    }
    for (uint64_t step = 1; step <= t.steps; step++) {
        check_step(&t, step, counts);
    }
    vol_world_destroy(t.engine);
}

static void run_batch(uint64_t batch) {
    tally counts = {0, 0, 0};
    for (uint64_t seed = batch; seed < cases; seed += BATCHES) {
        run_trial(seed, &counts);
    }
    print_message("%zu boids compared, %zu moved, %zu too near to a threshold\n", counts.boids, counts.moved,
                  counts.skipped);
    assert_true(counts.skipped * 500 < counts.boids);
    assert_true(counts.moved * 2 > counts.boids);
}

static void engine_agrees_with_oracle_in_random_worlds_batch_0(void **state) {
    (void)state;
    run_batch(0);
}

static void engine_agrees_with_oracle_in_random_worlds_batch_1(void **state) {
    (void)state;
    run_batch(1);
}

static void engine_agrees_with_oracle_in_random_worlds_batch_2(void **state) {
    (void)state;
    run_batch(2);
}

static void engine_agrees_with_oracle_in_random_worlds_batch_3(void **state) {
    (void)state;
    run_batch(3);
}

int main(int argc, char **argv) {
    const bool all = argc == 2 && strcmp(argv[1], "all") == 0;
    cases = all ? CASES : cases;
    if (argc == 2 && !all) { /* one case by its seed, to look into a failure */
        unsigned long long seed = 0;
        tally counts = {0, 0, 0};
        if (sscanf(argv[1], "%llu", &seed) == 1) {
            run_trial(seed, &counts);
        }
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engine_agrees_with_oracle_in_random_worlds_batch_0),
        cmocka_unit_test(engine_agrees_with_oracle_in_random_worlds_batch_1),
        cmocka_unit_test(engine_agrees_with_oracle_in_random_worlds_batch_2),
        cmocka_unit_test(engine_agrees_with_oracle_in_random_worlds_batch_3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
