/* Rules of the host's own: what a rule is shown is right, what it decides is done, and it can be any of the models. */
#include "counting.h"
#include "support.h"

#include <math.h>
#include <string.h>

enum { COUNT = 150 };

static vol_error error;

static vol_flock_def custom_def(vol_decide decide, void *user) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_CUSTOM);
    def.count = COUNT;
    def.start.speed = 1.5;
    def.rule.decide = decide;
    def.rule.user = user;
    return def;
}

static void set_table(vol_rule *rule, size_t count, const double *values) {
    rule->table.count = count;
    memcpy(rule->table.value, values, count * sizeof *values);
}

/* --- What a rule is shown ----------------------------------------------------------------------------------------- */

/* What a boid was shown, kept by id. */
typedef struct shown {
    double position[3], velocity[3], around[3], wind[3];
    double number[3], weight[3], offset[3][3], speed[3][3]; /* by zone */
    uint32_t slot;
    unsigned times;
} shown;

typedef struct witness {
    shown of[COUNT];
    vol_custom_batch any;
} witness;

static void copy_zone(const vol_custom_zone *zone, int z, int dimensions, size_t i, shown *s) {
    s->number[z] = zone->number[i];
    s->weight[z] = zone->weight[i];
    for (int c = 0; c < dimensions; c++) {
        s->offset[z][c] = zone->offset[c][i];
        s->speed[z][c] = zone->velocity[c][i];
    }
}

static bool watch(void *user, vol_custom_batch *b) {
    witness *w = user;
    w->any = *b;
    for (size_t i = 0; i < b->count; i++) {
        shown *s = &w->of[b->id[i]];
        s->times++;
        s->slot = b->first_slot + (uint32_t)i;
        for (int c = 0; c < b->dimensions; c++) {
            s->position[c] = b->position[c][i];
            s->velocity[c] = b->velocity[c][i];
            s->around[c] = b->around[c][i];
            s->wind[c] = b->wind[c][i];
        }
        copy_zone(&b->separation, 0, b->dimensions, i, s);
        copy_zone(&b->alignment, 1, b->dimensions, i, s);
        copy_zone(&b->cohesion, 2, b->dimensions, i, s);
    }
    return true;
}

static double weigh(const vol_rule *rule, double d) {
    if (rule->table.count == 0) {
        return rule->power == 0 ? 1 : pow(d, -rule->power);
    }
    double at = d / rule->radius * (double)(rule->table.count - 1);
    size_t below = (size_t)at;
    return rule->table.value[below] + (at - (double)below) * (rule->table.value[below + 1] - rule->table.value[below]);
}

/* The sums of one boid in one zone, neighbour by neighbour. */
static void sum_zone(const vol_rule *rule, const vol_oracle_boid *boids, size_t me, shown *s) {
    const vol_oracle_boid *m = &boids[me];
    memset(s, 0, sizeof *s);
    for (size_t j = 0; j < COUNT; j++) {
        double way[3] = {boids[j].p.x - m->p.x, boids[j].p.y - m->p.y, boids[j].p.z - m->p.z};
        double speed[3] = {boids[j].v.x, boids[j].v.y, boids[j].v.z};
        double d = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
        for (int c = 0; j != me && d < rule->radius && c < 3; c++) {
            s->offset[0][c] += weigh(rule, d) * way[c];
            s->speed[0][c] += weigh(rule, d) * speed[c];
        }
        s->number[0] += j != me && d < rule->radius;
        s->weight[0] += j != me && d < rule->radius ? weigh(rule, d) : 0;
    }
}

static void expect_near(double found, double right, double scale) {
    if (!(fabs(found - right) <= 1e-4 * (fabs(right) + scale))) {
        fail_msg("%.9g is not %.9g", found, right);
    }
}

static void check_shown(vol_world *world, const vol_flock_def *def, const vol_oracle_boid *before, const witness *w) {
    const vol_rule *rules[3] = {&def->separation, &def->alignment, &def->cohesion};
    int dimensions = vol_world_get_def(world).dimensions;
    assert_int_equal(w->any.dimensions, dimensions);
    assert_int_equal(w->any.seed, 1);
    assert_int_equal(w->any.step, 0);
    assert_int_equal(w->any.flock, 0);
    assert_number_equal(w->any.dt, 0.5);
    assert_number_equal(w->any.size[0], vol_world_get_def(world).size[0]);
    assert_number_equal(w->any.def->separation.radius, def->separation.radius);
    assert_int_equal(w->any.worker, 0);
    assert_null(w->any.user);
    assert_int_equal(w->any.user_bytes, 0);
    assert_int_equal(dimensions == 3, w->any.position[2] != NULL && w->any.wanted[2] != NULL);
    for (uint32_t id = 0; id < COUNT; id++) {
        const shown *s = &w->of[id];
        const double p[3] = {before[id].p.x, before[id].p.y, before[id].p.z};
        const double v[3] = {before[id].v.x, before[id].v.y, before[id].v.z};
        assert_int_equal(s->times, 1);
        assert_int_equal(s->slot, vol_flock_slot(world, 0, id));
        for (int c = 0; c < dimensions; c++) {
            assert_number_equal(s->position[c], p[c]);
            assert_number_equal(s->velocity[c], v[c]);
            assert_number_equal(s->around[c], 0);
            assert_number_equal(s->wind[c], 0);
        }
        for (int z = 0; z < 3; z++) {
            shown right;
            sum_zone(rules[z], before, id, &right);
            assert_number_equal(s->number[z], right.number[0]);
            expect_near(s->weight[z], right.weight[0], 1);
            for (int c = 0; c < dimensions; c++) {
                expect_near(s->offset[z][c], right.offset[0][c], 10);
                expect_near(s->speed[z][c], right.speed[0][c], 1);
            }
        }
    }
}

static void a_rule_is_shown_every_boid_once_with_the_right_sums(void **state) {
    (void)state;
    static witness w;
    static vol_oracle_boid before[COUNT], after[COUNT];
    static const double table[] = {1, 0.25, -0.5, 0.125};
    for (unsigned k = 0; k < 16; k++) {
        vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, 2 + (int)(k % 2), (vol_precision)(k / 2 % 2));
        def.boundary = VOL_BOUNDARY_OPEN;
        def.index = k / 4 % 2 ? VOL_INDEX_GRID : VOL_INDEX_BRUTE;
        def.dt = 0.5;
        vol_flock_def flock = custom_def(watch, &w);
        flock.alignment.power = k / 8 ? 0.75 : 1;
        set_table(&flock.cohesion, 4, table);
        memset(&w, 0, sizeof w);
        vol_world *world = vol_test_world(&def);
        vol_test_flock(world, &flock);
        vol_test_state(world, 0, before, COUNT);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        check_shown(world, &flock, before, &w);
        vol_test_state(world, 0, after, COUNT);
        for (size_t i = 0; i < COUNT; i++) { /* it decided nothing: all go straight on */
            assert_number_equal(after[i].v.x, before[i].v.x);
            assert_number_equal(after[i].v.y, before[i].v.y);
            assert_number_equal(after[i].v.z, before[i].v.z);
        }
        vol_world_destroy(world);
    }
}

static void what_surroundings_add_is_shown_and_done(void **state) {
    (void)state;
    static witness w;
    static vol_oracle_boid before[COUNT], after[COUNT];
    vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, 2, VOL_PRECISION_DOUBLE);
    def.wind.velocity[1] = 0.25;
    def.dt = 0.5;
    vol_flock_def flock = custom_def(watch, &w);
    flock.max_speed = 100;
    memset(&w, 0, sizeof w);
    vol_world *world = vol_test_world(&def);
    vol_test_flock(world, &flock);
    vol_obstacle_def rock = vol_default_obstacle_def();
    vol_obstacle number;
    rock.center[0] = 200;
    rock.center[1] = 150;
    rock.radius = 100;
    rock.reach = 20;
    assert_int_equal(vol_obstacle_create(world, &rock, &number, &error), VOL_OK);
    vol_term_def seek = vol_default_term_def(VOL_TERM_SEEK);
    vol_term term;
    assert_int_equal(vol_term_create(world, &seek, &term, &error), VOL_OK);
    vol_test_state(world, 0, before, COUNT);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    vol_test_state(world, 0, after, COUNT);
    size_t pushed = 0;
    for (size_t i = 0; i < COUNT; i++) {
        const shown *s = &w.of[i];
        assert_number_equal(s->wind[0], 0);
        assert_number_equal(s->wind[1], 0.25);
        expect_near(after[i].v.x, before[i].v.x + s->around[0] * 0.5, 0);
        expect_near(after[i].v.y, before[i].v.y + 0.25 + s->around[1] * 0.5, 0);
        pushed += fabs(s->around[0]) > 0.1; /* more than the term's 0.05 */
    }
    assert_true(pushed > 10);
    vol_world_destroy(world);
}

/* Each pair weighs the same from both sides: all ways add up to nothing, whatever the table. */
static void sums_over_all_boids_cancel(void **state) {
    (void)state;
    static witness w;
    vol_test_random r = {3};
    for (int trial = 0; trial < 20; trial++) {
        vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, 2 + trial % 2, VOL_PRECISION_DOUBLE);
        vol_flock_def flock = custom_def(watch, &w);
        def.images = trial % 4 > 1;
        def.seed = (uint64_t)trial;
        flock.separation.table.count = 2 + vol_test_pick(&r, VOL_TABLE_MOST - 1);
        for (size_t i = 0; i < flock.separation.table.count; i++) {
            flock.separation.table.value[i] = vol_test_uniform(&r, -1, 1);
        }
        memset(&w, 0, sizeof w);
        vol_world *world = vol_test_world(&def);
        vol_test_flock(world, &flock);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        double way[3] = {0, 0, 0}, size = 0, speed = 0, same = 0;
        for (size_t i = 0; i < COUNT; i++) {
            for (int c = 0; c < def.dimensions; c++) {
                way[c] += w.of[i].offset[0][c];
                size += fabs(w.of[i].offset[0][c]);
            }
            speed += w.of[i].speed[0][0];
            same += w.of[i].weight[0] * w.of[i].velocity[0];
        }
        assert_true(size > 1 && fabs(way[0]) < 1e-10 * size && fabs(way[1]) < 1e-10 * size);
        assert_true(fabs(way[2]) < 1e-10 * size && fabs(speed - same) < 1e-10 * size);
        vol_world_destroy(world);
    }
}

/* --- What a rule decides ------------------------------------------------------------------------------------------ */

typedef struct vector {
    double x[3];
} vector;

static double length_of(int dimensions, vector a) {
    double square = 0;
    for (int c = 0; c < dimensions; c++) {
        square += a.x[c] * a.x[c];
    }
    return sqrt(square);
}

/* The force of one rule of the model `steering`: full speed along `way`, less the velocity, cut. */
static void steer(const vol_custom_batch *b, size_t i, vector way, double sign, double weight) {
    double length = length_of(b->dimensions, way), most = b->def->max_force;
    vector force;
    for (int c = 0; c < b->dimensions; c++) {
        double unit = length > 0 ? way.x[c] / length : 0;
        force.x[c] = sign * unit * b->def->max_speed - b->velocity[c][i];
    }
    double is = length_of(b->dimensions, force);
    for (int c = 0; c < b->dimensions; c++) {
        b->acceleration[c][i] += weight * (is > most ? force.x[c] / is * most : force.x[c]);
    }
}

static vector of(int dimensions, const double *const array[3], size_t i) {
    vector v = {{0, 0, 0}};
    for (int c = 0; c < dimensions; c++) {
        v.x[c] = array[c][i];
    }
    return v;
}

static bool decide_steering(void *user, vol_custom_batch *b) {
    (void)user;
    for (size_t i = 0; i < b->count; i++) {
        if (b->alignment.number[i] > 0) {
            steer(b, i, of(b->dimensions, b->alignment.velocity, i), 1, b->def->alignment.weight);
        }
        if (b->cohesion.number[i] > 0) {
            steer(b, i, of(b->dimensions, b->cohesion.offset, i), 1, b->def->cohesion.weight);
        }
        if (b->separation.number[i] > 0) {
            steer(b, i, of(b->dimensions, b->separation.offset, i), -1, b->def->separation.weight);
        }
    }
    return true;
}

/* As the model, with rules that weigh as its own do. */
static vol_flock_def steering_by_rule(void) {
    vol_flock_def model = vol_default_flock_def(VOL_MODEL_STEERING), def = custom_def(decide_steering, NULL);
    def.max_speed = model.max_speed;
    def.max_force = model.max_force;
    def.separation = model.separation;
    def.alignment = model.alignment;
    def.cohesion = model.cohesion;
    def.separation.power = 1;
    def.alignment.power = def.cohesion.power = 0;
    return def;
}

static void a_rule_can_be_the_model_steering(void **state) {
    (void)state;
    static vol_oracle_boid mine[COUNT], its[COUNT];
    for (unsigned k = 0; k < 16; k++) {
        vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2 + (int)(k % 2), VOL_PRECISION_DOUBLE);
        def.update = k / 2 % 2 ? VOL_UPDATE_IN_TURN : VOL_UPDATE_TOGETHER;
        def.images = k / 4 % 2;
        vol_flock_def by_rule = steering_by_rule(), model = vol_default_flock_def(VOL_MODEL_STEERING);
        model.count = COUNT;
        model.start.speed = by_rule.start.speed;
        model.view.angle = by_rule.view.angle = k / 8 ? 200 : 360;
        vol_world *a = vol_test_world(&def), *b = vol_test_world(&def);
        vol_test_flock(a, &by_rule);
        vol_test_flock(b, &model);
        assert_int_equal(vol_world_step(a, 20), VOL_OK);
        assert_int_equal(vol_world_step(b, 20), VOL_OK);
        vol_test_state(a, 0, mine, COUNT);
        vol_test_state(b, 0, its, COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            double off = fabs(mine[i].p.x - its[i].p.x) + fabs(mine[i].p.y - its[i].p.y) +
                         fabs(mine[i].p.z - its[i].p.z) + fabs(mine[i].v.x - its[i].v.x);
            assert_true(off < 1e-8);
        }
        assert_int_equal(vol_flock_undecided(a, 0), 0);
        vol_world_destroy(a);
        vol_world_destroy(b);
    }
}

/* Vicsek 1995: along the mean heading of those around and the own, turned by noise up to eta / 2 either way. */
static bool vicsek(void *user, vol_custom_batch *b) {
    double eta = *(const double *)user;
    for (size_t i = 0; i < b->count; i++) {
        double x = b->alignment.velocity[0][i] + b->velocity[0][i], y = b->alignment.velocity[1][i] + b->velocity[1][i];
        double angle = atan2(y, x) + eta * (vol_random(b->seed, b->flock, b->id[i], b->step, 0) - 0.5);
        b->wanted[0][i] = cos(angle);
        b->wanted[1][i] = sin(angle);
    }
    return true;
}

static double order_after(double eta, uint64_t steps) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, 2, VOL_PRECISION_SINGLE);
    def.images = true;
    vol_flock_def flock = custom_def(vicsek, &eta);
    flock.start.speed = 1;
    vol_world *world = vol_test_world(&def);
    vol_test_flock(world, &flock);
    assert_int_equal(vol_world_step(world, steps), VOL_OK);
    static vol_oracle_boid boids[COUNT];
    double x = 0, y = 0;
    size_t count = vol_test_state(world, 0, boids, COUNT);
    for (size_t i = 0; i < count; i++) {
        double speed = hypot(boids[i].v.x, boids[i].v.y);
        assert_true(fabs(speed - 1) < 1e-5);
        x += boids[i].v.x / COUNT;
        y += boids[i].v.y / COUNT;
    }
    vol_world_destroy(world);
    return hypot(x, y);
}

static void a_rule_can_be_vicsek_ordered_with_little_noise_and_not_with_much(void **state) {
    (void)state;
    assert_true(order_after(0.2, 0) < 0.3);
    assert_true(order_after(0.2, 200) > 0.95);
    assert_true(order_after(6.2, 200) < 0.3);
}

/* --- What a rule does wrong, and when there is none --------------------------------------------------------------- */

/* Odd ids are not decided for: some with NaN, some out of range. */
static bool decide_even(void *user, vol_custom_batch *b) {
    (void)user;
    for (size_t i = 0; i < b->count; i++) {
        b->acceleration[0][i] = b->id[i] % 4 == 1 ? NAN : 0.5;
        b->wanted[1][i] = b->id[i] % 4 == 3 ? -2e9 : b->wanted[1][i];
    }
    return true;
}

static bool refuse(void *user, vol_custom_batch *b) {
    ++*(unsigned *)user;
    b->acceleration[0][0] = 1;
    return false;
}

static void boids_for_whom_nothing_was_decided_go_straight_on_and_are_counted(void **state) {
    (void)state;
    static vol_oracle_boid before[COUNT], after[COUNT];
    vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, 2, VOL_PRECISION_DOUBLE);
    vol_flock_def flock = custom_def(decide_even, NULL);
    flock.max_speed = 10;
    vol_world *world = vol_test_world(&def);
    vol_test_flock(world, &flock);
    vol_test_state(world, 0, before, COUNT);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    vol_test_state(world, 0, after, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        assert_number_equal(after[i].v.x, before[i].v.x + (i % 2 ? 0 : 0.5));
        assert_number_equal(after[i].v.y, before[i].v.y);
    }
    assert_int_equal(vol_flock_undecided(world, 0), COUNT / 2);
    unsigned calls = 0;
    flock.rule.decide = refuse;
    flock.rule.user = &calls;
    assert_int_equal(vol_flock_set_def(world, 0, &flock, &error), VOL_OK);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    vol_test_state(world, 0, before, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        assert_number_equal(after[i].v.x, before[i].v.x);
        assert_number_equal(after[i].v.y, before[i].v.y);
    }
    assert_true(calls > 0);
    assert_int_equal(vol_flock_undecided(world, 0), COUNT / 2 + 2 * COUNT);
    vol_world_destroy(world);
}

static void a_rule_that_is_taken_away_leaves_the_model(void **state) {
    (void)state;
    vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, 3, VOL_PRECISION_SINGLE);
    vol_flock_def plain = custom_def(NULL, NULL), flock = custom_def(decide_steering, NULL);
    vol_world *a = vol_test_world(&def), *b = vol_test_world(&def);
    vol_test_flock(a, &flock);
    vol_test_flock(b, &plain);
    assert_int_equal(vol_world_step(b, 3), VOL_OK);
    uint64_t right = vol_world_hash(b);
    assert_int_equal(vol_flock_set_def(a, 0, &plain, &error), VOL_OK);
    assert_int_equal(vol_world_step(a, 3), VOL_OK);
    assert_hash_equal(vol_world_hash(a), right);
    assert_int_equal(vol_flock_set_def(a, 0, &flock, &error), VOL_OK);
    assert_int_equal(vol_world_step(a, 1), VOL_OK);
    assert_int_equal(vol_world_step(b, 1), VOL_OK);
    assert_true(vol_world_hash(a) != vol_world_hash(b));
    vol_world_destroy(a);
    vol_world_destroy(b);
}

static void the_forces_of_a_leader_are_those_of_the_model_and_none_of_a_rule(void **state) {
    (void)state;
    static vol_oracle_boid before[COUNT], after[COUNT];
    vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, 2, VOL_PRECISION_DOUBLE);
    vol_flock_def flock = custom_def(NULL, NULL);
    vol_force forces[4];
    flock.max_speed = 10;
    vol_world *world = vol_test_world(&def);
    vol_test_flock(world, &flock);
    assert_int_equal(vol_flock_set_leader(world, 0, 5, &error), VOL_OK);
    assert_int_equal(vol_flock_leader_forces(world, 0, forces), 4);
    vol_test_state(world, 0, before, COUNT);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    vol_test_state(world, 0, after, COUNT);
    double sum = forces[0].force[0] + forces[1].force[0] + forces[2].force[0] + forces[3].force[0];
    assert_true(fabs(sum) > 1e-3 && fabs(after[5].v.x - before[5].v.x - sum) < 1e-12);
    flock.rule.decide = decide_steering;
    assert_int_equal(vol_flock_set_def(world, 0, &flock, &error), VOL_OK);
    assert_int_equal(vol_flock_leader_forces(world, 0, forces), 0);
    vol_world_destroy(world);
}

/* --- Tables ------------------------------------------------------------------------------------------------------- */

static uint64_t hash_with(const vol_flock_def *flock) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, 3, VOL_PRECISION_SINGLE);
    vol_world *world = vol_test_world(&def);
    vol_test_flock(world, flock);
    assert_int_equal(vol_world_step(world, 5), VOL_OK);
    uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    return hash;
}

static void a_table_of_ones_is_the_power_0_and_any_other_is_not(void **state) {
    (void)state;
    vol_flock_def plain = custom_def(NULL, NULL), table = plain;
    for (size_t count = 2; count <= VOL_TABLE_MOST; count += 31) {
        table.alignment.table.count = count;
        for (size_t i = 0; i < count; i++) {
            table.alignment.table.value[i] = 1;
        }
        assert_hash_equal(hash_with(&plain), hash_with(&table));
        table.alignment.table.value[count / 2] = 1.5;
        assert_true(hash_with(&plain) != hash_with(&table));
    }
}

/* --- Wrong use ---------------------------------------------------------------------------------------------------- */

static void expect_refused(const vol_flock_def *def, const char *field, const char *text) {
    vol_world_def world_def = vol_test_lively_def(VOL_MODEL_CUSTOM, 2, VOL_PRECISION_SINGLE);
    vol_world *world = vol_test_world(&world_def);
    vol_flock flock;
    assert_int_equal(vol_flock_create(world, def, &flock, &error), VOL_ERROR_VALUE);
    assert_int_equal(flock, VOL_NONE);
    assert_string_equal(error.field, field);
    assert_string_equal(error.text, text);
    vol_world_destroy(world);
}

static void wrong_defs_are_refused_with_a_message(void **state) {
    (void)state;
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_BLEND);
    def.rule.decide = decide_steering;
    expect_refused(&def, "rule.decide",
                   "the model blend has no use for a rule of the host's; allowed is the model custom");
    def = custom_def(NULL, NULL);
    def.separation.table.count = 1;
    expect_refused(&def, "separation.table", "separation.table has 1 values; allowed are 2 to 64, or none");
    def.separation.table.count = 65;
    expect_refused(&def, "separation.table", "separation.table has 65 values; allowed are 2 to 64, or none");
    def = custom_def(NULL, NULL);
    def.cohesion.table.count = 2;
    def.cohesion.table.value[1] = NAN;
    expect_refused(&def, "cohesion.table",
                   "cohesion.table has nan as its value 1; allowed is a number from -1e+06 to 1e+06");
    def = custom_def(NULL, NULL);
    def.user_bytes = 4097;
    expect_refused(&def, "user_bytes", "user_bytes is 4097; allowed is 0 to 4096");
}

static void tables_are_set_and_written_as_text(void **state) {
    (void)state;
    vol_flock_def def = custom_def(NULL, NULL), before = def;
    char text[2000], small[8];
    assert_int_equal(vol_flock_def_set(&def, "separation.table", "[2, 0.5, -1e-3]", &error), VOL_OK);
    assert_int_equal(def.separation.table.count, 3);
    assert_number_equal(def.separation.table.value[2], -1e-3);
    assert_int_equal(vol_flock_def_get(&def, "separation.table", text, sizeof text, &error), VOL_OK);
    assert_string_equal(text, "[2, 0.5, -0.001]");
    assert_int_equal(vol_flock_def_get(&def, "separation.table", small, sizeof small, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.text, "separation.table needs a text of more than 8 bytes");
    assert_int_equal(vol_flock_def_set(&def, "separation.table", "[]", &error), VOL_OK);
    assert_int_equal(vol_flock_def_get(&def, "separation.table", text, sizeof text, &error), VOL_OK);
    assert_string_equal(text, "[]");
    def = before;
    assert_int_equal(vol_flock_def_set(&def, "separation.table", "[1, 2, 1e7]", &error), VOL_ERROR_VALUE);
    assert_string_equal(error.text,
                        "separation.table is '[1, 2, 1e7]'; allowed is a list of 2 to 64 numbers, each from "
                        "-1000000 to 1000000, or []");
    assert_int_equal(vol_flock_def_set(&def, "separation.table", "1", &error), VOL_ERROR_VALUE);
    assert_memory_equal(&def, &before, sizeof def);
    vol_flock_def other = vol_default_flock_def(VOL_MODEL_STEERING);
    assert_int_equal(vol_flock_def_set(&other, "separation.table", "[1, 2]", &error), VOL_ERROR_NAME);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rule_is_shown_every_boid_once_with_the_right_sums),
        cmocka_unit_test(what_surroundings_add_is_shown_and_done),
        cmocka_unit_test(sums_over_all_boids_cancel),
        cmocka_unit_test(a_rule_can_be_the_model_steering),
        cmocka_unit_test(a_rule_can_be_vicsek_ordered_with_little_noise_and_not_with_much),
        cmocka_unit_test(boids_for_whom_nothing_was_decided_go_straight_on_and_are_counted),
        cmocka_unit_test(a_rule_that_is_taken_away_leaves_the_model),
        cmocka_unit_test(the_forces_of_a_leader_are_those_of_the_model_and_none_of_a_rule),
        cmocka_unit_test(a_table_of_ones_is_the_power_0_and_any_other_is_not),
        cmocka_unit_test(wrong_defs_are_refused_with_a_message),
        cmocka_unit_test(tables_are_set_and_written_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
