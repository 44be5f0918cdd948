/* The index for queries. Building: a key along the Hilbert curve for each boid, a radix sort, then boxes from the
 * leaves up; all in time proportional to the boids. Searching: from the root down, nearest boxes first, never into a
 * box that cannot have a hit. Comes after a step; query.c says what is searched for. */
#include "index/query_tree.h"

#include "core/hilbert.h"
#include "core/memory.h"

#include <math.h>
#include <string.h>

static uint32_t divide_up(uint32_t a, uint32_t b) {
    return a / b + (a % b != 0);
}

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static size_t node_count(uint32_t boids) {
    size_t total = 0;
    uint32_t nodes = divide_up(boids, VOL_TREE_LEAF);
    for (; nodes > 1; nodes = divide_up(nodes, VOL_TREE_FAN)) {
        total += nodes;
    }
    return total + nodes;
}

bool vol_tree_make_room(vol_tree *tree, uint32_t room, const vol_allocator *allocator) {
    if (room <= tree->room) {
        return true;
    }
    vol_tree_release(tree, allocator);
    tree->room = room;
    tree->node_room = node_count(room);
    tree->slot = vol_allocate(allocator, room, sizeof *tree->slot);
    tree->slot_spare = vol_allocate(allocator, room, sizeof *tree->slot_spare);
    tree->key = vol_allocate(allocator, room, sizeof *tree->key);
    tree->key_spare = vol_allocate(allocator, room, sizeof *tree->key_spare);
    tree->node = vol_allocate(allocator, tree->node_room, sizeof *tree->node);
    if (tree->slot && tree->slot_spare && tree->key && tree->key_spare && tree->node) {
        return true;
    }
    vol_tree_release(tree, allocator);
    return false;
}

void vol_tree_release(vol_tree *tree, const vol_allocator *allocator) {
    vol_release(allocator, tree->slot, tree->room, sizeof *tree->slot);
    vol_release(allocator, tree->slot_spare, tree->room, sizeof *tree->slot_spare);
    vol_release(allocator, tree->key, tree->room, sizeof *tree->key);
    vol_release(allocator, tree->key_spare, tree->room, sizeof *tree->key_spare);
    vol_release(allocator, tree->node, tree->node_room, sizeof *tree->node);
    memset(tree, 0, sizeof *tree);
}

static const vol_tree_node nowhere = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

/* Widens the box; a number that is none leaves it as it is. */
static void take_in(vol_tree_node *node, int axis, double low, double high) {
    node->low[axis] = low < node->low[axis] ? low : node->low[axis];
    node->high[axis] = high > node->high[axis] ? high : node->high[axis];
}

/* Where each boid is on the Hilbert curve through the box around all. Cells are square; boids that share one stay in
 * the order of the slots, in which a step by grid leaves neighbours close together. */
static void make_keys(vol_tree *tree, const vol_view *view) {
    vol_tree_node all = nowhere;
    double longest = 0;
    for (int c = 0; c < view->dimensions; c++) {
        for (uint32_t i = 0; i < tree->count; i++) {
            double p = vol_view_position(view, c, i);
            take_in(&all, c, p, p);
        }
        longest = all.high[c] - all.low[c] > longest ? all.high[c] - all.low[c] : longest;
    }
    const double last = view->dimensions == 3 ? 0x1p10 - 1 : 0x1p16 - 1;
    const double scale = longest > 0 ? last / longest : 0;
    const int bits = view->dimensions == 3 ? 10 : 16;
    for (uint32_t begin = 0; begin < tree->count; begin += VOL_HILBERT_BLOCK) {
        uint32_t block = least(VOL_HILBERT_BLOCK, tree->count - begin), cell[3][VOL_HILBERT_BLOCK] = {{0}};
        uint64_t key[VOL_HILBERT_BLOCK];
        for (int c = 0; c < view->dimensions; c++) {
            for (uint32_t i = 0; i < block; i++) {
                double at = (vol_view_position(view, c, begin + i) - all.low[c]) * scale;
                cell[c][i] = at > 0 ? (uint32_t)(at < last ? at : last) : 0; /* 0 also for what is no number */
            }
        }
        vol_hilbert_keys(view->dimensions, cell, bits, key);
        for (uint32_t i = 0; i < block; i++) {
            tree->key[begin + i] = (uint32_t)key[i];
            tree->slot[begin + i] = begin + i;
        }
    }
}

static void swap_arrays(uint32_t **a, uint32_t **b) {
    uint32_t *swap = *a;
    *a = *b;
    *b = swap;
}

/* Sorts the slots by key, byte by byte from the lowest; slots with the same key keep their order. */
static void sort_by_key(vol_tree *tree) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        uint32_t place[256] = {0}, at = 0;
        for (uint32_t i = 0; i < tree->count; i++) {
            place[tree->key[i] >> shift & 255]++;
        }
        for (int b = 0; b < 256; b++) {
            uint32_t here = place[b];
            place[b] = at;
            at += here;
        }
        for (uint32_t i = 0; i < tree->count; i++) {
            uint32_t to = place[tree->key[i] >> shift & 255]++;
            tree->key_spare[to] = tree->key[i];
            tree->slot_spare[to] = tree->slot[i];
        }
        swap_arrays(&tree->key, &tree->key_spare);
        swap_arrays(&tree->slot, &tree->slot_spare);
    }
}

static void make_leaf(vol_tree *tree, const vol_view *view, uint32_t leaf) {
    vol_tree_node box = nowhere;
    uint32_t begin = leaf * VOL_TREE_LEAF, end = begin + least(VOL_TREE_LEAF, tree->count - begin);
    for (uint32_t i = begin; i < end; i++) {
        for (int c = 0; c < view->dimensions; c++) {
            double p = vol_view_position(view, c, tree->slot[i]);
            take_in(&box, c, p, p);
        }
    }
    tree->node[leaf] = box;
}

/* The nodes below node number `number` of a level: from *begin to the result - 1 of the level below. */
static uint32_t nodes_below(const vol_tree *tree, uint32_t level, uint32_t number, uint32_t *begin) {
    *begin = number * VOL_TREE_FAN;
    return *begin + least(VOL_TREE_FAN, tree->nodes[level - 1] - *begin);
}

static void make_node(vol_tree *tree, int dimensions, uint32_t level, uint32_t number) {
    vol_tree_node box = nowhere;
    uint32_t begin, end = nodes_below(tree, level, number, &begin);
    for (uint32_t i = begin; i < end; i++) {
        const vol_tree_node *below = &tree->node[tree->first[level - 1] + i];
        for (int c = 0; c < dimensions; c++) {
            take_in(&box, c, below->low[c], below->high[c]);
        }
    }
    tree->node[tree->first[level] + number] = box;
}

void vol_tree_build(vol_tree *tree, const vol_view *view) {
    tree->count = (uint32_t)view->count;
    tree->levels = 0;
    if (tree->count == 0) {
        return;
    }
    make_keys(tree, view);
    sort_by_key(tree);
    uint32_t nodes = divide_up(tree->count, VOL_TREE_LEAF), first = 0;
    for (;; nodes = divide_up(nodes, VOL_TREE_FAN)) {
        uint32_t level = tree->levels++;
        tree->first[level] = first;
        tree->nodes[level] = nodes;
        for (uint32_t i = 0; i < nodes; i++) {
            if (level == 0) {
                make_leaf(tree, view, i);
            } else {
                make_node(tree, view->dimensions, level, i);
            }
        }
        first += nodes;
        if (nodes == 1) {
            return;
        }
    }
}

/* Is `a` farther down the list than `b`? */
static bool stands_behind(const vol_hit *a, const vol_hit *b) {
    if (a->distance != b->distance) {
        return a->distance > b->distance;
    }
    return a->flock > b->flock || (a->flock == b->flock && a->id > b->id);
}

/* The hits are a heap with the last one of the list on top. */
static void sink(vol_hit *hits, size_t count, size_t root) {
    vol_hit sinking = hits[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && stands_behind(&hits[child + 1], &hits[child])) {
            child++;
        }
        if (!stands_behind(&hits[child], &sinking)) {
            break;
        }
        hits[root] = hits[child];
    }
    hits[root] = sinking;
}

static void keep_hit(vol_tree_search *search, const vol_hit *hit) {
    vol_hit *hits = search->hits;
    search->found++;
    if (search->kept < search->room) {
        size_t at = search->kept++;
        for (; at > 0 && stands_behind(hit, &hits[(at - 1) / 2]); at = (at - 1) / 2) {
            hits[at] = hits[(at - 1) / 2];
        }
        hits[at] = *hit;
    } else if (search->room > 0 && stands_behind(&hits[0], hit)) {
        hits[0] = *hit;
        sink(hits, search->kept, 0);
    }
}

static void look_at_leaf(vol_tree_search *search, uint32_t leaf) {
    const vol_tree *tree = search->tree;
    const vol_view *view = search->view;
    uint32_t begin = leaf * VOL_TREE_LEAF, end = begin + least(VOL_TREE_LEAF, tree->count - begin);
    for (uint32_t i = begin; i < end; i++) {
        uint32_t slot = tree->slot[i];
        double position[3] = {0, 0, 0};
        for (int c = 0; c < view->dimensions; c++) {
            position[c] = vol_view_position(view, c, slot);
        }
        double measure = search->measure(search->shape, position);
        if (measure < INFINITY && view->id[slot] != search->without) {
            keep_hit(search, &(vol_hit){slot, view->id[slot], measure, search->flock});
        }
    }
}

/* Can no boid with this measure, or a higher one, be among the hits? */
static bool is_out(const vol_tree_search *search, double bound) {
    return !(bound < INFINITY) ||
           (search->only_first && search->room > 0 && search->kept == search->room && bound > search->hits[0].distance);
}

/* Looks below a node, in the boxes that may have the first hits first. As deep as the tree, which is less than 12. */
static void look_below(vol_tree_search *search, uint32_t level, uint32_t number) {
    if (level == 0) {
        look_at_leaf(search, number);
        return;
    }
    uint32_t begin, end = nodes_below(search->tree, level, number, &begin);
    uint32_t order[VOL_TREE_FAN], count = 0;
    double bound[VOL_TREE_FAN];
    for (uint32_t i = begin; i < end; i++) {
        double b = search->bound(search->shape, &search->tree->node[search->tree->first[level - 1] + i]);
        uint32_t at = count++;
        for (; at > 0 && bound[at - 1] > b; at--) {
            bound[at] = bound[at - 1];
            order[at] = order[at - 1];
        }
        bound[at] = b;
        order[at] = i;
    }
    for (uint32_t i = 0; i < count && !is_out(search, bound[i]); i++) {
        look_below(search, level - 1, order[i]);
    }
}

void vol_tree_visit(vol_tree_search *search) {
    const vol_tree *tree = search->tree;
    if (tree->levels == 0) {
        return;
    }
    uint32_t top = tree->levels - 1;
    if (!is_out(search, search->bound(search->shape, &tree->node[tree->first[top]]))) {
        look_below(search, top, 0);
    }
}

void vol_tree_finish(vol_tree_search *search) {
    for (size_t end = search->kept; end-- > 1;) {
        vol_hit last = search->hits[0];
        search->hits[0] = search->hits[end];
        search->hits[end] = last;
        sink(search->hits, end, 0);
    }
}
