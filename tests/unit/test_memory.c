/* Memory: none is asked for during a step, all of it is given back, and a refusal at any moment leaves a world that is
 * as it was. */
#include "counting.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

static void check_steps(const vol_world_def *given, vol_model model) {
    vol_test_counter c;
    vol_world_def def = *given;
    vol_test_count(&def, &c);
    vol_world *world = vol_test_model_world(&def, model, 300);
    assert_true(c.living > 0);
    c.closed = true;
    assert_int_equal(vol_world_step(world, 8), VOL_OK);
    vol_world_hash(world);
    assert_int_equal(vol_flock_view(world, 0).count, 300);
    assert_true(vol_flock_order(world, 0) != NULL);
    assert_true(vol_flock_slot(world, 0, 7) != VOL_NONE);
    size_t size = vol_snapshot_size(world);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    vol_snapshot_write(world, bytes);
    free(bytes);
    c.closed = false;
    vol_world_destroy(world);
    assert_int_equal(c.living, 0);
    assert_int_equal(c.bytes, 0);
}

static void a_step_asks_for_no_memory_and_all_is_given_back(void **state) {
    (void)state;
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        for (unsigned k = 0; k < 32; k++) {
            vol_world_def def = vol_test_lively_def((vol_model)model, 2 + (int)(k % 2), (vol_precision)(k / 2 % 2));
            def.index = (vol_index)(k / 4 % 3 % VOL_INDEX_COUNT);
            def.update = k / 12 == 2 ? VOL_UPDATE_IN_TURN : VOL_UPDATE_TOGETHER;
            def.index = def.update == VOL_UPDATE_IN_TURN ? VOL_INDEX_BRUTE : def.index;
            def.boundary = k % 5 ? def.boundary : VOL_BOUNDARY_OPEN;
            def.threads = 1 + k % 3;
            if (vol_model_has_dimensions((vol_model)model, def.dimensions)) {
                check_steps(&def, (vol_model)model);
            }
        }
    }
}

/* An open world grows without end and its boids cluster and scatter: still no memory is asked for. */
static void a_world_that_spreads_or_changes_its_radius_asks_for_no_memory_in_a_step(void **state) {
    (void)state;
    vol_test_counter c;
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 3, VOL_PRECISION_SINGLE);
    double center[3] = {100, 80, 90};
    static const char *const radii[] = {"0", "1e-6", "3", "1000", "1e12", "50"};
    def.boundary = VOL_BOUNDARY_OPEN;
    def.index = VOL_INDEX_GRID;
    vol_test_count(&def, &c);
    vol_world *world = vol_test_model_world(&def, VOL_MODEL_STEERING, 200);
    for (size_t k = 0; k < 6; k++) {
        assert_int_equal(vol_world_set(world, "boids.separation.radius", radii[k], NULL), VOL_OK);
        assert_int_equal(vol_world_set(world, "boids.alignment.radius", radii[k], NULL), VOL_OK);
        assert_int_equal(vol_world_set(world, "boids.cohesion.radius", radii[k], NULL), VOL_OK);
        assert_int_equal(vol_world_set(world, "boids.max_speed", k % 2 ? "1e6" : "3", NULL), VOL_OK);
        assert_int_equal(vol_world_scatter(world, center, k % 2 ? 1e3 : -0.5, NULL), VOL_OK);
        c.closed = true;
        assert_int_equal(vol_world_step(world, 20), VOL_OK);
        c.closed = false;
    }
    vol_world_destroy(world);
    assert_int_equal(c.living, 0);
}

static void making_a_world_survives_every_refusal(void **state) {
    (void)state;
    bool done = false;
    for (size_t n = 1; !done; n++) {
        vol_test_counter c;
        vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
        vol_error error = {0};
        vol_world *world = NULL;
        vol_test_count(&def, &c);
        def.threads = 3;
        c.refuse = n;
        vol_result result = vol_world_create(&def, &world, &error);
        if (result == VOL_OK) {
            done = c.requests < n;
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            vol_world_destroy(world);
        } else {
            assert_int_equal(result, VOL_ERROR_MEMORY);
            assert_null(world);
            assert_true(strlen(error.text) > 5);
        }
        assert_int_equal(c.living, 0);
        assert_true(n < 1000);
    }
}

/* What a deed may need: the snapshot of a larger world. */
typedef struct supply {
    unsigned char *snapshot;
    size_t size;
} supply;

typedef vol_result (*deed)(vol_world *world, const supply *s);

static vol_result make_flock(vol_world *world, const supply *s) {
    (void)s;
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_BLEND);
    vol_flock flock = 0;
    def.name = "second";
    def.count = 500;
    vol_result result = vol_flock_create(world, &def, &flock, NULL);
    assert_int_equal(flock == VOL_NONE, result != VOL_OK);
    return result;
}

static vol_result add_many(vol_world *world, const supply *s) {
    (void)s;
    static double p[2 * 1000], v[2 * 1000];
    for (size_t i = 0; i < 2000; i++) {
        p[i] = (double)(i % 37);
    }
    return vol_flock_add(world, 0, 1000, p, v, NULL, NULL);
}

static vol_result reserve_many(vol_world *world, const supply *s) {
    (void)s;
    return vol_flock_reserve(world, 0, 5000, NULL);
}

static vol_result remove_some(vol_world *world, const supply *s) {
    (void)s;
    uint32_t ids[3] = {3, 1, 9};
    return vol_flock_remove(world, 0, 3, ids, NULL);
}

static vol_result read_snapshot(vol_world *world, const supply *s) {
    return vol_snapshot_read(world, s->snapshot, s->size, NULL);
}

static vol_result change_world(vol_world *world, const supply *s) {
    (void)s;
    vol_world_def def = vol_world_get_def(world);
    def.index = VOL_INDEX_GRID;
    def.size[0] = 9000;
    def.size[1] = 7000;
    return vol_world_set_def(world, &def, NULL);
}

static vol_result change_integrator(vol_world *world, const supply *s) {
    (void)s;
    return vol_world_set(world, "world.integrator", "rk4", NULL);
}

static vol_result change_flock(vol_world *world, const supply *s) {
    (void)s;
    return vol_world_set(world, "boids.cohesion.radius", "2", NULL);
}

static vol_result scatter(vol_world *world, const supply *s) {
    (void)s;
    double center[2] = {1, 2};
    return vol_world_scatter(world, center, 0.5, NULL);
}

static vol_world *counted_world(vol_test_counter *c, size_t count) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_DOUBLE);
    vol_test_count(&def, c);
    def.index = VOL_INDEX_BRUTE;
    return vol_test_model_world(&def, VOL_MODEL_STEERING, count);
}

/* The deed with its nth request refused: then the world is as it was, works on, and can do it later. */
static bool survives(deed what, const supply *s, size_t n) {
    vol_test_counter c, control_c;
    vol_world *world = counted_world(&c, 30), *control = counted_world(&control_c, 30);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    assert_int_equal(vol_world_step(control, 2), VOL_OK);
    uint64_t before = vol_world_hash(world);
    c.requests = 0;
    c.refuse = n;
    vol_result result = what(world, s);
    bool refused = c.requests >= n;
    c.refuse = 0;
    if (result != VOL_OK) {
        assert_int_equal(result, VOL_ERROR_MEMORY);
        assert_hash_equal(vol_world_hash(world), before);
        assert_int_equal(vol_world_step(world, 3), VOL_OK);
        assert_int_equal(vol_world_step(control, 3), VOL_OK);
        assert_hash_equal(vol_world_hash(world), vol_world_hash(control));
        assert_int_equal(what(world, s), VOL_OK);
    }
    assert_int_equal(what(control, s), VOL_OK);
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    assert_int_equal(vol_world_step(control, 3), VOL_OK);
    assert_hash_equal(vol_world_hash(world), vol_world_hash(control));
    vol_world_destroy(world);
    vol_world_destroy(control);
    assert_int_equal(c.living, 0);
    assert_int_equal(c.bytes, 0);
    return !refused;
}

static void every_deed_survives_every_refusal(void **state) {
    (void)state;
    static const deed deeds[] = {make_flock,   add_many,          reserve_many, remove_some, read_snapshot,
                                 change_world, change_integrator, change_flock, scatter};
    vol_test_counter c;
    vol_world *big = counted_world(&c, 800);
    supply s = {NULL, vol_snapshot_size(big)};
    s.snapshot = malloc(s.size);
    assert_non_null(s.snapshot);
    vol_snapshot_write(big, s.snapshot);
    vol_world_destroy(big);
    for (size_t k = 0; k < sizeof deeds / sizeof *deeds; k++) {
        size_t n = 1;
        while (!survives(deeds[k], &s, n)) {
            n++;
            assert_true(n < 1000);
        }
    }
    free(s.snapshot);
}

static void what_was_reserved_is_not_asked_for_again(void **state) {
    (void)state;
    vol_test_counter c;
    vol_world *world = counted_world(&c, 30);
    assert_int_equal(vol_flock_reserve(world, 0, 1030, NULL), VOL_OK);
    c.closed = true;
    assert_int_equal(add_many(world, NULL), VOL_OK);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    c.closed = false;
    assert_int_equal(vol_flock_view(world, 0).count, 1030);
    vol_world_destroy(world);
    assert_int_equal(c.living, 0);
}

static void more_boids_than_memory_can_hold_are_refused(void **state) {
    (void)state;
    vol_test_counter c;
    vol_world *world = counted_world(&c, 30);
    uint64_t hash = vol_world_hash(world);
    assert_int_not_equal(vol_flock_reserve(world, 0, SIZE_MAX, NULL), VOL_OK);
    assert_int_not_equal(vol_flock_reserve(world, 0, SIZE_MAX / 8, NULL), VOL_OK);
    assert_hash_equal(vol_world_hash(world), hash);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    vol_world_destroy(world);
    assert_int_equal(c.living, 0);
}

/* Whatever the number of threads, also for boids that are not sorted yet, and with the same bits. */
static void a_boid_of_a_plain_flock_takes_at_most_64_bytes(void **state) {
    (void)state;
    static const uint32_t threads[] = {1, 2, 16, 64};
    const size_t boids = 1100000; /* smaller flocks may have counts of their own, 8 MB at most */
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        vol_test_counter c;
        vol_world_def def = vol_default_world_def();
        def.size[0] = def.size[1] = 30000;
        def.threads = threads[i];
        vol_test_count(&def, &c);
        vol_world *world = vol_test_world(&def);
        const size_t before = c.bytes;
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
        flock.name = "boids";
        flock.count = boids;
        vol_test_flock(world, &flock);
        assert_in_range(c.bytes - before, 1, 64 * boids);
        c.closed = true;
        vol_world_step(world, 2);
        c.closed = false;
        hash = hash ? hash : vol_world_hash(world);
        assert_hash_equal(vol_world_hash(world), hash);
        vol_world_destroy(world);
        assert_int_equal(c.living, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_asks_for_no_memory_and_all_is_given_back),
        cmocka_unit_test(a_world_that_spreads_or_changes_its_radius_asks_for_no_memory_in_a_step),
        cmocka_unit_test(making_a_world_survives_every_refusal),
        cmocka_unit_test(every_deed_survives_every_refusal),
        cmocka_unit_test(what_was_reserved_is_not_asked_for_again),
        cmocka_unit_test(more_boids_than_memory_can_hold_are_refused),
        cmocka_unit_test(a_boid_of_a_plain_flock_takes_at_most_64_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
