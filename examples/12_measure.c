/* Measures: how a flock finds its order, from a start in all directions. */
#include <volery/volery.h>

#include <stdio.h>

static void show(const vol_meter *meter, unsigned steps) {
    printf("step %4u: polarisation %.3f, speed %.2f, nearest %.1f apart, %g groups, the largest of %g\n", steps,
           vol_meter_value(meter, VOL_MEASURE_POLARISATION), vol_meter_value(meter, VOL_MEASURE_SPEED),
           vol_meter_value(meter, VOL_MEASURE_NEAREST_MEAN), vol_meter_value(meter, VOL_MEASURE_GROUPS),
           vol_meter_value(meter, VOL_MEASURE_GROUP_LARGEST));
}

static vol_result watch(vol_world *world, vol_meter *meter, vol_flock birds, vol_error *error) {
    vol_result result = VOL_OK;
    for (unsigned i = 0; i <= 4 && result == VOL_OK; i++) {
        result = vol_world_step(world, i == 0 ? 0 : 200);
        if (result == VOL_OK) {
            result = vol_meter_read(meter, birds, error); /* VOL_NONE: all flocks together */
        }
        if (result == VOL_OK) {
            show(meter, 200 * i);
        }
    }
    vol_curve sizes = vol_meter_curve(meter, VOL_CURVE_GROUPS);
    for (size_t i = 0; i < sizes.count; i++) {
        printf("%g of %g\n", sizes.y[i], sizes.x[i]);
    }
    return result;
}

int main(void) {
    vol_world_def world_def = vol_default_world_def();
    vol_flock_def flock_def = vol_default_flock_def(VOL_MODEL_STEERING);
    vol_meter_def meter_def = vol_default_meter_def();
    vol_world *world = NULL;
    vol_flock birds;
    vol_meter *meter = NULL;
    vol_error error = {VOL_OK, "", ""};
    flock_def.count = 300;
    meter_def.radius = 40; /* boids nearer than that are in one group */
    vol_result result = vol_world_create(&world_def, &world, &error);
    if (result == VOL_OK) {
        result = vol_flock_create(world, &flock_def, &birds, &error);
    }
    if (result == VOL_OK) {
        result = vol_meter_create(world, &meter_def, &meter, &error);
    }
    if (result == VOL_OK) {
        result = watch(world, meter, birds, &error);
    }
    if (result != VOL_OK) {
        fprintf(stderr, "%s: %s\n", vol_result_name(result), error.text);
    }
    vol_meter_destroy(meter); /* before its world */
    vol_world_destroy(world);
    return result == VOL_OK ? 0 : 1;
}
