/* Worlds over several ranks beside the same worlds in one process. The ranks are threads (cluster/threads.h). A story
 * is a world with all that happens to it, drawn from a seed: it is told once by one process and once by each number of
 * ranks, and every rank must have the hash of the one process after each chapter. */
#include "../cluster/threads.h"
#include "../lively.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHAPTERS = 12, STORIES = 25, RANKS_MOST = 8 };

/* A number of the story: the same for everybody who tells it. */
static uint32_t draw(uint64_t *seed, uint32_t below) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33) % below;
}

static double between(uint64_t *seed, double low, double high) {
    return low + (high - low) * draw(seed, 1000000) / 1e6;
}

static void must(vol_result result, const vol_error *error) {
    if (result != VOL_OK) {
        fprintf(stderr, "%s: %s\n", vol_result_name(result), error->text);
        abort();
    }
}

static const vol_model models[] = {VOL_MODEL_STEERING,     VOL_MODEL_BLEND,       VOL_MODEL_CAPPED,
                                   VOL_MODEL_SIGHTED,      VOL_MODEL_VICSEK,      VOL_MODEL_COUZIN,
                                   VOL_MODEL_CUCKER_SMALE, VOL_MODEL_OLFATI_SABER};

static vol_world *begin_world(uint64_t *seed, const vol_cluster *cluster, uint32_t threads) {
    static const vol_index indexes[] = {VOL_INDEX_AUTO, VOL_INDEX_AUTO, VOL_INDEX_GRID, VOL_INDEX_TREE};
    vol_world_def def = vol_default_world_def();
    vol_world *world;
    vol_error error;
    def.dimensions = 2 + (int)draw(seed, 2);
    def.size[def.dimensions - 1] = between(seed, 900, 2000);
    def.boundary = (vol_boundary)draw(seed, VOL_BOUNDARY_COUNT);
    def.images = def.boundary == VOL_BOUNDARY_WRAP && draw(seed, 2);
    def.index = indexes[draw(seed, 4)];
    def.precision = draw(seed, 4) == 0 ? VOL_PRECISION_DOUBLE : VOL_PRECISION_SINGLE;
    def.seed = draw(seed, 1000);
    def.threads = threads;
    def.cluster = cluster;
    must(vol_world_create(&def, &world, &error), &error);
    return world;
}

static void begin_flock(uint64_t *seed, vol_world *world, const char *name, uint32_t most) {
    vol_model model;
    do {
        model = models[draw(seed, sizeof models / sizeof *models)];
    } while (!vol_model_has_dimensions(model, vol_world_get_def(world).dimensions));
    vol_flock_def def = vol_lively_flock_def(model);
    vol_error error;
    vol_flock flock;
    def.name = name;
    def.count = 1 + draw(seed, most);
    def.start.shape = draw(seed, 3) == 0 ? VOL_SHAPE_DISC : VOL_SHAPE_UNIFORM;
    def.start.radius = between(seed, 5, 200);
    def.start.speed = def.max_speed / 2;
    def.user_bytes = draw(seed, 4) == 0 ? 8 : 0;
    def.neighbours.count = draw(seed, 6) == 0 ? 5 : 0;
    must(vol_flock_create(world, &def, &flock, &error), &error);
}

static void begin_relations(uint64_t *seed, vol_world *world) {
    const uint32_t flocks = vol_flock_count(world);
    for (uint32_t i = 0; flocks > 1 && i < draw(seed, 4); i++) {
        vol_relation_def def = vol_default_relation_def();
        vol_error error;
        uint32_t number;
        def.from = draw(seed, flocks);
        def.to[def.to_count++] = (def.from + 1) % flocks;
        def.kind = (vol_relation_kind)draw(seed, 4);
        def.radius = between(seed, 10, 150);
        def.weight = 0.2;
        def.eat = draw(seed, 2) ? between(seed, 1, 12) : 0;
        def.delay = (int)draw(seed, 2);
        def.choose = draw(seed, 4) == 0 ? VOL_CHOOSE_RANDOM : VOL_CHOOSE_NEAREST;
        must(vol_relation_create(world, &def, &number, &error), &error);
    }
}

/* Of one flock alone. */
static void begin_obstacle(uint64_t *seed, vol_world *world) {
    vol_obstacle_def ball = vol_default_obstacle_def();
    vol_obstacle obstacle;
    vol_error error;
    ball.center[0] = ball.center[1] = 300;
    ball.radius = 60;
    ball.law = draw(seed, 2) ? VOL_LAW_HARD : VOL_LAW_FADE;
    ball.reach = 50;
    ball.flocks = vol_flock_bit(draw(seed, vol_flock_count(world)));
    must(vol_obstacle_create(world, &ball, &obstacle, &error), &error);
}

/* May the world be by the unit of time? sighted has none. */
static bool has_time(const vol_world *world) {
    bool has = true;
    for (vol_flock f = 0; f < vol_flock_count(world); f++) {
        has = has && vol_flock_get_def(world, f).model != VOL_MODEL_SIGHTED;
    }
    return has;
}

/* What a host may do between steps. */
static void interfere(uint64_t *seed, vol_world *world) {
    vol_error error;
    const vol_flock flock = draw(seed, vol_flock_count(world));
    const vol_world_def world_def = vol_world_get_def(world);
    const size_t D = (size_t)world_def.dimensions;
    double position[3 * 7], velocity[3 * 7];
    for (size_t i = 0; i < D * 7; i++) {
        position[i] = between(seed, -20, 900);
        velocity[i] = between(seed, -2, 2);
    }
    switch (draw(seed, 8)) {
    case 0: must(vol_flock_add(world, flock, 7, position, velocity, NULL, &error), &error); break;
    case 1: {
        const vol_view view = vol_flock_view(world, flock);
        uint32_t id = VOL_NONE;
        for (size_t i = 0; i < view.count; i++) {
            id = view.id[i] < id ? view.id[i] : id;
        }
        if (view.count > 1) {
            must(vol_flock_remove(world, flock, 1, &id, &error), &error);
        }
        break;
    }
    case 2: must(vol_world_scatter(world, position, 0.01, &error), &error); break;
    case 3: must(vol_world_blow(world, position, 300, velocity, &error), &error); break;
    case 4: {
        vol_flock_def def = vol_flock_get_def(world, flock);
        def.separation.radius = between(seed, 5, 30);
        must(vol_flock_set_def(world, flock, &def, &error), &error);
        break;
    }
    case 5: {
        vol_world_def def = world_def;
        def.size[0] = between(seed, 500, 900);
        def.size[D - 1] = between(seed, 900, 2000);
        def.wind.velocity[0] = 0.05;
        def.dt = 0.5;
        def.time = has_time(world) ? (vol_time)draw(seed, VOL_TIME_COUNT) : VOL_TIME_PER_STEP;
        must(vol_world_set_def(world, &def, &error), &error);
        break;
    }
    case 6: {
        const vol_view view = vol_flock_view(world, flock);
        for (size_t i = 0; i < view.count; i++) { /* what boids carry is no part of the hash, and must not be lost */
            if (view.user_bytes > 0) {
                memcpy((unsigned char *)view.user + i * view.user_bytes, &view.id[i], sizeof view.id[i]);
            }
        }
        break;
    }
    case 7: {
        const vol_view view = vol_flock_view(world, flock);
        const uint32_t *order = vol_flock_order(world, flock); /* slots differ, ids do not */
        if (view.count > 0) {
            const uint32_t ids[2] = {view.id[order[0]], view.id[order[view.count / 2]]};
            must(vol_flock_set_positions(world, flock, 2, ids, position, &error), &error);
            must(vol_flock_set_velocities(world, flock, 2, ids, velocity, &error), &error);
        }
        break;
    }
    default: break;
    }
}

/* What boids carry, and where measures and queries see them. */
static uint64_t look(vol_world *world, uint64_t hash) {
    for (uint32_t f = 0; f < vol_flock_count(world); f++) {
        const vol_view view = vol_flock_view(world, f);
        for (size_t i = 0; i < view.count && view.user_bytes > 0; i++) {
            uint32_t carried;
            memcpy(&carried, (const unsigned char *)view.user + i * view.user_bytes, sizeof carried);
            hash += (uint64_t)carried * 2654435761u * (view.id[i] + 1u);
        }
        hash = hash * 31 + view.count;
    }
    size_t meals;
    vol_world_meals(world, &meals);
    return hash * 31 + meals + vol_world_eaten(world);
}

typedef struct story {
    uint64_t seed;
    uint32_t threads;
    bool refused[RANKS_MOST];
    bool divided;
    uint64_t hash[RANKS_MOST][CHAPTERS];
} story;

static void tell(const vol_cluster *cluster, void *context) {
    story *s = context;
    const uint32_t rank = cluster ? cluster->rank : 0;
    uint64_t seed = s->seed;
    vol_world *world = begin_world(&seed, cluster, s->threads);
    const uint32_t flocks = 1 + draw(&seed, 3);
    const char *const names[] = {"ants", "bees", "cats"};
    vol_error error;
    for (uint32_t f = 0; f < flocks; f++) {
        begin_flock(&seed, world, names[f], f == 0 ? 1500 : 300);
    }
    begin_relations(&seed, world);
    if (draw(&seed, 2)) {
        must(vol_flock_set_leader(world, 0, 0, &error), &error);
        vol_term_def term = vol_default_term_def(VOL_TERM_FOLLOW_LEADER);
        vol_term number;
        term.flock = draw(&seed, flocks);
        must(vol_term_create(world, &term, &number, &error), &error);
    }
    begin_obstacle(&seed, world);
    const bool watched = s->seed % 4 == 0;
    uint64_t cursor = 0;
    if (watched) {
        vol_test_watch(world, 60);
    }
    s->refused[rank] = vol_world_check_cluster(world, &error) != VOL_OK;
    for (int c = 0; c < CHAPTERS && !s->refused[rank]; c++) {
        const vol_result result = vol_world_step(world, 1 + draw(&seed, 3));
        if (result == VOL_ERROR_UNSUPPORTED) { /* a change has left too few rows */
            s->refused[rank] = true;
            break;
        }
        must(result, &error);
        s->hash[rank][c] = vol_world_hash(world) + (watched ? vol_test_events(world, &cursor) : 0);
        if (draw(&seed, 3) == 0) {
            s->hash[rank][c] = look(world, s->hash[rank][c]);
        }
        interfere(&seed, world);
    }
    vol_cluster_report report;
    vol_world_cluster(world, &report, sizeof report);
    if (rank == 0) {
        s->divided = report.divided;
    }
    vol_world_destroy(world);
}

static void test_a_story_has_the_same_bits_with_any_number_of_ranks(void **state) {
    (void)state;
    unsigned told = 0, divided = 0;
    for (uint64_t number = 1; number <= STORIES; number++) {
        story alone = {.seed = number * 7919, .threads = 1};
        tell(NULL, &alone);
        for (uint32_t ranks = 2; ranks <= 5; ranks++) {
            story s = {.seed = number * 7919, .threads = 1 + number % 2};
            vol_test_ranks(ranks, tell, &s);
            for (uint32_t r = 0; r < ranks; r++) {
                assert_int_equal(s.refused[r], s.refused[0]);
            }
            if (s.refused[0]) {
                continue;
            }
            told++;
            divided += s.divided;
            for (uint32_t r = 0; r < ranks; r++) {
                for (int c = 0; c < CHAPTERS; c++) {
                    if (s.hash[r][c] != alone.hash[0][c]) {
                        fail_msg("story %u, %u ranks: rank %u differs in chapter %d", (unsigned)number, (unsigned)ranks,
                                 (unsigned)r, c);
                    }
                }
            }
        }
    }
    assert_true(told > 2 * STORIES && divided > STORIES); /* enough of them were worth telling */
}

/* --- One strip has it all ----------------------------------------------------------------------------------------- */

typedef struct crowd {
    uint64_t hash[RANKS_MOST];
    vol_cluster_report report[RANKS_MOST];
} crowd;

static void gather_in_one_strip(const vol_cluster *cluster, void *context) {
    crowd *c = context;
    const uint32_t rank = cluster ? cluster->rank : 0;
    vol_world_def def = vol_default_world_def();
    vol_world *world;
    vol_flock flock;
    vol_error error;
    def.size[1] = 6000;
    def.threads = 1;
    def.cluster = cluster;
    must(vol_world_create(&def, &world, &error), &error);
    vol_flock_def birds = vol_default_flock_def(VOL_MODEL_STEERING);
    birds.count = 3000;
    birds.start.shape = VOL_SHAPE_BOX;
    birds.start.center[0] = 400;
    birds.start.center[1] = 5000;
    birds.start.size[0] = 800;
    birds.start.size[1] = 900;
    must(vol_flock_create(world, &birds, &flock, &error), &error);
    must(vol_world_step(world, 40), &error);
    vol_world_reset_profile(world);
    must(vol_world_step(world, 10), &error);
    vol_world_cluster(world, &c->report[rank], sizeof c->report[rank]);
    c->hash[rank] = vol_world_hash(world);
    vol_world_destroy(world);
}

static void test_boids_that_are_all_in_one_place_are_shared_out_evenly(void **state) {
    (void)state;
    crowd alone, four;
    gather_in_one_strip(NULL, &alone);
    vol_test_ranks(4, gather_in_one_strip, &four);
    for (int r = 0; r < 4; r++) {
        assert_true(four.hash[r] == alone.hash[0]);
        /* at first one of them has all of them; then it goes by time, too */
        assert_true(four.report[r].own * 4 > 10 * 3000 / 2 && four.report[r].own * 4 < 10 * 3000 * 3 / 2);
        assert_true(four.report[r].divided && four.report[r].ghosts > 0 && four.report[r].messages > 0);
    }
}

/* --- Saved by four, gone on with by three ------------------------------------------------------------------------- */

typedef struct saved {
    unsigned char *bytes;
    size_t size;
    uint64_t hash;
    uint64_t until; /* steps */
} saved;

static void save_or_go_on(const vol_cluster *cluster, void *context) {
    saved *s = context;
    uint64_t seed = 42;
    vol_error error;
    vol_world *world = begin_world(&seed, cluster, 1);
    begin_flock(&seed, world, "ants", 1500);
    begin_flock(&seed, world, "bees", 300);
    if (s->bytes) {
        must(vol_snapshot_read(world, s->bytes, s->size, &error), &error);
    }
    must(vol_world_step(world, s->until - vol_world_steps(world)), &error);
    const size_t size = vol_snapshot_size(world);
    unsigned char *bytes = malloc(size);
    const uint64_t hash = vol_world_hash(world);
    vol_snapshot_write(world, bytes);
    vol_world_destroy(world);
    if (!cluster || cluster->rank == cluster->size - 1) {
        s->hash = hash;
        if (!s->bytes) {
            s->bytes = bytes;
            s->size = size;
            return;
        }
    }
    free(bytes);
}

static void test_a_state_that_four_ranks_saved_goes_on_on_three(void **state) {
    (void)state;
    saved whole = {.until = 30}, part = {.until = 17}, alone = {.until = 17};
    save_or_go_on(NULL, &whole);
    save_or_go_on(NULL, &alone);
    vol_test_ranks(4, save_or_go_on, &part);
    assert_int_equal(part.size, alone.size);
    assert_memory_equal(part.bytes, alone.bytes, part.size);
    part.until = 30;
    vol_test_ranks(3, save_or_go_on, &part);
    assert_true(part.hash == whole.hash);
    free(whole.bytes);
    free(part.bytes);
    free(alone.bytes);
}

/* --- What goes wrong ---------------------------------------------------------------------------------------------- */

/* Is that the result of a call that a cluster refuses by that name? */
static bool is_refusal(vol_result result, const vol_error *error, const char *name) {
    const char *word, *sentence;
    for (size_t i = 0; vol_cluster_refusal(i, &word, &sentence); i++) {
        if (strcmp(word, name) == 0) {
            return result == VOL_ERROR_UNSUPPORTED && strstr(error->text, sentence);
        }
    }
    return false;
}

static bool refuses(const vol_world_def *def, const char *name) {
    vol_error error = {.text = ""};
    vol_world *world;
    const vol_result result = vol_world_create(def, &world, &error);
    vol_world_destroy(world);
    return is_refusal(result, &error, name);
}

static void refuse_worlds(const vol_cluster *cluster, void *context) {
    bool *right = context;
    vol_world_def def = vol_default_world_def(), in_turn, rk4, kdtree;
    vol_error error;
    vol_flock flock;
    vol_world *world;
    size_t size;
    def.cluster = cluster;
    in_turn = rk4 = kdtree = def;
    in_turn.update = VOL_UPDATE_IN_TURN;
    rk4.integrator = VOL_INTEGRATOR_RK4;
    kdtree.index = VOL_INDEX_KDTREE;
    right[cluster->rank] = refuses(&in_turn, "in_turn") && refuses(&rk4, "rk4") && refuses(&kdtree, "kdtree");
    must(vol_world_create(&def, &world, &error), &error);
    vol_flock_def birds = vol_default_flock_def(VOL_MODEL_STEERING);
    birds.count = 500;
    birds.cohesion.radius = 250;
    birds.previous = true;
    right[cluster->rank] = right[cluster->rank] &&
                           vol_flock_create(world, &birds, &flock, &error) == VOL_ERROR_UNSUPPORTED &&
                           strstr(error.text, "before a step (previous)");
    birds.previous = false;
    must(vol_flock_create(world, &birds, &flock, &error), &error);
    right[cluster->rank] = right[cluster->rank] && vol_world_check_cluster(world, &error) == VOL_ERROR_UNSUPPORTED &&
                           strstr(error.text, "3 ranks, 2 rows") && vol_world_step(world, 1) == VOL_ERROR_UNSUPPORTED &&
                           vol_world_steps(world) == 0 &&
                           is_refusal(vol_flock_destroy(world, flock, &error), &error, "destroy") &&
                           is_refusal(vol_world_save_full(world, NULL, 0, &size, &error), &error, "save_full") &&
                           is_refusal(vol_world_load_full(world, "", 1, &error), &error, "save_full");
    vol_world_destroy(world);
}

static void test_what_a_cluster_refuses_is_in_its_table(void **state) {
    (void)state;
    bool right[3] = {false, false, false};
    vol_test_ranks(3, refuse_worlds, right);
    assert_true(right[0] && right[1] && right[2]);
}

/* Fails after so many calls. */
typedef struct weak_link {
    const vol_cluster *cluster;
    unsigned left;
} weak_link;

static bool weak_tell(void *user, const uint64_t *to, uint64_t *from) {
    weak_link *w = user;
    return w->left-- > 0 && w->cluster->tell(w->cluster->user, to, from);
}

static bool weak_add(void *user, uint64_t *numbers, size_t count) {
    return ((weak_link *)user)->cluster->add(((weak_link *)user)->cluster->user, numbers, count);
}

static bool weak_highest(void *user, double *numbers, size_t count) {
    return ((weak_link *)user)->cluster->highest(((weak_link *)user)->cluster->user, numbers, count);
}

static bool weak_exchange(void *user, const vol_parcel *out, size_t outs, const vol_parcel *in, size_t ins) {
    return ((weak_link *)user)->cluster->exchange(((weak_link *)user)->cluster->user, out, outs, in, ins);
}

static bool weak_collect(void *user, const void *own, void *all, const size_t *bytes_of) {
    return ((weak_link *)user)->cluster->collect(((weak_link *)user)->cluster->user, own, all, bytes_of);
}

static void lose_the_others(const vol_cluster *cluster, void *context) {
    vol_result *results = context;
    weak_link link = {cluster, 3};
    const vol_cluster weak = {cluster->rank, cluster->size, &link,         weak_add,
                              weak_highest,  weak_tell,     weak_exchange, weak_collect};
    vol_world_def def = vol_default_world_def();
    vol_flock flock;
    vol_world *world;
    vol_error error;
    def.threads = 1;
    def.cluster = &weak;
    must(vol_world_create(&def, &world, &error), &error);
    vol_flock_def birds = vol_default_flock_def(VOL_MODEL_STEERING);
    birds.count = 1000;
    must(vol_flock_create(world, &birds, &flock, &error), &error);
    results[cluster->rank] = vol_world_step(world, 10);
    vol_world_destroy(world);
}

static void test_a_step_that_loses_the_other_ranks_says_so(void **state) {
    (void)state;
    vol_result results[2] = {VOL_OK, VOL_OK};
    vol_test_ranks(2, lose_the_others, results);
    assert_int_equal(results[0], VOL_ERROR_DEVICE);
    assert_int_equal(results[1], VOL_ERROR_DEVICE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_story_has_the_same_bits_with_any_number_of_ranks),
        cmocka_unit_test(test_boids_that_are_all_in_one_place_are_shared_out_evenly),
        cmocka_unit_test(test_a_state_that_four_ranks_saved_goes_on_on_three),
        cmocka_unit_test(test_what_a_cluster_refuses_is_in_its_table),
        cmocka_unit_test(test_a_step_that_loses_the_other_ranks_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
