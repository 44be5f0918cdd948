/* The order of a k-d tree: the boids are split in two at a boid along the widest axis of the box around them, each half
 * again, down to a few. All of these last parts but one are full, so nothing but the order needs to be kept, and leaves
 * of any size can be cut from it. Comes first in a step with the index `kdtree`.
 *
 * What decides is a boid's place on a lattice and, of two at the same place, the id: the same split on every
 * machine. */
#include "index/index.h"

#include <string.h>

enum { VOL_KD_LAST = 8, VOL_KD_BUCKETS = 256, VOL_KD_FEW = 32, VOL_KD_BAND = 24, VOL_KD_SEARCHES = 40 };

/* Places on the lattice, ids and slots lie side by side, and change places together. */
typedef struct sorting {
    const vol_sort_job *job;
    const vol_tree_room *room;
    int dimensions;
    uint32_t *slot, *id;
    uint32_t depth; /* of the nodes that are split next */
} sorting;

/* Keys number begin to end - 1, all between low and high. */
typedef struct stretch {
    uint32_t begin, end;
    uint64_t low, high;
} stretch;

/* Where to split: so that the left part has VOL_KD_LAST * 2^n boids and the right one no more. */
static uint32_t middle_of(uint32_t begin, uint32_t end) {
    uint32_t left = VOL_KD_LAST;
    while (left * 2 < end - begin) {
        left *= 2;
    }
    return begin + left;
}

/* The widest axis of the box around some boids: their places along it, the least of them, and how wide it is. */
typedef struct widest {
    const uint32_t *place;
    uint32_t low, width;
} widest;

static widest widest_of(const sorting *s, uint32_t begin, uint32_t end) {
    widest w = {s->room->place[0], 0, 0};
    for (int c = 0; c < s->dimensions; c++) {
        uint32_t low = UINT32_MAX, high = 0;
        s->job->kernels->span(s->room->place[c], begin, end, &low, &high);
        if (c == 0 || high - low > w.width) {
            w = (widest){s->room->place[c], low, high - low};
        }
    }
    return w;
}

static void sort_few(uint64_t *key, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin + 1; i < end; i++) {
        uint64_t taken = key[i];
        uint32_t at = i;
        for (; at > begin && key[at - 1] > taken; at--) {
            key[at] = key[at - 1];
        }
        key[at] = taken;
    }
}

/* Divides a stretch in three: the bucket that `middle` is in, and what is below and above; goes on with that bucket. */
static stretch narrow(const sorting *s, const stretch *now, uint32_t middle) {
    uint64_t *key = s->room->key, *key_spare = s->room->key_spare;
    uint32_t count[VOL_KD_BUCKETS] = {0}, bucket = 0, before = now->begin;
    unsigned shift = 0;
    while ((now->high - now->low) >> shift >= VOL_KD_BUCKETS) {
        shift++;
    }
    for (uint32_t i = now->begin; i < now->end; i++) {
        count[(key[i] - now->low) >> shift]++;
    }
    while (before + count[bucket] <= middle) {
        before += count[bucket++];
    }
    stretch in = {before, before + count[bucket], now->low + ((uint64_t)bucket << shift), now->high};
    const uint64_t width = ((uint64_t)1 << shift) - 1;
    in.high = now->high - in.low > width ? in.low + width : now->high;
    uint32_t next[3] = {now->begin, in.begin, in.end};
    for (uint32_t i = now->begin; i < now->end; i++) {
        key_spare[next[(key[i] >= in.low) + (key[i] > in.high)]++] = key[i];
    }
    memcpy(key + in.begin, key_spare + in.begin, (in.end - in.begin) * sizeof *key);
    return in;
}

/* The key that would be at `middle` if they were sorted. */
static uint64_t select_key(const sorting *s, stretch among, uint32_t middle) {
    while (among.end - among.begin > VOL_KD_FEW) {
        among = narrow(s, &among, middle);
    }
    sort_few(s->room->key, among.begin, among.end);
    return s->room->key[middle];
}

static uint64_t key_at(const sorting *s, const uint32_t *place, uint32_t i) {
    return (uint64_t)place[i] << 32 | s->id[i];
}

/* Places from low to high, both included, and how many boids are at lower places than low, and not above high. */
typedef struct band {
    uint32_t low, high, below, through;
} band;

/* A few boids, or those at one place, among which the one of rank `rank` is: counts how many are below some place, and
 * goes on from there, as if places were even between the last two. Counting is quick: it takes no decisions. */
static band find_band(const sorting *s, const widest *w, uint32_t begin, uint32_t end, uint32_t rank) {
    band b = {w->low, w->low + w->width, 0, end - begin};
    for (int i = 0; b.through - b.below > VOL_KD_BAND && b.low < b.high; i++) {
        const uint32_t lower = rank - b.below, upper = b.through - rank, aside = VOL_KD_BAND / 3;
        uint32_t to = lower > upper ? (lower > aside ? lower - aside : 0) : lower + aside;
        const double share = i < VOL_KD_SEARCHES ? (double)to / (double)(lower + upper) : 0.5;
        const uint32_t width = b.high - b.low;
        uint32_t limit = b.low + (uint32_t)((double)width * (share < 1 ? share : 1));
        limit += limit == b.low;
        const uint32_t below = s->job->kernels->below(w->place + begin, end - begin, limit);
        if (below <= rank) {
            b.low = limit;
            b.below = below;
        } else {
            b.high = limit - 1;
            b.through = below;
        }
    }
    return b;
}

/* Slots in two lists: those on the left that are not below a band, and those on the right that are not above it. */
static void list_sides(const widest *w, const band *b, uint32_t begin, uint32_t middle, uint32_t end, uint32_t *left,
                       uint32_t *lefts, uint32_t *right, uint32_t *rights) {
    uint32_t count = 0;
    for (uint32_t i = begin; i < middle; i++) {
        left[count] = i;
        count += w->place[i] >= b->low;
    }
    *lefts = count;
    count = 0;
    for (uint32_t i = middle; i < end; i++) {
        right[count] = i;
        count += w->place[i] <= b->high;
    }
    *rights = count;
}

static void exchange(const sorting *s, uint32_t i, uint32_t j) {
    uint32_t *array[5] = {s->slot, s->id, s->room->place[0], s->room->place[1], s->room->place[2]};
    for (int a = 0; a < 2 + s->dimensions; a++) {
        const uint32_t taken = array[a][i];
        array[a][i] = array[a][j];
        array[a][j] = taken;
    }
}

/* The key of the boid that is to be the first on the right, which is in the band: of the boids in two lists. */
static uint64_t first_right(const sorting *s, const widest *w, const band *b, const uint32_t *list, uint32_t count,
                            uint32_t begin, uint32_t rank) {
    uint64_t *key = s->room->key;
    stretch in = {begin, begin, (uint64_t)b->low << 32, (uint64_t)b->high << 32 | UINT32_MAX};
    for (uint32_t i = 0; i < count; i++) {
        key[in.end] = key_at(s, w->place, list[i]);
        in.end += key[in.end] >= in.low && key[in.end] <= in.high;
    }
    return select_key(s, in, begin + (rank - b->below));
}

/* Puts those with the least keys below `middle`, the others from there on. Boids lie as they were split in the last
 * step, so few have to go to the other side. */
static void split_many(const sorting *s, uint32_t begin, uint32_t middle, uint32_t end) {
    const widest w = widest_of(s, begin, end);
    const band b = find_band(s, &w, begin, end, middle - begin);
    uint32_t *list = (uint32_t *)(s->room->key_spare + begin), lefts, rights; /* room for two numbers a boid */
    list_sides(&w, &b, begin, middle, end, list, &lefts, list + (middle - begin), &rights);
    memmove(list + lefts, list + (middle - begin), rights * sizeof *list);
    const uint64_t first = first_right(s, &w, &b, list, lefts + rights, begin, middle - begin);
    if (b.through - b.below > VOL_KD_FEW) { /* then the lists' room was needed for that */
        list_sides(&w, &b, begin, middle, end, list, &lefts, list + (middle - begin), &rights);
        memmove(list + lefts, list + (middle - begin), rights * sizeof *list);
    }
    for (uint32_t i = 0, j = lefts;; i++, j++) {
        while (i < lefts && key_at(s, w.place, list[i]) < first) {
            i++;
        }
        while (j < lefts + rights && key_at(s, w.place, list[j]) >= first) {
            j++;
        }
        if (i >= lefts) {
            return;
        }
        exchange(s, list[i], list[j]);
    }
}

/* The same of 16 or 32, as most are: how many are below each is counted all at once. False where two at one place are
 * on different sides. */
#define VOL_KD_SPLIT(name, number)                                                        \
    static bool name(const sorting *s, uint32_t begin) {                                  \
        const widest w = widest_of(s, begin, begin + (number));                           \
        const uint32_t *place = w.place + begin;                                          \
        uint32_t below[number] = {0}, left[number], right[number], lefts = 0, rights = 0; \
        for (uint32_t i = 0; i < (number); i++) {                                         \
            for (uint32_t j = 0; j < (number); j++) {                                     \
                below[j] += place[i] < place[j];                                          \
            }                                                                             \
        }                                                                                 \
        for (uint32_t i = 0; i < (number) / 2; i++) {                                     \
            left[lefts] = begin + i;                                                      \
            lefts += below[i] >= (number) / 2;                                            \
            right[rights] = begin + (number) / 2 + i;                                     \
            rights += below[(number) / 2 + i] < (number) / 2;                             \
        }                                                                                 \
        for (uint32_t i = 0; i < lefts && lefts == rights; i++) {                         \
            exchange(s, left[i], right[i]);                                               \
        }                                                                                 \
        return lefts == rights;                                                           \
    }
VOL_KD_SPLIT(split_16, 16)
VOL_KD_SPLIT(split_32, 32)

static void split(const sorting *s, uint32_t begin, uint32_t middle, uint32_t end) {
    if (!(end - begin == 16 && split_16(s, begin)) && !(end - begin == 32 && split_32(s, begin))) {
        split_many(s, begin, middle, end);
    }
}

/* In the order of their ids, which lie beside the slots: of eight, as most are, how many are below each is counted. */
static void sort_last(const sorting *s, uint32_t begin, uint32_t end) {
    const uint32_t *id = s->id + begin, count = end - begin;
    uint32_t below[VOL_KD_LAST] = {0}, slot[VOL_KD_LAST];
    if (count < VOL_KD_LAST) {
        vol_sort_by_id(s->slot + begin, count, s->job->id);
        return;
    }
    memcpy(slot, s->slot + begin, sizeof slot);
    for (uint32_t i = 0; i < VOL_KD_LAST; i++) {
        for (uint32_t j = 0; j < VOL_KD_LAST; j++) {
            below[j] += id[i] < id[j];
        }
    }
    for (uint32_t i = 0; i < VOL_KD_LAST; i++) {
        s->slot[begin + below[i]] = slot[i];
    }
}

/* Down to a few, which are put in the order of their ids. As deep as there are levels of halves: at most 29. */
static void split_all(const sorting *s, uint32_t begin, uint32_t end) {
    while (end - begin > VOL_KD_LAST) {
        const uint32_t middle = middle_of(begin, end);
        split(s, begin, middle, end);
        split_all(s, begin, middle);
        begin = middle;
    }
    sort_last(s, begin, end);
}

/* Node number `node` of those so deep below the top; false if there is none. */
static bool find_node(const sorting *s, uint32_t node, uint32_t *begin, uint32_t *end) {
    *begin = 0;
    *end = s->job->count;
    for (uint32_t d = s->depth; d-- > 0;) {
        bool right = node >> d & 1;
        if (*end - *begin > VOL_KD_LAST) {
            uint32_t middle = middle_of(*begin, *end);
            *begin = right ? middle : *begin;
            *end = right ? *end : middle;
        } else if (right) {
            return false;
        }
    }
    return true;
}

static void split_node(void *context, uint32_t node, uint32_t worker) {
    (void)worker;
    uint32_t begin, end;
    const sorting *s = context;
    if (find_node(s, node, &begin, &end) && end - begin > VOL_KD_LAST) {
        split(s, begin, middle_of(begin, end), end);
    }
}

static void split_below(void *context, uint32_t node, uint32_t worker) {
    (void)worker;
    uint32_t begin, end;
    const sorting *s = context;
    if (find_node(s, node, &begin, &end)) {
        split_all(s, begin, end);
    }
}

void vol_kd_order(const vol_leaves *leaves, const vol_sort_job *job, const vol_tree_room *room, vol_crew *crew) {
    sorting s = {job, room, leaves->dimensions, job->order, room->slot_spare, 0};
    memcpy(s.id, job->id, job->count * sizeof *s.id);
    const uint32_t workers = job->count < VOL_SORT_ALONE ? 1 : crew->workers;
    for (; workers > 1 && 1u << s.depth < 4 * workers; s.depth++) {
        vol_crew_run(crew, 1u << s.depth, split_node, &s);
    }
    vol_crew_run(crew, 1u << s.depth, split_below, &s);
}
