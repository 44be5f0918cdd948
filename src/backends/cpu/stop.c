/* After move: boids stay out of hard obstacles. Most batches are nowhere near one, which their box tells. */
#include "world.h"

#include "kernels/one_boid.h"

/* Is anything hard near the ways of these boids? Nearly always not. */
static bool meets_hard(const vol_world *world, const vol_context *context, const double start[8], double most,
                       uint32_t first, uint32_t count) {
    vol_near near;
    const vol_world_def *def = &world->def;
    const vol_kernels *kernels = world->kernels;
    bool in_turn = def->update == VOL_UPDATE_IN_TURN;
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, size = 0;
    double from_low[3] = {start[0], start[1], start[2]}, from_high[3] = {start[0], start[1], start[2]};
    kernels->bounds(&context->next, def->dimensions, first, count, low, high);
    if (!in_turn) {
        kernels->bounds(&context->own.now, def->dimensions, first, count, from_low, from_high);
    }
    for (int c = 0; c < 3 && c < def->dimensions; c++) {
        low[c] = from_low[c] < low[c] ? from_low[c] : low[c];
        high[c] = from_high[c] > high[c] ? from_high[c] : high[c];
        double far = (-low[c] > high[c] ? -low[c] : high[c]) + most + def->size[c] + def->margin;
        size = far > size ? far : size;
        if (high[c] - low[c] > def->size[c] / 2 || most > def->size[c] / 2) {
            return true; /* perhaps a boid has gone over an edge: there is no knowing what is between */
        }
    }
    for (int c = 0; c < 3 && c < def->dimensions; c++) { /* more than boids keep from a surface */
        low[c] -= size * 0x1p-16;
        high[c] += size * 0x1p-16;
    }
    vol_barriers_near(&world->around.barriers, low, high, true, &near);
    return near.count > 0;
}

void vol_cpu_stop(const vol_world *world, const vol_context *context, const vol_batch *batch, const double start[8],
                  double most, bool heading) {
    const vol_kernels *kernels = world->kernels;
    bool in_turn = world->def.update == VOL_UPDATE_IN_TURN;
    const vol_world_numbers numbers = vol_world_numbers_of(&world->def);
    const vol_obstacle_cells obstacles = context->around->obstacles;
    int dimensions = world->def.dimensions;
    if (!meets_hard(world, context, start, most, batch->first, batch->count)) {
        return;
    }
    for (uint32_t g = 0; g < batch->groups; g++) {
        uint32_t first = batch->group[g].first, count = batch->group[g].count;
        bool meets = meets_hard(world, context, start, most, first, count);
        for (uint32_t i = first; meets && i < first + count; i++) {
            double from[8], to[8];
            kernels->get(&context->own.now, dimensions, i, from);
            kernels->get(&context->next, dimensions, i, to);
            vol_hard_stop(&numbers, &obstacles, in_turn ? start : from, to, to + 3);
            kernels->put(&context->next, dimensions, i, to);
        }
        if (meets && heading) {
            kernels->face(&context->next, first, first + count);
        }
    }
}
