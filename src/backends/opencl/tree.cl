/* Sorting boids along the Hilbert curve on a device, and the boxes over them. */
#define VOL_HILBERT_BLOCK 1
#include "core/hilbert.h"

#include "backends/opencl/sorting.h"

/* --- Tree: where boids are on the curve --------------------------------------------------------------------------- */

/* While a tree sorts, keys lie where the sorted boids will, and slots where the places of a grid would: two of each, to
 * sort to and fro. */
VOL_INLINE __global ulong *keys_of(__constant const vol_device_flock *f, __global real4 *sorted, uint which) {
    return (__global ulong *)(sorted + f->state) + (ulong)which * f->count;
}

VOL_INLINE __global uint *slots_of(__constant const vol_device_flock *f, __global uint2 *places, uint which) {
    return (__global uint *)(places + f->slot) + (ulong)which * f->count;
}

VOL_INLINE uint passes_of(__global const vol_device_found *found) {
    return (found->bits * VOL_D + VOL_DIGIT_BITS - 1) / VOL_DIGIT_BITS;
}

typedef struct vol_limits {
    real low[3], high[3];
} vol_limits;

VOL_INLINE vol_limits no_limits(void) {
    vol_limits b;
    for (int c = 0; c < 3; c++) {
        b.low[c] = VOL_INFINITY;
        b.high[c] = -VOL_INFINITY;
    }
    return b;
}

/* What is no number, or infinite, is in no box. */
VOL_INLINE void limits_take(vol_limits *b, int c, real low, real high) {
    if (fabs(low) < VOL_INFINITY) {
        b->low[c] = fmin(b->low[c], low);
    }
    if (fabs(high) < VOL_INFINITY) {
        b->high[c] = fmax(b->high[c], high);
    }
}

VOL_INLINE void limits_boid(vol_limits *b, real4 p) {
    limits_take(b, 0, p.x, p.x);
    limits_take(b, 1, p.y, p.y);
    if (VOL_D == 3) {
        limits_take(b, 2, p.z, p.z);
    }
}

/* The limits of all work items of the group, in its first one. */
VOL_INLINE void group_limits(vol_limits *b, __local vol_limits *room) {
    const uint me = get_local_id(0);
    room[me] = *b;
    for (uint step = VOL_GROUP / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < step) {
            for (int c = 0; c < VOL_D; c++) {
                room[me].low[c] = fmin(room[me].low[c], room[me + step].low[c]);
                room[me].high[c] = fmax(room[me].high[c], room[me + step].high[c]);
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    *b = room[0];
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* Squares at the curve's end are so much narrower than the reach (index/curve.c). */
enum { VOL_CURVE_FINE = 8 };

/* The lattice over the box around all boids (index/leaves.c, index/curve.c); where there are others elsewhere, it is
 * given. */
VOL_INLINE void lay_lattice(__constant const vol_device_flock *f, __global vol_device_found *found,
                            const vol_limits *b) {
    double longest = 0;
    for (int c = 0; c < VOL_D; c++) {
        const double side = (double)b->high[c] - (double)b->low[c];
        longest = side > longest ? side : longest;
        found->low[c] = b->low[c];
    }
    double per_length = longest > 0 ? 0x1p32 / longest : 0;
    if (f->given) {
        for (int c = 0; c < VOL_D; c++) {
            found->low[c] = f->lattice_low[c];
        }
        per_length = f->lattice_per_length;
    }
    double width = per_length > 0 ? 0x1p32 / per_length : 0;
    uint bits = 1;
    while (bits < (VOL_D == 3 ? 21 : 32) && width * 0x1p-1 * VOL_CURVE_FINE > f->reach) {
        width /= 2;
        bits++;
    }
    found->per_length = per_length;
    found->bits = bits;
}

VOL_INLINE uint lattice_at(__global const vol_device_found *found, int c, real p) {
    const double last = 4294967295.0;
    double at = ((double)p - found->low[c]) * found->per_length;
    at = at > 0 ? at : 0; /* also what is no number */
    at = at < last ? at : last;
    return (uint)(long)at;
}

VOL_INLINE ulong key_of(__global const vol_device_found *found, real4 p) {
    uint cell[3][1];
    ulong key[1];
    const uint shift = 32 - found->bits;
    cell[0][0] = lattice_at(found, 0, p.x) >> shift;
    cell[1][0] = lattice_at(found, 1, p.y) >> shift;
    cell[2][0] = VOL_D == 3 ? lattice_at(found, 2, p.z) >> shift : 0;
    vol_hilbert_keys(VOL_D, cell, (int)found->bits, key);
    return key[0];
}

/* --- Tree: sorting by keys ---------------------------------------------------------------------------------------- */

/* What a group sorts: boids begin to end - 1, each work item `each` of them in a row, so that those alike keep their
 * order. */
typedef struct vol_digits {
    __global const ulong *key;
    __global const uint *slot;
    __global ulong *key_to;
    __global uint *slot_to;
    uint begin, end, each, shift;
} vol_digits;

VOL_INLINE vol_digits digits_of(__constant const vol_device_flock *f, __global real4 *sorted, __global uint2 *places,
                                uint pass) {
    vol_digits d;
    d.key = keys_of(f, sorted, pass % 2);
    d.slot = slots_of(f, places, pass % 2);
    d.key_to = keys_of(f, sorted, 1 - pass % 2);
    d.slot_to = slots_of(f, places, 1 - pass % 2);
    d.shift = pass * VOL_DIGIT_BITS;
    return d;
}

VOL_INLINE uint digit_at(const vol_digits *d, uint i) {
    return (uint)(d->key[i] >> d->shift) & (VOL_DIGITS - 1);
}

/* count[digit * VOL_GROUP + work item]: how many of this digit the work item has. */
VOL_INLINE void count_digits(const vol_digits *d, __local uint *count) {
    const uint me = get_local_id(0);
    for (uint digit = 0; digit < VOL_DIGITS; digit++) {
        count[digit * VOL_GROUP + me] = 0;
    }
    const uint first = d->begin + me * d->each;
    for (uint i = first; i < first + d->each && i < d->end; i++) {
        count[digit_at(d, i) * VOL_GROUP + me]++;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* Each becomes the sum of those before it. */
VOL_INLINE void scan_digits(__local uint *count, __local uint *room) {
    const uint first = get_local_id(0) * VOL_DIGITS; /* as many numbers for each work item as there are digits */
    uint sum = 0, total;
    for (uint i = 0; i < VOL_DIGITS; i++) {
        sum += count[first + i];
    }
    uint start = group_scan(sum, room, &total);
    for (uint i = 0; i < VOL_DIGITS; i++) {
        const uint own = count[first + i];
        count[first + i] = start;
        start += own;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* To where each goes: count[...] + base[digit]. */
VOL_INLINE void scatter_digits(const vol_digits *d, __local uint *count, __local const uint *base) {
    const uint me = get_local_id(0), first = d->begin + me * d->each;
    for (uint i = first; i < first + d->each && i < d->end; i++) {
        const uint digit = digit_at(d, i), to = base[digit] + count[digit * VOL_GROUP + me]++;
        d->key_to[to] = d->key[i];
        d->slot_to[to] = d->slot[i];
    }
}

__kernel void tree_small(VOL_FLOCK, __global vol_constants *k, vol_u64 step, __global const real4 *state,
                         __global real4 *sorted, __global uint2 *places) {
    __local vol_limits limits[VOL_GROUP];
    __local uint count[VOL_DIGITS * VOL_GROUP], room[VOL_GROUP], base[VOL_DIGITS];
    VOL_LEAVE_UNLESS(f->kind == VOL_DEVICE_TREE || found->kind == VOL_DEVICE_TREE);
    const uint me = get_local_id(0);
    vol_limits b = no_limits();
    for (uint i = me; i < f->count; i += VOL_GROUP) {
        limits_boid(&b, state[f->state + i]);
    }
    group_limits(&b, limits);
    if (me == 0) {
        begin_step(k, step);
        found->kind = VOL_DEVICE_TREE;
        lay_lattice(f, found, &b);
    }
    if (me < VOL_DIGITS) {
        base[me] = 0;
    }
    barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    for (uint i = me; i < f->count; i += VOL_GROUP) {
        keys_of(f, sorted, 0)[i] = key_of(found, state[f->state + i]);
        slots_of(f, places, 0)[i] = i;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    const uint passes = passes_of(found);
    for (uint pass = 0; pass < passes; pass++) {
        vol_digits d = digits_of(f, sorted, places, pass);
        d.begin = 0;
        d.end = f->count;
        d.each = (f->count + VOL_GROUP - 1) / VOL_GROUP;
        count_digits(&d, count);
        scan_digits(count, room);
        scatter_digits(&d, count, base);
        barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    }
}

__kernel void tree_limits(VOL_FLOCK, __global const real4 *state, __global real4 *limits) {
    __local vol_limits room[VOL_GROUP];
    VOL_LEAVE_UNLESS(f->kind == VOL_DEVICE_TREE || found->kind == VOL_DEVICE_TREE);
    vol_limits b = no_limits();
    for (uint i = get_global_id(0); i < f->count; i += get_global_size(0)) {
        limits_boid(&b, state[f->state + i]);
    }
    group_limits(&b, room);
    if (get_local_id(0) == 0) {
        limits[2 * get_group_id(0)] = (real4)(b.low[0], b.low[1], b.low[2], REAL(0));
        limits[2 * get_group_id(0) + 1] = (real4)(b.high[0], b.high[1], b.high[2], REAL(0));
    }
}

__kernel void tree_lattice(VOL_FLOCK, __global vol_constants *k, vol_u64 step, __global const real4 *limits,
                           uint groups) {
    __local vol_limits room[VOL_GROUP];
    VOL_LEAVE_UNLESS(f->kind == VOL_DEVICE_TREE || found->kind == VOL_DEVICE_TREE);
    vol_limits b = no_limits();
    for (uint i = get_local_id(0); i < groups; i += VOL_GROUP) {
        const real4 low = limits[2 * i], high = limits[2 * i + 1];
        limits_take(&b, 0, low.x, high.x);
        limits_take(&b, 1, low.y, high.y);
        limits_take(&b, 2, low.z, high.z);
    }
    group_limits(&b, room);
    if (get_local_id(0) == 0) {
        begin_step(k, step);
        found->kind = VOL_DEVICE_TREE;
        lay_lattice(f, found, &b);
    }
}

__kernel void tree_keys(VOL_FLOCK, __global const real4 *state, __global real4 *sorted, __global uint2 *places) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS(i < f->count && found->kind == VOL_DEVICE_TREE);
    keys_of(f, sorted, 0)[i] = key_of(found, state[f->state + i]);
    slots_of(f, places, 0)[i] = i;
}

/* Sorting by one digit, many boids: how many each block has of each digit, where these begin, and there. */
__kernel void digit_counts(VOL_FLOCK, __global real4 *sorted, __global uint2 *places, uint pass, __global uint *sums) {
    __local uint count[VOL_DIGITS];
    VOL_LEAVE_UNLESS(found->kind == VOL_DEVICE_TREE && pass < passes_of(found));
    const vol_digits d = digits_of(f, sorted, places, pass);
    const uint me = get_local_id(0), blocks = get_num_groups(0);
    if (me < VOL_DIGITS) {
        count[me] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint n = 0; n < VOL_EACH; n++) {
        const uint i = get_group_id(0) * VOL_BLOCK_ITEMS + n * VOL_GROUP + me;
        if (i < f->count) {
            atomic_inc(&count[digit_at(&d, i)]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < VOL_DIGITS) {
        sums[f->room + me * blocks + get_group_id(0)] = count[me];
    }
}

__kernel void digit_top(VOL_FLOCK, uint pass, uint blocks, __global uint *sums) {
    __local uint room[VOL_GROUP];
    VOL_LEAVE_UNLESS(found->kind == VOL_DEVICE_TREE && pass < passes_of(found));
    scan_in_place(sums + f->room, VOL_DIGITS * blocks, room);
}

__kernel void digit_scatter(VOL_FLOCK, __global real4 *sorted, __global uint2 *places, uint pass,
                            __global const uint *sums) {
    __local uint count[VOL_DIGITS * VOL_GROUP], room[VOL_GROUP], base[VOL_DIGITS];
    VOL_LEAVE_UNLESS(found->kind == VOL_DEVICE_TREE && pass < passes_of(found));
    const uint me = get_local_id(0), blocks = get_num_groups(0);
    vol_digits d = digits_of(f, sorted, places, pass);
    d.begin = get_group_id(0) * VOL_BLOCK_ITEMS;
    d.end = min(d.begin + VOL_BLOCK_ITEMS, f->count);
    d.each = VOL_EACH;
    count_digits(&d, count);
    scan_digits(count, room);
    if (me < VOL_DIGITS) { /* what was counted of lower digits is in the base already */
        base[me] = sums[f->room + me * blocks + get_group_id(0)] - count[me * VOL_GROUP];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    scatter_digits(&d, count, base);
}

/* Boids with the same key by id: which slot each sorted slot comes from, kept where cells are not needed now. */
__kernel void tree_settle(VOL_FLOCK, __global const uint *id, __global real4 *sorted, __global uint2 *places,
                          __global uint *from) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS(i < f->count && found->kind == VOL_DEVICE_TREE);
    const uint which = passes_of(found) % 2;
    __global const ulong *keys = keys_of(f, sorted, which);
    __global const uint *slots = slots_of(f, places, which);
    const ulong key = keys[i];
    const uint mine = id[f->slot + slots[i]];
    uint to = i;
    for (uint j = i; j > 0 && keys[j - 1] == key; j--) {
        to -= id[f->slot + slots[j - 1]] > mine;
    }
    for (uint j = i + 1; j < f->count && keys[j] == key; j++) {
        to += id[f->slot + slots[j]] < mine;
    }
    from[f->slot + to] = slots[i];
}

__kernel void tree_gather(VOL_FLOCK, __global const real4 *state, __global real4 *sorted, __global const uint *id,
                          __global uint *id_sorted, __global const uint *from) {
    const uint i = get_global_id(0);
    VOL_LEAVE_UNLESS(i < f->count && found->kind == VOL_DEVICE_TREE);
    const uint slot = from[f->slot + i];
    move_boid(f, found, state, sorted, id, id_sorted, slot, i);
}

/* --- Tree: boxes -------------------------------------------------------------------------------------------------- */

VOL_INLINE void make_box(__constant const vol_device_flock *f, __global const real4 *sorted, __global real4 *boxes,
                         uint level, uint node) {
    vol_limits b = no_limits();
    if (level == 0) {
        const uint first = node * f->leaf, end = min(first + f->leaf, f->count);
        for (uint i = first; i < end; i++) {
            limits_boid(&b, sorted[f->state + i]);
        }
    } else {
        const uint first = node * VOL_DEVICE_FAN, end = min(first + VOL_DEVICE_FAN, f->nodes[level - 1]);
        for (uint i = f->first[level - 1] + first; i < f->first[level - 1] + end; i++) {
            const real4 low = boxes[i], high = VOL_D == 3 ? boxes[f->box_count + i] : low;
            limits_take(&b, 0, low.x, VOL_D == 3 ? high.x : low.z);
            limits_take(&b, 1, low.y, VOL_D == 3 ? high.y : low.w);
            if (VOL_D == 3) {
                limits_take(&b, 2, low.z, high.z);
            }
        }
    }
    const uint at = f->first[level] + node;
    if (VOL_D == 3) {
        boxes[at] = (real4)(b.low[0], b.low[1], b.low[2], REAL(0));
        boxes[f->box_count + at] = (real4)(b.high[0], b.high[1], b.high[2], REAL(0));
    } else {
        boxes[at] = (real4)(b.low[0], b.low[1], b.high[0], b.high[1]);
    }
}

__kernel void tree_boxes(VOL_FLOCK, __global const real4 *sorted, __global real4 *boxes, uint level) {
    const uint node = get_global_id(0);
    VOL_LEAVE_UNLESS(node < f->nodes[level] && found->kind == VOL_DEVICE_TREE);
    make_box(f, sorted, boxes + f->boxes, level, node);
}

__kernel void tree_boxes_small(VOL_FLOCK, __global const real4 *sorted, __global real4 *boxes) {
    VOL_LEAVE_UNLESS(found->kind == VOL_DEVICE_TREE);
    for (uint level = 0; level < f->levels; level++) {
        for (uint node = get_local_id(0); node < f->nodes[level]; node += VOL_GROUP) {
            make_box(f, sorted, boxes + f->boxes, level, node);
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
