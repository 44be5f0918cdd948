/* Groups as trees in a forest: linking two roots makes the later one point to the earlier one, so there is never
 * a ring, and in the end every group's root is its first boid, in whatever order its boids were joined, by any
 * workers. */
#ifndef VOLERY_MEASURE_FOREST_H
#define VOLERY_MEASURE_FOREST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static inline uint32_t vol_forest_parent(atomic_uint *parent, uint32_t i) {
    return atomic_load_explicit(&parent[i], memory_order_relaxed);
}

static inline uint32_t vol_forest_root(atomic_uint *parent, uint32_t i) {
    for (;;) {
        uint32_t up = vol_forest_parent(parent, i);
        if (up == i) {
            return i;
        }
        uint32_t next = vol_forest_parent(parent, up);
        atomic_store_explicit(&parent[i], next, memory_order_relaxed); /* shortens the way for the next one */
        i = next;
    }
}

/* Are two known to be in one group at a glance? */
static inline bool vol_forest_beside(atomic_uint *parent, uint32_t a, uint32_t b) {
    return vol_forest_parent(parent, a) == vol_forest_parent(parent, b);
}

static inline bool vol_forest_joined(atomic_uint *parent, uint32_t a, uint32_t b) {
    return vol_forest_beside(parent, a, b) || vol_forest_root(parent, a) == vol_forest_root(parent, b);
}

static inline void vol_forest_unite(atomic_uint *parent, uint32_t a, uint32_t b) {
    if (vol_forest_beside(parent, a, b)) {
        return;
    }
    for (;;) {
        a = vol_forest_root(parent, a);
        b = vol_forest_root(parent, b);
        if (a == b) {
            return;
        }
        uint32_t low = a < b ? a : b, high = a < b ? b : a;
        if (atomic_compare_exchange_weak_explicit(&parent[high], &high, low, memory_order_relaxed,
                                                  memory_order_relaxed)) {
            return;
        }
    }
}

/* The same of two trees that no other worker touches, which is quicker. */
static inline void vol_forest_unite_own(atomic_uint *parent, uint32_t a, uint32_t b) {
    a = vol_forest_root(parent, a);
    b = vol_forest_root(parent, b);
    atomic_store_explicit(&parent[a < b ? b : a], a < b ? a : b, memory_order_relaxed);
}

#endif
