/* The order of a k-d tree: the boids are split in two at a boid along the widest axis of the box around them, each half
 * again, down to a few. All of these last parts but one are full, so nothing but the order needs to be kept, and leaves
 * of any size can be cut from it. Comes first in a step with the index `kdtree`.
 *
 * What decides is a boid's place on a lattice and, of two at the same place, the id: the same split on every
 * machine. */
#include "index/index.h"

#include <string.h>

enum { VOL_KD_LAST = 8, VOL_KD_BUCKETS = 256, VOL_KD_FEWEST = 8, VOL_KD_IN_BUCKET = 4, VOL_KD_FEW = 32 };

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
        const uint32_t *place = s->room->place[c];
        uint32_t low = place[begin], high = low;
        for (uint32_t i = begin; i < end; i++) {
            low = place[i] < low ? place[i] : low;
            high = place[i] > high ? place[i] : high;
        }
        if (c == 0 || high - low > w.width) {
            w = (widest){place, low, high - low};
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

/* The key of the boid that is to be the first on the right: the boids are counted by their places, and the keys of
 * those in one bucket looked at. */
static uint64_t find_first(const sorting *s, const widest *w, uint32_t begin, uint32_t end, uint32_t middle) {
    uint32_t count[VOL_KD_BUCKETS], buckets = VOL_KD_BUCKETS, bucket = 0, before = begin;
    unsigned shift = 0;
    while (buckets > VOL_KD_FEWEST && buckets * VOL_KD_IN_BUCKET > end - begin) {
        buckets /= 2;
    }
    while (w->width >> shift >= buckets) {
        shift++;
    }
    memset(count, 0, buckets * sizeof *count);
    for (uint32_t i = begin; i < end; i++) {
        count[(w->place[i] - w->low) >> shift]++;
    }
    while (before + count[bucket] <= middle) {
        before += count[bucket++];
    }
    uint64_t *key = s->room->key;
    stretch in = {begin, begin, (uint64_t)(w->low + (bucket << shift)) << 32, 0};
    const uint64_t width = ((uint64_t)1 << (shift + 32)) - 1;
    in.high = UINT64_MAX - in.low > width ? in.low + width : UINT64_MAX; /* the last bucket may reach beyond */
    for (uint32_t i = begin; i < end; i++) {
        if ((w->place[i] - w->low) >> shift == bucket) {
            key[in.end++] = key_at(s, w->place, i);
        }
    }
    return select_key(s, in, begin + (middle - before));
}

static void exchange(const sorting *s, uint32_t i, uint32_t j) {
    uint32_t *array[5] = {s->slot, s->id, s->room->place[0], s->room->place[1], s->room->place[2]};
    for (int a = 0; a < 2 + s->dimensions; a++) {
        const uint32_t taken = array[a][i];
        array[a][i] = array[a][j];
        array[a][j] = taken;
    }
}

/* Puts those with the least keys below `middle`, the others from there on. Boids lie as they were split in the last
 * step, so few have to go to the other side. */
static uint32_t split(const sorting *s, uint32_t begin, uint32_t end) {
    const uint32_t middle = middle_of(begin, end);
    const widest w = widest_of(s, begin, end);
    const uint64_t first = find_first(s, &w, begin, end, middle);
    for (uint32_t i = begin, j = middle;; i++, j++) {
        while (i < middle && key_at(s, w.place, i) < first) {
            i++;
        }
        if (i == middle) {
            return middle;
        }
        while (key_at(s, w.place, j) >= first) {
            j++;
        }
        exchange(s, i, j);
    }
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
    sorting s = {job, room, leaves->dimensions, job->order, room->slot_spare, 0};
    memcpy(s.id, job->id, job->count * sizeof *s.id);
    const uint32_t workers = job->count < VOL_SORT_ALONE ? 1 : crew->workers;
    for (; workers > 1 && 1u << s.depth < 4 * workers; s.depth++) {
        vol_crew_run(crew, 1u << s.depth, split_node, &s);
    }
    vol_crew_run(crew, 1u << s.depth, split_below, &s);
}
