/* The same bits: one hash for a scene and seed, whatever the threads, the instruction set or the order in memory. */
#include "support.h"

#include <string.h>

enum { COUNT = 300, STEPS = 4 };

typedef struct place {
    vol_model model;
    int dimensions;
    vol_precision precision;
    vol_index index;
    vol_update update;
    bool images, view;
} place;

/* Calls `each` for every model, dimension, precision and index, images and a narrow view among them. */
static void for_each_place(void (*each)(const place *)) {
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        for (unsigned k = 0; k < 16; k++) {
            place p = {(vol_model)model, 2 + (int)(k % 2),    (vol_precision)(k / 2 % 2),
                       VOL_INDEX_GRID,   VOL_UPDATE_TOGETHER, k / 4 % 2 != 0,
                       k / 8 % 2 != 0};
            if (!vol_model_has_dimensions(p.model, p.dimensions)) {
                continue;
            }
            p.index = p.images && !p.view ? VOL_INDEX_BRUTE : VOL_INDEX_GRID;
            each(&p);
        }
    }
}

static vol_world *make(const place *p, uint64_t seed, uint32_t threads, const char *isa) {
    vol_world_def def = vol_test_lively_def(p->model, p->dimensions, p->precision);
    vol_flock_def flock_def = vol_lively_flock_def(p->model);
    def.boundary = p->images ? VOL_BOUNDARY_WRAP : def.boundary;
    def.images = p->images;
    def.index = p->index;
    def.update = p->update;
    def.seed = seed;
    def.threads = threads;
    def.isa = isa;
    flock_def.count = COUNT;
    flock_def.start.speed = flock_def.max_speed / 2;
    flock_def.view.angle = p->view ? 120 : flock_def.view.angle;
    vol_world *world = vol_test_world(&def);
    vol_test_flock(world, &flock_def);
    return world;
}

static uint64_t hash_after(const place *p, uint64_t seed, uint32_t threads, const char *isa) {
    vol_world *world = make(p, seed, threads, isa);
    assert_int_equal(vol_world_step(world, STEPS), VOL_OK);
    assert_int_equal(vol_world_steps(world), STEPS);
    uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    return hash;
}

static void expect_hash(const place *p, uint64_t expected, uint64_t found, const char *what) {
    if (expected != found) {
        fail_msg("%s, %d dimensions, precision %d, index %d, images %d, view %d: other bits with %s",
                 vol_model_name(p->model), p->dimensions, (int)p->precision, (int)p->index, (int)p->images,
                 (int)p->view, what);
    }
}

static void check_seeds(const place *p) {
    uint64_t hash = hash_after(p, 1, 1, NULL);
    expect_hash(p, hash, hash_after(p, 1, 1, NULL), "the same seed again");
    assert_true(hash != hash_after(p, 2, 1, NULL));
}

static void a_seed_gives_one_result_and_another_seed_another(void **state) {
    (void)state;
    for_each_place(check_seeds);
}

static void check_threads(const place *p) {
    static const uint32_t threads[] = {2, 3, 8};
    uint64_t hash = hash_after(p, 5, 1, NULL);
    for (size_t k = 0; k < 3; k++) {
        expect_hash(p, hash, hash_after(p, 5, threads[k], NULL), "more threads");
    }
}

static void the_number_of_threads_does_not_matter(void **state) {
    (void)state;
    for_each_place(check_threads);
}

static void check_isas(const place *p) {
    uint64_t hash = hash_after(p, 6, 1, vol_isa_name(0));
    for (size_t k = 1; vol_isa_name(k); k++) {
        expect_hash(p, hash, hash_after(p, 6, 1, vol_isa_name(k)), vol_isa_name(k));
    }
}

static void the_instruction_set_does_not_matter(void **state) {
    (void)state;
    assert_non_null(vol_isa_name(0));
    for_each_place(check_isas);
}

static void the_instruction_set_does_not_matter_in_turn(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4 * VOL_MODEL_COUNT; k++) {
        place p = {(vol_model)(k / 4),
                   2 + (int)(k % 2),
                   (vol_precision)(k / 2 % 2),
                   VOL_INDEX_BRUTE,
                   VOL_UPDATE_IN_TURN,
                   false,
                   false};
        if (vol_model_has_dimensions(p.model, p.dimensions)) {
            check_isas(&p);
        }
    }
}

static void a_world_uses_the_instruction_set_and_threads_it_was_asked_for(void **state) {
    (void)state;
    place p = {VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE, VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, false, false};
    for (size_t k = 0; vol_isa_name(k); k++) {
        vol_world *world = make(&p, 1, 3, vol_isa_name(k));
        assert_string_equal(vol_world_isa(world), vol_isa_name(k));
        assert_int_equal(vol_world_workers(world), 3);
        vol_world_destroy(world);
    }
}

/* A world that has been sorted and one that has not lie differently in memory, but are one state. */
static void check_order(const place *p) {
    static vol_oracle_boid boids[COUNT];
    vol_world *sorted = make(p, 9, 1, NULL);
    assert_int_equal(vol_world_step(sorted, STEPS), VOL_OK);
    assert_int_equal(vol_test_state(sorted, 0, boids, COUNT), COUNT);
    vol_world_def def = vol_world_get_def(sorted);
    vol_flock_def flock_def = vol_flock_get_def(sorted, 0);
    flock_def.count = 0;
    flock_def.start.shape = VOL_SHAPE_GIVEN;
    vol_world *fresh = vol_test_world(&def);
    vol_test_flock(fresh, &flock_def);
    vol_test_add(fresh, 0, boids, COUNT);
    expect_hash(p, vol_world_hash(sorted), vol_world_hash(fresh), "another order in memory");
    vol_world_destroy(fresh);
    vol_world_destroy(sorted);
}

static void the_order_in_memory_does_not_matter_to_the_hash(void **state) {
    (void)state;
    for_each_place(check_order);
}

static void the_hash_sees_every_coordinate_and_id(void **state) {
    (void)state;
    static const double one[6] = {10, 20, 30, 1, 2, 3};
    uint64_t seen[7];
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 3, VOL_PRECISION_DOUBLE);
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    flock_def.count = 0;
    for (int change = 0; change < 7; change++) {
        double p[6];
        memcpy(p, one, sizeof p);
        p[change % 6] += change < 6 ? 0x1p-40 : 0;
        vol_world *world = vol_test_world(&def);
        vol_test_flock(world, &flock_def);
        assert_int_equal(vol_flock_add(world, 0, 1, p, p + 3, NULL, NULL), VOL_OK);
        seen[change] = vol_world_hash(world);
        if (change == 6) { /* the same boid under another id */
            uint32_t id = 0;
            assert_int_equal(vol_flock_add(world, 0, 1, p, p + 3, NULL, NULL), VOL_OK);
            assert_int_equal(vol_flock_remove(world, 0, 1, &id, NULL), VOL_OK);
            assert_true(vol_world_hash(world) != seen[change]);
        }
        vol_world_destroy(world);
        for (int before = 0; before < change; before++) {
            assert_true(seen[before] != seen[change]);
        }
    }
}

static void check_add_and_remove(const place *p) {
    vol_world *plain = make(p, 21, 1, NULL), *visited = make(p, 21, 1, NULL);
    assert_int_equal(vol_world_step(plain, 3), VOL_OK);
    assert_int_equal(vol_world_step(visited, 3), VOL_OK);
    double at[9] = {5, 6, 7, 50, 60, 70, 100, 100, 100}, v[9] = {0};
    uint32_t first = 0, ids[3];
    assert_int_equal(vol_flock_add(visited, 0, 3, at, v, &first, NULL), VOL_OK);
    assert_int_equal(first, COUNT);
    assert_true(vol_world_hash(visited) != vol_world_hash(plain));
    for (uint32_t k = 0; k < 3; k++) {
        ids[k] = first + 2 - k;
    }
    assert_int_equal(vol_flock_remove(visited, 0, 3, ids, NULL), VOL_OK);
    expect_hash(p, vol_world_hash(plain), vol_world_hash(visited), "boids added and removed again");
    assert_int_equal(vol_world_step(plain, STEPS), VOL_OK);
    assert_int_equal(vol_world_step(visited, STEPS), VOL_OK);
    expect_hash(p, vol_world_hash(plain), vol_world_hash(visited), "a past visit");
    vol_world_destroy(visited);
    vol_world_destroy(plain);
}

static void boids_added_and_removed_leave_no_trace(void **state) {
    (void)state;
    for_each_place(check_add_and_remove);
}

static void check_one_step_at_a_time(const place *p) {
    vol_world *world = make(p, 5, 2, NULL);
    for (int k = 0; k < STEPS; k++) {
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        vol_world_hash(world);
        vol_flock_order(world, 0);
    }
    expect_hash(p, hash_after(p, 5, 1, NULL), vol_world_hash(world), "single steps");
    vol_world_destroy(world);
}

static void stepping_one_by_one_or_at_once_does_not_matter(void **state) {
    (void)state;
    for_each_place(check_one_step_at_a_time);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_gives_one_result_and_another_seed_another),
        cmocka_unit_test(the_number_of_threads_does_not_matter),
        cmocka_unit_test(the_instruction_set_does_not_matter),
        cmocka_unit_test(the_instruction_set_does_not_matter_in_turn),
        cmocka_unit_test(a_world_uses_the_instruction_set_and_threads_it_was_asked_for),
        cmocka_unit_test(the_order_in_memory_does_not_matter_to_the_hash),
        cmocka_unit_test(the_hash_sees_every_coordinate_and_id),
        cmocka_unit_test(boids_added_and_removed_leave_no_trace),
        cmocka_unit_test(stepping_one_by_one_or_at_once_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
