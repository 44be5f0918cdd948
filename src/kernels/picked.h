/* What boids that move in turn have picked: which lanes are a slot of a list, and adding up in order. Lanes side by
 * side list (kernels/in_turn.h), lanes one wide add. */
#ifndef VOLERY_KERNELS_PICKED_H
#define VOLERY_KERNELS_PICKED_H

#include "kernels/batch.h"

/* In which lanes of a list is that slot? */
VOL_INLINE vmask among(const uint32_t *list, uint32_t slot) {
    real is[VOL_WIDTH];
    for (uint32_t i = 0; i < VOL_WIDTH; i++) {
        is[i] = list[i] == slot ? REAL(1) : REAL(0);
    }
    return v_eq(v_load(is), v_set(REAL(1)));
}

/* `images`: where the nearest image is. */
VOL_INLINE void add_rest(const int D, const int images, const vol_constants *k, const vself *me,
                         const vol_arrays *arrays, uint32_t j, vzones *sums) {
    vvec p = place_at(D, arrays, j);
    if (images) {
        p.x = nearest_image_within(me->p.x, p.x, k->size_x, k->image_low[0], k->image_high[0]);
        p.y = nearest_image_within(me->p.y, p.y, k->size_y, k->image_low[1], k->image_high[1]);
        p.z = D == 3 ? nearest_image_within(me->p.z, p.z, k->size_z, k->image_low[2], k->image_high[2]) : p.z;
    }
    sums->match = vec_add(D, sums->match, velocity_at(D, arrays, j));
    sums->pull = vec_add(D, sums->pull, p);
}

VOL_INLINE void add_push(const int D, const real *const push[4], uint32_t n, vzones *sums) {
    sums->push.x = v_add(sums->push.x, v_set(push[0][n]));
    sums->push.y = v_add(sums->push.y, v_set(push[1][n]));
    sums->push.z = D == 3 ? v_add(sums->push.z, v_set(push[2][n])) : sums->push.z;
    sums->push_n = v_add(sums->push_n, v_set(push[3][n]));
}

/* Adds up what is listed, in order. */
VOL_INLINE void add_picked(const int D, const int images, const vol_constants *k, const vself *me,
                           const vol_arrays *arrays, const vol_picked *picked, vzones *sums) {
    const real *push[4];
    for (int c = 0; c < 4; c++) {
        push[c] = (const void *)picked->push[c];
    }
    uint32_t n = 0, both = picked->count < picked->near_count ? picked->count : picked->near_count;
    for (; n < both; n++) {
        add_rest(D, images, k, me, arrays, picked->slot[n], sums);
        add_push(D, push, n, sums);
    }
    for (uint32_t m = n; m < picked->count; m++) {
        add_rest(D, images, k, me, arrays, picked->slot[m], sums);
    }
    for (; n < picked->near_count; n++) {
        add_push(D, push, n, sums);
    }
    sums->match_n = v_add(sums->match_n, v_set((real)(int)picked->count)); /* whole numbers, so at once is the same */
}

#endif
