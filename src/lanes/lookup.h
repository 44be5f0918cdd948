/* Looking up in a table where the instruction set has nothing for it: lane by lane. Included by a back end at its
 * end. */
#ifndef VOLERY_LANES_LOOKUP_H
#define VOLERY_LANES_LOOKUP_H

VOL_INLINE vreal v_lookup(VOL_SHARED const real *table, vreal index) {
    real lane[VOL_WIDTH];
    v_store(lane, index);
    for (int i = 0; i < VOL_WIDTH; i++) {
        lane[i] = table[(int)lane[i]];
    }
    return v_load(lane);
}

VOL_INLINE vreal v_gather(const real *p, const vol_u32 *list) {
    real lane[VOL_WIDTH];
    for (int i = 0; i < VOL_WIDTH; i++) {
        lane[i] = p[list[i]];
    }
    return v_load(lane);
}

#endif
