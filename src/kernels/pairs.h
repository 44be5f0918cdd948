/* Between steps: how velocities go together over distance, one boid with many others side by side. Comes after the
 * sample was drawn; measure/correlation.c says what becomes of it. In doubles alone.
 *
 * Lanes find the bin and the two whole numbers of each pair's sum (core/sum.h); then they are put into the bins pair by
 * pair, as whole numbers, so that no order of pairs and no number of lanes changes a sum. */
#ifndef VOLERY_KERNELS_PAIRS_H
#define VOLERY_KERNELS_PAIRS_H

#include "kernels/abi.h"
#include "lanes/lanes.h"

#include <string.h>

enum { PAIRS_AT_ONCE = 256 };

/* What lanes found of some pairs. One vector more, because the last may reach over the end. */
typedef struct pair_terms {
    double place[PAIRS_AT_ONCE + VOL_WIDTH];                                /* in widths of a bin */
    double high[PAIRS_AT_ONCE + VOL_WIDTH], low[PAIRS_AT_ONCE + VOL_WIDTH]; /* shifted: see vol_sum_shifted */
} pair_terms;

VOL_INLINE void find_terms(const int D, const vol_pairing *p, uint32_t i, uint32_t begin, uint32_t count,
                           pair_terms *terms) {
    const vreal shift = v_set(VOL_SUM_SHIFT), last = v_set((double)p->bins - 1),
                none = v_add(v_set((double)p->bins), v_iota());
    for (uint32_t k = 0; k < count; k += VOL_WIDTH) {
        vreal square = v_set(0), product = v_set(0);
        for (int c = 0; c < D; c++) {
            vreal d = v_abs(v_sub(v_load(p->at[c] + begin + k), v_set(p->at[c][i])));
            d = v_min(v_sub(v_set(p->period[c]), d), d);
            square = v_add(square, v_mul(d, d));
            product = v_add(product, v_mul(v_load(p->swing[c] + begin + k), v_set(p->swing[c][i])));
        }
        vreal distance = v_sqrt(square), place = v_min(v_mul(distance, v_set(p->per_width)), last);
        vreal scaled = v_mul(product, v_set(p->unit)), high = v_add(scaled, shift);
        vreal rest = v_mul(v_sub(scaled, v_sub(high, shift)), v_set(0x1p32));
        v_store(terms->place + k, v_if(v_lt(distance, v_set(p->range)), place, none));
        v_store(terms->high + k, high);
        v_store(terms->low + k, v_add(rest, shift));
    }
}

VOL_INLINE uint64_t bits_of_number(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

VOL_INLINE void put_terms(const pair_terms *terms, uint32_t count, vol_pair_bin *bins) {
    uint32_t bin[PAIRS_AT_ONCE];
    for (uint32_t k = 0; k < count; k++) {
        bin[k] = (uint32_t)(int32_t)terms->place[k];
    }
    for (uint32_t k = 0; k < count; k++) {
        vol_pair_bin *b = &bins[bin[k]];
        b->high += bits_of_number(terms->high[k]);
        b->low += bits_of_number(terms->low[k]);
        b->pairs++;
    }
}

static void array_pairs(const vol_pairing *p, int dimensions, uint32_t i, uint32_t begin, uint32_t end,
                        vol_pair_bin *bins) {
    for (uint32_t at = begin; at < end; at += PAIRS_AT_ONCE) {
        pair_terms terms;
        uint32_t count = end - at < PAIRS_AT_ONCE ? end - at : PAIRS_AT_ONCE;
        if (dimensions == 3) {
            find_terms(3, p, i, at, count, &terms);
        } else {
            find_terms(2, p, i, at, count, &terms);
        }
        put_terms(&terms, count, bins);
    }
}

#endif
