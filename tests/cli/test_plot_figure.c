/* Plots as pictures: a point of the data is where its numbers say, in the colour of its line; colours of cells follow
 * their values; the words of an SVG name labels and ticks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "asserts.h"
#include "draw/palette.h"
#include "plot/builders.h"
#include "plot/figure.h"
#include "scene/part.h"

#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct picture {
    cairo_surface_t *image;
    app_figure_size size;
} picture;

static void read_table(app_table *table, const char *text) {
    vol_scene_fault fault = {0};
    size_t length = strlen(text);
    char *copy = memcpy(vol_take(length + 1), text, length + 1);
    assert_true(app_table_read_text(table, copy, length, "test.csv", APP_TABLE_WHOLE, &fault));
}

/* Draws the charts; afterwards their rulers know where they are. */
static void draw(picture *p, app_charts *charts) {
    char folder[] = "/tmp/volery-figure-XXXXXX";
    char path[64];
    vol_scene_fault fault = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.png", folder);
    assert_true(app_figure_size_read(&p->size, "160x100mm", &fault));
    app_output output;
    assert_true(app_output_replace(&output, path, &fault));
    assert_true(app_figure_draw(charts, &p->size, false, &output, &fault));
    assert_true(app_output_close(&output, &fault));
    p->image = cairo_image_surface_create_from_png(path);
    assert_int_equal(cairo_surface_status(p->image), CAIRO_STATUS_SUCCESS);
    remove(path);
    rmdir(folder);
}

/* Is the pixel at these points of the figure about that colour? */
static bool is_color(const picture *p, double x, double y, app_rgba color) {
    int column = (int)(x * p->size.pixels), row = (int)(y * p->size.pixels);
    const unsigned char *line = cairo_image_surface_get_data(p->image) + row * cairo_image_surface_get_stride(p->image);
    uint32_t pixel;
    memcpy(&pixel, line + 4 * column, 4);
    const float wanted[3] = {color.r, color.g, color.b};
    bool same = true;
    for (int i = 0; i < 3; i++) {
        same = same && fabs((double)(pixel >> (16 - 8 * i) & 255) - 255 * (double)wanted[i]) < 6;
    }
    return same;
}

static const char sweep_text[] = "run,combination,repetition,seed,status,a.x,polarisation_mean,polarisation_sd\n"
                                 "0,0,0,1,ok,0,0.2,0.01\n1,0,1,2,ok,0,0.4,0.01\n2,1,0,3,ok,1,0.5,0.01\n"
                                 "3,1,1,4,\"failed: x, y\",1,,\n4,2,0,5,ok,2,0.9,0.01\n5,2,1,6,ok,2,0.7,0.01\n";

static void points_of_a_sweep_are_means_at_their_places(void **state) {
    (void)state;
    app_table table;
    app_charts charts = {0};
    app_plot_options options = {.to = UINT64_MAX, .boid = UINT64_MAX, .every = 1};
    vol_scene_fault fault = {0};
    picture p;
    read_table(&table, sweep_text);
    assert_true(app_chart_errorbars(&charts, &table, &options, &fault));
    draw(&p, &charts);
    const app_chart *chart = charts.chart;
    const app_mark *mark = chart->marks;
    app_rgba blue = app_palette_distinct(0, APP_GROUND_LIGHT);
    assert_int_equal(mark->count, 3);
    const double means[] = {0.3, 0.5, 0.8};
    for (size_t i = 0; i < 3; i++) {
        assert_true(fabs(mark->y[i] - means[i]) < 1e-12);
        assert_true(is_color(&p, app_ruler_place(&chart->x, (double)i), app_ruler_place(&chart->y, means[i]), blue));
    }
    assert_true(fabs(mark->error[0] - 0.1 * sqrt(2)) < 1e-12); /* between two runs */
    assert_true(fabs(mark->error[1] - 0.01) < 1e-12);          /* the other one failed: within the run */
    /* The bar's end is there, and behind it is paper. */
    double x = app_ruler_place(&chart->x, 0), end = app_ruler_place(&chart->y, 0.3 + 0.1 * sqrt(2));
    assert_true(is_color(&p, x + 0.8, end, blue));
    assert_true(is_color(&p, x + 0.8, end - 2.5, (app_rgba){1, 1, 1, 1}));
    cairo_surface_destroy(p.image);
    app_charts_release(&charts);
    app_table_release(&table);
}

static void cells_have_the_colour_of_their_value(void **state) {
    (void)state;
    app_table table;
    app_charts charts = {0};
    app_plot_options options = {.to = UINT64_MAX, .boid = UINT64_MAX, .every = 1};
    vol_scene_fault fault = {0};
    picture p;
    read_table(&table, "run,combination,repetition,seed,status,a.x,a.y,speed_mean,speed_sd\n0,0,0,1,ok,1,5,0,0\n"
                       "1,1,0,2,ok,1,6,1,0\n2,2,0,3,ok,2,5,2,0\n3,3,0,4,ok,2,6,4,0\n");
    assert_true(app_chart_heat(&charts, &table, &options, &fault));
    draw(&p, &charts);
    const app_chart *chart = charts.chart;
    for (size_t i = 0; i < 4; i++) {
        static const double values[] = {0, 1, 2, 4};
        double x = app_ruler_place(&chart->x, i < 2 ? 1 : 2), y = app_ruler_place(&chart->y, i % 2 == 0 ? 5 : 6);
        assert_true(is_color(&p, x + 7, y + 7, app_palette_ramp(values[i] / 4, APP_GROUND_LIGHT)));
    }
    cairo_surface_destroy(p.image);
    app_charts_release(&charts);
    app_table_release(&table);
}

static void tracks_stop_at_jumps_and_maps_hold_all_boids(void **state) {
    (void)state;
    app_table table;
    app_boids boids;
    app_plot_options options = {.to = UINT64_MAX, .boid = UINT64_MAX, .every = 1, .bins = 10};
    vol_scene_fault fault = {0};
    read_table(&table, "step,flock,id,x,y,vx,vy\n0,a,0,95,50,5,0\n0,a,1,10,10,0,0\n1,a,0,100,50,5,0\n1,a,1,10,10,0,0\n"
                       "2,a,0,0,50,5,0\n2,a,1,10,10,0,0\n");
    assert_true(app_boids_from_table(&boids, &table, &options, &fault));
    app_charts track = {0}, map = {0};
    assert_true(app_chart_track(&track, &boids, &options, &fault));
    const app_mark *mark = track.chart->marks;
    assert_int_equal(mark->count, 4);
    assert_number_equal(mark->x[1], 100);
    assert_true(isnan(mark->x[2]));
    assert_number_equal(mark->x[3], 0);
    assert_true(app_chart_map(&map, &boids, &options, &fault));
    const app_raster *r = &map.chart->raster;
    double area = (r->x[1] - r->x[0]) * (r->y[1] - r->y[0]), sum = 0;
    for (size_t i = 0; i < r->columns * r->rows; i++) {
        sum += isnan(r->values[i]) ? 0 : r->values[i] * area;
    }
    assert_true(fabs(sum - 2) < 1e-9);
    app_charts_release(&track);
    app_charts_release(&map);
    app_boids_release(&boids);
    app_table_release(&table);
}

static void histograms_count_everything_once(void **state) {
    (void)state;
    app_table table;
    app_boids boids;
    app_plot_options options = {.to = UINT64_MAX, .boid = UINT64_MAX, .every = 1, .x = "nearest", .bins = 2};
    vol_scene_fault fault = {0};
    app_charts charts = {0};
    read_table(&table, "step,flock,id,x,y,vx,vy\n0,a,0,0,0,3,4\n0,a,1,3,4,0,1\n0,a,2,20,4,1,0\n");
    assert_true(app_boids_from_table(&boids, &table, &options, &fault));
    assert_true(app_chart_histogram(&charts, &boids, &options, &fault));
    const app_mark *mark = charts.chart->marks; /* distances 5, 5 and 17 */
    assert_true(fabs(mark->y[0] - 200.0 / 3) < 1e-9 && fabs(mark->y[1] - 100.0 / 3) < 1e-9);
    assert_number_equal(mark->x[0], 0);
    assert_number_equal(mark->x[2], 17);
    app_charts_release(&charts);
    app_boids_release(&boids);
    app_table_release(&table);
}

static void the_words_of_a_figure_name_labels_and_ticks(void **state) {
    (void)state;
    app_table table;
    app_charts charts = {0};
    app_plot_options options = {.to = UINT64_MAX, .boid = UINT64_MAX, .every = 1, .y = "polarisation,speed"};
    vol_scene_fault fault = {0};
    vol_text words = {0};
    read_table(&table, "step,polarisation,speed\n0,0.1,1\n50,0.5,2\n100,0.9,3\n");
    assert_true(app_chart_series(&charts, &table, &options, &fault));
    assert_int_equal(charts.count, 2); /* two units */
    app_figure_words(&charts, &words);
    assert_non_null(strstr(words.data, "To the right: step, with ticks at 0, 20, 40, 60, 80, 100."));
    assert_non_null(strstr(words.data, "Upwards: polarisation, with ticks at 0.2, 0.4, 0.6, 0.8."));
    assert_non_null(strstr(words.data, "Upwards: mean speed (px/time), with ticks at 1.0, 1.5, 2.0, 2.5, 3.0."));
    vol_text_release(&words);
    app_charts_release(&charts);
    app_table_release(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_a_sweep_are_means_at_their_places),
        cmocka_unit_test(cells_have_the_colour_of_their_value),
        cmocka_unit_test(tracks_stop_at_jumps_and_maps_hold_all_boids),
        cmocka_unit_test(histograms_count_everything_once),
        cmocka_unit_test(the_words_of_a_figure_name_labels_and_ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
