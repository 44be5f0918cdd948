/* Sessions and their runner: what is done by hand comes out the same however often a step is computed, and the window
 * sees whole moments while the thread goes on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "asserts.h"
#include "play/runner.h"
#include "record/replay.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static app_session *open_session(const char *scene) {
    static app_session session;
    vol_scene_fault fault = {0};
    if (!app_session_open(&session, scene, NULL, 0, &(vol_scene_where){.threads = 1}, &fault)) {
        fail_msg("%s", fault.text);
    }
    return &session;
}

static void steps(app_session *session, int count) {
    for (int i = 0; i < count; i++) {
        assert_true(app_session_step(session));
    }
}

static void act(app_session *session, app_wish wish) {
    app_session_do(session, &wish);
}

/* Something of everything, at several steps. */
static void play_a_while(app_session *session) {
    steps(session, 10);
    act(session, (app_wish){.kind = APP_WISH_ADD, .count = 5, .position = {100, 100}});
    act(session, (app_wish){.kind = APP_WISH_PLAYER, .position = {200, 200}});
    steps(session, 25);
    act(session, (app_wish){.kind = APP_WISH_SCATTER, .position = {150, 120}, .number = 0.1});
    act(session, (app_wish){.kind = APP_WISH_SET, .key = "boids.cohesion.weight", .value = "2.5"});
    act(session, (app_wish){.kind = APP_WISH_GOAL, .position = {50, 50}});
    steps(session, 30);
    act(session, (app_wish){.kind = APP_WISH_ERASE, .position = {50, 50}, .number = 30});
    act(session, (app_wish){.kind = APP_WISH_BLOW, .position = {100, 100}, .number = 80, .velocity = {1, 0}});
    act(session, (app_wish){.kind = APP_WISH_PLAYER, .none = true});
    steps(session, 20);
}

static void any_step_can_be_gone_to_and_has_the_same_bits(void **state) {
    (void)state;
    enum { LAST = 85 };
    uint64_t hashes[LAST + 1];
    app_session *session = open_session("steering");
    play_a_while(session);
    assert_int_equal(app_session_last(session), LAST);
    for (uint64_t step = 0; step <= LAST; step++) {
        assert_true(app_session_seek(session, step));
        hashes[step] = vol_world_hash(session->world);
    }
    for (uint64_t step = LAST; step > 7; step -= 7) {
        assert_true(app_session_seek(session, step));
        assert_int_equal(vol_world_steps(session->world), step);
        assert_hash_equal(vol_world_hash(session->world), hashes[step]);
    }
    app_session_close(session);
}

static void what_is_done_in_the_past_gives_up_the_future(void **state) {
    (void)state;
    app_session *session = open_session("steering");
    play_a_while(session);
    size_t boids = app_session_boids(session);
    app_session_seek(session, 5);
    assert_int_equal(app_session_boids(session), 100);
    act(session, (app_wish){.kind = APP_WISH_ADD, .count = 1, .position = {10, 10}});
    assert_int_equal(app_session_last(session), 5);
    steps(session, 80);
    assert_int_equal(app_session_boids(session), 101);
    assert_int_not_equal(boids, 101);
    app_session_close(session);
}

static void a_drag_of_a_slider_is_one_change(void **state) {
    (void)state;
    char text[64];
    app_session *session = open_session("steering");
    for (int i = 1; i <= 5; i++) {
        app_wish wish = {.kind = APP_WISH_SET, .key = "boids.max_speed", .goes_on = i < 5};
        snprintf(wish.value, sizeof wish.value, "%d", 3 + i);
        act(session, wish);
        steps(session, 2);
    }
    assert_int_equal(session->change_count, 1);
    act(session, (app_wish){.kind = APP_WISH_UNDO});
    vol_world_get(session->world, "boids.max_speed", text, sizeof text, NULL);
    assert_string_equal(text, "3");
    app_session_close(session);
}

static void a_restart_keeps_changed_parameters_and_gives_the_same_run_twice(void **state) {
    (void)state;
    app_session *session = open_session("steering");
    act(session, (app_wish){.kind = APP_WISH_SET, .key = "boids.max_speed", .value = "5"});
    steps(session, 20);
    uint64_t hash = vol_world_hash(session->world);
    act(session, (app_wish){.kind = APP_WISH_RESTART});
    assert_int_equal(vol_world_steps(session->world), 0);
    steps(session, 20);
    assert_hash_equal(vol_world_hash(session->world), hash);
    act(session, (app_wish){.kind = APP_WISH_NEW_SEED});
    steps(session, 20);
    assert_true(vol_world_hash(session->world) != hash);
    app_session_close(session);
}

static void what_cannot_be_done_is_told_and_changes_nothing(void **state) {
    (void)state;
    app_session *session = open_session("steering");
    uint64_t hash = vol_world_hash(session->world);
    act(session, (app_wish){.kind = APP_WISH_SET, .key = "boids.max_speed", .value = "-3"});
    assert_true(session->trouble);
    assert_non_null(strstr(session->message, "max_speed"));
    assert_int_equal(session->scene.event_count, 0);
    assert_hash_equal(vol_world_hash(session->world), hash);
    app_session_close(session);
}

/* Whatever is done by hand meanwhile, sound does at each step what it does in a run, once; and a recording of it, begun
 * in the middle, is replayed without it. */
static void sound_is_heard_in_a_session(void **state) {
    (void)state;
    enum { HALF = 150, LAST = 300 };
    if (vol_scene_sound_version() == NULL) {
        skip();
    }
    app_session *session = open_session("loudness");
    vol_scene_fault fault = {0};
    vol_world *world = NULL;
    assert_true(vol_scene_make_world(&session->scene, 1, &world, &fault));
    assert_true(vol_scene_run(&session->scene, world, HALF, &fault));
    steps(session, HALF);
    assert_hash_equal(vol_world_hash(session->world), vol_world_hash(world));
    vol_world_destroy(world);
    app_session_record(session, "test_session.vol");
    act(session, (app_wish){.kind = APP_WISH_SET, .key = "boids.max_speed", .value = "0.5"});
    act(session, (app_wish){.kind = APP_WISH_SET, .key = "boids.cohesion.weight", .value = "2"});
    steps(session, LAST - HALF);
    app_session_stop_record(session);
    uint64_t hash = vol_world_hash(session->world);
    double fastest = vol_flock_get_def(session->world, 0).max_speed;
    assert_true(app_session_seek(session, HALF + 7));
    assert_true(app_session_seek(session, LAST));
    assert_hash_equal(vol_world_hash(session->world), hash);
    assert_number_equal(vol_flock_get_def(session->world, 0).max_speed, fastest);
    app_session_close(session);
    app_recording recording;
    app_verdict verdict = {0};
    FILE *file = fopen("test_session.vol", "rb");
    assert_true(app_recording_open(&recording, file, "test_session.vol", &fault));
    assert_true(app_replay(&recording, &(vol_scene_where){.threads = 1}, &verdict, &fault));
    assert_true(verdict.identical);
    assert_int_equal(verdict.last, LAST);
    assert_hash_equal(verdict.hash, hash);
    app_recording_release(&recording);
    fclose(file);
    remove("test_session.vol");
}

/* The window's part: takes moments while the thread goes on, and asks for things. */
static void a_saved_scene_keeps_the_comments_of_its_file(void **state) {
    (void)state;
    app_session *session = open_session("steering");
    steps(session, 3);
    act(session, (app_wish){.kind = APP_WISH_SET, .key = "boids.cohesion.weight", .value = "2.5"});
    act(session, (app_wish){.kind = APP_WISH_ADD, .count = 5, .position = {100, 100}});
    steps(session, 3);
    app_session_save(session, "test_session.yaml");
    app_session_close(session);
    const char *was = vol_scene_builtin_find("steering")->text;
    size_t until = (size_t)(strstr(was, "\nflocks:") - was); /* all comments, and the world */
    FILE *file = fopen("test_session.yaml", "rb");
    char text[8192];
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    remove("test_session.yaml");
    assert_memory_equal(text, was, until);
    assert_non_null(strstr(text, "weight: 2.5"));
    assert_null(strstr(text, "events"));
}

static void the_runner_shows_whole_moments_in_order(void **state) {
    (void)state;
    vol_scene_fault fault = {0};
    app_runner *runner =
        app_runner_start(&(app_runner_def){.name = "steering", .where.threads = 1, .own_thread = true}, &fault);
    assert_non_null(runner);
    uint64_t last = 0;
    app_runner_wish(runner, &(app_wish){.kind = APP_WISH_SPEED, .number = 1000});
    while (last < 150) {
        const app_stage *stage = app_runner_look(runner);
        const app_show *show = &stage->sides[0];
        assert_true(stage->number > 0); /* there is something to see from the first moment on */
        assert_true(show->step >= last);
        assert_int_equal(show->frame.step, show->step);
        assert_int_equal(show->frame.flocks[0].count, show->boids);
        last = show->step;
        if (stage->number % 16 == 0) {
            app_runner_wish(runner, &(app_wish){.kind = APP_WISH_PLAYER, .position = {(double)last, 100}});
        }
    }
    app_runner_wish(runner, &(app_wish){.kind = APP_WISH_OPEN, .value = "capped"});
    while (strcmp(app_runner_look(runner)->sides[0].name, "capped") != 0) {
    }
    app_runner_wish(runner, &(app_wish){.kind = APP_WISH_COMPARE});
    while (app_runner_look(runner)->side_count != 2) {
    }
    app_runner_stop(runner);
}

/* Opens a scene that comes through a pipe, and so is not there until this test has written it: as slow as can be. */
static void the_window_goes_on_while_a_scene_is_opened_that_takes_forever(void **state) {
    (void)state;
    static const char text[] = "flocks: [{name: late, model: steering, count: 3}]\n";
    vol_scene_fault fault = {0};
    app_wish wish = {.kind = APP_WISH_OPEN};
    char folder[] = "/tmp/volery-slow-XXXXXX";
    assert_non_null(mkdtemp(folder));
    snprintf(wish.value, sizeof wish.value, "%s/scene.yaml", folder);
    assert_int_equal(mkfifo(wish.value, 0600), 0);
    app_runner *runner =
        app_runner_start(&(app_runner_def){.name = "steering", .where.threads = 1, .own_thread = true}, &fault);
    assert_non_null(runner);
    app_runner_wish(runner, &wish);
    int file = -1;
    while (file < 0) { /* as soon as the thread waits for the scene, there is a reader */
        file = open(wish.value, O_WRONLY | O_NONBLOCK);
    }
    uint64_t before = app_runner_look(runner)->number;
    for (int i = 0; i < 1000; i++) {
        const app_stage *stage = app_runner_look(runner); /* would wait forever, were it to wait for the thread */
        app_camera camera = app_camera_make(&stage->sides[0].world, &stage->sides[0].frame.look, 100 + i, 100);
        app_runner_aim(runner, 0, &camera, 1);
        app_runner_wish(runner, &(app_wish){.kind = APP_WISH_PLAYER, .position = {(double)i, 100}});
        assert_int_equal(stage->number, before);
        assert_string_equal(stage->sides[0].name, "steering");
    }
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    while (strcmp(app_runner_look(runner)->sides[0].name, wish.value) != 0) {
    }
    app_runner_stop(runner);
    unlink(wish.value);
    rmdir(folder);
}

static bool after_five_steps(void *context) {
    return ++*(int *)context == 5;
}

static void a_long_way_to_a_step_is_left_for_what_is_wanted_next(void **state) {
    (void)state;
    app_session *session = open_session("steering");
    int asked = 0;
    steps(session, 40);
    assert_true(app_session_seek(session, 0));
    session->hurried = after_five_steps;
    session->hurry = &asked;
    assert_true(app_session_seek(session, 29));
    assert_int_equal(vol_world_steps(session->world), 5);
    assert_true(app_session_seek(session, 29)); /* later goes on from there */
    assert_int_equal(vol_world_steps(session->world), 29);
    app_session_close(session);
}

/* A flock of many is counted for the picture that the window has, also while the world stands still, and again one by
 * one where a boid is larger than a pixel. */
static void the_runner_counts_for_where_the_window_looks(void **state) {
    (void)state;
    vol_scene_fault fault = {0};
    const vol_scene_override many[] = {{"boids.count", "25000", "--set boids.count"},
                                       {"boids.look.size", "1", "--set boids.look.size"}};
    app_runner_def def = {
        .name = "steering", .where.threads = 1, .own_thread = true, .overrides = many, .override_count = 2};
    app_runner *runner = app_runner_start(&def, &fault);
    if (runner == NULL) {
        fail_msg("%s", fault.text);
    }
    app_runner_wish(runner, &(app_wish){.kind = APP_WISH_PAUSE});
    while (!app_runner_look(runner)->paused) {
    }
    const app_draw_frame *frame = &app_runner_look(runner)->sides[0].frame;
    app_camera camera = app_camera_make(&frame->world, &frame->look, 160, 120);
    app_runner_aim(runner, 0, &camera, 1);
    while (!frame->dense.there || frame->dense.width != 160) {
        frame = &app_runner_look(runner)->sides[0].frame;
    }
    assert_true(frame->flocks[0].dense);
    assert_int_equal(frame->flocks[0].count, 0);
    app_camera_zoom(&camera, 100, 80, 60);
    app_runner_aim(runner, 0, &camera, 1);
    while (frame->dense.there) {
        frame = &app_runner_look(runner)->sides[0].frame;
    }
    assert_int_equal(frame->flocks[0].count, 25000);
    app_runner_wish(runner, &(app_wish){.kind = APP_WISH_RESTART});
    app_camera_reset(&camera);
    app_runner_aim(runner, 0, &camera, 1);
    while (!frame->dense.there) {
        frame = &app_runner_look(runner)->sides[0].frame;
    }
    app_runner_stop(runner);
    def.own_thread = false;
    def.every_boid = true; /* as the terminal wants them */
    runner = app_runner_start(&def, &fault);
    assert_non_null(runner);
    assert_int_equal(app_runner_look(runner)->sides[0].frame.flocks[0].count, 25000);
    app_runner_stop(runner);
}

/* The state and what is to come are those of a session in which nothing was done. */
static void same_as_untouched(app_session *session, uint64_t step) {
    static app_session other;
    vol_scene_fault fault = {0};
    assert_true(app_session_open(&other, "steering", NULL, 0, &(vol_scene_where){.threads = 1}, &fault));
    assert_true(app_session_seek(session, step));
    while (vol_world_steps(session->world) < step) {
        steps(session, 1);
    }
    steps(&other, (int)step);
    assert_hash_equal(vol_world_hash(session->world), vol_world_hash(other.world));
    app_session_close(&other);
}

static void undo_of_what_happened_goes_back_to_before_it(void **state) {
    (void)state;
    app_session *session = open_session("steering");
    size_t boids = app_session_boids(session);
    steps(session, 13);
    for (int i = 0; i < 4; i++) { /* a drag: one undo */
        act(session,
            (app_wish){.kind = APP_WISH_BLOW, .position = {100, 100}, .number = 80, .velocity = {1, 0}, .stroke = 7});
        steps(session, 2);
    }
    act(session, (app_wish){.kind = APP_WISH_ADD, .count = 5, .position = {100, 100}});
    act(session, (app_wish){.kind = APP_WISH_ERASE, .position = {300, 300}, .number = 100});
    steps(session, 30);
    uint64_t hash = vol_world_hash(session->world);
    act(session, (app_wish){.kind = APP_WISH_UNDO}); /* what was erased at the same step as others were added */
    assert_int_equal(vol_world_steps(session->world), 21);
    assert_int_equal(app_session_boids(session), boids + 5);
    act(session, (app_wish){.kind = APP_WISH_REDO});
    steps(session, 30);
    assert_hash_equal(vol_world_hash(session->world), hash);
    act(session, (app_wish){.kind = APP_WISH_UNDO});
    act(session, (app_wish){.kind = APP_WISH_UNDO});
    assert_int_equal(app_session_boids(session), boids);
    act(session, (app_wish){.kind = APP_WISH_UNDO});
    assert_int_equal(vol_world_steps(session->world), 13);
    assert_int_equal(session->scene.event_count, 0);
    same_as_untouched(session, 60);
    app_session_close(session);
}

static void what_is_placed_and_undone_leaves_nothing(void **state) {
    (void)state;
    app_session *session = open_session("steering");
    steps(session, 3);
    act(session, (app_wish){.kind = APP_WISH_SET, .key = "obstacles.new", .value = "{center: [100, 100], radius: 30}"});
    assert_int_equal(session->trouble, 0);
    assert_true(vol_obstacle_exists(session->world, 0));
    for (int i = 0; i < 3; i++) {
        app_wish drag = {.kind = APP_WISH_SET, .key = "obstacles.0.center", .goes_on = i < 2};
        snprintf(drag.value, sizeof drag.value, "[%d, 100]", 110 + i);
        act(session, drag);
        steps(session, 1);
    }
    assert_int_equal(session->done_count, 2);
    assert_true(app_session_seek(session, 2)); /* undo of what is later goes there */
    act(session, (app_wish){.kind = APP_WISH_UNDO});
    assert_int_equal((int)vol_obstacle_get_def(session->world, 0).center[0], 100);
    act(session, (app_wish){.kind = APP_WISH_UNDO});
    assert_false(vol_obstacle_exists(session->world, 0));
    assert_int_equal(session->change_count, 0);
    app_session_save(session, "undone.yaml");
    char text[64 * 1024] = "";
    FILE *file = fopen("undone.yaml", "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    remove("undone.yaml");
    assert_string_equal(text, vol_scene_builtin_text(0) != NULL ? vol_scene_builtin_find("steering")->text : "");
    app_session_close(session);
}

static void another_model_or_flock_begins_anew_and_is_undone(void **state) {
    (void)state;
    app_session *session = open_session("steering");
    size_t boids = app_session_boids(session);
    act(session, (app_wish){.kind = APP_WISH_SET, .key = "obstacles.new", .value = "{center: [100, 100], radius: 30}"});
    steps(session, 5);
    act(session,
        (app_wish){.kind = APP_WISH_CHANGE, .key = "flocks.new", .value = "{name: owls, model: capped, count: 7}"});
    assert_int_equal(vol_world_steps(session->world), 0);
    assert_int_equal(app_session_boids(session), boids + 7);
    assert_int_equal(session->scene.obstacle_count, 1);
    act(session, (app_wish){.kind = APP_WISH_CHANGE, .key = "owls.model", .value = "nudge"});
    assert_int_equal(vol_flock_get_def(session->world, 1).model, VOL_MODEL_NUDGE);
    act(session, (app_wish){.kind = APP_WISH_CHANGE, .key = "owls.model", .value = "none"});
    assert_int_equal(session->trouble, 1);
    assert_int_equal(vol_flock_get_def(session->world, 1).model, VOL_MODEL_NUDGE);
    act(session, (app_wish){.kind = APP_WISH_UNDO});
    assert_int_equal(vol_flock_get_def(session->world, 1).model, VOL_MODEL_CAPPED);
    act(session, (app_wish){.kind = APP_WISH_UNDO});
    assert_int_equal(app_session_boids(session), boids);
    assert_true(vol_obstacle_exists(session->world, 0)); /* as before, from the first step on */
    act(session, (app_wish){.kind = APP_WISH_UNDO});
    assert_false(vol_obstacle_exists(session->world, 0));
    same_as_untouched(session, 20);
    act(session, (app_wish){.kind = APP_WISH_REDO});
    act(session, (app_wish){.kind = APP_WISH_REDO});
    assert_int_equal(app_session_boids(session), boids + 7);
    app_session_close(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_step_can_be_gone_to_and_has_the_same_bits),
        cmocka_unit_test(what_is_done_in_the_past_gives_up_the_future),
        cmocka_unit_test(a_drag_of_a_slider_is_one_change),
        cmocka_unit_test(a_restart_keeps_changed_parameters_and_gives_the_same_run_twice),
        cmocka_unit_test(what_cannot_be_done_is_told_and_changes_nothing),
        cmocka_unit_test(undo_of_what_happened_goes_back_to_before_it),
        cmocka_unit_test(what_is_placed_and_undone_leaves_nothing),
        cmocka_unit_test(another_model_or_flock_begins_anew_and_is_undone),
        cmocka_unit_test(sound_is_heard_in_a_session),
        cmocka_unit_test(a_saved_scene_keeps_the_comments_of_its_file),
        cmocka_unit_test(the_runner_shows_whole_moments_in_order),
        cmocka_unit_test(the_window_goes_on_while_a_scene_is_opened_that_takes_forever),
        cmocka_unit_test(a_long_way_to_a_step_is_left_for_what_is_wanted_next),
        cmocka_unit_test(the_runner_counts_for_where_the_window_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
