/* The program volery-mpi: `volery` over the ranks of MPI. The one file of the program that knows MPI. */
#include "cli/program.h"
#include "cluster/cluster.h"

#if VOLERY_WITH_HDF5_MPI
#include <hdf5.h>
#endif
#include <volery/mpi.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { TAG = 2, MOST_PROCESSORS = CPU_SETSIZE };

#define PIECE ((size_t)1 << 30) /* the most bytes of a message; counts of MPI are ints */

/* Messages of the program, apart from those of worlds. */
static MPI_Comm program_comm;

static void rest(void) {
    struct timespec moment = {.tv_nsec = 1000000};
    nanosleep(&moment, NULL);
}

static bool highest(uint64_t *numbers, size_t count, double patience) {
    MPI_Request request;
    int done = 0;
    MPI_Iallreduce(MPI_IN_PLACE, numbers, (int)count, MPI_UINT64_T, MPI_MAX, program_comm, &request);
    if (patience <= 0) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        return true;
    }
    double begun = MPI_Wtime();
    while (MPI_Test(&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done == 0 && MPI_Wtime() - begun < patience) {
        rest();
    }
    return done != 0; /* else all ranks are about to be ended. NOLINT(clang-analyzer-optin.mpi.MPI-Checker) */
}

static void spread(uint32_t from, void *bytes, size_t size) {
    for (size_t at = 0; at < size; at += PIECE) {
        int some = (int)(size - at < PIECE ? size - at : PIECE);
        MPI_Bcast((char *)bytes + at, some, MPI_BYTE, (int)from, program_comm);
    }
}

static void send_to(uint32_t to, const void *bytes, size_t size) {
    MPI_Send(bytes, (int)size, MPI_BYTE, (int)to, TAG, program_comm);
}

static bool receive(bool wait, uint32_t *from, vol_text *bytes) {
    MPI_Message message;
    MPI_Status status;
    int there = 1, size = 0;
    if (wait) {
        MPI_Mprobe(MPI_ANY_SOURCE, TAG, program_comm, &message, &status);
    } else {
        MPI_Improbe(MPI_ANY_SOURCE, TAG, program_comm, &there, &message, &status);
    }
    if (there == 0) {
        return false;
    }
    MPI_Get_count(&status, MPI_BYTE, &size);
    vol_text_release(bytes);
    *bytes = (vol_text){.data = vol_take((size_t)size + 1), .length = (size_t)size, .room = (size_t)size + 1};
    MPI_Mrecv(bytes->data, size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    bytes->data[size] = '\0';
    *from = (uint32_t)status.MPI_SOURCE;
    return true;
}

#if VOLERY_WITH_HDF5_MPI
static bool share_h5(int64_t plan) {
    return H5Pset_fapl_mpio(plan, program_comm, MPI_INFO_NULL) >= 0;
}
#else
static bool (*const share_h5)(int64_t plan) = NULL;
#endif

static void abandon(int code) {
    MPI_Abort(MPI_COMM_WORLD, code);
}

/* Launchers let ranks have all processors of a machine, or some each, or the same to several of them. A rank's share is
 * what it may use, each processor divided by those that may use it. */
static uint32_t share_of_processors(void) {
    static int users[MOST_PROCESSORS]; /* too large for a stack */
    cpu_set_t mine;
    MPI_Comm machine;
    double share = 0;
    CPU_ZERO(&mine);
    sched_getaffinity(0, sizeof mine, &mine);
    for (size_t i = 0; i < MOST_PROCESSORS; i++) {
        users[i] = CPU_ISSET(i, &mine) ? 1 : 0;
    }
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Allreduce(MPI_IN_PLACE, users, MOST_PROCESSORS, MPI_INT, MPI_SUM, machine);
    MPI_Comm_free(&machine);
    for (size_t i = 0; i < MOST_PROCESSORS; i++) {
        share += CPU_ISSET(i, &mine) && users[i] > 0 ? 1.0 / users[i] : 0;
    }
    return share >= 1 ? (uint32_t)(share + 1e-6) : 1;
}

static uint32_t ranks_beside(void) {
    MPI_Comm machine;
    int beside = 0;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &beside);
    MPI_Comm_free(&machine);
    return (uint32_t)beside;
}

int main(int argc, char **argv) {
    int level = 0, rank = 0, size = 0;
    app_program_streams();
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    /* One thread of a rank calls MPI; those of a world's pool and the one that writes files do not. */
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &program_comm);
    vol_cluster *cluster = vol_mpi_cluster_create(MPI_COMM_WORLD);
    if (cluster == NULL) {
        if (rank == 0) {
            fprintf(stderr, "volery: %d ranks: no memory for them, or more than %d\n", size, VOL_RANKS_MOST);
        }
        MPI_Abort(MPI_COMM_WORLD, APP_EXIT_FAILED);
    }
    const app_ranks ranks = {
        .rank = (uint32_t)rank,
        .size = (uint32_t)size,
        .threads = share_of_processors(),
        .beside = ranks_beside(),
        .processors = processors > 0 ? (uint32_t)processors : 0,
        .cluster = cluster,
        .highest = highest,
        .spread = spread,
        .send = send_to,
        .receive = receive,
        .share_h5 = share_h5,
        .abandon = abandon,
    };
    app_cluster_join(&ranks);
    int code = app_program(argc, argv);
    app_cluster_join(NULL);
    vol_mpi_cluster_destroy(cluster);
    MPI_Comm_free(&program_comm);
    MPI_Finalize();
    return code;
}
