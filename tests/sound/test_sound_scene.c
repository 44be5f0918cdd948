/* Sound in scenes: what maps say is what the world gets, at every step, however it is brought there. */
#include "scene/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "asserts.h"

#define HEAD                               \
    "world: {size: [200, 150], seed: 3}\n" \
    "flocks: [{name: birds, model: steering, count: 30, terms: [{kind: seek, name: home, point: [9, 9]}]}]\n"

enum { FEATURES = 8, VOLUME = 0, RMS = 1, LOW = 2 };

static vol_world *world_of(const vol_scene *scene) {
    vol_scene_fault fault;
    vol_world *world = NULL;
    if (!vol_scene_make_world(scene, 1, &world, &fault)) {
        fail_msg("%s", fault.text);
    }
    return world;
}

static void step(const vol_scene *scene, vol_world *world, uint64_t steps) {
    vol_scene_fault fault;
    for (uint64_t i = 0; i < steps; i++) {
        if (!vol_scene_step(scene, world, &fault)) {
            fail_msg("%s", fault.text);
        }
    }
}

static double feature(const vol_scene *scene, uint64_t at, int which) {
    double features[FEATURES];
    assert_true(vol_scene_sound_features(scene, at, features, NULL, NULL));
    return features[which];
}

static void the_articles_mapping_is_exact(void **unused) {
    (void)unused;
    vol_scene_fault fault;
    vol_scene *scene = vol_scene_open("loudness", NULL, 0, &fault);
    assert_non_null(scene);
    vol_world *world = world_of(scene);
    double loudest = 0;
    for (uint64_t at = 0; at < 1000; at++) {
        step(scene, world, 1);
        vol_flock_def def = vol_flock_get_def(world, 0);
        double volume = feature(scene, at, VOLUME);
        assert_number_equal(def.max_speed, 2 + volume);
        assert_number_equal(def.separation.radius, 50 + 5 * volume);
        assert_number_equal(def.alignment.radius, 50 + 5 * volume);
        assert_number_equal(def.cohesion.radius, 50 + 5 * volume);
        loudest = volume > loudest ? volume : loudest;
    }
    assert_true(loudest > 30);
    vol_world_destroy(world);
    vol_scene_close(scene);
}

static void maps_are_added_and_stay_within_their_ranges(void **unused) {
    (void)unused;
    vol_scene *scene =
        open_text(HEAD "sound:\n"
                       "  builtin: loom\n"
                       "  map:\n"
                       "    - {to: birds.max_speed, from: volume, scale: 0.5, offset: 1, range: [2, 4]}\n"
                       "    - {to: birds.max_speed, from: rms, scale: 10}\n"
                       "    - {to: birds.max_force, from: volume, scale: -1}\n",
                  NULL, 0);
    vol_world *world = world_of(scene);
    bool low = false, high = false;
    for (uint64_t at = 0; at < 960; at++) {
        step(scene, world, 1);
        double first = 0.5 * feature(scene, at, VOLUME) + 1;
        low = low || first < 2;
        high = high || first > 4;
        first = first < 2 ? 2 : first > 4 ? 4 : first;
        assert_number_equal(vol_flock_get_def(world, 0).max_speed, first + 10 * feature(scene, at, RMS));
        assert_number_equal(vol_flock_get_def(world, 0).max_force, 0); /* the least that it can be */
    }
    assert_true(low && high);
    vol_world_destroy(world);
    vol_scene_close(scene);
}

static void smoothing_follows_its_formula(void **unused) {
    (void)unused;
    vol_scene *scene = open_text(HEAD "sound: {builtin: loom, loop: false, steps_per_second: 125,\n"
                                      "  map: [{to: birds.max_speed, from: low, scale: 3, offset: 1, smooth: 0.2}]}\n",
                                 NULL, 0);
    vol_world *world = world_of(scene);
    double smoothed = 0;
    const double block = 128.0 / 16000; /* a step is a block of the tune here */
    for (uint64_t at = 0; at < 2000; at++) {
        step(scene, world, 1);
        smoothed += (feature(scene, at, LOW) - smoothed) * (block / (0.2 + block));
        assert_number_equal(vol_flock_get_def(world, 0).max_speed, 3 * smoothed + 1);
    }
    step(scene, world, 1000); /* behind the end it is silent */
    assert_true(fabs(vol_flock_get_def(world, 0).max_speed - 1) < 1e-3);
    assert_number_equal(feature(scene, 2900, LOW), 0);
    vol_world_destroy(world);
    vol_scene_close(scene);
}

static void a_sound_begins_again_unless_told_otherwise(void **unused) {
    (void)unused;
    vol_scene *scene = open_text(HEAD "sound: {builtin: loom}\n", NULL, 0);
    assert_number_equal(vol_scene_sound_length(scene), 16);
    assert_number_equal(vol_scene_sound_time(scene, 90), 1.5);
    for (uint64_t at = 0; at < 960; at += 7) {
        assert_number_equal(feature(scene, at, VOLUME), feature(scene, at + 960 * 1000, VOLUME));
    }
    assert_int_equal(vol_scene_sound_frame(scene, 960 * 5 + 30), 8000);
    vol_scene_close(scene);
}

static void every_number_that_may_change_can_follow_sound(void **unused) {
    (void)unused;
    vol_scene *scene =
        open_text("world: {size: [200, 150]}\n"
                  "flocks:\n"
                  "  - {name: birds, model: steering, count: 30, terms: [{kind: seek, name: home, point: [9, 9]}]}\n"
                  "  - {name: hawks, model: steering, count: 1}\n"
                  "obstacles: [{center: [50, 50], radius: 5}]\n"
                  "relations: [{from: birds, to: hawks, kind: avoid, radius: 10}]\n"
                  "wind: {velocity: [0.1, 0], chance: 0.5, duration: 2}\n"
                  "sound:\n"
                  "  builtin: loom\n"
                  "  map:\n"
                  "    - {to: obstacles.0.radius, from: volume, offset: 1}\n"
                  "    - {to: relations.0.weight, from: rms, offset: 2}\n"
                  "    - {to: birds.terms.home.weight, from: rms, offset: 3}\n"
                  "    - {to: wind.chance, from: beat}\n",
                  NULL, 0);
    vol_world *world = world_of(scene);
    for (uint64_t at = 0; at < 300; at++) {
        step(scene, world, 1);
        assert_number_equal(vol_obstacle_get_def(world, 0).radius, 1 + feature(scene, at, VOLUME));
        assert_number_equal(vol_relation_get_def(world, 0).weight, 2 + feature(scene, at, RMS));
        assert_number_equal(vol_term_get_def(world, 0).weight, 3 + feature(scene, at, RMS));
    }
    vol_world_destroy(world);
    vol_scene_close(scene);
}

#define MUSIC                                                                                 \
    HEAD "sound:\n"                                                                           \
         "  builtin: loom\n"                                                                  \
         "  map:\n"                                                                           \
         "    - {to: birds.max_speed, from: volume, scale: 0.2, offset: 1, smooth: 0.1}\n"    \
         "    - {to: birds.cohesion.weight, from: onset, scale: -1, offset: 1}\n"             \
         "  on_onset: [{scatter: {position: [100, 75], strength: 0.05}}, {gust: [0.1, 0]}]\n" \
         "  on_beat: [{add: {flock: birds, position: [5, 5], velocity: [1, 0]}}]\n"

static void steps_at_once_and_a_resumed_world_have_the_same_bits(void **unused) {
    (void)unused;
    vol_scene_fault fault;
    vol_scene *scene = open_text(MUSIC "events: [{at: 100, set: {birds.max_speed: 0.5}}]\n", NULL, 0);
    vol_world *one = world_of(scene), *many = world_of(scene);
    step(scene, one, 500);
    assert_true(vol_scene_run(scene, many, 500, &fault));
    assert_hash_equal(vol_world_hash(one), vol_world_hash(many));
    size_t size = vol_snapshot_size(one);
    void *state = malloc(size);
    vol_snapshot_write(one, state);
    vol_world *resumed = world_of(scene);
    if (!vol_scene_resume(scene, resumed, NULL, state, size, &fault)) {
        fail_msg("%s", fault.text);
    }
    assert_number_equal(vol_flock_get_def(resumed, 0).max_speed, vol_flock_get_def(one, 0).max_speed);
    step(scene, one, 400);
    assert_true(vol_scene_run(scene, resumed, 400, &fault));
    assert_hash_equal(vol_world_hash(one), vol_world_hash(resumed));
    assert_true(vol_flock_get_def(one, 0).count > 40); /* beats have added boids */
    free(state);
    vol_world_destroy(one);
    vol_world_destroy(many);
    vol_world_destroy(resumed);
    vol_scene_close(scene);
}

/* What sound does, taken down and put into `events` of a scene without sound, is the same run. */
static void what_sound_does_are_events(void **unused) {
    (void)unused;
    enum { STEPS = 400 };
    vol_scene *scene = open_text(MUSIC, NULL, 0);
    vol_world *world = world_of(scene);
    char *text = malloc(4 * 1024 * 1024);
    size_t length = (size_t)sprintf(text, "%sevents:\n", HEAD);
    for (uint64_t at = 0; at < STEPS; at++) {
        vol_scene_sound_act act;
        for (size_t i = 0; i < vol_scene_sound_count(scene); i++) {
            if (vol_scene_sound_act_at(scene, at, i, &act)) {
                char *line = vol_scene_event_print(scene, &act.event, NULL);
                length += (size_t)sprintf(text + length, "%s", line);
                vol_scene_free(line);
            }
        }
        step(scene, world, 1);
    }
    vol_scene *plain = open_text(text, NULL, 0);
    vol_world *again = world_of(plain);
    step(plain, again, STEPS);
    assert_hash_equal(vol_world_hash(world), vol_world_hash(again));
    free(text);
    vol_world_destroy(world);
    vol_world_destroy(again);
    vol_scene_close(scene);
    vol_scene_close(plain);
}

/* Live: the same features, heard block by block, say the same. */
static void live_maps_say_what_those_of_a_file_say(void **unused) {
    (void)unused;
    vol_scene *scene = open_text(HEAD "sound: {builtin: loom, loop: false, steps_per_second: 125,\n"
                                      "  map: [{to: birds.max_speed, from: low, scale: 3, offset: 1, smooth: 0.2},\n"
                                      "        {to: birds.max_speed, from: rms, scale: 2}],\n"
                                      "  on_onset: [{gust: [1, 0]}]}\n",
                                 NULL, 0);
    vol_scene *live = open_text(HEAD "sound: {source: microphone,\n"
                                     "  map: [{to: birds.max_speed, from: low, scale: 3, offset: 1, smooth: 0.2},\n"
                                     "        {to: birds.max_speed, from: rms, scale: 2}],\n"
                                     "  on_onset: [{gust: [1, 0]}]}\n",
                                NULL, 0);
    double smoothed[2] = {0, 0};
    for (uint64_t at = 0; at < 1000; at++) {
        double features[FEATURES];
        bool onset = false, beat = false;
        vol_scene_sound_act by_file, by_ear;
        assert_true(vol_scene_sound_features(scene, at, features, &onset, &beat));
        vol_scene_sound_hear(live, features, 128.0 / 16000, smoothed);
        assert_true(vol_scene_sound_act_live(live, at, smoothed, onset, beat, 0, &by_ear));
        assert_true(vol_scene_sound_state_at(scene, at, 0, &by_file));
        assert_string_equal(by_ear.event.value, by_file.event.value);
        assert_int_equal(vol_scene_sound_act_live(live, at, smoothed, onset, beat, 1, &by_ear),
                         vol_scene_sound_act_at(scene, at, 1, &by_file));
        assert_false(vol_scene_sound_act_at(live, at, 0, &by_ear)); /* nobody listens: it does nothing */
    }
    vol_world *world = world_of(live);
    step(live, world, 10);
    assert_number_equal(vol_flock_get_def(world, 0).max_speed, live->flocks[0].def.max_speed);
    vol_world_destroy(world);
    vol_scene_close(scene);
    vol_scene_close(live);
}

static void a_scene_with_sound_is_printed_and_written_back(void **unused) {
    (void)unused;
    static const char text[] = "# Loud\n" HEAD "sound: # what is heard\n"
                               "  builtin: loom # a tune\n"
                               "  map:\n"
                               "    - {to: birds.max_speed, from: volume, scale: 0.5, range: [1, 9]} # fast\n"
                               "  on_onset: [{gust: [0.1, 0]}]\n";
    vol_scene_fault fault;
    vol_scene *scene = open_text(text, NULL, 0);
    char *written = write_back(scene);
    assert_string_equal(written, text);
    vol_scene_free(written);
    char *once = vol_scene_print(scene, NULL);
    vol_scene *again = open_text(once, NULL, 0);
    char *twice = vol_scene_print(again, NULL);
    assert_string_equal(once, twice);
    assert_non_null(strstr(once, "steps_per_second: 60"));
    vol_scene_free(once);
    vol_scene_free(twice);
    vol_scene_close(again);
    if (!vol_scene_change(scene, "sound.map.0.scale", "0.75", &fault)) {
        fail_msg("%s", fault.text);
    }
    scene->sound.loop = false;
    written = write_back(scene);
    assert_non_null(strstr(written, "scale: 0.75, range: [1, 9]} # fast"));
    assert_non_null(strstr(written, "loop: false"));
    assert_non_null(strstr(written, "builtin: loom # a tune"));
    vol_scene_free(written);
    char *value = vol_scene_get(scene, "sound.map.0.from", &fault);
    assert_string_equal(value, "volume");
    vol_scene_free(value);
    vol_scene_close(scene);
}

static void a_host_can_change_maps_in_place(void **unused) {
    (void)unused;
    vol_scene_fault fault;
    vol_scene *scene = open_text(HEAD "sound: {builtin: loom, map: [{to: birds.max_speed, from: volume}]}\n", NULL, 0);
    vol_scene_sound_act act;
    scene->sound.maps[0].scale = 0;
    scene->sound.maps[0].offset = 7;
    assert_true(vol_scene_link_sound(scene, &fault));
    assert_true(vol_scene_sound_state_at(scene, 500, 0, &act));
    assert_string_equal(act.event.value, "7");
    assert_int_equal(vol_scene_steps_alike(scene, 0, 100), 100);
    assert_true(vol_scene_steps_alike(scene, 0, UINT64_MAX) > 100);
    vol_scene_close(scene);
}

/* However late a world is brought to a step, what an onset has set is known at once. */
static void late_steps_are_as_quick_as_early_ones(void **unused) {
    (void)unused;
    static const char *const loops[] = {"true", "false"};
    for (int i = 0; i < 2; i++) {
        const vol_scene_override loop = {"sound.loop", loops[i], NULL};
        vol_scene *scene =
            open_text(HEAD "sound: {builtin: loom, on_onset: [{set: {birds.max_speed: 7}}]}\n", &loop, 1);
        vol_scene_sound_act act;
        assert_true(vol_scene_sound_state_at(scene, UINT64_C(1) << 60, 0, &act));
        assert_int_equal(act.event.at >= 960, i == 0);
        assert_true(vol_scene_sound_state_at(scene, 0, 0, &act)); /* its first note */
        assert_int_equal(act.event.at, 0);
        vol_scene_close(scene);
    }
}

int main(void) {
    if (vol_scene_sound_version() == NULL) {
        puts("skipped: built without libsndfile");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_articles_mapping_is_exact),
        cmocka_unit_test(maps_are_added_and_stay_within_their_ranges),
        cmocka_unit_test(smoothing_follows_its_formula),
        cmocka_unit_test(a_sound_begins_again_unless_told_otherwise),
        cmocka_unit_test(every_number_that_may_change_can_follow_sound),
        cmocka_unit_test(steps_at_once_and_a_resumed_world_have_the_same_bits),
        cmocka_unit_test(what_sound_does_are_events),
        cmocka_unit_test(live_maps_say_what_those_of_a_file_say),
        cmocka_unit_test(a_scene_with_sound_is_printed_and_written_back),
        cmocka_unit_test(a_host_can_change_maps_in_place),
        cmocka_unit_test(late_steps_are_as_quick_as_early_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
