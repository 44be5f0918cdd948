/* Boids that are put elsewhere by id: nothing but their numbers has changed, and all that follows is as if they had
 * been there. */
#include "support.h"

#include <math.h>
#include <string.h>

enum { COUNT = 400, MOVED = 12 };

static const uint32_t moved[MOVED] = {7, 399, 0, 200, 51, 52, 53, 398, 1, 2, 3, 150};

/* Few are found in another way than many. */
static size_t some_of(unsigned k) {
    return k % 2 ? MOVED : 5;
}

/* How a world is made: over all ways to compute it. */
typedef struct way {
    vol_model model;
    int dimensions;
    vol_precision precision;
    vol_index index;
    bool images;
} way;

static way way_of(unsigned k) {
    static const vol_model models[] = {VOL_MODEL_STEERING, VOL_MODEL_SIGHTED, VOL_MODEL_VICSEK, VOL_MODEL_CAPPED};
    static const vol_index indexes[] = {VOL_INDEX_GRID, VOL_INDEX_TREE, VOL_INDEX_BRUTE};
    way w = {models[k % 4], 2 + (int)(k / 4 % 2), (vol_precision)(k / 8 % 2), indexes[k % 3], k % 5 == 0};
    w.dimensions = vol_model_has_dimensions(w.model, w.dimensions) ? w.dimensions : 2;
    return w;
}

/* A world with boids where they are given, or so far without any of the given ones. */
static vol_world *world_of(way w, uint32_t threads, const double *positions, const double *velocities) {
    vol_world_def def = vol_test_lively_def(w.model, w.dimensions, w.precision);
    vol_flock_def flock = vol_test_given_flock(w.model);
    def.index = w.index;
    def.threads = threads;
    def.images = w.images;
    def.boundary = VOL_BOUNDARY_WRAP;
    vol_world *world = vol_test_world(&def);
    vol_test_flock(world, &flock);
    assert_int_equal(vol_flock_add(world, 0, COUNT, positions, velocities, NULL, NULL), VOL_OK);
    return world;
}

static void draw_numbers(vol_test_random *random, size_t count, double from, double to, double *numbers) {
    for (size_t i = 0; i < count; i++) {
        numbers[i] = vol_test_uniform(random, from, to);
    }
}

/* Of the moved boids, their rows of the numbers of all. */
static void take_rows(const double *all, size_t dimensions, size_t some, double *rows) {
    for (size_t i = 0; i < some; i++) {
        memcpy(rows + i * dimensions, all + moved[i] * dimensions, dimensions * sizeof *rows);
    }
}

static void expect_same_way(vol_world *one, vol_world *other, unsigned k) {
    for (int step = 0; step < 12; step++) {
        if (vol_world_hash(one) != vol_world_hash(other)) {
            fail_msg("way %u: other bits after %d steps", k, step);
        }
        assert_int_equal(vol_world_step(one, 1), VOL_OK);
        assert_int_equal(vol_world_step(other, 1), VOL_OK);
    }
}

/* Positions beyond the edges too, and of some boids their velocities. */
static void a_boid_that_was_put_elsewhere_might_have_been_there_always(void **state) {
    (void)state;
    for (unsigned k = 0; k < 60; k++) {
        way w = way_of(k);
        size_t D = (size_t)w.dimensions, some = some_of(k);
        vol_test_random random = {k + 1};
        double before[2][3 * COUNT], after[2][3 * COUNT], rows[3 * MOVED];
        draw_numbers(&random, D * COUNT, 0, 200, before[0]);
        draw_numbers(&random, D * COUNT, -2, 2, before[1]);
        memcpy(after, before, sizeof after);
        for (size_t i = 0; i < some; i++) {
            draw_numbers(&random, D, -300, 500, after[0] + moved[i] * D);
            draw_numbers(&random, D, -2, 2, after[1] + moved[i] * D);
        }
        vol_world *one = world_of(w, 1 + k % 3, before[0], before[1]), *other = world_of(w, 1, after[0], after[1]);
        take_rows(after[0], D, some, rows);
        assert_int_equal(vol_flock_set_positions(one, 0, some, moved, rows, NULL), VOL_OK);
        assert_true(vol_world_hash(one) != vol_world_hash(other));
        take_rows(after[1], D, some, rows);
        assert_int_equal(vol_flock_set_velocities(one, 0, some, moved, rows, NULL), VOL_OK);
        expect_same_way(one, other, k);
        vol_world_destroy(one);
        vol_world_destroy(other);
    }
}

/* After steps, when boids lie in the order of an index: as a world that has read the state, and nothing else moves. */
static void in_the_middle_of_a_run_nothing_else_is_touched(void **state) {
    (void)state;
    for (unsigned k = 0; k < 24; k++) {
        way w = way_of(k);
        size_t D = (size_t)w.dimensions, some = some_of(k);
        vol_test_random random = {k + 1};
        double positions[3 * COUNT], velocities[3 * COUNT], rows[3 * MOVED];
        vol_oracle_boid was[COUNT], is[COUNT];
        static unsigned char bytes[COUNT * 80];
        draw_numbers(&random, D * COUNT, 0, 200, positions);
        draw_numbers(&random, D * COUNT, -2, 2, velocities);
        draw_numbers(&random, D * MOVED, 0, 200, rows);
        vol_world *one = world_of(w, 1, positions, velocities), *other = world_of(w, 2, positions, velocities);
        assert_int_equal(vol_world_step(one, 9), VOL_OK);
        vol_test_state(one, 0, was, COUNT);
        assert_int_equal(vol_flock_set_positions(one, 0, some, moved, rows, NULL), VOL_OK);
        vol_test_state(one, 0, is, COUNT);
        for (uint32_t id = 0; id < COUNT; id++) {
            bool there = true;
            for (size_t i = 0; i < some; i++) {
                there = there && moved[i] != id;
            }
            assert_int_equal(memcmp(&was[id].p, &is[id].p, sizeof was[id].p) == 0, there);
            assert_memory_equal(&was[id].v, &is[id].v, sizeof was[id].v);
        }
        assert_in_range(vol_snapshot_size(one), 1, sizeof bytes);
        vol_snapshot_write(one, bytes);
        assert_int_equal(vol_snapshot_read(other, bytes, vol_snapshot_size(one), NULL), VOL_OK);
        expect_same_way(one, other, k);
        vol_world_destroy(one);
        vol_world_destroy(other);
    }
}

/* Queries see them where they are, without a step in between. */
static void queries_find_it_where_it_was_put(void **state) {
    (void)state;
    double positions[2 * COUNT] = {0}, velocities[2 * COUNT] = {0}, there[2] = {150, 120};
    vol_world *world = world_of(way_of(0), 1, positions, velocities);
    vol_hit hit[4];
    size_t found = 9;
    assert_int_equal(vol_query_near(world, 0, there, 5, hit, 4, &found, NULL), VOL_OK);
    assert_int_equal(found, 0);
    assert_int_equal(vol_flock_set_positions(world, 0, 1, moved, there, NULL), VOL_OK);
    assert_int_equal(vol_query_near(world, 0, there, 5, hit, 4, &found, NULL), VOL_OK);
    assert_int_equal(found, 1);
    assert_int_equal(hit[0].id, moved[0]);
    vol_world_destroy(world);
}

/* As boids that are added with a heading; of a speed of 0 the heading is kept, which `sighted` sees. */
static void headings_are_those_of_boids_that_are_added_with_them(void **state) {
    (void)state;
    static const vol_model models[] = {VOL_MODEL_SIGHTED, VOL_MODEL_STEERING, VOL_MODEL_VICSEK};
    for (unsigned k = 0; k < 6; k++) {
        way w = {models[k % 3], 2, (vol_precision)(k / 3), VOL_INDEX_GRID, false};
        vol_test_random random = {k + 1};
        double positions[2 * COUNT], velocities[2 * COUNT], headings[COUNT], speeds[COUNT];
        uint32_t ids[COUNT];
        draw_numbers(&random, sizeof positions / sizeof *positions, 0, 200, positions);
        draw_numbers(&random, sizeof velocities / sizeof *velocities, -2, 2, velocities);
        draw_numbers(&random, COUNT, -400, 400, headings);
        draw_numbers(&random, COUNT, 0, 2, speeds);
        for (uint32_t i = 0; i < COUNT; i++) {
            ids[i] = COUNT - 1 - i;
            speeds[i] = i % 9 == 0 ? 0 : speeds[i];
        }
        vol_world *one = world_of(w, 1, positions, velocities), *other = world_of(w, 1, positions, velocities);
        vol_flock_def empty = vol_test_given_flock(w.model);
        vol_world_def def = vol_world_get_def(one);
        vol_world_destroy(other);
        def.isa = NULL;
        other = vol_test_world(&def);
        vol_test_flock(other, &empty);
        for (uint32_t i = 0; i < COUNT; i++) {
            assert_int_equal(vol_flock_add_heading(other, 0, 1, positions + (size_t)i * 2, &headings[ids[i]],
                                                   &speeds[ids[i]], NULL, NULL),
                             VOL_OK);
        }
        assert_int_equal(vol_flock_set_headings(one, 0, COUNT, ids, headings, speeds, NULL), VOL_OK);
        expect_same_way(one, other, k);
        vol_world_destroy(one);
        vol_world_destroy(other);
    }
}

static void a_heading_alone_keeps_the_speed(void **state) {
    (void)state;
    static const vol_model models[] = {VOL_MODEL_SIGHTED, VOL_MODEL_CAPPED, VOL_MODEL_COUZIN};
    for (int m = 0; m < 3; m++) {
        double positions[2 * COUNT] = {0}, velocities[2 * COUNT], heading = 90;
        vol_oracle_boid is[COUNT];
        for (int i = 0; i < 2 * COUNT; i++) {
            velocities[i] = i % 2 ? 0.9 : 1.2;
        }
        vol_world *world =
            world_of((way){models[m], 2, VOL_PRECISION_DOUBLE, VOL_INDEX_GRID, false}, 1, positions, velocities);
        const double speed = models[m] == VOL_MODEL_COUZIN ? vol_flock_get_def(world, 0).speed : 1.5;
        assert_int_equal(vol_flock_set_headings(world, 0, 1, moved, &heading, NULL, NULL), VOL_OK);
        vol_test_state(world, 0, is, COUNT);
        assert_true(fabs(is[moved[0]].v.x) < 1e-9);
        assert_true(fabs(is[moved[0]].v.y - speed) < 1e-9);
        vol_world_destroy(world);
    }
}

static void models_of_one_speed_keep_it(void **state) {
    (void)state;
    double positions[2 * COUNT] = {0}, velocities[2 * COUNT] = {0}, fast[2] = {300, 400};
    vol_oracle_boid is[COUNT];
    vol_world *world =
        world_of((way){VOL_MODEL_VICSEK, 2, VOL_PRECISION_DOUBLE, VOL_INDEX_GRID, false}, 1, positions, velocities);
    const double speed = vol_flock_get_def(world, 0).speed;
    assert_int_equal(vol_flock_set_velocities(world, 0, 1, moved, fast, NULL), VOL_OK);
    vol_test_state(world, 0, is, COUNT);
    assert_true(fabs(is[moved[0]].v.x - 0.6 * speed) < 1e-12);
    assert_true(fabs(is[moved[0]].v.y - 0.8 * speed) < 1e-12);
    vol_world_destroy(world);
}

static void of_an_id_that_is_given_twice_the_last_counts(void **state) {
    (void)state;
    const uint32_t twice[2] = {3, 3};
    double positions[2 * COUNT] = {0}, velocities[2 * COUNT] = {0}, places[4] = {10, 20, 30, 40};
    vol_oracle_boid is[COUNT];
    vol_world *world = world_of(way_of(0), 1, positions, velocities);
    assert_int_equal(vol_flock_set_positions(world, 0, 2, twice, places, NULL), VOL_OK);
    vol_test_state(world, 0, is, COUNT);
    assert_number_equal(is[3].p.x, 30);
    assert_number_equal(is[3].p.y, 40);
    vol_world_destroy(world);
}

static void expect_refused(vol_result result, vol_result wanted, const vol_error *error, const char *word) {
    assert_int_equal(result, wanted);
    if (!strstr(error->text, word)) {
        fail_msg("'%s' does not say %s", error->text, word);
    }
}

static void all_are_moved_or_none(void **state) {
    (void)state;
    const double bad[] = {NAN, INFINITY, -1.1e12, 1.1e12};
    double positions[2 * COUNT] = {0}, velocities[2 * COUNT] = {0}, rows[4] = {1, 2, 3, 4};
    const uint32_t ids[2] = {1, 2}, gone[2] = {1, 400};
    vol_world *world = world_of(way_of(8), 1, positions, velocities);
    vol_error error = {0};
    const uint64_t hash = vol_world_hash(world);
    expect_refused(vol_flock_set_positions(world, 0, 2, gone, rows, &error), VOL_ERROR_NAME, &error, "400");
    expect_refused(vol_flock_set_velocities(world, 0, 2, gone, rows, &error), VOL_ERROR_NAME, &error, "400");
    expect_refused(vol_flock_set_headings(world, 0, 2, gone, rows, rows, &error), VOL_ERROR_NAME, &error, "400");
    for (int i = 0; i < 4; i++) {
        rows[3] = bad[i];
        expect_refused(vol_flock_set_positions(world, 0, 2, ids, rows, &error), VOL_ERROR_VALUE, &error, "position");
        expect_refused(vol_flock_set_velocities(world, 0, 2, ids, rows, &error), VOL_ERROR_VALUE, &error, "velocity");
        expect_refused(vol_flock_set_headings(world, 0, 2, ids, rows + 2, NULL, &error), VOL_ERROR_VALUE, &error,
                       "heading");
        expect_refused(vol_flock_set_headings(world, 0, 2, ids, rows, rows + 2, &error), VOL_ERROR_VALUE, &error,
                       "speed");
    }
    rows[3] = -1;
    expect_refused(vol_flock_set_headings(world, 0, 2, ids, rows, rows + 2, &error), VOL_ERROR_VALUE, &error, "speed");
    assert_int_equal(vol_flock_set_positions(world, 0, 0, NULL, NULL, &error), VOL_OK);
    assert_hash_equal(vol_world_hash(world), hash);
    vol_world_destroy(world);
    double spatial[3 * COUNT] = {0};
    world = world_of((way){VOL_MODEL_STEERING, 3, VOL_PRECISION_SINGLE, VOL_INDEX_GRID, false}, 1, spatial, spatial);
    expect_refused(vol_flock_set_headings(world, 0, 1, ids, rows, NULL, &error), VOL_ERROR_VALUE, &error, "2 dim");
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_boid_that_was_put_elsewhere_might_have_been_there_always),
                                       cmocka_unit_test(in_the_middle_of_a_run_nothing_else_is_touched),
                                       cmocka_unit_test(queries_find_it_where_it_was_put),
                                       cmocka_unit_test(headings_are_those_of_boids_that_are_added_with_them),
                                       cmocka_unit_test(a_heading_alone_keeps_the_speed),
                                       cmocka_unit_test(models_of_one_speed_keep_it),
                                       cmocka_unit_test(of_an_id_that_is_given_twice_the_last_counts),
                                       cmocka_unit_test(all_are_moved_or_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
