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
    int dimensions;
    uint32_t *slot;
    uint32_t depth; /* of the nodes that are split next */
} sorting;

/* Slots begin to end - 1, all keys of which are between low and high. */
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

/* The keys of a stretch: where the boids are along its widest axis. */
static stretch make_keys(const sorting *s, uint32_t begin, uint32_t end) {
    const uint32_t *slot = s->slot, *id = s->job->id, *widest = s->room->place[0];
    stretch whole = {begin, end, 0, 0};
    uint32_t width = 0;
    for (int c = 0; c < s->dimensions; c++) {
        const uint32_t *cell = s->room->place[c];
        uint32_t low = cell[slot[begin]], high = low;
        for (uint32_t i = begin; i < end; i++) {
            uint32_t at = cell[slot[i]];
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        if (c == 0 || high - low > width) {
            width = high - low;
            widest = cell;
            whole.low = (uint64_t)low << 32;
            whole.high = (uint64_t)high << 32 | 0xFFFFFFFFu;
        }
    }
    for (uint32_t i = begin; i < end; i++) {
        s->room->key[i] = (uint64_t)widest[slot[i]] << 32 | id[slot[i]];
    }
    return whole;
}

static void sort_few(const sorting *s, const stretch *few) {
    uint64_t *key = s->room->key;
    for (uint32_t i = few->begin + 1; i < few->end; i++) {
        uint64_t taken = key[i];
        uint32_t slot = s->slot[i], at = i;
        for (; at > few->begin && key[at - 1] > taken; at--) {
            key[at] = key[at - 1];
            s->slot[at] = s->slot[at - 1];
        }
        key[at] = taken;
        s->slot[at] = slot;
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
        uint32_t to = next[(key[i] >= in.low) + (key[i] > in.high)]++;
        key_spare[to] = key[i];
        s->room->slot_spare[to] = s->slot[i];
    }
    memcpy(key + in.begin, key_spare + in.begin, (in.end - in.begin) * sizeof *key);
    memcpy(s->slot + now->begin, s->room->slot_spare + now->begin, (now->end - now->begin) * sizeof *s->slot);
    return in;
}

/* Puts those with the least keys below `middle`, the others from there on. */
static uint32_t split(const sorting *s, uint32_t begin, uint32_t end) {
    uint32_t middle = middle_of(begin, end);
    stretch in = make_keys(s, begin, end);
    while (in.end - in.begin > VOL_KD_FEW) {
        in = narrow(s, &in, middle);
    }
    sort_few(s, &in);
    return middle;
}

/* Down to a few, which are put in the order of their ids. As deep as there are levels of halves: at most 29. */
static void split_all(const sorting *s, uint32_t begin, uint32_t end) {
    while (end - begin > VOL_KD_LAST) {
        uint32_t middle = split(s, begin, end);
        split_all(s, begin, middle);
        begin = middle;
    }
    vol_sort_by_id(s->slot + begin, end - begin, s->job->id);
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
        split(s, begin, end);
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
    sorting s = {job, room, leaves->dimensions, job->order, 0};
    const uint32_t workers = job->count < VOL_SORT_ALONE ? 1 : crew->workers;
    for (; workers > 1 && 1u << s.depth < 4 * workers; s.depth++) {
        vol_crew_run(crew, 1u << s.depth, split_node, &s);
    }
    vol_crew_run(crew, 1u << s.depth, split_below, &s);
}
