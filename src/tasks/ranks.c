/* Calls of the host's functions, timed and counted. */
#include "tasks/ranks.h"

#include "tasks/tasks.h"

/* Between the two: one call of a function of the host's. */
static bool begin(const vol_ranks *ranks, double *start) {
    *start = vol_clock();
    if (!ranks || !ranks->cluster || ranks->failed) {
        return false;
    }
    if (ranks->busy) {
        ++*ranks->busy;
    }
    return true;
}

static bool end(vol_ranks *ranks, double start, bool done) {
    if (ranks->busy) {
        --*ranks->busy;
    }
    ranks->failed = !done;
    ranks->report.communicating += vol_clock() - start;
    return done;
}

static bool nothing_to_do(const vol_ranks *ranks) {
    return !ranks || !ranks->failed;
}

bool vol_ranks_add(vol_ranks *ranks, uint64_t *numbers, size_t count) {
    double start;
    return begin(ranks, &start) ? end(ranks, start, ranks->cluster->add(ranks->cluster->user, numbers, count))
                                : nothing_to_do(ranks);
}

bool vol_ranks_highest(vol_ranks *ranks, double *numbers, size_t count) {
    double start;
    return begin(ranks, &start) ? end(ranks, start, ranks->cluster->highest(ranks->cluster->user, numbers, count))
                                : nothing_to_do(ranks);
}

bool vol_ranks_tell(vol_ranks *ranks, const uint64_t *to, uint64_t *from) {
    double start;
    return begin(ranks, &start) ? end(ranks, start, ranks->cluster->tell(ranks->cluster->user, to, from))
                                : nothing_to_do(ranks);
}

bool vol_ranks_exchange(vol_ranks *ranks, const vol_parcel *out, size_t outs, const vol_parcel *in, size_t ins) {
    double start;
    if (!begin(ranks, &start)) {
        return nothing_to_do(ranks);
    }
    for (size_t i = 0; i < outs; i++) {
        ranks->report.bytes += out[i].bytes;
    }
    ranks->report.messages += outs;
    return end(ranks, start, ranks->cluster->exchange(ranks->cluster->user, out, outs, in, ins));
}

bool vol_ranks_collect(vol_ranks *ranks, const void *own, void *all, const size_t *bytes_of) {
    double start;
    if (!begin(ranks, &start)) {
        return nothing_to_do(ranks);
    }
    ranks->report.bytes += bytes_of[ranks->cluster->rank];
    return end(ranks, start, ranks->cluster->collect(ranks->cluster->user, own, all, bytes_of));
}
