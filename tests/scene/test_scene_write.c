/* Scenes written back to the text that they came from: what has not changed stays byte for byte, what has changed is
 * there, and the text reads back to the same scene. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

/* How many lines differ between two texts; -1: they have not as many lines. */
static int lines_that_differ(const char *a, const char *b) {
    int differ = 0;
    while (*a != '\0' && *b != '\0') {
        size_t left = strcspn(a, "\n"), right = strcspn(b, "\n");
        differ += left != right || strncmp(a, b, left) != 0;
        a += left + (a[left] == '\n');
        b += right + (b[right] == '\n');
    }
    return *a == *b ? differ : -1;
}

/* Both scenes have the same values of all keys, and the same events. */
static void same_scene(const vol_scene *a, const vol_scene *b) {
    char *left = vol_scene_list(a, NULL), *right = vol_scene_list(b, NULL);
    assert_string_equal(left, right);
    vol_scene_free(left);
    vol_scene_free(right);
    assert_int_equal(a->event_count, b->event_count);
    for (size_t i = 0; i < a->event_count; i++) {
        left = vol_scene_event_print(a, &a->events[i], NULL);
        right = vol_scene_event_print(b, &b->events[i], NULL);
        assert_string_equal(left, right);
        vol_scene_free(left);
        vol_scene_free(right);
    }
}

static void reads_back(const vol_scene *scene, const char *text) {
    vol_scene *again = open_text(text, NULL, 0);
    same_scene(scene, again);
    vol_scene_close(again);
}

/* A text with overrides is written back as expected. */
static void becomes(const char *text, const vol_scene_override *overrides, size_t count, const char *expected) {
    vol_scene *scene = open_text(text, overrides, count);
    char *written = write_back(scene);
    assert_string_equal(written, expected);
    reads_back(scene, written);
    vol_scene_free(written);
    vol_scene_close(scene);
}

static void one_becomes(const char *text, const char *key, const char *value, const char *expected) {
    becomes(text, &(vol_scene_override){key, value, NULL}, 1, expected);
}

static void unchanged_built_in_scenes_are_written_byte_for_byte(void **state) {
    (void)state;
    for (size_t i = 0; vol_scene_builtin_name(i) != NULL; i++) {
        vol_scene_fault fault;
        vol_scene *scene = vol_scene_open(vol_scene_builtin_name(i), NULL, 0, &fault);
        char *text = write_back(scene);
        assert_string_equal(text, vol_scene_builtin_text(i));
        vol_scene_free(text);
        vol_scene_close(scene);
    }
}

static void one_change_of_a_built_in_scene_is_one_line(void **state) {
    (void)state;
    for (size_t i = 0; vol_scene_builtin_name(i) != NULL; i++) {
        vol_scene_fault fault;
        vol_scene *scene = vol_scene_open(vol_scene_builtin_name(i), NULL, 0, &fault);
        char key[80];
        for (size_t flock = 0; flock < vol_scene_flock_count(scene); flock++) {
            snprintf(key, sizeof key, "%s.look.color", vol_scene_flock_name(scene, flock));
            vol_scene_override change = {key, "#123456", NULL};
            vol_scene *other = vol_scene_open(vol_scene_builtin_name(i), &change, 1, &fault);
            char *text = write_back(other);
            assert_int_equal(lines_that_differ(vol_scene_builtin_text(i), text), 1);
            reads_back(other, text);
            vol_scene_free(text);
            vol_scene_close(other);
        }
        vol_scene_close(scene);
    }
}

/* Do the texts differ in one line, which is another or new? */
static bool one_line_differs(const char *was, const char *is) {
    while (*was != '\0' && strcspn(was, "\n") == strcspn(is, "\n") && strncmp(was, is, strcspn(was, "\n")) == 0) {
        was += strcspn(was, "\n") + 1;
        is += strcspn(is, "\n") + 1;
    }
    const char *behind = is + strcspn(is, "\n") + 1;
    return strcmp(behind, was) == 0 || strcmp(behind, was + strcspn(was, "\n") + 1) == 0;
}

/* Halves the numbers of a scene one by one, where that is allowed. Returns how many were. */
static size_t halve_each(const char *name, const char *text, const char *list) {
    size_t halved = 0;
    for (const char *line = list; *line != '\0'; line += strcspn(line, "\n") + 1) {
        const char *colon = strstr(line, ": ");
        char key[128], value[64], *end = NULL;
        double number = strtod(colon + 2, &end);
        snprintf(key, sizeof key, "%.*s", (int)(colon - line), line);
        snprintf(value, sizeof value, "%.9g", number / 2);
        vol_scene_override change = {key, value, NULL};
        vol_scene_fault fault;
        vol_scene *scene = *end == '\n' && number > 0 ? vol_scene_open(name, &change, 1, &fault) : NULL;
        if (scene != NULL) {
            char *written = write_back(scene);
            if (!one_line_differs(text, written)) {
                fail_msg("%s with %s=%s becomes\n%s", name, key, value, written);
            }
            vol_scene_free(written);
            vol_scene_close(scene);
            halved++;
        }
    }
    return halved;
}

static void any_number_of_a_built_in_scene_changes_one_line(void **state) {
    (void)state;
    for (size_t i = 0; vol_scene_builtin_name(i) != NULL; i++) {
        vol_scene_fault fault;
        vol_scene *scene = vol_scene_open(vol_scene_builtin_name(i), NULL, 0, &fault);
        char *list = vol_scene_list(scene, NULL);
        assert_in_range(halve_each(vol_scene_builtin_name(i), vol_scene_builtin_text(i), list), 5, 1000);
        vol_scene_free(list);
        vol_scene_close(scene);
    }
}

/* Every key that a built-in scene lists can be set to what it is, and gives the same scene again. */
static void every_key_of_a_built_in_scene_can_be_written(void **state) {
    (void)state;
    for (size_t i = 0; vol_scene_builtin_name(i) != NULL; i++) {
        vol_scene_fault fault;
        vol_scene *scene = vol_scene_open(vol_scene_builtin_name(i), NULL, 0, &fault);
        char *list = vol_scene_list(scene, NULL);
        size_t count = 0;
        vol_scene_override overrides[1000];
        for (char *line = strtok(list, "\n"); line != NULL && count < 1000; line = strtok(NULL, "\n")) {
            char *colon = strstr(line, ": ");
            *colon = '\0';
            overrides[count++] = (vol_scene_override){line, colon + 2, NULL};
        }
        assert_in_range(count, 20, 999);
        vol_scene *other = vol_scene_open(vol_scene_builtin_name(i), overrides, count, &fault);
        if (other == NULL) {
            fail_msg("%s", fault.text);
        }
        char *text = write_back(other);
        reads_back(scene, text);
        vol_scene_free(text);
        vol_scene_close(other);
        vol_scene_free(list);
        vol_scene_close(scene);
    }
}

static const char birds[] = "# Birds over a lake.\n"
                            "about: Birds   # as seen from a boat\n"
                            "world: {size: [800, 600], seed: 7}\n"
                            "\n"
                            "flocks:\n"
                            "  # the only one\n"
                            "  - name: birds   # starlings\n"
                            "    model: steering\n"
                            "    count: 20\n"
                            "    cohesion: {radius: 50, weight: 1.50}  # together\n"
                            "    separation:\n"
                            "      radius: 10   # near\n"
                            "      weight: 2\n"
                            "    start: {shape: disc, radius: 30, speed: 1}\n"
                            "# the end\n";

/* The text of `birds` with one piece replaced. */
static const char *with(const char *piece, const char *other) {
    static char text[4096];
    const char *at = strstr(birds, piece);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - birds), birds, other, at + strlen(piece));
    return text;
}

static void values_are_written_over_the_old_ones(void **state) {
    (void)state;
    one_becomes(birds, "birds.cohesion.weight", "2", with("1.50", "2"));
    one_becomes(birds, "birds.separation.radius", "12.5", with("10   #", "12.5   #"));
    one_becomes(birds, "birds.count", "7", with("20", "7"));
    one_becomes(birds, "world.size", "1000,500", with("[800, 600]", "[1000, 500]"));
    one_becomes(birds, "about", "Birds: many # or few", with("Birds   #", "\"Birds: many # or few\"   #"));
    one_becomes(birds, "about", "Crows", with("Birds   #", "Crows   #"));
    one_becomes(birds, "flocks.0.count", "9", with("20", "9"));
}

static void keys_that_were_not_there_are_added_where_they_belong(void **state) {
    (void)state;
    one_becomes(birds, "birds.max_speed", "5",
                with("disc, radius: 30, speed: 1}\n", "disc, radius: 30, speed: 1}\n"
                                                      "    max_speed: 5\n"));
    one_becomes(birds, "birds.alignment.weight", "3", with("weight: 2\n", "weight: 2\n    alignment: {weight: 3}\n"));
    one_becomes(birds, "birds.look.color", "#ff0000",
                with("speed: 1}\n", "speed: 1}\n    look: {color: \"#ff0000\"}\n"));
    one_becomes(birds, "world.boundary", "bounce", with("600], seed", "600], boundary: bounce, seed"));
    one_becomes(birds, "look.fps", "30", with("speed: 1}\n", "speed: 1}\nlook: {fps: 30}\n"));
    one_becomes(birds, "wind.velocity", "[1, 0]", with("speed: 1}\n", "speed: 1}\nwind: {velocity: [1, 0]}\n"));
    one_becomes("flocks: [{model: steering}]", "world.seed", "3", "flocks: [{model: steering}]\nworld: {seed: 3}");
    one_becomes("flocks: [{model: steering}]\n", "boids.count", "3", "flocks: [{model: steering, count: 3}]\n");
    one_becomes("world: {}\nflocks:\n- model: steering\n", "world.seed", "3",
                "world: {seed: 3}\nflocks:\n- model: steering\n");
    one_becomes("world: {}\nflocks:\n- model: steering\n", "boids.count", "3",
                "world: {}\nflocks:\n- model: steering\n  count: 3\n");
}

static void lines_end_as_they_did(void **state) {
    (void)state;
    one_becomes("flocks:\r\n  - model: steering\r\n    count: 5   # few\r\nlook: {fps: 30}\r\n", "boids.max_speed", "2",
                "flocks:\r\n  - model: steering\r\n    count: 5   # few\r\n    max_speed: 2\r\nlook: {fps: 30}\r\n");
}

static void json_stays_json(void **state) {
    (void)state;
    one_becomes("{\"flocks\": [{\"model\": \"steering\", \"count\": 5}]}", "boids.look.color", "red",
                "{\"flocks\": [{\"model\": \"steering\", \"count\": 5, \"look\": {\"color\": \"red\"}}]}");
}

static void other_characters_than_ascii_do_not_shift_places(void **state) {
    (void)state;
    static const char was[] = "\xEF\xBB\xBF# V\xC3\xB6gel \xE2\x80\x94 viele\n"
                              "about: \"\xC3\xA9t\xC3\xA9\"  # \xE2\x82\xAC\nflocks: [{model: steering, count: 5}]\n";
    static const char is[] = "\xEF\xBB\xBF# V\xC3\xB6gel \xE2\x80\x94 viele\n"
                             "about: \"\xC3\xA9t\xC3\xA9\"  # \xE2\x82\xAC\nflocks: [{model: steering, count: 6}]\n";
    size_t skip = vol_scene_yaml_version() != NULL ? 0 : 3; /* the mark ahead is read by libyaml alone */
    one_becomes(was + skip, "boids.count", "6", is + skip);
}

static void lists_are_replaced_as_a_whole(void **state) {
    (void)state;
    one_becomes("flocks: [{model: steering}]\nobstacles:   # rocks\n  - {shape: circle, center: [1, 2], radius: 3}\n"
                "  # a comment that goes\n  - {shape: circle, center: [5, 6], radius: 3}\n# stays\n",
                "obstacles", "[{shape: circle, center: [9, 9], radius: 1}]",
                "flocks: [{model: steering}]\nobstacles: [{shape: circle, center: [9, 9], radius: 1}]   # rocks\n"
                "# stays\n");
    one_becomes("flocks: [{model: steering}]\nobstacles:\n  - {shape: circle, center: [1, 2], radius: 3}\n",
                "obstacles.0.radius", "4",
                "flocks: [{model: steering}]\nobstacles:\n  - {shape: circle, center: [1, 2], radius: 4}\n");
}

static void what_has_no_use_any_more_is_taken_out(void **state) {
    (void)state;
    one_becomes(birds, "birds.start.shape", "uniform", with("disc, radius: 30", "uniform"));
    const char *cucker = "flocks:\n  - name: a\n    model: steering\n    max_force: 3\n    separation:  # far\n"
                         "      radius: 3\n      weight: 1\n    cohesion: {radius: 3}\n    count: 4\n";
    one_becomes(cucker, "a.model", "cucker_smale", "flocks:\n  - name: a\n    model: cucker_smale\n    count: 4\n");
    one_becomes("world:\n  boundary: tile\n  margin: 20\nflocks: [{model: steering}]\n", "world.boundary", "wrap",
                "world:\n  boundary: wrap\nflocks: [{model: steering}]\n");
    one_becomes("flocks:\n  - leader: 9\n    model: steering\n    count: 10\n", "boids.count", "5",
                "flocks:\n  - model: steering\n    count: 5\n");
}

static void several_changes_are_all_written(void **state) {
    (void)state;
    const vol_scene_override overrides[] = {{"birds.count", "5", NULL},
                                            {"birds.cohesion.weight", "3", NULL},
                                            {"birds.count", "6", NULL},
                                            {"birds.alignment.radius", "8", NULL},
                                            {"birds.alignment.weight", "4", NULL}};
    vol_scene *scene = open_text(birds, overrides, 5);
    char *text = write_back(scene);
    reads_back(scene, text);
    assert_non_null(strstr(text, "    count: 6\n    cohesion: {radius: 50, weight: 3}  # together\n"));
    assert_non_null(strstr(text, "\n    alignment: {radius: 8, weight: 4}\n"));
    vol_scene_free(text);
    vol_scene_close(scene);
}

static void what_the_host_has_changed_is_written(void **state) {
    (void)state;
    vol_scene *scene = open_text(birds, NULL, 0);
    vol_error error;
    vol_scene_fault fault;
    assert_true(vol_scene_set(scene, "birds.cohesion.weight", "2.5", &error));
    char *text = write_back(scene);
    assert_string_equal(text, with("1.50", "2.5"));
    vol_scene_free(text);
    scene->look.fps = 25;
    scene->flocks[0].look.size = 3;
    assert_true(vol_scene_change(scene, "birds.count", "11", &fault));
    text = write_back(scene);
    reads_back(scene, text);
    assert_non_null(strstr(text, "look: {fps: 25}\n"));
    assert_non_null(strstr(text, "    look: {size: 3}\n"));
    assert_non_null(strstr(text, "    count: 11\n"));
    assert_non_null(strstr(text, "weight: 2.5}  # together\n"));
    vol_scene_free(text);
    vol_scene_close(scene);
}

/* Sections that the text does not have are printed once the host has set something of them. */
static void what_the_host_has_set_is_printed_too(void **state) {
    (void)state;
    vol_scene *scene = open_text("flocks: [{model: steering}]\n", NULL, 0);
    char *plain = vol_scene_print(scene, NULL);
    assert_null(strstr(plain, "wind"));
    assert_null(strstr(plain, "player"));
    assert_null(strstr(plain, "measure"));
    vol_scene_free(plain);
    vol_error error;
    assert_true(vol_scene_set(scene, "wind.velocity", "[1, 2]", &error));
    assert_true(vol_scene_set(scene, "player.flee_radius", "7", &error));
    scene->meter.radius = 3;
    char *printed = vol_scene_print(scene, NULL);
    reads_back(scene, printed);
    vol_scene_free(printed);
    vol_scene_close(scene);
}

/* Which flocks something acts on is changed by their names, to some of them and back to all. */
static void masks_are_written_back(void **state) {
    (void)state;
    static const char flocks[] = "flocks: [{name: a, model: steering}, {name: b, model: steering}]\n"
                                 "obstacles:\n  - {center: [1, 2], radius: 3} # a rock\n";
    vol_scene *scene = open_text(flocks, NULL, 0);
    vol_scene_fault fault;
    vol_error error;
    assert_true(vol_scene_set(scene, "wind.flocks", "[b]", &error));
    assert_int_equal(scene->world.wind.flocks, 2);
    assert_false(vol_scene_set(scene, "wind.flocks", "[c]", &error));
    assert_non_null(strstr(error.text, "'c'"));
    assert_false(vol_scene_set(scene, "player.flocks", "[", &error));
    assert_int_equal(scene->world.wind.flocks, 2);
    char *text = write_back(scene);
    reads_back(scene, text);
    vol_scene_free(text);
    assert_true(vol_scene_set(scene, "wind.flocks", "all", &error));
    assert_true(vol_scene_change(scene, "obstacles.0.flocks", "[a]", &fault));
    assert_int_equal(scene->obstacles[0].def.flocks, 1);
    text = write_back(scene);
    assert_non_null(strstr(text, "# a rock"));
    reads_back(scene, text);
    vol_scene_free(text);
    vol_scene_close(scene);
    one_becomes("flocks: [{name: a, model: steering}]\nobstacles:\n  - {center: [1, 2], radius: 3, flocks: [a]}\n",
                "obstacles.0.flocks", "all",
                "flocks: [{name: a, model: steering}]\nobstacles:\n  - {center: [1, 2], radius: 3, flocks: all}\n");
}

/* Adds an event to the scene, as a program does that lets a person click. */
static void add_event(vol_scene *scene, vol_scene_event *room, const vol_scene_event *event) {
    for (size_t i = 0; i < scene->event_count; i++) {
        room[i] = scene->events[i];
    }
    room[scene->event_count] = *event;
    scene->events = room;
    scene->event_count++;
    vol_scene_link_events(scene, 0);
}

static void events_of_the_host_go_to_the_end(void **state) {
    (void)state;
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"flocks: [{model: steering}]\nevents:\n  - {at: 3, gust: [1, 1]}   # first\nlook: {fps: 30}\n",
         "flocks: [{model: steering}]\nevents:\n  - {at: 3, gust: [1, 1]}   # first\n  - {at: 9, gust: [2, 0]}\n"
         "look: {fps: 30}\n"},
        {"flocks: [{model: steering}]\nevents: [{at: 3, gust: [1, 1]}]\n",
         "flocks: [{model: steering}]\nevents: [{at: 3, gust: [1, 1]}, {at: 9, gust: [2, 0]}]\n"},
        {"flocks: [{model: steering}]\nlook: {fps: 30}\n",
         "flocks: [{model: steering}]\nevents:\n  - {at: 9, gust: [2, 0]}\nlook: {fps: 30}\n"},
        {"{flocks: [{model: steering}], look: {fps: 30}}",
         "{flocks: [{model: steering}], events: [{at: 9, gust: [2, 0]}], look: {fps: 30}}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vol_scene *scene = open_text(cases[i].text, NULL, 0);
        vol_scene_event room[4];
        vol_scene_event event = {.at = 9, .kind = VOL_SCENE_EVENT_GUST, .added = true, .velocity = {2, 0}};
        add_event(scene, room, &event);
        char *text = write_back(scene);
        assert_string_equal(text, cases[i].expected);
        vol_scene_free(text);
        vol_scene_close(scene);
    }
}

static void what_the_host_has_taken_away_is_taken_out(void **state) {
    (void)state;
    vol_scene *scene = open_text("flocks:\n  - model: steering\n    leader: 1   # the duck\n    count: 5\n"
                                 "look: {window: [640, 480], fps: 30}\n",
                                 NULL, 0);
    scene->flocks[0].leader = VOL_NONE;
    scene->look.window[0] = scene->look.window[1] = 0;
    char *text = write_back(scene);
    assert_string_equal(text, "flocks:\n  - model: steering\n    count: 5\nlook: {fps: 30}\n");
    vol_scene_free(text);
    vol_scene_close(scene);
}

/* Entries of lists come, become others and go; comments beside them stay. */
static void entries_of_lists_come_and_go(void **state) {
    (void)state;
    static const char text[] = "# A pond.\n"
                               "flocks:\n"
                               "  - name: birds # small\n"
                               "    model: steering\n"
                               "obstacles:\n"
                               "  # the rock\n"
                               "  - {center: [1, 2], radius: 3} # grey\n"
                               "  - shape: box\n"
                               "    center: [5, 6] # there\n"
                               "    size: [7, 8]\n"
                               "look: {fps: 30} # calm\n";
    static const vol_scene_override all[] = {{"obstacles.2", "{center: [9, 9], radius: 4}", NULL},
                                             {"obstacles.2.radius", "5", NULL},
                                             {"obstacles.1", "none", NULL},
                                             {"relations.0", "{from: birds, to: crows, kind: flee}", NULL},
                                             {"flocks.1", "{name: crows, model: capped, count: 3}", NULL},
                                             {"birds.terms.0", "{kind: seek, point: [4, 4]}", NULL}};
    becomes(text, all, sizeof all / sizeof *all,
            "# A pond.\n"
            "flocks:\n"
            "  - name: birds # small\n"
            "    model: steering\n"
            "    terms:\n"
            "      - {kind: seek, point: [4, 4]}\n"
            "  - {name: crows, model: capped, count: 3}\n"
            "relations:\n"
            "  - {from: birds, to: crows, kind: flee}\n"
            "obstacles:\n"
            "  # the rock\n"
            "  - {center: [1, 2], radius: 3} # grey\n"
            "  - {center: [9, 9], radius: 5}\n"
            "look: {fps: 30} # calm\n");
    one_becomes("flocks: [{model: steering}]\nobstacles: [{center: [1, 2], radius: 3}, {center: [4, 5], radius: 6}]\n",
                "obstacles.0", "none", "flocks: [{model: steering}]\nobstacles: [{center: [4, 5], radius: 6}]\n");
    one_becomes("flocks: [{model: steering}]\nobstacles: [{center: [1, 2], radius: 3}, {center: [4, 5], radius: 6}]\n",
                "obstacles.1", "none", "flocks: [{model: steering}]\nobstacles: [{center: [1, 2], radius: 3}]\n");
    one_becomes("flocks: [{model: steering}]\nobstacles:\n  - {center: [1, 2], radius: 3}\nlook: {fps: 30}\n",
                "obstacles.0", "none", "flocks: [{model: steering}]\nlook: {fps: 30}\n");
    one_becomes("{flocks: [{model: steering}]}", "obstacles.0", "{center: [1, 2], radius: 3}",
                "{flocks: [{model: steering}], obstacles: [{center: [1, 2], radius: 3}]}");
}

static void a_scene_is_remade_with_more(void **state) {
    (void)state;
    vol_scene_fault fault;
    vol_scene made;
    vol_error error;
    vol_scene *scene = open_text("flocks:\n  - {name: birds, model: steering} # they\n", NULL, 0);
    assert_true(vol_scene_set(scene, "birds.count", "7", &error));
    const vol_scene_override more[] = {{"obstacles.0", "{center: [1, 2], radius: 3}", NULL},
                                       {"obstacles.0.radius", "4", NULL}};
    assert_true(vol_scene_remake(&made, scene, more, 2, &fault));
    assert_int_equal(made.obstacle_count, 1);
    assert_int_equal(made.flocks[0].def.count, 7);
    assert_int_equal(scene->obstacle_count, 0);
    char *text = write_back(&made);
    assert_string_equal(text, "flocks:\n  - {name: birds, model: steering, count: 7} # they\n"
                              "obstacles:\n  - {center: [1, 2], radius: 4}\n");
    vol_scene_free(text);
    vol_scene_release(&made);
    assert_false(vol_scene_remake(&made, scene, &(vol_scene_override){"obstacles.1", "{radius: 3}", NULL}, 1, &fault));
    assert_null(made.inside);
    vol_scene_close(scene);
}

static void what_cannot_be_written_is_refused(void **state) {
    (void)state;
    static const char text[] = "flocks: [{model: steering}]\n"
                               "obstacles: [{shape: circle, center: [1, 1], radius: 2}]\n"
                               "events: [{at: 3, gust: [1, 1]}]\n";
    vol_scene *scene = open_text(text, NULL, 0);
    vol_scene_fault fault;
    scene->obstacle_count = 0;
    assert_null(vol_scene_write(scene, NULL, &fault));
    assert_int_equal(fault.code, VOL_SCENE_FAILED);
    assert_memory_equal(fault.key, "obstacles.0.", 12);
    assert_non_null(strstr(fault.text, "scene 'text' cannot be written in place"));
    scene->obstacle_count = 1;
    scene->flocks[0].name = "crows";
    assert_null(vol_scene_write(scene, NULL, &fault));
    assert_int_equal(fault.code, VOL_SCENE_WRONG);
    scene->flocks[0].name = "boids";
    scene->events[0].velocity[0] = 2;
    assert_null(vol_scene_write(scene, NULL, &fault));
    assert_string_equal(fault.key, "events");
    scene->events[0].velocity[0] = 1;
    vol_scene_free(write_back(scene));
    vol_scene_close(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unchanged_built_in_scenes_are_written_byte_for_byte),
        cmocka_unit_test(one_change_of_a_built_in_scene_is_one_line),
        cmocka_unit_test(any_number_of_a_built_in_scene_changes_one_line),
        cmocka_unit_test(every_key_of_a_built_in_scene_can_be_written),
        cmocka_unit_test(values_are_written_over_the_old_ones),
        cmocka_unit_test(keys_that_were_not_there_are_added_where_they_belong),
        cmocka_unit_test(lines_end_as_they_did),
        cmocka_unit_test(json_stays_json),
        cmocka_unit_test(other_characters_than_ascii_do_not_shift_places),
        cmocka_unit_test(lists_are_replaced_as_a_whole),
        cmocka_unit_test(what_has_no_use_any_more_is_taken_out),
        cmocka_unit_test(several_changes_are_all_written),
        cmocka_unit_test(what_the_host_has_changed_is_written),
        cmocka_unit_test(what_the_host_has_set_is_printed_too),
        cmocka_unit_test(masks_are_written_back),
        cmocka_unit_test(events_of_the_host_go_to_the_end),
        cmocka_unit_test(what_the_host_has_taken_away_is_taken_out),
        cmocka_unit_test(entries_of_lists_come_and_go),
        cmocka_unit_test(a_scene_is_remade_with_more),
        cmocka_unit_test(what_cannot_be_written_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
