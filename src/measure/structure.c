/* How unevenly boids lie over long distances: the static structure factor at the longest waves of the world. The sums
 * are taken in the second pass of motion.c. */
#include "measure/meter.h"

#include <string.h>

void vol_meter_clear_waves(vol_meter *meter) {
    double low[3], high[3];
    vol_meter_region(meter, low, high);
    for (int c = 0; c < 3; c++) {
        const double length = high[c] - low[c];
        meter->frame.wave_low[c] = low[c];
        meter->frame.wave_per_length[c] = 1 / (length > 0x1p-1000 ? length : 1); /* of less, one over it is no number */
    }
    memset(meter->waves, 0, meter->workers * sizeof *meter->waves);
}

void vol_meter_structure(vol_meter *meter) {
    const double unit = (double)((uint64_t)1 << (VOL_WAVE_BITS - 32));
    const int waves = meter->space.dimensions == 3 ? VOL_WAVES : VOL_WAVES_FLAT;
    double most = 0;
    for (uint32_t w = 0; w < meter->workers; w++) {
        waves_settle(&meter->waves[w]);
    }
    for (int n = 0; n < waves && meter->boids > 0; n++) {
        double square = 0;
        for (int i = 0; i < 2; i++) {
            vol_sum all = {0, 0};
            for (uint32_t w = 0; w < meter->workers; w++) {
                vol_sum_join(&all, &meter->waves[w].part[n][i]);
            }
            double sum = vol_sum_value(&all, unit);
            square += sum * sum;
        }
        most = square > most ? square : most;
    }
    if (meter->boids > 0) {
        meter->value[VOL_MEASURE_STRUCTURE] = most / (double)meter->boids;
    }
}
