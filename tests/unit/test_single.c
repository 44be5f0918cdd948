/* Single neighbours that a rule of the host's is shown: those that testing every boid finds, in the stated order, with
 * any index, instruction set and number of threads; a rule that sums over them does what the zones' sums do. */
#include "around.h"
#include "counting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 600, SHOWN = 64, FLOCKS = 2 };

static vol_flock handles[FLOCKS]; /* of the flocks of the world at hand */

/* What the boids of a flock were shown, by id. */
typedef struct witness {
    uint32_t count[MOST];
    vol_custom_neighbour of[MOST][SHOWN];
    uint32_t first_slot[MOST];
    size_t most;
} witness;

static bool watch(void *user, vol_custom_batch *b) {
    witness *w = user;
    w->most = b->neighbours_most;
    for (size_t i = 0; i < b->count; i++) {
        w->first_slot[b->id[i]] = b->first_slot + (uint32_t)i;
        w->count[b->id[i]] = b->neighbours ? b->neighbour_count[i] : 0;
        for (uint32_t n = 0; n < w->count[b->id[i]]; n++) {
            w->of[b->id[i]][n] = b->neighbours[i * b->neighbours_most + n];
        }
    }
    return true;
}

typedef struct place {
    double position[3], velocity[3];
} place;

static size_t places_of(vol_world *world, vol_flock flock, place *places, uint32_t *ids) {
    const uint32_t *order = vol_flock_order(world, flock);
    const vol_view view = vol_flock_view(world, flock);
    assert_true(view.count <= MOST);
    for (size_t i = 0; i < view.count; i++) {
        ids[i] = view.id[order[i]];
        memset(&places[i], 0, sizeof places[i]);
        for (int c = 0; c < view.dimensions; c++) {
            places[i].position[c] = vol_view_position(&view, c, order[i]);
            places[i].velocity[c] = vol_view_velocity(&view, c, order[i]);
        }
    }
    return view.count;
}

static int compare(const void *a, const void *b) {
    const vol_custom_neighbour *left = a, *right = b;
    if (left->distance != right->distance) {
        return left->distance < right->distance ? -1 : 1;
    }
    if (left->flock != right->flock) {
        return left->flock < right->flock ? -1 : 1;
    }
    return left->id < right->id ? -1 : left->id > right->id;
}

/* All within the reach, in doubles, sorted; distances are exact where positions are whole numbers. */
static size_t find_all(const vol_world_def *def, const vol_flock_def *flock, place (*places)[MOST],
                       uint32_t (*ids)[MOST], const size_t *counts, size_t me, bool joined,
                       vol_custom_neighbour *found) {
    const double reach = fmax(flock->separation.radius, fmax(flock->alignment.radius, flock->cohesion.radius));
    size_t count = 0;
    for (uint32_t f = 0; f < (joined ? FLOCKS : 1); f++) {
        for (size_t j = 0; j < counts[f]; j++) {
            vol_custom_neighbour n = {.flock = handles[f], .id = ids[f][j]};
            double sum = 0;
            for (int c = 0; c < def->dimensions; c++) {
                double d = places[f][j].position[c] - places[0][me].position[c], size = def->size[c];
                d -= def->images && d > size / 2 ? size : def->images && d < -size / 2 ? -size : 0;
                n.offset[c] = d;
                n.velocity[c] = places[f][j].velocity[c];
                sum += d * d;
            }
            n.distance = sqrt(sum);
            if ((f != 0 || j != me) && n.distance < reach) {
                found[count++] = n;
            }
        }
    }
    qsort(found, count, sizeof *found, compare);
    return count;
}

static vol_flock_def custom_flock(const char *name, size_t count, witness *w, size_t shown) {
    vol_flock_def def = vol_default_flock_def(VOL_MODEL_CUSTOM);
    def.name = name;
    def.count = count;
    def.start.whole = true; /* so that distances, and whether two are equally near, are exact */
    def.start.speed = 3;
    def.separation.radius = 12;
    def.alignment.radius = 25;
    def.cohesion.radius = 20;
    def.rule.decide = w ? watch : NULL;
    def.rule.user = w;
    def.rule.neighbours = shown;
    return def;
}

static void check_shown(vol_world *world, const witness *w, const vol_flock_def *def, place (*places)[MOST],
                        uint32_t (*ids)[MOST], const size_t *counts, bool joined) {
    static vol_custom_neighbour right[2 * MOST];
    const vol_world_def world_def = vol_world_get_def(world);
    assert_int_equal(w->most, def->rule.neighbours);
    for (size_t i = 0; i < counts[0]; i++) {
        size_t count = find_all(&world_def, def, places, ids, counts, i, joined, right);
        count = count < def->rule.neighbours ? count : def->rule.neighbours;
        count = def->neighbours.count > 0 && count > def->neighbours.count ? def->neighbours.count : count;
        assert_int_equal(w->count[ids[0][i]], count);
        for (size_t n = 0; n < count; n++) {
            const vol_custom_neighbour *shown = &w->of[ids[0][i]][n];
            const vol_view view = vol_flock_view(world, shown->flock);
            assert_int_equal(shown->flock, right[n].flock);
            assert_int_equal(shown->id, right[n].id);
            assert_true(fabs(shown->distance - right[n].distance) <= 1e-6 * right[n].distance);
            assert_int_equal(view.id[shown->slot], shown->id);
            for (int c = 0; c < 3; c++) {
                assert_number_equal(shown->offset[c], right[n].offset[c]);
                assert_number_equal(shown->velocity[c], right[n].velocity[c]);
            }
        }
    }
}

static void rules_are_shown_the_nearest_as_testing_all_finds_them(void **state) {
    (void)state;
    static place places[FLOCKS][MOST];
    static uint32_t ids[FLOCKS][MOST];
    witness *w = calloc(1, sizeof *w);
    const vol_index indexes[] = {VOL_INDEX_GRID, VOL_INDEX_BRUTE, VOL_INDEX_TREE, VOL_INDEX_KDTREE};
    assert_non_null(w);
    for (unsigned k = 0; k < 32; k++) {
        vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, 2 + (int)(k % 2), (vol_precision)(k / 2 % 2));
        const bool joined = k % 3 == 0;
        def.boundary = VOL_BOUNDARY_WRAP;
        def.images = k / 4 % 2;
        def.index = indexes[k / 8 % 4];
        def.isa = k % 5 == 0 ? "scalar" : NULL;
        def.threads = 1 + k % 3;
        vol_world *world = vol_test_world(&def);
        vol_flock_def birds = custom_flock("birds", 200, w, k % 4 == 0 ? SHOWN : 5);
        birds.neighbours.count = k % 7 == 0 ? 3 : 0;
        handles[0] = vol_test_flock(world, &birds);
        const vol_flock_def others = custom_flock("others", 120, NULL, 0);
        handles[1] = vol_test_flock(world, &others);
        if (k % 2) { /* one that takes the place of another */
            assert_int_equal(vol_flock_destroy(world, handles[1], NULL), VOL_OK);
            handles[1] = vol_test_flock(world, &others);
            assert_int_not_equal(handles[1], 1);
        }
        if (joined) {
            const vol_relation_def join = vol_test_relation(0, handles[1], VOL_RELATION_FLOCK_WITH);
            vol_test_relate(world, &join);
        }
        memset(w, 0, sizeof *w);
        const size_t counts[FLOCKS] = {places_of(world, 0, places[0], ids[0]),
                                       places_of(world, handles[1], places[1], ids[1])};
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        check_shown(world, w, &birds, places, ids, counts, joined);
        vol_world_destroy(world);
    }
    free(w);
}

/* --- Same bits ---------------------------------------------------------------------------------------------------- */

/* Away from the nearest, along with the second; nothing but what is shown. */
static bool by_two(void *user, vol_custom_batch *b) {
    (void)user;
    for (size_t i = 0; i < b->count; i++) {
        const vol_custom_neighbour *n = b->neighbours + i * b->neighbours_most;
        for (int c = 0; c < b->dimensions; c++) {
            b->acceleration[c][i] = b->neighbour_count[i] > 0 ? -0.02 * n[0].offset[c] : 0;
            b->acceleration[c][i] += b->neighbour_count[i] > 1 ? 0.05 * (n[1].velocity[c] - b->velocity[c][i]) : 0;
        }
    }
    return true;
}

static uint64_t run(vol_update update, uint32_t threads, const char *isa, vol_index index) {
    vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, 2, VOL_PRECISION_SINGLE);
    def.images = true;
    def.update = update;
    def.threads = threads;
    def.isa = isa;
    def.index = index;
    vol_world *world = vol_test_world(&def);
    vol_flock_def birds = custom_flock("birds", 300, NULL, 4);
    birds.rule.decide = by_two;
    vol_test_flock(world, &birds);
    assert_int_equal(vol_world_step(world, 12), VOL_OK);
    const uint64_t hash = vol_world_hash(world);
    assert_int_equal(vol_flock_undecided(world, 0), 0);
    vol_world_destroy(world);
    return hash;
}

static void a_rule_of_single_neighbours_has_the_same_bits_everywhere(void **state) {
    (void)state;
    const vol_update updates[] = {VOL_UPDATE_TOGETHER, VOL_UPDATE_IN_TURN, VOL_UPDATE_IN_RANDOM_TURN};
    for (size_t u = 0; u < 3; u++) {
        const uint64_t right = run(updates[u], 1, "scalar", VOL_INDEX_BRUTE);
        const char *isa;
        for (size_t i = 0; (isa = vol_isa_name(i)) != NULL; i++) {
            assert_hash_equal(run(updates[u], 1 + (uint32_t)i, isa, VOL_INDEX_BRUTE), right);
            if (u == 0) { /* the list has one order, whatever the index */
                assert_hash_equal(run(updates[u], 3, isa, VOL_INDEX_GRID), right);
                assert_hash_equal(run(updates[u], 1, isa, VOL_INDEX_TREE), right);
            }
        }
    }
}

static void their_number_is_checked_and_may_change(void **state) {
    (void)state;
    witness *w = calloc(1, sizeof *w);
    vol_error error;
    assert_non_null(w);
    vol_test_counter counter = {0};
    vol_world_def def = vol_test_lively_def(VOL_MODEL_CUSTOM, 2, VOL_PRECISION_SINGLE);
    vol_test_count(&def, &counter);
    vol_world *world = vol_test_world(&def);
    vol_flock_def birds = custom_flock("birds", 200, w, 0);
    vol_test_flock(world, &birds);
    for (size_t shown = 0; shown <= SHOWN; shown += 16) {
        birds.rule.neighbours = shown;
        assert_int_equal(vol_flock_set_def(world, 0, &birds, NULL), VOL_OK);
        counter.closed = true;
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
        counter.closed = false;
        assert_int_equal(w->most, shown);
    }
    birds.rule.neighbours = 65;
    assert_int_equal(vol_flock_set_def(world, 0, &birds, &error), VOL_ERROR_VALUE);
    assert_string_equal(error.text, "rule.neighbours is 65; allowed is 0 to 64");
    vol_world_destroy(world);
    assert_int_equal(counter.living, 0);
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_shown_the_nearest_as_testing_all_finds_them),
        cmocka_unit_test(a_rule_of_single_neighbours_has_the_same_bits_everywhere),
        cmocka_unit_test(their_number_is_checked_and_may_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
