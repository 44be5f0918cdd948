/* Passes of meters over the boids of a flock, where they lie: measure/motion.c, structure.c, counts.c and correlation.c
 * on the processor. Sums are of whole numbers, all else is a count, a least or a most, so how boids are dealt out to
 * work items changes no bit. Compiled with
 *   VOL_DOUBLE        1: measures are in doubles
 *   VOL_STATE_DOUBLE  1: so is the state; 0: it is single
 *   VOL_D             2 or 3 dimensions
 */
#include "backends/opencl/measured.h"
#include "kernels/cells.h"
#include "kernels/moments.h"
#include "kernels/waves.h"

#define IN_GROUPS(items) __attribute__((reqd_work_group_size(items, 1, 1)))

/* The box around all, their largest speed, and in a periodic world how many there are along each axis. */
__kernel IN_GROUPS(VOL_SURVEY_GROUP) void look_round(__global const state4 *state, ulong a, ulong b, uint count,
                                                     vol_survey survey, __global vol_look *parts,
                                                     __global uint *circle) {
    __local vol_look look[VOL_SURVEY_GROUP];
    __local uint bins[VOL_D * VOL_CIRCLE_BINS];
    const uint me = (uint)get_local_id(0);
    vol_look mine;
    mine.boids = mine.uneven = 0;
    mine.speed2_most = 0;
    for (int c = 0; c < 3; c++) {
        mine.low[c] = INFINITY;
        mine.high[c] = -INFINITY;
    }
    for (uint i = me; i < VOL_D * VOL_CIRCLE_BINS; i += VOL_SURVEY_GROUP) {
        bins[i] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (ulong at = get_global_id(0); at < count; at += get_global_size(0)) {
        vol_block block;
        if (!load_boid(state, a, b, at, &survey.space, &block)) {
            mine.uneven = 1;
        }
        look_add(&mine, &block, VOL_D, block_speed2(&block, VOL_D));
        for (int c = 0; c < VOL_D && survey.per_bin[c] > 0 && block.count > 0; c++) {
            const uint bin =
                cell_along(block.position[c][0], survey.space.low[c], survey.per_bin[c], VOL_CIRCLE_BINS, 0);
            atomic_inc(&bins[c * VOL_CIRCLE_BINS + bin]);
        }
    }
    look[me] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = me; i < VOL_D * VOL_CIRCLE_BINS; i += VOL_SURVEY_GROUP) {
        if (bins[i] > 0) {
            atomic_add(&circle[i], bins[i]);
        }
    }
    if (me == 0) {
        for (uint i = 1; i < VOL_SURVEY_GROUP; i++) {
            const vol_look other = look[i];
            look_join(&mine, &other);
        }
        parts[get_group_id(0)] = mine;
    }
}

/* Sums over all boids, as whole numbers: those of vol_moments. */
__kernel IN_GROUPS(VOL_SURVEY_GROUP) void add_up(__global const state4 *state, ulong a, ulong b, uint count,
                                                 vol_survey survey, __global long *parts) {
    __local long term[VOL_SURVEY_GROUP];
    const uint me = (uint)get_local_id(0);
    union {
        vol_moments sums;
        long number[VOL_SURVEY_NUMBERS];
    } mine;
    for (uint i = 0; i < VOL_SURVEY_NUMBERS; i++) {
        mine.number[i] = 0;
    }
    for (ulong at = get_global_id(0); at < count; at += get_global_size(0)) {
        vol_block block;
        load_boid(state, a, b, at, &survey.space, &block);
        if (survey.sums & VOL_SURVEY_MEANS) {
            block_means(&block, VOL_D, &survey.frame, &mine.sums);
        }
        const bool turns = (survey.sums & VOL_SURVEY_TURNS) != 0, spins = (survey.sums & VOL_SURVEY_SPINS) != 0;
        if (turns || spins) {
            block_turns(&block, VOL_D, &survey.frame, turns, spins, &mine.sums);
        }
    }
    for (uint i = 0; i < VOL_SURVEY_NUMBERS; i++) {
        term[me] = mine.number[i];
        for (uint apart = VOL_SURVEY_GROUP / 2; apart > 0; apart /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (me < apart) {
                term[me] += term[me + apart];
            }
        }
        if (me == 0) {
            parts[get_group_id(0) * VOL_SURVEY_NUMBERS + i] = term[0];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* What each group has added up, `numbers` whole numbers, is added to what the first has. */
__kernel void join(__global long *parts, uint numbers, uint groups) {
    const size_t me = get_global_id(0);
    long sum = 0;
    for (uint i = 0; i < groups && me < numbers; i++) {
        sum += parts[(size_t)i * numbers + me];
    }
    if (me < numbers) {
        parts[me] = sum;
    }
}

/* The number of the box that a boid is in, x first, or -1. */
VOL_INLINE int box_of(const vol_block *block, const vol_survey *survey, const uint *number) {
    int box = 0, outside = 0;
    for (int c = VOL_D - 1; c >= 0; c--) {
        const int there = (int)box_place(block->position[c][0], survey->low[c], survey->high[c], (double)number[c]);
        box = box * (int)number[c] + there;
        outside |= there;
    }
    return outside < 0 ? -1 : box;
}

/* Boids in boxes, and behind these in the cells of the map. */
__kernel void count_boxes(__global const state4 *state, ulong a, ulong b, uint count, vol_survey survey,
                          __global uint *counts) {
    for (ulong at = get_global_id(0); at < count; at += get_global_size(0)) {
        vol_block block;
        load_boid(state, a, b, at, &survey.space, &block);
        const int box = survey.box_count > 0 && block.count > 0 ? box_of(&block, &survey, survey.boxes) : -1;
        const int cell = survey.cell_count > 0 && block.count > 0 ? box_of(&block, &survey, survey.cells) : -1;
        if (box >= 0) {
            atomic_inc(&counts[box]);
        }
        if (cell >= 0) {
            atomic_inc(&counts[survey.box_count + (uint)cell]);
        }
    }
}

/* The wave of a number from 1 to VOL_WAVES: periods along each axis, from -3 to 3, the first that is not 0 being
 * positive. */
VOL_INLINE void periods_of(uint number, int periods[3]) {
    int code = (int)number + (VOL_D == 3 ? VOL_WAVES : VOL_WAVES_FLAT);
    for (int c = VOL_D - 1; c >= 0; c--) {
        periods[c] = code % 7 - 3;
        code /= 7;
    }
}

/* Goes on from the wave along some axes to that along one axis more: `other` has the waves along that. */
VOL_INLINE void wave_and(double wave_of[2], int *begun, int periods, __local const double (*other)[2][VOL_WAVE_GROUP],
                         uint i) {
    if (periods == 0) {
        return;
    }
    const int n = (periods < 0 ? -periods : periods) - 1;
    const double x = other[n][0][i], y = other[n][1][i];
    double plus[2] = {x, y}, minus[2] = {x, y};
    if (*begun) {
        wave_cross(wave_of[0], wave_of[1], x, y, plus, minus);
    }
    wave_of[0] = periods > 0 ? plus[0] : minus[0];
    wave_of[1] = periods > 0 ? plus[1] : minus[1];
    *begun = 1;
}

/* Sums of waves: the group loads boids side by side, then each work item adds up one wave of them, in 2D of a part of
 * them. */
__kernel IN_GROUPS(VOL_WAVE_GROUP) void add_waves(__global const state4 *state, ulong a, ulong b, uint count,
                                                  vol_survey survey, __global long *parts) {
    __local double along[VOL_D][VOL_WAVE_PERIODS][2][VOL_WAVE_GROUP];
    const uint waves = VOL_D == 3 ? VOL_WAVES : VOL_WAVES_FLAT, slices = VOL_WAVE_GROUP / waves;
    const uint me = (uint)get_local_id(0), slice = me / waves;
    vol_sum sums[2] = {{0, 0}, {0, 0}};
    int periods[3];
    periods_of(me % waves + 1, periods);
    for (ulong begin = get_group_id(0) * (ulong)VOL_WAVE_GROUP; begin < count; begin += get_global_size(0)) {
        const uint some = count - begin < VOL_WAVE_GROUP ? (uint)(count - begin) : VOL_WAVE_GROUP;
        vol_block block;
        block.count = 0;
        if (me < some) {
            load_boid(state, a, b, begin + me, &survey.space, &block);
        }
        for (int c = 0; c < VOL_D; c++) {
            wave of[VOL_WAVE_PERIODS];
            find_waves(&block, &survey.frame, c, 0, block.count, of);
            for (int n = 0; n < VOL_WAVE_PERIODS; n++) {
                along[c][n][0][me] = block.count > 0 ? of[n].real[0] : 0;
                along[c][n][1][me] = block.count > 0 ? of[n].imaginary[0] : 0;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        wave_sum sum = {{0, 0}};
        for (uint i = slice; i < some && slice < slices; i += slices) {
            double wave_of[2] = {0, 0};
            int begun = 0;
            for (int c = 0; c < VOL_D; c++) {
                wave_and(wave_of, &begun, periods[c], along[c], i);
            }
            wave_add(&sum, wave_of[0], wave_of[1]);
        }
        wave_end(&sum, sums);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    __global long *to = parts + get_global_id(0) * VOL_WAVE_NUMBERS;
    to[0] = sums[0].high;
    to[1] = sums[0].low;
    to[2] = sums[1].high;
    to[3] = sums[1].low;
}

/* Boids whose ids are drawn, in no special order: positions, then velocities, `room` numbers each. */
__kernel void draw(__global const state4 *state, ulong a, ulong b, uint count, vol_survey survey,
                   __global const uint *ids, ulong slot, __global uint *drawn, __global double *sample) {
    for (ulong at = get_global_id(0); at < count; at += get_global_size(0)) {
        if (!block_draws(ids[slot + at], survey.limit)) {
            continue;
        }
        vol_block block;
        load_boid(state, a, b, at, &survey.space, &block);
        const uint place = block.count > 0 ? atomic_inc(drawn) : survey.room;
        for (int c = 0; c < VOL_D && place < survey.room; c++) {
            sample[(ulong)c * survey.room + place] = block.position[c][0];
            sample[(ulong)(VOL_D + c) * survey.room + place] = block.velocity[c][0];
        }
    }
}
