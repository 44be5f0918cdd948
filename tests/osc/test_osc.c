/* Open Sound Control: packets are read whole or refused, messages become what they ask for or are refused, and all that
 * was accepted is in the events of the scene. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "asserts.h"
#include "osc/command.h"
#include "osc/live.h"
#include "play/runner.h"
#include "record/replay.h"
#include "verify_recording.h"

#include <arpa/inet.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* --- Packets, made by hand ---------------------------------------------------------------------------------------- */

typedef struct packet {
    unsigned char bytes[4096];
    size_t size;
} packet;

static void put(packet *p, const void *bytes, size_t size) {
    memcpy(p->bytes + p->size, bytes, size);
    p->size += size;
}

static void put_word(packet *p, uint32_t word) {
    unsigned char bytes[4] = {(unsigned char)(word >> 24), (unsigned char)(word >> 16), (unsigned char)(word >> 8),
                              (unsigned char)word};
    put(p, bytes, 4);
}

static void put_text(packet *p, const char *text) {
    put(p, text, strlen(text));
    put(p, "\0\0\0\0", 4 - strlen(text) % 4);
}

static void put_float(packet *p, float number) {
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    put_word(p, word);
}

static packet message(const char *address, const char *tags) {
    packet p = {.size = 0};
    put_text(&p, address);
    put_text(&p, tags);
    return p;
}

static packet floats(const char *address, size_t count, const float *numbers) {
    char tags[64] = ",";
    memset(tags + 1, 'f', count);
    packet p = message(address, tags);
    for (size_t i = 0; i < count; i++) {
        put_float(&p, numbers[i]);
    }
    return p;
}

static packet bundle(const packet *parts, size_t count) {
    packet p = {.size = 0};
    put(&p, "#bundle\0\0\0\0\0\0\0\0\1", 16);
    for (size_t i = 0; i < count; i++) {
        put_word(&p, (uint32_t)parts[i].size);
        put(&p, parts[i].bytes, parts[i].size);
    }
    return p;
}

typedef struct seen {
    size_t count;
    app_osc_message last;
    char address[256];
} seen;

static void see(void *context, const app_osc_message *m) {
    seen *s = context;
    s->count++;
    s->last = *m;
    snprintf(s->address, sizeof s->address, "%s", m->address);
}

/* Reads a copy of exactly the right size, so that a sanitizer sees a step behind the end. */
static const char *read_packet(const unsigned char *bytes, size_t size, seen *s) {
    unsigned char *copy = malloc(size > 0 ? size : 1);
    memcpy(copy, bytes, size);
    *s = (seen){.count = 0};
    const char *wrong = app_osc_read(copy, size, see, s);
    free(copy);
    return wrong;
}

static void a_message_is_read_with_all_kinds_of_arguments(void **state) {
    (void)state;
    seen s;
    packet p = message("/a/b", ",ifhdsTFNItcrmb");
    put_word(&p, 0xFFFFFFFE);
    put_float(&p, 0.5F);
    put_word(&p, 0xFFFFFFFF);
    put_word(&p, 0xFFFFFFF6);
    put(&p, "\x40\x09\x21\xFB\x54\x44\x2D\x18", 8);
    put_text(&p, "word");
    put(&p, "\0\0\0\0\0\0\0\1abcdabcdabcd", 20);
    put_word(&p, 3);
    put(&p, "xyz\0", 4);
    s = (seen){.count = 0};
    assert_null(app_osc_read(p.bytes, p.size, see, &s));
    assert_int_equal(s.count, 1);
    assert_string_equal(s.address, "/a/b");
    assert_int_equal(s.last.count, 14);
    assert_number_equal(s.last.argument[0].number, -2);
    assert_number_equal(s.last.argument[1].number, 0.5);
    assert_true(s.last.argument[1].single);
    assert_number_equal(s.last.argument[2].number, -10);
    assert_number_equal(s.last.argument[3].number, 3.141592653589793);
    assert_string_equal(s.last.argument[4].text, "word");
    assert_true(s.last.argument[5].flag);
    assert_int_equal(s.last.argument[6].kind, APP_OSC_FLAG);
    assert_false(s.last.argument[6].flag);
    assert_int_equal(s.last.argument[13].kind, APP_OSC_OTHER);
}

static void a_bundle_is_read_in_its_order_however_it_is_nested(void **state) {
    (void)state;
    seen s;
    packet parts[3] = {message("/first", ","), message("/second", ","), message("/third", ",")};
    packet inner = bundle(parts, 2);
    packet both[2] = {inner, parts[2]};
    packet p = bundle(both, 2);
    assert_null(read_packet(p.bytes, p.size, &s));
    assert_int_equal(s.count, 3);
    assert_string_equal(s.address, "/third");
    p = bundle(NULL, 0);
    assert_null(read_packet(p.bytes, p.size, &s));
    assert_int_equal(s.count, 0);
    p = parts[0];
    for (int depth = 1; depth <= APP_OSC_MOST_NESTED; depth++) {
        p = bundle(&p, 1);
        assert_null(read_packet(p.bytes, p.size, &s));
        assert_int_equal(s.count, 1);
    }
    p = bundle(&p, 1);
    assert_string_equal(read_packet(p.bytes, p.size, &s), "bundles are nested too deep");
    assert_int_equal(s.count, 0);
}

static void what_is_no_packet_is_refused_with_a_reason(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
    } wrong[] = {{"", 0},
                 {"abc", 3},
                 {"abcd", 4},
                 {"/a\0\0", 4},                                     /* no types */
                 {"/abc", 4},                                       /* no end */
                 {"/a\0x,\0\0\0", 8},                               /* not filled up with zeros */
                 {"/a b\0\0\0\0,\0\0\0", 12},                       /* a blank */
                 {"/a*\0,\0\0\0", 8},                               /* a pattern */
                 {"/a\x80\0,\0\0\0", 8},                            /* no ASCII */
                 {"/a\0\0i\0\0\0\0\0\0\1", 12},                     /* types without a comma */
                 {"/a\0\0,i\0\0", 8},                               /* no argument */
                 {"/a\0\0,h\0\0\0\0\0\1", 12},                      /* half of one */
                 {"/a\0\0,\0\0\0\0\0\0\1", 12},                     /* one too many */
                 {"/a\0\0,x\0\0\0\0\0\1", 12},                      /* an unknown type */
                 {"/a\0\0,[i]\0\0\0\0\0\0\0\1", 16},                /* a list */
                 {"/a\0\0,s\0\0abcd", 12},                          /* a text without an end */
                 {"/a\0\0,b\0\0\xFF\xFF\xFF\xFF", 12},              /* a blob that is too long */
                 {"/a\0\0,b\0\0\0\0\0\1ab\0\0", 16},                /* a blob that is not filled up */
                 {"#bundle\0\0\0\0\0", 12},                         /* no time */
                 {"#bundl\0\0\0\0\0\0\0\0\0\1", 16},                /* misspelt */
                 {"#bundle\0\0\0\0\0\0\0\0\1\0\0\0\0", 20},         /* an empty part */
                 {"#bundle\0\0\0\0\0\0\0\0\1\xFF\xFF\xFF\xFC", 20}, /* a part that is too long */
                 {"#bundle\0\0\0\0\0\0\0\0\1\0\0\0\5/a\0\0,\0\0\0", 28}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        seen s;
        const char *why = read_packet((const unsigned char *)wrong[i].bytes, wrong[i].size, &s);
        if (why == NULL || why[0] == '\0' || s.count > 0) {
            fail_msg("packet %zu was taken", i);
        }
    }
}

static void a_bundle_with_one_wrong_message_has_no_effect_at_all(void **state) {
    (void)state;
    seen s;
    packet parts[2] = {message("/right", ","), message("/wrong", ",i")};
    packet p = bundle(parts, 2);
    assert_non_null(read_packet(p.bytes, p.size, &s));
    assert_int_equal(s.count, 0);
}

static void every_beginning_of_a_packet_is_refused(void **state) {
    (void)state;
    seen s;
    float numbers[3] = {1, 2, 3};
    packet parts[2] = {floats("/volery/scatter", 3, numbers), message("/volery/set/birds/max_speed", ",s")};
    put_text(&parts[1], "five");
    packet p = bundle(parts, 2);
    assert_null(read_packet(p.bytes, p.size, &s));
    for (size_t size = 0; size < p.size; size++) {
        const char *why = read_packet(p.bytes, size, &s);
        /* A bundle that ends behind its head, or behind a whole message, is one. */
        bool whole = size == 16 || size == 16 + 4 + parts[0].size;
        assert_int_equal(why == NULL, whole);
    }
}

/* --- Messages ----------------------------------------------------------------------------------------------------- */

static const char scene_text[] =
    "{world: {size: [100, 80]}, flocks: [{name: birds, model: steering, count: 20}, {name: crows, model: steering, "
    "count: 3}]}";

static vol_scene open_scene(void) {
    vol_scene scene;
    vol_scene_fault fault = {0};
    if (!vol_scene_read(&scene, "test", ".", scene_text, strlen(scene_text), NULL, 0, &fault)) {
        fail_msg("%s", fault.text);
    }
    return scene;
}

typedef struct asked {
    const vol_scene *scene;
    app_wish wish;
    bool right;
    char why[256];
} asked;

static void ask(void *context, const app_osc_message *m) {
    asked *a = context;
    a->right = app_osc_command(a->scene, m, &a->wish, a->why, sizeof a->why);
}

static asked wish_of(const vol_scene *scene, packet p) {
    asked a = {.scene = scene};
    assert_null(app_osc_read(p.bytes, p.size, ask, &a));
    return a;
}

static void a_parameter_is_named_by_the_address_or_by_a_text(void **state) {
    (void)state;
    vol_scene scene = open_scene();
    float number = 0.1F;
    asked a = wish_of(&scene, floats("/volery/set/birds/cohesion/weight", 1, &number));
    assert_true(a.right);
    assert_int_equal(a.wish.kind, APP_WISH_SET);
    assert_string_equal(a.wish.key, "birds.cohesion.weight");
    assert_string_equal(a.wish.value, "0.1"); /* as it was typed, not 0.10000000149 */
    packet p = message("/volery/set", ",sff");
    put_text(&p, "world.wind");
    put_float(&p, 1);
    put_float(&p, -2.5F);
    a = wish_of(&scene, p);
    assert_true(a.right);
    assert_string_equal(a.wish.key, "world.wind");
    assert_string_equal(a.wish.value, "[1, -2.5]");
    a = wish_of(&scene, message("/volery/set/world/images", ",T"));
    assert_true(a.right);
    assert_string_equal(a.wish.value, "true");
    vol_scene_release(&scene);
}

static void events_take_as_many_numbers_as_the_world_has_dimensions(void **state) {
    (void)state;
    vol_scene scene = open_scene();
    const float numbers[] = {10, 20, 0.5F, 3, 4};
    asked a = wish_of(&scene, floats("/volery/scatter", 2, numbers));
    assert_true(a.right);
    assert_number_equal(a.wish.number, 0.1);
    a = wish_of(&scene, floats("/volery/scatter", 3, numbers));
    assert_true(a.right);
    assert_number_equal(a.wish.number, 0.5);
    assert_false(wish_of(&scene, floats("/volery/scatter", 4, numbers)).right);
    assert_false(wish_of(&scene, floats("/volery/scatter", 1, numbers)).right);
    a = wish_of(&scene, floats("/volery/blow", 5, numbers));
    assert_true(a.right);
    assert_number_equal(a.wish.velocity[1], 4);
    a = wish_of(&scene, floats("/volery/add/crows", 3, numbers));
    assert_true(a.right);
    assert_int_equal(a.wish.flock, 1);
    assert_int_equal(a.wish.count, 10);
    assert_number_equal(a.wish.position[0], 20);
    a = wish_of(&scene, floats("/volery/goal", 0, NULL));
    assert_true(a.right && a.wish.none);
    vol_scene_release(&scene);
}

static void what_messages_may_not_ask_for_is_refused_with_a_reason(void **state) {
    (void)state;
    vol_scene scene = open_scene();
    const float nan = NAN, huge = 1e30F, half[3] = {0.5F, 1, 1}, many[3] = {1001, 1, 1}, minus[3] = {-1, 1, 1};
    const float two[2] = {1, nan}, flat[5] = {1, 1, 0, 1, 1};
    packet blob = message("/volery/set/birds/max_speed", ",b"), words = message("/volery/set/birds/model", ",s");
    put_word(&blob, 0);
    put_text(&words, "a: b\n- c");
    const packet wrong[] = {message("/", ","),
                            message("/volery", ","),
                            message("/volery/", ","),
                            message("/volery/nothing", ","),
                            message("/other/set/birds/max_speed", ","),
                            message("/volery/set", ","),
                            message("/volery/set/", ","),
                            message("/volery/set/birds/max_speed", ","),
                            floats("/volery/set/birds/max_speed", 1, &nan),
                            blob,
                            words,
                            floats("/volery/scatter", 2, two),
                            floats("/volery/gust", 1, &huge),
                            floats("/volery/gust", 2, (const float[]){1e10F, 0}),
                            floats("/volery/add/birds", 3, half),
                            floats("/volery/add/birds", 3, many),
                            floats("/volery/add/birds", 3, minus),
                            floats("/volery/add/nobody", 3, flat),
                            floats("/volery/add", 3, flat),
                            floats("/volery/blow", 5, flat),
                            floats("/volery/scatter/birds", 2, flat),
                            message("/volery/pause", ",N"),
                            floats("/volery/step", 1, flat)};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        asked a = wish_of(&scene, wrong[i]);
        if (a.right || a.why[0] == '\0') {
            fail_msg("message %zu (%s) was taken", i, (const char *)wrong[i].bytes);
        }
    }
    vol_scene_release(&scene);
}

static void the_table_of_addresses_is_in_the_documentation(void **state) {
    (void)state;
    static char page[65536];
    FILE *file = fopen(VOL_TESTS_DIR "/../docs/osc.md", "rb");
    assert_non_null(file);
    size_t length = fread(page, 1, sizeof page - 1, file);
    fclose(file);
    assert_in_range(length, 1, sizeof page - 2);
    const char *at = strstr(page, "## What is taken\n\n| address | arguments | what |\n|---|---|---|\n");
    assert_non_null(at);
    at = strstr(at, "|---|---|---|\n") + strlen("|---|---|---|\n");
    const app_osc_address *shown;
    for (size_t i = 0; (shown = app_osc_address_at(i)) != NULL; i++) {
        char row[512];
        snprintf(row, sizeof row, "| `%s` | %s | %s |\n", shown->address, shown->arguments, shown->about);
        if (strncmp(at, row, strlen(row)) != 0) {
            fail_msg("docs/osc.md: expected this row: %sthere is: %.*s", row, (int)strcspn(at, "\n"), at);
        }
        at += strlen(row);
    }
    assert_int_equal(*at, '\n'); /* the table ends here */
}

/* --- What is accepted is an event --------------------------------------------------------------------------------- */

static uint32_t draw(uint32_t *seed) {
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 8;
}

/* A message of any kind, mostly sensible. */
static packet any_message(uint32_t *seed) {
    static const char *const addresses[] = {"/volery/scatter",
                                            "/volery/gust",
                                            "/volery/blow",
                                            "/volery/player",
                                            "/volery/goal",
                                            "/volery/erase",
                                            "/volery/add/birds",
                                            "/volery/add/crows",
                                            "/volery/set/birds/max_speed",
                                            "/volery/set/crows/cohesion/weight",
                                            "/volery/set/world/dt",
                                            "/volery/set/world/wind",
                                            "/volery/set/birds/index",
                                            "/volery/set/birds/model",
                                            "/volery/set/birds/view/angle"};
    static const size_t usual[] = {2, 2, 5, 2, 2, 3, 3, 3, 1, 1, 1, 2, 1, 1, 1};
    size_t which = draw(seed) % (sizeof usual / sizeof *usual);
    size_t count = draw(seed) % 8 > 0 ? usual[which] : draw(seed) % 6;
    float numbers[8];
    for (size_t i = 0; i < count; i++) {
        static const float some[] = {0, -1, 1e-12F, 1e12F, 1e30F, 0.1F, 3};
        numbers[i] = draw(seed) % 4 > 0 ? (float)(draw(seed) % 100) / 7 : some[draw(seed) % 7];
    }
    if (which == 12 && count == 1 && draw(seed) % 2 == 0) {
        packet p = message(addresses[which], ",s");
        put_text(&p, draw(seed) % 2 == 0 ? "grid" : "tree");
        return p;
    }
    if (which >= 6 && which <= 7 && count > 0 && draw(seed) % 4 > 0) {
        numbers[0] = (float)(1 + draw(seed) % 3);
    }
    return floats(addresses[which], count, numbers);
}

/* The events as text, read again and run again, give the same bits: that is what a recording is made of. */
static void what_was_accepted_runs_again_from_the_events_of_the_scene(void **state) {
    (void)state;
    size_t accepted = 0, refused = 0;
    for (uint32_t round = 1; round <= 40; round++) {
        uint32_t seed = round * 7919;
        vol_scene scene = open_scene(), again;
        vol_scene_fault fault = {0};
        vol_world *world = NULL;
        assert_true(vol_scene_make_world(&scene, 1, &world, &fault));
        app_live live = {.scene = &scene, .world = world};
        for (int step = 0; step < 25; step++) {
            assert_true(vol_scene_apply_events(&scene, world, &fault));
            for (uint32_t i = draw(&seed) % 4; i > 0; i--) {
                asked a = wish_of(&scene, any_message(&seed));
                uint64_t hash = vol_world_hash(world);
                bool done = a.right && app_live_do(&live, &a.wish);
                accepted += done;
                refused += !done;
                assert_true(done || !a.right || live.fault.text[0] != '\0');
                if (!done) {
                    assert_hash_equal(vol_world_hash(world), hash);
                }
            }
            assert_true(vol_scene_step_world(world, 1, &fault));
        }
        char *text = vol_scene_print(&scene, NULL);
        if (!vol_scene_read(&again, "again", ".", text, strlen(text), NULL, 0, &fault)) {
            fail_msg("%s\n%s", fault.text, text);
        }
        vol_world *twin = NULL;
        assert_true(vol_scene_make_world(&again, 1, &twin, &fault));
        if (!vol_scene_run(&again, twin, 25, &fault)) {
            fail_msg("%s\n%s", fault.text, text);
        }
        assert_hash_equal(vol_world_hash(twin), vol_world_hash(world));
        vol_scene_free(text);
        vol_world_destroy(world);
        vol_world_destroy(twin);
        app_live_release(&live);
        vol_scene_release(&scene);
        vol_scene_release(&again);
    }
    assert_true(accepted > 500 && refused > 100);
}

/* --- A played scene, with a real socket --------------------------------------------------------------------------- */

static app_runner *start_runner(const char *record, int *to) {
    vol_scene_fault fault = {0};
    app_runner_def def = {.name = "steering", .where.threads = 1, .record = record, .osc = {.in = "0", .every = 1}};
    app_runner *runner = app_runner_start(&def, &fault);
    if (runner == NULL) {
        fail_msg("%s", fault.text);
    }
    const char *said = app_runner_look(runner)->sides[0].message;
    const char *port = strrchr(said, ':');
    assert_non_null(strstr(said, "OSC is taken at 127.0.0.1:"));
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port + 1))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *to = socket(AF_INET, SOCK_DGRAM, 0);
    assert_int_equal(connect(*to, (struct sockaddr *)&address, sizeof address), 0);
    return runner;
}

/* Over the loopback a packet is there when send returns. */
static void send_packet(int to, packet p) {
    assert_int_equal(send(to, p.bytes, p.size, 0), p.size);
}

static uint64_t step_after(app_runner *runner, uint64_t steps) {
    app_runner_advance(runner, steps);
    return app_runner_look(runner)->sides[0].step;
}

static void messages_pause_a_played_scene_and_let_it_go_on(void **state) {
    (void)state;
    int to = -1;
    const float on = 1, off = 0;
    app_runner *runner = start_runner(NULL, &to);
    assert_int_equal(step_after(runner, 3), 3);
    send_packet(to, floats("/volery/pause", 1, &on));
    assert_int_equal(step_after(runner, 3), 3);
    send_packet(to, message("/volery/step", ","));
    assert_int_equal(step_after(runner, 3), 4);
    send_packet(to, floats("/volery/pause", 1, &off));
    assert_int_equal(step_after(runner, 3), 7);
    close(to);
    app_runner_stop(runner);
}

static void what_messages_change_is_recorded_and_what_is_no_message_is_told_once(void **state) {
    (void)state;
    int to = -1;
    const float speed = 5.5F, wrong = -1, place[3] = {3, 50, 60};
    app_runner *runner = start_runner("test_osc.rec", &to);
    app_runner_advance(runner, 5);
    size_t boids = app_runner_look(runner)->sides[0].boids;
    send_packet(to, floats("/volery/set/boids/max_speed", 1, &speed));
    send_packet(to, floats("/volery/add/boids", 3, place));
    app_runner_advance(runner, 5);
    const app_show *show = &app_runner_look(runner)->sides[0];
    assert_number_equal(show->flocks[0].max_speed, 5.5);
    assert_int_equal(show->boids, boids + 3);
    assert_null(strstr(show->message, "ignored"));
    send_packet(to, floats("/volery/set/boids/max_speed", 1, &wrong));
    app_runner_advance(runner, 5);
    show = &app_runner_look(runner)->sides[0];
    uint32_t messages = show->messages;
    assert_non_null(strstr(show->message, "OSC: a message was ignored: max_speed is '-1'; allowed is"));
    assert_number_equal(show->flocks[0].max_speed, 5.5);
    for (int i = 0; i < 20; i++) {
        send_packet(to, (packet){.bytes = "nonsense", .size = (size_t)i});
        send_packet(to, message("/volery/set/boids/nothing", ",T"));
    }
    app_runner_advance(runner, 5);
    assert_int_equal(app_runner_look(runner)->sides[0].messages, messages);
    close(to);
    app_runner_stop(runner);
    vol_test_verify_recording("test_osc.rec");
    remove("test_osc.rec");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_read_with_all_kinds_of_arguments),
        cmocka_unit_test(a_bundle_is_read_in_its_order_however_it_is_nested),
        cmocka_unit_test(what_is_no_packet_is_refused_with_a_reason),
        cmocka_unit_test(a_bundle_with_one_wrong_message_has_no_effect_at_all),
        cmocka_unit_test(every_beginning_of_a_packet_is_refused),
        cmocka_unit_test(a_parameter_is_named_by_the_address_or_by_a_text),
        cmocka_unit_test(events_take_as_many_numbers_as_the_world_has_dimensions),
        cmocka_unit_test(what_messages_may_not_ask_for_is_refused_with_a_reason),
        cmocka_unit_test(the_table_of_addresses_is_in_the_documentation),
        cmocka_unit_test(what_was_accepted_runs_again_from_the_events_of_the_scene),
        cmocka_unit_test(messages_pause_a_played_scene_and_let_it_go_on),
        cmocka_unit_test(what_messages_change_is_recorded_and_what_is_no_message_is_told_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
