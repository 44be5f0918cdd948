/* The functions of a cluster by MPI, by themselves: sums, greatest numbers, random parcels, collections, each compared
 * with what every rank can compute of the others. Built once as it is, and once with pieces of 1,000 bytes, so that
 * what is larger than MPI can count goes through the same code. Run by mpirun. */
#include <volery/mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 30, MOST_BYTES = 5000, MOST_NUMBERS = 700 };

static int failures;

static void check(bool right, const char *what, const vol_cluster *c, uint64_t round) {
    if (!right) {
        fprintf(stderr, "rank %u of %u, round %llu: %s\n", (unsigned)c->rank, (unsigned)c->size,
                (unsigned long long)round, what);
        failures++;
    }
}

/* A number for any three: what ranks send is known to all of them. */
static uint64_t draw(uint64_t round, uint64_t from, uint64_t to) {
    uint64_t x = round * UINT64_C(0x9E3779B97F4A7C15) ^ from * UINT64_C(0xBF58476D1CE4E5B9) ^ (to + 1) << 17;
    for (int i = 0; i < 3; i++) {
        x = (x ^ x >> 31) * UINT64_C(0x94D049BB133111EB);
    }
    return x ^ x >> 29;
}

/* Every third is empty, and is no message. */
static size_t bytes_of(uint64_t round, uint64_t from, uint64_t to) {
    uint64_t x = draw(round, from, to);
    return x % 3 == 0 ? 0 : (size_t)(x >> 8) % MOST_BYTES;
}

static void fill(unsigned char *bytes, size_t size, uint64_t round, uint64_t from, uint64_t to) {
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (unsigned char)(draw(round, from, to) >> i % 50 ^ i);
    }
}

static bool is_filled(const unsigned char *bytes, size_t size, uint64_t round, uint64_t from, uint64_t to) {
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != (unsigned char)(draw(round, from, to) >> i % 50 ^ i)) {
            return false;
        }
    }
    return true;
}

static void numbers_are_added_modulo_2_to_the_64(const vol_cluster *c, uint64_t round) {
    static uint64_t numbers[MOST_NUMBERS];
    size_t count = (size_t)draw(round, 1, 2) % MOST_NUMBERS;
    for (size_t i = 0; i < count; i++) {
        numbers[i] = draw(round, c->rank, i);
    }
    check(c->add(c->user, numbers, count), "add", c, round);
    for (size_t i = 0; i < count; i++) {
        uint64_t sum = 0;
        for (uint32_t rank = 0; rank < c->size; rank++) {
            sum += draw(round, rank, i);
        }
        check(numbers[i] == sum, "a sum is wrong", c, round);
    }
}

static void the_greatest_number_is_found(const vol_cluster *c, uint64_t round) {
    static double numbers[MOST_NUMBERS];
    size_t count = (size_t)draw(round, 3, 4) % MOST_NUMBERS;
    for (size_t i = 0; i < count; i++) {
        numbers[i] = (double)(int64_t)draw(round, c->rank, i);
    }
    check(c->highest(c->user, numbers, count), "highest", c, round);
    for (size_t i = 0; i < count; i++) {
        double most = (double)(int64_t)draw(round, 0, i);
        for (uint32_t rank = 1; rank < c->size; rank++) {
            double other = (double)(int64_t)draw(round, rank, i);
            most = other > most ? other : most;
        }
        check(!(numbers[i] < most) && !(numbers[i] > most), "the greatest number is wrong", c, round);
    }
}

static void every_rank_is_told_its_number(const vol_cluster *c, uint64_t round) {
    uint64_t *to = calloc(c->size, sizeof *to), *from = calloc(c->size, sizeof *from);
    for (uint32_t rank = 0; rank < c->size; rank++) {
        to[rank] = draw(round, c->rank, rank);
    }
    check(c->tell(c->user, to, from), "tell", c, round);
    for (uint32_t rank = 0; rank < c->size; rank++) {
        check(from[rank] == draw(round, rank, c->rank), "a number came from another rank", c, round);
    }
    free(to);
    free(from);
}

static void parcels_arrive_whole(const vol_cluster *c, uint64_t round) {
    vol_parcel *out = calloc(c->size, sizeof *out), *in = calloc(c->size, sizeof *in);
    size_t outs = 0, ins = 0;
    for (uint32_t rank = 0; rank < c->size; rank++) {
        if (rank != c->rank) {
            size_t goes = bytes_of(round, c->rank, rank), comes = bytes_of(round, rank, c->rank);
            out[outs] = (vol_parcel){rank, malloc(goes + 1), goes};
            fill(out[outs++].data, goes, round, c->rank, rank);
            in[ins++] = (vol_parcel){rank, calloc(comes + 1, 1), comes};
        }
    }
    check(c->exchange(c->user, out, outs, in, ins), "exchange", c, round);
    for (size_t i = 0; i < ins; i++) {
        const unsigned char *bytes = in[i].data;
        check(is_filled(bytes, in[i].bytes, round, in[i].rank, c->rank), "a parcel is not what was sent", c, round);
        check(bytes[in[i].bytes] == 0, "more came than was sent", c, round);
        free(in[i].data);
        free(out[i].data);
    }
    free(in);
    free(out);
}

static void all_get_the_bytes_of_all(const vol_cluster *c, uint64_t round) {
    size_t *sizes = calloc(c->size, sizeof *sizes), total = 0, begin = 0;
    for (uint32_t rank = 0; rank < c->size; rank++) {
        sizes[rank] = bytes_of(round, rank, 77);
        begin += rank < c->rank ? sizes[rank] : 0;
        total += sizes[rank];
    }
    unsigned char *own = malloc(sizes[c->rank] + 1), *all = calloc(total + 1, 1);
    fill(own, sizes[c->rank], round, c->rank, 77);
    bool there = round % 2 == 0; /* it may lie in its place already */
    memcpy(all + begin, own, there ? sizes[c->rank] : 0);
    check(c->collect(c->user, there ? all + begin : own, all, sizes), "collect", c, round);
    size_t at = 0;
    for (uint32_t rank = 0; rank < c->size; rank++) {
        check(is_filled(all + at, sizes[rank], round, rank, 77), "a part of a collection is wrong", c, round);
        at += sizes[rank];
    }
    check(all[total] == 0, "more was collected than there is", c, round);
    free(own);
    free(all);
    free(sizes);
}

/* The host's own messages, with the same tag, do not meet those of the cluster. */
static void messages_of_the_host_are_apart(const vol_cluster *c) {
    int sent = (int)c->rank, got = -1, next = (int)((c->rank + 1) % c->size);
    int before = (int)((c->rank + c->size - 1) % c->size);
    MPI_Request request;
    MPI_Isend(&sent, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &request);
    parcels_arrive_whole(c, 4711);
    MPI_Recv(&got, 1, MPI_INT, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(got == before, "a message of the host is another one's", c, 0);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    vol_cluster *cluster = vol_mpi_cluster_create(MPI_COMM_WORLD);
    if (cluster == NULL) {
        MPI_Abort(MPI_COMM_WORLD, 1);
        return 1;
    }
    for (uint64_t round = 0; round < ROUNDS; round++) {
        numbers_are_added_modulo_2_to_the_64(cluster, round);
        the_greatest_number_is_found(cluster, round);
        every_rank_is_told_its_number(cluster, round);
        parcels_arrive_whole(cluster, round);
        all_get_the_bytes_of_all(cluster, round);
    }
    messages_of_the_host_are_apart(cluster);
    vol_mpi_cluster_destroy(cluster);
    vol_mpi_cluster_destroy(NULL);
    MPI_Finalize();
    return failures > 0;
}
