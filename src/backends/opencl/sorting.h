/* What the programs that sort boids on a device have in common. One flock at a time is sorted, from the state as the
 * last step left it to a sorted copy, which the step reads.
 *
 * VOL_D: dimensions; VOL_SECOND: boids have a second real4 (kernels/device_data.h). OpenCL C. */
#ifndef VOLERY_BACKENDS_OPENCL_SORTING_H
#define VOLERY_BACKENDS_OPENCL_SORTING_H

#include "kernels/context.h"
#include "kernels/crowd.h"
#include "models/model.h"

/* The flock's record by value, where nothing in it is looked up by a number (see step.cl), or among those of all. */
#if VOL_BY_VALUE
#define VOL_RECORDS const vol_device_flock record
#define VOL_RECORD &record
#else
#define VOL_RECORDS __constant const vol_device_flock *flocks
#define VOL_RECORD &flocks[number]
#endif

#define VOL_FLOCK VOL_RECORDS, uint number, __global vol_device_found *founds, __global vol_device_progress *progress

#define VOL_THIS_FLOCK                                 \
    VOL_SHARED const vol_device_flock *f = VOL_RECORD; \
    __global vol_device_found *found = &founds[number]

/* What is sorted by what: has the queue stopped, or is the flock sorted otherwise? All is looked at, since to wait once
 * is shorter than to wait twice. */
#define VOL_LEAVE_UNLESS(condition)                \
    VOL_THIS_FLOCK;                                \
    if ((progress->stopped != 0) | !(condition)) { \
        return;                                    \
    }

/* The same in kernels of which one group may stop the queue while others begin: all of a group know whether it has,
 * and go on with nothing to do, because PoCL fails with branches behind barriers where a group may leave before. It
 * takes what one work item tells the others for its own, unless that is volatile. */
#define VOL_STOPPED_TOGETHER      \
    __local volatile uint told;   \
    if (get_local_id(0) == 0) {   \
        told = progress->stopped; \
    }                             \
    barrier(CLK_LOCAL_MEM_FENCE); \
    const uint stopped = told

/* --- Sums over a group -------------------------------------------------------------------------------------------- */

/* The sum of the values of the work items before this one; *total: of all. All of the group must come here. */
VOL_INLINE uint group_scan(uint value, __local uint *room, uint *total) {
    const uint me = get_local_id(0);
    room[me] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < VOL_GROUP; step *= 2) {
        const uint before = me >= step ? room[me - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        room[me] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const uint sum = room[me] - value;
    *total = room[VOL_GROUP - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

VOL_INLINE ulong group_sum(ulong value, __local ulong *room) {
    const uint me = get_local_id(0);
    room[me] = value;
    for (uint step = VOL_GROUP / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < step) {
            room[me] += room[me + step];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const ulong sum = room[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

/* Numbers 0 to count - 1 become the sums of those before them. By one group. */
VOL_INLINE void scan_in_place(__global uint *numbers, uint count, __local uint *room) {
    uint before = 0, total;
    for (uint first = 0; first < count; first += VOL_BLOCK_ITEMS) {
        uint own[VOL_EACH], sum = 0;
        const uint at = first + get_local_id(0) * VOL_EACH;
        for (uint i = 0; i < VOL_EACH; i++) {
            own[i] = at + i < count ? numbers[at + i] : 0;
            sum += own[i];
        }
        uint start = before + group_scan(sum, room, &total);
        for (uint i = 0; i < VOL_EACH && at + i < count; i++) {
            numbers[at + i] = start;
            start += own[i];
        }
        before += total;
    }
}

/* --- A boid ------------------------------------------------------------------------------------------------------- */

VOL_INLINE void begin_step(__global vol_constants *k, vol_u64 step) {
    k->step = step;
}

/* A boid on its way from the state to the sorted ones. */
typedef struct moving_boid {
    real4 first, second;
    uint id;
} moving_boid;

VOL_INLINE moving_boid take_boid(VOL_SHARED const vol_device_flock *f, __global const real4 *state,
                                 __global const uint *id, uint from) {
    moving_boid b;
    b.first = state[f->state + from];
    b.second = VOL_SECOND ? state[f->state + f->capacity + from] : b.first;
    b.id = id[f->slot + from];
    return b;
}

VOL_INLINE void put_boid(VOL_SHARED const vol_device_flock *f, __global vol_device_found *found,
                         const moving_boid *boid, __global real4 *sorted, __global uint *id_sorted, uint to) {
    sorted[f->state + to] = boid->first;
    if (VOL_SECOND) {
        sorted[f->state + f->capacity + to] = boid->second;
    }
    id_sorted[f->slot + to] = boid->id;
    if (boid->id == f->leader) {
        found->leader = to;
    }
}

VOL_INLINE void move_boid(VOL_SHARED const vol_device_flock *f, __global vol_device_found *found,
                          __global const real4 *state, __global real4 *sorted, __global const uint *id,
                          __global uint *id_sorted, uint from, uint to) {
    const moving_boid boid = take_boid(f, state, id, from);
    put_boid(f, found, &boid, sorted, id_sorted, to);
}

#endif
