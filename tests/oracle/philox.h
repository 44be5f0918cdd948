/* Random numbers for the oracles. */
#ifndef VOL_TESTS_ORACLE_PHILOX_H
#define VOL_TESTS_ORACLE_PHILOX_H

#include <stdint.h>
#include <string.h>

/* Philox 4x32-10, as its authors describe it. */
static inline void philox(uint32_t c[4], uint64_t seed) {
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (int round = 0; round < 10; round++) {
        uint64_t p = (uint64_t)c[0] * 0xD2511F53u, q = (uint64_t)c[2] * 0xCD9E8D57u;
        uint32_t next[4] = {(uint32_t)(q >> 32) ^ c[1] ^ key[0], (uint32_t)q, (uint32_t)(p >> 32) ^ c[3] ^ key[1],
                            (uint32_t)p};
        memcpy(c, next, sizeof next);
        key[0] += 0x9E3779B9u;
        key[1] += 0xBB67AE85u;
    }
}

#endif
