/* The kernels of measures, of one instruction set and precision: what isa_*.c is where VOL_FOR_METERS is 1. Exports one
 * table, vol_meters_<isa>_single or vol_meters_<isa>_double. */
#include "kernels/near.h"
#if VOL_DOUBLE
#include "kernels/counts.h"
#include "kernels/facing.h"
#include "kernels/moments.h"
#include "kernels/pairs.h"
#include "kernels/waves.h"
#endif

#define VOL_METERS_NAME VOL_CAT(vol_meters, VOL_CAT(VOL_ISA, VOL_PRECISION_SUFFIX))
extern const vol_meter_kernels VOL_METERS_NAME;

const vol_meter_kernels VOL_METERS_NAME = {
    .width = VOL_WIDTH,
    .near = group_near,
    .ways = boid_ways,
#if VOL_DOUBLE
    .facing = block_facing,
    .counts = block_counts,
    .bins = array_bins,
    .speed2 = block_speed2,
    .means = block_means,
    .turns = block_turns,
    .waves = block_waves,
    .pairs = array_pairs,
#endif
};
