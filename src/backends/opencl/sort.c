/* The index of a step on a device: what each flock will be sorted by, the memory for it, and the kernels of index.cl in
 * their order. */
#include "backends/opencl/opencl.h"

#include <stdio.h>
#include <string.h>

enum { VOL_CL_LIMIT_GROUPS = 256 };

_Static_assert((int)VOL_DEVICE_LEVELS == (int)VOL_BOX_LEVELS && (int)VOL_DEVICE_FAN == (int)VOL_BOX_FAN,
               "one shape of trees");

static enum vol_device_kind kind_of(const vol_search_need *need) {
    static const vol_index_totals none = {VOL_NOT_COUNTED, VOL_NOT_COUNTED};
    switch (vol_index_agree(need, &none)) {
    case VOL_INDEX_GRID: return VOL_DEVICE_GRID;
    case VOL_INDEX_TREE: return VOL_DEVICE_TREE;
    case VOL_INDEX_AUTO: return VOL_DEVICE_EITHER;
    default: return VOL_DEVICE_BRUTE;
    }
}

static void plan_cells(vol_device_flock *r, const vol_search_need *need) {
    memset(&r->cells, 0, sizeof r->cells);
    r->cell_count = 0;
    if (r->kind == VOL_DEVICE_GRID || r->kind == VOL_DEVICE_EITHER) {
        vol_grid_lattice(need, &r->cells);
        memcpy(r->cells.low, need->world->origin, sizeof r->cells.low);
        r->cell_count = r->cells.number[0] * r->cells.number[1] * (r->cells.dimensions == 3 ? r->cells.number[2] : 1);
        r->most = vol_index_most(need, &r->cells);
    }
}

static void plan_boxes(vol_device_flock *r, const vol_search_need *need) {
    vol_boxes boxes;
    memset(r->first, 0, sizeof r->first);
    memset(r->nodes, 0, sizeof r->nodes);
    r->box_count = r->levels = 0;
    r->leaf = VOL_DEVICE_LEAF;
    if (r->kind == VOL_DEVICE_TREE || r->kind == VOL_DEVICE_EITHER) {
        r->box_count = (uint32_t)vol_boxes_divide(&boxes, r->count, r->leaf);
        r->levels = boxes.levels;
        memcpy(r->first, boxes.first, boxes.levels * sizeof *r->first);
        memcpy(r->nodes, boxes.nodes, boxes.levels * sizeof *r->nodes);
    }
    for (int c = 0; c < 3; c++) {
        r->period[c] = need->world->images && c < need->world->dimensions ? need->world->size[c] : 0;
        r->slack[c] = r->period[c] > 0 ? vol_edge_rounding(need->world, c, 0x1p-18) : 0;
    }
}

/* Boids in a cell, on average, up to which flocks of many cells are linked. */
enum { VOL_CL_LINKED_UP_TO = 6 };

/* Which flocks are linked. Long lists are left to those kernels that do without. */
static void plan_lists(const vol_world *world, vol_cl_flock *own, bool crowded) {
    vol_device_flock *r = &own->record;
    const bool few = r->cell_count <= VOL_SMALL;
    const bool short_lists = few ? r->count <= VOL_LINKED : r->count <= (uint64_t)VOL_CL_LINKED_UP_TO * r->cell_count;
    /* of many cells any order is faster, where it need not be exact */
    const bool linked = r->cell_count > 0 && !crowded && short_lists && (few || !world->def.fast);
    const uint32_t heads = linked ? (r->cell_count + 3) / 4 * 4 : 0;
    own->counted = own->counted && heads == r->heads;
    r->heads = heads;
}

/* A flock that may take either index begins with what sorts by the grid alone. One group of work items can also tell
 * which of both it will be. */
static void plan_queue(vol_cl_flock *own) {
    const uint32_t all = VOL_ABLE_GRID | VOL_ABLE_TREE | VOL_ABLE_AROUND;
    const uint32_t grid = VOL_ABLE_GRID | (own->record.cell_count <= VOL_SMALL ? VOL_ABLE_AROUND : 0);
    own->able = own->record.kind != VOL_DEVICE_EITHER || own->patience > 0 ? all : grid;
}

/* Boids in a cell, on average, from which on they sense together in space. */
enum { VOL_CL_TOGETHER_FROM = 8 };

/* In a crowded grid in space, boids sense together. In others their order within a cell does not matter if all need not
 * be exact. */
static void plan_order(const vol_world *world, vol_cl_flock *own) {
    const vol_device_flock *r = &own->record;
    const bool either = r->kind == VOL_DEVICE_EITHER && !(own->able & VOL_ABLE_TREE);
    const bool grid = r->kind == VOL_DEVICE_GRID || either;
    own->together = grid && !own->lists && world->def.dimensions == 3 && !r->cells.torus &&
                    r->count >= (uint64_t)VOL_CL_TOGETHER_FROM * r->cell_count;
    const bool unordered = world->def.fast && grid && !own->together && r->heads == 0;
    own->counted = own->counted && unordered == own->unordered;
    own->unordered = unordered;
    own->record.cells_kept = own->record.heads == 0 && !unordered;
}

void vol_cl_plan_sort(vol_world *world, vol_flock_data *flock) {
    vol_cl_flock *own = vol_cl_flock_of(flock);
    vol_device_flock *r = &own->record;
    flock->reach = vol_flock_reach(world, flock);
    const bool part = own->part.total > 0;
    vol_search_need need = vol_flock_need(world, flock, part ? own->part.total : own->count);
    need.index = part ? own->part.index : need.index;
    r->given = part;
    r->lattice_per_length = own->part.per_length;
    memcpy(r->lattice_low, own->part.low, sizeof r->lattice_low);
    r->count = own->count;
    r->leader = flock->leader;
    r->dense = own->count == own->next_id;
    r->kind = own->count > 0 ? kind_of(&need) : VOL_DEVICE_BRUTE;
    r->reach = r->kind == VOL_DEVICE_BRUTE ? flock->reach : need.reach;
    own->anywhere = need.nearest > 0;
    own->lists = flock->def.neighbours.count > 0;
    plan_cells(r, &need);
    plan_lists(world, own,
               world->steps > 0 && vol_cl_of(world)->found[flock->number].crowded == (uint32_t)world->steps);
    plan_boxes(r, &need);
    plan_queue(own);
    plan_order(world, own);
    char options[80];
    snprintf(options, sizeof options, "-DVOL_DOUBLE=%d -DVOL_D=%d -DVOL_SECOND=%d",
             world->def.precision == VOL_PRECISION_DOUBLE, world->def.dimensions, own->number_of_real4 == 2);
    char by_value[100];
    snprintf(by_value, sizeof by_value, "%s -DVOL_BY_VALUE=1", options);
    own->sorts = vol_cl_program_of(world, "backends/opencl/index.cl", NULL, by_value);
    own->trees = r->kind == VOL_DEVICE_TREE || (r->kind == VOL_DEVICE_EITHER && own->able & VOL_ABLE_TREE)
                     ? vol_cl_program_of(world, "backends/opencl/tree.cl", NULL, options)
                     : NULL;
}

static uint32_t blocks_of(uint32_t items) {
    return (items + VOL_BLOCK_ITEMS - 1) / VOL_BLOCK_ITEMS;
}

static bool is_target_of_chance(const vol_world *world, uint32_t flock) {
    for (uint32_t i = 0; i < world->around.relation_count; i++) {
        const vol_relation_def *relation = &world->around.relations[i];
        for (size_t t = 0; relation->choose == VOL_CHOOSE_RANDOM && t < relation->to_count; t++) {
            if (relation->to[t] == flock) {
                return true;
            }
        }
    }
    return false;
}

/* The counts, and lists, of a flock's cells: of few cells, and where there are lists, twice, for every other step.
 * Returns where they end. */
static uint64_t put_counts(vol_device_flock *r, uint64_t counts) {
    const uint64_t cells = ((uint64_t)r->cell_count + 3) / 4 * 4;
    const bool twice = r->cell_count <= VOL_SMALL || r->heads > 0;
    r->counts[0] = counts;
    r->counts[1] = twice ? counts + 2 * cells : counts;
    return counts + (twice ? 4 : 1) * cells;
}

/* Cells and boxes of each flock behind those of the one before. */
bool vol_cl_make_sort_room(vol_world *world) {
    vol_cl_world *w = vol_cl_of(world);
    uint64_t ends = 0, counts = 0, boxes = 0, room = 0;
    bool moved = false, chance = false, turns = false;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_device_flock *r = &vol_cl_flock_of(world->flocks[i])->record;
        const uint32_t cells = blocks_of(r->cell_count), digits = r->levels > 0 ? VOL_DIGITS * blocks_of(r->count) : 0;
        ends = (ends + 3) / 4 * 4; /* see vol_device_flock */
        moved = moved || r->counts[0] != counts;
        counts = put_counts(r, counts);
        r->ends = ends;
        r->boxes = boxes;
        r->room = room;
        ends += (uint64_t)r->cell_count + 1;
        boxes += (uint64_t)r->box_count * (world->def.dimensions == 3 ? 2 : 1);
        room += cells > digits ? cells : digits;
        chance = chance || is_target_of_chance(world, i);
        turns = turns || vol_cl_flock_of(world->flocks[i])->together || vol_cl_flock_of(world->flocks[i])->unordered;
    }
    const bool cells_move = w->array[VOL_CL_COUNTS].bytes < counts * 4;
    for (uint32_t i = 0; (moved || cells_move) && i < world->flock_count; i++) {
        vol_cl_flock_of(world->flocks[i])->counted = false;
    }
    return vol_cl_make(w, &w->array[VOL_CL_COUNTS], counts * 4) && vol_cl_make(w, &w->array[VOL_CL_ENDS], ends * 4) &&
           vol_cl_make(w, &w->array[VOL_CL_BOXES], boxes * vol_cl_real4(world)) &&
           vol_cl_make(w, &w->array[VOL_CL_SUMS], room * 4) && vol_cl_make(w, &w->array[VOL_CL_SQUARES], room * 8) &&
           vol_cl_make(w, &w->array[VOL_CL_LIMITS], 2 * VOL_CL_LIMIT_GROUPS * vol_cl_real4(world)) &&
           vol_cl_make(w, &w->array[VOL_CL_ORDER], chance ? w->slots * 4 : 0) &&
           vol_cl_make(w, &w->array[VOL_CL_TURNS], turns ? w->slots * 4 : 0) &&
           vol_cl_make(w, &w->array[VOL_CL_FOUND], world->flock_count * sizeof(vol_device_found));
}

/* --- What is put into the queue ----------------------------------------------------------------------------------- */

/* What every kernel of index.cl begins with, and of tree.cl. */
#define RECORD(s)                                                                                  \
    VOL_CL_VALUE((s)->own->record), VOL_CL_VALUE((s)->number), VOL_CL_ARRAY((s)->w, VOL_CL_FOUND), \
        VOL_CL_ARRAY((s)->w, VOL_CL_PROGRESS)
#define FLOCK(w, number)                                                                 \
    VOL_CL_INPUT(w, VOL_CL_FLOCKS), VOL_CL_VALUE(number), VOL_CL_ARRAY(w, VOL_CL_FOUND), \
        VOL_CL_ARRAY(w, VOL_CL_PROGRESS)

typedef struct sorting {
    vol_cl_world *w;
    const vol_flock_data *flock;
    vol_cl_flock *own;
    uint32_t number, at;
    cl_uint which; /* of the counts */
    cl_ulong step;
    int dimensions;
    cl_mem id, id_sorted, rank, constants;
} sorting;

/* All cells are counted anew: something has changed since the last step. */
static void count_cells(const sorting *s) {
    vol_cl_world *w = s->w;
    const vol_device_flock *r = &s->own->record;
    const cl_uint zero = 0;
    vol_cl_ok(w,
              w->cl.EnqueueFillBuffer(w->queue, w->array[VOL_CL_COUNTS].buffer, &zero, sizeof zero,
                                      r->counts[s->which] * 4, ((size_t)r->heads + r->cell_count) * 4, 0, NULL, NULL));
    VOL_CL_EACH(w, s->own->sorts, "count_cells", r->count, RECORD(s), VOL_CL_VALUE(s->which),
                VOL_CL_ARRAY(w, VOL_CL_STATE), VOL_CL_ARRAY(w, VOL_CL_CELL), VOL_CL_VALUE(s->rank),
                VOL_CL_ARRAY(w, VOL_CL_COUNTS));
}

/* Few cells: where each begins, by that whether it will be the grid, and boids that are linked to their slots. */
static void sort_small(const sorting *s) {
    vol_cl_world *w = s->w;
    const vol_device_flock *r = &s->own->record;
    VOL_CL_RUN(w, s->own->sorts, "sort_small", r->heads > 0 ? r->count : VOL_GROUP, RECORD(s),
               VOL_CL_VALUE(s->constants), VOL_CL_VALUE(s->step), VOL_CL_VALUE(s->own->able), VOL_CL_VALUE(s->at),
               VOL_CL_VALUE(s->which), VOL_CL_ARRAY(w, VOL_CL_COUNTS), VOL_CL_ARRAY(w, VOL_CL_ENDS),
               VOL_CL_ARRAY(w, VOL_CL_STATE), VOL_CL_ARRAY(w, VOL_CL_SORTED), VOL_CL_VALUE(s->id),
               VOL_CL_VALUE(s->id_sorted), VOL_CL_ARRAY(w, VOL_CL_PLACES));
}

/* Many: the same but for the boids. */
static void scan_cells(const sorting *s) {
    vol_cl_world *w = s->w;
    vol_cl_program *p = s->own->sorts;
    const vol_device_flock *r = &s->own->record;
    const uint32_t blocks = blocks_of(r->cell_count), each = (blocks + VOL_SHARES - 1) / VOL_SHARES;
    const size_t all = (size_t)blocks * VOL_GROUP, shares = (size_t)((blocks + each - 1) / each) * VOL_GROUP;
    VOL_CL_RUN(w, p, "scan_sums", shares, RECORD(s), VOL_CL_VALUE(s->which), VOL_CL_ARRAY(w, VOL_CL_COUNTS),
               VOL_CL_ARRAY(w, VOL_CL_SUMS), VOL_CL_ARRAY(w, VOL_CL_SQUARES));
    VOL_CL_RUN(w, p, "scan_spread", shares, RECORD(s), VOL_CL_VALUE(s->constants), VOL_CL_VALUE(s->step),
               VOL_CL_VALUE(s->own->able), VOL_CL_VALUE(s->at), VOL_CL_VALUE(s->which), VOL_CL_ARRAY(w, VOL_CL_COUNTS),
               VOL_CL_ARRAY(w, VOL_CL_ENDS), VOL_CL_ARRAY(w, VOL_CL_SUMS), VOL_CL_ARRAY(w, VOL_CL_SQUARES));
    if (r->kind == VOL_DEVICE_EITHER && s->own->able & VOL_ABLE_AROUND) {
        VOL_CL_RUN(w, p, "around_sums", all, RECORD(s), VOL_CL_ARRAY(w, VOL_CL_ENDS), VOL_CL_ARRAY(w, VOL_CL_SQUARES));
        VOL_CL_RUN(w, p, "around_top", VOL_GROUP, RECORD(s), VOL_CL_VALUE(s->own->able), VOL_CL_VALUE(s->at),
                   VOL_CL_ARRAY(w, VOL_CL_SQUARES));
    }
}

static void sort_by_cell(const sorting *s) {
    vol_cl_world *w = s->w;
    vol_cl_program *p = s->own->sorts;
    const uint32_t count = s->own->record.count;
    if (s->own->record.heads > 0) {
        VOL_CL_EACH(w, p, "gather_by_list", count, RECORD(s), VOL_CL_VALUE(s->which), VOL_CL_ARRAY(w, VOL_CL_STATE),
                    VOL_CL_ARRAY(w, VOL_CL_SORTED), VOL_CL_VALUE(s->id), VOL_CL_VALUE(s->id_sorted),
                    VOL_CL_ARRAY(w, VOL_CL_COUNTS), VOL_CL_ARRAY(w, VOL_CL_ENDS), VOL_CL_VALUE(s->rank));
        return;
    }
    if (s->own->unordered) {
        VOL_CL_EACH(w, p, "gather_by_rank", count, RECORD(s), VOL_CL_ARRAY(w, VOL_CL_STATE),
                    VOL_CL_ARRAY(w, VOL_CL_SORTED), VOL_CL_VALUE(s->id), VOL_CL_VALUE(s->id_sorted),
                    VOL_CL_ARRAY(w, VOL_CL_ENDS), VOL_CL_VALUE(s->rank));
        return;
    }
    VOL_CL_EACH(w, p, "place", count, RECORD(s), VOL_CL_VALUE(s->id), VOL_CL_ARRAY(w, VOL_CL_CELL),
                VOL_CL_VALUE(s->id_sorted), VOL_CL_ARRAY(w, VOL_CL_ENDS), VOL_CL_ARRAY(w, VOL_CL_PLACES));
    VOL_CL_EACH(w, p, "gather", count, RECORD(s), VOL_CL_ARRAY(w, VOL_CL_STATE), VOL_CL_ARRAY(w, VOL_CL_SORTED),
                VOL_CL_VALUE(s->id), VOL_CL_VALUE(s->id_sorted), VOL_CL_ARRAY(w, VOL_CL_CELL),
                VOL_CL_ARRAY(w, VOL_CL_ENDS), VOL_CL_ARRAY(w, VOL_CL_PLACES));
}

/* Many boids: keys, then digit by digit. How many digits there are, only the device knows. */
static void sort_keys(const sorting *s) {
    vol_cl_world *w = s->w;
    vol_cl_program *p = s->own->trees;
    const uint32_t count = s->own->record.count, groups = VOL_CL_LIMIT_GROUPS, blocks = blocks_of(count);
    const uint32_t bits = s->dimensions == 3 ? 63 : 64, passes = (bits + VOL_DIGIT_BITS - 1) / VOL_DIGIT_BITS;
    const size_t all = (size_t)blocks * VOL_GROUP;
    VOL_CL_RUN(w, p, "tree_limits", (size_t)groups * VOL_GROUP, FLOCK(w, s->number), VOL_CL_ARRAY(w, VOL_CL_STATE),
               VOL_CL_ARRAY(w, VOL_CL_LIMITS));
    VOL_CL_RUN(w, p, "tree_lattice", VOL_GROUP, FLOCK(w, s->number), VOL_CL_VALUE(s->constants), VOL_CL_VALUE(s->step),
               VOL_CL_ARRAY(w, VOL_CL_LIMITS), VOL_CL_VALUE(groups));
    VOL_CL_EACH(w, p, "tree_keys", count, FLOCK(w, s->number), VOL_CL_ARRAY(w, VOL_CL_STATE),
                VOL_CL_ARRAY(w, VOL_CL_SORTED), VOL_CL_ARRAY(w, VOL_CL_PLACES));
    for (uint32_t pass = 0; pass < passes; pass++) {
        VOL_CL_RUN(w, p, "digit_counts", all, FLOCK(w, s->number), VOL_CL_ARRAY(w, VOL_CL_SORTED),
                   VOL_CL_ARRAY(w, VOL_CL_PLACES), VOL_CL_VALUE(pass), VOL_CL_ARRAY(w, VOL_CL_SUMS));
        VOL_CL_RUN(w, p, "digit_top", VOL_GROUP, FLOCK(w, s->number), VOL_CL_VALUE(pass), VOL_CL_VALUE(blocks),
                   VOL_CL_ARRAY(w, VOL_CL_SUMS));
        VOL_CL_RUN(w, p, "digit_scatter", all, FLOCK(w, s->number), VOL_CL_ARRAY(w, VOL_CL_SORTED),
                   VOL_CL_ARRAY(w, VOL_CL_PLACES), VOL_CL_VALUE(pass), VOL_CL_ARRAY(w, VOL_CL_SUMS));
    }
}

static void make_boxes(const sorting *s) {
    vol_cl_world *w = s->w;
    const vol_device_flock *r = &s->own->record;
    if (r->count <= VOL_SMALL) {
        VOL_CL_RUN(w, s->own->trees, "tree_boxes_small", VOL_GROUP, FLOCK(w, s->number), VOL_CL_ARRAY(w, VOL_CL_SORTED),
                   VOL_CL_ARRAY(w, VOL_CL_BOXES));
        return;
    }
    for (uint32_t level = 0; level < r->levels; level++) {
        VOL_CL_EACH(w, s->own->trees, "tree_boxes", r->nodes[level], FLOCK(w, s->number),
                    VOL_CL_ARRAY(w, VOL_CL_SORTED), VOL_CL_ARRAY(w, VOL_CL_BOXES), VOL_CL_VALUE(level));
    }
}

static void sort_by_curve(const sorting *s) {
    vol_cl_world *w = s->w;
    vol_cl_program *p = s->own->trees;
    const uint32_t count = s->own->record.count;
    if (count <= VOL_SMALL) {
        VOL_CL_RUN(w, p, "tree_small", VOL_GROUP, FLOCK(w, s->number), VOL_CL_VALUE(s->constants),
                   VOL_CL_VALUE(s->step), VOL_CL_ARRAY(w, VOL_CL_STATE), VOL_CL_ARRAY(w, VOL_CL_SORTED),
                   VOL_CL_ARRAY(w, VOL_CL_PLACES));
    } else {
        sort_keys(s);
    }
    VOL_CL_EACH(w, p, "tree_settle", count, FLOCK(w, s->number), VOL_CL_VALUE(s->id), VOL_CL_ARRAY(w, VOL_CL_SORTED),
                VOL_CL_ARRAY(w, VOL_CL_PLACES), VOL_CL_ARRAY(w, VOL_CL_CELL));
    VOL_CL_EACH(w, p, "tree_gather", count, FLOCK(w, s->number), VOL_CL_ARRAY(w, VOL_CL_STATE),
                VOL_CL_ARRAY(w, VOL_CL_SORTED), VOL_CL_VALUE(s->id), VOL_CL_VALUE(s->id_sorted),
                VOL_CL_ARRAY(w, VOL_CL_CELL));
    make_boxes(s);
}

static bool same_cells(const vol_cells *a, const vol_cells *b) {
    bool same = a->dimensions == b->dimensions && a->torus == b->torus;
    for (int c = 0; c < 3; c++) {
        same = same && a->number[c] == b->number[c] && a->per_length[c] == b->per_length[c] && a->low[c] == b->low[c] &&
               a->period[c] == b->period[c];
    }
    return same;
}

cl_mem vol_cl_ranks(const vol_cl_world *w, const vol_cl_flock *own, bool next) {
    const uint32_t ids = next ? w->current : 1 - w->current;
    return w->array[own->record.heads > 0 ? VOL_CL_PLACES
                    : own->unordered      ? VOL_CL_TURNS
                                          : VOL_CL_ID + (int)ids]
        .buffer;
}

void vol_cl_sort(vol_world *world, vol_flock_data *flock, uint32_t at) {
    vol_cl_world *w = vol_cl_of(world);
    vol_cl_flock *own = vol_cl_flock_of(flock);
    const vol_device_flock *r = &own->record;
    const sorting s = {.w = w,
                       .flock = flock,
                       .own = own,
                       .number = flock->number,
                       .at = at,
                       .which = w->current,
                       .step = world->steps + at,
                       .dimensions = world->def.dimensions,
                       .id = w->array[VOL_CL_ID + w->current].buffer,
                       .id_sorted = w->array[VOL_CL_ID_2 - w->current].buffer,
                       .rank = vol_cl_ranks(w, own, false),
                       .constants = own->constants.memory.buffer};
    if (r->kind == VOL_DEVICE_BRUTE) {
        VOL_CL_EACH(w, own->sorts, "sort_by_id", r->count, RECORD(&s), VOL_CL_VALUE(s.constants), VOL_CL_VALUE(s.step),
                    VOL_CL_ARRAY(w, VOL_CL_STATE), VOL_CL_ARRAY(w, VOL_CL_SORTED), VOL_CL_VALUE(s.id),
                    VOL_CL_VALUE(s.id_sorted));
    } else if (r->kind != VOL_DEVICE_TREE) {
        if (!own->counted || !same_cells(&own->in, &r->cells)) {
            count_cells(&s);
        }
        if (r->cell_count <= VOL_SMALL) {
            sort_small(&s);
        } else {
            scan_cells(&s);
        }
        if (own->able & VOL_ABLE_GRID && (r->heads == 0 || r->cell_count > VOL_SMALL)) {
            sort_by_cell(&s);
        }
    }
    if (r->kind == VOL_DEVICE_TREE || (r->kind == VOL_DEVICE_EITHER && own->able & VOL_ABLE_TREE)) {
        sort_by_curve(&s);
    }
    if (own->together) {
        VOL_CL_RUN(w, own->sorts, "line_up", r->count, RECORD(&s), VOL_CL_ARRAY(w, VOL_CL_SORTED),
                   VOL_CL_ARRAY(w, VOL_CL_TURNS));
    }
    if (is_target_of_chance(world, flock->number)) {
        VOL_CL_EACH(w, own->sorts, r->dense ? "order_dense" : "order_ranked", r->count, RECORD(&s),
                    VOL_CL_VALUE(s.id_sorted), VOL_CL_ARRAY(w, VOL_CL_ORDER));
    }
    own->patience -= own->patience > 0;
}
