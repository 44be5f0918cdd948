/* Presets of scenes: read and checked like all else, applied by the override `preset`, printed and written back. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

#define HEAD                                                   \
    "about: plain\n"                                           \
    "world: {size: [300, 200], seed: 7}\n"                     \
    "flocks:\n"                                                \
    "  - name: birds\n"                                        \
    "    model: steering\n"                                    \
    "    count: 60 # so many\n"                                \
    "    start: {shape: disc, radius: 20}\n"                   \
    "    terms: [{name: home, kind: seek, point: [30, 40]}]\n" \
    "obstacles: [{center: [220, 60], radius: 20}]\n"

static const char text[] = HEAD "presets:\n"
                                "  calm: {about: \"slow: all of it\", birds.max_speed: 2}\n"
                                "  wide:\n"
                                "    birds.start.shape: uniform # the disc's radius has no use now\n"
                                "    birds.terms.home.point: [100, 100]\n"
                                "    obstacles.0.radius: 5\n"
                                "    look.background: '#101018'\n";

static const vol_scene_override calm = {"preset", "calm", NULL};
static const vol_scene_override wide = {"preset", "wide", NULL};

static void has(const vol_scene *scene, const char *key, const char *expected) {
    vol_scene_fault fault;
    char *value = vol_scene_get(scene, key, &fault);
    assert_string_equal(value != NULL ? value : fault.text, expected);
    vol_scene_free(value);
}

static void presets_are_listed_with_their_keys(void **state) {
    (void)state;
    vol_scene *scene = open_text(text, NULL, 0);
    assert_string_equal(vol_scene_preset_name(scene, 0), "calm");
    assert_string_equal(vol_scene_preset_about(scene, 0), "slow: all of it");
    assert_string_equal(vol_scene_preset_key(scene, 0, 1), "birds.max_speed");
    assert_null(vol_scene_preset_key(scene, 0, 2));
    assert_string_equal(vol_scene_preset_name(scene, 1), "wide");
    assert_string_equal(vol_scene_preset_about(scene, 1), "");
    assert_null(vol_scene_preset_name(scene, 2));
    assert_null(vol_scene_preset_key(scene, 2, 0));
    has(scene, "birds.max_speed", "3");
    has(scene, "presets.calm", "{about: \"slow: all of it\", birds.max_speed: 2}");
    vol_scene_close(scene);
}

static void a_preset_sets_all_its_keys(void **state) {
    (void)state;
    vol_scene *scene = open_text(text, &wide, 1);
    has(scene, "birds.start.shape", "uniform");
    has(scene, "birds.terms.home.point", "[100, 100]");
    has(scene, "obstacles.0.radius", "5");
    has(scene, "look.background", "\"#101018\"");
    has(scene, "about", "\"plain\"");
    vol_scene_close(scene);
}

static void what_comes_behind_a_preset_goes_beyond_it(void **state) {
    (void)state;
    const vol_scene_override both[] = {calm, {"birds.max_speed", "9", NULL}};
    const vol_scene_override twice[] = {calm, wide};
    vol_scene *scene = open_text(text, both, 2);
    has(scene, "birds.max_speed", "9");
    has(scene, "about", "\"slow: all of it\"");
    vol_scene_close(scene);
    scene = open_text(text, twice, 2);
    has(scene, "birds.max_speed", "2");
    has(scene, "obstacles.0.radius", "5");
    vol_scene_close(scene);
}

static void a_scene_is_opened_again_with_another_preset(void **state) {
    (void)state;
    const vol_scene_override given[] = {wide, {"birds.count", "5", NULL}};
    vol_scene_fault fault;
    vol_scene *scene = open_text(text, given, 2);
    vol_scene *other = vol_scene_open_preset(scene, "calm", &fault);
    vol_scene *plain = vol_scene_open_preset(scene, NULL, &fault);
    has(other, "birds.max_speed", "2");
    has(other, "birds.count", "5");
    has(other, "obstacles.0.radius", "20");
    has(plain, "birds.max_speed", "3");
    has(plain, "birds.count", "5");
    assert_null(vol_scene_open_preset(scene, "clam", &fault));
    assert_string_equal(fault.text,
                        "preset=clam: scene 'text' has no preset 'clam'; did you mean 'calm'? it has: calm, wide");
    vol_scene_close(plain);
    vol_scene_close(other);
    vol_scene_close(scene);
}

/* --- What is refused ---------------------------------------------------------------------------------------------- */

static void refused(const char *presets, const char *message, uint32_t line, uint32_t column, const char *key) {
    char whole[1200];
    vol_scene_fault fault = {0};
    snprintf(whole, sizeof whole, HEAD "presets:\n%s", presets);
    vol_scene *scene = vol_scene_open_text("text", NULL, whole, strlen(whole), NULL, 0, &fault);
    assert_null(scene);
    assert_int_equal(fault.code, VOL_SCENE_WRONG);
    assert_int_equal(fault.line, line);
    assert_int_equal(fault.column, column);
    assert_string_equal(fault.key, key);
    if (strncmp(fault.text, message, strlen(message)) != 0) {
        assert_string_equal(fault.text, message);
    }
}

static void wrong_presets_are_refused_where_they_stand(void **state) {
    (void)state;
    refused("  a: {birds.max_sped: 2}\n",
            "text:11:23: key 'birds.max_sped': unknown key 'max_sped'; did you mean 'max_speed'?", 11, 23,
            "birds.max_sped");
    refused("  a: {bird.count: 2}\n", "text:11:19: key 'bird.count': unknown key 'bird'; did you mean 'birds'?", 11, 19,
            "bird.count");
    refused("  a: {}\n  b:\n    birds.count: -1\n",
            "text:13:18: key 'birds.count': value '-1' is not allowed; allowed is a whole number", 13, 18,
            "birds.count");
    refused("  a: {birds.count: '12'}\n", "text:11:20: key 'birds.count': ", 11, 20, "birds.count");
    refused("  a: {obstacles.1.radius: 2}\n",
            "text:11:27: key 'obstacles.1.radius': the list has no entry '1'; it has 1, counted from 0", 11, 27,
            "obstacles.1.radius");
    refused("  a: {world.images: true, world.boundary: bounce}\n", "text:11:21: key 'world.images': ", 11, 21,
            "world.images");
    refused("  a: {presets.b: {}}\n", "text:11:7: key 'presets.a': 'presets.b': a preset cannot change presets", 11, 7,
            "presets.a");
    refused("  a: {preset: b}\n", "text:11:7: key 'presets.a': 'preset': a preset cannot change presets", 11, 7,
            "presets.a");
    refused("  a b: {}\n", "text:11:3: key 'presets': 'a b' is no name; allowed are 1 to 63 letters", 11, 3, "presets");
    refused("  a: 3\n", "text:11:6: key 'presets.a': ", 11, 6, "presets.a");
    refused("  [a]\n", "text:11:3: key 'presets': ", 11, 3, "presets");
}

static void there_are_at_most_sixteen(void **state) {
    (void)state;
    char presets[600] = "";
    for (int i = 0; i < 17; i++) {
        snprintf(presets + strlen(presets), sizeof presets - strlen(presets), "  p%d: {birds.count: %d}\n", i, i);
    }
    refused(presets, "text:11:3: key 'presets': 17 presets; allowed are at most 16", 11, 3, "presets");
}

static void an_override_may_make_a_preset_useless(void **state) {
    (void)state;
    const vol_scene_override model = {"birds.model", "nudge", NULL};
    const vol_scene_override clash[] = {model, {"preset", "calm", NULL}};
    const char changed[] = HEAD "presets: {a: {birds.max_force: 1}, b: {birds.count: 5}}\n";
    vol_scene_fault fault;
    vol_scene *scene = open_text(changed, &model, 1);
    char *printed = vol_scene_print(scene, NULL);
    assert_non_null(strstr(printed, "presets:\n  b: {birds.count: 5}\n")); /* nudge has no force */
    vol_scene *again = open_text(printed, NULL, 0);
    assert_null(vol_scene_preset_name(again, 1));
    vol_scene_close(again);
    vol_scene_free(printed);
    assert_null(vol_scene_write(scene, NULL, &fault));
    assert_non_null(strstr(fault.text, "cannot be written in place"));
    assert_non_null(strstr(fault.text, "birds.max_force"));
    vol_scene_close(scene);
    assert_null(vol_scene_open_text("text", NULL, changed, strlen(changed), clash, 2, &fault));
}

/* --- Printing and writing ----------------------------------------------------------------------------------------- */

static void a_printed_scene_has_its_presets(void **state) {
    (void)state;
    vol_scene *scene = open_text(text, &calm, 1);
    char *once = vol_scene_print(scene, NULL);
    vol_scene *again = open_text(once, NULL, 0);
    char *twice = vol_scene_print(again, NULL);
    assert_string_equal(once, twice);
    has(again, "birds.max_speed", "2");
    vol_scene *other = vol_scene_open_preset(again, "wide", &(vol_scene_fault){0});
    has(other, "obstacles.0.radius", "5");
    vol_scene_close(other);
    vol_scene_close(again);
    vol_scene_close(scene);
    vol_scene_free(once);
    vol_scene_free(twice);
}

static void a_scene_is_written_back_with_what_its_preset_set(void **state) {
    (void)state;
    vol_scene *scene = open_text(text, &calm, 1);
    char *written = write_back(scene);
    vol_scene *again = open_text(written, NULL, 0);
    assert_non_null(strstr(written, "count: 60 # so many\n"));
    assert_non_null(strstr(written, "birds.start.shape: uniform # the disc's radius has no use now\n"));
    assert_null(strstr(written, "preset:"));
    has(again, "birds.max_speed", "2");
    has(again, "about", "\"slow: all of it\"");
    vol_scene_close(again);
    vol_scene_free(written);
    vol_scene_close(scene);
}

static void a_change_can_be_a_preset(void **state) {
    (void)state;
    vol_scene_fault fault;
    vol_scene *scene = open_text(text, NULL, 0);
    assert_true(vol_scene_change(scene, "preset", "wide", &fault));
    assert_true(vol_scene_change(scene, "obstacles.0.radius", "6", &fault));
    assert_true(vol_scene_change(scene, "preset", "calm", &fault));
    has(scene, "obstacles.0.radius", "6");
    has(scene, "birds.max_speed", "2");
    assert_true(vol_scene_change(scene, "presets.calm", "{birds.max_speed: 4}", &fault));
    has(scene, "presets.calm", "{birds.max_speed: 4}");
    vol_scene_close(scene);
}

/* Each of them was tried when its scene was read; here, that it makes a difference and can be run. */
static void presets_of_built_in_scenes_change_them(void **state) {
    (void)state;
    size_t count = 0;
    for (size_t i = 0; vol_scene_builtin_name(i) != NULL; i++) {
        vol_scene_fault fault;
        vol_scene *scene = vol_scene_open(vol_scene_builtin_name(i), NULL, 0, &fault);
        char *plain = vol_scene_list(scene, NULL);
        for (size_t k = 0; vol_scene_preset_name(scene, k) != NULL; k++, count++) {
            vol_scene *other = vol_scene_open_preset(scene, vol_scene_preset_name(scene, k), &fault);
            vol_world *world = NULL;
            char *changed = vol_scene_list(other, NULL);
            assert_string_not_equal(plain, changed);
            assert_string_not_equal(vol_scene_preset_about(scene, k), "");
            assert_true(vol_scene_make_world(other, 1, &world, &fault));
            assert_true(vol_scene_run(other, world, 2, &fault));
            vol_world_destroy(world);
            vol_scene_free(changed);
            vol_scene_close(other);
        }
        vol_scene_free(plain);
        vol_scene_close(scene);
    }
    assert_in_range(count, 30, 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_are_listed_with_their_keys),
        cmocka_unit_test(a_preset_sets_all_its_keys),
        cmocka_unit_test(what_comes_behind_a_preset_goes_beyond_it),
        cmocka_unit_test(a_scene_is_opened_again_with_another_preset),
        cmocka_unit_test(wrong_presets_are_refused_where_they_stand),
        cmocka_unit_test(there_are_at_most_sixteen),
        cmocka_unit_test(an_override_may_make_a_preset_useless),
        cmocka_unit_test(a_printed_scene_has_its_presets),
        cmocka_unit_test(a_scene_is_written_back_with_what_its_preset_set),
        cmocka_unit_test(a_change_can_be_a_preset),
        cmocka_unit_test(presets_of_built_in_scenes_change_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
