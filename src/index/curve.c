/* The order of a quadtree (octree): along the Hilbert curve, which goes through each square of every size before it
 * goes on to the next. Comes first in a step with the index `tree`: keys, then digit by digit from the lowest, all
 * workers together. */
#include "index/index.h"

/* The squares at the curve's end are so much narrower than the reach: finer is not worth sorting. */
enum { VOL_CURVE_FINE = 8 };

typedef struct sorting {
    const vol_leaves *leaves;
    const vol_sort_job *job;
    uint32_t *const *place;
    uint32_t shares;
    int bits; /* of the curve along each axis */
    unsigned shift, mask;
    uint64_t *key, *key_to;
    uint32_t *slot, *slot_to;
} sorting;

static void key_share(void *context, uint32_t share, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    uint32_t begin = vol_part(s->job->count, share, s->shares), end = vol_part(s->job->count, share + 1, s->shares);
    s->job->kernels->curve(s->leaves->dimensions, s->place, s->bits, begin, end, s->key);
}

static void count_share(void *context, uint32_t share, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    uint32_t *count = s->leaves->digits + (size_t)share * ((size_t)s->mask + 1);
    uint32_t begin = vol_part(s->job->count, share, s->shares), end = vol_part(s->job->count, share + 1, s->shares);
    for (uint32_t d = 0; d <= s->mask; d++) {
        count[d] = 0;
    }
    for (uint32_t i = begin; i < end; i++) {
        count[s->key[i] >> s->shift & s->mask]++;
    }
}

static void scatter_share(void *context, uint32_t share, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    uint32_t *next = s->leaves->digits + (size_t)share * ((size_t)s->mask + 1);
    uint32_t begin = vol_part(s->job->count, share, s->shares), end = vol_part(s->job->count, share + 1, s->shares);
    for (uint32_t i = begin; i < end; i++) {
        uint32_t to = next[s->key[i] >> s->shift & s->mask]++;
        s->key_to[to] = s->key[i];
        s->slot_to[to] = s->slot[i];
    }
}

/* Sorts by one digit; boids with the same one keep their order. */
static void sort_by_digit(sorting *s, vol_crew *crew) {
    vol_crew_run(crew, s->shares, count_share, s);
    uint32_t at = 0;
    for (uint32_t d = 0; d <= s->mask; d++) {
        for (uint32_t share = 0; share < s->shares; share++) {
            uint32_t *count = &s->leaves->digits[(size_t)share * ((size_t)s->mask + 1) + d], here = *count;
            *count = at;
            at += here;
        }
    }
    vol_crew_run(crew, s->shares, scatter_share, s);
    uint64_t *key = s->key;
    uint32_t *slot = s->slot;
    s->key = s->key_to;
    s->slot = s->slot_to;
    s->key_to = key;
    s->slot_to = slot;
}

/* Boids with the same key by id. Those that are alike belong to the share in which they begin. */
static void settle_share(void *context, uint32_t share, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    uint32_t i = vol_part(s->job->count, share, s->shares), end = vol_part(s->job->count, share + 1, s->shares);
    const uint64_t *key = s->key;
    while (i > 0 && i < end && key[i - 1] == key[i]) {
        i++;
    }
    while (i < end) {
        uint32_t stop = i + 1;
        while (stop < s->job->count && key[stop] == key[i]) {
            stop++;
        }
        if (stop - i > 1) {
            vol_sort_by_id(s->slot + i, stop - i, s->job->id);
        }
        i = stop;
    }
}

static void copy_share(void *context, uint32_t share, uint32_t worker) {
    (void)worker;
    const sorting *s = context;
    uint32_t begin = vol_part(s->job->count, share, s->shares), end = vol_part(s->job->count, share + 1, s->shares);
    for (uint32_t i = begin; i < end; i++) {
        s->slot_to[i] = s->slot[i];
    }
}

/* Squares small enough, as far as keys can tell them apart. */
static int choose_bits(const vol_leaves *leaves) {
    const int most = leaves->dimensions == 3 ? 21 : 32;
    double width = leaves->lattice.per_length > 0 ? 0x1p32 / leaves->lattice.per_length : 0;
    int bits = 1;
    while (bits < most && width * 0x1p-1 * VOL_CURVE_FINE > leaves->reach) {
        width /= 2;
        bits++;
    }
    return bits;
}

void vol_curve_order(const vol_leaves *leaves, const vol_sort_job *job, const vol_tree_room *room, vol_crew *crew) {
    sorting s = {.leaves = leaves, .job = job, .place = room->place};
    s.shares = vol_shares(job->count, crew->workers);
    s.bits = choose_bits(leaves);
    s.key = room->key;
    s.key_to = room->key_spare;
    s.slot = job->order;
    s.slot_to = room->slot_spare;
    vol_crew_run(crew, s.shares, key_share, &s);
    const unsigned bits = (unsigned)(s.bits * leaves->dimensions);
    const unsigned most = (unsigned)vol_leaves_digit_bits(leaves);
    const unsigned passes = (bits + most - 1) / most, digit = (bits + passes - 1) / passes;
    s.mask = (1u << digit) - 1;
    for (unsigned pass = 0; pass < passes; pass++, s.shift += digit) {
        sort_by_digit(&s, crew);
    }
    vol_crew_run(crew, s.shares, settle_share, &s);
    if (s.slot != job->order) {
        vol_crew_run(crew, s.shares, copy_share, &s);
    }
}
