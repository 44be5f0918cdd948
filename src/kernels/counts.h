/* Between steps: boids in boxes, and distances in bins and their sum. Comes after measure/blocks.c, which loads blocks,
 * and near.h; measure/counts.c and spacing.c say what becomes of it. Loops of which compilers make vectors. In doubles
 * alone. */
#ifndef VOLERY_KERNELS_COUNTS_H
#define VOLERY_KERNELS_COUNTS_H

#include "kernels/meter_abi.h"
#include "kernels/moments.h"

/* Adds the boids of a block to the counts of `number` boxes along each axis, x first; boids in none are left out. */
static void block_counts(const vol_block *block, const vol_density *map, int dimensions, const size_t number[3],
                         uint32_t *count) {
    int32_t box[VOL_BLOCK] = {0}, outside[VOL_BLOCK] = {0};
    for (int c = dimensions - 1; c >= 0; c--) {
        const double *at = block->position[c], low = map->low[c], high = map->high[c];
        const int32_t boxes = (int32_t)number[c];
        for (uint32_t i = 0; i < block->count; i++) {
            const int32_t there = (int32_t)box_place(at[i], low, high, (double)boxes);
            box[i] = box[i] * boxes + there;
            outside[i] |= there;
        }
    }
    for (uint32_t i = 0; i < block->count; i++) {
        if (outside[i] >= 0) {
            count[box[i]]++;
        }
    }
}

/* Adds up to VOL_BLOCK distances to the histogram; those beyond its end are left out of it. */
VOL_INLINE void count_bins(const double *nearest, uint32_t number, const vol_near_bins *bins, uint64_t *count) {
    const double last = (double)(bins->number - 1);
    int32_t bin[VOL_BLOCK];
    for (uint32_t i = 0; i < number; i++) {
        double at = nearest[i] / bins->width;
        bin[i] = (int32_t)(at < last ? at : last);
    }
    for (uint32_t i = 0; i < number; i++) {
        count[bin[i]] += nearest[i] <= bins->range;
    }
}

/* No more than VOL_SUM_MANY. */
static void array_bins(const double *nearest, uint32_t number, const vol_near_bins *bins, uint64_t *count,
                       vol_sum *sum) {
    lane_sum all = lane_sum_of(bins->unit);
    uint32_t i = 0;
    for (; i + VOL_WIDTH <= number; i += VOL_WIDTH) {
        lane_sum_add(&all, v_load(nearest + i));
    }
    lane_sum_end(&all, sum);
    for (; i < number; i++) {
        vol_sum_add(sum, nearest[i], bins->unit);
    }
    for (i = 0; i < number; i += VOL_BLOCK) {
        count_bins(nearest + i, number - i < VOL_BLOCK ? number - i : VOL_BLOCK, bins, count);
    }
}

#endif
