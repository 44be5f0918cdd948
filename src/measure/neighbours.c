/* Measures of near boids, over a tree of the boids as they are now (index/query_tree.h): the way for boids that cells.c
 * cannot serve. It goes leaf by leaf: the boids of a leaf look together, each a lane of the innermost loop. spacing.c
 * asks for it.
 *
 * Bounds of boxes are computed by the same operations as distances of boids, each of which rounds monotonically, so
 * that nothing is missed and the answers are those of looking at every pair. */
#include "measure/forest.h"
#include "measure/meter.h"

#include <math.h>
#include <string.h>

#define FAR_AWAY 1e300 /* beyond all numbers that are measured; its square is infinite */

/* A node of the tree, by level and number. */
typedef struct node {
    uint32_t level, number;
} node;

/* What the pieces of a search share. */
typedef struct search {
    vol_meter *meter;
    const vol_tree *tree;
    int dimensions;
    double period[3]; /* INFINITY where nothing comes again */
    double radius2;
    uint32_t level; /* of the nodes that are the pieces of work */
    uint64_t most;  /* neighbours that a boid counts */
} search;

static search begin_search(vol_meter *meter, double radius) {
    search s = {.meter = meter, .tree = &meter->tree, .dimensions = meter->space.dimensions};
    for (int c = 0; c < 3; c++) {
        s.period[c] = meter->space.periodic && c < s.dimensions ? meter->space.period[c] : INFINITY;
    }
    s.radius2 = radius * radius;
    return s;
}

static const vol_tree_node *box_of(const search *s, node n) {
    return &s->tree->node[s->tree->first[n.level] + n.number];
}

/* The boids of a leaf: from the result to *end - 1. */
static uint32_t leaf_begin(const search *s, uint32_t leaf, uint32_t *end) {
    uint32_t begin = leaf * VOL_TREE_LEAF;
    *end = s->tree->count - begin < VOL_TREE_LEAF ? s->tree->count : begin + VOL_TREE_LEAF;
    return begin;
}

/* The nodes below a node: from the result to *end - 1 of the level below. */
static uint32_t below_begin(const search *s, node n, uint32_t *end) {
    uint32_t begin = n.number * VOL_TREE_FAN, all = s->tree->nodes[n.level - 1];
    *end = all - begin < VOL_TREE_FAN ? all : begin + VOL_TREE_FAN;
    return begin;
}

/* The square of the least distance that two boids in the boxes can have. */
static double least2(const search *s, const vol_tree_node *a, const vol_tree_node *b) {
    double sum = 0;
    for (int c = 0; c < s->dimensions; c++) {
        double up = b->low[c] - a->high[c], down = a->low[c] - b->high[c];
        double far = b->high[c] - a->low[c] > a->high[c] - b->low[c] ? b->high[c] - a->low[c] : a->high[c] - b->low[c];
        double straight = up > down ? up : down, round = s->period[c] - far;
        double gap = straight < round ? straight : round;
        sum += gap > 0 ? gap * gap : 0;
    }
    return sum;
}

/* The square of the greatest; across an edge it may be less. */
static double most2(const search *s, const vol_tree_node *a, const vol_tree_node *b) {
    double sum = 0;
    for (int c = 0; c < s->dimensions; c++) {
        double up = b->high[c] - a->low[c], down = a->high[c] - b->low[c], far = up > down ? up : down;
        sum += far * far;
    }
    return sum;
}

static void put_block(vol_meter *meter, const vol_block *block, size_t at) {
    for (int c = 0; c < meter->space.dimensions; c++) {
        memcpy(&meter->position[c][at], block->position[c], block->count * sizeof(double));
    }
}

static void place_positions(vol_meter *meter, const vol_block *block, uint32_t worker) {
    (void)worker;
    put_block(meter, block, block->first);
}

static void append_positions(vol_meter *meter, const vol_block *block, uint32_t worker) {
    (void)worker;
    put_block(meter, block, meter->tree.count);
    meter->tree.count += block->count;
}

/* Where no boid is left out, every boid's place is known beforehand. */
static void fill_positions(vol_meter *meter, size_t slots) {
    meter->located = true;
    if (meter->boids == slots) {
        vol_meter_each(meter, place_positions);
        return;
    }
    meter->tree.count = 0;
    vol_meter_each_in_order(meter, append_positions);
}

void vol_meter_locate(vol_meter *meter, size_t slots) {
    meter->tree.built = false;
    meter->tree.count = (uint32_t)meter->boids;
    meter->located = false;
    if (!meter->even || meter->flock_end - meter->flock_begin != 1) {
        fill_positions(meter, slots);
    }
}

static void sort_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    vol_meter *meter = context;
    uint32_t begin = piece * 4096, end = meter->tree.count - begin < 4096 ? meter->tree.count : begin + 4096;
    for (int c = 0; c < meter->space.dimensions; c++) {
        for (uint32_t i = begin; i < end; i++) {
            meter->sorted[c][i] = meter->position[c][meter->tree.slot[i]];
        }
    }
}

/* Cells may have sorted the boids in their own way since the tree was built. */
static void grow_tree(vol_meter *meter) {
    if (!meter->located) {
        fill_positions(meter, meter->tree.count);
    }
    vol_view view = {.count = meter->tree.count,
                     .dimensions = meter->space.dimensions,
                     .precision = VOL_PRECISION_DOUBLE,
                     .position = {meter->position[0], meter->position[1], meter->position[2]}};
    if (!meter->tree.built) {
        vol_tree_build(&meter->tree, &view);
        meter->tree.built = true;
    }
    vol_crew_run(&meter->world->crew, (meter->tree.count + 4095) / 4096, sort_piece, meter);
    for (int c = 0; c < meter->space.dimensions && meter->tree.count > 0; c++) {
        for (uint32_t i = 0; i < VOL_TREE_LEAF; i++) { /* no boid is there, and none is seen from there */
            meter->sorted[c][meter->tree.count + i] = FAR_AWAY;
        }
    }
}

/* The boids of a leaf: where their coordinates begin. */
typedef struct leaf_boids {
    const double *at[3];
} leaf_boids;

static leaf_boids boids_of(const search *s, uint32_t leaf) {
    size_t begin = (size_t)leaf * VOL_TREE_LEAF;
    double *const *sorted = s->meter->sorted;
    return (leaf_boids){{sorted[0] + begin, sorted[1] + begin, s->dimensions == 3 ? sorted[2] + begin : NULL}};
}

/* For each boid of a leaf the square of the least distance that one in the box can have. */
static void gaps2(const search *s, const leaf_boids *leaf, const vol_tree_node *box, double *square) {
    for (int i = 0; i < VOL_TREE_LEAF; i++) {
        square[i] = 0;
    }
    for (int c = 0; c < s->dimensions; c++) {
        const double *at = leaf->at[c], low = box->low[c], high = box->high[c], period = s->period[c];
        for (int i = 0; i < VOL_TREE_LEAF; i++) {
            double below = low - at[i], above = at[i] - high, over = high - at[i], under = at[i] - low;
            double straight = below > above ? below : above, round = period - (over > under ? over : under);
            double gap = straight < round ? straight : round;
            gap = gap > 0 ? gap : 0;
            square[i] += gap * gap;
        }
    }
}

/* The squares of the distances of boid `which` of a leaf from the boids of a leaf. */
static void distances2(const search *s, const leaf_boids *from, uint32_t which, const leaf_boids *to, double *square) {
    for (int j = 0; j < VOL_TREE_LEAF; j++) {
        square[j] = 0;
    }
    for (int c = 0; c < s->dimensions; c++) {
        const double *other = to->at[c], own = from->at[c][which], period = s->period[c];
        for (int j = 0; j < VOL_TREE_LEAF; j++) {
            double d = fabs(other[j] - own), round = period - d;
            d = round < d ? round : d;
            square[j] += d * d;
        }
    }
}

enum { PIECE_LEAVES = 64, NEAR_LEAVES = 64 };

/* The boids of a leaf look for the nearest other: first in their own leaf, then in those that may have a nearer one for
 * some of them, which are collected before each boid looks at those that may have one for it. */
typedef struct lookers {
    uint32_t leaf, count;
    leaf_boids own;
    double least[VOL_TREE_LEAF];     /* square of the distance to the nearest seen */
    uint32_t partner[VOL_TREE_LEAF]; /* and who it is, if that is asked for */
    double most;                     /* of the least */
    uint32_t near_count;
    uint32_t near[NEAR_LEAVES];
} lookers;

static double least_of(const double *square, double least) {
    double lanes[4] = {least, least, least, least};
    for (int j = 0; j < VOL_TREE_LEAF; j += 4) {
        for (int k = 0; k < 4; k++) {
            lanes[k] = square[j + k] < lanes[k] ? square[j + k] : lanes[k];
        }
    }
    double a = lanes[0] < lanes[1] ? lanes[0] : lanes[1], b = lanes[2] < lanes[3] ? lanes[2] : lanes[3];
    return a < b ? a : b;
}

static void find_most(lookers *l) {
    l->most = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        l->most = l->least[i] > l->most ? l->least[i] : l->most;
    }
}

/* Of two others that are equally near to a boid, all three by their number: is the first one taken? */
static bool prefers(const search *s, uint32_t own, uint32_t one, uint32_t other) {
    double at[3][3];
    for (int c = 0; c < s->dimensions; c++) {
        const double *sorted = s->meter->sorted[c];
        at[0][c] = sorted[own];
        at[1][c] = sorted[one];
        at[2][c] = sorted[other];
    }
    return vol_meter_prefers(s->meter, at[0], at[1], at[2]);
}

/* Boid `i` of the leaf has looked at the boids of another. */
static void see(const search *s, lookers *l, uint32_t i, uint32_t leaf, const double *square) {
    const uint32_t begin = leaf * VOL_TREE_LEAF, own = l->leaf * VOL_TREE_LEAF + i;
    const double before = l->least[i];
    l->least[i] = least_of(square, before);
    if (!s->meter->partner || !(l->least[i] < INFINITY)) {
        return;
    }
    l->partner[i] = l->least[i] < before ? VOL_NONE : l->partner[i];
    for (uint32_t j = 0; j < VOL_TREE_LEAF; j++) {
        if (square[j] == l->least[i] && (l->partner[i] == VOL_NONE || prefers(s, own, begin + j, l->partner[i]))) {
            l->partner[i] = begin + j;
        }
    }
}

static void look_within(const search *s, lookers *l) {
    for (uint32_t i = 0; i < l->count; i++) {
        double square[VOL_TREE_LEAF];
        distances2(s, &l->own, i, &l->own, square);
        square[i] = INFINITY;
        l->least[i] = INFINITY;
        l->partner[i] = VOL_NONE;
        see(s, l, i, l->leaf, square);
    }
    find_most(l);
}

/* Every boid is compared with the leaves that were collected. */
static void look_at_near(const search *s, lookers *l) {
    for (uint32_t n = 0; n < l->near_count; n++) {
        const leaf_boids others = boids_of(s, l->near[n]);
        double gap[VOL_TREE_LEAF], square[VOL_TREE_LEAF];
        gaps2(s, &l->own, &s->tree->node[l->near[n]], gap);
        for (uint32_t i = 0; i < l->count; i++) {
            if (gap[i] <= l->least[i]) {
                distances2(s, &l->own, i, &others, square);
                see(s, l, i, l->near[n], square);
            }
        }
    }
    l->near_count = 0;
    find_most(l);
}

static void collect_below(const search *s, lookers *l, node n) {
    const vol_tree_node *own = &s->tree->node[l->leaf];
    uint32_t end, begin = below_begin(s, n, &end);
    for (uint32_t i = begin; i < end; i++) {
        node child = {n.level - 1, i};
        if (!(least2(s, own, box_of(s, child)) <= l->most)) { /* one as near may be the one that is taken */
            continue;
        }
        if (child.level > 0) {
            collect_below(s, l, child);
        } else if (i != l->leaf) {
            l->near[l->near_count++] = i;
            if (l->near_count == NEAR_LEAVES) {
                look_at_near(s, l);
            }
        }
    }
}

static void nearest_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const search *s = context;
    uint32_t first = piece * PIECE_LEAVES, leaves = s->tree->nodes[0];
    uint32_t last = leaves - first < PIECE_LEAVES ? leaves : first + PIECE_LEAVES;
    for (uint32_t leaf = first; leaf < last; leaf++) {
        uint32_t end, begin = leaf_begin(s, leaf, &end);
        lookers l;
        l.leaf = leaf;
        l.count = end - begin;
        l.own = boids_of(s, leaf);
        l.near_count = 0;
        look_within(s, &l);
        if (s->tree->levels > 1) {
            collect_below(s, &l, (node){s->tree->levels - 1, 0});
            look_at_near(s, &l);
        }
        for (uint32_t i = 0; i < l.count; i++) {
            s->meter->nearest[begin + i] = sqrt(l.least[i]);
            if (s->meter->partner) {
                s->meter->partner[begin + i] = l.partner[i];
            }
        }
    }
}

void vol_meter_nearest_by_tree(vol_meter *meter) {
    grow_tree(meter);
    search s = begin_search(meter, 0);
    vol_crew_run(&meter->world->crew, (s.tree->nodes[0] + PIECE_LEAVES - 1) / PIECE_LEAVES, nearest_piece, &s);
}

static uint32_t first_of(node n) {
    uint32_t first = n.number * VOL_TREE_LEAF;
    for (uint32_t level = 0; level < n.level; level++) {
        first *= VOL_TREE_FAN;
    }
    return first;
}

static bool is_tight(const search *s, node n) {
    return s->meter->tight[s->tree->first[n.level] + n.number] != 0;
}

/* Nodes so small that all their boids are near each other are one group each, without looking. */
static void join_tight(const search *s) {
    atomic_uint *parent = s->meter->parent;
    for (uint32_t i = 0; i < s->tree->count; i++) {
        atomic_init(&parent[i], i);
    }
    for (uint32_t level = 0; level < s->tree->levels; level++) {
        for (uint32_t i = 0; i < s->tree->nodes[level]; i++) {
            node n = {level, i};
            const vol_tree_node *box = box_of(s, n);
            bool tight = most2(s, box, box) < s->radius2;
            s->meter->tight[s->tree->first[level] + i] = tight;
            uint32_t end = 0, begin = level == 0 ? leaf_begin(s, i, &end) : below_begin(s, n, &end);
            for (uint32_t k = begin; tight && k < end; k++) {
                vol_forest_unite(parent, first_of(n), level == 0 ? k : first_of((node){level - 1, k}));
            }
        }
    }
}

/* Are all boids from a_begin to a_end - 1 and from b_begin to b_end - 1 in one group already? */
static bool are_joined(atomic_uint *parent, uint32_t a_begin, uint32_t a_end, uint32_t b_begin, uint32_t b_end) {
    uint32_t root = vol_forest_root(parent, a_begin);
    for (uint32_t i = b_begin; i < b_end; i++) {
        if (vol_forest_root(parent, i) != root) {
            return false;
        }
    }
    for (uint32_t i = a_begin + 1; i < a_end; i++) {
        if (vol_forest_root(parent, i) != root) {
            return false;
        }
    }
    return true;
}

/* Of two tight leaves one pair that is near is enough. */
static void join_leaves(const search *s, node a, node b, bool one_is_enough) {
    atomic_uint *parent = s->meter->parent;
    uint32_t a_end, a_begin = leaf_begin(s, a.number, &a_end), b_end, b_begin = leaf_begin(s, b.number, &b_end);
    if (are_joined(parent, a_begin, a_end, b_begin, b_end)) {
        return;
    }
    const leaf_boids from = boids_of(s, a.number), to = boids_of(s, b.number);
    double gap[VOL_TREE_LEAF], square[VOL_TREE_LEAF];
    gaps2(s, &from, box_of(s, b), gap);
    for (uint32_t i = a_begin; i < a_end; i++) {
        if (!(gap[i - a_begin] < s->radius2)) {
            continue;
        }
        uint32_t near[VOL_TREE_LEAF] = {0}, count = 0; /* filled without a branch, which could not be predicted */
        distances2(s, &from, i - a_begin, &to, square);
        for (uint32_t j = 0; j < b_end - b_begin; j++) {
            near[count] = b_begin + j;
            count += square[j] < s->radius2;
        }
        for (uint32_t n = 0; n < count; n++) {
            vol_forest_unite(parent, i, near[n]);
        }
        if (one_is_enough && count > 0) {
            return;
        }
    }
}

/* Joins boids below `a` with boids below `b` that are near. */
static void join_nodes(const search *s, node a, node b) {
    const vol_tree_node *box_a = box_of(s, a), *box_b = box_of(s, b);
    bool same = a.level == b.level && a.number == b.number, tight = is_tight(s, a) && is_tight(s, b);
    if ((same && tight) || !(least2(s, box_a, box_b) < s->radius2)) {
        return;
    }
    if (tight) {
        uint32_t first_a = first_of(a), first_b = first_of(b);
        if (vol_forest_joined(s->meter->parent, first_a, first_b)) {
            return;
        }
        if (most2(s, box_a, box_b) < s->radius2) {
            vol_forest_unite(s->meter->parent, first_a, first_b);
            return;
        }
    }
    if (a.level == 0 && b.level == 0) {
        join_leaves(s, a, b, tight);
        return;
    }
    node large = b.level > a.level ? b : a, other = b.level > a.level ? a : b;
    uint32_t end, begin = below_begin(s, large, &end);
    for (uint32_t i = begin; i < end; i++) {
        for (uint32_t j = i; same && j < end; j++) {
            join_nodes(s, (node){large.level - 1, i}, (node){large.level - 1, j});
        }
        if (!same) {
            join_nodes(s, (node){large.level - 1, i}, other);
        }
    }
}

static void groups_piece(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const search *s = context;
    for (uint32_t other = piece; other < s->tree->nodes[s->level]; other++) {
        join_nodes(s, (node){s->level, piece}, (node){s->level, other});
    }
}

void vol_meter_join_by_tree(vol_meter *meter, double radius) {
    grow_tree(meter);
    meter->by_cell = false;
    search s = begin_search(meter, radius);
    join_tight(&s);
    s.level = s.tree->levels - 1;
    while (s.level > 0 && s.tree->nodes[s.level] < 64) { /* enough to share out evenly */
        s.level--;
    }
    vol_crew_run(&meter->world->crew, s.tree->nodes[s.level], groups_piece, &s);
}

/* Those below a node that are within the radius of the boids of a leaf, to the numbers of these. */
static void number_below(const search *s, uint32_t leaf, node n, uint64_t *number) {
    const vol_tree_node *own = &s->tree->node[leaf], *box = box_of(s, n);
    if (!(least2(s, own, box) <= s->radius2)) {
        return;
    }
    if (n.level > 0) {
        uint32_t end, begin = below_begin(s, n, &end);
        for (uint32_t i = begin; i < end; i++) {
            number_below(s, leaf, (node){n.level - 1, i}, number);
        }
        return;
    }
    uint32_t own_end, own_begin = leaf_begin(s, leaf, &own_end), end, begin = leaf_begin(s, n.number, &end);
    const leaf_boids from = boids_of(s, leaf), to = boids_of(s, n.number);
    const bool all = most2(s, own, box) <= s->radius2;
    for (uint32_t i = 0; i < own_end - own_begin; i++) {
        double square[VOL_TREE_LEAF];
        uint64_t here = all ? end - begin : 0;
        if (!all) {
            distances2(s, &from, i, &to, square);
            for (uint32_t j = 0; j < VOL_TREE_LEAF; j++) {
                here += square[j] <= s->radius2; /* behind the last boid all are far away */
            }
        }
        number[i] += here;
    }
}

static void number_piece(void *context, uint32_t piece, uint32_t worker) {
    const search *s = context;
    const uint32_t first = piece * PIECE_LEAVES, leaves = s->tree->nodes[0];
    const uint32_t last = leaves - first < PIECE_LEAVES ? leaves : first + PIECE_LEAVES;
    uint64_t sum = 0;
    for (uint32_t leaf = first; leaf < last; leaf++) {
        uint64_t number[VOL_TREE_LEAF] = {0};
        uint32_t end, begin = leaf_begin(s, leaf, &end);
        number_below(s, leaf, (node){s->tree->levels - 1, 0}, number);
        for (uint32_t i = 0; i < end - begin; i++) {
            uint64_t others = number[i] - 1; /* it has met itself */
            sum += others < s->most ? others : s->most;
        }
    }
    s->meter->motion[worker].neighbours += sum;
}

void vol_meter_number_by_tree(vol_meter *meter, double radius, uint64_t most) {
    grow_tree(meter);
    search s = begin_search(meter, radius);
    s.most = most;
    vol_crew_run(&meter->world->crew, (s.tree->nodes[0] + PIECE_LEAVES - 1) / PIECE_LEAVES, number_piece, &s);
}
