/* Between steps: how velocities go together over distance, one boid with many others side by side. Comes after the
 * sample was drawn; measure/correlation.c says what becomes of it. In doubles alone.
 *
 * Lanes find the bin and the two whole numbers of each pair's sum (core/sum.h); then they are put into the bins pair by
 * pair, as whole numbers, so that no order of pairs and no number of lanes changes a sum. */
#ifndef VOLERY_KERNELS_PAIRS_H
#define VOLERY_KERNELS_PAIRS_H

#include "kernels/meter_abi.h"
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

/* Two words for each bin, the high and the low one, which no addition finds across two lines of the cache. The number
 * of terms needs none: each has VOL_SUM_SHIFT in it, whose upper 16 bits are 8 times an odd number, and below these
 * there is room for what up to PAIRS_COUNTED of them make. */
enum { PAIRS_BINS = 256, PAIRS_COUNTED = 4096 };

VOL_INLINE uint64_t pairs_counted(uint64_t low) {
    const uint64_t eights = (low + ((uint64_t)1 << 47)) >> 51; /* 0x4338 is 8 * 2151 */
    return eights * 4951 % 8192;                               /* 2151 * 4951 is 1, modulo 8192 */
}

/* `words` are those of the bin. */
VOL_INLINE void put_term(const pair_terms *terms, uint32_t k, uint64_t *words) {
    words[0] += bits_of_number(terms->high[k]);
    words[1] += bits_of_number(terms->low[k]);
}

VOL_INLINE void put_terms(const pair_terms *terms, uint32_t count, uint64_t *words) {
    uint32_t at[PAIRS_AT_ONCE], k = 0;
    for (uint32_t i = 0; i < count; i++) {
        at[i] = 2 * (uint32_t)(int32_t)terms->place[i];
    }
    for (; k + 4 <= count; k += 4) {
        put_term(terms, k, words + at[k]);
        put_term(terms, k + 1, words + at[k + 1]);
        put_term(terms, k + 2, words + at[k + 2]);
        put_term(terms, k + 3, words + at[k + 3]);
    }
    for (; k < count; k++) {
        put_term(terms, k, words + at[k]);
    }
}

VOL_INLINE void add_words(const uint64_t *words, uint32_t bins, vol_pair_bin *to) {
    for (uint32_t b = 0; b < bins; b++, words += 2) {
        to[b].high += words[0];
        to[b].low += words[1];
        to[b].pairs += pairs_counted(words[1]);
    }
}

/* More bins than fit the nearest cache. */
VOL_INLINE void put_widely(const pair_terms *terms, uint32_t count, vol_pair_bin *bins) {
    for (uint32_t k = 0; k < count; k++) {
        vol_pair_bin *b = &bins[(uint32_t)(int32_t)terms->place[k]];
        b->high += bits_of_number(terms->high[k]);
        b->low += bits_of_number(terms->low[k]);
        b->pairs++;
    }
}

static void array_pairs(const vol_pairing *p, int dimensions, uint32_t i, uint32_t begin, uint32_t end,
                        vol_pair_bin *bins) {
    const bool few = p->bins <= PAIRS_BINS;
    _Alignas(64) uint64_t words[2 * (PAIRS_BINS + VOL_WIDTH_MOST)];
    const size_t used = 2 * (p->bins + (size_t)VOL_WIDTH_MOST) * sizeof *words;
    memset(words, 0, few ? used : 0);
    for (uint32_t at = begin; at < end; at += PAIRS_AT_ONCE) {
        pair_terms terms;
        uint32_t count = end - at < PAIRS_AT_ONCE ? end - at : PAIRS_AT_ONCE;
        if (dimensions == 3) {
            find_terms(3, p, i, at, count, &terms);
        } else {
            find_terms(2, p, i, at, count, &terms);
        }
        if (few) {
            put_terms(&terms, count, words);
        } else {
            put_widely(&terms, count, bins);
        }
        if (few &&
            ((at - begin) / PAIRS_AT_ONCE % (PAIRS_COUNTED / PAIRS_AT_ONCE) == PAIRS_COUNTED / PAIRS_AT_ONCE - 1)) {
            add_words(words, p->bins, bins);
            memset(words, 0, used);
        }
    }
    if (few) {
        add_words(words, p->bins, bins);
    }
}

#endif
