/* A cluster whose messages MPI carries. Counts of MPI are ints: whatever is larger travels in pieces. */
#include <volery/mpi.h>

#include <stdlib.h>
#include <string.h>

/* The most bytes of a message, or of a collection that is one call of MPI. */
#ifndef VOL_MPI_PIECE
#define VOL_MPI_PIECE ((size_t)1 << 30)
#endif

enum { TAG = 1 };

typedef struct mpi_cluster {
    vol_cluster cluster;
    MPI_Comm comm;
    MPI_Request *requests;
    size_t room; /* of requests */
    int *counts; /* of each rank: bytes, and where they go */
    int *offsets;
} mpi_cluster;

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static bool reduce(MPI_Comm comm, void *numbers, size_t count, MPI_Datatype type, MPI_Op op, size_t size) {
    size_t most = VOL_MPI_PIECE / size;
    bool right = true;
    for (size_t at = 0; at < count && right; at += most) {
        int some = (int)smaller(most, count - at);
        right = MPI_Allreduce(MPI_IN_PLACE, (char *)numbers + at * size, some, type, op, comm) == MPI_SUCCESS;
    }
    return right;
}

static bool add(void *user, uint64_t *numbers, size_t count) {
    const mpi_cluster *c = user;
    return reduce(c->comm, numbers, count, MPI_UINT64_T, MPI_SUM, sizeof *numbers);
}

static bool highest(void *user, double *numbers, size_t count) {
    const mpi_cluster *c = user;
    return reduce(c->comm, numbers, count, MPI_DOUBLE, MPI_MAX, sizeof *numbers);
}

static bool tell(void *user, const uint64_t *to, uint64_t *from) {
    const mpi_cluster *c = user;
    return MPI_Alltoall(to, 1, MPI_UINT64_T, from, 1, MPI_UINT64_T, c->comm) == MPI_SUCCESS;
}

static size_t pieces_of(const vol_parcel *parcels, size_t count) {
    size_t pieces = 0;
    for (size_t i = 0; i < count; i++) {
        pieces += (parcels[i].bytes + VOL_MPI_PIECE - 1) / VOL_MPI_PIECE;
    }
    return pieces;
}

static bool make_room(mpi_cluster *c, size_t pieces) {
    if (pieces <= c->room) {
        return true;
    }
    MPI_Request *larger = realloc(c->requests, pieces * sizeof *larger);
    if (larger != NULL) {
        c->requests = larger;
        c->room = pieces;
    }
    return larger != NULL;
}

/* Begins to send or receive a parcel; messages between two ranks come in the order in which they were sent. An empty
 * one is no message. */
static bool start(mpi_cluster *c, const vol_parcel *parcel, bool sends, size_t *started) {
    bool right = true;
    for (size_t at = 0; at < parcel->bytes && right; at += VOL_MPI_PIECE) {
        char *bytes = (char *)parcel->data + at;
        int some = (int)smaller(VOL_MPI_PIECE, parcel->bytes - at), rank = (int)parcel->rank;
        MPI_Request *request = &c->requests[*started];
        right = (sends ? MPI_Isend(bytes, some, MPI_BYTE, rank, TAG, c->comm, request)
                       : MPI_Irecv(bytes, some, MPI_BYTE, rank, TAG, c->comm, request)) == MPI_SUCCESS;
        *started += right;
    }
    return right;
}

static bool exchange(void *user, const vol_parcel *out, size_t outs, const vol_parcel *in, size_t ins) {
    mpi_cluster *c = user;
    size_t started = 0;
    size_t pieces = pieces_of(out, outs) + pieces_of(in, ins);
    bool right = pieces <= INT32_MAX && make_room(c, pieces);
    for (size_t i = 0; i < ins && right; i++) { /* first, so that what comes need not be kept elsewhere */
        right = start(c, &in[i], false, &started);
    }
    for (size_t i = 0; i < outs && right; i++) {
        right = start(c, &out[i], true, &started);
    }
    return MPI_Waitall((int)started, c->requests, MPI_STATUSES_IGNORE) == MPI_SUCCESS && right;
}

/* One rank after the other gives its bytes to all: for more of them than the counts of a collection can tell. */
static bool collect_in_turn(const mpi_cluster *c, const void *own, char *all, const size_t *bytes_of) {
    bool right = true;
    for (uint32_t rank = 0; rank < c->cluster.size; rank++) {
        if (rank == c->cluster.rank && own != all && bytes_of[rank] > 0) {
            memcpy(all, own, bytes_of[rank]);
        }
        for (size_t at = 0; at < bytes_of[rank] && right; at += VOL_MPI_PIECE) {
            int some = (int)smaller(VOL_MPI_PIECE, bytes_of[rank] - at);
            right = MPI_Bcast(all + at, some, MPI_BYTE, (int)rank, c->comm) == MPI_SUCCESS;
        }
        all += bytes_of[rank];
    }
    return right;
}

static bool collect(void *user, const void *own, void *all, const size_t *bytes_of) {
    const mpi_cluster *c = user;
    size_t total = 0;
    for (uint32_t rank = 0; rank < c->cluster.size; rank++) {
        if (bytes_of[rank] > VOL_MPI_PIECE - smaller(total, VOL_MPI_PIECE)) {
            return collect_in_turn(c, own, all, bytes_of);
        }
        c->counts[rank] = (int)bytes_of[rank];
        c->offsets[rank] = (int)total;
        total += bytes_of[rank];
    }
    uint32_t me = c->cluster.rank;
    bool there = own == (char *)all + c->offsets[me];
    return MPI_Allgatherv(there ? MPI_IN_PLACE : own, c->counts[me], MPI_BYTE, all, c->counts, c->offsets, MPI_BYTE,
                          c->comm) == MPI_SUCCESS;
}

/* What only this rank has: nothing is asked of MPI. */
static void release(mpi_cluster *c) {
    if (c != NULL) {
        free(c->requests);
        free(c->counts);
        free(c->offsets);
        free(c);
    }
}

static mpi_cluster *make(size_t size) {
    mpi_cluster *c = calloc(1, sizeof *c);
    if (c != NULL) {
        c->counts = malloc(size * sizeof *c->counts);
        c->offsets = malloc(size * sizeof *c->offsets);
    }
    if (c != NULL && (c->counts == NULL || c->offsets == NULL)) {
        release(c);
        c = NULL;
    }
    return c;
}

vol_cluster *vol_mpi_cluster_create(MPI_Comm communicator) {
    int rank = 0, size = 0;
    if (MPI_Comm_rank(communicator, &rank) != MPI_SUCCESS || MPI_Comm_size(communicator, &size) != MPI_SUCCESS ||
        size > VOL_RANKS_MOST) {
        return NULL;
    }
    mpi_cluster *c = make((size_t)size);
    /* All ranks must have a cluster or none: who has no memory says so before the communicator is made. */
    int able = c != NULL;
    bool agreed = MPI_Allreduce(MPI_IN_PLACE, &able, 1, MPI_INT, MPI_MIN, communicator) == MPI_SUCCESS && able != 0;
    if (c == NULL || !agreed || MPI_Comm_dup(communicator, &c->comm) != MPI_SUCCESS) {
        release(c);
        return NULL;
    }
    MPI_Comm_set_errhandler(c->comm, MPI_ERRORS_RETURN); /* failures are the world's to tell */
    c->cluster = (vol_cluster){.rank = (uint32_t)rank, .size = (uint32_t)size, .user = c};
    c->cluster.add = add;
    c->cluster.highest = highest;
    c->cluster.tell = tell;
    c->cluster.exchange = exchange;
    c->cluster.collect = collect;
    return &c->cluster;
}

void vol_mpi_cluster_destroy(vol_cluster *cluster) {
    if (cluster != NULL) {
        mpi_cluster *c = cluster->user;
        MPI_Comm_free(&c->comm);
        release(c);
    }
}
