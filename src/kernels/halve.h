/* A node of a k-d tree is split: those of its boids with the least places along the widest axis come first. Called by
 * index/kd.c, from the top down. Whole numbers alone, in loops that compilers make vectors of.
 *
 * What is looked for is a place with exactly so many boids below it. Then nothing else need be known of any boid but
 * on which side of it it is, 32 boids a time, and those on the wrong side change places: few, because boids lie as they
 * were split in the last step. Where boids at one place belong on both sides there is no such place. */
#ifndef VOLERY_KERNELS_HALVE_H
#define VOLERY_KERNELS_HALVE_H

#include "kernels/abi.h"

enum { HALVE_AT_ONCE = 32, HALVE_STEPS = 2, HALVE_GUESSES = 40 };

/* The widest axis of the box around some boids, and how far they are along it. */
VOL_INLINE void find_widest(const vol_halving *h, uint32_t begin, uint32_t end, vol_band *band) {
    uint32_t width = 0;
    for (int c = 0; c < h->dimensions; c++) {
        const uint32_t *place = h->array[c];
        uint32_t low = UINT32_MAX, high = 0;
        for (uint32_t i = begin; i < end; i++) {
            low = place[i] < low ? place[i] : low;
            high = place[i] > high ? place[i] : high;
        }
        if (c == 0 || high - low > width) {
            width = high - low;
            *band = (vol_band){c, low, high, 0, end - begin};
        }
    }
}

VOL_INLINE uint32_t count_below(const uint32_t *place, uint32_t count, uint32_t limit) {
    uint32_t below = 0;
    for (uint32_t i = 0; i < count; i++) {
        below += place[i] < limit;
    }
    return below;
}

/* The least place from `low` on, and the greatest up to `high`: one of them is there. */
VOL_INLINE uint32_t least_from(const uint32_t *place, uint32_t count, uint32_t low) {
    uint32_t more = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        more = place[i] - low < more ? place[i] - low : more; /* places below come round to more than any above */
    }
    return low + more;
}

VOL_INLINE uint32_t most_to(const uint32_t *place, uint32_t count, uint32_t high) {
    uint32_t less = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        less = high - place[i] < less ? high - place[i] : less;
    }
    return high - less;
}

/* Narrows the band down until exactly `rank` boids are below it, or all in it are at one place: counts below the very
 * next boid's where few are missing, else as if places were even between the last two. */
VOL_INLINE void narrow_band(const uint32_t *place, uint32_t count, uint32_t rank, vol_band *b) {
    for (int guesses = 0; b->low < b->high && b->below != rank; guesses++) {
        const uint32_t lower = rank - b->below, upper = b->through - rank;
        const double share = guesses < HALVE_GUESSES ? (double)lower / (double)(lower + upper) : 0.5;
        uint32_t limit = b->low + (uint32_t)((double)(b->high - b->low) * share);
        limit += limit == b->low;
        if (lower <= HALVE_STEPS) {
            const uint32_t least = least_from(place, count, b->low);
            b->low = least == b->high ? least : b->low;
            limit = least + 1;
        } else if (upper <= HALVE_STEPS) {
            limit = most_to(place, count, b->high);
            b->high = limit == b->low ? limit : b->high;
        }
        if (b->low == b->high) {
            return;
        }
        const uint32_t below = count_below(place, count, limit);
        if (below <= rank) {
            b->low = limit;
            b->below = below;
        } else {
            b->high = limit - 1;
            b->through = below;
        }
    }
}

VOL_INLINE void change_places(const vol_halving *h, uint32_t i, uint32_t j) {
    for (int a = 0; a < 4; a++) {
        if (a != 2 || h->dimensions == 3) {
            const uint32_t taken = h->array[a][i];
            h->array[a][i] = h->array[a][j];
            h->array[a][j] = taken;
        }
    }
}

/* A bit for each of 32 boids that is not below. */
VOL_INLINE uint32_t not_below(const uint32_t *place, uint32_t limit) {
    static const uint32_t bit[HALVE_AT_ONCE] = {
        1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,  1u << 8,  1u << 9,  1u << 10,
        1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15, 1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21,
        1u << 22, 1u << 23, 1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};
    uint32_t bits = 0;
    for (int i = 0; i < HALVE_AT_ONCE; i++) {
        bits |= place[i] >= limit ? bit[i] : 0;
    }
    return bits;
}

VOL_INLINE uint32_t some_below(const uint32_t *place, uint32_t count, uint32_t limit) {
    uint32_t bits = 0;
    if (count >= HALVE_AT_ONCE) {
        return ~not_below(place, limit);
    }
    for (uint32_t i = 0; i < count; i++) {
        bits |= (uint32_t)(place[i] < limit) << i;
    }
    return bits;
}

/* The left part is made of whole blocks; as many boids are on its wrong side as on that of the other. */
VOL_INLINE void change_sides(const vol_halving *h, const uint32_t *place, uint32_t begin, uint32_t middle, uint32_t end,
                             uint32_t limit) {
    uint32_t i = begin, j = middle, left = 0, right = 0;
    for (;;) {
        for (; left == 0; i += HALVE_AT_ONCE) {
            if (i >= middle) {
                return;
            }
            left = not_below(place + i, limit);
        }
        for (; right == 0; j += HALVE_AT_ONCE) {
            right = some_below(place + j, end - j, limit);
        }
        for (; left != 0 && right != 0; left &= left - 1, right &= right - 1) {
            change_places(h, i - HALVE_AT_ONCE + vol_lowest_bit(left), j - HALVE_AT_ONCE + vol_lowest_bit(right));
        }
    }
}

/* The same of 16 or 32, as most are: how many are below each is counted all at once. False where two at one place are
 * on different sides. */
#define VOL_HALVE(name, number)                                                                           \
    VOL_INLINE bool name(const vol_halving *h, const uint32_t *along, uint32_t begin) {                   \
        const uint32_t *place = along + begin;                                                            \
        uint32_t below[number] = {0}, left = 0, right = 0, lefts = 0;                                     \
        for (uint32_t i = 0; i < (number); i++) {                                                         \
            for (uint32_t j = 0; j < (number); j++) {                                                     \
                below[j] += place[i] < place[j];                                                          \
            }                                                                                             \
        }                                                                                                 \
        for (uint32_t i = 0; i < (number); i++) {                                                         \
            lefts += below[i] < (number) / 2;                                                             \
        }                                                                                                 \
        for (uint32_t i = 0; i < (number) / 2; i++) {                                                     \
            left |= (uint32_t)(below[i] >= (number) / 2) << i;                                            \
            right |= (uint32_t)(below[(number) / 2 + i] < (number) / 2) << i;                             \
        }                                                                                                 \
        for (; lefts == (number) / 2 && left != 0; left &= left - 1, right &= right - 1) {                \
            change_places(h, begin + vol_lowest_bit(left), begin + (number) / 2 + vol_lowest_bit(right)); \
        }                                                                                                 \
        return lefts == (number) / 2;                                                                     \
    }
VOL_HALVE(halve_16, 16)
VOL_HALVE(halve_32, 32)

static bool nodes_halve(const vol_halving *h, uint32_t begin, uint32_t middle, uint32_t end, vol_band *band) {
    find_widest(h, begin, end, band);
    const uint32_t *place = h->array[band->axis], count = end - begin;
    if ((count == 16 && halve_16(h, place, begin)) || (count == 32 && halve_32(h, place, begin))) {
        return true;
    }
    narrow_band(place + begin, count, middle - begin, band);
    if (band->below != middle - begin || count <= HALVE_AT_ONCE) {
        return false;
    }
    change_sides(h, place, begin, middle, end, band->low);
    return true;
}

#endif
