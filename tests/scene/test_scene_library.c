/* The scene library as hosts see it that know no structs: opening, asking, changing, running, and what is refused. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static void built_in_scenes_say_what_they_are_about(void **state) {
    (void)state;
    size_t count = 0;
    for (; vol_scene_builtin_name(count) != NULL; count++) {
        vol_scene_fault fault;
        vol_scene *scene = vol_scene_open(vol_scene_builtin_name(count), NULL, 0, &fault);
        assert_non_null(scene);
        assert_string_equal(vol_scene_name(scene), vol_scene_builtin_name(count));
        assert_string_equal(vol_scene_about(scene), vol_scene_builtin_about(count));
        assert_string_equal(vol_scene_text(scene, NULL), vol_scene_builtin_text(count));
        vol_scene_close(scene);
    }
    assert_in_range(count, 20, 1000);
    assert_null(vol_scene_builtin_about(count));
    assert_null(vol_scene_builtin_text(count));
}

static void a_scene_answers_by_dotted_keys(void **state) {
    (void)state;
    static const struct {
        const char *key, *value;
    } cases[] = {
        {"about", "\"Moths seek a lamp, bees arrive at flowers, runners follow a path\""},
        {"world.size", "[1000, 700]"},
        {"world.boundary", "bounce"},
        {"moths.name", "\"moths\""},
        {"moths.model", "steering"},
        {"moths.separation.radius", "16"},
        {"moths.terms.lamp.kind", "seek"},
        {"moths.terms.0.kind", "seek"},
        {"moths.terms.lamp.point", "[500, 350]"},
        {"moths.look.color", "ivory"},
        {"moths.start.center", "[500, 350]"},
        {"bees.terms.1.period", "15"},
        {"look.background", "midnight"},
        {"look.window", "[1000, 700]"},
        {"measure.radius", "0"},
        {"wind.velocity", "[0, 0]"},
    };
    vol_scene_fault fault;
    vol_scene *scene = vol_scene_open("goals", NULL, 0, &fault);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *value = vol_scene_get(scene, cases[i].key, &fault);
        if (value == NULL) {
            fail_msg("%s", fault.text);
        }
        assert_string_equal(value, cases[i].value);
        vol_scene_free(value);
    }
    assert_null(vol_scene_get(scene, "moths.terms.lamb.kind", &fault));
    assert_string_equal(fault.text, "scene 'goals': there is no key 'moths.terms.lamb.kind'");
    assert_string_equal(fault.key, "moths.terms.lamb.kind");
    assert_int_equal(vol_scene_flock_count(scene), 3);
    assert_string_equal(vol_scene_flock_name(scene, 2), "moths");
    assert_null(vol_scene_flock_name(scene, 3));
    assert_int_equal(vol_scene_flock_def(scene, 1)->count, 120);
    assert_null(vol_scene_flock_def(scene, 3));
    vol_scene_close(scene);
}

static void a_scene_is_changed_by_dotted_keys(void **state) {
    (void)state;
    vol_scene_fault fault;
    const vol_scene_override first = {"moths.count", "10", NULL};
    vol_scene *scene = vol_scene_open("goals", &first, 1, &fault);
    assert_true(vol_scene_change(scene, "moths.look.color", "#102030", &fault));
    assert_true(vol_scene_change(scene, "moths.terms.lamp.weight", "-1", &fault));
    assert_false(vol_scene_change(scene, "moths.terms.lamp.weight", "much", &fault));
    assert_string_equal(fault.key, "moths.terms[0].weight");
    assert_non_null(strstr(fault.text, "moths.terms.lamp.weight=much: "));
    char *value = vol_scene_get(scene, "moths.terms.lamp.weight", &fault);
    assert_string_equal(value, "-1");
    vol_scene_free(value);
    value = vol_scene_get(scene, "moths.look.color", &fault);
    assert_string_equal(value, "\"#102030\"");
    vol_scene_free(value);
    assert_int_equal(vol_scene_flock_def(scene, 2)->count, 10);
    vol_scene_close(scene);
}

/* --- Running ------------------------------------------------------------------------------------------------------ */

static uint64_t run(const char *name, uint64_t at_once) {
    vol_scene_fault fault;
    vol_world *world = NULL;
    const vol_scene_override fewer = {"world.seed", "5", NULL};
    vol_scene *scene = vol_scene_open(name, &fewer, 1, &fault);
    if (scene == NULL || !vol_scene_make_world(scene, 1, &world, &fault)) {
        fail_msg("%s", fault.text);
    }
    enum { STEPS = 12 };
    for (uint64_t step = 0; step < STEPS; step += at_once) {
        bool right = at_once == 1 ? vol_scene_step(scene, world, &fault) : vol_scene_run(scene, world, at_once, &fault);
        assert_true(right);
    }
    assert_int_equal(vol_world_steps(world), STEPS);
    uint64_t hash = vol_world_hash(world);
    vol_world_destroy(world);
    vol_scene_close(scene);
    return hash;
}

static void many_steps_in_a_call_are_as_many_calls(void **state) {
    (void)state;
    static const char *const names[] = {"ecosystem", "goals", "player", "wind", "leader"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint64_t one = run(names[i], 1);
        assert_true(one == run(names[i], 12));
        assert_true(one == run(names[i], 4));
    }
}

static void events_happen_at_their_steps_in_a_long_run(void **state) {
    (void)state;
    vol_scene *scene = open_text("flocks: [{model: steering, count: 5}]\n"
                                 "events:\n"
                                 "  - {at: 3, add: {flock: boids, position: [1, 1], velocity: [1, 0]}}\n"
                                 "  - {at: 7, remove: {flock: boids, id: 0}}\n"
                                 "  - {at: 7, remove: {flock: boids, id: 1}}\n",
                                 NULL, 0);
    vol_scene_fault fault;
    vol_world *world = NULL;
    assert_int_equal(vol_scene_event_count(scene), 3);
    assert_true(vol_scene_make_world(scene, 1, &world, &fault));
    assert_true(vol_scene_run(scene, world, 3, &fault));
    assert_int_equal(vol_flock_view(world, 0).count, 5);
    assert_true(vol_scene_run(scene, world, 4, &fault));
    assert_int_equal(vol_flock_view(world, 0).count, 6);
    assert_true(vol_scene_run(scene, world, 100, &fault));
    assert_int_equal(vol_flock_view(world, 0).count, 4);
    vol_world_destroy(world);
    vol_scene_close(scene);
}

/* --- What is refused ---------------------------------------------------------------------------------------------- */

static void faults_name_the_place(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *key;
    } cases[] = {
        {"flocks:\n  - name: birds\n    model: steering\n    cont: 3\n", 4, 5, "birds.cont"},
        {"flocks:\n  - {name: birds, model: steering, count: -3}\n", 2, 43, "birds.count"},
        {"flocks: [{model: steering}]\nworld: {size: [1, 2, 3, 4]}\n", 2, 15, "world.size"},
        {"flocks: [{model: steering}]\nlook: {fps: fast}\n", 2, 13, "look.fps"},
        {"flocks: [{model: steering}\n", 2, 1, ""},
        {"about: 3\n", 1, 8, "about"},
        {"flocks: [{model: steering}]\nevents: [{at: 3, gust: [1, x]}]\n", 2, 28, "events[0].gust"},
        {"flocks: [{model: steering}]\n# \xC3\xA9\xC3\xA9\n\"\xC3\xA9\": 1\n", 3, 1, "\xC3\xA9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vol_scene_fault fault;
        assert_null(vol_scene_open_text("a.yaml", ".", cases[i].text, strlen(cases[i].text), NULL, 0, &fault));
        assert_string_equal(fault.file, "a.yaml");
        assert_int_equal(fault.line, cases[i].line);
        assert_int_equal(fault.column, cases[i].column);
        assert_string_equal(fault.key, cases[i].key);
        assert_int_equal(fault.code, VOL_SCENE_WRONG);
        char place[64];
        int length = snprintf(place, sizeof place, "a.yaml:%u:%u: ", cases[i].line, cases[i].column);
        assert_memory_equal(fault.text, place, (size_t)length);
    }
}

static void faults_of_overrides_name_the_key(void **state) {
    (void)state;
    static const vol_scene_override cases[] = {
        {"birds.count", "many", NULL}, {"birds.count", "many", "--set birds.count=many"},
        {"bird.count", "3", NULL},     {"relations.0.eat", "3", NULL},
        {"birds.", "3", NULL},         {"birds", "3", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vol_scene_fault fault;
        char start[80];
        assert_null(vol_scene_open("default", &cases[i], 1, &fault));
        snprintf(start, sizeof start, "%s%s=%s: ", i == 1 ? "--set " : "", cases[i].key, cases[i].value);
        assert_memory_equal(fault.text, start, strlen(start));
        assert_int_equal(fault.line, 0);
        assert_string_equal(fault.file, "");
        assert_string_equal(fault.key, strcmp(cases[i].key, "bird.count") == 0 ? "bird" : cases[i].key);
    }
}

static void files_of_data_are_named_by_line(void **state) {
    (void)state;
    static const char text[] = "flocks: [{model: steering, start: {shape: file, path: scene/wrong.csv}}]\n";
    vol_scene_fault fault;
    assert_null(vol_scene_open_text("a.yaml", VOL_TESTS_DIR, text, sizeof text - 1, NULL, 0, &fault));
    assert_int_equal(fault.line, 3);
    assert_int_equal(fault.column, 0);
    assert_non_null(strstr(fault.file, "scene/wrong.csv"));
    assert_null(vol_scene_open("nowhere.yaml", NULL, 0, &fault));
    assert_non_null(strstr(fault.text, "nowhere.yaml"));
    assert_string_equal(fault.file, "");
}

static void a_host_of_another_header_is_refused(void **state) {
    (void)state;
    vol_scene scene[2];
    vol_scene_fault fault;
    memset(scene, 7, sizeof scene);
    const uint64_t other = VOL_SCENE_LAYOUT - 8; /* a scene that was smaller */
    assert_false(vol_scene_load_as(other, scene, "default", NULL, 0, &fault));
    assert_int_equal(fault.code, VOL_SCENE_FAILED);
    assert_non_null(strstr(fault.text, "compiled with another volery/scene.h"));
    assert_int_equal(((const unsigned char *)scene)[0], 0);
    assert_int_equal(((const unsigned char *)scene)[sizeof(vol_scene) - 9], 0);
    assert_int_equal(((const unsigned char *)scene)[sizeof(vol_scene) - 8], 7);
    const uint64_t version = VOL_SCENE_LAYOUT + ((uint64_t)1 << 32);
    assert_false(vol_scene_read_as(version, scene, "a", ".", "flocks: []", 10, NULL, 0, &fault));
    assert_true(vol_scene_load_as(VOL_SCENE_LAYOUT, scene, "default", NULL, 0, &fault));
    vol_scene_release(scene);
}

static void closing_nothing_does_nothing(void **state) {
    (void)state;
    vol_scene_close(NULL);
    vol_scene_free(NULL);
}

/* --- Events of the host ------------------------------------------------------------------------------------------- */

static void an_event_of_the_host_is_read_as_those_of_the_text(void **state) {
    (void)state;
    vol_scene_fault fault;
    vol_scene_event events[2] = {{.at = 7}};
    size_t count = 0;
    vol_scene *scene = vol_scene_open("goals", NULL, 0, &fault);
    assert_true(vol_scene_event_read(scene, "{scatter: {position: [3, 4]}}", events, 2, &count, &fault));
    assert_int_equal(count, 1);
    assert_int_equal(events[0].at, 7);
    assert_true(events[0].added);
    char *line = vol_scene_event_print(scene, &events[0], NULL);
    assert_string_equal(line, "  - {at: 7, scatter: {position: [3, 4], strength: 0.1}}\n");
    vol_scene_free(line);
    const char *two = "{\"at\": 9, \"set\": {\"moths.max_speed\": 2.5, \"moths.terms.lamp.weight\": 3}}";
    assert_true(vol_scene_event_read(scene, two, events, 2, &count, &fault));
    assert_int_equal(count, 2);
    assert_int_equal(events[1].at, 9);
    line = vol_scene_event_print(scene, &events[1], NULL);
    assert_string_equal(line, "  - {at: 9, set: {moths.terms.lamp.weight: 3}}\n");
    vol_scene_free(line);
    assert_int_equal(vol_scene_event_count(scene), 0);
    vol_scene_close(scene);
}

static void an_event_of_the_host_that_is_wrong_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *key, *says;
    } cases[] = {
        {"{}", "event", "must have one of 'add'"},
        {"[1]", "event", "map"},
        {"{jump: 1}", "event.jump", "jump"},
        {"{remove: {flock: cats, id: 1}}", "event.remove.flock", "cats"},
        {"{at: -1, gust: [1, 1]}", "event.at", "-1"},
        {"{set: {moths.max_speed: -1}}", "event.set.moths.max_speed", "-1"},
        {"{set: {moths.max_speed: 1, moths.min_speed: 0, world.dt: 1}}", "event", "sets 3 parameters at once"},
        {"{gust: [1, 1]", "", ""},
    };
    vol_scene_fault fault;
    vol_scene_event events[2] = {{.at = 0}};
    size_t count = 9;
    vol_scene *scene = vol_scene_open("goals", NULL, 0, &fault);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(vol_scene_event_read(scene, cases[i].text, events, 2, &count, &fault));
        assert_int_equal(count, 0);
        assert_string_equal(fault.key, cases[i].key);
        assert_non_null(strstr(fault.text, cases[i].says));
    }
    vol_scene_close(scene);
}

/* Obstacles, relations and terms that events put into a world, change and take away. */
static const char coming[] =
    "world: {size: [300, 200], boundary: bounce, seed: 7}\n"
    "flocks: [{name: birds, model: steering, count: 40, terms: [{kind: wander}]},\n"
    "         {name: crows, model: capped, count: 2}]\n"
    "obstacles: [{center: [220, 60], radius: 20}, {shape: segment, points: [[10, 10], [50, 60]], reach: 9}]\n"
    "events:\n"
    "  - {at: 2, set: {obstacles.2: {shape: box, center: [100, 100], size: [40, 20]}, obstacles.0: none}}\n"
    "  - {at: 3, goal: [30, 30]}\n"
    "  - {at: 4, set: {obstacles.2.size: [60, 20], obstacles.1.points: [[10, 10], [70, 60]]}}\n"
    "  - {at: 5, set: {birds.terms.1: {kind: seek, point: [200, 100]}, birds.terms.0: none}}\n"
    "  - {at: 6, goal: [100, 30]}\n"
    "  - {at: 6, set: {relations.0: {from: birds, to: crows, kind: flee, radius: 90}}}\n"
    "  - {at: 7, set: {obstacles.0: {center: [50, 150], radius: 10}, birds.terms.1.point: [20, 20]}}\n"
    "  - {at: 9, set: {birds.terms.1: none, relations.0: none}}\n";

static void events_put_obstacles_relations_and_terms(void **state) {
    (void)state;
    vol_scene_fault fault;
    vol_world *world = NULL;
    vol_scene *scene = vol_scene_open_text("text", NULL, coming, strlen(coming), NULL, 0, &fault);
    if (scene == NULL || !vol_scene_make_world(scene, 1, &world, &fault)) {
        fail_msg("%s", fault.text);
    }
    assert_true(vol_scene_run(scene, world, 8, &fault));
    assert_false(vol_obstacle_exists(world, 0));
    assert_int_equal((int)vol_obstacle_get_def(world, 1).points[3], 70);
    assert_int_equal((int)vol_obstacle_get_def(world, 2).size[0], 60);
    assert_int_equal((int)vol_obstacle_get_def(world, 3).center[1], 150);
    assert_false(vol_term_exists(world, 0));
    assert_int_equal((int)vol_term_get_def(world, 1).point[0], 100); /* the goal of birds, and of crows */
    assert_int_equal((int)vol_term_get_def(world, 2).point[0], 100);
    assert_int_equal((int)vol_term_get_def(world, 3).point[0], 20);
    assert_true(vol_relation_exists(world, 0));
    size_t size = vol_snapshot_size(world);
    unsigned char *state_then = malloc(size);
    vol_snapshot_write(world, state_then);
    assert_true(vol_scene_run(scene, world, 12, &fault));
    assert_false(vol_term_exists(world, 3));
    assert_false(vol_relation_exists(world, 0));
    vol_world *other = NULL; /* that is brought to step 8 has the same, and goes the same way */
    assert_true(vol_scene_make_world(scene, 1, &other, &fault));
    assert_true(vol_scene_resume(scene, other, NULL, state_then, size, &fault));
    assert_true(vol_scene_run(scene, other, 12, &fault));
    assert_true(vol_world_hash(other) == vol_world_hash(world));
    char *text = vol_scene_print(scene, NULL);
    vol_scene *again = vol_scene_open_text("again", NULL, text, strlen(text), NULL, 0, &fault);
    assert_non_null(again);
    char *twice = vol_scene_print(again, NULL);
    assert_string_equal(text, twice);
    vol_scene_free(text);
    vol_scene_free(twice);
    vol_scene_close(again);
    free(state_then);
    vol_world_destroy(world);
    vol_world_destroy(other);
    vol_scene_close(scene);
}

static void wrong_entries_of_events_are_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"obstacles.2: {center: [1, 2], radius: 3}", "the list is not so long"},
        {"obstacles.1: none", "there is no such entry to be taken away"},
        {"obstacles.0: {radius: 3}", "has no 'center'"},
        {"obstacles.0: 7", "allowed is a map"},
        {"birds.terms.1: {kind: seek, path: [[0, 1, 2]]}", "comes while the world runs"},
        {"birds.terms.0: none", "a term with a 'path' stays"},
        {"relations.0: {from: birds, to: owls, kind: flee}", "owls"},
        {"obstacles.0: none, obstacles.0.radius: 3", "there is no such entry"},
        {"obstacles.0.points: [[1, 2], [3, 4]]", "there is no such parameter"},
        {"obstacles.0: none}}, {at: 0, set: {obstacles.0.radius: 3", "in the order of their steps"},
        {"obstacles.0: none}}]\nsound:\n  source: microphone\n  on_beat: [{set: {obstacles.0: none", "by sound"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        vol_scene_fault fault;
        snprintf(text, sizeof text,
                 "flocks: [{name: birds, model: steering, terms: [{kind: seek, path: [[0, 1, 2]]}]}]\n"
                 "obstacles: [{center: [1, 2], radius: 3}]\nevents: [{at: 1, set: {%s}}]\n",
                 cases[i][0]);
        assert_null(vol_scene_open_text("text", NULL, text, strlen(text), NULL, 0, &fault));
        if (strstr(fault.text, cases[i][1]) == NULL) {
            fail_msg("%s: %s", cases[i][0], fault.text);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_scenes_say_what_they_are_about),
        cmocka_unit_test(a_scene_answers_by_dotted_keys),
        cmocka_unit_test(a_scene_is_changed_by_dotted_keys),
        cmocka_unit_test(many_steps_in_a_call_are_as_many_calls),
        cmocka_unit_test(events_happen_at_their_steps_in_a_long_run),
        cmocka_unit_test(faults_name_the_place),
        cmocka_unit_test(faults_of_overrides_name_the_key),
        cmocka_unit_test(files_of_data_are_named_by_line),
        cmocka_unit_test(a_host_of_another_header_is_refused),
        cmocka_unit_test(closing_nothing_does_nothing),
        cmocka_unit_test(an_event_of_the_host_is_read_as_those_of_the_text),
        cmocka_unit_test(an_event_of_the_host_that_is_wrong_is_refused),
        cmocka_unit_test(events_put_obstacles_relations_and_terms),
        cmocka_unit_test(wrong_entries_of_events_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
