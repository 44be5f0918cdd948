/* The scene library without memory: whichever of its requests fails, the call ends with a fault, the process goes on,
 * and nothing leaks. The linker hands this file the requests of the library (--wrap). */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

static size_t asked; /* requests up to now */
static size_t fails; /* the one that fails; 0: none */

void *__real_malloc(size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);

void *__wrap_malloc(size_t bytes) {
    return ++asked == fails ? NULL : __real_malloc(bytes);
}

void *__wrap_realloc(void *memory, size_t bytes) {
    return ++asked == fails ? NULL : __real_realloc(memory, bytes);
}

static const char text[] =
    "# All kinds of things.\n"
    "about: Everything\n"
    "world: {size: [100, 80]}\n"
    "flocks:\n"
    "  - {name: birds, model: steering, count: 5, leader: 1, start: {shape: disc, radius: 3},\n"
    "     terms: [{kind: seek, name: home, path: [[0, 5, 5], [9, 6, 6]]}, {kind: wander}]}\n"
    "  - {name: hawks, model: nudge, count: 2}\n"
    "relations:\n"
    "  - {from: hawks, to: [birds], kind: hunt, radius: 30, eat: 2}\n"
    "obstacles:\n"
    "  - {shape: segment, points: [[60, 10], [60, 40]], radius: 1, law: hard}\n"
    "player: {path: [[0, 10, 10], [3, 20, 20]], flee_radius: 10}\n"
    "events:\n"
    "  - {at: 1, set: {birds.cohesion.weight: 2, birds.terms.home.weight: 2, obstacles.0.radius: 2}}\n"
    "  - {at: 1, remove: {flock: birds, id: 2}}\n"
    "  - {at: 1, remove: {flock: birds, id: 3}}\n"
    "presets:\n"
    "  many: {birds.count: 9, about: \"more\"}\n";

static bool reads(vol_scene_fault *fault) {
    const vol_scene_override change = {"birds.start.shape", "uniform", NULL};
    vol_scene *scene = vol_scene_open_text("text", ".", text, sizeof text - 1, &change, 1, fault);
    vol_scene_close(scene);
    return scene != NULL;
}

static bool reads_and_writes(vol_scene_fault *fault) {
    const vol_scene_override changes[] = {
        {"birds.start.shape", "uniform", NULL}, {"look.fps", "20", NULL}, {"preset", "many", NULL}};
    vol_scene *scene = vol_scene_open_text("text", ".", text, sizeof text - 1, changes, 3, fault);
    char *written = scene != NULL ? vol_scene_write(scene, NULL, fault) : NULL;
    vol_scene_free(written);
    vol_scene_close(scene);
    return written != NULL;
}

static bool changes(vol_scene_fault *fault) {
    vol_scene *scene = vol_scene_open("goals", NULL, 0, fault);
    bool right = scene != NULL && vol_scene_change(scene, "moths.terms.lamp.weight", "3", fault);
    char *value = right ? vol_scene_get(scene, "moths.terms.lamp.weight", fault) : NULL;
    vol_scene_free(value);
    vol_scene_close(scene);
    return value != NULL;
}

static bool prints(vol_scene_fault *fault) {
    vol_scene *scene = vol_scene_open("ecosystem", NULL, 0, fault);
    char *printed = scene != NULL ? vol_scene_print(scene, NULL) : NULL;
    char *listed = printed != NULL ? vol_scene_list(scene, NULL) : NULL;
    if (scene != NULL && listed == NULL) {
        vol_scene_fault_set(fault, VOL_SCENE_FAILED, "out of memory");
    }
    bool right = listed != NULL;
    vol_scene_free(printed);
    vol_scene_free(listed);
    vol_scene_close(scene);
    return right;
}

/* What reads sound has its own requests, which do not fail here. */
static bool hears(vol_scene_fault *fault) {
    vol_scene *scene = vol_scene_open("music", NULL, 0, fault);
    bool right = scene != NULL && vol_scene_change(scene, "sound.map.0.smooth", "0.2", fault);
    char *printed = right ? vol_scene_print(scene, NULL) : NULL;
    if (right && printed == NULL) {
        vol_scene_fault_set(fault, VOL_SCENE_FAILED, "out of memory");
    }
    right = printed != NULL;
    vol_scene_free(printed);
    vol_scene_close(scene);
    return right;
}

/* A start file, in the folder of the test. */
static bool reads_files(vol_scene_fault *fault) {
    static const char scene_text[] = "flocks: [{model: steering, start: {shape: file, path: scene/start.csv}}]\n";
    vol_scene *scene = vol_scene_open_text("text", VOL_TESTS_DIR, scene_text, sizeof scene_text - 1, NULL, 0, fault);
    vol_scene_close(scene);
    return scene != NULL;
}

static bool refuses(vol_scene_fault *fault) {
    static const char wrong[] = "flocks: [{model: steering, cont: 3}]\n";
    vol_scene *scene = vol_scene_open_text("text", ".", wrong, sizeof wrong - 1, NULL, 0, fault);
    assert_null(scene);
    return fault->code == VOL_SCENE_WRONG && strstr(fault->text, "did you mean 'count'?") != NULL;
}

/* Fails one request after the other until the call needs no more. */
static size_t fail_each(bool (*call)(vol_scene_fault *fault)) {
    bool right = false;
    size_t n = 0;
    for (n = 1; n < 100000 && !right; n++) {
        vol_scene_fault fault = {0};
        asked = 0;
        fails = n;
        right = call(&fault);
        fails = 0;
        /* A message without the words that there was no memory for is no lie. */
        if (!right && call != refuses) {
            if (fault.code != VOL_SCENE_FAILED || strstr(fault.text, "memory") == NULL) {
                fail_msg("request %zu: code %d: %s", n, (int)fault.code, fault.text);
            }
        }
        right = right && asked < n; /* some failures do no harm: a request that is not needed */
    }
    assert_true(right);
    return n;
}

static void a_scene_that_cannot_be_read_is_a_fault(void **state) {
    (void)state;
    assert_in_range(fail_each(reads), 20, 99999);
    assert_in_range(fail_each(reads_files), 8, 99999);
    assert_in_range(fail_each(refuses), 5, 99999);
    if (vol_scene_sound_version() != NULL) {
        assert_in_range(fail_each(hears), 50, 99999);
    }
}

static void a_scene_that_cannot_be_written_is_a_fault(void **state) {
    (void)state;
    assert_in_range(fail_each(reads_and_writes), 100, 99999);
    assert_in_range(fail_each(changes), 50, 99999);
    assert_in_range(fail_each(prints), 10, 99999);
}

static void steps_go_on_without_memory_for_events(void **state) {
    (void)state;
    vol_scene_fault fault;
    uint64_t hashes[2] = {0};
    for (int round = 0; round < 2; round++) {
        vol_scene *scene = open_text(text, NULL, 0);
        vol_world *world = NULL;
        assert_true(vol_scene_make_world(scene, 1, &world, &fault));
        asked = 0;
        fails = round == 0 ? 0 : 1;
        assert_true(vol_scene_run(scene, world, 3, &fault));
        fails = 0;
        hashes[round] = vol_world_hash(world);
        vol_world_destroy(world);
        vol_scene_close(scene);
    }
    assert_true(hashes[0] == hashes[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_that_cannot_be_read_is_a_fault),
        cmocka_unit_test(a_scene_that_cannot_be_written_is_a_fault),
        cmocka_unit_test(steps_go_on_without_memory_for_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
