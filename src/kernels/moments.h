/* Between steps: sums over a block of boids of how they move and how they lie about their centre, side by side. Comes
 * after measure/blocks.c, which loads blocks; measure/motion.c says what becomes of the sums. In doubles alone.
 *
 * Lanes are boids, and each lane adds whole numbers (core/sum.h): no number of lanes changes a sum. */
#ifndef VOLERY_KERNELS_MOMENTS_H
#define VOLERY_KERNELS_MOMENTS_H

#include "kernels/blocks.h"
#include "lanes/lanes.h"

/* A vol_sum in lanes; a block is too short for it to lose a bit. */
typedef struct lane_sum {
    vreal high, low, unit;
} lane_sum;

VOL_INLINE lane_sum lane_sum_of(double unit) {
    return (lane_sum){v_set(0), v_set(0), v_set(unit)};
}

VOL_INLINE void lane_sum_add(lane_sum *sum, vreal term) {
    const vreal shift = v_set(VOL_SUM_SHIFT);
    vreal scaled = v_mul(term, sum->unit), whole = v_sub(v_add(scaled, shift), shift);
    vreal rest = v_mul(v_sub(scaled, whole), v_set(0x1p32));
    sum->high = v_add(sum->high, whole);
    sum->low = v_add(sum->low, v_sub(v_add(rest, shift), shift));
}

VOL_INLINE void lane_sum_end(const lane_sum *sum, vol_sum *to) {
    double high[VOL_WIDTH], low[VOL_WIDTH];
    v_to(high, sum->high);
    v_to(low, sum->low);
    for (int k = 0; k < VOL_WIDTH; k++) {
        to->high += (vol_i64)high[k];
        to->low += (vol_i64)low[k];
    }
}

/* Some numbers of a block; behind its end zeros. */
VOL_INLINE vreal of_block(const double *numbers, vol_u32 k, vol_u32 count) {
    vreal loaded = v_from(numbers + k);
    return count - k < VOL_WIDTH ? v_only(m_first(count - k), loaded) : loaded;
}

VOL_INLINE vreal block_square(const int D, const vol_block *block, vol_u32 k) {
    vreal square = v_set(0);
    for (int c = 0; c < D; c++) {
        vreal v = of_block(block->velocity[c], k, block->count);
        square = c == 0 ? v_mul(v, v) : v_add(square, v_mul(v, v));
    }
    return square;
}

static double block_speed2(const vol_block *block, int dimensions) {
    vreal most = v_set(0);
    for (vol_u32 k = 0; k < block->count; k += VOL_WIDTH) {
        most = v_max(dimensions == 3 ? block_square(3, block, k) : block_square(2, block, k), most);
    }
    return v_most(most);
}

/* From the centre, or what is taken for it, along an axis; where a world comes again, the short way. */
VOL_INLINE vreal block_offset(const vol_block *block, const vol_frame *frame, int axis, vol_u32 k) {
    const vreal period = v_set(frame->period[axis]), half_way = v_set(frame->half_way[axis]);
    vreal d = v_sub(v_from(block->position[axis] + k), v_set(frame->center[axis]));
    vreal back = v_only(v_lt(half_way, d), period), forth = v_only(v_lt(d, v_neg(half_way)), period);
    vreal offset = v_add(v_sub(d, back), forth);
    return block->count - k < VOL_WIDTH ? v_only(m_first(block->count - k), offset) : offset;
}

/* Speeds and directions; a boid at rest has none. */
VOL_INLINE void add_speeds(const int D, const vol_block *block, const vol_frame *frame, vol_moments *sums) {
    lane_sum speeds = lane_sum_of(frame->speed_unit), direction[3];
    for (int c = 0; c < D; c++) {
        direction[c] = lane_sum_of(frame->one_unit);
    }
    for (vol_u32 k = 0; k < block->count; k += VOL_WIDTH) {
        vreal speed = v_sqrt(block_square(D, block, k));
        vreal length = v_if(v_lt(v_set(0), speed), speed, v_set(1));
        lane_sum_add(&speeds, speed);
        for (int c = 0; c < D; c++) {
            lane_sum_add(&direction[c], v_div(of_block(block->velocity[c], k, block->count), length));
        }
    }
    lane_sum_end(&speeds, &sums->speed);
    for (int c = 0; c < D; c++) {
        lane_sum_end(&direction[c], &sums->direction[c]);
    }
}

static void block_means(const vol_block *block, int dimensions, const vol_frame *frame, vol_moments *sums) {
    if (dimensions == 3) {
        add_speeds(3, block, frame, sums);
    } else {
        add_speeds(2, block, frame, sums);
    }
    for (int c = 0; c < dimensions; c++) {
        lane_sum velocity = lane_sum_of(frame->speed_unit), offset = lane_sum_of(frame->side_unit[c]);
        for (vol_u32 k = 0; k < block->count; k += VOL_WIDTH) {
            lane_sum_add(&velocity, of_block(block->velocity[c], k, block->count));
            lane_sum_add(&offset, block_offset(block, frame, c, k));
        }
        lane_sum_end(&velocity, &sums->velocity[c]);
        lane_sum_end(&offset, &sums->offset[c]);
    }
}

/* How far from the centre, and which way round: r x v over the lengths of both; if `spins`, r x v, its length, and the
 * most that it could be, |r| |v|. */
VOL_INLINE void add_turns(const int D, const bool turns, const bool spins, const vol_block *block,
                          const vol_frame *frame, vol_moments *sums) {
    const int first = D == 3 ? 0 : 2;
    const vreal unit = v_set(frame->spin_unit);
    lane_sum gyration = lane_sum_of(frame->square_unit), length = lane_sum_of(1), most = lane_sum_of(frame->spin_unit);
    lane_sum turn[3], spin[3];
    for (int axis = first; axis < 3; axis++) {
        turn[axis] = lane_sum_of(frame->one_unit);
        spin[axis] = lane_sum_of(frame->spin_unit);
    }
    for (vol_u32 k = 0; k < block->count; k += VOL_WIDTH) {
        vreal r[3], v[3], r2 = v_set(0), square = v_set(0);
        for (int c = 0; c < D; c++) {
            r[c] = block_offset(block, frame, c, k);
            v[c] = of_block(block->velocity[c], k, block->count);
            r2 = v_add(r2, v_mul(r[c], r[c]));
        }
        const vreal both = v_mul(v_sqrt(r2), v_sqrt(block_square(D, block, k)));
        const vreal some = v_if(v_lt(v_set(0), both), both, v_set(1)); /* at the centre, or at rest, nothing is added */
        for (int axis = first; axis < 3; axis++) {
            const int a = (axis + 1) % 3, b = (axis + 2) % 3;
            vreal round = v_sub(v_mul(r[a], v[b]), v_mul(r[b], v[a]));
            if (turns) {
                lane_sum_add(&turn[axis], v_div(round, some));
            }
            if (spins) {
                lane_sum_add(&spin[axis], round);
                round = v_mul(round, unit); /* now its square is a number, whatever r and v are */
                square = v_add(square, v_mul(round, round));
            }
        }
        if (turns) {
            lane_sum_add(&gyration, r2);
        }
        if (spins) {
            lane_sum_add(&length, v_sqrt(square));
            lane_sum_add(&most, both);
        }
    }
    for (int axis = first; axis < 3; axis++) {
        lane_sum_end(&turn[axis], &sums->turn[axis]);
        lane_sum_end(&spin[axis], &sums->spin[axis]);
    }
    lane_sum_end(&gyration, &sums->gyration);
    lane_sum_end(&length, &sums->spin_abs);
    lane_sum_end(&most, &sums->spin_most);
}

VOL_INLINE void turns_of(const bool turns, const bool spins, const vol_block *block, int dimensions,
                         const vol_frame *frame, vol_moments *sums) {
    if (dimensions == 3) {
        add_turns(3, turns, spins, block, frame, sums);
    } else {
        add_turns(2, turns, spins, block, frame, sums);
    }
}

static void block_turns(const vol_block *block, int dimensions, const vol_frame *frame, bool turns, bool spins,
                        vol_moments *sums) {
    if (turns && spins) {
        turns_of(true, true, block, dimensions, frame, sums);
    } else if (turns) {
        turns_of(true, false, block, dimensions, frame, sums);
    } else {
        turns_of(false, true, block, dimensions, frame, sums);
    }
}

#endif
