/* Events: boids that were born or died, and that entered or left regions of the host's, as a list of bounded size that
 * nothing is lost from unnoticed.
 *
 *     vol_world_watch(world, VOL_EVENT_ALL, 4096, sizeof(sheep), NULL);
 *     vol_world_watch_ball(world, 0, NULL, 0, fold, 50, NULL);
 *     ...
 *     vol_world_step(world, 10);
 *     vol_event events[64];
 *     uint64_t lost;
 *     for (size_t n; (n = vol_world_read_events(world, &cursor, events, 64, &lost)) > 0;) {
 *         ... events[i].kind, .step, .flock, .id, .position, and (const sheep *)events[i].user ...
 *     }
 *
 * Rules:
 * - Events are kept in a ring of `room` events, whose memory is made by vol_world_watch: a step allocates nothing. A
 *   new event takes the place of the oldest. Every reader has a cursor of its own, a number that begins with 0, and
 *   learns how many events came and went between two of its readings: none is lost to who reads often enough.
 * - Order: events of a step come before those of the next, in it by flock, id, kind and region; events of a call
 *   (vol_flock_add, vol_flock_remove) when it was made, in it by id. So the list is the same for every number of
 *   threads, instruction set, device and cluster.
 * - Regions are looked at behind every step, after hunters have eaten, in time proportional to the boids of the flocks
 *   that are watched: some ten nanoseconds each, by region. On devices and clusters all boids are brought to the host
 *   for that behind every step. Meals cost what happens alone; adding and
 *   removing, while watched, sort the flock's ids once after a step.
 * - Snapshots hold neither events, nor what is watched. vol_snapshot_read makes no events: boids are in those regions
 *   that they are in, and the steps of later events go on from the snapshot's.
 * - Call from the thread that steps the world, between two steps, as all functions of a world. */
#ifndef VOLERY_EVENTS_H
#define VOLERY_EVENTS_H

#include <volery/flock.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What happened to a boid. The numbers are bits, to say which ones are wanted. Since 0.1. */
typedef enum vol_event_kind {
    VOL_EVENT_BORN = 1,    /* it was added (vol_flock_add and its kin); not the first boids of a new flock */
    VOL_EVENT_DIED = 2,    /* it was eaten, or removed (vol_flock_remove) */
    VOL_EVENT_ENTERED = 4, /* it is in a region, and was not after the last step, or is new */
    VOL_EVENT_LEFT = 8,    /* it is not in a region any more, because it has moved, the region has, or it died */
    VOL_EVENT_ALL = 15
} vol_event_kind;

/* Since 0.1. */
typedef struct vol_event {
    uint64_t step; /* how many steps the world had made then, the one that it happened in included */
    vol_event_kind kind;
    vol_flock flock; /* the boid's */
    uint32_t id;
    vol_flock other_flock; /* of one that was eaten: the flock of who ate it, else VOL_NONE */
    uint32_t other;        /* and its id, else VOL_NONE */
    uint32_t region;       /* that was entered or left, else VOL_NONE */
    double position[3];    /* of the boid then; of one that died, where it died */
    const void *user;      /* what it carried for the host then, `user_bytes` of it; NULL without. Valid as a view is */
    size_t user_bytes;
} vol_event;

/* Begins to keep events of these kinds (VOL_EVENT_DIED | VOL_EVENT_LEFT, say), the last `room` of them (up to 2^31 -
 * 1), each with up to `user_bytes` (from 0 to 4096) of what its boid carries: the first so many. Called again, it
 * begins anew; what was not read by then is lost to its readers. Room 0 ends it. VOL_ERROR_MEMORY, and nothing has
 * changed, if there is none for that. Since 0.1. */
VOL_API vol_result vol_world_watch(vol_world *world, uint32_t kinds, size_t room, size_t user_bytes, vol_error *error);

/* Copies events from *cursor on, at most `room`, and moves the cursor behind them; returns how many there were. *lost
 * is how many before them are not there any more, because newer ones have their place; NULL if that is of no interest.
 * Since 0.1. */
VOL_API size_t vol_world_read_events(const vol_world *world, uint64_t *cursor, vol_event *events, size_t room,
                                     uint64_t *lost);

/* How many events there were since the world was made: the cursor of a reader that wants those to come. Since 0.1. */
VOL_API uint64_t vol_world_event_count(const vol_world *world);

/* Regions have numbers from 0 to this less one, which the host chooses. */
enum { VOL_REGIONS_MOST = 32 };

/* Makes a region, or moves and changes it, even into another shape: the boids of `flock_count` flocks (NULL and 0: of
 * all, those to come too) that are nearer to `center` than `radius` (from 0 to 1e12), or in a box, edges included, as
 * vol_query_near and vol_query_box find them; with images, across the edges. Who is in it at first has entered it
 * behind the next step. VOL_ERROR_MEMORY, and nothing has changed, if there is none for that. Since 0.1. */
VOL_API vol_result vol_world_watch_ball(vol_world *world, uint32_t region, const vol_flock *flocks, size_t flock_count,
                                        const double *center, double radius, vol_error *error);
VOL_API vol_result vol_world_watch_box(vol_world *world, uint32_t region, const vol_flock *flocks, size_t flock_count,
                                       const double *low, const double *high, vol_error *error);

/* Takes a region away, without events. One that there is not is an error. Since 0.1. */
VOL_API vol_result vol_world_unwatch(vol_world *world, uint32_t region, vol_error *error);

/* How many boids of the flock were in the region behind the last step; 0 if there is no such region. Since 0.1. */
VOL_API size_t vol_world_region_count(const vol_world *world, uint32_t region, vol_flock flock);

#ifdef __cplusplus
}
#endif

#endif
