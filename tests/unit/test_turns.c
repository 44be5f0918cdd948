/* Worlds in which boids move one after the other: leaving out boids that are far, and testing many at once, must not
 * change a bit. The reference are boids that see farther than the world is wide, so that none is left out and each is
 * tested alone; and the index `brute`. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { CASES = 260, STEPS = 12 };

/* Two worlds that must stay the same. */
typedef struct pair {
    uint64_t seed;
    vol_world *world[2];
} pair;

static vol_world_def random_world(vol_test_random *r, vol_model model) {
    vol_world_def def = vol_default_world_def();
    def.precision = (vol_precision)vol_test_pick(r, 2);
    def.dimensions = model == VOL_MODEL_SIGHTED ? 2 : 2 + (int)vol_test_pick(r, 2);
    for (int c = 0; c < 3; c++) {
        def.size[c] = vol_test_spread(r, 60, 600);
    }
    def.boundary = (vol_boundary)vol_test_pick(r, VOL_BOUNDARY_COUNT);
    def.margin = def.boundary == VOL_BOUNDARY_TILE ? vol_test_uniform(r, 0, 10) : 0;
    def.images = def.boundary == VOL_BOUNDARY_WRAP && vol_test_chance(r, 0.5);
    def.update = vol_test_chance(r, 0.3) ? VOL_UPDATE_IN_RANDOM_TURN : VOL_UPDATE_IN_TURN;
    def.threads = 1;
    return def;
}

static vol_flock_def random_flock(vol_test_random *r, vol_model model, const vol_world_def *world) {
    vol_flock_def def = vol_lively_flock_def(model);
    double radius = world->size[0] * vol_test_spread(r, 0.02, 0.6);
    def.variant = (vol_variant)vol_test_pick(r, VOL_VARIANT_COUNT);
    def.count = vol_test_chance(r, 0.05) ? 400 + vol_test_pick(r, 500) : vol_test_pick(r, 200);
    def.start.shape = VOL_SHAPE_UNIFORM;
    def.start.speed = vol_test_uniform(r, 0, 5);
    def.start.whole = vol_test_chance(r, 0.3); /* some on the same spot, some exactly at a radius */
    radius = def.start.whole ? 10 * (double)(1 + vol_test_pick(r, 10)) : radius;
    def.max_speed = vol_test_chance(r, 0.2) ? radius : vol_test_spread(r, 0.5, 20);
    def.separation.radius = radius * (vol_test_chance(r, 0.2) ? 1.5 : 0.5);
    def.alignment.radius = radius;
    def.cohesion.radius = vol_test_chance(r, 0.3) ? radius / 2 : radius;
    if (model == VOL_MODEL_SIGHTED || vol_test_chance(r, 0.1)) {
        def.view.angle = vol_test_uniform(r, 30, 300);
        def.view.distance = radius;
    }
    return def;
}

static pair make_pair(uint64_t seed, vol_test_random *r) {
    pair p = {.seed = seed};
    vol_model model = (vol_model)vol_test_pick(r, VOL_MODEL_COUNT);
    vol_world_def world = random_world(r, model);
    vol_flock_def flock = random_flock(r, model, &world);
    p.world[0] = vol_test_world(&world);
    vol_test_flock(p.world[0], &flock);
    if (flock.view.distance == 0) {
        flock.view.distance = 1e9;
    }
    world.index = VOL_INDEX_BRUTE;
    p.world[1] = vol_test_world(&world);
    vol_test_flock(p.world[1], &flock);
    return p;
}

/* A boid is added, one is removed, or all go back to where they were. */
static void disturb(pair *p, vol_test_random *r) {
    size_t count = vol_flock_view(p->world[0], 0).count, what = vol_test_pick(r, 6);
    double size[2] = {vol_world_get_def(p->world[0]).size[0], vol_world_get_def(p->world[0]).size[1]};
    double position[3] = {vol_test_uniform(r, 0, size[0]), vol_test_uniform(r, 0, size[1]), 1}, velocity[3] = {1, 2, 0};
    uint32_t gone = count > 0 ? vol_flock_view(p->world[0], 0).id[vol_test_pick(r, count)] : 0;
    for (int w = 0; w < 2; w++) {
        vol_error error = {0};
        if (what == 0) {
            assert_int_equal(vol_flock_add(p->world[w], 0, 1, position, velocity, NULL, &error), VOL_OK);
        } else if (what == 1 && count > 0) {
            assert_int_equal(vol_flock_remove(p->world[w], 0, 1, &gone, &error), VOL_OK);
        } else if (what == 2) {
            size_t bytes = vol_snapshot_size(p->world[w]);
            void *snapshot = malloc(bytes);
            assert_non_null(snapshot);
            vol_snapshot_write(p->world[w], snapshot);
            assert_int_equal(vol_world_step(p->world[w], 2), VOL_OK);
            assert_int_equal(vol_snapshot_read(p->world[w], snapshot, bytes, &error), VOL_OK);
            free(snapshot);
        }
    }
}

static void check_case(uint64_t seed) {
    vol_test_random r = {seed};
    pair p = make_pair(seed, &r);
    for (int step = 0; step < STEPS; step++) {
        assert_int_equal(vol_world_step(p.world[0], 1), VOL_OK);
        assert_int_equal(vol_world_step(p.world[1], 1), VOL_OK);
        if (vol_world_hash(p.world[0]) != vol_world_hash(p.world[1])) {
            vol_flock_def def = vol_flock_get_def(p.world[0], 0);
            vol_world_def world = vol_world_get_def(p.world[0]);
            fail_msg("case %llu: step %d of %zu boids of %s in %d dimensions, precision %d, boundary %d, differs",
                     (unsigned long long)p.seed, step, def.count, vol_model_name(def.model), world.dimensions,
                     (int)world.precision, (int)world.boundary);
        }
        disturb(&p, &r);
    }
    vol_world_destroy(p.world[0]);
    vol_world_destroy(p.world[1]);
}

static void test_the_far_can_be_left_out_without_changing_a_bit(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < CASES; seed++) {
        check_case(seed);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_far_can_be_left_out_without_changing_a_bit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
