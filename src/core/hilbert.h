/* The Hilbert curve through square (cubic) cells: unlike the Z curve it never jumps, so boids that follow each other
 * along it are near each other. C and OpenCL C. */
#ifndef VOLERY_CORE_HILBERT_H
#define VOLERY_CORE_HILBERT_H

#include "core/platform.h"

/* So many cells are done side by side, which compilers turn into vectors; 1 where each has a work item. */
#ifndef VOL_HILBERT_BLOCK
#define VOL_HILBERT_BLOCK 16
#endif

/* Each bit of the low 32 with a zero behind it. */
static inline vol_u64 vol_spread_by_two(vol_u64 bits) {
    bits = (bits | bits << 16) & 0x0000FFFF0000FFFFu;
    bits = (bits | bits << 8) & 0x00FF00FF00FF00FFu;
    bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0Fu;
    bits = (bits | bits << 2) & 0x3333333333333333u;
    return (bits | bits << 1) & 0x5555555555555555u;
}

/* Each bit of the low 21 with two zeros behind it. */
static inline vol_u64 vol_spread_by_three(vol_u64 bits) {
    bits = (bits | bits << 32) & 0x001F00000000FFFFu;
    bits = (bits | bits << 16) & 0x001F0000FF0000FFu;
    bits = (bits | bits << 8) & 0x100F00F00F00F00Fu;
    bits = (bits | bits << 4) & 0x10C30C30C30C30C3u;
    return (bits | bits << 2) & 0x1249249249249249u;
}

/* Turns the cell along each axis, of so many bits, into what lies interleaved in the key of the curve (after Skilling
 * 2004). From the coarsest bit down, what is finer is mirrored or exchanged so that the curve enters each part where it
 * left the one before; then follows a Gray code. Without branches: they would be unpredictable. */
static inline void vol_hilbert_turn(const int dimensions, vol_u32 cell[3][VOL_HILBERT_BLOCK], int bits) {
    for (int b = bits - 1; b > 0; b--) {
        const vol_u32 finer = (1u << b) - 1;
        for (int i = 0; i < VOL_HILBERT_BLOCK; i++) {
            cell[0][i] ^= (0u - (cell[0][i] >> b & 1)) & finer;
        }
        for (int c = 1; c < dimensions; c++) {
            for (int i = 0; i < VOL_HILBERT_BLOCK; i++) {
                vol_u32 set = (0u - (cell[c][i] >> b & 1)) & finer;
                vol_u32 swap = (cell[0][i] ^ cell[c][i]) & finer & ~set;
                cell[0][i] ^= set | swap;
                cell[c][i] ^= swap;
            }
        }
    }
    for (int i = 0; i < VOL_HILBERT_BLOCK; i++) {
        for (int c = 1; c < dimensions; c++) {
            cell[c][i] ^= cell[c - 1][i];
        }
        vol_u32 gray = cell[dimensions - 1][i] >> 1; /* each bit becomes the parity of those above it */
        gray ^= gray >> 1;
        gray ^= gray >> 2;
        gray ^= gray >> 4;
        gray ^= gray >> 8;
        gray ^= gray >> 16;
        for (int c = 0; c < dimensions; c++) {
            cell[c][i] ^= gray;
        }
    }
}

/* Where on the curve the cells are: of 32 bits along each axis at most (21 in space). The cells are used up. */
static inline void vol_hilbert_keys(const int dimensions, vol_u32 cell[3][VOL_HILBERT_BLOCK], int bits,
                                    vol_u64 key[VOL_HILBERT_BLOCK]) {
    vol_hilbert_turn(dimensions, cell, bits);
    for (int i = 0; i < VOL_HILBERT_BLOCK; i++) { /* the first axis has the highest bits */
        key[i] = dimensions == 3 ? vol_spread_by_three(cell[0][i]) << 2 | vol_spread_by_three(cell[1][i]) << 1 |
                                       vol_spread_by_three(cell[2][i])
                                 : vol_spread_by_two(cell[0][i]) << 1 | vol_spread_by_two(cell[1][i]);
    }
}

#endif
