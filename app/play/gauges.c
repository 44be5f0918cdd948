/* Reads the measures that the panel plots. */
#include "play/gauges.h"

#include <math.h>
#include <string.h>

enum { ASKED = 64 }; /* boids whose neighbours are counted: enough for a mean, and fast however many there are */

/* How far the rules of a flock reach. */
static double reach_of(const vol_flock_def *def) {
    double reach = fmax(def->separation.radius, fmax(def->alignment.radius, def->cohesion.radius));
    return def->view.distance > 0 && def->view.distance < reach ? def->view.distance : reach;
}

static double mean_neighbours(vol_world *world) {
    double sum = 0;
    size_t asked = 0;
    for (vol_flock flock = 0; flock < vol_flock_count(world); flock++) {
        vol_view view = vol_flock_view(world, flock);
        vol_flock_def def = vol_flock_get_def(world, flock);
        size_t every = view.count / ASKED + 1;
        for (size_t i = 0; i < view.count; i += every) {
            size_t found = 0;
            vol_query_neighbours(world, flock, view.id[i], reach_of(&def), NULL, 0, &found, NULL);
            sum += (double)found;
            asked++;
        }
    }
    return asked > 0 ? sum / (double)asked : 0;
}

static void measure(app_gauges *gauges, vol_world *world, float *values) {
    if (gauges->meter == NULL) {
        vol_meter_def def = vol_default_meter_def();
        def.measures = VOL_MEASURE_BIT(VOL_MEASURE_POLARISATION) | VOL_MEASURE_BIT(VOL_MEASURE_SPEED) |
                       VOL_MEASURE_BIT(VOL_MEASURE_GROUPS);
        vol_meter_create(world, &def, &gauges->meter, NULL);
    }
    if (gauges->meter != NULL && vol_meter_read(gauges->meter, VOL_NONE, NULL) == VOL_OK) {
        values[APP_GAUGE_POLARISATION] = (float)vol_meter_value(gauges->meter, VOL_MEASURE_POLARISATION);
        values[APP_GAUGE_SPEED] = (float)vol_meter_value(gauges->meter, VOL_MEASURE_SPEED);
        values[APP_GAUGE_GROUPS] = (float)vol_meter_value(gauges->meter, VOL_MEASURE_GROUPS);
    }
    values[APP_GAUGE_NEIGHBOURS] = (float)mean_neighbours(world);
}

/* Milliseconds a step since the last reading. */
static void time_stages(app_gauges *gauges, vol_world *world, float *values) {
    vol_profile now = vol_world_profile(world);
    vol_profile *before = &gauges->before;
    double steps = now.steps > before->steps ? (double)(now.steps - before->steps) : 0;
    double each = steps > 0 ? 1e3 / steps : 0;
    values[APP_GAUGE_STEP] = (float)((now.total - before->total) * each);
    values[APP_GAUGE_INDEX] = (float)((now.index - before->index) * each);
    values[APP_GAUGE_SENSE] = (float)((now.sense - before->sense) * each);
    values[APP_GAUGE_DECIDE] = (float)((now.decide - before->decide) * each);
    values[APP_GAUGE_MOVE] = (float)((now.move - before->move) * each);
    *before = now;
}

void app_gauges_read(app_gauges *gauges, vol_world *world) {
    app_readings *r = &gauges->readings;
    uint64_t step = vol_world_steps(world);
    while (r->count > 0 && r->steps[r->count - 1] >= step) { /* time was turned back */
        r->count--;
    }
    float values[APP_GAUGE_COUNT] = {0};
    measure(gauges, world, values);
    time_stages(gauges, world, values);
    if (r->count == APP_GAUGE_POINTS) {
        for (int i = 0; i < APP_GAUGE_COUNT; i++) {
            memmove(r->values[i], r->values[i] + 1, (APP_GAUGE_POINTS - 1) * sizeof **r->values);
        }
        memmove(r->steps, r->steps + 1, (APP_GAUGE_POINTS - 1) * sizeof *r->steps);
        r->count--;
    }
    for (int i = 0; i < APP_GAUGE_COUNT; i++) {
        r->values[i][r->count] = isfinite(values[i]) ? values[i] : 0;
    }
    r->steps[r->count++] = step;
}

void app_gauges_leave(app_gauges *gauges, bool all) {
    vol_meter_destroy(gauges->meter);
    gauges->meter = NULL;
    gauges->before = (vol_profile){0};
    if (all) {
        gauges->readings.count = 0;
    }
}
