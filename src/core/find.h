/* Where a number is among ascending ones. */
#ifndef VOLERY_CORE_FIND_H
#define VOLERY_CORE_FIND_H

#include <stddef.h>
#include <stdint.h>

/* The place of `number` among `count` ascending ones, the first at `numbers` and each `stride` bytes behind the one
 * before it; UINT32_MAX (VOL_NONE) if it is not there. */
static inline uint32_t vol_find_number(const void *numbers, size_t stride, uint32_t count, uint32_t number) {
    const unsigned char *bytes = numbers;
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const uint32_t here = *(const uint32_t *)(const void *)(bytes + middle * stride);
        if (here == number) {
            return middle;
        }
        if (here < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return UINT32_MAX;
}

#endif
