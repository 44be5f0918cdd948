/* Which boids of a flock are computed here. Stands between a flock's store and its index: how many boids there are in
 * all decides on cells and index, and only boids of the domain are moved, hashed and spawned. Others in the store are
 * ghosts: they are seen and not moved. In a process that is alone every boid is of the domain. */
#ifndef VOLERY_STORE_DOMAIN_H
#define VOLERY_STORE_DOMAIN_H

#include <stddef.h>
#include <stdint.h>

typedef struct vol_domain {
    uint32_t begin, end;        /* slots among which are all boids that are computed here */
    uint32_t total;             /* boids of the flock in all domains, ghosts not counted */
    const unsigned char *ghost; /* of each slot, 1 for a ghost; NULL: there are none */
} vol_domain;

/* The domain of a process that is alone: all boids. */
static inline vol_domain vol_domain_whole(uint32_t boids) {
    return (vol_domain){0, boids, boids, NULL};
}

/* The next boids that are computed here, side by side, from slot *at on and before `end`: *at becomes the first of
 * them, and the slot behind the last is returned; *at is `end` if there are none. Up to `bridge` ghosts in between are
 * among them, for who may as well compute them along: what comes of them counts for nothing. */
static inline uint32_t vol_domain_next(const vol_domain *domain, uint32_t *at, uint32_t end, uint32_t bridge) {
    if (!domain->ghost) {
        return end;
    }
    while (*at < end && domain->ghost[*at]) {
        ++*at;
    }
    uint32_t stop = *at;
    for (uint32_t next = *at; next < end && next <= stop + bridge; next++) {
        stop = domain->ghost[next] ? stop : next + 1;
    }
    return stop;
}

#endif
