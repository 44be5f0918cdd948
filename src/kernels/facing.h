/* Between steps: how far the nearest others are, and in which directions, for some boids side by side. Comes after
 * near.h has found them; measure/search.c says what becomes of it. In doubles alone. */
#ifndef VOLERY_KERNELS_FACING_H
#define VOLERY_KERNELS_FACING_H

#include "kernels/meter_abi.h"
#include "kernels/moments.h"

/* Distances, and unit vectors in place of the ways; lanes behind the end have 0. */
VOL_INLINE void face_nearest(const int D, vol_facing *f, uint32_t count, const double *period, vol_nearness *near) {
    vreal least = v_set(near->least), most = v_set(near->most), faced = v_set(0);
    for (uint32_t k = 0; k < count; k += VOL_WIDTH) {
        const vmask there = m_first(count - k < VOL_WIDTH ? count - k : VOL_WIDTH);
        vreal way[3], square = v_set(0);
        for (int c = 0; c < D; c++) {
            const vreal d = v_only(there, v_from(f->way[c] + k)), length = v_abs(d);
            const vreal round = v_sub(v_set(period[c]), length);
            way[c] = v_if(v_lt(round, length), v_if(v_lt(v_set(0), d), v_neg(round), round), d);
            square = v_add(square, v_mul(way[c], way[c]));
        }
        const vreal nearest = v_sqrt(square);
        const vmask apart = v_lt(v_set(0), nearest);
        const vreal length = v_if(apart, nearest, v_set(1));
        faced = v_addif(faced, apart, v_set(1));
        least = v_if(there, v_min(nearest, least), least);
        most = v_max(nearest, most);
        v_to(f->nearest + k, nearest);
        for (int c = 0; c < D; c++) {
            v_to(f->way[c] + k, v_div(way[c], length));
        }
    }
    double lane[VOL_WIDTH];
    v_to(lane, faced);
    for (int k = 0; k < VOL_WIDTH; k++) {
        near->faced += (vol_u64)lane[k];
    }
    near->least = v_least(least);
    near->most = v_most(most);
}

VOL_INLINE void add_facing(const int D, const vol_facing *f, uint32_t count, vol_nearness *near) {
    for (int t = 0; t < 6; t++) {
        const int a = facing_first(t), b = facing_second(t);
        if (a >= D || b >= D) {
            continue;
        }
        lane_sum products = lane_sum_of(vol_sum_unit(1));
        for (uint32_t k = 0; k < count; k += VOL_WIDTH) {
            lane_sum_add(&products, v_mul(v_from(f->way[a] + k), v_from(f->way[b] + k)));
        }
        lane_sum_end(&products, &near->facing[t]);
    }
}

static void block_facing(vol_facing *f, int dimensions, uint32_t count, const double *period, bool faces,
                         vol_nearness *near) {
    if (dimensions == 3) {
        face_nearest(3, f, count, period, near);
    } else {
        face_nearest(2, f, count, period, near);
    }
    if (faces && dimensions == 3) {
        add_facing(3, f, count, near);
    } else if (faces) {
        add_facing(2, f, count, near);
    }
}

#endif
