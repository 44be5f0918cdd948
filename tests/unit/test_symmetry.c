/* What must not matter does not: mirroring, turning, moving and relabelling a flock give the transformed result, in the
 * models whose formulas have that symmetry; and what must be conserved is. */
#include "support.h"

#include <math.h>
#include <string.h>

enum { COUNT = 120, STEPS = 8 };

typedef vol_oracle_vec vec;
typedef vol_oracle_boid boid;

typedef struct setting {
    vol_world_def world;
    vol_flock_def flock;
    boid boids[COUNT];
} setting;

/* How a symmetry acts on positions and on velocities, given the world before. */
typedef struct symmetry {
    vec (*position)(vec p, const double *size);
    vec (*velocity)(vec v);
    int axes[3]; /* axis k of the world after is this axis before */
} symmetry;

static const double shift[3] = {0.4375, 0.28125, 0.640625};

static vec mirror_x(vec p, const double *size) {
    return (vec){size[0] - p.x, p.y, p.z};
}

static vec mirror_x_velocity(vec v) {
    return (vec){-v.x, v.y, v.z};
}

static vec mirror_y(vec p, const double *size) {
    return (vec){p.x, size[1] - p.y, p.z};
}

static vec mirror_y_velocity(vec v) {
    return (vec){v.x, -v.y, v.z};
}

static vec quarter_turn(vec p, const double *size) {
    return (vec){size[1] - p.y, p.x, p.z};
}

static vec quarter_turn_velocity(vec v) {
    return (vec){-v.y, v.x, v.z};
}

static vec swap_axes(vec p, const double *size) {
    (void)size;
    return (vec){p.y, p.x, p.z};
}

static vec swap_axes_velocity(vec v) {
    return (vec){v.y, v.x, v.z};
}

static vec cycle_axes(vec p, const double *size) {
    (void)size;
    return (vec){p.z, p.x, p.y};
}

static vec cycle_axes_velocity(vec v) {
    return (vec){v.z, v.x, v.y};
}

static vec translate(vec p, const double *size) {
    return (vec){p.x + shift[0] * size[0], p.y + shift[1] * size[1], p.z + shift[2] * size[2]};
}

static vec unchanged(vec v) {
    return v;
}

static const symmetry mirrored_x = {mirror_x, mirror_x_velocity, {0, 1, 2}};
static const symmetry mirrored_y = {mirror_y, mirror_y_velocity, {0, 1, 2}};
static const symmetry turned = {quarter_turn, quarter_turn_velocity, {1, 0, 2}};
static const symmetry swapped = {swap_axes, swap_axes_velocity, {1, 0, 2}};
static const symmetry cycled = {cycle_axes, cycle_axes_velocity, {2, 0, 1}};
static const symmetry translated = {translate, unchanged, {0, 1, 2}};

/* A dense flock with all rules at work. */
static void prepare(setting *s, vol_model model, vol_variant variant, int dimensions, vol_boundary boundary,
                    vol_index index, uint64_t seed) {
    vol_test_random r = {seed};
    s->world = vol_test_lively_def(model, dimensions, VOL_PRECISION_DOUBLE);
    s->world.boundary = boundary;
    s->world.index = index;
    s->flock = vol_lively_flock_def(model);
    s->flock.variant = variant;
    s->flock.noise.strength = 0; /* chance depends on the number of a boid and turns it by its left */
    s->flock.count = 0;
    s->flock.start.shape = VOL_SHAPE_GIVEN;
    for (size_t i = 0; i < COUNT; i++) {
        boid *b = &s->boids[i];
        double most = s->flock.max_speed;
        b->p.x = vol_test_uniform(&r, 0, s->world.size[0]);
        b->p.y = vol_test_uniform(&r, 0, s->world.size[1]);
        b->p.z = dimensions == 3 ? vol_test_uniform(&r, 0, s->world.size[2]) : 0;
        b->v.x = vol_test_uniform(&r, -most, most) / 2;
        b->v.y = vol_test_uniform(&r, -most, most) / 2;
        b->v.z = dimensions == 3 ? vol_test_uniform(&r, -most, most) / 2 : 0;
    }
}

static void run(const setting *s, boid *result, uint64_t steps) {
    vol_world *world = vol_test_world(&s->world);
    vol_test_flock(world, &s->flock);
    vol_test_add(world, 0, s->boids, COUNT);
    assert_int_equal(vol_world_step(world, steps), VOL_OK);
    assert_int_equal(vol_test_state(world, 0, result, COUNT), COUNT);
    vol_world_destroy(world);
}

static void transform(const symmetry *how, const double *size, const boid *from, boid *to) {
    for (size_t i = 0; i < COUNT; i++) {
        to[i] = from[i];
        to[i].p = how->position(from[i].p, size);
        to[i].v = how->velocity(from[i].v);
    }
}

static double distance(const vol_world_def *w, vec a, vec b) {
    double d[3] = {fabs(a.x - b.x), fabs(a.y - b.y), fabs(a.z - b.z)}, sum = 0;
    for (int k = 0; k < w->dimensions; k++) {
        if (w->boundary == VOL_BOUNDARY_WRAP) {
            d[k] = fmin(fmod(d[k], w->size[k]), w->size[k] - fmod(d[k], w->size[k]));
        }
        sum += d[k];
    }
    return sum;
}

/* The largest difference between the transformed result and the result of the transformed start. */
static double broken_by(const setting *s, const symmetry *how) {
    static boid plain[COUNT], after[COUNT], expected[COUNT];
    static setting other;
    other = *s;
    for (int k = 0; k < s->world.dimensions; k++) {
        other.world.size[k] = s->world.size[how->axes[k]];
    }
    transform(how, s->world.size, s->boids, other.boids);
    run(s, plain, STEPS);
    run(&other, after, STEPS);
    transform(how, s->world.size, plain, expected);
    double worst = 0;
    for (size_t i = 0; i < COUNT; i++) {
        double off = distance(&other.world, after[i].p, expected[i].p) + fabs(after[i].v.x - expected[i].v.x) +
                     fabs(after[i].v.y - expected[i].v.y) + fabs(after[i].v.z - expected[i].v.z);
        worst = off <= worst ? worst : off;
    }
    return worst;
}

static void must_hold(const setting *s, const symmetry *how, const char *what) {
    double broken = broken_by(s, how);
    if (!(broken < 1e-7)) {
        fail_msg("%s: %s, variant %d, %d dimensions, boundary %d, index %d: %g apart", what,
                 vol_model_name(s->flock.model), (int)s->flock.variant, s->world.dimensions, (int)s->world.boundary,
                 (int)s->world.index, broken);
    }
}

/* Do the formulas use differences of positions only? Those of two published programs do not. */
static bool is_relative(vol_model model, vol_variant variant) {
    return (model != VOL_MODEL_CAPPED && model != VOL_MODEL_SIGHTED) || variant == VOL_VARIANT_AS_INTENDED;
}

typedef void (*check)(setting *s);

static void for_each_setting(check each, const vol_boundary *boundaries, size_t boundary_count) {
    static setting s;
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        for (int k = 0; k < 8; k++) {
            int dimensions = 2 + k % 2, variant = k / 2 % 2, index = k / 4 % 2 ? VOL_INDEX_GRID : VOL_INDEX_BRUTE;
            for (size_t b = 0; b < boundary_count && vol_model_has_dimensions((vol_model)model, dimensions); b++) {
                prepare(&s, (vol_model)model, (vol_variant)variant, dimensions, boundaries[b], (vol_index)index, 7);
                each(&s);
            }
        }
    }
}

static void check_mirror_and_turn(setting *s) {
    if (is_relative(s->flock.model, s->flock.variant)) {
        must_hold(s, &mirrored_x, "mirrored left to right");
        must_hold(s, &mirrored_y, "mirrored top to bottom");
        must_hold(s, &turned, "a quarter turn");
    }
    if (s->flock.model != VOL_MODEL_SIGHTED || s->flock.variant == VOL_VARIANT_AS_INTENDED) {
        must_hold(s, &swapped, "x and y swapped");
    }
    if (s->world.dimensions == 3) {
        must_hold(s, &cycled, "axes turned round");
    }
}

static void mirrored_and_turned_flocks_do_the_mirrored_and_turned_thing(void **state) {
    (void)state;
    static const vol_boundary all[] = {VOL_BOUNDARY_WRAP,  VOL_BOUNDARY_JUMP,   VOL_BOUNDARY_TILE,
                                       VOL_BOUNDARY_CLAMP, VOL_BOUNDARY_BOUNCE, VOL_BOUNDARY_OPEN};
    for_each_setting(check_mirror_and_turn, all, sizeof all / sizeof *all);
}

static void check_translation(setting *s) {
    s->world.images = s->world.boundary == VOL_BOUNDARY_WRAP;
    s->flock.goal.pull = 0; /* the goal stays where it is */
    if (is_relative(s->flock.model, s->flock.variant)) {
        must_hold(s, &translated, "translated");
    } else if (!(broken_by(s, &translated) > 1e-3)) {
        fail_msg("%s as written measures from the origin, but translating it makes no difference",
                 vol_model_name(s->flock.model));
    }
}

static void translated_flocks_do_the_translated_thing_without_edges(void **state) {
    (void)state;
    static const vol_boundary edgeless[] = {VOL_BOUNDARY_WRAP, VOL_BOUNDARY_OPEN};
    for_each_setting(check_translation, edgeless, 2);
}

static void check_box_vector(setting *s) {
    static setting other;
    static boid near[COUNT], far[COUNT];
    s->world.images = true;
    other = *s;
    for (size_t i = 0; i < COUNT; i++) {
        other.boids[i].p.x += (double)(i % 3) * s->world.size[0];
        other.boids[i].p.y -= (double)(i % 2) * s->world.size[1];
    }
    run(s, near, STEPS);
    run(&other, far, STEPS);
    for (size_t i = 0; i < COUNT; i++) {
        assert_true(distance(&s->world, near[i].p, far[i].p) < 1e-7);
    }
}

static void boids_a_box_away_are_where_they_were_in_a_world_with_images(void **state) {
    (void)state;
    static const vol_boundary wrap[] = {VOL_BOUNDARY_WRAP};
    static setting s;
    for (int index = VOL_INDEX_BRUTE; index <= VOL_INDEX_GRID; index++) {
        prepare(&s, VOL_MODEL_STEERING, VOL_VARIANT_AS_WRITTEN, 2, wrap[0], (vol_index)index, 3);
        check_box_vector(&s);
        prepare(&s, VOL_MODEL_BLEND, VOL_VARIANT_AS_WRITTEN, 3, wrap[0], (vol_index)index, 3);
        check_box_vector(&s);
    }
}

static void boids_outside_are_where_they_were_when_images_are_turned_on(void **state) {
    (void)state;
    static setting s;
    static boid inside[COUNT], outside[COUNT];
    prepare(&s, VOL_MODEL_STEERING, VOL_VARIANT_AS_WRITTEN, 3, VOL_BOUNDARY_WRAP, VOL_INDEX_GRID, 5);
    s.world.images = true;
    run(&s, inside, STEPS);
    for (size_t i = 0; i < COUNT; i++) {
        s.boids[i].p.x -= (double)(i % 4) * s.world.size[0];
        s.boids[i].p.z += (double)(i % 3) * s.world.size[2];
    }
    s.world.images = false;
    vol_world *world = vol_test_world(&s.world);
    vol_test_flock(world, &s.flock);
    vol_test_add(world, 0, s.boids, COUNT);
    assert_int_equal(vol_world_set(world, "world.images", "true", NULL), VOL_OK);
    assert_int_equal(vol_world_step(world, STEPS), VOL_OK);
    vol_test_state(world, 0, outside, COUNT);
    vol_world_destroy(world);
    for (size_t i = 0; i < COUNT; i++) {
        assert_true(distance(&s.world, inside[i].p, outside[i].p) < 1e-7);
    }
}

static void check_relabelling(setting *s) {
    static setting other;
    static boid plain[COUNT], reversed[COUNT];
    other = *s;
    for (size_t i = 0; i < COUNT; i++) {
        other.boids[i] = s->boids[COUNT - 1 - i];
    }
    run(s, plain, STEPS);
    run(&other, reversed, STEPS);
    for (size_t i = 0; i < COUNT; i++) {
        assert_true(distance(&s->world, plain[i].p, reversed[COUNT - 1 - i].p) < 1e-7);
    }
}

static void relabelled_flocks_do_the_same(void **state) {
    (void)state;
    static const vol_boundary some[] = {VOL_BOUNDARY_WRAP, VOL_BOUNDARY_CLAMP};
    for_each_setting(check_relabelling, some, 2);
}

static vec total_velocity(const boid *boids) {
    vec sum = {0, 0, 0};
    for (size_t i = 0; i < COUNT; i++) {
        sum = (vec){sum.x + boids[i].v.x, sum.y + boids[i].v.y, sum.z + boids[i].v.z};
    }
    return sum;
}

static void must_conserve_velocity(const setting *s, const char *what) {
    static boid after[COUNT];
    run(s, after, STEPS);
    vec before = total_velocity(s->boids), now = total_velocity(after);
    double off = fabs(now.x - before.x) + fabs(now.y - before.y) + fabs(now.z - before.z), moved = 0;
    for (size_t i = 0; i < COUNT; i++) {
        moved += fabs(after[i].v.x - s->boids[i].v.x);
    }
    assert_true(moved > 1); /* something did happen */
    if (!(off < 1e-7 * moved)) {
        fail_msg("%s, index %d: the sum of the velocities changed by %g", what, (int)s->world.index, off);
    }
}

/* Push and counter-push are equal where neighbourhood is mutual and no limit is reached. */
static void separation_conserves_the_total_velocity(void **state) {
    (void)state;
    static setting s;
    for (int k = 0; k < 8; k++) {
        int dimensions = 2 + k % 2, index = k / 2 % 2 ? VOL_INDEX_GRID : VOL_INDEX_BRUTE;
        vol_boundary boundary = k / 4 % 2 ? VOL_BOUNDARY_WRAP : VOL_BOUNDARY_OPEN;
        prepare(&s, VOL_MODEL_BLEND, VOL_VARIANT_AS_WRITTEN, dimensions, boundary, (vol_index)index, 11);
        s.world.images = boundary == VOL_BOUNDARY_WRAP;
        s.flock.max_speed = 1e6;
        s.flock.alignment.weight = s.flock.cohesion.weight = 0;
        must_conserve_velocity(&s, "blend, separation alone");
        prepare(&s, VOL_MODEL_CAPPED, VOL_VARIANT_AS_INTENDED, dimensions, boundary, (vol_index)index, 11);
        s.world.images = boundary == VOL_BOUNDARY_WRAP;
        s.flock.max_speed = s.flock.max_rule = 1e6;
        s.flock.alignment.radius = s.flock.cohesion.radius = 0;
        must_conserve_velocity(&s, "capped, separation alone");
    }
}

/* When every boid sees every other, means are taken over the same boids and their pulls cancel. */
static void rules_of_blend_conserve_the_total_velocity_when_all_see_all(void **state) {
    (void)state;
    static setting s;
    for (int index = VOL_INDEX_BRUTE; index <= VOL_INDEX_GRID; index++) {
        prepare(&s, VOL_MODEL_BLEND, VOL_VARIANT_AS_WRITTEN, 2, VOL_BOUNDARY_OPEN, (vol_index)index, 13);
        s.flock.max_speed = 1e6;
        s.flock.separation.radius = s.flock.alignment.radius = s.flock.cohesion.radius = 1e5;
        must_conserve_velocity(&s, "blend, all see all");
    }
}

static void run_lone_boid(vol_model model, int dimensions, vol_precision precision, boid *b, uint64_t steps) {
    vol_world_def def = vol_test_lively_def(model, dimensions, precision);
    vol_flock_def flock_def = vol_lively_flock_def(model);
    flock_def.count = 0;
    def.boundary = VOL_BOUNDARY_OPEN;
    vol_world *world = vol_test_world(&def);
    vol_test_flock(world, &flock_def);
    vol_test_add(world, 0, b, 1);
    assert_int_equal(vol_world_step(world, steps), VOL_OK);
    assert_int_equal(vol_test_state(world, 0, b, 1), 1);
    vol_world_destroy(world);
}

static void a_lone_boid_flies_straight_on(void **state) {
    (void)state;
    static const vol_model straight[] = {VOL_MODEL_NUDGE, VOL_MODEL_BLEND, VOL_MODEL_STEERING};
    for (size_t k = 0; k < 12; k++) {
        boid b = {{10, 20, 30}, {0.5, -0.25, 0.125}, 0, {0}};
        int dimensions = 2 + (int)(k / 3 % 2);
        run_lone_boid(straight[k % 3], dimensions, (vol_precision)(k / 6), &b, 16);
        assert_number_equal(b.v.x, 0.5);
        assert_number_equal(b.v.y, -0.25);
        assert_number_equal(b.p.x, 18);
        assert_number_equal(b.p.y, 16);
        if (dimensions == 3) {
            assert_number_equal(b.v.z, 0.125);
            assert_number_equal(b.p.z, 32);
        }
    }
}

/* It is among its own neighbours there, so it follows itself: 0.03 more a step up to the limit. */
static void a_lone_capped_boid_gains_speed_up_to_the_limit(void **state) {
    (void)state;
    boid b = {{10, 20, 0}, {0.6, 0.8, 0}, 0, {0}};
    run_lone_boid(VOL_MODEL_CAPPED, 2, VOL_PRECISION_DOUBLE, &b, 20);
    assert_true(fabs(b.v.x - 0.6 * 1.6) < 1e-12 && fabs(b.v.y - 0.8 * 1.6) < 1e-12);
    run_lone_boid(VOL_MODEL_CAPPED, 2, VOL_PRECISION_DOUBLE, &b, 20);
    assert_true(fabs(b.v.x - 1.2) < 1e-12 && fabs(b.v.y - 1.6) < 1e-12);
}

static void a_lone_sighted_boid_stops(void **state) {
    (void)state;
    boid b = {{10, 20, 0}, {3, 4, 0}, 0, {0}};
    run_lone_boid(VOL_MODEL_SIGHTED, 2, VOL_PRECISION_DOUBLE, &b, 1);
    assert_number_equal(b.v.x, 0);
    assert_number_equal(b.v.y, 0);
    assert_number_equal(b.p.x, 10);
    assert_number_equal(b.p.y, 20);
}

static void check_limits(setting *s) {
    static boid after[COUNT];
    const double *size = s->world.size;
    run(s, after, 50);
    for (size_t i = 0; i < COUNT; i++) {
        const boid *b = &after[i];
        double speed = sqrt(b->v.x * b->v.x + b->v.y * b->v.y + b->v.z * b->v.z);
        assert_true(speed <= s->flock.max_speed * (1 + 1e-14));
        assert_true(b->p.x >= 0 && b->p.x <= size[0] && b->p.y >= 0 && b->p.y <= size[1]);
        if (s->world.dimensions == 3) {
            assert_true(b->p.z >= 0 && b->p.z <= size[2]);
        }
    }
}

static void no_boid_is_faster_than_allowed_or_outside_the_edges(void **state) {
    (void)state;
    static const vol_boundary closed[] = {VOL_BOUNDARY_WRAP, VOL_BOUNDARY_JUMP, VOL_BOUNDARY_CLAMP,
                                          VOL_BOUNDARY_BOUNCE};
    for_each_setting(check_limits, closed, 4);
}

/* Two flocks in one world do not react to each other. */
static void flocks_do_not_mind_each_other(void **state) {
    (void)state;
    static setting s;
    static boid alone[COUNT], beside[COUNT];
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        prepare(&s, (vol_model)model, VOL_VARIANT_AS_WRITTEN, 2, VOL_BOUNDARY_WRAP, VOL_INDEX_GRID, 17);
        run(&s, alone, STEPS);
        vol_world *world = vol_test_world(&s.world);
        vol_flock_def other = vol_default_flock_def(VOL_MODEL_STEERING);
        other.name = "others";
        vol_test_flock(world, &other);
        vol_flock mine = vol_test_flock(world, &s.flock);
        vol_test_add(world, mine, s.boids, COUNT);
        assert_int_equal(vol_world_step(world, STEPS), VOL_OK);
        vol_test_state(world, mine, beside, COUNT);
        vol_world_destroy(world);
        for (size_t i = 0; i < COUNT; i++) {
            assert_memory_equal(&alone[i].p, &beside[i].p, sizeof alone[i].p);
            assert_memory_equal(&alone[i].v, &beside[i].v, sizeof alone[i].v);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mirrored_and_turned_flocks_do_the_mirrored_and_turned_thing),
        cmocka_unit_test(translated_flocks_do_the_translated_thing_without_edges),
        cmocka_unit_test(boids_a_box_away_are_where_they_were_in_a_world_with_images),
        cmocka_unit_test(boids_outside_are_where_they_were_when_images_are_turned_on),
        cmocka_unit_test(relabelled_flocks_do_the_same),
        cmocka_unit_test(separation_conserves_the_total_velocity),
        cmocka_unit_test(rules_of_blend_conserve_the_total_velocity_when_all_see_all),
        cmocka_unit_test(a_lone_boid_flies_straight_on),
        cmocka_unit_test(a_lone_capped_boid_gains_speed_up_to_the_limit),
        cmocka_unit_test(a_lone_sighted_boid_stops),
        cmocka_unit_test(no_boid_is_faster_than_allowed_or_outside_the_edges),
        cmocka_unit_test(flocks_do_not_mind_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
