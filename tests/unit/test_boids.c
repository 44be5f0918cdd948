/* Boids through the public API: adding, removing, finding, scattering; starts; and places where arithmetic is
 * delicate. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 400 };

static vol_world *world_of(vol_model model, int dimensions, vol_precision precision, size_t count) {
    vol_world_def def = vol_test_lively_def(model, dimensions, precision);
    return vol_test_model_world(&def, model, count);
}

static void expect_finite(vol_world *world, const char *what) {
    static vol_oracle_boid boids[MOST];
    size_t count = vol_test_state(world, 0, boids, MOST);
    for (size_t i = 0; i < count; i++) {
        const vol_oracle_boid *b = &boids[i];
        if (!isfinite(b->p.x + b->p.y + b->p.z + b->v.x + b->v.y + b->v.z)) {
            fail_msg("%s: boid %zu is at %g %g %g with %g %g %g", what, i, b->p.x, b->p.y, b->p.z, b->v.x, b->v.y,
                     b->v.z);
        }
    }
}

static void ids_count_up_and_are_never_given_again(void **state) {
    (void)state;
    vol_world *world = world_of(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE, 10);
    double p[8] = {1, 1, 2, 2, 3, 3, 4, 4}, v[8] = {0};
    uint32_t first = 0, last = 13;
    assert_int_equal(vol_flock_add(world, 0, 4, p, v, &first, NULL), VOL_OK);
    assert_int_equal(first, 10);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    assert_int_equal(vol_flock_remove(world, 0, 1, &last, NULL), VOL_OK);
    assert_int_equal(vol_flock_add(world, 0, 1, p, v, &first, NULL), VOL_OK);
    assert_int_equal(first, 14);
    assert_int_equal(vol_flock_slot(world, 0, 13), VOL_NONE);
    assert_int_equal(vol_flock_get_def(world, 0).count, 14);
    assert_int_equal(vol_flock_add(world, 0, 0, NULL, NULL, NULL, NULL), VOL_OK);
    assert_int_equal(vol_flock_get_def(world, 0).count, 14);
    vol_world_destroy(world);
}

static void removing_takes_all_or_none(void **state) {
    (void)state;
    vol_world *world = world_of(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE, 10);
    uint32_t some[3] = {7, 0, 3}, unknown[3] = {1, 99, 2}, gone[2] = {1, 7}, twice[2] = {5, 5};
    vol_error error = {0};
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    assert_int_equal(vol_flock_remove(world, 0, 3, some, NULL), VOL_OK);
    uint64_t hash = vol_world_hash(world);
    assert_int_not_equal(vol_flock_remove(world, 0, 3, unknown, &error), VOL_OK);
    assert_non_null(strstr(error.text, "99"));
    assert_int_not_equal(vol_flock_remove(world, 0, 2, gone, &error), VOL_OK);
    assert_non_null(strstr(error.text, "7"));
    assert_int_not_equal(vol_flock_remove(world, 0, 2, twice, &error), VOL_OK);
    assert_int_equal(vol_flock_get_def(world, 0).count, 7);
    assert_hash_equal(vol_world_hash(world), hash);
    for (uint32_t id = 0; id < 10; id++) {
        bool away = id == 7 || id == 0 || id == 3;
        assert_int_equal(vol_flock_slot(world, 0, id) == VOL_NONE, away);
    }
    vol_world_destroy(world);
}

/* A world whose boids carry their ids, after a few steps; `given` ids are given and taken back before. */
static vol_world *marked_world(vol_index index, uint64_t steps, uint32_t given) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    def.index = index;
    vol_world *world = vol_test_world(&def);
    flock.name = "birds";
    flock.count = 300;
    flock.user_bytes = sizeof(uint32_t);
    vol_test_flock(world, &flock);
    for (uint32_t id = 300; id < 300 + given; id++) {
        double p[2] = {1, 1}, v[2] = {0};
        assert_int_equal(vol_flock_add(world, 0, 1, p, v, NULL, NULL), VOL_OK);
        assert_int_equal(vol_flock_remove(world, 0, 1, &id, NULL), VOL_OK);
    }
    const vol_view view = vol_flock_view(world, 0);
    for (uint32_t slot = 0; slot < view.count; slot++) {
        memcpy((char *)view.user + slot * sizeof(uint32_t), &view.id[slot], sizeof(uint32_t));
    }
    assert_int_equal(vol_world_step(world, steps), VOL_OK);
    return world;
}

/* The ids that are left, in order, each with its own bytes and in the slot that is said to be its own. */
static void expect_left(vol_world *world, const bool gone[300]) {
    const uint32_t *order = vol_flock_order(world, 0);
    const vol_view view = vol_flock_view(world, 0);
    uint32_t at = 0, carried;
    for (uint32_t id = 0; id < 300; id++) {
        assert_int_equal(vol_flock_slot(world, 0, id) == VOL_NONE, gone[id]);
        if (!gone[id]) {
            assert_true(at < view.count);
            assert_int_equal(view.id[order[at]], id);
            memcpy(&carried, (char *)view.user + order[at] * sizeof carried, sizeof carried);
            assert_int_equal(carried, id);
            at++;
        }
    }
    assert_int_equal(at, view.count);
}

/* The same by one call, by one for each boid, and in a world that got the rest as a snapshot. */
static void compare_removing(vol_index index, uint64_t steps, uint32_t given, uint32_t count) {
    static unsigned char bytes[40000];
    uint32_t ids[300];
    bool gone[300] = {false};
    vol_world *once = marked_world(index, steps, given), *singly = marked_world(index, steps, given);
    for (uint32_t i = 0; i < count; i++) {
        ids[i] = (i * 77 + 299) % 300;
        gone[ids[i]] = true;
    }
    assert_int_equal(vol_flock_remove(once, 0, count, ids, NULL), VOL_OK);
    for (uint32_t i = count; i-- > 0;) {
        if (i % 3 == 0) {
            vol_flock_order(singly, 0); /* known, it is kept; unknown, made */
        }
        assert_int_equal(vol_flock_remove(singly, 0, 1, &ids[i], NULL), VOL_OK);
    }
    expect_left(once, gone);
    expect_left(singly, gone);
    assert_hash_equal(vol_world_hash(once), vol_world_hash(singly));
    vol_world *restored = marked_world(index, 0, 0);
    assert_true(vol_snapshot_size(once) <= sizeof bytes);
    vol_snapshot_write(once, bytes);
    assert_int_equal(vol_snapshot_read(restored, bytes, vol_snapshot_size(once), NULL), VOL_OK);
    vol_world *all[3] = {once, singly, restored};
    for (int w = 0; w < 3; w++) {
        assert_int_equal(vol_world_step(all[w], 3), VOL_OK);
        expect_left(all[w], gone);
        assert_hash_equal(vol_world_hash(all[w]), vol_world_hash(once));
    }
    for (int w = 0; w < 3; w++) {
        vol_world_destroy(all[w]);
    }
}

static void removing_leaves_the_others_as_they_are(void **state) {
    (void)state;
    static const uint32_t counts[] = {1, 3, 4, 5, 20, 37, 150, 300};
    static const vol_index indexes[] = {VOL_INDEX_BRUTE, VOL_INDEX_GRID, VOL_INDEX_TREE, VOL_INDEX_KDTREE};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        for (int i = 0; i < 4; i++) {
            compare_removing(indexes[i], 2, 0, counts[c]);
        }
        compare_removing(VOL_INDEX_GRID, 0, 0, counts[c]);     /* still in the order of ids */
        compare_removing(VOL_INDEX_GRID, 1, 20000, counts[c]); /* far more ids than boids */
    }
}

static void what_cannot_be_removed_is_named(void **state) {
    (void)state;
    for (uint32_t given = 0; given <= 20000; given += 20000) {
        vol_world *world = marked_world(VOL_INDEX_GRID, 1, given);
        uint64_t hash = vol_world_hash(world);
        for (uint32_t count = 2; count < 40; count += 4) {
            uint32_t ids[40], wrong[3] = {300, 4000000000u, 7};
            for (int k = 0; k < 3; k++) {
                vol_error error = {0};
                char text[32];
                for (uint32_t i = 0; i < count; i++) {
                    ids[i] = 7 + i;
                }
                ids[count - 1] = wrong[k];
                assert_int_equal(vol_flock_remove(world, 0, count, ids, &error), VOL_ERROR_NAME);
                snprintf(text, sizeof text, "id %u%s", (unsigned)wrong[k], k == 2 ? " is given twice" : "");
                assert_non_null(strstr(error.text, text));
                assert_hash_equal(vol_world_hash(world), hash);
            }
        }
        vol_world_destroy(world);
    }
}

static void boids_that_are_no_numbers_are_refused(void **state) {
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (unsigned k = 0; k < 24; k++) {
        vol_world *world = world_of(VOL_MODEL_STEERING, 2, (vol_precision)(k / 12), 5);
        double p[4] = {1, 2, 3, 4}, v[4] = {0, 0, 0, 0};
        vol_error error = {0};
        uint64_t hash = vol_world_hash(world);
        (k / 3 % 2 ? p : v)[k / 6 % 2 ? 3 : 2] = bad[k % 3];
        assert_int_equal(vol_flock_add(world, 0, 2, p, v, NULL, &error), VOL_ERROR_VALUE);
        assert_true(strlen(error.text) > 10);
        assert_hash_equal(vol_world_hash(world), hash);
        vol_world_destroy(world);
    }
}

static void headings_and_speeds_become_velocities(void **state) {
    (void)state;
    vol_world *world = world_of(VOL_MODEL_SIGHTED, 2, VOL_PRECISION_DOUBLE, 0);
    double p[8] = {1, 1, 2, 2, 3, 3, 4, 4}, headings[4] = {0, 90, 225, -45}, speeds[4] = {2, 3, 0, 1}, bad = -1;
    vol_oracle_boid b[4];
    assert_int_equal(vol_flock_add_heading(world, 0, 4, p, headings, speeds, NULL, NULL), VOL_OK);
    vol_test_state(world, 0, b, 4);
    assert_true(fabs(b[0].v.x - 2) < 1e-12 && fabs(b[0].v.y) < 1e-12);
    assert_true(fabs(b[1].v.x) < 1e-12 && fabs(b[1].v.y - 3) < 1e-12);
    assert_number_equal(b[2].v.x, 0);
    assert_number_equal(b[2].v.y, 0);
    assert_true(fabs(b[3].v.x - sqrt(0.5)) < 1e-12 && fabs(b[3].v.y + sqrt(0.5)) < 1e-12);
    assert_int_equal(vol_flock_add_heading(world, 0, 1, p, headings, &bad, NULL, NULL), VOL_ERROR_VALUE);
    bad = NAN;
    assert_int_equal(vol_flock_add_heading(world, 0, 1, p, &bad, speeds, NULL, NULL), VOL_ERROR_VALUE);
    vol_world_destroy(world);
    world = world_of(VOL_MODEL_STEERING, 3, VOL_PRECISION_DOUBLE, 0);
    assert_int_not_equal(vol_flock_add_heading(world, 0, 1, p, headings, speeds, NULL, NULL), VOL_OK);
    vol_world_destroy(world);
}

static void check_views(vol_world *world, int dimensions) {
    vol_view view = vol_flock_view(world, 0);
    const uint32_t *order = vol_flock_order(world, 0);
    assert_int_equal(view.dimensions, dimensions);
    assert_int_equal(view.position[2] == NULL, dimensions == 2);
    assert_int_equal(view.velocity[2] == NULL, dimensions == 2);
    for (size_t i = 0; i < view.count; i++) {
        assert_true(order[i] < view.count);
        assert_int_equal(vol_flock_slot(world, 0, view.id[i]), i);
        if (i > 0) {
            assert_in_range(view.id[order[i]], view.id[order[i - 1]] + 1, UINT32_MAX);
        }
    }
    assert_int_equal(vol_flock_slot(world, 0, 100000), VOL_NONE);
    assert_int_equal(vol_flock_slot(world, 0, VOL_NONE), VOL_NONE);
}

static void views_orders_and_slots_agree(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        int dimensions = 2 + (int)(k % 2);
        vol_world *world = world_of(VOL_MODEL_BLEND, dimensions, (vol_precision)(k / 2), 333);
        assert_int_equal(vol_world_set(world, "world.index", "grid", NULL), VOL_OK);
        uint32_t ids[3] = {0, 100, 332};
        check_views(world, dimensions);
        assert_int_equal(vol_world_step(world, 5), VOL_OK);
        check_views(world, dimensions);
        assert_int_equal(vol_flock_remove(world, 0, 3, ids, NULL), VOL_OK);
        check_views(world, dimensions);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        check_views(world, dimensions);
        assert_int_equal(vol_flock_view(world, 0).count, 330);
        vol_world_destroy(world);
    }
}

static void scatter_pushes_away_from_a_point(void **state) {
    (void)state;
    static vol_oracle_boid before[50], after[50];
    vol_world *world = world_of(VOL_MODEL_CAPPED, 3, VOL_PRECISION_DOUBLE, 50);
    double center[3] = {50, 60, 70}, bad[3] = {1, NAN, 1};
    vol_test_state(world, 0, before, 50);
    assert_int_equal(vol_world_scatter(world, center, 0.1, NULL), VOL_OK);
    vol_test_state(world, 0, after, 50);
    for (size_t i = 0; i < 50; i++) {
        assert_true(fabs(after[i].v.x - (before[i].v.x + 0.1 * (before[i].p.x - 50))) < 1e-12);
        assert_true(fabs(after[i].v.y - (before[i].v.y + 0.1 * (before[i].p.y - 60))) < 1e-12);
        assert_true(fabs(after[i].v.z - (before[i].v.z + 0.1 * (before[i].p.z - 70))) < 1e-12);
        assert_number_equal(after[i].p.x, before[i].p.x);
    }
    uint64_t hash = vol_world_hash(world);
    assert_int_equal(vol_world_scatter(world, bad, 0.1, NULL), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_scatter(world, center, INFINITY, NULL), VOL_ERROR_VALUE);
    assert_hash_equal(vol_world_hash(world), hash);
    vol_world_destroy(world);
}

static void blowing_moves_only_those_around_a_place(void **state) {
    (void)state;
    vol_world *world = world_of(VOL_MODEL_CAPPED, 2, VOL_PRECISION_DOUBLE, 0);
    double center[2] = {50, 60}, wind[2] = {2, -1}, bad[2] = {1, NAN}, still[6] = {0};
    double places[6] = {50, 60, 53, 64, 50, 71};
    assert_int_equal(vol_flock_add(world, 0, 3, places, still, NULL, NULL), VOL_OK);
    assert_int_equal(vol_world_blow(world, center, 10, wind, NULL), VOL_OK);
    vol_oracle_boid after[3];
    vol_test_state(world, 0, after, 3);
    assert_number_equal(after[0].v.x, 2); /* at the centre all of it */
    assert_number_equal(after[0].v.y, -1);
    assert_number_equal(after[1].v.x, 1.5); /* at half the radius three quarters */
    assert_number_equal(after[1].v.y, -0.75);
    assert_number_equal(after[2].v.x, 0); /* beyond it nothing */
    assert_number_equal(after[2].v.y, 0);
    uint64_t hash = vol_world_hash(world);
    assert_int_equal(vol_world_blow(world, bad, 10, wind, NULL), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_blow(world, center, 0, wind, NULL), VOL_ERROR_VALUE);
    assert_int_equal(vol_world_blow(world, center, 10, bad, NULL), VOL_ERROR_VALUE);
    assert_hash_equal(vol_world_hash(world), hash);
    vol_world_destroy(world);
}

/* All boids of every model on one point, on corners, on edges, with and without velocity. */
static void coincident_boids_and_boids_on_borders_stay_finite(void **state) {
    (void)state;
    for (unsigned k = 0; k < VOL_MODEL_COUNT * 4u * VOL_BOUNDARY_COUNT * 2u; k++) {
        vol_model model = (vol_model)(k % VOL_MODEL_COUNT);
        unsigned rest = k / VOL_MODEL_COUNT;
        int dimensions = 2 + (int)(rest % 2);
        vol_world_def def = vol_test_lively_def(model, dimensions, (vol_precision)(rest / 2 % 2));
        def.boundary = (vol_boundary)(rest / 4 % VOL_BOUNDARY_COUNT);
        def.index = rest / 4 / VOL_BOUNDARY_COUNT ? VOL_INDEX_GRID : VOL_INDEX_BRUTE;
        if (!vol_model_has_dimensions(model, dimensions)) {
            continue;
        }
        vol_world *world = vol_test_model_world(&def, model, 0);
        if (model == VOL_MODEL_SIGHTED) {
            assert_int_equal(vol_world_set(world, "boids.wall.weight", "1", NULL), VOL_OK);
        }
        for (unsigned i = 0; i < 24; i++) {
            vol_oracle_boid b = {{i % 3 == 0 ? 0 : def.size[0], i % 2 ? 0 : def.size[1], i % 4 ? 0 : def.size[2]},
                                 {i % 5 ? 0 : 1, i % 7 ? 0 : -1, 0},
                                 0,
                                 {0}};
            vol_test_add(world, 0, &b, 1);
        }
        for (int step = 0; step < 10; step++) {
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            expect_finite(world, vol_model_name(model));
        }
        vol_world_destroy(world);
    }
}

/* The largest and smallest of everything that the ranges of the parameters allow. */
static void worlds_at_the_ends_of_all_ranges_stay_finite(void **state) {
    (void)state;
    static const double sizes[] = {1e-6, 1, 1e12}, radii[] = {0, 1e-9, 1e12}, speeds[] = {0, 1e9};
    for (unsigned k = 0; k < VOL_MODEL_COUNT * 3u * 3u * 2u * 2u * 2u; k++) {
        vol_model model = (vol_model)(k % VOL_MODEL_COUNT);
        unsigned rest = k / VOL_MODEL_COUNT;
        vol_world_def def = vol_test_lively_def(model, 2, (vol_precision)(rest / 18 % 2));
        vol_flock_def flock_def = vol_lively_flock_def(model);
        def.size[0] = sizes[rest % 3];
        def.size[1] = sizes[(rest + rest / 9) % 3];
        def.index = rest / 36 ? VOL_INDEX_GRID : VOL_INDEX_BRUTE;
        flock_def.count = 40;
        flock_def.separation.radius = flock_def.alignment.radius = flock_def.cohesion.radius = radii[rest / 3 % 3];
        flock_def.max_speed = flock_def.start.speed = speeds[rest / 9 % 2];
        flock_def.separation.weight = flock_def.cohesion.weight = 1e6;
        vol_world *world = vol_test_world(&def);
        vol_test_flock(world, &flock_def);
        assert_int_equal(vol_world_step(world, 5), VOL_OK);
        expect_finite(world, vol_model_name(model));
        vol_world_destroy(world);
    }
}

static void boids_far_away_stay_finite(void **state) {
    (void)state;
    for (unsigned k = 0; k < VOL_MODEL_COUNT * 12u; k++) {
        vol_model model = (vol_model)(k % VOL_MODEL_COUNT);
        unsigned rest = k / VOL_MODEL_COUNT;
        vol_world_def def = vol_test_lively_def(model, 2, (vol_precision)(rest % 2));
        def.boundary = (vol_boundary)(rest / 2);
        def.index = VOL_INDEX_GRID;
        vol_world *world = vol_test_model_world(&def, model, 20);
        double p[6] = {1e12, -1e12, 3e9, 10, -5e8, -7e8}, v[6] = {1e6, 0, -1e6, 3, 0, 0};
        assert_int_equal(vol_flock_add(world, 0, 3, p, v, NULL, NULL), VOL_OK);
        assert_int_equal(vol_world_step(world, 3), VOL_OK);
        expect_finite(world, vol_model_name(model));
        vol_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_count_up_and_are_never_given_again),
        cmocka_unit_test(removing_takes_all_or_none),
        cmocka_unit_test(removing_leaves_the_others_as_they_are),
        cmocka_unit_test(what_cannot_be_removed_is_named),
        cmocka_unit_test(boids_that_are_no_numbers_are_refused),
        cmocka_unit_test(headings_and_speeds_become_velocities),
        cmocka_unit_test(views_orders_and_slots_agree),
        cmocka_unit_test(scatter_pushes_away_from_a_point),
        cmocka_unit_test(blowing_moves_only_those_around_a_place),
        cmocka_unit_test(coincident_boids_and_boids_on_borders_stay_finite),
        cmocka_unit_test(worlds_at_the_ends_of_all_ranges_stay_finite),
        cmocka_unit_test(boids_far_away_stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
