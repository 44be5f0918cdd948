/* Boids that lie on a device are measured there: what a pass is told of the meter. The backend does it (backend.h); the
 * sums that come back are those that motion.c, counts.c, structure.c and correlation.c would have added up. */
#include "measure/meter.h"

static void fill_boxes(const vol_meter *meter, vol_survey *survey) {
    for (int c = 0; c < meter->space.dimensions; c++) {
        survey->low[c] = meter->map.low[c];
        survey->high[c] = meter->map.high[c];
        survey->boxes[c] = (uint32_t)1 << meter->def.fluctuation.levels;
        survey->cells[c] = (uint32_t)meter->def.density.cells[c];
    }
    survey->box_count = (uint32_t)meter->boxes;
    survey->cell_count = (uint32_t)meter->cells;
}

void vol_meter_survey(vol_meter *meter, uint32_t sums, const vol_surveyed *to) {
    vol_world *world = meter->world;
    vol_survey survey = {.space = meter->space,
                         .frame = meter->frame,
                         .sums = sums,
                         .limit = meter->drawn.limit,
                         .room = (uint32_t)meter->def.correlation.boids};
    for (int c = 0; c < meter->space.dimensions && meter->space.periodic; c++) {
        survey.per_bin[c] = VOL_CIRCLE_BINS / meter->space.period[c];
    }
    fill_boxes(meter, &survey);
    if (!meter->lost && !world->backend->survey(world, meter->flock_begin, meter->flock_end, &survey, to)) {
        meter->lost = true;
    }
}
