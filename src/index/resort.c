/* Sorting boids that lie in the order of the last step: most are still in the cell that they were in then, where they
 * are in order already. Those that are not are listed, and sorted alone; then the others are copied, stretch by
 * stretch, with the listed ones left out where they were and put in where they are now.
 *
 * What comes out is the one order by cell and id: a second way to it, not another order. */
#include "index/index.h"

#include <string.h>

/* Not done where more than one boid in VOL_MOVED_LEAST has moved, nor tried in the next VOL_RESORT_LATER steps; and not
 * for few boids, for which there is no room. */
enum { VOL_MOVED_LEAST = 10, VOL_RESORT_LATER = 15, VOL_MOVED_BLOCK = 128, VOL_RESORT_LEAST = 512, VOL_COPIES = 256 };
enum { VOL_AHEAD_MOST = 8192, VOL_AHEAD_MORE = 512 };

/* A cell and a slot that a boid has come from, in one number. */
typedef uint64_t arrival;

typedef struct resorting {
    const vol_sort_job *job;
    const uint32_t *cell;           /* now, of each slot; the grid has where it was */
    uint32_t cells;                 /* and these in as many ranges, */
    uint32_t ranges;                /* as the slots */
    uint32_t *gone;                 /* slots whose boids have moved, in order: a list for each range of slots */
    uint32_t room;                  /* from one list to the next */
    uint32_t listed[VOL_RANGES];    /* in each; VOL_NONE: too many, or the boids are not in order */
    arrival *come, *spare;          /* the same boids by their range of cells */
    uint32_t first[VOL_RANGES + 1]; /* of each range of cells */
    uint32_t *into; /* of each range of cells, for each range of slots: how many, then where the next goes */
} resorting;

static vol_stretch slots_of(const resorting *r, uint32_t range) {
    const uint32_t count = r->job->count;
    return (vol_stretch){vol_part(count, range, r->ranges), vol_part(count, range + 1, r->ranges)};
}

static vol_stretch cells_of(const resorting *r, uint32_t range) {
    return (vol_stretch){vol_part(r->cells, range, r->ranges), vol_part(r->cells, range + 1, r->ranges)};
}

/* The range that a cell is in: the last one that begins at it or before. */
static uint32_t range_with(const resorting *r, uint32_t cell) {
    return (uint32_t)((((uint64_t)cell + 1) * r->ranges - 1) / r->cells);
}

/* Which boids of some slots have moved to another cell? */
static void find_moved(void *context, uint32_t range, uint32_t worker) {
    (void)worker;
    resorting *r = context;
    const vol_sort_job *job = r->job;
    const vol_stretch slots = slots_of(r, range);
    uint32_t *gone = r->gone + (size_t)range * r->room, count = 0;
    for (uint32_t at = slots.begin; at < slots.end && count != VOL_NONE;) {
        const uint32_t stop = slots.end - at < VOL_MOVED_BLOCK ? slots.end : at + VOL_MOVED_BLOCK;
        const uint32_t more = r->room - count < stop - at
                                  ? VOL_NONE
                                  : job->kernels->moved(r->cell, job->grid->cell, job->id, at, stop, gone + count);
        count = more == VOL_NONE ? VOL_NONE : count + more;
        at = stop;
    }
    r->listed[range] = count;
    for (uint32_t to = 0; to < r->ranges; to++) {
        r->into[to * r->ranges + range] = 0;
    }
    for (uint32_t i = 0; i < count && count != VOL_NONE; i++) {
        r->into[range_with(r, r->cell[gone[i]]) * r->ranges + range]++;
    }
}

/* Brings them to the ranges of cells that they are in now. */
static void send_moved(void *context, uint32_t range, uint32_t worker) {
    (void)worker;
    resorting *r = context;
    const uint32_t *gone = r->gone + (size_t)range * r->room;
    for (uint32_t i = 0; i < r->listed[range]; i++) {
        const uint32_t cell = r->cell[gone[i]];
        r->come[r->into[range_with(r, cell) * r->ranges + range]++] = (arrival)cell << 32 | gone[i];
    }
}

static uint32_t cell_in(arrival a) {
    return (uint32_t)(a >> 32);
}

static uint32_t slot_in(arrival a) {
    return (uint32_t)a;
}

/* By eight bits of the cell, counted from `first`; those with the same ones keep their order. */
static void sort_by_bits(const arrival *from, arrival *to, uint32_t count, uint32_t first, int shift) {
    uint32_t next[256] = {0}, at = 0;
    for (uint32_t i = 0; i < count; i++) {
        next[(cell_in(from[i]) - first) >> shift & 255]++;
    }
    for (int digit = 0; digit < 256; digit++) {
        const uint32_t here = next[digit];
        next[digit] = at;
        at += here;
    }
    for (uint32_t i = 0; i < count; i++) {
        to[next[(cell_in(from[i]) - first) >> shift & 255]++] = from[i];
    }
}

/* Those of one cell by id. */
static void sort_in_cell(arrival *come, uint32_t count, const uint32_t *id, void *spare) {
    uint32_t *slot = spare;
    const arrival cell = come[0] >> 32 << 32;
    for (uint32_t i = 0; i < count; i++) {
        slot[i] = slot_in(come[i]);
    }
    vol_sort_by_id(slot, count, id);
    for (uint32_t i = 0; i < count; i++) {
        come[i] = cell | slot[i];
    }
}

/* Those that have come to a range of cells, by cell and id. */
static arrival *sort_come(const resorting *r, uint32_t range, vol_stretch cells, uint32_t count) {
    arrival *come = r->come + r->first[range], *spare = r->spare + r->first[range];
    for (int shift = 0; shift < 32 && (cells.end - cells.begin - 1) >> shift > 0; shift += 8) {
        sort_by_bits(come, spare, count, cells.begin, shift);
        arrival *sorted = spare;
        spare = come;
        come = sorted;
    }
    for (uint32_t i = 0; i < count; i++) {
        VOL_WILL_READ(r->job->id + slot_in(come[i]));
    }
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && cell_in(come[end]) == cell_in(come[i]);) {
            end++;
        }
        if (end - i > 1) {
            sort_in_cell(come + i, end - i, r->job->id, spare);
        }
    }
    return come;
}

/* The first slot whose boid was in that cell or a later one. */
static uint32_t first_slot(const vol_sort_job *job, uint32_t cell) {
    uint32_t low = 0, high = job->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (job->grid->cell[middle] < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The slots of a range that are left out, one after the other, over all lists. */
typedef struct leaving {
    const resorting *r;
    uint32_t range, at;
    uint32_t slot; /* the next one, or VOL_NONE */
} leaving;

static void next_leaving(leaving *l) {
    while (l->range < l->r->ranges && l->at >= l->r->listed[l->range]) {
        l->range++;
        l->at = 0;
    }
    l->slot = l->range < l->r->ranges ? l->r->gone[(size_t)l->range * l->r->room + l->at++] : VOL_NONE;
}

static leaving leaving_from(const resorting *r, uint32_t slot) {
    leaving l = {r, 0, 0, 0};
    while (l.range + 1 < r->ranges && slots_of(r, l.range).end <= slot) {
        l.range++;
    }
    do {
        next_leaving(&l);
    } while (l.slot < slot);
    return l;
}

/* Boids on their way from slots of before to a range of slots. */
typedef struct conveyor {
    const vol_sort_job *job;
    uint32_t from, to; /* the next one's slot, before and now */
    uint32_t end;      /* of the slots that are this range's to write */
    uint32_t ahead;    /* so many slots away are the boids that come from the next row (in space, layer) */
    uint32_t count;
    vol_copy copy[VOL_COPIES];
} conveyor;

static void unload(conveyor *c) {
    const vol_sort_job *job = c->job;
    job->kernels->copy(job->from, job->to, job->id, job->id_sorted, c->copy, c->count, c->end, c->ahead);
    c->count = 0;
}

static void convey(conveyor *c, uint32_t from, uint32_t count) {
    for (uint32_t i = 0; i < count; i += VOL_COPIED) {
        if (c->count == VOL_COPIES) {
            unload(c);
        }
        c->copy[c->count++] = (vol_copy){from + i, c->to + i};
    }
    c->to += count;
}

/* All up to a slot, but for those that leave. */
static void convey_until(conveyor *c, leaving *l, uint32_t slot) {
    for (; l->slot < slot; next_leaving(l)) {
        convey(c, c->from, l->slot - c->from);
        c->from = l->slot + 1;
    }
    if (slot > c->from) {
        convey(c, c->from, slot - c->from);
        c->from = slot;
    }
}

static uint32_t ahead_of(const vol_sort_job *job) {
    const vol_cells *cells = &job->grid->cells;
    const uint32_t boids = job->count / cells->number[cells->dimensions - 1];
    return (boids < VOL_AHEAD_MOST ? boids : VOL_AHEAD_MOST) + VOL_AHEAD_MORE;
}

/* How many boids from slot `at` on were in the cell and have ids below `limit`. In a cell they are in the order of ids,
 * so that those of a usual one are counted without a branch, which would be mispredicted. */
static uint32_t before_in_cell(const vol_sort_job *job, uint32_t at, uint32_t end, uint32_t cell, uint32_t limit) {
    enum { AT_ONCE = 8 };
    const uint32_t *was = job->grid->cell + at, *id = job->id + at;
    uint32_t count = 0, here = AT_ONCE;
    while (here == AT_ONCE && end - at - count >= AT_ONCE) {
        here = 0;
        for (uint32_t i = count; i < count + AT_ONCE; i++) {
            here += (uint32_t)(was[i] == cell) & (uint32_t)(id[i] < limit);
        }
        count += here;
    }
    while (here == AT_ONCE && count < end - at && was[count] == cell && id[count] < limit) {
        count++;
    }
    return count;
}

static void merge_range(void *context, uint32_t range, uint32_t worker) {
    (void)worker;
    const resorting *r = context;
    const vol_sort_job *job = r->job;
    const vol_stretch cells = cells_of(r, range);
    const uint32_t *start = job->grid->start, *was = job->grid->cell, *id = job->id;
    const uint32_t count = r->first[range + 1] - r->first[range];
    const uint32_t end = first_slot(job, cells.end), begin = first_slot(job, cells.begin);
    const arrival *come = count > 0 ? sort_come(r, range, cells, count) : r->come;
    conveyor c = {.job = job, .from = begin, .to = start[cells.begin], .end = start[cells.end], .ahead = ahead_of(job)};
    leaving l = leaving_from(r, begin);
    uint32_t at = begin, cell = VOL_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t slot = slot_in(come[i]);
        if (cell_in(come[i]) != cell) {
            cell = cell_in(come[i]);
            while (l.slot < end && was[l.slot] < cell) {
                convey_until(&c, &l, l.slot + 1);
            }
            /* All in the cells before are dealt with but for those that have not moved, which go from `from` to `to`:
             * so as far as the cell is now from there, it was. */
            at = c.from + (start[cell] - c.to);
        }
        at += before_in_cell(job, at, end, cell, id[slot]);
        convey_until(&c, &l, at);
        convey(&c, slot, 1);
    }
    convey_until(&c, &l, end);
    unload(&c);
}

/* The cells of the slots as they are now. So many are written at once, and too many overwritten by the next cell. */
static void label_range(void *context, uint32_t range, uint32_t worker) {
    (void)worker;
    const resorting *r = context;
    const vol_grid *grid = r->job->grid;
    const vol_stretch cells = cells_of(r, range);
    const uint32_t *start = grid->start, end = start[cells.end];
    uint32_t *label = grid->cell;
    enum { AT_ONCE = 8 };
    for (uint32_t cell = cells.begin; cell < cells.end; cell++) {
        uint32_t at = start[cell];
        const uint32_t stop = start[cell + 1];
        if (end - at >= AT_ONCE) {
            do {
                for (uint32_t i = 0; i < AT_ONCE; i++) {
                    label[at + i] = cell;
                }
                at += AT_ONCE;
            } while (at < stop && end - at >= AT_ONCE);
        }
        for (; at < stop; at++) {
            label[at] = cell;
        }
    }
}

/* Have few enough moved? Where the slots were not in order they will be, so that the next step may ask again. */
static bool few_moved(const resorting *r) {
    uint32_t moved = 0;
    for (uint32_t range = 0; range < r->ranges; range++) {
        if (r->listed[range] == VOL_NONE) {
            return false;
        }
        moved += r->listed[range];
    }
    r->job->grid->later = moved > r->job->count / VOL_MOVED_LEAST ? VOL_RESORT_LATER : 0;
    return r->job->grid->later == 0;
}

/* Where those go that come from each range of slots to each range of cells. */
static void lay_out(resorting *r) {
    uint32_t at = 0;
    for (uint32_t to = 0; to < r->ranges; to++) {
        r->first[to] = at;
        for (uint32_t range = 0; range < r->ranges; range++) {
            const uint32_t here = r->into[to * r->ranges + range];
            r->into[to * r->ranges + range] = at;
            at += here;
        }
    }
    r->first[r->ranges] = at;
}

/* All of it is where the order would be: sixteenths of it are for slots that boids leave (8), what has come, twice (7),
 * and how many go from where to where (1). */
static void divide_room(resorting *r) {
    const vol_sort_job *job = r->job;
    const uint32_t part = job->count / 16 / 2 * 2;
    while (r->ranges > 1 && r->ranges * r->ranges > part) {
        r->ranges /= 2;
    }
    r->gone = job->order;
    r->room = 8 * part / r->ranges;
    r->come = (arrival *)(void *)(job->order + 8 * (size_t)part);
    r->spare = r->come + job->count / VOL_MOVED_LEAST;
    r->into = job->order + 15 * (size_t)part;
}

bool vol_grid_resort(vol_sort_job *job, uint32_t cells, uint32_t ranges, vol_crew *crew) {
    vol_grid *grid = job->grid;
    resorting r = {.job = job, .cell = job->room, .cells = cells, .ranges = ranges};
    if (!job->id || job->wide || !job->order_free || grid->sorted != job->count || job->count < VOL_RESORT_LEAST) {
        return false;
    }
    if (grid->later > 0) {
        grid->later--;
        return false;
    }
    divide_room(&r);
    vol_crew_run(crew, r.ranges, find_moved, &r);
    if (!few_moved(&r)) {
        return false;
    }
    lay_out(&r);
    vol_crew_run(crew, r.ranges, send_moved, &r);
    vol_crew_run(crew, r.ranges, merge_range, &r);
    vol_crew_run(crew, r.ranges, label_range, &r);
    return true;
}
