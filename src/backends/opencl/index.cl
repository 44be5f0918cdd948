/* The index of a step on a device: which kind, and sorting by cells or by id. */
#include "backends/opencl/around.h"
#include "backends/opencl/sorting.h"

#include "kernels/crowd.h"

/* --- Which index -------------------------------------------------------------------------------------------------- */

/* Settles the kind, or stops where the queue does not have what it takes. */
VOL_INLINE void settle_kind(__constant const vol_device_flock *f, __global vol_device_found *found,
                            __global vol_device_progress *progress, enum vol_crowd crowd, uint able, uint at) {
    uint kind = f->kind;
    if (kind == VOL_DEVICE_EITHER && crowd != VOL_CROWD_UNKNOWN) {
        kind = crowd == VOL_CROWD_DENSE ? VOL_DEVICE_TREE : VOL_DEVICE_GRID;
    }
    found->kind = kind;
    const uint needs = kind == VOL_DEVICE_GRID   ? VOL_ABLE_GRID
                       : kind == VOL_DEVICE_TREE ? VOL_ABLE_TREE
                                                 : VOL_ABLE_AROUND;
    /* chosen, not branched to: PoCL makes an endless loop of a branch in what one work item does behind a barrier */
    const uint goes_on = (able & needs) != 0;
    progress->at = goes_on ? progress->at : at;
    progress->stopped = goes_on ? progress->stopped : 1;
}

VOL_INLINE enum vol_crowd crowd_of(__constant const vol_device_flock *f, ulong in_cells) {
    return crowd_in_cells(VOL_D, in_cells, f->count, f->most);
}

/* --- Cells: counting ---------------------------------------------------------------------------------------------- */

/* A boid's rank is how many were counted in its cell before it. */
__kernel void count_cells(VOL_FLOCK, __global const real4 *state, __global uint *cell, __global uint *rank,
                          __global uint *counts) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS(i < f->count);
    const real4 p = state[f->state + i];
    const uint c = cell_of(VOL_D, f->cells.torus, &f->cells, p.x, p.y, VOL_D == 3 ? p.z : 0);
    cell[f->slot + i] = c;
    rank[f->slot + i] = atomic_inc(&counts[f->ends + c]);
}

/* The counts of a few cells in a row, each work item its own. */
typedef struct some_cells {
    uint first, count[VOL_EACH], sum;
    ulong squares;
} some_cells;

/* Whole blocks in pieces of four, for which they lie right (vol_device_flock.ends). */
VOL_INLINE some_cells cells_at(__global const uint *counts, uint block, uint cells) {
    some_cells s;
    s.first = block * VOL_BLOCK_ITEMS + get_local_id(0) * VOL_EACH;
    s.sum = 0;
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
        s.squares += (ulong)s.count[i] * s.count[i];
    }
    return s;
}

/* Where each of them begins, if `start` boids are in cells before them. The counts become 0 again. */
VOL_INLINE void begin_cells(const some_cells *s, uint start, uint cells, __global uint *counts, __global uint *ends) {
    if (s->first + VOL_EACH <= cells) {
        for (uint i = 0; i < VOL_EACH; i += 4) {
            const uint b = start + s->count[i], c = b + s->count[i + 1], d = c + s->count[i + 2];
            *(__global uint4 *)(ends + s->first + i) = (uint4)(start, b, c, d);
            *(__global uint4 *)(counts + s->first + i) = (uint4)(0);
            start = d + s->count[i + 3];
        }
    } else {
        for (uint i = 0; i < VOL_EACH && s->first + i < cells; i++) {
            ends[s->first + i] = start;
            counts[s->first + i] = 0;
            start += s->count[i];
        }
    }
    if (s->first < cells && s->first + VOL_EACH >= cells) {
        ends[cells] = start;
    }
}

/* Pairs of boids in a cell and in those around it, of cells first to first + each - 1; what is round the world along a
 * row is left out. */
VOL_INLINE ulong pairs_around(__constant const vol_device_flock *f, __global const uint *ends, uint first, uint each) {
    ulong pairs = 0;
    for (uint c = first; c < first + each && c < f->cell_count; c++) {
        const uint here = ends[c + 1] - ends[c];
        pairs += here > 0 ? here * boids_around(f, ends, c, 0) : 0;
    }
    return pairs;
}

/* Few cells: all of it in one group. */
__kernel void scan_small(VOL_FLOCK, __global vol_constants *k, vol_u64 step, uint able, uint at, __global uint *counts,
                         __global uint *ends) {
    __local uint room[VOL_GROUP];
    __local ulong wide[VOL_GROUP];
    VOL_LEAVE_UNLESS(1);
    const uint me = get_local_id(0);
    ulong squares = 0;
    uint before = 0, total;
    counts += f->ends;
    ends += f->ends;
    for (uint block = 0; block * VOL_BLOCK_ITEMS < f->cell_count; block++) {
        const some_cells s = cells_at(counts, block, f->cell_count);
        const uint start = before + group_scan(s.sum, room, &total);
        begin_cells(&s, start, f->cell_count, counts, ends);
        squares += s.squares;
        before += total;
    }
    squares = group_sum(squares, wide);
    enum vol_crowd crowd = crowd_of(f, squares);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (f->kind == VOL_DEVICE_EITHER && crowd == VOL_CROWD_UNKNOWN) {
        const uint each = (f->cell_count + VOL_GROUP - 1) / VOL_GROUP;
        const ulong around = group_sum(pairs_around(f, ends, me * each, each), wide);
        crowd = crowd_around(around, f->count, f->most);
    }
    if (me == 0) {
        begin_step(k, step);
        settle_kind(f, found, progress, crowd, able, at);
    }
}

/* Many: the sums of blocks, then where each block begins, then where each cell does. */
__kernel void scan_sums(VOL_FLOCK, __global const uint *counts, __global uint *sums, __global ulong *squares) {
    __local uint room[VOL_GROUP];
    __local ulong wide[VOL_GROUP];
    VOL_LEAVE_UNLESS(1);
    uint total;
    const some_cells s = cells_at(counts + f->ends, get_group_id(0), f->cell_count);
    group_scan(s.sum, room, &total);
    const ulong square = group_sum(s.squares, wide);
    if (get_local_id(0) == 0) {
        sums[f->room + get_group_id(0)] = total;
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

__kernel void scan_top(VOL_FLOCK, __global vol_constants *k, vol_u64 step, uint able, uint at, __global uint *sums,
                       __global const ulong *squares) {
    __local uint room[VOL_GROUP];
    __local ulong wide[VOL_GROUP];
    VOL_LEAVE_UNLESS(1);
    const uint blocks = (f->cell_count + VOL_BLOCK_ITEMS - 1) / VOL_BLOCK_ITEMS;
    scan_in_place(sums + f->room, blocks, room);
    const ulong in_cells = sum_of(squares + f->room, blocks, wide);
    if (get_local_id(0) == 0) {
        begin_step(k, step);
        settle_kind(f, found, progress, crowd_of(f, in_cells), able, at);
    }
}

__kernel void scan_spread(VOL_FLOCK, __global uint *counts, __global uint *ends, __global const uint *sums) {
    __local uint room[VOL_GROUP];
    VOL_LEAVE_UNLESS(1);
    uint total;
    const some_cells s = cells_at(counts + f->ends, get_group_id(0), f->cell_count);
    const uint start = sums[f->room + get_group_id(0)] + group_scan(s.sum, room, &total);
    begin_cells(&s, start, f->cell_count, counts + f->ends, ends + f->ends);
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
        settle_kind(f, found, progress, crowd_around(around, f->count, f->most), able, at);
    }
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
    move_boid(f, found, state, sorted, id_sorted, i, to, mine);
}

/* Grid: each boid's id takes the place of its rank in its cell, */
__kernel void place(VOL_FLOCK, __global const uint *id, __global const uint *cell, __global const uint *rank,
                    __global const uint *ends, __global uint *places) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS(i < f->count && found->kind == VOL_DEVICE_GRID);
    places[f->slot + ends[f->ends + cell[f->slot + i]] + rank[f->slot + i]] = id[f->slot + i];
}

/* then the boid goes to the slot that its id has among those in its cell. */
__kernel void gather(VOL_FLOCK, __global const real4 *state, __global real4 *sorted, __global const uint *id,
                     __global uint *id_sorted, __global const uint *cell, __global const uint *ends,
                     __global const uint *places) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS(i < f->count && found->kind == VOL_DEVICE_GRID);
    const uint c = cell[f->slot + i], mine = id[f->slot + i];
    uint to = ends[f->ends + c];
    for (uint j = to, end = ends[f->ends + c + 1]; j < end; j++) {
        to += places[f->slot + j] < mine;
    }
    move_boid(f, found, state, sorted, id_sorted, i, to, mine);
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
