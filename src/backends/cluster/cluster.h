/* What the files of this backend know of each other. A flock's boids are in its store, where the processor's step finds
 * them: those that this rank computes and ghosts. Whatever looks at all boids, or changes them one by one, is done to a
 * copy with all of them, which every rank makes when it is asked for. */
#ifndef VOLERY_BACKENDS_CLUSTER_CLUSTER_H
#define VOLERY_BACKENDS_CLUSTER_CLUSTER_H

#include "backends/cpu/cpu.h"

/* A boid by itself takes as long as so many candidates; and one rank takes so much longer than the mean that strips are
 * cut anew. */
enum { VOL_BOID_COSTS = 16 };
#define VOL_UNEVEN 1.1

/* How a flock is to be shared out in the next step: the same on every rank. */
typedef struct vol_share_plan {
    enum vol_sharing sharing;
    double wide;     /* in strips: how far beyond its strip a rank needs boids */
    uint32_t rows;   /* layers of cells; where every rank has all boids, boids */
    vol_cells cells; /* in strips: of the grid */
} vol_share_plan;

/* A flock. */
typedef struct vol_cluster_flock {
    uint32_t total; /* boids in all ranks */
    uint32_t next_id;
    uint32_t capacity; /* boids that the host has asked for room for */
    uint64_t changes;
    bool pends;    /* has relations that are decided at the end of a step */
    bool on_ranks; /* the stores of all ranks are right: what is no ghost there, together */
    bool settled;  /* and this one has all that a step needs, by `plan` */
    vol_share_plan plan;
    vol_store *copy; /* all boids, or NULL if they never were looked at */
    bool on_host;    /* it is right */
} vol_cluster_flock;

/* Bytes that grow with what they must hold. */
typedef struct vol_bytes {
    unsigned char *at;
    size_t room;
} vol_bytes;

typedef struct vol_cluster_world {
    uint32_t rank, size;
    vol_cluster_flock **part; /* of each flock */
    uint32_t part_room;
    double *cut;       /* strip r is from cut[r] to cut[r + 1] */
    double cut_begin;  /* of the axis when it was cut */
    double cut_length; /* the same; 0: never */
    uint64_t cut_step;
    bool uneven;           /* since then some rank has taken much longer than others */
    double busy;           /* seconds that this rank has computed since then, */
    uint64_t work;         /* and what: candidates, and VOL_BOID_COSTS for each boid */
    uint64_t *numbers;     /* room for 2 a rank */
    vol_parcel *parcels;   /* room for 2 a rank */
    size_t *bytes_of, *at; /* a number a rank */
    vol_bytes counts;
    uint32_t *leaving; /* in it: of each rank and flock, the boids that leave for it */
    vol_bytes list_bytes;
    uint32_t *list; /* in them: slots at hand */
    vol_bytes out, in;
    vol_world *there; /* this rank's part on its device; NULL: the processor steps it */
} vol_cluster_world;

static inline vol_cluster_world *vol_cluster_of(const vol_world *world) {
    return world->device;
}

static inline vol_cluster_flock *vol_part_of(const vol_world *world, const vol_flock_data *flock) {
    return vol_cluster_of(world)->part[flock->number];
}

/* Is it true on every rank? Also false when ranks could not be asked. */
bool vol_on_all_ranks(vol_world *world, bool true_here);

/* Room for that many bytes, or numbers in the list; what was there stays. */
bool vol_bytes_room(vol_world *world, vol_bytes *bytes, size_t needed);
bool vol_list_room(vol_world *world, size_t needed);

/* --- parcels.c: boids as bytes ------------------------------------------------------------------------------------ */

size_t vol_record_bytes(const vol_store *store);
unsigned char *vol_record_put(const vol_store *store, uint32_t slot, unsigned char *to);
const unsigned char *vol_record_take(vol_store *store, uint32_t slot, const unsigned char *from);

/* Of all flocks, the longest. */
size_t vol_record_most(const vol_world *world);

/* The boids of all ranks that are no ghosts, one rank after the other, as bytes in `in`; false without memory on some
 * rank. */
bool vol_records_collect(vol_world *world, const vol_flock_data *flock);

/* --- strips.c: who has which boids -------------------------------------------------------------------------------- */

/* How flocks are to be shared out now; false if there are more ranks than rows, and *rows is how many there are. */
bool vol_shares_plan(vol_world *world, vol_share_plan *plans, uint32_t *rows);

/* Cuts strips if there are none for this world, or if some rank has taken much longer than others. `rows`: that a grid
 * has, between which it is best cut. */
bool vol_strips_cut(vol_world *world, uint32_t rows);

/* A rank's strip of a flock. */
vol_strip vol_strip_of(const vol_world *world, const vol_share_plan *plan, uint32_t rank);

/* Calls `see` for each rank that needs a boid at that place, the one that computes it first. */
typedef void (*vol_see)(void *context, uint32_t rank);
void vol_strip_watchers(const vol_world *world, const vol_share_plan *plan, double place, vol_see see, void *context);

/* --- settle.c ----------------------------------------------------------------------------------------------------- */

/* Brings every boid to all ranks that need it in the next step. */
vol_result vol_cluster_settle(vol_world *world);

/* After that: how many boids this rank computes and has besides, and whether strips should be cut anew. */
bool vol_cluster_take_stock(vol_world *world);

/* --- flocks.c ----------------------------------------------------------------------------------------------------- */

/* All flocks to the copies of all ranks. */
bool vol_cluster_fetch(vol_world *world);

extern const vol_backend vol_cluster_backend;

/* --- device.c ----------------------------------------------------------------------------------------------------- */

vol_result vol_cluster_device_open(vol_world *world, vol_error *error);
void vol_cluster_device_close(vol_world *world);

/* The step of this rank's boids, once they are settled. */
vol_result vol_cluster_device_step(vol_world *world);

const char *vol_cluster_device_name(const vol_world *world);
uint64_t vol_cluster_device_bytes(const vol_world *world);

/* --- refuse.c ----------------------------------------------------------------------------------------------------- */

/* What is refused of a world, and of a flock of it (or NULL). */
vol_result vol_cluster_check_def(const vol_world_def *world, const vol_flock_def *flock, vol_error *error);

/* Refuses what is done by one process alone. */
vol_result vol_cluster_refuse(const vol_world *world, enum vol_stays why, vol_error *error);

#endif
