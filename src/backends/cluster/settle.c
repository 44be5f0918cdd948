/* Before a step: every boid comes to all ranks that need it, as a boid they compute or as a ghost. After a step, what a
 * rank computed is right and its ghosts are not, wherever boids have moved to: one exchange brings boids to new ranks
 * and renews the ghosts. */
#include "backends/cluster/cluster.h"

#include "core/memory.h"

#include <math.h>
#include <string.h>

bool vol_on_all_ranks(vol_world *world, bool true_here) {
    double not_here = true_here ? 0 : 1;
    return vol_ranks_highest(&world->ranks, &not_here, 1) && not_here == 0;
}

/* Room for `count` boids here and for all cells of the strip, which sorting needs. */
static bool make_room(const vol_cluster_flock *part, vol_store *store, const vol_share_plan *plan, size_t count) {
    size_t room = count;
    if (plan->sharing == VOL_SHARING_STRIPS) {
        const vol_window window = vol_window_of(&plan->cells, &store->strip);
        const size_t cells = (size_t)vol_window_layers(&window) * window.layer;
        room = cells > room ? cells : room;
    }
    if (room > store->capacity && !vol_store_make_room(store, room + room / 8 + 64)) {
        return false;
    }
    return !part->pends || vol_store_make_pending(store, store->capacity);
}

/* From now on the store is shared out that way; the ghosts are those that it had. */
static void take_plan(vol_world *world, vol_flock_data *flock, const vol_share_plan *plan) {
    vol_store *store = flock->store;
    vol_cluster_flock *part = vol_part_of(world, flock);
    store->sharing = plan->sharing;
    store->strip = vol_strip_of(world, plan, vol_cluster_of(world)->rank);
    store->total = part->total;
    part->plan = *plan;
}

/* --- From the copy ------------------------------------------------------------------------------------------------ */

typedef struct is_mine {
    uint32_t rank;
    bool seen;
} is_mine;

static void see_if_mine(void *context, uint32_t rank) {
    is_mine *mine = context;
    mine->seen = mine->seen || mine->rank == rank;
}

/* Does this rank need the boid in that slot? The leader of a flock is followed from anywhere. */
static bool needed_here(const vol_world *world, const vol_flock_data *flock, const vol_store *store, uint32_t slot) {
    const vol_cluster_flock *part = vol_part_of(world, flock);
    is_mine mine = {vol_cluster_of(world)->rank,
                    part->plan.sharing != VOL_SHARING_STRIPS || store->id[slot] == flock->leader};
    if (!mine.seen) {
        vol_strip_watchers(world, &part->plan, vol_store_place(store, &store->strip, slot), see_if_mine, &mine);
    }
    return mine.seen;
}

/* All ranks have the same copy: each takes what it needs of it. */
static bool take_from_copy(vol_world *world, vol_flock_data *flock) {
    vol_cluster_flock *part = vol_part_of(world, flock);
    vol_store *store = flock->store, *copy = part->copy;
    uint32_t count = 0;
    copy->strip = store->strip;
    bool room =
        vol_list_room(world, copy->count) && vol_bytes_room(world, &vol_cluster_of(world)->out, vol_record_bytes(copy));
    uint32_t *list = vol_cluster_of(world)->list;
    for (uint32_t slot = 0; room && slot < copy->count; slot++) {
        if (needed_here(world, flock, copy, slot)) {
            list[count++] = slot;
        }
    }
    room = room && make_room(part, store, &part->plan, count);
    if (!vol_on_all_ranks(world, room)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        unsigned char *record = vol_cluster_of(world)->out.at;
        vol_record_put(copy, list[i], record);
        vol_record_take(store, i, record);
    }
    store->count = count;
    store->next_id = part->next_id;
    store->in_id_order = store->order_known = false;
    return true;
}

/* --- Every rank has all boids ------------------------------------------------------------------------------------- */

static bool take_all(vol_world *world, vol_flock_data *flock) {
    vol_cluster_flock *part = vol_part_of(world, flock);
    vol_store *store = flock->store;
    if (!vol_records_collect(world, flock) ||
        !vol_on_all_ranks(world, make_room(part, store, &part->plan, part->total))) {
        return false;
    }
    const unsigned char *from = vol_cluster_of(world)->in.at;
    for (uint32_t slot = 0; slot < part->total; slot++) {
        from = vol_record_take(store, slot, from);
    }
    store->count = part->total;
    store->in_id_order = store->order_known = false;
    return true;
}

/* --- Strips ------------------------------------------------------------------------------------------------------- */

/* What leaves this rank of a flock, in the list: slots that others may need, then slots that are free. */
typedef struct leaving {
    uint32_t begin, end; /* boids of this rank, near the edges of its strip or beyond them */
    uint32_t free_end;   /* from `end` on: ghosts, and boids that are not needed here any more */
} leaving;

/* One boid on its way to those who see it. */
typedef struct posting {
    vol_cluster_world *w;
    const vol_store *store;
    uint32_t flock, flocks, slot;
    bool counting; /* else it is written, where w->at has come to */
    bool stays;
} posting;

static void post(void *context, uint32_t rank) {
    posting *p = context;
    vol_cluster_world *w = p->w;
    if (rank == w->rank) {
        p->stays = true;
    } else if (p->counting) {
        w->leaving[rank * (size_t)p->flocks + p->flock]++;
    } else {
        w->at[rank] = (size_t)(vol_record_put(p->store, p->slot, w->out.at + w->at[rank]) - w->out.at);
    }
}

/* The leader of a flock is followed from anywhere. */
static void post_boid(const vol_world *world, const vol_flock_data *flock, posting *p) {
    const vol_cluster_flock *part = vol_part_of(world, flock);
    p->stays = false;
    if (p->store->id[p->slot] != flock->leader) {
        vol_strip_watchers(world, &part->plan, vol_store_place(p->store, &p->store->strip, p->slot), post, p);
        return;
    }
    for (uint32_t r = 0; r < p->w->size; r++) {
        post(p, r);
    }
}

static posting posting_of(const vol_world *world, const vol_flock_data *flock, bool counting) {
    return (posting){.w = vol_cluster_of(world),
                     .store = flock->store,
                     .flock = flock->number,
                     .flocks = world->flock_count,
                     .counting = counting};
}

/* Boids that are looked at together: most are neither ghosts nor near an edge of the strip. */
enum { LOOK_AT = 64 };

/* Lists boids that others may need, and free slots, from *at on in the list; counts those for each rank. Without memory
 * false. */
static bool list_leaving(vol_world *world, const vol_flock_data *flock, uint32_t *at, leaving *l) {
    vol_cluster_world *w = vol_cluster_of(world);
    const vol_store *store = flock->store;
    if (!vol_list_room(world, *at + 2 * (size_t)store->count)) {
        return false;
    }
    const vol_strip *strip = &store->strip;
    const double low = strip->low + strip->wide, high = strip->high - strip->wide;
    const void *along = store->now.position[strip->axis];
    const uint32_t frees = *at + store->count, leader = vol_flock_leader_slot(flock, store->id, store->count);
    uint32_t *list = w->list, near = *at, free_end = frees;
    for (uint32_t slot = 0; slot < store->count; slot++) {
        const uint32_t some = store->count - slot < LOOK_AT ? store->count - slot : LOOK_AT;
        if (slot % LOOK_AT == 0 && leader == VOL_NONE &&
            !store->plan.kernels->some_outside(along, low, high, store->ghost, slot, slot + some)) {
            slot += some - 1;
            continue;
        }
        const double place = vol_store_place(store, &store->strip, slot);
        if (store->ghost[slot]) {
            list[free_end++] = slot;
        } else if (!(place > low && place < high) || slot == leader) {
            list[near++] = slot;
        }
    }
    posting p = posting_of(world, flock, true);
    for (uint32_t i = *at; i < near; i++) {
        p.slot = list[i];
        post_boid(world, flock, &p);
        if (!p.stays) {
            list[free_end++] = p.slot;
        }
    }
    memmove(list + near, list + frees, (free_end - frees) * sizeof *list);
    *l = (leaving){*at, near, near + (free_end - frees)};
    *at = l->free_end;
    return true;
}

static bool goes_in_strips(const vol_world *world, uint32_t flock) {
    const vol_cluster_flock *part = vol_part_of(world, world->flocks[flock]);
    return part->on_ranks && !part->settled && part->plan.sharing == VOL_SHARING_STRIPS;
}

/* How many bytes the parcel for (from) a rank has, by how many boids of each flock are in it. */
static size_t parcel_bytes(const vol_world *world, const uint32_t *counts) {
    size_t boids = 0;
    for (uint32_t f = 0; f < world->flock_count; f++) {
        boids += counts[f] * vol_record_bytes(world->flocks[f]->store);
    }
    return boids > 0 ? boids + world->flock_count * sizeof *counts : 0;
}

/* The parcels for all ranks, one behind the other: how many boids of each flock, then the boids. Returns how many. */
static size_t write_parcels(vol_world *world, const leaving *leavings) {
    vol_cluster_world *w = vol_cluster_of(world);
    const size_t flocks = world->flock_count, head = flocks * sizeof *w->leaving;
    size_t count = 0, at = 0;
    for (uint32_t r = 0; r < w->size; r++) {
        const size_t bytes = (size_t)w->numbers[r];
        w->at[r] = at + head;
        if (bytes > 0) {
            w->parcels[count++] = (vol_parcel){r, w->out.at + at, bytes};
            memcpy(w->out.at + at, w->leaving + r * flocks, head);
        }
        at += bytes;
    }
    for (uint32_t f = 0; f < world->flock_count; f++) {
        posting p = posting_of(world, world->flocks[f], false);
        for (uint32_t i = leavings[f].begin; i < leavings[f].end; i++) {
            p.slot = w->list[i];
            post_boid(world, world->flocks[f], &p);
        }
    }
    return count;
}

/* The boids of a flock in all parcels that have come: to free slots first, then behind the others. Slots that stay free
 * are closed with boids from the end. */
static bool unpack_flock(vol_world *world, uint32_t f, const vol_parcel *in, size_t ins, const leaving *l) {
    vol_cluster_world *w = vol_cluster_of(world);
    vol_flock_data *flock = world->flocks[f];
    vol_store *store = flock->store;
    const uint32_t *spare = w->list + l->end, spares = l->free_end - l->end;
    const size_t record = vol_record_bytes(store);
    uint32_t come = 0, taken = 0;
    for (size_t i = 0; i < ins; i++) {
        uint32_t count;
        memcpy(&count, (const unsigned char *)in[i].data + f * sizeof count, sizeof count);
        come += count;
    }
    const vol_cluster_flock *part = vol_part_of(world, flock);
    if (!make_room(part, store, &part->plan, (size_t)store->count + (come > spares ? come - spares : 0))) {
        return false;
    }
    for (size_t i = 0; i < ins; i++) {
        unsigned char *from = (unsigned char *)in[i].data + w->at[in[i].rank];
        uint32_t count;
        memcpy(&count, (const unsigned char *)in[i].data + f * sizeof count, sizeof count);
        for (uint32_t b = 0; b < count; b++, from += record) {
            const uint32_t slot = taken < spares ? spare[taken++] : store->count++;
            vol_record_take(store, slot, from);
            store->ghost[slot] = 0;
        }
        w->at[in[i].rank] += count * record;
    }
    for (uint32_t i = 0; i < spares; i++) {
        store->ghost[spare[i]] = i < taken ? 0 : 2; /* 2: nobody is there */
    }
    return true;
}

/* Moves boids from the end to slots in which nobody is. */
static void close_gaps(vol_world *world, vol_flock_data *flock, const leaving *l) {
    vol_cluster_world *w = vol_cluster_of(world);
    vol_store *store = flock->store;
    for (uint32_t i = l->end; i < l->free_end; i++) {
        const uint32_t slot = w->list[i];
        while (store->count > 0 && store->ghost[store->count - 1] == 2) {
            store->count--;
        }
        if (slot < store->count && store->ghost[slot] == 2) {
            store->count--;
            vol_record_put(store, store->count, w->in.at);
            vol_record_take(store, slot, w->in.at);
            store->ghost[slot] = 0;
        }
    }
    store->in_id_order = store->order_known = false;
}

/* Tells all ranks how many bytes come; then they do. */
static bool send_and_receive(vol_world *world, leaving *leavings, vol_parcel **in, size_t *ins) {
    vol_cluster_world *w = vol_cluster_of(world);
    const size_t counts = (size_t)w->size * world->flock_count, least = 4096;
    size_t all = 0;
    uint32_t at = 0;
    bool room = vol_bytes_room(world, &w->counts, counts * sizeof *w->leaving);
    w->leaving = (uint32_t *)(void *)w->counts.at;
    if (room) {
        memset(w->leaving, 0, counts * sizeof *w->leaving);
    }
    for (uint32_t f = 0; room && f < world->flock_count; f++) {
        leavings[f] = (leaving){at, at, at};
        room = !goes_in_strips(world, f) || list_leaving(world, world->flocks[f], &at, &leavings[f]);
    }
    for (uint32_t r = 0; r < w->size; r++) {
        w->numbers[r] = room ? parcel_bytes(world, w->leaving + r * (size_t)world->flock_count) : 0;
        all += (size_t)w->numbers[r];
    }
    room = room && vol_bytes_room(world, &w->out, all);
    uint64_t *from = w->numbers + w->size;
    if (!vol_ranks_tell(&world->ranks, w->numbers, from)) {
        return false;
    }
    all = 0;
    for (uint32_t r = 0; r < w->size; r++) {
        all += (size_t)from[r];
    }
    room = room && vol_bytes_room(world, &w->in, all + least + vol_record_most(world));
    if (!vol_on_all_ranks(world, room)) {
        return false;
    }
    const size_t outs = write_parcels(world, leavings);
    *in = w->parcels + w->size;
    *ins = 0;
    all = 0;
    for (uint32_t r = 0; r < w->size; r++) {
        if (from[r] > 0) {
            (*in)[(*ins)++] = (vol_parcel){r, w->in.at + all, (size_t)from[r]};
            all += (size_t)from[r];
        }
    }
    return vol_ranks_exchange(&world->ranks, w->parcels, outs, *in, *ins);
}

static bool exchange(vol_world *world) {
    vol_cluster_world *w = vol_cluster_of(world);
    leaving *leavings = vol_allocate(&world->def.allocator, world->flock_count, sizeof *leavings);
    vol_parcel *in;
    size_t ins;
    bool done = vol_on_all_ranks(world, leavings != NULL) && leavings && send_and_receive(world, leavings, &in, &ins);
    bool room = done;
    if (done) {
        for (uint32_t r = 0; r < w->size; r++) {
            w->at[r] = world->flock_count * sizeof(uint32_t);
        }
    }
    for (uint32_t f = 0; room && f < world->flock_count; f++) {
        room = !goes_in_strips(world, f) || unpack_flock(world, f, in, ins, &leavings[f]);
    }
    for (uint32_t f = 0; room && f < world->flock_count; f++) {
        if (goes_in_strips(world, f)) {
            close_gaps(world, world->flocks[f], &leavings[f]);
        }
    }
    vol_release(&world->def.allocator, leavings, leavings ? world->flock_count : 0, sizeof *leavings);
    return done && vol_on_all_ranks(world, room);
}

/* --- All flocks --------------------------------------------------------------------------------------------------- */

/* Boids that this rank computes, and ghosts; how much longer one rank has computed than the mean. */
bool vol_cluster_take_stock(vol_world *world) {
    vol_cluster_world *w = vol_cluster_of(world);
    vol_cluster_report *report = &world->ranks.report;
    uint64_t own = 0, ghosts = 0, all = (uint64_t)(1e9 * w->busy);
    for (uint32_t f = 0; f < world->flock_count; f++) {
        const vol_store *store = world->flocks[f]->store;
        for (uint32_t i = 0; i < store->count; i++) {
            own += !store->ghost[i];
        }
        ghosts += store->count;
    }
    double most[2] = {1e9 * w->busy, (double)own};
    if (!vol_ranks_add(&world->ranks, &all, 1) || !vol_ranks_highest(&world->ranks, most, 2)) {
        return false;
    }
    w->uneven = most[0] * w->size > VOL_UNEVEN * (double)all;
    w->work += VOL_BOID_COSTS * own;
    report->own += own;
    report->own_most += (uint64_t)most[1];
    report->ghosts += ghosts - own;
    return true;
}

static bool same_plan(const vol_share_plan *a, const vol_share_plan *b) {
    return a->sharing == b->sharing && a->wide == b->wide;
}

/* Brings a flock to the ranks that need it, but for strips, which go together. */
static bool settle_flock(vol_world *world, vol_flock_data *flock) {
    vol_cluster_flock *part = vol_part_of(world, flock);
    if (!part->on_ranks) {
        part->settled = take_from_copy(world, flock);
        part->on_ranks = part->settled;
        return part->settled;
    }
    if (!part->settled && part->plan.sharing != VOL_SHARING_STRIPS) {
        part->settled = take_all(world, flock);
        return part->settled;
    }
    return true;
}

/* Of the flock that has most of those in strips. */
static uint32_t rows_in_strips(const vol_world *world, const vol_share_plan *plans) {
    uint32_t rows = 0, most = 0;
    for (uint32_t f = 0; f < world->flock_count; f++) {
        const uint32_t boids = vol_part_of(world, world->flocks[f])->total;
        if (plans[f].sharing == VOL_SHARING_STRIPS && boids >= most) {
            most = boids;
            rows = plans[f].rows;
        }
    }
    return rows;
}

vol_result vol_cluster_settle(vol_world *world) {
    vol_share_plan *plans = vol_allocate(&world->def.allocator, (size_t)world->flock_count + 1, sizeof *plans);
    uint32_t rows;
    bool done = vol_on_all_ranks(world, plans != NULL) && plans, strips = false, rest = false;
    if (done && !vol_shares_plan(world, plans, &rows)) {
        vol_release(&world->def.allocator, plans, (size_t)world->flock_count + 1, sizeof *plans);
        return VOL_ERROR_UNSUPPORTED;
    }
    done = done && (!world->ranks.report.divided || vol_strips_cut(world, rows_in_strips(world, plans)));
    for (uint32_t f = 0; done && f < world->flock_count; f++) {
        vol_cluster_flock *part = vol_part_of(world, world->flocks[f]);
        part->settled = part->settled && same_plan(&part->plan, &plans[f]);
        take_plan(world, world->flocks[f], &plans[f]);
        rest = rest || !part->settled;
    }
    for (uint32_t f = 0; done && f < world->flock_count; f++) {
        strips = strips || goes_in_strips(world, f);
    }
    for (uint32_t f = 0; done && f < world->flock_count; f++) {
        done = settle_flock(world, world->flocks[f]);
    }
    done = done && (!strips || exchange(world));
    for (uint32_t f = 0; done && rest && f < world->flock_count; f++) {
        vol_part_of(world, world->flocks[f])->settled = true;
        vol_store_share(world->flocks[f]->store);
    }
    vol_release(&world->def.allocator, plans, plans ? (size_t)world->flock_count + 1 : 0, sizeof *plans);
    return done ? VOL_OK : world->ranks.failed ? VOL_ERROR_DEVICE : VOL_ERROR_MEMORY;
}
