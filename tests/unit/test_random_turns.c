/* Worlds in which boids move one after the other in a random order: which order that is, that no boid is favoured, and
 * that no step knows of another. A rule of the host's is called for each boid when its turn comes, and so tells. That
 * each boid sees what the earlier ones did is compared with the oracle in test_oracle.c and test_surround.c. */
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 200, STATISTIC_BOIDS = 20, STATISTIC_STEPS = 4000 };

static vol_error error;

/* Whose turn it was, one after the other. */
typedef struct witness {
    size_t count;
    struct {
        uint32_t flock, id;
    } turn[MOST];
} witness;

static bool watch(void *user, vol_custom_batch *b) {
    witness *w = user;
    assert_int_equal(b->count, 1);
    assert_true(w->count < MOST);
    w->turn[w->count].flock = b->flock;
    w->turn[w->count++].id = b->id[0];
    return b->flock != 1;
}

static vol_world_def random_turns(uint64_t seed) {
    vol_world_def def = vol_default_world_def();
    def.update = VOL_UPDATE_IN_RANDOM_TURN;
    def.seed = seed;
    def.threads = 1;
    return def;
}

static vol_world *watched_world(const vol_world_def *def, const size_t *counts, size_t flocks, witness *w) {
    vol_world *world = vol_test_world(def);
    for (size_t i = 0; i < flocks; i++) {
        char name[8] = {'a', (char)('a' + i), 0};
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_CUSTOM);
        flock.name = name;
        flock.count = counts[i];
        flock.rule.decide = watch;
        flock.rule.user = w;
        vol_test_flock(world, &flock);
    }
    return world;
}

/* One step, and that its turns are the oracle's. */
static void check_turns(vol_world *world, witness *w) {
    const vol_world_def def = vol_world_get_def(world);
    const uint64_t step = vol_world_steps(world);
    static vol_oracle_turn turns[MOST];
    size_t count = 0;
    for (uint32_t f = 0; f < vol_flock_count(world); f++) {
        const vol_view view = vol_flock_view(world, f);
        for (size_t i = 0; i < view.count; i++) {
            turns[count++] = (vol_oracle_turn){.flock = f, .id = view.id[i]};
        }
    }
    vol_oracle_turns(&def, step, turns, count);
    w->count = 0;
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    assert_int_equal(w->count, count);
    for (size_t i = 0; i < count; i++) {
        if (w->turn[i].flock != turns[i].flock || w->turn[i].id != turns[i].id) {
            fail_msg("step %llu, turn %zu: boid %u of flock %u, and not boid %u of flock %u", (unsigned long long)step,
                     i, (unsigned)w->turn[i].id, (unsigned)w->turn[i].flock, (unsigned)turns[i].id,
                     (unsigned)turns[i].flock);
        }
    }
}

static void set_rules(vol_world *world, vol_decide decide) {
    for (vol_flock f = 0; f < vol_flock_count(world); f++) {
        vol_flock_def flock = vol_flock_get_def(world, f);
        flock.rule.decide = decide;
        assert_int_equal(vol_flock_set_def(world, f, &flock, &error), VOL_OK);
    }
}

static void let_all_move_together(vol_world *world) {
    set_rules(world, NULL);
    assert_int_equal(vol_world_set(world, "world.update", "together", &error), VOL_OK);
    assert_int_equal(vol_world_set(world, "world.index", "grid", &error), VOL_OK);
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    assert_int_equal(vol_world_set(world, "world.index", "auto", &error), VOL_OK);
    assert_int_equal(vol_world_set(world, "world.update", "in_random_turn", &error), VOL_OK);
    set_rules(world, watch);
}

static void the_order_is_that_of_random_numbers_by_seed_step_flock_and_id(void **state) {
    (void)state;
    static const size_t counts[] = {30, 1, 0, 60};
    static const uint32_t gone[] = {7, 0, 29};
    static const double positions[] = {1, 2, 3, 4, 5, 6}, velocities[] = {1, 0, 0, 1, 1, 1};
    for (uint64_t seed = 0; seed < 5; seed++) {
        static witness w;
        const vol_world_def def = random_turns(seed == 0 ? 0 : 0x123456789ABCDEFu * seed);
        vol_world *world = watched_world(&def, counts, 4, &w);
        for (int step = 0; step < 12; step++) {
            check_turns(world, &w);
            if (step == 4) {
                assert_int_equal(vol_flock_remove(world, 0, 3, gone, &error), VOL_OK);
                assert_int_equal(vol_flock_add(world, 2, 3, positions, velocities, NULL, &error), VOL_OK);
            } else if (step == 8) { /* in between boids are sorted by the grid */
                let_all_move_together(world);
            }
        }
        vol_world_destroy(world);
    }
}

/* The rank of each boid in each of many steps: ranks[step][boid]. */
static void take_ranks(uint64_t seed, unsigned char ranks[STATISTIC_STEPS][STATISTIC_BOIDS]) {
    static const size_t counts[] = {12, 8};
    static witness w;
    const vol_world_def def = random_turns(seed);
    vol_world *world = watched_world(&def, counts, 2, &w);
    for (size_t step = 0; step < STATISTIC_STEPS; step++) {
        w.count = 0;
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        assert_int_equal(w.count, STATISTIC_BOIDS);
        for (size_t i = 0; i < w.count; i++) {
            ranks[step][w.turn[i].id + (w.turn[i].flock ? counts[0] : 0)] = (unsigned char)i;
        }
    }
    vol_world_destroy(world);
}

/* Chi squared over how often each boid had each rank: 19 times 19 degrees of freedom, so 361 +- 27. */
static void every_boid_has_every_rank_about_equally_often(void **state) {
    (void)state;
    static unsigned char ranks[STATISTIC_STEPS][STATISTIC_BOIDS];
    static unsigned counts[STATISTIC_BOIDS][STATISTIC_BOIDS];
    const double expected = (double)STATISTIC_STEPS / STATISTIC_BOIDS;
    double sum = 0;
    take_ranks(3, ranks);
    for (size_t step = 0; step < STATISTIC_STEPS; step++) {
        for (size_t i = 0; i < STATISTIC_BOIDS; i++) {
            counts[i][ranks[step][i]]++;
        }
    }
    for (size_t i = 0; i < STATISTIC_BOIDS; i++) {
        for (size_t rank = 0; rank < STATISTIC_BOIDS; rank++) {
            sum += pow(counts[i][rank] - expected, 2) / expected;
        }
    }
    if (!(fabs(sum - 361) < 5 * 27)) {
        fail_msg("chi squared is %g, which should be 361 +- 27", sum);
    }
}

/* Of two orders: the correlation of the ranks, 0 +- 1 / sqrt(n - 1) if they know nothing of each other. */
static double rank_correlation(const unsigned char *a, const unsigned char *b) {
    const double n = STATISTIC_BOIDS, mean = (n - 1) / 2, variance = (n * n - 1) / 12;
    double sum = 0;
    for (size_t i = 0; i < STATISTIC_BOIDS; i++) {
        sum += (a[i] - mean) * (b[i] - mean);
    }
    return sum / (n * variance);
}

static void orders_of_different_steps_and_seeds_are_independent(void **state) {
    (void)state;
    static unsigned char ranks[STATISTIC_STEPS][STATISTIC_BOIDS], others[STATISTIC_STEPS][STATISTIC_BOIDS];
    take_ranks(3, ranks);
    take_ranks(4, others);
    for (size_t lag = 0; lag <= 4; lag++) { /* 0: the same step of another seed */
        const size_t pairs = STATISTIC_STEPS - lag;
        const double error_of_mean = 1 / sqrt((double)(STATISTIC_BOIDS - 1) * (double)pairs);
        double sum = 0;
        for (size_t step = 0; step < pairs; step++) {
            sum += rank_correlation(ranks[step], lag > 0 ? ranks[step + lag] : others[step]);
        }
        if (!(fabs(sum / (double)pairs) < 4 * error_of_mean)) {
            fail_msg("ranks %zu steps apart correlate by %g, which should be 0 +- %g", lag, sum / (double)pairs,
                     error_of_mean);
        }
    }
}

static void a_world_that_goes_on_from_a_snapshot_makes_the_same_steps(void **state) {
    (void)state;
    for (unsigned k = 0; k < 8; k++) {
        vol_world_def def = vol_test_lively_def(VOL_MODEL_STEERING, 2 + (int)(k % 2), (vol_precision)(k / 2 % 2));
        def.update = VOL_UPDATE_IN_RANDOM_TURN;
        def.index = VOL_INDEX_AUTO;
        def.images = k / 4;
        vol_world *one = vol_test_model_world(&def, VOL_MODEL_STEERING, 80);
        vol_world *other = vol_test_model_world(&def, VOL_MODEL_STEERING, 80);
        assert_int_equal(vol_world_step(one, 7), VOL_OK);
        const size_t bytes = vol_snapshot_size(one);
        void *snapshot = malloc(bytes);
        assert_non_null(snapshot);
        vol_snapshot_write(one, snapshot);
        assert_int_equal(vol_snapshot_read(other, snapshot, bytes, &error), VOL_OK);
        free(snapshot);
        assert_int_equal(vol_world_step(one, 9), VOL_OK);
        assert_int_equal(vol_world_step(other, 9), VOL_OK);
        assert_hash_equal(vol_world_hash(one), vol_world_hash(other));
        vol_world_destroy(one);
        vol_world_destroy(other);
    }
}

static uint64_t hash_with(vol_update update) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_BLEND, 2, VOL_PRECISION_DOUBLE);
    def.update = update;
    def.index = VOL_INDEX_AUTO;
    vol_world *world = vol_test_model_world(&def, VOL_MODEL_BLEND, 80);
    assert_int_equal(vol_world_step(world, 5), VOL_OK);
    uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    return hash;
}

static void the_order_of_the_turns_matters(void **state) {
    (void)state;
    assert_true(hash_with(VOL_UPDATE_IN_RANDOM_TURN) != hash_with(VOL_UPDATE_IN_TURN));
}

static void undecided_boids_are_counted_for_their_own_flock(void **state) {
    (void)state;
    static const size_t counts[] = {10, 15, 20};
    static witness w;
    const vol_world_def def = random_turns(9);
    vol_world *world = watched_world(&def, counts, 3, &w);
    for (int step = 0; step < 4; step++) {
        w.count = 0;
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
    }
    assert_int_equal(vol_flock_undecided(world, 0), 0);
    assert_int_equal(vol_flock_undecided(world, 1), 4 * 15);
    assert_int_equal(vol_flock_undecided(world, 2), 0);
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_is_that_of_random_numbers_by_seed_step_flock_and_id),
        cmocka_unit_test(every_boid_has_every_rank_about_equally_often),
        cmocka_unit_test(orders_of_different_steps_and_seeds_are_independent),
        cmocka_unit_test(a_world_that_goes_on_from_a_snapshot_makes_the_same_steps),
        cmocka_unit_test(the_order_of_the_turns_matters),
        cmocka_unit_test(undecided_boids_are_counted_for_their_own_flock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
