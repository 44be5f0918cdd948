/* Who has which boids: how flocks are shared out, where the world is cut into strips, and which ranks need a boid. None
 * of it changes what boids do. */
#include "backends/cluster/cluster.h"

#include "core/memory.h"
#include "params/params.h"

#include <math.h>
#include <string.h>

/* Strips are cut at the edges of so many equal slices of the world, or between them. */
enum { SLICES = 4096 };

/* Strips are cut anew after so many steps at the earliest. */
enum { CUT_AFTER = 16 };

/* The longest strip may be so much longer than the mean. */
#define ROWS_EVEN 1.08

/* --- How flocks are shared out ------------------------------------------------------------------------------------ */

/* Beyond this, boids of `flock` matter to no boid of any flock: rules, relations, terms, eating. */
static double seen_from(const vol_world *world, const vol_flock_data *flock) {
    double far = vol_flock_reach(world, flock);
    for (uint32_t i = 0; i < world->around.relation_count; i++) {
        const vol_relation_def *r = &world->around.relations[i];
        bool to = false;
        for (size_t t = 0; t < r->to_count; t++) {
            to = to || r->to[t] == flock->number;
        }
        const double reach = r->kind == VOL_RELATION_FLOCK_WITH ? vol_flock_reach(world, world->flocks[r->from])
                             : r->choose == VOL_CHOOSE_RANDOM   ? INFINITY
                                                                : fmax(r->radius, r->eat);
        far = to ? fmax(far, reach) : far;
    }
    for (uint32_t i = 0; i < world->around.terms.count; i++) {
        const vol_term_data *term = &world->around.terms.term[i];
        const vol_term_kind kind = term->def.kind;
        const bool quarry = (kind == VOL_TERM_PURSUE || kind == VOL_TERM_EVADE) && term->def.target == flock->number;
        const bool passing = kind == VOL_TERM_AVOID_COLLISION && term->def.flock == flock->number;
        far = term->exists && (quarry || passing) ? fmax(far, term->def.radius) : far;
    }
    return far;
}

/* Strips, unless some boid may have to see one that is anywhere, or the sums go by id. */
static vol_share_plan plan_flock(vol_world *world, vol_flock_data *flock) {
    static const vol_index_totals none = {VOL_NOT_COUNTED, VOL_NOT_COUNTED};
    const vol_cluster_flock *part = vol_part_of(world, flock);
    const double far = seen_from(world, flock);
    vol_share_plan plan = {.sharing = VOL_SHARING_SLOTS, .rows = part->total};
    flock->reach = vol_flock_reach(world, flock);
    const vol_search_need need = vol_flock_need(world, flock, part->total);
    const vol_index index = vol_index_agree(&need, &none);
    if (far == INFINITY || index == VOL_INDEX_BRUTE || world->def.boundary == VOL_BOUNDARY_OPEN) {
        return plan;
    }
    const int axis = world->def.dimensions - 1;
    const double length = world->def.size[axis];
    vol_grid_lattice(&need, &plan.cells);
    plan.sharing = VOL_SHARING_STRIPS;
    plan.rows = plan.cells.number[axis];
    /* a rank that counts the pairs around the cells of its strip needs the cells around these, too */
    plan.wide = index == VOL_INDEX_AUTO ? fmax(far, 2 * length / plan.rows) : far;
    plan.wide =
        plan.wide * (1 + 0x1p-10) + vol_edge_rounding(&world->def, axis, 0x1p-18); /* more than what rounding adds */
    return plan;
}

bool vol_shares_plan(vol_world *world, vol_share_plan *plans, uint32_t *rows) {
    bool strips = false, boids = false;
    *rows = 0;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        plans[i] = plan_flock(world, world->flocks[i]);
        strips = strips || plans[i].sharing == VOL_SHARING_STRIPS;
        boids = boids || vol_part_of(world, world->flocks[i])->total > 0;
        *rows = plans[i].rows > *rows ? plans[i].rows : *rows;
    }
    /* beside flocks in strips, a boid that sees these must be computed where they are */
    for (uint32_t i = 0; i < world->flock_count && strips; i++) {
        plans[i].sharing = plans[i].sharing == VOL_SHARING_SLOTS ? VOL_SHARING_PLACES : plans[i].sharing;
    }
    world->ranks.report.divided = strips;
    return !boids || vol_cluster_of(world)->size <= *rows;
}

/* --- Cutting ------------------------------------------------------------------------------------------------------ */

/* How much longer this rank takes for the same work than the mean of all: processors are not always alike. What is
 * measured in a few steps is not trusted beyond a third. */
static double slowness(vol_world *world) {
    const vol_cluster_world *w = vol_cluster_of(world);
    uint64_t sums[2] = {(uint64_t)(1e9 * w->busy), w->work};
    vol_ranks_add(&world->ranks, sums, 2);
    if (w->work == 0 || sums[0] == 0) {
        return 1;
    }
    const double mine = 1e9 * w->busy / (double)w->work, mean = (double)sums[0] / (double)sums[1];
    return mine < 0.75 * mean ? 0.75 : mine > 1.33 * mean ? 1.33 : mine / mean;
}

/* What a boid of this rank takes, as far as the steps since the last cut tell. */
static uint64_t worth_of_boid(vol_world *world) {
    uint64_t boids = 0, candidates = 0;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        boids += vol_cpu_store(world->flocks[i])->count;
        candidates += world->flocks[i]->candidates;
    }
    const double units = VOL_BOID_COSTS + (boids > 0 ? (double)candidates / (double)boids : 0);
    return (uint64_t)(64 * units * slowness(world));
}

/* Every boid is weighed by one rank: that which computes it, or by turns where all have a copy. */
static void weigh(vol_world *world, const vol_strip *strip, uint64_t *slices) {
    const vol_cluster_world *w = vol_cluster_of(world);
    const uint64_t worth = worth_of_boid(world);
    for (uint32_t f = 0; f < world->flock_count; f++) {
        const vol_cluster_flock *part = vol_part_of(world, world->flocks[f]);
        const vol_store *store = part->on_ranks ? world->flocks[f]->store : part->copy;
        for (uint32_t i = 0; i < store->count; i++) {
            const bool mine = part->on_ranks ? !store->ghost[i] : i % w->size == w->rank;
            const double slice = (vol_store_place(store, strip, i) - strip->begin) / strip->size * SLICES;
            slices[slice < SLICES - 1 ? (int)slice : SLICES - 1] += mine ? worth : 0;
        }
    }
}

/* Cut between two rows of cells, boids of a row are all computed here or all ghosts, and none is computed for nothing.
 * Where strips of whole rows would be too uneven, they are cut anywhere. */
static double between_rows(double cut, double length, uint32_t rows, uint32_t ranks) {
    const uint32_t most = (rows + ranks - 1) / ranks;
    return most * ranks <= ROWS_EVEN * rows ? floor(cut / length * rows + 0.5) / rows * length : cut;
}

/* The same on all ranks, from the same sums. */
static void cut_by_weight(vol_cluster_world *w, const uint64_t *slices, double begin, double length, uint32_t rows) {
    uint64_t all = 0, before = 0;
    uint32_t slice = 0;
    for (int i = 0; i < SLICES; i++) {
        all += slices[i];
    }
    w->cut[0] = begin;
    w->cut[w->size] = begin + length;
    for (uint32_t r = 1; r < w->size; r++) {
        const double wanted = (double)all / w->size * r;
        while (slice < SLICES - 1 && (double)(before + slices[slice]) < wanted) {
            before += slices[slice++];
        }
        const double part = slices[slice] > 0 ? (wanted - (double)before) / (double)slices[slice] : 0;
        const double cut = all > 0 ? length * (slice + (part < 1 ? part : 1)) / SLICES : length * r / w->size;
        w->cut[r] = begin + between_rows(cut, length, rows, w->size);
    }
    w->cut_begin = begin;
    w->cut_length = length;
}

bool vol_strips_cut(vol_world *world, uint32_t rows) {
    vol_cluster_world *w = vol_cluster_of(world);
    const int axis = world->def.dimensions - 1;
    const double begin = world->def.origin[axis], length = world->def.size[axis];
    const bool old = world->steps >= w->cut_step + CUT_AFTER;
    if (w->cut_begin == begin && w->cut_length == length && !(w->uneven && old)) {
        w->busy = old ? 0 : w->busy; /* of the last steps, not of all there ever were */
        w->work = old ? 0 : w->work;
        w->cut_step = old ? world->steps : w->cut_step;
        return true;
    }
    uint64_t *slices = vol_allocate(&world->def.allocator, SLICES, sizeof *slices);
    const bool room = vol_on_all_ranks(world, slices != NULL);
    bool done = false;
    if (room && slices) {
        memset(slices, 0, SLICES * sizeof *slices);
        weigh(world, &(vol_strip){.axis = axis, .begin = begin, .size = length}, slices);
        done = vol_ranks_add(&world->ranks, slices, SLICES);
        cut_by_weight(w, slices, begin, length, rows);
    }
    vol_release(&world->def.allocator, slices, slices ? SLICES : 0, sizeof *slices);
    w->cut_step = world->steps;
    w->uneven = false;
    w->busy = 0;
    w->work = 0;
    world->ranks.report.balanced++;
    for (uint32_t i = 0; i < world->flock_count; i++) {
        vol_part_of(world, world->flocks[i])->settled = false;
    }
    return done;
}

/* --- Who needs a boid --------------------------------------------------------------------------------------------- */

vol_strip vol_strip_of(const vol_world *world, const vol_share_plan *plan, uint32_t rank) {
    const vol_cluster_world *w = vol_cluster_of(world);
    return (vol_strip){.axis = world->def.dimensions - 1,
                       .wraps = world->def.images,
                       .last = rank == w->size - 1,
                       .low = w->cut[rank],
                       .high = w->cut[rank + 1],
                       .begin = w->cut_begin,
                       .size = w->cut_length,
                       .wide = plan->wide};
}

static uint32_t owner_of(const vol_cluster_world *w, double place) {
    uint32_t low = 0, high = w->size - 1; /* the last rank whose strip begins at or before it */
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (w->cut[middle] <= place) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* Strips farther away see less, so the search ends at the first that does not. */
void vol_strip_watchers(const vol_world *world, const vol_share_plan *plan, double place, vol_see see, void *context) {
    const vol_cluster_world *w = vol_cluster_of(world);
    const uint32_t owner = owner_of(w, place);
    const bool wraps = world->def.images;
    uint32_t last = owner;
    see(context, owner);
    for (uint32_t r = owner;;) {
        r = r + 1 < w->size ? r + 1 : 0;
        const vol_strip strip = vol_strip_of(world, plan, r);
        if ((r == 0 && !wraps) || r == owner || !vol_strip_sees(&strip, place)) {
            break;
        }
        see(context, last = r);
    }
    for (uint32_t r = owner;;) {
        const bool edge = r == 0;
        r = edge ? w->size - 1 : r - 1;
        const vol_strip strip = vol_strip_of(world, plan, r);
        if ((edge && !wraps) || r == last || r == owner || !vol_strip_sees(&strip, place)) {
            break;
        }
        see(context, r);
    }
}
