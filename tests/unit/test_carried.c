/* What boids carry for the host stays with them, and rules of the host's give one result for all instruction sets and
 * threads: in worlds with everything in them, while boids come, go and are eaten. */
#include "counting.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

static vol_error error;

/* What each boid carries. */
typedef struct luggage {
    uint32_t owner; /* its id, and a mark */
    uint32_t steps; /* how often its rule was asked */
    double memory;  /* a number that goes into its next decision */
} luggage;

static const uint32_t mark = 0xB01D0000u;

/* Written with + - * / alone: away from the near, along, and a little as it was before, with noise. */
static bool decide(void *user, vol_custom_batch *b) {
    uint64_t *strangers = user; /* one a worker */
    for (size_t i = 0; i < b->count; i++) {
        luggage *mine = (luggage *)b->user + i;
        strangers[b->worker] += mine->owner != (mark | b->id[i]);
        mine->steps++;
        double noise = vol_random(b->seed, b->flock, b->id[i], b->step, 7) - 0.5;
        for (int c = 0; c < b->dimensions; c++) {
            double push = -b->separation.offset[c][i] * 0.5, pull = b->cohesion.offset[c][i];
            double along = b->alignment.velocity[c][i] - b->alignment.weight[i] * b->velocity[c][i];
            pull = b->cohesion.number[i] > 0 ? pull / b->cohesion.number[i] * 0.001 : 0;
            along = b->alignment.number[i] > 0 ? along / b->alignment.number[i] * 0.05 : 0;
            b->acceleration[c][i] = push + pull + along + 0.1 * noise + 0.2 * mine->memory - 0.5 * b->around[c][i];
        }
        b->wanted[0][i] = 0.99 * b->velocity[0][i] + 0.01 * b->wind[0][i];
        mine->memory = b->acceleration[0][i];
    }
    return true;
}

typedef struct place {
    int dimensions;
    vol_precision precision;
    vol_index index;
    vol_update update;
    bool images;
    uint32_t threads;
    const char *isa;
} place;

static void label_all(vol_world *world, vol_flock flock, uint32_t from) {
    vol_view view = vol_flock_view(world, flock);
    for (size_t i = 0; i < view.count; i++) {
        if (view.id[i] >= from) {
            ((luggage *)view.user)[i].owner = mark | view.id[i];
        }
    }
}

/* Prey with a rule and user data, hawks that eat it, terms, relations with and without delay, obstacles, wind. */
static vol_world *make(const place *p, vol_allocator *allocator, uint64_t *strangers) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, p->dimensions, p->precision);
    def.index = p->index;
    def.update = p->update;
    def.images = p->images;
    def.threads = p->threads;
    def.isa = p->isa;
    def.wind.velocity[0] = 0.1;
    def.wind.chance = 0.5;
    if (allocator) {
        def.allocator = *allocator;
    }
    vol_world *world = vol_test_world(&def);
    vol_flock_def prey = vol_default_flock_def(VOL_MODEL_CUSTOM), hawks = vol_default_flock_def(VOL_MODEL_STEERING);
    prey.count = 200;
    prey.name = "prey";
    prey.rule.decide = decide;
    prey.rule.user = strangers;
    prey.user_bytes = sizeof(luggage);
    prey.separation.table.count = 3;
    prey.separation.table.value[0] = 1;
    prey.separation.table.value[1] = 0.25;
    prey.alignment.power = 0.5;
    hawks.count = 5;
    hawks.name = "hawks";
    vol_test_flock(world, &prey);
    vol_test_flock(world, &hawks);
    label_all(world, 0, 0);
    for (int k = 0; k < 3; k++) {
        vol_relation_def r = vol_default_relation_def();
        r.from = k == 0;
        r.to[r.to_count++] = k != 0;
        r.kind = k == 0 ? VOL_RELATION_HUNT : k == 1 ? VOL_RELATION_FLEE : VOL_RELATION_AVOID;
        r.eat = 4;
        r.delay = k == 2;
        assert_int_equal(vol_relation_create(world, &r, NULL, &error), VOL_OK);
    }
    vol_term_def wander = vol_default_term_def(VOL_TERM_WANDER);
    vol_term term;
    assert_int_equal(vol_term_create(world, &wander, &term, &error), VOL_OK);
    vol_obstacle_def rock = vol_default_obstacle_def();
    vol_obstacle number;
    for (int k = 0; k < 4; k++) {
        rock.center[0] = rock.center[1] = rock.center[2] = 30 + 35 * k;
        rock.radius = 8;
        rock.reach = 10;
        rock.law = k == 2 ? VOL_LAW_HARD : VOL_LAW_FADE;
        assert_int_equal(vol_obstacle_create(world, &rock, &number, &error), VOL_OK);
    }
    return world;
}

static void expect_own_luggage(vol_world *world, const uint64_t *strangers, uint32_t threads) {
    vol_view view = vol_flock_view(world, 0);
    assert_int_equal(view.user_bytes, sizeof(luggage));
    for (size_t i = 0; i < view.count; i++) {
        assert_int_equal(((const luggage *)view.user)[i].owner, mark | view.id[i]);
        assert_ptr_equal(vol_flock_user(world, 0, view.id[i]), (luggage *)view.user + i);
    }
    for (uint32_t t = 0; t < threads; t++) {
        assert_int_equal(strangers[t], 0);
    }
}

/* Some come, some go. The new ones carry zeros until they are given something. */
static void disturb(vol_world *world, vol_test_random *r) {
    int dimensions = vol_world_get_def(world).dimensions;
    double positions[9], velocities[9];
    vol_view view = vol_flock_view(world, 0);
    size_t leave = vol_test_pick(r, 3), come = vol_test_pick(r, 4);
    for (size_t k = 0; k < leave && view.count > 100; k++) {
        uint32_t id = vol_flock_view(world, 0).id[vol_test_pick(r, view.count - k)];
        assert_int_equal(vol_flock_remove(world, 0, 1, &id, &error), VOL_OK);
        assert_null(vol_flock_user(world, 0, id));
    }
    for (int k = 0; k < 9; k++) {
        positions[k] = vol_test_uniform(r, 0, 150);
        velocities[k] = vol_test_uniform(r, -1, 1);
    }
    uint32_t first = 0;
    static const luggage nothing;
    assert_true(come * (size_t)dimensions <= 9);
    assert_int_equal(vol_flock_add(world, 0, come, positions, velocities, &first, &error), VOL_OK);
    for (size_t k = 0; k < come; k++) {
        assert_memory_equal(vol_flock_user(world, 0, first + (uint32_t)k), &nothing, sizeof nothing);
    }
    label_all(world, 0, first);
}

static void luggage_follows_its_boid_through_a_thousand_steps(void **state) {
    (void)state;
    for (unsigned k = 0; k < 2; k++) {
        uint64_t strangers[3] = {0, 0, 0};
        place p = {2, VOL_PRECISION_SINGLE, VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, false, 3, NULL};
        if (k == 1) {
            p = (place){3, VOL_PRECISION_DOUBLE, VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, true, 1, NULL};
        }
        vol_world *world = make(&p, NULL, strangers);
        vol_test_random r = {k};
        for (int step = 0; step < 1000; step++) {
            assert_int_equal(vol_world_step(world, 1), VOL_OK);
            disturb(world, &r);
            expect_own_luggage(world, strangers, p.threads);
            if (k == 1 && step % 100 == 50) { /* from order by cell to order by id and back */
                assert_int_equal(vol_world_set(world, "world.index", step % 200 == 50 ? "brute" : "grid", &error),
                                 VOL_OK);
            }
        }
        assert_true(vol_world_eaten(world) > 0);
        vol_view view = vol_flock_view(world, 0);
        uint32_t oldest = vol_flock_order(world, 0)[0];
        assert_true(view.count > 20 && ((const luggage *)view.user)[oldest].steps > 0);
        vol_world_destroy(world);
    }
}

static uint64_t hash_of(const place *p) {
    uint64_t strangers[8] = {0};
    vol_world *world = make(p, NULL, strangers);
    vol_test_random r = {1};
    for (int k = 0; k < 4; k++) {
        assert_int_equal(vol_world_step(world, 3), VOL_OK);
        disturb(world, &r);
    }
    uint64_t hash = vol_world_hash(world);
    assert_int_equal(vol_flock_undecided(world, 0), 0);
    expect_own_luggage(world, strangers, p->threads);
    vol_world_destroy(world);
    return hash;
}

static void a_rule_gives_one_result_for_all_instruction_sets_and_threads(void **state) {
    (void)state;
    for (unsigned k = 0; k < 12; k++) {
        place p = {2 + (int)(k % 2), (vol_precision)(k / 2 % 2), VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, k % 3 == 0, 1,
                   "scalar"};
        if (k >= 4) {
            p.index = VOL_INDEX_BRUTE;
            p.update = k >= 8 ? VOL_UPDATE_IN_TURN : VOL_UPDATE_TOGETHER;
        }
        uint64_t right = hash_of(&p);
        for (size_t i = 0; (p.isa = vol_isa_name(i)) != NULL; i++) {
            for (p.threads = 1; p.threads <= 3; p.threads += 2) {
                assert_hash_equal(hash_of(&p), right);
            }
        }
    }
}

static void luggage_is_no_part_of_the_hash(void **state) {
    (void)state;
    vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, 2, VOL_PRECISION_SINGLE);
    uint64_t hash[3];
    for (size_t k = 0; k < 3; k++) {
        vol_flock_def flock = vol_default_flock_def(VOL_MODEL_CUSTOM);
        flock.user_bytes = k * 13;
        vol_world *world = vol_test_world(&def);
        vol_test_flock(world, &flock);
        vol_view view = vol_flock_view(world, 0);
        assert_int_equal(view.user != NULL, k > 0);
        assert_int_equal(vol_flock_user(world, 0, 3) != NULL, k > 0);
        if (k > 0) {
            memset(view.user, 77, view.count * view.user_bytes);
        }
        assert_int_equal(vol_world_step(world, 5), VOL_OK);
        hash[k] = vol_world_hash(world);
        vol_world_destroy(world);
    }
    assert_hash_equal(hash[0], hash[1]);
    assert_hash_equal(hash[1], hash[2]);
}

static void a_snapshot_holds_the_luggage_and_goes_on_with_the_same_bits(void **state) {
    (void)state;
    uint64_t strangers[2] = {0};
    place p = {2, VOL_PRECISION_SINGLE, VOL_INDEX_GRID, VOL_UPDATE_TOGETHER, false, 2, NULL};
    vol_world *world = make(&p, NULL, strangers), *other = make(&p, NULL, strangers);
    assert_int_equal(vol_world_step(world, 20), VOL_OK);
    size_t size = vol_snapshot_size(world);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    vol_snapshot_write(world, bytes);
    assert_int_equal(vol_world_step(world, 10), VOL_OK);
    assert_int_equal(vol_snapshot_read(other, bytes, size, &error), VOL_OK);
    expect_own_luggage(other, strangers, 2);
    assert_int_equal(vol_world_step(other, 10), VOL_OK);
    assert_hash_equal(vol_world_hash(world), vol_world_hash(other));
    vol_view view = vol_flock_view(world, 0);
    for (size_t i = 0; i < view.count; i++) {
        assert_memory_equal((luggage *)view.user + i, vol_flock_user(other, 0, view.id[i]), sizeof(luggage));
    }
    vol_world_def def = vol_world_get_def(world);
    vol_flock_def prey = vol_flock_get_def(world, 0), hawks = vol_flock_get_def(world, 1);
    def.threads = 1;
    vol_world *small = vol_test_world(&def);
    prey.user_bytes = 8;
    vol_test_flock(small, &prey);
    vol_test_flock(small, &hawks);
    uint64_t before = vol_world_hash(small);
    assert_int_equal(vol_snapshot_read(small, bytes, size, &error), VOL_ERROR_DATA);
    assert_string_equal(error.text, "the snapshot has 16 bytes of user data a boid in flock prey, and this world 8");
    assert_hash_equal(vol_world_hash(small), before);
    prey = vol_flock_get_def(small, 0);
    prey.user_bytes = 16;
    assert_int_equal(vol_flock_set_def(small, 0, &prey, &error), VOL_ERROR_FIXED);
    assert_string_equal(error.text, "user_bytes is 8 and cannot become 16: it is fixed once it is made");
    free(bytes);
    vol_world_destroy(small);
    vol_world_destroy(world);
    vol_world_destroy(other);
}

/* One of the deeds that need memory. */
static vol_result do_deed(vol_world *world, int deed, uint64_t *strangers) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_CUSTOM);
    double place_of[2 * 300] = {0};
    vol_flock flock;
    def.name = "more";
    def.count = 40;
    def.user_bytes = sizeof(luggage);
    def.rule.user = strangers;
    switch (deed) {
    case 0: def.rule.decide = decide; return vol_flock_create(world, &def, &flock, &error);
    case 1: return vol_flock_add(world, 0, 300, place_of, place_of, NULL, &error);
    default:
        def = vol_flock_get_def(world, 0);
        def.rule.decide = decide;
        def.rule.user = strangers;
        return vol_flock_set_def(world, 0, &def, &error);
    }
}

static void every_refusal_of_memory_leaves_the_world_as_it_was(void **state) {
    (void)state;
    for (int deed = 0; deed < 3; deed++) {
        size_t refusals = 0;
        for (bool done = false; !done; refusals++) {
            vol_test_counter c;
            uint64_t strangers[3] = {0};
            vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, 2, VOL_PRECISION_SINGLE);
            vol_flock_def flock = vol_default_flock_def(VOL_MODEL_CUSTOM);
            vol_test_count(&def, &c);
            def.threads = 3;
            flock.count = 60;
            flock.user_bytes = sizeof(luggage);
            vol_world *world = vol_test_world(&def);
            vol_test_flock(world, &flock);
            label_all(world, 0, 0);
            uint64_t before = vol_world_hash(world);
            c.refuse = c.requests + refusals + 1;
            vol_result result = do_deed(world, deed, strangers);
            done = result == VOL_OK;
            if (!done) {
                assert_int_equal(result, VOL_ERROR_MEMORY);
                assert_true(strlen(error.text) > 10);
                assert_hash_equal(vol_world_hash(world), before);
                expect_own_luggage(world, strangers, 3);
            }
            label_all(world, 0, 0);
            c.closed = true;
            assert_int_equal(vol_world_step(world, 3), VOL_OK);
            c.closed = false;
            vol_world_destroy(world);
            assert_int_equal(c.living, 0);
        }
        assert_true(refusals > 2);
    }
}

static void a_step_with_a_rule_asks_for_no_memory(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        vol_test_counter c;
        vol_world_def def = vol_default_world_def();
        uint64_t strangers[3] = {0};
        place p = {2,   VOL_PRECISION_SINGLE, VOL_INDEX_AUTO, k ? VOL_UPDATE_IN_TURN : VOL_UPDATE_TOGETHER, false, 3,
                   NULL};
        vol_test_count(&def, &c);
        vol_world *world = make(&p, &def.allocator, strangers);
        c.closed = true;
        assert_int_equal(vol_world_step(world, 50), VOL_OK);
        c.closed = false;
        vol_world_destroy(world);
        assert_int_equal(c.living, 0);
    }
}

static void random_numbers_are_even_and_depend_on_every_argument(void **state) {
    (void)state;
    double sum = 0, low = 1, high = 0, square = 0;
    for (uint32_t i = 0; i < 100000; i++) {
        double u = vol_random(1, 2, i, 3, 4);
        assert_true(u >= 0 && u < 1);
        sum += u;
        square += (u - 0.5) * (u - 0.5);
        low = u < low ? u : low;
        high = u > high ? u : high;
    }
    assert_true(sum > 49700 && sum < 50300 && low < 1e-4 && high > 1 - 1e-4);
    assert_true(square / 100000 > 0.0825 && square / 100000 < 0.0842);
    double u = vol_random(1, 2, 3, 4, 5);
    assert_number_equal(u, vol_random(1, 2, 3, 4, 5));
    assert_true(u != vol_random(2, 2, 3, 4, 5));
    assert_true(u != vol_random(1, 3, 3, 4, 5));
    assert_true(u != vol_random(1, 2, 4, 4, 5) && u != vol_random(1, 2, 3, 5, 5) && u != vol_random(1, 2, 3, 4, 6));
    assert_number_equal(u, 0x1.f2d8e4174f254p-2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luggage_follows_its_boid_through_a_thousand_steps),
        cmocka_unit_test(a_rule_gives_one_result_for_all_instruction_sets_and_threads),
        cmocka_unit_test(luggage_is_no_part_of_the_hash),
        cmocka_unit_test(a_snapshot_holds_the_luggage_and_goes_on_with_the_same_bits),
        cmocka_unit_test(every_refusal_of_memory_leaves_the_world_as_it_was),
        cmocka_unit_test(a_step_with_a_rule_asks_for_no_memory),
        cmocka_unit_test(random_numbers_are_even_and_depend_on_every_argument),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
