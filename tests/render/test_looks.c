/* How things look: maps and palettes for all eyes, what a scene without a look gets, skies, and depth. */
#include "draw/backdrop.h"
#include "draw/draw.h"
#include "film/easel.h"
#include "scene/part.h"

#ifdef VOLERY_WITH_GL
#include "draw/gl.h"
#include "draw/offscreen.h"
#endif

#include "unit/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 320, HEIGHT = 240 };

/* --- Colours as eyes see them ------------------------------------------------------------------------------------- */

static double linear(double part) {
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

/* A colour in OKLab as it is seen by usual eyes (0), or those that lack the cones for long (1) or middle (2) waves:
 * colours they take for each other are brought onto one (Vienot, Brettel and Mollon, 1999). */
static void seen(app_rgba c, int eyes, double lab[3]) {
    static const double lost[3][2] = {{0, 0}, {0.11238, 0.00401}, {0.29275, -0.02234}};
    double r = linear((double)c.r), g = linear((double)c.g), b = linear((double)c.b);
    if (eyes > 0) {
        double yellow = lost[eyes][0] * r + (1 - lost[eyes][0]) * g;
        b += lost[eyes][1] * (r - g);
        r = g = yellow;
    }
    double l = cbrt(fmax(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b, 0));
    double m = cbrt(fmax(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b, 0));
    double s = cbrt(fmax(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b, 0));
    lab[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    lab[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    lab[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

static double apart(app_rgba a, app_rgba b, int eyes) {
    double p[3], q[3];
    seen(a, eyes, p);
    seen(b, eyes, q);
    return sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]));
}

static void maps_go_away_from_the_ground_in_lightness_for_all_eyes(void **state) {
    (void)state;
    for (unsigned map = 0; vol_scene_map_name(map) != NULL; map++) {
        for (int k = 0; k < 6; k++) {
            app_ground ground = (app_ground)(k / 3);
            double before = k / 3 == 0 ? 0 : 2;
            double first = 0;
            for (int i = 0; i <= 64; i++) {
                double lab[3];
                seen(app_palette_map((vol_scene_map)map, i / 64.0, ground), k % 3, lab);
                assert_true(ground == APP_GROUND_DARK ? lab[0] > before : lab[0] < before);
                before = lab[0];
                first = i == 0 ? lab[0] : first;
            }
            assert_true(fabs(before - first) > 0.4);
        }
    }
}

static void flocks_are_told_apart_by_all_eyes(void **state) {
    (void)state;
    for (int k = 0; k < 6; k++) {
        for (unsigned i = 0; i < VOL_SCENE_PALETTE; i++) {
            for (unsigned j = 0; j < i; j++) {
                vol_scene_color a = vol_scene_palette(i, k / 3 == 1);
                vol_scene_color b = vol_scene_palette(j, k / 3 == 1);
                assert_true(apart(app_palette_plain(&a), app_palette_plain(&b), k % 3) > 0.09);
            }
        }
    }
}

/* A wheel of equal lightness would fall into one line for eyes that do not tell red from green: two ways each. */
static void opposite_headings_are_told_apart_by_all_eyes(void **state) {
    (void)state;
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < 64; i++) {
            app_ground ground = (app_ground)(k / 3);
            app_rgba a = app_palette_cyclic(i / 64.0, ground);
            assert_true(apart(a, app_palette_cyclic(i / 64.0 + 0.5, ground), k % 3) > 0.09);
        }
    }
}

/* --- What a scene gets that says nothing -------------------------------------------------------------------------- */

static vol_scene scene_of(const char *text) {
    vol_scene scene;
    vol_scene_fault fault = {0};
    if (!vol_scene_read(&scene, "test", ".", text, strlen(text), NULL, 0, &fault)) {
        fail_msg("%s", fault.text);
    }
    return scene;
}

static double size_of(const char *text) {
    vol_scene scene = scene_of(text);
    vol_scene_shown shown = vol_scene_look_shown(&scene);
    double size = vol_scene_flock_shown(&scene, &shown, 0).size;
    vol_scene_release(&scene);
    return size;
}

static void boids_are_the_smaller_the_more_there_are_and_can_always_be_seen(void **state) {
    (void)state;
    double few = size_of("flocks: [{model: steering, count: 1}]");
    double some = size_of("flocks: [{model: steering, count: 3000}]");
    double many = size_of("flocks: [{model: steering, count: 1000000}]");
    assert_true(fabs(few - (10)) < 1e-9);                               /* of a world 800 wide */
    assert_true(fabs(some - (0.42 * sqrt(800.0 * 600 / 3000))) < 1e-9); /* a part of the room that each has */
    assert_true(fabs(many - (2.8)) < 1e-9);
    assert_true(fabs(size_of("world: {size: [8, 6]}\nflocks: [{model: steering, count: 3000}]") - (some / 100)) < 1e-9);
    assert_number_equal(size_of("flocks: [{model: steering, count: 9, look: {size: 77}}]"), 77);
}

static void flocks_without_a_colour_have_one_each_and_one_alone_shows_headings(void **state) {
    (void)state;
    vol_scene scene = scene_of("flocks:\n  - {name: a, model: steering}\n  - {name: b, model: steering}\n"
                               "  - {name: c, model: steering, look: {color: red}}\n");
    vol_scene_shown shown = vol_scene_look_shown(&scene);
    vol_scene_color first = vol_scene_flock_shown(&scene, &shown, 0).color;
    vol_scene_color second = vol_scene_flock_shown(&scene, &shown, 1).color;
    assert_int_equal(first.rule, VOL_SCENE_COLOR_FIXED);
    assert_int_equal(second.rule, VOL_SCENE_COLOR_FIXED);
    assert_true(first.red != second.red);
    assert_int_equal(vol_scene_flock_shown(&scene, &shown, 2).color.red, 255);
    vol_scene_release(&scene);
    scene = scene_of("flocks: [{model: steering}]");
    shown = vol_scene_look_shown(&scene);
    assert_int_equal(vol_scene_flock_shown(&scene, &shown, 0).color.rule, VOL_SCENE_COLOR_HEADING);
    assert_false(shown.light);
    vol_scene_release(&scene);
}

static void what_was_not_said_of_looks_is_not_printed(void **state) {
    (void)state;
    vol_scene scene =
        scene_of("flocks:\n  - {name: a, model: steering}\n  - {name: b, model: steering, look: {size: 4}}\n");
    char *text = vol_scene_print(&scene, NULL);
    char *look = strstr(text, "look");
    assert_non_null(look);
    assert_memory_equal(look, "look: {size: 4}\n", 16);
    assert_null(strstr(look + 1, "look"));
    vol_scene_free(text);
    vol_scene_fault fault = {0};
    text = vol_scene_get(&scene, "a.look.size", &fault);
    assert_string_equal(text, "auto");
    vol_scene_free(text);
    vol_scene_release(&scene);
}

/* --- Other looks -------------------------------------------------------------------------------------------------- */

static const char looks[] = "flocks: [{name: a, model: steering, look: {color: red, size: 3}}]\n"
                            "look: {background: white}\n"
                            "looks:\n"
                            "  night:\n"
                            "    look: {background: black}\n"
                            "    a: {color: gold}\n";

static void a_look_changes_what_it_says_and_options_change_more(void **state) {
    (void)state;
    const vol_scene_override chosen[] = {{"looks", "night", NULL}, {"look.background", "navy", NULL}};
    vol_scene scene;
    vol_scene_fault fault = {0};
    assert_true(vol_scene_read(&scene, "test", ".", looks, strlen(looks), chosen, 2, &fault));
    assert_string_equal(scene.look.background.name, "navy");
    assert_string_equal(scene.flocks[0].look.color.name, "gold");
    assert_number_equal(scene.flocks[0].look.size, 3);
    size_t length = 0;
    char *text = vol_scene_write(&scene, &length, &fault); /* saved, it is what was seen */
    assert_non_null(text);
    assert_non_null(strstr(text, "{color: gold, size: 3}"));
    assert_non_null(strstr(text, "look: {background: navy}"));
    assert_non_null(strstr(text, "  night:\n"));
    vol_scene_free(text);
    vol_scene_release(&scene);
    scene = scene_of(looks);
    assert_string_equal(scene.flocks[0].look.color.name, "red");
    vol_scene_release(&scene);
}

static void every_look_of_a_builtin_scene_is_listed_and_can_be_read(void **state) {
    (void)state;
    static const char *const plain[] = {"leader", "sighted", "ecosystem", "nudge"};
    const vol_scene_builtin *builtin;
    for (size_t i = 0; i < 4; i++) {
        assert_true(vol_scene_builtin_find(plain[i])->looks[0] != '\0');
    }
    for (size_t i = 0; (builtin = vol_scene_builtin_at(i)) != NULL; i++) {
        for (const char *look = builtin->looks; *look != '\0'; look += strcspn(look, " "), look += *look == ' ') {
            char name[128];
            vol_scene scene;
            vol_scene_fault fault = {0};
            snprintf(name, sizeof name, "%s:%.*s", builtin->name, (int)strcspn(look, " "), look);
            if (!vol_scene_load(&scene, name, NULL, 0, &fault)) {
                fail_msg("%s: %s", name, fault.text);
            }
            vol_scene_release(&scene);
        }
    }
}

/* --- Pictures ----------------------------------------------------------------------------------------------------- */

/* The step of a scene as pixels. False: there is no such renderer here. */
static bool paint(vol_scene *scene, uint64_t steps, app_renderer renderer, app_camera *camera, unsigned char *bytes) {
    vol_world *world = NULL;
    vol_scene_fault fault = {0};
    app_easel easel;
    if (!app_easel_open(&easel, renderer, WIDTH, HEIGHT, 1, NULL, &fault)) {
        return false;
    }
    assert_true(vol_scene_make_world(scene, 1, &world, &fault));
    assert_true(vol_scene_run(scene, world, steps, &fault));
    assert_true(vol_scene_apply_events(scene, world, &fault));
    app_draw_history *history = app_draw_history_make(0);
    app_draw_frame frame = {0};
    app_draw_style style = app_default_draw_style();
    app_draw_frame_take(&frame, history, world, scene, NULL, NULL);
    *camera = app_camera_make(&scene->world, &frame.look, WIDTH, HEIGHT);
    app_easel_draw(&easel, &frame, camera, &style, bytes);
    app_easel_close(&easel);
    app_draw_frame_release(&frame);
    app_draw_history_release(history);
    vol_world_destroy(world);
    return true;
}

static int brightness(const unsigned char *pixel) {
    return 30 * pixel[0] + 59 * pixel[1] + 11 * pixel[2];
}

/* The brightest pixel around a place of the world. */
static int brightest_at(const unsigned char *bytes, const app_camera *camera, const double at[3]) {
    double screen[2];
    int most = 0;
    assert_true(app_camera_to_screen(camera, at, screen, NULL));
    for (int y = (int)screen[1] - 3; y <= (int)screen[1] + 3; y++) {
        for (int x = (int)screen[0] - 3; x <= (int)screen[0] + 3; x++) {
            assert_true(x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT);
            int here = brightness(bytes + 4 * (y * WIDTH + x));
            most = here > most ? here : most;
        }
    }
    return most;
}

/* The camera looks along the y axis: the first boid is near, the second far, the third turned away from the lamp. */
static const char depths[] = "world: {size: [100, 100, 100], boundary: open}\n"
                             "flocks:\n"
                             "  - {name: a, model: steering, count: 0, look: {shape: disc, size: 6, color: white}}\n"
                             "look: {camera: [-90, 10]}\n"
                             "events:\n"
                             "  - {at: 0, add: {flock: a, position: [40, 10, 50], velocity: [1, 0, 0]}}\n"
                             "  - {at: 0, add: {flock: a, position: [60, 95, 50], velocity: [1, 0, 0]}}\n";

static void far_boids_are_fainter_and_balls_are_darker_below(void **state) {
    (void)state;
    unsigned char *bytes = malloc((size_t)WIDTH * HEIGHT * 4);
    for (int renderer = APP_RENDERER_GL; renderer <= APP_RENDERER_CAIRO; renderer++) {
        app_camera camera;
        vol_scene scene = scene_of(depths);
        if (paint(&scene, 0, (app_renderer)renderer, &camera, bytes)) {
            int near = brightest_at(bytes, &camera, (double[3]){40, 10, 50});
            int far = brightest_at(bytes, &camera, (double[3]){60, 95, 50});
            assert_true(near > 200 * 100);
            assert_true(far < near * 3 / 4);
            double at[2];
            assert_true(app_camera_to_screen(&camera, (double[3]){40, 10, 50}, at, NULL));
            const unsigned char *above = bytes + 4 * (((int)at[1] - 5) * WIDTH + (int)at[0]);
            const unsigned char *below = bytes + 4 * (((int)at[1] + 5) * WIDTH + (int)at[0]);
            assert_true(brightness(below) < brightness(above) * 9 / 10);
        }
        vol_scene_release(&scene);
    }
    free(bytes);
}

static void birds_at_dusk_are_darker_than_the_sky(void **state) {
    (void)state;
    unsigned char *bytes = malloc((size_t)WIDTH * HEIGHT * 4);
    unsigned char *sky = malloc((size_t)WIDTH * HEIGHT * 4);
    for (int renderer = APP_RENDERER_GL; renderer <= APP_RENDERER_CAIRO; renderer++) {
        app_camera camera;
        vol_scene scene, empty;
        vol_scene_fault fault = {0};
        const vol_scene_override none = {"starlings.count", "0", NULL};
        assert_true(vol_scene_load(&scene, "murmuration", NULL, 0, &fault));
        assert_true(vol_scene_load(&empty, "murmuration", &none, 1, &fault));
        if (paint(&scene, 30, (app_renderer)renderer, &camera, bytes) &&
            paint(&empty, 0, (app_renderer)renderer, &camera, sky)) {
            size_t darker = 0, brighter = 0;
            for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++) {
                int change = brightness(bytes + 4 * i) - brightness(sky + 4 * i);
                darker += change < -2000;
                brighter += change > 300;
            }
            assert_true(darker > 1500);
            assert_int_equal(brighter, 0);
            const unsigned char *top = sky + 4 * (WIDTH / 2), *land = sky + 4 * ((HEIGHT - 4) * WIDTH + WIDTH / 2);
            const unsigned char *horizon = sky + 4 * (HEIGHT * 3 / 4 * WIDTH + WIDTH / 2);
            assert_true(brightness(horizon) > 2 * brightness(top));
            assert_true(brightness(land) < brightness(top));
            assert_true(horizon[0] > horizon[2] && top[2] > top[0]); /* warm below, blue above */
        }
        vol_scene_release(&scene);
        vol_scene_release(&empty);
    }
    free(bytes);
    free(sky);
}

static void a_backdrop_is_painted_again_when_the_camera_turns(void **state) {
    (void)state;
    vol_world_def world = vol_default_world_def();
    vol_scene_look look = vol_scene_default_look();
    app_backdrop backdrop = {0};
    world.dimensions = 3;
    look.backdrop = VOL_SCENE_BACKDROP_DUSK;
    app_camera camera = app_camera_make(&world, &look, WIDTH, HEIGHT);
    assert_true(app_backdrop_paint(&backdrop, &look, &camera));
    assert_false(app_backdrop_paint(&backdrop, &look, &camera));
    app_camera_turn(&camera, 1, 0);
    assert_true(app_backdrop_paint(&backdrop, &look, &camera));
    look.backdrop = VOL_SCENE_BACKDROP_NONE;
    assert_true(app_backdrop_paint(&backdrop, &look, &camera));
    app_backdrop_release(&backdrop);
}

#ifdef VOLERY_WITH_GL
static void arrays_go_to_the_graphics_card_once_a_moment(void **state) {
    (void)state;
    vol_scene scene = scene_of("flocks: [{name: a, model: steering}, {name: b, model: steering, count: 7}]");
    vol_world *world = NULL;
    vol_scene_fault fault = {0};
    app_offscreen *offscreen = app_offscreen_make(WIDTH, HEIGHT, 1, &fault);
    if (offscreen == NULL) {
        vol_scene_release(&scene);
        skip();
    }
    assert_true(vol_scene_make_world(&scene, 1, &world, &fault));
    app_draw_history *history = app_draw_history_make(4);
    app_draw_frame frame = {0};
    app_draw_style style = app_default_draw_style();
    app_gl *gl = app_gl_make(&fault);
    app_camera camera = app_camera_make(&scene.world, &scene.look, WIDTH, HEIGHT);
    for (uint64_t moment = 0; moment < 4; moment++) {
        app_draw_frame_take(&frame, history, world, &scene, NULL, NULL);
        for (int i = 0; i < 5; i++) {
            style.part = (float)i / 4;
            app_camera_pan(&camera, 1, 1);
            app_gl_draw(gl, &frame, &camera, &style);
        }
        assert_int_equal(app_gl_uploads(gl), moment == 0 ? 2 : 4 * moment + 2); /* two flocks, then their trails too */
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
    }
    app_gl_forget(gl);
    app_gl_draw(gl, &frame, &camera, &style);
    assert_int_equal(app_gl_uploads(gl), 18);
    app_gl_release(gl);
    app_offscreen_release(offscreen);
    app_draw_frame_release(&frame);
    app_draw_history_release(history);
    vol_world_destroy(world);
    vol_scene_release(&scene);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_go_away_from_the_ground_in_lightness_for_all_eyes),
        cmocka_unit_test(flocks_are_told_apart_by_all_eyes),
        cmocka_unit_test(opposite_headings_are_told_apart_by_all_eyes),
        cmocka_unit_test(boids_are_the_smaller_the_more_there_are_and_can_always_be_seen),
        cmocka_unit_test(flocks_without_a_colour_have_one_each_and_one_alone_shows_headings),
        cmocka_unit_test(what_was_not_said_of_looks_is_not_printed),
        cmocka_unit_test(a_look_changes_what_it_says_and_options_change_more),
        cmocka_unit_test(every_look_of_a_builtin_scene_is_listed_and_can_be_read),
        cmocka_unit_test(far_boids_are_fainter_and_balls_are_darker_below),
        cmocka_unit_test(birds_at_dusk_are_darker_than_the_sky),
        cmocka_unit_test(a_backdrop_is_painted_again_when_the_camera_turns),
#ifdef VOLERY_WITH_GL
        cmocka_unit_test(arrays_go_to_the_graphics_card_once_a_moment),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
