/* As many steps at once as vol_scene_steps_alike allows lead to the state that single steps lead to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "asserts.h"
#include <volery/scene.h>

#include <string.h>

enum { STEPS = 60 };

static const char happens[] = "world: {size: [400, 300]}\n"
                              "flocks:\n"
                              "  - {name: birds, model: steering, count: 50, terms: [{kind: arrive, force: 0.1, path: "
                              "[[20, 10, 10], [30, 90, 90]]}]}\n"
                              "player: {flee_radius: 100, flee_weight: 0.5, path: [[0, 40, 30], [7, 200, 100]]}\n"
                              "events:\n"
                              "  - {at: 10, gust: [0.7, -0.25]}\n"
                              "  - {at: 12, add: {flock: birds, position: [30, 26], velocity: [1, 0]}}\n"
                              "  - {at: 40, player: [100, 100]}\n"
                              "  - {at: 41, set: {birds.cohesion.weight: 2}}\n";

static uint64_t run(const vol_scene *scene, uint64_t most, uint64_t *calls) {
    vol_world *world = NULL;
    vol_scene_fault fault;
    assert_true(vol_scene_make_world(scene, 1, &world, &fault));
    for (*calls = 0; vol_world_steps(world) < STEPS; ++*calls) {
        uint64_t step = vol_world_steps(world), left = STEPS - step;
        uint64_t some = vol_scene_steps_alike(scene, step, left < most ? left : most);
        assert_in_range(some, 1, left < most ? left : most);
        assert_true(vol_scene_apply_events(scene, world, &fault));
        assert_true(vol_scene_step_world(world, some, &fault));
    }
    uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    return hash;
}

static void many_steps_are_as_single_ones_in_every_built_in_scene(void **state) {
    (void)state;
    for (size_t i = 0; vol_scene_builtin_at(i) != NULL; i++) {
        vol_scene scene;
        vol_scene_fault fault;
        uint64_t single, many;
        assert_true(vol_scene_load(&scene, vol_scene_builtin_at(i)->name, NULL, 0, &fault));
        assert_hash_equal(run(&scene, 1, &single), run(&scene, STEPS, &many));
        assert_int_equal(single, STEPS);
        vol_scene_release(&scene);
    }
}

static void events_and_ways_of_players_and_goals_are_kept(void **state) {
    (void)state;
    vol_scene scene;
    vol_scene_fault fault = {0};
    uint64_t single, many;
    if (!vol_scene_read(&scene, "happens", ".", happens, strlen(happens), NULL, 0, &fault)) {
        fail_msg("%s", fault.text);
    }
    assert_hash_equal(run(&scene, 1, &single), run(&scene, 16, &many));
    assert_int_equal(single, STEPS);
    /* The goal is on its way until step 30, one by one; then until the events of 40 and 41, and to the end. */
    assert_int_equal(vol_scene_steps_alike(&scene, 0, 100), 1);
    assert_int_equal(vol_scene_steps_alike(&scene, 29, 100), 1);
    assert_int_equal(vol_scene_steps_alike(&scene, 30, 100), 10);
    assert_int_equal(vol_scene_steps_alike(&scene, 40, 100), 1);
    assert_int_equal(vol_scene_steps_alike(&scene, 41, 100), 100);
    assert_int_equal(vol_scene_steps_alike(&scene, 41, 5), 5);
    assert_in_range(many, 30, 40);
    vol_scene_release(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_steps_are_as_single_ones_in_every_built_in_scene),
        cmocka_unit_test(events_and_ways_of_players_and_goals_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
