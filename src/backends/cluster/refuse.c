/* What a cluster refuses, and what it costs. */
#include "backends/cluster/cluster.h"

#include "core/error.h"
#include "core/memory.h"
#include "params/params.h"

enum refusal {
#define VOL_CLUSTER_REFUSAL(name, sentence) APART_##name,
#include "backends/cluster/refusals.def"
    REFUSALS
};

static const struct {
    const char *name, *sentence;
} refusals[] = {
#define VOL_CLUSTER_REFUSAL(name, sentence) {#name, sentence},
#include "backends/cluster/refusals.def"
};

bool vol_cluster_refusal(size_t index, const char **name, const char **sentence) {
    if (index >= REFUSALS || !name || !sentence) {
        return false;
    }
    *name = refusals[index].name;
    *sentence = refusals[index].sentence;
    return true;
}

static enum refusal refusal_of(const vol_world_def *world, const vol_flock_def *flock) {
    if (vol_in_turn(world)) {
        return APART_in_turn;
    }
    if (world->integrator != VOL_INTEGRATOR_EULER) {
        return APART_rk4;
    }
    if (flock && flock->previous) {
        return APART_previous;
    }
    const vol_index index = flock && flock->index != VOL_INDEX_AUTO ? flock->index : world->index;
    return index == VOL_INDEX_KDTREE ? APART_kdtree : REFUSALS;
}

static bool is_cluster(const vol_cluster *c) {
    return c->size > 0 && c->size <= VOL_RANKS_MOST && c->rank < c->size && c->add && c->highest && c->tell &&
           c->exchange && c->collect;
}

vol_result vol_cluster_check_def(const vol_world_def *world, const vol_flock_def *flock, vol_error *error) {
    const vol_cluster *cluster = world->cluster;
    if (!is_cluster(cluster)) {
        return vol_fail(error, VOL_ERROR_VALUE, "world.cluster",
                        "world.cluster is rank %u of %u; allowed are 1 to %d ranks, and all functions", cluster->rank,
                        cluster->size, VOL_RANKS_MOST);
    }
    const enum refusal refusal = refusal_of(world, flock);
    if (cluster->size == 1 || refusal == REFUSALS) {
        return VOL_OK;
    }
    return vol_fail(error, VOL_ERROR_UNSUPPORTED, "world.cluster", "%u ranks: %s", cluster->size,
                    refusals[refusal].sentence);
}

vol_result vol_cluster_refuse(const vol_world *world, enum vol_stays why, vol_error *error) {
    return vol_fail(error, VOL_ERROR_UNSUPPORTED, "world.cluster", "%u ranks: %s", world->def.cluster->size,
                    refusals[why == VOL_STAYS_TO_DESTROY ? APART_destroy : APART_save_full].sentence);
}

vol_result vol_world_check_cluster(vol_world *world, vol_error *error) {
    VOL_ENTER(world, error);
    if (world->backend != &vol_cluster_backend) {
        return VOL_OK;
    }
    vol_share_plan *plans = vol_allocate(&world->def.allocator, world->flock_count, sizeof *plans);
    uint32_t rows;
    if (!plans && world->flock_count > 0) {
        return vol_fail(error, VOL_ERROR_MEMORY, "world.cluster", "no memory for the parts of a world");
    }
    const bool enough = vol_shares_plan(world, plans, &rows);
    vol_release(&world->def.allocator, plans, world->flock_count, sizeof *plans);
    return enough ? VOL_OK
                  : vol_fail(error, VOL_ERROR_UNSUPPORTED, "world.cluster", "%u ranks, %u rows: %s",
                             world->def.cluster->size, rows, refusals[APART_ranks].sentence);
}

vol_result vol_world_cluster(const vol_world *world, vol_cluster_report *report, size_t bytes) {
    VOL_ENTER(world, NULL);
    VOL_GIVEN(report, NULL);
    if (bytes != sizeof *report) {
        return VOL_ERROR_LAYOUT;
    }
    *report = world->ranks.report;
    return VOL_OK;
}
