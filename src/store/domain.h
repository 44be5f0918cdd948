/* Which boids of a flock are computed here. Stands between a flock's store and its index: how many boids there are in
 * all decides on cells and index, and only boids of the domain are moved, hashed and spawned. Others in the store are
 * ghosts: they are seen and not moved. In one process every boid is of the domain. */
#ifndef VOLERY_STORE_DOMAIN_H
#define VOLERY_STORE_DOMAIN_H

#include <stdint.h>

typedef struct vol_domain {
    uint32_t begin, end; /* slots of the boids that are computed here; the rest are ghosts */
    uint32_t total;      /* boids of the flock in all domains, ghosts not counted */
} vol_domain;

/* The domain of a process that is alone: all boids. */
static inline vol_domain vol_domain_whole(uint32_t boids) {
    return (vol_domain){0, boids, boids};
}

#endif
