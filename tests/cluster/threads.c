/* A cluster in one process; see the header. All ranks meet before and after they read what the others have put down. */
#define _XOPEN_SOURCE 700
#include "threads.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct together {
    uint32_t size;
    pthread_barrier_t barrier;
    const void **put; /* what each rank has put down */
    size_t *count;
} together;

typedef struct rank {
    vol_cluster cluster;
    together *with;
    void (*work)(const vol_cluster *cluster, void *context);
    void *context;
} rank;

static void *allocated(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        abort();
    }
    return memory;
}

static void meet(const rank *me) {
    pthread_barrier_wait(&me->with->barrier);
}

static void put_down(const rank *me, const void *what, size_t count) {
    me->with->put[me->cluster.rank] = what;
    me->with->count[me->cluster.rank] = count;
    meet(me);
}

static void must_agree(const rank *me, size_t count) {
    for (uint32_t r = 0; r < me->with->size; r++) {
        if (me->with->count[r] != count) {
            fprintf(stderr, "ranks %u and %u do not call the same\n", (unsigned)me->cluster.rank, (unsigned)r);
            abort();
        }
    }
}

static bool add(void *user, uint64_t *numbers, size_t count) {
    const rank *me = user;
    uint64_t *sum = allocated(count, sizeof *sum);
    put_down(me, numbers, count);
    must_agree(me, count);
    for (uint32_t r = 0; r < me->with->size; r++) {
        for (size_t i = 0; i < count; i++) {
            sum[i] += ((const uint64_t *)me->with->put[r])[i];
        }
    }
    meet(me);
    memcpy(numbers, sum, count * sizeof *sum);
    free(sum);
    return true;
}

static bool highest(void *user, double *numbers, size_t count) {
    const rank *me = user;
    double *most = allocated(count, sizeof *most);
    put_down(me, numbers, count + 1000);
    must_agree(me, count + 1000);
    for (uint32_t r = 0; r < me->with->size; r++) {
        for (size_t i = 0; i < count; i++) {
            const double theirs = ((const double *)me->with->put[r])[i];
            most[i] = r == 0 || theirs > most[i] ? theirs : most[i];
        }
    }
    meet(me);
    memcpy(numbers, most, count * sizeof *most);
    free(most);
    return true;
}

static bool tell(void *user, const uint64_t *to, uint64_t *from) {
    const rank *me = user;
    put_down(me, to, 2000);
    must_agree(me, 2000);
    for (uint32_t r = 0; r < me->with->size; r++) {
        from[r] = ((const uint64_t *)me->with->put[r])[me->cluster.rank];
    }
    meet(me);
    return true;
}

static bool exchange(void *user, const vol_parcel *out, size_t outs, const vol_parcel *in, size_t ins) {
    const rank *me = user;
    put_down(me, out, outs);
    for (size_t i = 0; i < ins; i++) {
        const vol_parcel *theirs = me->with->put[in[i].rank];
        bool found = false;
        for (size_t o = 0; o < me->with->count[in[i].rank]; o++) {
            if (theirs[o].rank == me->cluster.rank && theirs[o].bytes == in[i].bytes) {
                memcpy(in[i].data, theirs[o].data, in[i].bytes);
                found = true;
            }
        }
        if (!found) {
            fprintf(stderr, "rank %u sends rank %u nothing of %zu bytes\n", (unsigned)in[i].rank,
                    (unsigned)me->cluster.rank, in[i].bytes);
            abort();
        }
    }
    meet(me);
    return true;
}

static bool collect(void *user, const void *own, void *all, const size_t *bytes_of) {
    const rank *me = user;
    unsigned char *to = all;
    put_down(me, own, bytes_of[me->cluster.rank]);
    for (uint32_t r = 0; r < me->with->size; r++) {
        if (me->with->count[r] != bytes_of[r]) {
            fprintf(stderr, "rank %u gives %zu bytes, not %zu\n", (unsigned)r, me->with->count[r], bytes_of[r]);
            abort();
        }
        if (bytes_of[r] > 0) {
            memcpy(to, me->with->put[r], bytes_of[r]);
        }
        to += bytes_of[r];
    }
    meet(me);
    return true;
}

static void *run(void *context) {
    rank *me = context;
    me->work(&me->cluster, me->context);
    return NULL;
}

void vol_test_ranks(uint32_t ranks, void (*work)(const vol_cluster *cluster, void *context), void *context) {
    together with = {
        .size = ranks, .put = allocated(ranks, sizeof *with.put), .count = allocated(ranks, sizeof *with.count)};
    rank *all = allocated(ranks, sizeof *all);
    pthread_t *threads = allocated(ranks, sizeof *threads);
    pthread_barrier_init(&with.barrier, NULL, ranks);
    for (uint32_t r = 0; r < ranks; r++) {
        all[r] = (rank){{r, ranks, &all[r], add, highest, tell, exchange, collect}, &with, work, context};
        if (pthread_create(&threads[r], NULL, run, &all[r]) != 0) {
            abort();
        }
    }
    for (uint32_t r = 0; r < ranks; r++) {
        pthread_join(threads[r], NULL);
    }
    pthread_barrier_destroy(&with.barrier);
    free(threads);
    free(all);
    free(with.count);
    free((void *)with.put);
}
