/* Mixing bits: for state hashes, in C and OpenCL C, and checksums. */
#ifndef VOLERY_CORE_HASH_H
#define VOLERY_CORE_HASH_H

#include "core/platform.h"

/* One round of mixing: two different inputs of one argument never give the same output for the same other one. */
VOL_INLINE vol_u64 vol_mix(vol_u64 hash, vol_u64 value) {
    hash ^= value;
    hash *= 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    hash *= 0xD6E8FEB86659FD93u;
    return hash ^ hash >> 29;
}

#ifndef VOL_OPENCL
/* A checksum of bytes, the same on every machine of either byte order. */
static inline uint64_t vol_checksum(const unsigned char *bytes, size_t size) {
    uint64_t hash = vol_mix(0x766F6C657279u, size);
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        for (size_t k = 0; k < 8 && i + k < size; k++) {
            word |= (uint64_t)bytes[i + k] << (8 * k);
        }
        hash = vol_mix(hash, word);
    }
    return hash;
}
#endif

#endif
