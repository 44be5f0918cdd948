/* Joins boids to groups by what search.c has found: of each boid two that are within the radius, one before it in the
 * order of cells, as early as may be, and one that mostly is behind it. Where boids have many others near, as in
 * flocks, that joins nearly all boids of a flock already; so those of the largest group need not be looked at again.
 * All others are joined with all who are near, in the end: of two boids that are near, one of which is in another group
 * than the largest, that one finds the other. So links spare work, and decide nothing. */
#include "measure/cells.h"
#include "measure/forest.h"

enum { PIECE_BOIDS = 16384, SAMPLES = 64, SOME = 2 };

static uint32_t link_of(const vol_meter *meter, uint32_t i) {
    return atomic_load_explicit(&meter->size[i], memory_order_relaxed);
}

/* Are two known to be in one group after looking two steps up? That tells more, and the processor can foretell it. */
static bool are_together(atomic_uint *parent, uint32_t a, uint32_t b) {
    return vol_forest_parent(parent, vol_forest_parent(parent, a)) ==
           vol_forest_parent(parent, vol_forest_parent(parent, b));
}

/* Links to boids before, whose root is known, need no search, and make trees of a hundred boids or more, which the
 * other links of some boids are enough to join. */
void vol_links_join(const vol_near_job *job, uint32_t begin, uint32_t end) {
    atomic_uint *parent = job->s.meter->parent;
    const uint32_t *behind = job->s.meter->of_size;
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t link = link_of(job->s.meter, i), from = link - begin < i - begin ? link : i;
        atomic_init(&parent[i], i);
        atomic_init(&parent[i], vol_forest_parent(parent, from));
    }
    for (uint32_t i = begin; i < end; i += SOME) {
        const uint32_t link = behind[i];
        if (link - begin < end - begin && !are_together(parent, i, link)) {
            vol_forest_unite_own(parent, i, link);
        }
    }
}

/* Links out of a piece, and to boids behind, which are rare: over an edge, or to the next where none is before. */
static void join_outside(void *context, uint32_t piece, uint32_t worker) {
    (void)worker;
    const vol_near_job *job = context;
    const vol_meter *meter = job->s.meter;
    const uint32_t begin = piece * job->piece, count = meter->tree.count;
    const uint32_t end = count - begin < job->piece ? count : begin + job->piece;
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t link = link_of(meter, i);
        if (link != VOL_NONE && link - begin >= i - begin) {
            vol_forest_unite(meter->parent, i, link);
        }
    }
}

/* The group that half of some boids are in, or more; else VOL_NONE. */
static uint32_t find_largest(const vol_meter *meter) {
    const uint32_t count = meter->tree.count, samples = count < SAMPLES ? count : SAMPLES;
    uint32_t root[SAMPLES], most = 0, largest = VOL_NONE;
    for (uint32_t k = 0; k < samples; k++) {
        uint32_t same = 1;
        root[k] = vol_forest_root(meter->parent, vol_part(count, k, samples));
        for (uint32_t l = 0; l < k; l++) {
            same += root[l] == root[k];
        }
        largest = same > most ? root[k] : largest;
        most = same > most ? same : most;
    }
    return 2 * most >= samples ? largest : VOL_NONE;
}

/* Joins boid `i` with all that are near. */
static void join_around(const vol_near_job *job, const vol_group *group, const vol_run *run, uint32_t i) {
    const vol_cell_search *s = &job->s;
    atomic_uint *parent = s->meter->parent;
    for (uint32_t r = group->runs_begin; r < group->runs_end; r++) {
        for (uint32_t j = run[r].begin; j < run[r].end; j++) {
            if (!vol_forest_beside(parent, i, j) && vol_cells_square(s, i, j) < s->radius2) {
                vol_forest_unite(parent, i, j);
            }
        }
    }
}

/* What is not in the largest group, whose root may have got another one since. */
static void finish_piece(void *context, uint32_t piece, uint32_t worker) {
    const vol_near_job *job = context;
    vol_meter *meter = job->s.meter;
    atomic_uint *parent = meter->parent;
    vol_batch *batch = &meter->world->workers[worker]->batch;
    const vol_boids all = {.now = job->s.sorted, .count = meter->tree.count};
    const uint32_t begin = piece * PIECE_BOIDS, count = meter->tree.count;
    const uint32_t end = count - begin < PIECE_BOIDS ? count : begin + PIECE_BOIDS;
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t root = vol_forest_root(parent, i);
        if (root != i) { /* what is a root may be given another by another worker */
            atomic_store_explicit(&parent[i], root, memory_order_relaxed);
        }
        if (root == job->group || root == vol_forest_root(parent, job->group)) {
            continue;
        }
        vol_search_groups(&meter->search, &all, i, i + 1, 1, batch);
        join_around(job, &batch->group[0], batch->run, i);
    }
}

/* Links only spare work: in one piece the rare ones are not worth looking for. Where no group is large they spare too
 * little. */
bool vol_links_finish(vol_near_job *job) {
    vol_meter *meter = job->s.meter;
    vol_crew *crew = &meter->world->crew;
    const uint32_t strips = (meter->tree.count + job->piece - 1) / job->piece;
    if (strips > 1) {
        vol_crew_run(crew, strips, join_outside, job);
    }
    job->group = find_largest(meter);
    if (job->group == VOL_NONE) {
        return false;
    }
    vol_crew_run(crew, (meter->tree.count + PIECE_BOIDS - 1) / PIECE_BOIDS, finish_piece, job);
    return true;
}
