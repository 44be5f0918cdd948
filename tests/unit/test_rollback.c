/* Worlds saved in full: going back and playing other frames leaves no trace, whatever was done in between, and damaged
 * bytes are refused. With an argument: so many random histories. */
#include "histories.h"

#include "counting.h"

#include <stdlib.h>
#include <string.h>

static unsigned histories = 500;

typedef struct saved {
    unsigned char *bytes;
    size_t size;
} saved;

static saved save(vol_world *world) {
    saved s;
    vol_error error = {0};
    assert_int_equal(vol_world_save_full(world, NULL, 0, &s.size, &error), VOL_OK);
    s.bytes = malloc(s.size + 1);
    assert_non_null(s.bytes);
    s.bytes[s.size] = 0xA5;
    assert_int_equal(vol_world_save_full(world, s.bytes, s.size, &s.size, &error), VOL_OK);
    assert_int_equal(s.bytes[s.size], 0xA5); /* not a byte more than it said */
    return s;
}

static void load(vol_world *world, const saved *s) {
    vol_error error = {0};
    if (vol_world_load_full(world, s->bytes, s->size, &error) != VOL_OK) {
        fail_msg("%s", error.text);
    }
}

static void same_bytes(vol_world *a, vol_world *b, uint64_t history, int frame) {
    saved one = save(a), other = save(b);
    if (vol_world_hash(a) != vol_world_hash(b) || one.size != other.size ||
        memcmp(one.bytes, other.bytes, one.size) != 0) {
        size_t at = 0;
        while (at < one.size && at < other.size && (at / 8 == 3 || one.bytes[at] == other.bytes[at])) {
            at++;
        }
        fail_msg("history %u, frame %d: %zu and %zu bytes, the first other one is %zu", (unsigned)history, frame,
                 one.size, other.size, at);
    }
    free(one.bytes);
    free(other.bytes);
}

/* After a step: where boids were before it, which is no part of what is saved, but of what follows from it. */
static void same_previous(vol_world *a, vol_world *b, uint64_t history) {
    for (uint32_t place = 0; place < vol_flock_count(a); place++) {
        const vol_flock flock = vol_flock_at_place(a, place);
        if (flock == VOL_NONE) {
            continue;
        }
        const vol_view one = vol_flock_view(a, flock), other = vol_flock_view(b, flock);
        assert_int_equal(one.previous[0] != NULL, other.previous[0] != NULL);
        for (size_t i = 0; one.previous[0] && i < one.count; i++) {
            const uint32_t slot = vol_flock_slot(b, flock, one.id[i]);
            for (int axis = 0; axis < one.dimensions; axis++) {
                const double was = vol_view_previous(&one, axis, i), is = vol_view_previous(&other, axis, slot);
                if (memcmp(&was, &is, sizeof was) != 0) {
                    fail_msg("history %u: a boid was at %g, and where it was gone back at %g", (unsigned)history, was,
                             is);
                }
            }
        }
    }
}

static void play(vol_world *world, uint64_t input) {
    vol_test_history_act(world, input);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
}

enum { FRAMES = 24, BACK = 8 };

/* One world goes straight on; the other plays up to 8 frames with other input again and again, and goes back. */
static void check_history(uint64_t history) {
    vol_test_random random = {history * 2 + 77};
    vol_world *straight = vol_test_history_world(history), *back = vol_test_history_world(history);
    for (int frame = 0; frame < FRAMES; frame++) {
        if (vol_test_chance(&random, 0.4)) {
            saved before = save(back);
            const size_t frames = 1 + vol_test_pick(&random, BACK);
            for (size_t i = 0; i < frames; i++) {
                play(back, vol_test_bits(&random));
            }
            load(back, &before);
            same_bytes(straight, back, history, frame);
            free(before.bytes);
        }
        play(straight, history * 1000 + (uint64_t)frame);
        play(back, history * 1000 + (uint64_t)frame);
        same_previous(straight, back, history);
    }
    same_bytes(straight, back, history, FRAMES);
    saved end = save(back);
    vol_world *fresh = vol_test_history_world(history); /* another world takes it, too */
    load(fresh, &end);
    play(fresh, history);
    play(straight, history);
    same_bytes(straight, fresh, history, FRAMES + 1);
    free(end.bytes);
    vol_world_destroy(fresh);
    vol_world_destroy(straight);
    vol_world_destroy(back);
}

static void going_back_leaves_no_trace_in_random_histories(void **state) {
    (void)state;
    for (uint64_t i = 0; i < histories; i++) {
        check_history(i);
    }
}

/* One of two peers: it knows its own input at once, the other's of frame f when frame due[f] begins. */
typedef struct peer {
    vol_world *world;
    saved before[FRAMES]; /* its world before each frame that it has played */
    int due[FRAMES];
} peer;

/* A frame with the input of the one player, or the other, or both. */
static void play_players(vol_world *world, uint64_t history, int frame, bool first, bool second) {
    const uint64_t input = history * 1000 + 2 * (uint64_t)frame;
    if (first) {
        vol_test_history_act(world, input);
    }
    if (second) {
        vol_test_history_act(world, input + 1);
    }
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
}

/* Plays a frame by what is known then: the guess is that the other does nothing. */
static void play_known(peer *p, int own, uint64_t history, int frame, int now) {
    const bool known = p->due[frame] <= now;
    free(p->before[frame].bytes);
    p->before[frame] = save(p->world);
    play_players(p->world, history, frame, own == 0 || known, own == 1 || known);
}

/* What comes late: back to the first frame that it belongs to, and all from there on again. */
static unsigned play_late(peer *p, int own, uint64_t history, int now) {
    const int end = now < FRAMES ? now : FRAMES;
    int first = 0;
    while (first < end && p->due[first] != now) {
        first++;
    }
    if (first < end) {
        load(p->world, &p->before[first]);
    }
    for (int frame = first; frame < end; frame++) {
        play_known(p, own, history, frame, now);
    }
    return (unsigned)(end - first);
}

static void peers_that_go_back_for_late_input_come_to_the_same_as_lockstep(void **state) {
    (void)state;
    unsigned again = 0;
    for (uint64_t history = 0; history < histories / 4; history++) { /* each plays some 250 frames */
        vol_test_random random = {history * 2 + 13};
        vol_world *lockstep = vol_test_history_world(history);
        peer peers[2] = {{.world = vol_test_history_world(history)}, {.world = vol_test_history_world(history)}};
        for (int frame = 0; frame < FRAMES; frame++) {
            peers[0].due[frame] = frame + (int)vol_test_pick(&random, BACK + 1);
            peers[1].due[frame] = frame + (int)vol_test_pick(&random, BACK + 1);
            play_players(lockstep, history, frame, true, true);
        }
        for (int now = 0; now < FRAMES + BACK; now++) {
            for (int own = 0; own < 2; own++) {
                again += play_late(&peers[own], own, history, now);
                if (now < FRAMES) {
                    play_known(&peers[own], own, history, now, now);
                }
            }
        }
        for (int own = 0; own < 2; own++) {
            same_bytes(lockstep, peers[own].world, history, own);
            vol_world_destroy(peers[own].world);
            for (int frame = 0; frame < FRAMES; frame++) {
                free(peers[own].before[frame].bytes);
            }
        }
        vol_world_destroy(lockstep);
    }
    assert_true(again >= histories / 4 * FRAMES);
}

/* A game with all kinds of things in it. */
static vol_world *make_game(vol_test_counter *counter) {
    vol_world_def def = vol_default_world_def();
    def.threads = 1;
    if (counter) {
        vol_test_count(&def, counter);
    }
    vol_world *world = vol_test_world(&def);
    for (uint64_t i = 0; i < 60; i++) {
        vol_test_history_act(world, 5000 + i);
    }
    assert_int_equal(vol_world_set(world, "world.integrator", "euler", NULL), VOL_OK);
    assert_int_equal(vol_world_step(world, 5), VOL_OK);
    return world;
}

static void saving_and_loading_a_few_frames_back_asks_for_no_memory(void **state) {
    (void)state;
    vol_test_counter counter = {0};
    vol_world *world = make_game(&counter);
    saved s = save(world);
    assert_int_equal(vol_world_step(world, 8), VOL_OK);
    load(world, &s); /* the first time there may be something to make */
    for (int i = 0; i < 5; i++) {
        const double gust[3] = {0.1, 0.2, 0};
        assert_int_equal(vol_world_gust(world, gust, NULL), VOL_OK);
        assert_int_equal(vol_world_step(world, 8), VOL_OK);
        counter.closed = true;
        size_t size;
        assert_int_equal(vol_world_save_full(world, NULL, 0, &size, NULL), VOL_OK);
        load(world, &s);
        counter.closed = false;
    }
    free(s.bytes);
    vol_world_destroy(world);
    assert_int_equal(counter.living, 0);
}

/* Each request for memory is refused once: the world is as it was, and the next attempt succeeds. */
static void a_world_without_memory_to_load_stays_as_it_is(void **state) {
    (void)state;
    vol_test_counter counter = {0};
    vol_world *world = make_game(&counter);
    saved then = save(world);
    for (uint64_t i = 0; i < 40; i++) {
        vol_test_history_act(world, 9000 + i);
    }
    saved now = save(world);
    unsigned refused = 0;
    for (size_t request = 1;; request++) {
        counter.refuse = counter.requests + request;
        const vol_result result = vol_world_load_full(world, then.bytes, then.size, NULL);
        counter.refuse = 0;
        if (result == VOL_OK) {
            break;
        }
        assert_int_equal(result, VOL_ERROR_MEMORY);
        saved after = save(world);
        assert_int_equal(after.size, now.size);
        assert_memory_equal(after.bytes, now.bytes, now.size);
        free(after.bytes);
        refused++;
    }
    assert_in_range(refused, 3, 1000);
    saved again = save(world);
    assert_int_equal(again.size, then.size);
    assert_memory_equal(again.bytes, then.bytes, then.size);
    free(again.bytes);
    free(then.bytes);
    free(now.bytes);
    vol_world_destroy(world);
    assert_int_equal(counter.living, 0);
}

static void expect_refused(vol_world *world, const unsigned char *bytes, size_t size) {
    vol_error error = {0};
    assert_int_equal(vol_world_load_full(world, bytes, size, &error), VOL_ERROR_DATA);
    assert_string_not_equal(error.text, "");
}

static void damaged_bytes_are_refused_and_change_nothing(void **state) {
    (void)state;
    vol_world *world = make_game(NULL);
    saved s = save(world);
    const uint64_t hash = vol_world_hash(world);
    size_t size;
    vol_test_random random = {3};
    for (size_t i = 0; i < 3000; i++) {
        const size_t at = i < 64 ? i : vol_test_pick(&random, s.size);
        const unsigned char flip = (unsigned char)(1 + vol_test_pick(&random, 255));
        s.bytes[at] ^= flip;
        expect_refused(world, s.bytes, s.size);
        s.bytes[at] ^= flip;
    }
    for (size_t i = 0; i < 200; i++) {
        expect_refused(world, s.bytes, i < 100 ? i : vol_test_pick(&random, s.size));
    }
    assert_int_equal(vol_world_load_full(world, NULL, 0, NULL), VOL_ERROR_VALUE);
    assert_hash_equal(vol_world_hash(world), hash);
    assert_int_equal(vol_world_save_full(world, s.bytes, s.size - 1, &size, NULL), VOL_ERROR_VALUE);
    assert_int_equal(size, s.size);
    load(world, &s);
    vol_world_def def = vol_default_world_def();
    def.precision = VOL_PRECISION_DOUBLE;
    vol_world *other = vol_test_world(&def);
    expect_refused(other, s.bytes, s.size);
    vol_world_destroy(other);
    free(s.bytes);
    vol_world_destroy(world);
}

static void events_are_told_again_for_frames_that_are_played_again(void **state) {
    (void)state;
    vol_world_def def = vol_default_world_def();
    def.threads = 1;
    vol_world *world = vol_test_world(&def);
    vol_flock_def birds = vol_default_flock_def(VOL_MODEL_STEERING);
    birds.count = 200;
    const vol_flock flock = vol_test_flock(world, &birds);
    const double center[2] = {400, 300};
    vol_event first[64], again[64];
    uint64_t cursor = 0;
    assert_int_equal(vol_world_watch(world, VOL_EVENT_ALL, 1000, 0, NULL), VOL_OK);
    assert_int_equal(vol_world_watch_ball(world, 0, NULL, 0, center, 150, NULL), VOL_OK);
    assert_int_equal(vol_world_step(world, 20), VOL_OK);
    saved s = save(world);
    const size_t inside = vol_world_region_count(world, 0, flock);
    cursor = vol_world_event_count(world);
    assert_int_equal(vol_world_step(world, 8), VOL_OK);
    const size_t count = vol_world_read_events(world, &cursor, first, 64, NULL);
    assert_in_range(count, 1, 63);
    load(world, &s);
    assert_int_equal(vol_world_region_count(world, 0, flock), inside);
    assert_int_equal(vol_world_step(world, 8), VOL_OK);
    assert_int_equal(vol_world_read_events(world, &cursor, again, 64, NULL), count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(again[i].step, first[i].step);
        assert_int_equal(again[i].id, first[i].id);
        assert_int_equal(again[i].kind, first[i].kind);
    }
    free(s.bytes);
    vol_world_destroy(world);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saving_and_loading_a_few_frames_back_asks_for_no_memory),
        cmocka_unit_test(a_world_without_memory_to_load_stays_as_it_is),
        cmocka_unit_test(damaged_bytes_are_refused_and_change_nothing),
        cmocka_unit_test(events_are_told_again_for_frames_that_are_played_again),
        cmocka_unit_test(going_back_leaves_no_trace_in_random_histories),
        cmocka_unit_test(peers_that_go_back_for_late_input_come_to_the_same_as_lockstep),
    };
    histories = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : histories;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
