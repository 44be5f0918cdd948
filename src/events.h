/* What happens to boids, as the library itself sees it: the ring of events, and the regions that are watched. */
#ifndef VOLERY_EVENTS_INTERNAL_H
#define VOLERY_EVENTS_INTERNAL_H

#include <volery/events.h>

struct vol_flock_data;

/* A place of the ring: an event, and the memory for what its boid carried, which moves with it. */
typedef struct vol_event_place {
    vol_event event;
    unsigned char *bytes;
} vol_event_place;

typedef struct vol_region {
    bool exists, box;
    bool all;                                  /* of all flocks; else of those whose bits say so */
    double low[3], high[3], center[3], radius; /* as the host gave them */
} vol_region;

/* A boid that is in regions: bits by their numbers. */
typedef struct vol_inside {
    uint32_t id, regions;
} vol_inside;

typedef struct vol_events {
    uint32_t kinds;
    size_t room, user_bytes;
    vol_event_place *ring;
    unsigned char *bytes;
    uint64_t first, next; /* numbers of the first event that is there since the last watch, and of the next one */
    uint64_t step;        /* in which what happens does so */
    uint64_t mark;        /* the first event of this step or call */
    vol_region region[VOL_REGIONS_MOST];
    uint32_t region_bits; /* of those that exist */
} vol_events;

/* Around whatever makes events: sets their step; and sorts what has happened since. */
void vol_events_begin(vol_world *world, uint64_t step);
void vol_events_end(vol_world *world);

/* The boid in that slot was born, or dies: eaten by another, or not (VOL_NONE). */
void vol_events_born(vol_world *world, const struct vol_flock_data *flock, uint32_t slot);
void vol_events_died(vol_world *world, const struct vol_flock_data *flock, uint32_t slot, uint32_t other_flock,
                     uint32_t other);

/* Are boids watched one by one, behind every step? */
bool vol_events_cross(const vol_world *world);

/* Behind a step: who has come into regions or gone out of them. `silent`: without events, after a world was read. */
void vol_events_look(vol_world *world, bool silent);

/* Room to remember which boids are in regions, where there are any, for a flock that will have room for `capacity`. */
bool vol_events_make_room(const vol_world *world, struct vol_flock_data *flock, size_t capacity);

/* The same whether there are any or not. */
bool vol_events_make_lists(const vol_world *world, struct vol_flock_data *flock, size_t capacity);

void vol_events_release_flock(const vol_world *world, struct vol_flock_data *flock);
void vol_events_release(vol_world *world);

#endif
