/* The index of a step on a device: which kind, and sorting by cells or by id. */
#include "backends/opencl/around.h"
#include "backends/opencl/counting.h"
#include "backends/opencl/sorting.h"

#include "kernels/crowd.h"

/* --- Which index -------------------------------------------------------------------------------------------------- */

/* Of a flock that is crowded like that. */
VOL_INLINE uint kind_of(VOL_SHARED const vol_device_flock *f, enum vol_crowd crowd) {
    return f->kind != VOL_DEVICE_EITHER || crowd == VOL_CROWD_UNKNOWN ? f->kind
           : crowd == VOL_CROWD_DENSE                                 ? VOL_DEVICE_TREE
                                                                      : VOL_DEVICE_GRID;
}

/* Settles the kind, or stops where the queue does not have what it takes. */
VOL_INLINE void settle_kind(__global vol_device_found *found, __global vol_device_progress *progress, uint kind,
                            uint able, uint at) {
    found->kind = kind;
    const uint needs = kind == VOL_DEVICE_GRID   ? VOL_ABLE_GRID
                       : kind == VOL_DEVICE_TREE ? VOL_ABLE_TREE
                                                 : VOL_ABLE_AROUND;
    /* chosen, not branched to: PoCL makes an endless loop of a branch in what one work item does behind a barrier */
    const uint goes_on = (able & needs) != 0;
    progress->at = goes_on ? progress->at : at;
    progress->stopped = goes_on ? progress->stopped : 1;
}

VOL_INLINE enum vol_crowd crowd_of(VOL_SHARED const vol_device_flock *f, ulong in_cells) {
    return crowd_in_cells(VOL_D, in_cells, f->count, f->most);
}

/* --- Cells: counting ---------------------------------------------------------------------------------------------- */

VOL_INLINE uint cell_of_boid(VOL_SHARED const vol_device_flock *f, real4 p) {
    return cell_of(VOL_D, f->cells.torus, &f->cells, p.x, p.y, VOL_D == 3 ? p.z : 0);
}

__kernel void count_cells(VOL_FLOCK, uint which, __global const real4 *state, __global uint *cell,
                          __global uint *ranks_or_links, __global uint *counts) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS(i < f->count);
    count_boid(f, i, cell_of_boid(f, state[f->state + i]), which, cell, ranks_or_links, counts);
}

/* The counts of a few cells in a row, each work item its own. */
typedef struct some_cells {
    uint first, count[VOL_EACH], sum, most;
    ulong squares;
} some_cells;

/* All of them in pieces of four, for which they lie right (vol_device_flock.counts). */
VOL_INLINE some_cells cells_at(__global const uint *counts, uint first, uint cells) {
    some_cells s;
    s.first = first;
    s.sum = s.most = 0;
    s.squares = 0;
    if (s.first + VOL_EACH <= cells) {
        for (uint i = 0; i < VOL_EACH; i += 4) {
            const uint4 four = *(__global const uint4 *)(counts + s.first + i);
            s.count[i] = four.x;
            s.count[i + 1] = four.y;
            s.count[i + 2] = four.z;
            s.count[i + 3] = four.w;
        }
    } else {
        for (uint i = 0; i < VOL_EACH; i++) {
            s.count[i] = s.first + i < cells ? counts[s.first + i] : 0;
        }
    }
    for (uint i = 0; i < VOL_EACH; i++) {
        s.sum += s.count[i];
        s.most = max(s.most, s.count[i]);
        s.squares += (ulong)s.count[i] * s.count[i];
    }
    return s;
}

VOL_INLINE void write_cells(__global uint *to, uint first, uint cells, const uint number[VOL_EACH]) {
    if (first + VOL_EACH <= cells) {
        for (uint i = 0; i < VOL_EACH; i += 4) {
            *(__global uint4 *)(to + first + i) = (uint4)(number[i], number[i + 1], number[i + 2], number[i + 3]);
        }
    } else {
        for (uint i = 0; i < VOL_EACH && first + i < cells; i++) {
            to[first + i] = number[i];
        }
    }
}

/* Where each of them begins, if `start` boids are in cells before them. */
VOL_INLINE void begin_cells(const some_cells *s, uint start, uint cells, __global uint *ends) {
    uint begins[VOL_EACH];
    for (uint i = 0; i < VOL_EACH; i++) {
        begins[i] = start;
        start += s->count[i];
    }
    write_cells(ends, s->first, cells, begins);
    if (s->first < cells && s->first + VOL_EACH >= cells) {
        ends[cells] = start;
    }
}

/* Pairs of boids in a cell and in those around it, of cells first to first + each - 1; what is round the world along a
 * row is left out. */
VOL_INLINE ulong pairs_around(VOL_SHARED const vol_device_flock *f, __global const uint *ends, uint first, uint each) {
    ulong pairs = 0;
    for (uint c = first; c < first + each && c < f->cell_count; c++) {
        const uint here = ends[c + 1] - ends[c];
        pairs += here > 0 ? here * boids_around(f, ends, c, 0) : 0;
    }
    return pairs;
}

/* How many boids of a list have lower ids. */
VOL_INLINE uint rank_of(__global const uint *id, uint mine, uint head, __global const uint *links) {
    uint rank = 0;
    for (uint next = head; next > 0; next = links[next - 1]) {
        rank += id[next - 1] < mine;
    }
    return rank;
}

/* Few cells: each group finds out for itself where all of them begin, and by that which index it will be. They all
 * write the same. Groups do not wait for each other, so what was counted stays as it is, and what the step will count
 * in becomes 0. A group that begins after the first one has stopped the queue does nothing: the step is made again.
 *
 * Boids of linked flocks go to their slots; for others the first group is all there is. What that takes is fetched
 * while the group is busy otherwise. */
__kernel void sort_small(VOL_FLOCK, __global vol_constants *k, vol_u64 step, uint able, uint at, uint which,
                         __global uint *counts, __global uint *ends, __global const real4 *state,
                         __global real4 *sorted, __global const uint *id, __global uint *id_sorted,
                         __global const uint *links) {
    __local uint room[VOL_GROUP];
    __local ulong wide[VOL_GROUP];
    __local volatile uint crowded;
    const uint i = get_global_id(0), me = get_local_id(0);
    VOL_THIS_FLOCK;
    const moving_boid boid = take_boid(f, state, id, min(i, f->count - 1));
    VOL_STOPPED_TOGETHER;
    const uint cells = stopped ? 0 : f->cell_count;
    const uint linked = stopped || f->heads == 0 ? 0 : f->count, clear = linked > 0 ? 2 * f->heads : cells;
    const uint pieces = (cells + VOL_BLOCK_ITEMS - 1) / VOL_BLOCK_ITEMS, first = me * pieces * VOL_EACH;
    __global const uint *counted = counts + f->counts[which];
    __global uint *cleared = counts + f->counts[1 - which];
    const uint c = i < linked ? cell_of_boid(f, boid.first) : 0;
    uint sum = 0, most = 0, total;
    ulong squares = 0;
    ends += f->ends;
    crowded = 0;
    for (uint c = i; c < clear; c += get_global_size(0)) {
        cleared[c] = 0;
    }
    for (uint piece = 0; piece < pieces; piece++) {
        const some_cells s = cells_at(counted, first + piece * VOL_EACH, cells);
        sum += s.sum;
        squares += s.squares;
        most = max(most, s.most);
    }
    const uint head = i < linked ? counted[f->heads + c] : 0;
    uint start = group_scan(sum, room, &total);
    if (most > VOL_LONG) {
        crowded = 1;
    }
    for (uint piece = 0; piece < pieces; piece++) {
        const some_cells s = cells_at(counted, first + piece * VOL_EACH, cells);
        begin_cells(&s, start, cells, ends);
        start += s.sum;
    }
    squares = group_sum(squares, wide);
    enum vol_crowd crowd = crowd_of(f, squares);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (f->kind == VOL_DEVICE_EITHER && crowd == VOL_CROWD_UNKNOWN) {
        const uint each = (cells + VOL_GROUP - 1) / VOL_GROUP;
        const ulong around = group_sum(pairs_around(f, ends, me * each, each), wide);
        crowd = crowd_around(around, f->count, f->most);
    }
    const uint kind = kind_of(f, crowd);
    if (i == 0 && !stopped) {
        begin_step(k, step);
        settle_kind(found, progress, kind, able, at);
        found->crowded = crowded ? (uint)step + 1 : found->crowded;
    }
    if (i < linked && kind == VOL_DEVICE_GRID) {
        const uint to = ends[c] + rank_of(id + f->slot, boid.id, head, links + links_at(f));
        put_boid(f, found, &boid, sorted, id_sorted, to);
    }
}

/* Many: each group has a share of them, in blocks. */
typedef struct some_blocks {
    uint first, end;
} some_blocks;

VOL_INLINE some_blocks share_of(uint cells, uint group) {
    const uint blocks = (cells + VOL_BLOCK_ITEMS - 1) / VOL_BLOCK_ITEMS, groups = get_num_groups(0);
    const uint each = (blocks + groups - 1) / groups;
    const some_blocks s = {group * each, min((group + 1) * each, blocks)};
    return s;
}

VOL_INLINE uint first_of(uint block) {
    return block * VOL_BLOCK_ITEMS + get_local_id(0) * VOL_EACH;
}

/* The sums of shares, */
__kernel void scan_sums(VOL_FLOCK, uint which, __global const uint *counts, __global uint *sums,
                        __global ulong *squares) {
    __local ulong wide[VOL_GROUP];
    VOL_LEAVE_UNLESS(1);
    const some_blocks share = share_of(f->cell_count, get_group_id(0));
    ulong sum = 0, square = 0;
    for (uint block = share.first; block < share.end; block++) {
        const some_cells s = cells_at(counts + f->counts[which], first_of(block), f->cell_count);
        sum += s.sum;
        square += s.squares;
    }
    sum = group_sum(sum, wide);
    square = group_sum(square, wide);
    if (get_local_id(0) == 0) {
        sums[f->room + get_group_id(0)] = (uint)sum;
        squares[f->room + get_group_id(0)] = square;
    }
}

/* The sum of all, by one group. PoCL needs the barriers of group_sum within the loop: behind one that has them not they
 * never end there. */
VOL_INLINE ulong sum_of(__global const ulong *numbers, uint count, __local ulong *wide) {
    ulong sum = 0;
    for (uint first = 0; first < count; first += VOL_BLOCK_ITEMS) {
        const uint at = first + get_local_id(0) * VOL_EACH;
        ulong own = 0;
        for (uint i = 0; i < VOL_EACH; i++) {
            own += at + i < count ? numbers[at + i] : 0;
        }
        sum += group_sum(own, wide);
    }
    return sum;
}

/* then where each cell begins: each group adds up the shares before its own. None are before the first one's: it adds
 * up what decides which index it will be. What the step will count in becomes 0. */
__kernel void scan_spread(VOL_FLOCK, __global vol_constants *k, vol_u64 step, uint able, uint at, uint which,
                          __global uint *counts, __global uint *ends, __global const uint *sums,
                          __global const ulong *squares) {
    __local uint room[VOL_GROUP];
    __local ulong wide[VOL_GROUP];
    VOL_THIS_FLOCK;
    VOL_STOPPED_TOGETHER;
    const uint group = get_group_id(0), me = get_local_id(0), cells = stopped ? 0 : f->cell_count;
    const uint shares = group == 0 ? get_num_groups(0) : group;
    ulong own = 0;
    for (uint share = me; share < shares; share += VOL_GROUP) {
        own += group == 0 ? squares[f->room + share] : sums[f->room + share];
    }
    const ulong all = group_sum(own, wide);
    if (group == 0 && me == 0 && !stopped) {
        begin_step(k, step);
        settle_kind(found, progress, kind_of(f, crowd_of(f, all)), able, at);
    }
    const some_blocks share = share_of(cells, group);
    const uint none[VOL_EACH] = {0};
    uint before = group == 0 ? 0 : (uint)all, most = 0, total;
    __global const uint *counted = counts + f->counts[which];
    __global uint *cleared = counts + f->counts[1 - which];
    for (uint block = share.first; block < share.end; block++) {
        const some_cells s = cells_at(counted, first_of(block), cells);
        begin_cells(&s, before + group_scan(s.sum, room, &total), cells, ends + f->ends);
        write_cells(cleared, s.first, cells, none);
        if (f->heads > 0) {
            write_cells(cleared + f->heads, s.first, cells, none);
        }
        before += total;
        most = max(most, s.most);
    }
    if (most > VOL_LONG) {
        found->crowded = (uint)step + 1;
    }
}

__kernel void around_sums(VOL_FLOCK, __global const uint *ends, __global ulong *pairs) {
    __local ulong wide[VOL_GROUP];
    VOL_LEAVE_UNLESS(found->kind == VOL_DEVICE_EITHER);
    const ulong sum = group_sum(pairs_around(f, ends + f->ends, get_global_id(0) * VOL_EACH, VOL_EACH), wide);
    if (get_local_id(0) == 0) {
        pairs[f->room + get_group_id(0)] = sum;
    }
}

__kernel void around_top(VOL_FLOCK, uint able, uint at, __global const ulong *pairs) {
    __local ulong wide[VOL_GROUP];
    VOL_LEAVE_UNLESS(found->kind == VOL_DEVICE_EITHER);
    const uint blocks = (f->cell_count + VOL_BLOCK_ITEMS - 1) / VOL_BLOCK_ITEMS;
    const ulong around = sum_of(pairs + f->room, blocks, wide);
    if (get_local_id(0) == 0) {
        settle_kind(found, progress, kind_of(f, crowd_around(around, f->count, f->most)), able, at);
    }
}

/* How far from the lower side of its cell a coordinate is, from 0 to 1; anything for what is outside. */
VOL_INLINE real part_of_cell(VOL_SHARED const vol_cells *cells, const int axis, double p) {
    const double c = (p - cells->low[axis]) * cells->per_length[axis];
    return clamp((real)(c - floor(c)), REAL(0), REAL(1));
}

/* --- Moving boids to their slots ---------------------------------------------------------------------------------- */

/* Brute force: in id order. */
__kernel void sort_by_id(VOL_FLOCK, __global vol_constants *k, vol_u64 step, __global const real4 *state,
                         __global real4 *sorted, __global const uint *id, __global uint *id_sorted) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS(i < f->count);
    if (i == 0) {
        begin_step(k, step);
        found->kind = VOL_DEVICE_BRUTE;
    }
    const uint mine = id[f->slot + i];
    uint to = mine;
    if (!f->dense) {
        to = 0;
        for (uint j = 0; j < f->count; j++) {
            to += id[f->slot + j] < mine;
        }
    }
    move_boid(f, found, state, sorted, id, id_sorted, i, to);
}

/* Grid: each boid's id takes the place of its rank in its cell, */
__kernel void place(VOL_FLOCK, __global const uint *id, __global const uint *cell, __global const uint *rank,
                    __global const uint *ends, __global uint *places) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS((i < f->count) & (found->kind == VOL_DEVICE_GRID));
    places[f->slot + ends[f->ends + cell[f->slot + i]] + rank[f->slot + i]] = id[f->slot + i];
}

/* then the boid goes to the slot that its id has among those in its cell. */
__kernel void gather(VOL_FLOCK, __global const real4 *state, __global real4 *sorted, __global const uint *id,
                     __global uint *id_sorted, __global const uint *cell, __global const uint *ends,
                     __global const uint *places) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS((i < f->count) & (found->kind == VOL_DEVICE_GRID));
    const uint c = cell[f->slot + i];
    const moving_boid boid = take_boid(f, state, id, i); /* fetched while its slot is looked for */
    uint to = ends[f->ends + c];
    for (uint j = to, end = ends[f->ends + c + 1]; j < end; j++) {
        to += places[f->slot + j] < boid.id;
    }
    put_boid(f, found, &boid, sorted, id_sorted, to);
}

/* Both at once where the boids of cells are in lists, */
__kernel void gather_by_list(VOL_FLOCK, uint which, __global const real4 *state, __global real4 *sorted,
                             __global const uint *id, __global uint *id_sorted, __global const uint *counts,
                             __global const uint *ends, __global const uint *links) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS((i < f->count) & (found->kind == VOL_DEVICE_GRID));
    const moving_boid boid = take_boid(f, state, id, i);
    const uint c = cell_of_boid(f, boid.first), head = counts[f->counts[which] + f->heads + c];
    const uint to = ends[f->ends + c] + rank_of(id + f->slot, boid.id, head, links + links_at(f));
    put_boid(f, found, &boid, sorted, id_sorted, to);
}

/* or where the order within a cell does not matter (fast): by rank. */
__kernel void gather_by_rank(VOL_FLOCK, __global const real4 *state, __global real4 *sorted, __global const uint *id,
                             __global uint *id_sorted, __global const uint *ends, __global const uint *rank) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS((i < f->count) & (found->kind == VOL_DEVICE_GRID));
    const moving_boid boid = take_boid(f, state, id, i);
    const uint to = ends[f->ends + cell_of_boid(f, boid.first)] + rank[f->slot + i];
    put_boid(f, found, &boid, sorted, id_sorted, to);
}

/* --- Crowded cells in space --------------------------------------------------------------------------------------- */

/* In which order work items take the slots of a crowded grid in space, so that those that run together have boids that
 * lie close together: sense_crowd.h. The boids of a group of work items are in a row of cells, or in two or three. They
 * are put in order along it; and where these cells are few, by halves of them across it first. */
__kernel void line_up(VOL_FLOCK, __global const real4 *sorted, __global uint *turns) {
    __local uint room[VOL_GROUP], begin[VOL_GROUP];
    VOL_LEAVE_UNLESS(found->kind == VOL_DEVICE_GRID);
    const uint me = get_local_id(0), first = get_group_id(0) * VOL_GROUP, i = first + me;
    const uint last = min(first + VOL_GROUP, f->count) - 1;
    __global const real4 *places = sorted + f->state;
    const real4 a = places[first], b = places[last], p = places[min(i, last)];
    const uint low = cell_of(VOL_D, 0, &f->cells, a.x, a.y, a.z), high = cell_of(VOL_D, 0, &f->cells, b.x, b.y, b.z);
    const uint cells = high - low + 1, deep = cells <= 2, aside = cells <= 5, parts = (1 + deep) * (1 + aside);
    const real x = part_of_cell(&f->cells, 0, p.x), y = part_of_cell(&f->cells, 1, p.y),
               z = part_of_cell(&f->cells, 2, p.z);
    /* each part begins where the one before it ends, for the groups that have boids of both */
    const uint far = z >= REAL(0.5) ? deep : 0, aft = y >= REAL(0.5) ? aside : 0;
    const uint part = far * (1 + aside) + (far ? aside - aft : aft), each = VOL_GROUP / parts;
    const real along = (real)(cell_of(VOL_D, 0, &f->cells, p.x, p.y, p.z) - low) + x;
    const uint at = min((uint)(along * ((real)each / (real)cells)), each - 1);
    const uint to = part * each + (part % 2 ? each - 1 - at : at);
    uint rank = 0, total;
    begin[me] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i <= last) {
        rank = atomic_inc(&begin[to]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint start = group_scan(begin[me], room, &total);
    begin[me] = start;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i <= last) {
        turns[f->slot + first + begin[to] + rank] = i;
    }
}

/* --- Slots in id order: for relations that choose one of all boids ------------------------------------------------ */

__kernel void order_dense(VOL_FLOCK, __global const uint *id, __global uint *order) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS(i < f->count);
    order[f->slot + id[f->slot + i]] = i;
}

/* Ids with gaps: how many are below each. */
__kernel void order_ranked(VOL_FLOCK, __global const uint *id, __global uint *order) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS(i < f->count);
    const uint mine = id[f->slot + i];
    uint rank = 0;
    for (uint j = 0; j < f->count; j++) {
        rank += id[f->slot + j] < mine;
    }
    order[f->slot + rank] = i;
}
