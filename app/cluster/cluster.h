/* This process among those that mpirun or srun started together ("ranks"). All ranks run the same command with the same
 * arguments and do the same in the same order; the first (rank 0) alone writes files and speaks. Whatever could differ
 * from rank to rank (a signal, a file, the time) is agreed upon here before anything is done because of it.
 *
 * MPI itself is in ranks_mpi.c, which is a part of the program volery-mpi alone; `volery` has none of it, and there
 * everything here is as for one rank. */
#ifndef VOLERY_APP_CLUSTER_CLUSTER_H
#define VOLERY_APP_CLUSTER_CLUSTER_H

#include "common/arena.h"
#include "util/fault.h"

#include <volery/cluster.h>

/* What ranks do together. Process-wide, as MPI is. */
typedef struct app_ranks {
    uint32_t rank, size;
    uint32_t threads;    /* that suit this rank: the processors that it may use, shared with the other ranks there */
    uint32_t processors; /* of its machine */
    uint32_t beside;     /* ranks of lower numbers on the same machine */
    const vol_cluster *cluster;
    /* Each number becomes the greatest of all ranks. Waits for them, but not for longer than so many seconds where that
     * is not 0: false then. */
    bool (*highest)(uint64_t *numbers, size_t count, double patience);
    /* All get the bytes of rank `from`. */
    void (*spread)(uint32_t from, void *bytes, size_t size);
    void (*send)(uint32_t to, const void *bytes, size_t size);
    bool (*receive)(bool wait, uint32_t *from, vol_text *bytes);
    /* Makes a file access plan of HDF5 one for all ranks; NULL: the HDF5 of this program knows no MPI. */
    bool (*share_h5)(int64_t plan);
    /* Ends all ranks, now. */
    void (*abandon)(int code);
} app_ranks;

/* From now on this process is one of these, which must last. To be called before anything else. */
void app_cluster_join(const app_ranks *all);

/* 0 and 1 for a process that is alone. */
uint32_t app_cluster_rank(void);
uint32_t app_cluster_size(void);
/* Does this process write and speak? */
bool app_cluster_first(void);
/* For vol_world_def.cluster: NULL for a process that is alone. */
const vol_cluster *app_cluster(void);
/* How many threads a world shall have: as asked for, or, for 0, as many as suit this rank (0: all processors). */
uint32_t app_cluster_threads(uint64_t asked);
/* Processors of this machine that this rank may use alone, and all of them; false: that is not known, or all are. */
bool app_cluster_bound(uint32_t *own, uint32_t *all);

/* Ranks of lower numbers on the same machine. */
uint32_t app_cluster_beside(void);

/* To be called by all ranks where one of them may have failed. False everywhere if one has: `fault` is then that of the
 * first one that has. A rank that has failed where the others wait for it in something else says so itself after some
 * seconds, and ends them all. */
bool app_cluster_agree(bool right, app_fault *fault);

/* The same with more to agree on. */
typedef struct app_accord {
    bool stop;       /* becomes true if it is on any rank */
    uint64_t number; /* becomes that of the first rank */
} app_accord;
bool app_cluster_agree_on(app_accord *accord, bool right, app_fault *fault);

/* Has a signal to end come to any rank? Called by all. */
bool app_cluster_interrupted(void);

/* All get the bytes of rank `from`. */
void app_cluster_spread(uint32_t from, void *bytes, size_t size);

/* Can all ranks write one HDF5 file together? Then that is what a plan for opening it becomes. */
bool app_cluster_has_h5(void);
bool app_cluster_share_h5(int64_t plan);

/* A message to another rank, and one from any: `bytes` becomes what it says. The second waits for one, or returns false
 * where there is none. For small messages: sending may wait until it is received. */
void app_cluster_send(uint32_t to, const void *bytes, size_t size);
bool app_cluster_receive(bool wait, uint32_t *from, vol_text *bytes);

/* Gives every rank what the first one has as its standard input: launchers pass it to that one alone. */
bool app_cluster_share_input(app_fault *fault);

/* The program `volery` as it was started: if that was by mpirun or srun, volery-mpi is run instead, and this returns
 * only if it cannot be; false then. VOLERY_MPI=0 in the environment leaves the process alone. `speaks` is false for all
 * but one of them. */
bool app_cluster_launch(char **argv, bool *speaks, app_fault *fault);
/* Is there a volery-mpi? */
bool app_cluster_there(void);

#endif
