/* The index for queries: boids along a curve that keeps neighbours together, in leaves of a few, each with the box
 * around its boids; and boxes around the boxes. Unlike the index of a step it knows where boids are now, needs no
 * reach, and does not depend on how they are spread out. It holds slots, not copies of boids. */
#ifndef VOLERY_INDEX_TREE_H
#define VOLERY_INDEX_TREE_H

#include <volery/query.h>

/* Boids in a leaf, nodes below a node, and levels enough for 2^31 boids. */
enum { VOL_TREE_LEAF = 16, VOL_TREE_FAN = 8, VOL_TREE_LEVELS = 12 };

/* The box around the boids below a node. Boids without a proper position are in none. */
typedef struct vol_tree_node {
    double low[3], high[3];
} vol_tree_node;

typedef struct vol_tree {
    uint32_t room;               /* boids there is memory for */
    uint32_t *slot, *slot_spare; /* slots along the curve; room to sort them */
    uint32_t *key, *key_spare;   /* where on the curve each is */
    vol_tree_node *node;         /* level by level: leaves first, the root last */
    size_t node_room;
    uint32_t count;                  /* boids in the tree */
    uint32_t levels;                 /* 0 without boids */
    uint32_t first[VOL_TREE_LEVELS]; /* first node of each level */
    uint32_t nodes[VOL_TREE_LEVELS]; /* number of nodes of each level */
    bool built;
    uint64_t steps, changes; /* of the world and of the flock, when the tree was built */
} vol_tree;

/* Makes memory for `room` boids; false if there is none, and then the tree has none at all. */
bool vol_tree_make_room(vol_tree *tree, uint32_t room, const vol_allocator *allocator);
void vol_tree_release(vol_tree *tree, const vol_allocator *allocator);

/* Builds the tree over the boids of the view, for which there is room. */
void vol_tree_build(vol_tree *tree, const vol_view *view);

/* What is searched for, and what was found. The measure of a boid decides whether and where it stands among the hits:
 * lowest first, then by flock and id; INFINITY or more does not count. */
typedef struct vol_tree_search {
    const vol_tree *tree;
    const vol_view *view;
    uint32_t flock;    /* whose tree it is */
    const void *shape; /* what `measure` and `bound` compare with */
    double (*measure)(const void *shape, const double position[3]);
    double (*bound)(const void *shape, const vol_tree_node *node); /* no boid in the node measures less */
    uint32_t without;                                              /* this id does not count; VOL_NONE: all do */
    bool only_first;                                               /* what finds no room need not be counted */
    vol_hit *hits;
    size_t room, kept;
    size_t found; /* how many count; with only_first, those that were tested */
} vol_tree_search;

/* Adds what is in the tree to the hits, which are a heap until vol_tree_finish. */
void vol_tree_visit(vol_tree_search *search);

/* Puts the hits in order. */
void vol_tree_finish(vol_tree_search *search);

#endif
