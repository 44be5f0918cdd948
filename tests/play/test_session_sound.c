/* Sound in sessions: what it does comes out the same however often a step is computed, by a file, by a device and after
 * its maps were changed; changes can be undone and are saved. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "asserts.h"
#include "play/session.h"
#include "record/replay.h"
#include "verify_recording.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAST = 150 };

static const char with_tune[] =
    "world: {size: [300, 200]}\n"
    "flocks:\n"
    "  - {name: birds, model: steering, count: 40} # forty\n"
    "sound:\n"
    "  builtin: loom # a tune\n"
    "  map:\n"
    "    - {to: birds.max_speed, from: rms, scale: 20, offset: 2, smooth: 0.2, range: [2, 8]} # loud is fast\n"
    "  on_onset:\n"
    "    - {scatter: {position: [100, 100], strength: 0.1}}\n";
static const char with_microphone[] =
    "{world: {size: [300, 200]}, flocks: [{name: birds, model: steering, count: 40}], sound: {source: microphone, map: "
    "[{to: birds.max_speed, from: rms, scale: 20, offset: 2}, {to: birds.cohesion.weight, from: low, scale: 3}], "
    "on_onset: [{gust: [1, 0.5]}]}}";

static app_session *open_session(const char *text) {
    static app_session session;
    vol_scene_fault fault = {0};
    FILE *file = fopen("test_sound.yaml", "wb");
    fputs(text, file);
    fclose(file);
    if (!app_session_open(&session, "test_sound.yaml", NULL, 0, &(vol_scene_where){.threads = 1}, &fault)) {
        fail_msg("%s", fault.text);
    }
    remove("test_sound.yaml");
    return &session;
}

/* A block of sound that goes up and down; every 20th is an onset. */
static void play_block(app_session *session, int number) {
    vol_sound_frame frame = {.onset = number % 20 == 0};
    frame.value[VOL_SOUND_RMS] = 0.2 + 0.1 * (number % 7);
    frame.value[VOL_SOUND_LOW] = 0.05 * (number % 11);
    app_session_hear(session, &frame, 512.0 / 48000);
}

static void steps(app_session *session, int count) {
    for (int i = 0; i < count; i++) {
        assert_true(app_session_step(session));
    }
}

static void act(app_session *session, app_wish wish) {
    app_session_do(session, &wish);
}

static double number_of(app_session *session, const char *key) {
    char text[160] = "";
    vol_world_get(session->world, key, text, sizeof text, NULL);
    return atof(text);
}

/* The hashes of all steps as they are when gone to, twice. */
static void any_step_comes_out_the_same(app_session *session, const uint64_t *hashes, uint64_t last) {
    for (uint64_t step = last + 1; step-- > 0; step -= step > 5 ? 5 : step) {
        assert_true(app_session_seek(session, step));
        assert_int_equal(vol_world_steps(session->world), step);
        assert_hash_equal(vol_world_hash(session->world), hashes[step]);
    }
    assert_true(app_session_seek(session, last));
    assert_hash_equal(vol_world_hash(session->world), hashes[last]);
}

static void a_file_gives_the_bits_of_run_and_any_step_can_be_gone_to(void **state) {
    (void)state;
    uint64_t hashes[LAST + 1];
    app_session *session = open_session(with_tune);
    app_session_record(session, "test_sound.rec");
    for (int step = 0; step <= LAST; step++) {
        hashes[step] = vol_world_hash(session->world);
        steps(session, step < LAST);
    }
    app_session_stop_record(session);
    vol_scene scene;
    vol_world *world = NULL;
    vol_scene_fault fault = {0};
    assert_true(vol_scene_read(&scene, "run", ".", with_tune, strlen(with_tune), NULL, 0, &fault));
    assert_true(vol_scene_make_world(&scene, 1, &world, &fault));
    assert_true(vol_scene_run(&scene, world, LAST, &fault));
    assert_hash_equal(vol_world_hash(world), hashes[LAST]);
    assert_true(number_of(session, "birds.max_speed") > 2);
    any_step_comes_out_the_same(session, hashes, LAST);
    vol_world_destroy(world);
    vol_scene_release(&scene);
    app_session_close(session);
    vol_test_verify_recording("test_sound.rec");
    remove("test_sound.rec");
}

static void what_a_device_heard_happens_again_and_is_recorded(void **state) {
    (void)state;
    uint64_t hashes[LAST + 1];
    app_session *session = open_session(with_microphone);
    app_session_record(session, "test_sound.rec");
    for (int step = 0; step <= LAST; step++) {
        hashes[step] = vol_world_hash(session->world);
        play_block(session, 2 * step);
        play_block(session, 2 * step + 1);
        steps(session, step < LAST);
    }
    app_session_stop_record(session);
    assert_true(number_of(session, "birds.max_speed") > 4);
    any_step_comes_out_the_same(session, hashes, LAST);
    app_session_close(session);
    vol_test_verify_recording("test_sound.rec");
    remove("test_sound.rec");
}

static void a_recording_that_begins_later_verifies(void **state) {
    (void)state;
    app_session *session = open_session(with_microphone);
    for (int step = 0; step < 60; step++) {
        play_block(session, step);
        if (step == 30) {
            app_session_record(session, "test_sound.rec");
        }
        steps(session, 1);
    }
    app_session_close(session);
    vol_test_verify_recording("test_sound.rec");
    remove("test_sound.rec");
}

static app_wish map(size_t index, const char *to, const char *from, double scale, double offset) {
    app_wish wish = {.kind = APP_WISH_MAP, .count = index, .position = {scale, offset, 0.1}};
    wish.velocity[0] = -INFINITY;
    wish.velocity[1] = INFINITY;
    snprintf(wish.key, sizeof wish.key, "%s", to);
    snprintf(wish.value, sizeof wish.value, "%s", from);
    return wish;
}

static void maps_that_are_changed_leave_the_past_as_it_was(void **state) {
    (void)state;
    uint64_t hashes[LAST + 1];
    app_session *session = open_session(with_tune);
    app_session_record(session, "test_sound.rec");
    for (int step = 0; step <= LAST; step++) {
        hashes[step] = vol_world_hash(session->world);
        if (step == 50) {
            act(session, map(0, "birds.max_speed", "volume", 0.05, 3));
            act(session, map(1, "birds.cohesion.weight", "high", 10, 0.5));
        } else if (step == 100) {
            act(session, (app_wish){.kind = APP_WISH_MAP, .count = 0, .none = true});
            assert_number_equal(number_of(session, "birds.max_speed"), 3); /* the model's own again */
            hashes[step] = vol_world_hash(session->world);
        }
        assert_false(session->trouble);
        steps(session, step < LAST);
    }
    assert_int_equal(session->scene.sound.map_count, 1);
    assert_string_equal(session->scene.sound.maps[0].to, "birds.cohesion.weight");
    assert_int_equal(session->scene.sound.on_onset_count, 1);
    app_session_stop_record(session);
    any_step_comes_out_the_same(session, hashes, LAST);
    app_session_close(session);
    vol_test_verify_recording("test_sound.rec");
    remove("test_sound.rec");
}

static void changes_of_maps_are_undone_one_by_one(void **state) {
    (void)state;
    app_session *session = open_session(with_tune);
    steps(session, 10);
    for (int i = 1; i <= 4; i++) { /* a drag */
        app_wish wish = map(0, "birds.max_speed", "rms", i, 1);
        wish.goes_on = i < 4;
        act(session, wish);
        steps(session, 1);
    }
    act(session, map(1, "birds.cohesion.weight", "low", 2, 0));
    assert_int_equal(session->change_count, 2);
    act(session, (app_wish){.kind = APP_WISH_UNDO});
    assert_int_equal(session->scene.sound.map_count, 1);
    assert_number_equal(session->scene.sound.maps[0].scale, 4);
    act(session, (app_wish){.kind = APP_WISH_UNDO});
    assert_number_equal(session->scene.sound.maps[0].scale, 20);
    assert_number_equal(session->scene.sound.maps[0].range[1], 8);
    act(session, (app_wish){.kind = APP_WISH_UNDO});
    assert_string_equal(session->message, "nothing to undo");
    app_session_close(session);
}

static void going_back_and_changing_something_takes_later_maps_away(void **state) {
    (void)state;
    app_session *session = open_session(with_tune);
    steps(session, 20);
    act(session, map(0, "birds.max_speed", "rms", 5, 1));
    steps(session, 20);
    app_session_seek(session, 10);
    act(session, (app_wish){.kind = APP_WISH_SCATTER, .position = {50, 50}, .number = 0.1});
    assert_number_equal(session->scene.sound.maps[0].scale, 20);
    steps(session, 30);
    assert_false(session->trouble);
    app_session_close(session);
}

static void a_wrong_map_is_told_and_changes_nothing(void **state) {
    (void)state;
    app_session *session = open_session(with_tune);
    steps(session, 5);
    act(session, map(0, "birds.nothing", "rms", 1, 0));
    assert_true(session->trouble);
    assert_non_null(strstr(session->message, "birds.nothing"));
    assert_string_equal(session->scene.sound.maps[0].to, "birds.max_speed");
    assert_int_equal(session->change_count, 0);
    steps(session, 5);
    app_session_close(session);
}

static void another_source_keeps_the_maps_and_none_lets_all_rest(void **state) {
    (void)state;
    bool monitor = false;
    app_session *session = open_session(with_tune);
    steps(session, 10);
    act(session, (app_wish){.kind = APP_WISH_SOURCE, .value = "source: monitor"});
    assert_true(app_session_listens(session, &monitor) && monitor);
    assert_int_equal(session->scene.sound.map_count, 1);
    act(session, (app_wish){.kind = APP_WISH_SOURCE, .value = "none"});
    assert_false(app_session_listens(session, &monitor));
    double speed = number_of(session, "birds.max_speed");
    steps(session, 10);
    assert_number_equal(number_of(session, "birds.max_speed"), speed);
    act(session, (app_wish){.kind = APP_WISH_SOURCE, .value = "own"});
    assert_int_equal(session->scene.sound.source, VOL_SCENE_SOUND_BUILTIN);
    act(session, (app_wish){.kind = APP_WISH_SOURCE, .value = "file: /nowhere/song.flac"});
    assert_true(session->trouble);
    assert_int_equal(session->scene.sound.source, VOL_SCENE_SOUND_BUILTIN);
    steps(session, 10);
    app_session_close(session);
}

static void a_changed_map_is_saved_with_the_comments_of_the_file(void **state) {
    (void)state;
    char text[4096];
    app_session *session = open_session(with_tune);
    steps(session, 5);
    act(session, map(0, "birds.max_speed", "rms", 7, 2));
    steps(session, 5);
    app_session_save(session, "test_saved.yaml");
    app_session_close(session);
    FILE *file = fopen("test_saved.yaml", "rb");
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    vol_scene saved;
    vol_scene_fault fault = {0};
    assert_true(vol_scene_load(&saved, "test_saved.yaml", NULL, 0, &fault));
    remove("test_saved.yaml");
    assert_number_equal(saved.sound.maps[0].scale, 7);
    assert_int_equal(saved.sound.on_onset_count, 1);
    assert_int_equal(saved.event_count, 0);
    assert_non_null(strstr(text, "# forty"));
    vol_scene_release(&saved);
}

/* A second of silence. */
static void write_wav(const char *path) {
    static const unsigned char head[44] =
        "RIFF\x64\x3e\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x80\x3e\0\0\2\0\x10\0data\x80\x3e\0";
    static const char silence[16000];
    FILE *file = fopen(path, "wb");
    fwrite(head, 1, sizeof head, file);
    fwrite(silence, 1, sizeof silence, file);
    fclose(file);
}

/* What the session saves, as text. */
static void save(app_session *session, const char *path, char *text, size_t size) {
    app_session_save(session, path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    fclose(file);
    remove(path);
}

static void a_relative_path_is_kept_beside_the_scene_and_written_out_elsewhere(void **state) {
    (void)state;
    char text[4096];
    write_wav("test_silence.wav");
    app_session *session = open_session("world: {size: [300, 200]} # small\n"
                                        "flocks: [{name: birds, model: steering, count: 4}]\n"
                                        "sound: {file: test_silence.wav}\n");
    save(session, "test_saved.yaml", text, sizeof text);
    assert_non_null(strstr(text, "# small"));
    assert_non_null(strstr(text, "file: test_silence.wav"));
    save(session, "/tmp/volery_test_saved.yaml", text, sizeof text);
    assert_null(strstr(text, "file: test_silence.wav"));
    assert_non_null(strstr(text, "/test_silence.wav"));
    app_session_close(session);
    remove("test_silence.wav");
}

int main(void) {
    if (vol_scene_sound_version() == NULL) {
        return 77; /* there is no libsndfile here */
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_gives_the_bits_of_run_and_any_step_can_be_gone_to),
        cmocka_unit_test(what_a_device_heard_happens_again_and_is_recorded),
        cmocka_unit_test(a_recording_that_begins_later_verifies),
        cmocka_unit_test(maps_that_are_changed_leave_the_past_as_it_was),
        cmocka_unit_test(changes_of_maps_are_undone_one_by_one),
        cmocka_unit_test(going_back_and_changing_something_takes_later_maps_away),
        cmocka_unit_test(a_wrong_map_is_told_and_changes_nothing),
        cmocka_unit_test(another_source_keeps_the_maps_and_none_lets_all_rest),
        cmocka_unit_test(a_changed_map_is_saved_with_the_comments_of_the_file),
        cmocka_unit_test(a_relative_path_is_kept_beside_the_scene_and_written_out_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
