/* Any bytes as a table of boids: refused with a message, or boids of which a histogram, a map and a track can be laid
 * out, or are refused with a message. The first byte chooses the header and what is asked for, so that the rows are
 * reached. */
#include "fuzz.h"
#include "fuzz_charts.h"

#include <string.h>

typedef bool (*builder)(app_charts *charts, const app_boids *boids, const app_plot_options *options,
                        vol_scene_fault *fault);

static const char *const headers[] = {"step,flock,id,x,y,vx,vy\n", "step,flock,id,x,y,z,vx,vy,vz\n",
                                      "step,flock,id,x,y\n", ""};

static void check_boids(const app_boids *b) {
    MUST(b->count > 0 && b->flocks.count > 0 && b->flocks.count <= b->count);
    for (size_t i = 0; i < b->count; i++) {
        MUST(b->flock[i] < b->flocks.count && isfinite(b->step[i]));
        for (int axis = 0; axis < b->dimensions; axis++) {
            MUST(isfinite(b->position[axis][i]) && (!b->has_velocities || isfinite(b->velocity[axis][i])));
        }
    }
}

/* Lays out every kind of plot, and reads them when table and boids are gone. */
static void check_plots(app_table *table, const app_plot_options *options) {
    static const builder builders[] = {app_chart_histogram, app_chart_map, app_chart_track};
    enum { BUILDERS = sizeof builders / sizeof *builders };
    app_charts charts[BUILDERS];
    vol_scene_fault fault[BUILDERS];
    bool right[BUILDERS] = {false};
    app_boids boids;
    vol_scene_fault refused = {0};
    memset(charts, 0, sizeof charts);
    memset(fault, 0, sizeof fault);
    bool read = app_boids_from_table(&boids, table, options, &refused);
    MUST(read || refused.text[0] != '\0');
    if (read) {
        check_boids(&boids);
    }
    for (size_t i = 0; read && i < BUILDERS; i++) {
        right[i] = builders[i](&charts[i], &boids, options, &fault[i]);
    }
    app_boids_release(&boids);
    app_table_release(table);
    for (size_t i = 0; read && i < BUILDERS; i++) {
        fuzz_check_charts(&charts[i], right[i], &fault[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const histograms[] = {NULL, "speed", "heading", "nearest"};
    uint8_t choice = size > 0 ? data[0] : 0;
    app_plot_options options = {.to = choice & 16 ? 7 : UINT64_MAX,
                                .boid = choice & 32 ? 1 : UINT64_MAX,
                                .every = choice & 64 ? 2 : 1,
                                .bins = choice & 128 ? 0 : 7,
                                .flock = choice & 128 ? "birds" : NULL,
                                .x = histograms[choice / 4 % 4]};
    vol_text text = {0};
    vol_text_put(&text, headers[choice % 4]);
    if (size > 1) {
        vol_text_add(&text, (const char *)data + 1, size - 1);
    }
    app_table table;
    vol_scene_fault fault = {0};
    if (app_table_read_text(&table, text.data, text.length, "fuzz", APP_TABLE_CUT, &fault)) {
        check_plots(&table, &options);
    } else {
        MUST(fault.text[0] != '\0');
    }
    return 0;
}
