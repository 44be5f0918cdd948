/* Snapshots: going on from one is as good as never having stopped, and a damaged one is refused and changes nothing. */
#include "support.h"

#include "core/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static vol_world *make(vol_model model, int dimensions, vol_precision precision, size_t count) {
    vol_world_def def = vol_test_lively_def(model, dimensions, precision);
    return vol_test_model_world(&def, model, count);
}

static unsigned char *take(vol_world *world, size_t *size) {
    *size = vol_snapshot_size(world);
    unsigned char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    bytes[*size] = 0xA5;
    vol_snapshot_write(world, bytes);
    assert_int_equal(bytes[*size], 0xA5); /* not a byte more than it said */
    return bytes;
}

static void check_round_trip(vol_model model, int dimensions, vol_precision precision) {
    vol_world *straight = make(model, dimensions, precision, 150);
    vol_world *stopped = make(model, dimensions, precision, 150);
    vol_world *other = make(model, dimensions, precision, 20); /* of another size: it takes over the snapshot's */
    vol_error error = {0};
    size_t size;
    assert_int_equal(vol_world_step(straight, 200), VOL_OK);
    assert_int_equal(vol_world_step(stopped, 100), VOL_OK);
    unsigned char *bytes = take(stopped, &size);
    assert_int_equal(vol_snapshot_read(other, bytes, size, &error), VOL_OK);
    assert_hash_equal(vol_world_hash(other), vol_world_hash(stopped));
    assert_int_equal(vol_world_steps(other), 100);
    assert_int_equal(vol_world_step(stopped, 100), VOL_OK);
    assert_int_equal(vol_world_step(other, 100), VOL_OK);
    assert_hash_equal(vol_world_hash(other), vol_world_hash(straight));
    assert_hash_equal(vol_world_hash(stopped), vol_world_hash(straight));
    assert_int_equal(vol_snapshot_read(straight, bytes, size, &error), VOL_OK); /* back in time */
    assert_int_equal(vol_world_step(straight, 100), VOL_OK);
    assert_hash_equal(vol_world_hash(other), vol_world_hash(straight));
    free(bytes);
    vol_world_destroy(other);
    vol_world_destroy(stopped);
    vol_world_destroy(straight);
}

static void a_restored_world_goes_on_with_the_same_bits(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4 * VOL_MODEL_COUNT; k++) {
        vol_model model = (vol_model)(k / 4);
        int dimensions = 2 + (int)(k % 2);
        if (vol_model_has_dimensions(model, dimensions)) {
            check_round_trip(model, dimensions, (vol_precision)(k / 2 % 2));
        }
    }
}

static void a_snapshot_remembers_which_ids_were_given(void **state) {
    (void)state;
    vol_world *world = make(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE, 5);
    vol_world *other = make(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE, 0);
    uint32_t last = 4, id = 0;
    double p[2] = {1, 2}, v[2] = {0, 0};
    size_t size;
    assert_int_equal(vol_flock_remove(world, 0, 1, &last, NULL), VOL_OK);
    unsigned char *bytes = take(world, &size);
    assert_int_equal(vol_snapshot_read(other, bytes, size, NULL), VOL_OK);
    assert_int_equal(vol_flock_add(other, 0, 1, p, v, &id, NULL), VOL_OK);
    assert_int_equal(id, 5);
    free(bytes);
    vol_world_destroy(other);
    vol_world_destroy(world);
}

/* `sighted` boids keep their heading at rest, where the velocity does not tell it. */
static void a_snapshot_keeps_the_heading_of_boids_at_rest(void **state) {
    (void)state;
    vol_world *world = make(VOL_MODEL_SIGHTED, 2, VOL_PRECISION_DOUBLE, 0);
    vol_world *other = make(VOL_MODEL_SIGHTED, 2, VOL_PRECISION_DOUBLE, 0);
    double p[6] = {100, 100, 200, 100, 10, 290}, headings[3] = {180, 10, 90}, speeds[3] = {0, 3, 0};
    size_t size;
    assert_int_equal(vol_flock_add_heading(world, 0, 3, p, headings, speeds, NULL, NULL), VOL_OK);
    unsigned char *bytes = take(world, &size);
    assert_int_equal(vol_snapshot_read(other, bytes, size, NULL), VOL_OK);
    assert_int_equal(vol_world_step(world, 5), VOL_OK);
    assert_int_equal(vol_world_step(other, 5), VOL_OK);
    assert_hash_equal(vol_world_hash(world), vol_world_hash(other));
    free(bytes);
    vol_world_destroy(other);
    vol_world_destroy(world);
}

/* Two flocks, one of which eats the other, and a gust that has not blown yet. */
static vol_world *make_eaters(void) {
    vol_world_def def = vol_default_world_def();
    vol_world *world = vol_test_world(&def);
    vol_flock_def flock = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_relation_def relation = vol_default_relation_def();
    uint32_t made;
    flock.name = "prey";
    flock.count = 60;
    vol_test_flock(world, &flock);
    flock.name = "hunters";
    flock.count = 5;
    vol_test_flock(world, &flock);
    relation.from = 1;
    relation.to[0] = 0;
    relation.to_count = 1;
    relation.kind = VOL_RELATION_HUNT;
    relation.radius = 500;
    relation.force = 1;
    relation.eat = 40;
    assert_int_equal(vol_relation_create(world, &relation, &made, NULL), VOL_OK);
    return world;
}

static void a_snapshot_holds_the_gust_to_come_and_the_number_of_the_eaten(void **state) {
    (void)state;
    vol_world *world = make_eaters(), *other = make_eaters();
    double gust[2] = {0.7, -0.25};
    size_t size;
    assert_int_equal(vol_world_step(world, 10), VOL_OK);
    assert_int_equal(vol_world_gust(world, gust, NULL), VOL_OK);
    uint64_t eaten = vol_world_eaten(world);
    assert_true(eaten > 0);
    unsigned char *bytes = take(world, &size);
    assert_int_equal(vol_world_step(other, 3), VOL_OK);
    assert_int_equal(vol_world_gust(other, gust, NULL), VOL_OK); /* does not blow: the snapshot's does */
    assert_int_equal(vol_snapshot_read(other, bytes, size, NULL), VOL_OK);
    assert_int_equal(vol_world_eaten(other), eaten);
    assert_int_equal(vol_world_step(world, 10), VOL_OK);
    assert_int_equal(vol_world_step(other, 10), VOL_OK);
    assert_hash_equal(vol_world_hash(world), vol_world_hash(other));
    assert_int_equal(vol_world_eaten(world), vol_world_eaten(other));
    free(bytes);
    vol_world_destroy(other);
    vol_world_destroy(world);
}

/* A world remembers the last gust of its wind; one that was restored must find it again. */
static void gusts_do_not_depend_on_where_a_run_was_cut(void **state) {
    (void)state;
    static const struct {
        const char *velocity, *chance, *duration;
    } winds[] = {{"[0.5, 0]", "0.02", "25"}, {"[0.5, 0]", "0.02", "25"}, {"[0.5, 0]", "0.02", "60"},
                 {"[0.5, 0]", "0.1", "60"},  {"[0, 0]", "0.1", "60"},    {"[0, 0.5]", "0.1", "3"},
                 {"[0, 0.5]", "0.3", "3"},   {"[0, 0.5]", "0.3", "2"},   {"[0, 0.5]", "0", "1000000"},
                 {"[1, 0]", "0.3", "25"},    {"[1, 0]", "0", "25"}};
    vol_world_def def = vol_default_world_def();
    vol_world *straight = vol_test_model_world(&def, VOL_MODEL_STEERING, 5);
    for (size_t k = 0; k < sizeof winds / sizeof *winds; k++) {
        vol_world *restored = vol_test_model_world(&def, VOL_MODEL_STEERING, 5);
        vol_world *both[2] = {straight, restored};
        size_t size;
        unsigned char *bytes = take(straight, &size);
        assert_int_equal(vol_snapshot_read(restored, bytes, size, NULL), VOL_OK);
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(vol_world_set(both[i], "wind.velocity", winds[k].velocity, NULL), VOL_OK);
            assert_int_equal(vol_world_set(both[i], "wind.chance", winds[k].chance, NULL), VOL_OK);
            assert_int_equal(vol_world_set(both[i], "wind.duration", winds[k].duration, NULL), VOL_OK);
            assert_int_equal(vol_world_step(both[i], 17), VOL_OK);
        }
        if (vol_world_hash(straight) != vol_world_hash(restored)) {
            fail_msg("another wind in stretch %zu", k);
        }
        free(bytes);
        vol_world_destroy(restored);
    }
    vol_world_destroy(straight);
}

static void sign(unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < 8; i++) {
        bytes[size - 8 + i] = (unsigned char)(vol_checksum(bytes, size - 8) >> (8 * i));
    }
}

/* Version 1 had neither: 32 bytes less in the head. */
static void a_snapshot_of_version_1_is_read_and_has_no_gust_and_nobody_eaten(void **state) {
    (void)state;
    vol_world *world = make_eaters(), *other = make_eaters();
    double gust[2] = {0.7, -0.25};
    size_t size;
    assert_int_equal(vol_world_step(world, 10), VOL_OK);
    unsigned char *bytes = take(world, &size);
    memmove(bytes + 32, bytes + 64, size - 64);
    size -= 32;
    bytes[7] = '1';
    sign(bytes, size);
    assert_int_equal(vol_world_gust(other, gust, NULL), VOL_OK);
    assert_int_equal(vol_snapshot_read(other, bytes, size, NULL), VOL_OK);
    assert_int_equal(vol_world_eaten(other), 0);
    assert_int_equal(vol_world_step(world, 10), VOL_OK);
    assert_int_equal(vol_world_step(other, 10), VOL_OK);
    assert_hash_equal(vol_world_hash(world), vol_world_hash(other));
    free(bytes);
    vol_world_destroy(other);
    vol_world_destroy(world);
}

static void expect_refused(vol_world *world, const unsigned char *bytes, size_t size, const char *what, size_t where) {
    uint64_t before = vol_world_hash(world), steps = vol_world_steps(world);
    vol_error error = {0};
    vol_result result = vol_snapshot_read(world, bytes, size, &error);
    if (result != VOL_ERROR_DATA || error.text[0] == '\0') {
        fail_msg("a snapshot %s %zu gave '%s', text '%s'", what, where, vol_result_name(result), error.text);
    }
    if (vol_world_hash(world) != before || vol_world_steps(world) != steps) {
        fail_msg("a snapshot %s %zu was refused but changed the world", what, where);
    }
}

static void a_snapshot_with_any_byte_changed_is_refused(void **state) {
    (void)state;
    static const unsigned char flips[] = {0x01, 0x80, 0xFF};
    vol_world *world = make(VOL_MODEL_SIGHTED, 2, VOL_PRECISION_SINGLE, 6);
    size_t size;
    unsigned char *bytes = take(world, &size);
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    for (size_t at = 0; at < size; at++) {
        for (size_t k = 0; k < sizeof flips; k++) {
            bytes[at] ^= flips[k];
            expect_refused(world, bytes, size, "with a change at byte", at);
            bytes[at] ^= flips[k];
        }
    }
    assert_int_equal(vol_snapshot_read(world, bytes, size, NULL), VOL_OK);
    free(bytes);
    vol_world_destroy(world);
}

/* Each number of the second boid of the second flock becomes one that vol_flock_add refuses. */
static void a_snapshot_with_numbers_that_cannot_be_added_is_refused(void **state) {
    (void)state;
    const double wrong[3][4] = {
        {NAN, INFINITY, 1.5e12, -1.5e12}, {NAN, -INFINITY, 2e9, -2e9}, {NAN, INFINITY, 2e9, -1}};
    vol_world *world = make(VOL_MODEL_STEERING, 2, VOL_PRECISION_DOUBLE, 2);
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_SIGHTED);
    def.name = "second";
    def.count = 3;
    vol_test_flock(world, &def);
    size_t size;
    unsigned char *bytes = take(world, &size);
    const size_t first = 64 + 80 + 2 * (4 + 4 * 8), boid = first + 80 + (4 + 6 * 8) + 4;
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    for (size_t n = 0; n < 6; n++) {
        for (size_t k = 0; k < 4; k++) {
            unsigned char before[8];
            memcpy(before, bytes + boid + 8 * n, 8);
            memcpy(bytes + boid + 8 * n, &wrong[n < 2 ? 0 : n < 5 ? 1 : 2][k], 8);
            sign(bytes, size);
            expect_refused(world, bytes, size, "with a wrong number", n);
            memcpy(bytes + boid + 8 * n, before, 8);
        }
    }
    sign(bytes, size);
    assert_int_equal(vol_snapshot_read(world, bytes, size, NULL), VOL_OK);
    free(bytes);
    vol_world_destroy(world);
}

static void a_snapshot_of_a_later_version_or_with_a_gust_that_is_no_number_is_refused(void **state) {
    (void)state;
    vol_world *world = make(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE, 6);
    size_t size;
    unsigned char *bytes = take(world, &size);
    bytes[7] = '3';
    sign(bytes, size);
    expect_refused(world, bytes, size, "of version", 3);
    bytes[7] = '2';
    memset(bytes + 48, 0xFF, 8);
    sign(bytes, size);
    expect_refused(world, bytes, size, "with a wrong number at byte", 48);
    free(bytes);
    vol_world_destroy(world);
}

static void a_snapshot_cut_at_any_length_is_refused(void **state) {
    (void)state;
    vol_world *world = make(VOL_MODEL_STEERING, 3, VOL_PRECISION_DOUBLE, 6);
    size_t size;
    unsigned char *bytes = take(world, &size);
    assert_int_equal(vol_world_step(world, 3), VOL_OK);
    for (size_t length = 0; length < size; length++) {
        unsigned char *cut = malloc(length ? length : 1); /* so that a sanitizer sees reads beyond the end */
        assert_non_null(cut);
        memcpy(cut, bytes, length);
        expect_refused(world, cut, length, "cut to", length);
        free(cut);
    }
    expect_refused(world, bytes, size + 1, "longer by one than", size); /* room for it: take() gave one more */
    free(bytes);
    vol_world_destroy(world);
}

static void a_snapshot_of_another_kind_of_world_is_refused(void **state) {
    (void)state;
    vol_world *here = make(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE, 6);
    vol_world *others[5] = {
        make(VOL_MODEL_STEERING, 3, VOL_PRECISION_SINGLE, 6), make(VOL_MODEL_STEERING, 2, VOL_PRECISION_DOUBLE, 6),
        make(VOL_MODEL_BLEND, 2, VOL_PRECISION_SINGLE, 6), make(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE, 6),
        make(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE, 6)};
    vol_flock_def second = vol_default_flock_def(VOL_MODEL_STEERING);
    second.name = "second";
    vol_test_flock(others[3], &second);
    vol_world_destroy(others[4]);
    vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2, VOL_PRECISION_SINGLE);
    second.name = "otherwise";
    others[4] = vol_test_world(&def);
    vol_test_flock(others[4], &second);
    for (size_t k = 0; k < 5; k++) {
        size_t size;
        unsigned char *bytes = take(others[k], &size);
        expect_refused(here, bytes, size, "of the other world", k);
        free(bytes);
        vol_world_destroy(others[k]);
    }
    vol_world_destroy(here);
}

static void an_empty_world_has_a_snapshot(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    vol_world *world = vol_test_world(&def), *other = vol_test_world(&def);
    size_t size;
    assert_int_equal(vol_world_step(world, 7), VOL_OK);
    unsigned char *bytes = take(world, &size);
    assert_int_equal(vol_snapshot_read(other, bytes, size, NULL), VOL_OK);
    assert_int_equal(vol_world_steps(other), 7);
    free(bytes);
    vol_world_destroy(other);
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restored_world_goes_on_with_the_same_bits),
        cmocka_unit_test(a_snapshot_remembers_which_ids_were_given),
        cmocka_unit_test(a_snapshot_keeps_the_heading_of_boids_at_rest),
        cmocka_unit_test(a_snapshot_holds_the_gust_to_come_and_the_number_of_the_eaten),
        cmocka_unit_test(gusts_do_not_depend_on_where_a_run_was_cut),
        cmocka_unit_test(a_snapshot_of_version_1_is_read_and_has_no_gust_and_nobody_eaten),
        cmocka_unit_test(a_snapshot_of_a_later_version_or_with_a_gust_that_is_no_number_is_refused),
        cmocka_unit_test(a_snapshot_with_any_byte_changed_is_refused),
        cmocka_unit_test(a_snapshot_with_numbers_that_cannot_be_added_is_refused),
        cmocka_unit_test(a_snapshot_cut_at_any_length_is_refused),
        cmocka_unit_test(a_snapshot_of_another_kind_of_world_is_refused),
        cmocka_unit_test(an_empty_world_has_a_snapshot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
