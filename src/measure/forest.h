/* Groups as trees in a forest: whoever links two roots makes the later one point to the earlier one, so there is never a
 * ring, and in the end every group's root is its first boid, in whatever order its boids were joined, by any workers. */
#ifndef VOLERY_MEASURE_FOREST_H
#define VOLERY_MEASURE_FOREST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static inline uint32_t vol_forest_root(atomic_uint *parent, uint32_t i) {
    for (;;) {
        uint32_t up = atomic_load_explicit(&parent[i], memory_order_relaxed);
        if (up == i) {
            return i;
        }
        uint32_t next = atomic_load_explicit(&parent[up], memory_order_relaxed);
        atomic_store_explicit(&parent[i], next, memory_order_relaxed); /* shortens the way for the next one */
        i = next;
    }
}

/* Are two known to be in one group at a glance? */
static inline bool vol_forest_beside(atomic_uint *parent, uint32_t a, uint32_t b) {
    return atomic_load_explicit(&parent[a], memory_order_relaxed) ==
           atomic_load_explicit(&parent[b], memory_order_relaxed);
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

#endif
