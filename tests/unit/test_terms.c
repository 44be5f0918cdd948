/* Terms and leaders as a host uses them: made, changed, refused, taken away; the same bits everywhere; no memory in a
 * step; and what the behaviours are for. */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef vol_oracle_boid boid;

enum { COUNT = 200 };

static const double square[8] = {60, 60, 240, 60, 240, 200, 60, 200},
                    box[12] = {60, 60, 60, 140, 60, 60, 140, 100, 60, 60, 100, 120};
static const double swirl[24] = {1, -1, 1, 1, -1, -1, -1, 1, 0.5, 0.5, -0.5, -0.5,
                                 1, 0,  0, 1, 0,  -1, -1, 0, 2,   1,   1,    2};

/* A def of that kind that any two-flock world takes. */
static vol_term_def usable(vol_term_kind kind, int dimensions) {
    vol_term_def def = vol_default_term_def(kind);
    def.target = 1;
    def.point[0] = def.point[1] = def.point[2] = 80;
    def.points = dimensions == 3 ? box : square;
    def.point_count = 4;
    def.closed = true;
    def.flow = swirl;
    def.flow_count[0] = def.flow_count[1] = def.flow_count[2] = 2;
    return def;
}

static vol_term must_create(vol_world *world, const vol_term_def *def) {
    vol_error error = {0};
    vol_term term;
    if (vol_term_create(world, def, &term, &error) != VOL_OK) {
        fail_msg("the term was refused: %s", error.text);
    }
    return term;
}

static vol_world *two_flocks(const vol_world_def *def, vol_model model) {
    vol_world *world = vol_test_world(def);
    vol_flock_def flock = vol_lively_flock_def(model);
    flock.count = COUNT;
    flock.start.speed = flock.max_speed / 2;
    flock.view.distance = model == VOL_MODEL_SIGHTED ? 70 : 0;
    flock.name = "one";
    vol_test_flock(world, &flock);
    flock.name = "two";
    flock.count = COUNT / 4;
    vol_test_flock(world, &flock);
    return world;
}

static void add_obstacles(vol_world *world) {
    for (int i = 0; i < 3; i++) {
        vol_obstacle_def def = vol_default_obstacle_def();
        vol_obstacle number;
        def.center[0] = 50 + 40 * i;
        def.center[1] = def.center[2] = 70;
        def.radius = 8;
        def.reach = 5;
        def.shape = i == 1 ? VOL_OBSTACLE_BOX : VOL_OBSTACLE_CIRCLE;
        def.size[0] = def.size[1] = def.size[2] = 12;
        def.law = i == 2 ? VOL_LAW_HARD : VOL_LAW_FADE;
        assert_int_equal(vol_obstacle_create(world, &def, &number, NULL), VOL_OK);
    }
}

/* Everything at once. */
static vol_world *busy_world(const vol_world_def *def, vol_model model, vol_combine combine) {
    vol_world *world = two_flocks(def, model);
    add_obstacles(world);
    for (int kind = 0; kind < VOL_TERM_KIND_COUNT; kind++) {
        vol_term_def term = usable((vol_term_kind)kind, def->dimensions);
        term.weight = kind == VOL_TERM_WIND ? 0.02 : 1;
        term.priority = kind % 3;
        must_create(world, &term);
    }
    vol_flock_def flock = vol_flock_get_def(world, 0);
    flock.steer.combine = combine;
    flock.turn.rate = 25;
    flock.min_speed = 0.5;
    flock.cruise.rate = 0.1;
    flock.cruise.speed = 1;
    assert_int_equal(vol_flock_set_def(world, 0, &flock, NULL), VOL_OK);
    assert_int_equal(vol_flock_set_leader(world, 1, 5, NULL), VOL_OK);
    return world;
}

static uint64_t hash_after(const vol_world_def *def, vol_model model, vol_combine combine) {
    vol_world *world = busy_world(def, model, combine);
    assert_int_equal(vol_world_step(world, 5), VOL_OK);
    uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    return hash;
}

static void the_bits_depend_on_neither_lanes_nor_threads(void **state) {
    (void)state;
    for (unsigned k = 0; k < 64; k++) {
        vol_model model = k & 32 ? VOL_MODEL_BLEND : VOL_MODEL_STEERING;
        vol_world_def def =
            vol_test_lively_def(VOL_MODEL_STEERING, k & 1 ? 3 : 2, k & 2 ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE);
        def.index = k & 4 ? VOL_INDEX_GRID : VOL_INDEX_BRUTE;
        def.images = k & 8;
        def.update = k & 16 && !(k & 4) ? VOL_UPDATE_IN_TURN : VOL_UPDATE_TOGETHER;
        vol_combine combine = k & 16 ? VOL_COMBINE_PRIORITY : VOL_COMBINE_SUM;
        def.isa = "scalar";
        uint64_t expected = hash_after(&def, model, combine);
        const char *isa;
        for (size_t i = 0; (isa = vol_isa_name(i)) != NULL; i++) {
            def.isa = isa;
            def.threads = 1 + (uint32_t)(i + k) % 3;
            assert_hash_equal(hash_after(&def, model, combine), expected);
        }
    }
}

static void what_is_off_changes_nothing(void **state) {
    (void)state;
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        vol_world_def def = vol_test_lively_def((vol_model)model, 2, VOL_PRECISION_SINGLE);
        vol_world *plain = two_flocks(&def, (vol_model)model), *world = two_flocks(&def, (vol_model)model);
        vol_flock_def flock = vol_flock_get_def(world, 0);
        flock.cruise.speed = 1; /* with a rate of 0 */
        flock.steer.combine = VOL_COMBINE_PRIORITY;
        assert_int_equal(vol_flock_set_def(world, 0, &flock, NULL), VOL_OK);
        vol_term_def term = usable(VOL_TERM_SEEK, 2);
        vol_term number = must_create(world, &term);
        assert_int_equal(vol_term_remove(world, number, NULL), VOL_OK);
        assert_int_equal(vol_flock_set_leader(world, 0, 3, NULL), VOL_OK);
        vol_force forces[4];
        for (int step = 0; step < 4; step++) {
            assert_int_equal(vol_flock_leader_forces(world, 0, forces), 4);
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            assert_int_equal(vol_world_step(plain, 1), VOL_OK);
            assert_hash_equal(vol_world_hash(world), vol_world_hash(plain));
        }
        term.weight = 0;
        must_create(world, &term);
        vol_world_destroy(world);
        vol_world_destroy(plain);
    }
}

/* --- Right and wrong use ------------------------------------------------------------------------------------------ */

static vol_world *small_world(void) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_DOUBLE);
    return two_flocks(&def, VOL_MODEL_STEERING);
}

static void refuse(vol_world *world, const vol_term_def *def, vol_result result, const char *field) {
    vol_error error = {0};
    vol_term term = 3;
    uint32_t count = vol_term_count(world);
    assert_int_equal(vol_term_create(world, def, &term, &error), result);
    assert_int_equal(term, VOL_NONE);
    assert_string_equal(error.field, field);
    assert_true(strlen(error.text) > 10);
    assert_int_equal(vol_term_count(world), count);
}

static void wrong_numbers_are_refused_by_name(void **state) {
    (void)state;
    static const struct {
        const char *name;
        size_t offset;
        double below, above;
    } numbers[] = {
        {"weight", offsetof(vol_term_def, weight), -2e6, 2e6}, {"force", offsetof(vol_term_def, force), -1, 2e9},
        {"radius", offsetof(vol_term_def, radius), -1, 2e12},  {"distance", offsetof(vol_term_def, distance), -1, 2e12},
        {"width", offsetof(vol_term_def, width), -1, 2e12},    {"time", offsetof(vol_term_def, time), -1, 2e6},
        {"angle", offsetof(vol_term_def, angle), -1, 181},     {"point", offsetof(vol_term_def, point), -2e12, 2e12}};
    vol_world *world = small_world();
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const double bad[3] = {numbers[i].below, numbers[i].above, NAN};
        for (size_t k = 0; k < 3; k++) {
            vol_term_def def = usable(VOL_TERM_CONTAIN, 2);
            memcpy((char *)&def + numbers[i].offset, &bad[k], sizeof bad[k]);
            refuse(world, &def, VOL_ERROR_VALUE, numbers[i].name);
        }
    }
    vol_term_def def = usable(VOL_TERM_WANDER, 2);
    def.period = 0;
    refuse(world, &def, VOL_ERROR_VALUE, "period");
    vol_world_destroy(world);
}

static void wrong_defs_are_refused_by_name(void **state) {
    (void)state;
    static const double same[6] = {5, 6, 5, 6, 5, 6}, wild[8] = {0, 0, 0, 0, INFINITY};
    vol_world *world = small_world();
    refuse(world, NULL, VOL_ERROR_VALUE, "term");
    vol_term_def def = usable(VOL_TERM_SEEK, 2);
    def.cookie++;
    refuse(world, &def, VOL_ERROR_VALUE, "term");
    def = usable(VOL_TERM_KIND_COUNT, 2);
    refuse(world, &def, VOL_ERROR_NAME, "kind");
    def = usable(VOL_TERM_SEEK, 2);
    def.flock = 2;
    refuse(world, &def, VOL_ERROR_NAME, "flock");
    def = usable(VOL_TERM_PURSUE, 2);
    def.target = 2;
    refuse(world, &def, VOL_ERROR_NAME, "target");
    def.target = 0;
    refuse(world, &def, VOL_ERROR_VALUE, "target");
    def = usable(VOL_TERM_FOLLOW_PATH, 2);
    def.point_count = 1;
    refuse(world, &def, VOL_ERROR_VALUE, "points");
    def.point_count = 3;
    def.points = same;
    refuse(world, &def, VOL_ERROR_VALUE, "points");
    def.points = wild;
    refuse(world, &def, VOL_ERROR_VALUE, "points");
    def.points = NULL;
    refuse(world, &def, VOL_ERROR_VALUE, "points");
    def = usable(VOL_TERM_WIND, 2);
    def.flow_count[1] = 1;
    refuse(world, &def, VOL_ERROR_VALUE, "flow_count");
    def.flow_count[1] = 5000;
    refuse(world, &def, VOL_ERROR_VALUE, "flow_count");
    def = usable(VOL_TERM_FOLLOW_FLOW, 2);
    def.flow = wild;
    refuse(world, &def, VOL_ERROR_VALUE, "flow");
    def.flow = NULL;
    refuse(world, &def, VOL_ERROR_VALUE, "flow");
    vol_world_destroy(world);
}

static void terms_can_be_changed_and_taken_away(void **state) {
    (void)state;
    vol_world *world = small_world();
    vol_error error = {0};
    for (int kind = 0; kind < VOL_TERM_KIND_COUNT; kind++) {
        vol_term_def def = usable((vol_term_kind)kind, 2), got;
        vol_term term = must_create(world, &def);
        assert_int_equal(term, kind);
        got = vol_term_get_def(world, term);
        assert_int_equal(got.kind, kind);
        assert_number_equal(got.weight, 1);
        assert_number_equal(got.force, 0.05);
        assert_number_equal(got.point[0], 80);
        got.weight = 0.25;
        got.closed = false;
        assert_int_equal(vol_term_set_def(world, term, &got, NULL), VOL_OK); /* points and flow are its own */
        got = vol_term_get_def(world, term);
        assert_number_equal(got.weight, 0.25);
        assert_int_equal(got.points != NULL, kind == VOL_TERM_FOLLOW_PATH);
        assert_int_equal(got.flow != NULL, kind == VOL_TERM_FOLLOW_FLOW || kind == VOL_TERM_WIND);
        if (got.points) {
            assert_memory_equal(got.points, square, sizeof square);
        }
        if (got.flow) {
            assert_memory_equal(got.flow, swirl, 8 * sizeof *swirl);
        }
        got = def;
        got.flock = 1;
        got.target = 0;
        assert_int_equal(vol_term_set_def(world, term, &got, &error), VOL_ERROR_FIXED);
        assert_string_equal(error.field, "flock");
        got = usable((vol_term_kind)((kind + 1) % VOL_TERM_KIND_COUNT), 2);
        assert_int_equal(vol_term_set_def(world, term, &got, &error), VOL_ERROR_FIXED);
        assert_string_equal(error.field, "kind");
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
    }
    assert_int_equal(vol_term_remove(world, 4, NULL), VOL_OK);
    assert_false(vol_term_exists(world, 4));
    assert_int_equal(vol_term_remove(world, 4, &error), VOL_ERROR_NAME);
    assert_int_equal(vol_term_remove(world, 99, &error), VOL_ERROR_NAME);
    vol_term_def def = usable(VOL_TERM_SEEK, 2);
    assert_int_equal(must_create(world, &def), VOL_TERM_KIND_COUNT);
    assert_int_equal(vol_term_count(world), VOL_TERM_KIND_COUNT + 1);
    vol_world_destroy(world);
    assert_null(vol_term_kind_name(VOL_TERM_KIND_COUNT));
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

typedef struct purse {
    size_t requests, living, refuse;
    bool closed;
} purse;

static void *allocate(void *user, size_t bytes, size_t alignment) {
    purse *p = user;
    assert_false(p->closed);
    if (++p->requests == p->refuse) {
        return NULL;
    }
    p->living++;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void release(void *user, void *memory, size_t bytes) {
    purse *p = user;
    (void)bytes;
    p->living--;
    free(memory);
}

static void a_step_with_all_terms_asks_for_no_memory(void **state) {
    (void)state;
    for (unsigned k = 0; k < 8; k++) {
        purse p = {0, 0, 0, false};
        vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, k & 1 ? 3 : 2, VOL_PRECISION_SINGLE);
        def.index = k & 2 ? VOL_INDEX_GRID : VOL_INDEX_BRUTE;
        def.update = k & 4 && !(k & 2) ? VOL_UPDATE_IN_TURN : VOL_UPDATE_TOGETHER;
        def.allocator = (vol_allocator){&p, allocate, release};
        vol_world *world = busy_world(&def, VOL_MODEL_STEERING, VOL_COMBINE_PRIORITY);
        vol_force forces[4];
        p.closed = true;
        assert_int_equal(vol_world_step(world, 5), VOL_OK);
        assert_int_equal(vol_flock_leader_forces(world, 1, forces), 4);
        assert_int_equal(vol_term_remove(world, VOL_TERM_FOLLOW_PATH, NULL), VOL_OK);
        assert_int_equal(vol_world_step(world, 2), VOL_OK);
        p.closed = false;
        vol_world_destroy(world);
        assert_int_equal(p.living, 0);
    }
}

static void a_refused_term_leaves_the_world_as_it_was(void **state) {
    (void)state;
    for (int kind = 0; kind < VOL_TERM_KIND_COUNT; kind++) {
        vol_result result = VOL_ERROR_MEMORY;
        for (size_t n = 1; result != VOL_OK; n++) {
            purse p = {0, 0, 0, false};
            vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
            def.allocator = (vol_allocator){&p, allocate, release};
            vol_world *world = two_flocks(&def, VOL_MODEL_STEERING);
            vol_term_def term = usable((vol_term_kind)kind, 2);
            vol_term number;
            p.requests = 0;
            p.refuse = n;
            result = vol_term_create(world, &term, &number, NULL);
            assert_int_equal(result != VOL_OK, number == VOL_NONE);
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            p.requests = 0;
            if (result == VOL_OK && vol_term_set_def(world, number, &term, NULL) != VOL_OK) {
                assert_int_equal(vol_term_get_def(world, number).kind, kind);
                assert_int_equal(vol_world_step(world, 1), VOL_OK);
            }
            vol_world_destroy(world);
            assert_int_equal(p.living, 0);
            assert_true(n < 20);
        }
    }
}

/* --- Leaders ------------------------------------------------------------------------------------------------------ */

static void leaders_are_set_kept_and_lost(void **state) {
    (void)state;
    vol_world *world = small_world();
    vol_error error = {0};
    vol_force forces[4];
    assert_int_equal(vol_flock_leader(world, 0), VOL_NONE);
    assert_int_equal(vol_flock_leader_forces(world, 0, forces), 0);
    assert_int_equal(vol_flock_set_leader(world, 0, COUNT, &error), VOL_ERROR_NAME);
    assert_string_equal(error.field, "id");
    assert_int_equal(vol_flock_set_leader(world, 0, 17, NULL), VOL_OK);
    vol_term_def def = usable(VOL_TERM_FOLLOW_LEADER, 2);
    def.target = 0;
    must_create(world, &def);
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    assert_int_equal(vol_flock_leader(world, 0), 17);
    uint32_t id = 17;
    assert_int_equal(vol_flock_remove(world, 0, 1, &id, NULL), VOL_OK);
    assert_int_equal(vol_flock_leader(world, 0), VOL_NONE);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    assert_int_equal(vol_flock_set_leader(world, 0, 3, NULL), VOL_OK);
    assert_int_equal(vol_flock_set_leader(world, 0, VOL_NONE, NULL), VOL_OK);
    assert_int_equal(vol_flock_leader(world, 0), VOL_NONE);
    vol_world_destroy(world);
}

/* In every model the forces add up to what the leader does. */
static void the_forces_of_a_leader_add_up_to_its_step(void **state) {
    (void)state;
    static const char *const names[4] = {"cohesion", "separation", "alignment", "wall"};
    static boid boids[COUNT];
    for (int k = 0; k < 8 * VOL_MODEL_COUNT; k++) {
        vol_model model = (vol_model)(k / 8);
        vol_world_def def =
            vol_test_lively_def(model, k & 1 && model != VOL_MODEL_SIGHTED ? 3 : 2, VOL_PRECISION_DOUBLE);
        def.index = k & 2 ? VOL_INDEX_GRID : VOL_INDEX_BRUTE;
        def.images = k & 2 && def.boundary == VOL_BOUNDARY_WRAP;
        vol_world *world = two_flocks(&def, model);
        vol_flock_def flock = vol_flock_get_def(world, 0);
        flock.variant = k & 4 ? VOL_VARIANT_AS_INTENDED : VOL_VARIANT_AS_WRITTEN;
        flock.max_speed = model == VOL_MODEL_STEERING ? flock.max_speed : 1e6;
        flock.wall.weight = model == VOL_MODEL_SIGHTED ? 0.5 : 0;
        flock.noise.strength = 0; /* chance, motors and goals are none of the rules */
        flock.propulsion.gain = flock.propulsion.drag = flock.goal.pull = flock.goal.damp = 0;
        assert_int_equal(vol_flock_set_def(world, 0, &flock, NULL), VOL_OK);
        assert_int_equal(vol_flock_set_leader(world, 0, 33, NULL), VOL_OK);
        assert_int_equal(vol_world_step(world, 2), VOL_OK);
        vol_force forces[4];
        assert_int_equal(vol_flock_leader_forces(world, 0, forces), 4);
        vol_test_state(world, 0, boids, COUNT);
        double v[3] = {boids[33].v.x, boids[33].v.y, boids[33].v.z}, strength = 0;
        for (int i = 0; i < 4; i++) {
            assert_string_equal(forces[i].name, names[i]);
            double turn = atan2(forces[i].force[1], forces[i].force[0]) * 57.29577951308232;
            assert_true(fabs(remainder(turn - forces[i].direction, 360)) < 1e-9);
            assert_true(forces[i].direction >= 0 && forces[i].direction < 360);
            strength += forces[i].length;
            for (int c = 0; c < 3; c++) {
                v[c] = (model == VOL_MODEL_SIGHTED && i == 0 ? 0 : v[c]) + forces[i].force[c];
            }
        }
        assert_int_equal(forces[3].length > 0, model == VOL_MODEL_SIGHTED);
        assert_true(strength > 1e-3);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        vol_test_state(world, 0, boids, COUNT);
        if (model == VOL_MODEL_COUZIN) { /* whoever is too near makes a boid forget all others */
            vol_world_destroy(world);
            continue;
        }
        double wanted = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), most = fmin(1, flock.max_speed / wanted);
        assert_true(fabs(boids[33].v.x - v[0] * most) < 1e-9 * (1 + wanted));
        assert_true(fabs(boids[33].v.y - v[1] * most) < 1e-9 * (1 + wanted));
        assert_true(fabs(boids[33].v.z - v[2] * most) < 1e-9 * (1 + wanted));
        vol_world_destroy(world);
    }
}

/* --- What they are for -------------------------------------------------------------------------------------------- */

/* A flock of few without rules in an open world. */
static vol_world *lone_world(size_t count, double speed) {
    vol_world_def def = vol_default_world_def();
    def.size[0] = def.size[1] = 400;
    def.boundary = VOL_BOUNDARY_OPEN;
    def.threads = 1;
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    flock.count = count;
    flock.start.speed = speed;
    flock.separation.weight = flock.alignment.weight = flock.cohesion.weight = 0;
    vol_test_flock(world, &flock);
    return world;
}

static void boids_arrive_and_rest_at_a_goal(void **state) {
    (void)state;
    static boid boids[COUNT];
    vol_world *world = lone_world(50, 2);
    vol_term_def def = vol_default_term_def(VOL_TERM_ARRIVE);
    def.point[0] = 120;
    def.point[1] = 310;
    must_create(world, &def);
    assert_int_equal(vol_world_step(world, 2000), VOL_OK);
    for (size_t i = 0; i < vol_test_state(world, 0, boids, COUNT); i++) {
        assert_true(hypot(boids[i].p.x - 120, boids[i].p.y - 310) < 0.5);
        assert_true(hypot(boids[i].v.x, boids[i].v.y) < 0.05);
    }
    vol_world_destroy(world);
}

static void wanderers_that_are_contained_stay_inside(void **state) {
    (void)state;
    static boid boids[COUNT];
    vol_world *world = lone_world(50, 2);
    vol_term_def def = vol_default_term_def(VOL_TERM_WANDER);
    must_create(world, &def);
    def = vol_default_term_def(VOL_TERM_CONTAIN);
    def.weight = 4;
    def.time = 30;
    must_create(world, &def);
    for (int round = 0; round < 60; round++) {
        assert_int_equal(vol_world_step(world, 25), VOL_OK);
        for (size_t i = 0; round > 5 && i < vol_test_state(world, 0, boids, COUNT); i++) {
            assert_true(boids[i].p.x > 0 && boids[i].p.x < 400 && boids[i].p.y > 0 && boids[i].p.y < 400);
        }
    }
    vol_world_destroy(world);
}

static void boids_go_round_a_closed_path(void **state) {
    (void)state;
    static boid boids[COUNT];
    double turned[COUNT] = {0}, before[COUNT];
    vol_world *world = lone_world(20, 2);
    vol_term_def def = usable(VOL_TERM_FOLLOW_PATH, 2);
    def.force = 0.2;
    must_create(world, &def);
    assert_int_equal(vol_world_step(world, 300), VOL_OK);
    for (int step = 0; step < 800; step++) {
        vol_test_state(world, 0, boids, COUNT);
        for (size_t i = 0; i < 20; i++) { /* the angle round the middle of the path */
            double angle = atan2(boids[i].p.y - 130, boids[i].p.x - 150);
            turned[i] += step > 0 ? remainder(angle - before[i], 6.283185307179586) : 0;
            before[i] = angle;
            assert_true(boids[i].p.x > 10 && boids[i].p.x < 290 && boids[i].p.y > 10 && boids[i].p.y < 250);
        }
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
    }
    for (size_t i = 0; i < 20; i++) {
        assert_true(turned[i] > 6.2);
    }
    vol_world_destroy(world);
}

static void looking_ahead_boids_do_not_touch_an_obstacle(void **state) {
    (void)state;
    for (int avoid = 0; avoid < 2; avoid++) {
        vol_world *world = lone_world(0, 2);
        vol_obstacle_def rock = vol_default_obstacle_def();
        vol_obstacle number;
        rock.center[0] = rock.center[1] = 200;
        rock.radius = 30;
        rock.strength = 0;
        assert_int_equal(vol_obstacle_create(world, &rock, &number, NULL), VOL_OK);
        vol_term_def def = vol_default_term_def(VOL_TERM_AVOID_OBSTACLES);
        def.time = 40;
        def.weight = avoid;
        must_create(world, &def);
        boid boids[41];
        memset(boids, 0, sizeof boids);
        for (size_t i = 0; i < 41; i++) {
            boids[i].p.x = 20;
            boids[i].p.y = 180 + (double)i;
            boids[i].v.x = 2;
        }
        vol_test_add(world, 0, boids, 41);
        size_t touched = 0;
        for (int step = 0; step < 150; step++) {
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            vol_test_state(world, 0, boids, 41);
            for (size_t i = 0; i < 41; i++) {
                touched += hypot(boids[i].p.x - 200, boids[i].p.y - 200) < 30;
            }
        }
        assert_int_equal(touched > 0, !avoid);
        vol_world_destroy(world);
    }
}

static void those_on_collision_course_pass_each_other(void **state) {
    (void)state;
    for (int avoid = 0; avoid < 2; avoid++) {
        vol_world *world = lone_world(0, 2);
        vol_term_def def = vol_default_term_def(VOL_TERM_AVOID_COLLISION);
        def.time = 40;
        def.weight = avoid;
        must_create(world, &def);
        boid boids[2] = {{{100, 200, 0}, {2, 0, 0}, 0, {0}}, {{300, 200, 0}, {-2, 0, 0}, 180, {0}}};
        vol_test_add(world, 0, boids, 2);
        double least = 1e9;
        for (int step = 0; step < 80; step++) {
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            vol_test_state(world, 0, boids, 2);
            least = fmin(least, hypot(boids[0].p.x - boids[1].p.x, boids[0].p.y - boids[1].p.y));
        }
        assert_int_equal(least > 8, avoid);
        vol_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bits_depend_on_neither_lanes_nor_threads),
        cmocka_unit_test(what_is_off_changes_nothing),
        cmocka_unit_test(wrong_numbers_are_refused_by_name),
        cmocka_unit_test(wrong_defs_are_refused_by_name),
        cmocka_unit_test(terms_can_be_changed_and_taken_away),
        cmocka_unit_test(a_step_with_all_terms_asks_for_no_memory),
        cmocka_unit_test(a_refused_term_leaves_the_world_as_it_was),
        cmocka_unit_test(leaders_are_set_kept_and_lost),
        cmocka_unit_test(the_forces_of_a_leader_add_up_to_its_step),
        cmocka_unit_test(boids_arrive_and_rest_at_a_goal),
        cmocka_unit_test(wanderers_that_are_contained_stay_inside),
        cmocka_unit_test(boids_go_round_a_closed_path),
        cmocka_unit_test(looking_ahead_boids_do_not_touch_an_obstacle),
        cmocka_unit_test(those_on_collision_course_pass_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
