/* The order of a k-d tree: the boids are split in two at a boid along the widest axis of the box around them, each half
 * again, down to a few. All of these last parts but one are full, so nothing but the order needs to be kept, and leaves
 * of any size can be cut from it. Comes first in a step with the index `kdtree`.
 *
 * What decides is a boid's place on a lattice and, of two at the same place, the id: the same split on every
 * machine. */
#include "index/index.h"

#include <string.h>

enum { VOL_KD_LAST = 8, VOL_KD_BUCKETS = 256, VOL_KD_FEW = 32 };

typedef struct sorting {
    const vol_sort_job *job;
    const vol_tree_room *room;
    vol_halving halving;
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

static uint64_t key_at(const sorting *s, int axis, uint32_t i) {
    return (uint64_t)s->halving.array[axis][i] << 32 | s->job->id[s->halving.array[3][i]];
}

/* Slots in two lists: those on the left that are not below a band, and those on the right that are not above it. */
static void list_sides(const sorting *s, const vol_band *b, uint32_t begin, uint32_t middle, uint32_t end,
                       uint32_t *list, uint32_t *lefts, uint32_t *both) {
    const uint32_t *place = s->halving.array[b->axis];
    uint32_t count = 0;
    for (uint32_t i = begin; i < middle; i++) {
        list[count] = i;
        count += place[i] >= b->low;
    }
    *lefts = count;
    for (uint32_t i = middle; i < end; i++) {
        list[count] = i;
        count += place[i] <= b->high;
    }
    *both = count;
}

static void exchange(const sorting *s, uint32_t i, uint32_t j) {
    for (int a = 0; a < 4; a++) {
        uint32_t *array = s->halving.array[a];
        if (array) {
            const uint32_t taken = array[i];
            array[i] = array[j];
            array[j] = taken;
        }
    }
}

/* The key of the boid that is to be the first on the right, which is in the band: of the boids in a list. */
static uint64_t first_right(const sorting *s, const vol_band *b, const uint32_t *list, uint32_t count, uint32_t begin,
                            uint32_t rank) {
    uint64_t *key = s->room->key;
    stretch in = {begin, begin, (uint64_t)b->low << 32, (uint64_t)b->high << 32 | UINT32_MAX};
    for (uint32_t i = 0; i < count; i++) {
        key[in.end] = key_at(s, b->axis, list[i]);
        in.end += key[in.end] >= in.low && key[in.end] <= in.high;
    }
    return select_key(s, in, begin + (rank - b->below));
}

/* The same by places and ids. */
static void split_by_keys(const sorting *s, const vol_band *b, uint32_t begin, uint32_t middle, uint32_t end) {
    uint32_t *list = (uint32_t *)(s->room->key_spare + begin), lefts, both; /* room for two numbers a boid */
    list_sides(s, b, begin, middle, end, list, &lefts, &both);
    const uint64_t first = first_right(s, b, list, both, begin, middle - begin);
    list_sides(s, b, begin, middle, end, list, &lefts, &both); /* the list's room may have been needed for that */
    for (uint32_t i = 0, j = lefts;; i++, j++) {
        while (i < lefts && key_at(s, b->axis, list[i]) < first) {
            i++;
        }
        while (j < both && key_at(s, b->axis, list[j]) >= first) {
            j++;
        }
        if (i >= lefts) {
            return;
        }
        exchange(s, list[i], list[j]);
    }
}

/* Puts those with the least keys below `middle`, the others from there on. */
static void split(const sorting *s, uint32_t begin, uint32_t middle, uint32_t end) {
    vol_band band;
    if (!s->job->kernels->halve(&s->halving, begin, middle, end, &band)) {
        split_by_keys(s, &band, begin, middle, end);
    }
}

/* In the order of their ids: of eight, as most are, how many are below each is counted. */
static void sort_last(const sorting *s, uint32_t begin, uint32_t end) {
    uint32_t below[VOL_KD_LAST] = {0}, id[VOL_KD_LAST], slot[VOL_KD_LAST], *order = s->job->order + begin;
    if (end - begin < VOL_KD_LAST) {
        vol_sort_by_id(order, end - begin, s->job->id);
        return;
    }
    memcpy(slot, order, sizeof slot);
    for (uint32_t i = 0; i < VOL_KD_LAST; i++) {
        id[i] = s->job->id[slot[i]];
    }
    for (uint32_t i = 0; i < VOL_KD_LAST; i++) {
        for (uint32_t j = 0; j < VOL_KD_LAST; j++) {
            below[j] += id[i] < id[j];
        }
    }
    for (uint32_t i = 0; i < VOL_KD_LAST; i++) {
        order[below[i]] = slot[i];
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
    sorting s = {job, room, {leaves->dimensions, {room->place[0], room->place[1], NULL, job->order}}, 0};
    s.halving.array[2] = leaves->dimensions == 3 ? room->place[2] : NULL;
    const uint32_t workers = job->count < VOL_SORT_ALONE ? 1 : crew->workers;
    for (; workers > 1 && 1u << s.depth < 4 * workers; s.depth++) {
        vol_crew_run(crew, 1u << s.depth, split_node, &s);
    }
    vol_crew_run(crew, 1u << s.depth, split_below, &s);
}
