/* This process among others that compute the same world (volery/cluster.h): what they settle together, with what it
 * costs. In a process that is alone everything here does nothing. Once a function of the host's has failed, none is
 * called any more. */
#ifndef VOLERY_TASKS_RANKS_H
#define VOLERY_TASKS_RANKS_H

#include "core/platform.h"

#include <volery/cluster.h>

typedef struct vol_ranks {
    const vol_cluster *cluster; /* NULL: alone */
    uint32_t *busy;             /* above 0 while a function of the host's runs, or is asked: its world's, or NULL */
    bool failed;
    vol_cluster_report report;
} vol_ranks;

/* As the functions of vol_cluster; without ranks (NULL) numbers stay as they are. False: they have failed. */
bool vol_ranks_add(vol_ranks *ranks, uint64_t *numbers, size_t count);
bool vol_ranks_highest(vol_ranks *ranks, double *numbers, size_t count);
bool vol_ranks_tell(vol_ranks *ranks, const uint64_t *to, uint64_t *from);
bool vol_ranks_exchange(vol_ranks *ranks, const vol_parcel *out, size_t outs, const vol_parcel *in, size_t ins);
bool vol_ranks_collect(vol_ranks *ranks, const void *own, void *all, const size_t *bytes_of);

#endif
