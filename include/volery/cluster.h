/* Clusters: one world over many processes ("ranks"), with the bits of one process.
 *
 * Every rank makes the same world by the same calls, and calls the same functions of this library in the same order:
 * steps, changes, views. Each has the boids of a strip of the world, and in every step sends the others those that
 * they may see. What a rank asks of the world (views, queries, measures, hash) is answered for all boids, so it must be
 * asked by all ranks; boids are brought together only when they are looked at.
 *
 * How bytes travel is the host's: through MPI by <volery/mpi.h>, or by functions of its own. */
#ifndef VOLERY_CLUSTER_H
#define VOLERY_CLUSTER_H

#include <volery/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes from or for another rank. Since 0.1. */
typedef struct vol_parcel {
    uint32_t rank;
    void *data;
    size_t bytes;
} vol_parcel;

/* This process among others. Each function is called by all ranks together, in the same order and by one thread at a
 * time. One that returns false has failed, and the step or call that needed it ends with VOL_ERROR_DEVICE. Since
 * 0.1. */
struct vol_cluster {
    uint32_t rank, size; /* which one this is, from 0 on, and how many there are: 1 to VOL_RANKS_MOST */
    void *user;          /* that is given to the functions */
    /* Each number becomes the sum of those of all ranks (modulo 2^64), or the greatest of them. */
    bool (*add)(void *user, uint64_t *numbers, size_t count);
    bool (*highest)(void *user, double *numbers, size_t count);
    /* A number for each rank, its own included: from[r] becomes what rank r has as to[this rank]. */
    bool (*tell)(void *user, const uint64_t *to, uint64_t *from);
    /* Sends parcels, and receives those that others send this rank: it knows which, and how many bytes. At most one to
     * and from each other rank. */
    bool (*exchange)(void *user, const vol_parcel *out, size_t outs, const vol_parcel *in, size_t ins);
    /* All ranks get the bytes of all, in the order of the ranks; `bytes_of` tells how many each one gives. */
    bool (*collect)(void *user, const void *own, void *all, const size_t *bytes_of);
};

#define VOL_RANKS_MOST 65536

/* What a world over many ranks costs this one, since it was made or vol_world_reset_profile. Since 0.1. */
typedef struct vol_cluster_report {
    uint64_t steps;
    double communicating; /* seconds in functions of vol_cluster, which include waiting for other ranks */
    uint64_t messages;    /* parcels sent */
    uint64_t bytes;       /* in them, and in what was collected */
    uint64_t own;         /* boids that this rank computed, summed over the steps */
    uint64_t own_most;    /* of the rank that had most in that step, summed over the steps */
    uint64_t ghosts;      /* boids of others that it had besides, summed over the steps */
    uint64_t balanced;    /* how often the strips were cut anew */
    bool divided;         /* flocks are in strips; false: every rank has all boids, and computes a part of them */
} vol_cluster_report;

/* Zeros in a world without a cluster. Since 0.1. */
VOL_API vol_result vol_world_cluster(const vol_world *world, vol_cluster_report *report, size_t bytes);

/* Can the world be stepped by as many ranks as there are? There must be a row of cells for each, or where a flock has
 * no cells a boid; else it is VOL_ERROR_UNSUPPORTED, as it is from vol_world_step. All ranks call it. Since 0.1. */
VOL_API vol_result vol_world_check_cluster(vol_world *world, vol_error *error);

/* Why a world cannot be computed by a cluster: reason number `index`, a word and a sentence; false behind the last one.
 * Such a world is VOL_ERROR_UNSUPPORTED, and the error's text has the sentence. Since 0.1. */
VOL_API bool vol_cluster_refusal(size_t index, const char **name, const char **sentence);

#ifdef __cplusplus
}
#endif

#endif
