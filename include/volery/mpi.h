/* Worlds over the ranks of an MPI communicator. A library of its own, libvolery_mpi: libvolery does not know MPI. */
#ifndef VOLERY_MPI_H
#define VOLERY_MPI_H

#include <volery/cluster.h>

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A cluster of the ranks of a communicator, for vol_world_def.cluster. MPI must have been started by the host, with
 * MPI_THREAD_FUNNELED at least where worlds have several threads; nothing is started or ended here. The communicator is
 * duplicated, so that messages of worlds and of the host do not meet; vol_mpi_cluster_destroy gives that back, after
 * the worlds were destroyed and before MPI_Finalize. All ranks call both. NULL, on all ranks, where one has no memory
 * or there are more of them than VOL_RANKS_MOST. Since 0.1. */
VOL_API vol_cluster *vol_mpi_cluster_create(MPI_Comm communicator);
VOL_API void vol_mpi_cluster_destroy(vol_cluster *cluster);

#ifdef __cplusplus
}
#endif

#endif
