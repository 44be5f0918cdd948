/* Threads: the built-in pool, the host's own tasks in whatever order, and two worlds in two threads at once. Run under
 * the thread sanitizer too. */
#include "support.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 2500, STEPS = 6, MOST_WORKERS = 8 };

static vol_world *make(vol_model model, uint32_t threads, const vol_tasks *tasks) {
    vol_world_def def = vol_test_lively_def(model, 2, VOL_PRECISION_SINGLE);
    def.index = VOL_INDEX_GRID;
    def.threads = threads;
    def.size[0] = 900;
    def.size[1] = 700;
    if (tasks) {
        def.tasks = *tasks;
    }
    return vol_test_model_world(&def, model, COUNT);
}

static uint64_t hash_of(vol_model model, uint32_t threads, const vol_tasks *tasks) {
    vol_world *world = make(model, threads, tasks);
    assert_int_equal(vol_world_step(world, STEPS), VOL_OK);
    uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    return hash;
}

static void the_built_in_pool_gives_one_result_for_any_number_of_threads(void **state) {
    (void)state;
    static const uint32_t threads[] = {2, 3, 8};
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        uint64_t hash = hash_of((vol_model)model, 1, NULL);
        for (size_t k = 0; k < 3; k++) {
            assert_hash_equal(hash_of((vol_model)model, threads[k], NULL), hash);
        }
    }
}

/* What a host's tasks saw, to check that the library keeps its side. */
typedef struct record {
    uint32_t runs, most;
} record;

static void backwards(void *user, uint32_t count, vol_task task, void *context) {
    record *r = user;
    r->runs++;
    r->most = count > r->most ? count : r->most;
    for (uint32_t i = count; i > 0; i--) {
        task(context, i - 1);
    }
}

static void odd_ones_first(void *user, uint32_t count, vol_task task, void *context) {
    record *r = user;
    r->runs++;
    r->most = count > r->most ? count : r->most;
    for (uint32_t start = 2; start-- > 0;) {
        for (uint32_t i = start; i < count; i += 2) {
            task(context, i);
        }
    }
}

typedef struct share {
    uint32_t first, step, count;
    vol_task task;
    void *context;
} share;

static void *work(void *given) {
    share *s = given;
    for (uint32_t i = s->first; i < s->count; i += s->step) {
        s->task(s->context, i);
    }
    return NULL;
}

/* Threads made anew each time, every one with its own share, the last first. */
static void many_threads(void *user, uint32_t count, vol_task task, void *context) {
    record *r = user;
    pthread_t threads[MOST_WORKERS];
    share shares[MOST_WORKERS];
    r->runs++;
    r->most = count > r->most ? count : r->most;
    for (uint32_t k = 0; k < MOST_WORKERS; k++) {
        shares[k] = (share){MOST_WORKERS - 1 - k, MOST_WORKERS, count, task, context};
        assert_int_equal(pthread_create(&threads[k], NULL, work, &shares[k]), 0);
    }
    for (uint32_t k = 0; k < MOST_WORKERS; k++) {
        assert_int_equal(pthread_join(threads[k], NULL), 0);
    }
}

static void tasks_of_the_host_give_the_same_result_in_any_order(void **state) {
    (void)state;
    static void (*const ways[])(void *, uint32_t, vol_task, void *) = {backwards, odd_ones_first, many_threads};
    for (int model = 0; model < VOL_MODEL_COUNT; model++) {
        uint64_t hash = hash_of((vol_model)model, 1, NULL);
        for (size_t k = 0; k < 3; k++) {
            for (uint32_t workers = 1; workers <= MOST_WORKERS; workers += 7) {
                record r = {0, 0};
                vol_tasks tasks = {&r, k == 2 ? MOST_WORKERS : workers, ways[k]};
                assert_hash_equal(hash_of((vol_model)model, 1, &tasks), hash);
                if (tasks.workers > 1) { /* the work is shared out */
                    assert_in_range(r.runs, 1, UINT32_MAX);
                    assert_in_range(r.most, 2, UINT32_MAX);
                }
            }
        }
    }
}

static void a_world_reports_the_workers_of_the_host(void **state) {
    (void)state;
    record r = {0, 0};
    vol_tasks tasks = {&r, 5, backwards};
    vol_world *world = make(VOL_MODEL_STEERING, 1, &tasks);
    assert_int_equal(vol_world_workers(world), 5);
    vol_world_destroy(world);
}

/* So that a game that makes worlds has not made threads that it does not know of. */
static void a_world_has_one_worker_by_default_and_one_for_each_processor_for_zero(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    vol_world *world = vol_test_world(&def);
    assert_int_equal(vol_world_workers(world), 1);
    vol_world_destroy(world);
    def.threads = 0;
    world = vol_test_world(&def);
    assert_int_equal(vol_world_workers(world), sysconf(_SC_NPROCESSORS_ONLN));
    vol_world_destroy(world);
}

typedef struct life {
    vol_model model;
    uint32_t threads;
    uint64_t hash;
} life;

/* Everything one does with a world, in a thread of its own. */
static void *live(void *given) {
    life *l = given;
    vol_world *world = make(l->model, l->threads, NULL);
    double p[2] = {5, 5}, v[2] = {1, 0}, center[2] = {100, 100};
    uint32_t id = 0;
    for (int k = 0; k < 4; k++) {
        assert_int_equal(vol_world_step(world, 2), VOL_OK);
        vol_flock_add(world, 0, 1, p, v, &id, NULL);
        vol_world_set(world, "boids.max_speed", k % 2 ? "3" : "4", NULL);
        vol_world_scatter(world, center, 0.01, NULL);
        vol_flock_remove(world, 0, 1, &id, NULL);
        vol_flock_order(world, 0);
    }
    l->hash = vol_world_hash(world);
    vol_world_destroy(world);
    return NULL;
}

static void worlds_in_several_threads_at_once_do_not_disturb_each_other(void **state) {
    (void)state;
    life lives[4] = {
        {VOL_MODEL_STEERING, 1, 0}, {VOL_MODEL_STEERING, 2, 0}, {VOL_MODEL_SIGHTED, 2, 0}, {VOL_MODEL_SIGHTED, 1, 0}};
    pthread_t threads[4];
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(pthread_create(&threads[k], NULL, live, &lives[k]), 0);
    }
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(pthread_join(threads[k], NULL), 0);
    }
    assert_hash_equal(lives[0].hash, lives[1].hash);
    assert_hash_equal(lives[2].hash, lives[3].hash);
    life alone = {VOL_MODEL_STEERING, 1, 0};
    live(&alone);
    assert_hash_equal(alone.hash, lives[0].hash);
}

/* A world may be handed from thread to thread. */
static void *step_on(void *world) {
    assert_int_equal(vol_world_step(world, 2), VOL_OK);
    return NULL;
}

static void a_world_may_change_hands(void **state) {
    (void)state;
    vol_world *world = make(VOL_MODEL_BLEND, 3, NULL);
    for (int k = 0; k < STEPS / 2; k++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, step_on, world), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
    }
    assert_hash_equal(vol_world_hash(world), hash_of(VOL_MODEL_BLEND, 1, NULL));
    vol_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_built_in_pool_gives_one_result_for_any_number_of_threads),
        cmocka_unit_test(tasks_of_the_host_give_the_same_result_in_any_order),
        cmocka_unit_test(a_world_reports_the_workers_of_the_host),
        cmocka_unit_test(a_world_has_one_worker_by_default_and_one_for_each_processor_for_zero),
        cmocka_unit_test(worlds_in_several_threads_at_once_do_not_disturb_each_other),
        cmocka_unit_test(a_world_may_change_hands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
