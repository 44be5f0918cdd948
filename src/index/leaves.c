/* Trees as an index: the boids in the order of a tree, in leaves of a few, with the box around each leaf and boxes
 * around the boxes. The boids of a leaf sense together, with the leaves that are near theirs as candidates. What sorts
 * them is the quadtree's (octree's) order along the Hilbert curve (curve.c) or a k-d tree's (kd.c).
 *
 * Unlike cells, boxes are as small as what is in them: dense groups have fewer candidates, and empty space costs
 * nothing. */
#include "index/index.h"

#include "core/memory.h"

#include <math.h>
#include <string.h>

/* Most runs the boids of a leaf are given, all shifts together; and stretches of boxes of level 1 that are searched for
 * them. */
enum { VOL_LEAF_RUNS = 256, VOL_NEAR_BOXES = 512, VOL_BATCH_RUNS = VOL_BATCH_GROUPS * VOL_GROUP_RUNS };

/* A piece of work: boids to fetch, or boxes to make. */
enum { VOL_PIECE = 4096, VOL_PIECE_BOXES = 256 };

size_t vol_boxes_divide(vol_boxes *boxes, uint32_t count, uint32_t leaf) {
    size_t total = 0;
    uint32_t size = leaf, below = count;
    boxes->count = count;
    boxes->leaf = leaf;
    boxes->levels = 0;
    while (count > 0) {
        uint32_t nodes = below / size + (below % size != 0);
        boxes->first[boxes->levels] = (uint32_t)total;
        boxes->nodes[boxes->levels++] = nodes;
        total += nodes;
        if (nodes == 1 && boxes->levels > 1) {
            break;
        }
        size = VOL_BOX_FAN;
        below = nodes;
    }
    return total;
}

int vol_leaves_digit_bits(const vol_leaves *leaves) {
    return leaves->most < 256 ? 5 : 11;
}

/* How many numbers the digits need. */
static size_t digit_numbers(const vol_leaves *leaves, uint32_t workers) {
    return ((size_t)1 << vol_leaves_digit_bits(leaves)) * vol_shares(leaves->most, workers);
}

bool vol_leaves_allocate(vol_leaves *leaves, const vol_search_size *size, const vol_allocator *allocator) {
    memset(leaves, 0, sizeof *leaves);
    leaves->most = size->capacity;
    leaves->number_size = size->number_size;
    size_t boxes = vol_boxes_divide(&leaves->boxes, size->capacity, VOL_LEAF_LEAST);
    leaves->digits = vol_allocate(allocator, digit_numbers(leaves, size->workers), sizeof *leaves->digits);
    bool all = leaves->digits != NULL;
    for (int c = 0; c < size->dimensions; c++) {
        leaves->boxes.low[c] = vol_allocate(allocator, boxes, size->number_size);
        leaves->boxes.high[c] = vol_allocate(allocator, boxes, size->number_size);
        all = all && leaves->boxes.low[c] && leaves->boxes.high[c];
    }
    if (!all) {
        vol_leaves_release(leaves, size->workers, allocator);
    }
    return all;
}

void vol_leaves_release(vol_leaves *leaves, uint32_t workers, const vol_allocator *allocator) {
    vol_boxes all;
    size_t boxes = vol_boxes_divide(&all, leaves->most, VOL_LEAF_LEAST);
    vol_release(allocator, leaves->digits, digit_numbers(leaves, workers), sizeof *leaves->digits);
    for (int c = 0; c < 3; c++) {
        vol_release(allocator, leaves->boxes.low[c], boxes, leaves->number_size);
        vol_release(allocator, leaves->boxes.high[c], boxes, leaves->number_size);
    }
    memset(leaves, 0, sizeof *leaves);
}

bool vol_tree_serves(const vol_search_need *need) {
    for (int c = 0; c < need->world->dimensions; c++) {
        if (need->world->images && need->reach * 2 * (1 + 0x1p-8) >= need->world->size[c]) {
            return false;
        }
    }
    return true;
}

void vol_leaves_choose(vol_leaves *leaves, const vol_search_need *need) {
    leaves->dimensions = need->world->dimensions;
    leaves->reach = need->reach;
    leaves->nearest = need->nearest;
    vol_boxes_divide(&leaves->boxes, need->here, (uint32_t)need->world->leaf);
    for (int c = 0; c < 3; c++) {
        bool periodic = need->world->images && c < leaves->dimensions;
        leaves->period[c] = periodic ? need->world->size[c] : 0;
        leaves->slack[c] = periodic ? vol_edge_rounding(need->world, c, 0x1p-18) : 0;
    }
}

typedef struct enclosing {
    vol_leaves *leaves;
    const vol_state *state;
    uint32_t level;
} enclosing;

static void enclose_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const enclosing *e = context;
    const vol_boxes *boxes = &e->leaves->boxes;
    uint32_t begin = piece * VOL_PIECE_BOXES, nodes = boxes->nodes[e->level];
    uint32_t end = nodes - begin < VOL_PIECE_BOXES ? nodes : begin + VOL_PIECE_BOXES;
    e->leaves->kernels->enclose(boxes, e->state, e->leaves->dimensions, e->level, begin, end);
}

static void enclose_all(vol_leaves *leaves, const vol_state *state, vol_crew *crew) {
    for (uint32_t level = 0; level < leaves->boxes.levels; level++) {
        enclosing e = {leaves, state, level};
        vol_crew_run(crew, (leaves->boxes.nodes[level] + VOL_PIECE_BOXES - 1) / VOL_PIECE_BOXES, enclose_piece, &e);
    }
}

void vol_leaves_enclose(vol_leaves *leaves, const vol_kernels *kernels, const vol_search_need *need,
                        const vol_state *state, vol_crew *crew) {
    leaves->kernels = kernels;
    vol_leaves_choose(leaves, need);
    enclose_all(leaves, state, crew);
}

/* One number of the arrays of boxes. */
static double number_at(const vol_leaves *leaves, const void *array, uint32_t i) {
    return leaves->number_size == sizeof(double) ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

static void box_at(const vol_leaves *leaves, uint32_t level, uint32_t node, double low[3], double high[3]) {
    for (int c = 0; c < 3; c++) {
        uint32_t at = leaves->boxes.first[level] + node;
        low[c] = c < leaves->dimensions ? number_at(leaves, leaves->boxes.low[c], at) : 0;
        high[c] = c < leaves->dimensions ? number_at(leaves, leaves->boxes.high[c], at) : 0;
    }
}

/* The lattice over the box around all boids, those of other ranks included. */
static vol_lattice lattice_of(const vol_leaves *leaves, vol_ranks *ranks) {
    vol_lattice lattice = {.dimensions = leaves->dimensions};
    double high[3], longest = 0, ends[6] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY};
    if (leaves->boxes.levels > 0) {
        box_at(leaves, leaves->boxes.levels - 1, 0, lattice.low, high);
        for (int c = 0; c < 3; c++) {
            ends[c] = -lattice.low[c];
            ends[3 + c] = high[c];
        }
    }
    vol_ranks_highest(ranks, ends, 6);
    for (int c = 0; c < 3 && c < leaves->dimensions; c++) {
        lattice.low[c] = -ends[c];
        longest = ends[3 + c] - lattice.low[c] > longest ? ends[3 + c] - lattice.low[c] : longest;
    }
    lattice.per_length = longest > 0 ? 0x1p32 / longest : 0;
    return lattice;
}

typedef struct placing {
    const vol_lattice *lattice;
    const vol_sort_job *job;
    const vol_tree_room *room;
} placing;

static void place_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const placing *p = context;
    const vol_sort_job *job = p->job;
    uint32_t begin = piece * VOL_PIECE, end = job->count - begin < VOL_PIECE ? job->count : begin + VOL_PIECE;
    job->kernels->lattice(p->lattice, job->from, begin, end, p->room->place);
    for (uint32_t i = begin; i < end; i++) {
        job->order[i] = i;
    }
}

static void gather_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    vol_sort_job *job = context;
    uint32_t begin = piece * VOL_PIECE, end = job->count - begin < VOL_PIECE ? job->count : begin + VOL_PIECE;
    for (uint32_t i = begin; i < end; i++) {
        job->id_sorted[i] = job->id[job->order[i]];
    }
    job->kernels->gather(job->from, job->to, job->order, begin, end);
}

void vol_leaves_sort(vol_leaves *leaves, vol_index kind, vol_sort_job *job, const vol_tree_room *room, vol_crew *crew) {
    leaves->kernels = job->kernels;
    const uint32_t pieces = (job->count + VOL_PIECE - 1) / VOL_PIECE;
    enclose_all(leaves, job->from, crew); /* in the order they are in, for the box around all */
    leaves->lattice = lattice_of(leaves, job->ranks);
    if (job->count == 0) {
        return;
    }
    vol_crew_run(crew, pieces, place_piece, &(placing){&leaves->lattice, job, room});
    if (kind == VOL_INDEX_KDTREE) {
        vol_kd_order(leaves, job, room, crew);
    } else {
        vol_curve_order(leaves, job, room, crew);
    }
    vol_crew_run(crew, pieces, gather_piece, job);
    enclose_all(leaves, job->to, crew);
}

/* The shifts through which boids may be seen from a box. */
typedef struct shifts {
    uint32_t count;
    double shift[27][3];
} shifts;

/* Wider than what rounding adds to the reach, also that of images: the kernels test exactly. */
static vol_outlook outlook_of(const vol_leaves *leaves, const double low[3], const double high[3], double reach) {
    vol_outlook o = {.reach = reach * (1 + 0x1p-10)};
    for (int c = 0; c < leaves->dimensions; c++) {
        o.low[c] = low[c];
        o.high[c] = high[c];
        o.reach += leaves->slack[c];
    }
    return o;
}

static shifts shifts_of(const vol_leaves *leaves, const vol_outlook *o) {
    shifts s = {.count = 1, .shift = {{0, 0, 0}}};
    double all_low[3], all_high[3];
    box_at(leaves, leaves->boxes.levels - 1, 0, all_low, all_high);
    for (int c = 0; c < 3; c++) {
        const double period = leaves->period[c];
        const bool below = period > 0 && o->low[c] - o->reach <= all_high[c] - period;
        const bool above = period > 0 && o->high[c] + o->reach >= all_low[c] + period;
        const uint32_t before = s.count;
        for (uint32_t i = 0; below && i < before; i++) {
            memcpy(s.shift[s.count], s.shift[i], sizeof s.shift[i]);
            s.shift[s.count++][c] = -period;
        }
        for (uint32_t i = 0; above && i < before; i++) {
            memcpy(s.shift[s.count], s.shift[i], sizeof s.shift[i]);
            s.shift[s.count++][c] = period;
        }
    }
    return s;
}

/* The boxes of level 1 that are near some box, for all shifts, one after the other. */
typedef struct vicinity {
    shifts shifts;
    uint32_t end[27];
    vol_stretch list[VOL_NEAR_BOXES];
} vicinity;

static void look_around(const vol_leaves *leaves, const vol_outlook *from, vicinity *v) {
    uint32_t count = 0;
    v->shifts = shifts_of(leaves, from);
    for (uint32_t i = 0; i < v->shifts.count; i++) {
        vol_outlook o = *from;
        memcpy(o.shift, v->shifts.shift[i], sizeof o.shift);
        count += leaves->kernels->near_boxes(&leaves->boxes, leaves->dimensions, &o, v->list + count,
                                             VOL_NEAR_BOXES - count - (v->shifts.count - 1 - i));
        v->end[i] = count;
    }
}

/* The runs that are near a box in the vicinity's, one shift after the other; returns how many. */
static uint32_t list_runs(const vol_leaves *leaves, const vol_outlook *from, const vicinity *v, vol_run *run,
                          uint32_t room) {
    uint32_t count = 0, begin = 0;
    for (uint32_t i = 0; i < v->shifts.count; i++) {
        vol_outlook o = *from;
        memcpy(o.shift, v->shifts.shift[i], sizeof o.shift);
        count += leaves->kernels->near_leaves(&leaves->boxes, leaves->dimensions, &o, v->list + begin,
                                              v->end[i] - begin, run + count, room - count - (v->shifts.count - 1 - i));
        begin = v->end[i];
    }
    return count;
}

/* Where the search for the boids of a leaf begins: where the rules end; or where the nearest most likely are, by how
 * dense the boids are here. No boid may be seen twice. */
static double reach_of_leaf(const vol_leaves *leaves, uint32_t leaf) {
    double low[3], high[3], longest = 0;
    if (leaves->nearest == 0) {
        return leaves->reach;
    }
    const uint32_t first = leaf * leaves->boxes.leaf, rest = leaves->boxes.count - first;
    const double boids = rest < leaves->boxes.leaf ? rest : leaves->boxes.leaf;
    box_at(leaves, 0, leaf, low, high);
    for (int c = 0; c < 3; c++) {
        longest = high[c] - low[c] > longest ? high[c] - low[c] : longest;
    }
    double reach = longest > 0 && longest < INFINITY
                       ? vol_ball_radius(leaves->dimensions, longest, vol_nearest_many(leaves->nearest) / boids)
                       : leaves->reach;
    for (int c = 0; c < leaves->dimensions; c++) {
        const double most = leaves->period[c] * (0.5 - 0x1p-8);
        reach = leaves->period[c] > 0 && reach > most ? most : reach;
    }
    return reach;
}

/* The farthest that any leaf below a box of level 1 searches. */
static double reach_of_box(const vol_leaves *leaves, uint32_t box) {
    const uint32_t first = box * VOL_BOX_FAN, left = leaves->boxes.nodes[0] - first;
    double reach = 0;
    for (uint32_t i = 0; i < VOL_BOX_FAN && i < left; i++) {
        reach = fmax(reach, reach_of_leaf(leaves, first + i));
    }
    return reach;
}

void vol_leaves_groups(const vol_leaves *leaves, const vol_boids *own, uint32_t first, uint32_t end, uint32_t width,
                       vol_batch *batch) {
    const uint32_t size = leaves->boxes.leaf;
    uint32_t runs = 0, known = VOL_NONE; /* the vicinity of this box of level 1 */
    vicinity near;
    double low[3], high[3];
    for (uint32_t i = first; i < end && batch->groups < VOL_BATCH_GROUPS && runs + VOL_LEAF_RUNS <= VOL_BATCH_RUNS;) {
        const uint32_t leaf = i / size, stop = end - leaf * size < size ? end : (leaf + 1) * size;
        if (leaf / VOL_BOX_FAN != known) {
            known = leaf / VOL_BOX_FAN;
            box_at(leaves, 1, known, low, high);
            const vol_outlook o = outlook_of(leaves, low, high, reach_of_box(leaves, known));
            look_around(leaves, &o, &near);
        }
        box_at(leaves, 0, leaf, low, high);
        const double reach = reach_of_leaf(leaves, leaf);
        const vol_outlook o = outlook_of(leaves, low, high, reach);
        const uint32_t count = list_runs(leaves, &o, &near, batch->run + runs, VOL_LEAF_RUNS);
        uint32_t candidates = 0;
        for (uint32_t r = runs; r < runs + count; r++) {
            batch->run[r].of = own;
            candidates += batch->run[r].end - batch->run[r].begin;
        }
        for (; i < stop && batch->groups < VOL_BATCH_GROUPS; i += batch->group[batch->groups - 1].count) {
            const uint32_t boids = stop - i < width ? stop - i : width;
            batch->group[batch->groups++] = (vol_group){i, boids, runs, runs + count, reach, candidates, false};
            batch->count += boids;
        }
        runs += count;
    }
}

/* The boids that are seen through one shift or another, in the order of the slots, and once. */
void vol_leaves_box(const vol_leaves *leaves, const vol_boids *of, const double low[3], const double high[3],
                    double reach, vol_runs *runs) {
    vol_run run[VOL_RUNS_MOST];
    uint32_t room =
        VOL_RUNS_MOST - VOL_TARGETS_MOST - runs->count; /* leaves room for runs that take in a whole flock */
    const vol_outlook o = outlook_of(leaves, low, high, reach);
    vicinity near;
    look_around(leaves, &o, &near);
    uint32_t count = list_runs(leaves, &o, &near, run, room), before = runs->count;
    for (uint32_t i = 1; i < count; i++) {
        vol_run taken = run[i];
        uint32_t at = i;
        for (; at > 0 && run[at - 1].begin > taken.begin; at--) {
            run[at] = run[at - 1];
        }
        run[at] = taken;
    }
    for (uint32_t i = 0; i < count; i++) {
        vol_run *last = &runs->run[runs->count > before ? runs->count - 1 : before];
        if (runs->count > before && run[i].begin <= last->end) {
            last->end = run[i].end > last->end ? run[i].end : last->end;
        } else {
            runs->run[runs->count++] = (vol_run){of, run[i].begin, run[i].end, {0, 0, 0}};
        }
    }
}
