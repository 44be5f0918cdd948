/* Between steps: sums over a block of boids of waves as long as the world, or a half or a third of it, along each axis,
 * side by side. Comes after measure/blocks.c, which loads blocks; measure/structure.c says what becomes of the sums. In
 * doubles alone.
 *
 * Every term is rounded to a multiple of 2^-VOL_WAVE_BITS, so that no order of terms and no number of lanes changes a
 * sum. */
#ifndef VOLERY_KERNELS_WAVES_H
#define VOLERY_KERNELS_WAVES_H

#include "kernels/blocks.h"
#include "lanes/lanes.h"
#include "lanes/maths.h"

#ifdef VOL_OPENCL
enum { WAVE_BOIDS = 1 };
#else
enum { WAVE_BOIDS = 128 }; /* at a time, so that all their waves fit the nearest cache */
#endif

/* e^(i phase) of some boids, and how the boids lie: zeros fill up the last lanes. */
typedef struct wave {
    double real[WAVE_BOIDS + VOL_WIDTH], imaginary[WAVE_BOIDS + VOL_WIDTH];
} wave;

typedef struct wave_sum {
    vreal part[2];
} wave_sum;

#ifdef VOL_OPENCL
VOL_INLINE void wave_add(wave_sum *sum, vreal real_part, vreal imaginary) {
    const vreal shift = v_set(VOL_WAVE_SHIFT);
    sum->part[0] = v_add(sum->part[0], v_sub(v_add(real_part, shift), shift));
    sum->part[1] = v_add(sum->part[1], v_sub(v_add(imaginary, shift), shift));
}

VOL_INLINE void wave_end(const wave_sum *sum, vol_sum to[2]) {
    for (int i = 0; i < 2; i++) {
        wave_put((vol_i64)(sum->part[i] * (double)((vol_u64)1 << VOL_WAVE_BITS)), &to[i]);
    }
}
#else
VOL_INLINE void wave_add(wave_sum *sum, vreal real_part, vreal imaginary) {
    const vreal shift = v_set(VOL_WAVE_SHIFT);
    sum->part[0] = v_addbits(sum->part[0], v_add(real_part, shift));
    sum->part[1] = v_addbits(sum->part[1], v_add(imaginary, shift));
}

VOL_INLINE void wave_end(const wave_sum *sum, vol_u64 to[2][VOL_WAVE_LANES]) {
    for (int i = 0; i < 2; i++) {
        vol_number lane[VOL_WIDTH];
        v_to(&lane->number, sum->part[i]);
        for (int k = 0; k < VOL_WIDTH; k++) {
            to[i][k] += lane[k].bits;
        }
    }
}
#endif

/* The waves of one, two and three periods along an axis, for `count` boids from `begin` on. */
VOL_INLINE void find_waves(const vol_block *block, const vol_frame *frame, int axis, vol_u32 begin, vol_u32 count,
                           wave *of) {
    const vreal low = v_set(frame->wave_low[axis]), per_length = v_set(frame->wave_per_length[axis]);
    for (vol_u32 k = 0; k < count; k += VOL_WIDTH) {
        vreal turns = v_mul(v_sub(v_from(block->position[axis] + begin + k), low), per_length), sine, cosine;
        v_sincos_near(v_mul(v_sub(turns, v_floor(turns)), v_set(0x1.921fb54442d18p2)), &sine, &cosine);
        const vmask there = m_first(count - k < VOL_WIDTH ? count - k : VOL_WIDTH);
        const vreal x = v_only(there, cosine), y = v_only(there, sine);
        const vreal x2 = v_sub(v_mul(x, x), v_mul(y, y)), y2 = v_mul(v_add(x, x), y);
        v_to(of[0].real + k, x);
        v_to(of[0].imaginary + k, y);
        v_to(of[1].real + k, x2);
        v_to(of[1].imaginary + k, y2);
        v_to(of[2].real + k, v_sub(v_mul(x2, x), v_mul(y2, y)));
        v_to(of[2].imaginary + k, v_add(v_mul(x2, y), v_mul(y2, x)));
    }
}

/* The two waves along both: e^(i (a + b)) and e^(i (a - b)). */
VOL_INLINE void wave_cross(vreal ax, vreal ay, vreal bx, vreal by, vreal plus[2], vreal minus[2]) {
    const vreal xx = v_mul(ax, bx), yy = v_mul(ay, by), yx = v_mul(ay, bx), xy = v_mul(ax, by);
    plus[0] = v_sub(xx, yy);
    plus[1] = v_add(yx, xy);
    minus[0] = v_add(xx, yy);
    minus[1] = v_sub(yx, xy);
}

#ifndef VOL_OPENCL /* there each work item adds up a wave of its own: backends/opencl/measure.cl */
/* One wave; the result is what the next sums go to. */
VOL_INLINE void add_wave(const wave *a, vol_u32 count, vol_u64 to[2][VOL_WAVE_LANES]) {
    wave_sum sum = {{v_set(0), v_set(0)}};
    for (vol_u32 k = 0; k < count; k += VOL_WIDTH) {
        wave_add(&sum, v_from(a->real + k), v_from(a->imaginary + k));
    }
    wave_end(&sum, to);
}

/* The two waves along both, which are kept if there is a place for them. */
VOL_INLINE void add_crossed(const wave *a, const wave *b, vol_u32 count, wave *kept, vol_u64 to[][2][VOL_WAVE_LANES]) {
    wave_sum sum = {{v_set(0), v_set(0)}}, difference = sum;
    for (vol_u32 k = 0; k < count; k += VOL_WIDTH) {
        vreal plus[2], minus[2];
        wave_cross(v_from(a->real + k), v_from(a->imaginary + k), v_from(b->real + k), v_from(b->imaginary + k), plus,
                   minus);
        wave_add(&sum, plus[0], plus[1]);
        wave_add(&difference, minus[0], minus[1]);
        if (kept) {
            v_to(kept[0].real + k, plus[0]);
            v_to(kept[0].imaginary + k, plus[1]);
            v_to(kept[1].real + k, minus[0]);
            v_to(kept[1].imaginary + k, minus[1]);
        }
    }
    wave_end(&sum, to[0]);
    wave_end(&difference, to[1]);
}

/* A wave in the plane with each along z, in 3D. */
VOL_INLINE void add_deep(const wave *flat, const wave *z, vol_u32 count, vol_u64 to[][2][VOL_WAVE_LANES]) {
    for (int n = 0; n < VOL_WAVE_PERIODS; n++) {
        add_crossed(flat, &z[n], count, NULL, to + 2 * n);
    }
}

VOL_INLINE void add_waves(const int D, const vol_block *block, const vol_frame *frame, vol_u32 begin, vol_u32 count,
                          vol_waves *sums) {
    wave axis[3][VOL_WAVE_PERIODS], crossed[2];
    vol_u32 at = 0; /* the number of the next wave */
    for (int c = 0; c < D; c++) {
        find_waves(block, frame, c, begin, count, axis[c]);
        for (int n = 0; n < VOL_WAVE_PERIODS; n++) {
            add_wave(&axis[c][n], count, sums->lane[at++]);
        }
    }
    for (int n = 0; n < VOL_WAVE_PERIODS; n++) {
        for (int m = 0; m < VOL_WAVE_PERIODS; m++) {
            add_crossed(&axis[0][n], &axis[1][m], count, D == 3 ? crossed : NULL, sums->lane + at);
            at += 2;
            for (int i = 0; i < 2 && D == 3; i++, at += 2 * VOL_WAVE_PERIODS) {
                add_deep(&crossed[i], axis[2], count, sums->lane + at);
            }
        }
        for (int c = 0; c < 2 && D == 3; c++, at += 2 * VOL_WAVE_PERIODS) {
            add_deep(&axis[c][n], axis[2], count, sums->lane + at);
        }
    }
}

static void block_waves(const vol_block *block, int dimensions, const vol_frame *frame, vol_waves *sums) {
    for (vol_u32 begin = 0; begin < block->count; begin += WAVE_BOIDS) {
        const vol_u32 count = block->count - begin < WAVE_BOIDS ? block->count - begin : WAVE_BOIDS;
        if (dimensions == 3) {
            add_waves(3, block, frame, begin, count, sums);
        } else {
            add_waves(2, block, frame, begin, count, sums);
        }
        sums->terms += (count + VOL_WIDTH - 1) / VOL_WIDTH * VOL_WIDTH;
    }
    if (sums->terms >= VOL_WAVE_TERMS) {
        waves_settle(sums);
    }
}

#endif

#endif
