/* Steering: every term does what the oracle says, alone and combined, in every kind of world. */
#include "support.h"

#include "oracle/terms.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 150, OTHERS = 40, OBSTACLES = 8, TERMS_MOST = 6, FLOW = 5 };

typedef vol_oracle_boid boid;

typedef struct way {
    const char *name;
    vol_index index;
    vol_update update;
    bool images;
    vol_boundary boundary;
    bool elsewhere; /* the world does not begin at 0 */
} way;

static const way ways[] = {
    {"brute", VOL_INDEX_BRUTE, VOL_UPDATE_TOGETHER, false, VOL_BOUNDARY_WRAP, false},
    {"images", VOL_INDEX_BRUTE, VOL_UPDATE_TOGETHER, true, VOL_BOUNDARY_WRAP, false},
    {"in turn", VOL_INDEX_BRUTE, VOL_UPDATE_IN_TURN, false, VOL_BOUNDARY_WRAP, false},
    {"in turn, images", VOL_INDEX_BRUTE, VOL_UPDATE_IN_TURN, true, VOL_BOUNDARY_WRAP, false},
    {"grid", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, false, VOL_BOUNDARY_OPEN, false},
    {"grid, images", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, true, VOL_BOUNDARY_WRAP, false},
    {"tree, images", VOL_INDEX_TREE, VOL_UPDATE_TOGETHER, true, VOL_BOUNDARY_WRAP, false},
    {"k-d tree", VOL_INDEX_KDTREE, VOL_UPDATE_TOGETHER, false, VOL_BOUNDARY_OPEN, false},
    {"grid, images, elsewhere", VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, true, VOL_BOUNDARY_WRAP, true},
    {"tree, elsewhere", VOL_INDEX_TREE, VOL_UPDATE_TOGETHER, false, VOL_BOUNDARY_OPEN, true},
    {"in turn, elsewhere", VOL_INDEX_BRUTE, VOL_UPDATE_IN_TURN, true, VOL_BOUNDARY_WRAP, true}};

/* Two flocks, obstacles and terms, with what the oracle needs to know of them. */
typedef struct scene {
    vol_world_def world_def;
    vol_flock_def flock_def;
    vol_term_def terms[TERMS_MOST];
    size_t term_count;
    vol_obstacle_def obstacles[OBSTACLES];
    double corners[OBSTACLES][12], path[12], flow[3 * FLOW * FLOW * FLOW];
    boid before[COUNT], after[COUNT], expected[COUNT], others[OTHERS];
    vol_world *world;
    size_t compared, acted;
} scene;

static vol_flock_def quiet_flock(const char *name, size_t count) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_STEERING);
    def.name = name;
    def.count = count;
    def.separation.weight = def.alignment.weight = def.cohesion.weight = 0;
    def.separation.radius = def.alignment.radius = def.cohesion.radius = 18;
    def.start.speed = 1.5;
    return def;
}

static void random_obstacles(scene *s, vol_test_random *r) {
    int D = s->world_def.dimensions;
    for (size_t i = 0; i < OBSTACLES; i++) {
        vol_obstacle_def *o = &s->obstacles[i];
        *o = vol_default_obstacle_def();
        o->shape = (vol_obstacle_shape)(i % (D == 3 ? 3 : 4));
        o->strength = 0; /* only to be avoided */
        o->radius = vol_test_uniform(r, 1, 6);
        o->law = VOL_LAW_FADE;
        for (int c = 0; c < D; c++) {
            o->center[c] = s->world_def.origin[c] + vol_test_uniform(r, 0, s->world_def.size[c]);
            o->size[c] = vol_test_uniform(r, 5, 30);
        }
        o->points = s->corners[i];
        o->point_count = o->shape == VOL_OBSTACLE_SEGMENT ? 2 : o->shape == VOL_OBSTACLE_POLYGON ? 4 : 0;
        for (size_t k = 0; k < o->point_count; k++) {
            for (int c = 0; c < D; c++) {
                double turn = (double)k * 1.5707963 + c * 1.5707963;
                s->corners[i][k * (size_t)D + (size_t)c] =
                    o->center[c] + (o->point_count == 4 ? 15 * cos(turn) : vol_test_uniform(r, -20, 20));
            }
        }
    }
}

static void random_term(scene *s, vol_test_random *r, vol_term_kind kind) {
    vol_term_def *t = &s->terms[s->term_count++];
    size_t D = (size_t)s->world_def.dimensions;
    *t = vol_default_term_def(kind);
    t->force = vol_test_spread(r, 0.05, 1);
    t->weight = vol_test_uniform(r, -1, 2);
    t->priority = (int)vol_test_pick(r, 3) - 1;
    t->radius = vol_test_chance(r, 0.2) && kind <= VOL_TERM_ARRIVE ? 0 : vol_test_uniform(r, 10, 80);
    t->distance = vol_test_uniform(r, 0, 60);
    t->width = vol_test_uniform(r, 2, 30);
    t->time = vol_test_uniform(r, 2, 30);
    t->angle = vol_test_uniform(r, 20, 180);
    t->period = 1 + (uint32_t)vol_test_pick(r, 9);
    t->target = kind == VOL_TERM_FOLLOW_LEADER ? (vol_flock)vol_test_pick(r, 2) : 1;
    t->closed = vol_test_chance(r, 0.5);
    t->points = s->path;
    t->point_count = 4;
    t->flow = s->flow;
    for (size_t c = 0; c < 3; c++) {
        double side = s->world_def.size[c], low = s->world_def.origin[c];
        t->point[c] = low + vol_test_uniform(r, 0, side);
        t->flow_count[c] = 2 + (uint32_t)vol_test_pick(r, FLOW - 1);
        for (size_t k = 0; c < D && k < 4; k++) {
            s->path[k * D + c] = low +
                                 side * (0.5 + 0.35 * (c == 0  ? k == 1 || k == 2 ? 1 : -1
                                                       : k < 2 ? 1
                                                               : -1)) +
                                 vol_test_uniform(r, -0.1, 0.1) * side;
        }
    }
    for (size_t i = 0; i < sizeof s->flow / sizeof *s->flow; i++) {
        s->flow[i] = vol_test_uniform(r, -2, 2);
    }
}

static void build(scene *s, vol_test_random *r, const way *w, int dimensions, vol_precision precision) {
    s->world_def = vol_test_lively_def(VOL_MODEL_STEERING, dimensions, precision);
    s->world_def.boundary = w->boundary;
    s->world_def.index = w->index;
    s->world_def.update = w->update;
    s->world_def.images = w->images;
    s->world_def.seed = vol_test_bits(r);
    s->world_def.dt = vol_test_chance(r, 0.5) ? 1 : 0.5;
    for (int c = 0; w->elsewhere && c < dimensions; c++) {
        s->world_def.origin[c] = 200 * c - 350;
    }
    s->flock_def = quiet_flock("birds", COUNT);
    s->term_count = 0;
    random_obstacles(s, r);
}

static void start(scene *s, vol_test_random *r) {
    vol_error error = {0};
    s->world = vol_test_world(&s->world_def);
    vol_flock_def others = quiet_flock("others", OTHERS);
    vol_test_flock(s->world, &s->flock_def);
    vol_test_flock(s->world, &others);
    for (size_t i = 0; i < OBSTACLES; i++) {
        vol_obstacle number;
        if (vol_obstacle_create(s->world, &s->obstacles[i], &number, &error) != VOL_OK) {
            fail_msg("%s", error.text);
        }
    }
    for (size_t i = 0; i < s->term_count; i++) {
        vol_term number;
        if (vol_term_create(s->world, &s->terms[i], &number, &error) != VOL_OK) {
            fail_msg("%s", error.text);
        }
        assert_int_equal(number, i);
    }
    assert_int_equal(vol_flock_set_leader(s->world, 0, 7, NULL), VOL_OK);
    assert_int_equal(vol_flock_set_leader(s->world, 1, 11, NULL), VOL_OK);
    assert_int_equal(vol_world_step(s->world, vol_test_pick(r, 5)), VOL_OK);
}

static double difference(const vol_world_def *world, vol_oracle_vec a, vol_oracle_vec b, bool places) {
    double d[3] = {a.x - b.x, a.y - b.y, a.z - b.z}, most = 0;
    for (int c = 0; c < world->dimensions; c++) {
        bool around = places && world->boundary == VOL_BOUNDARY_WRAP;
        most = fmax(most, fabs(around ? remainder(d[c], world->size[c]) : d[c]));
    }
    return most;
}

/* One step of the library against one of the oracle. */
static void compare(scene *s, const char *what) {
    bool in_turn = s->world_def.update == VOL_UPDATE_IN_TURN, exact = s->world_def.precision == VOL_PRECISION_DOUBLE;
    double tolerance = exact ? 1e-7 : 2e-3, least = exact ? 1e-8 : 2e-4, doubt[COUNT];
    vol_test_state(s->world, 0, s->before, COUNT);
    vol_test_state(s->world, 1, s->others, OTHERS);
    vol_oracle_around around = {&s->world_def, &s->flock_def, s->terms,  s->term_count, s->others,
                                OTHERS,        s->obstacles,  OBSTACLES, {7, 11},       vol_world_steps(s->world)};
    boid seen[COUNT];
    memcpy(seen, s->before, sizeof seen);
    for (size_t i = 0; i < COUNT; i++) {
        doubt[i] = in_turn && i > 0 ? doubt[i - 1] : 1; /* later boids see what came of it */
        double own = 1;
        s->expected[i] = vol_oracle_steered(&around, seen, COUNT, i, &own);
        bool of_others = s->terms[0].kind == VOL_TERM_AVOID_COLLISION || s->terms[0].kind == VOL_TERM_FOLLOW_LEADER;
        doubt[i] = in_turn && (of_others || s->term_count > 1) ? fmin(doubt[i], own) : own;
        if (in_turn) {
            seen[i] = s->expected[i];
        }
    }
    assert_int_equal(vol_world_step(s->world, 1), VOL_OK);
    vol_test_state(s->world, 0, s->after, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        if (doubt[i] < least) {
            continue;
        }
        s->compared++;
        s->acted += difference(&s->world_def, s->before[i].v, s->after[i].v, false) > 1e-3;
        double v = difference(&s->world_def, s->expected[i].v, s->after[i].v, false);
        double p = difference(&s->world_def, s->expected[i].p, s->after[i].p, true);
        if (v > tolerance || p > tolerance) {
            fail_msg("%s in %dD, %s: boid %zu is off by %g in velocity, %g in position (doubt %g)", what,
                     s->world_def.dimensions, exact ? "double" : "single", i, v, p, doubt[i]);
        }
    }
}

/* Runs `rounds` random scenes in every kind of world; `prepare` gives each its terms. */
static void check(const char *what, void (*prepare)(scene *s, vol_test_random *r, size_t round), size_t rounds,
                  double acting) {
    static scene s;
    vol_test_random r = {4711};
    s.compared = s.acted = 0;
    size_t asked = 0;
    for (size_t k = 0; k < 4 * sizeof ways / sizeof *ways; k++) {
        for (size_t round = 0; round < rounds; round++, asked += COUNT) {
            const way *w = &ways[k / 4];
            char text[120];
            snprintf(text, sizeof text, "%s, %s, round %zu", what, w->name, round);
            build(&s, &r, w, k & 1 ? 3 : 2, k & 2 ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE);
            prepare(&s, &r, round);
            start(&s, &r);
            compare(&s, text);
            vol_world_destroy(s.world);
        }
    }
    if ((double)s.compared < 0.6 * (double)asked || (double)s.acted < acting * (double)s.compared) {
        fail_msg("%s: of %zu boids only %zu were compared, and of these %zu did something", what, asked, s.compared,
                 s.acted);
    }
}

static vol_term_kind kind_at_hand;

static void one_term(scene *s, vol_test_random *r, size_t round) {
    (void)round;
    random_term(s, r, kind_at_hand);
    s->terms[0].weight = vol_test_chance(r, 0.5) ? 1 : -0.5;
}

static void every_term_alone_is_as_the_oracle_says(void **state) {
    (void)state;
    for (int kind = 0; kind < VOL_TERM_KIND_COUNT; kind++) {
        kind_at_hand = (vol_term_kind)kind;
        check(vol_term_kind_name(kind_at_hand), one_term, 12, 0.05);
    }
}

static void several_terms(scene *s, vol_test_random *r, size_t round) {
    for (size_t i = 0; i < TERMS_MOST - round % 3; i++) {
        vol_term_kind kind = (vol_term_kind)vol_test_pick(r, VOL_TERM_FOLLOW_PATH);
        random_term(s, r, i == 0 ? VOL_TERM_FOLLOW_LEADER : kind);
    }
}

static void budgeted_terms(scene *s, vol_test_random *r, size_t round) {
    several_terms(s, r, round);
    s->flock_def.steer.combine = VOL_COMBINE_PRIORITY;
    s->flock_def.steer.budget = vol_test_spread(r, 0.05, 2);
}

static void terms_are_added(void **state) {
    (void)state;
    check("sum", several_terms, 3, 0.5);
}

static void terms_share_a_budget_by_priority(void **state) {
    (void)state;
    check("priority", budgeted_terms, 3, 0.5);
}

static void paced(scene *s, vol_test_random *r, size_t round) {
    random_term(s, r, VOL_TERM_SEEK);
    s->terms[0].force = 2;
    s->terms[0].weight = 1;
    s->flock_def.turn.rate = round % 2 ? vol_test_uniform(r, 2, 60) : 0;
    s->flock_def.cruise.rate = round % 3 ? vol_test_uniform(r, 0, 1.5) : 0;
    s->flock_def.cruise.speed = vol_test_uniform(r, 0, 4);
    s->flock_def.min_speed = round % 4 > 1 ? vol_test_uniform(r, 0, 4) : 0;
}

static void turning_cruising_and_the_least_speed_are_as_the_oracle_says(void **state) {
    (void)state;
    check("pace", paced, 8, 0.2);
}

/* The pace holds for every model, whatever the rules want. */
static void no_model_turns_or_slows_down_more_than_it_may(void **state) {
    (void)state;
    static boid before[COUNT], after[COUNT];
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        vol_world_def def = vol_test_lively_def((vol_model)model, 2, VOL_PRECISION_DOUBLE);
        vol_flock_def flock = vol_lively_flock_def((vol_model)model);
        def.boundary = VOL_BOUNDARY_WRAP;
        flock.count = COUNT;
        flock.start.speed = flock.max_speed / 2;
        flock.turn.rate = 10;
        flock.min_speed = flock.max_speed / 4;
        vol_world *world = vol_test_world(&def);
        vol_test_flock(world, &flock);
        for (int step = 0; step < 20; step++) {
            vol_test_state(world, 0, before, COUNT);
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            vol_test_state(world, 0, after, COUNT);
            for (size_t i = 0; i < COUNT; i++) {
                double turn = remainder(after[i].heading - before[i].heading, 360);
                double speed = hypot(after[i].v.x, after[i].v.y);
                assert_true(fabs(turn) < 10 + 1e-6);
                assert_true(speed > flock.min_speed * (1 - 1e-9) && speed < flock.max_speed * (1 + 1e-9));
            }
        }
        vol_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_term_alone_is_as_the_oracle_says),
        cmocka_unit_test(terms_are_added),
        cmocka_unit_test(terms_share_a_budget_by_priority),
        cmocka_unit_test(turning_cruising_and_the_least_speed_are_as_the_oracle_says),
        cmocka_unit_test(no_model_turns_or_slows_down_more_than_it_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
