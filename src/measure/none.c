/* In place of the measures where the library is built without them: there are none, and no meter can be made. */
#include "core/error.h"

#include <volery/measure.h>
#include <volery/params.h>

#include <math.h>
#include <stddef.h>

#define VOL_METER_COOKIE 0x766F6C4Du

bool vol_measures_built(void) {
    return false;
}

const vol_measure_row *vol_measure_at(size_t index) {
    (void)index;
    return NULL;
}

const char *vol_measure_name(size_t index) {
    (void)index;
    return NULL;
}

vol_measure vol_measure_find(const char *name) {
    (void)name;
    return VOL_MEASURE_COUNT;
}

vol_result vol_meter_def_init(vol_meter_def *def, size_t bytes) {
    return vol_def_begin(def, bytes, sizeof *def, VOL_METER_COOKIE);
}

vol_result vol_meter_create(vol_world *world, const vol_meter_def *def, vol_meter **meter, vol_error *error) {
    (void)world, (void)def;
    if (meter) {
        *meter = NULL;
    }
    return vol_fail(error, VOL_ERROR_UNSUPPORTED, "meter",
                    "this library was built without measures (VOLERY_MEASURES, VOL_WITHOUT_measures)");
}

void vol_meter_destroy(vol_meter *meter) {
    (void)meter;
}

vol_result vol_meter_read(vol_meter *meter, vol_flock flock, vol_error *error) {
    (void)meter, (void)flock;
    return vol_fail(error, VOL_ERROR_UNSUPPORTED, "meter", "this library was built without measures");
}

double vol_meter_value(const vol_meter *meter, vol_measure measure) {
    (void)meter, (void)measure;
    return NAN;
}

vol_curve vol_meter_curve(const vol_meter *meter, vol_curve_kind kind) {
    (void)meter, (void)kind;
    return (vol_curve){0};
}

vol_density vol_meter_density(const vol_meter *meter) {
    (void)meter;
    return (vol_density){0};
}
