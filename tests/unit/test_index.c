/* Every index finds the same neighbours: worlds with many boids in clusters, by each of them, compared with each other
 * and with themselves on other threads, other instruction sets and with other leaves. That what is found is right is
 * for test_oracle.c, which has few boids and all kinds of worlds. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 20000, SOME = 1500 }; /* more than one worker sorts alone; few enough for brute force */

/* How boids lie: in clusters far apart from each other, a few at the same place; in one cluster; evenly. */
typedef enum spread { CROWDS, ONE_CROWD, EVEN, SPREADS } spread;

typedef struct place {
    vol_world_def world;
    vol_flock_def flock;
    spread spread;
    size_t count;
} place;

static place place_of(unsigned k, vol_index index, size_t count) {
    place p = {.world = vol_default_world_def(), .flock = vol_default_flock_def(VOL_MODEL_BLEND), .count = count};
    p.spread = (spread)(k / 4 % SPREADS);
    p.world.dimensions = 2 + (int)(k % 2);
    p.world.precision = (vol_precision)(k / 2 % 2);
    p.world.index = index;
    p.world.boundary = k % 3 == 0 ? VOL_BOUNDARY_OPEN : VOL_BOUNDARY_WRAP;
    p.world.images = k % 3 == 1;
    p.world.threads = 1;
    for (int c = 0; c < 3; c++) {
        p.world.size[c] = p.spread == EVEN ? 400 : 1e5;
    }
    p.flock.count = 0;
    p.flock.start.shape = VOL_SHAPE_GIVEN;
    p.flock.separation.radius = 2;
    p.flock.alignment.radius = p.flock.cohesion.radius = 10;
    return p;
}

static double coordinate(const place *p, vol_test_random *r, double center) {
    if (p->spread == EVEN) {
        return vol_test_uniform(r, 0, p->world.size[0]);
    }
    double far = p->world.dimensions == 3 ? 30 : 80;
    return floor(8 * (center + vol_test_uniform(r, -far, far))) / 8; /* so that some are at the same place */
}

static vol_world *make(const place *p) {
    vol_world *world = vol_test_world(&p->world);
    vol_flock flock = vol_test_flock(world, &p->flock);
    vol_test_random r = {7 + p->spread};
    vol_oracle_boid *boids = calloc(p->count, sizeof *boids);
    double center[3] = {0, 0, 0};
    for (size_t i = 0; i < p->count; i++) {
        for (int c = 0; c < 3 && i % (p->spread == CROWDS ? 500 : MANY) == 0; c++) {
            center[c] = vol_test_chance(&r, 0.2) ? 0 : vol_test_uniform(&r, 0, p->world.size[c]);
        }
        boids[i].p.x = coordinate(p, &r, center[0]);
        boids[i].p.y = coordinate(p, &r, center[1]);
        boids[i].p.z = p->world.dimensions == 3 ? coordinate(p, &r, center[2]) : 0;
        boids[i].v.x = vol_test_uniform(&r, -1, 1);
        boids[i].v.y = vol_test_uniform(&r, -1, 1);
    }
    vol_test_add(world, flock, boids, p->count);
    free(boids);
    return world;
}

static uint64_t hash_after(const place *p, uint64_t steps) {
    vol_world *world = make(p);
    assert_int_equal(vol_world_step(world, steps), VOL_OK);
    uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    return hash;
}

static const vol_index sorted[] = {VOL_INDEX_GRID, VOL_INDEX_TREE, VOL_INDEX_KDTREE, VOL_INDEX_AUTO};
enum { SORTED = sizeof sorted / sizeof *sorted };

static void every_index_moves_boids_as_brute_force_does_but_for_rounding(void **state) {
    (void)state;
    vol_oracle_boid *brute = calloc(SOME, sizeof *brute), *other = calloc(SOME, sizeof *other);
    for (unsigned k = 0; k < 4 * SPREADS; k++) {
        place p = place_of(k, VOL_INDEX_BRUTE, SOME);
        vol_world *world = make(&p);
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        assert_int_equal(vol_test_state(world, 0, brute, SOME), SOME);
        vol_world_destroy(world);
        const double allowed =
            p.world.precision == VOL_PRECISION_DOUBLE ? 1e-8 : 0.1; /* of 1e5: some units in the last place */
        for (unsigned i = 0; i < SORTED; i++) {
            p.world.index = sorted[i];
            world = make(&p);
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            vol_test_state(world, 0, other, SOME);
            vol_world_destroy(world);
            for (size_t b = 0; b < SOME; b++) {
                assert_true(fabs(brute[b].v.x - other[b].v.x) <= allowed);
                assert_true(fabs(brute[b].v.y - other[b].v.y) <= allowed);
                assert_true(fabs(brute[b].v.z - other[b].v.z) <= allowed);
            }
        }
    }
    free(brute);
    free(other);
}

static void threads_do_not_matter_to_any_index(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4 * SPREADS; k++) {
        for (unsigned i = 0; i < SORTED; i++) {
            place p = place_of(k, sorted[i], MANY);
            if (sorted[i] == VOL_INDEX_GRID && p.spread != EVEN) {
                continue; /* it would test all pairs of a cluster */
            }
            uint64_t one = hash_after(&p, 2);
            for (uint32_t threads = 3; threads < 9; threads += 5) {
                p.world.threads = threads;
                assert_hash_equal(hash_after(&p, 2), one);
            }
        }
    }
}

/* Enough boids for their steps to be shared out, of every model: the tables of hashes have too few for that. */
static void threads_do_not_matter_to_any_model(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4 * VOL_MODEL_COUNT; k++) {
        place p = place_of(k % 4, sorted[k % SORTED], 4000);
        vol_model model = (vol_model)(k / 4);
        p.spread = EVEN;
        p.world.dimensions = vol_model_has_dimensions(model, p.world.dimensions) ? p.world.dimensions : 2;
        for (int c = 0; c < 3; c++) {
            p.world.size[c] = p.world.dimensions == 3 ? 300 : 900;
        }
        p.flock = vol_lively_flock_def(model);
        p.flock.count = 0;
        p.flock.start.shape = VOL_SHAPE_GIVEN;
        p.flock.alignment.radius = p.flock.cohesion.radius = p.flock.view.distance = 40;
        uint64_t one = hash_after(&p, 3);
        for (uint32_t threads = 3; threads < 9; threads += 5) {
            p.world.threads = threads;
            assert_hash_equal(hash_after(&p, 3), one);
        }
    }
}

static void instruction_sets_do_not_matter_to_trees(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4 * SPREADS; k++) {
        place p = place_of(k, k / 3 % 2 ? VOL_INDEX_TREE : VOL_INDEX_KDTREE, SOME);
        p.world.isa = "scalar";
        uint64_t scalar = hash_after(&p, 3);
        for (size_t i = 0; vol_isa_name(i) != NULL; i++) {
            p.world.isa = vol_isa_name(i);
            assert_hash_equal(hash_after(&p, 3), scalar);
        }
    }
}

/* The order is that of the curve, or of the splits, whatever the leaves. With the least leaves there are more runs than
 * there is room for. */
static void leaves_of_any_size_give_the_same_bits(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4 * SPREADS; k++) {
        place p = place_of(k, k / 3 % 2 ? VOL_INDEX_TREE : VOL_INDEX_KDTREE, SOME);
        p.flock.alignment.radius = p.world.images ? p.world.size[0] / 2.2 : 40; /* one sees nearly all */
        p.world.leaf = 1024;
        uint64_t hash = hash_after(&p, 2);
        for (size_t leaf = 4; leaf < 600; leaf = leaf * 2 + 1) {
            p.world.leaf = leaf;
            assert_hash_equal(hash_after(&p, 2), hash);
        }
    }
}

/* What is chosen must not depend on what was before. */
static void a_world_goes_on_from_a_saved_state_with_the_same_bits(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4 * SPREADS; k++) {
        place p = place_of(k, sorted[k % SORTED], SOME);
        vol_world *world = make(&p), *again = make(&p);
        vol_error error;
        assert_int_equal(vol_world_step(world, 3), VOL_OK);
        size_t size = vol_snapshot_size(world);
        void *saved = malloc(size);
        vol_snapshot_write(world, saved);
        assert_int_equal(vol_snapshot_read(again, saved, size, &error), VOL_OK);
        assert_int_equal(vol_world_step(world, 3), VOL_OK);
        assert_int_equal(vol_world_step(again, 3), VOL_OK);
        assert_hash_equal(vol_world_hash(world), vol_world_hash(again));
        free(saved);
        vol_world_destroy(world);
        vol_world_destroy(again);
    }
}

static double candidates(place p, vol_index index) {
    p.world.index = index;
    vol_world *world = make(&p);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    vol_profile profile = vol_world_profile(world);
    vol_world_destroy(world);
    return (double)profile.candidates / (double)profile.boids;
}

static void auto_takes_a_tree_for_crowds_and_the_grid_for_even_worlds(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4 * SPREADS; k++) {
        place p = place_of(k, VOL_INDEX_AUTO, SOME);
        /* in a wide world cells are as wide as clusters; one without end is folded, and its cells are narrow */
        bool crowded = p.spread != EVEN && p.world.boundary == VOL_BOUNDARY_WRAP;
        double chosen = candidates(p, VOL_INDEX_AUTO), grid = candidates(p, VOL_INDEX_GRID);
        assert_number_equal(chosen, crowded ? candidates(p, VOL_INDEX_TREE) : grid);
        assert_true(!crowded || chosen < grid);
    }
}

static void boids_at_the_end_of_the_world_harm_nobody(void **state) {
    (void)state;
    for (unsigned k = 0; k < 2 * SORTED; k++) {
        place p = place_of(0, sorted[k % SORTED], SOME);
        p.world.dimensions = 2 + (int)(k / SORTED);
        p.spread = EVEN;
        vol_world *world = make(&p);
        vol_oracle_boid far = {.p = {1e12, -1e12, 0}, .v = {0, 0, 0}};
        vol_test_add(world, 0, &far, 1);
        far.p.x = -1e12;
        vol_test_add(world, 0, &far, 1);
        assert_int_equal(vol_world_step(world, 2), VOL_OK);
        static vol_oracle_boid with[SOME + 2], without[SOME];
        assert_int_equal(vol_test_state(world, 0, with, SOME + 2), SOME + 2);
        vol_world_destroy(world);
        world = make(&p);
        assert_int_equal(vol_world_step(world, 2), VOL_OK);
        vol_test_state(world, 0, without, SOME);
        vol_world_destroy(world);
        for (size_t i = 0; i < SOME; i++) {
            assert_true(fabs(with[i].v.x - without[i].v.x) < 1e-3 && fabs(with[i].p.x - without[i].p.x) < 1e-3);
        }
    }
}

/* Where boid number i lies, with so many steps along each axis: the first two at both ends. */
static uint32_t place_along(size_t i, int axis, uint32_t most) {
    const uint32_t mixed = (uint32_t)(i * 3 + (size_t)axis) * 2654435761u;
    return i < 2 ? (uint32_t)i * 1024 : (mixed ^ mixed >> 15) * 2246822519u % (most + 1) * (1024 / most);
}

/* Boids by place, then by id, along an axis of the lattice on which the world of 1024 has 2^32 places. */
static int split_axis;
static uint32_t split_most;

static uint64_t split_key(uint32_t id, int axis) {
    const uint64_t along = (uint64_t)place_along(id, axis, split_most) << 22;
    return (along > UINT32_MAX ? UINT32_MAX : along) << 32 | id;
}

static int compare_keys(const void *a, const void *b) {
    const uint64_t one = split_key(*(const uint32_t *)a, split_axis), two = split_key(*(const uint32_t *)b, split_axis);
    return (one > two) - (one < two);
}

static int compare_ids(const void *a, const void *b) {
    const uint32_t one = *(const uint32_t *)a, two = *(const uint32_t *)b;
    return (one > two) - (one < two);
}

/* What a k-d tree is, as slowly as can be. */
static void split_ids(uint32_t *id, size_t count, int dimensions) {
    size_t left = 8;
    uint64_t widest = 0;
    if (count <= left) {
        qsort(id, count, sizeof *id, compare_ids);
        return;
    }
    split_axis = 0;
    for (int c = 0; c < dimensions; c++) {
        uint64_t low = UINT64_MAX, high = 0;
        for (size_t i = 0; i < count; i++) {
            const uint64_t along = split_key(id[i], c) >> 32;
            low = along < low ? along : low;
            high = along > high ? along : high;
        }
        split_axis = high - low > widest ? c : split_axis;
        widest = high - low > widest ? high - low : widest;
    }
    qsort(id, count, sizeof *id, compare_keys);
    while (left * 2 < count) {
        left *= 2;
    }
    split_ids(id, left, dimensions);
    split_ids(id + left, count - left, dimensions);
}

/* From all boids at different places to hundreds at each, on every instruction set. */
static void a_k_d_tree_is_split_at_the_middle_boid_by_place_and_id(void **state) {
    (void)state;
    static uint32_t id[MANY];
    static vol_oracle_boid boids[MANY];
    for (unsigned k = 0; k < 12; k++) {
        const size_t count = k % 3 == 0 ? 5000 + k : 33 + 17 * (size_t)k;
        const int dimensions = 2 + (int)(k % 2);
        split_most = 1024u >> k / 2 % 6 * 2;
        for (uint32_t i = 0; i < count; i++) {
            id[i] = i;
            boids[i] = (vol_oracle_boid){.p = {place_along(i, 0, split_most), place_along(i, 1, split_most),
                                               dimensions == 3 ? place_along(i, 2, split_most) : 0}};
        }
        split_ids(id, count, dimensions);
        for (size_t n = 0; vol_isa_name(n) != NULL; n++) {
            place p = place_of(k % 2, VOL_INDEX_KDTREE, 0);
            p.world.boundary = VOL_BOUNDARY_OPEN;
            p.world.images = false;
            p.world.isa = vol_isa_name(n);
            p.world.threads = 1 + n % 2;
            p.flock.start.speed = p.flock.min_speed = 0;
            p.flock.separation.weight = p.flock.alignment.weight = p.flock.cohesion.weight = 0;
            vol_world *world = vol_test_world(&p.world);
            const vol_flock flock = vol_test_flock(world, &p.flock);
            vol_test_add(world, flock, boids, count);
            for (int step = 0; step < 2; step++) { /* not in order, then in order */
                assert_int_equal(vol_world_step(world, 1), VOL_OK);
                assert_memory_equal(vol_flock_view(world, flock).id, id, count * sizeof *id);
            }
            vol_world_destroy(world);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_index_moves_boids_as_brute_force_does_but_for_rounding),
        cmocka_unit_test(threads_do_not_matter_to_any_index),
        cmocka_unit_test(threads_do_not_matter_to_any_model),
        cmocka_unit_test(instruction_sets_do_not_matter_to_trees),
        cmocka_unit_test(leaves_of_any_size_give_the_same_bits),
        cmocka_unit_test(a_world_goes_on_from_a_saved_state_with_the_same_bits),
        cmocka_unit_test(auto_takes_a_tree_for_crowds_and_the_grid_for_even_worlds),
        cmocka_unit_test(boids_at_the_end_of_the_world_harm_nobody),
        cmocka_unit_test(a_k_d_tree_is_split_at_the_middle_boid_by_place_and_id),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
