/* What pictures are made of: cameras, colours, frames and pixels. */
#include "draw/density.h"
#include "draw/draw.h"
#include "draw/shapes.h"
#include "film/pixels.h"
#include "scene/part.h"

#include "unit/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static vol_scene scene_of(const char *text) {
    vol_scene scene;
    vol_scene_fault fault = {0};
    if (!vol_scene_read(&scene, "test", ".", text, strlen(text), NULL, 0, &fault)) {
        fail_msg("%s", fault.text);
    }
    return scene;
}

static vol_world *world_of(const vol_scene *scene) {
    vol_world *world = NULL;
    vol_scene_fault fault = {0};
    if (!vol_scene_make_world(scene, 1, &world, &fault)) {
        fail_msg("%s", fault.text);
    }
    return world;
}

static app_camera camera_of(int dimensions, bool y_up) {
    vol_world_def world = vol_default_world_def();
    vol_scene_look look = vol_scene_default_look();
    world.dimensions = dimensions;
    look.y_up = y_up;
    return app_camera_make(&world, &look, 640, 360);
}

/* Clip coordinates by the matrix, as pixels from the upper left corner. */
static void by_matrix(const app_camera *camera, const double world[3], double screen[2]) {
    float m[16];
    double clip[4];
    app_camera_matrix(camera, m);
    for (int row = 0; row < 4; row++) {
        clip[row] = (double)m[12 + row];
        for (int axis = 0; axis < 3; axis++) {
            clip[row] += (double)m[4 * axis + row] * world[axis];
        }
    }
    screen[0] = (clip[0] / clip[3] + 1) / 2 * camera->width;
    screen[1] = (1 - clip[1] / clip[3]) / 2 * camera->height;
}

static void the_matrix_and_the_points_agree(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        app_camera camera = camera_of(2 + k / 2, k % 2 == 0);
        app_camera_pan(&camera, 30, -20);
        app_camera_zoom(&camera, 1.7, 100, 50);
        app_camera_orbit(&camera, 40, 25);
        const double points[3][3] = {{10, 20, 0}, {790, 590, 0}, {400, 100, 0}};
        for (int i = 0; i < 3; i++) {
            double world[3] = {points[i][0], points[i][1], k >= 2 ? 100.0 * i : 0};
            double screen[2];
            double other[2];
            assert_true(app_camera_to_screen(&camera, world, screen, NULL));
            by_matrix(&camera, world, other);
            assert_true(fabs(screen[0] - other[0]) < 0.01 && fabs(screen[1] - other[1]) < 0.01);
        }
    }
}

static void what_is_counted_is_where_it_would_be_drawn(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        app_camera camera = camera_of(2 + k / 2, k % 2 == 0);
        vol_raster_view view;
        app_camera_pan(&camera, 30, -20);
        app_camera_zoom(&camera, 1.7, 100, 50);
        app_camera_orbit(&camera, 40, 25);
        app_camera_view(&camera, &view);
        const double points[3][3] = {{10, 20, 0}, {790, 590, 0}, {400, 100, 0}};
        for (int i = 0; i < 3; i++) {
            double world[4] = {points[i][0], points[i][1], k >= 2 ? 100.0 * i : 0, 1};
            double seen[3] = {0};
            double screen[2];
            for (int number = 0; number < 12; number++) {
                seen[number / 4] += view.row[number / 4][number % 4] * world[number % 4];
            }
            assert_true(app_camera_to_screen(&camera, world, screen, NULL));
            assert_true(seen[2] > view.near);
            assert_true(fabs(screen[0] - seen[0] / seen[2]) < 1e-6 && fabs(screen[1] - seen[1] / seen[2]) < 1e-6);
        }
    }
}

static void the_point_under_a_pixel_is_drawn_at_that_pixel(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        app_camera camera = camera_of(2 + k / 2, k % 2 == 0);
        double world[3];
        double screen[2];
        app_camera_zoom(&camera, 2, 10, 10);
        app_camera_to_world(&camera, 123, 77, world);
        app_camera_to_screen(&camera, world, screen, NULL);
        assert_true(fabs(screen[0] - 123) < 1e-9 && fabs(screen[1] - 77) < 1e-9);
    }
}

static void a_flat_world_fits_into_the_picture_and_keeps_its_shape(void **state) {
    (void)state;
    app_camera camera = camera_of(2, false);
    double corner[2];
    app_camera_to_screen(&camera, (double[3]){0, 0, 0}, corner, NULL);
    assert_true(fabs(corner[1]) < 1e-9 && fabs(corner[0] - 80) < 1e-9); /* 800x600 in 640x360: 480 wide */
    app_camera_to_screen(&camera, (double[3]){800, 600, 0}, corner, NULL);
    assert_true(fabs(corner[1] - 360) < 1e-9 && fabs(corner[0] - 560) < 1e-9);
}

static void zooming_keeps_what_is_under_the_cursor(void **state) {
    (void)state;
    app_camera camera = camera_of(2, true);
    double before[3];
    double after[3];
    app_camera_to_world(&camera, 500, 300, before);
    app_camera_zoom(&camera, 3, 500, 300);
    app_camera_to_world(&camera, 500, 300, after);
    assert_true(fabs(before[0] - after[0]) < 1e-9 && fabs(before[1] - after[1]) < 1e-9);
}

static double color_distance(app_rgba a, app_rgba b) {
    return fabs((double)(a.r - b.r)) + fabs((double)(a.g - b.g)) + fabs((double)(a.b - b.b));
}

static void the_cyclic_map_has_no_seam_and_ramps_do_not_repeat(void **state) {
    (void)state;
    for (int ground = 0; ground < 2; ground++) {
        app_ground g = (app_ground)ground;
        assert_true(color_distance(app_palette_cyclic(0, g), app_palette_cyclic(1, g)) < 1e-5);
        for (int i = 0; i < 100; i++) {
            app_rgba a = app_palette_cyclic(i / 100.0, g);
            assert_true(color_distance(a, app_palette_cyclic((i + 1) / 100.0, g)) < 0.2);
            app_rgba low = app_palette_ramp(i / 100.0, g);
            assert_true(color_distance(low, app_palette_ramp((i + 1) / 100.0, g)) < 0.2);
        }
        assert_true(color_distance(app_palette_ramp(0, g), app_palette_ramp(1, g)) > 0.8);
        assert_true(color_distance(app_palette_distinct(0, g), app_palette_distinct(1, g)) > 0.2);
    }
}

static const char crossing[] = "world: {size: [100, 100], boundary: wrap, precision: double}\n"
                               "flocks:\n"
                               "  - {name: a, model: steering, count: 0, max_speed: 3, look: {color: density}}\n"
                               "events:\n"
                               "  - {at: 0, add: {flock: a, position: [99, 50], velocity: [2, 0]}}\n"
                               "  - {at: 0, add: {flock: a, position: [20, 20], velocity: [0, 1]}}\n";

static void a_boid_that_crosses_an_edge_is_between_its_two_places(void **state) {
    (void)state;
    vol_scene scene = scene_of(crossing);
    vol_world *world = world_of(&scene);
    app_draw_history *history = app_draw_history_make(3);
    app_draw_frame frame = {0};
    vol_scene_fault fault = {0};
    assert_true(vol_scene_apply_events(&scene, world, &fault));
    app_draw_frame_take(&frame, history, world, &scene, NULL, NULL);
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    app_draw_frame_take(&frame, history, world, &scene, NULL, NULL);
    const app_draw_flock *flock = &frame.flocks[0];
    assert_int_equal(flock->count, 2);
    for (size_t i = 0; i < 2; i++) {
        float at[3];
        bool first = app_draw_ids(&frame, flock)[i] == 0;
        app_draw_position(&frame, flock, i, 0.5F, at);
        assert_true(fabsf(at[0] - (first ? 0.0F : 20.0F)) < 0.01F);
        assert_true(fabsf(at[1] - (first ? 50.0F : 20.5F)) < 0.01F);
    }
    assert_int_equal(flock->trail_rows, 2);
    assert_int_equal(flock->trail_ids, 2);
    assert_true(fabsf(flock->trail[0] - 99) < 0.01F && fabsf(flock->trail[2] - 20) < 0.01F);
    assert_true(fabsf(flock->trail[4] - 1) < 0.01F && fabsf(flock->trail[7] - 21) < 0.01F);
    app_draw_frame_release(&frame);
    app_draw_history_release(history);
    vol_world_destroy(world);
    vol_scene_release(&scene);
}

/* Colours by speed and arrows go by it: 1e9, the highest that there is, is no limit. */
static void a_flock_without_a_limit_of_speed_is_drawn_by_its_fastest_boid(void **state) {
    (void)state;
    vol_scene scene = scene_of("flocks:\n"
                               "  - {name: free, model: dorsogna, count: 0}\n"
                               "  - {name: none, model: dorsogna, count: 0}\n"
                               "  - {name: slow, model: dorsogna, count: 3, max_speed: 7}\n"
                               "events:\n"
                               "  - {at: 0, add: {flock: free, position: [1, 2], velocity: [3, 4]}}\n"
                               "  - {at: 0, add: {flock: free, position: [5, 6], velocity: [0, 2]}}\n");
    vol_world *world = world_of(&scene);
    app_draw_history *history = app_draw_history_make(0);
    app_draw_frame frame = {0};
    vol_scene_fault fault = {0};
    assert_true(vol_scene_apply_events(&scene, world, &fault));
    app_draw_frame_take(&frame, history, world, &scene, NULL, NULL);
    assert_true(fabsf(frame.flocks[0].max_speed - 5) < 1e-6F);
    assert_true(frame.flocks[1].max_speed == 0);
    assert_true(frame.flocks[2].max_speed == 7);
    app_draw_frame_release(&frame);
    app_draw_history_release(history);
    vol_world_destroy(world);
    vol_scene_release(&scene);
}

static void new_and_removed_boids_leave_no_trail(void **state) {
    (void)state;
    vol_scene scene = scene_of("world: {size: [100, 100]}\n"
                               "flocks:\n  - {name: a, model: steering, count: 2}\n"
                               "events:\n  - {at: 0, remove: {flock: a, id: 0}}\n"
                               "  - {at: 0, add: {flock: a, position: [5, 6], velocity: [0, 0]}}\n");
    vol_world *world = world_of(&scene);
    app_draw_history *history = app_draw_history_make(4);
    app_draw_frame frame = {0};
    vol_scene_fault fault = {0};
    app_draw_frame_take(&frame, history, world, &scene, NULL, NULL);
    assert_true(vol_scene_apply_events(&scene, world, &fault));
    assert_int_equal(vol_world_step(world, 1), VOL_OK);
    app_draw_frame_take(&frame, history, world, &scene, NULL, NULL);
    const app_draw_flock *flock = &frame.flocks[0];
    assert_int_equal(flock->trail_ids, 3);
    const float *old = flock->trail;
    const float *new = flock->trail + 6;
    assert_true(!isnan(old[0]) && !isnan(old[2]) && isnan(old[4]));
    assert_true(isnan(new[0]) && !isnan(new[2]) && !isnan(new[4]));
    app_draw_frame_release(&frame);
    app_draw_history_release(history);
    vol_world_destroy(world);
    vol_scene_release(&scene);
}

/* All boids of the first flock at one place; a few of the second. */
static const char crowded[] = "world: {size: [900, 600], boundary: wrap}\n"
                              "flocks:\n"
                              "  - name: many\n"
                              "    model: steering\n"
                              "    count: 20001\n"
                              "    start: {shape: box, center: [225, 450], size: [0, 0], speed: 30, heading: 0}\n"
                              "    max_speed: 30\n"
                              "    separation: {weight: 0}\n"
                              "    alignment: {weight: 0}\n"
                              "    cohesion: {weight: 0}\n"
                              "    look: {size: 5, color: red}\n"
                              "  - {name: few, model: steering, count: 7, look: {size: 5}}\n";

static app_density aimed_at(const vol_scene *scene, double width, double height) {
    app_density density = {0};
    app_camera camera = app_camera_make(&scene->world, &scene->look, width, height);
    app_density_aim(&density, &camera, 1);
    return density;
}

static void many_small_boids_are_counted_and_not_copied(void **state) {
    (void)state;
    vol_scene scene = scene_of(crowded);
    vol_world *world = world_of(&scene);
    app_draw_history *history = app_draw_history_make(0);
    app_draw_frame frame = {0};
    app_density density = aimed_at(&scene, 90, 60);
    app_draw_frame_take(&frame, history, world, &scene, NULL, &density);
    assert_true(frame.flocks[0].dense && !frame.flocks[1].dense);
    assert_int_equal(frame.flocks[0].count, 0);
    assert_int_equal(frame.flocks[1].count, 7);
    assert_false(frame.dense.there);
    app_density_end(&density, &frame);
    assert_true(frame.dense.there);
    for (uint32_t i = 0; i < 90 * 60; i++) {
        bool here = i == 45 * 90 + 22;
        assert_int_equal(frame.dense.pixels[i] >> 16 & 255, here ? frame.dense.pixels[i] >> 24 : 0);
        assert_int_equal(frame.dense.pixels[i] & 0xffff, 0);
        assert_true((frame.dense.pixels[i] != 0) == here);
    }
    app_density_leave(&density);
    app_draw_frame_release(&frame);
    app_draw_history_release(history);
    vol_world_destroy(world);
    vol_scene_release(&scene);
}

static void boids_that_are_few_or_large_are_copied(void **state) {
    (void)state;
    vol_scene_flock_look look = {.size = 5, .shape = VOL_SCENE_SHAPE_TRIANGLE};
    vol_scene scene = scene_of(crowded);
    app_density small = aimed_at(&scene, 90, 60);
    app_density large = aimed_at(&scene, 900, 600);
    app_density unaimed = {0};
    assert_true(app_density_suits(&small, &look, 30000));
    assert_false(app_density_suits(&small, &look, 20000));
    assert_false(app_density_suits(&large, &look, 1000000)); /* five pixels each */
    assert_true(app_density_suits(&large, &look, 5000000));  /* too many */
    assert_false(app_density_suits(&unaimed, &look, 5000000));
    look.size = 0.9;
    assert_true(app_density_suits(&large, &look, 1000000));
    assert_false(app_density_suits(&large, &look, 33000)); /* more than sixteen pixels for each */
    look = (vol_scene_flock_look){.size = 1, .shape = VOL_SCENE_SHAPE_DOT};
    assert_true(app_density_suits(&large, &look, 1000000));
    look.size = 2;
    assert_false(app_density_suits(&large, &look, 1000000));
    vol_scene_release(&scene);
}

static void where_counted_boids_were_is_seen_for_as_long_as_trails(void **state) {
    (void)state;
    vol_scene scene = scene_of(crowded);
    vol_world *world = world_of(&scene);
    app_draw_history *history = app_draw_history_make(4);
    app_draw_frame frame = {0};
    app_density density = aimed_at(&scene, 90, 60);
    uint32_t before = 255;
    for (int i = 0; i < 6; i++) {
        app_draw_frame_take(&frame, history, world, &scene, NULL, &density);
        app_density_end(&density, &frame);
        uint32_t now = frame.dense.pixels[45 * 90 + 22] >> 24; /* three pixels a step away from there */
        assert_true(i == 0 ? now > 100 : now > 0 && now < before);
        before = now;
        assert_int_equal(vol_world_step(world, 1), VOL_OK);
    }
    app_density_leave(&density);
    app_draw_frame_release(&frame);
    app_draw_history_release(history);
    vol_world_destroy(world);
    vol_scene_release(&scene);
}

static void outlines_lie_within_what_is_said_of_them(void **state) {
    (void)state;
    for (int shape = 0; shape < VOL_SCENE_SHAPE_COUNT; shape++) {
        app_shape_outline o;
        app_shape_outline_of((vol_scene_shape)shape, &o);
        double area = 0;
        for (size_t i = 0; i < o.count; i++) {
            const float *a = o.point[i];
            const float *b = o.point[(i + 1) % o.count];
            area += (double)(a[0] * b[1] - a[1] * b[0]) / 2;
            assert_true(a[0] >= o.back && a[0] <= o.front && fabsf(a[1]) <= o.side);
        }
        if (o.count > 0) {
            assert_true(area > 0.05); /* counter-clockwise */
        }
    }
}

static void gray_has_no_colour_and_primaries_have_theirs(void **state) {
    (void)state;
    static const unsigned char given[4][3] = {{0, 0, 0}, {255, 255, 255}, {255, 0, 0}, {0, 0, 255}};
    static const int expected[4][3] = {{16, 128, 128}, {235, 128, 128}, {63, 102, 240}, {32, 240, 118}};
    for (int i = 0; i < 4; i++) {
        unsigned char bytes[16];
        unsigned char y[4];
        unsigned char u;
        unsigned char v;
        for (int pixel = 0; pixel < 4; pixel++) {
            memcpy(bytes + 4 * pixel, given[i], 3);
        }
        unsigned char *const plane[3] = {y, &u, &v};
        app_pixels_to_yuv(bytes, 2, 2, plane, (const size_t[3]){2, 1, 1});
        assert_true(abs(y[0] - expected[i][0]) <= 1);
        assert_int_equal(y[0], y[3]);
        assert_true(abs(u - expected[i][1]) <= 1 && abs(v - expected[i][2]) <= 1);
    }
}

static void few_colours_are_kept_and_new_ones_get_a_new_palette(void **state) {
    (void)state;
    enum { PIXELS = 64 };
    unsigned char bytes[4 * PIXELS];
    unsigned char index[PIXELS];
    app_colors colors = {0};
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < PIXELS; i++) {
            unsigned char base = (unsigned char)(i % 8 * 32);
            memcpy(bytes + (size_t)i * 4, (unsigned char[4]){base, round == 0 ? 0 : 200, 77, 0}, 4);
        }
        app_colors_apply(&colors, bytes, 8, 8, index, 8);
        for (int i = 0; i < PIXELS; i++) {
            uint32_t found = colors.palette[index[i]];
            uint32_t wanted =
                UINT32_C(0xff000000) | (uint32_t)bytes[4 * i] << 16 | (uint32_t)bytes[4 * i + 1] << 8 | 77;
            assert_int_equal(found, wanted);
        }
    }
    app_colors_release(&colors);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_matrix_and_the_points_agree),
        cmocka_unit_test(what_is_counted_is_where_it_would_be_drawn),
        cmocka_unit_test(the_point_under_a_pixel_is_drawn_at_that_pixel),
        cmocka_unit_test(a_flat_world_fits_into_the_picture_and_keeps_its_shape),
        cmocka_unit_test(zooming_keeps_what_is_under_the_cursor),
        cmocka_unit_test(the_cyclic_map_has_no_seam_and_ramps_do_not_repeat),
        cmocka_unit_test(a_boid_that_crosses_an_edge_is_between_its_two_places),
        cmocka_unit_test(a_flock_without_a_limit_of_speed_is_drawn_by_its_fastest_boid),
        cmocka_unit_test(new_and_removed_boids_leave_no_trail),
        cmocka_unit_test(many_small_boids_are_counted_and_not_copied),
        cmocka_unit_test(boids_that_are_few_or_large_are_copied),
        cmocka_unit_test(where_counted_boids_were_is_seen_for_as_long_as_trails),
        cmocka_unit_test(outlines_lie_within_what_is_said_of_them),
        cmocka_unit_test(gray_has_no_colour_and_primaries_have_theirs),
        cmocka_unit_test(few_colours_are_kept_and_new_ones_get_a_new_palette),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
