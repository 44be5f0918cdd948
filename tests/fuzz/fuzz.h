/* What the fuzzers share: each target takes any bytes, and stops the program if what comes of them is not as it must be. */
#ifndef VOLERY_TESTS_FUZZ_H
#define VOLERY_TESTS_FUZZ_H

#include "scene.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The name is libFuzzer's. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition)                                                             \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                \
        }                                                                           \
    } while (0)

/* Would a world of this scene be made and moved in no time? */
static inline bool fuzz_is_small(const vol_scene *scene) {
    size_t boids = scene->event_count;
    for (size_t i = 0; i < scene->flock_count && boids <= 200; i++) {
        boids += scene->flocks[i].def.count;
    }
    return boids <= 200 && scene->flock_count <= 8;
}

#endif
